"""SNC-2.2.2, 3.0, 11.3: markers, die tables and the set-up, read and checked."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...errors import DataError
from ...records import Row
from .stacking import fits
from .words import CHINESE, JAPANESE, SIDES, STOCK

if TYPE_CHECKING:
    from .game import ShanghaiNanking


@dataclass(frozen=True, slots=True)
class Marker:
    """SNC-2.2.2a: one fire support marker; turn 0 is the set-up."""

    id: str
    side: int
    kind: str
    turn: int


def read_markers(rows: Iterable[Row], kinds: Collection[str], last_turn: int) -> list[Marker]:
    """SNC-2.2.2a: the fire support markers; the turn marker is not one of them."""
    return [
        Marker(
            row.needed("id"),
            SIDES.index(row.choice("side", SIDES, "side")),
            row.choice("type", kinds, "marker type"),
            _entry(row, last_turn),
        )
        for row in rows
        if row.text("type") != "turn"
    ]


def _entry(row: Row, last_turn: int) -> int:
    """SNC-8.5a: the turn of arrival; a marker that a user's own numbers leave out never comes."""
    special = {"start": 0, "never": last_turn + 1}
    word = row.text("entry_gt")
    return special[word] if word in special else row.integer("entry_gt", 1, last_turn)


def markers_at(markers: list[Marker], active: int, turn: int) -> bytes:
    """SNC-8.5a: markers that have arrived by a player turn, in the order of the stock."""
    begun = [turn if side <= active else turn - 1 for side in (CHINESE, JAPANESE)]
    return bytes(
        sum(1 for m in markers if (m.side, m.kind) == (side, kind) and m.turn <= begun[side])
        for side, kind in STOCK
    )


def read_die_table(rows: Iterable[Row], name: str) -> dict[int, str]:
    """SNC-11.3: what each roll of the Chinese air force does."""
    found: dict[int, str] = {}
    for row in rows:
        if row.text("table") == name:
            low, _, high = row.needed("die").partition("-")
            effect = row.choice("outcome", ("cancel", "lost", "nothing"), "outcome")
            found.update(dict.fromkeys(range(int(low), int(high or low) + 1), effect))
    if sorted(found) != [1, 2, 3, 4, 5, 6]:
        raise DataError("die_tables.csv", None, "die", f"the table {name!r} does not cover the rolls 1 to 6")
    return found


def check_stacks(game: ShanghaiNanking, setup: list[tuple[int, int]]) -> None:
    """SNC-3.0b, 6.0a: no set-up may overstack a hex or mix the sides."""
    stacks: dict[int, list[int]] = {}
    for unit, space in setup:
        stacks.setdefault(space, []).append(unit)
    for space, units in stacks.items():
        sides = {game.side_of[u] for u in units}
        label = game.board.label(space)
        if len(sides) > 1:
            raise DataError("setup.csv", None, "space", f"both sides stand in {label} (SNC-6.0a)")
        if not fits(game, sides.pop(), units):
            raise DataError("setup.csv", None, "space", f"{label} holds too many units (SNC-3.0b)")
