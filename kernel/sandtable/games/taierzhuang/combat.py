"""BOT-9.1 to 9.8: the sums of an attack, what a side cannot see of them, and the roll."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from ...cups import hands
from ...dice import Dice, pick, total
from ...hexgrid import concentric
from ...hexwar.fights import Fight
from ...state import State
from ...tables import Modifier, shifted_name
from .regiments import face_of, is_known, is_regiment, unseen
from .words import ARMOUR, CHINESE, JAPANESE

if TYPE_CHECKING:
    from .game import Taierzhuang

PLAIN, MOMENTUM, FLANK = "attack", "momentum", "flank"
UNROLLED = -1

TERRAIN_CASES = {"city": "BOT-9.7a", "city_centre": "BOT-9.7f"}
"""The rule behind a terrain's shift; any other stands in the terrain chart."""

Sides = dict[tuple[int, int], int]
"""Factors and steps that a hidden stack may have, and in how many ways."""


class Battle(NamedTuple):
    """A declared attack, as `state.vars["combat"]` holds it."""

    kind: str
    target: int
    attackers: tuple[int, ...]
    support: tuple[str, ...] | None = None
    """Kinds of the markers; None before they were asked for."""
    rolled: int = UNROLLED
    """Factors of the markers, where they were rolled early (R-12)."""
    turned: tuple[int, ...] = ()
    """Counters that lay face down before this attack."""
    fresh: int = 1
    """Had the target not been attacked before in this phase?"""


@dataclass(frozen=True, slots=True)
class Engagement:
    """A battle with its sums done, as far as somebody can do them."""

    battle: Battle
    attack: int
    defence: int
    hidden_attack: tuple[Sides, ...]
    hidden_defence: tuple[Sides, ...]
    support: int
    """Markers still to be rolled for."""
    modifiers: tuple[Modifier, ...]
    extra_loss: int
    attacker_steps: int
    defender_steps: int

    def key(self) -> Hashable:
        """All that the resolver reads."""
        hidden = tuple(tuple(s.items()) for s in (*self.hidden_attack, {}, *self.hidden_defence))
        shift = sum(m.value for m in self.modifiers)
        numbers = (self.attack, self.defence, self.support, self.battle.rolled, shift, self.extra_loss)
        return (*numbers, hidden, self.attacker_steps, self.defender_steps)


class Sums(NamedTuple):
    """The differential's parts, its column before and after the shifts, and the defenders' steps."""

    attack: int
    support: int
    defence: int
    base: int
    column: int
    defender_steps: int


def pending(state: State) -> Battle:
    return Battle(*state.vars["combat"])


def attack_factor(game: Taierzhuang, state: State, unit: int, target: int) -> int:
    """BOT-9.1f, 9.7j: the factor in use; armour has a fixed one against the city centre."""
    fixed = game.ground.effect(target).armour_attack
    if fixed and game.units[unit].kind in ARMOUR:
        return fixed
    return face_of(game, state, unit).strength[state.steps[unit]]


def shifts(game: Taierzhuang, state: State, battle: Battle) -> Iterator[Modifier]:
    """BOT-9.4 to 9.7, 5.6f: every column shift of an attack; the last two never help the Chinese (9.5e)."""
    target, side = battle.target, game.side_of[battle.attackers[0]]
    effect, terrain = game.ground.effect(target), game.board.terrain[target]
    if effect.shift:
        yield Modifier(terrain.replace("_", " "), effect.shift, TERRAIN_CASES.get(terrain, "BOT-9.4a"))
    yield from _side_shifts(game, state, battle, side)
    around = game.board.around(target)
    if side == CHINESE:
        return
    if not effect.no_concentric and concentric(around.index(state.where[u]) for u in battle.attackers):
        yield Modifier("concentric attack", game.concentric_shift, "BOT-9.5d")
    if state.vars["breakout"]:
        yield Modifier("breakout", game.breakout_shift, "BOT-5.6f")


def _side_shifts(game: Taierzhuang, state: State, battle: Battle, side: int) -> Iterator[Modifier]:
    """BOT-9.6, 9.7d, 9.7e: what all attackers attack across."""
    crossed = [game.board.border(state.where[u], battle.target) for u in battle.attackers]
    water = _water(side)
    wall = battle.target in game.city and all("wall" in features for features in crossed)
    return cross_shifts(game, side, wall, all(water in features for features in crossed))


def _water(side: int) -> str:
    """BOT-9.6a: Japanese attacks cross the canal by a bridge only."""
    return "bridge" if side == JAPANESE else "canal"


