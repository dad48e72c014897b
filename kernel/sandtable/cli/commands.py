"""The commands of a game at the terminal. An order in the game's notation is the commonest of them."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ..actions import Action, Resign
from ..errors import IllegalAction, NotationError, SandtableError, Unknown
from ..names import find_space, find_unit
from .chances import all_forecasts, best_each, show_all, show_forecast
from .listing import show_case
from .looking import LOOKING
from .reading import ALL
from .resolver import Resolver, split_line
from .session import Leave, Session

Run = Callable[[Session, list[str]], None]
LISTED = 25
"""Actions that `legal` lists without being asked for more."""
EACH = 4
"""Combats against one target that `odds` lists."""


@dataclass(frozen=True, slots=True)
class Command:
    """One command: what it does, how it is typed, what help says."""

    run: Run
    usage: str
    text: str


def obey(session: Session, line: str) -> None:
    """Does what a line says: a number, a command, or an order."""
    words = split_line(line)
    resolver = Resolver(session.game, session.state)
    first = words[0].lower()
    if line.isdigit() and session.choices:
        order_number(session, int(line))
    elif first in COMMANDS and not _is_order(session, resolver, words):
        COMMANDS[first].run(session, words[1:])
    elif first in session.game.vocabulary or resolver.may_begin(first):
        orders(session, resolver.read_all(line))
    elif (meant := _short_order(session, resolver, line)) is not None:
        orders(session, meant)
    elif (command := _beginning(first)) is not None:
        COMMANDS[command].run(session, words[1:])
    else:
        try:
            actions = resolver.read_all(line)
        except Unknown as error:
            if error.what != "order":
                raise
            raise Unknown("command or order", words[0], (*COMMANDS, *resolver.asked)) from None
        orders(session, actions)


def _is_order(session: Session, resolver: Resolver, words: list[str]) -> bool:
    """A word can be a command and an order of the game: `show 3510` looks, `show UNIT` is an order."""
    if words[0].lower() not in resolver.asked or len(words) < 2:
        return False
    try:
        find_space(session.game, words[1])
    except SandtableError:
        return True
    return False


def _short_order(session: Session, resolver: Resolver, line: str) -> list[Action] | None:
    """What a line without a verb orders, if that is legal: `ma` is a plan before it is a map."""
    try:
        actions = resolver.read_all(line)
        session.game.check(session.state, actions[0])
    except SandtableError:
        return None
    return actions


def _beginning(word: str) -> str | None:
    """The only command that begins so; one letter is too little, it may be meant for an order."""
    found = [name for name in COMMANDS if name.startswith(word)]
    return found[0] if len(found) == 1 and len(word) > 1 else None


def orders(session: Session, actions: list[Action]) -> None:
    """Plays orders one after the other; the first that is refused ends it."""
    for action in actions:
        order(session, action)


def order(session: Session, action: Action) -> None:
    """Plays an order; how it was read is shown."""
    if isinstance(action, Resign):
        resign(session, [])
        return
    session.game.check(session.state, action)
    session.console.prose(str(action), "     ", "  -> ")
    session.play(action)


def order_number(session: Session, number: int) -> None:
    if not 1 <= number <= len(session.choices):
        raise SandtableError(f"the last list has 1 to {len(session.choices)}, not {number}")
    order(session, session.choices[number - 1])


# -- deciding ---------------------------------------------------------------------------------------


def legal(session: Session, words: list[str]) -> None:
    game, state = session.game, session.state
    limit = LISTED
    if words and words[-1].lower() == ALL:
        limit, words = 1_000_000, words[:-1]
    elif len(words) > 1 and words[-1].isdigit():
        limit, words = int(words[-1]), words[:-1]
    actions = _about(session, words[0]) if words else list(game.legal(state))
    if not actions:
        session.console.say("nothing")
        return
    ways = [a for a in actions if len(a.spaces) > 1]
    others = [a for a in actions if len(a.spaces) <= 1]
    for units in dict.fromkeys(a.touched_units for a in ways):
        ends = [a.focus or "" for a in ways if a.touched_units == units]
        names = "+".join(units)
        place = session.state.where[game.units.index_of(units[0])] if units else -1
        names += f" ({game.board.ids[place]})" if place >= 0 else ""
        if words and len(ends) <= 80:
            session.console.prose(" ".join(sorted(ends)), "    ", f"  {ways[0].verb} {names} to ")
        else:
            session.console.prose(f"{ways[0].verb} {names}: {len(ends)} places", "    ", "  ")
    session.list_choices(others[:limit])
    if len(others) > limit:
        session.console.say(f"  … and {len(others) - limit} more: {' '.join(['legal', *words, ALL])}")


def _about(session: Session, word: str) -> list[Action]:
    """The legal actions of a verb, a space, or a unit."""
    game, options = session.game, session.game.legal(session.state)
    if word.lower() in game.vocabulary:
        return [a for a in options if a.verb == word.lower()]
    try:
        space = find_space(game, word)
    except SandtableError:
        own = [u for u in game.units if game.sides[u.side] == session.seated]
        return options.for_unit(find_unit(game, word, own).id)
    here = game.board.number[space]
    standing = {u.id for u in game.units if session.state.where[u.index] == here}
    return [a for a in options if a.focus == space or standing & set(a.touched_units)]


def odds(session: Session, words: list[str]) -> None:
    game, state = session.game, session.state
    if not words:
        found = best_each(all_forecasts(game, state, session.eye), EACH)
        session.choices = [action for action, _ in found]
        show_all(session.console, state, found)
        return
    action = _meant(session, words)
    show_forecast(session.console, game, action, game.forecast(state, action, session.eye))


def why(session: Session, words: list[str]) -> None:
    if not words:
        raise NotationError("why what? Type an order behind it: why move 36 3512")
    game = session.game
    try:
        action = _meant(session, words)
        game.check(session.state, action)
    except IllegalAction as error:
        session.console.prose(f"not allowed: {error.reason}")
        if error.case in game.cases:
            show_case(session.console, game, error.case)
        return
    session.console.prose(f"allowed: {action.describe(game)} ({action})")


def _meant(session: Session, words: list[str]) -> Action:
    if len(words) == 1 and words[0].isdigit() and session.choices:
        number = int(words[0])
        if 1 <= number <= len(session.choices):
            return session.choices[number - 1]
    return Resolver(session.game, session.state).read(shlex.join(words))


# -- the game -----------------------------------------------------------------------------------------


def undo(session: Session, words: list[str]) -> None:
    match = session.match
    match.undo(_count(words))
    while match.ply and not _person_decides(session):
        match.undo()
    session.rewound()
    session.console.say(f"back at action {match.ply}")


def redo(session: Session, words: list[str]) -> None:
    match = session.match
    match.redo(_count(words))
    while not _person_decides(session):
        try:
            match.redo()
        except SandtableError:
            break
    session.rewound()
    session.console.say(f"again at action {match.ply}")


def _person_decides(session: Session) -> bool:
    decision = session.state.decision
    return decision is not None and session.seats[decision.side] is None


def _count(words: list[str]) -> int:
    if words and not words[0].isdigit():
        raise NotationError(f"{words[0]!r} is not a number")
    return int(words[0]) if words else 1


def save(session: Session, words: list[str]) -> None:
    if len(words) != 1:
        raise NotationError("the form is: save FILE")
    session.console.say(f"a copy is in {session.match.save(Path(words[0]))}")


def resign(session: Session, words: list[str]) -> None:
    if session.console.interactive and session.console.ask("Give the game up? (yes/no) ").lower() != "yes":
        session.console.say("the game goes on")
        return
    session.play(Resign())


def leave(session: Session, words: list[str]) -> None:
    raise Leave


def help_(session: Session, words: list[str]) -> None:
    console, game = session.console, session.game
    if words:
        word = words[0].lower()
        if word in game.vocabulary:
            console.say(f"  {game.vocabulary[word].form()}")
            console.prose((game.vocabulary[word].__doc__ or "").partition("\n\n")[0], "      ")
            return
        if word not in COMMANDS:
            raise Unknown("command or order", words[0], (*COMMANDS, *game.vocabulary))
        console.say(f"  {COMMANDS[word].usage}")
        console.prose(COMMANDS[word].text, "      ")
        return
    resolver = Resolver(game, session.state)
    console.say(console.paint("Orders asked for now", "bold"))
    for cls in resolver.asked.values():
        console.say(f"  {cls.form():<44} {cls.label}")
    console.prose(_SHORT, "  ")
    console.say(console.paint("Commands", "bold"))
    for command in COMMANDS.values():
        console.prose(command.text, " " * 34, f"  {command.usage:<31} ")


_SHORT = (
    "Short forms: a number picks from the last list; verbs and names may be cut short; units go by id, "
    "name or number, several joined by + or blanks, a hex number means everybody there who can, 'all' "
    "whoever can; a move needs only its destination, an attack only its target; an order for one unit "
    "may name several, which follow it one by one."
)

COMMANDS: dict[str, Command] = {
    "help": Command(help_, "help [COMMAND]", "this list, or more about one command or order"),
    **{name: Command(*entry) for name, entry in LOOKING.items()},
    "legal": Command(legal, "legal [UNIT|HEX|VERB] [N|all]", "what can be done now, N entries of it"),
    "odds": Command(odds, "odds [ORDER]", "exact odds of a combat; without an order, of all you could fight"),
    "why": Command(why, "why ORDER", "whether an order is allowed, and the rule that says so"),
    "undo": Command(undo, "undo [N]", "take back the last N actions"),
    "redo": Command(redo, "redo [N]", "play again what was taken back"),
    "save": Command(save, "save FILE", "write a copy of the game; an existing file is left alone"),
    "resign": Command(resign, "resign", "give the game up"),
    "quit": Command(leave, "quit", "leave; the game is kept and can be resumed"),
}
