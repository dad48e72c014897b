"""Studies of Shanghai-Nanking: campaigns a second on one core, and what a second core and dask make of it."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import ExitStack
from time import perf_counter

from sandtable import study

from . import positions
from .measure import Effort, Race

GAMES = {"doctrine": 60, "random": 300}
"""Campaigns in a round, enough for some seconds."""
CORES = 2
WARM = 4
"""Campaigns that each new worker plays first, so that its odds are remembered as those of the old one are."""


def races(effort: Effort) -> Iterator[Race]:
    """Everybody plays the same seeds in turns, with workers that are already up and warm."""
    quick = effort.repeats <= 3
    rounds = 1 if quick else 3
    games = {kind: 2 if quick else number for kind, number in GAMES.items()}
    alone = Race("studies: one campaign of Shanghai-Nanking, rows and measures included, one core")
    for _ in range(rounds):
        for kind in GAMES:
            alone.seconds.setdefault(f"{kind} against {kind}", []).append(_play(kind, games[kind], workers=1))
    alone.rates = {"campaigns": 1.0}
    yield alone
    with ExitStack() as stack:
        yield _together(stack, rounds, games["doctrine"])


def _together(stack: ExitStack, rounds: int, number: int) -> Race:
    """The same doctrine campaigns by one process, by two, and by dask with two."""
    race = Race("studies: one doctrine campaign of Shanghai-Nanking, by who plays it")
    teams: dict[str, Callable[[], float]] = {"one process": lambda: _play("doctrine", number, workers=1)}
    pools = _executors(stack)
    for name, executor in pools.items():
        _play("doctrine", WARM * CORES if number > CORES else CORES, executor=executor)
        teams[name] = lambda executor=executor: _play("doctrine", number, executor=executor)
    for _ in range(rounds):
        for name, team in teams.items():
            race.seconds.setdefault(name, []).append(team())
    race.rates = {"campaigns": 1.0}
    race.notes = (
        f"{number} campaigns a round; two workers each, started and warmed up before.",
        f"A plain loop is {_gain(pools['two processes']):.2f} times as fast by two processes here and now: "
        "more cannot be had.",
    )
    return race


def _gain(pool: Executor) -> float:
    """What a second process is worth on this machine at this moment, for work that shares nothing."""

    def took(times: int) -> float:
        began = perf_counter()
        for future in [pool.submit(burn) for _ in range(times)]:
            future.result()
        return perf_counter() - began

    return CORES * took(1) / took(CORES)


def burn() -> int:
    """Some tenths of a second of arithmetic."""
    return sum(number * number for number in range(3_000_000))


def _executors(stack: ExitStack) -> dict[str, Executor]:
    context = multiprocessing.get_context("spawn")
    found: dict[str, Executor] = {
        "two processes": stack.enter_context(ProcessPoolExecutor(CORES, mp_context=context))
    }
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        return found
    cluster = stack.enter_context(
        LocalCluster(n_workers=CORES, threads_per_worker=1, dashboard_address=None)
    )
    client = stack.enter_context(Client(cluster))
    found["dask, two workers"] = client.get_executor()
    return found


def _play(kind: str, number: int, workers: int = CORES, executor: Executor | None = None) -> float:
    """Seconds a campaign."""
    began = perf_counter()
    study.campaigns(positions.game(), number, kind, workers=workers, executor=executor, progress=False)
    return (perf_counter() - began) / number
