"""What the kernel asks of a game: the hooks, with the answer of a game that has nothing to say."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction
from typing import Any, ClassVar

from .actions import Action
from .dials import Dial, Setting
from .dice import Dice
from .errors import NotACombat, SandtableError
from .forecast import Forecast, Outcome
from .state import BOXES, OFF_MAP, State
from .units import Unit, UnitList


class Hooks:
    """The part of a game that its own package writes."""

    slug: ClassVar[str]
    units: UnitList

    resign_case: ClassVar[str]
    steps_case: ClassVar[str]
    mixing_case: ClassVar[str | None]
    """The rule that keeps the sides out of each other's spaces; None where they may share one."""
    glyphs: ClassVar[Mapping[str, str]] = {}
    """One character for a terrain or a tag of the board, for maps in plain text."""
    step_word: ClassVar[str] = "steps"
    """What people call that in which strength on the map and losses are counted."""

    def prepare(self) -> None:
        """Reads units, scenarios and tables; builds everything static."""
        raise NotImplementedError

    def furnish(self, state: State) -> None:
        """Gives a blank state the game's own stock and variables."""

    def set_up(self, state: State) -> None:
        """Places the units of the scenario and puts the first steps on the agenda."""
        raise NotImplementedError

    def pose(self, state: State, **extra: Any) -> None:
        """Completes an arranged position: agenda for its phase, and the game's own extras."""
        raise NotImplementedError

    def combat_of(self, state: State, action: Action) -> Any:
        """The combat that an action begins or settles; NotACombat for any other action."""
        raise NotACombat(f"'{action}' rolls no combat dice")

    def support_for(self, state: State, action: Action) -> tuple[str, ...]:
        """The words that a combat action could name as its support, each as often as it may stand there."""
        return ()

    def odds_key(self, combat: Any) -> Hashable:
        """All that the resolver reads of a combat, so that equal keys mean equal odds; None: never sure."""
        return None

    def resolve(self, state: State, combat: Any, dice: Dice) -> Outcome:
        """Rolls a combat: the one resolver for play, forecast and tests."""
        raise NotImplementedError

    def describe_combat(self, state: State, combat: Any, outcomes: dict[Outcome, Any]) -> Forecast:
        """A forecast's column, strengths and modifiers."""
        raise NotImplementedError

    def odds_table(self) -> dict[str, dict[tuple[int, int], Fraction]]:
        """The combat table as odds: by column, the steps lost by attacker and defender; {} without one."""
        return {}

    def odds_column(self, attack: int, defence: int, shift: int = 0) -> str:
        """The column of `odds_table` for two strengths and a sum of shifts."""
        raise SandtableError(f"{self.slug} has no table by attack and defence")

    def dials(self) -> tuple[Dial, ...]:
        """What must be known to work out a combat on paper; () where the game offers none."""
        return ()

    def on_paper(self, setting: Setting) -> Any:
        """The combat that the dials describe, as `combat_of` would give it; IllegalAction for one that
        the rules do not know."""
        raise SandtableError(f"{self.slug} has no combats on paper")

    def hides(self, state: State, eye: int, unit: int) -> bool:
        """Is this unit hidden from a side?"""
        return False

    def shown(self, state: State, eye: int | None, unit: int) -> Unit:
        """The counter that a side (or, without one, the umpire) reads: another than the unit's own
        where its numbers are face down, or are drawn in the course of the game."""
        return self.units[unit]

    def stack_order(self, state: State, units: list[int]) -> list[int]:
        """The units of one space, the one on top first."""
        return units

    def box_of(self, state: State, unit: int) -> str | None:
        """The name of the box an off-map unit is in; None on the map."""
        place = state.where[unit]
        return None if place >= 0 else BOXES[place]

    def arrives(self, state: State, unit: int) -> str:
        """When a unit that is not there yet comes, for people; empty where nothing is known of it."""
        return f"turn {state.due[unit]}" if state.where[unit] == OFF_MAP and state.due[unit] else ""

    def mark_names(self, state: State, unit: int) -> tuple[str, ...]:
        """States of a unit that its counter should show."""
        return ()

    def public_facts(self, state: State, eye: int | None) -> dict[str, Any]:
        """What else a side may know: markers, plans, levels."""
        return {}

    def measures(self, state: State) -> dict[str, float]:
        """What a study notes at the end of a turn besides units, steps, strengths, control and losses;
        a name that the kernel uses itself replaces its number."""
        return {}
