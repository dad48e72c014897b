"""The conformance suite passes a sound game and finds each of many faults; its helpers say what is wrong."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from random import Random

import pytest
from hypothesis import given

import sandtable as st
from sandtable.errors import SaveError
from sandtable.state import State
from sandtable.testing import (
    assert_same_state,
    check_game,
    check_golden,
    check_position,
    check_world,
    differences,
    perft,
    random_states,
    write_golden,
)
from tests.kernel.toy.faults import FAULTS
from tests.kernel.toy.game import Toy
from tests.kernel.toy.play import TOY, positions, quick, seeds, wander


def test_a_sound_game_passes() -> None:
    check_game(TOY, seeds=range(3))


@pytest.mark.parametrize(("game", "complaint"), FAULTS, ids=lambda value: getattr(value, "__name__", ""))
def test_every_fault_is_found_and_named(game: type[Toy], complaint: str) -> None:
    with pytest.raises(AssertionError, match=complaint):
        check_game(game(), seeds=range(3), plies=60, limit=2_000)


def test_a_fault_says_where_it_is() -> None:
    fault = next(cls for cls, _ in FAULTS if cls.__name__ == "ListsTooMuch")
    where = r"^toy (crossing|raid) seed 1 with the default options ply \d+ before '.+': 'move b4"
    with pytest.raises(AssertionError, match=where):
        check_game(fault(), seeds=[1])


def test_faults_of_an_option_are_not_sought_when_options_are_left_alone() -> None:
    fault = next(cls for cls, _ in FAULTS if cls.__name__ == "BreaksWithAnOption")
    check_game(fault(), seeds=[1], plies=3, options=False)


@quick
@given(positions, seeds)
def test_every_position_of_a_sound_game_passes(state: State, seed: int) -> None:
    check_position(TOY, state, Random(seed))


# -- data -----------------------------------------------------------------------------------------------


def game_with_data(folder: Path, name: str, text: str) -> Toy:
    """The toy game with one table more, or another one."""
    shutil.copytree(Toy.folder / "data", folder / "data")
    (folder / "data" / name).write_text(text, "utf-8")

    class Moved(Toy):
        pass

    Moved.folder = folder
    return Moved()


@pytest.mark.parametrize(
    "source",
    ["", "somewhere", "rule", "rule TOY-99", "reconstructed:", "reconstructed", "guesswork: yes"],
)
def test_a_row_without_a_good_source_is_found(tmp_path: Path, source: str) -> None:
    game = game_with_data(tmp_path, "history.csv", f"id,what,source\nh1,a,rule TOY-8\nh2,b,{source}\n")
    with pytest.raises(AssertionError, match=re.escape(f"history.csv, row 3: source {source!r}")):
        check_world(game)


@pytest.mark.parametrize(
    "source", ["rule TOY-8", "example EX-1", "reconstructed: by hand", '"rule TOY-8, TOY-9"']
)
def test_the_three_kinds_of_source_pass(tmp_path: Path, source: str) -> None:
    check_world(game_with_data(tmp_path, "history.csv", f"id,what,source\nh1,a,{source}\n"))


# -- comparing ------------------------------------------------------------------------------------------


def test_equal_states_are_the_same() -> None:
    assert_same_state(wander(4, 20), wander(4, 20))


def test_the_difference_of_states_can_be_read() -> None:
    one, other = TOY.new(seed=1), TOY.new(seed=1)
    TOY.put(other, TOY.units.index_of("r1"), TOY.board.index("0201"))
    other.turn = 3
    other.vars["morale"] = 1
    with pytest.raises(AssertionError) as caught:
        assert_same_state(one, other)
    assert str(caught.value).splitlines() == [
        "the states differ:",
        "turn: 1 != 3",
        "units.r1[0]: '0102' != '0201'",
        "vars.morale: only in the second",
        "count of red in 0102: 2 != 1",
        "count of red in 0201: 0 != 1",
        *(f"zone of red in {space}: {left} != {right}" for space, left, right in zones(one, other)),
    ]


def zones(one: State, other: State) -> list[tuple[str, int, int]]:
    pairs = zip(TOY.board.ids, one.zone[0], other.zone[0], strict=True)
    return [(space, left, right) for space, left, right in pairs if left != right]


def test_a_long_difference_is_cut() -> None:
    with pytest.raises(AssertionError, match=r"… and \d+ more$"):
        assert_same_state(TOY.new("crossing"), TOY.new("raid"))


def test_counts_are_compared_though_they_are_not_saved() -> None:
    one, other = TOY.new(), TOY.new()
    other.zone[1][3] += 1
    assert one == other
    with pytest.raises(AssertionError, match=f"zone of blue in {TOY.board.ids[3]}"):
        assert_same_state(one, other)


@pytest.mark.parametrize(
    ("left", "right", "lines"),
    [
        ((1, 2), [1, 2], []),
        (1, True, [": 1 != True"]),
        ({"a": 1}, {"b": 1}, ["a: only in the first", "b: only in the second"]),
        ([1, 2], [1], [": [1, 2] != [1]"]),
        ({"a": {"b": [1, {"c": 2}]}}, {"a": {"b": [1, {"c": 3}]}}, ["a.b[1].c: 2 != 3"]),
    ],
)
def test_differences_say_where(left: object, right: object, lines: list[str]) -> None:
    assert list(differences(left, right)) == lines


# -- walking --------------------------------------------------------------------------------------------


def test_perft_counts_sequences() -> None:
    state = TOY.new("raid")
    legal = list(TOY.legal(state))
    assert perft(TOY, state, 0) == 1
    assert perft(TOY, state, 1) == len(legal)
    assert perft(TOY, state, 2) == sum(len(TOY.legal(TOY.play(state, a))) for a in legal)
    assert perft(TOY, state, 3) > perft(TOY, state, 2)


def test_perft_counts_nothing_beyond_the_end() -> None:
    end = TOY.play(TOY.new(), TOY.parse("resign"))
    assert [perft(TOY, end, depth) for depth in (0, 1, 2)] == [1, 0, 0]


def test_random_states_walk_through_whole_games() -> None:
    states = list(random_states(TOY, "raid", seeds=[3, 4], options=["rally"]))
    assert [s.result is not None for s in states].count(True) == 2
    assert states[-1].result is not None
    assert all(s.scenario == "raid" and s.options["rally"] == "yes" for s in states)
    sparse = list(random_states(TOY, "raid", seeds=[3, 4], every=5, options=["rally"]))
    assert {s.digest() for s in sparse} < {s.digest() for s in states}
    assert [s.result is not None for s in sparse].count(True) == 2


# -- golden transcripts ---------------------------------------------------------------------------------


def test_a_golden_transcript_is_played_again(tmp_path: Path) -> None:
    path = write_golden(TOY, tmp_path / "raid.jsonl", "raid", seed=5, options=["rally"])
    match = check_golden(path, TOY)
    assert match.over
    assert match.path is None
    assert match.game.options["rally"] == "yes"
    first = path.read_bytes()
    assert write_golden(TOY, path, "raid", seed=5, options=["rally"]).read_bytes() == first


def test_a_transcript_that_no_longer_holds_is_an_assertion(tmp_path: Path) -> None:
    path = write_golden(TOY, tmp_path / "raid.jsonl", "raid")
    lines = path.read_text("ascii").splitlines(keepends=True)
    path.write_text("".join([*lines[:3], lines[3].replace('"digest":"', '"digest":"0'), *lines[4:]]), "ascii")
    with pytest.raises(AssertionError, match=r"no longer holds: .*raid\.jsonl: line 4: the digest is 0"):
        check_golden(path, TOY)
    path.write_text("".join(lines)[:-5], "ascii")
    with pytest.raises(AssertionError, match=r"not whole: .*cut off"):
        check_golden(path, TOY)
    with pytest.raises(AssertionError, match="no longer holds"):
        check_golden(tmp_path / "nothing.jsonl", TOY)


def test_a_transcript_does_not_replace_a_match_in_play(tmp_path: Path) -> None:
    path = tmp_path / "raid.jsonl"
    with st.Match(TOY, path=path), pytest.raises(SaveError, match="is being played"):
        write_golden(TOY, path)
