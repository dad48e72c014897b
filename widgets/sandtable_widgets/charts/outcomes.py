"""Who wins how often, in every variant, with history on top."""

from __future__ import annotations

import pandas as pd
import plotly.graph_objects as go

from sandtable.study import DRAW, Study, history
from sandtable.study.words import told_from_chance

from .chart import Chart, beside, finish, footnote, of_games, room
from .theme import Theme, mix, percent, themed

HISTORY = "in history"
BAR, BELOW = 0.54, 0.38
"""How thick a bar is, and how far beneath its middle its interval lies, so as not to cross its numbers."""


def outcomes(study: Study, theme: str = "light") -> Chart:
    """Shares of wins by variant, with 95 % intervals of the commonest outcome."""
    look, game = themed(theme), study.game
    table, focus = study.outcomes(), commonest(study)["winner"]
    winners = sorted(dict.fromkeys(table["winner"]), key=lambda winner: winner != focus)
    names = [*reversed(study.played), HISTORY]
    victor = history(game).end.side
    figure = go.Figure()
    for winner in winners:
        mine = table[table["winner"] == winner].set_index("variant")
        shares = [float(mine.loc[name, "share"]) for name in names[:-1]] + [float(winner == victor)]
        spans = [f" ({percent(mine.loc[n, 'low'])} to {percent(mine.loc[n, 'high'])})" for n in names[:-1]]
        colour, past = look.side(game, winner), [name == HISTORY for name in names]
        white = "#ffffff" if look.place == 0 else look.page
        figure.add_bar(
            y=list(range(len(names))), x=shares, orientation="h", width=BAR, name=_label(winner),
            marker={
                "color": [mix(look.page, colour, 0.3) if old else colour for old in past],
                "line": {"color": [colour if old else look.page for old in past],
                         "width": [1.5 if share else 0 for share in shares]},
            },
            text=[_text(share, name, winner) for share, name in zip(shares, names, strict=True)],
            textposition="inside", insidetextanchor="start" if winner == winners[0] else "end", textangle=0,
            textfont={"color": [look.ink if old else white for old in past], "size": 14},
            customdata=list(zip(names, [*spans, ""], strict=True)),
            hovertemplate=f"%{{customdata[0]}}<br>{_label(winner)} %{{x:.0%}}%{{customdata[1]}}"
            "<extra></extra>",
        )  # fmt: skip
    _whiskers(figure, table[table["winner"] == focus].set_index("variant").loc[names[:-1]], look)
    labels = [beside(name) for name in names]
    figure.update_layout(
        barmode="stack",
        xaxis={"range": [0, 1], "tickformat": ".0%", "title": "share of games"},
        yaxis={"showgrid": False, "tickfont": {"size": 14, "color": look.ink},
               "tickvals": list(range(len(names))), "ticktext": labels,
               "range": [-0.6, len(names) - 0.5]},
    )  # fmt: skip
    note = footnote(study, f"line beneath a bar: 95 % Wilson interval of its first part, {_label(focus)}")
    return finish(
        figure, look, "Who wins", reading(study), note, height=210 + 48 * len(names), left=room(labels)
    )


def _label(winner: str) -> str:
    return "Draw" if winner == DRAW else winner.capitalize()


def _text(share: float, name: str, winner: str) -> str:
    if share == 0:
        return ""
    return f"{_label(winner)} victory" if name == HISTORY else percent(share) if share >= 0.08 else ""


def _whiskers(figure: go.Figure, mine: pd.DataFrame, look: Theme) -> None:
    """The interval of the first share in every row, beneath the end of its bar."""
    figure.add_scatter(
        y=[place - BELOW for place in range(len(mine))],
        x=mine["share"],
        mode="markers",
        marker={"size": 6, "color": look.history},
        error_x={
            "type": "data", "symmetric": False, "array": mine["high"] - mine["share"],
            "arrayminus": mine["share"] - mine["low"], "color": look.history, "thickness": 1.6, "width": 4,
        },
        hoverinfo="skip",
        showlegend=False,
        cliponaxis=False,
    )  # fmt: skip


def commonest(study: Study) -> pd.Series:
    """How most games end with which the others are compared."""
    table = study.outcomes()
    return table[table["variant"] == of_games(study)].sort_values("share", ascending=False).iloc[0]


def reading(study: Study) -> str:
    """What the numbers say, in one line; a change is named when it can be told from chance."""
    top, past = commonest(study), history(study.game)
    what = "end in a draw" if top["winner"] == DRAW else f"are won by the {_label(top['winner'])} side"
    if len(study.variants) > 1:
        what += f" in “{top['variant']}”"
    text = f"{percent(top['share'])} of the games {what} ({percent(top['low'])} to {percent(top['high'])})"
    text += f"; in history the {_label(past.end.side)} side won."
    others = study.differences("winner", top["winner"])
    others = others[others["games"] > 0]
    if others.empty:
        return text
    sure = others[told_from_chance(others)]
    if sure.empty:
        some = "The change cannot" if len(others) == 1 else f"None of the {len(others)} changes can"
        return f"{text} {some} be told from chance."
    far = sure.loc[sure["difference"].abs().idxmax()]
    there = study.outcomes().set_index(["variant", "winner"]).loc[(far["variant"], top["winner"])]
    return f"{text} The largest clear step away is “{far['variant']}”, with {percent(there['share'])}."
