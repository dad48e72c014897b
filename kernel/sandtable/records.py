"""Tables of data with provenance: read, checked, overlaid; every complaint names file, row and column."""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

from .errors import DataError

Changes = Mapping[str, Sequence[Mapping[str, Any]]]


def plain_changes(changes: Changes | None) -> dict[str, list[dict[str, str]]]:
    """Changes as the texts they stand for in a table, so that 2 and "2" are the same change."""
    if not isinstance(changes or {}, Mapping):
        raise DataError("changes", None, None, "what-if changes are a mapping of tables to lists of rows")
    plain: dict[str, list[dict[str, str]]] = {}
    for name, rows in sorted((str(name), rows) for name, rows in (changes or {}).items()):
        file = f"changes: {name}"
        if isinstance(rows, str | Mapping) or not isinstance(rows, Iterable):
            raise DataError(file, None, None, "the changes of a table are a list of rows")
        plain[name] = []
        for number, row in enumerate(rows, start=1):
            if not isinstance(row, Mapping):
                raise DataError(file, number, None, f"{row!r} is not a mapping of columns to values")
            plain[name].append({str(column): str(value) for column, value in row.items()})
    return plain


class Row:
    """One row of a table; reads its cells as what they should be."""

    __slots__ = ("cells", "file", "line")

    def __init__(self, file: str, line: int, cells: dict[str, str]) -> None:
        self.file, self.line, self.cells = file, line, cells

    def error(self, column: str | None, reason: str) -> DataError:
        return DataError(self.file, self.line, column, reason)

    def text(self, column: str) -> str:
        """The cell as it stands, empty or not."""
        try:
            return self.cells[column]
        except KeyError:
            raise self.error(column, "the table has no such column") from None

    def needed(self, column: str) -> str:
        """The cell, which must not be empty."""
        value = self.text(column)
        if not value:
            raise self.error(column, "the cell is empty")
        return value

    def integer(self, column: str, least: int | None = None, most: int | None = None) -> int:
        value = self.needed(column)
        try:
            number = int(value)
        except ValueError:
            raise self.error(column, f"{value!r} is not a whole number") from None
        if least is not None and number < least:
            raise self.error(column, f"{number} is less than {least}")
        if most is not None and number > most:
            raise self.error(column, f"{number} is more than {most}")
        return number

    def fraction(self, column: str) -> Fraction:
        value = self.needed(column)
        try:
            return Fraction(value)
        except (ValueError, ZeroDivisionError):
            raise self.error(column, f"{value!r} is not a number") from None

    def number(self, column: str) -> float:
        return float(self.fraction(column))

    def day(self, column: str) -> date:
        """A cell as a day of the form 1937-08-13."""
        try:
            return date.fromisoformat(self.needed(column))
        except ValueError:
            raise self.error(column, f"{self.text(column)!r} is not a day of the form 1937-08-13") from None

    def words(self, column: str) -> tuple[str, ...]:
        """Blank-separated words."""
        return tuple(self.text(column).split())

    def choice(self, column: str, allowed: Collection[str], what: str = "value") -> str:
        value = self.text(column)
        if value not in allowed:
            known = ", ".join(sorted(allowed)[:12])
            raise self.error(
                column, f"unknown {what} {value!r} (known: {known}{' …' if len(allowed) > 12 else ''})"
            )
        return value

    def flag(self, column: str) -> bool:
        return self.choice(column, ("0", "1", "yes", "no"), "flag") in ("1", "yes")

    @property
    def source(self) -> str:
        return self.cells["source"]


