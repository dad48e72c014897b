"""The kernel's conformance suite, random play to the end, perft counts and golden transcripts."""

from __future__ import annotations

from pathlib import Path

import pytest

import sandtable as st
from sandtable.game import Game
from sandtable.players import playout
from sandtable.testing.conformance import check_walk
from sandtable.testing.counts import Position, met_in_random_play, reached, read_counts
from tests.games.taierzhuang.conftest import surrounded
from tests.games.taierzhuang.regenerate import DATA, GOLDEN, NO_CENTRE_TEST, POSITIONS

COUNTS = read_counts(DATA / "perft.csv")
LAST = {"BOT-4.1b", "BOT-4.2d", "BOT-4.3a", "BOT-4.3b"}
"""The ways in which a game ends with its last turn."""


def test_the_game_conforms(game: Game) -> None:
    """Both scenarios, and every option the other way."""
    st.testing.check_game(game)


@pytest.mark.parametrize("seed", [1, 2])
def test_long_games_conform(game: Game, seed: int) -> None:
    check_walk(game.variant({"hq_any_loss_counts": "off"}, NO_CENTRE_TEST), "suggested", seed)


@pytest.mark.parametrize("name", ["default", *sorted(st.load("taierzhuang").switches)])
def test_random_games_end_with_every_option(game: Game, name: str) -> None:
    """Each ruling switched the other way, in both scenarios; some games reach the eighth turn."""
    options = {} if name == "default" else {name: game.switches[name].values[-1]}
    turns = []
    for seed in range(10):
        scenario = ("campaign", "suggested")[seed % 2]
        start = game.new(scenario, seed=seed, options=options, changes=NO_CENTRE_TEST)
        end = playout(start.game, start, seed=seed)
        assert end.result is not None
        assert (end.result.case in LAST) <= (end.turn == 8)
        assert not game.status(end)
        turns.append(end.turn)
    assert max(turns) == 8


@pytest.mark.parametrize("options", [{}, {"breakout_move": "cone"}, {"isolation_hqs": "either"}])
def test_random_breakouts_come_to_an_end(game: Game, options: dict[str, str]) -> None:
    for seed in range(10):
        start = surrounded(game, options=options, seed=seed)
        end = playout(start.game, start.game.play(start, game.parse("breakout yes")), seed=seed)
        assert end.result is not None
        assert not game.status(end)


def test_every_kind_of_decision_and_action_occurs_in_random_play(game: Game) -> None:
    """The fuzzing above would be worth little if some step were never reached."""
    starts = [game.new("suggested", seed=seed, changes=NO_CENTRE_TEST) for seed in range(20)]
    set_ups = [game.new("campaign", seed=seed) for seed in range(2)]
    kinds, verbs = met_in_random_play([*starts, *set_ups, surrounded(game)])
    assert kinds == {name for name, step in game.steps.items() if step.accepts}
    assert verbs == set(game.vocabulary) - {"resign"}


def test_perft_covers_the_positions_that_regenerate_writes() -> None:
    assert [position for position, _ in COUNTS] == POSITIONS


@pytest.mark.parametrize(("position", "count"), COUNTS, ids=lambda v: getattr(v, "name", None))
def test_perft(game: Game, position: Position, count: int) -> None:
    """The number of canonical action sequences from known positions; a changed rule changes a count."""
    assert st.testing.perft(game, reached(game, position), position.depth) == count


@pytest.mark.parametrize("path", [DATA / f"golden-{name}.jsonl" for name in GOLDEN], ids=lambda p: p.stem)
def test_golden_playthrough(path: Path) -> None:
    """Whole games, as journals with digests, are played again just so."""
    assert st.testing.check_golden(path).over
