"""Towns and summits, landing arrows, the booms of a naval gunfire line and fortified lines."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import shapely
from matplotlib.patches import Circle, Polygon, Rectangle
from numpy.typing import NDArray

from ..theatre import Theatre
from .canvas import Canvas, Style

Array = NDArray[np.float64]

TOWN_RADIUS_PT = {1: 3.0, 2: 2.3, 3: 1.65, 4: 1.05}


def town_places(canvas: Canvas, theatre: Theatre) -> dict[str, Array]:
    """Where each town is drawn: at its real position, or at the nearest spot inside its hex of the board."""
    hexes = theatre.georeference.polygons
    places = {}
    for town in theatre.towns().itertuples():
        point = canvas.km(town.geometry)
        if town.space:
            home = shapely.affinity.scale(canvas.km(hexes[town.space]), 0.72, 0.72)
            if not home.contains(point):
                point = shapely.ops.nearest_points(home, point)[0]
        places[town.id] = np.array(point.coords[0])
    return places


def board_places(theatre: Theatre, places: Mapping[str, Array]) -> dict[str, Array]:
    """The spot of the chief town of each hex, for roads and railways to run through."""
    towns = theatre.towns().sort_values("rank", ascending=False, kind="stable")
    return {town.space: places[town.id] for town in towns.itertuples() if town.space}


def draw_towns(canvas: Canvas, theatre: Theatre, places: Mapping[str, Array]) -> list[shapely.Polygon]:
    """Squares for cities, rings for towns, dots for villages, peaks; returns the ground they cover."""
    covered = []
    looks = theatre.settings["plate"]["symbols"]
    for town in theatre.towns().sort_values("rank", ascending=False, kind="stable").itertuples():
        x, y = places[town.id]
        if not canvas.frame.contains(shapely.Point(x, y)):
            continue
        radius = canvas.pt(TOWN_RADIUS_PT[town.rank] * canvas.size)
        look = getattr(town, "sign", "") or looks.get(town.role, "")
        town_symbol(canvas, town.rank, look, x, y, radius)
        covered.append(shapely.box(x - radius, y - radius, x + radius, y + radius))
    return covered


def town_symbol(canvas: Canvas, rank: int, look: str, x: float, y: float, radius: float) -> None:
    """The mark of one place; houses that are drawn themselves need none."""
    palette = canvas.palette
    if look in ("houses", "none"):
        return
    if look == "station":
        rim: Style = {"facecolor": palette.town, "edgecolor": palette.rail, "linewidth": 0.9 * canvas.size}
        wide, high = 2.1 * radius, 1.15 * radius
        canvas.ax.add_artist(Rectangle((x - wide / 2, y - high / 2), wide, high, zorder=4.2, **rim))
    elif look in ("city", "neutral"):
        face = palette.fort if look == "city" else palette.faint
        for grow, colour in ((1.0, face), (0.42, palette.town)):
            r = radius * grow
            canvas.ax.add_artist(
                Rectangle((x - r, y - r), 2 * r, 2 * r, facecolor=colour, linewidth=0, zorder=4.2)
            )
    elif look == "summit":
        rim = {
            "facecolor": palette.hill_text,
            "edgecolor": palette.halo,
            "linewidth": 0.6 * canvas.size,
        }
        peak = [(x - 1.5 * radius, y - radius), (x, y + 1.6 * radius), (x + 1.5 * radius, y - radius)]
        canvas.ax.add_artist(Polygon(peak, zorder=4.1, **rim))
    elif rank == 4:
        canvas.ax.add_artist(Circle((x, y), radius, facecolor=palette.ink, linewidth=0, zorder=4.1))
    else:
        ring: Style = {"edgecolor": palette.ink, "linewidth": 0.75 * canvas.size}
        canvas.ax.add_artist(Circle((x, y), radius, facecolor=palette.town, zorder=4.1, **ring))
        if rank <= 2:
            canvas.ax.add_artist(
                Circle((x, y), radius * 0.42, facecolor=palette.ink, linewidth=0, zorder=4.15)
            )


def _lines(theatre: Theatre, name: str) -> list[shapely.LineString]:
    """The lines of a layer that not every theatre has."""
    return list(theatre.layer(name).geometry) if name in theatre.layers() else []


def draw_landings(canvas: Canvas, theatre: Theatre) -> list[shapely.Polygon]:
    """Arrows from the water onto every landing site; returns the ground they cover."""
    covered = []
    for shape in _lines(theatre, "landings"):
        line = canvas.km(shape)
        if canvas.frame.contains(shapely.Point(line.coords[-1])):
            covered.append(arrow(canvas, np.asarray(line.coords)))
    return covered


def arrow(canvas: Canvas, points: Array, colour: str | None = None) -> shapely.Polygon:
    """A tapering shaft that widens towards its head; in the colour of landings unless another is given."""
    half = canvas.pt(1.5 * canvas.size)
    shaft = points[: -(len(points) // 3)]
    direction = np.gradient(points, axis=0)
    normal = np.column_stack([-direction[:, 1], direction[:, 0]]) / np.linalg.norm(
        direction, axis=1, keepdims=True
    )
    width = np.linspace(0.25, 1.0, len(shaft))[:, None] * half
    left, right = shaft + normal[: len(shaft)] * width, shaft - normal[: len(shaft)] * width
    base, side = shaft[-1], normal[len(shaft) - 1] * 2.2 * half
    shape = shapely.Polygon(np.vstack([left, base + side, points[-1], base - side, right[::-1]])).buffer(0)
    face = colour or canvas.palette.arrow
    with canvas.anchored(points[-1]):
        canvas.fill(shape, facecolor=face, edgecolor=canvas.palette.halo, linewidth=0.5, zorder=4.0)
    return shape


def draw_fortress_lines(canvas: Canvas, theatre: Theatre) -> list[shapely.Polygon]:
    """Fortified lines, their teeth towards the east where the attack was expected."""
    covered = []
    for line in _lines(theatre, "fortress_lines"):
        course = canvas.km(line).intersection(canvas.frame)
        for part in shapely.get_parts(course)[shapely.length(shapely.get_parts(course)) > 0]:
            fortified(canvas, part)
            covered.append(part.buffer(canvas.pt(1.0)))
    return covered


def fortified(canvas: Canvas, course: shapely.LineString, upward: bool = False) -> None:
    """A line with teeth on its eastern (or upper) side."""
    style: Style = {"alpha": 0.8, "zorder": 3.9}
    canvas.stroke(course, edgecolor=canvas.palette.fort, linewidth=0.9 * canvas.size, **style)
    step, height = canvas.pt(5.0 * canvas.size), canvas.pt(2.1 * canvas.size)
    teeth = []
    for along in np.arange(step, course.length - step / 2, step):
        here, ahead = (np.array(course.interpolate(d).coords[0]) for d in (along, along + step / 20))
        forward = (ahead - here) / np.hypot(*(ahead - here))
        normal = np.array([-forward[1], forward[0]])
        normal = normal if (normal[1] if upward else normal[0]) > 0 else -normal
        teeth.append([here - forward * height * 0.7, here + forward * height * 0.7, here + normal * height])
    canvas.fill(
        shapely.MultiPolygon([shapely.Polygon(tooth) for tooth in teeth]),
        facecolor=canvas.palette.fort,
        **style,
    )


def draw_naval_line(canvas: Canvas, theatre: Theatre) -> list[shapely.Polygon]:
    """SNC-11.4b: the booms above which no ship fires."""
    covered = []
    for line in _lines(theatre, "naval_line"):
        course = canvas.km(line)
        if canvas.frame.contains(course):
            boom(canvas, course)
            covered.append(course.buffer(canvas.pt(2.5)))
    return covered


def boom(canvas: Canvas, course: shapely.LineString) -> None:
    """A string of blockships."""
    canvas.stroke(course, edgecolor=canvas.palette.halo, linewidth=3.8 * canvas.size, zorder=4.3)
    canvas.stroke(
        course,
        edgecolor=canvas.palette.boom,
        linewidth=2.6 * canvas.size,
        linestyle=(0, (0.01, 1.6)),
        zorder=4.35,
    )
