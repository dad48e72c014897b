"""SNC-7: zones of control as the rules ask for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...state import State
from .words import JAPANESE

if TYPE_CHECKING:
    from .game import ShanghaiNanking


def in_enemy_zone(game: ShanghaiNanking, state: State, side: int, space: int) -> bool:
    """SNC-7.0a, 7.1e: does a hex lie in a zone of control of the other side?

    Friends do not cancel it (7.2b), but Japanese units under naval guns are covered.
    """
    return state.zone[1 - side][space] != 0 and not (
        game.cover[side][space] != 0 and state.count[side][space] != 0
    )


def closed_to(game: ShanghaiNanking, state: State, side: int) -> bytearray:
    """SNC-8.2e, R-29: hexes that cut a line of communication: enemy units and enemy zones."""
    zone, enemies, own, cover = (
        state.zone[1 - side],
        state.count[1 - side],
        state.count[side],
        game.cover[side],
    )
    return bytearray(
        1 if enemies[s] or (zone[s] and not (cover[s] and own[s])) else 0 for s in range(len(zone))
    )


def beside_japanese(game: ShanghaiNanking, state: State) -> bytearray:
    """SNC-8.2a, 8.2c: hexes that hold a Japanese unit or touch one, whatever lies between."""
    found = bytearray(state.count[JAPANESE])
    where = state.where
    for u in game.own[JAPANESE]:
        place = where[u]
        if place >= 0:
            for near in game.board.adjacent(place):
                found[near] = 1
    return found


def is_beside_japanese(game: ShanghaiNanking, state: State, space: int) -> bool:
    """SNC-8.2a: does this hex hold or touch a Japanese unit?"""
    count = state.count[JAPANESE]
    return count[space] != 0 or any(count[near] for near in game.board.adjacent(space))
