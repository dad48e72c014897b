"""SOT-5: Tactical Chits in hands and cups: playing, drawing, choosing, giving back."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING

from ...actions import Action, Discard, Draw, Pass, Take
from ...errors import IllegalAction
from ...state import State
from ...steps import Args, Step
from ...wording import counted
from .words import ACTION_USES, JAPANESE, SIDES, STAND

if TYPE_CHECKING:
    from .game import StormOverTaierzhuang


class Asking(Step["StormOverTaierzhuang"]):
    """A decision of this game; the agenda names the side behind the step where it is not the active one."""

    def shows(self, game: StormOverTaierzhuang, state: State, args: Args) -> tuple[str, ...]:
        """Chits of which the side that is asked must hold one, or it would not be asked."""
        return ()


class SideAsking(Asking):
    """A decision of the side that stands behind the step's name."""

    def side(self, game: StormOverTaierzhuang, state: State, args: Args) -> int:
        return int(args[1])


def can_play(game: StormOverTaierzhuang, state: State, side: int, chit: str) -> bool:
    """SOT-5.2: is this chit in the side's hand, and not used up for this turn?"""
    kind = game.chits[chit]
    return (
        kind.side == side
        and game.cups[side].holds(state, chit) > 0
        and not (kind.once and chit in state.vars["played"])
    )


def check_playable(game: StormOverTaierzhuang, state: State, side: int, chit: str) -> None:
    """SOT-5.2, TC: why a chit cannot be played now, if it cannot."""
    kind = game.chits.get(chit)
    if kind is None or kind.side != side:
        raise IllegalAction("SOT-2.4j", f"{chit!r} is no chit of the {game.side_name(side)} side")
    if not game.cups[side].holds(state, chit):
        raise IllegalAction("SOT-5.1b", f"no {kind.name} chit is in the {game.side_name(side)} hand")
    if kind.once and chit in state.vars["played"]:
        raise IllegalAction(kind.case, f"{kind.name} has been played in this turn")


def use_up(game: StormOverTaierzhuang, state: State, chit: str, limited: bool = True) -> None:
    """SOT-5.2e, R-28: a chit that is played goes back to its cup; played is played."""
    kind = game.chits[chit]
    game.cups[kind.side].give_back(state, chit)
    if kind.once and limited:
        state.vars["played"] = (*state.vars["played"], chit)
    state.tell(kind.case, "the {side} side plays {chit}", side=SIDES[kind.side], chit=kind.name)


def action_chits(game: StormOverTaierzhuang, state: State, side: int) -> list[str]:
    """SOT-5.2a, 5.2c, 5.2d: chits in the hand that can be the action of an impulse by themselves."""
    held = game.cups[side].held(state)
    return [c for c in held if game.chits[c].use in ACTION_USES and can_play(game, state, side, c)]


def actions_unplayed(game: StormOverTaierzhuang, state: State, side: int) -> tuple[str, ...]:
    """The action chits that a side could hold and play, whatever it really holds."""
    return tuple(
        c.id
        for c in game.chits.values()
        if c.side == side
        and c.use in ACTION_USES
        and c.number
        and not (c.once and c.id in state.vars["played"])
    )


def resolute_free(game: StormOverTaierzhuang, state: State, side: int) -> str | None:
    """SOT-TC.C1a: the chit that lets units fire without being spent, if the side can play it now."""
    for chit in game.cups[side].held(state):
        if game.chits[chit].use == STAND and can_play(game, state, side, chit):
            return chit
    return None


def chooses(game: StormOverTaierzhuang, state: State, side: int) -> bool:
    """SOT-12.1a, 12.2a: does the side choose its chits?"""
    if game.options["free_chit_choice"] == "yes":
        return True
    return side == JAPANESE and state.turn == 1 and game.options["japanese_chit_choice"] == "yes"


def open_places(game: StormOverTaierzhuang, state: State, side: int) -> int:
    """SOT-5.1a: how many chits a side may still draw for this turn."""
    cup = game.cups[side]
    return max(0, min(game.maximum[side][state.turn] - cup.size(state), cup.inside(state)))


