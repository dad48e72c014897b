"""BOT-9.0, 9.10, 9.11: attacks, flank attacks, and the momentum attack that may follow an advance."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING, ClassVar

from ...actions import Action, Attack, EndPhase, Pass
from ...errors import IllegalAction
from ...hexwar.assault import AssaultStep
from ...hexwar.fights import fight
from ...hexwar.marks import ATTACKED, DEFENDED
from ...state import State
from ...steps import Args
from .combat import FLANK, MOMENTUM, PLAIN, Battle
from .marches import check_crossing
from .orders import FlankAttack
from .supply import breaking_out, northward
from .support import check_support, spend
from .words import CHINESE, FLANKED, JAPANESE, PUSHED, SIDES

if TYPE_CHECKING:
    from .game import Taierzhuang

FLANKING = 0.25
"""How often random play looks for a flank attack."""


class AttackPhase(AssaultStep["Taierzhuang"]):
    """BOT-9.0: attacks and flank attacks one by one, each complete before the next begins."""

    case = "BOT-9.0a"
    accepts: ClassVar[tuple[type[Action], ...]] = (Attack, FlankAttack, EndPhase)
    kind = PLAIN

    # -- ordinary attacks -------------------------------------------------------------------------

    def command(self, game: Taierzhuang, unit: int) -> str:
        """BOT-9.2a, 9.2b, R-16: divisions and armies never attack together."""
        return game.units[unit].formation

    def reaches(self, game: Taierzhuang, state: State, unit: int, target: int) -> bool:
        """BOT-8.4b, 9.6a: Japanese units and the artillery attack across the canal only at a bridge."""
        return not (game.needs_bridge[unit] and game.ground.wet(state.where[unit], target))

    def worth(self, game: Taierzhuang, state: State, units: tuple[int, ...], target: int) -> bool:
        """BOT-5.6e: in a breakout the target lies north of at least one attacker."""
        side = game.side_of[units[0]]
        return not breaking_out(state, side) or any(northward(game, state.where[u], target) for u in units)

    def check_attack(
        self, game: Taierzhuang, state: State, side: int, units: tuple[int, ...], action: Attack
    ) -> None:
        target = game.board.index(action.target)
        label = game.board.label(target)
        for u in units:
            if not self.reaches(game, state, u, target):
                case = "BOT-9.6a" if side == JAPANESE else "BOT-8.4b"
                raise IllegalAction(case, f"{game.units[u].name} attacks {label} only across a bridge")
        check_one_command(game, units)
        if not self.worth(game, state, units, target):
            raise IllegalAction("BOT-5.6e", f"{label} lies north of none of the attackers")
        if action.support is not None:
            check_support(game, state, units, target, action.support, self.kind == MOMENTUM)

    def begin(
        self, game: Taierzhuang, state: State, units: tuple[int, ...], target: int, action: Attack
    ) -> None:
        """BOT-9.1b: the attack is declared and, but for armour, cannot be called off (6.3b, 9.0d)."""
        support = action.support if game.side_of[units[0]] == JAPANESE else ()
        state.vars["combat"] = tuple(Battle(self.kind, target, units, support))
        spend(game, state, units, support or ())
        state.agenda += [("call_off",), ("reveal",), ("commit_support",)]
        side = SIDES[game.side_of[units[0]]]
        game.tell(state, "BOT-9.1b", "the {side} side attacks {space} with {units}", units, target, side=side)

    # -- flank attacks ----------------------------------------------------------------------------

    def flank_spent(self, game: Taierzhuang, state: State, unit: int) -> bool:
        """BOT-9.11e, R-32: a unit flanks once, and by default that is its attack."""
        used = FLANKED | (ATTACKED if game.flank_spends else 0)
        return bool(state.marks[unit] & used)

    def flanks(self, game: Taierzhuang, state: State, side: int) -> Iterator[FlankAttack]:
        """BOT-9.11: each unit alone, and each pair that may share the hex."""
        if side == CHINESE:
            return
        met: dict[int, list[int]] = {}
        for u in game.own[JAPANESE]:
            if state.where[u] >= 0 and not self.flank_spent(game, state, u):
                for target in game.board.adjacent(state.where[u]):
                    if flank_fault(game, state, u, target) is None:
                        met.setdefault(target, []).append(u)
        for target, units in sorted(met.items()):
            for size in (1, 2):
                for chosen in combinations(units, size):
                    commands = {game.units[u].formation for u in chosen}
                    if len(commands) == 1 and game.fits(state, side, target, chosen):
                        yield FlankAttack(tuple(game.units.ids[u] for u in chosen), game.board.ids[target])

    def check_flank(self, game: Taierzhuang, state: State, side: int, action: FlankAttack) -> None:
        """BOT-9.11a-c, R-30, R-46."""
        units = tuple(game.units.index_of(id) for id in action.units)
        target = game.board.index(action.target)
        if not units:
            raise IllegalAction("BOT-9.11a", "no unit is named")
        if len(set(units)) != len(units):
            raise IllegalAction("BOT-2.1a", "a unit is named twice")
        for u in units:
            unit = game.units[u]
            if side == CHINESE or unit.side == CHINESE:
                raise IllegalAction("BOT-9.11a", "only Japanese units make flank attacks")
            if state.where[u] < 0:
                raise IllegalAction("BOT-2.1a", f"{unit.name} is not on the map")
            if self.flank_spent(game, state, u):
                raise IllegalAction("BOT-9.11e", f"{unit.name} has attacked or flanked in this phase")
            fault = flank_fault(game, state, u, target)
            if fault is not None:
                raise fault
        check_one_command(game, units)
        if not game.fits(state, side, target, units):
            raise IllegalAction("BOT-9.11c", "more units than the hex may hold")

    def flank(self, game: Taierzhuang, state: State, side: int, action: FlankAttack) -> None:
        """BOT-9.11b, 9.11d: an automatic advance, without roll and losses."""
        units = tuple(game.units.index_of(id) for id in action.units)
        target = game.board.index(action.target)
        state.vars["combat"] = tuple(Battle(FLANK, target, units, ()))
        state.agenda += [("end_combat",), ("momentum", side)]
        game.tell(state, "BOT-9.11b", "{units} [makes|make] a flank attack into {space}", units, target)
        for u in units:
            state.marks[u] |= FLANKED | (ATTACKED if game.flank_spends else 0)
            if state.result is None:
                game.enter(state, u, target)

    # -- the step ---------------------------------------------------------------------------------

    def legal(self, game: Taierzhuang, state: State, args: Args) -> Iterator[Action]:
        yield from super().legal(game, state, args)
        yield from self.flanks(game, state, args[1])

    def sample(self, game: Taierzhuang, state: State, args: Args, rng: Random) -> Action:
        if args[1] == JAPANESE and rng.random() < FLANKING:
            flanks = list(self.flanks(game, state, args[1]))
            if flanks:
                return flanks[int(rng.random() * len(flanks))]
        return super().sample(game, state, args, rng)

    def check(self, game: Taierzhuang, state: State, args: Args, action: Action) -> None:
        if isinstance(action, FlankAttack):
            self.check_flank(game, state, args[1], action)
        else:
            super().check(game, state, args, action)

    def play(self, game: Taierzhuang, state: State, args: Args, action: Action) -> None:
        if isinstance(action, FlankAttack):
            self.flank(game, state, args[1], action)
        elif isinstance(action, Attack):
            target = game.board.index(action.target)
            fresh = not any(state.marks[u] & DEFENDED for u in state.units_at(target))
            super().play(game, state, args, action)
            battle = Battle(*state.vars["combat"])
            state.vars["combat"] = tuple(battle._replace(fresh=int(fresh)))
        else:
            super().play(game, state, args, action)


def check_one_command(game: Taierzhuang, units: tuple[int, ...]) -> None:
    """BOT-9.2a, 9.2b, R-46."""
    commands = sorted({game.units[u].category for u in units})
    if len(commands) > 1:
        case = "BOT-9.2a" if game.side_of[units[0]] == JAPANESE else "BOT-9.2b"
        raise IllegalAction(case, f"units of the {' and the '.join(commands)} never attack together")


def flank_fault(game: Taierzhuang, state: State, unit: int, target: int) -> IllegalAction | None:
    """BOT-9.11a, 5.6e, R-25, R-30, R-31: what keeps a unit from a flank attack into a hex."""
    here, label, name = state.where[unit], game.board.label(target), game.units[unit].name
    if game.board.direction(here, target) < 0:
        return IllegalAction("BOT-9.11a", f"{name} is not adjacent to {label}")
    if state.count[CHINESE][target] or state.count[JAPANESE][target]:
        return IllegalAction("BOT-9.11a", f"{label} is occupied")
    if not state.zone[CHINESE][target]:
        return IllegalAction("BOT-9.11a", f"{label} is in no Chinese zone of control")
    if not any(state.count[CHINESE][near] for near in game.board.adjacent(here)):
        return IllegalAction("BOT-9.11a", f"{name} is next to no Chinese unit")
    if breaking_out(state, JAPANESE) and not northward(game, here, target):
        return IllegalAction("BOT-5.6e", f"{label} does not lie north of {name}")
    try:
        check_crossing(game, unit, here, target)
    except IllegalAction as fault:
        return fault
    return None


class Momentum(AttackPhase):
    """BOT-9.10: those who have just advanced may attack once more, before anybody else does."""

    name, case, accepts = "momentum", "BOT-9.10a", (Attack, FlankAttack, Pass)
    declines = "No momentum attack"
    kind, stop = MOMENTUM, Pass()

    def prompt(self, game: Taierzhuang, state: State, args: Args) -> str:
        where = game.board.label(fight(state).target)
        return f"A momentum attack by the units that advanced into {where}?"

    @staticmethod
    def eager(game: Taierzhuang, state: State) -> list[int]:
        """BOT-9.10b, 9.10f: the units that advanced, but those that have had their momentum attack."""
        combat = fight(state)
        return [
            u for u in combat.attackers if state.where[u] == combat.target and not state.marks[u] & PUSHED
        ]

    def spent(self, game: Taierzhuang, state: State, unit: int) -> bool:
        return unit not in self.eager(game, state)

    def flank_spent(self, game: Taierzhuang, state: State, unit: int) -> bool:
        """BOT-9.10c, 9.11e, R-29: never a second flank attack."""
        first = fight(state).kind == FLANK or game.options["momentum_flank"] == "forbidden"
        return first or self.spent(game, state, unit) or bool(state.marks[unit] & FLANKED)

    def fresh(self, game: Taierzhuang, state: State, side: int, target: int) -> bool:
        """BOT-9.0j, R-28: the target may have been attacked before."""
        if game.options["momentum_target_again"] == "allowed":
            return state.count[1 - side][target] != 0
        return super().fresh(game, state, side, target)

    def idle(self, game: Taierzhuang, state: State, args: Args) -> bool:
        legal = self.legal(game, state, args)
        next(legal)
        return not self.eager(game, state) or next(legal, None) is None

    def check(self, game: Taierzhuang, state: State, args: Args, action: Action) -> None:
        if isinstance(action, FlankAttack) and fight(state).kind == FLANK:
            raise IllegalAction("BOT-9.10c", "a flank attack is not followed by another")
        if isinstance(action, Attack | FlankAttack):
            eager = self.eager(game, state)
            for id in action.units:
                if game.units.index_of(id) not in eager:
                    text = f"{game.unit_name(id)} has not just advanced, or has had its momentum attack"
                    raise IllegalAction("BOT-9.10b", text)
        super().check(game, state, args, action)

    def play(self, game: Taierzhuang, state: State, args: Args, action: Action) -> None:
        if isinstance(action, Attack | FlankAttack):
            state.agenda.pop()
            for id in action.units:
                state.marks[game.units.index_of(id)] |= PUSHED
        super().play(game, state, args, action)


STEPS = (AttackPhase(), Momentum())
