"""The board upon the country: terrain tints and marks, grid, hexside water, roads, railways, hex numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise

import geopandas as gpd
import numpy as np
import shapely
from matplotlib.collections import LineCollection
from matplotlib.patches import PathPatch
from matplotlib.path import Path
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from ..classify import CLOSED, WET
from ..theatre import Theatre
from .canvas import Canvas, Style
from .text import Run, lettering, put

Array = NDArray[np.float64]

WATER_PT = {"creek": 1.7, "river": 3.4, "channel": 4.2}
"""Widths of the water on hexsides, by its look."""

MARKS = {
    "woods": ((-0.24, 0.05), (0.02, 0.17), (0.25, -0.01), (-0.08, -0.24), (0.2, -0.27)),
    "marsh": ((-0.2, 0.12), (0.2, 0.06), (-0.04, -0.14), (0.24, -0.26), (-0.26, -0.24)),
    "rice_paddy": ((-0.16, 0.06), (0.17, -0.1), (-0.1, -0.27)),
    "hill": ((-0.22, 0.1), (0.14, 0.2), (0.26, -0.12), (-0.06, -0.16), (-0.27, -0.26)),
    "numbered_hill": ((-0.27, 0.1), (0.27, 0.06), (-0.24, -0.24), (0.22, -0.26)),
}
"""Where the small marks of a terrain stand in a hex, in parts of its width."""


def draw_terrain(canvas: Canvas, theatre: Theatre) -> None:
    """Tints let the country show through; where board and country differ over water they are pale."""
    palette, frame = canvas.palette, canvas.frame
    spaces = theatre.spaces()
    land = canvas.km(theatre.ground("land")).intersection(frame.buffer(10))
    for terrain, group in spaces.groupby("terrain", sort=True):
        shape = canvas.km(shapely.union_all(group.geometry.to_numpy())).intersection(frame)
        if terrain in WET:
            canvas.fill(shape.intersection(land), facecolor=palette.sea, alpha=0.45, zorder=2.2)
        elif terrain != "out_of_play":
            colour = palette.terrain[str(terrain)]
            canvas.fill(shape.intersection(land), facecolor=colour, alpha=palette.tint, zorder=2.1)
            canvas.fill(shape.difference(land), facecolor=colour, alpha=0.55, zorder=2.6)
    _outside(canvas, spaces.geometry.to_numpy(), land)
    _terrain_marks(canvas, spaces)


def _outside(canvas: Canvas, hexes: Iterable[BaseGeometry], land: BaseGeometry) -> None:
    """Country off the board is washed a little towards the paper."""
    off = canvas.frame.intersection(land).difference(canvas.km(shapely.union_all(list(hexes))).buffer(0.01))
    canvas.fill(off, facecolor=canvas.palette.terrain["out_of_play"], alpha=0.35, zorder=2.05)


def draw_grid(canvas: Canvas, theatre: Theatre) -> None:
    """Hex outlines: plain on land in play, faint elsewhere; and a firmer line round the whole map."""
    spaces = theatre.spaces()
    reach = canvas.extent.box().buffer(0.1)
    seen = spaces[spaces.intersects(reach)]
    closed = seen["terrain"].isin(CLOSED) & (seen["terrain"] != "neutral")
    for rows, alpha, width in ((seen[closed], 0.22, 0.3), (seen[~closed], 0.5, 0.38)):
        rings = [np.asarray(canvas.km(p).exterior.coords) for p in rows.geometry]
        style: Style = {"colors": canvas.palette.faint, "alpha": alpha, "linewidths": width * canvas.size}
        canvas.ax.add_collection(LineCollection(rings, zorder=3.0, **style))
    firm = seen[seen["terrain"].isin(_firm(theatre))]
    rings = [np.asarray(canvas.km(p).exterior.coords) for p in firm.geometry]
    canvas.ax.add_collection(
        LineCollection(
            rings, colors=canvas.palette.halo, alpha=0.75, linewidths=0.75 * canvas.size, zorder=3.01
        )
    )
    edge = canvas.km(shapely.union_all(spaces.geometry.to_numpy())).boundary.intersection(canvas.frame)
    canvas.stroke(edge, edgecolor=canvas.palette.ink, linewidth=0.7, alpha=0.55, zorder=3.05)


def _firm(theatre: Theatre) -> tuple[str, ...]:
    """Terrain so busy that grid and numbers need a pale rim to be seen."""
    return tuple(theatre.settings["plate"].get("firm", ()))


def draw_objectives(canvas: Canvas, theatre: Theatre) -> None:
    """A firm rim inside every hex that the theatre's plate singles out by a tag."""
    wanted = set(theatre.settings["plate"].get("objectives", ()))
    spaces = theatre.spaces()
    for polygon in spaces[[bool(wanted & tags) for tags in spaces["tags"]]].geometry:
        if canvas.extent.box().contains(polygon):
            objective(canvas, canvas.km(polygon))


