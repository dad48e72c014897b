"""The doctrines of Manchouli and Dalainor do what they say."""

from __future__ import annotations

from pathlib import Path

import pytest

import sandtable as st
from sandtable.actions import Action
from sandtable.games.stalins_first_victory.orders import EnterArmy
from sandtable.players import Player, make, playout
from sandtable.state import State

GAME = st.load("stalins-first-victory")
CHINESE = GAME.side_index("chinese")
WORDS = 'title = "A title"\ntext = "A reason."\nlike = "historical"\n'


def decisions(players: dict[str, Player], seed: int) -> list[tuple[State, Action]]:
    state, met = GAME.new("suggested", seed=seed), []
    state.events = None
    while state.result is None:
        decision = state.decision
        assert decision is not None
        action = players[decision.side].choose(state)
        met.append((state, action))
        state = state.copy()
        GAME.carry_out(state, action)
    return met


@pytest.mark.parametrize("side", GAME.sides)
def test_a_doctrine_beats_random_play(side: str) -> None:
    won = 0
    for seed in range(4):
        players = {s: make("doctrine" if s == side else "random", GAME, s, seed=seed) for s in GAME.sides}
        end = playout(GAME, GAME.new(seed=seed), players)
        assert end.result is not None
        won += end.result.winner == side
    assert won >= 3


def test_the_army_comes_when_the_doctrine_calls_it(tmp_path: Path) -> None:
    path = tmp_path / "alone.toml"
    path.write_text(WORDS + "[game]\narmy_enters = 9\narmy_points = 0\n", encoding="utf-8")
    for chinese, answers in ((str(path), {False}), ("historical", {False}), ("aggressive", {True})):
        players = {
            "soviet": make("doctrine", GAME, "soviet"),
            "chinese": make("doctrine", GAME, "chinese", doctrine=chinese),
        }
        met = [action.answer for _, action in decisions(players, seed=2) if isinstance(action, EnterArmy)]
        assert met
        assert set(met) == answers


def test_the_set_up_mans_every_town() -> None:
    state = GAME.new("campaign", seed=0)
    player = make("doctrine", GAME, "chinese")
    while state.decision is not None and state.decision.side == "chinese":
        state = GAME.play(state, player.choose(state))
    for town in ("1206", "1207", "1107", "0318"):
        assert state.count[CHINESE][GAME.board.index(town)]


def test_soviet_units_take_points_on_the_first_days() -> None:
    players = {side: make("doctrine", GAME, side) for side in GAME.sides}
    met = decisions(players, seed=1)
    third = next(state for state, _ in met if state.turn == 3)
    assert third.vars["vp"] >= 2
