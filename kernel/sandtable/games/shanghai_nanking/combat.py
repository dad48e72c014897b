"""SNC-10, 11: strengths, column shifts and the one resolver of every combat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from ...dice import Dice
from ...forecast import Outcome
from ...hexgrid import concentric
from ...losses import next_to_lose
from ...state import State
from ...tables import Modifier, odds, odds_name, shifted_name
from .words import AIR, AMPHIBIOUS, ARTILLERY, CHINESE, JAPANESE, NAVAL, STOCK_PLACE
from .world import CITY, TOWN

if TYPE_CHECKING:
    from .game import ShanghaiNanking

PLAIN, OVERRUN, LANDING = "attack", "overrun", "landing"
_SUPPORT_CASE = {
    ARTILLERY: "SNC-11.1b",
    AIR: "SNC-11.1b",
    NAVAL: "SNC-11.4a",
    AMPHIBIOUS: "SNC-8.4f",
}


class Battle(NamedTuple):
    """A combat that has been declared; it lies in `state.vars["combat"]` until it is over."""

    kind: str
    target: int
    attackers: tuple[int, ...]
    support: tuple[str, ...] | None
    """The attacker's markers; None until he has committed himself."""
    defence: tuple[str, ...]
    flown: bool
    """The Chinese air force flies against the Japanese air marker."""

    def side(self, game: ShanghaiNanking) -> int:
        return game.side_of[self.attackers[0]]


@dataclass(frozen=True, slots=True)
class Engagement:
    """A battle with its sums done: all that the dice still need."""

    battle: Battle
    attack: int
    defence: int
    modifiers: tuple[Modifier, ...]
    step: int
    column: int
    column_without_air: int
    attacker_steps: int
    defender_steps: int
    toll: tuple[int, ...]
    """Defender steps really lost, by the defender's number of the result."""


class Rolled(NamedTuple):
    """What the dice said: Chinese air (0 when it did not fly), the column used, the die, the losses."""

    air: int
    column: int
    die: int
    attacker: int
    defender: int


def pending(state: State) -> Battle:
    """The combat that is going on."""
    return Battle(*state.vars["combat"])


def defenders(game: ShanghaiNanking, state: State, battle: Battle) -> list[int]:
    """SNC-10.0d, 10.0j: every enemy unit in the attacked hex."""
    side = battle.side(game)
    return [u for u in state.units_at(battle.target) if game.side_of[u] != side]


def strength_of(game: ShanghaiNanking, state: State, units: Iterable[int]) -> int:
    """Factors of units as they stand."""
    return sum(game.strengths[u][state.steps[u]] for u in units)


def attack_strength(game: ShanghaiNanking, state: State, battle: Battle) -> int:
    """SNC-10.4.1h-j, 8.4e: water reduces those who attack across it; the sum is rounded down once."""
    if battle.kind == LANDING:
        return landing_strength(game, state, battle.attackers)
    parts, whole, target, total = game.across, game.whole, battle.target, 0
    for u in battle.attackers:
        total += game.strengths[u][state.steps[u]] * parts.get((state.where[u], target), whole)
    return total // whole


def landing_strength(game: ShanghaiNanking, state: State, units: Iterable[int]) -> int:
    """SNC-8.4e: landing units count half; the halves are rounded by ruling R-10."""
    factor = game.landing_factor
    if game.options["landing_halving"] == "unit":
        return sum(int(game.strengths[u][state.steps[u]] * factor) for u in units)
    return int(strength_of(game, state, units) * factor)


def terrain_shifts(game: ShanghaiNanking, target: int, side: int) -> Iterator[Modifier]:
    """SNC-10.4.1: what the ground of a hex gives a defender of a side."""
    ground = game.ground
    terrain = CITY if ground.city[target] else ground.terrain[target]
    return ground_shifts(game, terrain, ground.town[target], side)


def ground_shifts(game: ShanghaiNanking, terrain: str, town: bool, side: int) -> Iterator[Modifier]:
    """SNC-10.4.1: what a kind of ground gives a defender of a side, at most two columns."""
    effects, cap = game.ground.effects, game.terrain_cap
    if terrain == CITY:
        yield Modifier("city", -effects[CITY].shift[side], "SNC-10.4.1f")
        return
    given = min(effects[terrain].shift[side], cap)
    if given:
        yield Modifier(terrain, -given, "SNC-10.4.1c")
    if town:
        more = min(effects[TOWN].shift[side], cap - given)
        stacks = game.options["town_stacks_with_terrain"] == "yes"
        if more and (stacks or not given):
            yield Modifier("town", -more, "SNC-10.4.1e" if given else "SNC-10.4.1d")


def is_concentric(game: ShanghaiNanking, state: State, battle: Battle) -> bool:
    """SNC-10.4.2a: do the attackers come from opposite, alternate, or four and more hexes?"""
    around = game.board.around(battle.target)
    return concentric(around.index(place) for place in {state.where[u] for u in battle.attackers})


def shifts(game: ShanghaiNanking, state: State, battle: Battle) -> Iterator[Modifier]:
    """SNC-10.4b: every column shift of a combat."""
    side = battle.side(game)
    yield from terrain_shifts(game, battle.target, 1 - side)
    yield from conduct_shifts(
        game,
        battle,
        side == JAPANESE
        and battle.kind == PLAIN
        and not game.ground.city[battle.target]
        and is_concentric(game, state, battle),
    )


