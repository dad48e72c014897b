"""Losses turn by turn, with the days of the campaign beneath."""

from __future__ import annotations

import pandas as pd
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from sandtable.study import Event, Study, calendar, history

from .chart import Chart, finish, footnote
from .theme import Theme, fade, themed

TELLING = ("landing", "fall", "withdrawal", "end")
SYMBOLS = {"landing": "triangle-up", "fall": "diamond", "withdrawal": "triangle-left", "end": "star"}
LABELS = 11
"""Events that get a name on the strip; the others tell theirs when pointed at."""


def losses(study: Study, variant: str | None = None, theme: str = "light") -> Chart:
    """Steps lost by each side up to the end of every turn: the median game and the spread of the others."""
    look, game = themed(theme), study.game
    name = variant or study.baseline
    table = carried(study, name)
    figure = make_subplots(rows=2, cols=1, shared_xaxes=True, row_heights=[0.76, 0.24], vertical_spacing=0.04)
    turns = calendar(game)
    for side in game.sides:
        _bands(figure, table, side, look.side(game, side))
    _strip(figure, study, look)
    figure.update_xaxes(range=[0.5, len(turns) + 0.6], tickvals=[t.number for t in turns])
    figure.update_xaxes(
        ticktext=[f"{t.number}<br>{t.last.day} {t.last:%b}" for t in turns], row=2, col=1,
        title="end of turn, and its last day",
    )  # fmt: skip
    figure.update_yaxes(title="steps lost so far", rangemode="tozero", row=1, col=1)
    figure.update_yaxes(visible=False, range=[-1.6, 0.6], row=2, col=1)
    note = footnote(study, "line: median; bands: middle half and four fifths; ended games keep their losses")
    return finish(figure, look, "What it costs", reading(table, game.sides), note, height=600, bottom=76)


def carried(study: Study, variant: str) -> pd.DataFrame:
    """Losses by game and turn; a game that is over keeps those with which it ended."""
    columns = [f"{side}_lost_steps" for side in study.game.sides]
    table = study.turns()
    table = table[table["variant"] == variant].drop_duplicates(["number", "turn"], keep="last")
    last = len(calendar(study.game))
    whole = pd.MultiIndex.from_product([sorted(set(table["number"])), range(1, last + 1)])
    indexed = table.set_index(["number", "turn"])[columns].reindex(whole)
    return indexed.groupby(level=0).ffill().rename_axis(["number", "turn"])


def _bands(figure: go.Figure, table: pd.DataFrame, side: str, colour: str) -> None:
    by_turn = table[f"{side}_lost_steps"].groupby(level="turn")
    at = {q: by_turn.quantile(q) for q in (0.1, 0.25, 0.5, 0.75, 0.9)}
    x = list(at[0.5].index)
    for low, high, depth in ((0.1, 0.9, 0.13), (0.25, 0.75, 0.22)):
        figure.add_scatter(
            x=[*x, *reversed(x)], y=[*at[low], *reversed(list(at[high]))], fill="toself", hoverinfo="skip",
            mode="lines", fillcolor=fade(colour, depth), line={"width": 0}, showlegend=False, row=1, col=1,
        )  # fmt: skip
    figure.add_scatter(
        x=x, y=at[0.5], mode="lines+markers", line={"color": colour, "width": 2.8}, marker={"size": 6},
        name=f"{side.capitalize()} losses", row=1, col=1,
        hovertemplate=f"{side.capitalize()}: %{{y:.0f}} steps by the end of turn %{{x}}<extra></extra>",
    )  # fmt: skip


def _strip(figure: go.Figure, study: Study, look: Theme) -> None:
    """The historical events on the same axis."""
    events = [e for e in history(study.game) if e.turn is not None and e.kind in TELLING]
    spots = [_spot(study, event) for event in events]
    colours = [look.soft if e.side == "both" else look.side(study.game, e.side) for e in events]
    figure.add_scatter(
        x=spots, y=[0] * len(events), mode="markers", showlegend=False, row=2, col=1,
        marker={"symbol": [SYMBOLS[e.kind] for e in events], "size": 11, "color": colours,
                "line": {"color": look.page, "width": 1}},
        customdata=[[f"{e.date.day} {e.date:%b %Y}", e.what] for e in events],
        hovertemplate="%{customdata[0]}<br>%{customdata[1]}<extra></extra>",
    )  # fmt: skip
    taken: list[float] = []
    gap = (len(calendar(study.game)) + 0.1) / LABELS
    for spot, event in sorted(zip(spots, events, strict=True), key=lambda pair: pair[1].kind != "end"):
        if all(abs(spot - other) >= gap * 0.55 for other in taken):
            taken.append(spot)
            figure.add_annotation(
                x=spot, y=-0.25, text=event.place, textangle=-28, showarrow=False, xanchor="right",
                yanchor="top", xshift=8, font={"size": 11, "color": look.soft}, row=2, col=1,
            )  # fmt: skip


def _spot(study: Study, event: Event) -> float:
    """Where a day lies between the ends of two turns."""
    turn = calendar(study.game)[(event.turn or 1) - 1]
    days = (turn.last - turn.first).days + 1
    return turn.number - 1 + ((event.date - turn.first).days + 0.5) / days


def reading(table: pd.DataFrame, sides: tuple[str, ...]) -> str:
    """Who pays more, and when most of it is paid."""
    ends = {side: table[f"{side}_lost_steps"].groupby(level="number").last().median() for side in sides}
    more, less = sorted(sides, key=lambda side: -ends[side])[:2]
    middle = table[f"{more}_lost_steps"].groupby(level="turn").median()
    steepest = int(middle.diff().fillna(middle.iloc[0]).idxmax())
    ratio = f" ({ends[more] / ends[less]:.1f} to 1)" if ends[less] else ""
    return (
        f"In the median game the {more.capitalize()} side loses {ends[more]:.0f} steps and the "
        f"{less.capitalize()} {ends[less]:.0f}{ratio}; turn {steepest} is the costliest for the former."
    )
