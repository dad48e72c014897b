"""Tables: what is read, what is laid over it, and complaints that name file, row and column."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from sandtable.errors import DataError
from sandtable.records import Data, Row, plain_changes

UNITS = """\
id,name,factor,share,kind,notes,source
a,First,3,1/2,foot,,rule T-1
b,Second,2,0.25,horse,red  tall,example T-EX-1
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "data"
    made.mkdir()
    (made / "units.csv").write_text(UNITS, "utf-8")
    return made


@pytest.fixture
def overlay(tmp_path: Path) -> Path:
    made = tmp_path / "mine"
    made.mkdir()
    return made


def complaint(act: Callable[[], Any]) -> tuple[str, int | None, str | None, str]:
    """Where a data error points, and why."""
    with pytest.raises(DataError) as caught:
        act()
    error = caught.value
    text = str(error)
    assert error.file in text
    assert error.row is None or f"row {error.row}" in text
    assert error.column is None or repr(error.column) in text
    assert error.reason in text
    return Path(error.file).name, error.row, error.column, error.reason


def cells(rows: list[Row]) -> dict[str, dict[str, str]]:
    return {row.text("id"): row.cells for row in rows}


def test_rows_come_in_order_and_know_their_line(folder: Path) -> None:
    rows = Data(folder).table("units")
    assert [(row.text("id"), row.line, row.file) for row in rows] == [
        ("a", 2, "units.csv"),
        ("b", 3, "units.csv"),
    ]
    assert [row.source for row in rows] == ["rule T-1", "example T-EX-1"]


def test_cells_are_read_as_what_they_should_be(folder: Path) -> None:
    first, second = Data(folder).table("units")
    assert first.integer("factor", 1, 3) == 3
    assert (first.fraction("share"), second.fraction("share")) == (Fraction(1, 2), Fraction(1, 4))
    assert second.number("share") == 0.25
    assert (first.words("notes"), second.words("notes")) == ((), ("red", "tall"))
    assert second.choice("kind", ("foot", "horse")) == "horse"
    assert [Row("t", 1, {"f": word}).flag("f") for word in ("1", "0", "yes", "no")] == [
        True, False, True, False,
    ]  # fmt: skip


def test_a_spreadsheets_habits_are_understood(folder: Path) -> None:
    text = '\ufeffid , name,source\r\n\r\n a ,"Smith, ""Lt.""\nsecond line",rule T-1\r\nb,x,rule T-2\r\n'
    (folder / "units.csv").write_bytes(text.encode())
    rows = Data(folder).table("units")
    assert cells(rows) == {
        "a": {"id": "a", "name": 'Smith, "Lt."\nsecond line', "source": "rule T-1"},
        "b": {"id": "b", "name": "x", "source": "rule T-2"},
    }
    assert [row.line for row in rows] == [3, 4]


BAD_FILES = {
    "no source column": ("id,name\na,First\n", (1, "source", "where its numbers come from")),
    "empty source": ("id,name,source\na,First,rule T-1\nb,Second, \n", (3, "source", "empty")),
    "too few cells": ("id,name,source\na,First,rule T-1\nb,Second\n", (3, None, "2 cells under 3 columns")),
    "too many cells": ("id,name,source\na,First,rule T-1,oh\n", (2, None, "4 cells under 3 columns")),
    "key twice": ("id,name,source\na,x,s\nb,x,s\na,y,s\n", (4, "id", "'a' stands twice (first in row 2)")),
    "key empty": ("id,name,source\na,x,s\n,x,s\n", (3, "id", "empty")),
    "no key column": ("code,name,source\na,x,s\n", (1, "id", "key column is missing")),
    "no key column, no rows": ("code,source\n", (1, "id", "key column is missing")),
    "column twice": ("id,name,name,source\na,x,y,s\n", (1, "name", "two columns")),
    "nothing": ("", (None, None, "empty")),
    "stray quote": ('id,name,source\na,"x"y,s\n', (2, None, "not a CSV table")),
    "open quote": ('id,name,source\na,"x,s\n', (2, None, "not a CSV table")),
}


@pytest.mark.parametrize("name", BAD_FILES)
def test_a_bad_table_is_named_with_row_and_column(folder: Path, name: str) -> None:
    text, (row, column, reason) = BAD_FILES[name]
    (folder / "units.csv").write_text(text, "utf-8")
    found = complaint(lambda: Data(folder).table("units"))
    assert found[:3] == ("units.csv", row, column)
    assert reason in found[3]


@pytest.mark.parametrize("name", BAD_FILES)
def test_a_bad_overlay_is_named_by_its_whole_path(folder: Path, overlay: Path, name: str) -> None:
    text, (row, column, reason) = BAD_FILES[name]
    # A column that the game's table lacks is a fault of its own, so here the table has them all.
    (folder / "units.csv").write_text("id,name,code,source\na,x,y,s\nb,x,y,s\n", "utf-8")
    (overlay / "units.csv").write_text(text, "utf-8")
    with pytest.raises(DataError) as caught:
        Data(folder, overlay).table("units")
    error = caught.value
    assert (error.file, error.row, error.column) == (str(overlay / "units.csv"), row, column)
    assert reason in error.reason


