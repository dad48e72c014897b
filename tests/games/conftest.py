"""Short ways to play, to be refused and to ask about units, forecasts and dice, for every game's tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from random import Random
from typing import Protocol

import pytest

from sandtable.dice import Scripted
from sandtable.errors import IllegalAction
from sandtable.forecast import Forecast, Outcome
from sandtable.state import BOXES, State

Refused = Callable[[State, str], str]
At = Callable[[State, str], str]


class Play(Protocol):
    """Plays lines of notation one after another; every scripted roll must be asked for."""

    def __call__(self, state: State, *texts: str, dice: Sequence[int] = ()) -> State: ...


@pytest.fixture(scope="session")
def play() -> Play:
    def play(state: State, *texts: str, dice: Sequence[int] = ()) -> State:
        script = Scripted(*dice)
        for text in texts:
            state = state.game.play(state, state.game.parse(text), script)
        script.assert_used_up()
        return state

    return play


@pytest.fixture(scope="session")
def refused() -> Refused:
    """The case that forbids a line of notation; fails when the rules allow it."""

    def refused(state: State, text: str) -> str:
        with pytest.raises(IllegalAction) as caught:
            state.game.check(state, state.game.parse(text))
        return caught.value.case

    return refused


@pytest.fixture(scope="session")
def at() -> At:
    """The hex or area a unit stands in, or the name of its box."""

    def at(state: State, unit: str) -> str:
        place = state.where[state.game.units.index_of(unit)]
        return state.game.board.ids[place] if place >= 0 else BOXES[place]

    return at


def asked(state: State) -> tuple[str, str]:
    """What is to be decided, and by whom."""
    decision = state.game.decision(state)
    return decision.kind, decision.side


class Watched:
    """Fair dice that note how many sides every die had."""

    def __init__(self, seed: int) -> None:
        self.rng, self.sides = Random(seed), Counter[int]()

    def roll(self, sides: int = 6) -> int:
        self.sides[sides] += 1
        return self.rng.randint(1, sides)


def shifts(forecast: Forecast) -> dict[str, int]:
    """The column shifts by the case that gives them."""
    return {modifier.case: modifier.value for modifier in forecast.modifiers}


def column(forecast: Forecast) -> str:
    """The final column."""
    return forecast.column.partition(" (from ")[0]


def base(forecast: Forecast) -> str:
    """The column before shifts."""
    final, shifted, before = forecast.column.removesuffix(")").partition(" (from ")
    return before if shifted else final


def steps(state: State, *units: str) -> list[int]:
    """The steps that units have left."""
    return [state.steps[state.game.units.index_of(id)] for id in units]


def mixture(parts: Iterable[tuple[Forecast, Fraction]]) -> dict[Outcome, Fraction]:
    """The outcomes of several forecasts, each with its share."""
    mixed: dict[Outcome, Fraction] = {}
    for forecast, share in parts:
        for outcome, chance in forecast.outcomes.items():
            mixed[outcome] = mixed.get(outcome, Fraction(0)) + share * chance
    return mixed


def check_whole(state: State, forecast: Forecast, before: str) -> None:
    """The chances of a forecast add up to one, and the position is as it was before."""
    assert sum(forecast.outcomes.values()) == 1
    assert all(chance > 0 for chance in forecast.outcomes.values())
    assert forecast.chance(lambda o: True) == 1
    losses = [(o.attacker_loss * p, o.defender_loss * p) for o, p in forecast.outcomes.items()]
    assert tuple(forecast.expected()) == tuple(sum(side) for side in zip(*losses, strict=True))
    assert state.digest() == before
