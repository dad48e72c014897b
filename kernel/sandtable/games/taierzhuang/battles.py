"""BOT-9.1, 9.8, 9.9: a combat from its support to the advance."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ... import actions
from ...actions import Action, CommitSupport
from ...dice import total
from ...hexwar.aftermath import AdvanceStep, LossStep, OverstackStep
from ...hexwar.differential import AttackerPays, EndCombat, aftermath
from ...hexwar.fights import Fight, fight
from ...hexwar.marks import DEFENDED
from ...state import State
from ...steps import Args, Business, Step
from ...wording import counted
from .combat import MOMENTUM, Battle, Engagement, Sums, add_up, column_name, engage, pending, roll
from .orders import CallOff
from .regiments import conceal, reveal
from .supply import breaking_out, northward
from .support import available, check_support, choices, give_back, spend
from .words import ARMOUR, FLANKED, JAPANESE, PUSHED

if TYPE_CHECKING:
    from .game import Taierzhuang


def ready(game: Taierzhuang, state: State, battle: Battle) -> dict[str, int]:
    """BOT-9.3: the markers that could support this attack."""
    return available(game, state, battle.attackers, battle.target, battle.kind == MOMENTUM)


class Commit(Step["Taierzhuang"]):
    """BOT-9.1c: support markers are assigned before anybody sees the defenders."""

    name, case, accepts = "commit_support", "BOT-9.1c", (CommitSupport,)

    def side(self, game: Taierzhuang, state: State, args: Args) -> int:
        return JAPANESE

    def prompt(self, game: Taierzhuang, state: State, args: Args) -> str:
        return f"Which support markers for the attack on {game.board.label(pending(state).target)}?"

    def idle(self, game: Taierzhuang, state: State, args: Args) -> bool:
        battle = pending(state)
        return battle.support is not None or not any(ready(game, state, battle).values())

    def run(self, game: Taierzhuang, state: State, args: Args) -> None:
        battle = pending(state)
        state.vars["combat"] = tuple(battle._replace(support=battle.support or ()))

    def legal(self, game: Taierzhuang, state: State, args: Args) -> Iterator[Action]:
        yield from choices(ready(game, state, pending(state)))

    def check(self, game: Taierzhuang, state: State, args: Args, action: CommitSupport) -> None:
        battle, pushed = pending(state), pending(state).kind == MOMENTUM
        check_support(game, state, battle.attackers, battle.target, action.support, pushed)

    def play(self, game: Taierzhuang, state: State, args: Args, action: CommitSupport) -> None:
        state.agenda.pop()
        battle = pending(state)
        spend(game, state, battle.attackers, action.support)
        state.vars["combat"] = tuple(battle._replace(support=action.support))
        count = len(action.support)
        text = f"{counted(count, 'support marker')} {'is' if count == 1 else 'are'} assigned"
        game.tell(state, self.case, text, space=battle.target, count=count)


class Reveal(Business["Taierzhuang"]):
    """BOT-9.1d, 5.2o: face-down counters in the combat are turned up."""

    name, case = "reveal", "BOT-9.1d"

    def run(self, game: Taierzhuang, state: State, args: Args) -> None:
        battle = pending(state)
        fighting = (*battle.attackers, *game.foes(state, Fight(*battle[:3])))
        battle = battle._replace(turned=reveal(game, state, fighting))
        if battle.support and game.options["support_roll"] == "before_cancel":
            battle = battle._replace(rolled=total(state, len(battle.support), game.support_faces))
        state.vars["combat"] = tuple(battle)


class CallOffStep(Step["Taierzhuang"]):
    """BOT-6.3c, 9.1e: an attack with armour may be called off once the defenders have been seen."""

    name, case, accepts = "call_off", "BOT-9.1e", (CallOff,)

    def side(self, game: Taierzhuang, state: State, args: Args) -> int:
        return JAPANESE

    def prompt(self, game: Taierzhuang, state: State, args: Args) -> str:
        return f"The defenders of {game.board.label(pending(state).target)} are known: call the attack off?"

    def idle(self, game: Taierzhuang, state: State, args: Args) -> bool:
        return not any(game.units[u].kind in ARMOUR for u in pending(state).attackers)

    def run(self, game: Taierzhuang, state: State, args: Args) -> None:
        state.agenda.append(("resolve_combat",))

    def legal(self, game: Taierzhuang, state: State, args: Args) -> Iterator[Action]:
        yield CallOff(False)
        yield CallOff(True)

    def play(self, game: Taierzhuang, state: State, args: Args, action: CallOff) -> None:
        state.agenda.pop()
        if action.answer:
            self.call_off(game, state)
        else:
            state.agenda.append(("resolve_combat",))

    def call_off(self, game: Taierzhuang, state: State) -> None:
        """BOT-6.3d, 6.3e, 9.3h, R-13, R-14, R-51: all is as before, but the attackers are spent."""
        battle = pending(state)
        conceal(state, battle.turned)
        give_back(game, state, battle.attackers, battle.support or ())
        for u in battle.attackers:
            state.marks[u] |= FLANKED | PUSHED
        if battle.fresh and game.options["cancelled_target_again"] == "allowed":
            for u in state.units_at(battle.target):
                state.marks[u] &= ~DEFENDED
        state.agenda.append(("end_combat",))
        game.tell(state, "BOT-6.3c", "the attack on {space} is called off", space=battle.target)


class Resolve(Business["Taierzhuang"]):
    """BOT-9.8: support dice, the roll, and what follows from it."""

    name, case = "resolve_combat", "BOT-9.8a"

    def run(self, game: Taierzhuang, state: State, args: Args) -> None:
        engagement = engage(game, state, pending(state))
        sums = add_up(game, engagement, state)
        die, attacker, defender = roll(game, engagement, sums, state)
        if state.events is not None:
            self.report(game, state, engagement, sums, die, f"die {die}, result {attacker}/{defender}")
        state.agenda += aftermath(attacker, defender)

    def report(
        self, game: Taierzhuang, state: State, engagement: Engagement, sums: Sums, die: int, result: str
    ) -> None:
        game.tell(
            state,
            self.case,
            "{attack} and {support} of support against {defence}, column {column}: {result}",
            engagement.battle.attackers,
            engagement.battle.target,
            **sums._asdict() | {"column": column_name(game, sums), "die": die, "result": result},
            modifiers=[[m.label, m.value, m.case] for m in engagement.modifiers],
        )


class VictorPays(AttackerPays["Taierzhuang"]):
    """BOT-9.8c, R-49: the attacker's losses come second, whether or not a defender is left."""

    case = "BOT-9.8c"

    def spared(self, game: Taierzhuang) -> bool:
        return game.spares_the_victor


