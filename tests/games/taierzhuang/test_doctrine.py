"""The staffs of Taierzhuang: what they may know, and what they never do."""

from __future__ import annotations

from random import Random

import pytest

import sandtable as st
from sandtable.actions import Move
from sandtable.game import Game
from sandtable.games.taierzhuang.doctrine import TownStaff
from sandtable.games.taierzhuang.regiments import deal_anew
from sandtable.players import DoctrinePlayer, make, playout
from sandtable.state import State

from .conftest import CORDON, QUIET, duel, fighting, moving, surrounded


def player(game: Game, side: str, doctrine: str = "historical") -> DoctrinePlayer:
    made = make("doctrine", game, side, doctrine=doctrine)
    assert isinstance(made, DoctrinePlayer)
    return made


def staff(game: Game, side: str) -> TownStaff:
    made = player(game, side).staff(game)
    assert isinstance(made, TownStaff)
    return made


def choice(state: State, side: str, doctrine: str = "historical") -> str:
    return str(player(state.game, side, doctrine).choose(state))


@pytest.mark.parametrize("side", ["japanese", "chinese"])
def test_three_doctrines_a_side_say_what_they_want(game: Game, side: str) -> None:
    found = st.players.doctrines(game, side)
    assert {d.name for d in found} == {"cautious", "historical", "aggressive"}
    assert all(len(d.title) > 5 and len(d.text) > 100 and d.objectives for d in found)


@pytest.mark.case("BOT-3.3k")
@pytest.mark.parametrize("side", ["japanese", "chinese"])
def test_a_face_that_nobody_has_seen_changes_no_belief_and_no_choice(game: Game, side: str) -> None:
    units = {"jap-10-1-10-33": "1206", "jap-10-2-10-33": "1306", "chi-2-01": "1207", "chi-2-02": "1308"}
    looks, choices = set(), set()
    for weak in ("chi-2-87-44", "chi-2-181-91-31"):
        other = "chi-2-88-44"
        state = fighting(game, units, side, faces={"chi-2-01": weak, "chi-2-02": other})
        looks.add(staff(game, side).believe(state).vars["faces"])
        choices.add(choice(state, side))
    assert len(looks) == len(choices) == 1


@pytest.mark.case("BOT-6.3d")
def test_a_face_that_armour_has_seen_is_reckoned_with(game: Game) -> None:
    plan = staff(game, "japanese")
    units = {"jap-10-1-10-33": "1206", "chi-2-01": "1207", "chi-2-02": "1308"}
    faces = {"chi-2-01": "chi-2-87-44"}
    hidden, seen = (fighting(game, units, faces=faces, **more) for more in ({}, {"tested": ["chi-2-01"]}))
    unit = game.units.index_of("chi-2-01")
    plan.believe(hidden)
    mean = plan.defence(unit, 1)
    plan.believe(seen)
    assert plan.defence(unit, 1) == 2
    assert 3 < mean < 4


@pytest.mark.case("BOT-4.2a")
def test_a_headquarters_never_stays_alone(game: Game) -> None:
    state = moving(
        game, {"jap-10-hq": "1303", "jap-10-1-10-33": "1304", "jap-10-2-10-33": "1205", "chi-2-01": "1207"}
    )
    march = staff(game, "japanese").generals.march(state)
    assert isinstance(march, Move)
    assert march.units == ("jap-10-hq",)
    assert march.path[-1] in ("1304", "1205")


@pytest.mark.case("BOT-4.2d")
def test_in_the_last_turns_a_headquarters_goes_where_supply_reaches_it(game: Game) -> None:
    stand = {"jap-10-hq": "1307", "jap-10-1-10-33": "1307"}
    generals, hq = staff(game, "japanese").generals, game.units.index_of("jap-10-hq")
    here = game.board.index("1307")

    def score(cordon: dict[str, str], turn: int) -> float:
        state = moving(game, {**stand, **cordon}, turn=turn)
        generals.march(state)
        return generals.score(state, hq, here)

    assert score(CORDON, 3) == score({}, 3)
    assert score(CORDON, 7) < score({}, 7)


