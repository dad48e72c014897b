"""SOT-12.0 to 12.8: the optional rules, each against the game without it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sandtable.dice import Scripted
from sandtable.game import Game
from sandtable.state import State
from tests.games.conftest import asked
from tests.games.storm_over_taierzhuang.conftest import Arrange, Play, hand

Refused = Callable[[State, str], str]
At = Callable[[State, str], str]
Ready = Callable[[State, str], bool]


def chosen(name: str) -> dict[str, Any]:
    return {"options": {name: "yes"}}


def numbered(name: str, first: int, last: int) -> str:
    """C30-1+C30-2+... in the notation."""
    return "+".join(f"{name}-{n}" for n in range(first, last + 1))


# -- agreement, free choice of chits, saving face, free reinforcements ------------------------------


@pytest.mark.case("SOT-12.0a")
def test_no_optional_rule_is_used_unless_it_is_chosen(
    arrange: Arrange, refused: Refused, play: Play, game: Game, at: At
) -> None:
    state = arrange("J39=2@R", "J40=1@Q", "C30=1@Q", "C2=1@CW", hands={"japanese": ["BOMB"]})
    assert refused(state, "infiltrate J39-1 R-Q-K") == "SOT-12.0a"
    assert refused(state, "concentrate J39-1+J40-1 V") == "SOT-12.0a"
    assert refused(state, "play BOMB at CW") == "SOT-TC.J3d"
    for side in ("chinese", "japanese"):
        drawing = arrange("J39=1@Y", "C30=1@A", phase="chits")
        while asked(drawing)[1] != side:
            drawing = play(drawing, "draw 0")
        assert refused(drawing, "take ENG") == "SOT-5.1b"
    placing = arrange(phase="set-up", limits={"W": 6, "X": 6})
    assert at(play(placing, "deploy C31-1 A"), "C31-1") == "A"
    fresh = game.new(scenario="deployed")
    assert at(fresh, "JT-1") in ("JE1", "JE2")


@pytest.mark.case("SOT-12.1a")
def test_the_japanese_choose_their_chits_of_the_first_turn(
    arrange: Arrange, play: Play, refused: Refused
) -> None:
    """The Chinese draw theirs, and on the second turn the Japanese do too."""
    state = arrange("J39=1@Y", "C30=1@A", phase="chits", **chosen("japanese_chit_choice"))
    assert asked(state) == ("draw_chits", "chinese")
    assert refused(state, "take LI") == "SOT-5.1b"
    state = play(state, "draw 2", dice=(1, 1))
    assert asked(state) == ("draw_chits", "japanese")
    assert refused(state, "draw 9") == "SOT-12.1a"
    state = play(state, *["take ENG"] * 3)
    assert refused(state, "take ENG") == "SOT-5.1b"
    state = play(state, *["take BOMB"] * 2, *["take HA_J"] * 3)
    assert asked(state) == ("draw_chits", "japanese")
    state = play(state, "take WILL", dice=(1, 2))
    assert sorted(hand(state, "japanese")) == sorted(["ENG"] * 3 + ["BOMB"] * 2 + ["HA_J"] * 3 + ["WILL"])
    assert asked(state) == ("impulse", "japanese")
    second = arrange("J39=1@Y", "C30=1@A", phase="chits", turn=2, **chosen("japanese_chit_choice"))
    assert refused(play(second, "draw 0"), "take ENG") == "SOT-5.1b"


@pytest.mark.case("SOT-12.2a")
def test_both_sides_choose_their_chits_from_the_cup_on_any_turn(
    arrange: Arrange, play: Play, refused: Refused
) -> None:
    """Three are allowed the Chinese on turn 7, seven the Japanese; one air chit is in the Chinese cup."""
    state = arrange("J39=1@Y", "C30=1@A", phase="chits", turn=7, pool=[], **chosen("free_chit_choice"))
    assert refused(state, "draw 3") == "SOT-12.2a"
    state = play(state, "take AIR_C")
    assert refused(state, "take AIR_C") == "SOT-5.1b"
    state = play(state, "take HEROES", "take LI")
    assert hand(state, "chinese") == ("HEROES", "LI", "AIR_C")
    assert asked(state) == ("draw_chits", "japanese")
    assert refused(state, "draw 7") == "SOT-12.2a"
    assert hand(play(state, "take WILL"), "japanese") == ("WILL",)


@pytest.mark.case("SOT-12.3a")
def test_saving_face_takes_out_tanks_and_fourteen_units(game: Game, at: At) -> None:
    """Ten tanks and the two regiments of the 8th Brigade; the 33rd Brigade stays."""
    plain, face = game.new(scenario="deployed"), game.new(scenario="deployed", **chosen("saving_face"))

    def division(state: State) -> set[str]:
        units = [u.id for u in state.game.units if u.category == "10th Division"]
        return {id for id in units if at(state, id) in ("JE1", "JE2")}

    gone = division(plain) - division(face)
    assert len(division(plain)) == 38
    assert {id.rpartition("-")[0] for id in gone} == {"JT", "J39", "J40"}
    assert (len(gone), len([id for id in gone if id.startswith("JT")])) == (24, 10)
    assert {id.rpartition("-")[0] for id in division(face)} == {"J10", "J63"}


@pytest.mark.case("SOT-12.3b")
@pytest.mark.parametrize("dice", [(4, 1), (4, 4)])
def test_saving_face_makes_the_fuel_shortage_no_event(
    arrange: Arrange, ready: Ready, dice: tuple[int, int]
) -> None:
    """With tanks on the map the Japanese would be asked to pay."""
    words, hands = ("J10=2@Y", "C30=1@A"), {"japanese": ["ENG", "WILL"]}
    shortage = arrange(*words, "JT=1@Y", phase="random event", hands=hands, dice=Scripted(*dice))
    assert asked(shortage) == ("fuel", "japanese")
    script = Scripted(*dice)
    state = arrange(*words, phase="random event", hands=hands, dice=script, **chosen("saving_face"))
    script.assert_used_up()
    assert asked(state) == ("impulse", "japanese")
    assert hand(state, "japanese") == ("ENG", "WILL")
    assert ready(state, "J10-1")


@pytest.mark.case("SOT-12.4a")
def test_the_chinese_choose_who_arrives(arrange: Arrange, play: Play, refused: Refused, at: At) -> None:
    """A 2 succeeds, a 3 says how many; without the option three lots are drawn besides."""
    words, details = ("J39=1@Y", "C30=1@A"), {"phase": "reinforcement", "turn": 5}
    drawn = arrange(*words, dice=Scripted(1, 1, 1, 2, 1, 1, 1), **details)
    assert refused(drawn, "deploy C89-12 CW") == "SOT-6.1f"
    script = Scripted(1, 1, 1, 2)
    state = arrange(*words, dice=script, **details, **chosen("free_reinforcements"))
    script.assert_used_up()
    assert refused(state, "deploy C89-12+C25-1+C4-1+C2-1 CW") == "SOT-6.1d"
    state = play(state, "deploy C89-12+C25-1 CW", "deploy C4-1 CE", dice=(1, 2, 6, 1))
    assert [at(state, id) for id in ("C89-12", "C25-1", "C4-1", "C2-1")] == ["CW", "CW", "CE", "off map"]
    assert asked(state) == ("impulse", "chinese")


@pytest.mark.case("SOT-12.4a", "SOT-RE.2a")
def test_the_chinese_choose_who_springs_the_trap(arrange: Arrange, play: Play, at: At) -> None:
    """R-32: event 2 with four dice of 1; any four of the 20th Army Group, and no lot is drawn."""
    script = Scripted(1, 1, 1, 1, 1, 1)
    state = arrange("J39=1@Y", "C30=1@A", phase="random event", dice=script, **chosen("free_reinforcements"))
    script.assert_used_up()
    state = play(state, "deploy C89-12+C25-1+C4-1+C2-7 CE")
    assert at(state, "C89-12") == at(state, "C2-7") == "CE"
    assert asked(state) == ("impulse", "japanese")


# -- interdiction ----------------------------------------------------------------------------------


def interdicting(arrange: Arrange, *words: str, chits: tuple[str, ...] = ("FIGHT",), **details: Any) -> State:
    hands = {"japanese": list(chits)}
    return arrange("C30=1@A", *words, hands=hands, **chosen("interdiction"), **details)


@pytest.mark.case("SOT-12.5a", "SOT-12.5b")
def test_artillery_hits_a_zone_that_an_area_with_japanese_units_borders(
    arrange: Arrange, play: Play, refused: Refused
) -> None:
    near = interdicting(arrange, "J39=1@J", "C2=2@CW", "C25=2@CE", chits=("HA_J",))
    assert play(near, "play HA_J at CW", dice=(1, 1)).agenda[-1][0] == "interdict"
    assert refused(near, "play HA_J at CE") == "SOT-12.5b"
    assert refused(near, "play HA_J at CS") == "SOT-12.5a"
    far = interdicting(arrange, "J39=1@K", "C2=2@CW", chits=("HA_J",))
    assert refused(far, "play HA_J at CW") == "SOT-12.5b"
    plain = arrange("C30=1@A", "J39=1@J", "C2=2@CW", hands={"japanese": ["HA_J"]})
    assert refused(plain, "play HA_J at CW") == "SOT-2.3f"


@pytest.mark.case("SOT-12.5a", "SOT-12.5b")
@pytest.mark.parametrize("chit", ["FIGHT", "BOMB"])
def test_aircraft_hit_any_chinese_zone_from_anywhere(
    arrange: Arrange, play: Play, refused: Refused, chit: str
) -> None:
    state = interdicting(arrange, "J39=1@Y", "J40=1@JE1", "C2=2@CE", chits=(chit,))
    assert play(state, f"play {chit} at CE", dice=(1, 1)).agenda[-1][0] == "interdict"
    mirrored = arrange(
        "C30=1@X", "J40=1@JE1", side="chinese", hands={"chinese": ["AIR_C"]}, **chosen("interdiction")
    )
    assert refused(mirrored, "play AIR_C at JE1") == "SOT-2.3f"


@pytest.mark.case("SOT-12.5c", "SOT-12.5d")
@pytest.mark.parametrize(("dice", "affected"), [((1, 1), 5), ((1, 2), 6), ((3, 3), 8)])
def test_each_damage_point_affects_one_unit_and_no_level_helps(
    arrange: Arrange, play: Play, dice: tuple[int, int], affected: int
) -> None:
    """8 + dice against a bare 5, and eight units in the zone."""
    state = play(interdicting(arrange, "J39=1@Y", "C2=8@CW"), "play FIGHT at CW", dice=dice)
    for n in range(1, affected + 1):
        assert asked(state) == ("interdict", "chinese")
        state = play(state, f"lose C2-{n}", dice=(1,))
    assert asked(state) == ("impulse", "chinese")


@pytest.mark.case("SOT-12.5e", "SOT-12.5f")
def test_an_even_die_sends_a_ready_unit_back_and_an_odd_one_spends_it(
    arrange: Arrange, play: Play, refused: Refused, at: At, ready: Ready
) -> None:
    state = play(interdicting(arrange, "J39=1@Y", "C2=8@CW"), "play FIGHT at CW", dice=(2, 1))
    for n in range(1, 7):
        state = play(state, f"lose C2-{n}", dice=(n,))
        if n < 6:
            assert refused(state, f"lose C2-{n}") == "SOT-12.5d"
    assert [at(state, f"C2-{n}") for n in range(1, 7)] == ["CW", "off map"] * 3
    assert [ready(state, f"C2-{n}") for n in (1, 3, 5, 7)] == [False, False, False, True]


@pytest.mark.case("SOT-12.5g")
def test_a_spent_unit_goes_back_without_a_die(arrange: Arrange, play: Play, at: At, ready: Ready) -> None:
    """And is as good as new when it is drawn again."""
    state = interdicting(arrange, "J39=1@Y", "C2=2@CW", spent=["C2-1"])
    state = play(state, "play FIGHT at CW", "lose C2-1", dice=(1, 1))
    assert at(state, "C2-1") == "off map"
    assert ready(state, "C2-1")
    assert asked(state) == ("interdict", "chinese")


@pytest.mark.case("SOT-12.5d", "SOT-8.0k")
def test_units_that_recover_in_a_zone_are_not_hit(
    arrange: Arrange, play: Play, refused: Refused, at: At
) -> None:
    """They wait for the lot, not for the order to march; where nobody else is there is no target."""
    state = interdicting(arrange, "J39=1@Y", "C2=2@CW", recovering=["C2-2"])
    state = play(state, "play FIGHT at CW", dice=(5, 5))
    assert refused(state, "lose C2-2") == "SOT-12.5d"
    state = play(state, "lose C2-1", dice=(2,))
    assert (at(state, "C2-1"), at(state, "C2-2")) == ("off map", "CW")
    assert asked(state) == ("impulse", "chinese")
    weary = interdicting(arrange, "J39=1@Y", "C2=1@CW", recovering=["C2-1"])
    assert refused(weary, "play FIGHT at CW") == "SOT-12.5a"


# -- infiltration ----------------------------------------------------------------------------------


def infiltrating(arrange: Arrange, *words: str, side: str = "japanese", **details: Any) -> State:
    options = {"infiltration": "yes", **details.pop("more", {})}
    return arrange(*words, "J63=1@Y", "C44=1@A", side=side, options=options, **details)


@pytest.mark.case("SOT-12.6a")
def test_units_pass_from_beside_a_contested_area_into_a_vacant_one(
    arrange: Arrange, play: Play, refused: Refused, at: At, ready: Ready
) -> None:
    state = infiltrating(arrange, "J39=1@R", "J40=1@Q", "C30=1@Q", "C31=1@M", "J10=1@L", "J10-2@X")
    assert refused(state, "infiltrate J39-1 R-Q-M") == "SOT-12.6a"
    assert refused(state, "infiltrate J39-1 R-Q-L") == "SOT-12.6a"
    assert refused(state, "infiltrate J39-1 R-V-U") == "SOT-12.6a"
    assert refused(state, "infiltrate J39-1 R-Q") == "SOT-12.6a"
    assert refused(state, "infiltrate J10-2 X-Q-K") == "SOT-7.1a"
    assert refused(state, "move J39-1 R-Q-K") == "SOT-7.1.1c"
    state = play(state, "infiltrate J39-1 R-Q-K", "pass", dice=(1,))
    assert at(state, "J39-1") == "K"
    assert not ready(state, "J39-1")
    assert asked(state) == ("impulse", "chinese")


@pytest.mark.case("SOT-12.6a")
def test_infiltrators_keep_to_stacking_and_the_canal(arrange: Arrange, refused: Refused) -> None:
    full = infiltrating(arrange, "J39=1@R", "J40=7@Q", "J10=3@Q", "C30=1@Q")
    assert refused(full, "infiltrate J39-1 R-Q-K") == "SOT-7.1.2a"
    town = infiltrating(arrange, "J39=1@M", "J40=1@G", "C30=1@G")
    assert refused(town, "infiltrate J39-1 M-G-C") == "SOT-11.0a"


@pytest.mark.case("SOT-12.6b")
def test_the_contested_area_costs_infiltrators_one_point(
    arrange: Arrange, play: Play, refused: Refused
) -> None:
    """Played where a contested area costs two: slow Chinese units get through all the same."""
    more = {"contested_entry_cost": "2"}
    state = infiltrating(arrange, "J39=1@R", "J40=1@Q", "C30=1@Q", more=more)
    assert play(state, "infiltrate J39-1 R-Q-K", dice=(1,)).vars["mover"][1] == 3 - 1 - 1
    slow = infiltrating(arrange, "C31=1@P", "J40=1@Q", "C30=1@Q", side="chinese", more=more)
    assert slow.game.units.by_id("C31-1").movement == 2
    slow.game.check(slow, slow.game.parse("infiltrate C31-1 P-Q-R"))


@pytest.mark.case("SOT-12.6b", "SOT-7.1.1e")
def test_tanks_pay_for_the_town_that_they_pass(arrange: Arrange, play: Play) -> None:
    """From M through G to F: two of a tank's four points and one for the village; infantry pays one less."""
    state = infiltrating(arrange, "J39=1@M", "JT=1@M", "J40=1@G", "C30=1@G")
    tank = play(state, "infiltrate JT-1 M-G-F", dice=(1,))
    assert tank.vars["mover"] == ((tank.game.units.index_of("JT-1"),), 4 - 2 - 1)
    foot = play(state, "infiltrate J39-1 M-G-F", dice=(1,))
    assert foot.vars["mover"] == ((foot.game.units.index_of("J39-1"),), 3 - 1 - 1)


