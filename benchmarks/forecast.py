"""Exact odds of one combat with two dice, beside the same distribution from icepool and dyce."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import dyce
import icepool

from sandtable.forecast import Outcome, enumerate_outcomes
from sandtable.games.shanghai_nanking.combat import Rolled, outcome
from sandtable.state import State

from . import positions
from .measure import Effort, Race, run

ATTACKERS = tuple(f"j_rgt_{number}_div_003" for number in ("006", "018", "034", "068"))
UNITS = {
    **dict.fromkeys(ATTACKERS, "2907"),
    **dict.fromkeys(("c_div_006", "c_div_051", "c_div_007"), "2908"),
    "j_snlf_1": "3512",
    "c_div_087": "3511",
}
ATTACK = f"attack {'+'.join(ATTACKERS)} 2908 with air+artillery"

Odds = dict[Outcome, Fraction]


def position() -> State:
    """The 3rd Division attacks inland with air and artillery, and the Chinese air force flies against it."""
    state: State = positions.game().arrange(
        "campaign", UNITS, turn=6, phase="first operations", side="japanese", order="attack"
    )
    return state


def races(effort: Effort) -> Iterator[Race]:
    game, state = positions.game(), position()
    action = game.parse(ATTACK)
    combat = game.combat_of(state, action)
    cancels = {die for die in range(1, 7) if game.air_effect[die] == "cancel"}
    d6, h6 = icepool.d6, dyce.H(6)

    def cell(column: int, die: int) -> Outcome:
        return outcome(game, combat, Rolled(0, column, die, *game.crt.result(column, die)))

    def both(air: int, die: int) -> Outcome:
        return cell(combat.column_without_air if air in cancels else combat.column, die)

    def icepool_both() -> Odds:
        return _icepool_odds(icepool.map(both, d6, d6))

    def icepool_columns() -> Odds:
        full, less = (
            d6.map(lambda die, c=c: cell(c, die)) for c in (combat.column, combat.column_without_air)
        )
        return _icepool_odds(d6.map(lambda air: less if air in cancels else full))

    def dyce_both() -> Odds:
        return _dyce_odds(dyce.expand(lambda air, die: both(air.outcome, die.outcome), h6, h6))

    def dyce_columns() -> Odds:
        full, less = (
            dyce.H.from_counts((cell(column, die), 1) for die in h6)
            for column in (combat.column, combat.column_without_air)
        )
        return _dyce_odds(dyce.expand(lambda air: less if air.outcome in cancels else full, h6))

    contestants = {
        "sandtable: the odds, met for the first time": lambda: enumerate_outcomes(
            lambda dice: game.resolve(state, combat, dice)
        ),
        "sandtable: the odds, met before": lambda: game.odds(state, combat),
        "sandtable: game.forecast, legality and sums too": lambda: game.forecast(state, action).outcomes,
        "icepool: the resolver over both dice": icepool_both,
        "icepool: a die for each column": icepool_columns,
        "dyce: the resolver over both dice": dyce_both,
        "dyce: a histogram for each column": dyce_columns,
    }
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # dyce says that `expand` is experimental
        expected = game.forecast(state, action).outcomes
        for name, compute in contestants.items():
            if compute() != expected:
                raise RuntimeError(f"{name} and game.forecast find different odds")
        notes = (
            f"{ATTACK}",
            f"{len(expected)} outcomes of 36 rolls: the Chinese air die, then the die of the table.",
            "The others are handed the columns and the losses; the odds are theirs to find.",
        )
        yield run("forecast: one combat of Shanghai-Nanking with two dice", contestants, effort, notes=notes)


def _icepool_odds(die: Any) -> Odds:
    return {outcome: Fraction(count, die.denominator()) for outcome, count in die.items()}


def _dyce_odds(histogram: Any) -> Odds:
    return {outcome: Fraction(count, histogram.total) for outcome, count in histogram.items()}
