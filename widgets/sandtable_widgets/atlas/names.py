"""What the map letters: towns with their rank and mark, and names that follow a water, a range or a line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandtable_geodata import Theatre

from .projection import Projection

Array = NDArray[np.float64]


def town_labels(found: Theatre, spots: Mapping[str, Array]) -> list[list[Any]]:
    """[x, y, name, hanzi, rank, look, on the board, is lettered], the great ones first."""
    looks = found.settings["plate"].get("symbols", {})
    towns = found.towns().sort_values("rank", kind="stable")
    return [
        [
            *_spot(spots[town.id]),
            town.name,
            town.hanzi,
            int(town.rank),
            getattr(town, "sign", "") or looks.get(town.role, ""),
            int(bool(town.space)),
            int(bool(getattr(town, "shown", True))),
        ]
        for town in towns.itertuples()
        if town.id in spots
    ]


def place_labels(found: Theatre, projection: Projection) -> list[list[Any]]:
    """On a board of areas: places that no title names; the ground has their marks already."""
    titles = found.spaces()["name"]
    return [
        [*_spot(projection.xy([p.geometry.x, p.geometry.y])), p.name, p.hanzi, _rank(p.role), "mark", 1, 1]
        for p in found.towns().itertuples()
        if p.role != "town" and p.name != titles[p.space]
    ]


def _rank(role: str) -> int:
    """Landmarks are named when the map is near."""
    return 4 if role == "landmark" else 3


def mark_labels(found: Theatre, projection: Projection) -> list[list[Any]]:
    """Bridges, and gates of a wall: names without a mark of their own, in the form of `town_labels`."""
    return [
        [
            *_spot(projection.xy([mark.geometry.x, mark.geometry.y])),
            mark.name[0].upper() + mark.name[1:],
            mark.hanzi,
            rank,
            "mark",
            1,
            1,
        ]
        for layer, rank in (("bridges", 3), ("gates", 4))
        if layer in found.layers()
        for mark in found.layer(layer).itertuples()
    ]


def river_names(found: Theatre, projection: Projection) -> list[list[Any]]:
    """[name, hanzi, kind, size, spacing, near, points]: near names show when the map is large."""
    if "names" not in found.layers():
        return []
    return [
        [
            name.name,
            name.hanzi,
            name.kind,
            float(name.size),
            float(name.spacing),
            int(name.on != "map"),
            np.rint(projection.xy(np.asarray(name.geometry.coords))).astype(int).ravel().tolist(),
        ]
        for name in found.layer("names").itertuples()
    ]


def _spot(at: Array) -> list[int]:
    return [round(float(part)) for part in at]
