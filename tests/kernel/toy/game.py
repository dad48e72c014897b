"""A small complete game for the tests of the kernel: two sides, twenty hexes, every kind of decision.

It uses of the kernel only what every game must use, so that a change of shared mechanics cannot hide
a fault of the kernel's contract.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from sandtable.actions import AbsorbLoss, Action, Advance, Attack, Delay, EndPhase, Move, Place, Show
from sandtable.dice import Dice
from sandtable.errors import IllegalAction, NotACombat, Unknown
from sandtable.forecast import Forecast, Outcome
from sandtable.game import Defect, Game
from sandtable.losses import next_to_lose
from sandtable.state import DEAD, Result, State
from sandtable.steps import Args, Step, business
from sandtable.tables import Modifier, ResultTable, odds, odds_step
from sandtable.units import Unit
from sandtable.world import Scenario

RED, BLUE = 0, 1
MOVED, FOUGHT, TOP = 1, 2, 4
STACK = 3
EDGE = ("01", "05")
"""The columns where each side's units arrive."""


class Combat(NamedTuple):
    """Who attacks what."""

    units: tuple[int, ...]
    target: int


@dataclass(frozen=True)
class Clash:
    """What shapes a combat before the die."""

    attack: int
    defence: int
    modifiers: tuple[Modifier, ...]
    column: int


