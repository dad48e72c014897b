"""The key of the map as HTML: the signs that the theatre lists for its plate, drawn small."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from sandtable_geodata import Theatre

from .style import variable

_LINES = {
    "railway": '<path d="M1 8h30" class="kr"/><path d="M1 8h30" class="krg"/>',
    "road": '<path d="M1 8h30" style="stroke:var(--st-road);stroke-width:1.6"/>',
    "fort": '<path d="M1 10h30" style="stroke:var(--st-fort);stroke-width:1.6"/>'
    '<path d="M4 10l3-5 3 5zm9 0l3-5 3 5zm9 0l3-5 3 5z" style="fill:var(--st-fort)"/>',
    "boom": '<path d="M2 8h28" style="stroke:var(--st-boom);stroke-width:3.6;stroke-dasharray:0 5;'
    'stroke-linecap:round"/>',
    "landing": '<path d="M2 9q12-4 18-3l0-3 10 5-10 5 0-3q-8-1-18 0z" style="fill:var(--st-arrow)"/>',
    "frontier": '<path d="M1 8h30" class="kf"/>',
    "objective": '<path d="M10 2h12l6 6-6 6h-12l-6-6z" style="stroke:var(--st-fort);stroke-width:1.8"/>',
}
_WATER = {"creek": ("creek", 2.2), "river": ("river", 4.0), "channel": ("river", 4.6)}


def legend(found: Theatre) -> str:
    """Terrain, places, hexsides and lines, in the words of the theatre."""
    plate = found.settings["plate"]
    key = plate["key"]
    groups = {
        "Terrain": [(_swatch(word), text) for word, text in key["terrain"]],
        "Places": [(place(rank, look), text) for rank, look, text in key["places"]],
        "Borders": [
            *((_side(sign["look"]), sign["text"]) for sign in plate["hexsides"]),
            *((_LINES[sign], text) for sign, text in key["hexsides"] if sign in _LINES),
        ],
        "Lines": [(_LINES[sign], text) for sign, text in key["lines"] if sign in _LINES],
    }
    return "".join(_group(head, rows) for head, rows in groups.items() if rows)


def _group(head: str, rows: list[tuple[str, str]]) -> str:
    return f"<section><h4>{escape(head)}</h4>{''.join(_rows(rows))}</section>"


def _rows(rows: list[tuple[str, str]]) -> Iterator[str]:
    for sign, text in rows:
        yield (
            '<div><svg viewBox="0 0 32 16" width="32" height="16" fill="none" aria-hidden="true">'
            f"{sign}</svg>"
            f"{escape(text)}</div>"
        )


def _swatch(word: str) -> str:
    colour = "sea" if word == "water" else variable("terrain", word)
    return (
        f'<path d="M10 1h12l5 7-5 7h-12l-5-7z" style="fill:var(--st-{colour});stroke:var(--st-faint);'
        'stroke-width:.8"/>'
    )


def place(rank: int, look: str) -> str:
    """The mark of a place, as on the map."""
    if look in ("city", "neutral"):
        colour = "fort" if look == "city" else "faint"
        block = f'<path d="M11 3h10v10h-10z" style="fill:var(--st-{colour})"/>'
        return block + '<path d="M14 6h4v4h-4z" class="kt"/>'
    if look == "summit":
        return '<path d="M10 13l6-10 6 10z" style="fill:var(--st-hill-text)"/>'
    if rank == 4:
        return '<circle cx="16" cy="8" r="2.2" style="fill:var(--st-ink)"/>'
    dot = '<circle cx="16" cy="8" r="1.8" style="fill:var(--st-ink)"/>' if rank <= 2 else ""
    line = 'class="kt" style="stroke:var(--st-ink);stroke-width:1.4"'
    ring = f'<circle cx="16" cy="8" r="{5 - rank / 2}" {line}/>'
    return ring + dot


def _side(look: str) -> str:
    colour, width = _WATER.get(look, ("fort", 3.0))
    bend = "M1 10q5 0 7-3t8-3 8 4 7 3"
    thread = f'<path d="{bend}" style="stroke:var(--st-sea);stroke-width:1.8"/>' if look == "channel" else ""
    return f'<path d="{bend}" style="stroke:var(--st-{colour});stroke-width:{width}"/>{thread}'
