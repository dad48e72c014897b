"""Choices that are alike stand in one line: whoever takes part is ticked, and a space is pointed at."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any

from sandtable.actions import Action

from .offers import coded

SPACES = 3
"""So many spaces for one thing are listed line by line; more are lit on the map when it is chosen."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One line: a single action, or several of a family of which one has to be made out."""

    actions: tuple[Action, ...]

    @property
    def first(self) -> Action:
        return self.actions[0]

    @property
    def open(self) -> bool:
        return len(self.actions) > 1


def family(action: Action) -> tuple[Any, ...]:
    """What actions have in common that differ only in who takes part, with what support, and where."""
    loose = ("units", "words", "path", "space")
    kept = (f.name for f in fields(action) if f.metadata["codec"] not in loose)
    return type(action), *(getattr(action, name) for name in kept)


def choices(actions: Iterable[Action]) -> list[Choice]:
    """The lines of a list, in the order of their first actions."""
    alike: dict[tuple[Any, ...], list[Action]] = {}
    for action in actions:
        alike.setdefault(family(action), []).append(action)
    found: list[Choice] = []
    for members in alike.values():
        if _folds(members, alone=len(alike) == 1):
            found.append(Choice(tuple(members)))
        else:
            found += [Choice((action,)) for action in members]
    return found


def _folds(members: list[Action], alone: bool) -> bool:
    """Sets of units are never told apart by reading them; many spaces are better seen on the map."""
    if len(members) == 1:
        return False
    if all(_takes_units(a) for a in members):
        return True
    return not alone and len(members) > SPACES and all(a.focus and not a.touched_units for a in members)


def _takes_units(action: Action) -> bool:
    field = coded(action, "units")
    return field is not None and getattr(action, field.name) is not None
