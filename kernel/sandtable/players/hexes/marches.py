"""A movement phase, planned as a whole and then carried out march by march."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ...actions import Action, EndPhase, Move
from ...hexwar.marks import MOVED
from ...state import State
from ..survey import FAR, Field
from .concentration import Concentration
from .front import Front, Pull

if TYPE_CHECKING:
    from .staff import HexStaff

Spaces = np.ndarray[Any, np.dtype[np.int64]]

FREE = -1
"""The post of a unit that has none, or the target of one that goes where it likes."""

TRIES = 6
"""So many of the best spaces are tried before a group stays where it is, or breaks up."""


class Marches:
    """Who holds which post, and where all the others go; asked for one march after another."""

    def __init__(self, staff: HexStaff, seen: State) -> None:
        self.staff = staff
        self.front = front = Front(staff, seen)
        self.pull = Pull(staff, front, seen.control)
        self.mass = front.own.copy()
        self.post: dict[int, int] = {}
        self.waited: set[tuple[int, ...]] = set()
        movable = staff.movable(seen)
        self._man_posts(seen, movable)
        self._hold_back(seen, movable)
        self._want_fights(seen)
        if staff.eagerness >= 1:
            Concentration(self, seen, movable)
        self.queue = self._in_order(seen, movable)
        self.mine = staff.game.own[staff.me]
        self.stage = self._stage(seen)
        self.where = {u: seen.where[u] for u in self.mine}

    def holds(self, state: State) -> bool:
        """Does this plan belong to the position? Nothing has moved but by its own orders."""
        where, stands = self.where, state.where
        return self._stage(state) == self.stage and all(stands[u] == where[u] for u in self.mine)

    def _stage(self, state: State) -> tuple[int, str, bytes]:
        """The phase, and where enemy units stand, whoever they are."""
        return state.turn, state.phase, bytes(state.count[self.staff.foe])

    # -- planning -----------------------------------------------------------------------------------

    def _man_posts(self, seen: State, movable: list[int]) -> None:
        """Lines and threatened objectives get the nearest units, the most valuable first."""
        staff, front, where = self.staff, self.front, seen.where
        posts: list[tuple[float, int, float, tuple[str, ...]]] = []
        for line in front.lines:
            posts += [(line.value, space, line.want, line.formations) for space in line.spaces]
        for goal in front.goals:
            for space in goal.spaces:
                if goal.hold and seen.control[space] == staff.me and front.threat[space]:
                    posts.append((goal.value, space, goal.hold, ()))
        posts = [p for p in posts if not front.enemy[p[1]]]
        posts.sort(key=lambda p: (-p[0], p[1]))
        lacking = {space: 0.0 for _, space, _, _ in posts}
        who = dict[int, set[str]]()
        for _, space, want, formations in posts:
            lacking[space] = max(lacking[space], want)
            who.setdefault(space, set()).update(formations)
        power = {u: staff.strength(u, seen.steps[u]) for u in movable}
        mobile = set(movable)
        self.manned: dict[int, list[int]] = {space: [] for space in lacking}
        for u in staff.game.own[staff.me]:
            if where[u] in lacking and u not in mobile:
                lacking[where[u]] -= staff.strength(u, seen.steps[u])
                self.manned[where[u]].append(u)
        free = []
        for u in sorted(movable, key=lambda u: -power[u]):
            if lacking.get(where[u], 0.0) > 0 and power[u] > 0 and self._belongs(u, who[where[u]]):
                self.post[u] = where[u]
                self.manned[where[u]].append(u)
                lacking[where[u]] -= power[u]
            else:
                free.append(u)
        # First every post gets half of what it wants, then the most valuable ones get the rest.
        for part in (0.5, 1.0):
            for _, space, want, _ in posts:
                fitting = [u for u in free if self._belongs(u, who[space])]
                sent = self._send(seen, fitting, power, space, lacking, (1 - part) * want)
                free = [u for u in free if u not in sent]

    def _belongs(self, unit: int, formations: set[str]) -> bool:
        """May this unit hold a line of these formations?"""
        return not formations or self.staff.game.units[unit].formation in formations

    def _send(
        self,
        seen: State,
        free: list[int],
        power: dict[int, float],
        space: int,
        lacking: dict[int, float],
        enough: float,
    ) -> set[int]:
        """The nearest of the free units go to a post until no more than `enough` is lacking there."""
        staff = self.staff
        sent = set[int]()
        if lacking[space] <= enough or not free:
            return sent
        far = staff.distance(space)[np.array([seen.where[u] for u in free])]
        powers = np.array([power[u] for u in free])
        over = np.maximum(powers - lacking[space], 0)
        ranked = np.argsort(far + staff.waste * over - staff.zeal * (powers - over), kind="stable")
        there = self.manned[space]
        for n in ranked:
            if lacking[space] <= enough or far[n] >= FAR:
                break
            if powers[n] > 0 and staff.game.fits(seen, staff.me, space, [*there, free[n]]):
                self.post[free[n]] = space
                there.append(free[n])
                lacking[space] -= powers[n]
                sent.add(free[n])
        return sent

    def _hold_back(self, seen: State, movable: list[int]) -> None:
        """A share of the free units farthest from the enemy stays out of the fight."""
        staff, front = self.staff, self.front
        share = staff.doctrine["reserve.share"]
        self.reserve: set[int] = set()
        if not share:
            return
        free = [u for u in movable if u not in self.post]
        budget = share * sum(staff.strength(u, seen.steps[u]) for u in free)
        for u in sorted(free, key=lambda u: (front.threat[seen.where[u]], u)):
            budget -= staff.strength(u, seen.steps[u])
            if budget < 0 or front.threat[seen.where[u]]:
                break
            self.reserve.add(u)

    def _want_fights(self, seen: State) -> None:
        """What each enemy stack is worth, and the strength that is still to come against it."""
        staff, front = self.staff, self.front
        weights, pull = staff.doctrine, self.pull
        self.worth: dict[int, float] = {}
        self.needed: dict[int, float] = {}
        self.lacking: dict[int, float] = {}
        for target in front.targets():
            if not staff.may_attack(seen, target):
                continue
            need = staff.needed(seen, target, float(front.enemy[target]))
            self.needed[target] = self.lacking[target] = need
            kill = weights["attack.enemy_step"] * min(front.enemy_steps[target], 3) * 0.3
            way = pull.ahead(target, [min(staff.game.touch[target], key=lambda s: pull.total[s])])
            self.worth[target] = kill + weights["attack.ground"] * (float(pull.prize[target]) + way)

    def _in_order(self, seen: State, movable: list[int]) -> list[tuple[int, ...]]:
        """Groups that march together: those on posts first, then the strongest and nearest to the enemy."""
        staff = self.staff
        groups: dict[tuple[int, int, str], list[int]] = {}
        for u in movable:
            if u in self.reserve:
                continue
            key = seen.where[u], self.post.get(u, FREE), staff.company(u)
            groups.setdefault(key, []).append(u)
        total = self.pull.total

        def rank(item: tuple[tuple[int, int, str], list[int]]) -> tuple[bool, float]:
            (place, post, _), units = item
            return post == FREE, -float(total[place]) - 0.01 * sum(self._power(seen, u) for u in units)

        return [tuple(units) for _, units in sorted(groups.items(), key=rank)]

    def _power(self, state: State, unit: int) -> float:
        return self.staff.strength(unit, state.steps[unit])

    # -- marching -----------------------------------------------------------------------------------

    def next(self, state: State) -> Action:
        """The next march, or the end of the phase; reads own units, counts and zones only."""
        while self.queue:
            group = self.queue.pop(0)
            units = tuple(u for u in group if state.where[u] >= 0 and not state.marks[u] & MOVED)
            if not units:
                continue
            action = self.march(state, units)
            if action is not None:
                return action
        return EndPhase()

    def march(self, state: State, units: tuple[int, ...]) -> Action | None:
        """The march of one group; None when it stays, or waits for others."""
        staff = self.staff
        here, post = state.where[units[0]], self.post.get(units[0], FREE)
        power = sum(self._power(state, u) for u in units)
        if here == post:
            self._engage(here, power)
            return None
        ways = staff.reach(state, units)
        if units not in self.waited and post != FREE and not self._room(state, units, post) and post in ways:
            # Those who stand there may be about to leave.
            self.waited.add(units)
            self.queue.append(units)
            return None
        spaces = np.array([here, *ways], dtype=np.int64)
        self.mass[here] -= power
        scores = self._scores(spaces, post, power)
        scores[0] += staff.doctrine["move.stay"]
        space = self._choose(state, units, spaces, scores)
        if space < 0 and len(units) > 1:
            # Nobody has room for all of them: they go one by one.
            self.mass[here] += power
            self.queue[:0] = [(u,) for u in units]
            return None
        space = here if space < 0 else space
        self.mass[space] += power
        self._engage(space, power)
        if post == FREE:
            self.pull.commit(space, power)
        if space == here:
            return None
        for u in units:
            self.where[u] = space
        game = staff.game
        path = tuple(game.board.ids[s] for s in ways.path(space))
        return Move(tuple(game.units.ids[u] for u in units), path)

    def _scores(self, spaces: Spaces, post: int, power: float) -> Field:
        """How good each space is for a group of that strength."""
        staff, weights = self.staff, self.staff.doctrine
        risk = self.front.threat[spaces] / (self.mass[spaces] + power + 0.1) * staff.shelter[spaces]
        danger = weights["move.danger"] * np.clip(risk - 1.0, 0.0, 3.0)
        if post != FREE:
            near: Field = -staff.distance(post)[spaces] / staff.scale - 0.5 * danger
            return near
        scores: Field = weights["move.pull"] * self.pull.total[spaces] - danger
        fights = self._fights(power)
        if fights:
            eager = weights["move.fight"] * staff.eagerness
            scores += eager * np.array([fights.get(int(s), 0.0) for s in spaces])
        return scores

    def _fights(self, power: float) -> dict[int, float]:
        """What it is worth to stand next to enemies that are not yet outnumbered enough."""
        found: dict[int, float] = {}
        staff = self.staff
        for target, lacking in self.lacking.items():
            if lacking <= 0:
                continue
            for near in staff.game.touch[target]:
                share = staff.share(near, target)
                gain = self.worth[target] * min(share * power, lacking) / self.needed[target]
                if gain > found.get(near, 0.0):
                    found[near] = gain
        return found

    def _engage(self, space: int, power: float) -> None:
        """Units in a space count against the enemy next to it that needs them most."""
        near = [t for t in self.staff.game.touch[space] if self.lacking.get(t, 0) > 0]
        if near:
            target = max(near, key=lambda t: self.worth[t] * self.staff.share(space, t))
            self.lacking[target] -= power * self.staff.share(space, target)

    def _choose(self, state: State, units: Sequence[int], spaces: Spaces, scores: Field) -> int:
        """The best space with room for the group; -1 when none of the best has."""
        for _ in range(min(TRIES, len(spaces))):
            pick = int(scores.argmax())
            space = int(spaces[pick])
            if pick == 0 or self._room(state, units, space):
                return space
            scores[pick] = -np.inf
        return -1

    def _room(self, state: State, units: Sequence[int], space: int) -> bool:
        """May the group stand there with those who do now?"""
        staff = self.staff
        there = state.units_at(space) if state.count[staff.me][space] else []
        others = [u for u in there if u not in units]
        found: bool = staff.game.fits(state, staff.me, space, [*others, *units])
        return found
