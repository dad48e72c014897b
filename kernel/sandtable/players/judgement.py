"""Judging a position: how a game is likely to end from there, learnt from games that doctrines played.

A position is described by signs that mean the same in every game: how much of each objective is taken, who
stands how near to it with how much, what both sides have lost, and what the game's own staff looks at. What
each sign is worth early, in the middle and late in a game is in `data/judgement.csv`, which
`players.learning` works out.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import tanh
from typing import TYPE_CHECKING

import numpy as np

from ..game import Game
from ..objectives import objectives
from ..state import DEAD, State
from .survey import FAR, Field

if TYPE_CHECKING:
    from .staff import Staff

STAGES = "early", "middle", "late"
"""Between the first turn and the last one; in between, weights change evenly."""

SCALES = {"near": 1.5, "far": 5.0}
"""Spaces over which the weight of a unit for an objective halves: who is there, and who can come."""

LITTLE = 0.02
"""The part of all strength against which a local superiority is measured where hardly anybody stands."""

BIAS = "bias"
"""What is expected when no sign says anything."""


class Signs:
    """Reads the signs off the positions of one game; an objective is looked at from its taker's side."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.objectives = tuple(objectives(game).values())
        self.takers = [game.sides.index(o.taker) for o in self.objectives]
        hops = [hops_to(game, o.spaces) for o in self.objectives]
        self.fields = {name: np.exp2(-np.array(hops) / half) for name, half in SCALES.items()}
        self.full = [sum(u.steps for u in game.units if u.side == side) or 1 for side in (0, 1)]

    def __call__(self, staff: Staff, seen: State) -> dict[str, float]:
        """The signs of a position, with strengths as this staff knows them."""
        found = {
            f"held_{o.id}": sum(seen.control[s] == taker for s in o.spaces) / len(o.spaces)
            for o, taker in zip(self.objectives, self.takers, strict=True)
        }
        power = self._power(staff, seen)
        for name, fields in self.fields.items():
            found.update(self._balances(name, fields @ power.T, LITTLE * float(power.sum()) + 1e-9))
        worst = sorted(self._safety(found))
        found["worst"], found["next_worst"] = worst[0], worst[min(1, len(worst) - 1)]
        first, second = power.sum(axis=1)
        found["forces"] = float((first - second) / (first + second + 1e-9))
        found.update(self._losses(seen))
        found.update(staff.signs(seen))
        return found

    def _power(self, staff: Staff, seen: State) -> Field:
        power, sides, steps = np.zeros((2, len(self.game.board))), self.game.side_of, seen.steps
        for unit, place in enumerate(seen.where):
            if place >= 0:
                power[sides[unit], place] += staff.strength(unit, steps[unit])
        return power

    def _balances(self, name: str, weights: Field, little: float) -> dict[str, float]:
        """By objective, from -1 to 1: is the taker or the holder stronger around it?"""
        found = {}
        for o, taker, both in zip(self.objectives, self.takers, weights, strict=True):
            own, other = both[taker], both[1 - taker]
            found[f"{name}_{o.id}"] = float((own - other) / (own + other + little))
        return found

    def _safety(self, found: Mapping[str, float]) -> list[float]:
        """How sure each objective is to its taker: many victories need the least of them."""
        return [1.0 if found[f"held_{o.id}"] == 1 else found[f"near_{o.id}"] for o in self.objectives]

    def _losses(self, seen: State) -> dict[str, float]:
        lost = [0, 0]
        for unit, place in enumerate(seen.where):
            if place >= 0 or place == DEAD:
                counter = self.game.units[unit]
                lost[counter.side] += counter.steps - (seen.steps[unit] if place >= 0 else 0)
        return {f"lost_{self.game.sides[side]}": lost[side] / self.full[side] for side in (0, 1)}


def hops_to(game: Game, spaces: tuple[int, ...]) -> Field:
    """From every space, the number of spaces to the nearest of these."""
    found = np.full(len(game.board), FAR)
    edge = list(spaces)
    found[edge] = 0
    while edge:
        reached = []
        for here in edge:
            for there in game.board.adjacent(here):
                if found[there] == FAR:
                    found[there] = found[here] + 1
                    reached.append(there)
        edge = reached
    return found


@lru_cache(maxsize=64)
def signs(game: Game) -> Signs:
    """The signs of a game, made once."""
    return Signs(game)


def stages(game: Game, state: State) -> tuple[float, ...]:
    """How much it is early, in the middle and late in the game: three parts of one."""
    late = (state.turn - 1) / max(game.final_turn(state) - 1, 1)
    return max(0.0, 1 - 2 * late), 1 - abs(1 - 2 * late), max(0.0, 2 * late - 1)


class Judgement:
    """What signs are worth in one game."""

    def __init__(self, game: Game, weights: Mapping[str, tuple[float, ...]]) -> None:
        self.game, self.weights, self.signs = game, dict(weights), signs(game)
        self.bias = self.weights.pop(BIAS)

    def __call__(self, staff: Staff, seen: State) -> float:
        """What the first side may expect of a game that goes on, from -1 (lost) to 1 (won)."""
        parts = stages(self.game, seen)
        total = sum(part * weight for part, weight in zip(parts, self.bias, strict=True))
        met = self.signs(staff, seen)
        for name, weight in self.weights.items():
            total += met[name] * sum(part * w for part, w in zip(parts, weight, strict=True))
        return tanh(total / 2)


@lru_cache(maxsize=64)
def judgement(game: Game) -> Judgement | None:
    """The judgement that comes with a game; None where none has been learnt."""
    if not (game.folder / "data" / "judgement.csv").is_file():
        return None
    rows = game.data.table("judgement", key=("sign",))
    return Judgement(game, {row.needed("sign"): tuple(row.number(s) for s in STAGES) for row in rows})
