"""The table in a real browser: moves, attacks, the past, the keyboard, machines, saves, other windows."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import RunCells, Shoot

BEGIN = """
import sandtable as st
from sandtable_widgets import Table
table = Table(st.Match(st.load("shanghai-nanking"), seed=7){settings})
table
"""

BELOW = """() => {
  const box = (what) => document.querySelector(`.sandtable-table ${what}`).getBoundingClientRect();
  return box('.sandtable-side').top >= box('.leaflet-container').bottom - 1;
}"""
"""Does the pane stand below the map?"""

IN_SIGHT = """(names) => {
  const pane = document.querySelector('.tb-upper'), frame = pane.getBoundingClientRect();
  const boxes = names.map((name) => pane.querySelector(name).getBoundingClientRect());
  return pane.scrollTop === 0 && boxes.every((b) => b.top >= frame.top && b.bottom <= frame.bottom);
}"""
"""Can all of these be seen in the pane without scrolling?"""
TARGETS_FIRST = """() => {
  const show = document.querySelector('[data-key^="do-show"]');
  const list = document.querySelector('[data-list="targets"]');
  return Boolean(list.compareDocumentPosition(show) & Node.DOCUMENT_POSITION_FOLLOWING);
}"""


def open_table(run_cells: RunCells, settings: str = "") -> Page:
    """A notebook with a table in it, ready to be played on."""
    page = run_cells([BEGIN.format(settings=settings)])
    page.wait_for_selector(".sandtable-map[data-ready]", timeout=60_000)
    page.locator(".sandtable-table").evaluate("e => e.scrollIntoView()")
    return page


def press(page: Page, key: str) -> Locator:
    """The button of the table that has this key."""
    return page.locator(f'.sandtable-table [data-key="{key}"]')


def logged(page: Page, text: str) -> None:
    """The last line of the log says this."""
    expect(page.locator(".tb-log li").last).to_contain_text(text)


def test_a_turn_begins_by_mouse(run_cells: RunCells, shoot: Shoot) -> None:
    """A wrong click, a move, undone and done again; then an attack with its odds, and what the dice did."""
    page = open_table(run_cells, ", open_table=True")
    shoot(page, "table-begins")
    press(page, "do-plan MA").click()
    units = page.locator('[data-list="units"]')
    units.evaluate("e => { e.dataset.drawn = 'once'; }")
    press(page, "unit-c_div_088").click()
    expect(page.locator("[data-target]").first).to_be_visible()
    expect(units.locator('[aria-selected="true"]')).to_have_attribute("data-key", "unit-c_div_088")
    expect(units.locator('[tabindex="0"]')).to_have_attribute("data-key", "unit-c_div_088")
    assert units.get_attribute("data-drawn") == "once", "a pick does not draw the long list again"
    lit = page.locator("[data-target]").count()
    assert page.locator(".costs tspan").count() == page.locator('[data-key^="go-"]').count() == lit
    expect(page.locator('[data-unit="c_div_088"].picked')).to_have_count(1)
    assert page.evaluate(TARGETS_FIRST), "where to go comes before what else the unit can do"
    shoot(page, "table-destinations")
    page.locator(".space-3615").click()
    expect(page.locator(".tb-notice")).to_contain_text("out of reach")
    page.locator(".tb-notice .tb-case").hover()
    expect(page.locator(".sandtable-side .tb-rule p")).not_to_have_text("…")
    shoot(page, "table-refused")
    press(page, "tab-why").click()
    press(page, "why-unit").fill("88 Division")
    press(page, "why-space").fill("Nanking")
    press(page, "why-ask").click()
    expect(page.locator(".tb-why .tb-notice")).to_contain_text("out of reach")
    press(page, "tab-facts").click()
    terms = page.locator(".tb-facts dt").evaluate_all("es => es.map((e) => e.getBoundingClientRect().left)")
    assert len(terms) > 3
    assert len(set(terms)) == 1, "facts stand in a column, each beside what it says"
    press(page, "tab-log").click()
    page.locator(".space-3113").click()
    logged(page, "88 Division moves to 3113")
    expect(page.locator("[data-target]")).to_have_count(0)
    press(page, "undo").click()
    logged(page, "will move, then attack")
    press(page, "redo").click()
    logged(page, "88 Division moves to 3113")
    press(page, "undo").click()
    press(page, "undo").click()

    press(page, "do-plan AM").click()
    press(page, "go-3512").click()
    expect(page.locator(".tb-odds-head")).to_contain_text("from")
    assert page.evaluate(IN_SIGHT, [".tb-odds-head", ".tb-short", ".tb-bars", '[data-key="commit"]'])
    expect(page.locator(".tb-short")).to_contain_text("−2 city")
    rows = page.locator(".tb-bars .tb-bar:not(.tb-bar-head)")
    before = rows.all_inner_texts()
    press(page, "word-artillery").click()
    expect(page.locator(".tb-mods")).to_contain_text("artillery")
    assert rows.all_inner_texts() != before
    page.locator(".tb-mods .tb-case").first.hover()
    expect(page.locator(".sandtable-side .tb-rule")).to_contain_text("Cities")
    shoot(page, "table-odds")
    press(page, "commit").click()
    expect(page.locator(".tb-prompt")).to_contain_text("Naval gunfire")
    press(page, "commit").click()
    expect(page.locator(".tb-news .tb-die")).to_be_visible()
    expect(page.locator(".tb-news")).to_contain_text("result")
    shoot(page, "table-rolled")


def test_what_is_seldom_wanted_takes_little_room(run_cells: RunCells) -> None:
    """The same choice for many units is folded; a space that is looked at is told above the list of units."""
    page = open_table(run_cells, ", open_table=True")
    press(page, "do-plan AM").click()
    shown = page.locator('[data-key^="do-show"]').first
    expect(page.locator(".tb-fold summary")).to_contain_text("Show on top")
    expect(shown).to_be_hidden()
    press(page, "more-summary").focus()
    page.keyboard.press("Enter")
    expect(shown).to_be_visible()
    page.keyboard.press("c")
    expect(press(page, "do-end")).to_be_focused()
    page.locator(".space-3113").click()
    told, units = page.locator(".tb-block", has_text="3113"), page.locator(".tb-units")
    expect(told).to_be_visible()
    assert (told.bounding_box() or {})["y"] < (units.bounding_box() or {})["y"]
    press(page, "unit-c_div_088").click()
    own = page.locator(".tb-block", has_text="held by the Chinese side")
    expect(own).to_be_visible()
    assert (own.bounding_box() or {})["y"] > (units.bounding_box() or {})["y"]


def test_everything_without_a_mouse(run_cells: RunCells, shoot: Shoot) -> None:
    page = open_table(run_cells, ", open_table=True")
    press(page, "do-plan MA").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".tb-prompt")).to_contain_text("Move Chinese units")
    page.keyboard.press("n")
    expect(page.locator('[data-list="units"] [aria-selected="true"]')).to_have_count(1)
    page.keyboard.press("t")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator('[data-list="targets"] [role="option"]:focus')).to_have_count(1)
    page.keyboard.press("ArrowDown")
    shoot(page, "table-keyboard")
    goal = page.locator('[data-list="targets"] [role="option"]:focus').inner_text().split()[1]
    page.keyboard.press("Enter")
    logged(page, f"moves to {goal}")
    page.keyboard.press("u")
    logged(page, "will move, then attack")
    page.keyboard.press("u")
    press(page, "do-plan AM").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".tb-prompt")).to_contain_text("Attack with Chinese units")
    page.keyboard.press("d")
    page.keyboard.press("Enter")
    expect(page.locator(".tb-draft")).to_be_visible()
    page.keyboard.press("a")
    first = page.locator(".tb-draft input:focus")
    expect(first).to_be_checked()
    page.keyboard.press("Space")
    expect(page.locator(".tb-draft input").first).not_to_be_checked()
    press(page, "commit").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".tb-prompt")).to_contain_text("Naval gunfire")
    page.keyboard.press("?")
    expect(page.locator("dialog.tb-dialog")).to_contain_text("How to play here")
    shoot(page, "table-help")
    page.keyboard.press("Escape")
    expect(page.locator("dialog.tb-dialog")).to_have_count(0)
    assert page.locator(".jp-Notebook .jp-Cell").count() == 1


def test_a_machine_plays_its_turn_and_the_table_is_handed_back(run_cells: RunCells, shoot: Shoot) -> None:
    page = open_table(run_cells, ', {"chinese": "random"}')
    expect(page.locator(".tb-prompt")).to_contain_text("Japanese", timeout=30_000)
    expect(press(page, "stop")).to_have_count(0)
    expect(page.locator(".tb-log")).to_contain_text("Turn 1")
    press(page, "players").click()
    expect(press(page, "seat-chinese")).to_have_value("random")
    press(page, "seat-japanese").select_option("random")
    page.keyboard.press("Escape")
    expect(page.locator(".tb-busy, .tb-result")).to_be_visible()
    stop = press(page, "stop")
    if stop.count():
        stop.click()
        expect(press(page, "step")).to_be_visible()
    shoot(page, "table-machines")


def test_a_match_is_saved_and_loaded(run_cells: RunCells, shoot: Shoot, tmp_path: Path) -> None:
    folder = tmp_path / "saves"
    page = open_table(run_cells, f", open_table=True, saves={str(folder)!r}")
    press(page, "do-plan MA").click()
    expect(page.locator(".tb-prompt")).to_contain_text("Move Chinese units")
    press(page, "saves").click()
    press(page, "save-name").fill("turn one")
    press(page, "save").click()
    expect(page.locator(".tb-notice")).to_contain_text("Saved as")
    assert {p.name for p in folder.iterdir()} == {"shanghai-nanking-1.jsonl", "turn one.jsonl"}
    press(page, "do-end").click()
    expect(page.locator(".tb-prompt")).to_contain_text("Attack with Chinese units")
    press(page, "saves").click()
    shoot(page, "table-saves")
    press(page, "file-turn one").click()
    expect(page.locator(".tb-prompt")).to_contain_text("Move Chinese units")
    (folder / "turn one.jsonl").write_text("rubbish")
    press(page, "saves").click()
    press(page, "file-shanghai-nanking-1").click()
    expect(page.locator(".tb-prompt")).to_contain_text("Attack with Chinese units")
    press(page, "saves").click()
    press(page, "file-turn one").click()
    expect(page.locator(".tb-notice")).to_contain_text("Not loaded")
    expect(page.locator(".tb-prompt")).to_contain_text("Attack with Chinese units")


def test_the_table_is_covered_when_it_is_handed_over(run_cells: RunCells, shoot: Shoot) -> None:
    page = open_table(run_cells)
    press(page, "do-plan AM").click()
    press(page, "go-3512").click()
    press(page, "commit").click()
    expect(page.locator(".tb-cover")).to_be_visible()
    expect(page.locator(".tb-log li")).to_have_count(0)
    shoot(page, "table-covered")
    press(page, "hand-over").click()
    expect(page.locator(".tb-prompt")).to_contain_text("Naval gunfire")
    expect(page.locator(".tb-passed")).to_have_count(0)


def test_the_table_passes_with_a_word_where_nothing_is_hidden(run_cells: RunCells, shoot: Shoot) -> None:
    page = open_table(run_cells, ", open_table=True")
    press(page, "do-plan AM").click()
    press(page, "go-3512").click()
    press(page, "commit").click()
    expect(page.locator(".tb-passed")).to_have_text("The Japanese player decides now.")
    expect(page.locator(".tb-cover")).to_have_count(0)
    shoot(page, "table-passed")
    press(page, "commit").click()
    expect(page.locator(".tb-passed")).to_contain_text("Chinese")


@pytest.mark.parametrize("theme", ["JupyterLab Light", "JupyterLab Dark"], ids=["light", "dark"])
def test_pictures(run_cells: RunCells, shoot: Shoot, theme: str) -> None:
    """Both themes at two sizes, with large text, and smaller than it likes: nothing cut off or nameless."""
    page = open_table(run_cells, ", open_table=True")
    page.evaluate("t => window.jupyterapp.commands.execute('apputils:change-theme', {theme: t})", theme)
    name = f"table-{theme.rsplit(maxsplit=1)[-1].lower()}"
    press(page, "do-plan AM").click()
    press(page, "go-3512").click()
    expect(page.locator(".tb-odds")).to_be_visible()
    for width, height in ((1280, 800), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(600)
        shoot(page, f"{name}-{width}x{height}")
        assert cut_off(page) == []
    assert nameless(page) == []
    press(page, "cancel").click()
    press(page, "unit-c_div_088").click()
    assert nameless(page) == []
    label = page.locator('.sandtable-table [data-unit="c_div_088"]').first.get_attribute("aria-label")
    assert (label or "").startswith("88 Division")
    size = "parseFloat(getComputedStyle(document.querySelector('.tb-prompt')).fontSize)"
    before = page.evaluate(size)
    for _ in range(3):
        press(page, "larger").click()
    page.wait_for_function(f"{size} > {before} * 1.4")
    page.wait_for_timeout(300)
    shoot(page, f"{name}-projector")
    assert cut_off(page) == []
    page.set_viewport_size({"width": 820, "height": 900})
    page.wait_for_function(BELOW)
    assert cut_off(page) == []


def cut_off(page: Page) -> list[str]:
    """Buttons and labels of the panes whose text is wider than they are."""
    return page.evaluate(
        """() => [...document.querySelectorAll('.tb button, .tb h4, .tb .tb-prompt')]
            .filter((e) => e.offsetParent && e.scrollWidth > e.clientWidth + 2).map((e) => e.textContent)"""
    )


def nameless(page: Page) -> list[str]:
    """Controls of the panes that say nothing to somebody who cannot see them."""
    return page.evaluate(
        """() => [...document.querySelectorAll('.tb :is(button,input,select,[role=listbox],[role=option])')]
            .filter((e) => !(e.textContent.trim() || e.getAttribute('aria-label') || e.labels?.length))
            .map((e) => e.outerHTML.slice(0, 120))"""
    )
