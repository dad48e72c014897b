"""What must be true of every position that play can reach."""

from __future__ import annotations

import pickle
import re
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from itertools import islice
from random import Random
from typing import Any

from ..actions import Action, Resign
from ..errors import IllegalAction, NotACombat, SandtableError
from ..forecast import enumerate_outcomes
from ..game import Game
from ..groups import standing_in
from ..state import State
from ..telling import told
from .compare import assert_same_state, require

_LISTED = 5_000
_TRIED = 40
_REROLLS = 12


def check_position(game: Game, state: State, rng: Random) -> None:
    """Everything that can be asked of one position; raises AssertionError with what is wrong."""
    check_plain(state)
    check_sound(game, state)
    check_saved(game, state)
    check_fog(game, state, rng)
    check_decision(game, state)
    if state.result is None:
        check_options(game, state, rng)
        check_resigning(game, state)


def check_plain(state: State) -> None:
    """What a state's copies share is plain data that JSON gives back as it was."""
    for name, value in state.vars.items():
        require(_is_plain(value), f"state.vars[{name!r}] holds something that is not plain data: {value!r}")
    for entry in state.agenda:
        require(_is_plain(entry), f"the agenda holds something that is not plain data: {entry!r}")
    require(len(state.where) == len(state.game.units), "a unit was lost from the state")
    require(len(state.control) == len(state.game.board), "a space was lost from the state")


def _is_plain(value: Any) -> bool:
    if isinstance(value, tuple):
        return all(map(_is_plain, value))
    if type(value) is dict:
        return all(type(key) is str for key in value) and all(map(_is_plain, value.values()))
    return value is None or type(value) in (int, str, bool)


def check_sound(game: Game, state: State) -> None:
    """No defect, true counts, and each unit in one place."""
    defects = game.status(state)
    require(not defects, "; ".join(f"{d.case}: {d.text}" for d in defects))
    counted = state.copy()
    state.game.recount(counted)
    assert_same_state(state, counted)
    seen = game.view(state, None)
    shown = [u.id for stack in seen.stacks.values() for u in stack.units]
    shown += [u.id for box in seen.boxes.values() for u in box]
    require(sorted(shown) == sorted(game.units.ids), "the umpire does not see every unit exactly once")
    require(not any(stack.hidden for stack in seen.stacks.values()), "something is hidden from the umpire")


def check_saved(game: Game, state: State) -> None:
    """JSON and pickle give the same state back."""
    again = game.state_from_json(state.to_json())
    assert_same_state(state, again)
    require(again == state, "a state read back does not compare equal")
    assert_same_state(state, pickle.loads(pickle.dumps(state)))


def check_decision(game: Game, state: State) -> None:
    """Somebody is asked something, by a rule; or the game is over, and says how."""
    decision = state.decision
    if state.result is not None:
        require(decision is None, "the game is over, but something is asked")
        require(state.result.winner in (None, *game.sides), f"unknown winner {state.result.winner!r}")
        require(state.result.case in game.cases, f"the result cites {state.result.case!r}")
        require(state.result.text, "the result says nothing")
        return
    require(decision is not None, "the game is not over, but nothing is asked")
    assert decision is not None
    require(decision.kind in game.steps, f"unknown kind of decision {decision.kind!r}")
    require(decision.side in game.sides, f"unknown side {decision.side!r} is asked")
    require(decision.case in game.cases, f"decision {decision.kind!r} cites {decision.case!r}")
    require(decision.prompt.strip(), f"decision {decision.kind!r} has no prompt")


def check_events(game: Game, state: State) -> None:
    """Every event cites a rule that exists and can be read."""
    for event in state.events or ():
        require(event.case in game.cases, f"the event {event.template!r} cites {event.case!r}")
        require(event.text.strip(), f"an event of {event.case} says nothing")


def check_told(game: Game, state: State) -> None:
    """What a side is told names no unit that is hidden from it."""
    for side in game.sides:
        hidden = _hidden_names(game, state, side)
        for event in state.events or () if hidden else ():
            text = told(game, event, state, side)
            leaks = sorted(name for name in hidden if re.search(rf"\b{re.escape(name)}\b", text))
            require(not leaks, f"{side} is told '{text}', but {leaks} are hidden from it")


# -- what can be done ---------------------------------------------------------------------------------


def check_options(game: Game, state: State, rng: Random) -> None:
    """`legal` lists what `check` allows, and every way of asking gives the same answer."""
    legal = game.legal(state)
    listed = list(islice(legal, _LISTED))
    require(listed, "nothing can be done, but the game is not over")
    require(len(set(listed)) == len(listed), "an action is listed twice")
    require(legal, "legal is false, but lists actions")
    if len(listed) < _LISTED:
        require(len(legal) == len(listed), f"len(legal) is {len(legal)}, but {len(listed)} are listed")
        sampled = legal.sample(rng)
        require(sampled in listed, f"'{sampled}' was sampled, but is not listed")
    for action in rng.sample(listed, min(_TRIED, len(listed))):
        check_action(game, state, action)
    action = rng.choice(listed)
    for unit in action.touched_units:
        require(action in legal.for_unit(unit), f"for_unit({unit!r}) lacks '{action}'")
    check_twins(game, state, action)
    if action.focus is not None:
        require(action in legal.for_space(action.focus), f"for_space({action.focus!r}) lacks '{action}'")
    check_forecast(game, state, action)
    check_nonsense(game, state, action, rng)


