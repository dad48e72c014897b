"""The words of this game: sides, phases, commands, marks."""

from __future__ import annotations

from ...hexwar.marks import NEXT
from ...hexwar.turns import COMBAT, DECLARE, MOVEMENT

JAPANESE, CHINESE = 0, 1
SIDES = ("japanese", "chinese")

SET_UP, REINFORCEMENT, LOGISTICS = "set-up", "reinforcement", "logistics"
PHASES = (SET_UP, REINFORCEMENT, LOGISTICS, DECLARE, MOVEMENT, COMBAT)

TENTH, FIFTH = "10", "5"
SECOND, TWENTIETH = "2", "20"
"""Divisions and armies."""

INFANTRY, HQ, ARTILLERY = "infantry", "HQ", "artillery"
ARMOUR = ("tank", "armoured car")
"""Types of units."""

CITY, CENTRE = "city", "city_centre"
"""Terrains, and tags of hexes: the tag `city` stands in the centre too."""

NORTHWARD = (0, 1, 5)
"""The directions of a breakout: north, northeast, northwest."""

EDGES = ("west", "south", "east")
ANY_EDGE = "any"

AIR, GUNS = "air", "artillery"
"""Kinds of support markers."""

TESTED, SEEN, FLANKED, PUSHED = NEXT, NEXT << 1, NEXT << 2, NEXT << 3
"""Marks: face up; looked at and laid face down again; has made its flank attack, its momentum attack."""
