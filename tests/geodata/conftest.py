"""The theatres for all tests of the geography."""

from __future__ import annotations

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
