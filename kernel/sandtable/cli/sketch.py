r"""Maps in plain text: flat-topped hexes in staggered columns, with what a side may see.

A hex of the sketch is two lines high:

    /3510 L.\     number, mark, place, terrain
    \_C2:8__/     side, units, strength; the ground line is the southern hexside

Terrain, tags, hexside features and links are words of the board, and the game says which character
shows a word: nothing here knows a rule.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from ..game import Game
from ..hexgrid import HexGrid, name, split
from ..view import Stack, View
from .console import SIDE_STYLES, Console

INSIDE = 7
"""Characters between the two slopes of a hex."""
WATER = "~"
"""Ground that is shown as waves, without a number; also a watered hexside."""
_WAYS = {"way": "+", "bridge": "="}


def side_letters(sides: Iterable[str]) -> dict[str, str]:
    """The shortest beginnings of the sides' names that differ.

    >>> side_letters(["chinese", "japanese"])
    {'chinese': 'C', 'japanese': 'J'}
    """
    names = list(sides)
    longest = max(map(len, names))
    length = next((n for n in range(1, longest) if len({side[:n] for side in names}) == len(names)), longest)
    return {side: side[:length].capitalize() for side in names}


def glyphs_of(game: Game) -> dict[str, str]:
    """A character for every terrain: the game's own, else a letter of its name that is still free."""
    found = dict(game.glyphs)
    for word in dict.fromkeys(game.board.terrain):
        if word not in found:
            taken = set(found.values())
            found[word] = next((c for c in word + word.upper() if c.isalnum() and c not in taken), "?")
    return found


def stack_text(stack: Stack, letters: Mapping[str, str]) -> str:
    """Side, number of units and strength; a ? where some of them cannot be looked at."""
    strength = sum(u.strength for u in stack.units)
    return f"{letters[stack.side]}{len(stack.units) + stack.hidden}:{strength}{'?' if stack.hidden else ''}"


