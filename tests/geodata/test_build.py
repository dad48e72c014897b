"""The board files are what the layers give, and every correction is written down."""

from __future__ import annotations

import csv
import io
import itertools
import shutil
from collections import Counter
from pathlib import Path

import pytest

from sandtable_geodata import Theatre, layers
from sandtable_geodata.build import FILES, board_folder, build, check
from sandtable_geodata.classify import CLOSED
from sandtable_geodata.georeference import Georeference
from sandtable_geodata.overrides import Overrides
from sandtable_geodata.terrain import terrain

from .conftest import SLUG

LETTERS = {
    ".": "clear", "p": "rice_paddy", "m": "marsh", "w": "woods", "C": "city", "N": "neutral", "Y": "yangtze",
    "S": "sea", "L": "lake", "x": "out_of_play",
}  # fmt: skip


@pytest.fixture(scope="module")
def built() -> dict[str, str]:
    return build(SLUG)


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_the_committed_board_is_what_the_layers_give(built: dict[str, str]) -> None:
    assert set(built) == set(FILES)
    for name, text in built.items():
        assert (board_folder(SLUG) / name).read_text("utf-8") == text, name


def test_building_twice_gives_the_same_bytes(built: dict[str, str]) -> None:
    assert build(SLUG) == built


def test_check_names_the_line_that_differs(tmp_path: Path) -> None:
    for name in FILES:
        shutil.copy(board_folder(SLUG) / name, tmp_path)
    assert check(SLUG, tmp_path) == []
    spaces = tmp_path / "spaces.csv"
    spaces.write_text(spaces.read_text("utf-8").replace("2410,Suzhou", "2410,Soochow"), encoding="utf-8")
    (tmp_path / "links.csv").unlink()
    problems = check(SLUG, tmp_path)
    assert len(problems) == 2
    assert "2410,Soochow" in problems[0]
    assert "links.csv: missing" in problems[1]


@pytest.mark.case("SNC-9.2a", "SNC-9.3a")
def test_every_hex_has_the_terrain_of_the_reconstruction(built: dict[str, str]) -> None:
    grid = (Path(__file__).parent / "terrain_grid.txt").read_text("utf-8").split()
    terrain_of = {row["id"]: row["terrain"] for row in rows(built["spaces.csv"])}
    expected = {
        f"{column:02d}{row:02d}": LETTERS[letter]
        for row, line in enumerate(grid, 1)
        for column, letter in enumerate(line, 1)
    }
    assert len(expected) == 1000
    assert terrain_of == expected


@pytest.mark.case("SNC-9.3c")
def test_the_yangtze_fills_hexes_and_is_no_hexside(built: dict[str, str]) -> None:
    words = Counter(row["terrain"] for row in rows(built["spaces.csv"]))
    assert words["yangtze"] == 70
    assert not [row for row in rows(built["borders.csv"]) if "Yangtze" in row["name"]]


@pytest.mark.case("SNC-9.3a")
def test_hexsides_by_feature(built: dict[str, str], lower_yangtze: Theatre) -> None:
    borders = rows(built["borders.csv"])
    assert Counter(row["feature"] for row in borders) == {"creek": 228, "river": 19, "huangpu_navigable": 8}
    for row in borders:
        assert row["a"] < row["b"]
        assert row["b"] in lower_yangtze.georeference.grid.neighbours(row["a"])


def test_links_are_unbroken_and_on_open_ground(built: dict[str, str], lower_yangtze: Theatre) -> None:
    ground = {row["id"]: row["terrain"] for row in rows(built["spaces.csv"])}
    links = rows(built["links.csv"])
    assert Counter(row["kind"] for row in links) == {"railway": 5, "road": 22}
    for row in links:
        path = row["path"].split()
        for a, b in itertools.pairwise(path):
            assert b in lower_yangtze.georeference.grid.neighbours(a), row["name"]
        assert not [h for h in path if ground[h] in CLOSED], row["name"]


def test_tags_by_count(built: dict[str, str]) -> None:
    tags = Counter(tag for row in rows(built["spaces.csv"]) for tag in row["tags"].split())
    expected = {"city": 7, "town": 46, "landing": 14, "naval_attack": 58, "naval_defence": 33, "coastal": 74}
    assert {tag: tags[tag] for tag in expected} == expected
    assert (tags["edge_w"], tags["edge_s"], tags["edge_n"], tags["edge_e"]) == (25, 25 + 15, 40, 25)


def test_every_row_has_a_source(built: dict[str, str]) -> None:
    for name in FILES[1:]:
        for row in rows(built[name]):
            assert row["source"].split()[0] in ("rule", "example", "reconstructed:"), (name, row)


def test_corrections_are_the_minority() -> None:
    frame = Georeference(SLUG)
    overrides = Overrides.read(frame)
    assert len(overrides.terrain) < 100
    assert len(overrides.hexside) < 25
    assert sum(map(len, overrides.via.values())) < 50
    assert overrides.tag == []


def test_no_correction_says_what_geography_says_anyway() -> None:
    frame = Georeference(SLUG)
    geography = terrain(frame, Overrides())
    overrides = Overrides.read(frame)
    idle = [h for h, (word, _) in overrides.terrain.items() if geography[h].terrain == word]
    assert idle == []


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("terrain,9999,marsh,,reconstructed: x", "row 2: no hex '9999'"),
        ("hexside,3510|3512,creek,,reconstructed: x", "row 2, column target: '3510|3512' is no hexside"),
        ("hexside,3511|3510,creek,,reconstructed: x", "row 2, column target"),
        ("weather,3510,rain,,reconstructed: x", "row 2, column kind: 'weather' is not one of"),
        ("terrain,3510,marsh,,", "row 2, column source: empty"),
        ("terrain,3510,marsh", "row 2: wrong number of cells"),
    ],
)
def test_a_bad_correction_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, row: str, message: str
) -> None:
    shutil.copytree(layers.folder(SLUG), tmp_path / SLUG)
    table = tmp_path / SLUG / "overrides.csv"
    table.write_text(f"kind,target,value,name,source\n{row}\n", encoding="utf-8")
    monkeypatch.setattr(layers, "DATA", tmp_path)
    with pytest.raises(layers.DataError) as error:
        Overrides.read(Georeference(SLUG))
    assert message in str(error.value)
    assert "overrides.csv" in str(error.value)
