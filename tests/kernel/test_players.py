"""Players by name, the random player, and the fast playout."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given

import sandtable as st
from sandtable.actions import Action
from sandtable.errors import Unknown
from sandtable.players import PLAYERS, Player, RandomPlayer, make, playout
from sandtable.state import State
from sandtable.testing import assert_same_state
from tests.kernel.toy.game import Toy
from tests.kernel.toy.play import TOY, positions, quick, seeds


def both(seed: int = 0) -> dict[str, Player]:
    return {side: make("random", TOY, side, seed=seed) for side in TOY.sides}


def test_players_are_made_by_name() -> None:
    player = st.players.make("random", TOY, "red", seed=4)
    assert isinstance(player, PLAYERS["random"])
    assert (player.name, player.side, player.game) == ("random", "red", TOY)
    assert repr(player) == "<random player of red>"


@pytest.mark.parametrize(
    ("ask", "complaint"),
    [
        (lambda: make("rnadom", TOY, "red"), "unknown player 'rnadom'; did you mean 'random'"),
        (lambda: make("genius", TOY, "red"), "unknown player 'genius'; known: .*random"),
        (lambda: make("random", TOY, "green"), "unknown side 'green'"),
        (lambda: make("random", TOY, "red", sede=1), "unknown setting of the random player 'sede'"),
    ],
)
def test_unknown_players_sides_and_settings_are_named(ask: object, complaint: str) -> None:
    assert callable(ask)
    with pytest.raises(Unknown, match=complaint):
        ask()


@quick
@given(positions, seeds)
def test_the_random_player_chooses_what_is_legal_and_touches_nothing(state: State, seed: int) -> None:
    decision = state.decision
    if decision is None:
        return
    before = state.to_json()
    assert make("random", TOY, decision.side, seed=seed).choose(state) in TOY.legal(state)
    assert state.to_json() == before


def test_the_same_seed_and_side_choose_the_same() -> None:
    def choices(side: str, seed: int) -> list[Action]:
        player, state = make("random", TOY, side, seed=seed), TOY.new()
        return [player.choose(state) for _ in range(30)]

    assert choices("red", 1) == choices("red", 1)
    assert choices("red", 1) != choices("red", 2)
    assert choices("red", 1) != choices("blue", 1)


def test_a_player_of_one_s_own_needs_only_choose() -> None:
    class First(Player):
        name = "first"

        def choose(self, state: State) -> Action:
            return next(iter(self.game.legal(state)))

    end = playout(TOY, TOY.new(), {"red": First(TOY, "red"), "blue": First(TOY, "blue")})
    assert end.result is not None
    with pytest.raises(NotImplementedError):
        Player(TOY, "red").choose(TOY.new())


# -- playouts -----------------------------------------------------------------------------------------


@quick
@given(positions, seeds)
def test_a_playout_ends_the_game_and_leaves_its_start_alone(state: State, seed: int) -> None:
    before = state.to_json()
    end = playout(TOY, state, seed=seed)
    assert end.result is not None
    assert end.events is None
    assert TOY.status(end) == []
    assert state.to_json() == before
    assert state.events is not None
    assert_same_state(end, playout(TOY, state, seed=seed))


def test_a_playout_is_the_game_that_careful_play_gives() -> None:
    for seed in range(10):
        rng, state = Random(seed), TOY.new(seed=seed)
        while state.result is None:
            state = TOY.play(state, TOY.legal(state).sample(rng))
        assert_same_state(state, playout(TOY, TOY.new(seed=seed), seed=seed))


def test_players_play_their_own_side() -> None:
    asked: list[tuple[str, str]] = []

    class Watched(RandomPlayer):
        def choose(self, state: State) -> Action:
            assert state.decision is not None
            asked.append((self.side, state.decision.side))
            return super().choose(state)

    end = playout(TOY, TOY.new(seed=3), {side: Watched(TOY, side) for side in TOY.sides})
    assert end.result is not None
    assert {side for side, _ in asked} == set(TOY.sides)
    assert all(side == decider for side, decider in asked)


def test_a_playout_by_players_repeats_with_their_seeds() -> None:
    start = TOY.new(seed=2)
    assert_same_state(playout(TOY, start, both(5)), playout(TOY, start, both(5)))
    assert playout(TOY, start, both(5)) != playout(TOY, start, both(6))


@pytest.mark.parametrize("players", [None, "random"])
@pytest.mark.parametrize("limit", [0, 1, 17])
def test_a_playout_stops_at_its_limit(players: str | None, limit: int) -> None:
    start = TOY.new(seed=1)
    stopped = playout(TOY, start, both() if players else None, limit=limit)
    assert stopped.result is None
    if limit == 0:
        assert_same_state(stopped, start)
    else:
        assert stopped != playout(TOY, start, both() if players else None, limit=limit - 1)


def test_every_side_needs_a_player() -> None:
    red = make("random", TOY, "red")
    with pytest.raises(Unknown, match="unknown player of side 'blue'"):
        playout(TOY, TOY.new(), {"red": red})
    with pytest.raises(Unknown, match="unknown side 'green'"):
        playout(TOY, TOY.new(), {"green": red})


def test_a_finished_game_stays_as_it_is() -> None:
    end = playout(TOY, TOY.new())
    assert_same_state(playout(TOY, end), end)
    assert_same_state(playout(TOY, end, both()), end)


def test_the_random_player_decides_by_what_is_legal_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """It never asks for hidden things: not for a view of the other side, nor for a forecast."""

    def forbidden(*_: object, **__: object) -> None:
        raise AssertionError("a random player looked at something")

    for name in ("view", "guess", "forecast", "outcome", "play"):
        monkeypatch.setattr(Toy, name, forbidden)
    assert playout(TOY, TOY.new(seed=9), both()).result is not None
