"""The journal on disk: it survives a kill at any moment, and nothing is lost or overwritten silently."""

from __future__ import annotations

import errno
import gc
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import FileIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

import sandtable as st
from sandtable import files, journal
from sandtable.errors import SaveError
from sandtable.testing import assert_same_state
from tests.kernel.toy.game import Toy
from tests.kernel.toy.play import TOY, quick, seeds, stroll

ROOT = Path(__file__).parents[2]
FIGHT = {"units": {"r1": "0202", "r2": "0202", "b1": "0302", "b2": "0402"}, "phase": "fight"}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ferry.journal"


def load(path: Path, append: bool = True, game: Toy = TOY) -> st.Match:
    return st.Match.load(path, append, game)


def recorded(path: Path, plies: int = 12, seed: int = 1) -> st.Match:
    """A closed match with undo, redo and a branch of its history in its journal."""
    match = stroll(st.Match(TOY, seed=seed, options=["rally"], path=path), plies, seed)
    match.undo(3)
    match.redo()
    stroll(match, 2, seed + 1)
    match.undo()
    match.close()
    return match


# -- what is written ----------------------------------------------------------------------------------


def test_the_journal_is_a_header_and_a_line_an_action(path: Path) -> None:
    match = st.Match(TOY, "raid", seed=7, options=["rally"], path=path)
    lines = path.read_text("ascii").splitlines()
    assert len(lines) == 1
    assert json.loads(lines[0]) == {
        "sandtable": "journal",
        "format": 1,
        "kit": st.__version__,
        "game": "toy",
        "version": 1,
        "scenario": "raid",
        "options": {"fog": "yes", "rally": "yes", "tied_town": "blue"},
        "changes": {},
        "seed": 7,
        "overlay": None,
        "position": None,
        "start": match.state.digest(),
    }
    digests = [match.play("move r4 0203-0204").digest(), match.play("end").digest()]
    match.undo()
    match.redo()
    match.undo(2)
    assert [json.loads(line) for line in path.read_text("ascii").splitlines()[1:]] == [
        {"ply": 1, "do": "move r4 0203-0204", "digest": digests[0]},
        {"ply": 2, "do": "end", "digest": digests[1]},
        {"ply": 1, "undo": 1, "digest": digests[0]},
        {"ply": 2, "redo": 1, "digest": digests[1]},
        {"ply": 0, "undo": 2, "digest": match.state.digest()},
    ]


def test_each_action_is_in_the_file_when_play_returns(path: Path) -> None:
    match, rng = st.Match(TOY, path=path), Random(0)
    for _ in range(8):
        match.play(TOY.legal(match.state).sample(rng))
        assert_same_state(load(path, append=False).state, match.state)


def test_only_the_journal_itself_is_left_in_the_folder(path: Path) -> None:
    recorded(path)
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize("sync", [False, True])
def test_a_loaded_match_is_the_same_and_goes_on(path: Path, sync: bool) -> None:
    match = recorded(path)
    again = st.Match.load(path, game=TOY, sync=sync)
    assert_same_state(again.state, match.state)
    assert again.actions == match.actions
    assert [e.event for e in again.events] == [e.event for e in match.events]
    assert again.notice is None
    assert again.path == path
    redone = again.redo()
    assert redone.digest() == match.state_at(match.ply + 1).digest()
    stroll(again, 4, seed=9)
    again.close()
    assert_same_state(load(path).state, again.state)


def test_rolled_dice_are_played_again_from_the_journal(path: Path) -> None:
    match = st.Match.from_state(TOY.arrange(**FIGHT, options=["rally"]), path)  # type: ignore[arg-type]
    match.play("attack r1+r2 0302", dice=[2, 6])
    assert json.loads(path.read_text("ascii").splitlines()[1])["dice"] == [2, 6]
    match.close()
    assert_same_state(load(path).state, match.state)


def test_a_match_with_changes_and_options_comes_back(path: Path) -> None:
    changes = {"units": [{"id": "r1", "movement": 4, "source": "example of a what-if"}]}
    match = stroll(st.Match(TOY, options={"fog": False}, changes=changes, path=path), 6)
    match.close()
    again = load(path)
    assert again.game is match.game
    assert again.game.units.by_id("r1").movement == 4
    assert_same_state(again.state, match.state)


