"""A player that looks ahead: it plays candidate courses on in its head, by doctrine, over guesses of what it
cannot see, and takes the one that leads to the best positions.

A course is an action where there are few (which plan, which order), and where there are thousands a way to
carry out the phase: by each of the side's doctrines, and by variants of the one it fights by. Within a combat
the doctrine's own exact odds decide.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from math import inf, sqrt
from pathlib import Path
from random import Random
from statistics import variance
from time import monotonic
from typing import Any, ClassVar

from ..actions import Action
from ..errors import SandtableError
from ..game import Game
from ..state import State
from .base import Player
from .doctrine import DoctrinePlayer
from .doctrine_files import Doctrine, doctrines, find
from .staff import Staff
from .variation import varied

FEW = 8
"""Decisions with no more actions than this are searched action by action."""

VARIANTS: tuple[dict[str, float], ...] = (
    {"move.fight": 2.0, "move.danger": 0.5, "attack.own_step": 0.7, "attack.minimum_odds": 0.8},
    {"move.fight": 0.4, "move.danger": 2.0, "attack.own_step": 1.4},
)
"""Other ways to read a doctrine: factors of its numbers."""

CHANCE_VARIANTS, AMOUNT = 4, 0.4
"""So many more readings whose numbers are changed by chance, and by how much."""

SURE = 1.0
"""Standard errors by which a course must be better than the doctrine's own to be taken instead."""

LEAST = 4
"""Playouts of a course before it can be given up, or taken."""

ALIKE = 2e-6
"""A lead that two courses have over each other which always come to the same."""


@dataclass
class Course:
    """Something to try: one action, or a staff that carries the phase out; and how it has fared."""

    action: Action | None
    staff: Staff
    values: list[float] = field(default_factory=list)

    def lead(self, other: Course, usual: float = 0.0) -> tuple[float, float]:
        """By how much it is better than another over the guesses that both met, and how sure that is.

        Few playouts say little about their own spread, which is taken to be the `usual` one at least.
        """
        met = [a - b for a, b in zip(self.values, other.values, strict=False)]
        if len(met) < LEAST:
            return 0.0, 1.0
        return sum(met) / len(met), sqrt(max(variance(met), usual) / len(met)) + 1e-6


def usual_spread(courses: list[Course]) -> float:
    """The mean variance of the leads over the first course, of those that ever came to something else."""
    own = courses[0]
    met = [[a - b for a, b in zip(c.values, own.values, strict=False)] for c in courses[1:]]
    found = [variance(leads) for leads in met if len(leads) >= LEAST and any(leads)]
    return sum(found) / len(found) if found else 0.0


def _check(**numbers: Any) -> None:
    """How long and how far to look are told by numbers."""
    for name, given in numbers.items():
        if not isinstance(given, int | float) or not 0 < given < inf:
            wanted = "a number above 0 is wanted"
            raise SandtableError(f"{name} of the search player: {wanted}, not {given!r}")


