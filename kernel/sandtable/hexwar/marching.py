"""Marches: who goes, along which path, for how many points."""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import IllegalAction
from ..state import State
from .game import HexGame


def check_group(
    game: HexGame, state: State, side: int, ids: Sequence[str], apart: str = "march.apart"
) -> tuple[list[int], int]:
    """Own mobile units in one hex; returns them and their hex.

    `apart` is the topic of the rule that keeps units of several hexes from acting together.
    """
    cite = game.rulebook
    units = [game.units.index_of(id) for id in ids]
    if not units:
        raise IllegalAction(cite["march.none"], "no unit is named")
    if len(set(units)) != len(units):
        raise IllegalAction(cite["one place"], "a unit is named twice")
    place = state.where[units[0]]
    for u in units:
        unit = game.units[u]
        if unit.side != side:
            raise IllegalAction(cite["march.side"], f"{unit.name} is not a {game.side_name(side)} unit")
        if unit.static:
            raise IllegalAction(cite["march.static"], f"{unit.name} is static and never moves")
        if state.where[u] < 0:
            raise IllegalAction(cite["one place"], f"{unit.name} is not on the map")
        if state.where[u] != place:
            raise IllegalAction(cite[apart], "units that move together begin in one hex")
    return units, place


def check_start(game: HexGame, path: Sequence[int], place: int) -> None:
    """A path begins where the units stand and goes on."""
    case = game.rulebook["march.touch"]
    if path[0] != place:
        stand, named = game.board.label(place), game.board.ids[path[0]]
        raise IllegalAction(case, f"the units stand in {stand}, not in {named}")
    if len(path) < 2:
        raise IllegalAction(case, "a move goes to at least one more hex")


def check_path(
    game: HexGame,
    state: State,
    side: int,
    path: Sequence[int],
    points: int,
    cost: bytes,
    scale: int = 1,
    closed: bytearray | None = None,
    may_leave: bool = False,
) -> int:
    """Walks a path hex by hex under the rules of zones; returns the points spent.

    `scale` is how many of these points make one of the rules; `closed` marks further hexes that may
    not be entered; with `may_leave` a unit may step from one enemy zone into another.
    """
    cite, board = game.rulebook, game.board
    enemies = state.count[1 - side]
    held = not may_leave and game.in_enemy_zone(state, side, path[0])
    spent, here = 0, path[0]
    for place in range(1, len(path)):
        there = path[place]
        price = check_step(game, cost, here, there)
        if enemies[there]:
            raise IllegalAction(cite["march.enemy"], f"{board.label(there)} holds enemy units")
        if closed is not None and closed[there]:
            raise IllegalAction(cite["march.closed"], f"{board.label(there)} is too near to the enemy")
        spent += price
        if spent > points:
            text = f"{board.label(there)} is out of reach: {spent / scale:g} of {points / scale:g} points"
            raise IllegalAction(cite["march.points"], text)
        zone = game.in_enemy_zone(state, side, there)
        if zone and place == 1 and held:
            text = "from one enemy zone of control a unit may not step into another"
            raise IllegalAction(cite["march.leave"], text)
        if zone and place < len(path) - 1:
            text = f"the move must end in {board.label(there)}, an enemy zone of control"
            raise IllegalAction(cite["march.stop"], text)
        here = there
    return spent


def check_step(game: HexGame, cost: bytes, here: int, there: int) -> int:
    """The price of one step; refuses jumps and closed ground."""
    board = game.board
    direction = board.direction(here, there)
    if direction < 0:
        text = f"{board.ids[here]} and {board.ids[there]} do not touch"
        raise IllegalAction(game.rulebook["march.touch"], text)
    price = cost[here * board.degree + direction]
    if not price:
        text = f"these units may not enter {board.label(there)} from {board.ids[here]}"
        raise IllegalAction(game.rulebook["march.ground"], text)
    return price