@pytest.mark.case("SOT-12.6c", "SOT-12.6k")
def test_one_die_is_rolled_for_a_stack_before_it_goes(
    arrange: Arrange, play: Play, at: At, ready: Ready
) -> None:
    """Failure: nobody has moved, all are Spent, and no Chinese unit was given cause to fire."""
    hands = {"chinese": ["RESOLUTE"]}
    state = infiltrating(arrange, "J39=3@R", "J40=1@Q", "C30=1@Q", hands=hands)
    group = numbered("J39", 1, 3)
    entered = play(state, f"infiltrate {group} R-Q-K", dice=(3,))
    assert asked(entered) == ("resolute_defence", "chinese")
    failed = play(state, f"infiltrate {group} R-Q-K", dice=(4,))
    assert asked(failed) == ("impulse", "chinese")
    assert [at(failed, f"J39-{n}") for n in (1, 2, 3)] == ["R"] * 3
    assert not any(ready(failed, f"J39-{n}") for n in (1, 2, 3))


def passes(arrange: Arrange, play: Play, at: At, side: str, words: tuple[str, ...], spent: list[str]) -> int:
    """The highest die on which a unit in R gets through Q into K."""
    unit = "J39-1" if side == "japanese" else "C2-1"
    tank = any(word.startswith("JT-1@R") for word in words)
    state = infiltrating(arrange, f"{unit}@R", *words, side=side, spent=spent)
    group = f"{unit}+JT-1" if tank else unit
    ends = [at(play(state, f"infiltrate {group} R-Q-K", dice=(die,)), unit) for die in range(1, 7)]
    best = ends.count("K")
    assert ends == ["K"] * best + ["R"] * (6 - best)
    return best


