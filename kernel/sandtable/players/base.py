"""What every player is."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Any, ClassVar

from ..actions import Action
from ..game import Game
from ..state import State


class Player:
    """Decides for one side. It may use only what that side may know: `legal`, `view`, `guess`, `forecast`
    with its own side; the state it is given belongs to the caller and changes when the game goes on.
    """

    name: ClassVar[str]

    def __init__(self, game: Game, side: str) -> None:
        game.side_index(side)
        self.game, self.side = game, side
        self.progress: Callable[[float], None] | None = None
        """Told how far a decision is, from 0 to 1, by whoever takes his time."""
        self._thinking = Lock()

    def __getstate__(self) -> dict[str, Any]:
        """A player is shipped without its lock, and without who looks on."""
        kept = {name: value for name, value in self.__dict__.items() if name != "_thinking"}
        return {**kept, "progress": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, _thinking=Lock())

    def choose(self, state: State) -> Action:
        """One of the actions that are legal now; it is this player's side that decides."""
        raise NotImplementedError

    def stop(self) -> None:
        """Answer as soon as possible; whoever answers at once need do nothing."""

    def __repr__(self) -> str:
        return f"<{self.name} player of {self.side}>"
