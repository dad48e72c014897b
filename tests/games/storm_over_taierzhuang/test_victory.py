"""SOT-9, SOT-10: control of areas, sudden death, supreme victories, and the decision of the last turn."""

from __future__ import annotations

import pytest

from sandtable.state import NOBODY, State
from tests.games.storm_over_taierzhuang.conftest import Arrange, Play

TOWN = ("Y", "U", "Q", "M", "G", "H")
"""A chain of areas from a Japanese zone through the whole town."""
SOUTH = ("Y", "U", "P", "K", "F", "B", "A", "C", "D")
"""One from a Japanese zone over the bridge to the whole south bank."""
ALL = (*TOWN, "F", "B", "A", "C", "D")
TROOPS = [f"J39-{n}" for n in range(1, 8)] + [f"J40-{n}" for n in range(1, 8)]


def along(places: tuple[str, ...]) -> list[str]:
    """A Japanese unit in each place."""
    return [f"{unit}@{place}" for unit, place in zip(TROOPS, places, strict=False)]


def owner(state: State, area: str) -> str:
    """Who controls an area."""
    side = state.control[state.game.board.index(area)]
    return "nobody" if side == NOBODY else state.game.sides[side]


def ending(state: State) -> tuple[str | None, str] | None:
    """Who has won and by which case, if the game is over."""
    return None if state.result is None else (state.result.winner, state.result.case)


def last(arrange: Arrange, places: tuple[str, ...], *words: str) -> tuple[str | None, str] | None:
    """How the last End Phase decides with a Japanese unit in each place."""
    return ending(arrange(*along(places), *words, phase="end", turn=13))


# -- control ----------------------------------------------------------------------------------------


@pytest.mark.case("SOT-9.0a", "SOT-9.0b", "SOT-9.0c")
def test_control_follows_every_impulse_of_both_sides(arrange: Arrange, play: Play) -> None:
    state = arrange("J39-1@Y", "C31-1@T", "C31-2@G")
    assert [owner(state, s) for s in "YTUG"] == ["japanese", "chinese", "nobody", "chinese"]
    on_the_way = play(state, "move J39-1 Y-U")
    assert owner(on_the_way, "Y") == "japanese", "the impulse is not over"
    assert owner(on_the_way, "U") == "nobody"
    state = play(on_the_way, "pass")
    assert [owner(state, s) for s in "YU"] == ["nobody", "japanese"], "left and empty; alone in it"
    state = play(state, "move C31-1 T-U")
    assert [owner(state, s) for s in "TU"] == ["nobody", "nobody"], "empty; units of both sides"
    state = play(state, "move C31-2 G-M", "pass")
    assert [owner(state, s) for s in "GM"] == ["nobody", "chinese"]


@pytest.mark.case("SOT-9.0b", "SOT-9.0c")
def test_an_area_is_controlled_again_when_the_enemy_is_driven_out(arrange: Arrange, play: Play) -> None:
    """The spent unit in U has one point to take, and goes back."""
    state = arrange("J39-1@U", "C31-1@U", "C31-2@G", spent=["C31-1"])
    assert owner(state, "U") == "nobody"
    state = play(state, "fire J39-1 U", dice=(1, 2))
    assert owner(state, "U") == "nobody"
    state = play(state, "absorb retreat C31-1 to T")
    assert [owner(state, s) for s in "UT"] == ["japanese", "chinese"]


# -- the decision of turn 13 ------------------------------------------------------------------------


@pytest.mark.case("SOT-10.0a")
def test_the_japanese_win_with_the_whole_town_in_supply(arrange: Arrange) -> None:
    assert last(arrange, TOWN, "C31-1@N") == ("japanese", "SOT-10.0a")
    assert arrange(*along(TOWN), "C31-1@N", phase="end", turn=12).result is None, "not before turn 13"


@pytest.mark.case("SOT-10.0a", "SOT-10.0c")
@pytest.mark.parametrize(
    ("places", "chinese"),
    [
        (TOWN[:-1], "C31-1@N"),
        (TOWN[:-1], "C31-1@H"),
        (TOWN, "C31-1@H"),
        (TOWN, "C31-1@G"),
        (("Y", "U", "M", "G", "H"), "C31-1@N"),
        (("Y", "U", "Q", "G", "H"), "C31-1@N"),
    ],
    ids=["H empty", "H Chinese", "H contested", "G contested", "cut off in Q", "cut off in M"],
)
def test_half_a_town_or_one_cut_off_is_a_chinese_victory(
    arrange: Arrange, places: tuple[str, ...], chinese: str
) -> None:
    assert last(arrange, places, chinese) == ("chinese", "SOT-10.0c")


@pytest.mark.case("SOT-10.0b")
def test_the_japanese_win_with_the_whole_south_bank_in_supply(arrange: Arrange) -> None:
    assert last(arrange, SOUTH, "C31-1@G") == ("japanese", "SOT-10.0b")
    assert last(arrange, SOUTH, "C31-1@K") == ("japanese", "SOT-10.0b"), "a contested area carries supply"


