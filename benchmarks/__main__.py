"""python -m benchmarks [NAME …]: runs the benchmarks and prints what they measured."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence

import sandtable as st

from . import copies, forecast, imports, machine, maps, movement, playouts, strength, studies, tables
from .measure import Effort, Race

BENCHMARKS: dict[str, Callable[[Effort], Iterator[Race]]] = {
    "imports": imports.races,
    "copies": copies.races,
    "movement": movement.races,
    "forecast": forecast.races,
    "playouts": playouts.races,
    "maps": maps.races,
    "tables": tables.races,
    "studies": studies.races,
}


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    known = (*BENCHMARKS, "strength")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"which: {', '.join(BENCHMARKS)} (all)")
    parser.add_argument("--quick", action="store_true", help="fewer and shorter repeats, rougher numbers")
    parser.add_argument("--game", action="append", help="strength: only of this game (may be repeated)")
    parser.add_argument("--matches", type=int, default=100, help="strength: games for each match (100)")
    parser.add_argument("--searched", type=int, default=40, help="strength: games with a search player (40)")
    parser.add_argument(
        "--playouts", type=int, default=strength.ITERATIONS,
        help=f"strength: playouts of the search player for each decision ({strength.ITERATIONS})",
    )  # fmt: skip
    chosen = parser.parse_args(arguments)
    for name in chosen.names:
        if name not in known:
            parser.error(f"unknown benchmark {name!r}; known: {', '.join(known)}")
    effort = Effort(repeats=3, seconds=0.01) if chosen.quick else Effort()
    print(machine.describe(), flush=True)
    if "strength" in chosen.names:
        print()
        slugs = tuple(chosen.game or st.games())
        strength.tell(slugs, chosen.matches, chosen.searched, chosen.playouts)
    for name in [n for n in chosen.names if n in BENCHMARKS] if chosen.names else BENCHMARKS:
        for race in BENCHMARKS[name](effort):
            print(f"\n{race.table()}", flush=True)


if __name__ == "__main__":
    main()
