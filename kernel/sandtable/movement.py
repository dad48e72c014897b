"""Bounded movement: how far a unit gets with its points, zones of control included.

A bucket queue over flat int buffers (`array`, `bytearray`), which both the interpreter and numba
read as they are: nothing is converted on the way.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass

from .hot import Hot

UNREACHED = 255


def _search(
    neighbours: array[int],
    degree: int,
    cost: bytes,
    start: int,
    allowance: int,
    blocked: bytearray,
    enemy_zoc: bytearray,
    own: bytearray,
    shield: bytes,
    best: bytearray,
    previous: array[int],
    order: array[int],
    entry: array[int],
    link: array[int],
    head: array[int],
) -> int:
    """Fills best (points spent), previous and order (spaces by cost); returns how many were reached.

    A space with an enemy zone ends the move; from a zone the first step must lead out of it.
    `shield` marks spaces whose enemy zone is void while a friend stands there.
    """
    for level in range(allowance + 1):
        head[level] = -1
    best[start] = 0
    previous[start] = -1
    entry[0] = start
    link[0] = -1
    head[0] = 0
    used = 1
    reached = 0
    held = enemy_zoc[start] != 0 and not (shield[start] != 0 and own[start] != 0)
    for level in range(allowance + 1):
        slot = head[level]
        while slot >= 0:
            here = entry[slot]
            slot = link[slot]
            if best[here] != level:
                continue
            if here != start:
                order[reached] = here
                reached += 1
                if enemy_zoc[here] != 0 and not (shield[here] != 0 and own[here] != 0):
                    continue
            base = here * degree
            for direction in range(degree):
                price = cost[base + direction]
                if price == 0:
                    continue
                there = neighbours[base + direction]
                total = level + price
                if total > allowance or total >= best[there] or blocked[there] != 0:
                    continue
                if (
                    held
                    and here == start
                    and enemy_zoc[there] != 0
                    and not (shield[there] != 0 and own[there] != 0)
                ):
                    continue
                best[there] = total
                previous[there] = here
                entry[used] = there
                link[used] = head[total]
                head[total] = used
                used += 1
    return reached


search = Hot(_search)


@dataclass(slots=True)
class Reach:
    """What one search found: spaces in order of cost, points spent, and the way back."""

    start: int
    best: bytearray
    previous: array[int]
    order: array[int]
    count: int

    def __iter__(self) -> Iterator[int]:
        return iter(self.order[: self.count])

    def __len__(self) -> int:
        return self.count

    def __contains__(self, space: object) -> bool:
        return isinstance(space, int) and space != self.start and self.best[space] != UNREACHED

    def cost(self, space: int) -> int:
        """Points spent to get there."""
        return self.best[space]

    def path(self, space: int) -> list[int]:
        """A cheapest way from the start to a space, both included."""
        way = [space]
        while (space := self.previous[space]) >= 0:
            way.append(space)
        way.reverse()
        return way


class Mover:
    """Movement on one board at one price list.

    `cost` holds for every space and direction the points to go there, 0 where that is impossible.
    """

    def __init__(self, neighbours: array[int], degree: int, cost: bytes, shield: bytes, most: int) -> None:
        self.neighbours, self.degree, self.cost, self.shield = neighbours, degree, cost, shield
        size = len(neighbours) // degree
        self._unreached = bytes([UNREACHED]) * size
        self._shorts = array("h", bytes(2 * size))
        self._entries = array("i", bytes(4 * (size * degree + 1)))
        self._heads = array("i", bytes(4 * (most + 1)))

    def reach(
        self, start: int, allowance: int, blocked: bytearray, enemy_zoc: bytearray, own: bytearray
    ) -> Reach:
        """All spaces that a unit at `start` can get to with `allowance` points."""
        best = bytearray(self._unreached)
        previous, order = self._shorts[:], self._shorts[:]
        count = search.call(
            self.neighbours, self.degree, self.cost, start, allowance, blocked, enemy_zoc, own, self.shield,
            best, previous, order, self._entries[:], self._entries[:], self._heads[:],
        )  # fmt: skip
        return Reach(start, best, previous, order, count)
