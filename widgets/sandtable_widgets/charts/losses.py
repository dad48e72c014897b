"""Losses turn by turn, with the days of the campaign beneath."""

from __future__ import annotations

from collections import Counter
from math import cos, radians, sin

import pandas as pd
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from sandtable.study import Event, Study, calendar, history

from .chart import EDGE, WIDTH, Chart, ended_early, finish, footnote, of_games
from .theme import Theme, fade, themed

SMALL = 5
"""Losses below which a ratio tells more of rounding than of the game."""
TELLING = ("landing", "fall", "withdrawal", "end")
SYMBOLS = {"landing": "triangle-up", "fall": "diamond", "withdrawal": "triangle-left", "end": "star"}
KEY = {"landing": "▲ landing", "fall": "◆ fall", "withdrawal": "◀ withdrawal", "end": "★ decision"}
PLOT, LETTER, PITCH, SLANT = 330, 5.6, 15, 58
"""Pixels of the losses, of a small letter, between two names on the strip; degrees at which they stand."""


def losses(study: Study, variant: str | None = None, theme: str = "light") -> Chart:
    """Losses of each side up to the end of every turn: the median game and the spread of the others."""
    look, game = themed(theme), study.game
    name = of_games(study, variant)
    table, turns, events = carried(study, name), calendar(game), _events(study)
    names = _names(events)
    strip = 62 + round(LETTER * max(map(len, names)) * sin(radians(SLANT)))
    gap = 14
    figure = make_subplots(
        rows=2, cols=1, shared_xaxes=True, row_heights=[PLOT, strip],
        vertical_spacing=gap / (PLOT + gap + strip),
    )  # fmt: skip
    for side in game.sides:
        _bands(figure, table, side, look.side(game, side), game.step_word)
    _strip(figure, study, events, names, strip, look)
    figure.update_xaxes(range=[0, len(turns) + 0.4], tickvals=[t.number for t in turns])
    figure.update_xaxes(
        ticktext=[f"{t.number}<br>{t.last.day} {t.last:%b}" for t in turns], row=2, col=1,
        title="end of turn, and its last day",
    )  # fmt: skip
    figure.update_yaxes(title=f"{game.step_word} lost so far", rangemode="tozero", row=1, col=1)
    figure.update_yaxes(visible=False, range=[-strip + 32, 32], row=2, col=1)
    note = footnote(
        study, *([name] if len(study.variants) > 1 else []),
        "line: median; bands: middle half and four fifths", ended_early(study, name),
    )  # fmt: skip
    text = reading(table, game.sides, game.step_word)
    return finish(figure, look, "What it costs", text, note, plot=PLOT + gap + strip, bottom=76)


def carried(study: Study, variant: str) -> pd.DataFrame:
    """Losses by game and turn; a game that is over keeps those with which it ended."""
    columns = [f"{side}_lost_steps" for side in study.game.sides]
    table = study.turns()
    table = table[table["variant"] == variant].drop_duplicates(["number", "turn"], keep="last")
    last = len(calendar(study.game))
    whole = pd.MultiIndex.from_product([sorted(set(table["number"])), range(1, last + 1)])
    indexed = table.set_index(["number", "turn"])[columns].reindex(whole)
    return indexed.groupby(level=0).ffill().rename_axis(["number", "turn"])


def _bands(figure: go.Figure, table: pd.DataFrame, side: str, colour: str, word: str) -> None:
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
        hovertemplate=f"{side.capitalize()}: %{{y:.0f}} {word} by the end of turn %{{x}}<extra></extra>",
    )  # fmt: skip


def _events(study: Study) -> list[Event]:
    """The historical events of the strip, in the order of their days."""
    return [event for event in history(study.game) if event.turn is not None and event.kind in TELLING]


def _names(events: list[Event]) -> list[str]:
    """What stands beneath the marks: the place, with the day where the place alone does not tell."""
    often = Counter(event.place for event in events)
    return [e.place if often[e.place] == 1 else f"{e.place}, {e.date.day} {e.date:%b}" for e in events]


