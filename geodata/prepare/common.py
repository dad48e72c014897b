"""Shared by the preparation scripts: the window of a theatre, its data folder and compact GeoJSON."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import shapely
from shapely.geometry.base import BaseGeometry

THEATRES = Path(__file__).parents[1] / "sandtable_geodata" / "data"

Feature = tuple[BaseGeometry, dict[str, Any]]
Window = tuple[float, float, float, float]


def settings(theatre: str) -> dict[str, Any]:
    """What theatre.toml says, or the country.toml of a country that several theatres share."""
    return tomllib.loads(next((THEATRES / theatre).glob("*.toml")).read_text(encoding="utf-8"))


def window(theatre: str) -> Window:
    """West, south, east and north of a theatre."""
    sides = settings(theatre)["window"]
    return sides["west"], sides["south"], sides["east"], sides["north"]


def read(path: str) -> list[Feature]:
    """Shapes and properties of a GeoJSON file."""
    features = json.loads(Path(path).read_text(encoding="utf-8"))["features"]
    return [(shapely.from_geojson(json.dumps(f["geometry"])), f["properties"]) for f in features]


def write_layer(theatre: str, name: str, features: list[Feature], grid: float = 1e-4) -> None:
    """One feature a line, coordinates on a fixed grid, so that a change shows as a small diff."""
    digits = len(f"{grid:.6f}".rstrip("0").split(".")[1])
    lines = []
    for geometry, properties in features:
        snapped = json.loads(shapely.to_geojson(shapely.set_precision(geometry, grid)))
        snapped["coordinates"] = _rounded(snapped["coordinates"], digits)
        feature = {"type": "Feature", "properties": properties, "geometry": snapped}
        lines.append(json.dumps(feature, ensure_ascii=False, separators=(",", ":")))
    text = '{"type":"FeatureCollection","features":[\n' + ",\n".join(lines) + "\n]}\n"
    (THEATRES / theatre / f"{name}.geojson").write_text(text, encoding="utf-8")


def _rounded(value: Any, digits: int) -> Any:
    return [_rounded(v, digits) for v in value] if isinstance(value, list) else round(value, digits)
