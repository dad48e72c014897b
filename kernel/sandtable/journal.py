"""The journal of a match on disk: a header line, then one line an action, written before it counts.

Each line is a JSON object in ASCII:

    {"sandtable":"journal","format":1,"kit":"0.1.0","game":"shanghai-nanking",…,"start":"<digest>"}
    {"ply":1,"do":"move r1 0102-0202","digest":"<digest after it>"}
    {"ply":2,"do":"attack r1 0302","dice":[4],"digest":"…"}      dice that a person rolled
    {"ply":1,"undo":1,"digest":"…"}                              likewise redo

Lines are only ever added. A process that is killed leaves at most one line without its end; that tail is
dropped when the journal is read, and moved to a file named *.torn before the next line is added.
"""

from __future__ import annotations

import json
import os
import weakref
from collections.abc import Iterable
from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from typing import Any, Literal, Self, cast

from . import files
from .errors import SaveError

FORMAT = 1
_OPENING = b'{"sandtable":"journal"'

Kind = Literal["do", "undo", "redo"]
_KINDS: tuple[Kind, ...] = ("do", "undo", "redo")


@dataclass(frozen=True, slots=True)
class Header:
    """What a game is played with; with the actions, all that it takes to play it again."""

    game: str
    version: int
    scenario: str
    options: dict[str, str]
    changes: dict[str, list[dict[str, str]]]
    seed: int
    overlay: tuple[str, str] | None
    """Folder and fingerprint of a user's own numbers."""
    position: dict[str, Any] | None
    """The position that the match begins with, where that is not the scenario's own."""
    start: str
    """The digest of the first state."""

    def line(self) -> bytes:
        from . import __version__

        plain = {
            "sandtable": "journal",
            "format": FORMAT,
            "kit": __version__,
            "game": self.game,
            "version": self.version,
            "scenario": self.scenario,
            "options": self.options,
            "changes": self.changes,
            "seed": self.seed,
            "overlay": self.overlay,
            "position": self.position,
            "start": self.start,
        }
        return _line(plain)


@dataclass(frozen=True, slots=True)
class Entry:
    """One line behind the header; `ply` is the number of actions played once it is done."""

    ply: int
    kind: Kind
    action: str
    """The notation of what was played; empty for undo and redo."""
    count: int
    """How many actions were undone or redone."""
    dice: tuple[int, ...] | None
    digest: str

    def line(self) -> bytes:
        plain: dict[str, Any] = {"ply": self.ply, self.kind: self.action if self.kind == "do" else self.count}
        if self.dice is not None:
            plain["dice"] = self.dice
        return _line({**plain, "digest": self.digest})


@dataclass(frozen=True, slots=True)
class Contents:
    """What a journal holds: its sound lines, and the bytes of a line that was cut off."""

    header: Header
    entries: tuple[Entry, ...]
    size: int
    torn: bytes


def _line(plain: dict[str, Any]) -> bytes:
    return json.dumps(plain, ensure_ascii=True, separators=(",", ":")).encode("ascii") + b"\n"


# -- reading ------------------------------------------------------------------------------------------


def read(path: Path) -> Contents:
    """The contents of a journal; it is not touched."""
    try:
        with path.open("rb", buffering=0) as handle:
            return _read(path, handle)
    except OSError as error:
        raise files.failed("read", path, error) from None


def _read(path: Path, handle: FileIO) -> Contents:
    handle.seek(0)
    opening = handle.read(len(_OPENING)) or b""
    if not opening:
        raise SaveError("the file is empty", str(path))
    if opening != _OPENING:
        torn = _OPENING.startswith(opening)
        reason = "the header was cut off; nothing was recorded" if torn else "this is not a Sandtable journal"
        raise SaveError(reason, str(path), 1)
    body, newline, torn_line = (opening + handle.readall()).rpartition(b"\n")
    if not newline:
        raise SaveError("the header was cut off; nothing was recorded", str(path), 1)
    first, *rest = body.split(b"\n")
    return Contents(
        _header(path, first),
        tuple(_entry(path, number, line) for number, line in enumerate(rest, start=2)),
        len(body) + 1,
        torn_line,
    )


def _plain(path: Path, number: int, line: bytes) -> dict[str, Any]:
    try:
        plain = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise SaveError(f"the line is damaged: {error}", str(path), number) from None
    if not isinstance(plain, dict):
        raise SaveError("the line is damaged: not a JSON object", str(path), number)
    return plain


def _header(path: Path, line: bytes) -> Header:
    plain = _plain(path, 1, line)

    def need(key: str, *kinds: type) -> Any:
        value = plain.get(key)
        if key not in plain or not isinstance(value, kinds) or isinstance(value, bool):
            raise SaveError(f"the header's {key!r} is missing or not what it should be", str(path), 1)
        return value

    written = need("format", int)
    if written != FORMAT:
        raise SaveError(f"journal format {written}; this kit reads format {FORMAT}", str(path), 1)
    overlay = need("overlay", list, type(None))
    if overlay is not None and not (len(overlay) == 2 and all(isinstance(v, str) for v in overlay)):
        raise SaveError("the header's 'overlay' is not what it should be", str(path), 1)
    options, changes = need("options", dict), need("changes", dict)
    if not (
        _texts(options) and all(type(rows) is list and all(map(_texts, rows)) for rows in changes.values())
    ):
        raise SaveError("the header's options or changes are not what they should be", str(path), 1)
    return Header(
        need("game", str),
        need("version", int),
        need("scenario", str),
        options,
        changes,
        need("seed", int),
        None if overlay is None else (overlay[0], overlay[1]),
        need("position", dict, type(None)),
        need("start", str),
    )


def _texts(value: Any) -> bool:
    return type(value) is dict and all(type(text) is str for text in value.values())