def test_a_registered_game_is_found_by_its_slug(path: Path) -> None:
    game = st.load(st.games()[0])
    match = stroll(st.Match(game, seed=3, path=path), 5)
    match.close()
    again = st.Match.load(path)
    assert again.game is game
    assert_same_state(again.state, match.state)


def test_a_branch_keeps_its_own_journal(path: Path) -> None:
    match = stroll(st.Match(TOY, path=path), 10)
    match.undo(4)
    size = path.stat().st_size
    other = path.with_name("other.journal")
    branch = match.branch(other)
    stroll(branch, 5, seed=4)
    assert path.stat().st_size == size
    branch.close()
    again = load(other)
    assert again.actions == branch.actions
    assert again.ply == 11


def test_a_match_is_a_context_that_lets_go_of_its_file(path: Path) -> None:
    with st.Match(TOY, path=path) as match:
        match.play("end")
    with pytest.raises(SaveError, match="nothing was played: this match was closed"):
        match.play("end")
    assert match.ply == 1
    assert load(path).ply == 1


def test_a_match_that_nobody_holds_lets_go_of_its_file(path: Path) -> None:
    match = st.Match(TOY, path=path)
    match.play("end")
    del match
    gc.collect()
    # No other holder is left in this process, so only the lock itself could refuse.
    with path.open("r+b", buffering=0) as handle:
        assert files.lock(handle)


# -- saving a copy ------------------------------------------------------------------------------------


def test_save_writes_a_copy_with_what_can_be_redone(path: Path) -> None:
    match = stroll(st.Match(TOY, seed=6), 15)
    match.undo(5)
    assert match.save(path) == path
    again = load(path)
    assert (again.ply, again.actions) == (10, match.actions)
    assert_same_state(again.redo(5), match.redo(5))


def test_save_overwrites_only_when_told(path: Path) -> None:
    path.write_text("my shopping list", "utf-8")
    match = stroll(st.Match(TOY), 3)
    with pytest.raises(SaveError, match=r"ferry\.journal: the file exists already and was left alone"):
        match.save(path)
    assert path.read_text("utf-8") == "my shopping list"
    match.save(path, overwrite=True)
    assert load(path).ply == 3


def test_save_never_overwrites_a_journal_in_play(path: Path) -> None:
    match = stroll(st.Match(TOY, path=path), 3)
    before = path.read_bytes()
    for saver in (match, st.Match(TOY)):
        with pytest.raises(SaveError, match="a match is being played in this file; it was left alone"):
            saver.save(path, overwrite=True)
    assert path.read_bytes() == before
    assert sorted(path.parent.iterdir()) == [path]


