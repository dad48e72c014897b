"""SOT-7.4, 8.0: damage points spent by the owner, and where units retreat to."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandtable.errors import IllegalAction
from sandtable.game import Game
from sandtable.games.storm_over_taierzhuang.orders import Absorb
from sandtable.state import State
from tests.games.storm_over_taierzhuang.conftest import Arrange, Play

Refused = Callable[[State, str], str]
At = Callable[[State, str], str]
IsReady = Callable[[State, str], bool]

# Far from every fight, Ready, so that no side passes by itself and no turn ends.
BYSTANDERS = ("C44-1@A", "J63-1@Y")
HIT_IN_Q = "fire J39-1 Q"


def hit(arrange: Arrange, play: Play, points: int, *words: str, spent: tuple[str, ...] = ()) -> State:
    """So many points on Chinese units in Q, of which at least one has a DF of 5 Ready or 4 Spent."""
    state = arrange("J39-1@Q", *words, *BYSTANDERS, spent=spent)
    best = max(
        state.game.units[u].defence[state.steps[u]]
        for u in state.units_at(state.game.board.index("Q"))
        if state.game.side_of[u] == 0
    )
    need = points + best - 2
    state = play(state, HIT_IN_Q, dice=(need - need // 2, need // 2))
    assert state.agenda[-1] == ("absorb", points)
    return state


def uses(state: State) -> set[tuple[str, str]]:
    """What may be done, and to whom."""
    return {(a.use, a.unit) for a in state.game.legal(state) if isinstance(a, Absorb)}


def ways(state: State, use: str = "retreat") -> set[str | None]:
    """Where a use lets a unit retreat to."""
    return {a.space for a in state.game.legal(state) if isinstance(a, Absorb) and a.use == use}


def over(state: State) -> bool:
    """Has the Japanese impulse ended?"""
    return state.agenda[-1][0] == "impulse" and state.game.decision(state).side == "chinese"


# -- what points buy -----------------------------------------------------------------------------------


@pytest.mark.case("SOT-7.4a")
def test_the_owner_uses_up_the_points_as_he_likes(
    arrange: Arrange, play: Play, refused: Refused, ready: IsReady, at: At
) -> None:
    state = hit(arrange, play, 4, "C31=4@Q", "C30-1@M")
    assert state.game.decision(state).side == "chinese"
    assert all(isinstance(a, Absorb) for a in state.game.legal(state))
    assert refused(state, "absorb flip J39-1") == "SOT-7.4a"
    assert refused(state, "absorb flip C30-1") == "SOT-7.4a"
    assert refused(state, "absorb nothing C31-1") == "SOT-7.4a"
    # On one unit, on many, and on the same one again.
    spread = play(state, *(f"absorb flip C31-{n}" for n in range(1, 5)))
    assert over(spread)
    assert not any(ready(spread, f"C31-{n}") for n in range(1, 5))
    one = play(state, "absorb flip C31-4", "absorb eliminate_spent C31-4", "absorb flip C31-1")
    assert at(one, "C31-4") == "eliminated"
    assert [ready(one, f"C31-{n}") for n in (1, 2, 3)] == [False, True, True]
    two = play(state, "absorb eliminate_ready C31-2")
    assert two.agenda[-1] == ("absorb", 1)
    assert at(two, "C31-2") == "eliminated"


@pytest.mark.case("SOT-7.4a")
def test_points_lapse_only_when_no_defender_is_left(arrange: Arrange, play: Play, at: At) -> None:
    state = hit(arrange, play, 5, "C31=1@Q", "C30-1@M")
    state = play(state, "absorb flip_and_retreat C31-1 to M")
    assert over(state)
    assert at(state, "C31-1") == "M"
    held = play(hit(arrange, play, 5, "C31=2@Q"), "absorb eliminate_ready C31-1", "absorb flip C31-2")
    assert held.agenda[-1] == ("absorb", 1)
    assert uses(held) == {("retreat", "C31-2")}


@pytest.mark.case("SOT-7.4b")
def test_one_point_spends_a_ready_unit_or_drives_off_a_spent_one(
    arrange: Arrange, play: Play, refused: Refused, ready: IsReady, at: At
) -> None:
    state = hit(arrange, play, 1, "C31-1@Q", "C31-2@Q", spent=("C31-2",))
    assert uses(state) == {("flip", "C31-1"), ("retreat", "C31-2")}
    flipped = play(state, "absorb flip C31-1")
    assert (at(flipped, "C31-1"), ready(flipped, "C31-1")) == ("Q", False)
    gone = play(state, "absorb retreat C31-2 to M")
    assert (at(gone, "C31-2"), ready(gone, "C31-2")) == ("M", False)
    assert ready(gone, "C31-1")
    assert refused(state, "absorb flip C31-2") == "SOT-7.4b"
    assert refused(state, "absorb retreat C31-1 to M") == "SOT-7.4b"
    for text, why in (("flip C31-2", "not Ready"), ("retreat C31-1 to M", "not Spent")):
        with pytest.raises(IllegalAction, match=why):
            state.game.check(state, state.game.parse(f"absorb {text}"))
    assert refused(state, "absorb eliminate_spent C31-2") == "SOT-7.4c"
    assert refused(state, "absorb eliminate_ready C31-1") == "SOT-7.4d"


@pytest.mark.case("SOT-7.4c")
def test_two_points_destroy_a_spent_unit_or_drive_off_a_ready_one(
    arrange: Arrange, play: Play, refused: Refused, ready: IsReady, at: At
) -> None:
    state = hit(arrange, play, 2, "C31-1@Q", "C31-2@Q", spent=("C31-2",))
    assert {u for u in uses(state) if u[0] not in ("flip", "retreat")} == {
        ("eliminate_spent", "C31-2"),
        ("flip_and_retreat", "C31-1"),
    }
    lost = play(state, "absorb eliminate_spent C31-2")
    assert over(lost)
    assert at(lost, "C31-2") == "eliminated"
    assert ready(lost, "C31-1")
    driven = play(state, "absorb flip_and_retreat C31-1 to M")
    assert over(driven)
    assert (at(driven, "C31-1"), ready(driven, "C31-1")) == ("M", False)
    assert at(driven, "C31-2") == "Q"
    assert refused(state, "absorb eliminate_spent C31-1") == "SOT-7.4c"
    assert refused(state, "absorb flip_and_retreat C31-2 to M") == "SOT-7.4c"
    assert refused(state, "absorb eliminate_ready C31-1") == "SOT-7.4d"


@pytest.mark.case("SOT-7.4d")
def test_three_points_destroy_a_ready_unit(arrange: Arrange, play: Play, refused: Refused, at: At) -> None:
    state = hit(arrange, play, 3, "C31-1@Q", "C31-2@Q", "C31-3@Q", spent=("C31-2", "C31-3"))
    lost = play(state, "absorb eliminate_ready C31-1")
    assert over(lost)
    assert at(lost, "C31-1") == "eliminated"
    assert refused(state, "absorb eliminate_ready C31-2") == "SOT-7.4d"
    # While a Ready unit is there, the other use of three points is closed.
    assert refused(state, "absorb eliminate_spent_and_retreat C31-2 and C31-3 to M") == "SOT-7.4d"
    assert "eliminate_spent_and_retreat" not in {use for use, _ in uses(state)}


@pytest.mark.case("SOT-7.4d")
def test_three_points_destroy_a_spent_unit_and_drive_off_another(
    arrange: Arrange, play: Play, refused: Refused, at: At
) -> None:
    words = ("C31-1@Q", "C31-2@Q", "C31-3@Q")
    state = hit(arrange, play, 3, *words, spent=("C31-1", "C31-2", "C31-3"))
    both = play(state, "absorb eliminate_spent_and_retreat C31-2 and C31-3 to M")
    assert over(both)
    assert [at(both, f"C31-{n}") for n in (1, 2, 3)] == ["Q", "eliminated", "M"]
    assert refused(state, "absorb eliminate_spent_and_retreat C31-2") == "SOT-7.4d"
    assert refused(state, "absorb eliminate_spent_and_retreat C31-2 and C31-2 to M") == "SOT-7.4d"
    assert refused(state, "absorb eliminate_spent C31-2 and C31-3") == "SOT-7.4c"
    alone = hit(arrange, play, 3, "C31-1@Q", spent=("C31-1",))
    alone = play(alone, "absorb eliminate_spent_and_retreat C31-1")
    assert over(alone)
    assert at(alone, "C31-1") == "eliminated"


# -- retreats ------------------------------------------------------------------------------------------

AROUND_Q = ("K", "L", "M", "P", "R", "U", "V")
"""The areas beside Q."""
JAPANESE = tuple(f"J{regiment}-{n}" for regiment in (40, 10) for n in range(1, 8))


def held(*areas: str) -> list[str]:
    """A Japanese unit in each of these areas."""
    return [f"{unit}@{area}" for unit, area in zip(JAPANESE, areas, strict=False)]


@pytest.mark.case("SOT-8.0a")
def test_a_retreat_goes_first_where_no_enemy_is(
    arrange: Arrange, play: Play, refused: Refused, at: At
) -> None:
    """With own units there or none; not to areas where the own side is only stronger."""
    state = hit(arrange, play, 1, "C31-1@Q", *held("K", "L"), "C30=5@L", "C27=1@M", spent=("C31-1",))
    assert ways(state) == set(AROUND_Q) - {"K", "L"}
    assert refused(state, "absorb retreat C31-1 to L") == "SOT-8.0a"
    assert refused(state, "absorb retreat C31-1 to K") == "SOT-8.0g"
    assert refused(state, "absorb retreat C31-1 to F") == "SOT-8.0a"
    assert refused(state, "absorb retreat C31-1") == "SOT-8.0d"
    assert at(play(state, "absorb retreat C31-1 to M"), "C31-1") == "M"


@pytest.mark.case("SOT-8.0b", "SOT-8.0g")
def test_a_retreat_goes_next_where_friends_outnumber_enemies(
    arrange: Arrange, play: Play, refused: Refused
) -> None:
    """Ready or Spent; the unit itself is not counted."""
    words = (*held(*AROUND_Q), "C30=2@L", "C27=1@M")
    state = hit(arrange, play, 1, "C31-1@Q", *words, spent=("C31-1", "C30-1", "C30-2"))
    assert ways(state) == {"L"}
    assert refused(state, "absorb retreat C31-1 to M") == "SOT-8.0b"
    assert refused(state, "absorb retreat C31-1 to K") == "SOT-8.0g"


@pytest.mark.case("SOT-8.0c", "SOT-8.0k")
def test_a_retreat_goes_last_into_a_zone_beside_it(
    arrange: Arrange, play: Play, refused: Refused, at: At
) -> None:
    open_words = ("J39-1@J", "C31-1@J", *held("K", "O", "P"))
    free = play(arrange(*open_words, *BYSTANDERS, spent=["C31-1"]), "fire J39-1 J", dice=(2, 1))
    assert ways(free) == {"E"}
    assert refused(free, "absorb retreat C31-1 to CW") == "SOT-8.0c"
    closed = arrange(*open_words, "J10-1@E", *BYSTANDERS, spent=["C31-1"])
    closed = play(closed, "fire J39-1 J", dice=(2, 1))
    assert ways(closed) == {"CW"}
    closed = play(closed, "absorb retreat C31-1 to CW")
    assert at(closed, "C31-1") == "CW"
    # It waits there for the reinforcement rules, even when it is Ready again.
    rested = arrange("C31-1@CW", *BYSTANDERS, side="chinese", recovering=["C31-1"])
    assert refused(rested, "move C31-1 CW-E") == "SOT-8.0k"


@pytest.mark.case("SOT-8.0d", "SOT-8.0f")
def test_units_retreat_one_by_one_and_never_over_the_limit(
    arrange: Arrange, play: Play, refused: Refused, at: At
) -> None:
    words = ("C31-1@Q", "C31-2@Q", *held(*(a for a in AROUND_Q if a != "M")), "C30=9@M")
    state = hit(arrange, play, 2, *words, spent=("C31-1", "C31-2"))
    assert ways(state) == {"M"}
    state = play(state, "absorb retreat C31-1 to M")
    assert at(state, "C31-1") == "M"
    assert refused(state, "absorb retreat C31-2 to M") == "SOT-8.0e"
    assert ways(state) == {None}
    assert at(play(state, "absorb retreat C31-2"), "C31-2") == "eliminated"
    # While another area is open, the full one is closed by its stack.
    full = hit(arrange, play, 1, "C31-1@Q", "C30=10@M", spent=("C31-1",))
    assert refused(full, "absorb retreat C31-1 to M") == "SOT-8.0f"


@pytest.mark.case("SOT-8.0e")
def test_a_unit_that_cannot_retreat_is_lost_for_the_same_points(arrange: Arrange, play: Play, at: At) -> None:
    state = hit(arrange, play, 2, "C31-1@Q", "C31-2@Q", *held(*AROUND_Q), spent=("C31-1",))
    assert ways(state) == {None}
    state = play(state, "absorb retreat C31-1")
    assert at(state, "C31-1") == "eliminated"
    assert state.agenda[-1] == ("absorb", 1)
    driven = hit(arrange, play, 2, "C31-1@Q", *held(*AROUND_Q))
    assert at(play(driven, "absorb flip_and_retreat C31-1"), "C31-1") == "eliminated"


@pytest.mark.case("SOT-8.0h", "SOT-8.0i")
def test_the_chinese_retreat_over_the_canal_and_the_japanese_over_the_bridge(
    arrange: Arrange, play: Play, refused: Refused
) -> None:
    chinese = arrange("J39-1@G", "C31-1@G", *BYSTANDERS, spent=["C31-1"])
    chinese = play(chinese, "fire J39-1 G", dice=(3, 3))
    assert ways(chinese) == {"C", "F", "H", "M"}
    words = ("C31=1@{0}", "J39-1@{0}", *BYSTANDERS)
    town = arrange(*(w.format("G") for w in words), side="chinese", spent=["J39-1"])
    town = play(town, "fire C31-1 G", dice=(4, 4))
    assert ways(town) == {"F", "H", "M"}
    assert refused(town, "absorb retreat J39-1 to C") == "SOT-8.0i"
    station = arrange(*(w.format("F") for w in words), side="chinese", spent=["J39-1"])
    station = play(station, "fire C31-1 F", dice=(3, 2))
    assert ways(station) == {"B", "E", "G", "K", "M"}
    bank = arrange(*(w.format("B") for w in words), side="chinese", spent=["J39-1"])
    bank = play(bank, "fire C31-1 B", dice=(3, 2))
    assert ways(bank) == {"C", "F"}


@pytest.mark.case("SOT-8.0j")
def test_nothing_drives_units_out_of_a_zone(arrange: Arrange, game: Game, refused: Refused) -> None:
    """All areas around the zone are Japanese, and no attack on it is offered."""
    words = ("C31=2@CW", *held("E", "J", "O", "T"), *BYSTANDERS)
    state = arrange(*words, hands={"japanese": ["BOMB", "FIGHT", "HA_J"]})
    assert not [a for a in game.legal(state) if "CW" in (a.focus or "")]
    for text in ("play BOMB at CW", "play FIGHT at CW", "play HA_J at CW", "fire J40-1 CW"):
        assert refused(state, text) in ("SOT-2.3f", "SOT-TC.J3d", "SOT-7.2c")
