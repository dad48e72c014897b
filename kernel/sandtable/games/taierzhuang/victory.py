"""BOT-4: sudden victories, the test of turn 6, and the end of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...state import Result, State
from .supply import isolated
from .words import JAPANESE

if TYPE_CHECKING:
    from .game import Taierzhuang


def note_entry(game: Taierzhuang, state: State, unit: int, space: int) -> None:
    """BOT-4.1a, 4.2c: a Japanese unit has entered the city."""
    if game.side_of[unit] != JAPANESE or space not in game.city:
        return
    if space in game.ground.centre and not state.vars["centre"]:
        state.vars["centre"] = 1
        game.tell(state, "BOT-4.2c", "{units} is the first in the city centre", (unit,), space)
    if all(state.control[s] == JAPANESE for s in game.city):
        text = f"all {len(game.city)} hexes of Taierzhuang are Japanese"
        game.finish(state, Result("japanese", "city", "BOT-4.1a", text))


def note_loss(game: Taierzhuang, state: State, unit: int, in_combat: bool) -> None:
    """BOT-4.2a, R-21: a headquarters is lost, and with it the game."""
    if unit in game.hqs.values() and (in_combat or game.options["hq_any_loss_counts"] == "on"):
        text = f"the headquarters of the {game.units[unit].category} is lost"
        game.finish(state, Result("chinese", "headquarters", "BOT-4.2a", text))


def end_of_turn(game: Taierzhuang, state: State) -> None:
    """BOT-4.2b: by the end of turn 6 a Japanese unit must have been in the city centre."""
    if state.turn == game.centre_turn and not state.vars["centre"]:
        text = "no Japanese unit has ever entered the city centre"
        game.finish(state, Result("chinese", "city centre", "BOT-4.2b", text))


def end_of_game(game: Taierzhuang, state: State) -> None:
    """BOT-4.1b, 4.2d, 4.3: a foothold in centre and railway against isolation; both or neither is a draw."""
    centre = sum(state.control[s] == JAPANESE for s in game.ground.centre)
    railway = sum(state.control[s] == JAPANESE for s in game.ground.longhai)
    foothold, cut = bool(centre and railway), isolated(game, state)
    held = f"{centre} hexes of the city centre and {railway} of the Long-Hai railway are Japanese"
    supply = "the headquarters are cut off" if cut else "the headquarters are not cut off"
    if foothold and cut:
        winner, kind, case = None, "draw", "BOT-4.3b"
    elif foothold:
        winner, kind, case = "japanese", "foothold", "BOT-4.1b"
    elif cut:
        winner, kind, case = "chinese", "isolation", "BOT-4.2d"
    else:
        winner, kind, case = None, "draw", "BOT-4.3a"
    game.finish(state, Result(winner, kind, case, f"{held}; {supply}"))