@pytest.mark.parametrize("content", [b"my shopping list", b"\n", b"{"])
def test_a_new_match_never_overwrites(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    match = stroll(st.Match(TOY), 3)
    for begin in (lambda: st.Match(TOY, path=path), lambda: match.branch(path)):
        with pytest.raises(SaveError, match=r"ferry\.journal: the file exists already and was left alone"):
            begin()
    assert path.read_bytes() == content
    assert sorted(path.parent.iterdir()) == [path]


def test_a_new_match_does_not_overwrite_an_older_one(path: Path) -> None:
    recorded(path)
    before = path.read_bytes()
    with pytest.raises(SaveError, match=r"or load it to go on with it"):
        st.Match(TOY, path=path)
    assert path.read_bytes() == before


def test_an_empty_file_may_be_used(path: Path) -> None:
    path.touch()
    stroll(st.Match(TOY, path=path), 3).close()
    assert load(path).ply == 3
    assert list(path.parent.iterdir()) == [path]


def test_a_file_system_without_links_will_do(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_links(*_: object) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_links)
    stroll(st.Match(TOY, path=path), 3).close()
    assert load(path).ply == 3
    with pytest.raises(SaveError, match="exists already"):
        st.Match(TOY, path=path)
    assert list(path.parent.iterdir()) == [path]


# -- killed -------------------------------------------------------------------------------------------


def test_a_journal_cut_at_any_byte_gives_all_whole_actions_back(tmp_path: Path) -> None:
    whole = tmp_path / "whole.journal"
    recorded(whole, plies=6)
    data = whole.read_bytes()
    header = data.index(b"\n") + 1
    cut = tmp_path / "cut.journal"
    expected = [load_prefix(cut, data[:end]) for end in line_ends(data)]
    for size in range(len(data)):
        cut.write_bytes(data[:size])
        if size < header:
            with pytest.raises(SaveError, match=r"the file is empty|the header was cut off"):
                load(cut, append=False)
            continue
        match = load(cut, append=False)
        lines = data[:size].count(b"\n")
        assert (match.ply, match.state.digest()) == expected[lines - 1]
        torn = size - data[:size].rindex(b"\n") - 1
        assert (match.notice is not None) is (torn > 0)
        if torn:
            assert match.notice == f"{cut}: the last line was cut off ({torn} bytes) and is left out"
    assert cut.read_bytes() == data[: len(data) - 1]


def line_ends(data: bytes) -> list[int]:
    return [place + 1 for place, byte in enumerate(data) if byte == ord("\n")]


def load_prefix(path: Path, data: bytes) -> tuple[int, str]:
    path.write_bytes(data)
    match = load(path, append=False)
    return match.ply, match.state.digest()


@quick
@given(some.data(), seeds)
def test_a_cut_journal_goes_on_and_keeps_the_cut_off_bytes(
    tmp_path_factory: pytest.TempPathFactory, data: some.DataObject, seed: int
) -> None:
    path = tmp_path_factory.mktemp("cut") / "ferry.journal"
    recorded(path, plies=5, seed=seed)
    content = path.read_bytes()
    size = data.draw(some.integers(content.index(b"\n") + 1, len(content)))
    path.write_bytes(content[:size])
    whole, torn = content[:size].rsplit(b"\n", 1)
    match = load(path)
    assert path.read_bytes() == content[:size], "loading alone must not touch the file"
    if match.over:
        match.undo()
    else:
        match.play(TOY.legal(match.state).sample(Random(seed)))
    match.close()
    assert path.read_bytes().startswith(whole + b"\n")
    assert path.read_bytes().count(b"\n") == whole.count(b"\n") + 2
    aside = journal.torn_path(path)
    assert (aside.read_bytes() if torn else b"") == (torn + b"\n" if torn else b"")
    assert aside.exists() is bool(torn)
    assert_same_state(load(path).state, match.state)


def test_cut_off_bytes_of_several_kills_are_all_kept(path: Path) -> None:
    st.Match(TOY, path=path).close()
    for torn in (b'{"ply":1,"do":"e', b"\x00\x00\x00"):
        with path.open("ab") as handle:
            handle.write(torn)
        match = load(path)
        assert match.notice is not None
        assert "its bytes go to ferry.journal.torn when the match goes on" in match.notice
        match.play("end")
        match.close()
    assert journal.torn_path(path).read_bytes() == b'{"ply":1,"do":"e\n\x00\x00\x00\n'
    assert load(path).ply == 2


PLAYER = """
import sys
from random import Random
import sandtable as st
from tests.kernel.toy.play import TOY

match = st.Match(TOY, seed=int(sys.argv[2]), path=sys.argv[1])
rng = Random(0)
while True:
    if match.over or rng.random() < 0.05 and match.ply > 3:
        match.undo(3)
    else:
        match.play(TOY.legal(match.state).sample(rng))
    print(match.ply, match.state.digest(), flush=True)
"""


def python(code: str, *args: object, **settings: Any) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", code, *map(str, args)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, **settings)


@pytest.mark.parametrize("told", [1, 7, 40, 300])
def test_a_killed_process_loses_nothing_that_it_had_played(path: Path, told: int) -> None:
    with python(PLAYER, path, told) as process:
        assert process.stdout is not None
        seen = [process.stdout.readline().split() for _ in range(told)]
        process.kill()
    assert process.returncode == -signal.SIGKILL
    entries = journal.read(path).entries
    assert [[str(e.ply), e.digest] for e in entries[:told]] == seen
    match = load(path)
    assert (match.ply, match.state.digest()) == (entries[-1].ply, entries[-1].digest)
    match.undo() if match.over else match.resign()
    match.close()
    assert_same_state(load(path).state, match.state)


# -- damaged ------------------------------------------------------------------------------------------


def rewrite(path: Path, number: int, change: Callable[[dict[str, Any]], object]) -> None:
    """Changes the JSON of one line, counted from 1."""
    lines = path.read_text("ascii").splitlines()
    plain = json.loads(lines[number - 1])
    change(plain)
    lines[number - 1] = json.dumps(plain, separators=(",", ":"))
    path.write_text("\n".join(lines) + "\n", "ascii")


def refused(path: Path, complaint: str, line: int | None = None) -> None:
    """Loading names the file and the line, either way of opening, and leaves the file alone."""
    before = path.read_bytes()
    for append in (True, False):
        with pytest.raises(SaveError, match=complaint) as caught:
            load(path, append)
        assert (caught.value.file, caught.value.line) == (str(path), line)
        assert str(path) in str(caught.value)
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize(
    "content",
    [
        b"my shopping list",
        b"PK\x03\x04\x00\x00",
        b"\xff\xfe{",
        b"\n\n",
        b'{"game":"toy"}\n',
        b"[]\n",
        b'{"sandtable":"map"}\n',
    ],
)
def test_a_foreign_file_is_refused(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    refused(path, "this is not a Sandtable journal", 1)


def test_an_empty_file_is_no_journal(path: Path) -> None:
    path.touch()
    refused(path, "the file is empty")


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    for append in (True, False):
        with pytest.raises(SaveError, match=r"nothing\.journal: the file cannot be .*: No such file"):
            load(tmp_path / "nothing.journal", append)
        with pytest.raises(SaveError, match=r"cannot be .*: Is a directory"):
            load(tmp_path, append)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("key", "value", "complaint"),
    [
        ("format", 2, "journal format 2; this kit reads format 1"),
        ("format", True, "'format' is missing or not what it should be"),
        ("game", "chess", "a match of 'chess', not of 'toy'"),
        ("version", 3, "rules version 3 of toy; here it is version 1"),
        ("version", None, "'version' is missing"),
        ("scenario", "rade", "unknown scenario 'rade'"),
        ("scenario", "raid", "the beginning is [0-9a-f]{16}, but the rules lead to [0-9a-f]{16}"),
        ("options", {"ralley": "yes"}, "unknown option 'ralley'"),
        ("options", {"rally": 1}, "options or changes are not what they should be"),
        ("options", [], "'options' is missing"),
        ("changes", {"units": [{"id": "r9"}]}, "no row 'r9'"),
        ("changes", {"units": 3}, "options or changes are not what they should be"),
        ("seed", 8, "the beginning is"),
        ("seed", "8", "'seed' is missing"),
        ("overlay", ["numbers", "abc"], "played with other numbers than these"),
        ("overlay", ["numbers"], "'overlay' is not what it should be"),
        ("position", {"format": 1}, "'game' is None, but here it is 'toy'"),
        ("position", [], "'position' is missing"),
        ("start", "0" * 16, "the beginning is 0000"),
        ("start", None, "'start' is missing"),
    ],
)
def test_a_wrong_header_is_refused(path: Path, key: str, value: object, complaint: str) -> None:
    recorded(path)
    rewrite(path, 1, lambda plain: plain.update({key: value}))
    refused(path, complaint, 1)


def test_a_journal_of_an_unknown_game_is_refused(path: Path) -> None:
    recorded(path)
    with pytest.raises(SaveError, match=r"ferry\.journal: line 1: unknown game 'toy'"):
        st.Match.load(path)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda p: p.update(do="move r1 0102-0302"), "TOY-3: the path jumps"),
        (lambda p: p.update(do="attack r1 0302"), "'attack' is not asked for now"),
        (lambda p: p.update(do="mvoe r1 0102-0202"), "unknown action 'mvoe'"),
        (lambda p: p.update(do="end"), "the digest is [0-9a-f]{16}, but play leads to [0-9a-f]{16}"),
        (lambda p: p.update(digest="0" * 16), "the digest is 0000000000000000, but play leads to"),
        (lambda p: p.update(ply=9), "this should be ply 4, not 9"),
        (lambda p: p.update(dice=[3]), r"the rules did not ask for \[3\]"),
        (lambda p: p.update(dice="3"), "a field is missing, unknown or ill-typed"),
        (lambda p: p.update(dice=[True]), "a field is missing, unknown or ill-typed"),
        (lambda p: p.update(do=3), "a field is missing, unknown or ill-typed"),
        (lambda p: p.update(note="hello"), "a field is missing, unknown or ill-typed"),
        (lambda p: p.pop("digest"), "a field is missing, unknown or ill-typed"),
        (lambda p: p.pop("do"), "neither an action nor undo or redo"),
        (lambda p: p.update(undo=1), "neither an action nor undo or redo"),
    ],
)
def test_a_changed_line_is_refused(
    path: Path, change: Callable[[dict[str, Any]], object], complaint: str
) -> None:
    with st.Match(TOY, path=path) as match:
        for text in ("move r4 0103-0104", "move r3 0103-0203", "show r2", "move r1 0102-0101", "end"):
            match.play(text)
    rewrite(path, 5, change)
    refused(path, complaint, 5)


