"""The connection of the Jupyter server that `make lab`, `make app` and the benchmarks ask for."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection

from sandtable_widgets.server import PromptConnection

ROOT = Path(__file__).resolve().parents[2]


def test_a_connection_sends_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before Jupyter's own connection begins, its socket is told not to wait for more."""
    told: list[Any] = []
    monkeypatch.setattr(ZMQChannelsWebsocketConnection, "connect", lambda _: told.append("connected") or 7)

    connection = PromptConnection.__new__(PromptConnection)
    monkeypatch.setattr(
        PromptConnection, "websocket_handler", SimpleNamespace(set_nodelay=told.append), raising=False
    )
    assert connection.connect() == 7
    assert told == [True, "connected"]


def test_lab_and_class_page_use_it() -> None:
    """What the Makefile and the browser tests name is this class."""
    name = f"{PromptConnection.__module__}.{PromptConnection.__name__}"
    assert f"kernel_websocket_connection_class={name}" in (ROOT / "Makefile").read_text()
    assert f"kernel_websocket_connection_class={name}" in (ROOT / "tests/browser/lab.py").read_text()
