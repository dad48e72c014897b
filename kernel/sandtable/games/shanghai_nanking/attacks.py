"""SNC-10.0: the Operations Phase of attack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...actions import Attack
from ...errors import IllegalAction
from ...hexwar.assault import AssaultStep
from ...state import State
from .combat import PLAIN, Battle, attack_strength
from .combat_steps import begin, check_support

if TYPE_CHECKING:
    from .game import ShanghaiNanking


def attack_battle(units: tuple[int, ...], target: int, support: tuple[str, ...] | None) -> Battle:
    return Battle(PLAIN, target, units, support, (), False)


class AttackPhase(AssaultStep["ShanghaiNanking"]):
    """SNC-10.0, 10.1: attacks one by one, in any order, on one hex each."""

    case = "SNC-10.0a"

    def worth(self, game: ShanghaiNanking, state: State, units: tuple[int, ...], target: int) -> bool:
        """R-12: something must be left of the attackers' strength."""
        return attack_strength(game, state, attack_battle(units, target, None)) > 0

    def check_attack(
        self, game: ShanghaiNanking, state: State, side: int, units: tuple[int, ...], action: Attack
    ) -> None:
        target = game.board.index(action.target)
        if not self.worth(game, state, units, target):
            raise IllegalAction("SNC-10.4.1j", "nothing is left of the strength across the water")
        if action.support is not None:
            battle = attack_battle(units, target, action.support)
            check_support(game, state, battle, action.support)

    def begin(
        self, game: ShanghaiNanking, state: State, units: tuple[int, ...], target: int, action: Attack
    ) -> None:
        begin(game, state, attack_battle(units, target, action.support))


STEPS = (AttackPhase(),)
