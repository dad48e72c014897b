"""SFV-6: who may share a hex."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...state import State

if TYPE_CHECKING:
    from .game import StalinsFirstVictory


def zero_defence(game: StalinsFirstVictory, state: State, unit: int) -> bool:
    """SFV-6.1b, R-20: a unit whose defence factor, on the face in use, is zero."""
    steps = state.steps[unit] or 1
    return game.units[unit].defence[steps] == 0


def fits(game: StalinsFirstVictory, state: State, units: Sequence[int]) -> bool:
    """SFV-6.1, 6.2, 6.3: two units, one more without defence, and of one command (but for the corps)."""
    soft = sum(1 for u in units if zero_defence(game, state, u))
    if soft > game.soft_limit or len(units) > game.stack_limit + min(soft, game.soft_extra):
        return False
    commands = {game.units[u].formation for u in units} - {game.corps}
    return len(commands) <= 1


def room_for_army(game: StalinsFirstVictory, state: State, waiting: Sequence[int]) -> bool:
    """SFV-5.3c-e, R-28: can all these units still be placed on the entry hexes?"""
    hard = sum(1 for u in waiting if not zero_defence(game, state, u))
    soft = len(waiting) - hard
    for space in entry_hexes(game, state):
        there = state.units_at(space)
        if any(game.units[u].formation != game.units[waiting[0]].formation for u in there):
            continue
        hard -= game.stack_limit - sum(1 for u in there if not zero_defence(game, state, u))
        soft -= game.soft_limit - sum(1 for u in there if zero_defence(game, state, u))
    return hard <= 0 and soft <= 0


def entry_hexes(game: StalinsFirstVictory, state: State) -> list[int]:
    """SFV-5.3d, R-16: hexes of the western edge that no Soviet unit occupies."""
    return [s for s in game.entry if not state.count[0][s]]
