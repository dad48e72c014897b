"""How far damage points go when their owner spends them at his best, held against trying everything."""

from __future__ import annotations

from itertools import product

import pytest

from sandtable.damage import Use, most_absorbed, most_left

FLIP = Use("flip", 1, "ready", 0, 0, 1, "flip", "T-1")
RETREAT = Use("retreat", 1, "spent", 0, 1, 0, "retreat", "T-1")
LOSE_SPENT = Use("lose_spent", 2, "spent", 1, 0, 0, "lose", "T-1")
FLIP_RETREAT = Use("flip_retreat", 2, "ready", 0, 1, 1, "flip and go", "T-1")
LOSE_READY = Use("lose_ready", 3, "ready", 1, 0, 0, "lose", "T-1")
LOSE_AND_RETREAT = Use("lose_and_retreat", 3, "spent_only", 1, 1, 0, "lose and go", "T-1")
USES = (FLIP, RETREAT, LOSE_SPENT, FLIP_RETREAT, LOSE_READY, LOSE_AND_RETREAT)


@pytest.mark.parametrize(
    ("use", "ready", "spent", "after"),
    [
        (FLIP, 2, 1, (1, 2)),
        (RETREAT, 2, 1, (2, 0)),
        (LOSE_SPENT, 0, 3, (0, 2)),
        (FLIP_RETREAT, 2, 1, (1, 1)),
        (LOSE_READY, 2, 1, (1, 1)),
        (LOSE_AND_RETREAT, 0, 3, (0, 1)),
        (LOSE_AND_RETREAT, 0, 1, (0, 0)),
    ],
)
def test_what_stays_after_a_use(use: Use, ready: int, spent: int, after: tuple[int, int]) -> None:
    assert use.fits(3, ready, spent)
    assert use.after(ready, spent) == after


@pytest.mark.parametrize(
    ("use", "points", "ready", "spent"),
    [
        (FLIP, 3, 0, 2),
        (RETREAT, 3, 2, 0),
        (LOSE_SPENT, 1, 0, 2),
        (LOSE_READY, 2, 1, 0),
        (LOSE_AND_RETREAT, 3, 1, 2),
        (LOSE_AND_RETREAT, 3, 0, 0),
    ],
)
def test_a_use_needs_its_points_and_its_unit(use: Use, points: int, ready: int, spent: int) -> None:
    assert not use.fits(points, ready, spent)


def ends(points: int, ready: int, spent: int) -> set[tuple[int, int]]:
    """Units left and points that lapse, at the end of every way to spend."""
    found = set()
    for use in USES:
        if use.fits(points, ready, spent):
            found |= ends(points - use.points, *use.after(ready, spent))
    return found or {(ready + spent, points)}


@pytest.mark.parametrize(("ready", "spent"), list(product(range(4), range(4))))
def test_the_best_is_found(ready: int, spent: int) -> None:
    for points in range(12):
        assert most_left(USES, points, ready, spent) == max(left for left, _ in ends(points, ready, spent))
    lapsed = min(lapse for left, lapse in ends(40, ready, spent) if left == 0)
    assert most_absorbed(USES, ready, spent) == 40 - lapsed


def test_points_lapse_only_when_nobody_is_left() -> None:
    for points, ready, spent in product(range(10), range(3), range(3)):
        assert all(lapse == 0 or left == 0 for left, lapse in ends(points, ready, spent))
