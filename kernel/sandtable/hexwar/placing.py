"""Units that are set down on the map one by one: at the set-up, or as they arrive."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import TypeVar

from ..actions import Action, Place
from ..errors import IllegalAction
from ..state import State
from ..steps import Args, Step
from .game import HexGame

G = TypeVar("G", bound=HexGame)


class PlaceStep(Step[G]):
    """Every unit that waits is placed in one of its hexes; the entry is (name, side), unless `side` is known.

    Subclasses say who waits and where each may go, with the cases behind a refusal.
    """

    accepts = (Place,)

    def side(self, game: G, state: State, args: Args) -> int:
        return int(args[1])

    # -- what a game says ---------------------------------------------------------------------------

    def waiting(self, game: G, state: State, side: int) -> Sequence[int]:
        """The units that are still to be placed."""
        raise NotImplementedError

    def places(self, game: G, state: State, unit: int) -> Sequence[int]:
        """The hexes where a unit may be placed, if there is room."""
        raise NotImplementedError

    def refuse_unit(self, game: G, unit: int) -> IllegalAction:
        """The unit is not to be placed now."""
        raise NotImplementedError

    def refuse_space(self, game: G, state: State, unit: int, space: int) -> IllegalAction:
        """The unit may not be placed there, room or not."""
        raise NotImplementedError

    def room_case(self, game: G, unit: int) -> str:
        """The rule that keeps a unit out of a hex without room."""
        return self.case

    def set_down(self, game: G, state: State, unit: int, space: int) -> None:
        """The unit is placed."""
        game.enter(state, unit, space)
        game.tell(state, self.case, "{units} is placed in {space}", (unit,), space)

    # -- the step -----------------------------------------------------------------------------------

    def idle(self, game: G, state: State, args: Args) -> bool:
        return not self.waiting(game, state, self.side(game, state, args))

    def room(self, game: G, state: State, unit: int, space: int) -> bool:
        """May the unit be stacked there?"""
        return game.fits(state, game.side_of[unit], space, [*state.units_at(space), unit])

    def listed(self, game: G, state: State, args: Args) -> list[int]:
        """Of the units that wait, one for all that are alike."""
        others = {u for lot in self.lots(game, state, args) for u in lot[1:]}
        return [u for u in self.waiting(game, state, self.side(game, state, args)) if u not in others]

    def legal(self, game: G, state: State, args: Args) -> Iterator[Action]:
        for u in self.listed(game, state, args):
            for space in self.places(game, state, u):
                if self.room(game, state, u, space):
                    yield Place(game.units.ids[u], game.board.ids[space])

    def sample(self, game: G, state: State, args: Args, rng: Random) -> Action:
        """A unit and a hex at random, until the two go together; one of them does, or nobody is asked."""
        units = self.listed(game, state, args)
        while True:
            unit = units[int(rng.random() * len(units))]
            spaces = self.places(game, state, unit)
            if not spaces:
                continue
            space = spaces[int(rng.random() * len(spaces))]
            if self.room(game, state, unit, space):
                return Place(game.units.ids[unit], game.board.ids[space])

    def check(self, game: G, state: State, args: Args, action: Place) -> None:
        unit, space = game.units.index_of(action.unit), game.board.index(action.space)
        if unit not in self.waiting(game, state, self.side(game, state, args)):
            raise self.refuse_unit(game, unit)
        if space not in self.places(game, state, unit):
            raise self.refuse_space(game, state, unit, space)
        if not self.room(game, state, unit, space):
            text = f"{game.units[unit].name} may not be stacked in {game.board.label(space)}"
            raise IllegalAction(self.room_case(game, unit), text)

    def play(self, game: G, state: State, args: Args, action: Place) -> None:
        self.set_down(game, state, game.units.index_of(action.unit), game.board.index(action.space))
