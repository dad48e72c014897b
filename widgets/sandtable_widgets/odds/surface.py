"""What is asked of a combat, and its answer over two inputs: all in fractions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sandtable.dials import Dial, Value
from sandtable.errors import IllegalAction
from sandtable.forecast import Forecast
from sandtable.game import Game

COLUMNS, ROWS, LINES = 12, 10, 6
"""The most values of an input across a heat map, down it, and as lines of a chart."""


@dataclass(frozen=True)
class Question:
    """One figure of a combat; `sign` questions can be below zero, `chance` ones lie from 0 to 1."""

    name: str
    text: str
    of: Callable[[Forecast], Fraction]
    chance: bool = True
    sign: bool = False

    def title(self, forecast: Forecast) -> str:
        """The question with what this game counts losses in."""
        attacker, defender = forecast.measure
        return self.text.format(attacker=attacker, defender=defender)


QUESTIONS = {
    question.name: question
    for question in (
        Question("cleared", "chance that no defender is left", lambda f: f.chance(lambda o: o.cleared)),
        Question(
            "defender_hit",
            "chance that the defender loses anything",
            lambda f: f.chance(lambda o: o.defender_loss > 0),
        ),
        Question(
            "attacker_hit",
            "chance that the attacker loses anything",
            lambda f: f.chance(lambda o: o.attacker_loss > 0),
        ),
        Question("spent", "chance that no attacker is left", lambda f: f.chance(lambda o: o.spent)),
        Question("defender_loss", "defender's mean loss ({defender})", lambda f: f.expected()[1], False),
        Question("attacker_loss", "attacker's mean loss ({attacker})", lambda f: f.expected()[0], False),
        Question(
            "exchange",
            "defender's mean loss less attacker's",
            lambda f: f.expected()[1] - f.expected()[0],
            False,
            True,
        ),
    )
}


@dataclass(frozen=True)
class Refusal:
    """No answer: the rules do not know such a combat."""

    case: str
    reason: str


Answer = Fraction | Refusal


@dataclass(frozen=True)
class Surface:
    """The answers to one question, by the values of two inputs: `cells[y][x]`."""

    across: Dial
    down: Dial
    xs: tuple[Value, ...]
    ys: tuple[Value, ...]
    cells: tuple[tuple[Answer, ...], ...]

    def range(self) -> tuple[Fraction, Fraction]:
        """The least and the greatest answer."""
        found = [cell for row in self.cells for cell in row if isinstance(cell, Fraction)]
        return (min(found), max(found)) if found else (Fraction(0), Fraction(0))

    def frame(self) -> Any:
        """The answers as a pandas table of fractions, None where there is none."""
        import pandas as pd

        rows = [[c if isinstance(c, Fraction) else None for c in row] for row in self.cells]
        index = pd.Index(self.ys, name=self.down.name)
        return pd.DataFrame(rows, index=index, columns=pd.Index(self.xs, name=self.across.name), dtype=object)


def spread(dial: Dial, here: Value, most: int) -> tuple[Value, ...]:
    """At most so many values of a dial, evenly spaced around the one it stands at, which is among them.

    >>> from sandtable.dials import number
    >>> spread(number("attack", "", 1, 1, 60, ""), 18, 8)
    (2, 6, 10, 14, 18, 22, 26, 30)
    """
    values: Sequence[Value] = dial.values
    place = values.index(here)
    step = max(1, round(2 * place / most)) if dial.is_number else 1
    return tuple(values[place % step :: step][:most])


def answer(game: Game, dialled: Mapping[str, Value], question: Question) -> Answer:
    """The exact figure, or the rule that it is against."""
    try:
        return question.of(game.paper_odds(**dialled))
    except IllegalAction as error:
        return Refusal(error.case, error.reason)


def survey(
    game: Game,
    dialled: Mapping[str, Value],
    across: tuple[Dial, tuple[Value, ...]],
    down: tuple[Dial, tuple[Value, ...]],
    question: Question,
) -> Surface:
    """The answers over these values of two inputs, all others as they stand."""
    (x_dial, xs), (y_dial, ys) = across, down
    return Surface(
        x_dial,
        y_dial,
        xs,
        ys,
        tuple(
            tuple(answer(game, {**dialled, x_dial.name: x, y_dial.name: y}, question) for x in xs) for y in ys
        ),
    )
