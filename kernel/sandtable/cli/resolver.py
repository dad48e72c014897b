"""Shorthand: turns what a person types into an action, by what is legal now.

    move 36 3310            a unit by part of its name, a destination by the cheapest path
    move 3411 nanxiang      everybody who can move from 3411, to a place by its name
    attack 3512             with all who can reach it
    land 3rd 3510           a whole formation
    e                       the only verb asked for now that begins so

It works through `game.legal` alone, so it knows no rule; what it builds may well be illegal, and
`game.check` says why. The full notation of an action always means that action.
"""

from __future__ import annotations

import shlex
from collections import deque
from collections.abc import Iterator
from dataclasses import Field, fields
from functools import cached_property
from typing import Any

from ..actions import NONE, Action
from ..errors import IllegalAction, NotationError, Unknown
from ..game import Game
from ..state import State
from .names import find_space, find_unit, folded

ALL = "all"


class Resolver:
    """Reads orders for one state."""

    def __init__(self, game: Game, state: State) -> None:
        self.game, self.state = game, state
        self.options = game.legal(state)
        decision = state.decision
        self.side = -1 if decision is None else game.side_index(decision.side)
        step = None if decision is None else game.steps[decision.kind]
        self.asked = {cls.verb: cls for cls in (step.accepts if step else ())}

    def read(self, text: str) -> Action:
        """The action that a line means."""
        try:
            tokens = shlex.split(text)
        except ValueError as error:
            raise NotationError(f"{text!r}: {error}".lower()) from None
        if not tokens:
            raise NotationError("an empty line is not an action")
        cls, rest = self._verb(tokens)
        return _Reading(self, cls).read(rest)

    def knows_verb(self, word: str) -> bool:
        """Does an order that is asked for now begin with this word, written out?"""
        return word in self.asked

    def may_begin(self, word: str) -> bool:
        """Is this the beginning of exactly one verb that is asked for now?"""
        return len(self._beginning(word)) == 1

    def _beginning(self, word: str) -> list[type[Action]]:
        return [cls for verb, cls in self.asked.items() if verb.startswith(word.lower())]

    def _verb(self, tokens: list[str]) -> tuple[type[Action], list[str]]:
        """The action's class; its verb may be left out where only one takes words at all."""
        word, vocabulary = tokens[0], self.game.vocabulary
        if word.lower() in vocabulary:
            return vocabulary[word.lower()], tokens[1:]
        begun = self._beginning(word)
        if len(begun) == 1:
            return begun[0], tokens[1:]
        wordy = [cls for cls in self.asked.values() if fields(cls)]
        if len(wordy) == 1 and not begun:
            return wordy[0], tokens
        raise Unknown("order", word, self.asked or vocabulary)

    def legal(self, verb: str) -> tuple[Action, ...]:
        """The canonical actions of a verb."""
        return self._by_verb.get(verb, ())

    @cached_property
    def _by_verb(self) -> dict[str, tuple[Action, ...]]:
        found: dict[str, list[Action]] = {}
        for action in self.options:
            found.setdefault(action.verb, []).append(action)
        return {verb: tuple(actions) for verb, actions in found.items()}


