"""What hex games share: zones of control, marches, attacks on one hex, step losses, advances, stacks.

A game derives from `HexGame`, names its rules in `rulebook`, and takes the steps it needs as bases of
its own; a step's own case and words stay with the game.
"""

from .fights import Fight, fight
from .game import HexGame
from .marks import ATTACKED, DEFENDED, MOVED, ON_TOP

__all__ = ["ATTACKED", "DEFENDED", "MOVED", "ON_TOP", "Fight", "HexGame", "fight"]
