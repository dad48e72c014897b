"""SNC-10.2b, 10.5.1, 10.5.2: what a result costs, and whom."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandtable.game import Game
from sandtable.state import State
from tests.games.conftest import asked
from tests.games.shanghai_nanking.conftest import Play

Refused = Callable[[State, str], str]
At = Callable[[State, str], str]

THIRD = tuple(f"j_rgt_{number}_div_003" for number in ("006", "018", "034", "068"))
ELEVENTH = tuple(f"j_rgt_{number}_div_011" for number in ("012", "022", "043", "044"))


def fighting(game: Game, units: dict[str, str], side: str = "japanese", **more: object) -> State:
    settings: dict[str, object] = {
        "turn": 6, "phase": "first operations", "order": "attack", "air": False, **more,
    }  # fmt: skip
    return game.arrange("campaign", units, side=side, **settings)  # type: ignore[arg-type]


def steps(game: Game, state: State, *units: str) -> list[int]:
    """Steps left; a unit that is off the map has none, whatever it may come back with."""
    found = []
    for id in units:
        unit = game.units.index_of(id)
        found.append(state.steps[unit] if state.where[unit] >= 0 else 0)
    return found


# -- how much ----------------------------------------------------------------------------------------


@pytest.mark.case("SNC-10.5.1a")
def test_the_first_number_is_the_attackers(game: Game, play: Play) -> None:
    """Sixteen against eight, 2:1, a 2: 2/1."""
    there = ("c_div_098", "c_div_003", "c_div_013")
    state = fighting(game, {**dict.fromkeys(THIRD, "3006"), **dict.fromkeys(there, "3007")})
    state = play(state, f"attack {'+'.join(THIRD)} 3007 with none", "lose c_div_098", dice=[2])
    assert asked(state) == ("absorb_loss", "japanese")
    assert state.decision is not None
    assert state.decision.prompt == (
        "Which of the strongest units that attacked 3007 takes the next of 2 step losses?"
    )
    state = play(state, f"lose {THIRD[0]}", f"lose {THIRD[3]}")
    assert steps(game, state, *THIRD) == [1, 2, 2, 1]
    assert steps(game, state, *there) == [0, 1, 1]


@pytest.mark.case("SNC-10.5.1b")
def test_losses_beyond_the_last_step_are_ignored(game: Game, play: Play) -> None:
    """6:1, a 6: 0/4 on a single one-step division; the next combat knows nothing of the other three."""
    units = {**dict.fromkeys(THIRD, "3006"), "c_div_033": "3007", "c_div_015": "2906", "c_div_016": "2906"}
    state = fighting(game, units)
    state = play(state, f"attack {'+'.join(THIRD[:2])} 3007 with none", "advance none", dice=[6])
    # Eight against four, 2:1, a 3: 1/1.
    state = play(
        state, f"attack {'+'.join(THIRD[2:])} 2906 with none", "lose c_div_015", f"lose {THIRD[2]}", dice=[3]
    )
    assert steps(game, state, "c_div_033", "c_div_015", "c_div_016") == [0, 0, 1]


@pytest.mark.case("SNC-10.5.1b")
def test_an_attacker_cannot_lose_more_than_he_brought(game: Game, play: Play) -> None:
    """Three against nine, 1:3, a 1: 3/0 on a unit with two steps; its neighbours in the hex are spared."""
    units = {ELEVENTH[0]: "3006", ELEVENTH[1]: "3006", "c_div_087": "3007", "c_div_098": "3007"}
    state = fighting(game, units)
    state = play(state, f"attack {ELEVENTH[0]} 3007 with none", dice=[1])
    assert steps(game, state, *ELEVENTH[:2]) == [0, 2]


@pytest.mark.case("SNC-10.5.1b", "SNC-10.5.3a")
def test_both_sides_can_be_wiped_out_at_once(game: Game, play: Play, at: At) -> None:
    """R-16: both losses are taken; nobody is left to advance. Two against two, 1:1, a 5: 1/1."""
    state = fighting(game, {ELEVENTH[0]: "3006", "c_div_013": "3007"}, steps={ELEVENTH[0]: 1})
    state = play(state, f"attack {ELEVENTH[0]} 3007 with none", dice=[5])
    assert (at(state, ELEVENTH[0]), at(state, "c_div_013")) == ("eliminated", "eliminated")
    assert asked(state) == ("attack", "japanese")
    assert game.view(state).control["3007"] == "chinese"


# -- whom --------------------------------------------------------------------------------------------


@pytest.mark.case("SNC-10.2b")
def test_static_units_bear_no_attackers_loss(game: Game, play: Play, refused: Refused) -> None:
    """SNLF 1 attacks out of the hex of the Shanghai Garrison: two against nine, 1:3, a 1: 3/0."""
    units = {"j_snlf_1": "3512", "j_gar_shanghai": "3512", "c_div_087": "3411", "c_div_088": "3411"}
    state = fighting(game, units)
    assert refused(state, "attack j_snlf_1+j_gar_shanghai 3411") == "SNC-10.2a"
    state = play(state, "attack j_snlf_1 3411 with none", dice=[1])
    assert steps(game, state, "j_snlf_1", "j_gar_shanghai") == [0, 2]


@pytest.mark.case("SNC-10.2b")
def test_units_that_stayed_out_bear_no_attackers_loss(game: Game, play: Play) -> None:
    """R-15: four against eight, 1:2, a 3: 2/0; the other regiments of the hex are not asked."""
    units = {**dict.fromkeys(THIRD, "3006"), "c_div_087": "3007", "c_div_098": "3007"}
    state = play(fighting(game, units), f"attack {THIRD[0]} 3007 with none", dice=[3])
    assert steps(game, state, *THIRD) == [0, 2, 2, 2]


@pytest.mark.case("SNC-10.5.2a")
def test_full_units_are_reduced_before_any_unit_dies(game: Game, play: Play) -> None:
    """The brigade (4, two steps) pays before the Suzhou Garrison (3, two), and both before the 98th (3).

    Twelve against ten, 1:1, 2:1 and 3:1 with support, a 5: 0/2.
    """
    there = ("c_bde_td1", "c_gar_suzhou", "c_div_098")
    units = {**dict.fromkeys(ELEVENTH, "3006"), **dict.fromkeys(there, "3007")}
    text = f"attack {'+'.join(ELEVENTH)} 3007 with artillery+air"
    state = play(fighting(game, units), text, dice=[5])
    assert steps(game, state, *there) == [1, 1, 1]
    # 5:1 would be 0/3: the third step is the strongest of what is left, the 98th.
    many = {**units, **dict.fromkeys(THIRD, "3107")}
    text = f"attack {'+'.join((*ELEVENTH, *THIRD))} 3007 with artillery+air+naval"
    state = play(fighting(game, many), text, dice=[4])
    assert steps(game, state, *there) == [1, 1, 0]


@pytest.mark.case("SNC-10.5.2a")
def test_a_weak_full_unit_comes_before_a_strong_reduced_one(game: Game, play: Play) -> None:
    """Attackers: a reduced regiment of the 3rd (2), three full SNLF battalions (2), 8:8, 1:1, a 5: 1/1."""
    snlf = ("j_snlf_1", "j_snlf_2", "j_snlf_3")
    units = {THIRD[0]: "3006", **dict.fromkeys(snlf, "3006"), "c_div_087": "3007", "c_div_098": "3007"}
    state = fighting(game, units, steps={THIRD[0]: 1})
    state = play(state, f"attack {'+'.join((THIRD[0], *snlf))} 3007 with none", dice=[5])
    assert {str(a) for a in game.legal(state)} == {f"lose {u}" for u in snlf}


@pytest.mark.case("SNC-10.5.2b")
def test_the_strongest_pays_and_ties_are_the_owners_choice(game: Game, play: Play, refused: Refused) -> None:
    """4, 4, 4 and 3, all full; 15:8 is 1:1, a 3: 2/1."""
    attackers = (*THIRD[:3], ELEVENTH[0])
    state = fighting(game, {**dict.fromkeys(attackers, "3006"), "c_div_087": "3007", "c_div_098": "3007"})
    state = play(state, f"attack {'+'.join(attackers)} 3007 with none", dice=[3])
    assert steps(game, state, "c_div_087", "c_div_098") == [1, 1]
    assert {str(a) for a in game.legal(state)} == {f"lose {u}" for u in THIRD[:3]}
    assert refused(state, f"lose {ELEVENTH[0]}") == "SNC-10.5.2b"
    state = play(state, f"lose {THIRD[1]}")
    assert {str(a) for a in game.legal(state)} == {f"lose {THIRD[0]}", f"lose {THIRD[2]}"}
    state = play(state, f"lose {THIRD[2]}")
    assert steps(game, state, *attackers) == [2, 1, 1, 2]
    assert asked(state) == ("attack", "japanese")


@pytest.mark.case("SNC-10.5.2b")
def test_among_reduced_and_one_step_units_the_strongest_dies(game: Game, play: Play) -> None:
    """3, 2 and 1 of one step each, two losses: the three and the two."""
    there = ("c_div_033", "c_div_098", "c_div_013")
    units = {**dict.fromkeys(THIRD, "3006"), **dict.fromkeys(there, "3007")}
    # Sixteen against six, 2:1, a 6: 0/2.
    state = play(fighting(game, units), f"attack {'+'.join(THIRD)} 3007 with none", dice=[6])
    assert steps(game, state, *there) == [1, 0, 0]


@pytest.mark.case("SNC-10.5.2b")
def test_nobody_is_asked_where_every_order_is_the_same(game: Game, play: Play) -> None:
    """Three equal divisions and three losses; then two equal regiments and two."""
    there = ("c_div_013", "c_div_015", "c_div_016")
    units = {**dict.fromkeys(THIRD, "3006"), **dict.fromkeys(there, "3007")}
    text = f"attack {'+'.join(THIRD)} 3007 with artillery+air+naval"
    state = play(fighting(game, units), text, dice=[4])
    assert steps(game, state, *there) == [0, 0, 0]
    assert asked(state) == ("advance", "japanese")
    # Eight against eight, 1:1, a 2: 2/0.
    units = {**dict.fromkeys(THIRD[:2], "3006"), "c_div_087": "3007", "c_div_098": "3007"}
    state = play(fighting(game, units), f"attack {'+'.join(THIRD[:2])} 3007 with none", dice=[2])
    assert steps(game, state, *THIRD[:2]) == [1, 1]


@pytest.mark.case("SNC-10.5.2c")
def test_japanese_garrisons_are_lost_last(game: Game, play: Play) -> None:
    """The Shanghai Garrison (3, two steps) behind two reduced battalions (1 each).

    Fifteen against five, 3:1, two to the left for the city: 1:1, artillery 2:1, a 6: 0/2.
    """
    here = ("j_gar_shanghai", "j_snlf_1", "j_snlf_2")
    units = {
        **dict.fromkeys(here, "3512"), "c_div_087": "3411", "c_div_088": "3411", "c_div_036": "3412",
    }  # fmt: skip
    state = fighting(game, units, "chinese", steps={"j_snlf_1": 1, "j_snlf_2": 1})
    state = play(state, "attack c_div_087+c_div_088+c_div_036 3512 with artillery", "support none", dice=[6])
    assert steps(game, state, *here) == [2, 0, 0]


@pytest.mark.case("SNC-10.5.2c")
def test_a_japanese_garrison_pays_when_nobody_else_can(game: Game, play: Play) -> None:
    units = {
        "j_gar_shanghai": "3512", "j_snlf_1": "3512", "c_div_087": "3411", "c_div_088": "3411",
        "c_div_036": "3412",
    }  # fmt: skip
    state = fighting(game, units, "chinese", steps={"j_snlf_1": 1})
    state = play(state, "attack c_div_087+c_div_088+c_div_036 3512 with artillery", "support none", dice=[6])
    assert steps(game, state, "j_snlf_1", "j_gar_shanghai") == [0, 1]


@pytest.mark.case("SNC-10.5.2a", "SNC-10.5.2c")
def test_chinese_garrisons_are_ordinary_units(game: Game, play: Play) -> None:
    """R-14: the Suzhou Garrison (3, two steps) is reduced before the division (3, one step) dies."""
    units = {**dict.fromkeys(THIRD[:2], "3006"), "c_gar_suzhou": "3007", "c_div_098": "3007"}
    # Eight against six, 1:1, a 4: 1/1.
    state = play(fighting(game, units), f"attack {'+'.join(THIRD[:2])} 3007 with none", dice=[4])
    assert steps(game, state, "c_gar_suzhou", "c_div_098") == [1, 1]
