"""Short ways to play, to be refused and to ask where a unit is, for the tests of every game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import pytest

from sandtable.dice import Scripted
from sandtable.errors import IllegalAction
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
