"""Surveying a theatre: the content of its sheet, drawn by the code that draws the atlas plate."""

from __future__ import annotations

from typing import Any

import numpy as np
import shapely

from sandtable.game import Game
from sandtable.names import also_called
from sandtable_geodata import Theatre, theatre, theatres
from sandtable_geodata.areas import AreaFrame
from sandtable_geodata.draw import Extent, titles
from sandtable_geodata.draw.plate import Ground, draw_ground

from . import legend, plain
from .names import mark_labels, place_labels, river_names, town_labels
from .parcels import Parcels
from .projection import Projection
from .record import Tracing
from .style import theme_css, worn

HEX_ROOM, AREA_ROOM = 0.8, 0.4


def survey(game: Game) -> dict[str, Any]:
    """Everything about a game's map that does not change.

    head: liveries, bounds (west, south, east, north), theme (CSS), title.
    frame: west, north, width, height and units a world of the sheet.
    ground: SVG. spaces: [id, path, x, y, name, terrain]. edges: [a, b, points] between neighbours.
    size: how wide a space is. room: how much of it a counter may take. numbered: are ids to be shown?
    print and zoom: units in a point of the printed plate, and how near that plate is.
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
    shapes = {id: polygons[id] for id in game.board.ids}
    parcels = Parcels.of(game.board, shapes, projection, found.georeference.centres)
    plate = Extent(**settings["plate"]["map"])
    canvas = Tracing.of(found.georeference.scale, projection, plate, settings["plate"]["zoom"])
    scale = found.georeference.scale
    ground, liveries = _draw(canvas, found), worn(settings["plate"]["liveries"])
    spots = {id: projection.xy(scale.to_lonlat(np.asarray(at))) for id, at in ground.places.items()}
    return {
        "head": {
            "title": found.title,
            "liveries": liveries,
            "bounds": [float(v) for v in shapely.total_bounds(polygons.to_numpy())],
            "theme": theme_css(),
        },
        "frame": projection.frame(),
        "print": canvas.km_per_pt / (scale.km_per_lon * 360 / projection.units),
        "room": AREA_ROOM if isinstance(found.georeference, AreaFrame) else HEX_ROOM,
        "zoom": float(settings["plate"]["zoom"]),
        "ground": canvas.svg(),
        "numbered": not isinstance(found.georeference, AreaFrame),
        **_named(game, parcels.rows()),
        "towns": [*_places(found, spots, projection), *mark_labels(found, projection)],
        "names": river_names(found, projection),
        "legend": legend.legend(found, liveries),
    }


def _named(game: Game, rows: dict[str, Any]) -> dict[str, Any]:
    """Whoever points at a space reads its other names too."""
    for space in rows["spaces"]:
        others = also_called(game, space[0])
        space[4] = f"{space[4]} ({', '.join(others)})".strip() if others and space[4] else space[4]
    return rows


def _places(found: Theatre, spots: dict[str, Any], projection: Projection) -> list[list[Any]]:
    if isinstance(found.georeference, AreaFrame):
        return place_labels(found, projection)
    return town_labels(found, spots)


def _draw(canvas: Tracing, found: Theatre) -> Ground:
    """The plate's ground, and the titles of areas; the browser sets all that must keep its size."""
    ground = draw_ground(canvas, found)
    if isinstance(found.georeference, AreaFrame):
        # Counters will stand in the middle of their areas: titles leave that free.
        wide, high = canvas.pt(17 * canvas.size), canvas.pt(16 * canvas.size)
        middles = (canvas.at(*centre) for centre in found.georeference.centres.values())
        standing = [shapely.box(x - wide, y - high, x + wide, y + high) for x, y in middles]
        taken = [*ground.blocked, *ground.walls, *standing]
        for _ in titles.draw_titles(canvas, found, taken, ground.lines):
            pass
    return ground
