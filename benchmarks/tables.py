"""The table in headless Chromium: how soon a pick and a move show, and how much they send."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, sync_playwright

from tests.browser.lab import jupyter_lab, launch

from .maps import Wire, p95
from .measure import Effort, Race
from .positions import crowded, game

CELL = """
from pathlib import Path
import sandtable as st
from sandtable_widgets import Table
state = st.load("shanghai-nanking").state_from_json(Path("position.json").read_text())
table = Table(st.Match.from_state(state), open_table=True, autosave=False)
table
"""

PAINTED = """
async ([act, done]) => {
  const root = document.querySelector('.sandtable-table'), ready = new Function(`return ${done}`);
  const shown = new Promise((end, fail) => {
    setTimeout(() => fail(new Error(`${act}: nothing came of the click`)), 20000);
    const watch = new MutationObserver(() => {
      if (!ready()) return;
      watch.disconnect();
      requestAnimationFrame(() => requestAnimationFrame(end));
    });
    watch.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
  });
  const began = performance.now(), target = document.querySelector(act), at = target.getBoundingClientRect();
  const where = { bubbles: true, clientX: at.x + at.width / 2, clientY: at.y + at.height / 2 };
  target.dispatchEvent(new PointerEvent('pointerdown', where));
  target.dispatchEvent(new MouseEvent('click', where));
  await shown;
  return (performance.now() - began) / 1000;
}"""
"""Seconds from a click until a condition holds and has been painted."""


def races(effort: Effort) -> Iterator[Race]:
    """Picks and moves, in a JupyterLab of its own."""
    rounds = 40 if effort.repeats > 3 else 2
    redraw = Race("table: from a click until the answer is painted, on the map and in the lists")
    legal = game().legal(crowded())
    size = f"the largest board, {len(legal.units())} units that can move, {len(legal):,} actions"
    with TemporaryDirectory() as home, sync_playwright() as playwright:
        browser = launch(playwright)
        with jupyter_lab(Path(home) / "jupyter") as lab:
            page = browser.new_page(viewport={"width": 1280, "height": 800})
            wire = Wire(page)
            (lab.root / "position.json").write_text(crowded().to_json())
            lab.run(page, lab.write([CELL]))
            page.wait_for_selector(".sandtable-map[data-ready]", timeout=120_000)
            page.wait_for_timeout(2000)
            redraw.notes = (size, *_play(page, wire, redraw, rounds))
            page.close()
        browser.close()
    yield redraw


def _play(page: Page, wire: Wire, race: Race, rounds: int) -> Iterator[str]:
    """Units one after another are picked on the map and moved; after a while everything is taken back."""
    took: dict[str, list[float]] = {"pick a unit: its destinations, costs and stack": [], "move it": []}
    sizes: dict[str, list[int]] = {name: [] for name in took}
    pick, move = took
    moved = undone = number = 0
    while moved < rounds:
        key = (
            page.locator('[data-list="units"] [role="option"]').nth(number % 12).get_attribute("data-key")
            or ""
        )
        number += 1
        _timed(page, wire, pick, took, sizes, f'.sandtable-map [data-unit="{key.removeprefix("unit-")}"]',
               f"document.querySelector('[data-key=\"{key}\"][aria-selected=\"true\"]')")  # fmt: skip
        lit: list[str] = page.evaluate(
            "[...document.querySelectorAll('.target-move')].map((e) => e.dataset.target)"
        )
        if lit:
            _timed(page, wire, move, took, sizes, f".sandtable-map .space-{lit[len(lit) // 2]}",
                   "!document.querySelector('[data-target]')")  # fmt: skip
            moved += 1
        if number % 12 == 0:
            for _ in range(moved - undone):
                page.locator('[data-key="undo"]').click()
            undone = moved
            page.wait_for_timeout(400)
    race.seconds |= took
    for name, sent in sizes.items():
        mean, most = sum(sent) / len(sent) / 1000, max(sent) / 1000
        within = f"95 of 100 within {p95(took[name]) * 1000:.0f} ms"
        yield f"{name}: {within}; {mean:.1f} kB on the wire, {most:.1f} at most"


def _timed(
    page: Page,
    wire: Wire,
    name: str,
    took: dict[str, list[float]],
    sizes: dict[str, list[int]],
    act: str,
    done: str,
) -> None:
    """One click, and what came over the wire for it."""
    before = wire.bytes
    took[name].append(page.evaluate(PAINTED, [act, done]))
    page.wait_for_timeout(120)
    sizes[name].append(wire.bytes - before)
