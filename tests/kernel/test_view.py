"""Fog of war: a side sees its own units, the tops of enemy stacks, and nothing else."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given

from sandtable.errors import Unknown
from sandtable.state import State
from sandtable.testing.positions import check_fog
from tests.kernel.toy.play import TOY, positions, quick, seeds, wander

STACKED = {"r1": "0202", "r2": "0202", "b1": "0302", "b3": "0302", "b4": "0302", "b2": "0504", "b6": "0504"}


def test_the_umpire_sees_everything() -> None:
    seen = TOY.view(TOY.arrange(units=STACKED))
    assert seen.side is None
    assert [u.id for u in seen.stacks["0302"].units] == ["b1", "b3", "b4"]
    assert all(stack.hidden == 0 for stack in seen.stacks.values())
    assert sorted(u.id for u in seen.boxes["off map"]) == ["b5", "r3", "r4", "r5"]


def test_a_side_sees_its_own_stacks_and_the_tops_of_the_enemy_s() -> None:
    seen = TOY.view(TOY.arrange(units=STACKED), "red")
    assert [u.id for u in seen.stacks["0202"].units] == ["r1", "r2"]
    assert [u.id for u in seen.stacks["0302"].units] == ["b1"]
    assert (seen.stacks["0302"].side, seen.stacks["0302"].hidden) == ("blue", 2)
    assert (seen.stacks["0504"].hidden, seen.stacks["0202"].hidden) == (1, 0)


def test_the_owner_may_show_another_unit() -> None:
    state = TOY.play(TOY.arrange(units=STACKED, side="blue", phase="move"), TOY.parse("show b4"))
    assert [u.id for u in TOY.view(state, "red").stacks["0302"].units] == ["b4"]


def test_without_fog_nothing_is_hidden() -> None:
    state = TOY.arrange(units=STACKED, options=["fog=no"])
    assert TOY.view(state, "red").stacks == TOY.view(state).stacks


def test_a_counter_shows_what_it_can_do_now() -> None:
    state = TOY.arrange(units=STACKED, steps={"r2": 1}, phase="move")
    state = TOY.play(state, TOY.parse("move r1 0202-0203"))
    shown = {u.id: u for stack in TOY.view(state).stacks.values() for u in stack.units}
    assert (shown["r1"].strength, shown["r1"].steps, shown["r1"].marks) == (4, 2, ("moved",))
    assert (shown["r2"].strength, shown["r2"].steps, shown["r2"].max_steps) == (2, 1, 2)
    assert (shown["b4"].static, shown["b4"].side, shown["b4"].name) == (True, "blue", "Ferry Fort")


def test_a_view_tells_the_public_facts() -> None:
    seen = TOY.view(wander(4, 40), "blue")
    assert (seen.game, seen.scenario, seen.side, seen.active in TOY.sides) == (
        "toy",
        "crossing",
        "blue",
        True,
    )
    assert set(seen.facts) == {"combats", "losses"}
    assert seen.control


def test_an_unknown_side_is_named() -> None:
    with pytest.raises(Unknown, match="unknown side 'green'"):
        TOY.view(TOY.new(), "green")


@quick
@given(positions, seeds)
def test_views_hide_what_they_must_and_guesses_look_the_same(state: State, seed: int) -> None:
    check_fog(TOY, state, Random(seed))


@quick
@given(positions, seeds)
def test_a_guess_moves_only_what_is_hidden(state: State, seed: int) -> None:
    for eye, side in enumerate(TOY.sides):
        guessed = TOY.guess(state, side, Random(seed))
        assert TOY.status(guessed) == []
        for unit in range(len(TOY.units)):
            assert guessed.steps[unit] == state.steps[unit]
            if not state.game.hides(state, eye, unit):
                assert guessed.where[unit] == state.where[unit]
        assert sorted(guessed.where) == sorted(state.where)


def test_guesses_differ_and_tell_nothing_about_the_dice_to_come() -> None:
    state = TOY.arrange(units=STACKED, seed=5)
    rng = Random(0)
    guesses = [TOY.guess(state, "red", rng) for _ in range(20)]
    hidden = [TOY.units.index_of(u) for u in ("b3", "b6")]
    assert len({tuple(g.where[u] for u in hidden) for g in guesses}) == 2
    assert len({(g.seed, g.rolls) for g in [state, *guesses]}) == 21


def test_a_static_unit_is_only_guessed_where_a_static_unit_can_be() -> None:
    state = TOY.arrange(units={**STACKED, "b5": "0403", "b3": "0403"})
    fort = TOY.units.index_of("b4")
    places = {TOY.guess(state, "red", Random(n)).where[fort] for n in range(30)}
    forts = {state.where[fort], state.where[TOY.units.index_of("b5")]}
    assert places <= forts


def test_a_view_of_one_side_can_be_compared_with_another_turn() -> None:
    state = TOY.new(seed=1)
    assert TOY.view(state, "red") == TOY.view(state.reseed(99), "red")
    assert TOY.view(state, "red") != TOY.view(state, "blue")
