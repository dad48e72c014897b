"""A chart: a plotly figure, one line that says what it shows, and its way into a file."""

from __future__ import annotations

import json
import textwrap
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import plotly.graph_objects as go

from sandtable import SandtableError, SaveError, Unknown
from sandtable.study import Study, calendar

from .theme import Theme, listed

FOOTNOTE = "footnote"
IMAGES = (".png", ".svg", ".pdf", ".webp", ".jpg")
FILES = (*IMAGES, ".html")
LETTER, SMALL_LETTER = 7.3, 5.9
"""Pixels of an average letter of reading and footnote: they are broken where the figure ends."""
TITLE_LETTER, SIGN, LEGEND_LINE = 12.2, 46, 26
"""Pixels of a letter of the heading, of a legend's sign with room around it, and of a line of a legend."""
EDGE = 28
"""Pixels left free around everything."""
WIDTH = 800
"""Pixels: what a notebook's cell, and the panel of a tab in it, have in a window of 1280."""
BESIDE = 30
"""Letters of a line beside an axis; longer names are broken."""


class Chart:
    """What the functions of this package return; a notebook shows it as it is."""

    def __init__(self, figure: go.Figure, title: str, reading: str) -> None:
        self.figure, self.title, self.reading = figure, title, reading

    def __repr__(self) -> str:
        return f"<Chart {self.title!r}: {self.reading}>"

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        """What a notebook shows, and a text for who cannot see it."""
        return {"application/vnd.plotly.v1+json": json.loads(self.figure.to_json()), "text/plain": repr(self)}

    def save(self, path: str | Path, scale: float = 2) -> Path:
        """Writes the chart as PNG, SVG, PDF, WebP, JPEG or HTML, by the file's ending; replaces nothing.

        An HTML file holds everything it needs and works offline. Pictures are drawn by a browser of the
        Chromium family that must be on the machine.
        """
        file = Path(path)
        if file.suffix.lower() not in FILES:
            raise SandtableError(f"{file.name}: a chart is saved as {', '.join(FILES)}")
        if file.exists():
            raise SaveError("the file exists already and was left alone; choose another name", str(file))
        if not file.parent.is_dir():
            raise SaveError(f"the folder {file.parent} does not exist", str(file))
        if file.suffix.lower() == ".html":
            self.figure.write_html(file, include_plotlyjs=True, full_html=True, auto_play=False)
        else:
            self._draw(file, scale)
        return file

    def still(self) -> go.Figure:
        """The figure as a picture shows it: without buttons and sliders, and without the room for them."""
        if not self.figure.layout.updatemenus:
            return self.figure
        layout = self.figure.layout.to_plotly_json()
        for name in ("updatemenus", "sliders"):
            layout.pop(name)
        room, height = layout["meta"]["controls"], layout["height"]
        layout["height"] = height - room
        layout["margin"]["b"] -= room
        layout["title"]["y"] = layout["legend"]["y"] = 1 - 30 / layout["height"]
        for annotation in layout["annotations"]:
            if annotation.get("name") == FOOTNOTE:
                annotation["yshift"] += room
        return go.Figure(self.figure.data, layout)

    def _draw(self, file: Path, scale: float) -> None:
        try:
            self.still().write_image(file, scale=scale)
        except Exception as error:
            # plotly and kaleido tell of a missing browser in several ways; all of them name Chrome.
            if "chrome" not in f"{type(error).__name__} {error}".lower():
                raise
            raise SandtableError(
                f"{file.name}: a picture needs Chromium or Google Chrome on this machine (its path can be "
                "given in the environment variable BROWSER_PATH); an .html file needs neither"
            ) from error


