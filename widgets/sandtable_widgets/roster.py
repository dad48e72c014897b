"""The order of battle: units by formation with their counters, where they are and when they come."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

import ipywidgets as w

from sandtable.game import Game
from sandtable.match import Match
from sandtable.state import State
from sandtable.units import Unit
from sandtable.view import UnitView

from .atlas.counters import card_svg, counter_svg
from .given import game_of, position_of
from .page import Page

ON_MAP, COMING, LOST, ELSEWHERE, UNSEEN = "on the map", "to come", "lost", "not in play", "not seen"
STATUSES = (ON_MAP, COMING, LOST, ELSEWHERE, UNSEEN)
_LOST_BOXES = ("eliminated",)


@dataclass(frozen=True)
class Entry:
    """One unit in the order of battle."""

    unit: Unit
    seen: UnitView | None
    """What its counter shows; None when the fog of war hides it."""
    status: str
    where: str


def title_of(unit: Unit) -> str:
    """What a unit belongs to: its formation by name, or else its category."""
    named = any(letter.isalpha() for letter in unit.formation)
    words = [unit.category, unit.formation] if named else [unit.category]
    if named and unit.category.islower():
        words = [unit.formation]
    return ", ".join(word[:1].upper() + word[1:] for word in dict.fromkeys(words))


def muster(game: Game, state: State, side: str | None = None) -> list[Entry]:
    """Every unit with its place, as a side may know it (None: the umpire)."""
    view = game.view(state, side)
    placed = {u.id: (u, stack.space) for stack in view.stacks.values() for u in stack.units}
    boxed = {u.id: (u, box) for box, units in view.boxes.items() for u in units}
    found = []
    for unit in game.units:
        if unit.id in placed:
            seen, space = placed[unit.id]
            found.append(Entry(unit, seen, ON_MAP, game.space_name(space)))
        elif unit.id in boxed:
            seen, box = boxed[unit.id]
            arrives = game.arrives(state, unit.index)
            if box in _LOST_BOXES:
                found.append(Entry(unit, seen, LOST, box))
            elif box in ("removed", "not in play"):
                found.append(Entry(unit, seen, ELSEWHERE, box))
            else:
                found.append(Entry(unit, seen, COMING, arrives or box))
        else:
            found.append(Entry(unit, None, UNSEEN, "under the fog of war"))
    return found


class OrderOfBattle(w.VBox):
    """Units by formation, with counters, strength, arrival and fate.

    `state` is a position, or a match as it stands (without one, the beginning); `side` sees what
    that side may see.
    """

    def __init__(self, game: Game | str, state: State | Match | None = None, side: str | None = None) -> None:
        self.game = game = game_of(game)
        self.side = side
        self._entries: list[Entry] = []
        names = [(name.capitalize(), name) for name in game.sides]
        self.army = w.ToggleButtons(options=names, style={"button_width": "110px"})
        self.status = w.Dropdown(options=[("everybody", ""), *((s, s) for s in STATUSES)], description="Show")
        self.search = w.Text(placeholder="name of a unit or a place", description="Search")
        for control in (self.status, self.search):
            control.style.description_width = "52px"
            control.layout = w.Layout(width="230px")
        self.page = Page(label="Order of battle")
        for control in (self.army, self.status, self.search):
            control.observe(lambda _: self._draw(), "value")
        super().__init__(
            [
                w.HBox([self.army, self.status, self.search], layout=w.Layout(flex_flow="row wrap")),
                self.page,
            ],
            layout=w.Layout(width="100%"),
        )
        self.show(game.new() if state is None else state)

    def show(self, state: State | Match) -> None:
        """The order of battle of another position."""
        self.state = position_of(state, self.game)
        self._entries = muster(self.game, self.state, self.side)
        self._draw()

    @property
    def found(self) -> list[Entry]:
        """The entries of the chosen army that the filters leave."""
        words = self.search.value.lower().split()
        army = self.game.side_index(self.army.value)
        return [
            entry
            for entry in self._entries
            if entry.unit.side == army
            and self.status.value in ("", entry.status)
            and all(word in f"{entry.unit.name} {entry.where}".lower() for word in words)
        ]

    # -- drawing ------------------------------------------------------------------------------------

    def _draw(self) -> None:
        groups: dict[str, list[Entry]] = {}
        for entry in self.found:
            groups.setdefault(title_of(entry.unit), []).append(entry)
        body = "".join(self._group(title, entries) for title, entries in groups.items())
        self.page.html = (
            f'<div class="st-roster">{self._summary()}{self._timetable()}'
            f'<div class="units" data-scroll>{body or "<p class=soft>Nobody.</p>"}</div></div>'
        )

    def _summary(self) -> str:
        army = self.game.side_index(self.army.value)
        mine = [entry for entry in self._entries if entry.unit.side == army]
        parts = []
        for status in STATUSES:
            there = [entry for entry in mine if entry.status == status]
            if there:
                strength = sum(entry.seen.strength for entry in there if entry.seen is not None)
                parts.append(f"<span><b>{len(there)}</b> {status} <small>strength {strength}</small></span>")
        return f'<div class="facts">{"".join(parts)}</div>'

    def _timetable(self) -> str:
        """Who comes when, as one line a turn."""
        due: dict[str, dict[str, int]] = {}
        for entry in sorted(self.found, key=lambda entry: self.state.due[entry.unit.index]):
            arrives = self.game.arrives(self.state, entry.unit.index) if entry.status == COMING else ""
            if arrives:
                met = due.setdefault(arrives, {})
                met[title_of(entry.unit)] = met.get(title_of(entry.unit), 0) + 1
        if not due:
            return ""
        rows = "".join(
            f"<tr><th>{escape(when)}</th><td>{escape(_listed(met))}</td></tr>" for when, met in due.items()
        )
        return f"<details><summary>Arrivals</summary><table>{rows}</table></details>"

    def _group(self, title: str, entries: list[Entry]) -> str:
        return (
            f"<section><h3>{escape(title)} <small>{len(entries)}</small></h3>"
            f'<div class="cards">{"".join(self._card(entry) for entry in entries)}</div></section>'
        )

    def _card(self, entry: Entry) -> str:
        kind = entry.status.replace(" ", "-")
        return (
            f'<figure class="{kind}">{self._counter(entry)}<figcaption><b>{escape(entry.unit.name)}</b>'
            f"<br>{''.join(_words(entry))}</figcaption></figure>"
        )

    def _counter(self, entry: Entry) -> str:
        if entry.seen is None:
            return card_svg(self.game.sides[entry.unit.side], self.game)
        return counter_svg(entry.seen, self.game)


def _listed(met: dict[str, int]) -> str:
    return ", ".join(title if n == 1 else f"{title} ({n})" for title, n in met.items())


def _words(entry: Entry) -> Iterator[str]:
    yield f"<small>{escape(entry.where)}</small>"
    marks = () if entry.seen is None else entry.seen.marks
    if marks:
        yield f"<small> · {escape(', '.join(marks))}</small>"
