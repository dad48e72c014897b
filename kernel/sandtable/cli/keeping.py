"""The commands about saved games: check and replay."""

from __future__ import annotations

from pathlib import Path

from ..errors import SandtableError
from ..game import Game
from ..match import Match, Ply
from ..state import Event, State
from . import saved
from .console import Console
from .telling import show_event


def check(console: Console, file: str, data: str | None) -> int:
    """Is this save good? Says what it is; whatever is wrong with it is an error."""
    found = saved.read(Path(file), data)
    state, game = found.state, found.state.game
    kind = "a journal" if found.match else "a saved state"
    console.say(f"{file}: {kind} of {game.slug} ({game.title})")
    rows = [("scenario", state.scenario), *_choices(game)]
    if found.header is not None and found.match is not None:
        rows.append(("begins", "with a position of its own" if found.header.position else "with the set-up"))
        rows.append(("seed", str(found.header.seed)))
        undone = _undone(found.match)
        rows.append(("actions", f"{found.match.ply}" + (f", and {undone} undone" if undone else "")))
    rows.append(("turn", f"{state.turn}, {game.sides[state.side]} {state.phase}"))
    decision = state.decision
    if decision is not None:
        rows.append(("next", f"{decision.side}: {decision.prompt} [{decision.case}]"))
    if state.result is not None:
        rows.append(("result", result_text(state)))
    rows.append(("digest", state.digest()))
    if found.notice:
        rows.append(("notice", found.notice))
    for name, text in rows:
        console.prose(text, " " * 12, f"  {name:<10}")
    console.say("good")
    return 0


def _choices(game: Game) -> list[tuple[str, str]]:
    """Options that are not at their default, a user's numbers, and what-if changes."""
    chosen = [f"{n}={v}" for n, v in game.options.items() if v != game.switches[n].default]
    rows = [("options", ", ".join(chosen))] if chosen else []
    if game.overlay is not None:
        rows.append(("numbers", str(game.overlay)))
    if game.changes_plain:
        rows.append(("changes", ", ".join(game.changes_plain)))
    return rows


def _undone(match: Match) -> int:
    count = 0
    while True:
        try:
            match.state_at(match.ply + count + 1)
        except SandtableError:
            return count
        count += 1


def result_text(state: State) -> str:
    """How a game ended."""
    result = state.result
    if result is None:
        return "the game is not over"
    who = f"the {result.winner.capitalize()} side wins" if result.winner else "nobody wins"
    return f"{who} ({result.kind}, {result.case}): {result.text}"


def replay(console: Console, file: str, data: str | None, first: int, last: int | None, step: bool) -> int:
    """Tells a saved match action by action; `step` waits for Enter after each."""
    found = saved.read(Path(file), data)
    match = found.match
    if match is None:
        raise SandtableError(f"{file}: a saved state has no past to replay; 'check' says what it is")
    last = match.ply if last is None else last
    if not 0 <= first <= last <= match.ply:
        raise SandtableError(f"cannot replay {first} to {last}: {file} has the actions 0 to {match.ply}")
    game = match.game
    console.say(f"{game.title}: {game.scenarios[match.state.scenario].title}")
    if found.notice:
        console.prose(found.notice, "  ", "notice: ")
    if first == 0:
        _tell(console, match.state_at(0).events or [])
    heading = ""
    for ply in match.replay():
        if first <= ply.ply <= last:
            before = match.state_at(ply.ply - 1)
            new = f"turn {before.turn}, {game.sides[before.side]}, {before.phase}"
            if new != heading:
                console.say("", console.paint(new, "bold"))
                heading = new
            _show_ply(console, game, before, ply)
            if step and not _goes_on(console):
                return 0
    console.say("")
    end = match.state_at(last)
    console.prose(result_text(end) if end.result else f"after {last} actions: turn {end.turn}, {end.phase}")
    return 0


def _show_ply(console: Console, game: Game, before: State, ply: Ply) -> None:
    decision = before.decision
    who = decision.side if decision else ""
    console.prose(game.wording(before, ply.action), "       ", f"{ply.ply:>5}. {who}: ")
    _tell(console, ply.events)


def _tell(console: Console, events: tuple[Event, ...] | list[Event]) -> None:
    for event in events:
        show_event(console, event.case, event.text, "       ")


def _goes_on(console: Console) -> bool:
    try:
        return console.ask("(Enter goes on, q stops) ").lower() not in ("q", "quit")
    except EOFError:
        console.say("")
        return False