class _Reading:
    """One line with its verb already known."""

    def __init__(self, resolver: Resolver, cls: type[Action]) -> None:
        self.resolver, self.cls = resolver, cls
        self.game, self.state = resolver.game, resolver.state
        self.legal = resolver.legal(cls.verb)
        able = {id for action in self.legal for id in action.touched_units}
        self.able = [u for u in self.game.units if u.id in able]
        self.own = [u for u in self.game.units if u.side == resolver.side]

    def read(self, tokens: list[str]) -> Action:
        plain = [f for f in fields(self.cls) if not f.metadata["lead"]]
        led = {f.metadata["lead"]: f for f in fields(self.cls) if f.metadata["lead"]}
        words, tails = _split(tokens, set(led))
        if len(words) < len(plain):
            chosen = self._completed(words)
            values = {f.name: getattr(chosen, f.name) for f in plain}
        else:
            values = self._values(plain, words)
        for lead, tail in tails.items():
            if not tail:
                raise self._wrong(f"nothing follows {lead!r}")
            values[led[lead].name] = self._value(led[lead], "+".join(tail), values)
        return self.cls(**values)

    def _values(self, plain: list[Field[Any]], words: list[str]) -> dict[str, Any]:
        surplus = len(words) - len(plain)
        if surplus:
            if not plain or plain[0].metadata["codec"] not in ("units", "words"):
                raise self._wrong(f"{' '.join(words[len(plain) :])!r} is too much")
            words = ["+".join(words[: surplus + 1]), *words[surplus + 1 :]]
        values: dict[str, Any] = {}
        pairs = list(zip(plain, words, strict=True))
        # Spaces first: which units `all` means, or a stack, depends on where the action goes.
        for f, word in sorted(pairs, key=lambda pair: pair[0].metadata["codec"] in ("unit", "units", "path")):
            values[f.name] = self._value(f, word, values)
        return values

    def _value(self, f: Field[Any], word: str, values: dict[str, Any]) -> Any:
        codec = f.metadata["codec"]
        if codec == "unit":
            return find_unit(self.game, word, self.able, self.own).id
        if codec == "units":
            return self._units(word, values)
        if codec == "space":
            return find_space(self.game, word, (a.focus for a in self.legal if a.focus))
        if codec == "path":
            return self._path(word, values)
        if codec == "yesno":
            return self._yesno(word)
        known = [w for a in self.legal for w in _words(getattr(a, f.name))]
        if codec == "words":
            return () if word.lower() == NONE else tuple(_nearest(w, known) for w in _joined(word))
        return _nearest(word, known)

    # -- units --------------------------------------------------------------------------------------

    def _units(self, word: str, values: dict[str, Any]) -> tuple[str, ...]:
        if word.lower() == NONE:
            return ()
        if word.lower() == ALL:
            focus = next((v for v in values.values() if isinstance(v, str)), None)
            return self._widest([a for a in self.legal if focus is None or a.focus == focus]).touched_units
        found: list[str] = []
        for part in _joined(word):
            found += self._group(part)
        return tuple(found)

    def _group(self, word: str) -> list[str]:
        """The units of a word: one by its name, a stack by its space, a formation."""
        if word in self.game.units.number:
            return [word]
        if word in self.game.board.number:
            return self._stack(word)
        short = folded(word)
        force = [u.id for u in self.able if short and folded(u.formation).startswith(short)]
        named = any(folded(u.name) == short for u in self.able)
        if len(force) > 1 and not named and not word.isdigit():
            return force
        return [find_unit(self.game, word, self.able, self.own).id]

    def _stack(self, space: str) -> list[str]:
        """Own units there: those who can do it; if nobody can, all, so that the rule can be named."""
        here = self.game.board.number[space]
        stack = [u for u in self.own if self.state.where[u.index] == here]
        if not stack:
            raise NotationError(f"no unit of yours is in {self.game.space_name(space)}")
        able = [u.id for u in stack if u in self.able]
        return able or [u.id for u in stack]

    def _completed(self, words: list[str]) -> Action:
        """The only legal action, or the one with all units of the others, that the given words fit."""
        self._require_asked()
        fitting = list(self.legal)
        for word in words:
            fitting = self._fitting(fitting, word)
        if words and not fitting:
            raise NotationError(f"{self.cls.verb}: nothing with {' '.join(words)!r} can be done now")
        if len(fitting) != 1 and not self._wide(fitting):
            raise self._wrong("something is missing")
        return self._widest(fitting)

    def _wrong(self, what: str) -> NotationError:
        return NotationError(f"{self.cls.verb}: {what}; the form is: {self.cls.form()}")

    def _require_asked(self) -> None:
        decision, asked = self.state.decision, self.resolver.asked
        if decision is not None and self.cls.verb not in asked:
            wanted = ", ".join(sorted(asked))
            text = f"'{self.cls.verb}' is not asked for now, but one of: {wanted}"
            raise IllegalAction(decision.case, text)

    def _fitting(self, actions: list[Action], word: str) -> list[Action]:
        try:
            space = find_space(self.game, word, (a.focus for a in actions if a.focus))
        except ValueError:
            units = set(self._group(word))
            return [a for a in actions if units <= set(a.touched_units)]
        return [a for a in actions if a.focus == space]

    @staticmethod
    def _wide(actions: list[Action]) -> bool:
        """Are they about one space, and does one of them name every unit that any of them names?"""
        everybody = {id for a in actions for id in a.touched_units}
        together = any(set(a.touched_units) == everybody for a in actions)
        return bool(everybody) and together and len({a.focus for a in actions}) == 1

    def _widest(self, actions: list[Action]) -> Action:
        if not actions:
            raise NotationError(f"{self.cls.verb}: nobody can do that now")
        return max(actions, key=lambda a: len(a.touched_units))

    # -- paths --------------------------------------------------------------------------------------

    def _path(self, word: str, values: dict[str, Any]) -> tuple[str, ...]:
        units: tuple[str, ...] = values.get("units") or ()
        spaces = [find_space(self.game, part) for part in word.split("-")]
        place = self.state.where[self.game.units.index_of(units[0])] if units else -1
        if place < 0:
            return tuple(spaces)
        start = self.game.board.ids[place]
        if len(spaces) > 1:
            return tuple(spaces if spaces[0] == start else [start, *spaces])
        return self._way(units, start, spaces[0])

    def _way(self, units: tuple[str, ...], start: str, goal: str) -> tuple[str, ...]:
        """The path of the legal action that goes there; else the shortest on the map, to be judged."""
        ways = [a for a in self.resolver.options.for_unit(units[0]) if a.verb == self.cls.verb]
        ways = [a for a in ways if a.focus == goal and a.spaces[0] == start]
        ways.sort(key=lambda a: set(a.touched_units) != set(units))
        return ways[0].spaces if ways else tuple(shortest(self.game, start, goal))

    def _yesno(self, word: str) -> bool:
        answer = word.lower()
        if answer and ("yes".startswith(answer) or "no".startswith(answer)):
            return "yes".startswith(answer)
        raise NotationError(f"{word!r} is neither yes nor no")


