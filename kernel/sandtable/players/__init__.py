"""Players: they look at a state and choose an action.

>>> import sandtable as st
>>> game = st.load("shanghai-nanking")
>>> player = st.players.make("random", game, "japanese", seed=1)
>>> player.choose(game.new(seed=7)) in game.legal(game.new(seed=7))
True

`doctrines(game, side)` tells by which doctrines a side can be played; see `players.doctrine_files` for the
TOML they are written in, and `players.staff` for how a game turns them into actions.
"""

from __future__ import annotations

import inspect
from typing import Any

from ..errors import Unknown
from ..game import Game
from .base import Player
from .doctrine import DoctrinePlayer
from .doctrine_files import Doctrine, DoctrineError, doctrines
from .playout import playout
from .random import RandomPlayer
from .search import SearchPlayer

__all__ = [
    "PLAYERS",
    "Doctrine",
    "DoctrineError",
    "DoctrinePlayer",
    "Player",
    "RandomPlayer",
    "SearchPlayer",
    "doctrines",
    "make",
    "playout",
]

PLAYERS: dict[str, type[Player]] = {cls.name: cls for cls in (RandomPlayer, DoctrinePlayer, SearchPlayer)}
"""Every kind of player by name; a new one needs an entry here and nothing else."""


def make(name: str, game: Game, side: str, **settings: Any) -> Player:
    """A player of that kind for one side."""
    if name not in PLAYERS:
        raise Unknown("player", name, PLAYERS)
    known = [s for s in inspect.signature(PLAYERS[name]).parameters if s not in ("game", "side")]
    for setting in settings:
        if setting not in known:
            raise Unknown(f"setting of the {name} player", setting, known)
    return PLAYERS[name](game, side, **settings)
