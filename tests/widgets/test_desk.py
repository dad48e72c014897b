"""The desk behind the table: whole turns by clicks alone, refusals with their rule, past, shelf."""

from __future__ import annotations

from pathlib import Path

import pytest

import sandtable as st
from sandtable.actions import Attack, Move
from sandtable_widgets.table import sections
from sandtable_widgets.table.desk import Desk
from tests.widgets.clicking import Clicker, desk_of

SLUGS = st.games()


@pytest.mark.parametrize("slug", SLUGS)
def test_whole_turns_are_played_by_clicks_alone(slug: str) -> None:
    """Until a turn is over and somebody has marched and fought in it, set-up and all."""
    desk = desk_of(slug, seed=3)
    clicker = Clicker(desk, 1, nonsense=0.0)
    verbs: set[str] = set()
    turns = 0
    for _ in range(8000):
        if desk.state.result is not None:
            desk.new(scenario=list(desk.game.scenarios)[-1], seed=clicker.rng.randrange(1000))
        before = desk.match.ply, desk.state.turn
        clicker.click()
        if desk.match.ply > before[0]:
            verbs.add(desk.match.actions[-1].verb)
        turns += desk.state.turn > before[1]
        if turns and "move" in verbs and verbs & {"attack", "fire"}:
            return
    pytest.fail(f"{turns} turns over, and only {sorted(verbs)} were clicked")


@pytest.mark.parametrize("slug", SLUGS)
def test_a_monkey_at_the_table_never_breaks_anything(slug: str) -> None:
    desk = desk_of(slug, seed=5)
    clicker = Clicker(desk, 2, nonsense=0.5)
    for _ in range(250):
        if desk.state.result is not None:
            desk.new(seed=clicker.rng.randrange(1000))
        clicker.click()
        assert desk.game.status(desk.state) == []
    assert clicker.refused <= set(desk.game.cases)
    assert clicker.refused


def test_a_unit_lights_its_destinations_with_their_costs_and_a_click_moves_it() -> None:
    desk = desk_of("shanghai-nanking", 7)
    desk.choose("plan MA")
    unit = next(id for id, place in desk.picking.able.items() if place is not None)
    start = desk.picking.able[unit]
    desk.click(start or "", unit)
    assert desk.picking.picked == (unit,)
    lit = desk.picking.targets()
    for space, found in lit.items():
        assert found[0].cost == desk.game.march_cost(desk.state, found[0].action)
        assert found[0].text.rstrip("!") == f"{found[0].cost:g}"
        assert found[0].action.focus == space
    assert set(lit) == {
        a.focus
        for a in desk.game.legal(desk.state).for_unit(unit)
        if isinstance(a, Move) and a.units == (unit,)
    }
    goal = next(iter(lit))
    desk.click(goal)
    assert desk.match.ply == 2
    assert desk.state.where[desk.game.units.index_of(unit)] == desk.game.board.index(goal)


def test_several_units_light_only_what_all_of_them_can_reach_together() -> None:
    desk = desk_of("shanghai-nanking", 7)
    desk.choose("plan MA")
    place, stack = next(
        (space, units)
        for space in desk.game.board.ids
        if len(units := [id for id, p in desk.picking.able.items() if p == space]) > 2
    )
    desk.click(place, stack[0])
    desk.toggle(stack[1])
    assert desk.picking.picked == tuple(stack[:2])
    lit = desk.picking.targets()
    assert lit
    for found in lit.values():
        assert found[0].action.touched_units == tuple(stack[:2])
        desk.game.check(desk.state, found[0].action)
    desk.pick(*desk.picking.mates())
    desk.click(next(iter(desk.picking.targets())))
    assert desk.match.actions[-1].touched_units == tuple(stack)


def test_an_attack_is_drafted_with_exact_odds_and_then_committed() -> None:
    desk = desk_of("shanghai-nanking", 7)
    desk.choose("plan AM")
    assert "3512" in desk.picking.targets()
    desk.click("3512")
    draft = desk.picking.draft
    assert draft is not None
    assert len(draft.units) == len(draft.pool) == 8
    assert draft.support == {"artillery": 1}
    assert draft.odds == desk.game.forecast(desk.state, draft.action, "chinese")
    desk.tick(draft.pool[0])
    desk.support("artillery", 1)
    assert draft.action == Attack(draft.pool[1:], "3512", ("artillery",))
    assert any(m.case == "SNC-11.1b" for m in draft.odds.modifiers)
    for unit in draft.pool[1:]:
        desk.tick(unit)
    assert draft.refusal is not None
    desk.commit()
    assert desk.match.ply == 1
    assert desk.notice is not None
    assert desk.notice.case == draft.refusal.case
    desk.tick(draft.pool[0])
    desk.commit()
    assert desk.match.actions[-1] == Attack(draft.pool[:1], "3512", ("artillery",))


