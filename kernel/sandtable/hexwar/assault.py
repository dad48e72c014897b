"""The phase of attack: enemy hexes one by one, each by any units that reach it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from random import Random
from typing import ClassVar, TypeVar

from ..actions import Action, Attack, EndPhase, Show
from ..errors import IllegalAction
from ..state import State
from ..steps import Args, Step
from .game import HexGame
from .marks import ATTACKED, DEFENDED
from .tops import check_show, show, shows

G = TypeVar("G", bound=HexGame)


class AssaultStep(Step[G]):
    """Attacks in any order; the entry on the agenda is (name, side).

    Subclasses say what an attack needs beyond adjacency (`worth`, `check_attack`), who may join from
    elsewhere (`joiners`), who may attack with whom (`command`), and how a combat begins (`begin`).
    """

    name = "attack"
    accepts: ClassVar[tuple[type[Action], ...]] = (Attack, Show, EndPhase)
    stop: ClassVar[Action] = EndPhase()
    """What to say when there is nothing more to attack."""

    def side(self, game: G, state: State, args: Args) -> int:
        return int(args[1])

    def prompt(self, game: G, state: State, args: Args) -> str:
        return f"Attack with {game.side_name(args[1])} units, or end the phase."

    # -- what a game may change -------------------------------------------------------------------

    def worth(self, game: G, state: State, units: tuple[int, ...], target: int) -> bool:
        """Is an attack by these units possible at all?"""
        return True

    def command(self, game: G, unit: int) -> str:
        """Units of different commands never attack together; by default there is but one."""
        return ""

    def reaches(self, game: G, state: State, unit: int, target: int) -> bool:
        """Can this unit attack the neighbouring hex from where it stands?"""
        return True

    def spent(self, game: G, state: State, unit: int) -> bool:
        """Has this unit no attack left?"""
        return bool(state.marks[unit] & ATTACKED)

    def allowed(self, game: G, state: State, side: int, target: int) -> bool:
        """May this side attack that hex, whoever is there?"""
        return True

    def joiners(self, game: G, state: State, units: tuple[int, ...], target: int) -> tuple[int, ...]:
        """Units that could add themselves to an attack without standing next to its target."""
        return ()

    def distant(self, game: G, state: State, unit: int, target: int) -> IllegalAction | None:
        """A better reason than that a unit is not adjacent, where it could have joined from elsewhere."""
        return None

    def check_attack(self, game: G, state: State, side: int, units: tuple[int, ...], action: Attack) -> None:
        """What the game asks of an attack beyond what all games do."""

    def begin(self, game: G, state: State, units: tuple[int, ...], target: int, action: Attack) -> None:
        """The attack is declared."""
        raise NotImplementedError

    def end(self, game: G, state: State, args: Args) -> None:
        """The phase is over; it has left the agenda."""

    # -- looking ------------------------------------------------------------------------------------

    def fresh(self, game: G, state: State, side: int, target: int) -> bool:
        """Enemy units stand there and have not been attacked in this phase."""
        marks = state.marks
        return state.count[1 - side][target] != 0 and not any(
            marks[u] & DEFENDED for u in state.units_at(target)
        )

    def able(self, game: G, state: State, side: int, target: int) -> dict[int, list[int]]:
        """Units next to a hex that have not attacked, by the hex they are in."""
        count = state.count[side]
        found: dict[int, list[int]] = {}
        for near in game.touch[target]:
            if count[near]:
                units = [
                    u
                    for u in state.units_at(near)
                    if not (self.spent(game, state, u) or game.units[u].static)
                    and self.reaches(game, state, u, target)
                ]
                if units:
                    found[near] = units
        return found

    def targets(self, game: G, state: State, side: int) -> list[int]:
        """Hexes that at least one unit could attack."""
        where, enemies = state.where, state.count[1 - side]
        places = {where[u] for u in game.mobile[side] if where[u] >= 0 and not self.spent(game, state, u)}
        found = {near for place in places for near in game.touch[place] if enemies[near]}
        return [
            t
            for t in sorted(found)
            if self.fresh(game, state, side, t) and self.allowed(game, state, side, t)
        ]

    def legal(self, game: G, state: State, args: Args) -> Iterator[Action]:
        """Every target with every choice of the hexes the attackers come from, all of them first."""
        side = args[1]
        yield self.stop
        for target in self.targets(game, state, side):
            for origins in self._commands(game, self.able(game, state, side, target).values()):
                for size in range(len(origins), 0, -1):
                    for chosen in combinations(origins, size):
                        units = tuple(u for stack in chosen for u in stack)
                        yield from self._listed(game, state, units, target)
        yield from shows(game, state, side)

    def _commands(self, game: G, stacks: Iterable[list[int]]) -> Iterator[list[list[int]]]:
        """The stacks sorted by command: each command's share of every stack."""
        shares: dict[str, list[list[int]]] = {}
        for stack in stacks:
            met: dict[str, list[int]] = {}
            for u in stack:
                met.setdefault(self.command(game, u), []).append(u)
            for command, units in met.items():
                shares.setdefault(command, []).append(units)
        return iter(shares.values())

    def _listed(self, game: G, state: State, units: tuple[int, ...], target: int) -> Iterator[Action]:
        ids = game.units.ids
        if self.worth(game, state, units, target):
            yield Attack(tuple(ids[u] for u in units), game.board.ids[target])
        more = self.joiners(game, state, units, target)
        if more and self.worth(game, state, units + more, target):
            yield Attack(tuple(ids[u] for u in units + more), game.board.ids[target])

    def sample(self, game: G, state: State, args: Args, rng: Random) -> Action:
        """A unit that can attack, or the end of the phase, each with the same chance."""
        side = args[1]
        pool, enemies, where, random = game.mobile[side], state.count[1 - side], state.where, rng.random
        while True:
            pick = int(random() * (len(pool) + 1))
            if pick == len(pool):
                return self.stop
            unit = pool[pick]
            place = where[unit]
            if place < 0 or self.spent(game, state, unit):
                continue
            near = [n for n in game.touch[place] if enemies[n]]
            if not near:
                continue
            target = near[int(random() * len(near))]
            if not (self.fresh(game, state, side, target) and self.allowed(game, state, side, target)):
                continue
            origins = self.able(game, state, side, target)
            if unit not in origins.get(place, ()):
                continue
            command = self.command(game, unit)
            chosen = tuple(
                u
                for origin, stack in origins.items()
                if origin == place or random() < 0.7
                for u in stack
                if self.command(game, u) == command
            )
            more = self.joiners(game, state, chosen, target)
            if more and random() < 0.5:
                chosen += more
            if self.worth(game, state, chosen, target):
                return Attack(tuple(game.units.ids[u] for u in chosen), game.board.ids[target])

    # -- judging --------------------------------------------------------------------------------------

    def check(self, game: G, state: State, args: Args, action: Action) -> None:
        if isinstance(action, Attack):
            self._check_attack(game, state, args[1], action)
        elif isinstance(action, Show):
            check_show(game, state, args[1], action)

    def _check_attack(self, game: G, state: State, side: int, action: Attack) -> None:
        cite = game.rulebook
        units = tuple(game.units.index_of(id) for id in action.units)
        target = game.board.index(action.target)
        label = game.board.label(target)
        if not units:
            raise IllegalAction(cite["attack.none"], "no attacker is named")
        if len(set(units)) != len(units):
            raise IllegalAction(cite["attack.split"], "a unit is named twice; no factor is divided")
        if not state.count[1 - side][target]:
            raise IllegalAction(cite["attack.nobody"], f"no enemy unit is in {label}")
        adjacent = tuple(
            u for u in units if state.where[u] >= 0 and target in game.board.adjacent(state.where[u])
        )
        joining = self.joiners(game, state, adjacent, target) if adjacent else ()
        for u in units:
            self._check_attacker(game, state, side, u, target, u in joining)
        if not self.fresh(game, state, side, target):
            raise IllegalAction(cite["attack.again"], f"{label} has been attacked in this phase")
        self.check_attack(game, state, side, units, action)

    def _check_attacker(self, game: G, state: State, side: int, u: int, target: int, joins: bool) -> None:
        cite, unit, label = game.rulebook, game.units[u], game.board.label(target)
        if unit.side != side:
            raise IllegalAction(cite["attack.side"], f"{unit.name} is not a {game.side_name(side)} unit")
        if unit.static:
            raise IllegalAction(cite["attack.static"], f"{unit.name} is static and never attacks")
        if self.spent(game, state, u):
            raise IllegalAction(cite["attack.twice"], f"{unit.name} has attacked in this phase")
        near = state.where[u] >= 0 and target in game.board.adjacent(state.where[u])
        if not (near or joins):
            plain = IllegalAction(cite["attack.adjacent"], f"{unit.name} is not adjacent to {label}")
            raise self.distant(game, state, u, target) or plain
        if near and target not in game.touch[state.where[u]]:
            raise IllegalAction(cite["attack.water"], f"{unit.name} cannot attack {label} across open water")

    # -- doing --------------------------------------------------------------------------------------------

    def play(self, game: G, state: State, args: Args, action: Action) -> None:
        if isinstance(action, Attack):
            units = tuple(game.units.index_of(id) for id in action.units)
            target = game.board.index(action.target)
            for u in units:
                state.marks[u] |= ATTACKED
            for u in state.units_at(target):
                state.marks[u] |= DEFENDED
            self.begin(game, state, units, target, action)
        elif isinstance(action, Show):
            show(game, state, action)
        else:
            state.agenda.pop()
            self.end(game, state, args)
