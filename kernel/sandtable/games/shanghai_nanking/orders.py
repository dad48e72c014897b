"""The actions of this game that no other has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from ...actions import Action, coded
from .words import PLAN_TEXT

if TYPE_CHECKING:
    from ...game import Game


@dataclass(frozen=True, slots=True)
class DeclarePlan(Action):
    """SNC-5.3a: what both Operations Phases will be: MA, AM, MM or AA."""

    verb: ClassVar[str] = "plan"
    label: ClassVar[str] = "Plan"
    plan: str = coded("word")

    def describe(self, game: Game | None = None) -> str:
        return f"{self.label} to {PLAN_TEXT.get(self.plan, self.plan)}"


@dataclass(frozen=True, slots=True)
class Overrun(Action):
    """SNC-9.6: moving units attack a neighbouring hex on the march."""

    verb: ClassVar[str] = "overrun"
    label: ClassVar[str] = "Overrun"
    units: tuple[str, ...] = coded("units")
    target: str = coded("space")
    support: tuple[str, ...] | None = coded("words", "with")


@dataclass(frozen=True, slots=True)
class Land(Action):
    """SNC-8.4: units come ashore at a landing site and fight whoever is there."""

    verb: ClassVar[str] = "land"
    label: ClassVar[str] = "Land"
    units: tuple[str, ...] = coded("units")
    site: str = coded("space")
    support: tuple[str, ...] | None = coded("words", "with")


@dataclass(frozen=True, slots=True)
class FlyAir(Action):
    """SNC-11.3: the Chinese air force flies against Japanese aircraft, or stays down."""

    verb: ClassVar[str] = "fly"
    label: ClassVar[str] = "Send up the air force"
    answers: ClassVar[tuple[str, str]] = ("Send up the air force", "Keep the air force down")
    answer: bool = coded("yesno")


@dataclass(frozen=True, slots=True)
class Interdict(Action):
    """SNC-11.2b: this unit of the current reinforcements is lost to air interdiction."""

    verb: ClassVar[str] = "interdict"
    label: ClassVar[str] = "Lose to interdiction"
    unit: str = coded("unit")


@dataclass(frozen=True, slots=True)
class RailEntry(Action):
    """SNC-8.2d: an arriving Chinese unit appears on the railway."""

    verb: ClassVar[str] = "rail"
    label: ClassVar[str] = "Bring up by rail"
    unit: str = coded("unit")
    space: str = coded("space")


@dataclass(frozen=True, slots=True)
class Replace(Action):
    """SNC-8.3: a reduced Japanese unit regains its step."""

    verb: ClassVar[str] = "replace"
    label: ClassVar[str] = "Rebuild"
    unit: str = coded("unit")


@dataclass(frozen=True, slots=True)
class Exploit(Action):
    """SNC-8.4.1b: landed units of the 10th Army go on into a neighbouring hex."""

    verb: ClassVar[str] = "exploit"
    label: ClassVar[str] = "Push inland"
    units: tuple[str, ...] = coded("units")
    space: str = coded("space")
