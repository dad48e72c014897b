"""The board: spaces, who touches whom, what lies on a border, which lines run where.

A board is plain data of the kernel (`data/board/`), written there by the geodata builder; the rules
need no GIS library. Spaces are ints inside and identifiers at the edges.
"""

from __future__ import annotations

from array import array
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Any

from .errors import DataError, Unknown
from .hexgrid import HexGrid
from .records import Data

NOTHING = "none"
"""The feature of a hexside that a user's own map leaves bare."""

Line = tuple[str, str, tuple[int, ...]]
"""Kind, name and spaces of a railway, road or the like."""


@dataclass(frozen=True)
class Board:
    """Spaces by index; `neighbours` holds `degree` entries a space, -1 where there is none.

    On a hex board entry d is the neighbour in direction d (north, then clockwise).
    """

    ids: tuple[str, ...]
    names: tuple[str, ...]
    terrain: tuple[str, ...]
    tags: tuple[frozenset[str], ...]
    lonlat: tuple[tuple[float, float], ...]
    degree: int
    neighbours: array[int]
    borders: dict[tuple[int, int], frozenset[str]]
    links: dict[str, frozenset[tuple[int, int]]]
    link_lines: tuple[Line, ...]
    grid: HexGrid | None
    number: dict[str, int] = field(repr=False)
    contacts: dict[tuple[int, int], str] = field(default_factory=dict, repr=False)
    """On a board of areas: how two of them touch, in the words of adjacency.csv."""

    def __len__(self) -> int:
        return len(self.ids)

    def index(self, id: str) -> int:
        """The number of a space, or a clear error."""
        try:
            return self.number[id]
        except KeyError:
            raise Unknown("space", id, self.ids) from None

    def indexes(self, ids: Iterable[str]) -> tuple[int, ...]:
        return tuple(self.index(id) for id in ids)

    @cached_property
    def _adjacent(self) -> list[tuple[int, ...]]:
        return [tuple(n for n in self.around(s) if n >= 0) for s in range(len(self.ids))]

    @cached_property
    def _bearing(self) -> dict[int, int]:
        size = len(self.ids)
        return {here * size + there: direction for here, direction, there in self.sides()}

    def around(self, space: int) -> Sequence[int]:
        """The neighbours of a space, -1 where there is none, by direction."""
        return self.neighbours[space * self.degree : (space + 1) * self.degree]

    def adjacent(self, space: int) -> tuple[int, ...]:
        """The neighbours that exist."""
        return self._adjacent[space]

    def direction(self, here: int, there: int) -> int:
        """The direction of a neighbour, -1 when the two do not touch."""
        return self._bearing.get(here * len(self.ids) + there, -1)

    def border(self, a: int, b: int) -> frozenset[str]:
        """Features on the side between two spaces."""
        return self.borders.get((a, b), frozenset())

    def contact(self, a: int, b: int) -> str:
        """How two areas touch; empty on a hex board, and where they do not."""
        return self.contacts.get((a, b), "")

    def tagged(self, tag: str) -> tuple[int, ...]:
        """The spaces that carry a tag."""
        return tuple(s for s in range(len(self.ids)) if tag in self.tags[s])

    def sides(self) -> Iterator[tuple[int, int, int]]:
        """Every directed side that exists: space, direction, neighbour."""
        for place, there in enumerate(self.neighbours):
            if there >= 0:
                yield place // self.degree, place % self.degree, there

    def label(self, space: int) -> str:
        """The identifier with its name, for people."""
        return f"{self.ids[space]} {self.names[space]}".rstrip()


def load(data: Data) -> Board:
    """Reads board/board.toml, spaces.csv, borders.csv, links.csv and, for areas, adjacency.csv."""
    grid = _grid(data.toml("board/board"))
    rows = data.table("board/spaces")
    ids = tuple(row.needed("id") for row in rows)
    for row in rows:
        if set(row.text("id")) & set(" +-"):
            raise row.error("id", f"{row.text('id')!r} cannot be written in a path: no blanks, '+' or '-'")
    if grid is not None and set(ids) != set(grid.ids()):
        wrong = sorted(set(ids) ^ set(grid.ids()))[:5]
        raise DataError("spaces.csv", None, "id", f"hexes that disagree with the grid: {' '.join(wrong)}")
    number = {id: i for i, id in enumerate(ids)}
    contacts: dict[tuple[int, int], str] = {}
    degree, neighbours = _hexes(grid, ids, number) if grid else _areas(data, number, contacts)
    links, lines = _links(data, number, degree, neighbours)
    return Board(
        ids=ids,
        names=tuple(row.text("name") for row in rows),
        terrain=tuple(row.needed("terrain") for row in rows),
        tags=tuple(frozenset(row.words("tags")) for row in rows),
        lonlat=tuple((row.number("lon"), row.number("lat")) for row in rows),
        degree=degree,
        neighbours=neighbours,
        borders=_borders(data, number, degree, neighbours),
        links=links,
        link_lines=lines,
        grid=grid,
        number=number,
        contacts=contacts,
    )


