"""Shorthand: turns what a person types into actions, by what is legal now.

    move 36 3310            a unit by part of its name, a destination by the cheapest path
    move 3411 nanxiang      everybody who can move from 3411, to a place by its name
    attack 3512             with all who can reach it
    land 3rd 3510           a whole formation
    place 11 14 51 suzhou   one after the other
    e                       the only verb asked for now that begins so

It works through `game.legal` alone, so it knows no rule; what it builds may well be illegal, and
`game.check` says why. The full notation of an action always means that action.
"""

from __future__ import annotations

import shlex
from dataclasses import fields
from functools import cached_property

from ..actions import Action
from ..errors import IllegalAction, NotationError, Unknown
from ..game import Game
from ..state import State
from .reading import Reading


def split_line(text: str) -> list[str]:
    """The words of a line; quotes keep words together."""
    try:
        return shlex.split(text)
    except ValueError as error:
        raise NotationError(f"{text!r}: {error}".lower()) from None


class Resolver:
    """Reads orders for one state."""

    def __init__(self, game: Game, state: State) -> None:
        self.game, self.state = game, state
        self.options = game.legal(state)
        decision = state.decision
        step = None if decision is None else game.steps[decision.kind]
        self.asked = {cls.verb: cls for cls in (step.accepts if step else ())}

    def read(self, text: str) -> Action:
        """The one action that a line means."""
        found = self.read_all(text)
        if len(found) != 1:
            raise NotationError(f"{text!r} means {len(found)} actions; one is wanted here")
        return found[0]

    def read_all(self, text: str) -> list[Action]:
        """The actions that a line means: several where an action takes one unit and several are named."""
        tokens = split_line(text)
        if not tokens:
            raise NotationError("an empty line is not an action")
        cls, rest = self._verb(tokens)
        decision = self.state.decision
        if decision is not None and rest and cls.verb not in self.asked:
            wanted = ", ".join(sorted(self.asked))
            raise IllegalAction(decision.case, f"'{cls.verb}' is not asked for now, but one of: {wanted}")
        return Reading(self.game, self.state, cls, self.legal(cls.verb)).read(rest)

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
        later = [cls for verb, cls in vocabulary.items() if verb.startswith(word.lower())]
        if len(later) == 1 and not begun:
            return later[0], tokens[1:]
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
