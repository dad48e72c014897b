"""A scenario lasts as many turns as its row says, so that a class or a study can play a shorter one."""

from __future__ import annotations

from random import Random

import pytest

import sandtable as st
from sandtable.errors import DataError

LENGTHS = {
    "shanghai-nanking": ("campaign", 2),
    "stalins-first-victory": ("suggested", 2),
    "storm-over-taierzhuang": ("deployed", 2),
    "taierzhuang": ("suggested", 3),
}


@pytest.mark.parametrize(("slug", "scenario", "turns"), [(s, *how) for s, how in LENGTHS.items()])
def test_a_shorter_scenario_ends_with_its_last_turn(slug: str, scenario: str, turns: int) -> None:
    game = st.load(slug)
    rng = Random(1)
    state = game.new(scenario, seed=1, changes={"scenarios": [{"id": scenario, "turns": str(turns)}]})
    while state.result is None:
        assert state.turn <= turns
        state = game.play(state, game.legal(state).sample(rng))
    assert state.turn == turns
    assert state.result.case in game.cases


@pytest.mark.parametrize("slug", LENGTHS)
def test_no_scenario_is_longer_than_the_turn_record(slug: str) -> None:
    game = st.load(slug)
    most = max(scenario.turns for scenario in game.scenarios.values())
    name = next(iter(game.scenarios))
    with pytest.raises(DataError, match="turns"):
        game.new(name, changes={"scenarios": [{"id": name, "turns": str(most + 1)}]})
