"""Damage points that the owner of the hit units spends as he likes: what they buy, and how far they go.

Units have two states, ready and spent. Each use of points costs a price, needs a unit of some state, and
flips, drives off or destroys units.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from .records import Row

READY, SPENT, ONLY_SPENT = "ready", "spent", "spent_only"
NEEDS = (READY, SPENT, ONLY_SPENT)
"""What a use needs: a ready unit, a spent one, or a spent one where no ready unit is left."""


@dataclass(frozen=True, slots=True)
class Use:
    """One way to spend points. `retreated` counts the unit itself, or where that is destroyed, another."""

    id: str
    points: int
    needs: str
    eliminated: int
    retreated: int
    flipped: int
    text: str
    case: str

    def fits(self, points: int, ready: int, spent: int) -> bool:
        """Can so many points be spent this way where so many units of each state are left?"""
        if points < self.points:
            return False
        return ready > 0 if self.needs == READY else spent > 0 and (self.needs == SPENT or not ready)

    def after(self, ready: int, spent: int) -> tuple[int, int]:
        """Units of each state that stay."""
        if self.needs == READY:
            gone = self.eliminated or self.retreated
            return ready - 1, spent if gone else spent + self.flipped
        return ready, max(spent - self.eliminated - self.retreated, 0)


def read_uses(rows: Iterable[Row]) -> tuple[Use, ...]:
    """The uses of a game's table of damage."""
    return tuple(
        Use(
            row.needed("id"),
            row.integer("points", 1),
            row.choice("needs", NEEDS, "need"),
            row.integer("eliminated", 0, 1),
            row.integer("retreated", 0, 1),
            row.integer("flipped", 0, 1),
            row.needed("text"),
            row.source.removeprefix("rule "),
        )
        for row in rows
    )


@cache
def most_left(uses: tuple[Use, ...], points: int, ready: int, spent: int) -> int:
    """The most units that can stay when all points must be spent that can be."""
    return max(
        (
            most_left(uses, points - use.points, *use.after(ready, spent))
            for use in uses
            if use.fits(points, ready, spent)
        ),
        default=ready + spent,
    )


@cache
def most_absorbed(uses: tuple[Use, ...], ready: int, spent: int) -> int:
    """The most points that these units can take before none is left."""
    return max(
        (
            use.points + most_absorbed(uses, *use.after(ready, spent))
            for use in uses
            if use.fits(use.points, ready, spent)
        ),
        default=0,
    )