def objective(canvas: Canvas, polygon: BaseGeometry) -> None:
    """The rim of one hex."""
    inner = polygon.buffer(-canvas.pt(1.0 * canvas.size), join_style="mitre")
    canvas.stroke(inner, edgecolor=canvas.palette.fort, linewidth=1.0 * canvas.size, alpha=0.85, zorder=3.12)


def draw_outlines(canvas: Canvas, theatre: Theatre) -> None:
    """A dashed line round hexes of one tag that count together."""
    spaces = theatre.spaces()
    for tag in theatre.settings["plate"].get("outlined", ()):
        hexes = spaces[[tag in tags for tags in spaces["tags"]]].geometry.to_numpy()
        outlined(canvas, canvas.km(shapely.union_all(hexes)).boundary.intersection(canvas.frame))


def outlined(canvas: Canvas, line: BaseGeometry) -> None:
    """A dashed line in the colour of objectives."""
    style: Style = {"edgecolor": canvas.palette.fort, "capstyle": "butt", "zorder": 3.13}
    canvas.stroke(line, edgecolor=canvas.palette.halo, linewidth=2.4 * canvas.size, alpha=0.55, zorder=3.12)
    canvas.stroke(line, linewidth=1.1 * canvas.size, linestyle=(0, (3.2, 1.8)), **style)


def draw_hexsides(canvas: Canvas, theatre: Theatre) -> None:
    """SNC-9.3a: the watercourses that run along hexsides, in the theatre's order, the small ones first."""
    borders = theatre.borders()
    for sign in theatre.settings["plate"]["hexsides"]:
        sides = borders[borders["feature"] == sign["feature"]].geometry
        hexside_water(canvas, rounded(canvas, sides), sign["look"])


def hexside_water(canvas: Canvas, course: BaseGeometry, look: str) -> None:
    """Creeks thin and light, rivers wide and dark; a navigable channel has a bright thread."""
    palette, width = canvas.palette, WATER_PT[look] * canvas.size
    colour = palette.creek if look == "creek" else palette.river
    canvas.stroke(course, edgecolor=palette.halo, linewidth=width + 1.1, alpha=0.45, zorder=3.2)
    canvas.stroke(course, edgecolor=colour, linewidth=width, zorder=3.3)
    if look == "channel":
        canvas.stroke(course, edgecolor=palette.sea, linewidth=width * 0.42, zorder=3.35)


def draw_links(canvas: Canvas, theatre: Theatre, places: Mapping[str, Array]) -> None:
    """Roads and railways run from hexside to hexside and through towns; off the board they are real."""
    links = theatre.links().sort_values("kind", ascending=False, kind="stable")
    nodes = junctions(links["path"])
    rails = {frozenset(pair) for path in links[links["kind"] == "railway"]["path"] for pair in pairwise(path)}
    for link in links.itertuples():
        points = []
        for here, after in pairwise((*link.path, "")):
            if here in places or here in nodes:
                points.append(places.get(here, canvas.at(*theatre.georeference.centres[here])))
            if after:
                beside = link.kind == "road" and frozenset((here, after)) in rails
                points.append(_crossing(canvas, theatre, here, after, 0.3 if beside else 0.5))
        line = shapely.LineString(spline(np.array(points))).intersection(canvas.frame)
        (railway if link.kind == "railway" else road)(canvas, line)
    leaves = theatre.settings["plate"].get("railway_leaves", ())
    hexes = [polygon for h, polygon in theatre.georeference.polygons.items() if h not in leaves]
    board = canvas.km(shapely.union_all(hexes))
    for line in theatre.layer("railways").geometry:
        railway(canvas, canvas.km(line).intersection(canvas.frame).difference(board))


