"""A plain map for a game whose theatre nobody has surveyed: its board alone, on blank paper."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from sandtable.board import Board
from sandtable.game import Game
from sandtable.hexgrid import HexGrid
from sandtable_geodata.draw.style import LIGHT
from sandtable_geodata.grid import corners

from .parcels import Parcels
from .projection import SHEET_WIDTH, Projection, path
from .style import theme_css, variable, worn

Array = NDArray[np.float64]

MARGIN = 0.06
PLATE_PT = 1000
"""As wide as a plate would be."""
_WATERS = ("sea", "lake", "yangtze", "water", "ocean")
_WATER_LINES = ("river", "creek", "canal", "stream")
_OWN_COLOURS = ("japanese", "soviet")
"""Sides that the palette of the counters knows by name; any other takes the Chinese blue."""


def survey(game: Game) -> dict[str, Any]:
    """The sheet of a board without a theatre; the same entries as a surveyed one."""
    board = game.board
    shapes = hexes(board, board.grid) if board.grid else areas(board)
    west, south, east, north = (float(v) for v in shapely.total_bounds(list(shapes.values())))
    wide, high = (east - west) * MARGIN, (north - south) * MARGIN
    projection = Projection(west - wide, south - high, east + wide, north + high)
    parcels = Parcels.of(board, shapes, projection, dict(zip(board.ids, board.lonlat, strict=True)))
    spots = [(n, projection.xy(board.lonlat[n])) for n in range(len(board)) if board.names[n]]
    return {
        "head": {
            "title": game.title,
            "liveries": worn(liveries(game.sides)),
            "bounds": [west, south, east, north],
            "theme": theme_css(),
        },
        "frame": projection.frame(),
        "print": SHEET_WIDTH / PLATE_PT,
        "room": 0.8 if board.grid else 0.45,
        "zoom": 2.0,
        "numbered": True,
        "ground": "".join(_ground(board, parcels, projection)),
        **parcels.rows(),
        "towns": [[round(at[0]), round(at[1]), board.names[n], "", 3, "", 1, 1] for n, at in spots],
        "names": [],
        "legend": "",
    }


def hexes(board: Board, grid: HexGrid) -> dict[str, shapely.Polygon]:
    """Hexes in degrees, by the affine map that carries the grid onto the positions of the board."""
    plane = np.array([(*grid.centre(id), 1.0) for id in board.ids])
    fit, *_ = np.linalg.lstsq(plane, np.array(board.lonlat), rcond=None)
    return {
        id: shapely.Polygon(np.column_stack([corners(grid, id), np.ones(6)]) @ fit).normalize()
        for id in board.ids
    }


def areas(board: Board) -> dict[str, shapely.Polygon]:
    """Areas in degrees: every point of the map belongs to the nearest middle."""
    points = shapely.MultiPoint(np.array(board.lonlat))
    reach = 0.6 * float(np.sqrt(points.convex_hull.area / len(board)))
    ground = points.convex_hull.buffer(max(reach, 1e-3))
    cells = shapely.get_parts(shapely.voronoi_polygons(points, extend_to=ground))
    tree = shapely.STRtree(cells)
    return {
        id: cells[tree.query(shapely.Point(board.lonlat[n]), predicate="intersects")[0]].intersection(ground)
        for n, id in enumerate(board.ids)
    }


def liveries(sides: Iterable[str]) -> list[dict[str, Any]]:
    """A colour and a shape for every side, so that they differ even without colours."""
    shapes = ("chamfered", "round")
    return [
        {
            "of": {"side": side},
            "colour": side if side in _OWN_COLOURS else "chinese regular",
            "shape": shapes[number % 2],
            "star": number > 1,
        }
        for number, side in enumerate(sides)
    ]


def _ground(board: Board, parcels: Parcels, projection: Projection) -> Iterable[str]:
    width, height = projection.xy([projection.east, projection.south])
    yield f'<path d="M0 0h{width:.0f}v{height:.0f}h-{width:.0f}z" style="fill:var(--st-paper)"/>'
    for terrain in sorted(set(board.terrain)):
        rings = [
            _ring(parcels, id) for id, word in zip(board.ids, board.terrain, strict=True) if word == terrain
        ]
        yield f'<path d="{path(rings, closed=True)}" style="fill:{_tint(terrain)}"/>'
    grid = path([_ring(parcels, id) for id in board.ids], closed=True)
    yield f'<path class="grid" d="{grid}" fill="none" {_line("faint", 0.7)}/>'
    for word in sorted({word for words in board.borders.values() for word in words}):
        yield _sides(board, parcels, word)
    for kind, _, spaces in board.link_lines:
        line = path([projection.xy([board.lonlat[s] for s in spaces])], closed=False)
        yield f'<path d="{line}" fill="none" {_line("rail" if kind == "railway" else "road", 1.8)}/>'


def _sides(board: Board, parcels: Parcels, word: str) -> str:
    colour = "river" if word.split("_")[0] in _WATER_LINES else "fort"
    lines = [
        np.array(points).reshape(-1, 2) for a, b, *points in parcels.edges() if word in board.border(a, b)
    ]
    return f'<path d="{path(lines, closed=False)}" fill="none" {_line(colour, 3.0)}/>'


def _line(colour: str, width: float) -> str:
    return f'style="stroke:var(--st-{colour});stroke-width:calc({width}px*var(--k))"'


def _ring(parcels: Parcels, id: str) -> Array:
    return np.asarray(parcels.polygons[id].exterior.coords)


def _tint(terrain: str) -> str:
    if terrain in _WATERS:
        return "var(--st-sea)"
    for word in (terrain, terrain.split("_")[-1], "city" if "village" in terrain else "clear"):
        if word in LIGHT.terrain:
            return f"var(--st-{variable('terrain', word)})"
    return "var(--st-paper)"
