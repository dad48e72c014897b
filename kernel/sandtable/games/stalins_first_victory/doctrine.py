"""The staffs of Manchouli and Dalainor: set-up, order of phases and the 2nd Army by doctrine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from ...actions import Action, DeclareOrder
from ...hexwar.turns import COMBAT_MOVE, MOVE_COMBAT
from ...players.doctrine_files import Key
from ...players.hexes import HexStaff
from ...state import State
from ...steps import Args
from .orders import EnterArmy

if TYPE_CHECKING:
    from .game import StalinsFirstVictory

NEVER = 9
"""The turn in which the 2nd Army enters if it never does."""


class BorderStaff(HexStaff):
    """SFV: both sides' staffs; differences of strength count here, not odds."""

    game: StalinsFirstVictory
    keys: ClassVar[Mapping[str, Key]] = {
        "tempo": Key(0.02, 0, 1, "steps that a factor one point of pull nearer to an objective is worth"),
        "army_enters": Key(1, 0, NEVER, "the turn from which on the 2nd Army enters; 9: it never does"),
        "army_points": Key(4, 0, 9, "Soviet points from which on it enters in any case"),
    }

    # -- ground -------------------------------------------------------------------------------------

    def _shift(self, space: int) -> int:
        return -self.game.ground.effects[self.game.ground.terrain[space]].shift

    def cover(self, space: int) -> float:
        return 1 + 0.3 * self._shift(space)

    def needed(self, seen: State, space: int, defence: float) -> float:
        """SFV-9.1: a difference of two points for each of the wanted odds, and for each column of ground."""
        return defence + 2 * (self.doctrine["attack.wanted_odds"] + self._shift(space))

    def enemy_power(self, seen: State, space: int, defence: float) -> float:
        """What stands there attacks with other factors than it defends with."""
        found = sum(
            self.game.strengths[u][seen.steps[u]]
            for u in seen.units_at(space)
            if self.game.side_of[u] != self.me
        )
        return float(found)

    def dear(self, unit: int) -> float:
        """SFV-4.3c: a unit of the 2nd Army that falls is a point for the enemy."""
        return 3.0 if unit in self.game.army else 0.0

    # -- the sequence -------------------------------------------------------------------------------

    def on_set_up(self, seen: State, args: Args) -> Action:
        return self.place(seen, list(self.game.legal(seen)))

    def on_place_army(self, seen: State, args: Args) -> Action:
        return self.place(seen, list(self.game.legal(seen)))

    def on_declare(self, seen: State, args: Args) -> Action:
        """SFV-5.2: attack first if that promises more than attacks after a march."""
        now, after = self.prospects(seen), self.rehearse(seen)
        ground = self.doctrine["game.tempo"] * self.tempo(seen, after)
        then = self.prospects(after)
        first = now + ground > then + ground + 0.2
        return DeclareOrder(COMBAT_MOVE if first else MOVE_COMBAT)

    def on_move(self, seen: State, args: Args) -> Action:
        self.eagerness = 1.0 if seen.vars["order"] == MOVE_COMBAT else 0.4
        return super().on_move(seen, args)

    def on_enter_army(self, seen: State, args: Args) -> Action:
        """SFV-5.3: when its turn has come, or when too much is lost already; or never."""
        if self.doctrine["game.army_enters"] == NEVER:
            return EnterArmy(False)
        due = seen.turn >= self.doctrine["game.army_enters"]
        return EnterArmy(due or seen.vars["vp"] >= self.doctrine["game.army_points"])

    def signs(self, seen: State) -> dict[str, float]:
        """SFV-4: the points, and whether the 2nd Army is there to be lost."""
        army = any(seen.where[u] >= 0 for u in self.game.army)
        return {"points": seen.vars["vp"] / self.game.points_to_win, "army": float(army)}


STAFF = BorderStaff
