"""The hex grid as plane geometry: ids, neighbours, centres and corners, before any georeference."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

COLUMN_PITCH = sqrt(3) / 2
"""Distance between neighbouring columns when opposite sides of a hex are one unit apart."""

_RADIUS = 1 / sqrt(3)
_CORNERS = np.array(
    [
        (-_RADIUS / 2, -0.5),
        (_RADIUS / 2, -0.5),
        (_RADIUS, 0.0),
        (_RADIUS / 2, 0.5),
        (-_RADIUS / 2, 0.5),
        (-_RADIUS, 0.0),
    ]
)
"""Corners clockwise from the north-west, x to the east and y to the south."""

_SIDES = ((0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0))
"""Corner pairs of the sides in the order N, NE, SE, S, SW, NW."""

_LOWER = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
_UPPER = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1))


@dataclass(frozen=True)
class HexGrid:
    """A flat-topped grid whose ids are CCRR, column from the west and row from the north.

    >>> HexGrid(40, 25, "even").neighbours("3610")
    ['3609', '3710', '3711', '3611', '3511', '3510']
    """

    columns: int
    rows: int
    shifted: str

    def ids(self) -> list[str]:
        """Every hex id, column by column."""
        return [f"{c:02d}{r:02d}" for c in range(1, self.columns + 1) for r in range(1, self.rows + 1)]

    def _is_low(self, column: int) -> bool:
        return (column % 2 == 0) == (self.shifted == "even")

    def centre(self, hex_id: str) -> tuple[float, float]:
        """Plane position (x east, y south) of a hex centre."""
        column, row = int(hex_id[:2]), int(hex_id[2:])
        return column * COLUMN_PITCH, row + (0.5 if self._is_low(column) else 0.0)

    def centres(self) -> NDArray[np.float64]:
        """Plane positions of all hexes in the order of `ids`."""
        return np.array([self.centre(h) for h in self.ids()])

    def corners(self, hex_id: str) -> NDArray[np.float64]:
        """The six corners, clockwise from the north-west."""
        return np.array(self.centre(hex_id)) + _CORNERS

    def sides(self, hex_id: str) -> Iterator[tuple[str, tuple[int, int]]]:
        """(neighbour, corner numbers of the shared side) of every neighbour on the map."""
        column, row = int(hex_id[:2]), int(hex_id[2:])
        for (dc, dr), side in zip(_LOWER if self._is_low(column) else _UPPER, _SIDES, strict=True):
            c, r = column + dc, row + dr
            if 1 <= c <= self.columns and 1 <= r <= self.rows:
                yield f"{c:02d}{r:02d}", side

    def neighbours(self, hex_id: str) -> list[str]:
        """Adjacent hexes clockwise from the north; fewer than six on the edge of the map."""
        return [other for other, _ in self.sides(hex_id)]

    def edges_of_map(self, hex_id: str) -> tuple[str, ...]:
        """The map edges that a hex lies on, among w, s, n, e."""
        column, row = int(hex_id[:2]), int(hex_id[2:])
        on = {"w": column == 1, "s": row == self.rows, "n": row == 1, "e": column == self.columns}
        return tuple(edge for edge, yes in on.items() if yes)
