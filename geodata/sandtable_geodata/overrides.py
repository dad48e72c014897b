"""Corrections to what geography gives, each with its reason: `overrides.csv` and `banks.csv`."""

from __future__ import annotations

from dataclasses import dataclass, field

from . import layers
from .georeference import Georeference

KINDS = ("terrain", "hexside", "tag", "via")
BANKS = ("left", "right")

Side = tuple[str, str]


@dataclass
class Overrides:
    """terrain: hex to word. hexside: side to feature (none takes it away). tag: hex to +word or -word.
    via: link to hexes it must pass. banks: watercourse to the hexes that must lie on its left or right."""

    terrain: dict[str, tuple[str, str]] = field(default_factory=dict)
    hexside: dict[Side, tuple[str, str, str]] = field(default_factory=dict)
    tag: list[tuple[str, str]] = field(default_factory=list)
    via: dict[str, list[str]] = field(default_factory=dict)
    banks: dict[str, dict[str, str]] = field(default_factory=dict)
    evidence: dict[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, frame: Georeference) -> Overrides:
        """Read and check the three tables of a theatre."""
        made = cls()
        for number, row in enumerate(
            layers.read_table(frame.folder / "overrides.csv", ("kind", "target", "value", "name", "source")),
            2,
        ):
            made._add(frame, f"overrides.csv, row {number}", row)
        for number, row in enumerate(
            layers.read_table(frame.folder / "banks.csv", ("watercourse", "space", "bank", "source")), 2
        ):
            if row["bank"] not in BANKS:
                raise layers.DataError(
                    f"banks.csv, row {number}, column bank: {row['bank']!r} is not left or right"
                )
            made.banks.setdefault(row["watercourse"], {})[row["space"]] = row["bank"]
        for row in layers.read_table(frame.folder / "evidence.csv", ("space", "fact", "source")):
            made.evidence[row["space"]] = row["source"]
        return made

    def _add(self, frame: Georeference, where: str, row: dict[str, str]) -> None:
        kind, target, value, source = row["kind"], row["target"], row["value"], row["source"]
        if kind == "terrain":
            self.terrain[_hex(frame, where, target)] = (value, source)
        elif kind == "hexside":
            a, _, b = target.partition("|")
            if _hex(frame, where, b) not in frame.grid.neighbours(_hex(frame, where, a)) or a > b:
                raise layers.DataError(
                    f"{where}, column target: {target!r} is no hexside written small|large"
                )
            self.hexside[a, b] = (value, row["name"], source)
        elif kind == "tag":
            self.tag.append((_hex(frame, where, target), value))
        elif kind == "via":
            self.via.setdefault(target, []).append(_hex(frame, where, value))
        else:
            raise layers.DataError(f"{where}, column kind: {kind!r} is not one of {', '.join(KINDS)}")


def _hex(frame: Georeference, where: str, text: str) -> str:
    if text not in frame.centres:
        raise layers.DataError(f"{where}: no hex {text!r}")
    return text
