"""The country under the board: sea, land, relief, lakes and the rivers that the board does not name."""

from __future__ import annotations

import numpy as np
import shapely
from matplotlib.colors import to_rgb
from shapely.geometry.base import BaseGeometry

from ..theatre import Theatre
from .board import hexside_water
from .canvas import Canvas, Style
from .shade import Light, hill_shade

WATER_LINES_PT = (1.6, 3.6, 6.2, 9.6, 14.0)
"""Distances of the lines that follow the shore, widening like the sea floor."""


def draw_country(canvas: Canvas, theatre: Theatre) -> None:
    """Sea first, then the land with its relief, then the inland waters."""
    palette, frame = canvas.palette, canvas.frame
    dry = canvas.km(theatre.ground("land")).difference(canvas.km(theatre.ground("reclaimed")))
    canvas.fill(frame, facecolor=palette.sea, zorder=0)
    _shore_lines(canvas, dry.intersection(frame.buffer(20)), frame)
    canvas.fill(dry.intersection(frame), facecolor=palette.paper, zorder=1)
    _relief(canvas, theatre)
    canvas.stroke(dry.boundary.intersection(frame), edgecolor=palette.water_edge, linewidth=0.55, zorder=1.9)
    _flats(canvas, theatre)


def draw_waters(canvas: Canvas, theatre: Theatre) -> None:
    """Lakes, wide rivers above their estuary, and watercourses that are not hexsides of the board."""
    palette, frame = canvas.palette, canvas.frame
    land = canvas.km(theatre.ground("land")).intersection(frame.buffer(5))
    for layer in theatre.settings["plate"]["waters"]:
        water = canvas.km(theatre.ground(layer)).intersection(frame)
        canvas.fill(water, facecolor=palette.sea, zorder=2.4)
        # Only land is a shore: the mouth of a river lies open to the sea.
        banks = land.difference(water)
        _shore_lines(canvas, banks, water, depth=3, zorder=2.45)
        shore = water.boundary.intersection(banks.buffer(0.2))
        canvas.stroke(shore, edgecolor=palette.water_edge, linewidth=0.5, zorder=2.5)
    rivers = theatre.layer("rivers")
    looks = {sign["feature"]: sign["look"] for sign in theatre.settings["plate"]["hexsides"]}
    for river in rivers[(rivers["board"] == "") & (rivers["kind"] != "thread")].itertuples():
        if looks.get(river.kind) == "channel":
            hexside_water(canvas, canvas.km(river.geometry).intersection(frame), "channel")
            continue
        wide = river.kind == "river"
        stream(canvas, canvas.km(river.geometry).intersection(frame), wide)


def stream(canvas: Canvas, course: BaseGeometry, wide: bool = False) -> None:
    """Water that is no hexside of the board."""
    width, alpha = (1.3, 0.9) if wide else (0.6, 0.7)
    style: Style = {"edgecolor": canvas.palette.creek, "linewidth": width * canvas.size, "alpha": alpha}
    canvas.stroke(course, zorder=2.3, **style)


def _shore_lines(
    canvas: Canvas,
    shore: BaseGeometry,
    frame: BaseGeometry,
    depth: int = len(WATER_LINES_PT),
    zorder: float = 0.5,
) -> None:
    for number, distance in enumerate(WATER_LINES_PT[:depth]):
        line = shore.buffer(canvas.pt(distance), quad_segs=4).boundary.intersection(frame)
        fade = 1 - number / (len(WATER_LINES_PT) + 1)
        canvas.stroke(
            line, edgecolor=canvas.palette.water_edge, linewidth=0.4, alpha=0.5 * fade, zorder=zorder
        )


def _relief(canvas: Canvas, theatre: Theatre) -> None:
    frame, relief, settings = canvas.frame, theatre.layer("relief"), theatre.settings["relief"]
    colours = dict(zip(settings["levels"], canvas.palette.relief, strict=True))
    for level, band in relief.groupby("above_m", sort=True):
        ground = canvas.km(shapely.union_all(band.geometry.to_numpy())).intersection(frame)
        canvas.fill(ground, facecolor=colours[int(level)], alpha=0.75, zorder=1.2)
    brightness = hill_shade(relief, canvas.scale, frame, Light(**settings["light"]))
    west, south, east, north = frame.bounds
    image = np.zeros((*brightness.shape, 4))
    dark = brightness < 0
    image[..., :3] = np.where(dark[..., None], to_rgb(canvas.palette.shade), to_rgb(canvas.palette.light))
    image[..., 3] = np.abs(brightness) * np.where(dark, 0.52, 0.55)
    canvas.ax.imshow(
        image, extent=(west, east, south, north), origin="upper", interpolation="bicubic", zorder=1.3
    )


def _flats(canvas: Canvas, theatre: Theatre) -> None:
    """Ground that the tide still covered: stippled, as charts do."""
    shape = canvas.km(theatre.ground("reclaimed")).intersection(canvas.frame)
    if shape.is_empty:
        return
    west, south, east, north = shape.bounds
    step = canvas.pt(3.2)
    columns, rows = np.meshgrid(np.arange(west, east, step), np.arange(south, north, step))
    columns = columns + (np.arange(rows.shape[0]) % 2)[:, None] * step / 2
    inside = shapely.contains_xy(shape, columns, rows)
    canvas.ax.scatter(
        columns[inside], rows[inside], s=0.35, color=canvas.palette.water_edge, linewidths=0, zorder=1.95
    )
