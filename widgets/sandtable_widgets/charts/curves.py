"""Plain curves of a table in the look of the other charts, for lessons."""

from __future__ import annotations

import pandas as pd
import plotly.graph_objects as go

from .chart import Chart, finish
from .theme import themed

COLOURS = (
    ("#2f5f95", "#6f9fd6"),
    ("#c8473c", "#e5776b"),
    ("#b07a1e", "#e8b266"),
    ("#4b7f78", "#7fb8ae"),
    ("#7d4f86", "#b98fc2"),
)
DASHES = ("solid", "dash", "dot", "dashdot", "longdash")
"""Curves differ by stroke as well, so that they can be told apart without colours."""


def curves(
    table: pd.DataFrame,
    title: str,
    reading: str,
    *,
    y: str = "",
    note: str = "",
    shares: bool = False,
    theme: str = "light",
) -> Chart:
    """One curve a column over the table's index, whose name stands at the axis; `shares` are percentages."""
    look = themed(theme)
    figure = go.Figure()
    words = not pd.api.types.is_numeric_dtype(table.index)
    for place, name in enumerate(table.columns):
        figure.add_scatter(
            x=list(table.index),
            y=[float(value) for value in table[name]],
            name=str(name),
            mode="lines+markers",
            marker={"size": 7 if len(table) < 25 else 4},
            line={
                "color": COLOURS[place % len(COLOURS)][look.place], "width": 2.6,
                "dash": DASHES[place % len(DASHES)],
            },
            hovertemplate=f"{name}<br>%{{x}}: %{{y:{'.0%' if shares else '.2f'}}}<extra></extra>",
        )  # fmt: skip
    figure.update_layout(
        showlegend=True,
        xaxis={"title": table.index.name or "", "type": "category" if words else "linear"},
        yaxis={"title": y, "tickformat": ".0%" if shares else "", "rangemode": "tozero"},
    )
    return finish(figure, look, title, reading, note, height=470)
