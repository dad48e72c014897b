"""Soft hill shading out of relief bands: a surface is raised from the bands and lit from the north-west."""

from __future__ import annotations

from dataclasses import dataclass

import geopandas as gpd
import numpy as np
import shapely
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.patches import PathPatch
from numpy.typing import NDArray

from ..fit import LocalScale
from .canvas import polygon_path

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Light:
    """How a theatre is lit: fineness and softness of the surface, its lowest ground, its steepness."""

    cell_km: float
    blur_km: float
    base_m: float
    exaggeration: float


def hill_shade(relief: gpd.GeoDataFrame, scale: LocalScale, frame: shapely.Polygon, light: Light) -> Array:
    """Brightness from -1 (in shadow) to 1 (in light), 0 on the plain; rows from the north."""
    west, south, east, north = frame.bounds
    shape = (round((north - south) / light.cell_km), round((east - west) / light.cell_km))
    height = np.zeros(shape)
    below = light.base_m
    for level, band in relief.groupby("above_m", sort=True):
        height += (float(level) - below) * _mask(band, scale, frame, shape)
        below = float(level)
    height = _blur(height, light.blur_km / light.cell_km)
    southward, eastward = np.gradient(height, light.cell_km * 1000)
    return np.tanh(light.exaggeration * (southward + eastward) / np.sqrt(2))


def _mask(band: gpd.GeoDataFrame, scale: LocalScale, frame: shapely.Polygon, shape: tuple[int, int]) -> Array:
    figure = Figure(figsize=(shape[1] / 100, shape[0] / 100), dpi=100)
    canvas = FigureCanvasAgg(figure)
    ax = figure.add_axes((0, 0, 1, 1))
    ax.set_axis_off()
    west, south, east, north = frame.bounds
    ax.set_xlim(west, east)
    ax.set_ylim(south, north)
    path = polygon_path(shapely.transform(shapely.union_all(band.geometry.to_numpy()), scale.to_km))
    ax.add_artist(PathPatch(path, facecolor="black", linewidth=0))
    canvas.draw()
    return 1 - np.asarray(canvas.buffer_rgba())[: shape[0], : shape[1], 0] / 255


def _blur(values: Array, sigma: float) -> Array:
    reach = int(np.ceil(3 * sigma))
    kernel = np.exp(-0.5 * (np.arange(-reach, reach + 1) / sigma) ** 2)
    kernel /= kernel.sum()
    for axis in (0, 1):
        padded = np.pad(values, [(reach, reach) if a == axis else (0, 0) for a in (0, 1)], mode="edge")
        values = np.apply_along_axis(lambda line: np.convolve(line, kernel, "valid"), axis, padded)
    return values
