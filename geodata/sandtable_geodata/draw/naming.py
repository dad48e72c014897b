"""Which names a sheet carries: waters and hills along their course, towns beside their mark."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np
import shapely
from numpy.typing import NDArray

from ..theatre import Theatre
from .battlefield import LANDMARK_ZOOM, MARK_PT
from .canvas import Canvas, Style
from .labels import Name
from .symbols import TOWN_RADIUS_PT
from .text import Run, along

Array = NDArray[np.float64]

_TYPE = {1: ("bold", 10.2), 2: ("bold", 7.4), 3: ("regular", 6.3), 4: ("regular", 5.2)}
_SHOW_HANZI_TO_RANK = 2
_PALE = ("province", "region")
_NEAR = 2.5
"""From this zoom on the smallest things have their names."""


def draw_feature_names(canvas: Canvas, theatre: Theatre, sheet: str) -> list[shapely.Polygon]:
    """Names of seas, rivers, lakes, hills and provinces, set along the lines of the layer `names`."""
    palette = canvas.palette
    looks = {
        "sea": ("italic", palette.water_text, 0.85, 0.0),
        "lake": ("italic", palette.water_text, 0.95, 0.0),
        "river": ("italic", palette.water_text, 0.95, 1.0),
        "range": ("italic", palette.hill_text, 0.85, 0.9),
        "island": ("italic", palette.hill_text, 0.85, 0.9),
        "country": ("bold", palette.ink, 0.42, 0.0),
        "region": ("regular", palette.ink, 0.3, 0.0),
        "railway": ("italic", palette.rail, 0.95, 1.1),
        "province": ("regular", palette.ink, 0.2, 0.0),
        "fort": ("bold italic", palette.fort, 0.95, 1.1),
        "boom": ("bold italic", palette.boom, 0.95, 1.1),
        "way": ("italic", palette.ink, 0.85, 1.1),
        "town": ("heavy", palette.ink, 0.95, 1.4),
    }
    names = theatre.layer("names")
    covered = []
    for name in names[names["on"] == sheet].itertuples():
        line = canvas.km(name.geometry)
        if not canvas.frame.contains(line):
            continue
        face, colour, alpha, halo = looks[name.kind]
        size = name.size * canvas.size
        pieces = [Run(f"{name.name} ", face, size), Run(name.hanzi, "hanzi", size * 0.92)]
        style: Style = {"spacing": name.spacing, "halo": halo, "alpha": alpha}
        if name.kind in _PALE:
            # So pale and wide that other names may stand upon it.
            along(canvas, line, pieces, colour, zorder=2.95, **style)
        else:
            covered.append(along(canvas, line, pieces, colour, **style))
    return covered


def mark_names(canvas: Canvas, theatre: Theatre) -> list[Name]:
    """Names of bridges, and near at hand those of gates."""
    names = []
    for layer, near in (("bridges", 0.0), ("gates", _NEAR)):
        if layer not in theatre.layers() or canvas.zoom < near:
            continue
        for mark in theatre.layer(layer).itertuples():
            spot = canvas.at(mark.geometry.x, mark.geometry.y)
            if not canvas.frame.contains(shapely.Point(spot)):
                continue
            size = 5.0 * canvas.size
            runs = (
                Run(mark.name[0].upper() + mark.name[1:], "italic", size),
                Run(mark.hanzi, "hanzi", size * 0.86),
            )
            clear = 4.2 * canvas.size
            names.append(
                Name(runs, (float(spot[0]), float(spot[1])), canvas.palette.fort, 3.5, clear, must=True)
            )
    return names


def town_names(
    canvas: Canvas,
    theatre: Theatre,
    places: Mapping[str, Array],
    stacks: Sequence[shapely.Polygon],
    elsewhere: Collection[str],
) -> list[Name]:
    """Names of the period, with hanzi for the larger places; towns named `elsewhere` are left out.

    A town under a stack of counters has its name beside the stack.
    """
    names = []
    for town in theatre.towns().itertuples():
        at = places[town.id]
        # A town of several hexes is named once.
        named = getattr(town, "shown", True) and town.id not in elsewhere
        if not named or not canvas.frame.contains(shapely.Point(at)):
            continue
        rank = town.rank
        face, size = _TYPE[rank][0], _TYPE[rank][1] * canvas.size
        runs = [Run(town.name, face, size)]
        if rank <= _SHOW_HANZI_TO_RANK or canvas.zoom > 1.8:
            runs.append(Run(town.hanzi, "hanzi bold" if rank == 1 else "hanzi", size * 0.86))
        spot, clear = (float(at[0]), float(at[1])), TOWN_RADIUS_PT[rank] * canvas.size
        stack = next((s for s in stacks if s.covers(shapely.Point(at))), None)
        if stack is not None:
            west, south, east, _ = stack.bounds
            spot, clear = (
                ((west + east) / 2, (south + stack.bounds[3]) / 2),
                (east - west) / 2 / canvas.km_per_pt,
            )
        names.append(
            Name(
                tuple(runs),
                spot,
                canvas.palette.ink,
                rank=rank + (0.0 if town.space else 0.6),
                clear_pt=clear,
                gap=1.3 * canvas.size,
                halo=1.15 * canvas.size,
                must=rank <= 2 or (canvas.zoom > 1.8 and town.role != ""),
            )
        )
    return names


def place_names(canvas: Canvas, theatre: Theatre) -> list[Name]:
    """On a board of areas: the places that the title of their area does not name by itself."""
    titles, names = theatre.spaces()["name"], []
    for place in theatre.towns().itertuples():
        at = canvas.at(place.geometry.x, place.geometry.y)
        near = canvas.zoom >= LANDMARK_ZOOM or place.role != "landmark"
        named = place.role == "town" or place.name == titles[place.space]
        if named or not near or not canvas.frame.contains(shapely.Point(at)):
            continue
        size = 4.9 * canvas.size
        runs = (Run(place.name, "italic", size), Run(place.hanzi, "hanzi", size * 0.92))
        style = {"clear_pt": MARK_PT[place.role] * canvas.size, "gap": canvas.size, "halo": 1.1 * canvas.size}
        names.append(Name(runs, (float(at[0]), float(at[1])), canvas.palette.ink, rank=3, must=True, **style))
    return names
