"""Units that are alike: an action is listed for one of them, and offered to whichever a person asks about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from sandtable.game import Game
from sandtable.state import State
from tests.games.storm_over_taierzhuang.conftest import Arrange, Play


def offered(state: State, unit: str) -> list[str]:
    """What a unit is offered; all of it may be played."""
    found = state.game.legal(state).for_unit(unit)
    for action in found:
        state.game.check(state, action)
    return [str(action) for action in found]


def lists(state: State) -> list[str]:
    return [str(action) for action in state.game.legal(state)]


def agree(state: State, units: Sequence[str]) -> None:
    """One unit is listed for all, all of them are able, and each is offered the same for itself."""
    named = {id for action in state.game.legal(state) for id in action.touched_units}
    first, *others = units
    assert named & set(units) == {first}
    assert set(units) <= set(state.game.legal(state).units())
    for unit in others:
        assert offered(state, unit) == [line.replace(first, unit) for line in offered(state, first)] != []


@pytest.mark.case("SOT-7.4b")
def test_damage_falls_on_whichever_unit_the_owner_names(arrange: Arrange, play: Play) -> None:
    state = arrange("J39-1@Q", "C31=3@Q", "C44-1@A", "J63-1@Y")
    hit = play(state, "fire J39-1 Q", dice=(2, 2))
    assert hit.agenda[-1] == ("absorb", 1)
    agree(hit, ("C31-1", "C31-2", "C31-3"))
    assert "absorb flip C31-3" in offered(hit, "C31-3")


@pytest.mark.case("SOT-7.4d")
def test_either_of_two_alike_units_may_be_lost_while_the_other_retreats(arrange: Arrange, play: Play) -> None:
    pair = ("C31-1", "C31-2")
    state = arrange("J39-1@Q", "C31=3@Q", "C44-1@A", "J63-1@Y", spent=(*pair, "C31-3"))
    hit = play(state, "fire J39-1 Q", dice=(3, 2))
    assert hit.agenda[-1][1] >= 3
    use = "absorb eliminate_spent_and_retreat"
    for one, other in (pair, pair[::-1], ("C31-3", "C31-2")):
        assert f"{use} {one} and {other} to M" in offered(hit, one)
    assert f"{use} C31-1 and C31-3 to M" in offered(hit, "C31-3")
    assert len(set(offered(hit, "C31-3"))) == len(offered(hit, "C31-3"))


@pytest.mark.case("SOT-RE.5b")
def test_any_tank_may_be_kept_in_fuel(arrange: Arrange) -> None:
    hands = {"japanese": ["ENG", "WILL"]}
    state = arrange("JT=3@X", "J39-1@Y", "C30-1@A", hands=hands)
    state.agenda.append(("fuel", ()))
    agree(state, ("JT-1", "JT-2", "JT-3"))
    assert offered(state, "JT-2") == ["refuel JT-2 ENG", "refuel JT-2 WILL"]


@pytest.mark.case("SOT-TC.C5a")
def test_any_spent_unit_may_be_rallied(arrange: Arrange, play: Play) -> None:
    spent = ["C30-1", "C30-2", "C30-3"]
    hands = {"chinese": ["LI"]}
    state = arrange("C30=3@Q", "C44-1@A", "J39=1@Y", side="chinese", spent=spent, hands=hands)
    state = play(state, "play LI at Q", dice=(2,))
    assert lists(state) == ["rally C30-1+C30-2"]
    assert offered(state, "C30-1") == offered(state, "C30-2") == ["rally C30-1+C30-2"]
    assert offered(state, "C30-3") == ["rally C30-3+C30-2"]
    assert state.game.legal(state).units() == spent


@pytest.mark.case("SOT-12.5d")
def test_any_unit_in_the_zone_may_be_thrown_back(arrange: Arrange, play: Play) -> None:
    options: dict[str, Any] = {"options": {"interdiction": "yes"}, "hands": {"japanese": ["FIGHT"]}}
    state = arrange("C30=1@A", "J39=1@Y", "C2=8@CW", **options)
    state = play(state, "play FIGHT at CW", dice=(2, 1))
    assert state.agenda[-1][0] == "interdict"
    assert lists(state)[0] == "lose C2-1"
    for unit in ("C2-1", "C2-2"):
        assert offered(state, unit) == [f"lose {unit}"]


@pytest.mark.case("SOT-3.1f")
def test_every_unit_that_waits_may_be_set_up_alone_or_with_its_like(game: Game) -> None:
    state = game.new(seed=3)
    able = game.legal(state).units()
    assert len(able) > len({a.touched_units[0] for a in game.legal(state)})
    for unit in able:
        assert any(line.split()[1] == unit for line in offered(state, unit))


@pytest.mark.case("SOT-TC.J4a")
def test_any_unit_may_rush_alone(arrange: Arrange) -> None:
    state = arrange("J39=5@Q", "C31=1@G", hands={"japanese": ["BANZAI"]})
    for unit in ("J39-1", "J39-3", "J39-4"):
        assert offered(state, unit).count(f"play BANZAI by {unit}") == 1


@pytest.mark.case("SOT-12.7b")
def test_any_unit_may_concentrate_alone(arrange: Arrange) -> None:
    state = arrange("J39=5@R", "J40=4@V", "C31=1@A", options={"concentration": "yes"})
    alone = "concentrate J39-4 Q"
    assert alone not in lists(state)
    assert offered(state, "J39-4").count(alone) == 1
    assert not any(line.endswith(("JE1", "JN")) for line in offered(state, "J39-4") if "concentrate" in line)