class Toy(Game):
    """The ferry: Red wants the town, Blue has it."""

    slug = "toy"
    title = "The Ferry"
    sides = ("red", "blue")
    version = 1
    folder = Path(__file__).parent
    phases = ("arrive", "move", "fight")
    action_types: ClassVar[tuple[type[Action], ...]] = (
        Move,
        Show,
        Place,
        Delay,
        Attack,
        AbsorbLoss,
        Advance,
        EndPhase,
    )
    resign_case = "TOY-9"
    steps_case = "TOY-1.1"
    mixing_case = "TOY-1.2"

    def prepare(self) -> None:
        self.index_units([self._unit(i, row) for i, row in enumerate(self.data.table("units"))])
        for side in (RED, BLUE):
            self.projection[side] = [self.board.adjacent(s) for s in range(len(self.board))]
        self.scenarios = {
            row.needed("id"): Scenario(
                row.needed("id"), row.needed("title"), row.integer("turns", 1, 9), row.needed("text")
            )
            for row in self.data.table("scenarios")
        }
        self.setup = [
            (row.choice("scenario", self.scenarios), self.units.index_of(row.needed("unit")), row)
            for row in self.data.table("setup", key=("scenario", "unit"))
        ]
        self.crt = self._crt()
        self.town = self.board.tagged("town")[0]
        steps: list[Step[Any]] = [
            business("turn", "TOY-2", begin_turn),
            business("begin", "TOY-2", begin_phase),
            business("end_turn", "TOY-2", end_turn),
            Arriving(),
            Moving(),
            Fighting(),
            Losing(),
            Advancing(),
        ]
        self.steps = {step.name: step for step in steps}

    def _unit(self, index: int, row: Any) -> Unit:
        if not all(word.isdecimal() for word in row.words("strength")):
            raise row.error("strength", f"{row.text('strength')!r} is not a list of whole numbers")
        factors = tuple(int(word) for word in row.words("strength"))
        side = self.sides.index(row.choice("side", self.sides, "side"))
        return Unit(
            row.needed("id"), index, row.needed("name"), side, "infantry", "II", "line", "",
            (0, *factors[::-1]), row.flag("static"), row.integer("movement", 0, 4), 1, row.source,
        )  # fmt: skip

    def _crt(self) -> ResultTable[tuple[int, int]]:
        columns: dict[str, list[tuple[int, int]]] = {}
        for row in self.data.table("crt", key=("odds", "die")):
            cell = row.integer("attacker", 0, 9), row.integer("defender", 0, 9)
            columns.setdefault(row.needed("odds"), []).append(cell)
        names = tuple(columns)
        return ResultTable(names, odds_step(names[0]), tuple(tuple(c) for c in columns.values()))

    # -- beginning --------------------------------------------------------------------------------

    def furnish(self, state: State) -> None:
        state.stock = bytearray(2)
        state.vars = {"combats": 0, "last_fight": ()}

    def set_up(self, state: State) -> None:
        for scenario, unit, row in self.setup:
            if scenario != state.scenario:
                continue
            if row.text("space"):
                self.settle_in(state, unit, self.board.index(row.text("space")))
            state.due[unit] = row.integer("due", 0, 9)
        self.own_the_ground(state)
        state.agenda = [("turn",)]

    def pose(self, state: State, **extra: Any) -> None:
        for name in extra:
            raise Unknown("setting of a position", name, ())
        for space in range(len(self.board)):
            self.top_up(state, space)
        self.own_the_ground(state)
        begin_turn(self, state, ("turn",))
        first = state.agenda.index(("begin", state.side, state.phase))
        del state.agenda[first + 1 :]

    # -- stacks -----------------------------------------------------------------------------------

    def units_in(self, state: State, space: int) -> list[int]:
        return [unit for unit, place in enumerate(state.where) if place == space]

    def settle_in(self, state: State, unit: int, space: int) -> None:
        """TOY-7: a newcomer goes beneath; where a stack lost its top, another one shows."""
        old = state.where[unit]
        state.marks[unit] &= ~TOP
        self.put(state, unit, space)
        for place in (old, space):
            if place >= 0:
                self.top_up(state, place)

    def top_up(self, state: State, space: int) -> None:
        pile = self.units_in(state, space)
        if pile and not any(state.marks[u] & TOP for u in pile):
            state.marks[pile[0]] |= TOP

    def own_the_ground(self, state: State) -> None:
        for unit, place in enumerate(state.where):
            if place >= 0:
                state.control[place] = self.side_of[unit]

    def stack_order(self, state: State, units: list[int]) -> list[int]:
        return sorted(units, key=lambda u: not state.marks[u] & TOP)

    def hides(self, state: State, eye: int, unit: int) -> bool:
        """TOY-7: all but the top unit of an enemy stack."""
        return (
            self.options["fog"] == "yes"
            and state.where[unit] >= 0
            and self.side_of[unit] != eye
            and not state.marks[unit] & TOP
        )

    def defects(self, state: State) -> Iterator[Defect]:
        yield from super().defects(state)
        for space in range(len(self.board)):
            pile = self.units_in(state, space)
            if len(pile) > STACK:
                yield Defect("TOY-3.1", f"{len(pile)} units stand in {self.board.label(space)}")
            if pile and sum(bool(state.marks[u] & TOP) for u in pile) != 1:
                yield Defect("TOY-7", f"the stack in {self.board.label(space)} has not one top")

    def mark_names(self, state: State, unit: int) -> tuple[str, ...]:
        return ("moved",) if state.marks[unit] & MOVED else ()

    def public_facts(self, state: State, eye: int | None) -> dict[str, Any]:
        return {"combats": state.vars["combats"], "losses": dict(zip(self.sides, state.stock, strict=True))}

    # -- combat -----------------------------------------------------------------------------------

    def combat_of(self, state: State, action: Action) -> Combat:
        if not isinstance(action, Attack):
            raise NotACombat(f"'{action}' rolls no combat dice")
        return Combat(tuple(map(self.units.index_of, action.units)), self.board.index(action.target))

    def clash(self, state: State, combat: Combat) -> Clash:
        """TOY-4.1: strengths, shifts and column."""
        attack = sum(self.strengths[u][state.steps[u]] for u in combat.units)
        defence = sum(self.strengths[u][state.steps[u]] for u in self.units_in(state, combat.target))
        hill = self.board.terrain[combat.target] == "hill"
        modifiers = (Modifier("hill", -1, "TOY-4.1"),) if hill else ()
        step = odds(attack, defence) + sum(m.value for m in modifiers)
        return Clash(attack, defence, modifiers, self.crt.column(step))

    def resolve(self, state: State, combat: Combat, dice: Dice) -> Outcome:
        """TOY-4.1, TOY-4.2: steps really lost on both sides."""
        lost, hit = self.crt.result(self.clash(state, combat).column, dice.roll(6))
        own = sum(state.steps[u] for u in combat.units)
        enemy = sum(state.steps[u] for u in self.units_in(state, combat.target))
        lost, hit = min(lost, own), min(hit, enemy)
        if lost and self.options["rally"] == "yes" and dice.roll(6) == 6:
            lost -= 1
        return Outcome(lost, hit, f"{lost}/{hit}", hit == enemy, lost == own)

    def describe_combat(self, state: State, combat: Combat, outcomes: dict[Outcome, Fraction]) -> Forecast:
        clash = self.clash(state, combat)
        return Forecast(
            outcomes,
            clash.modifiers,
            self.crt.names[clash.column],
            Fraction(clash.attack),
            Fraction(clash.defence),
        )

    def lose_step(self, state: State, unit: int) -> None:
        """TOY-5, TOY-1.1: a unit without a step is eliminated."""
        side = self.side_of[unit]
        state.steps[unit] -= 1
        state.stock[side] += 1
        self.tell(state, "TOY-5", "{units} loses a step", [unit])
        if state.steps[unit] == 0:
            self.settle_in(state, unit, DEAD)
            self.tell(state, "TOY-1.1", "{units} is eliminated", [unit])
            if all(place < 0 for u, place in enumerate(state.where) if self.side_of[u] == side):
                winner = self.sides[1 - side]
                self.finish(state, Result(winner, "elimination", "TOY-8", f"{winner} stands alone"))