class Data:
    """The data folder of one game, with a user's overlay and a study's changes laid over it.

    A row of the overlay replaces the row with the same key; columns it leaves out keep their value.
    """

    def __init__(self, folder: Path, overlay: Path | None = None, changes: Changes | None = None) -> None:
        self.folder, self.overlay = folder, overlay
        self.keys: dict[str, tuple[Sequence[str], Sequence[str]]] = {}
        """The tables that have been read, and by which columns: what a what-if can change."""
        self.changes = plain_changes(changes)
        if overlay is not None:
            if not overlay.is_dir():
                raise DataError(str(overlay), None, None, "the data overlay is not a folder")
            # Desktops leave hidden files of their own in every folder.
            files = sorted(p for p in overlay.rglob("*") if p.is_file() and not p.name.startswith("."))
            if not files:
                raise DataError(str(overlay), None, None, "the data overlay holds no file")
            for path in files:
                name = path.relative_to(overlay).as_posix()
                if path.suffix != ".csv":
                    raise DataError(str(path), None, None, "only .csv tables can be overlaid")
                if not (folder / name).is_file():
                    raise DataError(str(path), None, None, f"the game has no table named {name}")
        for name in self.changes:
            if not (folder / f"{name}.csv").is_file():
                raise DataError(f"changes: {name}", None, None, "the game has no table of that name")

    def table(self, name: str, key: Sequence[str] = ("id",), whole: Sequence[str] = ()) -> list[Row]:
        """The rows of `name`.csv; `key` columns identify a row and must not repeat.

        With `whole` columns, rows laid over the table replace all rows that agree in them, and may be
        new: what lies on one hexside is changed as a whole.
        """
        self.keys[name] = key, whole
        path = self.folder / f"{name}.csv"
        columns, rows = _read(path, path.name)
        keyed = _keyed(rows, key, columns, path.name)
        over = None if self.overlay is None else self.overlay / f"{name}.csv"
        if over is not None and over.is_file():
            over_columns, over_rows = _read(over, str(over))
            for column in over_columns:
                if column not in columns:
                    raise DataError(str(over), 1, column, "the game's table has no such column")
            _lay_over(
                keyed, list(_keyed(over_rows, key, over_columns, str(over)).values()), key, columns, whole
            )
        _lay_over(keyed, list(self._changed(name)), key, columns, whole)
        return list(keyed.values())

    def _changed(self, name: str) -> Iterator[Row]:
        for line, cells in enumerate(self.changes.get(name, ()), start=1):
            yield Row(f"changes: {name}", line, {"source": "what-if change", **cells})

    def columns(self, name: str) -> list[str]:
        """The columns of `name`.csv."""
        path = self.folder / f"{name}.csv"
        return _read(path, path.name)[0]

    def toml(self, name: str) -> dict[str, Any]:
        """The contents of `name`.toml."""
        path = self.folder / f"{name}.toml"
        try:
            return tomllib.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise DataError(path.name, None, None, "the file is missing") from None
        except UnicodeDecodeError:
            raise DataError(path.name, None, None, "the file is not UTF-8 text") from None
        except tomllib.TOMLDecodeError as error:
            raise DataError(path.name, None, None, str(error)) from None

    def text(self, name: str) -> str:
        return (self.folder / name).read_text(encoding="utf-8")


def _read(path: Path, shown: str) -> tuple[list[str], list[Row]]:
    """Columns and rows of one CSV file; a row number is the line a spreadsheet shows."""
    try:
        with path.open(newline="", encoding="utf-8-sig") as handle:
            reader = csv.reader(handle, strict=True)
            lines = list(reader)
    except FileNotFoundError:
        raise DataError(shown, None, None, "the file is missing") from None
    except UnicodeDecodeError:
        raise DataError(shown, None, None, "the file is not UTF-8 text") from None
    except csv.Error as error:
        raise DataError(shown, reader.line_num, None, f"not a CSV table: {error}") from None
    if not lines:
        raise DataError(shown, None, None, "the file is empty")
    header = [column.strip() for column in lines[0]]
    for column in header:
        if header.count(column) > 1:
            raise DataError(shown, 1, column, "two columns share this name")
    if "source" not in header:
        raise DataError(
            shown, 1, "source", "every table says where its numbers come from: the column is missing"
        )
    rows = []
    for number, cells in enumerate(lines[1:], start=2):
        if not cells:
            continue
        if len(cells) != len(header):
            raise DataError(shown, number, None, f"{len(cells)} cells under {len(header)} columns")
        row = Row(shown, number, {h: c.strip() for h, c in zip(header, cells, strict=True)})
        row.needed("source")
        rows.append(row)
    return header, rows


def _keyed(
    rows: Iterable[Row], key: Sequence[str], columns: Collection[str], shown: str
) -> dict[tuple[str, ...], Row]:
    """Rows by their key, which must not repeat."""
    for column in key:
        if column not in columns:
            raise DataError(shown, 1, column, "the key column is missing")
    keyed: dict[tuple[str, ...], Row] = {}
    for row in rows:
        k = tuple(row.needed(c) for c in key)
        if k in keyed:
            raise row.error(key[0], f"{'/'.join(k)!r} stands twice (first in row {keyed[k].line})")
        keyed[k] = row
    return keyed


def _lay_over(
    keyed: dict[tuple[str, ...], Row],
    rows: list[Row],
    key: Sequence[str],
    columns: Sequence[str],
    whole: Sequence[str],
) -> None:
    if not whole:
        for row in rows:
            _replace(keyed, row, key, columns)
        return
    anew = {tuple(row.needed(c) for c in whole) for row in rows}
    for k, row in list(keyed.items()):
        if tuple(row.text(c) for c in whole) in anew:
            del keyed[k]
    for row in rows:
        for column in row.cells:
            if column not in columns:
                raise row.error(column, "the game's table has no such column")
        keyed[tuple(row.needed(c) for c in key)] = Row(
            row.file, row.line, {**dict.fromkeys(columns, ""), **row.cells}
        )


def _replace(
    keyed: dict[tuple[str, ...], Row], over: Row, key: Sequence[str], columns: Collection[str]
) -> None:
    """Lays a row over the one with the same key."""
    for column in over.cells:
        if column not in columns:
            raise over.error(column, "the game's table has no such column")
    k = tuple(over.needed(c) for c in key)
    if k not in keyed:
        raise over.error(key[0], f"the game's table has no row {'/'.join(k)!r} to replace")
    keyed[k] = Row(over.file, over.line, {**keyed[k].cells, **over.cells})
