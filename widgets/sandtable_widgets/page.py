"""A sheet of HTML that says which of its parts a person picked, by mouse or keyboard."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Any

import anywidget
import traitlets

_HERE = Path(__file__).parent


class Page(anywidget.AnyWidget):
    """HTML whose elements with a `data-pick` can be clicked, or reached by Tab and chosen by Enter.

    >>> page = Page('<a data-pick="SNC-10.3">Odds</a>')
    >>> page.on_pick(print)
    >>> page.pick("SNC-10.3")
    SNC-10.3
    """

    _esm = _HERE / "page.js"
    _css = _HERE / "page.css"
    html = traitlets.Unicode("").tag(sync=True)
    label = traitlets.Unicode("").tag(sync=True)

    def __init__(self, html: str = "", label: str = "", **settings: Any) -> None:
        super().__init__(html=html, label=label, **settings)
        self._callbacks: list[Callable[[str], None]] = []
        self.on_msg(self._heard)

    def on_pick(self, callback: Callable[[str], None]) -> None:
        """`callback` is told the `data-pick` of what was picked."""
        self._callbacks.append(callback)

    def pick(self, key: str) -> None:
        """What a click on the element with that key does."""
        for callback in self._callbacks:
            callback(key)

    def _heard(self, _widget: Any, content: dict[str, Any], _buffers: Any) -> None:
        if content.get("kind") == "pick":
            self.pick(str(content["key"]))


def capital(text: str) -> str:
    """The first letter large, and all others as they are: IJA is a name."""
    return text[:1].upper() + text[1:]


def pickable(key: str) -> str:
    """The attributes of an element that can be picked."""
    return f'data-pick="{escape(key)}" tabindex="0" role="button"'


def rule(cases: Any, id: str) -> str:
    """A citation whose tooltip is the rule."""
    case = cases.get(id)
    if case is None:
        return f"<cite>{escape(id)}</cite>"
    return f'<cite title="{escape(f"{case.title}. {case.statement}")}">{escape(id)}</cite>'
