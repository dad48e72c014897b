"""SOT-4.0e-k, 7.0: initiative, impulses and passes."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING

from ...actions import Action, Move, Pass, PlayChit
from ...state import State
from ...steps import Args, Business
from . import special, tactics
from .combat_steps import open_fire
from .control import judge_control, sudden_death
from .fire import check_fire, fires, sample_fire
from .forces import able, check_units, is_able
from .hands import Asking, action_chits, actions_unplayed
from .moves import allowance, carry, check_path, groups, move_cost, moves, sample_move
from .orders import Concentrate, Fire, Infiltrate
from .words import CHINESE, END, IMPULSE, INITIATIVE, JAPANESE, RUSH, SIDES

if TYPE_CHECKING:
    from .game import StormOverTaierzhuang


class Initiative(Business["StormOverTaierzhuang"]):
    """SOT-4.0e-g: the higher die goes first, ties are rolled again; on turn 1 it is the Japanese."""

    name, case = "initiative", "SOT-4.0e"

    def run(self, game: StormOverTaierzhuang, state: State, args: Args) -> None:
        state.phase = INITIATIVE
        first, case = JAPANESE, "SOT-4.0g"
        if state.turn > 1:
            case = self.case
            while (chinese := state.roll()) == (japanese := state.roll()):
                pass
            first = CHINESE if chinese > japanese else JAPANESE
        state.tell(case, "the {side} side has the initiative", side=SIDES[first])
        state.vars["passes"] = 0
        state.agenda.append(("impulse", first))
        state.side, state.phase = first, IMPULSE


def places(game: StormOverTaierzhuang, state: State, side: int) -> list[int]:
    """The spaces where units of a side could act."""
    where = state.where
    return sorted({where[u] for u in game.own[side] if is_able(state, u)})


class Impulse(Asking):
    """SOT-4.0i, 2.4a: one action, or a pass."""

    name, case, accepts = "impulse", "SOT-4.0i", (Move, Fire, PlayChit, Infiltrate, Concentrate, Pass)
    declines = "Pass this impulse"

    def side(self, game: StormOverTaierzhuang, state: State, args: Args) -> int:
        return int(args[1])

    def shows(self, game: StormOverTaierzhuang, state: State, args: Args) -> tuple[str, ...]:
        """With no unit able to act, only a chit lets a side be asked."""
        if any(is_able(state, u) for u in game.own[args[1]]):
            return ()
        return actions_unplayed(game, state, args[1])

    def prompt(self, game: StormOverTaierzhuang, state: State, args: Args) -> str:
        return f"{game.side_name(args[1])} impulse: move, fire, play a chit, or pass."

    def idle(self, game: StormOverTaierzhuang, state: State, args: Args) -> bool:
        """A side that can do nothing passes."""
        side = args[1]
        return not (any(is_able(state, u) for u in game.own[side]) or action_chits(game, state, side))

    def run(self, game: StormOverTaierzhuang, state: State, args: Args) -> None:
        state.side = args[1]
        self._pass(state, args[1])

    # -- listing ------------------------------------------------------------------------------------

    def legal(self, game: StormOverTaierzhuang, state: State, args: Args) -> Iterator[Action]:
        side = args[1]
        yield Pass()
        for chit in action_chits(game, state, side):
            yield from tactics.plays(game, state, side, chit)
        for place in places(game, state, side):
            yield from self._here(game, state, side, able(game, state, side, place), place)
        yield from special.concentrations(game, state, side)

    def _here(
        self, game: StormOverTaierzhuang, state: State, side: int, units: list[int], place: int
    ) -> Iterator[Action]:
        """What units of one place can do."""
        yield from fires(game, state, side, units, place, stand=True)
        for group in groups(game, state, side, units):
            yield from moves(game, state, side, group, allowance(game, group))
        yield from special.infiltrations(game, state, side, units)

    def for_unit(self, game: StormOverTaierzhuang, state: State, args: Args, unit: int) -> Iterator[Action]:
        """Actions of its area that name the unit, and what it can do alone."""
        side = args[1]
        if game.side_of[unit] != side or not is_able(state, unit):
            return
        id, place = game.units.ids[unit], state.where[unit]
        together = self._by(game, state, side, able(game, state, side, place), place)
        named = dict.fromkeys(action for action in together if id in action.touched_units)
        yield from named
        for action in self._by(game, state, side, [unit], place):
            if action not in named:
                yield action
        yield from special.concentrations_of(game, state, side, unit)

    def _by(
        self, game: StormOverTaierzhuang, state: State, side: int, units: list[int], place: int
    ) -> Iterator[Action]:
        """What units of one place can do, with a chit too."""
        yield from self._here(game, state, side, units, place)
        for chit in action_chits(game, state, side):
            if game.chits[chit].use == RUSH:
                yield from tactics.rushes(game, state, side, chit, units)

    def sample(self, game: StormOverTaierzhuang, state: State, args: Args, rng: Random) -> Action:
        """A chit now and then, or a unit by lot with its area: it fires if it can, or moves."""
        side, random = args[1], rng.random
        if random() < 0.08:
            return Pass()
        if random() < 0.2:
            play = self._sample_chit(game, state, side, rng)
            if play is not None:
                return play
        pool = game.own[side]
        for _ in range(40):
            unit = pool[int(random() * len(pool))]
            if not is_able(state, unit):
                continue
            place = state.where[unit]
            action = self._sample_here(game, state, side, able(game, state, side, place), place, rng)
            if action is not None:
                return action
        return Pass()

    @staticmethod
    def _sample_chit(game: StormOverTaierzhuang, state: State, side: int, rng: Random) -> Action | None:
        if rng.random() < 0.2:
            found = special.sample_concentration(game, state, side, rng)
            if found is not None:
                return found
        chits = action_chits(game, state, side)
        if not chits:
            return None
        chosen = list(tactics.plays(game, state, side, chits[int(rng.random() * len(chits))]))
        return chosen[int(rng.random() * len(chosen))] if chosen else None

    @staticmethod
    def _sample_here(
        game: StormOverTaierzhuang, state: State, side: int, units: list[int], place: int, rng: Random
    ) -> Action | None:
        random = rng.random
        if random() < 0.5:
            fire = sample_fire(game, state, side, units, place, True, rng)
            if fire is not None:
                return fire
        if game.options["infiltration"] == "yes" and random() < 0.2:
            tries = list(special.infiltrations(game, state, side, units))
            if tries:
                return tries[int(random() * len(tries))]
        some = groups(game, state, side, units)
        group = some[int(random() * len(some))]
        return sample_move(game, state, side, group, allowance(game, group), rng)

    # -- judging ------------------------------------------------------------------------------------

    def check(self, game: StormOverTaierzhuang, state: State, args: Args, action: Action) -> None:
        side = args[1]
        match action:
            case Move():
                units = check_units(game, state, side, action.units)
                check_path(game, state, side, units, action.path, allowance(game, units))
            case Fire():
                check_fire(game, state, side, action.units, action.target, action.support or ())
            case PlayChit():
                tactics.check_play(game, state, side, action)
            case Infiltrate():
                special.check_infiltration(game, state, side, action)
            case Concentrate():
                special.check_concentration(game, state, side, action)

    def cost(self, game: StormOverTaierzhuang, state: State, args: Args, action: Action) -> float | None:
        return move_cost(game, state, args[1], action)

    # -- doing --------------------------------------------------------------------------------------

    def play(self, game: StormOverTaierzhuang, state: State, args: Args, action: Action) -> None:
        side = args[1]
        state.agenda.pop()
        if isinstance(action, Pass):
            self._pass(state, side)
            return
        state.vars["passes"] = 0
        state.agenda += [("next_impulse", side), ("eliminate_overstack",)]
        match action:
            case Move():
                units = [game.units.number[id] for id in action.units]
                carry(game, state, side, units, action, allowance(game, units))
            case Fire():
                words = action.support or ()
                open_fire(game, state, check_fire(game, state, side, action.units, action.target, words))
            case PlayChit():
                tactics.play(game, state, side, action)
            case Infiltrate():
                special.infiltrate(game, state, side, action)
            case Concentrate():
                special.concentrate(game, state, side, action)

    @staticmethod
    def _pass(state: State, side: int) -> None:
        """SOT-4.0j: the impulse goes to the opponent."""
        state.vars["passes"] += 1
        state.agenda += [("next_impulse", side), ("eliminate_overstack",)]
        state.tell("SOT-4.0j", "the {side} side passes", side=SIDES[side])


class NextImpulse(Business["StormOverTaierzhuang"]):
    """SOT-9.0a, 10.1a, 4.0h, 4.0k: control and sudden death, then the other side; two passes are the end."""

    name, case = "next_impulse", "SOT-4.0h"

    def run(self, game: StormOverTaierzhuang, state: State, args: Args) -> None:
        judge_control(game, state)
        sudden_death(game, state)
        if state.vars["passes"] >= len(SIDES):
            state.tell("SOT-4.0k", "both sides have passed; the impulses are over")
            state.agenda.append(("end_phase",))
            state.phase = END
        else:
            state.side = 1 - args[1]
            state.agenda.append(("impulse", state.side))


STEPS = (Initiative(), Impulse(), NextImpulse())
