"""The chronicle and the lobby, without a browser."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import sandtable as st
from sandtable.study import history
from sandtable_widgets import Chronicle, Lobby
from sandtable_widgets.given import ready_scenario


@pytest.mark.parametrize("slug", st.games())
def test_every_event_of_every_game_can_be_shown(slug: str) -> None:
    game = st.load(slug)
    chronicle = Chronicle(game)
    for event in history(game):
        chronicle.list.pick(event.id)
        assert chronicle.chosen == event
        assert f"{event.date.day} {event.date:%B %Y}" in chronicle.headline.html
    assert chronicle.list.html.count("data-pick") == len(history(game))


def test_events_of_one_turn_are_lit_together() -> None:
    chronicle = Chronicle(st.load("shanghai-nanking"))
    chronicle.show("h13")
    lit = chronicle.map.surface.everything()["targets"]
    same = [e for e in chronicle.events.values() if e.turn == chronicle.chosen.turn and e.space]
    assert set(lit) == {event.space for event in same}
    assert chronicle.map.surface.everything()["marks"]["space"] == chronicle.chosen.space


@pytest.mark.parametrize("slug", st.games())
def test_marks_have_the_colours_that_sides_have_on_the_map(slug: str) -> None:
    chronicle = Chronicle(st.load(slug))
    marks = re.findall(r'<g class="mark[^>]*>.*?</g>', chronicle.strip.html)
    for side, colour in chronicle.map.surface.sides:
        mine = [e.id for e in chronicle.events.values() if e.side == side]
        drawn = [mark for mark in marks if re.search(r'data-pick="(.*?)"', mark)[1] in mine]  # type: ignore[index]
        assert drawn
        assert all(f"--side:{colour}" in mark for mark in drawn)


def test_steps_stop_at_both_ends() -> None:
    chronicle = Chronicle(st.load("stalins-first-victory"))
    first = chronicle.chosen
    chronicle.back.click()
    assert chronicle.chosen == first
    for _ in range(len(chronicle.events) + 3):
        chronicle.on.click()
    assert chronicle.chosen == list(chronicle.events.values())[-1]
    with pytest.raises(st.Unknown, match="unknown event 'nothing'"):
        chronicle.show("nothing")


@pytest.mark.parametrize("slug", st.games())
def test_the_lobby_lays_a_table_of_every_game(slug: str, tmp_path: Path) -> None:
    lobby = Lobby(saves=str(tmp_path / "saves"))
    lobby.cards.pick(slug)
    assert lobby.scenario.value == ready_scenario(lobby.game)
    for seat in lobby.seats.values():
        seat.value = "person"
    lobby.begin.click()
    assert lobby.table is not None
    assert lobby.table.match.game.slug == slug
    assert lobby.table in lobby.children
    lobby.leave.click()
    assert lobby.table is None
    assert lobby.cards in lobby.children


def test_a_machine_takes_the_seats_that_no_person_has() -> None:
    lobby = Lobby("shanghai-nanking")
    assert lobby.seats["chinese"].value == "person"
    assert lobby.seats["japanese"].value == "doctrine:historical"


def test_the_lobby_begins_where_both_sides_stand_on_the_map() -> None:
    for slug in st.games():
        game = st.load(slug)
        state = game.new(ready_scenario(game))
        assert {game.side_of[u] for u in range(len(game.units)) if state.where[u] >= 0} == {0, 1}


def test_an_unknown_game_is_named() -> None:
    with pytest.raises(st.Unknown, match="unknown game 'chess'"):
        Lobby("chess")


def test_what_came_before_the_game_and_after_it_is_told_apart() -> None:
    chronicle = Chronicle("storm-over-taierzhuang")
    outside = [event for event in chronicle.events.values() if event.turn is None]
    first, last = outside[0], outside[-1]
    chronicle.show(first.id)
    assert "before the game" in chronicle.headline.html
    chronicle.show(last.id)
    assert "after the game" in chronicle.headline.html
    heads = re.findall(r"<h3>(.*?)</h3>", chronicle.list.html)
    assert (heads[0], heads[1], heads[-1]) == ("Before the game", "Turn 1", "After the game")
