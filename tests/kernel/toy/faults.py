"""Toy games with one fault each: what the conformance suite must find, and what it must say."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any, ClassVar

from sandtable.actions import Action, EndPhase, Move, coded
from sandtable.dice import Dice
from sandtable.errors import IllegalAction
from sandtable.forecast import Forecast, Outcome
from sandtable.game import Defect
from sandtable.state import OFF_MAP, Result, State
from sandtable.steps import Args
from tests.kernel.toy.game import MOVED, Combat, Fighting, Moving, Toy

FAULTS: list[tuple[type[Toy], str]] = []


def says(complaint: str) -> Any:
    """Registers a faulty game with a pattern of what must be said about it."""

    def register(cls: type[Toy]) -> type[Toy]:
        FAULTS.append((cls, complaint))
        return cls

    return register


def with_move(step: Moving) -> Any:
    """A game whose moves are made by this step."""

    def prepare(self: Toy) -> None:
        Toy.prepare(self)
        self.steps["move"] = step

    return prepare


# -- what a state is ------------------------------------------------------------------------------------


@says(r"state\.vars\['paths'\] holds something that is not plain data: \[\]")
class KeepsAList(Toy):
    def furnish(self, state: State) -> None:
        super().furnish(state)
        state.vars["paths"] = []


class SharingMove(Moving):
    def play(self, game: Toy, state: State, args: Args, action: Any) -> None:
        super().play(game, state, args, action)
        state.vars["tally"]["moves"] += 1


@says("changed (something that copies of a state share|the state it was played on)")
class ChangesWhatIsShared(Toy):
    prepare = with_move(SharingMove())

    def furnish(self, state: State) -> None:
        super().furnish(state)
        state.vars["tally"] = {"moves": 0}


class UncountedMove(Moving):
    def play(self, game: Toy, state: State, args: Args, action: Any) -> None:
        if isinstance(action, Move):
            unit = game.units.index_of(action.units[0])
            state.where[unit] = game.board.index(action.path[-1])
            state.marks[unit] |= MOVED
        else:
            super().play(game, state, args, action)


@says(r"count of red in \d{4}: \d != \d|TOY-7: the stack in .* has not one top")
class ForgetsToCount(Toy):
    prepare = with_move(UncountedMove())


class LossyMove(Moving):
    def play(self, game: Toy, state: State, args: Args, action: Any) -> None:
        super().play(game, state, args, action)
        state.where.append(OFF_MAP)


@says("a unit was lost from the state")
class LosesAUnit(Toy):
    prepare = with_move(LossyMove())


@says("the umpire does not see every unit exactly once")
class HidesABox(Toy):
    def box_of(self, state: State, unit: int) -> str | None:
        return None if self.units[unit].id == "r5" else super().box_of(state, unit)


@says("TOY-3.1: too crowded for comfort")
class IsNeverSound(Toy):
    def defects(self, state: State) -> Iterator[Defect]:
        yield from super().defects(state)
        if state.turn > 1:
            yield Defect("TOY-3.1", "too crowded for comfort")


# -- what is asked --------------------------------------------------------------------------------------


class SilentMove(Moving):
    def prompt(self, game: Toy, state: State, args: Args) -> str:
        return " "


@says("decision 'move' has no prompt")
class AsksNothing(Toy):
    prepare = with_move(SilentMove())


class StuckMove(Moving):
    def legal(self, game: Toy, state: State, args: Args) -> Iterator[Action]:
        return (a for a in super().legal(game, state, args) if state.turn < 2 or isinstance(a, Move))


@says("leaves no choice|nothing can be done|IndexError")
class LeavesNoChoice(Toy):
    prepare = with_move(StuckMove())


class EndlessMove(Moving):
    def play(self, game: Toy, state: State, args: Args, action: Any) -> None:
        if not isinstance(action, EndPhase):
            super().play(game, state, args, action)


@says("the game has not ended after 2000 actions")
class NeverEnds(Toy):
    prepare = with_move(EndlessMove())


@says(r"the event '{text}' cites 'TOY-99'")
class EndsByNoRule(Toy):
    def finish(self, state: State, result: Result) -> None:
        super().finish(state, Result(result.winner, result.kind, "TOY-99", result.text))


@says("resigned and won")
class RewardsResigning(Toy):
    def give_up(self, state: State) -> None:
        decision = state.decision
        assert decision is not None
        self.finish(state, Result(decision.side, "resignation", "TOY-9", "well tried"))


# -- what is legal --------------------------------------------------------------------------------------


class GenerousMove(Moving):
    def for_unit(self, game: Toy, state: State, args: Args, unit: int) -> Iterator[Action]:
        yield from super().for_unit(game, state, args, unit)
        if game.units[unit].id == "b4" and game.side_of[unit] == state.side:
            yield Move(("b4",), ("0302", "0301"))


@says("'move b4 0302-0301' is listed, but refused: TOY-3")
class ListsTooMuch(Toy):
    prepare = with_move(GenerousMove())


class TwiceMove(Moving):
    def legal(self, game: Toy, state: State, args: Args) -> Iterator[Action]:
        yield from super().legal(game, state, args)
        yield EndPhase()


@says("an action is listed twice")
class ListsTwice(Toy):
    prepare = with_move(TwiceMove())


class WildMove(Moving):
    def sample(self, game: Toy, state: State, args: Args, rng: Random) -> Action:
        action = super().sample(game, state, args, rng)
        if isinstance(action, Move) and len(action.path) == 2 and rng.random() < 0.5:
            return Move(action.units, (*action.path, action.path[0], action.path[1]))
        return action


@says("was sampled, but is not listed|is listed, but refused")
class SamplesAnything(Toy):
    prepare = with_move(WildMove())


class DeafMove(Moving):
    def for_unit(self, game: Toy, state: State, args: Args, unit: int) -> Iterator[Action]:
        return iter(())

    def legal(self, game: Toy, state: State, args: Args) -> Iterator[Action]:
        for unit in range(len(game.units)):
            yield from super().for_unit(game, state, args, unit)
        yield EndPhase()


@says(r"for_unit\('\w\d'\) lacks '(move|show)")
class ForgetsAUnit(Toy):
    prepare = with_move(DeafMove())


class ProxyMove(Moving):
    """The first of two units with the same numbers in a space moves for both, whoever is asked about."""

    def for_unit(self, game: Toy, state: State, args: Args, unit: int) -> Iterator[Action]:
        place, factors = state.where[unit], game.strengths[unit]
        mates = [u for u in state.units_at(place) if game.strengths[u] == factors] if place >= 0 else [unit]
        if mates[0] == unit:
            yield from super().for_unit(game, state, args, unit)


@says(r"'\w\d' could do as '(move|show) .*' says, but is not among the able units")
class OffersOneOfTwo(Toy):
    prepare = with_move(ProxyMove())


class CrashingMove(Moving):
    def check(self, game: Toy, state: State, args: Args, action: Any) -> None:
        if isinstance(action, Move):
            game.board.borders[game.board.index(action.path[0]), game.board.index(action.path[-1])]
        super().check(game, state, args, action)


@says("KeyError")
class CrashesOnOddMoves(Toy):
    prepare = with_move(CrashingMove())


class CrowdedMove(Moving):
    def _check_path(self, game: Toy, state: State, unit: int, path: tuple[int, ...]) -> None:
        try:
            super()._check_path(game, state, unit, path)
        except IllegalAction as error:
            if error.case not in ("TOY-3.1", "TOY-3"):
                raise


@says("TOY-1.2: both sides stand in|TOY-3.1: 4 units stand in|does not hold together")
class ChecksTooLittle(Toy):
    prepare = with_move(CrowdedMove())


class UnruledMove(Moving):
    def check(self, game: Toy, state: State, args: Args, action: Any) -> None:
        try:
            super().check(game, state, args, action)
        except IllegalAction as error:
            raise IllegalAction("TOY-3.9", error.reason) from None


@says(r"is refused by 'TOY-3\.9'")
class RefusesByNoRule(Toy):
    prepare = with_move(UnruledMove())


# -- what is played -------------------------------------------------------------------------------------


class MoodyMove(Moving):
    def play(self, game: Toy, state: State, args: Args, action: Any) -> None:
        super().play(game, state, args, action)
        state.vars["last_fight"] = (str(random.random()),)


@says("the states differ:\nvars.last_fight")
class PlaysByChance(Toy):
    prepare = with_move(MoodyMove())


class ShyMove(Moving):
    def play(self, game: Toy, state: State, args: Args, action: Any) -> None:
        super().play(game, state, args, action)
        if state.events is None:
            state.stock[0] += 1


@says(r"the states differ:\nstock\[0\]")
class PlaysOtherwiseUnwatched(Toy):
    prepare = with_move(ShyMove())


class EagerMove(Moving):
    def check(self, game: Toy, state: State, args: Args, action: Any) -> None:
        super().check(game, state, args, action)
        if isinstance(action, Move):
            state.marks[game.units.index_of(action.units[0])] |= MOVED


@says("is listed, but refused: TOY-3: .* has moved already|the states differ")
class MarksWhileJudging(Toy):
    prepare = with_move(EagerMove())


class BabblingMove(Moving):
    def play(self, game: Toy, state: State, args: Args, action: Any) -> None:
        super().play(game, state, args, action)
        state.tell("TOY-42", "something happened")


@says("the event 'something happened' cites 'TOY-42'")
class CitesNoRule(Toy):
    prepare = with_move(BabblingMove())


class BrokenWordsMove(Moving):
    def play(self, game: Toy, state: State, args: Args, action: Any) -> None:
        super().play(game, state, args, action)
        state.tell("TOY-3", "{somebody} moves")


@says("KeyError: 'somebody'")
class TellsHalfASentence(Toy):
    prepare = with_move(BrokenWordsMove())


class GossipingMove(Moving):
    def play(self, game: Toy, state: State, args: Args, action: Any) -> None:
        super().play(game, state, args, action)
        if isinstance(action, Move):
            state.tell("TOY-3", "{name} is on the march", name=game.unit_name(action.units[0]))


@says(r"(red|blue) is told '\w+ \w+ is on the march', but \['\w+ \w+'\] are hidden from it")
class TellsWhoIsHidden(Toy):
    prepare = with_move(GossipingMove())


# -- words ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Shout(Action):
    """An action that its own notation cannot say."""

    verb: ClassVar[str] = "shout"
    label: ClassVar[str] = "Shout"
    text: str = coded("word")


class ShoutingMove(Moving):
    accepts = (*Moving.accepts, Shout)

    def legal(self, game: Toy, state: State, args: Args) -> Iterator[Action]:
        yield from super().legal(game, state, args)
        if state.turn == 1:
            yield Shout("hold the line")

    def check(self, game: Toy, state: State, args: Args, action: Any) -> None:
        if not isinstance(action, Shout):
            super().check(game, state, args, action)

    def play(self, game: Toy, state: State, args: Args, action: Any) -> None:
        if not isinstance(action, Shout):
            super().play(game, state, args, action)


@says("NotationError: shout: 'the line' is too much")
class CannotSayItsActions(Toy):
    action_types = (*Toy.action_types, Shout)
    prepare = with_move(ShoutingMove())


@says(r"step 'move' accepts \['Shout'\], which the game does not list")
class AcceptsUnlistedActions(Toy):
    prepare = with_move(ShoutingMove())


# -- odds -----------------------------------------------------------------------------------------------


@says("which the forecast lacks")
class RollsOtherwise(Toy):
    def resolve(self, state: State, combat: Combat, dice: Dice) -> Outcome:
        outcome = super().resolve(state, combat, dice)
        if isinstance(dice, State):
            return Outcome(
                outcome.attacker_loss, outcome.defender_loss, "luck", outcome.cleared, outcome.spent
            )
        return outcome


@says("the odds of '.*' sum to 1/2")
class ForecastsHalf(Toy):
    def describe_combat(self, state: State, combat: Combat, outcomes: dict[Outcome, Fraction]) -> Forecast:
        return super().describe_combat(state, combat, {o: p / 2 for o, p in outcomes.items()})


@says("the states differ:\nvars.combats")
class ForecastsWithConsequences(Toy):
    def combat_of(self, state: State, action: Action) -> Combat:
        combat = super().combat_of(state, action)
        state.vars["combats"] += 1
        return combat


# -- fog ------------------------------------------------------------------------------------------------


@says(r"(red|blue) sees \['\w\d'.*\], which are hidden from it")
class TalksTooMuch(Toy):
    def public_facts(self, state: State, eye: int | None) -> dict[str, Any]:
        return {"ours": {"all": [u.id for u in self.units]}}


@says(r"are hidden from their own side")
class BlindsItsOwners(Toy):
    def hides(self, state: State, eye: int, unit: int) -> bool:
        return state.where[unit] >= 0 and not state.marks[unit] & 4


@says("a guess looks different to (red|blue)")
class GuessesWrong(Toy):
    def guess(self, state: State, side: str, rng: Random) -> State:
        new = super().guess(state, side, rng)
        new.turn += 1
        return new


# -- the world ------------------------------------------------------------------------------------------


class UnruledFight(Fighting):
    case = "TOY-77"


@says("unknown rule cases: step fight cites TOY-77")
class HasAStepWithoutARule(Toy):
    def prepare(self) -> None:
        super().prepare()
        self.steps["fight"] = UnruledFight()


@says("option 'rally' leaves nothing to choose")
class HasAnOptionThatIsNone(Toy):
    def prepare(self) -> None:
        super().prepare()
        switch = self.switches["rally"]
        self.switches["rally"] = type(switch)(switch.name, ("no",), "no", switch.case, switch.text)


@says("rally=yes .*before 'attack .*': ZeroDivisionError")
class BreaksWithAnOption(Toy):
    def resolve(self, state: State, combat: Combat, dice: Dice) -> Outcome:
        if self.options["rally"] == "yes":
            1 // 0  # noqa: B018
        return super().resolve(state, combat, dice)
