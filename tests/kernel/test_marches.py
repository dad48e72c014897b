"""Marches over areas held against trying every path."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.marches import march, way_to


def paths(
    near: list[list[int]], price: list[int | None], halt: list[bool], start: int, points: int
) -> dict[int, int]:
    """The least cost of every space, by walking everywhere."""
    best: dict[int, int] = {}

    def walk(here: int, spent: int) -> None:
        for there in near[here]:
            entry = price[there]
            if entry is None or spent + entry > points or there == start:
                continue
            best[there] = min(best.get(there, 99), spent + entry)
            if not halt[there]:
                walk(there, spent + entry)

    walk(start, 0)
    return best


@pytest.mark.parametrize("seed", range(40))
def test_cheapest_ways(seed: int) -> None:
    rng = Random(seed)
    size = 9
    near: list[list[int]] = [[] for _ in range(size)]
    for a in range(size):
        for b in range(a):
            if rng.random() < 0.4:
                near[a].append(b)
                near[b].append(a)
    price: list[int | None] = [rng.choice([1, 1, 2, 3, None]) for _ in range(size)]
    halt = [rng.random() < 0.3 for _ in range(size)]
    points = rng.randrange(5)
    found = march(0, points, near, price.__getitem__, halt.__getitem__)
    assert {space: leg.spent for space, leg in found.items()} == paths(near, price, halt, 0, points)
    assert [leg.spent for leg in found.values()] == sorted(leg.spent for leg in found.values())
    for space, leg in found.items():
        way = way_to(found, 0, space)
        assert (way[0], way[-1]) == (0, space)
        assert sum(price[s] or 0 for s in way[1:]) == leg.spent
        assert not any(halt[s] for s in way[1:-1])
