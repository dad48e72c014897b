"""The staffs of Storm Over Taierzhuang: what an impulse is best used for, and how damage is borne.

Moves are weighed by how much they fill what is wanted, attacks by their exact promise.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from ...actions import Action, Move, Pass, PlayChit
from ...marches import way_to
from ...state import State
from ...steps import Args
from .absorbing import absorb
from .appraisal import Picture, Promise, promise, starving
from .combat import Battle, damage_of, engage, pending
from .fire import firers, fires
from .forces import able, ids_of
from .hands import action_chits
from .impulses import places
from .moves import allowance, reach
from .orders import Fire, Rally
from .quartermaster import Quartermaster
from .tactics import plays
from .words import BOMBARD, CHINESE, HEROES, JAPANESE, RALLY, READY, RUSH, SPENT, STAND, WAVE

NOTHING = 1e-9
STARVING = 6.0
"""What it costs to leave a Japanese unit without supply."""
POOR_ROLL, GOOD_ROLL, GREAT_HARM = 5, 8, 6
"""Dice of one's own that are rolled again, and those of an enemy who does so much damage."""
CROWD = 6
"""More units than this in an area of the town do not make it any safer."""
FEW = 3
"""Chinese units in the town that single Japanese units can drive out again."""


class StormStaff(Quartermaster):
    """SOT: both sides' staffs; what only one of them decides simply never comes up for the other."""

    # -- judging ------------------------------------------------------------------------------------

    def signs(self, seen: State) -> dict[str, float]:
        """SOT-10.0: who is in the town, who can still act, chits in hand, and Japanese without supply."""
        game, count = self.game, seen.count
        found = {"without_supply": starving(game, count[JAPANESE]) / 20}
        for side, name in enumerate(game.sides):
            ready = sum(seen.where[u] >= 0 and seen.steps[u] == READY for u in game.own[side])
            found[f"ready_{name}"] = ready / len(game.own[side])
            found[f"chits_{name}"] = game.cups[side].size(seen) / 5
            for space in game.ground.town:
                found[f"{game.board.ids[space]}_{name}"] = min(count[side][space], CROWD) / CROWD
        found["in_town"] = float(any(count[CHINESE][space] for space in game.ground.town))
        return found

    # -- impulses -----------------------------------------------------------------------------------

    def on_impulse(self, seen: State, args: Args) -> Action:
        """SOT-4.0i: the best action, or a pass where nothing is worth the units it would spend."""
        picture = Picture(self.game, seen)
        best: tuple[float, Action] = (self.doctrine["move.stay"], Pass())
        worth, wanted = self.wants(seen, picture)
        for gain, action in self._ideas(seen, picture, worth, wanted):
            if gain > best[0]:
                best = gain, action
        return best[1]

    def _ideas(
        self, seen: State, picture: Picture, worth: Sequence[float], wanted: Sequence[float]
    ) -> Iterator[tuple[float, Action]]:
        game = self.game
        drawn = self.draw(seen, worth, wanted)
        for place in places(game, seen, self.me):
            units = able(game, seen, self.me, place)
            for fire in chain(
                fires(game, seen, self.me, units, place, stand=True), self._just_enough(seen, units)
            ):
                yield self.fire_gain(seen, picture, fire, worth), fire
            yield from self._moves(seen, picture, units, place, worth, wanted, drawn)
        for chit in action_chits(game, seen, self.me):
            yield from self._plays(seen, picture, chit, worth, wanted)

    def _just_enough(self, seen: State, units: Sequence[int]) -> Iterator[Fire]:
        """On the last turn every unit counts: small groups against those in the town."""
        game = self.game
        if not self.last(seen):
            return
        place = seen.where[units[0]]
        for target in game.ground.town:
            if seen.count[self.foe][target] and (target == place or target in game.ground.fire[place]):
                able_to = firers(game, units, place, target)
                for number in (2, 3, 4):
                    if number < len(able_to):
                        yield Fire(ids_of(game, able_to[:number]), game.board.ids[target])
                        yield Fire(ids_of(game, able_to[-number:]), game.board.ids[target])

    # -- attacks ------------------------------------------------------------------------------------

    def fire_gain(self, seen: State, picture: Picture, fire: Fire, worth: Sequence[float]) -> float:
        """What a fire promises, less the readiness and the chits it costs."""
        game = self.game
        units = tuple(game.units.number[id] for id in fire.units)
        target, place, words = game.board.number[fire.target], seen.where[units[0]], fire.support or ()
        battle = Battle(self.me, target, units, place, "", words, 0)
        gain = self.promised(seen, picture, battle, promise(game, seen, battle), worth)
        gain -= 0.5 * sum(word != WAVE for word in words)
        stays = any(word != WAVE and game.chits[word].use == STAND for word in words)
        return gain - (0.0 if stays else self.exposure(seen, picture, place, len(units)))

    def exposure(self, seen: State, picture: Picture, place: int, number: int) -> float:
        """What it costs to have units Spent there: enemies that can still act near by."""
        threat = picture.near(self.game, self.foe, place)
        cost = self.doctrine["game.alert"] * number * min(1.0, threat / 6) + 0.01 * number
        if self.last(seen) and min(self.steps[place][s] for s in self.game.ground.town) <= 1:
            crowd = sum(seen.count[CHINESE][s] for s in self.game.ground.town)
            cost += self.doctrine["game.reserve"] * number * (1.0 if crowd <= FEW else 0.1)
        return cost

    def promised(
        self, seen: State, picture: Picture, battle: Battle, odds: Promise, worth: Sequence[float]
    ) -> float:
        """An attack in the doctrine's weights."""
        weights, target = self.doctrine, battle.target
        aside = weights["game.aside"] * (0.4 if self.last(seen) else 1.0)
        matters = aside + 0.08 * worth[target] + (0.6 if seen.count[self.me][target] else 0.0)
        harm = weights["game.flip"] * odds.flips + weights["game.push"] * odds.pushes
        ground = weights["attack.ground"] * odds.clears * self.prize(seen, picture, target, worth)
        return weights["attack.enemy_step"] * harm * matters + ground - weights["game.wave_loss"] * odds.lost

    def prize(self, seen: State, picture: Picture, target: int, worth: Sequence[float]) -> float:
        """What it is worth to have an area without enemies."""
        if self.me == CHINESE and target in picture.links:
            return worth[target] + self.doctrine["game.chain"] * 0.5 * picture.links[target]
        return worth[target] + (1.5 if seen.count[self.me][target] else 0.5)

    # -- moves --------------------------------------------------------------------------------------

    def _moves(
        self, seen: State, picture: Picture, units: list[int], place: int,
        worth: Sequence[float], wanted: Sequence[float], drawn: Sequence[float],
    ) -> Iterator[tuple[float, Action]]:  # fmt: skip
        game, own, ids = self.game, seen.count[self.me], self.game.board.ids
        for number in dict.fromkeys((min(len(units), game.stack), (len(units) + 1) // 2, 3, 1)):
            if number > len(units):
                continue
            # The best go where there is fighting; a single unit that only fills a gap is the last.
            group = tuple(units[:number] if number > 1 else units[-1:])
            found = reach(game, seen, self.me, group, allowance(game, group))
            for space in found:
                if own[space] + number > game.stack:
                    continue
                gain = self.move_gain(seen, picture, place, space, number, worth, wanted, drawn)
                if gain > NOTHING:
                    yield gain, Move(ids_of(game, group), tuple(ids[s] for s in way_to(found, place, space)))

    def move_gain(
        self, seen: State, picture: Picture, here: int, there: int, number: int,
        worth: Sequence[float], wanted: Sequence[float], drawn: Sequence[float],
    ) -> float:  # fmt: skip
        """How much better what is wanted is filled after a move, less its dangers."""
        if self.me == CHINESE and self.last(seen) and there in self.game.ground.town:
            return self._re_enter(seen, there, number)
        own = seen.count[self.me]
        gain = self.doctrine["move.pull"] * 0.1 * number * (drawn[there] - drawn[here])
        if worth[there]:
            filled = self.fill(worth[there], wanted[there], own[there])
            more = self.fill(worth[there], wanted[there], own[there] + number) - filled
            gain += more * (self.doctrine["game.contest"] if seen.count[self.foe][there] else 1.0)
        if worth[here]:
            left = self.fill(worth[here], wanted[here], own[here] - number)
            gain -= self.fill(worth[here], wanted[here], own[here]) - left
        if gain <= self.doctrine["move.stay"]:
            return 0.0
        gain -= self.danger(seen, picture, there, number) + self.exposure(seen, picture, there, number)
        if self.me == JAPANESE and gain > NOTHING:
            gain -= self._unfed(seen, here, there, number)
        return gain

    def _re_enter(self, seen: State, there: int, number: int) -> float:
        """SOT-10.0: one unit in the town is enough on the last turn, and the others wait their turn."""
        if any(seen.count[CHINESE][space] for space in self.game.ground.town):
            return 0.0
        return 20.0 - number - 0.2 * seen.count[JAPANESE][there]

    def danger(self, seen: State, picture: Picture, there: int, number: int) -> float:
        """Enemies in the area itself, weighed against those who come and are there."""
        enemy = seen.count[self.foe][there]
        if not enemy:
            return 0.0
        own = seen.count[self.me][there] + number
        heavy = 0.4 if self.me == JAPANESE else 2.2
        return self.doctrine["move.danger"] * (0.6 + heavy * enemy / own)

    def _unfed(self, seen: State, here: int, there: int, number: int) -> float:
        """SOT-6.3: Japanese units that would be out of supply after a move."""
        standing = list(seen.count[JAPANESE])
        now = starving(self.game, standing)
        standing[here] -= number
        standing[there] += number
        return STARVING * max(0, starving(self.game, standing) - now)

    # -- chits --------------------------------------------------------------------------------------

    def _plays(
        self, seen: State, picture: Picture, chit: str, worth: Sequence[float], wanted: Sequence[float]
    ) -> Iterator[tuple[float, Action]]:
        game = self.game
        kind = game.chits[chit]
        for play in plays(game, seen, self.me, chit):
            if kind.use == BOMBARD:
                target = game.board.number[play.space or ""]
                battle = Battle(self.me, target, (), -1, chit, (), 0)
                gain = self.promised(seen, picture, battle, promise(game, seen, battle), worth)
                yield gain - self.doctrine["game.chit"], play
            elif kind.use == RALLY:
                yield self._rally_gain(seen, picture, game.board.number[play.space or ""], worth), play
            elif kind.use == RUSH and len(play.units or ()) > 2:
                yield self._rush_gain(seen, picture, play, worth, wanted), play

    def _rally_gain(self, seen: State, picture: Picture, space: int, worth: Sequence[float]) -> float:
        """Units Ready a second time where they have something to shoot at or to hold."""
        spent = sum(seen.steps[u] == SPENT for u in seen.units_at(space) if self.game.side_of[u] == self.me)
        foes = picture.near(self.game, self.foe, space, ready=False)
        return min(3.5, spent) * (0.25 + 0.02 * worth[space]) * min(1.0, foes / 4) - 0.3

    def _rush_gain(
        self, seen: State, picture: Picture, play: PlayChit, worth: Sequence[float], wanted: Sequence[float]
    ) -> float:
        """A fire now and a step into the ground it clears."""
        game = self.game
        units = [game.units.number[id] for id in play.units or ()]
        best = 0.0
        for fire in fires(game, seen, self.me, units, seen.where[units[0]], stand=False):
            if len(fire.units) == len(units):
                best = max(best, self.fire_gain(seen, picture, fire, worth))
        return best * 1.25 - 0.2 if best else 0.0

    def on_rush(self, seen: State, args: Args) -> Action:
        """SOT-TC.J4, TC.C7: the better of fire and move, while it promises anything."""
        game, picture = self.game, Picture(self.game, seen)
        worth, wanted = self.wants(seen, picture)
        drawn = self.draw(seen, worth, wanted)
        best: tuple[float, Action] = (0.0, Pass())
        for action in game.legal(seen):
            gain = 0.0
            if isinstance(action, Fire):
                gain = 1.0 + self.fire_gain(seen, picture, action, worth)
            elif isinstance(action, Move):
                here, there = game.board.indexes((action.path[0], action.path[-1]))
                gain = self.move_gain(seen, picture, here, there, len(action.units), worth, wanted, drawn)
            if gain > best[0]:
                best = gain, action
        return best[1]

    def on_march_on(self, seen: State, args: Args) -> Action:
        """A group went where it was wanted; nobody goes on."""
        return Pass()

    def on_rally(self, seen: State, args: Args) -> Action:
        """The strongest become Ready."""
        factor, number = self.game.factor, self.game.units.number
        return self.best(
            seen, lambda a: sum(factor[number[u]] for u in a.units) if isinstance(a, Rally) else 0
        )

    def on_resolute_defence(self, seen: State, args: Args) -> Action:
        """SOT-TC.C1c: fire on those who come in, where it does harm."""
        game, picture = self.game, Picture(self.game, seen)
        worth, _ = self.wants(seen, picture)

        def gain(action: Action) -> float:
            if not isinstance(action, PlayChit):
                return 0.0
            units = tuple(game.units.number[id] for id in action.units or ())
            words = (*(action.support or ()), action.chit)
            battle = Battle(self.me, args[1], units, args[1], "", words, 0)
            odds = promise(game, seen, battle)
            return self.promised(seen, picture, battle, odds, worth) - 0.8 - 0.5 * len(action.support or ())

        return self.best(seen, gain)

    def on_heroes(self, seen: State, args: Args) -> Action:
        """SOT-TC.C4a: bad dice of one's own and good ones of the enemy are rolled again."""
        battle = pending(seen)
        damage = damage_of(engage(self.game, seen, battle), battle.rolled)
        poor, good = battle.rolled <= POOR_ROLL, battle.rolled >= GOOD_ROLL and damage >= GREAT_HARM
        return PlayChit(HEROES) if (poor if battle.side == CHINESE else good) else Pass()

    def on_answer_air(self, seen: State, args: Args) -> Action:
        """An air chit is answered whenever it can be."""
        return next((a for a in self.game.legal(seen) if isinstance(a, PlayChit)), Pass())

    # -- damage -------------------------------------------------------------------------------------

    def on_absorb(self, seen: State, args: Args) -> Action:
        """SOT-7.4: flip first; hold with dead what must be held, give up the rest."""
        picture = Picture(self.game, seen)
        worth, wanted = self.wants(seen, picture)
        return absorb(self.game, seen, args[1], worth, wanted, self.doctrine["game.hold"])


STAFF = StormStaff
