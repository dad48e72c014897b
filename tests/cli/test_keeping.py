"""`check` and `replay`: saved games told and judged, and everything that can be wrong with one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import sandtable as st
from tests.cli.conftest import Cli, assert_refused

SLUG = "shanghai-nanking"
LINES = ("plan AM", "attack c_div_036+c_div_088 3512 with artillery", "support naval")


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    with st.Match(st.load(SLUG), seed=7, options=("seventh_city=0116",), path=path) as match:
        for line in LINES:
            match.play(line)
    return path


@pytest.fixture
def state(tmp_path: Path) -> Path:
    path = tmp_path / "state.json"
    path.write_text(st.load(SLUG).new(seed=7).to_json(), "utf-8")
    return path


def test_a_good_journal(cli: Cli, journal: Path) -> None:
    before = journal.read_bytes()
    answer = cli("check", "game.jsonl")
    match = st.Match.load(journal, append=False)
    assert answer.code == 0
    assert answer.lines()[0] == f"game.jsonl: a journal of {SLUG} ({match.game.title})"
    for part in (
        "campaign",
        "seventh_city=0116",
        "with the set-up",
        "seed      7",
        "actions   3",
        "turn      1",
    ):
        assert part in answer.out
    assert match.state.digest() in answer.out
    assert answer.lines()[-1] == "good"
    assert journal.read_bytes() == before


def test_a_good_state(cli: Cli, state: Path) -> None:
    answer = cli("check", "state.json")
    assert answer.code == 0
    assert "a saved state of" in answer.lines()[0]
    assert "SNC-5.3a" in answer.out
    assert answer.lines()[-1] == "good"


def test_undone_actions_and_a_result_are_told(cli: Cli, journal: Path) -> None:
    with st.Match.load(journal) as match:
        match.undo(2)
    assert "1, and 2 undone" in cli("check", "game.jsonl").out
    with st.Match.load(journal) as match:
        match.resign()
    out = cli("check", "game.jsonl").out
    assert "the Japanese side wins (resignation" in " ".join(out.split())


def test_a_torn_tail_is_a_notice(cli: Cli, journal: Path) -> None:
    journal.write_bytes(journal.read_bytes()[:-9])
    torn = journal.read_bytes()
    answer = cli("check", "game.jsonl")
    assert answer.code == 0
    assert "the last line was cut off" in " ".join(answer.out.split())
    assert "actions   2" in answer.out
    assert journal.read_bytes() == torn
    assert "notice:" in cli("replay", "game.jsonl").out


def test_a_match_from_a_position_with_changed_numbers(cli: Cli, tmp_path: Path) -> None:
    game = st.load(SLUG)
    changed = game.new(seed=1, changes={"units": [{"id": "c_div_036", "cf_full": 6}]})
    st.Match.from_state(changed, tmp_path / "other.jsonl").close()
    answer = cli("check", "other.jsonl")
    assert answer.code == 0
    assert "with a position of its own" in answer.out
    assert "changes   units" in answer.out


def test_an_overlay_must_be_the_one_it_was_played_with(cli: Cli, tmp_path: Path) -> None:
    mine, other = tmp_path / "mine", tmp_path / "other"
    for folder, steps in ((mine, 4), (other, 3)):
        folder.mkdir()
        (folder / "crt.csv").write_text(
            f"id,defender_steps,source\n1_3_1,{steps},reconstructed: x\n", "utf-8"
        )
    st.Match(st.load(SLUG, data=mine), path=tmp_path / "game.jsonl").close()
    assert str(mine) in " ".join(cli("check", "game.jsonl").out.split())
    assert cli("check", "game.jsonl", "--data", str(mine)).code == 0
    assert_refused(cli("check", "game.jsonl", "--data", str(other)), "game.jsonl", "line 1", "other numbers")
    mine.rename(tmp_path / "moved")
    assert_refused(cli("check", "game.jsonl"), "game.jsonl: line 1", "are not there")
    assert cli("check", "game.jsonl", "--data", str(tmp_path / "moved")).code == 0


def damaged(lines: list[bytes], number: int, old: bytes, new: bytes) -> bytes:
    assert old in lines[number - 1]
    return b"\n".join([*lines[: number - 1], lines[number - 1].replace(old, new), *lines[number:]])


@pytest.mark.parametrize(
    ("number", "old", "new", "words"),
    [
        (1, b'"game":"shanghai-nanking"', b'"game":"chess"', ("line 1", "unknown game 'chess'")),
        (1, b'"version":1', b'"version":99', ("line 1", "rules version 99")),
        (1, b'"format":1', b'"format":9', ("line 1", "format 9")),
        (1, b'"seed":7', b'"seed":8', ("line 1", "the beginning is")),
        (2, b"plan AM", b"plan XX", ("line 2", "SNC-5.3a")),
        (2, b"plan AM", b"dance", ("line 2", "unknown action 'dance'")),
        (3, b"c_div_036", b"c_div_999", ("line 3", "unknown unit 'c_div_999'")),
        (3, b" 3512 ", b" 9912 ", ("line 3", "unknown space '9912'")),
        (3, b'"digest":"', b'"digest":"x', ("line 3", "the digest is x")),
        (4, b'"ply":3', b'"ply":4', ("line 4", "this should be ply 3")),
        (4, b'{"ply"', b'"ply"', ("line 4", "damaged")),
    ],
)
def test_a_corrupt_journal_names_the_line(
    cli: Cli, journal: Path, number: int, old: bytes, new: bytes, words: tuple[str, ...]
) -> None:
    journal.write_bytes(damaged(journal.read_bytes().split(b"\n"), number, old, new))
    corrupt = journal.read_bytes()
    for command in (("check",), ("replay",), ("play", "--resume"), ("odds", SLUG, "--save")):
        assert_refused(cli(*command, "game.jsonl"), "game.jsonl: ", *words)
    assert journal.read_bytes() == corrupt


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", ("the file is empty",)),
        (b'{"sandta', ("line 1", "the header was cut off")),
        (b'{"sandtable":"journal","format":1', ("line 1", "the header was cut off")),
        (b"PK\x03\x04\xff\xfe", ("neither a Sandtable journal nor a saved state",)),
        (b"[]", ("neither a Sandtable journal nor a saved state",)),
        (b'{"hello": 1}', ("neither a Sandtable journal nor a saved state",)),
        (b"[" * 100_000, ("neither a Sandtable journal nor a saved state",)),
        (b'{"game": "chess"}', ("unknown game 'chess'",)),
        (b'{"game": "shanghai-nanking"}', ("'format' is None",)),
    ],
)
def test_what_is_no_save_is_refused(cli: Cli, tmp_path: Path, content: bytes, words: tuple[str, ...]) -> None:
    (tmp_path / "file").write_bytes(content)
    for command in ("check", "replay"):
        assert_refused(cli(command, "file"), "file: ", *words)
    assert_refused(cli("play", "--resume", "file"), "file: ", *words)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("turn", 999, ("'turn' is 999",)),
        ("phase", "lunch", ("unknown phase 'lunch'",)),
        ("scenario", "winter", ("unknown scenario 'winter'",)),
        ("options", {"weather": "bad"}, ("unknown option 'weather'",)),
        ("agenda", [], ("nothing is pending",)),
    ],
)
def test_a_state_that_does_not_hold_together(
    cli: Cli, state: Path, key: str, value: object, words: tuple[str, ...]
) -> None:
    plain = json.loads(state.read_text("utf-8"))
    plain[key] = value
    state.write_text(json.dumps(plain), "utf-8")
    assert_refused(cli("check", "state.json"), "state.json: ", *words)


def test_files_that_are_not_there(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    for command in ("check", "replay"):
        assert_refused(cli(command, "nothing"), "nothing: ", "No such file")
        assert_refused(cli(command, "folder"), "folder: ", "Is a directory")
    assert_refused(cli("check", "nothing", "--data", "nowhere"), "nothing")


# -- replay -------------------------------------------------------------------------------------------


def test_replay_tells_every_event_under_its_phase(cli: Cli, journal: Path) -> None:
    answer = cli("replay", "game.jsonl")
    assert answer.code == 0
    match = st.Match.load(journal, append=False)
    told = " ".join(answer.out.split())
    for event in match.events:
        assert f"{event.event.case} {event.event.text}" in told
    assert "turn 1, chinese, first operations" in answer.out
    assert "3. japanese: " in answer.out
    assert answer.lines()[-1] == "after 3 actions: turn 1, first operations"


def test_replay_of_a_part(cli: Cli, journal: Path) -> None:
    answer = cli("replay", "game.jsonl", "--from", "2", "--to", "2")
    assert "2. chinese: " in answer.out
    assert "1. chinese: " not in answer.out
    assert "SNC-5.3a" not in answer.out
    assert "after 2 actions" in answer.lines()[-1]


def test_replay_ends_with_the_result(cli: Cli, journal: Path) -> None:
    with st.Match.load(journal) as match:
        match.resign()
    assert "the Japanese side wins (resignation" in cli("replay", "game.jsonl").out


def test_replay_step_by_step(cli: Cli, journal: Path) -> None:
    assert cli("replay", "game.jsonl", "--step", typed=["", "", ""]).out.count("Enter goes on") == 3
    stopped = cli("replay", "game.jsonl", "--step", typed=["", "q"])
    assert stopped.code == 0
    assert "3. japanese" not in stopped.out
    assert cli("replay", "game.jsonl", "--step", typed=[]).code == 0


def test_replay_refuses_what_is_not_there(cli: Cli, journal: Path, state: Path) -> None:
    assert_refused(cli("replay", "game.jsonl", "--from", "4"), "game.jsonl has the actions 0 to 3")
    assert_refused(cli("replay", "game.jsonl", "--from", "2", "--to", "1"), "cannot replay 2 to 1")
    assert_refused(cli("replay", "state.json"), "state.json", "no past to replay")
