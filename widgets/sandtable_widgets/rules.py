"""The rule browser: every case of a game's ledger, by chapter and topic, and where a match last used it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape

import ipywidgets as w

from sandtable.errors import Unknown
from sandtable.game import Case, Game
from sandtable.match import Match
from sandtable.telling import told

from .given import game_of, played_here
from .page import Page, capital, pickable

RECENT = 6
"""Uses of a rule that are listed."""


@dataclass(frozen=True)
class Use:
    """One application of a rule in a match."""

    ply: int
    turn: int
    text: str


def uses_of(match: Match | None, side: str | None = None) -> dict[str, list[Use]]:
    """Every rule that a match has applied, in an event or as a modifier, as a side may hear it."""
    found: dict[str, list[Use]] = {}
    if match is None:
        return found
    for ply, event in match.events:
        turn = match.state_at(max(ply - 1, 0)).turn
        text = told(match.game, event, match.state_at(ply), side)
        found.setdefault(event.case, []).append(Use(ply, turn, text))
        for label, value, case in event.data.get("modifiers", ()):
            found.setdefault(case, []).append(Use(ply, turn, f"{label} {value:+d}: {text}"))
    return found


class RuleBrowser(w.VBox):
    """Cases by chapter and topic, a search over their words, and where each was last applied.

    With a `side` the match is told as that side may hear it.

    >>> import sandtable as st
    >>> browser = RuleBrowser(st.load("shanghai-nanking"))
    >>> browser.search.value = "concentric"
    >>> [case.id for case in browser.found][:1]
    ['SNC-10.4.2a']
    """

    def __init__(self, game: Game | str, match: Match | None = None, side: str | None = None) -> None:
        game = game_of(game)
        if side is not None:
            game.side_index(side)
        self.game, self.side = game, side
        self.match = None if match is None else played_here(match, game)
        self._uses: dict[str, list[Use]] = {}
        self._callbacks: list[Callable[[int], None]] = []
        kinds = sorted({case.kind for case in game.cases.values()})
        chapters = [(f"{id}  {title}", id) for id, title in game.chapters.items()]
        self.search = w.Text(placeholder="words or a number, e.g. river 10.4", description="Search")
        self.chapter = w.Dropdown(options=[("all chapters", ""), *chapters], description="Chapter")
        self.kind = w.Dropdown(options=[("all topics", ""), *((k, k) for k in kinds)], description="Topic")
        self.used = w.Checkbox(description="used in this match", indent=False, layout=w.Layout(width="auto"))
        self.used.layout.display = "none" if match is None else ""
        for control in (self.search, self.chapter, self.kind):
            control.style.description_width = "58px"
            control.layout = w.Layout(flex="1 1 180px", width="auto", min_width="0")
        self.list = Page(label="Rules found", layout=w.Layout(flex="1 1 45%", min_width="0"))
        self.detail = Page(label="The rule", layout=w.Layout(flex="1 1 55%", min_width="0"))
        self.chosen = next(iter(game.cases))
        for control in (self.search, self.chapter, self.kind, self.used):
            control.observe(lambda _: self._list_cases(), "value")
        self.list.on_pick(self.show)
        self.detail.on_pick(self._picked)
        super().__init__(
            [
                w.HBox(
                    [self.search, self.chapter, self.kind, self.used],
                    layout=w.Layout(width="100%", flex_flow="row wrap"),
                ),
                w.HBox([self.list, self.detail], layout=w.Layout(width="100%", align_items="stretch")),
            ],
            layout=w.Layout(width="100%"),
        )
        self.refresh()

    @property
    def found(self) -> list[Case]:
        """The cases that the search, the chapter and the topic leave."""
        words = self.search.value.lower().split()
        return [
            case
            for case in self.game.cases.values()
            if self.chapter.value in ("", self.game.chapter_of(case.id))
            and self.kind.value in ("", case.kind)
            and (not self.used.value or case.id in self._uses)
            and all(word in f"{case.id} {case.title} {case.statement}".lower() for word in words)
        ]

    def show(self, id: str) -> None:
        """Opens a case."""
        if id not in self.game.cases:
            raise Unknown("case", id, self.game.cases)
        self.chosen = id
        self.detail.html = self._detail(self.game.cases[id])
        self._list_cases()

    def refresh(self) -> None:
        """Reads the match anew: what it has applied since."""
        self._uses = uses_of(self.match, self.side)
        self.show(self.chosen)

    def last_use(self, id: str) -> Use | None:
        """Where a case was last applied in this match."""
        return self._uses[id][-1] if self._uses.get(id) else None

    def on_ply(self, callback: Callable[[int], None]) -> None:
        """`callback` is told the ply when a person asks to see where a rule was applied."""
        self._callbacks.append(callback)
        self.show(self.chosen)

    # -- drawing ------------------------------------------------------------------------------------

    def _list_cases(self) -> None:
        found = self.found
        count = f"{len(found)} of {len(self.game.cases)} cases"
        rows = "".join(self._rows(found)) or '<p class="soft">No rule has all these words.</p>'
        self.list.html = (
            f'<div class="st-rules"><small>{count}</small><div class="cases" data-scroll>{rows}</div></div>'
        )

    def _rows(self, found: list[Case]) -> Iterator[str]:
        chapter = None
        for case in found:
            if self.game.chapter_of(case.id) != chapter:
                chapter = self.game.chapter_of(case.id)
                yield f"<h3>{escape(chapter)} {escape(self.game.chapters[chapter])}</h3>"
            marks = ' class="here" data-here' if case.id == self.chosen else ""
            used = len(self._uses.get(case.id, ()))
            times = f'<span class="times" title="applied {used} times">{used}×</span>' if used else ""
            yield (
                f"<div{marks} {pickable(case.id)}><cite>{escape(case.id)}</cite> "
                f"{escape(case.title)}{times}</div>"
            )

    def _detail(self, case: Case) -> str:
        chapter = escape(self.game.chapters[self.game.chapter_of(case.id)])
        return (
            f'<div class="st-rules card"><small>{chapter} · {escape(case.kind)}</small>'
            f"<h2>{escape(case.title)}</h2><cite>{escape(case.id)}</cite>"
            f'<p class="statement">{self._linked(case)}</p>{self._applied(case.id)}</div>'
        )

    def _linked(self, case: Case) -> str:
        """The statement with the chapters it speaks of as links to their first case."""

        def link(met: re.Match[str]) -> str:
            code = case.id.partition("-")[0]
            target = next((id for id in self.game.cases if id.startswith(f"{code}-{met[0]}")), None)
            return met[0] if target is None else f"<a {pickable(target)}>{met[0]}</a>"

        return re.sub(r"(?<![\w.+-])\d{1,2}(?:\.\d+)+[a-z]?(?![\w.])", link, escape(case.statement))

    def _applied(self, id: str) -> str:
        if self.match is None:
            return ""
        uses = self._uses.get(id, [])
        if not uses:
            return '<p class="soft">Not applied in this match so far.</p>'
        rows = "".join(
            f"<li{self._asking(use)}><b>Turn {use.turn}</b>, action {use.ply}: "
            f"{escape(capital(use.text))}</li>"
            for use in reversed(uses[-RECENT:])
        )
        more = f", the last {RECENT} here" if len(uses) > RECENT else ""
        times = "once" if len(uses) == 1 else f"{len(uses)} times"
        return f"<h3>Applied {times} in this match{more}</h3><ul>{rows}</ul>"

    def _asking(self, use: Use) -> str:
        """What makes a line a button; only where somebody hears it."""
        return f" {pickable(f'ply {use.ply}')}" if self._callbacks else ""

    def _picked(self, key: str) -> None:
        word, _, number = key.partition(" ")
        if word == "ply":
            for callback in self._callbacks:
                callback(int(number))
        else:
            self.show(key)
