"""Hexside features of the board: watercourses traced along hexsides, and frontiers between countries."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import shapely

from . import layers
from .classify import WET, Verdict
from .countries import countries
from .georeference import Georeference
from .overrides import Overrides
from .trace import hexsides

Side = tuple[str, str]
Row = tuple[str, ...]


def borders(frame: Georeference, ground: Mapping[str, Verdict], overrides: Overrides) -> list[Row]:
    """Rows (a, b, feature, name, source): watercourses, then frontiers, each sorted by hex."""
    rows = {side: _row(side, entries) for side, entries in _watercourses(frame, ground, overrides).items()}
    for side, (feature, name, source) in overrides.hexside.items():
        rows.pop(side, None)
        if feature != "none":
            rows[side] = (*side, feature, name, source)
    return [rows[side] for side in sorted(rows)] + frontiers(frame)


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
