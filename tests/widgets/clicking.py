"""A person at the table who only points and clicks, for the tests."""

from __future__ import annotations

from random import Random

import sandtable as st
from sandtable.actions import Resign
from sandtable_widgets.table.desk import Desk


def desk_of(slug: str, seed: int = 0, scenario: str | None = None, **settings: object) -> Desk:
    """A desk with a new match that is not kept."""
    match = st.Match(st.load(slug), scenario, seed)
    return Desk(match, **{"autosave": False, **settings})  # type: ignore[arg-type]


class Clicker:
    """Clicks at random, now and then on nonsense; every click must be answered, never by an exception."""

    def __init__(self, desk: Desk, seed: int, nonsense: float = 0.1) -> None:
        self.desk, self.rng, self.nonsense = desk, Random(seed), nonsense
        self.refused: set[str] = set()

    def click(self) -> None:
        """One click, or key, or tick."""
        desk = self.desk
        if desk.covered:
            desk.hand_over()
        elif self.rng.random() < self.nonsense:
            self._nonsense()
        else:
            self._sense()
        if desk.notice is not None and desk.notice.case is not None:
            self.refused.add(desk.notice.case)
        assert desk.notice is None or desk.notice.kind != "error", desk.notice

    def _sense(self) -> None:
        """What gets on with the game."""
        desk, rng, picking = self.desk, self.rng, self.desk.picking
        lit, able = list(picking.targets()), list(picking.able)
        if picking.draft is not None and rng.random() < 0.85:
            if picking.draft.refusal is None:
                desk.commit()
            elif picking.draft.pool:
                desk.tick(rng.choice(picking.draft.pool))
            else:
                desk.cancel()
        elif picking.menu:
            desk.menu(rng.randrange(len(picking.menu)))
        elif lit and rng.random() < 0.8:
            desk.click(rng.choice(lit))
        elif able and rng.random() < 0.75:
            unit = rng.choice(able)
            place = picking.able[unit]
            if place is None:
                desk.pick(unit)
            else:
                desk.click(place, unit)
        else:
            found = [a for a in picking.listed if not isinstance(a, Resign)]
            if found:
                desk.choose(str(rng.choice(found)))

    def _nonsense(self) -> None:
        """What people do besides."""
        desk, rng, picking = self.desk, self.rng, self.desk.picking
        units, spaces = desk.game.units.ids, desk.game.board.ids
        words = [*(picking.draft.support if picking.draft else ()), "?"]
        deeds = [
            lambda: desk.click(rng.choice(spaces)),
            lambda: desk.click(rng.choice(spaces), rng.choice(units)),
            lambda: desk.toggle(rng.choice(units)),
            lambda: desk.tick(rng.choice(units)),
            lambda: desk.support(rng.choice(words), 2),
            lambda: desk.go(rng.choice(spaces)),
            lambda: desk.pick(*picking.mates()),
            lambda: desk.next_unit(rng.choice((1, -1))),
            lambda: desk.menu(rng.randrange(3)),
            desk.commit,
            desk.cancel,
            desk.undo,
            desk.redo,
        ]
        rng.choice(deeds)()
