"""The `case` marker: which rule cases of a game's ledger a test proves."""

from __future__ import annotations

import pytest

from tests.ledger import is_within


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--case", metavar="ID", help="run only the tests of this rule case and the cases below it (SNC-10.4)"
    )


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "case(*ids): the rule cases of a game's ledger that this test proves")


def cases_of(item: pytest.Item) -> set[str]:
    """The case ids that a test is marked with."""
    return {case for mark in item.iter_markers("case") for case in mark.args}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    wanted = config.getoption("--case")
    if wanted is None:
        return
    kept = [item for item in items if any(is_within(case, wanted) for case in cases_of(item))]
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = kept


@pytest.fixture
def collected_cases(request: pytest.FixtureRequest) -> dict[str, set[str]]:
    """The cases that pytest itself sees on the tests of this run, by test file."""
    found: dict[str, set[str]] = {}
    for item in request.session.items:
        found.setdefault(str(item.path), set()).update(cases_of(item))
    return found
