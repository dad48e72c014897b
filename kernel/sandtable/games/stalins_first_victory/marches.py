"""SFV-7.1, 8: movement, with the armoured train and the 5th Cavalry Brigade."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING

from ...actions import Action, EndPhase, Move, Show
from ...errors import IllegalAction
from ...hexwar.marching import check_group, check_path, check_start, check_step
from ...hexwar.marks import MOVED
from ...hexwar.tops import check_show, show, shows
from ...hexwar.trails import Trails
from ...movement import Reach
from ...state import State
from ...steps import Args, Step
from .words import CAVALRY, SIDES, SOVIET, TRAIN

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


def check_march(game: StalinsFirstVictory, state: State, unit: int, path: list[int]) -> None:
    """SFV-7.1, 8.0: may a unit go along this path?"""
    counter = game.units[unit]
    if counter.special not in (CAVALRY, TRAIN):
        cost = game.cost[counter.side]
        check_path(game, state, counter.side, path, counter.movement, cost, may_leave=game.free_exit)
        return
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


class MovePhase(Step["StalinsFirstVictory"]):
    """SFV-8.0, 8.1: units move one after another, never as a stack."""

    name, case, accepts = "move", "SFV-8.0d", (Move, Show, EndPhase)

    def side(self, game: StalinsFirstVictory, state: State, args: Args) -> int:
        return int(args[1])

    def prompt(self, game: StalinsFirstVictory, state: State, args: Args) -> str:
        return f"Move {SIDES[args[1]]} units one by one, or end the phase."

    @staticmethod
    def movable(game: StalinsFirstVictory, state: State, side: int) -> list[int]:
        """SFV-8.0f: units on the map that have not moved in this phase."""
        return [u for u in game.own[side] if state.where[u] >= 0 and not state.marks[u] & MOVED]

    def legal(self, game: StalinsFirstVictory, state: State, args: Args) -> Iterator[Action]:
        yield EndPhase()
        for u in self.movable(game, state, args[1]):
            yield from self._moves(game, state, u)
        yield from shows(game, state, args[1])

    def for_unit(self, game: StalinsFirstVictory, state: State, args: Args, unit: int) -> Iterator[Action]:
        if unit in self.movable(game, state, args[1]):
            yield from self._moves(game, state, unit)
        yield from (a for a in shows(game, state, args[1]) if a.unit == game.units.ids[unit])

    @staticmethod
    def _moves(game: StalinsFirstVictory, state: State, unit: int) -> Iterator[Action]:
        found = reach(game, state, unit)
        for space in found:
            yield Move((game.units.ids[unit],), tuple(game.board.ids[s] for s in found.path(space)))

    def sample(self, game: StalinsFirstVictory, state: State, args: Args, rng: Random) -> Action:
        """One unit that has not moved, or the end of the phase, each with the same chance."""
        units = self.movable(game, state, args[1])
        while units:
            pick = int(rng.random() * (len(units) + 1))
            if pick == len(units):
                break
            found = reach(game, state, units[pick])
            spaces = list(found)
            if spaces:
                path = found.path(spaces[int(rng.random() * len(spaces))])
                return Move((game.units.ids[units[pick]],), tuple(game.board.ids[s] for s in path))
            units.pop(pick)
        return EndPhase()

    def check(self, game: StalinsFirstVictory, state: State, args: Args, action: Action) -> None:
        side = args[1]
        if isinstance(action, Move):
            if len(action.units) > 1:
                raise IllegalAction("SFV-8.1a", "units move individually, never as a stack")
            units, place = check_group(game, state, side, action.units)
            if state.marks[units[0]] & MOVED:
                raise IllegalAction("SFV-8.0f", f"{game.units[units[0]].name} has moved in this phase")
            path = list(game.board.indexes(action.path))
            check_start(game, path, place)
            check_march(game, state, units[0], path)
        elif isinstance(action, Show):
            check_show(game, state, side, action)

    def play(self, game: StalinsFirstVictory, state: State, args: Args, action: Action) -> None:
        if isinstance(action, Move):
            unit = game.units.index_of(action.units[0])
            state.marks[unit] |= MOVED
            game.march(state, unit, game.board.indexes(action.path)[1:])
            game.tell(
                state, "SFV-8.0b", "{units} moves to {space}", (unit,), state.where[unit], path=action.path
            )
        elif isinstance(action, Show):
            show(game, state, action)
        else:
            state.agenda.pop()
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
