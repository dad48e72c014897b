"""The map in a real browser: spaces and counters are there, a click reaches Python and comes back."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import RunCells, Shoot
from tests.browser.lab import free_port

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
    depths = [space.evaluate("(path) => getComputedStyle(path).fillOpacity") for space in held]
    assert depths[0] == depths[1], "whoever holds more is tinted like the other"
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


GREAT_NAMES = """() => {
  const marks = [...document.querySelectorAll('.town.r1')], texts = [...document.querySelectorAll('text.name.r1')];
  const boxes = [...document.querySelectorAll('.pile')].map((pile) => pile.getBoundingClientRect());
  const far = (a, b) => Math.hypot(Math.max(b.left - a.right, 0, a.left - b.right), Math.max(b.top - a.bottom, 0, a.top - b.bottom));
  return Object.fromEntries(marks.map((mark, i) => {
    const place = mark.getBoundingClientRect(), cover = boxes.filter((box) => far(place, box) === 0);
    const shown = texts[i].style.display !== 'none', name = texts[i].getBoundingClientRect();
    return [texts[i].firstChild.textContent, shown ? Math.min(...[place, ...cover].map((box) => far(name, box))) : null];
  }));
}"""  # noqa: E501
"""How far each great place's name is from its mark, or from the counters that lie on it, in pixels."""


def test_great_places_are_named_beside_themselves_at_every_zoom(run_cells: RunCells) -> None:
    page = run_cells([MAP])
    page.wait_for_selector(".sandtable-map[data-ready]", timeout=30_000)
    seen = set()
    for _ in range(9):
        page.wait_for_timeout(400)
        found = page.evaluate(GREAT_NAMES)
        assert found.keys() == {"Shanghai", "Nanking", "Suzhou", "Hangzhou"}
        assert all(far is not None and far <= 48 for far in found.values()), found
        seen.add(page.locator(".st-scale text").last.text_content())
        page.get_by_role("button", name="Zoom in").click()
    assert len(seen) > 4, "the map has been seen at many zooms"


FRONT = """
import sandtable as st
from sandtable_widgets import MapView
game = st.load("taierzhuang")
view = MapView(game, height="600px")
view.show(game.view(game.new("suggested"), None))
view
"""
STRUCK_OUT = """() => {
  const line = document.querySelector('.front .line'), onto = line.getScreenCTM(), points = [];
  for (let at = 0; at < line.getTotalLength(); at += 2) points.push(line.getPointAtLength(at).matrixTransform(onto));
  const names = [...document.querySelectorAll('text.name.r3, text.name.r4')].filter((e) => e.style.display !== 'none');
  const over = (box) => points.some((p) => p.x > box.left && p.x < box.right && p.y > box.top + 4 && p.y < box.bottom - 4);
  return [names.length, names.filter((e) => over(e.getBoundingClientRect())).map((e) => e.textContent)];
}"""  # noqa: E501
"""How many small places are named, and which of the names the front line runs through."""


def test_the_front_line_strikes_out_no_name(run_cells: RunCells) -> None:
    page = run_cells([FRONT])
    page.wait_for_selector(".sandtable-map[data-ready]", timeout=30_000)
    for _ in range(4):
        page.wait_for_timeout(400)
        named, struck = page.evaluate(STRUCK_OUT)
        assert named > 5
        assert struck == []
        page.get_by_role("button", name="Zoom in").click()


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


PIXEL = (
    b"\x89PNG\r\n\x1a\n"
    + _chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0))
    + _chunk(b"IDAT", zlib.compress(b"\x00\x20\x80\x40"))
    + _chunk(b"IEND", b"")
)
"""A picture of one green point."""


