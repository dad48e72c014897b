"""SFV-5.0 to 5.2, 5.4: turns, player turns, phases and their declared order."""

from __future__ import annotations

import pytest

from sandtable.game import Game
from sandtable.state import State
from tests.games.stalins_first_victory.conftest import (
    MIDDLE,
    At,
    Play,
    Refused,
    ends_of_moves,
    fighting,
    moving,
    odds,
    steps,
)


def stage(state: State) -> tuple[int, str, str, str]:
    """Turn, whose player turn it is, phase, and the kind of decision."""
    assert state.decision is not None
    return state.turn, state.game.sides[state.side], state.phase, state.decision.kind


def walk(state: State, play: Play, order: str) -> list[tuple[int, str, str, str]]:
    """Everything that is asked of players who do nothing, to the end of the game."""
    seen = []
    answers = {"declare": f"order {order}", "move": "end", "attack": "end", "enter_army": "enter no"}
    while state.result is None:
        assert state.decision is not None
        assert state.decision.side == state.game.sides[state.side]
        seen.append(stage(state))
        state = play(state, answers[state.decision.kind])
    return seen


@pytest.mark.case("SFV-5.0a", "SFV-5.0b", "SFV-5.1a", "SFV-5.1b", "SFV-5.4a", "SFV-5.4b")
@pytest.mark.parametrize("order", ["move-combat", "combat-move"])
def test_five_turns_each_soviet_then_chinese(game: Game, play: Play, order: str) -> None:
    """Declaration and the two phases, and for the Chinese a Reinforcement Phase but in turn 5."""
    asked = {"movement": "move", "combat": "attack"}
    phases = ["movement", "combat"] if order == "move-combat" else ["combat", "movement"]
    wanted = []
    for turn in range(1, 6):
        for side in ("soviet", "chinese"):
            wanted.append((turn, side, "declaration", "declare"))
            wanted += [(turn, side, phase, asked[phase]) for phase in phases]
        if turn < 5:
            wanted.append((turn, "chinese", "reinforcement", "enter_army"))
    assert walk(game.new("suggested"), play, order) == wanted


@pytest.mark.case("SFV-5.0c")
def test_each_action_has_its_own_phase(game: Game, refused: Refused) -> None:
    places = {"sov-21-61": "0605", "chi-15-38": MIDDLE}
    move, attack = "move sov-21-61 0605-0606", f"attack sov-21-61 {MIDDLE}"
    declaring = game.arrange("campaign", places, turn=2, phase="declaration", side="soviet")
    assert {refused(declaring, text) for text in (move, attack, "end", "enter yes")} == {"SFV-5.2a"}
    assert refused(fighting(game, places), move) == "SFV-9.0a"
    assert refused(moving(game, places), attack) == "SFV-8.0d"
    assert refused(moving(game, places), "order combat-move") == "SFV-8.0d"
    assert refused(moving(game, places), "enter yes") == "SFV-8.0d"
    entering = game.arrange("campaign", places, turn=2, phase="reinforcement", side="chinese")
    assert refused(entering, "move chi-15-38 0505-0504") == "SFV-5.3b"


@pytest.mark.case("SFV-5.0d")
def test_only_the_phasing_player_moves_and_attacks(game: Game, refused: Refused) -> None:
    places = {"sov-21-61": "0605", "chi-15-38": MIDDLE}
    assert refused(moving(game, places, "soviet"), f"move chi-15-38 {MIDDLE}-0504") == "SFV-5.0d"
    assert refused(moving(game, places, "chinese"), "move sov-21-61 0605-0606") == "SFV-5.0d"
    assert (
        refused(fighting(game, {**places, "sov-21-62": "0604"}, "soviet"), "attack chi-15-38 0605")
        == "SFV-9.0a"
    )
    for side, own in (("soviet", "sov"), ("chinese", "chi")):
        state = moving(game, places, side)
        assert {u[:3] for a in game.legal(state) for u in a.touched_units} == {own}
        assert state.decision is not None
        assert state.decision.side == side


