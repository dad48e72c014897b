"""Lines of the board as real lines: chains of hexsides and paths of hexes."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from sandtable_geodata.georeference import Georeference
from sandtable_geodata.grid import corners, sides


def middles(frame: Georeference, path: str) -> list[tuple[float, float]]:
    """The centres of a path of hexes."""
    return [frame.centres[h] for h in path.split()]


def chain_course(frame: Georeference, chain: Iterable[str]) -> list[tuple[float, float]]:
    """The corners of a chain of hexsides in order."""
    ends = []
    for side in chain:
        a, b = side.split("/")
        i, j = next(pair for other, pair in sides(frame.grid, a) if other == b)
        ring = frame.lonlat(corners(frame.grid, a)).round(5)
        ends.append({tuple(ring[i]), tuple(ring[j])})
    shared = [next(iter(a & b)) for a, b in pairwise(ends)]
    first, last = next(iter(ends[0] - {shared[0]})), next(iter(ends[-1] - {shared[-1]}))
    return [first, *shared, last]
