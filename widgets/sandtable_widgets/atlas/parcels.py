"""The spaces as shapes of the sheet: outlines, middles, and the edges that two of them share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from sandtable.board import Board

from .projection import Projection, path

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Parcels:
    """Every space of a board on its sheet."""

    board: Board
    polygons: Mapping[str, BaseGeometry]
    """In units of the sheet."""
    middles: Mapping[str, tuple[int, int]]
    """Where counters stand."""

    @classmethod
    def of(
        cls,
        board: Board,
        degrees: Mapping[str, BaseGeometry],
        projection: Projection,
        centres: Mapping[str, tuple[float, float]],
    ) -> Parcels:
        """From outlines and centres in degrees."""
        polygons = {id: shapely.transform(shape, projection.xy) for id, shape in degrees.items()}
        middles = {id: _middle(shape, projection.xy(centres[id])) for id, shape in polygons.items()}
        return cls(board, polygons, middles)

    def rows(self) -> dict[str, Any]:
        """What the browser needs: spaces, edges between neighbours, and the width of a common space."""
        board = self.board
        return {
            "spaces": [
                [
                    id,
                    _outline(self.polygons[id]),
                    *self.middles[id],
                    board.names[n],
                    board.terrain[n],
                ]
                for n, id in enumerate(board.ids)
            ],
            "edges": self.edges(),
            "near": {id: [board.ids[n] for n in board.adjacent(s)] for s, id in enumerate(board.ids)},
            "size": round(float(np.median([p.area for p in self.polygons.values()]) ** 0.5)),
        }

    def edges(self) -> list[list[Any]]:
        """[a, b, x, y, x, y ...]: where two neighbours touch, by their numbers."""
        pairs = [(a, b) for a, _, b in self.board.sides() if a < b]
        shapes = [self.polygons[id] for id in self.board.ids]
        shared = shapely.intersection(
            [shapes[a] for a, _ in pairs], [shapes[b] for _, b in pairs], grid_size=1
        )
        found = []
        for (a, b), line in zip(pairs, shapely.line_merge(shared), strict=True):
            for part in shapely.get_parts(line):
                if part.geom_type == "LineString" and part.length:
                    found.append([a, b, *np.rint(np.asarray(part.coords)).astype(int).ravel().tolist()])
        return found


def _outline(shape: BaseGeometry) -> str:
    rings = [np.asarray(part.exterior.coords) for part in shapely.get_parts(shape)]
    return path(rings, closed=True)


def _middle(shape: BaseGeometry, centre: Array) -> tuple[int, int]:
    """The centre where it lies inside, else a point well inside."""
    point = shapely.Point(centre)
    if not shape.contains(point):
        point = shapely.maximum_inscribed_circle(shape, tolerance=5).interpolate(0)
    return round(point.x), round(point.y)
