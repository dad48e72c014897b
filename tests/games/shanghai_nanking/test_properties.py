"""Properties that hold in every position of the campaign, with Hypothesis choosing the positions."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

import sandtable as st
from sandtable.errors import IllegalAction
from sandtable.state import State

GAME = st.load("shanghai-nanking")
LIFTED = {
    "limits": [
        {"id": "chinese_presence_until_gt", "value": "0"},
        {"id": "sudden_death_adjacent_from_gt", "value": "12"},
    ]
}
calm = settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)


def walked(seed: int, plies: int) -> State:
    """The position after some random actions of a campaign without sudden death."""
    state = GAME.new(seed=seed, changes=LIFTED)
    state.events = None
    rng = Random(seed)
    for _ in range(plies):
        if state.result is not None:
            break
        state.game.carry_out(state, state.game.legal(state).sample(rng))
    return state


positions = some.builds(walked, seed=some.integers(0, 10_000), plies=some.integers(0, 400))


@calm
@given(positions, some.randoms(use_true_random=False))
def test_whatever_is_listed_passes_check_and_plays_soundly(state: State, rng: Random) -> None:
    actions = list(GAME.legal(state))
    assert bool(actions) == (state.result is None)
    for action in rng.sample(actions, min(8, len(actions))):
        GAME.check(state, action)
        before = state.digest()
        after = GAME.play(state, action)
        assert state.digest() == before
        assert not GAME.status(after)
        assert GAME.parse(str(action)) == action
        assert GAME.action_from_json(action.to_json()) == action


@calm
@given(positions)
def test_a_saved_position_is_the_same_position(state: State) -> None:
    again = GAME.state_from_json(state.to_json())
    st.testing.assert_same_state(again, state)


@calm
@given(positions)
def test_units_are_conserved_and_stacks_never_mix(state: State) -> None:
    places = [state.where[u] for u in range(len(state.game.units))]
    assert len(places) == 151
    by_hex: dict[int, set[int]] = {}
    for unit, place in enumerate(places):
        if place >= 0:
            by_hex.setdefault(place, set()).add(state.game.side_of[unit])
    assert all(len(sides) == 1 for sides in by_hex.values())


@calm
@given(positions, some.sampled_from(GAME.sides))
def test_the_fog_hides_all_but_the_top_of_enemy_stacks(state: State, side: str) -> None:
    view = GAME.view(state, side)
    battle = state.vars["combat"]
    for space, stack in view.stacks.items():
        if stack.side == side:
            assert stack.hidden == 0
        elif battle is None:
            assert len(stack.units) == 1
            assert stack.hidden == state.count[GAME.side_index(stack.side)][GAME.board.index(space)] - 1


@calm
@given(some.integers(0, 10_000), some.integers(1, 60), some.integers(1, 30))
def test_undo_restores_every_digest(seed: int, plies: int, back: int) -> None:
    match = st.Match(GAME, seed=seed)
    rng = Random(seed)
    digests = [match.state.digest()]
    while not match.over and match.ply < plies:
        match.play(GAME.legal(match.state).sample(rng))
        digests.append(match.state.digest())
    back = min(back, match.ply)
    match.undo(back)
    assert match.state.digest() == digests[match.ply]
    match.redo(back)
    assert match.state.digest() == digests[-1]


@calm
@given(positions, some.sampled_from(GAME.units.ids), some.sampled_from(GAME.board.ids))
def test_any_order_is_played_or_refused_by_a_rule(state: State, unit: str, space: str) -> None:
    """No argument, however odd, ends in anything but a sound position or a cited rule."""
    for text in (f"attack {unit} {space}", f"place {unit} {space}", f"land {unit} {space}", f"lose {unit}"):
        action = GAME.parse(text)
        if action in GAME.legal(state):
            assert not GAME.status(GAME.play(state, action))
        else:
            with pytest.raises(IllegalAction) as refusal:
                GAME.play(state, action)
            assert refusal.value.case in GAME.cases
