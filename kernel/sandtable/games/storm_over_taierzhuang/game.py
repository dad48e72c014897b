"""Storm Over Taierzhuang: its world, its beginning, and the kernel's hooks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

from ...actions import (
    AbsorbLoss,
    Action,
    Deploy,
    Disband,
    Discard,
    Draw,
    Move,
    Pass,
    PlayChit,
    Resign,
    Take,
)
from ...chits import Cup
from ...damage import read_uses
from ...dials import Dial, Setting
from ...dice import Dice
from ...errors import DataError, NotACombat, Unknown
from ...forecast import Forecast, Outcome
from ...game import Defect, Game
from ...state import DEAD, OFF_MAP, REMOVED, State
from ...wording import counted, days
from ...world import read_scenarios
from . import (
    air,
    arrivals,
    combat,
    combat_steps,
    events,
    hands,
    impulses,
    losses,
    moves,
    paper,
    sequence,
    setup,
    special,
    tactics,
)
from .combat import Battle, Engagement
from .control import judge_control
from .orders import Absorb, AirDrop, Concentrate, Fire, Infiltrate, Rally, Refuel
from .setup import Quota
from .words import (
    BOMBARD,
    CHINESE,
    FIFTH_BRIGADE,
    GLYPHS,
    HEROES,
    JAPANESE,
    MODIFIER,
    PHASES,
    READY,
    RECOVERING,
    SET_UP,
    SIDES,
    SPENT,
    STAND,
    TENTH_DIVISION,
    WORD_TEXT,
)
from .world import Ground, read_chits, read_levels, read_units

MODULES = (
    setup, sequence, hands, arrivals, events, impulses, moves, special, tactics, air, combat_steps, losses,
)  # fmt: skip
EXTRAS = ("hands", "spent", "recovering", "pool", "played", "wave", "cause", "passes", "holder", "limits")


class StormOverTaierzhuang(Game):
    """SOT-1.0a: the battle for Taierzhuang, Japanese against Chinese, 25 March to 6 April 1938."""

    slug = "storm-over-taierzhuang"
    title = "Storm Over Taierzhuang 1938"
    step_word = "units"
    sides = SIDES
    version = 2
    folder = Path(__file__).parent
    phases = PHASES
    glyphs = GLYPHS
    resign_case, steps_case, mixing_case = "SOT-10.0c", "SOT-2.1a", None
    action_types = (
        Deploy, Draw, Take, Discard, Refuel, PlayChit, AirDrop, Move, Infiltrate, Concentrate, Fire, Absorb,
        AbsorbLoss, Rally, Disband, Pass, Resign,
    )  # fmt: skip

    # -- the world ------------------------------------------------------------------------------

    def prepare(self) -> None:
        data = self.data
        limits = {row.needed("id"): row.integer("value") for row in data.table("limits")}
        self.scenarios = read_scenarios(data.table("scenarios"), limits["turns"])
        self._read_numbers(limits)
        self._read_units(limits)
        self.ground = Ground(
            self.board, read_levels(data.table("terrain")), self.options["zone_entry"] == "wide"
        )
        self._read_chits()
        self._read_tables(limits)
        self._read_setup()
        self.steps = {step.name: step for module in MODULES for step in module.STEPS}

    def _read_numbers(self, limits: dict[str, int]) -> None:
        self.stack, self.setup_limit = limits["stack"], limits["setup"]
        self.wave_divisor, self.cause_rolls = limits["wave_divisor"], limits["cause_rolls"]
        self.reinforcements_from, self.supreme_from = limits["reinforcements_from"], limits["supreme_from"]
        self.sure_success, self.sure_failure = limits["sure_success"], limits["sure_failure"]
        self.trap_dice, self.itagaki_dice = limits["trap_dice"], limits["itagaki_dice"]
        self.zero_cf = limits["zero_cf"]
        self.immediate_control = self.options["control_timing"] == "immediate"
        self.contested_cost = int(self.options["contested_entry_cost"])

    def _read_units(self, limits: dict[str, int]) -> None:
        rows = self.data.table("units")
        units, self.red = read_units(rows)
        self.index_units(units)
        compact = self.options["chinese_counter_mix"] == "compact_80"
        face = self.options["saving_face"] == "yes"
        self.absent = frozenset(
            i
            for i, row in enumerate(rows)
            if (compact and not row.flag("compact_80")) or (face and not row.flag("saving_face"))
        )
        for name, key in ((TENTH_DIVISION, "japanese_10th"), (FIFTH_BRIGADE, "japanese_5th")):
            found = sum(1 for u in units if u.category == name)
            if found != limits[key]:
                text = f"{found} units of the {name}, not {limits[key]}"
                raise DataError("units.csv", None, "category", text)
        self.own = [[u.index for u in units if u.side == s and u.index not in self.absent] for s in (0, 1)]
        starts = [row.choice("start", ("setup", "pool"), "start") for row in rows]
        self.first_units = [[u for u in own if starts[u] == "setup"] for own in self.own]
        self.factor = [u.strength[-1] for u in units]
        # Units with the same factors are the same to every rule; the best of a stack come first.
        looks = [
            (u.side, u.kind, self.factor[u.index], self.red[u.index], u.defence, u.movement) for u in units
        ]
        numbers = {look: n for n, look in enumerate(dict.fromkeys(looks))}
        self.lot = [numbers[look] for look in looks]
        self.rank = [(-self.factor[u.index], -u.movement, -u.defence[-1], u.index) for u in units]

    def _read_chits(self) -> None:
        self.chits = read_chits(self.data.table("chits"))
        self.cups: list[Cup] = []
        place = 0
        for side in (CHINESE, JAPANESE):
            mine = [c for c in self.chits.values() if c.side == side]
            self.cups.append(Cup([c.id for c in mine], [c.number for c in mine], place))
            place += len(mine)
        self.modifiers = [
            [c.id for c in self.chits.values() if c.side == s and c.use == MODIFIER]
            for s in (CHINESE, JAPANESE)
        ]

    def _read_tables(self, limits: dict[str, int]) -> None:
        data = self.data
        turns = data.table("turns")
        if [row.integer("id") for row in turns] != list(range(1, limits["turns"] + 1)):
            raise DataError("turns.csv", None, "id", f"the turns are not 1 to {limits['turns']}")
        self.dates = {row.integer("id"): days(row.day("date"), row.day("date")) for row in turns}
        self.maximum = [
            {row.integer("id"): row.integer(f"{name}_chits", 0, self.cup_total(side)) for row in turns}
            for side, name in enumerate(SIDES)
        ]
        self.uses = read_uses(data.table("damage"))
        self.use_of = {use.id: use for use in self.uses}
        self.costs = {row.needed("id"): row.integer("points", 1) for row in data.table("movement_costs")}
        self.events = {
            row.integer("id"): (
                row.choice("code", events.EVENTS, "event"), row.needed("title"), row.needed("case"),
            )
            for row in data.table("events")
        }  # fmt: skip
        if sorted(self.events) != list(range(2, 13)):
            raise DataError("events.csv", None, "id", "the table does not cover the sums 2 to 12")
        self.interdiction = {
            row.integer("id", 1, 6): row.choice("result", ("pool", "spent"), "result")
            for row in data.table("interdiction")
        }
        reading = self.options["infiltration_check"]
        rows = {row.needed("id"): row for row in data.table("infiltration")}
        self.infiltration = {id: row.integer(reading) for id, row in rows.items() if id.startswith("drm")}
        self._passing = [rows[f"target_{side}"].needed(reading) for side in ("c", "j")]

    def cup_total(self, side: int) -> int:
        """How many chits a side has in all."""
        return sum(self.cups[side].numbers)

    def infiltration_succeeds(self, side: int, die: int) -> bool:
        """SOT-12.6i, R-01: the modified die against the number of the reading that is played."""
        wanted = self._passing[side]
        return die <= int(wanted[2:]) if wanted.startswith("<=") else die >= int(wanted[2:])

    def _read_setup(self) -> None:
        """SOT-3.1, 3.2, 12.8: who is set up where."""
        number, mix = self.board.number, self.options["chinese_counter_mix"]
        self.quotas: list[Quota] = []
        for row in self.data.table("setup"):
            if row.text("historical") != self.options["historical_setup"]:
                continue
            by, group = row.choice("by", ("category", "formation"), "grouping"), row.needed("group")
            first = (u for own in self.first_units for u in own)
            units = frozenset(u for u in first if getattr(self.units[u], by) == group)
            for word in row.words("spaces"):
                if word not in number:
                    raise row.error("spaces", f"unknown space {word!r}")
            spaces = frozenset(number[word] for word in row.words("spaces"))
            case = row.source.removeprefix("rule ")
            self.quotas.append(Quota(spaces, units, row.integer(mix, 0), case))
        self.dispositions: list[tuple[int, int]] = []
        for row in self.data.table("dispositions"):
            unit = self.units.number[row.choice("id", self.units.number, "unit")]
            self.dispositions.append((unit, number[row.choice("space", number, "space")]))

    # -- beginning ------------------------------------------------------------------------------

    def furnish(self, state: State) -> None:
        """SOT-3.0a, 3.1g, 3.2b: all chits in the cups; what an option takes out is not in the game."""
        state.stock = bytearray(len(self.chits))
        for unit in self.absent:
            state.where[unit] = REMOVED
        state.vars = {
            "played": (),
            "passes": 0,
            "wave": (self.wave_divisor, self.wave_divisor),
            "cause": 0,
            "holder": JAPANESE if self.options["concentration"] == "yes" else special.NOBODY_HOLDS,
            "event": "",
            "limits": {},
            "arriving": ((), 0),
            "mover": (),
            "rush": (),
            "combat": None,
        }

    def set_up(self, state: State) -> None:
        state.agenda = list(setup.AGENDA)
        if state.scenario == "deployed":
            for unit, space in self.dispositions:
                if unit not in self.absent:
                    self.put(state, unit, space)
            state.agenda.remove(("roll_limits",))

    def pose(
        self,
        state: State,
        hands: Mapping[str, Sequence[str]] | None = None,
        spent: Sequence[str] = (),
        recovering: Sequence[str] = (),
        pool: Sequence[str] | None = None,
        played: Sequence[str] = (),
        wave: Mapping[str, int] | None = None,
        cause: int = 0,
        passes: int = 0,
        holder: str | None = None,
        limits: Mapping[str, int] | None = None,
        **unknown: Any,
    ) -> None:
        """The rest of an arranged position; control follows from who stands where.

        `hands` are chits by side, `spent` and `recovering` units in that state, `pool` the units that may
        still arrive (without it all of the 20th Army Group and the 5th Mixed Brigade that are not named),
        `played` the chits used in this turn, `wave` the units a side needs for +1 in a human wave, `cause`
        how often event 11 has come, `passes` the impulses passed in a row, `holder` who has the
        Concentration chit, `limits` the dice for the set-up in W and X.
        """
        for name in unknown:
            raise Unknown("detail of a position", name, EXTRAS)
        for name, chits in (hands or {}).items():
            cup = self.cups[self.side_index(name)]
            for chit in chits:
                if chit not in cup.spot:
                    raise Unknown(f"chit of the {name} side", chit, cup.kinds)
                cup.take(state, chit)
        for id in spent:
            state.steps[self.units.index_of(id)] = SPENT
        for id in recovering:
            state.marks[self.units.index_of(id)] |= RECOVERING
        if state.phase != SET_UP:
            self._fill_pool(state, pool)
        divisors = dict(zip(SIDES, state.vars["wave"], strict=True)) | dict(wave or {})
        state.vars["wave"] = tuple(divisors[name] for name in SIDES)
        state.vars["played"], state.vars["cause"], state.vars["passes"] = tuple(played), cause, passes
        if holder is not None:
            state.vars["holder"] = self.side_index(holder)
        state.vars["limits"] = dict(limits or {})
        judge_control(self, state)
        if state.phase == SET_UP:
            state.agenda = [entry for entry in setup.AGENDA if limits is None or entry != ("roll_limits",)]
        else:
            state.agenda = sequence.rest_of_turn(state.phase, state.side)
            state.agenda.append(("eliminate_overstack",))

    def _fill_pool(self, state: State, pool: Sequence[str] | None) -> None:
        """Units that are neither on the map nor in a pool are not in the game."""
        first = {u for units in self.first_units for u in units}
        named = None if pool is None else {self.units.index_of(id) for id in pool}
        for unit in range(len(self.units)):
            if state.where[unit] == OFF_MAP and (unit in first if named is None else unit not in named):
                state.where[unit] = REMOVED

    # -- odds -----------------------------------------------------------------------------------

    def combat_of(self, state: State, action: Action) -> Engagement:
        """The attack that an action begins, rolls again or lets stand."""
        kind = state.agenda[-1][0]
        side = self.steps[kind].side(self, state, state.agenda[-1])
        match action:
            case Fire():
                units = tuple(self.units.index_of(id) for id in action.units)
                target, place = self.board.index(action.target), state.where[units[0]]
                battle = Battle(side, target, units, place, "", action.support or (), 0)
            case PlayChit() if kind == "impulse" and self.chits[action.chit].use == BOMBARD:
                battle = Battle(side, self.board.index(action.space or ""), (), -1, action.chit, (), 0)
            case PlayChit() if self.chits[action.chit].use == STAND:
                units = tuple(self.units.index_of(id) for id in action.units or ())
                place = state.agenda[-1][1]
                words = (*(action.support or ()), action.chit)
                battle = Battle(side, place, units, place, "", words, 0)
            case PlayChit() if action.chit == HEROES:
                battle = combat.pending(state)._replace(rolled=0)
            case Pass() if kind == "heroes" or (kind == "answer_air" and self._flies_on(state)):
                battle = combat.pending(state)
            case _:
                raise NotACombat(f"'{action}' rolls no combat dice")
        return combat.engage(self, state, battle)

    @staticmethod
    def _flies_on(state: State) -> bool:
        """Does the pending air attack go on if it is not answered?"""
        _, _, _, answers, purpose = state.agenda[-1]
        return bool(purpose == air.ATTACK and answers % 2 == 0)

    def resolve(self, state: State, engagement: Engagement, dice: Dice) -> Outcome:
        return combat.outcome(self, engagement, dice)

    def describe_combat(
        self, state: State, engagement: Engagement, outcomes: dict[Outcome, Fraction]
    ) -> Forecast:
        note = "the owner holds the area with as many units as he can (SOT-7.4a)"
        points = "units affected" if engagement.zone else "damage points"
        return Forecast(
            outcomes,
            engagement.modifiers,
            f"2D6 + {engagement.attack} against {engagement.defence}",
            Fraction(engagement.attack),
            Fraction(engagement.defence),
            note if engagement.battle.wave else "",
            ("units", points),
        )

    def dials(self) -> tuple[Dial, ...]:
        return paper.dials(self)

    def on_paper(self, setting: Setting) -> Engagement:
        return paper.on_paper(self, setting)

    # -- what people see --------------------------------------------------------------------------

    def word_name(self, word: str) -> str:
        if word in self.chits:
            return self.chits[word].name
        if word in self.use_of:
            use = self.use_of[word]
            return f"{use.text} ({counted(use.points, 'point')})"
        return WORD_TEXT.get(word) or super().word_name(word).replace("_", " ")

    def guess(self, state: State, side: str, rng: Random) -> State:
        """R-38: the other hand is dealt anew, with a chit in it that the pending question gives away."""
        eye = self.side_index(side)
        new = super().guess(state, side, rng)
        if state.result is not None:
            return new
        args = state.agenda[-1]
        step = self.steps[args[0]]
        for other in (CHINESE, JAPANESE):
            if other == eye:
                continue
            shown: tuple[str, ...] = ()
            if isinstance(step, hands.Asking) and step.side(self, state, args) == other:
                shown = step.shows(self, state, args)
            self.cups[other].redeal(new, rng, (rng.choice(shown),) if shown else ())
        return new

    def box_of(self, state: State, unit: int) -> str | None:
        """SOT-3.1g, 3.2b: the pool a unit waits in, or another box."""
        if state.where[unit] == OFF_MAP:
            first = unit in self.first_units[self.side_of[unit]] and state.phase == SET_UP
            return "to be set up" if first else "reinforcement pool"
        return "not in play" if state.where[unit] == REMOVED else super().box_of(state, unit)

    def arrives(self, state: State, unit: int) -> str:
        """SOT-6.1a: out of the pool, by the dice."""
        waits = self.box_of(state, unit) == "reinforcement pool"
        return f"from turn {max(self.reinforcements_from, state.turn)}, by the dice" if waits else ""

    def mark_names(self, state: State, unit: int) -> tuple[str, ...]:
        if state.where[unit] < 0:
            return ()
        spent = ("spent",) if state.steps[unit] == SPENT else ()
        return (*spent, "recovering") if state.marks[unit] & RECOVERING else spent

    def glossary(self) -> Mapping[str, tuple[str, str]]:
        """SOT-TC: what each chit does."""
        return {chit.name: (chit.text, chit.case) for chit in self.chits.values()}

    def public_facts(self, state: State, eye: int | None) -> dict[str, Any]:
        """R-38: every hand and cup by its number, and one's own hand chit by chit."""
        holder = state.vars["holder"]
        facts: dict[str, Any] = {
            "date": self.dates[state.turn],
            "event": state.vars["event"],
            "hand": {
                name: [self.chits[c].name for c in self.cups[s].hand(state)]
                for s, name in enumerate(SIDES)
                if eye in (None, s)
            },
            "chits in hand": {name: cup.size(state) for name, cup in zip(SIDES, self.cups, strict=True)},
            "chits in cup": {name: cup.inside(state) for name, cup in zip(SIDES, self.cups, strict=True)},
            "chit maximum": {name: self.maximum[s][state.turn] for s, name in enumerate(SIDES)},
            "played this turn": [self.chits[c].name for c in state.vars["played"]],
            "units for a human wave": dict(zip(SIDES, state.vars["wave"], strict=True)),
            "concentration chit": SIDES[holder] if holder in (CHINESE, JAPANESE) else "nobody",
        }
        if state.phase == SET_UP:
            facts["set-up limits"] = dict(state.vars["limits"])
        return facts

    def measures(self, state: State) -> dict[str, float]:
        """SOT-2.1a, 10.1a: victory areas in Japanese hands; a step is a unit, for Spent is not a loss."""
        units: dict[str, float] = {}
        for side, name in enumerate(SIDES):
            here = [u for u in self.own[side] if state.where[u] >= 0]
            units[f"{name}_steps"] = len(here)
            units[f"{name}_ready"] = sum(state.steps[u] == READY for u in here)
            units[f"{name}_lost_steps"] = sum(state.where[u] == DEAD for u in self.own[side])
        held = sum(state.control[space] == JAPANESE for space in self.ground.victory)
        return {"japanese_victory_areas": held, **units}

    def defects(self, state: State) -> Iterator[Defect]:
        """SOT-2.3g, 7.1.2a, 3.0a and what the kernel always checks."""
        yield from super().defects(state)
        for unit, place in enumerate(state.where):
            own_zone = place >= 0 and place in self.ground.zones[self.side_of[unit]]
            if place >= 0 and self.ground.zone[place] and not own_zone:
                yield Defect("SOT-2.3g", f"{self.units[unit].name} is in an enemy zone")
            if state.marks[unit] & RECOVERING and not own_zone:
                yield Defect("SOT-8.0k", f"{self.units[unit].name} recovers outside its zones")
        pending = bool(state.agenda) and state.agenda[-1][0] == "eliminate_overstack"
        found = losses.overstacked(self, state)
        if found and not pending:
            label, whose = self.board.label(found[1]), self.side_name(found[0])
            yield Defect("SOT-7.1.2a", f"{label} holds more than {self.stack} {whose} units")
        for cup in self.cups:
            for kind in cup.kinds:
                if cup.holds(state, kind) > self.chits[kind].number:
                    yield Defect("SOT-3.0a", f"more {self.chits[kind].name} chits in hand than there are")


GAME = StormOverTaierzhuang
