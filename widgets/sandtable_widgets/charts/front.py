"""The front turn by turn on the map: in how many games each space is in the attacker's hands."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import cos, dist, radians
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import shapely
from shapely.geometry.base import BaseGeometry

from sandtable import SandtableError
from sandtable.board import Board
from sandtable.study import Objective, Study, calendar, history, objectives
from sandtable_geodata import Theatre, UnknownTheatre, theatre

from .chart import EDGE, WIDTH, Chart, ended_early, finish, footnote, of_games
from .lettering import Sheet
from .theme import Theme, mix, percent, themed

Spot = tuple[float, float]
"""A place: longitude and latitude, or pixels to the right and down."""
CLASSES = (0.05, 0.25, 0.5, 0.75, 0.95)
"""Shares at which the tint changes."""
SIMPLE = 0.002
"""Degrees by which outlines of the land and water may be simplified."""
LABELLED = 8
"""With so many named objectives the map needs no further names."""
LINES = {"rivers": 1.0, "railways": 1.1, "walls": 2.6}
TALLEST = 720
KEY, CONTROLS = 48, 82
"""Pixels of the key beneath the map, and of buttons and slider beneath the key."""
NEAR, TOWN = 16, 40
"""Pixels: marks that would touch each other are drawn as one, and are named after a town so near."""
VILLAGES = 16
"""Places of the gazetteer that are named where the objectives leave the map empty."""


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
    name = of_games(study, variant)
    shares, holds = study.control(taker, name), study.holds(name)
    tints = [_tints(study, ground, shares[t.number - 1], taker, look) for t in turns]
    west, south, east, north = _box(ground)
    stretch = 1 / cos(radians((south + north) / 2))
    wide = WIDTH - 2 * EDGE
    tall = min(round(wide * (north - south) / (east - west) * stretch), TALLEST)
    sheet = _Map(ground, min(wide / (east - west), tall / (north - south) / stretch), stretch)
    spots = _spots(study, sheet)
    towns = [_towns(study, spots, t.number, holds, look) for t in turns]
    below, above = _ground(ground, look), _lines(study, ground, sheet, look)
    moving = [*range(len(below), len(below) + len(tints[0])), len(below) + len(tints[0]) + len(above)]
    figure = go.Figure(
        data=[*below, *tints[shown - 1], *above, towns[shown - 1]],
        frames=[
            go.Frame(data=[*tints[place], towns[place]], name=str(t.number), traces=moving)
            for place, t in enumerate(turns)
        ],
    )
    figure.update_layout(
        xaxis={"range": [west, east], "visible": False, "constrain": "domain"},
        yaxis={"range": [south, north], "visible": False, "scaleanchor": "x", "scaleratio": stretch,
               "constrain": "domain"},
        showlegend=False,
        sliders=[_slider(study, shown, look)],
        updatemenus=[_buttons(look)],
    )  # fmt: skip
    note = footnote(study, name, ended_early(study, name))
    texts = [reading(study, holds, taker, t.number) for t in turns]
    title = f"Where the {taker.capitalize()} side stands"
    chart = finish(
        figure, look, title, texts[shown - 1], note, plot=tall, left=EDGE, bottom=KEY + CONTROLS,
        controls=CONTROLS,
    )  # fmt: skip
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
    return (
        f"held in {tints} of the games     ━ held in half of them"
        "<br>in history: ◆ fallen by then   ◈ some of several goals here   ◇ none"
    )


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
    return found


def _lines(study: Study, ground: Theatre, sheet: _Map, look: Theme) -> list[go.Scatter]:
    """Rivers, railways, walls and villages, over the tints so that the ground still shows."""
    frame = shapely.box(*_box(ground))
    found = []
    for name, width in LINES.items():
        lines = ground.ground(name).intersection(frame)
        colour = look.water_edge if name == "rivers" else mix(look.ink, look.land, 0.35)
        x, y = _path(lines)
        found.append(
            go.Scatter(x=x, y=y, mode="lines", line={"color": colour, "width": width}, hoverinfo="skip",
                       showlegend=False)
        )  # fmt: skip
    found.append(_villages(study, ground, sheet, look))
    return found


def _villages(study: Study, ground: Theatre, sheet: _Map, look: Theme) -> go.Scatter:
    """Names of the gazetteer, where no objective has one and there is room."""
    named = [o for o in objectives(study.game).values() if _single(o)]
    rows = ground.towns() if len(named) < LABELLED else ground.towns().iloc[:0]
    taken = {study.game.board.ids[space] for o in named for space in o.spaces}
    rows = rows[~rows["space"].isin(taken | {""})].drop_duplicates("space").sort_values("rank")[:VILLAGES]
    spots = [(x, y) for x, y in zip(rows.geometry.x, rows.geometry.y, strict=True)]
    places = [sheet.write(spot, name) for spot, name in zip(spots, rows["name"], strict=True)]
    shown = [place for place, position in enumerate(places) if position]
    colour = mix(look.soft, look.ink, 0.6)
    return go.Scatter(
        x=[spots[n][0] for n in shown], y=[spots[n][1] for n in shown], mode="markers+text",
        text=[rows["name"].iloc[n] for n in shown], textposition=[places[n] for n in shown],
        textfont=_lettering(look, colour), hoverinfo="skip",
        marker={"size": 5, "color": colour}, showlegend=False,
    )  # fmt: skip


def _lettering(look: Theme, colour: str) -> dict[str, Any]:
    """Small letters with a pale edge, so that they can be read on any tint."""
    return {"size": 11, "color": colour, "shadow": ", ".join(f"0 0 2px {look.page}" for _ in range(4))}


def _single(objective: Objective) -> bool:
    """Is it one small place, all of which is needed?"""
    return len(objective.spaces) <= 3 and objective.need == len(objective.spaces)


def _joined(board: Board, spaces: tuple[int, ...]) -> bool:
    """Do the spaces hang together, so that their middle is a place?"""
    reached, wanted = [spaces[0]], set(spaces)
    for here in reached:
        reached += [there for there in board.adjacent(here) if there in wanted and there not in reached]
    return set(reached) == wanted


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


def _tints(study: Study, ground: Theatre, shares: np.ndarray, taker: str, look: Theme) -> list[go.Scatter]:
    """The regions of each class of shares, and the line of even chances."""
    shapes, colour = _shapes(ground.slug), look.side(study.game, taker)
    dry = ground.ground("land")
    found = []
    for place, low in enumerate(CLASSES):
        high = CLASSES[place + 1] if place + 1 < len(CLASSES) else 1.01
        inside = [shape for shape, share in zip(shapes, shares, strict=True) if low <= share < high]
        region = shapely.union_all(inside)
        if not dry.is_empty:
            region = region.intersection(dry)
        tint = _tint(look, colour, place)
        found.append(_area(region, tint, tint, _span(place), line={"color": tint, "width": 0.4}))
    half = shapely.union_all([s for s, share in zip(shapes, shares, strict=True) if share >= 0.5])
    x, y = _path(half)
    found.append(
        go.Scatter(x=x, y=y, mode="lines", line={"color": look.history, "width": 2}, hoverinfo="skip")
    )
    return found


class _Map(Sheet):
    """A sheet that is written on by longitude and latitude."""

    def __init__(self, ground: Theatre, scale: float, stretch: float) -> None:
        super().__init__()
        self._west, _, _, self._north = _box(ground)
        self._towns = ground.towns()
        self._scale, self._stretch = scale, stretch

    def pixel(self, spot: Spot) -> Spot:
        lon, lat = spot
        return (lon - self._west) * self._scale, (self._north - lat) * self._scale * self._stretch

    def write(self, spot: Spot, text: str) -> str | None:
        return super().write(self.pixel(spot), text)

    def town(self, spot: Spot) -> str:
        """The town of the gazetteer at a spot; empty where there is none."""
        towns = zip(self._towns["name"], self._towns.geometry.x, self._towns.geometry.y, strict=True)
        far = {name: dist(self.pixel(spot), self.pixel((x, y))) for name, x, y in towns}
        return next((name for name in sorted(far, key=far.__getitem__) if far[name] < TOWN), "")


@dataclass(frozen=True)
class _Mark:
    """One diamond: its place, its name and where that stands, and the objectives it speaks of."""

    spot: Spot
    name: str
    position: str
    objectives: tuple[Objective, ...]


def _spots(study: Study, sheet: _Map) -> list[_Mark]:
    """The objectives as marks: those of one place share one, and a whole whose parts are marked has none."""
    board = study.game.board
    found: list[tuple[Spot, list[Objective]]] = []
    joined = [o for o in objectives(study.game).values() if _joined(board, o.spaces)]
    parts = {space for o in joined if _single(o) and len(o.spaces) == 1 for space in o.spaces}
    for objective in joined:
        if len(objective.spaces) > 1 and parts.issuperset(objective.spaces):
            continue
        lon, lat = np.mean([board.lonlat[s] for s in objective.spaces], axis=0)
        spot = round(float(lon), 4), round(float(lat), 4)
        near = [met for other, met in found if dist(sheet.pixel(spot), sheet.pixel(other)) < NEAR]
        if near:
            near[0].append(objective)
        else:
            found.append((spot, [objective]))
    sheet.mark([sheet.pixel(spot) for spot, _ in found])
    marks = []
    for spot, met in found:
        name = next((o.name for o in met if _single(o)), "")
        name = name or (f"{sheet.town(spot)} {len(met)} goals".strip() if len(met) > 1 else met[0].name)
        marks.append(_Mark(spot, name, sheet.write(spot, name) or "top center", tuple(met)))
    return marks


def _towns(study: Study, marks: list[_Mark], turn: int, holds: pd.DataFrame, look: Theme) -> go.Scatter:
    """Objectives as diamonds, filled when history had lost them by then."""
    past = history(study.game)
    symbols = []
    for mark in marks:
        lost = sum(past.held(o.id, turn) for o in mark.objectives)
        some = "diamond-open-dot" if lost else "diamond-open"
        symbols.append("diamond" if lost == len(mark.objectives) else some)
    told = [
        "<br>".join(
            f"{o.name}: taken in {percent(holds.loc[turn, o.id])} of the games" for o in mark.objectives
        )
        for mark in marks
    ]
    return go.Scatter(
        x=[mark.spot[0] for mark in marks], y=[mark.spot[1] for mark in marks], mode="markers+text",
        marker={"symbol": symbols, "size": 10, "color": look.history,
                "line": {"color": look.history, "width": 1.6}},
        text=[mark.name for mark in marks], textposition=[mark.position for mark in marks],
        customdata=told, textfont=_lettering(look, look.ink),
        hovertemplate="%{customdata}<extra></extra>",
    )  # fmt: skip


def _slider(study: Study, shown: int, look: Theme) -> dict[str, Any]:
    move = {"mode": "immediate", "frame": {"duration": 0, "redraw": True}, "transition": {"duration": 0}}
    return {
        "active": shown - 1,
        "x": 0.12, "len": 0.86, "y": 0, "pad": {"t": KEY + 8, "b": 0},
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
        "yanchor": "top", "pad": {"t": KEY + 22, "r": 8}, "bgcolor": look.panel, "bordercolor": look.soft,
        "font": {"size": 13, "color": look.ink},
        "buttons": [
            {"label": "▶", "method": "animate", "args": [None, play]},
            {"label": "❚❚", "method": "animate", "args": [[None], halt]},
        ],
    }  # fmt: skip


def reading(study: Study, holds: pd.DataFrame, taker: str, turn: int) -> str:
    """How far the attacker is by that turn, and what history had lost."""
    game, past = study.game, history(study.game)
    day = calendar(game)[turn - 1].last
    places = [o for o in objectives(game).values() if o.taker == taker]
    likely = sum(holds.loc[turn, o.id] >= 0.5 for o in places)
    lost = sum(past.held(o.id, turn) for o in places)
    return (
        f"By the end of turn {turn} ({day.day} {day:%B %Y}) {likely} of {len(places)} places are in "
        f"{taker.capitalize()} hands in most games; in history {lost} {'was' if lost == 1 else 'were'}."
    )
