"""The panel beside the map: title, key to the signs, notes. Its axes counts in points of print."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import shapely
from matplotlib.patches import Circle, RegularPolygon

from ..fit import LocalScale
from . import board, symbols
from .canvas import Canvas, Extent
from .counters import Counter, draw_counter
from .style import Palette
from .text import Run, lettering, put

ROW = 14.6
KEY_PT = 312.0
"""Height of the key."""

_TERRAIN = (
    ("clear", "Clear"),
    ("rice_paddy", "Rice paddy"),
    ("marsh", "Marsh"),
    ("woods", "Woods and hills"),
    ("city", "City"),
    ("neutral", "Neutral, not to be entered"),
    ("water", "Yangtze, sea, lake"),
)

_COUNTERS = (
    (Counter("japanese", "infantry", "III", "infantry", 3, 2, 2, False), "Japanese|regiment"),
    (Counter("japanese", "naval", "II", "naval", 2, 1, 2, False), "Landing force,|a step lost"),
    (Counter("chinese", "infantry", "XX", "regular", 2, 1, 1, False), "Chinese|division"),
    (Counter("chinese", "infantry", "XX", "elite", 3, 2, 2, False), "Chinese elite|division"),
    (Counter("chinese", "static", "garrison", "garrison", 1, 1, 1, True), "Chinese|garrison"),
)


def panel_canvas(ax: object, palette: Palette, width: float, height: float) -> Canvas:
    """A canvas whose kilometres are points, so that signs are drawn by the code that draws the map."""
    ax.set_xlim(0, width)  # type: ignore[attr-defined]
    ax.set_ylim(0, height)  # type: ignore[attr-defined]
    return Canvas(ax, palette, LocalScale(1, 1), Extent(0, 0, width, height), km_per_pt=1.0, zoom=1.0)  # type: ignore[arg-type]


def draw_title(canvas: Canvas, title: str, hanzi: str, subtitle: str) -> None:
    """The cartouche."""
    _, _, width, height = canvas.frame.bounds
    ink = canvas.palette.ink
    canvas.fill(shapely.box(1, 1, width - 1, height - 1), facecolor=canvas.palette.panel, edgecolor=ink, linewidth=1.2)
    canvas.stroke(shapely.box(4, 4, width - 4, height - 4), edgecolor=ink, linewidth=0.4)
    middle = width / 2
    put(canvas, _fitted(title, "heavy", 21, width - 26), (middle, height - 34), ink, align=(0.5, 0.0))
    put(canvas, lettering((Run(hanzi, "hanzi bold", 15),)), (middle, height - 56), canvas.palette.fort, align=(0.5, 0.0))
    canvas.stroke(shapely.LineString([(middle - 60, height - 64), (middle + 60, height - 64)]), edgecolor=ink, linewidth=0.5)
    put(canvas, _fitted(subtitle, "italic", 10.5, width - 26), (middle, height - 79), ink, align=(0.5, 0.0))


def _fitted(text: str, face: str, size: float, width: float) -> object:
    letters = lettering((Run(text, face, size),))
    return letters if letters.width <= width else lettering((Run(text, face, size * width / letters.width),))


def draw_key(canvas: Canvas) -> None:
    """Every sign that the map uses, in two columns and a row of counters."""
    _, _, width, height = canvas.frame.bounds
    style = {"facecolor": canvas.palette.panel, "edgecolor": canvas.palette.ink, "linewidth": 0.8}
    canvas.fill(shapely.box(1, 1, width - 1, height - 1), zorder=0, **style)
    left = _Column(canvas, 12, height - 14)
    left.head("Terrain of the hex")
    for word, text in _TERRAIN:
        left.row(lambda x, y, word=word: _swatch(canvas, word, x, y), text)
    left.head("Places")
    for rank, role, text in ((1, "city", "City"), (2, "", "Large town"), (3, "", "County town"), (4, "", "Village")):
        radius = symbols.TOWN_RADIUS_PT[rank] * 1.25
        left.row(lambda x, y, a=(rank, role, radius): symbols.town_symbol(canvas, a[0], a[1], x, y, a[2]), text)
    right = _Column(canvas, width / 2 + 4, height - 14)
    right.head("Hexsides")
    palette = canvas.palette
    for colour, thick, core, text in (
        (palette.creek, 1.7, "", "Creek or canal"),
        (palette.river, 3.4, "", "River"),
        (palette.river, 4.2, palette.sea, "Navigable Whangpoo"),
    ):
        right.row(lambda x, y, a=(colour, thick, core): _side(canvas, x, y, *a), text)
    right.head("Lines")
    line = lambda x, y: shapely.LineString([(x - 13, y), (x + 13, y)])  # noqa: E731
    right.row(lambda x, y: board.railway(canvas, line(x, y)), "Railway")
    right.row(lambda x, y: board.road(canvas, line(x, y)), "Main road")
    right.row(lambda x, y: _fort(canvas, x, y), "Fortified line")
    right.row(lambda x, y: _boom(canvas, x, y), "Naval gunfire line (boom)")
    right.row(lambda x, y: _landing(canvas, x, y), "Landing site")
    y = min(left.y, right.y) - 4
    _counters(canvas, y, width)


class _Column:
    def __init__(self, canvas: Canvas, x: float, y: float) -> None:
        self.canvas, self.x, self.y = canvas, x, y

    def head(self, text: str) -> None:
        self.y -= 3
        letters = lettering((Run(text, "bold", 8.6),))
        put(self.canvas, letters, (self.x, self.y - 5), self.canvas.palette.ink)
        self.y -= ROW + 1

    def row(self, sign: Callable[[float, float], object], text: str) -> None:
        sign(self.x + 13, self.y)
        put(self.canvas, lettering((Run(text, "regular", 7.9),)), (self.x + 33, self.y - 2.6), self.canvas.palette.ink)
        self.y -= ROW


def _swatch(canvas: Canvas, word: str, x: float, y: float) -> None:
    palette = canvas.palette
    colour = palette.sea if word == "water" else palette.terrain[word]
    style = {"facecolor": colour, "edgecolor": palette.faint, "linewidth": 0.6}
    canvas.ax.add_artist(RegularPolygon((x, y), 6, radius=8.6, orientation=np.pi / 6, **style))  # type: ignore[arg-type]
    if word in board.MARKS:
        board.scatter_marks(canvas, word, np.array([(x - 3, y + 1.5), (x + 3, y - 2.5)]))


def _side(canvas: Canvas, x: float, y: float, colour: str, thick: float, core: str) -> None:
    bend = board.cut_corners(np.array([(x - 13, y - 2.5), (x - 6, y + 2.5), (x + 2, y + 2.5), (x + 7, y - 2.5), (x + 13, y - 2.5)]), 3)
    canvas.stroke(shapely.LineString(bend), edgecolor=colour, linewidth=thick)
    if core:
        canvas.stroke(shapely.LineString(bend), edgecolor=core, linewidth=thick * 0.42)


def _fort(canvas: Canvas, x: float, y: float) -> None:
    symbols.fortified(canvas, shapely.LineString([(x - 13, y - 1), (x + 13, y - 1)]), upward=True)


def _boom(canvas: Canvas, x: float, y: float) -> None:
    symbols.boom(canvas, shapely.LineString([(x - 11, y), (x + 11, y)]))


def _landing(canvas: Canvas, x: float, y: float) -> None:
    points = np.column_stack([np.linspace(x - 13, x + 11, 9), np.full(9, y)])
    symbols.arrow(canvas, points)


def _counters(canvas: Canvas, top: float, width: float) -> None:
    put(canvas, lettering((Run("Counters", "bold", 8.6),)), (12, top - 4), canvas.palette.ink)
    side, pitch = 27.0, (width - 20) / 3
    for number, (counter, text) in enumerate(_COUNTERS):
        x, y = 27 + number % 3 * pitch, top - 27 - number // 3 * 35
        draw_counter(canvas, np.array([x, y]), side, counter)
        _two_lines(canvas, text, x + 18, y)
    x, y = 27 + 2 * pitch, top - 27 - 35
    rim = {"facecolor": canvas.palette.panel, "edgecolor": canvas.palette.ink, "linewidth": 0.8}
    canvas.ax.add_artist(Circle((x, y), 7.5, **rim))  # type: ignore[arg-type]
    put(canvas, lettering((Run("3", "bold", 10),)), (x, y - 3.6), canvas.palette.ink, align=(0.5, 0.0))
    _two_lines(canvas, "Units in|the stack", x + 18, y)


def _two_lines(canvas: Canvas, text: str, x: float, y: float) -> None:
    for number, line in enumerate(text.split("|")):
        put(canvas, lettering((Run(line, "regular", 7.6),)), (x, y + 2.4 - 9.2 * number), canvas.palette.ink)


def draw_notes(canvas: Canvas, lines: list[str]) -> None:
    """Small print."""
    _, _, _, height = canvas.frame.bounds
    for number, text in enumerate(lines):
        put(canvas, lettering((Run(text, "regular", 5.4),)), (2, height - 8 - 8 * number), canvas.palette.faint)

