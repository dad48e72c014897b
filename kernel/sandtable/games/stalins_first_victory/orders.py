"""The actions of this game that no other has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ...actions import Action, coded


@dataclass(frozen=True, slots=True)
class EnterArmy(Action):
    """SFV-5.3a, 5.3b: the 2nd Fengtien Army enters now, or not."""

    verb: ClassVar[str] = "enter"
    label: ClassVar[str] = "Bring in the 2nd Army"
    answers: ClassVar[tuple[str, str]] = ("Bring in the 2nd Army now", "Let the 2nd Army wait")
    answer: bool = coded("yesno")
