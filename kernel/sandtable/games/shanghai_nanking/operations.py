"""SNC-9: the Operations Phase of movement, overruns included."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING

from ...actions import Action, EndPhase, Move, Show
from ...errors import IllegalAction
from ...hexwar.marching import check_group, check_path, check_start
from ...hexwar.marks import MOVED
from ...hexwar.tops import check_show, show, shows
from ...movement import Reach
from ...state import State
from ...steps import Args, Business, Step
from ...wording import counted, names
from .combat import OVERRUN, Battle, attack_strength, defenders, pending
from .combat_steps import begin, check_support
from .orders import Overrun
from .victory import enter, sudden_death, take_control
from .words import CHINESE, HALF, JAPANESE

if TYPE_CHECKING:
    from .game import ShanghaiNanking


def movable(game: ShanghaiNanking, state: State, side: int) -> list[int]:
    """SNC-9.0a, 9.0g: mobile units on the map that have not moved in this phase."""
    where, marks = state.where, state.marks
    return [u for u in game.mobile[side] if where[u] >= 0 and not marks[u] & MOVED]


def mover(state: State) -> tuple[tuple[int, ...], int, bool]:
    """SNC-9.0i: the group whose move is not finished: its units, half points left, may it walk on?"""
    group = state.vars["mover"]
    return (group[0], group[1], bool(group[2])) if group else ((), 0, False)


def reach(game: ShanghaiNanking, state: State, side: int, start: int, points: int) -> Reach:
    """SNC-7.2, 9.0: how far units of a side get from a hex."""
    count, zone = state.count, state.zone
    return game.movers[side].reach(start, points, count[1 - side], zone[1 - side], count[side])


def walk(game: ShanghaiNanking, state: State, side: int, units: list[int], path: list[int]) -> None:
    """SNC-3.2b, 4.1b, 4.2a: units go along a path; every hex they enter is theirs.

    Near Shanghai a move can decide the game in passing, so there every hex of it is tested.
    """
    if not game.near_key.isdisjoint(path):
        for there in path[1:]:
            for u in units:
                game.put(state, u, there)
            take_control(game, state, side, there)
            sudden_death(game, state)
            if state.result is not None:
                return
        return
    control = state.control
    for there in path[1:-1]:
        if control[there] != side:
            take_control(game, state, side, there)
    for u in units:
        game.put(state, u, path[-1])
    take_control(game, state, side, path[-1])
    sudden_death(game, state)


class MovePhase(Step["ShanghaiNanking"]):
    """SNC-9.0: units move one after another, alone or together; Japanese units may overrun."""

    name, case, accepts = "move", "SNC-9.0d", (Move, Overrun, Show, EndPhase)

    def side(self, game: ShanghaiNanking, state: State, args: Args) -> int:
        return int(args[1])

    def prompt(self, game: ShanghaiNanking, state: State, args: Args) -> str:
        group, left, may = mover(state)
        whose = game.side_name(args[1])
        if group and left > 0 and (may or args[1] == JAPANESE):
            who = names([game.units[u].name for u in group])
            rest = f"{who} {'has' if len(group) == 1 else 'have'} {counted(left / HALF, 'point')} left"
            return f"Move {whose} units ({rest}), or end the phase."
        return f"Move {whose} units, or end the phase."

    # -- listing ------------------------------------------------------------------------------------

    def legal(self, game: ShanghaiNanking, state: State, args: Args) -> Iterator[Action]:
        side = args[1]
        yield EndPhase()
        group, left, may = mover(state)
        if group:
            yield from self._moves(game, state, side, group, left if may else 0)
            yield from self._overruns(game, state, side, group, left)
        stacks: dict[int, list[int]] = {}
        for u in movable(game, state, side):
            stacks.setdefault(state.where[u], []).append(u)
        for units in stacks.values():
            for u in units:
                yield from self._moves(game, state, side, (u,), game.points)
            if len(units) > 1:
                yield from self._moves(game, state, side, tuple(units), game.points)
            for u in units:
                yield from self._overruns(game, state, side, (u,), game.points)
            if len(units) > 1:
                yield from self._overruns(game, state, side, tuple(units), game.points)
        yield from shows(game, state, side)

    def for_unit(self, game: ShanghaiNanking, state: State, args: Args, unit: int) -> Iterator[Action]:
        side = args[1]
        place = state.where[unit]
        if game.side_of[unit] != side or place < 0:
            return
        group, left, may = mover(state)
        if unit in group:
            yield from self._moves(game, state, side, group, left if may else 0)
            yield from self._overruns(game, state, side, group, left)
        elif not game.units[unit].static and not state.marks[unit] & MOVED:
            yield from self._moves(game, state, side, (unit,), game.points)
            yield from self._overruns(game, state, side, (unit,), game.points)
            stack = tuple(
                u for u in state.units_at(place) if not (state.marks[u] & MOVED or game.units[u].static)
            )
            if len(stack) > 1:
                yield from self._moves(game, state, side, stack, game.points)
                yield from self._overruns(game, state, side, stack, game.points)
        id = game.units[unit].id
        yield from (a for a in shows(game, state, side) if a.unit == id)

    def general(self, game: ShanghaiNanking, state: State, args: Args) -> Iterator[Action]:
        yield EndPhase()

    def _moves(
        self, game: ShanghaiNanking, state: State, side: int, units: tuple[int, ...], points: int
    ) -> Iterator[Action]:
        if points <= 0:
            return
        ids, names = game.board.ids, tuple(game.units[u].id for u in units)
        found = reach(game, state, side, state.where[units[0]], points)
        for space in found:
            yield Move(names, tuple(ids[s] for s in found.path(space)))

    def _overruns(
        self, game: ShanghaiNanking, state: State, side: int, units: tuple[int, ...], points: int
    ) -> Iterator[Action]:
        if side == CHINESE or not units:
            return
        here = state.where[units[0]]
        for target in game.touch[here]:
            if (
                state.count[CHINESE][target]
                and not (game.ground.city[target] or game.ground.town[target])
                and overrun_cost(game, here, target) <= points
                and attack_strength(game, state, overrun_battle(units, target, None)) > 0
            ):
                yield Overrun(tuple(game.units[u].id for u in units), game.board.ids[target])

    def sample(self, game: ShanghaiNanking, state: State, args: Args, rng: Random) -> Action:
        """One unit that has not moved, or the end of the phase, each with the same chance."""
        side = args[1]
        where, marks, pool = state.where, state.marks, game.mobile[side]
        random = rng.random
        group, left, _ = mover(state)
        if group and left > 0 and side == JAPANESE and random() < 0.5:
            again = list(self._overruns(game, state, side, group, left))
            if again:
                return again[int(random() * len(again))]
        while True:
            pick = int(random() * (len(pool) + 1))
            if pick == len(pool):
                return EndPhase()
            unit = pool[pick]
            start = where[unit]
            if start < 0 or marks[unit] & MOVED:
                continue
            together: tuple[int, ...] = (unit,)
            if state.count[side][start] > 1 and random() < 0.25:
                together = tuple(
                    u for u in state.units_at(start) if not (marks[u] & MOVED or game.units[u].static)
                )
            if side == JAPANESE and random() < 0.25:
                targets = list(self._overruns(game, state, side, together, game.points))
                if targets:
                    return targets[int(random() * len(targets))]
            found = reach(game, state, side, start, 1 + int(random() * game.points))
            if found.count == 0:
                found = reach(game, state, side, start, game.points)
                if found.count == 0:
                    continue
            ids = game.board.ids
            path = found.path(found.order[int(random() * found.count)])
            return Move(tuple([game.units.ids[u] for u in together]), tuple([ids[s] for s in path]))

    # -- judging --------------------------------------------------------------------------------------

    def check(self, game: ShanghaiNanking, state: State, args: Args, action: Action) -> None:
        side = args[1]
        if isinstance(action, Move):
            self._check_move(game, state, side, action)
        elif isinstance(action, Overrun):
            self._check_overrun(game, state, side, action)
        elif isinstance(action, Show):
            check_show(game, state, side, action)

    def cost(self, game: ShanghaiNanking, state: State, args: Args, action: Action) -> float | None:
        """SNC-9.1, 9.6b: the points that a move spends, or that an overrun needs."""
        if isinstance(action, Move):
            return self._check_move(game, state, args[1], action) / HALF
        if isinstance(action, Overrun):
            here = state.where[game.units.index_of(action.units[0])]
            return overrun_cost(game, here, game.board.index(action.target)) / HALF
        return None

    def _check_move(self, game: ShanghaiNanking, state: State, side: int, action: Move) -> int:
        """SNC-9.0: the half points that a move spends, if the units may go that way."""
        units, place = check_group(game, state, side, action.units)
        points, may = self._points(game, state, units)
        if not may:
            raise IllegalAction(
                "SNC-7.2a", "these units have stopped in an enemy zone of control or after an overrun"
            )
        path = list(game.board.indexes(action.path))
        check_start(game, path, place)
        return check_path(game, state, side, path, points, game.cost[side], HALF)

    @staticmethod
    def _points(
        game: ShanghaiNanking, state: State, units: list[int], done: str = "SNC-9.0i"
    ) -> tuple[int, bool]:
        """SNC-9.0a, 9.0f, 9.0i: half points these units have, and whether they may walk.

        `done` is the rule that keeps units which moved apart from acting together or again.
        """
        group, left, may = mover(state)
        if group and set(units) <= set(group):
            return left, may
        for u in units:
            if state.marks[u] & MOVED:
                raise IllegalAction(done, f"{game.units[u].name} has finished its move in this phase")
        return game.points, True

    def _check_overrun(self, game: ShanghaiNanking, state: State, side: int, action: Overrun) -> None:
        if side == CHINESE:
            raise IllegalAction("SNC-9.6a", "only Japanese units overrun")
        units, place = check_group(game, state, side, action.units, "overrun.apart")
        points, _ = self._points(game, state, units, "SNC-9.6c")
        target = game.board.index(action.target)
        if target not in game.touch[place]:
            raise IllegalAction(
                "SNC-9.6a", f"{game.board.label(target)} cannot be attacked from {game.board.ids[place]}"
            )
        if game.ground.city[target] or game.ground.town[target]:
            raise IllegalAction("SNC-9.6a", f"{game.board.label(target)} is a city or a town")
        if not state.count[CHINESE][target]:
            raise IllegalAction("SNC-9.6a", f"no Chinese unit is in {game.board.label(target)}")
        need = overrun_cost(game, place, target)
        if need > points:
            raise IllegalAction(
                "SNC-9.6b", f"an overrun there takes {need / HALF:g} points of {points / HALF:g}"
            )
        battle = overrun_battle(tuple(units), target, action.support)
        if attack_strength(game, state, battle) < 1:
            raise IllegalAction("SNC-10.4.1j", "nothing is left of the strength across the water")
        if action.support is not None:
            check_support(game, state, battle, action.support)

    # -- doing --------------------------------------------------------------------------------------------

    def play(self, game: ShanghaiNanking, state: State, args: Args, action: Action) -> None:
        side = args[1]
        if isinstance(action, Move):
            self._move(game, state, side, action)
        elif isinstance(action, Overrun):
            units = tuple(game.units.index_of(id) for id in action.units)
            points, _ = self._points(game, state, list(units))
            for u in units:
                state.marks[u] |= MOVED
            state.vars["mover"] = (units, points, False)
            begin(game, state, overrun_battle(units, game.board.index(action.target), action.support))
        elif isinstance(action, Show):
            show(game, state, action)
        else:
            state.agenda.pop()
            state.vars["mover"] = ()

    def _move(self, game: ShanghaiNanking, state: State, side: int, action: Move) -> None:
        number = game.board.number
        path = [number[id] for id in action.path]
        units = [game.units.number[id] for id in action.units]
        points, _ = self._points(game, state, units)
        cost, degree, board = game.cost[side], game.board.degree, game.board
        for a, b in pairwise(path):
            points -= cost[a * degree + board.direction(a, b)]
        for u in units:
            state.marks[u] |= MOVED
        # Asked before they enter: a unit's own arrival does not lift the zone it walks into (7.1e).
        may = points > 0 and not game.in_enemy_zone(state, side, path[-1])
        walk(game, state, side, units, path)
        state.vars["mover"] = (tuple(units), points, may) if points > 0 else ()
        if state.events is not None:
            reached = state.where[units[0]]
            game.tell(state, "SNC-9.0b", "{units} [moves|move] to {space}", units, reached, path=action.path)


def overrun_cost(game: ShanghaiNanking, here: int, target: int) -> int:
    """SNC-9.6b: one point more than entering the hex, in half points."""
    board = game.board
    return game.cost[JAPANESE][here * board.degree + board.direction(here, target)] + game.overrun_points


def overrun_battle(units: tuple[int, ...], target: int, support: tuple[str, ...] | None) -> Battle:
    return Battle(OVERRUN, target, units, support, (), False)


class EndOverrun(Business["ShanghaiNanking"]):
    """SNC-9.6g-i: the survivors enter, or stay; they may try again while they have the points."""

    name, case = "end_overrun", "SNC-9.6g"

    def run(self, game: ShanghaiNanking, state: State, args: Args) -> None:
        battle = pending(state)
        units = tuple(u for u in battle.attackers if state.where[u] >= 0)
        _, points, _ = mover(state)
        if not units:
            state.vars["mover"] = ()
            return
        if defenders(game, state, battle):
            state.vars["mover"] = (units, points - game.overrun_points, False)
            game.tell(state, "SNC-9.6i", "the overrun fails; {units} [stays|stay]", units)
            return
        points -= overrun_cost(game, state.where[units[0]], battle.target)
        may = not game.in_enemy_zone(state, JAPANESE, battle.target)
        for u in units:
            enter(game, state, u, battle.target)
        state.vars["mover"] = (units, points, may)
        game.tell(state, "SNC-9.6g", "{units} [overruns|overrun] {space}", units, battle.target)
        sudden_death(game, state)


STEPS = (MovePhase(), EndOverrun())
