"""Whole campaigns of Shanghai-Nanking by random players and by doctrines, with numba and without."""

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

CAMPAIGNS = {"random": (40, 4), "doctrine": (12, 2)}
"""Campaigns a round, at leisure and in a hurry."""


def races(effort: Effort) -> Iterator[Race]:
    """Each kind plays in an interpreter of its own, in turns, the same campaigns from the same seeds."""
    for kind, (leisure, hurry) in CAMPAIGNS.items():
        campaigns = leisure if effort.repeats > 3 else hurry
        race = Race(f"playouts: one campaign of Shanghai-Nanking by {kind} players, set-up included")
        played = {}
        for _ in range(max(1, effort.repeats // 3)):
            for name, numba in (("with numba", "1"), ("without numba", "0")):
                seconds, played[name], compiled = _apart(kind, numba, campaigns)
                if compiled is not (numba == "1"):
                    raise RuntimeError(f"'{name}' ran {'compiled' if compiled else 'plain'}")
                race.seconds.setdefault(name, []).extend(seconds)
        if len(set(played.values())) != 1:
            raise RuntimeError(f"the same seeds took different campaigns: {played}")
        actions = played["with numba"] / campaigns
        race.rates = {"campaigns": 1.0, "actions": actions}
        race.notes = (
            f"{campaigns} campaigns a round, {actions:.0f} actions each, one core, nothing recorded.",
        )
        yield race


def _apart(kind: str, numba: str, campaigns: int) -> tuple[list[float], int, bool]:
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.playouts", kind, str(campaigns)],
        env={**os.environ, "SANDTABLE_NUMBA": numba},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    seconds, actions, compiled = json.loads(done.stdout)
    return seconds, actions, compiled


def campaign(kind: str, seed: int) -> None:
    """Plays one campaign from its set-up to its end."""
    game = positions.game()
    playout(game, game.new("campaign", seed=seed), positions.seats(kind, seed), seed=seed)


def play(kind: str, campaigns: int) -> list[float]:
    """Seconds a campaign, in three rounds; a first campaign, not counted, warms everything up."""
    campaign(kind, 0)
    rounds = []
    for _ in range(3):
        began = perf_counter()
        for seed in range(campaigns):
            campaign(kind, seed)
        rounds.append((perf_counter() - began) / campaigns)
    return rounds


if __name__ == "__main__":
    who, number = sys.argv[1], int(sys.argv[2])
    took = play(who, number)
    print(json.dumps([took, sum(positions.actions(seed, who) for seed in range(number)), search.compiled]))
