"""Terrain of every hex from the layers, by the share of its ground that each kind covers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import geopandas as gpd
import shapely
from shapely.geometry.base import BaseGeometry

WATER_SHARE = 0.5
LAKE_SHARE = 0.6
OUT_SHARE = 0.5
THREAD_SHARE = 0.3
"""A land hex becomes Yangtze when the thread of the river crosses it for this much of its width."""

WET = ("yangtze", "sea", "lake")
CLOSED = (*WET, "out_of_play", "neutral")
"""Terrain that no unit may ever enter."""


@dataclass(frozen=True)
class Ground:
    """The layers that decide terrain, united by kind, in kilometres."""

    land: BaseGeometry
    yangtze: BaseGeometry
    thread: BaseGeometry
    lakes: BaseGeometry
    out_of_play: BaseGeometry
    regions: Mapping[str, BaseGeometry]


@dataclass(frozen=True)
class Common:
    """What a theatre takes for granted: the terrain of ordinary ground, places that are a terrain.

    sources: why a hex has a terrain, where there is more to say than how it was found.
    """

    terrain: str
    source: str
    by_place: Sequence[str]
    sources: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Verdict:
    """A terrain word and why."""

    terrain: str
    source: str


def classify(
    polygons: Mapping[str, shapely.Polygon], ground: Ground, settled: Mapping[str, str], common: Common
) -> dict[str, Verdict]:
    """SNC-9.2a: exactly one terrain a hex. `settled` hexes hold a city, town or landing: never water."""
    hexes = gpd.GeoSeries(list(polygons.values()))
    share = {
        kind: dict(zip(polygons, shapely.area(hexes.intersection(shape).values) / hexes.area, strict=True))
        for kind, shape in _kinds(ground).items()
    }
    return {h: _verdict(h, polygons[h], ground, share, settled.get(h), common) for h in polygons}


def _kinds(ground: Ground) -> dict[str, BaseGeometry]:
    dry = ground.land.difference(ground.yangtze)
    return {
        "dry": dry,
        "yangtze": ground.yangtze,
        "lake": ground.lakes,
        "out": ground.out_of_play,
        **ground.regions,
    }


def _verdict(
    here: str,
    polygon: shapely.Polygon,
    ground: Ground,
    share: Mapping[str, Mapping[str, float]],
    place: str | None,
    common: Common,
) -> Verdict:
    if place in common.by_place:
        return Verdict(place, common.sources.get(place, f"reconstructed: {place} by the place in it"))
    if place is None:
        closed = _closed(here, polygon, ground, share)
        if closed:
            return closed
    kind = max(ground.regions, key=lambda k: share[k][here], default=None)
    if kind and share[kind][here] >= 0.5 * share["dry"][here] and share[kind][here] > 0:
        found = f"reconstructed: {kind} covers {share[kind][here]:.0%} of the hex"
        return Verdict(kind, common.sources.get(kind, found))
    return Verdict(common.terrain, common.source)


def _closed(
    here: str, polygon: shapely.Polygon, ground: Ground, share: Mapping[str, Mapping[str, float]]
) -> Verdict | None:
    if share["out"][here] >= OUT_SHARE:
        return Verdict("out_of_play", "reconstructed: beyond the reach of the campaign")
    wet = 1 - share["dry"][here]
    if wet >= WATER_SHARE:
        kind = "yangtze" if share["yangtze"][here] >= wet / 2 else "sea"
        return Verdict(kind, f"reconstructed: water covers {wet:.0%} of the hex")
    crossing = polygon.intersection(ground.thread).length / polygon.area**0.5
    if crossing >= THREAD_SHARE:
        return Verdict("yangtze", "reconstructed: the thread of the river crosses the hex")
    if share["lake"][here] >= LAKE_SHARE:
        return Verdict("lake", f"reconstructed: lake covers {share['lake'][here]:.0%} of the hex")
    return None
