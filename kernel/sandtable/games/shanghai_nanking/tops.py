"""SNC-6.3, 6.4: which unit of a stack lies on top, where the enemy sees it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...actions import Show
from ...errors import IllegalAction
from ...state import State
from .words import ON_TOP, SIDES

if TYPE_CHECKING:
    from .game import ShanghaiNanking


def top_of(game: ShanghaiNanking, state: State, units: list[int]) -> int:
    """SNC-6.3a, 6.4a: the unit of a stack that the enemy sees: the owner's choice, or the first."""
    return next((u for u in units if state.marks[u] & ON_TOP), units[0])


def shows(game: ShanghaiNanking, state: State, side: int) -> Iterator[Show]:
    """R-56: units that could be laid on top of their stacks."""
    stacks: dict[int, list[int]] = {}
    for u in game.own[side]:
        if state.where[u] >= 0:
            stacks.setdefault(state.where[u], []).append(u)
    for units in stacks.values():
        top = top_of(game, state, units)
        for u in units:
            if u != top:
                yield Show(game.units[u].id)


def check_show(game: ShanghaiNanking, state: State, side: int, action: Show) -> None:
    unit = game.units.by_id(action.unit)
    if unit.side != side or state.where[unit.index] < 0:
        raise IllegalAction("SNC-6.4a", f"{unit.name} is not a {SIDES[side]} unit on the map")


def show(game: ShanghaiNanking, state: State, action: Show) -> None:
    unit = game.units.index_of(action.unit)
    for u in state.units_at(state.where[unit]):
        state.marks[u] &= ~ON_TOP
    state.marks[unit] |= ON_TOP
