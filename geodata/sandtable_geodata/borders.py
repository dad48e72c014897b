"""Hexside features of the board: watercourses traced along hexsides."""

from __future__ import annotations

from collections.abc import Mapping

import shapely

from . import layers
from .classify import WET, Verdict
from .georeference import Georeference
from .overrides import Overrides
from .trace import hexsides

FEATURES = ("huangpu_navigable", "river", "creek")
"""Strongest first: a hexside that two watercourses share takes the stronger feature."""

_FEATURE_OF_KIND = {
    "huangpu_navigable": "huangpu_navigable",
    "river": "river",
    "creek": "creek",
    "canal": "creek",
}

Side = tuple[str, str]
Row = tuple[str, ...]


def borders(frame: Georeference, ground: Mapping[str, Verdict], overrides: Overrides) -> list[Row]:
    """Rows (a, b, feature, name, source), sorted by hex."""
    net = hexsides(frame.grid, frame.sheet)
    runs: dict[Side, list[tuple[str, str, str]]] = {}
    rivers = layers.read_layer(frame.slug, "rivers")
    for river in rivers[rivers["board"] != ""].itertuples():
        line = shapely.transform(river.geometry, frame.scale.to_km)
        for side in net.trace(line, overrides.banks.get(river.board, {})):
            if river.kind == "huangpu_navigable" or not any(ground[h].terrain in WET for h in side):
                entry = (_FEATURE_OF_KIND[river.kind], river.board, _source(river.source))
                if entry not in runs.setdefault(side, []):
                    runs[side].append(entry)
    rows = {side: _row(side, entries) for side, entries in runs.items()}
    for side, (feature, name, source) in overrides.hexside.items():
        rows.pop(side, None)
        if feature != "none":
            rows[side] = (*side, feature, name, source)
    return [rows[side] for side in sorted(rows)]


def _row(side: Side, entries: list[tuple[str, str, str]]) -> Row:
    entries = sorted(entries, key=lambda entry: FEATURES.index(entry[0]))
    return (*side, entries[0][0], "; ".join(name for _, name, _ in entries), entries[0][2])


def _source(source: str) -> str:
    """The hexside is always our reading of the real course, whatever the course itself comes from."""
    return source if source.startswith("reconstructed") else f"reconstructed: course from {source}"
