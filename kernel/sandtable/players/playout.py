"""Playing a state on to its end without a word: the fast path for studies, searches and benchmarks."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from ..errors import Unknown
from ..game import Game
from ..state import State
from .base import Player

LIMIT = 100_000


def playout(
    game: Game,
    state: State,
    players: Mapping[str, Player] | None = None,
    limit: int = LIMIT,
    seed: int = 0,
) -> State:
    """The state in which the game ends, or stands after `limit` actions; the given one is untouched.

    Without players both sides choose at random by `seed`. One copy is made and played on, no event is
    told, and no action is checked: players choose from what is legal.
    """
    new = state.copy()
    new.events = None
    if players is None:
        _at_random(new, Random(seed), limit)
    else:
        _by_players(new, players, limit)
    return new


def _at_random(state: State, rng: Random, limit: int) -> None:
    game, steps = state.game, state.game.steps
    for _ in range(limit):
        if state.result is not None:
            return
        args = state.agenda[-1]
        game.carry_out(state, steps[args[0]].sample(game, state, args, rng))


def _by_players(state: State, players: Mapping[str, Player], limit: int) -> None:
    game = state.game
    for name in players:
        game.side_index(name)
    for name in game.sides:
        if name not in players:
            raise Unknown("player of side", name, players)
    seats = [players[name] for name in game.sides]
    for _ in range(limit):
        if state.result is not None:
            return
        args = state.agenda[-1]
        side = game.steps[args[0]].side(game, state, args)
        game.carry_out(state, seats[side].choose(state))
