"""The frames that a theatre hands out."""

from __future__ import annotations

import pytest
import shapely

import sandtable
from sandtable_geodata import Theatre

from .conftest import SLUG


@pytest.mark.case("SNC-2.1b")
def test_spaces(lower_yangtze: Theatre) -> None:
    spaces = lower_yangtze.spaces()
    assert len(spaces) == 1000
    assert spaces.crs.to_epsg() == 4326
    assert list(spaces.columns) == ["id", "name", "terrain", "tags", "source", "geometry"]
    assert spaces.loc["2410", "name"] == "Suzhou"
    assert spaces.loc["2410", "geometry"].contains(shapely.Point(120.62, 31.305))


def test_borders_lie_between_their_hexes(lower_yangtze: Theatre) -> None:
    borders, polygons = lower_yangtze.borders(), lower_yangtze.georeference.polygons
    assert borders.crs.to_epsg() == 4326
    for row in borders.itertuples():
        for h in (row.a, row.b):
            assert set(row.geometry.coords) <= set(polygons[h].exterior.coords)


def test_links_run_through_the_centres(lower_yangtze: Theatre) -> None:
    links = lower_yangtze.links()
    railway = links[links["name"] == "Shanghai-Nanking"].iloc[0]
    assert railway["path"][0] == "3512"
    assert railway["path"][-1] == "0102"
    assert railway.geometry.coords[0] == lower_yangtze.georeference.centres["3512"]


def test_a_real_position_finds_its_hex(lower_yangtze: Theatre) -> None:
    assert lower_yangtze.space_at(120.745, 31.648) == "2606"
    assert lower_yangtze.space_at(100.0, 10.0) is None


def test_layers_listed_are_layers_that_load(lower_yangtze: Theatre) -> None:
    assert "rivers" in lower_yangtze.layers()
    assert repr(lower_yangtze).startswith("<Theatre shanghai-nanking: 1000 spaces")


def test_units_of_the_set_up(lower_yangtze: Theatre) -> None:
    game = sandtable.load(SLUG)
    state = game.new("campaign")
    units = lower_yangtze.units(state)
    stacks = game.view(state, None).stacks
    assert len(units) == sum(len(stack.units) for stack in stacks.values())
    assert units.crs.to_epsg() == 4326
    garrison = units[units["space"] == "0202"].iloc[0]
    assert garrison["side"] == "chinese"
    assert garrison["static"]
    assert garrison.geometry.coords[0] == lower_yangtze.georeference.centres["0202"]
    assert set(units["side"]) == {"chinese", "japanese"}
    assert (units["place"] < units["stack"]).all()


def test_fog_leaves_the_top_of_enemy_stacks_and_counts_the_rest(lower_yangtze: Theatre) -> None:
    state = sandtable.load(SLUG).new("campaign")
    everything = lower_yangtze.units(state)
    seen = lower_yangtze.units(state, "japanese")
    enemy = seen[seen["side"] == "chinese"]
    assert enemy["space"].is_unique
    assert (enemy["hidden"] == enemy["stack"] - 1).all()
    assert enemy["hidden"].sum() == len(everything) - len(seen) > 0
    assert (seen[seen["side"] == "japanese"]["hidden"] == 0).all()


def test_no_units_give_an_empty_frame(lower_yangtze: Theatre) -> None:
    game = sandtable.load(SLUG)
    units = lower_yangtze.units(game.arrange("campaign", units={}))
    assert len(units) == 0
    assert units.crs.to_epsg() == 4326