def conduct_shifts(game: ShanghaiNanking, battle: Battle, converging: bool) -> Iterator[Modifier]:
    """SNC-9.6e, 10.4.2, 11.1b, 11.4: what the way an attack is made is worth, and its support."""
    columns = game.shift_columns
    if converging:
        yield Modifier("concentric attack", columns["concentric"], "SNC-10.4.2a")
    if battle.kind == OVERRUN:
        yield Modifier("overrun", columns["overrun"], "SNC-9.6e")
    for kind in battle.support or ():
        yield Modifier(f"{kind} support", game.support_shift[kind], _SUPPORT_CASE[kind])
    for kind in battle.defence:
        yield Modifier(f"{kind} gunfire in defence", columns["naval_defence"], "SNC-11.4a")


def engage(game: ShanghaiNanking, state: State, battle: Battle) -> Engagement:
    """SNC-10.3, 10.4: odds, shifts and the final column."""
    opposing = defenders(game, state, battle)
    return weigh(
        game,
        battle,
        attack_strength(game, state, battle),
        strength_of(game, state, opposing),
        tuple(shifts(game, state, battle)),
        sum(state.steps[u] for u in battle.attackers),
        sum(state.steps[u] for u in opposing),
        toll_of(game, state, battle, opposing),
    )


def weigh(
    game: ShanghaiNanking,
    battle: Battle,
    attack: int,
    defence: int,
    modifiers: tuple[Modifier, ...],
    attacker_steps: int,
    defender_steps: int,
    toll: tuple[int, ...],
) -> Engagement:
    """SNC-10.3, 10.4: the column of two strengths with their shifts, and that without air support."""
    step = odds(attack, defence) + sum(m.value for m in modifiers)
    without = step - game.support_shift[AIR] if AIR in (battle.support or ()) else step
    return Engagement(
        battle,
        attack,
        defence,
        modifiers,
        step,
        game.crt.column(step),
        game.crt.column(without),
        attacker_steps,
        defender_steps,
        toll,
    )


def toll_of(game: ShanghaiNanking, state: State, battle: Battle, opposing: list[int]) -> tuple[int, ...]:
    """SNC-10.5.1b, 8.4i: steps that each result costs the defender, up to his last.

    A landing also destroys the garrisons that survive it; where the order of losses leaves a choice, its
    owner gives them up first. Units that are driven off are not lost, though a few may find no refuge.
    """
    steps = sum(state.steps[u] for u in opposing)
    if battle.kind != LANDING:
        return tuple(range(steps + 1))
    left, static = state.steps[:], [u for u in opposing if game.units[u].static]
    toll = []
    for lost in range(steps):
        toll.append(lost + sum(left[u] for u in static))
        able = next_to_lose(opposing, left, game.strengths, game.last_to_lose)
        left[next((u for u in able if u in static), able[0])] -= 1
    return (*toll, steps)


def roll(game: ShanghaiNanking, engagement: Engagement, dice: Dice) -> Rolled:
    """SNC-10.5a, 11.3: the air die if the Chinese fly, then the die of the table."""
    column, air = engagement.column, 0
    if engagement.battle.flown:
        air = dice.roll()
        if game.air_effect[air] == "cancel":
            column = engagement.column_without_air
    die = dice.roll()
    attacker, defender = game.crt.result(column, die)
    return Rolled(air, column, die, attacker, defender)


def outcome(game: ShanghaiNanking, engagement: Engagement, rolled: Rolled) -> Outcome:
    """SNC-10.5.1, 8.4j: the losses that the result really inflicts."""
    attacker = rolled.attacker
    if engagement.battle.kind == LANDING and rolled.defender < engagement.defender_steps:
        attacker += game.landing_extra_step
    lost = engagement.toll[min(rolled.defender, engagement.defender_steps)]
    return Outcome(
        attacker_loss=min(attacker, engagement.attacker_steps),
        defender_loss=lost,
        result=f"{rolled.attacker}/{rolled.defender}",
        cleared=lost == engagement.defender_steps,
        spent=attacker >= engagement.attacker_steps,
    )


def available_support(game: ShanghaiNanking, state: State, battle: Battle) -> tuple[str, ...]:
    """SNC-8.4f, 11.0, 11.4b: the marker types that the attacker could commit now."""
    side = battle.side(game)
    if side == CHINESE:
        return (ARTILLERY,) if ready(state, CHINESE, ARTILLERY) else ()
    found = [kind for kind in (ARTILLERY, AIR) if ready(state, JAPANESE, kind)]
    if ready(state, JAPANESE, NAVAL) and "naval_attack" in game.board.tags[battle.target]:
        found.append(NAVAL)
    if battle.kind == LANDING and ready(state, JAPANESE, AMPHIBIOUS):
        found.append(AMPHIBIOUS)
    return tuple(found)


def can_defend_with_guns(game: ShanghaiNanking, state: State, battle: Battle) -> bool:
    """SNC-11.0c, 11.4c: may the Japanese commit naval gunfire to this defence?"""
    return (
        battle.side(game) == CHINESE
        and ready(state, JAPANESE, NAVAL) > 0
        and "naval_defence" in game.board.tags[battle.target]
    )


def ready(state: State, side: int, kind: str) -> int:
    """SNC-11.1d: markers of a type that have not been used in this phase."""
    return state.stock[STOCK_PLACE[side, kind]]


def column_name(game: ShanghaiNanking, engagement: Engagement) -> str:
    """The final column, with the odds before shifts."""
    base = odds_name(odds(engagement.attack, engagement.defence))
    return shifted_name(game.crt.names[engagement.column], base)
