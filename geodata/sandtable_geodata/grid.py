"""The plane geometry of a hex grid, before any georeference: corners, shared sides and map edges.

Numbers, neighbours and centres are the kernel's; the plane counts x to the east and y to the south in units
of the distance between opposite sides of a hex.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from sandtable.hexgrid import HexGrid

Array = NDArray[np.float64]

_RADIUS = 1 / sqrt(3)
_CORNERS = {
    "flat": np.array(
        [
            (-_RADIUS / 2, -0.5),
            (_RADIUS / 2, -0.5),
            (_RADIUS, 0.0),
            (_RADIUS / 2, 0.5),
            (-_RADIUS / 2, 0.5),
            (-_RADIUS, 0.0),
        ]
    ),
    "pointy": np.array(
        [
            (0.0, -_RADIUS),
            (0.5, -_RADIUS / 2),
            (0.5, _RADIUS / 2),
            (0.0, _RADIUS),
            (-0.5, _RADIUS / 2),
            (-0.5, -_RADIUS / 2),
        ]
    ),
}
"""Corners clockwise, so that the side in direction d of the kernel runs from corner d to the next."""


def centres(grid: HexGrid) -> Array:
    """Plane positions of all hexes in the order of `grid.ids`."""
    return np.array([grid.centre(h) for h in grid.ids()])


def corners(grid: HexGrid, hex_id: str) -> Array:
    """The six corners, clockwise from the north-west (flat-topped) or the north (pointy-topped)."""
    return np.array(grid.centre(hex_id)) + _CORNERS[grid.top]


def sides(grid: HexGrid, hex_id: str) -> Iterator[tuple[str, tuple[int, int]]]:
    """(neighbour, corner numbers of the shared side) of every neighbour on the map."""
    for direction, other in enumerate(grid.around(hex_id)):
        if other is not None:
            yield other, (direction, (direction + 1) % 6)


def edges_of_map(grid: HexGrid, hex_id: str) -> tuple[str, ...]:
    """The map edges that a hex lies on, among w, s, n, e: the first and last of its column and of its row.

    >>> edges_of_map(HexGrid(25, 17, "even", top="pointy", trimmed=True, rows_from="south"), "1701")
    ('w', 'n')
    """
    line, place = int(hex_id[:2]), int(hex_id[2:])
    lines, places = (line == 1, line == grid.lines), (place == 1, place == grid.places(line))
    if grid.top == "flat":
        (west, east), (north, south) = lines, places
    else:
        (west, east), (north, south) = places, lines
        if grid.rows_from == "south":
            north, south = south, north
    on = {"w": west, "s": south, "n": north, "e": east}
    return tuple(edge for edge, yes in on.items() if yes)
