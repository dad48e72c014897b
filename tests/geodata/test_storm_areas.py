"""Storm Over Taierzhuang: areas without gaps or overlaps, and the board that is read off them."""

from __future__ import annotations

import csv
import shutil
from collections import Counter
from itertools import combinations
from pathlib import Path

import geopandas as gpd
import numpy as np
import pytest
import shapely
from matplotlib.figure import Figure

import sandtable
from sandtable_geodata import Theatre, layers
from sandtable_geodata.area_board import FILES, zone_ids
from sandtable_geodata.areas import AreaFrame
from sandtable_geodata.build import board_folder, build, check
from sandtable_geodata.draw import Extent, setup_units
from sandtable_geodata.draw.areas import TITLE_PT, draw_zones, is_zone
from sandtable_geodata.draw.canvas import Canvas
from sandtable_geodata.draw.counters import draw_counters
from sandtable_geodata.draw.labels import Sheet
from sandtable_geodata.draw.plate import Content, draw_map
from sandtable_geodata.draw.style import LIGHT
from sandtable_geodata.draw.titles import draw_titles, title_of

from .conftest import STORM

AREAS = "ABCDEFGHIJKLMNOPQRSTUVWXY"
SOUTH = set("ABCD")
OPENS_ON = {"JE1": "XY", "JE2": "WX", "CW": "EJOT", "CS": "ABCD", "CE": "IN"}


