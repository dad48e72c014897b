"""What a side may see: stacks with the units that show, and how many lie beneath."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, Any

from .state import NOBODY, State

if TYPE_CHECKING:
    from .game import Game

_TRIES = 40
"""Deals that are tried before hidden units are put where they could not lie."""


@dataclass(frozen=True, slots=True)
class UnitView:
    """One visible unit, with what a counter shows."""

    id: str
    name: str
    side: str
    kind: str
    size: str
    category: str
    formation: str
    strength: int
    steps: int
    max_steps: int
    static: bool
    marks: tuple[str, ...] = ()
    defence: int | None = None
    """The defence factor, where the counter has one of its own."""


@dataclass(frozen=True, slots=True)
class Stack:
    """The units of one side in one space, the top one first; `hidden` more cannot be looked at."""

    space: str
    side: str
    units: tuple[UnitView, ...]
    hidden: int = 0


@dataclass(frozen=True, slots=True)
class View:
    """A position as one side (or, with side None, an umpire) sees it."""

    game: str
    scenario: str
    side: str | None
    turn: int
    phase: str
    active: str
    stacks: dict[str, Stack]
    """By space; where several sides share one, the later sides' stacks have the key space/side."""
    control: dict[str, str]
    boxes: dict[str, tuple[UnitView, ...]]
    facts: dict[str, Any]

    def at(self, space: str) -> tuple[Stack, ...]:
        """The stacks in a space, one for each side that stands there."""
        return tuple(stack for stack in self.stacks.values() if stack.space == space)


def unit_view(game: Game, state: State, unit: int, eye: int | None = None) -> UnitView:
    """What the counter of a unit shows now to a side, or to the umpire."""
    u = game.shown(state, eye, unit)
    left = state.steps[unit]
    return UnitView(
        u.id, u.name, game.sides[u.side], u.kind, u.size, u.category, u.formation,
        u.strength[left], left, u.steps, u.static, game.mark_names(state, unit),
        u.defence[left] if u.defence != u.strength else None,
    )  # fmt: skip


def view(game: Game, state: State, side: str | None) -> View:
    """Everything that a side may know."""
    eye = None if side is None else game.side_index(side)
    piles: dict[tuple[int, int], list[int]] = {}
    for unit in range(len(game.units)):
        place = state.where[unit]
        if place >= 0:
            piles.setdefault((place, game.side_of[unit]), []).append(unit)
    stacks: dict[str, Stack] = {}
    for (place, owner), units in sorted(piles.items()):
        pile = game.stack_order(state, units)
        seen = [u for u in pile if eye is None or not game.hides(state, eye, u)]
        space = game.board.ids[place]
        stacks[f"{space}/{game.sides[owner]}" if space in stacks else space] = Stack(
            space,
            game.sides[owner],
            tuple(unit_view(game, state, u, eye) for u in seen),
            len(pile) - len(seen),
        )
    boxes: dict[str, list[UnitView]] = {}
    for unit in range(len(game.units)):
        box = game.box_of(state, unit)
        if box is not None and (eye is None or not game.hides(state, eye, unit)):
            boxes.setdefault(box, []).append(unit_view(game, state, unit, eye))
    control = {
        game.board.ids[s]: game.sides[owner] for s, owner in enumerate(state.control) if owner != NOBODY
    }
    return View(
        game.slug, state.scenario, side, state.turn, state.phase, game.sides[state.side], stacks, control,
        {name: tuple(units) for name, units in boxes.items()}, game.public_facts(state, eye),
    )  # fmt: skip


def common(views: Sequence[View]) -> View:
    """What all of these sides see alike; whatever one of them does not see is only counted, or left out."""
    first, *others = views
    stacks = {}
    for key, stack in first.stacks.items():
        seen = [u for u in stack.units if all(u in _met(other.stacks, key) for other in others)]
        stacks[key] = Stack(stack.space, stack.side, tuple(seen), len(stack.units) + stack.hidden - len(seen))
    boxes = {}
    for name, units in first.boxes.items():
        shared = tuple(u for u in units if all(u in other.boxes.get(name, ()) for other in others))
        if shared:
            boxes[name] = shared
    facts = {k: v for k, v in first.facts.items() if all(k in o.facts and o.facts[k] == v for o in others)}
    return replace(first, side=None, stacks=stacks, boxes=boxes, facts=facts)


def _met(stacks: dict[str, Stack], key: str) -> tuple[UnitView, ...]:
    return stacks[key].units if key in stacks else ()


def guess(game: Game, state: State, side: str, rng: Random) -> State:
    """A position that looks the same to a side: what it cannot see has been dealt anew.

    Hidden units of a side change places among themselves, static with static and mobile with mobile, so
    that every one could lie where it is guessed (`Game.could_lie`). The dice are others too: what they
    will show is hidden from everybody.
    """
    eye = game.side_index(side)
    new = state.reseed(rng.getrandbits(64))
    unseen = [u for u in range(len(game.units)) if state.where[u] >= 0 and game.hides(state, eye, u)]
    for kind in {(game.units[u].side, game.units[u].static): None for u in unseen}:
        group = [u for u in unseen if (game.units[u].side, game.units[u].static) == kind]
        for unit, place in _deal(game, new, group, rng).items():
            new.where[unit] = place
    game.recount(new)
    return new


def _deal(game: Game, state: State, group: list[int], rng: Random) -> dict[int, int]:
    """The places of these units dealt to them anew, each where it could lie.

    One rng gives one deal whatever is true: nothing hidden decides anything. Where the room is so tight
    that no deal is found, units may lie where they could not.
    """
    slots = sorted(state.where[u] for u in group)
    others = {s: [u for u in state.units_at(s) if u not in group] for s in dict.fromkeys(slots)}
    for _ in range(_TRIES):
        dealt = _deal_once(game, state, group, slots, others, rng)
        if dealt is not None:
            return dealt
    rng.shuffle(slots)
    return dict(zip(group, slots, strict=True))


def _deal_once(
    game: Game, state: State, group: list[int], slots: list[int], others: dict[int, list[int]], rng: Random
) -> dict[int, int] | None:
    """Stack after stack, each place in it gets the first unit of a shuffled pool that could lie there."""
    pool, order = rng.sample(group, len(group)), rng.sample(list(others), len(others))
    dealt: dict[int, int] = {}
    for place in order:
        there = list(others[place])
        for _ in range(slots.count(place)):
            unit = next((u for u in pool if game.could_lie(state, u, place, there)), None)
            if unit is None:
                return None
            pool.remove(unit)
            there.append(unit)
            dealt[unit] = place
    return dealt
