"""SNC-6.0 to 6.2: how many units a hex may hold, when that is tested, and what it costs."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandtable.actions import Disband
from sandtable.game import Game
from sandtable.games.shanghai_nanking.stacking import fits
from sandtable.state import State
from tests.games.conftest import asked
from tests.games.shanghai_nanking.conftest import Play

Refused = Callable[[State, str], str]
At = Callable[[State, str], str]

THIRD = ("j_rgt_006_div_003", "j_rgt_018_div_003", "j_rgt_034_div_003", "j_rgt_068_div_003")
ELEVENTH = ("j_rgt_012_div_011", "j_rgt_022_div_011", "j_rgt_043_div_011", "j_rgt_044_div_011")
SNLF = ("j_snlf_1", "j_snlf_2", "j_snlf_3", "j_snlf_9")
SHIGETO, ASAMA, GARRISON = "j_det_shigeto", "j_det_asama", "j_gar_b"
REGULARS = ("c_div_013", "c_div_015", "c_div_016", "c_div_019")


def posed(game: Game, side: str, units: dict[str, str], order: str = "move", **more: object) -> State:
    settings: dict[str, object] = {"turn": 6, "phase": "first operations", "order": order, **more}
    return game.arrange("campaign", units, side=side, **settings)  # type: ignore[arg-type]


def legal_stack(game: Game, *units: str) -> bool:
    """Does a hex of a moving side hold these units without a complaint at the end of its phase?"""
    side = game.sides[game.units.by_id(units[0]).side]
    state = posed(game, side, dict.fromkeys(units, "2006"))
    state = game.play(state, game.parse("end"))
    legal = asked(state)[0] != "eliminate_overstack"
    assert fits(game, game.side_index(side), [game.units.index_of(id) for id in units]) is legal
    return legal


# -- when --------------------------------------------------------------------------------------------------


@pytest.mark.case("SNC-6.0a")
def test_opposing_units_never_share_a_hex(game: Game, refused: Refused) -> None:
    """Nobody walks in; a position with both sides in a hex is unsound, and such a set-up is refused."""
    state = posed(game, "chinese", {REGULARS[0]: "3310", THIRD[0]: "3309"})
    assert refused(state, f"move {REGULARS[0]} 3310-3309") == "SNC-9.0k"
    mixed = posed(game, "chinese", {REGULARS[0]: "3309", THIRD[0]: "3309"})
    assert "SNC-6.0a" in {defect.case for defect in game.status(mixed)}
    with pytest.raises(ValueError, match=r"both sides stand in 3512 .*SNC-6\.0a"):
        game.variant(changes={"setup": [{"scenario": "campaign", "unit_id": "c_div_057", "space": "3512"}]})


@pytest.mark.case("SNC-6.0b", "SNC-6.0d", "SNC-6.0e")
def test_stacking_is_tested_when_a_move_phase_ends(game: Game, play: Play, refused: Refused, at: At) -> None:
    """A fourth division passes through a full hex, another stops in it; only then somebody must go."""
    places = {**dict.fromkeys(REGULARS[:3], "2006"), REGULARS[3]: "2005", "c_div_059": "2004"}
    state = play(posed(game, "chinese", places), f"move {REGULARS[3]} 2005-2006-2007")
    assert at(state, REGULARS[3]) == "2007"
    state = play(state, "move c_div_059 2004-2005-2006")
    assert asked(state)[0] == "move"
    state = play(state, "end")
    assert asked(state) == ("eliminate_overstack", "chinese")
    crowd = {*REGULARS[:3], "c_div_059"}
    assert {a.unit for a in game.legal(state) if isinstance(a, Disband)} == crowd
    assert refused(state, f"disband {REGULARS[3]}") == "SNC-6.0d"
    assert refused(state, "end") == "SNC-6.0d"
    state = play(state, f"disband {REGULARS[1]}")
    assert at(state, REGULARS[1]) == "eliminated"
    assert state.phase == "second operations"
    assert {at(state, id) for id in crowd - {REGULARS[1]}} == {"2006"}


@pytest.mark.case("SNC-6.0b")
def test_the_end_of_a_move_phase_tests_the_mover_only(game: Game, play: Play) -> None:
    """R-41: the opponent's crowd waits for his own Move phase or the next combat."""
    places = {**dict.fromkeys(REGULARS, "2006"), THIRD[0]: "3309"}
    state = play(posed(game, "japanese", places), "end")
    assert asked(state)[0] == "move"
    state = play(state, "end", "plan MM", "end")
    assert asked(state) == ("eliminate_overstack", "chinese")


