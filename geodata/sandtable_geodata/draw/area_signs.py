"""Signs of the key of a board of areas, drawn by the code that draws the map."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
import shapely

from . import areas, battlefield, board, titles
from .canvas import Canvas


def _patch(canvas: Canvas, x: float, y: float, terrain: str) -> None:
    """A piece of an area."""
    rim = [(x - 11, y - 5), (x - 8, y + 5), (x + 3, y + 6), (x + 11, y + 4), (x + 9, y - 5)]
    canvas.fill(shapely.Polygon(rim), facecolor=canvas.palette.terrain[terrain])
    areas.border(canvas, shapely.Polygon(rim))


def _zone(canvas: Canvas, x: float, y: float) -> None:
    """A box beside the edge of the map, with its wedge."""
    colour = canvas.palette.fort
    areas.zone_box(canvas, shapely.box(x - 12, y - 5, x + 2, y + 5), colour)
    edge = shapely.LineString([(x + 5, y - 6), (x + 5, y + 6)])
    canvas.stroke(edge, edgecolor=canvas.palette.ink, linewidth=1.4)
    areas.wedge(canvas, np.array([x + 5.0, y]), np.array([1.0, 0.0]), colour, edge)


def _canal(canvas: Canvas, x: float, y: float) -> None:
    board.hexside_water(canvas, shapely.LineString([(x - 13, y), (x + 13, y)]), "channel")


def _corner(canvas: Canvas, x: float, y: float) -> None:
    _canal(canvas, x, y)
    areas.lozenge(canvas, x, y)


AREA_SIGNS: dict[str, Callable[[Canvas, float, float], None]] = {
    "open village": partial(_patch, terrain="open_village"),
    "fortified village": partial(_patch, terrain="fortified_village"),
    "town": partial(_patch, terrain="town"),
    "letter": lambda canvas, x, y: titles.letter(canvas, "Q", x, y),
    "shield": lambda canvas, x, y: titles.shield(canvas, "2", x, y),
    "two levels": lambda canvas, x, y: titles.shield(canvas, "3/6", x, y),
    "victory": lambda canvas, x, y: titles.box_sign(canvas, "V", x, y),
    "die": lambda canvas, x, y: titles.box_sign(canvas, "die", x, y),
    "zone": _zone,
    "canal": _canal,
    "corner": _corner,
    "village": lambda canvas, x, y: battlefield.village(canvas, x, y, False, 5),
    "walled village": lambda canvas, x, y: battlefield.village(canvas, x, y, True, 11),
    "station": lambda canvas, x, y: battlefield.station(canvas, x, y),
}
