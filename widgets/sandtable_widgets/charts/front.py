"""The front turn by turn on the map: in how many games each space is in the attacker's hands."""

from __future__ import annotations

from functools import lru_cache
from math import cos, radians
from typing import Any

import numpy as np
import plotly.graph_objects as go
import shapely
from shapely.geometry.base import BaseGeometry

from sandtable import SandtableError
from sandtable.study import Study, calendar, history, objectives
from sandtable_geodata import Theatre, UnknownTheatre, theatre

from .chart import Chart, finish, footnote
from .theme import Theme, mix, percent, themed

CLASSES = (0.05, 0.25, 0.5, 0.75, 0.95)
"""Shares at which the tint changes."""
SIMPLE = 0.002
"""Degrees by which outlines of the land and water may be simplified."""
LINES = {"rivers": 1.0, "railways": 1.1}


def front(
    study: Study, side: str | None = None, variant: str | None = None, turn: int | None = None,
    theme: str = "light",
) -> Chart:  # fmt: skip
    """An animated map; `turn` is the one shown first, and in a saved picture (else the last)."""
    look, game = themed(theme), study.game
    taker = side or next(iter(objectives(game).values())).taker
    game.side_index(taker)
    turns = calendar(game)
    shown = turn or len(turns)
    if not 1 <= shown <= len(turns):
        raise SandtableError(f"turn {shown} is not one of 1 to {len(turns)}")
    ground = _theatre(game.slug)
    shares = study.control(taker, variant)
    frames = [_frame(study, ground, shares[t.number - 1], t.number, taker, look) for t in turns]
    fixed = _ground(ground, look)
    moving = range(len(fixed), len(fixed) + len(frames[0]))
    figure = go.Figure(
        data=[*fixed, *frames[shown - 1]],
        frames=[
            go.Frame(data=data, name=str(t.number), traces=list(moving))
            for data, t in zip(frames, turns, strict=True)
        ],
    )
    west, south, east, north = _box(ground)
    stretch = 1 / cos(radians((south + north) / 2))
    width = 900
    height = round((width - 96) * (north - south) / (east - west) * stretch) + 240
    figure.update_layout(
        xaxis={"range": [west, east], "visible": False, "constrain": "domain"},
        yaxis={"range": [south, north], "visible": False, "scaleanchor": "x", "scaleratio": stretch,
               "constrain": "domain"},
        showlegend=False,
        sliders=[_slider(study, shown, look)],
        updatemenus=[_buttons(look)],
    )  # fmt: skip
    note = footnote(study, variant or study.baseline)
    texts = [reading(study, shares, taker, t.number) for t in turns]
    title = f"Where the {taker.capitalize()} side stands"
    chart = finish(
        figure, look, title, texts[shown - 1], note, width=width, height=height, left=28, bottom=114
    )
    figure.add_annotation(
        text=_key(look, look.side(game, taker)), xref="paper", yref="paper", x=0.5, y=0, yanchor="top",
        yshift=-8, showarrow=False, font={"size": 12, "color": look.ink},
    )  # fmt: skip
    written = [annotation.to_plotly_json() for annotation in figure.layout.annotations]
    for frame, text in zip(figure.frames, texts, strict=True):
        frame.layout = {"annotations": [{**written[0], "text": text}, *written[1:]]}
    return chart


def _tint(look: Theme, colour: str, place: int) -> str:
    return mix(look.land, colour, 0.16 + 0.72 * place / (len(CLASSES) - 1))


def _span(place: int) -> str:
    """A class of shares for people: 5–25 %."""
    high = CLASSES[place + 1] if place + 1 < len(CLASSES) else 1.0
    return f"{percent(CLASSES[place])[:-2]}–{percent(high)}"