def begin_turn(game: Toy, state: State, args: Args) -> None:
    state.agenda.append(("end_turn",))
    for side in (BLUE, RED):
        state.agenda += [("begin", side, phase) for phase in reversed(game.phases)]


def begin_phase(game: Toy, state: State, args: Args) -> None:
    """TOY-2: a phase begins; what its units did before is forgotten."""
    _, state.side, state.phase = args
    for unit in range(len(game.units)):
        if game.side_of[unit] == state.side:
            state.marks[unit] &= TOP
    if state.phase == "arrive":
        due = [u for u, t in enumerate(state.due) if t == state.turn and game.side_of[u] == state.side]
        state.agenda += [("arrive", u) for u in reversed(due)]
    else:
        state.agenda.append((state.phase,))


def end_turn(game: Toy, state: State, args: Args) -> None:
    """TOY-8: at the end of the last turn the town decides."""
    game.tell(state, "TOY-2", "turn {turn} ends", turn=state.turn)
    if state.turn < game.scenarios[state.scenario].turns:
        state.turn += 1
        state.agenda.append(("turn",))
        return
    for side in (RED, BLUE):
        if state.count[side][game.town]:
            game.finish(
                state, Result(game.sides[side], "town", "TOY-8", f"{game.sides[side]} holds the town")
            )
            return
    heir = game.options["tied_town"]
    game.finish(state, Result(None if heir == "nobody" else heir, "empty", "TOY-8", "the town stands empty"))


class Arriving(Step[Toy]):
    """TOY-3.3: one unit arrives, or waits a turn."""

    name, case, accepts = "arrive", "TOY-3.3", (Place, Delay)

    def prompt(self, game: Toy, state: State, args: Args) -> str:
        return f"Where does {game.units[args[1]].name} arrive?"

    def legal(self, game: Toy, state: State, args: Args) -> Iterator[Action]:
        unit = args[1]
        for space, id in enumerate(game.board.ids):
            free = not state.count[1 - state.side][space] and state.count[state.side][space] < STACK
            if free and id[:2] == EDGE[state.side]:
                yield Place(game.units[unit].id, id)
        yield Delay(game.units[unit].id)

    def play(self, game: Toy, state: State, args: Args, action: Place | Delay) -> None:
        state.agenda.pop()
        unit = args[1]
        if isinstance(action, Delay):
            state.due[unit] += 1
            return
        state.due[unit] = 0
        space = game.board.index(action.space)
        game.settle_in(state, unit, space)
        state.control[space] = state.side
        game.tell(state, "TOY-3.3", "{units} arrives in {space}", [unit], space)