EVEN = ("J40=2@Q", "C30=2@Q")


@pytest.mark.case("SOT-12.6i")
@pytest.mark.parametrize(("side", "best"), [("japanese", 3), ("chinese", 4)])
def test_the_japanese_need_three_or_less_and_the_chinese_four(
    arrange: Arrange, play: Play, at: At, side: str, best: int
) -> None:
    assert passes(arrange, play, at, side, EVEN, []) == best


@pytest.mark.case("SOT-12.6d", "SOT-12.6e", "SOT-12.6f", "SOT-12.6g", "SOT-12.6h", "SOT-12.6l")
@pytest.mark.parametrize(
    ("words", "spent", "drm"),
    [
        (("J40=3@Q", "C30=2@Q"), [], -1),
        (("J40=3@Q", "C30=2@Q"), ["J40-1"], 0),
        (("J40=2@Q", "C30=3@Q"), [], +1),
        ((*EVEN, "JT-1@R"), [], -1),
        (EVEN, ["C30-1", "C30-2"], -1),
        (EVEN, ["C30-1"], 0),
        (EVEN, ["J40-1", "J40-2"], +1),
        (EVEN, ["J40-1"], 0),
        (("J40=3@Q", "C30=2@Q"), ["C30-1", "C30-2"], -2),
        (("J40=1@Q", "C30=4@Q"), ["J40-1"], +2),
        (("J40=3@Q", "C30=2@Q", "JT-1@R"), ["C30-1", "C30-2"], -3),
        ((*EVEN, "JT-1@R"), ["J40-1", "J40-2"], 0),
    ],
)
def test_all_that_helps_or_hinders_an_infiltration_adds_up(
    arrange: Arrange, play: Play, at: At, words: tuple[str, ...], spent: list[str], drm: int
) -> None:
    """More Ready friends, more enemies, a tank, all enemies Spent, all friends Spent."""
    assert passes(arrange, play, at, "japanese", words, spent) == 3 - drm


