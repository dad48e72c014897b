"""Tracing: which spaces are joined to a source by a chain of open spaces."""

from __future__ import annotations

from array import array
from collections.abc import Iterable

from .hot import Hot


def _flood(
    neighbours: array[int],
    degree: int,
    passable: bytes,
    closed: bytearray,
    joined: bytearray,
    queue: array[int],
    waiting: int,
) -> int:
    """Spreads from the spaces in the queue over passable sides into spaces that are not closed."""
    done = 0
    while done < waiting:
        base = queue[done] * degree
        done += 1
        for direction in range(degree):
            if passable[base + direction] == 0:
                continue
            there = neighbours[base + direction]
            if joined[there] == 0 and closed[there] == 0:
                joined[there] = 1
                queue[waiting] = there
                waiting += 1
    return waiting


flood = Hot(_flood)


_ANY = bytes([0]) + bytes([1]) * 255


def closed(enemies: bytearray, enemy_zoc: bytearray, own: bytearray, shield: bytes) -> bytearray:
    """Spaces that cut a line: enemy units, and enemy zones but where a friend stands under a shield.

    All spaces at once, as long integers: one byte a space.
    """
    units, zones, friends, safe = (
        int.from_bytes(mask.translate(_ANY), "little") for mask in (enemies, enemy_zoc, own, shield)
    )
    return bytearray((units | (zones & ~(friends & safe))).to_bytes(len(enemies), "little"))


def trace(
    neighbours: array[int], degree: int, passable: bytes, sources: Iterable[int], closed: bytearray
) -> bytearray:
    """Marks every space that a chain of open spaces joins to a source; a closed source joins nothing.

    `passable` says for every space and direction whether the chain may cross that side.
    """
    size = len(closed)
    joined = bytearray(size)
    queue = array("h", bytes(2 * size))
    waiting = 0
    for space in sources:
        if not closed[space] and not joined[space]:
            joined[space] = 1
            queue[waiting] = space
            waiting += 1
    flood.call(neighbours, degree, passable, closed, joined, queue, waiting)
    return joined