def junctions(paths: Iterable[tuple[str, ...]]) -> set[str]:
    """Hexes where a link ends or where two links part: there the lines must meet in one point."""
    ways: dict[str, set[str]] = {}
    ends: set[str] = set()
    for path in paths:
        ends |= {path[0], path[-1]}
        for a, b in pairwise(path):
            ways.setdefault(a, set()).add(b)
            ways.setdefault(b, set()).add(a)
    return ends | {h for h, others in ways.items() if len(others) > 2}


def _crossing(canvas: Canvas, theatre: Theatre, a: str, b: str, part: float) -> Array:
    """Where a line crosses a hexside: in the middle, or lower where a railway has the middle."""
    ends = sorted(np.asarray(canvas.km(theatre.side(a, b)).coords), key=lambda end: (end[1], end[0]))
    return ends[0] + part * (ends[1] - ends[0])


def road(canvas: Canvas, line: BaseGeometry) -> None:
    """A thin brown line."""
    canvas.stroke(line, edgecolor=canvas.palette.halo, linewidth=1.5 * canvas.size, alpha=0.6, zorder=3.5)
    canvas.stroke(line, edgecolor=canvas.palette.road, linewidth=0.85 * canvas.size, zorder=3.6)


def railway(canvas: Canvas, line: BaseGeometry) -> None:
    """Black with white dashes."""
    width = 1.7 * canvas.size
    canvas.stroke(line, edgecolor=canvas.palette.rail, linewidth=width, capstyle="butt", zorder=3.7)
    dashes = (0, (2.4, 2.4))
    canvas.stroke(
        line,
        edgecolor=canvas.palette.rail_gap,
        linewidth=width * 0.5,
        linestyle=dashes,
        capstyle="butt",
        zorder=3.8,
    )


def draw_hex_numbers(canvas: Canvas, theatre: Theatre) -> None:
    """SNC-2.1b: the four-digit number at the northern side of every hex that matters."""
    spaces, size = theatre.spaces(), 3.1 * canvas.size
    inside, flat = canvas.extent.box(), theatre.georeference.grid.top == "flat"
    for row in spaces[spaces["terrain"] != "out_of_play"].itertuples():
        if inside.contains(row.geometry.centroid):
            ring = np.asarray(canvas.km(row.geometry).exterior.coords)
            centre = np.array(canvas.km(row.geometry).centroid.coords[0])
            top = (ring[0] + ring[1]) / 2 if flat else ring[0] + 0.2 * (centre - ring[0])
            wet, firm = row.terrain in WET, row.terrain in _firm(theatre)
            put(
                canvas,
                lettering(tuple(Run(digit, "regular", size) for digit in row.id)),
                (top[0], top[1] - canvas.pt(5.8 * canvas.size if firm else 1.2)),
                canvas.palette.water_edge if wet else canvas.palette.ink if firm else canvas.palette.faint,
                align=(0.5, 1.0),
                halo=0.7 if firm else 0.0,
                alpha=0.8,
                zorder=3.5 if firm else 3.1,
            )


def rounded(canvas: Canvas, sides: Iterable[BaseGeometry]) -> BaseGeometry:
    """Hexsides joined into courses, their corners cut so that they flow and still lie on the hexsides."""
    joined = shapely.line_merge(shapely.union_all([canvas.km(side) for side in sides]))
    curves = [
        shapely.LineString(cut_corners(np.asarray(line.coords), 3)) for line in shapely.get_parts(joined)
    ]
    return shapely.MultiLineString(curves).intersection(canvas.frame)


def cut_corners(points: Array, times: int) -> Array:
    """A line with its corners rounded, its ends kept."""
    for _ in range(times):
        a, b = points[:-1], points[1:]
        cut = np.empty((2 * len(a), 2))
        cut[0::2], cut[1::2] = 0.8 * a + 0.2 * b, 0.2 * a + 0.8 * b
        points = np.vstack([points[:1], cut[1:-1], points[-1:]])
    return points


