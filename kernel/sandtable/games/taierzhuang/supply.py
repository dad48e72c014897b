"""BOT-5.3, 5.6: supply of the headquarters, isolation, and the directions of a breakout."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...state import State
from ...supply import closed, trace
from .words import CHINESE, JAPANESE, NORTHWARD

if TYPE_CHECKING:
    from .game import Taierzhuang


def cut_off(game: Taierzhuang, state: State) -> list[str]:
    """BOT-5.3b: divisions whose headquarters has no path to the north edge."""
    joined = supplied(game, state)
    return [
        division for division, hq in game.hqs.items() if state.where[hq] >= 0 and not joined[state.where[hq]]
    ]


def supplied(game: Taierzhuang, state: State) -> Sequence[int]:
    """BOT-5.3b-d, 7.3a, R-48: by hex, whether a path leads from it to the north edge.

    Chinese units and their zones close a hex, but a zone none that a Japanese unit occupies.
    """
    board, everywhere = game.board, b"\1" * len(game.board)
    shut = closed(state.count[CHINESE], state.zone[CHINESE], state.count[JAPANESE], everywhere)
    return trace(board.neighbours, board.degree, game.ground.joined, game.ground.north, shut)


def isolated(game: Taierzhuang, state: State) -> bool:
    """BOT-4.2d, 5.6a, R-26, R-43: both headquarters are on the map and neither has a path."""
    lost = cut_off(game, state)
    if game.options["isolation_hqs"] == "either":
        return bool(lost)
    return len(lost) == len(game.hqs)


def northward(game: Taierzhuang, here: int, there: int) -> bool:
    """BOT-5.6d, 5.6e: is a neighbouring hex north, northeast or northwest?"""
    return game.board.direction(here, there) in NORTHWARD


def cone(game: Taierzhuang, start: int) -> set[int]:
    """BOT-5.6d, R-24: all hexes that steps north, northeast and northwest lead to."""
    found, edge = {start}, [start]
    while edge:
        around = game.board.around(edge.pop())
        ahead = {around[d] for d in NORTHWARD if around[d] >= 0} - found
        found |= ahead
        edge += ahead
    return found


def breaking_out(state: State, side: int) -> bool:
    """BOT-5.6: do the limits of a declared breakout bind this side?"""
    return side == JAPANESE and bool(state.vars["breakout"])