def rows(name: str) -> list[dict[str, str]]:
    with (board_folder(STORM) / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def pairs(kinds: set[str]) -> set[frozenset[str]]:
    return {frozenset((row["a"], row["b"])) for row in rows("adjacency.csv") if row["kind"] in kinds}


@pytest.fixture(scope="module")
def km(storm: Theatre) -> dict[str, shapely.Polygon]:
    """The areas and zones in kilometres."""
    return {
        s: shapely.transform(p, storm.georeference.scale.to_km)
        for s, p in storm.georeference.polygons.items()
    }


def test_the_committed_board_is_what_the_layers_give() -> None:
    assert set(build(STORM)) == set(FILES)
    assert check(STORM, board_folder(STORM)) == []


@pytest.mark.case("SOT-2.3a", "SOT-2.3b")
def test_the_areas_fill_the_map_without_gaps_or_overlaps(km: dict[str, shapely.Polygon]) -> None:
    areas = [km[s] for s in AREAS]
    whole = shapely.union_all(areas)
    assert all(area.is_valid for area in areas)
    assert whole.equals(shapely.box(*whole.bounds))
    assert sum(area.area for area in areas) == pytest.approx(whole.area, rel=1e-9)
    assert max(a.intersection(b).area for a, b in combinations(km.values(), 2)) < 1e-9
    west, south, east, north = whole.bounds
    assert (east - west, north - south) == pytest.approx((8.8, 12.4), abs=0.01)


def test_a_border_is_one_line_for_both_its_areas(storm: Theatre) -> None:
    rings = {s: set(p.exterior.coords) for s, p in storm.georeference.polygons.items()}
    for a, b in pairs({"border", "zone", "zone_wide"}):
        side = storm.side(a, b)
        assert set(side.coords) <= rings[a] & rings[b]
        assert side.equals(storm.side(b, a))


@pytest.mark.case("SOT-7.1.1i", "SOT-2.3e")
def test_who_touches_whom_follows_from_the_polygons(km: dict[str, shapely.Polygon]) -> None:
    """Judged by the shapes alone, without the arcs they were made of."""
    shared, corners = set(), set()
    for a, b in combinations(km, 2):
        contact = km[a].intersection(km[b])
        if contact.length > 1e-6:
            shared.add(frozenset((a, b)))
        elif not contact.is_empty:
            corners.add(frozenset((a, b)))
    assert shared == pairs({"border", "zone", "zone_wide"})
    of_c = {pair for pair in corners if "C" in pair and pair <= set(AREAS)}
    assert of_c == pairs({"vertex"}) == {frozenset("CF"), frozenset("CI"), frozenset("CL")}


def test_no_border_is_too_short_to_see(storm: Theatre) -> None:
    scale = storm.georeference.scale
    for a, b in pairs({"border", "zone", "zone_wide"}):
        assert shapely.transform(storm.side(a, b), scale.to_km).length > 0.3, (a, b)


@pytest.mark.case("SOT-11.0a")
def test_the_canal_runs_between_the_banks_and_the_bridge_carries_the_railway(storm: Theatre) -> None:
    canal = storm.layer("rivers").geometry.iloc[0]
    railway = storm.layer("railways").geometry.iloc[0]
    borders = storm.borders()
    wet = borders[borders["feature"] == "canal"]
    for row in wet.itertuples():
        assert (row.a in SOUTH) != (row.b in SOUTH)
        assert canal.buffer(2e-5).covers(row.geometry)
    banks = {pair for pair in pairs({"border", "vertex"}) if len(pair & SOUTH) == 1}
    assert {frozenset((row.a, row.b)) for row in wet.itertuples()} == banks
    bridge = borders[borders["feature"] == "bridge"].iloc[0]
    assert {bridge["a"], bridge["b"]} == {"B", "F"}
    crossing = railway.intersection(canal)
    assert crossing.geom_type == "Point"
    assert storm.side("B", "F").distance(crossing) < 2e-5
    assert bridge.geometry.intersects(canal)
    assert bridge.geometry.length < storm.side("B", "F").length / 3


def test_the_railway_passes_the_areas_of_its_path(storm: Theatre) -> None:
    link = storm.links().iloc[0]
    assert link["path"] == ("JE1", "Y", "U", "P", "K", "F", "B", "CS")
    for space in link["path"]:
        assert link.geometry.intersects(storm.georeference.polygons[space])


@pytest.mark.case("SOT-2.3e", "SOT-2.3g")
def test_zones_lie_outside_the_map(storm: Theatre, km: dict[str, shapely.Polygon]) -> None:
    whole = shapely.union_all([km[s] for s in AREAS])
    assert zone_ids(storm.georeference) == list(OPENS_ON)
    for zone, opens in OPENS_ON.items():
        assert km[zone].intersection(whole).area < 1e-9
        assert {s for s in AREAS if km[zone].intersection(km[s]).length > 1e-6} == set(opens)


@pytest.mark.case("SOT-12.8b", "SOT-12.8d")
def test_banks_and_map_edges_are_read_off_the_map(storm: Theatre) -> None:
    tags = storm.spaces()["tags"]

    def tagged(*words: str) -> str:
        return "".join(s for s in AREAS if set(words) <= tags[s])

    assert tagged("south_bank") == "ABCD"
    assert tagged("north_bank", "edge_w") == "EJOTY"
    assert tagged("north_bank", "edge_e") == "INSWX"
    assert tagged("edge_n") == "XY"
    assert tagged("edge_s") == "ABCD"
    assert tagged("victory") == "ABCDGH"


def test_places_lie_in_their_areas(storm: Theatre) -> None:
    towns = storm.towns()
    assert towns["id"].is_unique
    assert (towns[["name", "pinyin", "hanzi"]].map(len) > 0).all(axis=None)
    for town in towns.itertuples():
        assert storm.space_at(town.geometry.x, town.geometry.y) == town.space, town.id
    named = storm.spaces().loc[list(AREAS), "name"]
    villages = towns[towns["role"] == "village"].groupby("space")["name"].apply(set)
    for space, names in villages.items():
        assert any(name in named[space] for name in names), space
    assert (storm.residuals()["outside_km"] == 0).all()
    assert len(storm.residuals()) == 7


def test_the_wall_encloses_the_town_areas_and_no_other(storm: Theatre) -> None:
    town = shapely.union_all([storm.georeference.polygons[s] for s in "GH"])
    wall = storm.layer("walls").geometry.iloc[0]
    inside = shapely.Polygon(wall.coords)
    assert town.contains(inside)
    assert inside.area > 0.6 * town.area
    assert not shapely.LinearRing(wall.coords).is_ccw, "the teeth of the wall must look outward"
    assert len(storm.layer("gates")) == 6
    for gate in storm.layer("gates").geometry:
        assert wall.distance(gate) < 2e-4


def test_the_frames_of_a_board_of_areas(storm: Theatre) -> None:
    spaces = storm.spaces()
    assert len(spaces) == 30
    assert list(spaces.columns) == ["id", "name", "terrain", "tags", "source", "geometry"]
    assert spaces.loc["Q", "name"] == "Liujiahu"
    assert spaces.crs.to_epsg() == storm.borders().crs.to_epsg() == storm.links().crs.to_epsg() == 4326
    assert storm.space_at(117.7310, 34.5850) == "Q"
    assert storm.space_at(117.0, 34.0) is None
    assert storm.side("C", "F").length == 0
    game = sandtable.load(STORM)
    units = storm.units(game.new("deployed"))
    assert Counter(units["space"])["JE1"] == 19
    for space, centre in storm.georeference.centres.items():
        assert storm.georeference.polygons[space].contains(shapely.Point(centre))
        assert game.board.lonlat[game.board.index(space)] == centre


def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, old: str, new: str) -> AreaFrame:
    """The theatre with one text of one file replaced."""
    for folder in (STORM, layers.settings(STORM)["country"]):
        shutil.copytree(layers.DATA / folder, tmp_path / folder)
    path = tmp_path / STORM / name
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    monkeypatch.setattr(layers, "DATA", tmp_path)
    return AreaFrame(STORM)


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        ("areas.csv", "117.7324,34.5889", "117.7522,34.5683", r"holds the points of L and Q"),
        ("areas.csv", "117.7324,34.5889", "118.7324,34.5889", r"holds no area's point"),
        ("areas.csv", "\nR,", "\nQ,", r"areas.csv, row 19, column id: 'Q' stands there twice"),
        ("arcs.geojson", '"between":"A B"', '"between":"A C"', r"feature \d+: lies between A B, says A C"),
        ("evidence.csv", "U,Y,", "A,Y,", r"evidence.csv, row 3: A and Y do not touch"),
    ],
)
def test_a_wrong_file_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, old: str, new: str, message: str
) -> None:
    broken(tmp_path, monkeypatch, name, old, new)
    with pytest.raises(layers.DataError, match=message):
        build(STORM)


