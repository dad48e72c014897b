"""SNC-3.2, 4: who controls a hex, sudden death, the cities, the deadline."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from sandtable.game import Game
from sandtable.state import NOBODY, Result, State
from tests.games.shanghai_nanking.conftest import Play

Refused = Callable[[State, str], str]
At = Callable[[State, str], str]

THIRD = ("j_rgt_006_div_003", "j_rgt_018_div_003", "j_rgt_034_div_003", "j_rgt_068_div_003")
REGIMENT, OTHER = "j_rgt_006_div_003", "j_rgt_012_div_011"
DIVISION = "c_div_013"
CITIES = ("0202", "1102", "1824", "2410", "3512", "3611")
RING = ("3411", "3412", "3511", "3611", "3612")


def posed(
    game: Game, side: str, units: dict[str, str], order: str = "move", turn: int = 6, **more: object
) -> State:
    settings: dict[str, object] = {"phase": "first operations", "order": order, "turn": turn, **more}
    return game.arrange("campaign", units, side=side, **settings)  # type: ignore[arg-type]


def held(state: State, *spaces: str) -> list[str]:
    """Who controls these hexes."""
    owners = [state.control[state.game.board.index(space)] for space in spaces]
    return ["nobody" if owner == NOBODY else state.game.sides[owner] for owner in owners]


def verdict(state: State) -> tuple[str | None, str] | None:
    """Winner and case of a finished game."""
    return None if state.result is None else (state.result.winner, state.result.case)


def to_turn(play: Play, state: State, turn: int) -> State:
    """Nobody does anything until a turn begins or the game is over."""
    while state.result is None and state.turn < turn:
        assert state.decision is not None
        state = play(state, "plan MM" if state.decision.kind == "declare_plan" else "end")
    return state


# -- control -------------------------------------------------------------------------------------------


@pytest.mark.case("SNC-3.2a")
def test_at_the_start_the_japanese_control_two_hexes_of_shanghai(game: Game) -> None:
    control = game.view(game.new()).control
    assert {space for space, side in control.items() if side == "japanese"} == {"3512", "3611"}
    land = {game.board.ids[s] for s in range(len(game.board)) if game.ground.open[s]}
    assert set(control) == land
    assert "3513" not in control


@pytest.mark.case("SNC-3.2b")
def test_control_passes_to_whoever_enters_a_hex(game: Game, play: Play) -> None:
    """Every hex of a march, the hex of an advance, of a landing, of a retreat and of a placement."""
    state = play(posed(game, "japanese", {REGIMENT: "3310"}), f"move {REGIMENT} 3310-3309-3209-3109")
    assert held(state, "3310", "3309", "3209", "3109") == ["japanese"] * 4
    assert held(state, "3311", "3210") == ["chinese"] * 2
    places = {**dict.fromkeys(THIRD, "3510"), DIVISION: "3409"}
    state = play(
        posed(game, "japanese", places, "attack"), f"attack {'+'.join(THIRD)} 3409 with none", dice=[6]
    )
    assert held(state, "3409") == ["chinese"]
    assert held(play(state, f"advance {REGIMENT}"), "3409") == ["japanese"]
    assert held(play(state, "advance none"), "3409") == ["chinese"]


@pytest.mark.case("SNC-3.2b")
def test_landings_retreats_and_placements_take_control_too(game: Game, play: Play) -> None:
    """The 3rd Division drives an elite division off 3509 to a hex that was Japanese."""
    state = game.arrange(
        "campaign", {"c_div_036": "3509"}, turn=6, phase="reinforcement", side="japanese",
        due=dict.fromkeys(THIRD, 6), control={"3408": "japanese", "2410": "japanese"},
    )  # fmt: skip
    state = play(state, f"land {'+'.join(THIRD)} 3509 with none", dice=[4])
    assert held(state, "3509") == ["chinese"]
    state = play(state, "retreat c_div_036 3408", *(f"lose {id}" for id in THIRD[:2]))
    assert held(state, "3408", "3509") == ["chinese", "japanese"]
    state = game.arrange(
        "campaign", {}, turn=6, phase="reinforcement", side="chinese", due={DIVISION: 6},
        control={"2410": "japanese"},
    )  # fmt: skip
    state = play(state, "fly yes", f"place {DIVISION} 2410", dice=[6])
    assert held(state, "2410") == ["chinese"]


@pytest.mark.case("SNC-3.2c")
def test_control_changes_at_once_as_often_as_the_hex_is_entered(game: Game, play: Play) -> None:
    """3310 is crossed by one side, then the other, three times in a turn and a half."""
    state = posed(game, "chinese", {DIVISION: "3311", REGIMENT: "3208"})
    state = play(state, f"move {DIVISION} 3311-3310-3311")
    assert held(state, "3310") == ["chinese"]
    state = play(state, "end", f"move {DIVISION} 3311-3312", "end", "plan MM")
    state = play(state, f"move {REGIMENT} 3208-3309-3310-3309")
    assert held(state, "3310") == ["japanese"]
    state = play(state, "end", f"move {REGIMENT} 3309-3308", "end", "plan MM")
    state = play(state, f"move {DIVISION} 3312-3311-3310")
    assert held(state, "3310") == ["chinese"]


@pytest.mark.case("SNC-3.2d")
def test_a_zone_of_control_changes_no_control(game: Game, play: Play) -> None:
    state = posed(game, "japanese", {REGIMENT: "3310", OTHER: "3308"})
    before = bytes(state.control)
    assert all(state.zone[1][game.board.index(space)] for space in ("3309", "3410", "3311", "3210"))
    state = to_turn(play, state, 7)
    assert bytes(state.control) == before
    assert held(state, "3309", "3410", "3311", "3210") == ["chinese"] * 4


# -- sudden death ----------------------------------------------------------------------------------------


@pytest.mark.case("SNC-4.1a")
def test_the_chinese_win_at_once_when_they_take_3512(game: Game, play: Play, refused: Refused) -> None:
    """By an advance, on a turn when nothing else ends the game; clearing the hex is not yet taking it."""
    places = {"j_snlf_1": "3512", "c_div_036": "3411", "c_div_088": "3411"}
    state = posed(game, "chinese", places, "attack", steps={"j_snlf_1": 1})
    state = play(state, "attack c_div_036+c_div_088 3512 with none", "support none", dice=[6])
    assert held(state, "3512") == ["japanese"]
    assert verdict(play(state, "advance none")) is None
    won = play(state, "advance c_div_036")
    assert verdict(won) == ("chinese", "SNC-4.1a")
    assert won.decision is None
    assert refused(won, "end") == "SNC-4.1a"


@pytest.mark.case("SNC-4.1a")
@pytest.mark.parametrize("turn", [1, 7])
def test_the_chinese_also_win_by_marching_through_3512(game: Game, play: Play, turn: int) -> None:
    """The hex lies open and has been in Japanese hands; passing through is enough."""
    state = posed(game, "chinese", {DIVISION: "3411", "c_div_015": "3412", REGIMENT: "3204"}, turn=turn)
    state = play(state, f"move {DIVISION} 3411-3512-3511")
    assert verdict(state) == ("chinese", "SNC-4.1a")


@pytest.mark.case("SNC-4.1b")
@pytest.mark.parametrize("space", RING)
def test_from_turn_eight_a_chinese_unit_next_to_3512_wins(game: Game, play: Play, space: str) -> None:
    """R-33: tested as turn 8 begins, before anybody plans; on turn 7 it does not matter yet."""
    state = posed(game, "japanese", {"j_gar_shanghai": "3512", "c_gar_h": space}, turn=7)
    state = play(state, "end")
    assert state.result is None
    state = to_turn(play, state, 8)
    assert (state.turn, verdict(state)) == (8, ("chinese", "SNC-4.1b"))


@pytest.mark.case("SNC-4.1b")
def test_from_turn_eight_coming_next_to_3512_wins(game: Game, play: Play) -> None:
    for turn, result in ((7, None), (8, ("chinese", "SNC-4.1b")), (12, ("chinese", "SNC-4.1b"))):
        state = posed(game, "chinese", {"j_gar_shanghai": "3512", DIVISION: "3311"}, turn=turn)
        assert verdict(play(state, f"move {DIVISION} 3311-3411")) == result
        assert verdict(play(state, f"move {DIVISION} 3311-3312")) is None


@pytest.mark.case("SNC-4.1b")
def test_hexes_two_away_from_3512_and_the_far_side_of_the_settlement_do_not_count(
    game: Game, play: Play
) -> None:
    """From 3513 no unit could come; 3413, 3514 and 3613 touch it but not 3512."""
    places = {
        "j_gar_shanghai": "3512",
        "c_gar_h": "3413",
        "c_gar_g": "3514",
        "c_gar_f": "3613",
        "c_gar_e": "3410",
    }
    state = to_turn(play, posed(game, "japanese", places, turn=7), 8)
    assert (state.turn, verdict(state)) == (8, None)


@pytest.mark.case("SNC-4.2a")
@pytest.mark.parametrize(("turn", "result"), [(1, "japanese"), (5, "japanese"), (6, None)])
def test_until_turn_five_the_japanese_win_when_no_chinese_unit_is_left_at_3512(
    game: Game, play: Play, turn: int, result: str | None
) -> None:
    """R-32: a garrison counts as a unit, and its fall in combat ends the game at that moment."""
    places = {**dict.fromkeys(THIRD, "3510"), "c_gar_h": "3511", "c_gar_g": "3610", "j_gar_shanghai": "3512"}
    state = posed(game, "japanese", places, "attack", turn)
    assert state.result is None
    state = play(state, f"attack {'+'.join(THIRD)} 3511 with none", dice=[6])
    assert verdict(state) == (None if result is None else (result, "SNC-4.2a"))


@pytest.mark.case("SNC-4.2a")
def test_marching_away_from_3512_loses_the_game(game: Game, play: Play) -> None:
    state = posed(game, "chinese", {DIVISION: "3411", "c_div_015": "3412", REGIMENT: "3204"}, turn=3)
    state = play(state, f"move {DIVISION} 3411-3410")
    assert state.result is None
    assert verdict(play(state, "move c_div_015 3412-3413")) == ("japanese", "SNC-4.2a")


@pytest.mark.case("SNC-4.2a")
@pytest.mark.parametrize(("turn", "over"), [(4, True), (5, True), (6, False)])
def test_the_presence_at_3512_is_tested_as_a_turn_begins(game: Game, turn: int, over: bool) -> None:
    state = game.arrange("campaign", {DIVISION: "3410"}, turn=turn, phase="declaration", side="chinese")
    assert (verdict(state) == ("japanese", "SNC-4.2a")) == over
    stays = game.arrange("campaign", {DIVISION: "3612"}, turn=turn, phase="declaration", side="chinese")
    assert stays.result is None


# -- the cities ------------------------------------------------------------------------------------------


@pytest.mark.case("SNC-4.3a", "SNC-4.3b")
@pytest.mark.parametrize("turn", [6, 11, 12])
def test_the_japanese_win_a_victory_check_with_six_cities_and_the_settlement(
    game: Game, play: Play, turn: int
) -> None:
    """The seventh city, 3513, cannot be entered; it falls with the others."""
    control = dict.fromkeys(CITIES, "japanese")
    cities = {game.board.ids[s] for s in range(len(game.board)) if game.ground.city[s]}
    assert cities == {*CITIES, "3513"}
    state = posed(game, "japanese", {REGIMENT: "3512"}, turn=turn, phase="second operations", control=control)
    assert state.result is None
    assert verdict(play(state, "end")) == ("japanese", "SNC-4.3a")


@pytest.mark.case("SNC-4.3a")
@pytest.mark.parametrize("missing", [city for city in CITIES if city != "3512"])
def test_every_city_is_needed(game: Game, play: Play, missing: str) -> None:
    control = {city: "japanese" for city in CITIES if city != missing} | {missing: "chinese"}
    state = posed(game, "japanese", {REGIMENT: "3512"}, phase="second operations", control=control)
    assert game.view(state).facts["chinese cities"] == [missing]
    state = play(state, "end")
    assert (state.turn, state.result) == (7, None)


@pytest.mark.case("SNC-4.3a")
def test_the_seventh_city_can_be_another(game: Game, play: Play) -> None:
    """R-47: with the switch Xuancheng is a city and Zhenjiang is none."""
    control = {**dict.fromkeys(CITIES, "japanese"), "1102": "chinese"}
    more = {"phase": "second operations", "options": {"seventh_city": "0116"}}
    state = posed(game, "japanese", {REGIMENT: "3512"}, control=control, **more)
    assert play(state, "end").result is None
    state = posed(game, "japanese", {REGIMENT: "3512"}, control={**control, "0116": "japanese"}, **more)
    assert verdict(play(state, "end")) == ("japanese", "SNC-4.3a")


@pytest.mark.case("SNC-4.3a")
def test_cities_count_in_the_victory_check_only(game: Game, play: Play) -> None:
    """Taking the last city ends nothing yet; the check at the end of the turn does."""
    control = {**dict.fromkeys(CITIES, "japanese"), "2410": "chinese"}
    state = posed(game, "japanese", {REGIMENT: "2310", "j_gar_shanghai": "3512"}, control=control)
    state = play(state, f"move {REGIMENT} 2310-2410")
    assert held(state, *CITIES) == ["japanese"] * 6
    assert state.result is None
    state = play(state, "end")
    assert (state.phase, state.result) == ("second operations", None)
    assert verdict(play(state, "end")) == ("japanese", "SNC-4.3a")


@pytest.mark.case("SNC-4.3c")
def test_without_all_cities_on_turn_twelve_the_chinese_win(game: Game, play: Play) -> None:
    control = {**dict.fromkeys(CITIES, "japanese"), "1824": "chinese"}
    for turn, result in ((11, None), (12, ("chinese", "SNC-4.3c"))):
        state = posed(
            game, "japanese", {REGIMENT: "3512"}, turn=turn, phase="second operations", control=control
        )
        assert verdict(play(state, "end")) == result


@pytest.mark.case("SNC-4.4a")
def test_every_game_has_one_winner_and_no_degrees(game: Game) -> None:
    """Campaigns played at random, to whatever end they come."""
    results: list[Result] = []
    for seed in range(12):
        state, rng = game.new(seed=seed), Random(seed)
        state.events = None
        while state.result is None:
            game.carry_out(state, game.legal(state).sample(rng))
        results.append(state.result)
    assert {result.winner for result in results} <= set(game.sides)
    assert {result.kind for result in results} <= {"sudden death", "cities", "time"}
    assert len({result.case for result in results}) > 1
