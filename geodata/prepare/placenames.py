"""Writes the other names of places, as the maps know them, into the table that the kernel reads.

    python geodata/prepare/placenames.py
"""

from __future__ import annotations

import csv
from importlib.resources import files
from pathlib import Path

from sandtable_geodata import other_names, theatres


def main() -> None:
    path = Path(str(files("sandtable") / "placenames.csv"))
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(("game", "space", "name"))
        table.writerows((slug, space, name) for slug in theatres() for space, name in other_names(slug))


if __name__ == "__main__":
    main()
