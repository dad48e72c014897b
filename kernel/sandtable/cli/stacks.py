"""Spaces, stacks and boxes in words, as a side may see them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..game import Game
from ..view import Stack, UnitView, View
from .console import Console
from .sketch import side_letters, stack_text


def unit_row(unit: UnitView, place: str = "") -> list[str]:
    """One visible unit as the cells of a table."""
    steps = f"{unit.steps}/{unit.max_steps}"
    kind = " ".join(dict.fromkeys(w for w in (unit.size, unit.category, unit.kind) if w))
    return [unit.id, unit.name, kind, str(unit.strength), steps, place, ", ".join(unit.marks)]


UNIT_HEAD = ("unit", "name", "kind", "factors", "steps", "where", "marks")
UNIT_FLUSH = "lllrrll"


def show_units(console: Console, units: Iterable[tuple[UnitView, str]]) -> None:
    """A table of units with the places they are in; a column without an entry is left out."""
    rows = [unit_row(unit, place) for unit, place in units]
    told = [i for i in range(len(UNIT_HEAD)) if any(row[i] for row in rows)]
    flush = "".join(UNIT_FLUSH[i] for i in told)
    console.table([UNIT_HEAD[i] for i in told], [[row[i] for i in told] for row in rows], flush)


def visible(game: Game, view: View) -> Iterator[tuple[UnitView, str]]:
    """Every unit that can be seen, with its space or box."""
    for stack in view.stacks.values():
        for unit in stack.units:
            yield unit, game.space_name(stack.space)
    for box, units in view.boxes.items():
        for unit in units:
            yield unit, box


def show_space(console: Console, game: Game, view: View, id: str) -> None:
    """Terrain, hexsides, links and whoever stands there."""
    board = game.board
    space = board.index(id)
    words = dict.fromkeys([board.terrain[space], *sorted(board.tags[space])])
    owner = view.control.get(id)
    console.say(console.paint(board.label(space), "bold"))
    held = [f"held by the {owner.capitalize()} side"] if owner else []
    console.prose(", ".join([*words, *held]).replace("_", " "), "  ")
    for feature, sides in _features(game, space).items():
        console.prose(f"{feature}: {', '.join(sides)}", "    ", "  ")
    stacks = view.at(id)
    if not stacks:
        console.say("  nobody is there")
    for stack in stacks:
        show_stack(console, stack)


def show_stack(console: Console, stack: Stack) -> None:
    if stack.units:
        show_units(console, [(unit, "") for unit in stack.units])
    if stack.hidden:
        what = f"{stack.side.capitalize()} unit{'s' * (stack.hidden > 1)}"
        console.say(f"{stack.hidden} more {what} cannot be looked at")


def _features(game: Game, space: int) -> dict[str, list[str]]:
    """Features of the borders and links that lead on, with the neighbours they are met towards."""
    board, found = game.board, dict[str, list[str]]()
    for direction, there in enumerate(board.around(space)):
        if there < 0:
            continue
        towards = board.label(there) + (f" ({board.grid.directions[direction]})" if board.grid else "")
        for feature in sorted(board.border(space, there)):
            found.setdefault(feature.replace("_", " "), []).append(towards)
        for kind, pairs in sorted(board.links.items()):
            if (space, there) in pairs:
                found.setdefault(f"{kind} to", []).append(towards)
    return found


def show_areas(console: Console, game: Game, view: View) -> None:
    """A board without hexes: its spaces one by one."""
    board, letters = game.board, side_letters(game.sides)
    rows = []
    for space, id in enumerate(board.ids):
        near = " ".join(board.ids[n] for n in board.adjacent(space))
        units = " ".join(stack_text(stack, letters) for stack in view.at(id))
        rows.append([board.label(space), board.terrain[space], view.control.get(id, ""), units, near])
    console.table(("space", "terrain", "held by", "units", "touches"), rows)


def show_boxes(console: Console, game: Game, view: View, side: str | None) -> None:
    """Who waits off the map, box by box."""
    if not view.boxes:
        console.say("nobody is off the map")
    for box, units in sorted(view.boxes.items(), key=lambda item: (len(item[0]), item[0])):
        for name in game.sides if side is None else (side,):
            here = [f"{u.name} ({u.strength})" for u in units if u.side == name]
            if here:
                console.say(*console.listed(here, "    ", f"  {box}, {name}: "))
