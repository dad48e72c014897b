"""Exact odds of any combat, without a map."""

from __future__ import annotations

from .explorer import OddsExplorer

__all__ = ["OddsExplorer"]
