"""SFV-3, 5: set-up, the order of phases, the entry of the 2nd Army, the end of turns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ...actions import Action
from ...errors import IllegalAction
from ...hexwar.placing import PlaceStep
from ...hexwar.turns import CombatPhase, DeclareStep, MovementPhase, PlayerTurn
from ...state import OFF_MAP, Result, State
from ...steps import Args, Business, Step
from ...wording import counted
from .marches import mend_at_start
from .orders import EnterArmy
from .stacking import entry_hexes, room_for_army
from .words import CHINESE, REINFORCEMENT, SIDES, SOVIET

if TYPE_CHECKING:
    from .game import StalinsFirstVictory


class SetUp(PlaceStep["StalinsFirstVictory"]):
    """SFV-3.2, 3.3: units are placed in their areas, the Chinese first; stacking holds (3.0a)."""

    name, case = "set_up", "SFV-3.0a"

    def prompt(self, game: StalinsFirstVictory, state: State, args: Args) -> str:
        left = counted(len(self.waiting(game, state, args[1])), "is", "are")
        return f"Set up the {game.side_name(args[1])} units: {left} still beside the map."

    def waiting(self, game: StalinsFirstVictory, state: State, side: int) -> Sequence[int]:
        return [u for u in game.areas if game.side_of[u] == side and state.where[u] == OFF_MAP]

    def places(self, game: StalinsFirstVictory, state: State, unit: int) -> Sequence[int]:
        return game.areas[unit]

    def run(self, game: StalinsFirstVictory, state: State, args: Args) -> None:
        state.side = SOVIET

    def refuse_unit(self, game: StalinsFirstVictory, unit: int) -> IllegalAction:
        case = "SFV-3.2b" if unit in game.army else "SFV-3.2a"
        return IllegalAction(case, f"{game.units[unit].name} is not to be set up now")

    def refuse_space(self, game: StalinsFirstVictory, state: State, unit: int, space: int) -> IllegalAction:
        text = f"{game.units[unit].name} may not be set up in {game.board.label(space)}"
        return IllegalAction(game.area_cases[unit], text)

    def set_down(self, game: StalinsFirstVictory, state: State, unit: int, space: int) -> None:
        game.enter(state, unit, space)
        game.tell(state, game.area_cases[unit], "{units} is set up in {space}", (unit,), space)


class BeginTurn(Business["StalinsFirstVictory"]):
    """SFV-5.0b: a Soviet player turn, then a Chinese one; a Reinforcement Phase but in the last turn."""

    name, case = "game_turn", "SFV-5.0b"

    def run(self, game: StalinsFirstVictory, state: State, args: Args) -> None:
        state.turn = args[1]
        state.agenda += [("end_turn",), ("player_turn", CHINESE), ("player_turn", SOVIET)]
        if state.turn in game.army_turns:
            state.agenda.insert(-2, ("reinforcement",))
        state.tell(self.case, "turn {turn}, {date}", turn=state.turn, date=game.dates[state.turn])


class BeginPlayerTurn(PlayerTurn["StalinsFirstVictory"]):
    """SFV-5.0d, 5.1: a side's player turn begins with its declaration."""

    case = "SFV-5.0d"


class Declare(DeclareStep["StalinsFirstVictory"]):
    """SFV-5.2: Movement then Combat, or Combat then Movement, for all units of the side."""

    case = "SFV-5.2a"


class Moving(MovementPhase["StalinsFirstVictory"]):
    """SFV-5.1, 6.0b: a Movement Phase, with the test of stacking at its end."""

    case = "SFV-8.0a"

    def run(self, game: StalinsFirstVictory, state: State, args: Args) -> None:
        super().run(game, state, args)
        if args[1] == SOVIET:
            mend_at_start(game, state)


class Fighting(CombatPhase["StalinsFirstVictory"]):
    """SFV-5.1, 6.0b: a Combat Phase, with the test of stacking at its end."""

    case = "SFV-9.0a"


class Reinforcement(Business["StalinsFirstVictory"]):
    """SFV-5.3a, 5.3.1: the Chinese may bring in the 2nd Army; alone at the table, a die decides."""

    name, case = "reinforcement", "SFV-5.3a"

    def run(self, game: StalinsFirstVictory, state: State, args: Args) -> None:
        state.side, state.phase = CHINESE, REINFORCEMENT
        if game.options["solitaire_entry_roll"] == "off":
            state.agenda.append(("enter_army",))
        elif army_waits(game, state):
            die = state.roll()
            enters = die <= game.army_die[state.turn]
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


class PlaceArmy(PlaceStep["StalinsFirstVictory"]):
    """SFV-5.3c-g: all seven units are placed on the western edge, within the stacking limits."""

    name, case = "place_army", "SFV-5.3d"

    def side(self, game: StalinsFirstVictory, state: State, args: Args) -> int:
        return CHINESE

    def prompt(self, game: StalinsFirstVictory, state: State, args: Args) -> str:
        left = len(self.waiting(game, state, CHINESE))
        return f"Place the 2nd Army on the western edge: {counted(left, 'unit')} left."

    def waiting(self, game: StalinsFirstVictory, state: State, side: int) -> Sequence[int]:
        return [u for u in game.army if state.where[u] == OFF_MAP]

    def places(self, game: StalinsFirstVictory, state: State, unit: int) -> Sequence[int]:
        return entry_hexes(game, state)

    def refuse_unit(self, game: StalinsFirstVictory, unit: int) -> IllegalAction:
        return IllegalAction("SFV-5.3c", f"{game.units[unit].name} is not waiting to enter with the 2nd Army")

    def refuse_space(self, game: StalinsFirstVictory, state: State, unit: int, space: int) -> IllegalAction:
        text = f"{game.board.label(space)} is no free hex of the entry strip 0201 to 1201"
        return IllegalAction("SFV-5.3d", text)

    def room_case(self, game: StalinsFirstVictory, unit: int) -> str:
        return "SFV-5.3e"

    def set_down(self, game: StalinsFirstVictory, state: State, unit: int, space: int) -> None:
        game.enter(state, unit, space)
        game.tell(state, "SFV-5.3d", "{units} enters at {space}", (unit,), space)


class EndTurn(Business["StalinsFirstVictory"]):
    """SFV-4.1a, 4.2a, 5.4: the next turn, or after the fifth the count."""

    name, case = "end_turn", "SFV-5.4a"

    def run(self, game: StalinsFirstVictory, state: State, args: Args) -> None:
        if state.turn < game.final_turn(state):
            state.agenda.append(("game_turn", state.turn + 1))
            return
        points = state.vars["vp"]
        won = points >= game.points_to_win
        winner, case = (SOVIET, "SFV-4.1a") if won else (CHINESE, "SFV-4.2a")
        # A result is part of what a saved game is checked by: its words stay as they are.
        text = f"the Soviet side has {points} victory points of the {game.points_to_win} it needs"
        game.finish(state, Result(SIDES[winner], "victory points", case, text))


STEPS = (
    SetUp(),
    BeginTurn(),
    BeginPlayerTurn(),
    Declare(),
    Moving(),
    Fighting(),
    Reinforcement(),
    EnterStep(),
    PlaceArmy(),
    EndTurn(),
)
