"""SOT-TC.J3c, TC.C6c, RE.10d, RE.10e: air chits that are answered by air chits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...actions import Action, Pass, PlayChit
from ...errors import IllegalAction
from ...state import State
from ...steps import Args
from .combat import Battle, pending
from .combat_steps import begin
from .hands import Asking, use_up
from .words import JAPANESE

if TYPE_CHECKING:
    from .game import StormOverTaierzhuang

ATTACK, DROP = "attack", "drop"
"""What an air chit was played for: an attack, or the supply drop of event 10."""


def fly(game: StormOverTaierzhuang, state: State, chit: str, purpose: str) -> None:
    """An air chit has been played; the other side may answer it."""
    state.agenda.append(("answer_air", 1 - game.chits[chit].side, chit, 0, purpose))


class AnswerAir(Asking):
    """SOT-TC.C6c, TC.J3c: the other side may cancel an air chit as it is played, and be answered in turn.

    The agenda holds the side that may answer, the chit it may cancel, how many have answered before, and
    what the first chit was played for.
    """

    name, case, accepts = "answer_air", "SOT-TC.C6c", (PlayChit, Pass)
    declines = "Let it fly"

    def side(self, game: StormOverTaierzhuang, state: State, args: Args) -> int:
        return int(args[1])

    def shows(self, game: StormOverTaierzhuang, state: State, args: Args) -> tuple[str, ...]:
        return tuple(
            c.id for c in game.chits.values() if c.side == args[1] and args[2] in c.cancels and c.number
        )

    def _answers(self, game: StormOverTaierzhuang, state: State, args: Args) -> list[str]:
        """Answering is no attack: no limit for the turn keeps a chit from it."""
        held = game.cups[args[1]].held(state)
        return [c for c in held if args[2] in game.chits[c].cancels]

    def prompt(self, game: StormOverTaierzhuang, state: State, args: Args) -> str:
        return f"Cancel the {game.chits[args[2]].name} chit?"

    def idle(self, game: StormOverTaierzhuang, state: State, args: Args) -> bool:
        return not self._answers(game, state, args)

    def run(self, game: StormOverTaierzhuang, state: State, args: Args) -> None:
        self._settle(game, state, args)

    def legal(self, game: StormOverTaierzhuang, state: State, args: Args) -> Iterator[Action]:
        for chit in self._answers(game, state, args):
            yield PlayChit(chit)
        yield Pass()

    def check(self, game: StormOverTaierzhuang, state: State, args: Args, action: Action) -> None:
        if not isinstance(action, PlayChit):
            return
        if action.chit not in self._answers(game, state, args):
            answered = game.chits[args[2]].name
            raise IllegalAction(self.case, f"no chit {action.chit!r} is in hand that cancels {answered}")
        if action != PlayChit(action.chit):
            raise IllegalAction(self.case, "a chit that cancels another has no target of its own")

    def play(self, game: StormOverTaierzhuang, state: State, args: Args, action: Action) -> None:
        _, side, _, answers, purpose = state.agenda.pop()
        if isinstance(action, PlayChit):
            use_up(game, state, action.chit, limited=False)
            state.agenda.append((self.name, 1 - side, action.chit, answers + 1, purpose))
        else:
            self._settle(game, state, args)

    @staticmethod
    def _settle(game: StormOverTaierzhuang, state: State, args: Args) -> None:
        """The last chit played stands: after an even number of answers the first one does its work."""
        answers, purpose = args[3], args[4]
        if answers % 2:
            case = "SOT-RE.10d" if purpose == DROP else "SOT-TC.C6c"
            if purpose == ATTACK and pending(state).side != JAPANESE:
                case = "SOT-TC.J3c"
            state.tell(case, "the chit is cancelled")
            state.vars["combat"] = None
        elif purpose == ATTACK:
            begin(game, state, Battle(*state.vars["combat"]))
        else:
            state.agenda.append(("air_drop_benefit",))


STEPS = (AnswerAir(),)