class Sketch:
    """A hex board as one side sees it; `marked` spaces get a star."""

    def __init__(
        self, console: Console, game: Game, grid: HexGrid, view: View, marked: Collection[str] = ()
    ) -> None:
        self.console, self.game, self.grid, self.view, self.marked = console, game, grid, view, marked
        self.board = game.board
        self.letters = side_letters(game.sides)
        self.glyphs = glyphs_of(game)
        self.places = {word: mark for word, mark in self.glyphs.items() if game.board.tagged(word)}
        self.linked = frozenset[tuple[int, int]]().union(*game.board.links.values())

    # -- a part of the board, hex by hex ----------------------------------------------------------

    def near(self, centre: str, radius: int) -> Iterator[str]:
        """The hexes whose column and row are at most `radius` away."""
        columns, rows = self._window(centre, radius)
        drawn = {name(c, r) for c in columns for r in rows}
        for line in range(2 * rows[0] - 1, 2 * rows[-1] + 3):
            yield self._line(columns, drawn, line).rstrip()

    def names_near(self, centre: str, radius: int) -> list[str]:
        """The names of the places in that part of the board."""
        columns, rows = self._window(centre, radius)
        labels = [self.board.label(self.board.number[name(c, r)]) for c in columns for r in rows]
        return self.console.listed([label for label in labels if " " in label])

    def _window(self, centre: str, radius: int) -> tuple[range, range]:
        column, row = split(centre)
        return (
            range(max(1, column - radius), min(self.grid.columns, column + radius) + 1),
            range(max(1, row - radius), min(self.grid.rows, row + radius) + 1),
        )

    def _line(self, columns: range, drawn: Collection[str], line: int) -> str:
        """One line of text crosses the upper halves of every second column and the lower halves of others."""
        parts = []
        west: str | None = None
        for column in (*columns, columns[-1] + 1):
            row, lower = divmod(line - self.grid.pushed(column), 2)
            here = _one_of(drawn, column, row)
            parts.append(self._slope(west, here, "\\" if lower else "/"))
            if column in columns:
                below = _one_of(drawn, column, row + 1)
                parts.append(self._foot(here, below) if lower else self._head(here))
            west = here
        return "".join(parts)

    def _slope(self, west: str | None, east: str | None, plain: str) -> str:
        if west is None and east is None:
            return " "
        kind = self._kind(west, east)
        return self._painted({"": plain, "water": {"/": "(", "\\": ")"}[plain], **_WAYS}[kind], kind)

    def _kind(self, a: str | None, b: str | None) -> str:
        """What a hexside is: plain, water, crossed by a way (road or railway), or a bridge."""
        if a is None or b is None:
            return ""
        here, there = self.board.number[a], self.board.number[b]
        water = bool(self.board.border(here, there))
        if (here, there) in self.linked:
            return "bridge" if water else "way"
        return "water" if water else ""

    def _painted(self, text: str, kind: str) -> str:
        return self.console.paint(text, "blue" if kind == "water" else "yellow") if kind else text

    def _head(self, here: str | None) -> str:
        if here is None:
            return " " * INSIDE
        space = self.board.number[here]
        terrain = self.glyphs[self.board.terrain[space]]
        if terrain == " ":
            return " " * INSIDE
        if terrain == WATER:
            return self.console.paint(" ~ ~ ~ ", "blue")
        mark = self.console.paint("*", "bold", "green") if here in self.marked else " "
        return f"{here}{mark}{self._place(space)}{terrain}"

    def _place(self, space: int) -> str:
        return next((mark for tag, mark in self.places.items() if tag in self.board.tags[space]), " ")

    def _foot(self, here: str | None, below: str | None) -> str:
        if here is None:
            return "_" * INSIDE if below is not None else " " * INSIDE
        text, side = self._occupant(here)
        left = (INSIDE - len(text)) // 2
        right = INSIDE - len(text) - left
        kind = self._kind(here, below)
        ground = WATER if kind in ("water", "bridge") else "_"
        end = self._painted(_WAYS.get(kind, ground), kind)
        shown = self.console.paint(text, "bold", SIDE_STYLES[side]) if text else ""
        fill = self._painted(ground, "water" if ground == WATER else "")
        return fill * left + shown + fill * (right - 1) + end

    def _occupant(self, here: str) -> tuple[str, int]:
        """The stack in a hex, else a small letter for who holds a place on the map."""
        stack = self.view.stacks.get(here)
        if stack is not None:
            return stack_text(stack, self.letters)[:INSIDE], self.game.sides.index(stack.side)
        owner = self.view.control.get(here)
        if owner is not None and self._place(self.board.number[here]) != " ":
            return self.letters[owner].lower(), self.game.sides.index(owner)
        return "", 0

    def legend(self) -> Iterator[str]:
        """What the characters stand for."""
        words: dict[str, list[str]] = {}
        for word in dict.fromkeys((*self.board.terrain, *self.places)):
            words.setdefault(self.glyphs[word], []).append(word.replace("_", " "))
        ground = [f"{mark} {', '.join(found)}" for mark, found in words.items() if mark != " "]
        features = sorted({f.replace("_", " ") for met in self.board.borders.values() for f in met})
        sides = [f"( ) ~ hexside with {' or '.join(features)}"] if features else []
        links = " or ".join(sorted(self.board.links))
        sides += [f"+ crossed by a {links}, = over water"] if links else []
        side, letter = next(iter(self.letters.items()))
        units = f"{letter}3:9? three {side} units, 9 factors to be seen, some hidden"
        held = f"{letter.lower()} held by the {side} side"
        yield from self.console.listed([*ground, *sides, units, held])

    # -- the whole board, a few characters a hex ---------------------------------------------------

    def whole(self) -> Iterator[str]:
        """The whole board, two characters a hex and every column straight, where it fits."""
        columns = range(1, self.grid.columns + 1)
        room = self.console.width >= 2 * len(columns) + 3
        yield ("   " if room else "") + "".join(f"{c:02d}" if c % 2 else "  " for c in columns).rstrip()
        for row in range(1, self.grid.rows + 1):
            cells = (self._cell(name(column, row)) for column in columns)
            yield (f"{row:02d} " if room else "") + "".join(cells).rstrip()

    def _cell(self, here: str) -> str:
        space = self.board.number[here]
        stack = self.view.stacks.get(here)
        if stack is not None:
            text = f"{self.letters[stack.side][0]}{min(len(stack.units) + stack.hidden, 9)}"
            return self.console.paint(text, "bold", SIDE_STYLES[self.game.sides.index(stack.side)])
        terrain = self.glyphs[self.board.terrain[space]]
        place = self._place(space)
        text = (place if place != " " else terrain) + " "
        return self.console.paint(text, "blue") if terrain == WATER else text


def _one_of(drawn: Collection[str], column: int, row: int) -> str | None:
    id = name(column, row) if column > 0 and row > 0 else ""
    return id if id in drawn else None
