"""SNC-8.4i, 8.4.1: driving defenders off a beach, and the 10th Army's push inland."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING

from ...actions import Action, Pass, Retreat
from ...errors import IllegalAction
from ...state import State
from ...steps import Args, Business, Step
from .combat import defenders, pending
from .orders import Exploit
from .stacking import fits_chinese
from .victory import enter, sudden_death
from .words import CHINESE, JAPANESE, TENTH_ARMY

if TYPE_CHECKING:
    from .game import ShanghaiNanking


HEMMED_IN = "hemmed in"
"""SNC-8.4.1c: an argument of the second advance once it has pushed into an enemy-held hex."""


def clear_static(game: ShanghaiNanking, state: State, space: int) -> list[int]:
    """SNC-8.4i, R-55: garrisons cannot retreat and are eliminated; returns the mobile units left."""
    units = state.units_at(space)
    for u in units:
        if game.units[u].static:
            game.eliminate(state, u)
    return [u for u in units if not game.units[u].static]


class DriveOff(Business["ShanghaiNanking"]):
    """SNC-8.4i, 8.4j: Chinese units that survive a landing retreat; the Japanese pay one step more."""

    name, case = "drive_off", "SNC-8.4i"

    def run(self, game: ShanghaiNanking, state: State, args: Args) -> None:
        battle = pending(state)
        if not defenders(game, state, battle):
            return
        _, role, loss = state.agenda.pop()
        state.agenda.append(("absorb_loss", role, loss + game.landing_extra_step))
        if clear_static(game, state, battle.target):
            state.agenda.append(("choose_retreat", battle.target))


class ChooseRetreat(Step["ShanghaiNanking"]):
    """SNC-8.4i, 8.4.1d, R-24: one hex back, the owner's choice; who cannot is eliminated."""

    name, case, accepts = "choose_retreat", "SNC-8.4i", (Retreat,)

    def side(self, game: ShanghaiNanking, state: State, args: Args) -> int:
        return CHINESE

    def prompt(self, game: ShanghaiNanking, state: State, args: Args) -> str:
        return f"Where do the units driven out of {game.board.label(args[1])} retreat to?"

    @staticmethod
    def cause(state: State, args: Args) -> str:
        """The rule that drives them out: the landing itself, or the 10th Army's push beyond it."""
        return "SNC-8.4i" if args[1] == pending(state).target else "SNC-8.4.1d"

    @staticmethod
    def fleeing(game: ShanghaiNanking, state: State, args: Args) -> list[int]:
        return [u for u in state.units_at(args[1]) if not game.units[u].static]

    @staticmethod
    def refuges(game: ShanghaiNanking, state: State, unit: int) -> list[int]:
        """R-24: neighbouring hexes without Japanese units that have room; enemy zones do not matter."""
        found = []
        for space in game.touch[state.where[unit]]:
            if state.count[JAPANESE][space]:
                continue
            if fits_chinese(game, [*state.units_at(space), unit]):
                found.append(space)
        return found

    def idle(self, game: ShanghaiNanking, state: State, args: Args) -> bool:
        return not any(self.refuges(game, state, u) for u in self.fleeing(game, state, args))

    def run(self, game: ShanghaiNanking, state: State, args: Args) -> None:
        for u in self.fleeing(game, state, args):
            game.eliminate(state, u)

    def legal(self, game: ShanghaiNanking, state: State, args: Args) -> Iterator[Action]:
        for u in self.fleeing(game, state, args):
            for s in self.refuges(game, state, u):
                yield Retreat(game.units.ids[u], game.board.ids[s])

    def check(self, game: ShanghaiNanking, state: State, args: Args, action: Retreat) -> None:
        unit, space = game.units.index_of(action.unit), game.board.index(action.space)
        case = self.cause(state, args)
        if unit not in self.fleeing(game, state, args):
            raise IllegalAction(case, f"{game.units[unit].name} is not being driven out")
        if space not in self.refuges(game, state, unit):
            raise IllegalAction(case, f"{game.units[unit].name} cannot retreat to {game.board.label(space)}")

    def play(self, game: ShanghaiNanking, state: State, args: Args, action: Retreat) -> None:
        unit, space = game.units.index_of(action.unit), game.board.index(action.space)
        enter(game, state, unit, space)
        game.tell(state, self.cause(state, args), "{units} falls back to {space}", (unit,), space)
        sudden_death(game, state)


