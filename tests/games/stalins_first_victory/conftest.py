"""The game, short ways to play and to be refused, and the positions that most tests begin with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

import sandtable as st
from sandtable.actions import Move
from sandtable.forecast import Forecast
from sandtable.game import Game
from sandtable.state import State
from tests.games.conftest import At as At
from tests.games.conftest import Play as Play
from tests.games.conftest import Refused as Refused
from tests.games.conftest import base as base
from tests.games.conftest import column as column
from tests.games.conftest import shifts as shifts
from tests.games.conftest import steps as steps

#: Open ground in the southwest: six clear hexes around a clear one, no road, no river.
MIDDLE = "0505"
AROUND = {"NE": "0605", "E": "0506", "SE": "0405", "SW": "0404", "W": "0504", "NW": "0604"}


@pytest.fixture(scope="session")
def game() -> Game:
    return st.load("stalins-first-victory")


def moving(game: Game, units: Mapping[str, str], side: str = "soviet", **more: Any) -> State:
    """A Movement Phase of turn 2; Combat comes after it unless `order` says otherwise."""
    return game.arrange("campaign", units, **{"turn": 2, "phase": "movement", "side": side, **more})


def fighting(game: Game, units: Mapping[str, str], side: str = "soviet", **more: Any) -> State:
    """A Combat Phase of turn 2, the last phase of its player turn unless `order` says otherwise."""
    return game.arrange("campaign", units, **{"turn": 2, "phase": "combat", "side": side, **more})


def odds(state: State, text: str) -> Forecast:
    return state.game.forecast(state, state.game.parse(text))


def ends_of_moves(state: State, unit: str) -> set[str]:
    """The hexes to which a unit may be moved."""
    return {a.path[-1] for a in state.game.legal(state).for_unit(unit) if isinstance(a, Move)}


def told(state: State) -> list[str]:
    """The cases of the events of the last play."""
    return [event.case for event in state.events or ()]
