"""Reading the committed vector layers of a theatre."""

from __future__ import annotations

import csv
import json
import tomllib
from pathlib import Path
from typing import Any

import geopandas as gpd

CRS = "EPSG:4326"
DATA = Path(__file__).parent / "data"


class UnknownTheatre(LookupError):
    """No theatre of that name."""


class UnknownLayer(LookupError):
    """The theatre has no layer of that name."""


class DataError(ValueError):
    """A data file says something impossible; the message names file, row and column."""


def theatres() -> list[str]:
    """Slugs of the theatres that are installed."""
    return sorted(p.parent.name for p in DATA.glob("*/theatre.toml"))


def folder(slug: str) -> Path:
    """The data folder of a theatre."""
    if slug not in theatres():
        raise UnknownTheatre(f"no theatre {slug!r}; there are: {', '.join(theatres())}")
    return DATA / slug


def settings(slug: str) -> dict[str, Any]:
    """What `theatre.toml` says, over what `country.toml` says of a country that several theatres share."""
    own = _toml(folder(slug) / "theatre.toml")
    return _toml(DATA / own["country"] / "country.toml") | own if "country" in own else own


def layer_names(slug: str) -> list[str]:
    """Names of the layers of a theatre, those of the country it shares among them."""
    return sorted(_layers(slug))


def read_layer(slug: str, name: str) -> gpd.GeoDataFrame:
    """One layer as a GeoDataFrame in EPSG:4326; every feature has a `source`."""
    paths = _layers(slug)
    if name not in paths:
        raise UnknownLayer(f"theatre {slug!r} has no layer {name!r}; there are: {', '.join(sorted(paths))}")
    path = paths[name]
    features = json.loads(path.read_text(encoding="utf-8"))["features"]
    for number, feature in enumerate(features, 1):
        if not feature["properties"].get("source"):
            raise DataError(f"{path.name}, feature {number}: no source")
    return gpd.GeoDataFrame.from_features(features, crs=CRS)


def _layers(slug: str) -> dict[str, Path]:
    """The file of every layer; a theatre's own comes before its country's."""
    country = settings(slug).get("country")
    folders = [folder(slug)] if country is None else [DATA / country, folder(slug)]
    return {path.stem: path for place in folders for path in sorted(place.glob("*.geojson"))}


def _toml(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def read_table(path: Path, columns: tuple[str, ...]) -> list[dict[str, str]]:
    """The rows of a CSV file, checked for its columns and for a source in every row."""
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file)
        if tuple(reader.fieldnames or ()) != columns:
            raise DataError(f"{path.name}: columns are {reader.fieldnames}, expected {list(columns)}")
        rows = list(reader)
    for number, row in enumerate(rows, 2):
        if None in row or None in row.values():
            raise DataError(f"{path.name}, row {number}: wrong number of cells")
        if not row["source"]:
            raise DataError(f"{path.name}, row {number}, column source: empty")
    return rows
