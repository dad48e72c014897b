"""What happened, for somebody who may not know everything: units that he cannot see lose their names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from .game import Game
from .state import Event, State
from .wording import counted, names

if TYPE_CHECKING:
    from .match import Match


def events_since(match: Match, ply: int) -> Iterator[tuple[Event, State]]:
    """What was told after that many actions (-1: from the set-up on), with the state of each telling."""
    for number in range(ply + 1, match.ply + 1):
        state = match.state_at(number)
        yield from ((event, state) for event in state.events or ())


def told(game: Game, event: Event, state: State, side: str | None) -> str:
    """The sentence of an event as a side may hear it; None is an umpire, who hears everything."""
    ids: Iterable[str] = event.data.get("unit_ids", ())
    if side is None or not ids:
        return event.text
    eye = game.side_index(side)
    units = [game.units.by_id(id) for id in ids]
    seen = [u.name for u in units if not game.hides(state, eye, u.index)]
    unseen = len(units) - len(seen)
    if not unseen:
        return event.text
    what = counted(unseen, "unseen unit")
    return replace(event, data={**event.data, "units": names([*seen, what])}).text
