"""What can be done now, lazily: nothing is computed for a unit that nobody asked about."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Any

from .actions import Action
from .errors import SandtableError
from .state import State
from .steps import Args, Step

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

    @property
    def accepts(self) -> tuple[type[Action], ...]:
        """The kinds of action that are asked for now, whether or not one of them is possible."""
        return () if self.state.result is not None else self._step[0].accepts

    def sample(self, rng: Random) -> Action:
        """One canonical action at random; cheap even when there are thousands."""
        if self.state.result is not None:
            raise SandtableError("the game is over: there is nothing to choose")
        args = self.state.agenda[-1]
        return self.game.steps[args[0]].sample(self.game, self.state, args, rng)

    def for_unit(self, id: str) -> list[Action]:
        """The canonical actions that name a unit, and those that name one like it, as they are for this
        one: listed, an action names one unit for all that are alike."""
        unit = self.game.units.index_of(id)
        if self.state.result is not None:
            return []
        args = self.state.agenda[-1]
        return list(self.game.steps[args[0]].for_unit(self.game, self.state, args, unit))

    def units(self) -> list[str]:
        """The units that can do something now, in order; nothing more is computed of what they can do."""
        if self.state.result is not None:
            return []
        step, args = self._step
        if type(step).for_unit is Step.for_unit:
            able = {id for action in self for id in action.touched_units}
            for lot in step.lots(self.game, self.state, args):
                alike = {self.game.units.ids[u] for u in lot}
                able |= alike if able & alike else set()
            return [id for id in self.game.units.ids if id in able]
        side = step.side(self.game, self.state, args)
        return [
            u.id
            for u in self.game.units
            if u.side == side and next(iter(step.for_unit(self.game, self.state, args, u.index)), None)
        ]

    def general(self) -> list[Action]:
        """The canonical actions that name no unit: ends of phases, declarations, chits."""
        if self.state.result is not None:
            return []
        step, args = self._step
        return list(step.general(self.game, self.state, args))

    def for_space(self, id: str) -> list[Action]:
        """The canonical actions about a space: moves that end there, attacks on it."""
        self.game.board.index(id)
        return [a for a in self if a.focus == id]

    @property
    def _step(self) -> tuple[Step[Any], Args]:
        """The step that asks, with its arguments."""
        args = self.state.agenda[-1]
        return self.game.steps[args[0]], args

    def __repr__(self) -> str:
        decision = self.state.decision
        return (
            "<Options: the game is over>"
            if decision is None
            else f"<Options for {decision.kind}: {decision.prompt}>"
        )
