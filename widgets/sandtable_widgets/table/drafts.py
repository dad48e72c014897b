"""An action being put together: who takes part, with what support, at which odds, and is it legal?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import Field, replace
from typing import Any

from sandtable import IllegalAction, SandtableError, State
from sandtable.actions import Action
from sandtable.forecast import Forecast

from .offers import coded


class Draft:
    """One kind of action against one space, with everything that a person may still tick.

    `listed` are the canonical variants; whatever they name can be ticked, and so can the support that the
    game offers for the units ticked so far. `side` is who may know the odds; None knows everything.
    """

    def __init__(
        self, state: State, listed: Sequence[Action], picked: Iterable[str] = (), side: str | None = None
    ) -> None:
        self.state, self.side = state, side
        self.first = listed[0]
        self._units = _open_field(self.first, "units")
        self._words = coded(self.first, "words")
        self.pool = tuple(dict.fromkeys((*picked, *(id for a in listed for id in self._members(a)))))
        self._listed_words = _most(tuple(self._named(a)) for a in listed)
        self.units = self._first_units(listed, tuple(picked))
        self.words: tuple[str, ...] = ()
        self._offered: tuple[str, ...] = ()
        self._judge()

    # -- what a person does -------------------------------------------------------------------------

    def toggle(self, unit: str) -> None:
        """Ticks a unit, or takes it out."""
        if unit in self.units:
            self.units = tuple(u for u in self.units if u != unit)
        elif unit in self.pool:
            self.units = tuple(u for u in self.pool if u in (*self.units, unit))
        self._judge()

    def take(self, units: Iterable[str]) -> None:
        """Ticks exactly these units of the pool."""
        wanted = set(units)
        self.units = tuple(u for u in self.pool if u in wanted)
        self._judge()

    def count(self, word: str, number: int) -> None:
        """So many of one kind of support."""
        most = self.support.get(word, 0)
        counts = Counter(self.words)
        counts[word] = min(max(number, 0), most)
        self.words = tuple(w for w in self.support for _ in range(counts[w]))
        self._judge()

    # -- what it comes to ---------------------------------------------------------------------------

    @property
    def target(self) -> str | None:
        return self.first.focus

    @property
    def takes_units(self) -> bool:
        return self._units is not None

    def _members(self, action: Action) -> tuple[str, ...]:
        return _value(action, self._units)

    def _named(self, action: Action) -> tuple[str, ...]:
        return _value(action, self._words)

    def _first_units(self, listed: Sequence[Action], picked: tuple[str, ...]) -> tuple[str, ...]:
        """Whoever was picked, if that is an action; else the most that a listed action takes."""
        if self._units is None:
            return ()
        if picked:
            tried = replace(self.first, **{self._units.name: picked})
            try:
                self.state.game.check(self.state, tried)
            except SandtableError:
                with_them = [a for a in listed if set(picked) <= set(self._members(a))]
                return max((self._members(a) for a in with_them), key=len, default=picked)
            return picked
        return max((self._members(a) for a in listed), key=len)

    def _judge(self) -> None:
        """Puts the action together, asks the rules, and works out the odds."""
        game = self.state.game
        bare = self.first
        if self._units is not None:
            bare = replace(bare, **{self._units.name: self.units})
        if self._words is not None and (self._units is None or self.units):
            self._offered = game.support_for(self.state, bare)
        self.support: dict[str, int] = dict(_most((tuple(self._listed_words.elements()), self._offered)))
        """How many of each kind of support can be ticked."""
        kept = Counter(self.words) & Counter(self.support)
        self.words = tuple(w for w in self.support for _ in range(kept[w]))
        self.action = bare
        if self._words is not None:
            # An optional field that stays empty is left out, unless there is support: then none is a choice.
            silent = self._words.metadata["lead"] and not self.words and not self._offered
            self.action = replace(bare, **{self._words.name: None if silent else self.words})
        self.refusal: IllegalAction | None = None
        self.odds: Forecast | None = None
        try:
            game.check(self.state, self.action)
        except IllegalAction as error:
            self.refusal = error
            return
        if game.is_combat(self.state, self.action):
            self.odds = game.forecast(self.state, self.action, self.side)


def _open_field(action: Action, codec: str) -> Field[Any] | None:
    """The field of a codec, unless it is an optional one that this action leaves out."""
    field = coded(action, codec)
    return None if field is None or getattr(action, field.name) is None else field


def _value(action: Action, field: Field[Any] | None) -> tuple[str, ...]:
    return () if field is None else getattr(action, field.name) or ()


def _most(lots: Iterable[tuple[str, ...]]) -> Counter[str]:
    """Of every word as many as the lot that has the most."""
    most: Counter[str] = Counter()
    for lot in lots:
        most |= Counter(lot)
    return most
