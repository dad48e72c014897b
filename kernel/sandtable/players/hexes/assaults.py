"""An attack phase: which space is attacked next, and by whom."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...actions import Action, Attack
from ...state import State

if TYPE_CHECKING:
    from .staff import HexStaff


class Assault(NamedTuple):
    """An attack and what it promises, in steps."""

    gain: float
    target: int
    units: tuple[int, ...]


def next_assault(staff: HexStaff, seen: State) -> Assault | None:
    """The attack that promises most; None when none is good enough."""
    found = assaults(staff, seen)
    return max(found, key=lambda a: (a.gain, -a.target)) if found else None


def assaults(staff: HexStaff, seen: State) -> list[Assault]:
    """The best attack on each space that can be attacked, where it is good enough."""
    game, step = staff.game, staff.game.steps["attack"]
    found = []
    for target in step.targets(game, seen, staff.me):
        best: Assault | None = None
        for units in _parties(staff, seen, target):
            gain = staff.gain(seen, units, target)
            if gain is not None and (best is None or gain > best.gain):
                best = Assault(gain, target, units)
        if best is not None and best.gain >= staff.doctrine["attack.least_gain"]:
            found.append(best)
    return found


def _parties(staff: HexStaff, seen: State, target: int) -> list[tuple[int, ...]]:
    """For each command, all who can attack, and all but one hex's that has other work beside it."""
    game, step = staff.game, staff.game.steps["attack"]
    shares: dict[str, dict[int, list[int]]] = {}
    for place, units in step.able(game, seen, staff.me, target).items():
        for u in units:
            shares.setdefault(step.command(game, u), {}).setdefault(place, []).append(u)
    found = []
    for stacks in shares.values():
        everybody = tuple(u for units in stacks.values() for u in units)
        found.append(everybody)
        if len(stacks) > 1:
            for place, units in stacks.items():
                if any(seen.count[staff.foe][n] and n != target for n in game.touch[place]):
                    found.append(tuple(u for u in everybody if u not in units))
    with_guns = []
    for units in found:
        more = step.joiners(game, seen, units, target)
        with_guns.append(units + more if more else units)
    return with_guns


def attack(staff: HexStaff, assault: Assault) -> Action:
    """The action of an assault."""
    units, board = staff.game.units, staff.game.board
    return Attack(tuple(units.ids[u] for u in assault.units), board.ids[assault.target])
