"""What lies on a board of areas: roads and railways with their bridges, the town, villages and stations."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import shapely
from matplotlib.patches import Circle, Polygon, Rectangle
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from ..theatre import Theatre
from . import works
from .board import railway, road
from .canvas import Canvas, Style

Array = NDArray[np.float64]

HOUSES = (
    (-5.2, 2.6, 2.2, 1.5), (-2.1, 3.2, 1.5, 2.0), (0.8, 2.7, 2.4, 1.4), (4.2, 2.9, 1.6, 1.8),
    (-4.6, -0.9, 1.7, 2.1), (-1.6, -0.4, 2.3, 1.5), (2.0, -0.7, 1.7, 1.9), (5.0, -0.6, 2.0, 1.5),
    (-2.9, -3.9, 2.2, 1.5), (0.4, -3.6, 1.6, 1.8), (3.2, -3.9, 2.2, 1.4),
)  # fmt: skip
"""Middles and sizes of the houses of a village in points of print."""

MARK_PT = {"village": 7.4, "station": 3.5, "landmark": 2.5}
"""Half the size of the marks of places."""

LANDMARK_ZOOM = 3.5
"""Landmarks are drawn and named on sheets at least so near."""


def draw_roads(canvas: Canvas, theatre: Theatre) -> None:
    """Roads firm, tracks dashed, the railway over both, and the bridges."""
    for row in theatre.layer("roads").itertuples():
        line = canvas.km(row.geometry).intersection(canvas.frame)
        (works.track if row.kind == "track" else road)(canvas, line)
    for line in theatre.layer("railways").geometry:
        railway(canvas, canvas.km(line).intersection(canvas.frame))
    water = shapely.union_all([canvas.km(line) for line in theatre.layer("rivers").geometry])
    for point in theatre.layer("bridges").geometry:
        here = water.project(canvas.km(point))
        before, after = (np.array(water.interpolate(here + step).coords[0]) for step in (-0.02, 0.02))
        with canvas.anchored((before + after) / 2):
            works.bridge(canvas, (before + after) / 2, (after - before) / np.hypot(*(after - before)))


def draw_town(canvas: Canvas, theatre: Theatre) -> list[BaseGeometry]:
    """Streets between blocks of houses inside the wall; returns the ground of wall and gates."""
    palette = canvas.palette
    within = shapely.union_all(
        [canvas.km(shapely.Polygon(wall.coords)) for wall in theatre.layer("walls").geometry]
    )
    streets = shapely.union_all([canvas.km(line) for line in theatre.layer("streets").geometry])
    lanes = streets.buffer(canvas.pt(1.5 * canvas.size))
    blocks = within.buffer(-canvas.pt(2.4 * canvas.size)).difference(lanes).buffer(-canvas.pt(0.5))
    canvas.fill(within.intersection(canvas.frame), facecolor=palette.panel, alpha=0.75, zorder=2.3)
    canvas.fill(
        blocks.intersection(canvas.frame), facecolor=palette.terrain["city"], edgecolor=palette.mark["city"],
        linewidth=0.35, alpha=0.75, zorder=2.4,
    )  # fmt: skip
    return works.draw_walls(canvas, theatre)


def draw_places(canvas: Canvas, theatre: Theatre) -> Iterator[BaseGeometry]:
    """Villages, stations and landmarks; yields the ground they cover."""
    terrain = theatre.spaces()["terrain"]
    for place in theatre.towns().itertuples():
        x, y = canvas.at(place.geometry.x, place.geometry.y)
        if not canvas.frame.contains(shapely.Point(x, y)) or place.role == "town":
            continue
        with canvas.anchored(np.array([x, y])):
            if place.role == "village":
                village(canvas, x, y, "fortified" in terrain[place.space], sum(map(ord, place.id)))
            elif place.role == "station":
                station(canvas, x, y)
            elif canvas.zoom >= LANDMARK_ZOOM:
                landmark(canvas, x, y)
            else:
                continue
        reach = canvas.pt(MARK_PT[place.role] * canvas.size)
        yield shapely.box(x - reach, y - reach, x + reach, y + reach)


def village(canvas: Canvas, x: float, y: float, fortified: bool, turn: int) -> None:
    """A cluster of houses; an earth wall with four towers round it where the village is fortified."""
    palette, size = canvas.palette, canvas.pt(0.86 * canvas.size)
    angle = np.deg2rad(turn % 24 - 12)
    spin = np.array([(np.cos(angle), np.sin(angle)), (-np.sin(angle), np.cos(angle))])
    here = np.array([x, y])
    if fortified:
        r = canvas.pt(7.2 * canvas.size)
        rim = np.array(
            [(-1, -0.62), (-0.62, -1), (0.62, -1), (1, -0.62), (1, 0.62), (0.62, 1), (-0.62, 1), (-1, 0.62)]
        )
        shape = here + r * (rim * (1.15, 0.92)) @ spin
        style: Style = {"facecolor": palette.halo, "edgecolor": palette.fort, "linewidth": 1.0 * canvas.size}
        canvas.ax.add_artist(Polygon(shape, zorder=3.9, alpha=0.95, **style))
    for number, (dx, dy, wide, high) in enumerate(HOUSES):
        if (turn + 3 * number) % 7 == 0:
            continue
        middle = here + size * np.array((dx, dy)) @ spin
        corners = np.array([(-wide, -high), (wide, -high), (wide, high), (-wide, high)]) / 2
        shape = middle + 1.25 * size * corners @ spin
        canvas.ax.add_artist(Polygon(shape, facecolor=palette.mark["city"], linewidth=0, zorder=4.0))


def station(canvas: Canvas, x: float, y: float) -> None:
    """A dark box across the line."""
    wide, high = canvas.pt(3.0 * canvas.size), canvas.pt(2.1 * canvas.size)
    style: Style = {"edgecolor": canvas.palette.rail, "linewidth": 0.9 * canvas.size, "zorder": 4.0}
    canvas.ax.add_artist(
        Rectangle((x - wide, y - high), 2 * wide, 2 * high, facecolor=canvas.palette.town, **style)
    )
    canvas.ax.add_artist(
        Rectangle(
            (x - wide / 2, y - high / 2), wide, high, facecolor=canvas.palette.rail, linewidth=0, zorder=4.05
        )
    )


def landmark(canvas: Canvas, x: float, y: float) -> None:
    """A dot in a ring."""
    for radius, face in ((2.2, canvas.palette.town), (1.1, canvas.palette.fort)):
        r = canvas.pt(radius * canvas.size)
        canvas.ax.add_artist(
            Circle(
                (x, y),
                r,
                facecolor=face,
                edgecolor=canvas.palette.fort,
                linewidth=0.5 * canvas.size,
                zorder=4.0,
            )
        )
