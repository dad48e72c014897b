"""The odds explorer: dials, the combat they describe, and a chart over two of them."""

from __future__ import annotations

from typing import Any

import ipywidgets as w

from sandtable.dials import NO, YES, Dial, Value
from sandtable.errors import IllegalAction, SandtableError, Unknown
from sandtable.forecast import Forecast
from sandtable.game import Game

from ..given import game_of
from ..page import Page, capital
from . import drawing
from .surface import COLUMNS, LINES, QUESTIONS, ROWS, Question, Refusal, Surface, spread, survey

HEAT, LINE, TABLE = "Heat map", "Lines", "Combat table"
_WIDE = w.Layout(width="auto", margin="2px 0")


class OddsExplorer(w.HBox):
    """Any combat of a game without a map: every figure is exact.

    >>> import sandtable as st
    >>> explorer = OddsExplorer(st.load("shanghai-nanking"))
    >>> explorer.set(attack=24, defence=8, ground="city")
    >>> explorer.forecast.column
    '1:1 (from 3:1)'
    """

    def __init__(self, game: Game | str) -> None:
        self.game = game = game_of(game)
        self._axes: dict[tuple[str, int], tuple[Value, ...]] = {}
        self._dials = {dial.name: dial for dial in game.dials()}
        if len(self._dials) < 2:
            raise SandtableError(f"{game.slug} offers no combats on paper")
        self.inputs = {name: _control(dial) for name, dial in self._dials.items()}
        self.combat = Page(label="This combat")
        self.chart = Page(label="Chart over two inputs")
        names = [(dial.label, dial.name) for dial in self._dials.values()]
        first, second = list(self._dials)[:2]
        forecast = game.paper_odds()
        questions = [(question.title(forecast), question.name) for question in QUESTIONS.values()]
        shapes = [HEAT, LINE, *([TABLE] if game.odds_table() else [])]
        self.shape = w.ToggleButtons(
            options=shapes, style={"button_width": "110px"}, layout=w.Layout(margin="12px 0 4px")
        )
        self.question = w.Dropdown(
            options=questions, description="Show", layout=w.Layout(width="auto", flex="2", min_width="0")
        )
        self.across = w.Dropdown(
            options=names,
            value=first,
            description="across",
            layout=w.Layout(width="auto", flex="1", min_width="0"),
        )
        self.down = w.Dropdown(
            options=names,
            value=second,
            description="down",
            layout=w.Layout(width="auto", flex="1", min_width="0"),
        )
        for axis in (self.question, self.across, self.down):
            axis.style.description_width = "52px"
        self.reset = w.Button(description="Reset", tooltip="All inputs as they were", icon="undo")
        self._chosen = w.VBox([self.question, w.HBox([self.across, self.down], layout=_WIDE)], layout=_WIDE)
        for control in (*self.inputs.values(), self.shape, self.question, self.across, self.down):
            control.observe(self._changed, "value")
        self.reset.on_click(lambda _: self.set(**{d.name: d.default for d in self._dials.values()}))
        self.chart.on_pick(self._picked)
        self._held = True
        self.question.value = self._telling()
        self._held = False
        super().__init__(
            [
                w.VBox([*self._panel(), self.reset], layout=w.Layout(flex="0 0 330px", padding="0 6px 0 0")),
                w.VBox(
                    [self.combat, self.shape, self._chosen, self.chart],
                    layout=w.Layout(flex="1 1 0", min_width="0", padding="0 0 0 18px"),
                ),
            ],
            layout=w.Layout(width="100%", align_items="flex-start"),
        )
        self.redraw()

    def _panel(self) -> list[Any]:
        """The controls in order; boxes to tick that follow each other share a grid."""
        found: list[Any] = []
        ticks: list[Any] = []
        for control in self.inputs.values():
            if isinstance(control, w.Checkbox):
                if not ticks:
                    found.append(w.GridBox(layout=w.Layout(width="auto", grid_template_columns="1fr 1fr")))
                ticks.append(control)
                found[-1].children = ticks
            else:
                ticks = []
                found.append(control)
        return found

    @property
    def dialled(self) -> dict[str, Value]:
        """Where all inputs stand."""
        return {name: _value(control) for name, control in self.inputs.items()}

    def set(self, **values: Value) -> None:
        """Sets inputs by name, as `game.paper_odds` takes them."""
        for name in values:
            if name not in self._dials:
                raise Unknown("input of a combat", name, self._dials)
            if values[name] not in self._dials[name].values:
                raise Unknown(f"value of {name}", values[name], self._dials[name].values)
        self._held = True
        for name, value in values.items():
            control = self.inputs[name]
            control.value = value == YES if isinstance(control, w.Checkbox) else value
        self._held = False
        self.redraw()

    @property
    def forecast(self) -> Forecast:
        """The exact odds of the combat as it stands; IllegalAction where the rules do not know it."""
        return self.game.paper_odds(**self.dialled)

    @property
    def asked(self) -> Question:
        """The question that the chart answers."""
        return QUESTIONS[self.question.value]

    @property
    def surface(self) -> Surface:
        """The exact answers behind the chart; `.frame()` is a table of fractions."""
        lines = self.shape.value == LINE
        across = self._axis(self.across.value, None if lines else COLUMNS)
        down = self._axis(self.down.value, LINES if lines else ROWS)
        return survey(self.game, self.dialled, across, down, self.asked)

    def _axis(self, name: str, most: int | None) -> tuple[Dial, tuple[Value, ...]]:
        """An input and its values on an axis; they stay as they are while its own value is among them."""
        dial, here = self._dials[name], self.dialled[name]
        if most is None:
            return dial, tuple(dial.values)
        if here not in self._axes.get((name, most), ()):
            self._axes[name, most] = spread(dial, here, most)
        return dial, self._axes[name, most]

    def _telling(self) -> str:
        """The first question whose heat map says something: in most of its cells the answer is not nought."""
        across, down = self._axis(self.across.value, COLUMNS), self._axis(self.down.value, ROWS)
        for question in QUESTIONS.values():
            rows = survey(self.game, self.dialled, across, down, question).cells
            answers = [found for row in rows for found in row if not isinstance(found, Refusal)]
            if 2 * sum(found != 0 for found in answers) > len(answers):
                return question.name
        return next(iter(QUESTIONS))

    def redraw(self) -> None:
        """Brings everything up to date."""
        column = ""
        try:
            forecast = self.forecast
        except IllegalAction as error:
            self.combat.html = drawing.refused(self.game, error.case, error.reason)
        else:
            column = forecast.column
            self.combat.html = drawing.combat(self.game, forecast)
        self._chosen.layout.display = "none" if self.shape.value == TABLE else ""
        self.chart.html = self._chart(column)

    def _chart(self, column: str) -> str:
        if self.shape.value == TABLE:
            return drawing.table(self.game, column)
        if self.across.value == self.down.value:
            return '<div class="st-odds soft">Choose two different inputs.</div>'
        title = self.asked.title(self.game.paper_odds())
        if self.shape.value == LINE:
            return drawing.lines(self.surface, self.asked, title)
        return drawing.heat(self.surface, self.asked, title, self.dialled)

    def _changed(self, _change: Any) -> None:
        if not self._held:
            self.redraw()

    def _picked(self, key: str) -> None:
        """A cell of the heat map was picked: both inputs take its values."""
        surface = self.surface
        axes = zip((surface.across, surface.down), (surface.xs, surface.ys), key.split("|"), strict=True)
        self.set(**{dial.name: next(v for v in values if str(v) == text) for dial, values, text in axes})


def _control(dial: Dial) -> Any:
    """The control of one dial: a slider, a box to tick, or a list."""
    named = {"description": dial.label, "style": {"description_width": "136px"}, "layout": _WIDE}
    if isinstance(dial.values, range):
        low, high = dial.values[0], dial.values[-1]
        return w.IntSlider(value=int(dial.default), min=low, max=high, **named)
    if dial.is_flag:
        ticked = dial.default == YES
        return w.Checkbox(value=ticked, description=dial.label, indent=False, layout=w.Layout(width="auto"))
    options = [(capital(drawing.word(value)), value) for value in dial.values]
    return w.Dropdown(options=options, value=dial.default, **named)


def _value(control: Any) -> Value:
    if isinstance(control, w.Checkbox):
        return YES if control.value else NO
    value: Value = control.value
    return value
