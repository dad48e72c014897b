"""Odds as HTML: one combat, a heat map, lines, the whole combat table. Tooltips give the exact fractions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from html import escape

from sandtable.dials import Value
from sandtable.forecast import Forecast
from sandtable.game import Game

from ..page import capital, pickable, rule
from .surface import QUESTIONS, Question, Refusal, Surface

PALE, DEEP, WARM = (242, 238, 220), (23, 78, 130), (178, 74, 28)
"""Paper for nothing, blue for much (or for the attacker's good), orange for the attacker's harm."""
LINE_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
"""Told apart also by people who do not see all colours; the dashes differ as well."""
SIDES = ("attacker", "defender")
REASONS = 3
"""The most reasons below a heat map for cells without a figure."""
DASHES = ("", "7 4", "2 3", "10 3 2 3", "5 2", "1 4")


def percent(chance: Fraction) -> str:
    """A chance for people; certain and impossible stay so, and nothing else is rounded to them.

    >>> percent(Fraction(1, 3)), percent(Fraction(1, 1000)), percent(Fraction(1))
    ('33%', '<1%', '100%')
    """
    if 0 < chance < Fraction(1, 200):
        return "<1%"
    if Fraction(199, 200) < chance < 1:
        return ">99%"
    return f"{float(chance):.0%}"


def figure(value: Fraction, question: Question) -> str:
    """A short form of an answer."""
    if question.chance:
        return percent(value)
    return f"{float(value):+.2f}" if question.sign else f"{float(value):.2f}"


def word(value: Value) -> str:
    """A value of a dial for people."""
    return str(value).replace("_", " ")


# -- one combat -------------------------------------------------------------------------------------


def combat(game: Game, forecast: Forecast) -> str:
    """Column, modifiers with their rules, every outcome as a bar, and the figures that matter."""
    shifts = "".join(
        f"<li><b>{m.value:+d}</b> {escape(word(m.label))} {rule(game.cases, m.case)}</li>"
        for m in forecast.modifiers
    )
    facts = "".join(
        f'<span title="exactly {question.of(forecast)}"><b>{figure(question.of(forecast), question)}</b> '
        f"<small>{escape(question.title(forecast))}</small></span>"
        for question in QUESTIONS.values()
        if question.name not in ("exchange", "spent", "defender_hit")
    )
    note = f"<p class=soft>{escape(forecast.note)}</p>" if forecast.note else ""
    return (
        f'<div class="st-odds"><h2>{escape(forecast.column)}</h2>'
        f'<ul class="shifts">{shifts or "<li class=soft>nothing modifies it</li>"}</ul>'
        f'<div class="facts">{facts}</div>{_bars(forecast)}{note}</div>'
    )


def _bars(forecast: Forecast) -> str:
    """A row an outcome; a side that cannot lose anything is left out."""
    ranked = sorted(
        forecast.outcomes.items(), key=lambda item: (item[0].defender_loss, -item[0].attacker_loss)
    )
    top = max(forecast.outcomes.values())
    losers = [side for side in (0, 1) if any(o[side] for o in forecast.outcomes)]
    rows = []
    for o, chance in ranked:
        gone = (o.spent, o.cleared)
        lost = "".join(
            f"<td>{_lost(SIDES[side], o[side], forecast.measure[side], gone[side])}</td>" for side in losers
        )
        rows.append(
            f'<tr title="exactly {chance}"><td><b>{escape(o.result)}</b></td>{lost}'
            f'<td class="num">{percent(chance)}</td>'
            f'<td class="bar"><i style="width:{float(chance / top):.1%}"></i></td></tr>'
        )
    return f'<table class="bars" style="width:100%">{"".join(rows)}</table>'


def _lost(who: str, loss: int, measure: str, gone: bool) -> str:
    if not loss:
        return f'<span class="soft">{who} –</span>'
    unit = measure.removesuffix("s") if loss == 1 and measure.endswith("s") else measure
    return f"{who} {loss} <small>{escape(unit)}</small>{' <b>all</b>' if gone else ''}"


def refused(game: Game, case: str, reason: str) -> str:
    """Why there is no such combat."""
    return f'<div class="st-odds wrong"><b>Not a combat:</b> {escape(reason)}. {rule(game.cases, case)}</div>'


# -- two inputs ---------------------------------------------------------------------------------------


def heat(surface: Surface, question: Question, title: str, here: Mapping[str, Value]) -> str:
    """A table of coloured figures; picking a cell sets both inputs."""
    low, high = surface.range()
    head = "".join(f"<th>{escape(word(x))}</th>" for x in surface.xs)
    rows, reasons = [], dict[str, None]()
    for y, answers in zip(surface.ys, surface.cells, strict=True):
        cells = []
        for x, found in zip(surface.xs, answers, strict=True):
            key = pickable(f"{x}|{y}")
            if isinstance(found, Refusal):
                why = escape(f"{found.reason} ({found.case})")
                reasons[why] = None
                cells.append(f'<td class="none" title="{why}">–</td>')
                continue
            mark = "here" if here[surface.across.name] == x and here[surface.down.name] == y else ""
            colour, ink = shade(found, low, high, question)
            text = f"{surface.across.label} {word(x)}, {surface.down.label} {word(y)}: exactly {found}"
            cells.append(
                f'<td class="{mark}" style="background:{colour};color:{ink}" title="{escape(text)}" {key}>'
                f"{figure(found, question)}</td>"
            )
        rows.append(f'<tr><th class="side">{escape(word(y))}</th>{"".join(cells)}</tr>')
    notes = [f'<p class="soft">– {why}</p>' for why in list(reasons)[:REASONS]]
    return (
        f'<div class="st-odds"><h3>{escape(capital(title))}</h3>'
        f'<div class="axis"><span>↓ {escape(surface.down.label)}</span>'
        f"<span>{escape(surface.across.label)} →</span></div>"
        f'<table class="heat"><tr><th class="side"></th>{head}</tr>'
        f"{''.join(rows)}</table>{''.join(notes)}</div>"
    )


def shade(value: Fraction, low: Fraction, high: Fraction, question: Question) -> tuple[str, str]:
    """Background and ink: chances from 0 to 1, other figures over their range, signed ones about zero."""
    if question.chance:
        strength, colour = float(value), DEEP
    elif question.sign:
        reach = max(abs(low), abs(high)) or Fraction(1)
        strength, colour = float(abs(value) / reach), DEEP if value >= 0 else WARM
    else:
        strength, colour = float(value / (high or 1)), DEEP if question.name == "defender_loss" else WARM
    mixed = [round(p + (c - p) * strength) for p, c in zip(PALE, colour, strict=True)]
    dark = 0.3 * mixed[0] + 0.59 * mixed[1] + 0.11 * mixed[2] < 140
    return f"rgb({mixed[0]},{mixed[1]},{mixed[2]})", "#fff" if dark else "#1d2026"


def lines(surface: Surface, question: Question, title: str) -> str:
    """A line for each value of the second input."""
    width, height, left, top, right, bottom = 620, 330, 52, 30, 150, 44
    low, high = _bounds(surface, question)
    span = float(high - low) or 1.0

    def px(i: int) -> float:
        return left + (width - left - right) * (i / max(len(surface.xs) - 1, 1))

    def py(value: Fraction) -> float:
        return top + (height - top - bottom) * (1 - float(value - low) / span)

    parts = [_grid(low, high, question, left, width - right, py)]
    ends: list[tuple[float, int]] = []
    for n, answers in enumerate(surface.cells):
        colour, dash = LINE_COLOURS[n % len(LINE_COLOURS)], DASHES[n % len(DASHES)]
        points = [(px(i), py(v), v, surface.xs[i]) for i, v in enumerate(answers) if isinstance(v, Fraction)]
        if not points:
            continue
        name = f"{surface.down.label} {word(surface.ys[n])}"
        trace = " ".join(f"{x:.1f},{y:.1f}" for x, y, *_ in points)
        parts.append(
            f'<polyline points="{trace}" fill="none" stroke="{colour}" stroke-width="2.5" '
            f'stroke-dasharray="{dash}"/>'
        )
        parts += [
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{colour}"><title>{escape(name)}, '
            f"{escape(surface.across.label)} {escape(word(at))}: exactly {v}</title></circle>"
            for x, y, v, at in points
        ]
        ends.append((points[-1][1], n))
    parts += _names(surface, ends, width - right + 8, height - bottom)
    parts.append(
        f'<text class="soft" x="{width - right + 8}" y="{top - 14}">{escape(surface.down.label)}</text>'
    )
    every = -(-len(surface.xs) // 14)
    parts += [
        f'<text x="{px(i):.1f}" y="{height - bottom + 18}" text-anchor="middle">{escape(word(x))}</text>'
        for i, x in enumerate(surface.xs)
        if i % every == 0
    ]
    parts.append(
        f'<text class="soft" x="{(left + width - right) / 2}" y="{height - 6}" text-anchor="middle">'
        f"{escape(surface.across.label)}</text>"
    )
    return (
        f'<div class="st-odds"><h3>{escape(capital(title))}</h3><svg viewBox="0 0 {width} {height}" '
        f'width="100%" role="img" aria-label="{escape(title)}">{"".join(parts)}</svg></div>'
    )


def _bounds(surface: Surface, question: Question) -> tuple[Fraction, Fraction]:
    if question.chance:
        return Fraction(0), Fraction(1)
    low, high = surface.range()
    return min(low, Fraction(0)), max(high, Fraction(0))


def _grid(
    low: Fraction,
    high: Fraction,
    question: Question,
    left: float,
    right: float,
    py: Callable[[Fraction], float],
) -> str:
    ticks = [low + (high - low) * Fraction(n, 4) for n in range(5)]
    return "".join(
        f'<line class="grid" x1="{left}" x2="{right}" y1="{py(t):.1f}" y2="{py(t):.1f}"/>'
        f'<text x="{left - 8}" y="{py(t) + 4:.1f}" text-anchor="end">{figure(t, question)}</text>'
        for t in ticks
    )


def _names(surface: Surface, ends: Sequence[tuple[float, int]], x: float, floor: float) -> list[str]:
    """The name of each line beside its end; names that would meet move apart."""
    placed: list[tuple[float, int]] = []
    last = -100.0
    for wanted, n in sorted(ends):
        last = max(wanted, last + 16)
        placed.append((last, n))
    over = max(0.0, last - floor)
    return [
        f'<text x="{x}" y="{y - over + 4:.1f}" '
        f'style="fill:{LINE_COLOURS[n % len(LINE_COLOURS)]};font-weight:600">'
        f"{escape(word(surface.ys[n]))}</text>"
        for y, n in placed
    ]


# -- the table ------------------------------------------------------------------------------------------


def table(game: Game, column: str) -> str:
    """The combat table as chances to lose at least so many steps; the column in use stands out."""
    odds = game.odds_table()
    if not odds:
        return '<div class="st-odds soft">This game has no table by columns: see the heat map.</div>'
    most = [max(cell[who] for chances in odds.values() for cell in chances) for who in (0, 1)]
    counts = [range(1, most[who] + 1) for who in (0, 1)]
    head = "".join(
        f"<th>{'defender' if who else 'attacker'} ≥{n}</th>" if n == 1 else f"<th>≥{n}</th>"
        for who in (1, 0)
        for n in (*counts[who], 0)
        if n
    )
    rows = []
    for name, chances in odds.items():
        cells = []
        for who in (1, 0):
            for n in counts[who]:
                chance = sum((p for cell, p in chances.items() if cell[who] >= n), Fraction(0))
                colour, ink = shade(chance, Fraction(0), Fraction(1), QUESTIONS["cleared"])
                if not who:
                    colour, ink = _warm(chance)
                look = f"background:{colour};color:{ink}"
                cells.append(f'<td style="{look}" title="exactly {chance}">{percent(chance)}</td>')
        mark = ' class="here"' if name == column.partition(" (")[0] else ""
        rows.append(f"<tr{mark}><td>{escape(name)}</td>{''.join(cells)}</tr>")
    return (
        '<div class="st-odds scroll"><h3>The combat table: chance to lose at least so many steps</h3>'
        f'<table class="crt"><tr><th>column</th>{head}</tr>{"".join(rows)}</table></div>'
    )


def _warm(chance: Fraction) -> tuple[str, str]:
    return shade(chance, Fraction(0), Fraction(1), QUESTIONS["attacker_loss"])
