"""What a side takes for true where stacks hide what lies beneath."""

from __future__ import annotations

import re
from typing import Any

from ...dice import whiten
from ...state import State

DICE = whiten(1937)
"""The dice of everything that is believed, always the same ones: what the true ones will show is hidden."""
_PILES = re.compile(rb"[\x02-\xff]")
"""Finds the spaces in a table of counts that hold more than one unit."""


def even_deal(game: Any, state: State, eye: int) -> State:
    """The position with other dice, and with hidden enemy units dealt evenly: strong and weak ones to
    every stack in turn.

    Only who is hidden and where something lies hidden is read, never who lies where: two positions that
    look the same give the same deal. Counts and zones stay true, because places only swap their units.
    """
    new = state.copy()
    new.seed, new.rolls = DICE, 0
    if game.looks_into_stacks(eye):
        return new
    hidden: dict[bool, list[int]] = {}
    slots: dict[bool, list[tuple[int, int]]] = {}
    units, foe = game.units, 1 - eye
    quiet = state.vars["combat"] is None
    for pile in _PILES.finditer(state.count[foe]):
        place, met = pile.start(), {False: 0, True: 0}
        stack = state.units_at(place)
        top = game.top_of(state, stack)
        for u in stack:
            # While nobody fights, all but the top unit are hidden: no need to ask for each of them.
            if u != top and (quiet or game.hides(state, eye, u)):
                static = units[u].static
                hidden.setdefault(static, []).append(u)
                slots.setdefault(static, []).append((met[static], place))
                met[static] += 1
    strengths, steps = game.strengths, state.steps
    for static, group in hidden.items():
        group.sort(key=lambda u: (-strengths[u][steps[u]], u))
        # Every stack gets one before any gets a second; each round goes the other way about.
        places = sorted(slots[static], key=lambda s: (s[0], s[1] if s[0] % 2 == 0 else -s[1]))
        for u, (_, place) in zip(group, places, strict=True):
            new.where[u] = place
    return new
