"""Step losses: whom the next loss may fall on, and taking it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def next_to_lose(
    units: Iterable[int], steps: Sequence[int], strength: Sequence[Sequence[int]], last: frozenset[int]
) -> list[int]:
    """The units among which the owner chooses for the next step.

    Units with more than one step come before units with one, units in `last` after all others;
    within a class the strongest must be taken. Only ties leave a choice.
    """
    best: tuple[bool, bool, int] | None = None
    found: list[int] = []
    for unit in units:
        left = steps[unit]
        if left == 0:
            continue
        rank = (unit not in last, left > 1, strength[unit][left])
        if best is None or rank > best:
            best, found = rank, [unit]
        elif rank == best:
            found.append(unit)
    return found
