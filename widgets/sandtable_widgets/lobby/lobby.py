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

from ..given import ready_scenario
from ..page import Page, pickable
from ..table import Table
from ..table.seats import PERSON, kinds
from ..table.shelf import Kept, Shelf


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
        self._shelf = Shelf(saves)
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
        self.kept = w.Dropdown(description="Saved", layout=w.Layout(width="560px"))
        self.kept.style.description_width = "90px"
        self.resume = w.Button(
            description="Go on with it", icon="folder-open", tooltip="Lay the table with a saved match"
        )
        self.told = Page(label="What went wrong")
        self._old = w.HBox([self.kept, self.resume])
        self.cards.on_pick(self.choose)
        self.scenario.observe(lambda _: self._describe(), "value")
        self.begin.on_click(lambda _: self._begin())
        self.leave.on_click(lambda _: self._return())
        self.resume.on_click(lambda _: self._go_on())
        self._form = [self.cards, self.about, self.scenario, self._chairs, self.begin, self._old, self.told]
        super().__init__(self._form, layout=w.Layout(width="100%"))
        self.choose(slug or st.games()[0])
        self._look()

    def _look(self) -> None:
        """What can be gone on with."""
        kept = self._shelf.files(look=True)
        self.kept.options = [(_line(k), k.name) for k in kept]
        self._old.layout.display = "" if kept else "none"
        self.told.html = ""

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
        self._lay(st.Match(self.game, self.scenario.value, seed=randbelow(1_000_000)))

    def _lay(self, match: st.Match) -> None:
        players = {side: None if seat.value == PERSON else seat.value for side, seat in self.seats.items()}
        self.table = Table(match, players, saves=str(self._shelf.folder))
        self.children = [self.leave, self.table]

    def _go_on(self) -> None:
        """Lays the table with a saved match; whoever sat at another game leaves his seat."""
        try:
            match = self._shelf.load(self.kept.value)
        except (st.SandtableError, OSError) as error:
            self.told.html = f"<p>{escape(f'Not opened: {error}')}</p>"
            return
        if match.game.slug != self.game.slug:
            self.choose(match.game.slug)
        self._lay(match)

    def _return(self) -> None:
        """Back to the form; the match stays where it is saved."""
        self.children = self._form
        if self.table is not None:
            self.table.desk.stop()
            self.table.match.close()
            self.table = None
        self._look()


def _line(kept: Kept) -> str:
    """A saved match in one line."""
    when = kept.when.strftime("%d %b, %H:%M")
    return f"{kept.name}: {kept.about} ({when})" if kept.about else f"{kept.name} ({when})"


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
