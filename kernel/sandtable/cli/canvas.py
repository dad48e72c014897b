"""A sheet of characters that can be written on anywhere."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from .console import Console

Style = tuple[str, ...]


class Canvas:
    """Characters by column and line, each with its style; what is written later covers what was there."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], tuple[str, Style]] = {}

    def write(self, x: int, y: int, text: str, style: Style = ()) -> None:
        for place, character in enumerate(text, start=x):
            self._cells[place, y] = character, style

    def lines(self, console: Console) -> Iterator[str]:
        """The sheet from top to bottom, as far as it is written on."""
        if not self._cells:
            return
        height = max(y for _, y in self._cells) + 1
        width = max(x for x, _ in self._cells) + 1
        for y in range(height):
            row = [self._cells.get((x, y), (" ", ())) for x in range(width)]
            while row and row[-1][0] == " ":
                row.pop()
            runs = groupby(row, key=lambda cell: cell[1])
            yield "".join(console.paint("".join(c for c, _ in run), *style) for style, run in runs)