def test_an_open_border_leaves_an_area_without_a_face(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (layers.folder(STORM) / "arcs.geojson").read_text("utf-8")
    line = next(row for row in text.splitlines() if '"between":"A CS"' in row)
    frame = broken(tmp_path, monkeypatch, "arcs.geojson", line + "\n", "")
    with pytest.raises(layers.DataError, match=r"holds the points of A and CS"):
        _ = frame.polygons


def sheet_canvas(storm: Theatre) -> Canvas:
    plate = storm.settings["plate"]
    extent = Extent(**plate["map"])
    width = (extent.east - extent.west) * storm.georeference.scale.km_per_lon
    ax = Figure(figsize=(10, 12)).add_axes((0, 0, 1, 1))
    return Canvas(ax, LIGHT, storm.georeference.scale, extent, width / (10.6 * 72), 0.75 * plate["zoom"])


@pytest.fixture(scope="module")
def sheet(storm: Theatre) -> Sheet:
    return draw_map(sheet_canvas(storm), storm, Content(setup_units(storm), "map"))


def test_no_two_names_of_places_collide(sheet: Sheet) -> None:
    boxes = [candidate.box for _, candidate in sheet.placed]
    assert {"Beiluo", "Yuanshang", "Sanlizhuang"} <= {name.runs[0].text for name, _ in sheet.placed}
    assert sheet.dropped == []
    assert [pair for pair in combinations(boxes, 2) if pair[0].intersects(pair[1])] == []


@pytest.mark.case("SOT-2.3b", "SOT-2.3c", "SOT-2.3d")
def test_every_area_has_its_title_upon_its_own_ground(storm: Theatre, km: dict[str, shapely.Polygon]) -> None:
    canvas = sheet_canvas(storm)
    stacks = draw_counters(canvas, setup_units(storm), storm.settings["plate"]["liveries"])
    boxes = list(draw_titles(canvas, storm, stacks, []))
    assert len(boxes) == len(AREAS)
    for space, box in zip(AREAS, boxes, strict=True):
        assert box.difference(km[space]).area < 0.02 * box.area, space
        assert not [stack for stack in stacks if stack.intersection(box).area > 0.02 * box.area], space
    assert title_of(storm, "G", 500).level == "3/6"
    assert title_of(storm, "A", 500).signs == ("V",)
    assert title_of(storm, "X", 500).signs == ("die",)
    assert title_of(storm, "F", 40).lines == ("Taierzhuang", "Station")
    assert title_of(storm, "F", 500).lines == ("Taierzhuang Station",)


def test_enemies_in_one_area_stand_side_by_side(storm: Theatre) -> None:
    game = sandtable.load(STORM)
    state = game.arrange("deployed", units={"J39-1": "K", "C31-1": "K", "C31-2": "K", "C31-3": "M"})
    units = storm.units(state)
    assert isinstance(units, gpd.GeoDataFrame)
    canvas = sheet_canvas(storm)
    ground = draw_counters(canvas, units, storm.settings["plate"]["liveries"])
    assert len(ground) == 3
    assert not [pair for pair in combinations(ground, 2) if pair[0].intersects(pair[1])]
    middle = canvas.at(*storm.georeference.centres["K"])
    assert np.sign([g.centroid.x - middle[0] for g in ground[:2]]).tolist() == [-1, 1]


def test_the_title_of_a_zone_fills_its_box_as_far_as_it_may(storm: Theatre) -> None:
    """Two lines in large letters, or as long as a short box allows."""
    canvas = sheet_canvas(storm)
    lines = [shape for shape in draw_zones(canvas, storm) if shape.area == pytest.approx(shape.envelope.area)]
    zones = storm.spaces()[is_zone(storm)]
    for zone in zones.itertuples():
        box = canvas.km(zone.geometry)
        mine = [line for line in lines if box.envelope.contains(line)]
        assert len(mine) == 2
        sides = [sorted((b[2] - b[0], b[3] - b[1])) for b in (line.bounds for line in mine)]
        room = max(box.bounds[2] - box.bounds[0], box.bounds[3] - box.bounds[1])
        assert sides[0][0] == pytest.approx(canvas.pt(1.2 * TITLE_PT)) or max(sides)[1] > 0.7 * room
