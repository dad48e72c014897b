"""What a person is asked and told at the table: answers with odds, rolls, a folder that cannot be written to,
keys that play nothing unread, and a panel that begins with what is new."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import RunCells, Shoot
from tests.browser.test_table import logged, open_table, press

ARMOUR = """
import sandtable as st
from sandtable_widgets import Table
game = st.load("taierzhuang")
places = {"jap-10-1-10-33": "0407", "jap-10-tank": "0407", "chi-2-01": "0408"}
support = dict.fromkeys(("air", "10", "5"), 0)
state = game.arrange("campaign", places, turn=2, phase="combat", side="japanese", support=support)
table = Table(st.Match.from_state(state), open_table=True, autosave=False)
table.desk.play("attack jap-10-1-10-33+jap-10-tank 0408")
table
"""
STORM = """
import sandtable as st
from sandtable.players import make
from sandtable_widgets import Table
game = st.load("storm-over-taierzhuang")
match = st.Match(game, "deployed", 5)
players = {side: make("random", game, side) for side in game.sides}
while match.state.decision.kind != "impulse":
    match.play(players[match.state.decision.side].choose(match.state))
table = Table(match, open_table=True, autosave=False)
table
"""


def shown(page: Page) -> Page:
    page.wait_for_selector(".sandtable-map[data-ready]", timeout=60_000)
    page.locator(".sandtable-table").evaluate("e => e.scrollIntoView()")
    return page


def test_both_answers_say_what_they_do_and_the_roll_is_news(run_cells: RunCells, shoot: Shoot) -> None:
    page = shown(run_cells([ARMOUR]))
    expect(press(page, "commit")).to_have_text("Go on with the attack")
    expect(page.locator(".tb-odds")).to_be_visible()
    shoot(page, "answers-call-off")
    press(page, "do-cancel yes").click()
    logged(page, "called off")
    press(page, "undo").click()
    press(page, "commit").click()
    expect(page.locator(".tb-news .tb-die")).to_be_visible()
    expect(page.locator(".tb-news")).to_contain_text("result")
    shoot(page, "answers-rolled")


def test_a_folder_that_cannot_be_written_to(run_cells: RunCells, shoot: Shoot, tmp_path: Path) -> None:
    taken = tmp_path / "saves"
    taken.write_text("a file where the folder should be")
    page = open_table(run_cells, f", open_table=True, saves={str(taken)!r}")
    press(page, "do-plan MA").click()
    expect(page.locator(".tb-notice")).to_contain_text("not kept")
    shoot(page, "answers-unkept")
    press(page, "do-end").click()
    expect(page.locator(".tb-prompt")).to_contain_text("Attack with Chinese units")
    expect(page.locator(".tb-unkept")).to_be_visible()
    press(page, "saves").click()
    press(page, "folder").fill(str(tmp_path / "other"))
    press(page, "keep-in").click()
    expect(page.locator(".tb-unkept")).to_have_count(0)
    assert [p.name for p in (tmp_path / "other").iterdir()] == ["shanghai-nanking-1.jsonl"]


def test_enter_plays_nothing_unread_and_commits_a_draft_from_its_ticks(run_cells: RunCells) -> None:
    page = open_table(run_cells, ", open_table=True")
    press(page, "do-plan AM").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".tb-prompt")).to_contain_text("Attack with Chinese units")
    page.keyboard.press("Enter")
    page.keyboard.press("d")
    page.keyboard.press("Enter")
    expect(page.locator(".tb-draft")).to_be_visible()
    page.keyboard.press("a")
    page.keyboard.press("Space")
    expect(page.locator(".tb-draft input").first).not_to_be_checked()
    page.keyboard.press("Enter")
    expect(page.locator(".tb-prompt")).to_contain_text("Naval gunfire")


def test_the_panel_begins_with_what_is_new(run_cells: RunCells, shoot: Shoot) -> None:
    """Few lines before the ticks and destinations; ticking stays in place, a move goes back to the top."""
    page = shown(run_cells([STORM]))
    upper = page.locator(".tb-upper")
    expect(press(page, "do-pass")).to_have_text("Pass this impulse")
    page.locator('[data-list="units"] [role="option"]').last.click()
    expect(page.locator(".tb-ticks")).to_be_visible()
    assert upper.evaluate("e => e.scrollTop") == 0
    shoot(page, "answers-storm-stack")
    page.locator(".tb-ticks input:not(:checked)").last.click()
    expect(page.locator(".tb-ticks input:checked")).to_have_count(2)
    upper.evaluate("e => { e.scrollTop = e.scrollHeight; }")
    page.locator('[data-key^="go-"]').first.evaluate("e => e.click()")
    expect(page.locator(".tb-log li").last).to_contain_text("move")
    expect(page.locator(".tb-prompt")).to_be_in_viewport()
    assert upper.evaluate("e => e.scrollTop") == 0
    shoot(page, "answers-storm-moved")
    press(page, "tab-facts").click()
    chit = page.locator(".tb-facts .tb-term").first
    chit.locator(".tb-case").hover()
    expect(page.locator(".sandtable-side .tb-rule strong")).to_contain_text("SOT-TC.")
    expect(chit.locator(".tb-small")).not_to_be_empty()
    shoot(page, "answers-storm-hand")
