"""SFV-7.1, 8: movement, with the armoured train and the 5th Cavalry Brigade."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ...errors import IllegalAction
from ...hexwar.marching import check_path, check_step
from ...hexwar.solo import SoloMoveStep, Ways
from ...hexwar.trails import Trails
from ...movement import Reach
from ...state import State
from ...steps import Args
from .words import CAVALRY, SOVIET, TRAIN

if TYPE_CHECKING:
    from .game import StalinsFirstVictory


def reach(game: StalinsFirstVictory, state: State, unit: int) -> Reach | Trails:
    """SFV-7.1, 8.0a: all hexes that a unit can get to in its Movement Phase."""
    start, counter = state.where[unit], game.units[unit]
    if counter.special in (CAVALRY, TRAIN):
        return Trails(start, counter.movement, lambda here: _onward(game, state, unit, here, here == start))
    side = counter.side
    zone = state.zone[1 - side]
    if game.options["ezoc_to_ezoc"] == "allowed" and zone[start]:
        zone = bytearray(zone)
        zone[start] = 0
    return game.movers[side].reach(start, counter.movement, state.count[1 - side], zone, state.count[side])


def _onward(
    game: StalinsFirstVictory, state: State, unit: int, here: int, first: bool
) -> Iterator[tuple[int, int, bool]]:
    for there in game.board.adjacent(here):
        try:
            price = special_price(game, state, unit, here, there, first)
        except IllegalAction:
            continue
        yield there, price, must_stop(game, state, unit, there)


def special_price(
    game: StalinsFirstVictory, state: State, unit: int, here: int, there: int, first: bool
) -> int:
    """SFV-7.1g-j, 8.3: one step, the `first` or a later one, of the cavalry brigade or of the train."""
    counter = game.units[unit]
    side = counter.side
    train = counter.special == TRAIN
    if train and (here, there) not in game.railway:
        raise IllegalAction(
            "SFV-8.3a", f"no railway leads from {game.board.ids[here]} to {game.board.label(there)}"
        )
    price = check_step(game, game.cost[side], here, there)
    if state.count[1 - side][there]:
        raise IllegalAction("SFV-8.0g", f"{game.board.label(there)} holds enemy units")
    leaves = game.in_enemy_zone(state, side, here)
    if train:
        if first and leaves and game.in_enemy_zone(state, side, there) and not game.free_exit:
            raise IllegalAction("SFV-7.1c", "from one enemy zone of control a unit may not step into another")
        if beyond_cut(game, state, here, there):
            raise IllegalAction("SFV-8.3d", "the line is cut: the train can only go back")
        return price
    pays = not first or game.options["cavalry_exit_cost"] == "always"
    return price + (game.exit_points if leaves and pays else 0)


def beyond_cut(game: StalinsFirstVictory, state: State, here: int, there: int) -> bool:
    """SFV-8.3d, 8.3f: does this step along the railway lead across the cut?"""
    place = game.line_place
    return here == game.cut_hex and bool(state.vars["cut"]) and place[there] > place[here]


def must_stop(game: StalinsFirstVictory, state: State, unit: int, there: int) -> bool:
    """SFV-7.1a, 7.1g, 8.3d: does a special unit's march end in this hex?"""
    counter = game.units[unit]
    if counter.special == CAVALRY:
        return False
    return game.in_enemy_zone(state, counter.side, there) or (
        there == game.cut_hex and bool(state.vars["cut"])
    )


def check_march(game: StalinsFirstVictory, state: State, unit: int, path: list[int]) -> int:
    """SFV-7.1, 8.0: may a unit go along this path? Returns the points spent."""
    counter = game.units[unit]
    if counter.special not in (CAVALRY, TRAIN):
        cost = game.cost[counter.side]
        return check_path(game, state, counter.side, path, counter.movement, cost, may_leave=game.free_exit)
    spent = 0
    for place in range(1, len(path)):
        here, there = path[place - 1], path[place]
        if place > 1 and must_stop(game, state, unit, here):
            cut = here == game.cut_hex and state.vars["cut"]
            text = f"the move must end in {game.board.label(here)}"
            raise IllegalAction("SFV-8.3d" if cut else "SFV-7.1a", text)
        spent += special_price(game, state, unit, here, there, place == 1)
        if spent > counter.movement:
            raise IllegalAction("SFV-8.2a", f"{game.board.label(there)} is out of reach: {spent} points")
    return spent


class MovePhase(SoloMoveStep["StalinsFirstVictory"]):
    """SFV-8.0, 8.1: units move one after another, never as a stack."""

    case = "SFV-8.0d"

    def reach(self, game: StalinsFirstVictory, state: State, unit: int) -> Ways:
        return reach(game, state, unit)

    def check_march(self, game: StalinsFirstVictory, state: State, unit: int, path: list[int]) -> int:
        return check_march(game, state, unit, path)

    def march(self, game: StalinsFirstVictory, state: State, unit: int, path: Sequence[int]) -> None:
        game.march(state, unit, path)

    def end(self, game: StalinsFirstVictory, state: State, args: Args) -> None:
        if args[1] == SOVIET:
            mend_after_advance(game, state)


def mend_at_start(game: StalinsFirstVictory, state: State) -> None:
    """SFV-8.3e, R-9: the train begins the phase in the cut hex and mends the line."""
    by_advance = state.vars["cut_advance"] and game.options["cut_after_advance"] == "end_of_next_movement"
    if state.vars["cut"] and not by_advance and state.where[game.train] == game.cut_hex:
        mend(game, state, "SFV-8.3e")


def mend_after_advance(game: StalinsFirstVictory, state: State) -> None:
    """SFV-8.3g, R-9: after an advance the cut goes at the end of the next Soviet Movement Phase."""
    if state.vars["cut"] and state.vars["cut_advance"]:
        mend(game, state, "SFV-8.3g")


def mend(game: StalinsFirstVictory, state: State, case: str) -> None:
    """SFV-8.3h: the marker is removed and never returns."""
    state.vars["cut"] = state.vars["cut_advance"] = 0
    game.tell(state, case, "the railway at {space} is mended", space=game.cut_hex)


STEPS = (MovePhase(),)