class Moving(Step[Toy]):
    """TOY-3: units move one by one until their owner ends the phase."""

    name, case = "move", "TOY-3"
    accepts: ClassVar[tuple[type[Action], ...]] = (Move, Show, EndPhase)

    def prompt(self, game: Toy, state: State, args: Args) -> str:
        return f"The {game.sides[state.side]} side moves."

    def legal(self, game: Toy, state: State, args: Args) -> Iterator[Action]:
        for unit in range(len(game.units)):
            if game.side_of[unit] == state.side and state.where[unit] >= 0:
                yield from self.for_unit(game, state, args, unit)
        yield EndPhase()

    def for_unit(self, game: Toy, state: State, args: Args, unit: int) -> Iterator[Action]:
        if game.side_of[unit] != state.side or state.where[unit] < 0 or state.marks[unit] & MOVED:
            return
        id = game.units[unit].id
        for path in self.paths(game, state, unit).values():
            if state.count[state.side][path[-1]] < STACK:
                yield Move((id,), tuple(game.board.ids[s] for s in path))
        if not state.marks[unit] & TOP:
            yield Show(id)

    def paths(self, game: Toy, state: State, unit: int) -> dict[int, tuple[int, ...]]:
        """TOY-3, TOY-3.2: one shortest path to every space in reach."""
        start, enemy = state.where[unit], 1 - state.side
        found: dict[int, tuple[int, ...]] = {start: (start,)}
        edge = [start]
        for _ in range(0 if game.units[unit].static else game.units[unit].movement):
            reached = []
            for here in edge:
                if here != start and state.zone[enemy][here]:
                    continue
                for there in game.board.adjacent(here):
                    if there not in found and not state.count[enemy][there]:
                        found[there] = (*found[here], there)
                        reached.append(there)
            edge = reached
        del found[start]
        return found

    def check(self, game: Toy, state: State, args: Args, action: Move | Show | EndPhase) -> None:
        if isinstance(action, EndPhase):
            return
        if isinstance(action, Show):
            unit = game.units.index_of(action.unit)
            self._own(game, state, unit)
            if state.marks[unit] & TOP:
                raise IllegalAction("TOY-7", f"{action.unit} is on top already")
            return
        if len(action.units) != 1:
            raise IllegalAction("TOY-3", "units move one by one")
        unit = game.units.index_of(action.units[0])
        self._own(game, state, unit)
        path = game.board.indexes(action.path)
        self._check_path(game, state, unit, path)

    def _own(self, game: Toy, state: State, unit: int) -> None:
        id = game.units[unit].id
        if game.side_of[unit] != state.side or state.where[unit] < 0:
            raise IllegalAction("TOY-3", f"{id} is not there to be moved")
        if state.marks[unit] & MOVED:
            raise IllegalAction("TOY-3", f"{id} has moved already")

    def _check_path(self, game: Toy, state: State, unit: int, path: tuple[int, ...]) -> None:
        enemy = 1 - state.side
        if path[0] != state.where[unit] or len(path) < 2 or path[-1] == path[0]:
            raise IllegalAction("TOY-3", "a path leads from where the unit stands to somewhere else")
        if game.units[unit].static:
            raise IllegalAction("TOY-3.2", f"{game.units[unit].id} never moves")
        if len(path) - 1 > game.units[unit].movement:
            raise IllegalAction("TOY-3", f"{len(path) - 1} spaces are too far")
        for place, (here, there) in enumerate(pairwise(path)):
            if there not in game.board.adjacent(here):
                raise IllegalAction("TOY-3", "the path jumps")
            if state.count[enemy][there]:
                raise IllegalAction("TOY-3", f"the enemy stands in {game.board.label(there)}")
            if place and state.zone[enemy][here]:
                raise IllegalAction("TOY-3.2", f"the unit must stop in {game.board.label(here)}")
        if state.count[state.side][path[-1]] >= STACK:
            raise IllegalAction("TOY-3.1", f"{game.board.label(path[-1])} is full")

    def play(self, game: Toy, state: State, args: Args, action: Move | Show | EndPhase) -> None:
        if isinstance(action, EndPhase):
            state.agenda.pop()
        elif isinstance(action, Show):
            unit = game.units.index_of(action.unit)
            for other in game.units_in(state, state.where[unit]):
                state.marks[other] &= ~TOP
            state.marks[unit] |= TOP | MOVED
        else:
            unit, path = game.units.index_of(action.units[0]), game.board.indexes(action.path)
            game.settle_in(state, unit, path[-1])
            state.marks[unit] |= MOVED
            for space in path:
                state.control[space] = state.side
            game.tell(state, "TOY-3", "{units} moves to {space}", [unit], path[-1])


