"""The combat that is going on: `state.vars["combat"]` holds it, whatever more a game keeps there."""

from __future__ import annotations

from typing import NamedTuple

from ..state import State


class Fight(NamedTuple):
    """The first three entries of every pending combat."""

    kind: str
    target: int
    attackers: tuple[int, ...]


def fight(state: State) -> Fight:
    """The combat that is going on."""
    return Fight(*state.vars["combat"][:3])
