"""An attack phase: which space is attacked next, and by whom."""

from __future__ import annotations

from collections.abc import Iterable
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
        parties = [_gathered(staff, seen, target, stacks) for stacks in _commands(staff, seen, target)]
        best = max((p for p in parties if p is not None), key=lambda a: a.gain, default=None)
        if best is not None and best.gain >= staff.doctrine["attack.least_gain"]:
            found.append(best)
    return found


def _commands(staff: HexStaff, seen: State, target: int) -> Iterable[dict[int, list[int]]]:
    """Those who can attack a space, by command and by the space they stand in."""
    game, step = staff.game, staff.game.steps["attack"]
    shares: dict[str, dict[int, list[int]]] = {}
    for place, units in step.able(game, seen, staff.me, target).items():
        for u in units:
            shares.setdefault(step.command(game, u), {}).setdefault(place, []).append(u)
    return shares.values()


def _gathered(staff: HexStaff, seen: State, target: int, stacks: dict[int, list[int]]) -> Assault | None:
    """Stacks join the attack one by one while each adds more than it could do elsewhere."""
    left = dict(stacks)
    party: tuple[int, ...] = ()
    best: Assault | None = None
    while left:
        tried = [(_value(staff, seen, target, party + tuple(units)), place) for place, units in left.items()]
        gain, place = max(
            tried, key=lambda t: (t[0] is not None, t[0] or 0.0, _power(staff, seen, left[t[1]]), t[1])
        )
        units = left.pop(place)
        if gain is None:
            party += tuple(units)
            continue
        busy = any(seen.count[staff.foe][n] and n != target for n in staff.game.touch[place])
        # Those who have nothing else to do come along as long as they do no harm.
        price = staff.effort * _power(staff, seen, units) if busy else -1e-9
        if best is not None and gain - best.gain < price:
            break
        party += tuple(units)
        best = Assault(gain, target, _with_guns(staff, seen, party, target))
    return best


def _value(staff: HexStaff, seen: State, target: int, units: tuple[int, ...]) -> float | None:
    return staff.gain(seen, _with_guns(staff, seen, units, target), target)


def _power(staff: HexStaff, seen: State, units: list[int]) -> float:
    return sum(staff.strength(u, seen.steps[u]) for u in units)


def _with_guns(staff: HexStaff, seen: State, units: tuple[int, ...], target: int) -> tuple[int, ...]:
    """With those who can join from farther away."""
    return units + tuple(staff.game.steps["attack"].joiners(staff.game, seen, units, target))


def attack(staff: HexStaff, assault: Assault) -> Action:
    """The action of an assault."""
    units, board = staff.game.units, staff.game.board
    return Attack(tuple(units.ids[u] for u in assault.units), board.ids[assault.target])