def check_twins(game: Game, state: State, action: Action) -> None:
    """Whoever asks about a unit like one that a listed action names is offered the same kind of action."""
    legal = game.legal(state)
    able = set(legal.units())
    for named in dict.fromkeys(action.touched_units):
        require(named in able, f"'{action}' is listed, but {named!r} is not among the able units")
        for twin in _twins(game, state, game.units.index_of(named)):
            if any(
                other in legal and _matters(game, state, other)
                for other in standing_in(action, twin, {named})
            ):
                require(
                    twin in able, f"{twin!r} could do as '{action}' says, but is not among the able units"
                )
                _check_offers(game, state, twin, action)


def _check_offers(game: Game, state: State, unit: str, action: Action) -> None:
    offered = game.legal(state).for_unit(unit)
    require(action.verb in {a.verb for a in offered}, f"for_unit({unit!r}) lacks what '{action}' does")
    for other in offered[:_TRIED]:
        require(unit in other.touched_units, f"for_unit({unit!r}) has '{other}', which is not about it")
        check_action(game, state, other)


def _twins(game: Game, state: State, unit: int) -> list[str]:
    """The units beside this one, or with it in a box, with the same numbers and as many steps."""

    def look(u: int) -> tuple[Any, ...]:
        counter = state.game.shown(state, None, u)
        numbers = counter.side, counter.kind, counter.strength, counter.defence, counter.movement
        return *numbers, state.steps[u], state.due[u]

    beside = state.units_at(state.where[unit])
    return [game.units[u].id for u in beside if u != unit and look(u) == look(unit)]


def _matters(game: Game, state: State, action: Action) -> bool:
    """What changes nothing, as showing the unit that lies on top, need not be offered."""
    return game.view(game.play(state, action)) != game.view(state)


def check_action(game: Game, state: State, action: Action) -> None:
    """A listed action is allowed, and can be written down and read back."""
    try:
        game.check(state, action)
    except SandtableError as error:
        raise AssertionError(f"'{action}' is listed, but refused: {error}") from error
    check_words(game, action)


def check_words(game: Game, action: Action) -> None:
    """Notation and JSON read back as the same action."""
    require(game.parse(str(action)) == action, f"'{action}' reads back as '{game.parse(str(action))}'")
    require(game.action_from_json(action.to_json()) == action, f"the JSON of '{action}' reads back otherwise")
    require(action.describe(game).strip(), f"'{action}' has no description")
    for unit in action.touched_units:
        game.units.index_of(unit)
    for space in action.spaces:
        game.board.index(space)


def check_play(game: Game, state: State, action: Action) -> State:
    """Playing leaves its input alone, does the same again, and leads to a sound position."""
    before, text, kept = state.copy(), state.to_json(), list(state.events or ())
    after = game.play(state, action)
    assert_same_state(before, state)
    require(state.to_json() == text, f"'{action}' changed something that copies of a state share")
    require(list(state.events or ()) == kept, f"'{action}' told its events to the state it was played on")
    assert_same_state(after, game.play(state, action))
    check_events(game, after)
    check_told(game, after)
    return after


def check_forecast(game: Game, state: State, action: Action) -> None:
    """A forecast is a distribution, and real rolls fall within it."""
    before = state.copy()
    try:
        forecast = game.forecast(state, action)
    except NotACombat:
        return
    finally:
        assert_same_state(before, state)
    require(
        sum(forecast.outcomes.values()) == 1,
        f"the odds of '{action}' sum to {sum(forecast.outcomes.values())}",
    )
    require(all(p > 0 for p in forecast.outcomes.values()), f"'{action}' has an outcome without a chance")
    combat = state.game.combat_of(state, action)
    anew = enumerate_outcomes(lambda dice: state.game.resolve(state, combat, dice))
    require(anew == forecast.outcomes, f"the remembered odds of '{action}' are not those of this combat")
    for modifier in forecast.modifiers:
        require(modifier.case in game.cases, f"the modifier {modifier.label!r} cites {modifier.case!r}")
    for seed in range(_REROLLS):
        outcome = game.outcome(state.reseed(seed), action)
        require(outcome in forecast.outcomes, f"'{action}' rolled {outcome}, which the forecast lacks")
    decision = state.decision
    assert decision is not None
    believed = game.forecast(state, action, side=decision.side, guesses=3)
    require(
        sum(believed.outcomes.values()) == Fraction(1), f"{decision.side}'s odds of '{action}' are not whole"
    )


