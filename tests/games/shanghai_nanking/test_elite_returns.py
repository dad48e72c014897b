"""SNC-8.1b-d: eliminated elite units come back at Nanking, reduced, or not at all."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandtable.actions import Place
from sandtable.dice import Scripted
from sandtable.game import Game
from sandtable.state import State

Play = Callable[..., State]
Refused = Callable[[State, str], str]
At = Callable[[State, str], str]

SHANGHAI = {"j_snlf_1": "3512", "c_div_087": "3511"}
THIRD = {f"j_rgt_{n}_div_003": "2907" for n in ("006", "018", "034", "068")}
ALL = "+".join(THIRD)
AROUND_NANKING = {"0202", "0302", "0303", "0203", "0103", "0102"}


def attack(game: Game, defenders: dict[str, str], turn: int, **more: object) -> State:
    """The 3rd Division stands beside the defenders' hex in open country; 16 factors make any odds."""
    return game.arrange(
        "campaign", {**SHANGHAI, **THIRD, **defenders}, turn=turn, phase="first operations",
        side="japanese", order="attack", **more,
    )  # fmt: skip


def returning(game: Game, units: dict[str, str] | None = None, turn: int = 8) -> State:
    """The 14th Division comes back on this turn; the interdiction has been stopped."""
    state = game.arrange(
        "campaign", {"j_snlf_1": "3512", **(units or {})}, turn=turn, phase="reinforcement",
        side="chinese", due={"c_div_014": turn}, returned=("c_div_014",),
    )  # fmt: skip
    return game.play(state, game.parse("fly yes"), Scripted(6))


def fate(game: Game, state: State, unit: str) -> tuple[int, int]:
    """The box of the track and the steps."""
    u = game.units.index_of(unit)
    return state.due[u], state.steps[u]


@pytest.mark.case("SNC-8.1b")
def test_the_14th_division_falls_on_turn_four_and_returns_on_turn_eight(
    game: Game, play: Play, at: At
) -> None:
    """SNC-EX-4."""
    state = attack(game, {"c_div_014": "2908"}, turn=4)
    state = play(state, f"attack {ALL} 2908 with none", "advance none", dice=[6, 4])
    assert at(state, "c_div_014") == "off map"
    assert fate(game, state, "c_div_014") == (8, 1)
    for side in game.sides:
        waiting = {u.id: u.steps for u in game.view(state, side).boxes["turn 8"]}
        assert waiting == {"c_div_014": 1}, "the track is open to both sides (R-45)"


@pytest.mark.case("SNC-8.1b")
@pytest.mark.parametrize("die", range(1, 7))
def test_the_die_is_the_number_of_turns_ahead(game: Game, play: Play, die: int) -> None:
    state = attack(game, {"c_div_014": "2908"}, turn=6)
    state = play(state, f"attack {ALL} 2908 with none", dice=[6, die])
    assert fate(game, state, "c_div_014") == (6 + die, 1)


@pytest.mark.case("SNC-8.1c")
def test_beyond_turn_twelve_there_is_no_return(game: Game, play: Play, at: At) -> None:
    state = attack(game, {"c_div_014": "2908"}, turn=7)
    last = play(state, f"attack {ALL} 2908 with none", dice=[6, 5])
    assert fate(game, last, "c_div_014") == (12, 1)
    gone = play(state, f"attack {ALL} 2908 with none", dice=[6, 6])
    assert at(gone, "c_div_014") == "removed"
    assert fate(game, gone, "c_div_014")[0] == 0


@pytest.mark.case("SNC-8.1b")
def test_every_fallen_elite_unit_rolls_and_no_other_unit_does(game: Game, play: Play, at: At) -> None:
    state = attack(
        game, {"c_div_014": "2908", "c_bde_td1": "2908", "c_bde_037": "2908"}, turn=6,
        steps={"c_div_014": 1, "c_bde_td1": 1},
    )  # fmt: skip
    state = play(state, f"attack {ALL} 2908 with artillery", dice=[5, 2, 5])
    assert {fate(game, state, "c_bde_td1"), fate(game, state, "c_div_014")} == {(8, 1), (11, 1)}
    assert at(state, "c_bde_037") == "eliminated"
    assert [e.case for e in state.events or () if e.case == "SNC-8.1b"] == ["SNC-8.1b"] * 2


