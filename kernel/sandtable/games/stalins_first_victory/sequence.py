"""SFV-3, 5: set-up, the order of phases, the entry of the 2nd Army, the end of turns."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING

from ...actions import Action, DeclareOrder, Place
from ...errors import IllegalAction
from ...hexwar.marks import forget_phase
from ...state import OFF_MAP, Result, State
from ...steps import Args, Business, Step
from .marches import mend_at_start
from .orders import EnterArmy
from .stacking import entry_hexes, room_for_army
from .words import (
    CHINESE,
    COMBAT,
    DECLARE,
    MOVE_COMBAT,
    MOVEMENT,
    ORDERS,
    REINFORCEMENT,
    SIDES,
    SOVIET,
)

if TYPE_CHECKING:
    from .game import StalinsFirstVictory


class SetUp(Step["StalinsFirstVictory"]):
    """SFV-3.2, 3.3: units are placed in their areas, the Chinese first; stacking holds (3.0a)."""

    name, case, accepts = "set_up", "SFV-3.0a", (Place,)

    def side(self, game: StalinsFirstVictory, state: State, args: Args) -> int:
        return int(args[1])

    def prompt(self, game: StalinsFirstVictory, state: State, args: Args) -> str:
        left = len(self.waiting(game, state, args))
        return f"Set up the {SIDES[args[1]]} units: {left} are still beside the map."

    @staticmethod
    def waiting(game: StalinsFirstVictory, state: State, args: Args) -> list[int]:
        return [u for u in game.areas if game.side_of[u] == args[1] and state.where[u] == OFF_MAP]

    def idle(self, game: StalinsFirstVictory, state: State, args: Args) -> bool:
        return not self.waiting(game, state, args)

    def legal(self, game: StalinsFirstVictory, state: State, args: Args) -> Iterator[Action]:
        for u in self.waiting(game, state, args):
            for space in game.areas[u]:
                if game.fits(state, args[1], space, [*state.units_at(space), u]):
                    yield Place(game.units.ids[u], game.board.ids[space])

    def sample(self, game: StalinsFirstVictory, state: State, args: Args, rng: Random) -> Action:
        units = self.waiting(game, state, args)
        while True:
            unit = units[int(rng.random() * len(units))]
            space = game.areas[unit][int(rng.random() * len(game.areas[unit]))]
            if game.fits(state, args[1], space, [*state.units_at(space), unit]):
                return Place(game.units.ids[unit], game.board.ids[space])

    def check(self, game: StalinsFirstVictory, state: State, args: Args, action: Place) -> None:
        unit, space = game.units.by_id(action.unit), game.board.index(action.space)
        if unit.index not in self.waiting(game, state, args):
            case = "SFV-3.2b" if unit.index in game.army else "SFV-3.2a"
            raise IllegalAction(case, f"{unit.name} is not to be set up now")
        if space not in game.areas[unit.index]:
            raise IllegalAction(
                game.area_cases[unit.index], f"{unit.name} may not be set up in {game.board.label(space)}"
            )
        if not game.fits(state, args[1], space, [*state.units_at(space), unit.index]):
            raise IllegalAction("SFV-3.0a", f"{unit.name} may not be stacked in {game.board.label(space)}")

    def play(self, game: StalinsFirstVictory, state: State, args: Args, action: Place) -> None:
        unit, space = game.units.index_of(action.unit), game.board.index(action.space)
        game.enter(state, unit, space)
        game.tell(state, game.area_cases[unit], "{units} is set up in {space}", (unit,), space)
        if self.idle(game, state, args):
            state.agenda.pop()
            state.side = SOVIET


class BeginTurn(Business["StalinsFirstVictory"]):
    """SFV-5.0b: a Soviet player turn, then a Chinese one; a Reinforcement Phase but in the last turn."""

    name, case = "game_turn", "SFV-5.0b"

    def run(self, game: StalinsFirstVictory, state: State, args: Args) -> None:
        state.turn = args[1]
        state.agenda += [("end_turn",), ("player_turn", CHINESE), ("player_turn", SOVIET)]
        if game.army_turns[state.turn]:
            state.agenda.insert(-2, ("reinforcement",))
        state.tell(self.case, "turn {turn}, {date}", turn=state.turn, date=game.dates[state.turn])


class PlayerTurn(Business["StalinsFirstVictory"]):
    """SFV-5.0d, 5.1: a side's player turn begins with its declaration."""

    name, case = "player_turn", "SFV-5.0d"

    def run(self, game: StalinsFirstVictory, state: State, args: Args) -> None:
        state.side, state.phase = args[1], DECLARE
        state.agenda.append(("declare", args[1]))