def _key(look: Theme, colour: str) -> str:
    """What tints, line and marks mean, in one line beneath the map."""
    tints = "  ".join(
        f"<span style='color:{_tint(look, colour, place)}'>■</span> {_span(place)}"
        for place in range(len(CLASSES))
    )
    return f"held in {tints} of the games     ━ held in half of them     history: ◆ fallen  ◇ not yet"


def _theatre(slug: str) -> Theatre:
    try:
        return theatre(slug)
    except UnknownTheatre as error:
        raise SandtableError(f"{slug} has no drawn map yet, so its front cannot be shown: {error}") from None


def _box(ground: Theatre) -> tuple[float, float, float, float]:
    west, south, east, north = ground.spaces().total_bounds
    pad = (east - west) * 0.01
    return west - pad, south - pad, east + pad, north + pad


@lru_cache(maxsize=8)
def _shapes(slug: str) -> tuple[BaseGeometry, ...]:
    """The polygons of the spaces in the order of the board, cut to dry land where there is any."""
    return tuple(theatre(slug).spaces().geometry)


def _ground(ground: Theatre, look: Theme) -> list[go.Scatter]:
    """Land, water and lines that do not change."""
    west, south, east, north = _box(ground)
    frame = shapely.box(west, south, east, north)
    board = shapely.union_all(list(_shapes(ground.slug)))
    found = [_area(frame, look.water, look.water_edge, "water")]
    land = ground.ground("land")
    dry = (land if not land.is_empty else board).intersection(frame).simplify(SIMPLE)
    found.append(_area(dry, look.land, look.water_edge, "land"))
    for name in ("lakes", "yangtze"):
        wet = ground.ground(name).intersection(frame).simplify(SIMPLE)
        if not wet.is_empty and wet.area:
            found.append(_area(wet, look.water, look.water_edge, name))
    for name, width in LINES.items():
        lines = ground.ground(name).intersection(frame).simplify(SIMPLE)
        colour = look.water_edge if name == "rivers" else mix(look.ink, look.land, 0.35)
        x, y = _path(lines)
        found.append(
            go.Scatter(x=x, y=y, mode="lines", line={"color": colour, "width": width}, hoverinfo="skip",
                       showlegend=False)
        )  # fmt: skip
    return found


def _area(shape: BaseGeometry, colour: str, edge: str, name: str, **more: Any) -> go.Scatter:
    x, y = _path(shape)
    return go.Scatter(
        x=x, y=y, fill="toself", fillcolor=colour, mode="lines", name=name,
        **{"line": {"color": edge, "width": 0.6}, "hoverinfo": "skip", "showlegend": False, **more},
    )  # fmt: skip


def _path(shape: BaseGeometry) -> tuple[list[float | None], list[float | None]]:
    """Outlines one after the other, with a gap between them; holes are outlines too."""
    x: list[float | None] = []
    y: list[float | None] = []
    for part in shapely.get_parts(shape):
        rings = [part.exterior, *part.interiors] if part.geom_type == "Polygon" else [part]
        for ring in rings:
            if ring.geom_type not in ("LineString", "LinearRing"):
                continue
            coordinates = np.round(np.asarray(ring.coords), 4)
            x += [*coordinates[:, 0].tolist(), None]
            y += [*coordinates[:, 1].tolist(), None]
    return x, y


def _frame(
    study: Study, ground: Theatre, shares: np.ndarray, turn: int, taker: str, look: Theme
) -> list[go.Scatter]:
    """The tinted classes, the line of even chances, and the towns as history had them."""
    game, shapes = study.game, _shapes(ground.slug)
    colour = look.side(game, taker)
    dry = ground.ground("land")
    found = []
    for place, low in enumerate(CLASSES):
        high = CLASSES[place + 1] if place + 1 < len(CLASSES) else 1.01
        inside = [shape for shape, share in zip(shapes, shares, strict=True) if low <= share < high]
        region = shapely.union_all(inside)
        if not dry.is_empty:
            region = region.intersection(dry)
        tint = _tint(look, colour, place)
        found.append(
            _area(region, tint, tint, _span(place), line={"color": tint, "width": 0.4})
        )
    half = shapely.union_all([s for s, share in zip(shapes, shares, strict=True) if share >= 0.5])
    x, y = _path(half)
    found.append(
        go.Scatter(x=x, y=y, mode="lines", line={"color": look.history, "width": 2}, hoverinfo="skip")
    )  # fmt: skip
    found.append(_towns(study, turn, shares, look))
    return found


