"""The days that each turn of a game stands for."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from ..game import Game

_NUMBER, _FIRST, _LAST = ("turn", "gt", "id"), ("from", "date_from", "date"), ("to", "date_to", "date")
"""What the games' turn records call the number, the first and the last day of a turn."""


DAYS = "datetime64[ms]"
"""How days stand in tables: in the unit that Parquet gives back."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn and its days, both included."""

    number: int
    first: date
    last: date

    def label(self) -> str:
        """The days for an axis: 13 Aug–22 Aug, or one day alone."""
        first, last = (f"{day.day} {day:%b}" for day in (self.first, self.last))
        return first if first == last else f"{first}–{last}"


@lru_cache(maxsize=64)
def calendar(game: Game) -> tuple[Turn, ...]:
    """The turns of a game with their days, in order.

    >>> import sandtable as st
    >>> calendar(st.load("shanghai-nanking"))[6].label()
    '1 Nov–14 Nov'
    """
    columns = game.data.columns("turns")
    number, first, last = (next(c for c in names if c in columns) for names in (_NUMBER, _FIRST, _LAST))
    turns: list[Turn] = []
    for row in game.data.table("turns", key=(number,)):
        turn = Turn(row.integer(number, 1), row.day(first), row.day(last))
        if turn.last < turn.first or (turns and turn.first <= turns[-1].last):
            raise row.error(first, f"the days of turn {turn.number} do not follow those before")
        turns.append(turn)
    return tuple(turns)



def turn_of(game: Game, day: date) -> int | None:
    """The turn in which a day lies; None before the first and after the last."""
    return next((t.number for t in calendar(game) if t.first <= day <= t.last), None)
