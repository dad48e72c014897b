"""One map on the sheet: everything from the sea to the counters, in order from the bottom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import geopandas as gpd
import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from ..areas import AreaFrame
from ..theatre import Theatre
from . import areas, basemap, battlefield, board, counters, frontier, naming, symbols, titles, works
from .canvas import Canvas
from .labels import Sheet

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Content:
    """What a map shows besides the country: units (or none), ground kept free, places named elsewhere."""

    units: gpd.GeoDataFrame | None
    sheet: str
    keep_free: tuple[shapely.Polygon, ...] = ()
    named_elsewhere: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Ground:
    """What lies under counters and names, as names must know it."""

    places: Mapping[str, Array]
    """Where each town is drawn."""
    blocked: list[BaseGeometry]
    """Ground that no name may touch."""
    lines: list[tuple[BaseGeometry, float]]
    """Lines that a name should not cross, each with its price a point."""
    walls: Sequence[BaseGeometry] = ()
    """Ground of walls that the title of an area must not touch."""


def draw_ground(canvas: Canvas, theatre: Theatre) -> Ground:
    """Everything below the marks of towns, the counters and the names; it serves the screen too."""
    basemap.draw_country(canvas, theatre)
    if isinstance(theatre.georeference, AreaFrame):
        return _areas(canvas, theatre)
    return _hexes(canvas, theatre)


def draw_map(canvas: Canvas, theatre: Theatre, content: Content) -> Sheet:
    """Draw one map; the returned sheet knows which names found no room."""
    ground = draw_ground(canvas, theatre)
    liveries = theatre.settings["plate"]["liveries"]
    stacks = [] if content.units is None else counters.draw_counters(canvas, content.units, liveries)
    sheet = Sheet(canvas)
    sheet.block([*content.keep_free, *ground.blocked, *stacks])
    if isinstance(theatre.georeference, AreaFrame):
        _name_areas(sheet, theatre, content, ground, stacks)
    else:
        _name_hexes(sheet, theatre, content, ground, stacks)
    return sheet


def _hexes(canvas: Canvas, theatre: Theatre) -> Ground:
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
    walls, fronts = works.draw_walls(canvas, theatre), works.draw_front(canvas, theatre)
    bridges = works.draw_bridges(canvas, theatre)
    forts = symbols.draw_fortress_lines(canvas, theatre)
    booms, landings = symbols.draw_naval_line(canvas, theatre), symbols.draw_landings(canvas, theatre)
    lines = [
        *((shape, 0.5) for shape in (*forts, *walls, *fronts)),
        *((canvas.km(line), 0.35) for line in theatre.borders().geometry),
        *((canvas.km(line), 0.25) for line in theatre.links().geometry),
        *((canvas.km(line).boundary, 0.15) for line in theatre.layer("land").geometry),
    ]
    return Ground(places, [*bridges, *booms, *landings], lines)


def _name_hexes(
    sheet: Sheet, theatre: Theatre, content: Content, ground: Ground, stacks: list[shapely.Polygon]
) -> None:
    canvas, places = sheet.canvas, ground.places
    board.draw_hex_numbers(canvas, theatre)
    sheet.block(symbols.draw_towns(canvas, theatre, places))
    sheet.block(naming.draw_feature_names(canvas, theatre, content.sheet))
    for line, price in ground.lines:
        sheet.avoid([line], price)
    names = naming.town_names(canvas, theatre, places, stacks, content.named_elsewhere)
    marks = naming.mark_names(canvas, theatre)
    sheet.place([*names, *marks], [*places.values(), *(np.array(name.at) for name in marks)])


def _areas(canvas: Canvas, theatre: Theatre) -> Ground:
    areas.draw_ground(canvas, theatre)
    areas.draw_objectives(canvas, theatre)
    areas.draw_borders(canvas, theatre)
    areas.draw_water(canvas, theatre)
    battlefield.draw_roads(canvas, theatre)
    zones = areas.draw_zones(canvas, theatre)
    wall = battlefield.draw_town(canvas, theatre)
    lines = [
        *((canvas.km(line), 9.0) for line in theatre.layer("railways").geometry),
        *((canvas.km(line), 9.0) for line in theatre.layer("rivers").geometry),
        *(
            (canvas.km(row.geometry), 1.2 if row.kind == "track" else 2.5)
            for row in theatre.layer("roads").itertuples()
        ),
    ]
    return Ground({}, [*zones, *battlefield.draw_places(canvas, theatre)], lines, wall)


def _name_areas(
    sheet: Sheet, theatre: Theatre, content: Content, ground: Ground, stacks: list[shapely.Polygon]
) -> None:
    canvas = sheet.canvas
    named = naming.draw_feature_names(canvas, theatre, content.sheet)
    sheet.block(named)
    taken = [*ground.blocked, *ground.walls, *stacks, *named]
    sheet.block(titles.draw_titles(canvas, theatre, taken, ground.lines))
    sheet.avoid((line for line, _ in ground.lines), 0.25)
    sheet.avoid(ground.walls, 0.5)
    sheet.avoid((canvas.km(arc.line) for arc in theatre.georeference.arcs), 0.3)
    names = [*naming.place_names(canvas, theatre), *naming.mark_names(canvas, theatre)]
    sheet.place(names, [np.array(name.at) for name in names])
