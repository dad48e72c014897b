"""SOT-3: cups, the set-up of both sides, who waits in the pools."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import cycle

import pytest

from sandtable.dice import Scripted
from sandtable.game import Game
from sandtable.state import State
from tests.games.conftest import asked
from tests.games.storm_over_taierzhuang.conftest import Arrange, Play

Refused = Callable[[State, str], str]
At = Callable[[State, str], str]
Ready = Callable[[State, str], bool]

AREAS = "ABCDEFGHIJKLMNOPQRSTUVWXY"
SECOND = [
    f"C{division}-{n}"
    for division, number in ((31, 10), (30, 20), (27, 10), (44, 20))
    for n in range(1, number + 1)
]
"""The 2nd Army Group."""
TWENTIETH = [f"C{division}-{n}" for division in (2, 25, 4, 89) for n in range(1, 13)]
"""The 20th Army Group."""
TENTH = [f"J{regiment}-{n}" for regiment in (39, 40, 10, 63) for n in range(1, 8)] + [
    f"JT-{n}" for n in range(1, 11)
]
"""The 10th Division with its tanks."""
FIFTH = [f"J5-{regiment}-{n}" for regiment in (21, 42) for n in range(1, 6)]
"""The 5th Mixed Brigade."""


def placing(arrange: Arrange, *words: str, w: int = 6, x: int = 6, **details: object) -> State:
    """A set-up with the dice for W and X as given."""
    return arrange(*words, phase="set-up", side="chinese", dice=Scripted(w, x), **details)


def deploy(units: Sequence[str], space: str) -> str:
    return f"deploy {'+'.join(units)} {space}"


def chinese_set_up(play: Play, state: State, areas: str = "GHMFLK") -> State:
    """All of the 2nd Army Group, ten in each of six areas."""
    lots = [SECOND[n : n + 10] for n in range(0, 60, 10)]
    return play(state, *(deploy(lot, area) for lot, area in zip(lots, areas, strict=True)))


@pytest.mark.case("SOT-3.0a")
def test_all_chits_lie_in_the_cups_before_play(game: Game) -> None:
    facts = game.view(game.new()).facts
    assert facts["chits in hand"] == {"chinese": 0, "japanese": 0}
    assert facts["chits in cup"] == {"chinese": 16, "japanese": 16}
    free = game.new("deployed", options={"free_chit_choice": "yes"})
    assert {str(a) for a in free.game.legal(free)} == {
        "pass", *(f"take {c}" for c in ("RESOLUTE", "HA_C", "DARE", "HEROES", "LI", "AIR_C", "NIGHT")),
    }  # fmt: skip


@pytest.mark.case("SOT-3.0a")
@pytest.mark.parametrize(
    ("side", "numbers"),
    [
        ("chinese", {"RESOLUTE": 3, "HA_C": 2, "DARE": 3, "HEROES": 2, "LI": 2, "AIR_C": 1, "NIGHT": 3}),
        ("japanese", {"HA_J": 3, "BOMB": 2, "FIGHT": 3, "BANZAI": 3, "ENG": 3, "WILL": 2}),
    ],
)
def test_each_of_the_sixteen_chits_of_a_cup_can_be_the_first_one_drawn(
    game: Game, arrange: Arrange, side: str, numbers: dict[str, int]
) -> None:
    """Every face of a die of sixteen draws a chit; each kind as often as it is in the set."""
    drawn: list[str] = []
    for face in range(1, 17):
        state = arrange("J39-1@Y", "C31-1@M", phase="chits")
        if side == "japanese":
            state = game.play(state, game.parse("draw 0"))
        # The rest of the turn up to the first impulse: event 3, and no initiative on turn 1.
        rest = (1, 2) if side == "japanese" else ()
        state = game.play(state, game.parse("draw 1"), Scripted(face, *rest))
        drawn += game.cups[game.side_index(side)].hand(state)
    assert {kind: drawn.count(kind) for kind in drawn} == numbers


@pytest.mark.case("SOT-3.0b", "SOT-3.0c", "SOT-3.1e", "SOT-3.1f", "SOT-3.2a")
def test_the_chinese_set_up_first_then_the_japanese_then_turn_1_begins(
    game: Game, arrange: Arrange, play: Play, refused: Refused, at: At, ready: Ready
) -> None:
    state = placing(arrange)
    assert asked(state) == ("set_up", "chinese")
    assert refused(state, "deploy J39-1 JE1") == "SOT-3.1a"
    for n, area in enumerate("GHMFLK"):
        assert asked(state) == ("set_up", "chinese")
        assert refused(state, "pass") == "SOT-3.0c"
        state = play(state, deploy(SECOND[n * 10 : n * 10 + 9], area))
        assert asked(state) == ("set_up", "chinese")
        state = play(state, deploy(SECOND[n * 10 + 9 : n * 10 + 10], area))
    assert asked(state) == ("set_up", "japanese")
    assert refused(state, "deploy C31-1 M") == "SOT-3.2a"
    state = play(state, deploy(TENTH[:12], "JE1"))
    state = play(state, deploy(TENTH[12:37], "JE2"))
    assert asked(state) == ("set_up", "japanese")
    assert refused(state, "pass") == "SOT-3.0c"
    assert state.phase == "set-up"
    state = play(state, deploy(TENTH[37:], "JE1"))
    assert asked(state)[0] == "draw_chits"
    assert (state.turn, state.phase) == (1, "chits")
    assert game.view(state).control == dict.fromkeys("GHMFLK", "chinese")
    assert all(ready(state, unit) for unit in (*SECOND, *TENTH))
    assert [at(state, unit) for unit in TENTH] == ["JE1"] * 12 + ["JE2"] * 25 + ["JE1"]


@pytest.mark.case("SOT-3.1a", "SOT-3.1g")
def test_only_the_2nd_army_group_is_set_up_and_the_20th_waits(
    game: Game, arrange: Arrange, refused: Refused
) -> None:
    state = placing(arrange)
    for unit in SECOND:
        game.check(state, game.parse(f"deploy {unit} M"))
    for unit in (*TWENTIETH, *TENTH, *FIFTH):
        assert refused(state, f"deploy {unit} M") == "SOT-3.1a"
    assert refused(state, "deploy C31-1+C2-1 M") == "SOT-3.1a"
    boxes = game.view(state).boxes
    assert {u.id for u in boxes["reinforcement pool"]} == {*TWENTIETH, *FIFTH}
    assert {u.id for u in boxes["to be set up"]} == {*SECOND, *TENTH}


@pytest.mark.case("SOT-3.1g", "SOT-3.2b")
def test_the_pools_are_where_reinforcements_are_drawn_from(game: Game, arrange: Arrange, play: Play) -> None:
    """Two come on either side; every unit of the pool can be the first one drawn, and no other."""
    words = ("J39-1@Y", "C31-1@M")
    for side, pool in (("chinese", TWENTIETH), ("japanese", FIFTH)):
        first = []
        for face in range(1, len(pool) + 1):
            lots = (1, 1, 1, 1, face, 1)
            if side == "chinese":
                state = arrange(*words, phase="reinforcement", turn=2, dice=Scripted(*lots))
            else:
                state = arrange(
                    *words, phase="reinforcement", turn=2, pool=FIFTH, hands={"japanese": ["ENG"]}
                )
                state = play(state, "discard ENG", dice=lots)
            assert asked(state) == ("arrive", side)
            units, number = state.vars["arriving"]
            assert number == 2
            first.append({game.units.ids[u] for u in units} - ({pool[0]} if face > 1 else {pool[1]}))
        assert [{unit} for unit in pool] == first


@pytest.mark.case("SOT-3.1b")
def test_the_chinese_stand_anywhere_on_the_map_and_in_no_zone(
    game: Game, arrange: Arrange, play: Play, refused: Refused, at: At
) -> None:
    state = placing(arrange)
    for area in AREAS:
        assert at(play(state, f"deploy C31-1 {area}"), "C31-1") == area
    for zone in ("CW", "CS", "CE", "JE1", "JE2"):
        assert refused(state, f"deploy C31-1 {zone}") == "SOT-3.1b"
    assert {a.focus for a in game.legal(state)} == set(AREAS)


@pytest.mark.case("SOT-3.1c")
def test_at_most_ten_are_set_up_in_an_area(
    game: Game, arrange: Arrange, play: Play, refused: Refused
) -> None:
    state = placing(arrange)
    for area in set(AREAS) - {"W", "X"}:
        game.check(state, game.parse(deploy(SECOND[:10], area)))
        assert refused(state, deploy(SECOND[:11], area)) == "SOT-3.1c"
    full = play(state, deploy(SECOND[:7], "G"), deploy(SECOND[20:23], "G"))
    assert refused(full, "deploy C30-20 G") == "SOT-3.1c"
    assert not any(a.focus == "G" for a in game.legal(full))


@pytest.mark.case("SOT-3.1d")
@pytest.mark.parametrize(("w", "x"), [(1, 6), (6, 1), (3, 4)])
def test_a_die_limits_w_and_another_limits_x(
    game: Game, arrange: Arrange, play: Play, refused: Refused, w: int, x: int
) -> None:
    state = placing(arrange, w=w, x=x)
    assert game.view(state).facts["set-up limits"] == {"W": w, "X": x}
    for area, limit in (("W", w), ("X", x)):
        assert refused(state, deploy(SECOND[: limit + 1], area)) == "SOT-3.1d"
        full = play(state, deploy(SECOND[:limit], area))
        assert refused(full, f"deploy C44-20 {area}") == "SOT-3.1d"
        assert not any(a.focus == area for a in game.legal(full))


@pytest.mark.case("SOT-3.1d")
def test_one_die_for_both_by_switch(arrange: Arrange) -> None:
    shared = arrange(phase="set-up", side="chinese", dice=Scripted(2), options={"wx_limit_roll": "shared"})
    assert shared.vars["limits"] == {"W": 2, "X": 2}


@pytest.mark.case("SOT-3.1e")
def test_every_area_with_chinese_units_is_theirs_from_the_start(
    game: Game, arrange: Arrange, play: Play
) -> None:
    state = placing(arrange, w=1, x=1)
    for unit, area in zip(SECOND, cycle("ABCDEFGHIJKLM"), strict=False):
        state = play(state, f"deploy {unit} {area}")
    state = play(state, deploy(TENTH, "JE2"))
    assert game.view(state).control == dict.fromkeys("ABCDEFGHIJKLM", "chinese")


@pytest.mark.case("SOT-3.2a", "SOT-3.2b")
def test_the_10th_division_stands_in_either_eastern_zone_and_the_5th_brigade_waits(
    game: Game, arrange: Arrange, play: Play, refused: Refused, at: At
) -> None:
    state = chinese_set_up(play, placing(arrange))
    assert len(TENTH) == 38
    for unit in TENTH:
        for zone in ("JE1", "JE2"):
            game.check(state, game.parse(f"deploy {unit} {zone}"))
    for space in (*AREAS, "CW", "CS", "CE"):
        assert refused(state, f"deploy J39-1 {space}") == "SOT-3.2a"
    for unit in FIFTH:
        assert refused(state, f"deploy {unit} JE1") == "SOT-3.2a"
    assert {a.focus for a in game.legal(state)} == {"JE1", "JE2"}
    for share in (0, 1, 19, 38):
        parts = [
            deploy(part, zone) for part, zone in ((TENTH[:share], "JE1"), (TENTH[share:], "JE2")) if part
        ]
        placed = play(state, *parts)
        assert [at(placed, unit) for unit in TENTH] == ["JE1"] * share + ["JE2"] * (38 - share)
        assert {at(placed, unit) for unit in FIFTH} == {"off map"}
    assert len(FIFTH) == 10
    assert {u.id for u in game.units if u.category == "5th Mixed Brigade"} == set(FIFTH)


@pytest.mark.case("SOT-3.1f", "SOT-3.2a")
def test_a_placement_names_units_and_each_once(arrange: Arrange, refused: Refused) -> None:
    state = placing(arrange)
    assert refused(state, "deploy none A") == "SOT-3.1f"
    assert refused(state, "deploy C31-1+C31-1 A") == "SOT-3.1f"
