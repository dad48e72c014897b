"""What the panel lists and lights before and after units are picked, and what it says when nothing is lit."""

from __future__ import annotations

from functools import cache

import sandtable as st
from sandtable.players import make
from sandtable_widgets.table import sections
from sandtable_widgets.table.desk import Desk
from tests.widgets.clicking import desk_of


@cache
def _storm(kind: str, turn: int) -> st.Match:
    """A match of Storm Over Taierzhuang that random players have brought to a question."""
    game = st.load("storm-over-taierzhuang")
    match = st.Match(game, "deployed", 5)
    players = {side: make("random", game, side) for side in game.sides}
    while (asked := match.state.decision) and (asked.kind != kind or match.state.turn < turn):
        match.play(players[asked.side].choose(match.state))
    assert match.state.decision is not None
    return match


def storm(kind: str = "impulse", turn: int = 1) -> Desk:
    return Desk(_storm(kind, turn).branch(), open_table=True, autosave=False, auto=False)


def labels(desk: Desk) -> list[str]:
    return [item["label"] for item in sections.choices(desk)["items"]]


def stack(desk: Desk, space: str) -> list[str]:
    return [id for id, place in desk.picking.able.items() if place == space]


def test_a_chit_for_any_stack_or_any_area_is_one_line() -> None:
    desk = storm()
    assert labels(desk) == ["Pass this impulse", "Play Fighter Support …", "Play Banzai …"]


def test_who_takes_part_in_a_chit_is_ticked() -> None:
    desk = storm()
    units = stack(desk, "JE1")
    desk.pick(units[0])
    (line,) = [i for i in sections.choices(desk)["items"] if "Banzai" in i["label"]]
    desk.open_family(line["do"])
    draft = desk.picking.draft
    assert draft is not None
    assert draft.units == (units[0],)
    assert set(draft.pool) <= set(units)
    desk.tick(draft.pool[1])
    assert draft.refusal is None
    desk.commit()
    assert desk.match.actions[-1].touched_units == draft.pool[:2]


def test_many_units_are_counted_and_none_is_picked_unasked_where_all_of_them_can_go_nowhere() -> None:
    desk = storm()
    units = stack(desk, "JE1")
    desk.pick(*units)
    assert "Play Banzai, with 19 units" in labels(desk)
    desk.choose(f"play BANZAI by {'+'.join(units)}")
    assert desk.decision is not None
    assert desk.decision.kind == "rush"
    assert (desk.picking.picked, desk.picking.place) == ((), "JE1")
    desk.pick(units[0])
    assert desk.picking.targets()


def test_where_a_chit_is_played_is_lit_and_then_clicked() -> None:
    desk = storm()
    (line,) = [i for i in sections.choices(desk)["items"] if "Fighter" in i["label"]]
    desk.open_family(line["do"])
    shown = sections.targets(desk)
    assert shown["title"] == "Play Fighter Support"
    alike = [a for a in desk.game.legal(desk.state) if str(a).startswith(line["do"].rpartition(" at ")[0])]
    assert {row["space"] for row in shown["items"]} == {a.focus for a in alike}
    desk.click(shown["items"][0]["space"])
    assert desk.picking.draft is not None
    assert desk.picking.draft.odds is not None
    desk.cancel()
    assert sections.targets(desk)["title"] == ""


def test_targets_of_fire_are_lit_before_a_unit_is_picked_however_long_the_list() -> None:
    desk = storm(turn=2)
    assert not desk.picking.whole
    fired_at = {a.focus for a in desk.game.legal(desk.state) if a.verb == "fire"}
    assert fired_at
    assert fired_at <= set(desk.picking.targets())
    assert fired_at <= {row["space"] for row in sections.targets(desk)["items"]}


def test_units_that_can_go_nowhere_together_are_told_why() -> None:
    desk = storm()
    desk.pick(*stack(desk, "JE1"))
    assert desk.picking.targets() == {}
    assert desk.notice is not None
    assert "19 units can go nowhere together" in desk.notice.text
    assert desk.notice.case in desk.game.cases
    desk.click("U")
    assert "on the way to U Chentang" in desk.notice.text


