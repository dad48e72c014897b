"""What can be known of a game before anybody moves, and what was worked out once: distances and odds."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from ..board import Board
from ..forecast import Outcome
from ..game import Game
from ..state import State

Field = np.ndarray[Any, np.dtype[np.float64]]
"""One number a space."""

FAR = 1e6
"""The distance of a space that cannot be got to."""


class Odds(NamedTuple):
    """A combat in four numbers: mean losses of both sides, chances that either is wiped out."""

    attacker_loss: float
    defender_loss: float
    clears: float
    spent: float


class Survey:
    """Distances on the board and odds of combats, remembered for everybody who plays this game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._fields: dict[tuple[bytes, int], Field] = {}
        self._odds: dict[Any, Odds] = {}

    def distance(self, prices: bytes, space: int) -> Field:
        """From every space, the points it takes to get to this one if no enemy is in the way.

        `prices` holds for every space and direction the points to go there, 0 where that is impossible.
        """
        key = prices, space
        if key not in self._fields:
            self._fields[key] = distances(self.game.board, prices, space)
        return self._fields[key]

    def odds(self, state: State, combat: Any) -> Odds:
        """The exact odds of a combat in short."""
        key = self.game.odds_key(combat)
        known = self._odds.get(key) if key is not None else None
        if known is None:
            known = in_short(self.game.odds(state, combat))
            if key is not None:
                self._odds[key] = known
        return known


def in_short(outcomes: dict[Outcome, Any]) -> Odds:
    """The four numbers of a distribution."""
    chances = [(o, float(p)) for o, p in outcomes.items()]
    return Odds(
        sum(o.attacker_loss * p for o, p in chances),
        sum(o.defender_loss * p for o, p in chances),
        sum(p for o, p in chances if o.cleared),
        sum(p for o, p in chances if o.spent),
    )


def distances(board: Board, prices: Sequence[int], space: int) -> Field:
    """Dijkstra's search backwards from a space."""
    found = np.full(len(board), FAR)
    degree, done = board.degree, set()
    queue = [(0, space)]
    while queue:
        far, here = heappop(queue)
        if here in done:
            continue
        done.add(here)
        found[here] = far
        for there in board.adjacent(here):
            price = prices[there * degree + board.direction(there, here)]
            if price and there not in done:
                heappush(queue, (far + price, there))
    return found


_surveys: WeakKeyDictionary[Game, Survey] = WeakKeyDictionary()


def survey(game: Game) -> Survey:
    """The one survey of a game."""
    found = _surveys.get(game)
    if found is None:
        found = _surveys[game] = Survey(game)
    return found
