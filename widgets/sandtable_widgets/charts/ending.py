"""When games end, and who has won by then, beside the turn in which the campaign really ended."""

from __future__ import annotations

import pandas as pd
import plotly.graph_objects as go

from sandtable.study import DRAW, Study, calendar, history

from .chart import Chart, finish, footnote, of_games
from .theme import Theme, percent, themed


def ending(study: Study, variant: str | None = None, theme: str = "light") -> Chart:
    """The distribution of the last turn, by winner."""
    look, game = themed(theme), study.game
    name = of_games(study, variant)
    frame = study.frame()
    frame = frame[frame["variant"] == name]
    turns = calendar(game)
    figure = go.Figure()
    for winner in (*game.sides, DRAW):
        counts = frame.loc[frame["winner"] == winner, "end"].value_counts()
        if counts.empty and winner == DRAW:
            continue
        shares = [float(counts.get(turn.number, 0)) / max(1, len(frame)) for turn in turns]
        label = "Draw" if winner == DRAW else f"{winner.capitalize()} victory"
        figure.add_bar(
            x=[turn.number for turn in turns],
            y=shares,
            name=label,
            marker={"color": look.side(game, winner), "line": {"color": look.page, "width": 1}},
            customdata=[turn.label() for turn in turns],
            hovertemplate="turn %{x}, %{customdata}<br>" + label + ": %{y:.0%} of the games<extra></extra>",
        )
    _history(figure, study, look)
    figure.update_layout(
        barmode="stack",
        bargap=0.12,
        xaxis={"tickmode": "array", "tickvals": [t.number for t in turns],
               "ticktext": [f"{t.number}<br>{t.first.day} {t.first:%b}" for t in turns],
               "range": [0.4, len(turns) + 0.6], "title": "last turn, and the day it begins"},
        yaxis={"tickformat": ".0%", "title": "share of games", "rangemode": "tozero"},
    )  # fmt: skip
    note = footnote(study, *([name] if len(study.variants) > 1 else []))
    return finish(figure, look, "When it ends", _reading(study, frame["end"]), note, bottom=76)


def _history(figure: go.Figure, study: Study, look: Theme) -> None:
    """The day of the decision; at the right edge when it came after the last turn."""
    turns, past = calendar(study.game), history(study.game)
    late = past.end.turn is None
    spot = turns[-1].number + 0.55 if late else past.end_turn
    part = spot / len(turns)
    figure.add_vline(x=spot, line={"color": look.history, "width": 2, "dash": "dot"})
    figure.add_annotation(
        x=spot, y=1, yref="paper", yanchor="bottom", showarrow=False,
        xanchor="right" if part > 0.8 else "left" if part < 0.2 else "center",
        text=f"history: {past.end.date.day} {past.end.date:%b %Y}{', after the last turn' if late else ''} ◆",
        font={"size": 13, "color": look.history},
    )  # fmt: skip


def _reading(study: Study, ends: pd.Series) -> str:
    """By when at least half of the games are over, and how many before history decided."""
    turns, past = calendar(study.game), history(study.game)
    if ends.min() == len(turns):
        return f"Every game goes to the last turn ({turns[-1].label()})."
    middle = int(ends.median())
    days = turns[middle - 1].label()
    if middle == len(turns):
        half = f"{percent(float((ends == middle).mean()))} of the games go to the last turn ({days})"
    else:
        half = f"{percent(float((ends <= middle).mean()))} of the games are over by turn {middle} ({days})"
    early = float((ends < past.end_turn).mean())
    sooner = f"{percent(early)} end" if early else "none ends"
    if past.end.turn is None:
        day = f"{past.end.date.day} {past.end.date:%B}"
        return f"{half}; {sooner} before the last turn. The campaign was decided on {day}, after it."
    return f"{half}; {sooner} before turn {past.end_turn}, in which the campaign was decided."
