"""The ready-made what-ifs of a game: edits with a title and the reason why a historian would ask.

A question about what commanders want, rather than about what they have, gives a side another doctrine:

    doctrines = { chinese = "cautious" }                               one of the game's own, by name
    doctrines = { chinese = "what_ifs/stand-at-suzhou.toml" }          a file, from where the what-ifs lie
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..errors import DataError, SandtableError, Unknown
from ..game import Game
from .changes import Draft, Edit, check_fits, lay, lay_one
from .plan import find_doctrine

NEEDED = ("id", "title", "text", "source")
ASKING = ("edits", "doctrines")
"""How a what-if asks its question: by one of them at least."""


@dataclass(frozen=True)
class WhatIf:
    """One question, and the edits and doctrines that ask it."""

    id: str
    title: str
    text: str
    source: str
    edits: tuple[Edit, ...] = ()
    doctrines: Mapping[str, str] = field(default_factory=dict)
    """By side: the doctrine that its commander follows here, by name or as the path of a TOML file."""

    def _repr_markdown_(self) -> str:
        """What a notebook shows: the question in words, and what asks it."""
        asked = [" ".join(f"{name}={value!r}" for name, value in edit.items()) for edit in self.edits]
        asked += [f"{side} doctrine {doctrine}" for side, doctrine in self.doctrines.items()]
        lines = [
            f"**{self.title}** (`{self.id}`)",
            self.text,
            *(f"- `{line}`" for line in asked),
            self.source,
        ]
        return "\n\n".join(lines)


Change = str | WhatIf | Edit
"""A ready-made what-if by its id, one of your own, or a single edit."""


def what_ifs(game: Game, path: str | Path | None = None) -> dict[str, WhatIf]:
    """The what-ifs of a game by id, or those of a TOML file of your own.

    >>> import sandtable as st
    >>> what_ifs(st.load("shanghai-nanking"))["tenth-army-in-september"].title
    'The 10th Army lands in September'
    """
    file = Path(path) if path is not None else game.folder / "data" / "what_ifs.toml"
    found: dict[str, WhatIf] = {}
    for number, entry in enumerate(_entries(file), start=1):
        _check(file, number, entry)
        if entry["id"] in found:
            raise DataError(file.name, number, "id", f"{entry['id']!r} stands twice")
        text = " ".join(entry["text"].split())
        edits = tuple(entry.get("edits", ()))
        wanted = _doctrines(game, file, number, entry.get("doctrines", {}), own=path is not None)
        found[entry["id"]] = WhatIf(entry["id"], entry["title"], text, entry["source"], edits, wanted)
    return found


def _entries(file: Path) -> list[dict[str, Any]]:
    """The what-ifs of a file as they stand; a file without any is a mistake, such as a misspelt heading."""
    try:
        plain = tomllib.loads(file.read_text("utf-8"))
    except FileNotFoundError:
        raise DataError(str(file), None, None, "the file is missing") from None
    except OSError as error:
        raise DataError(str(file), None, None, f"the file cannot be read: {error.strerror}") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise DataError(str(file), None, None, str(error)) from None
    entries = plain.get("what_if")
    listed = isinstance(entries, list) and all(isinstance(entry, dict) for entry in entries)
    if not entries or not listed or len(plain) > 1:
        text = "every what-if stands under a heading [[what_if]], and nothing else in the file does"
        raise DataError(str(file), None, None, text)
    return list(entries)


def _check(file: Path, number: int, entry: dict[str, Any]) -> None:
    """Does a what-if have all that it needs, and nothing that nobody reads?"""
    for name in NEEDED:
        if not entry.get(name):
            raise DataError(file.name, number, name, "the entry is missing")
        if not isinstance(entry[name], str):
            raise DataError(file.name, number, name, f"the entry is a text, not {entry[name]!r}")
    for name in entry:
        if name not in (*NEEDED, *ASKING):
            raise DataError(file.name, number, name, f"a what-if has {', '.join(NEEDED + ASKING)} alone")
    if not any(entry.get(name) for name in ASKING):
        raise DataError(file.name, number, "edits", "the entry is missing, and there are no doctrines")
    edits = entry.get("edits", [])
    if not isinstance(edits, list) or not all(isinstance(edit, dict) for edit in edits):
        raise DataError(file.name, number, "edits", "edits are written as [ { edit = kind, … }, … ]")


def _doctrines(game: Game, file: Path, number: int, wanted: Any, own: bool) -> dict[str, str]:
    """Checked; the files of somebody's own what-ifs are named in full, those of the game as they stand."""
    if not isinstance(wanted, dict):
        raise DataError(file.name, number, "doctrines", "doctrines are written as { side = name }")
    found = {}
    for side, doctrine in wanted.items():
        beside = file.parent / str(doctrine)
        found[side] = str(beside.resolve()) if own and beside.suffix == ".toml" else str(doctrine)
        try:
            find_doctrine(game, side, found[side])
        except SandtableError as error:
            raise DataError(file.name, number, "doctrines", str(error)) from None
    return found


