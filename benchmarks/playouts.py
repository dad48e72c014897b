"""Whole campaigns of Shanghai-Nanking between random players, with numba and without."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from time import perf_counter

from sandtable.movement import search
from sandtable.players.playout import playout

from . import positions
from .measure import Effort, Race

CAMPAIGNS = 40


def races(effort: Effort) -> Iterator[Race]:
    """Each kind plays in an interpreter of its own, in turns, the same campaigns from the same seeds."""
    campaigns = CAMPAIGNS if effort.repeats > 3 else 4
    race = Race("playouts: one random-player campaign of Shanghai-Nanking, set-up included")
    played = {}
    for _ in range(max(1, effort.repeats // 3)):
        for name, numba in (("with numba", "1"), ("without numba", "0")):
            seconds, played[name], compiled = _apart(numba, campaigns)
            if compiled is not (numba == "1"):
                raise RuntimeError(f"'{name}' ran {'compiled' if compiled else 'plain'}")
            race.seconds.setdefault(name, []).extend(seconds)
    if len(set(played.values())) != 1:
        raise RuntimeError(f"the same seeds took different campaigns: {played}")
    actions = played["with numba"] / campaigns
    race.rates = {"campaigns": 1.0, "actions": actions}
    race.notes = (f"{campaigns} campaigns a round, {actions:.0f} actions each, one core, nothing recorded.",)
    yield race


def _apart(numba: str, campaigns: int) -> tuple[list[float], int, bool]:
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.playouts", str(campaigns)],
        env={**os.environ, "SANDTABLE_NUMBA": numba},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    seconds, actions, compiled = json.loads(done.stdout)
    return seconds, actions, compiled


def play(campaigns: int) -> list[float]:
    """Seconds a campaign, in three rounds; a first campaign, not counted, warms everything up."""
    game = positions.game()
    playout(game, game.new("campaign", seed=0), seed=0)
    rounds = []
    for _ in range(3):
        began = perf_counter()
        for seed in range(campaigns):
            playout(game, game.new("campaign", seed=seed), seed=seed)
        rounds.append((perf_counter() - began) / campaigns)
    return rounds


if __name__ == "__main__":
    number = int(sys.argv[1])
    print(json.dumps([play(number), sum(map(positions.actions, range(number))), search.compiled]))
