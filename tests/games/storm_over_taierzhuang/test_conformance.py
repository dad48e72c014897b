"""The kernel's conformance suite, random play to the end, perft counts and golden transcripts."""

from __future__ import annotations

import csv
from pathlib import Path
from random import Random

import pytest

import sandtable as st
from sandtable.game import Game
from sandtable.players import playout
from sandtable.state import State
from sandtable.testing.conformance import check_walk

DATA = Path(__file__).parent / "data"
SWITCHES = st.load("storm-over-taierzhuang").switches
EVERY_OPTION = {name: switch.values[-1] for name, switch in SWITCHES.items() if name != "saving_face"}
"""Every optional rule and the last reading of every ruling at once; tanks stay, for they have rules too."""


def test_the_game_conforms(game: Game) -> None:
    st.testing.check_game(game, seeds=(1, 2))


@pytest.mark.parametrize("seed", range(6))
def test_any_mixture_of_options_conforms(game: Game, seed: int) -> None:
    rng = Random(seed)
    options = {name: rng.choice(switch.values) for name, switch in game.switches.items()}
    check_walk(game.variant(options), rng.choice(list(game.scenarios)), seed)


@pytest.mark.parametrize("scenario", ["standard", "deployed"])
@pytest.mark.parametrize("options", [{}, EVERY_OPTION], ids=["plain", "every option"])
def test_random_games_always_end_with_a_winner(game: Game, scenario: str, options: dict[str, str]) -> None:
    for seed in range(25):
        start = game.new(scenario, seed, options)
        end = playout(start.game, start, seed=seed)
        assert end.result is not None
        assert end.result.winner in game.sides
        assert 1 <= end.turn <= 13
        assert not game.status(end)


@pytest.mark.parametrize("name", sorted(SWITCHES))
def test_random_games_end_with_every_option(game: Game, name: str) -> None:
    for value in game.switches[name].values:
        start = game.new(seed=4, options={name: value})
        end = playout(start.game, start, seed=4)
        assert end.result is not None
        assert not game.status(end)


def test_every_kind_of_decision_and_action_occurs_in_random_play(game: Game) -> None:
    """The fuzzing above would be worth little if some step were never reached."""
    kinds, verbs = set(), set()
    for seed in range(40):
        rng = Random(seed)
        state = game.new(seed=seed, options={} if seed % 2 else EVERY_OPTION)
        state.events = None
        while state.result is None:
            action = game.legal(state).sample(rng)
            kinds.add(state.agenda[-1][0])
            verbs.add(action.verb)
            state.game.carry_out(state, action)
    asking = {name for name, step in game.steps.items() if step.accepts}
    # Nobody can break the stacking limit by playing: only an arranged position is found over it.
    assert kinds == asking - {"eliminate_overstack"}
    assert verbs == set(game.vocabulary) - {"resign", "disband"}


def reached(game: Game, row: dict[str, str]) -> State:
    state = game.new(row["scenario"], seed=int(row["seed"]), options=row["options"].split())
    for text in filter(None, row["after"].split("; ")):
        state = game.play(state, game.parse(text))
    return state


def perft_rows() -> list[dict[str, str]]:
    with (DATA / "perft.csv").open(newline="", encoding="utf-8") as handle:
        return list(csv.DictReader(handle))


@pytest.mark.parametrize("row", perft_rows(), ids=lambda row: f"{row['name']}-{row['depth']}")
def test_perft(game: Game, row: dict[str, str]) -> None:
    """The number of canonical action sequences from known positions; a changed rule changes a count."""
    assert st.testing.perft(game, reached(game, row), int(row["depth"])) == int(row["count"])


@pytest.mark.parametrize("path", sorted(DATA.glob("golden-*.jsonl")), ids=lambda path: path.stem)
def test_golden_playthrough(path: Path) -> None:
    """Whole games, as journals with digests, are played again just so."""
    match = st.testing.check_golden(path)
    assert match.over
