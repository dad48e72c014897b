"""SOT-12.6, 12.7: infiltration and concentration, the optional ways to move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING

from ...errors import IllegalAction
from ...groups import worthwhile
from ...state import State
from ...steps import Args, Business
from .control import control_moves
from .forces import able, by_state, check_units, ids_of, is_able, spend, standing
from .moves import allowance, check_crossing, check_room, entry, go, groups, reach
from .orders import Concentrate, Infiltrate
from .words import CHINESE, JAPANESE, SIDES, TANK

if TYPE_CHECKING:
    from .game import StormOverTaierzhuang

NOBODY_HOLDS = -1
"""SOT-12.7f: the Concentration chit when both sides have used it, or it is not played with."""


# -- infiltration -----------------------------------------------------------------------------------------


def passing_cost(game: StormOverTaierzhuang, units: Sequence[int], contested: int) -> int:
    """SOT-12.6b: points to enter the contested area; tanks pay more in the town as always."""
    tanks = any(game.units[u].kind == TANK for u in units)
    return game.costs["infiltration"] + (game.ground.level[contested].tank_cost if tanks else 0)


def check_infiltration(
    game: StormOverTaierzhuang, state: State, side: int, action: Infiltrate
) -> tuple[list[int], int, int]:
    """SOT-12.6a, 12.6b, R-57: the units, the contested and the vacant area."""
    if game.options["infiltration"] == "no":
        raise IllegalAction("SOT-12.0a", "infiltration is not played with")
    units = check_units(game, state, side, action.units)
    way = game.board.indexes(action.path)
    if len(way) != 3 or way[0] != state.where[units[0]]:
        raise IllegalAction("SOT-12.6a", "the way leads from the units through one area into a second one")
    _, contested, vacant = way
    check_crossing(game, side, way[0], contested)
    check_crossing(game, side, contested, vacant)
    if not (state.count[CHINESE][contested] and state.count[JAPANESE][contested]):
        raise IllegalAction("SOT-12.6a", f"{game.board.label(contested)} is not contested")
    if state.count[CHINESE][vacant] or state.count[JAPANESE][vacant]:
        raise IllegalAction("SOT-12.6a", f"{game.board.label(vacant)} is not vacant")
    check_room(game, state, side, units, contested)
    check_room(game, state, side, units, vacant)
    need = passing_cost(game, units, contested) + _onward_cost(game, state, side, units, vacant)
    if need > allowance(game, units):
        raise IllegalAction("SOT-12.6a", f"passing through takes {need} points of {allowance(game, units)}")
    return units, contested, vacant


def _onward_cost(
    game: StormOverTaierzhuang, state: State, side: int, units: Sequence[int], vacant: int
) -> int:
    return entry(game, state, side, vacant, any(game.units[u].kind == TANK for u in units))


def infiltrations(
    game: StormOverTaierzhuang, state: State, side: int, units: Sequence[int]
) -> Iterator[Infiltrate]:
    """The infiltrations of able units in one place that are worth a look."""
    if game.options["infiltration"] == "no" or not units:
        return
    ids, start = game.board.ids, state.where[units[0]]
    for contested in game.ground.move[side][start]:
        if not (state.count[CHINESE][contested] and state.count[JAPANESE][contested]):
            continue
        for vacant in game.ground.move[side][contested]:
            for group in groups(game, state, side, units):
                action = Infiltrate(ids_of(game, group), (ids[start], ids[contested], ids[vacant]))
                try:
                    check_infiltration(game, state, side, action)
                except IllegalAction:
                    continue
                yield action


def die_modifier(
    game: StormOverTaierzhuang, state: State, side: int, units: Sequence[int], contested: int
) -> int:
    """SOT-12.6d-h, 12.6l: all that applies is added up."""
    friends, enemies = (standing(game, state, s, contested) for s in (side, 1 - side))
    friends_ready, enemies_ready = by_state(state, friends)[0], by_state(state, enemies)[0]
    applies = {
        "drm_superior": friends_ready > len(enemies),
        "drm_inferior": len(enemies) > len(friends),
        "drm_tank": any(game.units[u].kind == TANK for u in units),
        "drm_enemy_spent": not enemies_ready,
        "drm_friend_spent": not friends_ready,
    }
    return sum(game.infiltration[name] for name, met in applies.items() if met)


def infiltrate(game: StormOverTaierzhuang, state: State, side: int, action: Infiltrate) -> None:
    """SOT-12.6c, 12.6i, 12.6k: one die for the stack, before it goes."""
    units, contested, vacant = check_infiltration(game, state, side, action)
    die = state.roll() + die_modifier(game, state, side, units, contested)
    succeeds = game.infiltration_succeeds(side, die)
    game.tell(
        state,
        "SOT-12.6i" if succeeds else "SOT-12.6k",
        "{units} [tries|try] to pass through {space}: {die}, {how}",
        units,
        contested,
        die=die,
        how="it succeeds" if succeeds else "it fails",
    )
    if not succeeds:
        spend(game, state, units, "SOT-12.6k")
        return
    left = allowance(game, units) - passing_cost(game, units, contested)
    for u in units:
        game.put(state, u, contested)
    state.vars["mover"] = (tuple(units), left)
    control_moves(game, state)
    state.agenda.append(("pass_through", vacant))
    if side == JAPANESE:
        state.agenda.append(("resolute_defence", contested))


class PassThrough(Business["StormOverTaierzhuang"]):
    """SOT-12.6i, 12.6j: those that are still able go on into the vacant area, and may march further."""

    name, case = "pass_through", "SOT-12.6i"

    def run(self, game: StormOverTaierzhuang, state: State, args: Args) -> None:
        group, left = state.vars["mover"]
        units = [u for u in group if is_able(state, u)]
        state.vars["mover"] = ()
        if units:
            left -= _onward_cost(game, state, state.side, units, args[1])
            go(game, state, state.side, units, args[1], left)


# -- concentration ----------------------------------------------------------------------------------------


def check_concentration(
    game: StormOverTaierzhuang, state: State, side: int, action: Concentrate
) -> tuple[list[int], int]:
    """SOT-12.7b, 12.7e: the units can all reach the area, one after another as they are named."""
    if game.options["concentration"] == "no":
        raise IllegalAction("SOT-12.0a", "the Concentration chit is not played with")
    if state.vars["holder"] != side:
        whose = game.side_name(side)
        raise IllegalAction("SOT-12.7e", f"the {whose} side does not hold the Concentration chit")
    units, space = check_units(game, state, side, action.units, apart=None), game.board.index(action.space)
    scratch = state.copy()
    for u in units:
        if scratch.where[u] == space:
            raise IllegalAction("SOT-12.7b", f"{game.units[u].name} is there already")
        check_room(game, scratch, side, [u], space)
        if space not in reach(game, scratch, side, [u], game.units[u].movement):
            raise IllegalAction("SOT-12.7b", f"{game.units[u].name} cannot get to {game.board.label(space)}")
        game.put(scratch, u, space)
    return units, space


def concentration_on(
    game: StormOverTaierzhuang, state: State, side: int, space: int
) -> list[tuple[int, ...]]:
    """Groups worth bringing into one area from all around."""
    room = game.stack - state.count[side][space]
    if room <= 0:
        return []
    found: list[int] = []
    for start in range(len(game.board)):
        if start != space and state.count[side][start]:
            units = able(game, state, side, start)
            found += [u for u in units if space in reach(game, state, side, [u], game.units[u].movement)]
    return worthwhile(sorted(found, key=game.rank.__getitem__), room)


def concentrations(game: StormOverTaierzhuang, state: State, side: int) -> Iterator[Concentrate]:
    """The concentrations worth a look."""
    if game.options["concentration"] == "yes" and state.vars["holder"] == side:
        for space in game.ground.areas:
            for group in concentration_on(game, state, side, space):
                yield Concentrate(ids_of(game, group), game.board.ids[space])


def concentrations_of(
    game: StormOverTaierzhuang, state: State, side: int, unit: int
) -> Iterator[Concentrate]:
    """Those of them that name a unit, and the unit alone on every other area that it can get to."""
    if game.options["concentration"] == "no" or state.vars["holder"] != side:
        return
    named = [c for c in concentrations(game, state, side) if game.units.ids[unit] in c.units]
    yield from named
    for space in reach(game, state, side, [unit], game.units[unit].movement):
        alone = Concentrate(ids_of(game, [unit]), game.board.ids[space])
        if not game.ground.zone[space] and alone not in named:
            yield alone


def sample_concentration(
    game: StormOverTaierzhuang, state: State, side: int, rng: Random
) -> Concentrate | None:
    """One of them at random, if the side has the chit."""
    if game.options["concentration"] == "no" or state.vars["holder"] != side:
        return None
    space = game.ground.areas[int(rng.random() * len(game.ground.areas))]
    found = concentration_on(game, state, side, space)
    if not found:
        return None
    return Concentrate(ids_of(game, found[int(rng.random() * len(found))]), game.board.ids[space])


def concentrate(game: StormOverTaierzhuang, state: State, side: int, action: Concentrate) -> None:
    """SOT-12.7b, 12.7c, 12.7f: the units come together; the chit goes to the Chinese, who use it once."""
    units, space = check_concentration(game, state, side, action)
    state.vars["holder"] = CHINESE if side == JAPANESE else NOBODY_HOLDS
    game.tell(state, "SOT-12.7b", "the {side} side concentrates on {space}", space=space, side=SIDES[side])
    go(game, state, side, units, space, 0)


STEPS = (PassThrough(),)
