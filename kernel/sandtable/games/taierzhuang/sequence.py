"""BOT-3, 5: set-up, arrivals of both sides, the order of phases, supply, breakout, the end of turns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ...actions import Action
from ...cups import draw
from ...errors import IllegalAction
from ...hexwar.placing import PlaceStep
from ...hexwar.plans import ORDER_TEXT
from ...hexwar.turns import COMBAT_MOVE, MOVE_COMBAT, CombatPhase, DeclareStep, MovementPhase, PlayerTurn
from ...schedule import waiting
from ...state import DEAD, OFF_MAP, State
from ...steps import Args, Business, Step
from ...wording import counted
from .orders import BreakOut
from .regiments import UNDRAWN, draw_face, is_regiment
from .supply import isolated
from .support import check_logistics, leave_guns, refill
from .victory import end_of_game, end_of_turn
from .words import (
    ANY_EDGE,
    CHINESE,
    EDGES,
    FIFTH,
    FLANKED,
    JAPANESE,
    LOGISTICS,
    PUSHED,
    REINFORCEMENT,
    SECOND,
    TENTH,
    TWENTIETH,
)

if TYPE_CHECKING:
    from .game import Taierzhuang

NEVER = "never"
"""How the 20th Army comes if it is not in this battle at all: nobody is lost by the cut-off of BOT-5.2m."""

_FORGET = bytes(mark & ~(FLANKED | PUSHED) & 0xFF for mark in range(256))


class SetUp(PlaceStep["Taierzhuang"]):
    """BOT-3.2, 3.3: the Japanese place the 10th Division, then the Chinese the 2nd Army, drawn unseen."""

    name, case = "set_up", "BOT-3.0a"

    def prompt(self, game: Taierzhuang, state: State, args: Args) -> str:
        left = counted(len(beside_the_map(game, state, SET_UP_COMMAND[args[1]])), "is", "are")
        where = "north of the front line" if args[1] == JAPANESE else "south of it, one by one and unseen"
        return f"Set up the {game.side_name(args[1])} units {where}: {left} beside the map."

    def waiting(self, game: Taierzhuang, state: State, side: int) -> Sequence[int]:
        """BOT-3.3f: of the Chinese counters only the one that is drawn next."""
        units = beside_the_map(game, state, SET_UP_COMMAND[side])
        return units if side == JAPANESE else units[:1]

    def places(self, game: Taierzhuang, state: State, unit: int) -> Sequence[int]:
        return game.set_up_area[game.units[unit].formation]

    def run(self, game: Taierzhuang, state: State, args: Args) -> None:
        """BOT-3.2a, 3.3a, 5.1: first the Japanese, then the Chinese; the first turn is Japanese again."""
        state.side = 1 - args[1]

    def refuse_unit(self, game: Taierzhuang, unit: int) -> IllegalAction:
        counter = game.units[unit]
        case = {TENTH: "BOT-3.2a", FIFTH: "BOT-3.2c", SECOND: "BOT-3.3f"}.get(counter.formation, "BOT-3.3b")
        return IllegalAction(case, f"{counter.name} is not the one to be set up now")

    def refuse_space(self, game: Taierzhuang, state: State, unit: int, space: int) -> IllegalAction:
        case = "BOT-3.2e" if game.side_of[unit] == JAPANESE else "BOT-3.3f"
        return IllegalAction(case, f"{game.board.label(space)} lies on the enemy's side of the front line")

    def room_case(self, game: Taierzhuang, unit: int) -> str:
        return "BOT-3.0a" if game.side_of[unit] == JAPANESE else "BOT-3.3g"

    def set_down(self, game: Taierzhuang, state: State, unit: int, space: int) -> None:
        if is_regiment(game, unit):
            draw_face(game, state, unit)
        super().set_down(game, state, unit, space)


SET_UP_COMMAND = {JAPANESE: TENTH, CHINESE: SECOND}


def beside_the_map(game: Taierzhuang, state: State, command: str) -> list[int]:
    """Units of a division or army that have not come into play."""
    return [u for u in game.commands[command] if state.where[u] == OFF_MAP]


class Arrive(PlaceStep["Taierzhuang"]):
    """BOT-5.2f-k, 5.4c-f: reinforcements are placed at once; who finds no room is lost."""

    name, case = "arrive", "BOT-5.2f"

    def prompt(self, game: Taierzhuang, state: State, args: Args) -> str:
        side = "north" if args[1] == JAPANESE else state.vars["edge"]
        edge = "any edge" if side == ANY_EDGE else f"the {side} edge"
        left = counted(len(waiting(state.due, state.turn)), "unit")
        return f"Place the reinforcements on {edge}: {left} left."

    def waiting(self, game: Taierzhuang, state: State, side: int) -> Sequence[int]:
        return [u for u in waiting(state.due, state.turn) if game.side_of[u] == side]

    def lots(self, game: Taierzhuang, state: State, args: Args) -> list[list[int]]:
        """BOT-5.2e: the face-down counters are all alike, so that one is listed for the rest."""
        return [[u for u in self.waiting(game, state, args[1]) if is_regiment(game, u)]]

    def places(self, game: Taierzhuang, state: State, unit: int) -> Sequence[int]:
        """BOT-5.2g, 5.2i, 5.2l, 5.4c, 5.4d: the edge of this turn, but hexes that the enemy holds."""
        side = game.side_of[unit]
        edges = EDGES if state.vars["edge"] == ANY_EDGE else (state.vars["edge"],)
        area = game.ground.north if side == JAPANESE else [s for e in edges for s in game.entry_area[e]]
        return [s for s in area if not state.count[1 - side][s]]

    def refuse_unit(self, game: Taierzhuang, unit: int) -> IllegalAction:
        case = "BOT-5.4a" if game.side_of[unit] == JAPANESE else "BOT-5.2d"
        return IllegalAction(case, f"{game.units[unit].name} is not the one to arrive now")

    def refuse_space(self, game: Taierzhuang, state: State, unit: int, space: int) -> IllegalAction:
        side, label = game.side_of[unit], game.board.label(space)
        if state.count[1 - side][space]:
            return IllegalAction("BOT-5.4d" if side == JAPANESE else "BOT-5.2i", f"the enemy is in {label}")
        text = f"{label} is no hex of the edge where the units arrive"
        return IllegalAction("BOT-5.4c" if side == JAPANESE else "BOT-5.2f", text)

    def room_case(self, game: Taierzhuang, unit: int) -> str:
        return "BOT-5.4d" if game.side_of[unit] == JAPANESE else "BOT-5.2i"

    def set_down(self, game: Taierzhuang, state: State, unit: int, space: int) -> None:
        state.due[unit] = 0
        super().set_down(game, state, unit, space)

    def idle(self, game: Taierzhuang, state: State, args: Args) -> bool:
        return next(self.legal(game, state, args), None) is None

    def run(self, game: Taierzhuang, state: State, args: Args) -> None:
        """BOT-5.2k, 5.4f, R-21: units that cannot be placed are eliminated."""
        for u in waiting(state.due, state.turn):
            state.due[u] = 0
            if state.result is None:
                game.eliminate(state, u, in_combat=False)


class BeginTurn(Business["Taierzhuang"]):
    """BOT-5.0b, 5.1: a Chinese player turn, but for the first turn, and a Japanese one."""

    name, case = "game_turn", "BOT-5.0b"

    def run(self, game: Taierzhuang, state: State, args: Args) -> None:
        state.turn = args[1]
        state.agenda += [("end_turn",), ("japanese_turn",)]
        if game.turns[state.turn].chinese_turn:
            state.agenda.append(("chinese_turn",))
        state.tell(self.case, "turn {turn}, {date}", turn=state.turn, date=game.turns[state.turn].date)


class ChineseTurn(Business["Taierzhuang"]):
    """BOT-5.1a, 5.2: the draw of an edge, the dice for artillery and infantry, then the other phases."""

    name, case = "chinese_turn", "BOT-5.1a"

    def run(self, game: Taierzhuang, state: State, args: Args) -> None:
        state.side, state.phase = CHINESE, REINFORCEMENT
        state.agenda += [("player_turn", CHINESE), ("eliminate_overstack", CHINESE), ("arrive", CHINESE)]
        left = beside_the_map(game, state, TWENTIETH)
        arrival = game.turns[state.turn].arrivals
        if not left or arrival == NEVER:
            return
        if arrival == "dice":
            draw_edge(game, state)
            left = roll_arrivals(game, state, left)
        elif arrival == "all":
            state.vars["edge"] = ANY_EDGE
            state.tell("BOT-5.2l", "all remaining units of the 20th Army arrive, on any edge")
        else:
            for u in left:
                state.where[u], state.steps[u] = DEAD, 0
            game.tell(state, "BOT-5.2m", "{units} will not arrive any more", left)
            return
        for u in left:
            state.due[u] = state.turn
            if is_regiment(game, u) and state.vars["faces"][game.regiments.place[u]] == UNDRAWN:
                draw_face(game, state, u)


def draw_edge(game: Taierzhuang, state: State) -> None:
    """BOT-5.2b, R-4: the marker goes back into the cup, or by option only when the cup is empty."""
    edge, rest = draw(state, state.vars["cup"])
    state.vars["edge"] = edge
    if rest and game.options["edge_marker_return"] == "off":
        state.vars["cup"] = rest
    else:
        state.vars["cup"] = EDGES
    state.tell("BOT-5.2b", "reinforcements will enter on the {edge} edge", edge=edge)


def roll_arrivals(game: Taierzhuang, state: State, left: list[int]) -> list[int]:
    """BOT-5.2c, 5.2d, R-6: the artillery on its die, and so many units of the infantry."""
    arrived = []
    if game.guns in left:
        die = state.roll()
        comes = die <= game.turns[state.turn].artillery_die
        text = "arrives" if comes else "does not arrive yet"
        game.tell(state, "BOT-5.2c", "{units} {text}: die {die}", (game.guns,), text=text, die=die)
        if comes:
            arrived.append(game.guns)
    infantry = [u for u in left if u != game.guns]
    if infantry:
        count = state.roll()
        arriving = min(count, len(infantry))
        text = f"{counted(arriving, 'unit')} of the 20th Army {'arrives' if arriving == 1 else 'arrive'}"
        state.tell("BOT-5.2d", text, count=arriving)
        arrived += infantry[:count]
    return arrived


class Determine(PlayerTurn["Taierzhuang"]):
    """BOT-5.1, 5.5: the Sequence Determination Phase."""

    case = "BOT-5.5a"


class Declare(DeclareStep["Taierzhuang"]):
    """BOT-5.5: both sides choose the order of their phases, but a die chooses for the Chinese up to GT 6."""

    case = "BOT-5.5a"

    def idle(self, game: Taierzhuang, state: State, args: Args) -> bool:
        return args[1] == CHINESE and game.turns[state.turn].chinese_order == "die"

    def run(self, game: Taierzhuang, state: State, args: Args) -> None:
        """BOT-5.5.1a: 1 to 3 Movement first, 4 to 6 Combat first."""
        die = state.roll()
        order = MOVE_COMBAT if die <= game.order_die else COMBAT_MOVE
        text = f"the Chinese side will {ORDER_TEXT[order]}: die {{die}}"
        state.tell("BOT-5.5.1a", text, order=order, die=die)
        self.settle(game, state, args[1], order)


class Moving(MovementPhase["Taierzhuang"]):
    """BOT-8.0a, 6.0b: a Movement Phase, with the test of stacking at its end."""

    case = "BOT-8.0a"


class Fighting(CombatPhase["Taierzhuang"]):
    """BOT-9.0b, 6.0b: a Combat Phase, with the test of stacking at its end."""

    case = "BOT-9.0b"

    def run(self, game: Taierzhuang, state: State, args: Args) -> None:
        super().run(game, state, args)
        state.marks = state.marks.translate(_FORGET)


class JapaneseTurn(Business["Taierzhuang"]):
    """BOT-5.1b, 5.3: the Logistics Check, in the last turn a breakout, then the other phases."""

    name, case = "japanese_turn", "BOT-5.1b"

    def run(self, game: Taierzhuang, state: State, args: Args) -> None:
        state.side, state.phase = JAPANESE, LOGISTICS
        state.agenda += [("player_turn", JAPANESE), ("fifth_division",), ("break_out",)]
        if game.turns[state.turn].logistics:
            check_logistics(game, state)


class BreakOutStep(Step["Taierzhuang"]):
    """BOT-5.6a, 5.6b: with both headquarters cut off the Japanese may declare a breakout."""

    name, case, accepts = "break_out", "BOT-5.6a", (BreakOut,)

    def prompt(self, game: Taierzhuang, state: State, args: Args) -> str:
        return "The headquarters are cut off: break out northward, leaving the artillery behind?"

    def idle(self, game: Taierzhuang, state: State, args: Args) -> bool:
        return state.turn != game.breakout_turn or not isolated(game, state)

    def legal(self, game: Taierzhuang, state: State, args: Args) -> Iterator[Action]:
        yield BreakOut(False)
        yield BreakOut(True)

    def play(self, game: Taierzhuang, state: State, args: Args, action: BreakOut) -> None:
        state.agenda.pop()
        if action.answer:
            state.vars["breakout"] = 1
            leave_guns(state)
            state.tell("BOT-5.6c", "the Japanese break out and leave their artillery behind")


class FifthDivision(Business["Taierzhuang"]):
    """BOT-5.4a, 5.4b: the 5th Division arrives on a die below the turn's number, at last without one."""

    name, case = "fifth_division", "BOT-5.4a"

    def run(self, game: Taierzhuang, state: State, args: Args) -> None:
        state.phase = REINFORCEMENT
        state.agenda += [("eliminate_overstack", JAPANESE), ("arrive", JAPANESE)]
        below = game.turns[state.turn].fifth_below
        units = beside_the_map(game, state, FIFTH)
        if state.vars["fifth"] or not units or below <= 1:
            return
        certain = below > game.die_sides
        die = 0 if certain else state.roll()
        text = "the 5th Division {text}: die {die}" if die else "the 5th Division {text}"
        comes = "arrives" if die < below else "is still on its way"
        state.tell("BOT-5.4b" if certain else self.case, text, text=comes, die=die)
        if die < below:
            state.vars["fifth"] = 1
            refill(game, state)
            for u in units:
                state.due[u] = state.turn


class EndTurn(Business["Taierzhuang"]):
    """BOT-5.7: the next turn, or after the eighth the result; support markers are ready again (9.3b)."""

    name, case = "end_turn", "BOT-5.7a"

    def run(self, game: Taierzhuang, state: State, args: Args) -> None:
        end_of_turn(game, state)
        if state.result is not None:
            return
        if state.turn == game.final_turn(state):
            end_of_game(game, state)
            return
        refill(game, state)
        state.agenda.append(("game_turn", state.turn + 1))


STEPS = (
    SetUp(),
    Arrive(),
    BeginTurn(),
    ChineseTurn(),
    Determine(),
    Declare(),
    Moving(),
    Fighting(),
    JapaneseTurn(),
    BreakOutStep(),
    FifthDivision(),
    EndTurn(),
)
