"""What a study notes of a position at the end of a turn, the same for every game."""

from __future__ import annotations

from base64 import b85decode, b85encode
from functools import lru_cache
from typing import Any
from zlib import compress, decompress

import numpy as np
from numpy.typing import NDArray

from ..game import Game
from ..hooks import Hooks
from ..objectives import held, objectives
from ..state import DEAD, NOBODY, REMOVED, State

Ints = NDArray[np.int64]


class Gauge:
    """The numbers of one game in the form in which positions are measured quickly."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.side = np.array(game.side_of, dtype=np.int64)
        self.full = np.array([u.steps for u in game.units], dtype=np.int64)
        self.rows = np.arange(len(game.units))
        deepest = int(self.full.max())
        self.strength = np.array(
            [[*u.strength, *[u.strength[-1]] * (deepest - u.steps)] for u in game.units], dtype=np.int64
        )
        self.faces_change = type(game).shown is not Hooks.shown
        pairs = sorted({(min(a, b), max(a, b)) for a, _, b in game.board.sides()})
        self.a, self.b = (np.array(ends, dtype=np.int64) for ends in zip(*pairs, strict=True))
        lonlat = np.array(game.board.lonlat)
        self.middle = (lonlat[self.a] + lonlat[self.b]) / 2

    def __call__(self, state: State) -> dict[str, float]:
        """Units, steps, strengths, losses and spaces by side, objectives, the front, and the game's own."""
        game = self.game
        where = np.frombuffer(state.where, dtype=np.int16)
        steps = np.frombuffer(state.steps, dtype=np.uint8).astype(np.int64)
        control = np.frombuffer(state.control, dtype=np.uint8)
        full, strength = self._faces(state, steps)
        lost = np.where(where == REMOVED, 0, full - steps)
        found: dict[str, float] = {}
        for index, side in enumerate(game.sides):
            mine = self.side == index
            here = mine & (where >= 0)
            found[f"{side}_units"] = int(here.sum())
            found[f"{side}_steps"] = int(steps[here].sum())
            found[f"{side}_strength"] = int(strength[here].sum())
            found[f"{side}_lost_units"] = int((mine & (where == DEAD)).sum())
            found[f"{side}_lost_steps"] = int(lost[mine].sum())
            found[f"{side}_spaces"] = int((control == index).sum())
        for objective in objectives(game).values():
            found[f"held_{objective.id}"] = held(game, state, objective)
        found.update(self._front(control))
        found.update(game.measures(state))
        return found

    def _faces(self, state: State, steps: Ints) -> tuple[Ints, Ints]:
        """Full steps and present strength of every unit, of the counter that it really is."""
        if not self.faces_change:
            return self.full, self.strength[self.rows, steps]
        shown = [self.game.shown(state, None, u) for u in range(len(self.game.units))]
        full = np.array([u.steps for u in shown], dtype=np.int64)
        return full, np.array([u.strength[steps[u.index]] for u in shown], dtype=np.int64)

    def _front(self, control: NDArray[np.uint8]) -> dict[str, float]:
        """Where the sides touch: how many borders there are between them, and the mean of their places."""
        ours, theirs = control[self.a], control[self.b]
        touching = (ours != theirs) & (ours != NOBODY) & (theirs != NOBODY)
        length = int(touching.sum())
        if not length:
            return {"front_length": 0}
        lon, lat = self.middle[touching].mean(axis=0)
        return {"front_length": length, "front_lon": round(float(lon), 5), "front_lat": round(float(lat), 5)}


@lru_cache(maxsize=64)
def gauge(game: Game) -> Gauge:
    """The gauge of a game, made once."""
    return Gauge(game)


def pack_control(state: State) -> str:
    """Who controls every space, as a short text."""
    return b85encode(compress(bytes(state.control), 6)).decode("ascii")


def unpack_control(text: str) -> NDArray[Any]:
    """The side by space (NOBODY where none) that `pack_control` wrote."""
    return np.frombuffer(decompress(b85decode(text)), dtype=np.uint8)
