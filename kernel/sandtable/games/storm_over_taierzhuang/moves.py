"""SOT-7.1, 11.0: movement of groups, their stops and drop-offs, and the reaction to them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING

from ...actions import Action, Move, Pass
from ...errors import IllegalAction
from ...groups import worthwhile
from ...marches import Leg, march, way_to
from ...state import State
from ...steps import Args
from ...wording import counted
from .control import control_moves
from .forces import check_units, ids_of, is_able, spend
from .hands import Asking
from .words import CHINESE, JAPANESE, TANK, VERTEX

if TYPE_CHECKING:
    from .game import StormOverTaierzhuang


def allowance(game: StormOverTaierzhuang, units: Sequence[int]) -> int:
    """SOT-7.1b, 7.1.1g: the slowest unit sets the allowance of its group."""
    return min(game.units[u].movement for u in units)


def entry(game: StormOverTaierzhuang, state: State, side: int, space: int, tanks: bool) -> int:
    """SOT-7.1.1a, b, e, R-12: points to enter an area; a group with tanks pays for them in the town."""
    owner = state.control[space]
    if owner == 1 - side:
        points = game.costs["enemy"]
    elif owner == side:
        points = game.costs["friendly"]
    elif state.count[CHINESE][space] and state.count[JAPANESE][space]:
        points = game.contested_cost
    else:
        points = game.costs["uncontrolled"]
    return points + game.ground.level[space].tank_cost if tanks else points


def must_halt(game: StormOverTaierzhuang, state: State, side: int, space: int) -> bool:
    """SOT-7.1.1c, 7.1.1j: a move ends where enemies stand, and where the enemy has control."""
    return state.count[1 - side][space] > 0 or state.control[space] == 1 - side


def pricing(
    game: StormOverTaierzhuang, state: State, side: int, units: Sequence[int]
) -> Callable[[int], int | None]:
    """What entering costs this group; None where it would break the stacking limit (SOT-7.1.2b)."""
    tanks = any(game.units[u].kind == TANK for u in units)
    own, most = state.count[side], game.stack - len(units)
    return lambda space: entry(game, state, side, space, tanks) if own[space] <= most else None


def reach(
    game: StormOverTaierzhuang, state: State, side: int, units: Sequence[int], points: int
) -> dict[int, Leg]:
    """Every area that a group can get to."""
    return march(
        state.where[units[0]],
        points,
        game.ground.move[side],
        pricing(game, state, side, units),
        lambda space: must_halt(game, state, side, space),
    )


def check_path(
    game: StormOverTaierzhuang, state: State, side: int, units: list[int], path: Sequence[str], points: int
) -> int:
    """SOT-7.1, 11.0: walks a path area by area; returns the points left, 0 after a stop."""
    board, way = game.board, game.board.indexes(path)
    if way[0] != state.where[units[0]]:
        raise IllegalAction("SOT-7.1a", f"the units do not stand in {board.label(way[0])}")
    if len(way) < 2:
        raise IllegalAction("SOT-7.1a", "a move goes to at least one more area")
    tanks = any(game.units[u].kind == TANK for u in units)
    for place in range(1, len(way)):
        here, there = way[place - 1], way[place]
        check_crossing(game, side, here, there)
        if place > 1 and must_halt(game, state, side, here):
            case = "SOT-7.1.1c" if state.count[1 - side][here] else "SOT-7.1.1j"
            raise IllegalAction(case, f"the move ends in {board.label(here)}")
        check_room(game, state, side, units, there)
        price = entry(game, state, side, there, tanks)
        if price > points:
            raise IllegalAction("SOT-7.1c", f"entering {board.label(there)} takes {price} points of {points}")
        points -= price
    return 0 if must_halt(game, state, side, way[-1]) else points


def move_cost(game: StormOverTaierzhuang, state: State, side: int, action: Action) -> float | None:
    """SOT-7.1.1: the points that a group spends along its path."""
    if not isinstance(action, Move):
        return None
    tanks = any(game.units.by_id(id).kind == TANK for id in action.units)
    return sum(entry(game, state, side, space, tanks) for space in game.board.indexes(action.path[1:]))


def check_crossing(game: StormOverTaierzhuang, side: int, here: int, there: int) -> None:
    """SOT-2.3g, 7.1.1i, 11.0a, R-63: may units of a side step from one space to the other?"""
    if there in game.ground.move[side][here]:
        return
    board = game.board
    text = f"no {game.side_name(side)} unit moves from {board.label(here)} to {board.label(there)}"
    if game.ground.zone[there]:
        raise IllegalAction("SOT-2.3e" if there in game.ground.zones[side] else "SOT-2.3g", text)
    if there in game.ground.beside[here]:
        raise IllegalAction("SOT-11.0a", text)
    raise IllegalAction("SOT-7.1.1i" if board.contact(here, there) == VERTEX else "SOT-7.1a", text)


def check_room(game: StormOverTaierzhuang, state: State, side: int, units: Sequence[int], space: int) -> None:
    """SOT-7.1.2: at no time more than the limit of one side in an area."""
    others = state.count[side][space] - sum(1 for u in units if state.where[u] == space)
    if others + len(units) > game.stack:
        label, whose = game.board.label(space), game.side_name(side)
        raise IllegalAction("SOT-7.1.2a", f"{label} would hold more than {game.stack} {whose} units")


# -- doing ------------------------------------------------------------------------------------------------


def go(
    game: StormOverTaierzhuang, state: State, side: int, units: Sequence[int], space: int, left: int
) -> None:
    """A group arrives in an area with so many points left; whoever waits there may react."""
    for u in units:
        game.put(state, u, space)
    state.vars["mover"] = (tuple(units), left)
    if state.events is not None:
        game.tell(state, "SOT-7.1a", "{units} [moves|move] to {space}", units, space)
    control_moves(game, state)
    state.agenda.append(("march_on",))
    if not left and not state.vars["rush"] and game.options["movers_ready_in_reaction"] == "no":
        spend(game, state, units, "SOT-7.1e")
    if side == JAPANESE and state.count[CHINESE][space]:
        state.agenda.append(("resolute_defence", space))


def finish(game: StormOverTaierzhuang, state: State) -> None:
    """SOT-7.1e: a move is over and its units are Spent, unless a rush goes on."""
    units, _ = state.vars["mover"]
    state.vars["mover"] = ()
    if not state.vars["rush"]:
        spend(game, state, units, "SOT-7.1e")


def drop_off(game: StormOverTaierzhuang, state: State, group: Sequence[int], going: Sequence[int]) -> None:
    """SOT-7.1.1h: whoever does not go on has finished."""
    spend(game, state, [u for u in group if u not in going], "SOT-7.1.1h")


# -- listing ----------------------------------------------------------------------------------------------


def groups(
    game: StormOverTaierzhuang, state: State, side: int, units: Sequence[int]
) -> list[tuple[int, ...]]:
    """Groups worth moving among able units of one place: sizes, arms, and what a neighbour has room for."""
    if not units:
        return []
    found = worthwhile(units, game.stack)
    tanks = [u for u in units if game.units[u].kind == TANK]
    if tanks and len(tanks) < len(units):
        found.append(tuple(tanks[: game.stack]))
        found.append(tuple([u for u in units if u not in tanks][: game.stack]))
    own = state.count[side]
    for there in game.ground.move[side][state.where[units[0]]]:
        room = game.stack - own[there]
        if 0 < room < len(units):
            found.append(tuple(units[:room]))
    return list(dict.fromkeys(found))


def moves(
    game: StormOverTaierzhuang, state: State, side: int, units: tuple[int, ...], points: int
) -> Iterator[Move]:
    """Each destination of a group once, by a cheapest way."""
    start, ids, names = state.where[units[0]], game.board.ids, ids_of(game, units)
    found = reach(game, state, side, units, points)
    for space in found:
        yield Move(names, tuple(ids[s] for s in way_to(found, start, space)))


def sample_move(
    game: StormOverTaierzhuang, state: State, side: int, units: tuple[int, ...], points: int, rng: Random
) -> Move | None:
    """One of them at random."""
    found = reach(game, state, side, units, points)
    if not found:
        return None
    space = list(found)[int(rng.random() * len(found))]
    way = way_to(found, state.where[units[0]], space)
    ids = game.board.ids
    return Move(ids_of(game, units), tuple([ids[s] for s in way]))


class MarchOn(Asking):
    """SOT-7.1d, 7.1e, 7.1.1h: a group with points left goes on, drops units off, or stops."""

    name, case, accepts = "march_on", "SOT-7.1d", (Move, Pass)
    declines = "Nobody goes on"

    @staticmethod
    def _group(state: State) -> tuple[list[int], int]:
        """Those that are still able, and their points."""
        units, left = state.vars["mover"]
        return [u for u in units if is_able(state, u)], left

    def prompt(self, game: StormOverTaierzhuang, state: State, args: Args) -> str:
        units, left = self._group(state)
        where = game.board.label(state.where[units[0]])
        return f"The group in {where} has {counted(left, 'movement point')} left: who goes on?"

    def idle(self, game: StormOverTaierzhuang, state: State, args: Args) -> bool:
        units, left = self._group(state)
        if not left or not units:
            return True
        return all(
            not reach(game, state, state.side, g, left) for g in groups(game, state, state.side, units)
        )

    def run(self, game: StormOverTaierzhuang, state: State, args: Args) -> None:
        finish(game, state)

    def legal(self, game: StormOverTaierzhuang, state: State, args: Args) -> Iterator[Action]:
        yield Pass()
        units, left = self._group(state)
        for group in groups(game, state, state.side, units):
            yield from moves(game, state, state.side, group, left)

    def sample(self, game: StormOverTaierzhuang, state: State, args: Args, rng: Random) -> Action:
        units, left = self._group(state)
        if rng.random() < 0.6:
            return Pass()
        some = groups(game, state, state.side, units)
        group = some[int(rng.random() * len(some))]
        return sample_move(game, state, state.side, group, left, rng) or Pass()

    def check(self, game: StormOverTaierzhuang, state: State, args: Args, action: Action) -> None:
        if isinstance(action, Move):
            units = check_units(game, state, state.side, action.units)
            group, left = self._group(state)
            for u in units:
                if u not in group:
                    raise IllegalAction("SOT-7.1.1f", f"{game.units[u].name} is not in the moving group")
            check_path(game, state, state.side, units, action.path, left)

    def cost(self, game: StormOverTaierzhuang, state: State, args: Args, action: Action) -> float | None:
        return move_cost(game, state, state.side, action)

    def play(self, game: StormOverTaierzhuang, state: State, args: Args, action: Action) -> None:
        state.agenda.pop()
        if not isinstance(action, Move):
            finish(game, state)
            return
        group, left = self._group(state)
        carry(game, state, state.side, group, action, left)


def carry(
    game: StormOverTaierzhuang, state: State, side: int, group: Sequence[int], action: Move, points: int
) -> None:
    """A checked move of some units of a group; the others are dropped off where they are."""
    units = [game.units.number[id] for id in action.units]
    left = check_path(game, state, side, units, action.path, points)
    drop_off(game, state, group, units)
    go(game, state, side, units, game.board.number[action.path[-1]], left)


STEPS = (MarchOn(),)
