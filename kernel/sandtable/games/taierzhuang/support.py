"""BOT-9.3: air and artillery support of Japanese attacks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ...actions import CommitSupport
from ...errors import IllegalAction
from ...state import State
from .supply import cut_off
from .words import AIR, FIFTH, GUNS, JAPANESE, TENTH

if TYPE_CHECKING:
    from .game import Taierzhuang

STOCK_PLACE = {AIR: 0, TENTH: 1, FIFTH: 2}
"""Where the markers that are left in this turn are counted: for both divisions, and for each."""

KINDS = (AIR, GUNS)


def stock_place(game: Taierzhuang, kind: str, attackers: Sequence[int]) -> int:
    """BOT-9.3c, 9.3d: air supports everybody, artillery its own division."""
    return STOCK_PLACE[AIR if kind == AIR else game.units[attackers[0]].formation]


def refusal(
    game: Taierzhuang, state: State, kind: str, attackers: Sequence[int], target: int, momentum: bool
) -> IllegalAction | None:
    """BOT-9.3: why no marker of this kind may support the attack; None when one may, if one is left."""
    where, division = game.board.label(target), game.units[attackers[0]].formation
    if game.side_of[attackers[0]] != JAPANESE:
        return IllegalAction("BOT-9.3a", "only Japanese attacks have support markers")
    if kind not in KINDS:
        return IllegalAction("BOT-9.3a", f"there are air and artillery markers, no {kind!r}")
    if game.ground.effect(target).no_support:
        return IllegalAction("BOT-9.3e", f"no support marker is used against {where} in the city centre")
    if momentum and game.options["momentum_support"] == "forbidden":
        return IllegalAction("BOT-9.3b", "momentum attacks have no support")
    if kind == AIR:
        return None
    hq = state.where[game.hqs[division]]
    if state.vars["breakout"]:
        return IllegalAction("BOT-5.6c", "the artillery was left behind in the breakout")
    if division in state.vars["unsupplied"]:
        return IllegalAction("BOT-5.3e", f"the headquarters of the {division}th Division is not in supply")
    if hq < 0 or game.distance(hq, target) > game.artillery_range:
        text = f"{where} is not within {game.artillery_range} hexes of that division's headquarters"
        return IllegalAction("BOT-9.3d", text)
    return None


def available(
    game: Taierzhuang, state: State, attackers: Sequence[int], target: int, momentum: bool
) -> dict[str, int]:
    """BOT-9.3b, 9.3f: how many markers of each kind may be committed."""
    return {
        kind: state.stock[stock_place(game, kind, attackers)]
        if refusal(game, state, kind, attackers, target, momentum) is None
        else 0
        for kind in KINDS
    }


def choices(ready: dict[str, int]) -> Iterator[CommitSupport]:
    """BOT-9.3f: any number of each kind."""
    for planes in range(ready[AIR] + 1):
        for guns in range(ready[GUNS] + 1):
            yield CommitSupport((AIR,) * planes + (GUNS,) * guns)


def check_support(
    game: Taierzhuang,
    state: State,
    attackers: Sequence[int],
    target: int,
    kinds: Sequence[str],
    momentum: bool,
) -> None:
    """BOT-9.3: may these markers be committed?"""
    for kind in kinds:
        refused = refusal(game, state, kind, attackers, target, momentum)
        if refused is not None:
            raise refused
    ready = available(game, state, attackers, target, momentum) if kinds else {}
    for kind, left in ready.items():
        if kinds.count(kind) > left:
            text = f"{kinds.count(kind)} {kind} markers are wanted, {left} are left in this turn"
            raise IllegalAction("BOT-9.3b", text)


def spend(game: Taierzhuang, state: State, attackers: Sequence[int], kinds: Sequence[str]) -> None:
    """BOT-9.3b: each marker is used once a turn."""
    for kind in kinds:
        state.stock[stock_place(game, kind, attackers)] -= 1


def give_back(game: Taierzhuang, state: State, attackers: Sequence[int], kinds: Sequence[str]) -> None:
    """BOT-9.3h: the markers of a cancelled attack count as unused."""
    for kind in kinds:
        state.stock[stock_place(game, kind, attackers)] += 1


def refill(game: Taierzhuang, state: State) -> None:
    """BOT-9.3b, 3.2c, 3.2d: all markers are ready again; those of the 5th Division once it is there."""
    for name, place in STOCK_PLACE.items():
        there = name != FIFTH or state.vars["fifth"]
        state.stock[place] = game.markers[name] if there else 0
    if state.vars["breakout"]:
        leave_guns(state)


def leave_guns(state: State) -> None:
    """BOT-5.6c: all artillery markers leave play."""
    state.stock[STOCK_PLACE[TENTH]] = state.stock[STOCK_PLACE[FIFTH]] = 0


def check_logistics(game: Taierzhuang, state: State) -> None:
    """BOT-5.3a, 5.3e, 5.3g: which divisions are without artillery until the next check."""
    lost = tuple(cut_off(game, state))
    state.vars["unsupplied"] = lost
    for division in lost:
        hq = game.hqs[division]
        game.tell(state, "BOT-5.3e", "{units} at {space} is out of supply", (hq,), state.where[hq])