def finish(
    figure: go.Figure,
    theme: Theme,
    title: str,
    reading: str,
    note: str,
    *,
    height: int = 520,
    left: int = 72,
    bottom: int = 64,
    above: int = 0,
    controls: int = 0,
    plot: int | None = None,
) -> Chart:
    """Gives a figure its heading, its reading and its footnote.

    `left` is the room for what stands beside the axis, `bottom` for what stands beneath it; the footnote
    comes below that. A legend that has no room beside the heading stands beneath the reading. `above` is
    more room under the reading; `controls` is how much of the room at the
    bottom buttons and sliders take, which a picture does without. With `plot`, the height of what is drawn,
    the figure is as high as that needs.
    """
    width = WIDTH
    lines = _wrapped(reading, LETTER)
    notes = _wrapped(note, SMALL_LETTER)
    top, foot = 72 + 19 * len(lines), bottom + 24 + 15 * len(notes)
    legend = {"x": 1 - EDGE / width, "xanchor": "right"}
    key = 30
    if _legend_width(figure) + TITLE_LETTER * len(title) > width - 2 * EDGE:
        legend, key, above = {"x": EDGE / width, "xanchor": "left"}, top - 8, above + LEGEND_LINE
    height = height + 15 * len(notes) if plot is None else top + above + plot + foot
    figure.update_layout(
        template=theme.template(),
        width=width,
        height=height,
        title={
            "text": f"<b>{title}</b>", "font": {"size": 21, "color": theme.ink}, "x": 0, "xref": "container",
            "xanchor": "left", "pad": {"l": EDGE}, "y": 1 - 30 / height, "yref": "container",
            "yanchor": "middle",
        },
        legend={
            "orientation": "h", "xref": "container", "yref": "container", **legend,
            "y": 1 - key / height, "yanchor": "middle", "traceorder": "normal",
        },
        margin={"l": left, "r": EDGE, "t": top + above, "b": foot},
        meta={"reading": reading, "controls": controls},
    )  # fmt: skip
    figure.add_annotation(
        text="<br>".join(lines), xref="paper", yref="paper", x=0, y=1, xanchor="left", yanchor="top",
        xshift=EDGE - left, yshift=top + above - 48, showarrow=False, align="left",
        font={"size": 14, "color": theme.soft},
    )  # fmt: skip
    figure.add_annotation(
        text="<br>".join(notes), xref="paper", yref="paper", x=0, y=0, xanchor="left", yanchor="top",
        xshift=EDGE - left, yshift=-bottom, showarrow=False, align="left",
        font={"size": 11, "color": theme.soft}, name=FOOTNOTE,
    )  # fmt: skip
    return Chart(figure, title, reading)


def _legend_width(figure: go.Figure) -> float:
    """Pixels that the names and signs of a legend take in one line."""
    if figure.layout.showlegend is False:
        return 0
    names = [trace.name for trace in figure.data if trace.name and trace.showlegend is not False]
    return sum(LETTER * len(name) + SIGN for name in names)


def _wrapped(text: str, letter: float) -> list[str]:
    """Lines as wide as the figure; a number and its % stay together."""
    return textwrap.wrap(text.replace(" %", "\N{NO-BREAK SPACE}%"), int((WIDTH - 2 * EDGE) / letter))


def room(labels: Iterable[str]) -> int:
    """Pixels that the labels of an axis need to its left."""
    lines = [line for label in labels for line in label.split("<br>")]
    return EDGE + round(max(map(len, lines)) * LETTER) + 12


def beside(name: str) -> str:
    """A name in as many lines as it needs beside an axis, three at most, with a little room behind each."""
    lines = textwrap.wrap(name, BESIDE, max_lines=3, placeholder=" …")
    return "<br>".join(f"{line}\N{NO-BREAK SPACE}\N{NO-BREAK SPACE}" for line in lines)


def of_games(study: Study, variant: str | None = None) -> str:
    """The variant that a chart is about, of which there must be games."""
    usual = study.baseline if study.baseline in study.played else next(iter(study.played), study.baseline)
    name = variant or usual
    if name not in study.variants:
        raise Unknown("variant", name, study.variants)
    if name not in study.played:
        raise SandtableError(f"there is nothing to draw: no game of {name!r} is finished")
    return name


def ended_early(study: Study, variant: str) -> str:
    """How many games were over before the last turn, as part of a footnote; empty when none was."""
    last = len(calendar(study.game))
    ends = [record["end"] for record in study.records if record["variant"] == variant]
    early = sum(end < last for end in ends)
    if not early:
        return ""
    said = (
        "ends before turn {} and stays as it ended"
        if early == 1
        else "end before turn {} and stay as they ended"
    )
    return f"{early} of {len(ends)} games {said.format(last)}"


def footnote(study: Study, *more: str) -> str:
    """How many games, who played, which seeds: every chart says so."""
    plan = study.plan
    crews = {tuple(variant.players_text().items()) for variant in plan.variants}
    who = "several players"
    if len(crews) == 1:
        who = "; ".join(f"{side.capitalize()}: {text}" for side, text in crews.pop())
    each = Counter(record["variant"] for record in study.records)
    few, many = min(each.values()), max(each.values())
    games = f"{len(study)} games" if len(plan.variants) == 1 else f"{few} games a variant, the same seeds"
    if few != many:
        games = f"{few} to {many} games a variant, the same seeds"
    missing = [f"“{name}”" for name in study.variants if name not in each]
    unplayed = f"no game yet of {listed(missing)}" if missing else ""
    told = [plan.game.title, games, who, f"seed {plan.seed}", unplayed, *more]
    return " · ".join(text for text in told if text)
