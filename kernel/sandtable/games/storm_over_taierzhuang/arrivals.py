"""SOT-6.1, 6.2: reinforcements: rolls, re-rolls, payments, the draw of units and their zones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING, ClassVar

from ...actions import Action, Deploy, Discard, Pass
from ...dice import total
from ...errors import IllegalAction
from ...groups import alike, draw_lots
from ...state import OFF_MAP, State
from ...steps import Args, Business
from .forces import ids_of
from .hands import SideAsking, check_discard, give_up
from .words import CHINESE, D6, JAPANESE, RECOVERING, REINFORCEMENT, SIDES

if TYPE_CHECKING:
    from .game import StormOverTaierzhuang

AVAILABLE, NUMBER = "availability", "number"
"""The two rolls."""


def candidates(game: StormOverTaierzhuang, state: State, side: int) -> list[int]:
    """SOT-6.1e, 6.2e, R-16: the pool and the units that fell back into a zone earlier."""
    return [u for u in game.own[side] if state.where[u] == OFF_MAP or (state.marks[u] & RECOVERING)]


class Reinforcements(Business["StormOverTaierzhuang"]):
    """SOT-4.0c, 6.0b: from turn 2 on; the Chinese side completes its reinforcements first."""

    name, case = "reinforcements", "SOT-6.0b"

    def run(self, game: StormOverTaierzhuang, state: State, args: Args) -> None:
        if state.turn < game.reinforcements_from:
            return
        state.phase = REINFORCEMENT
        state.agenda.append(("pay_for_roll", JAPANESE))
        if candidates(game, state, CHINESE):
            state.agenda.append(("reinforcement_roll", CHINESE, AVAILABLE, False))


class Roll(Business["StormOverTaierzhuang"]):
    """SOT-6.1a, 6.1d, 6.2b, 6.2d: 2D6, for availability or for the number of units."""

    name, case = "reinforcement_roll", "SOT-6.1a"

    def run(self, game: StormOverTaierzhuang, state: State, args: Args) -> None:
        _, side, what, again = args
        rolled = total(state, 2, D6)
        state.tell(
            "SOT-6.1a" if side == CHINESE else "SOT-6.2b",
            "the {side} side rolls {rolled} for the {what} of reinforcements",
            side=SIDES[side],
            rolled=rolled,
            what=what,
        )
        state.agenda.append(("reinforcement_result", side, what, rolled))
        if side == CHINESE and not again:
            state.agenda.append(("reroll", side, what, rolled))


class ChitForARoll(SideAsking):
    """A chit is given for a roll, or kept; subclasses say which roll."""

    accepts = (Discard, Pass)
    thrift: ClassVar[float]
    """How often random play keeps the chit."""

    def idle(self, game: StormOverTaierzhuang, state: State, args: Args) -> bool:
        return not game.cups[args[1]].size(state)

    def roll(self, state: State, args: Args) -> None:
        """The chit has been given."""
        raise NotImplementedError

    def legal(self, game: StormOverTaierzhuang, state: State, args: Args) -> Iterator[Action]:
        yield Pass()
        for kind in game.cups[args[1]].held(state):
            yield Discard((kind,))

    def sample(self, game: StormOverTaierzhuang, state: State, args: Args, rng: Random) -> Action:
        return Pass() if rng.random() < self.thrift else super().sample(game, state, args, rng)

    def check(self, game: StormOverTaierzhuang, state: State, args: Args, action: Action) -> None:
        if isinstance(action, Discard):
            check_discard(game, state, args[1], action, 1)

    def play(self, game: StormOverTaierzhuang, state: State, args: Args, action: Action) -> None:
        state.agenda.pop()
        if isinstance(action, Discard):
            give_up(game, state, args[1], action.chits, self.case)
            self.roll(state, args)


class Reroll(ChitForARoll):
    """SOT-6.1h, 6.1i, R-15: the Chinese may give a chit to roll again, once for each of the two rolls."""

    name, case, thrift = "reroll", "SOT-6.1h", 0.7
    declines = "Let the roll stand"

    def prompt(self, game: StormOverTaierzhuang, state: State, args: Args) -> str:
        if args[2] == AVAILABLE:
            came = "they come" if succeeds(game, state, args[3]) else "they do not come"
            return f"Reinforcements: {args[3]} on turn {state.turn}, {came}. Give a chit to roll again?"
        return f"Up to {args[3]} units come. Give a chit to roll again?"

    def roll(self, state: State, args: Args) -> None:
        state.agenda[-1] = ("reinforcement_roll", args[1], args[2], True)


def succeeds(game: StormOverTaierzhuang, state: State, rolled: int) -> bool:
    """SOT-6.1a-c, 6.2b-c, R-14: at most the turn's number; a 2 always succeeds, a 12 never."""
    if rolled in (game.sure_success, game.sure_failure):
        return rolled == game.sure_success
    return rolled <= state.turn


