"""`games` and `cases`: what there is, and which rules a test names."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import sandtable as st
from sandtable.cli import coverage
from sandtable.cli.coverage import find_tests, marked, named_cases, untested
from tests.cli.conftest import Cli, assert_refused
from tests.ledger import marks_in_tree

TESTS = Path(__file__).parents[1]
SLUG = "shanghai-nanking"


def test_games_says_what_each_game_is(cli: Cli) -> None:
    answer = cli("games")
    assert answer.code == 0
    game = st.load(SLUG)
    for text in (
        SLUG,
        game.title,
        "chinese, japanese",
        "campaign",
        "40 by 25",
        f"{len(game.cases)} rule cases",
    ):
        assert text in answer.out


def test_cases_counts_what_the_tests_name(cli: Cli) -> None:
    answer = cli("cases", SLUG)
    assert answer.code == 0
    totals = [line.split() for line in answer.lines() if line.startswith("all ")]
    assert len(totals) == 2
    assert totals[0] == totals[1]
    cases, tested, excused, missing = map(int, totals[0][1:5])
    assert cases == len(st.load(SLUG).cases) == tested + excused + missing
    assert str(TESTS) in answer.out.replace("\n", "")


def test_the_coverage_agrees_with_the_ledger_test() -> None:
    assert set(named_cases(TESTS)) == {mark.case for mark in marks_in_tree(TESTS)}


def test_without_a_game_every_game_has_a_line(cli: Cli) -> None:
    lines = {line.split()[0]: line.split()[1:] for line in cli("cases").lines()[1:]}
    assert list(lines) == list(st.games())
    for slug, (cases, tested, excused, missing, *_) in lines.items():
        assert int(cases) == len(st.load(slug).cases) == int(tested) + int(excused) + int(missing)
    assert_refused(cli("cases", "--missing"), "--missing needs a game", SLUG)


def test_missing_lists_the_cases_that_nothing_proves(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    tests = tmp_path / "tests"
    tests.mkdir()
    (tests / "test_one.py").write_text("@pytest.mark.case('SNC-6.3a')\ndef test_a(): pass\n", "utf-8")
    (tests / "test_broken.py").write_text("def (", "utf-8")
    monkeypatch.setattr("sandtable.cli.listing.checkout_tests", lambda: tests)
    monkeypatch.setattr("sandtable.cli.listing.untested", lambda data: {"SNC-6.3b": "a table matter"})
    answer = cli("cases", SLUG, "--topic", "fog", "--missing")
    assert "0 of 2 cases" in answer.out
    answer = cli("cases", SLUG, "--topic", "SNC-6", "--missing")
    assert "SNC-6.0a" in answer.out
    assert "SNC-6.3" not in answer.out


def test_without_a_checkout_the_cases_are_only_listed(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandtable.cli.listing.checkout_tests", lambda: None)
    answer = cli("cases", SLUG, "--topic", "zoc")
    assert answer.code == 0
    assert "no source checkout" in answer.out
    assert "SNC-7.2a" in answer.out
    assert "tested" not in answer.lines()[-1]


def test_show_prints_a_rule_and_what_is_below_it(cli: Cli) -> None:
    game = st.load(SLUG)
    answer = cli("cases", SLUG, "--show", "SNC-10.4.2a")
    assert " ".join(answer.out.split()).endswith(" ".join(game.cases["SNC-10.4.2a"].statement.split()))
    assert cli("cases", SLUG, "--show", "10.4.2a").out == answer.out
    below = cli("cases", SLUG, "--show", "snc-10.4.2").out
    assert answer.out in below
    assert "SNC-10.4.2b" in below
    assert "SNC-10.4.1" not in below


def test_a_checkout_is_found_from_inside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tests").mkdir()
    deep = tmp_path / "kernel" / "sandtable" / "cli"
    assert find_tests(tmp_path) is None
    deep.mkdir(parents=True)
    assert find_tests(deep) == tmp_path / "tests"
    monkeypatch.setattr(coverage, "__file__", str(tmp_path.parent / "site-packages" / "coverage.py"))
    monkeypatch.chdir(deep)
    assert coverage.checkout_tests() == tmp_path / "tests"


@pytest.mark.parametrize(
    ("source", "cases"),
    [
        ("@pytest.mark.case('X-1', 'X-2')\ndef test_a(): pass", {"X-1", "X-2"}),
        ("case = pytest.mark.case\n@case('X-1')\nclass TestA: pass", {"X-1"}),
        ("pytestmark = [pytest.mark.case('X-1')]", {"X-1"}),
        ("ROW = pytest.param(1, marks=pytest.mark.case('X-1'))", {"X-1"}),
        ("@pytest.mark.skip\n@pytest.mark.case('X-1')\ndef test_a(): pass", set()),
        ("@pytest.mark.case('X-1')\ndef helper(): pass", set()),
        ("x = f('X-1')", set()),
    ],
)
def test_marks_are_read_from_the_source(source: str, cases: set[str]) -> None:
    assert set(marked(ast.parse(source))) == cases


def test_reasons_for_no_test_are_read(tmp_path: Path) -> None:
    assert untested(tmp_path) == {}
    (tmp_path / "untested.csv").write_text("id,reason\nX-1,a matter of taste\n", "utf-8")
    assert untested(tmp_path) == {"X-1": "a matter of taste"}


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (("cases", "nowhere"), ("unknown game 'nowhere'", SLUG)),
        (("cases", SLUG, "--show", "SNC-99"), ("unknown case 'SNC-99'",)),
        (("cases", SLUG, "--topic", "weather"), ("unknown topic 'weather'",)),
        (("cases", SLUG, "--data", "nowhere"), ("nowhere",)),
    ],
)
def test_unknown_things_are_named(cli: Cli, argv: tuple[str, ...], words: tuple[str, ...]) -> None:
    assert_refused(cli(*argv), *words)
