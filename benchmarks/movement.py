"""One unit's moves in Shanghai-Nanking: the kernel's search beside networkx, scipy and a plain heap.

All contestants answer the same question from the same state, and their answers are compared before the
clock starts: every hex within reach, its cost, and the way there, zones of control included.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from heapq import heappop, heappush
from typing import Any
from unittest.mock import patch

import networkx as nx
import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

from sandtable import movement
from sandtable.hot import Hot
from sandtable.movement import Mover
from sandtable.state import State

from . import positions
from .measure import Effort, Race, run

Costs = dict[int, int]
Search = Callable[[State, int, int], Any]
"""A contestant: from a state, a side and a start to whatever form its answer has."""


class Country:
    """What every contestant may prepare beforehand: the board with the price list of one side."""

    def __init__(self, mover: Mover, points: int) -> None:
        self.mover, self.points, self.size = mover, points, mover.size
        self.steps: list[list[tuple[int, int]]] = [[] for _ in range(self.size)]
        for place, (there, price) in enumerate(zip(mover.neighbours, mover.cost, strict=True)):
            if there >= 0 and price:
                self.steps[place // mover.degree].append((there, price))
        edges = [(here, there, price) for here, near in enumerate(self.steps) for there, price in near]
        self.graph = nx.DiGraph()
        self.graph.add_nodes_from(range(self.size))
        self.graph.add_weighted_edges_from(edges)
        self.tails, self.tips, self.prices = (np.array(column) for column in zip(*edges, strict=True))
        self.rows = np.searchsorted(self.tails, np.arange(self.size + 1))


def held(country: Country, state: State, side: int, space: int) -> bool:
    """Does an enemy zone of control bind a unit here?"""
    return bool(state.zone[1 - side][space]) and not (
        country.mover.shield[space] and state.count[side][space]
    )


def by_heap(countries: list[Country]) -> Search:
    """Dijkstra as it stands in every textbook, with heapq."""

    def search(state: State, side: int, start: int) -> tuple[Costs, dict[int, int]]:
        country, enemies = countries[side], state.count[1 - side]
        begins_held = held(country, state, side, start)
        best, previous, queue = {start: 0}, {start: -1}, [(0, start)]
        while queue:
            spent, here = heappop(queue)
            if spent > best[here] or (here != start and held(country, state, side, here)):
                continue
            for there, price in country.steps[here]:
                total = spent + price
                if total > country.points or total >= best.get(there, 999) or enemies[there]:
                    continue
                if here == start and begins_held and held(country, state, side, there):
                    continue
                best[there], previous[there] = total, here
                heappush(queue, (total, there))
        return best, previous

    return search


def by_networkx(countries: list[Country]) -> Search:
    """networkx's bounded Dijkstra, with a weight that hides the steps nobody may take."""

    def search(state: State, side: int, start: int) -> tuple[Costs, dict[int, list[int]]]:
        country, enemies = countries[side], state.count[1 - side]
        begins_held = held(country, state, side, start)

        def weight(here: int, there: int, data: dict[str, int]) -> int | None:
            if enemies[there] or (here != start and held(country, state, side, here)):
                return None
            if here == start and begins_held and held(country, state, side, there):
                return None
            return data["weight"]

        found = nx.single_source_dijkstra(country.graph, start, cutoff=country.points, weight=weight)
        costs, paths = found
        return costs, paths

    return search


def by_scipy(countries: list[Country]) -> Search:
    """scipy's compiled Dijkstra with a limit, on a matrix whose forbidden steps are out of reach."""

    def search(state: State, side: int, start: int) -> tuple[Any, Any]:
        country = countries[side]
        enemies = np.frombuffer(state.count[1 - side], np.uint8)
        own = np.frombuffer(state.count[side], np.uint8)
        shield = np.frombuffer(country.mover.shield, np.uint8)
        zone = np.frombuffer(state.zone[1 - side], np.uint8).astype(bool) & ~((shield > 0) & (own > 0))
        begins_held = zone[start]
        closed = enemies[country.tips] > 0
        closed |= zone[country.tails] & (country.tails != start)
        if begins_held:
            closed |= (country.tails == start) & zone[country.tips]
        prices = np.where(closed, np.inf, country.prices)
        matrix = csr_array((prices, country.tips, country.rows), shape=(country.size, country.size))
        return dijkstra(matrix, indices=start, limit=country.points, return_predecessors=True)

    return search


