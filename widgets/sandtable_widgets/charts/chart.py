"""A chart: a plotly figure, one line that says what it shows, and its way into a file."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import plotly.graph_objects as go

from sandtable import SandtableError, SaveError
from sandtable.study import Study

from .theme import Theme

IMAGES = (".png", ".svg", ".pdf", ".webp", ".jpg")
FILES = (*IMAGES, ".html")
LETTER, SMALL_LETTER = 7.3, 5.9
"""Pixels of an average letter of reading and footnote: they are broken where the figure ends."""
EDGE = 28
"""Pixels left free around everything."""


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
        if file.suffix.lower() == ".html":
            self.figure.write_html(file, include_plotlyjs=True, full_html=True, auto_play=False)
        else:
            self._draw(file, scale)
        return file

    def _draw(self, file: Path, scale: float) -> None:
        try:
            self.figure.write_image(file, scale=scale)
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
    width: int = 900,
    height: int = 520,
    left: int = 72,
    bottom: int = 64,
    above: int = 0,
) -> Chart:
    """Gives a figure its heading, its reading and its footnote.

    `left` is the room for what stands beside the axis, `bottom` for what stands beneath it; the footnote
    comes below that. `above` is more room under the reading.
    """
    lines = textwrap.wrap(reading, int((width - 2 * EDGE) / LETTER))
    notes = textwrap.wrap(note, int((width - 2 * EDGE) / SMALL_LETTER))
    height += 15 * len(notes)
    top = 72 + 19 * len(lines)
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
            "orientation": "h", "xref": "container", "yref": "container", "x": 1 - EDGE / width,
            "xanchor": "right", "y": 1 - 30 / height, "yanchor": "middle", "traceorder": "normal",
        },
        margin={"l": left, "r": EDGE, "t": top + above, "b": bottom + 24 + 15 * len(notes)},
        meta={"reading": reading},
    )  # fmt: skip
    figure.add_annotation(
        text="<br>".join(lines), xref="paper", yref="paper", x=0, y=1, xanchor="left", yanchor="top",
        xshift=EDGE - left, yshift=top + above - 48, showarrow=False, align="left",
        font={"size": 14, "color": theme.soft},
    )  # fmt: skip
    figure.add_annotation(
        text="<br>".join(notes), xref="paper", yref="paper", x=0, y=0, xanchor="left", yanchor="top",
        xshift=EDGE - left, yshift=-bottom, showarrow=False, align="left",
        font={"size": 11, "color": theme.soft},
    )  # fmt: skip
    return Chart(figure, title, reading)


def room(labels: Iterable[str]) -> int:
    """Pixels that the labels of an axis need to its left."""
    return EDGE + round(max(len(label) for label in labels) * 7.3) + 12


def footnote(study: Study, *more: str) -> str:
    """How many games, who played, which seeds: every chart says so."""
    plan = study.plan
    crews = {tuple(variant.players_text().items()) for variant in plan.variants}
    who = "several players"
    if len(crews) == 1:
        who = "; ".join(f"{side.capitalize()}: {text}" for side, text in crews.pop())
    each = len(study) // max(1, len(plan.variants))
    games = f"{len(study)} games" if len(plan.variants) == 1 else f"{each} games a variant, the same seeds"
    return " · ".join([plan.game.title, games, who, f"seed {plan.seed}", *more])
