"""SOT-TC: the chits that are an action: bombardments, rushes, rallies; and Resolute Defenders' reaction."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING

from ...actions import Action, Move, Pass, PlayChit
from ...errors import IllegalAction
from ...groups import alike, choices, worthwhile
from ...state import State
from ...steps import Args
from ...wording import counted
from . import air
from .combat import Battle
from .combat_steps import begin, open_fire
from .fire import check_fire, fires, sample_fire, supports
from .forces import able, check_units, ids_of, is_able, restore, spend, standing
from .hands import Asking, check_playable, resolute_free, use_up
from .moves import allowance, carry, check_path, groups, move_cost, moves, sample_move
from .orders import Fire, Rally
from .words import BOMBARD, CHINESE, JAPANESE, RALLY, RUSH, SPENT, STAND
from .world import NEAR_OWN, NONE_OWN, Chit

if TYPE_CHECKING:
    from .game import StormOverTaierzhuang


# -- bombardments -----------------------------------------------------------------------------------------


def near_own(game: StormOverTaierzhuang, state: State, side: int, target: int) -> bool:
    """SOT-TC.J1a, TC.C2a, R-51: do own units stand in an area or beside it, those in zones included?"""
    if state.count[side][target]:
        return True
    places = [s for s in game.board.adjacent(target) if target in game.ground.beside[s]]
    return any(standing(game, state, side, s) for s in places)


def check_target(game: StormOverTaierzhuang, state: State, chit: Chit, target: int) -> None:
    """SOT-TC, 12.5, R-26, R-54: may this chit attack this space?"""
    side, label = chit.side, game.board.label(target)
    if game.ground.zone[target]:
        _check_zone(game, state, chit, target)
        return
    if not state.count[1 - side][target]:
        raise IllegalAction(chit.case, f"no enemy unit is in {label}")
    if chit.target == NONE_OWN and state.count[side][target]:
        raise IllegalAction(chit.case, f"own units are in {label}")
    if chit.target == NEAR_OWN and not near_own(game, state, side, target):
        raise IllegalAction(chit.case, f"no own unit is in {label} or beside it")


def _check_zone(game: StormOverTaierzhuang, state: State, chit: Chit, target: int) -> None:
    """SOT-2.3f, TC.J3d, 12.5: attacks on Chinese zones, where that is played."""
    label = game.board.label(target)
    if chit.side != JAPANESE or target not in game.ground.zones[CHINESE]:
        raise IllegalAction("SOT-2.3f", f"units in {label} cannot be attacked")
    if game.options["interdiction"] == "no":
        raise IllegalAction("SOT-2.3f" if chit.artillery else "SOT-TC.J3d", f"{label} cannot be attacked")
    if not standing(game, state, CHINESE, target):
        raise IllegalAction("SOT-12.5a", f"no Chinese unit stands ready to enter in {label}")
    if chit.artillery and not any(state.count[JAPANESE][s] for s in game.ground.beside[target]):
        raise IllegalAction("SOT-12.5b", f"no Japanese unit stands in an area that borders {label}")


def can_target(game: StormOverTaierzhuang, state: State, chit: Chit, target: int) -> bool:
    try:
        check_target(game, state, chit, target)
    except IllegalAction:
        return False
    return True


# -- playing a chit as the action of an impulse -----------------------------------------------------------


def plays(game: StormOverTaierzhuang, state: State, side: int, chit_id: str) -> Iterator[PlayChit]:
    """The plays of one chit that are worth a look."""
    chit, ids = game.chits[chit_id], game.board.ids
    if chit.use == BOMBARD:
        for target in range(len(game.board)):
            if can_target(game, state, chit, target):
                yield PlayChit(chit_id, ids[target])
    elif chit.use == RALLY:
        for space in game.ground.areas:
            if any(state.steps[u] == SPENT for u in standing(game, state, side, space)):
                yield PlayChit(chit_id, ids[space])
    elif chit.use == RUSH:
        for space in range(len(game.board)):
            if state.count[side][space]:
                yield from rushes(game, state, side, chit_id, able(game, state, side, space))


def rushes(
    game: StormOverTaierzhuang, state: State, side: int, chit_id: str, units: list[int]
) -> Iterator[PlayChit]:
    """The rushes with a chit by units of one place that are worth a look."""
    for group in groups(game, state, side, units):
        yield PlayChit(chit_id, units=ids_of(game, group))


def check_play(game: StormOverTaierzhuang, state: State, side: int, action: PlayChit) -> None:
    """SOT-5.2, TC: may this chit be the action of the impulse?"""
    check_playable(game, state, side, action.chit)
    chit = game.chits[action.chit]
    if chit.use not in (BOMBARD, RALLY, RUSH):
        raise IllegalAction("SOT-5.2b", f"{chit.name} is not an action by itself")
    wants_units = chit.use == RUSH
    given = (action.units is not None, action.space is not None)
    if action.support is not None or given != (wants_units, not wants_units):
        wanted = "the units" if wants_units else "an area"
        raise IllegalAction(chit.case, f"{chit.name} is played with {wanted} and nothing else")
    if action.units is not None:
        check_units(game, state, side, action.units)
        return
    assert action.space is not None
    space = game.board.index(action.space)
    if chit.use == BOMBARD:
        check_target(game, state, chit, space)
    elif game.ground.zone[space] or not any(
        state.steps[u] == SPENT for u in standing(game, state, side, space)
    ):
        raise IllegalAction(chit.case, f"no Spent unit of yours is in {game.board.label(space)}")


def play(game: StormOverTaierzhuang, state: State, side: int, action: PlayChit) -> None:
    """A checked chit does its work."""
    chit = game.chits[action.chit]
    use_up(game, state, chit.id)
    if chit.use == RUSH:
        units = tuple(game.units.number[id] for id in action.units or ())
        state.vars["rush"] = (units, False, False, chit.id)
        state.agenda.append(("rush",))
        return
    assert action.space is not None
    space = game.board.number[action.space]
    if chit.use == RALLY:
        rally(game, state, side, chit, space)
        return
    battle = Battle(side, space, (), -1, chit.id, (), 0)
    if any(chit.id in other.cancels for other in game.chits.values()):
        state.vars["combat"] = tuple(battle)
        air.fly(game, state, chit.id, air.ATTACK)
    else:
        begin(game, state, battle)


# -- Will of the Emperor, Li Tsung Jen --------------------------------------------------------------------


def rally(game: StormOverTaierzhuang, state: State, side: int, chit: Chit, space: int) -> None:
    """SOT-TC.J6a, TC.C5a: a die says how many Spent units become Ready."""
    number = state.roll()
    spent = [u for u in standing(game, state, side, space) if state.steps[u] == SPENT]
    text = f"the die allows {counted(number, 'unit')} in {{space}}"
    game.tell(state, chit.case, text, space=space, n=number)
    if len(spent) <= number:
        restore(game, state, spent, chit.case)
    else:
        state.agenda.append(("rally", space, number, chit.id))


class RallyUnits(Asking):
    """SOT-TC.J6a, TC.C5a: which Spent units become Ready, where the die does not allow all."""

    name, case, accepts = "rally", "SOT-TC.J6a", (Rally,)

    def prompt(self, game: StormOverTaierzhuang, state: State, args: Args) -> str:
        where = game.board.label(args[1])
        if args[2] == 1:
            return f"One Spent unit in {where} becomes Ready: which?"
        return f"{args[2]} Spent units in {where} become Ready: which?"

    def _spent(self, game: StormOverTaierzhuang, state: State, args: Args) -> list[int]:
        return [u for u in standing(game, state, state.side, args[1]) if state.steps[u] == SPENT]

    def lots(self, game: StormOverTaierzhuang, state: State, args: Args) -> list[list[int]]:
        return alike(self._spent(game, state, args), game.lot.__getitem__)

    def legal(self, game: StormOverTaierzhuang, state: State, args: Args) -> Iterator[Action]:
        for units in choices(self._spent(game, state, args), args[2], game.lot.__getitem__):
            yield Rally(ids_of(game, units))

    def check(self, game: StormOverTaierzhuang, state: State, args: Args, action: Rally) -> None:
        units = [game.units.index_of(id) for id in action.units]
        chit = game.chits[args[3]]
        if len(set(units)) != len(units):
            raise IllegalAction(chit.case, "a unit is named twice")
        for u in units:
            if u not in self._spent(game, state, args):
                raise IllegalAction(chit.case, f"{game.units[u].name} is no Spent unit of that area")
        if len(units) > args[2] or (state.side == CHINESE and len(units) < args[2]):
            raise IllegalAction(chit.case, f"{args[2]} units become Ready, not {len(units)}")

    def play(self, game: StormOverTaierzhuang, state: State, args: Args, action: Rally) -> None:
        state.agenda.pop()
        restore(game, state, [game.units.number[id] for id in action.units], game.chits[args[3]].case)


# -- Banzai, Night Attack ---------------------------------------------------------------------------------


class Rush(Asking):
    """SOT-TC.J4, TC.C7: the chosen units move and fire, or fire and move, or do one of the two."""

    name, case, accepts = "rush", "SOT-TC.J4a", (Move, Fire, Pass)
    declines = "End it here"

    @staticmethod
    def _able(game: StormOverTaierzhuang, state: State) -> list[int]:
        return sorted((u for u in state.vars["rush"][0] if is_able(state, u)), key=game.rank.__getitem__)

    def prompt(self, game: StormOverTaierzhuang, state: State, args: Args) -> str:
        _, moved, fired, chit = state.vars["rush"]
        parts = [word for word, done in (("move", moved), ("fire", fired)) if not done]
        return f"{game.chits[chit].name}: {' or '.join(parts)} with the chosen units, or end it."

    def idle(self, game: StormOverTaierzhuang, state: State, args: Args) -> bool:
        return next(self._deeds(game, state), None) is None

    def run(self, game: StormOverTaierzhuang, state: State, args: Args) -> None:
        self._end(game, state)

    def _deeds(self, game: StormOverTaierzhuang, state: State) -> Iterator[Action]:
        _, moved, fired, _ = state.vars["rush"]
        units = self._able(game, state)
        if not units:
            return
        side, place = state.side, state.where[units[0]]
        if not fired:
            yield from fires(game, state, side, units, place, stand=False)
        if not moved:
            for group in groups(game, state, side, units):
                yield from moves(game, state, side, group, allowance(game, group))

    def legal(self, game: StormOverTaierzhuang, state: State, args: Args) -> Iterator[Action]:
        yield Pass()
        yield from self._deeds(game, state)

    def sample(self, game: StormOverTaierzhuang, state: State, args: Args, rng: Random) -> Action:
        _, moved, fired, _ = state.vars["rush"]
        units, side = self._able(game, state), state.side
        if rng.random() < 0.1:
            return Pass()
        place = state.where[units[0]]
        fire = None if fired else sample_fire(game, state, side, units, place, False, rng)
        if moved or (fire is not None and rng.random() < 0.5):
            return fire or Pass()
        some = groups(game, state, side, units)
        group = some[int(rng.random() * len(some))]
        move = sample_move(game, state, side, group, allowance(game, group), rng)
        return move or fire or Pass()

    def check(self, game: StormOverTaierzhuang, state: State, args: Args, action: Action) -> None:
        if isinstance(action, Pass):
            return
        assert isinstance(action, Move | Fire)
        _, moved, fired, chit = state.vars["rush"]
        units, chosen = check_units(game, state, state.side, action.units), self._able(game, state)
        for u in units:
            if u not in chosen:
                raise IllegalAction(game.chits[chit].case, f"{game.units[u].name} was not chosen for this")
        if isinstance(action, Move):
            if moved:
                raise IllegalAction(game.chits[chit].case, "these units have moved")
            check_path(game, state, state.side, units, action.path, allowance(game, units))
        else:
            if fired:
                raise IllegalAction(game.chits[chit].case, "these units have fired")
            check_fire(game, state, state.side, action.units, action.target, action.support or (), chit)

    def cost(self, game: StormOverTaierzhuang, state: State, args: Args, action: Action) -> float | None:
        return move_cost(game, state, state.side, action)

    def play(self, game: StormOverTaierzhuang, state: State, args: Args, action: Action) -> None:
        units, moved, fired, chit = state.vars["rush"]
        if isinstance(action, Move):
            state.vars["rush"] = (units, True, fired, chit)
            group = self._able(game, state)
            going = [game.units.number[id] for id in action.units]
            carry(game, state, state.side, group, action, allowance(game, going))
        elif isinstance(action, Fire):
            state.vars["rush"] = (units, moved, True, chit)
            words = action.support or ()
            open_fire(
                game, state, check_fire(game, state, state.side, action.units, action.target, words, chit)
            )
        else:
            state.agenda.pop()
            self._end(game, state)

    @staticmethod
    def _end(game: StormOverTaierzhuang, state: State) -> None:
        """SOT-TC.J4d: all that were chosen are Spent, whatever they did."""
        units, _, _, chit = state.vars["rush"]
        state.vars["rush"] = ()
        spend(game, state, units, "SOT-TC.J4d" if game.chits[chit].side == JAPANESE else "SOT-TC.C7a")


# -- Resolute Defenders -----------------------------------------------------------------------------------


class ResoluteDefence(Asking):
    """SOT-TC.C1c, TC.J4b, R-08, R-50: Japanese units enter; the Chinese there may fire first, once a turn."""

    name, case, accepts = "resolute_defence", "SOT-TC.C1c", (PlayChit, Pass)
    declines = "Let them come in"

    def side(self, game: StormOverTaierzhuang, state: State, args: Args) -> int:
        return CHINESE

    def shows(self, game: StormOverTaierzhuang, state: State, args: Args) -> tuple[str, ...]:
        return tuple(c.id for c in game.chits.values() if c.use == STAND)

    def prompt(self, game: StormOverTaierzhuang, state: State, args: Args) -> str:
        return f"Japanese units enter {game.board.label(args[1])}: Resolute Defenders?"

    def idle(self, game: StormOverTaierzhuang, state: State, args: Args) -> bool:
        return (
            resolute_free(game, state, CHINESE) is None
            or not state.count[JAPANESE][args[1]]
            or not able(game, state, CHINESE, args[1])
        )

    def legal(self, game: StormOverTaierzhuang, state: State, args: Args) -> Iterator[Action]:
        yield Pass()
        chit = resolute_free(game, state, CHINESE)
        if chit is not None:
            units = able(game, state, CHINESE, args[1])
            for group in worthwhile(units, len(units)):
                for words in supports(game, state, CHINESE, len(group), True, stand=False):
                    yield PlayChit(chit, units=ids_of(game, group), support=words or None)

    def check(self, game: StormOverTaierzhuang, state: State, args: Args, action: Action) -> None:
        if isinstance(action, PlayChit):
            self._battle(game, state, args, action)

    def _battle(self, game: StormOverTaierzhuang, state: State, args: Args, action: PlayChit) -> Battle:
        check_playable(game, state, CHINESE, action.chit)
        if game.chits[action.chit].use != STAND:
            raise IllegalAction(self.case, "only Resolute Defenders answers the enemy's entry")
        if action.space is not None or action.units is None:
            raise IllegalAction(self.case, "the units that fire are named, and no area")
        for u in check_units(game, state, CHINESE, action.units):
            if state.where[u] != args[1]:
                raise IllegalAction(self.case, f"{game.units[u].name} is not in the area that was entered")
        target, words = game.board.ids[args[1]], action.support or ()
        battle = check_fire(game, state, CHINESE, action.units, target, words, action.chit)
        return battle._replace(support=(*words, action.chit))

    def play(self, game: StormOverTaierzhuang, state: State, args: Args, action: Action) -> None:
        state.agenda.pop()
        if isinstance(action, PlayChit):
            open_fire(game, state, self._battle(game, state, args, action))


STEPS = (RallyUnits(), Rush(), ResoluteDefence())
