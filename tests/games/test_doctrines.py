"""What every game's doctrines must keep: only legal choices, no stalling, nothing read through the fog."""

from __future__ import annotations

import pickle
from random import Random

import pytest

import sandtable as st
from sandtable.players import Player, make, playout
from sandtable.state import State

LIMIT = 6000
"""More actions than any game takes."""

GAMES = [slug for slug in st.games() if (st.load(slug).folder / "data" / "doctrines").is_dir()]
NAMES = ("cautious", "historical", "aggressive")


def seats(game: st.Game, names: tuple[str, ...], seed: int = 0) -> dict[str, Player]:
    return {
        side: make("doctrine", game, side, doctrine=name, seed=seed)
        for side, name in zip(game.sides, names, strict=True)
    }


def to_move(state: State) -> str:
    decision = state.decision
    assert decision is not None
    return decision.side


def test_there_are_games_with_doctrines() -> None:
    assert {"shanghai-nanking", "stalins-first-victory"} <= set(GAMES)


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("names", [("historical", "aggressive"), ("cautious", "historical")])
def test_every_choice_is_legal_and_every_game_ends(slug: str, names: tuple[str, str]) -> None:
    game = st.load(slug)
    players, state = seats(game, names), game.new(seed=11)
    state.events = None
    for _ in range(LIMIT):
        if state.result is not None:
            break
        action = players[to_move(state)].choose(state)
        game.check(state, action)
        game.carry_out(state, action)
    assert state.result is not None, f"still going on in turn {state.turn}, {state.phase}"


@pytest.mark.parametrize("slug", GAMES)
def test_what_is_hidden_changes_no_choice(slug: str) -> None:
    """Positions that look alike get the same answer, whatever lies beneath."""
    game, rng = st.load(slug), Random(5)
    players, state = seats(game, ("historical", "historical")), game.new(seed=3)
    state.events = None
    dealt = compared = 0
    for number in range(LIMIT):
        if state.result is not None:
            break
        side = to_move(state)
        if number % 9 == 0:
            guess = game.guess(state, side, rng)
            dealt += (guess.where, guess.stock, guess.vars) != (state.where, state.stock, state.vars)
            compared += 1
            mine = make("doctrine", game, side).choose(state)
            assert make("doctrine", game, side).choose(guess) == mine
        game.carry_out(state, players[side].choose(state))
    assert compared > 10
    assert dealt > 0, "nothing was hidden: the test proves nothing"


@pytest.mark.parametrize("slug", GAMES)
def test_the_same_seeds_give_the_same_game_here_and_after_a_journey(slug: str) -> None:
    game = st.load(slug)
    first = playout(game, game.new(seed=2), seats(game, ("historical", "historical"), 4), limit=300)
    shipped: dict[str, Player] = pickle.loads(pickle.dumps(seats(game, ("historical", "historical"), 4)))
    again = playout(game, game.new(seed=2), shipped, limit=300)
    assert first.digest() == again.digest()


@pytest.mark.parametrize("slug", GAMES)
def test_a_position_is_left_as_it_was(slug: str) -> None:
    game = st.load(slug)
    players = seats(game, ("historical", "historical"))
    state = playout(game, game.new(seed=2), players, limit=60)
    before = state.digest()
    make("doctrine", game, to_move(state)).choose(state)
    assert state.digest() == before


@pytest.mark.parametrize("slug", GAMES)
def test_doctrines_of_a_side_do_not_fight_alike(slug: str) -> None:
    game = st.load(slug)
    for place in range(len(game.sides)):
        ends = set()
        for name in NAMES:
            names = tuple(name if place == n else "historical" for n in range(len(game.sides)))
            ends.add(playout(game, game.new(seed=1), seats(game, names)).digest())
        assert len(ends) == len(NAMES)
