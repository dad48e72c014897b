"""Counters as SVG: NATO symbols on cards whose shape tells the side even where colours do not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from html import escape
from typing import Any

from sandtable.game import Game
from sandtable.view import UnitView

from .sheet import sheet

Livery = Mapping[str, Any]
Look = tuple[Any, ...]
"""All that a counter shows; units of one look share one drawing."""

SIZE_MARKS = {
    "army": "XXXX", "corps": "XXX", "division": "XX", "brigade": "X", "regiment": "III", "battalion": "II",
    "company": "I", "garrison": "",
}  # fmt: skip

_X0, _Y0, _X1, _Y1 = 23.0, 22.5, 77.0, 55.5
"""The box of the symbol on a card of 100 by 100."""

_BOX = f"M{_X0} {_Y0}H{_X1}V{_Y1}H{_X0}z"
_CROSS = f"M{_X0} {_Y0}L{_X1} {_Y1}M{_X0} {_Y1}L{_X1} {_Y0}"
_SLASH = f"M{_X0} {_Y1}L{_X1} {_Y0}"
_TRACK = "M37 31.5H63a7.5 7.5 0 0 1 0 15H37a7.5 7.5 0 0 1 0-15z"
_ANCHOR = "M50 27V51M42 31H58M36 42q1 9 14 10q13-1 14-10"
_STAFF = f"M{_X0} 31H{_X1}"
_WHEELS = "M36 52.5h.01M64 52.5h.01"
SIGNS: dict[str, str] = {
    "naval": _ANCHOR,
    "marine": _CROSS + _ANCHOR,
    "cavalry": _SLASH,
    "artillery": "",
    "heavy artillery": "M36 50H64",
    "tank": _TRACK,
    "armoured car": _SLASH + _TRACK,
    "combat engineer": "M35 48V31H65V48M50 31V48",
    "armoured train": _TRACK + "M27 51.5H73",
    "HQ": _STAFF,
    "headquarters": _STAFF,
}
"""Strokes of the arms; any other arm is infantry, a crossed box."""
_DISCS = ("artillery", "heavy artillery")

_BAND = '<path d="M1 64L64 1H88L1 88z" style="fill:#fff;opacity:.3"/>'
"""A stripe over the face of a unit that has lost a step."""
_RIM = "stroke:#3b2a22;stroke-width:2"
_STOP = "M-6-6L6 6M-6 6L6-6"
_GONE = "M-8 0H7M1-6L7 0L1 6"
_SIGNED = {"untested": "?"}
"""Signs of marks that are not told by their initial."""
VEIL, VEILED = "#5f5b52", 0.62
"""Colour and strength of the grey over a spent unit, on which its ink is still read with ease."""
_SPENT = ("spent", "used", "fought", "exhausted")
_MOVED = ("moved", "done")
_SHAKEN = ("disrupted", "retreated", "routed", "shaken", "demoralised", "out of supply")


def counter_svg(unit: UnitView, game: Game) -> str:
    """One counter as an SVG picture that stands alone; its title says in words what it shows."""
    liveries = sheet(game).head["liveries"]
    return picture(look(unit, liveries), describe(unit, hidden=lies_face_down(unit, liveries)))


def card_svg(side: str, game: Game) -> str:
    """A counter that lies face down."""
    return picture(face_down(side, sheet(game).head["liveries"]), f"{side}: a unit face down")


def picture(shown: Look, title: str) -> str:
    """A drawing as a picture of its own."""
    return (
        f'<svg class="st-counter" xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 110 110" role="img">'
        f"<title>{escape(title)}</title>{drawing(shown)}</svg>"
    )


def livery(unit: UnitView, liveries: Iterable[Livery]) -> Livery:
    """The first livery whose conditions are met; the side's last where none fits."""
    entries = list(liveries)
    for entry in entries:
        if all(getattr(unit, field) == value for field, value in entry["of"].items()):
            return entry
    return _of_side(unit.side, entries)


def _of_side(side: str, entries: list[Livery]) -> Livery:
    mine = [entry for entry in entries if entry["of"].get("side") == side]
    return (mine or entries)[-1]


def look(unit: UnitView, liveries: Iterable[Livery]) -> Look:
    """What the counter of a unit shows."""
    wears = livery(unit, liveries)
    if wears["face_down"]:
        return wears["face"], wears["ink"], wears["shape"], _short(unit.formation), unit.marks
    number = _short(unit.formation) if wears["numbered"] else ""
    return (
        wears["face"], wears["ink"], wears["shape"], wears["star"], number, unit.kind,
        SIZE_MARKS.get(unit.size, unit.size), unit.strength, unit.defence, unit.steps, unit.max_steps,
        unit.static, unit.marks,
    )  # fmt: skip


