"""Small change of sentences: counts with their nouns, lists of names, and verbs that agree with them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from itertools import groupby

_NUMBERED = re.compile(r"(.+, [a-z]+) \d+")
_VERB = re.compile(r"\[([^\]|]+)\|([^\]|]+)\]")


def counted(number: float, noun: str, nouns: str = "") -> str:
    """A number with its noun.

    >>> counted(1, "unit"), counted(2, "unit"), counted(0.5, "point")
    ('1 unit', '2 units', '0.5 points')
    """
    return f"{number:g} {noun if number == 1 else nouns or noun + 's'}"


def names(several: Sequence[str]) -> str:
    """Names in a row; those that differ in a number alone are named together, and those that have a comma of
    their own are parted by something stronger.

    >>> names(["A", "B", "C"]), names(["1st, left", "2nd", "3rd"]), names([])
    ('A, B and C', '1st, left; 2nd and 3rd', 'none')
    >>> names(["1st, unit 1", "1st, unit 2", "1st, unit 3", "1st, unit 5", "2nd, unit 4"])
    '1st, units 1–3 and 5; 2nd, unit 4'
    """
    if not several:
        return "none"
    told = [name for head, found in groupby(several, _head) for name in _together(head, [*found])]
    *most, last = told
    if not most:
        return last
    joint = "; " if any(", " in name for name in told) else ", "
    return joint.join(most) + (joint if any(" and " in name for name in told) else " and ") + last


def _head(name: str) -> str:
    """What stands before the number of a name: `31st Division, unit` of `31st Division, unit 4`."""
    found = _NUMBERED.fullmatch(name)
    return found[1] if found else ""


def _together(head: str, several: list[str]) -> list[str]:
    """Names with one head as one name, with runs of their numbers; others stay as they are."""
    if not head or len(several) == 1:
        return several
    runs: list[list[int]] = []
    for number in sorted(int(name[len(head) :]) for name in several):
        if not runs or number != runs[-1][-1] + 1:
            runs.append([])
        runs[-1].append(number)
    parts: list[str] = []
    for run in runs:
        parts += [f"{run[0]}–{run[-1]}"] if len(run) > 2 else map(str, run)
    return [f"{head}s {names(parts)}"]


def days(first: date, last: date) -> str:
    """Some days in a row as people write them.

    >>> days(date(1937, 8, 13), date(1937, 8, 22)), days(date(1937, 8, 23), date(1937, 9, 5))
    ('13–22 August 1937', '23 August – 5 September 1937')
    >>> days(date(1929, 11, 16), date(1929, 11, 16))
    '16 November 1929'
    """
    end = f"{last.day} {last:%B %Y}"
    if first == last:
        return end
    if (first.year, first.month) == (last.year, last.month):
        return f"{first.day}–{end}"
    return f"{first.day} {first:%B}{f' {first.year}' if first.year != last.year else ''} – {end}"


def agreed(template: str, one: bool) -> str:
    """A sentence whose verbs are written for one and for several.

    >>> agreed("{units} [moves|move] to {space}", one=False)
    '{units} move to {space}'
    """
    return _VERB.sub(lambda verb: verb[1 if one else 2], template)
