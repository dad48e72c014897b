"""The player that fights by a written doctrine."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from ..actions import Action
from ..game import Game
from ..state import State
from .base import Player
from .doctrine_files import Doctrine, find
from .staff import Staff, staff_class


class DoctrinePlayer(Player):
    """Plays by a doctrine: one of the game's own by name, or the path of a TOML file.

    >>> import sandtable as st
    >>> game = st.load("shanghai-nanking")
    >>> player = st.players.make("doctrine", game, "japanese", doctrine="aggressive")
    >>> player.doctrine.name
    'aggressive'
    """

    name: ClassVar[str] = "doctrine"

    def __init__(
        self, game: Game, side: str, doctrine: str | Path | Doctrine = "historical", seed: int = 0
    ) -> None:
        super().__init__(game, side)
        self.doctrine = doctrine if isinstance(doctrine, Doctrine) else find(game, side, doctrine)
        self.seed = seed
        self._staff: Staff | None = None

    def staff(self, game: Game) -> Staff:
        """Whoever works the doctrine out; a game with other options or changes gets a staff of its own."""
        if self._staff is None or self._staff.game is not game:
            self._staff = staff_class(game)(game, game.side_index(self.side), self.doctrine, self.seed)
        return self._staff

    def choose(self, state: State) -> Action:
        # A plan is worked on from one decision to the next: threads take turns.
        with self._thinking:
            return self.staff(state.game).decide(state)

    def __getstate__(self) -> dict[str, Any]:
        """A player is shipped without its staff, which is made again where it arrives."""
        return {**super().__getstate__(), "_staff": None}

    def __repr__(self) -> str:
        return f"<doctrine player of {self.side}: {self.doctrine.name}>"
