"""Hexes numbered CCRR: identifiers, neighbours and directions of a flat-topped map grid.

Columns are counted from the west, rows from the north. Every second column is pushed half a hex
south; which one is the grid's only freedom.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")
_LOWERED = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
_RAISED = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1))
HALF_SQRT3 = 3**0.5 / 2


@dataclass(frozen=True, slots=True)
class HexGrid:
    """The numbering of one map.

    >>> HexGrid(40, 25, "even").neighbours("3610")
    ('3609', '3710', '3711', '3611', '3511', '3510')
    """

    columns: int
    rows: int
    shifted: Literal["even", "odd"] = "even"

    def ids(self) -> Iterator[str]:
        """Every identifier, column by column from the north-west corner."""
        for column in range(1, self.columns + 1):
            for row in range(1, self.rows + 1):
                yield name(column, row)

    def lowered(self, column: int) -> bool:
        """Is this column pushed half a hex south?"""
        return (column % 2 == 0) == (self.shifted == "even")

    def step(self, id: str, direction: int) -> str | None:
        """The neighbour in a direction (0 = north, clockwise), or None beyond the edge."""
        column, row = split(id)
        dc, dr = (_LOWERED if self.lowered(column) else _RAISED)[direction]
        column, row = column + dc, row + dr
        if 1 <= column <= self.columns and 1 <= row <= self.rows:
            return name(column, row)
        return None

    def around(self, id: str) -> tuple[str | None, ...]:
        """The six neighbours in the order of `DIRECTIONS`, None where the map ends."""
        return tuple(self.step(id, d) for d in range(6))

    def neighbours(self, id: str) -> tuple[str, ...]:
        """The neighbours that exist, clockwise from north."""
        return tuple(n for n in self.around(id) if n is not None)

    def cube(self, id: str) -> tuple[int, int, int]:
        """Cube coordinates: they sum to zero, and distances are their largest difference."""
        column, row = split(id)
        lift = (column + 1) // 2 if self.shifted == "odd" else column // 2
        x, z = column, row - (column - lift)
        return x, -x - z, z

    def distance(self, a: str, b: str) -> int:
        """Hexes from a to b as the crow flies."""
        return max(abs(p - q) for p, q in zip(self.cube(a), self.cube(b), strict=True))

    def centre(self, id: str) -> tuple[float, float]:
        """Plane coordinates (east, south) in units of the distance between opposite sides."""
        column, row = split(id)
        return column * HALF_SQRT3, row + (0.5 if self.lowered(column) else 0.0)


def name(column: int, row: int) -> str:
    """The four-digit identifier.

    >>> name(24, 10)
    '2410'
    """
    return f"{column:02d}{row:02d}"


def split(id: str) -> tuple[int, int]:
    """Column and row of an identifier."""
    return int(id[:2]), int(id[2:])


def opposite(direction: int) -> int:
    """The direction that looks back."""
    return (direction + 3) % 6


def concentric(directions: Iterable[int]) -> bool:
    """Do these directions surround a hex: two opposite, three alternate, or four and more?

    >>> concentric([0, 3]), concentric([1, 3, 5]), concentric([0, 1, 2]), concentric([0, 1, 2, 5])
    (True, True, False, True)
    """
    met = set(directions)
    if len(met) >= 4:
        return True
    return any(opposite(d) in met for d in met) or met in ({0, 2, 4}, {1, 3, 5})