@pytest.mark.case("SOT-12.6d", "SOT-12.6g", "SOT-12.6l")
def test_a_chinese_stack_among_friends_passes_on_a_six(arrange: Arrange, play: Play, at: At) -> None:
    """SOT-EX-18."""
    assert passes(arrange, play, at, "chinese", ("C30=3@Q", "J40=2@Q"), ["J40-1", "J40-2"]) == 6


@pytest.mark.case("SOT-12.6j")
def test_infiltrators_march_on_with_what_points_they_have_left(
    arrange: Arrange, play: Play, at: At, ready: Ready, refused: Refused
) -> None:
    state = infiltrating(arrange, "J39=1@R", "J40=1@Q", "C30=1@Q")
    state = play(state, "infiltrate J39-1 R-Q-K", dice=(1,))
    assert asked(state) == ("march_on", "japanese")
    assert refused(state, "move J39-1 K-F-M") == "SOT-7.1c"
    state = play(state, "move J39-1 K-F")
    assert at(state, "J39-1") == "F"
    assert not ready(state, "J39-1")
    slow = infiltrating(arrange, "C31=1@P", "J40=1@Q", "C30=1@Q", side="chinese")
    assert asked(play(slow, "infiltrate C31-1 P-Q-R", dice=(1,))) == ("impulse", "japanese")