class Fighting(Step[Toy]):
    """TOY-4: attacks one after the other until their owner ends the phase."""

    name, case, accepts = "fight", "TOY-4", (Attack, EndPhase)

    def prompt(self, game: Toy, state: State, args: Args) -> str:
        return f"The {game.sides[state.side]} side attacks."

    def eligible(self, game: Toy, state: State) -> Mapping[int, list[int]]:
        """The attackable spaces with the units that can attack them."""
        found: dict[int, list[int]] = {}
        for unit, place in enumerate(state.where):
            if place < 0 or game.side_of[unit] != state.side or state.marks[unit] & FOUGHT:
                continue
            for near in game.board.adjacent(place):
                if state.count[1 - state.side][near]:
                    found.setdefault(near, []).append(unit)
        return found

    def idle(self, game: Toy, state: State, args: Args) -> bool:
        return not self.eligible(game, state)

    def legal(self, game: Toy, state: State, args: Args) -> Iterator[Action]:
        for target, units in self.eligible(game, state).items():
            ids = [game.units[u].id for u in units]
            yield Attack(tuple(ids), game.board.ids[target])
            if len(ids) > 1:
                yield from (Attack((id,), game.board.ids[target]) for id in ids)
        yield EndPhase()

    def check(self, game: Toy, state: State, args: Args, action: Attack | EndPhase) -> None:
        if isinstance(action, EndPhase):
            return
        able = self.eligible(game, state).get(game.board.index(action.target), [])
        if not action.units or len(set(action.units)) != len(action.units):
            raise IllegalAction("TOY-4", "an attack names each of its units once")
        for id in action.units:
            if game.units.index_of(id) not in able:
                raise IllegalAction("TOY-4", f"{id} cannot attack {action.target}")
        if action.support is not None:
            raise IllegalAction("TOY-4", "there is no support in this game")

    def play(self, game: Toy, state: State, args: Args, action: Attack | EndPhase) -> None:
        if isinstance(action, EndPhase):
            state.agenda.pop()
            return
        combat = game.combat_of(state, action)
        outcome = game.resolve(state, combat, state)
        state.vars["combats"] += 1
        state.vars["last_fight"] = (game.board.ids[combat.target], tuple(action.units))
        for unit in combat.units:
            state.marks[unit] |= FOUGHT
        game.tell(
            state,
            "TOY-4",
            "{units} attack {space}: {result}",
            combat.units,
            combat.target,
            result=outcome.result,
        )
        defenders = tuple(game.units_in(state, combat.target))
        state.agenda += [
            ("advance", combat.target, combat.units),
            ("lose", state.side, combat.units, outcome.attacker_loss),
            ("lose", 1 - state.side, defenders, outcome.defender_loss),
        ]


class Losing(Step[Toy]):
    """TOY-5: a side takes its losses, a step at a time, and chooses among equals."""

    name, case, accepts = "lose", "TOY-5", (AbsorbLoss,)

    def side(self, game: Toy, state: State, args: Args) -> int:
        side: int = args[1]
        return side

    def prompt(self, game: Toy, state: State, args: Args) -> str:
        return f"{args[3]} to lose: which unit takes the next step?"

    def choices(self, game: Toy, state: State, args: Args) -> list[int]:
        return next_to_lose(args[2], state.steps, game.strengths, frozenset()) if args[3] else []

    def idle(self, game: Toy, state: State, args: Args) -> bool:
        return len(self.choices(game, state, args)) < 2

    def run(self, game: Toy, state: State, args: Args) -> None:
        for unit in self.choices(game, state, args):
            self.take(game, state, args, unit)

    def take(self, game: Toy, state: State, args: Args, unit: int) -> None:
        name, side, units, left = args
        state.agenda.append((name, side, units, left - 1))
        game.lose_step(state, unit)

    def legal(self, game: Toy, state: State, args: Args) -> Iterator[Action]:
        for unit in self.choices(game, state, args):
            yield AbsorbLoss(game.units[unit].id)

    def play(self, game: Toy, state: State, args: Args, action: AbsorbLoss) -> None:
        state.agenda.pop()
        self.take(game, state, args, game.units.index_of(action.unit))


class Advancing(Step[Toy]):
    """TOY-6: attackers enter the space that they cleared."""

    name, case, accepts = "advance", "TOY-6", (Advance,)

    def prompt(self, game: Toy, state: State, args: Args) -> str:
        return f"Who advances into {game.board.label(args[1])}?"

    def able(self, game: Toy, state: State, args: Args) -> list[int]:
        if state.count[1 - state.side][args[1]]:
            return []
        return [u for u in args[2] if state.where[u] >= 0 and not game.units[u].static]

    def idle(self, game: Toy, state: State, args: Args) -> bool:
        return not self.able(game, state, args)

    def legal(self, game: Toy, state: State, args: Args) -> Iterator[Action]:
        ids = [game.units[u].id for u in self.able(game, state, args)]
        yield Advance(tuple(ids[:STACK]))
        if len(ids) > 1:
            yield from (Advance((id,)) for id in ids)
        yield Advance(())

    def check(self, game: Toy, state: State, args: Args, action: Advance) -> None:
        able = {game.units[u].id for u in self.able(game, state, args)}
        if len(action.units) > STACK:
            raise IllegalAction("TOY-3.1", f"{len(action.units)} units are too many")
        if not able >= set(action.units) or len(set(action.units)) != len(action.units):
            raise IllegalAction("TOY-6", "only the attackers advance, each once")

    def play(self, game: Toy, state: State, args: Args, action: Advance) -> None:
        state.agenda.pop()
        for id in action.units:
            game.settle_in(state, game.units.index_of(id), args[1])
        if action.units:
            state.control[args[1]] = state.side
            game.tell(
                state,
                "TOY-6",
                "{units} advance into {space}",
                map(game.units.index_of, action.units),
                args[1],
            )
