"""SFV-9: attacks, the differential, the roll, losses and advances."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from ... import actions
from ...actions import Attack
from ...dice import Dice
from ...errors import IllegalAction
from ...hexgrid import concentric
from ...hexwar.aftermath import AdvanceStep, LossStep, OverstackStep
from ...hexwar.assault import AssaultStep
from ...hexwar.differential import AttackerPays, EndCombat, aftermath
from ...hexwar.fights import Fight, fight
from ...hexwar.marks import ATTACKED
from ...hexwar.turns import COMBAT_MOVE
from ...state import State
from ...steps import Args, Business
from ...tables import Modifier, shifted_name
from .marches import beyond_cut
from .words import SIDES, SOVIET

if TYPE_CHECKING:
    from .game import StalinsFirstVictory

PLAIN = "attack"


class Battle(NamedTuple):
    """A declared attack; `ranged` artillery adds its factor and nothing else."""

    kind: str
    target: int
    attackers: tuple[int, ...]
    ranged: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Engagement:
    """A battle with its sums done."""

    battle: Battle
    attack: int
    defence: int
    modifiers: tuple[Modifier, ...]
    base: int
    column: int
    extra_loss: int
    attacker_steps: int
    defender_steps: int


def pending(state: State) -> Battle:
    return Battle(*state.vars["combat"])


def sort_attackers(game: StalinsFirstVictory, state: State, units: tuple[int, ...], target: int) -> Battle:
    """SFV-9.2b, R-11: those next to the target attack; the others add their fire."""
    near = tuple(u for u in units if target in game.board.adjacent(state.where[u]))
    return Battle(PLAIN, target, near, tuple(u for u in units if u not in near))


def shifts(game: StalinsFirstVictory, state: State, battle: Battle) -> Iterator[Modifier]:
    """SFV-9.3: every column shift of an attack; frozen rivers give none (9.3d)."""
    effect = game.ground.effects[game.ground.terrain[battle.target]]
    if effect.shift:
        yield Modifier(game.ground.terrain[battle.target].replace("_", " "), effect.shift, "SFV-9.3a")
    around = game.board.around(battle.target)
    if not effect.no_concentric and concentric(around.index(state.where[u]) for u in battle.attackers):
        yield Modifier("concentric attack", game.concentric_shift, "SFV-9.4d")
    if divisional_integrity(game, battle):
        yield Modifier("divisional integrity", game.integrity_shift, "SFV-9.5a")


def divisional_integrity(game: StalinsFirstVictory, battle: Battle) -> bool:
    """SFV-9.5a, 9.5b, R-30: all three regiments of a Soviet rifle division attack together."""
    met: dict[str, int] = {}
    for u in battle.attackers:
        if u in game.regiments:
            met[game.units[u].formation] = met.get(game.units[u].formation, 0) + 1
    return any(n == game.division_size for n in met.values())


def engage(game: StalinsFirstVictory, state: State, battle: Battle) -> Engagement:
    """SFV-9.1, 9.3c, R-4: totals and shifts."""
    steps, units = state.steps, game.units
    foes = game.foes(state, Fight(*battle[:3]))
    return weigh(
        game,
        battle,
        sum(units[u].strength[steps[u]] for u in (*battle.attackers, *battle.ranged)),
        sum(units[u].defence[steps[u]] for u in foes),
        tuple(shifts(game, state, battle)),
        game.ground.effects[game.ground.terrain[battle.target]].extra_loss,
        sum(steps[u] for u in battle.attackers),
        sum(steps[u] for u in foes),
    )


def weigh(
    game: StalinsFirstVictory,
    battle: Battle,
    attack: int,
    defence: int,
    modifiers: tuple[Modifier, ...],
    extra_loss: int,
    attacker_steps: int,
    defender_steps: int,
) -> Engagement:
    """SFV-9.1d, 9.1e, 9.3c, R-4: differential, base column, net shift."""
    base = game.column_of(attack - defence)
    column = game.crt.column(base + sum(m.value for m in modifiers))
    return Engagement(
        battle, attack, defence, modifiers, base, column, extra_loss, attacker_steps, defender_steps
    )


def roll(game: StalinsFirstVictory, engagement: Engagement, dice: Dice) -> tuple[int, int, int]:
    """SFV-9.6a, 9.6f: the die, the attacker's loss with that of a city, the defender's."""
    die = dice.roll()
    attacker, defender = game.crt.result(engagement.column, die)
    return die, attacker + engagement.extra_loss, defender


class AttackPhase(AssaultStep["StalinsFirstVictory"]):
    """SFV-9.0: attacks one by one; heavy artillery may fire at two hexes (9.2)."""

    case = "SFV-9.0a"

    def allowed(self, game: StalinsFirstVictory, state: State, side: int, target: int) -> bool:
        """SFV-8.7d: Chinese units never attack beyond the border."""
        return side == SOVIET or game.ground.china[target]

    def joiners(
        self, game: StalinsFirstVictory, state: State, units: tuple[int, ...], target: int
    ) -> tuple[int, ...]:
        """SFV-9.2: after Combat/Movement was declared, artillery two hexes away beside an attacker."""
        grid = game.board.grid
        if (
            not units
            or game.side_of[units[0]] != SOVIET
            or state.vars["order"] != COMBAT_MOVE
            or grid is None
        ):
            return ()
        ids, near = game.board.ids, {n for u in units for n in game.board.adjacent(state.where[u])}
        return tuple(
            u
            for u in game.artillery
            if state.where[u] in near
            and not state.marks[u] & ATTACKED
            and grid.distance(ids[state.where[u]], ids[target]) == game.artillery_range
        )

    def distant(
        self, game: StalinsFirstVictory, state: State, unit: int, target: int
    ) -> IllegalAction | None:
        """SFV-9.2c, 9.2f: why artillery two hexes away does not fire with the others."""
        grid, where = game.board.grid, state.where[unit]
        if unit not in game.artillery or where < 0 or grid is None:
            return None
        if grid.distance(game.board.ids[where], game.board.ids[target]) != game.artillery_range:
            return None
        if state.vars["order"] != COMBAT_MOVE:
            return IllegalAction(
                "SFV-9.2f", "artillery has its range only where combat comes before movement"
            )
        name = game.units[unit].name
        return IllegalAction("SFV-9.2c", f"{name} fires from afar only beside a unit that attacks")

    def check_attack(
        self, game: StalinsFirstVictory, state: State, side: int, units: tuple[int, ...], action: Attack
    ) -> None:
        if not self.allowed(game, state, side, game.board.index(action.target)):
            text = f"Chinese units do not attack beyond the border, and {action.target} lies there"
            raise IllegalAction("SFV-8.7d", text)
        if action.support is not None:
            raise IllegalAction("SFV-9.3a", "there is no fire support in this game")

    def begin(
        self, game: StalinsFirstVictory, state: State, units: tuple[int, ...], target: int, action: Attack
    ) -> None:
        state.vars["combat"] = tuple(sort_attackers(game, state, units, target))
        state.agenda.append(("resolve_combat",))
        side = SIDES[game.side_of[units[0]]]
        game.tell(state, "SFV-9.0n", "the {side} side attacks {space} with {units}", units, target, side=side)


class Resolve(Business["StalinsFirstVictory"]):
    """SFV-9.6: the roll, and what follows from it."""

    name, case = "resolve_combat", "SFV-9.6a"

    def run(self, game: StalinsFirstVictory, state: State, args: Args) -> None:
        engagement = engage(game, state, pending(state))
        die, attacker, defender = roll(game, engagement, state)
        if state.events is not None:
            game.tell(
                state,
                "SFV-9.6a",
                "{attack} against {defence}, column {column}: die {die}, result {a}/{d}",
                space=engagement.battle.target,
                attack=engagement.attack,
                defence=engagement.defence,
                column=column_name(game, engagement),
                die=die,
                a=attacker,
                d=defender,
                modifiers=[[m.label, m.value, m.case] for m in engagement.modifiers],
            )
        state.agenda += aftermath(attacker, defender)


def column_name(game: StalinsFirstVictory, engagement: Engagement) -> str:
    """The final column, with the one before shifts."""
    return shifted_name(game.crt.names[engagement.column], game.crt.names[engagement.base])


class Paying(AttackerPays["StalinsFirstVictory"]):
    """SFV-9.6c, R-29: the attacker's losses come second, whether or not a defender is left."""

    case = "SFV-9.6c"

    def spared(self, game: StalinsFirstVictory) -> bool:
        return not game.losses_after_wipeout


