"""Combat by difference: columns of differentials, losses on both sides, what a result really inflicts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

from ..errors import DataError
from ..forecast import Outcome
from ..records import Row
from ..state import State
from ..steps import Args, Business
from ..tables import ResultTable, differential_column
from .fights import fight
from .game import HexGame

G = TypeVar("G", bound=HexGame)

_OPEN = -999
"""The lowest differential of a column that has none."""


@dataclass(frozen=True, slots=True)
class DifferentialTable(ResultTable[tuple[int, int]]):
    """Losses of attacker and defender by column and die; `floors` are the columns' lowest differentials."""

    floors: tuple[int, ...] = ()

    def base(self, differential: int) -> int:
        """The column of the largest heading that is not above the differential."""
        return differential_column(differential, 0, self.floors)

    def nearest(self, differential: int) -> int:
        """The column of the nearest heading, the lower one of two that are equally near."""
        column = self.base(differential)
        if 0 < column < len(self.floors) - 1:
            above = self.floors[column + 1] - differential
            column += above < differential - self.floors[column]
        return column


def read_table(cells: Iterable[Row], columns: Iterable[Row]) -> DifferentialTable:
    """A combat results table of crt.csv and crt_columns.csv: six rows, every cell filled."""
    heads = list(columns)
    names = tuple(row.needed("heading") for row in heads)
    floors = tuple(
        row.integer("differential_min") if row.text("differential_min") else _OPEN for row in heads
    )
    if list(floors) != sorted(floors):
        raise DataError("crt_columns.csv", None, "differential_min", "the columns are not in order")
    found = {
        (row.integer("column", 0, len(names) - 1), row.integer("die", 1, 6)): (
            row.integer("attacker_loss", 0, 9),
            row.integer("defender_loss", 0, 9),
        )
        for row in cells
    }
    if len(found) != 6 * len(names):
        raise DataError("crt.csv", None, None, f"{len(found)} cells under {len(names)} columns of 6")
    table = tuple(tuple(found[c, die] for die in range(1, 7)) for c in range(len(names)))
    return DifferentialTable(names, 0, table, floors)


def inflicted(
    losses: tuple[int, int], attackers: int, defenders: int, spares_the_victor: bool = False
) -> Outcome:
    """What a result does to so many steps of attackers and of defenders: nobody loses more than he has.

    `spares_the_victor`: attackers that wipe the defenders out lose nothing themselves.
    """
    attacker, defender = losses
    cleared = defender >= defenders
    suffered = 0 if cleared and spares_the_victor else attacker
    return Outcome(
        min(suffered, attackers),
        min(defender, defenders),
        f"{attacker}/{defender}",
        cleared,
        suffered >= attackers,
    )


def aftermath(attacker: int, defender: int) -> list[Args]:
    """What a result leaves to be done, the first on top: losses of both sides, an advance, the end."""
    return [
        ("end_combat",),
        ("advance",),
        ("attacker_pays", attacker),
        ("absorb_loss", "defender", defender),
    ]


class AttackerPays(Business[G]):
    """The attacker's losses come second; the entry on the agenda is (name, steps to lose)."""

    name = "attacker_pays"

    def spared(self, game: G) -> bool:
        """Do attackers lose nothing once no defender is left?"""
        return False

    def run(self, game: G, state: State, args: Args) -> None:
        if not self.spared(game) or game.foes(state, fight(state)):
            state.agenda.append(("absorb_loss", "attacker", args[1]))


class EndCombat(Business[G]):
    """The combat is complete before the next begins."""

    name = "end_combat"

    def run(self, game: G, state: State, args: Args) -> None:
        state.vars["combat"] = None
