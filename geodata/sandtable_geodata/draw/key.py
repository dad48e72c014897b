"""The key: every sign of the map, drawn by the code that draws the map."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
import shapely
from matplotlib.patches import Circle, Rectangle, RegularPolygon

from . import board, symbols
from .canvas import Canvas, Style
from .counters import Counter, draw_counter
from .text import write

KEY_PT = 316.0
"""Height of the key."""

ROW_PT = 14.6
TEXT_PT = 7.9
HEAD_PT = 8.6

Sign = Callable[[Canvas, float, float], None]

_TERRAIN = (
    ("clear", "Clear"),
    ("rice_paddy", "Rice paddy"),
    ("marsh", "Marsh"),
    ("woods", "Woods and hills"),
    ("city", "City"),
    ("neutral", "Neutral, not to be entered"),
    ("water", "Yangtze, sea, lake"),
)
_TOWNS = ((1, "city", "City"), (2, "", "Large town"), (3, "", "County town"), (4, "", "Village"))
_COUNTERS = (
    (Counter("japanese", "infantry", "III", "infantry", 3, 2, 2, False), "Japanese|regiment"),
    (Counter("japanese", "naval", "II", "naval", 2, 1, 2, False), "Landing force,|a step lost"),
    (Counter("chinese", "infantry", "XX", "regular", 2, 1, 1, False), "Chinese|division"),
    (Counter("chinese", "infantry", "XX", "elite", 3, 2, 2, False), "Chinese elite|division"),
    (Counter("chinese", "static", "garrison", "garrison", 1, 1, 1, True), "Chinese|garrison"),
)


def draw_key(canvas: Canvas) -> None:
    """Two columns of signs and two rows of counters."""
    _, _, width, height = canvas.frame.bounds
    style: Style = {"facecolor": canvas.palette.panel, "edgecolor": canvas.palette.ink, "linewidth": 0.8}
    canvas.fill(shapely.box(1, 1, width - 1, height - 1), zorder=0, **style)
    left, right = _Column(canvas, 12, height - 14), _Column(canvas, width / 2 + 4, height - 14)
    left.rows("Terrain of the hex", [(partial(_swatch, word=word), text) for word, text in _TERRAIN])
    left.rows("Places", [(partial(_town, rank=rank, role=role), text) for rank, role, text in _TOWNS])
    right.rows(
        "Hexsides",
        [
            (partial(_side, feature="creek"), "Creek or canal"),
            (partial(_side, feature="river"), "River"),
            (partial(_side, feature="huangpu_navigable"), "Navigable Whangpoo"),
        ],
    )
    right.rows(
        "Lines",
        [
            (_railway, "Railway"),
            (_road, "Main road"),
            (_fort, "Fortified line"),
            (_boom, "Naval gunfire line (boom)"),
            (_landing, "Landing site"),
        ],
    )
    right.head("Relief in metres")
    _ramp(canvas, right.x, right.y, width - right.x - 14)
    _counters(canvas, min(left.y, right.y) - 4, width)


class _Column:
    """Rows from the top down."""

    def __init__(self, canvas: Canvas, x: float, y: float) -> None:
        self.canvas, self.x, self.y = canvas, x, y

    def head(self, text: str) -> None:
        write(self.canvas, text, "bold", HEAD_PT, (self.x, self.y - 8))
        self.y -= ROW_PT + 4

    def rows(self, head: str, signs: list[tuple[Sign, str]]) -> None:
        self.head(head)
        for sign, text in signs:
            sign(self.canvas, self.x + 13, self.y)
            write(self.canvas, text, "regular", TEXT_PT, (self.x + 33, self.y - 2.6))
            self.y -= ROW_PT


def _swatch(canvas: Canvas, x: float, y: float, word: str) -> None:
    palette = canvas.palette
    colour = palette.sea if word == "water" else palette.terrain[word]
    style: Style = {"facecolor": colour, "edgecolor": palette.faint, "linewidth": 0.6}
    canvas.ax.add_artist(RegularPolygon((x, y), 6, radius=8.2, orientation=np.pi / 6, **style))
    if word in board.MARKS:
        board.scatter_marks(canvas, word, np.array([(x - 3, y + 1.5), (x + 3, y - 2.5)]))


def _town(canvas: Canvas, x: float, y: float, rank: int, role: str) -> None:
    symbols.town_symbol(canvas, rank, role, x, y, 1.25 * symbols.TOWN_RADIUS_PT[rank])


def _side(canvas: Canvas, x: float, y: float, feature: str) -> None:
    bend = np.array([x, y]) + np.array([(-13, -2.5), (-6, 2.5), (2, 2.5), (7, -2.5), (13, -2.5)])
    board.hexside_water(canvas, shapely.LineString(board.cut_corners(bend, 3)), feature)


def _level(x: float, y: float, half: float = 13) -> shapely.LineString:
    return shapely.LineString([(x - half, y), (x + half, y)])


def _railway(canvas: Canvas, x: float, y: float) -> None:
    board.railway(canvas, _level(x, y))


def _road(canvas: Canvas, x: float, y: float) -> None:
    board.road(canvas, _level(x, y))


def _fort(canvas: Canvas, x: float, y: float) -> None:
    symbols.fortified(canvas, _level(x, y - 1), upward=True)


def _boom(canvas: Canvas, x: float, y: float) -> None:
    symbols.boom(canvas, _level(x, y, 11))


def _landing(canvas: Canvas, x: float, y: float) -> None:
    symbols.arrow(canvas, np.column_stack([np.linspace(x - 13, x + 11, 9), np.full(9, y)]))


def _ramp(canvas: Canvas, x: float, y: float, width: float) -> None:
    levels = canvas.palette.relief
    cell = width / len(levels)
    for number, (level, colour) in enumerate(levels.items()):
        left = x + number * cell
        style: Style = {"facecolor": colour, "edgecolor": canvas.palette.faint, "linewidth": 0.4}
        canvas.ax.add_artist(Rectangle((left, y - 2), cell, 9, **style))
        write(canvas, str(level), "regular", 5.4, (left, y - 9.5), align=(0.5, 0.0))


def _counters(canvas: Canvas, top: float, width: float) -> None:
    write(canvas, "Counters", "bold", HEAD_PT, (12, top - 4))
    pitch = (width - 20) / 3
    for number, (counter, text) in enumerate(_COUNTERS):
        x, y = 27 + number % 3 * pitch, top - 27 - number // 3 * 35
        draw_counter(canvas, np.array([x, y]), 27.0, counter)
        _two_lines(canvas, text, x + 18, y)
    x, y = 27 + 2 * pitch, top - 27 - 35
    rim: Style = {"facecolor": canvas.palette.panel, "edgecolor": canvas.palette.ink, "linewidth": 0.8}
    canvas.ax.add_artist(Circle((x, y), 7.5, **rim))
    write(canvas, "3", "bold", 10, (x, y - 3.6), align=(0.5, 0.0))
    _two_lines(canvas, "Units in|the stack", x + 18, y)


def _two_lines(canvas: Canvas, text: str, x: float, y: float) -> None:
    for number, line in enumerate(text.split("|")):
        write(canvas, line, "regular", 7.6, (x, y + 2.4 - 9.2 * number))
