"""Scale bar and north arrow."""

from __future__ import annotations

import shapely
from matplotlib.patches import Polygon, Rectangle

from .canvas import Canvas, Style
from .text import write

KM_PER_MILE = 1.609344
LENGTHS = {80: (4, 50), 50: (5, 30), 20: (4, 12), 10: (5, 6), 5: (5, 3), 2: (4, 1)}
"""Kilometres of a bar, into how many parts it falls, and the miles of the bar below it."""


def draw_signs(canvas: Canvas) -> list[shapely.Polygon]:
    """Scale bar and north arrow in the upper right corner; returns the ground they take."""
    west, _, east, north = canvas.frame.bounds
    length = next(km for km in LENGTHS if km < 0.25 * (east - west) or km == min(LENGTHS))
    x, y = east - length - canvas.pt(62), north - canvas.pt(34)
    return [_scale_bar(canvas, x, y, length), _north_arrow(canvas, east - canvas.pt(22), y - canvas.pt(9))]


def _scale_bar(canvas: Canvas, x: float, y: float, kilometres: int) -> shapely.Polygon:
    parts, miles = LENGTHS[kilometres]
    thick = canvas.pt(2.2)
    _bar(canvas, x, y, kilometres / parts, parts)
    _bar(canvas, x, y - thick, miles * KM_PER_MILE / 2, 2)
    style: Style = {"halo": 1.2, "zorder": 8}
    for part in range(parts + 1):
        text = f"{kilometres / parts * part:g}" + (" km" if part == parts else "")
        spot = (x + part * kilometres / parts, y + 1.6 * thick)
        write(canvas, text, "regular", 5.6, spot, align=(0.5, 0.0), **style)
    for value in (0, miles):
        text = f"{value}" + {0: "", 1: " mile"}.get(value, " miles")
        write(
            canvas,
            text,
            "regular",
            5.6,
            (x + value * KM_PER_MILE, y - 1.7 * thick),
            align=(0.5, 1.0),
            **style,
        )
    return shapely.box(x - canvas.pt(6), y - canvas.pt(13), x + kilometres + canvas.pt(16), y + canvas.pt(12))


def _bar(canvas: Canvas, x: float, y: float, part_km: float, parts: int) -> None:
    edge: Style = {"edgecolor": canvas.palette.ink, "linewidth": 0.4, "zorder": 8}
    for part in range(parts):
        face = canvas.palette.panel if part % 2 else canvas.palette.ink
        canvas.ax.add_artist(
            Rectangle((x + part * part_km, y), part_km, canvas.pt(2.2), facecolor=face, **edge)
        )


def _north_arrow(canvas: Canvas, x: float, y: float) -> shapely.Polygon:
    tall, half, palette = canvas.pt(25), canvas.pt(4.2), canvas.palette
    edge: Style = {"edgecolor": palette.ink, "linewidth": 0.5, "zorder": 8}
    for side, face in ((-half, palette.ink), (half, palette.panel)):
        needle = [(x, y + tall), (x + side, y), (x, y + 0.22 * tall)]
        canvas.ax.add_artist(Polygon(needle, facecolor=face, **edge))
    write(canvas, "N", "bold", 8.5, (x, y + tall + canvas.pt(2)), align=(0.5, 0.0), halo=1.2, zorder=8)
    return shapely.box(x - 2 * half, y - canvas.pt(2), x + 2 * half, y + tall + canvas.pt(12))
