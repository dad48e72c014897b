"""A match seen again: in a cell, and as a page of its own."""

from __future__ import annotations

from .player import Replay

__all__ = ["Replay"]
