"""The sheet of a theatre: all of the map that never changes, made once and kept in the user's cache."""

from __future__ import annotations

import hashlib
import json
import os
import sys
import tempfile
import zlib
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from sandtable.board import Board
from sandtable.game import Game

LEVEL = 6
"""Of the compression: nine takes three times as long for two per cent."""

_made: dict[str, Sheet] = {}


@dataclass(frozen=True)
class Sheet:
    """The static map as the browser takes it (compressed JSON), and what Python itself reads in it."""

    packed: bytes

    @cached_property
    def content(self) -> dict[str, Any]:
        """Head (liveries, bounds, theme), ground, spaces, edges, labels and legend; see `survey`."""
        found: dict[str, Any] = json.loads(zlib.decompress(self.packed))
        return found

    @property
    def head(self) -> dict[str, Any]:
        """What the counters and the widget need."""
        found: dict[str, Any] = self.content["head"]
        return found


def sheet(game: Game) -> Sheet:
    """The sheet of a game's theatre, or a plain one where there is none."""
    digest = _digest(game.board)
    if digest not in _made:
        _made[digest] = _read(cache_folder() / f"{game.slug}-{digest}.sheet", game)
    return _made[digest]


def _read(kept: Path, game: Game) -> Sheet:
    try:
        found = Sheet(kept.read_bytes())
        if found.head:
            return found
    except (OSError, zlib.error, ValueError, KeyError):
        pass  # not there yet, or damaged: it is made anew
    from .survey import survey  # imported late: the GIS libraries take more than a second

    drawn = Sheet(zlib.compress(json.dumps(survey(game), separators=(",", ":")).encode(), LEVEL))
    _keep(kept, drawn.packed)
    return drawn


def cache_folder() -> Path:
    """Where sheets are kept: the folder that SANDTABLE_CACHE names, or the user's cache."""
    if chosen := os.environ.get("SANDTABLE_CACHE"):
        return Path(chosen)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData/Local") / "sandtable"
    if sys.platform == "darwin":
        return Path.home() / "Library/Caches/sandtable"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "sandtable"


def _digest(board: Board) -> str:
    """A name that changes with everything that a sheet is made from."""
    digest = hashlib.sha256()
    for part in (board.ids, board.names, board.terrain, board.lonlat, board.link_lines):
        digest.update(repr(part).encode())
    digest.update(repr(sorted((pair, sorted(words)) for pair, words in board.borders.items())).encode())
    for source in _sources():
        digest.update(source.name.encode() + source.read_bytes())
    return digest.hexdigest()[:16]


def _sources() -> list[Path]:
    root = geodata_folder()
    theirs = [*root.glob("*.py"), *root.glob("draw/*.py"), *root.glob("data/*/*")]
    return sorted(Path(__file__).parent.glob("*.py")) + sorted(theirs)


def geodata_folder() -> Path:
    """Where the theatres are, found without importing the GIS libraries."""
    spec = find_spec("sandtable_geodata")
    if spec is None or not spec.submodule_search_locations:
        raise ModuleNotFoundError(
            "the package sandtable_geodata is not installed, so there is no map to show"
        )
    return Path(next(iter(spec.submodule_search_locations)))


def _keep(file: Path, packed: bytes) -> None:
    """Write whole or not at all; that a cache cannot be written is no reason to show no map."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=file.parent, delete=False) as new:
            new.write(packed)
        os.replace(new.name, file)
    except OSError:
        return
