"""The staffs of the Shanghai–Nanking campaign: plans, support, landings and arrivals by doctrine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any, ClassVar

from ...actions import Action, CommitSupport, Delay, EndPhase, Move, Pass, Place, Retreat
from ...hexwar.marks import MOVED
from ...movement import Reach
from ...players.doctrine_files import Doctrine, Key
from ...players.hexes import HexStaff
from ...players.hexes.front import Front, Pull
from ...state import State
from ...steps import Args
from .arrivals import Arrive, box
from .attacks import attack_battle
from .beachheads import ExploitStep
from .combat import LANDING, Battle, available_support, engage, pending, terrain_shifts
from .landings import Landings, landing_battle
from .operations import mover, reach
from .orders import DeclarePlan, Exploit, FlyAir, Interdict, Land, RailEntry, Replace
from .overruns import best_overrun
from .words import CHINESE, FIRST, HALF, JAPANESE, MOVE, NAVAL, RETURNED

if TYPE_CHECKING:
    from .game import ShanghaiNanking

COLUMN = 0.33
"""By how much one column changes what a strength is worth, near three to one."""


class CampaignStaff(HexStaff):
    """SNC: both sides' staffs; what only one of them decides simply never comes up for the other."""

    game: ShanghaiNanking
    scale = HALF
    keys: ClassVar[Mapping[str, Key]] = {
        "second_attack": Key(0.5, 0, 1, "what is left of the promise of attacks when they are made again"),
        "tempo": Key(0.02, 0, 1, "steps that a factor one point of pull nearer to an objective is worth"),
        "support_price": Key(0.15, 0, 5, "steps that a fire support marker must add to be spent"),
        "overrun": Key(0.6, 0, 1.01, "chance to clear a hex from which on moving units overrun it"),
        "fly": Key(1, 0, 1, "1: the Chinese air force flies whenever it can; 0: never"),
    }

    def __init__(self, game: Any, side: int, doctrine: Doctrine, seed: int = 0) -> None:
        super().__init__(game, side, doctrine, seed)
        self._eager = 1.0
        self._struck: set[str] = set()

    # -- ground -------------------------------------------------------------------------------------

    def reach(self, state: State, units: Sequence[int]) -> Reach:
        """SNC-9.0: with all points, or with those that an overrun has left."""
        group, left, may = mover(state)
        on_the_way = units[0] in group and state.marks[units[0]] & MOVED
        points = (left if may else 0) if on_the_way else self.game.points
        return reach(self.game, state, self.me, state.where[units[0]], points)

    def company(self, unit: int) -> str:
        """SNC-6.2: regiments of a division march together, Chinese divisions as they stand."""
        return self.game.units[unit].formation

    def cover(self, space: int) -> float:
        shifts = -sum(m.value for m in terrain_shifts(self.game, space, self.me))
        return 1 + COLUMN * shifts

    def toughness(self, seen: State, space: int) -> float:
        shifts = -sum(m.value for m in terrain_shifts(self.game, space, self.foe))
        return 1 + COLUMN * shifts

    def share(self, near: int, target: int) -> float:
        return self.game.across.get((near, target), self.game.whole) / self.game.whole

    @property
    def eagerness(self) -> float:  # type: ignore[override]
        return self._eager

    def on_move(self, seen: State, args: Args) -> Action:
        follows = seen.phase == FIRST and seen.vars["plan"] != MOVE * 2
        self._eager = 1.0 if follows else 0.4
        if self.me == JAPANESE:
            strike = best_overrun(self, seen)
            if strike is not None:
                self._struck.update(strike.units)
                return strike
            group, left, may = mover(seen)
            if may and left > 0 and self._struck.issuperset(self.game.units[u].id for u in group):
                self._struck.clear()
                march = self.plan(seen).march(seen, group)
                if march is not None:
                    return march
        return super().on_move(seen, args)

    def prepared(self, state: State) -> Action | None:
        """A march that ended beside the enemy may go on as an overrun: that is to be looked at first."""
        group, left, _ = mover(state)
        if self.me == JAPANESE and group and left >= self.game.overrun_points:
            near = self.game.touch[state.where[group[0]]]
            return None if any(state.count[CHINESE][n] for n in near) else super().prepared(state)
        return super().prepared(state)


    # -- plans and attacks --------------------------------------------------------------------------

    def on_declare_plan(self, seen: State, args: Args) -> Action:
        """SNC-5.3: what attacks promise now, what they would after a march, and ground to be gained."""
        now = self.prospects(seen)
        after = self.rehearse(seen)
        then = self.prospects(after) if after.result is None else 0.0
        ground = self.doctrine["game.tempo"] * self.tempo(seen, after)
        worth = {
            "AA": now * (1 + self.doctrine["game.second_attack"]),
            "AM": now + ground,
            "MA": then + ground + 0.1,
            "MM": 2 * ground,
        }
        return DeclarePlan(max(worth, key=lambda plan: worth[plan]))

    def combat(self, seen: State, units: tuple[int, ...], target: int) -> Any:
        """SNC-11: an attack with every kind of marker that is ready, against guns that will answer."""
        battle = attack_battle(units, target, None)
        battle = battle._replace(support=available_support(self.game, seen, battle))
        return engage(self.game, seen, self.game.answered(seen, battle))

    def _worth(self, seen: State, battle: Battle) -> float:
        engagement = engage(self.game, seen, self.game.answered(seen, battle))
        return self.promise(seen, engagement, battle.attackers, battle.target)

    def on_commit_support(self, seen: State, args: Args) -> Action:
        """SNC-11.1: markers that add more than their price."""
        battle = pending(seen)
        able = available_support(self.game, seen, battle)
        price = self.doctrine["game.support_price"]
        choices = [kinds for size in range(len(able) + 1) for kinds in combinations(able, size)]
        best = max(
            choices,
            key=lambda kinds: self._worth(seen, battle._replace(support=kinds)) - price * len(kinds),
        )
        return CommitSupport(best)

    def on_defend(self, seen: State, args: Args) -> Action:
        return CommitSupport((NAVAL,))

    def on_answer_air(self, seen: State, args: Args) -> Action:
        return FlyAir(self.doctrine["game.fly"] > 0.5)

    def on_fly_cover(self, seen: State, args: Args) -> Action:
        return FlyAir(self.doctrine["game.fly"] > 0.5)

    # -- Chinese arrivals ---------------------------------------------------------------------------

    def on_choose_interdicted(self, seen: State, args: Args) -> Action:
        """SNC-11.2: the same factors in as few steps as possible."""
        game, steps = self.game, seen.steps

        def density(action: Action) -> float:
            assert isinstance(action, Interdict)
            unit = game.units.index_of(action.unit)
            return game.strengths[unit][steps[unit]] / steps[unit]

        return self.best(seen, density)

    def on_arrive(self, seen: State, args: Args) -> Action:
        """SNC-8.2: units that have been placed march on; the others are placed nearest to where they go."""
        game, step = self.game, Arrive
        front = Front(self, seen)
        wants = self._wants(seen, front)
        for u in seen.vars["arrived"]:
            march = self._onward(seen, u, front, wants)
            if march is not None:
                return march
        waiting = box(game, seen, CHINESE)
        if not waiting:
            return EndPhase()
        unit = max(waiting, key=lambda u: (game.strengths[u][seen.steps[u]], -u))
        post = self._post_of(unit, seen, wants)
        places: list[tuple[float, Action]] = []
        name, ids = game.units.ids[unit], game.board.ids
        far = self.distance(post)
        for s in step.listed(game, seen, unit):
            places.append((float(far[s]), Place(name, ids[s])))
        if not seen.marks[unit] & RETURNED:
            for s in step.rail_hexes(game, seen):
                if game.fits(seen, CHINESE, s, [*seen.units_at(s), unit]):
                    places.append((float(far[s]) + 2.0, RailEntry(name, ids[s])))
        if not places:
            return Delay(name)
        return min(places, key=lambda p: (p[0], str(p[1])))[1]

    def _wants(self, seen: State, front: Front) -> list[tuple[float, int, float]]:
        """Posts that still lack strength: value, space, strength."""
        found = []
        for goal in (*front.lines, *front.goals):
            for space in goal.spaces:
                lacking = goal.want - front.own[space]
                if lacking > 0 and not front.enemy[space]:
                    found.append((goal.value, space, lacking))
        return sorted(found, key=lambda w: (-w[0], w[1]))

    def _post_of(self, unit: int, seen: State, wants: list[tuple[float, int, float]]) -> int:
        """The most valuable post that the units before this one leave open."""
        rank = 0
        for u in seen.vars["arrived"]:
            rank += int(self.strength(u, seen.steps[u]))
        for _, space, lacking in wants:
            rank -= int(lacking)
            if rank < 0:
                return space
        return wants[0][1] if wants else self.game.return_hex

    def _onward(
        self, seen: State, unit: int, front: Front, wants: list[tuple[float, int, float]]
    ) -> Action | None:
        game, step = self.game, Arrive
        post = self._post_of(unit, seen, wants)
        far = self.distance(post)
        found = step.reach(game, seen, unit, game.points)
        here = seen.where[unit]
        crowded = not game.fits(seen, CHINESE, here, seen.units_at(here))
        ranked = sorted(found, key=lambda s: (float(far[s]), s))
        for space in ranked[:40]:
            if not crowded and far[space] >= far[here]:
                return None
            if game.fits(seen, CHINESE, space, [*seen.units_at(space), unit]):
                path = tuple(game.board.ids[s] for s in found.path(space))
                return Move((game.units.ids[unit],), path)
        return None

    # -- Japanese arrivals --------------------------------------------------------------------------

    def on_replace(self, seen: State, args: Args) -> Action:
        """SNC-8.3: the unit that gains most."""
        game = self.game

        def gain(action: Action) -> float:
            if isinstance(action, Pass):
                return 0.0
            assert isinstance(action, Replace)
            unit = game.units.index_of(action.unit)
            left = seen.steps[unit]
            return game.strengths[unit][left + 1] - game.strengths[unit][left]

        return self.best(seen, gain)

    def on_land(self, seen: State, args: Args) -> Action:
        """SNC-8.4: formation by formation to the beach that promises most; bound forces as a whole."""
        game, step = self.game, Landings
        names, ids = game.units.ids, game.board.ids
        waiting = box(game, seen, JAPANESE)
        for u in waiting:
            for s in step.places(game, seen, u):
                if game.fits(seen, JAPANESE, s, [*seen.units_at(s), u]):
                    return Place(names[u], ids[s])
        pull = Pull(self, Front(self, seen), seen.control).total
        best: tuple[float, Action] | None = None
        for group in self._forces(waiting):
            for site in step.sites(game, seen, group[0]):
                score = self._beach(seen, group, site, float(pull[site]))
                if score is not None and (best is None or score > best[0]):
                    best = score, Land(tuple(names[u] for u in group), ids[site])
        return EndPhase() if best is None else best[1]

    def _forces(self, waiting: list[int]) -> list[tuple[int, ...]]:
        """Those bound to one site together, the others by formation."""
        groups: dict[str, list[int]] = {}
        for u in waiting:
            arrival = self.game.arrivals[u]
            if arrival.mode == "landing":
                bound = arrival.rule in self.game.bound_rules
                groups.setdefault(arrival.rule if bound else self.game.units[u].formation, []).append(u)
        return [tuple(units) for units in groups.values()]

    def _beach(self, seen: State, group: tuple[int, ...], site: int, drawn: float) -> float | None:
        game = self.game
        bound = game.arrivals[group[0]].rule in game.bound_rules
        there = [u for u in seen.units_at(site) if game.side_of[u] == JAPANESE]
        if not bound and not game.fits(seen, JAPANESE, site, [*there, *group]):
            return None
        if not Landings.strong_enough(game, seen, group, site):
            return None
        if not seen.count[CHINESE][site]:
            return drawn + 1.0
        battle = landing_battle(group, site, None)
        support = available_support(game, seen, battle)
        return drawn + self._worth(seen, battle._replace(support=support, kind=LANDING))

    def on_exploit(self, seen: State, args: Args) -> Action:
        """SNC-8.4.1: formations push inland until those on the beach may stay there together."""
        game, step = self.game, ExploitStep
        able = step.able(game, seen)
        front = Front(self, seen)
        pull = Pull(self, front, seen.control).total
        beach = pending(seen).target
        crowded = not game.fits(seen, JAPANESE, beach, seen.units_at(beach))
        groups: dict[str, list[int]] = {}
        for u in able:
            groups.setdefault(game.units[u].formation, []).append(u)
        best: tuple[float, Action] = (0.0 if not crowded else -99.0, Pass())
        for group in groups.values():
            for space in step.hexes(game, seen, args):
                there = [u for u in seen.units_at(space) if game.side_of[u] == JAPANESE]
                if game.fits(seen, JAPANESE, space, [*there, *group]):
                    score = float(pull[space] - pull[beach]) + 0.1 * len(group)
                    if score > best[0]:
                        names = tuple(game.units.ids[u] for u in group)
                        best = score, Exploit(names, game.board.ids[space])
        return best[1]

    def on_choose_retreat(self, seen: State, args: Args) -> Action:
        """SNC-8.4i: away from the enemy, towards the posts that want somebody."""
        front = Front(self, seen)
        pull = Pull(self, front, seen.control).total

        def safety(action: Action) -> float:
            assert isinstance(action, Retreat)
            space = self.game.board.index(action.space)
            return float(pull[space]) - 0.3 * float(front.threat[space])

        return self.best(seen, safety)


STAFF = CampaignStaff
