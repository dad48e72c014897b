"""The file of finished games: a line each, only ever added to, so that a kill loses nothing."""

from __future__ import annotations

import json
import os
from io import FileIO
from pathlib import Path
from typing import Any

from .. import files
from ..errors import SandtableError, SaveError

Key = tuple[str, int]

HEADER = {"format", "game", "scenario", "seed", "rules", "variants"}
VARIANT = {"name", "players", "changes", "options", "what_ifs"}
GAME = (
    "variant", "number", "seed", "winner", "kind", "case", "text", "end", "actions", "digest", "turns",
)  # fmt: skip
"""What the first line, each of its variants, and every other line say."""


class GameLog:
    """The finished games of one study; with a path they are on disk, one line a game.

    A file that belongs to another study is refused and left alone.
    """

    def __init__(self, header: dict[str, Any], path: Path | None = None) -> None:
        self.records: dict[Key, dict[str, Any]] = {}
        self.path = path
        self._handle: FileIO | None = None
        if path is not None:
            self._handle = self._continue(path, header) if path.exists() else _begin(path, header)

    def _continue(self, path: Path, header: dict[str, Any]) -> FileIO:
        handle = files.open_to_write(path)
        try:
            if not files.lock(handle):
                raise SaveError("another process is playing this study", str(path))
            found, self.records, sound = parse(path)
            _same_study(found, header, path)
            handle.truncate(sound)
            handle.seek(sound)
        except BaseException:
            handle.close()
            raise
        return handle

    def add(self, record: dict[str, Any]) -> None:
        """Keeps a finished game, on disk before anything else happens."""
        self.records[record["variant"], record["number"]] = record
        if self._handle is not None:
            files.write(self._handle, _line(record))

    def close(self) -> None:
        if self._handle is not None:
            os.fsync(self._handle.fileno())
            self._handle.close()
            self._handle = None


def _begin(path: Path, header: dict[str, Any]) -> FileIO:
    try:
        handle = files.create(path, _line(header))
    except OSError as error:
        raise files.failed("written", path, error) from None
    handle.seek(0, os.SEEK_END)
    return handle


def _line(plain: dict[str, Any]) -> bytes:
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def parse(path: Path) -> tuple[dict[str, Any], dict[Key, dict[str, Any]], int]:
    """Header, games by variant and number, and the length of what is whole.

    A last line without its end was cut off by a kill; any other broken line is an error.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise files.failed("read", path, error) from None
    sound = data.rfind(b"\n") + 1
    lines = data[:sound].splitlines()
    if not lines:
        raise SaveError("the file holds no study", str(path), 1)
    header = _read(lines[0], path, 1)
    if header.get("format", 1) != 1:
        raise SaveError(f"the file has format {header['format']!r}; this release reads 1", str(path), 1)
    variants = header.get("variants")
    if HEADER - header.keys() or not isinstance(variants, list) or not all(map(_describes, variants)):
        raise SaveError("the first line does not describe a study", str(path), 1)
    names = [variant["name"] for variant in variants]
    records: dict[Key, dict[str, Any]] = {}
    for number, line in enumerate(lines[1:], start=2):
        record = _read(line, path, number)
        missing = [name for name in GAME if name not in record]
        if missing:
            raise SaveError(f"a game without its {missing[0]!r}", str(path), number)
        if record["variant"] not in names:
            text = f"a game of {record['variant']!r}, which is no variant of this study"
            raise SaveError(text, str(path), number)
        if not record["turns"]:
            raise SaveError("a game without turns", str(path), number)
        records[record["variant"], record["number"]] = record
    return header, records, sound


def _describes(variant: Any) -> bool:
    return isinstance(variant, dict) and variant.keys() >= VARIANT


def _read(line: bytes, path: Path, number: int) -> dict[str, Any]:
    try:
        plain = json.loads(line)
    except ValueError:
        plain = None
    if not isinstance(plain, dict):
        raise SaveError("the line is not a JSON object", str(path), number)
    return plain


_SAID = {
    "game": "it is a study of {old}, not of {new}",
    "scenario": "its scenario is {old!r}, not {new!r}",
    "seed": "its seed is {old}, not {new}",
    "rules": "its games were played by other rules, numbers or players than those installed now",
    "variants": "its variants, changes or players differ",
}


def _same_study(found: dict[str, Any], wanted: dict[str, Any], path: Path) -> None:
    plain = json.loads(json.dumps(wanted))
    for entry, said in _SAID.items():
        if found.get(entry) != plain[entry]:
            reason = said.format(old=found.get(entry), new=plain[entry])
            text = f"the file belongs to another study and was left alone: {reason}"
            raise SaveError(text, str(path))


def check_path(path: str | Path | None) -> Path | None:
    """The path of a study's file; its folder must exist."""
    if path is None:
        return None
    path = Path(path)
    if path.is_dir():
        raise SandtableError(f"{path} is a folder; a study is kept in a file")
    if not path.parent.is_dir():
        raise SandtableError(f"the folder {path.parent} of the study's file does not exist")
    return path
