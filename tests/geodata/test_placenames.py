"""Names of places: the map's, the board's, and every other that a person may type."""

from __future__ import annotations

import pytest

import sandtable as st
from sandtable.names import also_called, find_space
from sandtable_geodata import other_names, theatre, theatres


@pytest.mark.parametrize("slug", theatres())
def test_the_kernel_knows_every_name_that_a_map_knows(slug: str) -> None:
    game = st.load(slug)
    known = [(space, name) for space in game.board.ids for name in also_called(game, space)]
    assert known == other_names(slug), "geodata/prepare/placenames.py writes the table anew"


@pytest.mark.parametrize(
    ("name", "space"),
    [("Soochow", "2410"), ("苏州", "2410"), ("Suzhou", "2410"), ("Kashing", "2617"), ("chinkiang", "1102"),
     ("Nanjing", "0202"), ("Hangchow", "1824"), ("Paoshan", "3509"), ("Chwanshakow", "3308")],
)  # fmt: skip
def test_a_place_is_found_by_any_of_its_names(name: str, space: str) -> None:
    assert find_space(st.load("shanghai-nanking"), name) == space


@pytest.mark.parametrize("slug", ["shanghai-nanking", "stalins-first-victory", "taierzhuang"])
def test_the_map_letters_a_place_as_the_board_calls_it(slug: str) -> None:
    towns = theatre(slug).towns()
    abridged = {"Int. Settlement"}
    for town in towns[towns["hex_name"] != ""].itertuples():
        shown = town.name.partition(" (")[0].partition(",")[0]
        assert shown in town.hex_name or town.name in abridged, f"{town.name} is {town.hex_name} on the board"
