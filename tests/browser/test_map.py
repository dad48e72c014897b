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
    shoot(page, "map-set-up")
    page.locator(".space-1512").click()
    expect(page.locator("[data-target]")).to_have_count(6)
    page.locator("[data-unit='c_g_songjiang'], [data-stack='2410'] [data-unit]").first.click()
    expect(page.locator(".counter.picked")).to_have_count(1)
    shoot(page, "map-clicked")


def test_the_map_answers_to_the_keyboard(run_cells: RunCells) -> None:
    page = run_cells([MAP])
    page.wait_for_selector(".sandtable-map[data-ready]", timeout=30_000)
    page.locator(".sandtable-map .leaflet-container").focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("[data-target]")).to_have_count(6)
    entered = page.locator(".cursor").get_attribute("d")
    expect(page.locator(".chosen")).to_have_attribute("d", entered or "nothing")
