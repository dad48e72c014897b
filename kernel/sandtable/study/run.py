"""Playing a study: on this machine's cores, on any executor, or on a cluster."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from itertools import islice
from multiprocessing.connection import wait
from numbers import Integral
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from ..errors import SandtableError
from .log import GameLog, check_path
from .plan import Plan, Variant
from .results import Study
from .worker import Record, play_game

Progress = bool | Callable[[int, int], None]
Job = tuple[Variant, int]

AHEAD = 1000
"""Games that are handed out at a time, at most: enough for a cluster, and not all of a study's at once."""
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
    _check_number("game", n)
    if workers is not None:
        _check_number("worker", workers)
    if executor is not None and not isinstance(executor, str) and not hasattr(executor, "submit"):
        raise SandtableError(f"{executor!r} is no executor: give one of concurrent.futures, or an address")
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
                with _pool(workers, executor, len(jobs)) as pool:
                    _together(plan, jobs, keep, halt, pool)
        finished = [log.records[v.name, number] for v, number in wanted if (v.name, number) in log.records]
    finally:
        log.close()
    return Study(plan, finished)


def _check_number(what: str, number: Any) -> None:
    if isinstance(number, bool) or not isinstance(number, Integral) or number < 1:
        raise SandtableError(f"a study needs at least one {what}, and a whole number of them, not {number!r}")


def _one_by_one(plan: Plan, jobs: list[Job], keep: Callable[[Record], None], stop: threading.Event) -> None:
    for variant, number in jobs:
        if stop.is_set():
            return
        keep(play_game(plan.game, plan.scenario, plan.seed, variant, number))


def _together(
    plan: Plan, jobs: list[Job], keep: Callable[[Record], None], stop: threading.Event, pool: Executor
) -> None:
    """Hands the games out one by one and keeps each as soon as it comes back, in whatever order.

    Several games at a time would be lost together, and would leave a stopped study without its pairs.
    """
    waiting, pending = iter(jobs), set[Future[Record]]()
    done: SimpleQueue[Future[Record]] = SimpleQueue()
    try:
        while not stop.is_set():
            for variant, number in islice(waiting, AHEAD - len(pending)):
                future = pool.submit(play_game, plan.game, plan.scenario, plan.seed, variant, number)
                pending.add(future)
                future.add_done_callback(done.put)
            if not pending:
                return
            with suppress(Empty):
                future = done.get(timeout=PATIENCE)
                pending.discard(future)
                keep(future.result())
    except BrokenProcessPool:
        raise SandtableError(
            "the worker processes ended before their games did; in a script, put what it does under "
            "`if __name__ == '__main__':`, or play with workers=1"
        ) from None
    finally:
        for future in pending:
            future.cancel()
        _keep_the_rest(done, keep)


def _keep_the_rest(done: SimpleQueue[Future[Record]], keep: Callable[[Record], None]) -> None:
    """Games that were over before somebody stopped, or before another game failed."""
    while not done.empty():
        future = done.get()
        if not future.cancelled() and future.exception() is None:
            keep(future.result())


@contextmanager
def _pool(workers: int | None, executor: Executor | str | None, jobs: int) -> Iterator[Executor]:
    """Who plays: processes of this machine, the caller's own executor, or a cluster by its address."""
    if isinstance(executor, str):
        with _client(executor) as client:
            yield client.get_executor()
    elif executor is not None:
        yield executor
    else:
        # A fork of a process with threads, as a notebook's kernel is, may hang.
        context = multiprocessing.get_context("spawn")
        hands = min(workers or _cores(), jobs)
        with ProcessPoolExecutor(hands, mp_context=context, initializer=_end_with_parent) as pool:
            try:
                yield pool
            finally:
                pool.shutdown(wait=False, cancel_futures=True)


def _client(address: str) -> Any:
    """A client of a dask scheduler."""
    from distributed import Client

    try:
        return Client(address)
    except (OSError, ValueError) as error:
        raise SandtableError(f"no dask scheduler answers at {address!r}: {error}") from None


def _end_with_parent() -> None:
    """Lets a worker process end when the process that started it is killed, in the middle of a game too."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_follow, args=(parent.sentinel,), daemon=True).start()


def _follow(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)


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
