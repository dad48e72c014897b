"""SOT-7.4, 8, 12.5: damage points spent by the owner, retreats, interdicted units."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING

from ...actions import AbsorbLoss, Action, Disband
from ...damage import READY as NEEDS_READY
from ...damage import Use
from ...errors import IllegalAction
from ...groups import alike
from ...state import OFF_MAP, State
from ...steps import Args
from ...wording import counted
from .combat import defenders, pending
from .control import control_moves
from .forces import by_state, eliminate, spend, standing
from .hands import Asking
from .orders import Absorb
from .words import CHINESE, JAPANESE, READY, RECOVERING, SPENT

if TYPE_CHECKING:
    from .game import StormOverTaierzhuang


def refuges(game: StormOverTaierzhuang, state: State, side: int, here: int) -> list[int]:
    """SOT-8.0: where a unit of a side may retreat from an area; nothing means that it is eliminated.

    First areas without enemies, then those where friends outnumber them, then an own zone beside the
    area; never over the stacking limit, and the Japanese cross the canal by the bridge alone.
    """
    own, enemy = state.count[side], state.count[1 - side]
    room = [there for there in game.ground.move[side][here] if own[there] < game.stack]
    empty = [there for there in room if not enemy[there]]
    if empty:
        return empty
    outnumbered = [there for there in room if own[there] > enemy[there]]
    return outnumbered or list(game.ground.refuge[side][here])


def retreat(game: StormOverTaierzhuang, state: State, unit: int, space: int | None) -> None:
    """SOT-8.0d, 8.0e, 8.0k, R-19: a Spent unit goes back, or is lost where it cannot."""
    if space is None:
        eliminate(game, state, [unit], "SOT-8.0e")
        return
    game.put(state, unit, space)
    if game.ground.zone[space] and game.options["retreated_units_return"] == "draw":
        state.marks[unit] |= RECOVERING
    game.tell(state, "SOT-8.0d", "{units} retreats to {space}", [unit], space)


def _lots(game: StormOverTaierzhuang, state: State, units: list[int]) -> list[list[int]]:
    """Units with the same numbers and in the same state."""
    return alike(units, lambda u: (game.lot[u], state.steps[u]))


class Damage(Asking):
    """SOT-7.4a, R-20: the owner uses the points on his units there, until they or the units are gone."""

    name, case, accepts = "absorb", "SOT-7.4a", (Absorb,)

    def side(self, game: StormOverTaierzhuang, state: State, args: Args) -> int:
        return 1 - pending(state).side

    def prompt(self, game: StormOverTaierzhuang, state: State, args: Args) -> str:
        where = game.board.label(pending(state).target)
        if args[1] == 1:
            return f"1 Damage Point falls on the units in {where}: use it."
        return f"{args[1]} Damage Points fall on the units in {where}: use some of them."

    def idle(self, game: StormOverTaierzhuang, state: State, args: Args) -> bool:
        battle = pending(state)
        return args[1] == 0 or not standing(game, state, 1 - battle.side, battle.target)

    def lots(self, game: StormOverTaierzhuang, state: State, args: Args) -> list[list[int]]:
        return _lots(game, state, defenders(game, state, pending(state)))

    def legal(self, game: StormOverTaierzhuang, state: State, args: Args) -> Iterator[Action]:
        battle = pending(state)
        lots = self.lots(game, state, args)
        ready, spent = by_state(state, chain.from_iterable(lots))
        away = refuges(game, state, 1 - battle.side, battle.target)
        for use in game.uses:
            if use.fits(args[1], ready, spent):
                for lot in lots:
                    if (state.steps[lot[0]] == READY) == (use.needs == NEEDS_READY):
                        yield from self._on(game, state, use, lot, lots, away)

    def _on(
        self,
        game: StormOverTaierzhuang,
        state: State,
        use: Use,
        lot: list[int],
        lots: list[list[int]],
        away: list[int],
    ) -> Iterator[Action]:
        """One use on the first unit of a lot, with every way to retreat that goes with it."""
        ids, unit = game.units.ids, lot[0]
        if not use.retreated:
            yield Absorb(use.id, ids[unit])
            return
        others: list[str | None] = [None]
        if use.eliminated:
            left = [[u for u in near if u != unit] for near in lots]
            others = [ids[near[0]] for near in left if near] or [None]
        for other in others:
            if use.eliminated and other is None:
                yield Absorb(use.id, ids[unit])
            elif away:
                for space in away:
                    yield Absorb(use.id, ids[unit], other, game.board.ids[space])
            else:
                yield Absorb(use.id, ids[unit], other)

    def check(self, game: StormOverTaierzhuang, state: State, args: Args, action: Absorb) -> None:
        battle = pending(state)
        units = defenders(game, state, battle)
        use = game.use_of.get(action.use)
        if use is None:
            raise IllegalAction(self.case, f"{action.use!r} is no use of Damage Points")
        if use.points > args[1]:
            raise IllegalAction(use.case, f"that takes {counted(use.points, 'Damage Point')} of {args[1]}")
        unit = self._hit(game, units, action.unit)
        if (state.steps[unit] == READY) != (use.needs == NEEDS_READY):
            state_word = "Ready" if use.needs == NEEDS_READY else "Spent"
            raise IllegalAction(use.case, f"{game.units[unit].name} is not {state_word}")
        if not use.fits(args[1], *by_state(state, units)):
            raise IllegalAction("SOT-7.4d", "a Ready unit is still in the area")
        self._check_others(game, state, use, unit, units, action)

    def _hit(self, game: StormOverTaierzhuang, units: list[int], id: str) -> int:
        unit = game.units.index_of(id)
        if unit not in units:
            raise IllegalAction(self.case, f"{game.units[unit].name} is not among the defenders")
        return unit

    def _check_others(
        self,
        game: StormOverTaierzhuang,
        state: State,
        use: Use,
        unit: int,
        units: list[int],
        action: Absorb,
    ) -> None:
        """SOT-7.4d, 8.0: the other unit that a use drives off, and where it or the unit itself goes."""
        goes = bool(use.retreated)
        if use.eliminated and use.retreated:
            goes = len(units) > 1
            if goes and action.other is None:
                raise IllegalAction(use.case, "another Spent unit is there and must retreat")
        elif action.other is not None:
            raise IllegalAction(use.case, "this use concerns one unit only")
        if action.other is not None and self._hit(game, units, action.other) == unit:
            raise IllegalAction(use.case, "a unit that is lost does not retreat")
        away = refuges(game, state, 1 - pending(state).side, pending(state).target) if goes else []
        if not away:
            if action.space is not None:
                text = "nothing is open to a retreat: the unit is lost" if goes else "no unit retreats"
                raise IllegalAction("SOT-8.0e" if goes else use.case, text)
        elif action.space is None or game.board.index(action.space) not in away:
            names = ", ".join(game.board.ids[s] for s in away)
            raise IllegalAction(self._why(game, state, action.space), f"the retreat goes to one of {names}")

    @staticmethod
    def _why(game: StormOverTaierzhuang, state: State, id: str | None) -> str:
        """The rule that keeps a retreat out of a space."""
        battle = pending(state)
        owner = 1 - battle.side
        if id is None:
            return "SOT-8.0d"
        space = game.board.index(id)
        if game.ground.zone[space]:
            return "SOT-8.0c" if space in game.ground.zones[owner] else "SOT-2.3g"
        if space not in game.ground.move[owner][battle.target]:
            across = owner == JAPANESE and space in game.ground.beside[battle.target]
            return "SOT-8.0i" if across else "SOT-8.0a"
        if state.count[owner][space] >= game.stack:
            return "SOT-8.0f"
        if not state.count[owner][space]:
            return "SOT-8.0g"
        return "SOT-8.0b" if state.count[owner][space] <= state.count[battle.side][space] else "SOT-8.0a"

    def play(self, game: StormOverTaierzhuang, state: State, args: Args, action: Absorb) -> None:
        use, unit = game.use_of[action.use], game.units.number[action.unit]
        state.agenda[-1] = (self.name, args[1] - use.points)
        space = None if action.space is None else game.board.number[action.space]
        if use.flipped:
            spend(game, state, [unit], use.case)
        if use.eliminated:
            eliminate(game, state, [unit], use.case)
            if action.other is not None:
                retreat(game, state, game.units.number[action.other], space)
        elif use.retreated:
            retreat(game, state, unit, space)
        control_moves(game, state)


class Interdict(Asking):
    """SOT-12.5d-g, R-39: units in a zone that an air or artillery attack throws back, one after another."""

    name, case, accepts = "interdict", "SOT-12.5d", (AbsorbLoss,)

    def side(self, game: StormOverTaierzhuang, state: State, args: Args) -> int:
        return CHINESE

    def prompt(self, game: StormOverTaierzhuang, state: State, args: Args) -> str:
        where = game.board.label(pending(state).target)
        return f"{args[1]} more units in {where} are affected: which is next?"

    def idle(self, game: StormOverTaierzhuang, state: State, args: Args) -> bool:
        return not args[1]

    @staticmethod
    def _open(game: StormOverTaierzhuang, state: State, args: Args) -> list[int]:
        return [u for u in defenders(game, state, pending(state)) if u not in args[2]]

    def lots(self, game: StormOverTaierzhuang, state: State, args: Args) -> list[list[int]]:
        return _lots(game, state, self._open(game, state, args))

    def legal(self, game: StormOverTaierzhuang, state: State, args: Args) -> Iterator[Action]:
        for lot in self.lots(game, state, args):
            yield AbsorbLoss(game.units.ids[lot[0]])

    def check(self, game: StormOverTaierzhuang, state: State, args: Args, action: AbsorbLoss) -> None:
        unit = game.units.index_of(action.unit)
        if unit not in self._open(game, state, args):
            raise IllegalAction(self.case, f"{game.units[unit].name} is not a unit that can be affected")

    def play(self, game: StormOverTaierzhuang, state: State, args: Args, action: AbsorbLoss) -> None:
        unit = game.units.number[action.unit]
        state.agenda[-1] = (self.name, args[1] - 1, (*args[2], unit))
        if state.steps[unit] == SPENT:
            self._send_back(game, state, unit, "SOT-12.5g")
        elif game.interdiction[state.roll()] == "pool":
            self._send_back(game, state, unit, "SOT-12.5e")
        else:
            spend(game, state, [unit], "SOT-12.5f")

    @staticmethod
    def _send_back(game: StormOverTaierzhuang, state: State, unit: int, case: str) -> None:
        """The unit is in the pool again, and will be Ready when it is drawn."""
        game.put(state, unit, OFF_MAP)
        state.steps[unit] = READY
        game.tell(state, case, "{units} goes back to the pool", [unit])


class Overstack(Asking):
    """SOT-7.1.2c: where an area is found over the limit the opponent says who is eliminated."""

    name, case, accepts = "eliminate_overstack", "SOT-7.1.2c", (Disband,)

    def side(self, game: StormOverTaierzhuang, state: State, args: Args) -> int:
        place = overstacked(game, state)
        return 1 - place[0] if place else state.side

    def prompt(self, game: StormOverTaierzhuang, state: State, args: Args) -> str:
        place = overstacked(game, state)
        assert place is not None
        whose = game.side_name(place[0])
        return f"{game.board.label(place[1])} holds too many {whose} units: which one is lost?"

    def idle(self, game: StormOverTaierzhuang, state: State, args: Args) -> bool:
        return overstacked(game, state) is None

    def lots(self, game: StormOverTaierzhuang, state: State, args: Args) -> list[list[int]]:
        place = overstacked(game, state)
        return _lots(game, state, standing(game, state, *place) if place else [])

    def legal(self, game: StormOverTaierzhuang, state: State, args: Args) -> Iterator[Action]:
        for lot in self.lots(game, state, args):
            yield Disband(game.units.ids[lot[0]])

    def check(self, game: StormOverTaierzhuang, state: State, args: Args, action: Disband) -> None:
        place = overstacked(game, state)
        unit = game.units.index_of(action.unit)
        if place is None or unit not in standing(game, state, *place):
            raise IllegalAction(self.case, f"{game.units[unit].name} does not stand in the overstacked area")

    def play(self, game: StormOverTaierzhuang, state: State, args: Args, action: Disband) -> None:
        eliminate(game, state, [game.units.number[action.unit]], self.case)


def overstacked(game: StormOverTaierzhuang, state: State) -> tuple[int, int] | None:
    """SOT-7.1.2a, 7.1.2d, 7.1.2e: a side and an area where it has too many units."""
    for side in (CHINESE, JAPANESE):
        count = state.count[side]
        if max(count) > game.stack:
            for space in game.ground.areas:
                if count[space] > game.stack:
                    return side, space
    return None


STEPS = (Damage(), Interdict(), Overstack())
