"""The data switches of Storm Over Taierzhuang: each other reading of a rule, beside the usual one."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandtable.dice import Scripted
from sandtable.game import Game
from sandtable.state import State
from tests.games.storm_over_taierzhuang.conftest import Arrange, Play, damage

Refused = Callable[[State, str], str]
At = Callable[[State, str], str]
IsReady = Callable[[State, str], bool]

# Far from every fight, Ready, so that no side passes by itself and no turn ends.
BYSTANDERS = ("C44-1@A", "J63-1@Y")


def ways(state: State, unit: str) -> set[str]:
    """The areas into which one unit alone may move."""
    return {a.path[-1] for a in state.game.legal(state) if a.verb == "move" and a.touched_units == (unit,)}


@pytest.mark.case("SOT-7.2.2a-iv", "SOT-7.2.2b-ii")
@pytest.mark.parametrize(("reading", "penalty"), [("yes", 1), ("no", 0)])
def test_a_wave_of_units_without_a_factor_may_be_spared_the_penalty(
    arrange: Arrange, play: Play, reading: str, penalty: int
) -> None:
    """R-10: five units of CF 0; without a wave the roll is one less under both readings."""
    units = "+".join(f"C31-{n}" for n in range(4, 9))
    words = (*(f"C31-{n}@Q" for n in range(4, 9)), "J39=3@Q", *BYSTANDERS)
    state = arrange(*words, side="chinese", options={"zero_cf_penalty_in_wave": reading})
    assert damage(play(state, f"fire {units} Q with wave", dice=(5, 3))) == 8 - penalty + 2 - 6
    assert damage(play(state, f"fire {units} Q", dice=(5, 3))) == 8 - 1 - 6


@pytest.mark.case("SOT-8.0k", "SOT-6.1e")
@pytest.mark.parametrize("reading", ["draw", "free"])
def test_units_that_fell_back_come_by_lot_or_walk_out_again(
    arrange: Arrange, play: Play, refused: Refused, at: At, ready: IsReady, reading: str
) -> None:
    """R-16: the unit driven into CW is Ready on the next turn, when nobody is left in the pool."""
    around = ("J40-1@K", "J40-2@O", "J40-3@P", "J40-4@E")
    state = arrange(
        "J39-1@J", "C31-1@J", *around, *BYSTANDERS,
        turn=4, spent=["C31-1"], pool=[], options={"retreated_units_return": reading},
    )  # fmt: skip
    state = play(state, "fire J39-1 J", "absorb retreat C31-1 to CW", dice=(2, 1))
    assert (at(state, "C31-1"), ready(state, "C31-1")) == ("CW", False)
    state = play(state, "pass", "pass")
    # By lot there is somebody to roll for, in vain; else nobody. Then no event, and the initiative.
    rolls = (6, 6) if reading == "draw" else ()
    state = play(state, "draw 0", "draw 0", dice=(*rolls, 1, 2, 6, 1))
    assert (state.turn, ready(state, "C31-1")) == (5, True)
    if reading == "draw":
        assert refused(state, "move C31-1 CW-T") == "SOT-8.0k"
        assert not ways(state, "C31-1")
    else:
        assert at(play(state, "move C31-1 CW-T", "pass"), "C31-1") == "T"


@pytest.mark.case("SOT-9.0a", "SOT-7.2.2c-ii")
@pytest.mark.parametrize(("reading", "level"), [("end_of_impulse", 2), ("immediate", 0)])
def test_control_may_change_within_an_impulse(arrange: Arrange, play: Play, reading: str, level: int) -> None:
    """R-46: a Banzai into K: is the village still Chinese when the tanks fire, 6 + 8 against 4?"""
    options = {"control_timing": reading}
    state = arrange("JT=2@M", "C30=4@K", *BYSTANDERS, hands={"japanese": ["BANZAI"]}, options=options)
    tanks = "JT-1+JT-2"
    rush = play(state, f"play BANZAI by {tanks}", f"move {tanks} M-K", f"fire {tanks} K", dice=(4, 4))
    assert damage(rush) == 14 - 4 - level


@pytest.mark.case("SOT-9.0a", "SOT-9.0c")
@pytest.mark.parametrize(("reading", "points"), [("end_of_impulse", 2), ("immediate", 1)])
def test_losses_change_control_at_once_or_after_the_impulse(
    arrange: Arrange, play: Play, reading: str, points: int
) -> None:
    """R-46: the defenders of M are destroyed before the Banzai goes on into it: enemy ground, or nobody's."""
    options = {"control_timing": reading}
    state = arrange("J39=2@Q", "C31-1@M", *BYSTANDERS, hands={"japanese": ["BANZAI"]}, options=options)
    rush = play(state, "play BANZAI by J39-1+J39-2", "fire J39-1+J39-2 M", dice=(3, 3))
    rush = play(rush, "absorb eliminate_ready C31-1")
    move = rush.game.parse("move J39-1+J39-2 Q-M")
    assert rush.game.march_cost(rush, move) == points


