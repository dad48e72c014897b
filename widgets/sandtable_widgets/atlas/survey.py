"""Surveying a theatre: the content of its sheet, drawn by the code that draws the atlas plate."""

from __future__ import annotations

from typing import Any

import numpy as np
import shapely

from sandtable.game import Game
from sandtable_geodata import Theatre, theatre, theatres
from sandtable_geodata.draw import Extent, basemap, board, frontier, symbols, works

from . import legend, plain
from .names import mark_labels, river_names, town_labels
from .parcels import Parcels
from .projection import Projection
from .record import Tracing
from .style import theme_css, worn


def survey(game: Game) -> dict[str, Any]:
    """Everything about a game's map that does not change.

    head: liveries, bounds (west, south, east, north), theme (CSS), title.
    frame: west, north, width, height and units a world of the sheet.
    ground: SVG. spaces: [id, path, x, y, name, terrain]. edges: [a, b, points] between neighbours.
    size: how wide a space is. plate and zoom: how wide the printed map is, and how near.
    towns and names: what is lettered. legend: HTML.
    """
    if game.slug in theatres():
        found = theatre(game.slug)
        if set(game.board.ids) <= set(found.spaces()["id"]):
            return _real(game, found)
    return plain.survey(game)


def _real(game: Game, found: Theatre) -> dict[str, Any]:
    settings = found.settings
    projection = Projection(**settings["window"])
    polygons = found.spaces().geometry
    parcels = Parcels.of(game.board, {id: polygons[id] for id in game.board.ids}, projection)
    plate = Extent(**settings["plate"]["map"])
    canvas = Tracing.of(found.georeference.scale, projection, plate, settings["plate"]["zoom"])
    places = symbols.town_places(canvas, found)
    _draw(canvas, found, places)
    scale = found.georeference.scale
    spots = {id: projection.xy(scale.to_lonlat(np.asarray(at))) for id, at in places.items()}
    return {
        "head": {
            "title": found.title,
            "liveries": worn(settings["plate"]["liveries"]),
            "bounds": [float(v) for v in shapely.total_bounds(polygons.to_numpy())],
            "theme": theme_css(),
        },
        "frame": frame(projection),
        "plate": round(projection.units * (plate.east - plate.west) / 360),
        "zoom": float(settings["plate"]["zoom"]),
        "ground": canvas.svg(),
        **parcels.rows(),
        "towns": [*town_labels(found, spots), *mark_labels(found, projection)],
        "names": river_names(found, projection),
        "legend": legend.legend(found),
    }


def frame(projection: Projection) -> dict[str, float]:
    """Where the sheet lies in the world, for the browser."""
    return {
        "west": projection.west, "north": projection.north, "south": projection.south,
        "east": projection.east, "width": round(float(projection.xy([projection.east, projection.north])[0])),
        "height": round(projection.height), "units": projection.units,
    }  # fmt: skip


def _draw(canvas: Tracing, found: Theatre, places: dict[str, Any]) -> None:
    """The plate's own order, up to the towns; the browser sets names and counters, which follow the zoom."""
    basemap.draw_country(canvas, found)
    basemap.draw_waters(canvas, found)
    board.draw_terrain(canvas, found)
    works.draw_roads(canvas, found)
    works.draw_houses(canvas, found)
    board.draw_grid(canvas, found)
    board.draw_objectives(canvas, found)
    board.draw_outlines(canvas, found)
    board.draw_hexsides(canvas, found)
    frontier.draw_frontiers(canvas, found)
    board.draw_links(canvas, found, symbols.board_places(found, places))
    works.draw_walls(canvas, found)
    works.draw_front(canvas, found)
    works.draw_bridges(canvas, found)
    symbols.draw_fortress_lines(canvas, found)
    symbols.draw_naval_line(canvas, found)
    if "landings" in found.layers():
        for line in found.layer("landings").geometry:
            course = np.asarray(canvas.km(line).coords)
            with canvas.anchored(course[-1]):
                symbols.arrow(canvas, course)
