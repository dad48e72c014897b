"""Perft counts kept as data: positions that a few actions lead to, and how many sequences follow."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import NamedTuple

from ..game import Game
from ..state import State
from .walks import perft


class Position(NamedTuple):
    """A position by the way to it: scenario, seed, notations joined by semicolons; and a depth to count."""

    name: str
    scenario: str
    seed: int
    after: str
    depth: int


def reached(game: Game, position: Position) -> State:
    """The position itself."""
    state = game.new(position.scenario, seed=position.seed)
    for text in filter(None, position.after.split("; ")):
        state = game.play(state, game.parse(text))
    return state


def write_counts(game: Game, path: Path, positions: Iterable[Position]) -> None:
    """Counts from every position and writes the table anew."""
    with path.open("w", newline="", encoding="utf-8") as handle:
        writer = csv.writer(handle, lineterminator="\n")
        writer.writerow([*Position._fields, "count"])
        for position in positions:
            writer.writerow([*position, perft(game, reached(game, position), position.depth)])


def read_counts(path: Path) -> list[tuple[Position, int]]:
    """The positions of a table with their counts."""
    with path.open(newline="", encoding="utf-8") as handle:
        rows = list(csv.DictReader(handle))
    return [
        (
            Position(row["name"], row["scenario"], int(row["seed"]), row["after"], int(row["depth"])),
            int(row["count"]),
        )
        for row in rows
    ]


def met_in_random_play(starts: Iterable[State]) -> tuple[set[str], set[str]]:
    """The kinds of decisions and the verbs of actions that random games from these positions come across."""
    kinds: set[str] = set()
    verbs: set[str] = set()
    for seed, start in enumerate(starts):
        rng, state = Random(seed), start.copy()
        state.events = None
        while state.result is None:
            action = state.game.legal(state).sample(rng)
            kinds.add(state.agenda[-1][0])
            verbs.add(action.verb)
            state.game.carry_out(state, action)
    return kinds, verbs
