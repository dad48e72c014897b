"""What-if changes: small edits of a scenario that add up, checked like any data.

An edit is a mapping with the entry `edit` (what kind it is) and what that kind needs:

    {edit = "arrival", units = ["j_rgt_013_div_006"], by = -3}         earlier or later by turns
    {edit = "arrival", where = {site_rule = "…"}, turn = 4}            on that very turn
    {edit = "strength", where = {category = "elite"}, times = 0.5}     factors times or plus
    {edit = "start", units = ["c_div_098"], space = "2410"}            another start position
    {edit = "option", name = "seventh_city", value = "0116"}           an optional rule
    {edit = "cell", table = "fire_support", row = {id = "air"}, set = {shift = 0}}

The order of edits does not matter. All of them read the game's own tables, not what other edits made of
them; what is multiplied is multiplied before anything is added; and a cell that one edit sets to a value
cannot be changed by another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import floor, isfinite
from typing import Any

from ..errors import DataError, SandtableError, Unknown
from ..game import Game
from ..records import Row

Edit = Mapping[str, Any]
Key = tuple[str, ...]


@dataclass(slots=True)
class _Cell:
    """What all edits together make of one cell: a text, or a number times and plus something."""

    before: str
    edits: list[str]
    text: str | None = None
    times: Fraction = Fraction(1)
    by: int = 0
    least: int | None = None

    def value(self) -> str:
        if self.text is not None:
            return self.text
        return _changed(self.before, self.times, self.by, self.least)


def _changed(before: str, times: Fraction, by: int, least: int | None) -> str:
    """A whole number times and plus something, halves upwards."""
    number = floor(int(before) * times + by + Fraction(1, 2))
    return str(number if least is None else max(least, number))


class Draft:
    """What edits make of a game's tables and options."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.options: dict[str, str] = {}
        self._tables: dict[str, dict[Key, Row]] = {}
        self._cells: dict[tuple[str, Key, str], _Cell] = {}
        self._option_edits: dict[str, str] = {}

    def table(self, name: str) -> dict[Key, Row]:
        """The rows of a table by key, as they are in the game."""
        keys = self.game.data.keys
        if name not in keys:
            raise Unknown("table that the rules read", name, keys)
        if name not in self._tables:
            rows = self.game.data.table(name, *keys[name])
            key, _ = keys[name]
            self._tables[name] = {tuple(row.text(column) for column in key): row for row in rows}
        return self._tables[name]

    def select(self, name: str, wanted: Any, entry: str) -> list[Key]:
        """The keys of all rows whose cells are as wanted; at least one must be."""
        if not isinstance(wanted, Mapping):
            raise SandtableError(f"the entry {entry!r} says {{column = value}}, not {wanted!r}")
        table = self.table(name)
        texts = {str(column): str(value) for column, value in wanted.items()}
        for column in texts:
            self._known_column(name, next(iter(table.values())), column)
        found = [key for key, row in table.items() if all(row.text(c) == text for c, text in texts.items())]
        if not found:
            shown = ", ".join(f"{column} {text}" for column, text in texts.items())
            raise SandtableError(f"the table {name!r} has no row with {shown}")
        return found

    def set(self, name: str, key: Key, column: str, value: object, what: str) -> bool:
        """Writes a cell, and tells whether that changes it. Two edits cannot set it to two values."""
        cell, text = self._cell(name, key, column), str(value)
        if cell.edits and cell.text != text:
            raise SandtableError(f"{self._already(name, key, column)}; {what} cannot set it to {text}")
        cell.text = text
        cell.edits.append(what)
        return text != cell.before

    def change(
        self, name: str, key: Key, column: str, what: str,
        *, times: Fraction = Fraction(1), by: int = 0, least: int | None = None,
    ) -> bool:  # fmt: skip
        """Multiplies a cell or adds to it, and tells whether that changes it."""
        cell = self._cell(name, key, column)
        if cell.text is not None:
            raise SandtableError(f"{self._already(name, key, column)}; {what} cannot change it further")
        self.table(name)[key].integer(column)
        cell.times, cell.by, cell.least = cell.times * times, cell.by + by, least
        cell.edits.append(what)
        return _changed(cell.before, times, by, least) != cell.before

    def option(self, name: str, value: str, what: str) -> bool:
        """Chooses an option, and tells whether that differs from the game."""
        if self.options.get(name, value) != value:
            before = f"already set to {self.options[name]!r} by {self._option_edits[name]}"
            raise SandtableError(f"the option {name!r} was {before}; {what} cannot set it to {value!r}")
        self.options[name] = value
        self._option_edits.setdefault(name, what)
        return self.game.options.get(name) != value

    def plain(self) -> dict[str, list[dict[str, str]]]:
        """The changes as `game.new` takes them, the same in whatever order the edits were laid."""
        found: dict[str, dict[Key, dict[str, str]]] = {}
        for (name, key, column), cell in sorted(self._cells.items()):
            if cell.value() != cell.before:
                keys, _ = self.game.data.keys[name]
                row = found.setdefault(name, {}).setdefault(key, dict(zip(keys, key, strict=True)))
                row[column] = cell.value()
        return {name: list(rows.values()) for name, rows in found.items()}

    @property
    def empty(self) -> bool:
        return not self._cells and not self.options

    def _cell(self, name: str, key: Key, column: str) -> _Cell:
        row = self.table(name)[key]
        self._known_column(name, row, column)
        if column in self.game.data.keys[name][0]:
            raise SandtableError(f"{column!r} names the row of {name!r} and cannot be changed")
        return self._cells.setdefault((name, key, column), _Cell(row.cells[column], []))

    @staticmethod
    def _known_column(name: str, row: Row, column: str) -> None:
        if column not in row.cells:
            raise Unknown(f"column of {name!r}", column, row.cells)

    def _already(self, name: str, key: Key, column: str) -> str:
        """Which cell, and which edit made what of it."""
        cell = self._cells[name, key, column]
        how = "set" if cell.text is not None else "changed"
        return (
            f"{column} of {' '.join(key)} in {name!r} was already {how} to {cell.value()} by {cell.edits[0]}"
        )


