"""SOT-7.2, 7.3: Attack Total, Defence Total, Damage Points, and the one resolver of every attack."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from ...damage import most_absorbed, most_left
from ...dice import Dice, hits, total
from ...forecast import Outcome
from ...state import State
from ...tables import Modifier
from .forces import by_state, standing
from .words import CHINESE, D6, MODIFIER, WAVE

if TYPE_CHECKING:
    from .game import StormOverTaierzhuang
    from .world import Level


class Battle(NamedTuple):
    """An attack that has been declared; it lies in `state.vars["combat"]` until it is over."""

    side: int
    target: int
    units: tuple[int, ...]
    """The firing units; none in an attack by a chit."""
    place: int
    """Where they fire from; -1 for an attack by a chit."""
    chit: str
    """The chit that attacks; empty for fire by units."""
    support: tuple[str, ...]
    """A human wave, and the chits that strengthen or permit the fire."""
    rolled: int
    """The sum of the dice; 0 until they are rolled."""

    @property
    def same_area(self) -> bool:
        return self.place == self.target

    @property
    def wave(self) -> bool:
        return WAVE in self.support


@dataclass(frozen=True, slots=True)
class Engagement:
    """An attack with its sums done: all that the dice still need."""

    battle: Battle
    attack: int
    """The Attack Total without the dice."""
    defence: int
    modifiers: tuple[Modifier, ...]
    ready: int
    spent: int
    """Defenders by state."""
    zone: bool
    """SOT-12.5: an attack on a Deployment Zone, where points are units affected."""


def pending(state: State) -> Battle:
    """The attack that is going on."""
    return Battle(*state.vars["combat"])


def defenders(game: StormOverTaierzhuang, state: State, battle: Battle) -> list[int]:
    """SOT-7.4a: every enemy unit in the target area."""
    return standing(game, state, 1 - battle.side, battle.target)


def attack_modifiers(game: StormOverTaierzhuang, state: State, battle: Battle) -> Iterator[Modifier]:
    """SOT-7.2.2a, 7.2.2b: what is added to the dice besides factors and firepower."""
    if not battle.units:
        return
    weak = battle.side == CHINESE and not any(game.factor[u] for u in battle.units)
    yield from fire_modifiers(game, battle, weak, state.vars["wave"][battle.side])


def fire_modifiers(
    game: StormOverTaierzhuang, battle: Battle, weak: bool, divisor: int
) -> Iterator[Modifier]:
    """SOT-7.2.2a-iv, 7.2.2b: for fire by units; `weak`: all have CF 0; `divisor`: units a point of a wave."""
    if weak and (not battle.wave or game.options["zero_cf_penalty_in_wave"] == "yes"):
        yield Modifier("only units with CF 0", game.zero_cf, "SOT-7.2.2a-iv")
    if battle.wave:
        yield Modifier("human wave", len(battle.units) // divisor, "SOT-7.2.2b-ii")
    for word in battle.support:
        if word != WAVE and game.chits[word].use == MODIFIER:
            yield Modifier(game.chits[word].name, game.chits[word].modifier, game.chits[word].case)


def ground_modifiers(game: StormOverTaierzhuang, state: State, battle: Battle) -> Iterator[Modifier]:
    """SOT-7.2.2c, 7.2.2d: what the target area gives its defenders."""
    held = state.control[battle.target] == 1 - battle.side
    return level_modifiers(game, game.ground.level[battle.target], battle, held)


def level_modifiers(
    game: StormOverTaierzhuang, level: Level, battle: Battle, held: bool
) -> Iterator[Modifier]:
    """SOT-7.2.2c, 7.2.2d, 12.5c, R-22, R-23: what a kind of area, held by its defenders or not, is worth
    against an attack."""
    value = level.same_area if battle.same_area else level.from_outside
    if not value:
        return
    if not level.needs_control:
        yield Modifier("town", -value, "SOT-7.2.2d-ii" if battle.same_area else "SOT-7.2.2d-i")
    elif held:
        yield Modifier("defence level", -value, "SOT-7.2.2c-i")
    elif battle.chit and game.chits[battle.chit].always_terrain:
        yield Modifier("defence level", -value, "SOT-TC.J1b")


def engage(game: StormOverTaierzhuang, state: State, battle: Battle) -> Engagement:
    """SOT-7.2.2: the totals of both sides."""
    on, against = tuple(attack_modifiers(game, state, battle)), tuple(ground_modifiers(game, state, battle))
    strength = sum(game.factor[u] for u in battle.units)
    if battle.chit:
        strength = game.chits[battle.chit].firepower
    opposing = defenders(game, state, battle)
    best = max(game.units[u].defence[state.steps[u]] for u in opposing)
    return Engagement(
        battle,
        strength + sum(m.value for m in on),
        best - sum(m.value for m in against),
        on + against,
        *by_state(state, opposing),
        game.ground.zone[battle.target],
    )


def roll_attack(engagement: Engagement, dice: Dice) -> int:
    """SOT-7.2.2a-i: the sum of 2D6, unless it lies on the table already."""
    return engagement.battle.rolled or total(dice, 2, D6)


def damage_of(engagement: Engagement, rolled: int) -> int:
    """SOT-7.3: Damage Points, the amount by which the Attack Total is greater."""
    return max(0, engagement.attack + rolled - engagement.defence)


def wave_losses(dice: Dice, number: int, survivors: int) -> tuple[bool, ...]:
    """SOT-7.2.2b-iv: which of the units of a wave are lost to the defenders that are still there."""
    return hits(dice, number, survivors) if survivors else (False,) * number


def outcome(game: StormOverTaierzhuang, engagement: Engagement, dice: Dice) -> Outcome:
    """SOT-7.3, 7.2.2b-iv: the damage really done, and what a human wave costs.

    How the owner spends the damage is his own affair. Here he is taken to hold the area with as many
    units as he can, which is what makes a wave dearest.
    """
    damage = damage_of(engagement, roll_attack(engagement, dice))
    ready, spent = engagement.ready, engagement.spent
    if engagement.zone:
        hit = min(damage, ready + spent)
        return Outcome(0, hit, f"{hit} affected", cleared=hit == ready + spent, spent=False)
    left = most_left(game.uses, damage, ready, spent)
    lost = 0
    if engagement.battle.wave:
        lost = sum(wave_losses(dice, len(engagement.battle.units), left))
    return Outcome(
        attacker_loss=lost,
        defender_loss=min(damage, most_absorbed(game.uses, ready, spent)),
        result=f"{damage} DP",
        cleared=left == 0,
        spent=lost > 0 and lost == len(engagement.battle.units),
    )
