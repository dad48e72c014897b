"""A board of areas upon the country: tints, borders, the water between banks, zones off the map."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import shapely
from matplotlib.patches import Polygon
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from ..theatre import Theatre
from .board import hexside_water
from .canvas import Canvas
from .text import Lettering, Run, lettering, put

Array = NDArray[np.float64]

ZONE_GAP_PT = 5.0
"""Zones keep this distance from the edge of the map, so that they are seen to lie outside it."""
TITLE_PT = 16.0
"""Letters of a zone's title, to be read while the whole map is in sight; smaller in a short box."""


def draw_ground(canvas: Canvas, theatre: Theatre) -> None:
    """Tints by terrain, and country off the map washed towards the paper."""
    palette, frame = canvas.palette, canvas.frame
    spaces = theatre.spaces()
    on_map = map_outline(canvas, theatre)
    canvas.fill(frame.difference(on_map), facecolor=palette.terrain["out_of_play"], alpha=0.55, zorder=2.05)
    for terrain, group in spaces[~is_zone(theatre)].groupby("terrain", sort=True):
        shape = canvas.km(shapely.union_all(group.geometry.to_numpy())).intersection(frame)
        canvas.fill(shape, facecolor=palette.terrain[str(terrain)], alpha=0.5, zorder=2.1)


def draw_objectives(canvas: Canvas, theatre: Theatre) -> None:
    """A soft rim inside the areas that the theatre's plate singles out by a tag."""
    wanted = set(theatre.settings["plate"]["objectives"])
    spaces = theatre.spaces()
    for polygon in spaces[[bool(wanted & tags) for tags in spaces["tags"]]].geometry:
        shape = canvas.km(polygon)
        for reach in (2.5, 4.5, 6.5):
            rim = shape.difference(shape.buffer(-canvas.pt(reach * canvas.size)))
            canvas.fill(rim.intersection(canvas.frame), facecolor=canvas.palette.fort, alpha=0.13, zorder=2.2)


def is_zone(theatre: Theatre) -> NDArray[np.bool_]:
    """Which spaces lie outside the map."""
    return np.array(["zone" in tags for tags in theatre.spaces()["tags"]])


def map_outline(canvas: Canvas, theatre: Theatre) -> BaseGeometry:
    """The map without its zones."""
    spaces = theatre.spaces()
    return canvas.km(shapely.union_all(spaces[~is_zone(theatre)].geometry.to_numpy()))


def draw_borders(canvas: Canvas, theatre: Theatre) -> None:
    """Borders on land as a firm line on a pale bed, the parting water, and the edge of the map."""
    zones = set(theatre.spaces()[is_zone(theatre)]["id"])
    arcs = [arc for arc in theatre.georeference.arcs if len(arc.spaces) == 2 and not zones & set(arc.spaces)]
    land = [canvas.km(arc.line) for arc in arcs if not arc.feature]
    border(canvas, shapely.union_all(land).intersection(canvas.frame))
    edge = map_outline(canvas, theatre).boundary.intersection(canvas.frame)
    canvas.stroke(edge, edgecolor=canvas.palette.halo, linewidth=4.2, alpha=0.8, zorder=3.4, capstyle="butt")
    canvas.stroke(edge, edgecolor=canvas.palette.ink, linewidth=1.5, zorder=3.42, joinstyle="miter")


def border(canvas: Canvas, lines: BaseGeometry) -> None:
    """The border between two areas."""
    palette, width = canvas.palette, canvas.size
    canvas.stroke(lines, edgecolor=palette.halo, linewidth=2.4 * width, alpha=0.7, zorder=3.0)
    canvas.stroke(lines, edgecolor=palette.ink, linewidth=0.8 * width, alpha=0.85, zorder=3.05)


def draw_water(canvas: Canvas, theatre: Theatre) -> None:
    """The courses of the layer, navigable or not, with the little lozenges of the corner passages."""
    for row in theatre.layer("rivers").itertuples():
        course = canvas.km(row.geometry).intersection(canvas.frame)
        hexside_water(canvas, course, theatre.settings["plate"]["water"][row.kind])
    for point in sorted({line.coords[0] for line in theatre.borders().geometry if not line.length}):
        with canvas.anchored(canvas.at(*point)):
            lozenge(canvas, *canvas.at(*point))


def lozenge(canvas: Canvas, x: float, y: float) -> None:
    """A corner over which one may pass."""
    r = canvas.pt(3.1 * canvas.size)
    style = {
        "facecolor": canvas.palette.town,
        "edgecolor": canvas.palette.ink,
        "linewidth": 0.6 * canvas.size,
    }
    shape = [(x - r, y), (x, y + r), (x + r, y), (x, y - r)]
    canvas.ax.add_artist(Polygon(shape, zorder=3.95, **style))