def lay(draft: Draft, edits: Iterable[Edit], what: str) -> None:
    """Lays edits over a draft; `what` names them in errors."""
    for number, edit in enumerate(edits, start=1):
        lay_one(draft, edit, f"{what}, edit {number}")


def lay_one(draft: Draft, edit: Edit, what: str) -> None:
    """Lays one edit over a draft; every complaint names it."""
    if not isinstance(edit, Mapping):
        raise SandtableError(f"{what}: {edit!r} is no edit")
    entries = dict(edit)
    kind = entries.pop("edit", None)
    try:
        if kind not in _KINDS:
            raise Unknown("kind of edit", kind, _KINDS)
        changed = _KINDS[kind](draft, what, entries)
        if entries:
            raise SandtableError(f"the edit {kind!r} has no entry {next(iter(entries))!r}")
        if not changed:
            raise SandtableError("changes nothing: all is so already")
    except SandtableError as error:
        raise SandtableError(f"{what}: {error}") from None


def _take(entries: dict[str, Any], name: str) -> Any:
    if name not in entries:
        raise SandtableError(f"the entry {name!r} is missing")
    return entries.pop(name)


def _whole(entries: dict[str, Any], name: str) -> int:
    value = entries.pop(name)
    if isinstance(value, bool) or not isinstance(value, int):
        raise SandtableError(f"the entry {name!r} is a whole number, not {value!r}")
    return value


def _role(draft: Draft, name: str) -> dict[str, Any]:
    """Where a game keeps what an edit is about, by its data/edits.toml."""
    roles = draft.game.data.toml("edits")
    if name not in roles:
        raise SandtableError(f"{draft.game.slug} has no {name} that can be edited by unit")
    found: dict[str, Any] = roles[name]
    return found


