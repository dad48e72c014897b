"""The staff of a hex game: marches, attacks, losses, advances and placing by the doctrine's numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...actions import AbsorbLoss, Action, Advance, Attack, Disband, Move, Place
from ...hexwar.fights import fight
from ...hexwar.marks import MOVED, forget_phase
from ...state import State
from ...steps import Args
from ..doctrine_files import Doctrine
from ..staff import Staff
from ..survey import Field
from .assaults import assaults, attack, next_assault
from .belief import even_deal
from .front import Front, Pull
from .marches import Marches

_NOTHING = 0.0, 0.0, 0.0
"""What a space wants that nobody wants anything of: value, strength, the part that is lacking."""


class HexStaff(Staff):
    """Knows zones, stacks, marches and attacks of hex games; a game's own staff says what is its own.

    What a game may change: `prices` (movement points for distances), `reach` (how far units get),
    `company` (who marches together), `toughness` (what ground gives a defender), `share` (what water
    leaves of an attacker), `combat` (support that an attack will surely have), `eagerness` (does an
    attack follow this march?), and any decision of its own as a method `on_<step>`.
    """

    scale = 1.0
    """How many of the game's inner movement points make one point of the rules."""
    waste = 1.0
    """Points of distance that one factor too many on a post is worth."""
    zeal = 1.0
    """Points of distance that one factor more on a post is worth while it is wanted."""
    effort = 0.04
    """Steps that one factor must add to an attack when it could attack elsewhere."""
    eagerness = 1.0
    """Weight of standing next to the enemy; less than 1 where he strikes first."""

    def __init__(self, game: Any, side: int, doctrine: Doctrine, seed: int = 0) -> None:
        super().__init__(game, side, doctrine, seed)
        self._prices = self.prices()
        self._marches: Marches | None = None
        self._drawn: tuple[object, Pull] | None = None
        self.shelter = np.array([1 / self.cover(s) for s in range(len(game.board))])

    # -- what a game may change ---------------------------------------------------------------------

    def prices(self) -> bytes:
        """Points from every space in every direction, 0 where there is no way; for distances."""
        found: bytes = self.game.cost[self.me]
        return found

    def reach(self, state: State, units: Sequence[int]) -> Any:
        """All spaces that a group can get to."""
        return self.game.steps["move"].reach(self.game, state, units[0])

    def company(self, unit: int) -> str:
        """Units of one space and one company march together; by default everybody alone."""
        found: str = self.game.units.ids[unit]
        return found

    def cover(self, space: int) -> float:
        """By how much the ground multiplies an own defender."""
        return 1.0

    def toughness(self, seen: State, space: int) -> float:
        """By how much the ground multiplies an enemy defender."""
        return 1.0

    def needed(self, seen: State, space: int, defence: float) -> float:
        """The strength that should come together against a space that is so strongly held."""
        return self.doctrine["attack.wanted_odds"] * defence * self.toughness(seen, space) + 0.5

    def share(self, near: int, target: int) -> float:
        """The part of an attacker's strength that counts from one space into another."""
        return 1.0

    def may_attack(self, seen: State, target: int) -> bool:
        """Would the rules let this side attack that space at all?"""
        found: bool = self.game.steps["attack"].allowed(self.game, seen, self.me, target)
        return found

    def combat(self, seen: State, units: tuple[int, ...], target: int) -> Any:
        """The combat that an attack would be, with the support it will have."""
        ids, board = self.game.units.ids, self.game.board
        return self.game.combat_of(seen, Attack(tuple(ids[u] for u in units), board.ids[target]))

    # -- looking ------------------------------------------------------------------------------------

    def believe(self, state: State) -> State:
        return even_deal(self.game, state, self.me)

    def defence(self, unit: int, steps: int) -> float:
        return float(self.game.units[unit].defence[steps])

    def enemy_power(self, seen: State, space: int, defence: float) -> float:
        """What an enemy stack could throw at its neighbours."""
        return defence

    def distance(self, space: int) -> Field:
        """From every space, the points to get to this one."""
        return self.survey.distance(self._prices, space)

    def movable(self, state: State) -> list[int]:
        where, marks = state.where, state.marks
        return [u for u in self.game.mobile[self.me] if where[u] >= 0 and not marks[u] & MOVED]

    # -- marches ------------------------------------------------------------------------------------

    def prepared(self, state: State) -> Action | None:
        """The next march of a plan that still holds."""
        plan = self._marches
        if plan is None or state.agenda[-1][0] != "move" or not plan.holds(state):
            return None
        return self._next_march(plan, state)

    def on_move(self, seen: State, args: Args) -> Action:
        return self._next_march(self.plan(seen), seen)

    def plan(self, seen: State) -> Marches:
        """The plan of this movement phase: the one there is while it holds, or a new one."""
        if self._marches is None or not self._marches.holds(seen):
            self._marches = Marches(self, seen)
        return self._marches

    def _next_march(self, plan: Marches, state: State) -> Action:
        action = plan.next(state)
        if not plan.queue and action.verb == "end":
            self._marches = None
        return action

    # -- attacks ------------------------------------------------------------------------------------

    def gain(self, seen: State, units: tuple[int, ...], target: int) -> float | None:
        """What an attack promises in steps; None when the odds are below the doctrine's minimum."""
        game, weights = self.game, self.doctrine
        if not game.steps["attack"].worth(game, seen, units, target):
            return None
        engagement = self.combat(seen, units, target)
        if engagement.attack < weights["attack.minimum_odds"] * engagement.defence:
            return None
        return self.promise(seen, engagement, units, target)

    def promise(self, seen: State, engagement: Any, units: Sequence[int], target: int) -> float:
        """Losses, ground and a prize that is worn down if not cleared, in steps."""
        drawn, odds = self.drawn(seen), self.survey.odds(seen, engagement)
        prize = float(drawn.prize[target])
        origins = [seen.where[u] for u in units if seen.where[u] >= 0]
        ahead = drawn.ahead(target, origins) if origins else float(drawn.total[target])
        worn: float = 0.5 * prize * (odds.defender_loss / engagement.defender_steps - odds.clears)
        return self.odds_gain(odds, prize + ahead) + self.doctrine["attack.ground"] * worn

    def pull(self, seen: State) -> Field:
        """The pull of all objectives now."""
        found: Field = self.drawn(seen).total
        return found

    def drawn(self, seen: State) -> Pull:
        """What the objectives are worth now; worked out once for each state of control in a phase."""
        key = seen.turn, seen.side, seen.phase, bytes(seen.control)
        if self._drawn is None or self._drawn[0] != key:
            self._drawn = key, Pull(self, Front(self, seen), seen.control)
        return self._drawn[1]

    def on_attack(self, seen: State, args: Args) -> Action:
        best = next_assault(self, seen)
        return self.game.steps["attack"].stop if best is None else attack(self, best)

    def prospects(self, seen: State) -> float:
        """What the attacks that could be made now promise together, each unit counted once."""
        total, used = 0.0, set[int]()
        for assault in sorted(assaults(self, seen), key=lambda a: -a.gain):
            if assault.gain > 0 and used.isdisjoint(assault.units):
                total += assault.gain
                used.update(assault.units)
        return total

    def rehearse(self, seen: State) -> State:
        """The position after a movement phase by this doctrine, if it came now and nothing stopped it."""
        new = seen.copy()
        new.events, new.side = None, self.me
        new.agenda.append(("move", self.me))
        forget_phase(new)
        plan, step = Marches(self, new), self.game.steps["move"]
        while new.result is None:
            action = plan.next(new)
            if not isinstance(action, Move):
                break
            step.play(self.game, new, new.agenda[-1], action)
        return new

    def tempo(self, before: State, after: State) -> float:
        """Ground that marches gained: strength by how much more the place it stands in draws it."""
        pull, gained = self.pull(before), 0.0
        for u in self.game.mobile[self.me]:
            old, new = before.where[u], after.where[u]
            if old != new and old >= 0 and new >= 0:
                gained += self.strength(u, before.steps[u]) * float(pull[new] - pull[old])
        return gained

    # -- after a combat -----------------------------------------------------------------------------

    def on_absorb_loss(self, seen: State, args: Args) -> Action:
        """Who pays: by the doctrine the weakest, or the strongest; steps before units."""
        spare = self.doctrine["losses.spare_strength"]
        step = self.game.steps["absorb_loss"]

        def price(unit: int) -> tuple[float, int]:
            left = seen.steps[unit]
            lost = self.strength(unit, left) - self.strength(unit, left - 1)
            return spare * lost + (0.5 + self.dear(unit) if left == 1 else 0.0), unit

        unit = min(step.candidates(self.game, seen, args), key=price)
        return AbsorbLoss(self.game.units.ids[unit])

    def dear(self, unit: int) -> float:
        """What the loss of a unit costs beyond its strength, in factors."""
        return 0.0

    def on_advance(self, seen: State, args: Args) -> Action:
        """Victors go on where the ground is worth it, or where they are safer than before."""
        target = fight(seen).target
        front = Front(self, seen)
        pull = self.pull(seen)
        gained = sum(line.value for line in front.lines if target in line.spaces)

        def score(action: Action) -> float:
            assert isinstance(action, Advance)
            units = [self.game.units.index_of(id) for id in action.units]
            if not units:
                return 0.0
            power = sum(self.strength(u, seen.steps[u]) for u in units)
            here = max(float(pull[seen.where[u]]) for u in units)
            risk = max(0.0, float(front.threat[target] * self.shelter[target]) / (power + 0.1) - 1.0)
            drawn = float(pull[target]) - here + gained - self.left_open(seen, front, units)
            return self.doctrine["advance.boldness"] * (1 + drawn) + 0.02 * power - (
                self.doctrine["move.danger"] * min(risk, 3.0)
            )

        return self.best(seen, score)

    def left_open(self, seen: State, front: Front, units: Sequence[int]) -> float:
        """The value of lines from which these units would take what they want."""
        lost = 0.0
        for place in {seen.where[u] for u in units}:
            going = sum(self.strength(u, seen.steps[u]) for u in units if seen.where[u] == place)
            for line in front.lines:
                if place in line.spaces and front.own[place] - going < line.want:
                    lost += line.value
        return lost

    def on_eliminate_overstack(self, seen: State, args: Args) -> Action:
        """The weakest of a crowded hex is given up."""

        def worth(action: Action) -> float:
            assert isinstance(action, Disband)
            unit = self.game.units.index_of(action.unit)
            return -self.strength(unit, seen.steps[unit])

        return self.best(seen, worth)

    # -- placing ------------------------------------------------------------------------------------

    def place(self, seen: State, actions: Sequence[Action]) -> Action:
        """Units are set down where lines and objectives still want strength, the strongest first."""
        front = Front(self, seen)
        drawn = Pull(self, front, seen.control)
        for crowd in np.flatnonzero(front.own):
            drawn.commit(int(crowd), float(front.own[crowd]))
        pull = drawn.total
        want: dict[int, tuple[float, float, float]] = {}
        for goal in (*front.goals, *front.lines):
            for space in goal.spaces:
                lacking = goal.want - float(front.own[space])
                if lacking > 0 and goal.value > want.get(space, _NOTHING)[0]:
                    want[space] = goal.value, lacking, lacking / goal.want

        def score(action: Action) -> float:
            assert isinstance(action, Place)
            unit, space = self.game.units.index_of(action.unit), self.game.board.index(action.space)
            power = self.strength(unit, seen.steps[unit])
            value, lacking, open = want.get(space, _NOTHING)
            fitting = min(power, lacking) / max(power, 0.1)
            return value * (open + 0.5 * fitting) + float(pull[space]) * 0.5 + 0.01 * power

        return max(actions, key=score)
