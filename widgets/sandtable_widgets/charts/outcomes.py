"""Who wins how often, in every variant, with history on top."""

from __future__ import annotations

import plotly.graph_objects as go

from sandtable.study import DRAW, Study, history

from .chart import Chart, finish, footnote, room
from .theme import Theme, mix, percent, themed

HISTORY = "in history"


def outcomes(study: Study, theme: str = "light") -> Chart:
    """Shares of wins by variant, with 95 % intervals."""
    look, game = themed(theme), study.game
    table = study.outcomes()
    winners = list(dict.fromkeys(table["winner"]))
    rows = [*reversed(study.variants), HISTORY]
    victor = history(game).end.side
    figure = go.Figure()
    for winner in winners:
        mine = table[table["winner"] == winner].set_index("variant")
        shares = [float(mine.loc[name, "share"]) for name in rows[:-1]] + [float(winner == victor)]
        colour = look.side(game, winner)
        white = "#ffffff" if look.place == 0 else look.page
        figure.add_bar(
            y=rows,
            x=shares,
            orientation="h",
            name=_label(winner),
            marker={
                "color": [mix(look.page, colour, 0.3) if row == HISTORY else colour for row in rows],
                "line": {"color": [colour if row == HISTORY else look.page for row in rows], "width": 1.5},
            },
            text=[_text(share, row, winner) for share, row in zip(shares, rows, strict=True)],
            textposition="inside",
            insidetextanchor="start" if winner == winners[0] else "end",
            textangle=0,
            textfont={"color": [look.ink if row == HISTORY else white for row in rows], "size": 14},
            customdata=[
                [percent(mine.loc[n, "low"]), percent(mine.loc[n, "high"])] if n in mine.index else ["", ""]
                for n in rows
            ],
            hovertemplate="%{y}<br>" + _label(winner) + " %{x:.0%} (%{customdata[0]} to %{customdata[1]})"
            "<extra></extra>",
        )  # fmt: skip
    _whiskers(figure, study, winners[0], rows, look)
    figure.update_layout(
        barmode="stack",
        bargap=0.38,
        xaxis={"range": [0, 1], "tickformat": ".0%", "title": "share of games"},
        yaxis={"showgrid": False, "tickfont": {"size": 14, "color": look.ink}, "ticksuffix": "  "},
    )  # fmt: skip
    note = footnote(study, f"bar ends: 95 % Wilson interval of the {_label(winners[0])} share")
    return finish(
        figure, look, "Who wins", reading(study), note, height=210 + 44 * len(rows), left=room(rows)
    )


def _label(winner: str) -> str:
    return "Draw" if winner == DRAW else winner.capitalize()


def _text(share: float, row: str, winner: str) -> str:
    if share == 0:
        return ""
    return f"{_label(winner)} victory" if row == HISTORY else percent(share) if share >= 0.06 else ""


def _whiskers(figure: go.Figure, study: Study, winner: str, rows: list[str], look: Theme) -> None:
    """The interval of the first side's share, drawn at the end of its bar."""
    table = study.outcomes()
    mine = table[table["winner"] == winner].set_index("variant").loc[rows[:-1]]
    figure.add_scatter(
        y=rows[:-1],
        x=mine["share"],
        mode="markers",
        marker={"size": 1, "color": look.history},
        error_x={
            "type": "data", "symmetric": False, "array": mine["high"] - mine["share"],
            "arrayminus": mine["share"] - mine["low"], "color": look.history, "thickness": 1.6, "width": 6,
        },
        hoverinfo="skip",
        showlegend=False,
    )  # fmt: skip


def reading(study: Study) -> str:
    """What the numbers say, in one line."""
    table = study.outcomes()
    past = history(study.game)
    base = table[table["variant"] == study.baseline]
    top = base.sort_values("share", ascending=False).iloc[0]
    what = "end in a draw" if top["winner"] == DRAW else f"are won by the {_label(top['winner'])} side"
    text = f"{percent(top['share'])} of the games {what} ({percent(top['low'])} to {percent(top['high'])})"
    text += f"; in history the {_label(past.end.side)} side won."
    others = table[(table["variant"] != study.baseline) & (table["winner"] == top["winner"])]
    if len(others) and top["winner"] != DRAW:
        far = others.loc[(others["share"] - top["share"]).abs().idxmax()]
        text += f" The largest step away is “{far['variant']}”, with {percent(far['share'])}."
    return text