def _units(draft: Draft, table: str, column: str, entries: dict[str, Any]) -> list[Key]:
    """The rows of the units named, or of all whose cells are as `where` says."""
    if ("units" in entries) == ("where" in entries):
        raise SandtableError("name the units, or say where they are found; one of the two")
    if "where" in entries:
        return draft.select(table, entries.pop("where"), "where")
    names = entries.pop("units")
    if isinstance(names, str) or not isinstance(names, Iterable):
        raise SandtableError(f"the entry 'units' is a list of units, not {names!r}")
    return [key for name in names for key in draft.select(table, {column: name}, "units")]


def _arrival(draft: Draft, what: str, entries: dict[str, Any]) -> bool:
    role = _role(draft, "arrival")
    table, column = role["table"], role["turn"]
    if ("turn" in entries) == ("by" in entries):
        raise SandtableError("an arrival has a `turn`, or is earlier or later `by` turns")
    relative, amount = "by" in entries, _whole(entries, "by" if "by" in entries else "turn")
    return _any(
        draft.change(table, key, column, what, by=amount)
        if relative
        else draft.set(table, key, column, amount, what)
        for key in _units(draft, table, role["unit"], entries)
    )


def _any(changed: Iterable[bool]) -> bool:
    """Is one of them so? Unlike `any`, all are done."""
    return max(list(changed), default=False)


def _strength(draft: Draft, what: str, entries: dict[str, Any]) -> bool:
    """Nothing that fights falls below one."""
    role = _role(draft, "strength")
    table = role["table"]
    if ("times" in entries) == ("by" in entries):
        raise SandtableError("a strength changes `by` so much, or so many `times`")
    times = _times(entries.pop("times")) if "times" in entries else Fraction(1)
    by = _whole(entries, "by") if "by" in entries else 0
    rows = draft.table(table)
    return _any(
        draft.change(table, key, column, what, times=times, by=by, least=1)
        for key in _units(draft, table, role["unit"], entries)
        for column in role["columns"]
        if rows[key].text(column) not in ("", "0")
    )


def _times(value: Any) -> Fraction:
    number = isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)
    if not number or value <= 0:
        raise SandtableError(f"the entry 'times' is a number above 0, not {value!r}")
    return Fraction(str(value))


def _start(draft: Draft, what: str, entries: dict[str, Any]) -> bool:
    role = _role(draft, "start")
    space = str(_take(entries, "space"))
    draft.game.board.index(space)
    keys = _units(draft, role["table"], role["unit"], entries)
    return _any(draft.set(role["table"], key, role["space"], space, what) for key in keys)


def _option(draft: Draft, what: str, entries: dict[str, Any]) -> bool:
    return draft.option(str(_take(entries, "name")), str(_take(entries, "value")), what)


def _cell(draft: Draft, what: str, entries: dict[str, Any]) -> bool:
    table, row = str(_take(entries, "table")), _take(entries, "row")
    cells = _take(entries, "set")
    keys = draft.select(table, row, "row")
    if not isinstance(cells, Mapping) or not cells:
        raise SandtableError(f"the entry 'set' says {{column = value}}, not {cells!r}")
    return _any(
        draft.set(table, key, str(column), value, what) for key in keys for column, value in cells.items()
    )


_KINDS: dict[str, Callable[[Draft, str, dict[str, Any]], bool]] = {
    "arrival": _arrival,
    "strength": _strength,
    "start": _start,
    "option": _option,
    "cell": _cell,
}


def check_fits(game: Game, draft: Draft, what: str) -> None:
    """Builds the changed game, so that whatever does not fit is refused here and by name."""
    try:
        changed = game.variant({**game.options, **draft.options}, draft.plain())
    except DataError as error:
        raise SandtableError(f"{what}: {error}") from None
    if changed is game:
        raise SandtableError(f"{what} changes nothing")