def draw_zones(canvas: Canvas, theatre: Theatre) -> list[shapely.Polygon]:
    """Boxes outside the map in the colour of their side, with a wedge into every area they open on."""
    spaces = theatre.spaces()
    colours = theatre.settings["plate"]["zones"]
    covered = []
    for zone in spaces[is_zone(theatre)].itertuples():
        colour = canvas.palette.counter[next(colours[tag] for tag in sorted(zone.tags) if tag in colours)]
        box = canvas.km(zone.geometry).buffer(-canvas.pt(ZONE_GAP_PT), join_style="mitre")
        if not canvas.frame.intersects(box):
            continue
        zone_box(canvas, box.intersection(canvas.frame), colour)
        for a, b in theatre.georeference.shared:
            if zone.id in (a, b):
                side = canvas.km(theatre.side(a, b))
                middle = np.array(side.interpolate(0.5, normalized=True).coords[0])
                covered.append(wedge(canvas, middle, middle - np.array(box.centroid.coords[0]), colour, side))
        covered += _zone_title(canvas, theatre, zone.id, box, colour)
    return covered


def zone_box(canvas: Canvas, box: BaseGeometry, colour: str) -> None:
    """The box of a zone."""
    canvas.fill(box, facecolor=canvas.palette.panel, alpha=0.72, zorder=3.5)
    canvas.fill(box, facecolor=colour, alpha=0.13, zorder=3.52)
    canvas.stroke(box, edgecolor=colour, linewidth=1.3, zorder=3.55, joinstyle="miter")
    inner = box.buffer(-canvas.pt(2.6), join_style="mitre")
    canvas.stroke(inner, edgecolor=colour, linewidth=0.4, zorder=3.55, joinstyle="miter")


def wedge(canvas: Canvas, tip: Array, towards: Array, colour: str, side: BaseGeometry) -> shapely.Polygon:
    """A wedge across the map edge, pointing in; returns the ground it covers."""
    ends = np.asarray(side.coords)
    along = (ends[-1] - ends[0]) / np.linalg.norm(ends[-1] - ends[0])
    inward = np.array([-along[1], along[0]])
    inward *= np.sign(inward @ towards) or 1.0
    half, reach, back = canvas.pt(6.0), canvas.pt(7.0), canvas.pt(4.2)
    shape = [tip - back * inward - half * along, tip + reach * inward, tip - back * inward + half * along]
    style = {"facecolor": colour, "edgecolor": canvas.palette.halo, "linewidth": 0.7}
    canvas.ax.add_artist(Polygon(shape, zorder=3.6, **style))
    return shapely.Polygon(shape)


def _zone_lines(zone: str, row: Mapping[str, str], size: float) -> list[Lettering]:
    name, _, road = row["name"].rstrip(")").partition(" (")
    way = road.replace(" - ", "–")
    return [
        lettering((Run(f"{zone}  ", "heavy", size * 1.15), Run(name, "bold", size))),
        lettering((Run(f"{way}  ", "italic", size * 0.94), Run(row["hanzi"], "hanzi", size * 0.94))),
    ]


def _zone_title(
    canvas: Canvas, theatre: Theatre, zone: str, box: BaseGeometry, colour: str
) -> list[shapely.Polygon]:
    """Name and road of a zone along the outer part of its box; upright boxes are read from below."""
    row = theatre.georeference.rows[zone]
    west, south, east, north = box.bounds
    upright = north - south > east - west
    length = max(north - south, east - west) / canvas.pt(1.0)
    longest = max(line.width for line in _zone_lines(zone, row, TITLE_PT))
    size = TITLE_PT * min(1.0, 0.84 * length / longest)
    first, second = _zone_lines(zone, row, size)
    middle = np.array(box.centroid.coords[0])
    inner = np.array(canvas.km(shapely.Point(theatre.georeference.centres[zone])).coords[0])
    covered = []
    axis = 0 if upright else 1
    far = (
        (west, south)[axis]
        if middle[axis] < np.array(canvas.frame.centroid.coords[0])[axis]
        else (east, north)[axis]
    )
    sign = np.sign(far - inner[axis])
    low_first = (upright and sign < 0) or (not upright and sign > 0)
    for number, letters in enumerate((first, second)):
        place = middle.copy()
        rank = number if low_first else 1 - number
        # Counters stand in the middle of a box: its title begins where the box does.
        place[1 - axis] = (west, south)[1 - axis] + canvas.pt(1.1 * size + letters.width / 2)
        place[axis] = far - sign * canvas.pt(size * (1.0 + 1.2 * rank))
        put(canvas, letters, place, canvas.palette.ink if number else colour, align=(0.5, 0.5),
            angle=90.0 if upright else 0.0, halo=1.2, zorder=6.0)  # fmt: skip
        wide, high = canvas.pt(letters.width / 2), canvas.pt(0.6 * size)
        reach = (high, wide) if upright else (wide, high)
        covered.append(shapely.box(*(place - reach), *(place + reach)))
    return covered
