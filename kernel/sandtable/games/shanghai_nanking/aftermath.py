"""SNC-6.0, 8.1, 10.5: losses, returns of elite units, advances, overstacked hexes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...hexwar.aftermath import AdvanceStep, LossStep, OverstackStep
from ...hexwar.fights import fight
from ...losses import next_to_lose
from ...state import OFF_MAP, REMOVED, State
from ...steps import Args, Business
from .victory import garrison_waits, sudden_death
from .words import JAPANESE, RETURNED

if TYPE_CHECKING:
    from ...actions import Advance
    from .game import ShanghaiNanking


class ShareLoss(LossStep["ShanghaiNanking"]):
    """SNC-10.5.2: losses in the forced order; only ties leave the owner a choice."""

    case = "SNC-10.5.2b"

    def prompt(self, game: ShanghaiNanking, state: State, args: Args) -> str:
        losses = f"the next of {args[2]} step losses" if args[2] > 1 else "the step loss"
        place = game.board.label(fight(state).target)
        whose = f"in {place}" if args[1] == "defender" else f"that attacked {place}"
        return f"Which of the strongest units {whose} takes {losses}?"

    def candidates(self, game: ShanghaiNanking, state: State, args: Args) -> list[int]:
        """SNC-10.2b: of those who pay on this side of the combat, the strongest."""
        units = self.payers(game, state, args[1])
        return next_to_lose(units, state.steps, game.strengths, game.last_to_lose)

    def settled(self, game: ShanghaiNanking, state: State, units: list[int], loss: int) -> bool:
        """Nothing to choose: a step from each of the strongest in any order."""
        return len(units) <= loss


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


class Advancing(AdvanceStep["ShanghaiNanking"]):
    """SNC-10.5.3: attackers may enter a hex they emptied."""

    case = "SNC-10.5.3a"

    def room(self, game: ShanghaiNanking, state: State, units: Sequence[int]) -> bool:
        """SNC-10.5.3b, R-17: up to the stacking limit, with the garrison that a taken city receives."""
        japanese = game.attacking_side(state) == JAPANESE
        waiting = garrison_waits(game, state, fight(state).target) if japanese else None
        return super().room(game, state, units if waiting is None else [*units, waiting])

    def play(self, game: ShanghaiNanking, state: State, args: Args, action: Advance) -> None:
        super().play(game, state, args, action)
        sudden_death(game, state)


class Overstack(OverstackStep["ShanghaiNanking"]):
    """SNC-6.0b, 6.0c, 6.0d: the owner gives units up until every hex is legal."""

    case = "SNC-6.0d"

    def give_up(self, game: ShanghaiNanking, state: State, unit: int) -> None:
        """R-40: no combat loss, so by default an elite unit does not come back."""
        game.eliminate(state, unit, returns=game.options["elite_return_after_overstack"] == "yes")
        if state.vars["fallen"] and state.result is None:
            state.agenda.append(("elite_returns",))


STEPS = (ShareLoss(), EliteReturns(), Advancing(), Overstack())
