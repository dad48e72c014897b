"""The selection: what a person has pointed at so far, and what the next click would do.

It knows nothing of widgets and nothing of any game: everything comes from `legal`, `check` and the codecs
of the actions' fields.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from sandtable import State
from sandtable.actions import Action

from .drafts import Draft
from .offers import ATTACK, CHOICE, Offer, by_space, coded, make, offers, sort_key
from .reasons import Reason, why_idle, why_not

FEW = 400
"""So many actions are listed without being asked for; with more, units are asked one by one."""
PATIENCE = 0.05
"""Seconds that a click on a space may look through a long list."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a menu: something that can be done at once, or a draft that can be begun."""

    text: str
    listed: tuple[Action, ...]
    combat: bool

    @property
    def open(self) -> bool:
        """Is there something left to tick, or odds to be seen first?"""
        return self.combat or len(self.listed) > 1


class Picking:
    """The selection in one position. A method that a click calls returns an action when one is decided."""

    def __init__(self, state: State, side: str | None) -> None:
        self.state, self.side = state, side
        self.legal = state.game.legal(state)
        self.picked: tuple[str, ...] = ()
        self.offers: list[Offer] = []
        self.menu: list[Entry] = []
        self.place: str | None = None
        """The space that was last pointed at."""
        self.draft: Draft | None = None
        self.reason: Reason | None = None
        """Why the last click did nothing."""
        self._begin()

    # -- what there is --------------------------------------------------------------------------------

    @cached_property
    def _listed(self) -> tuple[list[Action], bool]:
        """The first canonical actions, and whether these are all."""
        found = list(islice(self.legal, FEW + 1))
        return found[:FEW], len(found) <= FEW

    @property
    def listed(self) -> list[Action]:
        """All canonical actions, where there are few enough to list them; else only the general ones."""
        found, whole = self._listed
        return found if whole else self.general

    @cached_property
    def general(self) -> list[Action]:
        """The actions that name no unit."""
        return self.legal.general()

    @cached_property
    def able(self) -> dict[str, str | None]:
        """The units that can do something, with the space where each stands; None beside the map."""
        game, where = self.state.game, self.state.where
        places = {id: where[game.units.index_of(id)] for id in self.legal.units()}
        return {id: game.board.ids[p] if p >= 0 else None for id, p in places.items()}

    def mates(self) -> list[str]:
        """The able units that stand with the picked ones."""
        if not self.picked:
            return []
        places = {self.able.get(id) for id in self.picked}
        return [id for id, place in self.able.items() if place in places]

    def _begin(self) -> None:
        """Where the question leaves only one thing to put together, that draft is open at once."""
        if not self.legal.accepts:
            return
        found, whole = self._listed
        if whole and len({type(a) for a in found}) == 1 and len({sort_key(a) for a in found}) == 1:
            kind = type(found[0])
            if len(found) > 1 and (coded(kind, "units") or coded(kind, "words")):
                self.draft = Draft(self.state, found, (), self.side)
                return
        marching = any(coded(cls, "path") for cls in self.legal.accepts)
        places = set(self.able.values()) if marching else set()
        if len(places) == 1 and None not in places:
            self.pick(list(self.able))

    # -- pointing -------------------------------------------------------------------------------------

    def click(self, space: str, unit: str | None = None) -> Action | None:
        """A click on the map."""
        self.reason = None
        if self.draft is not None and unit in self.draft.pool:
            self.draft.toggle(unit)
            return None
        if unit is not None and unit in self.able:
            self.pick(() if self.picked == (unit,) else (unit,))
            self.place = space
            return None
        self.place = space
        if space in self.targets():
            return self.go(space)
        here = [id for id, place in self.able.items() if place == space]
        if here:
            self.pick(here[:1])
            self.place = space
            return None
        if self.picked:
            self.reason = self.why(self.picked, space)
            return None
        self.draft = None
        return self._about(space, unit)

    def pick(self, units: Sequence[str]) -> None:
        """Picks exactly these units and sees what they can do."""
        self.picked = tuple(id for id in units if id in self.able)
        self.offers = offers(self.state, self.picked)
        self.menu, self.draft, self.reason = [], None, None
        if self.picked:
            self.place = self.able[self.picked[0]]

    def toggle(self, unit: str) -> None:
        """Adds a unit to those that are picked, or takes it out."""
        if unit in self.picked:
            self.pick([id for id in self.picked if id != unit])
        else:
            self.pick([id for id in self.able if id in (*self.picked, unit)])

    def clear(self) -> None:
        """Nothing is picked; a draft that the question itself opened stays."""
        self.pick(())
        self.place = None
        self._begin()

    def targets(self) -> dict[str, list[Offer]]:
        """The lit spaces."""
        if self.draft is not None and self.draft.target is not None:
            kind = CHOICE if self.draft.odds is None else ATTACK
            return {self.draft.target: [Offer(self.draft.action, self.draft.target, kind)]}
        if self.menu or self.picked:
            return by_space(self.offers)
        if self._listed[1]:
            return by_space(o for o in self._loose)
        return {}

    @cached_property
    def _loose(self) -> list[Offer]:
        """What can be pointed at before anything is picked: targets of combats, and spaces to be named."""
        first: dict[str | None, Offer] = {}
        for action in self._listed[0]:
            if action.focus in first or coded(action, "path") is not None:
                continue
            offer = make(self.state, action)
            if offer.kind == ATTACK or not action.touched_units:
                first[action.focus] = offer
        return list(first.values())

    def go(self, space: str) -> Action | None:
        """Chooses a lit space."""
        if not self.picked:
            return self._about(space, None)
        found = by_space(self.offers).get(space, [])
        return self._choose([self._entry(o) for o in found])

    def _entry(self, offer: Offer) -> Entry:
        """An offer with all listed variants of it, for a draft."""
        key = sort_key(offer.action)
        listed = [offer.action]
        if offer.kind == ATTACK:
            known = self._listed[0] if self._listed[1] else self.legal.for_unit(self.picked[0])
            listed += [a for a in known if sort_key(a) == key and a != offer.action]
        return Entry(self.title(offer.action), tuple(listed), offer.kind == ATTACK)

    def _about(self, space: str, unit: str | None) -> Action | None:
        """What can be done about a space when no unit is picked."""
        groups: dict[object, list[Action]] = {}
        until = time.monotonic() + PATIENCE
        for action in self._listed[0] if self._listed[1] else self.legal:
            if action.focus == space and coded(action, "path") is None:
                groups.setdefault(sort_key(action), []).append(action)
            if time.monotonic() > until:
                break
        found = [
            Entry(self.title(g[0]), tuple(g), self.state.game.is_combat(self.state, g[0]))
            for g in groups.values()
        ]
        if not found and unit is not None and self._is_mine(unit):
            self.reason = why_idle(self.state, unit)
        return self._choose(found)

    def _choose(self, entries: list[Entry]) -> Action | None:
        """One thing is done or begun, several are asked about."""
        if len(entries) == 1:
            return self.take(entries[0])
        self.menu = entries
        return None

    def take(self, entry: Entry) -> Action | None:
        """A line of the menu."""
        self.menu = []
        if not entry.open:
            return entry.listed[0]
        self.draft = Draft(self.state, entry.listed, self.picked, self.side)
        return None

    def choose(self, action: Action) -> Action | None:
        """A line of the list of choices: a combat shows its odds first."""
        self.reason = None
        if self.state.game.is_combat(self.state, action):
            same = [a for a in self.listed if sort_key(a) == sort_key(action)]
            self.draft = Draft(self.state, [action, *(a for a in same if a != action)], (), self.side)
            return None
        return action

    # -- words ----------------------------------------------------------------------------------------

    def title(self, action: Action) -> str:
        """A line of a menu: what is done, without the units that may still change."""
        game = self.state.game
        words = [w for f in (coded(action, "word"),) if f for w in (getattr(action, f.name),) if w]
        parts = [action.label or action.verb, *map(game.word_name, words)]
        if action.focus is not None:
            parts.append(game.space_name(action.focus))
        return " · ".join(parts)

    def why(self, units: Sequence[str], space: str) -> Reason:
        """Why these units cannot do anything there."""
        ways = {o.space: o.action.path for o in self.offers if coded(o.action, "path")}  # type: ignore[attr-defined]
        number = self.state.game.board.index(space)
        mine = self._my_side()
        hostile = any(count[number] for side, count in enumerate(self.state.count) if side != mine)
        return why_not(self.state, units, space, ways, hostile)

    def _my_side(self) -> int | None:
        decision = self.state.decision
        return None if decision is None else self.state.game.side_index(decision.side)

    def _is_mine(self, unit: str) -> bool:
        return self.state.game.units.by_id(unit).side == self._my_side()
