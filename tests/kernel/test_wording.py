"""Small change of sentences: counts, lists of names, days."""

from __future__ import annotations

from datetime import date

import pytest

import sandtable as st
from sandtable.actions import Draw
from sandtable.errors import DataError
from sandtable.records import Row
from sandtable.wording import agreed, counted, days, names


@pytest.mark.parametrize(
    ("several", "told"),
    [
        ([], "none"),
        (["A"], "A"),
        (["A", "B", "C"], "A, B and C"),
        (["1st, left", "2nd", "3rd"], "1st, left; 2nd and 3rd"),
        (["1st, unit 1", "1st, unit 2"], "1st, units 1 and 2"),
        (["1st, unit 4", "1st, unit 2", "1st, unit 1"], "1st, units 1, 2 and 4"),
        (["1st, unit 1", "1st, unit 2", "1st, unit 3", "2nd, unit 4"], "1st, units 1–3 and 2nd, unit 4"),
        (["1st, unit 1", "1st, unit 2", "2nd, unit 4"], "1st, units 1 and 2; 2nd, unit 4"),
        (["1st, unit 9", "1st, unit 10", "1st, unit 11"], "1st, units 9–11"),
        (["1st, unit 1", "1st, tank 1"], "1st, unit 1 and 1st, tank 1"),
    ],
)
def test_names_that_differ_in_a_number_alone_are_named_together(several: list[str], told: str) -> None:
    assert names(several) == told


@pytest.mark.parametrize(
    ("first", "last", "told"),
    [
        (date(1929, 11, 16), date(1929, 11, 16), "16 November 1929"),
        (date(1937, 8, 13), date(1937, 8, 22), "13–22 August 1937"),
        (date(1937, 8, 23), date(1937, 9, 5), "23 August – 5 September 1937"),
        (date(1941, 12, 24), date(1942, 1, 3), "24 December 1941 – 3 January 1942"),
    ],
)
def test_days_are_written_as_people_write_them(first: date, last: date, told: str) -> None:
    assert days(first, last) == told


def test_a_cell_that_is_no_day_is_named() -> None:
    row = Row("turns.csv", 3, {"from": "1937-13-08"})
    with pytest.raises(DataError, match=r"turns\.csv.*from.*'1937-13-08' is not a day"):
        row.day("from")


def test_counts_and_verbs_agree() -> None:
    told = [counted(number, "point") for number in (1, 2, 0.5)]
    assert told == ["1 point", "2 points", "0.5 points"]
    assert agreed("{units} [moves|move]", one=False) == "{units} move"
    game = st.load("storm-over-taierzhuang")
    told = [Draw(number).describe(game) for number in ("0", "1", "2")]
    assert told == ["Draw no chits", "Draw 1 chit", "Draw 2 chits"]
