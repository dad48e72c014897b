"""A board of areas: borders are drawn once, as arcs, and the areas are what the arcs enclose.

So the areas cannot overlap or gape, and who touches whom is read off the arcs. `arcs.geojson` holds the
borders, `areas.csv` the areas, each with a point inside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import pandas as pd
import shapely

from . import layers
from .frame import Frame

_COLUMNS = ("id", "name", "hanzi", "terrain", "tags", "lon", "lat", "source")
_CONTROL_COLUMNS = ("space", "place", "lon", "lat", "source")

BRIDGE_REACH = 0.0015
"""Degrees to either side of a bridge that its line runs on."""

Pair = tuple[str, str]


@dataclass(frozen=True)
class Arc:
    """A border between two areas, or between one and the outside; `feature` runs along it."""

    spaces: tuple[str, ...]
    feature: str
    name: str
    line: shapely.LineString


class AreaFrame(Frame):
    """The areas of one theatre, read from its data folder."""

    @cached_property
    def rows(self) -> dict[str, dict[str, str]]:
        """What `areas.csv` says of every area."""
        rows = layers.read_table(self.folder / "areas.csv", _COLUMNS)
        for number, row in enumerate(rows, 2):
            if row["id"] in [other["id"] for other in rows[: number - 2]]:
                raise layers.DataError(
                    f"areas.csv, row {number}, column id: {row['id']!r} stands there twice"
                )
        return {row["id"]: row for row in rows}

    @cached_property
    def centres(self) -> dict[str, tuple[float, float]]:
        """The point inside every area where its units stand."""
        return {s: (float(row["lon"]), float(row["lat"])) for s, row in self.rows.items()}

    @cached_property
    def polygons(self) -> dict[str, shapely.Polygon]:
        """What the arcs enclose, by the point inside; every face is one area and every area one face."""
        faces = shapely.get_parts(
            shapely.polygonize(layers.read_layer(self.slug, "arcs").geometry.to_numpy())
        )
        made: dict[str, shapely.Polygon] = {}
        for face in faces:
            inside = [s for s, centre in self.centres.items() if face.contains(shapely.Point(centre))]
            if len(inside) != 1:
                where = face.representative_point().coords[0]
                found = f"the points of {' and '.join(inside)}" if inside else "no area's point"
                raise layers.DataError(
                    f"arcs.geojson: the face at {where[0]:.4f} {where[1]:.4f} holds {found}"
                )
            made[inside[0]] = face
        for number, space in enumerate(self.rows, 2):
            if space not in made:
                raise layers.DataError(f"areas.csv, row {number}: no arcs enclose the point of {space!r}")
        return {space: made[space] for space in self.rows}

    @cached_property
    def arcs(self) -> list[Arc]:
        """Every border with the spaces on its two sides, which must be those that it names."""
        rings = {space: polygon.exterior for space, polygon in self.polygons.items()}
        made = []
        for number, row in enumerate(layers.read_layer(self.slug, "arcs").itertuples(), 1):
            spaces = tuple(space for space, ring in rings.items() if ring.covers(row.geometry))
            if set(spaces) != set(row.between.split()):
                said, lies = row.between or "nothing", " ".join(spaces) or "nothing"
                raise layers.DataError(f"arcs.geojson, feature {number}: lies between {lies}, says {said}")
            made.append(Arc(spaces, row.feature, row.name, row.geometry))
        return made

    @cached_property
    def shared(self) -> dict[Pair, shapely.LineString]:
        """Pairs that share a border, in the order of the table, with the border."""
        found: dict[Pair, list[shapely.LineString]] = {}
        for arc in self.arcs:
            if len(arc.spaces) == 2:
                found.setdefault((arc.spaces[0], arc.spaces[1]), []).append(arc.line)
        return {pair: shapely.line_merge(shapely.union_all(lines)) for pair, lines in found.items()}

    @cached_property
    def corners(self) -> dict[Pair, shapely.Point]:
        """Pairs that meet in a point alone, with the point."""
        found = {}
        for a, b in combinations(self.polygons, 2):
            if (a, b) not in self.shared and self.polygons[a].touches(self.polygons[b]):
                found[a, b] = self.polygons[a].intersection(self.polygons[b])
        return found

    def side(self, a: str, b: str) -> shapely.LineString:
        """The border between two areas; a line without length where they meet in a point."""
        pair = (a, b) if list(self.rows).index(a) < list(self.rows).index(b) else (b, a)
        if pair in self.corners:
            return shapely.LineString([self.corners[pair].coords[0]] * 2)
        return self.shared[pair]

    def feature_line(self, a: str, b: str, feature: str) -> shapely.LineString:
        """The border, or the stretch of railway that a bridge carries over it."""
        if feature != "bridge":
            return self.side(a, b)
        bridges, rails = (layers.read_layer(self.slug, name).geometry for name in ("bridges", "railways"))
        here = min(bridges, key=self.side(a, b).distance)
        return shapely.intersection(min(rails, key=here.distance), here.buffer(BRIDGE_REACH))

    def link_line(self, kind: str, name: str, path: Sequence[str]) -> shapely.LineString:
        """The real course, as far as the board goes."""
        rows = layers.read_layer(self.slug, f"{kind}s")
        line = rows[rows["board"] == name].geometry.iloc[0]
        return shapely.intersection(line, shapely.union_all([self.polygons[space] for space in path]))

    def residuals(self) -> pd.DataFrame:
        """How far each place whose area is known lies outside it, in kilometres."""
        rows = layers.read_table(self.folder / "control_points.csv", _CONTROL_COLUMNS)
        points = pd.DataFrame(rows, columns=list(_CONTROL_COLUMNS)).astype({"lon": float, "lat": float})
        off = []
        for row in points.itertuples():
            home = shapely.union_all([self.polygons[space] for space in row.space.split()])
            here = shapely.transform(shapely.Point(row.lon, row.lat), self.scale.to_km)
            off.append(round(shapely.transform(home, self.scale.to_km).distance(here), 2))
        return points[["space", "place", "lon", "lat"]].assign(outside_km=off)
