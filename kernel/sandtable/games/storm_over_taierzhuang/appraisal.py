"""What a staff reads off a position: forces by area, the supply chain, and what an attack promises."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from ...damage import Use, most_absorbed, most_left
from ...state import State
from .combat import Battle, engage
from .words import JAPANESE, READY, RECOVERING

if TYPE_CHECKING:
    from .game import StormOverTaierzhuang

SUMS = tuple((total, 6 - abs(total - 7)) for total in range(2, 13))
"""The sums of two dice, each with its chances of 36."""


class Promise(NamedTuple):
    """What an attack promises in the mean: Ready enemies flipped, points beyond that, the area cleared, and
    own units lost."""

    flips: float
    pushes: float
    clears: float
    lost: float


class Picture:
    """A position at a glance."""

    def __init__(self, game: StormOverTaierzhuang, state: State) -> None:
        size = len(game.board)
        self.count = state.count
        self.ready = ([0] * size, [0] * size)
        self.power = ([0] * size, [0] * size)
        """Combat factors that can still act."""
        for unit, place in enumerate(state.where):
            if place >= 0 and state.steps[unit] == READY and not state.marks[unit] & RECOVERING:
                side = game.side_of[unit]
                self.ready[side][place] += 1
                self.power[side][place] += game.factor[unit]
        self.links = self._links(game, state)
        self._near: dict[tuple[int, int, bool], int] = {}

    @staticmethod
    def _links(game: StormOverTaierzhuang, state: State) -> dict[int, int]:
        """SOT-6.3: by area of the supply chain, the Japanese units that hang on it and on nothing else."""
        standing = state.count[JAPANESE]
        held = [s for s in game.ground.areas if standing[s]]
        fed = chain(game, standing, -1)
        found = {}
        for link in held:
            if fed[link]:
                without = chain(game, standing, link)
                found[link] = sum(standing[s] for s in held if fed[s] and not without[s] and s != link)
        return found

    def near(self, game: StormOverTaierzhuang, side: int, space: int, ready: bool = True) -> int:
        """Units of a side that stand in an area or could step into it."""
        key = side, space, ready
        if key not in self._near:
            counts, move = (self.ready if ready else self.count)[side], game.ground.move[side]
            around = sum(counts[s] for s in game.board.adjacent(space) if space in move[s])
            self._near[key] = counts[space] + around
        return self._near[key]


def chain(game: StormOverTaierzhuang, standing: Sequence[int], broken: int) -> bytearray:
    """SOT-6.3b-e: the spaces joined to a Japanese zone, were this one area empty."""
    joined = bytearray(len(game.board))
    reached = list(game.ground.zones[JAPANESE])
    for zone in reached:
        joined[zone] = 1
    for here in reached:
        for there in game.ground.supply[here]:
            if standing[there] and not joined[there] and there != broken:
                joined[there] = 1
                reached.append(there)
    return joined


def starving(game: StormOverTaierzhuang, standing: Sequence[int]) -> int:
    """SOT-6.3: Japanese units without supply, were they standing so."""
    fed = chain(game, standing, -1)
    return sum(standing[s] for s in game.ground.areas if not fed[s])


def promise(game: StormOverTaierzhuang, state: State, battle: Battle) -> Promise:
    """SOT-7.2, 7.3: the mean of an attack over every roll."""
    sums = engage(game, state, battle)
    wave = len(battle.units) if battle.wave else 0
    return _promise(game.uses, sums.attack - sums.defence, sums.ready, sums.spent, wave)


@lru_cache(maxsize=20_000)
def _promise(uses: tuple[Use, ...], margin: int, ready: int, spent: int, wave: int) -> Promise:
    most = most_absorbed(uses, ready, spent)
    flips = pushes = clears = lost = 0.0
    for total, chances in SUMS:
        damage = max(0, margin + total)
        done = min(damage, most)
        flipped = min(done, ready)
        flips += chances * flipped
        pushes += chances * (done - flipped)
        left = most_left(uses, damage, ready, spent)
        clears += chances * (left == 0)
        lost += chances * wave * min(left, 6) / 6
    return Promise(flips / 36, pushes / 36, clears / 36, lost / 36)


def steps_between(game: StormOverTaierzhuang, side: int) -> list[list[int]]:
    """Areas to go from every space to every other, for a side and without enemies; a far number for never."""
    size = len(game.board)
    table = []
    for start in range(size):
        far = [size] * size
        far[start] = 0
        reached = [start]
        for here in reached:
            for there in game.ground.move[side][here]:
                if far[there] == size:
                    far[there] = far[here] + 1
                    reached.append(there)
        table.append(far)
    return table
