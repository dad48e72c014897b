"""SOT-RE.2 to RE.12: the Random Events table, one entry after another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sandtable.dice import Scripted
from sandtable.state import State
from tests.games.conftest import asked
from tests.games.storm_over_taierzhuang.conftest import Arrange, Play, hand

Refused = Callable[[State, str], str]
At = Callable[[State, str], str]
Ready = Callable[[State, str], bool]

GROUND = ("J39=1@Y", "C30=1@A")
"""A unit of each side, so that both have an impulse to come."""


def happens(arrange: Arrange, *words: str, dice: tuple[int, ...], **details: Any) -> State:
    """The Random Event Phase of turn 1 (no initiative roll follows) with every roll accounted for."""
    script = Scripted(*dice)
    state = arrange(*GROUND, *words, phase="random event", dice=script, **details)
    script.assert_used_up()
    return state


def image(state: State) -> tuple[object, ...]:
    """All that an event could change: units, their states, hands, control, divisors."""
    return (
        tuple(state.where), tuple(state.steps), bytes(state.stock), tuple(state.control), state.vars["wave"],
    )  # fmt: skip


# -- reinforcements by events ----------------------------------------------------------------------


@pytest.mark.case("SOT-RE.2a")
def test_the_trap_brings_four_dice_of_the_20th_army_group_into_any_chinese_zones(
    arrange: Arrange, play: Play, refused: Refused, at: At
) -> None:
    """4D6 = 5, drawn by lot: the first, second, third, fourth and fifth of those still in the pool."""
    state = happens(arrange, dice=(1, 1, 1, 1, 1, 2, 1, 1, 1, 1, 1))
    assert asked(state) == ("arrive", "chinese")
    assert refused(state, "deploy C2-6 CW") == "SOT-6.1f"
    assert refused(state, "deploy C2-1 JE1") == "SOT-6.1f"
    assert refused(state, "deploy C2-1 Q") == "SOT-6.1f"
    state = play(state, "deploy C2-1+C2-2 CW", "deploy C2-3 CS", "deploy C2-4+C2-5 CE")
    assert [at(state, f"C2-{n}") for n in range(1, 7)] == ["CW", "CW", "CS", "CE", "CE", "off map"]
    state = play(state, "pass")
    assert asked(state) == ("impulse", "chinese")
    assert at(play(state, "move C2-1 CW-J"), "C2-1") == "J"


@pytest.mark.case("SOT-RE.2b")
def test_the_trap_may_spring_again_until_nobody_is_left(arrange: Arrange, play: Play, at: At) -> None:
    """With three left a roll of four brings all three; with none no die is rolled."""
    rest = {"pool": ["C89-10", "C89-11", "C89-12"]}
    again = happens(arrange, "C2=12@CW", dice=(1, 1, 1, 1, 1, 1, 1, 1, 1), **rest)
    assert asked(again) == ("arrive", "chinese")
    again = play(again, "deploy C89-10+C89-11+C89-12 CE")
    assert at(again, "C89-12") == "CE"
    assert asked(again) == ("impulse", "japanese")
    none = happens(arrange, "C2=12@CW", dice=(1, 1), pool=[])
    assert asked(none) == ("impulse", "japanese")


@pytest.mark.case("SOT-RE.12a")
def test_itagaki_brings_two_dice_of_the_5th_brigade_into_the_japanese_zones(
    arrange: Arrange, play: Play, refused: Refused, at: At
) -> None:
    """2D6 = 3; the Japanese may leave some behind."""
    state = happens(arrange, dice=(6, 6, 1, 2, 1, 1, 1))
    assert asked(state) == ("arrive", "japanese")
    assert refused(state, "deploy J5-21-4 JE1") == "SOT-6.2f"
    assert refused(state, "deploy J5-21-1 CW") == "SOT-6.2f"
    state = play(state, "deploy J5-21-1 JE1", "deploy J5-21-2 JE2", "pass")
    assert [at(state, f"J5-21-{n}") for n in (1, 2, 3)] == ["JE1", "JE2", "off map"]
    assert asked(state) == ("impulse", "japanese")
    assert at(play(state, "move J5-21-2 JE2-W"), "J5-21-2") == "W"


@pytest.mark.case("SOT-RE.12b")
def test_itagaki_may_come_again_until_the_brigade_is_all_there(arrange: Arrange, play: Play, at: At) -> None:
    again = happens(arrange, "J5-21=5@JE1", dice=(6, 6, 6, 6, 1, 1), pool=["J5-42-1", "J5-42-5"])
    again = play(again, "deploy J5-42-1+J5-42-5 JE2")
    assert at(again, "J5-42-5") == "JE2"
    none = happens(arrange, "J5-21=5@JE1", dice=(6, 6), pool=[])
    assert asked(none) == ("impulse", "japanese")


# -- no event, and chits lost and won --------------------------------------------------------------


@pytest.mark.case("SOT-RE.3a", "SOT-RE.9a")
@pytest.mark.parametrize("dice", [(1, 2), (2, 1), (3, 6), (5, 4)])
def test_three_and_nine_change_nothing(arrange: Arrange, dice: tuple[int, ...]) -> None:
    hands = {"japanese": ["BOMB", "ENG"], "chinese": ["AIR_C", "LI"]}
    state = happens(arrange, "JT=2@Y", dice=dice, hands=hands)
    assert asked(state) == ("impulse", "japanese")
    assert image(state) == image(arrange(*GROUND, "JT=2@Y", hands=hands))


@pytest.mark.case("SOT-RE.4a")
def test_peasants_take_a_japanese_chit_by_lot(arrange: Arrange) -> None:
    """The lot falls on the first, second or third chit of the hand; the Chinese keep theirs."""
    hands = {"japanese": ["HA_J", "FIGHT", "WILL"], "chinese": ["LI", "DARE"]}
    left = [happens(arrange, dice=(1, 3, lot), hands=hands) for lot in (1, 2, 3)]
    assert [hand(state, "japanese") for state in left] == [
        ("FIGHT", "WILL"), ("HA_J", "WILL"), ("HA_J", "FIGHT"),
    ]  # fmt: skip
    assert [len(hand(state, "chinese")) for state in left] == [2, 2, 2]
    cup = left[0].game.cups[1]  # type: ignore[attr-defined]
    assert cup.inside(left[0]) == 16 - 2
    assert asked(happens(arrange, dice=(2, 2))) == ("impulse", "japanese")


@pytest.mark.case("SOT-RE.6a", "SOT-RE.6b", "SOT-RE.7a")
@pytest.mark.parametrize("event", [(1, 5), (3, 3), (3, 4), (6, 1)])
@pytest.mark.parametrize("die", [2, 4, 6])
def test_an_even_die_brings_the_chinese_a_chit_beyond_their_maximum(
    arrange: Arrange, event: tuple[int, int], die: int
) -> None:
    """Two are allowed on turn 1; the lot falls on the first chit in the cup."""
    hands = {"chinese": ["HEROES", "LI", "NIGHT"], "japanese": ["ENG"]}
    state = happens(arrange, dice=(*event, die, 1), hands=hands)
    assert sorted(hand(state, "chinese")) == ["HEROES", "LI", "NIGHT", "RESOLUTE"]
    assert hand(state, "japanese") == ("ENG",)


@pytest.mark.case("SOT-RE.6b")
def test_the_extra_chit_counts_again_when_the_turn_ends(
    arrange: Arrange, play: Play, refused: Refused
) -> None:
    """SOT-EX-23 in the first turn: four in hand, two allowed in the second."""
    hands = {"chinese": ["HEROES", "DARE", "DARE"]}
    state = happens(arrange, dice=(3, 3, 2, 1), hands=hands)
    state = play(state, "pass", "pass")
    assert asked(state) == ("retain_chits", "chinese")
    assert refused(state, "pass") == "SOT-5.3c"


@pytest.mark.case("SOT-RE.6c", "SOT-RE.7a", "SOT-RE.6a")
@pytest.mark.parametrize("event", [(2, 4), (5, 2)])
@pytest.mark.parametrize("die", [1, 3, 5])
def test_an_odd_die_takes_a_chinese_chit_by_lot(arrange: Arrange, event: tuple[int, int], die: int) -> None:
    hands = {"chinese": ["HEROES", "LI", "NIGHT"], "japanese": ["ENG"]}
    left = [happens(arrange, dice=(*event, die, lot), hands=hands) for lot in (1, 2, 3)]
    assert [hand(state, "chinese") for state in left] == [
        ("LI", "NIGHT"), ("HEROES", "NIGHT"), ("HEROES", "LI"),
    ]  # fmt: skip
    assert hand(left[0], "japanese") == ("ENG",)


# -- fuel ------------------------------------------------------------------------------------------


@pytest.mark.case("SOT-RE.5a", "SOT-RE.8a")
@pytest.mark.parametrize("dice", [(1, 4), (3, 2), (2, 6), (4, 4)])
def test_without_fuel_all_tanks_are_spent_on_the_map_and_in_the_zones(
    arrange: Arrange, ready: Ready, dice: tuple[int, int]
) -> None:
    state = happens(arrange, "JT=2@X", "JT-3@JE1", "J40=1@X", dice=dice)
    assert [ready(state, id) for id in ("JT-1", "JT-2", "JT-3", "J40-1", "J39-1", "C30-1")] == [
        False, False, False, True, True, True,
    ]  # fmt: skip


@pytest.mark.case("SOT-RE.5b", "SOT-RE.8a")
@pytest.mark.parametrize("dice", [(4, 1), (5, 3)])
def test_a_chit_keeps_one_tank_in_fuel(
    arrange: Arrange, play: Play, refused: Refused, ready: Ready, dice: tuple[int, int]
) -> None:
    """SOT-EX-17: six chits, ten tanks, three are paid for."""
    hands = {"japanese": ["HA_J", "HA_J", "FIGHT", "ENG", "ENG", "WILL"]}
    state = happens(arrange, "JT=10@X", "J40=1@Y", dice=dice, hands=hands)
    assert asked(state) == ("fuel", "japanese")
    assert refused(state, "refuel J40-1 ENG") == "SOT-RE.5b"
    assert refused(state, "refuel JT-1 BOMB") == "SOT-RE.5b"
    state = play(state, "refuel JT-1 ENG")
    assert refused(state, "refuel JT-1 ENG") == "SOT-RE.5b"
    state = play(state, "refuel JT-4 ENG", "refuel JT-9 WILL", "pass")
    assert [n for n in range(1, 11) if ready(state, f"JT-{n}")] == [1, 4, 9]
    assert hand(state, "japanese") == ("HA_J", "HA_J", "FIGHT")


@pytest.mark.case("SOT-RE.5b")
def test_no_tank_is_kept_once_the_hand_is_empty(arrange: Arrange, play: Play, ready: Ready) -> None:
    state = happens(arrange, "JT=3@X", dice=(4, 1), hands={"japanese": ["ENG"]})
    state = play(state, "refuel JT-2 ENG")
    assert asked(state) == ("impulse", "japanese")
    assert [ready(state, f"JT-{n}") for n in (1, 2, 3)] == [False, True, False]


# -- the air drop ----------------------------------------------------------------------------------


@pytest.mark.case("SOT-RE.10a", "SOT-RE.10b")
@pytest.mark.parametrize("dice", [(4, 6), (5, 5)])
def test_a_bomber_chit_buys_an_extra_chit_beyond_the_maximum(
    arrange: Arrange, play: Play, refused: Refused, dice: tuple[int, int]
) -> None:
    """Nine in hand where eight are allowed: the bomber goes to the cup, another chit comes."""
    eight = ["HA_J"] * 3 + ["FIGHT"] * 3 + ["ENG"] * 2
    state = happens(arrange, dice=dice, hands={"japanese": ["BOMB", *eight]})
    assert asked(state) == ("air_drop", "japanese")
    assert refused(state, "play FIGHT") == "SOT-RE.10a"
    state = play(state, "play BOMB")
    assert asked(state) == ("air_drop_benefit", "japanese")
    state = play(state, "drop chit", dice=(3,))
    assert sorted(hand(state, "japanese")) == sorted([*eight, "BANZAI"])
    assert asked(state) == ("impulse", "japanese")


@pytest.mark.case("SOT-RE.10c", "SOT-RE.10a")
def test_a_drop_makes_all_japanese_units_of_one_area_ready(
    arrange: Arrange, play: Play, refused: Refused, ready: Ready
) -> None:
    """The area is cut off from every zone, and contested."""
    spent = ["J40-1", "J40-2", "J10-1", "C31-1"]
    state = happens(
        arrange, "J40=2@G", "C31=1@G", "J10=1@H", dice=(5, 5), spent=spent, hands={"japanese": ["BOMB"]}
    )
    state = play(state, "play BOMB")
    assert refused(state, "drop supply") == "SOT-RE.10c"
    assert refused(state, "drop supply at M") == "SOT-RE.10c"
    assert refused(state, "drop supply at JE1") == "SOT-RE.10c"
    state = play(state, "drop supply at G")
    assert [ready(state, id) for id in spent] == [True, True, False, False]
    assert hand(state, "japanese") == ()


@pytest.mark.case("SOT-RE.10d")
def test_the_chinese_air_force_cancels_the_drop(arrange: Arrange, play: Play, ready: Ready) -> None:
    hands = {"japanese": ["BOMB"], "chinese": ["AIR_C"]}
    state = happens(arrange, "J40=1@G", dice=(5, 5), spent=["J40-1"], hands=hands)
    state = play(state, "play BOMB")
    assert asked(state) == ("answer_air", "chinese")
    assert asked(play(state, "pass")) == ("air_drop_benefit", "japanese")
    state = play(state, "play AIR_C")
    assert asked(state) == ("impulse", "japanese")
    assert hand(state, "japanese") == hand(state, "chinese") == ()
    assert not ready(state, "J40-1")


@pytest.mark.case("SOT-RE.10e")
def test_fighters_cancel_the_air_force_and_the_drop_stands(arrange: Arrange, play: Play) -> None:
    hands = {"japanese": ["BOMB", "FIGHT"], "chinese": ["AIR_C"]}
    state = happens(arrange, dice=(5, 5), hands=hands)
    state = play(state, "play BOMB", "play AIR_C")
    assert asked(state) == ("answer_air", "japanese")
    assert asked(play(state, "pass")) == ("impulse", "japanese")
    state = play(state, "play FIGHT")
    assert asked(state) == ("air_drop_benefit", "japanese")
    assert hand(state, "japanese") == hand(state, "chinese") == ()


@pytest.mark.case("SOT-RE.10f", "SOT-TC.J2b")
def test_without_a_bomber_or_the_wish_there_is_no_drop(arrange: Arrange, play: Play) -> None:
    hands = {"japanese": ["FIGHT", "HA_J"], "chinese": ["AIR_C"]}
    state = happens(arrange, "J40=1@G", dice=(4, 6), spent=["J40-1"], hands=hands)
    assert asked(state) == ("impulse", "japanese")
    assert image(state) == image(arrange(*GROUND, "J40=1@G", spent=["J40-1"], hands=hands))
    hands = {"japanese": ["BOMB"], "chinese": ["AIR_C"]}
    state = happens(arrange, "J40=1@G", dice=(4, 6), spent=["J40-1"], hands=hands)
    assert asked(state) == ("air_drop", "japanese")
    state = play(state, "pass")
    assert asked(state) == ("impulse", "japanese")
    assert image(state) == image(arrange(*GROUND, "J40=1@G", spent=["J40-1"], hands=hands))


# -- the cause in doubt ----------------------------------------------------------------------------


def wave_damage(state: State, play: Play) -> int:
    """What a human wave of five Chinese units with CF 0 does in Q on dice of 5 and 3."""
    state = play(state, "pass", "fire C31-4+C31-5+C31-6+C31-7+C31-8 Q with wave", dice=(5, 3))
    assert state.agenda[-1][0] == "absorb"
    return int(state.agenda[-1][1])


WAVE = (*(f"C31-{n}@Q" for n in range(4, 9)), "J40=3@Q")


@pytest.mark.case("SOT-RE.11a")
@pytest.mark.parametrize(
    ("words", "needed"),
    [
        ((), (3, 3)),
        (("C44=1@G",), (2, 3)),
        (("J10=1@H",), (3, 2)),
        (("C44=1@G", "J10=1@H"), (2, 2)),
        (("C44=1@G", "J10=1@G"), (3, 3)),
    ],
)
def test_who_holds_no_part_of_the_town_needs_three_units_for_a_wave(
    arrange: Arrange, words: tuple[str, ...], needed: tuple[int, int]
) -> None:
    """Chinese first; a contested part of the town is nobody's."""
    assert happens(arrange, *words, dice=(5, 6)).vars["wave"] == needed


