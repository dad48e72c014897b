"""A match as a film: what was done, what was told, and what changed on the map, action by action."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any

from sandtable.actions import Action
from sandtable.errors import SandtableError
from sandtable.match import Match
from sandtable.state import Event, State
from sandtable.telling import told


@dataclass(frozen=True)
class Scene:
    """One moment: the position after so many actions, and what led to it."""

    ply: int
    turn: int
    """The turn in which the action was taken."""
    phase: str
    side: str
    """Who decided; empty at the beginning."""
    title: str
    told: tuple[tuple[str, str], ...]
    """What was told, each with its rule."""
    spaces: tuple[str, ...]
    """What the action names: a march is a path, an attack ends at its target."""
    units: tuple[str, ...]
    state: State

    @property
    def path(self) -> tuple[str, ...]:
        """The march, where there is one."""
        return self.spaces if len(self.spaces) > 1 else ()

    @property
    def focus(self) -> str | None:
        """The space it was about."""
        return self.spaces[-1] if self.spaces else None


def scenes(match: Match, side: str | None = None) -> list[Scene]:
    """Every moment of a match, the set-up first, in words that a side may hear (None: an umpire)."""
    game, before = match.game, match.state_at(0)
    first = [event for ply, event in match.events if ply == 0]
    beginning = _told(first, before, side)
    found = [Scene(0, before.turn, before.phase, "", "The beginning", beginning, (), (), before)]
    for ply in match.replay():
        decision = before.decision
        decider = "" if decision is None else decision.side
        found.append(
            Scene(
                ply.ply,
                before.turn,
                before.phase,
                decider,
                _title(ply.action, before, None if side == decider else side),
                _told(ply.events, ply.state, side),
                tuple(id for id in ply.action.spaces if id in game.board.number),
                ply.action.touched_units,
                ply.state,
            )
        )
        before = ply.state
    return found


def _told(events: Iterable[Event], state: State, side: str | None) -> tuple[tuple[str, str], ...]:
    return tuple((event.case, told(state.game, event, state, side)) for event in events)


def _title(action: Action, before: State, eye: str | None) -> str:
    """The action in words; of what another side decided, no word that may be its secret."""
    game = before.game
    if eye is not None:
        side = game.side_index(eye)
        hidden = any(game.hides(before, side, game.units.index_of(id)) for id in action.touched_units)
        if hidden or any(f.metadata["codec"] in ("word", "words") for f in fields(action)):
            return game.heading(before, action)
    try:
        return game.wording(before, action)
    except SandtableError:
        return str(action)  # the words need what is no longer known


def turn_starts(film: list[Scene]) -> dict[int, int]:
    """By turn, the first scene that belongs to it."""
    found: dict[int, int] = {}
    for scene in film:
        found.setdefault(scene.state.turn, scene.ply)
    return found


def outcome_of(match: Match) -> str:
    """How it ended, or how far it went."""
    if match.result is not None:
        return match.result.text
    if match.ply == 0:
        return "nothing has been played yet"
    return f"unfinished: turn {match.state.turn}, {match.state.phase}"


def dates(film: list[Scene], side: str | None) -> dict[int, str]:
    """The date of each turn, where the game tells it."""
    found: dict[int, str] = {}
    for scene in film:
        if scene.state.turn not in found:
            facts: dict[str, Any] = scene.state.game.view(scene.state, side).facts
            found[scene.state.turn] = str(facts.get("date", ""))
    return found
