"""SNC-8.2d-f, 9.5.2: arriving Chinese units brought up by rail, and what cuts the line."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandtable.dice import Scripted
from sandtable.game import Game
from sandtable.games.shanghai_nanking.orders import RailEntry
from sandtable.state import State

Play = Callable[..., State]
Refused = Callable[[State, str], str]
At = Callable[[State, str], str]

SHANGHAI = {"j_snlf_1": "3512", "c_div_087": "3511"}
UNIT = "c_div_046"
STUB = {"0116", "0117", "0217"}
"""A railway at the western edge that leads neither to Nanking nor to Hangzhou."""
NORTH = "j_rgt_006_div_003"
SOUTH = "j_rgt_018_div_003"


def arriving(game: Game, units: dict[str, str] | None = None, turn: int = 6) -> State:
    """A division is waiting; Chinese aircraft have stopped the interdiction."""
    state = game.arrange(
        "campaign", {**SHANGHAI, **(units or {})}, turn=turn, phase="reinforcement", side="chinese",
        due={UNIT: turn},
    )  # fmt: skip
    return game.play(state, game.parse("fly yes"), Scripted(6)) if turn >= 3 else state


def stations(game: Game, state: State) -> set[str]:
    """The hexes where rail entry is offered."""
    return {a.space for a in game.legal(state) if isinstance(a, RailEntry)}


def lines(game: Game) -> set[str]:
    return {game.board.ids[a] for a, _ in game.board.links["railway"]}


@pytest.mark.case("SNC-8.2d", "SNC-9.5.2b")
def test_an_open_net_takes_a_unit_to_any_of_its_hexes_but_not_to_a_line_of_its_own(
    game: Game, play: Play, refused: Refused, at: At
) -> None:
    state = arriving(game)
    beside = {"3512", *(game.board.ids[n] for n in game.board.adjacent(game.board.index("3512")))}
    assert stations(game, state) == lines(game) - STUB - beside - {"3510"}, "3510 lies beyond Shanghai"
    assert refused(state, f"rail {UNIT} 0117") == "SNC-8.2e"
    assert refused(state, f"rail {UNIT} 2503") == "SNC-8.2d"
    assert at(play(state, f"rail {UNIT} 2617"), UNIT) == "2617"


@pytest.mark.case("SNC-9.5.2a", "SNC-8.2d")
def test_the_railways_open_on_turn_three(game: Game, refused: Refused) -> None:
    early = arriving(game, turn=2)
    assert refused(early, f"rail {UNIT} 1907") == "SNC-9.5.2a"
    assert not stations(game, early)
    assert "1907" in stations(game, arriving(game, turn=3))


@pytest.mark.case("SNC-9.5.2a", "SNC-8.2f")
def test_a_unit_comes_by_its_listed_hex_or_by_rail_and_by_rail_it_does_not_move(
    game: Game, play: Play, refused: Refused
) -> None:
    state = arriving(game)
    by_rail = game.play(state, game.parse(f"rail {UNIT} 1907"))
    assert (by_rail.phase, by_rail.decision and by_rail.decision.kind) == ("second operations", "attack")
    both = game.arrange(
        "campaign", SHANGHAI, turn=6, phase="reinforcement", side="chinese", due={UNIT: 6, "c_div_170": 6}
    )
    both = play(both, "fly yes", f"rail {UNIT} 1907", dice=[6])
    assert refused(both, f"move {UNIT} 1907-1806") == "SNC-9.0d"
    assert not list(game.legal(both).for_unit(UNIT))
    listed = play(both, "place c_div_170 0102")
    assert refused(listed, "rail c_div_170 1907") == "SNC-5.4a"
    assert list(game.legal(listed).for_unit("c_div_170"))


@pytest.mark.case("SNC-8.2e", "SNC-9.5.2c")
@pytest.mark.parametrize("guard", [{}, {"c_div_036": "1706"}], ids=["empty", "chinese unit in it"])
def test_a_zone_of_control_cuts_the_line_whoever_stands_in_it(
    game: Game, refused: Refused, guard: dict[str, str]
) -> None:
    """R-07: a friendly unit does not reopen a hex in an enemy zone. Beyond it the other line serves."""
    state = arriving(game, {NORTH: "1707", **guard})
    assert state.zone[1][game.board.index("1706")]
    open_now = stations(game, state)
    assert {"1806", "1706"}.isdisjoint(open_now), "the hexes in the zone"
    assert {"1605", "2410"} <= open_now, "from Nanking up to the cut, from Hangzhou beyond it"
    both = arriving(game, {NORTH: "1707", SOUTH: "2020", "j_rgt_034_div_003": "2123", **guard})
    assert refused(both, f"rail {UNIT} 2410") == "SNC-8.2e"
    assert refused(both, f"rail {UNIT} 2617") == "SNC-8.2e"
    assert "1605" in stations(game, both)


@pytest.mark.case("SNC-8.2e", "SNC-9.5.2c")
def test_a_japanese_unit_on_the_line_cuts_it_and_its_own_hex_cannot_be_the_end(
    game: Game, refused: Refused
) -> None:
    state = arriving(game, {NORTH: "1304", SOUTH: "1824"})
    assert refused(state, f"rail {UNIT} 1304") == "SNC-8.2a"
    assert refused(state, f"rail {UNIT} 2007") == "SNC-8.2e"
    assert "1002" in stations(game, state)


@pytest.mark.case("SNC-9.5.2b", "SNC-8.2e")
def test_without_nanking_and_hangzhou_there_is_no_rail_entry(game: Game, refused: Refused) -> None:
    state = arriving(game, {NORTH: "0202", SOUTH: "1824"})
    assert not stations(game, state)
    assert refused(state, f"rail {UNIT} 2410") == "SNC-8.2e"
    assert refused(state, f"rail {UNIT} 0116") == "SNC-8.2e"
    only_hangzhou = arriving(game, {NORTH: "0202"})
    assert {"0402", "1102", "2410", "1824", "1825"} <= stations(game, only_hangzhou)


@pytest.mark.case("SNC-8.2a", "SNC-8.2e")
def test_a_city_beside_the_enemy_passes_trains_but_takes_no_placement(game: Game, refused: Refused) -> None:
    """No zone of control reaches into Nanking, so the line through it stays open."""
    state = arriving(game, {NORTH: "0203", SOUTH: "1824"})
    assert refused(state, f"rail {UNIT} 0202") == "SNC-8.2a"
    assert {"0302", "0402", "2410"} <= stations(game, state)
    assert "0202" not in stations(game, state)


@pytest.mark.case("SNC-8.2e")
def test_control_alone_cuts_no_line(game: Game) -> None:
    held = game.arrange(
        "campaign", SHANGHAI, turn=6, phase="reinforcement", side="chinese", due={UNIT: 6},
        control={"1706": "japanese", "1824": "japanese"},
    )  # fmt: skip
    held = game.play(held, game.parse("fly yes"), Scripted(6))
    assert stations(game, held) == stations(game, arriving(game))
