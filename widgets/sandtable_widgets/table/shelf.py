"""Where matches are kept: the autosave, copies with a name, and the lines that branched off."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from itertools import count
from pathlib import Path

from sandtable import Match, SandtableError

SUFFIX = ".jsonl"


@dataclass(frozen=True, slots=True)
class Kept:
    """A file on the shelf."""

    name: str
    when: datetime
    size: int


class Shelf:
    """A folder of journals, made when the first match is kept; nothing in it is overwritten unasked."""

    def __init__(self, folder: str | Path = "saves") -> None:
        self.folder = Path(folder)

    def files(self) -> list[Kept]:
        """What lies on the shelf, the latest first."""
        if not self.folder.is_dir():
            return []
        found = [(path, path.stat()) for path in self.folder.glob(f"*{SUFFIX}")]
        kept = [Kept(p.stem, datetime.fromtimestamp(s.st_mtime), s.st_size) for p, s in found]
        return sorted(kept, key=lambda k: (k.when, k.name), reverse=True)

    def path(self, name: str) -> Path:
        """The file of a name; a name is not a way out of the folder."""
        name = name.strip().removesuffix(SUFFIX)
        if not name:
            raise SandtableError("a saved match needs a name")
        if name.startswith(".") or any(c in '/\\:*?"<>|' or ord(c) < 32 for c in name):
            raise SandtableError(f"{name!r} cannot be the name of a file")
        return self.folder / f"{name}{SUFFIX}"

    def free(self, stem: str) -> Path:
        """A file that does not exist yet: SLUG-1, SLUG-2 …"""
        return next(path for n in count(1) if not (path := self.folder / f"{stem}-{n}{SUFFIX}").exists())

    def autosave(self, match: Match) -> None:
        """Keeps a match that nobody keeps: every further action is on disk before it counts."""
        if match.path is None:
            self.folder.mkdir(parents=True, exist_ok=True)
            match.keep(self.free(match.game.slug))

    def save(self, match: Match, name: str, overwrite: bool = False) -> Path:
        """Writes a copy of a match."""
        path = self.path(name)
        if match.path is not None and path.exists() and path.samefile(match.path):
            raise SandtableError(f"{path.name} is this match's own journal: every action is in it already")
        self.folder.mkdir(parents=True, exist_ok=True)
        return match.save(path, overwrite)

    def load(self, name: str) -> Match:
        """The match of a file, at the place where it was left; it goes on in that file."""
        return Match.load(self.path(name))
