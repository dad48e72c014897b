"""Confidence intervals against scipy, published values and simulation."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.study import intervals

stats = pytest.importorskip("scipy.stats")


@pytest.mark.parametrize(("hits", "games"), [(0, 10), (10, 10), (7, 20), (81, 263), (1, 1)])
def test_shares_have_wilsons_interval(hits: int, games: int) -> None:
    wanted = stats.binomtest(hits, games).proportion_ci(method="wilson")
    met = intervals.share(hits, games)
    assert (met.low, met.high) == pytest.approx((wanted.low, wanted.high), abs=1e-9)
    assert met.value == hits / games
    assert 0 <= met.low <= met.value <= met.high <= 1


def test_a_published_share() -> None:
    """Newcombe 1998, table I: 81 of 263, Wilson without correction."""
    met = intervals.share(81, 263)
    assert (round(met.low, 4), round(met.high, 4)) == (0.2553, 0.3662)


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 9, 30, 199])
def test_students_quantile(freedom: int) -> None:
    assert intervals.student(0.95, freedom) == pytest.approx(stats.t.ppf(0.975, freedom), rel=0.01)


def test_means_have_students_interval() -> None:
    values = [3.0, 5.0, 4.0, 8.0, 6.0, 5.0, 7.0, 4.0]
    low, high = stats.t.interval(0.95, len(values) - 1, sum(values) / len(values), stats.sem(values))
    assert intervals.mean(values)[1:3] == pytest.approx((low, high), rel=0.002)


def test_few_games_tell_little() -> None:
    assert intervals.mean([4.0])[1:3] == (float("-inf"), float("inf"))
    assert intervals.share(0, 0)[1:3] == (0.0, 1.0)
    assert intervals.share_difference([], [])[1:3] == (-1.0, 1.0)
    same = intervals.share_difference([True] * 5, [True] * 5)
    assert same.value == 0
    assert same.low < -0.2
    assert same.high > 0.2


def test_the_paired_interval_covers_the_truth() -> None:
    """Pairs that agree three times in four, with a true difference of 0.1."""
    rng = Random(7)
    kinds = [(True, True)] * 40 + [(False, False)] * 34 + [(True, False)] * 18 + [(False, True)] * 8
    covered = 0
    for _ in range(400):
        pairs = rng.choices(kinds, k=60)
        met = intervals.share_difference([a for a, _ in pairs], [b for _, b in pairs])
        covered += met.low <= 0.10 <= met.high
    assert covered / 400 > 0.92


def test_pairs_cancel_what_they_share() -> None:
    rng = Random(1)
    before = [rng.gauss(50, 20) for _ in range(30)]
    after = [b + rng.gauss(3, 1) for b in before]
    met = intervals.mean_difference(after, before)
    assert 2 < met.low < 3 < met.high < 4
