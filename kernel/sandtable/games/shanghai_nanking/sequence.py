"""SNC-5: the turn, the declaration of plans, the frame of each phase."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...actions import Action
from ...errors import IllegalAction, Unknown
from ...hexwar import marks
from ...state import State
from ...steps import Args, Business, Step
from .orders import DeclarePlan
from .victory import sudden_death, victory_check
from .words import (
    CHINESE,
    DECLARE,
    FIRST,
    JAPANESE,
    MOVE,
    PLAN_TEXT,
    PLANS,
    REINFORCEMENT,
    SECOND,
    SIDES,
    VICTORY,
)

if TYPE_CHECKING:
    from .game import ShanghaiNanking

TURN: tuple[tuple[int, str, Args], ...] = (
    (CHINESE, DECLARE, ("player_turn", CHINESE)),
    (CHINESE, FIRST, ("operations", CHINESE, 0)),
    (CHINESE, REINFORCEMENT, ("chinese_reinforcement",)),
    (CHINESE, SECOND, ("operations", CHINESE, 1)),
    (JAPANESE, DECLARE, ("player_turn", JAPANESE)),
    (JAPANESE, FIRST, ("operations", JAPANESE, 0)),
    (JAPANESE, REINFORCEMENT, ("japanese_reinforcement",)),
    (JAPANESE, SECOND, ("operations", JAPANESE, 1)),
    (JAPANESE, VICTORY, ("victory_check",)),
)
"""SNC-5.0a, 5.1: a game turn, side by side and phase by phase."""


def rest_of_turn(side: int, phase: str) -> list[Args]:
    """The agenda from a phase to the end of the turn, the next on top."""
    order = [(s, p) for s, p, _ in TURN]
    if (side, phase) not in order:
        raise Unknown(f"{SIDES[side]} phase", phase, [p for s, p in order if s == side])
    return [entry for _, _, entry in reversed(TURN[order.index((side, phase)) :])]


class BeginTurn(Business["ShanghaiNanking"]):
    """SNC-5.2a, 4.1b, 4.2a: the turn marker moves on; sudden death is tested at once."""

    name, case = "game_turn", "SNC-5.0a"

    def run(self, game: ShanghaiNanking, state: State, args: Args) -> None:
        state.turn, state.side, state.phase = args[1], CHINESE, DECLARE
        state.agenda += rest_of_turn(CHINESE, DECLARE)
        game.tell(state, "SNC-5.0a", "turn {turn}, {date}", turn=state.turn, date=game.dates[state.turn])
        sudden_death(game, state)


class BeginPlayerTurn(Business["ShanghaiNanking"]):
    """SNC-5.0a, 8.5a: a side's turn comes up: its new markers are there, and nothing is planned yet."""

    name, case = "player_turn", "SNC-5.0a"

    def run(self, game: ShanghaiNanking, state: State, args: Args) -> None:
        state.side, state.phase = args[1], DECLARE
        state.vars["plan"] = ""
        refresh(game, state)
        state.agenda.append(("declare_plan", args[1]))


class Declare(Step["ShanghaiNanking"]):
    """SNC-5.3a: the plan for both Operations Phases, before the player turn begins."""

    name, case, accepts = "declare_plan", "SNC-5.3a", (DeclarePlan,)

    def side(self, game: ShanghaiNanking, state: State, args: Args) -> int:
        return int(args[1])

    def prompt(self, game: ShanghaiNanking, state: State, args: Args) -> str:
        return f"Turn {state.turn}: what will the two {game.side_name(args[1])} Operations Phases be?"

    def legal(self, game: ShanghaiNanking, state: State, args: Args) -> Iterator[Action]:
        for plan in PLANS:
            yield DeclarePlan(plan)

    def check(self, game: ShanghaiNanking, state: State, args: Args, action: DeclarePlan) -> None:
        if action.plan not in PLANS:
            raise IllegalAction(self.case, f"a plan is one of {', '.join(PLANS)}, not {action.plan!r}")

    def play(self, game: ShanghaiNanking, state: State, args: Args, action: DeclarePlan) -> None:
        """SNC-8.5a: with the player turn, new fire support markers arrive."""
        state.agenda.pop()
        state.vars["plan"] = action.plan
        text = PLAN_TEXT[action.plan]
        state.tell(self.case, "the {side} side will {text}", side=SIDES[args[1]], text=text)
        arriving = [m.kind for m in game.markers if m.side == state.side and m.turn == state.turn]
        if arriving:
            state.tell("SNC-8.5a", "fire support arrives: {kinds}", kinds=", ".join(arriving))


def refresh(game: ShanghaiNanking, state: State) -> None:
    """SNC-11.1d, R-09: all markers in play are ready at the start of an Operations Phase."""
    state.stock[:] = game.markers_in_play[state.side, state.turn]


def forget_phase(state: State) -> None:
    """No mark of the last phase stays, and no march is unfinished."""
    marks.forget_phase(state)
    state.vars["mover"] = ()


class Operations(Business["ShanghaiNanking"]):
    """SNC-5.3b, 5.3c: an Operations Phase begins as it was planned, for all units of the side."""

    name, case = "operations", "SNC-5.3b"

    def run(self, game: ShanghaiNanking, state: State, args: Args) -> None:
        _, side, place = args
        state.side, state.phase = side, (FIRST, SECOND)[place]
        forget_phase(state)
        refresh(game, state)
        if state.vars["plan"][place] == MOVE:
            state.agenda += [("eliminate_overstack", side), ("move", side)]
        else:
            state.agenda.append(("attack", side))


class VictoryCheck(Business["ShanghaiNanking"]):
    """SNC-4.3, 5.2a, 5.2b: the cities are counted, and the turn ends."""

    name, case = "victory_check", "SNC-4.3a"

    def run(self, game: ShanghaiNanking, state: State, args: Args) -> None:
        state.phase = VICTORY
        victory_check(game, state)
        if state.result is None:
            state.agenda.append(("game_turn", state.turn + 1))


STEPS = (BeginTurn(), BeginPlayerTurn(), Declare(), Operations(), VictoryCheck())