@pytest.mark.case("SOT-10.0b", "SOT-10.0c")
@pytest.mark.parametrize("missing", ["A", "B", "C", "D", "F", "U"])
def test_a_gap_in_the_south_bank_or_behind_it_is_a_chinese_victory(arrange: Arrange, missing: str) -> None:
    places = tuple(p for p in SOUTH if p != missing)
    assert last(arrange, places, "C31-1@N") == ("chinese", "SOT-10.0c")


@pytest.mark.case("SOT-10.0b", "SOT-10.0c")
@pytest.mark.parametrize("area", ["A", "B", "C", "D"])
def test_a_contested_area_of_the_south_bank_is_not_held(arrange: Arrange, area: str) -> None:
    assert last(arrange, SOUTH, f"C31-1@{area}") == ("chinese", "SOT-10.0c")


@pytest.mark.case("SOT-10.0c")
def test_parts_of_both_are_a_chinese_victory(arrange: Arrange) -> None:
    places = ("Y", "U", "Q", "M", "G", "F", "B", "A", "C")
    assert last(arrange, places, "C31-1@N") == ("chinese", "SOT-10.0c")


# -- sudden death -----------------------------------------------------------------------------------


@pytest.mark.case("SOT-10.1a")
@pytest.mark.parametrize("turn", [2, 13])
def test_all_six_areas_in_supply_end_the_game_at_once(arrange: Arrange, play: Play, turn: int) -> None:
    """D is the last; it is entered from C, where another unit stays."""
    words = [*along(ALL[:-1]), "J63-1@C", "C31-1@N"]
    state = arrange(*words, turn=turn)
    state = play(state, "move J63-1 C-D", "pass")
    assert ending(state) == ("japanese", "SOT-10.1a")
    assert (state.turn, state.phase) == (turn, "impulse")


@pytest.mark.case("SOT-10.1a")
def test_it_is_sudden_after_a_chinese_impulse_too(arrange: Arrange, play: Play) -> None:
    state = arrange(*along(ALL), "C31-1@D", side="chinese", turn=3)
    assert state.result is None
    state = play(state, "move C31-1 D-I", "pass")
    assert ending(state) == ("japanese", "SOT-10.1a")


@pytest.mark.case("SOT-10.1a")
@pytest.mark.parametrize("missing", ["A", "B", "C", "D", "G", "H", "F", "U"])
def test_without_one_of_them_or_without_supply_the_game_goes_on(
    arrange: Arrange, play: Play, missing: str
) -> None:
    places = tuple(p for p in ALL if p != missing)
    state = play(arrange(*along(places), "C31-1@N", turn=3), "pass")
    assert state.result is None
    whole = play(arrange(*along(ALL), "C31-1@N", turn=3), "pass")
    assert ending(whole) == ("japanese", "SOT-10.1a")


# -- supreme victories ------------------------------------------------------------------------------


@pytest.mark.case("SOT-10.2a")
@pytest.mark.parametrize("turn", [4, 9, 13])
def test_no_japanese_on_the_map_from_turn_4_is_a_chinese_supreme_victory(arrange: Arrange, turn: int) -> None:
    """Units in a zone do not count, one in an area does."""
    state = arrange("J39-1@JE1", "C31-1@G", phase="end", turn=turn)
    assert ending(state) == ("chinese", "SOT-10.2a")
    state = arrange("J39-1@JE1", "J39-2@X", "C31-1@G", phase="end", turn=turn)
    assert ending(state) == (None if turn < 13 else ("chinese", "SOT-10.0c"))


@pytest.mark.case("SOT-10.2a")
@pytest.mark.parametrize("turn", [1, 2, 3])
def test_before_turn_4_the_japanese_may_still_be_in_their_zones(arrange: Arrange, turn: int) -> None:
    assert arrange("J39-1@JE1", "C31-1@G", phase="end", turn=turn).result is None


@pytest.mark.case("SOT-10.2a")
def test_the_chinese_supreme_victory_waits_for_the_end_phase(arrange: Arrange, play: Play) -> None:
    state = play(arrange("J39-1@JE1", "C31-1@G", turn=5), "pass")
    assert state.result is None
    assert ending(play(state, "pass")) == ("chinese", "SOT-10.2a")


@pytest.mark.case("SOT-10.2b")
@pytest.mark.parametrize("turn", [1, 6, 13])
def test_no_chinese_on_the_map_is_a_japanese_supreme_victory_in_any_turn(arrange: Arrange, turn: int) -> None:
    """Units in a zone do not count; with nobody at all on the map the Japanese win too."""
    state = arrange("J39-1@X", "C31-1@CW", phase="end", turn=turn)
    assert ending(state) == ("japanese", "SOT-10.2b")
    state = arrange("J39-1@JE1", "C31-1@CW", phase="end", turn=turn)
    assert ending(state) == ("japanese", "SOT-10.2b")
    state = arrange("J39-1@X", "C31-1@CW", "C31-2@A", phase="end", turn=turn)
    assert ending(state) == (None if turn < 13 else ("chinese", "SOT-10.0c"))