class ShareLoss(LossStep["Taierzhuang"]):
    """BOT-9.8e, 9.3k: the owner distributes his losses among the units involved."""

    case = "BOT-9.8e"

    def prompt(self, game: Taierzhuang, state: State, args: Args) -> str:
        whose = game.side_name(self.side(game, state, args))
        left = f"{args[2]} steps are" if args[2] > 1 else "One step is"
        return f"{left} to be lost: which {whose} unit takes {'the next' if args[2] > 1 else 'it'}?"


class Advance(AdvanceStep["Taierzhuang"]):
    """BOT-9.9: survivors may enter the emptied hex; Japanese units may then attack again (9.10)."""

    case = "BOT-9.9a"

    def able(self, game: Taierzhuang, state: State) -> list[int]:
        """BOT-8.3f, 5.6e, R-25: no armour in the city centre, and in a breakout northward only."""
        target, where = fight(state).target, state.where
        onward = breaking_out(state, game.attacking_side(state))
        return [
            u
            for u in super().able(game, state)
            if game.may_cross(u, where[u], target) and (not onward or northward(game, where[u], target))
        ]

    def play(self, game: Taierzhuang, state: State, args: Args, action: actions.Advance) -> None:
        side = self.side(game, state, args)
        super().play(game, state, args, action)
        if side == JAPANESE and action.units:
            state.agenda.append(("momentum", side))


class Overstack(OverstackStep["Taierzhuang"]):
    """BOT-6.0c: the owner eliminates units until the limit is met."""

    case = "BOT-6.0c"

    def give_up(self, game: Taierzhuang, state: State, unit: int) -> None:
        game.eliminate(state, unit, in_combat=False)


class Done(EndCombat["Taierzhuang"]):
    """BOT-9.0l: each attack is completed before the next begins."""

    case = "BOT-9.0l"


STEPS = (
    Commit(), Reveal(), CallOffStep(), Resolve(), VictorPays(), ShareLoss(), Advance(), Overstack(), Done(),
)  # fmt: skip
