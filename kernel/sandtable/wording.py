"""Small change of sentences: counts with their nouns, lists of names, and verbs that agree with them."""

from __future__ import annotations

import re
from collections.abc import Sequence

_VERB = re.compile(r"\[([^\]|]+)\|([^\]|]+)\]")


def counted(number: float, noun: str, nouns: str = "") -> str:
    """A number with its noun.

    >>> counted(1, "unit"), counted(2, "unit"), counted(0.5, "point")
    ('1 unit', '2 units', '0.5 points')
    """
    return f"{number:g} {noun if number == 1 else nouns or noun + 's'}"


def names(several: Sequence[str]) -> str:
    """Names in a row; those that have a comma of their own are parted by something stronger.

    >>> names(["A", "B", "C"]), names(["1st, left", "2nd", "3rd"]), names([])
    ('A, B and C', '1st, left; 2nd and 3rd', 'none')
    """
    if not several:
        return "none"
    *most, last = several
    joint = "; " if any(", " in name for name in several) else ", "
    return f"{joint.join(most)} and {last}" if most else last


def agreed(template: str, one: bool) -> str:
    """A sentence whose verbs are written for one and for several.

    >>> agreed("{units} [moves|move] to {space}", one=False)
    '{units} move to {space}'
    """
    return _VERB.sub(lambda verb: verb[1 if one else 2], template)