def cross_shifts(game: Taierzhuang, side: int, wall: bool, water: bool) -> Iterator[Modifier]:
    """BOT-9.6b, 9.6c, 9.7d, 9.7e, R-33, R-50: for attacks that all go through the wall, or over water."""
    found = []
    if wall:
        found.append(Modifier("city wall", game.ground.effects["wall"].shift, "BOT-9.7d"))
    if water:
        word, case = _water(side), "BOT-9.6b" if side == JAPANESE else "BOT-9.6c"
        found.append(Modifier(word, game.ground.effects[word].shift, case))
    if len(found) > 1 and game.options["wall_and_canal"] == "larger":
        found = [min(found, key=lambda m: m.value)]
    yield from found


def engage(game: Taierzhuang, state: State, battle: Battle, eye: int | None = None) -> Engagement:
    """BOT-9.1d-h: totals and shifts; with an `eye`, as that side can know them."""
    foes = game.foes(state, Fight(*battle[:3]))
    blind = [] if eye is None else _face_down(game, state, battle.attackers)
    masked = [] if eye is None else _face_down(game, state, foes)
    covered = [] if eye is None else [u for u in foes if game.hides(state, eye, u) and u not in masked]
    attack = sum(attack_factor(game, state, u, battle.target) for u in battle.attackers if u not in blind)
    open_foes = [u for u in foes if u not in masked and u not in covered]
    kinds = battle.support or ()
    return Engagement(
        battle,
        attack,
        sum(face_of(game, state, u).defence[state.steps[u]] for u in open_foes),
        tuple(_drawn(game, state, blind, attacking=True)),
        (
            *_drawn(game, state, masked, attacking=False),
            *([_beneath(game, state, eye)] * len(covered) if eye is not None else []),
        ),
        len(kinds) if battle.rolled == UNROLLED else 0,
        tuple(shifts(game, state, battle)),
        game.ground.effect(battle.target).extra_loss,
        sum(state.steps[u] for u in battle.attackers),
        sum(state.steps[u] for u in open_foes),
    )


def _face_down(game: Taierzhuang, state: State, units: Sequence[int]) -> list[int]:
    """BOT-3.3k: counters whose factors neither player knows."""
    return [u for u in units if is_regiment(game, u) and not is_known(state, u)]


def _drawn(game: Taierzhuang, state: State, units: Sequence[int], attacking: bool) -> Iterator[Sides]:
    """What counters of each army that nobody has seen may add up to; steps count for defenders only."""
    for army in game.regiments.armies:
        count = sum(1 for u in units if game.units[u].formation == army)
        if count:
            faces = [game.regiments.faces[f] for f in unseen(game, state, army)]
            values = [f.strength[1] if attacking else f.defence[1] for f in faces]
            steps = 0 if attacking else count
            yield {(value, steps): ways for value, ways in sorted(hands(values, count).items())}


def _beneath(game: Taierzhuang, state: State, eye: int) -> Sides:
    """BOT-6.3a: what may lie beneath the top unit of an enemy stack: any unit that does not show."""
    found: Sides = {}
    for u in game.own[1 - eye]:
        if state.where[u] >= 0 and game.hides(state, eye, u):
            steps = state.steps[u]
            worth = face_of(game, state, u).defence[steps], steps
            found[worth] = found.get(worth, 0) + 1
    return found


def add_up(game: Taierzhuang, engagement: Engagement, dice: Dice) -> Sums:
    """BOT-9.1f-h, 9.3i, 9.3j, R-53: hidden factors, support dice up to the units' own factors, the column."""
    attack, defence, steps = engagement.attack, engagement.defence, engagement.defender_steps
    for hidden in engagement.hidden_attack:
        attack += pick(dice, hidden)[0]
    for hidden in engagement.hidden_defence:
        factors, more = pick(dice, hidden)
        defence, steps = defence + factors, steps + more
    rolled = engagement.battle.rolled
    if rolled == UNROLLED:
        rolled = total(dice, engagement.support, game.support_faces) if engagement.support else 0
    support = min(rolled, attack)
    base = game.crt.base(attack + support - defence)
    column = game.crt.column(base + sum(m.value for m in engagement.modifiers))
    return Sums(attack, support, defence, base, column, steps)


def roll(game: Taierzhuang, engagement: Engagement, sums: Sums, dice: Dice) -> tuple[int, int, int]:
    """BOT-9.8a, 9.7c, 9.7h, 9.8f: the die, the attacker's loss with that of a city, the defender's."""
    die = dice.roll()
    attacker, defender = game.crt.result(sums.column, die)
    return die, attacker + engagement.extra_loss, defender


def column_name(game: Taierzhuang, sums: Sums) -> str:
    """The final column, with the one before shifts."""
    return shifted_name(game.crt.names[sums.column], game.crt.names[sums.base])