class RollResult(Business["StormOverTaierzhuang"]):
    """SOT-6.1d, 6.2d: a success is followed by the roll for the number; that is how many may come."""

    name, case = "reinforcement_result", "SOT-6.1d"

    def run(self, game: StormOverTaierzhuang, state: State, args: Args) -> None:
        _, side, what, rolled = args
        if what == NUMBER:
            bring(game, state, side, candidates(game, state, side), rolled)
        elif succeeds(game, state, rolled):
            state.agenda.append(("reinforcement_roll", side, NUMBER, False))


class Pay(ChitForARoll):
    """SOT-6.2a, 6.2h, R-61: the Japanese give a chit for their one roll, or have none."""

    name, case, thrift = "pay_for_roll", "SOT-6.2a", 0.6
    declines = "Give no chit"

    def prompt(self, game: StormOverTaierzhuang, state: State, args: Args) -> str:
        return f"Give a chit to roll for reinforcements (at most {state.turn} on two dice)?"

    def idle(self, game: StormOverTaierzhuang, state: State, args: Args) -> bool:
        return super().idle(game, state, args) or not candidates(game, state, args[1])

    def roll(self, state: State, args: Args) -> None:
        state.agenda.append(("reinforcement_roll", args[1], AVAILABLE, False))


def bring(game: StormOverTaierzhuang, state: State, side: int, units: Sequence[int], number: int) -> None:
    """SOT-6.1g, 6.2g, 12.4a, R-32: who comes is drawn by lot, or chosen where that is played."""
    if side == JAPANESE or game.options["free_reinforcements"] == "no":
        units = draw_lots(units, number, state)
    state.vars["arriving"] = (tuple(units), min(number, len(units)))
    state.agenda.append(("arrive", side))


class Arrive(SideAsking):
    """SOT-6.1f, 6.2f: the arriving units are placed in own zones, divided as their owner likes."""

    name, case, accepts = "arrive", "SOT-6.1f", (Deploy, Pass)
    declines = "Place no more units"

    def prompt(self, game: StormOverTaierzhuang, state: State, args: Args) -> str:
        units, number = state.vars["arriving"]
        if len(units) == 1:
            return "One unit may be placed in a Deployment Zone: where?"
        return f"{number} of {len(units)} units may be placed in Deployment Zones: where?"

    def idle(self, game: StormOverTaierzhuang, state: State, args: Args) -> bool:
        return not state.vars["arriving"][1]

    def run(self, game: StormOverTaierzhuang, state: State, args: Args) -> None:
        state.vars["arriving"] = ((), 0)

    def legal(self, game: StormOverTaierzhuang, state: State, args: Args) -> Iterator[Action]:
        """All at once, or one of a kind, into each zone."""
        units, number = state.vars["arriving"]
        zones = [game.board.ids[z] for z in game.ground.zones[args[1]]]
        firsts = [game.units.ids[lot[0]] for lot in self.lots(game, state, args)]
        for zone in zones:
            if number > 1:
                yield Deploy(ids_of(game, units[:number]), zone)
            for id in firsts:
                yield Deploy((id,), zone)
        yield Pass()

    def lots(self, game: StormOverTaierzhuang, state: State, args: Args) -> list[list[int]]:
        return alike(state.vars["arriving"][0], game.lot.__getitem__)

    def sample(self, game: StormOverTaierzhuang, state: State, args: Args, rng: Random) -> Action:
        actions = list(self.legal(game, state, args))
        return actions[int(rng.random() * (len(actions) - 1))] if rng.random() < 0.98 else Pass()

    def check(self, game: StormOverTaierzhuang, state: State, args: Args, action: Action) -> None:
        if not isinstance(action, Deploy):
            return
        units, number = state.vars["arriving"]
        chosen = [game.units.index_of(id) for id in action.units]
        case = "SOT-6.1f" if args[1] == CHINESE else "SOT-6.2f"
        if not chosen or len(set(chosen)) != len(chosen):
            raise IllegalAction(case, "no unit is named, or one twice")
        for u in chosen:
            if u not in units:
                raise IllegalAction(case, f"{game.units[u].name} is not among those that arrive")
        if len(chosen) > number:
            raise IllegalAction("SOT-6.1d" if args[1] == CHINESE else "SOT-6.2d", f"only {number} may come")
        if game.board.index(action.space) not in game.ground.zones[args[1]]:
            raise IllegalAction(case, f"{action.space} is no {game.side_name(args[1])} Deployment Zone")

    def play(self, game: StormOverTaierzhuang, state: State, args: Args, action: Action) -> None:
        units, number = state.vars["arriving"]
        if not isinstance(action, Deploy):
            state.agenda.pop()
            state.vars["arriving"] = ((), 0)
            return
        chosen = [game.units.number[id] for id in action.units]
        zone = game.board.number[action.space]
        for u in chosen:
            game.put(state, u, zone)
            state.marks[u] &= ~RECOVERING
        state.vars["arriving"] = (tuple(u for u in units if u not in chosen), number - len(chosen))
        case = "SOT-6.1f" if args[1] == CHINESE else "SOT-6.2f"
        game.tell(state, case, "{units} [arrives|arrive] in {space}", chosen, zone)


STEPS = (Reinforcements(), Roll(), Reroll(), RollResult(), Pay(), Arrive())
