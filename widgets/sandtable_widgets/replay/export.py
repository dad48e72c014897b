"""A match as one HTML file: the map of the notebook, a slider and the log, with no outside request."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterator
from html import escape
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from string import Template
from typing import Any

from sandtable.errors import SandtableError
from sandtable.match import Match

from ..atlas.scene import Entries, Looks, difference, position
from ..atlas.sheet import Sheet, geodata_folder, sheet
from ..atlas.surface import FACES, side_colour
from ..page import capital
from .film import Scene, dates, outcome_of

SCRIPTS = ("frame.js", "labels.js", "overlay.js", "fan.js", "counters.js")
"""The scripts of the notebook's map that the page shares."""


def write(match: Match, film: list[Scene], path: Path, side: str | None, overwrite: bool = False) -> Path:
    """Writes the page; an existing file stays unless it may be overwritten."""
    if not path.name:
        raise SandtableError("the page needs a file name, such as game.html")
    if path.is_dir():
        raise SandtableError(f"{path} is a folder; the page needs a file name, such as {path / 'game.html'}")
    if path.exists() and not overwrite:
        raise SandtableError(f"{path} exists already; nothing was overwritten: choose another name")
    if not path.parent.is_dir():
        raise SandtableError(f"there is no folder {path.parent} to write {path.name} to")
    path.write_text(page(match, film, side), encoding="utf-8")
    return path


def page(match: Match, film: list[Scene], side: str | None) -> str:
    """The whole page as text."""
    made = sheet(match.game)
    here, shared = files(__package__), files("sandtable_widgets.atlas") / "static"
    styles = [made.head["theme"], _text(shared / "map.css"), _text(here / "page.css"), *_typefaces()]
    return Template(_text(here / "page.html")).substitute(
        title=escape(match.game.title),
        subtitle=escape(f"{_scenario(match)} · {outcome_of(match)}"),
        css="\n".join(styles),
        script="\n".join([*(_text(shared / name) for name in SCRIPTS), _text(here / "page.js")]),
        sheet=_packed(made.packed),
        film=_packed(zlib.compress(json.dumps(reel(match, film, side, made)).encode(), 9)),
    )


def _scenario(match: Match) -> str:
    return match.game.scenarios[match.state_at(0).scenario].title


def _text(file: Traversable) -> str:
    return file.read_text(encoding="utf-8")


def _typefaces() -> Iterator[str]:
    """The typefaces of the plate, so that the page looks the same on every machine."""
    for name, weight, style in FACES:
        file = geodata_folder() / "draw" / "fonts" / name
        if file.is_file():
            family = "Sandtable Hanzi" if name.startswith("hanzi") else "Sandtable"
            yield (
                f'@font-face{{font-family:"{family}";font-weight:{weight};font-style:{style};'
                f"src:url(data:font/ttf;base64,{_packed(file.read_bytes())})}}"
            )


def _packed(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def reel(match: Match, film: list[Scene], side: str | None, made: Sheet) -> dict[str, Any]:
    """The film as plain data: for each scene its words, its marks, and what changed on the map."""
    game, looks = match.game, Looks()
    shown: Entries = {}
    moments = []
    for scene in film:
        view = game.view(scene.state, side)
        now = position(view, game.sides, made.head["liveries"], looks)
        moments.append(
            {
                "turn": scene.state.turn,
                "phase": scene.phase,
                "side": scene.side,
                "title": scene.title,
                "events": [[case, capital(text)] for case, text in scene.told],
                "path": list(scene.path),
                "space": None if scene.path else scene.focus,
                "units": [id for id in scene.units if id in now["units"]],
                "news": difference(shown, now),
            }
        )
        shown = now
    cited = dict.fromkeys(case for scene in film for case, _ in scene.told)
    return {
        "sides": [[name, side_colour(name, made.head["liveries"])] for name in game.sides],
        "dates": dates(film, side),
        "looks": looks.all(),
        "cases": {
            id: f"{game.cases[id].title}. {game.cases[id].statement}" for id in cited if id in game.cases
        },
        "moments": moments,
    }
