"""Timing of contestants side by side, and the table that tells of it."""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from statistics import median
from time import perf_counter
from typing import Any

UNITS = {"s": 1.0, "ms": 1e-3, "µs": 1e-6}


@dataclass(frozen=True, slots=True)
class Effort:
    """How long to measure: rounds, and about how many seconds a contestant runs in each."""

    repeats: int = 9
    seconds: float = 0.1


@dataclass
class Race:
    """What several contestants took for the same work: seconds for one piece of it, round by round."""

    title: str
    notes: tuple[str, ...] = ()
    seconds: dict[str, list[float]] = field(default_factory=dict)
    rates: Mapping[str, float] = field(default_factory=dict)
    """Further columns: pieces of something in one unit of the work, shown per second."""

    def table(self) -> str:
        """Median and best of every contestant; the last column compares medians with the first row's."""
        width = max(len(name) for name in self.seconds)
        columns = ["median", "best", *(f"{what}/s" for what in self.rates), "x first"]
        lines = [self.title, " ".join([" " * width, *(f"{column:>12}" for column in columns)])]
        first = median(next(iter(self.seconds.values())))
        for name, took in self.seconds.items():
            middle = median(took)
            cells = [human(middle), human(min(took))]
            cells += [f"{pieces / middle:,.0f}" for pieces in self.rates.values()]
            cells.append(f"{middle / first:.2f}")
            lines.append(" ".join([name.ljust(width), *(f"{cell:>12}" for cell in cells)]))
        return "\n".join(lines + [f"  {note}" for note in self.notes])


def human(seconds: float) -> str:
    """A time as people read it.

    >>> human(0.0000031), human(0.25), human(12)
    ('3.10 µs', '250 ms', '12.0 s')
    """
    unit, size = next((u, s) for u, s in UNITS.items() if seconds >= s or u == "µs")
    return f"{seconds / size:#.3g}".rstrip(".") + f" {unit}"


def run(
    title: str,
    contestants: Mapping[str, Callable[[], Any]],
    effort: Effort,
    pieces: int = 1,
    notes: tuple[str, ...] = (),
    rates: Mapping[str, float] | None = None,
) -> Race:
    """Times functions that each do `pieces` pieces of work in a call.

    The rounds go around all contestants, so that a machine that slows down slows down everybody.
    """
    race = Race(title, notes, rates=rates or {})
    calls = {name: _calls(function, effort.seconds) for name, function in contestants.items()}
    for _ in range(effort.repeats):
        for name, function in contestants.items():
            race.seconds.setdefault(name, []).append(_time(function, calls[name]) / pieces)
    return race


def _calls(function: Callable[[], Any], seconds: float) -> int:
    """How many calls take about this long; the first call warms the function up."""
    function()
    calls = 1
    while (took := _time(function, calls) * calls) < seconds / 4:
        calls *= 4
    return max(1, round(calls * seconds / took))


def _time(function: Callable[[], Any], calls: int) -> float:
    """Seconds for one call."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        began = perf_counter()
        for _ in range(calls):
            function()
        return (perf_counter() - began) / calls
    finally:
        if enabled:
            gc.enable()