def check_nonsense(game: Game, state: State, action: Action, rng: Random) -> None:
    """Whatever the arguments, an action is played soundly or refused by a rule; never anything else."""
    for odd in islice(_distortions(game, action, rng), _TRIED):
        try:
            game.check(state, odd)
        except IllegalAction as error:
            require(error.case in game.cases, f"'{odd}' is refused by {error.case!r}: {error.reason}")
            require(error.reason, f"'{odd}' is refused by {error.case} without a reason")
            _must_refuse(game, state, odd)
        except SandtableError:
            _must_refuse(game, state, odd)
        else:
            check_words(game, odd)
            after = game.play(state, odd)
            check_plain(after)
            check_sound(game, after)


def _must_refuse(game: Game, state: State, action: Action) -> None:
    require(action not in game.legal(state), f"'{action}' is refused, but 'in legal' says yes")
    try:
        game.play(state, action)
    except SandtableError:
        return
    raise AssertionError(f"'{action}' is refused by check, but played")


def _distortions(game: Game, action: Action, rng: Random) -> Iterator[Action]:
    """The action with one field spoilt, many times over."""
    coded = fields(action)
    while coded:
        field = rng.choice(coded)
        value = _other(game, field.metadata["codec"], getattr(action, field.name), rng)
        yield replace(action, **{field.name: value})


def _other(game: Game, codec: str, value: Any, rng: Random) -> Any:
    unit, space = rng.choice(game.units.ids), rng.choice(game.board.ids)
    several = tuple(value or ()) if codec in ("units", "words", "path") else ()
    shorter = tuple(v for v in several if rng.random() < 0.6)
    match codec:
        case "unit":
            return unit
        case "space":
            return space
        case "units":
            return rng.choice([(unit,), (*several, unit), shorter, several[::-1], several + several[:1]])
        case "path":
            near = game.board.adjacent(game.board.index(several[-1])) if several else ()
            longer = (*several, game.board.ids[rng.choice(near)]) if near else (space,)
            return rng.choice([(*several, space), longer, longer, several[:-1] or (space,), several[::-1]])
        case "words":
            return rng.choice([(*several, "nonsense"), shorter, several + several[:1]])
        case "yesno":
            return not value
    return "nonsense"


def check_resigning(game: Game, state: State) -> None:
    """The side that is asked may give up, and then it has lost."""
    decision = state.decision
    assert decision is not None
    after = game.play(state, Resign())
    require(after.result is not None, "a side resigned, and the game goes on")
    assert after.result is not None
    require(after.result.winner != decision.side, f"{decision.side} resigned and won")
    check_events(game, after)
    check_over(game, after, ())


def check_over(game: Game, state: State, late: Iterable[Action]) -> None:
    """When the game is over nothing more can be done."""
    check_decision(game, state)
    legal = game.legal(state)
    require(not legal and not list(legal) and len(legal) == 0, "the game is over, but actions are listed")
    require(not legal.for_unit(game.units.ids[0]), "the game is over, but a unit has actions")
    for action in (Resign(), *late):
        try:
            game.play(state, action)
        except IllegalAction as error:
            require(error.case in game.cases, f"the end cites {error.case!r}")
        else:
            raise AssertionError(f"the game is over, but '{action}' was played")


# -- fog of war ---------------------------------------------------------------------------------------


def check_fog(game: Game, state: State, rng: Random) -> None:
    """A side sees all its own units and none that are hidden from it; a guess looks the same to it."""
    for eye, side in enumerate(game.sides):
        hidden = {u for u in range(len(game.units)) if state.game.hides(state, eye, u)}
        own = [game.units[u].id for u in hidden if game.units[u].side == eye]
        require(not own, f"{own} are hidden from their own side")
        seen = game.view(state, side)
        names = _hidden_names(game, state, side) | {game.units[u].id for u in hidden}
        leaks = names & set(_texts((seen.stacks, seen.boxes, seen.facts)))
        require(not leaks, f"{side} sees {sorted(leaks)}, which are hidden from it")
        shown = sum(len(stack.units) + stack.hidden for stack in seen.stacks.values())
        require(shown == sum(w >= 0 for w in state.where), f"{side} sees a wrong number of units on the map")
        guessed = game.guess(state, side, rng)
        require(game.view(guessed, side) == seen, f"a guess looks different to {side}")


def _hidden_names(game: Game, state: State, side: str) -> set[str]:
    """The names that belong to units hidden from a side, and to no other unit."""
    eye = game.side_index(side)
    names: tuple[set[str], set[str]] = (set(), set())
    for unit in game.units:
        names[state.game.hides(state, eye, unit.index)].add(unit.name)
    return names[True] - names[False]


def _texts(value: Any) -> Iterator[str]:
    """Every text anywhere in a value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _texts(key)
            yield from _texts(inner)
    elif isinstance(value, list | tuple | set | frozenset):
        for inner in value:
            yield from _texts(inner)
    elif is_dataclass(value):
        for field in fields(value):
            yield from _texts(getattr(value, field.name))
