"""A combat on paper in the terminal: its inputs, and its exact odds."""

from __future__ import annotations

import json
from collections.abc import Mapping

from ..dials import Dial, Setting, Value
from ..errors import SandtableError, Unknown
from ..game import Game
from ..names import one_of
from . import chances
from .console import Console


def combat(console: Console, game: Game, given: Mapping[str, str], as_json: bool) -> int:
    """Where every input stands, and the odds of the combat they describe."""
    dials = {dial.name: dial for dial in game.dials()}
    if not dials:
        raise SandtableError(f"{game.slug} has no combats on paper; ask with --units or --save")
    dialled: dict[str, Value] = {}
    for word, text in given.items():
        name = one_of("input", word, dials)
        dialled[name] = _value(dials[name], text)
    setting, forecast = Setting(dials.values(), dialled), game.paper_odds(**dialled)
    if as_json:
        plain = {"game": game.slug, "inputs": dict(setting), **chances.plain_odds(game, forecast)}
        console.say(json.dumps(plain, indent=2, ensure_ascii=False))
        return 0
    rows = [[name, str(setting[name]), _range(dial), dial.case] for name, dial in dials.items()]
    console.table(("input", "stands at", "can be", "rule"), rows, "llll")
    console.say("")
    chances.show_odds(console, game, forecast)
    return 0


def _value(dial: Dial, text: str) -> Value:
    """What somebody typed for an input: a number, or a word or how it begins."""
    if isinstance(dial.values, range):
        if not text.isdecimal() or int(text) not in dial.values:
            raise Unknown(f"value of {dial.name}", text, (_range(dial),))
        return int(text)
    return one_of(f"value of {dial.name}", text, dial.values)


def _range(dial: Dial) -> str:
    if isinstance(dial.values, range):
        return f"{dial.values[0]} to {dial.values[-1]}"
    return ", ".join(dial.values)