# -- concentration ---------------------------------------------------------------------------------


GATHERING = ("J39=2@R", "J40=1@V", "JT=1@X", "J63=1@Y", "C30=2@J", "C31=1@E", "C44=1@A")


@pytest.mark.case("SOT-12.7a", "SOT-12.7b")
def test_the_japanese_begin_with_the_chit_and_bring_units_of_several_areas_together(
    arrange: Arrange, play: Play, at: At, ready: Ready
) -> None:
    """It is one action, and no chit of the hand."""
    state = arrange(*GATHERING, **chosen("concentration"))
    assert hand(state, "japanese") == ()
    state = play(state, "concentrate J39-1+J40-1+JT-1 Q")
    assert [at(state, id) for id in ("J39-1", "J40-1", "JT-1")] == ["Q"] * 3
    assert not any(ready(state, id) for id in ("J39-1", "J40-1", "JT-1"))
    assert ready(state, "J39-2")
    assert asked(state) == ("impulse", "chinese")


@pytest.mark.case("SOT-12.7b")
def test_a_concentration_keeps_to_movement_and_stacking(arrange: Arrange, refused: Refused) -> None:
    """Y lies four areas from F; ten units fill an area; Spent units stay where they are."""
    state = arrange(*GATHERING, "J10=7@Q", "J63-2@Q", "J63-3@Q", spent=["J39-2"], **chosen("concentration"))
    assert refused(state, "concentrate J63-1+J39-1 F") == "SOT-12.7b"
    assert refused(state, "concentrate J39-1+J40-1 Q") == "SOT-7.1.2a"
    assert refused(state, "concentrate J39-2+J40-1 U") == "SOT-2.1c"
    assert refused(state, "concentrate J39-1+J40-1 C") == "SOT-12.7b"
    state.game.check(state, state.game.parse("concentrate J39-1 Q"))


