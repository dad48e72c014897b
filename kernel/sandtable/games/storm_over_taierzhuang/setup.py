"""SOT-3, 12.8: the set-up of both sides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from ...actions import Action, Deploy
from ...errors import IllegalAction
from ...groups import alike
from ...state import OFF_MAP, State
from ...steps import Args, Business
from .control import judge_control
from .forces import ids_of
from .hands import SideAsking
from .words import CHINESE, JAPANESE

if TYPE_CHECKING:
    from .game import StormOverTaierzhuang


@dataclass(frozen=True, slots=True)
class Quota:
    """SOT-3.1b, 3.2a, 12.8: so many units of a group are set up in these spaces."""

    spaces: frozenset[int]
    units: frozenset[int]
    number: int
    case: str


class RollLimits(Business["StormOverTaierzhuang"]):
    """SOT-3.1d, R-45: a die limits the set-up in W and in X, before anything is placed."""

    name, case = "roll_limits", "SOT-3.1d"

    def run(self, game: StormOverTaierzhuang, state: State, args: Args) -> None:
        limits: dict[str, int] = {}
        shared = game.options["wx_limit_roll"] == "shared"
        for space in game.ground.die_limit:
            rolled = next(iter(limits.values())) if shared and limits else state.roll()
            limits[game.board.ids[space]] = rolled
            game.tell(state, self.case, "at most {n} Chinese units in {space}", space=space, n=rolled)
        state.vars["limits"] = limits


def waiting(game: StormOverTaierzhuang, state: State, side: int) -> list[int]:
    """SOT-3.1a, 3.2a, R-62: the units of a side that are still to be set up."""
    return [u for u in game.first_units[side] if state.where[u] == OFF_MAP]


def room(game: StormOverTaierzhuang, state: State, unit: int, space: int) -> int:
    """SOT-3.1c, 3.1d, 12.8: how many units like this one may still be set up in a space."""
    free = 0
    for quota in game.quotas:
        if unit in quota.units and space in quota.spaces:
            placed = sum(1 for u in quota.units if state.where[u] in quota.spaces)
            free = max(free, quota.number - placed)
    if game.ground.zone[space]:
        return free
    limits: dict[str, int] = state.vars["limits"]
    limit = min(game.setup_limit, limits.get(game.board.ids[space], game.setup_limit))
    return min(free, limit - state.count[game.side_of[unit]][space])


class SetUp(SideAsking):
    """SOT-3.0c, 3.1, 3.2: the Chinese set up first, then the Japanese; every unit is placed."""

    name, case, accepts = "set_up", "SOT-3.0c", (Deploy,)

    def prompt(self, game: StormOverTaierzhuang, state: State, args: Args) -> str:
        return f"{game.side_name(args[1])} set-up: {len(waiting(game, state, args[1]))} units to place."

    def idle(self, game: StormOverTaierzhuang, state: State, args: Args) -> bool:
        return not waiting(game, state, args[1])

    def lots(self, game: StormOverTaierzhuang, state: State, args: Args) -> list[list[int]]:
        return alike(waiting(game, state, args[1]), lambda u: (game.units[u].formation, game.lot[u]))

    def _spaces(self, game: StormOverTaierzhuang, state: State, side: int) -> list[int]:
        return game.ground.areas if side == CHINESE else game.ground.zones[side]

    def legal(self, game: StormOverTaierzhuang, state: State, args: Args) -> Iterator[Action]:
        """One unit of every kind, and as many of them as may go, into each open space."""
        for lot in self.lots(game, state, args):
            for space in self._spaces(game, state, args[1]):
                yield from self._placings(game, state, lot, space)

    def _placings(
        self, game: StormOverTaierzhuang, state: State, lot: list[int], space: int
    ) -> Iterator[Deploy]:
        free = min(room(game, state, lot[0], space), len(lot))
        id = game.board.ids[space]
        if free > 0:
            yield Deploy((game.units.ids[lot[0]],), id)
        if free > 1:
            yield Deploy(ids_of(game, lot[:free]), id)

    def sample(self, game: StormOverTaierzhuang, state: State, args: Args, rng: Random) -> Action:
        lots, spaces = self.lots(game, state, args), self._spaces(game, state, args[1])
        while True:
            lot = lots[int(rng.random() * len(lots))]
            found = list(self._placings(game, state, lot, spaces[int(rng.random() * len(spaces))]))
            if found:
                return found[int(rng.random() * len(found))]

    def check(self, game: StormOverTaierzhuang, state: State, args: Args, action: Action) -> None:
        assert isinstance(action, Deploy)
        units, space = [game.units.index_of(id) for id in action.units], game.board.index(action.space)
        open_units = waiting(game, state, args[1])
        if not units or len(set(units)) != len(units):
            raise IllegalAction("SOT-3.1f", "no unit is named, or one twice")
        for u in units:
            if u not in open_units:
                case = "SOT-3.1a" if args[1] == CHINESE else "SOT-3.2a"
                raise IllegalAction(case, f"{game.units[u].name} is not a unit to be set up now")
        scratch = state.copy()
        for u in units:
            if room(game, scratch, u, space) <= 0:
                case = self._why(game, scratch, u, space)
                raise IllegalAction(case, f"{game.units[u].name} cannot be set up there")
            game.put(scratch, u, space)

    @staticmethod
    def _why(game: StormOverTaierzhuang, state: State, unit: int, space: int) -> str:
        """The rule that keeps a unit out of a space."""
        side = game.side_of[unit]
        mine = [q for q in game.quotas if unit in q.units]
        if game.options["historical_setup"] == "yes" and side == CHINESE:
            open_here = [
                q
                for q in mine
                if space in q.spaces and sum(state.where[u] in q.spaces for u in q.units) < q.number
            ]
            if not open_here:
                return next((q.case for q in mine if space in q.spaces), mine[0].case)
        if side == JAPANESE:
            return "SOT-3.2a"
        if game.ground.zone[space]:
            return "SOT-3.1b"
        return "SOT-3.1d" if space in game.ground.die_limit else "SOT-3.1c"

    def play(self, game: StormOverTaierzhuang, state: State, args: Args, action: Action) -> None:
        assert isinstance(action, Deploy)
        units, space = [game.units.number[id] for id in action.units], game.board.number[action.space]
        for u in units:
            game.put(state, u, space)
        case = "SOT-3.1b" if args[1] == CHINESE else "SOT-3.2a"
        game.tell(state, case, "{units} [is|are] set up in {space}", units, space)


class EndSetUp(Business["StormOverTaierzhuang"]):
    """SOT-3.1e, 3.0b: areas with Chinese units are theirs, and the first turn begins."""

    name, case = "end_set_up", "SOT-3.1e"

    def run(self, game: StormOverTaierzhuang, state: State, args: Args) -> None:
        judge_control(game, state)
        state.agenda.append(("turn", 1))


AGENDA: list[Args] = [("end_set_up",), ("set_up", JAPANESE), ("set_up", CHINESE), ("roll_limits",)]

STEPS = (RollLimits(), SetUp(), EndSetUp())