def face_down(side: str, liveries: Iterable[Livery]) -> Look:
    """The back of a card of a side."""
    wears = _of_side(side, list(liveries))
    return wears["face"], wears["ink"], wears["shape"], "", ()


def lies_face_down(unit: UnitView, liveries: Iterable[Livery]) -> bool:
    """Does the counter keep to itself how strong the unit is?"""
    return bool(livery(unit, liveries)["face_down"])


def describe(unit: UnitView, *, hidden: bool = False) -> str:
    """A counter in words, for screen readers and tooltips; of a hidden one the strength is unknown."""
    arm = " ".join(word for word in (unit.kind, SIZE_WORDS.get(unit.size, unit.size)) if word)
    strength = f"strength {unit.strength}"
    if unit.defence is not None:
        strength = f"attack {unit.strength}, defence {unit.defence}"
    if hidden:
        strength = "strength unknown"
    steps = f", {unit.steps} of {unit.max_steps} steps" if unit.max_steps > 1 else ""
    marks = f", {', '.join(unit.marks)}" if unit.marks else ""
    return f"{unit.name} ({unit.side} {arm}, {strength}{steps}{marks})"


SIZE_WORDS = {"XX": "division", "X": "brigade", "III": "regiment", "[III]": "regiment", "II": "battalion",
              "I": "company", "garrison": ""}  # fmt: skip


@lru_cache(maxsize=4096)
def drawing(shown: Look) -> str:
    """The SVG of a look on a card from 0 to 100."""
    if len(shown) == 5:
        return _back(*shown)
    face, ink, shape, star, number, kind, size, strength, defence, steps, full, static, marks = shown
    parts = [
        _card(shape, face),
        _BAND if steps < full else "",
        _veil(marks, shape),
        f'<g style="fill:none;stroke:{ink};stroke-width:4.6" stroke-linejoin="round">',
    ]
    parts += [f'<path d="{_BOX}"/>', f'<path d="{SIGNS.get(kind, _CROSS)}" stroke-linecap="round"/>', "</g>"]
    fill = f'style="fill:{ink}"'
    if kind in _DISCS:
        parts.append(f'<circle cx="50" cy="39" r="6.6" {fill}/>')
    if kind == "armoured car":
        parts.append(f'<path d="{_WHEELS}" style="stroke:{ink};stroke-width:5.5" stroke-linecap="round"/>')
    if static:
        parts.append(f'<path d="M{_X0} 47.5H{_X1}V{_Y1}H{_X0}z" {fill}/>')
    if size:
        parts.append(_text(50, 18.5, 17, size, ink, spacing=1.0))
    value = f"{strength}" if defence is None else f"{strength}–{defence}"
    parts.append(
        _text(50, 90, 36 if len(value) < 3 else 30, f"({value})" if static else value, ink, heavy=True)
    )
    if star:
        parts.append(f'<path d="{_star(14.5, 82, 9.5)}" {fill}/>')
    if number:
        upright = _text(13.5, 44.5, 15.5 if len(number) < 4 else 12, number, ink)
        parts.append(f'<g transform="rotate(-90 13.5 39)">{upright}</g>')
    parts += _pips(steps, full, ink)
    parts += _states(marks, shape)
    return "".join(parts)


def _back(face: str, ink: str, shape: str, number: str, marks: tuple[str, ...]) -> str:
    """The back of a card: a frame and a question mark; whose formation it is, where that shows."""
    frame = f'<path d="{_shape(shape, 10)}" style="fill:none;stroke:{ink};stroke-width:3;opacity:.75"/>'
    lattice = "".join(f"M{x} 16L{x - 68} 84M{x - 68} 16L{x} 84" for x in (50, 84, 118))
    rest = [mark for mark in marks if mark != "untested"]
    return (
        f"{_card(shape, face)}{_veil(marks, shape)}"
        f'<path d="{_shape(shape, 10)}" style="fill:#000;opacity:.25"/>'
        f'<svg x="16" y="16" width="68" height="68" viewBox="16 16 68 68">'
        f'<path d="{lattice}" style="stroke:{ink};stroke-width:1.6;opacity:.4"/></svg>{frame}'
        f"{_text(50, 70, 56, '?', ink, heavy=True)}{_text(50, 24, 17, number, ink) if number else ''}"
        f"{''.join(_states(rest, shape))}"
    )


