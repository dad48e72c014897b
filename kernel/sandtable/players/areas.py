"""The staff of an area game: who outnumbers whom where, and what draws units on, by the board's adjacency."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..actions import Action, Deploy, Move, Place
from ..state import State
from .doctrine_files import Doctrine
from .staff import Staff
from .survey import Field


class AreaStaff(Staff):
    """Scores moves, placings and combats; a game's own staff scores what is its own.

    A game's staff usually needs no more than `score` for its main decision:

        def score(self, seen: State, action: Action) -> float:
            if isinstance(action, Fire):
                return self.combat_gain(seen, action)
            return super().score(seen, action)
    """

    def __init__(self, game: Any, side: int, doctrine: Doctrine, seed: int = 0) -> None:
        super().__init__(game, side, doctrine, seed)
        self._prices = self.prices()
        self._pull: tuple[object, Field] | None = None

    # -- what a game may change ---------------------------------------------------------------------

    def prices(self) -> bytes:
        """Points from every area over each of its borders, 0 where nobody passes; here one for each."""
        return bytes(1 if there >= 0 else 0 for there in self.game.board.neighbours)

    # -- looking ------------------------------------------------------------------------------------

    def distance(self, space: int) -> Field:
        """From every area, the points to get to this one."""
        return self.survey.distance(self._prices, space)

    def forces(self, seen: State) -> tuple[Field, Field]:
        """Strength by area: one's own, the enemy's."""
        both = np.zeros(len(self.game.board)), np.zeros(len(self.game.board))
        for u, place in enumerate(seen.where):
            if place >= 0:
                both[self.game.side_of[u] != self.me][place] += self.strength(u, seen.steps[u])
        return both

    def pull(self, seen: State) -> Field:
        """How strongly each area draws units: objectives and lines that lack strength, near or far."""
        key = seen.turn, bytes(seen.control), seen.where.tobytes()
        if self._pull is not None and self._pull[0] == key:
            return self._pull[1]
        own, enemy = self.forces(seen)
        total = np.zeros(len(self.game.board))
        for goal in (*self.doctrine.objectives, *self.doctrine.lines):
            if not goal.counts(seen.turn):
                continue
            half = goal.reach or self.doctrine["move.reach"]
            for space in goal.spaces:
                need = goal.want + enemy[space]
                lacking = max(0.15, (need - own[space]) / need) if need else 0.15
                total = np.maximum(total, goal.value * lacking * np.exp2(-self.distance(space) / half))
        self._pull = key, total
        return total

    def threat(self, seen: State, space: int) -> float:
        """Enemy strength in an area and next to it."""
        _, enemy = self.forces(seen)
        return float(enemy[space] + sum(enemy[n] for n in self.game.board.adjacent(space)))

    # -- scoring ------------------------------------------------------------------------------------

    def score(self, seen: State, action: Action) -> float:
        """Combats by what they promise, moves and placings by where they lead; anything else is nothing."""
        match action:
            case Move(units, path):
                return self.move_gain(seen, units, path[0], path[-1])
            case Place(unit, space):
                return self.place_gain(seen, (unit,), space)
            case Deploy(units, space):
                return self.place_gain(seen, units, space)
        return self.combat_gain(seen, action)

    def move_gain(self, seen: State, units: tuple[str, ...], start: str, end: str) -> float:
        """What a move from one area to another is worth."""
        board, weights = self.game.board, self.doctrine
        here, there = board.index(start), board.index(end)
        pull = self.pull(seen)
        drawn = weights["move.pull"] * float(pull[there] - pull[here])
        return drawn - self._danger(seen, units, there) - weights["move.stay"]

    def place_gain(self, seen: State, units: tuple[str, ...], space: str) -> float:
        """What it is worth to set units down in an area."""
        where = self.game.board.index(space)
        return self.doctrine["move.pull"] * float(self.pull(seen)[where]) - self._danger(seen, units, where)

    def _danger(self, seen: State, units: tuple[str, ...], space: int) -> float:
        own, _ = self.forces(seen)
        coming = sum(self.strength(u, seen.steps[u] or 1) for u in map(self.game.units.index_of, units))
        risk = self.threat(seen, space) / (float(own[space]) + coming + 0.1)
        return self.doctrine["move.danger"] * min(max(risk - 1.0, 0.0), 3.0)
