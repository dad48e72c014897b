"""The two orders in which a side can take its phases, and what people call them."""

from __future__ import annotations

MOVE_COMBAT, COMBAT_MOVE = "move-combat", "combat-move"
ORDERS = (MOVE_COMBAT, COMBAT_MOVE)
ORDER_TEXT = {MOVE_COMBAT: "move first, then fight", COMBAT_MOVE: "fight first, then move"}
