"""The phase of movement where units move one after another, never as a stack."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import ClassVar, Protocol, TypeVar

from ..actions import Action, EndPhase, Move, Show
from ..errors import IllegalAction
from ..state import State
from ..steps import Args, Step
from .game import HexGame
from .marching import check_group, check_start
from .marks import MOVED
from .tops import check_show, show, shows

G = TypeVar("G", bound=HexGame)


class Ways(Protocol):
    """What a search for a unit's moves finds: spaces, and a way to each."""

    def __iter__(self) -> Iterator[int]: ...

    def path(self, space: int) -> list[int]: ...


class SoloMoveStep(Step[G]):
    """Each unit once; the entry on the agenda is (name, side).

    Subclasses say how far a unit gets (`reach`) and judge a path (`check_march`); the case of the step
    is the one behind every march.
    """

    name = "move"
    accepts: ClassVar[tuple[type[Action], ...]] = (Move, Show, EndPhase)

    def side(self, game: G, state: State, args: Args) -> int:
        return int(args[1])

    def prompt(self, game: G, state: State, args: Args) -> str:
        return f"Move {game.side_name(args[1])} units one by one, or end the phase."

    # -- what a game says ---------------------------------------------------------------------------

    def reach(self, game: G, state: State, unit: int) -> Ways:
        """All hexes that a unit can get to."""
        raise NotImplementedError

    def check_march(self, game: G, state: State, unit: int, path: list[int]) -> int:
        """The points that a unit spends along this path, which begins where it stands, if it may go it."""
        raise NotImplementedError

    def march(self, game: G, state: State, unit: int, path: Sequence[int]) -> None:
        """A unit goes along a path, without the hex that it leaves."""
        raise NotImplementedError

    def inviting(self, game: G, state: State, unit: int, spaces: list[int], rng: Random) -> list[int]:
        """The hexes among which random play chooses."""
        return spaces

    def end(self, game: G, state: State, args: Args) -> None:
        """The phase is over; it has left the agenda."""

    # -- looking --------------------------------------------------------------------------------------

    @staticmethod
    def movable(game: G, state: State, side: int) -> list[int]:
        """Units on the map that have not moved in this phase."""
        return [u for u in game.own[side] if state.where[u] >= 0 and not state.marks[u] & MOVED]

    def legal(self, game: G, state: State, args: Args) -> Iterator[Action]:
        yield EndPhase()
        for u in self.movable(game, state, args[1]):
            yield from self._moves(game, state, u)
        yield from shows(game, state, args[1])

    def for_unit(self, game: G, state: State, args: Args, unit: int) -> Iterator[Action]:
        if unit in self.movable(game, state, args[1]):
            yield from self._moves(game, state, unit)
        yield from (a for a in shows(game, state, args[1]) if a.unit == game.units.ids[unit])

    def general(self, game: G, state: State, args: Args) -> Iterator[Action]:
        yield EndPhase()

    def cost(self, game: G, state: State, args: Args, action: Action) -> float | None:
        if not isinstance(action, Move):
            return None
        unit = game.units.index_of(action.units[0])
        return self.check_march(game, state, unit, list(game.board.indexes(action.path)))

    def _moves(self, game: G, state: State, unit: int) -> Iterator[Action]:
        found = self.reach(game, state, unit)
        for space in found:
            yield _move(game, unit, found.path(space))

    def sample(self, game: G, state: State, args: Args, rng: Random) -> Action:
        """One unit that has not moved, or the end of the phase, each with the same chance."""
        units = self.movable(game, state, args[1])
        while units:
            pick = int(rng.random() * (len(units) + 1))
            if pick == len(units):
                break
            found = self.reach(game, state, units[pick])
            spaces = self.inviting(game, state, units[pick], list(found), rng)
            if spaces:
                return _move(game, units[pick], found.path(spaces[int(rng.random() * len(spaces))]))
            units.pop(pick)
        return EndPhase()

    # -- judging and doing ------------------------------------------------------------------------------

    def check(self, game: G, state: State, args: Args, action: Action) -> None:
        cite, side = game.rulebook, args[1]
        if isinstance(action, Move):
            if len(action.units) > 1:
                raise IllegalAction(cite["march.alone"], "units move individually, never as a stack")
            units, place = check_group(game, state, side, action.units)
            if state.marks[units[0]] & MOVED:
                text = f"{game.units[units[0]].name} has moved in this phase"
                raise IllegalAction(cite["march.again"], text)
            path = list(game.board.indexes(action.path))
            check_start(game, path, place)
            self.check_march(game, state, units[0], path)
        elif isinstance(action, Show):
            check_show(game, state, side, action)

    def play(self, game: G, state: State, args: Args, action: Action) -> None:
        if isinstance(action, Move):
            unit = game.units.index_of(action.units[0])
            state.marks[unit] |= MOVED
            self.march(game, state, unit, game.board.indexes(action.path)[1:])
            text, case = "{units} moves to {space}", game.rulebook["march.done"]
            game.tell(state, case, text, (unit,), state.where[unit], path=action.path)
        elif isinstance(action, Show):
            show(game, state, action)
        else:
            state.agenda.pop()
            self.end(game, state, args)


def _move(game: HexGame, unit: int, path: Iterable[int]) -> Move:
    return Move((game.units.ids[unit],), tuple(game.board.ids[s] for s in path))
