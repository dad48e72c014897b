"""The words of this game: sides, phases, orders, countries."""

from __future__ import annotations

SOVIET, CHINESE = 0, 1
SIDES = ("soviet", "chinese")

SET_UP, DECLARE, MOVEMENT, COMBAT, REINFORCEMENT = (
    "set-up",
    "declaration",
    "movement",
    "combat",
    "reinforcement",
)
PHASES = (SET_UP, DECLARE, MOVEMENT, COMBAT, REINFORCEMENT)

MOVE_COMBAT, COMBAT_MOVE = "move-combat", "combat-move"
ORDERS = (MOVE_COMBAT, COMBAT_MOVE)

CHINA, CITY = "china", "city"
"""A tag of hexes, and a terrain."""

CAVALRY, RANGED, TRAIN = "ezoc_exception", "ranged_two", "rail_only"
"""What is special about a unit."""

SECOND_ARMY = "2"
"""The command whose losses score."""
