"""Marches of units with rules of their own: any price a step, any place to stop."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from heapq import heappop, heappush

Onward = Callable[[int], Iterable[tuple[int, int, bool]]]
"""From a space: the spaces that can be entered, the price, and whether the march ends there."""


class Trails:
    """All spaces that a unit can get to, each by a cheapest way.

    The plain search for the odd unit; whole armies use `sandtable.movement`.
    """

    def __init__(self, start: int, points: int, onward: Onward) -> None:
        self.start = start
        self._cost: dict[int, int] = {start: 0}
        self._previous: dict[int, int] = {}
        done: set[int] = set()
        queue = [(0, start, False)]
        while queue:
            spent, here, over = heappop(queue)
            if here in done:
                continue
            done.add(here)
            if over:
                continue
            for there, price, ends in onward(here):
                total = spent + price
                if total <= points and total < self._cost.get(there, points + 1):
                    self._cost[there], self._previous[there] = total, here
                    heappush(queue, (total, there, ends))

    def __iter__(self) -> Iterator[int]:
        """The spaces in order of cost, the start left out."""
        return iter(sorted(self._previous, key=lambda s: (self._cost[s], s)))

    def __len__(self) -> int:
        return len(self._previous)

    def cost(self, space: int) -> int:
        return self._cost[space]

    def path(self, space: int) -> list[int]:
        """A cheapest way from the start to a space, both included."""
        way = [space]
        while space != self.start:
            space = self._previous[space]
            way.append(space)
        way.reverse()
        return way
