"""The game, the positions that most tests begin with, and short ways to ask about a combat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

import sandtable as st
from sandtable.forecast import Forecast
from sandtable.game import Game
from sandtable.state import State

CORDON = {
    f"chi-20-{number:02d}": hex
    for number, hex in enumerate(("0203", "0503", "0803", "1103", "1403", "1703", "2003", "2203"), start=1)
}
"""Chinese units whose zones cut the whole map from the north edge."""


@pytest.fixture(scope="session")
def game() -> Game:
    return st.load("taierzhuang")


def moving(game: Game, units: Mapping[str, str], side: str = "japanese", **more: Any) -> State:
    """A Movement Phase of turn 2; Combat comes after it unless `order` says otherwise."""
    return game.arrange("campaign", units, **{"turn": 2, "phase": "movement", "side": side, **more})


def fighting(game: Game, units: Mapping[str, str], side: str = "japanese", **more: Any) -> State:
    """A Combat Phase of turn 2, the last phase of its player turn unless `order` says otherwise."""
    return game.arrange("campaign", units, **{"turn": 2, "phase": "combat", "side": side, **more})


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


def shifts(forecast: Forecast) -> dict[str, int]:
    """The column shifts by the case that gives them."""
    return {modifier.case: modifier.value for modifier in forecast.modifiers}
