"""SOT-7.4, 8: how a staff spends the damage that falls on its units."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...state import State
from .combat import defenders, pending
from .forces import by_state
from .losses import refuges
from .orders import Absorb
from .words import READY

if TYPE_CHECKING:
    from .game import StormOverTaierzhuang


def absorb(
    game: StormOverTaierzhuang, seen: State, points: int, worth: Sequence[float], wanted: Sequence[float],
    vital: float,
) -> Absorb:  # fmt: skip
    """One use of the points: Ready units flip first, the weakest before the others.

    Then Spent units go back, one for a point. Where that would give away an area that is worth it, units die
    for two points each instead, so that some stay; where even that is in vain, all go back.
    """
    battle = pending(seen)
    units = sorted(
        defenders(game, seen, battle), key=lambda u: (game.factor[u], game.units[u].defence[READY])
    )
    ready, spent = by_state(seen, units)
    ids = game.units.ids
    if ready:
        return Absorb("flip", ids[next(u for u in units if seen.steps[u] == READY)])
    weakest = ids[units[0]]
    side, here = 1 - battle.side, battle.target
    away = refuges(game, seen, side, here)
    holds = spent <= points < 2 * spent and worth[here] >= vital
    if points >= 2 and (holds or not away):
        return Absorb("eliminate_spent", weakest)
    if not away:
        return Absorb("retreat", weakest)

    def shelter(space: int) -> float:
        if game.ground.zone[space]:
            return -5.0
        own, enemy = seen.count[side][space], seen.count[1 - side]
        lacks = worth[space] * max(0.0, 1 - own / wanted[space])
        near = sum(enemy[s] for s in game.board.adjacent(space)) + 2 * enemy[space]
        return lacks - 0.05 * near

    return Absorb("retreat", weakest, None, game.board.ids[max(away, key=shelter)])
