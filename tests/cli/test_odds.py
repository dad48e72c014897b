"""`odds`: the combat table, two strengths, a combat in a position."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

import sandtable as st
from sandtable.cli.console import Console, percent
from tests.cli.conftest import Cli, assert_refused

SLUG = "shanghai-nanking"
POSITION = (
    "odds", SLUG, "--units", "c_36=3411,c_88=3411,j_snlf_1=3512,j_gar_shanghai=3512", "--turn", "2",
    "--side", "chinese", "--phase", "first", "--set", "order=attack",
)  # fmt: skip


@pytest.fixture(scope="module")
def game() -> st.Game:
    return st.load(SLUG)


def test_the_whole_table(cli: Cli, game: st.Game) -> None:
    answer = cli("odds", SLUG)
    assert answer.code == 0
    table = game.odds_table()
    rows = {line.split()[0]: line for line in answer.lines()[2:]}
    assert list(rows) == list(table)
    for column, chances in table.items():
        hit = sum(p for (_, defender), p in chances.items() if defender >= 1)
        assert rows[column].split()[1:3] == percent(float(hit)).split()


def test_two_strengths_find_their_column(cli: Cli, game: st.Game) -> None:
    answer = cli("odds", SLUG, "--attack", "16", "--defence", "9", "--shift", "+2")
    column = game.odds_column(16, 9, 2)
    assert answer.lines()[0] == f"16 against 9, shifted by +2: column {column}"
    assert [line.split()[1] for line in answer.lines() if line.startswith(">")] == [column]
    assert cli("odds", SLUG, "--attack", "16", "--defence", "9", "--shift", "-9").lines()[0].endswith("1:3")


def test_the_table_as_json_is_exact(cli: Cli, game: st.Game) -> None:
    plain = json.loads(cli("odds", SLUG, "--json", "--attack", "20", "--defence", "9").out)
    assert (plain["game"], plain["column"]) == (SLUG, "2:1")
    for column, chances in game.odds_table().items():
        results = plain["columns"][column]["results"]
        assert {(r["attacker"], r["defender"]): Fraction(r["fraction"]) for r in results} == chances


def test_every_combat_of_a_position(cli: Cli) -> None:
    answer = cli(*POSITION)
    assert answer.code == 0
    assert len(answer.lines()) == 2
    assert "attack 3512" in answer.lines()[1]
    assert "3411 (2 units)" in answer.lines()[1]


def test_one_combat_with_everything_that_shapes_it(cli: Cli, game: st.Game) -> None:
    answer = cli(*POSITION, "--action", "attack 3512 with artillery")
    state = game.arrange(
        units={"c_div_036": "3411", "c_div_088": "3411", "j_snlf_1": "3512", "j_gar_shanghai": "3512"},
        turn=2, side="chinese", phase="first operations", order="attack",
    )  # fmt: skip
    forecast = game.forecast(state, game.parse("attack c_div_036+c_div_088 3512 with artillery"))
    assert f"column {forecast.column}" in answer.out
    for modifier in forecast.modifiers:
        line = next(line for line in answer.lines() if modifier.label in line)
        assert line.split()[0] == f"{modifier.value:+d}"
        assert modifier.case in line
        assert game.cases[modifier.case].title in line
    for outcome, chance in forecast.outcomes.items():
        line = next(line for line in answer.lines() if line.startswith(outcome.result))
        assert str(chance) in line
    assert "mean losses: attacker" in answer.out


def test_one_combat_as_json(cli: Cli) -> None:
    plain = json.loads(cli(*POSITION, "--action", "attack 3512", "--json").out)
    assert plain["action"] == "attack c_div_036+c_div_088 3512"
    assert sum(Fraction(outcome["fraction"]) for outcome in plain["outcomes"]) == 1
    mean = sum(Fraction(o["fraction"]) * o["defender_loss"] for o in plain["outcomes"])
    assert Fraction(plain["expected"]["defender"]) == mean
    listed = json.loads(cli(*POSITION, "--json").out)
    assert [combat["action"] for combat in listed] == [plain["action"]]


def test_the_position_of_a_saved_game(cli: Cli, game: st.Game, tmp_path: Path) -> None:
    match = st.Match(game, seed=7, path=tmp_path / "game.jsonl")
    match.play("plan AM")
    match.close()
    (tmp_path / "state.json").write_text(match.state.to_json(), "utf-8")
    for file in ("game.jsonl", "state.json"):
        answer = cli("odds", SLUG, "--save", file, "--action", "attack 3512")
        assert answer.code == 0
        assert "column 1:2 (from 3:1)" in answer.out
    fogged = cli("odds", SLUG, "--save", "game.jsonl", "--action", "attack 3512", "--seen-by", "chi")
    assert "hidden from the Chinese side" in fogged.out
    assert "attack 3611" in cli("odds", SLUG, "--save", "game.jsonl").out


def test_a_position_takes_steps_control_and_details(cli: Cli) -> None:
    extra = (
        "--steps",
        "c_36=1",
        "--control",
        "3410=japanese",
        "--set",
        "air=no",
        "--option",
        "seventh_city=0116",
    )
    answer = cli(*POSITION, *extra, "--action", "attack 36 3512")
    assert "3 against 5" in answer.out


@pytest.mark.parametrize(
    ("extra", "words"),
    [
        (("--units", "ghost=3411"), ("unknown unit 'ghost'",)),
        (("--units", "c_36=9999"), ("unknown space '9999'",)),
        (("--units", "c_36"), ("--units: 'c_36' is not of the form",)),
        (("--phase", "lunch"), ("unknown phase 'lunch'",)),
        (("--side", "french"), ("unknown side 'french'",)),
        (("--turn", "13"), ("unknown turn '13'",)),
        (("--scenario", "winter"), ("unknown scenario 'winter'", "campaign")),
        (("--option", "weather=bad"), ("unknown option 'weather'",)),
        (("--option", "seventh_city=9999"), ("'seventh_city' cannot be '9999'", "SNC-")),
        (("--set", "mood=good"), ("'mood'",)),
        (("--steps", "c_36=many"), ("'many'",)),
        (("--steps", "c_36=7"), ("step count of c_div_036",)),
        (("--control", "3411=nobody"), ("unknown side 'nobody'",)),
        (("--action", "attack 36 3310"), ("SNC-10.0a", "no enemy unit is in 3310")),
        (("--action", "end"), ("'end' rolls no combat dice",)),
        (("--action", "dance"), ("unknown order 'dance'",)),
        (("--action", "'"), ("no closing quotation",)),
        (("--action", "show 36 88"), ("means 2 actions",)),
        (("--attack", "3"), ("--attack",)),
        (("--save", "game.jsonl"), ("--save is a position already",)),
        (("--seen-by", "nobody"), ("unknown side 'nobody'",)),
    ],
)  # fmt: skip
def test_mistakes_about_a_position_are_named(
    cli: Cli, extra: tuple[str, ...], words: tuple[str, ...]
) -> None:
    assert_refused(cli(*POSITION, *extra), *words)


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (("nowhere",), ("unknown game 'nowhere'",)),
        ((SLUG, "--attack", "3"), ("--attack and --defence go together",)),
        ((SLUG, "--shift", "3"), ("--attack and --defence go together",)),
        ((SLUG, "--attack", "0", "--defence", "3"), ("at least one factor",)),
        ((SLUG, "--turn", "3"), ("--turn needs a position",)),
        ((SLUG, "--seen-by", "chinese"), ("--seen-by needs a position",)),
        ((SLUG, "--save", "nothing.jsonl"), ("nothing.jsonl", "No such file")),
    ],
)
def test_mistakes_are_named(cli: Cli, argv: tuple[str, ...], words: tuple[str, ...]) -> None:
    assert_refused(cli("odds", *argv), *words)


def test_a_combat_on_paper_is_exact_and_lists_its_inputs(cli: Cli) -> None:
    storm = "storm-over-taierzhuang"
    game = st.load(storm)
    plain = json.loads(cli("odds", storm, "--json", "--given", "factors=6,units=4,wave=yes").out)
    odds = game.paper_odds(factors=6, units=4, wave="yes")
    assert sum(Fraction(row["fraction"]) for row in plain["outcomes"]) == 1
    assert Fraction(plain["cleared"]) == odds.chance(lambda o: o.cleared)
    assert set(plain["inputs"]) == {dial.name for dial in game.dials()}
    out = cli("odds", storm).out
    assert all(dial.name in out and dial.case in out for dial in game.dials())
    assert "damage points" in out
    assert "4:1 (from 3:1)" in cli("odds", SLUG, "--given", "attack=24,defence=7,air=yes").out


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("luck=3", ("unknown input 'luck'", "factors")),
        ("factors=many", ("value of factors", "'many'", "0 to 12")),
        ("factors=99", ("value of factors", "'99'", "0 to 12")),
        ("by=Bomber Support,attacker=chinese", ("SOT-5.1b", "Japanese chit")),
        ("factors", ("--given", "NAME=VALUE")),
    ],
)
def test_mistakes_on_paper_are_named(cli: Cli, given: str, words: tuple[str, ...]) -> None:
    assert_refused(cli("odds", "storm-over-taierzhuang", "--given", given), *words)


def test_a_game_without_a_table_says_so(cli: Cli, monkeypatch: pytest.MonkeyPatch, game: st.Game) -> None:
    monkeypatch.setattr(type(game), "odds_table", lambda self: {})
    monkeypatch.setattr(type(game), "dials", lambda self: ())
    assert_refused(cli("odds", SLUG), "no combats on paper")
    with pytest.raises(st.SandtableError, match="has no table by attack and defence"):
        st.Game.odds_column(game, 1, 1)
    assert st.Game.odds_table(game) == {}


def test_a_wrong_overlay_is_named_by_file_row_and_column(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "crt.csv").write_text("id,defender_steps,source\n1_3_1,many,reconstructed: mine\n", "utf-8")
    assert_refused(
        cli("odds", SLUG, "--data", str(tmp_path)), "crt.csv", "row 2", "'defender_steps'", "'many'"
    )


def test_an_overlay_changes_the_odds(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "crt.csv").write_text("id,defender_steps,source\n1_3_1,4,reconstructed: mine\n", "utf-8")
    assert cli("odds", SLUG, "--data", str(tmp_path)).out != cli("odds", SLUG).out


def test_a_plain_terminal_gets_plain_signs(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Console, "can_show", lambda self, text: text.isascii())
    answer = cli("odds", SLUG, "--attack", "3", "--defence", "1")
    assert "█" not in answer.out
    assert "##" in answer.out
    assert ">=2" in answer.out