class Declare(Step["StalinsFirstVictory"]):
    """SFV-5.2: Movement then Combat, or Combat then Movement, for all units of the side."""

    name, case, accepts = "declare", "SFV-5.2a", (DeclareOrder,)

    def side(self, game: StalinsFirstVictory, state: State, args: Args) -> int:
        return int(args[1])

    def prompt(self, game: StalinsFirstVictory, state: State, args: Args) -> str:
        return f"Turn {state.turn}: which do the {SIDES[args[1]]} units do first, move or fight?"

    def legal(self, game: StalinsFirstVictory, state: State, args: Args) -> Iterator[Action]:
        for order in ORDERS:
            yield DeclareOrder(order)

    def check(self, game: StalinsFirstVictory, state: State, args: Args, action: DeclareOrder) -> None:
        if action.order not in ORDERS:
            raise IllegalAction(self.case, f"the order is {' or '.join(ORDERS)}, not {action.order!r}")

    def play(self, game: StalinsFirstVictory, state: State, args: Args, action: DeclareOrder) -> None:
        state.agenda.pop()
        state.vars["order"] = action.order
        phases = [("combat_phase", args[1]), ("movement_phase", args[1])]
        state.agenda += phases if action.order == MOVE_COMBAT else reversed(phases)
        state.tell(self.case, "the {side} side declares {order}", side=SIDES[args[1]], order=action.order)


class MovementPhase(Business["StalinsFirstVictory"]):
    """SFV-5.1, 6.0b: a Movement Phase, with the test of stacking at its end."""

    name, case = "movement_phase", "SFV-8.0a"

    def run(self, game: StalinsFirstVictory, state: State, args: Args) -> None:
        side = args[1]
        state.side, state.phase = side, MOVEMENT
        forget_phase(state)
        if side == SOVIET:
            mend_at_start(game, state)
        state.agenda += [("eliminate_overstack", side), ("move", side)]


class CombatPhase(Business["StalinsFirstVictory"]):
    """SFV-5.1, 6.0b: a Combat Phase, with the test of stacking at its end."""

    name, case = "combat_phase", "SFV-9.0a"

    def run(self, game: StalinsFirstVictory, state: State, args: Args) -> None:
        side = args[1]
        state.side, state.phase = side, COMBAT
        forget_phase(state)
        state.agenda += [("eliminate_overstack", 1 - side), ("eliminate_overstack", side), ("attack", side)]


class Reinforcement(Business["StalinsFirstVictory"]):
    """SFV-5.3a, 5.3.1: the Chinese may bring in the 2nd Army; alone at the table, a die decides."""

    name, case = "reinforcement", "SFV-5.3a"

    def run(self, game: StalinsFirstVictory, state: State, args: Args) -> None:
        state.side, state.phase = CHINESE, REINFORCEMENT
        if game.options["solitaire_entry_roll"] == "off":
            state.agenda.append(("enter_army",))
        elif army_waits(game, state):
            die = state.roll()
            enters = die <= game.army_turns[state.turn]
            case = "SFV-5.3.1a" if state.turn == 1 else "SFV-5.3.1b"
            text = "enters" if enters else "stays away"
            state.tell(case, "a die decides: {die}, the 2nd Army {text}", die=die, text=text)
            if enters:
                state.agenda += [("eliminate_overstack", CHINESE), ("place_army",)]


def army_waits(game: StalinsFirstVictory, state: State) -> bool:
    """SFV-5.3c, R-28: the army is off the map and all of it would find room."""
    waiting = [u for u in game.army if state.where[u] == OFF_MAP]
    return len(waiting) == len(game.army) and room_for_army(game, state, waiting)