@pytest.mark.case("SNC-6.0b")
def test_an_attack_phase_without_combat_tests_nobody(game: Game, play: Play) -> None:
    state = play(posed(game, "chinese", dict.fromkeys(REGULARS, "2006"), "attack"), "end")
    assert state.phase == "second operations"
    assert asked(state)[0] == "attack"


@pytest.mark.case("SNC-6.0c", "SNC-6.0d")
def test_after_each_combat_both_sides_test_all_their_units(game: Game, play: Play, at: At) -> None:
    """Crowds far from the fight, on both sides: first the Chinese answer, then the Japanese."""
    places = {
        **dict.fromkeys(REGULARS, "2006"),
        **dict.fromkeys((*THIRD, SHIGETO, ASAMA), "2804"),
        ELEVENTH[0]: "3309", "c_div_087": "3310",
    }  # fmt: skip
    state = posed(game, "japanese", places, "attack")
    state = play(state, f"attack {ELEVENTH[0]} 3310 with none", dice=[4])
    assert asked(state) == ("eliminate_overstack", "chinese")
    state = play(state, f"disband {REGULARS[2]}")
    assert asked(state) == ("eliminate_overstack", "japanese")
    state = play(state, f"disband {ASAMA}")
    assert asked(state) == ("attack", "japanese")
    assert at(state, REGULARS[2]) == at(state, ASAMA) == "eliminated"
    assert [at(state, id) for id in THIRD] == ["2804"] * 4


@pytest.mark.case("SNC-6.0c")
def test_the_test_comes_when_the_advance_is_done(game: Game, play: Play) -> None:
    """A division that advances out of a crowd with one unit may make the crowd legal."""
    places = {**dict.fromkeys((*THIRD, SHIGETO, ASAMA), "3309"), REGULARS[0]: "3310"}
    attack = f"attack {'+'.join(THIRD)} 3310 with none"
    state = play(posed(game, "japanese", places, "attack"), attack, dice=[6])
    assert asked(state)[0] == "advance"
    stays, goes = play(state, "advance none"), play(state, f"advance {'+'.join(THIRD)}")
    assert asked(stays)[0] == "eliminate_overstack"
    assert asked(goes)[0] == "attack"


@pytest.mark.case("SNC-6.0d")
def test_the_owner_gives_up_units_until_the_hex_is_legal(game: Game, play: Play, at: At) -> None:
    """Five divisions: two must go; an elite division given up does not come back (R-40)."""
    crowd = (*REGULARS, "c_div_036")
    state = play(posed(game, "chinese", dict.fromkeys(crowd, "2006")), "end", f"disband {REGULARS[0]}")
    assert asked(state)[0] == "eliminate_overstack"
    state = play(state, "disband c_div_036")
    assert at(state, "c_div_036") == "eliminated"
    assert state.due[game.units.index_of("c_div_036")] == 0
    assert state.phase == "second operations"
    option = {"elite_return_after_overstack": "yes"}
    state = play(
        posed(game, "chinese", dict.fromkeys((*REGULARS[:3], "c_div_036"), "2006"), options=option),
        "end", "disband c_div_036", dice=[3],
    )  # fmt: skip
    assert state.due[game.units.index_of("c_div_036")] == 9


@pytest.mark.case("SNC-6.0e")
def test_a_full_hex_may_be_crossed_by_both_armies(game: Game, play: Play, at: At) -> None:
    places = {**dict.fromkeys((*THIRD, SHIGETO), "3309"), ELEVENTH[0]: "3308"}
    state = play(posed(game, "japanese", places), f"move {ELEVENTH[0]} 3308-3309-3310", "end")
    assert at(state, ELEVENTH[0]) == "3310"
    assert state.phase == "second operations"


# -- how many ----------------------------------------------------------------------------------------------


