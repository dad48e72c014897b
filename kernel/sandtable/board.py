"""The board: spaces, who touches whom, what lies on a border, which lines run where.

A board is plain data of the kernel (`data/board/`), written there by the geodata builder; the rules
need no GIS library. Spaces are ints inside and identifiers at the edges.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from .errors import DataError, Unknown
from .hexgrid import HexGrid
from .records import Data

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

    def around(self, space: int) -> Sequence[int]:
        """The neighbours of a space, -1 where there is none, by direction."""
        return self.neighbours[space * self.degree : (space + 1) * self.degree]

    def adjacent(self, space: int) -> tuple[int, ...]:
        """The neighbours that exist."""
        return tuple(n for n in self.around(space) if n >= 0)

    def direction(self, here: int, there: int) -> int:
        """The direction of a neighbour, -1 when the two do not touch."""
        around = self.around(here)
        return around.index(there) if there in around else -1

    def border(self, a: int, b: int) -> frozenset[str]:
        """Features on the side between two spaces."""
        return self.borders.get((a, b), frozenset())

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
    head = data.toml("board/board")
    kind = head.get("kind")
    if kind not in ("hex", "area"):
        raise DataError("board.toml", None, "kind", f"{kind!r} is neither 'hex' nor 'area'")
    grid = HexGrid(head["columns"], head["rows"], head["shifted"]) if kind == "hex" else None
    rows = data.table("board/spaces")
    ids = tuple(row.needed("id") for row in rows)
    if grid is not None and set(ids) != set(grid.ids()):
        wrong = sorted(set(ids) ^ set(grid.ids()))[:5]
        raise DataError("spaces.csv", None, "id", f"hexes that disagree with the grid: {' '.join(wrong)}")
    number = {id: i for i, id in enumerate(ids)}
    degree, neighbours = _hexes(grid, ids, number) if grid else _areas(data, number)
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
    )


def _hexes(grid: HexGrid, ids: tuple[str, ...], number: dict[str, int]) -> tuple[int, array[int]]:
    flat = array("h")
    for id in ids:
        flat.extend(-1 if n is None else number[n] for n in grid.around(id))
    return 6, flat


def _areas(data: Data, number: dict[str, int]) -> tuple[int, array[int]]:
    touching: list[list[int]] = [[] for _ in number]
    for row in data.table("board/adjacency", key=("a", "b")):
        a = number[row.choice("a", number, "space")]
        b = number[row.choice("b", number, "space")]
        touching[a].append(b)
        touching[b].append(a)
    degree = max(map(len, touching))
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
    for row in data.table("board/borders", key=("a", "b", "feature")):
        a = number[row.choice("a", number, "space")]
        b = number[row.choice("b", number, "space")]
        if not _touch(neighbours, degree, a, b):
            raise row.error("b", f"{row.text('a')} and {row.text('b')} do not touch")
        both = found.get((a, b), frozenset()) | {row.needed("feature")}
        found[a, b] = found[b, a] = both
    return found


def _links(
    data: Data, number: dict[str, int], degree: int, neighbours: array[int]
) -> tuple[dict[str, frozenset[tuple[int, int]]], tuple[Line, ...]]:
    joined: dict[str, set[tuple[int, int]]] = {}
    lines = []
    for row in data.table("board/links", key=("kind", "name")):
        kind = row.needed("kind")
        path = []
        for word in row.words("path"):
            if word not in number:
                raise row.error("path", f"unknown space {word!r}")
            path.append(number[word])
        pairs = joined.setdefault(kind, set())
        for a, b in zip(path, path[1:], strict=False):
            if not _touch(neighbours, degree, a, b):
                raise row.error(
                    "path", f"the line jumps where its spaces do not touch (step {path.index(b)})"
                )
            pairs |= {(a, b), (b, a)}
        lines.append((kind, row.needed("name"), tuple(path)))
    return {k: frozenset(v) for k, v in joined.items()}, tuple(lines)
