"""A theatre of war: the board's spaces and borders, the layers around them and the units upon them."""

from __future__ import annotations

import csv
from functools import cached_property
from typing import Any

import geopandas as gpd
import pandas as pd
import shapely
from shapely.geometry.base import BaseGeometry

import sandtable

from . import layers
from .build import board_folder, georeference


class Theatre:
    """Everything comes as a GeoDataFrame in EPSG:4326 that any other tool can use.

    >>> theatre("shanghai-nanking").spaces().loc["2410", "name"]
    'Suzhou'
    """

    def __init__(self, slug: str) -> None:
        self.georeference: Any = georeference(slug)
        self.slug = slug
        self.title: str = self.georeference.settings["title"]
        self.hanzi: str = self.georeference.settings["hanzi"]

    def __repr__(self) -> str:
        spaces = len(self.georeference.polygons)
        return f"<Theatre {self.slug}: {spaces} spaces; layers {', '.join(self.layers())}>"

    def spaces(self) -> gpd.GeoDataFrame:
        """Polygons of the hexes or areas by id: name, terrain, tags (a frozenset), source."""
        rows = pd.DataFrame(self._board("spaces.csv")).set_index("id", drop=False)
        rows["tags"] = [frozenset(words.split()) for words in rows["tags"]]
        polygons = [self.georeference.polygons[h] for h in rows.index]
        frame = rows[["id", "name", "terrain", "tags", "source"]]
        return gpd.GeoDataFrame(frame, geometry=polygons, crs=layers.CRS)

    def borders(self) -> gpd.GeoDataFrame:
        """Borders with a feature: a, b, feature, name, source and the line of the feature.

        On a board of areas a bridge is a line across its border, and a passage over a corner has no length.
        """
        rows = pd.DataFrame(self._board("borders.csv"))
        where = zip(rows["a"], rows["b"], rows["feature"], strict=True)
        lines = [self.georeference.feature_line(a, b, feature) for a, b, feature in where]
        return gpd.GeoDataFrame(rows, geometry=lines, crs=layers.CRS)

    def links(self) -> gpd.GeoDataFrame:
        """Railways and roads of the board: kind, name, path (ids), source and a line.

        The line runs through the centres of hexes; on a board of areas it is the real course.
        """
        rows = pd.DataFrame(self._board("links.csv"))
        rows["path"] = [tuple(path.split()) for path in rows["path"]]
        where = zip(rows["kind"], rows["name"], rows["path"], strict=True)
        lines = [self.georeference.link_line(*link) for link in where]
        return gpd.GeoDataFrame(rows, geometry=lines, crs=layers.CRS)

    def layers(self) -> list[str]:
        """Names of the layers."""
        return layers.layer_names(self.slug)

    def layer(self, name: str) -> gpd.GeoDataFrame:
        """A layer by name; the error for an unknown name lists those that exist."""
        return layers.read_layer(self.slug, name)

    def ground(self, name: str) -> BaseGeometry:
        """All shapes of a layer as one; empty where the theatre has no such layer."""
        return shapely.union_all(self.layer(name).geometry.to_numpy() if name in self.layers() else [])

    @property
    def settings(self) -> dict[str, Any]:
        """What `theatre.toml` says of the theatre, its board and how it is drawn."""
        return self.georeference.settings

    def towns(self) -> gpd.GeoDataFrame:
        """The gazetteer: name of the period, pinyin, hanzi, rank (1 great city to 4 village), space, role."""
        return self.layer("towns")

    def residuals(self) -> pd.DataFrame:
        """How far each control point lies from its space."""
        return self.georeference.residuals()

    def space_at(self, lon: float, lat: float) -> str | None:
        """The space of a real position, or None off the map."""
        return self.georeference.space_at(lon, lat)

    def side(self, a: str, b: str) -> shapely.LineString:
        """The border between two spaces that touch, as a line."""
        return self.georeference.side(a, b)

    def units(self, state: Any, side: str | None = None) -> gpd.GeoDataFrame:
        """Counters of a position as points, as `side` may see them (None: everything).

        One row a visible unit, in the order of its stack: id, name, side, kind, size, category, formation,
        strength, steps, max_steps, static, defence (missing where the counter has none),
        space, place (in the stack, from 0), stack (how many lie there) and hidden (how many of them are
        under fog).
        """
        view = sandtable.load(self.slug).view(state, side)
        rows = [row for stack in view.stacks.values() for row in _counters(stack)]
        frame = pd.DataFrame(rows, columns=[*_UNIT_COLUMNS, "space", "place", "stack", "hidden"])
        frame = frame.astype({"defence": "Int64"})
        points = [shapely.Point(self.georeference.centres[h]) for h in frame["space"]]
        return gpd.GeoDataFrame(frame, geometry=points, crs=layers.CRS)

    def _board(self, name: str) -> list[dict[str, str]]:
        with (self._folder / name).open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    @cached_property
    def _folder(self) -> Any:
        return board_folder(self.slug)


_UNIT_COLUMNS = (
    "id", "name", "side", "kind", "size", "category", "formation", "strength", "steps", "max_steps", "static",
    "defence",
)  # fmt: skip


def _counters(stack: Any) -> list[tuple[Any, ...]]:
    count = len(stack.units) + stack.hidden
    return [
        (*(getattr(unit, column) for column in _UNIT_COLUMNS), stack.space, place, count, stack.hidden)
        for place, unit in enumerate(stack.units)
    ]


def theatre(slug: str) -> Theatre:
    """The theatre of a game by its slug; the error for an unknown slug lists those that exist."""
    return Theatre(slug)
