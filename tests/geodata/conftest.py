"""The theatres for all tests of the geography."""

from __future__ import annotations

import pandas as pd
import pytest

from sandtable_geodata import Theatre, theatre

SLUG = "shanghai-nanking"
STEPPE = "stalins-first-victory"
STORM = "storm-over-taierzhuang"
TOWN = "taierzhuang"


@pytest.fixture(scope="session")
def lower_yangtze() -> Theatre:
    """The theatre of Shanghai-Nanking."""
    return theatre(SLUG)


@pytest.fixture(scope="session")
def manchouli() -> Theatre:
    """The theatre of Stalin's First Victory."""
    return theatre(STEPPE)


@pytest.fixture(scope="session")
def walled_town() -> Theatre:
    """The theatre of the Battle of Taierzhuang."""
    return theatre(TOWN)


@pytest.fixture(scope="session")
def storm() -> Theatre:
    """The theatre of Storm Over Taierzhuang."""
    return theatre(STORM)


def tagged(spaces: pd.DataFrame, word: str) -> set[str]:
    """The hexes with a tag."""
    return {h for h, tags in spaces["tags"].items() if word in tags}


def sides(theatre: Theatre, feature: str) -> set[frozenset[str]]:
    """The hexsides with a feature."""
    rows = theatre.borders()
    return {frozenset((r.a, r.b)) for r in rows[rows["feature"] == feature].itertuples()}
