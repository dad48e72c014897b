"""Player turns of two phases, Movement and Combat, whose order is declared for all units of a side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from ..actions import Action, DeclareOrder
from ..errors import IllegalAction, Unknown
from ..state import State
from ..steps import Args, Business, Step
from .game import HexGame
from .marks import forget_phase
from .plans import COMBAT_MOVE as COMBAT_MOVE
from .plans import MOVE_COMBAT as MOVE_COMBAT
from .plans import ORDER_TEXT, ORDERS

G = TypeVar("G", bound=HexGame)

DECLARE, MOVEMENT, COMBAT = "declaration", "movement", "combat"
"""Names of phases."""

_PHASES = {MOVEMENT: "movement_phase", COMBAT: "combat_phase"}


def known_order(order: str) -> str:
    """The order, or a clear error."""
    if order not in ORDERS:
        raise Unknown("order", order, ORDERS)
    return order


def phases_left(order: str, side: int, phase: str | None = None) -> list[Args]:
    """The phases of a player turn for the agenda, the next on top, beginning with this one."""
    names = [MOVEMENT, COMBAT] if order == MOVE_COMBAT else [COMBAT, MOVEMENT]
    left = names if phase is None else names[names.index(phase) :]
    return [(_PHASES[name], side) for name in reversed(left)]


class PlayerTurn(Business[G]):
    """What a side does with its units begins with its declaration; the entry is (name, side)."""

    name = "player_turn"

    def run(self, game: G, state: State, args: Args) -> None:
        state.side, state.phase = args[1], DECLARE
        state.agenda.append(("declare", args[1]))


class DeclareStep(Step[G]):
    """A side declares its order; the entry on the agenda is (name, side)."""

    name, accepts = "declare", (DeclareOrder,)

    def side(self, game: G, state: State, args: Args) -> int:
        return int(args[1])

    def prompt(self, game: G, state: State, args: Args) -> str:
        return f"Turn {state.turn}: which do the {game.side_name(args[1])} units do first, move or fight?"

    def legal(self, game: G, state: State, args: Args) -> Iterator[Action]:
        for order in ORDERS:
            yield DeclareOrder(order)

    def check(self, game: G, state: State, args: Args, action: DeclareOrder) -> None:
        if action.order not in ORDERS:
            raise IllegalAction(self.case, f"the order is {' or '.join(ORDERS)}, not {action.order!r}")

    def play(self, game: G, state: State, args: Args, action: DeclareOrder) -> None:
        state.agenda.pop()
        text = f"the {{side}} side will {ORDER_TEXT[action.order]}"
        state.tell(self.case, text, side=game.sides[args[1]], order=action.order)
        self.settle(game, state, args[1], action.order)

    @staticmethod
    def settle(game: G, state: State, side: int, order: str) -> None:
        """The order holds, and both phases are ahead."""
        state.vars["order"] = order
        state.agenda += phases_left(order, side)


class MovementPhase(Business[G]):
    """A Movement Phase, with the test of stacking at its end; the entry on the agenda is (name, side)."""

    name = "movement_phase"

    def run(self, game: G, state: State, args: Args) -> None:
        state.side, state.phase = args[1], MOVEMENT
        forget_phase(state)
        state.agenda += [("eliminate_overstack", args[1]), ("move", args[1])]


class CombatPhase(Business[G]):
    """A Combat Phase, with the test of stacking at its end; the entry on the agenda is (name, side)."""

    name = "combat_phase"

    def run(self, game: G, state: State, args: Args) -> None:
        side = args[1]
        state.side, state.phase = side, COMBAT
        forget_phase(state)
        state.agenda += [("eliminate_overstack", 1 - side), ("eliminate_overstack", side), ("attack", side)]
