"""Zones: hexes that the rules list by number."""

from __future__ import annotations

from . import layers
from .georeference import Georeference


def zones(frame: Georeference) -> dict[str, list[str]]:
    """Hexes that the rules list by number: `zones.csv`, one zone a row."""
    path = frame.folder / "zones.csv"
    if not path.is_file():
        return {}
    found = {}
    for number, row in enumerate(layers.read_table(path, ("tag", "spaces", "source")), 2):
        found[row["tag"]] = row["spaces"].split()
        for h in found[row["tag"]]:
            if h not in frame.centres:
                raise layers.DataError(f"zones.csv, row {number}, column spaces: no hex {h!r}")
    return found
