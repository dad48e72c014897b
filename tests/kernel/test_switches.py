"""Options of a game: how they are read from data and how a person may give them."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.errors import DataError, SandtableError, Unknown
from sandtable.records import Row
from sandtable.switches import Switch, read_switches, settle_options

FOG = {"id": "fog", "values": "yes no", "default": "no", "case": "T-1", "text": "Hidden units."}
CITY = {"id": "city", "values": "0116 0202 none", "default": "0116", "case": "T-2", "text": "The last city."}


def rows(*cells: dict[str, str]) -> list[Row]:
    return [Row("options.csv", line, row) for line, row in enumerate(cells, start=2)]


SWITCHES = read_switches(rows(FOG, CITY))


def test_switches_are_read() -> None:
    assert SWITCHES["fog"] == Switch("fog", ("yes", "no"), "no", "T-1", "Hidden units.")
    assert SWITCHES["city"] == Switch("city", ("0116", "0202", "none"), "0116", "T-2", "The last city.")
    assert list(SWITCHES) == ["fog", "city"]


@pytest.mark.parametrize(
    ("change", "column"),
    [
        ({"default": "maybe"}, "default"),
        ({"values": ""}, "default"),
        ({"case": ""}, "case"),
        ({"text": ""}, "text"),
    ],
)
def test_a_faulty_switch_is_named(change: dict[str, str], column: str) -> None:
    with pytest.raises(DataError) as caught:
        read_switches(rows(CITY, {**FOG, **change}))
    assert (caught.value.file, caught.value.row, caught.value.column) == ("options.csv", 3, column)


@pytest.mark.parametrize(
    ("given", "fog", "city"),
    [
        ((), "no", "0116"),
        ({}, "no", "0116"),
        ("fog", "yes", "0116"),
        (["fog"], "yes", "0116"),
        (["fog=yes", "city=none"], "yes", "none"),
        ("fog=no", "no", "0116"),
        ({"fog": True}, "yes", "0116"),
        ({"fog": False}, "no", "0116"),
        ({"fog": "yes", "city": "0202"}, "yes", "0202"),
        (iter(["city=0202"]), "no", "0202"),
    ],
)
def test_options_are_given_as_words_or_as_a_mapping(given: Any, fog: str, city: str) -> None:
    assert settle_options(SWITCHES, given) == {"fog": fog, "city": city}


def test_settling_what_was_settled_changes_nothing() -> None:
    settled = settle_options(SWITCHES, ["fog", "city=none"])
    assert settle_options(SWITCHES, settled) == settled


@pytest.mark.parametrize("given", [["fogg"], {"fogg": True}, "fogg=yes", [1], ["=yes"], [""]])
def test_an_unknown_option_is_named_with_those_that_exist(given: Any) -> None:
    with pytest.raises(Unknown, match=r"unknown option .*(fog|city)"):
        settle_options(SWITCHES, given)


@pytest.mark.parametrize("given", [["city"], ["city="], {"city": True}, {"city": 116}, ["fog=on"]])
def test_a_value_out_of_range_is_named_with_those_allowed_and_the_rule(given: Any) -> None:
    with pytest.raises(SandtableError, match=r"option '(city|fog)' cannot be '.*'; it takes .*\(T-[12]\)"):
        settle_options(SWITCHES, given)
