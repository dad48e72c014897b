"""The conformance suite that every game must pass."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random

from ..actions import Action
from ..game import Game
from ..state import State
from .compare import assert_same_state, require
from .positions import (
    check_action,
    check_decision,
    check_events,
    check_forecast,
    check_over,
    check_play,
    check_position,
)
from .world import check_world

LIMIT = 50_000
_BEFORE_A_CRASH = 300


def check_game(
    game: Game, seeds: Sequence[int] = (1, 2), plies: int = 24, limit: int = LIMIT, options: bool = True
) -> None:
    """Plays random games of every scenario and asks everything that a game must answer for.

    `plies` positions of each game are examined in depth, and every action in brief. With `options` one
    game of each scenario is also played with each optional rule switched the other way. A game that
    takes more than `limit` actions does not end. The first fault raises AssertionError and says where.
    """
    check_world(game)
    for scenario in game.scenarios:
        for seed in seeds:
            check_walk(game, scenario, seed, plies, limit)
    for choice in _switched(game) if options else ():
        variant = game.variant({**game.options, **choice}, game.changes_plain)
        for scenario in variant.scenarios:
            check_walk(variant, scenario, seeds[0], max(2, plies // 4), limit)


def _switched(game: Game) -> Iterator[dict[str, str]]:
    """Every other value of every option, one at a time."""
    for switch in game.switches.values():
        yield from ({switch.name: v} for v in switch.values if v != game.options[switch.name])


def check_walk(game: Game, scenario: str, seed: int, plies: int = 24, limit: int = LIMIT) -> None:
    """One random game: played fast and silently, then again with care, to the same end."""
    where = f"{game.slug} {scenario} seed {seed} {_choices(game)}"
    with _said(where):
        actions, end, crash = _rush(game, scenario, seed, limit)
    deep = {round(i * len(actions) / plies) for i in range(plies)}
    if crash is not None:  # the cause lies before the crash: look at all that led there
        deep = set(range(max(0, len(actions) - _BEFORE_A_CRASH), len(actions)))
    chooser, prober = Random(seed), Random(seed)
    state = game.new(scenario, seed)
    with _said(f"{where} at the start"):
        check_events(game, state)
    for ply, action in enumerate(actions):
        with _said(f"{where} ply {ply} before '{action}'"):
            state = _walk_on(game, state, action, chooser, prober if ply in deep else None)
    with _said(f"{where} at the end"):
        if crash is not None:
            raise crash
        check_position(game, state, prober)
        check_over(game, state, actions[-1:])
        assert_same_state(state, end)


def _rush(game: Game, scenario: str, seed: int, limit: int) -> tuple[list[Action], State, Exception | None]:
    """The actions of a random game, and its end, by the fast path; or the error that stopped it."""
    state, rng = game.new(scenario, seed), Random(seed)
    state.events = None
    actions: list[Action] = []
    while state.result is None:
        require(len(actions) < limit, f"the game has not ended after {limit} actions")
        try:
            actions.append(game.legal(state).sample(rng))
            game.carry_out(state, actions[-1])
        except Exception as error:
            return actions, state, error
    return actions, state, None


def _walk_on(game: Game, state: State, action: Action, chooser: Random, prober: Random | None) -> State:
    sampled = game.legal(state).sample(chooser)
    require(sampled == action, f"the same seed now chooses '{sampled}': the fast path went another way")
    check_action(game, state, action)
    if prober is None:
        check_decision(game, state)
        shared = repr((state.vars, state.agenda))
        after = game.play(state, action)
        require(repr((state.vars, state.agenda)) == shared, f"'{action}' changed the state it was played on")
        check_events(game, after)
        return after
    check_position(game, state, prober)
    check_forecast(game, state, action)
    return check_play(game, state, action)


def _choices(game: Game) -> str:
    odd = {n: v for n, v in game.options.items() if v != game.switches[n].default}
    return " ".join(f"{name}={value}" for name, value in odd.items()) or "with the default options"


@contextmanager
def _said(where: str) -> Iterator[None]:
    """Any fault within is an AssertionError that says where."""
    try:
        yield
    except AssertionError as error:
        raise AssertionError(f"{where}: {error}") from error
    except Exception as error:
        raise AssertionError(f"{where}: {type(error).__name__}: {error}") from error