@pytest.mark.parametrize("where", ["folder", "overlay"])
def test_text_that_is_not_utf8_is_refused(folder: Path, overlay: Path, where: str) -> None:
    path = {"folder": folder, "overlay": overlay}[where] / "units.csv"
    path.write_bytes("id,name,source\na,Köln,rule T-1\n".encode("latin-1"))
    data = Data(folder, overlay if where == "overlay" else None)
    assert complaint(lambda: data.table("units")) == ("units.csv", None, None, "the file is not UTF-8 text")


def test_a_missing_file_is_named(folder: Path) -> None:
    data = Data(folder)
    assert complaint(lambda: data.table("terrain")) == ("terrain.csv", None, None, "the file is missing")
    assert complaint(lambda: data.toml("board")) == ("board.toml", None, None, "the file is missing")


def test_toml_is_read_and_its_faults_are_named(folder: Path) -> None:
    path = folder / "board.toml"
    path.write_text('kind = "hex"\n', "utf-8")
    assert Data(folder).toml("board") == {"kind": "hex"}
    path.write_text("kind = hex\n", "utf-8")
    file, _, _, reason = complaint(lambda: Data(folder).toml("board"))
    assert (file, "line 1" in reason) == ("board.toml", True)
    path.write_bytes(b'kind = "\xff"\n')
    assert complaint(lambda: Data(folder).toml("board"))[3] == "the file is not UTF-8 text"


BAD_CELLS: dict[str, tuple[Callable[[Row], Any], str, str]] = {
    "missing column": (lambda row: row.text("colour"), "colour", "no such column"),
    "missing needed column": (lambda row: row.integer("colour"), "colour", "no such column"),
    "empty cell": (lambda row: row.needed("notes"), "notes", "empty"),
    "empty number": (lambda row: row.integer("notes"), "notes", "empty"),
    "not a whole number": (lambda row: row.integer("share"), "share", "'1/2' is not a whole number"),
    "not a number": (lambda row: row.fraction("kind"), "kind", "'foot' is not a number"),
    "too small": (lambda row: row.integer("factor", 4), "factor", "3 is less than 4"),
    "too large": (lambda row: row.integer("factor", 0, 2), "factor", "3 is more than 2"),
    "unknown word": (
        lambda row: row.choice("kind", ("horse", "gun"), "arm"),
        "kind",
        "unknown arm 'foot' (known: gun, horse)",
    ),
    "no flag": (lambda row: row.flag("kind"), "kind", "unknown flag 'foot'"),
}


@pytest.mark.parametrize("name", BAD_CELLS)
def test_a_bad_cell_is_named_with_file_row_and_column(folder: Path, name: str) -> None:
    read, column, reason = BAD_CELLS[name]
    row = Data(folder).table("units")[0]
    found = complaint(lambda: read(row))
    assert found[:3] == ("units.csv", 2, column)
    assert reason in found[3]


def test_division_by_zero_is_no_number() -> None:
    assert "'1/0' is not a number" in complaint(lambda: Row("t.csv", 9, {"x": "1/0"}).fraction("x"))[3]


def test_a_long_list_of_choices_is_cut_short() -> None:
    row = Row("t.csv", 2, {"unit": "z"})
    reason = complaint(lambda: row.choice("unit", {f"u{n:02}" for n in range(20)}, "unit"))[3]
    assert reason.count("u") < 20
    assert reason.endswith("…)")


# -- overlays -------------------------------------------------------------------------------------


def test_an_overlay_replaces_rows_by_key_and_keeps_what_it_leaves_out(folder: Path, overlay: Path) -> None:
    (overlay / "units.csv").write_text("id,factor,source\nb,5,my own counters\n", "utf-8")
    rows = Data(folder, overlay).table("units")
    plain = cells(Data(folder).table("units"))
    assert cells(rows) == {"a": plain["a"], "b": {**plain["b"], "factor": "5", "source": "my own counters"}}
    assert [row.text("id") for row in rows] == ["a", "b"]
    assert (rows[1].file, rows[1].line) == (str(overlay / "units.csv"), 2)


def test_a_fault_in_an_overlaid_cell_points_into_the_overlay(folder: Path, overlay: Path) -> None:
    (overlay / "units.csv").write_text("source,factor,id\nmine,many,b\n", "utf-8")
    row = Data(folder, overlay).table("units")[1]
    with pytest.raises(DataError) as caught:
        row.integer("factor")
    assert (caught.value.file, caught.value.row) == (str(overlay / "units.csv"), 2)


def test_an_overlay_may_empty_a_cell(folder: Path, overlay: Path) -> None:
    (overlay / "units.csv").write_text("id,notes,source\nb,,mine\n", "utf-8")
    assert Data(folder, overlay).table("units")[1].words("notes") == ()


