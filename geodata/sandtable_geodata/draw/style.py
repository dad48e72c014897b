"""Colours and typefaces of the map."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from matplotlib.font_manager import FontProperties

_FONTS = Path(__file__).parent / "fonts"
_FACES = {
    "regular": "latin-regular.ttf",
    "italic": "latin-italic.ttf",
    "bold": "latin-bold.ttf",
    "bold italic": "latin-bolditalic.ttf",
    "heavy": "latin-heavy.ttf",
    "hanzi": "hanzi-regular.otf",
    "hanzi bold": "hanzi-bold.otf",
}


@cache
def face(name: str) -> FontProperties:
    """A typeface that travels with the package, so that no system font is needed."""
    return FontProperties(fname=str(_FONTS / _FACES[name]))


@dataclass(frozen=True)
class Palette:
    """Every colour of a plate. Sides differ by shape and mark as well."""

    page: str
    paper: str
    panel: str
    ink: str
    faint: str
    halo: str
    sea: str
    water_edge: str
    water_text: str
    river: str
    creek: str
    road: str
    rail: str
    rail_gap: str
    town: str
    hill_text: str
    fort: str
    boom: str
    arrow: str
    shade: str
    light: str
    terrain: Mapping[str, str]
    mark: Mapping[str, str]
    house: Mapping[str, str]
    """Roofs, in a town and in a village."""
    relief: tuple[str, ...]
    """Colours of the ground, the lowest first."""
    ribbon: tuple[str, ...]
    """Colours of the ribbons along frontiers."""
    counter: Mapping[str, str]
    counter_ink: str = "#ffffff"
    tint: float = 0.62


LIGHT = Palette(
    page="#faf7ec",
    paper="#f3eeda",
    panel="#f7f3e4",
    ink="#3b2a22",
    faint="#8d8571",
    halo="#f8f4e4",
    sea="#a9c6d9",
    water_edge="#6d8ba0",
    water_text="#2c5d80",
    river="#3f7aa5",
    creek="#6fa6c8",
    road="#a8662f",
    rail="#1f1a17",
    rail_gap="#ffffff",
    town="#ffffff",
    hill_text="#7a5a35",
    fort="#7b2d26",
    boom="#8a1f3d",
    arrow="#c8473c",
    shade="#4a3a1c",
    light="#fffdf0",
    terrain={
        "clear": "#efe8cf",
        "rice_paddy": "#dfe6bd",
        "marsh": "#bcd6c6",
        "woods": "#b4c691",
        "hill": "#d9c394",
        "numbered_hill": "#d3b57c",
        "city": "#d9b7a3",
        "city_centre": "#cfa18a",
        "village": "#e4d2a4",
        "neutral": "#d8d2d6",
        "out_of_play": "#ece6d3",
        "open_village": "#f1ead0",
        "fortified_village": "#e6d6ab",
        "town": "#dcb9a2",
    },
    mark={"marsh": "#5f9a98", "woods": "#7f9a58", "rice_paddy": "#b4c284", "city": "#8c3b2e",
          "hill": "#7a5a35", "numbered_hill": "#7a5a35"},
    house={"town": "#b98a72", "village": "#a9805c"},
    relief=("#efe7c9", "#e9ddb6", "#e1cf9f", "#d8be88", "#ccab72", "#be965d", "#ad804b", "#986a3d",
            "#825632"),
    ribbon=("#d8a62c", "#c2564a", "#7c9a3f"),
    counter={"soviet": "#a5302a",
             "japanese": "#c8473c", "chinese regular": "#2f5f95", "chinese elite": "#262a33",
             "chinese garrison": "#6f8c47"},
)  # fmt: skip

DARK = Palette(
    page="#14181d",
    paper="#2a2d2b",
    panel="#1b2026",
    ink="#e9e2cf",
    faint="#8b8f8c",
    halo="#1d2124",
    sea="#16303f",
    water_edge="#4d7f9b",
    water_text="#9cc9e4",
    river="#5ea4d0",
    creek="#4a86aa",
    road="#c98a52",
    rail="#d9d2c1",
    rail_gap="#22262a",
    town="#171b20",
    hill_text="#c9a878",
    fort="#e08a78",
    boom="#f2a0b6",
    arrow="#f0766a",
    shade="#000000",
    light="#d8d2b8",
    terrain={
        "clear": "#3b3a33",
        "rice_paddy": "#35402f",
        "marsh": "#2b4543",
        "woods": "#2c3d27",
        "hill": "#544a36",
        "numbered_hill": "#5f5239",
        "city": "#5b3c34",
        "city_centre": "#6b443a",
        "village": "#50472f",
        "neutral": "#4a464b",
        "out_of_play": "#24272a",
        "open_village": "#35352f",
        "fortified_village": "#474031",
        "town": "#5b3c34",
    },
    mark={"marsh": "#5f9a98", "woods": "#5d7a45", "rice_paddy": "#55663c", "city": "#e0a091",
          "hill": "#c9a878", "numbered_hill": "#c9a878"},
    house={"town": "#8d6654", "village": "#8f7653"},
    relief=("#33332b", "#3a382d", "#433e30", "#4d4533", "#574c36", "#625339", "#6e5b3d", "#7a6342",
            "#876c48"),
    ribbon=("#b98f2c", "#b9554a", "#7c9a3f"),
    counter={"soviet": "#b8433a",
             "japanese": "#d65a4e", "chinese regular": "#4177b4", "chinese elite": "#e6e1d3",
             "chinese garrison": "#7d9a55"},
)  # fmt: skip
