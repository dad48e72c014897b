"""Hands, arrivals and set-up: what a staff of Storm Over Taierzhuang decides between the fights."""

from __future__ import annotations

from typing import ClassVar

from ...actions import Action, Deploy, Discard, Draw, Pass, Take
from ...state import State
from ...steps import Args
from .appraisal import Picture
from .arrivals import AVAILABLE, candidates, succeeds
from .needs import Needs
from .words import JAPANESE, READY

HOPEFUL = 5
"""First turn in which a roll for reinforcements is worth a chit."""
MEAN_ARRIVALS = 6
"""Fewer units than this are rolled for again."""
FEW_TO_COME = 4
"""Units that must be left to come before the Japanese pay for a roll."""


def _chit(action: Action) -> str:
    return action.chit if isinstance(action, Take) else ""


class Quartermaster(Needs):
    """SOT-3, 5, 6: chits are drawn and kept, units set up and brought in where they are wanted."""

    CHIT_WORTH: ClassVar[dict[str, float]] = {
        "HA_J": 5, "BOMB": 5, "FIGHT": 3, "BANZAI": 4, "ENG": 2, "WILL": 3,
        "RESOLUTE": 4, "HA_C": 2, "DARE": 4, "HEROES": 3, "LI": 3, "AIR_C": 2, "NIGHT": 4,
    }  # fmt: skip

    def on_draw_chits(self, seen: State, args: Args) -> Action:
        """As many as may be drawn; where they are chosen, the best."""

        def gain(action: Action) -> float:
            return (
                float(action.number) if isinstance(action, Draw) else self.CHIT_WORTH.get(_chit(action), 0.0)
            )

        return self.best(seen, gain)

    def on_retain_chits(self, seen: State, args: Args) -> Action:
        """Everything is kept that may be."""
        return self._cheapest(seen, give=False)

    def _cheapest(self, seen: State, give: bool) -> Action:
        """The least chit is given up, if one must or will be; otherwise nothing."""
        actions = list(self.game.legal(seen))
        if not give and any(isinstance(a, Pass) for a in actions):
            return Pass()
        chits = [a for a in actions if isinstance(a, Discard)]
        return min(chits, key=lambda a: self.CHIT_WORTH[a.chits[0]]) if chits else Pass()

    def on_reroll(self, seen: State, args: Args) -> Action:
        """SOT-6.1h: a chit for another try where that is likely to help."""
        _, _, what, rolled = args
        hopeful = seen.turn >= HOPEFUL and not succeeds(self.game, seen, rolled)
        again = hopeful if what == AVAILABLE else rolled < MEAN_ARRIVALS
        return self._cheapest(seen, give=again and self.game.cups[self.me].size(seen) >= 2)

    def on_pay_for_roll(self, seen: State, args: Args) -> Action:
        """SOT-6.2a: a chit for a roll, once it is likely to succeed and somebody could come."""
        late = seen.turn >= self.doctrine["game.pay_from"]
        return self._cheapest(seen, give=late and len(candidates(self.game, seen, self.me)) >= FEW_TO_COME)

    def on_arrive(self, seen: State, args: Args) -> Action:
        """To the zone from which most is wanted; a full zone is passed over."""
        game, picture = self.game, Picture(self.game, seen)
        worth, wanted = self.wants(seen, picture)
        drawn = self.draw(seen, worth, wanted)

        def gain(action: Action) -> float:
            if not isinstance(action, Deploy):
                return -1.0
            zone = game.board.number[action.space]
            room = 10 - seen.count[self.me][zone]
            return drawn[zone] + 0.2 * min(room, len(action.units)) + 0.01 * len(action.units)

        return self.best(seen, gain)

    def on_set_up(self, seen: State, args: Args) -> Action:
        """One kind of unit after the other to where it fills most."""
        game, picture = self.game, Picture(self.game, seen)
        worth, wanted = self.wants(seen, picture)
        own = seen.count[self.me]

        def gain(action: Action) -> float:
            assert isinstance(action, Deploy)
            space, number = game.board.number[action.space], len(action.units)
            if self.me == JAPANESE:
                return -abs(own[space] + number - 19) + 0.01 * number
            strong = sum(game.units[game.units.number[id]].defence[READY] for id in action.units) / number
            more = self.fill(worth[space], wanted[space], own[space] + number)
            more -= self.fill(worth[space], wanted[space], own[space])
            return more * (1 + 0.05 * strong) / number

        return self.best(seen, gain)
