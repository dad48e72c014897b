"""Errors: one family, messages that name the thing, and whole after a trip between processes."""

from __future__ import annotations

import pickle

import pytest

from sandtable.errors import (
    DataError,
    IllegalAction,
    NotACombat,
    NotationError,
    SandtableError,
    SaveError,
    Unknown,
)

EXAMPLES = [
    (Unknown("phase", "atack", ["move", "attack"]), "unknown phase 'atack'; did you mean 'attack'?"),
    (Unknown("side", "red", ["japanese", "chinese"]), "unknown side 'red'; known: chinese, japanese"),
    (Unknown("space", "Oz", [f"{n:04}" for n in range(1000)]), "unknown space 'Oz'"),
    (Unknown("turn", 13, range(1, 13)), "unknown turn '13'; known: 1 to 12"),
    (Unknown("thing", "x"), "unknown thing 'x'"),
    (IllegalAction("SNC-9.0k", "3510 holds enemy units"), "SNC-9.0k: 3510 holds enemy units"),
    (NotACombat("'end' rolls no combat dice"), "'end' rolls no combat dice"),
    (NotationError("an empty line is not an action"), "an empty line is not an action"),
    (DataError("units.csv", 12, "factor", "empty"), "units.csv, row 12, column 'factor': empty"),
    (DataError("units.csv", 12, None, "3 cells"), "units.csv, row 12: 3 cells"),
    (DataError("board.toml", None, "kind", "wrong"), "board.toml, column 'kind': wrong"),
    (DataError("units.csv", None, None, "missing"), "units.csv: missing"),
    (SaveError("cut short", "game.jsonl", 7), "game.jsonl: line 7: cut short"),
    (SaveError("cut short", "game.jsonl"), "game.jsonl: cut short"),
    (SaveError("cut short"), "cut short"),
]  # fmt: skip


@pytest.mark.parametrize(("error", "text"), EXAMPLES)
def test_an_error_names_the_thing(error: SandtableError, text: str) -> None:
    assert str(error) == text


@pytest.mark.parametrize(("error", "text"), EXAMPLES)
def test_an_error_crosses_processes_whole(error: SandtableError, text: str) -> None:
    back = pickle.loads(pickle.dumps(error))
    assert type(back) is type(error)
    assert str(back) == text
    assert {**vars(back)} == {**vars(error)}


@pytest.mark.parametrize(("error", "text"), EXAMPLES)
def test_every_error_is_a_value_error_of_the_kit(error: SandtableError, text: str) -> None:
    assert isinstance(error, SandtableError)
    assert isinstance(error, ValueError)


def test_an_error_keeps_its_parts() -> None:
    unknown = Unknown("unit", "x", {"a": 1, "b": 2})
    assert (unknown.what, unknown.name, unknown.known) == ("unit", "x", ("a", "b"))
    illegal = IllegalAction("SNC-1", "no")
    assert (illegal.case, illegal.reason) == ("SNC-1", "no")
    data = DataError("f", 1, "c", "r")
    assert (data.file, data.row, data.column, data.reason) == ("f", 1, "c", "r")
    save = SaveError("r", "f", 2)
    assert (save.reason, save.file, save.line) == ("r", "f", 2)


def test_a_short_list_is_given_whole_and_a_long_one_not_at_all() -> None:
    assert str(Unknown("unit", "qqq", [f"u{n:02}" for n in range(12)])).count("u0") == 10
    assert str(Unknown("unit", "qqq", [f"u{n:02}" for n in range(13)])) == "unknown unit 'qqq'"
