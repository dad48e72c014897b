"""The base of the hex games: two sides, stacks with a unit on top, zones of control, steps."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import ClassVar

from ..actions import Action, EndPhase, Move
from ..game import Game
from ..state import DEAD, State
from ..wording import names
from .fights import Fight, fight
from .marks import ATTACKED, MOVED, ON_TOP
from .plans import ORDER_TEXT

_PILES = re.compile(rb"[\x02-\xff]")
"""Finds the spaces in a table of counts that hold more than one unit."""


class HexGame(Game):
    """Two sides on a hex map.

    `rulebook` names the case behind each refusal that the shared steps can give; the topics are those
    that the modules of this package ask for.
    """

    rulebook: ClassVar[Mapping[str, str]]

    own: list[list[int]]
    """All units of each side."""
    mobile: list[list[int]]
    """Those that can move."""
    touch: list[tuple[int, ...]]
    """By hex: the neighbours that units can go to or fight."""
    cover: list[bytes]
    """By side: hexes where its units are safe from enemy zones of control."""

    def sort_units(self) -> None:
        """Lists that the rules ask for again and again; call it when the units are read."""
        sides = range(len(self.sides))
        self.own = [[u.index for u in self.units if u.side == side] for side in sides]
        self.mobile = [[u for u in own if not self.units[u].static] for own in self.own]

    # -- zones and stacks -------------------------------------------------------------------------

    def in_enemy_zone(self, state: State, side: int, space: int) -> bool:
        """Does a hex lie in a zone of control of the other side, for units of this side?"""
        return state.zone[1 - side][space] != 0 and not (
            self.cover[side][space] != 0 and state.count[side][space] != 0
        )

    def overstacked(self, state: State, side: int) -> Iterator[tuple[int, list[int]]]:
        """The hexes that hold more than they may, with their units."""
        for pile in _PILES.finditer(state.count[side]):
            units = state.units_at(pile.start())
            if not self.fits(state, side, pile.start(), units):
                yield pile.start(), units

    def fits(self, state: State, side: int, space: int, units: Sequence[int]) -> bool:
        """May these units of one side share that hex?"""
        raise NotImplementedError

    def caution(self, state: State, action: Action) -> str:
        """A hex that holds too many when a phase ends loses some of them."""
        if isinstance(action, EndPhase):
            full = [space for space, _ in self.overstacked(state, state.side)]
            if not full:
                return ""
            hexes = names([self.board.label(space) for space in full])
            return f"{hexes} {'holds' if len(full) == 1 else 'hold'} too many units: some will be given up"
        if not isinstance(action, Move):
            return ""
        units = [self.units.index_of(id) for id in action.units]
        space = self.board.index(action.path[-1])
        there = [u for u in state.units_at(space) if u not in units]
        if self.fits(state, self.side_of[units[0]], space, [*there, *units]):
            return ""
        return "too full: if nobody leaves before the phase ends, a unit is given up"

    def enter(self, state: State, unit: int, space: int) -> None:
        """A unit stands in a hex, with all that follows from it for control."""
        raise NotImplementedError

    # -- losses -------------------------------------------------------------------------------------

    def lose_step(self, state: State, unit: int) -> None:
        """A unit with more than one step is flipped, any other is eliminated."""
        if state.steps[unit] > 1:
            state.steps[unit] -= 1
            self.tell(state, self.rulebook["flip"], "{units} is reduced", (unit,))
        else:
            self.eliminate(state, unit)

    def eliminate(self, state: State, unit: int) -> None:
        """A unit goes to the dead pile."""
        state.steps[unit] = 0
        self.put(state, unit, DEAD)
        self.tell(state, self.rulebook["die"], "{units} is eliminated", (unit,))

    def foes(self, state: State, combat: Fight) -> list[int]:
        """The units that defend the attacked hex."""
        side = self.side_of[combat.attackers[0]]
        return [u for u in state.units_at(combat.target) if self.side_of[u] != side]

    def attacking_side(self, state: State) -> int:
        return self.side_of[fight(state).attackers[0]]

    def mark_names(self, state: State, unit: int) -> tuple[str, ...]:
        """What a counter should show: reduced, moved, attacked."""
        bits = [(MOVED, "moved"), (ATTACKED, "attacked")]
        reduced = ("reduced",) if 0 < state.steps[unit] < self.units[unit].steps else ()
        return (*reduced, *(name for bit, name in bits if state.marks[unit] & bit))

    def word_name(self, word: str) -> str:
        return ORDER_TEXT.get(word) or super().word_name(word)

    # -- fog of war ---------------------------------------------------------------------------------

    def top_of(self, state: State, units: Sequence[int]) -> int:
        """The unit of a stack that lies on top: the owner's choice, or the first."""
        return next((u for u in units if state.marks[u] & ON_TOP), units[0])

    def stack_order(self, state: State, units: list[int]) -> list[int]:
        top = self.top_of(state, units)
        return [top, *(u for u in units if u != top)]

    def reorders(self, side: int) -> bool:
        """May this side choose which unit of its stacks lies on top?"""
        return True

    def looks_into_stacks(self, eye: int) -> bool:
        """May this side look at all units of an enemy stack?"""
        return False

    def hides(self, state: State, eye: int, unit: int) -> bool:
        """Of an enemy stack only the top unit shows, until it fights."""
        place = state.where[unit]
        if place < 0 or self.side_of[unit] == eye or self.looks_into_stacks(eye):
            return False
        if state.vars["combat"] is not None:
            combat = fight(state)
            if place == combat.target or unit in combat.attackers:
                return False
        return self.top_of(state, state.units_at(place)) != unit

    def could_lie(self, state: State, unit: int, space: int, others: Sequence[int]) -> bool:
        """Within the stacking limits."""
        return self.fits(state, self.side_of[unit], space, [*others, unit])

    def guess(self, state: State, side: str, rng: Random) -> State:
        """The units on top stay where they show; what lies beneath is dealt anew."""
        shown = state.copy()
        eye = self.side_index(side)
        for u in self.own[1 - eye]:
            place = state.where[u]
            shown.marks[u] &= ~ON_TOP
            if place >= 0 and self.top_of(state, state.units_at(place)) == u:
                shown.marks[u] |= ON_TOP
        return super().guess(shown, side, rng)