@pytest.mark.case("BOT-9.8e")
def test_battalions_pay_before_armour_and_headquarters(game: Game) -> None:
    units = {
        "jap-10-1-10-33": "1206", "jap-10-hq": "1206", "jap-10-2-10-33": "1307", "jap-10-tank": "1307",
        "chi-2-01": "1207",
    }  # fmt: skip
    state = duel(game, units)
    attack = "attack jap-10-1-10-33+jap-10-hq+jap-10-2-10-33+jap-10-tank 1207"
    state = game.play(state, game.parse(attack))
    while state.decision is not None and state.decision.kind != "absorb_loss":
        state = game.play(state, game.parse("cancel no"))
    assert choice(state, "japanese") in ("lose jap-10-1-10-33", "lose jap-10-2-10-33")


@pytest.mark.case("BOT-9.9e")
def test_the_guard_of_a_headquarters_does_not_advance(game: Game) -> None:
    units = {"jap-10-1-10-33": "1206", "jap-10-hq": "1206", "jap-10-2-10-33": "1307", "chi-2-01": "1207"}
    plan = staff(game, "japanese")
    for seed in range(20):
        state = duel(game, units, seed=seed)
        state = game.play(state, game.parse("attack jap-10-1-10-33+jap-10-2-10-33 1207"))
        while state.decision is not None and state.decision.kind == "absorb_loss":
            state = game.play(state, plan.decide(state))
        if state.decision is not None and state.decision.kind == "advance":
            break
    assert str(plan.decide(state)) == "advance jap-10-2-10-33"


@pytest.mark.case("BOT-6.3c")
def test_armour_turns_back_from_more_than_it_expected(game: Game) -> None:
    units = {"jap-10-1-10-33": "2104", "jap-10-tank": "2104", "chi-2-01": "2103"}
    answers = {}
    for face in ("chi-2-87-44", "chi-2-181-91-31"):
        state = fighting(game, units, faces={"chi-2-01": face}, support=QUIET)
        state = game.play(state, game.parse("attack jap-10-1-10-33+jap-10-tank 2103"))
        answers[face] = choice(state, "japanese", "cautious")
    assert answers == {"chi-2-87-44": "cancel no", "chi-2-181-91-31": "cancel yes"}


@pytest.mark.case("BOT-9.3f")
def test_support_is_not_wasted_on_a_combat_that_is_won_without_it(game: Game) -> None:
    ring = {f"jap-10-{n}-10-33": space for n, space in ((1, "1805"), (2, "1906"), (3, "1706"))}
    units = {**ring, "jap-10-1-63-33": "1807", "jap-10-hq": "1805", "chi-2-04": "1806"}
    state = fighting(game, units, faces={"chi-2-04": "chi-2-87-44"}, tested=["chi-2-04"])
    attack = "attack " + "+".join([*ring, "jap-10-1-63-33"]) + " 1806"
    committed = choice(game.play(state, game.parse(attack)), "japanese")
    assert committed.count("artillery") + committed.count("air") < 3


@pytest.mark.case("BOT-5.6b")
def test_a_breakout_is_declared_when_both_headquarters_are_cut_off(game: Game) -> None:
    assert choice(surrounded(game), "japanese") == "breakout yes"


@pytest.mark.case("BOT-4.1b")
@pytest.mark.parametrize(("side", "other"), [("japanese", "chinese"), ("chinese", "japanese")])
def test_the_historical_doctrine_beats_chance(game: Game, side: str, other: str) -> None:
    for seed in (1, 2):
        players = {side: make("doctrine", game, side), other: make("random", game, other, seed=seed)}
        end = playout(game, game.new("suggested", seed=seed), players)
        assert end.result is not None
        assert end.result.winner == side


def test_a_deal_of_unseen_faces_keeps_what_is_known(game: Game) -> None:
    state = playout(game, game.new("suggested", seed=4), limit=400)
    other = state.copy()
    deal_anew(game, other, Random(9))
    beliefs = [staff(game, "chinese").believe(s).vars["faces"] for s in (state, other)]
    assert beliefs[0] == beliefs[1]
