"""The match on the table: the lines that were played of it, and the shelf where all of them are kept."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from sandtable import Game, Match, SandtableError
from sandtable.actions import Action

from ..given import game_of, ready_scenario
from .shelf import Shelf


@dataclass(frozen=True, slots=True)
class Notice:
    """Something a person should read: `kind` is error, rule or news."""

    kind: str
    text: str
    case: str | None = None
    also: Notice | None = None
    """A second thing, where it is not sure what was meant."""


@dataclass(frozen=True, slots=True)
class Line:
    """One course of events that was played at this table; branches are lines too."""

    name: str
    match: Match


class Book:
    """Turns the pages of a match. What it is told to do, it answers with a notice; nothing is ever lost."""

    def __init__(self, match: Match, shelf: Shelf, autosave: bool) -> None:
        self.match, self.shelf, self.autosave = match, shelf, autosave
        self.lines = [Line("first line", match)]
        self.unkept = ""
        """Why the match is not kept, though it should be; it is played on all the same."""

    def play(self, action: Action) -> None:
        """On disk first, then in the match; where nothing can be written at all, in the match alone."""
        self.match.game.check(self.match.state, action)
        if self.autosave:
            self._keep()
        self.match.play(action)

    def _keep(self) -> None:
        try:
            self.shelf.autosave(self.match)
            self.unkept = ""
        except (SandtableError, OSError) as error:
            self.unkept = _plain(error)

    def keep_in(self, folder: str) -> Notice:
        """Keeps the match, and all that follow, in another folder."""
        before, self.shelf = self.shelf, Shelf(folder.strip() or ".")
        self._keep()
        if self.unkept:
            self.shelf = before
            return Notice("error", f"Not kept: {self.unkept}")
        self.autosave = True
        return Notice("news", f"Every action is kept in {self.match.path}.")

    # -- the past -------------------------------------------------------------------------------------

    def rewind(self, step: int, passes: Callable[[int], bool]) -> Notice | None:
        """One action back or forward, and on past every place that does not count."""
        ply = self.match.ply + step
        while self.match.has(ply + step) and passes(ply):
            ply += step
        if not self.match.has(ply):
            return Notice("news", f"There is nothing to {'undo' if step < 0 else 'redo'}.")
        self.match.goto(ply)
        return None

    def branch(self) -> Notice:
        """Goes on in a new line from here; the old one stays as it is."""
        match = self.match.branch()
        name = f"branch {len(self.lines)} (turn {match.state.turn}, action {match.ply})"
        self.lines.append(Line(name, match))
        self.match = match
        return Notice("news", f"You are on {name}; the line before is kept.")

    def line(self, number: int) -> None:
        """Goes back to another line."""
        self.match = self.lines[number].match

    # -- keeping --------------------------------------------------------------------------------------

    def save(self, name: str, overwrite: bool = False) -> Notice:
        """Writes a copy of the match under a name."""
        try:
            path = self.shelf.save(self.match, name, overwrite)
        except (SandtableError, OSError) as error:
            return Notice("error", f"Not saved: {_plain(error)}")
        return Notice("news", f"Saved as {path}.")

    def load(self, name: str) -> Notice:
        """Goes on with a saved match; if it cannot be trusted, this one stays on the table."""
        try:
            path = self.shelf.path(name)
            if any(line.match.path is not None and path == line.match.path for line in self.lines):
                raise SandtableError(f"{name} is on the table already")
            match = self.shelf.load(name)
        except (SandtableError, OSError) as error:
            return Notice("error", f"Not loaded: {_plain(error)}")
        self._begin(match)
        return Notice("news", match.notice or f"{name} is on the table.")

    def new(
        self, game: str | Game, scenario: str | None, seed: int | None, options: Mapping[str, str]
    ) -> Notice:
        """Begins another match, of any game."""
        dice = secrets.randbelow(1_000_000) if seed is None else seed
        try:
            found = game_of(game)
            match = Match(found, scenario or ready_scenario(found), dice, options)
        except SandtableError as error:
            return Notice("error", f"Not begun: {error}")
        self._begin(match)
        return Notice("news", f"A new match; the dice are those of seed {dice}.")

    def _begin(self, match: Match) -> None:
        """Another match comes to the table; the lines of the one before let go of their journals."""
        for line in self.lines:
            line.match.close()
        self.lines, self.match, self.unkept = [Line("first line", match)], match, ""


def _plain(error: SandtableError | OSError) -> str:
    """An error without the numbers of the system."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return str(error)
