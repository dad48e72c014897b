"""SOT-8, SOT-11: retreats, and what the Grand Canal lets through."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from sandtable.game import Game
from sandtable.games.storm_over_taierzhuang.orders import Absorb
from sandtable.state import State
from tests.games.storm_over_taierzhuang.conftest import Arrange, Play

Refused = Callable[[State, str], str]
At = Callable[[State, str], str]
Ready = Callable[[State, str], bool]

CANAL = [("A", "E"), ("B", "E"), ("C", "G"), ("C", "H"), ("D", "I")]
"""Areas that look at each other over the canal, without the bridge."""
BOTH_WAYS = CANAL + [(there, here) for here, there in CANAL]


def beaten(
    arrange: Arrange, play: Play, area: str, *words: str, points: int = 1, spent: Sequence[str] = ()
) -> State:
    """The Spent unit C31-1, and with two points C31-2, is hit in a contested village, DF 4 against CF 2."""
    hit = [f"C31-{n}" for n in range(1, points + 1)]
    own = [f"{unit}@{area}" for unit in hit]
    state = arrange(f"J39-1@{area}", *own, *words, spent=[*hit, *spent], turn=3)
    return play(state, f"fire J39-1 {area}", dice=(1, 1 + points))


def beaten_japanese(arrange: Arrange, play: Play, area: str, *words: str) -> State:
    """The Spent Japanese unit J39-1 takes one Damage Point in a contested village, DF 5 against CF 2."""
    state = arrange(f"C2-1@{area}", f"J39-1@{area}", *words, spent=["J39-1"], side="chinese", turn=3)
    return play(state, f"fire C2-1 {area}", dice=(2, 2))


def refuges(game: Game, state: State) -> set[str | None]:
    """Where the listed retreats go."""
    return {a.space for a in game.legal(state) if isinstance(a, Absorb) and a.use == "retreat"}


# -- retreats ---------------------------------------------------------------------------------------


@pytest.mark.case("SOT-8.0a")
def test_a_retreat_goes_first_to_an_area_without_enemies(
    game: Game, arrange: Arrange, play: Play, refused: Refused, at: At
) -> None:
    """N borders I, L, S and the zone CE; in L there are more friends than enemies, and S is empty."""
    state = beaten(arrange, play, "N", "J39-2@I", "C27-1@L", "C27-2@L", "J39-3@L")
    assert refuges(game, state) == {"S"}
    assert refused(state, "absorb retreat C31-1 to L") == "SOT-8.0a"
    assert refused(state, "absorb retreat C31-1 to CE") == "SOT-8.0c"
    assert refused(state, "absorb retreat C31-1 to R") == "SOT-8.0a", "not adjacent"
    assert at(play(state, "absorb retreat C31-1 to S"), "C31-1") == "S"


@pytest.mark.case("SOT-8.0b")
def test_then_to_an_area_where_friends_outnumber_the_enemy(
    game: Game, arrange: Arrange, play: Play, refused: Refused, at: At
) -> None:
    """In L two against one, in S one against one; the friends in L being Spent makes no difference."""
    words = ("J39-2@I", "C27-1@L", "C27-2@L", "J39-3@L", "C27-3@S", "J39-4@S")
    state = beaten(arrange, play, "N", *words, spent=["C27-1", "C27-2"])
    assert refuges(game, state) == {"L"}
    assert refused(state, "absorb retreat C31-1 to S") == "SOT-8.0b"
    assert refused(state, "absorb retreat C31-1 to CE") == "SOT-8.0c"
    assert at(play(state, "absorb retreat C31-1 to L"), "C31-1") == "L"


@pytest.mark.case("SOT-8.0c")
def test_then_to_an_own_zone_beside_the_area(
    game: Game, arrange: Arrange, play: Play, refused: Refused, at: At
) -> None:
    state = beaten(arrange, play, "N", "J39-2@I", "J39-3@L", "J39-4@S", "C27-1@S")
    assert refuges(game, state) == {"CE"}
    assert refused(state, "absorb retreat C31-1 to CS") == "SOT-8.0c", "that zone is not adjacent"
    assert refused(state, "absorb retreat C31-1 to JE2") == "SOT-2.3g"
    assert at(play(state, "absorb retreat C31-1 to CE"), "C31-1") == "CE"


@pytest.mark.case("SOT-8.0c")
def test_japanese_units_fall_back_into_a_japanese_zone(
    game: Game, arrange: Arrange, play: Play, at: At
) -> None:
    state = beaten_japanese(arrange, play, "W", "C31-1@S", "C31-2@V", "C31-3@X")
    assert refuges(game, state) == {"JE2"}
    assert at(play(state, "absorb retreat J39-1 to JE2"), "J39-1") == "JE2"


@pytest.mark.case("SOT-8.0d", "SOT-8.0f")
def test_the_owner_retreats_his_units_one_by_one(
    game: Game, arrange: Arrange, play: Play, refused: Refused, at: At
) -> None:
    """In I there is room for one more: the first fills it, and the second has to go elsewhere."""
    crowd = [f"C30-{n}@I" for n in range(1, 10)]
    state = beaten(arrange, play, "N", *crowd, "J39-2@L", points=2)
    assert game.decision(state).side == "chinese"
    assert refuges(game, state) == {"I", "S"}
    state = play(state, "absorb retreat C31-2 to I")
    assert (at(state, "C31-1"), at(state, "C31-2")) == ("N", "I")
    assert game.decision(state).side == "chinese"
    assert refuges(game, state) == {"S"}
    assert refused(state, "absorb retreat C31-1 to I") == "SOT-8.0f"
    assert at(play(state, "absorb retreat C31-1 to S"), "C31-1") == "S"


@pytest.mark.case("SOT-8.0e", "SOT-8.0g")
def test_a_unit_that_cannot_retreat_is_eliminated(
    arrange: Arrange, play: Play, refused: Refused, at: At
) -> None:
    """P borders no zone, and only enemies are around it."""
    ring = [f"J39-{n}@{area}" for n, area in enumerate("JKOQTU", 2)]
    state = beaten(arrange, play, "P", *ring, "C27-1@G")
    assert refused(state, "absorb retreat C31-1 to O") == "SOT-8.0e"
    state = play(state, "absorb retreat C31-1")
    assert at(state, "C31-1") == "eliminated"


@pytest.mark.case("SOT-8.0f")
def test_a_full_area_takes_no_retreat(game: Game, arrange: Arrange, play: Play, refused: Refused) -> None:
    """I is free of enemies but full; so the unit goes where friends outnumber the enemy."""
    crowd = [f"C30-{n}@I" for n in range(1, 11)]
    state = beaten(arrange, play, "N", *crowd, "J39-2@S", "J39-3@L", "C27-1@L", "C27-2@L")
    assert refuges(game, state) == {"L"}
    assert refused(state, "absorb retreat C31-1 to I") == "SOT-8.0f"
    zone_left = beaten(arrange, play, "N", *crowd, "J39-2@S", "J39-3@L")
    assert refuges(game, zone_left) == {"CE"}


@pytest.mark.case("SOT-8.0g")
def test_no_retreat_into_an_area_of_enemies_alone(
    game: Game, arrange: Arrange, play: Play, refused: Refused
) -> None:
    state = beaten(arrange, play, "N", "J39-2@I", "J39-3@L")
    assert refused(state, "absorb retreat C31-1 to I") == "SOT-8.0g"
    assert refused(state, "absorb retreat C31-1 to L") == "SOT-8.0g"
    state = beaten_japanese(arrange, play, "S", "C31-1@N", "J39-2@Y")
    assert refused(state, "absorb retreat J39-1 to N") == "SOT-8.0g"
    assert "N" not in refuges(game, state)


@pytest.mark.case("SOT-8.0h")
@pytest.mark.parametrize(("here", "there"), [*BOTH_WAYS, ("B", "F"), ("F", "B"), ("F", "C"), ("C", "L")])
def test_chinese_units_retreat_over_the_canal_anywhere(
    game: Game, arrange: Arrange, play: Play, at: At, here: str, there: str
) -> None:
    """In the town, which adds 3, the dice must be 3 better."""
    town = 3 if here in "GH" else 0
    state = arrange(f"J39-1@{here}", f"C31-1@{here}", spent=["C31-1"], turn=3)
    state = play(state, f"fire J39-1 {here}", dice=(1 + town, 2))
    assert there in refuges(game, state)
    assert at(play(state, f"absorb retreat C31-1 to {there}"), "C31-1") == there


@pytest.mark.case("SOT-8.0i")
@pytest.mark.parametrize(("here", "there"), [pair for pair in BOTH_WAYS if pair[0] not in "GH"])
def test_japanese_units_do_not_retreat_over_the_open_canal(
    game: Game, arrange: Arrange, play: Play, refused: Refused, here: str, there: str
) -> None:
    state = beaten_japanese(arrange, play, here)
    assert there not in refuges(game, state)
    assert refused(state, f"absorb retreat J39-1 to {there}") == "SOT-8.0i"


@pytest.mark.case("SOT-8.0i")
def test_japanese_units_retreat_over_the_bridge(game: Game, arrange: Arrange, play: Play, at: At) -> None:
    """From C, with B and D taken, there is no way at all, though G and H are empty."""
    state = beaten_japanese(arrange, play, "B", "C31-1@A", "C31-2@C")
    assert refuges(game, state) == {"F"}
    assert at(play(state, "absorb retreat J39-1 to F"), "J39-1") == "F"
    back = beaten_japanese(arrange, play, "F", "C31-1@E", "C31-2@G", "C31-3@K", "C31-4@M")
    assert refuges(game, back) == {"B"}
    shut_in = beaten_japanese(arrange, play, "C", "C31-1@B", "C31-2@D", "J39-2@Y")
    assert at(play(shut_in, "absorb retreat J39-1"), "J39-1") == "eliminated"


@pytest.mark.case("SOT-8.0j")
def test_units_in_a_zone_are_never_driven_out_of_it(
    arrange: Arrange, play: Play, refused: Refused, at: At, ready: Ready
) -> None:
    """No fire or chit reaches them; interdiction (12.5) spends them or sends them to the pool."""
    words = ("J39-1@N", "C31-1@CE", "C31-2@CE", "C31-3@A", "J39-2@JE1", "C31-4@Y")
    state = arrange(*words, hands={"japanese": ["FIGHT", "HA_J"]})
    assert refused(state, "fire J39-1 CE") == "SOT-7.2c"
    assert refused(state, "play FIGHT at CE") == "SOT-TC.J3d"
    assert refused(state, "play HA_J at CE") == "SOT-2.3f"
    chinese = arrange(*words, side="chinese", hands={"chinese": ["HA_C", "AIR_C"]})
    assert refused(chinese, "fire C31-4 JE1") == "SOT-7.2d"
    assert refused(chinese, "play AIR_C at JE1") == "SOT-2.3f"
    state = arrange(*words, hands={"japanese": ["FIGHT"]}, options={"interdiction": "yes"})
    spent = next(die for die, result in state.game.interdiction.items() if result == "spent")  # type: ignore[attr-defined]
    state = play(state, "play FIGHT at CE", "lose C31-1", "lose C31-2", dice=(6, 6, spent, spent))
    assert [at(state, u) for u in ("C31-1", "C31-2")] == ["CE", "CE"]
    assert not ready(state, "C31-1")


@pytest.mark.case("SOT-8.0k", "SOT-6.0a")
def test_a_unit_that_fell_back_into_a_zone_comes_again_as_a_reinforcement(
    arrange: Arrange, play: Play, refused: Refused, at: At, ready: Ready
) -> None:
    """It turns Ready in the End Phase, but waits until it is drawn."""
    words = ("J39-2@I", "J39-3@L", "J39-4@S", "C27-1@A")
    state = arrange("J39-1@N", "C31-1@N", *words, spent=["C31-1"], turn=3, pool=[])
    state = play(state, "fire J39-1 N", "absorb retreat C31-1 to CE", "pass", "pass", dice=(1, 2))
    assert (state.turn, at(state, "C31-1")) == (4, "CE")
    assert ready(state, "C31-1")
    failed = play(state, "draw 0", "draw 0", dice=(6, 6, 1, 2, 6, 1))
    assert refused(failed, "move C31-1 CE-N") == "SOT-8.0k"
    drawn = play(state, "draw 0", "draw 0", dice=(1, 2, 1, 1, 1))
    drawn = play(drawn, "deploy C31-1 CS", dice=(1, 2, 6, 1))
    assert at(play(drawn, "move C31-1 CS-B", "pass"), "C31-1") == "B"


# -- the canal --------------------------------------------------------------------------------------


@pytest.mark.case("SOT-11.0a")
@pytest.mark.parametrize(("here", "there"), BOTH_WAYS)
def test_japanese_units_do_not_cross_the_open_canal(
    game: Game, arrange: Arrange, refused: Refused, here: str, there: str
) -> None:
    state = arrange(f"J39-1@{here}", "C31-1@N")
    assert refused(state, f"move J39-1 {here}-{there}") == "SOT-11.0a"
    assert not any(str(a).endswith(f"{here}-{there}") for a in game.legal(state).for_unit("J39-1"))


@pytest.mark.case("SOT-11.0a")
@pytest.mark.parametrize(("here", "there"), [("F", "B"), ("B", "F")])
def test_japanese_units_cross_by_the_bridge(
    arrange: Arrange, play: Play, at: At, here: str, there: str
) -> None:
    state = play(arrange(f"J39-1@{here}", "C31-1@N"), f"move J39-1 {here}-{there}")
    assert at(state, "J39-1") == there
    assert state.vars["mover"][1] == 2, "one point, as anywhere"


@pytest.mark.case("SOT-11.0b")
@pytest.mark.parametrize(("here", "there"), [*BOTH_WAYS, ("B", "F"), ("F", "B")])
def test_chinese_units_cross_the_canal_anywhere_for_the_usual_point(
    arrange: Arrange, play: Play, at: At, here: str, there: str
) -> None:
    state = play(arrange(f"C31-1@{here}", "J39-1@Y", side="chinese"), f"move C31-1 {here}-{there}")
    assert at(state, "C31-1") == there
    assert state.vars["mover"][1] == 1, "one of two points"


@pytest.mark.case("SOT-11.0c")
@pytest.mark.parametrize(("here", "there"), [*BOTH_WAYS, ("B", "F"), ("F", "B")])
def test_nobody_fires_over_the_canal(arrange: Arrange, refused: Refused, here: str, there: str) -> None:
    """Not over the bridge either."""
    japanese = arrange(f"J39-1@{here}", f"C31-1@{there}")
    assert refused(japanese, f"fire J39-1 {there}") == "SOT-11.0c"
    chinese = arrange(f"C31-1@{here}", f"J39-1@{there}", side="chinese")
    assert refused(chinese, f"fire C31-1 {there}") == "SOT-11.0c"


@pytest.mark.case("SOT-11.0c")
def test_on_one_bank_units_fire_at_the_next_area(arrange: Arrange, play: Play, at: At) -> None:
    """From F into E: 2 and 6 on the dice against DF 4 of a Spent unit and level 1, three points."""
    state = arrange("J39-1@F", "C31-1@E", "C31-2@A", spent=["C31-1"])
    state = play(state, "fire J39-1 E", "absorb eliminate_spent C31-1", dice=(2, 4))
    assert at(state, "C31-1") == "eliminated"


@pytest.mark.case("SOT-11.0d")
def test_bombers_and_guns_hit_over_the_canal(arrange: Arrange, play: Play, at: At) -> None:
    """Two lone units in C: one is shelled from the town, one bombed; one in H is shelled from C."""
    for chit in ("HA_J", "BOMB"):
        state = arrange("J39-1@G", "C31-1@C", "C31-2@A", spent=["C31-1"], hands={"japanese": [chit]})
        state = play(state, f"play {chit} at C", "absorb eliminate_spent C31-1", dice=(1, 1))
        assert at(state, "C31-1") == "eliminated"
    state = arrange(
        "C31-1@C", "J39-1@F", "J39-2@H", spent=["J39-2"], side="chinese", hands={"chinese": ["HA_C"]}
    )
    state = play(state, "play HA_C at H", "absorb eliminate_spent J39-2", dice=(6, 6))
    assert at(state, "J39-2") == "eliminated"


@pytest.mark.case("SOT-11.0e")
def test_a_banzai_attack_crosses_by_the_bridge_alone(
    arrange: Arrange, play: Play, refused: Refused, at: At
) -> None:
    hands = {"japanese": ["BANZAI"]}
    town = play(arrange("J39-1@G", "C31-1@C", hands=hands), "play BANZAI by J39-1")
    assert refused(town, "move J39-1 G-C") == "SOT-11.0a"
    assert refused(town, "fire J39-1 C") == "SOT-11.0c"
    station = arrange("J39-1@F", "C31-1@B", "C31-2@A", spent=["C31-1"], hands=hands)
    station = play(station, "play BANZAI by J39-1", "move J39-1 F-B")
    assert at(station, "J39-1") == "B"
    station = play(station, "fire J39-1 B", "absorb eliminate_spent C31-1", dice=(6, 6))
    assert at(station, "C31-1") == "eliminated"


@pytest.mark.case("SOT-11.0f")
@pytest.mark.parametrize(("here", "there"), [("C", "H"), ("D", "I"), ("A", "E"), ("B", "F"), ("E", "A")])
def test_a_night_attack_crosses_the_canal_anywhere(
    arrange: Arrange, play: Play, at: At, here: str, there: str
) -> None:
    state = arrange(
        f"C2-1@{here}",
        f"J39-1@{there}",
        "J39-2@Y",
        spent=["J39-1"],
        side="chinese",
        hands={"chinese": ["NIGHT"]},
    )
    state = play(state, "play NIGHT by C2-1", f"move C2-1 {here}-{there}")
    assert at(state, "C2-1") == there
    state = play(state, f"fire C2-1 {there}", "absorb eliminate_spent J39-1", dice=(6, 6))
    assert at(state, "J39-1") == "eliminated"


@pytest.mark.case("SOT-11.0g")
def test_the_bridge_stands_whatever_falls_on_its_ends(
    arrange: Arrange, play: Play, at: At, ready: Ready
) -> None:
    """Its southern end is bombed, its northern one shelled; then the Japanese cross it, and are supplied."""
    chain = ("J39-3@K", "J39-4@P", "J39-5@U", "J39-6@Y")
    state = arrange(
        "J39-1@F",
        "J39-2@F",
        "J39-7@F",
        "C31-1@B",
        "C31-2@E",
        *chain,
        spent=["C31-1", "J39-2"],
        hands={"japanese": ["BOMB"], "chinese": ["HA_C"]},
    )
    state = play(state, "play BOMB at B", "absorb eliminate_spent C31-1", dice=(6, 6))
    state = play(state, "play HA_C at F", "absorb eliminate_spent J39-2", dice=(3, 2))
    state = play(state, "move J39-1 F-B", "pass")
    assert at(state, "J39-1") == "B"
    assert not ready(state, "J39-1")
    state = play(state, "pass", "pass")
    assert ready(state, "J39-1")
