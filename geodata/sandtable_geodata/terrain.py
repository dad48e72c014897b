"""Terrain of the board: the layers in kilometres, classified, then corrected."""

from __future__ import annotations

import shapely
from shapely.geometry.base import BaseGeometry

from . import layers
from .classify import Common, Ground, Verdict, classify
from .georeference import Georeference
from .overrides import Overrides
from .zones import zones


def terrain(frame: Georeference, overrides: Overrides) -> dict[str, Verdict]:
    """SNC-9.3a: the terrain word of every hex and where it comes from."""
    polygons = {h: shapely.transform(p, frame.scale.to_km) for h, p in frame.polygons.items()}
    common = Common(**frame.settings["terrain"])
    verdicts = classify(polygons, ground(frame), settled_places(frame), common)
    for h, (word, source) in overrides.terrain.items():
        verdicts[h] = Verdict(word, source)
    for h, source in overrides.evidence.items():
        verdicts[h] = Verdict(verdicts[h].terrain, source)
    return verdicts


def ground(frame: Georeference) -> Ground:
    """The layers that decide terrain. Ground reclaimed since is sea, islands in a lake are lake."""
    rivers = layers.read_layer(frame.slug, "rivers")
    lakes = [shapely.polygons(part.exterior) for part in shapely.get_parts(_shapes(frame, "lakes"))]
    return Ground(
        land=_united(frame, _shapes(frame, "land")).difference(_united(frame, _shapes(frame, "reclaimed"))),
        yangtze=_united(frame, _shapes(frame, "yangtze")),
        thread=_united(frame, rivers[rivers["kind"] == "thread"].geometry.to_numpy()),
        lakes=_united(frame, lakes),
        out_of_play=_united(frame, _shapes(frame, "out_of_play")),
        regions=_regions(frame),
    )


def settled_places(frame: Georeference) -> dict[str, str]:
    """Hexes with a city, a town, a landing site or the neutral Settlement."""
    towns = layers.read_layer(frame.slug, "towns")
    return {row.space: row.role for row in towns.itertuples() if row.space and row.role}


def place_names(frame: Georeference) -> dict[str, str]:
    """The name of a hex: its zone, city, town or landing site as the rules call it."""
    towns = layers.read_layer(frame.slug, "towns")
    listed = zones(frame)
    of_zones = {h: name for tag, name in frame.settings.get("zone_names", {}).items() for h in listed[tag]}
    return of_zones | {row.space: row.hex_name for row in towns.itertuples() if row.hex_name}


def _regions(frame: Georeference) -> dict[str, BaseGeometry]:
    if "terrain" not in layers.layer_names(frame.slug):
        return {}
    groups = layers.read_layer(frame.slug, "terrain").groupby("kind", sort=True)
    return {kind: _united(frame, group.geometry.to_numpy()) for kind, group in groups}


def _shapes(frame: Georeference, name: str) -> list[BaseGeometry]:
    """The shapes of a layer; none when the theatre has no such layer."""
    if name not in layers.layer_names(frame.slug):
        return []
    return list(layers.read_layer(frame.slug, name).geometry)


def _united(frame: Georeference, shapes: list[BaseGeometry]) -> BaseGeometry:
    return shapely.transform(shapely.union_all(shapes), frame.scale.to_km)
