"""Writes perft.csv and the golden transcripts anew, after a rule was changed on purpose.

Run `python tests/games/taierzhuang/regenerate.py` and read the difference before you commit it.
"""

from __future__ import annotations

from pathlib import Path

import sandtable as st
from sandtable.records import Changes
from sandtable.testing.counts import Position, write_counts

DATA = Path(__file__).parent / "data"
FIRST_ASSAULT = (
    "order move-combat; move jap-10-1-10-33 1105-1106; move jap-10-2-10-33 1205-1206; "
    "move jap-10-tank 1205-1106; end"
)
POSITIONS = [
    Position("set-up", "campaign", 1, "", 1),
    Position("start", "suggested", 1, "", 2),
    Position("first-move", "suggested", 1, "order move-combat", 1),
    Position("first-combat", "suggested", 1, "order combat-move", 2),
    Position("north-gate", "suggested", 1, FIRST_ASSAULT, 1),
    Position("north-gate", "suggested", 1, FIRST_ASSAULT, 2),
    Position(
        "support",
        "suggested",
        1,
        f"{FIRST_ASSAULT}; attack jap-10-1-10-33+jap-10-2-10-33+jap-10-tank 1107",
        2,
    ),
    Position("second-turn", "suggested", 1, "order move-combat; end; end", 2),
]
NO_CENTRE_TEST = {"limits": [{"id": "centre_turn", "value": "0"}]}
"""Random players seldom get into the city centre; without the test of turn 6 their games go on."""

GOLDEN: dict[str, tuple[str, int, dict[str, str], Changes]] = {
    "campaign": ("campaign", 4, {}, {}),
    "late": (
        "suggested",
        11,
        {"hq_any_loss_counts": "off"},
        {"limits": [{"id": "centre_turn", "value": "0"}]},
    ),
    "options": (
        "suggested",
        6,
        {"support_roll": "before_cancel", "flank_spends_attack": "off", "edge_marker_return": "off"},
        {},
    ),
}
"""Name: scenario, seed, options, what-if changes."""


def main() -> None:
    game = st.load("taierzhuang")
    DATA.mkdir(exist_ok=True)
    write_counts(game, DATA / "perft.csv", POSITIONS)
    for name, (scenario, seed, options, changes) in GOLDEN.items():
        variant = game.variant(options, changes)
        st.testing.write_golden(variant, DATA / f"golden-{name}.jsonl", scenario, seed=seed)


if __name__ == "__main__":
    main()
