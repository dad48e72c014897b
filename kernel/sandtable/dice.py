"""Dice: the state's own counter-based die, scripted dice for tests, enumerating dice for forecasts.

A roll is a pure function of (seed, counter), so a game is the same on every machine and a branch
never disturbs another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
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
    """Follows a path of rolls, then takes 1s; keeps the sides of the dice along it and their product."""

    __slots__ = ("path", "place", "sides", "weight")

    def __init__(self) -> None:
        self.path: list[int] = []
        self.sides: list[int] = []
        self.place, self.weight = 0, 1

    def roll(self, sides: int = 6) -> int:
        place = self.place
        if place == len(self.path):
            self.path.append(1)
            self.sides.append(sides)
        self.place = place + 1
        self.weight *= sides
        return self.path[place]


def enumerate_rolls(resolve: Callable[[Dice], T]) -> Iterator[tuple[T, int]]:
    """Every result of a resolver with the product of its dice's sides (one path's odds are 1 in that).

    The resolver is run once for each sequence of rolls it can meet, whatever it asks for.
    """
    dice = _Branching()
    path, sides = dice.path, dice.sides
    while True:
        dice.place, dice.weight = 0, 1
        result = resolve(dice)
        yield result, dice.weight
        while path and path[-1] == sides[-1]:
            path.pop()
            sides.pop()
        if not path:
            return
        path[-1] += 1
