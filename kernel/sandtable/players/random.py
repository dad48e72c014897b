"""A player that takes any canonical action, each as likely as the step's sampling makes it."""

from __future__ import annotations

from random import Random
from typing import ClassVar

from ..actions import Action
from ..game import Game
from ..state import State
from .base import Player


class RandomPlayer(Player):
    """Plays at random, the same way again for the same seed and side."""

    name: ClassVar[str] = "random"

    def __init__(self, game: Game, side: str, seed: int = 0) -> None:
        super().__init__(game, side)
        self._rng = Random(f"{seed} {side}")

    def choose(self, state: State) -> Action:
        return state.game.legal(state).sample(self._rng)
