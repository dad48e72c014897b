"""The history of a campaign: a dated list beside the map, and a strip of days above them."""

from __future__ import annotations

from datetime import date
from html import escape
from typing import Any

import ipywidgets as w

from sandtable.errors import Unknown
from sandtable.game import Game
from sandtable.study import Event, calendar, history

from .atlas import MapView, Target
from .given import game_of
from .page import Page, pickable

KIND_NAMES = {
    "fight": "fighting",
    "landing": "a landing",
    "air": "in the air",
    "fall": "a place falls",
    "withdrawal": "a withdrawal",
    "politics": "politics",
    "end": "the decision",
}
_WIDTH, _LEFT, _RIGHT, _LANE = 900, 84, 16, 30


class Chronicle(w.VBox):
    """What happened, day by day; picking an event shows where it was.

    >>> import sandtable as st
    >>> chronicle = Chronicle(st.load("shanghai-nanking"))
    >>> chronicle.show("h03")
    >>> chronicle.chosen.place
    'Wusong'
    """

    def __init__(self, game: Game | str, height: str = "440px") -> None:
        self.game = game = game_of(game)
        self._height = height
        self.events = {event.id: event for event in history(game)}
        self.map = MapView(game, height=height)
        self.map.show(game.view(game.blank(None, 0)))
        self.strip, self.list = Page(label="Days"), Page(label="Events")
        self.back = w.Button(icon="step-backward", tooltip="The event before", layout=w.Layout(width="44px"))
        self.on = w.Button(icon="step-forward", tooltip="The next event", layout=w.Layout(width="44px"))
        self.headline = Page(label="The event", layout=w.Layout(flex="1 1 auto", min_width="0"))
        self.back.on_click(lambda _: self._step(-1))
        self.on.on_click(lambda _: self._step(+1))
        for page in (self.strip, self.list):
            page.on_pick(self.show)
        super().__init__(
            [
                self.strip,
                w.HBox([self.back, self.on, self.headline], layout=w.Layout(align_items="center")),
                w.HBox(
                    [
                        w.Box([self.map], layout=w.Layout(flex="1 1 62%", min_width="0")),
                        w.Box([self.list], layout=w.Layout(flex="1 1 38%", min_width="0")),
                    ],
                    layout=w.Layout(width="100%"),
                ),
            ],
            layout=w.Layout(width="100%"),
        )
        self.show(next(iter(self.events)))

    @property
    def chosen(self) -> Event:
        return self.events[self._chosen]

    def show(self, id: str) -> None:
        """Shows an event: where it was, and what else happened in that turn."""
        if id not in self.events:
            raise Unknown("event", id, self.events)
        self._chosen = id
        event = self.chosen
        marks = {
            other.space: Target("choice", _day(other.date))
            for other in self.events.values()
            if other.space is not None and other.turn == event.turn and event.turn is not None
        }
        self.map.targets(marks)
        self.map.select(event.space)
        if event.space is not None:
            self.map.focus(event.space)
        self.strip.html, self.list.html, self.headline.html = self._strip(), self._list(), self._headline()

    def _step(self, by: int) -> None:
        ids = list(self.events)
        self.show(ids[min(max(ids.index(self._chosen) + by, 0), len(ids) - 1)])

    # -- drawing ------------------------------------------------------------------------------------

    def _headline(self) -> str:
        event = self.chosen
        when = self._period(event)
        return (
            f'<div class="st-history event"><small>{_long(event.date)} · {escape(event.place)} · '
            f"{when[:1].lower()}{when[1:]}</small>"
            f"<p><b>{escape(event.what)}</b></p></div>"
        )

    def _list(self) -> str:
        rows, period = [], ""
        for event in self.events.values():
            if self._period(event) != period:
                period = self._period(event)
                rows.append(f"<h3>{period}</h3>")
            mark = ' class="here" data-here' if event.id == self._chosen else ""
            rows.append(
                f"<div{mark} {pickable(event.id)}><time>{_day(event.date)}</time> "
                f"<span><b>{escape(event.place)}</b> {escape(event.what)}</span></div>"
            )
        size = f"height:{self._height}"
        return f'<div class="st-history list" style="{size}" data-scroll>{"".join(rows)}</div>'

    def _period(self, event: Event) -> str:
        """The turn that an event falls into; those of no turn come before the first one or after the last."""
        if event.turn is not None:
            return f"Turn {event.turn}"
        return "Before the game" if event.date < calendar(self.game)[0].first else "After the game"

    def _strip(self) -> str:
        """A lane a side, a mark an event, the turns of the game below."""
        turns = calendar(self.game)
        first = min(turns[0].first, min(e.date for e in self._inside()))
        last = max(turns[-1].last, max(e.date for e in self._inside()))
        span = max((last - first).days, 1)

        def x(day: date) -> float:
            return _LEFT + (_WIDTH - _LEFT - _RIGHT) * (day - first).days / span

        lanes = [*self.game.sides, "both"]
        height = _LANE * len(lanes) + 34
        parts = [
            f'<text x="0" y="{_LANE * n + 21}">{escape(lane.capitalize())}</text>'
            f'<path class="lane" d="M{_LEFT} {_LANE * n + 16}H{_WIDTH - _RIGHT}"/>'
            for n, lane in enumerate(lanes)
        ]
        for turn in turns:
            left, floor = x(turn.first), _LANE * len(lanes)
            parts.append(
                f'<line class="tick" x1="{left:.1f}" x2="{left:.1f}" y1="0" y2="{floor + 6}"/>'
                f'<text class="turn" x="{left + 3:.1f}" y="{floor + 16}">{turn.number}'
                f"<title>turn {turn.number}: {turn.label()}</title></text>"
            )
        parts.append(f'<text class="soft" x="0" y="{height - 18}">Turn</text>')
        for event in self._inside():
            n = lanes.index(event.side)
            parts.append(self._mark(event, x(event.date), _LANE * n + 16))
        return (
            f'<div class="st-history strip"><svg viewBox="0 0 {_WIDTH} {height}" width="100%" role="img" '
            f'aria-label="The events by day and side">{"".join(parts)}</svg></div>'
        )

    def _inside(self) -> list[Event]:
        """The events near the game's own days; long before and long after stay in the list alone."""
        turns = calendar(self.game)
        margin = max((turns[-1].last - turns[0].first).days // 4, 3)
        return [
            event
            for event in self.events.values()
            if (turns[0].first - event.date).days <= margin and (event.date - turns[-1].last).days <= margin
        ]

    def _mark(self, event: Event, x: float, y: float) -> str:
        here = " here" if event.id == self._chosen else ""
        colour = dict(self.map.surface.sides).get(event.side)
        side = f' style="--side:{escape(colour)}"' if colour else ""
        shape: Any = f'<circle r="6.5" cx="{x:.1f}" cy="{y}"/>'
        if event.kind in ("fall", "end"):
            shape = f'<path d="M{x:.1f} {y - 8}l8 8l-8 8l-8-8z"/>'
        elif event.kind == "landing":
            shape = f'<path d="M{x:.1f} {y - 8}l8 14h-16z"/>'
        elif event.kind == "politics":
            shape = f'<rect x="{x - 5.5:.1f}" y="{y - 5.5}" width="11" height="11"/>'
        title = f"{_long(event.date)}, {event.place}: {event.what} ({KIND_NAMES[event.kind]})"
        return f'<g class="mark{here}"{side} {pickable(event.id)}>{shape}<title>{escape(title)}</title></g>'


def _day(day: date) -> str:
    return f"{day.day} {day:%b}"


def _long(day: date) -> str:
    return f"{day.day} {day:%B %Y}"
