"""Works of men at close range: houses, a town wall with its gates, bridges, cart roads, a front line."""

from __future__ import annotations

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from ..theatre import Theatre
from .canvas import Canvas, Style

Array = NDArray[np.float64]

TOOTH_PT = 3.4
"""Distance of the teeth of a wall."""


def draw_houses(canvas: Canvas, theatre: Theatre) -> None:
    """Blocks of the town dense and warm, farmsteads darker, so that they show in the fields."""
    if "blocks" not in theatre.layers():
        return
    for kind, group in theatre.layer("blocks").groupby("kind", sort=True):
        shape = canvas.km(shapely.union_all(group.geometry.to_numpy())).intersection(canvas.frame)
        houses(canvas, shape, str(kind))


def houses(canvas: Canvas, shape: BaseGeometry, kind: str = "village") -> None:
    """Roofs."""
    style: Style = {"facecolor": canvas.palette.house[kind], "edgecolor": canvas.palette.ink}
    canvas.fill(shape, **style | {"linewidth": 0.16 * canvas.size, "alpha": 0.8, "zorder": 2.7})


def draw_roads(canvas: Canvas, theatre: Theatre) -> None:
    """Roads that the board does not know."""
    if "roads" in theatre.layers():
        roads = theatre.layer("roads")
        for line in roads[roads["board"] == ""].geometry:
            track(canvas, canvas.km(line).intersection(canvas.frame))


def track(canvas: Canvas, line: BaseGeometry) -> None:
    """A cart road: fine brown dashes."""
    style: Style = {"edgecolor": canvas.palette.road, "capstyle": "butt", "zorder": 2.65}
    canvas.stroke(line, edgecolor=canvas.palette.halo, linewidth=1.3 * canvas.size, alpha=0.5, zorder=2.6)
    canvas.stroke(line, linewidth=0.6 * canvas.size, linestyle=(0, (4.0, 1.6)), **style)


def draw_walls(canvas: Canvas, theatre: Theatre) -> list[BaseGeometry]:
    """The wall with teeth towards the country, open at its gates; returns the ground of wall and gates."""
    if "walls" not in theatre.layers():
        return []
    gates = [np.array(canvas.km(point).coords[0]) for point in theatre.layer("gates").geometry]
    covered: list[BaseGeometry] = []
    for line in theatre.layer("walls").geometry:
        course = canvas.km(line)
        wall(canvas, course.intersection(canvas.frame))
        for spot in gates:
            if canvas.frame.contains(shapely.Point(spot)):
                with canvas.anchored(spot):
                    covered.append(gate(canvas, course, spot))
        covered.append(course.intersection(canvas.frame).buffer(canvas.pt(1.5 * canvas.size)))
    return covered


def wall(canvas: Canvas, course: BaseGeometry) -> None:
    """A firm double line with teeth on its right-hand side, which is outside when it runs clockwise."""
    size, colour = canvas.size, canvas.palette.fort
    canvas.stroke(course, edgecolor=canvas.palette.halo, linewidth=3.4 * size, alpha=0.8, zorder=3.42)
    canvas.stroke(course, edgecolor=colour, linewidth=2.2 * size, zorder=3.44)
    canvas.stroke(course, edgecolor=canvas.palette.town, linewidth=0.7 * size, alpha=0.85, zorder=3.46)
    teeth = []
    for part in shapely.get_parts(course):
        count = int(part.length / canvas.pt(TOOTH_PT * size))
        for along in (np.arange(count) + 0.5) * part.length / max(count, 1):
            teeth.append(_tooth(part, along, canvas.pt(2.4 * size)))
    canvas.stroke(shapely.MultiLineString(teeth), edgecolor=colour, linewidth=0.8 * size, zorder=3.43)


def _tooth(course: shapely.LineString, along: float, height: float) -> list[Array]:
    here, ahead = (np.array(course.interpolate(d).coords[0]) for d in (along, along + height / 20))
    forward = (ahead - here) / max(float(np.hypot(*(ahead - here))), 1e-12)
    outward = np.array([-forward[1], forward[0]])
    return [here, here + outward * height]


