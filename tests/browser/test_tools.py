"""The controls beside the table in a real browser: mouse, keys, the offline page, the page for a class."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import sandtable as st
from sandtable_widgets import Replay
from tests.browser.conftest import RunCells, Shoot, leaves_loopback
from tests.browser.lab import free_port

ROOT = Path(__file__).parents[2]
SLUG = "shanghai-nanking"


def test_odds_and_rules_answer_to_mouse_and_keyboard(run_cells: RunCells, shoot: Shoot) -> None:
    page = run_cells(
        [
            "import sandtable as st\nfrom sandtable_widgets import OddsExplorer, RuleBrowser\n"
            f"game = st.load('{SLUG}')\nOddsExplorer(game)",
            "RuleBrowser(game)",
        ]
    )
    heat = page.locator(".st-odds .heat")
    expect(heat).to_be_visible(timeout=60_000)
    before = page.locator(".st-odds h2").inner_text()
    heat.locator("td[data-pick]").nth(1).click()
    expect(page.locator(".st-odds h2")).not_to_have_text(before)
    expect(heat.locator("td.here")).to_have_count(1)
    shoot(page, "odds-explorer")

    second = page.locator(".st-rules .cases [data-pick]").nth(1)
    title = second.inner_text().split(maxsplit=1)[1]
    second.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".st-rules.card h2")).to_have_text(title)
    assert page.evaluate("document.activeElement.dataset.pick") == second.get_attribute("data-pick")


def test_the_replay_follows_its_slider_and_its_log(run_cells: RunCells, shoot: Shoot) -> None:
    page = run_cells(
        [
            "import sandtable as st\nfrom sandtable_widgets import Replay\n"
            f"match = st.Match(st.load('{SLUG}'), seed=3)\n"
            "for line in ('plan AM', 'end', 'end'):\n    match.play(line)\nReplay(match)"
        ]
    )
    expect(page.locator(".sandtable-map[data-ready=true]")).to_be_visible(timeout=60_000)
    expect(page.locator(".st-replay.head")).to_contain_text("0 of 3")
    page.locator(".st-replay.log [data-pick='2']").click()
    expect(page.locator(".st-replay.head")).to_contain_text("2 of 3")
    page.locator("button[title='One action on']").click()
    expect(page.locator(".st-replay.log .here")).to_have_attribute("data-pick", "3")
    shoot(page, "replay")


@pytest.fixture
def film(tmp_path: Path) -> Path:
    """A match of a few actions, written as a page."""
    match = st.Match(st.load(SLUG), seed=3)
    match.play("plan AM")
    match.play(match.game.legal(match.state).for_space("3512")[0])
    while match.state.vars["combat"] is not None:
        match.play(next(iter(match.game.legal(match.state))))
    return Replay(match).export(tmp_path / "match.html")


def test_the_page_of_a_match_opens_from_disk_and_plays(film: Path, chromium: Browser, shoot: Shoot) -> None:
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, offline=True)
    page = context.new_page()
    errors: list[str] = []
    asked: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(film.as_uri())
    expect(page.locator("body")).to_have_attribute("data-moment", "0", timeout=30_000)
    counters = page.locator(".counter").count()
    assert counters > 30
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator("body")).to_have_attribute("data-moment", "2")
    expect(page.locator(".log .here")).to_contain_text("Attack")
    page.locator("input[type=range]").fill("0")
    expect(page.locator("body")).to_have_attribute("data-moment", "0")
    assert page.locator(".counter").count() == counters
    page.locator("[data-step=play]").click()
    expect(page.locator("body")).to_have_attribute("data-moment", "1", timeout=5_000)
    shoot(page, "replay-page")
    context.close()
    assert errors == []
    assert [url for url in asked if leaves_loopback(url) and not url.startswith("file:")] == []


@pytest.fixture
def app(tmp_path: Path) -> Iterator[str]:
    """The page for a class, served as `make app` does."""
    port = free_port()
    command = [
        sys.executable, "-m", "voila", str(ROOT / "notebooks" / "app.ipynb"), "--template=sandtable",
        "--no-browser", f"--port={port}",
        "--Voila.kernel_websocket_connection_class=sandtable_widgets.server.PromptConnection",
    ]  # fmt: skip
    environment = os.environ | {"JUPYTER_PATH": str(ROOT / "app")}
    with (tmp_path / "voila.log").open("wb") as log:
        server = subprocess.Popen(command, env=environment, stdout=log, stderr=log, cwd=ROOT)
        try:
            for _ in range(300):
                try:
                    urllib.request.urlopen(f"http://127.0.0.1:{port}/voila/nothing", timeout=2)
                except urllib.error.HTTPError:
                    break
                except (urllib.error.URLError, TimeoutError):
                    time.sleep(0.2)
            yield f"http://127.0.0.1:{port}/"
        finally:
            server.terminate()
            server.wait(20)


def test_a_class_can_sit_down_without_code(app: str, page: Page, shoot: Shoot) -> None:
    page.goto(app)
    expect(page.locator(".st-lobby")).to_be_visible(timeout=60_000)
    assert page.locator(".st-lobby > div").count() == len(st.games())
    shoot(page, "lobby")
    page.locator(".st-lobby [data-pick='stalins-first-victory']").click()
    expect(page.locator(".st-lobby .here")).to_have_attribute("data-pick", "stalins-first-victory")
    page.locator("button", has_text="Lay the table").click()
    expect(page.locator(".sandtable-map[data-ready=true]")).to_be_visible(timeout=60_000)
    assert page.locator(".sandtable-table .counter").count() > 20
    shoot(page, "class-table")
