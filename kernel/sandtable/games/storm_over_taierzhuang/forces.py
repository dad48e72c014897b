"""SOT-2.1, 2.4, 7.0: units in an area: who is there, who may act, who becomes Spent or is lost."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ...errors import IllegalAction
from ...state import DEAD, State
from .words import READY, RECOVERING, SPENT

if TYPE_CHECKING:
    from .game import StormOverTaierzhuang


def standing(game: StormOverTaierzhuang, state: State, side: int, space: int) -> list[int]:
    """The units of a side in a space; not those that only recover in a zone."""
    if not state.count[side][space]:
        return []
    side_of, marks = game.side_of, state.marks
    return [u for u in state.units_at(space) if side_of[u] == side and not marks[u] & RECOVERING]


def able(game: StormOverTaierzhuang, state: State, side: int, space: int) -> list[int]:
    """SOT-2.1b: the Ready units of a side in a space, the best first."""
    steps = state.steps
    found = [u for u in standing(game, state, side, space) if steps[u] == READY]
    found.sort(key=game.rank.__getitem__)
    return found


def by_state(state: State, units: Iterable[int]) -> tuple[int, int]:
    """How many units are Ready, how many Spent."""
    steps = [state.steps[u] for u in units]
    return steps.count(READY), steps.count(SPENT)


def is_able(state: State, unit: int) -> bool:
    """SOT-2.1b, 2.1c, R-16: may this unit take part in an action?"""
    return state.where[unit] >= 0 and state.steps[unit] == READY and not state.marks[unit] & RECOVERING


def spend(game: StormOverTaierzhuang, state: State, units: Iterable[int], case: str) -> None:
    """SOT-2.4h: units that are Ready become Spent."""
    flipped = [u for u in units if state.steps[u] == READY and state.where[u] >= 0]
    for u in flipped:
        state.steps[u] = SPENT
    if flipped:
        game.tell(state, case, "{units} [is|are] Spent", flipped)


def restore(game: StormOverTaierzhuang, state: State, units: Iterable[int], case: str) -> None:
    """Spent units become Ready."""
    units = list(units)
    for u in units:
        state.steps[u] = READY
    if units:
        game.tell(state, case, "{units} [is|are] Ready again", units)


def eliminate(game: StormOverTaierzhuang, state: State, units: Iterable[int], case: str) -> None:
    """Units are lost for good."""
    units = list(units)
    for u in units:
        state.steps[u] = 0
        game.put(state, u, DEAD)
    if units:
        game.tell(state, case, "{units} [is|are] eliminated", units)


def check_units(
    game: StormOverTaierzhuang, state: State, side: int, ids: Iterable[str], apart: str | None = "SOT-7.0c"
) -> list[int]:
    """SOT-2.1b, 7.0c: own Ready units, all in one place unless `apart` is None."""
    units = [game.units.index_of(id) for id in ids]
    if not units:
        raise IllegalAction("SOT-2.4a", "no unit is named")
    if len(set(units)) != len(units):
        raise IllegalAction("SOT-2.4a", "a unit is named twice")
    place = state.where[units[0]]
    for u in units:
        unit = game.units[u]
        if unit.side != side:
            raise IllegalAction("SOT-2.4a", f"{unit.name} is not a {game.side_name(side)} unit")
        if state.where[u] < 0:
            raise IllegalAction("SOT-2.4a", f"{unit.name} is neither on the map nor in a zone")
        if state.marks[u] & RECOVERING:
            raise IllegalAction("SOT-8.0k", f"{unit.name} fell back and comes again only as a reinforcement")
        if state.steps[u] != READY:
            raise IllegalAction("SOT-2.1c", f"{unit.name} is Spent and cannot act")
        if apart is not None and state.where[u] != place:
            raise IllegalAction(apart, "units that act together stand in one area")
    return units


def ids_of(game: StormOverTaierzhuang, units: Iterable[int]) -> tuple[str, ...]:
    ids = game.units.ids
    return tuple([ids[u] for u in units])
