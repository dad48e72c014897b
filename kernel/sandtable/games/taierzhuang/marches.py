"""BOT-7.1, 8: movement, one unit after another."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING

from ...actions import EndPhase, Move
from ...errors import IllegalAction
from ...hexwar.marching import check_path
from ...hexwar.solo import SoloMoveStep
from ...movement import Reach
from ...state import State
from .regiments import allowance
from .supply import breaking_out, cone, northward
from .words import JAPANESE

if TYPE_CHECKING:
    from .game import Taierzhuang

CROWDING = 0.1
"""How often random play looks at hexes that are full."""


def check_crossing(game: Taierzhuang, unit: int, here: int, there: int) -> None:
    """BOT-8.3f, 8.3h, 8.4b: the canal away from bridges, and armour in the city centre."""
    if game.board.direction(here, there) < 0 or game.may_cross(unit, here, there):
        return
    counter, label = game.units[unit], game.board.label(there)
    if game.ground.wet(here, there):
        case = "BOT-8.3h" if counter.side == JAPANESE else "BOT-8.4b"
        raise IllegalAction(case, f"{counter.name} crosses the canal only at a bridge, not into {label}")
    raise IllegalAction("BOT-8.3f", f"{counter.name} may never enter {label} in the city centre")


class MovePhase(SoloMoveStep["Taierzhuang"]):
    """BOT-8.0, 8.1: units move one after another, never as a stack."""

    case, accepts = "BOT-8.0e", (Move, EndPhase)

    def reach(self, game: Taierzhuang, state: State, unit: int) -> Reach:
        """BOT-7.1, 8.0a, 5.6d: all hexes that a unit can get to in its Movement Phase."""
        side, start = game.side_of[unit], state.where[unit]
        mover, blocked = game.movers[game.gait[unit]], state.count[1 - side]
        if breaking_out(state, side):
            if game.options["breakout_move"] == "stepwise":
                mover = game.northward_movers[game.gait[unit]]
            else:
                ahead = cone(game, start)
                blocked = bytearray(1 if s not in ahead or n else 0 for s, n in enumerate(blocked))
        points = allowance(game, state, unit)
        return mover.reach(start, points, blocked, state.zone[1 - side], state.count[side])

    def check_march(self, game: Taierzhuang, state: State, unit: int, path: list[int]) -> int:
        side = game.side_of[unit]
        stepwise = game.options["breakout_move"] == "stepwise"
        ahead = cone(game, path[0]) if breaking_out(state, side) else None
        for here, there in pairwise(path):
            check_crossing(game, unit, here, there)
            if ahead is not None and (there not in ahead or (stepwise and not northward(game, here, there))):
                text = f"a breakout leads north, northeast or northwest, not to {game.board.label(there)}"
                raise IllegalAction("BOT-5.6d", text)
        cost = game.movers[game.gait[unit]].cost
        return check_path(game, state, side, path, allowance(game, state, unit), cost)

    def march(self, game: Taierzhuang, state: State, unit: int, path: Sequence[int]) -> None:
        """BOT-3.4c, 4.1a: every hex on the way changes hands, until that ends the game."""
        for space in path:
            if state.result is None:
                game.enter(state, unit, space)

    def inviting(
        self, game: Taierzhuang, state: State, unit: int, spaces: list[int], rng: Random
    ) -> list[int]:
        """Random play seldom walks into a hex where it would have to give a unit up."""
        if rng.random() < CROWDING:
            return spaces
        side, count = game.side_of[unit], state.count[game.side_of[unit]]
        return [s for s in spaces if not count[s] or game.fits(state, side, s, [*state.units_at(s), unit])]


STEPS = (MovePhase(),)
