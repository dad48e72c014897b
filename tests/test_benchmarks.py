"""The benchmarks run and compare like with like; how fast anything is is none of a test's business."""

from __future__ import annotations

import pytest

from benchmarks import __main__ as benchmarks
from benchmarks import machine, strength
from benchmarks.measure import Effort, Race, human

CONTESTANTS: dict[str, set[str] | list[set[str]]] = {
    "copies": {"state.copy()", "copy.deepcopy of its fields", "pickle and back of its fields"},
    "movement": {"sandtable, compiled", "sandtable, plain Python", "heapq in Python", "networkx"},
    "forecast": {
        "sandtable: the odds, met for the first time",
        "sandtable: the odds, met before",
        "sandtable: game.forecast, legality and sums too",
        "icepool: the resolver over both dice",
        "dyce: the resolver over both dice",
    },
    "imports": {"import sandtable"},
    "playouts": {"with numba", "without numba"},
    "maps": set(),  # its two races have different rows
    "tables": {"pick a unit: its destinations, costs and stack", "move it"},
    "studies": [
        {"doctrine against doctrine", "random against random"},
        {"one process", "two processes", "dask, two workers"},
    ],
}


@pytest.mark.parametrize("name", benchmarks.BENCHMARKS)
def test_a_benchmark_runs_and_its_contestants_agree(name: str) -> None:
    races = list(benchmarks.BENCHMARKS[name](Effort(repeats=1, seconds=0.0001)))
    assert races
    wanted = CONTESTANTS[name]
    for place, race in enumerate(races):
        assert (wanted[place] if isinstance(wanted, list) else wanted) <= set(race.seconds)
        assert all(took and min(took) > 0 for took in race.seconds.values())
        assert all(contestant in race.table() for contestant in race.seconds)


def test_a_table_shows_median_best_rates_and_ratio() -> None:
    race = Race("a race", ("a note",), {"ours": [2e-6, 1e-6, 9e-6], "theirs": [0.5, 0.4, 0.3]}, {"laps": 4.0})
    _, header, ours, theirs, note = race.table().splitlines()
    assert header.split() == ["median", "best", "laps/s", "x", "first"]
    assert ours.split() == ["ours", "2.00", "µs", "1.00", "µs", "2,000,000", "1.00"]
    assert theirs.split() == ["theirs", "400", "ms", "300", "ms", "10", "200000.00"]
    assert note.strip() == "a note"


@pytest.mark.parametrize(
    ("seconds", "text"), [(1.5e-7, "0.150 µs"), (3.1e-6, "3.10 µs"), (0.25, "250 ms"), (12.0, "12.0 s")]
)
def test_times_are_written_for_people(seconds: float, text: str) -> None:
    assert human(seconds) == text


def test_the_machine_is_named() -> None:
    assert {"sandtable", "networkx", "icepool"} <= set(machine.describe().split())


def test_an_unknown_benchmark_is_refused_with_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        benchmarks.main(["speed"])
    assert caught.value.code == 2
    assert "unknown benchmark 'speed'; known: imports, copies" in capsys.readouterr().err


def test_strength_is_told_with_its_interval() -> None:
    met = strength.match("stalins-first-victory", "suggested", "chinese", "doctrine:cautious", "random", 1)
    assert (met.played, met.won) == (1, 1)
    low, high = met.interval()
    assert 0.2 < low < 0.21
    assert high == pytest.approx(1.0)
    assert met.row().endswith("| 1 | 100% (21% to 100%) | 0% |")
    assert [round(x, 3) for x in strength.wilson(19, 20)] == [0.764, 0.991]
