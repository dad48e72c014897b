"""Bounded movement: how far a unit gets with its points, zones of control included.

A bucket queue. The state's own buffers go in as they are; the price list is kept in the form that its
reader likes best, a matrix for the compiled loop and tuples for the interpreter.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from .hot import Hot

IMPASSABLE = 255
"""A price that no allowance pays."""

Buckets = tuple[Any, Any, Any]


def _search(
    near: Sequence[Sequence[int]],
    prices: Sequence[Sequence[int]],
    shield: bytes,
    start: int,
    allowance: int,
    enemy_zoc: bytearray,
    own: bytearray,
    best: bytearray,
    previous: array[int],
    order: array[int],
    entry: list[int],
    link: list[int],
    head: list[int],
) -> int:
    """Fills best (points spent), previous and order (spaces by cost); returns how many were reached.

    `best` comes in as 0 where the unit may not go and as one point too many elsewhere, so that one
    comparison refuses what is blocked, too far or no better. A space with an enemy zone ends the move;
    from a zone the first step must lead out of it. `shield` marks spaces whose enemy zone is void while
    a friend stands there.
    """
    for level in range(allowance + 1):
        head[level] = -1
    best[start] = 0
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
            if level != 0:
                order[reached] = here
                reached += 1
                if enemy_zoc[here] != 0 and not (shield[here] != 0 and own[here] != 0):
                    continue
            for there, price in zip(near[here], prices[here]):  # noqa: B905 (numba's zip has no `strict`)
                total = level + price
                if total >= best[there]:
                    continue
                if held and enemy_zoc[there] != 0 and not (shield[there] != 0 and own[there] != 0):
                    continue
                best[there] = total
                previous[there] = here
                entry[used] = there
                link[used] = head[total]
                head[total] = used
                used += 1
            held = False
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
        return isinstance(space, int) and self.previous[space] >= 0

    def cost(self, space: int) -> int:
        """Points spent to get to a space within reach (or to stay)."""
        return self.best[space]

    def path(self, space: int) -> list[int]:
        """A cheapest way from the start to a space within reach, both included."""
        way = [space]
        while (space := self.previous[space]) >= 0:
            way.append(space)
        way.reverse()
        return way


class Mover:
    """Movement on one board at one price list.

    `cost` holds for every space and direction the points to go there, 0 where that is impossible;
    `most` is the largest allowance that will be asked for.
    """

    def __init__(self, neighbours: array[int], degree: int, cost: bytes, shield: bytes, most: int) -> None:
        if not 0 <= most < IMPASSABLE:
            raise ValueError(f"a unit cannot have {most} movement points, but 0 to {IMPASSABLE - 1}")
        self.neighbours, self.degree, self.cost, self.shield, self.most = (
            neighbours, degree, cost, shield, most,
        )  # fmt: skip
        self.size = len(neighbours) // degree
        self._nowhere = array("h", [-1]) * self.size
        self._shorts = array("h", [0]) * self.size
        self._out_of_reach = [bytes([points + 1]) + bytes(255) for points in range(most + 1)]
        self._tables: tuple[Any, Any] | None = None
        # Buckets are lent to one search at a time: threads may share a mover.
        self._buckets: list[Buckets] = []

    def reach(
        self, start: int, allowance: int, blocked: bytearray, enemy_zoc: bytearray, own: bytearray
    ) -> Reach:
        """All spaces that a unit at `start` can get to with `allowance` points."""
        if self._tables is None:
            self._tables = self._matrix() if search.compiled else self._rows()
        near, prices = self._tables
        try:
            buckets = self._buckets.pop()
        except IndexError:
            buckets = self._new_buckets()
        best = blocked.translate(self._out_of_reach[allowance])
        previous, order = self._nowhere[:], self._shorts[:]
        count = search.call(
            near, prices, self.shield, start, allowance, enemy_zoc, own, best, previous, order, *buckets
        )
        self._buckets.append(buckets)
        return Reach(start, best, previous, order, count)

    def _rows(self) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
        """For the interpreter: by space the neighbours that can be entered, and their prices."""
        near, prices = [], []
        for base in range(0, self.size * self.degree, self.degree):
            sides = range(base, base + self.degree)
            passable = [side for side in sides if self.cost[side] and self.neighbours[side] >= 0]
            near.append(tuple(self.neighbours[side] for side in passable))
            prices.append(tuple(self.cost[side] for side in passable))
        return near, prices

    def _matrix(self) -> tuple[Any, Any]:
        """For the compiled loop: rows of equal length, filled up with a price that nobody can pay."""
        import numpy as np

        near = np.zeros((self.size, self.degree), np.int16)
        prices = np.full((self.size, self.degree), IMPASSABLE, np.uint8)
        for space, (to, price) in enumerate(zip(*self._rows(), strict=True)):
            near[space, : len(to)] = to
            prices[space, : len(to)] = price
        return near, prices

    def _new_buckets(self) -> Buckets:
        """Room for as many entries as there are sides: a space is entered at most once over each."""
        room = self.size * self.degree + 1
        lists = [0] * room, [0] * room, [0] * (self.most + 1)
        if not search.compiled:
            return lists
        import numpy as np

        entry, link, head = (np.array(items, np.int32) for items in lists)
        return entry, link, head
