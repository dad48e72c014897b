"""Positions of Shanghai-Nanking on which things are measured."""

from __future__ import annotations

from functools import cache
from typing import Any

import sandtable as st
from sandtable.players import Player, make
from sandtable.players.playout import playout
from sandtable.state import State


@cache
def game() -> Any:
    return st.load("shanghai-nanking")


@cache
def setup() -> State:
    """The campaign as it begins."""
    state: State = game().new("campaign", seed=1937)
    return state


@cache
def midgame() -> State:
    """The longest of twelve random campaigns, half-way through its actions."""
    lengths = {seed: actions(seed) for seed in range(12)}
    seed = max(lengths, key=lambda s: lengths[s])
    return playout(game(), game().new("campaign", seed=seed), limit=lengths[seed] // 2, seed=seed)


@cache
def crowded() -> State:
    """The beginning of a phase of movement with the most units that can move, of a campaign by doctrines."""
    state, both = setup(), seats("doctrine", 0)
    assert both is not None
    found, most, before = state, 0, ""
    while (asked := state.decision) is not None:
        if asked.kind == "move" != before and (able := len(game().legal(state).units())) > most:
            found, most = state, able
        before = asked.kind
        state = game().play(state, both[asked.side].choose(state))
    return found


def seats(kind: str, seed: int) -> dict[str, Player] | None:
    """Both players of a campaign; the playout itself plays at random."""
    if kind == "random":
        return None
    return {side: make(kind, game(), side, seed=seed) for side in game().sides}


@cache
def actions(seed: int, kind: str = "random") -> int:
    """How many actions the campaign of a seed takes."""
    played = 0
    carry_out = game().carry_out

    def counted(*args: Any) -> None:
        nonlocal played
        played += 1
        carry_out(*args)

    game().carry_out = counted
    try:
        playout(game(), game().new("campaign", seed=seed), seats(kind, seed), seed=seed)
    finally:
        del game().carry_out
    return played
