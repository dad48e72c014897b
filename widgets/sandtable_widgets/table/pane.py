"""Panes: the parts of the table around the map, drawn in the browser from small pieces of plain data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import anywidget
import traitlets

_STATIC = Path(__file__).parent / "static"
_SCRIPTS = ("dom.js", "odds.js", "forms.js", "bar.js", "side.js", "keys.js", "pane.js")
_SCRIPT = "\n".join((_STATIC / name).read_text(encoding="utf-8") for name in _SCRIPTS)
_STYLE = (_STATIC / "table.css").read_text(encoding="utf-8")

Order = Callable[[str, list[Any]], None]


class Pane(anywidget.AnyWidget):
    """One pane. Every trait is a part of it that is sent, and drawn again, only when it has changed."""

    _esm = _SCRIPT
    _css = _STYLE

    part = traitlets.Unicode().tag(sync=True)
    """Which pane this is: the bar above the map, or the side beside it."""
    banner = traitlets.Dict().tag(sync=True)
    tools = traitlets.Dict().tag(sync=True)
    settings = traitlets.Dict().tag(sync=True)
    notice = traitlets.Dict().tag(sync=True)
    question = traitlets.Dict().tag(sync=True)
    units = traitlets.Dict().tag(sync=True)
    picked = traitlets.Dict().tag(sync=True)
    targets = traitlets.Dict().tag(sync=True)
    choices = traitlets.Dict().tag(sync=True)
    draft = traitlets.Dict().tag(sync=True)
    place = traitlets.Dict().tag(sync=True)
    log = traitlets.Dict().tag(sync=True)
    news = traitlets.Dict().tag(sync=True)
    facts = traitlets.Dict().tag(sync=True)
    boxes = traitlets.Dict().tag(sync=True)
    answer = traitlets.Dict().tag(sync=True)
    """What "why can't I?" was told."""

    def __init__(self, part: str, obey: Order) -> None:
        super().__init__(part=part)
        self.add_class(f"sandtable-{part}")
        self._obey = obey
        self.on_msg(self._heard)

    def show(self, **parts: Mapping[str, Any]) -> None:
        """Sets parts of the pane; what is as it was is not sent again."""
        with self.hold_sync():
            for name, plain in parts.items():
                setattr(self, name, dict(plain))

    def _heard(self, _: Any, content: Any, buffers: Any) -> None:
        """An order from the browser: a word and its arguments."""
        if isinstance(content, dict) and isinstance(content.get("do"), str):
            self._obey(content["do"], list(content.get("with", [])))
