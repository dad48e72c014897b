"""SNC-7: zones of control as the rules ask for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...state import State
from ...supply import closed
from .words import JAPANESE

if TYPE_CHECKING:
    from .game import ShanghaiNanking


def closed_to(game: ShanghaiNanking, state: State, side: int) -> bytearray:
    """SNC-8.2e, R-29: hexes that cut a line of communication: enemy units and enemy zones."""
    count, zone = state.count, state.zone
    return closed(count[1 - side], zone[1 - side], count[side], game.cover[side])


def beside_japanese(game: ShanghaiNanking, state: State) -> bytearray:
    """SNC-8.2a, 8.2c: hexes that hold a Japanese unit or touch one, whatever lies between."""
    found = bytearray(state.count[JAPANESE])
    where = state.where
    for place in {where[u] for u in game.own[JAPANESE]}:
        if place >= 0:
            for near in game.board.adjacent(place):
                found[near] = 1
    return found


def is_beside_japanese(game: ShanghaiNanking, state: State, space: int) -> bool:
    """SNC-8.2a: does this hex hold or touch a Japanese unit?"""
    count = state.count[JAPANESE]
    if count[space]:
        return True
    for near in game.board.adjacent(space):  # noqa: SIM110 (hot: a generator costs twice as much)
        if count[near]:
            return True
    return False
