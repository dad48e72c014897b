"""The static world: units, chits, areas as the rules read them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ...board import Board
from ...errors import DataError
from ...records import Row
from ...units import Unit
from .words import (
    BORDER,
    BRIDGE,
    CANAL,
    CHINESE,
    DIE_LIMIT,
    JAPANESE,
    SIDES,
    SOUTH_BANK,
    TANK,
    TOWN,
    USES,
    VERTEX,
    VICTORY_AREA,
    WIDE_EDGE,
    ZONE,
    ZONE_EDGE,
)

NEAR_OWN, NONE_OWN, ANY = "near_own", "none_own", "any"


@dataclass(frozen=True, slots=True)
class Chit:
    """SOT-TC: one kind of Tactical Chit."""

    id: str
    side: int
    name: str
    number: int
    use: str
    once: bool
    """At most one a turn."""
    firepower: int
    modifier: int
    target: str
    always_terrain: bool
    """The defender's level counts whether or not he controls the area."""
    artillery: bool
    cancels: tuple[str, ...]
    case: str
    text: str


@dataclass(frozen=True, slots=True)
class Level:
    """SOT-2.3b, 2.3d: what a kind of area gives its defenders, and what it costs a tank to enter."""

    same_area: int
    from_outside: int
    needs_control: bool
    tank_cost: int


def read_units(rows: Iterable[Row]) -> tuple[list[Unit], list[bool]]:
    """SOT-2.1: the counters, Ready and Spent; and which of them may fire at adjacent areas."""
    units, red = [], []
    for index, row in enumerate(rows):
        combat, spent, ready = (row.integer(c, 0, 9) for c in ("cf", "df_spent", "df_ready"))
        if combat > 3:
            raise row.error("cf", f"a combat factor is 0 to 3, not {combat} (SOT-2.4b)")
        if spent != ready - 1:
            raise row.error("df_spent", f"{spent} is not one less than the Ready factor {ready} (SOT-2.4e)")
        side, kind = row.choice("side", SIDES, "side"), row.choice("type", ("infantry", TANK), "unit type")
        if kind == TANK and side != SIDES[JAPANESE]:
            raise row.error("type", "only the Japanese side has tanks (SOT-2.1h)")
        units.append(
            Unit(
                id=row.needed("id"),
                index=index,
                name=row.needed("name"),
                side=SIDES.index(side),
                kind=kind,
                size=row.needed("size"),
                category=row.needed("category"),
                formation=row.needed("formation"),
                strength=(0, 0, combat),
                static=False,
                movement=row.integer("ma", 1, 9),
                stacking=1,
                source=row.source,
                defence=(0, spent, ready),
            )
        )
        red.append(row.choice("cf_colour", ("red", "black"), "colour") == "red" and combat > 0)
    return units, red


def read_chits(rows: Iterable[Row]) -> dict[str, Chit]:
    """SOT-2.4j: the sets of both sides."""
    found = {}
    for row in rows:
        use = row.choice("use", USES, "use")
        found[row.needed("id")] = Chit(
            row.needed("id"),
            SIDES.index(row.choice("side", SIDES, "side")),
            row.needed("name"),
            row.integer("number", 0, 99),
            use,
            row.flag("once_per_turn"),
            row.integer("firepower", 0),
            row.integer("modifier", 0),
            row.choice("target", (NEAR_OWN, NONE_OWN, ANY, ""), "target"),
            row.text("terrain") == "always",
            row.flag("artillery"),
            row.words("cancels"),
            row.needed("case"),
            row.needed("text"),
        )
    for chit in found.values():
        for other in chit.cancels:
            if other not in found:
                raise DataError("chits.csv", None, "cancels", f"unknown chit {other!r}")
    return found


def read_levels(rows: Iterable[Row]) -> dict[str, Level]:
    """The terrain key."""
    return {
        row.needed("id"): Level(
            row.integer("level_same_area", 0),
            row.integer("level_from_outside", 0),
            row.flag("needs_control"),
            row.integer("tank_cost", 0),
        )
        for row in rows
    }


class Ground:
    """SOT-2.3: the areas and zones, and from where to where one moves, retreats, fires and is supplied."""

    def __init__(self, board: Board, levels: dict[str, Level], wide: bool) -> None:
        self.board = board
        size = len(board)
        for space, word in enumerate(board.terrain):
            if word not in levels:
                raise DataError("spaces.csv", space + 2, "terrain", f"unknown terrain {word!r}")
        self.level = [levels[word] for word in board.terrain]
        self.zone = [ZONE in tags for tags in board.tags]
        self.areas = [s for s in range(size) if not self.zone[s]]
        self.zones = [[s for s in board.tagged(name) if self.zone[s]] for name in SIDES]
        self.town, self.victory = board.tagged(TOWN), board.tagged(VICTORY_AREA)
        self.south = tuple(s for s in self.victory if SOUTH_BANK in board.tags[s])
        self.die_limit = board.tagged(DIE_LIMIT)
        self.move = [[self._moves(side, s, wide) for s in range(size)] for side in (CHINESE, JAPANESE)]
        self.refuge = [[self._refuges(side, s, wide) for s in range(size)] for side in (CHINESE, JAPANESE)]
        self.fire = [self._targets(s, wide) for s in range(size)]
        self.beside = [self._beside(s, wide) for s in range(size)]
        self.supply = self.move[JAPANESE]
        """SOT-6.3b, 6.3e: supply goes where Japanese units could go: out of their zones, over the bridge."""

    def _joined(self, here: int, there: int, wide: bool) -> bool:
        """R-64: is this edge of a zone in use?"""
        return self.board.contact(here, there) != WIDE_EDGE or wide

    def passable(self, side: int, here: int, there: int) -> bool:
        """SOT-7.1.1i, 11.0a, 11.0b: may units of a side go from one area to the other?"""
        if side == CHINESE:
            return self.board.contact(here, there) in (BORDER, VERTEX)
        border = self.board.border(here, there)
        return self.board.contact(here, there) == BORDER and (CANAL not in border or BRIDGE in border)

    def _moves(self, side: int, here: int, wide: bool) -> tuple[int, ...]:
        """SOT-2.3g, 6.1j, R-63: areas that units can move to; a zone is left and never entered by moving."""
        if self.zone[here] and here not in self.zones[side]:
            return ()
        return tuple(
            there
            for there in self.board.adjacent(here)
            if not self.zone[there]
            and (self._joined(here, there, wide) if self.zone[here] else self.passable(side, here, there))
        )

    def _refuges(self, side: int, here: int, wide: bool) -> tuple[int, ...]:
        """SOT-8.0c, R-17: own zones beside an area."""
        return tuple(
            z for z in self.board.adjacent(here) if z in self.zones[side] and self._joined(here, z, wide)
        )

    def _targets(self, here: int, wide: bool) -> tuple[int, ...]:
        """SOT-7.2a, 7.2e, 11.0c, R-04: areas that fire reaches; never over the canal nor over a vertex."""
        return tuple(
            there for there in self._beside(here, wide) if CANAL not in self.board.border(here, there)
        )

    def _beside(self, here: int, wide: bool) -> tuple[int, ...]:
        """R-04, R-51: areas with which a space shares an edge, the canal or not."""
        return tuple(
            there
            for there in self.board.adjacent(here)
            if not self.zone[there]
            and self.board.contact(here, there) in (BORDER, ZONE_EDGE, WIDE_EDGE)
            and self._joined(here, there, wide)
        )
