"""The part of the map that lives in the browser: one widget that draws on the panes of a Leaflet map."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from typing import Any

import anywidget
import traitlets

from sandtable.game import Game
from sandtable.view import View

from .scene import KINDS, Entries, Looks, difference, position
from .sheet import geodata_folder, sheet
from .style import side_colour

_SCRIPTS = (
    "frame.js", "labels.js", "overlay.js", "fan.js", "counters.js", "controls.js",
    "keys.js", "board.js", "main.js",
)  # fmt: skip
FACES = (
    ("latin-regular.ttf", "400", "normal"), ("latin-italic.ttf", "400", "italic"),
    ("latin-bold.ttf", "700", "normal"), ("latin-bolditalic.ttf", "700", "italic"),
    ("latin-heavy.ttf", "900", "normal"),
    ("hanzi-regular.otf", "400", "normal"), ("hanzi-bold.otf", "700", "normal"),
)  # fmt: skip
"""Typefaces of the plate: file, weight, slope."""


@cache
def _static(name: str) -> str:
    return (files(__package__) / "static" / name).read_text(encoding="utf-8")


def _scene_now(_: Any, surface: Surface) -> dict[str, Any]:
    """A browser that asks (at first, or when a page is opened again) gets the position as it is now."""
    return surface.everything()


class Surface(anywidget.AnyWidget):
    """Draws a sheet and a scene. Positions travel as differences once a browser has answered."""

    _esm = "\n".join(_static(name) for name in _SCRIPTS)

    leaflet = traitlets.Unicode().tag(sync=True)
    sheet = traitlets.Bytes().tag(sync=True)
    scene = traitlets.Dict().tag(sync=True, to_json=_scene_now)
    sides = traitlets.List().tag(sync=True)
    theme = traitlets.Unicode("auto").tag(sync=True)
    labels = traitlets.Bool(True).tag(sync=True)
    tint = traitlets.Bool(True).tag(sync=True)
    ids = traitlets.Bool(True).tag(sync=True)
    tiles = traitlets.Bool(False).tag(sync=True)
    text_scale = traitlets.Float(1.0).tag(sync=True)

    def __init__(self, game: Game, leaflet: Any) -> None:
        made = sheet(game)
        self._game, self._head = game, made.head
        self.bounds: tuple[float, float, float, float] = tuple(made.head["bounds"])
        self._looks = Looks()
        self._entries: Entries = {kind: {} for kind in KINDS}
        self._sent: Entries = dict(self._entries)
        self._held = False
        self._step = 0
        self._listening = False
        self._callbacks: list[Callable[[str, str | None], None]] = []
        self._css = made.head["theme"] + _static("map.css")
        super().__init__(
            leaflet=leaflet.model_id,
            sheet=made.packed,
            sides=[[side, side_colour(side, made.head["liveries"])] for side in game.sides],
        )
        self.on_msg(self._heard)

    def everything(self) -> dict[str, Any]:
        """The whole scene, with every drawing that it uses."""
        return {"step": self._step, "looks": self._looks.all(), **self._entries}

    def show(self, view: View) -> None:
        """Take over counters, stacks and control of a view."""
        self._take(position(view, self._game.sides, self._head["liveries"], self._looks))

    def mark(self, *, targets: dict[str, Any] | None = None, **marks: Any) -> None:
        """Take over targets (all of them) or single marks: space, selected, path, fan."""
        news: Entries = {"marks": self._entries["marks"] | marks}
        if targets is not None:
            news["targets"] = targets
        self._take(news)

    def tell(self, message: dict[str, Any]) -> None:
        """Say something that is not part of the scene."""
        self.send({"tell": message})

    def on_click(self, callback: Callable[[str, str | None], None]) -> None:
        """Call back with space and unit of every click."""
        self._callbacks.append(callback)

    @contextmanager
    def together(self) -> Iterator[None]:
        """What changes meanwhile goes to the browser in one message."""
        outer, self._held = self._held, True
        try:
            yield
        finally:
            self._held = outer
            self._take({})

    def _take(self, news: Entries) -> None:
        self._entries.update(news)
        if self._held:
            return
        changed = difference(self._sent, self._entries)
        self._sent = dict(self._entries)
        if not changed:
            return
        self._step += 1
        if self._listening:
            self.send({"step": self._step, "looks": self._looks.news(), **changed})
        else:
            # Before a browser has answered, messages may be lost; the state of a widget is not.
            self.send_state("scene")

    def _heard(self, _: Any, message: dict[str, Any], __: Any) -> None:
        if message.get("type") == "click":
            space, unit = message.get("space"), message.get("unit")
            if space in self._game.board.number:
                for callback in list(self._callbacks):
                    callback(space, unit)
        elif message.get("type") == "hello":
            self._listening = True
            if message.get("step") != self._step:
                self.send_state("scene")
        elif message.get("type") == "fonts":
            self._send_fonts()

    def _send_fonts(self) -> None:
        """The typefaces of the plate: a page asks for them once, whatever the number of maps."""
        folder = geodata_folder() / "draw" / "fonts"
        found = [face for face in FACES if (folder / face[0]).is_file()]
        self.send({"fonts": found}, [(folder / face[0]).read_bytes() for face in found])
