"""SOT-4: the turn and its End Phase."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...errors import Unknown
from ...state import State
from ...steps import Args, Business
from .control import end_of_turn, supplied
from .forces import restore, spend
from .words import (
    CHINESE,
    CHITS,
    END,
    EVENT,
    IMPULSE,
    INITIATIVE,
    JAPANESE,
    READY,
    REINFORCEMENT,
    SPENT,
)

if TYPE_CHECKING:
    from .game import StormOverTaierzhuang

TURN: tuple[tuple[str, Args], ...] = (
    (CHITS, ("draw_phase",)),
    (REINFORCEMENT, ("reinforcements",)),
    (EVENT, ("random_event",)),
    (INITIATIVE, ("initiative",)),
)
"""SOT-4.0a: the phases before the impulses; Impulse and End Phase follow from the initiative."""


def rest_of_turn(phase: str, side: int) -> list[Args]:
    """The agenda from a phase on, the next on top."""
    if phase == IMPULSE:
        return [("impulse", side)]
    if phase == END:
        return [("end_phase",)]
    names = [name for name, _ in TURN]
    if phase not in names:
        raise Unknown("phase of a turn", phase, (*names, IMPULSE, END))
    return [entry for _, entry in reversed(TURN[names.index(phase) :])]


class BeginTurn(Business["StormOverTaierzhuang"]):
    """SOT-1.0b, 2.2b, 4.0p: the turn marker moves on; chits may be played anew."""

    name, case = "turn", "SOT-4.0a"

    def run(self, game: StormOverTaierzhuang, state: State, args: Args) -> None:
        state.turn, state.phase, state.side = args[1], CHITS, CHINESE
        state.vars["played"] = ()
        state.vars["event"] = ""
        state.agenda += rest_of_turn(CHITS, CHINESE)
        state.tell("SOT-1.0b", "turn {turn}, {date}", turn=state.turn, date=game.dates[state.turn])


class DrawPhase(Business["StormOverTaierzhuang"]):
    """SOT-4.0b: both sides draw; hands are secret, so it does not matter who is first."""

    name, case = "draw_phase", "SOT-4.0b"

    def run(self, game: StormOverTaierzhuang, state: State, args: Args) -> None:
        state.phase = CHITS
        state.agenda += [("draw_chits", JAPANESE), ("draw_chits", CHINESE)]


class EndPhase(Business["StormOverTaierzhuang"]):
    """SOT-4.0l-p: chits given back, supply, units Ready again, victory."""

    name, case = "end_phase", "SOT-4.0l"

    def run(self, game: StormOverTaierzhuang, state: State, args: Args) -> None:
        state.phase = END
        state.agenda += [("end_turn",), ("retain_chits", JAPANESE), ("retain_chits", CHINESE)]


class EndTurn(Business["StormOverTaierzhuang"]):
    """SOT-4.0m-p, 6.3: supply is judged, units recover, and the turn is over."""

    name, case = "end_turn", "SOT-4.0p"

    def run(self, game: StormOverTaierzhuang, state: State, args: Args) -> None:
        supply_and_recovery(game, state)
        end_of_turn(game, state)
        if state.result is None:
            state.agenda.append(("turn", state.turn + 1))


def supply_and_recovery(game: StormOverTaierzhuang, state: State) -> None:
    """SOT-4.0m-o, 6.3f, 6.3g, 6.4a, R-09, R-53: who cannot be supplied is Spent, all others are Ready."""
    joined, where, steps = supplied(game, state), state.where, state.steps
    cut_off = [u for u in game.own[JAPANESE] if where[u] >= 0 and not joined[where[u]]]
    spend(game, state, [u for u in cut_off if steps[u] == READY], "SOT-6.3g")
    fed = [u for u in game.own[JAPANESE] if where[u] >= 0 and joined[where[u]] and steps[u] == SPENT]
    restore(game, state, fed, "SOT-4.0n")
    rested = [u for u in game.own[CHINESE] if where[u] >= 0 and steps[u] == SPENT]
    restore(game, state, rested, "SOT-4.0o")


STEPS = (BeginTurn(), DrawPhase(), EndPhase(), EndTurn())
