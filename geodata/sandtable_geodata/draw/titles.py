"""The title of an area: its letter, its defence level, what it is for the rules, its name in two scripts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import shapely
from matplotlib.patches import Circle, FancyBboxPatch, Polygon, Rectangle
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from ..theatre import Theatre
from .canvas import Canvas, Style
from .text import Run, lettering, put, write

Array = NDArray[np.float64]

NAME_PT, LETTER_PT, LINE_PT = 5.5, 7.4, 6.4
ROUND_PT = 5.4
SIGN_GAP_PT = 1.6
GRID = 21
"""Places tried along each axis of an area."""

TOO_DEAR = 12.0
"""A title that would cost more shows the letter and its signs alone."""


@dataclass(frozen=True)
class Title:
    """What an area is called and marked with."""

    letter: str
    lines: tuple[str, ...]
    hanzi: str
    level: str
    signs: tuple[str, ...]

    @property
    def rows(self) -> list[tuple[Run, ...]]:
        """The lines below the letter."""
        latin = [(Run(line, "bold", NAME_PT),) for line in self.lines]
        return [*latin, (Run(self.hanzi, "hanzi bold", NAME_PT * 0.98),)] if self.hanzi else latin

    @property
    def head_width(self) -> float:
        """Letter, shield and signs side by side."""
        return 2 * ROUND_PT + (1 + len(self.signs)) * (2 * ROUND_PT * 0.8 + SIGN_GAP_PT)

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in points."""
        wide = max([self.head_width, *(lettering(row).width for row in self.rows)])
        return wide, 2 * ROUND_PT + 1.5 + LINE_PT * len(self.rows)


def title_of(theatre: Theatre, space: str, width_pt: float) -> Title:
    """The title of an area, its name broken so that it is no wider than this."""
    row, settings = theatre.georeference.rows[space], theatre.settings["plate"]
    words = row["name"].split()
    lines = [words[0]]
    for word in words[1:]:
        longer = f"{lines[-1]} {word}"
        if lettering((Run(longer, "bold", NAME_PT),)).width <= width_pt:
            lines[-1] = longer
        else:
            lines.append(word)
    signs = tuple(sign for tag, sign in settings["area_signs"].items() if tag in row["tags"].split())
    return Title(space, tuple(lines), row["hanzi"], settings["levels"][row["terrain"]], signs)


def draw_titles(
    canvas: Canvas,
    theatre: Theatre,
    taken: Sequence[BaseGeometry],
    lines: Sequence[tuple[BaseGeometry, float]],
) -> Iterator[shapely.Polygon]:
    """Each title where it hides least of its area; yields the ground it covers.

    taken: ground that no title may touch. lines: what it should not cross, each with its price a point.
    """
    ground = shapely.union_all(list(taken))
    for space, polygon in theatre.georeference.polygons.items():
        shape = canvas.km(polygon).intersection(canvas.frame)
        if (
            "zone" in theatre.georeference.rows[space]["tags"].split()
            or shape.area < 0.6 * canvas.km(polygon).area
        ):
            continue
        west, _, east, _ = shape.bounds
        title = title_of(theatre, space, 0.72 * (east - west) / canvas.pt(canvas.size))
        wide, high = (canvas.pt(part * canvas.size) for part in title.size)
        spot, price = _spot(canvas, shape, (wide, high), ground, lines)
        if price > TOO_DEAR:
            title = replace(title, lines=(), hanzi="")
            wide, high = (canvas.pt(part * canvas.size) for part in title.size)
            spot, _ = _spot(canvas, shape, (wide, high), ground, lines)
        with canvas.anchored(np.array(spot)):
            draw_title(canvas, title, spot[0], spot[1] + high / 2)
        yield shapely.box(spot[0] - wide / 2, spot[1] - high / 2, spot[0] + wide / 2, spot[1] + high / 2)


def _spot(
    canvas: Canvas,
    shape: BaseGeometry,
    size: tuple[float, float],
    ground: BaseGeometry,
    lines: Iterable[tuple[BaseGeometry, float]],
) -> tuple[tuple[float, float], float]:
    """The cheapest place for a box, and its price."""
    wide, high = size[0] / 2 + canvas.pt(2), size[1] / 2 + canvas.pt(2)
    west, south, east, north = shape.bounds
    near = [(line.intersection(shape), price) for line, price in lines if line.intersects(shape)]
    hidden = ground.intersection(shape)
    best, lowest = ((west + east) / 2, (south + north) / 2), np.inf
    for x in np.linspace(west + wide, east - wide, GRID):
        for y in np.linspace(south + high, north - high, GRID):
            box = shapely.box(x - wide, y - high, x + wide, y + high)
            price = 4000 * box.difference(shape).area + 700 * box.intersection(hidden).area
            price += sum(worth * line.intersection(box).length for line, worth in near)
            # A little more is paid for crowding the border or what lies in the area.
            price += 0.02 / (0.05 + box.distance(hidden)) + 0.02 / (0.05 + box.distance(shape.boundary))
            if price < lowest:
                best, lowest = (float(x), float(y)), price
    return best, lowest


