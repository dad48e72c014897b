"""The commands that look: maps, hexes, units, timetable, status, rules, log."""

from __future__ import annotations

from collections.abc import Callable

from ..errors import NotationError, SandtableError, Unknown
from ..game import Game
from ..names import find_space, find_unit, folded, one_of
from ..telling import events_since, told
from .listing import show_case
from .session import Session
from .sketch import INSIDE, Sketch
from .stacks import show_areas, show_boxes, show_space, show_units, visible
from .telling import show_event

RADIUS = 4


def map_(session: Session, words: list[str]) -> None:
    """A part of the board around a space, or where the last action was."""
    radius = RADIUS
    if len(words) > 1 and words[-1].isdigit():
        radius = int(words.pop())
    _draw(session, " ".join(words), radius)
    if not session.explained and session.game.board.grid is not None:
        session.console.say("(legend explains the signs)")
        session.explained = True


def _draw(session: Session, word: str, radius: int, marked: tuple[str, ...] = ()) -> None:
    game, console = session.game, session.console
    grid = game.board.grid
    if grid is None:
        show_areas(console, game, session.view())
        return
    centre = find_space(game, word) if word else session.place or _somewhere(session)
    session.place = centre
    fits = (console.width - 1) // (INSIDE + 1)
    sketch = Sketch(console, game, grid, session.view(), marked)
    console.say(*sketch.near(centre, max(1, min(radius, (fits - 1) // 2))))
    if not marked:
        console.say(*sketch.names_near(centre, radius))


def _somewhere(session: Session) -> str:
    """Where the action is: the stack with most enemies around it, else where something can be done."""
    game, view = session.game, session.view()
    foci = (action.focus for action in game.legal(session.state) if action.focus)
    best, most = next(foci, game.board.ids[len(game.board) // 2]), -1
    for stack in view.stacks.values():
        space = game.board.number[stack.space]
        near = [other for n in (space, *game.board.adjacent(space)) for other in view.at(game.board.ids[n])]
        enemies = sum(1 for other in near if other.side != stack.side)
        if enemies > most:
            best, most = stack.space, enemies
    return best


def reach(session: Session, words: list[str]) -> None:
    """A sketch with a star wherever a unit can go or strike."""
    if not words:
        raise NotationError("the form is: reach UNIT")
    game = session.game
    own = [u for u in game.units if game.sides[u.side] == session.seated]
    unit = find_unit(game, " ".join(words), own)
    ends = [a.focus for a in game.legal(session.state).for_unit(unit.id) if a.focus is not None]
    place = session.state.where[unit.index]
    if not ends:
        session.console.say(f"{unit.name} can go nowhere now")
        return
    centre = game.board.ids[place] if place >= 0 else ends[0]
    _draw(session, centre, RADIUS + 1, tuple(ends))
    session.console.say(f"* where {unit.name} can go or strike: {len(set(ends))} in all")


def view(session: Session, words: list[str]) -> None:
    """The whole board, small."""
    grid = session.game.board.grid
    if grid is None:
        show_areas(session.console, session.game, session.view())
        return
    sketch = Sketch(session.console, session.game, grid, session.view())
    session.console.say(*sketch.whole())


def legend(session: Session, words: list[str]) -> None:
    grid = session.game.board.grid
    if grid is None:
        raise SandtableError("this board is not drawn, so there is nothing to explain")
    session.console.say(*Sketch(session.console, session.game, grid, session.view()).legend())


def show(session: Session, words: list[str]) -> None:
    """One space with everything that may be known of it; a word that names no space is a unit's."""
    if not words:
        raise NotationError("the form is: show HEX")
    try:
        id = find_space(session.game, " ".join(words))
    except Unknown:
        units(session, words)
        return
    session.place = id
    show_space(session.console, session.game, session.view(), id)


def units(session: Session, words: list[str]) -> None:
    """Units on the map: own ones, a side's, those in a space, or those with a word in their name."""
    game, seen = session.game, session.view()
    known = list(visible(game, seen))
    word = " ".join(words) or (session.seated or game.sides[0])
    if word.lower() in game.sides:
        found = [(u, p) for u, p in known if u.side == word.lower() and p not in seen.boxes]
        if not found:
            session.console.say(f"no {word.lower()} unit is on the map")
            return
    elif word in game.board.number:
        show(session, [word])
        return
    else:
        short = folded(word)
        found = [(u, p) for u, p in known if short in folded(u.name) or short in folded(u.id + u.formation)]
    if not found:
        raise SandtableError(f"no unit that you can see is called {word!r}")
    show_units(session.console, found)


def due(session: Session, words: list[str]) -> None:
    """Reinforcements and other units off the map."""
    side = one_of("side", words[0], session.game.sides) if words else None
    show_boxes(session.console, session.game, session.view(), side)


def status(session: Session, words: list[str]) -> None:
    """Turn, question and everything public."""
    console, game, state = session.console, session.game, session.state
    last = game.scenarios[state.scenario].turns
    whose = f"{game.sides[state.side]} · {state.phase}"
    console.say(f"Turn {state.turn} of {last} · {whose} · {session.match.ply} actions")
    for name, value in session.view().facts.items():
        console.prose(_said(game, value), "      ", f"  {name}: ")
    session.asked = None


def _said(game: Game, value: object) -> str:
    """A fact in words: mappings and lists in a row, spaces with their names."""
    if isinstance(value, dict):
        return ", ".join(f"{k} {_said(game, v)}" for k, v in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(_said(game, v) for v in value) or "none"
    return game.space_name(value) if isinstance(value, str) and value in game.board.number else str(value)


def log(session: Session, words: list[str]) -> None:
    """The last events as this side may know them."""
    count = int(words[0]) if words and words[0].isdigit() else 20
    for event, state in list(events_since(session.match, -1))[-count:]:
        show_event(session.console, event.case, told(session.game, event, state, session.eye))


def rule(session: Session, words: list[str]) -> None:
    """The text of a rule; without a case, of the one that asks now."""
    asked = session.state.decision
    show_case(session.console, session.game, words[0] if words else asked.case if asked else "")


LOOKING: dict[str, tuple[Callable[[Session, list[str]], None], str, str]] = {
    "map": (map_, "map [HEX|NAME] [RADIUS]", "a sketch of the board around a place"),
    "reach": (reach, "reach UNIT", "the sketch with a star wherever a unit can go or strike"),
    "view": (view, "view", "the whole board, small"),
    "legend": (legend, "legend", "what the characters of the maps mean"),
    "show": (show, "show HEX", "terrain, hexsides and the stack in a hex, as far as you may see"),
    "units": (units, "units [HEX|SIDE|WORD]", "your units on the map, or others that you can see"),
    "due": (due, "due [SIDE]", "reinforcements to come, and whoever else is off the map"),
    "status": (status, "status", "turn, phase, markers and whatever else is public"),
    "log": (log, "log [N]", "the last N events"),
    "rule": (rule, "rule [CASE]", "the text of a rule, or of the rule that asks now"),
}
