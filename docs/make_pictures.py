"""Takes the pictures of the README and the notebooks anew, from the real thing in a real browser.

    make pictures
    python docs/make_pictures.py shanghai-nanking odds-explorer     # some of them

Needs chromium. Each picture is one cell in JupyterLab; what it shows is set up by playing, so a picture that
no longer comes out is a sign that the table has changed.
"""

from __future__ import annotations

import io
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser.lab import Lab, jupyter_lab, launch  # noqa: E402

IMAGES = ROOT / "notebooks" / "images"
THUMBNAILS = ROOT / "widgets" / "sandtable_widgets" / "lobby" / "pictures"
WINDOW = {"width": 1500, "height": 980}
LARGEST = 300_000
"""Bytes of a picture; the quality gives way until it fits."""
FIT = 2
"""Which of the map's buttons shows the whole map."""
HIDE_SIDEBAR = "() => window.jupyterapp.commands.execute('application:toggle-left-area')"


@dataclass(frozen=True)
class Shot:
    """One picture: the code of its cell, and what of the page is taken."""

    code: str
    element: str
    ready: str
    thumbnail: bool = False


def table(slug: str, scenario: str, plays: str, looks: str) -> Shot:
    """A table in a game, after some actions and with something picked."""
    code = f"""
import sandtable as st
from sandtable_widgets import Table
game = st.load("{slug}")
match = st.Match(game, "{scenario}", seed=7)
{plays}
table = Table(match, open_table=True, autosave=False, height="720px")
{looks}
table
"""
    return Shot(code, ".sandtable-table", ".sandtable-map[data-ready=true]", thumbnail=True)


TO_THE_FIRST_IMPULSE = """
while match.state.phase != "impulse" or match.state.decision.side != "chinese":
    match.play(next(iter(game.legal(match.state))))
"""
TO_THE_FIRST_COMBAT = """
from sandtable.players import make
staffs = {side: make("doctrine", game, side) for side in game.sides}
match.play("order move-combat")
while match.state.phase != "combat":
    match.play(staffs[match.state.decision.side].choose(match.state))
"""
AIM = """
attacks = [action for action in game.legal(match.state) if action.verb == "attack"]
best = max(attacks, key=lambda a: game.forecast(match.state, a).chance(lambda outcome: outcome.cleared))
table.desk.click(best.focus)
"""

SHOTS = {
    "shanghai-nanking": table(
        "shanghai-nanking", "campaign", 'match.play("plan AM")', 'table.desk.click("3512")'
    ),
    "stalins-first-victory": table("stalins-first-victory", "suggested", TO_THE_FIRST_COMBAT, AIM),
    "storm-over-taierzhuang": table(
        "storm-over-taierzhuang", "deployed", TO_THE_FIRST_IMPULSE, "table.desk.next_unit()"
    ),
    "taierzhuang": table("taierzhuang", "suggested", TO_THE_FIRST_COMBAT, AIM),
    "odds-explorer": Shot(
        """
import sandtable as st
from sandtable_widgets import OddsExplorer
explorer = OddsExplorer(st.load("shanghai-nanking"))
explorer.set(attack=24, defence=7, ground="town", artillery="yes", attacker_steps=8, defender_steps=3)
explorer
""",
        ".jp-OutputArea-output",
        ".st-odds .heat",
    ),
}


def take(lab: Lab, page: Page, name: str, shot: Shot) -> None:
    """Runs the cell and keeps the picture."""
    page.set_viewport_size(WINDOW)  # type: ignore[arg-type]
    lab.run(page, lab.write([shot.code], f"{name}.ipynb"))
    page.evaluate(HIDE_SIDEBAR)
    page.wait_for_selector(shot.ready, timeout=60_000)
    page.wait_for_timeout(2_000)
    if shot.thumbnail:
        page.locator(".st-bar button").nth(FIT).click()
    page.wait_for_timeout(1_000)
    found = page.locator(shot.element).first
    found.scroll_into_view_if_needed()
    page.wait_for_timeout(1_000)
    keep(found.screenshot(), IMAGES / f"{name}.jpg")
    if shot.thumbnail:
        page.add_style_tag(content=".st-controls { display: none }")
        keep(page.locator(".sandtable-map").first.screenshot(), THUMBNAILS / f"{name}.jpg", 480)


def keep(png: bytes, path: Path, width: int | None = None) -> None:
    """Writes a picture as JPEG, no larger than it may be."""
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    if width is not None:
        picture.thumbnail((width, width))
    for quality in range(88, 40, -4):
        packed = io.BytesIO()
        picture.save(packed, "JPEG", quality=quality, optimize=True, progressive=True)
        if packed.tell() < LARGEST:
            break
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(packed.getvalue())
    print(f"{path.relative_to(ROOT)}: {picture.width}×{picture.height}, {packed.tell() // 1000} kB")


def main(names: list[str]) -> None:
    unknown = [name for name in names if name not in SHOTS]
    if unknown:
        sys.exit(f"no picture named {', '.join(unknown)}; there are: {', '.join(SHOTS)}")
    with (
        tempfile.TemporaryDirectory() as home,
        jupyter_lab(Path(home)) as lab,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        for name in names or SHOTS:
            page = browser.new_page()
            take(lab, page, name, SHOTS[name])
            page.close()
            lab.close_sessions()
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
