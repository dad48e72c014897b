"""Walking through a game: counts of action sequences, and positions from random play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from ..game import Game
from ..state import State
from ..world import Given


def perft(game: Game, state: State, depth: int) -> int:
    """How many sequences of exactly that many canonical actions can be played from here.

    The dice are the state's own, so the number belongs to the position and its seed.
    """
    if depth == 0:
        return 1
    options = game.legal(state)
    if depth == 1:
        return len(options)
    return sum(perft(game, game.play(state, action), depth - 1) for action in options)


def random_states(
    game: Game,
    scenario: str | None = None,
    seeds: Iterable[int] = range(1),
    every: int = 1,
    options: Given = (),
) -> Iterator[State]:
    """Every n-th position of whole random games, the ends included."""
    for seed in seeds:
        rng = Random(seed)
        state = game.new(scenario, seed, options)
        ply = 0
        while state.result is None:
            if ply % every == 0:
                yield state
            state = game.play(state, game.legal(state).sample(rng))
            ply += 1
        yield state
