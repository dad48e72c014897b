"""SOT-7.2, 11.0c: who may fire at what, with what; and the fires worth a look."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING

from ...errors import IllegalAction
from ...groups import worthwhile
from ...state import State
from .combat import Battle
from .forces import check_units, ids_of
from .hands import check_playable, resolute_free
from .orders import Fire
from .words import CHINESE, MODIFIER, STAND, WAVE

if TYPE_CHECKING:
    from .game import StormOverTaierzhuang

Words = tuple[str, ...]


def check_fire(
    game: StormOverTaierzhuang,
    state: State,
    side: int,
    ids: tuple[str, ...],
    target_id: str,
    support: Words,
    under: str = "",
) -> Battle:
    """SOT-7.2: judges a fire attack, and returns it. `under` is the chit that orders it."""
    units = check_units(game, state, side, ids)
    target, place = game.board.index(target_id), state.where[units[0]]
    label = game.board.label(target)
    if game.ground.zone[target]:
        case = "SOT-7.2c" if target in game.ground.zones[CHINESE] else "SOT-7.2d"
        raise IllegalAction(case, "units in a Deployment Zone are no target for fire")
    if target != place:
        _check_distance(game, units, place, target)
    if not state.count[1 - side][target]:
        raise IllegalAction("SOT-7.2a", f"no enemy unit is in {label}")
    battle = Battle(side, target, tuple(units), place, "", support, 0)
    check_support(game, state, battle, under)
    return battle


def _check_distance(game: StormOverTaierzhuang, units: list[int], place: int, target: int) -> None:
    """SOT-7.2.1, 11.0c, R-04: fire at another area."""
    here, there = game.board.label(place), game.board.label(target)
    if target not in game.ground.beside[place]:
        raise IllegalAction("SOT-7.2a", f"{there} is not adjacent to {here}")
    if target not in game.ground.fire[place]:
        raise IllegalAction("SOT-11.0c", f"the Grand Canal lies between {here} and {there}")
    for u in units:
        if not game.red[u]:
            unit = game.units[u]
            case = "SOT-7.2.2a-iii" if unit.side == CHINESE and not game.factor[u] else "SOT-7.2.1b"
            raise IllegalAction(case, f"{unit.name} can fire only within its own area")


def check_support(game: StormOverTaierzhuang, state: State, battle: Battle, under: str) -> None:
    """SOT-7.2.2b-i, TC.J5b, TC.C3b, R-29: may this fire be a wave and have these chits?"""
    words = battle.support
    for word in dict.fromkeys(words):
        if word == WAVE:
            if words.count(WAVE) > 1:
                raise IllegalAction("SOT-7.2.2b-i", "a human wave is declared once")
            if not battle.same_area:
                raise IllegalAction("SOT-7.2.2b-i", "a human wave goes against enemies in the same area")
            continue
        kind = game.chits.get(word)
        if kind is None or kind.use not in (MODIFIER, STAND):
            raise IllegalAction("SOT-7.2b", f"{word!r} does not strengthen a fire attack")
        if kind.use == STAND and (under or words.count(word) > 1):
            raise IllegalAction(kind.case, f"{kind.name} cannot be played here")
        check_playable(game, state, battle.side, word)
        if words.count(word) > game.cups[battle.side].holds(state, word):
            raise IllegalAction("SOT-5.1b", f"there are not so many {kind.name} chits in hand")
        ordered = under or next((w for w in words if w in game.chits and game.chits[w].use == STAND), "")
        if kind.use == MODIFIER and not battle.same_area and not (battle.side == CHINESE and ordered):
            case = "SOT-TC.C3b" if battle.side == CHINESE else "SOT-TC.J5b"
            raise IllegalAction(case, f"{kind.name} is for attacks within one area")


def supports(
    game: StormOverTaierzhuang, state: State, side: int, number: int, same_area: bool, stand: bool
) -> list[Words]:
    """The waves and chits that a fire of so many units could have; `stand` allows Resolute Defenders."""
    found: list[Words] = [()]
    if same_area:
        for chit in game.modifiers[side]:
            found += [(chit,) * n for n in range(1, game.cups[side].holds(state, chit) + 1)]
        if number >= state.vars["wave"][side]:
            found += [(WAVE, *words) for words in found]
    resolute = resolute_free(game, state, side) if stand else None
    if resolute is not None:
        found += [(*words, resolute) for words in found]
    return found


def targets(game: StormOverTaierzhuang, state: State, side: int, place: int, red: bool) -> list[int]:
    """SOT-7.2a: areas with enemies that units in a place could fire at."""
    enemies = state.count[1 - side]
    found = [place] if enemies[place] and not game.ground.zone[place] else []
    if red:
        found += [there for there in game.ground.fire[place] if enemies[there]]
    return found


def firers(game: StormOverTaierzhuang, units: Sequence[int], place: int, target: int) -> list[int]:
    """SOT-7.2.1: the units that can fire at a target."""
    return [u for u in units if target == place or game.red[u]]


def fires(
    game: StormOverTaierzhuang, state: State, side: int, units: Sequence[int], place: int, stand: bool
) -> Iterator[Fire]:
    """The fires worth a look of units that stand in one place, the best first."""
    for target in targets(game, state, side, place, any(game.red[u] for u in units)):
        for group in worthwhile(firers(game, units, place, target), len(units)):
            ids, id = ids_of(game, group), game.board.ids[target]
            for words in supports(game, state, side, len(group), target == place, stand):
                yield Fire(ids, id, words or None)


def sample_fire(
    game: StormOverTaierzhuang,
    state: State,
    side: int,
    units: Sequence[int],
    place: int,
    stand: bool,
    rng: Random,
) -> Fire | None:
    """One of them at random."""
    found = targets(game, state, side, place, any(game.red[u] for u in units))
    if not found:
        return None
    target = found[int(rng.random() * len(found))]
    groups = worthwhile(firers(game, units, place, target), len(units))
    group = groups[int(rng.random() * len(groups))]
    words = supports(game, state, side, len(group), target == place, stand)
    return Fire(ids_of(game, group), game.board.ids[target], words[int(rng.random() * len(words))] or None)
