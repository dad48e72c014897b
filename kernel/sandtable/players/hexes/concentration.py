"""Strength brought together against one enemy stack after another, the most valuable first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...state import State

if TYPE_CHECKING:
    from .marches import Marches

ENOUGH = 0.6
"""The part of the wanted strength that must be within reach before anybody goes."""


class Concentration:
    """Sends free groups next to enemies that enough of them can get to; notes it as their posts."""

    def __init__(self, marches: Marches, seen: State, movable: list[int]) -> None:
        self.marches, self.staff, self.seen = marches, marches.staff, seen
        self.groups = self._free_groups(movable)
        self.reach = {group: {seen.where[group[0]], *self.staff.reach(seen, group)} for group in self.groups}
        total = marches.pull.total
        self.drawn = {g: float(max(total[s] for s in spaces)) for g, spaces in self.reach.items()}
        self.eager = self.staff.doctrine["move.fight"] * self.staff.eagerness
        self.there = self._settled(movable)
        for target in sorted(marches.worth, key=lambda t: (-marches.worth[t], t)):
            if not self.groups:
                break
            self._gather(target)

    def _free_groups(self, movable: list[int]) -> list[tuple[int, ...]]:
        found: dict[tuple[int, str], list[int]] = {}
        for u in movable:
            if u not in self.marches.post and u not in self.marches.reserve:
                found.setdefault((self.seen.where[u], self.staff.company(u)), []).append(u)
        return [tuple(units) for units in found.values()]

    def _settled(self, movable: list[int]) -> dict[int, list[int]]:
        """Own units by the space they will be in, as far as that is settled."""
        going, found = set(movable), dict[int, list[int]]()
        for u in self.staff.game.own[self.staff.me]:
            place = self.seen.where[u]
            if place >= 0 and (u not in going or u in self.marches.post):
                found.setdefault(self.marches.post.get(u, place), []).append(u)
        return found

    def _gather(self, target: int) -> None:
        """Groups take the places around a target until there is enough; else all stay free."""
        staff, marches = self.staff, self.marches
        near = sorted(staff.game.touch[target], key=lambda s: -staff.share(s, target))
        lacking = marches.needed[target]
        for space in near:
            for u in self.there.get(space, ()):
                if not staff.game.units[u].static:
                    lacking -= staff.share(space, target) * staff.strength(u, self.seen.steps[u])
        wanted = lacking
        sent: list[tuple[tuple[int, ...], int]] = []
        for group in sorted(self.groups, key=lambda g: (-self._power(g), g)):
            if lacking <= 0:
                break
            space = self._place(group, near)
            if space >= 0 and self._willing(group, space, target):
                lacking -= staff.share(space, target) * self._power(group)
                sent.append((group, space))
                self.there.setdefault(space, []).extend(group)
        if lacking > (1 - ENOUGH) * marches.needed[target] or wanted <= 0:
            for group, space in sent:
                self.there[space] = [u for u in self.there[space] if u not in group]
            return
        for group, space in sent:
            self.groups.remove(group)
            for u in group:
                marches.post[u] = space
        marches.lacking[target] = min(marches.lacking[target], lacking)

    def _place(self, group: tuple[int, ...], near: list[int]) -> int:
        """The best of the spaces around a target that a group can get to and find room in; -1 without."""
        game, staff, reach = self.staff.game, self.staff, self.reach[group]
        for space in near:
            if space in reach and game.fits(self.seen, staff.me, space, [*self.there.get(space, ()), *group]):
                return space
        return -1

    def _willing(self, group: tuple[int, ...], space: int, target: int) -> bool:
        """Is a group's part in a fight worth more than the ground that it could gain instead?"""
        marches = self.marches
        part = min(1.0, self.staff.share(space, target) * self._power(group) / marches.needed[target])
        fight = self.eager * marches.worth[target] * part
        return fight + float(marches.pull.total[space]) >= self.drawn[group]

    def _power(self, group: tuple[int, ...]) -> float:
        return sum(self.staff.strength(u, self.seen.steps[u]) for u in group)
