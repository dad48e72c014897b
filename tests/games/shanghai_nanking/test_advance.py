"""SNC-10.5.3: advance after combat."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandtable.actions import Advance
from sandtable.game import Game
from sandtable.state import State
from tests.games.conftest import asked
from tests.games.shanghai_nanking.conftest import Play

Refused = Callable[[State, str], str]
At = Callable[[State, str], str]

THIRD = tuple(f"j_rgt_{number}_div_003" for number in ("006", "018", "034", "068"))
ELEVENTH = tuple(f"j_rgt_{number}_div_011" for number in ("012", "022", "043", "044"))
WEAK = "c_div_033"


def fighting(game: Game, units: dict[str, str], side: str = "japanese", **more: object) -> State:
    settings: dict[str, object] = {
        "turn": 6, "phase": "first operations", "order": "attack", "air": False, **more,
    }  # fmt: skip
    return game.arrange("campaign", units, side=side, **settings)  # type: ignore[arg-type]


def choices(game: Game, state: State) -> set[tuple[str, ...]]:
    return {a.units for a in game.legal(state) if isinstance(a, Advance)}


@pytest.mark.case("SNC-10.5.3a")
def test_attackers_may_enter_the_hex_they_emptied(game: Game, play: Play, at: At) -> None:
    state = fighting(game, {THIRD[0]: "3006", WEAK: "3007"})
    state = play(state, f"attack {THIRD[0]} 3007 with none", dice=[6])
    assert asked(state) == ("advance", "japanese")
    state = play(state, f"advance {THIRD[0]}")
    assert at(state, THIRD[0]) == "3007"
    assert game.view(state).control["3007"] == "japanese"


@pytest.mark.case("SNC-10.5.3a")
def test_no_advance_while_a_defender_is_left(game: Game, play: Play, at: At) -> None:
    """Four against three, 1:1, a 6 is 1/2: one of two divisions falls... and with three, one is left."""
    there = ("c_div_033", "c_div_034", "c_div_040")
    state = fighting(game, {THIRD[0]: "3006", **dict.fromkeys(there, "3007")})
    state = play(state, f"attack {THIRD[0]} 3007 with none", "lose c_div_033", "lose c_div_034", dice=[6])
    assert [at(state, u) for u in there] == ["eliminated", "eliminated", "3007"]
    assert asked(state) == ("attack", "japanese")
    assert at(state, THIRD[0]) == "3006"


@pytest.mark.case("SNC-10.5.3b")
def test_only_participants_advance(game: Game, play: Play, refused: Refused) -> None:
    state = fighting(game, {THIRD[0]: "3006", THIRD[1]: "3006", THIRD[2]: "3107", WEAK: "3007"})
    state = play(state, f"attack {THIRD[0]}+{THIRD[2]} 3007 with none", dice=[6])
    assert refused(state, f"advance {THIRD[1]}") == "SNC-10.5.3b"
    assert refused(state, f"advance {THIRD[0]}+{THIRD[1]}") == "SNC-10.5.3b"
    assert game.parse(f"advance {THIRD[0]}+{THIRD[2]}") in game.legal(state)
    assert choices(game, state) == {(), (THIRD[0],), (THIRD[2],), (THIRD[0], THIRD[2])}


@pytest.mark.case("SNC-10.5.3b")
def test_units_lost_in_the_combat_do_not_advance(game: Game, play: Play, refused: Refused) -> None:
    """A reduced and a full regiment against two divisions of two, 6:4, 1:1, a 6: 1/2.

    The loss falls on the full one; then both may go, but nobody who has been eliminated.
    """
    units = {ELEVENTH[0]: "3006", ELEVENTH[1]: "3006", "c_div_013": "3007"}
    state = fighting(game, units, steps={ELEVENTH[0]: 1, ELEVENTH[1]: 1})
    # Four against two, 2:1, a 5: 1/2.
    text = f"attack {ELEVENTH[0]}+{ELEVENTH[1]} 3007 with none"
    state = play(state, text, f"lose {ELEVENTH[0]}", dice=[5])
    assert refused(state, f"advance {ELEVENTH[0]}") == "SNC-10.5.3b"
    assert choices(game, state) == {(), (ELEVENTH[1],)}


@pytest.mark.case("SNC-10.5.3b")
def test_an_advance_keeps_to_the_stacking_limit(game: Game, play: Play, refused: Refused, at: At) -> None:
    """Four of one division and one more; not two of another."""
    units = {**dict.fromkeys(THIRD, "3006"), **dict.fromkeys(ELEVENTH[:2], "3107"), WEAK: "3007"}
    state = fighting(game, units)
    state = play(state, f"attack {'+'.join((*THIRD, *ELEVENTH[:2]))} 3007 with none", dice=[6])
    assert refused(state, f"advance {'+'.join((*THIRD, *ELEVENTH[:2]))}") == "SNC-10.5.3b"
    assert refused(state, f"advance {THIRD[0]}+{THIRD[0]}") == "SNC-2.1a"
    state = play(state, f"advance {'+'.join((*THIRD, ELEVENTH[0]))}")
    assert [at(state, u) for u in (*THIRD, *ELEVENTH[:2])] == ["3007"] * 5 + ["3107"]


@pytest.mark.case("SNC-10.5.3b")
def test_a_chinese_advance_keeps_to_three_divisions(game: Game, play: Play, refused: Refused, at: At) -> None:
    """The 87th and 88th fill the hex; the brigade stays behind."""
    units = {"c_div_087": "3006", "c_div_088": "3006", "c_bde_020": "3107", "j_snlf_1": "3007"}
    state = fighting(game, units, "chinese", steps={"j_snlf_1": 1})
    state = play(state, "attack c_div_087+c_div_088+c_bde_020 3007 with none", dice=[6])
    assert asked(state) == ("advance", "chinese")
    assert refused(state, "advance c_div_087+c_div_088+c_bde_020") == "SNC-10.5.3b"
    state = play(state, "advance c_div_087+c_div_088")
    assert [at(state, u) for u in ("c_div_087", "c_div_088", "c_bde_020")] == ["3007", "3007", "3107"]


@pytest.mark.case("SNC-10.5.3b", "SNC-9.1c")
def test_an_advance_leaves_room_for_the_garrison_of_a_city(
    game: Game, play: Play, refused: Refused, at: At
) -> None:
    """R-17: Suzhou gets a garrison, so a fifth regiment must wait outside; unless the pool is empty."""
    units = {**dict.fromkeys(THIRD, "2510"), ELEVENTH[0]: "2510", WEAK: "2410"}
    five = "+".join((*THIRD, ELEVENTH[0]))
    state = play(fighting(game, units), f"attack {five} 2410 with none", dice=[6])
    assert refused(state, f"advance {five}") == "SNC-10.5.3b"
    state = play(state, f"advance {'+'.join(THIRD)}")
    assert [at(state, u) for u in (*THIRD, "j_gar_b", ELEVENTH[0])] == ["2410"] * 5 + ["2510"]
    pool = {"j_gar_b": "1102", "j_gar_c": "1824", "j_gar_d": "0202", "j_gar_e": "3611"}
    state = play(fighting(game, {**units, **pool}), f"attack {five} 2410 with none", dice=[6])
    state = play(state, f"advance {five}")
    assert [at(state, u) for u in (*THIRD, ELEVENTH[0])] == ["2410"] * 5


@pytest.mark.case("SNC-10.5.3c")
def test_an_advance_is_free_and_no_movement(game: Game, play: Play, at: At) -> None:
    """Attack, advance, then a full march of eight points in the second phase."""
    state = fighting(game, {THIRD[0]: "0513", WEAK: "0514"}, phase="declaration")
    state = play(
        state, "plan AM", f"attack {THIRD[0]} 0514 with none", f"advance {THIRD[0]}", "end", dice=[6]
    )
    assert state.phase == "second operations"
    state = play(state, f"move {THIRD[0]} 0514-0515-0516-0517-0518")
    assert at(state, THIRD[0]) == "0518"


@pytest.mark.case("SNC-10.5.3c")
def test_an_advance_goes_where_no_points_would_be_left(game: Game, play: Play, at: At) -> None:
    """Over the river, in an Attack phase, in which a unit has no points at all."""
    state = fighting(game, {THIRD[0]: "3415", WEAK: "3414"})
    state = play(state, f"attack {THIRD[0]} 3414 with artillery+air", dice=[6])
    assert at(play(state, f"advance {THIRD[0]}"), THIRD[0]) == "3414"


@pytest.mark.case("SNC-10.5.3d", "SNC-7.2d")
def test_zones_of_control_do_not_stop_an_advance(game: Game, play: Play, at: At) -> None:
    """From a hex in a Chinese zone into another: 3006 and 3007 both touch 2907."""
    state = fighting(game, {THIRD[0]: "3006", WEAK: "3007", "c_div_013": "2907"})
    state = play(state, f"attack {THIRD[0]} 3007 with none", f"advance {THIRD[0]}", dice=[6])
    assert at(state, THIRD[0]) == "3007"


@pytest.mark.case("SNC-10.5.3e")
def test_an_advance_may_be_declined_and_not_made_up_for(
    game: Game, play: Play, refused: Refused, at: At
) -> None:
    state = fighting(game, {THIRD[0]: "3006", THIRD[1]: "3006", WEAK: "3007", "c_div_034": "2906"})
    state = play(state, f"attack {THIRD[0]} 3007 with none", dice=[6])
    assert refused(state, f"attack {THIRD[1]} 2906") == "SNC-10.5.3a"
    state = play(state, "advance none")
    assert at(state, THIRD[0]) == "3006"
    assert game.view(state).control["3007"] == "chinese"
    assert refused(state, f"advance {THIRD[0]}") == "SNC-10.0a"


@pytest.mark.case("SNC-10.5.3f")
def test_defenders_never_advance(game: Game, play: Play, at: At) -> None:
    """The attacker dies and leaves his hex empty; the defenders are asked nothing and stay."""
    there = dict.fromkeys(("c_div_087", "c_div_098"), "3007")
    state = fighting(game, {ELEVENTH[0]: "3006", **there})
    state = play(state, f"attack {ELEVENTH[0]} 3007 with none", dice=[1])
    assert at(state, ELEVENTH[0]) == "eliminated"
    assert asked(state) == ("attack", "japanese")
    assert [at(state, u) for u in there] == ["3007", "3007"]


@pytest.mark.case("SNC-10.5.3a", "SNC-4.1a")
def test_the_hex_of_shanghai_is_won_by_an_advance_and_not_before(game: Game, play: Play) -> None:
    units = {"c_div_087": "3411", "c_div_088": "3411", "j_snlf_1": "3512"}
    state = fighting(game, units, "chinese", steps={"j_snlf_1": 1})
    text = "attack c_div_087+c_div_088 3512 with artillery"
    state = play(state, text, "support none", dice=[6])
    assert state.result is None
    assert play(state, "advance none").result is None
    won = play(state, "advance c_div_087")
    assert won.result is not None
    assert (won.result.winner, won.result.case) == ("chinese", "SNC-4.1a")