def _card(shape: str, face: str) -> str:
    return (
        f'<path d="{_shape(shape, 0)}" transform="translate(3 4)" style="fill:#000;opacity:.25"/>'
        f'<path class="card" d="{_shape(shape, 0)}" style="fill:{face};stroke:var(--st-halo,#f8f4e4);'
        'stroke-width:3.4"/>'
    )


def _shape(shape: str, inset: float) -> str:
    low, high = inset, 100 - inset
    if shape == "round":
        r = 18 - inset / 2
        run = high - low - 2 * r
        return (
            f"M{low + r} {low}h{run}a{r} {r} 0 0 1 {r} {r}v{run}a{r} {r} 0 0 1-{r} {r}h-{run}"
            f"a{r} {r} 0 0 1-{r}-{r}v-{run}a{r} {r} 0 0 1 {r}-{r}z"
        )
    c = 15 - inset / 3
    run = high - low - 2 * c
    return f"M{low + c} {low}h{run}l{c} {c}v{run}l-{c} {c}h-{run}l-{c}-{c}v-{run}z"


def _text(
    x: float, y: float, size: float, text: str, ink: str, *, heavy: bool = False, spacing: float = 0
) -> str:
    weight = 900 if heavy else 700
    wide = f";letter-spacing:{spacing}px" if spacing else ""
    return (
        f'<text x="{x}" y="{y}" text-anchor="middle" style="fill:{ink};font:{weight} {size}px Sandtable,Lato,'
        f'Helvetica,Arial,sans-serif{wide}">{escape(text)}</text>'
    )


def _star(x: float, y: float, radius: float) -> str:
    from math import cos, pi, sin

    points = []
    for corner in range(10):
        reach = radius * (0.42 if corner % 2 else 1)
        angle = corner * pi / 5
        points.append(f"{x + reach * sin(angle):.1f} {y - reach * cos(angle):.1f}")
    return f"M{'L'.join(points)}z"


def _pips(steps: int, full: int, ink: str) -> Iterable[str]:
    """A dot for every step the unit ever had, hollow when lost; one-step units show none."""
    if full < 2:
        return
    for step in range(full):
        solid = ink if step < steps else "none"
        yield (
            f'<circle cx="88" cy="{87 - 14.5 * step:.1f}" r="4.6" '
            f'style="fill:{solid};stroke:{ink};stroke-width:2"/>'
        )


def _veil(marks: Iterable[str], shape: str) -> str:
    """Over the face of a unit that has done its part, under everything that is to be read on it."""
    done = any(word in _SPENT or word in _MOVED for word in marks)
    return f'<path class="veil" d="{_shape(shape, 0)}" style="fill:{VEIL};opacity:{VEILED}"/>' if done else ""


def _states(marks: Iterable[str], shape: str) -> Iterable[str]:
    """What has befallen a unit, obvious at arm's length: a sign, a flash, or an initial."""
    words = tuple(marks)
    if any(word in _SPENT or word in _MOVED for word in words):
        sign = _STOP if any(word in _SPENT for word in words) else _GONE
        path = f'<path d="{sign}" style="fill:none;stroke:#3b2a22;stroke-width:3.6"/>'
        yield f'<g transform="translate(86 14)"><circle r="13" style="fill:#f7f3e4;{_RIM}"/>{path}</g>'
    if any(word in _SHAKEN for word in words):
        y = 14 if all(word in (*_SPENT, *_MOVED, *_SHAKEN) for word in words) else 42
        flash = '<path d="M3-10L-5 2H1L-3 10L6-3H0z" style="fill:#3b2a22"/>'
        yield f'<g transform="translate(14 {y})"><circle r="13" style="fill:#f2b632;{_RIM}"/>{flash}</g>'
    rest = [word for word in words if word not in (*_SPENT, *_MOVED, *_SHAKEN)]
    if rest:
        initial = _SIGNED.get(rest[0], rest[0][:1].upper())
        yield f'<circle cx="14" cy="14" r="13" style="fill:#f7f3e4;{_RIM}"/>'
        yield _text(14, 20.5, 18, initial, "#3b2a22", heavy=True)


def _short(words: str, letters: int = 4) -> str:
    """The number in a name, or its beginning.

    >>> _short("21st Rifle Division"), _short("SNLF")
    ('21', 'SNLF')
    """
    digits = "".join(letter for letter in words.split()[0] if letter.isdigit()) if words.split() else ""
    return digits or words[:letters]
