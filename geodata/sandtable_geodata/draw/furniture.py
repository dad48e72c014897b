"""What surrounds a map: neat line and graticule, scale bar, north arrow, title, key and notes."""

from __future__ import annotations

import numpy as np
import shapely
from matplotlib.axes import Axes
from matplotlib.patches import Polygon, Rectangle

from .canvas import Canvas
from .text import Run, lettering, put

KM_PER_MILE = 1.609344
BORDER_PT = 4.2


def degrees(value: float, axis: str) -> str:
    """30.5, 'lat' to 30°30′N."""
    minutes = round(abs(value) * 60)
    letter = ("E" if value >= 0 else "W") if axis == "lon" else ("N" if value >= 0 else "S")
    return f"{minutes // 60}°" + (f"{minutes % 60:02d}′" if minutes % 60 else "") + letter


def draw_frame(canvas: Canvas, step: float, sides: str = "wsne") -> None:
    """Neat line, a border in black and white as on charts, and figures every `step` degrees on these sides."""
    west, south, east, north = canvas.frame.bounds
    for out, width in ((0.0, 0.8), (canvas.pt(BORDER_PT), 1.3)):
        edge = {"facecolor": "none", "edgecolor": canvas.palette.ink, "linewidth": width, "zorder": 9, "clip_on": False}
        corner, size = (west - out, south - out), (east - west + 2 * out, north - south + 2 * out)
        canvas.ax.add_artist(Rectangle(corner, *size, **edge))  # type: ignore[arg-type]
    _border(canvas, step / 3)
    _figures(canvas, step, sides)
    _graticule(canvas, step)


def _border(canvas: Canvas, step: float) -> None:
    west, south, east, north = canvas.frame.bounds
    extent, thick = canvas.extent, canvas.pt(BORDER_PT)
    style = {"facecolor": canvas.palette.ink, "linewidth": 0, "zorder": 9, "clip_on": False}
    for low, high, axis in ((extent.west, extent.east, 0), (extent.south, extent.north, 1)):
        ticks = np.arange(np.floor(low / step), np.ceil(high / step)) * step
        for tick in ticks:
            a, b = max(tick, low), min(tick + step, high)
            if round(tick / step) % 2 or b <= a:
                continue
            unit = (canvas.scale.km_per_lon, canvas.scale.km_per_lat)[axis]
            start, length = a * unit, (b - a) * unit
            for base in ((south - thick, north) if axis == 0 else (west - thick, east)):
                spot = (start, base) if axis == 0 else (base, start)
                shape = (length, thick) if axis == 0 else (thick, length)
                canvas.ax.add_artist(Rectangle(spot, *shape, **style))  # type: ignore[arg-type]


def _figures(canvas: Canvas, step: float, sides: str) -> None:
    west, south, east, north = canvas.frame.bounds
    out = canvas.pt(7.0)
    for lon in _ticks(canvas.extent.west, canvas.extent.east, step):
        x, letters = lon * canvas.scale.km_per_lon, lettering((Run(degrees(lon, "lon"), "regular", 6.4),))
        for side, y, align in (("n", north + out, 0.0), ("s", south - out, 1.0)):
            if side in sides:
                _outside(canvas, letters, (x, y), (0.5, align), 0)
    for lat in _ticks(canvas.extent.south, canvas.extent.north, step):
        y, letters = lat * canvas.scale.km_per_lat, lettering((Run(degrees(lat, "lat"), "regular", 6.4),))
        for side, x, angle in (("w", west - out, 90), ("e", east + out, -90)):
            if side in sides:
                _outside(canvas, letters, (x, y), (0.5, 0.0), angle)


def _outside(canvas: Canvas, letters: object, at: tuple[float, float], align: tuple[float, float], angle: float) -> None:
    before = len(canvas.ax.patches)
    put(canvas, letters, at, canvas.palette.ink, align=align, angle=angle, zorder=9)  # type: ignore[arg-type]
    for patch in canvas.ax.patches[before:]:
        patch.set_clip_on(False)


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


def draw_scale_bar(canvas: Canvas, at: tuple[float, float], kilometres: int) -> shapely.Polygon:
    """Kilometres above, miles below; `at` is the left end in kilometres of the sheet. Returns the ground it takes."""
    ax, palette = canvas.ax, canvas.palette
    x, y = at
    thick, parts = canvas.pt(2.2), 5
    for length, base, unit in ((kilometres, y, "km"), (_round_miles(kilometres) * KM_PER_MILE, y - thick, "miles")):
        for part in range(parts):
            dark = (part % 2 == 0) == (unit == "km")
            ax.add_artist(Rectangle((x + part * length / parts, base), length / parts, thick, linewidth=0.4,
                                   facecolor=palette.ink if dark else palette.panel, edgecolor=palette.ink, zorder=8))  # fmt: skip
        for part in (0, *range(1, parts + 1)) if unit == "km" else (0, parts):
            value = f"{length / parts * part / (1 if unit == 'km' else KM_PER_MILE):.0f}"
            text = value + (f" {unit}" if part == parts else "")
            where = (x + part * length / parts, base + 1.5 * thick if unit == "km" else base - 0.6 * thick)
            align = (0.5, 0.0 if unit == "km" else 1.0)
            put(canvas, lettering((Run(text, "regular", 5.4),)), where, palette.ink, align=align, halo=1.2, zorder=8)
    return shapely.box(x - canvas.pt(6), y - canvas.pt(12), x + kilometres + canvas.pt(16), y + canvas.pt(12))


def _round_miles(kilometres: int) -> int:
    return max(5, round(kilometres / KM_PER_MILE / 5) * 5)


def draw_north_arrow(canvas: Canvas, at: tuple[float, float]) -> shapely.Polygon:
    """A slim needle; the sheet is north up."""
    x, y = at
    tall, half = canvas.pt(25), canvas.pt(4.2)
    palette = canvas.palette
    left = [(x, y + tall), (x - half, y), (x, y + 0.22 * tall)]
    right = [(x, y + tall), (x + half, y), (x, y + 0.22 * tall)]
    edge = {"edgecolor": palette.ink, "linewidth": 0.5, "zorder": 8}
    canvas.ax.add_artist(Polygon(left, facecolor=palette.ink, **edge))  # type: ignore[arg-type]
    canvas.ax.add_artist(Polygon(right, facecolor=palette.panel, **edge))  # type: ignore[arg-type]
    put(canvas, lettering((Run("N", "bold", 8.5),)), (x, y + tall + canvas.pt(2)), palette.ink, align=(0.5, 0.0), halo=1.2, zorder=8)
    return shapely.box(x - 2 * half, y - canvas.pt(2), x + 2 * half, y + tall + canvas.pt(12))


def panel_axes(figure: object, box: tuple[float, float, float, float]) -> Axes:
    """An empty axes of the page without ticks."""
    ax = figure.add_axes(box)  # type: ignore[attr-defined]
    ax.set_axis_off()
    return ax
