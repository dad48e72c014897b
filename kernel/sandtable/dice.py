"""Dice: the state's own counter-based die, scripted dice for tests, enumerating dice for forecasts.

A roll is a pure function of (seed, counter), so a game is the same on every machine and a branch
never disturbs another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from math import comb
from typing import Protocol, TypeVar

from .errors import SandtableError

_MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15

T = TypeVar("T")


class Dice(Protocol):
    """What a resolver asks for: one roll of a die with the given number of sides."""

    def roll(self, sides: int = 6) -> int: ...


def scramble(seed: int, counter: int) -> int:
    """64 well-mixed bits for a seed and a counter (the splitmix64 finaliser)."""
    z = (seed + counter * _GOLDEN) & _MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)


def die(seed: int, counter: int, sides: int) -> int:
    """The roll, 1 to sides, that stands at this place of this seed's sequence."""
    return ((scramble(seed, counter) * sides) >> 64) + 1


def whiten(seed: int) -> int:
    """Turns a person's seed (often 1, 2, 3 …) into 64 bits, so that neighbouring seeds share nothing."""
    return scramble(scramble(seed & _MASK, 1) ^ (seed >> 64 & _MASK), 2)


class Scripted:
    """Dice that fall as written; running out of them is an error, so a test sees every roll."""

    def __init__(self, *rolls: int) -> None:
        self.rolls = list(rolls)

    def roll(self, sides: int = 6) -> int:
        if not self.rolls:
            raise SandtableError("the scripted dice have run out: the rules asked for one more roll")
        value = self.rolls.pop(0)
        if not 1 <= value <= sides:
            raise SandtableError(f"scripted roll {value} does not fit a die with {sides} sides")
        return value

    def assert_used_up(self) -> None:
        if self.rolls:
            raise AssertionError(f"scripted dice left over: {self.rolls}")


class _Branching:
    """Follows a path of choices, then takes the first; keeps how many each had, and the path's odds."""

    __slots__ = ("path", "place", "share", "sides", "whole")

    def __init__(self) -> None:
        self.path: list[int] = []
        self.sides: list[int] = []
        self.place, self.share, self.whole = 0, 1, 1

    def roll(self, sides: int = 6) -> int:
        place = self.place
        if place == len(self.path):
            self.path.append(1)
            self.sides.append(sides)
        self.place = place + 1
        self.whole *= sides
        return self.path[place]

    def pick(self, chances: Mapping[T, int]) -> T:
        """One of several things that are not equally likely: a branch each, whatever its weight."""
        whole = self.whole * sum(chances.values())
        thing, weight = list(chances.items())[self.roll(len(chances)) - 1]
        self.share *= weight
        self.whole = whole
        return thing


def enumerate_rolls(resolve: Callable[[Dice], T]) -> Iterator[tuple[T, int, int]]:
    """Every result of a resolver with the odds of its path: so many in so many.

    The resolver is run once for each sequence of rolls it can meet, whatever it asks for.
    """
    dice = _Branching()
    path, sides = dice.path, dice.sides
    while True:
        dice.place, dice.share, dice.whole = 0, 1, 1
        result = resolve(dice)
        yield result, dice.share, dice.whole
        while path and path[-1] == sides[-1]:
            path.pop()
            sides.pop()
        if not path:
            return
        path[-1] += 1


def pick(dice: Dice, chances: Mapping[T, int]) -> T:
    """One thing, as likely as its weight; a forecast branches over the things, not over every roll."""
    if isinstance(dice, _Branching):
        return dice.pick(chances)
    left = dice.roll(sum(chances.values()))
    for thing, weight in chances.items():
        left -= weight
        if left <= 0:
            return thing
    raise SandtableError("nothing to pick from")


def total(dice: Dice, count: int, faces: tuple[int, ...]) -> int:
    """The sum of several equal dice, each read off its faces; a forecast branches over the sums."""
    if isinstance(dice, _Branching):
        return dice.pick(sums(count, faces))
    return sum(faces[dice.roll(len(faces)) - 1] for _ in range(count))


@lru_cache(maxsize=256)
def sums(count: int, faces: tuple[int, ...]) -> dict[int, int]:
    """In how many ways several equal dice come to each sum.

    >>> sums(2, (1, 1, 2))
    {2: 4, 3: 4, 4: 1}
    """
    ways = {0: 1}
    for _ in range(count):
        longer: dict[int, int] = {}
        for so_far, met in ways.items():
            for face in faces:
                longer[so_far + face] = longer.get(so_far + face, 0) + met
        ways = longer
    return ways


def hits(dice: Dice, count: int, at_most: int, sides: int = 6) -> tuple[bool, ...]:
    """One die for each of several alike: which of them show at most this number?

    A forecast branches over how many do, for they are alike: it counts the first ones as hit.
    """
    if isinstance(dice, _Branching):
        met = dice.pick(_binomial(count, min(max(at_most, 0), sides), sides))
        return (True,) * met + (False,) * (count - met)
    return tuple([dice.roll(sides) <= at_most for _ in range(count)])


@lru_cache(maxsize=256)
def _binomial(count: int, chance: int, sides: int) -> dict[int, int]:
    """In how many ways each number of dice hits, where any can."""
    ways = {k: comb(count, k) * chance**k * (sides - chance) ** (count - k) for k in range(count + 1)}
    return {met: number for met, number in ways.items() if number}
