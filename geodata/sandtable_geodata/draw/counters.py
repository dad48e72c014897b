"""Counters: NATO symbols on rounded or chamfered squares, stacks with a count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import geopandas as gpd
import numpy as np
import pandas as pd
import shapely
from matplotlib.patches import Circle, Ellipse, FancyBboxPatch, Patch, PathPatch, Polygon, Rectangle
from matplotlib.path import Path

from ..layers import DataError
from .canvas import Canvas, Style
from .text import write

SIDE_PT = 14.6
SHOWN = 3
"""At most this many counters of a stack are drawn; the badge says how many there are."""

SIZE_MARKS = {
    "division": "XX", "brigade": "X", "regiment": "III", "battalion": "II", "company": "I", "garrison": "",
}  # fmt: skip


Strokes = tuple[tuple[float, float], ...]
"""Ends of lines, two and two, in a box from -1 to 1."""

_CROSS: Strokes = ((-1, -1), (1, 1), (-1, 1), (1, -1))
_ANCHOR: Strokes = (
    (0, 0.75), (0, -0.75), (-0.45, 0.4), (0.45, 0.4),
    (-0.7, -0.15), (-0.35, -0.65), (-0.35, -0.65), (0, -0.75),
    (0.7, -0.15), (0.35, -0.65), (0.35, -0.65), (0, -0.75),
)  # fmt: skip
_BRIDGE: Strokes = (
    (-0.6, -0.5),
    (-0.6, 0.4),
    (-0.6, 0.4),
    (0.6, 0.4),
    (0.6, 0.4),
    (0.6, -0.5),
    (0, 0.4),
    (0, -0.5),
)
_RAILS: Strokes = ((-0.85, -0.75), (0.85, -0.75))
_STROKES: dict[str, Strokes] = {
    "naval": _ANCHOR,
    "cavalry": ((-1, -1), (1, 1)),
    "artillery": (),
    "heavy artillery": ((-0.5, -0.7), (0.5, -0.7)),
    "tank": (),
    "combat engineer": _BRIDGE,
    "armoured train": _RAILS,
    "armoured car": ((-1, -1), (1, 1)),
    "HQ": ((-1, 0.45), (1, 0.45)),
}
"""Signs of the arms; any other arm is infantry, a crossed box."""

_ROUNDS = {
    "artillery": (0.2, 0.33, True),
    "heavy artillery": (0.2, 0.33, True),
    "tank": (0.72, 0.6, False),
    "armoured train": (0.72, 0.45, False),
    "armoured car": (0.72, 0.6, False),
}
"""Arms with a disc or an oval: its half axes and whether it is full."""


@dataclass(frozen=True)
class Counter:
    """What one counter shows."""

    side: str
    kind: str
    size: str
    category: str
    formation: str
    strength: int
    steps: int
    max_steps: int
    static: bool
    defence: int | None = None
    """A second factor, where the counter has one."""


@dataclass(frozen=True)
class Livery:
    """What units wear: a colour of the palette, a shape, a star or the number of their formation.

    A counter that lies face down shows the number of its formation alone.
    """

    colour: str
    shape: str
    star: bool = False
    numbered: bool = False
    face_down: bool = False


Liveries = Sequence[Mapping[str, Any]]


def livery(counter: Counter, liveries: Liveries) -> Livery:
    """The first livery of the theatre whose conditions a counter meets."""
    for entry in liveries:
        if all(getattr(counter, field) == value for field, value in entry["of"].items()):
            return Livery(**{field: value for field, value in entry.items() if field != "of"})
    raise DataError(f"theatre.toml, plate.liveries: none fits a counter of {counter.side!r}")


def draw_counters(canvas: Canvas, units: gpd.GeoDataFrame, liveries: Liveries) -> list[shapely.Polygon]:
    """Every stack of a position; returns the ground that the counters cover."""
    covered = []
    side = canvas.pt(SIDE_PT * canvas.size**1.75)
    step = 0.13 * side
    sharing = units.groupby("space")["side"].nunique()
    for (space, _), stack in units.groupby(["space", "side"], sort=True):
        centre = np.array(canvas.km(stack.geometry.iloc[0]).coords[0])
        if sharing[space] > 1:
            # Enemies in one space stand side by side.
            centre[0] += (0.72 if stack["side"].iloc[0] == max(units["side"]) else -0.72) * side
        if not canvas.frame.contains(shapely.Point(centre)):
            continue
        seen = [_counter(row) for row in stack.sort_values("place").itertuples()]
        cards = [*seen, *[None] * int(stack["hidden"].iloc[0])][:SHOWN]
        for depth, card in reversed(list(enumerate(cards))):
            middle = centre + (depth - (len(cards) - 1) / 2) * np.array([step, step])
            z = 7 + 0.02 * (SHOWN - depth)
            if card is None:
                _blank(canvas, middle, side, livery(seen[0], liveries).shape, canvas.palette.faint, z)
            else:
                draw_counter(canvas, middle, side, card, livery(card, liveries), z)
        reach = side / 2 + (len(cards) - 1) / 2 * step
        count = int(stack["stack"].iloc[0])
        if count > 1:
            _badge(canvas, centre + 0.92 * np.array([reach, reach]), 0.24 * side, count)
            reach *= 1.08
        covered.append(shapely.box(*(centre - reach), *(centre + reach)))
    return covered


def _counter(row: Any) -> Counter:
    shown = {name: getattr(row, name) for name in Counter.__dataclass_fields__}
    return Counter(**shown | {"defence": None if pd.isna(row.defence) else int(row.defence)})


def draw_counter(
    canvas: Canvas, centre: np.ndarray, side: float, counter: Counter, wears: Livery, z: float = 7.0
) -> None:
    """One counter, `side` kilometres wide: symbol, size above, strength below, steps in the corner."""
    face = canvas.palette.counter[wears.colour]
    ink = "#1d2026" if _is_pale(face) else canvas.palette.counter_ink
    _blank(canvas, centre, side, wears.shape, face, z)
    x, y = centre
    if wears.face_down:
        _back(canvas, counter, x, y, side, ink, z)
        return
    _symbol(canvas, counter, x, y + 0.1 * side, side, ink, z)
    size = side / canvas.km_per_pt
    style: Style = {"colour": ink, "align": (0.5, 0.0), "zorder": z + 0.01}
    mark = SIZE_MARKS.get(counter.size, counter.size)
    if mark:
        write(canvas, mark, "bold", 0.185 * size, (x, y + 0.315 * side), **style)
    text = f"({counter.strength})" if counter.static else str(counter.strength)
    if counter.defence is None:
        write(canvas, text, "heavy", 0.36 * size, (x, y - 0.435 * side), **style)
    else:
        write(canvas, f"{text}–{counter.defence}", "heavy", 0.3 * size, (x, y - 0.41 * side), **style)
    if wears.star:
        canvas.ax.add_artist(_star(x - 0.36 * side, y - 0.32 * side, 0.1 * side, ink, z + 0.02))
    if wears.numbered:
        spot = (x - 0.385 * side, y + 0.1 * side)
        write(
            canvas, counter.formation, "bold", 0.17 * size, spot, **style | {"align": (0.5, 0.5), "angle": 90}
        )
    _pips(canvas, counter, x, y, side, ink, z)


def _back(canvas: Canvas, counter: Counter, x: float, y: float, side: float, ink: str, z: float) -> None:
    """The back of a counter: whose it is, and that nobody knows more."""
    size = side / canvas.km_per_pt
    style: Style = {"colour": ink, "align": (0.5, 0.5), "zorder": z + 0.01}
    inner: Style = {"facecolor": "none", "edgecolor": ink, "linewidth": 0.03 * size, "alpha": 0.7}
    canvas.ax.add_artist(
        Rectangle((x - 0.33 * side, y - 0.33 * side), 0.66 * side, 0.66 * side, zorder=z, **inner)
    )
    write(canvas, "?", "heavy", 0.46 * size, (x, y - 0.1 * side), **style)
    write(canvas, counter.formation, "bold", 0.2 * size, (x, y + 0.19 * side), **style)


def _blank(canvas: Canvas, centre: np.ndarray, side: float, shape: str, face: str, z: float) -> None:
    """The card of a counter with its shadow: all that shows of a unit that cannot be looked at."""
    x, y = centre
    drop = 0.045 * side
    shadow: Style = {"facecolor": "black", "alpha": 0.22, "linewidth": 0}
    edge: Style = {"edgecolor": canvas.palette.halo, "linewidth": 0.035 * side / canvas.km_per_pt}
    canvas.ax.add_artist(_outline(shape, x + drop, y - drop, side / 2, z - 0.005, shadow))
    canvas.ax.add_artist(_outline(shape, x, y, side / 2, z, {"facecolor": face, **edge}))


def _is_pale(colour: str) -> bool:
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return 0.3 * red + 0.59 * green + 0.11 * blue > 170


def _outline(shape: str, x: float, y: float, half: float, z: float, style: Style) -> Patch:
    if shape == "round":
        round_style = f"round,pad=0,rounding_size={0.36 * half}"
        return FancyBboxPatch(
            (x - half, y - half), 2 * half, 2 * half, boxstyle=round_style, zorder=z, **style
        )
    cut = 0.3 * half
    corners = [
        (-half, half - cut), (-half + cut, half), (half - cut, half), (half, half - cut),
        (half, -half + cut), (half - cut, -half), (-half + cut, -half), (-half, -half + cut),
    ]  # fmt: skip
    return Polygon([(x + dx, y + dy) for dx, dy in corners], zorder=z, **style)


def _symbol(canvas: Canvas, counter: Counter, x: float, y: float, side: float, ink: str, z: float) -> None:
    """A box with the sign of the arm in it; a static garrison has a filled base."""
    w, h = 0.27 * side, 0.165 * side
    line: Style = {
        "edgecolor": ink,
        "linewidth": 0.05 * side / canvas.km_per_pt,
        "facecolor": "none",
        "zorder": z + 0.01,
    }
    canvas.ax.add_artist(Rectangle((x - w, y - h), 2 * w, 2 * h, **line))
    strokes = [(x + w * a, y + h * b) for a, b in _STROKES.get(counter.kind, _CROSS)]
    if strokes:
        codes = [Path.MOVETO, Path.LINETO] * (len(strokes) // 2)
        canvas.ax.add_artist(PathPatch(Path(strokes, codes), **line))
    if counter.kind in _ROUNDS:
        wide, high, full = _ROUNDS[counter.kind]
        fill: Style = line | ({"facecolor": ink} if full else {})
        canvas.ax.add_artist(Ellipse((x, y), 2 * w * wide, 2 * h * high, **fill))
    if counter.static:
        canvas.ax.add_artist(
            Rectangle((x - w, y - h), 2 * w, 0.5 * h, facecolor=ink, linewidth=0, zorder=z + 0.01)
        )


def _star(x: float, y: float, radius: float, ink: str, z: float) -> Polygon:
    angles = np.pi / 2 + np.arange(10) * np.pi / 5
    reach = np.where(np.arange(10) % 2, 0.42, 1.0) * radius
    return Polygon(
        np.column_stack([x + reach * np.cos(angles), y + reach * np.sin(angles)]), facecolor=ink, zorder=z
    )


def _pips(canvas: Canvas, counter: Counter, x: float, y: float, side: float, ink: str, z: float) -> None:
    """A dot for every step the unit ever had, hollow when lost; one-step units show none."""
    if counter.max_steps < 2:
        return
    for step in range(counter.max_steps):
        spot = (x + 0.37 * side, y - 0.37 * side + step * 0.17 * side)
        filled = ink if step < counter.steps else "none"
        style: Style = {"facecolor": filled, "edgecolor": ink, "linewidth": 0.02 * side / canvas.km_per_pt}
        canvas.ax.add_artist(Circle(spot, 0.055 * side, zorder=z + 0.02, **style))


def _badge(canvas: Canvas, spot: np.ndarray, radius: float, count: int) -> None:
    palette = canvas.palette
    rim: Style = {"edgecolor": palette.ink, "linewidth": 0.09 * radius / canvas.km_per_pt}
    canvas.ax.add_artist(Circle(tuple(spot), radius, facecolor=palette.panel, zorder=7.2, **rim))
    size = 1.35 * radius / canvas.km_per_pt
    at = (spot[0], spot[1] - canvas.pt(0.36 * size))
    write(canvas, str(count), "bold", size, at, align=(0.5, 0.0), zorder=7.21)
