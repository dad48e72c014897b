"""SNC-6: how many units a hex may hold."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from .words import CHINESE

if TYPE_CHECKING:
    from .game import ShanghaiNanking


def fits(game: ShanghaiNanking, side: int, units: Iterable[int]) -> bool:
    """SNC-6.2a, 6.2c: may these units of one side share a hex?"""
    return fits_chinese(game, units) if side == CHINESE else fits_japanese(game, units)


def fits_chinese(game: ShanghaiNanking, units: Iterable[int]) -> bool:
    """SNC-6.2c: at most 3.0 division equivalents (counted in halves); garrisons by ruling R-48."""
    return sum(game.stacking_value[u] for u in units) <= game.chinese_limit


def fits_japanese(game: ShanghaiNanking, units: Iterable[int]) -> bool:
    """SNC-6.2a, 6.2b: four of one formation and one other unit; a garrison is always the other."""
    formations: dict[str, int] = {}
    total = 0
    for u in units:
        total += 1
        unit = game.units[u]
        if not unit.static:
            formations[unit.formation] = formations.get(unit.formation, 0) + 1
    most = max(formations.values(), default=0)
    return total <= min(most, game.formation_limit) + game.other_limit and total <= game.japanese_limit
