"""The order of battle, without a browser."""

from __future__ import annotations

import pytest

import sandtable as st
from sandtable_widgets import OrderOfBattle
from sandtable_widgets.roster import COMING, LOST, ON_MAP, UNSEEN, muster


@pytest.mark.parametrize("slug", st.games())
def test_every_unit_of_every_game_is_there_once(slug: str) -> None:
    game = st.load(slug)
    state = game.new(seed=1)
    roster = OrderOfBattle(game, state)
    met = []
    for side in game.sides:
        roster.army.value = side
        met += [entry.unit.id for entry in roster.found]
        assert roster.page.html.count("<figure") == len(roster.found)
    assert sorted(met) == sorted(game.units.ids)
    on_map = [entry for entry in muster(game, state) if entry.status == ON_MAP]
    assert len(on_map) == sum(1 for place in state.where if place >= 0)


@pytest.mark.parametrize(
    ("slug", "unit", "when"),
    [
        ("shanghai-nanking", "c_div_011", "turn 2"),
        ("stalins-first-victory", "chi-2-1", "turns 1 to 4, if called in"),
        ("taierzhuang", "jap-5-1-21-21", "turns 2 to 7, by the dice"),
        ("storm-over-taierzhuang", "J5-21-1", "from turn 2, by the dice"),
    ],
)
def test_arrivals_are_told_as_each_game_knows_them(slug: str, unit: str, when: str) -> None:
    game = st.load(slug)
    entry = next(e for e in muster(game, game.new(seed=1)) if e.unit.id == unit)
    assert (entry.status, entry.where) == (COMING, when)


def test_filters_narrow_the_list() -> None:
    game = st.load("shanghai-nanking")
    roster = OrderOfBattle(game)
    everybody = len(roster.found)
    roster.status.value = ON_MAP
    assert 0 < len(roster.found) < everybody
    roster.status.value = ""
    roster.search.value = "88 division"
    assert [entry.unit.name for entry in roster.found] == ["88 Division"]
    roster.search.value = "nobody of this name"
    assert "Nobody." in roster.page.html


def test_the_dead_are_listed_as_lost() -> None:
    game = st.load("shanghai-nanking")
    state = game.new(seed=1)
    unit = game.units.index_of("c_div_036")
    game.eliminate(state, unit)
    roster = OrderOfBattle(game, state)
    assert next(e for e in muster(game, state) if e.unit.id == "c_div_036").status == LOST
    assert '<figure class="lost">' in roster.page.html


def test_the_fog_of_war_holds_here_too() -> None:
    game = st.load("shanghai-nanking")
    state = game.new(seed=1)
    unseen = {e.unit.id for e in muster(game, state, "japanese") if e.status == UNSEEN}
    assert unseen
    assert all(game.units.by_id(id).side == game.side_index("chinese") for id in unseen)
    assert not any(e.status == UNSEEN for e in muster(game, state))
