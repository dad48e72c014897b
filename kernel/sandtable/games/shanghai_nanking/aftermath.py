"""SNC-6.0, 8.1, 10.5: losses, returns of elite units, advances, overstacked hexes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...actions import AbsorbLoss, Action, Advance, Disband
from ...errors import IllegalAction
from ...losses import next_to_lose
from ...state import DEAD, OFF_MAP, REMOVED, State
from ...steps import Args, Business, Step
from .combat import Battle, defenders, pending
from .stacking import fits, overstacked
from .victory import enter, garrison_waits, sudden_death
from .words import JAPANESE, RETURNED, SIDES

if TYPE_CHECKING:
    from .game import ShanghaiNanking


def lose_step(game: ShanghaiNanking, state: State, unit: int) -> None:
    """SNC-2.2.1l, 2.2.1m: a full two-step unit is flipped, any other unit is eliminated."""
    if state.steps[unit] > 1:
        state.steps[unit] -= 1
        game.tell(state, "SNC-2.2.1l", "{units} is reduced", (unit,))
    else:
        eliminate(game, state, unit)


def eliminate(game: ShanghaiNanking, state: State, unit: int, returns: bool = True) -> None:
    """SNC-2.2.1m, 8.1b: a unit goes to the dead pile; an elite unit will roll for its return."""
    state.steps[unit] = 0
    game.put(state, unit, DEAD)
    game.tell(state, "SNC-2.2.1m", "{units} is eliminated", (unit,))
    if returns and unit in game.elite:
        state.vars["fallen"] = (*state.vars["fallen"], unit)
    sudden_death(game, state)


class ShareLoss(Step["ShanghaiNanking"]):
    """SNC-10.5.2: losses in the forced order; only ties leave the owner a choice."""

    name, case, accepts = "absorb_loss", "SNC-10.5.2b", (AbsorbLoss,)

    def side(self, game: ShanghaiNanking, state: State, args: Args) -> int:
        attacker = pending(state).side(game)
        return attacker if args[1] == "attacker" else 1 - attacker

    def prompt(self, game: ShanghaiNanking, state: State, args: Args) -> str:
        return f"Which of the strongest units takes the next of {args[2]} step losses?"

    def candidates(self, game: ShanghaiNanking, state: State, args: Args) -> list[int]:
        """SNC-10.2b: of those who pay on this side of the combat, the strongest."""
        battle = pending(state)
        units = battle.attackers if args[1] == "attacker" else defenders(game, state, battle)
        return next_to_lose(units, state.steps, game.strengths, game.last_to_lose)

    def idle(self, game: ShanghaiNanking, state: State, args: Args) -> bool:
        """Nothing to choose: no loss, or a step from each of the strongest in any order."""
        return bool(args[2] == 0 or len(self.candidates(game, state, args)) <= args[2])

    def run(self, game: ShanghaiNanking, state: State, args: Args) -> None:
        """SNC-10.5.1b: losses beyond the last step are ignored."""
        units = self.candidates(game, state, args) if args[2] else ()
        if units:
            self._take(game, state, args, units[0])

    def legal(self, game: ShanghaiNanking, state: State, args: Args) -> Iterator[Action]:
        for u in self.candidates(game, state, args):
            yield AbsorbLoss(game.units[u].id)

    def check(self, game: ShanghaiNanking, state: State, args: Args, action: AbsorbLoss) -> None:
        unit = game.units.index_of(action.unit)
        if unit not in self.candidates(game, state, args):
            raise IllegalAction(self.case, f"{game.units[unit].name} is not next in the order of losses")

    def play(self, game: ShanghaiNanking, state: State, args: Args, action: AbsorbLoss) -> None:
        state.agenda.pop()
        self._take(game, state, args, game.units.index_of(action.unit))

    def _take(self, game: ShanghaiNanking, state: State, args: Args, unit: int) -> None:
        if args[2] > 1:
            state.agenda.append((self.name, args[1], args[2] - 1))
        lose_step(game, state, unit)


class EliteReturns(Business["ShanghaiNanking"]):
    """SNC-8.1b, 8.1c: every elite unit that fell rolls for the turn of its return."""

    name, case = "elite_returns", "SNC-8.1b"

    def run(self, game: ShanghaiNanking, state: State, args: Args) -> None:
        for unit in state.vars["fallen"]:
            turn = state.turn + state.roll()
            if turn > game.last_turn:
                state.where[unit] = REMOVED
                game.tell(state, "SNC-8.1c", "{units} is gone for good", (unit,))
            else:
                state.where[unit], state.steps[unit], state.due[unit] = OFF_MAP, 1, turn
                state.marks[unit] = RETURNED
                game.tell(
                    state, "SNC-8.1b", "{units} will return, reduced, on turn {turn}", (unit,), turn=turn
                )
        state.vars["fallen"] = ()


class AdvanceStep(Step["ShanghaiNanking"]):
    """SNC-10.5.3: attackers may enter a hex they emptied."""

    name, case, accepts = "advance", "SNC-10.5.3a", (Advance,)

    def side(self, game: ShanghaiNanking, state: State, args: Args) -> int:
        return pending(state).side(game)

    def prompt(self, game: ShanghaiNanking, state: State, args: Args) -> str:
        return f"Who advances into {game.board.label(pending(state).target)}?"

    def idle(self, game: ShanghaiNanking, state: State, args: Args) -> bool:
        battle = pending(state)
        return bool(defenders(game, state, battle)) or not self.able(state, battle)

    @staticmethod
    def able(state: State, battle: Battle) -> list[int]:
        """SNC-10.5.3b: the participants that are still there."""
        return [u for u in battle.attackers if state.where[u] >= 0]

    def legal(self, game: ShanghaiNanking, state: State, args: Args) -> Iterator[Action]:
        battle = pending(state)
        able = sorted(self.able(state, battle), key=lambda u: -game.strengths[u][state.steps[u]])
        yield Advance(())
        full: list[int] = []
        for u in able:
            if self._room(game, state, battle, [u]):
                yield Advance((game.units[u].id,))
            if self._room(game, state, battle, [*full, u]):
                full.append(u)
        if len(full) > 1:
            yield Advance(tuple(game.units[u].id for u in full))

    def _room(self, game: ShanghaiNanking, state: State, battle: Battle, units: list[int]) -> bool:
        """SNC-10.5.3b, R-17: up to the stacking limit, with the garrison that a taken city receives."""
        waiting = garrison_waits(game, state, battle.target) if battle.side(game) == JAPANESE else None
        return fits(game, battle.side(game), [*units, waiting] if waiting is not None else units)

    def check(self, game: ShanghaiNanking, state: State, args: Args, action: Advance) -> None:
        battle = pending(state)
        units = [game.units.index_of(id) for id in action.units]
        able = self.able(state, battle)
        if len(set(units)) != len(units):
            raise IllegalAction("SNC-2.1a", "a unit is named twice")
        for u in units:
            if u not in able:
                raise IllegalAction("SNC-10.5.3b", f"{game.units[u].name} took no part in this attack")
        if not self._room(game, state, battle, units):
            raise IllegalAction("SNC-10.5.3b", "more units than the hex may hold")

    def play(self, game: ShanghaiNanking, state: State, args: Args, action: Advance) -> None:
        state.agenda.pop()
        target = pending(state).target
        units = [game.units.index_of(id) for id in action.units]
        for u in units:
            enter(game, state, u, target)
        if units:
            game.tell(state, "SNC-10.5.3a", "{units} advances into {space}", units, target)
            sudden_death(game, state)


class Overstack(Step["ShanghaiNanking"]):
    """SNC-6.0b, 6.0c, 6.0d: the owner gives units up until every hex is legal."""

    name, case, accepts = "eliminate_overstack", "SNC-6.0d", (Disband,)

    def side(self, game: ShanghaiNanking, state: State, args: Args) -> int:
        return int(args[1])

    def prompt(self, game: ShanghaiNanking, state: State, args: Args) -> str:
        space, _ = next(overstacked(game, state, args[1]))
        return f"{game.board.label(space)} holds too many {SIDES[args[1]]} units: which one is given up?"

    def idle(self, game: ShanghaiNanking, state: State, args: Args) -> bool:
        return next(overstacked(game, state, args[1]), None) is None

    def legal(self, game: ShanghaiNanking, state: State, args: Args) -> Iterator[Action]:
        _, units = next(overstacked(game, state, args[1]))
        for u in units:
            yield Disband(game.units[u].id)

    def check(self, game: ShanghaiNanking, state: State, args: Args, action: Disband) -> None:
        unit = game.units.index_of(action.unit)
        if not any(unit in units for _, units in overstacked(game, state, args[1])):
            raise IllegalAction(self.case, f"{game.units[unit].name} stands in no overstacked hex")

    def play(self, game: ShanghaiNanking, state: State, args: Args, action: Disband) -> None:
        """R-40: no combat loss, so by default an elite unit does not come back."""
        returns = game.options["elite_return_after_overstack"] == "yes"
        eliminate(game, state, game.units.index_of(action.unit), returns)
        if state.vars["fallen"] and state.result is None:
            state.agenda.append(("elite_returns",))


STEPS = (ShareLoss(), EliteReturns(), AdvanceStep(), Overstack())