def draw_title(canvas: Canvas, title: Title, x: float, top: float) -> None:
    """Letter, shield and signs in a row, the name below, all centred on x."""
    size, palette = canvas.size, canvas.palette
    r = canvas.pt(ROUND_PT * size)
    left = x - canvas.pt(title.head_width * size) / 2
    letter(canvas, title.letter, left + r, top - r)
    at = left + 2 * r + canvas.pt(SIGN_GAP_PT * size) + 0.8 * r
    for number, sign in enumerate(("shield", *title.signs)):
        here = at + number * canvas.pt((2 * ROUND_PT * 0.8 + SIGN_GAP_PT) * size)
        if sign == "shield":
            shield(canvas, title.level, here, top - r)
        else:
            box_sign(canvas, sign, here, top - r)
    for number, row in enumerate(title.rows):
        low = top - 2 * r - canvas.pt((1.5 + LINE_PT * (number + 0.86)) * size)
        runs = tuple(Run(run.text, run.face, run.size * size) for run in row)
        put(canvas, lettering(runs), (x, low), palette.ink, align=(0.5, 0.0), halo=1.1 * size, zorder=6.0)


def letter(canvas: Canvas, text: str, x: float, y: float) -> None:
    """The letter of an area in a ring."""
    palette, size = canvas.palette, canvas.size
    r = canvas.pt(ROUND_PT * size)
    style: Style = {"edgecolor": palette.halo, "linewidth": 0.8 * size, "zorder": 5.8}
    canvas.ax.add_artist(Circle((x, y), r, facecolor=palette.ink, **style))
    pt = LETTER_PT * size
    write(
        canvas,
        text,
        "heavy",
        pt,
        (x, y - canvas.pt(0.36 * pt)),
        colour=palette.halo,
        align=(0.5, 0.0),
        zorder=5.9,
    )


def shield(canvas: Canvas, text: str, x: float, y: float) -> None:
    """The defence level on a shield; two levels stand side by side."""
    palette, size = canvas.palette, canvas.size
    w, h = canvas.pt(ROUND_PT * 0.8 * size), canvas.pt(ROUND_PT * 0.92 * size)
    rim = [(-1, 1), (1, 1), (1, -0.1), (0.72, -0.6), (0, -1.08), (-0.72, -0.6), (-1, -0.1)]
    shape = [(x + a * w, y + b * h) for a, b in rim]
    style: Style = {
        "facecolor": palette.town,
        "edgecolor": palette.ink,
        "linewidth": 0.8 * size,
        "zorder": 5.8,
    }
    canvas.ax.add_artist(Polygon(shape, joinstyle="round", **style))
    pt = (5.9 if len(text) == 1 else 4.3) * size
    write(canvas, text, "heavy", pt, (x, y - canvas.pt(0.3 * pt)), align=(0.5, 0.0), zorder=5.9)


def box_sign(canvas: Canvas, text: str, x: float, y: float) -> None:
    """A victory box in full colour, or a die."""
    palette, size = canvas.palette, canvas.size
    r = canvas.pt(ROUND_PT * 0.8 * size)
    if text == "die":
        style = f"round,pad=0,rounding_size={0.4 * r}"
        rim: Style = {
            "facecolor": palette.town,
            "edgecolor": palette.ink,
            "linewidth": 0.8 * size,
            "zorder": 5.8,
        }
        canvas.ax.add_artist(FancyBboxPatch((x - r, y - r), 2 * r, 2 * r, boxstyle=style, **rim))
        for dx, dy in ((-0.5, -0.5), (0.5, 0.5), (-0.5, 0.5), (0.5, -0.5), (-0.5, 0.0), (0.5, 0.0)):
            canvas.ax.add_artist(
                Circle((x + dx * r, y + dy * r), 0.17 * r, facecolor=palette.ink, linewidth=0, zorder=5.9)
            )
        return
    rim = {"facecolor": palette.fort, "edgecolor": palette.halo, "linewidth": 0.8 * size, "zorder": 5.8}
    canvas.ax.add_artist(Rectangle((x - r, y - r), 2 * r, 2 * r, **rim))
    pt = 6.4 * size
    write(
        canvas,
        text,
        "heavy",
        pt,
        (x, y - canvas.pt(0.36 * pt)),
        colour="#ffffff",
        align=(0.5, 0.0),
        zorder=5.9,
    )