def test_damage_shows_its_area_and_says_what_a_retreat_is() -> None:
    desk = storm("absorb", 2)
    assert desk.decision is not None
    (space,) = set(desk.picking.able.values())
    assert desk.picking.place == space
    for unit in desk.picking.able:
        desk.pick(unit)
        assert all("Take the damage" not in row["text"] for row in sections.targets(desk)["items"])


def test_a_unit_that_is_placed_on_the_map_is_not_listed_a_second_time() -> None:
    desk = desk_of("taierzhuang", 1, "campaign", open_table=True)
    assert sections.choices(desk)["hint"]
    desk.pick(next(iter(desk.picking.able)))
    assert len(desk.picking.targets()) > 5
    assert [text for text in labels(desk) if text.startswith("Place")] == []


# -- reasons --------------------------------------------------------------------------------------------


def test_an_idle_unit_is_told_that_a_neighbour_is_only_an_example() -> None:
    desk = desk_of("shanghai-nanking", 7)
    desk.choose("plan AM")
    garrison = next(u.id for u in desk.game.units if u.name == "Suzhou Garrison")
    desk.click("2410", garrison)
    assert desk.notice is not None
    assert desk.notice.text.startswith("Suzhou Garrison can do nothing from here; for example, no enemy unit")


def test_a_refusal_half_way_says_where_it_was_going() -> None:
    desk = desk_of("shanghai-nanking", 7)
    desk.choose("plan MA")
    assert desk.why("88 Division", "Nanking").text.startswith("on the way to 0202 Nanking, ")


def test_a_click_on_the_enemy_is_answered_before_anybody_is_picked() -> None:
    desk = desk_of("shanghai-nanking", 7)
    desk.choose("plan MA")
    enemy = next(u.id for u in desk.game.units if desk.state.where[u.index] == desk.game.board.index("3512"))
    desk.click("3512", enemy)
    assert desk.notice is not None
    assert desk.notice.text.startswith("Japanese units are not asked now")
    assert desk.decision is not None
    assert desk.notice.case == desk.decision.case


def test_a_hex_that_would_be_too_full_is_marked_and_so_is_the_end_of_the_phase() -> None:
    """BOT-6.1a: one infantry unit in a hex, but only at the end of the phase."""
    game = st.load("taierzhuang")
    places = {"jap-10-1-10-33": "0405", "jap-10-2-10-33": "0406"}
    state = game.arrange("campaign", places, turn=2, phase="movement", side="japanese")
    desk = Desk(st.Match.from_state(state), open_table=True, autosave=False, auto=False)
    desk.pick("jap-10-1-10-33")
    rows = {row["space"]: row["caution"] for row in sections.targets(desk)["items"]}
    assert [space for space, caution in rows.items() if caution] == ["0406"]
    assert desk.picking.targets()["0406"][0].text.endswith("!")
    assert not any(item["caution"] for item in sections.choices(desk)["items"])
    desk.go("0406")
    (end,) = [item for item in sections.choices(desk)["items"] if item["do"] == "end"]
    assert end["caution"] == "0406 holds too many units: some will be given up"


def test_a_lit_space_is_chosen_through_the_counters_that_lie_on_it() -> None:
    desk = storm(turn=2)
    lines = [i for i in sections.choices(desk)["items"] if i.get("open")]
    tried = 0
    for line in lines:
        desk.open_family(line["do"])
        if not desk.picking.narrowed:
            continue
        for space in list(desk.picking.targets()):
            own = next((id for id, place in desk.picking.able.items() if place == space), None)
            if own is not None:
                desk.click(space, own)
                assert not desk.picking.picked
                assert desk.picking.draft is not None or desk.picking.menu
                tried += 1
                desk.cancel()
                desk.open_family(line["do"])
    assert tried
