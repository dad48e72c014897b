"""A staff: it works a doctrine out into actions, one method for each kind of decision of a game.

A game's own staff is the class `STAFF` in `games/<name>/doctrine.py`:

    class AreaStaff(Staff):
        keys = {"nerve": Key(0.5, 0, 1, "how long an area is held")}      # section [game] of the TOML

        def on_fire(self, seen: State, args: Args) -> Action:                # the step named "fire"
            return self.best(seen, lambda action: self.gain(seen, action))

What it is given is `seen`, a position that its side may take for the true one: what the fog of war hides
has been filled in by `believe`, and the dice are others. A staff can therefore not cheat, whatever it reads.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any, ClassVar

from ..actions import Action
from ..errors import NotACombat
from ..game import Game
from ..state import State
from ..steps import Args
from .doctrine_files import Doctrine, Key
from .judgement import judgement
from .survey import Odds, survey


class Staff:
    """Decides for one side by a doctrine; knows nothing but what every game has."""

    keys: ClassVar[Mapping[str, Key]] = {}
    """The numbers of the section `game` of its doctrines."""

    def __init__(self, game: Any, side: int, doctrine: Doctrine, seed: int = 0) -> None:
        self.game, self.me, self.foe, self.doctrine = game, side, 1 - side, doctrine
        self.rng = Random(f"{seed} {side}")
        self.survey = survey(game)

    # -- looking ------------------------------------------------------------------------------------

    def believe(self, state: State) -> State:
        """A position that looks the same to this side, always the same one for the same looks.

        Here: the game's own `guess` with a fixed seed. A staff with a better idea of what is likely
        overrides this; it must not depend on anything that is hidden.
        """
        game: Game = self.game
        return game.guess(state, game.sides[self.me], Random(f"{state.turn} {state.phase}"))

    # -- deciding -----------------------------------------------------------------------------------

    def decide(self, state: State) -> Action:
        """The action of this doctrine; the state is the true one."""
        ready = self.prepared(state)
        if ready is not None:
            return ready
        seen = self.believe(state)
        args = seen.agenda[-1]
        method = getattr(self, f"on_{args[0]}", None)
        return self.otherwise(seen, args) if method is None else method(seen, args)

    def prepared(self, state: State) -> Action | None:
        """The next action of a plan that was made before, if it still holds.

        The state is the true one, for speed: nothing may be read here but what both sides see.
        """
        return None

    def otherwise(self, seen: State, args: Args) -> Action:
        """A decision that no method is for: the canonical action with the best `score`."""
        return self.best(seen, lambda action: self.score(seen, action))

    def score(self, seen: State, action: Action) -> float:
        """How good an action is, for decisions without a method of their own."""
        return 0.0

    def best(self, seen: State, score: Callable[[Action], float]) -> Action:
        """The canonical action with the highest score, the first of equals."""
        found: Action = max(self.game.legal(seen), key=score)
        return found

    def combat_gain(self, seen: State, action: Action) -> float:
        """What a combat action promises by its exact odds, in the doctrine's steps; 0 for others."""
        try:
            combat = self.game.combat_of(seen, action)
        except NotACombat:
            return 0.0
        space = action.focus
        worth = 0.0 if space is None else self.worth_of(seen, self.game.board.index(space))
        return self.odds_gain(self.survey.odds(seen, combat), worth)

    def odds_gain(self, odds: Odds, worth: float = 0.0) -> float:
        """Enemy losses less own ones, and the ground that is cleared, by the doctrine's weights."""
        weights = self.doctrine
        return (
            weights["attack.enemy_step"] * odds.defender_loss
            - weights["attack.own_step"] * odds.attacker_loss
            + weights["attack.ground"] * odds.clears * worth
        )

    def worth_of(self, seen: State, space: int) -> float:
        """What it is worth to take a space: the objectives in it."""
        return sum(g.value for g in self.doctrine.objectives if g.counts(seen.turn) and space in g.spaces)

    # -- for players who look ahead -----------------------------------------------------------------

    def ponders(self, state: State) -> bool:
        """Is this decision worth looking ahead for? Within a combat the exact odds know enough."""
        return state.vars.get("combat") is None

    def value(self, seen: State) -> float:
        """What a position promises this side: 1 for a won game, -1 for a lost one."""
        if seen.result is not None:
            winner = seen.result.winner
            return 0.0 if winner is None else 1.0 if winner == self.game.sides[self.me] else -1.0
        judge = judgement(self.game)
        if judge is None:
            return self.estimate(seen)
        return judge(self, seen) if self.me == 0 else -judge(self, seen)

    def signs(self, seen: State) -> dict[str, float]:
        """What a game's own staff looks at besides objectives, strengths and losses to judge a position."""
        return {}

    def estimate(self, seen: State) -> float:
        """The same where nobody has learnt to judge: who holds the objectives, how the strengths compare."""
        held = wanted = 0.0
        for goal in self.doctrine.objectives:
            for space in goal.spaces:
                wanted += goal.value
                held += goal.value if seen.control[space] == self.me else 0.0
        ground = 2 * held / wanted - 1 if wanted else 0.0
        own, enemy = (self.strength_of_side(seen, side) for side in (self.me, self.foe))
        forces = (own - enemy) / (own + enemy) if own + enemy else 0.0
        return 0.6 * ground + 0.3 * forces

    def strength(self, unit: int, steps: int) -> float:
        """What a unit counts with so many steps."""
        return float(self.game.strengths[unit][steps])

    def strength_of_side(self, seen: State, side: int) -> float:
        """Factors on the map."""
        units = (u for u, place in enumerate(seen.where) if place >= 0 and self.game.side_of[u] == side)
        return sum(self.strength(u, seen.steps[u]) for u in units)


def staff_class(game: Game) -> type[Staff]:
    """The staff of a game: its own, or one that decides by what every game has."""
    package = type(game).__module__.rpartition(".")[0]
    if not package or find_spec(f"{package}.doctrine") is None:
        return Staff
    found: type[Staff] = import_module(f"{package}.doctrine").STAFF
    return found