class ExploitStep(Step["ShanghaiNanking"]):
    """SNC-8.4.1b, R-25: each landed unit of the 10th Army may go one hex further."""

    name, case, accepts = "exploit", "SNC-8.4.1b", (Exploit, Pass)
    declines = "Stay on the beach"

    def side(self, game: ShanghaiNanking, state: State, args: Args) -> int:
        return JAPANESE

    def prompt(self, game: ShanghaiNanking, state: State, args: Args) -> str:
        return f"10th Army: which units push inland from {game.board.label(pending(state).target)}?"

    @staticmethod
    def able(game: ShanghaiNanking, state: State) -> list[int]:
        """Landed units of the 10th Army still in the landing hex."""
        battle = pending(state)
        return [
            u
            for u in battle.attackers
            if state.where[u] == battle.target and game.arrivals[u].rule == TENTH_ARMY
        ]

    @staticmethod
    def hexes(game: ShanghaiNanking, state: State, args: Args) -> list[int]:
        """SNC-8.4.1b, 8.4.1c, R-55: free neighbours; if there was none, also coastal ones that are held.

        Whether the army is hemmed in is judged once, as it comes ashore: the hex that its first units
        clear does not shut the others to those that follow.
        """
        near = game.touch[pending(state).target]
        enemies = state.count[CHINESE]
        free = [s for s in near if not enemies[s]]
        if free and args[1:] != (HEMMED_IN,):
            return free
        held = [s for s in near if enemies[s]]
        return free + [s for s in held if "coastal" in game.board.tags[s] and not game.ground.city[s]]

    def idle(self, game: ShanghaiNanking, state: State, args: Args) -> bool:
        return not self.able(game, state) or not self.hexes(game, state, args)

    def legal(self, game: ShanghaiNanking, state: State, args: Args) -> Iterator[Action]:
        able, names = self.able(game, state), game.units.ids
        formations: dict[str, list[int]] = {}
        for u in able:
            formations.setdefault(game.units[u].formation, []).append(u)
        groups = {*(tuple(g) for g in formations.values()), *((u,) for u in able)}
        yield Pass()
        for space in self.hexes(game, state, args):
            for group in sorted(groups):
                yield Exploit(tuple(names[u] for u in group), game.board.ids[space])

    def sample(self, game: ShanghaiNanking, state: State, args: Args, rng: Random) -> Action:
        """Some formation, or one unit, into some hex; now and then nobody."""
        able, hexes = self.able(game, state), self.hexes(game, state, args)
        if rng.random() < 0.1:
            return Pass()
        unit = able[int(rng.random() * len(able))]
        group = [unit]
        if rng.random() < 0.6:
            group = [u for u in able if game.units[u].formation == game.units[unit].formation]
        space = hexes[int(rng.random() * len(hexes))]
        return Exploit(tuple(game.units.ids[u] for u in group), game.board.ids[space])

    def check(self, game: ShanghaiNanking, state: State, args: Args, action: Action) -> None:
        if not isinstance(action, Exploit):
            return
        units = [game.units.index_of(id) for id in action.units]
        able, space = self.able(game, state), game.board.index(action.space)
        if not units or len(set(units)) != len(units):
            raise IllegalAction(self.case, "no unit is named, or one is named twice")
        for u in units:
            if u not in able:
                raise IllegalAction(self.case, f"{game.units[u].name} did not just land with the 10th Army")
        if space not in self.hexes(game, state, args):
            held = state.count[CHINESE][space] > 0
            text = f"{game.board.label(space)} cannot be entered from the beach"
            raise IllegalAction("SNC-8.4.1c" if held else self.case, text)

    def play(self, game: ShanghaiNanking, state: State, args: Args, action: Action) -> None:
        if not isinstance(action, Exploit):
            state.agenda.pop()
            return
        units = tuple(game.units.index_of(id) for id in action.units)
        space = game.board.index(action.space)
        if state.count[CHINESE][space]:
            state.agenda[-1] = (self.name, HEMMED_IN)
            state.agenda += [("go_inland", units, space), ("elite_returns",)]
            if clear_static(game, state, space):
                state.agenda.append(("choose_retreat", space))
        else:
            state.agenda.append(("go_inland", units, space))


class GoInland(Business["ShanghaiNanking"]):
    """SNC-8.4.1b, 8.4.1d: the hex is free now, and the units enter it."""

    name, case = "go_inland", "SNC-8.4.1b"

    def run(self, game: ShanghaiNanking, state: State, args: Args) -> None:
        _, units, space = args
        for u in units:
            enter(game, state, u, space)
        game.tell(state, self.case, "{units} [pushes|push] inland to {space}", units, space)
        sudden_death(game, state)


STEPS = (DriveOff(), ChooseRetreat(), ExploitStep(), GoInland())
