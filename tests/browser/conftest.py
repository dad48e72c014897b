"""Fixtures of the browser tests: a JupyterLab, a page that must not leave loopback, screenshots."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Request, Route, expect, sync_playwright

from tests.browser.lab import Lab, jupyter_lab, launch

expect.set_options(timeout=30_000)
LOOPBACK = {"127.0.0.1", "localhost", "::1"}
INSIDE = {"data", "blob", "about", "chrome-error"}
"""Schemes that never reach a network."""

Shoot = Callable[[Page, str], Path]
RunCells = Callable[[Sequence[str]], Page]


def leaves_loopback(url: str) -> bool:
    """Would this request leave the machine?"""
    parts = urlsplit(url)
    return parts.scheme not in INSIDE and parts.hostname not in LOOPBACK


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """One server for all tests of a worker."""
    with jupyter_lab(tmp_path_factory.mktemp("jupyter")) as running:
        yield running


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture
def viewport() -> tuple[int, int]:
    """Width and height of the window; a test parametrises it to see another."""
    return 1280, 800


@pytest.fixture
def page(lab: Lab, chromium: Browser, viewport: tuple[int, int]) -> Iterator[Page]:
    """A fresh window. Any request that would leave loopback is stopped, and fails the test."""
    context = chromium.new_context(viewport={"width": viewport[0], "height": viewport[1]})
    left: list[str] = []

    def watch(route: Route, request: Request) -> None:
        if leaves_loopback(request.url):
            left.append(request.url)
            route.abort()
        else:
            route.continue_()

    context.route("**/*", watch)
    window = context.new_page()
    yield window
    context.close()
    lab.close_sessions()
    assert not left, f"requests left loopback: {left}"


@pytest.fixture
def run_cells(lab: Lab, page: Page, request: pytest.FixtureRequest) -> RunCells:
    """Write cells into a notebook, open it and run it all."""

    def run(cells: Sequence[str]) -> Page:
        lab.run(page, lab.write(cells, f"{request.node.name.replace('[', '-').rstrip(']')}.ipynb"))
        return page

    return run


@pytest.fixture(scope="session")
def screenshots(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that SANDTABLE_SCREENSHOTS names, else one that pytest keeps for a while."""
    chosen = os.environ.get("SANDTABLE_SCREENSHOTS")
    folder = Path(chosen) if chosen else tmp_path_factory.mktemp("screenshots")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture
def shoot(screenshots: Path) -> Shoot:
    """Keep a picture of a page."""

    def take(window: Page, name: str) -> Path:
        path = screenshots / f"{name}.png"
        window.screenshot(path=path)
        return path

    return take
