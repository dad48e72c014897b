"""The game, short ways to play and to be refused, and the positions that most tests begin with."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import pytest

import sandtable as st
from sandtable.actions import Move
from sandtable.dice import Scripted
from sandtable.errors import IllegalAction
from sandtable.forecast import Forecast
from sandtable.game import Game
from sandtable.state import BOXES, State

Refused = Callable[[State, str], str]
At = Callable[[State, str], str]

#: Open ground in the southwest: six clear hexes around a clear one, no road, no river.
MIDDLE = "0505"
AROUND = {"NE": "0605", "E": "0506", "SE": "0405", "SW": "0404", "W": "0504", "NW": "0604"}


class Play(Protocol):
    """Plays lines of notation one after another; every scripted roll must be asked for."""

    def __call__(self, state: State, *texts: str, dice: Sequence[int] = ()) -> State: ...


@pytest.fixture(scope="session")
def game() -> Game:
    return st.load("stalins-first-victory")


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
    """The hex a unit stands in, or the name of its box."""

    def at(state: State, unit: str) -> str:
        place = state.where[state.game.units.index_of(unit)]
        return state.game.board.ids[place] if place >= 0 else BOXES[place]

    return at


def moving(game: Game, units: Mapping[str, str], side: str = "soviet", **more: Any) -> State:
    """A Movement Phase of turn 2; Combat comes after it unless `order` says otherwise."""
    return game.arrange("campaign", units, **{"turn": 2, "phase": "movement", "side": side, **more})


def fighting(game: Game, units: Mapping[str, str], side: str = "soviet", **more: Any) -> State:
    """A Combat Phase of turn 2, the last phase of its player turn unless `order` says otherwise."""
    return game.arrange("campaign", units, **{"turn": 2, "phase": "combat", "side": side, **more})


def odds(state: State, text: str) -> Forecast:
    return state.game.forecast(state, state.game.parse(text))


def shifts(forecast: Forecast) -> dict[str, int]:
    """The column shifts by the case that gives them."""
    return {m.case: m.value for m in forecast.modifiers}


def column(forecast: Forecast) -> str:
    """The final column."""
    return forecast.column.partition(" (from ")[0]


def base(forecast: Forecast) -> str:
    """The column before shifts."""
    return forecast.column.removesuffix(")").partition(" (from ")[2]


def steps(state: State, *units: str) -> list[int]:
    return [state.steps[state.game.units.index_of(id)] for id in units]


def ends_of_moves(state: State, unit: str) -> set[str]:
    """The hexes to which a unit may be moved."""
    return {a.path[-1] for a in state.game.legal(state).for_unit(unit) if isinstance(a, Move)}


def told(state: State) -> list[str]:
    """The cases of the events of the last play."""
    return [event.case for event in state.events or ()]
