"""The staffs of the Battle of Taierzhuang: a walled town, stormed and held by regiments nobody knows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ...actions import Action, Attack, CommitSupport, DeclareOrder, EndPhase, Pass, Place
from ...hexwar.fights import fight
from ...hexwar.turns import COMBAT_MOVE, MOVE_COMBAT
from ...players.doctrine_files import Doctrine, Key
from ...players.hexes import HexStaff
from ...players.hexes.assaults import Assault, next_assault
from ...players.hexes.front import Front, Pull
from ...players.survey import Field, Odds
from ...state import State
from ...steps import Args
from .attacks import STEPS, AttackPhase
from .combat import MOMENTUM, PLAIN, Battle, engage, pending
from .generals import Headquarters
from .orders import BreakOut, CallOff, FlankAttack
from .regiments import UNDRAWN, face_of, is_known, set_face, unseen
from .supply import supplied
from .support import KINDS, available
from .words import ARMOUR, CHINESE, HQ, INFANTRY, JAPANESE

if TYPE_CHECKING:
    from .game import Taierzhuang

ATTACK, MOMENTUM_STEP = STEPS

NORTHERN_ROWS = 6
"""Rows of hexes from the north edge in which a ring around the besiegers would stand."""

COLUMN = 0.45
"""By how much one column changes what a strength is worth."""


class TownStaff(HexStaff):
    """BOT: both sides' staffs; what only one of them decides simply never comes up for the other."""

    game: Taierzhuang
    keys: ClassVar[Mapping[str, Key]] = {
        "combat_first": Key(2.0, 0, 99, "steps that attacks promise now, from which on they come first"),
        "support_price": Key(0.1, 0, 5, "steps that a support marker must add to be spent"),
        "headquarters": Key(6.0, 0, 99, "what an enemy headquarters is worth, in steps"),
        "flank": Key(0.6, 0.01, 20, "how readily empty hexes are entered by flank attacks"),
        "first_entry": Key(
            5.0, 0, 99, "what the first step into the town centre is worth on the last turn for it"
        ),
    }

    def __init__(self, game: Any, side: int, doctrine: Doctrine, seed: int = 0) -> None:
        super().__init__(game, side, doctrine, seed)
        self.means: dict[str, tuple[float, float]] = {}
        self.known: dict[int, tuple[float, float]] = {}
        self.generals = Headquarters(self)

    # -- looking ------------------------------------------------------------------------------------

    def believe(self, state: State) -> State:
        """BOT-3.3k, 6.3a: what lies beneath is dealt evenly; unseen faces go to the counters in order.

        Nothing is planned on such a face: strengths are means, and odds go over all that may lie there.
        """
        seen = super().believe(state)
        game = self.game
        for army, places in game.regiments.armies.items():
            faces = sorted(unseen(game, state, army))
            attack = sum(game.regiments.faces[f].strength[1] for f in faces)
            defence = sum(game.regiments.faces[f].defence[1] for f in faces)
            self.means[army] = attack / max(len(faces), 1), defence / max(len(faces), 1)
            for place in places:
                counter = game.regiments.counters[place]
                if is_known(state, counter):
                    face = face_of(game, state, counter)
                    self.known[counter] = float(face.strength[1]), float(face.defence[1])
                else:
                    self.known.pop(counter, None)
                    if state.vars["faces"][place] != UNDRAWN:
                        set_face(game, seen, counter, faces.pop(0))
        return seen

    def strength(self, unit: int, steps: int) -> float:
        return self._factors(unit, steps, 0)

    def defence(self, unit: int, steps: int) -> float:
        return self._factors(unit, steps, 1)

    def _factors(self, unit: int, steps: int, which: int) -> float:
        counter = self.game.units[unit]
        if unit not in self.game.regiments.place:
            return float((counter.strength, counter.defence)[which][steps])
        if steps == 0:
            return 0.0
        mean = self.means.get(counter.formation, (3.0, 3.0))
        return self.known.get(unit, mean)[which]

    # -- ground -------------------------------------------------------------------------------------

    def prices(self) -> bytes:
        """BOT-8.3, 8.4: the way of the infantry."""
        return self.game.movers[self.me, False, False].cost

    def cover(self, space: int) -> float:
        return 1 - COLUMN * self.game.ground.effect(space).shift

    def toughness(self, seen: State, space: int) -> float:
        return self.cover(space)

    def share(self, near: int, target: int) -> float:
        """BOT-9.6a: nobody strikes across the canal where his units cannot."""
        wet = self.me == JAPANESE and self.game.ground.wet(near, target)
        return 0.0 if wet else 1.0

    def enemy_power(self, seen: State, space: int, defence: float) -> float:
        return sum(self.strength(u, seen.steps[u]) for u in seen.units_at(space))

    def movable(self, state: State) -> list[int]:
        """Headquarters wait until the others have marched."""
        return [u for u in super().movable(state) if self.game.units[u].kind != HQ]

    def _next_march(self, plan: Any, state: State) -> Action:
        action = super()._next_march(plan, state)
        if not isinstance(action, EndPhase):
            return action
        order = self.generals.march(state)
        if order is None:
            return action
        # The plan stays, so that the phase is asked about once more.
        self._marches = plan
        for u in (self.game.units.index_of(id) for id in order.units):
            plan.where[u] = self.game.board.index(order.path[-1])
        return order

    # -- judging ------------------------------------------------------------------------------------

    def signs(self, seen: State) -> dict[str, float]:
        """BOT-4: the centre, the way to the railway, the headquarters, and the ring around them."""
        rails = self._to_railway
        battalions = [
            seen.where[u]
            for u in self.game.own[JAPANESE]
            if seen.where[u] >= 0 and self.game.units[u].kind != HQ
        ]
        return {
            "centre_entered": float(seen.vars["centre"]),
            "way_to_railway": max((2.0 ** (-float(rails[place]) / 6) for place in battalions), default=0.0),
            "ring": self._ring(seen),
            **self._headquarters(seen),
        }

    @cached_property
    def _to_railway(self) -> Field:
        """From every hex, the points of Japanese infantry to the Long-Hai."""
        prices = self.game.movers[JAPANESE, False, False].cost
        fields = [self.survey.distance(prices, space) for space in self.game.ground.longhai]
        found: Field = np.min(fields, axis=0)
        return found

    @cached_property
    def _northern_columns(self) -> list[list[int]]:
        """Columns of hexes between the north edge and the town."""
        columns: dict[str, list[int]] = {}
        for space, id in enumerate(self.game.board.ids):
            if int(id[2:]) <= NORTHERN_ROWS:
                columns.setdefault(id[:2], []).append(space)
        return list(columns.values())

    def _ring(self, seen: State) -> float:
        """BOT-5.3: the part of the columns in the north that Chinese units or their zones stand across."""
        chinese, japanese, zone = seen.count[CHINESE], seen.count[JAPANESE], seen.zone[CHINESE]
        columns = self._northern_columns
        closed = sum(any(chinese[s] or (zone[s] and not japanese[s]) for s in c) for c in columns)
        return closed / len(columns)

    def _headquarters(self, seen: State) -> dict[str, float]:
        """BOT-4.2a, 4.2d: how many have a path, and the greatest threat to one of them."""
        game, joined = self.game, supplied(self.game, seen)
        places = [seen.where[hq] for hq in game.hqs.values() if seen.where[hq] >= 0]
        threat = 0.0
        for place in places:
            around = [u for near in game.board.adjacent(place) for u in seen.units_at(near)]
            foes = sum(self.strength(u, seen.steps[u]) for u in around if game.side_of[u] == CHINESE)
            guard = sum(self.defence(u, seen.steps[u]) for u in seen.units_at(place))
            threat = max(threat, foes / (foes + guard + 0.5))
        fed = sum(bool(joined[place]) for place in places)
        return {"supplied": float(fed), "headquarters_threat": threat}

    # -- worth --------------------------------------------------------------------------------------

    def worth_of(self, seen: State, space: int) -> float:
        """The pull of the objectives; an enemy headquarters is the battle (BOT-4.2a)."""
        worth = float(self.pull(seen)[space])
        for u in seen.units_at(space):
            if self.game.units[u].kind == HQ and self.game.side_of[u] == self.foe:
                worth += self.doctrine["game.headquarters"] / self._per_step
        if self.me == JAPANESE and space in self.game.ground.centre and not seen.vars["centre"]:
            late = min(seen.turn / self.game.centre_turn, 1.0)
            worth += self.doctrine["game.first_entry"] * late / self._per_step
        return worth

    @property
    def _per_step(self) -> float:
        """What turns steps into worth of ground, which is weighed again."""
        return max(self.doctrine["attack.ground"], 0.01)

    def odds_of(self, seen: State, battle: Battle) -> Odds:
        """The exact odds, over everything that this side cannot know."""
        return self.survey.odds(seen, engage(self.game, seen, battle, self.me))

    def outlook(self, seen: State, battle: Battle) -> float:
        return self.odds_gain(self.odds_of(seen, battle), self.worth_of(seen, battle.target))

    def gain(self, seen: State, units: tuple[int, ...], target: int) -> float | None:
        """What an attack promises with all support there is; None below the doctrine's minimum."""
        game = self.game
        if not ATTACK.worth(game, seen, units, target):
            return None
        attack = sum(self.strength(u, seen.steps[u]) for u in units)
        defence = sum(self.defence(u, seen.steps[u]) for u in seen.units_at(target))
        if attack < self.doctrine["attack.minimum_odds"] * defence:
            return None
        kind = MOMENTUM if seen.agenda[-1][0] == "momentum" else PLAIN
        battle = Battle(kind, target, units, self._support(seen, units, target, kind))
        return self.outlook(seen, battle)

    def _support(self, seen: State, units: tuple[int, ...], target: int, kind: str) -> tuple[str, ...]:
        if self.me == CHINESE:
            return ()
        ready = available(self.game, seen, units, target, kind == MOMENTUM)
        return tuple(k for k in KINDS for _ in range(ready[k]))

    # -- plans and attacks --------------------------------------------------------------------------

    def on_declare(self, seen: State, args: Args) -> Action:
        """BOT-5.5: fight first where much can be won from where the units stand."""
        first = self.prospects(seen) >= self.doctrine["game.combat_first"]
        return DeclareOrder(COMBAT_MOVE if first else MOVE_COMBAT)

    def on_attack(self, seen: State, args: Args) -> Action:
        """BOT-9.0, 9.11: the best attack or flank attack, while one is good enough."""
        best = next_assault(self, seen)
        found = [] if best is None else [self._attack(best)]
        return self._strike(seen, ATTACK, found, EndPhase())

    def on_momentum(self, seen: State, args: Args) -> Action:
        """BOT-9.10: the same by those who have just advanced."""
        found = [a for a in MOMENTUM_STEP.legal(self.game, seen, args) if isinstance(a, Attack)]
        return self._strike(seen, MOMENTUM_STEP, found, Pass())

    def _attack(self, assault: Assault) -> Attack:
        ids, board = self.game.units.ids, self.game.board
        return Attack(tuple(ids[u] for u in assault.units), board.ids[assault.target])

    def _strike(self, seen: State, step: AttackPhase, attacks: Iterable[Attack], stop: Action) -> Action:
        best: tuple[float, Action] = (0.0, stop)
        for attack in attacks:
            units = tuple(self.game.units.index_of(id) for id in attack.units)
            gain = self.gain(seen, units, self.game.board.index(attack.target))
            if gain is not None and gain > best[0]:
                best = gain, attack
        for flank in step.flanks(self.game, seen, self.me):
            gain = self._flank(seen, flank)
            if gain > best[0]:
                best = gain, flank
        return best[1]

    def _flank(self, seen: State, action: FlankAttack) -> float:
        """What it is worth to slip into an empty hex: the ground, less the danger there."""
        game = self.game
        units = [game.units.index_of(id) for id in action.units]
        if any(self.generals.needed(seen, u) for u in units):
            return 0.0
        target = game.board.index(action.target)
        pull, front = self.pull(seen), Front(self, seen)
        power = sum(self.defence(u, seen.steps[u]) for u in units)
        risk = front.threat[target] * self.shelter[target] / (power + 0.1)
        drawn = float(pull[target]) - max(float(pull[seen.where[u]]) for u in units)
        if target in game.ground.centre and not seen.vars["centre"]:
            drawn += self.doctrine["game.first_entry"] / self.doctrine["game.flank"]
        danger = self.doctrine["move.danger"] * min(max(float(risk) - 1, 0), 3)
        return self.doctrine["game.flank"] * drawn - danger

    def on_commit_support(self, seen: State, args: Args) -> Action:
        """BOT-9.3: as many markers as still add more than their price; artillery before aircraft."""
        battle, price = pending(seen), self.doctrine["game.support_price"]
        ready = self._support(seen, battle.attackers, battle.target, battle.kind)
        kinds = tuple(reversed(ready))
        best: tuple[str, ...] = ()
        most = self.outlook(seen, battle._replace(support=()))
        for count in range(1, len(kinds) + 1):
            value = self.outlook(seen, battle._replace(support=kinds[:count])) - price * count
            if value > most + 1e-9:
                best, most = kinds[:count], value
        return CommitSupport(best)

    def on_call_off(self, seen: State, args: Args) -> Action:
        """BOT-6.3c: armour that sees more than it expected turns back."""
        return CallOff(self.outlook(seen, pending(seen)) < self.doctrine["attack.least_gain"] - 0.5)

    def on_break_out(self, seen: State, args: Args) -> Action:
        """BOT-5.6: two columns are worth more than guns that have no supply."""
        return BreakOut(True)

    # -- after a combat -----------------------------------------------------------------------------

    def on_absorb_loss(self, seen: State, args: Args) -> Action:
        """BOT-9.8e: battalions before armour, and a headquarters last of all."""
        game = self.game
        spare = self.doctrine["losses.spare_strength"]

        def price(action: Any) -> tuple[float, str]:
            unit = game.units.index_of(action.unit)
            left = seen.steps[unit]
            lost = self.strength(unit, left) - self.strength(unit, left - 1)
            rank = {HQ: 99.0, INFANTRY: 0.0}.get(game.units[unit].kind, 3.0)
            guard = 1.0 if self.generals.needed(seen, unit) and left == 1 else 0.0
            return spare * lost + rank + guard + (0.8 if left == 1 else 0.0), action.unit

        return min(game.legal(seen), key=price)

    def on_advance(self, seen: State, args: Args) -> Action:
        """BOT-9.9: nobody leaves a headquarters alone."""
        action = super().on_advance(seen, args)
        units = [self.game.units.index_of(id) for id in getattr(action, "units", ())]
        if not any(self.generals.needed(seen, u) for u in units):
            return action
        free = [u for u in units if not self.generals.needed(seen, u)]
        infantry = [
            u for u in fight(seen).attackers
            if self.game.units[u].kind == INFANTRY and not self.generals.needed(seen, u)
        ]  # fmt: skip
        chosen = [*infantry[:1], *(u for u in free if self.game.units[u].kind in ARMOUR)]
        wanted = [self.game.units.ids[u] for u in chosen]
        for found in self.game.legal(seen):
            if sorted(getattr(found, "units", ())) == sorted(wanted):
                return found
        return next(iter(self.game.legal(seen)))

    # -- placing ------------------------------------------------------------------------------------

    def on_set_up(self, seen: State, args: Args) -> Action:
        """BOT-3.2, 3.3: posts of the lines first, then as near to the objectives as there is room."""
        return self._place(seen)

    def on_arrive(self, seen: State, args: Args) -> Action:
        """BOT-5.2, 5.4: the hex from which the post that wants somebody most is nearest."""
        return self._place(seen)

    def _place(self, seen: State) -> Action:
        game = self.game
        front = Front(self, seen)
        pull = Pull(self, front, seen.control).total
        posts = [
            (goal.value, space)
            for goal in (*front.lines, *front.goals)
            for space in goal.spaces
            if front.own[space] < goal.want and not front.enemy[space]
        ]

        def score(action: Action) -> float:
            assert isinstance(action, Place)
            unit, space = game.units.index_of(action.unit), game.board.index(action.space)
            kind = game.units[unit].kind
            mates = [game.units[u].kind for u in seen.units_at(space)]
            value = float(pull[space])
            if kind == INFANTRY:
                near = [v * 2.0 ** (-float(self.distance(p)[space]) / 6) for v, p in posts]
                return value + max(near, default=0.0) + 10
            together = 5.0 if INFANTRY in mates else -5.0
            if kind == HQ:
                return together - 0.5 * float(front.threat[space]) + 0.3 * value
            return together + value

        return max(game.legal(seen), key=score)


STAFF = TownStaff
