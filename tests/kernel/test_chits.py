"""Chits are drawn fairly, never lost, and a hidden hand is dealt anew within what is known of it."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from sandtable.chits import Cup
from sandtable.dice import Scripted
from sandtable.state import State

KINDS, NUMBERS = ("gun", "plane", "hero"), (3, 2, 1)


@pytest.fixture
def cup() -> Cup:
    return Cup(KINDS, NUMBERS, 2)


@pytest.fixture
def state() -> State:
    """All that a cup needs of a state: its stock and its dice."""
    state = State.__new__(State)
    state.stock, state.script, state.seed, state.rolls = bytearray(6), None, 5, 0
    return state


def test_all_begin_in_the_cup(cup: Cup, state: State) -> None:
    assert cup.hand(state) == ()
    assert (cup.size(state), cup.inside(state)) == (0, 6)
    assert cup.takeable(state) == list(KINDS)


@pytest.mark.parametrize(("roll", "kind"), [(1, "gun"), (3, "gun"), (4, "plane"), (5, "plane"), (6, "hero")])
def test_every_chit_of_the_cup_is_as_likely(cup: Cup, state: State, roll: int, kind: str) -> None:
    state.script = Scripted(roll)
    assert cup.draw(state) == kind
    assert cup.hand(state) == (kind,)
    assert cup.inside(state) == 5


def test_what_is_in_the_hand_is_not_drawn_again(cup: Cup, state: State) -> None:
    drawn = [cup.draw(state) for _ in range(6)]
    assert Counter(drawn) == dict(zip(KINDS, NUMBERS, strict=True))
    assert (cup.inside(state), cup.takeable(state)) == (0, [])
    assert state.stock[:2] == bytes(2), "the stock of somebody else was touched"


def test_a_chit_is_lost_from_the_hand_by_lot(cup: Cup, state: State) -> None:
    for kind in ("gun", "gun", "hero"):
        cup.take(state, kind)
    state.script = Scripted(3)
    assert cup.lose(state) == "hero"
    assert cup.hand(state) == ("gun", "gun")


def test_only_what_is_held_can_be_given(cup: Cup, state: State) -> None:
    cup.take(state, "gun")
    assert cup.can_give(state, ("gun",))
    assert not cup.can_give(state, ("gun", "gun"))
    assert not cup.can_give(state, ("tank",))
    cup.give_back(state, "gun")
    assert cup.held(state) == []


def test_a_hidden_hand_is_dealt_anew_from_hand_and_cup(cup: Cup, state: State) -> None:
    for kind in ("gun", "gun"):
        cup.take(state, kind)
    met: set[tuple[str, ...]] = set()
    for seed in range(60):
        cup.redeal(state, Random(seed))
        assert cup.size(state) == 2
        assert all(held <= number for held, number in zip(cup.counts(state), NUMBERS, strict=True))
        met.add(cup.hand(state))
    assert met == {("gun", "gun"), ("gun", "plane"), ("gun", "hero"), ("plane", "plane"), ("plane", "hero")}


def test_what_is_known_of_a_hand_stays_in_it(cup: Cup, state: State) -> None:
    for kind in ("gun", "gun"):
        cup.take(state, kind)
    for seed in range(20):
        cup.redeal(state, Random(seed), ("hero",))
        assert cup.holds(state, "hero") == 1
        assert cup.size(state) == 2
