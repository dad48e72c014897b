"""The fall of each place: the share of games in which it still holds, and the day on which it really fell."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from math import ceil

import pandas as pd
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from sandtable import Unknown
from sandtable.study import Study, calendar, history, objectives

from .chart import Chart, finish, footnote
from .theme import Theme, fade, listed, themed

COLUMNS = 4


def falls(
    study: Study, places: Sequence[str] | None = None, variant: str | None = None, theme: str = "light"
) -> Chart:
    """Survival curves of the objectives (or of those named by id), one small panel each."""
    look, game = themed(theme), study.game
    known = objectives(game)
    for id in places or ():
        if id not in known:
            raise Unknown("objective", id, known)
    shown = list(places or sorted(known, key=lambda id: _when(study, id)))
    table = study.falls(variant)
    across = min(COLUMNS, len(shown))
    down = ceil(len(shown) / across)
    figure = make_subplots(
        rows=down, cols=across, shared_xaxes=True, shared_yaxes=True, vertical_spacing=0.34 / (down + 1),
        horizontal_spacing=0.035, subplot_titles=[_heading(known[id].name) for id in shown],
    )  # fmt: skip
    for place, id in enumerate(shown):
        _panel(figure, place // across + 1, place % across + 1, study, id, table, look, place == 0)
    turns = calendar(game)
    step = max(1, len(turns) // 6)
    ticks = [t.number for t in turns if (t.number - 1) % step == 0]
    figure.update_xaxes(range=[0, len(turns) + 0.5], tickvals=ticks, showgrid=False)
    figure.update_yaxes(range=[-0.04, 1.06], tickformat=".0%", tickvals=[0, 0.5, 1])
    headings = {"showarrow": False, "yanchor": "bottom"}
    figure.update_annotations(font={"size": 14, "color": look.ink}, selector=headings)
    note = footnote(study, "x: end of turn; line and band: share of games and 95 % interval")
    above = 34 if any("<br>" in _heading(known[id].name) for id in shown) else 16
    return finish(
        figure, look, "How long each place holds", reading(study, shown, variant), note,
        width=980, height=178 + above + 142 * down, bottom=40, above=above,
    )  # fmt: skip


def _heading(name: str) -> str:
    return f"<b>{'<br>'.join(textwrap.wrap(name, 24))}</b>"


def _when(study: Study, id: str) -> tuple[int, int]:
    """Places in the order in which they fell; those that never did come last."""
    event = history(study.game).fall(id)
    turn = len(calendar(study.game)) + 1 if event is None or event.turn is None else event.turn
    return turn, list(objectives(study.game)).index(id)


def _panel(
    figure: go.Figure,
    row: int,
    column: int,
    study: Study,
    id: str,
    table: pd.DataFrame,
    look: Theme,
    first: bool,
) -> None:
    game = study.game
    objective, event = objectives(game)[id], history(game).fall(id)
    curve = table[table["objective"] == id]
    holder = next(side for side in game.sides if side != objective.taker)
    colour = look.side(game, holder)
    where = {"row": row, "col": column}
    # Half a turn more, so that what falls in the last turn shows as a step and not as a stroke.
    x = [*curve["turn"], curve["turn"].iloc[-1] + 0.5]
    at = {name: [*(1 - curve[name]), 1 - curve[name].iloc[-1]] for name in ("low", "high", "fallen")}
    for edge, fill in (("low", None), ("high", "tonexty")):
        figure.add_scatter(
            x=x, y=at[edge], fill=fill, fillcolor=fade(colour, 0.2), mode="lines",
            line={"width": 0, "shape": "hv"}, hoverinfo="skip", showlegend=False, **where,
        )  # fmt: skip
    figure.add_scatter(
        x=x, y=at["fallen"], line={"color": colour, "width": 2.6, "shape": "hv"}, mode="lines",
        name="simulated: still holds", showlegend=first, legendgroup="simulated",
        hovertemplate=f"{objective.name}<br>holds in %{{y:.0%}} at the end of turn %{{x}}<extra></extra>",
        **where,
    )  # fmt: skip
    if event is not None and event.turn is not None:
        figure.add_scatter(
            x=[event.turn, event.turn], y=[0, 1], mode="lines+markers",
            line={"color": look.history, "width": 1.6, "dash": "dot"},
            marker={"symbol": "diamond", "size": [9, 0], "color": look.history, "opacity": 1},
            name="history: falls", showlegend=first, legendgroup="history",
            hovertemplate=f"{event.date.day} {event.date:%B %Y}: {event.place}<extra></extra>", **where,
        )  # fmt: skip
    else:
        figure.add_annotation(
            text="never fell", x=1, y=0.14, xref="x domain", yref="y domain", xanchor="right",
            yanchor="middle", showarrow=False, font={"size": 12, "color": look.soft}, **where,
        )  # fmt: skip


def reading(study: Study, shown: Sequence[str], variant: str | None = None) -> str:
    """Which places fall about when they did, which hold out longer and which less long."""
    table, game = study.falls(variant), study.game
    known, past = objectives(game), history(game)
    early, late, never = [], [], []
    for id in shown:
        curve = table[table["objective"] == id].set_index("turn")["fallen"]
        event = past.fall(id)
        if event is None or event.turn is None:
            if curve.iloc[-1] >= 0.5:
                never.append(known[id].name)
            continue
        half = next((turn for turn, share in curve.items() if share >= 0.5), None)
        if half is None or half > event.turn:
            late.append(known[id].name)
        elif half < event.turn:
            early.append(known[id].name)
    said = []
    if late:
        said.append(f"in most games later than in history, or not at all: {_some(late)}")
    if early:
        said.append(f"earlier: {_some(early)}")
    if never:
        said.append(f"in most games, though never in history: {_some(never)}")
    if not said:
        return "Every place that fell in history falls in the very same turn in the median game."
    return f"Falls {'; '.join(said)}."


def _some(names: list[str]) -> str:
    return listed(names) if len(names) <= 5 else f"{', '.join(names[:4])} and {len(names) - 4} more"

