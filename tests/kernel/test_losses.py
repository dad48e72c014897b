"""Who may take the next step loss."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from sandtable.losses import next_to_lose

#            0: 3 full, 2 reduced   1: 5, 1 step   2: 3/2   3: 4/1   4: 4/1   5: 5, 1 step
STRENGTH = [(0, 2, 3), (0, 5), (0, 2, 3), (0, 1, 4), (0, 1, 4), (0, 5)]
FULL = bytes([2, 1, 2, 2, 2, 1])


@pytest.mark.parametrize(
    ("units", "steps", "last", "choice"),
    [
        ([], FULL, [], []),
        ([1], FULL, [], [1]),
        ([0, 1], FULL, [], [0]),  # two steps go before one, whatever the strength
        ([0, 3], FULL, [], [3]),  # the stronger of the like
        ([0, 2], FULL, [], [0, 2]),  # a tie is the owner's choice
        ([4, 1, 3, 0], FULL, [], [4, 3]),
        ([1, 5], FULL, [], [1, 5]),
        ([0, 1], bytes([1, 1, 2, 2, 2, 1]), [], [1]),  # reduced, it is one of the one-step units
        ([0, 3], bytes([1, 1, 2, 1, 2, 1]), [], [0]),  # strengths as they stand, not as they were
        ([0, 3], bytes([2, 1, 2, 0, 2, 1]), [], [0]),  # the dead lose nothing
        ([3, 1], FULL, [3], [1]),  # the last come after all others, one step or two
        ([3, 4], FULL, [3, 4], [3, 4]),
        ([3, 4, 1], FULL, [3, 4, 1], [3, 4]),
        ([0, 1], bytes(6), [], []),
    ],
)
def test_the_next_loss_falls_where_the_order_says(
    units: list[int], steps: bytes, last: list[int], choice: list[int]
) -> None:
    assert next_to_lose(units, steps, STRENGTH, frozenset(last)) == choice


@given(
    some.lists(some.integers(0, 5), unique=True),
    some.lists(some.integers(0, 1), min_size=6, max_size=6),
    some.frozensets(some.integers(0, 5)),
)
def test_losses_taken_in_order_use_up_every_step_and_nobody_elses(
    units: list[int], lost: list[int], last: frozenset[int]
) -> None:
    steps = bytearray(full - gone for full, gone in zip(FULL, lost, strict=True))
    others = {u: steps[u] for u in range(6) if u not in units}
    due = sum(steps[u] for u in units)
    for _ in range(due):
        able = next_to_lose(units, steps, STRENGTH, last)
        assert able
        assert all(steps[u] > 0 and u in units for u in able)
        steps[able[-1]] -= 1
    assert next_to_lose(units, steps, STRENGTH, last) == []
    assert {u: steps[u] for u in others} == others
