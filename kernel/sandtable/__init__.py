"""Sandtable: a rules kernel for historical board wargames.

>>> import sandtable as st
>>> game = st.load("shanghai-nanking")
>>> state = game.new("campaign", seed=7)
>>> state.decision.kind
'declare_plan'
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import games as _games
from .errors import (
    DataError,
    IllegalAction,
    NotACombat,
    NotationError,
    SandtableError,
    SaveError,
    Unknown,
)
from .game import Defect, Game
from .state import Decision, Event, Result, State
from .world import Case, Scenario, shared

if TYPE_CHECKING:
    from . import players, study, testing
    from .match import Match

__version__ = "0.1.0"

__all__ = [
    "Case",
    "DataError",
    "Decision",
    "Defect",
    "Event",
    "Game",
    "IllegalAction",
    "Match",
    "NotACombat",
    "NotationError",
    "Result",
    "SandtableError",
    "SaveError",
    "Scenario",
    "State",
    "Unknown",
    "games",
    "load",
    "players",
    "study",
    "testing",
]


def games() -> tuple[str, ...]:
    """The slugs of the games that exist."""
    return _games.slugs()


def load(slug: str, data: str | Path | None = None) -> Game:
    """A game, rules and data; `data` is a folder of tables that overlay the game's own numbers."""
    if data is not None:
        return _games.find(slug)(overlay=data)
    return shared(_games.find(slug))


def __getattr__(name: str) -> Any:
    """Match, players, study and testing are imported when first asked for."""
    if name == "Match":
        from .match import Match

        return Match
    if name in ("players", "study", "testing"):
        from importlib import import_module

        return import_module(f".{name}", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