@pytest.mark.case("SOT-3.2a", "SOT-7.1.1a", "SOT-6.3b")
@pytest.mark.parametrize(
    ("reading", "first", "second"), [("wide", {"X", "Y"}, {"W", "X"}), ("strict", {"X"}, {"W"})]
)
def test_the_japanese_zones_border_two_areas_each_or_one(
    arrange: Arrange, refused: Refused, reading: str, first: set[str], second: set[str]
) -> None:
    """R-64: for moves, fire, the guns' eyes, retreats and supply alike."""
    options = {"zone_entry": reading}
    words = ("J39-1@JE1", "J40-1@JE2", "C31-1@W", "C31-2@X", "C31-3@Y", "C44-1@A")
    state = arrange(*words, hands={"japanese": ["HA_J"]}, options=options)
    assert (ways(state, "J39-1"), ways(state, "J40-1")) == (first, second)
    fires = {(a.touched_units, a.focus) for a in state.game.legal(state) if a.verb == "fire"}
    assert {area for units, area in fires if units == ("J39-1",)} == first
    assert {area for units, area in fires if units == ("J40-1",)} == second
    shelled = {a.focus for a in state.game.legal(state) if a.verb == "play"}
    assert shelled == first | second
    if reading == "strict":
        assert refused(state, "move J39-1 JE1-Y") == "SOT-7.1a"
        assert refused(state, "fire J39-1 Y") == "SOT-7.2a"
        assert refused(state, "play HA_J at Y") == "SOT-TC.J1a"


@pytest.mark.case("SOT-8.0c", "SOT-6.3b")
@pytest.mark.parametrize("reading", ["wide", "strict"])
def test_a_zone_that_does_not_border_an_area_neither_takes_in_nor_supplies(
    arrange: Arrange, play: Play, at: At, ready: IsReady, reading: str
) -> None:
    """R-64: a unit alone in Y, with Chinese on all sides."""
    options = {"zone_entry": reading}
    words = ("J39-1@Y", "C31-1@Y", "C30-1@T", "C30-2@U", "C30-3@X", "J63-1@JE2")
    state = arrange(*words, side="chinese", spent=["J39-1"], options=options)
    state = play(state, "fire C31-1 Y", dice=(3, 2))
    refuges = {a.space for a in state.game.legal(state)}
    assert refuges == ({"JE1"} if reading == "wide" else {None})
    alone = arrange("J39-1@Y", "C44-1@A", "J63-1@JE2", phase="end", options=options)
    assert ready(alone, "J39-1") == (reading == "wide")


