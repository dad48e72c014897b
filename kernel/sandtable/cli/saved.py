"""Saved files: a journal of a match, or the JSON of one state."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from .. import files, journal, load
from ..errors import SandtableError, SaveError
from ..game import Game
from ..match import Match
from ..state import State


@dataclass(frozen=True, slots=True)
class Saved:
    """What a file holds; `match` is None for a single state."""

    state: State
    match: Match | None
    header: journal.Header | None
    notice: str | None


def is_journal(path: Path) -> bool:
    """Does the file begin as a journal does (or is it too short to tell)?"""
    opening = b'{"sandtable":"journal"'
    try:
        with path.open("rb") as handle:
            begun = handle.read(len(opening))
    except OSError as error:
        raise files.failed("read", path, error) from None
    return opening.startswith(begun)


def read(path: Path, data: str | None = None) -> Saved:
    """Whatever a file holds, every line of it judged; the file is not touched."""
    if not is_journal(path):
        return Saved(read_state(path, data), None, None, None)
    header = journal.read(path).header
    match = Match.load(path, append=False, game=_game(header.game, data, path, 1))
    return Saved(match.state, match, header, match.notice)


def resume(path: Path, data: str | None = None) -> Match:
    """The match of a journal, to be gone on with in the same file."""
    game = None if data is None else _game(journal.read(path).header.game, data, path, 1)
    return Match.load(path, game=game)


def read_state(path: Path, data: str | None = None) -> State:
    """The state in a JSON file."""
    try:
        text = path.read_text(encoding="utf-8")
        plain = json.loads(text)
    except OSError as error:
        raise files.failed("read", path, error) from None
    except (ValueError, RecursionError):
        raise SaveError("neither a Sandtable journal nor a saved state", str(path)) from None
    slug = plain.get("game") if isinstance(plain, dict) else None
    if not isinstance(slug, str):
        raise SaveError("neither a Sandtable journal nor a saved state", str(path))
    game = _game(slug, data, path, None) or load(slug)
    try:
        return game.state_from_json(text)
    except SandtableError as error:
        raise SaveError(error.reason if isinstance(error, SaveError) else str(error), str(path)) from None


def _game(slug: str, data: str | None, path: Path, line: int | None) -> Game | None:
    """The game that a file names, with a user's numbers if there are any; None leaves it to the journal."""
    try:
        game = load(slug, data)
    except SandtableError as error:
        if data is not None and not isinstance(error, SaveError):
            raise
        raise SaveError(str(error), str(path), line) from None
    return game if data is not None else None
