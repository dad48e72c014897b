"""The words of this game: sides, phases, countries."""

from __future__ import annotations

from ...hexwar.turns import COMBAT, DECLARE, MOVEMENT

SOVIET, CHINESE = 0, 1
SIDES = ("soviet", "chinese")

SET_UP, REINFORCEMENT = "set-up", "reinforcement"
PHASES = (SET_UP, DECLARE, MOVEMENT, COMBAT, REINFORCEMENT)

CHINA, CITY = "china", "city"
"""A tag of hexes, and a terrain."""

CAVALRY, RANGED, TRAIN = "ezoc_exception", "ranged_two", "rail_only"
"""What is special about a unit."""

SECOND_ARMY = "2"
"""The command whose losses score."""
