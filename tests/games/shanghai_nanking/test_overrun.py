"""SNC-9.6: overruns."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandtable.forecast import Forecast
from sandtable.game import Game
from sandtable.state import State
from tests.games.shanghai_nanking.conftest import Play

Refused = Callable[[State, str], str]
At = Callable[[State, str], str]

DIVISION = tuple(f"j_rgt_{number}_div_011" for number in ("012", "022", "043", "044"))
ALL = "+".join(DIVISION)
WEAK = "c_div_033"  # one factor, one step
PLAIN = "c_div_013"  # two factors, one step


def march(game: Game, units: dict[str, str], here: str = "2806", **more: object) -> State:
    """The 11th Division (twelve factors) in a Move phase of turn 6."""
    settings: dict[str, object] = {
        "turn": 6, "phase": "first operations", "side": "japanese", "order": "move", "air": False, **more,
    }  # fmt: skip
    return game.arrange("campaign", {**dict.fromkeys(DIVISION, here), **units}, **settings)  # type: ignore[arg-type]


def left(state: State) -> float:
    return state.vars["mover"][1] / 2 if state.vars["mover"] else 0.0


def odds(game: Game, state: State, text: str) -> Forecast:
    return game.forecast(state, game.parse(text))


def shifts(forecast: Forecast) -> dict[str, int]:
    return {m.case: m.value for m in forecast.modifiers}


# -- who and where -----------------------------------------------------------------------------------


@pytest.mark.case("SNC-9.6a")
def test_only_moving_japanese_units_overrun(game: Game, refused: Refused) -> None:
    units = {PLAIN: "2707"}
    assert refused(march(game, units, order="attack"), f"overrun {ALL} 2707") == "SNC-10.0a"
    chinese = march(game, units, side="chinese")
    assert refused(chinese, f"overrun {PLAIN} 2806") == "SNC-9.6a"
    assert game.parse(f"overrun {ALL} 2707") in game.legal(march(game, units))


@pytest.mark.case("SNC-9.6a")
@pytest.mark.parametrize(
    ("here", "target"),
    [("2707", "2606"), ("2510", "2410"), ("2806", "2706"), ("2806", "2606"), ("3512", "3513")],
    ids=["a town", "a city", "nobody there", "too far", "the settlement"],
)
def test_an_overrun_goes_into_a_held_neighbouring_hex_that_is_no_town_or_city(
    game: Game, refused: Refused, here: str, target: str
) -> None:
    state = march(game, {PLAIN: "2606", "c_div_015": "2410"}, here)
    assert refused(state, f"overrun {ALL} {target}") == "SNC-9.6a"


@pytest.mark.case("SNC-9.6a")
def test_overruns_are_offered_wherever_they_are_allowed(game: Game) -> None:
    state = march(game, {PLAIN: "2707", "c_div_015": "2606", "c_div_016": "2706"})
    offered = {a.focus for a in game.legal(state).for_unit(DIVISION[0]) if a.verb == "overrun"}
    assert offered == {"2707", "2706"}


# -- the price -----------------------------------------------------------------------------------------


@pytest.mark.case("SNC-9.6b", "SNC-9.6g")
@pytest.mark.parametrize(
    ("here", "target", "cost"),
    [
        ("2806", "2707", 3),  # marsh
        ("2806", "2805", 4),  # paddy behind a creek
        ("2806", "2706", 1.5),  # along the road
        ("3006", "3007", 2),  # clear
        ("3215", "3115", 5),  # marsh behind a river
    ],
)
def test_an_overrun_costs_a_point_more_than_the_way_in(
    game: Game, play: Play, refused: Refused, at: At, here: str, target: str, cost: float
) -> None:
    short = march(game, {WEAK: target}, here, mover=DIVISION, left=cost - 0.5)
    assert refused(short, f"overrun {ALL} {target}") == "SNC-9.6b"
    assert not [a for a in game.legal(short) if a.verb == "overrun"]
    enough = march(game, {WEAK: target}, here, mover=DIVISION, left=cost)
    after = play(enough, f"overrun {ALL} {target} with none", dice=[6])
    assert [at(after, u) for u in DIVISION] == [target] * 4
    assert left(after) == 0
    fresh = play(march(game, {WEAK: target}, here), f"overrun {ALL} {target} with none", dice=[6])
    assert left(fresh) == 8 - cost


# -- together --------------------------------------------------------------------------------------------


@pytest.mark.case("SNC-9.6c")
def test_the_group_of_an_overrun_began_in_one_hex_and_came_together(
    game: Game, play: Play, refused: Refused
) -> None:
    other = "j_rgt_006_div_003"
    state = march(game, {PLAIN: "2707", other: "2807"})
    assert refused(state, f"overrun {ALL}+{other} 2707") == "SNC-9.6c"
    joined = play(march(game, {PLAIN: "2707", other: "2906"}), f"move {other} 2906-2806")
    assert refused(joined, f"overrun {DIVISION[0]}+{other} 2707") == "SNC-9.6c"
    assert game.parse(f"overrun {other} 2707") in game.legal(joined)
    parted = play(march(game, {PLAIN: "2707"}, "2906"), f"move {DIVISION[0]} 2906-2806")
    parted = play(parted, f"move {DIVISION[1]} 2906-2806")
    assert refused(parted, f"overrun {DIVISION[0]}+{DIVISION[1]} 2707") == "SNC-9.6c"


@pytest.mark.case("SNC-9.6c", "SNC-9.6b")
def test_a_group_that_marched_together_overruns_with_what_is_left(game: Game, play: Play) -> None:
    """2907 to 2806 along the road: half a point. R-57: the zone that stops the march allows the overrun."""
    state = play(march(game, {WEAK: "2707"}, "2907"), f"move {ALL} 2907-2806")
    assert left(state) == 7.5
    assert left(play(state, f"overrun {ALL} 2707 with none", dice=[6])) == 4.5


@pytest.mark.case("SNC-9.6c")
def test_part_of_a_group_may_overrun_and_the_rest_has_moved(
    game: Game, play: Play, refused: Refused, at: At
) -> None:
    state = play(march(game, {WEAK: "2707"}, "2907"), f"move {ALL} 2907-2806")
    two = "+".join(DIVISION[:2])
    state = play(state, f"overrun {two} 2707 with none", dice=[6])
    assert [at(state, u) for u in DIVISION] == ["2707", "2707", "2806", "2806"]
    assert refused(state, f"move {DIVISION[2]} 2806-2807") == "SNC-9.0i"


# -- strength and column ---------------------------------------------------------------------------------


@pytest.mark.case("SNC-9.6d", "SNC-9.6e")
@pytest.mark.parametrize(
    ("here", "target", "strength", "wanted"),
    [
        ("3006", "3007", 12, {"SNC-9.6e": -1}),
        ("2806", "2707", 12, {"SNC-9.6e": -1, "SNC-10.4.1c": -1}),
        ("2806", "2805", 6, {"SNC-9.6e": -1}),
        ("3215", "3115", 4, {"SNC-9.6e": -1, "SNC-10.4.1c": -1}),
    ],
    ids=["clear", "marsh", "creek", "river and marsh"],
)
def test_water_and_ground_count_as_in_any_combat_and_one_column_more(
    game: Game, here: str, target: str, strength: int, wanted: dict[str, int]
) -> None:
    state = march(game, {PLAIN: target, "c_div_015": target}, here)
    forecast = odds(game, state, f"overrun {ALL} {target} with none")
    assert (forecast.attack, forecast.defence) == (strength, 4)
    assert shifts(forecast) == wanted
    column = strength // 4 + sum(wanted.values())
    expected = {3 - 1: "2:1", 3 - 2: "1:1", 1 - 1: "1:2", 1 - 2: "1:3"}[column]
    assert forecast.column.startswith(expected)


@pytest.mark.case("SNC-9.6d")
def test_an_overrun_needs_some_strength_behind_the_river(game: Game, refused: Refused) -> None:
    """R-12: a third of two is nothing."""
    state = march(game, {PLAIN: "3115"}, "3215", steps={DIVISION[0]: 1})
    assert refused(state, f"overrun {DIVISION[0]} 3115") == "SNC-10.4.1j"
    assert not [a for a in game.legal(state) if str(a) == f"overrun {DIVISION[0]} 3115"]


@pytest.mark.case("SNC-9.6e", "SNC-10.4.2a")
def test_an_overrun_is_never_concentric(game: Game) -> None:
    """R-37: friends on the far side change nothing."""
    state = march(game, {PLAIN: "3007", "j_rgt_006_div_003": "3008"}, "3006")
    assert shifts(odds(game, state, f"overrun {ALL} 3007 with none")) == {"SNC-9.6e": -1}


@pytest.mark.case("SNC-9.6f")
def test_every_marker_that_could_support_an_attack_supports_an_overrun(
    game: Game, play: Play, refused: Refused
) -> None:
    """2706 is in reach of the ships, 2707 is not."""
    state = march(game, {PLAIN: "2706", "c_div_015": "2707"})
    forecast = odds(game, state, f"overrun {ALL} 2706 with artillery+air+naval")
    assert sum(m.value for m in forecast.modifiers) == -1 + 3
    assert refused(state, f"overrun {ALL} 2707 with naval") == "SNC-11.4b"
    assert refused(state, f"overrun {ALL} 2706 with amphibious") == "SNC-11.0d"
    asked = play(state, f"overrun {ALL} 2706")
    assert asked.decision is not None
    assert (asked.decision.kind, asked.decision.side) == ("commit_support", "japanese")
    ready = game.view(play(asked, "support air+naval", dice=[6])).facts["markers ready"]
    before = game.view(state).facts["markers ready"]
    used = {kind for kind in before if ready[kind] != before[kind]}
    assert used == {"japanese air", "japanese naval"}


# -- what follows ------------------------------------------------------------------------------------------


@pytest.mark.case("SNC-9.6g")
def test_after_a_success_the_group_marches_on(game: Game, play: Play, at: At) -> None:
    state = play(march(game, {WEAK: "3007"}, "3006"), f"overrun {ALL} 3007 with none", dice=[6])
    assert at(state, WEAK) == "eliminated"
    state = play(state, f"move {ALL} 3007-3107")
    assert [at(state, u) for u in DIVISION] == ["3107"] * 4
    assert left(state) == 5


@pytest.mark.case("SNC-9.6g")
def test_losses_do_not_stop_an_overrun(game: Game, play: Play, at: At) -> None:
    """2:1, less one for the overrun: 1:1; a 6 costs one step and kills both."""
    state = march(game, {PLAIN: "3007", "c_div_015": "3007"}, "3006", steps={DIVISION[0]: 1})
    three = "+".join(DIVISION[:3])
    state = play(state, f"overrun {three} 3007 with none", f"lose {DIVISION[1]}", dice=[6])
    assert [at(state, u) for u in (PLAIN, "c_div_015")] == ["eliminated"] * 2
    assert [at(state, u) for u in DIVISION] == ["3007"] * 3 + ["3006"]
    assert state.steps[game.units.index_of(DIVISION[1])] == 1


@pytest.mark.case("SNC-9.6g")
def test_who_dies_with_the_defender_enters_nothing(game: Game, play: Play, at: At) -> None:
    """A lone reduced regiment at 2:1 and an overrun: 1:1, a 5 kills both; the hex stays Chinese."""
    state = march(game, {WEAK: "3007"}, "3006", steps={DIVISION[0]: 1})
    state = play(state, f"overrun {DIVISION[0]} 3007 with none", dice=[5])
    assert (at(state, DIVISION[0]), at(state, WEAK)) == ("eliminated", "eliminated")
    assert game.view(state).control["3007"] == "chinese"
    assert state.decision is not None
    assert state.decision.kind == "move"
    assert left(state) == 0


@pytest.mark.case("SNC-9.6g", "SNC-8.1b")
def test_an_elite_unit_that_is_overrun_rolls_for_its_return(game: Game, play: Play, at: At) -> None:
    state = march(game, {"c_bde_td1": "3007"}, "3006", steps={"c_bde_td1": 1})
    state = play(state, f"overrun {ALL} 3007 with none", dice=[6, 2])
    assert at(state, DIVISION[0]) == "3007"
    assert state.due[game.units.index_of("c_bde_td1")] == 8


@pytest.mark.case("SNC-9.6h")
def test_in_a_chinese_zone_there_is_only_another_overrun(
    game: Game, play: Play, refused: Refused, at: At
) -> None:
    """3007 taken, beside the division in 2908; marsh there, so 2 + 1 of the 6 points left."""
    state = march(game, {WEAK: "3007", "c_div_034": "2908"}, "3006")
    state = play(state, f"overrun {ALL} 3007 with none", dice=[6])
    assert left(state) == 6
    assert refused(state, f"move {ALL} 3007-3107") == "SNC-7.2a"
    assert not [a for a in game.legal(state) if a.verb == "move"]
    state = play(state, f"overrun {ALL} 2908 with none", dice=[6])
    assert [at(state, u) for u in DIVISION] == ["2908"] * 4


@pytest.mark.case("SNC-9.6h", "SNC-7.1e")
def test_a_coastal_hex_taken_by_overrun_is_entered_like_any_other(
    game: Game, play: Play, refused: Refused
) -> None:
    """3107 lies under the ships' guns and beside 3108: whoever comes in is stopped, then covered."""
    state = march(game, {WEAK: "3107", "c_div_034": "3108"}, "3106")
    state = play(state, f"overrun {ALL} 3107 with none", dice=[6])
    assert refused(state, f"move {ALL} 3107-3106") == "SNC-7.2a"


