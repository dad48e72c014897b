"""Relief bands from a 30-arc-second elevation grid: `python relief.py <theatre> dem_0.00833.nc`.

A country that several theatres share stands for a theatre. Only outlines are kept: the ground above each
level of the settings, smoothed over about a kilometre, generalised, crumbs dropped. The grid ends at the
frontier of China: on foreign ground the heights of the frontier are carried on smoothly, which is no more
than a likeness. Needs netCDF4 besides the package's own dependencies.
"""

from __future__ import annotations

import sys
from itertools import pairwise

import netCDF4
import numpy as np
import shapely
from common import settings, window, write_layer
from contourpy import FillType, contour_generator

MARGIN = 0.1
NO_DATA = -100
ROUNDS = 4000
SOURCE = "derived: 30-arc-second elevation, PyPI meteva 1.9.6.2, dem_0.00833.nc"
ABROAD = "reconstructed: heights of the frontier carried on smoothly where the elevation grid has no data"


def main(theatre: str, path: str) -> None:
    """Write relief.geojson."""
    box, relief = window(theatre), settings(theatre)["relief"]
    west, south, east, north = box
    with netCDF4.Dataset(path) as grid:
        lat, lon = np.asarray(grid["lat"][:]), np.asarray(grid["lon"][:])
        rows = np.flatnonzero((lat > south - MARGIN) & (lat < north + MARGIN))
        columns = np.flatnonzero((lon > west - MARGIN) & (lon < east + MARGIN))
        height = np.asarray(grid["data0"][0, 0, 0, 0, rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1])
    missing = height < NO_DATA
    seaward = not relief.get("carry_abroad", False)
    height = np.where(missing, 0, height).astype(float) if seaward else carried_on(height, missing)
    height = smooth(height)
    across, along = lon[columns], lat[rows]
    for _ in range(relief.get("finer", 0)):
        across, along, height = midpoints(across), midpoints(along), finer(height)
    contours = contour_generator(across, along, height, fill_type=FillType.OuterOffset)
    source = SOURCE if seaward else f"{SOURCE}; {ABROAD}"
    simplify, crumb_low, crumb_high = relief["simplify"], relief["crumb"], 2.083 * relief["crumb"]
    features = []
    for level in relief["levels"]:
        points, offsets = contours.filled(level, 9999)
        parts = [
            shapely.Polygon(p[o[0] : o[1]], [p[a:b] for a, b in pairwise(o[1:])])
            for p, o in zip(points, offsets, strict=True)
        ]
        ground = shapely.union_all(shapely.make_valid(parts)).simplify(simplify)
        ground = shapely.clip_by_rect(shapely.make_valid(ground), *box)
        crumb = crumb_low if level < 300 or not seaward else crumb_high
        for part in sorted(shapely.get_parts(ground), key=lambda g: -g.area):
            if part.geom_type == "Polygon" and part.area > crumb:
                holes = [ring for ring in part.interiors if shapely.Polygon(ring).area > 2 * crumb]
                features.append((shapely.Polygon(part.exterior, holes), {"above_m": level, "source": source}))
    write_layer(theatre, "relief", features, grid=relief.get("grid", 1e-3))


def carried_on(height: np.ndarray, missing: np.ndarray) -> np.ndarray:
    """Fill what is missing with the smoothest surface that meets the known heights."""
    known = height.astype(float)
    filled = np.where(missing, known[~missing].mean(), known)
    for _ in range(ROUNDS):
        padded = np.pad(filled, 1, "edge")
        mean = (padded[:-2, 1:-1] + padded[2:, 1:-1] + padded[1:-1, :-2] + padded[1:-1, 2:]) / 4
        filled = np.where(missing, mean, known)
    return filled


def smooth(height: np.ndarray) -> np.ndarray:
    """A small binomial blur: takes away single-cell noise, keeps single hills."""
    kernel = np.array([1, 4, 6, 4, 1]) / 16
    for axis in (0, 1):
        height = np.apply_along_axis(
            lambda line: np.convolve(np.pad(line, 2, "edge"), kernel, "valid"), axis, height
        )
    return height


def midpoints(places: np.ndarray) -> np.ndarray:
    """The places and the middles between them."""
    return np.interp(np.arange(2 * len(places) - 1) / 2, np.arange(len(places)), places)


def finer(height: np.ndarray) -> np.ndarray:
    """A smooth surface (cubic B-spline) on a grid twice as fine, for sheets on which a cell is wide."""
    kernel = np.array([1, 4, 6, 4, 1]) / 8
    for axis in (0, 1):
        height = np.apply_along_axis(_finer_line, axis, height, kernel)
    return height


def _finer_line(line: np.ndarray, kernel: np.ndarray) -> np.ndarray:
    padded = np.pad(line, 1, "edge")
    spread = np.zeros(2 * len(padded) - 1)
    spread[::2] = padded
    return np.convolve(spread, kernel, "same")[2:-2]


if __name__ == "__main__":
    main(*sys.argv[1:3])
