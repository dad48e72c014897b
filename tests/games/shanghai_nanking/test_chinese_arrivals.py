"""SNC-8.0, 8.1a, 8.2: what comes in on which turn, by the listed hex, and what may not."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandtable.actions import Delay, Move, Place
from sandtable.dice import Scripted
from sandtable.game import Game
from sandtable.state import State

Play = Callable[..., State]
Refused = Callable[[State, str], str]
At = Callable[[State, str], str]

SHANGHAI = {"j_snlf_1": "3512", "c_div_087": "3511"}
"""Enough of Shanghai to keep sudden death away up to turn 7."""
TURN_TWO = {
    "c_div_011", "c_div_014", "c_div_003", "c_div_006", "c_div_007", "c_div_051", "c_div_058",
    "c_bde_td1", "c_bde_td2", "c_div_061", "c_div_062", "c_div_063",
}  # fmt: skip
IDLE_JAPANESE_TURN = ("plan MM", "end", "end")


def spared(
    game: Game, *due: str, units: dict[str, str] | None = None, turn: int = 6, order: str = "attack"
) -> State:
    """The Chinese Reinforcement Phase with these units in its box, after a cancelled interdiction."""
    state = game.arrange(
        "campaign", {**SHANGHAI, **(units or {})}, turn=turn, phase="reinforcement", side="chinese",
        order=order, due=dict.fromkeys(due, turn),
    )  # fmt: skip
    return game.play(state, game.parse("fly yes"), Scripted(6))


@pytest.mark.case("SNC-8.0a", "SNC-8.0b", "SNC-8.0c")
def test_the_box_of_the_turn_holds_what_may_come_and_no_other_unit_may(
    game: Game, play: Play, refused: Refused
) -> None:
    state = play(game.new("campaign", seed=1), "plan MM", "end", "end", "plan MM", "end", "end", "end")
    assert (state.turn, state.phase) == (2, "declaration")
    state = play(state, "plan MM", "end")
    offered = {a.unit for a in game.legal(state) if isinstance(a, Place | Delay)}
    assert offered == TURN_TWO
    assert refused(state, "place c_div_013 2410") == "SNC-8.0c"
    assert refused(state, "place c_div_087 2410") == "SNC-5.4a"
    state = play(state, "place c_div_011 2503", "end")
    assert {u.id for u in game.units if state.due[u.index] == 3 and u.id in TURN_TWO} == TURN_TWO - {
        "c_div_011"
    }
    assert refused(state, "place c_div_014 2503") == "SNC-9.0d"


@pytest.mark.case("SNC-8.0b", "SNC-8.0c")
def test_each_unit_is_held_back_or_brought_in_anew_every_turn(
    game: Game, play: Play, refused: Refused, at: At
) -> None:
    state = play(spared(game, "c_div_044", "c_div_060", turn=5), "delay c_div_044")
    assert refused(state, "place c_div_044 2410") == "SNC-8.0c"
    state = play(state, "place c_div_060 2410", "end", "end", *IDLE_JAPANESE_TURN)
    for turn in (6, 7):
        assert state.turn == turn
        state = play(state, "plan MM", "end", "fly yes", dice=[6])
        assert {a.unit for a in game.legal(state) if isinstance(a, Delay)} == {"c_div_044"}
        if turn == 6:
            state = play(state, "delay c_div_044", "end", *IDLE_JAPANESE_TURN)
    assert at(play(state, "place c_div_044 2410"), "c_div_044") == "2410"


@pytest.mark.case("SNC-8.0d")
def test_nothing_that_a_player_may_do_takes_a_unit_out_of_play(game: Game, refused: Refused) -> None:
    units = {"c_div_036": "3009", "j_rgt_006_div_003": "3008", "j_rgt_018_div_003": "3008"}
    for side, order in (("chinese", "move"), ("chinese", "attack"), ("japanese", "move")):
        state = game.arrange(
            "campaign", {**SHANGHAI, **units}, turn=6, phase="first operations", side=side, order=order
        )
        own = "c_div_036" if side == "chinese" else "j_rgt_006_div_003"
        for verb in ("disband", "delay", "interdict"):
            assert refused(state, f"{verb} {own}").startswith("SNC-")
    state = spared(game, "c_div_046", units=units)
    assert refused(state, "delay c_div_036") == "SNC-5.4a"
    before = sum(place >= 0 for place in state.where)
    for action in game.legal(state):
        assert sum(place >= 0 for place in game.play(state, action).where) >= before


@pytest.mark.case("SNC-8.1a")
def test_chinese_units_never_regain_a_step(game: Game, play: Play, refused: Refused) -> None:
    state = game.arrange(
        "campaign", {**SHANGHAI, "j_rgt_006_div_003": "3510"}, turn=6, phase="reinforcement",
        side="chinese", steps={"c_div_087": 1, "j_rgt_006_div_003": 1}, due={"c_div_046": 6}, order="move",
    )  # fmt: skip
    state = play(state, "fly yes", dice=[6])
    assert refused(state, "replace c_div_087").startswith("SNC-")
    state = play(state, "end", "end", "plan MM", "end")
    assert refused(state, "replace c_div_087") == "SNC-8.3b"
    state = play(state, "replace j_rgt_006_div_003", "end")
    assert state.turn == 7
    assert state.steps[game.units.index_of("j_rgt_006_div_003")] == 2
    assert state.steps[game.units.index_of("c_div_087")] == 1


@pytest.mark.case("SNC-8.2a", "SNC-8.2b")
def test_an_entry_hex_beside_the_enemy_is_shut_and_the_other_is_open(
    game: Game, play: Play, refused: Refused, at: At
) -> None:
    state = spared(game, "c_div_008", units={"j_rgt_006_div_003": "2411"}, turn=5)
    assert not state.zone[1][game.board.index("2410")], "no zone of control reaches into the city"
    assert refused(state, "place c_div_008 2410") == "SNC-8.2a"
    assert refused(state, "place c_div_008 2503") == "SNC-8.2b"
    assert at(play(state, "place c_div_008 2318"), "c_div_008") == "2318"


@pytest.mark.case("SNC-8.2a")
def test_an_entry_hex_that_the_enemy_holds_leaves_only_delay(game: Game, refused: Refused) -> None:
    state = spared(game, "c_div_046", units={"j_rgt_006_div_003": "0102", "j_rgt_058_div_013": "1824"})
    assert refused(state, "place c_div_046 0102") == "SNC-8.2a"
    assert {str(a) for a in game.legal(state)} == {"end", "delay c_div_046"}


@pytest.mark.case("SNC-8.2b")
def test_a_placed_unit_moves_once_up_to_its_factor_and_no_other_unit_moves(
    game: Game, play: Play, refused: Refused, at: At
) -> None:
    state = play(spared(game, "c_div_046", "c_div_170"), "place c_div_046 0102")
    assert refused(state, "move c_div_087 3511-3410") == "SNC-9.0d"
    assert refused(state, "move c_div_170 0102-0202").startswith("SNC-")
    road = "0102-0202-0302-0402-0502-0602-0702-0802-0902"
    moves = [a for a in game.legal(state) if isinstance(a, Move)]
    assert {a.units for a in moves} == {("c_div_046",)}
    assert max(len(a.path) for a in moves) == 9, "eight hexes of one point"
    assert refused(state, f"move c_div_046 {road}-1002") == "SNC-9.0j"
    state = play(state, f"move c_div_046 {road}")
    assert at(state, "c_div_046") == "0902"
    assert refused(state, "move c_div_046 0902-1002") == "SNC-9.0d"


@pytest.mark.case("SNC-8.2c")
def test_a_placed_unit_enters_no_hex_beside_the_enemy_not_even_in_passing(
    game: Game, play: Play, refused: Refused
) -> None:
    state = spared(game, "c_div_046", units={"j_rgt_006_div_003": "0505", "j_rgt_018_div_003": "0303"})
    state = play(state, "place c_div_046 0102")
    board = game.board
    shut = {board.ids[n] for id in ("0505", "0303") for n in board.adjacent(board.index(id))}
    assert "0202" in shut
    assert not state.zone[1][board.index("0202")], "the city is beside the enemy but in no zone"
    assert refused(state, "move c_div_046 0102-0202") == "SNC-8.2c"
    assert refused(state, "move c_div_046 0102-0103-0203-0204-0304-0305") == "SNC-8.2c"
    moves = [a for a in game.legal(state) if isinstance(a, Move)]
    assert moves
    assert not any(shut.intersection(a.path) for a in moves)


@pytest.mark.case("SNC-8.2b", "SNC-6.0b")
def test_stacking_waits_for_the_next_check_not_for_the_reinforcement_phase(game: Game, play: Play) -> None:
    """R-41: four divisions stand in one entry hex until the Second Operations Phase ends."""
    due = ("c_div_041", "c_div_048", "c_div_154", "c_div_156")
    state = play(spared(game, *due, turn=7, order="move"), *(f"place {u} 0102" for u in due), "end")
    assert state.decision is not None
    assert (state.phase, state.decision.kind) == ("second operations", "move")
    state = play(state, "end")
    assert state.decision is not None
    assert (state.decision.kind, state.decision.side) == ("eliminate_overstack", "chinese")
    state = play(state, "disband c_div_041")
    assert state.decision is not None
    assert (state.decision.kind, state.decision.side) == ("declare_plan", "japanese")