@pytest.mark.parametrize(
    ("entry", "complaint"),
    [
        ({"ply": 0, "undo": 9}, "cannot undo 9: 3 can be undone"),
        ({"ply": 4, "redo": 1}, "cannot redo 1: 0 can be redone"),
        ({"ply": 2, "undo": "1"}, "ill-typed"),
        ({"ply": 2, "undo": 1, "dice": [1]}, "ill-typed"),
    ],
)
def test_an_impossible_undo_is_refused(path: Path, entry: dict[str, Any], complaint: str) -> None:
    stroll(st.Match(TOY, path=path), 3).close()
    with path.open("a", encoding="ascii") as handle:
        handle.write(json.dumps({**entry, "digest": "0" * 16}) + "\n")
    refused(path, complaint, 5)


@pytest.mark.parametrize(
    "garbage", [b"", b"\x00\x00\x00", b'{"ply":3,"do":"en', b"\xff\xfe", b"[1]", b"null", b"[" * 9_999]
)
def test_garbage_in_the_middle_is_refused(path: Path, garbage: bytes) -> None:
    stroll(st.Match(TOY, path=path), 6).close()
    lines = path.read_bytes().split(b"\n")
    lines[3] = garbage
    path.write_bytes(b"\n".join(lines))
    refused(path, "the line is damaged", 4)


