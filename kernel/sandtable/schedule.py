"""Arrivals: which units are due when, where and how."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from .records import Row


@dataclass(frozen=True, slots=True)
class Arrival:
    """One unit's entry: turn, the way it comes, the rule for its place, and the places listed."""

    unit: int
    turn: int
    mode: str
    rule: str
    spaces: tuple[int, ...]
    case: str


def waiting(due: bytearray, turn: int) -> list[int]:
    """The units whose turn of arrival this is; `due` is cleared as they arrive."""
    found = []
    unit = due.find(turn)
    while unit >= 0:
        found.append(unit)
        unit = due.find(turn, unit + 1)
    return found


def read_arrivals(
    rows: list[Row],
    units: Mapping[str, int],
    spaces: Mapping[str, int],
    modes: Collection[str],
    last_turn: int,
) -> dict[int, Arrival]:
    """The timetable of a scenario by unit; each unit arrives once."""
    found: dict[int, Arrival] = {}
    for row in rows:
        unit = units[row.choice("unit_id", units, "unit")]
        if unit in found:
            raise row.error("unit_id", f"{row.text('unit_id')!r} arrives twice")
        places = []
        for word in row.words("spaces"):
            if word not in spaces:
                raise row.error("spaces", f"unknown space {word!r}")
            places.append(spaces[word])
        turn = row.integer("gt", 1, last_turn)
        mode = row.choice("mode", modes, "mode of arrival")
        found[unit] = Arrival(unit, turn, mode, row.needed("site_rule"), tuple(places), row.source)
    return found
