"""The terminal: lines in, text out; colour only where somebody sees it."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from collections.abc import Iterable, Sequence
from typing import TextIO

_CODES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "blue": "34", "cyan": "36"}
SIDE_STYLES = ("cyan", "red", "yellow", "green")
"""The colours of a game's sides, in their order."""

_NARROW, _USUAL, _WIDE = 60, 88, 100
_LEAST = 8
"""A column of a table is not made narrower than this."""


class Console:
    """Where a command writes and reads; made afresh for each command, so that tests can swap the streams."""

    def __init__(self) -> None:
        self.out: TextIO = sys.stdout
        self.tty = self.out.isatty()
        self.colour = self.tty and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
        self.interactive = sys.stdin is not None and sys.stdin.isatty()
        self.width = min(max(shutil.get_terminal_size((_USUAL, 24)).columns, _NARROW), _WIDE)

    def can_show(self, text: str) -> bool:
        """Can the terminal's encoding say this?"""
        try:
            text.encode(self.out.encoding or "ascii")
        except UnicodeEncodeError:
            return False
        return True

    def paint(self, text: str, *styles: str) -> str:
        """The text in these styles, or as it is where there is no colour."""
        if not self.colour or not text:
            return text
        return f"\033[{';'.join(_CODES[s] for s in styles)}m{text}\033[0m"

    def say(self, *lines: str) -> None:
        """Writes lines; an empty call leaves one blank."""
        self.out.write("\n".join(lines) + "\n")

    def wrapped(self, text: str, indent: str = "", first: str | None = None) -> list[str]:
        """A paragraph in the width of the terminal; `first` stands before its first line."""
        head = indent if first is None else first
        return textwrap.wrap(
            text,
            self.width,
            initial_indent=head,
            subsequent_indent=indent,
            break_long_words=False,  # a path or an order that is broken cannot be copied
            break_on_hyphens=False,
        )

    def prose(self, text: str, indent: str = "", first: str | None = None) -> None:
        """Writes a paragraph."""
        self.say(*self.wrapped(text, indent, first))

    def listed(self, items: Iterable[str], indent: str = "", first: str | None = None) -> list[str]:
        """Items side by side in the width of the terminal, none of them broken."""
        text = " · ".join(item.replace(" ", "\xa0") for item in items)
        return [line.replace("\xa0", " ") for line in self.wrapped(text, indent, first)]

    def table(self, head: Sequence[str], rows: Iterable[Sequence[str]], right: str = "") -> None:
        """Writes columns; `right` has an 'r' at the place of each column that is flush right."""
        body = [list(row) for row in rows]
        widths = [max(len(row[i]) for row in [head, *body]) for i in range(len(head))]
        while sum(widths) + 2 * (len(widths) - 1) > self.width and max(widths) > _LEAST:
            widths[widths.index(max(widths))] -= 1
        flush = [right[i : i + 1] == "r" for i in range(len(head))]

        def line(cells: Sequence[str]) -> str:
            parts = [
                self._clipped(c, w).rjust(w) if r else self._clipped(c, w).ljust(w)
                for c, w, r in zip(cells, widths, flush, strict=True)
            ]
            return "  ".join(parts).rstrip()

        self.say(self.paint(line(head), "bold"), *(line(row) for row in body))

    def _clipped(self, text: str, width: int) -> str:
        if len(text) <= width:
            return text
        return text[: width - 1] + ("…" if self.can_show("…") else ".")

    def ask(self, prompt: str) -> str:
        """One line from the person; EOFError when there are no more."""
        self.out.flush()
        line = input(prompt).strip()
        if not self.interactive:
            self.say(line)  # lines from a file are not echoed by a terminal
        return line

    def clear(self) -> None:
        """Takes what was on the screen out of sight, where there is a screen."""
        if self.tty:
            self.out.write("\033[2J\033[3J\033[H")


def percent(chance: float) -> str:
    """A probability in tenths of a percent.

    >>> percent(1 / 3)
    '33.3 %'
    """
    return f"{100 * chance:.1f} %"
