"""Playing a study: on this machine's cores, on any executor, or on a cluster."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ..errors import SandtableError
from .log import GameLog, check_path
from .plan import Plan, Variant
from .results import Study
from .worker import Record, play_game, play_games

Progress = bool | Callable[[int, int], None]
Job = tuple[Variant, int]

BATCH = 8
"""Games that a worker plays at a time, at most."""
SHARES = 8
"""Into how many batches a worker's games are divided at least, so that all end at the same time."""
PATIENCE = 0.2
"""Seconds between two looks at whether somebody wants to stop."""


def play(
    plan: Plan,
    n: int,
    *,
    workers: int | None = None,
    executor: Executor | str | None = None,
    path: str | Path | None = None,
    progress: Progress = True,
    stop: threading.Event | None = None,
) -> Study:
    """Plays what of the first n games of every variant is not in the file yet."""
    if n < 1:
        raise SandtableError(f"a study needs at least one game, not {n}")
    if workers is not None and workers < 1:
        raise SandtableError(f"a study needs at least one worker, not {workers}")
    log = GameLog(plan.header(), check_path(path))
    try:
        # All variants of a game stand together, so that a study stopped half-way is still paired.
        wanted = [(v, number) for number in range(n) for v in plan.variants]
        jobs = [(v, number) for v, number in wanted if (v.name, number) not in log.records]
        with _watched(progress, len(wanted), len(wanted) - len(jobs)) as tick:

            def keep(record: Record) -> None:
                log.add(record)
                tick()

            halt = stop or threading.Event()
            if executor is None and (workers == 1 or len(jobs) <= 1):
                _one_by_one(plan, jobs, keep, halt)
            elif jobs:
                with _pool(workers, executor, len(jobs)) as (pool, hands):
                    _together(plan, jobs, keep, halt, pool, hands)
        finished = [log.records[v.name, number] for v, number in wanted if (v.name, number) in log.records]
    finally:
        log.close()
    return Study(plan, finished)


def _one_by_one(plan: Plan, jobs: list[Job], keep: Callable[[Record], None], stop: threading.Event) -> None:
    for variant, number in jobs:
        if stop.is_set():
            return
        keep(play_game(plan.game, plan.scenario, plan.seed, variant, number))


def _together(
    plan: Plan,
    jobs: list[Job],
    keep: Callable[[Record], None],
    stop: threading.Event,
    pool: Executor,
    hands: int,
) -> None:
    """Hands the games out in small batches and keeps each as it comes back, in whatever order."""
    pending: set[Future[list[Record]]] = {
        pool.submit(play_games, plan.game, plan.scenario, plan.seed, variant, numbers)
        for variant, numbers in _batches(jobs, hands)
    }
    try:
        while pending and not stop.is_set():
            done, pending = wait(pending, timeout=PATIENCE, return_when=FIRST_COMPLETED)
            for future in done:
                for record in future.result():
                    keep(record)
    except BrokenProcessPool:
        raise SandtableError(
            "the worker processes ended before their games did; in a script, put what it does under "
            "`if __name__ == '__main__':`, or play with workers=1"
        ) from None
    finally:
        for future in pending:
            future.cancel()


def _batches(jobs: list[Job], hands: int) -> Iterator[tuple[Variant, list[int]]]:
    """The games in batches of one variant each, early numbers first."""
    size = max(1, min(BATCH, len(jobs) // (hands * SHARES)))
    waiting: dict[str, list[int]] = {}
    for variant, number in jobs:
        numbers = waiting.setdefault(variant.name, [])
        numbers.append(number)
        if len(numbers) == size:
            yield variant, waiting.pop(variant.name)
    named = {variant.name: variant for variant, _ in jobs}
    for name, numbers in waiting.items():
        yield named[name], numbers


@contextmanager
def _pool(workers: int | None, executor: Executor | str | None, jobs: int) -> Iterator[tuple[Executor, int]]:
    """The executor, and about how many games it plays at a time."""
    if isinstance(executor, str):
        from distributed import Client

        with Client(executor) as client:
            cores = sum(client.ncores().values())
            yield client.get_executor(), workers or max(1, cores)
    elif executor is not None:
        yield executor, workers or _cores()
    else:
        hands = min(workers or _cores(), jobs)
        # A fork of a process with threads, as a notebook's kernel is, may hang.
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(hands, mp_context=context) as pool:
            try:
                yield pool, hands
            finally:
                pool.shutdown(wait=False, cancel_futures=True)


def _cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def _watched(progress: Progress, total: int, done: int) -> Iterator[Callable[[], Any]]:
    """What is called after every game: a bar with the time left, or the caller's own function."""
    if callable(progress):
        count = done
        progress(count, total)

        def tick() -> None:
            nonlocal count
            count += 1
            progress(count, total)

        yield tick
    elif progress:
        from tqdm.auto import tqdm

        with tqdm(total=total, initial=done, unit="game") as bar:
            yield bar.update
    else:
        yield lambda: None
