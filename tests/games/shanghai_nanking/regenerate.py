"""Writes perft.csv and the golden transcripts anew, after a rule was changed on purpose.

Run `python tests/games/shanghai_nanking/regenerate.py` and read the difference before you commit it.
"""

from __future__ import annotations

import csv
from pathlib import Path

import sandtable as st

DATA = Path(__file__).parent / "data"
IDLE_TURN = "plan AA; end; end; plan AA; end; end; end"
OPENING = "plan AA; attack c_div_036+c_div_088 3512 with artillery"
POSITIONS = [
    ("start", 1, "", 1),
    ("start", 1, "", 2),
    ("first-move", 1, "plan MA", 1),
    ("first-attack", 1, "plan AA", 1),
    ("first-attack", 1, "plan AA", 2),
    ("guns-answer", 1, OPENING, 1),
    ("guns-answer", 1, OPENING, 2),
    ("japanese-declaration", 1, "plan AA; end; end", 2),
    ("japanese-attack", 1, "plan AA; end; end; plan AA", 2),
    ("snlf-arrives", 1, "plan AA; end; end; plan AM; end", 1),
    (
        "second-turn-landings",
        1,
        "plan AA; end; end; plan AA; end; end; end; plan AA; end; end; end; plan AA; end",
        1,
    ),
    ("second-turn-arrivals", 1, f"{IDLE_TURN}; plan AA; end", 1),
]


def main() -> None:
    game = st.load("shanghai-nanking")
    DATA.mkdir(exist_ok=True)
    with (DATA / "perft.csv").open("w", newline="", encoding="utf-8") as handle:
        writer = csv.writer(handle, lineterminator="\n")
        writer.writerow(["name", "seed", "after", "depth", "count"])
        for name, seed, after, depth in POSITIONS:
            state = game.new(seed=seed)
            for text in filter(None, after.split("; ")):
                state = game.play(state, game.parse(text))
            writer.writerow([name, seed, after, depth, st.testing.perft(game, state, depth)])
    st.testing.write_golden(game, DATA / "golden-long.jsonl", seed=LONG)
    st.testing.write_golden(game, DATA / "golden-options.jsonl", seed=6, options={"seventh_city": "0116"})


LONG = 12
"""A seed whose random campaign lasts all twelve turns."""

if __name__ == "__main__":
    main()
