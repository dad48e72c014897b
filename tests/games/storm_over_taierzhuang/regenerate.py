"""Writes perft.csv and the golden transcripts anew, after a rule was changed on purpose.

Run `python tests/games/storm_over_taierzhuang/regenerate.py` and read the difference before you commit it.
"""

from __future__ import annotations

import csv
from pathlib import Path

import sandtable as st

DATA = Path(__file__).parent / "data"
READY_TO_ACT = "draw 2; draw 9"
ENTRY = "move JT-1+JT-2 JE2-X-U; pass"
POSITIONS = [
    # name, scenario, options, seed, actions before, depth
    ("set-up", "standard", "", 1, "", 1),
    ("set-up", "standard", "", 1, "", 2),
    ("historical-set-up", "standard", "historical_setup", 1, "", 1),
    ("chits", "deployed", "", 1, "", 2),
    ("chosen-chits", "deployed", "free_chit_choice", 1, "", 2),
    ("first-impulse", "deployed", "", 1, READY_TO_ACT, 1),
    ("chinese-impulse", "deployed", "", 1, f"{READY_TO_ACT}; pass", 1),
    ("chinese-impulse", "deployed", "", 1, f"{READY_TO_ACT}; pass", 2),
    ("after-the-tanks", "deployed", "", 1, f"{READY_TO_ACT}; {ENTRY}", 1),
    ("strict-zones", "deployed", "zone_entry=strict", 1, READY_TO_ACT, 1),
    ("concentration", "deployed", "concentration", 1, READY_TO_ACT, 1),
    ("end-of-the-turn", "deployed", "", 1, f"{READY_TO_ACT}; pass; pass", 2),
]
GOLDEN = [
    ("standard", "standard", 11, {}),
    ("deployed", "deployed", 12, {}),
    (
        "options",
        "standard",
        13,
        {
            "historical_setup": "yes",
            "free_chit_choice": "yes",
            "free_reinforcements": "yes",
            "interdiction": "yes",
            "infiltration": "yes",
            "concentration": "yes",
            "control_timing": "immediate",
        },
    ),
]


def main() -> None:
    game = st.load("storm-over-taierzhuang")
    DATA.mkdir(exist_ok=True)
    with (DATA / "perft.csv").open("w", newline="", encoding="utf-8") as handle:
        writer = csv.writer(handle, lineterminator="\n")
        writer.writerow(["name", "scenario", "options", "seed", "after", "depth", "count"])
        for name, scenario, options, seed, after, depth in POSITIONS:
            state = game.new(scenario, seed, options.split())
            for text in filter(None, after.split("; ")):
                state = game.play(state, game.parse(text))
            count = st.testing.perft(game, state, depth)
            writer.writerow([name, scenario, options, seed, after, depth, count])
    for name, scenario, seed, choice in GOLDEN:
        st.testing.write_golden(game, DATA / f"golden-{name}.jsonl", scenario, seed, choice)


if __name__ == "__main__":
    main()
