"""Choices among units that are alike: complete, without repetition, and drawn fairly."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from sandtable.actions import AbsorbLoss, Action, Advance, EndPhase, PlayChit
from sandtable.dice import Scripted
from sandtable.groups import choices, draw_lots, standing_in, worthwhile
from sandtable.state import State

UNITS = [10, 11, 12, 13, 20, 21, 30]


def tens(unit: int) -> int:
    return unit // 10


@pytest.mark.parametrize("number", range(9))
def test_choices_are_all_choices_up_to_equals(number: int) -> None:
    found = list(choices(UNITS, number, tens))
    met = [tuple(sorted(map(tens, units))) for units in found]
    assert len(set(met)) == len(met)
    assert set(met) == {tuple(sorted(map(tens, units))) for units in combinations(UNITS, number)}
    assert all(len(set(units)) == number for units in found)


@pytest.mark.parametrize(
    ("listed", "offered"),
    [
        (AbsorbLoss("r1"), [AbsorbLoss("r2")]),
        (AbsorbLoss("r2"), [AbsorbLoss("r2")]),
        (AbsorbLoss("b1"), []),
        (Advance(("b1", "r1", "r3")), [Advance(("b1", "r2", "r3"))]),
        (Advance(("r1", "r2")), [Advance(("r1", "r2"))]),
        (Advance(()), []),
        (PlayChit("rush", "0101"), []),
        (EndPhase(), []),
    ],
)
def test_a_unit_takes_the_place_of_one_like_it(listed: Action, offered: list[Action]) -> None:
    assert list(standing_in(listed, "r2", {"r1", "r3"})) == offered


def test_worthwhile_groups_are_distinct_and_small_enough() -> None:
    assert worthwhile([], 4) == []
    assert worthwhile([7], 4) == [(7,)]
    assert worthwhile([7, 8], 4) == [(7, 8), (7,), (8,)]
    assert worthwhile([1, 2, 3], 0) == []


def test_lots_are_drawn_one_by_one() -> None:
    state = State.__new__(State)
    state.script = Scripted(7, 1, 1)
    assert draw_lots(UNITS, 3, state) == [10, 11, 30]
    state.script = Scripted(2, 1)
    assert draw_lots([1, 2], 5, state) == [1, 2]


def test_every_unit_is_as_likely_to_be_drawn() -> None:
    state = State.__new__(State)
    state.script, state.seed, state.rolls = None, 9, 0
    met = Counter(u for _ in range(7000) for u in draw_lots(UNITS, 2, state))
    assert all(abs(met[u] - 2000) < 200 for u in UNITS)