@pytest.mark.case("SOT-12.7b", "SOT-TC.C1c")
def test_a_concentration_may_be_met_by_resolute_defenders(
    arrange: Arrange, play: Play, at: At, ready: Ready
) -> None:
    """R-50: it is a move into their area like any other; the Chinese one sets off nothing."""
    hands = {"chinese": ["RESOLUTE"]}
    state = arrange(*GATHERING, "C31-2@Q", hands=hands, **chosen("concentration"))
    state = play(state, "concentrate J39-1+J40-1+JT-1 Q")
    assert asked(state) == ("resolute_defence", "chinese")
    state = play(state, "play RESOLUTE by C31-2", "absorb eliminate_ready J39-1", dice=(4, 4))
    assert at(state, "J39-1") == "eliminated"
    assert ready(state, "C31-2")
    assert not ready(state, "J40-1")
    turned = arrange(
        *GATHERING,
        "C31-2@K",
        "J40-2@Q",
        side="chinese",
        hands=hands,
        holder="chinese",
        **chosen("concentration"),
    )
    assert asked(play(turned, "concentrate C31-2 Q")) == ("impulse", "japanese")


@pytest.mark.case("SOT-12.7c", "SOT-12.7d", "SOT-12.7e", "SOT-12.7f")
@pytest.mark.parametrize("wait", [0, 1])
def test_the_chit_goes_to_the_chinese_who_use_it_at_once_or_later_and_once(
    arrange: Arrange, play: Play, refused: Refused, at: At, wait: int
) -> None:
    state = arrange(*GATHERING, **chosen("concentration"))
    early = play(state, "pass")
    assert refused(early, "concentrate C30-1+C31-1 K") == "SOT-12.7e"
    state = play(state, "concentrate J39-1+J40-1 Q")
    if wait:
        state = play(state, "pass", "move J39-2 R-V", "pass")
    else:
        assert refused(play(state, "pass"), "concentrate J39-2+J63-1 V") == "SOT-12.7e"
    state = play(state, "concentrate C30-1+C31-1 K")
    assert [at(state, "C30-1"), at(state, "C31-1")] == ["K", "K"]
    assert refused(state, "concentrate J63-1 U") == "SOT-12.7e"
    assert refused(play(state, "pass"), "concentrate C30-2 K") == "SOT-12.7e"


