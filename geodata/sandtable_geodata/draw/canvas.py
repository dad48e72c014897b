"""The sheet: a frame of country in kilometres, and points of print per kilometre."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely
from matplotlib.axes import Axes
from matplotlib.patches import PathPatch
from matplotlib.path import Path
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from ..fit import LocalScale
from .style import Palette

Style = dict[str, Any]
"""Options of a matplotlib artist."""


@dataclass(frozen=True)
class Extent:
    """A window in degrees."""

    west: float
    south: float
    east: float
    north: float

    def box(self) -> shapely.Polygon:
        """The window as a polygon."""
        return shapely.box(self.west, self.south, self.east, self.north)


@dataclass(frozen=True)
class Canvas:
    """Where things are drawn: an axes in kilometres, its frame and its scale of print.

    zoom says how much larger than the whole-theatre plate the country appears; marks and letters grow with
    `size`, more slowly than the country does.
    """

    ax: Axes
    palette: Palette
    scale: LocalScale
    extent: Extent
    km_per_pt: float
    zoom: float

    @property
    def size(self) -> float:
        """Growth of marks and letters."""
        return float(np.clip(self.zoom, 1.0, 4.0) ** 0.42)

    @property
    def frame(self) -> shapely.Polygon:
        """The frame in kilometres."""
        return self.km(self.extent.box())

    def km(self, shape: BaseGeometry) -> BaseGeometry:
        """A shape in degrees, as kilometres of this sheet."""
        return shapely.transform(shape, self.scale.to_km)

    def at(self, lon: float, lat: float) -> NDArray[np.float64]:
        """A position in degrees, as kilometres of this sheet."""
        return self.scale.to_km(np.array([lon, lat]))

    def pt(self, points: float) -> float:
        """A length in print points, as kilometres."""
        return points * self.km_per_pt

    def fill(self, shape: BaseGeometry, **style: Any) -> None:
        """Draw polygons, clipped to the frame."""
        if not shape.is_empty:
            self.ax.add_artist(PathPatch(polygon_path(shape), **{"linewidth": 0, **style}))

    def anchored(self, spot: NDArray[np.float64]) -> AbstractContextManager[None]:
        """What is drawn inside belongs to one place; on paper, which never zooms, that changes nothing."""
        return nullcontext()

    def stroke(self, shape: BaseGeometry, **style: Any) -> None:
        """Draw lines or outlines."""
        if not shape.is_empty:
            path = line_path(shape)
            options: Style = {"facecolor": "none", "capstyle": "round", "joinstyle": "round", **style}
            self.ax.add_artist(PathPatch(path, **options))


def polygon_path(shape: BaseGeometry) -> Path:
    """Polygons with their holes as one path."""
    rings = []
    for part in shapely.get_parts(shape):
        if part.geom_type == "Polygon" and not part.is_empty:
            part = shapely.orient_polygons(part)
            rings += [part.exterior, *part.interiors]
        elif part.geom_type == "GeometryCollection":
            rings += [
                r
                for p in shapely.get_parts(part)
                if p.geom_type == "Polygon"
                for r in (p.exterior, *p.interiors)
            ]
    return _compound([np.asarray(ring.coords) for ring in rings], closed=True)


def line_path(shape: BaseGeometry) -> Path:
    """Lines, or the outlines of polygons, as one path."""
    lines = []
    for part in shapely.get_parts(shape):
        edge = part.boundary if part.geom_type == "Polygon" else part
        lines += [np.asarray(line.coords) for line in shapely.get_parts(edge) if "Line" in line.geom_type]
    return _compound(lines, closed=False)


def _compound(lines: list[NDArray[np.float64]], closed: bool) -> Path:
    if not lines:
        return Path(np.zeros((1, 2)), [Path.MOVETO])
    codes = []
    for line in lines:
        code = np.full(len(line), Path.LINETO, dtype=np.uint8)
        code[0] = Path.MOVETO
        if closed:
            code[-1] = Path.CLOSEPOLY
        codes.append(code)
    return Path(np.vstack(lines), np.concatenate(codes))
