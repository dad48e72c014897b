"""SNC-11.3: the Chinese air force against air support and against interdiction."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandtable.game import Game
from sandtable.state import State

Play = Callable[..., State]
Refused = Callable[[State, str], str]

SHANGHAI = {"j_snlf_1": "3512", "c_div_087": "3511"}
THIRD = {f"j_rgt_{n}_div_003": "2907" for n in ("006", "018", "034", "068")}
ALL = "+".join(THIRD)
DEFENCE = {"c_div_006": "2908", "c_div_051": "2908", "c_div_007": "2908"}
"""Three regular divisions, 3 + 3 + 2 factors: no die but the two of the combat is rolled."""


def inland(game: Game, order: str = "attack", turn: int = 6, **more: object) -> State:
    """The 3rd Division against 8 factors: 2:1 without support; a second target next door."""
    units = {**SHANGHAI, **THIRD, **DEFENCE, "c_div_003": "2807"}
    return game.arrange(
        "campaign", units, turn=turn, phase="first operations", side="japanese", order=order, **more
    )


def facts(state: State, case: str) -> dict[str, object]:
    """What the last event of a case says."""
    return next(e.data for e in reversed(state.events or ()) if e.case == case)


def kind(state: State) -> str:
    assert state.decision is not None
    return state.decision.kind


@pytest.mark.case("SNC-11.3a", "SNC-11.3b")
@pytest.mark.parametrize(("die", "column"), [(1, "3:1"), (2, "3:1"), (5, "3:1"), (6, "2:1")])
def test_only_a_six_turns_the_aircraft_back(game: Game, play: Play, die: int, column: str) -> None:
    state = play(inland(game), f"attack {ALL} 2908 with air")
    assert (kind(state), state.decision and state.decision.side) == ("answer_air", "chinese")
    state = play(state, "fly yes", dice=[die, 6])
    assert facts(state, "SNC-10.5a")["used"] == column
    assert state.vars["air"] == (0 if die == 1 else 1)


@pytest.mark.case("SNC-11.3a")
def test_the_answer_is_voluntary_and_costs_no_die_when_declined(game: Game, play: Play) -> None:
    state = play(inland(game), f"attack {ALL} 2908 with air", "fly no", dice=[6])
    assert facts(state, "SNC-10.5a")["used"] == "3:1"


@pytest.mark.case("SNC-11.3a")
def test_other_support_gives_no_occasion_to_fly(game: Game, play: Play) -> None:
    state = play(inland(game), f"attack {ALL} 2908 with artillery", dice=[6])
    assert facts(state, "SNC-10.5a")["used"] == "3:1"


@pytest.mark.case("SNC-11.3a", "SNC-11.3b")
def test_it_flies_against_landings_and_overruns_too(game: Game, play: Play) -> None:
    overrun = play(inland(game, order="move"), f"overrun {ALL} 2908 with air", "fly yes", dice=[6, 6])
    assert facts(overrun, "SNC-10.5a")["used"] == "1:1", "2:1 less one column for the overrun"
    landing = game.arrange(
        "campaign", {**SHANGHAI, "c_gar_wusong": "3510"}, turn=6, phase="reinforcement",
        side="japanese", due=dict.fromkeys(THIRD, 6),
    )  # fmt: skip
    landing = play(landing, f"land {ALL} 3510 with air+naval")
    assert kind(landing) == "answer_air"
    landing = play(landing, "fly yes", dice=[6, 6])
    assert facts(landing, "SNC-10.5a")["used"] == "3:1", "8 against 3 and the naval guns alone"


@pytest.mark.case("SNC-11.3b")
def test_aircraft_turned_back_count_as_used(game: Game, play: Play, refused: Refused) -> None:
    """R-53: on turn 2 there is one air marker; turned back, it helps no second attack."""
    other = "j_rgt_058_div_013"
    state = game.arrange(
        "campaign", {**SHANGHAI, **THIRD, **DEFENCE, other: "2906", "c_div_003": "2806"}, turn=2,
        phase="first operations", side="japanese", order="attack",
    )  # fmt: skip
    first = play(state, f"attack {ALL} 2908 with artillery", "advance none", dice=[6])
    assert kind(play(first, f"attack {other} 2806 with air")) == "answer_air"
    state = play(state, f"attack {ALL} 2908 with air", "fly yes", dice=[6, 6])
    while kind(state) == "absorb_loss":
        state = game.play(state, next(iter(game.legal(state))))
    assert refused(state, f"attack {other} 2806 with air") == "SNC-11.1d"


@pytest.mark.case("SNC-11.3c")
def test_a_one_grounds_the_air_force_for_the_rest_of_the_game(game: Game, play: Play) -> None:
    state = inland(game, due={"c_div_035": 7, "c_div_041": 7})
    state = play(state, f"attack {ALL} 2908 with air", "fly yes", dice=[1, 6])
    assert facts(state, "SNC-11.3c")
    while kind(state) != "attack":
        state = game.play(state, next(iter(game.legal(state))))
    state = play(state, "end", f"attack {ALL} 2807 with air", dice=[6])
    assert facts(state, "SNC-10.5a")["die"] == 6, "nobody asked the Chinese to fly"
    while kind(state) != "attack":
        state = game.play(state, next(iter(game.legal(state))))
    state = play(state, "end", "plan MM", "end", dice=[1])
    assert (state.turn, kind(state)) == (7, "choose_interdicted"), "nor to fly cover"


@pytest.mark.case("SNC-11.3d")
@pytest.mark.parametrize(
    ("answer", "dice", "then", "air"),
    [
        ("yes", [6], "arrive", 1),
        ("yes", [5, 2], "choose_interdicted", 1),
        ("yes", [2, 2], "choose_interdicted", 1),
        ("yes", [1, 2], "choose_interdicted", 0),
        ("no", [2], "choose_interdicted", 1),
    ],
)
def test_cover_against_interdiction(
    game: Game, play: Play, answer: str, dice: list[int], then: str, air: int
) -> None:
    state = game.arrange(
        "campaign", SHANGHAI, turn=5, phase="reinforcement", side="chinese",
        due={"c_div_008": 5, "c_div_044": 5},
    )  # fmt: skip
    state = play(state, f"fly {answer}", dice=dice)
    assert (kind(state), state.vars["air"]) == (then, air)


@pytest.mark.case("SNC-11.3d")
def test_a_six_stops_the_interdiction_of_this_turn_only(game: Game, play: Play) -> None:
    state = game.arrange(
        "campaign", SHANGHAI, turn=5, phase="reinforcement", side="chinese",
        due={"c_div_008": 5, "c_div_044": 6, "c_div_060": 6},
    )  # fmt: skip
    state = play(state, "fly yes", "place c_div_008 2410", "end", "end", "plan MM", "end", "end", dice=[6])
    state = play(state, "plan MM", "end", "fly no", dice=[2])
    assert (state.turn, kind(state)) == (6, "choose_interdicted")
