"""One game of a study from its seed to its end: what a worker process does."""

from __future__ import annotations

from typing import Any

from .. import players as kinds
from ..errors import SandtableError
from ..game import Game
from ..match import Match
from ..state import State
from .measures import gauge, pack_control
from .plan import Variant, game_seed, make_player

LIMIT = 100_000
"""Actions after which a game has lost its way."""

Record = dict[str, Any]


def play_game(game: Game, scenario: str, seed: int, variant: Variant, number: int) -> Record:
    """One whole game: its result, and a row for every turn that was begun.

    A turn is measured when the next one asks for its first decision, or when the game ends.
    """
    own_seed = game_seed(seed, number)
    state = game.new(scenario, own_seed, variant.options, variant.changes)
    state.events = None
    game = state.game
    seats = sit_down(game, variant, own_seed)
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


def sit_down(game: Game, variant: Variant, seed: int) -> list[kinds.Player]:
    """The players of one game, in the order of the sides."""
    return [make_player(game, side, variant.seats[side], seed) for side in game.sides]


def play_again(game: Game, scenario: str, seed: int, variant: Variant, number: int) -> Match:
    """The same game as a match, action by action."""
    own_seed = game_seed(seed, number)
    match = Match(game, scenario, own_seed, variant.options, variant.changes)
    seats = sit_down(match.state.game, variant, own_seed)
    while match.state.result is None:
        state = match.state
        args = state.agenda[-1]
        match.play(seats[state.game.steps[args[0]].side(state.game, state, args)].choose(state))
    return match


def _turn(game: Game, state: State, turn: int) -> Record:
    return {"turn": turn, "measures": gauge(game)(state), "control": pack_control(state)}
