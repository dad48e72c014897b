"""The rule browser, driven without a browser."""

from __future__ import annotations

import pytest

import sandtable as st
from sandtable_widgets import RuleBrowser

SLUG = "shanghai-nanking"


@pytest.fixture(scope="module")
def match() -> st.Match:
    """The first assault on Shanghai, to the end of its combat."""
    game = st.load(SLUG)
    match = st.Match(game, seed=7)
    match.play("plan AA")
    match.play(game.legal(match.state).for_space("3512")[0])
    while match.state.vars["combat"] is not None:
        match.play(next(iter(game.legal(match.state))))
    return match


@pytest.mark.parametrize("slug", st.games())
def test_every_case_of_every_game_can_be_opened(slug: str) -> None:
    browser = RuleBrowser(st.load(slug))
    assert browser.found == list(browser.game.cases.values())
    for chapter in browser.game.chapters:
        browser.chapter.value = chapter
        assert browser.found
        browser.list.pick(browser.found[0].id)
        assert browser.found[0].title.replace("'", "&#x27;") in browser.detail.html


def test_search_narrows_with_every_word() -> None:
    browser = RuleBrowser(st.load(SLUG))
    browser.search.value = "river attack"
    ids = {case.id for case in browser.found}
    assert "SNC-10.4.1i" in ids
    browser.search.value = "10.4.1i"
    assert [case.id for case in browser.found] == ["SNC-10.4.1i"]
    browser.search.value = "zeppelin"
    assert "No rule has all these words" in browser.list.html


def test_topic_and_chapter_go_together() -> None:
    browser = RuleBrowser(st.load(SLUG))
    browser.chapter.value, browser.kind.value = "10", "losses"
    assert browser.found
    assert all(case.kind == "losses" and case.id.startswith("SNC-10.") for case in browser.found)


def test_a_modifier_counts_as_a_use_of_its_rule(match: st.Match) -> None:
    browser = RuleBrowser(match.game, match)
    city = browser.last_use("SNC-10.4.1f")
    assert city is not None
    assert city.turn == 1
    assert city.text.startswith("city -2")
    browser.show("SNC-10.4.1f")
    assert "Applied once" in browser.detail.html


def test_only_rules_that_were_used_can_be_listed(match: st.Match) -> None:
    browser = RuleBrowser(match.game, match)
    browser.used.value = True
    assert {case.id for case in browser.found} == {id for id in match.game.cases if browser.last_use(id)}
    assert 0 < len(browser.found) < 40


def test_the_place_in_the_match_can_be_asked_for(match: st.Match) -> None:
    browser = RuleBrowser(match.game, match)
    wanted: list[int] = []
    browser.on_ply(wanted.append)
    browser.show("SNC-10.4.1f")
    use = browser.last_use("SNC-10.4.1f")
    assert use is not None
    browser.detail.pick(f"ply {use.ply}")
    assert wanted == [use.ply]


def test_what_happens_later_shows_after_a_refresh() -> None:
    game = st.load(SLUG)
    match = st.Match(game, seed=7)
    browser = RuleBrowser(game, match)
    match.play("plan AA")
    before = browser.last_use(match.events[-1].event.case)
    browser.refresh()
    after = browser.last_use(match.events[-1].event.case)
    assert before is None or after is None or before.ply < after.ply
    assert after is not None


def test_an_unknown_case_is_named() -> None:
    browser = RuleBrowser(st.load(SLUG))
    with pytest.raises(st.Unknown, match="unknown case 'SNC-99'"):
        browser.show("SNC-99")


def test_a_use_is_a_button_only_where_somebody_hears_it(match: st.Match) -> None:
    browser = RuleBrowser(match.game, match)
    browser.show("SNC-10.4.1f")
    assert "<li><b>Turn 1</b>" in browser.detail.html
    browser.on_ply(lambda ply: None)
    assert '<li data-pick="ply' in browser.detail.html
