"""The static world: units, terrain as this game reads it, prices of movement, zones of control."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import gcd

from ...board import Board
from ...errors import DataError
from ...records import Row
from ...tables import ResultTable, odds_step
from ...units import Unit
from .words import CHINESE, HALF, JAPANESE, SIDES

CITY, TOWN, LINK = "city", "town", "road_or_railway"

KINDS = ("infantry", "naval", "static")
CATEGORIES = (("regular", "elite", "garrison"), ("infantry", "naval", "garrison"))
"""SNC-2.2.1a: by side; what a Japanese counter is called matters to no rule."""
SIZES = {"XX": "division", "X": "brigade", "III": "regiment", "[III]": "detachment", "II": "battalion",
         "garrison": "garrison"}  # fmt: skip
"""SNC-2.2.1c: from large to small."""


@dataclass(frozen=True, slots=True)
class Effect:
    """SNC-9.3, 9.4, 10.4.1: what a terrain or feature does, by side where sides differ."""

    points: tuple[int | None, int | None]
    """Half movement points for Chinese and Japanese; None is prohibited."""
    shift: tuple[int, int]
    """Columns to the left for Chinese and Japanese defenders."""
    across: Fraction
    zone_enters: bool
    zone_crosses: bool


def read_units(rows: Iterable[Row], limits: dict[str, str], worth: dict[str, Fraction]) -> list[Unit]:
    """SNC-2.2.1: the combat counters, with strengths by steps and stacking values in half divisions.

    `worth` is the stacking table: what a Chinese unit counts follows from its category and size.
    """
    units = []
    for index, row in enumerate(rows):
        steps = row.integer("steps", 1, 2)
        full = row.integer("cf_full", 1, 99)
        strength = (0, full) if steps == 1 else (0, row.integer("cf_reduced", 1, full), full)
        static = row.flag("static")
        side = SIDES.index(row.choice("side", SIDES, "side"))
        kind, size = row.choice("type", KINDS, "unit type"), row.choice("size", SIZES, "size")
        category = row.choice("category", CATEGORIES[side], f"category of {SIDES[side]} units")
        if static != (kind == "static"):
            raise row.error(
                "static", f"a unit of type {kind} is {'not ' if static else ''}static (SNC-2.2.1d)"
            )
        value = row.fraction("de") if side == CHINESE else Fraction(0)
        rule = f"de_{category}_{SIZES[size]}"
        if value != worth.get(rule, value):
            raise row.error("de", f"{rule} is {worth[rule]} in stacking.csv, not {value} (SNC-6.2d)")
        units.append(
            Unit(
                id=row.needed("id"),
                index=index,
                name=row.needed("name"),
                side=side,
                kind=kind,
                size=size,
                category=category,
                formation=row.text("formation"),
                strength=strength,
                static=static,
                movement=row.integer("mf", 0, 99),
                stacking=int(value * 2),
                source=row.source,
            )
        )
        wanted = int(limits["mf_static" if static else "mf_mobile"])
        if units[-1].movement != wanted:
            raise row.error("mf", f"a {'static' if static else 'mobile'} unit has {wanted} movement points")
    return units


def read_effects(rows: Iterable[Row]) -> dict[str, Effect]:
    """SNC-9.3a: the terrain effects chart."""

    def points(row: Row, column: str) -> int | None:
        return int(row.fraction(column) * HALF) if row.text(column) else None

    return {
        row.needed("id"): Effect(
            points=(points(row, "mp_chinese"), points(row, "mp_japanese")),
            shift=(
                row.integer("left_shift_chinese_defender", 0),
                row.integer("left_shift_japanese_defender", 0),
            ),
            across=row.fraction("attack_factor_across") if row.text("attack_factor_across") else Fraction(0),
            zone_enters=row.text("zoc_into") != "no",
            zone_crosses=row.flag("zoc_across"),
        )
        for row in rows
    }


def read_crt(rows: list[Row]) -> ResultTable[tuple[int, int]]:
    """SNC-10.5: the combat results table, attacker and defender steps by odds and die."""
    columns: dict[int, str] = {}
    cells: dict[tuple[int, int], tuple[int, int]] = {}
    for row in rows:
        column, die = row.integer("column_index", 1, 8), row.integer("die", 1, 6)
        if columns.setdefault(column, row.needed("odds")) != row.text("odds"):
            raise row.error("odds", f"column {column} is {columns[column]} elsewhere")
        cells[column, die] = (row.integer("attacker_steps", 0, 9), row.integer("defender_steps", 0, 9))
    if len(cells) != 48:
        raise DataError("crt.csv", None, None, f"{len(cells)} cells instead of 8 columns of 6")
    names = tuple(columns[c] for c in range(1, 9))
    table = tuple(tuple(cells[c, die] for die in range(1, 7)) for c in range(1, 9))
    return ResultTable(names, odds_step(names[0]), table)


class Ground:
    """The board as the rules read it: one terrain a hex, cities and towns, prices, reductions."""

    def __init__(self, board: Board, effects: dict[str, Effect], seventh_city: str, cities: int) -> None:
        self.board, self.effects = board, effects
        self.terrain = list(board.terrain)
        self.city = [CITY in tags for tags in board.tags]
        self.town = [TOWN in tags for tags in board.tags]
        self._choose_city(seventh_city)
        if sum(self.city) != cities:
            raise DataError("spaces.csv", None, "tags", f"{sum(self.city)} city hexes instead of {cities}")
        for space, word in enumerate(self.terrain):
            if word not in effects:
                raise DataError("spaces.csv", space + 2, "terrain", f"unknown terrain {word!r}")
        self.open = [effects[word].points[CHINESE] is not None for word in self.terrain]

    def _choose_city(self, id: str) -> None:
        """Ruling R-47: which of two garrisoned hexes is the seventh city; the other is a town."""
        for candidate in ("1102", "0116"):
            space = self.board.index(candidate)
            chosen = candidate == id
            if self.city[space] and not chosen:
                self.terrain[space] = "clear"
            elif chosen:
                self.terrain[space] = CITY
            self.city[space], self.town[space] = chosen, not chosen

    def side_effects(self, here: int, there: int) -> list[Effect]:
        """What lies on the hexside between two hexes."""
        return [self.effects[word] for word in self.board.border(here, there)]

    def cost(self, side: int) -> bytes:
        """SNC-9.0c, 9.4, 9.5: half points to go from each hex in each direction, 0 where prohibited."""
        board = self.board
        linked = frozenset[tuple[int, int]]().union(*board.links.values())
        price = bytearray(len(board) * board.degree)
        road = self.effects[LINK].points[side]
        for here, direction, there in board.sides():
            ground = self.effects[self.terrain[there]].points[side]
            if ground is None or not self.open[here]:
                continue
            if road is not None and (here, there) in linked:
                ground = min(ground, road)
            water = max((e.points[side] or 0 for e in self.side_effects(here, there)), default=0)
            price[here * board.degree + direction] = ground + water
        return bytes(price)

    def projection(self) -> list[tuple[int, ...]]:
        """SNC-7.1: the hexes into which a unit in each hex projects its zone of control."""
        found = []
        for here in range(len(self.board)):
            near = []
            if self.open[here]:
                for there in self.board.adjacent(here):
                    enters = self.open[there] and self.effects[self.terrain[there]].zone_enters
                    if enters and all(e.zone_crosses for e in self.side_effects(here, there)):
                        near.append(there)
            found.append(tuple(near))
        return found

    def touching(self) -> list[tuple[int, ...]]:
        """SNC-9.4f, 10.4.1k: neighbours that units can go to or fight: land to land."""
        return [
            tuple(n for n in self.board.adjacent(here) if self.open[n]) if self.open[here] else ()
            for here in range(len(self.board))
        ]

    def reduction(self) -> tuple[dict[tuple[int, int], int], int]:
        """SNC-10.4.1h-i: parts of a factor that count across each watered hexside, and the whole."""
        factors = {(a, b): min(e.across for e in self.side_effects(a, b)) for a, b in self.board.borders}
        whole = 1
        for factor in set(factors.values()):
            whole = whole * factor.denominator // gcd(whole, factor.denominator)
        return {pair: int(factor * whole) for pair, factor in factors.items()}, whole

    def shift(self, space: int, side: int) -> int:
        """Columns to the left that the ground itself gives a defender."""
        return self.effects[self.terrain[space]].shift[side]


def naval_cover(board: Board, side: int) -> bytes:
    """SNC-7.1e: hexes where a Japanese unit is safe from Chinese zones of control."""
    return bytes(side == JAPANESE and "naval_defence" in tags for tags in board.tags)
