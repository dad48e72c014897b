"""Counters: what they show, and that no side is told by its colour alone."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

import sandtable as st
from sandtable.view import UnitView
from sandtable_widgets.atlas import card_svg, counter_svg
from sandtable_widgets.atlas.counters import SIGNS, VEIL, VEILED, face_down, livery
from sandtable_widgets.atlas.sheet import sheet
from sandtable_widgets.atlas.style import theme_css

CROSSED_BOX = {"infantry", "rifle", "static"}
"""Arms whose sign is the plain crossed box."""


def units(slug: str) -> list[UnitView]:
    """Every unit of a game at full strength, as its counter."""
    game = st.load(slug)
    return [
        UnitView(
            u.id, u.name, game.sides[u.side], u.kind, u.size, u.category, u.formation,
            u.strength[-1], u.steps, u.steps, u.static,
            defence=u.defence[-1] if u.defence != u.strength else None,
        )
        for u in game.units
    ]  # fmt: skip


@pytest.fixture(scope="module")
def division() -> UnitView:
    return next(u for u in units("shanghai-nanking") if u.max_steps == 2)


@pytest.mark.parametrize("slug", st.games())
def test_every_counter_is_a_picture_that_says_what_it_shows(slug: str) -> None:
    game = st.load(slug)
    for unit in units(slug):
        picture = ElementTree.fromstring(counter_svg(unit, game))
        title = picture.findtext("{http://www.w3.org/2000/svg}title")
        assert title is not None
        assert unit.name in title
        hidden = livery(unit, sheet(game).head["liveries"])["face_down"]
        assert ("strength unknown" if hidden else str(unit.strength)) in title


@pytest.mark.parametrize("slug", st.games())
def test_every_arm_has_a_sign(slug: str) -> None:
    assert {unit.kind for unit in units(slug)} <= CROSSED_BOX | set(SIGNS)


@pytest.mark.parametrize("slug", st.games())
def test_sides_differ_by_shape_face_up_and_face_down(slug: str) -> None:
    game = st.load(slug)
    liveries = sheet(game).head["liveries"]
    shapes: dict[str, set[str]] = {}
    for unit in units(slug):
        shapes.setdefault(unit.side, set()).add(livery(unit, liveries)["shape"])
    one, two = (shapes[side] | {face_down(side, liveries)[2]} for side in game.sides)
    assert not one & two


@pytest.mark.parametrize(
    "change",
    [{"steps": 1}, {"marks": ("spent",)}, {"marks": ("moved",)}, {"marks": ("disrupted",)},
     {"marks": ("odd",)}, {"strength": 9}, {"defence": 3}, {"static": True}],
)  # fmt: skip
def test_whatever_happens_to_a_unit_shows(division: UnitView, change: dict[str, object]) -> None:
    game = st.load("shanghai-nanking")
    changed = replace(division, **change)  # type: ignore[arg-type]
    drawn = [counter_svg(unit, game).partition("</title>")[2] for unit in (division, changed)]
    assert drawn[0] != drawn[1]


def test_a_card_face_down_tells_its_side_and_no_more(division: UnitView) -> None:
    game = st.load("shanghai-nanking")
    back = card_svg(division.side, game)
    assert division.side in back
    assert division.name not in back
    assert card_svg(game.sides[0], game) != card_svg(game.sides[1], game)


def luminance(colour: tuple[float, ...]) -> float:
    """How bright a colour is to the eye, from 0 to 1."""
    parts = [part / 255 for part in colour]
    red, green, blue = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_spent_counter_is_read_as_easily_as_any_text(theme: str) -> None:
    block = theme_css().splitlines()[theme == "dark"]
    colours = {
        name: tuple(int(code[i : i + 2], 16) for i in (0, 2, 4))
        for name, code in re.findall(r"--st-((?:counter|ink)-[a-z-]+):#(\w{6})", block)
    }
    veil = [int(VEIL[i : i + 2], 16) for i in (1, 3, 5)]
    for name, ink in colours.items():
        if not name.startswith("ink-"):
            continue
        face = colours[name.replace("ink-", "counter-")]
        ground = tuple(VEILED * v + (1 - VEILED) * f for v, f in zip(veil, face, strict=True))
        dark, bright = sorted((luminance(ink), luminance(ground)))
        assert (bright + 0.05) / (dark + 0.05) >= 4.5, name


def test_what_is_written_on_a_spent_counter_lies_over_its_veil(division: UnitView) -> None:
    drawn = counter_svg(replace(division, marks=("spent",)), st.load("shanghai-nanking"))
    assert 0 < drawn.index('class="veil"') < drawn.index("<text")


def test_the_words_of_a_hidden_counter_give_no_strength() -> None:
    game = st.load("taierzhuang")
    hidden = next(u for u in units("taierzhuang") if u.side == "chinese")
    words = counter_svg(replace(hidden, strength=0, marks=("untested",)), game).partition("</title>")[0]
    assert "strength unknown" in words
    assert "strength 0" not in words
