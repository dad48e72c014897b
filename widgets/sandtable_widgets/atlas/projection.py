"""From degrees to the flat sheet of the map: Mercator, as Leaflet has it, in whole units."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]

SHEET_WIDTH = 8000
"""Units across a sheet: one unit is less than a pixel until the map is eight screens wide."""


def _world(lonlat: ArrayLike) -> Array:
    """Positions on a square world of side 1, from the north-west."""
    lon, lat = np.moveaxis(np.asarray(lonlat, dtype=float), -1, 0)
    y = 0.5 - np.arctanh(np.sin(np.radians(lat))) / (2 * np.pi)
    return np.stack([lon / 360 + 0.5, y], axis=-1)


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

    def xy(self, lonlat: ArrayLike) -> Array:
        """Degrees to units of the sheet, x to the east and y to the south."""
        return (_world(lonlat) - _world([self.west, self.north])) * self.units


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
