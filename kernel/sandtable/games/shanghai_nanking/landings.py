"""SNC-8.3, 8.4: the Japanese Reinforcement Phase: replacements and landings."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING

from ...actions import Action, Delay, EndPhase, Pass, Place
from ...errors import IllegalAction
from ...state import AFLOAT, State
from ...steps import Args, Business, Step
from ...supply import trace
from ...wording import counted
from .arrivals import box, hold_back
from .combat import LANDING, Battle, landing_strength, pending
from .combat_steps import AFTERMATH, begin, check_support
from .orders import Land, Replace
from .victory import enter, sudden_death
from .words import CHINESE, JAPANESE, REINFORCEMENT, SIXTEENTH_DIVISION, TENTH_ARMY
from .zones import closed_to

if TYPE_CHECKING:
    from .game import ShanghaiNanking


class BeginReinforcement(Business["ShanghaiNanking"]):
    """SNC-5.1b, 8.3b: replacements come first, then the landings."""

    name, case = "japanese_reinforcement", "SNC-5.1b"

    def run(self, game: ShanghaiNanking, state: State, args: Args) -> None:
        state.side, state.phase = JAPANESE, REINFORCEMENT
        state.vars["landed"] = ()
        state.agenda.append(("land",))
        if state.turn >= game.replacements_from:
            state.agenda.append(("replace", game.replacement_steps))


def supplied(game: ShanghaiNanking, state: State, sites: tuple[int, ...], places: set[int]) -> set[int]:
    """SNC-8.3d, 8.3e, R-29: those places from which a line of communication reaches one of the sites.

    The line is free of Chinese units and zones, but for the hex in which it begins.
    """
    board = game.board
    held = [s for s in sites if state.control[s] == JAPANESE]
    joined = trace(board.neighbours, board.degree, game.ways, held, closed_to(game, state, JAPANESE))
    return {
        place
        for place in places
        if joined[place] or place in held or any(joined[near] for near in game.touch[place])
    }


class Replacements(Step["ShanghaiNanking"]):
    """SNC-8.3: from turn 3, two reduced units in communication regain their step."""

    name, case, accepts = "replace", "SNC-8.3b", (Replace, Pass)
    declines = "Rebuild no more units"

    def prompt(self, game: ShanghaiNanking, state: State, args: Args) -> str:
        return f"Replacements: rebuild a reduced unit ({counted(args[1], 'step')} left), or pass."

    def side(self, game: ShanghaiNanking, state: State, args: Args) -> int:
        return JAPANESE

    def candidates(self, game: ShanghaiNanking, state: State) -> list[int]:
        """SNC-8.3d, 8.3g, R-31: reduced mobile units with a line to a landing hex of theirs."""
        where, steps = state.where, state.steps
        reduced = [u for u in game.mobile[JAPANESE] if where[u] >= 0 and steps[u] < game.units[u].steps]
        if not reduced:
            return []
        found = []
        for sites, naval in ((game.landing_sites, False), (game.snlf_sites, True)):
            units = [u for u in reduced if (game.units[u].kind == "naval") is naval]
            if units:
                joined = supplied(game, state, sites, {where[u] for u in units})
                found += [u for u in units if where[u] in joined]
        return found

    def idle(self, game: ShanghaiNanking, state: State, args: Args) -> bool:
        return args[1] == 0 or not self.candidates(game, state)

    def legal(self, game: ShanghaiNanking, state: State, args: Args) -> Iterator[Action]:
        yield Pass()
        for u in self.candidates(game, state):
            yield Replace(game.units.ids[u])

    def check(self, game: ShanghaiNanking, state: State, args: Args, action: Action) -> None:
        if not isinstance(action, Replace):
            return
        unit = game.units.by_id(action.unit)
        u = unit.index
        if unit.side != JAPANESE or unit.static:
            raise IllegalAction(
                "SNC-8.3b", f"{unit.name} is not a Japanese regiment, battalion or detachment"
            )
        if state.where[u] < 0:
            raise IllegalAction("SNC-8.3c", f"{unit.name} is not on the map")
        if state.steps[u] == unit.steps:
            raise IllegalAction("SNC-8.3b", f"{unit.name} is at full strength")
        if u not in self.candidates(game, state):
            naval = unit.kind == "naval"
            site = "a landing hex on the Yangtze" if naval else "a landing hex"
            text = f"no line of communication joins {unit.name} to {site}"
            raise IllegalAction("SNC-8.3g" if naval else "SNC-8.3d", text)

    def play(self, game: ShanghaiNanking, state: State, args: Args, action: Action) -> None:
        state.agenda.pop()
        if isinstance(action, Replace):
            unit = game.units.index_of(action.unit)
            state.steps[unit] += 1
            game.tell(state, "SNC-8.3b", "{units} is rebuilt", (unit,))
            state.agenda.append((self.name, args[1] - 1))


class Landings(Step["ShanghaiNanking"]):
    """SNC-8.4: arriving units land, hex by hex, or wait offshore."""

    name, case, accepts = "land", "SNC-8.4a", (Land, Place, Delay, EndPhase)

    def side(self, game: ShanghaiNanking, state: State, args: Args) -> int:
        return JAPANESE

    def prompt(self, game: ShanghaiNanking, state: State, args: Args) -> str:
        return f"Land Japanese reinforcements ({len(box(game, state, JAPANESE))} waiting), or end the phase."

    def idle(self, game: ShanghaiNanking, state: State, args: Args) -> bool:
        return not box(game, state, JAPANESE)

    @staticmethod
    def sites(game: ShanghaiNanking, state: State, unit: int) -> tuple[int, ...]:
        """SNC-8.4.1a, 8.4.2a, R-23, R-54: where a unit may land; two forces keep to one site each.

        A site that was fought for in this phase is closed: all who attack it do so together.
        """
        arrival = game.arrivals[unit]
        if arrival.mode != "landing":
            return ()
        chosen = state.vars["sites"].get(arrival.rule, -1) if arrival.rule in game.bound_rules else -1
        allowed = (chosen,) if chosen >= 0 else game.sites_by_rule.get(arrival.rule, arrival.spaces)
        return tuple(s for s in allowed if s not in state.vars["landed"])

    @staticmethod
    def places(game: ShanghaiNanking, state: State, unit: int) -> list[int]:
        """SNC-13.0o, R-46: hexes in which a unit is simply set down, if they are Japanese."""
        arrival = game.arrivals[unit]
        if arrival.mode != "place":
            return []
        return [s for s in arrival.spaces if state.control[s] == JAPANESE]

    def _groups(self, game: ShanghaiNanking, state: State) -> Iterator[tuple[tuple[int, ...], int]]:
        """Canonical landings: at each site all who may, each formation, alone or with one more, each unit."""
        waiting = box(game, state, JAPANESE)
        by_site: dict[int, list[int]] = {}
        for u in waiting:
            for s in self.sites(game, state, u):
                by_site.setdefault(s, []).append(u)
        for site, units in sorted(by_site.items()):
            formations: dict[str, list[int]] = {}
            for u in units:
                formations.setdefault(game.units[u].formation, []).append(u)
            groups = {tuple(units), *(tuple(g) for g in formations.values()), *((u,) for u in units)}
            groups |= set(self._with_one_more(game, units, formations))
            for group in sorted(groups, key=lambda g: (-len(g), g)):
                if self.strong_enough(game, state, group, site):
                    yield group, site

    @staticmethod
    def _with_one_more(
        game: ShanghaiNanking, units: list[int], formations: dict[str, list[int]]
    ) -> Iterator[tuple[int, ...]]:
        """SNC-6.2a: a hex holds a formation and one unit more; forces bound to a site land as a whole."""
        free = [u for u in units if game.arrivals[u].rule not in game.bound_rules]
        for formation, members in formations.items():
            for u in free:
                if game.units[u].formation != formation and members[0] in free:
                    yield tuple(sorted((*members, u)))

    @staticmethod
    def strong_enough(game: ShanghaiNanking, state: State, units: tuple[int, ...], site: int) -> bool:
        return not state.count[CHINESE][site] or landing_strength(game, state, units) > 0

    def legal(self, game: ShanghaiNanking, state: State, args: Args) -> Iterator[Action]:
        ids, names = game.board.ids, game.units.ids
        yield EndPhase()
        for units, site in self._groups(game, state):
            yield Land(tuple(names[u] for u in units), ids[site])
        for u in box(game, state, JAPANESE):
            yield Delay(names[u])
            for s in self.places(game, state, u):
                yield Place(names[u], ids[s])

    def sample(self, game: ShanghaiNanking, state: State, args: Args, rng: Random) -> Action:
        """A waiting unit comes ashore, often with its formation or with all who can; rarely it waits."""
        random, names, ids = rng.random, game.units.ids, game.board.ids
        coming = box(game, state, JAPANESE)
        unit = coming[int(random() * len(coming))]
        choice = random()
        if choice < 0.02:
            return EndPhase()
        places = self.places(game, state, unit)
        if places:
            return Place(names[unit], ids[places[int(random() * len(places))]])
        sites = self.sites(game, state, unit)
        if choice < 0.05 or not sites:
            return Delay(names[unit])
        site = sites[int(random() * len(sites))]
        formation = game.units[unit].formation
        group = tuple(
            u
            for u in coming
            if u == unit
            or (
                (choice > 0.7 or (choice > 0.15 and game.units[u].formation == formation))
                and site in self.sites(game, state, u)
            )
        )
        if not self.strong_enough(game, state, group, site):
            return Delay(names[unit])
        return Land(tuple([names[u] for u in group]), ids[site])

    def check(self, game: ShanghaiNanking, state: State, args: Args, action: Action) -> None:
        if isinstance(action, Land):
            self._check_land(game, state, action)
        elif isinstance(action, Place | Delay):
            unit = self._waiting(game, state, action.unit)
            if isinstance(action, Place) and game.board.index(action.space) not in self.places(
                game, state, unit
            ):
                text = f"{game.units[unit].name} cannot be set down in {action.space}"
                raise IllegalAction("SNC-13.0o" if game.arrivals[unit].mode == "place" else "SNC-8.4a", text)

    @staticmethod
    def _waiting(game: ShanghaiNanking, state: State, id: str) -> int:
        unit = game.units.by_id(id)
        if unit.index not in box(game, state, JAPANESE):
            case = "SNC-8.0c" if state.due[unit.index] > state.turn else "SNC-5.4a"
            raise IllegalAction(case, f"{unit.name} does not arrive in this phase")
        return unit.index

    def _check_land(self, game: ShanghaiNanking, state: State, action: Land) -> None:
        units = tuple(self._waiting(game, state, id) for id in action.units)
        site = game.board.index(action.site)
        label = game.board.label(site)
        if not units or len(set(units)) != len(units):
            raise IllegalAction("SNC-8.4c", "no unit is named, or one is named twice")
        if site not in game.landing_sites:
            raise IllegalAction("SNC-8.4c", f"{label} is not a landing site")
        if site in state.vars["landed"]:
            raise IllegalAction(
                "SNC-8.4d", f"{label} has been fought for in this phase; all who land there land together"
            )
        for u in units:
            if site not in self.sites(game, state, u):
                rule = game.arrivals[u].rule
                case = {TENTH_ARMY: "SNC-8.4.1a", SIXTEENTH_DIVISION: "SNC-8.4.2a"}.get(rule, "SNC-8.4a")
                raise IllegalAction(case, f"{game.units[u].name} may not land at {label}")
        if not self.strong_enough(game, state, units, site):
            raise IllegalAction("SNC-8.4e", "half of so little is nothing: the landing has no strength")
        if action.support and not state.count[CHINESE][site]:
            raise IllegalAction("SNC-8.4f", f"nobody holds {label}: there is no combat to support (R-22)")
        if action.support is not None:
            check_support(game, state, landing_battle(units, site, action.support), action.support)

    def play(self, game: ShanghaiNanking, state: State, args: Args, action: Action) -> None:
        if isinstance(action, Land):
            self._land(game, state, action)
        elif isinstance(action, Place):
            unit, space = game.units.index_of(action.unit), game.board.index(action.space)
            state.due[unit] = 0
            enter(game, state, unit, space)
            game.tell(state, "SNC-13.0o", "{units} arrives at {space}", (unit,), space)
            sudden_death(game, state)
        elif isinstance(action, Delay):
            hold_back(game, state, [game.units.index_of(action.unit)])
        else:
            hold_back(game, state, box(game, state, JAPANESE))
            state.agenda.pop()

    @staticmethod
    def _land(game: ShanghaiNanking, state: State, action: Land) -> None:
        """SNC-8.4c, 8.4d, R-22: offshore, then combat if anyone is there to fight."""
        units = tuple(game.units.index_of(id) for id in action.units)
        site = game.board.index(action.site)
        for u in units:
            state.due[u] = 0
            game.put(state, u, AFLOAT)
            rule = game.arrivals[u].rule
            if rule in game.bound_rules:
                state.vars["sites"] = {**state.vars["sites"], rule: site}
        battle = landing_battle(units, site, action.support)
        if state.count[CHINESE][site]:
            state.vars["landed"] = (*state.vars["landed"], site)
            begin(game, state, battle)
        else:
            state.vars["combat"] = tuple(battle._replace(support=()))
            state.agenda += AFTERMATH[LANDING]


def landing_battle(units: tuple[int, ...], site: int, support: tuple[str, ...] | None) -> Battle:
    return Battle(LANDING, site, units, support, (), False)


class EnterLanding(Business["ShanghaiNanking"]):
    """SNC-8.4h, 8.4j: the survivors of a landing go ashore."""

    name, case = "enter_landing", "SNC-8.4h"

    def run(self, game: ShanghaiNanking, state: State, args: Args) -> None:
        battle = pending(state)
        ashore = [u for u in battle.attackers if state.where[u] == AFLOAT]
        for u in ashore:
            enter(game, state, u, battle.target)
        if ashore:
            game.tell(state, "SNC-8.4h", "{units} [comes|come] ashore at {space}", ashore, battle.target)
            sudden_death(game, state)


STEPS = (BeginReinforcement(), Replacements(), Landings(), EnterLanding())
