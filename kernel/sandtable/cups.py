"""Blind draws from a cup, and what a hand drawn from it may add up to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from .dice import Dice

T = TypeVar("T")


def draw(dice: Dice, cup: Sequence[T]) -> tuple[T, tuple[T, ...]]:
    """One thing from a cup, each as likely as another, and what is left in it.

    >>> from sandtable.dice import Scripted
    >>> draw(Scripted(2), "abc")
    ('b', ('a', 'c'))
    """
    place = dice.roll(len(cup)) - 1
    return cup[place], (*cup[:place], *cup[place + 1 :])


def hands(cup: Iterable[int], count: int) -> dict[int, int]:
    """In how many ways so many numbers, drawn from a cup without return, come to each sum.

    >>> hands([1, 1, 2], 2)
    {2: 1, 3: 2}
    """
    ways: list[dict[int, int]] = [{0: 1}, *({} for _ in range(count))]
    for value in cup:
        for taken in range(count, 0, -1):
            for so_far, met in ways[taken - 1].items():
                ways[taken][so_far + value] = ways[taken].get(so_far + value, 0) + met
    return ways[count]
