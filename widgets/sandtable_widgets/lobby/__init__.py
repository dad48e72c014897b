"""The lobby: choose a game and who plays, then sit down at the table."""

from __future__ import annotations

from .lobby import Lobby

__all__ = ["Lobby"]
