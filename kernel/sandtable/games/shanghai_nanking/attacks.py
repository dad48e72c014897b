"""SNC-10.0: the Operations Phase of attack."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

from ...actions import Action, Attack, EndPhase, Show
from ...errors import IllegalAction
from ...state import State
from ...steps import Args, Step
from .combat import PLAIN, Battle, attack_strength
from .combat_steps import begin, check_support
from .tops import check_show, show, shows
from .words import ATTACKED, DEFENDED, SIDES

if TYPE_CHECKING:
    from .game import ShanghaiNanking


def attack_battle(units: tuple[int, ...], target: int, support: tuple[str, ...] | None) -> Battle:
    return Battle(PLAIN, target, units, support, (), False)


def attackable(game: ShanghaiNanking, state: State, side: int, target: int) -> bool:
    """SNC-10.0h: enemy units stand there and have not been attacked in this phase."""
    if not state.count[1 - side][target]:
        return False
    marks = state.marks
    return not any(marks[u] & DEFENDED for u in state.units_at(target))


def able_by_origin(game: ShanghaiNanking, state: State, side: int, target: int) -> dict[int, list[int]]:
    """SNC-10.0e, 10.0g, 10.2a: the units that could join an attack on a hex, by the hex they are in."""
    marks, count = state.marks, state.count[side]
    found: dict[int, list[int]] = {}
    for near in game.touch[target]:
        if count[near]:
            able = [u for u in state.units_at(near) if not (marks[u] & ATTACKED or game.units[u].static)]
            if able:
                found[near] = able
    return found


def targets(game: ShanghaiNanking, state: State, side: int) -> list[int]:
    """Hexes that at least one unit could attack."""
    where, marks, enemies = state.where, state.marks, state.count[1 - side]
    seen: set[int] = set()
    found: set[int] = set()
    for u in game.mobile[side]:
        place = where[u]
        if place < 0 or marks[u] & ATTACKED or place in seen:
            continue
        seen.add(place)
        found.update(n for n in game.touch[place] if enemies[n])
    return [t for t in sorted(found) if attackable(game, state, side, t)]


class AttackPhase(Step["ShanghaiNanking"]):
    """SNC-10.0, 10.1: attacks one by one, in any order, on one hex each."""

    name, case, accepts = "attack", "SNC-10.0a", (Attack, Show, EndPhase)

    def side(self, game: ShanghaiNanking, state: State, args: Args) -> int:
        return int(args[1])

    def prompt(self, game: ShanghaiNanking, state: State, args: Args) -> str:
        return f"Attack with {SIDES[args[1]]} units, or end the phase."

    def legal(self, game: ShanghaiNanking, state: State, args: Args) -> Iterator[Action]:
        """Every target with all who can reach it, and with every choice of the hexes they come from."""
        side = args[1]
        yield EndPhase()
        for target in targets(game, state, side):
            origins = list(able_by_origin(game, state, side, target).values())
            for size in range(len(origins), 0, -1):
                for chosen in combinations(origins, size):
                    units = tuple(u for stack in chosen for u in stack)
                    if attack_strength(game, state, attack_battle(units, target, None)) > 0:
                        yield Attack(tuple(game.units.ids[u] for u in units), game.board.ids[target])
        yield from shows(game, state, side)

    def sample(self, game: ShanghaiNanking, state: State, args: Args, rng: Random) -> Action:
        """A unit that can attack, or the end of the phase, each with the same chance."""
        side = args[1]
        pool, enemies, where, random = game.mobile[side], state.count[1 - side], state.where, rng.random
        while True:
            pick = int(random() * (len(pool) + 1))
            if pick == len(pool):
                return EndPhase()
            unit = pool[pick]
            place = where[unit]
            if place < 0 or state.marks[unit] & ATTACKED:
                continue
            near = [n for n in game.touch[place] if enemies[n]]
            if not near:
                continue
            target = near[int(random() * len(near))]
            if not attackable(game, state, side, target):
                continue
            origins = able_by_origin(game, state, side, target)
            chosen = [
                u for origin, stack in origins.items() if origin == place or random() < 0.7 for u in stack
            ]
            if attack_strength(game, state, attack_battle(tuple(chosen), target, None)) > 0:
                return Attack(tuple(game.units.ids[u] for u in chosen), game.board.ids[target])

    def check(self, game: ShanghaiNanking, state: State, args: Args, action: Action) -> None:
        side = args[1]
        if isinstance(action, Attack):
            self._check_attack(game, state, side, action)
        elif isinstance(action, Show):
            check_show(game, state, side, action)

    def _check_attack(self, game: ShanghaiNanking, state: State, side: int, action: Attack) -> None:
        units = tuple(game.units.index_of(id) for id in action.units)
        target = game.board.index(action.target)
        label = game.board.label(target)
        if not units:
            raise IllegalAction("SNC-10.0e", "no attacker is named")
        if len(set(units)) != len(units):
            raise IllegalAction("SNC-10.0f", "a unit is named twice; no factor is divided")
        if not state.count[1 - side][target]:
            raise IllegalAction("SNC-10.0a", f"no enemy unit is in {label}")
        for u in units:
            unit = game.units[u]
            if unit.side != side:
                raise IllegalAction("SNC-10.0c", f"{unit.name} is not a {SIDES[side]} unit")
            if unit.static:
                raise IllegalAction("SNC-10.2a", f"{unit.name} is static and never attacks")
            if state.where[u] < 0 or target not in game.board.adjacent(state.where[u]):
                raise IllegalAction("SNC-10.0a", f"{unit.name} is not adjacent to {label}")
            if target not in game.touch[state.where[u]]:
                raise IllegalAction("SNC-10.4.1k", f"{unit.name} cannot attack {label} across open water")
            if state.marks[u] & ATTACKED:
                raise IllegalAction("SNC-10.0g", f"{unit.name} has attacked in this phase")
        if not attackable(game, state, side, target):
            raise IllegalAction("SNC-10.0h", f"{label} has been attacked in this phase")
        battle = attack_battle(units, target, action.support)
        if attack_strength(game, state, battle) < 1:
            raise IllegalAction("SNC-10.4.1j", "nothing is left of the strength across the water")
        if action.support is not None:
            check_support(game, state, battle, action.support)

    def play(self, game: ShanghaiNanking, state: State, args: Args, action: Action) -> None:
        if isinstance(action, Attack):
            units = tuple(game.units.index_of(id) for id in action.units)
            for u in units:
                state.marks[u] |= ATTACKED
            begin(game, state, attack_battle(units, game.board.index(action.target), action.support))
        elif isinstance(action, Show):
            show(game, state, action)
        else:
            state.agenda.pop()


STEPS = (AttackPhase(),)
