"""Every rule case of every game is named by a test, or excused with a reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.ledger import (
    CASE_COLUMNS,
    EXCUSE_COLUMNS,
    LedgerError,
    Mark,
    audit,
    is_within,
    marks_in,
    marks_in_tree,
    read_rows,
    unknown,
)

TESTS = Path(__file__).parent
GAMES = TESTS.parent / "kernel" / "sandtable" / "games"
LEDGERS = sorted(GAMES.glob("*/data/cases.csv"))


def cases(ledger: Path) -> list[str]:
    return [row["id"] for row in read_rows(ledger, CASE_COLUMNS)]


def excuses(ledger: Path) -> dict[str, str]:
    path = ledger.with_name("untested.csv")
    return {row["id"]: row["reason"] for row in read_rows(path, EXCUSE_COLUMNS)} if path.exists() else {}


def test_every_game_has_a_ledger() -> None:
    games = {path.parent for path in GAMES.glob("*/__init__.py")}
    assert games
    assert games == {ledger.parent.parent for ledger in LEDGERS}


@pytest.mark.parametrize("ledger", LEDGERS, ids=lambda path: path.parent.parent.name)
def test_every_case_is_tested_or_excused(ledger: Path) -> None:
    problems = audit(cases(ledger), excuses(ledger), marks_in_tree(TESTS))
    assert not problems, "\n".join(problems)


@pytest.mark.parametrize("ledger", LEDGERS, ids=lambda path: path.parent.parent.name)
def test_every_case_says_something(ledger: Path) -> None:
    empty = [
        f"{row['id']}: no {column}"
        for row in read_rows(ledger, CASE_COLUMNS)
        for column in CASE_COLUMNS
        if not row[column].strip()
    ]
    assert not empty, "\n".join(empty)


def test_no_test_names_an_unknown_case() -> None:
    problems = unknown([case for ledger in LEDGERS for case in cases(ledger)], marks_in_tree(TESTS))
    assert not problems, "\n".join(problems)


def test_the_sources_show_every_mark_that_pytest_sees(collected_cases: dict[str, set[str]]) -> None:
    in_sources: dict[str, set[str]] = {}
    for mark in marks_in_tree(TESTS):
        in_sources.setdefault(str(TESTS / mark.file), set()).add(mark.case)
    unseen = {
        file: sorted(seen - in_sources.get(file, set()))
        for file, seen in collected_cases.items()
        if seen - in_sources.get(file, set())
    }
    assert not unseen


@pytest.mark.parametrize(
    "source",
    [
        "@pytest.mark.case('X-1', 'X-2')\ndef test_a(): pass",
        "@pytest.mark.case('X-1')\n@pytest.mark.case('X-2')\ndef test_a(): pass",
        "@pytest.mark.case('X-1')\nclass TestA:\n    @mark.case('X-2')\n    async def test_a(self): pass",
        "pytestmark = pytest.mark.case('X-1', 'X-2')",
        "pytestmark = [pytest.mark.case('X-1'), pytest.mark.case('X-2')]",
        "class TestA:\n    pytestmark = (pytest.mark.case('X-1', 'X-2'),)",
        "ROW = pytest.param(1, marks=[pytest.mark.case('X-1'), pytest.mark.case('X-2')])",
        "ROW = pytest.param(1, marks=pytest.mark.case('X-1', 'X-2'))",
        "case = pytest.mark.case\n@case('X-1')\n@case('X-2')\ndef test_a(): pass",
    ],
)
def test_marks_are_found_wherever_pytest_attaches_them(source: str) -> None:
    assert {mark.case for mark in marks_in(source, "test_x.py")} == {"X-1", "X-2"}


@pytest.mark.parametrize(
    "source",
    [
        "@pytest.mark.skip(reason='later')\n@pytest.mark.case('X-1')\ndef test_a(): pass",
        "@pytest.mark.case('X-1')\n@pytest.mark.xfail\ndef test_a(): pass",
        "pytestmark = [pytest.mark.case('X-1'), pytest.mark.skipif(True, reason='')]",
        "ROW = pytest.param(1, marks=[pytest.mark.skip, pytest.mark.case('X-1')])",
    ],
)
def test_a_skipped_test_proves_no_case(source: str) -> None:
    assert marks_in(source, "test_x.py") == []


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ("@pytest.mark.case('X-1')\ndef helper(): pass", "test_x.py:1: .*attached to no test"),
        ("\nmark_it = pytest.mark.case('X-1')", "test_x.py:2: .*attached to no test"),
        ("@pytest.mark.case()\ndef test_a(): pass", "takes case ids"),
        ("@pytest.mark.case(id='X-1')\ndef test_a(): pass", "takes case ids"),
        ("@pytest.mark.case(*CASES)\ndef test_a(): pass", "literal string"),
        ("ROWS = [pytest.param(r, marks=pytest.mark.case(r.case)) for r in DATA]", "literal string"),
    ],
)
def test_a_mark_that_cannot_be_read_is_an_error(source: str, complaint: str) -> None:
    with pytest.raises(LedgerError, match=complaint):
        marks_in(source, "test_x.py")


def test_audit_names_each_kind_of_problem() -> None:
    marks = [Mark("X-1", "test_x.py", 3), Mark("X-4", "test_x.py", 7)]
    excused = {"X-2": "a matter of taste", "X-3": " ", "X-4": "but tested", "X-9": "no such case"}
    assert audit(["X-1", "X-2"], {"X-2": "a matter of taste"}, marks[:1]) == []
    assert audit(["X-1", "X-2", "X-3", "X-4", "X-5"], excused, marks) == [
        "X-3: untested.csv gives no reason",
        "X-4: untested.csv excuses it, but a test names it",
        "X-5: no test names it, and untested.csv gives no reason",
        "X-9: untested.csv names an unknown case",
    ]


@pytest.mark.parametrize(
    ("case", "wanted", "answer"),
    [
        ("X-10.4", "X-10.4", True),
        ("X-10.4.2a", "X-10.4", True),
        ("X-10.4a", "X-10.4", True),
        ("X-10.41", "X-10.4", False),
        ("X-10", "X-10.4", False),
        ("Y-10.4", "X-10.4", False),
    ],
)
def test_a_case_is_within_the_cases_above_it(case: str, wanted: str, answer: bool) -> None:
    assert is_within(case, wanted) is answer


def test_unknown_says_where_the_case_is_named() -> None:
    marks = [Mark("X-1", "test_x.py", 3), Mark("X-7", "test_x.py", 9)]
    assert unknown(["X-1"], marks) == ["test_x.py:9: X-7 is in no ledger"]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [("id,why\nX-1,no\n", "no column reason"), ("id,reason\nX-1,a\nX-1,b\n", "row 3: X-1 is there twice")],
)
def test_a_broken_ledger_file_is_an_error(tmp_path: Path, text: str, complaint: str) -> None:
    path = tmp_path / "untested.csv"
    path.write_text(text, "utf-8")
    with pytest.raises(LedgerError, match=complaint):
        read_rows(path, EXCUSE_COLUMNS)
