"""Why something cannot be done: the rule that forbids the action a person most likely means."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from sandtable import IllegalAction, SandtableError, State
from sandtable.actions import Action, Resign

from .offers import coded


@dataclass(frozen=True, slots=True)
class Reason:
    """What the rules say about an action; without a case nothing forbids it."""

    text: str
    case: str | None = None
    action: Action | None = None
    also: Reason | None = None
    """Why something else that may have been meant cannot be done either."""


def judge(state: State, action: Action) -> Reason:
    """Is this action legal, and if not, why?"""
    try:
        state.game.check(state, action)
    except IllegalAction as error:
        return Reason(error.reason, error.case, action)
    return Reason(f"{action.describe(state.game)}: the rules allow it", None, action)


def judge_text(state: State, line: str) -> Reason:
    """The same for a line of notation; a line that says nothing is told so."""
    try:
        return judge(state, state.game.parse(line))
    except SandtableError as error:
        return Reason(str(error))


def why_not(
    state: State, units: Sequence[str], space: str, ways: dict[str, tuple[str, ...]], hostile: bool
) -> Reason:
    """Why these units can do nothing about a space.

    `ways` are paths that they could really go, by where those end: the nearest of them is tried on. With
    `hostile` somebody else's units stand there, so a fight is more likely meant than a march.
    """
    decision = state.decision
    if decision is None:
        return Reason("the game is over", state.result.case if state.result else None)
    tried = [
        judge(state, action)
        for cls in _likeliest(state.game.legal(state).accepts, hostile)
        if (action := _meant(cls, state, units, space, ways)) is not None
    ]
    for reason in tried:
        if reason.case is None:
            return reason
    if tried:
        first, *others = [_towards(state, space, reason) for reason in tried]
        return replace(first, also=next((r for r in others if hostile and r.text != first.text), None))
    return Reason(f"that is not asked for now. {decision.prompt}", decision.case)


def why_idle(state: State, unit: str) -> Reason:
    """Why a unit that was clicked can do nothing at all."""
    place = state.where[state.game.units.index_of(unit)]
    board = state.game.board
    near = [board.ids[n] for n in board.adjacent(place)] if place >= 0 else list(board.ids[:1])
    reasons = [why_not(state, (unit,), space, {}, False) for space in near]
    refused = [r for r in reasons if r.case is not None]
    if not refused:
        return Reason(f"{state.game.unit_name(unit)} has nothing to do now")
    # What keeps it from everywhere is the reason; a rule about one neighbour is only an example.
    most = max(refused, key=lambda r: sum(other.text == r.text for other in refused))
    if any(r.text != most.text for r in refused):
        text = f"{state.game.unit_name(unit)} can do nothing from here; for example, {most.text}"
        return replace(most, text=text)
    return most


def why_theirs(state: State, unit: str) -> Reason:
    """Why nothing comes of a click on a unit of somebody else, before one's own are picked."""
    side = state.game.side_name(state.game.units.by_id(unit).side)
    decision = state.decision
    if decision is None:
        return Reason("the game is over", state.result.case if state.result else None)
    text = f"{side} units are not asked now, and nothing can be done to them from here. {decision.prompt}"
    return Reason(text, decision.case)


def _towards(state: State, space: str, reason: Reason) -> Reason:
    """A refusal half-way says where it was going to."""
    action = reason.action
    path: tuple[str, ...] = getattr(action, "path", ())
    board = state.game.board
    names = (space, board.label(board.index(space)))
    if len(path) < 3 or any(name in reason.text for name in names):
        return reason
    met = [id for id in path[1:-1] if id in reason.text or board.label(board.index(id)) in reason.text]
    return replace(reason, text=f"on the way to {names[1]}, {reason.text}") if met else reason


def _likeliest(accepts: Iterable[type[Action]], hostile: bool) -> list[type[Action]]:
    """Kinds of action that name units and a space, the one that a person means first."""
    able = [c for c in accepts if c is not Resign and (coded(c, "path") or coded(c, "space"))]
    return sorted(able, key=lambda c: (coded(c, "path") is not None) == hostile)


def _meant(
    cls: type[Action], state: State, units: Sequence[str], space: str, ways: dict[str, tuple[str, ...]]
) -> Action | None:
    """An action of that kind by these units against that space; None where more would have to be said."""
    values: dict[str, Any] = {}
    fill: dict[str, Callable[[], Any]] = {
        "unit": lambda: units[0] if len(units) == 1 else None,
        "units": lambda: tuple(units) or None,
        "space": lambda: space,
        "path": lambda: route(state, units, space, ways),
    }
    for f in fields(cls):
        codec = f.metadata["codec"]
        value = fill[codec]() if codec in fill else None
        if value is None and f.metadata["lead"] is None:
            return None
        values[f.name] = value
    return cls(**values)


def route(
    state: State, units: Sequence[str], space: str, ways: dict[str, tuple[str, ...]]
) -> tuple[str, ...] | None:
    """A path to a space: as far as the units can go towards it, and straight on from there."""
    if not units:
        return None
    board = state.game.board
    place = state.where[state.game.units.index_of(units[0])]
    if place < 0:
        return None
    goal, starts = board.index(space), {board.index(end): way for end, way in ways.items()}
    starts.setdefault(place, (board.ids[place],))
    before: dict[int, int] = {goal: -1}
    level = [goal]
    while level:
        met = [here for here in level if here in starts]
        if met:
            here = place if place in met else met[0]
            rest: list[str] = []
            on = before[here]
            while on >= 0:
                rest.append(board.ids[on])
                on = before[on]
            return (*starts[here], *rest)
        further: list[int] = []
        for here in level:
            for there in board.adjacent(here):
                if there not in before:
                    before[there] = here
                    further.append(there)
        level = further
    return None
