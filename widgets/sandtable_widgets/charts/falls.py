"""The fall of each place: the share of games in which it has not fallen yet, and the day on which it did."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from math import ceil

import pandas as pd
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from sandtable import Unknown
from sandtable.study import Study, calendar, history, objectives

from .chart import Chart, ended_early, finish, footnote, of_games
from .theme import Theme, fade, listed, themed

COLUMNS = 3
PANEL, LINE, TICKS = 120, 17, 30
"""Pixels of a panel's height, of a line of its heading, and of the turns beneath it."""


def falls(
    study: Study, places: Sequence[str] | None = None, variant: str | None = None, theme: str = "light"
) -> Chart:
    """Survival curves of the objectives (or of those named by id), one small panel each."""
    look, game = themed(theme), study.game
    known, name = objectives(game), of_games(study, variant)
    for id in places or ():
        if id not in known:
            raise Unknown("objective", id, known)
    shown = list(places or sorted(known, key=lambda id: _when(study, id)))
    table = study.falls(name)
    across = min(COLUMNS, len(shown))
    down = ceil(len(shown) / across)
    headings = [_heading(study, id, look) for id in shown]
    above = LINE * max(heading.count("<br>") + 1 for heading in headings) + 6
    gap = above + TICKS
    tall = down * PANEL + (down - 1) * gap
    figure = make_subplots(
        rows=down, cols=across, shared_xaxes=True, shared_yaxes=True, vertical_spacing=gap / tall,
        horizontal_spacing=0.05, subplot_titles=headings,
    )  # fmt: skip
    for place, id in enumerate(shown):
        _panel(figure, place // across + 1, place % across + 1, study, id, table, look, place == 0)
    turns = calendar(game)
    step = max(1, len(turns) // 6)
    ticks = [t.number for t in turns if (t.number - 1) % step == 0]
    figure.update_xaxes(range=[0, len(turns) + 0.5], tickvals=ticks, showgrid=False)
    for place in range(max(0, len(shown) - across), len(shown)):  # the lowest of each column
        figure.update_xaxes(showticklabels=True, row=place // across + 1, col=place % across + 1)
    figure.update_yaxes(range=[-0.04, 1.06], tickformat=".0%", tickvals=[0, 0.5, 1])
    figure.update_annotations(font={"size": 13, "color": look.ink}, selector={"yanchor": "bottom"})
    early = ended_early(study, name)
    note = footnote(
        study, *([name] if len(study.variants) > 1 else []),
        "x: end of turn; line and band: share of games and 95 % interval; what was won back has fallen all "
        "the same", early + (" (shaded: when most are over)" if early and figure.layout.shapes else ""),
    )  # fmt: skip
    return finish(
        figure, look, "When each place falls", reading(study, shown, name), note, plot=tall, bottom=40,
        above=above,
    )  # fmt: skip


def _heading(study: Study, id: str, look: Theme) -> str:
    """The name of a place, and what became of it in history."""
    objective, event = objectives(study.game)[id], history(study.game).fall(id)
    past = "never" if event is None else f"{event.date.day} {event.date:%b %Y}"
    past += ", outside the game" if event is not None and event.turn is None else ""
    name = "<br>".join(textwrap.wrap(objective.name, 28))
    return f"<b>{name}</b><br><span style='font-size:11px;color:{look.soft}'>in history: {past}</span>"


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
    going = list(curve["going"])
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
        name="simulated: not yet fallen", showlegend=first, legendgroup="simulated",
        customdata=[*going, going[-1]],
        hovertemplate=f"{objective.name}<br>not yet fallen in %{{y:.0%}} by the end of turn %{{x}}<br>"
        f"%{{customdata}} of {going[0]} games still going<extra></extra>",
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
    # plotly shades nothing in a panel that is still empty: this comes last.
    over = next((turn for turn, left in zip(curve["turn"], going, strict=True) if 2 * left < going[0]), None)
    if over is not None:
        figure.add_vrect(
            x0=over - 1, x1=curve["turn"].iloc[-1] + 0.5, fillcolor=fade(look.soft, 0.14), line_width=0,
            layer="below", **where,
        )  # fmt: skip


def reading(study: Study, shown: Sequence[str], variant: str) -> str:
    """Which places fall later than they did, which earlier, and of which most games do not tell.

    A game that is over before the turn of history says nothing of a place that had not fallen by then.
    """
    frame, past = study.frame(), history(study.game)
    frame, known = frame[frame["variant"] == variant], objectives(study.game)
    early, late, never, untold = [], [], [], []
    for id in shown:
        fell, event, name = frame[f"fell_{id}"], past.fall(id), known[id].name
        if event is None or event.turn is None:
            if fell.notna().mean() >= 0.5:
                never.append(name)
            continue
        by, before = ((fell <= turn).fillna(False).astype(bool) for turn in (event.turn, event.turn - 1))
        telling = by | (frame["end"] >= event.turn)
        if 2 * telling.sum() < len(frame):
            untold.append(name)
        elif 2 * by.sum() < telling.sum():
            late.append(name)
        elif 2 * before.sum() >= telling.sum():
            early.append(name)
    said = []
    if late:
        said.append(f"in most games later than in history, or not at all: {_some(late)}")
    if early:
        said.append(f"earlier: {_some(early)}")
    if never:
        said.append(f"in most games, though never in history: {_some(never)}")
    told = [f"Falls {'; '.join(said)}."] if said else []
    if untold:
        told.append(f"Most games are over before the day of {_some(untold)}.")
    return " ".join(told) or "Every place falls in the turn in which it fell in history, if it did."


def _some(names: list[str]) -> str:
    return listed(names) if len(names) <= 5 else f"{', '.join(names[:4])} and {len(names) - 4} more"
