"""Groups: choosing among units that are alike, and drawing them by lot."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence

from .state import State


def alike(units: Sequence[int], key: Callable[[int], Hashable]) -> list[list[int]]:
    """Units sorted into lots that are the same to the rules, in the order they are met.

    >>> alike([1, 2, 3, 4], lambda u: u % 2)
    [[1, 3], [2, 4]]
    """
    lots: dict[Hashable, list[int]] = {}
    for unit in units:
        lots.setdefault(key(unit), []).append(unit)
    return list(lots.values())


def choices(units: Sequence[int], number: int, key: Callable[[int], Hashable]) -> Iterator[tuple[int, ...]]:
    """Every choice of so many units, where units that are alike stand for one another.

    >>> list(choices([1, 2, 3, 4], 2, lambda u: u % 2))
    [(1, 3), (1, 2), (2, 4)]
    """

    def pick(lots: list[list[int]], wanted: int) -> Iterator[tuple[int, ...]]:
        if wanted == 0:
            yield ()
            return
        if sum(map(len, lots)) < wanted:
            return
        first, rest = lots[0], lots[1:]
        for taken in range(min(wanted, len(first)), -1, -1):
            for others in pick(rest, wanted - taken):
                yield (*first[:taken], *others)

    yield from pick(alike(units, key), number)


def worthwhile(ranked: Sequence[int], most: int) -> list[tuple[int, ...]]:
    """Groups worth a look among units ranked from the best: as many as may go, half, the best, the last.

    >>> worthwhile([9, 8, 7, 6, 5], 4)
    [(9, 8, 7, 6), (9, 8), (9,), (5,)]
    """
    full = tuple(ranked[:most])
    if not full:
        return []
    found = [full, full[: (len(full) + 1) // 2], full[:1], tuple(ranked[-1:])]
    return list(dict.fromkeys(found))


def draw_lots(units: Sequence[int], number: int, state: State) -> list[int]:
    """So many of the units (or all, if there are fewer), drawn with the state's dice."""
    pool = list(units)
    drawn: list[int] = []
    while pool and len(drawn) < number:
        drawn.append(pool.pop(state.roll(len(pool)) - 1))
    return sorted(drawn)
