"""A small map that shows where the theatre lies: railways, waters, chief towns and the ways of the armies."""

from __future__ import annotations

import numpy as np
import shapely

from ..theatre import Theatre
from .board import cut_corners, railway
from .canvas import Canvas, Extent
from .labels import Name, Sheet
from .symbols import TOWN_RADIUS_PT, arrow, town_symbol
from .text import Run


def draw_locator(canvas: Canvas, theatre: Theatre, here: Extent) -> Sheet:
    """Draw the layer `locator` and mark the ground of the main map."""
    palette, rows = canvas.palette, theatre.layer("locator")
    canvas.fill(canvas.frame, facecolor=palette.paper, zorder=0)
    sheet = Sheet(canvas)
    for row in rows[rows["kind"] == "water"].itertuples():
        course = canvas.km(row.geometry)
        canvas.fill(course, facecolor=palette.sea, edgecolor=palette.water_edge, linewidth=0.5, zorder=2)
        if "Line" in course.geom_type:
            canvas.stroke(course, edgecolor=palette.river, linewidth=1.5, zorder=2.1)
    for row in rows[rows["kind"] == "railway"].itertuples():
        railway(canvas, canvas.km(row.geometry).intersection(canvas.frame))
        sheet.avoid([canvas.km(row.geometry)], 0.2)
    for row in rows[rows["kind"] == "advance"].itertuples():
        points = cut_corners(np.asarray(canvas.km(row.geometry).coords), 3)
        sheet.block([arrow(canvas, points, palette.counter[row.look])])
    frame = canvas.km(here.box())
    canvas.stroke(frame, edgecolor=palette.fort, linewidth=1.2, zorder=5)
    sheet.avoid([frame.boundary], 0.6)
    names = []
    for row in rows[rows["kind"].isin(("town", "army"))].itertuples():
        at = canvas.at(row.geometry.x, row.geometry.y)
        spot = (float(at[0]), float(at[1]))
        if row.kind == "town":
            radius = canvas.pt(TOWN_RADIUS_PT[row.rank])
            town_symbol(canvas, row.rank, "", *spot, radius)
            sheet.block([shapely.Point(spot).buffer(radius)])
        army = row.kind == "army"
        face, size, colour = (
            ("bold italic", 6.4, palette.counter[row.look]) if army else ("regular", 6.6, palette.ink)
        )
        runs = (Run(row.name, face, size), Run(row.hanzi, "hanzi", size * 0.9))
        names.append(Name(runs, spot, colour, rank=row.rank, clear_pt=TOWN_RADIUS_PT[row.rank], must=True))
    sheet.place(names, [np.array(name.at) for name in names])
    return sheet
