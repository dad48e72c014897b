"""SNC-10, 11.1, 11.3: a combat from commitment to the roll."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING

from ...actions import Action, CommitSupport
from ...errors import IllegalAction
from ...state import State
from ...steps import Args, Business, Step
from .combat import (
    LANDING,
    OVERRUN,
    PLAIN,
    Battle,
    Engagement,
    Rolled,
    available_support,
    can_defend_with_guns,
    column_name,
    engage,
    pending,
    roll,
)
from .orders import FlyAir
from .words import AIR, CHINESE, JAPANESE, NAVAL, SIDES, STOCK_PLACE

if TYPE_CHECKING:
    from .game import ShanghaiNanking


def begin(game: ShanghaiNanking, state: State, battle: Battle) -> None:
    """SNC-6.3b, 10.1a: a combat is declared and will be fought to its end."""
    state.vars["combat"] = tuple(battle)
    state.agenda += [("resolve_combat",), ("answer_air",), ("defend",), ("commit_support",)]
    if battle.support is not None:
        spend(state, battle.side(game), battle.support)
    if state.events is not None:
        side = SIDES[battle.side(game)]
        verb = {PLAIN: "attacks", OVERRUN: "tries to overrun", LANDING: "lands at"}[battle.kind]
        case = {PLAIN: "SNC-10.0a", OVERRUN: "SNC-9.6a", LANDING: "SNC-8.4d"}[battle.kind]
        game.tell(
            state,
            case,
            "the {side} side {verb} {space} with {units}",
            battle.attackers,
            battle.target,
            side=side,
            verb=verb,
        )


def spend(state: State, side: int, kinds: tuple[str, ...]) -> None:
    """SNC-11.1d: a committed marker is set aside."""
    for kind in kinds:
        state.stock[STOCK_PLACE[side, kind]] -= 1


def check_support(game: ShanghaiNanking, state: State, battle: Battle, kinds: tuple[str, ...]) -> None:
    """SNC-8.4f, 11.0, 11.1c, 11.4: may the attacker commit these marker types?"""
    if len(set(kinds)) != len(kinds):
        raise IllegalAction("SNC-11.1c", "at most one marker of each type supports a combat")
    able = available_support(game, state, battle)
    for kind in kinds:
        if kind in able:
            continue
        side = game.side_name(battle.side(game))
        if kind == NAVAL and (
            battle.side(game) == JAPANESE and "naval_attack" not in game.board.tags[battle.target]
        ):
            where = game.board.label(battle.target)
            raise IllegalAction("SNC-11.4b", f"{where} is out of reach of the ships' guns")
        if (battle.side(game), kind) not in STOCK_PLACE:
            raise IllegalAction("SNC-11.0a", f"the {side} side has no {kind} support")
        if kind == "amphibious" and battle.kind != LANDING:
            raise IllegalAction("SNC-11.0d", "amphibious support is for landings only")
        raise IllegalAction("SNC-11.1d", f"the {side} side has no {kind} marker ready in this phase")


class Commit(Step["ShanghaiNanking"]):
    """SNC-11.1a: the attacker commits markers first."""

    name, case, accepts = "commit_support", "SNC-11.1a", (CommitSupport,)

    def side(self, game: ShanghaiNanking, state: State, args: Args) -> int:
        return pending(state).side(game)

    def prompt(self, game: ShanghaiNanking, state: State, args: Args) -> str:
        return f"Which fire support for the combat at {game.board.label(pending(state).target)}?"

    def idle(self, game: ShanghaiNanking, state: State, args: Args) -> bool:
        battle = pending(state)
        return battle.support is not None or not available_support(game, state, battle)

    def run(self, game: ShanghaiNanking, state: State, args: Args) -> None:
        battle = pending(state)
        if battle.support is None:
            state.vars["combat"] = tuple(battle._replace(support=()))

    def legal(self, game: ShanghaiNanking, state: State, args: Args) -> Iterator[Action]:
        able = available_support(game, state, pending(state))
        for size in range(len(able) + 1):
            for kinds in combinations(able, size):
                yield CommitSupport(kinds)

    def check(self, game: ShanghaiNanking, state: State, args: Args, action: CommitSupport) -> None:
        check_support(game, state, pending(state), action.support)

    def play(self, game: ShanghaiNanking, state: State, args: Args, action: CommitSupport) -> None:
        state.agenda.pop()
        battle = pending(state)
        spend(state, battle.side(game), action.support)
        state.vars["combat"] = tuple(battle._replace(support=action.support))
        kinds = ", ".join(action.support) or "no"
        game.tell(state, "SNC-11.1a", "the attacker commits {kinds} support", kinds=kinds)


class Defend(Step["ShanghaiNanking"]):
    """SNC-11.0c, 11.1a: then the Japanese defender may call on naval gunfire."""

    name, case, accepts = "defend", "SNC-11.4c", (CommitSupport,)

    def side(self, game: ShanghaiNanking, state: State, args: Args) -> int:
        return JAPANESE

    def prompt(self, game: ShanghaiNanking, state: State, args: Args) -> str:
        return f"Naval gunfire for the defence of {game.board.label(pending(state).target)}?"

    def idle(self, game: ShanghaiNanking, state: State, args: Args) -> bool:
        return not can_defend_with_guns(game, state, pending(state))

    def legal(self, game: ShanghaiNanking, state: State, args: Args) -> Iterator[Action]:
        yield CommitSupport((NAVAL,))
        yield CommitSupport(())

    def check(self, game: ShanghaiNanking, state: State, args: Args, action: CommitSupport) -> None:
        if action.support not in ((), (NAVAL,)):
            raise IllegalAction("SNC-11.0c", "only one naval gunfire marker may support a defence")

    def play(self, game: ShanghaiNanking, state: State, args: Args, action: CommitSupport) -> None:
        state.agenda.pop()
        spend(state, JAPANESE, action.support)
        state.vars["combat"] = tuple(pending(state)._replace(defence=action.support))
        if action.support:
            game.tell(
                state, "SNC-11.4a", "naval guns support the defence of {space}", space=pending(state).target
            )


class AnswerAir(Step["ShanghaiNanking"]):
    """SNC-11.3a: the Chinese air force may fly against a Japanese air marker."""

    name, case, accepts = "answer_air", "SNC-11.3a", (FlyAir,)

    def side(self, game: ShanghaiNanking, state: State, args: Args) -> int:
        return CHINESE

    def prompt(self, game: ShanghaiNanking, state: State, args: Args) -> str:
        return "Send the air force up against the Japanese aircraft? A 6 stops them, a 1 is the end of it."

    def idle(self, game: ShanghaiNanking, state: State, args: Args) -> bool:
        return not state.vars["air"] or AIR not in (pending(state).support or ())

    def legal(self, game: ShanghaiNanking, state: State, args: Args) -> Iterator[Action]:
        yield FlyAir(True)
        yield FlyAir(False)

    def play(self, game: ShanghaiNanking, state: State, args: Args, action: FlyAir) -> None:
        state.agenda.pop()
        state.vars["combat"] = tuple(pending(state)._replace(flown=action.answer))


def lose_air(game: ShanghaiNanking, state: State, case: str) -> None:
    """SNC-11.3c: Chinese air support is over for the rest of the game."""
    state.vars["air"] = 0
    game.tell(state, case, "the Chinese air force is spent and will not fly again")


AFTERMATH: dict[str, list[Args]] = {
    PLAIN: [
        ("end_combat",),
        ("eliminate_overstack", JAPANESE),
        ("eliminate_overstack", CHINESE),
        ("advance",),
        ("elite_returns",),
    ],
    OVERRUN: [("end_combat",), ("end_overrun",), ("elite_returns",)],
    LANDING: [
        ("end_combat",),
        ("eliminate_overstack", JAPANESE),
        ("eliminate_overstack", CHINESE),
        ("exploit",),
        ("enter_landing",),
        ("elite_returns",),
    ],
}
"""What follows the losses of each kind of combat, the last first."""


class Resolve(Business["ShanghaiNanking"]):
    """SNC-10.5a: the roll, and what follows from it."""

    name, case = "resolve_combat", "SNC-10.5a"

    def run(self, game: ShanghaiNanking, state: State, args: Args) -> None:
        battle = pending(state)
        engagement = engage(game, state, battle)
        rolled = roll(game, engagement, state)
        if rolled.air:
            effect = game.air_effect[rolled.air]
            state.tell(
                "SNC-11.3a", "the Chinese air force flies: {die}, {effect}", die=rolled.air, effect=effect
            )
            if effect == "lost":
                lose_air(game, state, "SNC-11.3c")
        if state.events is not None:
            report(game, state, engagement, rolled)
        state.agenda += AFTERMATH[battle.kind]
        state.agenda.append(("absorb_loss", "attacker", rolled.attacker))
        if battle.kind == LANDING:
            state.agenda.append(("drive_off",))
        state.agenda.append(("absorb_loss", "defender", rolled.defender))


def report(game: ShanghaiNanking, state: State, engagement: Engagement, rolled: Rolled) -> None:
    """SNC-10.5a: what was rolled, on which column, and why."""
    game.tell(
        state,
        "SNC-10.5a",
        "{attack} against {defence}, column {column}: die {die}, result {a}/{d}",
        units=engagement.battle.attackers,
        space=engagement.battle.target,
        attack=engagement.attack,
        defence=engagement.defence,
        column=column_name(game, engagement),
        used=game.crt.names[rolled.column],
        die=rolled.die,
        a=rolled.attacker,
        d=rolled.defender,
        modifiers=[[m.label, m.value, m.case] for m in engagement.modifiers],
    )


class EndCombat(Business["ShanghaiNanking"]):
    """SNC-10.1a: this combat is complete before the next begins."""

    name, case = "end_combat", "SNC-10.1a"

    def run(self, game: ShanghaiNanking, state: State, args: Args) -> None:
        state.vars["combat"] = None


STEPS = (Commit(), Defend(), AnswerAir(), Resolve(), EndCombat())
