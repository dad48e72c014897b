"""A picture of the front: who stands where with how much, and what every space is worth."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from ...state import State
from ..doctrine_files import Goal
from ..survey import Field

if TYPE_CHECKING:
    from .staff import HexStaff


class Front:
    """One position as a staff sees it: strengths by space for both sides, goals that count this turn."""

    def __init__(self, staff: HexStaff, seen: State) -> None:
        game, me = staff.game, staff.me
        self.staff, self.turn = staff, seen.turn
        size = len(game.board)
        self.own, self.enemy = np.zeros(size), np.zeros(size)
        self.enemy_steps: dict[int, int] = {}
        steps = seen.steps
        for u, place in enumerate(seen.where):
            if place < 0:
                continue
            if game.side_of[u] == me:
                self.own[place] += staff.strength(u, steps[u])
            else:
                self.enemy[place] += staff.defence(u, steps[u])
                self.enemy_steps[place] = self.enemy_steps.get(place, 0) + steps[u]
        self.threat = np.zeros(size)
        for place in self.enemy_steps:
            power = staff.enemy_power(seen, place, float(self.enemy[place]))
            for near in game.touch[place]:
                self.threat[near] += power
        self.goals = [g for g in staff.doctrine.objectives if g.counts(seen.turn)]
        self.lines = [g for g in staff.doctrine.lines if g.counts(seen.turn)]

    def targets(self) -> list[int]:
        """Spaces with enemies in them."""
        return list(self.enemy_steps)


class Pull:
    """How strongly objectives draw units, everywhere; an objective that has enough draws less."""

    SATED = 0.25
    """The part of its pull that an objective keeps when enough strength goes there."""

    def __init__(self, staff: HexStaff, front: Front, control: bytearray) -> None:
        self.staff = staff
        self.fields: list[Field] = []
        self.left: list[float] = []
        self.marks: list[tuple[Goal, int]] = []
        for goal in front.goals:
            half = (goal.reach or staff.doctrine["move.reach"]) * staff.scale
            for space in goal.spaces:
                if control[space] == staff.me and front.threat[space] == 0:
                    continue  # held, and nobody near: nothing to do there
                far = staff.distance(space)
                self.fields.append(goal.value * np.exp2(-far / half))
                self.left.append(goal.want)
                self.marks.append((goal, space))
        self.prize = np.zeros(len(staff.game.board))
        for goal, space in self.marks:
            self.prize[space] += goal.value
        self._total: Field | None = None

    @property
    def total(self) -> Field:
        """The strongest pull at each space, and a little of all the others."""
        if self._total is None:
            if self.fields:
                live = [f if left > 0 else self.SATED * f
                        for f, left in zip(self.fields, self.left, strict=True)]  # fmt: skip
                stack = np.array(live)
                self._total = stack.max(axis=0) + 0.1 * stack.sum(axis=0)
            else:
                self._total = np.zeros(len(self.staff.game.board))
        return self._total

    def ahead(self, space: int, origins: Iterable[int]) -> float:
        """How much nearer to the objectives a space is than all of these."""
        total = self.total
        return max(0.0, float(total[space]) - max(float(total[o]) for o in origins))

    def commit(self, space: int, strength: float) -> None:
        """Units that end in a space count for the objective that draws most there."""
        best, most = -1, 0.0
        for n, (field, left) in enumerate(zip(self.fields, self.left, strict=True)):
            drawn = field[space] * (1.0 if left > 0 else self.SATED)
            if drawn > most:
                best, most = n, drawn
        if best >= 0:
            before = self.left[best]
            self.left[best] -= strength
            if before > 0 >= self.left[best]:
                self._total = None
