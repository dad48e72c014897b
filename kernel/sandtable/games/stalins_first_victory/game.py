"""Stalin's First Victory: its world, its beginning, and the kernel's hooks."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from ...actions import (
    AbsorbLoss,
    Action,
    Advance,
    Attack,
    DeclareOrder,
    Disband,
    EndPhase,
    Move,
    Place,
    Resign,
    Show,
)
from ...dials import Dial, Setting
from ...dice import Dice
from ...errors import DataError, NotACombat, Unknown
from ...forecast import Forecast, Outcome
from ...game import Defect
from ...hexwar import ON_TOP, HexGame
from ...hexwar.differential import inflicted, read_table
from ...hexwar.turns import COMBAT, DECLARE, MOVE_COMBAT, MOVEMENT, known_order, phases_left
from ...movement import Mover
from ...records import Row
from ...state import OFF_MAP, State
from ...wording import counted, days
from ...world import read_scenarios
from . import battles, marches, paper, sequence, stacking
from .battles import Engagement
from .orders import EnterArmy
from .words import CHINESE, PHASES, RANGED, SECOND_ARMY, SET_UP, SIDES, SOVIET, TRAIN
from .world import Ground, read_effects, read_units

AREA_CASES = {
    "bde15_setup": "SFV-3.2d",
    "bde17_setup": "SFV-3.2e",
    "soviet_setup": "SFV-3.3b",
    "atg_setup": "SFV-3.3b",
}
"""The rule behind each set-up area."""

GLYPHS = {"clear": ".", "hill": "^", "numbered_hill": "A", "city": "#"}
RULEBOOK = {
    "flip": "SFV-2.3.7c",
    "die": "SFV-2.3.7d",
    "one place": "SFV-2.1a",
    "top": "SFV-6.4b",
    "march.none": "SFV-8.0d",
    "march.side": "SFV-5.0d",
    "march.static": "SFV-8.0a",
    "march.apart": "SFV-8.1a",
    "march.alone": "SFV-8.1a",
    "march.again": "SFV-8.0f",
    "march.done": "SFV-8.0b",
    "march.touch": "SFV-8.0b",
    "march.ground": "SFV-8.7c",
    "march.enemy": "SFV-8.0g",
    "march.closed": "SFV-8.0g",
    "march.points": "SFV-8.2a",
    "march.leave": "SFV-7.1c",
    "march.stop": "SFV-7.1a",
    "attack.none": "SFV-9.0g",
    "attack.split": "SFV-9.0i",
    "attack.nobody": "SFV-9.0a",
    "attack.side": "SFV-9.0b",
    "attack.static": "SFV-9.0g",
    "attack.adjacent": "SFV-9.0a",
    "attack.water": "SFV-9.0a",
    "attack.twice": "SFV-9.0l",
    "attack.again": "SFV-9.0l",
    "advance.who": "SFV-9.7a",
    "advance.room": "SFV-9.7b",
}
"""The rule behind each refusal of the shared steps."""


class StalinsFirstVictory(HexGame):
    """SFV-1.0a: the Red Army at Manchouli and Dalainor, 16 to 20 November 1929."""

    slug = "stalins-first-victory"
    title = "Stalin's First Victory 1929"
    sides = SIDES
    version = 1
    folder = Path(__file__).parent
    phases = PHASES
    resign_case, steps_case, mixing_case = "SFV-5.4c", "SFV-2.3.7d", "SFV-6.0a"
    glyphs = GLYPHS
    rulebook = RULEBOOK
    action_types = (
        Place, DeclareOrder, Move, Attack, AbsorbLoss, Advance, Disband, EnterArmy, Show, EndPhase, Resign,
    )  # fmt: skip

    # -- the world ------------------------------------------------------------------------------

    def prepare(self) -> None:
        data, board = self.data, self.board
        limits = {row.needed("id"): row for row in data.table("limits")}
        self.scenarios = read_scenarios(data.table("scenarios"), limits["turns"].integer("value", 1))
        self.index_units(read_units(data.table("units"), self.options["soviet_engineer"]))
        self.sort_units()
        self._sort_special(limits)
        effects = read_effects(data.table("terrain", key=("terrain",)))
        sixth = self.switches["sixth_city_hex"].values
        self.ground = Ground(board, effects, self.options["sixth_city_hex"], sixth)
        self.crt = read_table(
            data.table("crt", key=("die", "column")), data.table("crt_columns", key=("index",))
        )
        self._read_numbers(limits)
        self._prepare_ground(limits)
        self._read_setup()
        self.steps = {step.name: step for module in (sequence, marches, battles) for step in module.STEPS}

    def _sort_special(self, limits: dict[str, Row]) -> None:
        units = self.units
        self.corps = limits["corps_command"].needed("value")
        self.train = next(u.index for u in units if u.special == TRAIN)
        self.artillery = [u.index for u in units if u.special == RANGED]
        self.army = [u.index for u in units if u.side == CHINESE and u.formation == SECOND_ARMY]
        self.regiments = frozenset(u.index for u in units if u.side == SOVIET and u.formation != self.corps)
        counters = len(units) + len(self.data.table("markers"))
        wanted = limits["counters"].integer("value", 0)
        if counters != wanted:
            text = f"{counters} counters instead of {wanted} (SFV-2.0a)"
            raise DataError("units.csv and markers.csv", None, None, text)

    def _read_numbers(self, limits: dict[str, Row]) -> None:
        def number(id: str) -> int:
            return limits[id].integer("value", 0)

        self.points_to_win, self.stack_limit = number("soviet_vp_to_win"), number("units_max")
        self.soft_extra, self.soft_limit = number("zero_defence_extra"), number("zero_defence_max")
        self.exit_points, self.artillery_range = number("cavalry_exit_points"), number("artillery_range")
        self.concentric_shift, self.integrity_shift = number("concentric_shift"), number("integrity_shift")
        self.division_size = number("integrity_regiments")
        self.losses_after_wipeout = self.options["attacker_losses_after_wipeout"] == "on"
        self.free_exit = self.options["ezoc_to_ezoc"] == "allowed"
        turns = self.data.table("turns", key=("turn",))
        self.dates = {row.integer("turn"): days(row.day("date_from"), row.day("date_to")) for row in turns}
        self.army_turns = [row.integer("turn") for row in turns if row.flag("second_army_entry")]
        self.army_die = {
            row.integer("turn"): row.integer("solitaire_enter_max", 0, 6)
            for row in turns
            if row.flag("second_army_entry")
        }

    def _prepare_ground(self, limits: dict[str, Row]) -> None:
        board, ground = self.board, self.ground
        wanted = limits["vp_hexes"].integer("value", 0)
        if len(ground.vp) != wanted:
            text = f"{len(ground.vp)} VP hexes instead of {wanted} (SFV-4.0a)"
            raise DataError("spaces.csv", None, "tags", text)
        both = (SOVIET, CHINESE)
        self.cover = [bytes(len(board)) for _ in both]
        self.cost = [ground.cost(side) for side in both]
        most = max(u.movement for u in self.units)
        self.movers = [
            Mover(board.neighbours, board.degree, self.cost[side], self.cover[side], most) for side in both
        ]
        reached = [board.adjacent(s) for s in range(len(board))]
        self.projection = [reached, reached]
        self.touch = reached
        self.railway = board.links["railway"]
        self.cut_hex = board.number[limits["rail_cut_hex"].choice("value", board.number, "space")]
        line = next(path for kind, _, path in board.link_lines if kind == "railway")
        self.line_place = {space: place for place, space in enumerate(line)}
        self.entry = board.tagged("army2_entry")

    def _read_setup(self) -> None:
        """SFV-3.2, 3.3: where each unit may be set up, and the suggested position.

        Who has no area is off the map in both.
        """
        self.areas: dict[int, tuple[int, ...]] = {}
        self.area_cases: dict[int, str] = {}
        for row in self.data.table("setup", key=("scenario", "unit")):
            if row.needed("unit") not in self.units.number or row.text("zone") == "off_map":
                continue
            unit = self.units.index_of(row.text("unit"))
            zone = row.choice("zone", AREA_CASES, "set-up area")
            self.areas[unit], self.area_cases[unit] = self.board.tagged(zone), AREA_CASES[zone]
        self.suggested: list[tuple[int, int]] = []
        for row in self.data.table("setup_suggested", key=("scenario", "unit")):
            space = self.board.number[row.choice("space", self.board.number, "space")]
            placed = self.units.number.get(row.needed("unit"))
            if placed is not None and placed in self.areas:
                self.suggested.append((placed, space))

    # -- beginning ------------------------------------------------------------------------------

    def furnish(self, state: State) -> None:
        state.vars = {"order": MOVE_COMBAT, "combat": None, "vp": 0, "cut": 1, "cut_advance": 0}

    def set_up(self, state: State) -> None:
        """SFV-3.4: every hex belongs to its country; units are placed, or set up as suggested."""
        self._first_control(state)
        state.phase = SET_UP
        state.agenda = [("game_turn", 1)]
        if state.scenario == "suggested":
            for unit, space in self.suggested:
                self.enter(state, unit, space)
        else:
            state.side = CHINESE
            state.agenda += [("set_up", SOVIET), ("set_up", CHINESE)]

    def _first_control(self, state: State) -> None:
        for space in range(len(self.board)):
            state.control[space] = CHINESE if self.ground.china[space] else SOVIET

    def pose(
        self, state: State, order: str = MOVE_COMBAT, vp: int | None = None, cut: bool = True, **unknown: Any
    ) -> None:
        """The rest of an arranged position: the declared order, victory points, the rail cut.

        Without `vp` the points are those of the hexes that Soviet units stand in.
        """
        for name in unknown:
            raise Unknown("detail of a position", name, ("order", "vp", "cut"))
        self._first_control(state)
        for unit, place in enumerate(state.where):
            if place >= 0:
                self.take_control(state, self.side_of[unit], place)
        state.vars["order"], state.vars["cut"] = known_order(order), int(cut)
        if vp is not None:
            state.vars["vp"] = vp
        state.events = []
        rest: list[tuple[Any, ...]] = [("end_turn",)]
        if state.turn in self.army_turns:
            rest.append(("reinforcement",))
        side = state.side
        if side == SOVIET and state.phase != "reinforcement":
            rest.append(("player_turn", CHINESE))
        if state.phase in (MOVEMENT, COMBAT):
            rest += phases_left(order, side, state.phase)
        elif state.phase == DECLARE:
            rest.append(("player_turn", side))
        elif state.phase == SET_UP:
            rest = [("game_turn", state.turn)]
        state.agenda = rest

    # -- hexes and units --------------------------------------------------------------------------

    def fits(self, state: State, side: int, space: int, units: Sequence[int]) -> bool:
        return stacking.fits(self, state, units)

    def enter(self, state: State, unit: int, space: int) -> None:
        """SFV-2.1a, 3.4c, R-31: a unit stands in a hex, on top of its stack; the hex is its side's."""
        self.march(state, unit, (space,))

    def march(self, state: State, unit: int, path: Sequence[int]) -> None:
        """SFV-3.4c, 6.4b: every hex on the way changes hands; on top it lies only where it stays."""
        for space in path:
            self.put(state, unit, space)
            self.take_control(state, self.side_of[unit], space)
        for u in state.units_at(state.where[unit]):
            state.marks[u] &= ~ON_TOP
        state.marks[unit] |= ON_TOP

    def take_control(self, state: State, side: int, space: int) -> None:
        """SFV-3.4c, 4.3a, 4.3b, 4.3e: control passes at once, and victory points with it."""
        if state.control[space] == side:
            return
        state.control[space] = side
        if space in self.ground.vp:
            gain = 1 if side == SOVIET else -1
            state.vars["vp"] += gain
            case = "SFV-4.3a" if gain > 0 else "SFV-4.3b"
            text = f"the {{side}} side takes {{space}}: {counted(state.vars['vp'], 'victory point')}"
            self.tell(state, case, text, space=space, side=SIDES[side], vp=state.vars["vp"])

    def eliminate(self, state: State, unit: int, scores: bool = True) -> None:
        """SFV-4.3c: each unit of the 2nd Army that is eliminated scores."""
        super().eliminate(state, unit)
        if scores and unit in self.army:
            state.vars["vp"] += 1
            text = f"the 2nd Army has lost a unit: {counted(state.vars['vp'], 'victory point')}"
            state.tell("SFV-4.3c", text, vp=state.vars["vp"])

    # -- odds -----------------------------------------------------------------------------------

    def column_of(self, differential: int) -> int:
        """SFV-9.1e, R-3: the largest heading not above the differential, or by option the nearest."""
        rule = self.options["crt_column_rule"]
        return self.crt.nearest(differential) if rule == "nearest" else self.crt.base(differential)

    def combat_of(self, state: State, action: Action) -> Engagement:
        if not isinstance(action, Attack):
            raise NotACombat(f"'{action}' rolls no combat dice")
        units = tuple(self.units.index_of(id) for id in action.units)
        target = self.board.index(action.target)
        return battles.engage(self, state, battles.sort_attackers(self, state, units, target))

    def odds_key(self, engagement: Engagement) -> Hashable:
        steps = (engagement.attacker_steps, engagement.defender_steps)
        return engagement.column, engagement.extra_loss, steps

    def resolve(self, state: State, engagement: Engagement, dice: Dice) -> Outcome:
        _, attacker, defender = battles.roll(self, engagement, dice)
        steps = engagement.attacker_steps, engagement.defender_steps
        return inflicted((attacker, defender), *steps, not self.losses_after_wipeout)

    def describe_combat(
        self, state: State, engagement: Engagement, outcomes: dict[Outcome, Fraction]
    ) -> Forecast:
        extra = engagement.extra_loss
        return Forecast(
            outcomes,
            engagement.modifiers,
            battles.column_name(self, engagement),
            Fraction(engagement.attack),
            Fraction(engagement.defence),
            f"{extra} more attacker step is lost in a city (SFV-9.6f)" if extra else "",
        )

    def odds_table(self) -> dict[str, dict[tuple[int, int], Fraction]]:
        """SFV-9.6: the combat results table."""
        return {name: self.crt.chances(column) for column, name in enumerate(self.crt.names)}

    def odds_column(self, attack: int, defence: int, shift: int = 0) -> str:
        """SFV-9.1d, 9.3c: the differential's column, then the shifts."""
        return self.crt.names[self.crt.column(self.column_of(attack - defence) + shift)]

    def dials(self) -> tuple[Dial, ...]:
        return paper.dials(self)

    def on_paper(self, setting: Setting) -> Engagement:
        return paper.on_paper(self, setting)

    # -- what people see --------------------------------------------------------------------------

    def arrives(self, state: State, unit: int) -> str:
        """SFV-5.3a: the units of the 2nd Army, at their owner's pleasure."""
        turns = self.army_turns
        if not turns or unit not in self.army or state.where[unit] != OFF_MAP:
            return ""
        return f"turns {turns[0]} to {turns[-1]}, if called in"

    def looks_into_stacks(self, eye: int) -> bool:
        """SFV-6.4a: Soviet reconnaissance sees everything."""
        return eye == SOVIET

    def reorders(self, side: int) -> bool:
        """R-31: Soviet stacks lie as their owner likes, by option as they came; Chinese ones hide nothing."""
        return side == SOVIET and self.options["soviet_stack_order"] == "owner_reorders"

    def hides(self, state: State, eye: int, unit: int) -> bool:
        """SFV-6.4b, R-13: whoever takes part in an attack shows, the guns behind included."""
        if state.vars["combat"] is not None and unit in battles.pending(state).ranged:
            return False
        return super().hides(state, eye, unit)

    def public_facts(self, state: State, eye: int | None) -> dict[str, Any]:
        held = [self.board.ids[s] for s in sorted(self.ground.vp) if state.control[s] == SOVIET]
        return {
            "date": self.dates[state.turn],
            "order": state.vars["order"],
            "soviet victory points": state.vars["vp"],
            "soviet VP hexes": held,
            "railway at Manchouli": "cut" if state.vars["cut"] else "open",
        }

    def measures(self, state: State) -> dict[str, float]:
        """SFV-4.3: the Soviet victory points."""
        return {"soviet_victory_points": state.vars["vp"]}

    def could_lie(self, state: State, unit: int, space: int, others: Sequence[int]) -> bool:
        """SFV-8.3a: the armoured train lies on its railway."""
        on_rails = unit != self.train or space in self.line_place
        return on_rails and super().could_lie(state, unit, space, others)

    def defects(self, state: State) -> Iterator[Defect]:
        """SFV-8.7c, 3.4c and what the kernel always checks."""
        yield from super().defects(state)
        for unit, place in enumerate(state.where):
            if place < 0:
                continue
            counter, label = self.units[unit], self.board.label(place)
            if counter.side == CHINESE and not self.ground.china[place]:
                yield Defect("SFV-8.7c", f"{counter.name} stands in {label}, beyond the border")
            if unit == self.train and place not in self.line_place:
                yield Defect("SFV-8.3a", f"{counter.name} stands in {label}, off the railway")
            if state.control[place] != counter.side:
                yield Defect("SFV-3.4c", f"{label} is not controlled by the side that stands in it")


GAME = StalinsFirstVictory
