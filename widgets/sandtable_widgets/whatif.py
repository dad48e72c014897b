"""What if? A panel that asks a campaign a question, plays it by the hundred and charts the answer."""

from __future__ import annotations

import shutil
import threading
import time
import weakref
from collections.abc import Callable
from html import escape
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import ipywidgets as w

from sandtable import Game, SandtableError, Unknown, games, load, players, study
from sandtable.study import Study
from sandtable.study.plan import fingerprint

from . import charts
from .charts import Chart

EACH, TOGETHER = "each by itself", "all together"
_WIDE = w.Layout(width="100%")
_WHY = "210px"
"""How high the reasons of the ticked changes may stand, so that they leave the buttons in sight."""
_TICK = 0.15
"""Seconds between two messages to the bar."""

Drawer = Callable[[Study], Chart]


class WhatIf(w.VBox):
    """Choose doctrines and changes, run, and read the charts; games are played off the main thread.

    Games that are finished stay with their question: after a stop, or with more games, Run goes on.

    >>> import sandtable as st
    >>> panel = WhatIf(st.load("stalins-first-victory"), number=4, workers=1)
    >>> panel.choose("no-tanks")
    >>> panel.run.click(); panel.wait()
    >>> panel.study
    <Study of stalins-first-victory: 8 games, 2 variants>
    """

    def __init__(
        self,
        game: Game | str | None = None,
        *,
        number: int = 20,
        seed: int = 0,
        workers: int | None = None,
        theme: str = "light",
    ) -> None:
        self.study: Study | None = None
        self.workers, self.theme = workers, theme
        self._stop, self._thread = threading.Event(), threading.Thread()
        self._folder = Path(mkdtemp(prefix="sandtable-"))
        weakref.finalize(self, shutil.rmtree, self._folder, ignore_errors=True)
        self._kept: dict[tuple[Any, ...], Path] = {}
        slug = game.slug if isinstance(game, Game) else game or games()[0]
        if slug not in games():
            raise Unknown("game", slug, games())
        self._own = {game.slug: game} if isinstance(game, Game) else {}
        titles = [(load(name).title, name) for name in games()]
        self.slug = w.Dropdown(options=titles, value=slug, description="Game", layout=_WIDE)
        self.scenario = w.Dropdown(description="Scenario", layout=_WIDE)
        self.number = w.BoundedIntText(value=number, min=1, max=100_000, description="Games")
        self.seed = w.BoundedIntText(value=seed, min=0, max=2**31, description="Seed")
        self.seats: dict[str, w.Dropdown] = {}
        self.changes: dict[str, w.Checkbox] = {}
        self.way = w.ToggleButtons(options=[EACH, TOGETHER], style={"button_width": "130px"})
        self.run = w.Button(description="Run", icon="play", button_style="primary")
        self.stop = w.Button(description="Stop", icon="stop", disabled=True)
        self.bar = w.IntProgress(min=0, max=1, value=0, layout=w.Layout(flex="1 1 auto"))
        self.said = w.HTML()
        self.why = w.HTML(layout=w.Layout(max_height=_WHY, overflow="auto"))
        self.tabs = w.Tab(layout=_WIDE)
        self.name = w.Text(value="study", description="Save as")
        self.saves = {
            kind: w.Button(description=kind, icon="save", disabled=True, layout=w.Layout(width="110px"))
            for kind in ("Parquet", "CSV", "HTML")
        }
        self._seat_box, self._change_box = w.VBox(layout=_WIDE), w.VBox(layout=_WIDE)
        self._drawn: set[int] = set()
        self._listen()
        super().__init__(
            [
                w.HBox(
                    [
                        w.VBox(
                            [self.slug, self.scenario, self._seat_box, self.number, self.seed],
                            layout=w.Layout(flex="1 1 360px", max_width="420px"),
                        ),
                        w.VBox(
                            [_head("What if …"), self._change_box, self.way, self.why],
                            layout=w.Layout(flex="1 1 340px", min_width="0", padding="0 0 0 24px"),
                        ),
                    ],
                    layout=w.Layout(width="100%", flex_flow="row wrap"),
                ),
                w.HBox([self.run, self.stop, self.bar], layout=_WIDE),
                self.said,
                self.tabs,
                w.HBox([self.name, *self.saves.values()], layout=w.Layout(flex_flow="row wrap")),
            ],
            layout=_WIDE,
        )
        self._show_game()

    def _listen(self) -> None:
        self.slug.observe(lambda _: self._show_game(), "value")
        self.run.on_click(lambda _: self._begin())
        self.stop.on_click(lambda _: self._stop.set())
        self.tabs.observe(lambda _: self._draw(), "selected_index")
        for kind, button in self.saves.items():
            button.on_click(lambda _, kind=kind: self._save(kind))

    # -- what is asked ----------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The game that is chosen."""
        return self._own.get(self.slug.value) or load(self.slug.value)

    def _show_game(self) -> None:
        """Scenarios, doctrines and questions of the chosen game."""
        game = self.game
        scenarios = [(s.title, name) for name, s in game.scenarios.items()]
        self.scenario.options = scenarios
        self.scenario.value = scenarios[-1][1]
        self.seats = {side: self._seat(game, side) for side in game.sides}
        self._seat_box.children = tuple(self.seats.values())
        self.changes = {}
        for id, what in study.what_ifs(game).items():
            box = w.Checkbox(description=what.title, indent=False, layout=_WIDE, tooltip=what.text)
            box.observe(lambda _: self._explain(), "value")
            self.changes[id] = box
        self._change_box.children = tuple(self.changes.values())
        self._explain()

    @staticmethod
    def _seat(game: Game, side: str) -> w.Dropdown:
        known = [(d.title, f"doctrine:{d.name}") for d in players.doctrines(game, side)]
        options = [*known, ("any legal action, at random", "random")]
        usual = "doctrine:historical"
        value = usual if usual in [key for _, key in options] else options[0][1]
        return w.Dropdown(options=options, value=value, description=side.capitalize(), layout=_WIDE)

    def choose(self, *ids: str) -> None:
        """Ticks these what-ifs and no other."""
        for id in ids:
            if id not in self.changes:
                raise SandtableError(f"{id!r} is none of {', '.join(self.changes)}")
        for id, box in self.changes.items():
            box.value = id in ids

    @property
    def chosen(self) -> list[str]:
        """The what-ifs that are ticked."""
        return [id for id, box in self.changes.items() if box.value]

    def _explain(self) -> None:
        known = study.what_ifs(self.game)
        said = [f"<b>{escape(known[id].title)}.</b> {escape(known[id].text)}" for id in self.chosen]
        nothing = "<i>Tick a change to see why one would ask. With none, the game is played unchanged.</i>"
        self.why.value = "".join(f"<p style='line-height:1.4'>{text}</p>" for text in said or [nothing])

    # -- playing ----------------------------------------------------------------------------------

    def _begin(self) -> None:
        if self._thread.is_alive():
            return
        chosen: list[Any] = [self.chosen] if self.way.value == TOGETHER and self.chosen else self.chosen
        seats = {side: seat.value for side, seat in self.seats.items()}
        asked = (self.game, chosen, self.number.value, seats, self.seed.value, self.scenario.value)
        kept = self._keep(fingerprint(self.game), repr(chosen), *seats.values(), *asked[-2:])
        self._stop = threading.Event()
        self._lock(True)
        self._thread = threading.Thread(target=self._play, args=(*asked, kept), daemon=True)
        self._thread.start()

    def _keep(self, *question: Any) -> Path:
        """Where the games of a question are kept as long as the panel lives.

        A run that was stopped goes on with them when the same is asked again, and more games are added.
        """
        return self._kept.setdefault(question, self._folder / f"{len(self._kept)}.jsonl")

    def wait(self, seconds: float | None = None) -> None:
        """Waits until the games are over."""
        self._thread.join(seconds)

    def _play(
        self, game: Game, chosen: list[Any], number: int, seats: dict[str, str], seed: int, scenario: str,
        kept: Path,
    ) -> None:  # fmt: skip
        try:
            self.said.value = "setting up …"
            found = study.sweep(
                game, chosen, number, seats, seed, scenario=scenario, workers=self.workers,
                progress=self._follow(), stop=self._stop, path=kept,
            )  # fmt: skip
            self._show(found)
        except SandtableError as error:
            self.said.value = f"<b>{escape(str(error))}</b>"
        except Exception as error:  # nobody sees what is raised in a thread: it is told, and goes on
            self.said.value = f"<b>The games broke off: {escape(f'{type(error).__name__}: {error}')}</b>"
            raise
        finally:
            self._lock(False)

    def _follow(self) -> Callable[[int, int], None]:
        """What is told after every game: the bar, and the time left."""
        begun, told, first = time.monotonic(), 0.0, -1

        def follow(done: int, total: int) -> None:
            nonlocal told, first
            now = time.monotonic()
            first = done if first < 0 else first
            if now - told < _TICK and done < total:
                return
            told = now
            self.bar.max, self.bar.value = total, done
            pace = (now - begun) / max(1, done - first)
            left = pace * (total - done)
            rest = f", about {left:.0f} s left" if done > first and done < total else ""
            self.said.value = f"{done} of {total} games{rest}"

        return follow

    def _lock(self, playing: bool) -> None:
        self.run.disabled, self.stop.disabled = playing, not playing
        for button in self.saves.values():
            button.disabled = playing or self.study is None

    # -- the answer -------------------------------------------------------------------------------

    def _drawers(self, found: Study) -> dict[str, Drawer]:
        """The charts in the order of their tabs."""
        theme = self.theme
        drawers: dict[str, Drawer] = {"Who wins": lambda s: charts.outcomes(s, theme=theme)}
        if len(found.variants) > 1:
            drawers["Differences"] = lambda s: charts.tornado(s, theme=theme)
        drawers["Endings"] = lambda s: charts.ending(s, theme=theme)
        drawers["Places"] = lambda s: charts.falls(s, theme=theme)
        drawers["Losses"] = lambda s: charts.losses(s, theme=theme)
        drawers["Front"] = lambda s: charts.front(s, theme=theme)
        return drawers

    def _show(self, found: Study) -> None:
        if not len(found):
            self.said.value = "stopped before the first game was over"
            return
        self.study = found
        self._charts: dict[str, Drawer] = self._drawers(found)
        self._drawn = set()
        self.tabs.children = tuple(w.Output() for _ in self._charts)
        self.tabs.titles = tuple(self._charts)
        self.tabs.selected_index = 0
        self._draw()
        halted = " (stopped; Run goes on)" if len(found) < self.bar.max else ""
        self.said.value = f"{len(found)} games{halted}: {escape(charts.outcomes(found).reading)}"

    def _draw(self) -> None:
        """Draws the tab that is looked at, once."""
        place = self.tabs.selected_index
        if self.study is None or place is None or place in self._drawn or place >= len(self.tabs.children):
            return
        self._drawn.add(place)
        try:
            shown = list(self._charts.values())[place](self.study)._repr_mimebundle_()
        except SandtableError as error:
            shown = {"text/plain": str(error)}
        self.tabs.children[place].outputs = (
            {"output_type": "display_data", "data": shown, "metadata": {}},
        )  # fmt: skip

    def drawn(self) -> list[Chart]:
        """All charts of the study that was played last."""
        found = []
        if self.study is not None:
            for draw in self._charts.values():
                try:
                    found.append(draw(self.study))
                except SandtableError:  # a game without a drawn map has no front
                    continue
        return found

    def _save(self, kind: str) -> None:
        assert self.study is not None
        ending = f".{kind.lower()}"
        # A name may have a point of its own, as in march.1938; only the very ending is not said twice.
        file = Path((self.name.value.strip() or "study").removesuffix(ending) + ending)
        self.said.value = "saving …"
        try:
            if kind == "HTML":
                files = [charts.write_page(self.study, self.drawn(), file, self.theme)]
            elif kind == "CSV":
                files = list(self.study.to_csv(file))
            else:
                files = list(self.study.to_parquet(file))
        except (SandtableError, OSError) as error:
            self.said.value = f"<b>{escape(str(error))}</b>"
            return
        self.said.value = "saved: " + ", ".join(f"<code>{escape(str(file))}</code>" for file in files)


def _head(text: str) -> w.HTML:
    return w.HTML(f"<b>{escape(text)}</b>")