@dataclass(frozen=True)
class Changed:
    """What a list of changes comes to."""

    changes: dict[str, list[dict[str, str]]]
    options: dict[str, str]
    what_ifs: tuple[str, ...]
    title: str
    doctrines: dict[str, str] = field(default_factory=dict)


def settle(game: Game, changes: Change | Iterable[Change] | None) -> Changed:
    """All changes together, checked; `None` is no change.

    A mapping without the entry `edit` is taken as raw changes of tables, as `game.new` takes them.
    """
    draft, names, titles = Draft(game), [], []
    doctrines: dict[str, str] = {}
    for place, change in enumerate(_listed(changes), start=1):
        if isinstance(change, Mapping):
            if "edit" in change:
                lay_one(draft, change, f"change {place}, the edit {change['edit']!r}")
            elif change and all(isinstance(rows, list | tuple) for rows in change.values()):
                _raw(draft, change, f"change {place}")
            else:
                raise SandtableError(f"change {place} has no entry 'edit' that says of which kind it is")
            titles.append("own changes")
            continue
        met = _known(game, change)
        lay(draft, met.edits, f"what-if {met.id!r}")
        for side, doctrine in met.doctrines.items():
            if doctrines.setdefault(side, doctrine) != doctrine:
                other = doctrines[side]
                raise SandtableError(f"what-if {met.id!r}: the {side} side already follows {other!r}")
        names.append(met.id)
        titles.append(met.title)
    what = "the changes"
    if not draft.empty:
        check_fits(game, draft, what)
    title = " + ".join(dict.fromkeys(titles))
    return Changed(draft.plain(), draft.options, tuple(names), title, doctrines)


def _listed(changes: Any) -> list[Any]:
    if changes is None:
        return []
    several = isinstance(changes, Iterable) and not isinstance(changes, str | WhatIf | Mapping)
    return list(changes) if several else [changes]


def _known(game: Game, change: Any) -> WhatIf:
    if isinstance(change, WhatIf):
        return change
    if not isinstance(change, str):
        raise SandtableError(f"{change!r} is no change: give the id of a what-if, a WhatIf, or an edit")
    known = what_ifs(game)
    if change not in known:
        raise Unknown(f"what-if of {game.slug}", change, known)
    return known[change]


def _raw(draft: Draft, changes: Mapping[str, Any], what: str) -> None:
    """Rows of tables as they stand; the table's key columns say which row is meant."""
    for name, rows in changes.items():
        table = draft.table(name)
        key_columns, _ = draft.game.data.keys[name]
        for row in rows:
            plain = {str(column): str(value) for column, value in row.items()}
            key = tuple(plain.get(column, "") for column in key_columns)
            if key not in table:
                raise SandtableError(f"{what}: the table {name!r} has no row {' '.join(key)!r}")
            for column, value in plain.items():
                if column not in key_columns:
                    draft.set(name, key, column, value, f"{what}, rows of {name!r}")
