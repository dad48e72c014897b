"""The odds explorer, driven without a browser."""

from __future__ import annotations

import re
from fractions import Fraction
from html import escape

import pytest

import sandtable as st
from sandtable_widgets import OddsExplorer
from sandtable_widgets.odds.drawing import figure, percent, shade
from sandtable_widgets.odds.surface import QUESTIONS, Refusal

SLUG = "shanghai-nanking"


@pytest.fixture
def explorer() -> OddsExplorer:
    return OddsExplorer(st.load(SLUG))


@pytest.mark.parametrize("slug", st.games())
def test_every_game_has_an_explorer(slug: str) -> None:
    game = st.load(slug)
    explorer = OddsExplorer(game)
    assert set(explorer.inputs) == {dial.name for dial in game.dials()}
    assert explorer.forecast == game.paper_odds()
    for shape in explorer.shape.options:
        explorer.shape.value = shape
        assert re.search("%|no table", explorer.chart.html)


def test_the_combat_follows_the_dials(explorer: OddsExplorer) -> None:
    explorer.inputs["attack"].value = 30
    explorer.inputs["ground"].value = "city"
    explorer.inputs["artillery"].value = True
    expected = explorer.game.paper_odds(attack=30, ground="city", artillery="yes")
    assert explorer.forecast == expected
    assert expected.column in explorer.combat.html
    assert "SNC-10.4.1f" in explorer.combat.html
    assert explorer.game.cases["SNC-10.4.1f"].title in explorer.combat.html


def test_a_combat_that_the_rules_do_not_know_says_so(explorer: OddsExplorer) -> None:
    explorer.set(attacker="chinese", air="yes")
    assert "Not a combat" in explorer.combat.html
    assert "SNC-11.0a" in explorer.combat.html
    explorer.reset.click()
    assert "Not a combat" not in explorer.combat.html


def test_the_surface_is_exact_in_every_cell(explorer: OddsExplorer) -> None:
    explorer.question.value = "exchange"
    surface = explorer.surface
    for y, row in zip(surface.ys, surface.cells, strict=True):
        for x, cell in zip(surface.xs, row, strict=True):
            attacker, defender = explorer.game.paper_odds(attack=x, defence=y).expected()
            assert cell == defender - attacker
    frame = surface.frame()
    assert isinstance(frame.loc[surface.ys[0], surface.xs[0]], Fraction)


def test_cells_without_a_combat_carry_the_rule(explorer: OddsExplorer) -> None:
    explorer.across.value, explorer.down.value = "attacker", "air"
    cells = dict(zip(explorer.surface.ys, explorer.surface.cells, strict=True))
    chinese = explorer.surface.xs.index("chinese")
    assert cells["yes"][chinese] == Refusal("SNC-11.0a", "the Chinese side has no air support")
    assert "the Chinese side has no air support" in explorer.chart.html


def test_picking_a_cell_sets_both_inputs(explorer: OddsExplorer) -> None:
    x, y = explorer.surface.xs[-1], explorer.surface.ys[-1]
    axes = explorer.surface.xs, explorer.surface.ys
    explorer.chart.pick(f"{x}|{y}")
    assert (explorer.dialled["attack"], explorer.dialled["defence"]) == (x, y)
    assert (explorer.surface.xs, explorer.surface.ys) == axes, "the map stays put under the mouse"
    assert f'data-pick="{x}|{y}"' in explorer.chart.html


def test_one_input_twice_is_answered_kindly(explorer: OddsExplorer) -> None:
    explorer.down.value = explorer.across.value
    assert "two different inputs" in explorer.chart.html


def test_an_unknown_input_is_named(explorer: OddsExplorer) -> None:
    with pytest.raises(st.Unknown, match="unknown input of a combat 'atack'"):
        explorer.set(atack=3)
    with pytest.raises(st.Unknown, match="unknown value of ground 'moon'"):
        explorer.set(ground="moon")


def test_rounding_never_says_certain_of_what_is_not() -> None:
    assert percent(Fraction(999, 1000)) == ">99%"
    assert percent(Fraction(1, 1000)) == "<1%"
    assert figure(Fraction(-1, 3), QUESTIONS["exchange"]) == "-0.33"


def test_ink_is_readable_on_both_ends_of_the_scale() -> None:
    chance = QUESTIONS["cleared"]
    assert shade(Fraction(0), Fraction(0), Fraction(1), chance)[1] == "#1d2026"
    assert shade(Fraction(1), Fraction(0), Fraction(1), chance)[1] == "#fff"


@pytest.mark.parametrize("slug", st.games())
def test_the_first_heat_map_says_something_and_explains_its_blanks(slug: str) -> None:
    explorer = OddsExplorer(st.load(slug))
    answers = [found for row in explorer.surface.cells for found in row]
    figures = [found for found in answers if isinstance(found, Fraction)]
    assert 2 * sum(found != 0 for found in figures) > len(figures)
    below = explorer.chart.html.partition("</table>")[2]
    reasons = {escape(found.reason) for found in answers if isinstance(found, Refusal)}
    assert sum(reason in below for reason in reasons) >= min(len(reasons), 1)
    assert ("– " in below) == bool(reasons)
