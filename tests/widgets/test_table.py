"""The table as a widget, without a browser: orders go in, parts of panes and marks on the map come out."""

from __future__ import annotations

import json
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

import sandtable as st
from sandtable_widgets import Table
from tests.widgets.clicking import Clicker

PARTS = (
    "banner", "tools", "notice", "question", "units", "picked", "targets", "choices", "draft", "place", "log",
    "facts", "boxes",
)  # fmt: skip


def table_of(slug: str, seed: int = 7, scenario: str | None = None, **settings: Any) -> Table:
    return Table(st.Match(st.load(slug), scenario, seed), autosave=False, **settings)


def marks(table: Table) -> dict[str, Any]:
    """What is lit, picked and fanned on the map."""
    scene = table.map.surface.everything()
    return {"targets": scene["targets"], **scene["marks"]}


@pytest.mark.parametrize("slug", st.games())
def test_a_monkey_at_the_widgets_leaves_them_in_step_with_the_desk(slug: str) -> None:
    table = table_of(slug, seed=5)
    clicker = Clicker(table.desk, 3, nonsense=0.3)
    for _ in range(60):
        if table.desk.state.result is not None:
            table.desk.new(seed=clicker.rng.randrange(1000))
        clicker.click()
        desk = table.desk
        lit = set(desk.picking.targets()) if desk.persons_turn else set()
        assert set(marks(table)["targets"]) == lit
        assert table.side.question["mode"] in ("ask", "covered", "over")
        for part in PARTS:
            json.dumps(getattr(table.side, part))


def test_a_click_on_the_map_picks_and_moves() -> None:
    table = table_of("shanghai-nanking")
    table.obey("choose", ["plan MA"])
    table.map.click("3411", "c_div_088")
    assert table.side.picked["units"] == ["c_div_088"]
    assert marks(table)["selected"] == ["c_div_088"]
    assert marks(table)["fan"] == "3411"
    goal = table.side.targets["items"][0]
    assert marks(table)["targets"][goal["space"]] == ["move", goal["cost"]]
    table.obey("aim", [goal["space"]])
    assert marks(table)["path"][-1] == goal["space"]
    table.map.click(goal["space"])
    assert table.match.ply == 2
    assert marks(table)["targets"] == {}
    assert marks(table)["path"] == []
    assert table.side.log["items"][-1]["text"].startswith("88 Division moves to")


def test_the_draft_carries_column_modifiers_and_chances() -> None:
    table = table_of("shanghai-nanking")
    table.obey("choose", ["plan AM"])
    table.map.click("3512")
    odds = table.side.draft["odds"]
    forecast = table.desk.picking.draft.odds
    assert odds["column"] == forecast.column
    assert [m[2] for m in odds["modifiers"]] == [m.case for m in forecast.modifiers]
    assert sum(row["p"] for row in odds["rows"]) == pytest.approx(1, abs=1e-3)
    table.obey("support", ["artillery", 1])
    assert table.side.draft["odds"] != odds
    table.obey("commit", [])
    assert table.match.ply == 2


def test_only_what_changed_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    """At most 50 kB on the wire for a move, and a repeated refresh sends nothing."""
    table = table_of("shanghai-nanking")
    table.obey("choose", ["plan MA"])
    table.map.surface._heard(None, {"type": "hello", "step": -1}, None)
    sent: list[int] = []
    for widget in (table.bar, table.side, table.map.surface):
        monkeypatch.setattr(widget, "send_state", lambda key=None, w=widget: sent.append(_size(w, key)))
        monkeypatch.setattr(widget, "send", lambda content, _=None: sent.append(len(json.dumps(content))))
    table.refresh()
    assert sum(sent) < 200
    sent.clear()
    table.map.click("3411", "c_div_088")
    table.map.click(table.side.targets["items"][-1]["space"])
    assert 0 < sum(sent) < 50_000


