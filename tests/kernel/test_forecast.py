"""Forecasts: exact sums, against icepool, and their tables for people."""

from __future__ import annotations

from fractions import Fraction

import icepool
import pytest

from sandtable.dice import Dice
from sandtable.forecast import Forecast, Outcome, average, enumerate_outcomes
from sandtable.tables import Modifier

WIN = Outcome(0, 2, "0/2", cleared=True, spent=False)
DRAW = Outcome(1, 1, "1/1", cleared=False, spent=False)
LOSS = Outcome(3, 0, "3/0", cleared=False, spent=True)


def clash(dice: Dice) -> Outcome:
    """An air fight first: on a one or a two the column worsens, and a six is rolled again."""
    worse = dice.roll() <= 2
    roll = dice.roll()
    if roll == 6:
        roll = dice.roll()
    return LOSS if roll <= (3 if worse else 1) else DRAW if roll <= 4 else WIN


def forecast(outcomes: dict[Outcome, Fraction], attack: int = 6, column: str = "2:1") -> Forecast:
    return Forecast(outcomes, (Modifier("river", -1, "T-3"),), column, Fraction(attack), Fraction(3))


def test_outcomes_are_what_icepool_says() -> None:
    roll = icepool.d6.reroll([6], depth=1)
    column = icepool.d6.map(lambda air: 3 if air <= 2 else 1)
    both = icepool.tupleize(column, roll)
    expected = both.map(lambda limit, roll: "loss" if roll <= limit else "draw" if roll <= 4 else "win")
    names = {LOSS: "loss", DRAW: "draw", WIN: "win"}
    found = {names[outcome]: chance for outcome, chance in enumerate_outcomes(clash).items()}
    assert found == {name: Fraction(n, expected.denominator()) for name, n in expected.items()}


def test_chances_sum_to_one_exactly() -> None:
    assert sum(enumerate_outcomes(clash).values()) == 1


def test_a_combat_without_dice_is_certain() -> None:
    assert enumerate_outcomes(lambda _: WIN) == {WIN: 1}


def test_means_and_chances() -> None:
    made = forecast({WIN: Fraction(1, 2), DRAW: Fraction(1, 3), LOSS: Fraction(1, 6)})
    assert made.expected() == (Fraction(1, 3) + Fraction(3, 6), Fraction(1) + Fraction(1, 3))
    assert made.chance(lambda o: o.cleared) == Fraction(1, 2)
    assert made.chance(lambda o: o.attacker_loss > 0) == Fraction(1, 2)
    assert made.chance(lambda o: False) == 0


def test_rows_and_frame_begin_with_the_likeliest() -> None:
    made = forecast({LOSS: Fraction(1, 4), WIN: Fraction(1, 4), DRAW: Fraction(1, 2)})
    assert [(row["result"], row["probability"]) for row in made.rows()] == [
        ("1/1", 0.5), ("0/2", 0.25), ("3/0", 0.25),
    ]  # fmt: skip
    frame = made.frame()
    assert frame.to_dict("records") == made.rows()
    assert list(frame.columns) == [
        "result",
        "attacker_loss",
        "defender_loss",
        "cleared",
        "spent",
        "probability",
    ]


def test_an_average_weighs_every_guess_alike() -> None:
    mixed = average(
        [forecast({WIN: Fraction(1)}), forecast({WIN: Fraction(1, 2), LOSS: Fraction(1, 2)}, 9, "3:1")],
        "2 guesses",
    )
    assert mixed.outcomes == {WIN: Fraction(3, 4), LOSS: Fraction(1, 4)}
    assert (mixed.column, mixed.note) == ("2:1 or 3:1", "2 guesses")
    assert (mixed.attack, mixed.defence) == (Fraction(15, 2), Fraction(3))
    assert mixed.modifiers == (Modifier("river", -1, "T-3"),)


@pytest.mark.parametrize("guesses", [1, 7])
def test_the_average_of_one_forecast_is_that_forecast(guesses: int) -> None:
    made = forecast(enumerate_outcomes(clash))
    assert average([made] * guesses, "").outcomes == made.outcomes
