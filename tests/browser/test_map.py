"""The map in a real browser: spaces and counters are there, a click reaches Python and comes back."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import RunCells, Shoot

MAP = """
import sandtable as st
from sandtable_widgets import MapView
from sandtable_widgets.atlas import Target
game = st.load("shanghai-nanking")
view = MapView(game, height="600px")
view.show(game.view(game.new("campaign"), None))
def light(click):
    near = game.board.adjacent(game.board.index(click.space))
    view.select(click.space, [click.unit] if click.unit else [])
    view.targets({game.board.ids[n]: Target("move", "1") for n in near})
view.on_click(light)
view
"""


def test_a_click_on_the_map_reaches_python_and_comes_back(run_cells: RunCells, shoot: Shoot) -> None:
    page = run_cells([MAP])
    page.wait_for_selector(".sandtable-map[data-ready]", timeout=30_000)
    assert page.locator("path.space").count() == 1000
    expect(page.locator("[data-unit='j_snlf_1']")).to_have_count(1)
    held = [page.locator(f".space.held-{side}").first for side in (0, 1)]
    tints = [space.evaluate("(path) => getComputedStyle(path).fill") for space in held]
    assert len({*tints, "rgba(0, 0, 0, 0)"}) == 3, "each side tints the ground it holds"
    shoot(page, "map-set-up")
    page.locator(".space-1512").click()
    expect(page.locator("[data-target]")).to_have_count(6)
    page.locator("[data-unit='c_g_songjiang'], [data-stack='2410'] [data-unit]").first.click()
    expect(page.locator(".counter.picked")).to_have_count(1)
    shoot(page, "map-clicked")


TWO_MAPS = """
import sandtable as st
from sandtable_widgets import MapView
def shown(slug, scenario):
    game = st.load(slug)
    view = MapView(game, height="400px")
    view.show(game.view(game.new(scenario), None))
    return view
shown("shanghai-nanking", "campaign")
"""
DRAWN_ELSEWHERE = """() => [...document.querySelectorAll('.sandtable-map')].map((map) => {
  const drawing = (use) => document.querySelector(use.getAttribute('href'));
  return [...map.querySelectorAll('use')].filter((use) => !map.contains(drawing(use))).length;
})"""
"""For every map of a page: counters whose drawing is another map's."""


def test_two_maps_on_a_page_keep_their_own_drawings(run_cells: RunCells) -> None:
    page = run_cells([TWO_MAPS, 'shown("stalins-first-victory", "suggested")'])
    expect(page.locator(".sandtable-map[data-ready]")).to_have_count(2, timeout=60_000)
    expect(page.locator("[data-unit]").first).to_be_attached()
    assert page.evaluate(DRAWN_ELSEWHERE) == [0, 0]


def test_the_map_answers_to_the_keyboard(run_cells: RunCells) -> None:
    page = run_cells([MAP])
    page.wait_for_selector(".sandtable-map[data-ready]", timeout=30_000)
    page.locator(".sandtable-map .leaflet-container").focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("[data-target]")).to_have_count(6)
    entered = page.locator(".cursor").get_attribute("d")
    expect(page.locator(".chosen")).to_have_attribute("d", entered or "nothing")
