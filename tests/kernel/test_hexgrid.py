"""The hex grid against walks over its own neighbours, plane geometry and attested adjacencies."""

from __future__ import annotations

import math
from collections import deque
from itertools import combinations
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as some

from sandtable.hexgrid import DIRECTIONS, HALF_SQRT3, HexGrid, concentric, name, opposite, split

grids = some.builds(
    HexGrid,
    some.integers(2, 9),
    some.integers(2, 9),
    some.sampled_from(["even", "odd"]),
    some.sampled_from(["flat", "pointy"]),
    some.booleans(),
    some.sampled_from(["north", "south"]),
)
SNC = HexGrid(40, 25, "even")


def walk(grid: HexGrid, start: str) -> dict[str, int]:
    """Distances by walking, one hex at a time."""
    found, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        for there in grid.neighbours(here):
            if there not in found:
                found[there] = found[here] + 1
                queue.append(there)
    return found


@given(grids)
def test_neighbours_look_back_in_the_opposite_direction(grid: HexGrid) -> None:
    for here in grid.ids():
        for direction, there in enumerate(grid.around(here)):
            if there is not None:
                assert grid.step(there, opposite(direction)) == here


@given(grids)
def test_neighbours_are_one_apart_in_the_plane_and_lie_where_their_direction_says(grid: HexGrid) -> None:
    for here in grid.ids():
        x, y = grid.centre(here)
        for direction, there in enumerate(grid.around(here)):
            if there is None:
                continue
            east, south = grid.centre(there)
            assert math.dist((x, y), (east, south)) == pytest.approx(1)
            angle = math.radians(60 * direction + (30 if grid.top == "pointy" else 0))
            assert (east - x, south - y) == pytest.approx((math.sin(angle), -math.cos(angle)))


@given(grids)
def test_hexes_one_apart_in_the_plane_are_neighbours(grid: HexGrid) -> None:
    for a, b in combinations(grid.ids(), 2):
        close = math.dist(grid.centre(a), grid.centre(b)) < 1.01
        assert (b in grid.neighbours(a)) is close


@given(grids, some.data())
def test_distance_is_the_length_of_the_shortest_walk(grid: HexGrid, data: some.DataObject) -> None:
    start = data.draw(some.sampled_from(list(grid.ids())))
    # A rectangular map never cuts every shortest way: a hex's row can always be approached inside it.
    assert {there: grid.distance(start, there) for there in grid.ids()} == walk(grid, start)


@given(grids)
def test_cube_coordinates_sum_to_zero_and_step_by_fixed_vectors(grid: HexGrid) -> None:
    steps: list[set[tuple[int, ...]]] = [set() for _ in DIRECTIONS]
    for here in grid.ids():
        cube = grid.cube(here)
        assert sum(cube) == 0
        for direction, there in enumerate(grid.around(here)):
            if there is not None:
                steps[direction].add(tuple(b - a for a, b in zip(cube, grid.cube(there), strict=True)))
    assert all(len(vectors) <= 1 for vectors in steps)
    met = [vector for vectors in steps for vector in vectors]
    assert len(set(met)) == len(met)


@pytest.mark.parametrize("shifted", ["even", "odd"])
def test_the_shift_names_the_columns_pushed_south(shifted: Literal["even", "odd"]) -> None:
    grid = HexGrid(4, 4, shifted)
    pushed = [column for column in range(1, 5) if grid.pushed(column)]
    assert pushed == ([2, 4] if shifted == "even" else [1, 3])
    assert [grid.centre(name(c, 1))[1] for c in pushed] == [1.5, 1.5]
    assert grid.centre("0301")[0] == pytest.approx(3 * HALF_SQRT3)


def test_the_two_shifts_differ() -> None:
    even, odd = HexGrid(40, 25, "even"), HexGrid(40, 25, "odd")
    assert set(even.neighbours("3610")) == {"3609", "3611", "3510", "3511", "3710", "3711"}
    assert set(odd.neighbours("3610")) == {"3609", "3611", "3509", "3510", "3709", "3710"}


# The adjacencies that the campaign's rulebook attests.
ATTESTED = {
    "3510": "3509 3511 3409 3410 3609 3610",
    "3511": "3510 3512 3410 3411 3610 3611",
    "3512": "3511 3513 3411 3412 3611 3612",
    "2606": "2605 2607 2506 2507 2706 2707",
    "0202": "0102 0103 0201 0203 0302 0303",
}


@pytest.mark.parametrize("here", ATTESTED)
def test_attested_surroundings(here: str) -> None:
    assert set(SNC.neighbours(here)) == set(ATTESTED[here].split())


@pytest.mark.parametrize("pair", ["2806 2706", "2806 2707", "3308 3208", "3308 3408"])
def test_attested_pairs(pair: str) -> None:
    here, there = pair.split()
    assert there in SNC.neighbours(here)
    assert SNC.distance(here, there) == 1


def test_the_hexes_around_the_third_example_have_one_hex_in_common() -> None:
    around = ("3611", "3609", "3710", "3711", "3510")
    assert set.intersection(*(set(SNC.neighbours(hex)) for hex in around)) == {"3610"}


def test_edges_and_corners() -> None:
    assert SNC.around("0101") == (None, None, "0201", "0102", None, None)
    assert SNC.around("4025") == ("4024", None, None, None, None, "3925")
    assert SNC.step("4025", 0) == "4024"
    assert len(list(SNC.ids())) == len(set(SNC.ids())) == 1000
    assert next(iter(SNC.ids())) == "0101"


@given(some.integers(1, 99), some.integers(1, 99))
def test_identifiers_split_into_what_they_were_made_of(column: int, row: int) -> None:
    assert split(name(column, row)) == (column, row)
    assert len(name(column, row)) == 4


def turned(directions: tuple[int, ...], by: int) -> tuple[int, ...]:
    return tuple((d + by) % 6 for d in directions)


@pytest.mark.parametrize(
    ("directions", "surrounds"),
    [
        ((), False),
        ((0,), False),
        ((0, 1), False),
        ((0, 2), False),
        ((0, 3), True),
        ((0, 1, 2), False),
        ((0, 1, 3), True),
        ((0, 1, 4), True),
        ((0, 2, 4), True),
        ((0, 0, 0, 1), False),
        ((0, 1, 2, 3), True),
        ((0, 1, 2, 4), True),
        ((0, 1, 2, 3, 4), True),
        ((0, 1, 2, 3, 4, 5), True),
    ],
)
def test_concentric_whichever_way_the_map_is_turned(directions: tuple[int, ...], surrounds: bool) -> None:
    assert {concentric(turned(directions, by)) for by in range(6)} == {surrounds}
    mirrored = tuple(-d % 6 for d in directions)
    assert concentric(mirrored) is surrounds
