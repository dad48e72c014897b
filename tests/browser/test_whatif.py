"""The what-if panel in a real JupyterLab: run, watch, read the charts, move the front through the turns."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import RunCells, Shoot

CELL = """
import sandtable as st
from sandtable_widgets import WhatIf
panel = WhatIf(st.load("stalins-first-victory"), number=3, workers=1)
for seat in panel.seats.values():
    seat.value = "random"
panel.choose("no-tanks")
panel
"""


def test_a_question_is_asked_and_charted(run_cells: RunCells, shoot: Shoot) -> None:
    page = run_cells([CELL])
    output = page.locator(".jp-OutputArea-output").first
    expect(output.get_by_text("What if …")).to_be_visible(timeout=60_000)
    output.get_by_role("button", name="Run").click()
    expect(output.get_by_text("6 games:")).to_be_visible(timeout=90_000)
    expect(output.locator(".js-plotly-plot").first).to_be_visible(timeout=60_000)
    expect(output.get_by_text("in history", exact=True)).to_be_visible()
    shoot(page, "whatif-outcomes")
    panel = output.locator(".widget-tab-contents, .jupyter-widget-tab-contents").first
    assert panel.evaluate("box => box.scrollWidth <= box.clientWidth"), "a chart is scrolled sideways"
    page.get_by_role("tab", name="Front").click()
    slider = output.locator(".js-plotly-plot .slider-group")
    expect(slider).to_be_visible(timeout=60_000)
    expect(output.get_by_text("By the end of turn 5", exact=False)).to_be_visible()
    slider.locator(".slider-rail-touch-rect").click(position={"x": 8, "y": 8})
    expect(output.get_by_text("By the end of turn 1", exact=False)).to_be_visible()
    shoot(page, "whatif-front")


def test_a_narrow_window_puts_the_questions_beneath(run_cells: RunCells, shoot: Shoot) -> None:
    page = run_cells([CELL])
    output = page.locator(".jp-OutputArea-output").first
    asked = output.get_by_text("No tanks at Dalainor", exact=True).first
    expect(asked).to_be_visible(timeout=60_000)
    page.set_viewport_size({"width": 900, "height": 800})
    seed = output.get_by_text("Seed", exact=True)
    wide = asked.bounding_box()
    above = seed.bounding_box()
    assert wide is not None
    assert above is not None
    assert wide["width"] > 120
    assert wide["y"] > above["y"]
    shoot(page, "whatif-narrow")