def test_a_lost_line_is_noticed(path: Path) -> None:
    stroll(st.Match(TOY, path=path), 6).close()
    lines = path.read_bytes().split(b"\n")
    del lines[3]
    path.write_bytes(b"\n".join(lines))
    with pytest.raises(SaveError, match="line 4: "):
        load(path)


@quick
@given(some.data())
def test_a_flipped_bit_is_refused_or_harmless(
    tmp_path_factory: pytest.TempPathFactory, data: some.DataObject
) -> None:
    path = tmp_path_factory.mktemp("bit") / "ferry.journal"
    match = recorded(path, plies=5)
    content = bytearray(path.read_bytes())
    content[data.draw(some.integers(0, len(content) - 2))] ^= 1 << data.draw(some.integers(0, 7))
    path.write_bytes(content)
    try:
        again = load(path, append=False)
    except SaveError:
        return
    assert [s.digest() for s in again.states] == [s.digest() for s in match.states]


def test_a_journal_played_with_a_user_s_numbers_needs_them(path: Path) -> None:
    numbers = path.with_name("numbers")
    numbers.mkdir()
    table = numbers / "units.csv"
    table.write_text("id,movement,source\nr1,4,example of a user\n", "utf-8")
    match = stroll(st.Match(Toy(overlay=numbers), path=path), 4)
    match.close()
    header = json.loads(path.read_text("ascii").splitlines()[0])
    assert header["overlay"] == [str(numbers.resolve()), match.game.overlay_fingerprint]
    assert_same_state(load(path, game=Toy(overlay=numbers)).state, match.state)
    with pytest.raises(SaveError, match="line 1: played with other numbers than these"):
        load(path)
    table.write_text("id,movement,source\nr1,3,example of a user\n", "utf-8")
    with pytest.raises(SaveError, match="line 1: played with other numbers than these"):
        load(path, game=Toy(overlay=numbers))
    table.unlink()
    numbers.rmdir()
    with pytest.raises(SaveError, match=r"the numbers it was played with, .*numbers, are not there; .*data="):
        st.Match.load(path)


