"""Reading a saved state back: every unit, space and number is looked at before it is believed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from .errors import SandtableError, SaveError
from .state import BOXES, FORMAT, NOBODY, Result, State

if TYPE_CHECKING:
    from .game import Game

_BOX_NUMBER = {name: number for number, name in BOXES.items()}


def revive(game: Game, text: str, quiet: bool) -> State:
    """Rebuilds a state that was shipped to another process."""
    state = game.state_from_json(text)
    if quiet:
        state.events = None
    return state


def parse_json(text: str) -> dict[str, Any]:
    """The mapping in a text, or a clear error."""
    try:
        plain = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise SaveError(f"not a saved state: {error}") from None
    if not isinstance(plain, dict):
        raise SaveError("not a saved state: the JSON is not an object")
    return plain


def read_state(game: Game, plain: dict[str, Any]) -> State:
    """The state of a mapping made by `State.to_plain`."""
    _same(plain, "format", FORMAT)
    _same(plain, "game", game.slug)
    _same(plain, "version", game.version)
    _same(plain, "overlay", game.overlay_fingerprint)
    try:
        variant = game.variant(_need(plain, "options", dict), _need(plain, "changes", dict))
        state = variant.blank(_need(plain, "scenario", str), 0)
        _fill(variant, state, plain)
        variant.recount(state)
        defects = variant.status(state)
        if defects:
            raise SaveError(f"the saved position is impossible: {defects[0].case}: {defects[0].text}")
        _ask(variant, state)
    except SaveError:
        raise
    except (SandtableError, TypeError, ValueError, LookupError, OverflowError, AttributeError) as error:
        raise SaveError(f"the saved state does not hold together: {error}") from None
    return state


def _fill(game: Game, state: State, plain: dict[str, Any]) -> None:
    state.turn = _number(plain, "turn", 1, 255)
    state.phase = game.known_phase(_need(plain, "phase", str))
    state.side = game.side_index(_need(plain, "side", str))
    units = _need(plain, "units", dict)
    missing = set(game.units.ids) - set(units)
    if missing:
        raise SaveError(f"unit {sorted(missing)[0]!r} is missing")
    for id, entry in units.items():
        u = game.units.index_of(id)
        place, steps, marks, due = entry
        state.where[u] = _BOX_NUMBER[place] if place in _BOX_NUMBER else game.board.index(place)
        if not 0 <= steps <= game.units[u].steps:
            raise SaveError(f"unit {id!r} cannot have {steps} steps")
        state.steps[u], state.marks[u], state.due[u] = steps, marks, due
    for s in range(len(state.control)):
        state.control[s] = NOBODY
    for name, ids in _need(plain, "control", dict).items():
        side = game.side_index(name)
        for id in ids:
            space = game.board.index(id)
            if state.control[space] != NOBODY:
                raise SaveError(f"space {id!r} is controlled twice")
            state.control[space] = side
    stock = _need(plain, "stock", list)
    if len(stock) != len(state.stock):
        raise SaveError(f"'stock' has {len(stock)} entries, not {len(state.stock)}")
    state.stock[:] = bytes(stock)
    names = _need(plain, "vars", dict)
    if set(names) != set(state.vars):
        wrong = sorted(set(names) ^ set(state.vars))[0]
        raise SaveError(f"the variable {wrong!r} is missing or unknown")
    state.vars = {name: _tuples(value) for name, value in names.items()}
    state.agenda = [_tuples(entry) for entry in _need(plain, "agenda", list)]
    for entry in state.agenda:
        if not isinstance(entry, tuple) or not entry or entry[0] not in game.steps:
            raise SaveError(f"the agenda holds something unknown: {entry!r}")
    seed, rolls = _need(plain, "dice", list)
    if not (isinstance(seed, int) and isinstance(rolls, int) and rolls >= 0):
        raise SaveError("the dice are not two whole numbers")
    state.seed, state.rolls = seed, rolls
    state.result = _result(game, plain.get("result"))
    if state.result is None and not state.agenda:
        raise SaveError("the game is not over, but nothing is pending")


def _ask(game: Game, state: State) -> None:
    """What is pending must be a question that the rules can really ask."""
    if state.result is not None:
        return
    args = state.agenda[-1]
    if game.steps[args[0]].idle(game, state, args):
        raise SaveError(f"the game is not over, but {args[0]!r} leaves nothing to decide")
    game.decision(state)
    if not game.legal(state):
        raise SaveError(f"the game is not over, but {args[0]!r} leaves no choice")


def _result(game: Game, entry: Any) -> Result | None:
    if entry is None:
        return None
    winner, kind, case, text = entry
    if not all(isinstance(word, str) for word in (kind, case, text)):
        raise SaveError("'result' is not what it should be")
    if winner is not None:
        game.side_index(winner)
    return Result(winner, kind, case, text)


def _tuples(value: Any) -> Any:
    """JSON has only lists; a state holds tuples."""
    return tuple(_tuples(v) for v in value) if isinstance(value, list) else value


def _need(plain: dict[str, Any], key: str, kind: type) -> Any:
    value = plain.get(key)
    if not isinstance(value, kind):
        raise SaveError(f"{key!r} is missing or not what it should be")
    return value


def _number(plain: dict[str, Any], key: str, least: int, most: int) -> int:
    value = _need(plain, key, int)
    if not least <= value <= most:
        raise SaveError(f"{key!r} is {value}, outside {least} to {most}")
    return int(value)


def _same(plain: dict[str, Any], key: str, value: Any) -> None:
    if plain.get(key) != value:
        raise SaveError(f"{key!r} is {plain.get(key)!r}, but here it is {value!r}")
