"""The Battle of Taierzhuang: its world, its beginning, and the kernel's hooks."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from ...actions import (
    AbsorbLoss,
    Action,
    Advance,
    Attack,
    CommitSupport,
    DeclareOrder,
    Disband,
    EndPhase,
    Move,
    Pass,
    Place,
    Resign,
)
from ...dials import Dial, Setting
from ...dice import Dice, enumerate_rolls
from ...errors import DataError, NotACombat
from ...forecast import Forecast, Outcome
from ...game import Defect
from ...hexwar import HexGame
from ...hexwar.differential import inflicted, read_table
from ...hexwar.turns import MOVE_COMBAT
from ...movement import Mover
from ...state import OFF_MAP, State
from ...units import Unit
from ...wording import counted, days
from ...world import read_scenarios
from . import attacks, battles, combat, marches, paper, positions, sequence, stacking
from .combat import MOMENTUM, PLAIN, Battle, Engagement
from .orders import BreakOut, CallOff, FlankAttack
from .regiments import UNDRAWN, Regiments, deal_anew, draw_face, is_known, is_regiment
from .rulebook import RULEBOOK, STEP_CASES
from .support import STOCK_PLACE, available, refill
from .victory import note_entry, note_loss
from .words import (
    AIR,
    ARMOUR,
    ARTILLERY,
    CHINESE,
    EDGES,
    FIFTH,
    HQ,
    JAPANESE,
    NORTHWARD,
    PHASES,
    SEEN,
    SET_UP,
    SIDES,
    TESTED,
    TWENTIETH,
)
from .world import Ground, read_counters, read_effects

GLYPHS = {"clear": ".", "village": "o", "city": "#", "city_centre": "@"}


class Turn(NamedTuple):
    """One line of the turn record."""

    date: str
    chinese_turn: bool
    arrivals: str
    artillery_die: int
    fifth_below: int
    chinese_order: str
    logistics: bool


class Taierzhuang(HexGame):
    """BOT-1.0a: the fight for the walled town on the Grand Canal, 24 March to 8 April 1938."""

    slug = "taierzhuang"
    title = "The Battle of Taierzhuang 1938"
    sides = SIDES
    version = 1
    folder = Path(__file__).parent
    phases = PHASES
    resign_case, steps_case, mixing_case = "BOT-1.2a", "BOT-2.3.7g", "BOT-6.0a"
    glyphs = GLYPHS
    rulebook = RULEBOOK
    action_types = (
        Place, DeclareOrder, Move, Attack, FlankAttack, CommitSupport, CallOff, AbsorbLoss, Advance,
        Disband, BreakOut, Pass, EndPhase, Resign,
    )  # fmt: skip
    die_sides = 6

    # -- the world ------------------------------------------------------------------------------

    def prepare(self) -> None:
        data = self.data
        limits = {row.needed("id"): row.integer("value", 0) for row in data.table("limits")}
        self.scenarios = read_scenarios(data.table("scenarios"), limits["turns"])
        units, faces = read_counters(data.table("units"), limits["face_down_points"])
        self.index_units(units)
        self.sort_units()
        self.regiments = Regiments(units, faces)
        self._sort_special()
        self._read_markers(limits)
        self._read_numbers(limits)
        self.ground = Ground(self.board, read_effects(data.table("terrain", key=("terrain",))))
        self._prepare_ground(limits)
        self.crt = read_table(
            data.table("crt", key=("die", "column")), data.table("crt_columns", key=("index",))
        )
        self._read_areas()
        modules = (sequence, marches, attacks, battles)
        self.steps = {step.name: step for module in modules for step in module.STEPS}

    def _sort_special(self) -> None:
        units = self.units
        self.commands: dict[str, list[int]] = {}
        for u in units:
            self.commands.setdefault(u.formation, []).append(u.index)
        self.hqs = {u.formation: u.index for u in units if u.kind == HQ}
        self.guns = next(u.index for u in units if u.kind == ARTILLERY)
        self.needs_bridge = [u.side == JAPANESE or u.index == self.guns for u in units]
        self.gait = [(u.side, u.kind in ARMOUR, u.index == self.guns) for u in units]

    def _read_markers(self, limits: dict[str, int]) -> None:
        """BOT-2.0a, 2.4a: support markers by division, and the sum of all counters."""
        markers = self.data.table("markers")
        kinds = [(row.needed("kind"), row.text("side")) for row in markers]
        self.markers = {
            AIR: kinds.count(("air support", "japanese")),
            **{name: kinds.count(("artillery support", f"japanese {name}")) for name in self.hqs},
        }
        rows = self.data.table("units")
        counters = sum(row.integer("counters", 1, 2) for row in rows) + len(markers)
        if counters != limits["counters"]:
            text = f"{counters} counters instead of {limits['counters']} (BOT-2.0a)"
            raise DataError("units.csv and markers.csv", None, None, text)

    def _read_numbers(self, limits: dict[str, int]) -> None:
        self.centre_turn, self.breakout_turn = limits["centre_turn"], limits["breakout_turn"]
        self.infantry_limit, self.other_limit = limits["infantry_max"], limits["other_max"]
        self.order_die = limits["chinese_order_die_max"]
        self.artillery_range = limits["artillery_range"]
        self.concentric_shift, self.breakout_shift = limits["concentric_shift"], limits["breakout_shift"]
        self.flank_spends = self.options["flank_spends_attack"] == "on"
        self.spares_the_victor = self.options["attacker_losses_after_wipeout"] == "off"
        support = self.data.table("support", key=("die",))
        self.support_faces = tuple(row.integer("factors", 0, 99) for row in support)
        self.turns = {
            row.integer("turn"): Turn(
                days(row.day("date_from"), row.day("date_to")),
                row.flag("chinese_player_turn"),
                row.choice("chinese_reinforcement", ("none", "dice", "all", sequence.NEVER)),
                row.integer("artillery_die_max", 0, 6),
                row.integer("fifth_division_die_below", 0, 7),
                row.choice("chinese_order", ("none", "die", "choice")),
                row.flag("logistics_check"),
            )
            for row in self.data.table("turns", key=("turn",))
        }

    def _prepare_ground(self, limits: dict[str, int]) -> None:
        board, ground = self.board, self.ground
        self.city = frozenset(ground.city)
        for tag, met in (("city_hexes", len(self.city)), ("centre_hexes", len(ground.centre))):
            if met != limits[tag]:
                text = f"{met} {tag.replace('_', ' ')} instead of {limits[tag]} (BOT-4.1a)"
                raise DataError("spaces.csv", None, "tags", text)
        self.cover = [bytes(len(board)) for _ in SIDES]
        most = max(u.movement for u in (*self.units, *self.regiments.faces))
        gaits = {gait: ground.cost(*gait) for gait in set(self.gait)}
        north = bytes(direction in NORTHWARD for direction in range(board.degree)) * len(board)
        self.movers = {g: self._mover(cost, most) for g, cost in gaits.items()}
        self.northward_movers = {
            g: self._mover(bytes(c * n for c, n in zip(cost, north, strict=True)), most)
            for g, cost in gaits.items()
        }
        reached = [board.adjacent(s) for s in range(len(board))]
        self.projection = [reached, reached]
        self.touch = reached

    def _mover(self, cost: bytes, most: int) -> Mover:
        return Mover(self.board.neighbours, self.board.degree, cost, self.cover[0], most)

    def _read_areas(self) -> None:
        """BOT-3.2, 3.3, 5.2: where each command is set up, and where the Chinese arrive."""
        number = {**self.units.number, **self.regiments.number}
        command = {id: self.units[u].formation for id, u in self.units.number.items()}
        command |= {face.id: face.formation for face in self.regiments.faces}
        self.set_up_area: dict[str, tuple[int, ...]] = {}
        for row in self.data.table("setup", key=("scenario", "unit")):
            unit = row.choice("unit", number, "unit")
            if row.text("zone") != "off_map":
                self.set_up_area[command[unit]] = self.board.tagged(row.needed("zone"))
        self.entry_area = {edge: self.board.tagged(f"chinese_entry_{edge}") for edge in EDGES}
        self.suggested: list[tuple[int, int]] = []
        blanks = iter(self.regiments.counters)
        for row in self.data.table("setup_suggested", key=("scenario", "unit")):
            drawn = row.needed("unit").startswith("draw-")
            unit_number = next(blanks) if drawn else self.units.number[row.choice("unit", number, "unit")]
            space = self.board.number[row.choice("space", self.board.number, "space")]
            self.suggested.append((unit_number, space))

    # -- beginning ------------------------------------------------------------------------------

    def furnish(self, state: State) -> None:
        state.vars = {
            "order": MOVE_COMBAT,
            "combat": None,
            "faces": (UNDRAWN,) * len(self.regiments.faces),
            "cup": EDGES,
            "edge": "",
            "fifth": 0,
            "unsupplied": (),
            "breakout": 0,
            "centre": 0,
        }
        state.stock = bytearray(len(STOCK_PLACE))
        refill(self, state)

    def set_up(self, state: State) -> None:
        """BOT-3.2, 3.3, 3.4: control by the front line; units are placed, or set up as suggested."""
        self.first_control(state)
        state.phase, state.agenda = SET_UP, [("game_turn", 1)]
        if state.scenario == "suggested":
            for unit, space in self.suggested:
                if is_regiment(self, unit):
                    draw_face(self, state, unit)
                self.enter(state, unit, space)
        else:
            state.agenda += [("set_up", CHINESE), ("set_up", JAPANESE)]

    def first_control(self, state: State) -> None:
        """BOT-3.4a, 3.4b: the front line divides the map."""
        for space, tags in enumerate(self.board.tags):
            state.control[space] = JAPANESE if "japanese_setup" in tags else CHINESE

    def pose(self, state: State, **extra: Any) -> None:
        positions.pose(self, state, **extra)

    # -- hexes and units --------------------------------------------------------------------------

    def distance(self, here: int, there: int) -> int:
        assert self.board.grid is not None
        return self.board.grid.distance(self.board.ids[here], self.board.ids[there])

    def may_cross(self, unit: int, here: int, there: int) -> bool:
        """BOT-8.3f, 8.3h, 8.4b: is this neighbouring hex open to the unit?"""
        direction = self.board.direction(here, there)
        return self.movers[self.gait[unit]].cost[here * self.board.degree + direction] != 0

    def fits(self, state: State, side: int, space: int, units: Sequence[int]) -> bool:
        return stacking.fits(self, units)

    def enter(self, state: State, unit: int, space: int) -> None:
        """BOT-2.1a, 3.4c, 4.1a: a unit stands in a hex, and the hex is its side's at once."""
        self.put(state, unit, space)
        state.control[space] = self.side_of[unit]
        note_entry(self, state, unit, space)

    def lose_step(self, state: State, unit: int) -> None:
        """BOT-2.3.7d-g: a counter is flipped, replaced by its second one, or removed."""
        if state.steps[unit] == 1:
            self.eliminate(state, unit)
            return
        state.steps[unit] -= 1
        left = state.steps[unit]
        text = f"{{units}} has {counted(left, 'step')} left"
        self.tell(state, STEP_CASES[left], text, (unit,), left=left)

    def eliminate(self, state: State, unit: int, in_combat: bool = True) -> None:
        super().eliminate(state, unit)
        note_loss(self, state, unit, in_combat)

    # -- odds -----------------------------------------------------------------------------------

    def combat_of(self, state: State, action: Action, eye: int | None = None) -> Engagement:
        """The combat of an action; with an `eye`, as far as that side can know it."""
        if isinstance(action, Attack):
            units = tuple(self.units.index_of(id) for id in action.units)
            kind = MOMENTUM if state.agenda[-1][0] == "momentum" else PLAIN
            battle = Battle(kind, self.board.index(action.target), units, action.support or ())
        elif isinstance(action, CommitSupport):
            battle = combat.pending(state)._replace(support=action.support)
        elif isinstance(action, CallOff) and not action.answer:
            battle = combat.pending(state)
        else:
            raise NotACombat(f"'{action}' rolls no combat dice")
        return combat.engage(self, state, battle, eye)

    def support_for(self, state: State, action: Action) -> tuple[str, ...]:
        """BOT-9.3f: any number of the markers that are left and may be used there."""
        if not isinstance(action, Attack) or not action.units:
            return ()
        units = tuple(self.units.index_of(id) for id in action.units)
        momentum = state.agenda[-1][0] == "momentum"
        ready = available(self, state, units, self.board.index(action.target), momentum)
        return tuple(kind for kind, left in ready.items() for _ in range(left))

    def forecast(self, state: State, action: Action, side: str | None = None, guesses: int = 60) -> Forecast:
        """The exact odds of a combat; with a `side`, over all that may lie where it cannot see.

        Nothing is guessed: every face that nobody has seen is as likely as another (BOT-3.3k).
        """
        game = state.game
        if side is None or not isinstance(game, Taierzhuang):
            return super().forecast(state, action, side, guesses)
        game.check(state, action)
        engagement = game.combat_of(state, action, game.side_index(side))
        return game.describe_combat(state, engagement, game.odds(state, engagement))

    def odds_key(self, engagement: Engagement) -> Hashable:
        return engagement.key()

    def resolve(self, state: State, engagement: Engagement, dice: Dice) -> Outcome:
        sums = combat.add_up(self, engagement, dice)
        _, attacker, defender = combat.roll(self, engagement, sums, dice)
        return inflicted(
            (attacker, defender), engagement.attacker_steps, sums.defender_steps, self.spares_the_victor
        )

    def describe_combat(
        self, state: State, engagement: Engagement, outcomes: dict[Outcome, Fraction]
    ) -> Forecast:
        """Means where factors are hidden or support is still to be rolled, and every column that can come."""
        columns: dict[tuple[int, int], str] = {}
        attack = defence = Fraction(0)
        for sums, share, whole in enumerate_rolls(lambda dice: combat.add_up(self, engagement, dice)):
            chance = Fraction(share, whole)
            attack += (sums.attack + sums.support) * chance
            defence += sums.defence * chance
            columns[sums.column, sums.base] = combat.column_name(self, sums)
        notes = []
        if engagement.hidden_attack or engagement.hidden_defence:
            notes.append("averaged over all that may lie face down or beneath (BOT-3.3k, 6.3a)")
        if engagement.extra_loss:
            notes.append(f"{engagement.extra_loss} more attacker step is lost in the city (BOT-9.8f)")
        named = " or ".join(columns[key] for key in sorted(columns))
        return Forecast(outcomes, engagement.modifiers, named, attack, defence, "; ".join(notes))

    def odds_table(self) -> dict[str, dict[tuple[int, int], Fraction]]:
        """BOT-9.8: the combat results table."""
        return {name: self.crt.chances(column) for column, name in enumerate(self.crt.names)}

    def odds_column(self, attack: int, defence: int, shift: int = 0) -> str:
        """BOT-9.1g, 9.1h, 9.4c: the differential's column, then the shifts."""
        return self.crt.names[self.crt.column(self.crt.base(attack - defence) + shift)]

    def dials(self) -> tuple[Dial, ...]:
        return paper.dials(self)

    def on_paper(self, setting: Setting) -> Engagement:
        return paper.on_paper(self, setting)

    # -- what people see --------------------------------------------------------------------------

    def arrives(self, state: State, unit: int) -> str:
        """BOT-5.2, 5.4: the 5th Division and the 20th Army, by dice until they come without."""
        if state.where[unit] != OFF_MAP:
            return ""
        formation = self.units[unit].formation
        turns = {
            FIFTH: [n for n, turn in self.turns.items() if turn.fifth_below > 1],
            TWENTIETH: [n for n, turn in self.turns.items() if turn.arrivals != "none"],
        }.get(formation)
        return f"turns {turns[0]} to {turns[-1]}, by the dice" if turns else ""

    def top_of(self, state: State, units: Sequence[int]) -> int:
        return stacking.top(self, units)

    def reorders(self, side: int) -> bool:
        """BOT-6.1c, 6.2c: what lies on top is no matter of choice."""
        return False

    def shown(self, state: State, eye: int | None, unit: int) -> Unit:
        """BOT-3.3j, 3.3k, R-47: a face-down counter shows its army to both players, and nothing else."""
        place = self.regiments.place.get(unit)
        if place is None or state.vars["faces"][place] == UNDRAWN:
            return self.units[unit]
        if eye is not None and not is_known(state, unit):
            return self.units[unit]
        return self.regiments.shown(unit, state.vars["faces"][place])

    def guess(self, state: State, side: str, rng: Random) -> State:
        """What lies beneath is dealt anew, and so are the faces that nobody has seen."""
        guessed = super().guess(state, side, rng)
        deal_anew(self, guessed, rng)
        return guessed

    def mark_names(self, state: State, unit: int) -> tuple[str, ...]:
        """BOT-5.2o, 6.3d: whether a Chinese counter is untested, and whether it has been looked at."""
        names = super().mark_names(state, unit)
        if is_regiment(self, unit) and not state.marks[unit] & TESTED:
            names = (*names, "seen" if state.marks[unit] & SEEN else "untested")
        return names

    def public_facts(self, state: State, eye: int | None) -> dict[str, Any]:
        stock = {name: state.stock[place] for name, place in STOCK_PLACE.items()}
        return {
            "date": self.turns[state.turn].date,
            "order": state.vars["order"],
            "air support left": stock.pop(AIR),
            **{f"artillery left, {name}th Division": left for name, left in stock.items()},
            "divisions out of supply": list(state.vars["unsupplied"]),
            "breakout": bool(state.vars["breakout"]),
            "city hexes in Japanese hands": sum(state.control[s] == JAPANESE for s in self.city),
            "city centre entered": bool(state.vars["centre"]),
            "edge of arrival": state.vars["edge"] or "none yet",
        }

    def measures(self, state: State) -> dict[str, float]:
        """BOT-4, 5.3, 5.4: the town in Japanese hands, divisions out of supply, the 5th Division."""
        return {
            "japanese_city_hexes": sum(state.control[s] == JAPANESE for s in self.city),
            "divisions_out_of_supply": len(state.vars["unsupplied"]),
            "fifth_division": state.vars["fifth"],
        }

    def defects(self, state: State) -> Iterator[Defect]:
        """BOT-3.3, 3.4c, 8.3f and what the kernel always checks."""
        yield from super().defects(state)
        yield from positions.defects(self, state)


GAME = Taierzhuang
