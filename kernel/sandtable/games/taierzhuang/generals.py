"""Where Japanese headquarters go: behind the storm, within range of the guns, and never alone (BOT-4.2a)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...actions import Move
from ...hexwar.marks import MOVED
from ...state import State
from .marches import STEPS
from .supply import supplied
from .words import HQ, INFANTRY

if TYPE_CHECKING:
    from .doctrine import TownStaff

(MARCH,) = STEPS

CUT_OFF = 8.0
"""The price of a place without supply in the last turns (BOT-4.2d)."""

ALONE = -50.0
"""The price of a headquarters without a battalion beside it."""


class Headquarters:
    """The headquarters of a staff's own side; the Chinese have none."""

    def __init__(self, staff: TownStaff) -> None:
        self.staff = staff
        game = staff.game
        self.open: Sequence[int] = b""
        self.own = [u for u in game.own[staff.me] if game.units[u].kind == HQ]

    def needed(self, state: State, unit: int) -> bool:
        """Is this the battalion that guards a headquarters?"""
        kind = self.staff.game.units[unit].kind
        return kind == INFANTRY and any(state.where[hq] == state.where[unit] >= 0 for hq in self.own)

    def march(self, state: State) -> Move | None:
        """The march of the next headquarters that stands badly; reads own units and what everybody sees."""
        game = self.staff.game
        for hq in self.own:
            here = state.where[hq]
            if here < 0 or state.marks[hq] & MOVED:
                continue
            ways = MARCH.reach(game, state, hq)
            self.open = supplied(game, state)
            best, most = here, self.score(state, hq, here) + 0.5
            for space in ways:
                if game.fits(state, self.staff.me, space, [*state.units_at(space), hq]):
                    value = self.score(state, hq, space)
                    if value > most:
                        best, most = space, value
            if best != here:
                path = tuple(game.board.ids[s] for s in ways.path(best))
                return Move((game.units.ids[hq],), path)
        return None

    def fights(self, state: State) -> list[int]:
        """Enemy hexes next to own units that guns may fire at."""
        game, me, foe = self.staff.game, self.staff.me, self.staff.foe
        return [
            s
            for s, count in enumerate(state.count[foe])
            if count
            and not game.ground.effect(s).no_support
            and any(state.count[me][near] and not game.ground.wet(near, s) for near in game.board.adjacent(s))
        ]

    def score(self, state: State, hq: int, space: int) -> float:
        """A strong battalion beside it, few enemies near, the objectives within range of its guns."""
        staff, game = self.staff, self.staff.game
        guards = [
            state.steps[u]
            for u in state.units_at(space)
            if game.units[u].kind == INFANTRY and game.side_of[u] == staff.me
        ]
        value = 1.5 * min(max(guards), 3) if guards else ALONE
        value -= 1.2 * sum(state.count[staff.foe][near] for near in game.board.adjacent(space))
        for goal in staff.doctrine.objectives:
            if goal.counts(state.turn):
                inside = [s for s in goal.spaces if game.distance(space, s) <= game.artillery_range]
                value += 0.3 * goal.value * len(inside) / len(goal.spaces)
        value += 0.5 * len([s for s in self.fights(state) if game.distance(space, s) <= game.artillery_range])
        if state.turn >= game.final_turn(state) - 1 and not self.open[space]:
            value -= CUT_OFF
        return value
