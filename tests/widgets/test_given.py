"""What people hand to a widget: names are as good as games, and anything else is told what is wanted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import sandtable as st
from sandtable_widgets import Chronicle, Lobby, OddsExplorer, OrderOfBattle, Replay, RuleBrowser, Table
from sandtable_widgets.given import ready_scenario
from sandtable_widgets.page import capital
from sandtable_widgets.replay.export import page


@pytest.mark.parametrize(
    "widget", [Table, Chronicle, OddsExplorer, OrderOfBattle, RuleBrowser, Replay, st.Match]
)
def test_nonsense_is_told_what_is_wanted(widget: Callable[[Any], Any]) -> None:
    with pytest.raises(st.SandtableError, match="want"):
        widget(42)


@pytest.mark.parametrize("widget", [Chronicle, OddsExplorer, OrderOfBattle, RuleBrowser])
def test_a_game_goes_by_its_name(widget: Callable[[str], Any]) -> None:
    assert widget("stalins-first-victory").game.slug == "stalins-first-victory"
    with pytest.raises(st.Unknown, match="unknown game 'nope'"):
        widget("nope")


@pytest.mark.parametrize("slug", st.games())
def test_a_table_begins_with_the_scenario_that_is_ready(slug: str) -> None:
    table = Table(slug, autosave=False)
    assert table.match.state.scenario == ready_scenario(table.match.game)
    about = table.bar.settings["about"][slug]
    assert about["ready"] == table.match.state.scenario
    assert {name for name, _, _ in about["scenarios"]} == set(table.match.game.scenarios)
    table.desk.new()
    assert table.match.state.scenario == about["ready"]


def test_the_lobby_goes_on_with_a_saved_match(tmp_path: Path) -> None:
    folder = tmp_path / "saves"
    folder.mkdir()
    assert Lobby(saves=str(folder))._old.layout.display == "none"
    with st.Match(st.load("shanghai-nanking"), seed=7, path=folder / "lesson.jsonl") as match:
        match.play(match.game.parse("plan MA"))
    (folder / "spoilt.jsonl").write_text("nonsense")
    lobby = Lobby("taierzhuang", saves=str(folder))
    lines = {name: line for line, name in lobby.kept.options}
    assert "turn 1 of 12, Chinese to decide" in lines["lesson"]
    lobby.kept.value = "spoilt"
    lobby.resume.click()
    assert lobby.table is None
    assert "Not opened" in lobby.told.html
    lobby.kept.value = "lesson"
    lobby.resume.click()
    assert lobby.table is not None
    assert (lobby.table.match.game.slug, lobby.table.match.ply) == ("shanghai-nanking", 1)
    lobby.leave.click()
    lobby.resume.click()
    assert lobby.table.match.ply == 1


def test_a_replay_names_scenario_and_sides_as_people_do() -> None:
    match = st.Match(st.load("storm-over-taierzhuang"), "deployed", 3)
    match.play(next(iter(match.game.legal(match.state))))
    replay = Replay(match)
    title = match.game.scenarios["deployed"].title
    assert f"{title} · " in page(match, replay.film, None)
    assert "<small>Chinese</small>" in replay.story.html or "<small>Japanese</small>" in replay.story.html


def test_names_keep_their_capitals() -> None:
    assert [capital(text) for text in ("IJA heavy artillery", "rice paddy", "")] == [
        "IJA heavy artillery",
        "Rice paddy",
        "",
    ]


def test_a_match_and_its_game_belong_together() -> None:
    game, match = st.load("taierzhuang"), st.Match(st.load("stalins-first-victory"), "suggested", 3)
    with pytest.raises(st.SandtableError, match="of stalins-first-victory, and not of taierzhuang"):
        RuleBrowser(game, match)
    with pytest.raises(st.SandtableError, match="of stalins-first-victory, and not of taierzhuang"):
        OrderOfBattle(game, match.state)
    with pytest.raises(st.SandtableError, match=r"a match is wanted.*str 'saves'"):
        RuleBrowser(match.game, "saves")  # type: ignore[arg-type]
    with pytest.raises(st.SandtableError, match=r"a position is wanted.*int 3"):
        OrderOfBattle(match.game, 3)  # type: ignore[arg-type]


def test_the_order_of_battle_of_a_match_is_that_of_its_position() -> None:
    match = st.Match(st.load("stalins-first-victory"), "suggested", 3)
    roster = OrderOfBattle(match.game, match)
    assert roster.state is match.state
    assert roster.page.html == OrderOfBattle(match.game, match.state).page.html