@contextmanager
def tile_server(status: int) -> Iterator[tuple[str, list[str]]]:
    """A server of tiles on loopback that always answers so; its address, and what it was asked for."""
    asked: list[str] = []

    class Tiles(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(status)
            self.send_header("Content-Type", "image/png")
            self.end_headers()
            if status == 200:
                self.wfile.write(PIXEL)

        def log_message(self, *_: object) -> None:
            """Says nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Tiles)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", asked
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


TILED = """
from sandtable_widgets.atlas import view as atlas_view
atlas_view.TILES = "{address}/{{z}}/{{x}}/{{y}}.png"
"""
LOADED = ".leaflet-tile-pane img.leaflet-tile-loaded"


def test_online_tiles_come_and_go_with_their_switch(run_cells: RunCells, shoot: Shoot) -> None:
    with tile_server(200) as (address, asked):
        page = run_cells([TILED.format(address=address), MAP])
        page.wait_for_selector(".sandtable-map[data-ready]", timeout=30_000)
        page.get_by_role("button", name="Layers and lettering").click()
        assert not asked, "nothing is fetched before it is asked for"
        tiles = page.get_by_label("Online tiles")
        tiles.check()
        expect(page.locator(LOADED).first).to_be_attached(timeout=15_000)
        assert asked[0].endswith(".png")
        expect(page.locator(".st-note")).to_be_hidden()
        expect(page.locator(".st-credit")).to_contain_text("OpenStreetMap")
        shoot(page, "map-tiles")
        tiles.uncheck()
        expect(page.locator(".leaflet-tile-pane img")).to_have_count(0)
        expect(page.locator(".st-credit")).to_be_empty()


@pytest.mark.parametrize("answer", [500, None], ids=["answers 500", "is down"])
def test_without_tiles_a_line_says_so_and_the_map_goes_on(run_cells: RunCells, answer: int | None) -> None:
    with tile_server(answer or 200) as (address, _):
        if answer is None:
            address = f"http://127.0.0.1:{free_port()}"
        page = run_cells([TILED.format(address=address), MAP])
        broken: list[str] = []
        page.on("pageerror", lambda error: broken.append(str(error)))
        page.wait_for_selector(".sandtable-map[data-ready]", timeout=30_000)
        page.get_by_role("button", name="Layers and lettering").click()
        page.get_by_label("Online tiles").check()
        expect(page.locator(".st-note")).to_have_text(
            "The online tiles cannot be reached; the map goes on without them.", timeout=15_000
        )
        page.locator(".space-1512").click()
        expect(page.locator("[data-target]")).to_have_count(6)
        page.get_by_label("Online tiles").uncheck()
        expect(page.locator(".st-note")).to_be_hidden()
        assert not broken
        assert not page.locator(".jp-OutputArea-output[data-mime-type*=stderr]").count()


BOARD = """() => {
  const edges = (boxes) => [Math.min(...boxes.map((b) => b.left)), Math.min(...boxes.map((b) => b.top)),
                            Math.max(...boxes.map((b) => b.right)), Math.max(...boxes.map((b) => b.bottom))];
  const boxes = (what) => [...document.querySelectorAll(what)].map((e) => e.getBoundingClientRect());
  return [edges(boxes('.sandtable-map .leaflet-container')), edges(boxes('.sandtable-map .space'))];
}"""
"""Where the window of the map lies, and the board in it: left, top, right, bottom."""
SETTLED = """() => new Promise((done) => {
  let last = '', still = 0;
  const look = () => {
    const board = document.querySelector('.sandtable-map .space').getBoundingClientRect();
    const now = [board.left, board.top, board.width].join();
    still = now === last ? still + 1 : 0; last = now;
    if (still > 30) done(); else requestAnimationFrame(look);
  };
  look();
})"""
"""Waits until nothing has moved for thirty frames."""


def test_the_board_stays_whole_when_its_window_changes(run_cells: RunCells) -> None:
    page = run_cells([TWO_MAPS])
    page.wait_for_selector(".sandtable-map[data-ready]", timeout=30_000)
    for change in (
        lambda: page.set_viewport_size({"width": 1920, "height": 1080}),
        lambda: page.evaluate("window.jupyterapp.commands.execute('application:toggle-left-area')"),
        lambda: page.set_viewport_size({"width": 1280, "height": 800}),
    ):
        change()
        page.evaluate(SETTLED)
        (left, top, right, bottom), board = page.evaluate(BOARD)
        assert left < board[0] < board[2] < right
        assert top < board[1] < board[3] < bottom
        spare = ((right - left) / (board[2] - board[0]), (bottom - top) / (board[3] - board[1]))
        assert min(spare) < 1.2, "the board fills its window in one direction, but for the buttons"
        page.get_by_role("button", name="Whole map").click()
        page.evaluate(SETTLED)
        assert page.evaluate(BOARD)[1] == [pytest.approx(edge, abs=1.5) for edge in board]


STORM = """
import sandtable as st
from sandtable_widgets import MapView
from sandtable_widgets.atlas import Target
game = st.load("storm-over-taierzhuang")
view = MapView(game, height="600px")
view.show(game.view(game.new("deployed"), None))
view.on_click(lambda click: view.select(click.space, [click.unit] if click.unit else []))
view.layout.width = "WIDE"
view.mark({space: Target("move", "1") for space in LIT}, fan="JE1")
view
"""
MIDDLE = "(e) => { const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; }"
COVERED = """() => {
  const box = (e) => e.getBoundingClientRect(), mat = box(document.querySelector('.pile.open .mat'));
  const over = (b) => b.left < mat.right && b.right > mat.left && b.top < mat.bottom && b.bottom > mat.top;
  const lit = [...document.querySelectorAll('[data-target]')];
  return lit.filter((e) => over(box(e))).map((e) => e.dataset.target);
}"""
"""Lit spaces that an open pile lies over."""


def test_an_open_pile_lies_off_the_lit_spaces(run_cells: RunCells) -> None:
    page = run_cells([STORM.replace("WIDE", "100%").replace("LIT", "'XYTUVW'")])
    page.wait_for_selector(".sandtable-map[data-ready]", timeout=30_000)
    expect(page.locator(".pile.open .counter")).to_have_count(19)
    # The map may still be coming to rest in its frame.
    page.wait_for_function(f"() => ({COVERED})().length === 0")


def test_a_cost_is_clicked_through_an_open_pile(run_cells: RunCells) -> None:
    page = run_cells([STORM.replace("WIDE", "400px").replace("LIT", "game.board.ids")])
    page.wait_for_selector(".sandtable-map[data-ready]", timeout=30_000)
    expect(page.locator(".pile.open .counter")).to_have_count(19)
    mat = page.locator(".pile.open .mat").bounding_box()
    assert mat is not None
    for space in page.evaluate(COVERED):
        at = page.locator(f"[data-cost='{space}']").evaluate(MIDDLE)
        if mat["x"] < at[0] < mat["x"] + mat["width"] and mat["y"] < at[1] < mat["y"] + mat["height"]:
            break
    else:
        pytest.fail("the pile covers no cost, so this test shows nothing")
    page.mouse.click(*at)
    outline = page.locator(f".space-{space}").get_attribute("d")
    expect(page.locator(".chosen")).to_have_attribute("d", outline or "nothing")
    expect(page.locator(".counter.picked")).to_have_count(0)


CROWDED = MAP.replace(
    "view.on_click(light)", 'view.targets({"3512": Target("attack"), "3611": Target("attack")})'
)
HIDDEN_NUMBERS = """() => [...document.querySelectorAll('.badge')].filter((badge) => {
  const b = badge.getBoundingClientRect();
  const seen = document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2);
  return b.width && !seen?.closest('.badge');
}).map((badge) => badge.dataset.stack)"""
LAYERS = "[...document.querySelector('.piles').parentNode.children].map((g) => g.getAttribute('class'))"
RIMS = """() => {
  const rim = document.querySelector('.rim-attack').getBoundingClientRect();
  return ['3512', '3611'].every((space) => {
    const pile = document.querySelector(`[data-stack^='${space}'].pile`).getBoundingClientRect();
    return rim.left < pile.left && rim.right > pile.right && rim.top < pile.top && rim.bottom > pile.bottom;
  });
}"""


def test_targets_and_numbers_of_piles_show_in_a_crowd(run_cells: RunCells, shoot: Shoot) -> None:
    page = run_cells([CROWDED])
    page.wait_for_selector(".sandtable-map[data-ready]", timeout=30_000)
    expect(page.locator(".rim-attack")).to_have_count(1)
    assert page.evaluate(RIMS), "a lit pile has a rim around it"
    assert page.evaluate(LAYERS) == ["piles", "rims", "badges", "spread"], "from the lowest to the highest"
    assert page.evaluate(HIDDEN_NUMBERS) == []
    shoot(page, "map-crowded")


PLAYED = """
from sandtable_widgets import Table
Table("shanghai-nanking", autosave=False)
"""


def test_escape_on_the_map_lets_go_and_keeps_the_keys(run_cells: RunCells) -> None:
    page = run_cells([PLAYED])
    page.wait_for_selector(".sandtable-map[data-ready]", timeout=30_000)
    page.locator(".sandtable-table").evaluate("e => e.scrollIntoView()")
    page.locator('[data-key="do-plan MA"]').click()
    expect(page.locator('[data-key="do-plan MA"]')).to_have_count(0)
    page.keyboard.press("n")
    expect(page.locator(".counter.picked")).to_have_count(1)
    page.locator(".counter.picked").click()
    expect(page.locator(".leaflet-container:focus")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".counter.picked")).to_have_count(0)
    page.keyboard.press("n")
    expect(page.locator(".counter.picked")).to_have_count(1)


GROWN = """() => {
  const box = (what) => document.querySelector(what).getBoundingClientRect();
  const question = box('.tb-prompt .tb-grow').width / box('.tb-prompt').width;
  return [box('[data-unit="c_gar_suzhou"] use').height, question];
}"""
"""How high a counter with all its text is, and how much of its line the question takes."""


def test_a_new_table_is_in_sight_and_can_be_read_from_afar(run_cells: RunCells) -> None:
    page = run_cells(["# an explanation\n" * 9 + PLAYED])
    page.wait_for_selector(".sandtable-map[data-ready]", timeout=60_000)
    page.wait_for_function(
        "() => document.querySelector('.sandtable-table').getBoundingClientRect().bottom <= innerHeight"
    )
    page.wait_for_selector(".tb-prompt .tb-grow")
    before = page.evaluate(GROWN)[0]
    for _ in range(4):
        page.locator('[data-key="larger"]').click()
    page.wait_for_function(f"() => ({GROWN})()[0] > 1.4 * {before}")
    assert page.evaluate(GROWN)[1] > 0.5
