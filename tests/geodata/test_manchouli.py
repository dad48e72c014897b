"""Stalin's First Victory: the fit, the board built from the layers, and every hex that the rules name."""

from __future__ import annotations

import itertools
from collections import Counter

import numpy as np
import pandas as pd
import pytest
import shapely

from sandtable_geodata import Theatre, countries, layers
from sandtable_geodata.build import FILES, board_folder, build, check
from sandtable_geodata.layers import read_table

from .conftest import STEPPE, sides, tagged

CITIES = {"1206", "1207", "1107", "0318", "0417", "0123"}
HILLS = {"0707", "1110", "1012"}
MONGOLIA = {"1301", "1302", "1401", "1501", "1502", "1601", "1701", "1702"}


@pytest.fixture(scope="module")
def spaces(manchouli: Theatre) -> pd.DataFrame:
    return pd.DataFrame(manchouli.spaces().drop(columns="geometry"))


def steps(theatre: Theatre, kind: str) -> set[frozenset[str]]:
    links = theatre.links()
    return {frozenset(p) for path in links[links["kind"] == kind]["path"] for p in itertools.pairwise(path)}


def test_the_committed_board_is_what_the_layers_give() -> None:
    assert set(build(STEPPE)) == set(FILES)
    assert check(STEPPE, board_folder(STEPPE)) == []


def test_the_shift_is_the_published_one(manchouli: Theatre) -> None:
    centres = manchouli.georeference.centres
    assert centres["0101"] == pytest.approx((117.2517, 49.4279), abs=1e-9)
    east, north = np.subtract(centres["1725"], centres["0101"]) * (72.252, 111.2)
    assert (east, north) == pytest.approx((48.0, 16 * np.sqrt(3)))


@pytest.mark.case("SFV-1.1a")
def test_a_hex_is_two_kilometres_wide(manchouli: Theatre) -> None:
    assert manchouli.georeference.affine.pitch_km == pytest.approx((2.0, 2.0))


def test_residuals_of_the_control_points(manchouli: Theatre) -> None:
    table = manchouli.residuals().set_index("place")
    assert table.loc["Manchouli", ["affine_east_km", "affine_north_km"]].tolist() == [-1.17, -0.33]
    assert table.loc["Dalainor", ["affine_east_km", "affine_north_km"]].tolist() == [1.18, 0.34]
    assert (table["affine_km"] == table["sheet_km"]).all()


@pytest.mark.parametrize(
    ("place", "space", "east", "north"),
    [("siding-86", "1504", 0.58, -0.60), ("abagaitu", "1122", -0.02, 0.04), ("dalainor", "0318", 1.08, 0.93)],
)
def test_places_not_used_in_the_fit_lie_within_a_hex(
    manchouli: Theatre, place: str, space: str, east: float, north: float
) -> None:
    town = manchouli.towns().set_index("id").loc[place]
    assert town["space"] == space
    real = np.array(town.geometry.coords[0])
    gap = (np.array(manchouli.georeference.centres[space]) - real) * (72.252, 111.2)
    assert gap == pytest.approx((east, north), abs=0.02)


@pytest.mark.case("SFV-1.3a", "SFV-1.3b", "SFV-1.3c", "SFV-1.3d")
def test_the_edges(spaces: pd.DataFrame, manchouli: Theatre) -> None:
    assert tagged(spaces, "north_edge") == {f"17{place:02d}" for place in range(1, 26)}
    assert tagged(spaces, "south_edge") == {f"01{place:02d}" for place in range(1, 26)}
    grid = manchouli.georeference.grid
    inner = range(2, 17)
    assert tagged(spaces, "west_edge") == {f"{row:02d}01" for row in inner}
    assert tagged(spaces, "east_edge") == {f"{row:02d}{grid.places(row)}" for row in inner}
    centres = manchouli.georeference.centres
    assert centres["1701"][1] > centres["0101"][1]
    assert centres["0125"][0] > centres["0101"][0]


def test_every_hex_of_the_evidence_cites_it(spaces: pd.DataFrame, manchouli: Theatre) -> None:
    rows = read_table(manchouli.georeference.folder / "evidence.csv", ("space", "fact", "source"))
    assert {row["space"] for row in rows} == CITIES | HILLS
    for row in rows:
        assert spaces.loc[row["space"], "source"] == row["source"]


@pytest.mark.case("SFV-3.2c")
def test_manchouli_is_a_triangle_of_city_hexes(spaces: pd.DataFrame, manchouli: Theatre) -> None:
    named = {h for h in spaces.index if spaces.loc[h, "name"] == "Manchouli"}
    assert named == tagged(spaces, "manchouli") == {"1206", "1207", "1107"}
    for a, b in itertools.combinations(sorted(named), 2):
        assert b in manchouli.georeference.grid.neighbours(a)


@pytest.mark.case("SFV-3.1c")
def test_the_bombed_station_is_on_the_railway(manchouli: Theatre) -> None:
    assert frozenset(("1206", "1207")) in steps(manchouli, "railway")
    assert frozenset(("1207", "1108")) in steps(manchouli, "railway")


