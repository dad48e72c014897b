"""The words of this game: sides, marks, markers, phases."""

from __future__ import annotations

from ...hexwar.marks import NEXT

CHINESE, JAPANESE = 0, 1
SIDES = ("chinese", "japanese")

RETURNED = NEXT
"""The mark of an elite unit that has come back."""

ARTILLERY, AIR, NAVAL, AMPHIBIOUS = "artillery", "air", "naval", "amphibious"
STOCK = (
    (CHINESE, ARTILLERY),
    (JAPANESE, ARTILLERY),
    (JAPANESE, AIR),
    (JAPANESE, NAVAL),
    (JAPANESE, AMPHIBIOUS),
)
STOCK_PLACE = {key: place for place, key in enumerate(STOCK)}
"""Where the number of ready fire support markers of a side and type lies in `state.stock`."""

DECLARE, FIRST, REINFORCEMENT, SECOND, VICTORY = (
    "declaration",
    "first operations",
    "reinforcement",
    "second operations",
    "victory check",
)
PHASES = (DECLARE, FIRST, REINFORCEMENT, SECOND, VICTORY)

MOVE, ATTACK = "M", "A"
PLANS = ("MA", "AM", "MM", "AA")
PLAN_TEXT = {
    "": "not declared",
    "MA": "move, then attack",
    "AM": "attack, then move",
    "MM": "move twice",
    "AA": "attack twice",
}

TENTH_ARMY, SIXTEENTH_DIVISION = "one_site_col_ge_32", "one_site_any"
"""Site rules of the timetable that bind a force to one landing site."""

HALF = 2
"""Movement is counted in half points."""

GLYPHS = {
    "clear": ".", "rice_paddy": ":", "woods": "^", "marsh": '"', "city": "#", "neutral": "N",
    "yangtze": "~", "lake": "~", "sea": "~", "out_of_play": " ", "town": "o", "landing": "L",
}  # fmt: skip
"""How a map in plain text shows terrain and places."""
