"""Playing the toy game in tests: positions from random play, as values and as a Hypothesis strategy."""

from __future__ import annotations

from random import Random

from hypothesis import settings
from hypothesis import strategies as some

import sandtable as st
from sandtable.state import State
from tests.kernel.toy.game import Toy

TOY = Toy()

#: Properties are about what is true, never about how long it takes.
quick = settings(deadline=None, max_examples=60)


def wander(seed: int, plies: int, scenario: str = "crossing", options: tuple[str, ...] = ()) -> State:
    """The state after that many random actions, or at the end if that comes first."""
    rng = Random(seed)
    state = TOY.new(scenario, seed, options)
    for _ in range(plies):
        if state.result is not None:
            break
        state = TOY.play(state, TOY.legal(state).sample(rng))
    return state


def stroll(match: st.Match, plies: int, seed: int = 0) -> st.Match:
    """The same match after that many random actions more, unless it ends."""
    rng = Random(seed)
    for _ in range(plies):
        if match.over:
            break
        match.play(match.game.legal(match.state).sample(rng))
    return match


seeds = some.integers(0, 10_000)
positions = some.builds(
    wander,
    seeds,
    some.integers(0, 60),
    some.sampled_from(["crossing", "raid"]),
    some.sampled_from([(), ("rally",), ("fog=no",), ("tied_town=nobody", "rally=yes")]),
)