def _entry(path: Path, number: int, line: bytes) -> Entry:
    plain = _plain(path, number, line)
    kinds = [kind for kind in _KINDS if kind in plain]
    if len(kinds) != 1:
        raise SaveError("the line is damaged: neither an action nor undo or redo", str(path), number)
    kind = kinds[0]
    ply, digest, dice, what = plain.get("ply"), plain.get("digest"), plain.get("dice"), plain[kind]
    sound = (
        set(plain) <= {"ply", "digest", "dice", kind}
        and type(ply) is int
        and type(digest) is str
        and type(what) is (str if kind == "do" else int)
        and (dice is None or (kind == "do" and type(dice) is list and all(type(d) is int for d in dice)))
    )
    if not sound:
        raise SaveError("the line is damaged: a field is missing, unknown or ill-typed", str(path), number)
    action, count = (what, 0) if kind == "do" else ("", what)
    return Entry(
        cast(int, ply), kind, action, count, None if dice is None else tuple(dice), cast(str, digest)
    )


# -- writing ------------------------------------------------------------------------------------------


class Journal:
    """A journal that is open for adding lines. Only one process can hold it at a time.

    Within a process a journal that is opened again goes over to the newcomer, because running a notebook
    cell twice must not lock a person out of the game.
    """

    def __init__(self, path: Path, handle: FileIO, size: int, torn: bytes, sync: bool) -> None:
        self.path, self.size, self.torn, self.sync = path, size, torn, sync
        self._handle, self._untidy, self._closed = handle, False, ""
        self._let_go = weakref.finalize(self, handle.close)
        _open_here[_identity(handle)] = self

    @classmethod
    def create(cls, path: Path, lines: Iterable[bytes], sync: bool = False) -> Self:
        """A new journal; its first lines appear in one piece, and never in the place of another file."""
        data = b"".join(lines)
        try:
            return cls(path, files.create(path, data), len(data), b"", sync)
        except OSError as error:
            raise files.failed("written", path, error) from None

    @classmethod
    def resume(cls, path: Path, sync: bool = False) -> tuple[Self, Contents]:
        """Opens an existing journal to go on with it."""
        try:
            handle = files.open_to_write(path)
        except OSError as error:
            raise files.failed("opened", path, error) from None
        try:
            holder = _open_here.get(_identity(handle))
            if holder is not None:
                holder.close("this match was loaded again, and the later one goes on with the journal")
            if not files.lock(handle):
                text = "somebody else is playing this match now; it can be read, but not played on"
                raise SaveError(text, str(path))
            contents = _read(path, handle)
        except OSError as error:
            handle.close()
            raise files.failed("read", path, error) from None
        except BaseException:
            handle.close()
            raise
        return cls(path, handle, contents.size, contents.torn, sync), contents

    def append(self, entry: Entry) -> None:
        """Adds a line, whole or not at all."""
        self._check_hold()
        before, data = self.size, entry.line()
        try:
            if self._untidy:
                self._cut()
            if self.torn:
                self._put_torn_aside()
            self._handle.seek(before)
            files.write(self._handle, data)
            if self.sync:
                os.fsync(self._handle.fileno())
            self.size = before + len(data)
        except BaseException as error:  # a keyboard interrupt must not leave half a line either
            self.size = before
            self._take_back()
            if isinstance(error, OSError):
                raise files.failed("written", self.path, error, "; nothing was played") from None
            raise

    def close(self, why: str = "this match was closed") -> None:
        """Lets go of the file; nothing more can be added."""
        if not self._closed:
            self._closed = why
            files.unlock(self._handle)
            self._let_go()

    def _check_hold(self) -> None:
        """A file that was removed, replaced or written by somebody else must not swallow an action."""
        if self._closed:
            raise SaveError(f"nothing was played: {self._closed}", str(self.path))
        try:
            named = self.path.stat()
        except OSError as error:
            raise files.failed("found", self.path, error, "; nothing was played") from None
        held = os.fstat(self._handle.fileno())
        if not os.path.samestat(named, held):
            raise SaveError("another file has taken its place; nothing was played", str(self.path))
        if not self._untidy and held.st_size != self.size + len(self.torn):
            raise SaveError("somebody else has changed the file; nothing was played", str(self.path))

    def _put_torn_aside(self) -> None:
        with torn_path(self.path).open("ab") as aside:
            aside.write(self.torn + b"\n")
            aside.flush()
            os.fsync(aside.fileno())
        self._cut()
        self.torn = b""

    def _cut(self) -> None:
        self._handle.truncate(self.size)
        self._untidy = False

    def _take_back(self) -> None:
        """Removes what a failed write left; if even that fails, the next line tries again."""
        if self.torn:
            return
        try:
            self._cut()
        except OSError:
            self._untidy = True


_open_here: weakref.WeakValueDictionary[tuple[int, int], Journal] = weakref.WeakValueDictionary()


def _identity(handle: FileIO) -> tuple[int, int]:
    status = os.fstat(handle.fileno())
    return status.st_dev, status.st_ino


def torn_path(path: Path) -> Path:
    """Where the bytes of cut-off lines are kept."""
    return path.with_name(f"{path.name}.torn")


def write_copy(path: Path, lines: Iterable[bytes], overwrite: bool) -> None:
    """A journal that nobody goes on with yet; it replaces a file only if asked to, and none in play."""
    data = b"".join(lines)
    try:
        if not (overwrite and path.exists()):
            files.create(path, data).close()
            return
        with files.open_to_write(path) as held:
            if not files.lock(held):
                raise SaveError("a match is being played in this file; it was left alone", str(path))
            files.replace(path, data)
    except OSError as error:
        raise files.failed("written", path, error) from None
