"""Table: the play surface for notebooks, the map with its panes around it."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import ipywidgets
import traitlets

from sandtable import Game, Match, SandtableError, State, games, load
from sandtable.board import Board
from sandtable.games import find
from sandtable.view import View

from ..atlas import MapView, Target
from ..given import match_of, ready_scenario
from . import sections
from .desk import Desk
from .machine import MODES
from .pane import Pane
from .seats import Given

LAZY = 0.12
"""While machines play, the table is drawn no more often than this, in seconds."""


class Table(ipywidgets.Box):
    """Play a match on its map: `Table(match)` in a cell is all it takes.

    players: by side None (a person at this table), "random", "doctrine", "doctrine:cautious", "search" or
    a player; a single word is for all sides. Actions are kept in the folder `saves` as they are played.

    >>> import sandtable as st
    >>> table = Table(st.Match(st.load("shanghai-nanking"), seed=7), {"japanese": "random"})
    """

    text_scale = traitlets.Float(1.0, min=0.7, max=2.0, help="size of all lettering, for a projector")

    def __init__(
        self,
        match: Match | Game | str,
        players: Given = None,
        *,
        open_table: bool = False,
        saves: str | Path = "saves",
        autosave: bool = True,
        height: str = "min(76vh, 860px)",
        theme: str = "auto",
    ) -> None:
        self._theme, self._height = theme, height
        self.desk = Desk(match_of(match), players, open_table=open_table, saves=str(saves), autosave=autosave)
        self.bar = Pane("bar", self.obey)
        self.side = Pane("side", self.obey)
        self.map = self._new_map()
        self._game = self.desk.game
        self._drawn = 0.0
        self._state: State | None = None
        self._looker: tuple[Any, ...] = ()
        self._asked: list[str] = []
        self._frame = ipywidgets.Box(children=(self.bar, self.map, self.side))
        self._frame.add_class("sandtable-frame")
        super().__init__(children=(self._frame,))
        self.add_class("sandtable-table")
        self.desk.on_change(self.refresh)
        self._settings()
        self.refresh()
        if self.desk.auto:
            self.desk.machine.start()

    # -- for people who write code --------------------------------------------------------------------

    @property
    def match(self) -> Match:
        """The match that is on the table now."""
        return self.desk.match

    # -- drawing --------------------------------------------------------------------------------------

    def _new_map(self) -> MapView:
        made = MapView(self.desk.game, theme=self._theme, height=self._height)
        made.on_click(lambda click: self.obey("click", [click.space, click.unit]))
        return made

    def refresh(self) -> None:
        """Shows everything as it is now; only what has changed is sent."""
        desk = self.desk
        if desk.machine.running and time.monotonic() - self._drawn < LAZY:
            self.bar.show(tools=sections.tools(desk))
            return
        if desk.game.board is not self._game.board or desk.game.slug != self._game.slug:
            self._change_map()
        # The map is told first, so that the lists never speak of what it does not show yet.
        with self.side.hold_sync(), self.bar.hold_sync(), self.map.together():
            self._draw()
        self._drawn = time.monotonic()

    def _draw(self) -> None:
        desk = self.desk
        looker = (desk.eye, desk.covered, desk.persons_turn)
        if desk.state is not self._state or looker != self._looker:
            self._state, self._looker, self._view = desk.state, looker, desk.view()
            self._show_position()
        self._mark_map()
        self.bar.show(tools=sections.tools(desk))
        self.side.show(
            notice=sections.notice(desk),
            picked=sections.picked(desk),
            targets=sections.targets(desk),
            choices=sections.choices(desk),
            draft=sections.draft(desk),
            place=sections.place(desk, self._view),
        )

    def _show_position(self) -> None:
        """What changes only when something was played, or somebody else looks."""
        desk, view = self.desk, self._view
        banner = sections.banner(desk, view)
        self.bar.show(banner={k: banner[k] for k in ("game", "scenario")})
        self.side.show(
            banner=banner,
            question=sections.question(desk),
            units=sections.units(desk, view),
            log=sections.log(desk),
            news=sections.news(desk),
            facts=sections.facts(desk, view),
            boxes=sections.boxes(view),
            # What was asked in another position, or by somebody else, is nobody's business now.
            answer={},
        )
        self.map.show(view)

    def _mark_map(self) -> None:
        """What is lit, picked and fanned."""
        desk = self.desk
        if not desk.persons_turn:
            self.map.mark({})
            return
        picking = desk.picking
        marks = {space: Target(found[0].kind, found[0].text) for space, found in picking.targets().items()}
        units = picking.draft.units if picking.draft is not None else picking.picked
        self.map.mark(marks, picking.place, units, picking.place if len(picking.mates()) > 1 else None)

    def _change_map(self) -> None:
        """Another game came to the table."""
        self._game, self._state = self.desk.game, None
        self.map.close()
        self.map = self._new_map()
        self._frame.children = (self.bar, self.map, self.side)
        self._settings()

    def _settings(self, look: bool = False) -> None:
        """What the forms offer: seats, scenarios, options, saved matches."""
        desk, game = self.desk, self.desk.game
        self.bar.show(
            settings={
                "seats": {s: [[k.key, k.title, k.text] for k in desk.seats.kinds(s)] for s in game.sides},
                "given": dict(desk.seats.given),
                "games": [[slug, find(slug).title] for slug in games()],
                "game": game.slug,
                "about": {slug: _about(load(slug)) for slug in dict.fromkeys((game.slug, *self._asked))},
                "folder": str(desk.book.shelf.folder),
                "files": [
                    [k.name, k.when.strftime("%d %b %Y, %H:%M"), k.about] for k in desk.book.shelf.files(look)
                ],
                "pause": desk.machine.pause,
                "scale": self.text_scale,
                "height": self._height,
            }
        )

    @traitlets.observe("text_scale")
    def _text_scale_changed(self, change: Any) -> None:
        self.map.text_scale = change["new"]
        self._settings()

    # -- orders ---------------------------------------------------------------------------------------

    def obey(self, word: str, given: list[Any]) -> None:
        """What the browser asks for: a word and its arguments."""
        order = self._orders().get(word)
        if order is None:
            raise SandtableError(f"the table does not know the order {word!r}")
        order(*given)

    def _orders(self) -> dict[str, Callable[..., None]]:
        desk = self.desk
        return {
            "click": desk.click,
            "pick": self._seen(desk.pick),
            "toggle": desk.toggle,
            "stack": lambda: desk.pick(*desk.picking.mates()),
            "next": self._seen(desk.next_unit),
            "near": self._near,
            "go": self._seen(desk.go),
            "aim": self._aim,
            "menu": desk.menu,
            "choose": desk.choose,
            "family": self._seen(desk.open_family),
            "tick": desk.tick,
            "support": desk.support,
            "commit": desk.commit,
            "cancel": desk.cancel,
            "undo": desk.undo,
            "redo": desk.redo,
            "branch": desk.branch,
            "line": desk.line,
            "hand over": desk.hand_over,
            "seat": self._seat,
            "open": desk.open,
            "machines": lambda mode: desk.machines(mode) if mode in MODES else None,
            "stop": desk.stop,
            "pause": self._pause,
            "scale": lambda scale: setattr(self, "text_scale", scale),
            "save": self._save,
            "load": self._load,
            "new": self._new,
            "files": lambda: self._settings(look=True),
            "keep in": self._keep_in,
            "about": self._tell_about,
            "why": self._why,
            "why text": self._why_text,
            "rule": self._rule,
            "resign": lambda: desk.play("resign"),
        }

    def _aim(self, space: str | None) -> None:
        """Shows the way to a lit space before it is chosen."""
        found = self.desk.picking.targets().get(space, []) if space and self.desk.persons_turn else []
        self.map.path(next((o.action.path for o in found if hasattr(o.action, "path")), ()))

    def _seen(self, order: Callable[..., None]) -> Callable[..., None]:
        """An order from a list: what it is about comes into sight on the map."""

        def obeyed(*given: Any) -> None:
            order(*given)
            if self.desk.persons_turn and (self.desk.picking.picked or self.desk.picking.draft):
                self._near()

        return obeyed

    def _near(self) -> None:
        """The map comes near to what is picked or drafted, else to where the sides meet."""
        places = self._spaces_picked() or front(self.desk.game.board, self.desk.view())
        if places:
            self.map.near(places)

    def _spaces_picked(self) -> list[str]:
        if not self.desk.persons_turn:
            return []
        picking = self.desk.picking
        units = picking.draft.units if picking.draft is not None else picking.picked
        places = [picking.able[id] for id in units if picking.able.get(id)]
        return [*(p for p in places if p), *(picking.targets() if units or picking.draft else ())]

    def _seat(self, side: str, given: str) -> None:
        try:
            self.desk.seat(side, given)
        except SandtableError as error:
            self.side.show(notice={"kind": "error", "items": [[str(error), None]]})
        self._settings()

    def _pause(self, seconds: float) -> None:
        self.desk.machine.pause = max(0.0, float(seconds))

    def _tell_about(self, slug: str) -> None:
        """Somebody looks at another game in the form of a new match."""
        self._asked.append(slug)
        self._settings()

    def _save(self, name: str, overwrite: bool = False) -> None:
        self.desk.save(name, overwrite)
        self._settings()

    def _keep_in(self, folder: str) -> None:
        self.desk.keep_in(folder)
        self._settings()

    def _load(self, name: str) -> None:
        self.desk.load(name)
        self._settings()

    def _new(self, slug: str, scenario: str, seed: int | None, options: dict[str, str]) -> None:
        self.desk.new(slug, scenario, seed, options)
        self._settings()

    def _why(self, unit: str, space: str) -> None:
        self._answer(lambda: self.desk.why(unit, space))

    def _why_text(self, line: str) -> None:
        self._answer(lambda: self.desk.why_text(line))

    def _answer(self, ask: Callable[[], Any]) -> None:
        try:
            reason = ask()
        except SandtableError as error:
            self.side.show(answer={"text": str(error), "case": None, "legal": False})
            return
        legal = reason.case is None and reason.action is not None
        self.side.show(answer={"text": reason.text, "case": reason.case, "legal": legal})

    def _rule(self, case: str) -> None:
        """The text of a rule, for whoever points at its number."""
        found = self.desk.game.cases.get(case)
        title = "" if found is None else found.title
        text = "This rule is not in the list of cases." if found is None else found.statement
        for pane in (self.bar, self.side):
            pane.send({"rule": case, "title": title, "text": text})


def front(board: Board, view: View) -> list[str]:
    """The spaces of units that stand within two steps of another side's."""
    held: dict[int, set[str]] = {}
    for stack in view.stacks.values():
        held.setdefault(board.index(stack.space), set()).add(stack.side)
    found = []
    for here, sides in held.items():
        beside = {here, *board.adjacent(here)}
        beside |= {there for near in beside for there in board.adjacent(near)}
        if any(held.get(there, sides) - sides or len(sides) > 1 for there in beside):
            found.append(board.ids[here])
    return found


def _about(game: Game) -> dict[str, Any]:
    """What can be chosen when a match of a game begins."""
    return {
        "scenarios": [[s.name, s.title, s.text] for s in game.scenarios.values()],
        "ready": ready_scenario(game),
        "options": [[o.name, list(o.values), o.default, o.case, o.text] for o in game.switches.values()],
    }