@pytest.mark.case("SNC-9.6i")
def test_a_failed_overrun_costs_a_point_and_may_be_tried_again(
    game: Game, play: Play, refused: Refused, at: At
) -> None:
    """Twelve against six: 2:1, 1:1 as an overrun, a 2 is 2/0. Entry 1, attempt 1: two points at least.

    Ten against six is 1:1, 1:2 as an overrun, where a 3 is 2/0 again.
    """
    units = {PLAIN: "3007", "c_div_015": "3007", "c_div_016": "3007"}
    state = march(game, units, "3006", mover=DIVISION, left=3)
    text = f"overrun {ALL} 3007 with none"
    state = play(state, text, f"lose {DIVISION[0]}", f"lose {DIVISION[1]}", dice=[2])
    assert [at(state, u) for u in (*DIVISION, *units)] == ["3006"] * 4 + ["3007"] * 3
    assert left(state) == 2
    assert refused(state, f"move {ALL} 3006-3005") == "SNC-7.2a"
    state = play(state, text, dice=[3])
    assert left(state) == 1
    assert refused(state, f"overrun {ALL} 3007") == "SNC-9.6b"
    state = play(state, "end")
    assert state.phase != "first operations"
    assert [state.steps[game.units.index_of(u)] for u in DIVISION] == [1] * 4