@pytest.mark.case("SFV-5.0e")
def test_a_phase_that_is_over_is_over(game: Game, play: Play, refused: Refused) -> None:
    places = {"sov-21-61": "0605", "sov-21-62": "0807", "chi-15-38": MIDDLE}
    state = play(moving(game, places), "move sov-21-62 0807-0808")
    assert refused(state, "move sov-21-62 0808-0807") == "SFV-8.0f"
    state = play(state, "end")
    assert refused(state, "move sov-21-61 0605-0606") == "SFV-9.0a"
    state = play(state, "end")
    assert refused(state, f"attack sov-21-61 {MIDDLE}") == "SFV-5.2a"
    assert stage(state)[1:3] == ("chinese", "declaration")


@pytest.mark.case("SFV-5.2a")
@pytest.mark.parametrize("side", ["soviet", "chinese"])
def test_one_of_two_orders_must_be_declared(game: Game, play: Play, refused: Refused, side: str) -> None:
    state = game.arrange("campaign", {}, turn=2, phase="declaration", side=side)
    assert [str(a) for a in game.legal(state)] == ["order move-combat", "order combat-move"]
    assert refused(state, "order combat-combat") == "SFV-5.2a"
    assert stage(play(state, "order move-combat"))[1:3] == (side, "movement")
    assert stage(play(state, "order combat-move"))[1:3] == (side, "combat")
    assert stage(play(state, "order combat-move", "end"))[1:3] == (side, "movement")


@pytest.mark.case("SFV-5.2b")
@pytest.mark.parametrize("order", ["move-combat", "combat-move"])
def test_every_unit_may_act_in_both_phases(game: Game, play: Play, at: At, order: str) -> None:
    """One regiment moves along the road and attacks, or attacks and moves as far."""
    begin = "0608" if order == "move-combat" else "0408"
    places = {"sov-21-61": begin, "chi-15-38": "0308", "chi-15-43": "0308"}
    state = game.arrange("campaign", places, turn=2, phase="declaration", side="soviet")
    state = play(state, f"order {order}")
    if order == "move-combat":
        state = play(state, "move sov-21-61 0608-0508-0408", "end", "attack sov-21-61 0308", dice=[4])
        assert at(state, "sov-21-61") == "0408"
    else:
        state = play(state, "attack sov-21-61 0308", "end", dice=[4])
        state = play(state, "move sov-21-61 0408-0508-0608-0708-0807-0907-1007")
        assert at(state, "sov-21-61") == "1007"
    assert steps(state, "sov-21-61") == [1]


@pytest.mark.case("SFV-5.2c")
def test_the_order_binds_all_units(game: Game, play: Play, refused: Refused) -> None:
    places = {"sov-21-61": "0605", "sov-35-103": "0807", "chi-15-50": "0707"}
    places |= dict.fromkeys(("chi-15-38", "chi-15-43"), MIDDLE)
    state = game.arrange("campaign", places, turn=2, phase="declaration", side="soviet")
    state = play(state, "order combat-move", f"attack sov-21-61 {MIDDLE}", dice=[4])
    assert refused(state, "move sov-35-103 0807-0808") == "SFV-9.0a"
    state = play(state, "end", "move sov-35-103 0807-0808")
    assert refused(state, "attack sov-21-61 0707") == "SFV-8.0d"
    state = play(state, "end")
    assert stage(state) == (2, "chinese", "declaration", "declare")  # no second Combat Phase


@pytest.mark.case("SFV-5.2d")
def test_neither_order_changes_an_attack_or_a_move_by_itself(game: Game) -> None:
    places = {"sov-21-61": "0605", "sov-18-a": "0605", "sov-18-5cav": "0506", "chi-15-38": MIDDLE}
    attack = f"attack sov-21-61+sov-18-a+sov-18-5cav {MIDDLE}"
    orders = ("move-combat", "combat-move")
    assert len({str(odds(fighting(game, places, order=order), attack)) for order in orders}) == 1
    for unit in places:
        side = "chinese" if unit.startswith("chi") else "soviet"
        reached = [ends_of_moves(moving(game, places, side, order=order), unit) for order in orders]
        assert reached[0] == reached[1]


def test_a_side_may_resign(game: Game, play: Play) -> None:
    state = play(game.new("suggested"), "resign")
    assert state.result is not None
    assert (state.result.winner, state.result.kind) == ("chinese", "resignation")
