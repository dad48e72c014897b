"""The command line as a person meets it: words typed, lines answered, two streams and an exit code."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import pytest

from sandtable.cli import main


class Keyboard(io.StringIO):
    """Lines that a person types at a terminal."""

    def isatty(self) -> bool:
        return True


@dataclass(frozen=True)
class Answer:
    """What came of a command."""

    code: int
    out: str
    err: str

    def lines(self) -> list[str]:
        return self.out.splitlines()


Cli = Callable[..., Answer]


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Cli:
    """Runs a command in an empty folder; `script` comes from a file, `typed` from a person."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "88")

    def run(*argv: str, script: Iterable[str] = (), typed: Iterable[str] | None = None) -> Answer:
        lines = "".join(f"{line}\n" for line in (script if typed is None else typed))
        monkeypatch.setattr("sys.stdin", io.StringIO(lines) if typed is None else Keyboard(lines))
        capsys.readouterr()
        try:
            code = main(argv)
        except SystemExit as left:
            code = left.code if isinstance(left.code, int) else 1
        captured = capsys.readouterr()
        return Answer(code, captured.out, captured.err)

    return run


def assert_refused(answer: Answer, *words: str) -> None:
    """One line on stderr that names the thing, exit code 2."""
    assert answer.code == 2, answer
    assert len(answer.err.splitlines()) == 1, answer.err
    assert answer.err.startswith("sandtable: ")
    for word in words:
        assert word in answer.err
