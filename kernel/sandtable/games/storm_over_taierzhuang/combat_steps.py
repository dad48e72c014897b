"""SOT-7.2.2: an attack from its declaration to its end: dice, Heroes, damage, the toll of a wave."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...actions import Action, Pass, PlayChit
from ...errors import IllegalAction
from ...state import State
from ...steps import Args, Business
from ...wording import counted
from .combat import Battle, damage_of, defenders, engage, pending, roll_attack, wave_losses
from .control import control_moves
from .forces import eliminate, spend
from .hands import Asking, can_play, use_up
from .words import CHINESE, HEROES, STAND, WAVE

if TYPE_CHECKING:
    from .game import StormOverTaierzhuang


def open_fire(game: StormOverTaierzhuang, state: State, battle: Battle) -> None:
    """SOT-7.2.2: units fire; the chits that go with it are played before the dice (R-29)."""
    for word in battle.support:
        if word != WAVE:
            use_up(game, state, word)
    begin(game, state, battle)


def begin(game: StormOverTaierzhuang, state: State, battle: Battle) -> None:
    """An attack is declared and will be resolved."""
    state.vars["combat"] = tuple(battle)
    state.agenda += [("end_attack",), ("wave_losses",), ("assess",), ("heroes",), ("roll_attack",)]
    if state.events is not None:
        by = game.chits[battle.chit].name if battle.chit else ""
        template = "{by} attacks {space}" if battle.chit else "{units} [fires|fire] at {space}"
        game.tell(state, "SOT-7.2a", template, battle.units, battle.target, by=by)
        if battle.wave:
            state.tell("SOT-7.2.2b-i", "it is a human wave")


class RollAttack(Business["StormOverTaierzhuang"]):
    """SOT-7.2.2a-i: 2D6 for the Attack Total."""

    name, case = "roll_attack", "SOT-7.2.2a-i"

    def run(self, game: StormOverTaierzhuang, state: State, args: Args) -> None:
        battle = pending(state)._replace(rolled=0)
        rolled = roll_attack(engage(game, state, battle), state)
        state.vars["combat"] = tuple(battle._replace(rolled=rolled))
        state.tell("SOT-7.2.2a-i", "the dice show {rolled}", rolled=rolled)


class Heroes(Asking):
    """SOT-TC.C4a, R-30: once the dice of any attack lie, the Chinese may have them rolled again."""

    name, case, accepts = "heroes", "SOT-TC.C4a", (PlayChit, Pass)
    declines = "Let the dice stand"

    def side(self, game: StormOverTaierzhuang, state: State, args: Args) -> int:
        return CHINESE

    def shows(self, game: StormOverTaierzhuang, state: State, args: Args) -> tuple[str, ...]:
        return (HEROES,)

    def prompt(self, game: StormOverTaierzhuang, state: State, args: Args) -> str:
        battle = pending(state)
        damage = damage_of(engage(game, state, battle), battle.rolled)
        whose = game.side_name(battle.side)
        return f"The {whose} attack rolls {battle.rolled}, {counted(damage, 'Damage Point')}: roll again?"

    def idle(self, game: StormOverTaierzhuang, state: State, args: Args) -> bool:
        return not can_play(game, state, CHINESE, HEROES)

    def legal(self, game: StormOverTaierzhuang, state: State, args: Args) -> Iterator[Action]:
        yield PlayChit(HEROES)
        yield Pass()

    def check(self, game: StormOverTaierzhuang, state: State, args: Args, action: Action) -> None:
        if isinstance(action, PlayChit) and action != PlayChit(HEROES):
            raise IllegalAction(self.case, "only Heroes of Taierzhuang is played now, and by itself")

    def play(self, game: StormOverTaierzhuang, state: State, args: Args, action: Action) -> None:
        if isinstance(action, PlayChit):
            use_up(game, state, HEROES)
            state.agenda.append(("roll_attack",))
        else:
            state.agenda.pop()


class Assess(Business["StormOverTaierzhuang"]):
    """SOT-7.3: Attack Total against Defence Total; the difference is the owner's to spend."""

    name, case = "assess", "SOT-7.3a"

    def run(self, game: StormOverTaierzhuang, state: State, args: Args) -> None:
        battle = pending(state)
        engagement = engage(game, state, battle)
        damage = damage_of(engagement, battle.rolled)
        if state.events is not None:
            game.tell(
                state,
                "SOT-7.3a" if damage else "SOT-7.3b",
                f"{{attack}} against {{defence}} in {{space}}: {counted(damage, 'Damage Point')}",
                battle.units,
                battle.target,
                attack=engagement.attack + battle.rolled,
                defence=engagement.defence,
                damage=damage,
                dice=battle.rolled,
                modifiers=[[m.label, m.value, m.case] for m in engagement.modifiers],
            )
        if engagement.zone:
            state.agenda.append(("interdict", min(damage, engagement.ready + engagement.spent), ()))
        else:
            state.agenda.append(("absorb", damage))


class WaveLosses(Business["StormOverTaierzhuang"]):
    """SOT-7.2.2b-iv, R-44: every unit of the wave against the defenders that survived and stayed."""

    name, case = "wave_losses", "SOT-7.2.2b-iv"

    def run(self, game: StormOverTaierzhuang, state: State, args: Args) -> None:
        battle = pending(state)
        if not battle.wave:
            return
        survivors = len(defenders(game, state, battle))
        lost = wave_losses(state, len(battle.units), survivors)
        eliminate(game, state, [u for u, gone in zip(battle.units, lost, strict=True) if gone], self.case)
        control_moves(game, state)


class EndAttack(Business["StormOverTaierzhuang"]):
    """SOT-7.0b, TC.C1b, TC.C1d, TC.J4d: the firers become Spent, but for Resolute Defenders and a rush."""

    name, case = "end_attack", "SOT-7.0b"

    def run(self, game: StormOverTaierzhuang, state: State, args: Args) -> None:
        battle = pending(state)
        state.vars["combat"] = None
        stands = any(w != WAVE and game.chits[w].use == STAND for w in battle.support)
        if not (stands or state.vars["rush"]):
            spend(game, state, battle.units, "SOT-7.0b")


STEPS = (RollAttack(), Heroes(), Assess(), WaveLosses(), EndAttack())
