"""Groups: choosing among units that are alike, naming one for another, and drawing them by lot."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from dataclasses import fields, replace
from typing import Any

from .actions import Action
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


def standing_in(action: Action, unit: str, twins: Collection[str]) -> Iterator[Action]:
    """The action if it names the unit, and with the unit in every place where it names one of its twins.

    The two change places, so that an action which names them both still names them both.

    >>> from sandtable.actions import AbsorbLoss, Advance
    >>> [str(a) for a in standing_in(AbsorbLoss("r1"), "r2", {"r1", "r3"})]
    ['lose r2']
    >>> [str(a) for a in standing_in(Advance(("r1", "r3", "b1")), "r2", {"r1", "r3"})]
    ['advance r2+r3+b1']
    """
    if unit in action.touched_units:
        yield action
    for field in fields(action):
        codec, named = field.metadata["codec"], getattr(action, field.name)
        if codec == "unit" and named in twins:
            yield _exchanged(action, unit, named)
        elif codec == "units" and named is not None and unit not in named:
            twin = next((id for id in named if id in twins), None)
            if twin is not None:
                yield _exchanged(action, unit, twin)


def _exchanged(action: Action, one: str, other: str) -> Action:
    swap = {one: other, other: one}
    new: dict[str, Any] = {}
    for field in fields(action):
        codec, named = field.metadata["codec"], getattr(action, field.name)
        if codec == "unit":
            new[field.name] = swap.get(named, named)
        elif codec == "units" and named is not None:
            new[field.name] = tuple(swap.get(id, id) for id in named)
    return replace(action, **new)


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
