"""The palettes of the atlas as CSS variables, one set a theme."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Any

from sandtable_geodata.draw.style import DARK, LIGHT, Palette


def variable(group: str, word: str) -> str:
    """The name of the CSS variable of one word of a group (without its prefix).

    >>> variable("terrain", "rice_paddy")
    'terrain-rice-paddy'
    """
    return f"{group}-{word}".replace("_", "-").replace(" ", "-")


def _values(palette: Palette) -> Iterator[tuple[str, str]]:
    for field in fields(palette):
        value = getattr(palette, field.name)
        if isinstance(value, str):
            yield field.name.replace("_", "-"), value
        elif isinstance(value, Mapping):
            yield from ((variable(field.name, word), colour) for word, colour in value.items())
        elif isinstance(value, tuple):
            yield from ((variable(field.name, str(i)), colour) for i, colour in enumerate(value))


def is_pale(colour: str) -> bool:
    """Does dark ink read better on this colour?"""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return 0.3 * red + 0.59 * green + 0.11 * blue > 170


def _ink(palette: Palette, colour: str) -> str:
    return "#1d2026" if is_pale(colour) else palette.counter_ink


def _block(selector: str, palette: Palette) -> str:
    values = dict(_values(palette))
    inks = {variable("ink", word): _ink(palette, colour) for word, colour in palette.counter.items()}
    lines = "".join(f"--st-{name}:{value};" for name, value in (values | inks).items())
    return f"{selector}{{{lines}}}"


def theme_css() -> str:
    """Every colour of the light theme, and of the dark one below `st-dark`."""
    return "\n".join([_block(".sandtable-map", LIGHT), _block(".sandtable-map.st-dark", DARK)])


def worn(liveries: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The liveries of a theatre, each with its colour and ink in the light theme and their variables."""
    return [
        {
            "of": dict(entry["of"]),
            "name": entry["colour"],
            "face": _both("counter", entry["colour"], LIGHT.counter[entry["colour"]]),
            "ink": _both("ink", entry["colour"], _ink(LIGHT, LIGHT.counter[entry["colour"]])),
            "shape": entry["shape"],
            "star": bool(entry.get("star")),
            "numbered": bool(entry.get("numbered")),
            "face_down": bool(entry.get("face_down")),
        }
        for entry in liveries
    ]


def _both(group: str, word: str, light: str) -> str:
    """The variable of the theme, with the light colour wherever there is no theme."""
    return f"var(--st-{variable(group, word)},{light})"


def side_colour(side: str, liveries: Sequence[Mapping[str, Any]]) -> str:
    """The colour of a side's ground: that of its line units."""
    mine = [entry for entry in liveries if entry["of"].get("side") == side] or liveries
    line = [entry for entry in mine if entry["name"] in (side, f"{side} regular")]
    return str((line or mine)[-1]["face"])
