"""Where a staff of Storm Over Taierzhuang wants units, and how strongly that draws them.

Every area has a worth and a number of units that it wants, from the objectives and lines of the doctrine
and from the supply chain, which the Japanese guard and the Chinese seek to cut.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from ...players.doctrine_files import Doctrine, Key
from ...players.staff import Staff
from ...state import State
from .appraisal import Picture, steps_between
from .words import CHINESE, JAPANESE

if TYPE_CHECKING:
    from .game import StormOverTaierzhuang


class Needs(Staff):
    """What both sides' staffs reckon with."""

    game: StormOverTaierzhuang
    keys: ClassVar[Mapping[str, Key]] = {
        "chain": Key(1.0, 0, 10, "how much the areas are worth that Japanese supply runs through"),
        "flip": Key(0.5, 0, 10, "what it is worth to make a Ready enemy Spent"),
        "push": Key(0.5, 0, 10, "what a damage point is worth that drives units off or destroys them"),
        "alert": Key(0.12, 0, 10, "what it costs to spend a unit that Ready enemies can reach"),
        "chit": Key(0.6, 0, 10, "what an attack by a chit must promise at least"),
        "wave_loss": Key(0.7, 0, 10, "what a unit lost in a human wave counts"),
        "pay_from": Key(6, 1, 99, "first turn in which a chit is given for reinforcements"),
        "contest": Key(0.5, 0, 1, "what is left of the worth of an area while enemies are in it"),
        "aside": Key(0.6, 0, 2, "what harm done to enemies is worth where nothing else is at stake"),
        "hold": Key(8.0, 0, 99, "worth of an area that is held with dead rather than given up"),
        "end": Key(2.5, 1, 20, "how much more the town counts on the last turn"),
        "reserve": Key(0.5, 0, 10, "what it costs on the last turn to spend a unit that the town may need"),
    }

    def __init__(self, game: Any, side: int, doctrine: Doctrine, seed: int = 0) -> None:
        super().__init__(game, side, doctrine, seed)
        self.steps = steps_between(game, side)

    def wants(self, seen: State, picture: Picture) -> tuple[list[float], list[float]]:
        """By space: what it is worth to have units there, and how many are enough."""
        size = len(self.game.board)
        worth, wanted = [0.0] * size, [1.0] * size
        for goal in (*self.doctrine.objectives, *self.doctrine.lines):
            if goal.counts(seen.turn):
                for space in goal.spaces:
                    if goal.value > worth[space]:
                        worth[space], wanted[space] = goal.value, max(goal.want, 1.0)
        if self.last(seen):
            for space in range(size):
                worth[space] *= self.doctrine["game.end"] if space in self.game.ground.town else 0.4
        for link, hanging in picture.links.items():
            if not hanging:
                continue
            stake = self.doctrine["game.chain"] * (0.4 + 0.25 * hanging)
            if self.me == JAPANESE:
                worth[link] += stake
                threat = picture.near(self.game, CHINESE, link, ready=False)
                wanted[link] = max(wanted[link], min(1 + 0.4 * threat, 7.0))
            elif seen.count[CHINESE][link] + picture.near(self.game, CHINESE, link) > 0:
                worth[link] = max(worth[link], stake)
                wanted[link] = max(wanted[link], min(2.0 * seen.count[JAPANESE][link] + 2, 10.0))
        return worth, wanted

    def last(self, seen: State) -> bool:
        """Is this the turn that decides?"""
        return bool(seen.turn == self.game.final_turn(seen))

    def fill(self, worth: float, wanted: float, units: float) -> float:
        """What so many units in a space are worth: the first ones most."""
        if units <= 0:
            return 0.0
        part = units / wanted
        return worth * (part * (2 - part) if part < 1 else 1.0)

    def draw(self, seen: State, worth: Sequence[float], wanted: Sequence[float]) -> list[float]:
        """How strongly wants that are not filled draw a unit, from every space."""
        own, size = seen.count[self.me], len(self.game.board)
        lacking = [
            (s, worth[s] * (1 - own[s] / wanted[s])) for s in range(size) if worth[s] and own[s] < wanted[s]
        ]
        fade = 0.5 ** (1 / self.doctrine["move.reach"])
        return [
            max((value * fade ** self.steps[here][s] for s, value in lacking), default=0.0)
            for here in range(size)
        ]
