"""Writes perft.csv and the golden transcripts anew, after a rule was changed on purpose.

Run `python tests/games/shanghai_nanking/regenerate.py` and read the difference before you commit it.
"""

from __future__ import annotations

from pathlib import Path

import sandtable as st
from sandtable.testing.counts import Position, write_counts

DATA = Path(__file__).parent / "data"
IDLE_TURN = "plan AA; end; end; plan AA; end; end; end"
OPENING = "plan AA; attack c_div_036+c_div_088 3512 with artillery"
POSITIONS = [
    Position("start", "campaign", 1, "", 1),
    Position("start", "campaign", 1, "", 2),
    Position("first-move", "campaign", 1, "plan MA", 1),
    Position("first-attack", "campaign", 1, "plan AA", 1),
    Position("first-attack", "campaign", 1, "plan AA", 2),
    Position("guns-answer", "campaign", 1, OPENING, 1),
    Position("guns-answer", "campaign", 1, OPENING, 2),
    Position("japanese-declaration", "campaign", 1, "plan AA; end; end", 2),
    Position("japanese-attack", "campaign", 1, "plan AA; end; end; plan AA", 2),
    Position("snlf-arrives", "campaign", 1, "plan AA; end; end; plan AM; end", 1),
    Position(
        "second-turn-landings",
        "campaign",
        1,
        "plan AA; end; end; plan AA; end; end; end; plan AA; end; end; end; plan AA; end",
        1,
    ),
    Position("second-turn-arrivals", "campaign", 1, f"{IDLE_TURN}; plan AA; end", 1),
]


def main() -> None:
    game = st.load("shanghai-nanking")
    DATA.mkdir(exist_ok=True)
    write_counts(game, DATA / "perft.csv", POSITIONS)
    st.testing.write_golden(game, DATA / "golden-long.jsonl", seed=LONG)
    st.testing.write_golden(game, DATA / "golden-options.jsonl", seed=6, options={"seventh_city": "0116"})


LONG = 12
"""A seed whose random campaign lasts all twelve turns."""

if __name__ == "__main__":
    main()
