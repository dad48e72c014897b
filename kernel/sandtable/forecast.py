"""Exact odds: the resolver that plays a combat, run over every roll of its dice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .dice import Dice, enumerate_rolls
from .tables import Modifier


@dataclass(frozen=True, slots=True, order=True)
class Outcome:
    """What a combat does: steps really lost on each side, the printed result, and what is left."""

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

    def expected(self) -> tuple[Fraction, Fraction]:
        """Mean steps lost by attacker and defender."""
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
        import pandas  # type: ignore[import-untyped]

        return pandas.DataFrame(self.rows())


def enumerate_outcomes(resolve: Callable[[Dice], Outcome]) -> dict[Outcome, Fraction]:
    """Every outcome of a resolver with its exact probability."""
    found: dict[Outcome, dict[int, int]] = {}
    for outcome, weight in enumerate_rolls(resolve):
        counts = found.setdefault(outcome, {})
        counts[weight] = counts.get(weight, 0) + 1
    return {o: sum((Fraction(n, w) for w, n in counts.items()), Fraction(0)) for o, counts in found.items()}


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
    )
