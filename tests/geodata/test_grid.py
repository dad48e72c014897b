"""The plane grid: ids, neighbours and shared sides."""

from __future__ import annotations

import numpy as np
import pytest

from sandtable.hexgrid import HexGrid
from sandtable_geodata import Theatre
from sandtable_geodata.grid import corners, edges_of_map, sides

GRID = HexGrid(40, 25, "even")
POINTY = HexGrid(25, 17, "even", top="pointy", trimmed=True, rows_from="south")

NEIGHBOURS = {
    "3510": "3509 3511 3409 3410 3609 3610",
    "3511": "3510 3512 3410 3411 3610 3611",
    "3512": "3511 3513 3411 3412 3611 3612",
    "2606": "2605 2607 2506 2507 2706 2707",
    "0202": "0102 0103 0201 0203 0302 0303",
}


@pytest.mark.case("SNC-2.1b")
def test_ids_count_columns_from_the_west_and_rows_from_the_north(lower_yangtze: Theatre) -> None:
    spaces = lower_yangtze.spaces()
    assert sorted(spaces.index) == sorted(GRID.ids())
    assert spaces.loc["2410", "name"] == "Suzhou"
    centres = lower_yangtze.georeference.centres
    for row in range(1, 26):
        west_to_east = [centres[f"{column:02d}{row:02d}"][0] for column in range(1, 41)]
        assert west_to_east == sorted(west_to_east)
    for column in range(1, 41):
        north_to_south = [centres[f"{column:02d}{row:02d}"][1] for row in range(1, 26)]
        assert north_to_south == sorted(north_to_south, reverse=True)


@pytest.mark.parametrize("hex_id", NEIGHBOURS)
def test_neighbours(hex_id: str) -> None:
    assert sorted(GRID.neighbours(hex_id)) == sorted(NEIGHBOURS[hex_id].split())


def test_one_hex_alone_touches_all_that_the_example_names() -> None:
    named = {"3611", "3609", "3710", "3711", "3510"}
    assert [h for h in GRID.ids() if named <= set(GRID.neighbours(h))] == ["3610"]


@pytest.mark.parametrize("grid", [GRID, POINTY])
def test_neighbourhood_is_mutual_and_shares_a_side(grid: HexGrid) -> None:
    for here in grid.ids():
        for other, (i, j) in sides(grid, here):
            back = dict(sides(grid, other))
            k, m = back[here]
            mine, theirs = corners(grid, here)[[i, j]], corners(grid, other)[[m, k]]
            assert mine == pytest.approx(theirs)


def test_the_edges_of_the_map() -> None:
    assert edges_of_map(GRID, "0101") == ("w", "n")
    assert edges_of_map(GRID, "4025") == ("s", "e")
    assert edges_of_map(GRID, "2010") == ()
    assert edges_of_map(POINTY, "0101") == ("w", "s")
    assert edges_of_map(POINTY, "1725") == ("n", "e")
    assert edges_of_map(POINTY, "1624") == ("e",)
    assert edges_of_map(POINTY, "1623") == ()
    assert len(GRID.neighbours("0101")) == 2


def test_drawn_neighbours_share_their_side_exactly(lower_yangtze: Theatre) -> None:
    polygons = lower_yangtze.georeference.polygons
    a, b = (set(polygons[h].exterior.coords) for h in ("3510", "3511"))
    assert len(a & b) == 2
    assert np.isclose(lower_yangtze.side("3510", "3511").length, lower_yangtze.side("3511", "3510").length)