def by_kernel(countries: list[Country]) -> Search:
    """What the game itself asks."""

    def search(state: State, side: int, start: int) -> movement.Reach:
        country, count, zone = countries[side], state.count, state.zone
        return country.mover.reach(start, country.points, count[1 - side], zone[1 - side], count[side])

    return search


def costs_of(answer: Any) -> Costs:
    """Any contestant's answer as a mapping of hexes to half points, the start left out."""
    if isinstance(answer, movement.Reach):
        return {space: answer.cost(space) for space in answer}
    costs = answer[0]
    if isinstance(costs, np.ndarray):
        costs = {int(space): int(costs[space]) for space in np.flatnonzero(np.isfinite(costs))}
    return {space: cost for space, cost in costs.items() if cost}


def searching(
    search: Search, questions: list[tuple[State, int, int]], hot: Hot[..., Any]
) -> Callable[[], Any]:
    """Asks all questions once, with one form of the kernel's hot loop."""

    def ask() -> list[Any]:
        movement.search = hot
        return [search(*question) for question in questions]

    return ask


def forms() -> tuple[Hot[..., Any], Hot[..., Any]]:
    """The kernel's loop compiled, and as it is written."""
    made = []
    for numba in ("1", "0"):
        with patch.dict(os.environ, SANDTABLE_NUMBA=numba):
            made.append(Hot(movement.search.plain))
            if made[-1].compiled is not (numba == "1"):
                raise RuntimeError("the benchmark of movement needs numba")
    return made[0], made[1]


def countries_of(hot: Hot[..., Any]) -> list[Country]:
    """Both sides' countries, with movers of their own that serve one form of the loop."""
    game = positions.game()
    fresh = [
        Mover(m.neighbours, m.degree, m.cost, m.shield, m.most) for m in (game.movers[0], game.movers[1])
    ]
    movement.search = hot
    nothing = bytearray(fresh[0].size)
    for mover in fresh:
        mover.reach(0, 1, nothing, nothing, nothing)
    return [Country(mover, game.points) for mover in fresh]


def races(effort: Effort) -> Iterator[Race]:
    kept = movement.search
    try:
        for title, state in (
            ("as the campaign begins", positions.setup()),
            ("in mid-campaign", positions.midgame()),
        ):
            yield _race(f"movement: one unit's moves, {title}", state, effort)
    finally:
        movement.search = kept


def _race(title: str, state: State, effort: Effort) -> Race:
    game = positions.game()
    questions = [
        (state, side, state.where[unit])
        for side in (0, 1)
        for unit in game.mobile[side]
        if state.where[unit] >= 0
    ]
    compiled, plain = forms()
    countries, plain_countries = countries_of(compiled), countries_of(plain)
    contestants = {
        "sandtable, compiled": searching(by_kernel(countries), questions, compiled),
        "sandtable, plain Python": searching(by_kernel(plain_countries), questions, plain),
        "heapq in Python": searching(by_heap(countries), questions, plain),
        "scipy csgraph.dijkstra": searching(by_scipy(countries), questions, plain),
        "networkx": searching(by_networkx(countries), questions, plain),
    }
    answers = {name: list(map(costs_of, ask())) for name, ask in contestants.items()}
    expected = answers["networkx"]
    for name, answer in answers.items():
        if answer != expected:
            raise RuntimeError(f"{name} and networkx find different moves")
    hexes = sum(map(len, expected)) / len(expected)
    note = f"mean of {len(questions)} units on the map; {hexes:.0f} of {len(game.board)} hexes within reach"
    return run(title, contestants, effort, len(questions), (note,))