def spline(points: Array, steps: int = 6) -> Array:
    """A smooth line through all points (Catmull-Rom, tension softened so that it does not swing out)."""
    if len(points) < 3:
        return points
    padded = np.vstack([2 * points[0] - points[1], points, 2 * points[-1] - points[-2]])
    t = np.linspace(0, 1, steps, endpoint=False)[:, None]
    pieces = []
    for p0, p1, p2, p3 in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        m1, m2 = 0.38 * (p2 - p0), 0.38 * (p3 - p1)
        h = (
            (2 * t**3 - 3 * t**2 + 1) * p1
            + (t**3 - 2 * t**2 + t) * m1
            + (3 * t**2 - 2 * t**3) * p2
            + (t**3 - t**2) * m2
        )
        pieces.append(h)
    return np.vstack([*pieces, points[-1:]])


def _terrain_marks(canvas: Canvas, spaces: gpd.GeoDataFrame) -> None:
    inside = canvas.frame
    for terrain, spots in MARKS.items():
        rows = spaces[spaces["terrain"] == terrain]
        offsets = []
        for h, polygon in zip(rows["id"], rows.geometry, strict=True):
            shape = canvas.km(polygon)
            centre, width = np.array(shape.centroid.coords[0]), shape.area**0.5
            # Two mirror images in turn, so that the marks do not line up into stripes.
            flip = -1 if (int(h[:2]) + int(h[2:])) % 2 else 1
            offsets += [centre + width * np.array((flip * x, y)) for x, y in spots]
        offsets = [o for o in offsets if inside.contains(shapely.Point(o))]
        if offsets:
            scatter_marks(canvas, terrain, np.array(offsets))


def scatter_marks(canvas: Canvas, terrain: str, offsets: Array) -> None:
    """Trees, reeds, shoots of rice or little slopes at these places."""
    glyphs = {
        "woods": _tree,
        "marsh": _reeds,
        "rice_paddy": _shoots,
        "hill": _slopes,
        "numbered_hill": _slopes,
    }
    shape, codes = glyphs[terrain]()
    size, colour = canvas.pt(canvas.size), canvas.palette.mark[terrain]
    vertices = (offsets[:, None, :] + size * shape[None, :, :]).reshape(-1, 2)
    marks = Path(vertices, np.tile(codes, len(offsets)))
    style: Style = {"facecolor": colour, "linewidth": 0, "alpha": 0.5}
    if terrain != "woods":
        style = {"facecolor": "none", "edgecolor": colour, "linewidth": 0.38 * canvas.size, "alpha": 0.62}
    canvas.ax.add_artist(PathPatch(marks, zorder=2.9, **style))


Mark = tuple[Array, NDArray[np.uint8]]


def _tree() -> Mark:
    crown = [
        (0, 1.9),
        (0.95, 0.55),
        (0.4, 0.6),
        (1.15, -0.6),
        (-1.15, -0.6),
        (-0.4, 0.6),
        (-0.95, 0.55),
        (0, 1.9),
    ]
    codes = [Path.MOVETO, *[Path.LINETO] * 6, Path.CLOSEPOLY]
    return np.array(crown, dtype=float), np.array(codes, dtype=np.uint8)


def _reeds() -> Mark:
    water = [((-1.8, 0.0), (1.8, 0.0)), ((-0.9, -0.9), (0.9, -0.9))]
    stems = [((-0.7, 0.0), (-1.0, 1.1)), ((0.0, 0.0), (0.0, 1.4)), ((0.7, 0.0), (1.0, 1.1))]
    return _strokes(water + stems)


def _shoots() -> Mark:
    return _strokes([((x, 0.0), (x, 0.8)) for x in (-1.0, 0.0, 1.0)])


def _slopes() -> Mark:
    """A rounded summit hatched on its shaded side."""
    brow = [((-1.6, -0.3), (-0.6, 0.6)), ((-0.6, 0.6), (0.4, 0.6)), ((0.4, 0.6), (1.5, -0.4))]
    shade = [((0.1, 0.5), (0.3, -0.5)), ((0.6, 0.3), (0.9, -0.6))]
    return _strokes(brow + shade)


def _strokes(lines: list[tuple[tuple[float, float], tuple[float, float]]]) -> Mark:
    ends = np.array([point for line in lines for point in line])
    return ends, np.array([Path.MOVETO, Path.LINETO] * len(lines), dtype=np.uint8)
