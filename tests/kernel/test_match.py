"""A match: history, undo, redo, branches, events; what a person does at the table."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as some

import sandtable as st
from sandtable.actions import EndPhase, Resign
from sandtable.errors import IllegalAction, NotationError, SandtableError, Unknown
from sandtable.state import State
from sandtable.testing import assert_same_state
from tests.kernel.toy.play import TOY, quick, seeds, stroll

FIGHT = {"units": {"r1": "0202", "r2": "0202", "b1": "0302", "b2": "0402"}, "phase": "fight"}


def test_a_match_begins_as_its_game_does() -> None:
    match = st.Match(TOY, "raid", 7, ["rally"])
    assert_same_state(match.state, TOY.new("raid", 7, ["rally"]))
    assert match.game is TOY.variant(["rally"])
    assert (match.ply, match.actions, match.over, match.result) == (0, (), False, None)
    assert (match.path, match.notice) == (None, None)
    assert match.states == (match.state,)


def test_playing_by_text_and_by_action_is_the_same() -> None:
    by_text, by_action = st.Match(TOY), st.Match(TOY)
    state = by_text.play("move r1 0102-0202")
    assert state is by_text.state
    by_action.play(TOY.parse("move r1 0102-0202"))
    assert_same_state(by_text.state, by_action.state)
    assert by_text.actions == (TOY.parse("move r1 0102-0202"),)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("move r1 0102-0302", IllegalAction),
        ("mvoe r1", Unknown),
        ("move", NotationError),
        ("", NotationError),
    ],
)
def test_a_refused_action_leaves_the_match_as_it_was(text: str, error: type[Exception]) -> None:
    match = stroll(st.Match(TOY), 5)
    match.undo(2)
    before = (match.ply, match.state.digest(), match.actions)
    with pytest.raises(error):
        match.play(text)
    assert (match.ply, match.state.digest(), match.actions) == before
    assert match.redo(2) is match.state


def test_a_match_ends_and_takes_no_more() -> None:
    match = stroll(st.Match(TOY, seed=3), 500)
    assert match.over
    assert match.result is match.state.result is not None
    with pytest.raises(IllegalAction, match="the game is over"):
        match.play(EndPhase())
    with pytest.raises(IllegalAction, match="the game is over"):
        match.resign()
    match.undo()
    assert not match.over


def test_resigning_ends_it() -> None:
    match = st.Match(TOY)
    match.resign()
    assert match.result is not None
    assert match.result.winner == "blue"
    assert match.actions == (Resign(),)


# -- history ------------------------------------------------------------------------------------------


def test_replay_tells_each_action_with_what_it_led_to() -> None:
    match = stroll(st.Match(TOY, seed=5), 30)
    state = TOY.new(seed=5)
    for number, (ply, action, events, after) in enumerate(match.replay(), start=1):
        state = TOY.play(state, action)
        assert ply == number
        assert_same_state(state, after)
        assert list(events) == state.events
        assert match.state_at(ply) is after
    assert number == match.ply == 30
    assert len(match.states) == 31
    assert match.states[-1] is match.state


def test_events_carry_the_number_of_their_action() -> None:
    match = st.Match(TOY)
    match.play("move r1 0102-0202")
    match.play("move r2 0102-0103")
    told = [(ply, event.text) for ply, event in match.events if ply]
    assert told == [(1, "Red One moves to 0202"), (2, "Red Two moves to 0103")]
    match.undo()
    assert [ply for ply, _ in match.events if ply] == [1]


def test_undo_and_redo_give_back_the_very_states() -> None:
    match = stroll(st.Match(TOY, seed=2), 12)
    states = match.states
    assert match.undo(5) is states[7]
    assert match.redo(2) is states[9]
    assert match.undo(9) is states[0]
    assert match.redo(12) is states[12]


def test_a_new_action_ends_what_could_be_redone() -> None:
    match = stroll(st.Match(TOY), 6)
    match.undo(3)
    match.play(EndPhase())
    assert match.ply == 4
    with pytest.raises(SandtableError, match="cannot redo 1: 0 can be redone"):
        match.redo()


@pytest.mark.parametrize("n", [0, -1, 7])
def test_undoing_what_was_not_done_is_refused(n: int) -> None:
    match = stroll(st.Match(TOY), 6)
    with pytest.raises(SandtableError, match=f"cannot undo {n}: 6 can be undone"):
        match.undo(n)
    assert match.ply == 6


def test_goto_goes_both_ways_and_no_further() -> None:
    match = stroll(st.Match(TOY), 10)
    states = match.states
    for ply in (3, 8, 8, 0, 10):
        assert match.goto(ply) is states[ply]
        assert match.ply == ply
    match.goto(4)
    assert match.state_at(9) is states[9]
    for ply in (-1, 11):
        with pytest.raises(SandtableError, match=f"the match has no ply {ply}; it has 0 to 10"):
            match.goto(ply)
        with pytest.raises(SandtableError, match="has no ply"):
            match.state_at(ply)


def test_a_branch_goes_its_own_way() -> None:
    match = stroll(st.Match(TOY, seed=8), 20)
    end = match.state.digest()
    match.undo(10)
    branch = match.branch()
    assert branch.actions == match.actions
    assert branch.state is match.state
    with pytest.raises(SandtableError, match="cannot redo"):
        branch.redo()
    stroll(branch, 15, seed=99)
    assert match.ply == 10
    assert match.redo(10).digest() == end
    branch.undo(25 - 10)
    assert_same_state(branch.state, match.state_at(10))


def test_a_match_can_begin_with_any_position(tmp_path: Path) -> None:
    state = TOY.arrange(**FIGHT)  # type: ignore[arg-type]
    match = st.Match.from_state(state, tmp_path / "puzzle.journal")
    assert_same_state(match.state, state)
    match.play("attack r1+r2 0302", dice=[2])
    match.play("lose r2")
    match.close()
    again = st.Match.load(tmp_path / "puzzle.journal", game=TOY)
    assert_same_state(again.state, match.state)
    assert_same_state(again.state_at(0), state)


def test_a_match_does_not_change_the_state_it_was_given() -> None:
    state = TOY.arrange(**FIGHT)  # type: ignore[arg-type]
    state.events = None
    before = state.to_json()
    match = st.Match.from_state(state)
    match.play("attack r1+r2 0302", dice=[5])
    assert state.to_json() == before
    assert state.events is None
    assert [event.case for _, event in match.events] == ["TOY-4", "TOY-5", "TOY-5", "TOY-1.1"]


# -- dice that a person rolled ------------------------------------------------------------------------


def test_dice_rolled_at_a_real_table_are_used() -> None:
    match = st.Match.from_state(TOY.arrange(**FIGHT))  # type: ignore[arg-type]
    for roll in range(1, 7):
        match.play("attack r1+r2 0302", dice=iter([roll]))
        assert match.state.vars["combats"] == 1
        assert match.state.rolls == 0
        match.undo()
    match.play("attack r1+r2 0302")
    assert match.state.rolls == 1


@pytest.mark.parametrize(
    ("dice", "complaint"),
    [
        ([], "run out"),
        ([2, 3], r"nothing was played: the rules did not ask for \[3\]"),
        ([7], "does not fit a die"),
        ([0], "does not fit a die"),
    ],
)
def test_wrong_dice_are_refused(dice: list[int], complaint: str) -> None:
    match = st.Match.from_state(TOY.arrange(**FIGHT))  # type: ignore[arg-type]
    with pytest.raises(SandtableError, match=complaint):
        match.play("attack r1+r2 0302", dice=dice)
    assert match.ply == 0


def test_dice_where_none_are_rolled_are_refused() -> None:
    match = st.Match(TOY)
    with pytest.raises(SandtableError, match=r"did not ask for \[4\]"):
        match.play("end", dice=[4])
    assert match.play("end", dice=[]).phase == "move"


@pytest.mark.parametrize("dice", ["4", [4.0], ["4"]])
def test_dice_are_whole_numbers(dice: object) -> None:
    match = st.Match.from_state(TOY.arrange(**FIGHT))  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        match.play("attack r1+r2 0302", dice=dice)  # type: ignore[arg-type]


def test_repr_says_where_it_stands() -> None:
    match = st.Match(TOY)
    assert repr(match) == "<Match toy crossing ply 0, turn 1 move>"
    match.resign()
    assert repr(match) == "<Match toy crossing ply 1, over>"


# -- any course of play -------------------------------------------------------------------------------

MOVES = some.lists(
    some.tuples(
        some.sampled_from(["play", "play", "play", "undo", "redo", "goto", "branch"]), some.integers(0, 9)
    ),
    max_size=40,
)


@quick
@given(seeds, MOVES)
def test_history_is_a_line_with_a_place_on_it(seed: int, moves: list[tuple[str, int]]) -> None:
    """Undo restores the digest exactly, whatever happened in between."""
    match, rng = st.Match(TOY, seed=seed), Random(seed)
    line: list[str] = [match.state.digest()]
    place = 0
    for what, n in moves:
        if what == "play" and not match.over:
            match.play(match.game.legal(match.state).sample(rng))
            line[place + 1 :] = [match.state.digest()]
            place += 1
        elif what == "undo" and 1 <= n <= place:
            match.undo(n)
            place -= n
        elif what == "redo" and 1 <= n <= len(line) - 1 - place:
            match.redo(n)
            place += n
        elif what == "goto" and n < len(line):
            match.goto(n)
            place = n
        elif what == "branch":
            match = match.branch()
            line = line[: place + 1]
        assert match.ply == place
        assert [match.state_at(p).digest() for p in range(len(line))] == line
    assert_same_state(match.state, replayed(match))


def replayed(match: st.Match) -> State:
    state = match.state_at(0)
    for action in match.actions:
        state = match.game.play(state, action)
    return state
