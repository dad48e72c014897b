"""The kernel's conformance suite, random play to the end, perft counts and golden transcripts."""

from __future__ import annotations

from pathlib import Path

import pytest

import sandtable as st
from sandtable.game import Game
from sandtable.players import playout
from sandtable.testing.conformance import check_walk
from sandtable.testing.counts import Position, met_in_random_play, reached, read_counts
from tests.games.shanghai_nanking.regenerate import DATA, POSITIONS

COUNTS = read_counts(DATA / "perft.csv")
SIEGE_LIFTED = {
    "limits": [
        {"id": "chinese_presence_until_gt", "value": "0"},
        {"id": "sudden_death_adjacent_from_gt", "value": "12"},
    ]
}
"""Random players soon walk into a sudden death; without it their games reach the last turns."""


def test_the_game_conforms(game: Game) -> None:
    st.testing.check_game(game, seeds=(1, 2, 3))


@pytest.mark.parametrize("seed", [1, 2])
def test_long_games_conform(game: Game, seed: int) -> None:
    check_walk(game.variant((), SIEGE_LIFTED), "campaign", seed)


@pytest.mark.case("SNC-5.2b", "SNC-4.4a")
def test_random_campaigns_always_end_with_a_winner(game: Game) -> None:
    ends = set()
    for seed in range(60):
        end = playout(game, game.new(seed=seed), seed=seed)
        assert end.result is not None
        assert end.result.winner in game.sides
        assert 1 <= end.turn <= 12
        assert not game.status(end)
        ends.add(end.result.case)
    assert {"SNC-4.1a", "SNC-4.2a"} <= ends


@pytest.mark.parametrize("name", ["default", *sorted(st.load("shanghai-nanking").switches)])
def test_random_campaigns_reach_the_last_turn_with_every_option(game: Game, name: str) -> None:
    """Each ruling switched the other way, twelve turns of random play."""
    options = {} if name == "default" else {name: game.switches[name].values[-1]}
    turns = []
    for seed in range(6):
        start = game.new(seed=seed, options=options, changes=SIEGE_LIFTED)
        end = playout(start.game, start, seed=seed)
        assert end.result is not None
        assert not game.status(end)
        turns.append(end.turn)
    assert max(turns) == 12


def test_every_kind_of_decision_and_action_occurs_in_random_play(game: Game) -> None:
    """The fuzzing above would be worth little if some step were never reached."""
    starts = (game.new(seed=seed, changes=SIEGE_LIFTED) for seed in range(25))
    kinds, verbs = met_in_random_play(starts)
    asking = {name for name, step in game.steps.items() if step.accepts}
    assert kinds == asking
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
    match = st.testing.check_golden(path)
    assert match.over