def test_an_overlay_reaches_tables_in_subfolders(folder: Path, overlay: Path) -> None:
    for place, terrain in ((folder, "clear"), (overlay, "woods")):
        (place / "board").mkdir()
        (place / "board" / "spaces.csv").write_text(f"id,terrain,source\n0101,{terrain},s\n", "utf-8")
    assert Data(folder, overlay).table("board/spaces")[0].text("terrain") == "woods"


def test_keys_may_span_columns(folder: Path, overlay: Path) -> None:
    (folder / "crt.csv").write_text("column,die,result,source\n1:1,1,A,s\n1:1,2,B,s\n2:1,1,C,s\n", "utf-8")
    (overlay / "crt.csv").write_text("column,die,result,source\n1:1,2,X,mine\n", "utf-8")
    rows = Data(folder, overlay).table("crt", key=("column", "die"))
    assert [row.text("result") for row in rows] == ["A", "X", "C"]


@pytest.mark.parametrize(
    ("text", "row", "column", "reason"),
    [
        ("id,factor,source\nzz,5,mine\n", 2, "id", "no row 'zz' to replace"),
        ("id,colour,source\na,red,mine\n", 1, "colour", "no such column"),
    ],
)
def test_an_overlay_that_does_not_fit_is_named(
    folder: Path, overlay: Path, text: str, row: int, column: str, reason: str
) -> None:
    (overlay / "units.csv").write_text(text, "utf-8")
    found = complaint(lambda: Data(folder, overlay).table("units"))
    assert found[:3] == ("units.csv", row, column)
    assert reason in found[3]


def test_an_overlay_must_be_a_folder_of_known_tables(folder: Path, overlay: Path) -> None:
    assert "not a folder" in complaint(lambda: Data(folder, overlay / "gone"))[3]
    assert "holds no file" in complaint(lambda: Data(folder, overlay))[3]
    (overlay / ".DS_Store").write_bytes(b"\0")
    assert "holds no file" in complaint(lambda: Data(folder, overlay))[3]
    (overlay / "unit.csv").write_text("id,source\n", "utf-8")
    assert complaint(lambda: Data(folder, overlay))[::3] == (
        "unit.csv",
        "the game has no table named unit.csv",
    )
    (overlay / "unit.csv").rename(overlay / "units.xlsx")
    assert complaint(lambda: Data(folder, overlay))[::3] == ("units.xlsx", "only .csv tables can be overlaid")


# -- what-if changes ------------------------------------------------------------------------------


def test_changes_come_last_and_may_touch_a_row_more_than_once(folder: Path, overlay: Path) -> None:
    (overlay / "units.csv").write_text("id,factor,source\na,5,mine\nb,6,mine\n", "utf-8")
    changes = {"units": [{"id": "a", "factor": 9}, {"id": "a", "name": "Guard"}]}
    first, second = Data(folder, overlay, changes).table("units")
    assert (first.integer("factor"), first.text("name"), first.source) == (9, "Guard", "what-if change")
    assert (second.integer("factor"), second.source) == (6, "mine")


def test_a_change_may_say_its_source(folder: Path) -> None:
    changes = {"units": [{"id": "a", "factor": 9, "source": "what if they had trained longer"}]}
    assert Data(folder, None, changes).table("units")[0].source == "what if they had trained longer"


def test_data_does_not_change_when_the_changes_it_was_given_do(folder: Path) -> None:
    row = {"id": "a", "factor": 9}
    data = Data(folder, None, {"units": [row]})
    row["factor"] = 1
    assert data.table("units")[0].integer("factor") == 9


@pytest.mark.parametrize(
    ("changes", "row", "column", "reason"),
    [
        ({"units": [{"id": "zz", "factor": 1}]}, 1, "id", "no row 'zz'"),
        ({"units": [{"id": "a"}, {"id": "a", "colour": 1}]}, 2, "colour", "no such column"),
        ({"units": [{"factor": 1}]}, 1, "id", "no such column"),
        ({"units": {"id": "a"}}, None, None, "list of rows"),
        ({"units": "a"}, None, None, "list of rows"),
        ({"units": 3}, None, None, "list of rows"),
        ({"units": ["a"]}, 1, None, "not a mapping"),
    ],
)
def test_a_change_that_does_not_fit_is_named(
    folder: Path, changes: Any, row: int | None, column: str | None, reason: str
) -> None:
    found = complaint(lambda: Data(folder, None, changes).table("units"))
    assert found[:3] == ("changes: units", row, column)
    assert reason in found[3]


def test_changes_of_an_unknown_table_are_refused_at_once(folder: Path) -> None:
    found = complaint(lambda: Data(folder, None, {"unit": [{"id": "a"}]}))
    assert found == ("changes: unit", None, None, "the game has no table of that name")


def test_changes_must_be_a_mapping() -> None:
    assert "mapping" in complaint(lambda: plain_changes([("units", [])]))[3]  # type: ignore[arg-type]


def test_changes_are_told_apart_by_what_they_say_only() -> None:
    assert plain_changes(None) == plain_changes({}) == {}
    assert plain_changes({"b": [{"id": 1}], "a": ()}) == plain_changes({"a": [], "b": ({"id": "1"},)})
    assert list(plain_changes({"b": [], "a": []})) == ["a", "b"]
