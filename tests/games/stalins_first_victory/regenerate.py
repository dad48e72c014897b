"""Writes perft.csv and the golden transcripts anew, after a rule was changed on purpose.

Run `python tests/games/stalins_first_victory/regenerate.py` and read the difference before you commit it.
"""

from __future__ import annotations

import csv
from pathlib import Path

import sandtable as st

DATA = Path(__file__).parent / "data"
IDLE = "order move-combat; end; end"
POSITIONS = [
    ("set-up", "campaign", 1, "", 1),
    ("start", "suggested", 1, "", 1),
    ("start", "suggested", 1, "", 2),
    ("first-move", "suggested", 1, "order move-combat", 1),
    ("first-move", "suggested", 1, "order move-combat", 2),
    ("first-combat", "suggested", 1, "order combat-move", 2),
    (
        "manchouli",
        "suggested",
        1,
        "order move-combat; move sov-21-61 1404-1305-1306; move sov-21-62 1405-1306; "
        "move sov-21-63 1406-1307; move sov-18-atg 1404-1305-1205; end",
        1,
    ),
    (
        "manchouli",
        "suggested",
        1,
        "order move-combat; move sov-21-61 1404-1305-1306; move sov-21-62 1405-1306; "
        "move sov-21-63 1406-1307; move sov-18-atg 1404-1305-1205; end",
        2,
    ),
    ("chinese-move", "suggested", 1, f"{IDLE}; order move-combat", 1),
    ("army", "suggested", 1, f"{IDLE}; {IDLE}; enter yes", 1),
    ("army", "suggested", 1, f"{IDLE}; {IDLE}; enter yes", 2),
]
"""Name, scenario, seed, what is played first, depth."""


def main() -> None:
    game = st.load("stalins-first-victory")
    DATA.mkdir(exist_ok=True)
    with (DATA / "perft.csv").open("w", newline="", encoding="utf-8") as handle:
        writer = csv.writer(handle, lineterminator="\n")
        writer.writerow(["name", "scenario", "seed", "after", "depth", "count"])
        for name, scenario, seed, after, depth in POSITIONS:
            state = game.new(scenario, seed=seed)
            for text in filter(None, after.split("; ")):
                state = game.play(state, game.parse(text))
            writer.writerow([name, scenario, seed, after, depth, st.testing.perft(game, state, depth)])
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
