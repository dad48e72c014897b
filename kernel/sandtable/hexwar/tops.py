"""Which unit of a stack lies on top, where the enemy sees it."""

from __future__ import annotations

from collections.abc import Iterator

from ..actions import Show
from ..errors import IllegalAction
from ..state import State
from .game import HexGame
from .marks import ON_TOP


def shows(game: HexGame, state: State, side: int) -> Iterator[Show]:
    """Units that could be laid on top of their stacks."""
    if not game.reorders(side):
        return
    for space in sorted({state.where[u] for u in game.own[side] if state.where[u] >= 0}):
        units = state.units_at(space)
        top = game.top_of(state, units)
        for u in units:
            if u != top:
                yield Show(game.units.ids[u])


def check_show(game: HexGame, state: State, side: int, action: Show) -> None:
    unit = game.units.by_id(action.unit)
    if not game.reorders(side):
        text = f"the {game.side_name(side)} side does not choose what lies on top of its stacks"
        raise IllegalAction(game.rulebook["top"], text)
    if unit.side != side or state.where[unit.index] < 0:
        text = f"{unit.name} is not a {game.side_name(side)} unit on the map"
        raise IllegalAction(game.rulebook["top"], text)


def show(game: HexGame, state: State, action: Show) -> None:
    unit = game.units.index_of(action.unit)
    for u in state.units_at(state.where[unit]):
        state.marks[u] &= ~ON_TOP
    state.marks[unit] |= ON_TOP
