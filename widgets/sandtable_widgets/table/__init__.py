"""The table: play any game on its map, against a person or a machine."""

from .surface import Table

__all__ = ["Table"]
