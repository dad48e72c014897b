"""Blind draws: every order of a cup is as likely, and hands add up as they should."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from sandtable.cups import draw, hands
from sandtable.dice import Dice, Scripted, enumerate_rolls


def test_a_draw_leaves_the_rest_in_order() -> None:
    assert [draw(Scripted(roll), "abc") for roll in (1, 2, 3)] == [
        ("a", ("b", "c")),
        ("b", ("a", "c")),
        ("c", ("a", "b")),
    ]


def test_every_order_of_a_cup_is_drawn_once_in_all_rolls() -> None:
    def empty(dice: Dice) -> tuple[str, ...]:
        drawn: list[str] = []
        cup: tuple[str, ...] = ("west", "south", "east")
        while cup:
            edge, cup = draw(dice, cup)
            drawn.append(edge)
        return tuple(drawn)

    met = list(enumerate_rolls(empty))
    assert len({order for order, _, _ in met}) == len(met) == 6
    assert {(share, whole) for _, share, whole in met} == {(1, 6)}


@pytest.mark.parametrize("count", [0, 1, 2, 3, 5])
def test_hands_are_all_that_can_be_drawn(count: int) -> None:
    cup = [2, 3, 3, 4, 5]
    assert hands(cup, count) == Counter(sum(hand) for hand in combinations(cup, count))


def test_nobody_draws_more_than_the_cup_holds() -> None:
    assert hands([1, 2], 3) == {}
