"""Guesses of what the fog hides are positions that could be, whatever is true."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

import sandtable as st
from sandtable.hexwar import HexGame
from sandtable.players import playout
from sandtable.state import State

HEX_GAMES = [slug for slug in st.games() if isinstance(st.load(slug), HexGame)]


def positions(game: HexGame, seeds: range) -> Iterator[State]:
    """Positions of random games, thirty actions apart."""
    for seed in seeds:
        scenarios = list(game.scenarios)
        state = game.new(scenarios[seed % len(scenarios)], seed=seed)
        for stage in range(12):
            state = playout(game, state, limit=30, seed=100 * seed + stage)
            if state.result is not None:
                break
            yield state


def crowded(game: HexGame, state: State) -> bool:
    """While a phase goes on a hex may hold more than it may at its end."""
    return any(True for side in range(2) for _ in game.overstacked(state, side))


@pytest.mark.parametrize("slug", HEX_GAMES)
def test_a_guess_keeps_the_stacking_limits_and_has_no_defect(slug: str) -> None:
    game = st.load(slug)
    assert isinstance(game, HexGame)
    moved = 0
    for state in positions(game, range(12)):
        if crowded(game, state) or game.status(state):
            continue
        for side in game.sides:
            guessed = game.guess(state, side, Random(1))
            assert not crowded(game, guessed)
            assert game.status(guessed) == []
            moved += guessed.where != state.where
    assert moved


@pytest.mark.parametrize("slug", HEX_GAMES)
def test_what_is_guessed_does_not_hang_on_what_is_true(slug: str) -> None:
    game = st.load(slug)
    assert isinstance(game, HexGame)
    for state in positions(game, range(4)):
        for side in game.sides:
            other = game.guess(state, side, Random(2))
            one, same = (game.guess(s, side, Random(3)) for s in (state, other))
            assert one.where == same.where


@pytest.mark.case("SFV-8.3a")
def test_a_hidden_armoured_train_is_guessed_on_its_railway() -> None:
    game = st.load("stalins-first-victory")
    train, rails = game.units.index_of("sov-18-atg"), set(game.line_place)
    seen = set()
    for state in positions(game, range(20)):
        if state.where[train] >= 0 and game.hides(state, 1, train):
            seen |= {game.guess(state, "chinese", Random(n)).where[train] for n in range(5)}
    assert seen
    assert seen <= rails