def test_odds_never_know_more_than_the_player() -> None:
    """BOT: a Chinese strength that is face down is averaged over, not looked at."""
    desk = desk_of("taierzhuang", 1, "suggested")
    clicker = Clicker(desk, 4, nonsense=0.0)
    seen = 0
    for _ in range(3000):
        if desk.state.result is not None:
            desk.new(scenario="suggested", seed=clicker.rng.randrange(1000))
        clicker.click()
        draft = None if desk.covered else desk.picking.draft
        if draft is not None and draft.odds is not None:
            side = desk.decision.side if desk.decision else None
            assert draft.odds == desk.game.forecast(desk.state, draft.action, side)
            seen += draft.odds != desk.game.forecast(desk.state, draft.action)
        if seen > 3:
            break
    assert seen


def armour_attacks() -> Desk:
    """BOT: an attack with armour that may still be called off, at a table where nothing is hidden."""
    places = {"jap-10-1-10-33": "0407", "jap-10-tank": "0407", "chi-2-01": "0408"}
    game = st.load("taierzhuang")
    support = {"air": 0, "10": 0, "5": 0}
    state = game.arrange("campaign", places, turn=2, phase="combat", side="japanese", support=support)
    desk = Desk(st.Match.from_state(state), open_table=True, autosave=False)
    desk.play("attack jap-10-1-10-33+jap-10-tank 0408")
    assert desk.decision is not None
    assert desk.decision.kind == "call_off"
    return desk


def test_an_answer_that_fights_says_so_and_shows_its_odds_beside_the_other() -> None:
    desk = armour_attacks()
    shown = sections.draft(desk)
    assert shown["label"] == shown["title"] == "Go on with the attack"
    assert shown["odds"]["rows"]
    assert [(o["do"], o["label"]) for o in shown["others"]] == [("cancel yes", "Call the attack off")]
    desk.cancel()
    assert sections.draft(desk) == shown
    desk.choose("cancel yes")
    assert str(desk.match.actions[-1]) == "cancel yes"
    assert "called off" in sections.log(desk)["items"][-1]["text"]


def test_the_roll_of_every_game_is_news() -> None:
    desk = armour_attacks()
    desk.commit()
    assert str(desk.match.actions[-1]) == "cancel no"
    rolls = [row for row in sections.news(desk)["items"] if row.get("roll")]
    assert rolls
    assert f"die {rolls[0]['die']}" in rolls[0]["text"]


@pytest.mark.parametrize(
    ("space", "cases"),
    [
        pytest.param("0116", ["SNC-9.0j"], id="too far"),
        pytest.param("3808", ["SNC-7.2a"], id="through a zone of control"),
        pytest.param("3513", ["SNC-9.4f"], id="closed ground"),
        pytest.param("3512", ["SNC-9.6a", "SNC-9.0k"], id="among the enemy"),
    ],
)
def test_a_wrong_click_cites_the_rule(space: str, cases: list[str]) -> None:
    desk = desk_of("shanghai-nanking", 7)
    desk.choose("plan MA")
    desk.click("3411", "c_div_088")
    desk.click(space)
    assert desk.match.ply == 1
    assert desk.notice is not None
    also = [] if desk.notice.also is None else [desk.notice.also.case]
    assert [desk.notice.case, *also] == cases
    assert desk.picking.picked == ("c_div_088",)


def test_a_unit_that_has_moved_says_so_when_clicked() -> None:
    desk = desk_of("stalins-first-victory", 1, "suggested")
    desk.choose("order move-combat")
    unit = next(iter(desk.picking.able))
    desk.click(desk.picking.able[unit] or "", unit)
    goal = next(iter(desk.picking.targets()))
    desk.click(goal)
    desk.click(goal, unit)
    assert desk.notice is not None
    assert "has moved" in desk.notice.text
    assert desk.notice.case in desk.game.cases


