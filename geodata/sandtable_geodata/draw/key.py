"""The key: every sign of the map, drawn by the code that draws the map."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
import shapely
from matplotlib.patches import Circle, Rectangle, RegularPolygon

from ..areas import AreaFrame
from ..theatre import Theatre
from . import basemap, board, frontier, symbols, works
from .area_signs import AREA_SIGNS
from .canvas import Canvas, Style
from .counters import Counter, draw_counter, livery
from .text import write

ROW_PT = 14.6
TEXT_PT = 7.9
HEAD_PT = 8.6

_YARDS = ((-8, -4), (-2, -5), (4, -3), (-7, 1), (-1, 1), (5, 2))
"""Where the houses of the key stand."""

Sign = Callable[[Canvas, float, float], None]


def draw_key(canvas: Canvas, theatre: Theatre) -> None:
    """Two columns of signs and rows of counters, as many as the theatre lists."""
    _, _, width, height = canvas.frame.bounds
    style: Style = {"facecolor": canvas.palette.panel, "edgecolor": canvas.palette.ink, "linewidth": 0.8}
    canvas.fill(shapely.box(1, 1, width - 1, height - 1), zorder=0, **style)
    left, right = _Column(canvas, 12, height - 14), _Column(canvas, width / 2 + 4, height - 14)
    for column, listed in zip((left, right), sections(theatre), strict=True):
        for head, signs in listed:
            column.rows(head, signs)
    right.head("Relief in metres")
    _ramp(canvas, right.x, right.y, width - right.x - 14, theatre.settings["relief"]["levels"])
    _counters(canvas, min(left.y, right.y) - 4, width, theatre)


Section = tuple[str, list[tuple[Sign, str]]]
"""A heading, and signs with what they mean."""


def sections(theatre: Theatre) -> tuple[list[Section], list[Section]]:
    """What the two columns of the key hold."""
    if isinstance(theatre.georeference, AreaFrame):
        listed = theatre.settings["plate"]["key"]
        return _listed(listed["left"]), _listed(listed["right"])
    return _hex_sections(theatre)


def _listed(blocks: Iterable[Mapping[str, Any]]) -> list[Section]:
    return [(block["head"], [(_SIGNS[sign], text) for sign, text in block["signs"]]) for block in blocks]


def _hex_sections(theatre: Theatre) -> tuple[list[Section], list[Section]]:
    plate = theatre.settings["plate"]
    listed = plate["key"]
    flat = theatre.georeference.grid.top == "flat"
    terrain = [(partial(_swatch, word=word, flat=flat), text) for word, text in listed["terrain"]]
    places = [(partial(_town, rank=rank, look=look), text) for rank, look, text in listed["places"]]
    water = [(partial(_side, look=sign["look"]), sign["text"]) for sign in plate["hexsides"]]
    signs = _SIGNS | {"front": partial(_front, holders=plate.get("front", ()))}
    sides = [(signs[sign], text) for sign, text in listed["hexsides"]]
    lines = [(_SIGNS[sign], text) for sign, text in listed["lines"]]
    return (
        [("Terrain of the hex", terrain), ("Places", places)],
        [("Hexsides", water + sides), ("Lines", lines)],
    )


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


def _swatch(canvas: Canvas, x: float, y: float, word: str, flat: bool) -> None:
    palette = canvas.palette
    colour = palette.sea if word == "water" else palette.terrain[word]
    style: Style = {"facecolor": colour, "edgecolor": palette.faint, "linewidth": 0.6}
    canvas.ax.add_artist(
        RegularPolygon((x, y), 6, radius=8.2, orientation=np.pi / 6 if flat else 0.0, **style)
    )
    if word in board.MARKS:
        board.scatter_marks(canvas, word, np.array([(x - 3, y + 1.5), (x + 3, y - 2.5)]))


def _town(canvas: Canvas, x: float, y: float, rank: int, look: str) -> None:
    if look == "houses":
        works.houses(
            canvas, shapely.MultiPolygon([shapely.box(x + a, y + b, x + a + 4, y + b + 3) for a, b in _YARDS])
        )
    symbols.town_symbol(canvas, rank, look, x, y, 1.25 * symbols.TOWN_RADIUS_PT[rank])


def _side(canvas: Canvas, x: float, y: float, look: str) -> None:
    bend = np.array([x, y]) + np.array([(-13, -2.5), (-6, 2.5), (2, 2.5), (7, -2.5), (13, -2.5)])
    board.hexside_water(canvas, shapely.LineString(board.cut_corners(bend, 3)), look)


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


def _objective(canvas: Canvas, x: float, y: float) -> None:
    turns = np.arange(6) * np.pi / 3
    board.objective(canvas, shapely.Polygon(np.column_stack([x + 8 * np.sin(turns), y + 8 * np.cos(turns)])))


def _frontier(canvas: Canvas, x: float, y: float) -> None:
    """Yellow above, red below: any two countries."""
    line, palette = _level(x, y), canvas.palette
    for shift, colour in ((2.2, palette.ribbon[1]), (-2.2, palette.ribbon[0])):
        ribbon = shapely.transform(line, lambda points, up=shift: points + np.array((0, up)))
        canvas.stroke(ribbon, edgecolor=colour, linewidth=4.4, alpha=frontier.RIBBON, capstyle="butt")
    frontier.frontier_line(canvas, line)


def _wall(canvas: Canvas, x: float, y: float) -> None:
    course = _level(x, y)
    works.wall(canvas, course)
    works.gate(canvas, course, np.array([x, y]))


def _bridge(canvas: Canvas, x: float, y: float) -> None:
    board.hexside_water(canvas, _level(x, y), "channel")
    works.bridge(canvas, np.array([x, y]), np.array([1.0, 0.0]))


def _outlined(canvas: Canvas, x: float, y: float) -> None:
    board.outlined(canvas, _level(x, y))


def _stream(canvas: Canvas, x: float, y: float) -> None:
    basemap.stream(canvas, _level(x, y))


def _front(canvas: Canvas, x: float, y: float, holders: Sequence[Mapping[str, str]]) -> None:
    for holder, up in zip(holders, (1.15, -1.15), strict=True):
        works.front(canvas, _level(x, y + up), canvas.palette.counter[holder["colour"]])


def _track(canvas: Canvas, x: float, y: float) -> None:
    works.track(canvas, _level(x, y))


_SIGNS: dict[str, Sign] = {
    "railway": _railway,
    "road": _road,
    "fort": _fort,
    "boom": _boom,
    "landing": _landing,
    "frontier": _frontier,
    "objective": _objective,
    "wall": _wall,
    "bridge": _bridge,
    "track": _track,
    "stream": _stream,
    "outlined": _outlined,
    **AREA_SIGNS,
}


def _ramp(canvas: Canvas, x: float, y: float, width: float, levels: Sequence[int]) -> None:
    cell = width / len(levels)
    for number, (level, colour) in enumerate(zip(levels, canvas.palette.relief, strict=True)):
        left = x + number * cell
        style: Style = {"facecolor": colour, "edgecolor": canvas.palette.faint, "linewidth": 0.4}
        canvas.ax.add_artist(Rectangle((left, y - 2), cell, 9, **style))
        write(canvas, str(level), "regular", 5.4, (left, y - 9.5), align=(0.5, 0.0))


def _counters(canvas: Canvas, top: float, width: float, theatre: Theatre) -> None:
    plate = theatre.settings["plate"]
    shown = plate["key"]["counters"]
    write(canvas, plate["key"].get("counters_head", "Counters"), "bold", HEAD_PT, (12, top - 4))
    pitch = (width - 20) / 3
    for number, entry in enumerate(shown):
        x, y = 27 + number % 3 * pitch, top - 27 - number // 3 * 35
        counter = Counter(**{field: value for field, value in entry.items() if field != "text"})
        draw_counter(canvas, np.array([x, y]), 27.0, counter, livery(counter, plate["liveries"]))
        _two_lines(canvas, entry["text"], x + 18, y)
    x, y = 27 + len(shown) % 3 * pitch, top - 27 - len(shown) // 3 * 35
    rim: Style = {"facecolor": canvas.palette.panel, "edgecolor": canvas.palette.ink, "linewidth": 0.8}
    canvas.ax.add_artist(Circle((x, y), 7.5, **rim))
    write(canvas, "3", "bold", 10, (x, y - 3.6), align=(0.5, 0.0))
    _two_lines(canvas, "Units in|the stack", x + 18, y)


def _two_lines(canvas: Canvas, text: str, x: float, y: float) -> None:
    for number, line in enumerate(text.split("|")):
        write(canvas, line, "regular", 7.6, (x, y + 2.4 - 9.2 * number))
