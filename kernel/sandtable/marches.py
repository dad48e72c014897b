"""Marches over areas: how far a group gets when every entry has its own price."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple


class Leg(NamedTuple):
    """How a space is reached: points spent, and the space before it."""

    spent: int
    previous: int


def march(
    start: int,
    points: int,
    near: Sequence[Sequence[int]],
    price: Callable[[int], int | None],
    halts: Callable[[int], bool],
) -> dict[int, Leg]:
    """Every space in reach by a cheapest way, in the order of cost; the start itself is not among them.

    `price` is what entering a space costs, None where the group may not go; where it `halts` it goes no
    further. Areas are few and allowances small, so levels of cost are simply worked off one by one.
    """
    found: dict[int, Leg] = {}
    level: dict[int, list[int]] = {0: [start]}
    for spent in range(points):
        for here in level.get(spent, ()):
            if here != start and (found[here].spent != spent or halts(here)):
                continue
            for there in near[here]:
                known = found.get(there)
                if there == start or (known is not None and known.spent <= spent + 1):
                    continue
                entry = price(there)
                if entry is None or spent + entry > points:
                    continue
                if known is None or spent + entry < known.spent:
                    found[there] = Leg(spent + entry, here)
                    level.setdefault(spent + entry, []).append(there)
    return dict(sorted(found.items(), key=lambda item: item[1].spent))


def way_to(found: dict[int, Leg], start: int, space: int) -> list[int]:
    """The spaces from the start to one in reach, both included."""
    way = [space]
    while space != start:
        space = found[space].previous
        way.append(space)
    way.reverse()
    return way
