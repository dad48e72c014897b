"""Objectives: the named places of a game whose fall is watched, in play and in history."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from .errors import DataError
from .game import Game
from .state import State


@dataclass(frozen=True, slots=True)
class Objective:
    """A place that counts as fallen while `taker` controls at least `need` of its spaces."""

    id: str
    name: str
    taker: str
    spaces: tuple[int, ...]
    need: int
    source: str


@lru_cache(maxsize=64)
def objectives(game: Game) -> dict[str, Objective]:
    """The objectives of a game by id, from its data/objectives.csv.

    >>> import sandtable as st
    >>> objectives(st.load("shanghai-nanking"))["nanking"].name
    'Nanking'
    """
    board = game.board
    found = {}
    for row in game.data.table("objectives"):
        tag = row.text("tag")
        words = row.words("spaces")
        if bool(tag) == bool(words):
            raise row.error("spaces", "an objective has either spaces or a tag of the board")
        for word in words:
            if word not in board.number:
                raise row.error("spaces", f"unknown space {word!r}")
        spaces = board.tagged(tag) if tag else tuple(board.number[word] for word in words)
        if not spaces:
            raise row.error("tag", f"no space of the board is tagged {tag!r}")
        need = row.integer("need", 1, len(spaces)) if row.text("need") else len(spaces)
        id = row.needed("id")
        taker = row.choice("taker", game.sides, "side")
        found[id] = Objective(id, row.needed("name"), taker, spaces, need, row.source)
    if not found:
        raise DataError("objectives.csv", None, None, "the game has no objective")
    return found


def held(game: Game, state: State, objective: Objective) -> int:
    """How many spaces of an objective its taker controls."""
    taker, control = game.sides.index(objective.taker), state.control
    return sum(1 for space in objective.spaces if control[space] == taker)
