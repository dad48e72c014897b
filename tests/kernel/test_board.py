"""Boards of hexes and of areas: what is read, and what is refused with its file, row and column."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable import board as boards
from sandtable.board import Board
from sandtable.errors import DataError, SandtableError, Unknown
from sandtable.hexgrid import HexGrid, opposite
from sandtable.records import Data

HEX = {
    "board.toml": 'kind = "hex"\ncolumns = 3\nrows = 2\nshifted = "even"\n',
    "spaces.csv": (
        "id,name,terrain,tags,lon,lat,source\n"
        "0101,Aba,clear,port edge,10.5,50,s\n"
        "0102,,woods,,10.5,49.9,s\n"
        "0201,,clear,,10.6,49.95,s\n"
        "0202,,clear,,10.6,49.85,s\n"
        "0301,Cairn,city,port,10.7,50,s\n"
        "0302,,clear,,10.7,49.9,s\n"
    ),
    "borders.csv": "a,b,feature,source\n0101,0201,river,s\n0201,0101,bridge,s\n0102,0202,creek,s\n",
    "links.csv": (
        "kind,name,path,source\n"
        "railway,Main,0101 0201 0301,s\n"
        "railway,Branch,0201 0202,s\n"
        "road,High Road,0102 0101,s\n"
    ),
}
AREA = {
    "board.toml": 'kind = "area"\n',
    "spaces.csv": (
        "id,name,terrain,tags,lon,lat,source\nA,,clear,,0,0,s\nB,,clear,,0,0,s\nC,,clear,,0,0,s\nD,,clear,,0,0,s\n"
    ),
    "adjacency.csv": "a,b,source\nA,B,s\nC,A,s\nA,D,s\n",
    "borders.csv": "a,b,feature,source\nB,A,river,s\n",
    "links.csv": "kind,name,path,source\nroad,Ridge,B A C,s\n",
}


def load(folder: Path, files: dict[str, str]) -> Board:
    (folder / "board").mkdir()
    for name, text in files.items():
        (folder / "board" / name).write_text(text, "utf-8")
    return boards.load(Data(folder))


@pytest.fixture
def hexes(tmp_path: Path) -> Board:
    return load(tmp_path, HEX)


@pytest.fixture
def areas(tmp_path: Path) -> Board:
    return load(tmp_path, AREA)


def test_hexes_touch_by_direction(hexes: Board) -> None:
    assert len(hexes) == 6
    assert hexes.grid == HexGrid(3, 2, "even")
    assert hexes.degree == 6
    for space, id in enumerate(hexes.ids):
        around = HexGrid(3, 2, "even").around(id)
        assert [hexes.ids[n] if n >= 0 else None for n in hexes.around(space)] == list(around)
        assert [hexes.ids[n] for n in hexes.adjacent(space)] == [n for n in around if n is not None]


def test_directions_are_mutual_and_missing_between_strangers(hexes: Board) -> None:
    sides = list(hexes.sides())
    assert len(sides) == sum(n >= 0 for n in hexes.neighbours)
    for here, direction, there in sides:
        assert hexes.direction(here, there) == direction
        assert hexes.direction(there, here) == opposite(direction)
    met = {(here, there) for here, _, there in sides}
    strangers = [(a, b) for a in range(6) for b in range(6) if (a, b) not in met]
    assert {hexes.direction(a, b) for a, b in strangers} == {-1}


def test_features_lie_on_a_border_from_both_sides(hexes: Board) -> None:
    a, b, c, d = hexes.indexes(["0101", "0201", "0102", "0202"])
    assert hexes.border(a, b) == hexes.border(b, a) == {"river", "bridge"}
    assert hexes.border(c, d) == hexes.border(d, c) == {"creek"}
    assert hexes.border(a, c) == frozenset()


def test_lines_join_pairs_both_ways(hexes: Board) -> None:
    a, b, c, d = hexes.indexes(["0101", "0201", "0301", "0202"])
    assert hexes.links["railway"] == {(a, b), (b, a), (b, c), (c, b), (b, d), (d, b)}
    assert hexes.link_lines[0] == ("railway", "Main", (a, b, c))
    assert set(hexes.links) == {"railway", "road"}


def test_names_tags_and_places(hexes: Board) -> None:
    assert [hexes.ids[s] for s in hexes.tagged("port")] == ["0101", "0301"]
    assert hexes.tagged("fort") == ()
    assert (hexes.label(0), hexes.label(1)) == ("0101 Aba", "0102")
    assert hexes.lonlat[1] == (10.5, 49.9)
    assert hexes.terrain[hexes.index("0301")] == "city"


def test_areas_touch_as_listed(areas: Board) -> None:
    assert areas.grid is None
    assert areas.degree == 3
    near = {areas.ids[s]: {areas.ids[n] for n in areas.adjacent(s)} for s in range(4)}
    assert near == {"A": {"B", "C", "D"}, "B": {"A"}, "C": {"A"}, "D": {"A"}}
    a, b, c = areas.indexes("ABC")
    assert areas.border(a, b) == {"river"}
    assert areas.direction(b, c) == -1
    assert areas.around(b) == areas.neighbours[3:6]
    assert areas.links["road"] == {(b, a), (a, b), (a, c), (c, a)}


@pytest.mark.parametrize("id", ["9999", "0103", "", "101"])
def test_an_unknown_space_is_named(hexes: Board, id: str) -> None:
    with pytest.raises(Unknown) as caught:
        hexes.index(id)
    assert caught.value.what == "space"
    assert repr(id) in str(caught.value)


def test_a_misspelt_space_brings_a_hint(hexes: Board) -> None:
    with pytest.raises(SandtableError, match=r"did you mean .*'0201'"):
        hexes.indexes(["0101", "0210"])


FAULTS: dict[str, tuple[dict[str, str], str, tuple[str, str], tuple[int | None, str | None, str]]] = {
    "kind": (HEX, "board.toml", ('"hex"', '"square"'), (None, "kind", "'square' is not")),
    "no kind": (HEX, "board.toml", ('kind = "hex"\n', ""), (None, "kind", "None is not")),
    "shift": (HEX, "board.toml", ('"even"', '"both"'), (None, "shifted", "'both' is not")),
    "no columns": (HEX, "board.toml", ("columns = 3\n", ""), (None, "columns", "None is not")),
    "columns as text": (HEX, "board.toml", ("columns = 3", 'columns = "3"'), (None, "columns", "'3' is not")),
    "too many rows": (HEX, "board.toml", ("rows = 2", "rows = 100"), (None, "rows", "100 is not")),
    "toml": (HEX, "board.toml", ("kind =", "kind"), (None, None, "line 1")),
    "hex lacking": (HEX, "spaces.csv", ("0302,,clear,,10.7,49.9,s\n", ""), (None, "id", "0302")),
    "hex beyond": (HEX, "spaces.csv", ("0302", "0402"), (None, "id", "0302 0402")),
    "hex twice": (HEX, "spaces.csv", ("0302", "0301"), (7, "id", "'0301' stands twice (first in row 6)")),
    "no terrain": (HEX, "spaces.csv", ("Cairn,city", "Cairn,"), (6, "terrain", "empty")),
    "longitude": (HEX, "spaces.csv", ("10.7,50", "east,50"), (6, "lon", "'east' is not a number")),
    "no tags column": (HEX, "spaces.csv", ("tags", "marks"), (2, "tags", "no such column")),
    "border of nothing": (HEX, "borders.csv", ("0102,0202", "0103,0202"), (4, "a", "unknown space '0103'")),
    "border between strangers": (
        HEX, "borders.csv", ("0102,0202", "0102,0302"), (4, "b", "0102 and 0302 do not touch"),
    ),
    "border of no kind": (HEX, "borders.csv", ("creek", ""), (4, "feature", "empty")),
    "line through nothing": (HEX, "links.csv", ("0202", "0909"), (3, "path", "unknown space '0909'")),
    "line that jumps": (
        HEX, "links.csv", ("0101 0201 0301", "0101 0201 0101 0301"), (2, "path", "0101 and 0301 do"),
    ),
    "line twice": (HEX, "links.csv", ("Branch", "Main"), (3, "kind", "'railway/Main' stands twice")),
    "area of two words": (AREA, "spaces.csv", ("\nD,", "\nD 4,"), (5, "id", "'D 4' cannot be written")),
    "area with a dash": (AREA, "spaces.csv", ("\nD,", "\nD-4,"), (5, "id", "'D-4' cannot be written")),
    "area beside itself": (AREA, "adjacency.csv", ("A,D", "D,D"), (4, "b", "D cannot touch itself")),
    "area beside nothing": (AREA, "adjacency.csv", ("A,D", "A,E"), (4, "b", "unknown space 'E'")),
    "areas paired twice": (AREA, "adjacency.csv", ("A,D", "B,A"), (4, "b", "B and A stand together")),
    "border between far areas": (AREA, "borders.csv", ("B,A", "B,C"), (2, "b", "B and C do not touch")),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_a_faulty_board_is_named_with_file_row_and_column(tmp_path: Path, fault: str) -> None:
    files, name, (old, new), (row, column, reason) = FAULTS[fault]
    assert files[name].count(old) == 1
    with pytest.raises(DataError) as caught:
        load(tmp_path, {**files, name: files[name].replace(old, new)})
    error = caught.value
    assert (error.file, error.row, error.column) == (name, row, column)
    assert reason in error.reason


@pytest.mark.parametrize("name", HEX)
def test_a_missing_file_of_a_board_is_named(tmp_path: Path, name: str) -> None:
    with pytest.raises(DataError, match=f"{name}: the file is missing"):
        load(tmp_path, {file: text for file, text in HEX.items() if file != name})
