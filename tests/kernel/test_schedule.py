"""Timetables of arrival."""

from __future__ import annotations

import pytest

from sandtable.errors import DataError
from sandtable.records import Row
from sandtable.schedule import Arrival, read_arrivals, waiting

UNITS = {"a": 4, "b": 7, "c": 8}
SPACES = {"0101": 0, "0102": 1, "0103": 2}
GOOD = {
    "unit_id": "a",
    "gt": "2",
    "mode": "rail",
    "site_rule": "edge",
    "spaces": "0103 0101",
    "source": "T-9",
}


def rows(*changes: dict[str, str]) -> list[Row]:
    return [Row("arrivals.csv", line, {**GOOD, **change}) for line, change in enumerate(changes, start=2)]


def read(*changes: dict[str, str]) -> dict[int, Arrival]:
    return read_arrivals(rows(*changes), UNITS, SPACES, ("rail", "sea"), 12)


def test_arrivals_are_found_by_unit() -> None:
    found = read({}, {"unit_id": "c", "gt": "12", "mode": "sea", "spaces": ""})
    assert found == {
        4: Arrival(4, 2, "rail", "edge", (2, 0), "T-9"),
        8: Arrival(8, 12, "sea", "edge", (), "T-9"),
    }


def test_nobody_need_arrive() -> None:
    assert read() == {}


@pytest.mark.parametrize(
    ("change", "column", "reason"),
    [
        ({"unit_id": "z"}, "unit_id", "unknown unit 'z'"),
        ({"unit_id": "b"}, "unit_id", "'b' arrives twice"),
        ({"gt": "0"}, "gt", "0 is less than 1"),
        ({"gt": "13"}, "gt", "13 is more than 12"),
        ({"gt": "soon"}, "gt", "'soon' is not a whole number"),
        ({"mode": "air"}, "mode", "unknown mode of arrival 'air'"),
        ({"site_rule": ""}, "site_rule", "empty"),
        ({"spaces": "0101 0199"}, "spaces", "unknown space '0199'"),
    ],
)
def test_a_faulty_arrival_is_named(change: dict[str, str], column: str, reason: str) -> None:
    with pytest.raises(DataError) as caught:
        read({"unit_id": "b"}, change)
    error = caught.value
    assert (error.file, error.row, error.column) == ("arrivals.csv", 3, column)
    assert reason in error.reason


def test_those_wait_whose_turn_it_is() -> None:
    due = bytearray([0, 3, 3, 1, 3, 0, 3])
    assert waiting(due, 3) == [1, 2, 4, 6]
    assert waiting(due, 2) == []
    assert due == bytearray([0, 3, 3, 1, 3, 0, 3])
