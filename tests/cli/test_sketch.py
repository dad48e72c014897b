"""Maps in plain text: what stands where, hexside by hexside, as a side may see it."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import Literal

import pytest

import sandtable as st
from sandtable.cli.console import Console
from sandtable.cli.sketch import Sketch, glyphs_of, side_letters, stack_text
from sandtable.cli.stacks import show_areas, show_boxes, show_space, show_units, visible
from sandtable.hexgrid import HexGrid
from tests.kernel.toy.play import TOY

GRID = TOY.board.grid or HexGrid(1, 1)


@pytest.fixture
def console(monkeypatch: pytest.MonkeyPatch) -> Console:
    monkeypatch.setenv("COLUMNS", "88")
    return Console()


class Paper(io.StringIO):
    """Where a console writes, to be read line by line."""

    def read_out(self) -> str:
        text = self.getvalue()
        self.seek(0)
        self.truncate()
        return text


@pytest.fixture
def paper(console: Console) -> Paper:
    console.out = Paper()
    return console.out


def sketch(console: Console, side: str | None, marked: tuple[str, ...] = ()) -> Sketch:
    return Sketch(console, TOY, GRID, TOY.view(TOY.new("crossing"), side), marked)


PICTURE = r"""
 _______         _______         _______
/0101  c\_______/0301  c\_______/0501  c\
\_______/0201  c\_______/0401  c\_______/
/0102  c\_______/0302  c\_______/0502  c\
\_R2:8__+0202  c+_B2:5__=0402  c\_______/
/0103  c\_______/0303* c)_______+0503  c\
\_R2:5__/0203  h\_______/0403  h\_______/
/0104  c\_______/0304  c\_B3:6__/0504  c\
\_______/0204  c\_______/0404  c\_______/
        \_______/       \_______/
"""


def test_the_whole_toy_board(console: Console) -> None:
    drawn = list(sketch(console, None, ("0303",)).near("0303", 4))
    assert "\n".join(drawn) == PICTURE.strip("\n")


NORTHERN = r"""
 ___ ___ ___ ___ ___ ___ ___ ___
|0101  c|0102  c|0103  c|0104  c|
|_______|_R2:8_+|_R2:5__|_______|___
    |0201  c|0202  c|0203  h|0204  c|
 ___|_______|+______|_______|_______|
|0301  c|0302  c|0303* c|0304  c|
|_______|_B2:5~=|~~~____|_______|___
    |0401  c|0402  c|0403  h|0404  c|
 ___|_______|______+|_B3:6__|_______|
|0501  c|0502  c|0503  c|0504  c|
|_______|_______|_______|_______|
"""

SOUTHERN = r"""
 ___ ___ ___ ___ ___ ___ ___ ___
|0501  c|0502  c|0503  c|0504  c|
|_______|_______|+______|_______|___
    |0401  c|0402  c|0403  h|0404  c|
 ___|_______|=~~_~~~|_B3:6__|_______|
|0301  c|0302  c|0303* c|0304  c|
|_______|_B2:5_+|_______|_______|___
    |0201  c|0202  c|0203  h|0204  c|
 ___|_______|+______|_______|_______|
|0101  c|0102  c|0103  c|0104  c|
|_______|_R2:8__|_R2:5__|_______|
"""


CORNER = r"""
 _______
/0101  c\_______
\_______/0201  c\
/0102  c\_______/
\_R2:8__+0202  c+
        \_______/