# -- the historical set-up -------------------------------------------------------------------------


@pytest.fixture
def history(arrange: Arrange) -> State:
    return arrange(phase="set-up", limits={"W": 6, "X": 6}, **chosen("historical_setup"))


@pytest.mark.case("SOT-12.8a")
def test_the_31st_division_stands_in_the_town_and_beside_it(
    history: State, play: Play, refused: Refused
) -> None:
    open_to = {"F", "G", "H", "L", "M"}
    for area in "ABCDEFGHIJKLMNOPQRSTUVWXY":
        if area in open_to:
            play(history, f"deploy C31-1 {area}")
        else:
            assert refused(history, f"deploy C31-1 {area}") == "SOT-12.8a"
    play(history, f"deploy {numbered('C31', 1, 10)} G")


@pytest.mark.case("SOT-12.8b", "SOT-12.8c")
def test_half_of_the_27th_division_stands_east_and_half_south(
    history: State, play: Play, refused: Refused
) -> None:
    for area in "EFGHJKLMOPQRTUVY":
        assert refused(history, f"deploy C27-1 {area}") == "SOT-12.8b"
    east = play(
        history, "deploy C27-1 I", "deploy C27-2 N", "deploy C27-3 S", "deploy C27-4 W", "deploy C27-5 X"
    )
    assert refused(east, "deploy C27-6 N") == "SOT-12.8b"
    south = play(east, "deploy C27-6 A", "deploy C27-7 B", "deploy C27-8 C", "deploy C27-9 D")
    play(south, "deploy C27-10 A")
    assert refused(history, f"deploy {numbered('C27', 1, 6)} A") == "SOT-12.8c"


@pytest.mark.case("SOT-12.8d", "SOT-12.8e")
@pytest.mark.parametrize("division", ["C30", "C44"])
def test_half_of_the_30th_and_of_the_44th_stands_west_and_half_south(
    history: State, play: Play, refused: Refused, division: str
) -> None:
    for area in "FGHIKLMNPQRSUVWX":
        assert refused(history, f"deploy {division}-1 {area}") == "SOT-12.8d"
    west = [f"deploy {division}-{2 * n + 1}+{division}-{2 * n + 2} {area}" for n, area in enumerate("EJOTY")]
    state = play(history, *west)
    assert refused(state, f"deploy {division}-11 T") == "SOT-12.8d"
    state = play(state, f"deploy {numbered(division, 11, 15)} A", f"deploy {numbered(division, 16, 20)} D")
    south = play(history, f"deploy {numbered(division, 1, 10)} C")
    assert refused(south, f"deploy {division}-11 B") == "SOT-12.8e"


@pytest.mark.case("SOT-12.8f")
def test_the_japanese_set_up_is_as_ever(history: State, play: Play, refused: Refused, at: At) -> None:
    state = play(
        history,
        f"deploy {numbered('C31', 1, 10)} G",
        f"deploy {numbered('C27', 1, 5)} N",
        f"deploy {numbered('C27', 6, 10)} D",
        f"deploy {numbered('C30', 1, 10)} E",
        f"deploy {numbered('C30', 11, 20)} A",
        f"deploy {numbered('C44', 1, 10)} J",
        f"deploy {numbered('C44', 11, 20)} B",
    )
    assert asked(state) == ("set_up", "japanese")
    assert refused(state, "deploy J39-1 Y") == "SOT-3.2a"
    assert refused(state, "deploy J5-21-1 JE1") == "SOT-3.2a"
    tenth = [u.id for u in state.game.units if u.category == "10th Division"]
    state = play(state, f"deploy {'+'.join(tenth[:20])} JE2", f"deploy {'+'.join(tenth[20:])} JE1")
    assert (at(state, tenth[0]), at(state, tenth[37])) == ("JE2", "JE1")
    assert asked(state)[0] == "draw_chits"
