"""Steps: one small class for each kind of decision, or of automatic business, in a sequence of play.

What is pending lies on `state.agenda`, a stack of tuples (step name, arguments …). A step with nothing
to decide is `idle`: the kernel takes it off the agenda and runs it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from .actions import Action
from .errors import IllegalAction
from .groups import standing_in
from .state import State

if TYPE_CHECKING:
    from .game import Game

G = TypeVar("G", bound="Game")
Args = tuple[Any, ...]
"""An agenda entry: the step's name, then its arguments."""


class Step(Generic[G]):
    """A kind of decision. Subclasses say who decides, what is legal, and what it does."""

    name: ClassVar[str]
    case: ClassVar[str]
    accepts: ClassVar[tuple[type[Action], ...]] = ()
    declines: ClassVar[str] = ""
    """What a pass comes to here, as a button says it."""

    def side(self, game: G, state: State, args: Args) -> int:
        """Who decides; by default the side whose turn it is."""
        return state.side

    def prompt(self, game: G, state: State, args: Args) -> str:
        """The question, for a person."""
        raise KeyError(f"{self.name} asks nothing")

    def idle(self, game: G, state: State, args: Args) -> bool:
        """Is there nothing to decide? Then `run` is called instead."""
        return False

    def run(self, game: G, state: State, args: Args) -> None:
        """The automatic business of an idle step; it has left the agenda already."""

    def legal(self, game: G, state: State, args: Args) -> Iterator[Action]:
        """The canonical actions."""
        yield from ()

    def lots(self, game: G, state: State, args: Args) -> Iterable[Sequence[int]]:
        """Units that are alike, where `legal` names one of them for all the others."""
        return ()

    def for_unit(self, game: G, state: State, args: Args, unit: int) -> Iterator[Action]:
        """The canonical actions that name a unit, or one like it, as they are for this very unit; override
        where filtering all of them is dear."""
        ids = game.units.ids
        twins = {ids[u] for lot in self.lots(game, state, args) if unit in lot for u in lot if u != unit}
        if not twins:
            return (a for a in self.legal(game, state, args) if ids[unit] in a.touched_units)
        listed = self.legal(game, state, args)
        return iter(dict.fromkeys(a for listing in listed for a in standing_in(listing, ids[unit], twins)))

    def general(self, game: G, state: State, args: Args) -> Iterator[Action]:
        """The canonical actions that name no unit; override where filtering all of them is dear."""
        return (a for a in self.legal(game, state, args) if not a.touched_units)

    def cost(self, game: G, state: State, args: Args, action: Any) -> float | None:
        """The movement points that a legal action takes; None where it is no march."""
        return None

    def sample(self, game: G, state: State, args: Args, rng: Random) -> Action:
        """One canonical action at random."""
        actions = list(self.legal(game, state, args))
        return actions[int(rng.random() * len(actions))]

    def check(self, game: G, state: State, args: Args, action: Any) -> None:
        """Raises IllegalAction when the rules forbid this action; by default all but the canonical ones."""
        if action not in self.legal(game, state, args):
            raise IllegalAction(
                self.case, f"{action} is not among the choices: {self.prompt(game, state, args)}"
            )

    def play(self, game: G, state: State, args: Args, action: Any) -> None:
        """Carries out a checked action on a state of its own; takes itself off the agenda when done."""
        raise KeyError(f"{self.name} asks nothing")


class Business(Step[G]):
    """A step that never asks: it just happens."""

    def idle(self, game: G, state: State, args: Args) -> bool:
        return True


def business(name: str, case: str, run: Callable[[Any, State, Args], None]) -> Business[Any]:
    """Automatic business from a function of (game, state, args)."""
    cls = type(name, (Business,), {"name": name, "case": case, "run": lambda self, g, s, a: run(g, s, a)})
    step: Business[Any] = cls()
    return step
