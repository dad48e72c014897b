"""The game, the positions that most tests begin with, and short ways to ask about a combat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

import sandtable as st
from sandtable.forecast import Forecast
from sandtable.game import Game
from sandtable.state import State
from tests.games.conftest import base as base
from tests.games.conftest import column as column
from tests.games.conftest import shifts as shifts
from tests.games.conftest import steps as steps

CORDON = {
    f"chi-20-{number:02d}": hex
    for number, hex in enumerate(("0203", "0503", "0803", "1103", "1403", "1703", "2003", "2203"), start=1)
}
"""Chinese units whose zones cut the whole map from the north edge."""

FACES = {
    "chi-2-01": "chi-2-175-88-30",  # 3-4
    "chi-2-02": "chi-2-176-88-30",  # 4-4
    "chi-2-03": "chi-2-181-91-31",  # 3-5
    "chi-2-04": "chi-2-87-44",  # 2-2
    "chi-2-05": "chi-2-177-89-30",  # 2-3
    "chi-20-01": "chi-20-7-4-2",  # 5-4
    "chi-20-02": "chi-20-8-4-2",  # 4-4
    "chi-20-03": "chi-20-11-6-2",  # 5-5
}
"""Which regiments some counters are, with attack and defence, where a test reckons with their factors."""

QUIET = {"air": 0, "10": 0, "5": 0}
"""No support marker left, so that nobody is asked for one."""


@pytest.fixture(scope="session")
def game() -> Game:
    return st.load("taierzhuang")


def moving(game: Game, units: Mapping[str, str], side: str = "japanese", **more: Any) -> State:
    """A Movement Phase of turn 2; Combat comes after it unless `order` says otherwise."""
    return game.arrange("campaign", units, **{"turn": 2, "phase": "movement", "side": side, **more})


def fighting(game: Game, units: Mapping[str, str], side: str = "japanese", **more: Any) -> State:
    """A Combat Phase of turn 2, the last phase of its player turn unless `order` says otherwise."""
    return game.arrange("campaign", units, **{"turn": 2, "phase": "combat", "side": side, **more})


def duel(game: Game, units: Mapping[str, str], side: str = "japanese", **more: Any) -> State:
    """A Combat Phase with the known FACES and, unless `support` says otherwise, without support markers."""
    faces = {unit: face for unit, face in FACES.items() if unit in units}
    return fighting(game, units, side, **{"faces": faces, "support": QUIET, **more})


def surrounded(game: Game, **more: Any) -> State:
    """The Japanese turn 8 begins with both headquarters cut off."""
    units = {
        "jap-10-hq": "1405",
        "jap-5-hq": "1506",
        "jap-10-1-10-33": "1406",
        "jap-10-tank": "1505",
        "jap-5-1-21-21": "1507",
        **CORDON,
    }
    return game.arrange(
        "campaign", units, turn=8, phase="logistics", side="japanese", **{"centre": True, **more}
    )


def odds(state: State, text: str, side: str | None = None) -> Forecast:
    """The true odds of an attack, or those that a side can know."""
    return state.game.forecast(state, state.game.parse(text), side=side)


def told(state: State) -> list[str]:
    """The cases of the events of the last play."""
    return [event.case for event in state.events or ()]


def asked(state: State) -> str:
    """The kind of the decision that is wanted now."""
    assert state.decision is not None
    return state.decision.kind
