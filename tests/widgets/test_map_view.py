"""The map without a browser: what is sent, how much of it, and how clicks come back."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

import sandtable as st
from sandtable_widgets.atlas import Click, MapView, Target

SCENARIOS = {
    "stalins-first-victory": "suggested",
    "taierzhuang": "suggested",
    "storm-over-taierzhuang": "deployed",
}
"""Scenarios with units on the map, where the first one begins with an empty board."""


class Wire:
    """What a surface says to the browser."""

    def __init__(self, view: MapView, monkeypatch: pytest.MonkeyPatch) -> None:
        self.messages: list[dict[str, Any]] = []
        self.states: list[Any] = []
        monkeypatch.setattr(view.surface, "send", lambda content, buffers=None: self.messages.append(content))
        monkeypatch.setattr(view.surface, "send_state", self.states.append)

    def size(self) -> int:
        return sum(len(json.dumps(message)) for message in self.messages)


def answer(view: MapView) -> None:
    """What the browser says once it is there."""
    view.surface._handle_custom_msg({"type": "hello", "step": view.surface._step}, [])


def begin(slug: str) -> tuple[st.Game, st.State, MapView]:
    game = st.load(slug)
    state = game.new(SCENARIOS.get(slug, next(iter(game.scenarios))))
    view = MapView(game)
    view.show(game.view(state, None))
    return game, state, view


@pytest.fixture(params=st.games())
def begun(request: pytest.FixtureRequest) -> tuple[st.Game, st.State, MapView]:
    return begin(request.param)


def test_every_game_has_a_map_with_all_its_spaces_and_units(begun: tuple[st.Game, st.State, MapView]) -> None:
    game, state, view = begun
    content = view.surface.sheet
    assert content[:2] == b"x\x9c"
    scene = view.surface.everything()
    standing = {u.id for n, u in enumerate(game.units) if state.where[n] >= 0}
    assert set(scene["units"]) == standing
    assert standing, "a map without a counter shows too little to judge"
    assert {look for look, _ in scene["units"].values()} <= set(scene["looks"])


def test_a_move_sends_only_what_changed(
    begun: tuple[st.Game, st.State, MapView], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, state, view = begun
    answer(view)
    wire = Wire(view, monkeypatch)
    before = game.view(state, None)
    for seed in range(40):
        state = game.play(state, game.legal(state).sample(Random(seed)))
        view.show(game.view(state, None))
        if state.decision is None:
            break
    after = game.view(state, None)
    assert not wire.states
    told: set[str] = set()
    for message in wire.messages:
        told |= (
            set(message.get("units", {})) | set(message.get("stacks", {})) | set(message.get("control", {}))
        )
    assert told or before == after
    assert max((len(json.dumps(m)) for m in wire.messages), default=0) < 50_000


def test_showing_the_same_position_again_sends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    game, state, view = begin("shanghai-nanking")
    answer(view)
    wire = Wire(view, monkeypatch)
    view.show(game.view(state, None))
    assert not wire.messages
    assert not wire.states


def test_before_a_browser_answers_the_whole_scene_travels_as_state(monkeypatch: pytest.MonkeyPatch) -> None:
    _, _, view = begin("shanghai-nanking")
    wire = Wire(view, monkeypatch)
    view.select("3510")
    assert wire.states == ["scene"]
    assert not wire.messages


def test_targets_selection_and_path_are_small_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    _, _, view = begin("shanghai-nanking")
    answer(view)
    wire = Wire(view, monkeypatch)
    view.targets({"3510": Target("move", "2"), "3511": Target("attack", "3:1")})
    view.select("3512", ["c_87"])
    view.path(["3512", "3511", "3510"])
    view.fan("3512")
    assert wire.messages[0]["targets"] == {"3510": ["move", "2"], "3511": ["attack", "3:1"]}
    assert wire.messages[1]["marks"] == {"space": "3512", "selected": ["c_87"]}
    assert wire.messages[2]["marks"] == {"path": ["3512", "3511", "3510"]}
    assert wire.messages[3]["marks"] == {"fan": "3512"}
    view.targets({"3511": Target("attack", "3:1")})
    assert wire.messages[4]["targets"] == {"3510": None}
    assert wire.size() < 2_000


def test_what_changes_together_is_one_message(monkeypatch: pytest.MonkeyPatch) -> None:
    game, state, view = begin("shanghai-nanking")
    answer(view)
    wire = Wire(view, monkeypatch)
    with view.together():
        view.show(game.view(game.play(state, game.parse("plan MA")), None))
        view.targets({"3510": Target("move", "2")})
        with view.together():
            view.select("3512")
        assert not wire.messages
    assert [set(m) for m in wire.messages] == [{"step", "looks", "targets", "marks"}]
    view.select("3512")
    assert len(wire.messages) == 1, "what the browser knows is not sent again"


def test_clicks_come_back_from_python_and_from_the_browser() -> None:
    _, _, view = begin("shanghai-nanking")
    heard: list[Click] = []
    view.on_click(heard.append)
    view.click("3510")
    view.surface._handle_custom_msg({"type": "click", "space": "3512", "unit": "j_snlf_1"}, [])
    view.surface._handle_custom_msg({"type": "click", "space": "nowhere"}, [])
    assert heard == [Click("3510"), Click("3512", "j_snlf_1")]


def test_unknown_spaces_and_kinds_are_named() -> None:
    _, _, view = begin("shanghai-nanking")
    with pytest.raises(st.Unknown, match="9999"):
        view.targets({"9999": Target("move")})
    with pytest.raises(ValueError, match="fly"):
        Target("fly")


def test_online_tiles_are_off_until_asked_for() -> None:
    _, _, view = begin("shanghai-nanking")
    assert view.map.layers == ()
    view.tiles = True
    assert len(view.map.layers) == 1
    view.tiles = False
    assert view.map.layers == ()