def test_why_by_names_and_by_notation() -> None:
    desk = desk_of("shanghai-nanking", 7)
    desk.choose("plan MA")
    reason = desk.why("88 Division", "Nanking")
    assert reason.case in desk.game.cases
    assert "out of reach" in reason.text
    assert desk.why_text("move nonsense").case is None
    refused = desk.why_text("attack c_div_088 3512")
    assert refused.case in desk.game.cases
    assert desk.why_text("end").action is not None


# -- the past -----------------------------------------------------------------------------------------


def test_undo_redo_and_branch() -> None:
    desk = desk_of("shanghai-nanking", 7)
    desk.choose("plan MA")
    first = desk.state.digest()
    desk.choose("end")
    second = desk.state.digest()
    desk.undo()
    assert desk.state.digest() == first
    desk.redo()
    assert desk.state.digest() == second
    desk.redo()
    assert desk.notice is not None
    assert "nothing to redo" in desk.notice.text
    desk.undo()
    desk.branch()
    assert [line.match for line in desk.book.lines][1] is desk.match
    desk.next_unit()
    desk.go(next(iter(desk.picking.targets())))
    assert desk.match.ply == 2
    assert desk.book.lines[0].match.ply == 1
    desk.line(0)
    desk.redo()
    assert desk.state.digest() == second


# -- the shelf ----------------------------------------------------------------------------------------


def kept(tmp_path: Path, slug: str = "shanghai-nanking") -> Desk:
    return Desk(st.Match(st.load(slug), seed=7), saves=str(tmp_path / "saves"))


def test_every_action_is_on_disk_and_nothing_is_before_the_first(tmp_path: Path) -> None:
    desk = kept(tmp_path)
    assert not (tmp_path / "saves").exists()
    desk.choose("plan MA")
    assert desk.match.path == tmp_path / "saves" / "shanghai-nanking-1.jsonl"
    desk.choose("end")
    desk.match.close()
    assert st.Match.load(desk.match.path).state.digest() == desk.state.digest()


def test_save_and_load(tmp_path: Path) -> None:
    desk = kept(tmp_path)
    desk.choose("plan MA")
    desk.save("a good moment")
    moment = desk.state.digest()
    desk.choose("end")
    desk.save("a good moment")
    assert desk.notice is not None
    assert desk.notice.kind == "error"
    assert "exists" in desk.notice.text
    assert {k.name for k in desk.book.shelf.files()} == {"a good moment", "shanghai-nanking-1"}
    desk.load("a good moment")
    assert desk.state.digest() == moment
    desk.choose("end")
    desk.save("other", overwrite=True)
    desk.save("other", overwrite=True)
    assert desk.notice.kind == "news"


def test_a_corrupt_save_is_refused_and_nothing_is_lost(tmp_path: Path) -> None:
    desk = kept(tmp_path)
    desk.choose("plan MA")
    desk.save("bad")
    path = tmp_path / "saves" / "bad.jsonl"
    spoilt = path.read_text().replace("plan MA", "plan MM")
    path.write_text(spoilt)
    before = desk.state.digest()
    desk.load("bad")
    assert desk.notice is not None
    assert desk.notice.kind == "error"
    assert "bad.jsonl" in desk.notice.text
    assert "line 2" in desk.notice.text
    assert path.read_text() == spoilt
    assert desk.state.digest() == before
    desk.choose("end")
    assert desk.match.ply == 2


@pytest.mark.parametrize("name", ["", "  ", "../out", "a/b", ".hidden", "what?"])
def test_a_name_is_not_a_way_out_of_the_folder(tmp_path: Path, name: str) -> None:
    desk = kept(tmp_path)
    desk.choose("plan MA")
    desk.save(name)
    assert desk.notice is not None
    assert desk.notice.kind == "error"
    assert [p.name for p in tmp_path.iterdir()] == ["saves"]


