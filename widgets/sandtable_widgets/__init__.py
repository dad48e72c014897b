"""Controls for notebooks: the play table, the odds explorer, replay and what-if panels.

They drive any game through the kernel's contract alone (`decision`, `legal`, `check`, `forecast`) and
know no game's rules. Each is imported when it is first asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_WHERE = {
    "Chronicle": "chronicle",
    "Lobby": "lobby",
    "MapView": "atlas",
    "OddsExplorer": "odds",
    "OrderOfBattle": "roster",
    "Replay": "replay",
    "RuleBrowser": "rules",
    "WhatIf": "whatif",
    "Table": "table",
}

__all__ = sorted(_WHERE)


def __getattr__(name: str) -> Any:
    if name in _WHERE:
        return getattr(import_module(f".{_WHERE[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
