"""Shorthand: what a person types is read as the action that is meant, in any game."""

from __future__ import annotations

import pytest

import sandtable as st
from sandtable.cli.reading import shortest
from sandtable.cli.resolver import Resolver
from sandtable.names import find_space, find_unit, one_of
from sandtable.state import State
from tests.kernel.toy.play import TOY, wander

SNC = st.load("shanghai-nanking")


def played(*lines: str) -> State:
    state = SNC.new(seed=7)
    for line in lines:
        for action in Resolver(SNC, state).read_all(line):
            state = SNC.play(state, action)
    return state


PLAN = played()
MOVE = played("plan MA")
ATTACK = played("plan AM")
SUPPORT = played("plan AM", "attack 3512")
ARRIVE = played("mm", "end", "end", "mm", "end", "place snlf9 3512", "end", "mm", "end")


@pytest.mark.parametrize(
    ("state", "line", "meant"),
    [
        (PLAN, "plan AM", "plan AM"),
        (PLAN, "ma", "plan MA"),
        (PLAN, "Plan aa", "plan AA"),
        (MOVE, "e", "end"),
        (MOVE, "move c_div_036 3411-3311-3310", "move c_div_036 3411-3311-3310"),
        (MOVE, "move 36 3310", "move c_div_036 3411-3311-3310"),
        (MOVE, "m c_36 3310", "move c_div_036 3411-3311-3310"),
        (MOVE, 'move "36 Division" nanxiang', "move c_div_036 3411-3311"),
        (MOVE, "move 36div 3311", "move c_div_036 3411-3311"),
        (MOVE, "move 36 3311-3310", "move c_div_036 3411-3311-3310"),
        (MOVE, "move 3411 nanxiang", "move c_div_036+c_div_088 3411-3311"),
        (MOVE, "move 36+88 3311", "move c_div_036+c_div_088 3411-3311"),
        (MOVE, "move 36,88 3311", "move c_div_036+c_div_088 3411-3311"),
        (MOVE, "move 36 88 3311", "move c_div_036+c_div_088 3411-3311"),
        (MOVE, "move tax 3413", "move c_div_tp 3412-3413"),
        (ATTACK, "attack 36 3512 with artillery", "attack c_div_036 3512 with artillery"),
        (ATTACK, "a 3411 zhabei", "attack c_div_036+c_div_088 3512"),
        (SUPPORT, "art", "support artillery"),
        (SUPPORT, "support none", "support none"),
        (ARRIVE, "place 11 2503", "place c_div_011 2503"),
        (ARRIVE, "place 11", "place c_div_011 2503"),
        (ARRIVE, "del td1", "delay c_bde_td1"),
    ],
)
def test_what_a_line_means(state: State, line: str, meant: str) -> None:
    assert str(Resolver(SNC, state).read(line)) == meant


def test_an_attack_needs_only_its_target() -> None:
    meant = Resolver(SNC, ATTACK).read("attack 3512")
    everybody = {id for a in SNC.legal(ATTACK).for_space("3512") for id in a.touched_units}
    assert set(meant.touched_units) == everybody
    assert Resolver(SNC, ATTACK).read("attack all 3512") == meant


def test_an_order_for_one_unit_may_name_several() -> None:
    several = Resolver(SNC, ARRIVE).read_all("delay 11 14 51")
    assert [str(a) for a in several] == ["delay c_div_011", "delay c_div_014", "delay c_div_051"]
    everybody = Resolver(SNC, ARRIVE).read_all("place all suzhou")
    assert set(everybody) == {a for a in SNC.legal(ARRIVE).for_space("2410") if a.verb == "place"}
    with pytest.raises(st.NotationError, match="means 3 actions"):
        Resolver(SNC, ARRIVE).read("delay 11 14 51")


def test_a_formation_lands_together() -> None:
    state = played(
        "mm", "end", "end", "mm", "end", "place snlf9 3512", "end", "mm", "end", "delay all", "end", "mm",
        "end",
    )  # fmt: skip
    landing = Resolver(SNC, state).read("land 3rd wusong")
    assert set(landing.touched_units) == {u.id for u in SNC.units if u.formation == "3rd Division"}
    assert landing in SNC.legal(state)


@pytest.mark.parametrize("seed", range(6))
def test_the_notation_of_every_legal_action_means_that_action(seed: int) -> None:
    state = wander(seed, 5 * seed + 1)
    resolver = Resolver(TOY, state)
    assert [resolver.read(str(action)) for action in TOY.legal(state)] == list(TOY.legal(state))


