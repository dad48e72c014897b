"""`study`: campaigns from the command line."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from tests.cli.conftest import Cli, assert_refused

SFV = "stalins-first-victory"
QUICK = ("study", SFV, "--games", "3", "--players", "random", "--workers", "1")


def test_the_what_ifs_are_listed(cli: Cli) -> None:
    answer = cli("study", SFV, "--list")
    assert answer.code == 0
    assert "no-tanks: No tanks at Dalainor" in answer.lines()


def test_shares_and_differences_are_told(cli: Cli) -> None:
    answer = cli(*QUICK, "--change", "no-tanks", "--change", "no-armoured-trains")
    assert answer.code == 0
    assert "9 games, seed 0" in answer.out
    assert answer.out.count("No tanks at Dalainor") == 3
    assert "change of soviet wins" in answer.out
    together = cli(*QUICK, "--change", "no-tanks", "--change", "no-armoured-trains", "--together")
    assert "6 games" in together.out
    assert "No tanks at Dalainor + No armoured trains" in together.out


def test_tables_are_written_and_a_study_goes_on(cli: Cli, tmp_path: Path) -> None:
    words = (*QUICK, "--seed", "4", "--file", "long.jsonl")
    assert cli(*words, "--out", "a.csv").code == 0
    assert "3/3" in cli(*words, "--out", "b.parquet").err
    first, second = pd.read_csv("a.csv"), pd.read_parquet("b.parquet")
    assert list(first["digest"]) == list(second["digest"])
    assert len(pd.read_csv("a-turns.csv")) == 15
    assert_refused(cli(*words, "--out", "a.csv"), "a.csv", "left alone")


def test_a_side_has_its_own_player(cli: Cli) -> None:
    assert cli(*QUICK, "--soviet", "random", "--out", "a.csv").code == 0
    assert set(pd.read_csv("a.csv")["soviet_player"]) == {"random"}
    assert_refused(cli(*QUICK, "--soviet", "napoleon"), "unknown player 'napoleon'")


def test_mistakes_are_named(cli: Cli) -> None:
    assert_refused(cli(*QUICK, "--change", "peace"), "unknown what-if", "peace")
    assert_refused(cli(*QUICK, "--out", "a.doc"), "a.doc", ".parquet or .csv")
    answer = cli(*QUICK, "--out", "no-such-folder/a.csv")
    assert_refused(answer, "the folder no-such-folder does not exist")
    assert "game" not in answer.err.replace("no-such-folder", "")  # no bar: nothing was played
    assert_refused(cli("study", "chess"), "unknown game 'chess'")