class DrawChits(SideAsking):
    """SOT-4.0b, 5.1b: a side fills its hand, blindly or (12.1, 12.2) by choice; it may stop earlier."""

    name, case, accepts = "draw_chits", "SOT-5.1b", (Draw, Take, Pass)
    declines = "Draw no more chits"

    def prompt(self, game: StormOverTaierzhuang, state: State, args: Args) -> str:
        number = open_places(game, state, args[1])
        return f"Draw up to {counted(number, 'Tactical Chit')}."

    def idle(self, game: StormOverTaierzhuang, state: State, args: Args) -> bool:
        return open_places(game, state, args[1]) == 0

    def legal(self, game: StormOverTaierzhuang, state: State, args: Args) -> Iterator[Action]:
        if chooses(game, state, args[1]):
            for kind in game.cups[args[1]].takeable(state):
                yield Take(kind)
            yield Pass()
        else:
            for number in range(open_places(game, state, args[1]), -1, -1):
                yield Draw(str(number))

    def sample(self, game: StormOverTaierzhuang, state: State, args: Args, rng: Random) -> Action:
        """Hands are nearly always filled."""
        actions = list(self.legal(game, state, args))
        if chooses(game, state, args[1]):
            actions.pop()
            return actions[int(rng.random() * len(actions))] if rng.random() < 0.97 else Pass()
        return actions[0] if rng.random() < 0.9 else actions[int(rng.random() * len(actions))]

    def check(self, game: StormOverTaierzhuang, state: State, args: Args, action: Action) -> None:
        free = chooses(game, state, args[1])
        if isinstance(action, Draw):
            if free:
                case = "SOT-12.2a" if game.options["free_chit_choice"] == "yes" else "SOT-12.1a"
                raise IllegalAction(case, "chits are chosen, not drawn")
            if action.number not in map(str, range(open_places(game, state, args[1]) + 1)):
                raise IllegalAction("SOT-5.1a", f"the hand cannot take {action.number!r} chits")
        elif isinstance(action, Take):
            if not free:
                raise IllegalAction("SOT-5.1b", "chits are drawn at random, not chosen")
            if action.chit not in game.cups[args[1]].takeable(state):
                raise IllegalAction("SOT-5.1b", f"no {action.chit!r} is in the cup")

    def play(self, game: StormOverTaierzhuang, state: State, args: Args, action: Action) -> None:
        cup = game.cups[args[1]]
        if isinstance(action, Take):
            cup.take(state, action.chit)
            return
        state.agenda.pop()
        if isinstance(action, Draw):
            for _ in range(int(action.number)):
                cup.draw(state)
        text = f"the {{side}} side holds {counted(cup.size(state), 'chit')}"
        state.tell("SOT-5.1b", text, side=SIDES[args[1]], n=cup.size(state))


class Retain(SideAsking):
    """SOT-4.0l, 5.3: chits are given back at the end of the turn, as many as one likes or must."""

    name, case, accepts = "retain_chits", "SOT-5.3a", (Discard, Pass)
    declines = "Keep the rest"

    def prompt(self, game: StormOverTaierzhuang, state: State, args: Args) -> str:
        limit = game.maximum[args[1]][state.turn + 1]
        return f"Give chits back; at most {counted(limit, 'is', 'are')} kept."

    def idle(self, game: StormOverTaierzhuang, state: State, args: Args) -> bool:
        """After the last turn chits mean nothing."""
        return state.turn == game.final_turn(state) or game.cups[args[1]].size(state) == 0

    @staticmethod
    def _excess(game: StormOverTaierzhuang, state: State, side: int) -> int:
        """SOT-5.3c, R-47: chits above the maximum of the coming turn; extra ones count like all others."""
        return game.cups[side].size(state) - game.maximum[side][state.turn + 1]

    def legal(self, game: StormOverTaierzhuang, state: State, args: Args) -> Iterator[Action]:
        if self._excess(game, state, args[1]) <= 0:
            yield Pass()
        for kind in game.cups[args[1]].held(state):
            yield Discard((kind,))

    def sample(self, game: StormOverTaierzhuang, state: State, args: Args, rng: Random) -> Action:
        if self._excess(game, state, args[1]) <= 0 and rng.random() < 0.7:
            return Pass()
        return super().sample(game, state, args, rng)

    def check(self, game: StormOverTaierzhuang, state: State, args: Args, action: Action) -> None:
        if isinstance(action, Discard):
            check_discard(game, state, args[1], action)
        elif self._excess(game, state, args[1]) > 0:
            raise IllegalAction("SOT-5.3c", "the hand is larger than the next turn allows")

    def play(self, game: StormOverTaierzhuang, state: State, args: Args, action: Action) -> None:
        if isinstance(action, Discard):
            give_up(game, state, args[1], action.chits, "SOT-5.3d")
        else:
            state.agenda.pop()


def check_discard(
    game: StormOverTaierzhuang, state: State, side: int, action: Discard, number: int | None = None
) -> None:
    """SOT-5.3a: may these chits be given back?"""
    if not action.chits or (number is not None and len(action.chits) != number):
        raise IllegalAction("SOT-5.3a", f"{number or 'at least one'} chit must be named")
    if not game.cups[side].can_give(state, action.chits):
        raise IllegalAction("SOT-5.3a", f"not all of these chits are in the {game.side_name(side)} hand")


def give_up(game: StormOverTaierzhuang, state: State, side: int, chits: tuple[str, ...], case: str) -> None:
    """SOT-5.3d: discarded chits return to their own cup."""
    for chit in chits:
        game.cups[side].give_back(state, chit)
    text = f"the {{side}} side gives back {counted(len(chits), 'chit')}"
    state.tell(case, text, side=SIDES[side], n=len(chits))


STEPS = (DrawChits(), Retain())
