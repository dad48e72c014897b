"""SNC-8.0-8.2, 9.5.2, 11.2, 11.3d: the Chinese Reinforcement Phase."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING

from ...actions import Action, Delay, EndPhase, Move, Place
from ...errors import IllegalAction
from ...hexwar.marching import check_group, check_path, check_start
from ...movement import Reach
from ...schedule import waiting
from ...state import REMOVED, State
from ...steps import Args, Business, Step
from ...supply import trace
from ...wording import counted
from .combat import strength_of
from .combat_steps import lose_air
from .operations import walk
from .orders import FlyAir, Interdict, RailEntry
from .victory import enter, sudden_death
from .words import CHINESE, HALF, REINFORCEMENT, RETURNED
from .zones import beside_japanese, closed_to, is_beside_japanese

if TYPE_CHECKING:
    from .game import ShanghaiNanking


def box(game: ShanghaiNanking, state: State, side: int) -> list[int]:
    """SNC-5.4a, 8.0a: the units of a side in the current box of the track."""
    side_of = game.side_of
    return [u for u in waiting(state.due, state.turn) if side_of[u] == side]


def left_waiting(game: ShanghaiNanking, state: State, side: int) -> str:
    """SNC-8.0b: whom the end of the phase would hold back."""
    units = box(game, state, side)
    if not units:
        return ""
    who = "one unit still waits and is" if len(units) == 1 else f"{len(units)} units still wait and are"
    return f"{who} held back until the next turn"


def hold_back(game: ShanghaiNanking, state: State, units: list[int]) -> None:
    """SNC-8.0b, R-05: delayed units go to the next box."""
    for u in units:
        state.due[u] = state.turn + 1
    if units:
        game.tell(state, "SNC-8.0b", "{units} [is|are] held back", units)


def interdiction_total(strengths: list[int], wanted: int) -> int:
    """SNC-11.2b, R-20: the smallest sum of whole units that is not below the roll.

    >>> interdiction_total([2, 2, 3], 6), interdiction_total([2, 2], 3), interdiction_total([1], 6)
    (7, 4, 1)
    """
    sums, whole = sums_of(strengths), sum(strengths)
    return next((total for total in range(wanted, whole) if sums >> total & 1), whole)


def sums_of(strengths: list[int]) -> int:
    """Every total that some set of units has, as the bits of a number."""
    sums = 1
    for s in strengths:
        sums |= sums << s
    return sums


class BeginReinforcement(Business["ShanghaiNanking"]):
    """SNC-5.1a, 11.2a: the phase opens; from turn 3 Japanese aircraft attack the roads first."""

    name, case = "chinese_reinforcement", "SNC-5.1a"

    def run(self, game: ShanghaiNanking, state: State, args: Args) -> None:
        state.side, state.phase = CHINESE, REINFORCEMENT
        state.agenda.append(("arrive",))
        if state.turn >= game.interdiction_from and box(game, state, CHINESE):
            state.agenda += [("interdiction",), ("fly_cover",)]


class FlyCover(Step["ShanghaiNanking"]):
    """SNC-11.3d: the Chinese air force may try to stop the interdiction."""

    name, case, accepts = "fly_cover", "SNC-11.3d", (FlyAir,)

    def side(self, game: ShanghaiNanking, state: State, args: Args) -> int:
        return CHINESE

    def prompt(self, game: ShanghaiNanking, state: State, args: Args) -> str:
        return "Send the air force up against the interdiction? A 6 stops it, a 1 is the end of it."

    def idle(self, game: ShanghaiNanking, state: State, args: Args) -> bool:
        return not state.vars["air"]

    def legal(self, game: ShanghaiNanking, state: State, args: Args) -> Iterator[Action]:
        yield FlyAir(True)
        yield FlyAir(False)

    def play(self, game: ShanghaiNanking, state: State, args: Args, action: FlyAir) -> None:
        state.agenda.pop()
        if not action.answer:
            return
        die = state.roll()
        effect = game.cover_effect[die]
        state.tell("SNC-11.3d", "the Chinese air force flies cover: {die}, {effect}", die=die, effect=effect)
        if effect == "cancel":
            state.agenda.pop()
        elif effect == "lost":
            lose_air(game, state, "SNC-11.3d")


class Interdiction(Business["ShanghaiNanking"]):
    """SNC-11.2a, 11.2b: one die of combat factors is lost on the way."""

    name, case = "interdiction", "SNC-11.2a"

    def run(self, game: ShanghaiNanking, state: State, args: Args) -> None:
        die = state.roll()
        units = box(game, state, CHINESE)
        total = interdiction_total([game.strengths[u][state.steps[u]] for u in units], die)
        state.tell("SNC-11.2a", "air interdiction: {die}; {total} factors are lost", die=die, total=total)
        state.agenda.append(("choose_interdicted", total))


class ChooseInterdicted(Step["ShanghaiNanking"]):
    """SNC-11.2b, 11.2c, R-20: the Chinese choose whole units that make up the loss exactly."""

    name, case, accepts = "choose_interdicted", "SNC-11.2c", (Interdict,)

    def side(self, game: ShanghaiNanking, state: State, args: Args) -> int:
        return CHINESE

    def prompt(self, game: ShanghaiNanking, state: State, args: Args) -> str:
        return f"Interdiction: which unit makes up part of the {counted(args[1], 'factor')} to lose?"

    def choices(self, game: ShanghaiNanking, state: State, args: Args) -> list[int]:
        """Units after whose loss the rest can still be made up exactly."""
        units = box(game, state, CHINESE)
        factors = {u: game.strengths[u][state.steps[u]] for u in units}
        fitting = set()
        for factor in set(factors.values()):
            others = list(factors.values())
            others.remove(factor)
            if args[1] >= factor and sums_of(others) >> (args[1] - factor) & 1:
                fitting.add(factor)
        return [u for u in units if factors[u] in fitting]

    def idle(self, game: ShanghaiNanking, state: State, args: Args) -> bool:
        return bool(args[1] == 0 or strength_of(game, state, box(game, state, CHINESE)) <= args[1])

    def run(self, game: ShanghaiNanking, state: State, args: Args) -> None:
        """SNC-11.2c: where the roll is at least the whole, all are lost."""
        if args[1]:
            for u in box(game, state, CHINESE):
                self._remove(game, state, u)

    def legal(self, game: ShanghaiNanking, state: State, args: Args) -> Iterator[Action]:
        for u in self.choices(game, state, args):
            yield Interdict(game.units.ids[u])

    def check(self, game: ShanghaiNanking, state: State, args: Args, action: Interdict) -> None:
        unit = game.units.index_of(action.unit)
        if unit not in self.choices(game, state, args):
            text = f"with {game.units[unit].name} the loss of {args[1]} factors cannot be made up exactly"
            raise IllegalAction("SNC-11.2b", text)

    def play(self, game: ShanghaiNanking, state: State, args: Args, action: Interdict) -> None:
        state.agenda.pop()
        unit = game.units.index_of(action.unit)
        left = args[1] - game.strengths[unit][state.steps[unit]]
        self._remove(game, state, unit)
        state.agenda.append((self.name, left))

    @staticmethod
    def _remove(game: ShanghaiNanking, state: State, unit: int) -> None:
        """SNC-11.2d: out of the game for good."""
        state.where[unit], state.due[unit] = REMOVED, 0
        game.tell(state, "SNC-11.2d", "{units} is lost to air interdiction", (unit,))


class Arrive(Step["ShanghaiNanking"]):
    """SNC-8.2: arriving units are placed and moved, brought up by rail, or held back."""

    name, case, accepts = "arrive", "SNC-8.2b", (Place, RailEntry, Delay, Move, EndPhase)

    def side(self, game: ShanghaiNanking, state: State, args: Args) -> int:
        return CHINESE

    def prompt(self, game: ShanghaiNanking, state: State, args: Args) -> str:
        waiting = len(box(game, state, CHINESE))
        return f"Bring in Chinese reinforcements ({waiting} waiting), move those placed, or end the phase."

    def idle(self, game: ShanghaiNanking, state: State, args: Args) -> bool:
        return not state.vars["arrived"] and not box(game, state, CHINESE)

    # -- where ------------------------------------------------------------------------------------

    @staticmethod
    def listed(game: ShanghaiNanking, state: State, unit: int) -> list[int]:
        """SNC-8.2a, 8.2b, 8.1d: the hexes where a unit may be placed; elite returns go to Nanking."""
        if state.marks[unit] & RETURNED:
            near = (game.return_hex, *game.touch[game.return_hex])
        else:
            near = game.arrivals[unit].spaces
        return [s for s in near if game.ground.open[s] and not is_beside_japanese(game, state, s)]

    @staticmethod
    def rail_hexes(game: ShanghaiNanking, state: State) -> list[int]:
        """SNC-8.2d, 8.2e, 9.5.2: railway hexes joined to the edge by a line free of the enemy.

        The line enters through Nanking or Hangzhou: no other railway hex of those edges leads on.
        """
        if state.turn < game.rail_from:
            return []
        board = game.board
        closed = closed_to(game, state, CHINESE)
        joined = trace(board.neighbours, board.degree, game.rails, game.rail_exits, closed)
        return [s for s in game.rail_spaces if joined[s] and not is_beside_japanese(game, state, s)]

    # -- listing ------------------------------------------------------------------------------------

    def legal(self, game: ShanghaiNanking, state: State, args: Args) -> Iterator[Action]:
        rail = self.rail_hexes(game, state)
        yield EndPhase()
        for u in box(game, state, CHINESE):
            yield from self._entries(game, state, u, rail)
        for u in state.vars["arrived"]:
            yield from self._moves(game, state, u, game.points)

    def for_unit(self, game: ShanghaiNanking, state: State, args: Args, unit: int) -> Iterator[Action]:
        if unit in state.vars["arrived"]:
            yield from self._moves(game, state, unit, game.points)
        elif unit in box(game, state, CHINESE):
            yield from self._entries(game, state, unit, self.rail_hexes(game, state))

    def general(self, game: ShanghaiNanking, state: State, args: Args) -> Iterator[Action]:
        yield EndPhase()

    def _entries(
        self, game: ShanghaiNanking, state: State, unit: int, rail: Sequence[int]
    ) -> Iterator[Action]:
        """SNC-8.0b, 8.2: a unit of the current reinforcements waits, is placed, or comes by rail."""
        ids, name = game.board.ids, game.units.ids[unit]
        yield Delay(name)
        for s in self.listed(game, state, unit):
            yield Place(name, ids[s])
        if not state.marks[unit] & RETURNED:
            for s in rail:
                yield RailEntry(name, ids[s])

    def _moves(self, game: ShanghaiNanking, state: State, unit: int, points: int) -> Iterator[Action]:
        ids = game.board.ids
        found = self.reach(game, state, unit, points)
        for space in found:
            yield Move((game.units.ids[unit],), tuple(ids[s] for s in found.path(space)))

    @staticmethod
    def reach(game: ShanghaiNanking, state: State, unit: int, points: int) -> Reach:
        closed = beside_japanese(game, state)
        count = state.count[CHINESE]
        return game.movers[CHINESE].reach(state.where[unit], points, closed, game.nowhere, count)

    def sample(self, game: ShanghaiNanking, state: State, args: Args, rng: Random) -> Action:
        random, ids, names = rng.random, game.board.ids, game.units.ids
        arrived = state.vars["arrived"]
        waiting = box(game, state, CHINESE)
        pick = int(random() * (len(arrived) + len(waiting) + 1))
        if pick < len(arrived):
            found = self.reach(game, state, arrived[pick], 1 + int(random() * game.points))
            if found.count:
                path = found.path(found.order[int(random() * found.count)])
                return Move((names[arrived[pick]],), tuple([ids[s] for s in path]))
            return EndPhase()
        if pick == len(arrived) + len(waiting):
            return EndPhase()
        unit = waiting[pick - len(arrived)]
        places = self.listed(game, state, unit)
        if not state.marks[unit] & RETURNED and random() < 0.3:
            rail = self.rail_hexes(game, state)
            if rail:
                return RailEntry(names[unit], ids[rail[int(random() * len(rail))]])
        if places and random() < 0.95:
            return Place(names[unit], ids[places[int(random() * len(places))]])
        return Delay(names[unit])

    # -- judging --------------------------------------------------------------------------------------

    def check(self, game: ShanghaiNanking, state: State, args: Args, action: Action) -> None:
        if isinstance(action, Move):
            self._check_move(game, state, action)
        elif isinstance(action, Place | RailEntry | Delay):
            unit = game.units.by_id(action.unit)
            if unit.index not in box(game, state, CHINESE):
                case = "SNC-8.0c" if state.due[unit.index] > state.turn else "SNC-5.4a"
                raise IllegalAction(case, f"{unit.name} does not arrive in this phase")
            if isinstance(action, Place):
                self._check_place(game, state, unit.index, game.board.index(action.space))
            elif isinstance(action, RailEntry):
                self._check_rail(game, state, unit.index, game.board.index(action.space))

    def _check_place(self, game: ShanghaiNanking, state: State, unit: int, space: int) -> None:
        if space in self.listed(game, state, unit):
            return
        label, returned = game.board.label(space), state.marks[unit] & RETURNED
        if is_beside_japanese(game, state, space):
            raise IllegalAction("SNC-8.2a", f"{label} holds or touches a Japanese unit")
        if returned:
            raise IllegalAction("SNC-8.1d", f"{game.units[unit].name} returns in Nanking or next to it")
        raise IllegalAction("SNC-8.2b", f"{label} is not an entry hex of {game.units[unit].name}")

    def _check_rail(self, game: ShanghaiNanking, state: State, unit: int, space: int) -> None:
        label = game.board.label(space)
        if state.turn < game.rail_from:
            raise IllegalAction("SNC-9.5.2a", f"rail entry begins on turn {game.rail_from}")
        if state.marks[unit] & RETURNED:
            raise IllegalAction("SNC-8.1d", "a returning elite unit is placed at Nanking (R-52)")
        if space not in game.rail_spaces:
            raise IllegalAction("SNC-8.2d", f"no railway runs through {label}")
        if is_beside_japanese(game, state, space):
            raise IllegalAction("SNC-8.2a", f"{label} holds or touches a Japanese unit")
        if space not in self.rail_hexes(game, state):
            raise IllegalAction("SNC-8.2e", f"no open railway joins {label} to the edge of the map")

    def cost(self, game: ShanghaiNanking, state: State, args: Args, action: Action) -> float | None:
        """SNC-8.2b: the points that a unit spends on the way up from where it was placed."""
        return self._check_move(game, state, action) / HALF if isinstance(action, Move) else None

    def _check_move(self, game: ShanghaiNanking, state: State, action: Move) -> int:
        units, place = check_group(game, state, CHINESE, action.units)
        for u in units:
            if u not in state.vars["arrived"]:
                raise IllegalAction(
                    "SNC-9.0d", f"{game.units[u].name} was not placed in this phase, or has moved"
                )
        path = list(game.board.indexes(action.path))
        check_start(game, path, place)
        closed = beside_japanese(game, state)
        return check_path(game, state, CHINESE, path, game.points, game.cost[CHINESE], HALF, closed)

    # -- doing --------------------------------------------------------------------------------------------

    def play(self, game: ShanghaiNanking, state: State, args: Args, action: Action) -> None:
        if isinstance(action, Move):
            units = [game.units.index_of(id) for id in action.units]
            state.vars["arrived"] = tuple(u for u in state.vars["arrived"] if u not in units)
            path = list(game.board.indexes(action.path))
            walk(game, state, CHINESE, units, path)
            text = "{units} [moves|move] up to {space}"
            game.tell(state, "SNC-8.2b", text, units, path[-1], path=action.path)
        elif isinstance(action, Place | RailEntry):
            self._bring_in(game, state, action)
        elif isinstance(action, Delay):
            hold_back(game, state, [game.units.index_of(action.unit)])
        else:
            hold_back(game, state, box(game, state, CHINESE))
            state.vars["arrived"] = ()
            state.agenda.pop()

    @staticmethod
    def _bring_in(game: ShanghaiNanking, state: State, action: Place | RailEntry) -> None:
        unit, space = game.units.index_of(action.unit), game.board.index(action.space)
        state.due[unit] = 0
        if isinstance(action, Place) and not state.marks[unit] & RETURNED:
            state.vars["arrived"] = (*state.vars["arrived"], unit)
        enter(game, state, unit, space)
        how = "by rail at" if isinstance(action, RailEntry) else "at"
        case = "SNC-8.2d" if isinstance(action, RailEntry) else "SNC-8.2b"
        game.tell(state, case, "{units} arrives {how} {space}", (unit,), space, how=how)
        sudden_death(game, state)


STEPS = (BeginReinforcement(), FlyCover(), Interdiction(), ChooseInterdicted(), Arrive())
