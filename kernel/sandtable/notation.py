"""Reading actions back from text and from JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from .actions import Action
from .errors import NotationError, Unknown


def verbs(classes: Iterable[type[Action]]) -> dict[str, type[Action]]:
    """The vocabulary of a game; a verb belongs to one action."""
    found: dict[str, type[Action]] = {}
    for cls in classes:
        if found.setdefault(cls.verb, cls) is not cls:
            raise NotationError(f"two actions share the verb {cls.verb!r}")
    return found


def parse(vocabulary: Mapping[str, type[Action]], text: str) -> Action:
    """The action that a line of notation says."""
    tokens = text.split()
    if not tokens:
        raise NotationError("an empty line is not an action")
    if tokens[0] not in vocabulary:
        raise Unknown("action", tokens[0], vocabulary)
    return vocabulary[tokens[0]].from_tokens(tokens[1:])


def from_json(vocabulary: Mapping[str, type[Action]], plain: Any) -> Action:
    """The action that a mapping says."""
    if not isinstance(plain, dict) or not isinstance(plain.get("verb"), str):
        raise NotationError(f"not an action: {plain!r}")
    if plain["verb"] not in vocabulary:
        raise Unknown("action", plain["verb"], vocabulary)
    return vocabulary[plain["verb"]].from_json(plain)
