"""A match as a film: what was done, what was told, and what changed on the map, action by action."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sandtable.actions import Action
from sandtable.errors import SandtableError
from sandtable.match import Match
from sandtable.state import Event, State


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
    notation: str
    events: tuple[Event, ...]
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


def scenes(match: Match) -> list[Scene]:
    """Every moment of a match, the set-up first."""
    game, before = match.game, match.state_at(0)
    told = tuple(event for ply, event in match.events if ply == 0)
    found = [Scene(0, before.turn, before.phase, "", "The beginning", "", told, (), (), before)]
    for ply in match.replay():
        decision = before.decision
        found.append(
            Scene(
                ply.ply,
                before.turn,
                before.phase,
                "" if decision is None else decision.side,
                _described(match, ply.action, before),
                str(ply.action),
                ply.events,
                tuple(id for id in ply.action.spaces if id in game.board.number),
                ply.action.touched_units,
                ply.state,
            )
        )
        before = ply.state
    return found


def _described(match: Match, action: Action, before: State) -> str:
    """The action in words; notation where the words need what is no longer known."""
    try:
        return action.describe(before.game)
    except SandtableError:
        return str(action)


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
    return f"unfinished: turn {match.state.turn}, {match.state.phase}"


def dates(film: list[Scene], side: str | None) -> dict[int, str]:
    """The date of each turn, where the game tells it."""
    found: dict[int, str] = {}
    for scene in film:
        if scene.state.turn not in found:
            facts: dict[str, Any] = scene.state.game.view(scene.state, side).facts
            found[scene.state.turn] = str(facts.get("date", ""))
    return found
