"""Exact odds: the resolver that plays a combat, run over every roll of its dice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

from .dice import Dice, enumerate_rolls
from .tables import Modifier


class Outcome(NamedTuple):
    """What a combat does: what each side really loses, the printed result, and what is left.

    Losses are steps, unless the forecast's `measure` says otherwise.
    """

    attacker_loss: int
    defender_loss: int
    result: str
    cleared: bool
    """No defender is left."""
    spent: bool
    """No attacker is left."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """The exact distribution of a combat's outcome, with everything that shaped it."""

    outcomes: dict[Outcome, Fraction]
    modifiers: tuple[Modifier, ...]
    column: str
    attack: Fraction
    defence: Fraction
    note: str = ""
    measure: tuple[str, str] = ("steps", "steps")
    """What the losses of attacker and defender are counted in."""

    def expected(self) -> tuple[Fraction, Fraction]:
        """Mean losses of attacker and defender."""
        return (
            sum((o.attacker_loss * p for o, p in self.outcomes.items()), Fraction(0)),
            sum((o.defender_loss * p for o, p in self.outcomes.items()), Fraction(0)),
        )

    def chance(self, happens: Callable[[Outcome], bool]) -> Fraction:
        """The probability of all outcomes for which something holds.

        For example `forecast.chance(lambda o: o.cleared)`.
        """
        return sum((p for o, p in self.outcomes.items() if happens(o)), Fraction(0))

    def rows(self) -> list[dict[str, Any]]:
        """One mapping an outcome, likeliest first."""
        ranked = sorted(self.outcomes.items(), key=lambda item: (-item[1], item[0]))
        return [
            {
                "result": o.result,
                "attacker_loss": o.attacker_loss,
                "defender_loss": o.defender_loss,
                "cleared": o.cleared,
                "spent": o.spent,
                "probability": float(p),
            }
            for o, p in ranked
        ]

    def frame(self) -> Any:
        """The outcomes as a pandas DataFrame (pandas is only needed here)."""
        import pandas

        return pandas.DataFrame(self.rows())


def enumerate_outcomes(resolve: Callable[[Dice], Outcome]) -> dict[Outcome, Fraction]:
    """Every outcome of a resolver with its exact probability."""
    paths: dict[int, dict[Outcome, int]] = {}
    for outcome, share, weight in enumerate_rolls(resolve):
        alike = paths.setdefault(weight, {})
        alike[outcome] = alike.get(outcome, 0) + share
    # Counting over one denominator and dividing at the end: fractions are slow to add.
    whole = lcm(*paths)
    counts: dict[Outcome, int] = {}
    for weight, alike in paths.items():
        for outcome, met in alike.items():
            counts[outcome] = counts.get(outcome, 0) + met * (whole // weight)
    return {outcome: Fraction(count, whole) for outcome, count in counts.items()}


def average(forecasts: list[Forecast], note: str) -> Forecast:
    """The mean of several forecasts, for a player who cannot tell which of them is true."""
    share = Fraction(1, len(forecasts))
    outcomes: dict[Outcome, Fraction] = {}
    for forecast in forecasts:
        for outcome, chance in forecast.outcomes.items():
            outcomes[outcome] = outcomes.get(outcome, Fraction(0)) + chance * share
    columns = sorted({f.column for f in forecasts})
    return Forecast(
        outcomes,
        forecasts[0].modifiers,
        " or ".join(columns),
        sum((f.attack for f in forecasts), Fraction(0)) * share,
        sum((f.defence for f in forecasts), Fraction(0)) * share,
        note,
        forecasts[0].measure,
    )
