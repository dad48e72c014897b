"""From degrees to the flat sheet of the map: Mercator, as Leaflet has it, in whole units."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]

SHEET_WIDTH = 8000
"""Units across a sheet: one unit is less than a pixel until the map is eight screens wide."""


def _world(lonlat: ArrayLike) -> Array:
    """Positions on a square world of side 1, from the north-west."""
    degrees = np.asarray(lonlat, dtype=float)
    world = np.empty_like(degrees)
    world[..., 0] = degrees[..., 0] / 360 + 0.5
    world[..., 1] = 0.5 - np.arctanh(np.sin(np.radians(degrees[..., 1]))) / (2 * np.pi)
    return world


@dataclass(frozen=True)
class Projection:
    """The sheet of one theatre: its corners in degrees, and its units."""

    west: float
    south: float
    east: float
    north: float

    @property
    def units(self) -> float:
        """Units of the sheet in the width of the whole world."""
        return SHEET_WIDTH * 360 / (self.east - self.west)

    @property
    def height(self) -> float:
        """Units from the northern edge to the southern."""
        return float(self.xy([self.east, self.south])[1])

    def frame(self) -> dict[str, float]:
        """Where the sheet lies in the world, for the browser."""
        return {
            "west": self.west, "south": self.south, "east": self.east, "north": self.north,
            "width": SHEET_WIDTH, "height": round(self.height), "units": self.units,
        }  # fmt: skip

    def xy(self, lonlat: ArrayLike) -> Array:
        """Degrees to units of the sheet, x to the east and y to the south."""
        return (_world(lonlat) - self._corner) * self.units

    @cached_property
    def _corner(self) -> Array:
        return _world([self.west, self.north])


def path(lines: Iterable[Array], *, closed: bool) -> str:
    """SVG path data of lines in units of the sheet: whole numbers, relative, without repeated points."""
    words = []
    for line in lines:
        points = np.rint(line).astype(int)
        keep = np.ones(len(points), dtype=bool)
        keep[1:] = (np.diff(points, axis=0) != 0).any(axis=1)
        points = points[keep]
        if closed and len(points) > 1 and (points[0] == points[-1]).all():
            points = points[:-1]
        if len(points) < (3 if closed else 2):
            continue
        steps = " ".join(f"{x} {y}" for x, y in np.diff(points, axis=0))
        words.append(f"M{points[0][0]} {points[0][1]}l{steps}{'z' if closed else ''}".replace(" -", "-"))
    return "".join(words)
