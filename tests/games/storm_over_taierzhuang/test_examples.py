"""Movement (SOT-7.1), and the worked examples of the rules with their dice.

Only the first example is printed in the rules; the others put numbers to the cases.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest

from sandtable.actions import Disband, Move
from sandtable.dice import Scripted
from sandtable.game import Game
from sandtable.state import State
from tests.games.storm_over_taierzhuang.conftest import Arrange, Play, damage

Refused = Callable[[State, str], str]
At = Callable[[State, str], str]
IsReady = Callable[[State, str], bool]

# Far from the action, Ready, so that no side passes by itself and no turn ends.
BYSTANDERS = ("C44-1@A", "J63-1@T")


def names(stem: str, first: int, last: int) -> str:
    return "+".join(f"{stem}-{number}" for number in range(first, last + 1))


def left(state: State) -> int:
    """Movement points of the group that is on its way."""
    return int(state.vars["mover"][1]) if state.vars["mover"] else 0


def ends(state: State, unit: str) -> set[str]:
    """Where one unit alone may be moved to."""
    found = state.game.legal(state).for_unit(unit)
    return {a.path[-1] for a in found if isinstance(a, Move) and a.units == (unit,)}


# -- points and the end of a move ----------------------------------------------------------------------


@pytest.mark.case("SOT-7.1a", "SOT-7.1.1f")
def test_a_unit_or_a_group_moves_along_a_path_of_adjacent_areas(
    arrange: Arrange, play: Play, refused: Refused, at: At
) -> None:
    state = arrange("J39=3@Y", "J40=1@X", *BYSTANDERS)
    assert at(play(state, "move J39-2 Y-U-Q"), "J39-2") == "Q"
    group = play(state, "move J39-1+J39-2 Y-U-Q")
    assert [at(group, f"J39-{n}") for n in (1, 2, 3)] == ["Q", "Q", "Y"]
    assert refused(state, "move J39-1 Y-Q") == "SOT-7.1a"
    assert refused(state, "move J39-1 U-Q") == "SOT-7.1a"
    assert refused(state, "move J39-1 Y") == "SOT-7.1a"
    assert refused(state, "move J39-1+J40-1 X-U") == "SOT-7.0c"
    # Nobody joins the group on its way.
    assert refused(play(state, "move J39-1+J39-2 Y-U"), "move J39-3 Y-X") == "SOT-7.1.1f"


@pytest.mark.case("SOT-7.1b", "SOT-7.1c", "SOT-7.1d")
def test_points_run_down_and_are_never_exceeded(arrange: Arrange, play: Play, refused: Refused) -> None:
    state = arrange("J39-1@Y", "JT-1@Y", "C31-1@G", "C30-1@M", *BYSTANDERS)
    first = play(state, "move J39-1 Y-U")
    assert left(first) == 2
    second = play(first, "move J39-1 U-Q")
    assert left(second) == 1
    assert refused(second, "move J39-1 Q-M") == "SOT-7.1c"
    assert "M" not in ends(second, "J39-1")
    assert refused(first, "move J39-1 U-Q-K-F") == "SOT-7.1c"
    assert refused(state, "move J39-1 Y-U-Q-K-F") == "SOT-7.1c"
    assert left(play(state, "move JT-1 Y-U-Q-K")) == 1
    chinese = arrange("C31-1@G", *BYSTANDERS, side="chinese")
    assert refused(chinese, "move C31-1 G-F-K-P") == "SOT-7.1c"
    assert "K" in ends(chinese, "C31-1")


@pytest.mark.case("SOT-7.1e")
def test_a_move_ends_without_points_without_a_way_or_by_will(
    arrange: Arrange, play: Play, ready: IsReady
) -> None:
    state = arrange("J39-1@Y", "J39-2@Y", *BYSTANDERS)
    through = play(state, "move J39-1 Y-U-Q-K")
    assert not ready(through, "J39-1")
    assert through.agenda[-1] == ("impulse", 0)
    on_its_way = play(state, "move J39-1 Y-U")
    assert ready(on_its_way, "J39-1")
    stopped = play(on_its_way, "pass")
    assert not ready(stopped, "J39-1")
    assert ready(stopped, "J39-2")
    # One point is left in Y, but everything around is Chinese and takes two.
    slow = {"units": [{"id": "J39-1", "ma": 2}]}
    around = ("C31-1@T", "C31-2@U", "C31-3@X")
    stuck = play(arrange("J39-1@JE1", *around, "J63-1@W", changes=slow), "move J39-1 JE1-Y")
    assert not ready(stuck, "J39-1")
    assert stuck.agenda[-1] == ("impulse", 0)


@pytest.mark.case("SOT-7.1.1a", "SOT-7.1.1b")
def test_an_area_costs_one_and_an_enemy_area_two(arrange: Arrange, play: Play, refused: Refused) -> None:
    words = ("J39-1@Y", "J40-1@U", "C31-1@V", *BYSTANDERS)
    state = arrange(*words)
    assert left(play(state, "move J39-1 Y-U")) == 2
    assert left(play(state, "move J39-1 Y-X")) == 2
    # Three points: one for U, two for V; with one point less V is closed.
    assert "V" in ends(state, "J39-1")
    slow = {"units": [{"id": "J39-1", "ma": 2}]}
    assert refused(arrange(*words, changes=slow), "move J39-1 Y-U-V") == "SOT-7.1c"


@pytest.mark.case("SOT-7.1.1a", "SOT-7.1.1b")
@pytest.mark.parametrize(("allowance", "open_areas"), [(1, {"Y"}), (2, {"X", "Y", "U", "T"})])
def test_a_zone_is_left_at_the_usual_price(
    arrange: Arrange, refused: Refused, allowance: int, open_areas: set[str]
) -> None:
    slow = {"units": [{"id": "J39-1", "ma": allowance}]}
    state = arrange("J39-1@JE1", "C31-1@X", *BYSTANDERS, changes=slow)
    assert ends(state, "J39-1") == open_areas
    if allowance == 1:
        assert refused(state, "move J39-1 JE1-X") == "SOT-7.1c"


@pytest.mark.case("SOT-7.1.1c")
@pytest.mark.parametrize("friend", [(), ("J40-1@U",)])
def test_a_move_ends_where_enemies_stand(
    arrange: Arrange, play: Play, refused: Refused, ready: IsReady, friend: tuple[str, ...]
) -> None:
    state = arrange("JT-1@Y", "C31-1@U", *friend, *BYSTANDERS)
    assert refused(state, "move JT-1 Y-U-Q") == "SOT-7.1.1c"
    state = play(state, "move JT-1 Y-U")
    assert not ready(state, "JT-1")
    assert state.agenda[-1] == ("impulse", 0)


@pytest.mark.case("SOT-7.1.1d")
def test_units_go_from_enemy_to_enemy_and_lose_what_is_left(
    arrange: Arrange, play: Play, refused: Refused, ready: IsReady, at: At
) -> None:
    state = arrange("JT-1@Q", "C31-1@Q", "C31-2@M", *BYSTANDERS)
    assert refused(state, "move JT-1 Q-M-L") == "SOT-7.1.1c"
    state = play(state, "move JT-1 Q-M")
    assert at(state, "JT-1") == "M"
    assert not ready(state, "JT-1")


@pytest.mark.case("SOT-7.1.1g")
def test_the_slowest_unit_sets_the_pace(arrange: Arrange, play: Play, refused: Refused) -> None:
    state = arrange("J39-1@Y", "JT-1@Y", *BYSTANDERS)
    assert refused(state, "move J39-1+JT-1 Y-U-Q-K-F") == "SOT-7.1c"
    assert left(play(state, "move J39-1+JT-1 Y-U")) == 2
    assert left(play(state, "move JT-1 Y-U")) == 3


@pytest.mark.case("SOT-7.1.1h")
def test_a_unit_dropped_off_is_spent_at_once(
    arrange: Arrange, play: Play, refused: Refused, ready: IsReady, at: At
) -> None:
    state = play(arrange("J39=3@Y", *BYSTANDERS), f"move {names('J39', 1, 3)} Y-U", "move J39-1+J39-2 U-Q")
    assert [at(state, f"J39-{n}") for n in (1, 2, 3)] == ["Q", "Q", "U"]
    assert [ready(state, f"J39-{n}") for n in (1, 2, 3)] == [True, True, False]
    assert refused(state, "move J39-3 U-V") == "SOT-2.1c"
    state = play(state, "move J39-2 Q-K")
    assert [at(state, f"J39-{n}") for n in (1, 2, 3)] == ["Q", "K", "U"]
    assert not any(ready(state, f"J39-{n}") for n in (1, 2, 3))


@pytest.mark.case("SOT-7.1.1i")
@pytest.mark.parametrize("corner", ["F", "I", "L"])
def test_only_the_chinese_pass_the_corners_of_c(
    arrange: Arrange, play: Play, refused: Refused, at: At, corner: str
) -> None:
    for here, there in (("C", corner), (corner, "C")):
        chinese = arrange(f"C31-1@{here}", *BYSTANDERS, side="chinese")
        assert at(play(chinese, f"move C31-1 {here}-{there}"), "C31-1") == there
        japanese = arrange(f"J39-1@{here}", *BYSTANDERS)
        assert refused(japanese, f"move J39-1 {here}-{there}") == "SOT-7.1.1i"
    # The list of corners is complete.
    assert refused(arrange("C31-1@C", *BYSTANDERS, side="chinese"), "move C31-1 C-M") == "SOT-7.1a"


@pytest.mark.case("SOT-7.1.1j")
def test_a_move_ends_under_enemy_control_even_where_nobody_stands(
    arrange: Arrange, play: Play, refused: Refused, ready: IsReady
) -> None:
    state = arrange("JT-1@Y", *BYSTANDERS, control={"U": "chinese"})
    assert refused(state, "move JT-1 Y-U-Q") == "SOT-7.1.1j"
    assert not ready(play(state, "move JT-1 Y-U"), "JT-1")


# -- stacking ------------------------------------------------------------------------------------------


@pytest.mark.case("SOT-7.1.2a", "SOT-7.1.2b", "SOT-7.1.2e")
def test_ten_units_of_a_side_and_no_more_not_even_on_the_way(
    arrange: Arrange, play: Play, refused: Refused, at: At
) -> None:
    nine = arrange("J39=7@U", "J40=2@U", "J10=2@Y", *BYSTANDERS)
    assert refused(nine, "move J10-1+J10-2 Y-U") == "SOT-7.1.2a"
    assert refused(nine, "move J10-1+J10-2 Y-U-Q") == "SOT-7.1.2a"
    assert at(play(nine, "move J10-1 Y-U-Q"), "J10-1") == "Q"
    # Ten Chinese in the area leave room for ten Japanese.
    both = arrange("C31=10@U", "J39=7@U", "J40=2@U", "J10=2@Y", *BYSTANDERS)
    assert at(play(both, "move J10-1 Y-U"), "J10-1") == "U"
    assert refused(both, "move J10-1+J10-2 Y-U") == "SOT-7.1.2a"


@pytest.mark.case("SOT-7.1.2c")
def test_the_opponent_says_who_is_too_many(arrange: Arrange, play: Play, refused: Refused, at: At) -> None:
    state = arrange("J39=7@U", "J40=5@U", "C31=1@U", *BYSTANDERS)
    assert state.game.decision(state).side == "chinese"
    assert all(isinstance(a, Disband) for a in state.game.legal(state))
    assert refused(state, "disband C31-1") == "SOT-7.1.2c"
    assert refused(state, "disband J63-1") == "SOT-7.1.2c"
    state = play(state, "disband J39-1", "disband J39-2")
    assert [at(state, f"J39-{n}") for n in (1, 2, 3)] == ["eliminated", "eliminated", "U"]
    assert state.agenda[-1] == ("impulse", 1)


@pytest.mark.case("SOT-7.1.2d")
def test_a_zone_holds_any_number(arrange: Arrange, play: Play) -> None:
    state = arrange("J39=7@JE1", "J40=7@JE1", "J10=7@JE1", "C44-1@A")
    assert state.agenda[-1] == ("impulse", 1)
    assert not list(state.game.defects(state))
    assert left(play(state, f"move {names('J39', 1, 7)} JE1-Y")) == 2


# -- the worked examples -------------------------------------------------------------------------------


@pytest.mark.case("SOT-2.4a", "SOT-7.1a", "SOT-7.1.1a", "SOT-7.1.1f", "SOT-7.0b")
def test_example_1_five_battalions_go_from_wanzhuang_to_chentang(
    arrange: Arrange, play: Play, ready: IsReady, at: At, game: Game
) -> None:
    assert "Wanzhuang" in game.space_name("Y")
    assert "Chentang" in game.space_name("U")
    state = play(arrange("J39=5@Y", *BYSTANDERS), f"move {names('J39', 1, 5)} Y-U", "pass")
    assert [(at(state, f"J39-{n}"), ready(state, f"J39-{n}")) for n in range(1, 6)] == [("U", False)] * 5
    assert game.decision(state).side == "chinese"


FIRERS = ("J39-3", "J39-4", "J39-5", "JT-1")


def fire_of_the_example(arrange: Arrange, play: Play, place: str) -> int:
    """Three infantry of CF 1 and a tank of CF 3 fire at a DF of 4 in Q; the dice show 4 and 3."""
    state = arrange(*(f"{unit}@{place}" for unit in FIRERS), "C30=3@Q", *BYSTANDERS)
    return damage(play(state, f"fire {'+'.join(FIRERS)} Q", dice=(4, 3)))


@pytest.mark.case("SOT-7.2.2a-i", "SOT-7.2.2c-i", "SOT-7.3a")
def test_example_2_a_village_is_fired_at_from_outside(arrange: Arrange, play: Play) -> None:
    assert fire_of_the_example(arrange, play, "R") == 13 - 6


@pytest.mark.case("SOT-7.2.2c-ii")
def test_example_3_a_contested_village_has_no_level(arrange: Arrange, play: Play) -> None:
    assert fire_of_the_example(arrange, play, "Q") == 13 - 4


@pytest.mark.case("SOT-7.2.2d-i", "SOT-7.2.2d-ii", "SOT-7.2.2d-iii")
def test_example_4_the_town_from_outside_and_from_inside(arrange: Arrange, play: Play) -> None:
    """An Attack Total of 14: two tanks and dice of 8."""
    from_m = arrange("JT=2@M", "C31=2@G", *BYSTANDERS)
    assert damage(play(from_m, "fire JT-1+JT-2 G", dice=(4, 4))) == 14 - 11
    contested = arrange("JT=2@M", "C31=2@G", "J39-1@G", *BYSTANDERS)
    assert damage(play(contested, "fire JT-1+JT-2 G", dice=(4, 4))) == 14 - 11
    inside = arrange("JT=2@G", "C31=2@G", *BYSTANDERS)
    assert damage(play(inside, "fire JT-1+JT-2 G", dice=(4, 4))) == 14 - 8


FIVE = names("C31", 4, 8)
"""Five Chinese units of CF 0."""


def weak(arrange: Arrange, wave: int = 2) -> State:
    """They share a village with three Japanese of DF 6."""
    units = (f"{unit}@Q" for unit in FIVE.split("+"))
    return arrange(*units, "J39=3@Q", *BYSTANDERS, side="chinese", wave={"chinese": wave})


@pytest.mark.case("SOT-7.2.2a-iv")
def test_example_5_units_without_a_factor(arrange: Arrange, play: Play) -> None:
    assert damage(play(weak(arrange), f"fire {FIVE} Q", dice=(5, 3))) == 7 - 6


@pytest.mark.case("SOT-7.2.2b-ii", "SOT-7.2.2b-iv")
def test_example_6_the_same_as_a_human_wave(arrange: Arrange, play: Play, at: At) -> None:
    state = play(weak(arrange), f"fire {FIVE} Q with wave", dice=(5, 3))
    assert damage(state) == 9 - 6
    state = play(state, "absorb eliminate_ready J39-1", dice=(2, 3, 1, 6, 2))
    fate = [at(state, unit) for unit in FIVE.split("+")]
    assert fate == ["eliminated", "Q", "eliminated", "Q", "eliminated"]


@pytest.mark.case("SOT-7.2.2b-ii")
@pytest.mark.parametrize("divisor", [3, 4])
def test_example_7_a_cause_in_doubt_makes_waves_weaker(arrange: Arrange, play: Play, divisor: int) -> None:
    assert damage(play(weak(arrange, divisor), f"fire {FIVE} Q with wave", dice=(5, 3))) == 8 - 6


def lines(state: State) -> set[str]:
    """What the owner of the hit units may do, retreats to M alone."""
    return {str(a) for a in state.game.legal(state) if getattr(a, "space", None) in (None, "M")}


@pytest.mark.case("SOT-7.4a", "SOT-7.4b", "SOT-7.4c")
def test_example_8_two_points_on_a_ready_and_a_spent_unit(arrange: Arrange, play: Play, at: At) -> None:
    state = arrange("J39-1@Q", "C31=2@Q", *BYSTANDERS, spent=["C31-2"])
    state = play(state, "fire J39-1 Q", dice=(3, 2))
    assert lines(state) == {
        "absorb flip C31-1",
        "absorb retreat C31-2 to M",
        "absorb eliminate_spent C31-2",
        "absorb flip_and_retreat C31-1 to M",
    }
    after = play(state, "absorb flip C31-1")
    # The second point must be used: on either unit, both Spent now.
    assert lines(after) == {"absorb retreat C31-1 to M"}
    assert at(play(after, "absorb retreat C31-2 to M"), "C31-2") == "M"
    assert at(play(after, "absorb retreat C31-1 to M"), "C31-1") == "M"


@pytest.mark.case("SOT-7.4d")
def test_example_9_three_points_on_spent_units(arrange: Arrange, play: Play, at: At) -> None:
    pair = arrange("J39-1@Q", "C31=2@Q", *BYSTANDERS, spent=["C31-1", "C31-2"])
    pair = play(pair, "fire J39-1 Q", dice=(3, 2))
    joined = play(pair, "absorb eliminate_spent_and_retreat C31-1 and C31-2 to M")
    assert [at(joined, f"C31-{n}") for n in (1, 2)] == ["eliminated", "M"]
    assert joined.agenda[-1] == ("impulse", 0)
    both = play(pair, "absorb retreat C31-1 to M", "absorb retreat C31-2 to M")
    assert [at(both, f"C31-{n}") for n in (1, 2)] == ["M", "M"]
    assert both.agenda[-1] == ("impulse", 0)
    alone = arrange("J39-1@Q", "C31=1@Q", *BYSTANDERS, spent=["C31-1"])
    alone = play(alone, "fire J39-1 Q", dice=(3, 2))
    for text, place in (("eliminate_spent C31-1", "eliminated"), ("retreat C31-1 to M", "M")):
        done = play(alone, f"absorb {text}")
        assert at(done, "C31-1") == place
        assert done.agenda[-1] == ("impulse", 0)


@pytest.mark.case("SOT-7.1.1a", "SOT-7.1.1b", "SOT-7.1.1e")
@pytest.mark.parametrize(
    ("unit", "inside", "cost"),
    [
        ("JT-1", ("C31-1@G",), 3),
        ("J39-1", ("C31-1@G",), 2),
        ("JT-1", ("C31-1@G", "J40-1@G"), 2),
        ("J39-1", ("C31-1@G", "J40-1@G"), 1),
        ("JT-1", (), 2),
        ("J39-1", ("J40-1@G",), 1),
    ],
)
def test_example_10_what_the_town_costs(
    arrange: Arrange, play: Play, refused: Refused, at: At, unit: str, inside: tuple[str, ...], cost: int
) -> None:
    """An allowance of just that many points is enough, and one point less is not."""
    for allowance in (cost, cost - 1):
        changes = {"units": [{"id": unit, "ma": max(allowance, 1)}]}
        state = arrange(f"{unit}@M", *inside, *BYSTANDERS, changes=changes)
        if allowance == cost:
            assert at(play(state, f"move {unit} M-G"), unit) == "G"
        elif allowance:
            assert refused(state, f"move {unit} M-G") == "SOT-7.1c"


@pytest.mark.case("SOT-7.1.1e")
def test_only_the_town_hinders_tanks(arrange: Arrange, play: Play) -> None:
    state = arrange("JT-1@M", *BYSTANDERS)
    costs = {area: 4 - left(play(state, f"move JT-1 M-{area}")) for area in "FGHKLQ"}
    assert costs == {"F": 1, "G": 2, "H": 2, "K": 1, "L": 1, "Q": 1}


@pytest.mark.case("SOT-RE.11a")
@pytest.mark.parametrize(("times", "attack"), [(1, 8), (2, 8)])
def test_example_7_by_the_event_itself(arrange: Arrange, play: Play, times: int, attack: int) -> None:
    """The Japanese hold the town, so that only the Chinese doubt their cause."""
    units = (f"{unit}@Q" for unit in FIVE.split("+"))
    state = arrange(
        *units, "J39=3@Q", "J40-1@H", *BYSTANDERS, phase="random event", cause=times - 1,
        wave={"chinese": 1 + times}, dice=Scripted(5, 6),
    )  # fmt: skip
    assert state.vars["wave"] == (2 + times, 2)
    assert damage(play(state, "pass", f"fire {FIVE} Q with wave", dice=(5, 3))) == attack - 6


@pytest.mark.case("SOT-6.1a", "SOT-6.1b", "SOT-6.1c", "SOT-6.1h")
@pytest.mark.parametrize(
    ("dice", "comes"), [((1, 4), True), ((3, 3), False), ((1, 1), True), ((6, 6), False)]
)
def test_example_11_reinforcements_on_turn_5(
    arrange: Arrange, play: Play, dice: tuple[int, int], comes: bool
) -> None:
    """Whatever was rolled, a chit buys another roll; the second is for the number of units if they come."""
    state = arrange(
        *BYSTANDERS, turn=5, phase="reinforcement", hands={"chinese": ["DARE"]}, pool=["C2-1"],
        dice=Scripted(*dice),
    )  # fmt: skip
    assert state.agenda[-1][:3] == ("reroll", 0, "availability")
    # A failed roll is followed by the dice of event (9: none) and initiative alone.
    if comes:
        kept = play(state, "pass", dice=(2, 2))
        assert kept.agenda[-1][:3] == ("reroll", 0, "number")
    else:
        kept = play(state, "pass", dice=(4, 5, 1, 2))
        assert kept.agenda[-1][0] == "impulse"
    again = play(state, "discard DARE", dice=(4, 4, 4, 5, 1, 2))
    assert again.agenda[-1][0] == "impulse"


@pytest.mark.case("SOT-6.1a", "SOT-6.1b", "SOT-6.1c", "SOT-6.2b", "SOT-6.2c")
@pytest.mark.parametrize(("turn", "ways"), [(2, 1), (7, 21), (11, 35), (12, 35), (13, 35)])
def test_example_12_how_often_reinforcements_come(arrange: Arrange, turn: int, ways: int) -> None:
    """Of 36 rolls; a success is followed by the roll for the number, so that the next question differs."""
    chinese = japanese = 0
    for roll in product(range(1, 7), repeat=2):
        # The dice behind the roll: the number of units, or an event without effect and the initiative.
        script = Scripted(*roll, 4, 5, 1, 2)
        words = {"turn": turn, "phase": "reinforcement"}
        state = arrange(*BYSTANDERS, **words, pool=["C2-1"], dice=script)
        chinese += state.agenda[-1][0] == "arrive"
        state = arrange(*BYSTANDERS, **words, pool=["J5-21-1"], hands={"japanese": ["ENG"]})
        state = state.game.play(state, state.game.parse("discard ENG"), Scripted(*roll, 4, 5, 1, 2))
        japanese += state.agenda[-1][0] == "arrive"
    assert (chinese, japanese) == (ways, ways)


@pytest.mark.case("SOT-6.3b", "SOT-6.3c", "SOT-6.3g")
def test_example_13_a_chain_of_areas_and_its_gap(arrange: Arrange, ready: IsReady) -> None:
    chain = ("J39-1@X", "J39-2@V", "J39-3@Q", "J39-4@M", "J39-5@G")
    whole = arrange(*chain, "C44-1@A", phase="end", spent=["J39-3"])
    assert all(ready(whole, f"J39-{n}") for n in range(1, 6))
    broken = arrange(*(w for w in chain if "@V" not in w), "C44-1@A", phase="end", spent=["J39-3"])
    assert [ready(broken, f"J39-{n}") for n in (1, 3, 4, 5)] == [True, False, False, False]


@pytest.mark.case("SOT-6.3e")
def test_example_14_supply_crosses_the_bridge_alone(arrange: Arrange, ready: IsReady) -> None:
    chain = ("J39-1@Y", "J39-2@U", "J39-3@P", "J39-4@K", "J39-5@F", "J39-6@G", "C44-1@D")
    over = arrange(*chain, "J40-1@B", "J40-2@C", phase="end")
    assert [ready(over, u) for u in ("J39-5", "J39-6", "J40-1", "J40-2")] == [True] * 4
    cut = arrange(*chain, "J40-2@C", phase="end")
    assert [ready(cut, u) for u in ("J39-5", "J39-6", "J40-2")] == [True, True, False]


@pytest.mark.case("SOT-TC.J1a", "SOT-TC.J1b")
def test_example_15_heavy_artillery_on_a_contested_village(arrange: Arrange, play: Play) -> None:
    state = arrange("J39-1@Q", "C30=5@Q", *BYSTANDERS, hands={"japanese": ["HA_J"]})
    assert damage(play(state, "play HA_J at Q", dice=(3, 4))) == 17 - 6


@pytest.mark.case("SOT-TC.J2a", "SOT-7.2.2d-i")
def test_example_16_bombers_over_the_town(arrange: Arrange, play: Play) -> None:
    state = arrange("C31=5@H", *BYSTANDERS, hands={"japanese": ["BOMB"]})
    assert damage(play(state, "play BOMB at H", dice=(3, 4))) == 19 - 11


@pytest.mark.case("SOT-RE.5a", "SOT-RE.5b")
def test_example_17_tanks_without_fuel(arrange: Arrange, play: Play, ready: IsReady, game: Game) -> None:
    hand = ["ENG", "ENG", "ENG", "HA_J", "BOMB", "WILL"]
    state = arrange(
        "JT=10@U", *BYSTANDERS, phase="random event", hands={"japanese": hand}, dice=Scripted(2, 3)
    )
    state = play(state, *(f"refuel JT-{n} ENG" for n in (2, 5, 9)), "pass")
    assert [n for n in range(1, 11) if ready(state, f"JT-{n}")] == [2, 5, 9]
    assert sorted(game.cups[1].hand(state)) == ["BOMB", "HA_J", "WILL"]


INFILTRATING = {"infiltration": "yes"}


@pytest.mark.case("SOT-12.6i")
def test_example_18_the_chinese_slip_past_spent_japanese(arrange: Arrange, play: Play, at: At) -> None:
    words = ("C31-1@M", "C30=3@Q", "J39=2@Q", *BYSTANDERS)
    state = arrange(*words, side="chinese", options=INFILTRATING, spent=["J39-1", "J39-2"])
    assert at(play(state, "infiltrate C31-1 M-Q-U", dice=(6,)), "C31-1") == "U"
    # Were the Japanese Ready, the same die would be one too high.
    state = arrange(*words, side="chinese", options=INFILTRATING)
    assert at(play(state, "infiltrate C31-1 M-Q-U", dice=(6,)), "C31-1") != "U"


@pytest.mark.case("SOT-12.6i")
def test_example_19_the_japanese_fail_to_slip_past(
    arrange: Arrange, play: Play, at: At, ready: IsReady
) -> None:
    state = arrange(
        "J39-1@U", "J40-1@Q", "C31=4@Q", *BYSTANDERS, options=INFILTRATING, spent=["J40-1"]
    )  # fmt: skip
    failed = play(state, "infiltrate J39-1 U-Q-M", dice=(2,))
    assert at(failed, "J39-1") == "U"
    assert not ready(failed, "J39-1")
    assert at(play(state, "infiltrate J39-1 U-Q-M", dice=(1,)), "J39-1") == "M"


@pytest.mark.case("SOT-TC.J4b", "SOT-TC.C1c", "SOT-TC.C1d", "SOT-TC.J4d")
def test_example_20_banzai_against_resolute_defenders(
    arrange: Arrange, play: Play, ready: IsReady, at: At, refused: Refused
) -> None:
    hands = {"japanese": ["BANZAI"], "chinese": ["RESOLUTE"]}
    state = arrange("J39=3@M", "C31=3@K", *BYSTANDERS, hands=hands)
    three = names("J39", 1, 3)
    state = play(state, f"play BANZAI by {three}", f"move {three} M-K")
    assert state.game.decision(state).side == "chinese"
    state = play(state, f"play RESOLUTE by {names('C31', 1, 3)}", dice=(3, 4))
    assert damage(state) == 10 - 6
    assert state.game.decision(state).side == "japanese"
    state = play(state, "absorb eliminate_ready J39-1", "absorb flip J39-2")
    assert all(ready(state, f"C31-{n}") for n in (1, 2, 3))
    assert refused(state, "fire J39-2+J39-3 K") == "SOT-2.1c"
    # The survivor, of CF 1, fires at a village that is still Chinese: 1 + 8 against 5 + 2.
    state = play(state, "fire J39-3 K", dice=(4, 4))
    assert damage(state) == 9 - 7
    state = play(state, "absorb flip C31-1", "absorb flip C31-2")
    assert at(state, "J39-1") == "eliminated"
    assert not ready(state, "J39-2")
    assert not ready(state, "J39-3")


@pytest.mark.case("SOT-11.0c", "SOT-11.0d")
def test_example_21_no_fire_over_the_canal_but_guns(arrange: Arrange, play: Play, refused: Refused) -> None:
    state = arrange("J39=2@F", "J40=1@G", "C31=1@B", "C30=1@C", *BYSTANDERS, hands={"japanese": ["HA_J"]})
    assert refused(state, "fire J39-1 B") == "SOT-11.0c"
    assert refused(state, "fire J40-1 C") == "SOT-11.0c"
    assert refused(state, "fire J39-1 C") in ("SOT-7.2a", "SOT-11.0c")
    assert damage(play(state, "play HA_J at B", dice=(1, 1))) == 12 - 7
    assert damage(play(state, "play HA_J at C", dice=(1, 1))) == 12 - 6


@pytest.mark.case("SOT-9.0a", "SOT-7.2.2c-i", "SOT-7.2.2c-ii", "SOT-7.2.2d-ii")
def test_example_22_control_does_not_change_within_an_impulse(arrange: Arrange, play: Play) -> None:
    """An Attack Total of 14: two tanks and dice of 8."""
    hands = {"japanese": ["BANZAI"]}
    tanks = "JT-1+JT-2"
    state = arrange("JT=4@M", "C31=2@G", "C30=4@K", *BYSTANDERS, hands=hands)
    rush = play(state, f"play BANZAI by {tanks}")
    assert damage(play(rush, f"move {tanks} M-G", f"fire {tanks} G", dice=(4, 4))) == 14 - 8
    assert damage(play(rush, f"move {tanks} M-K", f"fire {tanks} K", dice=(4, 4))) == 14 - 6
    later = play(state, "move JT-3+JT-4 M-K", "pass", f"fire {tanks} K", dice=(4, 4))
    assert damage(later) == 14 - 4


@pytest.mark.case("SOT-RE.6b", "SOT-5.1c", "SOT-5.3c")
def test_example_23_an_extra_chit_is_free_for_one_turn(
    arrange: Arrange, play: Play, refused: Refused, game: Game
) -> None:
    """With three allowed on turns 5 and 6."""
    hand = ["DARE", "DARE", "HEROES"]
    state = arrange(
        *BYSTANDERS, turn=5, phase="random event", hands={"chinese": hand}, dice=Scripted(3, 3, 2, 1, 1, 2)
    )
    assert game.cups[0].size(state) == 4
    state = play(state, "pass", "pass")
    assert state.phase == "end"
    assert refused(state, "pass") == "SOT-5.3c"
    kept = play(state, "discard HEROES")
    assert game.cups[0].size(kept) == 3
    kept = play(kept, "pass")
    assert kept.turn == 6
