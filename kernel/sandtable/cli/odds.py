"""The odds command: the combat table, two strengths, a combat on paper or in a position."""

from __future__ import annotations

import ast
import json
from argparse import Namespace
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from .. import load
from ..errors import SandtableError, SaveError, Unknown
from ..game import Game
from ..names import find_space, find_unit, one_of
from ..state import State
from . import chances, paper, saved
from .console import Console
from .resolver import Resolver

EACH = 5
"""Combats against one target that are listed."""

_POSITION = ("units", "steps", "control", "turn", "phase", "side", "set")
"""What arranges a position, by the names of the arguments."""


def odds(console: Console, args: Namespace) -> int:
    """Exact odds of whatever was asked for."""
    game = load(args.slug, args.data)
    strengths = (args.attack, args.defence, args.shift)
    arranged = [name for name in _POSITION if getattr(args, name)]
    if args.save is not None and arranged:
        raise SandtableError(f"--save is a position already; --{arranged[0]} cannot change it")
    if args.save is not None or args.units:
        if any(value is not None for value in strengths) or args.given:
            raise SandtableError("--attack, --defence, --shift and --given are for no position")
        state = _saved(game, args) if args.save is not None else _arranged(game, args)
        return _combat(console, state, args)
    if arranged or args.action or args.seen_by:
        given = (arranged or [name for name in ("action", "seen_by") if getattr(args, name)])[0]
        raise SandtableError(f"--{given.replace('_', '-')} needs a position: give --units or --save")
    if args.given or not game.odds_table():
        if any(value is not None for value in strengths):
            raise SandtableError("--attack, --defence and --shift are for the table, not for paper")
        return paper.combat(console, game, _mapping("--given", args.given, str, str), args.json)
    return _table(console, game, args)


def _table(console: Console, game: Game, args: Namespace) -> int:
    column = None
    if args.attack is not None and args.defence is not None:
        column = game.odds_column(args.attack, args.defence, args.shift or 0)
    elif any(value is not None for value in (args.attack, args.defence, args.shift)):
        raise SandtableError("--attack and --defence go together (and --shift with them)")
    if args.json:
        console.say(json.dumps(chances.plain_table(game, column), indent=2))
        return 0
    if column is not None:
        shift = f", shifted by {args.shift:+d}" if args.shift else ""
        console.say(
            f"{args.attack} against {args.defence}{shift}: column {console.paint(column, 'bold')}", ""
        )
        chances.show_column(console, game, column)
        console.say("")
    chances.show_table(console, game, column)
    return 0


def _combat(console: Console, state: State, args: Namespace) -> int:
    game = state.game
    eye = None if args.seen_by is None else one_of("side", args.seen_by, game.sides)
    if args.action is None:
        found = chances.all_forecasts(game, state, eye)
        if args.json:
            plain = [chances.plain_forecast(game, action, forecast) for action, forecast in found]
            console.say(json.dumps(plain, indent=2, ensure_ascii=False))
        else:
            chances.show_all(console, state, chances.best_each(found, EACH))
        return 0
    action = Resolver(game, state).read(args.action)
    forecast = game.forecast(state, action, eye)
    if args.json:
        plain_one = chances.plain_forecast(game, action, forecast)
        console.say(json.dumps(plain_one, indent=2, ensure_ascii=False))
    else:
        chances.show_forecast(console, game, action, forecast)
    return 0


def _saved(game: Game, args: Namespace) -> State:
    state = saved.read(Path(args.save), args.data).state
    if state.game.slug != game.slug:
        raise SaveError(f"a game of {state.game.slug!r}, not of {game.slug!r}", args.save)
    return state


def _arranged(game: Game, args: Namespace) -> State:
    """The position that the arguments describe."""

    def unit(word: str) -> str:
        return find_unit(game, word).id

    def space(word: str) -> str:
        return find_space(game, word)

    def side(word: str) -> str:
        return one_of("side", word, game.sides)

    extra = dict(_pair("--set", text, str, _value) for text in args.set)
    return game.arrange(
        args.scenario,
        _mapping("--units", args.units, unit, space),
        turn=1 if args.turn is None else args.turn,
        phase=None if args.phase is None else one_of("phase", args.phase.replace("-", " "), game.phases),
        side=None if args.side is None else side(args.side),
        steps=_mapping("--steps", args.steps, unit, _whole),
        control=_mapping("--control", args.control, space, side),
        options=args.option,
        **extra,
    )


def _mapping(
    flag: str, given: Iterable[str], key: Callable[[str], str], value: Callable[[str], Any]
) -> dict[str, Any]:
    """KEY=VALUE pairs, joined by commas or given again and again."""
    words = [word for text in given for word in text.split(",") if word]
    return dict(_pair(flag, word, key, value) for word in words)


def _pair(flag: str, word: str, key: Callable[[str], str], value: Callable[[str], Any]) -> tuple[str, Any]:
    name, equals, text = word.partition("=")
    if not (name and equals and text):
        raise SandtableError(f"{flag}: {word!r} is not of the form NAME=VALUE")
    return key(name.strip()), value(text.strip())


def _whole(text: str) -> int:
    if not text.isdigit():
        raise Unknown("number of steps", text)
    return int(text)


def _value(text: str) -> Any:
    """A Python value (`3`, `('a', 'b')`, `{'a': 2}`), yes or no, or the word itself."""
    if text.lower() in ("yes", "no"):
        return text.lower() == "yes"
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return text
