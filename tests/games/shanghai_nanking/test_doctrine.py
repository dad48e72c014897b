"""The doctrines of the Shanghai–Nanking campaign do what they say."""

from __future__ import annotations

from pathlib import Path

import pytest

import sandtable as st
from sandtable.actions import Action, CommitSupport, Disband
from sandtable.games.shanghai_nanking.orders import DeclarePlan, FlyAir, Overrun
from sandtable.games.shanghai_nanking.words import TENTH_ARMY
from sandtable.players import Player, make, playout
from sandtable.state import State

GAME = st.load("shanghai-nanking")
WORDS = 'title = "A title"\ntext = "A reason."\nlike = "historical"\n'


def doctrine(folder: Path, text: str) -> Path:
    path = folder / "mine.toml"
    path.write_text(WORDS + text, encoding="utf-8")
    return path


def played(players: dict[str, Player], seed: int, turns: int = 12) -> list[tuple[State, Action]]:
    """Every decision of a game up to a turn, with the position it was made in."""
    state, met = GAME.new(seed=seed), []
    state.events = None
    while state.result is None and state.turn <= turns:
        decision = state.decision
        assert decision is not None
        action = players[decision.side].choose(state)
        met.append((state, action))
        state = state.copy()
        GAME.carry_out(state, action)
    return met


def historical(seed: int = 0) -> dict[str, Player]:
    return {side: make("doctrine", GAME, side, seed=seed) for side in GAME.sides}


@pytest.mark.parametrize("side", GAME.sides)
def test_a_doctrine_beats_random_play(side: str) -> None:
    for seed in range(3):
        players = {s: make("doctrine" if s == side else "random", GAME, s, seed=seed) for s in GAME.sides}
        end = playout(GAME, GAME.new(seed=seed), players)
        assert end.result is not None
        assert end.result.winner == side


@pytest.fixture(scope="module")
def campaign() -> list[tuple[State, Action]]:
    return played(historical(), seed=0)


def test_plans_follow_what_there_is_to_do(campaign: list[tuple[State, Action]]) -> None:
    plans = {action.plan for _, action in campaign if isinstance(action, DeclarePlan)}
    assert {"MA", "AA"} <= plans


def test_hardly_a_unit_is_given_up_for_want_of_room(campaign: list[tuple[State, Action]]) -> None:
    given_up = [action for _, action in campaign if isinstance(action, Disband)]
    assert len(given_up) <= 2


def test_the_tenth_army_comes_ashore_together(campaign: list[tuple[State, Action]]) -> None:
    army = [u for u, arrival in GAME.arrivals.items() if arrival.rule == TENTH_ARMY]
    after = next(state for state, _ in campaign if state.turn == 8)
    ashore = [u for u in army if after.where[u] >= 0]
    assert len(ashore) > len(army) // 2
    assert not [u for u in army if after.due[u] > 7]


def test_japanese_columns_overrun_what_is_weak(campaign: list[tuple[State, Action]]) -> None:
    overruns = [(state, action) for state, action in campaign if isinstance(action, Overrun)]
    assert overruns
    for state, action in overruns:
        forecast = GAME.forecast(state, action)
        assert forecast.attack > 0


def test_the_air_force_stays_down_when_the_doctrine_says_so(tmp_path: Path) -> None:
    quiet = make("doctrine", GAME, "chinese", doctrine=doctrine(tmp_path, "[game]\nfly = 0\n"))
    for chinese, answer in ((quiet, False), (make("doctrine", GAME, "chinese"), True)):
        met = played({**historical(), "chinese": chinese}, seed=1, turns=4)
        flights = [action.answer for _, action in met if isinstance(action, FlyAir)]
        assert flights
        assert set(flights) == {answer}


def test_support_that_costs_more_than_it_brings_is_not_spent(tmp_path: Path) -> None:
    stingy = make("doctrine", GAME, "japanese", doctrine=doctrine(tmp_path, "[game]\nsupport_price = 5.0\n"))
    met = played({**historical(), "japanese": stingy}, seed=1, turns=3)
    spent = [
        action.support
        for state, action in met
        if isinstance(action, CommitSupport) and state.agenda[-1][0] == "commit_support"
        if state.side == GAME.side_index("japanese")
    ]
    assert spent
    assert set(spent) == {()}


def test_a_high_price_of_losses_means_fewer_attacks(tmp_path: Path) -> None:
    timid = make("doctrine", GAME, "japanese", doctrine=doctrine(tmp_path, "[attack]\nminimum_odds = 8.0\n"))
    attacks = []
    for japanese in (timid, make("doctrine", GAME, "japanese")):
        met = played({**historical(), "japanese": japanese}, seed=1, turns=4)
        attacks.append(
            sum(
                action.verb == "attack" and state.side == GAME.side_index("japanese") for state, action in met
            )
        )
    assert attacks[0] < attacks[1]
