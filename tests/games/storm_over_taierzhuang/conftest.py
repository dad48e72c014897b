"""The game, and short ways to arrange positions, to play, to be refused and to ask where a unit is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import pytest

import sandtable as st
from sandtable.game import Game
from sandtable.state import State
from tests.games.conftest import At as At
from tests.games.conftest import Play as Play
from tests.games.conftest import Refused as Refused


class Arrange(Protocol):
    """A position from words such as J39=3@Y: the first three units of the 39th Regiment in Y."""

    def __call__(self, *words: str, side: str = "japanese", **details: Any) -> State: ...


def units_of(game: Game, words: Sequence[str]) -> dict[str, str]:
    """Where units stand, from words: C31-4@G is one unit, C31=3@G the first three still free."""
    found: dict[str, str] = {}
    for word in words:
        what, space = word.split("@")
        name, equals, number = what.partition("=")
        if not equals:
            found[name] = space
            continue
        free = [id for id in game.units.ids if id.rpartition("-")[0] == name and id not in found]
        found |= dict.fromkeys(free[: int(number)], space)
    return found


def hand(state: State, side: str) -> tuple[str, ...]:
    """The chits a side holds."""
    return state.game.cups[state.game.side_index(side)].hand(state)  # type: ignore[attr-defined]


def damage(state: State) -> int:
    """Damage Points that wait for their owner."""
    entry = state.agenda[-1]
    return int(entry[1]) if entry[0] == "absorb" else 0


@pytest.fixture(scope="session")
def game() -> Game:
    return st.load("storm-over-taierzhuang")


@pytest.fixture(scope="session")
def arrange(game: Game) -> Arrange:
    """An impulse of a side, unless `phase` says otherwise; `details` go to `game.arrange`."""

    def arrange(*words: str, side: str = "japanese", **details: Any) -> State:
        details.setdefault("phase", "impulse")
        return game.arrange(units=units_of(game, words), side=side, **details)

    return arrange


@pytest.fixture(scope="session")
def ready() -> Callable[[State, str], bool]:
    """Is this unit Ready?"""

    def ready(state: State, unit: str) -> bool:
        return state.steps[state.game.units.index_of(unit)] == 2

    return ready