def test_a_click_is_answered_by_one_message_for_each_part(monkeypatch: pytest.MonkeyPatch) -> None:
    """A browser draws once for every message, so a move must not come in pieces."""
    table = table_of("shanghai-nanking")
    table.obey("choose", ["plan MA"])
    table.map.surface._heard(None, {"type": "hello", "step": -1}, None)
    sent: list[str] = []
    for name, widget in (("bar", table.bar), ("side", table.side)):
        monkeypatch.setattr(widget, "send_state", lambda key=None, n=name: sent.append(n) if key else None)
    monkeypatch.setattr(table.map.surface, "send", lambda content, _=None: sent.append("map"))
    table.map.click("3411", "c_div_088")
    assert sent == ["map", "side"], "the map first: the lists never speak of what it does not show yet"
    sent.clear()
    table.map.click(table.side.targets["items"][-1]["space"])
    assert sent == ["map", "bar", "side"]


def _size(widget: Any, key: Any) -> int:
    names = {key} if isinstance(key, str) else set(key or ())
    return sum(len(json.dumps(getattr(widget, name), default=str)) for name in names)


def test_rules_are_told_when_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    table = table_of("shanghai-nanking")
    told: list[dict[str, str]] = []
    monkeypatch.setattr(table.side, "send", told.append)
    table.obey("rule", ["SNC-10.4.1f"])
    assert told[0]["text"] == table.match.game.cases["SNC-10.4.1f"].statement
    table.obey("rule", ["SNC-99"])
    assert "not in the list" in told[1]["text"]


def test_why_not_is_answered_in_its_tab() -> None:
    table = table_of("shanghai-nanking")
    table.obey("choose", ["plan MA"])
    table.obey("why", ["88 Division", "Nanking"])
    assert table.side.answer["case"] == "SNC-9.0j"
    table.obey("why", ["nobody at all", "Nanking"])
    assert "unknown unit" in table.side.answer["text"]
    table.obey("why text", ["end"])
    assert table.side.answer["legal"]


def test_saving_loading_and_another_game_through_the_forms(tmp_path: Path) -> None:
    table = Table("shanghai-nanking", saves=tmp_path / "saves")
    table.obey("choose", ["plan MA"])
    table.obey("save", ["one", False])
    assert {row[0] for row in table.bar.settings["files"]} == {"one", "shanghai-nanking-1"}
    table.obey("choose", ["end"])
    table.obey("load", ["one"])
    assert table.match.ply == 1
    old = table.map
    table.obey("new", ["stalins-first-victory", "suggested", 3, {}])
    assert table.match.game.slug == "stalins-first-victory"
    assert table.map is not old
    assert table.map.game is table.match.game
    assert table.bar.settings["given"].keys() == {"soviet", "chinese"}
    table.obey("load", ["one"])
    assert table.map.game.slug == "shanghai-nanking"


def test_machines_start_by_themselves_and_the_bar_says_so() -> None:
    table = table_of("shanghai-nanking", players={"chinese": "random"})
    end = time.monotonic() + 20
    while table.bar.tools["running"]:
        assert time.monotonic() < end
        time.sleep(0.005)
    assert table.match.ply > 0
    assert table.side.question["mode"] == "ask"


def test_an_unknown_order_is_refused() -> None:
    with pytest.raises(st.SandtableError, match="does not know the order 'fly'"):
        table_of("shanghai-nanking").obey("fly", [])


def test_the_text_scale_reaches_map_and_panes() -> None:
    table = table_of("shanghai-nanking")
    table.obey("scale", [1.5])
    assert table.map.text_scale == 1.5
    assert table.bar.settings["scale"] == 1.5


def test_an_answer_goes_with_the_position_it_was_given_for() -> None:
    """Whoever gets the table next does not read what the one before him asked."""
    table = table_of("stalins-first-victory", scenario="suggested")
    table.obey("why", ["sov-21-61", "1505"])
    assert "61st" in table.side.answer["text"] or table.side.answer["case"]
    while not table.desk.covered:
        table.match.play(table.match.game.legal(table.match.state).sample(Random(1)))
        table.desk.seats.turn_to(table.match.state)
    table.refresh()
    assert table.side.answer == {}
