r"""Maps in plain text, with what a side may see.

A hex of the sketch is two lines high: its number, a mark, the kind of place, the terrain; then side, units
and strength. Its border is drawn around that; a flat-topped hex leans, a pointy-topped one is a brick:

    /3510 L.\      |0417 o.|
    \_C2:8__/      |_C2:8__|

Terrain, tags, hexside features and links are words of the board, and the game says which character
shows a word: nothing here knows a rule.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from ..game import Game
from ..hexgrid import HexGrid, name, split
from ..view import Stack, View
from .canvas import Canvas, Style
from .console import SIDE_STYLES, Console

INSIDE = 7
"""Characters between the two borders of a hex."""
PITCH, LINES = INSIDE + 1, 2
"""From one hex to the next, and the height of a hex."""
WATER = "~"
"""Ground that is shown as waves, without a number; also a watered hexside."""

_WAYS = {"way": "+", "bridge": "="}
_STYLES: dict[str, Style] = {"": (), "water": ("blue",), "way": ("yellow",), "bridge": ("yellow",)}


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
        self.drawn: frozenset[str] = frozenset()

    # -- a part of the board, hex by hex ----------------------------------------------------------

    def near(self, centre: str, radius: int) -> Iterator[str]:
        """The hexes at most `radius` lines and places away."""
        canvas = Canvas()
        drawn = self._window(centre, radius)
        self.drawn = frozenset(drawn)
        left, top = min(self._corner(id)[0] for id in drawn), min(self._corner(id)[1] for id in drawn)
        for id in drawn:
            x, y = self._corner(id)
            if self.grid.top == "flat":
                self._flat(canvas, id, x - left, y - top)
            else:
                self._pointy(canvas, id, x - left, y - top)
        return canvas.lines(self.console)

    def names_near(self, centre: str, radius: int) -> list[str]:
        """The names of the places in that part of the board."""
        labels = [self.board.label(self.board.number[id]) for id in self._window(centre, radius)]
        return self.console.listed([label for label in labels if " " in label])

    def _window(self, centre: str, radius: int) -> list[str]:
        line, place = split(centre)
        near = [(line + a, place + b) for a in range(-radius, radius + 1) for b in range(-radius, radius + 1)]
        ids = [name(a, b) for a, b in near if a > 0 and b > 0]
        return [id for id in ids if id in self.board.number]

    def _corner(self, id: str) -> tuple[int, int]:
        """Column and line of a hex's upper left corner."""
        line, place = split(id)
        pushed = self.grid.pushed(line)
        if self.grid.top == "flat":
            return line * PITCH, place * LINES + pushed
        down = -line if self.grid.rows_from == "south" else line
        return place * PITCH + pushed * PITCH // 2, down * LINES

    def _flat(self, canvas: Canvas, id: str, x: int, y: int) -> None:
        """Leaning borders; the ground line is the southern hexside."""
        if self._begins(id, 0):
            self._ground(canvas, x + 1, y, INSIDE, self._kind(id, 0))
        for dx, dy, direction, plain in (
            (0, 1, 5, "/"),
            (PITCH, 1, 1, "\\"),
            (0, 2, 4, "\\"),
            (PITCH, 2, 2, "/"),
        ):
            kind = self._kind(id, direction)
            sign = {"": plain, "water": {"/": "(", "\\": ")"}[plain], **_WAYS}[kind]
            canvas.write(x + dx, y + dy, sign, _STYLES[kind])
        self._head(canvas, id, x + 1, y + 1)
        self._ground(canvas, x + 1, y + 2, INSIDE, self._kind(id, 3))
        self._foot(canvas, id, x + 1, y + 2)

    def _pointy(self, canvas: Canvas, id: str, x: int, y: int) -> None:
        """Upright borders; the ground line is the two southern hexsides, a half each."""
        half = INSIDE // 2
        for dx, direction in ((1, 5), (half + 2, 0)):
            if self._begins(id, direction):
                self._ground(canvas, x + dx, y, half, self._kind(id, direction))
        for dx, direction in ((0, 4), (PITCH, 1)):
            kind = self._kind(id, direction)
            canvas.write(x + dx, y + 1, {"": "|", "water": "(", **_WAYS}[kind], _STYLES[kind])
            canvas.write(x + dx, y + 2, "(" if kind in ("water", "bridge") else "|", _STYLES[kind])
        self._head(canvas, id, x + 1, y + 1)
        canvas.write(x + half + 1, y + 2, "_")
        self._ground(canvas, x + 1, y + 2, half, self._kind(id, 3), way=0)
        self._ground(canvas, x + half + 2, y + 2, half, self._kind(id, 2))
        self._foot(canvas, id, x + 1, y + 2)

    def _ground(self, canvas: Canvas, x: int, y: int, length: int, kind: str, way: int = -1) -> None:
        """A hexside that lies under a hex; a way over it is shown at one end, where no unit covers it."""
        watered = kind in ("water", "bridge")
        canvas.write(x, y, (WATER if watered else "_") * length, _STYLES["water"] if watered else ())
        if kind in _WAYS:
            canvas.write(x + way % length, y, _WAYS[kind], _STYLES[kind])

    def _begins(self, id: str, direction: int) -> bool:
        """Is the neighbour above not drawn, so that this hexside is nobody's ground line?"""
        return self.grid.step(id, direction) not in self.drawn

    def _kind(self, id: str, direction: int) -> str:
        """What a hexside is: plain, water, crossed by a way (road or railway), or a bridge."""
        there_id = self.grid.step(id, direction)
        if there_id is None:
            return ""
        here, there = self.board.number[id], self.board.number[there_id]
        water = bool(self.board.border(here, there))
        if (here, there) in self.linked:
            return "bridge" if water else "way"
        return "water" if water else ""

    # -- what is in a hex ---------------------------------------------------------------------------

    def _head(self, canvas: Canvas, id: str, x: int, y: int) -> None:
        space = self.board.number[id]
        terrain = self.glyphs[self.board.terrain[space]]
        if terrain == " ":
            canvas.write(x, y, " " * INSIDE)
        elif terrain == WATER:
            canvas.write(x, y, " ~ ~ ~ ", _STYLES["water"])
        else:
            canvas.write(x, y, f"{id} {self._place(space)}{terrain}")
        if id in self.marked:
            canvas.write(x + len(id), y, "*", ("bold", "green"))

    def _foot(self, canvas: Canvas, id: str, x: int, y: int) -> None:
        """The stack in a hex, else a small letter for who holds a place on the map."""
        stack, owner = self.view.stacks.get(id), self.view.control.get(id)
        if stack is not None:
            text, side = stack_text(stack, self.letters)[:INSIDE], stack.side
        elif owner is not None and self._place(self.board.number[id]) != " ":
            text, side = self.letters[owner].lower(), owner
        else:
            return
        canvas.write(x + (INSIDE - len(text)) // 2, y, text, ("bold", self._colour(side)))

    def _place(self, space: int) -> str:
        return next((mark for tag, mark in self.places.items() if tag in self.board.tags[space]), " ")

    def _colour(self, side: str) -> str:
        return SIDE_STYLES[self.game.sides.index(side) % len(SIDE_STYLES)]

    def legend(self) -> list[str]:
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
        units = f"{letter}3:9? three {side.capitalize()} units, 9 factors to be seen, some hidden"
        held = f"{letter.lower()} held by the {side.capitalize()} side"
        return self.console.listed([*ground, *sides, units, held])

    # -- the whole board, two characters a hex -------------------------------------------------------

    def whole(self) -> Iterator[str]:
        """The whole board, with numbers along its edges where there is room for them."""
        canvas, flat = Canvas(), self.grid.top == "flat"
        margin = 3 if self.console.width >= 2 * self.grid.columns + 3 else 0
        for column in range(1, self.grid.columns + 1, 2):
            canvas.write(margin + 2 * column - 2, 0, f"{column:02d}")
        for id in self.board.ids:
            line, place = split(id)
            column, row = (line, place) if flat else (place, line)
            down = self.grid.rows + 1 - row if self.grid.rows_from == "south" else row
            x = margin + 2 * column - 2 + (not flat and self.grid.pushed(line))
            if margin:
                canvas.write(0, down, f"{row:02d}")
            self._cell(canvas, id, x, down)
        return canvas.lines(self.console)

    def _cell(self, canvas: Canvas, id: str, x: int, y: int) -> None:
        space, stack = self.board.number[id], self.view.stacks.get(id)
        if stack is not None:
            text = f"{self.letters[stack.side][0]}{min(len(stack.units) + stack.hidden, 9)}"
            canvas.write(x, y, text, ("bold", self._colour(stack.side)))
            return
        terrain, place = self.glyphs[self.board.terrain[space]], self._place(space)
        canvas.write(x, y, place if place != " " else terrain, _STYLES["water" if terrain == WATER else ""])