@pytest.mark.parametrize(
    ("state", "line", "complaint"),
    [
        (MOVE, "", "empty line"),
        (MOVE, "move 'x", "no closing quotation"),
        (MOVE, "dance 36", "unknown order 'dance'"),
        (MOVE, "move", "something is missing; the form is: move UNITS PATH"),
        (MOVE, "move 36", "something is missing"),
        (MOVE, "move 3310", "something is missing"),
        (MOVE, "move ghost 3310", "unknown unit 'ghost'"),
        (MOVE, "move 36 nowhere", "unknown space 'nowhere'"),
        (MOVE, "move 3310 3311", "no unit of yours is in 3310"),
        (MOVE, "move all 3310", "not everybody can do that together"),
        (MOVE, "move 36++88 3311", "a name is missing beside a '\\+'"),
        (MOVE, "end now", "'now' is too much"),
        (MOVE, "attack 3512", "SNC-9.0d: 'attack' is not asked for now"),
        (MOVE, "att 3512", "SNC-9.0d: 'attack' is not asked for now"),
        (MOVE, "o 3512", "overrun: nothing with '3512' can be done now"),
        (MOVE, "overrun all 3512", "nobody can do that now"),
        (ATTACK, "attack 36 3512 with", "nothing follows 'with'"),
        (ATTACK, "attack 36 shanghai", "'shanghai' could be 3512 .* or 3611"),
        (ATTACK, "attack garrison 3512", "'garrison' could be .* others"),
        (ARRIVE, "d", "something is missing"),
    ],
)
def test_what_cannot_be_read_is_named(state: State, line: str, complaint: str) -> None:
    with pytest.raises(st.SandtableError, match=complaint):
        Resolver(SNC, state).read(line)


@pytest.mark.parametrize(
    ("line", "case"),
    [
        ("move 3411 3512", "SNC-9.0k"),
        ("move 36 nanking", "SNC-9.0j"),
        ("move c_gar_h 3411", "SNC-2.2.1g"),
        ("move 6/3rd 3311", "SNC-9.0e"),
        ("move 3511 3612", "SNC-"),
    ],
)
def test_what_is_illegal_is_read_so_that_the_rule_can_be_named(line: str, case: str) -> None:
    with pytest.raises(st.IllegalAction) as refused:
        SNC.check(MOVE, Resolver(SNC, MOVE).read(line))
    assert refused.value.case.startswith(case)


def test_yes_and_no() -> None:
    state = SNC.arrange(
        units={"j_snlf_1": "3512", "c_div_057": "3511"}, turn=3, side="japanese", phase="first operations",
        order="attack",
    )  # fmt: skip
    state = SNC.play(state, SNC.parse("attack j_snlf_1 3511 with air"))
    assert str(Resolver(SNC, state).read("y")) == "fly yes"
    assert str(Resolver(SNC, state).read("fly n")) == "fly no"
    with pytest.raises(st.NotationError, match="neither yes nor no"):
        Resolver(SNC, state).read("perhaps")


def test_nothing_is_asked_when_the_game_is_over() -> None:
    over = SNC.play(PLAN, SNC.parse("resign"))
    resolver = Resolver(SNC, over)
    assert resolver.asked == {}
    with pytest.raises(st.IllegalAction, match="the game is over"):
        SNC.check(over, resolver.read("resign"))


# -- names --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "id"),
    [
        ("c_div_036", "c_div_036"),
        ("36 division", "c_div_036"),
        ("c_36", "c_div_036"),
        ("6/3rd", "j_rgt_006_div_003"),
        ("j_3_6", "j_rgt_006_div_003"),
        ("peace", "c_div_ppc"),
        ("shigeto", "j_det_shigeto"),
    ],
)
def test_units_by_name_number_and_part(word: str, id: str) -> None:
    assert find_unit(SNC, word).id == id


def test_the_likeliest_units_come_first() -> None:
    with pytest.raises(st.SandtableError, match=r"'36' could be .*c_div_036 \(36 Division\)"):
        find_unit(SNC, "36")
    own = [u for u in SNC.units if u.side == 1]
    assert find_unit(SNC, "36", own).id == "j_rgt_036_div_009"


@pytest.mark.parametrize(
    ("word", "id"), [("3510", "3510"), ("Wusong", "3510"), ("zhabei", "3512"), ("chang sho", "2606")]
)
def test_spaces_by_number_and_name(word: str, id: str) -> None:
    assert find_space(SNC, word) == id


def test_the_only_word_that_begins_so() -> None:
    assert one_of("phase", "SEC", SNC.phases) == "second operations"
    with pytest.raises(st.Unknown, match="unknown side 'x'"):
        one_of("side", "x", SNC.sides)


def test_the_shortest_way_over_the_map() -> None:
    assert shortest(TOY, "0101", "0503")[0] == "0101"
    way = shortest(TOY, "0101", "0503")
    grid = TOY.board.grid
    assert grid is not None
    assert len(way) == grid.distance("0101", "0503") + 1
    assert shortest(TOY, "0101", "0101") == ["0101"]
