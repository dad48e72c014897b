"""How all charts look: paper, ink, the colours of the sides, one template for light and one for dark."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import plotly.graph_objects as go

from sandtable import Game, Unknown

FONT = "Source Sans 3, Source Sans Pro, Noto Sans, DejaVu Sans, Helvetica, Arial, sans-serif"
NUMBERS = "Source Sans 3, Noto Sans, DejaVu Sans, Arial, sans-serif"

_SIDES = {
    "japanese": ("#c8473c", "#e5776b"),
    "chinese": ("#2f5f95", "#6f9fd6"),
    "soviet": ("#a5302a", "#e0695f"),
    "draw": ("#9a927d", "#8b8f8c"),
}
"""Light and dark; red and blue stay apart in every kind of colour-blindness, and are labelled as well."""
_SPARE = (("#c8473c", "#e5776b"), ("#2f5f95", "#6f9fd6"), ("#5b8c5a", "#86b885"), ("#d08a2c", "#e8b266"))


@dataclass(frozen=True)
class Theme:
    """One set of colours."""

    name: str
    page: str
    panel: str
    ink: str
    soft: str
    rule: str
    history: str
    water: str
    water_edge: str
    land: str
    place: int
    """0 for light, 1 for dark: which of each pair of colours is meant."""

    def side(self, game: Game, name: str) -> str:
        """The colour of a side, or of a draw."""
        if name in _SIDES:
            return _SIDES[name][self.place]
        return _SPARE[game.sides.index(name) % len(_SPARE)][self.place]

    @property
    def plain(self) -> tuple[str, str]:
        """Two colours that stand for no side: more and less."""
        return (("#a8662f", "#4b7f78"), ("#d79a63", "#7fb8ae"))[self.place]

    def template(self) -> go.layout.Template:
        """The plotly template of every chart."""
        axis = {
            "showgrid": True,
            "gridcolor": self.rule,
            "gridwidth": 1,
            "zeroline": False,
            "linecolor": self.soft,
            "ticks": "",
            "tickfont": {"size": 12, "color": self.soft},
            "title": {"font": {"size": 13, "color": self.soft}, "standoff": 12},
        }
        return go.layout.Template(
            layout={
                "font": {"family": FONT, "size": 14, "color": self.ink},
                "paper_bgcolor": self.page,
                "plot_bgcolor": self.page,
                "xaxis": {**axis, "showgrid": False, "showline": True},
                "yaxis": axis,
                "legend": {"font": {"size": 13}, "bgcolor": "rgba(0,0,0,0)", "tracegroupgap": 4},
                "hoverlabel": {
                    "bgcolor": self.panel,
                    "bordercolor": self.soft,
                    "font": {"family": FONT, "size": 13, "color": self.ink},
                },
            }
        )


LIGHT = Theme(
    name="light",
    page="#faf7ec",
    panel="#fffdf5",
    ink="#3b2a22",
    soft="#756b5a",
    rule="#e6dfca",
    history="#1f1a17",
    water="#cfe0ea",
    water_edge="#8fb0c4",
    land="#f1ebd6",
    place=0,
)
DARK = Theme(
    name="dark",
    page="#14181d",
    panel="#1b2026",
    ink="#ece5d3",
    soft="#a39f92",
    rule="#2a3038",
    history="#f6efdc",
    water="#16303f",
    water_edge="#3f6a83",
    land="#262a2b",
    place=1,
)
THEMES = {theme.name: theme for theme in (LIGHT, DARK)}


def themed(name: str) -> Theme:
    """A theme by name."""
    if name not in THEMES:
        raise Unknown("theme", name, THEMES)
    return THEMES[name]


def fade(colour: str, opacity: float) -> str:
    """A colour of the form #rrggbb, seen through."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgba({red},{green},{blue},{opacity:g})"


def mix(first: str, second: str, part: float) -> str:
    """A colour between two: 0 is the first, 1 the second."""
    a, b = ([int(c[i : i + 2], 16) for i in (1, 3, 5)] for c in (first, second))
    return "#" + "".join(f"{round(x + (y - x) * part):02x}" for x, y in zip(a, b, strict=True))


def percent(value: float) -> str:
    """A share for people."""
    return f"{100 * value:.0f} %"


def listed(words: Sequence[str]) -> str:
    """Words as a sentence lists them."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
