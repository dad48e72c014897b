"""Frontiers: a line of dashes and dots between two ribbons in the colours of the countries."""

from __future__ import annotations

from itertools import combinations

import geopandas as gpd
import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from ..theatre import Theatre
from .board import cut_corners
from .canvas import Canvas

RIBBON = 0.42
"""How strong the ribbons are."""

RIBBON_PT = 5.0


def draw_frontiers(canvas: Canvas, theatre: Theatre) -> None:
    """On the board a frontier runs along hexsides, beyond it along its real course."""
    if "countries" not in theatre.layers():
        return
    areas = territories(canvas, theatre)
    # Ground that touches only at the edge of the sheet has no frontier there.
    lines = [
        shapely.line_merge(shapely.intersection(a, b, grid_size=1e-6))
        for a, b in combinations(areas.values(), 2)
    ]
    course = shapely.union_all([_flowing(line) for line in lines])
    colours = theatre.settings["plate"]["ribbons"]
    strip = course.buffer(canvas.pt(RIBBON_PT * canvas.size), cap_style="flat")
    for word, area in areas.items():
        smooth = strip.intersection(area).intersection(canvas.frame)
        canvas.fill(smooth, facecolor=canvas.palette.ribbon[colours[word]], alpha=RIBBON, zorder=2.95)
    frontier_line(canvas, course.intersection(canvas.frame))


def territories(canvas: Canvas, theatre: Theatre) -> dict[str, BaseGeometry]:
    """The ground of every country: its hexes on the board, its real extent beyond."""
    spaces, real = theatre.spaces(), theatre.layer("countries")
    board = shapely.union_all(spaces.geometry.to_numpy())
    found = {}
    for row in real.itertuples():
        mine: gpd.GeoDataFrame = spaces[[row.country in tags for tags in spaces["tags"]]]
        hexes = shapely.union_all(mine.geometry.to_numpy())
        found[row.country] = canvas.km(shapely.union(hexes, row.geometry.difference(board), grid_size=1e-6))
    return found


def frontier_line(canvas: Canvas, course: BaseGeometry) -> None:
    """Dash, dot, dash."""
    width = 1.15 * canvas.size
    canvas.stroke(course, edgecolor=canvas.palette.halo, linewidth=2.2 * width, alpha=0.75, zorder=3.4)
    pattern = (0, (5.0, 2.0, 0.9, 2.0))
    canvas.stroke(
        course, edgecolor=canvas.palette.ink, linewidth=width, linestyle=pattern, capstyle="butt", zorder=3.45
    )


def _flowing(line: BaseGeometry) -> BaseGeometry:
    """A course with its corners rounded a little."""
    parts = [part for part in shapely.get_parts(line) if part.geom_type == "LineString"]
    return shapely.MultiLineString([cut_corners(np.asarray(part.coords), 2) for part in parts])
