"""Everything that the rules say about single hexes holds on the board."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import pytest

from sandtable_geodata import Theatre
from sandtable_geodata.layers import read_table

ROUGH = {"woods", "marsh"}
WATER = {"yangtze", "sea", "lake"}


@dataclass(frozen=True)
class Board:
    """The board as plain tables."""

    terrain: dict[str, str]
    tags: dict[str, frozenset[str]]
    names: dict[str, str]
    sides: dict[frozenset[str], str]
    roads: set[frozenset[str]]
    rails: set[frozenset[str]]
    theatre: Theatre

    def feature(self, a: str, b: str) -> str:
        return self.sides.get(frozenset((a, b)), "none")

    def adjacent(self, a: str, b: str) -> bool:
        return b in self.theatre.georeference.grid.neighbours(a)

    def is_land(self, h: str) -> bool:
        return self.terrain[h] not in WATER | {"out_of_play", "neutral"}


@pytest.fixture(scope="module")
def board(lower_yangtze: Theatre) -> Board:
    spaces, links = lower_yangtze.spaces(), lower_yangtze.links()

    def steps(kind: str) -> set[frozenset[str]]:
        paths = links[links["kind"] == kind]["path"]
        return {frozenset(pair) for path in paths for pair in itertools.pairwise(path)}

    return Board(
        spaces["terrain"].to_dict(),
        spaces["tags"].to_dict(),
        spaces["name"].to_dict(),
        {frozenset((row.a, row.b)): row.feature for row in lower_yangtze.borders().itertuples()},
        steps("road"),
        steps("railway"),
        lower_yangtze,
    )


def test_every_hex_of_the_evidence_cites_it(board: Board) -> None:
    rows = read_table(board.theatre.georeference.folder / "evidence.csv", ("space", "fact", "source"))
    assert len(rows) == 32
    sources = board.theatre.spaces()["source"]
    assert {row["space"]: row["source"] for row in rows} == {
        row["space"]: sources[row["space"]] for row in rows
    }


def test_seven_city_hexes(board: Board) -> None:
    cities = {h for h, tags in board.tags.items() if "city" in tags}
    assert cities == {"0202", "1102", "1824", "2410", "3512", "3513", "3611"}
    assert {board.terrain[h] for h in cities} == {"city", "neutral"}
    assert [h for h, terrain in board.terrain.items() if terrain == "neutral"] == ["3513"]


def test_nanking_and_hangzhou(board: Board) -> None:
    assert board.names["0202"] == "Nanking"
    assert board.names["1824"] == "Hangzhou"
    assert "edge_w" in board.tags["0102"]
    assert "edge_s" in board.tags["1825"]
    assert frozenset(("0102", "0202")) in board.rails
    assert frozenset(("1824", "1825")) in board.rails


def test_changshu_and_its_approaches(board: Board) -> None:
    assert board.terrain["2606"] == "marsh"
    assert "town" in board.tags["2606"]
    assert "naval_attack" not in board.tags["2606"]
    assert board.terrain["2707"] == "marsh"
    assert not board.tags["2707"] & {"town", "city", "naval_attack"}
    for pair in (("2606", "2706"), ("2606", "2707"), ("2707", "2806"), ("2706", "2806")):
        assert board.adjacent(*pair)
    for pair in (("2606", "2706"), ("2606", "2707"), ("2707", "2806")):
        assert board.feature(*pair) == "none"
    assert {frozenset(("2806", "2706")), frozenset(("2706", "2606"))} <= board.roads


def test_luodian_and_chuanshakou(board: Board) -> None:
    assert "town" in board.tags["3208"]
    assert board.terrain["3208"] not in ROUGH
    assert board.feature("3208", "3308") == "none"
    assert "naval_attack" in board.tags["3208"]
    assert {"landing", "coastal"} <= board.tags["3308"]
    assert "landing" in board.tags["3408"]
    assert board.adjacent("3308", "3208")
    assert board.adjacent("3308", "3408")


def test_wusong_and_its_creek(board: Board) -> None:
    assert {"landing", "coastal", "naval_defence"} <= board.tags["3510"]
    assert not board.tags["3510"] & {"town", "city"}
    assert board.terrain["3510"] not in ROUGH
    assert board.feature("3410", "3510") == "creek"
    assert board.feature("3510", "3511") == "creek"
    assert "town" in board.tags["3410"]
    assert board.terrain["3410"] not in ROUGH
    assert "naval_attack" in board.tags["3410"]


def test_the_ground_before_shanghai(board: Board) -> None:
    assert not board.tags["3511"] & {"town", "city", "landing"}
    assert board.terrain["3511"] not in ROUGH
    assert board.feature("3511", "3512") == "none"
    assert board.feature("3511", "3611") == "none"
    for pair in (("3611", "3511"), ("3611", "3512"), ("3513", "3512"), ("3610", "3611")):
        assert board.adjacent(*pair)
    assert board.feature("3610", "3611") == "none"


@pytest.mark.parametrize("other", ["3609", "3710", "3711"])
def test_the_navigable_huangpu_is_all_round_3610(board: Board, other: str) -> None:
    assert board.adjacent("3610", other)
    assert board.feature("3610", other) == "huangpu_navigable"


def test_pudong_lies_beyond_the_huangpu(board: Board) -> None:
    assert board.feature("3512", "3612") == "huangpu_navigable"
    assert board.feature("3611", "3612") == "huangpu_navigable"


@pytest.mark.parametrize("site", ["3004", "3308", "3408", "3417", "3509", "3510", "3610"])
def test_landing_sites_of_the_text_touch_water(board: Board, site: str) -> None:
    assert "landing" in board.tags[site]
    assert any(board.terrain[n] in WATER for n in board.theatre.georeference.grid.neighbours(site))


@pytest.mark.parametrize(
    "hex_id",
    [
        "0102",
        "0116",
        "0202",
        "1102",
        "1824",
        "2318",
        "2410",
        "2503",
        "3004",
        "3308",
        "3408",
        "3411",
        "3412",
        "3417",
        "3509",
        "3510",
        "3511",
        "3512",
        "3610",
        "3611",
        "3612",
        "3710",
        "3711",
        "3712",
    ],
)
def test_every_hex_where_units_start_or_enter_is_open_ground(board: Board, hex_id: str) -> None:
    assert board.is_land(hex_id)


@pytest.mark.case("SNC-11.4b", "SNC-11.4c")
def test_naval_gunfire_reaches_the_banks_and_a_hex_inland(board: Board) -> None:
    grid = board.theatre.georeference.grid
    for h, tags in board.tags.items():
        if "naval_defence" in tags:
            assert "naval_attack" in tags
        elif "naval_attack" in tags:
            assert any("naval_defence" in board.tags[n] for n in grid.neighbours(h))
    reached = {int(h[:2]) for h, tags in board.tags.items() if "naval_attack" in tags}
    assert min(reached) == 20
    on_the_bay = {"2822", "3019", "3417", "3616"}
    assert not [h for h in on_the_bay if board.tags[h] & {"naval_attack", "naval_defence"}]
