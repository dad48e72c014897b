"""The static world: counters and what is printed on their hidden side, terrain and its prices."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ...board import Board
from ...errors import DataError
from ...records import Row
from ...units import Unit
from .words import ARMOUR, ARTILLERY, CENTRE, CHINESE, CITY, HQ, INFANTRY, JAPANESE, SIDES

TYPES = (INFANTRY, HQ, ARTILLERY, *ARMOUR)


@dataclass(frozen=True, slots=True)
class Effect:
    """BOT-8.3, 8.4, 9.6, 9.7: what a terrain or a hexside does; `armour_attack` 0 means as printed."""

    japanese_points: int
    chinese_points: int
    shift: int
    no_concentric: bool
    extra_loss: int
    no_support: bool
    armour_attack: int
    armour_entry: bool


def read_counters(rows: Iterable[Row], points: int) -> tuple[list[Unit], list[Unit]]:
    """BOT-2.3, 3.3: the units on the map, and the faces of the Chinese infantry.

    A Chinese infantry counter shows its army only; which regiment it is, nobody knows before it fights.
    So the units of play are blank counters, as many as an army has regiments, and the regiments are the
    faces that are drawn for them.
    """
    units: list[Unit] = []
    faces: list[Unit] = []
    for row in rows:
        unit = _read_unit(row, len(units))
        if row.text("move_face_down") and row.integer("move_face_down") != points:
            raise row.error("move_face_down", f"every counter has {points} points face down (BOT-3.3d)")
        if unit.side == CHINESE and unit.kind == INFANTRY:
            faces.append(unit)
            unit = _blank(unit, 1 + sum(1 for f in faces[:-1] if f.formation == unit.formation), points)
        units.append(unit)
    return units, faces


def _blank(face: Unit, number: int, points: int) -> Unit:
    """BOT-2.3.2d, R-47: the back of a counter, which shows nothing but the army."""
    return Unit(
        id=f"chi-{face.formation}-{number:02d}",
        index=face.index,
        name=f"{face.category} regiment {number}",
        side=face.side,
        kind=face.kind,
        size=face.size,
        category=face.category,
        formation=face.formation,
        strength=(0,) * (face.steps + 1),
        static=False,
        movement=points,
        stacking=1,
        source=face.source,
    )


def _read_unit(row: Row, index: int) -> Unit:
    steps = row.integer("steps", 1, 4)
    faces = range(1, steps + 1)
    for n in faces:
        if row.text(f"move_s{n}") != row.text("move_s1"):
            raise row.error(f"move_s{n}", "a unit moves alike on all of its faces, as move_s1 says")
    return Unit(
        id=row.needed("id"),
        index=index,
        name=row.needed("name"),
        side=SIDES.index(row.choice("side", SIDES, "side")),
        kind=row.choice("type", TYPES, "type"),
        size=row.choice("size", ("III", "II", "I"), "size"),
        category=row.needed("formation"),
        formation=row.needed("command"),
        strength=(0, *(row.integer(f"attack_s{n}", 0, 99) for n in faces)),
        static=False,
        movement=row.integer("move_s1", 1, 99),
        stacking=1,
        source=row.source,
        defence=(0, *(row.integer(f"defence_s{n}", 0, 99) for n in faces)),
    )


def read_effects(rows: Iterable[Row]) -> dict[str, Effect]:
    """BOT-8.3a, 9.4a: the terrain effects chart; an empty price is a side that Japanese do not cross."""
    return {
        row.needed("terrain"): Effect(
            row.integer("mp_japanese", 0, 20) if row.text("mp_japanese") else 0,
            row.integer("mp_chinese", 0, 20),
            row.integer("shift"),
            row.flag("no_concentric"),
            row.integer("attacker_extra_loss", 0, 9),
            row.flag("no_support"),
            row.integer("armour_attack", 1, 99) if row.text("armour_attack") else 0,
            row.flag("armour_entry"),
        )
        for row in rows
    }


class Ground:
    """The board as the rules read it."""

    def __init__(self, board: Board, effects: dict[str, Effect]) -> None:
        self.board, self.effects = board, effects
        for space, word in enumerate(board.terrain):
            if word not in effects:
                raise DataError("spaces.csv", space + 2, "terrain", f"unknown terrain {word!r}")
        self.city, self.centre = board.tagged(CITY), frozenset(board.tagged(CENTRE))
        self.longhai = board.tagged("longhai")
        self.north = board.tagged("north_edge")
        self.rails = board.links["railway"]
        self.joined = bytes(1 if there >= 0 else 0 for there in board.neighbours)

    def effect(self, space: int) -> Effect:
        return self.effects[self.board.terrain[space]]

    def wet(self, here: int, there: int) -> bool:
        """BOT-8.3h, 8.4b: does the canal run between these hexes, without a bridge?"""
        features = self.board.border(here, there)
        return "canal" in features and "bridge" not in features

    def cost(self, side: int, armour: bool, guns: bool) -> bytes:
        """BOT-8.3, 8.4: points for each hex and direction; 0 where these units may not go."""
        board = self.board
        price = bytearray(len(board) * board.degree)
        for here, direction, there in board.sides():
            effect = self.effect(there)
            dry_only = side == JAPANESE or guns
            if (dry_only and self.wet(here, there)) or (armour and not effect.armour_entry):
                continue
            if side == CHINESE:
                points = effect.chinese_points
            elif (here, there) in self.rails:
                points = self.effects["rail"].japanese_points
            else:
                points = effect.japanese_points
            price[here * board.degree + direction] = points
        return bytes(price)
