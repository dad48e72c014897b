"""Sheets: what never changes of a map, with a theatre and without one, and how it is kept."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import shapely

import sandtable as st
from sandtable_widgets.atlas import sheet as sheets
from sandtable_widgets.atlas import survey
from sandtable_widgets.atlas.sheet import sheet


def polygon(path: str) -> shapely.Polygon:
    """The outline of a space, from its path of relative steps."""
    numbers = [int(number) for number in re.findall(r"-?\d+", path)]
    points = [(numbers[0], numbers[1])]
    for dx, dy in zip(numbers[2::2], numbers[3::2], strict=True):
        points.append((points[-1][0] + dx, points[-1][1] + dy))
    return shapely.Polygon(points)


@pytest.fixture(params=st.games())
def game(request: pytest.FixtureRequest) -> st.Game:
    return st.load(request.param)


def _plain(game: st.Game) -> dict[str, Any]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(survey, "theatres", list)
        return survey.survey(game)


def _check(game: st.Game, content: dict[str, Any]) -> None:
    """Every space has its place, counters stand inside it, and neighbours touch where the board says so."""
    assert [space[0] for space in content["spaces"]] == list(game.board.ids)
    for _, path, x, y, *_ in content["spaces"]:
        assert polygon(path).buffer(2).contains(shapely.Point(x, y))
    touching = {(a, b) for a, b, *_ in content["edges"]}
    assert touching <= {(a, b) for a, _, b in game.board.sides() if a < b}
    if game.board.grid:
        assert len(touching) == sum(1 for a, _, b in game.board.sides() if a < b)
    ElementTree.fromstring(f"<svg>{content['ground']}{content['legend']}</svg>")


def test_the_sheet_of_a_theatre(game: st.Game) -> None:
    content = sheet(game).content
    _check(game, content)
    assert content["towns"]
    assert content["legend"]
    assert "#0100" not in content["ground"], "a colour of the palette that no theme can change"


def test_a_game_without_a_theatre_has_a_plain_map(game: st.Game) -> None:
    plain, real = _plain(game), sheet(game).content
    assert set(plain) == set(real)
    assert set(plain["head"]) == set(real["head"])
    _check(game, plain)
    assert len(plain["towns"]) == sum(1 for name in game.board.names if name)


def test_a_sheet_is_kept_and_a_damaged_one_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = st.load("stalins-first-victory")
    monkeypatch.setenv("SANDTABLE_CACHE", str(tmp_path))
    monkeypatch.setattr(sheets, "_made", {})
    first = sheet(game).packed
    (kept,) = tmp_path.iterdir()
    assert kept.read_bytes() == first
    kept.write_bytes(b"damaged")
    sheets._made.clear()
    assert sheet(game).packed == first
    assert kept.read_bytes() == first


def test_a_cache_that_cannot_be_written_does_no_harm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("SANDTABLE_CACHE", str(tmp_path / "file" / "below"))
    monkeypatch.setattr(sheets, "_made", {})
    assert sheet(st.load("stalins-first-victory")).head["title"]


@pytest.mark.parametrize("slug", st.games())
def test_the_key_says_whose_ground_is_tinted(slug: str) -> None:
    game = st.load(slug)
    key = sheet(game).content["legend"]
    assert all(f"</svg>{holder}</div>" in key for holder in (*map(str.capitalize, game.sides), "Nobody"))
