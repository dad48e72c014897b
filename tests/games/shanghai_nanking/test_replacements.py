"""SNC-8.3: two Japanese steps a turn, for units in communication with a landing hex."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandtable.game import Game
from sandtable.games.shanghai_nanking.orders import Replace
from sandtable.state import State

Play = Callable[..., State]
Refused = Callable[[State, str], str]
At = Callable[[State, str], str]

A, B, C, D = (f"j_rgt_{n}_div_003" for n in ("006", "018", "034", "068"))
SHANGHAI = {"j_snlf_1": "3512", "c_div_087": "3511"}


def reduced(
    game: Game, units: dict[str, str], enemies: dict[str, str] | None = None, turn: int = 6, **more: object
) -> State:
    """The Japanese Reinforcement Phase, reached by play; all these Japanese units have lost a step."""
    state = game.arrange(
        "campaign", {**units, **(enemies or {})}, turn=turn, phase="first operations", side="japanese",
        steps=dict.fromkeys(units, 1), **more,
    )  # fmt: skip
    return game.play(state, game.parse("end"))


def offered(game: Game, state: State) -> set[str]:
    return {a.unit for a in game.legal(state) if isinstance(a, Replace)}


def kind(state: State) -> str:
    assert state.decision is not None
    return state.decision.kind


@pytest.mark.case("SNC-8.3a", "SNC-8.3b")
def test_two_units_a_turn_from_turn_three(game: Game, play: Play, refused: Refused) -> None:
    three = {A: "3510", B: "3510", C: "3510"}
    assert kind(reduced(game, three, turn=2)) == "attack", "nothing happens in the phase of turn 2"
    for turn in (3, 12):
        state = reduced(game, three, turn=turn)
        assert offered(game, state) == {A, B, C}
        state = play(state, f"replace {A}")
        assert state.steps[game.units.index_of(A)] == 2
        assert refused(state, f"replace {A}") == "SNC-8.3b"
        state = play(state, f"replace {C}")
        assert kind(state) == "attack", "two steps and no more"
        assert [state.steps[game.units.index_of(u)] for u in (A, B, C)] == [2, 1, 2]


@pytest.mark.case("SNC-8.3b")
def test_replacements_come_before_the_landings(game: Game, play: Play, refused: Refused) -> None:
    state = reduced(game, {A: "3510"}, due={"j_rgt_007_div_009": 6})
    assert refused(state, "land j_rgt_007_div_009 3509") == "SNC-8.3b"
    state = play(state, "pass")
    assert kind(state) == "land"
    assert refused(state, f"replace {A}") == "SNC-8.4a"
    state = play(state, "land j_rgt_007_div_009 3509")
    assert kind(state) == "attack"
    assert state.steps[game.units.index_of(A)] == 1


@pytest.mark.case("SNC-8.3b")
def test_only_reduced_mobile_japanese_units_are_rebuilt(game: Game, refused: Refused) -> None:
    """R-31: detachments and naval battalions too, garrisons never."""
    state = game.arrange(
        "campaign",
        {A: "3510", B: "3510", "j_det_asama": "3510", "j_snlf_1": "3512", "j_gar_shanghai": "3512"},
        turn=6, phase="reinforcement", side="japanese",
        steps={A: 1, "j_det_asama": 1, "j_snlf_1": 1, "j_gar_shanghai": 1},
    )  # fmt: skip
    assert offered(game, state) == {A, "j_det_asama", "j_snlf_1"}
    assert refused(state, f"replace {B}") == "SNC-8.3b"
    assert refused(state, "replace j_gar_shanghai") == "SNC-8.3b"


@pytest.mark.case("SNC-8.3c")
def test_the_dead_stay_dead(game: Game, play: Play, refused: Refused, at: At) -> None:
    state = game.arrange(
        "campaign", {**SHANGHAI, A: "2907", B: "3510", "c_div_036": "2908"}, turn=6,
        phase="first operations", side="japanese", steps={A: 1, B: 1},
    )  # fmt: skip
    state = play(state, f"attack {A} 2908 with none", "end", dice=[1])
    assert at(state, A) == "eliminated"
    assert offered(game, state) == {B}
    assert refused(state, f"replace {A}") == "SNC-8.3c"
    assert refused(state, f"replace {C}") == "SNC-8.3c"


@pytest.mark.case("SNC-8.3d")
def test_the_line_ends_in_a_landing_hex_that_is_japanese(game: Game, refused: Refused) -> None:
    inland = {A: "3316"}
    assert kind(reduced(game, inland)) == "attack", "3417 is near, but Chinese"
    assert offered(game, reduced(game, inland, control={"3417": "japanese"})) == {A}
    assert kind(reduced(game, inland, control={"3517": "japanese"})) == "attack", "coast, but no landing hex"
    two = reduced(game, {**inland, B: "3417"}, {"c_div_036": "3416"})
    assert refused(two, f"replace {A}") == "SNC-8.3d"


@pytest.mark.case("SNC-8.3d", "SNC-8.3e")
def test_chinese_zones_cut_the_line_but_not_the_hex_where_it_begins(game: Game, refused: Refused) -> None:
    """R-29; 3417 lies on the bay, where no naval guns cover it."""
    free = {A: "3417", B: "3318"}
    flank = reduced(game, free, {"c_div_036": "3218"})
    assert flank.zone[0][game.board.index("3318")]
    assert offered(game, flank) == {A, B}, "the unit itself may stand in a zone"
    beach = reduced(game, free, {"c_div_036": "3416"})
    assert beach.zone[0][game.board.index("3417")]
    assert not beach.zone[0][game.board.index("3318")]
    assert offered(game, beach) == {A}, "its own landing hex serves a unit; the friend in it opens no line"
    assert refused(beach, f"replace {B}") == "SNC-8.3d"


@pytest.mark.case("SNC-8.3d")
def test_chinese_units_cut_the_line(game: Game, refused: Refused) -> None:
    ring = {"c_div_036": "3208", "c_div_011": "3009", "c_div_014": "3110"}
    state = reduced(game, {A: "3109", B: "3308"}, ring)
    assert offered(game, state) == {B}
    assert refused(state, f"replace {A}") == "SNC-8.3d"
    assert offered(game, reduced(game, {A: "3109", B: "3308"})) == {A, B}


@pytest.mark.case("SNC-8.3d")
def test_naval_guns_keep_an_occupied_landing_hex_open(game: Game) -> None:
    """SNC-7.1e: a Chinese zone does not extend into a covered coast hex that the Japanese hold."""
    enemy = {"c_div_036": "3309"}
    empty = reduced(game, {A: "3409"}, enemy, control={"3308": "japanese"})
    assert kind(empty) == "attack", "3308 lies in a Chinese zone: nobody can be rebuilt"
    held = reduced(game, {A: "3409", B: "3408"}, enemy)
    assert offered(game, held) == {A, B}


@pytest.mark.case("SNC-8.3f")
def test_steps_not_used_are_lost(game: Game, play: Play) -> None:
    units = {**SHANGHAI, A: "3510", B: "3510", C: "3510", D: "3510"}
    state = game.arrange(
        "campaign", units, turn=6, phase="reinforcement", side="japanese", order="move",
        steps=dict.fromkeys((A, B, C, D), 1),
    )  # fmt: skip
    state = play(state, f"replace {A}", "pass", "end")
    assert state.turn == 7
    state = play(state, "plan MM", "end", "end", "plan MM", "end", f"replace {B}", f"replace {C}")
    assert kind(state) == "move"
    assert state.steps[game.units.index_of(D)] == 1


@pytest.mark.case("SNC-8.3g")
def test_naval_battalions_need_a_line_to_the_yangtze(game: Game, refused: Refused) -> None:
    pair = {"j_snlf_1": "3512", A: "3512"}
    bay = reduced(game, pair, control={"3417": "japanese"})
    assert offered(game, bay) == {A}
    assert refused(bay, "replace j_snlf_1") == "SNC-8.3g"
    for site in ("3510", "3610", "2604"):
        assert offered(game, reduced(game, pair, control={site: "japanese"})) == {"j_snlf_1", A}
    shut = reduced(game, {**pair, "j_snlf_3": "3611"}, {"c_div_087": "3511"}, control={"3417": "japanese"})
    assert offered(game, shut) == {A}


@pytest.mark.case("SNC-8.3g", "SNC-8.3b")
def test_a_site_taken_in_the_same_phase_comes_too_late(game: Game, play: Play, refused: Refused) -> None:
    """R-30."""
    state = reduced(game, {"j_snlf_1": "3512"}, due=dict.fromkeys((A, "j_rgt_007_div_009"), 6))
    assert kind(state) == "land", "no landing hex is Japanese, so there is nothing to choose"
    state = play(state, f"land {A} 3510")
    assert refused(state, "replace j_snlf_1") == "SNC-8.4a"
