"""Writes perft.csv and the golden transcripts anew, after a rule was changed on purpose.

Run `python tests/games/stalins_first_victory/regenerate.py` and read the difference before you commit it.
"""

from __future__ import annotations

from pathlib import Path

import sandtable as st
from sandtable.testing.counts import Position, write_counts

DATA = Path(__file__).parent / "data"
IDLE = "order move-combat; end; end"
POSITIONS = [
    Position("set-up", "campaign", 1, "", 1),
    Position("start", "suggested", 1, "", 1),
    Position("start", "suggested", 1, "", 2),
    Position("first-move", "suggested", 1, "order move-combat", 1),
    Position("first-move", "suggested", 1, "order move-combat", 2),
    Position("first-combat", "suggested", 1, "order combat-move", 2),
    Position(
        "manchouli",
        "suggested",
        1,
        "order move-combat; move sov-21-61 1404-1305-1306; move sov-21-62 1405-1306; "
        "move sov-21-63 1406-1307; move sov-18-atg 1404-1305-1205; end",
        1,
    ),
    Position(
        "manchouli",
        "suggested",
        1,
        "order move-combat; move sov-21-61 1404-1305-1306; move sov-21-62 1405-1306; "
        "move sov-21-63 1406-1307; move sov-18-atg 1404-1305-1205; end",
        2,
    ),
    Position("chinese-move", "suggested", 1, f"{IDLE}; order move-combat", 1),
    Position("army", "suggested", 1, f"{IDLE}; {IDLE}; enter yes", 1),
    Position("army", "suggested", 1, f"{IDLE}; {IDLE}; enter yes", 2),
]


def main() -> None:
    game = st.load("stalins-first-victory")
    DATA.mkdir(exist_ok=True)
    write_counts(game, DATA / "perft.csv", POSITIONS)
    st.testing.write_golden(game, DATA / "golden-campaign.jsonl", "campaign", seed=4)
    st.testing.write_golden(game, DATA / "golden-suggested.jsonl", "suggested", seed=5)
    st.testing.write_golden(
        game,
        DATA / "golden-options.jsonl",
        "suggested",
        seed=6,
        options={"solitaire_entry_roll": "on", "sixth_city_hex": "1108", "ezoc_to_ezoc": "allowed"},
    )


if __name__ == "__main__":
    main()
