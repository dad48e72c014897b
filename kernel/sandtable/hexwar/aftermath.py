"""What follows a combat: step losses, advances, and hexes that hold too many."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from ..actions import AbsorbLoss, Action, Advance, Disband
from ..errors import IllegalAction
from ..state import State
from ..steps import Args, Step
from .fights import fight
from .game import HexGame

G = TypeVar("G", bound=HexGame)


class LossStep(Step[G]):
    """Losses one by one: the entry on the agenda is (name, "attacker" or "defender", steps to lose)."""

    name, accepts = "absorb_loss", (AbsorbLoss,)

    def side(self, game: G, state: State, args: Args) -> int:
        attacker = game.attacking_side(state)
        return attacker if args[1] == "attacker" else 1 - attacker

    def payers(self, game: G, state: State, role: str) -> Sequence[int]:
        """The units that can take losses on one side of the combat."""
        combat = fight(state)
        return combat.attackers if role == "attacker" else game.foes(state, combat)

    def candidates(self, game: G, state: State, args: Args) -> list[int]:
        """The units among which the owner chooses for the next step: by default any."""
        return [u for u in self.payers(game, state, args[1]) if state.steps[u]]

    def settled(self, game: G, state: State, units: list[int], loss: int) -> bool:
        """Does the choice make no difference: one unit, or no step left over?"""
        return len(units) <= 1 or sum(state.steps[u] for u in units) <= loss

    def idle(self, game: G, state: State, args: Args) -> bool:
        return args[2] == 0 or self.settled(game, state, self.candidates(game, state, args), args[2])

    def run(self, game: G, state: State, args: Args) -> None:
        """Losses beyond the last step are ignored."""
        units = self.candidates(game, state, args) if args[2] else ()
        if units:
            self._take(game, state, args, units[0])

    def legal(self, game: G, state: State, args: Args) -> Iterator[Action]:
        for u in self.candidates(game, state, args):
            yield AbsorbLoss(game.units.ids[u])

    def check(self, game: G, state: State, args: Args, action: AbsorbLoss) -> None:
        unit = game.units.index_of(action.unit)
        if unit not in self.candidates(game, state, args):
            raise IllegalAction(self.case, f"{game.units[unit].name} cannot take the next loss")

    def play(self, game: G, state: State, args: Args, action: AbsorbLoss) -> None:
        state.agenda.pop()
        self._take(game, state, args, game.units.index_of(action.unit))

    def _take(self, game: G, state: State, args: Args, unit: int) -> None:
        if args[2] > 1:
            state.agenda.append((self.name, args[1], args[2] - 1))
        game.lose_step(state, unit)


class AdvanceStep(Step[G]):
    """Attackers may enter the hex that they emptied, as many as it may hold."""

    name, accepts = "advance", (Advance,)

    def side(self, game: G, state: State, args: Args) -> int:
        return game.attacking_side(state)

    def prompt(self, game: G, state: State, args: Args) -> str:
        return f"Who advances into {game.board.label(fight(state).target)}?"

    def able(self, game: G, state: State) -> list[int]:
        """The participants that are still there and may go."""
        return [u for u in fight(state).attackers if state.where[u] >= 0]

    def room(self, game: G, state: State, units: Sequence[int]) -> bool:
        """May these units stand together in the emptied hex?"""
        target = fight(state).target
        return game.fits(state, game.attacking_side(state), target, [*units, *state.units_at(target)])

    def idle(self, game: G, state: State, args: Args) -> bool:
        return bool(game.foes(state, fight(state))) or not self.able(game, state)

    def legal(self, game: G, state: State, args: Args) -> Iterator[Action]:
        """Nobody, each unit alone, and the fullest stack that begins with each unit."""
        able = sorted(self.able(game, state), key=lambda u: -game.strengths[u][state.steps[u]])
        ids = game.units.ids
        yield Advance(())
        stacks: set[frozenset[int]] = set()
        for first in able:
            if not self.room(game, state, [first]):
                continue
            yield Advance((ids[first],))
            stack = [first]
            for u in able:
                if u != first and self.room(game, state, [*stack, u]):
                    stack.append(u)
            if len(stack) > 1 and frozenset(stack) not in stacks:
                stacks.add(frozenset(stack))
                yield Advance(tuple(ids[u] for u in stack))

    def check(self, game: G, state: State, args: Args, action: Advance) -> None:
        units = [game.units.index_of(id) for id in action.units]
        able = self.able(game, state)
        if len(set(units)) != len(units):
            raise IllegalAction(game.rulebook["one place"], "a unit is named twice")
        for u in units:
            if u not in able:
                raise IllegalAction(game.rulebook["advance.who"], f"{game.units[u].name} cannot advance here")
        if not self.room(game, state, units):
            raise IllegalAction(game.rulebook["advance.room"], "more units than the hex may hold")

    def play(self, game: G, state: State, args: Args, action: Advance) -> None:
        state.agenda.pop()
        target = fight(state).target
        units = [game.units.index_of(id) for id in action.units]
        for u in units:
            game.enter(state, u, target)
        if units:
            game.tell(state, self.case, "{units} [advances|advance] into {space}", units, target)


class OverstackStep(Step[G]):
    """The owner gives units up until every hex is legal; the entry is (name, side)."""

    name, accepts = "eliminate_overstack", (Disband,)

    def side(self, game: G, state: State, args: Args) -> int:
        return int(args[1])

    def prompt(self, game: G, state: State, args: Args) -> str:
        space, _ = next(game.overstacked(state, args[1]))
        whose = game.side_name(args[1])
        return f"{game.board.label(space)} holds too many {whose} units: which one is given up?"

    def idle(self, game: G, state: State, args: Args) -> bool:
        return next(game.overstacked(state, args[1]), None) is None

    def legal(self, game: G, state: State, args: Args) -> Iterator[Action]:
        _, units = next(game.overstacked(state, args[1]))
        for u in units:
            yield Disband(game.units.ids[u])

    def check(self, game: G, state: State, args: Args, action: Disband) -> None:
        unit = game.units.index_of(action.unit)
        if not any(unit in units for _, units in game.overstacked(state, args[1])):
            raise IllegalAction(self.case, f"{game.units[unit].name} stands in no overstacked hex")

    def play(self, game: G, state: State, args: Args, action: Disband) -> None:
        self.give_up(game, state, game.units.index_of(action.unit))

    def give_up(self, game: G, state: State, unit: int) -> None:
        game.eliminate(state, unit)
