"""Result tables: odds and differential columns, shifts, cells."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from .errors import SandtableError

C = TypeVar("C")


@dataclass(frozen=True, slots=True)
class Modifier:
    """One influence on a combat: what it is, how many columns (left is negative), and its rule."""

    label: str
    value: int
    case: str


def odds(attack: int | Fraction, defence: int | Fraction) -> int:
    """Steps on the unbounded odds scale: 0 is 1:1, 1 is 2:1, -1 is 1:2.

    The stronger side's multiple loses its remainder in the defender's favour.

    >>> odds(26, 7), odds(5, 9), odds(9, 9)
    (2, -1, 0)
    """
    if attack <= 0 or defence <= 0:
        raise SandtableError(f"there are no odds of {attack} to {defence}")
    if attack >= defence:
        return attack // defence - 1
    return 1 - -(-defence // attack)


def odds_name(step: int) -> str:
    """The name of a place on the odds scale.

    >>> odds_name(2), odds_name(-1)
    ('3:1', '1:2')
    """
    return f"{step + 1}:1" if step >= 0 else f"1:{1 - step}"


def odds_step(name: str) -> int:
    """The place of an odds name on the scale.

    >>> odds_step("3:1"), odds_step("1:3")
    (2, -2)
    """
    attacker, defender = (int(part) for part in name.split(":"))
    return attacker - 1 if attacker >= defender else 1 - defender


def shifted_name(final: str, base: str) -> str:
    """The name of a column with the one it was before all shifts, where that is another.

    >>> shifted_name("1:2", "3:1"), shifted_name("3:1", "3:1")
    ('1:2 (from 3:1)', '3:1')
    """
    return final if final == base else f"{final} (from {base})"


@dataclass(frozen=True, slots=True)
class ResultTable(Generic[C]):
    """A combat results table: columns in order from the defender's end, a cell for each die roll.

    `first` is the place of the leftmost column on its scale (odds steps, or a differential).
    """

    names: tuple[str, ...]
    first: int
    cells: tuple[tuple[C, ...], ...]

    def column(self, step: int) -> int:
        """The column for a place on the scale; beyond either end the outermost is used."""
        return min(max(step - self.first, 0), len(self.names) - 1)

    def result(self, column: int, die: int) -> C:
        """The cell for a column and a roll from 1."""
        return self.cells[column][die - 1]

    def chances(self, column: int) -> dict[C, Fraction]:
        """Every result of a column with its probability.

        >>> ResultTable(("1:1",), 0, (("A1", "A1", "D1"),)).chances(0)
        {'A1': Fraction(2, 3), 'D1': Fraction(1, 3)}
        """
        cells = self.cells[column]
        return {cell: Fraction(cells.count(cell), len(cells)) for cell in cells}


def differential_column(attack: int | Fraction, defence: int | Fraction, floors: Iterable[int]) -> int:
    """The last column whose lowest difference the attack reaches; the first column takes all below."""
    column = 0
    for place, floor in enumerate(floors):
        if attack - defence >= floor:
            column = place
    return column
