"""SOT-RE: the random events, with what they let the sides decide."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import TYPE_CHECKING

from ...actions import Action, Pass, PlayChit
from ...dice import total
from ...errors import IllegalAction
from ...groups import alike
from ...state import OFF_MAP, State
from ...steps import Args, Business
from . import air
from .arrivals import bring
from .forces import restore, spend, standing
from .hands import Asking, use_up
from .orders import AirDrop, Refuel
from .words import BOMBER, CHINESE, CHIT, D6, EVENT, JAPANESE, POOLS, READY, SIDES, SPENT, SUPPLY, TANK

if TYPE_CHECKING:
    from .game import StormOverTaierzhuang


class RandomEvent(Business["StormOverTaierzhuang"]):
    """SOT-4.0d: each side rolls a die; the sum is the event."""

    name, case = "random_event", "SOT-4.0d"

    def run(self, game: StormOverTaierzhuang, state: State, args: Args) -> None:
        state.phase = EVENT
        code, title, case = game.events[total(state, 2, D6)]
        state.vars["event"] = title
        state.tell(case, "random event: {title}", title=title)
        EVENTS[code](game, state, case)


def nothing(game: StormOverTaierzhuang, state: State, case: str) -> None:
    """SOT-RE.3a, RE.9a: no event."""


def peasants(game: StormOverTaierzhuang, state: State, case: str) -> None:
    """SOT-RE.4a: the Japanese lose a chit at random."""
    lose_chit(game, state, JAPANESE, case)


def lose_chit(game: StormOverTaierzhuang, state: State, side: int, case: str) -> None:
    """One chit by lot from a hand back into its cup."""
    if game.cups[side].size(state):
        game.cups[side].lose(state)
        state.tell(case, "the {side} side loses a chit", side=SIDES[side])


def extra_chit(game: StormOverTaierzhuang, state: State, side: int, case: str) -> None:
    """SOT-5.1c: one more chit, whatever the maximum."""
    if game.cups[side].inside(state):
        game.cups[side].draw(state)
        state.tell(case, "the {side} side draws an extra chit", side=SIDES[side])


def generalissimo(game: StormOverTaierzhuang, state: State, case: str) -> None:
    """SOT-RE.6a-c, RE.7a: an even die brings the Chinese a chit, an odd one takes one away."""
    if state.roll() % 2 == 0:
        extra_chit(game, state, CHINESE, "SOT-RE.6b")
    else:
        lose_chit(game, state, CHINESE, "SOT-RE.6c")


def trap(game: StormOverTaierzhuang, state: State, case: str) -> None:
    """SOT-RE.2: units of the 20th Army Group arrive at once, while any are left (R-33)."""
    from_pool(game, state, CHINESE, game.trap_dice, case)


def itagaki(game: StormOverTaierzhuang, state: State, case: str) -> None:
    """SOT-RE.12: units of the 5th Mixed Brigade arrive at once, while any are left (R-33)."""
    from_pool(game, state, JAPANESE, game.itagaki_dice, case)


def from_pool(game: StormOverTaierzhuang, state: State, side: int, dice: int, case: str) -> None:
    pool = [u for u in game.own[side] if game.units[u].category == POOLS[side]]
    waiting = [u for u in pool if state.where[u] == OFF_MAP]
    if waiting:
        number = total(state, dice, D6)
        state.tell(case, "up to {n} units may come", n=number)
        bring(game, state, side, waiting, number)


def cause_in_doubt(game: StormOverTaierzhuang, state: State, case: str) -> None:
    """SOT-RE.11, R-34: who holds no part of the town needs more units for a human wave."""
    state.vars["cause"] += 1
    if state.vars["cause"] > game.cause_rolls:
        return
    needed = list(state.vars["wave"])
    for side in (CHINESE, JAPANESE):
        if not any(state.control[space] == side for space in game.ground.town):
            needed[side] += 1
            state.tell(case, "the {side} side now needs {n} units", side=SIDES[side], n=needed[side])
    state.vars["wave"] = tuple(needed)


def fuel_shortage(game: StormOverTaierzhuang, state: State, case: str) -> None:
    """SOT-RE.5, RE.8a, 12.3b: tanks run dry; without tanks in the game nothing happens."""
    if game.options["saving_face"] == "no":
        state.agenda.append(("fuel", ()))


class Fuel(Asking):
    """SOT-RE.5a, RE.5b, R-48: tank by tank the Japanese may pay a chit; all others become Spent."""

    name, case, accepts = "fuel", "SOT-RE.5b", (Refuel, Pass)
    declines = "Let the rest run dry"

    def side(self, game: StormOverTaierzhuang, state: State, args: Args) -> int:
        return JAPANESE

    @staticmethod
    def _dry(game: StormOverTaierzhuang, state: State, args: Args) -> list[int]:
        """Ready tanks on the map and in the zones for which nobody has paid."""
        return [
            u
            for u in game.own[JAPANESE]
            if game.units[u].kind == TANK
            and state.where[u] >= 0
            and state.steps[u] == READY
            and u not in args[1]
        ]

    def prompt(self, game: StormOverTaierzhuang, state: State, args: Args) -> str:
        return f"{len(self._dry(game, state, args))} tank units run out of fuel: keep one for a chit?"

    def idle(self, game: StormOverTaierzhuang, state: State, args: Args) -> bool:
        return not game.cups[JAPANESE].size(state) or not self._dry(game, state, args)

    def run(self, game: StormOverTaierzhuang, state: State, args: Args) -> None:
        spend(game, state, self._dry(game, state, args), "SOT-RE.5a")

    def lots(self, game: StormOverTaierzhuang, state: State, args: Args) -> list[list[int]]:
        return alike(self._dry(game, state, args), lambda u: (game.lot[u], state.where[u]))

    def legal(self, game: StormOverTaierzhuang, state: State, args: Args) -> Iterator[Action]:
        yield Pass()
        for lot in self.lots(game, state, args):
            for chit in game.cups[JAPANESE].held(state):
                yield Refuel(game.units.ids[lot[0]], chit)

    def sample(self, game: StormOverTaierzhuang, state: State, args: Args, rng: Random) -> Action:
        return Pass() if rng.random() < 0.5 else super().sample(game, state, args, rng)

    def check(self, game: StormOverTaierzhuang, state: State, args: Args, action: Action) -> None:
        if isinstance(action, Refuel):
            unit = game.units.index_of(action.unit)
            if unit not in self._dry(game, state, args):
                raise IllegalAction(self.case, f"{game.units[unit].name} is no tank that runs dry")
            if action.chit not in game.cups[JAPANESE].held(state):
                raise IllegalAction(self.case, f"no chit {action.chit!r} is in the hand")

    def play(self, game: StormOverTaierzhuang, state: State, args: Args, action: Action) -> None:
        state.agenda.pop()
        if isinstance(action, Refuel):
            unit = game.units.number[action.unit]
            game.cups[JAPANESE].give_back(state, action.chit)
            game.tell(state, self.case, "{units} is kept in fuel for a chit", [unit])
            state.agenda.append((self.name, (*args[1], unit)))
        else:
            self.run(game, state, args)


def air_drop(game: StormOverTaierzhuang, state: State, case: str) -> None:
    """SOT-RE.10a: the Japanese may give a Bomber chit for a drop."""
    state.agenda.append(("air_drop",))


class OfferDrop(Asking):
    """SOT-RE.10a, RE.10f: a Bomber chit in hand may be played for the air drop."""

    name, case, accepts = "air_drop", "SOT-RE.10a", (PlayChit, Pass)
    declines = "Fly no supply drop"

    def side(self, game: StormOverTaierzhuang, state: State, args: Args) -> int:
        return JAPANESE

    def shows(self, game: StormOverTaierzhuang, state: State, args: Args) -> tuple[str, ...]:
        return (BOMBER,)

    def prompt(self, game: StormOverTaierzhuang, state: State, args: Args) -> str:
        return "Play Bomber Support for an air supply drop?"

    def idle(self, game: StormOverTaierzhuang, state: State, args: Args) -> bool:
        return not game.cups[JAPANESE].holds(state, BOMBER)

    def legal(self, game: StormOverTaierzhuang, state: State, args: Args) -> Iterator[Action]:
        yield PlayChit(BOMBER)
        yield Pass()

    def check(self, game: StormOverTaierzhuang, state: State, args: Args, action: Action) -> None:
        if isinstance(action, PlayChit) and action != PlayChit(BOMBER):
            raise IllegalAction(self.case, "only Bomber Support brings an air drop, and by itself")

    def play(self, game: StormOverTaierzhuang, state: State, args: Args, action: Action) -> None:
        state.agenda.pop()
        if isinstance(action, PlayChit):
            limited = game.options["air_drop_uses_bomber_limit"] == "yes"
            use_up(game, state, BOMBER, limited)
            air.fly(game, state, BOMBER, air.DROP)


class DropBenefit(Asking):
    """SOT-RE.10b, RE.10c, R-31: an extra chit, or all Japanese units of one area are Ready at once."""

    name, case, accepts = "air_drop_benefit", "SOT-RE.10a", (AirDrop,)

    def side(self, game: StormOverTaierzhuang, state: State, args: Args) -> int:
        return JAPANESE

    def prompt(self, game: StormOverTaierzhuang, state: State, args: Args) -> str:
        return "The air drop brings an extra chit, or supply for one area: which?"

    def legal(self, game: StormOverTaierzhuang, state: State, args: Args) -> Iterator[Action]:
        yield AirDrop(CHIT)
        for space in game.ground.areas:
            if state.count[JAPANESE][space]:
                yield AirDrop(SUPPLY, game.board.ids[space])

    def check(self, game: StormOverTaierzhuang, state: State, args: Args, action: AirDrop) -> None:
        if action.benefit == CHIT:
            if action.space is not None:
                raise IllegalAction("SOT-RE.10b", "a chit is drawn for no area")
        elif action.benefit != SUPPLY:
            raise IllegalAction(self.case, f"a drop brings {CHIT} or {SUPPLY}, not {action.benefit!r}")
        elif action.space is None:
            raise IllegalAction("SOT-RE.10c", "one area is supplied: name it")
        else:
            space = game.board.index(action.space)
            if game.ground.zone[space] or not state.count[JAPANESE][space]:
                label = game.board.label(space)
                raise IllegalAction("SOT-RE.10c", f"no Japanese unit is in the area {label}")

    def play(self, game: StormOverTaierzhuang, state: State, args: Args, action: AirDrop) -> None:
        state.agenda.pop()
        if action.space is None:
            extra_chit(game, state, JAPANESE, "SOT-RE.10b")
            return
        units = standing(game, state, JAPANESE, game.board.number[action.space])
        restore(game, state, [u for u in units if state.steps[u] == SPENT], "SOT-RE.10c")


EVENTS: dict[str, Callable[[StormOverTaierzhuang, State, str], None]] = {
    "none": nothing,
    "trap_sprung": trap,
    "peasants": peasants,
    "fuel": fuel_shortage,
    "generalissimo": generalissimo,
    "air_drop": air_drop,
    "cause_in_doubt": cause_in_doubt,
    "itagaki": itagaki,
}
"""What each code of the table does."""

STEPS = (RandomEvent(), Fuel(), OfferDrop(), DropBenefit())