def _grid(head: dict[str, Any]) -> HexGrid | None:
    """The numbering that board.toml gives; None for a board of areas."""

    def known(entry: str, allowed: Container[object], wanted: str, default: object = None) -> Any:
        value = head.get(entry, default)
        if value not in allowed:
            raise DataError("board.toml", None, entry, f"{value!r} is not {wanted}")
        return value

    if known("kind", ("hex", "area"), "'hex' or 'area'") == "area":
        return None
    return HexGrid(
        known("columns", range(1, 100), "a number from 1 to 99"),
        known("rows", range(1, 100), "a number from 1 to 99"),
        known("shifted", ("even", "odd"), "'even' or 'odd'"),
        known("top", ("flat", "pointy"), "'flat' or 'pointy'", "flat"),
        known("trimmed", (True, False), "true or false", False),
        known("rows_from", ("north", "south"), "'north' or 'south'", "north"),
    )


def _hexes(grid: HexGrid, ids: tuple[str, ...], number: dict[str, int]) -> tuple[int, array[int]]:
    flat = array("h")
    for id in ids:
        flat.extend(-1 if n is None else number[n] for n in grid.around(id))
    return 6, flat


def _areas(
    data: Data, number: dict[str, int], contacts: dict[tuple[int, int], str]
) -> tuple[int, array[int]]:
    touching: list[list[int]] = [[] for _ in number]
    for row in data.table("board/adjacency", key=("a", "b")):
        a = number[row.choice("a", number, "space")]
        b = number[row.choice("b", number, "space")]
        if a == b:
            raise row.error("b", f"{row.text('b')} cannot touch itself")
        if b in touching[a]:
            raise row.error("b", f"{row.text('a')} and {row.text('b')} stand together a second time")
        touching[a].append(b)
        touching[b].append(a)
        contacts[a, b] = contacts[b, a] = row.cells.get("kind", "")
    degree = max(map(len, touching), default=0)
    flat = array("h")
    for near in touching:
        flat.extend(near + [-1] * (degree - len(near)))
    return degree, flat


def _touch(neighbours: array[int], degree: int, a: int, b: int) -> bool:
    return b in neighbours[a * degree : (a + 1) * degree]


def _borders(
    data: Data, number: dict[str, int], degree: int, neighbours: array[int]
) -> dict[tuple[int, int], frozenset[str]]:
    found: dict[tuple[int, int], frozenset[str]] = {}
    for row in data.table("board/borders", key=("a", "b", "feature"), whole=("a", "b")):
        a = number[row.choice("a", number, "space")]
        b = number[row.choice("b", number, "space")]
        if not _touch(neighbours, degree, a, b):
            raise row.error("b", f"{row.text('a')} and {row.text('b')} do not touch")
        if row.needed("feature") != NOTHING:
            found[a, b] = found[b, a] = found.get((a, b), frozenset()) | {row.text("feature")}
    return found


def _links(
    data: Data, number: dict[str, int], degree: int, neighbours: array[int]
) -> tuple[dict[str, frozenset[tuple[int, int]]], tuple[Line, ...]]:
    joined: dict[str, set[tuple[int, int]]] = {}
    lines = []
    for row in data.table("board/links", key=("kind", "name"), whole=("kind", "name")):
        kind = row.needed("kind")
        path, words = [], row.words("path")
        for word in words:
            if word not in number:
                raise row.error("path", f"unknown space {word!r}")
            path.append(number[word])
        pairs = joined.setdefault(kind, set())
        for step, (a, b) in enumerate(pairwise(path)):
            if not _touch(neighbours, degree, a, b):
                raise row.error("path", f"{words[step]} and {words[step + 1]} do not touch")
            pairs |= {(a, b), (b, a)}
        lines.append((kind, row.needed("name"), tuple(path)))
    return {k: frozenset(v) for k, v in joined.items()}, tuple(lines)
