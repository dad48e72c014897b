"""The static world: units, terrain and its prices, the combat results table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ...board import Board
from ...errors import DataError
from ...records import Row
from ...units import Unit
from .words import CHINA, CHINESE, CITY, RANGED, SIDES, TRAIN

SPECIALS = ("", "ezoc_exception", RANGED, TRAIN)
ENDLESS = 99
"""Points of a unit that may go any distance (SFV-8.3b)."""


@dataclass(frozen=True, slots=True)
class Effect:
    """SFV-8.4, 8.5, 8.6, 9.3: what a terrain does."""

    points: int
    shift: int
    no_concentric: bool
    extra_loss: int


def read_units(rows: Iterable[Row], engineer: str) -> list[Unit]:
    """SFV-2.3: the combat units; ruling R-6 exchanges one Soviet counter."""
    units: list[Unit] = []
    for row in rows:
        if row.text("engineer_option") not in ("", engineer):
            continue
        steps = row.integer("steps", 1, 2)
        faces = range(1, steps + 1)
        special = row.choice("special", SPECIALS, "special ability")
        if steps == 2 and row.text("move_s2") != row.text("move_s1"):
            raise row.error("move_s2", "a unit moves alike on both of its faces, as move_s1 says")
        if row.flag("zero_defence") != (row.integer(f"defence_s{steps}", 0, 99) == 0):
            raise row.error("zero_defence", f"the defence factor is {row.text(f'defence_s{steps}')}")
        units.append(
            Unit(
                id=row.needed("id"),
                index=len(units),
                name=row.needed("name"),
                side=SIDES.index(row.choice("side", SIDES, "side")),
                kind=row.needed("type"),
                size=row.choice("size", ("X", "III", "II", "I"), "size"),
                category=row.needed("formation"),
                formation=row.needed("command"),
                strength=(0, *(row.integer(f"attack_s{n}", 0, 99) for n in faces)),
                static=False,
                movement=ENDLESS if special == TRAIN else row.integer("move_s1", 1, 98),
                stacking=1,
                source=row.source,
                defence=(0, *(row.integer(f"defence_s{n}", 0, 99) for n in faces)),
                special=special,
            )
        )
    return units


def read_effects(rows: Iterable[Row]) -> dict[str, Effect]:
    """SFV-8.6a: the terrain effects chart."""
    return {
        row.needed("terrain"): Effect(
            row.integer("mp", 0, 20),
            row.integer("shift"),
            row.flag("no_concentric"),
            row.integer("attacker_extra_loss"),
        )
        for row in rows
    }


class Ground:
    """The board as the rules read it."""

    def __init__(
        self, board: Board, effects: dict[str, Effect], sixth_city: str, candidates: Iterable[str]
    ) -> None:
        self.board, self.effects = board, effects
        self.terrain = list(board.terrain)
        self.vp = {s for s in range(len(board)) if "vp" in board.tags[s]}
        self._choose_city(sixth_city, candidates)
        for space, word in enumerate(self.terrain):
            if word not in effects:
                raise DataError("spaces.csv", space + 2, "terrain", f"unknown terrain {word!r}")
        self.china = [CHINA in tags for tags in board.tags]

    def _choose_city(self, id: str, candidates: Iterable[str]) -> None:
        """SFV-4.0a, ruling R-5: which of the hexes in question is the sixth city."""
        for candidate in candidates:
            space = self.board.index(candidate)
            if candidate == id:
                self.terrain[space] = CITY
                self.vp.add(space)
            else:
                self.terrain[space] = "clear"
                self.vp.discard(space)

    def is_city(self, space: int) -> bool:
        return self.terrain[space] == CITY

    def cost(self, side: int) -> bytes:
        """SFV-8.4, 8.5, 8.6, 8.7: points for each hex and direction; Chinese units keep to China."""
        board = self.board
        roads = frozenset[tuple[int, int]]().union(*board.links.values())
        price = bytearray(len(board) * board.degree)
        for here, direction, there in board.sides():
            if side == CHINESE and not self.china[there]:
                continue
            if (here, there) in roads:
                points = self.effects["road"].points
            else:
                river = "river" in board.border(here, there)
                points = self.effects[self.terrain[there]].points + (
                    self.effects["river"].points if river else 0
                )
            price[here * board.degree + direction] = points
        return bytes(price)