# -- the disk and other processes ---------------------------------------------------------------------


@contextmanager
def failing_writes(monkeypatch: pytest.MonkeyPatch, keep: int) -> Iterator[None]:
    """A disk that is full after that many bytes."""

    def write(handle: FileIO, data: bytes) -> None:
        handle.write(data[:keep])
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(files, "write", write)
        yield


@pytest.mark.parametrize("keep", [0, 1, 20])
def test_an_action_that_cannot_be_written_is_not_played(
    path: Path, monkeypatch: pytest.MonkeyPatch, keep: int
) -> None:
    match = stroll(st.Match(TOY, path=path), 4)
    match.undo()
    before, state, actions = path.read_bytes(), match.state, match.actions
    with failing_writes(monkeypatch, keep):
        for act in (lambda: match.play("end"), match.undo, match.redo, match.resign, lambda: match.goto(0)):
            with pytest.raises(SaveError, match="No space left on device; nothing was played"):
                act()
    assert (match.state, match.actions, match.ply) == (state, actions, 3)
    assert path.read_bytes() == before
    match.redo()
    match.close()
    assert_same_state(load(path).state, match.state)


def test_a_failed_write_that_cannot_be_taken_back_is_taken_back_later(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = stroll(st.Match(TOY, path=path), 2)
    before = path.read_bytes()

    def stuck(_: journal.Journal) -> None:
        raise OSError(errno.EIO, "Input/output error")

    longer = max(map(str, TOY.legal(match.state)), key=len)
    assert len(longer) > len("end"), "what is left over must reach beyond the next line"
    with failing_writes(monkeypatch, 1_000), monkeypatch.context() as patch:
        patch.setattr(journal.Journal, "_cut", stuck)
        with pytest.raises(SaveError, match="No space left"):
            match.play(longer)
    assert path.read_bytes().startswith(before + b'{"ply":3,"do":"' + longer.encode())
    match.play("end")
    match.close()
    assert path.read_bytes().startswith(before + b'{"ply":3,"do":"end"')
    assert_same_state(load(path).state, match.state)


def test_an_interrupted_write_leaves_no_half_line(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = stroll(st.Match(TOY, path=path), 4)
    before = path.read_bytes()

    def interrupted(handle: FileIO, data: bytes) -> None:
        handle.write(data[:9])
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(files, "write", interrupted)
        with pytest.raises(KeyboardInterrupt):
            match.play("end")
    assert (path.read_bytes(), match.ply) == (before, 4)
    match.play("end")
    match.close()
    assert load(path).ply == 5


LIMITED = """
import resource, sys
import sandtable as st
from tests.kernel.toy.play import TOY, stroll

match = stroll(st.Match(TOY, path=sys.argv[1]), 4)
size = match.path.stat().st_size
resource.setrlimit(resource.RLIMIT_FSIZE, (size + 30, resource.RLIM_INFINITY))
try:
    match.play("end")
except st.SaveError as error:
    print(error.reason, match.ply, match.path.stat().st_size == size)
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
match.play("end")
print(match.ply, match.state.digest())
"""


def test_a_file_that_may_not_grow_keeps_the_match_whole(path: Path) -> None:
    with python(LIMITED, path) as process:
        out, _ = process.communicate()
    refusal, state = out.splitlines()
    assert refusal == "the file cannot be written: File too large; nothing was played 4 True"
    match = load(path)
    assert f"{match.ply} {match.state.digest()}" == state == f"5 {match.state.digest()}"


@pytest.mark.parametrize("keep", [0, 30])
def test_a_journal_that_cannot_be_begun_leaves_nothing_behind(
    path: Path, monkeypatch: pytest.MonkeyPatch, keep: int
) -> None:
    with failing_writes(monkeypatch, keep):
        with pytest.raises(SaveError, match=r"ferry\.journal: the file cannot be written: No space left"):
            st.Match(TOY, path=path)
        path.touch()
        with pytest.raises(SaveError, match="No space left"):
            st.Match(TOY).save(path)
    assert path.read_bytes() == b""
    assert list(path.parent.iterdir()) == [path]


def test_a_journal_half_begun_without_links_is_emptied_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written, real = [], files.write

    def no_links(*_: object) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    def write(handle: FileIO, data: bytes) -> None:
        written.append(data)
        real(handle, data[:40])
        if len(written) == 2:
            raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "link", no_links)
        patch.setattr(files, "write", write)
        with pytest.raises(SaveError, match="No space left"):
            st.Match(TOY, path=path)
    assert path.read_bytes() == b""
    assert list(path.parent.iterdir()) == [path]


def test_a_place_that_does_not_exist_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for where in (tmp_path / "none" / "x.journal", tmp_path / "file" / "x.journal", tmp_path):
        for overwrite in (False, True):
            with pytest.raises(SaveError, match=str(where)):
                st.Match(TOY).save(where, overwrite)
        with pytest.raises(SaveError, match=str(where)):
            st.Match(TOY, path=where)
    assert [p.name for p in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize(
    ("meddle", "complaint"),
    [
        (lambda p: p.unlink(), "the file cannot be found: No such file or directory; nothing was played"),
        (lambda p: p.rename(p.with_name("moved")), "cannot be found.*; nothing was played"),
        (lambda p: [p.rename(p.with_name("old")), p.write_bytes(b"new")], "another file has taken its place"),
        (lambda p: p.write_bytes(p.read_bytes() + b"x\n"), "somebody else has changed the file"),
        (lambda p: os.truncate(p, 10), "somebody else has changed the file"),
    ],
)
def test_a_file_changed_behind_our_back_swallows_no_action(
    path: Path, meddle: Callable[[Path], object], complaint: str
) -> None:
    match = stroll(st.Match(TOY, path=path), 4)
    meddle(path)
    after = path.read_bytes() if path.exists() else None
    with pytest.raises(SaveError, match=complaint):
        match.play("end")
    assert match.ply == 4
    assert (path.read_bytes() if path.exists() else None) == after
    rescued = path.with_name("rescued.journal")
    match.save(rescued)
    assert_same_state(load(rescued).state, match.state)


HOLDER = """
import sys
import sandtable as st
from tests.kernel.toy.play import TOY

match = st.Match.load(sys.argv[1], game=TOY)
print("ready", flush=True)
sys.stdin.readline()
"""


def test_a_journal_in_another_process_can_be_read_but_not_continued(path: Path) -> None:
    ours = recorded(path)
    with python(HOLDER, path, stdin=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        with pytest.raises(SaveError, match="somebody else is playing this match now"):
            load(path)
        with pytest.raises(SaveError, match="is being played"):
            ours.save(path, overwrite=True)
        spectator = load(path, append=False)
        assert_same_state(spectator.state, ours.state)
        process.kill()
    assert_same_state(load(path).state, ours.state)


def test_a_match_that_is_only_read_writes_nothing(path: Path) -> None:
    recorded(path)
    before = path.read_bytes()
    match = load(path, append=False)
    assert match.path is None
    match.resign()
    assert path.read_bytes() == before


def test_loading_again_in_the_same_process_takes_the_journal_over(path: Path) -> None:
    """Running a notebook cell twice must work, and only one match may write."""
    first = stroll(st.Match(TOY, path=path), 3)
    second = load(path)
    with pytest.raises(SaveError, match="this match was loaded again"):
        first.play("end")
    second.play("end")
    assert (first.ply, second.ply) == (3, 4)
    second.close()
    assert load(path).ply == 4


def test_a_journal_that_did_not_load_is_let_go(path: Path) -> None:
    recorded(path)
    rewrite(path, 3, lambda plain: plain.update(digest="0" * 16))
    with pytest.raises(SaveError) as caught:
        load(path)
    with path.open("r+b", buffering=0) as handle:
        assert files.lock(handle), "the error still holds what was opened"
    del caught
