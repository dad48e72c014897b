"""What moves on the map: a position as plain entries, and the difference between two positions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sandtable.view import View

from .counters import Livery, Look, describe, drawing, face_down, lies_face_down, look

Entries = dict[str, dict[str, Any]]
"""By kind (units, stacks, control, targets, marks) and then by id."""

KINDS = ("units", "stacks", "control", "targets", "marks")


class Looks:
    """Drawings of counters by short names; each travels to the browser once."""

    def __init__(self) -> None:
        self._names: dict[Look, str] = {}
        self._told: set[str] = set()

    def name(self, shown: Look) -> str:
        """The short name of a look."""
        return self._names.setdefault(shown, f"k{len(self._names)}")

    def all(self) -> dict[str, str]:
        """Every drawing used so far; the browser has them all from now on."""
        self._told = set(self._names.values())
        return {name: drawing(shown) for shown, name in self._names.items()}

    def news(self) -> dict[str, str]:
        """Drawings that the browser has not got yet."""
        new = {name: drawing(shown) for shown, name in self._names.items() if name not in self._told}
        self._told |= set(new)
        return new


def position(view: View, sides: Iterable[str], liveries: Iterable[Livery], looks: Looks) -> Entries:
    """Counters, stacks and control of a view.

    units: id to [drawing, words]. stacks: key to [space, side, ids from the top, hidden, back of a card].
    control: space to side. Sides are numbers in the game's order.
    """
    number = {side: n for n, side in enumerate(sides)}
    clothes = list(liveries)
    units: dict[str, Any] = {}
    stacks: dict[str, Any] = {}
    for key, stack in view.stacks.items():
        for unit in stack.units:
            words = describe(unit, hidden=lies_face_down(unit, clothes))
            units[unit.id] = [looks.name(look(unit, clothes)), words]
        back = looks.name(face_down(stack.side, clothes)) if stack.hidden else ""
        stacks[key] = [stack.space, number[stack.side], [u.id for u in stack.units], stack.hidden, back]
    return {
        "units": units,
        "stacks": stacks,
        "control": {space: number[side] for space, side in view.control.items()},
    }


def difference(old: Mapping[str, Mapping[str, Any]], new: Mapping[str, Mapping[str, Any]]) -> Entries:
    """Entries that are new or changed, and None for those that are gone; kinds without news are left out.

    >>> difference({"control": {"0101": 0, "0102": 1}}, {"control": {"0101": 1}})
    {'control': {'0101': 1, '0102': None}}
    """
    found: Entries = {}
    for kind, entries in new.items():
        before = old.get(kind, {})
        if before is entries:
            continue
        news = {id: entry for id, entry in entries.items() if before.get(id) != entry}
        news |= {id: None for id in before if id not in entries}
        if news:
            found[kind] = news
    return found
