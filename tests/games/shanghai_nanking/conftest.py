"""The game, and short ways to play, to be refused and to ask where a unit is."""

from __future__ import annotations

import pytest

import sandtable as st
from sandtable.game import Game
from tests.games.conftest import At as At
from tests.games.conftest import Play as Play
from tests.games.conftest import Refused as Refused


@pytest.fixture(scope="session")
def game() -> Game:
    return st.load("shanghai-nanking")
