"""The selection: what a person has pointed at so far, and what the next click would do.

It knows nothing of widgets and nothing of any game: everything comes from `legal`, `check` and the codecs
of the actions' fields.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from itertools import islice

from sandtable import State
from sandtable.actions import Action

from .drafts import Draft
from .families import family
from .offers import ATTACK, CHOICE, Offer, by_space, coded, make, offers, sort_key
from .reasons import Reason, why_idle, why_not, why_theirs

FEW = 400
"""So many actions are listed without being asked for; with more, units are asked one by one."""
FEW_ANSWERS = 6
"""Of so many answers, the one that rolls dice shows its odds beside the others."""
MANY = 3000
"""So many actions are looked through for what can be pointed at before anybody is picked."""


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
        self.narrowed: tuple[Action, ...] = ()
        """Actions of one family, of which one is made out by a space."""
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

    @property
    def whole(self) -> bool:
        """Are all canonical actions few enough for a list?"""
        return self._listed[1]

    @cached_property
    def wide(self) -> list[Action]:
        """All canonical actions but marches, also where they are too many for a list."""
        if self._listed[1]:
            return self._listed[0]
        marches = {cls for cls in self.legal.accepts if coded(cls, "path")}
        if all(cls in marches or not fields(cls) for cls in self.legal.accepts):
            return self.general
        return [action for action in islice(self.legal, MANY) if type(action) not in marches]

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
        rolls = self._rolling_answers
        if len(rolls) == 1:
            self.draft = Draft(self.state, rolls, (), self.side)
            return
        if whole and len({type(a) for a in found}) == 1 and len({sort_key(a) for a in found}) == 1:
            kind = type(found[0])
            if len(found) > 1 and (coded(kind, "units") or coded(kind, "words")):
                self.draft = Draft(self.state, found, (), self.side)
                return
        places = set(self.able.values())
        if len(places) == 1 and None not in places:
            (self.place,) = places
            if any(coded(cls, "path") for cls in self.legal.accepts):
                self.pick(list(self.able))
                if not by_space(self.offers):
                    self.pick(())

    @cached_property
    def _rolling_answers(self) -> list[Action]:
        """Where a question is only answered, the answers that roll combat dice."""
        found, whole = self._listed
        if not whole or len(found) > FEW_ANSWERS or any(a.touched_units or a.spaces for a in found):
            return []
        if len({sort_key(a) for a in found}) < len(found):
            return []
        return [a for a in found if self.state.game.is_combat(self.state, a)]

    @property
    def beside(self) -> list[Action]:
        """The other answers to a question whose draft is one of its answers."""
        draft = self.draft
        if draft is None or draft.first not in self._rolling_answers:
            return []
        return [a for a in self._listed[0] if a != draft.first]

    # -- pointing -------------------------------------------------------------------------------------

    def click(self, space: str, unit: str | None = None) -> Action | None:
        """A click on the map."""
        self.reason = None
        if self.draft is not None and unit in self.draft.pool:
            self.draft.toggle(unit)
            return None
        if self.narrowed and space in self.targets():
            # Whoever asked where something is to be done means the space, whatever counter lies on it.
            self.place = space
            return self.go(space)
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
        self.draft, self.narrowed = None, ()
        return self._about(space, unit)

    def pick(self, units: Sequence[str]) -> None:
        """Picks exactly these units and sees what they can do."""
        self.picked = tuple(id for id in units if id in self.able)
        self.offers = offers(self.state, self.picked)
        self.menu, self.draft, self.narrowed, self.reason = [], None, (), None
        if self.picked:
            self.place = self.able[self.picked[0]]
        if len(self.picked) > 1 and not by_space(self.offers):
            self.reason = self._why_together()

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
        if self.menu or self.picked or self.narrowed:
            return by_space(self.offers)
        return by_space(self._loose)

    @cached_property
    def _loose(self) -> list[Offer]:
        """What can be pointed at before anything is picked: targets of combats, and spaces to be named."""
        first: dict[str | None, Offer] = {}
        for action in self.wide:
            if action.focus in first or coded(action, "path") is not None:
                continue
            offer = make(self.state, action)
            if offer.kind == ATTACK or not action.touched_units:
                first[action.focus] = offer
        return list(first.values())

    def open(self, action: Action) -> Action | None:
        """A line that stands for a family: its one space is drafted, several are lit."""
        known = [*self.wide, *(a for id in self.picked for a in self.legal.for_unit(id))]
        mine = set(self.picked) if action.touched_units else set()
        alike = [a for a in dict.fromkeys((action, *known)) if family(a) == family(action)]
        alike = [a for a in alike if not mine or mine & set(a.touched_units)]
        if len({a.focus for a in alike}) == 1:
            self.draft = Draft(self.state, alike, self.picked if mine else (), self.side)
            return None
        first = {a.focus: a for a in reversed(alike)}
        self.pick(())
        self.place, self.narrowed = None, tuple(alike)
        self.offers = [make(self.state, a) for a in first.values()]
        return None

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
        for action in self.narrowed or self.wide:
            if action.focus == space and coded(action, "path") is None:
                groups.setdefault(sort_key(action), []).append(action)
        found = [
            Entry(self.title(g[0]), tuple(g), self.state.game.is_combat(self.state, g[0]))
            for g in groups.values()
        ]
        if not found and unit is not None:
            self.reason = (why_idle if self._is_mine(unit) else why_theirs)(self.state, unit)
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
        gist = game.gist(self.state, action)
        return gist if action.focus is None else f"{gist} · {game.space_name(action.focus)}"

    def why(self, units: Sequence[str], space: str) -> Reason:
        """Why these units cannot do anything there."""
        ways = {o.space: o.action.path for o in self.offers if coded(o.action, "path")}  # type: ignore[attr-defined]
        number = self.state.game.board.index(space)
        mine = self._my_side()
        hostile = any(count[number] for side, count in enumerate(self.state.count) if side != mine)
        return why_not(self.state, units, space, ways, hostile)

    def _why_together(self) -> Reason | None:
        """Why the picked units can go nowhere in common: what keeps them from where one of them could go."""
        alone = [o for o in offers(self.state, self.picked[:1]) if o.space is not None]
        if not alone:
            return None
        text = f"these {len(self.picked)} units can go nowhere together"
        near = min(alone, key=lambda o: o.cost or 0)
        reason = self.why(self.picked, near.space or "")
        return replace(reason, text=f"{text}: {reason.text}" if reason.case else text)

    def _my_side(self) -> int | None:
        decision = self.state.decision
        return None if decision is None else self.state.game.side_index(decision.side)

    def _is_mine(self, unit: str) -> bool:
        return self.state.game.units.by_id(unit).side == self._my_side()
