"""What every player is."""

from __future__ import annotations

from typing import ClassVar

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

    def choose(self, state: State) -> Action:
        """One of the actions that are legal now; it is this player's side that decides."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"<{self.name} player of {self.side}>"
