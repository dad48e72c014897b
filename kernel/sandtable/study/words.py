"""A comparison of a study as a sentence, made from its figures so that the two cannot disagree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import Unknown
from .results import Study

if TYPE_CHECKING:
    import pandas as pd

FEWEST = 5
"""Pairs of games with which a difference can be called clear: a few that happen to agree prove nothing."""


def compare(study: Study, variant: str, measure: str = "winner", of: str | None = None) -> str:
    """A variant beside the baseline: both figures over the games of both, their difference with its
    interval, and what that is worth.

    >>> import sandtable as st
    >>> study = st.study.sweep("stalins-first-victory", ["no-tanks"], 4, workers=1, progress=False)
    >>> print(compare(study, "No tanks at Dalainor", "winner", "soviet"))
    75 % instead of 75 % (+0 points, 95 % interval -33 to +33): 4 pairs cannot tell that from chance
    """
    rows = study.differences(measure, of).set_index("variant")
    if variant not in rows.index:
        raise Unknown("variant beside the baseline", variant, rows.index)
    row = rows.loc[variant]
    pairs = study.pairs(measure, of)[variant]
    if not pairs[0]:
        return "there is no pair of games to compare"
    after, before = (sum(games) / len(games) for games in pairs)
    if measure == "winner":
        now, then = f"{after:.0%}".replace("%", " %"), f"{before:.0%}".replace("%", " %")
        step, low, high = (f"{100 * row[name]:+.0f}" for name in ("difference", "low", "high"))
        step = f"{step} points"
    else:
        now, then = f"{after:.1f}", f"{before:.1f}"
        step, low, high = (f"{row[name]:+.1f}" for name in ("difference", "low", "high"))
    found = f"{now} instead of {then} ({step}, 95 % interval {low} to {high})"
    if clear(study, variant, measure, of):
        return f"{found}: more than chance"
    return f"{found}: {row['games']:.0f} pairs cannot tell that from chance"


def clear(study: Study, variant: str, measure: str = "winner", of: str | None = None) -> bool:
    """Does the interval of the difference leave no doubt which way it goes?"""
    table = study.differences(measure, of)
    if variant not in set(table["variant"]):
        raise Unknown("variant beside the baseline", variant, table["variant"])
    return bool(told_from_chance(table)[table["variant"] == variant].iloc[0])


def told_from_chance(table: pd.DataFrame) -> pd.Series:
    """Which rows of `Study.differences` have an interval that leaves no doubt, from enough pairs."""
    found: pd.Series = ((table["low"] > 0) | (table["high"] < 0)) & (table["games"] >= FEWEST)
    return found
