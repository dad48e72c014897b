"""Hexside features of the board: watercourses traced along hexsides, bridges over them, outlines of zones
(walls, a front line) and frontiers between countries."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import shapely

from . import layers
from .classify import WET, Verdict
from .countries import countries
from .georeference import Georeference
from .overrides import Overrides
from .trace import hexsides
from .zones import zones

Side = tuple[str, str]
Row = tuple[str, ...]


def borders(frame: Georeference, ground: Mapping[str, Verdict], overrides: Overrides) -> list[Row]:
    """Rows (a, b, feature, name, source), each kind sorted by hex, the kinds in the theatre's order."""
    rows = {side: _row(side, entries) for side, entries in _watercourses(frame, ground, overrides).items()}
    for side, (feature, name, source) in overrides.hexside.items():
        rows.pop(side, None)
        if feature != "none":
            rows[side] = (*side, feature, name, source)
    found = [rows[side] for side in sorted(rows)]
    found += [*crossings(frame, found), *outlines(frame), *frontiers(frame)]
    order = frame.settings.get("borders", {}).get("order")
    return found if order is None else sorted(found, key=lambda row: order.index(row[2]))


def outlines(frame: Georeference) -> list[Row]:
    """The hexsides between a zone and what lies outside; named points (gates) name the side next to them."""
    rows = []
    for line in frame.settings.get("borders", {}).get("outlines", ()):
        inside = set(zones(frame)[line["around"]])
        sides = sorted(
            (min(a, b), max(a, b)) for a in inside for b in frame.grid.neighbours(a) if b not in inside
        )
        called = _nearest(frame, line["named_by"], sides) if "named_by" in line else {}
        rows += [(*side, line["feature"], called.get(side, line["name"]), line["source"]) for side in sides]
    return rows


def crossings(frame: Georeference, watercourses: list[Row]) -> list[Row]:
    """Bridges: every point of a layer lies on the nearest hexside of the water that it crosses."""
    rows = []
    for kind in frame.settings.get("borders", {}).get("crossings", ()):
        wet = [(row[0], row[1]) for row in watercourses if row[2] == kind["over"]]
        source = dict(layers.read_layer(frame.slug, kind["layer"])[["name", "source"]].to_numpy())
        for side, name in sorted(_nearest(frame, kind["layer"], wet).items()):
            rows.append((*side, kind["feature"], name, source[name]))
    return rows


def _nearest(frame: Georeference, layer: str, sides: list[Side]) -> dict[Side, str]:
    """The hexside next to each point of a layer, with the name of the point."""
    middles = [shapely.Point(np.mean([frame.centres[h] for h in side], axis=0)) for side in sides]
    middles = [shapely.transform(middle, frame.scale.to_km) for middle in middles]
    named = {}
    for point in layers.read_layer(frame.slug, layer).itertuples():
        gaps = shapely.distance(middles, shapely.transform(point.geometry, frame.scale.to_km))
        named[sides[int(np.argmin(gaps))]] = point.name
    return named


def frontiers(frame: Georeference) -> list[Row]:
    """The hexsides between hexes of different countries."""
    nation = countries(frame)
    rows = []
    for a in sorted(nation):
        for b in sorted(frame.grid.neighbours(a)):
            if a < b and nation[a].word != nation[b].word:
                name = "-".join(sorted((nation[a].word, nation[b].word)))
                rows.append((a, b, "border", name, nation[a].source))
    return rows


def _watercourses(
    frame: Georeference, ground: Mapping[str, Verdict], overrides: Overrides
) -> dict[Side, list[tuple[str, str, str]]]:
    """What runs along each hexside, strongest first: a hexside takes the stronger of two features."""
    settings: dict[str, Any] = frame.settings["watercourses"]
    net = hexsides(frame.grid, frame.sheet, frame.settings["trace"]["hexside_stray_km"])
    runs: dict[Side, list[tuple[str, str, str]]] = {}
    rivers = layers.read_layer(frame.slug, "rivers")
    for river in rivers[rivers["board"] != ""].itertuples():
        line = shapely.transform(river.geometry, frame.scale.to_km)
        feature = settings["feature_of_kind"].get(river.kind, river.kind)
        for side in net.trace(line, overrides.banks.get(river.board, {})):
            if feature in settings["beside_water"] or not any(ground[h].terrain in WET for h in side):
                entry = (feature, river.board, _source(river.source))
                if entry not in runs.setdefault(side, []):
                    runs[side].append(entry)
    strongest = settings["strongest_first"].index
    return {side: sorted(entries, key=lambda entry: strongest(entry[0])) for side, entries in runs.items()}


def _row(side: Side, entries: list[tuple[str, str, str]]) -> Row:
    return (*side, entries[0][0], "; ".join(name for _, name, _ in entries), entries[0][2])


def _source(source: str) -> str:
    """The hexside is always our reading of the real course, whatever the course itself comes from."""
    return source if source.startswith("reconstructed") else f"reconstructed: course from {source}"
