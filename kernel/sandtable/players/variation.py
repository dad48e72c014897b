"""Doctrines like another, with its numbers changed by chance."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from random import Random

from .doctrine_files import Doctrine, Goal


def varied(doctrine: Doctrine, rng: Random, amount: float) -> Doctrine:
    """The doctrine with every weight and the value of every goal multiplied by chance.

    `amount` is the standard deviation of the logarithms of the factors: with 0.4 one number in three becomes
    half as large again and more, or two thirds of what it was and less.
    """

    def factor() -> float:
        return rng.lognormvariate(0, amount)

    def goals(given: Iterable[Goal]) -> tuple[Goal, ...]:
        return tuple(replace(goal, value=goal.value * factor()) for goal in given)

    return replace(
        doctrine,
        weights={key: weight * factor() for key, weight in doctrine.weights.items()},
        objectives=goals(doctrine.objectives),
        lines=goals(doctrine.lines),
    )
