"""`play`: a game at one terminal, line by line, as one side and the other may see it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

import sandtable as st
from sandtable.cli.commands import obey
from sandtable.cli.completion import candidates, completer
from sandtable.cli.console import Console
from sandtable.cli.session import Session
from tests.cli.conftest import Cli, assert_refused
from tests.kernel.toy.game import Toy
from tests.kernel.toy.play import TOY

SLUG = "shanghai-nanking"
PLAY = ("play", SLUG, "--seed", "7", "--file", "game.jsonl")

TURN = (
    "# a whole game turn, both sides",
    "plan AM",
    "attack 36 88 87 98 3512 with artillery",
    "support naval",
    "end",
    "move 3411 nanxiang",
    "end",
    "ma",
    "end",
    "place snlf9 3512",
    "attack 3512 3511 with none",
)  # fmt: skip


def loaded(path: Path) -> st.Match:
    return st.Match.load(path, append=False)


def test_a_whole_turn(cli: Cli, tmp_path: Path) -> None:
    answer = cli(*PLAY, script=TURN)
    assert answer.code == 0, answer.err
    match = loaded(tmp_path / "game.jsonl")
    assert [str(a) for a in match.actions] == [
        "plan AM",
        "attack c_div_036+c_div_088+c_div_087+c_div_098 3512 with artillery",
        "support naval",
        "end",
        "move c_div_036+c_div_088 3411-3311",
        "end",
        "plan MA",
        "end",
        "place j_snlf_9 3512",
        str(match.actions[9]),
    ]
    assert set(match.actions[9].touched_units) == {"j_snlf_1", "j_snlf_2", "j_snlf_9"}
    told = " ".join(answer.out.split())
    for phase in ("chinese · declaration", "chinese · first operations", "japanese · reinforcement"):
        assert f"Turn 1 · {phase}" in told
    assert "[SNC-5.3a]" in told
    assert "SNC-10.5a 18 against 7" in told
    assert "--- chinese is done; japanese looks ---" in told
    assert "The game is kept in game.jsonl (10 actions)." in told
    assert "Go on with: python -m sandtable play --resume game.jsonl" in told


def test_choices_have_numbers(cli: Cli, tmp_path: Path) -> None:
    answer = cli(*PLAY, script=["2"])
    assert "2  plan AM  Plan to attack, then move" in answer.out
    assert str(loaded(tmp_path / "game.jsonl").actions[0]) == "plan AM"


def test_the_same_seed_is_the_same_game(cli: Cli, tmp_path: Path) -> None:
    cli(*PLAY, script=TURN)
    cli("play", SLUG, "--seed", "7", "--file", "again.jsonl", script=TURN)
    assert (tmp_path / "game.jsonl").read_bytes() == (tmp_path / "again.jsonl").read_bytes()


def test_a_game_is_kept_under_the_first_free_name(cli: Cli, tmp_path: Path) -> None:
    for _ in range(2):
        assert cli("play", SLUG, script=["ma"]).code == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"{SLUG}-1.jsonl", f"{SLUG}-2.jsonl"]
    first, second = (json.loads(path.read_text().splitlines()[0]) for path in sorted(tmp_path.iterdir()))
    assert first["seed"] != second["seed"]


def test_nothing_played_leaves_no_file(cli: Cli, tmp_path: Path) -> None:
    assert cli("play", SLUG, script=["help", "quit"]).code == 0
    assert_refused(cli("play", SLUG, script=["plan XX"]), "line 1: SNC-5.3a")
    assert list(tmp_path.iterdir()) == []
    cli(*PLAY, script=[])
    assert [path.name for path in tmp_path.iterdir()] == ["game.jsonl"]


def test_a_game_is_gone_on_with(cli: Cli, tmp_path: Path) -> None:
    cli(*PLAY, script=TURN[:3])
    answer = cli("play", "--resume", "game.jsonl", script=TURN[3:5])
    assert answer.code == 0
    assert "Naval gunfire" in answer.out
    assert loaded(tmp_path / "game.jsonl").ply == 4
    assert cli("play", SLUG, "--resume", "game.jsonl").code == 0


def test_a_torn_game_goes_on_from_its_last_whole_line(cli: Cli, tmp_path: Path) -> None:
    cli(*PLAY, script=TURN[:3])
    path = tmp_path / "game.jsonl"
    path.write_bytes(path.read_bytes()[:-5])
    answer = cli("play", "--resume", "game.jsonl", script=["end"])
    assert "notice: game.jsonl: the last line was cut off" in answer.out
    assert [str(a) for a in loaded(path).actions] == ["plan AM", "end"]


def test_a_saved_state_begins_a_new_game(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "state.json").write_text(st.load(SLUG).new(seed=3).to_json(), "utf-8")
    assert cli("play", "--resume", "state.json", script=["ma"]).code == 0
    assert loaded(tmp_path / f"{SLUG}-1.jsonl").ply == 1
    assert cli("play", "--resume", "state.json", "--file", "new.jsonl", script=["ma"]).code == 0
    assert loaded(tmp_path / "new.jsonl").ply == 1


# -- who plays ----------------------------------------------------------------------------------------


def test_the_machine_plays_both_sides(cli: Cli, tmp_path: Path) -> None:
    answer = cli("play", SLUG, "--seed", "3", "--chinese", "random", "--japanese=random", "--file", "g.jsonl")
    assert answer.code == 0
    match = loaded(tmp_path / "g.jsonl")
    assert match.over
    result = match.result
    assert result is not None
    assert result.text in " ".join(answer.out.split())
    told = " ".join(answer.out.split())
    assert all(event.event.text in told for event in match.events)


def test_a_person_against_the_machine(cli: Cli, tmp_path: Path) -> None:
    answer = cli(*PLAY, "--japanese", "random", typed=["mm", "e", "e", "undo", "redo", "mm"])
    assert answer.code == 0
    assert "press Enter" not in answer.out
    assert "japanese>" not in answer.out
    assert "Turn 2 · chinese" in answer.out
    match = loaded(tmp_path / "game.jsonl")
    assert str(match.actions[-1]) == "plan MM"
    assert match.state.turn == 2


def test_undo_goes_back_to_a_persons_decision(cli: Cli, tmp_path: Path) -> None:
    cli(*PLAY, "--japanese", "random", typed=["mm", "e", "e", "undo"])
    match = loaded(tmp_path / "game.jsonl")
    decision = match.state.decision
    assert decision is not None
    assert (match.ply, decision.side) == (2, "chinese")


# -- what a side may see ------------------------------------------------------------------------------


def test_the_terminal_is_handed_over(cli: Cli) -> None:
    answer = cli(*PLAY, typed=["mm", "e", "e", "", "units chinese", "map 3511 2"])
    assert "--- chinese is done; japanese, press Enter to look ---" in answer.out
    seen = answer.out.partition("press Enter")[2]
    assert "36 Division" in seen
    assert "88 Division" not in seen
    assert "C2:5?" in seen
    assert "J3:7" in seen


def test_an_open_table_hides_nothing(cli: Cli) -> None:
    answer = cli(*PLAY, "--open", typed=["mm", "e", "e", "units chinese"])
    assert "press Enter" not in answer.out
    assert "88 Division" in answer.out


def test_names_of_unseen_units_are_not_told(cli: Cli) -> None:
    answer = cli(*PLAY, script=["mm", "move 36 3311", "move 88 3311", "e", "e", "log"])
    mine, _, theirs = answer.out.partition("japanese looks")
    assert "88 Division moves to 3311" in mine
    assert "36 Division moves to 3311" in mine
    assert "1 unseen unit moves to 3311" in theirs
    assert "36 Division moves to 3311" in theirs
    assert "88 Division" not in theirs


def test_odds_do_not_look_under_the_top_unit(cli: Cli) -> None:
    assert "hidden from the Chinese side" in cli(*PLAY, script=["am", "odds attack 3512"]).out
    assert "guesses" not in cli(*PLAY[:-1], "open.jsonl", "--open", script=["am", "odds attack 3512"]).out


# -- commands -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (["help"], ["plan PLAN", "map [HEX|NAME] [RADIUS]", "quit", "Short forms"]),
        (["help odds"], ["odds [ORDER]", "exact odds"]),
        (["help move"], ["move UNITS PATH", "along a path"]),
        (["map"], ["3512 ##", "3510 Wusong", "legend explains"]),
        (["map wusong 1"], ["/3510 L.\\", "3509 Baoshan"]),
        (["view"], ["01  03  05", "J2"]),
        (["legend"], ["rice paddy", "held by the Chinese side"]),
        (["show 3512"], ["city", "Japanese units cannot be looked at", "SNLF 1"]),
        (["show wusong"], ["3510 Wusong", "Wusong Garrison"]),
        (["show 88"], ["88 Division"]),
        (["units"], ["36 Division", "3411"]),
        (["units 3411"], ["36 Division", "88 Division"]),
        (["units tax"], ["Tax Police Division"]),
        (["due"], ["turn 2, chinese", "11 Division (5)", "6/3rd (4)"]),
        (["due jap"], ["turn 2, japanese"]),
        (["status"], ["Turn 1 of 12", "chinese air: flies", "2410 Suzhou", "0 actions"]),
        (["rule"], ["SNC-5.3a"]),
        (["rule 4.3a"], ["SNC-4.3a"]),
        (["log"], ["turn 1, 13–22 August 1937"]),
        (["log 1"], ["turn 1, 13–22 August 1937"]),
        (["legal"], ["4  plan AA"]),
        (["legal plan 1"], ["1  plan MA", "… and 3 more: legal plan all"]),
        (["why plan XX"], ["not allowed: a plan is one of", "SNC-5.3a"]),
        (["why ma"], ["allowed: Plan to move, then attack (plan MA)"]),
        (["why 2"], ["allowed: Plan to attack, then move"]),
        (["why end"], ["not allowed: 'end' is not asked for now"]),
        (["odds"], ["no combat can be fought now"]),
        (["ma", "reach 36"], ["3311*o.", "* where 36 Division can go or strike"]),
        (["ma", "reach c_gar_h"], ["Garrison H can go nowhere now"]),
        (["mm", "e", "reach c_div_011"], ["11 Division can go nowhere now"]),
        (["ma", "legal"], ["move c_div_036 (3411): ", "show c_div_088"]),
        (["ma", "legal 36"], ["move c_div_036 (3411) to ", "3311"]),
        (["ma", "legal 3411"], ["move c_div_036+c_div_088 (3411)"]),
        (["ma", "legal 9905"], ["unknown unit '9905'"]),
        (["ma", "show 88"], ["-> show c_div_088"]),
        (["ma", "why move 36 3512"], ["not allowed: 3512", "SNC-9.0k"]),
        (["am", "odds"], ["attack 3512", "mean losses"]),
        (["am", "odds", "1"], ["-> attack "]),
        (["am", "odds attack 3512"], ["against", "city", "SNC-10.4.1f"]),
        (["am", "legal 3512 2"], ["… and "]),
        (["ma", "undo", "redo"], ["back at action 0", "again at action 1"]),
        (["save copy.jsonl"], ["a copy is in copy.jsonl"]),
        (["ma", "dance"], ["! unknown command or order 'dance'"]),
        (["am", "m 36 3310"], ["! SNC-10.0a: 'move' is not asked for now"]),
        (["ma", "sta"], ["Turn 1 of 12"]),
        (["resign", "no"], ["the game goes on"]),
        (["resign", "yes"], ["the Japanese side wins (resignation"]),
        (["ma", "res", "yes"], ["the Japanese side wins (resignation"]),
    ],
)  # fmt: skip
def test_commands_answer(cli: Cli, lines: list[str], words: list[str]) -> None:
    answer = cli(*PLAY, typed=lines)
    assert answer.code == 0
    told = " ".join(answer.out.split())
    for word in words:
        assert " ".join(word.split()) in told


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("dance", ("SNC-5.3a", "'dance'")),
        ("plan XX", ("SNC-5.3a", "'XX'")),
        ("end", ("SNC-5.3a", "'end' is not asked for now")),
        ("9", ("the last list has 1 to 4, not 9",)),
        ("map nowhere", ("unknown space 'nowhere'",)),
        ("show nobody", ("no unit that you can see is called 'nobody'",)),
        ("show", ("the form is: show HEX",)),
        ("reach", ("the form is: reach UNIT",)),
        ("reach ghost", ("unknown unit 'ghost'",)),
        ("units ghost", ("'ghost'",)),
        ("due ghosts", ("unknown side 'ghosts'",)),
        ("rule 99", ("unknown case '99'",)),
        ("help dance", ("unknown command or order 'dance'",)),
        ("why", ("why what?",)),
        ("undo", ("cannot undo 1",)),
        ("undo x", ("'x' is not a number",)),
        ("redo", ("cannot redo 1",)),
        ("save", ("the form is: save FILE",)),
        ("save game.jsonl", ("game.jsonl", "exists already")),
        ("map 'x", ("no closing quotation",)),
        ("odds ma", ("rolls no combat dice",)),
    ],
)
def test_a_mistake_is_named_and_the_game_goes_on(
    cli: Cli, tmp_path: Path, line: str, words: tuple[str, ...]
) -> None:
    answer = cli(*PLAY, typed=[line, "ma"])
    assert answer.code == 0
    told = next(text for text in answer.lines() if "! " in text)
    assert all(word in " ".join(answer.out.split()) for word in words), told
    assert loaded(tmp_path / "game.jsonl").ply == 1


def test_a_mistake_in_a_script_ends_it(cli: Cli, tmp_path: Path) -> None:
    answer = cli(*PLAY, script=["ma", "", "move 36 3512", "end"])
    assert_refused(answer, "line 3: SNC-9.0k", "3512")
    assert loaded(tmp_path / "game.jsonl").ply == 1


def test_resigning_in_a_script_asks_nobody(cli: Cli, tmp_path: Path) -> None:
    assert cli(*PLAY, script=["resign"]).code == 0
    assert loaded(tmp_path / "game.jsonl").over


# -- mistakes before the game -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        ((), ("which game?",)),
        (("nowhere",), ("unknown game 'nowhere'", SLUG)),
        ((SLUG, "--scenario", "winter"), ("unknown scenario 'winter'", "campaign")),
        ((SLUG, "--option", "weather=bad"), ("unknown option 'weather'",)),
        ((SLUG, "--option", "seventh_city=7"), ("'seventh_city' cannot be '7'", "SNC-")),
        ((SLUG, "--chinese", "wizard"), ("unknown player 'wizard'", "human, random")),
        ((SLUG, "--data", "nowhere"), ("nowhere",)),
        ((SLUG, "--file", "nowhere/game.jsonl"), ("nowhere/game.jsonl", "No such file")),
        (("--resume", "nothing"), ("nothing", "No such file")),
        (("--resume", "x", "--seed", "3"), ("--seed belongs to a new game",)),
        (("--resume", "x", "--option", "a=b"), ("--option belongs to a new game",)),
        (("--resume", "x", "--scenario", "a"), ("--scenario belongs to a new game",)),
    ],
)
def test_a_wrong_beginning_is_refused(
    cli: Cli, tmp_path: Path, argv: tuple[str, ...], words: tuple[str, ...]
) -> None:
    assert_refused(cli("play", *argv), *words)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("argv", [("play", SLUG, "--weather", "bad"), ("frob",), ("games", "--x"), ()])
def test_unknown_arguments_are_refused(cli: Cli, argv: tuple[str, ...]) -> None:
    answer = cli(*argv)
    assert answer.code == 2
    assert "error: " in answer.err.splitlines()[-1]


def test_an_existing_file_is_left_alone(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "game.jsonl").write_text("precious", "utf-8")
    assert_refused(cli(*PLAY, script=["ma"]), "game.jsonl", "exists already", "--resume")
    assert (tmp_path / "game.jsonl").read_text("utf-8") == "precious"


def test_a_resumed_game_keeps_its_file_and_its_game(cli: Cli, tmp_path: Path) -> None:
    cli(*PLAY, script=["ma"])
    assert_refused(cli("play", "--resume", "game.jsonl", "--file", "other.jsonl"), "--file", "game.jsonl")
    assert_refused(cli("play", "toy", "--resume", "game.jsonl"), "a game of 'shanghai-nanking', not of 'toy'")
    (tmp_path / "state.json").write_text(st.load(SLUG).new().to_json(), "utf-8")
    assert_refused(cli("play", "--resume", "state.json", "--chinese", "wizard"), "unknown player 'wizard'")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.jsonl", "state.json"]


# -- other games, other ends --------------------------------------------------------------------------


def test_completion_offers_what_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    match = st.Match(TOY, "crossing")
    session = Session(Console(), match, dict.fromkeys(TOY.sides), False)
    session.seated = "red"
    assert {"move", "end", "map", "quit"} <= set(candidates(session, ""))
    assert {"r1", "Ferry"} <= set(candidates(session, "move "))
    assert "b1" not in candidates(session, "move ")
    assert set(candidates(session, "why ")) == {"move", "show", "end"}
    assert "map" in candidates(session, "help ")
    typed = "mo"
    complete = completer(session, lambda: typed)
    assert complete("mo", 0) == "move "
    assert complete("mo", 1) is None


@pytest.mark.parametrize("slug", st.games())
def test_every_game_can_be_looked_at(cli: Cli, slug: str) -> None:
    looks = ["map", "view", "status", "units", "due", "legal", "rule", "odds", "help"]
    answer = cli("play", slug, "--seed", "1", script=["#", *looks])
    assert answer.code == 0, answer.err
    assert answer.err == ""
    assert max(map(len, answer.lines())) <= 100


def test_any_game_can_be_played(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    lines = iter(["map", "move r1 0202", "status", "e", "legal", "e"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(lines, None) or _end())
    session = Session(Console(), st.Match(TOY, "crossing", seed=1), dict.fromkeys(TOY.sides), True)
    assert session.run() == 0
    assert str(session.match.actions[0]) == "move r1 0102-0202"
    assert "Turn 1 of 4 · red · move" in capsys.readouterr().out


def test_a_board_of_areas_is_listed_instead_of_drawn(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = Toy()
    game.board = replace(game.board, grid=None)
    lines = iter(["map", "view", "reach r1"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(lines, None) or _end())
    Session(Console(), st.Match(game, "crossing"), dict.fromkeys(game.sides), False).run()
    out = capsys.readouterr().out
    assert out.count("touches") == 3
    assert out.count("0302 Ferry Town") == 3
    session = Session(Console(), st.Match(game, "crossing"), dict.fromkeys(game.sides), False)
    with pytest.raises(st.SandtableError, match="not drawn"):
        obey(session, "legend")


def _end() -> str:
    raise EOFError