class EnterStep(Step["StalinsFirstVictory"]):
    """SFV-5.3b: bringing in the 2nd Army is optional."""

    name, case, accepts = "enter_army", "SFV-5.3b", (EnterArmy,)

    def side(self, game: StalinsFirstVictory, state: State, args: Args) -> int:
        return CHINESE

    def prompt(self, game: StalinsFirstVictory, state: State, args: Args) -> str:
        return "Does the 2nd Fengtien Army enter now? Every unit of it that is lost scores for the Soviets."

    def idle(self, game: StalinsFirstVictory, state: State, args: Args) -> bool:
        return not army_waits(game, state)

    def legal(self, game: StalinsFirstVictory, state: State, args: Args) -> Iterator[Action]:
        yield EnterArmy(False)
        yield EnterArmy(True)

    def play(self, game: StalinsFirstVictory, state: State, args: Args, action: EnterArmy) -> None:
        state.agenda.pop()
        if action.answer:
            state.tell(self.case, "the 2nd Fengtien Army enters")
            state.agenda += [("eliminate_overstack", CHINESE), ("place_army",)]


class PlaceArmy(Step["StalinsFirstVictory"]):
    """SFV-5.3c-g: all seven units are placed on the western edge, within the stacking limits."""

    name, case, accepts = "place_army", "SFV-5.3d", (Place,)

    def side(self, game: StalinsFirstVictory, state: State, args: Args) -> int:
        return CHINESE

    def prompt(self, game: StalinsFirstVictory, state: State, args: Args) -> str:
        return f"Place the 2nd Army on the western edge: {len(self.waiting(game, state))} units left."

    @staticmethod
    def waiting(game: StalinsFirstVictory, state: State) -> list[int]:
        return [u for u in game.army if state.where[u] == OFF_MAP]

    def idle(self, game: StalinsFirstVictory, state: State, args: Args) -> bool:
        return not self.waiting(game, state)

    def legal(self, game: StalinsFirstVictory, state: State, args: Args) -> Iterator[Action]:
        for u in self.waiting(game, state):
            for space in entry_hexes(game, state):
                if game.fits(state, CHINESE, space, [*state.units_at(space), u]):
                    yield Place(game.units.ids[u], game.board.ids[space])

    def check(self, game: StalinsFirstVictory, state: State, args: Args, action: Place) -> None:
        unit, space = game.units.by_id(action.unit), game.board.index(action.space)
        if unit.index not in self.waiting(game, state):
            raise IllegalAction("SFV-5.3c", f"{unit.name} is not waiting to enter with the 2nd Army")
        if space not in entry_hexes(game, state):
            raise IllegalAction(
                "SFV-5.3d", f"{game.board.label(space)} is no free hex of the entry strip 0201 to 1201"
            )
        if not game.fits(state, CHINESE, space, [*state.units_at(space), unit.index]):
            raise IllegalAction("SFV-5.3e", f"{unit.name} may not be stacked in {game.board.label(space)}")

    def play(self, game: StalinsFirstVictory, state: State, args: Args, action: Place) -> None:
        unit, space = game.units.index_of(action.unit), game.board.index(action.space)
        game.enter(state, unit, space)
        game.tell(state, "SFV-5.3d", "{units} enters at {space}", (unit,), space)
        if self.idle(game, state, args):
            state.agenda.pop()


class EndTurn(Business["StalinsFirstVictory"]):
    """SFV-4.1a, 4.2a, 5.4: the next turn, or after the fifth the count."""

    name, case = "end_turn", "SFV-5.4a"

    def run(self, game: StalinsFirstVictory, state: State, args: Args) -> None:
        if state.turn < game.last_turn:
            state.agenda.append(("game_turn", state.turn + 1))
            return
        points = state.vars["vp"]
        won = points >= game.points_to_win
        winner, case = (SOVIET, "SFV-4.1a") if won else (CHINESE, "SFV-4.2a")
        text = f"the Soviet side has {points} victory points of the {game.points_to_win} it needs"
        game.finish(state, Result(SIDES[winner], "victory points", case, text))


STEPS = (
    SetUp(),
    BeginTurn(),
    PlayerTurn(),
    Declare(),
    MovementPhase(),
    CombatPhase(),
    Reinforcement(),
    EnterStep(),
    PlaceArmy(),
    EndTurn(),
)
