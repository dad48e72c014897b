"""The actions of this game that no other has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from ...actions import Action, coded

if TYPE_CHECKING:
    from ...game import Game


@dataclass(frozen=True, slots=True)
class Fire(Action):
    """SOT-7.2: Ready units of one area fire at an area; `with` names a human wave and chits."""

    verb: ClassVar[str] = "fire"
    label: ClassVar[str] = "Fire"
    units: tuple[str, ...] = coded("units")
    target: str = coded("space")
    support: tuple[str, ...] | None = coded("words", "with")


@dataclass(frozen=True, slots=True)
class Absorb(Action):
    """SOT-7.4: damage points are used on a unit; one that retreats goes `to` an area.

    Where one unit is lost and another retreats, that other one stands behind `and`.
    """

    verb: ClassVar[str] = "absorb"
    label: ClassVar[str] = "Take the damage"
    use: str = coded("word")
    unit: str = coded("unit")
    other: str | None = coded("unit", "and")
    space: str | None = coded("space", "to")

    def describe(self, game: Game | None = None) -> str:
        """The unit first, for it is the units that a person chooses among."""
        if game is None:
            return Action.describe(self)
        text = f"{game.unit_name(self.unit)} {self.gist(game)}"
        return text if self.space is None else f"{text}, to {game.space_name(self.space)}"

    def gist(self, game: Game) -> str:
        text = game.word_name(self.use)
        return text if self.other is None else f"{text}: {game.unit_name(self.other)}"


@dataclass(frozen=True, slots=True)
class Rally(Action):
    """SOT-TC.J6a, TC.C5a: these Spent units become Ready."""

    verb: ClassVar[str] = "rally"
    label: ClassVar[str] = "Make Ready"
    units: tuple[str, ...] = coded("units")


@dataclass(frozen=True, slots=True)
class Refuel(Action):
    """SOT-RE.5b: a chit is given up, and this tank keeps its fuel."""

    verb: ClassVar[str] = "refuel"
    label: ClassVar[str] = "Keep in fuel"
    unit: str = coded("unit")
    chit: str = coded("word")

    def describe(self, game: Game | None = None) -> str:
        if game is None:
            return Action.describe(self)
        return f"Keep {game.unit_name(self.unit)} in fuel for a chit: {game.word_name(self.chit)}"


@dataclass(frozen=True, slots=True)
class AirDrop(Action):
    """SOT-RE.10b, RE.10c: what the air drop brings: a chit, or supply for one area."""

    verb: ClassVar[str] = "drop"
    label: ClassVar[str] = "Drop"
    benefit: str = coded("word")
    space: str | None = coded("space", "at")


@dataclass(frozen=True, slots=True)
class Infiltrate(Action):
    """SOT-12.6: units try to pass a contested area into a vacant one behind it."""

    verb: ClassVar[str] = "infiltrate"
    label: ClassVar[str] = "Infiltrate"
    units: tuple[str, ...] = coded("units")
    path: tuple[str, ...] = coded("path")


@dataclass(frozen=True, slots=True)
class Concentrate(Action):
    """SOT-12.7: units from several areas move into one, one after another as they are named."""

    verb: ClassVar[str] = "concentrate"
    label: ClassVar[str] = "Concentrate"
    units: tuple[str, ...] = coded("units")
    space: str = coded("space")
