"""A game: the few functions through which everything else drives it."""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from random import Random
from typing import Any

from . import notation, saves
from . import view as views
from .actions import Action, Pass, Resign
from .dials import Setting, Value
from .dice import Dice, whiten
from .errors import IllegalAction, NotACombat, Unknown
from .forecast import Forecast, Outcome, average, enumerate_outcomes
from .options import Options
from .records import Changes
from .state import DEAD, NOBODY, OFF_MAP, Decision, Result, State
from .wording import names
from .world import Case as Case
from .world import Given, World


@dataclass(frozen=True, slots=True)
class Defect:
    """Something wrong with a position, and the rule it breaks."""

    case: str
    text: str


class Game(World):
    """The rules of one game: what can be done in a state, what it leads to, and what is known of it."""

    # -- beginning ------------------------------------------------------------------------------

    def final_turn(self, state: State) -> int:
        """The turn after which the state's scenario is over."""
        return self.scenarios[state.scenario].turns

    def blank(self, scenario: str | None, seed: int) -> State:
        """A state with every unit off the map and nothing pending."""
        name = scenario or next(iter(self.scenarios))
        if name not in self.scenarios:
            raise Unknown("scenario", name, self.scenarios)
        state = State.__new__(State)
        n, m = len(self.units), len(self.board)
        state.game, state.scenario, state.turn, state.phase, state.side = self, name, 1, self.phases[0], 0
        state.where = array("h", [OFF_MAP] * n)
        state.steps = bytearray(u.steps for u in self.units)
        state.marks, state.due = bytearray(n), bytearray(n)
        state.control = bytearray([NOBODY]) * m
        state.stock, state.vars, state.agenda = bytearray(), {}, []
        state.seed, state.rolls, state.result = whiten(seed), 0, None
        state.events, state.script = [], None
        state.count = [bytearray(m) for _ in self.sides]
        state.zone = [bytearray(m) for _ in self.sides]
        self.furnish(state)
        return state

    def new(
        self, scenario: str | None = None, seed: int = 0, options: Given = (), changes: Changes | None = None
    ) -> State:
        """A game at its beginning."""
        game = self.variant(options, changes) if options or changes else self
        state = game.blank(scenario, seed)
        game.set_up(state)
        game.settle(state)
        return state

    def arrange(
        self,
        scenario: str | None = None,
        units: Mapping[str, str] | None = None,
        *,
        turn: int = 1,
        phase: str | None = None,
        side: str | None = None,
        steps: Mapping[str, int] | None = None,
        control: Mapping[str, str] | None = None,
        seed: int = 0,
        options: Given = (),
        changes: Changes | None = None,
        dice: Dice | None = None,
        **extra: Any,
    ) -> State:
        """Any position: only the units named are on the map; everything else is as `extra` says.

        What happens by itself before somebody is asked is rolled with `dice`, or with the state's own.
        """
        game = self.variant(options, changes) if options or changes else self
        state = game.blank(scenario, seed)
        if not 1 <= turn <= game.scenarios[state.scenario].turns:
            raise Unknown("turn", turn, range(1, game.scenarios[state.scenario].turns + 1))
        state.turn, state.phase = turn, game.known_phase(phase or game.phases[0])
        state.side = 0 if side is None else game.side_index(side)
        for id, place in (units or {}).items():
            game.put(state, game.units.index_of(id), game.board.index(place))
        for id, left in (steps or {}).items():
            unit = game.units.by_id(id)
            if not 1 <= left <= unit.steps:
                raise Unknown(f"step count of {id}", left, range(1, unit.steps + 1))
            state.steps[unit.index] = left
        state.script = dice
        game.pose(state, **extra)
        for id, owner in (control or {}).items():
            state.control[game.board.index(id)] = game.side_index(owner)
        game.settle(state)
        state.script = None
        return state

    def state_from_json(self, text: str) -> State:
        """The state of a saved form; refuses whatever does not hold together."""
        return saves.read_state(self, saves.parse_json(text))

    # -- playing --------------------------------------------------------------------------------

    def legal(self, state: State) -> Options:
        """What can be done now."""
        return Options(state.game, state)

    def decision(self, state: State) -> Decision:
        game, args = state.game, state.agenda[-1]
        step = game.steps[args[0]]
        side = game.sides[step.side(game, state, args)]
        return Decision(step.name, side, step.prompt(game, state, args), step.case)

    def check(self, state: State, action: Action) -> None:
        """None when the action may be played now; IllegalAction, citing the rule, when not."""
        game = state.game
        if state.result is not None:
            raise IllegalAction(state.result.case, f"the game is over: {state.result.text}")
        if type(action) is Resign:
            return
        args = state.agenda[-1]
        step = game.steps[args[0]]
        if type(action) not in step.accepts:
            wanted = ", ".join(sorted({a.verb for a in step.accepts}))
            raise IllegalAction(step.case, f"'{action.verb}' is not asked for now, but one of: {wanted}")
        step.check(game, state, args, action)

    def march_cost(self, state: State, action: Action) -> float | None:
        """The movement points that a legal action takes; None where it is no march."""
        game, args = state.game, state.agenda[-1]
        return game.steps[args[0]].cost(game, state, args, action)

    def play(self, state: State, action: Action, dice: Dice | None = None) -> State:
        """The state after an action; the given one is untouched. `dice` replaces the state's own."""
        self.check(state, action)
        new = state.copy()
        self.carry_out(new, action, dice)
        return new

    def carry_out(self, state: State, action: Action, dice: Dice | None = None) -> None:
        """Plays a checked action on this very state: for simulations that own their state."""
        game = state.game
        state.script = dice
        if type(action) is Resign:
            game.give_up(state)
        else:
            args = state.agenda[-1]
            game.steps[args[0]].play(game, state, args, action)
        game.settle(state)
        state.script = None

    def settle(self, state: State) -> None:
        """Runs automatic business until a decision is pending or the game is over."""
        agenda, steps = state.agenda, self.steps
        while state.result is None:
            args = agenda[-1]
            step = steps[args[0]]
            if not step.idle(self, state, args):
                return
            agenda.pop()
            step.run(self, state, args)

    def give_up(self, state: State) -> None:
        """The deciding side resigns."""
        args = state.agenda[-1]
        loser = self.steps[args[0]].side(self, state, args)
        others = [name for i, name in enumerate(self.sides) if i != loser]
        text = f"the {self.side_name(loser)} side resigns"
        self.finish(state, Result(others[0], "resignation", self.resign_case, text))

    def finish(self, state: State, result: Result) -> None:
        """Ends the game."""
        state.result = result
        state.tell(result.case, "{text}", text=result.text)

    def tell(
        self, state: State, case: str, template: str, units: Iterable[int] = (), space: int = -1, **data: Any
    ) -> None:
        """Notes an event about units and a space, unless nobody listens."""
        if state.events is None:
            return
        met = [self.units[u] for u in units]
        data["units"], data["unit_ids"] = names([u.name for u in met]), tuple(u.id for u in met)
        if space >= 0:
            data["space"], data["space_id"] = self.board.label(space), self.board.ids[space]
        state.tell(case, template, **data)

    # -- odds -----------------------------------------------------------------------------------

    def forecast(self, state: State, action: Action, side: str | None = None, guesses: int = 60) -> Forecast:
        """The exact distribution of a combat action.

        With a `side`, what that side may know: averaged over positions that look the same to it.
        """
        game = state.game
        game.check(state, action)
        if side is None:
            return game._odds(state, action)
        rng = Random(state.rolls)
        seen = [game.guess(state, side, rng) for _ in range(guesses)]
        note = f"what is hidden from the {side.capitalize()} side was dealt {guesses} times; this is the mean"
        return average([game._odds(s, action) for s in seen], note)

    def _odds(self, state: State, action: Action) -> Forecast:
        combat = self.combat_of(state, action)
        return self.describe_combat(state, combat, self.odds(state, combat))

    def odds(self, state: State, combat: Any) -> dict[Outcome, Fraction]:
        """The exact distribution of a combat: the resolver over every roll, remembered by `odds_key`.

        Combats differ in a thousand ways, but what is left for the dice repeats itself all the time.
        """
        key = self.odds_key(combat)
        known = self._known_odds.get(key)
        if known is None:
            known = enumerate_outcomes(lambda dice: self.resolve(state, combat, dice))
            if key is not None:
                self._known_odds[key] = known
        return known.copy()

    @cached_property
    def _known_odds(self) -> dict[Hashable, dict[Outcome, Fraction]]:
        return {}

    def paper_odds(self, **dialled: Value) -> Forecast:
        """The exact distribution of a combat on paper: any of `dials()` by name, the others as they stand."""
        combat = self.on_paper(Setting(self.dials(), dialled))
        return self.describe_combat(self._nowhere, combat, self.odds(self._nowhere, combat))

    @cached_property
    def _nowhere(self) -> State:
        """The position of a combat on paper: nobody is on the map."""
        return self.blank(None, 0)

    def is_combat(self, state: State, action: Action) -> bool:
        """Does a legal action roll combat dice, so that `forecast` knows its odds?"""
        try:
            state.game.combat_of(state, action)
        except NotACombat:
            return False
        return True

    def outcome(self, state: State, action: Action) -> Outcome:
        """One outcome of a combat action by the state's own dice."""
        self.check(state, action)
        scratch = state.copy()
        return state.game.resolve(scratch, state.game.combat_of(scratch, action), scratch)

    def caution(self, state: State, action: Action) -> str:
        """What a legal action will cost that a person may not see coming; empty when nothing."""
        return ""

    # -- words ----------------------------------------------------------------------------------

    def glossary(self) -> Mapping[str, tuple[str, str]]:
        """What the things do that facts name, such as chits: by name a text and the case of its rule."""
        return {}

    def parse(self, text: str) -> Action:
        """The action that a line of notation says."""
        return notation.parse(self.vocabulary, text)

    def heading(self, state: State, action: Action) -> str:
        """What a button for an action says in this position: a pass is called by what it comes to."""
        if type(action) is Pass and state.result is None:
            return state.game.steps[state.agenda[-1][0]].declines or action.title
        return action.title

    def gist(self, state: State, action: Action) -> str:
        """What is done, without the units and spaces that it is done with."""
        return self.heading(state, action) if type(action) is Pass else action.gist(state.game)

    def wording(self, state: State, action: Action) -> str:
        """An action as a sentence for people, in the words of the question that it answers."""
        return self.heading(state, action) if type(action) is Pass else action.describe(state.game)

    def action_from_json(self, plain: Any) -> Action:
        return notation.from_json(self.vocabulary, plain)

    def view(self, state: State, side: str | None = None) -> views.View:
        """What a side may see; None is the umpire's view."""
        return views.view(state.game, state, side)

    def could_lie(self, state: State, unit: int, space: int, others: Sequence[int]) -> bool:
        """Could a hidden unit lie in this space beside those others? Asked for a `guess`."""
        return True

    def guess(self, state: State, side: str, rng: Random) -> State:
        """A position that looks the same to a side, with what it cannot see dealt anew."""
        return views.guess(state.game, state, side, rng)

    def status(self, state: State) -> list[Defect]:
        """Everything wrong with a position; empty when it is sound."""
        return list(state.game.defects(state))

    # -- units on the map -------------------------------------------------------------------------

    def put(self, state: State, unit: int, space: int) -> None:
        """Sets a unit down, or into a box; keeps counts and zones of control true."""
        side = self.side_of[unit]
        count = state.count[side]
        old = state.where[unit]
        if old >= 0:
            count[old] -= 1
            if count[old] == 0:
                zone = state.zone[side]
                for near in self.projection[side][old]:
                    zone[near] -= 1
        state.where[unit] = space
        if space >= 0:
            if count[space] == 0:
                zone = state.zone[side]
                for near in self.projection[side][space]:
                    zone[near] += 1
            count[space] += 1

    def recount(self, state: State) -> None:
        """Computes counts and zones from the positions."""
        where = state.where[:]
        for table in (state.count, state.zone):
            for side in range(len(self.sides)):
                table[side] = bytearray(len(self.board))
        for unit, place in enumerate(where):
            state.where[unit] = OFF_MAP
            self.put(state, unit, place)

    def defects(self, state: State) -> Iterator[Defect]:
        """What no position may have; games add their own."""
        for unit, place in enumerate(state.where):
            if place >= 0 and state.steps[unit] == 0:
                yield Defect(self.steps_case, f"{self.units[unit].name} is on the map without a step")
            if place == DEAD and state.steps[unit] > 0:
                yield Defect(self.steps_case, f"{self.units[unit].name} is eliminated with a step left")
        if self.mixing_case is None:
            return
        for space in range(len(self.board)):
            if sum(1 for side in state.count if side[space]) > 1:
                yield Defect(self.mixing_case, f"both sides stand in {self.board.label(space)}")