@pytest.mark.case("SNC-8.1b")
def test_an_elite_unit_that_came_back_and_falls_again_rolls_again(game: Game, play: Play) -> None:
    """R-44: it falls, returns beside Nanking one turn later, is attacked there and falls once more."""
    ninth = {f"j_rgt_{n}_div_009": "0307" for n in ("007", "019", "035", "036")}
    state = attack(game, {**ninth, "c_div_014": "2908"}, turn=6)
    state = play(state, f"attack {ALL} 2908 with none", "advance none", "end", "end", dice=[6, 1])
    state = play(state, "plan MM", "end", "fly yes", "place c_div_014 0303", "end", dice=[6])
    assert fate(game, state, "c_div_014") == (0, 1)
    state = play(state, "plan MA", f"move {'+'.join(ninth)} 0307-0306-0305-0304", "end")
    state = play(state, f"attack {'+'.join(ninth)} 0303 with none", dice=[6, 3])
    assert fate(game, state, "c_div_014") == (10, 1)


@pytest.mark.case("SNC-8.1b")
def test_an_overrun_elite_unit_rolls_before_the_march_goes_on(game: Game, play: Play) -> None:
    state = game.arrange(
        "campaign", {**SHANGHAI, **THIRD, "c_div_014": "2908"}, turn=6, phase="first operations",
        side="japanese", order="move",
    )  # fmt: skip
    state = play(state, f"overrun {ALL} 2908 with none", dice=[6, 2])
    assert fate(game, state, "c_div_014") == (8, 1)
    cases = [e.case for e in state.events or ()]
    assert cases.index("SNC-8.1b") < cases.index("SNC-9.6g")


@pytest.mark.case("SNC-8.1b")
def test_only_combat_losses_roll_unless_the_switch_says_otherwise(game: Game, play: Play, at: At) -> None:
    """R-40: an elite unit given up because of overstacking does not come back."""
    pile = {"c_div_014": "2009", "c_div_011": "2009", "c_div_036": "2009"}
    for choice, rolls in (("no", []), ("yes", [3])):
        state = game.arrange(
            "campaign", {**SHANGHAI, **pile}, turn=6, phase="first operations", side="chinese",
            order="move", options={"elite_return_after_overstack": choice},
        )  # fmt: skip
        state = play(state, "end", "disband c_div_014", dice=rolls)
        assert at(state, "c_div_014") == ("off map" if rolls else "eliminated")


@pytest.mark.case("SNC-8.1d", "SNC-8.2a")
def test_it_is_placed_reduced_in_or_beside_nanking_and_goes_no_further(
    game: Game, play: Play, refused: Refused, at: At
) -> None:
    state = returning(game)
    assert {a.space for a in game.legal(state) if isinstance(a, Place)} == AROUND_NANKING
    assert refused(state, "place c_div_014 2503") == "SNC-8.1d"
    assert refused(state, "rail c_div_014 2410") == "SNC-8.1d"
    done = play(state, "place c_div_014 0203")
    assert at(done, "c_div_014") == "0203"
    assert fate(game, done, "c_div_014") == (0, 1)
    assert done.phase == "second operations", "R-52: nothing is left to do with it in this phase"


@pytest.mark.case("SNC-8.1d", "SNC-8.0b")
def test_it_may_wait_and_is_still_a_returning_unit_on_the_next_turn(
    game: Game, play: Play, refused: Refused
) -> None:
    state = play(
        returning(game), "end", "end", "plan MM", "end", "end", "plan MM", "end", "fly yes", dice=[6]
    )
    assert state.turn == 9
    assert refused(state, "place c_div_014 2503") == "SNC-8.1d"
    assert {a.space for a in game.legal(state) if isinstance(a, Place)} == AROUND_NANKING


@pytest.mark.case("SNC-8.1d", "SNC-8.2a")
def test_japanese_units_at_nanking_shut_what_they_touch(game: Game, refused: Refused) -> None:
    """R-43: with Nanking beset some hexes are left; with Nanking taken none is, and the unit waits."""
    beset = returning(game, {"j_rgt_006_div_003": "0304"})
    assert {a.space for a in game.legal(beset) if isinstance(a, Place)} == {"0202", "0302", "0103", "0102"}
    assert refused(beset, "place c_div_014 0203") == "SNC-8.2a"
    close = returning(game, {"j_rgt_006_div_003": "0203"})
    assert {a.space for a in game.legal(close) if isinstance(a, Place)} == {"0302", "0102"}
    taken = returning(game, {"j_rgt_006_div_003": "0202"})
    assert {str(a) for a in game.legal(taken)} == {"end", "delay c_div_014"}
