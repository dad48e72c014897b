"""Replay: a match on the map, moved by a slider, a play button, the log or the turn."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Any

import ipywidgets as w

from sandtable.errors import SandtableError, Unknown
from sandtable.match import Match

from ..atlas import MapView
from ..given import played
from ..page import Page, capital, pickable, rule
from .export import write
from .film import Scene, dates, outcome_of, scenes, turn_starts

WINDOW = 18
"""Actions before and after the present one that the log shows."""
SPEEDS = {"slow": 2000, "normal": 800, "fast": 250}


class Replay(w.VBox):
    """A match seen again; `side` sees it as that side could (None: as an umpire).

    `replay.goto(ply)` moves to a moment, `replay.export("game.html")` writes a page that needs nothing else.
    """

    def __init__(self, match: Match, side: str | None = None, height: str = "520px") -> None:
        match = played(match)
        if side is not None and side not in match.game.sides:
            raise Unknown("side", side, match.game.sides)
        self.match, self.side, self._height = match, side, height
        self.film = scenes(match, side)
        self._dates = dates(self.film, side)
        self.map = MapView(match.game, height=height)
        last = len(self.film) - 1
        self.slider = w.IntSlider(max=last, readout=False, layout=w.Layout(flex="1 1 auto", width="auto"))
        self.slider.tooltip = "Moment of the match"
        self.play = w.Play(max=last, interval=SPEEDS["normal"], show_repeat=False)
        self.speed = w.Dropdown(options=SPEEDS, value=SPEEDS["normal"], layout=w.Layout(width="90px"))
        self.back = w.Button(icon="step-backward", tooltip="One action back", layout=w.Layout(width="40px"))
        self.on = w.Button(icon="step-forward", tooltip="One action on", layout=w.Layout(width="40px"))
        starts = turn_starts(self.film)
        self.turn = w.Dropdown(
            options=[(f"turn {turn}", ply) for turn, ply in starts.items()], layout=w.Layout(width="110px")
        )
        self.caption = Page(label="What happens")
        self.story = Page(label="Log", layout=w.Layout(flex="1 1 auto", min_width="0"))
        self.file = w.Text(value=f"{match.game.slug}.html", layout=w.Layout(width="280px"))
        self.save = w.Button(
            description="Export as a page", icon="download", tooltip="One HTML file, offline"
        )
        self.saved = w.HTML()
        self._wire()
        bar = [self.play, self.back, self.on, self.slider, self.turn, self.speed]
        super().__init__(
            [
                self.caption,
                w.HBox(bar, layout=w.Layout(width="100%", align_items="center")),
                w.HBox(
                    [
                        w.Box([self.map], layout=w.Layout(flex="1 1 64%", min_width="0")),
                        w.Box([self.story], layout=w.Layout(flex="1 1 36%", min_width="0")),
                    ],
                    layout=w.Layout(width="100%"),
                ),
                w.HBox([self.save, self.file, self.saved], layout=w.Layout(align_items="center")),
            ],
            layout=w.Layout(width="100%"),
        )
        self._show()

    def _wire(self) -> None:
        w.jslink((self.play, "value"), (self.slider, "value"))
        self.play.observe(self._played, "value")
        self.slider.observe(lambda _: self._show(), "value")
        self.turn.observe(self._turned, "value")
        self.speed.observe(lambda change: setattr(self.play, "interval", change["new"]), "value")
        self.back.on_click(lambda _: self.goto(max(self.ply - 1, 0)))
        self.on.on_click(lambda _: self.goto(min(self.ply + 1, self.slider.max)))
        self.story.on_pick(lambda key: self.goto(int(key)))
        self.save.on_click(self._export_clicked)

    @property
    def ply(self) -> int:
        """The moment that is shown."""
        return int(self.slider.value)

    @property
    def scene(self) -> Scene:
        return self.film[self.ply]

    def goto(self, ply: int) -> None:
        """Shows the moment after so many actions."""
        if not 0 <= ply < len(self.film):
            raise SandtableError(f"the match has no ply {ply}; it has 0 to {len(self.film) - 1}")
        self.slider.value = ply

    def export(self, path: str | Path, overwrite: bool = False) -> Path:
        """Writes the match as one HTML file: map, counters, log and slider, without any outside request."""
        return write(self.match, self.film, Path(path), self.side, overwrite)

    # -- inside -------------------------------------------------------------------------------------

    def _played(self, change: dict[str, Any]) -> None:
        """In a browser the play button moves the slider itself; without one this does."""
        self.slider.value = change["new"]

    def _turned(self, change: dict[str, Any]) -> None:
        if self.scene.state.turn != self.film[change["new"]].state.turn:
            self.goto(change["new"])

    def _show(self) -> None:
        scene = self.scene
        self.play.value = self.ply
        self.map.show(self.match.game.view(scene.state, self.side))
        seen = self._seen(scene)
        self.map.path(scene.path)
        self.map.select(None if scene.path else scene.focus, seen)
        start = max(ply for ply in (p for _, p in self.turn.options) if ply <= self.ply)
        self.turn.value = start
        self.caption.html = self._caption(scene)
        self.story.html = self._log()

    def _seen(self, scene: Scene) -> list[str]:
        """The units of the action that this side may see."""
        view = self.match.game.view(scene.state, self.side)
        shown = {unit.id for stack in view.stacks.values() for unit in stack.units}
        return [id for id in scene.units if id in shown]

    def _caption(self, scene: Scene) -> str:
        date = self._dates.get(scene.state.turn, "")
        when = f"Turn {scene.state.turn}{f' · {date}' if date else ''} · {scene.phase}"
        place = f"{scene.ply} of {len(self.film) - 1}"
        end = f" · <b>{escape(outcome_of(self.match))}</b>" if scene.ply == len(self.film) - 1 else ""
        return (
            f'<div class="st-replay head"><small>{escape(when)} · {place}{end}</small>'
            f"<h2>{escape(scene.title)}</h2></div>"
        )

    def _log(self) -> str:
        first, last = max(self.ply - WINDOW, 0), min(self.ply + WINDOW, len(self.film) - 1)
        rows = "".join(self._row(scene) for scene in self.film[first : last + 1])
        return f'<div class="st-replay log" style="height:{self._height}" data-scroll>{rows}</div>'

    def _row(self, scene: Scene) -> str:
        mark = ' class="here" data-here' if scene.ply == self.ply else ""
        cases = self.match.game.cases
        events = "".join(f"<p>{escape(capital(text))} {rule(cases, case)}</p>" for case, text in scene.told)
        side = f"<small>{escape(scene.side.capitalize())}</small> " if scene.side else ""
        return f"<div{mark} {pickable(str(scene.ply))}>{side}<b>{escape(scene.title)}</b>{events}</div>"

    def _export_clicked(self, _button: Any) -> None:
        try:
            path = self.export(self.file.value)
        except (SandtableError, OSError) as error:
            self.saved.value = f'<span style="color:#c8473c">{escape(str(error))}</span>'
        else:
            size = path.stat().st_size / 1e6
            self.saved.value = f"written: {escape(str(path))} ({size:.1f} MB)"