@pytest.mark.case("SOT-3.1a", "SOT-3.1g", "SOT-12.8d", "SOT-12.8e")
def test_a_smaller_chinese_army(game: Game, arrange: Arrange, play: Play, refused: Refused) -> None:
    """R-02: ten units of every division; with 12.8 five and five of the 30th and of the 44th."""
    compact = {"chinese_counter_mix": "compact_80"}
    state = game.new(options=compact)
    boxes = game.view(state, None).boxes
    waiting = [u.id for u in boxes["to be set up"] if u.id.startswith("C")]
    assert waiting == [f"C{d}-{n}" for d in (31, 30, 27, 44) for n in range(1, 11)]
    pool = [u.id for u in boxes["reinforcement pool"] if u.id.startswith("C")]
    assert pool == [f"C{d}-{n}" for d in (2, 25, 4, 89) for n in range(1, 11)]
    assert refused(state, "deploy C30-11 A") == "SOT-3.1a"
    historical = arrange(
        phase="set-up", side="chinese", dice=Scripted(6, 6), options={**compact, "historical_setup": "yes"}
    )
    for division in (30, 44):
        five = "+".join(f"C{division}-{n}" for n in range(1, 6))
        for text, case in ((f"deploy {five} E", "SOT-12.8d"), (f"deploy {five} A", "SOT-12.8e")):
            placed = play(historical, text)
            assert refused(placed, text.replace(five, f"C{division}-6")) == case
            other = "A" if text.endswith("E") else "E"
            play(placed, f"deploy C{division}-6 {other}")


@pytest.mark.case("SOT-12.6i", "SOT-12.6d", "SOT-12.6e")
@pytest.mark.parametrize(
    ("reading", "even", "superior", "inferior"),
    [
        ("reconciled", {1, 2, 3}, {1, 2, 3, 4}, {1, 2}),
        ("text", {1, 2, 3}, {1, 2}, {1, 2, 3, 4}),
        ("card", {4, 5, 6}, {5, 6}, {3, 4, 5, 6}),
    ],
)
def test_each_printing_of_the_infiltration_check_has_its_own_numbers_and_signs(
    arrange: Arrange, play: Play, at: At, reading: str, even: set[int], superior: set[int], inferior: set[int]
) -> None:
    """R-01: Japanese infantry passes Q, where friends and enemies are as many, more, or fewer."""
    options = {"infiltration": "yes", "infiltration_check": reading}
    stands = {("J40-1@Q",): even, ("J40-1@Q", "J40-2@Q"): superior, ("J40-1@Q", "C30-2@Q"): inferior}
    for words, passing in stands.items():
        state = arrange("J39-1@R", "C30-1@Q", *words, *BYSTANDERS, options=options)
        tries = {die: play(state, "infiltrate J39-1 R-Q-K", dice=(die,)) for die in range(1, 7)}
        assert {die for die, after in tries.items() if at(after, "J39-1") == "K"} == passing
        assert {die for die, after in tries.items() if at(after, "J39-1") == "R"} == set(tries) - passing


@pytest.mark.case("SOT-RE.10a", "SOT-TC.J2a")
@pytest.mark.parametrize("reading", ["no", "yes"])
def test_a_bomber_of_the_air_drop_may_count_as_the_attack_of_the_turn(
    arrange: Arrange, play: Play, refused: Refused, reading: str
) -> None:
    """R-49: a second Bomber chit is in the hand when the first impulse begins."""
    state = arrange(
        "J39-1@K", "C31-1@M", *BYSTANDERS, phase="random event", dice=Scripted(4, 6),
        hands={"japanese": ["BOMB", "BOMB"]}, options={"air_drop_uses_bomber_limit": reading},
    )  # fmt: skip
    state = play(state, "play BOMB", "drop supply at K")
    if reading == "yes":
        assert refused(state, "play BOMB at M") == "SOT-TC.J2a"
    else:
        assert damage(play(state, "play BOMB at M", dice=(1, 1))) == 12 + 2 - 5 - 2


@pytest.mark.case("SOT-TC.C1c")
@pytest.mark.parametrize(("reading", "defence"), [("yes", 6), ("no", 5)])
def test_movers_may_be_spent_already_when_the_defenders_fire(
    arrange: Arrange, play: Play, reading: str, defence: int
) -> None:
    """R-50: a battalion walks into U; CF 1 and a nine against its Ready or its Spent side."""
    state = arrange(
        "J39-1@Y", "C31-1@U", *BYSTANDERS, hands={"chinese": ["RESOLUTE"]},
        options={"movers_ready_in_reaction": reading},
    )  # fmt: skip
    state = play(state, "move J39-1 Y-U", "play RESOLUTE by C31-1", dice=(5, 4))
    assert damage(state) == 1 + 9 - defence