"""


@pytest.mark.parametrize(
    ("rows_from", "picture", "first"),
    [("north", NORTHERN, "01 c R2R2c"), ("south", SOUTHERN, "05 c c c c")],
)
def test_a_pointy_topped_grid_is_drawn_in_bricks(
    console: Console, rows_from: Literal["north", "south"], picture: str, first: str
) -> None:
    grid = HexGrid(4, 5, "even", top="pointy", rows_from=rows_from)
    bricks = Sketch(console, TOY, grid, TOY.view(TOY.new("crossing"), None), ("0303",))
    assert "\n".join(bricks.near("0303", 4)) == picture.strip("\n")
    small = list(bricks.whole())
    assert small[1] == first
    assert " c c h c" in "\n".join(small)


def test_a_part_of_it_ends_at_the_edge(console: Console) -> None:
    drawn = list(sketch(console, None).near("0101", 1))
    assert "\n".join(drawn) == CORNER.strip("\n")


def test_fog_shows_the_top_unit_and_the_number(console: Console) -> None:
    text = "\n".join(sketch(console, "red").near("0303", 4))
    assert "B2:3?" in text
    assert "R2:8" in text


def test_whoever_holds_a_place_is_shown_by_a_small_letter(console: Console) -> None:
    game = st.load("shanghai-nanking")
    state = game.new(seed=1)
    grid = game.board.grid
    assert grid is not None
    drawn = Sketch(console, game, grid, game.view(state, "chinese"))
    text = list(drawn.near("3311", 1))
    assert any("3311 o." in line for line in text)
    assert any("___c___" in line or "~~~c~~~" in line for line in text)
    water = "\n".join(drawn.near("3406", 1))
    assert " ~ ~ ~ " in water
    assert "3406" not in water
    assert any("3510 Wusong" in line for line in drawn.names_near("3510", 1))


def test_the_small_map_has_one_line_a_row(console: Console) -> None:
    lines = list(sketch(console, None).whole())
    assert lines[0].split() == ["01", "03", "05"]
    assert lines[2] == "02 R2c B2c c"
    assert len(lines) == 1 + GRID.rows


def test_a_narrow_terminal_drops_the_margin(console: Console) -> None:
    game = st.load("shanghai-nanking")
    grid = game.board.grid
    assert grid is not None
    console.width = 80
    lines = list(Sketch(console, game, grid, game.view(game.new())).whole())
    assert max(map(len, lines)) <= 80


def test_the_legend_names_every_sign(console: Console) -> None:
    text = " ".join(sketch(console, "red").legend())
    for part in ("c clear", "h hill", "hexside with stream", "crossed by a road", "R3:9?"):
        assert part in text


def test_colour_only_where_it_is_wanted(console: Console) -> None:
    plain = "\n".join(sketch(console, None).near("0303", 4))
    assert "\033" not in plain
    console.colour = True
    painted = "\n".join(sketch(console, None, ("0303",)).near("0303", 4))
    assert "\033[1;36mR2:8\033[0m" in painted
    assert "\033[33m+\033[0m" in painted


def test_letters_of_sides_differ() -> None:
    assert side_letters(["chinese", "communist", "japanese"]) == {
        "chinese": "Ch",
        "communist": "Co",
        "japanese": "Ja",
    }
    assert side_letters(["a", "ab"]) == {"a": "A", "ab": "Ab"}


def test_terrain_without_a_sign_gets_a_free_letter() -> None:
    assert glyphs_of(TOY) == {"clear": "c", "hill": "h"}


def test_a_stack_in_a_word(console: Console) -> None:
    view = TOY.view(TOY.new("crossing"), "red")
    letters = side_letters(TOY.sides)
    assert stack_text(view.stacks["0102"], letters) == "R2:8"
    assert stack_text(view.stacks["0403"], letters) == "B3:3?"


# -- in words ---------------------------------------------------------------------------------------


def test_a_space_with_everything_about_it(console: Console, paper: Paper) -> None:
    view = TOY.view(TOY.new("crossing"), "red")
    show_space(console, TOY, view, "0302")
    out = paper.read_out()
    for part in ("0302 Ferry Town", "clear, town", "stream: 0402 (SE)", "road to: 0402 (SE), 0202 (SW)"):
        assert part in out
    assert "Blue One" in out
    assert "1 more Blue unit cannot be looked at" in out
    show_space(console, TOY, view, "0101")
    assert "nobody is there" in paper.read_out()


def test_units_and_boxes(console: Console, paper: Paper) -> None:
    view = TOY.view(TOY.new("crossing"), "red")
    show_units(console, visible(TOY, view))
    out = paper.read_out()
    assert "Red One" in out
    assert "Ferry Fort" not in out
    show_boxes(console, TOY, view, "red")
    assert paper.read_out() == "  off map, red: Red Reserve (3)\n"
    show_boxes(console, TOY, replace(view, boxes={}), None)
    assert paper.read_out() == "nobody is off the map\n"


def test_a_board_of_areas_is_listed(console: Console, paper: Paper) -> None:
    show_areas(console, TOY, TOY.view(TOY.new("crossing"), None))
    lines = paper.read_out().splitlines()
    assert len(lines) == 1 + len(TOY.board)
    assert "0302 Ferry Town" in lines[10]
    assert "B2:5" in lines[10]