@pytest.mark.case("SFV-4.0a")
def test_nine_victory_hexes(spaces: pd.DataFrame) -> None:
    assert set(spaces[spaces["terrain"] == "city"].index) == CITIES
    assert set(spaces[spaces["terrain"] == "numbered_hill"].index) == HILLS
    assert tagged(spaces, "vp") == CITIES | HILLS
    assert tagged(spaces, "vp") <= tagged(spaces, "china")
    assert (spaces.loc["0318", "name"], spaces.loc["0123", "name"]) == ("Dalainor", "Tsagan")


@pytest.mark.case("SFV-3.2d", "SFV-3.2e", "SFV-3.3b")
def test_set_up_areas_follow_from_the_rules(spaces: pd.DataFrame, manchouli: Theatre) -> None:
    grid, china = manchouli.georeference.grid, tagged(spaces, "china")
    near = {h for h in china if min(grid.distance(h, m) for m in ("1206", "1207", "1107")) <= 7}
    assert tagged(spaces, "bde15_setup") == near
    around = {h for town in ("0318", "0123") for h in (town, *grid.neighbours(town))}
    assert tagged(spaces, "bde17_setup") == around
    assert tagged(spaces, "soviet_setup") == set(spaces.index) - china


@pytest.mark.case("SFV-5.3d")
def test_the_second_army_enters_china_from_the_west(spaces: pd.DataFrame) -> None:
    assert tagged(spaces, "army2_entry") == {f"{row:02d}01" for row in range(2, 13)}
    assert tagged(spaces, "army2_entry") <= tagged(spaces, "china") & tagged(spaces, "west_edge")
    assert not {"1301", "1401", "1501", "1601"} & tagged(spaces, "china")


def test_three_countries(spaces: pd.DataFrame, manchouli: Theatre) -> None:
    assert tagged(spaces, "mongolia") == MONGOLIA
    sizes = Counter(country for tags in spaces["tags"] for country in tags & {"china", "soviet_union"})
    assert sizes == {"china": 248, "soviet_union": 161}
    names = Counter(manchouli.borders()[manchouli.borders()["feature"] == "border"]["name"])
    assert (names["china-soviet_union"], names["china-mongolia"]) == (53, 4)


def test_the_armoured_train_starts_on_soviet_rails(spaces: pd.DataFrame, manchouli: Theatre) -> None:
    rails = set().union(*steps(manchouli, "railway"))
    assert tagged(spaces, "atg_setup") == rails & tagged(spaces, "soviet_union")


@pytest.mark.case("SFV-8.5a", "SFV-8.4b")
def test_the_iron_bridge_and_the_road_over_the_border(manchouli: Theatre) -> None:
    rivers, border = sides(manchouli, "river"), sides(manchouli, "border")
    rails, roads = steps(manchouli, "railway"), steps(manchouli, "road")
    assert rails & rivers == {frozenset(("0318", "0319"))}
    assert frozenset(("0418", "0419")) in rivers
    assert roads & border == {frozenset(("0720", "0820"))}
    assert rails & border == {frozenset(("1404", "1305"))}
    assert not roads & border & rivers


def test_rivers_are_unbroken(manchouli: Theatre) -> None:
    rows = manchouli.borders()
    for name, river in rows[rows["feature"] == "river"].groupby("name"):
        merged = shapely.line_merge(shapely.union_all(river.geometry.to_numpy()))
        assert merged.geom_type == "LineString", name
    assert Counter(rows[rows["feature"] == "river"]["name"]) == {"Mutnaya": 12, "Argun": 10, "Hailar": 7}


def test_the_gazetteer(manchouli: Theatre) -> None:
    towns = manchouli.towns().set_index("id")
    assert len(towns) == 11
    places = towns[towns["role"] != "numbered_hill"]
    for column in ("name", "pinyin", "hanzi"):
        assert (places[column].str.len() > 0).all()


@pytest.mark.case("SFV-4.0a")
def test_the_numbered_hills_stand_on_high_ground(manchouli: Theatre) -> None:
    relief = manchouli.layer("relief")
    centres = {h: shapely.Point(manchouli.georeference.centres[h]) for h in HILLS}
    height = {h: relief[relief.contains(point)]["above_m"].max() for h, point in centres.items()}
    assert height == {"0707": 780, "1110": 620, "1012": 620}


def test_the_lake_lies_south_of_the_map(manchouli: Theatre) -> None:
    lake = manchouli.layer("lakes").set_index("name").geometry["Lake Hulun"]
    assert lake.bounds[3] < min(lat for _, lat in manchouli.georeference.centres.values())
    assert lake.contains(shapely.Point(117.6, 49.25))


def test_a_hex_in_two_countries_is_named(manchouli: Theatre, monkeypatch: pytest.MonkeyPatch) -> None:
    twice = pd.concat([manchouli.layer("countries")] * 2, ignore_index=True)
    monkeypatch.setattr(countries.layers, "read_layer", lambda slug, name: twice)
    with pytest.raises(layers.DataError, match=r"countries.geojson: hex 0101 lies in 2 countries"):
        countries.countries(manchouli.georeference)