@pytest.mark.case("SNC-9.6i")
def test_after_a_failure_the_rest_of_the_side_moves_on_and_the_group_has_stopped(
    game: Game, play: Play, refused: Refused, at: At
) -> None:
    other = "j_rgt_006_div_003"
    units = {PLAIN: "3007", "c_div_015": "3007", "c_div_016": "3007", other: "3512"}
    state = play(
        march(game, units, "3006"),
        f"overrun {ALL} 3007 with none",
        f"lose {DIVISION[0]}",
        f"lose {DIVISION[1]}",
        f"move {other} 3512-3411",
        dice=[2],
    )
    assert at(state, other) == "3411"
    assert refused(state, f"overrun {ALL} 3007") == "SNC-9.6c"


@pytest.mark.case("SNC-9.6a", "SNC-10.0h")
def test_an_overrun_does_not_spare_a_hex_from_a_later_attack(game: Game, play: Play) -> None:
    """R-37: the failed overrun of the first phase, the attack of the second."""
    state = march(
        game, {PLAIN: "3007", "c_div_015": "3007", "c_div_016": "3007"}, "3006", phase="declaration"
    )
    state = play(
        state,
        "plan MA",
        f"overrun {ALL} 3007 with none",
        f"lose {DIVISION[0]}",
        f"lose {DIVISION[1]}",
        "end",
        dice=[2],
    )
    while state.phase != "second operations":
        state = play(state, "pass")
    assert game.parse(f"attack {ALL} 3007 with none") in game.legal(state)
