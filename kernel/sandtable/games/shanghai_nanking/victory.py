"""SNC-3.2, 4: control of hexes, sudden death, victory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...state import OFF_MAP, Result, State
from .words import CHINESE, JAPANESE, SIDES

if TYPE_CHECKING:
    from .game import ShanghaiNanking


def enter(game: ShanghaiNanking, state: State, unit: int, space: int) -> None:
    """SNC-2.1a, 3.2b: a unit stands in a hex, which is its side's from that moment."""
    game.put(state, unit, space)
    take_control(game, state, game.side_of[unit], space)


def take_control(game: ShanghaiNanking, state: State, side: int, space: int) -> None:
    """SNC-3.2b, 3.2c: control passes at once, any number of times."""
    old = state.control[space]
    if old == side:
        return
    state.control[space] = side
    if game.ground.city[space] or game.ground.town[space]:
        game.tell(state, "SNC-3.2b", "the {side} side takes {space}", space=space, side=SIDES[side])
    if side == JAPANESE and old == CHINESE and game.ground.city[space]:
        place_garrison(game, state, space)


def place_garrison(game: ShanghaiNanking, state: State, space: int) -> None:
    """SNC-9.1c, R-18: a garrison from the pool occupies a city that the Japanese take."""
    for u in game.garrison_pool:
        if state.where[u] == OFF_MAP:
            game.put(state, u, space)
            game.tell(state, "SNC-9.1c", "{units} occupies {space}", units=(u,), space=space)
            return


def garrison_waits(game: ShanghaiNanking, state: State, space: int) -> int | None:
    """R-17: the garrison that would be placed if the Japanese took this hex now."""
    if not game.ground.city[space] or state.control[space] == JAPANESE:
        return None
    return next((u for u in game.garrison_pool if state.where[u] == OFF_MAP), None)


def sudden_death(game: ShanghaiNanking, state: State) -> None:
    """SNC-4.1a, 4.1b, 4.2a: the ends that come at any moment."""
    if state.result is not None:
        return
    if state.control[game.key_hex] == CHINESE:
        text = "the Chinese hold northern Shanghai: the landing force is driven into the river"
        game.finish(state, Result(SIDES[CHINESE], "sudden death", "SNC-4.1a", text))
        return
    count = state.count[CHINESE]
    present = False
    for space in game.key_ring:
        if count[space]:
            present = True
            break
    if present:
        if state.turn >= game.siege_from:
            text = f"Chinese units still stand at northern Shanghai on turn {state.turn}"
            game.finish(state, Result(SIDES[CHINESE], "sudden death", "SNC-4.1b", text))
    elif state.turn <= game.presence_until:
        text = f"no Chinese unit is left at northern Shanghai on turn {state.turn}"
        game.finish(state, Result(SIDES[JAPANESE], "sudden death", "SNC-4.2a", text))


def cities_held(game: ShanghaiNanking, state: State) -> list[int]:
    """SNC-4.3b: the enterable city hexes that the Japanese control."""
    return [s for s in game.cities if state.control[s] == JAPANESE]


def victory_check(game: ShanghaiNanking, state: State) -> None:
    """SNC-4.3a, 4.3b, 4.3c: the Japanese win with all cities; after the last turn the Chinese do."""
    held = cities_held(game, state)
    if len(held) == len(game.cities):
        text = "the Japanese control every city"
        game.finish(state, Result(SIDES[JAPANESE], "cities", "SNC-4.3a", text))
    elif state.turn >= game.final_turn(state):
        left = ", ".join(game.board.names[s] for s in game.cities if s not in held)
        text = f"the Japanese have run out of time; the Chinese hold {left}"
        game.finish(state, Result(SIDES[CHINESE], "time", "SNC-4.3c", text))