def _towns(study: Study, turn: int, shares: np.ndarray, look: Theme) -> go.Scatter:
    """Objectives as diamonds: filled when history had lost them by then."""
    game, past = study.game, history(study.game)
    places = list(objectives(game).values())
    spots = [np.mean([game.board.lonlat[s] for s in o.spaces], axis=0) for o in places]
    lost = [past.held(o.id, turn) for o in places]
    return go.Scatter(
        x=[float(lon) for lon, _ in spots], y=[float(lat) for _, lat in spots], mode="markers+text",
        marker={"symbol": ["diamond" if fallen else "diamond-open" for fallen in lost], "size": 10,
                "color": look.history, "line": {"color": look.history, "width": 1.6}},
        text=[o.name if len(o.spaces) == 1 else "" for o in places], textposition="top center",
        textfont={"size": 11, "color": look.ink},
        customdata=[
            [o.name, percent(float(np.mean([shares[s] for s in o.spaces])))] for o in places
        ],
        hovertemplate="%{customdata[0]}: taken in %{customdata[1]} of the games<extra></extra>",
    )  # fmt: skip


def _slider(study: Study, shown: int, look: Theme) -> dict[str, Any]:
    move = {"mode": "immediate", "frame": {"duration": 0, "redraw": True}, "transition": {"duration": 0}}
    return {
        "active": shown - 1,
        "x": 0.12, "len": 0.86, "y": 0, "pad": {"t": 40, "b": 0},
        "currentvalue": {"prefix": "turn ", "font": {"size": 13, "color": look.ink}, "xanchor": "right"},
        "font": {"size": 11, "color": look.soft},
        "tickcolor": look.soft, "bordercolor": look.rule, "bgcolor": look.rule, "activebgcolor": look.soft,
        "steps": [
            {"label": f"{t.number}", "method": "animate", "args": [[str(t.number)], move]}
            for t in calendar(study.game)
        ],
    }  # fmt: skip


def _buttons(look: Theme) -> dict[str, Any]:
    play = {"frame": {"duration": 900, "redraw": True}, "fromcurrent": False, "transition": {"duration": 0}}
    halt = {"mode": "immediate", "frame": {"duration": 0, "redraw": False}}
    return {
        "type": "buttons", "direction": "left", "showactive": False, "x": 0, "xanchor": "left", "y": 0,
        "yanchor": "top", "pad": {"t": 56, "r": 8}, "bgcolor": look.panel, "bordercolor": look.soft,
        "font": {"size": 13, "color": look.ink},
        "buttons": [
            {"label": "▶", "method": "animate", "args": [None, play]},
            {"label": "❚❚", "method": "animate", "args": [[None], halt]},
        ],
    }  # fmt: skip


def reading(study: Study, shares: np.ndarray, taker: str, turn: int) -> str:
    """How far the attacker is by that turn, and what history had lost."""
    game, past = study.game, history(study.game)
    day = calendar(game)[turn - 1].last
    places = [o for o in objectives(game).values() if o.taker == taker]
    likely = [o for o in places if np.mean([shares[turn - 1][s] for s in o.spaces]) >= 0.5]
    lost = [o for o in places if past.held(o.id, turn)]
    return (
        f"By the end of turn {turn} ({day.day} {day:%B %Y}) {len(likely)} of {len(places)} places are in "
        f"{taker.capitalize()} hands in most games; in history {len(lost)} were."
    )


