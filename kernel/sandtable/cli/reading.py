"""Reading the words behind a verb: what they can mean by the actions that are legal now."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import Field, fields
from typing import Any

from ..actions import NONE, Action
from ..errors import NotationError
from ..game import Game
from ..names import find_space, find_unit, folded
from ..state import State

ALL = "all"


class Reading:
    """The words behind one verb; `legal` are the canonical actions of that verb."""

    def __init__(self, game: Game, state: State, cls: type[Action], legal: tuple[Action, ...]) -> None:
        self.game, self.state, self.cls, self.legal = game, state, cls, legal
        able = {id for action in legal for id in action.touched_units}
        self.able = [u for u in game.units if u.id in able]
        decision = state.decision
        self.own = [u for u in game.units if decision and game.sides[u.side] == decision.side]

    def read(self, tokens: list[str]) -> list[Action]:
        plain = [f for f in fields(self.cls) if not f.metadata["lead"]]
        led = {f.metadata["lead"]: f for f in fields(self.cls) if f.metadata["lead"]}
        words, tails = _split(tokens, set(led))
        if len(words) < len(plain):
            chosen = self._completed(words)
            rows = [{f.name: getattr(chosen, f.name) for f in plain}]
        else:
            rows = self._one_by_one(plain, self._fold(plain, words))
        for values in rows:
            for lead, tail in tails.items():
                if not tail:
                    raise self._wrong(f"nothing follows {lead!r}")
                values[led[lead].name] = self._value(led[lead], "+".join(tail), values)
        return [self.cls(**values) for values in rows]

    def _fold(self, plain: list[Field[Any]], words: list[str]) -> list[str]:
        """As many words as fields: what is too much belongs to the first, if that takes several."""
        surplus = len(words) - len(plain)
        if surplus and (not plain or plain[0].metadata["codec"] not in ("unit", "units", "words")):
            raise self._wrong(f"{' '.join(words[len(plain) :])!r} is too much")
        return ["+".join(words[: surplus + 1]), *words[surplus + 1 :]] if surplus else words

    def _one_by_one(self, plain: list[Field[Any]], words: list[str]) -> list[dict[str, Any]]:
        """The fields of each action: an action for one unit, given several, is one action a unit."""
        if not plain or plain[0].metadata["codec"] != "unit":
            return [self._values(plain, words)]
        others = self._values(plain[1:], words[1:])
        return [{plain[0].name: id, **others} for id in self._units(words[0], others)]

    def _values(self, plain: list[Field[Any]], words: list[str]) -> dict[str, Any]:
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
            return self._everybody(values)
        found: list[str] = []
        for part in _joined(word):
            found += self._group(part)
        return tuple(found)

    def _everybody(self, values: dict[str, Any]) -> tuple[str, ...]:
        """Whoever can do it there: the fullest action, or each unit that has one of its own."""
        fitting = [a for a in self.legal if all(getattr(a, name) == v for name, v in values.items())]
        if not fitting:
            raise NotationError(f"{self.cls.verb}: nobody can do that now")
        if all(len(a.touched_units) == 1 for a in fitting):
            return tuple(dict.fromkeys(id for a in fitting for id in a.touched_units))
        if not self._wide(fitting):
            raise self._wrong("not everybody can do that together; name units, or the space they are in")
        return _fullest(fitting).touched_units

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
        fitting = list(self.legal)
        for word in words:
            fitting = self._fitting(fitting, word)
        if words and not fitting:
            raise NotationError(f"{self.cls.verb}: nothing with {' '.join(words)!r} can be done now")
        if len(fitting) != 1 and not self._wide(fitting):
            raise self._wrong("something is missing")
        return _fullest(fitting)

    def _wrong(self, what: str) -> NotationError:
        return NotationError(f"{self.cls.verb}: {what}; the form is: {self.cls.form()}")

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
        ways = [a for a in self.game.legal(self.state).for_unit(units[0]) if a.verb == self.cls.verb]
        ways = [a for a in ways if a.focus == goal and a.spaces[0] == start]
        ways.sort(key=lambda a: set(a.touched_units) != set(units))
        return ways[0].spaces if ways else tuple(shortest(self.game, start, goal))

    def _yesno(self, word: str) -> bool:
        answer = word.lower()
        if answer and ("yes".startswith(answer) or "no".startswith(answer)):
            return "yes".startswith(answer)
        raise NotationError(f"{word!r} is neither yes nor no")


def _fullest(actions: list[Action]) -> Action:
    return max(actions, key=lambda a: len(a.touched_units))


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
