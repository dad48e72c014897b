"""The key of the map as HTML: every sign drawn by the code that draws the plate's own key."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Any

from sandtable.view import UnitView
from sandtable_geodata import Theatre
from sandtable_geodata.draw import key

from .counters import look, picture
from .record import Tracing
from .style import side_colour


def legend(found: Theatre, liveries: Sequence[Mapping[str, Any]]) -> str:
    """Terrain, places, borders and lines in the words of the theatre, heights and counters."""
    plate = found.settings["plate"]
    left, right = key.sections(found)
    parts = [_section(head, _rows(signs)) for head, signs in (*left, *right)]
    parts.append(_section("Relief in metres", [_ramp(found.settings["relief"]["levels"])]))
    parts.append(_section("Ground held by", _holders(liveries)))
    head = plate["key"].get("counters_head", "Counters")
    parts.append(_section(head, _counters(plate["key"]["counters"], liveries)))
    return "".join(parts)


def _section(head: str, rows: Iterable[str]) -> str:
    return f"<section><h4>{escape(head)}</h4>{''.join(rows)}</section>"


def _rows(signs: Iterable[tuple[key.Sign, str]]) -> Iterator[str]:
    for sign, text in signs:
        card = Tracing.sign()
        sign(card, 0.0, 0.0)
        drawn = f'<svg viewBox="-160 -90 320 180" aria-hidden="true">{card.svg()}</svg>'
        yield f"<div>{drawn}{escape(text)}</div>"


def _ramp(levels: Sequence[int]) -> str:
    """Colours of the ground; the number stands where its colour begins."""
    colours = (f'<i style="background:var(--st-relief-{step})">' for step in range(len(levels)))
    cells = (f"{colour}<b>{level}</b></i>" for colour, level in zip(colours, levels, strict=True))
    return f'<p class="ramp">{"".join(cells)}</p>'


def _holders(liveries: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """The tint of every side, and the bare ground of nobody."""
    sides = dict.fromkeys(str(entry["of"]["side"]) for entry in liveries if "side" in entry["of"])
    for side in sides:
        yield _held(f'style="fill:{side_colour(side, liveries)};fill-opacity:.26"', side.capitalize())
    yield _held('style="fill:none"', "Nobody")


def _held(tint: str, words: str) -> str:
    box = '<path d="M-120-60H120V60H-120z" style="fill:var(--st-terrain-clear);stroke:var(--st-faint)"/>'
    tinted = f'<path d="M-120-60H120V60H-120z" {tint}/>'
    return f'<div><svg viewBox="-160 -90 320 180" aria-hidden="true">{box}{tinted}</svg>{escape(words)}</div>'


def _counters(entries: Iterable[Mapping[str, Any]], liveries: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    for entry in entries:
        words = entry["text"].replace("|", " ")
        shown = {field: value for field, value in entry.items() if field != "text"}
        card = picture(look(UnitView(id="", name=words, **shown), liveries), words)
        yield f'<div class="card">{card}{escape(words)}</div>'
    yield '<div class="card"><span class="many">3</span>Units in the stack</div>'
