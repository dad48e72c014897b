"""What can be done now, lazily: nothing is computed for a unit that nobody asked about."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING

from .actions import Action
from .errors import SandtableError
from .state import State

if TYPE_CHECKING:
    from .game import Game


class Options:
    """The legal actions of a state. Iterating lists canonical actions; `in` judges any action."""

    __slots__ = ("game", "state")

    def __init__(self, game: Game, state: State) -> None:
        self.game, self.state = game, state

    def __iter__(self) -> Iterator[Action]:
        if self.state.result is not None:
            return iter(())
        args = self.state.agenda[-1]
        return self.game.steps[args[0]].legal(self.game, self.state, args)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        return any(True for _ in self)

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Action):
            return False
        try:
            self.game.check(self.state, action)
        except SandtableError:
            return False
        return True

    def sample(self, rng: Random) -> Action:
        """One canonical action at random; cheap even when there are thousands."""
        if self.state.result is not None:
            raise SandtableError("the game is over: there is nothing to choose")
        args = self.state.agenda[-1]
        return self.game.steps[args[0]].sample(self.game, self.state, args, rng)

    def for_unit(self, id: str) -> list[Action]:
        """The canonical actions that name a unit."""
        unit = self.game.units.index_of(id)
        if self.state.result is not None:
            return []
        args = self.state.agenda[-1]
        return list(self.game.steps[args[0]].for_unit(self.game, self.state, args, unit))

    def for_space(self, id: str) -> list[Action]:
        """The canonical actions about a space: moves that end there, attacks on it."""
        self.game.board.index(id)
        return [a for a in self if a.focus == id]

    def __repr__(self) -> str:
        decision = self.state.decision
        return (
            "<Options: the game is over>"
            if decision is None
            else f"<Options for {decision.kind}: {decision.prompt}>"
        )
