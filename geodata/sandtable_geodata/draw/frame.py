"""The neat line of a map, its border and its graticule."""

from __future__ import annotations

import numpy as np
import shapely
from matplotlib.patches import Rectangle

from .canvas import Canvas, Style
from .text import write

BORDER_PT = 4.2
FIGURE_PT = 6.4


def degrees(value: float, axis: str) -> str:
    """30.5, 'lat' to 30°30′N."""
    minutes = round(abs(value) * 60)
    letter = ("E" if value >= 0 else "W") if axis == "lon" else ("N" if value >= 0 else "S")
    return f"{minutes // 60}°" + (f"{minutes % 60:02d}′" if minutes % 60 else "") + letter


def draw_frame(canvas: Canvas, step: float, sides: str = "wsne") -> None:
    """Neat line, a border in black and white as on charts, figures every `step` degrees on these sides."""
    west, south, east, north = canvas.frame.bounds
    for out, width in ((0.0, 0.8), (canvas.pt(BORDER_PT), 1.3)):
        edge: Style = {"facecolor": "none", "edgecolor": canvas.palette.ink, "linewidth": width}
        corner, size = (west - out, south - out), (east - west + 2 * out, north - south + 2 * out)
        canvas.ax.add_artist(Rectangle(corner, *size, zorder=9, clip_on=False, **edge))
    _border(canvas, step / 3)
    _figures(canvas, step, sides)
    _graticule(canvas, step)


def _border(canvas: Canvas, step: float) -> None:
    west, south, east, north = canvas.frame.bounds
    extent, thick = canvas.extent, canvas.pt(BORDER_PT)
    style: Style = {"facecolor": canvas.palette.ink, "linewidth": 0, "zorder": 9, "clip_on": False}
    for low, high, axis in ((extent.west, extent.east, 0), (extent.south, extent.north, 1)):
        ticks = np.arange(np.floor(low / step), np.ceil(high / step)) * step
        for tick in ticks:
            a, b = max(tick, low), min(tick + step, high)
            if round(tick / step) % 2 or b <= a:
                continue
            unit = (canvas.scale.km_per_lon, canvas.scale.km_per_lat)[axis]
            start, length = a * unit, (b - a) * unit
            for base in (south - thick, north) if axis == 0 else (west - thick, east):
                spot = (start, base) if axis == 0 else (base, start)
                shape = (length, thick) if axis == 0 else (thick, length)
                canvas.ax.add_artist(Rectangle(spot, *shape, **style))


def _figures(canvas: Canvas, step: float, sides: str) -> None:
    west, south, east, north = canvas.frame.bounds
    out = canvas.pt(7.0)
    style: Style = {"zorder": 9, "clip": False}
    for lon in _ticks(canvas.extent.west, canvas.extent.east, step):
        x = lon * canvas.scale.km_per_lon
        for side, y, align in (("n", north + out, 0.0), ("s", south - out, 1.0)):
            if side in sides:
                write(canvas, degrees(lon, "lon"), "regular", FIGURE_PT, (x, y), align=(0.5, align), **style)
    for lat in _ticks(canvas.extent.south, canvas.extent.north, step):
        y = lat * canvas.scale.km_per_lat
        for side, x, angle in (("w", west - out, 90), ("e", east + out, -90)):
            if side in sides:
                text = degrees(lat, "lat")
                write(canvas, text, "regular", FIGURE_PT, (x, y), align=(0.5, 0.0), angle=angle, **style)


def _graticule(canvas: Canvas, step: float) -> None:
    """Small crosses where meridians and parallels meet, so that the sheet stays quiet."""
    arm = canvas.pt(3)
    for lon in _ticks(canvas.extent.west, canvas.extent.east, step):
        for lat in _ticks(canvas.extent.south, canvas.extent.north, step):
            x, y = canvas.at(lon, lat)
            cross = shapely.MultiLineString([[(x - arm, y), (x + arm, y)], [(x, y - arm), (x, y + arm)]])
            canvas.stroke(cross, edgecolor=canvas.palette.ink, linewidth=0.4, alpha=0.45, zorder=3.15)


def _ticks(low: float, high: float, step: float) -> list[float]:
    first = np.ceil(low / step - 1e-9)
    return [float(k * step) for k in np.arange(first, np.floor(high / step + 1e-9) + 1)]