def _strip(
    figure: go.Figure, study: Study, events: list[Event], names: list[str], height: int, look: Theme
) -> None:
    """The historical events on the same axis; its unit upwards is a pixel."""
    spots = [_spot(study, event) for event in events]
    colours = [look.soft if e.side == "both" else look.side(study.game, e.side) for e in events]
    last = len(calendar(study.game))
    turn = (WIDTH - 72 - EDGE) / (last + 0.4)
    shifted = spread(spots, PITCH / turn, last + 0.3)
    x, y = ([end for line in lines for end in (*line, None)] for lines in (
        zip(spots, shifted, strict=True), [(-5, -17)] * len(spots))
    )  # fmt: skip
    figure.add_scatter(
        x=x, y=y, mode="lines", line={"color": look.soft, "width": 0.8}, hoverinfo="skip", showlegend=False,
        row=2, col=1,
    )  # fmt: skip
    figure.add_scatter(
        x=spots, y=[0] * len(events), mode="markers", showlegend=False, row=2, col=1,
        marker={"symbol": [SYMBOLS[e.kind] for e in events], "size": 10, "color": colours,
                "line": {"color": look.page, "width": 1}},
        customdata=[[f"{e.date.day} {e.date:%b %Y}", e.what] for e in events],
        hovertemplate="%{customdata[0]}<br>%{customdata[1]}<extra></extra>",
    )  # fmt: skip
    for spot, name in zip(shifted, names, strict=True):
        # plotly turns a text about its middle and then anchors the box around it: half of each is taken back.
        long = LETTER * len(name)
        across, down = long * cos(radians(SLANT)) / 2, long * sin(radians(SLANT)) / 2
        figure.add_annotation(
            x=spot, y=-18, text=name, textangle=-SLANT, showarrow=False, xanchor="center", yanchor="middle",
            xshift=-across, yshift=-down, font={"size": 11, "color": look.soft}, row=2, col=1,
        )  # fmt: skip
    kinds = "   ".join(text for kind, text in KEY.items() if any(e.kind == kind for e in events))
    figure.add_annotation(
        x=0, y=22, text=f"in history:   {kinds}", showarrow=False, xanchor="left",
        yanchor="middle", font={"size": 11, "color": look.ink}, row=2, col=1,
    )  # fmt: skip


def spread(spots: list[float], pitch: float, most: float) -> list[float]:
    """Places in the same order, as near to the spots as they can be with so much between two of them."""
    found: list[float] = []
    for spot in spots:
        found.append(max(spot, found[-1] + pitch) if found else spot)
    limit = most
    for place in reversed(range(len(found))):
        found[place] = min(found[place], limit)
        limit = found[place] - pitch
    return found


def _spot(study: Study, event: Event) -> float:
    """Where a day lies between the ends of two turns."""
    turn = calendar(study.game)[(event.turn or 1) - 1]
    days = (turn.last - turn.first).days + 1
    return turn.number - 1 + ((event.date - turn.first).days + 0.5) / days


def reading(table: pd.DataFrame, sides: tuple[str, ...], word: str) -> str:
    """Who pays more, and when most of it is paid."""
    medians = {side: table[f"{side}_lost_steps"].groupby(level="number").last().median() for side in sides}
    ends = {side: round(float(median)) for side, median in medians.items()}
    if not any(ends.values()):
        return f"In the median game neither side loses {word}."
    more, less = sorted(sides, key=lambda side: -medians[side])[:2]
    middle = table[f"{more}_lost_steps"].groupby(level="turn").median()
    steepest = int(middle.diff().fillna(middle.iloc[0]).idxmax())
    ratio = f" ({ends[more] / ends[less]:.1f} to 1)" if ends[less] >= SMALL else ""
    return (
        f"In the median game the {more.capitalize()} side loses {ends[more]} {word} and the "
        f"{less.capitalize()} {ends[less]}{ratio}; turn {steepest} is the costliest for the former."
    )
