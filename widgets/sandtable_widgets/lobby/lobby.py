"""The lobby: a card for every game, seats for its sides, and a button that lays the table."""

from __future__ import annotations

import base64
from functools import cache
from html import escape
from importlib.resources import files
from secrets import randbelow
from typing import Any

import ipywidgets as w

import sandtable as st
from sandtable.errors import Unknown
from sandtable.game import Game

from ..page import Page, pickable
from ..table import Table
from ..table.seats import PERSON, kinds


class Lobby(w.VBox):
    """Choose a game, its scenario and the players; `lobby.table` is the table once it is laid.

    >>> lobby = Lobby("stalins-first-victory")
    >>> lobby.seats["chinese"].value = "random"
    >>> lobby.begin.click()
    >>> lobby.table.match.game.slug
    'stalins-first-victory'
    """

    def __init__(self, slug: str | None = None, saves: str = "saves") -> None:
        if slug is not None and slug not in st.games():
            raise Unknown("game", slug, st.games())
        self._saves = saves
        self.table: Table | None = None
        self.cards = Page(label="Games")
        self.scenario = w.Dropdown(description="Scenario", layout=w.Layout(width="560px"))
        self.scenario.style.description_width = "90px"
        self.about = Page(label="About this scenario")
        self.seats: dict[str, w.Dropdown] = {}
        self._chairs = w.VBox()
        self.begin = w.Button(
            description="Lay the table", button_style="primary", icon="play", layout=w.Layout(width="180px")
        )
        self.leave = w.Button(
            description="Other games", icon="arrow-left", tooltip="Back to the choice of games"
        )
        self.cards.on_pick(self.choose)
        self.scenario.observe(lambda _: self._describe(), "value")
        self.begin.on_click(lambda _: self._begin())
        self.leave.on_click(lambda _: self._return())
        self._form = [self.cards, self.about, self.scenario, self._chairs, self.begin]
        super().__init__(self._form, layout=w.Layout(width="100%"))
        self.choose(slug or st.games()[0])

    def choose(self, slug: str) -> None:
        """Puts a game on the form."""
        self.game = st.load(slug)
        ready = ready_scenario(self.game)
        self.scenario.options = [(s.title, s.name) for s in self.game.scenarios.values()]
        self.scenario.value = ready
        self.seats = {side: _seat(self.game, side, first=n == 0) for n, side in enumerate(self.game.sides)}
        self._chairs.children = list(self.seats.values())
        cards = "".join(self._card(slug) for slug in st.games())
        words = "Choose a game and who plays it, then lay the table. Your match is saved as you play."
        self.cards.html = f"<h2>Sandtable</h2><p>{words}</p><div class='st-lobby'>{cards}</div>"
        self._describe()

    def _describe(self) -> None:
        chosen = self.game.scenarios.get(self.scenario.value)
        if chosen is not None:
            words = f"{chosen.text} {chosen.turns} turns."
            self.about.html = f"<p>{escape(words)}</p>"

    def _card(self, slug: str) -> str:
        game = st.load(slug)
        scenario = next(iter(game.scenarios.values()))
        picture = _picture(slug)
        image = f'<img src="{picture}" alt="The map of {escape(game.title)}">' if picture else ""
        here = " class='here'" if slug == self.game.slug else ""
        sides = " against ".join(side.capitalize() for side in game.sides)
        return (
            f"<div{here} {pickable(slug)}>{image}<b>{escape(game.title)}</b>"
            f"<small>{sides}, {scenario.turns} turns</small></div>"
        )

    def _begin(self) -> None:
        players = {side: None if seat.value == PERSON else seat.value for side, seat in self.seats.items()}
        match = st.Match(self.game, self.scenario.value, seed=randbelow(1_000_000))
        self.table = Table(match, players, saves=self._saves)
        self.children = [self.leave, self.table]

    def _return(self) -> None:
        """Back to the form; the match stays where it is saved."""
        self.children = self._form
        if self.table is not None:
            self.table.desk.stop()
            self.table = None


def ready_scenario(game: Game) -> str:
    """The scenario that is ready to play: one with both sides on the map, if there is any."""
    for name in game.scenarios:
        if any(place >= 0 for place in game.new(name).where):
            return name
    return next(iter(game.scenarios))


def _seat(game: Game, side: str, first: bool) -> Any:
    """Who plays a side: a person has the first, a machine any other."""
    offered = kinds(game, side)
    machine = next((k.key for k in offered if k.key == "doctrine:historical"), offered[-1].key)
    return w.Dropdown(
        options=[(kind.title, kind.key) for kind in offered],
        value=PERSON if first else machine,
        description=side.capitalize(),
        style={"description_width": "90px"},
        layout=w.Layout(width="560px"),
    )


@cache
def _picture(slug: str) -> str:
    """A small picture of the game's map, where the package has one."""
    file = files(__package__) / "pictures" / f"{slug}.jpg"
    if not file.is_file():
        return ""
    return f"data:image/jpeg;base64,{base64.b64encode(file.read_bytes()).decode('ascii')}"