class ShareLoss(LossStep["StalinsFirstVictory"]):
    """SFV-9.6e: the owner distributes his losses as he likes; ranged artillery has none (9.2e)."""

    case = "SFV-9.6e"

    def prompt(self, game: StalinsFirstVictory, state: State, args: Args) -> str:
        whose = game.side_name(self.side(game, state, args))
        losses = f"the next of {args[2]} step losses" if args[2] > 1 else "the step loss"
        return f"Which {whose} unit takes {losses}?"


class Advance(AdvanceStep["StalinsFirstVictory"]):
    """SFV-9.7, 6.2d, 6.3c: survivors of one command may enter the emptied hex."""

    case = "SFV-9.7a"

    def able(self, game: StalinsFirstVictory, state: State) -> list[int]:
        """SFV-8.3f, R-10: the train advances along its rails only, and never across the cut."""
        here, target = state.where[game.train], fight(state).target
        open_line = (here, target) in game.railway and not beyond_cut(game, state, here, target)
        return [u for u in super().able(game, state) if u != game.train or open_line]

    def check(self, game: StalinsFirstVictory, state: State, args: Args, action: actions.Advance) -> None:
        commands = {game.units.by_id(id).formation for id in action.units} - {game.corps}
        if len(commands) > 1:
            case = "SFV-6.2d" if self.side(game, state, args) == SOVIET else "SFV-6.3c"
            raise IllegalAction(case, f"units of {' and '.join(sorted(commands))} do not advance together")
        super().check(game, state, args, action)

    def play(self, game: StalinsFirstVictory, state: State, args: Args, action: actions.Advance) -> None:
        super().play(game, state, args, action)
        if state.vars["cut"] and state.where[game.train] == game.cut_hex == fight(state).target:
            state.vars["cut_advance"] = 1


class Overstack(OverstackStep["StalinsFirstVictory"]):
    """SFV-6.0c: the owner eliminates units until the limit is met."""

    case = "SFV-6.0c"

    def give_up(self, game: StalinsFirstVictory, state: State, unit: int) -> None:
        """R-18: a unit of the 2nd Army scores however it is lost, unless the option says otherwise."""
        game.eliminate(state, unit, scores=game.options["overstack_scores_vp"] == "on")


class Done(EndCombat["StalinsFirstVictory"]):
    """SFV-9.0n: each attack is resolved completely before the next begins."""

    case = "SFV-9.0n"


STEPS = (AttackPhase(), Resolve(), Paying(), ShareLoss(), Advance(), Overstack(), Done())
