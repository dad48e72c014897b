"""Confidence intervals: how far a number from so many games can be trusted."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum, pi, sqrt, tan
from statistics import NormalDist
from typing import NamedTuple

LEVEL = 0.95


class Estimate(NamedTuple):
    """A number with the ends of its confidence interval, and how many games it comes from."""

    value: float
    low: float
    high: float
    games: int

    def __str__(self) -> str:
        return f"{self.value:.2f} ({self.low:.2f} to {self.high:.2f}, {self.games} games)"


def _normal(level: float) -> float:
    return NormalDist().inv_cdf((1 + level) / 2)


def student(level: float, freedom: int) -> float:
    """The two-sided quantile of Student's t.

    Exact for one and two degrees of freedom; beyond, by the series in 1/freedom around the normal
    quantile, which at 95 % is off by less than one in a hundred.
    """
    if freedom == 1:
        return tan(pi * level / 2)
    if freedom == 2:
        return level * sqrt(2 / (1 - level * level))
    z = _normal(level)
    n = float(freedom)
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * n**4)
    )


def share(hits: int, games: int, level: float = LEVEL) -> Estimate:
    """A share with Wilson's interval, which is honest for few games and for shares near 0 and 1."""
    if not games:
        return Estimate(float("nan"), 0.0, 1.0, 0)
    z = _normal(level)
    p = hits / games
    middle = (p + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * sqrt(p * (1 - p) / games + z * z / (4 * games * games))
    # The ends that the formula meets exactly are written so, and not as what rounding makes of them.
    low = middle - half if hits else 0.0
    high = middle + half if hits < games else 1.0
    return Estimate(p, low, high, games)


def mean(values: Sequence[float], level: float = LEVEL) -> Estimate:
    """A mean with Student's interval; one game alone tells nothing of the spread."""
    games = len(values)
    if not games:
        return Estimate(float("nan"), float("-inf"), float("inf"), 0)
    middle = fsum(values) / games
    if games == 1:
        return Estimate(middle, float("-inf"), float("inf"), 1)
    spread = sqrt(fsum((v - middle) ** 2 for v in values) / (games - 1))
    half = student(level, games - 1) * spread / sqrt(games)
    return Estimate(middle, middle - half, middle + half, games)


def share_difference(after: Sequence[bool], before: Sequence[bool], level: float = LEVEL) -> Estimate:
    """The difference of two shares over the same seeds, with the interval of Agresti and Min.

    Pairs that agree tell nothing; half a pair is added to each of the four kinds, so that a few games
    without any difference do not pass for a proof that there is none.
    """
    games = len(after)
    if not games:
        return Estimate(float("nan"), -1.0, 1.0, 0)
    gained = sum(1 for a, b in zip(after, before, strict=True) if a and not b)
    lost = sum(1 for a, b in zip(after, before, strict=True) if b and not a)
    up, down, total = gained + 0.5, lost + 0.5, games + 2.0
    middle = (up - down) / total
    half = _normal(level) * sqrt(up + down - (up - down) ** 2 / total) / total
    return Estimate((gained - lost) / games, max(-1.0, middle - half), min(1.0, middle + half), games)


def mean_difference(after: Sequence[float], before: Sequence[float], level: float = LEVEL) -> Estimate:
    """The mean difference over the same seeds."""
    return mean([a - b for a, b in zip(after, before, strict=True)], level)
