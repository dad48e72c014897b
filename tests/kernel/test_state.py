"""The state: independent copies, its own dice, a digest that tells positions apart."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given

from sandtable.errors import SandtableError
from sandtable.state import DEAD, Event, State
from sandtable.testing import assert_same_state
from tests.kernel.toy.game import Toy
from tests.kernel.toy.play import TOY, positions, quick, seeds, wander

ROOT = Path(__file__).parents[2]


@quick
@given(positions)
def test_a_copy_is_the_same_and_independent(state: State) -> None:
    before = state.to_json()
    copy = state.copy()
    assert_same_state(state, copy)
    copy.where[0], copy.steps[0], copy.marks[0], copy.due[0], copy.control[0] = DEAD, 0, 7, 9, 1
    copy.stock[0] += 1
    copy.vars["combats"] = 99
    copy.agenda.append(("move",))
    copy.count[0][0] += 1
    copy.zone[1][0] += 1
    assert state.to_json() == before
    assert_same_state(state, TOY.state_from_json(before))


def test_every_slot_is_copied() -> None:
    state = wander(1, 10)
    state.events = None
    copy = state.copy()
    assert {name for name in State.__slots__ if not hasattr(copy, name)} == set()
    assert copy.events is None


@pytest.mark.parametrize(
    "change",
    [
        lambda s: setattr(s, "turn", 3),
        lambda s: setattr(s, "phase", "fight"),
        lambda s: setattr(s, "side", 1),
        lambda s: setattr(s, "rolls", s.rolls + 1),
        lambda s: setattr(s, "seed", s.seed + 1),
        lambda s: s.where.__setitem__(0, 5),
        lambda s: s.steps.__setitem__(0, 1),
        lambda s: s.marks.__setitem__(0, 1),
        lambda s: s.due.__setitem__(0, 1),
        lambda s: s.control.__setitem__(0, 1),
        lambda s: s.stock.__setitem__(0, 1),
        lambda s: s.vars.__setitem__("combats", 9),
        lambda s: s.agenda.append(("fight",)),
    ],
)
def test_the_digest_covers_everything(change: object) -> None:
    state = TOY.new(seed=1)
    other = state.copy()
    assert callable(change)
    change(other)
    assert other.digest() != state.digest()
    assert other != state


def test_the_digest_covers_scenario_options_and_changes() -> None:
    stronger = {"units": [{"id": "r1", "movement": 3}]}
    starts = [
        TOY.new(),
        TOY.new("raid"),
        TOY.new(options=["rally"]),
        TOY.new(changes=stronger),
        TOY.new(seed=1),
    ]
    assert len({state.digest() for state in starts}) == len(starts)


def test_a_change_is_the_same_as_text_and_as_number() -> None:
    number = TOY.new(changes={"units": [{"id": "r1", "movement": 3}]})
    text = TOY.new(changes={"units": [{"id": "r1", "movement": "3"}]})
    assert number.game is text.game
    assert number.digest() == text.digest()


def test_the_digest_is_the_same_in_another_process() -> None:
    code = "from tests.kernel.toy.play import wander; print(wander(5, 30).digest())"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONHASHSEED": "3"},
    )
    assert done.stdout.strip() == wander(5, 30).digest()


def test_a_state_is_equal_by_value_and_not_hashable() -> None:
    assert wander(3, 20) == wander(3, 20)
    assert wander(3, 20) != wander(4, 20)
    assert wander(3, 20) != "a state"
    with pytest.raises(TypeError):
        hash(wander(3, 20))


@quick
@given(positions, seeds)
def test_reseeding_changes_only_the_dice(state: State, seed: int) -> None:
    other = state.reseed(20_000 + seed)
    plain, changed = state.to_plain(), other.to_plain()
    assert plain.pop("dice") != changed.pop("dice")
    assert plain == changed
    assert_same_state(other, state.reseed(20_000 + seed))


def test_dice_follow_the_seed_and_no_branch_disturbs_another() -> None:
    state = TOY.new(seed=11)
    rolls = [state.copy().roll() for _ in range(3)]
    assert len(set(rolls)) == 1
    first, second = state.copy(), state.copy()
    assert [first.roll() for _ in range(20)] == [second.roll() for _ in range(20)]
    assert first.rolls == 20
    assert state.rolls == 0


def test_neighbouring_seeds_give_fair_and_unlike_dice() -> None:
    counts: Counter[int] = Counter()
    rows = set()
    for seed in range(600):
        state = TOY.new(seed=seed)
        row = tuple(state.roll() for _ in range(10))
        counts.update(row)
        rows.add(row)
    assert len(rows) == 600
    assert set(counts) == {1, 2, 3, 4, 5, 6}
    # 6,000 rolls: a face has mean 1,000 and deviation 29; five deviations are allowed.
    assert all(855 <= n <= 1145 for n in counts.values())


@quick
@given(positions)
def test_pickle_gives_the_state_back(state: State) -> None:
    again = pickle.loads(pickle.dumps(state))
    assert_same_state(state, again)
    assert again.game.options == state.game.options


def test_pickle_keeps_a_quiet_state_quiet() -> None:
    state = wander(1, 5)
    state.events = None
    assert pickle.loads(pickle.dumps(state)).events is None


def test_unpickled_states_share_one_game() -> None:
    states = pickle.loads(pickle.dumps([wander(1, 5), wander(2, 5), TOY.new(options=["rally"])]))
    assert states[0].game is states[1].game
    assert states[2].game is states[0].game.variant(["rally"])


def test_an_overlaid_game_ships_while_its_numbers_stand(tmp_path: Path) -> None:
    table = tmp_path / "units.csv"
    table.write_text("id,movement,source\nr1,4,example of a user\n", "utf-8")
    state = Toy(overlay=tmp_path).new()
    shipped = pickle.dumps(state)
    again = pickle.loads(shipped)
    assert_same_state(state, again)
    assert again.game.units.by_id("r1").movement == 4
    table.unlink()
    tmp_path.rmdir()
    with pytest.raises(SandtableError, match="has gone"):
        pickle.dumps(state)


def test_a_game_whose_numbers_changed_on_the_way_is_refused(tmp_path: Path) -> None:
    table = tmp_path / "units.csv"
    table.write_text("id,movement,source\nr1,4,example of a user\n", "utf-8")
    shipped = pickle.dumps(Toy(overlay=tmp_path).new())
    table.write_text("id,movement,source\nr1,3,example of a user\n", "utf-8")
    with pytest.raises(SandtableError, match="has changed"):
        pickle.loads(shipped)


def test_json_is_one_line_of_plain_text() -> None:
    text = wander(2, 15).to_json()
    assert "\n" not in text
    assert json.loads(text)["units"]["r1"][0] in TOY.board.ids


def test_events_are_sentences_with_their_facts() -> None:
    event = Event("TOY-4", "{who} attacks {where}", {"who": "Red {One}", "where": "0302"})
    assert event.text == "Red {One} attacks 0302"
    state = TOY.new()
    state.tell("TOY-4", "{who} waits", who="Red One")
    assert state.events is not None
    assert state.events[-1].text == "Red One waits"
    state.events = None
    state.tell("TOY-4", "{who} waits", who="Red One")
    assert state.events is None


def test_repr_names_game_turn_and_digest() -> None:
    state = TOY.new()
    assert repr(state) == f"<State toy turn 1 move {state.digest()}>"


def test_a_sentence_calls_a_side_by_its_name_and_keeps_its_word() -> None:
    event = Event("TOY-1", "the {side} side moves", {"side": "red"})
    assert event.text == "the Red side moves"
    assert event.data["side"] == "red"
