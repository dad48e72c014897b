"""python -m benchmarks strength: how strong the players are, measured in matches.

Every match is played over the same numbered seeds: seed n deals the dice of game n and of both players. The
games of a match are spread over all cores; the number of playouts, not a clock, bounds the search player, so
that the same games come out on any machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from math import sqrt
from typing import Any

import sandtable as st
from sandtable.players import make, playout

ITERATIONS = 64
"""Playouts that the search player looks through for one decision."""


@dataclass(frozen=True)
class Match:
    """One player against another: which side of which game, how often it won."""

    game: str
    scenario: str
    side: str
    player: str
    opponent: str
    played: int
    won: int
    drawn: int

    def interval(self) -> tuple[float, float]:
        return wilson(self.won, self.played)

    def row(self) -> str:
        low, high = self.interval()
        rate = f"{self.won / self.played:.0%} ({low:.0%} to {high:.0%})"
        game = f"{self.game}, {self.scenario}"
        drawn = f"{self.drawn / self.played:.0%}"
        cells = (game, self.side, self.player, self.opponent, str(self.played), rate, drawn)
        return f"| {' | '.join(cells)} |"


HEAD = """| game | side | player | against | games | won (95 % interval) | drawn |
|---|---|---|---|---|---|---|"""


def wilson(won: int, played: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % interval of a share that was met in so many games.

    >>> [round(x, 3) for x in wilson(19, 20)]
    [0.764, 0.991]
    """
    share, spread = won / played, z * z / played
    middle = share + spread / 2
    reach = z * sqrt(share * (1 - share) / played + spread / (4 * played))
    return (middle - reach) / (1 + spread), (middle + reach) / (1 + spread)


def match(
    slug: str,
    scenario: str,
    side: str,
    player: str,
    opponent: str,
    games: int,
    pool: Executor | None = None,
    playouts: int = ITERATIONS,
) -> Match:
    """Plays it; a player is a kind, or a kind with its doctrine as in `doctrine:cautious`."""
    one = partial(_winner, slug, scenario, side, player, opponent, playouts)
    winners = list(map(one, range(games)) if pool is None else pool.map(one, range(games)))
    return Match(slug, scenario, side, player, opponent, games, winners.count(side), winners.count(None))


def _winner(
    slug: str, scenario: str, side: str, player: str, opponent: str, playouts: int, seed: int
) -> str | None:
    game = st.load(slug)
    seats = {
        name: _seat(player if name == side else opponent, game, name, seed, playouts) for name in game.sides
    }
    end = playout(game, game.new(scenario, seed=seed), seats)
    assert end.result is not None, f"{slug}, seed {seed}: the game did not end"
    return end.result.winner


def _seat(player: str, game: Any, side: str, seed: int, playouts: int) -> st.players.Player:
    kind, _, doctrine = player.partition(":")
    settings: dict[str, Any] = {"seed": seed}
    if doctrine:
        settings["doctrine"] = doctrine
    if kind == "search":
        settings["iterations"] = playouts
    return make(kind, game, side, **settings)


def matches(slugs: tuple[str, ...], games: int, searched: int, playouts: int) -> Iterator[Match]:
    """Doctrine against random, doctrine against doctrine, search against doctrine, for each side."""
    with ProcessPoolExecutor() as pool:
        for slug in slugs:
            game = st.load(slug)
            scenario = next(reversed(game.scenarios))
            for side in game.sides if games else ():
                yield match(slug, scenario, side, "doctrine", "random", games, pool)
            if games:
                # The other side's share follows: the same seeds are the same games.
                yield match(slug, scenario, game.sides[0], "doctrine", "doctrine", games, pool)
            for side in game.sides if searched else ():
                yield match(slug, scenario, side, "search", "doctrine", searched, pool, playouts)


def tell(slugs: tuple[str, ...], games: int, searched: int, playouts: int = ITERATIONS) -> None:
    print(HEAD, flush=True)
    for met in matches(slugs, games, searched, playouts):
        print(met.row(), flush=True)