def shortest(game: Game, start: str, goal: str) -> list[str]:
    """Fewest steps over the map, whatever is in the way."""
    board = game.board
    first, last = board.index(start), board.index(goal)
    came = {first: first}
    queue = deque([first])
    while queue and last not in came:
        here = queue.popleft()
        for near in board.adjacent(here):
            if near not in came:
                came[near] = here
                queue.append(near)
    path = [last]
    while path[-1] != first and path[-1] in came:
        path.append(came[path[-1]])
    return [board.ids[s] for s in reversed(path)]


def _split(tokens: list[str], leads: set[str]) -> tuple[list[str], dict[str, list[str]]]:
    """The words before any leading word, and those behind each."""
    words: list[str] = []
    tails: dict[str, list[str]] = {}
    current = words
    for token in tokens:
        if token.lower() in leads:
            current = tails.setdefault(token.lower(), [])
        else:
            current.append(token)
    return words, tails


def _joined(word: str) -> list[str]:
    parts = word.replace(",", "+").split("+")
    if not all(parts):
        raise NotationError(f"a name is missing beside a '+' in {word!r}")
    return parts


def _words(value: Any) -> Iterator[str]:
    if isinstance(value, tuple):
        yield from value
    elif value is not None:
        yield str(value)


def _nearest(word: str, known: list[str]) -> str:
    """The known word that this begins, or the word as it stands: the rules will say what is wrong."""
    for test in (str.__eq__, str.startswith):
        found = {k for k in known if test(k.lower(), word.lower())}
        if len(found) == 1:
            return found.pop()
    return word
