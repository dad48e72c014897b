"""The actions of this game that no other has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ...actions import Action, coded


@dataclass(frozen=True, slots=True)
class FlankAttack(Action):
    """BOT-9.11: Japanese units enter an empty hex in a Chinese zone of control, without a roll."""

    verb: ClassVar[str] = "flank"
    label: ClassVar[str] = "Flank attack"
    units: tuple[str, ...] = coded("units")
    target: str = coded("space")


@dataclass(frozen=True, slots=True)
class CallOff(Action):
    """BOT-6.3c: armour has looked at the defenders; the attack is called off, or not."""

    verb: ClassVar[str] = "cancel"
    label: ClassVar[str] = "Call the attack off"
    answers: ClassVar[tuple[str, str]] = ("Call the attack off", "Go on with the attack")
    answer: bool = coded("yesno")


@dataclass(frozen=True, slots=True)
class BreakOut(Action):
    """BOT-5.6a: both divisions try to break out northward, or hold."""

    verb: ClassVar[str] = "breakout"
    label: ClassVar[str] = "Break out"
    answers: ClassVar[tuple[str, str]] = ("Break out northward", "Hold where we are")
    answer: bool = coded("yesno")
