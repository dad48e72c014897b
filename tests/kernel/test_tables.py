"""Odds, differentials, shifts and clamps of result tables."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as some

from sandtable.tables import (
    Modifier,
    ResultTable,
    differential_column,
    odds,
    odds_name,
    odds_step,
    shifted_name,
)

CRT = ResultTable(("1:2", "1:1", "2:1", "3:1"), -1, tuple(tuple(f"{c}{d}" for d in "abc") for c in "wxyz"))


@pytest.mark.parametrize(
    ("attack", "defence", "name"),
    [
        (9, 9, "1:1"), (10, 9, "1:1"), (17, 9, "1:1"), (18, 9, "2:1"), (26, 7, "3:1"), (28, 7, "4:1"),
        (1, 1, "1:1"), (9, 10, "1:2"), (5, 9, "1:2"), (5, 10, "1:2"), (5, 11, "1:3"), (1, 7, "1:7"),
        (Fraction(5, 2), 1, "2:1"), (Fraction(5, 2), 3, "1:2"), (Fraction(1, 3), 1, "1:3"),
    ],
)  # fmt: skip
def test_odds_lose_their_remainder_in_the_defenders_favour(
    attack: int | Fraction, defence: int, name: str
) -> None:
    assert odds_name(odds(attack, defence)) == name


@given(some.integers(1, 500), some.integers(1, 500))
def test_the_attack_is_worth_its_odds_and_not_the_next(attack: int, defence: int) -> None:
    step = odds(attack, defence)

    def worth(place: int) -> Fraction:
        return Fraction(place + 1) if place >= 0 else Fraction(1, 1 - place)

    assert worth(step) <= Fraction(attack, defence) < worth(step + 1)


@given(some.integers(-50, 50))
def test_names_of_odds_are_read_back(step: int) -> None:
    assert odds_step(odds_name(step)) == step


@pytest.mark.parametrize(("attack", "defence"), [(0, 5), (5, 0), (0, 0), (-1, 5)])
def test_no_odds_without_strength_on_both_sides(attack: int, defence: int) -> None:
    with pytest.raises(ValueError, match=f"{attack} to {defence}"):
        odds(attack, defence)


@pytest.mark.parametrize(
    ("step", "column"), [(-99, 0), (-2, 0), (-1, 0), (0, 1), (1, 2), (2, 3), (3, 3), (99, 3)]
)
def test_beyond_either_end_the_outermost_column_is_used(step: int, column: int) -> None:
    assert CRT.column(step) == column


def test_shifts_add_up_before_they_are_clamped() -> None:
    shifts = [Modifier("town", -1, "T-1"), Modifier("artillery", 3, "T-2"), Modifier("river", -2, "T-3")]
    assert CRT.names[CRT.column(odds(40, 10) + sum(m.value for m in shifts))] == "3:1"


def test_a_cell_is_found_by_column_and_roll() -> None:
    assert [CRT.result(2, roll) for roll in (1, 2, 3)] == ["ya", "yb", "yc"]
    assert CRT.result(CRT.column(-5), 1) == "wa"


@given(some.lists(some.lists(some.sampled_from("abc"), min_size=6, max_size=6), min_size=1, max_size=4))
def test_chances_count_the_cells_of_a_column(columns: list[list[str]]) -> None:
    table = ResultTable(tuple(map(str, range(len(columns)))), 0, tuple(map(tuple, columns)))
    for number, cells in enumerate(columns):
        chances = table.chances(number)
        assert sum(chances.values()) == 1
        assert chances == {cell: Fraction(cells.count(cell), 6) for cell in cells}


@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [(1, 9, 0), (3, 5, 1), (4, 5, 1), (5, 5, 2), (8, 5, 2), (9, 5, 3), (99, 5, 3), (Fraction(9, 2), 5, 1)],
)
def test_a_differential_takes_the_last_column_it_reaches(
    attack: int | Fraction, defence: int, column: int
) -> None:
    assert differential_column(attack, defence, (-5, -2, 0, 4)) == column


def test_a_column_says_where_it_was_shifted_from_and_nothing_where_it_was_not() -> None:
    assert shifted_name("1:2", "3:1") == "1:2 (from 3:1)"
    assert shifted_name("3:1", "3:1") == "3:1"
