"""What the units that a person has picked can do together, and where."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import Field, dataclass, fields, replace
from functools import cache
from typing import Any

from sandtable import State
from sandtable.actions import Action, codecs
from sandtable.errors import SandtableError

MOVE, ATTACK, PLACE, CHOICE = "move", "attack", "place", "choice"


@dataclass(frozen=True, slots=True)
class Offer:
    """One action that the picked units can take; `space` is where a person would click for it."""

    action: Action
    space: str | None
    kind: str
    cost: float | None = None
    caution: str = ""
    """What a person should know before he clicks."""

    @property
    def text(self) -> str:
        """What stands in the lit space."""
        return ("" if self.cost is None else f"{self.cost:g}") + "!" * bool(self.caution)


def coded(cls: type[Action] | Action, codec: str) -> Field[Any] | None:
    """The field of an action that is written by this codec, if it has one."""
    return _coded(cls if isinstance(cls, type) else type(cls), codec)


@cache
def _coded(cls: type[Action], codec: str) -> Field[Any] | None:
    return next((f for f in fields(cls) if f.metadata["codec"] == codec), None)


def is_legal(state: State, action: Action) -> bool:
    """May this action be played now? Nothing is told about the reason."""
    try:
        state.game.check(state, action)
    except SandtableError:
        return False
    return True


def sort_key(action: Action) -> tuple[Any, ...]:
    """Actions that differ only in who takes part, how and with what support are variants of one."""
    loose = ("units", "words", "path")
    rest = tuple(getattr(action, name) for name, codec in codecs(type(action)) if codec not in loose)
    return type(action), action.focus, rest


def offers(state: State, picked: Sequence[str]) -> list[Offer]:
    """Every action of the picked units, each destination once at its lowest cost."""
    legal, together = state.game.legal(state), set(picked)
    listed = [(action, sort_key(action)) for id in picked for action in legal.for_unit(id)]
    # What is listed for exactly these units is the cheapest there is; all else has to be tried on.
    exact = {key: action for action, key in reversed(listed) if set(action.touched_units) == together}
    found = {key: make(state, action) for key, action in exact.items()}
    settled = set(found)
    judged: dict[Action, Action | None] = {}
    for action, key in listed:
        if key in settled:
            continue
        mine = fitted(state, action, picked, judged)
        if mine is not None:
            made = make(state, mine)
            if key not in found or _better(made, found[key], together):
                found[key] = made
    return list(found.values())


def fitted(
    state: State, action: Action, picked: Sequence[str], judged: dict[Action, Action | None]
) -> Action | None:
    """A listed action as the picked units would take it; None when they cannot."""
    touched = set(action.touched_units)
    group = coded(action, "units")
    if group is None:
        return action if set(picked) <= touched else None
    mine = replace(action, **{group.name: tuple(picked)})
    if mine not in judged:
        judged[mine] = mine if is_legal(state, mine) else None
    if judged[mine] is not None:
        return mine
    # A combat opens a draft, where everybody else who is needed for it can be seen and ticked.
    return action if set(picked) <= touched and state.game.is_combat(state, action) else None


def make(state: State, action: Action) -> Offer:
    """An action with the way a map should show it."""
    game = state.game
    if game.is_combat(state, action):
        kind = ATTACK
    elif any(state.where[game.units.index_of(id)] < 0 for id in action.touched_units):
        kind = PLACE
    else:
        kind = MOVE if coded(action, "path") else CHOICE
    return Offer(action, action.focus, kind, game.march_cost(state, action), game.caution(state, action))


def _better(new: Offer, old: Offer, together: set[str]) -> bool:
    """Those who were picked and no others, then the cheaper way."""
    exact = [set(o.action.touched_units) == together for o in (new, old)]
    if exact[0] != exact[1]:
        return exact[0]
    return (new.cost or 0) < (old.cost or 0)


def by_space(found: Iterable[Offer]) -> dict[str, list[Offer]]:
    """The offers that have a place on the map, by that place."""
    places: dict[str, list[Offer]] = {}
    for offer in found:
        if offer.space is not None:
            places.setdefault(offer.space, []).append(offer)
    return places
