"""How much each what-if changes, game by game over the same seeds."""

from __future__ import annotations

from math import inf

import pandas as pd
import plotly.graph_objects as go

from sandtable import SandtableError
from sandtable.study import Study, history
from sandtable.study.words import told_from_chance

from .chart import Chart, beside, finish, footnote, of_games, room
from .theme import mix, themed

WINNER = "winner"


def tornado(study: Study, measure: str = WINNER, of: str | None = None, theme: str = "light") -> Chart:
    """Paired differences from the unchanged game, the largest on top.

    With `winner` the change of a side's share of wins (`of`, else the side that won in history); else the
    mean change of a column of `study.frame()`.
    """
    look, game = themed(theme), study.game
    shares = measure == WINNER
    side = (of or history(game).end.side) if shares else None
    of_games(study, study.baseline)
    table = study.differences(measure, side)
    table = table[table["games"] > 0]
    if table.empty:
        raise SandtableError("a tornado needs variants to compare: play a sweep")
    table = table.reindex(table["difference"].abs().sort_values().index)
    sure, names = told_from_chance(table), [beside(name) for name in table["variant"]]
    # A single pair has no interval at all: what has no end is not drawn.
    low, high = (table[end].where(table[end].abs() < inf, table["difference"]) for end in ("low", "high"))
    up, down = (look.side(game, side), look.side(game, _other(game.sides, side))) if side else look.plain
    colours = [
        (up if value >= 0 else down) if clear else mix(up if value >= 0 else down, look.page, 0.6)
        for value, clear in zip(table["difference"], sure, strict=True)
    ]
    unit = 100 if shares else 1
    figure = go.Figure(
        go.Bar(
            y=names,
            x=table["difference"] * unit,
            orientation="h",
            marker={"color": colours},
            error_x={
                "type": "data", "symmetric": False, "array": (high - table["difference"]) * unit,
                "arrayminus": (table["difference"] - low) * unit, "color": look.history,
                "thickness": 1.5, "width": 5,
            },
            hovertemplate="%{y}: %{x:+.1f}<extra></extra>",
        )
    )  # fmt: skip
    for name, value, least, most in zip(names, table["difference"], low, high, strict=True):
        right = value >= 0
        end = (most if right else least) * unit
        figure.add_annotation(
            x=end, y=name, text=_signed(value * unit, 0 if shares else 1),
            showarrow=False, xanchor="left" if right else "right", xshift=8 if right else -8,
            font={"size": 13, "color": look.ink},
        )  # fmt: skip
    figure.add_vline(x=0, line={"color": look.ink, "width": 1.2})
    reach = max(high.abs().max(), low.abs().max(), 0.05) * unit * 1.18
    what = f"{side.capitalize()} wins" if side else named(measure, game.step_word)
    scale = f"{what}, in percentage points" if shares else what
    figure.update_layout(
        bargap=0.4,
        showlegend=False,
        xaxis={"range": [-reach, reach], "title": f"change of {scale}, against “{study.baseline}”",
               "showgrid": True},
        yaxis={"showgrid": False, "tickfont": {"size": 14, "color": look.ink}},
    )  # fmt: skip
    note = footnote(study, "whiskers: 95 % interval of the paired difference; pale: may be chance")
    title = "What difference it makes"
    return finish(figure, look, title, _reading(table, what, unit), note, height=210 + 44 * len(table),
                  left=room(names))  # fmt: skip


def _other(sides: tuple[str, ...], side: str) -> str:
    return next(name for name in sides if name != side)


def _signed(value: float, digits: int) -> str:
    return f"{value:+.{digits}f}".replace("-", "−")


def named(measure: str, step_word: str = "steps") -> str:
    """A column for people: Chinese lost steps, or units where a game has no other steps."""
    text = " ".join(step_word if word == "steps" else word for word in measure.split("_"))
    return text[0].upper() + text[1:]


def _reading(table: pd.DataFrame, what: str, unit: int) -> str:
    """Which changes stand out from chance, and which do not."""
    sure = table[told_from_chance(table)]
    games = int(table["games"].min())
    if sure.empty:
        one = "the change cannot" if len(table) == 1 else f"none of the {len(table)} changes can"
        return f"With {games} game{'s' * (games > 1)} a variant {one} be told from chance."
    top = sure.iloc[-1]
    digits = 0 if unit == 100 else 1
    value, low, high = (_signed(top[name] * unit, digits) for name in ("difference", "low", "high"))
    points = " percentage points" if unit == 100 else ""
    rest = len(table) - len(sure)
    chance = f"{rest} of the {len(table)} changes cannot" if rest else f"all {len(table)} changes can"
    chance = chance if len(table) > 1 else "it can"
    return (
        f"“{top['variant']}” makes the largest clear difference: {what} {value}{points} ({low} to {high}); "
        f"{chance} be told from chance."
    )
