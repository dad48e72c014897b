"""The Battle of Taierzhuang: the fit, the board built from the layers, and every hex that the rules name."""

from __future__ import annotations

import itertools
from collections import Counter

import numpy as np
import pandas as pd
import pytest
import shapely

from sandtable_geodata import Theatre, layers
from sandtable_geodata.build import FILES, board_folder, build, check
from sandtable_geodata.fit import rms
from sandtable_geodata.layers import read_table

from .conftest import TOWN, sides, tagged

KM = (91.676, 110.95)


@pytest.fixture(scope="module")
def spaces(walled_town: Theatre) -> pd.DataFrame:
    return pd.DataFrame(walled_town.spaces().drop(columns="geometry"))


def between(theatre: Theatre, inside: set[str]) -> set[frozenset[str]]:
    grid = theatre.georeference.grid
    return {frozenset((a, b)) for a in inside for b in grid.neighbours(a) if b not in inside}


def in_km(theatre: Theatre, shape: shapely.Geometry) -> shapely.Geometry:
    return shapely.transform(shape, theatre.georeference.scale.to_km)


def test_the_committed_board_is_what_the_layers_give() -> None:
    assert set(build(TOWN)) == set(FILES)
    assert check(TOWN, board_folder(TOWN)) == []


@pytest.mark.case("BOT-1.1a")
def test_a_hex_is_four_hundred_metres_wide(walled_town: Theatre) -> None:
    assert walled_town.georeference.affine.pitch_km == pytest.approx((0.4, 0.4))
    centres = walled_town.georeference.centres
    assert centres["0101"] == pytest.approx((117.6867, 34.5858), abs=1e-9)
    east, north = np.subtract(centres["2101"], centres["0120"]) * KM
    assert (east, north) == pytest.approx((20 * 0.2 * np.sqrt(3), 19 * 0.4))


def test_residuals_of_the_control_points(walled_town: Theatre) -> None:
    table = walled_town.residuals().set_index("place")
    off = table[["affine_east_km", "affine_north_km"]]
    assert off.loc["Taierzhuang"].tolist() == pytest.approx([0.15, -0.08], abs=0.011)
    assert off.loc["North Station"].tolist() == pytest.approx([0.04, -0.04], abs=0.011)
    assert off.loc["South Station"].tolist() == pytest.approx([-0.20, 0.13], abs=0.011)
    assert rms(off.to_numpy()) == pytest.approx(0.17, abs=0.01)


@pytest.mark.case("BOT-1.3a", "BOT-1.3b", "BOT-1.3c", "BOT-1.3d")
def test_the_edges(spaces: pd.DataFrame, walled_town: Theatre) -> None:
    grid = walled_town.georeference.grid
    columns = range(1, 23)
    assert tagged(spaces, "north_edge") == {f"{c:02d}01" for c in columns}
    assert tagged(spaces, "south_edge") == {f"{c:02d}{grid.places(c)}" for c in columns}
    assert tagged(spaces, "west_edge") == {f"01{r:02d}" for r in range(2, 20)}
    assert tagged(spaces, "east_edge") == {f"22{r:02d}" for r in range(2, 19)}


def test_every_hex_of_the_evidence_cites_it(spaces: pd.DataFrame, walled_town: Theatre) -> None:
    rows = read_table(walled_town.georeference.folder / "evidence.csv", ("space", "fact", "source"))
    assert {row["space"]: row["source"] for row in rows} == {
        "0414": "example BOT-EX-1", **dict.fromkeys(("0419", "1218", "2120"), "rule BOT-4.1b"),
    }  # fmt: skip
    for row in rows:
        assert spaces.loc[row["space"], "source"] == row["source"]
    assert (spaces.loc["0414", "name"], spaces.loc["0414", "terrain"]) == ("Wanzhuang", "village")


@pytest.mark.case("BOT-4.1a", "BOT-4.1b")
def test_the_town_is_26_hexes_and_its_centre_the_nine_that_touch_nothing_else(
    spaces: pd.DataFrame, walled_town: Theatre
) -> None:
    town, grid = tagged(spaces, "city"), walled_town.georeference.grid
    assert len(town) == 26
    assert town == set(spaces[spaces["terrain"].isin(("city", "city_centre"))].index)
    assert {spaces.loc[h, "name"] for h in town} == {"Taierzhuang"}
    centre = {h for h in town if set(grid.neighbours(h)) <= town}
    assert tagged(spaces, "city_centre") == centre == set(spaces[spaces["terrain"] == "city_centre"].index)
    assert len(centre) == 9


@pytest.mark.case("BOT-9.7d")
def test_the_wall_goes_round_the_town_and_has_six_gates(spaces: pd.DataFrame, walled_town: Theatre) -> None:
    assert sides(walled_town, "wall") == between(walled_town, tagged(spaces, "city"))
    rows = walled_town.borders()
    wall = rows[rows["feature"] == "wall"]
    ring = shapely.line_merge(shapely.union_all(wall.geometry.to_numpy()))
    assert ring.is_ring
    gates = walled_town.layer("gates").set_index("name")
    named = wall[wall["name"] != ""].set_index("name")
    assert set(named.index) == set(gates.index)
    assert len(gates) == 6
    course = walled_town.layer("walls").geometry.iloc[0]
    for name, gate in gates.geometry.items():
        assert in_km(walled_town, gate).distance(in_km(walled_town, course)) < 0.002
        assert in_km(walled_town, gate).distance(in_km(walled_town, named.geometry[name])) < 0.13


