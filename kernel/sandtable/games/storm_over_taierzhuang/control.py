"""SOT-6.3, 9, 10: control of areas, Japanese supply, victory."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ...state import NOBODY, Result, State
from .words import CHINESE, JAPANESE, SIDES

if TYPE_CHECKING:
    from .game import StormOverTaierzhuang


def judge_control(game: StormOverTaierzhuang, state: State) -> None:
    """SOT-9.0: a side controls the areas in which it stands alone; all others are nobody's."""
    chinese, japanese = state.count
    control = state.control
    for space in game.ground.areas:
        if chinese[space]:
            owner = NOBODY if japanese[space] else CHINESE
        else:
            owner = JAPANESE if japanese[space] else NOBODY
        if control[space] != owner:
            control[space] = owner
            if owner != NOBODY:
                game.tell(
                    state, "SOT-9.0b", "the {side} side controls {space}", space=space, side=SIDES[owner]
                )


def control_moves(game: StormOverTaierzhuang, state: State) -> None:
    """R-46: inside an impulse control changes only if that is switched on."""
    if game.immediate_control:
        judge_control(game, state)


def supplied(game: StormOverTaierzhuang, state: State) -> bytearray:
    """SOT-6.3b-e: marks the spaces that a chain of areas with Japanese units joins to a Japanese zone.

    Every area of the chain is supplied itself, Chinese units in it or not; the canal is crossed by the
    bridge alone.
    """
    standing, near = state.count[JAPANESE], game.ground.supply
    joined = bytearray(len(game.board))
    reached = list(game.ground.zones[JAPANESE])
    for zone in reached:
        joined[zone] = 1
    for here in reached:
        for there in near[here]:
            if standing[there] and not joined[there]:
                joined[there] = 1
                reached.append(there)
    return joined


def holds_supplied(game: StormOverTaierzhuang, state: State, areas: Iterable[int]) -> bool:
    """Do the Japanese control all these areas, and are all in supply?"""
    wanted = tuple(areas)
    if any(state.control[space] != JAPANESE for space in wanted):
        return False
    joined = supplied(game, state)
    return all(joined[space] for space in wanted)


def sudden_death(game: StormOverTaierzhuang, state: State) -> None:
    """SOT-10.1a, R-35: all six victory areas Japanese and in supply end the game at once."""
    if holds_supplied(game, state, game.ground.victory):
        text = "the Japanese hold the town and the south bank, all in supply"
        game.finish(state, Result(SIDES[JAPANESE], "sudden death", "SOT-10.1a", text))


def on_map(game: StormOverTaierzhuang, state: State, side: int) -> bool:
    """Does any unit of a side stand in an area (zones do not count)?"""
    count = state.count[side]
    return any(count[space] for space in game.ground.areas)


def end_of_turn(game: StormOverTaierzhuang, state: State) -> None:
    """SOT-10.2, 10.0, R-55, R-59: supreme victories, the Japanese first; on the last turn the decision."""
    if not on_map(game, state, CHINESE):
        text = "no Chinese unit is left on the map"
        game.finish(state, Result(SIDES[JAPANESE], "supreme victory", "SOT-10.2b", text))
    elif state.turn >= game.supreme_from and not on_map(game, state, JAPANESE):
        text = "no Japanese unit is left on the map"
        game.finish(state, Result(SIDES[CHINESE], "supreme victory", "SOT-10.2a", text))
    elif state.turn == game.final_turn(state):
        game.finish(state, _decision(game, state))


def _decision(game: StormOverTaierzhuang, state: State) -> Result:
    """SOT-10.0: what the last turn decides."""
    if holds_supplied(game, state, game.ground.town):
        return Result(SIDES[JAPANESE], "victory", "SOT-10.0a", "the Japanese hold the town, in supply")
    if holds_supplied(game, state, game.ground.south):
        return Result(SIDES[JAPANESE], "victory", "SOT-10.0b", "the Japanese hold the south bank, in supply")
    text = "the Japanese hold neither the whole town nor the south bank in supply"
    return Result(SIDES[CHINESE], "victory", "SOT-10.0c", text)
