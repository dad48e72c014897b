"""The world of a game: its rules ledger, board, units, scenarios and options, frozen and shared."""

from __future__ import annotations

import csv
import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Self, TypeVar

from . import board as boards
from . import notation
from .actions import Action, Resign
from .errors import SandtableError, Unknown
from .hooks import Hooks
from .records import Changes, Data, Row, plain_changes
from .steps import Step
from .switches import Switch, read_switches, settle_options
from .units import Unit, UnitList

Given = Mapping[str, object] | Iterable[str]


@dataclass(frozen=True, slots=True)
class Case:
    """One atomic rule in our own words."""

    id: str
    kind: str
    title: str
    statement: str


@dataclass(frozen=True, slots=True)
class Scenario:
    """One way to begin, and how long it lasts."""

    name: str
    title: str
    turns: int
    text: str


def read_scenarios(rows: Iterable[Row], most: int) -> dict[str, Scenario]:
    """The scenarios of a table; none lasts more than so many turns."""
    return {
        row.needed("id"): Scenario(
            row.needed("id"), row.needed("title"), row.integer("turns", 1, most), row.needed("text")
        )
        for row in rows
    }


class World(Hooks):
    """The data of one game with one choice of options; frozen once made, shared by its states.

    Subclasses set the class attributes, build their static tables in `prepare`, and answer the other
    `Hooks`.
    """

    title: ClassVar[str]
    sides: ClassVar[tuple[str, ...]]
    version: ClassVar[int]
    folder: ClassVar[Path]
    action_types: ClassVar[tuple[type[Action], ...]]
    phases: ClassVar[tuple[str, ...]]

    steps: dict[str, Step[Any]]
    scenarios: dict[str, Scenario]

    def __init__(
        self, overlay: str | Path | None = None, options: Given = (), changes: Changes | None = None
    ) -> None:
        self.overlay = None if overlay is None else Path(overlay)
        self.data = Data(self.folder / "data", self.overlay, changes)
        self.switches: dict[str, Switch] = read_switches(self.data.table("options"))
        self.options = settle_options(self.switches, options)
        self.changes_plain = plain_changes(changes)
        self._variants: dict[str, Any] = {self._key(self.options, self.changes_plain): self}
        self.vocabulary = notation.verbs((*self.action_types, Resign))
        self.board = boards.load(self.data)
        self.prepare()

    @staticmethod
    def _key(options: Mapping[str, str], changes: Mapping[str, Any]) -> str:
        return json.dumps([sorted(options.items()), changes], sort_keys=True)

    def variant(self, options: Given = (), changes: Changes | None = None) -> Self:
        """This game with other options and what-if changes; made once, then shared."""
        chosen = settle_options(self.switches, options)
        plain = plain_changes(changes)
        key = self._key(chosen, plain)
        if key not in self._variants:
            made = type(self)(self.overlay, chosen, plain)
            made._variants = self._variants
            self._variants[key] = made
        found: Self = self._variants[key]
        return found

    @cached_property
    def cases(self) -> dict[str, Case]:
        """The rules ledger by case id."""
        with (self.folder / "data" / "cases.csv").open(newline="", encoding="utf-8") as handle:
            return {row["id"]: Case(**row) for row in csv.DictReader(handle)}

    @cached_property
    def chapters(self) -> dict[str, str]:
        """The titles of the ledger's chapters, by the first part of a case's number, in order."""
        with (self.folder / "data" / "chapters.csv").open(newline="", encoding="utf-8") as handle:
            return {row["id"]: row["title"] for row in csv.DictReader(handle)}

    @staticmethod
    def chapter_of(case: str) -> str:
        """The chapter of a case.

        >>> World.chapter_of("SNC-10.4.2a"), World.chapter_of("SOT-TC.J1a")
        ('10', 'TC')
        """
        return case.partition("-")[2].partition(".")[0]

    @cached_property
    def overlay_fingerprint(self) -> str | None:
        """Tells one set of user's numbers from another; None without an overlay."""
        if self.overlay is None:
            return None
        summed = hashlib.blake2b(digest_size=8)
        for path in sorted(self.overlay.rglob("*.csv")):
            summed.update(path.relative_to(self.overlay).as_posix().encode() + b"\0" + path.read_bytes())
        return summed.hexdigest()

    def __reduce__(self) -> tuple[Any, ...]:
        """A game is shipped to another process as its class, its overlay and its choices."""
        if self.overlay is not None and not self.overlay.is_dir():
            raise SandtableError(f"the data overlay {self.overlay} has gone; the game cannot be shipped")
        shared = (type(self), self.overlay, self.overlay_fingerprint)
        return revive_game, (*shared, self.options, self.changes_plain)

    def side_index(self, name: str) -> int:
        if name not in self.sides:
            raise Unknown("side", name, self.sides)
        return self.sides.index(name)

    def side_name(self, side: int) -> str:
        """What a sentence calls a side: Chinese, Soviet."""
        return self.sides[side].capitalize()

    def known_phase(self, name: str) -> str:
        if name not in self.phases:
            raise Unknown("phase", name, self.phases)
        return name

    def unit_name(self, id: str) -> str:
        return self.units.by_id(id).name

    def space_name(self, id: str) -> str:
        return self.board.label(self.board.index(id))

    def word_name(self, word: str) -> str:
        """What people call a word of the notation; games with chits give their names."""
        return word

    def index_units(self, units: list[Unit]) -> None:
        """Takes the game's units and the tables that hot code reads."""
        self.units = UnitList(units)
        self.side_of = [u.side for u in units]
        self.strengths = [u.strength for u in units]
        self.projection: list[list[tuple[int, ...]]] = [[()] * len(self.board) for _ in self.sides]


W = TypeVar("W", bound=World)

_shared: dict[tuple[type[World], Path | None, str | None], Any] = {}


def shared(cls: type[W], overlay: Path | None = None, fingerprint: str | None = None) -> W:
    """One game for everybody who asks for the same class and the same numbers."""
    key = cls, overlay, fingerprint
    if key not in _shared:
        game = cls(overlay)
        if game.overlay_fingerprint != fingerprint:
            raise SandtableError(f"the data overlay {overlay} has changed since the game was shipped")
        _shared[key] = game
    found: W = _shared[key]
    return found


def revive_game(
    cls: type[W], overlay: Path | None, fingerprint: str | None, options: Given, changes: Changes
) -> W:
    """Rebuilds a game that was shipped to another process."""
    return shared(cls, overlay, fingerprint).variant(options, changes)