def test_a_folder_that_cannot_be_written_to_is_told_once_and_play_goes_on(tmp_path: Path) -> None:
    taken = tmp_path / "saves"
    taken.write_text("a file where the folder should be")
    desk = kept(tmp_path)
    desk.choose("plan MA")
    assert desk.match.ply == 1
    assert desk.notice is not None
    assert desk.notice.kind == "error"
    assert "not kept" in desk.notice.text
    assert "Errno" not in desk.notice.text
    desk.choose("end")
    assert (desk.match.ply, desk.notice) == (2, None)
    assert sections.tools(desk)["unkept"]
    desk.keep_in(str(taken))
    assert desk.notice is not None
    assert desk.notice.kind == "error"
    desk.keep_in(str(tmp_path / "other"))
    assert sections.tools(desk)["unkept"] == ""
    assert st.Match.load(tmp_path / "other" / "shanghai-nanking-1.jsonl", append=False).ply == 2


def test_undo_is_refused_in_words_where_the_journal_was_taken_over(tmp_path: Path) -> None:
    desk, other = kept(tmp_path), kept(tmp_path)
    desk.choose("plan MA")
    desk.choose("end")
    other.load("shanghai-nanking-1")
    desk.undo()
    assert desk.notice is not None
    assert desk.notice.kind == "error"
    assert "loaded again" in desk.notice.text
    assert (desk.match.ply, other.match.ply) == (2, 2)
    desk.branch()
    desk.undo()
    assert (desk.match.ply, desk.notice) == (1, None)


def test_the_shelf_tells_how_far_each_match_went(tmp_path: Path) -> None:
    desk = kept(tmp_path)
    desk.choose("plan MA")
    assert [k.about for k in desk.book.shelf.files()] == [""]
    (tmp_path / "saves" / "spoilt.jsonl").write_text("nonsense")
    told = {k.name: k.about for k in desk.book.shelf.files(look=True)}
    assert told["shanghai-nanking-1"] == f"{desk.game.title}, turn 1 of 12, Chinese to decide"
    assert told["spoilt"] == "cannot be read"
    assert {k.name: k.about for k in desk.book.shelf.files()} == told


def test_a_very_long_name_is_refused_in_words(tmp_path: Path) -> None:
    desk = kept(tmp_path)
    desk.choose("plan MA")
    desk.save("x" * 400)
    assert desk.notice is not None
    assert desk.notice.kind == "error"
    assert "too long" in desk.notice.text
    assert "Errno" not in desk.notice.text


def test_the_match_on_the_table_is_not_loaded_over_itself(tmp_path: Path) -> None:
    desk = kept(tmp_path)
    desk.choose("plan MA")
    desk.load("shanghai-nanking-1")
    assert desk.notice is not None
    assert desk.notice.kind == "error"
    desk.choose("end")
    assert desk.match.ply == 2


def test_a_new_match_of_another_game_with_options(tmp_path: Path) -> None:
    desk = kept(tmp_path)
    desk.choose("plan MA")
    desk.new("stalins-first-victory", "suggested", 5, {})
    assert (desk.game.slug, desk.state.scenario, desk.match.ply) == ("stalins-first-victory", "suggested", 0)
    desk.new("stalins-first-victory", "no such", 5, {})
    assert desk.notice is not None
    assert desk.notice.kind == "error"
    assert "no such" in desk.notice.text
    assert desk.state.scenario == "suggested"


def test_a_hand_says_what_its_chits_do() -> None:
    """Each kind once, with its number, its effect and its rule; a hidden hand stays a number."""
    desk = desk_of("storm-over-taierzhuang", 2, "deployed", players={"japanese": "random"}, auto=False)
    while desk.state.phase != "impulse":
        desk.match.play(next(iter(desk.game.legal(desk.state))))
    view = desk.game.view(desk.state, "chinese")
    ((side, hand),) = dict(sections.facts(desk, view)["items"])["hand"]
    assert side == "chinese"
    names = view.facts["hand"]["chinese"]
    assert names
    assert {name: n for name, n, _, _ in hand["terms"]} == {name: names.count(name) for name in names}
    for name, _, text, case in hand["terms"]:
        assert (text, case) == desk.game.glossary()[name]
        assert case in desk.game.cases


def test_a_match_that_can_be_kept_is_not_called_unkept(tmp_path: Path) -> None:
    taken = tmp_path / "saves"
    taken.write_text("a file where the folder should be")
    desk = Desk(st.Match(st.load("shanghai-nanking"), seed=1), saves=str(taken))
    desk.play("plan MA")
    assert sections.tools(desk)["unkept"]
    taken.unlink()
    desk.new("shanghai-nanking", None, 2)
    assert sections.tools(desk)["unkept"] == ""
