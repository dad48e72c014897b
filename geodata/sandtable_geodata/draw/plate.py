"""One map on the sheet: everything from the sea to the counters, in order from the bottom."""

from __future__ import annotations

from dataclasses import dataclass

import geopandas as gpd
import numpy as np
import shapely

from ..areas import AreaFrame
from ..theatre import Theatre
from . import areas, basemap, battlefield, board, counters, frontier, naming, symbols, titles, works
from .canvas import Canvas
from .labels import Sheet


@dataclass(frozen=True)
class Content:
    """What a map shows besides the country: units (or none), ground kept free, places named elsewhere."""

    units: gpd.GeoDataFrame | None
    sheet: str
    keep_free: tuple[shapely.Polygon, ...] = ()
    named_elsewhere: frozenset[str] = frozenset()


def draw_map(canvas: Canvas, theatre: Theatre, content: Content) -> Sheet:
    """Draw one map; the returned sheet knows which names found no room."""
    basemap.draw_country(canvas, theatre)
    if isinstance(theatre.georeference, AreaFrame):
        return _draw_areas(canvas, theatre, content)
    return _draw_hexes(canvas, theatre, content)


def _draw_hexes(canvas: Canvas, theatre: Theatre, content: Content) -> Sheet:
    basemap.draw_waters(canvas, theatre)
    board.draw_terrain(canvas, theatre)
    works.draw_roads(canvas, theatre)
    works.draw_houses(canvas, theatre)
    board.draw_grid(canvas, theatre)
    board.draw_objectives(canvas, theatre)
    board.draw_outlines(canvas, theatre)
    board.draw_hexsides(canvas, theatre)
    frontier.draw_frontiers(canvas, theatre)
    places = symbols.town_places(canvas, theatre)
    board.draw_links(canvas, theatre, symbols.board_places(theatre, places))
    board.draw_hex_numbers(canvas, theatre)

    sheet = Sheet(canvas)
    sheet.block(content.keep_free)
    walls, fronts = works.draw_walls(canvas, theatre), works.draw_front(canvas, theatre)
    sheet.block(works.draw_bridges(canvas, theatre))
    forts = symbols.draw_fortress_lines(canvas, theatre)
    sheet.block(symbols.draw_naval_line(canvas, theatre))
    sheet.block(symbols.draw_landings(canvas, theatre))
    sheet.block(symbols.draw_towns(canvas, theatre, places))
    liveries = theatre.settings["plate"]["liveries"]
    stacks = [] if content.units is None else counters.draw_counters(canvas, content.units, liveries)
    sheet.block(stacks)
    sheet.block(naming.draw_feature_names(canvas, theatre, content.sheet))

    sheet.avoid([*forts, *walls, *fronts], 0.5)
    sheet.avoid((canvas.km(line) for line in theatre.borders().geometry), 0.35)
    sheet.avoid((canvas.km(line) for line in theatre.links().geometry), 0.25)
    sheet.avoid((canvas.km(line).boundary for line in theatre.layer("land").geometry), 0.15)
    names = naming.town_names(canvas, theatre, places, stacks, content.named_elsewhere)
    marks = naming.mark_names(canvas, theatre)
    sheet.place([*names, *marks], [*places.values(), *(np.array(name.at) for name in marks)])
    return sheet


def _draw_areas(canvas: Canvas, theatre: Theatre, content: Content) -> Sheet:
    areas.draw_ground(canvas, theatre)
    areas.draw_objectives(canvas, theatre)
    areas.draw_borders(canvas, theatre)
    areas.draw_water(canvas, theatre)
    battlefield.draw_roads(canvas, theatre)
    sheet = Sheet(canvas)
    sheet.block(content.keep_free)
    zones = areas.draw_zones(canvas, theatre)
    sheet.block(zones)
    wall = battlefield.draw_town(canvas, theatre)
    places = list(battlefield.draw_places(canvas, theatre))
    liveries = theatre.settings["plate"]["liveries"]
    stacks = [] if content.units is None else counters.draw_counters(canvas, content.units, liveries)
    sheet.block([*places, *stacks])
    named = naming.draw_feature_names(canvas, theatre, content.sheet)
    sheet.block(named)

    lines = [
        *((canvas.km(line), 9.0) for line in theatre.layer("railways").geometry),
        *((canvas.km(line), 9.0) for line in theatre.layer("rivers").geometry),
        *(
            (canvas.km(row.geometry), 1.2 if row.kind == "track" else 2.5)
            for row in theatre.layer("roads").itertuples()
        ),
    ]
    sheet.block(titles.draw_titles(canvas, theatre, [*zones, *wall, *places, *stacks, *named], lines))
    sheet.avoid((line for line, _ in lines), 0.25)
    sheet.avoid(wall, 0.5)
    sheet.avoid((canvas.km(arc.line) for arc in theatre.georeference.arcs), 0.3)
    names = [*naming.place_names(canvas, theatre), *naming.mark_names(canvas, theatre)]
    sheet.place(names, [np.array(name.at) for name in names])
    return sheet
