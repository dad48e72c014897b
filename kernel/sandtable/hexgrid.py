"""Hexes with four-digit numbers: identifiers, neighbours and directions of a map grid.

The first two digits count lines, the last two places in a line. On a flat-topped grid lines are columns
from the west and places rows from the north (CCRR); on a pointy-topped grid lines are rows and places
run from the west (RRCC). Every second line is pushed half a hex towards higher places.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")
POINTY_DIRECTIONS = ("NE", "E", "SE", "SW", "W", "NW")
HALF_SQRT3 = 3**0.5 / 2

Steps = tuple[tuple[int, int], ...]
"""For each direction: lines and places to go."""


def _flat(pushed: bool) -> Steps:
    near, far = (0, 1) if pushed else (-1, 0)
    return (0, -1), (1, near), (1, far), (0, 1), (-1, far), (-1, near)


def _pointy(pushed: bool, north: int) -> Steps:
    west, east = (0, 1) if pushed else (-1, 0)
    return (north, east), (0, 1), (-north, east), (-north, west), (0, -1), (north, west)


@dataclass(frozen=True, slots=True)
class HexGrid:
    """The numbering of one map.

    >>> HexGrid(40, 25, "even").neighbours("3610")
    ('3609', '3710', '3711', '3611', '3511', '3510')
    >>> HexGrid(25, 17, "even", top="pointy", trimmed=True, rows_from="south").neighbours("0201")
    ('0302', '0202', '0102', '0101', '0301')
    """

    columns: int
    rows: int
    shifted: Literal["even", "odd"] = "even"
    """The lines that are pushed half a hex (south, or east on a pointy-topped grid)."""
    top: Literal["flat", "pointy"] = "flat"
    trimmed: bool = False
    """Pushed lines have one hex fewer, so that the map has straight edges."""
    rows_from: Literal["north", "south"] = "north"
    """Where the rows of a pointy-topped grid are counted from."""

    @property
    def lines(self) -> int:
        return self.columns if self.top == "flat" else self.rows

    def places(self, line: int) -> int:
        """How many hexes a line has."""
        full = self.rows if self.top == "flat" else self.columns
        return full - 1 if self.trimmed and self.pushed(line) else full

    @property
    def directions(self) -> tuple[str, ...]:
        """Names of the six directions, clockwise."""
        return DIRECTIONS if self.top == "flat" else POINTY_DIRECTIONS

    def ids(self) -> Iterator[str]:
        """Every identifier, line by line."""
        for line in range(1, self.lines + 1):
            for place in range(1, self.places(line) + 1):
                yield name(line, place)

    def pushed(self, line: int) -> bool:
        """Is this line pushed half a hex towards higher places?"""
        return (line % 2 == 0) == (self.shifted == "even")

    def step(self, id: str, direction: int) -> str | None:
        """The neighbour in a direction (0 = the first of `directions`), or None beyond the edge."""
        line, place = split(id)
        if self.top == "flat":
            steps = _flat(self.pushed(line))
        else:
            steps = _pointy(self.pushed(line), 1 if self.rows_from == "south" else -1)
        lines, places = steps[direction]
        line, place = line + lines, place + places
        if 1 <= line <= self.lines and 1 <= place <= self.places(line):
            return name(line, place)
        return None

    def around(self, id: str) -> tuple[str | None, ...]:
        """The six neighbours in the order of `directions`, None where the map ends."""
        return tuple(self.step(id, d) for d in range(6))

    def neighbours(self, id: str) -> tuple[str, ...]:
        """The neighbours that exist, clockwise."""
        return tuple(n for n in self.around(id) if n is not None)

    def cube(self, id: str) -> tuple[int, int, int]:
        """Cube coordinates: they sum to zero, and distances are their largest difference."""
        line, place = split(id)
        lift = (line + 1) // 2 if self.shifted == "odd" else line // 2
        x, z = line, place - (line - lift)
        return x, -x - z, z

    def distance(self, a: str, b: str) -> int:
        """Hexes from a to b as the crow flies."""
        return max(abs(p - q) for p, q in zip(self.cube(a), self.cube(b), strict=True))

    def centre(self, id: str) -> tuple[float, float]:
        """Plane coordinates (east, south) in units of the distance between opposite sides."""
        line, place = split(id)
        along = place + (0.5 if self.pushed(line) else 0.0)
        if self.top == "flat":
            return line * HALF_SQRT3, along
        return along, line * HALF_SQRT3 * (-1 if self.rows_from == "south" else 1)


def name(line: int, place: int) -> str:
    """The four-digit identifier.

    >>> name(24, 10)
    '2410'
    """
    return f"{line:02d}{place:02d}"


def split(id: str) -> tuple[int, int]:
    """Line and place of an identifier."""
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
