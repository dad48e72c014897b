"""The kernel's conformance suite, random play to the end, perft counts and golden transcripts."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import sandtable as st
from sandtable.game import Game
from sandtable.players import playout
from sandtable.testing.counts import Position, met_in_random_play, reached, read_counts
from tests.games.stalins_first_victory.regenerate import DATA, POSITIONS

COUNTS = read_counts(DATA / "perft.csv")
SCENARIOS = ("campaign", "suggested")


def test_the_game_conforms(game: Game) -> None:
    """Both scenarios, and every option the other way."""
    st.testing.check_game(game)


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("name", ["default", *sorted(st.load("stalins-first-victory").switches)])
def test_random_games_reach_the_end_of_turn_five(game: Game, scenario: str, name: str) -> None:
    """Each ruling switched the other way, in both scenarios."""
    options = {} if name == "default" else {name: game.switches[name].values[-1]}
    for seed in range(8):
        start = game.new(scenario, seed=seed, options=options)
        end = playout(start.game, start, seed=seed)
        assert end.result is not None
        assert (end.turn, end.result.kind) == (5, "victory points")
        assert end.result.winner == ("soviet" if end.vars["vp"] >= 9 else "chinese")
        assert not game.status(end)


@pytest.mark.case("SFV-4.3b")
def test_the_points_are_always_those_of_hexes_held_and_units_lost(game: Game) -> None:
    """R-32: nothing else scores, and the total never falls below zero."""
    for seed in range(10):
        rng = Random(seed)
        state = game.new(SCENARIOS[seed % 2], seed=seed)
        state.events = None
        while state.result is None:
            game.carry_out(state, game.legal(state).sample(rng))
            held = sum(state.control[s] == 0 for s in game.ground.vp)
            lost = sum(state.steps[u] == 0 for u in game.army)
            assert state.vars["vp"] == held + lost >= 0


def test_every_kind_of_decision_and_action_occurs_in_random_play(game: Game) -> None:
    """The fuzzing above would be worth little if some step were never reached."""
    kinds, verbs = met_in_random_play(game.new("campaign", seed=seed) for seed in range(25))
    assert kinds == {name for name, step in game.steps.items() if step.accepts}
    assert verbs == set(game.vocabulary) - {"resign", "show"}


def test_perft_covers_the_positions_that_regenerate_writes() -> None:
    assert [position for position, _ in COUNTS] == POSITIONS


@pytest.mark.parametrize(("position", "count"), COUNTS, ids=lambda v: getattr(v, "name", None))
def test_perft(game: Game, position: Position, count: int) -> None:
    """The number of canonical action sequences from known positions; a changed rule changes a count."""
    assert st.testing.perft(game, reached(game, position), position.depth) == count


@pytest.mark.parametrize("path", sorted(DATA.glob("golden-*.jsonl")), ids=lambda path: path.stem)
def test_golden_playthrough(path: Path) -> None:
    """Whole games, as journals with digests, are played again just so."""
    assert st.testing.check_golden(path).over
