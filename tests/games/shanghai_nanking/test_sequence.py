"""SNC-5: two player turns, their phases, the plan, the Reinforcement Phases."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandtable.game import Game
from sandtable.state import State
from tests.games.shanghai_nanking.conftest import Play

Refused = Callable[[State, str], str]
At = Callable[[State, str], str]

THIRD = ("j_rgt_006_div_003", "j_rgt_018_div_003", "j_rgt_034_div_003", "j_rgt_068_div_003")
REGIMENT, DIVISION = THIRD[0], "c_div_036"

CHINESE_TURN = [
    ("chinese", "declaration"),
    ("chinese", "first operations"),
    ("chinese", "reinforcement"),
    ("chinese", "second operations"),
]
JAPANESE_TURN = [
    ("japanese", "declaration"),
    ("japanese", "first operations"),
    ("japanese", "reinforcement"),
    ("japanese", "second operations"),
]


def whole_turn(game: Game) -> State:
    """The beginning of turn 2 with arrivals on both sides; one Chinese unit keeps the game going."""
    arrivals = {"c_div_003": 2, REGIMENT: 2}
    places = {"j_gar_shanghai": "3512", "c_gar_h": "3511", DIVISION: "2410", "j_rgt_012_div_011": "3308"}
    return game.arrange("campaign", places, turn=2, phase="declaration", side="chinese", due=arrivals)


def lazily(play: Play, state: State, plan: str = "MM") -> State:
    """The next decision is got over with as little as possible."""
    assert state.decision is not None
    return play(state, f"plan {plan}" if state.decision.kind == "declare_plan" else "end")


# -- turns and phases --------------------------------------------------------------------------------------


@pytest.mark.case("SNC-5.0a", "SNC-5.1a", "SNC-5.1b", "SNC-5.2a")
def test_a_turn_is_four_chinese_phases_and_five_japanese_ones(game: Game, play: Play) -> None:
    """Each phase asks its own side; the Victory Check asks nobody and moves the turn marker on."""
    state, met = whole_turn(game), []
    while state.turn == 2:
        assert state.decision is not None
        assert state.decision.side == game.view(state).active
        met.append((state.decision.side, state.phase))
        state = lazily(play, state)
    assert met == CHINESE_TURN + JAPANESE_TURN
    assert (state.turn, state.phase, game.view(state).active) == (3, "declaration", "chinese")
    cities = dict.fromkeys(("0202", "1102", "1824", "2410"), "japanese")
    check = {"turn": 2, "phase": "victory check", "side": "japanese"}
    assert game.arrange("campaign", {"c_gar_h": "3511"}, **check).turn == 3
    won = game.arrange("campaign", {"c_gar_h": "3511"}, control=cities, **check)
    assert (won.turn, won.phase, won.decision) == (2, "victory check", None)


@pytest.mark.case("SNC-5.2a")
def test_the_turn_marker_goes_box_by_box(game: Game, play: Play) -> None:
    state, turns = game.arrange("campaign", {REGIMENT: "3512"}, turn=6), []
    while state.turn < 9:
        if not turns or turns[-1] != state.turn:
            turns.append(state.turn)
            assert game.view(state).facts["date"] == game.dates[state.turn]
        state = lazily(play, state)
    assert turns == [6, 7, 8]


@pytest.mark.case("SNC-5.0b")
def test_an_action_is_legal_in_its_own_phase_only(game: Game, play: Play, refused: Refused) -> None:
    """Every kind of action, tried in every phase of a turn in which each of them could occur."""
    phase_of = {
        f"move {DIVISION} 2410-2409": ("chinese", "first operations"),
        "place c_div_003 2410": ("chinese", "reinforcement"),
        f"land {REGIMENT} 3509": ("japanese", "reinforcement"),
        "move j_rgt_012_div_011 3308-3208": ("japanese", "first operations"),
    }
    again = {("chinese", "second operations"): "chinese", ("japanese", "second operations"): "japanese"}
    state = whole_turn(game)
    while state.turn == 2:
        assert state.decision is not None
        now = (state.decision.side, state.phase)
        for text, phase in phase_of.items():
            moves_again = text.startswith("move") and again.get(now) == phase[0]
            if now == phase or moves_again:
                game.check(state, game.parse(text))
            else:
                assert refused(state, text)
        state = lazily(play, state)


@pytest.mark.case("SNC-5.0b")
def test_a_finished_phase_is_not_reopened(game: Game, play: Play, refused: Refused) -> None:
    state = play(whole_turn(game), "plan AM", "end")
    assert state.phase == "reinforcement"
    assert refused(state, f"attack {DIVISION} 3512") == "SNC-8.2b"
    state = play(state, "end")
    assert refused(state, "place c_div_003 2410") == "SNC-9.0d"
    assert refused(state, f"attack {DIVISION} 3512") == "SNC-9.0d"
    state = play(state, "end")
    assert refused(state, f"move {DIVISION} 2410-2409") == "SNC-5.3a"


@pytest.mark.case("SNC-5.2b")
def test_play_stops_with_turn_twelve_or_with_a_resignation(game: Game, play: Play, refused: Refused) -> None:
    state = whole_turn(game)
    for side, decide in (("chinese", ()), ("japanese", ("plan MM", "end", "end", "end"))):
        given_up = play(play(state, *decide), "resign")
        assert given_up.result is not None
        assert given_up.result.case == "SNC-5.2b"
        assert given_up.result.winner == ("japanese" if side == "chinese" else "chinese")
        assert list(game.legal(given_up)) == []
        assert refused(given_up, "plan MM") == "SNC-5.2b"
    late = game.arrange("campaign", {REGIMENT: "3512"}, turn=12, phase="second operations", side="japanese")
    late = play(late, "end")
    assert late.turn == 12
    assert late.decision is None


# -- the plan ----------------------------------------------------------------------------------------------


@pytest.mark.case("SNC-5.3a")
@pytest.mark.parametrize("side", ["chinese", "japanese"])
def test_four_plans_are_announced_before_anything_is_done(
    game: Game, play: Play, refused: Refused, side: str
) -> None:
    state = whole_turn(game)
    if side == "japanese":
        state = play(state, "plan MM", "end", "end", "end")
    assert (state.decision.kind, state.decision.side) == ("declare_plan", side)  # type: ignore[union-attr]
    assert {str(action) for action in game.legal(state)} == {"plan MA", "plan AM", "plan MM", "plan AA"}
    assert game.view(state).facts["plan"] == "not declared"
    assert refused(state, "plan XY") == "SNC-5.3a"
    assert refused(state, "end") == "SNC-5.3a"
    for eye in game.sides:
        assert game.view(play(state, "plan MA"), eye).facts["plan"] == "move, then attack"


@pytest.mark.case("SNC-5.3a", "SNC-5.3b")
@pytest.mark.parametrize("plan", ["MA", "AM", "MM", "AA"])
@pytest.mark.parametrize("side", ["chinese", "japanese"])
def test_the_plan_binds_all_units_in_both_phases(
    game: Game, play: Play, refused: Refused, plan: str, side: str
) -> None:
    """Units next to the enemy that could as well walk away; one order holds for all of them."""
    places = {DIVISION: "3411", "c_div_088": "3310", REGIMENT: "3309", "j_gar_shanghai": "3512"}
    state = game.arrange("campaign", places, turn=6, phase="declaration", side="chinese")
    if side == "japanese":
        state = play(state, "plan MM", "end", "end")
        attack, move = f"attack {REGIMENT} 3310", f"move {REGIMENT} 3309-3308"
    else:
        attack, move = f"attack {DIVISION} 3512", "move c_div_088 3310-3410"
    state = play(state, f"plan {plan}")
    for place, order in enumerate(plan):
        assert state.phase == ("first operations", "second operations")[place]
        good, bad = (move, attack) if order == "M" else (attack, move)
        game.check(state, game.parse(good))
        assert refused(state, bad) == ("SNC-9.0d" if order == "M" else "SNC-10.0a")
        assert refused(state, "plan AA") == ("SNC-9.0d" if order == "M" else "SNC-10.0a")
        state = play(state, "end")


@pytest.mark.case("SNC-5.3c")
def test_a_unit_may_march_eight_points_twice(game: Game, play: Play, at: At, refused: Refused) -> None:
    state = game.arrange("campaign", {"c_div_013": "0514"}, turn=6, phase="first operations", order="move")
    eight = "0514-0515-0516-0517-0518-0519-0520-0521-0522"
    state = play(state, f"move c_div_013 {eight}")
    assert refused(state, "move c_div_013 0522-0523") in ("SNC-9.0i", "SNC-9.0j")
    state = play(state, "end")
    assert state.phase == "second operations"
    back = "-".join(reversed(eight.split("-")))
    assert at(play(state, f"move c_div_013 {back}"), "c_div_013") == "0514"


@pytest.mark.case("SNC-5.3c")
def test_a_unit_may_attack_the_same_hex_in_both_phases(game: Game, play: Play, refused: Refused) -> None:
    """Full strength both times; within one phase neither side of the fight may do it again."""
    places = {REGIMENT: "3409", DIVISION: "3309", "c_div_098": "3309"}
    state = game.arrange(
        "campaign", places, turn=6, phase="first operations", side="japanese", order="attack"
    )
    attack = f"attack {REGIMENT} 3309 with none"
    before = game.forecast(state, game.parse(attack))
    state = play(state, attack, dice=[6])
    assert refused(state, attack) == "SNC-10.0g"
    state = play(state, "end")
    assert state.phase == "second operations"
    again = game.forecast(state, game.parse(attack))
    assert (before.attack, again.attack) == (4, 2)  # the regiment lost a step; nothing else has changed
    play(state, attack, dice=[1])


# -- reinforcements ------------------------------------------------------------------------------------------


@pytest.mark.case("SNC-5.3d")
def test_arriving_chinese_move_and_japanese_land_whatever_the_plan(game: Game, play: Play, at: At) -> None:
    """SNC-EX-9: the Chinese attack in both phases, and their reinforcements move; the Japanese only move."""
    state = play(whole_turn(game), "plan AA", "end", "place c_div_003 2410")
    state = play(state, "move c_div_003 2410-2510-2610")
    assert at(state, "c_div_003") == "2610"
    state = play(state, "end", "plan MM", "end")
    assert state.phase == "reinforcement"
    with_defender = game.arrange(
        "campaign", {"c_gar_h": "3511", "c_gar_baoshan": "3509"}, turn=2, phase="first operations",
        side="japanese", order="move", due=dict.fromkeys(THIRD, 2),
    )  # fmt: skip
    state = play(with_defender, "end", f"land {'+'.join(THIRD)} 3509 with none", dice=[6])
    assert at(state, "c_gar_baoshan") == "eliminated"
    assert [at(state, id) for id in THIRD] == ["3509"] * 4


@pytest.mark.case("SNC-5.4a")
def test_units_enter_in_their_own_reinforcement_phase_of_their_turn(
    game: Game, play: Play, refused: Refused, at: At
) -> None:
    """Neither a turn early, nor in the other side's phase, nor in an Operations Phase."""
    state = play(whole_turn(game), "plan MM", "end")
    assert refused(state, f"place {REGIMENT} 3509") == "SNC-5.4a"
    assert refused(state, "place c_div_014 2503") == "SNC-5.4a"  # not on the track here
    later = game.arrange(
        "campaign", {"c_gar_h": "3511"}, turn=2, phase="reinforcement", due={"c_div_003": 2, "c_div_013": 3}
    )
    assert refused(later, "place c_div_013 2410") == "SNC-8.0c"
    state = play(state, "place c_div_003 2410", "end", "end", "plan MM", "end")
    assert at(state, "c_div_003") == "2410"
    assert refused(state, "land c_div_003 3509") == "SNC-5.4a"
    assert at(play(state, f"land {REGIMENT} 3509"), REGIMENT) == "3509"
