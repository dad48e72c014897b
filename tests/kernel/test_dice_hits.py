"""Numbers of hits: the short way through the dice gives the same odds as every single roll."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TypeVar

import pytest

from sandtable.dice import Dice, Scripted, enumerate_rolls, hits, total

T = TypeVar("T")
D6 = (1, 2, 3, 4, 5, 6)


def odds(resolve: Callable[[Dice], T]) -> dict[T, Fraction]:
    found: dict[T, Fraction] = {}
    for result, ways, out_of in enumerate_rolls(resolve):
        found[result] = found.get(result, Fraction(0)) + Fraction(ways, out_of)
    return found


@pytest.mark.parametrize("at_most", range(8))
@pytest.mark.parametrize("number", [0, 1, 3])
def test_hits(number: int, at_most: int) -> None:
    one_by_one = odds(lambda dice: sum(dice.roll() <= at_most for _ in range(number)))
    assert odds(lambda dice: sum(hits(dice, number, at_most))) == one_by_one


def test_dice_of_all_kinds_mix() -> None:
    def short(dice: Dice) -> tuple[int, int, int]:
        rolled = total(dice, 2, D6)
        return rolled, sum(hits(dice, 3, rolled - 6)), dice.roll(3)

    def long(dice: Dice) -> tuple[int, int, int]:
        rolled = dice.roll() + dice.roll()
        return rolled, sum(dice.roll() <= rolled - 6 for _ in range(3)), dice.roll(3)

    assert odds(short) == odds(long)
    assert sum(odds(short).values()) == 1


def test_real_dice_are_rolled_one_by_one() -> None:
    dice = Scripted(3, 4, 1, 5, 2)
    assert total(dice, 2, D6) == 7
    assert hits(dice, 3, 2) == (True, False, True)
    dice.assert_used_up()