@pytest.mark.case("SNC-6.1a")
def test_markers_take_no_room(game: Game, play: Play) -> None:
    """A full hex attacks with three markers and is still legal; no marker is ever in a hex."""
    attackers = (*THIRD, SHIGETO)
    state = posed(
        game, "japanese", {**dict.fromkeys(attackers, "3510"), "c_gar_baoshan": "3509"}, "attack", air=False
    )
    state = play(state, f"attack {'+'.join(attackers)} 3509 with artillery+air+naval", dice=[6])
    state = play(state, f"advance {'+'.join(attackers)}")
    assert asked(state)[0] == "attack"
    assert len(game.view(state).stacks["3509"].units) == 5


@pytest.mark.case("SNC-6.2a")
@pytest.mark.parametrize(
    ("units", "legal"),
    [
        (THIRD, True),
        ((*THIRD, SHIGETO), True),
        ((*THIRD, ELEVENTH[0]), True),
        ((*THIRD, GARRISON), True),
        ((*THIRD, SNLF[0]), True),
        ((*THIRD, SHIGETO, ASAMA), False),
        ((*THIRD, GARRISON, SHIGETO), False),  # a garrison is the one more unit
        ((*THIRD, *ELEVENTH[:2]), False),
        ((*THIRD[:2], *ELEVENTH[:2]), False),  # two and two
        ((*THIRD[:3], ELEVENTH[0]), True),
        ((*THIRD[:3], ELEVENTH[0], SHIGETO), False),
        ((THIRD[0], ELEVENTH[0]), True),
        ((THIRD[0], ELEVENTH[0], SHIGETO), False),
        ((THIRD[0], GARRISON), True),
        ((GARRISON,), True),
        ((GARRISON, "j_gar_c"), False),
    ],
)
def test_four_of_one_division_and_one_more(game: Game, units: tuple[str, ...], legal: bool) -> None:
    assert legal_stack(game, *units) is legal


@pytest.mark.case("SNC-6.2b")
def test_the_landing_force_stacks_like_a_division(game: Game) -> None:
    assert legal_stack(game, *SNLF)
    assert legal_stack(game, *SNLF, GARRISON)
    assert legal_stack(game, *SNLF, THIRD[0])
    assert not legal_stack(game, *SNLF, THIRD[0], GARRISON)
    assert not legal_stack(game, *SNLF[:2], *THIRD[:2])


@pytest.mark.case("SNC-6.2c", "SNC-6.2d")
@pytest.mark.parametrize(
    ("units", "legal"),
    [
        (("c_div_036", "c_div_013", "c_bde_011"), True),  # SNC-EX-2: 1.5 + 1 + 0.5
        (("c_div_036", "c_div_013", "c_bde_011", "c_bde_012"), False),
        (("c_div_036", "c_div_088"), True),  # 1.5 + 1.5
        (("c_div_036", "c_div_088", "c_bde_011"), False),
        (("c_bde_td1", "c_bde_td2", "c_div_013"), True),  # 1 + 1 + 1
        (("c_bde_td1", "c_bde_td2", "c_div_013", "c_bde_011"), False),
        (REGULARS[:3], True),
        (REGULARS, False),
        (tuple(f"c_bde_{n}" for n in ("011", "012", "013", "034", "037", "014")), True),  # six halves
        (tuple(f"c_bde_{n}" for n in ("011", "012", "013", "034", "037", "014", "020")), False),
        ((*REGULARS[:3], "c_gar_h"), True),  # a garrison counts nothing
    ],
)
def test_three_division_equivalents(game: Game, units: tuple[str, ...], legal: bool) -> None:
    assert legal_stack(game, *units) is legal


@pytest.mark.case("SNC-6.2d")
def test_reduced_units_keep_their_size_and_garrisons_may_count_half(game: Game, play: Play) -> None:
    """R-48, and its switch."""
    crowd = dict.fromkeys(("c_div_036", "c_div_088", "c_bde_011"), "2006")
    state = play(posed(game, "chinese", crowd, steps={"c_div_036": 1, "c_div_088": 1}), "end")
    assert asked(state)[0] == "eliminate_overstack"
    counted = game.variant({"chinese_garrison_de": "0.5"})
    assert legal_stack(counted, "c_div_087", "c_div_098", "c_gar_h")
    assert not legal_stack(counted, *REGULARS[:3], "c_gar_h")
