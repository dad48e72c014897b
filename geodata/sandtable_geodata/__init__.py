"""Theatres of war: georeferenced boards, layers, gazetteers and the maps drawn from them.

>>> from sandtable_geodata import theatre
>>> theatre("shanghai-nanking").layer("lakes")["name"].iloc[0]
'Lake Tai'
"""

from __future__ import annotations

from .layers import DataError, UnknownLayer, UnknownTheatre, theatres
from .placenames import other_names
from .theatre import Theatre, theatre

__all__ = ["DataError", "Theatre", "UnknownLayer", "UnknownTheatre", "other_names", "theatre", "theatres"]
