"""One game of a study from its seed to its end: what a worker process does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .. import players as kinds
from ..errors import SandtableError
from ..game import Game
from ..state import State
from .measures import gauge, pack_control
from .plan import Variant, game_seed

LIMIT = 100_000
"""Actions after which a game has lost its way."""

Record = dict[str, Any]


def play_games(
    game: Game, scenario: str, seed: int, variant: Variant, numbers: Sequence[int]
) -> list[Record]:
    """Plays the games of these numbers and tells what came of them."""
    return [play_game(game, scenario, seed, variant, number) for number in numbers]


def play_game(game: Game, scenario: str, seed: int, variant: Variant, number: int) -> Record:
    """One whole game: its result, and a row for every turn that was begun.

    A turn is measured when the next one asks for its first decision, or when the game ends.
    """
    own_seed = game_seed(seed, number)
    state = game.new(scenario, own_seed, variant.options, variant.changes)
    state.events = None
    game = state.game
    seats = [_sit_down(game, side, variant, own_seed) for side in game.sides]
    turns: list[Record] = []
    actions, turn = 0, state.turn
    while state.result is None:
        args = state.agenda[-1]
        game.carry_out(state, seats[game.steps[args[0]].side(game, state, args)].choose(state))
        actions += 1
        if state.turn != turn:
            turns.append(_turn(game, state, turn))
            turn = state.turn
        if actions == LIMIT:
            raise SandtableError(f"game {number} of {variant.name!r} does not end after {LIMIT} actions")
    turns.append(_turn(game, state, state.turn))
    result = state.result
    return {
        "variant": variant.name,
        "number": number,
        "seed": own_seed,
        "winner": result.winner,
        "kind": result.kind,
        "case": result.case,
        "text": result.text,
        "end": state.turn,
        "actions": actions,
        "digest": state.digest(),
        "turns": turns,
    }


def _sit_down(game: Game, side: str, variant: Variant, seed: int) -> kinds.Player:
    kind, settings = variant.seats[side]
    return kinds.make(kind, game, side, **{"seed": seed, **settings})


def _turn(game: Game, state: State, turn: int) -> Record:
    return {"turn": turn, "measures": gauge(game)(state), "control": pack_control(state)}
