"""python -m sandtable.players.learning GAME: learns how positions of a game end, prints its judgement.csv.

Both sides play by doctrines varied by chance until some turn, so that all sorts of positions come up; from
there on they play by the historical ones, and every position is noted with how the game ended. A logistic
regression with a penalty on large weights then says what each sign is worth. The same games and seed give the
same numbers.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from random import Random
from typing import Any, NamedTuple

import numpy as np

from ..game import Game
from .doctrine import DoctrinePlayer
from .doctrine_files import doctrines
from .judgement import BIAS, STAGES, signs, stages
from .staff import Staff
from .survey import Field
from .variation import varied

AMOUNT = 0.35
"""By how much the doctrines of the first turns are varied."""
ROUNDS = 30
"""More steps than Newton's method needs."""


class Sample(NamedTuple):
    """A position that was met: how much of each stage it is, and its signs."""

    stages: tuple[float, ...]
    signs: dict[str, float]


def play(game: Game, scenario: str, seed: int) -> tuple[float, list[Sample]]:
    """One game: what its end is worth to the first side (1 won, 0 lost), and the positions before it."""
    rng = Random(seed)
    state = game.new(scenario, seed=seed).copy()
    state.events = None
    free_until = rng.randint(0, game.final_turn(state))
    wild, sober = _staffs(game, rng, seed), _staffs(game, None, seed)
    samples: list[Sample] = []
    stage: object = None
    while state.result is None:
        args = state.agenda[-1]
        side = game.steps[args[0]].side(game, state, args)
        on = state.turn > free_until
        action = (sober if on else wild)[side].decide(state)
        now = state.turn, state.side, state.phase, args[0]
        if on and now != stage and sober[side].ponders(state):
            stage = now
            seen = sober[side].believe(state)
            samples.append(Sample(stages(game, seen), signs(game)(sober[side], seen)))
        game.carry_out(state, action)
    winner = state.result.winner
    return 0.5 if winner is None else float(winner == game.sides[0]), samples


def _staffs(game: Game, rng: Random | None, seed: int) -> list[Staff]:
    """Staffs by the historical doctrines, or by any doctrine varied by chance."""
    found = []
    for side in game.sides:
        known = doctrines(game, side)
        chosen = next(d for d in known if d.name == "historical")
        if rng is not None:
            chosen = varied(rng.choice(known), rng, AMOUNT)
        found.append(DoctrinePlayer(game, side, chosen, seed).staff(game))
    return found


@cache
def _game(slug: str, data: str | None) -> Game:
    from .. import load

    return load(slug, data=data)


def _play(slug: str, data: str | None, scenario: str, seed: int) -> tuple[float, list[Sample]]:
    return play(_game(slug, data), scenario, seed)


def games(
    slug: str, data: str | None, scenario: str, seeds: Sequence[int], workers: int | None
) -> Iterator[Any]:
    """The games of these seeds, in their order, whoever plays them."""
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(partial(_play, slug, data, scenario), seeds, chunksize=4)


def fit(played: Sequence[tuple[float, list[Sample]]], penalty: float) -> dict[str, list[float]]:
    """What each sign is worth at each stage; every game counts the same, however long it was."""
    names = list(next(samples for _, samples in played if samples)[0].signs)
    rows = [(s, end, 1 / len(samples)) for end, samples in played for s in samples]
    raw = np.array([[s.signs[name] for name in names] for s, _, _ in rows])
    parts = np.array([s.stages for s, _, _ in rows])
    ends, weights = np.array([end for _, end, _ in rows]), np.array([w for _, _, w in rows])
    mean, spread = raw.mean(axis=0), raw.std(axis=0)
    told = spread > 1e-9
    plain = np.where(told, (raw - mean) / np.where(told, spread, 1.0), 0.0)
    plain = np.hstack([plain, np.ones((len(plain), 1))])
    design = np.hstack([plain * parts[:, [k]] for k in range(len(STAGES))])
    cost = np.full(design.shape[1], penalty)
    cost[len(names) :: len(names) + 1] = 1e-3
    found = _newton(design, ends, weights, cost).reshape(len(STAGES), -1)
    worth = np.where(told, found[:, :-1] / np.where(told, spread, 1.0), 0.0)
    table = {name: worth[:, n].tolist() for n, name in enumerate(names)}
    return {BIAS: (found[:, -1] - worth @ mean).tolist(), **table}


def _newton(design: Field, ends: Field, weights: Field, cost: Field) -> Field:
    """The logistic regression with the least penalised loss."""
    found = np.zeros(design.shape[1])
    for _ in range(ROUNDS):
        chance = 1 / (1 + np.exp(-design @ found))
        slope = design.T @ (weights * (chance - ends)) + cost * found
        bend = (design * (weights * chance * (1 - chance) + 1e-6)[:, None]).T @ design + np.diag(cost)
        step = np.linalg.solve(bend, slope)
        found -= step
        if float(np.abs(step).max()) < 1e-8:
            break
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m sandtable.players.learning", description=__doc__)
    parser.add_argument("game", help="which game")
    parser.add_argument("--scenario", help="which scenario (the last one)")
    parser.add_argument("--data", help="a folder with numbers of your own, laid over the game's")
    parser.add_argument("--games", type=int, default=1000, help="games to learn from (1000)")
    parser.add_argument("--seed", type=int, default=50_000, help="seed of the first game (50000)")
    parser.add_argument("--penalty", type=float, default=1.0, help="penalty on large weights (1)")
    parser.add_argument("--workers", type=int, help="processes (one a core)")
    chosen = parser.parse_args(arguments)
    scenario = chosen.scenario or next(reversed(_game(chosen.game, chosen.data).scenarios))
    seeds = range(chosen.seed, chosen.seed + chosen.games)
    found = fit(list(games(chosen.game, chosen.data, scenario, seeds, chosen.workers)), chosen.penalty)
    source = f"reconstructed: fitted to {chosen.games} games of {scenario} between doctrines, "
    source += f"seed {chosen.seed}, penalty {chosen.penalty:g}"
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(("sign", *STAGES, "source"))
    for name, worth in found.items():
        out.writerow((name, *(f"{w:.4f}" for w in worth), source))


if __name__ == "__main__":
    main()
