"""Replay and its page, without a browser."""

from __future__ import annotations

import base64
import json
import re
import zlib
from pathlib import Path

import pytest

import sandtable as st
from sandtable.players import make
from sandtable_widgets import Replay


def played(slug: str, plies: int) -> st.Match:
    match = st.Match(st.load(slug), seed=3)
    players = {side: make("random", match.game, side, seed=1) for side in match.game.sides}
    while match.ply < plies and match.state.decision is not None:
        match.play(players[match.state.decision.side].choose(match.state))
    return match


@pytest.fixture(scope="module")
def match() -> st.Match:
    return played("shanghai-nanking", 60)


@pytest.mark.parametrize("slug", st.games())
def test_every_game_can_be_seen_again(slug: str) -> None:
    match = played(slug, 25)
    replay = Replay(match)
    for ply, told in enumerate(replay.film):
        replay.goto(ply)
        assert told.state == match.state_at(ply)
        assert f"{ply} of {match.ply}" in replay.caption.html
    assert match.ply == 25


def test_slider_play_log_and_buttons_move_it(match: st.Match) -> None:
    replay = Replay(match)
    replay.slider.value = 7
    assert replay.scene.ply == 7
    replay.on.click()
    assert replay.ply == 8
    replay.back.click()
    replay.back.click()
    assert replay.ply == 6
    replay.play.value = 9
    assert replay.ply == 9
    replay.story.pick("12")
    assert replay.ply == 12
    assert 'class="here"' in replay.story.html


def test_a_turn_is_jumped_to_and_followed(match: st.Match) -> None:
    replay = Replay(match)
    turns = dict(replay.turn.options)
    last = list(turns.values())[-1]
    replay.turn.value = last
    assert replay.ply == last
    replay.goto(0)
    assert replay.turn.value == 0


def test_it_ends_where_the_match_does(match: st.Match) -> None:
    replay = Replay(match)
    replay.goto(match.ply)
    replay.on.click()
    assert replay.ply == match.ply
    with pytest.raises(st.SandtableError, match=f"no ply {match.ply + 1}; it has 0 to {match.ply}"):
        replay.goto(match.ply + 1)


def test_a_side_sees_no_more_than_it_may(match: st.Match) -> None:
    replay = Replay(match, side="japanese")
    replay.goto(match.ply)
    view = match.game.view(match.state, "japanese")
    hidden = sum(stack.hidden for stack in view.stacks.values())
    assert hidden
    reel = read(replay, "japanese")
    shown = sum(stack[3] for moment in reel["moments"][:1] for stack in moment["news"]["stacks"].values())
    assert shown
    with pytest.raises(st.Unknown, match="unknown side 'martian'"):
        Replay(match, side="martian")


def read(replay: Replay, side: str | None = None) -> dict:
    from sandtable_widgets.replay.export import page

    packed = re.search(r'film: "([^"]+)"', page(replay.match, replay.film, side))
    assert packed
    return json.loads(zlib.decompress(base64.b64decode(packed[1])))


def test_the_page_is_whole_and_asks_nobody(match: st.Match, tmp_path: Path) -> None:
    replay = Replay(match)
    path = replay.export(tmp_path / "game.html")
    text = path.read_text("utf-8")
    assert path.stat().st_size < 6_000_000
    assert not re.search(r'(?:src|href)="(?!#)|url\((?!data:|#)|@import|fetch\(|XMLHttpRequest', text)
    assert match.game.title in text


def test_the_film_adds_up_to_the_last_position(match: st.Match) -> None:
    reel = read(Replay(match))
    stacks: dict[str, list] = {}
    for moment in reel["moments"]:
        for key, entry in moment["news"].get("stacks", {}).items():
            if entry is None:
                del stacks[key]
            else:
                stacks[key] = entry
    view = match.game.view(match.state, None)
    assert {key: entry[2] for key, entry in stacks.items()} == {
        key: [unit.id for unit in stack.units] for key, stack in view.stacks.items()
    }
    cited = {case for moment in reel["moments"] for case, _ in moment["events"]}
    assert cited <= set(reel["cases"])


def test_nothing_is_overwritten_unasked(match: st.Match, tmp_path: Path) -> None:
    replay = Replay(match)
    path = tmp_path / "game.html"
    path.write_text("mine")
    replay.file.value = str(path)
    replay.save.click()
    assert "exists already" in replay.saved.value
    assert path.read_text() == "mine"
    replay.export(path, overwrite=True)
    assert path.read_text() != "mine"
    replay.file.value = str(tmp_path / "nowhere" / "game.html")
    replay.save.click()
    assert "there is no folder" in replay.saved.value
    for name, told in (("", "needs a file name"), (str(tmp_path), "is a folder")):
        replay.file.value = name
        replay.save.click()
        assert told in replay.saved.value


def test_the_log_of_a_side_names_nothing_that_is_hidden_from_it(match: st.Match) -> None:
    game, met = match.game, 0
    for eye in game.sides:
        number = game.side_index(eye)
        for scene in Replay(match, side=eye).film[1:]:
            if scene.side == eye:
                continue
            before = match.state_at(scene.ply - 1)
            for id in match.actions[scene.ply - 1].touched_units:
                unit = game.units.by_id(id)
                if game.hides(before, number, unit.index) and game.hides(scene.state, number, unit.index):
                    met += 1
                    assert unit.name not in scene.title
                    assert not any(unit.name in text for _, text in scene.told)
    assert met


def test_a_match_without_an_action_says_so() -> None:
    replay = Replay(st.Match(st.load("stalins-first-victory"), "suggested", 3))
    assert "nothing has been played yet" in replay.caption.html


def test_sentences_begin_with_a_capital(match: st.Match, tmp_path: Path) -> None:
    replay = Replay(match)
    assert re.search(r"<p>[A-Z0-9]", replay.story.html)
    assert not re.search(r"<p>[a-z]", replay.story.html)
    page = replay.export(tmp_path / "game.html").read_text(encoding="utf-8")
    packed = re.search(r'film: "([^"]+)"', page)
    assert packed is not None
    reel = json.loads(zlib.decompress(base64.b64decode(packed[1])))
    assert [text for moment in reel["moments"] for _, text in moment["events"] if text[0].islower()] == []
