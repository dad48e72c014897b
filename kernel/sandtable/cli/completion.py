"""Tab completion at an interactive terminal, where Python has readline."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from .commands import COMMANDS
from .resolver import Resolver
from .session import Session


def install(session: Session) -> None:
    """Completes commands, verbs, units and named places while the session lasts."""
    try:
        import readline
    except ImportError:
        return
    readline.set_completer_delims(" +,")
    readline.set_completer(completer(session, readline.get_line_buffer))
    libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")


def completer(session: Session, typed: Callable[[], str]) -> Callable[[str, int], str | None]:
    """Readline's protocol: the n-th completion of a word, None when there are no more."""

    def complete(word: str, n: int) -> str | None:
        found = sorted({w for w in candidates(session, typed()) if w.lower().startswith(word.lower())})
        return found[n] + " " if n < len(found) else None

    return complete


def candidates(session: Session, line: str) -> Iterable[str]:
    """What could stand at the end of a line."""
    game, state = session.game, session.state
    resolver = Resolver(game, state)
    if " " not in line.lstrip():
        return [*COMMANDS, *resolver.asked]
    first = line.split()[0].lower()
    if first == "help":
        return [*COMMANDS, *resolver.asked]
    if first in ("why", "odds", "legal") and line.count(" ") == 1:
        return resolver.asked
    units = [u.id for u in game.units if game.sides[u.side] == session.seated and state.where[u.index] >= 0]
    waiting = {id for a in resolver.legal(first) for id in a.touched_units} if first in resolver.asked else ()
    places = [name.split()[0] for name in game.board.names if name]
    return [*units, *waiting, *places, *game.sides]