class SearchPlayer(Player):
    """Tries courses out in its head, by doctrine, and takes what leads to the best positions.

    It looks ahead for `seconds` a decision, or through a number of playouts (`iterations`) that no clock
    changes; a round that has been begun is finished.
    `doctrine` is what it fights by and judges positions by, `against` what it expects of the others,
    `turns` how far it looks. `stop()` makes it answer at once.
    """

    name: ClassVar[str] = "search"

    def __init__(
        self,
        game: Game,
        side: str,
        doctrine: str | Path | Doctrine = "historical",
        against: str = "historical",
        seconds: float = 1.0,
        iterations: int | None = None,
        turns: int = 1,
        seed: int = 0,
    ) -> None:
        super().__init__(game, side)
        _check(seconds=seconds, iterations=1 if iterations is None else iterations, turns=turns)
        self.doctrine = doctrine if isinstance(doctrine, Doctrine) else find(game, side, doctrine)
        self.against = {name: find(game, name, against) for name in game.sides if name != side}
        self.seconds, self.iterations, self.turns, self.seed = seconds, iterations, turns, seed
        self.playouts = 0
        """How many positions the last decision was played on from."""
        self._count = 0
        self._stopped = False
        self._own: DoctrinePlayer | None = None
        self._met: tuple[object, ...] = ()
        self._rolls = 0
        self._chosen: dict[object, Staff] = {}
        """Who carries out the phases of this turn that were looked ahead for."""

    def stop(self) -> None:
        """Answer now, with the best that was found so far."""
        self._stopped = True

    def __getstate__(self) -> dict[str, Any]:
        return {**super().__getstate__(), "_own": None, "_met": (), "_chosen": {}}

    # -- choosing -----------------------------------------------------------------------------------

    def choose(self, state: State) -> Action:
        with self._thinking:
            return self._choose(state)

    def _choose(self, state: State) -> Action:
        self._stopped, self.playouts = False, 0
        game = state.game
        if self._own is None:
            self._own = DoctrinePlayer(game, self.side, self.doctrine, self.seed)
        base = self._own.staff(game)
        self._forget(state)
        stage = self._stage(state)
        if stage in self._chosen:
            return self._chosen[stage].decide(state)
        if not base.ponders(state):
            return base.decide(state)
        courses = self._courses(state, base)
        if len(courses) > 1:
            self._count += 1
            self._look_ahead(state, courses)
        usual = usual_spread(courses)
        best = max(courses, key=lambda course: self._preference(course, courses[0], usual))
        if best.action is not None:
            return best.action
        self._chosen[stage] = chosen = type(base)(game, base.me, best.staff.doctrine, self.seed)
        return chosen.decide(state)

    def _forget(self, state: State) -> None:
        """What was chosen in another turn, another match, or before dice were taken back, holds no more."""
        met = state.game, state.seed, state.turn
        if met != self._met or state.rolls < self._rolls:
            self._met, self._chosen = met, {}
        self._rolls = state.rolls

    @staticmethod
    def _preference(course: Course, own: Course, usual: float) -> float:
        """The lead over the doctrine's own course, less what may be chance."""
        if course is own:
            return 0.0
        mean, error = course.lead(own, usual)
        return mean - SURE * error

    def _stage(self, state: State) -> tuple[object, ...]:
        """What a staff that was chosen carries out: one phase of one side."""
        return state.turn, state.side, state.phase

    def _courses(self, state: State, base: Staff) -> list[Course]:
        """What is worth trying, the doctrine's own choice first."""
        seen = base.believe(state)
        actions: list[Action] = []
        for action in state.game.legal(seen):
            actions.append(action)
            if len(actions) > FEW:
                return [Course(None, staff) for staff in self._staffs(state.game, base)]
        own = base.decide(state)
        return [Course(own, base), *(Course(action, base) for action in actions if action != own)]

    def _staffs(self, game: Game, base: Staff) -> Iterator[Staff]:
        """The doctrine, the other doctrines of the side, and variants; they share the base's survey."""
        own = self.doctrine
        others = [doctrine for doctrine in doctrines(game, self.side) if doctrine.name != own.name]
        read = (
            replace(own, weights={key: w * factors.get(key, 1.0) for key, w in own.weights.items()})
            for factors in VARIANTS
        )
        rng = Random(f"{self.seed} {self.side} {self._count}")
        by_chance = (varied(own, rng, AMOUNT) for _ in range(CHANCE_VARIANTS))
        for doctrine in (own, *others, *read, *by_chance):
            yield type(base)(game, base.me, doctrine, self.seed)

    # -- looking ahead ------------------------------------------------------------------------------

    def _look_ahead(self, state: State, courses: list[Course]) -> None:
        """Playouts for all courses, guess by guess, so that all meet the same guess and the same dice.

        Every time the number of rounds has doubled, the worse half of those that still hope to be better
        than the doctrine's own course is given up: what is left to choose between is seen often.
        """
        rng = Random(f"{self.seed} {self.side} {self._count}")
        ends = monotonic() + self.seconds
        left, rounds, sift = self._within(self.iterations, courses), 0, LEAST
        while len(left) > 1 and not self._over(ends):
            guess = state.game.guess(state, self.side, Random(rng.getrandbits(32)))
            seed = rng.getrandbits(32)
            for course in left:
                course.values.append(self._play_on(guess, course, seed))
                self.playouts += 1
                self._tell(ends)
                if self._stopped:
                    return
            rounds += 1
            if rounds == 1 and self.iterations is None:
                spent = monotonic() - ends + self.seconds
                left = self._within(len(left) * self.seconds / max(spent, 1e-9), left)
            if rounds == sift:
                own, *others = left
                hopeful = [course for course in others if self._hopeful(course, own)]
                hopeful.sort(key=lambda course: -course.lead(own)[0])
                left, sift = [own, *hopeful[: (len(others) + 1) // 2]], 2 * sift

    @staticmethod
    def _within(playouts: float | None, courses: list[Course]) -> list[Course]:
        """No more courses than can be seen often enough to choose between them."""
        return courses if playouts is None else courses[: max(2, int(playouts // LEAST))]

    @staticmethod
    def _hopeful(course: Course, own: Course) -> bool:
        mean, error = course.lead(own)
        return mean + SURE * error > ALIKE

    def _over(self, ends: float) -> bool:
        return monotonic() >= ends if self.iterations is None else self.playouts >= self.iterations

    def _tell(self, ends: float) -> None:
        if self.progress is not None:
            done = 1 - (ends - monotonic()) / self.seconds
            if self.iterations is not None:
                done = self.playouts / self.iterations
            self.progress(min(1.0, max(0.0, done)))

    def _play_on(self, guess: State, course: Course, seed: int) -> float:
        """The value of the position that a course leads to, once some turns are over."""
        state = guess.copy()
        state.events = None
        game, last = state.game, state.turn + self.turns
        stage = self._stage(state)
        home = course.staff
        seats = {name: DoctrinePlayer(game, name, d, seed).staff(game) for name, d in self.against.items()}
        by_index = [seats.get(name, home) for name in game.sides]
        me = home.me
        own = type(home)(game, me, self.doctrine, seed)
        if course.action is not None:
            game.carry_out(state, course.action)
        while state.result is None and state.turn <= last:
            args = state.agenda[-1]
            if state.turn == last and self._stage(state)[1:] == stage[1:]:
                break
            side = game.steps[args[0]].side(game, state, args)
            staff = by_index[side]
            if side == me:
                staff = home if course.action is None and self._stage(state) == stage else own
            game.carry_out(state, staff.decide(state))
        return own.value(state)
