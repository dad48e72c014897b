"""The Shanghai–Nanking campaign: its world, its beginning, and the kernel's hooks."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from ...actions import (
    AbsorbLoss,
    Action,
    Advance,
    Attack,
    CommitSupport,
    Delay,
    Disband,
    EndPhase,
    Move,
    Pass,
    Place,
    Resign,
    Retreat,
    Show,
)
from ...dials import Dial, Setting
from ...dice import Dice
from ...errors import DataError, NotACombat, SandtableError, Unknown
from ...forecast import Forecast, Outcome
from ...game import Defect
from ...hexwar import MOVED, HexGame
from ...movement import Mover
from ...schedule import read_arrivals
from ...state import NOBODY, OFF_MAP, State
from ...tables import odds
from ...wording import days
from ...world import read_scenarios
from . import (
    aftermath,
    arrivals,
    attacks,
    beachheads,
    combat,
    combat_steps,
    landings,
    operations,
    paper,
    sequence,
    victory,
)
from .combat import Battle, Engagement
from .lists import check_stacks, markers_at, read_die_table, read_markers
from .orders import DeclarePlan, Exploit, FlyAir, Interdict, Land, Overrun, RailEntry, Replace
from .rulebook import RULEBOOK
from .stacking import fits
from .victory import cities_held
from .words import (
    CHINESE,
    DECLARE,
    GLYPHS,
    HALF,
    JAPANESE,
    PHASES,
    PLAN_TEXT,
    RETURNED,
    SIDES,
    SIXTEENTH_DIVISION,
    STOCK,
    TENTH_ARMY,
)
from .world import Ground, naval_cover, read_crt, read_effects, read_units

MODES = ("landing", "place", "listed_hex", "listed_hex_or_rail")


class ShanghaiNanking(HexGame):
    """SNC-1.0a: the Japanese drive from Shanghai to Nanking, August 1937 to January 1938."""

    slug = "shanghai-nanking"
    title = "The Shanghai–Nanking Campaign 1937"
    sides = SIDES
    version = 1
    folder = Path(__file__).parent
    phases = PHASES
    glyphs = GLYPHS
    resign_case, steps_case, mixing_case = "SNC-5.2b", "SNC-2.2.1m", "SNC-6.0a"
    rulebook = RULEBOOK
    action_types = (
        DeclarePlan, Move, Overrun, Attack, CommitSupport, FlyAir, AbsorbLoss, Advance, Disband, Interdict,
        Place, RailEntry, Delay, Replace, Land, Retreat, Exploit, Show, Pass, EndPhase, Resign,
    )  # fmt: skip

    # -- the world ------------------------------------------------------------------------------

    def prepare(self) -> None:
        data, board = self.data, self.board
        limits = {row.needed("id"): row.needed("value") for row in data.table("limits")}
        self.last_turn = int(limits["max_gt"])
        self.scenarios = read_scenarios(data.table("scenarios"), self.last_turn)
        self.dates = {
            row.integer("gt"): days(row.day("from"), row.day("to"))
            for row in data.table("turns", key=("gt",))
        }
        stacking = {row.needed("id"): row.fraction("value") for row in data.table("stacking")}
        self.index_units(read_units(data.table("units"), limits, stacking))
        self._sort_units()
        effects = read_effects(data.table("terrain_effects"))
        self.ground = Ground(board, effects, self.options["seventh_city"], int(limits["city_hexes"]))
        self.crt = read_crt(data.table("crt"))
        self._read_numbers(limits, stacking)
        self._prepare_ground(limits)
        self._read_markers(limits)
        self._read_timetable(limits)
        self._read_setup()
        self.steps = {
            step.name: step
            for module in (
                sequence,
                operations,
                attacks,
                combat_steps,
                aftermath,
                arrivals,
                landings,
                beachheads,
            )
            for step in module.STEPS
        }

    def _sort_units(self) -> None:
        """Lists of units that the rules ask for again and again."""
        units = self.units
        self.sort_units()
        self.elite = frozenset(u.index for u in units if u.category == "elite")
        self.last_to_lose = frozenset(u for u in self.own[JAPANESE] if units[u].static)
        half = {"0": 0, "0.5": 1}[self.options["chinese_garrison_de"]]
        self.stacking_value = [half if u.static and u.side == CHINESE else u.stacking for u in units]

    def _read_numbers(self, limits: dict[str, str], stacking: dict[str, Fraction]) -> None:
        self.chinese_limit = int(stacking["chinese_de_max"] * 2)
        self.japanese_limit = int(stacking["japanese_units_max"])
        self.formation_limit = int(stacking["japanese_formation_max"])
        self.other_limit = int(stacking["japanese_other_max"])
        self.shift_columns = {
            row.needed("id"): row.integer("shift") for row in self.data.table("column_shifts")
        }
        self.terrain_cap = int(limits["terrain_shift_cap"])
        self.landing_factor = Fraction(limits["landing_strength_factor"])
        self.landing_extra_step = int(limits["landing_extra_step_if_chinese_survive"])
        self.points = int(limits["mf_mobile"]) * HALF
        self.overrun_points = int(limits["overrun_extra_mp"]) * HALF
        self.interdiction_from = int(limits["interdiction_from_gt"])
        self.rail_from = int(limits["rail_entry_from_gt"])
        self.replacements_from = int(limits["replacements_from_gt"])
        self.replacement_steps = int(limits["replacement_steps_per_gt"])
        self.siege_from = int(limits["sudden_death_adjacent_from_gt"])
        self.presence_until = int(limits["chinese_presence_until_gt"])
        self.air_effect = read_die_table(self.data.table("die_tables"), "chinese_air_vs_support")
        self.cover_effect = read_die_table(self.data.table("die_tables"), "chinese_air_vs_interdiction")

    def _prepare_ground(self, limits: dict[str, str]) -> None:
        board, ground = self.board, self.ground
        self.nowhere = bytearray(len(board))
        self.chinese_ground = bytes(CHINESE if is_open else NOBODY for is_open in ground.open)
        self.cover = [naval_cover(board, side) for side in (CHINESE, JAPANESE)]
        self.cost = [ground.cost(side) for side in (CHINESE, JAPANESE)]
        self.movers = [
            Mover(board.neighbours, board.degree, self.cost[side], self.cover[side], self.points)
            for side in (CHINESE, JAPANESE)
        ]
        reached = ground.projection()
        self.projection = [reached, reached]
        self.touch = ground.touching()
        self.across, self.whole = ground.reduction()
        self.ways = bytes(1 if price else 0 for price in self.cost[JAPANESE])
        rails = board.links["railway"]
        self.rails = bytes(
            1 if self.ways[place] and (place // board.degree, there) in rails else 0
            for place, there in enumerate(board.neighbours)
        )
        heads = board.indexes(limits["rail_entry_start"].split())
        edge = {"edge_w", "edge_s"}
        self.rail_exits = [a for a, b in rails if b in heads and board.tags[a] & edge]
        self.rail_spaces = sorted({a for a, _ in rails})
        self.key_hex = board.index(limits["sudden_death_hex"])
        self.key_ring = (self.key_hex, *self.touch[self.key_hex])
        self.near_key = frozenset(self.key_ring)
        self.return_hex = board.index(limits["elite_return_hex"])
        self.cities = [s for s in range(len(board)) if ground.city[s] and ground.open[s]]
        self.garrison_pool = [u.index for u in self.units if u.side == JAPANESE and u.static]

    def _read_markers(self, limits: dict[str, str]) -> None:
        self.support_shift = {
            row.needed("id"): row.integer("shift", 0, 8) for row in self.data.table("fire_support")
        }
        rows = self.data.table("markers")
        self.markers = read_markers(rows, self.support_shift, self.last_turn)
        self.markers_in_play = {
            (active, turn): markers_at(self.markers, active, turn)
            for active in (CHINESE, JAPANESE)
            for turn in range(1, self.last_turn + 1)
        }
        counters = len(self.units) + len(rows)
        if counters != int(limits["counters_used"]):
            text = f"{counters} counters instead of {limits['counters_used']} (SNC-2.0a)"
            raise DataError("units.csv and markers.csv", None, None, text)

    def _read_timetable(self, limits: dict[str, str]) -> None:
        board = self.board
        rows = self.data.table("reinforcements", key=("scenario", "unit_id"))
        if self.options["brigades_gt"] != "3":
            for row in rows:
                if row.source == "rule SNC-13.0h":
                    row.cells["gt"] = self.options["brigades_gt"]
        self.arrivals = read_arrivals(rows, self.units.number, board.number, MODES, self.last_turn)
        sites = self.data.table("landing_sites", key=("space",), whole=("space",))
        self.landing_sites = tuple(board.number[row.choice("space", board.number, "space")] for row in sites)
        self.snlf_sites = tuple(
            board.number[row.text("space")] for row in sites if row.flag("snlf_replacement")
        )
        east = int(limits["tenth_army_min_column"])
        self.sites_by_rule = {
            TENTH_ARMY: tuple(s for s in self.landing_sites if int(board.ids[s][:2]) >= east),
            SIXTEENTH_DIVISION: self.landing_sites,
        }
        for rule, allowed in self.sites_by_rule.items():
            named = {space for a in self.arrivals.values() if a.rule == rule for space in a.spaces}
            if not named <= set(allowed):
                wrong = ", ".join(sorted(board.ids[space] for space in named - set(allowed)))
                raise DataError("reinforcements.csv", None, "spaces", f"{rule} does not allow {wrong}")
            if named:
                self.sites_by_rule[rule] = tuple(space for space in allowed if space in named)
        self.bound_rules = frozenset(self.sites_by_rule)
        tenth = sum(1 for a in self.arrivals.values() if a.rule == TENTH_ARMY)
        if tenth != int(limits["tenth_army_units"]):
            text = f"{tenth} units of the 10th Army instead of {limits['tenth_army_units']} (SNC-8.4.1a)"
            raise DataError("reinforcements.csv", None, "site_rule", text)

    def _read_setup(self) -> None:
        """SNC-3.1e, 13.0: units and their hexes at the start."""
        self.setup: dict[str, list[tuple[int, int]]] = {name: [] for name in self.scenarios}
        for row in self.data.table("setup", key=("scenario", "unit_id")):
            unit = self.units.number[row.choice("unit_id", self.units.number, "unit")]
            space = self.board.number[row.choice("space", self.board.number, "space")]
            if not self.ground.open[space]:
                raise row.error("space", f"no unit may stand in {self.board.label(space)} (SNC-9.4f)")
            if unit in self.arrivals:
                raise row.error("unit_id", f"{row.text('unit_id')!r} also arrives as a reinforcement")
            self.setup[row.choice("scenario", self.scenarios, "scenario")].append((unit, space))
        for setup in self.setup.values():
            check_stacks(self, setup)
        placed = {unit for setup in self.setup.values() for unit, _ in setup}
        self.garrison_pool = [u for u in self.garrison_pool if u not in placed]

    # -- beginning ------------------------------------------------------------------------------

    def furnish(self, state: State) -> None:
        state.stock = bytearray(len(STOCK))
        state.vars = {
            "plan": "",
            "air": 1,
            "combat": None,
            "fallen": (),
            "mover": (),
            "sites": {},
            "landed": (),
            "arrived": (),
        }

    def set_up(self, state: State) -> None:
        """SNC-3.1, 3.2a: units, timetable and control at the start."""
        for unit, arrival in self.arrivals.items():
            state.due[unit] = arrival.turn
        for unit, space in self.setup[state.scenario]:
            self.put(state, unit, space)
        self._first_control(state)
        state.agenda = [("game_turn", 1)]

    def _first_control(self, state: State) -> None:
        """SNC-3.2a: the Japanese control their set-up hexes and where they stand, the Chinese the rest."""
        chinese = state.count[CHINESE]
        state.control[:] = self.chinese_ground
        for unit, space in self.setup[state.scenario]:
            if self.side_of[unit] == JAPANESE and not chinese[space]:
                state.control[space] = JAPANESE
        for unit in self.own[JAPANESE]:
            if state.where[unit] >= 0:
                state.control[state.where[unit]] = JAPANESE

    def pose(
        self,
        state: State,
        order: str = "attack",
        due: dict[str, int] | None = None,
        returned: tuple[str, ...] = (),
        air: bool = True,
        mover: tuple[str, ...] = (),
        left: float = 0,
        **unknown: Any,
    ) -> None:
        """The rest of an arranged position.

        `order` is what its Operations Phase is (move or attack), `due` puts units on the track,
        `returned` marks elites that come back, `air` is the Chinese air force, `mover` and `left` a
        group in the middle of its move with its points.
        """
        for name in unknown:
            raise Unknown("detail of a position", name, ("order", "due", "returned", "air", "mover", "left"))
        if order not in ("move", "attack"):
            raise Unknown("order", order, ("move", "attack"))
        self._first_control(state)
        for id, turn in (due or {}).items():
            state.due[self.units.index_of(id)] = turn
        for id in returned:
            unit = self.units.index_of(id)
            state.marks[unit] |= RETURNED
            state.steps[unit] = 1
        state.vars["air"] = int(air)
        state.vars["plan"] = {"move": "MM", "attack": "AA"}[order]
        if (state.side, state.phase) == (CHINESE, DECLARE):
            state.agenda = [("game_turn", state.turn)]
            return
        sequence.refresh(self, state)
        state.agenda = sequence.rest_of_turn(state.side, state.phase)
        if mover:
            self.settle(state)
            units = tuple(self.units.index_of(id) for id in mover)
            for u in units:
                state.marks[u] |= MOVED
            state.vars["mover"] = (units, int(left * HALF), True)

    # -- units and hexes ----------------------------------------------------------------------------

    def fits(self, state: State, side: int, space: int, units: Sequence[int]) -> bool:
        return fits(self, side, units)

    def enter(self, state: State, unit: int, space: int) -> None:
        victory.enter(self, state, unit, space)

    def caution(self, state: State, action: Action) -> str:
        """SNC-8.0b: who has not come yet when a phase of arrivals ends."""
        args = state.agenda[-1]
        if isinstance(action, EndPhase) and args[0] in (arrivals.Arrive.name, landings.Landings.name):
            return arrivals.left_waiting(self, state, self.steps[args[0]].side(self, state, args))
        return super().caution(state, action)

    def eliminate(self, state: State, unit: int, returns: bool = True) -> None:
        """SNC-2.2.1m, 8.1b: an elite unit that falls will roll for its return."""
        super().eliminate(state, unit)
        if returns and unit in self.elite:
            state.vars["fallen"] = (*state.vars["fallen"], unit)
        victory.sudden_death(self, state)

    # -- odds -----------------------------------------------------------------------------------

    def combat_of(self, state: State, action: Action) -> Engagement:
        """The combat of an action; what the defender has not decided yet is taken at its likeliest.

        Naval guns that can defend will, and the Chinese air force flies while it can.
        """
        if isinstance(action, CommitSupport | FlyAir) and state.vars["combat"] is not None:
            battle = self._settled(state, combat.pending(state), action)
            return combat.engage(self, state, battle)
        declared = self._declared(state, action)
        if declared is None:
            raise NotACombat(f"'{action}' rolls no combat dice")
        return combat.engage(self, state, self.answered(state, declared))

    def support_for(self, state: State, action: Action) -> tuple[str, ...]:
        """SNC-11.1c: one marker of each type that is ready and can reach the combat."""
        declared = self._declared(state, action)
        return () if declared is None else combat.available_support(self, state, declared)

    def _declared(self, state: State, action: Action) -> Battle | None:
        """The combat that an action would begin."""
        if isinstance(action, Land):
            site = self.board.index(action.site)
            if not state.count[CHINESE][site]:
                return None
            return landings.landing_battle(self._units(action.units), site, action.support)
        if not isinstance(action, Attack | Overrun):
            return None
        make = attacks.attack_battle if isinstance(action, Attack) else operations.overrun_battle
        return make(self._units(action.units), self.board.index(action.target), action.support)

    def _units(self, ids: tuple[str, ...]) -> tuple[int, ...]:
        return tuple(self.units.index_of(id) for id in ids)

    def answered(self, state: State, battle: Battle) -> Battle:
        guns = ("naval",) if combat.can_defend_with_guns(self, state, battle) else ()
        flown = bool(state.vars["air"]) and "air" in (battle.support or ())
        return battle._replace(defence=guns, flown=flown)

    def _settled(self, state: State, battle: Battle, action: CommitSupport | FlyAir) -> Battle:
        if isinstance(action, FlyAir):
            return battle._replace(flown=action.answer)
        if state.agenda[-1][0] == "defend":
            return battle._replace(defence=action.support)
        return self.answered(state, battle._replace(support=action.support))

    def odds_key(self, engagement: Engagement) -> Hashable:
        battle = engagement.battle
        columns = (engagement.column, engagement.column_without_air)
        steps = engagement.attacker_steps, engagement.defender_steps
        return battle.kind, battle.flown, columns, steps, engagement.toll

    def resolve(self, state: State, engagement: Engagement, dice: Dice) -> Outcome:
        return combat.outcome(self, engagement, combat.roll(self, engagement, dice))

    def describe_combat(
        self, state: State, engagement: Engagement, outcomes: dict[Outcome, Fraction]
    ) -> Forecast:
        notes = []
        if engagement.battle.flown:
            notes.append("the Chinese air force flies against the air support (SNC-11.3a)")
        if engagement.battle.defence:
            notes.append("naval guns support the defence (SNC-11.4c)")
        return Forecast(
            outcomes,
            engagement.modifiers,
            combat.column_name(self, engagement),
            Fraction(engagement.attack),
            Fraction(engagement.defence),
            "; ".join(notes),
        )

    def odds_table(self) -> dict[str, dict[tuple[int, int], Fraction]]:
        """SNC-10.5: the combat results table."""
        return {name: self.crt.chances(column) for column, name in enumerate(self.crt.names)}

    def odds_column(self, attack: int, defence: int, shift: int = 0) -> str:
        """SNC-10.3, 10.4b: the odds in the defender's favour, then the shifts."""
        if attack < 1 or defence < 1:
            raise SandtableError("odds need at least one factor on each side")
        return self.crt.names[self.crt.column(odds(attack, defence) + shift)]

    def dials(self) -> tuple[Dial, ...]:
        return paper.dials(self)

    def on_paper(self, setting: Setting) -> Engagement:
        return paper.on_paper(self, setting)

    # -- what people see --------------------------------------------------------------------------

    def box_of(self, state: State, unit: int) -> str | None:
        """SNC-3.1b, R-45: the box of the turn track a unit waits in, or another box."""
        if state.where[unit] == OFF_MAP:
            return f"turn {state.due[unit]}" if state.due[unit] else "not in play"
        return super().box_of(state, unit)

    def public_facts(self, state: State, eye: int | None) -> dict[str, Any]:
        held = cities_held(self, state)
        return {
            "date": self.dates[state.turn],
            "plan": PLAN_TEXT[state.vars["plan"]],
            "chinese air": "flies" if state.vars["air"] else "spent",
            "markers ready": {f"{SIDES[s]} {kind}": state.stock[i] for i, (s, kind) in enumerate(STOCK)},
            "japanese cities": [self.board.ids[s] for s in held],
            "chinese cities": [self.board.ids[s] for s in self.cities if s not in held],
        }

    def measures(self, state: State) -> dict[str, float]:
        """SNC-4.3a, 11.3: the cities in Japanese hands, and whether the Chinese still fly."""
        return {"japanese_cities": len(cities_held(self, state)), "chinese_air": state.vars["air"]}

    def defects(self, state: State) -> Any:
        """SNC-9.4f, 6.0a and what the kernel always checks."""
        yield from super().defects(state)
        for unit, place in enumerate(state.where):
            if place >= 0 and not self.ground.open[place]:
                yield Defect("SNC-9.4f", f"{self.units[unit].name} stands in {self.board.label(place)}")
        if not (state.vars["combat"] is None or 0 <= state.vars["combat"][1] < len(self.board)):
            yield Defect("SNC-10.0a", "the pending combat has no target on the map")
        for space in range(len(self.board)):
            side = next((s for s in (CHINESE, JAPANESE) if state.count[s][space]), None)
            if side is not None and state.control[space] != side:
                text = f"{self.board.label(space)} is not controlled by the side that stands in it"
                yield Defect("SNC-3.2b", text)


GAME = ShanghaiNanking
