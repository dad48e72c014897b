"""Exact odds in the terminal: one combat, all combats of a position, the whole combat table."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ..actions import Action
from ..errors import NotACombat
from ..forecast import Forecast
from ..game import Game
from ..state import State
from .console import Console, percent

BAR = 30
"""Characters of a bar that stands for certainty."""


def bar(console: Console, chance: Fraction) -> str:
    """A bar as long as the chance."""
    mark = "█" if console.can_show("█") else "#"
    return mark * max(round(chance * BAR), 1 if chance else 0)


def steps(mean: Fraction) -> str:
    """A mean loss in steps.

    >>> steps(Fraction(7, 6))
    '1.17'
    """
    return f"{float(mean):.2f}"


def show_forecast(console: Console, game: Game, action: Action, forecast: Forecast) -> None:
    """What is fought, and its odds."""
    console.prose(action.describe(game), "  ", "")
    show_odds(console, game, forecast)


def show_odds(console: Console, game: Game, forecast: Forecast) -> None:
    """Column, strengths, modifiers with their rules, every outcome."""
    against = f"{_number(forecast.attack)} against {_number(forecast.defence)}"
    console.say(f"{against}, column {console.paint(forecast.column, 'bold')}")
    for m in forecast.modifiers:
        title = game.cases[m.case].title if m.case in game.cases else ""
        console.say(f"  {m.value:+d}  {m.label:<26}{m.case:<12} {title}".rstrip())
    if not forecast.modifiers:
        console.say("  no column shifts")
    rows = sorted(forecast.outcomes.items(), key=lambda item: (item[0].defender_loss, -item[0].attacker_loss))
    console.table(
        ("result", "attacker", "defender", "chance", "", ""),
        [
            [
                o.result,
                _loss(o.attacker_loss) + (" gone" if o.spent else ""),
                _loss(o.defender_loss) + (" gone" if o.cleared else ""),
                str(p),
                percent(float(p)),
                bar(console, p),
            ]
            for o, p in rows
        ],
        "lllrr",
    )
    attacker, defender = forecast.expected()
    cleared, spent = forecast.chance(lambda o: o.cleared), forecast.chance(lambda o: o.spent)
    ours, theirs = forecast.measure
    console.say(
        f"mean losses: attacker {steps(attacker)} {ours}, defender {steps(defender)} {theirs}; "
        f"defender gone {percent(float(cleared))}, attacker gone {percent(float(spent))}"
    )
    if forecast.note:
        console.prose(forecast.note, "  ", "note: ")


def _number(value: Fraction) -> str:
    return str(value) if value.denominator == 1 else f"{float(value):.1f}"


def plain_forecast(game: Game, action: Action, forecast: Forecast) -> dict[str, Any]:
    """What is fought, and its odds, as JSON can say it."""
    return {"action": str(action), "text": action.describe(game), **plain_odds(game, forecast)}


def plain_odds(game: Game, forecast: Forecast) -> dict[str, Any]:
    """A forecast as JSON can say it; fractions are texts, so that nothing is rounded."""
    attacker, defender = forecast.expected()
    return {
        "column": forecast.column,
        "attack": str(forecast.attack),
        "defence": str(forecast.defence),
        "modifiers": [
            {
                "label": m.label,
                "value": m.value,
                "case": m.case,
                "title": game.cases[m.case].title if m.case in game.cases else "",
            }
            for m in forecast.modifiers
        ],
        "outcomes": [
            {**row, "fraction": str(chance)}
            for row, chance in zip(forecast.rows(), _ranked(forecast), strict=True)
        ],
        "expected": {"attacker": str(attacker), "defender": str(defender)},
        "cleared": str(forecast.chance(lambda o: o.cleared)),
        "spent": str(forecast.chance(lambda o: o.spent)),
        "note": forecast.note,
    }


def _ranked(forecast: Forecast) -> list[Fraction]:
    """The chances in the order of `Forecast.rows`."""
    return [p for _, p in sorted(forecast.outcomes.items(), key=lambda item: (-item[1], item[0]))]


# -- every combat of a position -------------------------------------------------------------------


def all_forecasts(game: Game, state: State, side: str | None = None) -> list[tuple[Action, Forecast]]:
    """Every listed combat with its odds: by target, the likeliest to clear it first."""
    found: dict[str | None, list[tuple[Action, Forecast]]] = {}
    for action in game.legal(state):
        try:
            forecast = game.forecast(state, action, side)
        except NotACombat:
            continue
        found.setdefault(action.focus, []).append((action, forecast))
    for combats in found.values():
        combats.sort(key=lambda pair: _worth(pair[1]), reverse=True)
    ranked = sorted(found.values(), key=lambda combats: _worth(combats[0][1]), reverse=True)
    return [pair for combats in ranked for pair in combats]


def _worth(forecast: Forecast) -> tuple[Fraction, Fraction]:
    attacker, defender = forecast.expected()
    return forecast.chance(lambda o: o.cleared), defender - attacker


def best_each(found: list[tuple[Action, Forecast]], each: int) -> list[tuple[Action, Forecast]]:
    """The first few combats against every target."""
    met: dict[str | None, int] = {}
    kept = []
    for action, forecast in found:
        met[action.focus] = met.get(action.focus, 0) + 1
        if met[action.focus] <= each:
            kept.append((action, forecast))
    return kept


def show_all(console: Console, state: State, found: list[tuple[Action, Forecast]]) -> None:
    """One line a combat; those who attack go by the spaces they stand in."""
    if not found:
        console.say("no combat can be fought now")
        return
    rows = []
    for number, (action, forecast) in enumerate(found, start=1):
        attacker, defender = forecast.expected()
        rows.append(
            [
                str(number),
                f"{action.verb} {action.focus or ''}".rstrip(),
                _origins(state, action),
                f"{_number(forecast.attack)}:{_number(forecast.defence)}",
                _columns(forecast.column),
                percent(float(forecast.chance(lambda o: o.cleared))),
                f"{steps(attacker)}/{steps(defender)}",
            ]
        )
    console.table(("", "combat", "from", "factors", "column", "cleared", "mean losses"), rows, "rllrlrr")


def _origins(state: State, action: Action) -> str:
    game = state.game
    units = action.touched_units
    places = [state.where[game.units.index_of(id)] for id in units]
    spaces = dict.fromkeys(game.board.ids[p] for p in places if p >= 0)
    count = f"{len(units)} unit{'s' * (len(units) != 1)}"
    return f"{' '.join(spaces)} ({count})" if spaces else count


def _columns(text: str) -> str:
    """The columns of a forecast without the remarks in brackets."""
    return " or ".join(dict.fromkeys(part.partition(" (")[0] for part in text.split(" or ")))


# -- the table ----------------------------------------------------------------------------------------

Chances = dict[tuple[int, int], Fraction]
"""Steps lost by attacker and defender with their probability."""


def show_table(console: Console, game: Game, chosen: str | None = None) -> None:
    """The combat table as odds: chances to lose at least so many steps, and the means."""
    table = game.odds_table()
    most = [max(cell[who] for chances in table.values() for cell in chances) for who in (0, 1)]
    counts = [range(1, most[who] + 1) for who in (0, 1)]
    rows = []
    for column, chances in table.items():
        row = [">" if column == chosen else "", column]
        for who in (1, 0):
            row += [_short(_at_least(chances, who, n)) for n in counts[who]]
            row += [steps(_mean(chances, who)), ""]
        rows.append(row[:-1])
    sign = "≥" if console.can_show("≥") else ">="
    head = ["", "column"]
    for who, word in ((1, "defender"), (0, "attacker")):
        head += [f"{word if n == 1 else ''} {sign}{n}".strip() for n in counts[who]] + ["mean", ""]
    console.say("Chance that the defender, and the attacker, loses at least so many steps:")
    console.table(head[:-1], rows, "ll" + "r" * len(head))


def show_column(console: Console, game: Game, column: str) -> None:
    """Every result of one column."""
    results = sorted(game.odds_table()[column].items(), key=lambda item: (item[0][1], -item[0][0]))
    rows = [[_loss(a), _loss(d), str(p), percent(float(p)), bar(console, p)] for (a, d), p in results]
    console.table(("attacker", "defender", "chance", "", ""), rows, "llrr")


def plain_table(game: Game, chosen: str | None = None) -> dict[str, Any]:
    """The combat table as JSON can say it, with the column that was asked for."""
    columns = {
        column: {
            "results": [
                {"attacker": a, "defender": d, "fraction": str(p), "probability": float(p)}
                for (a, d), p in chances.items()
            ],
            "expected": {"attacker": str(_mean(chances, 0)), "defender": str(_mean(chances, 1))},
        }
        for column, chances in game.odds_table().items()
    }
    return {"game": game.slug, "column": chosen, "columns": columns}


def _at_least(chances: Chances, who: int, count: int) -> Fraction:
    return sum((p for cell, p in chances.items() if cell[who] >= count), Fraction(0))


def _mean(chances: Chances, who: int) -> Fraction:
    return sum((cell[who] * p for cell, p in chances.items()), Fraction(0))


def _short(chance: Fraction) -> str:
    return "." if not chance else percent(float(chance))


def _loss(count: int) -> str:
    return f"-{count}" if count else "0"
