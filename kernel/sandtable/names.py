"""Finding units and spaces by what a person types: identifiers, names, beginnings, parts."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import TypeVar

from .errors import SandtableError, Unknown
from .game import Game
from .units import Unit

T = TypeVar("T")
_SHOWN = 8


def folded(text: str) -> str:
    """Letters and digits only, small.

    >>> folded("6/3rd"), folded("Shanghai NE (Yangshupu)")
    ('63rd', 'shanghaineyangshupu')
    """
    return "".join(c for c in text.lower() if c.isalnum())


def pieces(text: str) -> frozenset[str]:
    """The words of an identifier, numbers without leading zeros.

    >>> sorted(pieces("j_rgt_006_div_003"))
    ['3', '6', 'div', 'j', 'rgt']
    """
    return frozenset(word.lstrip("0") or "0" for word in re.split(r"[\W_]+", text.lower()) if word)


def find_unit(game: Game, word: str, *pools: Iterable[Unit]) -> Unit:
    """The unit a word means: looked for in each pool, the likeliest first, then among all units."""
    for pool in (*pools, game.units):
        found = _best(list(pool), _unit_tests(word))
        if len(found) == 1:
            return found[0]
        if found:
            raise SandtableError(f"{word!r} could be {_choice([f'{u.id} ({u.name})' for u in found])}")
    raise Unknown("unit", word, (*game.units.ids, *(u.name for u in game.units)))


def _unit_tests(word: str) -> list[Callable[[Unit], bool]]:
    short, parts = folded(word), pieces(word)
    return [
        lambda u: u.id == word,
        lambda u: folded(u.name) == short,
        lambda u: bool(parts) and parts <= pieces(u.id),
        lambda u: bool(short) and (folded(u.name).startswith(short) or folded(u.id).startswith(short)),
        lambda u: bool(short) and short in folded(u.name),
    ]


def find_space(game: Game, word: str, pool: Iterable[str] = ()) -> str:
    """The space a word means, those in the pool before all others."""
    board = game.board
    if word in board.number:
        return word
    short = folded(word)
    others = _other_names().get(game.slug, {})

    def called(id: str) -> str:
        return folded(board.names[board.number[id]])

    tests: list[Callable[[str], bool]] = [
        lambda id: bool(short) and called(id) == short,
        lambda id: bool(short) and any(folded(name) == short for name in others.get(id, ())),
        lambda id: bool(short) and called(id).startswith(short),
        lambda id: len(short) > 2 and short in called(id),
    ]
    for ids in (list(dict.fromkeys(pool)), board.ids):
        found = _best(ids, tests)
        if len(found) == 1:
            return found[0]
        if found:
            raise SandtableError(f"{word!r} could be {_choice([game.space_name(id) for id in found])}")
    raise Unknown("space", word, (*board.ids, *filter(None, board.names)))


def also_called(game: Game, id: str) -> tuple[str, ...]:
    """What a place is called besides its name on the board: at the time, in pinyin, in hanzi.

    >>> import sandtable as st
    >>> also_called(st.load("shanghai-nanking"), "2410")
    ('Soochow', '苏州')
    """
    return _other_names().get(game.slug, {}).get(id, ())


@cache
def _other_names() -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """By game and space."""
    found: dict[str, dict[str, tuple[str, ...]]] = {}
    text = (files("sandtable") / "placenames.csv").read_text("utf-8")
    for row in csv.DictReader(text.splitlines()):
        spaces = found.setdefault(row["game"], {})
        spaces[row["space"]] = (*spaces.get(row["space"], ()), row["name"])
    return found


def _best(items: Sequence[T], tests: Iterable[Callable[[T], bool]]) -> list[T]:
    """What passes the first test that anything passes."""
    for test in tests:
        found = [item for item in items if test(item)]
        if found:
            return found
    return []


def _choice(words: list[str]) -> str:
    more = f" or {len(words) - _SHOWN} others" if len(words) > _SHOWN else ""
    return " or ".join(words[:_SHOWN]) + more


def one_of(what: str, word: str, known: Iterable[str]) -> str:
    """The known word that this is, or the only one that begins so; case does not matter."""
    words = list(known)
    exact = [k for k in words if k.lower() == word.lower()]
    found = exact or [k for k in words if k.lower().startswith(word.lower())]
    if len(found) != 1:
        raise Unknown(what, word, words)
    return found[0]
