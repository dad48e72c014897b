"""SNC-9.6: which overrun promises most, for staffs that look for one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...players.hexes.front import Front
from ...state import State
from .combat import attack_strength, available_support, engage
from .operations import movable, mover, overrun_battle, overrun_cost
from .orders import Overrun
from .words import CHINESE, JAPANESE

if TYPE_CHECKING:
    from .doctrine import CampaignStaff


def best_overrun(staff: CampaignStaff, seen: State) -> Overrun | None:
    """The overrun with the highest promise among those that clear their hex often enough."""
    game, best, promise = staff.game, None, staff.doctrine["attack.least_gain"]
    front: Front | None = None
    for units, points in _groups(staff, seen):
        here = seen.where[units[0]]
        for target in game.touch[here]:
            if not seen.count[CHINESE][target] or game.ground.city[target] or game.ground.town[target]:
                continue
            battle = overrun_battle(units, target, None)
            if overrun_cost(game, here, target) > points or attack_strength(game, seen, battle) < 1:
                continue
            battle = battle._replace(support=available_support(game, seen, battle))
            engagement = engage(game, seen, game.answered(seen, battle))
            if staff.survey.odds(seen, engagement).clears < staff.doctrine["game.overrun"]:
                continue
            front = front or Front(staff, seen)
            gain = staff.promise(seen, engagement, units, target) - staff.left_open(seen, front, units)
            if gain > promise:
                promise = gain
                best = Overrun(tuple(game.units.ids[u] for u in units), game.board.ids[target])
    return best


def _groups(staff: CampaignStaff, seen: State) -> Iterator[tuple[tuple[int, ...], int]]:
    """The group on its way with the points it has left, and the formations that have not moved."""
    group, left, _ = mover(seen)
    if group and left > 0:
        yield group, left
    stacks: dict[tuple[int, str], list[int]] = {}
    for u in movable(staff.game, seen, JAPANESE):
        stacks.setdefault((seen.where[u], staff.company(u)), []).append(u)
    for units in stacks.values():
        yield tuple(units), staff.game.points
