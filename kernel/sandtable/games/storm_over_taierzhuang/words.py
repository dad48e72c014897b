"""The words of this game: sides, states and marks of units, phases, chits that the rules name."""

from __future__ import annotations

CHINESE, JAPANESE = 0, 1
SIDES = ("chinese", "japanese")

D6 = (1, 2, 3, 4, 5, 6)
"""SOT-2.4f: the faces of a die."""

SPENT, READY = 1, 2
"""SOT-2.1a: the two states of a unit, kept as its steps."""

RECOVERING = 1
"""Mark of a unit that fell back into its zone and waits there to be drawn again (R-16)."""

SET_UP, CHITS, REINFORCEMENT, EVENT, INITIATIVE, IMPULSE, END = (
    "set-up",
    "chits",
    "reinforcement",
    "random event",
    "initiative",
    "impulse",
    "end",
)
PHASES = (SET_UP, CHITS, REINFORCEMENT, EVENT, INITIATIVE, IMPULSE, END)
"""SOT-4.0a: the six phases of a turn, and the set-up before the first."""

BOMBARD, RUSH, MODIFIER, RALLY, STAND, REROLL = "bombard", "rush", "modifier", "rally", "resolute", "reroll"
USES = (BOMBARD, RUSH, MODIFIER, RALLY, STAND, REROLL)
"""What a chit is for."""
ACTION_USES = (BOMBARD, RUSH, RALLY)
"""SOT-5.2a: uses that are the action of an impulse by themselves; Resolute Defenders goes with a fire."""

BOMBER, RESOLUTE, HEROES = "BOMB", "RESOLUTE", "HEROES"
"""Chits that a rule of their own names."""
WAVE = "wave"
"""SOT-7.2.2b: the word that makes an attack a human wave."""

CHIT, SUPPLY = "chit", "supply"
"""SOT-RE.10b, RE.10c: the two benefits of an air drop."""
WORD_TEXT = {WAVE: "a human wave", CHIT: "a chit", SUPPLY: "supply"}
"""What people call words of the notation that are not the names of chits."""

TANK = "tank"
TOWN, VICTORY_AREA, DIE_LIMIT, SOUTH_BANK, ZONE = "town", "victory", "die_limit", "south_bank", "zone"
"""Tags of the board."""
BORDER, VERTEX, ZONE_EDGE, WIDE_EDGE = "border", "vertex", "zone", "zone_wide"
"""How areas touch; the last holds only under the wide reading of ruling R-64."""
CANAL, BRIDGE = "canal", "bridge"

SECOND_ARMY_GROUP, TWENTIETH_ARMY_GROUP = "2nd Army Group", "20th Army Group"
TENTH_DIVISION, FIFTH_BRIGADE = "10th Division", "5th Mixed Brigade"
POOLS = (TWENTIETH_ARMY_GROUP, FIFTH_BRIGADE)
"""SOT-3.1g, 3.2b: by side, the formation that forms the reinforcement pool."""

GLYPHS = {"open_village": ".", "fortified_village": ":", "town": "#", "deployment_zone": "=", "victory": "V"}
"""How a map in plain text shows the areas."""
