"""Tracing against networkx, compiled and plain; the mask of closed spaces against its sentence."""

from __future__ import annotations

from array import array
from random import Random
from unittest.mock import patch

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from sandtable import supply
from sandtable.hexgrid import HexGrid
from tests.kernel.forms import hot


def hexes(columns: int, rows: int) -> array[int]:
    grid = HexGrid(columns, rows)
    number = {id: i for i, id in enumerate(grid.ids())}
    return array("h", [-1 if n is None else number[n] for id in grid.ids() for n in grid.around(id)])


def joined(
    compiled: bool, neighbours: array[int], passable: bytes, sources: list[int], closed: bytearray
) -> set[int]:
    """The spaces that `trace` marks, with one form of its loop or the other."""
    with patch.object(supply, "flood", hot(supply.flood.plain, compiled)):
        marks = supply.trace(neighbours, 6, passable, sources, closed)
    assert set(marks) <= {0, 1}
    return {space for space, mark in enumerate(marks) if mark}


@some.composite
def countries(draw: some.DrawFn) -> tuple[array[int], bytes, list[int], bytearray]:
    neighbours = hexes(draw(some.integers(1, 9)), draw(some.integers(1, 9)))
    size = len(neighbours) // 6
    rng = Random(draw(some.integers(0, 2**32)))
    shut, sides = rng.choice((0, 0.2, 0.5)), rng.choice((0, 0.3, 0.6))
    passable = bytes(n >= 0 and rng.random() >= sides for n in neighbours)
    closed = bytearray(rng.randint(1, 255) if rng.random() < shut else 0 for _ in range(size))
    sources = draw(some.lists(some.integers(0, size - 1), max_size=5))
    return neighbours, passable, sources, closed


@pytest.mark.parametrize("compiled", [True, False], ids=["compiled", "plain"])
@given(countries())
@settings(deadline=None)
def test_trace_joins_what_networkx_joins(
    compiled: bool, country: tuple[array[int], bytes, list[int], bytearray]
) -> None:
    neighbours, passable, sources, closed = country
    chain = nx.DiGraph()
    chain.add_nodes_from(space for space in range(len(closed)) if not closed[space])
    for place, there in enumerate(neighbours):
        if passable[place] and not closed[place // 6] and not closed[there]:
            chain.add_edge(place // 6, there)
    expected: set[int] = set()
    for source in sources:
        if source in chain:
            expected |= {source} | nx.descendants(chain, source)
    assert joined(compiled, neighbours, passable, sources, closed) == expected


def test_a_chain_may_cross_a_side_in_one_direction_only() -> None:
    neighbours = hexes(1, 3)
    downwards = bytes(n >= 0 and place % 6 == 3 for place, n in enumerate(neighbours))
    for compiled in (True, False):
        assert joined(compiled, neighbours, downwards, [1], bytearray(3)) == {1, 2}


def test_a_closed_source_joins_nothing_and_sources_may_repeat() -> None:
    neighbours = hexes(1, 4)
    passable = bytes(n >= 0 for n in neighbours)
    for compiled in (True, False):
        assert joined(compiled, neighbours, passable, [0], bytearray([1, 0, 0, 0])) == set()
        assert joined(compiled, neighbours, passable, [0, 0, 0, 3, 3], bytearray(4)) == {0, 1, 2, 3}
        assert joined(compiled, neighbours, passable, [0, 3], bytearray([0, 1, 1, 0])) == {0, 3}
        assert joined(compiled, neighbours, passable, [], bytearray(4)) == set()


def test_tracing_leaves_the_position_alone() -> None:
    closed = bytearray([0, 7, 0, 0])
    neighbours = hexes(2, 2)
    supply.trace(neighbours, 6, bytes(n >= 0 for n in neighbours), [0], closed)
    assert closed == bytearray([0, 7, 0, 0])


@given(some.lists(some.tuples(*[some.sampled_from([0, 1, 2, 200, 255])] * 4), min_size=1, max_size=40))
def test_a_space_is_closed_by_enemies_and_by_zones_without_a_shielded_friend(
    spaces: list[tuple[int, int, int, int]],
) -> None:
    enemies, zoc, own, shield = (bytearray(column) for column in zip(*spaces, strict=True))
    expected = [bool(e or (z and not (o and s))) for e, z, o, s in spaces]
    assert list(map(bool, supply.closed(enemies, zoc, own, bytes(shield)))) == expected
