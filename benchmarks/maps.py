"""The map in headless Chromium: how soon it is there, how soon a click shows, how much a move sends."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, WebSocket, sync_playwright

from tests.browser.lab import RUN_ALL, Lab, jupyter_lab, launch

from .measure import Effort, Race

SLUG = "shanghai-nanking"
"""The largest board: a thousand hexes."""

CELL = f"""
import random
import ipywidgets
import sandtable as st
from sandtable_widgets.atlas import MapView, Target
game = st.load("{SLUG}")
state, rng = game.new("campaign"), random.Random(5)
view = MapView(game)
view.show(game.view(state, None))
def light(click):
    near = game.board.adjacent(game.board.index(click.space))
    view.select(click.space)
    view.targets({{game.board.ids[n]: Target("move", "2") for n in near}})
def play(_):
    global state
    before = now = game.view(state, None)
    while (now.stacks, now.control) == (before.stacks, before.control):
        if state.decision is None:
            state = game.new("campaign", seed=rng.getrandbits(32))
        state = game.play(state, game.legal(state).sample(rng))
        now = game.view(state, None)
    view.show(now)
view.on_click(light)
button = ipywidgets.Button(description="play")
button.on_click(play)
ipywidgets.VBox([button, view])
"""
STEPS_OF_A_CLICK = 2
"""Halo and targets."""

WAIT = """
async ([act, steps]) => {
  const box = document.querySelector('.sandtable-map'), wanted = Number(box.dataset.step) + steps;
  const shown = new Promise((done, fail) => {
    setTimeout(() => fail(new Error(`${act}: no answer within 20 s`)), 20000);
    const watch = new MutationObserver(() => {
      if (Number(box.dataset.step) < wanted) return;
      watch.disconnect();
      requestAnimationFrame(() => requestAnimationFrame(done));
    });
    watch.observe(box, { attributes: true, attributeFilter: ['data-step'] });
  });
  const began = performance.now(), target = document.querySelector(act), at = target.getBoundingClientRect();
  const where = { bubbles: true, clientX: at.x + at.width / 2, clientY: at.y + at.height / 2 };
  target.dispatchEvent(new PointerEvent('pointerdown', where));
  target.dispatchEvent(new MouseEvent('click', where));
  await shown;
  return (performance.now() - began) / 1000;
}"""
"""Seconds from a click until what Python answers has been painted."""


class Wire:
    """What comes over the sockets of a page."""

    def __init__(self, page: Page) -> None:
        self.bytes = 0
        page.on("websocket", self._opened)

    def _opened(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._received)

    def _received(self, payload: str | bytes) -> None:
        self.bytes += len(payload.encode() if isinstance(payload, str) else payload)


def races(effort: Effort) -> Iterator[Race]:
    """First map, clicks and moves, in a JupyterLab of its own."""
    opened, clicks = (3, 40) if effort.repeats > 3 else (1, 5)
    first = Race("map: from running the cell until the map is there", ("a thousand hexes, imports included",))
    redraw = Race("map: from a click until the answer is painted")
    with TemporaryDirectory() as home, sync_playwright() as playwright:
        os.environ["SANDTABLE_CACHE"] = str(Path(home) / "cache")
        browser = launch(playwright)
        with jupyter_lab(Path(home) / "jupyter") as lab:
            name = lab.write([CELL])
            for turn in range(opened + 1):
                page = browser.new_page(viewport={"width": 1280, "height": 800})
                wire = Wire(page)
                row = "the first ever on a machine" if turn == 0 else "from the cache"
                first.seconds.setdefault(row, []).append(_first_map(lab, page, name))
                if turn == opened:
                    sheet = wire.bytes
                    redraw.notes = (*_clicks(page, redraw, clicks), *_moves(page, wire, redraw, clicks))
                    first.notes += (f"{sheet / 1000:.0f} kB on the wire until then",)
                page.close()
                lab.close_sessions()
        browser.close()
        del os.environ["SANDTABLE_CACHE"]
    yield first
    yield redraw


def _first_map(lab: Lab, page: Page, name: str) -> float:
    lab.open(page, name)
    page.evaluate(RUN_ALL.replace("return await", "window.began = performance.now(); return await"))
    page.wait_for_selector(".sandtable-map[data-ready]", timeout=60_000)
    seconds: float = page.evaluate("(performance.now() - window.began) / 1000")
    page.wait_for_timeout(1500)
    return seconds


def _clicks(page: Page, race: Race, count: int) -> Iterator[str]:
    spaces = [f".space-{10 + n % 12:02d}{6 + n % 7:02d}" for n in range(count)]
    took = [page.evaluate(WAIT, [space, STEPS_OF_A_CLICK]) for space in spaces]
    race.seconds["click a space: halo and targets"] = took
    yield f"95 of 100 clicks within {p95(took) * 1000:.0f} ms"


def _moves(page: Page, wire: Wire, race: Race, count: int) -> Iterator[str]:
    took, sizes = [], []
    page.evaluate(WAIT, [".widget-button", 1])  # the first compiles the kernel's hot loops
    for _ in range(count):
        before = wire.bytes
        took.append(page.evaluate(WAIT, [".widget-button", 1]))
        page.wait_for_timeout(60)
        sizes.append(wire.bytes - before)
    race.seconds["play an action: counters and control"] = took
    yield f"95 of 100 actions within {p95(took) * 1000:.0f} ms"
    mean, most = sum(sizes) / len(sizes) / 1000, max(sizes) / 1000
    yield f"{mean:.1f} kB on the wire for an action, {most:.1f} at most"


def p95(values: list[float]) -> float:
    return quantiles(values, n=20, method="inclusive")[-1]