def gate(canvas: Canvas, course: BaseGeometry, spot: Array) -> shapely.Polygon:
    """A gatehouse set into the wall, its passage open."""
    here = course.project(shapely.Point(spot))
    before, after = (np.array(course.interpolate(here + d).coords[0]) for d in (-0.01, 0.01))
    along = (after - before) / np.hypot(*(after - before))
    across = np.array([-along[1], along[0]])
    long, deep = canvas.pt(3.3 * canvas.size), canvas.pt(2.5 * canvas.size)
    corners = [spot + a * along * long + b * across * deep for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    house = shapely.Polygon(corners)
    edge: Style = {"edgecolor": canvas.palette.fort, "linewidth": 0.9 * canvas.size}
    canvas.fill(house, facecolor=canvas.palette.town, zorder=3.47, **edge)
    passage = shapely.LineString([spot - across * deep, spot + across * deep])
    canvas.stroke(
        passage, edgecolor=canvas.palette.fort, linewidth=1.5 * canvas.size, capstyle="butt", zorder=3.48
    )
    return house


def draw_bridges(canvas: Canvas, theatre: Theatre) -> list[BaseGeometry]:
    """Two parapets across the water, at right angles to its hexside; returns the ground they cover."""
    if "bridges" not in theatre.layers():
        return []
    borders, covered = theatre.borders(), []
    kinds = {kind["feature"] for kind in theatre.settings["borders"]["crossings"]}
    for side in borders[borders["feature"].isin(kinds)].geometry:
        a, b = np.asarray(canvas.km(side).coords)
        if canvas.frame.contains(shapely.Point((a + b) / 2)):
            with canvas.anchored((a + b) / 2):
                covered.append(bridge(canvas, (a + b) / 2, (b - a) / np.hypot(*(b - a))))
    return covered


def bridge(canvas: Canvas, spot: Array, along: Array) -> shapely.Polygon:
    """The deck pale, the parapets splayed at their ends."""
    across = np.array([-along[1], along[0]])
    half, wide = canvas.pt(4.6 * canvas.size), canvas.pt(1.9 * canvas.size)
    deck = shapely.LineString([spot - across * half, spot + across * half])
    canvas.stroke(
        deck, edgecolor=canvas.palette.town, linewidth=3.6 * canvas.size, capstyle="butt", zorder=3.55
    )
    for side in (-1, 1):
        rail = [
            spot + along * side * wide * splay + across * half * reach
            for splay, reach in ((1.6, -1.12), (1.0, -0.85), (1.0, 0.85), (1.6, 1.12))
        ]
        line = shapely.LineString(rail)
        canvas.stroke(line, edgecolor=canvas.palette.ink, linewidth=0.95 * canvas.size, zorder=3.85)
    return deck.buffer(1.6 * wide, cap_style="flat")


def draw_front(canvas: Canvas, theatre: Theatre) -> list[BaseGeometry]:
    """The front line at the start, a line in the colour of each side; returns the ground it covers."""
    if "front_line" not in theatre.layers():
        return []
    spaces, covered = theatre.spaces(), []
    for line in theatre.layer("front_line").geometry:
        course = canvas.km(line)
        for holder in theatre.settings["plate"]["front"]:
            held = spaces[[holder["tag"] in tags for tags in spaces["tags"]]].geometry.to_numpy()
            shift = canvas.pt(1.15 * canvas.size)
            sides = (course.offset_curve(shift), course.offset_curve(-shift))
            ground = canvas.km(shapely.union_all(held))
            own = max(sides, key=lambda side: side.intersection(ground).length)
            front(canvas, own.intersection(canvas.frame), canvas.palette.counter[holder["colour"]])
        covered.append(course.intersection(canvas.frame).buffer(canvas.pt(2.5 * canvas.size)))
    return covered


def front(canvas: Canvas, course: BaseGeometry, colour: str) -> None:
    """One side of a front line."""
    canvas.stroke(course, edgecolor=canvas.palette.halo, linewidth=3.0 * canvas.size, alpha=0.7, zorder=3.39)
    canvas.stroke(course, edgecolor=colour, linewidth=1.6 * canvas.size, alpha=0.9, zorder=3.4)