def test_the_wall_runs_inside_its_hexes(spaces: pd.DataFrame, walled_town: Theatre) -> None:
    hexes = walled_town.spaces().geometry[sorted(tagged(spaces, "city"))]
    town = shapely.union_all(hexes.to_numpy())
    assert town.contains(walled_town.layer("walls").geometry.iloc[0])
    blocks = walled_town.layer("blocks").set_index("kind").geometry
    assert shapely.Polygon(walled_town.layer("walls").geometry.iloc[0].coords).contains(blocks["town"])


@pytest.mark.case("BOT-8.3g", "BOT-9.6a")
def test_two_bridges_over_one_unbroken_canal(walled_town: Theatre) -> None:
    rows = walled_town.borders()
    canal = rows[rows["feature"] == "canal"]
    course = shapely.line_merge(shapely.union_all(canal.geometry.to_numpy()))
    assert course.geom_type == "LineString"
    assert len(canal) == 43
    bridges = sides(walled_town, "bridge")
    assert bridges == {frozenset(("0711", "0712")), frozenset(("1310", "1311"))}
    assert bridges <= sides(walled_town, "canal")
    rails = {frozenset(p) for path in walled_town.links()["path"] for p in itertools.pairwise(path)}
    assert rails & sides(walled_town, "canal") == {frozenset(("0711", "0712"))}


def test_the_drawn_canal_leaves_the_board_where_its_hexsides_end(walled_town: Theatre) -> None:
    rivers = walled_town.layer("rivers")
    canal = rivers[rivers["kind"] == "canal"]
    on_board = canal[canal["board"] != ""].geometry.iloc[0]
    beyond = canal[canal["board"] == ""]
    assert sorted(line.coords[0] for line in beyond.geometry) == sorted(
        (on_board.coords[0], on_board.coords[-1])
    )
    assert beyond["source"].str.contains("China 1:4M").all()


@pytest.mark.case("BOT-3.2e", "BOT-3.3f", "BOT-5.2g")
def test_the_front_line_parts_the_set_up_areas(spaces: pd.DataFrame, walled_town: Theatre) -> None:
    north, south = tagged(spaces, "japanese_setup"), tagged(spaces, "chinese_setup")
    assert north | south == set(spaces.index)
    assert not north & south
    assert sides(walled_town, "front_line") == between(walled_town, north)
    line = walled_town.layer("front_line").geometry.iloc[0]
    for h, (lon, lat) in walled_town.georeference.centres.items():
        below = shapely.LineString([(lon, lat), (lon, 34.40)])
        assert (h in north) == below.intersects(line), h
    west, east = tagged(spaces, "west_edge") & south, tagged(spaces, "east_edge") & south
    assert tagged(spaces, "chinese_entry_west") == west
    assert tagged(spaces, "chinese_entry_east") == east
    assert tagged(spaces, "chinese_entry_south") == tagged(spaces, "south_edge")
    assert not between(walled_town, north) & between(walled_town, tagged(spaces, "city"))


@pytest.mark.case("BOT-4.1b")
def test_the_long_hai(spaces: pd.DataFrame, walled_town: Theatre) -> None:
    links = walled_town.links().set_index("name")["path"]
    assert links["Long-Hai railway"][0] == "0419"
    assert links["Long-Hai railway"][-1] == "2120"
    assert "1218" in links["Long-Hai railway"]
    assert set(links["Long-Hai railway"]) == tagged(spaces, "longhai")
    assert links["Lincheng-Zaozhuang-Taierzhuang branch"][-1] == "1218"


def test_the_data_is_small() -> None:
    assert sum(path.stat().st_size for path in layers.folder(TOWN).iterdir()) < 250_000


def test_every_village_of_the_board_is_in_the_gazetteer_and_has_houses(
    spaces: pd.DataFrame, walled_town: Theatre
) -> None:
    towns = walled_town.towns()
    villages = towns[towns["role"] == "village"]
    assert set(villages["space"]) == set(spaces[spaces["terrain"] == "village"].index)
    assert villages["space"].is_unique
    named = towns[towns["name"] != ""]
    assert len(named) == 17
    for column in ("pinyin", "hanzi"):
        assert (named[column].str.len() > 0).all()
    blocks = walled_town.layer("blocks")
    houses = blocks[blocks["kind"] == "village"].set_index("space").geometry
    for h, ground in houses.items():
        assert walled_town.georeference.polygons[h].contains(ground), h
    assert set(houses.index) == set(villages["space"])


@pytest.mark.case("BOT-8.3e")
def test_railway_hexes_are_clear_or_village(spaces: pd.DataFrame, walled_town: Theatre) -> None:
    rails = {h for path in walled_town.links()["path"] for h in path}
    found = Counter(spaces.loc[h, "terrain"] for h in rails)
    assert found == {"clear": len(rails) - 2, "village": 2}


def test_the_plain_rises_to_the_north_west_and_the_hills_lie_in_the_south_west(walled_town: Theatre) -> None:
    relief = walled_town.layer("relief")

    def height(lon: float, lat: float) -> int:
        return int(relief[relief.contains(shapely.Point(lon, lat))]["above_m"].max())

    assert height(117.66, 34.52) >= 45
    assert height(117.69, 34.66) > height(117.69, 34.60) > height(117.731, 34.557)


def test_untested_regiments_lie_face_down_on_the_plate(walled_town: Theatre) -> None:
    from sandtable_geodata.draw import setup_units
    from sandtable_geodata.draw.counters import Counter as Card
    from sandtable_geodata.draw.counters import livery

    worn = walled_town.settings["plate"]["liveries"]
    for row in setup_units(walled_town).itertuples():
        card = Card(**{field: getattr(row, field) for field in Card.__dataclass_fields__})
        assert livery(card, worn).face_down == (card.side == "chinese"), row.id
