"""Where matches are kept: the autosave, copies with a name, and the lines that branched off."""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from pathlib import Path

from sandtable import Match, SandtableError, SaveError

SUFFIX = ".jsonl"
LONGEST = 100
"""Characters of a name: with its suffix it must fit every file system."""
PATIENCE = 0.6
"""Seconds for looking into the files of a shelf; what is not reached goes by its name and date."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A file on the shelf."""

    name: str
    when: datetime
    size: int
    about: str = ""
    """Which game it is and how far it went, once somebody has looked into it."""


class Shelf:
    """A folder of journals, made when the first match is kept; nothing in it is overwritten unasked."""

    def __init__(self, folder: str | Path = "saves") -> None:
        self.folder = Path(folder)
        self._abouts: dict[tuple[str, datetime, int], str] = {}

    def files(self, look: bool = False) -> list[Kept]:
        """What lies on the shelf, the latest first; with `look` every file is played through, if there is
        time for it, to tell how far its match went."""
        try:
            paths = [path for path in self.folder.glob(f"*{SUFFIX}") if path.is_file()]
            found = [(path.stem, path.stat()) for path in paths]
        except OSError:
            return []
        plain = [(name, datetime.fromtimestamp(s.st_mtime), s.st_size) for name, s in found]
        until = time.monotonic() + PATIENCE
        kept = []
        for key in sorted(plain, key=lambda k: (k[1], k[0]), reverse=True):
            if look and key not in self._abouts and time.monotonic() < until:
                self._abouts[key] = about(self.path(key[0]))
            kept.append(Kept(*key, self._abouts.get(key, "")))
        return kept

    def path(self, name: str) -> Path:
        """The file of a name; a name is not a way out of the folder."""
        name = name.strip().removesuffix(SUFFIX)
        if not name:
            raise SandtableError("a saved match needs a name")
        if name.startswith(".") or any(c in '/\\:*?"<>|' or ord(c) < 32 for c in name):
            raise SandtableError(f"{name!r} cannot be the name of a file")
        if len(name) > LONGEST or len(name.encode()) > 2 * LONGEST:
            raise SandtableError(f"a name of {len(name)} characters is too long; {LONGEST} are enough")
        return self.folder / f"{name}{SUFFIX}"

    def free(self, stem: str) -> Path:
        """A file that does not exist yet: SLUG-1, SLUG-2 …"""
        return next(path for n in count(1) if not (path := self.folder / f"{stem}-{n}{SUFFIX}").exists())

    def autosave(self, match: Match) -> None:
        """Keeps a match that nobody keeps: every further action is on disk before it counts."""
        if match.path is None:
            self._make()
            match.keep(self.free(match.game.slug))

    def save(self, match: Match, name: str, overwrite: bool = False) -> Path:
        """Writes a copy of a match."""
        path = self.path(name)
        if match.path is not None and path.exists() and path.samefile(match.path):
            raise SandtableError(f"{path.name} is this match's own journal: every action is in it already")
        self._make()
        return match.save(path, overwrite)

    def _make(self) -> None:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise SaveError(f"the folder cannot be made: {error.strerror}", str(self.folder)) from None

    def load(self, name: str) -> Match:
        """The match of a file, at the place where it was left; it goes on in that file."""
        return Match.load(self.path(name))


def about(path: Path) -> str:
    """The game of a file, its turn and who decides next; what cannot be read says so."""
    try:
        match = Match.load(path, append=False)
    except (SandtableError, OSError):
        return "cannot be read"
    state, scenario = match.state, match.game.scenarios[match.state.scenario]
    if state.result is not None:
        where = f"over: {state.result.text}"
    else:
        who = "" if state.decision is None else f", {state.decision.side.capitalize()} to decide"
        where = f"turn {state.turn} of {scenario.turns}{who}"
    return f"{match.game.title}, {where}"
