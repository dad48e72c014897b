"""What-if changes: small edits of a scenario that add up, checked like any data.

An edit is a mapping with the entry `edit` (what kind it is) and what that kind needs:

    {edit = "arrival", units = ["j_rgt_013_div_006"], by = -3}         earlier or later by turns
    {edit = "arrival", where = {site_rule = "…"}, turn = 4}            on that very turn
    {edit = "strength", where = {category = "elite"}, times = 0.5}     factors times or plus
    {edit = "start", units = ["c_div_098"], space = "2410"}            another start position
    {edit = "option", name = "seventh_city", value = "0116"}           an optional rule
    {edit = "cell", table = "fire_support", row = {id = "air"}, set = {shift = 0}}
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ..errors import DataError, SandtableError, Unknown
from ..game import Game
from ..records import Row

Edit = Mapping[str, Any]
Key = tuple[str, ...]


class Draft:
    """The tables of a game while edits are laid over them one by one."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.options: dict[str, str] = {}
        self.changes: dict[str, dict[Key, dict[str, str]]] = {}
        self._tables: dict[str, dict[Key, Row]] = {}
        self._set_by: dict[tuple[str, Key, str], str] = {}

    def table(self, name: str) -> dict[Key, Row]:
        """The rows of a table by key, as they stand after the edits so far."""
        keys = self.game.data.keys
        if name not in keys:
            raise Unknown("table that the rules read", name, keys)
        if name not in self._tables:
            rows = self.game.data.table(name, *keys[name])
            key, _ = keys[name]
            self._tables[name] = {tuple(row.text(column) for column in key): row for row in rows}
        return self._tables[name]

    def select(self, name: str, wanted: Mapping[str, Any], what: str) -> list[Key]:
        """The keys of all rows whose cells are as wanted; at least one must be."""
        table = self.table(name)
        texts = {str(column): str(value) for column, value in wanted.items()}
        found = [key for key, row in table.items() if all(row.text(c) == text for c, text in texts.items())]
        if not found:
            shown = ", ".join(f"{column} {text}" for column, text in texts.items())
            raise SandtableError(f"{what}: the table {name!r} has no row with {shown}")
        return found

    def set(self, name: str, key: Key, column: str, value: object, what: str, relative: bool = False) -> None:
        """Writes a cell. Two edits may add to the same cell, but not set it to two values."""
        row = self.table(name)[key]
        if column not in row.cells:
            raise Unknown(f"column of {name!r}", column, row.cells)
        keys, _ = self.game.data.keys[name]
        if column in keys:
            raise SandtableError(f"{what}: {column!r} names the row of {name!r} and cannot be changed")
        text = str(value)
        before = self._set_by.get((name, key, column))
        if before is not None and not relative and row.cells[column] != text:
            cell = f"{column} of {' '.join(key)} in {name!r}"
            raise SandtableError(f"{what}: {cell} was already set to {row.cells[column]} by {before}")
        self._set_by[name, key, column] = what
        row.cells[column] = text
        names = dict(zip(keys, key, strict=True))
        self.changes.setdefault(name, {}).setdefault(key, dict(names))[column] = text

    def plain(self) -> dict[str, list[dict[str, str]]]:
        """The changes as `game.new` takes them."""
        return {name: list(rows.values()) for name, rows in sorted(self.changes.items())}


def lay(draft: Draft, edits: Iterable[Edit], what: str) -> None:
    """Lays edits over a draft; `what` names them in errors."""
    for number, edit in enumerate(edits, start=1):
        if not isinstance(edit, Mapping):
            raise SandtableError(f"{what}: {edit!r} is no edit")
        entries = dict(edit)
        kind = entries.pop("edit", None)
        name = f"{what}, edit {number}"
        if kind not in _KINDS:
            raise SandtableError(f"{name}: {Unknown('kind of edit', kind, _KINDS)}")
        _KINDS[kind](draft, name, entries)
        if entries:
            raise SandtableError(f"{name}: a {kind} edit has no entry {next(iter(entries))!r}")


def _take(what: str, entries: dict[str, Any], name: str) -> Any:
    if name not in entries:
        raise SandtableError(f"{what}: the entry {name!r} is missing")
    return entries.pop(name)


def _role(draft: Draft, what: str, name: str) -> dict[str, Any]:
    """Where a game keeps what an edit is about, by its data/edits.toml."""
    roles = draft.game.data.toml("edits")
    if name not in roles:
        raise SandtableError(f"{what}: {draft.game.slug} has no {name} that can be edited by unit")
    found: dict[str, Any] = roles[name]
    return found


def _units(draft: Draft, what: str, table: str, column: str, entries: dict[str, Any]) -> list[Key]:
    """The rows of the units named, or of all whose cells are as `where` says."""
    if ("units" in entries) == ("where" in entries):
        raise SandtableError(f"{what}: name the units, or say where they are found; one of the two")
    if "where" in entries:
        return draft.select(table, entries.pop("where"), what)
    names = entries.pop("units")
    return [key for name in names for key in draft.select(table, {column: name}, what)]


def _arrival(draft: Draft, what: str, entries: dict[str, Any]) -> None:
    role = _role(draft, what, "arrival")
    table, column = role["table"], role["turn"]
    if ("turn" in entries) == ("by" in entries):
        raise SandtableError(f"{what}: an arrival has a `turn`, or is earlier or later `by` turns")
    relative, amount = "by" in entries, entries.pop("by" if "by" in entries else "turn")
    for key in _units(draft, what, table, role["unit"], entries):
        old = draft.table(table)[key].integer(column)
        draft.set(table, key, column, old + amount if relative else amount, what, relative)


def _strength(draft: Draft, what: str, entries: dict[str, Any]) -> None:
    role = _role(draft, what, "strength")
    table = role["table"]
    if ("times" in entries) == ("by" in entries):
        raise SandtableError(f"{what}: a strength changes `by` so much, or so many `times`")
    change = _changer(entries)
    for key in _units(draft, what, table, role["unit"], entries):
        row = draft.table(table)[key]
        for column in role["columns"]:
            if row.text(column) not in ("", "0"):
                draft.set(table, key, column, change(row.integer(column)), what, relative=True)


def _changer(entries: dict[str, Any]) -> Callable[[int], int]:
    """What becomes of a factor; nothing that fights falls below one."""
    if "times" in entries:
        times = entries.pop("times")
        return lambda factor: max(1, int(factor * times + 0.5))
    by = entries.pop("by")
    return lambda factor: max(1, factor + by)


def _start(draft: Draft, what: str, entries: dict[str, Any]) -> None:
    role = _role(draft, what, "start")
    space = _take(what, entries, "space")
    draft.game.board.index(space)
    for key in _units(draft, what, role["table"], role["unit"], entries):
        draft.set(role["table"], key, role["space"], space, what)


def _option(draft: Draft, what: str, entries: dict[str, Any]) -> None:
    name, value = str(_take(what, entries, "name")), str(_take(what, entries, "value"))
    if draft.options.get(name, value) != value:
        raise SandtableError(f"{what}: the option {name!r} was already set to {draft.options[name]!r}")
    draft.options[name] = value


def _cell(draft: Draft, what: str, entries: dict[str, Any]) -> None:
    table, row = str(_take(what, entries, "table")), _take(what, entries, "row")
    cells = _take(what, entries, "set")
    for key in draft.select(table, row, what):
        for column, value in cells.items():
            draft.set(table, key, column, value, what)


_KINDS: dict[str, Callable[[Draft, str, dict[str, Any]], None]] = {
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
