"""BOT-6: who may share a hex, and what lies on top."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .words import INFANTRY

if TYPE_CHECKING:
    from .game import Taierzhuang


def fits(game: Taierzhuang, units: Sequence[int]) -> bool:
    """BOT-6.1a, 6.2, R-17: one infantry unit, and one headquarters, tank, armoured car or artillery unit."""
    infantry = sum(1 for u in units if game.units[u].kind == INFANTRY)
    return infantry <= game.infantry_limit and len(units) - infantry <= game.other_limit


def top(game: Taierzhuang, units: Sequence[int]) -> int:
    """BOT-6.1c, 6.2c: whatever is not infantry lies on top."""
    return next((u for u in units if game.units[u].kind != INFANTRY), units[0])
