"""Title and small print of the page. Their axes count in points of print."""

from __future__ import annotations

import shapely
from matplotlib.axes import Axes

from ..fit import LocalScale
from .canvas import Canvas, Extent
from .style import Palette
from .text import Run, lettering, write


def panel_canvas(ax: Axes, palette: Palette, width: float, height: float) -> Canvas:
    """A canvas whose kilometres are points, so that signs are drawn by the code that draws the map."""
    ax.set_xlim(0, width)
    ax.set_ylim(0, height)
    ax.set_axis_off()
    return Canvas(ax, palette, LocalScale(1, 1), Extent(0, 0, width, height), km_per_pt=1.0, zoom=1.0)


def draw_title(canvas: Canvas, title: str, hanzi: str, subtitle: str) -> None:
    """The cartouche."""
    _, _, width, height = canvas.frame.bounds
    palette, middle, centred = canvas.palette, width / 2, {"align": (0.5, 0.0)}
    outer, inner = shapely.box(1, 1, width - 1, height - 1), shapely.box(4, 4, width - 4, height - 4)
    canvas.fill(outer, facecolor=palette.panel, edgecolor=palette.ink, linewidth=1.2)
    canvas.stroke(inner, edgecolor=palette.ink, linewidth=0.4)
    write(canvas, title, "heavy", _fitting(title, "heavy", 22, width - 26), (middle, height - 35), **centred)
    write(canvas, hanzi, "hanzi bold", 15, (middle, height - 56), colour=palette.fort, **centred)
    rule = shapely.LineString([(middle - 60, height - 64), (middle + 60, height - 64)])
    canvas.stroke(rule, edgecolor=palette.ink, linewidth=0.5)
    size = _fitting(subtitle, "italic", 10.5, width - 26)
    write(canvas, subtitle, "italic", size, (middle, height - 79), **centred)


def _fitting(text: str, face: str, size: float, width: float) -> float:
    """The size, or less if the text would be wider than this."""
    return min(size, size * width / lettering((Run(text, face, size),)).width)


def draw_notes(canvas: Canvas, lines: list[str]) -> None:
    """Small print."""
    _, _, _, height = canvas.frame.bounds
    for number, text in enumerate(lines):
        write(canvas, text, "regular", 5.6, (2, height - 8 - 8 * number), colour=canvas.palette.faint)
