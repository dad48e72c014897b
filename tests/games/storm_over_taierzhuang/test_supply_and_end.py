"""SOT-6: reinforcements of both sides, Japanese supply, and what the End Phase does with it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from sandtable.dice import Scripted
from sandtable.game import Game
from sandtable.state import State
from tests.games.storm_over_taierzhuang.conftest import Arrange, Play

Refused = Callable[[State, str], str]
At = Callable[[State, str], str]
Ready = Callable[[State, str], bool]

QUIET = (1, 2, 6, 1)
"""No random event, then the Chinese side has the initiative."""
POOL = ["C2-1", "C2-2", "C2-3", "C2-4"]
JAPANESE_POOL = ["J5-21-1", "J5-21-2", "J5-21-3", "J5-21-4"]


def begin(arrange: Arrange, *words: str, dice: Sequence[int], **details: Any) -> State:
    """A Reinforcement Phase, unless `phase` says otherwise, up to the first question; all dice are rolled."""
    script = Scripted(*dice)
    details = {"phase": "reinforcement", "turn": 5, "side": "chinese"} | details
    state = arrange("C31-1@G", "J39-1@Y", *words, dice=script, **details)
    script.assert_used_up()
    return state


def asked(state: State) -> tuple[str, str]:
    """Who is asked what."""
    decision = state.game.decision(state)
    return decision.side, decision.kind


def arriving(state: State) -> set[str]:
    """The units that may be placed now."""
    return {state.game.units.ids[u] for u in state.vars["arriving"][0]}


def hand(state: State, side: str) -> list[str]:
    cup = state.game.cups[state.game.sides.index(side)]  # type: ignore[attr-defined]
    return sorted(cup.hand(state))


# -- Chinese reinforcements -------------------------------------------------------------------------


@pytest.mark.case("SOT-6.0b")
def test_the_chinese_have_all_their_reinforcements_before_the_japanese_are_asked(
    arrange: Arrange, play: Play
) -> None:
    state = begin(
        arrange,
        dice=(1, 2),
        pool=POOL + JAPANESE_POOL,
        hands={"chinese": ["DARE"], "japanese": ["ENG"]},
    )
    assert asked(state) == ("chinese", "reroll")
    state = play(state, "pass", dice=(1, 1))
    assert asked(state) == ("chinese", "reroll")
    state = play(state, "pass", dice=(1, 1))
    assert asked(state) == ("chinese", "arrive")
    state = play(state, "deploy C2-1+C2-2 CW")
    assert asked(state) == ("japanese", "pay_for_roll")


@pytest.mark.case("SOT-6.1a", "SOT-6.1b", "SOT-6.1c")
@pytest.mark.parametrize(
    ("turn", "dice", "comes"),
    [
        (2, (1, 1), True),
        (2, (1, 2), False),
        (5, (2, 3), True),
        (5, (3, 3), False),
        (11, (5, 6), True),
        (12, (5, 6), True),
        (12, (6, 6), False),
        (13, (6, 6), False),
    ],
)
def test_the_chinese_come_on_the_turns_number_or_less_but_never_on_12(
    arrange: Arrange, turn: int, dice: tuple[int, int], comes: bool
) -> None:
    rest = (1, 1, 1, 1) if comes else QUIET
    state = begin(arrange, dice=(*dice, *rest), turn=turn, pool=POOL)
    assert asked(state) == ("chinese", "arrive" if comes else "impulse")


@pytest.mark.case("SOT-6.1a", "SOT-6.2a")
def test_nobody_rolls_for_reinforcements_on_turn_1(arrange: Arrange) -> None:
    """Two dice for the event, and no others."""
    hands = {"chinese": ["DARE"], "japanese": ["ENG"]}
    state = begin(arrange, dice=(1, 2), turn=1, pool=POOL + JAPANESE_POOL, hands=hands)
    assert asked(state) == ("japanese", "impulse")


@pytest.mark.case("SOT-6.1d")
def test_a_second_roll_says_how_many_chinese_units_may_come(
    game: Game, arrange: Arrange, play: Play, refused: Refused, at: At
) -> None:
    state = begin(arrange, dice=(1, 2, 1, 2, 1, 1, 1), pool=POOL)
    assert arriving(state) == {"C2-1", "C2-2", "C2-3"}
    state = play(state, "deploy C2-1 CW", "pass", dice=QUIET)
    assert [at(state, u) for u in POOL[1:]] == [at(state, "C2-4")] * 3, "they may come, they need not"
    assert game.box_of(state, game.units.index_of("C2-2")) == "reinforcement pool"
    free = begin(arrange, dice=(1, 2, 1, 2), pool=POOL, options={"free_reinforcements": "yes"})
    assert refused(free, "deploy C2-1+C2-2+C2-3+C2-4 CW") == "SOT-6.1d"


@pytest.mark.case("SOT-6.0a", "SOT-6.1e")
def test_the_pool_and_the_units_that_fell_back_are_drawn_from_together(
    arrange: Arrange, play: Play, at: At
) -> None:
    """Whoever waits in a zone to enter, or stands on the map, is not counted again."""
    state = begin(
        arrange,
        "C31-2@CW",
        "C31-3@CW",
        dice=(1, 2, 6, 6, 1, 1),
        pool=["C2-1"],
        recovering=["C31-2"],
    )
    assert arriving(state) == {"C31-2", "C2-1"}
    state = play(state, "deploy C31-2 CS", "deploy C2-1 CS", dice=QUIET)
    assert at(play(state, "move C31-2 CS-B", "pass"), "C31-2") == "B"


@pytest.mark.case("SOT-6.1f")
def test_arriving_chinese_units_are_divided_among_chinese_zones(
    arrange: Arrange, play: Play, refused: Refused, at: At
) -> None:
    state = begin(arrange, dice=(1, 2, 2, 2, 1, 1, 1, 1), pool=POOL)
    assert refused(state, "deploy C2-1 JE1") == "SOT-6.1f"
    assert refused(state, "deploy C2-1 B") == "SOT-6.1f"
    state = play(state, "deploy C2-1 CW", "deploy C2-2+C2-4 CS", "deploy C2-3 CE", dice=QUIET)
    assert [at(state, u) for u in POOL] == ["CW", "CS", "CE", "CS"]


@pytest.mark.case("SOT-6.1g")
@pytest.mark.parametrize(
    ("lots", "drawn"), [((1, 1), {"C2-1", "C2-2"}), ((4, 2), {"C2-4", "C2-2"}), ((3, 3), {"C2-3", "C2-4"})]
)
def test_the_lot_says_which_chinese_units_come(
    arrange: Arrange, refused: Refused, lots: tuple[int, int], drawn: set[str]
) -> None:
    state = begin(arrange, dice=(1, 2, 1, 1, *lots), pool=POOL)
    assert arriving(state) == drawn
    for unit in set(POOL) - drawn:
        assert refused(state, f"deploy {unit} CW") == "SOT-6.1f"


@pytest.mark.case("SOT-6.1h", "SOT-6.1i")
def test_the_chinese_give_a_chit_to_repeat_a_roll_once(
    arrange: Arrange, play: Play, refused: Refused
) -> None:
    state = begin(arrange, dice=(6, 6), pool=POOL, hands={"chinese": ["DARE", "LI", "HA_C"]})
    assert refused(state, "discard NIGHT") == "SOT-5.3a"
    assert refused(state, "discard DARE+LI") == "SOT-5.3a"
    state = play(state, "discard DARE", dice=(1, 2, 1, 1))
    assert hand(state, "chinese") == ["HA_C", "LI"]
    assert asked(state) == ("chinese", "reroll"), "the number is another roll, with a re-roll of its own"
    state = play(state, "discard LI", dice=(1, 2, 1, 1, 1))
    assert hand(state, "chinese") == ["HA_C"]
    assert asked(state) == ("chinese", "arrive"), "a re-roll is not rolled again"
    assert len(arriving(state)) == 3


@pytest.mark.case("SOT-6.1i")
def test_a_failed_re_roll_stands(arrange: Arrange, play: Play) -> None:
    """A success may be repeated too, and is then lost."""
    state = begin(arrange, dice=(1, 1), pool=POOL, hands={"chinese": ["DARE", "LI"]})
    state = play(state, "discard DARE", dice=(6, 5, *QUIET))
    assert asked(state) == ("chinese", "impulse")
    assert hand(state, "chinese") == ["LI"]


@pytest.mark.case("SOT-6.1j")
def test_chinese_reinforcements_enter_by_a_move_at_the_usual_price(
    arrange: Arrange, play: Play, refused: Refused, at: At, ready: Ready
) -> None:
    state = begin(arrange, "J39-2@A", dice=(1, 2, 1, 1, 1, 1), pool=["C2-1", "C2-2"])
    state = play(state, "deploy C2-1+C2-2 CS", dice=QUIET)
    assert refused(state, "move C2-1 CS-G") == "SOT-7.1a"
    through = play(state, "move C2-1 CS-B")
    assert through.vars["mover"][1] == 1, "one of two points for a free area"
    through = play(through, "move C2-1 B-E")
    assert at(through, "C2-1") == "E"
    assert not ready(through, "C2-1")
    assert ready(through, "C2-2")
    assert asked(through) == ("japanese", "impulse"), "it was an action"
    assert refused(state, "move C2-1 CS-A-E") == "SOT-7.1.1c"


@pytest.mark.case("SOT-6.1k", "SOT-6.2i")
def test_reinforcements_may_wait_in_their_zone_for_another_turn(arrange: Arrange, play: Play, at: At) -> None:
    state = begin(
        arrange,
        dice=(1, 2, 1, 1, 1),
        pool=["C2-1", "J5-21-1"],
        hands={"japanese": ["ENG"]},
    )
    state = play(state, "deploy C2-1 CE", "discard ENG", dice=(1, 2, 1, 1, 1))
    state = play(state, "deploy J5-21-1 JE2", dice=QUIET)
    state = play(state, "pass", "pass", "draw 0", "draw 0", dice=QUIET)
    assert state.turn == 6
    assert (at(state, "C2-1"), at(state, "J5-21-1")) == ("CE", "JE2")
    state = play(state, "move C2-1 CE-N", "pass", "move J5-21-1 JE2-W", "pass")
    assert (at(state, "C2-1"), at(state, "J5-21-1")) == ("N", "W")


@pytest.mark.case("SOT-6.1l")
def test_event_2_brings_units_of_the_20th_army_group(arrange: Arrange, play: Play, at: At) -> None:
    """Four dice for the number; units that fell back do not come in this way."""
    state = begin(
        arrange,
        "C31-2@CW",
        phase="random event",
        dice=(1, 1, 1, 1, 1, 1, 1, 1, 1),
        pool=["C2-1", "C2-2", "C2-3"],
        recovering=["C31-2"],
    )
    assert asked(state) == ("chinese", "arrive")
    assert arriving(state) == {"C2-1", "C2-2", "C2-3"}
    state = play(state, "deploy C2-1+C2-2+C2-3 CE", dice=(6, 1))
    assert at(state, "C2-3") == "CE"


# -- Japanese reinforcements ------------------------------------------------------------------------


def paid(arrange: Arrange, play: Play, *words: str, dice: Sequence[int], **details: Any) -> State:
    """The Japanese have given a chit for their roll; no Chinese unit is waiting."""
    details = {"pool": JAPANESE_POOL, "hands": {"japanese": ["ENG", "WILL"]}} | details
    return play(begin(arrange, *words, dice=(), **details), "discard ENG", dice=dice)


@pytest.mark.case("SOT-6.2a")
def test_the_japanese_pay_a_chit_for_their_one_roll(arrange: Arrange, play: Play, refused: Refused) -> None:
    state = begin(arrange, dice=(), pool=JAPANESE_POOL, hands={"japanese": ["ENG", "WILL"]})
    assert asked(state) == ("japanese", "pay_for_roll")
    assert refused(state, "discard ENG+WILL") == "SOT-5.3a"
    assert asked(play(state, "pass", dice=QUIET)) == ("chinese", "impulse")
    failed = play(state, "discard ENG", dice=(3, 3, *QUIET))
    assert asked(failed) == ("chinese", "impulse")
    assert hand(failed, "japanese") == ["WILL"]
    assert asked(begin(arrange, dice=QUIET, pool=JAPANESE_POOL)) == ("chinese", "impulse"), "no chit, no roll"


@pytest.mark.case("SOT-6.2b", "SOT-6.2c")
@pytest.mark.parametrize(
    ("turn", "dice", "comes"),
    [
        (2, (1, 1), True),
        (2, (1, 2), False),
        (7, (3, 4), True),
        (7, (4, 4), False),
        (12, (5, 6), True),
        (12, (6, 6), False),
        (13, (6, 6), False),
    ],
)
def test_the_japanese_come_on_the_turns_number_or_less_but_never_on_12(
    arrange: Arrange, play: Play, turn: int, dice: tuple[int, int], comes: bool
) -> None:
    rest = (1, 1, 1, 1) if comes else QUIET
    state = paid(arrange, play, dice=(*dice, *rest), turn=turn)
    assert asked(state) == (("japanese", "arrive") if comes else ("chinese", "impulse"))


@pytest.mark.case("SOT-6.2d", "SOT-6.2g")
@pytest.mark.parametrize(
    ("lots", "drawn"),
    [((1, 1, 1), {"J5-21-1", "J5-21-2", "J5-21-3"}), ((4, 1, 2), {"J5-21-4", "J5-21-1", "J5-21-3"})],
)
def test_a_second_roll_and_the_lot_say_how_many_and_which_japanese_units_come(
    arrange: Arrange, play: Play, refused: Refused, lots: tuple[int, ...], drawn: set[str]
) -> None:
    state = paid(arrange, play, dice=(1, 2, 1, 2, *lots))
    assert arriving(state) == drawn
    (left,) = set(JAPANESE_POOL) - drawn
    assert refused(state, f"deploy {left} JE1") == "SOT-6.2f"


@pytest.mark.case("SOT-6.0a", "SOT-6.2e")
def test_japanese_units_that_fell_back_are_drawn_with_the_5th_mixed_brigade(
    arrange: Arrange, play: Play, at: At
) -> None:
    state = paid(
        arrange,
        play,
        "J39-2@JE1",
        "J39-3@JE1",
        dice=(1, 2, 6, 6, 1, 1),
        pool=["J5-21-1"],
        recovering=["J39-2"],
    )
    assert arriving(state) == {"J39-2", "J5-21-1"}
    state = play(state, "deploy J39-2+J5-21-1 JE2", "pass", dice=QUIET)
    assert at(play(state, "move J39-2 JE2-W", "pass"), "J39-2") == "W"


@pytest.mark.case("SOT-6.2f")
def test_arriving_japanese_units_are_divided_among_japanese_zones(
    arrange: Arrange, play: Play, refused: Refused, at: At
) -> None:
    state = paid(arrange, play, dice=(1, 2, 1, 1, 1, 1))
    assert refused(state, "deploy J5-21-1 CE") == "SOT-6.2f"
    assert refused(state, "deploy J5-21-1 Y") == "SOT-6.2f"
    state = play(state, "deploy J5-21-1 JE1", "deploy J5-21-2 JE2", dice=QUIET)
    assert [at(state, u) for u in JAPANESE_POOL[:2]] == ["JE1", "JE2"]


@pytest.mark.case("SOT-6.2h")
def test_the_japanese_cannot_buy_a_second_roll(arrange: Arrange, play: Play) -> None:
    """With chits left, after the roll for coming and after that for the number."""
    hands = {"japanese": ["ENG", "WILL", "BANZAI"]}
    assert asked(paid(arrange, play, dice=(6, 5, *QUIET), hands=hands)) == ("chinese", "impulse")
    assert asked(paid(arrange, play, dice=(1, 1, 1, 1, 1, 1), hands=hands)) == ("japanese", "arrive")


@pytest.mark.case("SOT-6.2j")
def test_event_12_brings_units_of_the_5th_mixed_brigade(arrange: Arrange, play: Play, at: At) -> None:
    """Two dice for the number, no chit; units that fell back do not come in this way."""
    state = begin(
        arrange,
        "J39-2@JE1",
        phase="random event",
        dice=(6, 6, 1, 1, 1, 1),
        pool=JAPANESE_POOL,
        recovering=["J39-2"],
    )
    assert asked(state) == ("japanese", "arrive")
    assert arriving(state) == {"J5-21-1", "J5-21-2"}
    state = play(state, "deploy J5-21-1 JE1", "deploy J5-21-2 JE2", dice=(6, 1))
    assert [at(state, u) for u in JAPANESE_POOL[:2]] == ["JE1", "JE2"]


# -- supply -----------------------------------------------------------------------------------------


def fed(arrange: Arrange, ready: Ready, *places: str, chinese: Sequence[str] = ("C31-1@A",)) -> set[str]:
    """The areas whose Japanese units, one each and all Spent, are Ready after an End Phase."""
    units = {place: f"J39-{n}" if n <= 7 else f"J40-{n - 7}" for n, place in enumerate(places, 1)}
    words = [f"{unit}@{place}" for place, unit in units.items()]
    state = arrange(*words, *chinese, phase="end", turn=5, spent=list(units.values()))
    assert state.turn == 6
    return {place for place, unit in units.items() if ready(state, unit)}


@pytest.mark.case("SOT-6.3a", "SOT-6.3f", "SOT-6.3g")
def test_supply_is_judged_in_the_end_phase_area_by_area(
    arrange: Arrange, play: Play, ready: Ready, at: At
) -> None:
    """In G, far from all friends, one unit is Ready and one Spent; in X the same."""
    words = ("J39-1@X", "J39-2@X", "J39-3@G", "J39-4@G", "C31-1@A")
    state = arrange(*words, turn=5, spent=["J39-2", "J39-4"])
    assert ready(state, "J39-3"), "nothing happens to it before"
    state = play(state, "pass")
    assert ready(state, "J39-3")
    state = play(state, "pass")
    assert state.turn == 6
    assert [ready(state, u) for u in ("J39-1", "J39-2")] == [True, True]
    assert [ready(state, u) for u in ("J39-3", "J39-4")] == [False, False]
    assert at(state, "J39-3") == "G"


@pytest.mark.case("SOT-6.3b")
def test_supply_comes_from_a_japanese_zone_and_from_no_other(arrange: Arrange, ready: Ready) -> None:
    """W, X and Y border Japanese zones; N and O border Chinese ones; V borders none."""
    assert fed(arrange, ready, "Y", "N", "O") == {"Y"}
    assert fed(arrange, ready, "W") == {"W"}
    assert fed(arrange, ready, "X") == {"X"}
    assert fed(arrange, ready, "V") == set()


@pytest.mark.case("SOT-6.3c")
def test_every_area_of_a_supply_path_holds_japanese_units_in_supply(arrange: Arrange, ready: Ready) -> None:
    assert fed(arrange, ready, "Y", "U", "P", "K") == {"Y", "U", "P", "K"}
    assert fed(arrange, ready, "Y", "P", "K") == {"Y"}, "a gap in U"
    assert fed(arrange, ready, "U", "P", "K") == set(), "nobody beside the zones"


@pytest.mark.case("SOT-6.3d")
def test_chinese_units_do_not_block_supply_where_a_japanese_unit_stands(
    arrange: Arrange, ready: Ready
) -> None:
    crowd = [f"C31-{n}@U" for n in range(1, 9)]
    assert fed(arrange, ready, "Y", "U", "P", chinese=crowd) == {"Y", "U", "P"}
    assert fed(arrange, ready, "Y", "P", chinese=crowd) == {"Y"}


@pytest.mark.case("SOT-6.3e")
def test_supply_crosses_the_canal_by_the_bridge_alone(arrange: Arrange, ready: Ready) -> None:
    """G and H look over the canal to C; F has the bridge to B; E looks over to A and B."""
    town = ("Y", "U", "Q", "M", "G", "H")
    assert fed(arrange, ready, *town, "C") == set(town)
    assert fed(arrange, ready, *town, "F", "B", "C", chinese=["C31-1@E"]) == {*town, "F", "B", "C"}
    west = ("Y", "U", "P", "J", "E")
    assert fed(arrange, ready, *west, "A", "B", chinese=["C31-1@G"]) == set(west)


@pytest.mark.case("SOT-6.4a")
def test_chinese_units_recover_though_they_are_cut_off(arrange: Arrange, ready: Ready) -> None:
    """One in Q among Japanese units on all sides, one in a zone."""
    ring = [f"J39-{n}@{place}" for n, place in enumerate("LMKPUVR", 1)]
    state = arrange(*ring, "C31-1@Q", "C31-2@CW", phase="end", turn=5, spent=["C31-1", "C31-2"])
    assert ready(state, "C31-1")
    assert ready(state, "C31-2")
