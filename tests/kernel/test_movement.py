"""The movement search against Dijkstra on a graph that spells the rules out, compiled and plain."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from array import array
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random
from typing import Literal
from unittest.mock import patch

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from sandtable import movement
from sandtable.hexgrid import HexGrid
from sandtable.movement import Mover, Reach
from tests.kernel.forms import hot

PRICES = (0, 1, 1, 2, 2, 3, 4, 9)
SHIFTS: tuple[Literal["even", "odd"], ...] = ("even", "odd")


@dataclass
class Country:
    """A board, prices and a position on it."""

    degree: int
    neighbours: array[int]
    cost: bytes
    shield: bytes
    blocked: bytearray
    zoc: bytearray
    own: bytearray
    start: int
    allowance: int
    size: int = field(init=False)

    def __post_init__(self) -> None:
        self.size = len(self.blocked)

    def mover(self) -> Mover:
        return Mover(self.neighbours, self.degree, self.cost, self.shield, self.allowance)

    def reach(self, mover: Mover | None = None) -> Reach:
        return (mover or self.mover()).reach(self.start, self.allowance, self.blocked, self.zoc, self.own)

    def holds(self, space: int) -> bool:
        """Does an enemy zone bind a unit here?"""
        return bool(self.zoc[space]) and not (self.shield[space] and self.own[space])

    def graph(self) -> nx.DiGraph:
        """Every legal step; the place where the move begins is a node of its own."""
        steps = nx.DiGraph()
        steps.add_node("begin")
        for place, (there, price) in enumerate(zip(self.neighbours, self.cost, strict=True)):
            here = place // self.degree
            if there < 0 or not price or self.blocked[there]:
                continue
            if not self.holds(here):
                steps.add_edge(here, there, weight=price)
            if here == self.start and not (self.holds(here) and self.holds(there)):
                steps.add_edge("begin", there, weight=price)
        return steps

    def oracle(self) -> dict[int, int]:
        """Points to every space within reach, by networkx."""
        found = nx.single_source_dijkstra_path_length(self.graph(), "begin", cutoff=self.allowance)
        return {space: points for space, points in found.items() if space not in ("begin", self.start)}


def hexes(columns: int, rows: int, shifted: Literal["even", "odd"] = "even") -> tuple[int, array[int]]:
    grid = HexGrid(columns, rows, shifted)
    number = {id: i for i, id in enumerate(grid.ids())}
    return 6, array("h", [-1 if n is None else number[n] for id in grid.ids() for n in grid.around(id)])


def areas(size: int, rng: Random) -> tuple[int, array[int]]:
    """Any graph at all."""
    touching: list[list[int]] = [[] for _ in range(size)]
    share = rng.choice((0.2, 0.5, 1.0))
    for a in range(size):
        for b in range(a):
            if rng.random() < share:
                touching[a].append(b)
                touching[b].append(a)
    degree = max(1, *map(len, touching))
    return degree, array("h", [n for near in touching for n in near + [-1] * (degree - len(near))])


@some.composite
def countries(draw: some.DrawFn) -> Country:
    """Size and allowance are drawn, so that they shrink; the country itself is filled at random."""
    rng = Random(draw(some.integers(0, 2**32)))
    if draw(some.booleans()):
        degree, neighbours = hexes(draw(some.integers(4, 9)), draw(some.integers(4, 9)), rng.choice(SHIFTS))
    else:
        degree, neighbours = areas(draw(some.integers(5, 14)), rng)
    size = len(neighbours) // degree

    def scattered(most: int) -> bytearray:
        share = rng.choice((0, 0.1, 0.3))
        return bytearray(rng.randint(1, most) if rng.random() < share else 0 for _ in range(size))

    return Country(
        degree,
        neighbours,
        cost=bytes(rng.choice(PRICES) if n >= 0 else 0 for n in neighbours),
        shield=bytes(scattered(1)),
        blocked=scattered(255),
        zoc=scattered(6),
        own=scattered(8),
        start=draw(some.integers(0, size - 1)),
        allowance=draw(some.integers(2, 20)),
    )


@contextmanager
def searching(compiled: bool) -> Iterator[None]:
    """Movers that are made in here search with numba, or with the interpreter."""
    with patch.object(movement, "search", hot(movement.search.plain, compiled)):
        yield


both = pytest.mark.parametrize("compiled", [True, False], ids=["compiled", "plain"])


@both
@given(countries())
@settings(deadline=None)
def test_reach_is_what_dijkstra_finds_on_the_graph_of_legal_steps(compiled: bool, country: Country) -> None:
    with searching(compiled):
        reach = country.reach()
    assert {space: reach.cost(space) for space in reach} == country.oracle()


@both
@given(countries())
@settings(deadline=None)
def test_paths_are_legal_and_cost_what_they_say(compiled: bool, country: Country) -> None:
    with searching(compiled):
        reach = country.reach()
    steps = country.graph()
    assert reach.path(country.start) == [country.start]
    for space in reach:
        path = reach.path(space)
        assert path[0] == country.start
        assert path[-1] == space
        assert len(set(path)) == len(path)
        way = ["begin", *path[1:]]
        assert sum(steps.edges[step]["weight"] for step in pairwise(way)) == reach.cost(space)


@given(countries())
@settings(deadline=None)
def test_compiled_and_plain_searches_are_identical(country: Country) -> None:
    found = []
    for compiled in (True, False):
        with searching(compiled):
            reach = country.reach()
        found.append((reach.count, reach.best, reach.previous, reach.order))
    assert found[0] == found[1]


@both
@given(countries())
@settings(deadline=None, max_examples=40)
def test_a_reach_lists_each_space_once_by_rising_cost_and_knows_what_is_in_it(
    compiled: bool, country: Country
) -> None:
    with searching(compiled):
        reach = country.reach()
    listed = list(reach)
    costs = [reach.cost(space) for space in listed]
    assert costs == sorted(costs)
    assert len(listed) == len(set(listed)) == len(reach)
    assert {space for space in range(country.size) if space in reach} == set(listed)
    assert country.start not in reach
    assert reach.cost(country.start) == 0
    assert "0101" not in reach


@both
@given(countries(), some.lists(some.tuples(some.integers(0, 63), some.integers(0, 20)), max_size=5))
@settings(deadline=None, max_examples=40)
def test_a_mover_can_be_used_again_and_leaves_the_position_alone(
    compiled: bool, country: Country, others: list[tuple[int, int]]
) -> None:
    before = bytes(country.blocked), bytes(country.zoc), bytes(country.own), bytes(country.cost)
    with searching(compiled):
        first = country.reach()
        mover = Mover(country.neighbours, country.degree, country.cost, country.shield, 20)
        for start, allowance in others:
            mover.reach(start % country.size, allowance, country.blocked, country.zoc, country.own)
        assert country.reach(mover) == first
    assert (bytes(country.blocked), bytes(country.zoc), bytes(country.own), country.cost) == before


# -- single rules, by hand ------------------------------------------------------------------------

ROW = "abcdefg"


def road(
    *, price: int = 1, blocked: str = "", zoc: str = "", own: str = "", shield: str = "", points: int = 6
) -> str:
    """The letters that a unit at d reaches on a road of seven spaces, a to g."""
    neighbours = array("h")
    for place in range(len(ROW)):
        neighbours.extend([place - 1, place + 1 if place + 1 < len(ROW) else -1])
    cost = bytes(price if n >= 0 else 0 for n in neighbours)

    def marked(letters: str) -> bytearray:
        return bytearray(letter in letters for letter in ROW)

    mover = Mover(neighbours, 2, cost, bytes(marked(shield)), 20)
    reach = mover.reach(3, points, marked(blocked), marked(zoc), marked(own))
    return "".join(sorted(ROW[space] for space in reach))


@both
@pytest.mark.parametrize(
    ("position", "reached"),
    [
        ({}, "abcefg"),
        ({"points": 0}, ""),
        ({"points": 2}, "bcef"),
        ({"price": 2, "points": 3}, "ce"),
        ({"blocked": "c"}, "efg"),
        ({"blocked": "d"}, "abcefg"),  # the unit stands there already
        ({"zoc": "b"}, "bcefg"),  # stops on entering
        ({"zoc": "d"}, "abcefg"),  # leaves a zone freely
        ({"zoc": "cd"}, "efg"),  # but not from zone to zone
        ({"zoc": "bd"}, "bcefg"),  # a zone reached later ends the move again
        ({"zoc": "b", "shield": "b"}, "bcefg"),  # a shield alone voids nothing
        ({"zoc": "b", "own": "b"}, "bcefg"),  # nor does a friend alone
        ({"zoc": "b", "shield": "b", "own": "b"}, "abcefg"),  # both together do
        ({"zoc": "cd", "shield": "c", "own": "c"}, "abcefg"),
        ({"zoc": "cd", "shield": "d", "own": "d"}, "cefg"),  # shielded at the start: not held, but c stops
    ],
)
def test_zones_shields_and_blocks_on_a_road(compiled: bool, position: dict[str, str], reached: str) -> None:
    with searching(compiled):
        assert road(**position) == reached  # type: ignore[arg-type]


@both
def test_an_open_plain_has_three_n_times_n_plus_one_hexes_in_reach(compiled: bool) -> None:
    degree, neighbours = hexes(21, 21)
    cost = bytes(n >= 0 for n in neighbours)
    nothing = bytearray(441)
    with searching(compiled):
        mover = Mover(neighbours, degree, cost, bytes(441), 8)
        for points in range(9):
            assert len(mover.reach(220, points, nothing, nothing, nothing)) == 3 * points * (points + 1)


@both
def test_a_detour_by_cheap_spaces_beats_the_dear_direct_step(compiled: bool) -> None:
    # 0 -> 3 costs 9; 0 -> 1 -> 2 -> 3 costs 3: the dear entry is found first and must be replaced.
    neighbours = array("h", [3, 1, -1, 2, -1, 3, -1, -1])
    cost = bytes([9, 1, 0, 1, 0, 1, 0, 0])
    nothing = bytearray(4)
    with searching(compiled):
        reach = Mover(neighbours, 2, cost, bytes(4), 12).reach(0, 12, nothing, nothing, nothing)
    assert list(reach) == [1, 2, 3]
    assert reach.path(3) == [0, 1, 2, 3]
    assert reach.cost(3) == 3


@both
def test_a_price_on_the_edge_of_the_map_leads_nowhere(compiled: bool) -> None:
    # Two joined spaces and one apart, which a careless -1 would mean.
    neighbours, nothing = array("h", [-1, 1, 0, -1, -1, -1]), bytearray(3)
    with searching(compiled):
        reach = Mover(neighbours, 2, bytes([1] * 6), bytes(3), 9).reach(0, 9, nothing, nothing, nothing)
    assert list(reach) == [1]


@pytest.mark.parametrize("most", [-1, 255])
def test_an_allowance_must_fit_a_byte(most: int) -> None:
    with pytest.raises(ValueError, match=str(most)):
        Mover(array("h", [-1]), 1, bytes(1), bytes(1), most)


def many_searches() -> list[tuple[int, ...]]:
    """A hundred searches on a board of the size that games have."""
    rng = Random(1937)
    degree, neighbours = hexes(40, 25)
    cost = bytes(rng.choice(PRICES) if n >= 0 else 0 for n in neighbours)
    mover = Mover(neighbours, degree, cost, bytes(rng.random() < 0.1 for _ in range(1000)), 16)
    found = []
    for _ in range(100):
        blocked, zoc, own = (
            bytearray(rng.random() < share for _ in range(1000)) for share in (0.05, 0.15, 0.1)
        )
        reach = mover.reach(rng.randrange(1000), 16, blocked, zoc, own)
        found.append((*reach, *(reach.cost(s) for s in reach), *reach.previous))
    return found


def test_the_environment_switches_numba_off_and_changes_nothing() -> None:
    code = (
        "import hashlib, sys\n"
        "from tests.kernel.test_movement import many_searches\n"
        "from sandtable import movement\n"
        "print(hashlib.sha256(repr(many_searches()).encode()).hexdigest())\n"
        "print(movement.search.compiled, 'numba' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "SANDTABLE_NUMBA": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    digest, compiled, loaded = done.stdout.split()
    assert (compiled, loaded) == ("False", "False")
    with searching(compiled=True):
        assert digest == hashlib.sha256(repr(many_searches()).encode()).hexdigest()


@both
def test_threads_may_share_a_mover(compiled: bool) -> None:
    rng = Random(8)
    degree, neighbours = hexes(40, 25)
    cost = bytes(rng.choice((1, 2, 3)) if n >= 0 else 0 for n in neighbours)
    nothing = bytearray(1000)
    with searching(compiled):
        mover = Mover(neighbours, degree, cost, bytes(1000), 12)
        starts = [rng.randrange(1000) for _ in range(200)]

        def search(start: int) -> Reach:
            return mover.reach(start, 12, nothing, nothing, nothing)

        alone = [search(start) for start in starts]
        interval = sys.getswitchinterval()
        sys.setswitchinterval(1e-6)
        try:
            with ThreadPoolExecutor(8) as threads:
                together = list(threads.map(search, starts))
        finally:
            sys.setswitchinterval(interval)
    assert together == alone
