"""python -m benchmarks [NAME …]: runs the benchmarks and prints what they measured."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence

from . import copies, forecast, imports, machine, movement, playouts
from .measure import Effort, Race

BENCHMARKS: dict[str, Callable[[Effort], Iterator[Race]]] = {
    "imports": imports.races,
    "copies": copies.races,
    "movement": movement.races,
    "forecast": forecast.races,
    "playouts": playouts.races,
}


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"which: {', '.join(BENCHMARKS)} (all)")
    parser.add_argument("--quick", action="store_true", help="fewer and shorter repeats, rougher numbers")
    chosen = parser.parse_args(arguments)
    for name in chosen.names:
        if name not in BENCHMARKS:
            parser.error(f"unknown benchmark {name!r}; known: {', '.join(BENCHMARKS)}")
    effort = Effort(repeats=3, seconds=0.01) if chosen.quick else Effort()
    print(machine.describe(), flush=True)
    for name in chosen.names or BENCHMARKS:
        for race in BENCHMARKS[name](effort):
            print(f"\n{race.table()}", flush=True)


if __name__ == "__main__":
    main()
