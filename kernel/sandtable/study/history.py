"""What happened: the dated events of a campaign, to be drawn beside the simulated ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING

from ..game import Game
from ..objectives import objectives
from ..records import Row
from .calendar import DAYS, calendar, turn_of

if TYPE_CHECKING:
    import pandas as pd

BOTH = "both"
KINDS = ("fight", "landing", "air", "fall", "withdrawal", "politics", "end")
"""What an event is; `end` is the one that decided the campaign, in favour of its side."""


@dataclass(frozen=True, slots=True)
class Event:
    """One dated event; `turn` is None outside the game's calendar, `space` outside its map.

    `objectives` are places that passed into the hands of `side` with it.
    """

    id: str
    date: date
    turn: int | None
    place: str
    space: str | None
    lon: float
    lat: float
    side: str
    kind: str
    objectives: tuple[str, ...]
    what: str
    source: str


class History:
    """The events of a campaign in the order of their days."""

    def __init__(self, game: Game, events: tuple[Event, ...]) -> None:
        self.game, self.events = game, events

    def __iter__(self) -> Iterator[Event]:
        return iter(self.events)

    def __len__(self) -> int:
        return len(self.events)

    def __repr__(self) -> str:
        first, last = self.events[0].date, self.events[-1].date
        return f"<History of {self.game.slug}: {len(self)} events, {first} to {last}>"

    def frame(self) -> pd.DataFrame:
        """One row an event."""
        import pandas as pd

        frame = pd.DataFrame([asdict(event) for event in self.events])
        frame["date"] = pd.to_datetime(frame["date"]).astype(DAYS)
        frame["turn"] = frame["turn"].astype("Int64")
        return frame

    def fall(self, objective: str) -> Event | None:
        """The event with which an objective first fell to its taker; None when it never did."""
        taker = objectives(self.game)[objective].taker
        return next((e for e in self.events if objective in e.objectives and e.side == taker), None)

    def held(self, objective: str, turn: int) -> bool:
        """Did the taker hold an objective at the end of a turn?"""
        taker, holds = objectives(self.game)[objective].taker, False
        last = calendar(self.game)[turn - 1].last
        for event in self.events:
            if event.date <= last and objective in event.objectives:
                holds = event.side == taker
        return holds

    @property
    def end(self) -> Event:
        """The event that decided the campaign."""
        return next(event for event in self.events if event.kind == "end")

    @property
    def end_turn(self) -> int:
        """The turn of that event; the last turn when it came just after it."""
        return self.end.turn or calendar(self.game)[-1].number


@lru_cache(maxsize=64)
def history(game: Game) -> History:
    """The historical course of a game's campaign, from its data/history.csv.

    >>> import sandtable as st
    >>> history(st.load("shanghai-nanking")).fall("nanking").date
    datetime.date(1937, 12, 13)
    """
    events = tuple(_event(game, row) for row in game.data.table("history"))
    rows = game.data.table("history")
    for earlier, later, row in zip(events, events[1:], rows[1:], strict=False):
        if later.date < earlier.date:
            raise row.error("date", f"{later.date} stands behind {earlier.date}: events go by their days")
    ends = [event for event in events if event.kind == "end"]
    if len(ends) != 1:
        raise rows[-1].error("kind", f"{len(ends)} events decide the campaign instead of one")
    return History(game, events)


def _event(game: Game, row: Row) -> Event:
    day = row.day("date")
    turn = row.integer("turn", 1) if row.text("turn") else None
    wanted = turn_of(game, day)
    if turn != wanted:
        raise row.error("turn", f"{day} lies {_when(wanted)}, not {_when(turn)}")
    space = row.text("space")
    if space:
        row.choice("space", game.board.number, "space")
    known = objectives(game)
    for word in row.words("objectives"):
        if word not in known:
            raise row.error("objectives", f"unknown objective {word!r} (known: {', '.join(known)})")
    return Event(
        id=row.needed("id"),
        date=day,
        turn=turn,
        place=row.needed("place"),
        space=space or None,
        lon=row.number("lon"),
        lat=row.number("lat"),
        side=row.choice("side", (*game.sides, BOTH), "side"),
        kind=row.choice("kind", KINDS, "kind of event"),
        objectives=row.words("objectives"),
        what=row.needed("what"),
        source=row.source,
    )


def _when(turn: int | None) -> str:
    return "outside the calendar" if turn is None else f"in turn {turn}"
