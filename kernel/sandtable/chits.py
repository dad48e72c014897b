"""Cups and hands: chits of several kinds, drawn blindly with the state's own dice.

A side's chits are either in its hand or in its cup. `state.stock` holds the number of each kind in the
hand; what is not in the hand is in the cup.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from .state import State


class Cup:
    """The chits of one side: their kinds, how many there are of each, and their place in the stock."""

    def __init__(self, kinds: Sequence[str], numbers: Sequence[int], place: int) -> None:
        self.kinds, self.numbers, self.place = tuple(kinds), tuple(numbers), place
        self.spot = {kind: place + i for i, kind in enumerate(kinds)}
        self._hand = slice(place, place + len(kinds))

    def counts(self, state: State) -> bytearray:
        """How many of each kind are in the hand, in the order of `kinds`."""
        return state.stock[self._hand]

    def hand(self, state: State) -> tuple[str, ...]:
        """The chits in the hand, kind by kind."""
        return tuple(k for k, n in zip(self.kinds, self.counts(state), strict=True) for _ in range(n))

    def held(self, state: State) -> list[str]:
        """The kinds of which at least one is in the hand."""
        return [k for k, n in zip(self.kinds, self.counts(state), strict=True) if n]

    def size(self, state: State) -> int:
        """How many chits are in the hand."""
        return sum(self.counts(state))

    def holds(self, state: State, kind: str) -> int:
        """How many of a kind are in the hand."""
        return state.stock[self.spot[kind]]

    def left(self, state: State) -> list[int]:
        """How many of each kind are in the cup."""
        return [n - h for n, h in zip(self.numbers, self.counts(state), strict=True)]

    def inside(self, state: State) -> int:
        """How many chits are in the cup."""
        return sum(self.numbers) - self.size(state)

    def takeable(self, state: State) -> list[str]:
        """The kinds of which at least one is in the cup."""
        return [k for k, n in zip(self.kinds, self.left(state), strict=True) if n]

    def can_give(self, state: State, chits: Iterable[str]) -> bool:
        """Are all of these in the hand?"""
        wanted = list(chits)
        return all(k in self.spot and wanted.count(k) <= self.holds(state, k) for k in wanted)

    def draw(self, state: State) -> str:
        """One chit from the cup into the hand, any as likely as another."""
        kind = self._pick(self.left(state), state)
        self.take(state, kind)
        return kind

    def lose(self, state: State) -> str:
        """One chit at random from the hand into the cup."""
        kind = self._pick(self.counts(state), state)
        self.give_back(state, kind)
        return kind

    def take(self, state: State, kind: str) -> None:
        """A chosen chit from the cup into the hand."""
        state.stock[self.spot[kind]] += 1

    def give_back(self, state: State, kind: str) -> None:
        """A chosen chit from the hand into the cup."""
        state.stock[self.spot[kind]] -= 1

    def redeal(self, state: State, rng: Random, kept: Sequence[str] = ()) -> None:
        """A hand of the same size dealt anew from hand and cup, but for chits that are known to be in it."""
        size = self.size(state)
        pool = [k for k, n in zip(self.kinds, self.numbers, strict=True) for _ in range(n)]
        for kind in kept:
            pool.remove(kind)
        state.stock[self._hand] = bytes(len(self.kinds))
        for kind in (*kept, *rng.sample(pool, size - len(kept))):
            self.take(state, kind)

    def _pick(self, counts: Iterable[int], state: State) -> str:
        counts = list(counts)
        chosen = state.roll(sum(counts))
        for kind, count in zip(self.kinds, counts, strict=True):
            chosen -= count
            if chosen <= 0:
                return kind
        raise ValueError("no chit to pick")
