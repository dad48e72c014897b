"""Positions of any kind: the rest of an arranged one, and what no position may have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from ...errors import SandtableError, Unknown
from ...game import Defect
from ...hexwar.turns import DECLARE, MOVE_COMBAT, known_order, phases_left
from ...state import State
from ...steps import Args
from .regiments import UNDRAWN, draw_face, is_regiment, set_face
from .support import STOCK_PLACE, leave_guns, refill
from .words import ARMOUR, CHINESE, FIFTH, JAPANESE, LOGISTICS, REINFORCEMENT, SEEN, SET_UP, TESTED

if TYPE_CHECKING:
    from .game import Taierzhuang


def pose(
    game: Taierzhuang,
    state: State,
    order: str = MOVE_COMBAT,
    faces: Mapping[str, str] | None = None,
    tested: Iterable[str] = (),
    seen: Iterable[str] = (),
    support: Mapping[str, int] | None = None,
    unsupplied: Iterable[str] = (),
    fifth: bool | None = None,
    centre: bool | None = None,
    breakout: bool = False,
    **unknown: object,
) -> None:
    """The rest of an arranged position.

    `faces` says which regiment a Chinese counter is (others are drawn by the state's own dice), `tested`
    and `seen` which of them have been turned up or looked at; `support` how many markers are left (air,
    10, 5); `unsupplied` which divisions; `fifth` whether the 5th Division has arrived (by default, if a
    unit of it is on the map); `centre` whether the city centre has been entered (by default, if a
    Japanese unit stands there).
    """
    for name in unknown:
        raise Unknown("detail of a position", name, _DETAILS)
    game.first_control(state)
    for unit, place in enumerate(state.where):
        if place >= 0:
            game.enter(state, unit, place)
    there = any(state.where[u] >= 0 for u in game.commands[FIFTH])
    state.vars["order"], state.vars["breakout"] = known_order(order), int(breakout)
    state.vars["fifth"] = int(there if fifth is None else fifth)
    if centre is not None:
        state.vars["centre"] = int(centre)
    for division in unsupplied:
        if division not in game.hqs:
            raise Unknown("division", division, game.hqs)
    state.vars["unsupplied"] = tuple(d for d in game.hqs if d in set(unsupplied))
    _turn_up(game, state, faces or {}, tested, seen)
    _stock(game, state, support or {})
    state.events = []
    state.agenda = _agenda(state, order)


_DETAILS = (
    "order", "faces", "tested", "seen", "support", "unsupplied", "fifth", "centre", "breakout",
)  # fmt: skip


def _turn_up(
    game: Taierzhuang, state: State, faces: Mapping[str, str], tested: Iterable[str], seen: Iterable[str]
) -> None:
    regiments = game.regiments
    for id, name in faces.items():
        unit = _counter(game, id)
        if name not in regiments.number:
            raise Unknown("regiment", name, regiments.number)
        face = regiments.number[name]
        if regiments.faces[face].formation != game.units[unit].formation or face in state.vars["faces"]:
            raise SandtableError(f"{id} cannot be {name}: another army's, or another counter's already")
        set_face(game, state, unit, face)
    for unit in regiments.counters:
        if state.where[unit] >= 0 and state.vars["faces"][regiments.place[unit]] == UNDRAWN:
            draw_face(game, state, unit)
    for mark, ids in ((TESTED, tested), (SEEN, seen)):
        for id in ids:
            state.marks[_counter(game, id)] |= mark


def _counter(game: Taierzhuang, id: str) -> int:
    unit = game.units.index_of(id)
    if not is_regiment(game, unit):
        raise SandtableError(f"{id} has no hidden face: it is not Chinese infantry")
    return unit


def _stock(game: Taierzhuang, state: State, support: Mapping[str, int]) -> None:
    refill(game, state)
    for name, left in support.items():
        if name not in STOCK_PLACE:
            raise Unknown("support markers", name, STOCK_PLACE)
        if not 0 <= left <= game.markers[name]:
            raise Unknown(f"number of {name} markers", left, range(game.markers[name] + 1))
        state.stock[STOCK_PLACE[name]] = left
    if state.vars["breakout"]:
        leave_guns(state)


def _agenda(state: State, order: str) -> list[Args]:
    """What is still to come in the turn of an arranged position."""
    side = state.side
    if state.phase == SET_UP:
        return [("game_turn", state.turn)]
    if state.phase == LOGISTICS:
        return [("end_turn",), ("japanese_turn",)]
    later: list[Args] = [("end_turn",)]
    if side == CHINESE:
        later.append(("japanese_turn",))
    if state.phase == REINFORCEMENT:
        own: list[Args] = [("player_turn", JAPANESE), ("fifth_division",)]
        return [*later, *(own if side == JAPANESE else [("chinese_turn",)])]
    if state.phase == DECLARE:
        return [*later, ("player_turn", side)]
    return [*later, *phases_left(order, side, state.phase)]


def defects(game: Taierzhuang, state: State) -> Iterator[Defect]:
    """BOT-3.3, 3.4c, 8.3f: what no position may have."""
    for unit, place in enumerate(state.where):
        if place < 0:
            continue
        counter, label = game.units[unit], game.board.label(place)
        if counter.kind in ARMOUR and place in game.ground.centre:
            yield Defect("BOT-8.3f", f"{counter.name} stands in {label} in the city centre")
        if state.control[place] != counter.side:
            yield Defect("BOT-3.4c", f"{label} is not controlled by the side that stands in it")
        if is_regiment(game, unit) and state.vars["faces"][game.regiments.place[unit]] == UNDRAWN:
            yield Defect("BOT-3.3f", f"{counter.name} is on the map, but was never drawn")
    drawn = [face for face in state.vars["faces"] if face != UNDRAWN]
    if len(set(drawn)) != len(drawn):
        yield Defect("BOT-2.3.1c", "two counters are the same regiment")
    for place, face in enumerate(state.vars["faces"]):
        if face != UNDRAWN:
            army = game.units[game.regiments.counters[place]].formation
            if game.regiments.faces[face].formation != army:
                yield Defect("BOT-2.3.2d", f"a regiment is a counter of another army than the {army}th")