@pytest.mark.case("SOT-RE.11a", "SOT-RE.11b")
def test_the_doubt_tells_in_the_next_human_wave(arrange: Arrange, play: Play) -> None:
    """SOT-EX-6 and SOT-EX-7: 5 // 2, 5 // 3, then 5 // 4."""
    sure = happens(arrange, *WAVE, dice=(1, 2))
    assert wave_damage(sure, play) == 8 - 1 + 2 - 6
    doubt = happens(arrange, *WAVE, dice=(5, 6))
    assert wave_damage(doubt, play) == 8 - 1 + 1 - 6
    more = happens(arrange, *WAVE, dice=(6, 5), cause=1, wave={"chinese": 3})
    assert more.vars["wave"] == (4, 3)
    assert wave_damage(more, play) == 8 - 1 + 1 - 6


@pytest.mark.case("SOT-RE.11a")
def test_the_doubt_lasts_beyond_its_turn(arrange: Arrange, play: Play) -> None:
    """Turn 2: no reinforcements on 12, no event on 3, then the initiative."""
    state = happens(arrange, dice=(5, 6))
    state = play(state, "pass", "pass", "draw 0", "draw 0", dice=(6, 6, 1, 2, 6, 1))
    assert (state.turn, asked(state)) == (2, ("impulse", "chinese"))
    assert state.vars["wave"] == (3, 3)


@pytest.mark.case("SOT-RE.11b")
def test_the_second_doubt_adds_one_only_for_a_side_it_hits_again(arrange: Arrange) -> None:
    details: dict[str, Any] = {"cause": 1, "wave": {"chinese": 3}, "dice": (5, 6)}
    assert happens(arrange, **details).vars["wave"] == (4, 3)
    assert happens(arrange, "C44=1@G", **details).vars["wave"] == (3, 3)


@pytest.mark.case("SOT-RE.11c")
@pytest.mark.parametrize("before", [2, 3])
def test_the_third_doubt_and_later_ones_are_no_event(arrange: Arrange, before: int) -> None:
    state = happens(arrange, dice=(5, 6), cause=before, wave={"chinese": 3})
    assert state.vars["wave"] == (3, 2)


@pytest.mark.case("SOT-RE.11c")
def test_a_doubt_that_hits_nobody_counts_among_the_two(arrange: Arrange) -> None:
    state = happens(arrange, "C44=1@G", "J10=1@H", dice=(5, 6), cause=1)
    assert (state.vars["cause"], state.vars["wave"]) == (2, (2, 2))
