"""SFV-8.3: the armoured train group, and the cut in its line."""

from __future__ import annotations

import pytest

from sandtable.game import Game
from sandtable.state import State
from tests.games.stalins_first_victory.conftest import (
    At,
    Play,
    Refused,
    ends_of_moves,
    fighting,
    moving,
    told,
)

TRAIN = "sov-18-atg"
LINE = (
    "1703", "1603", "1504", "1404", "1305", "1205", "1206", "1207", "1108", "1008", "1009", "0910", "0911",
    "0811", "0812", "0713", "0613", "0614", "0515", "0516", "0416", "0417", "0318", "0319", "0219", "0220",
    "0221", "0122", "0123",
)  # fmt: skip
NEXT_SOVIET_TURN = ("end", "end", "order move-combat", "end", "end", "enter no")
"""From the Soviet Movement Phase to the next Soviet declaration, with nothing done."""


def is_cut(state: State) -> bool:
    return bool(state.game.view(state).facts["railway at Manchouli"] == "cut")


def after_advance(game: Game, play: Play, order: str, **more: object) -> State:
    """The train and a regiment drive the engineers out of 1207, and the train advances into the cut."""
    places = {TRAIN: "1206", "sov-36-106": "1206", "sov-36-107": "1307", "sov-36-108": "1307"}
    state = fighting(game, {**places, "chi-15-15-eng": "1207"}, order=order, **more)
    state = play(state, f"attack {'+'.join(places)} 1207", dice=[6])
    while state.decision is not None and state.decision.kind == "absorb_loss":
        state = play(state, "lose sov-36-106")
    return play(state, f"advance {TRAIN}")


# -- rails ---------------------------------------------------------------------------------------------


@pytest.mark.case("SFV-8.3a")
def test_the_train_keeps_to_the_rails(game: Game, refused: Refused) -> None:
    state = moving(game, {TRAIN: "1404"})
    assert ends_of_moves(state, TRAIN) == set(LINE[:8]) - {"1404"}
    assert refused(state, f"move {TRAIN} 1404-1405") == "SFV-8.3a"
    assert refused(state, f"move {TRAIN} 1404-1504-1505") == "SFV-8.3a"
    side_by_side = moving(game, {TRAIN: "1206"}, cut=False)  # 1107 touches 1206 and 1207, by road only
    assert refused(side_by_side, f"move {TRAIN} 1206-1107") == "SFV-8.3a"
    off = [d.case for d in game.status(moving(game, {TRAIN: "0505"}))]
    assert off == ["SFV-8.3a"]


@pytest.mark.case("SFV-8.3b")
def test_the_train_goes_any_distance(game: Game, play: Play, at: At) -> None:
    state = moving(game, {TRAIN: "1703"}, cut=False)
    assert ends_of_moves(state, TRAIN) == set(LINE[1:])
    state = play(state, f"move {TRAIN} {'-'.join(LINE)}")
    assert at(state, TRAIN) == "0123"
    assert state.vars["vp"] == 5  # every city on the line was taken in passing


@pytest.mark.case("SFV-8.3c")
def test_the_train_obeys_zones_of_control(game: Game, refused: Refused) -> None:
    stop = moving(game, {TRAIN: "1703", "chi-15-38": "1304"})
    assert ends_of_moves(stop, TRAIN) == {"1603", "1504", "1404"}
    assert refused(stop, f"move {TRAIN} 1703-1603-1504-1404-1305") == "SFV-7.1a"
    held = moving(game, {TRAIN: "1404", "chi-15-38": "1304"})
    assert refused(held, f"move {TRAIN} 1404-1305") == "SFV-7.1c"
    assert ends_of_moves(held, TRAIN) == {"1504", "1603", "1703"}


@pytest.mark.case("SFV-8.3d")
def test_the_train_stops_at_the_cut(game: Game, play: Play, refused: Refused, at: At) -> None:
    state = moving(game, {TRAIN: "1703"})
    assert ends_of_moves(state, TRAIN) == set(LINE[1:8])
    assert refused(state, f"move {TRAIN} {'-'.join(LINE[:9])}") == "SFV-8.3d"
    assert refused(state, f"move {TRAIN} {'-'.join(LINE[:8])}-1206") == "SFV-8.3d"
    assert at(play(state, f"move {TRAIN} {'-'.join(LINE[:8])}"), TRAIN) == "1207"


# -- the cut and its repair ----------------------------------------------------------------------------


@pytest.mark.case("SFV-8.3e", "SFV-8.3h")
def test_a_train_that_begins_in_the_cut_hex_mends_it(game: Game, play: Play, at: At) -> None:
    state = play(moving(game, {TRAIN: "1206"}), f"move {TRAIN} 1206-1207")
    assert is_cut(state)
    state = play(state, *NEXT_SOVIET_TURN)
    assert is_cut(state)  # only as the Movement Phase begins
    state = play(state, "order move-combat")
    assert not is_cut(state)
    assert "SFV-8.3e" in told(state)
    state = play(state, f"move {TRAIN} 1207-1108-1008-1009")
    assert at(state, TRAIN) == "1009"
    state = play(state, *NEXT_SOVIET_TURN, "order move-combat")
    assert not is_cut(state)  # it never returns
    elsewhere = moving(game, {TRAIN: "1206", "sov-21-61": "1207"})
    assert is_cut(elsewhere)  # no other unit mends


@pytest.mark.case("SFV-8.3e")
def test_in_a_combat_first_turn_the_repair_waits_for_movement(game: Game, play: Play) -> None:
    state = fighting(game, {TRAIN: "1207"}, order="combat-move")
    assert is_cut(state)
    assert not is_cut(play(state, "end"))
    chinese = moving(game, {TRAIN: "1207"}, "chinese")
    assert is_cut(chinese)  # the enemy's Movement Phase mends nothing


@pytest.mark.case("SFV-8.3f")
def test_the_train_advances_into_the_cut_hex_and_not_beyond(
    game: Game, play: Play, refused: Refused, at: At
) -> None:
    assert at(after_advance(game, play, "move-combat"), TRAIN) == "1207"
    places = {TRAIN: "1207", "sov-36-106": "1207", "sov-36-107": "1208", "chi-15-15-art": "1108"}
    for cut in (True, False):
        state = fighting(game, places, cut=cut)
        state = play(state, f"attack {TRAIN}+sov-36-106+sov-36-107 1108", dice=[6])
        if cut:
            assert refused(state, f"advance {TRAIN}") == "SFV-9.7a"
            assert TRAIN not in {u for a in game.legal(state) for u in a.touched_units}
        else:
            assert at(play(state, f"advance {TRAIN}"), TRAIN) == "1108"


@pytest.mark.case("SFV-8.3f", "SFV-8.3a")
def test_the_train_attacks_sideways_but_advances_along_its_rails(
    game: Game, play: Play, refused: Refused, at: At
) -> None:
    """R-10: from 1305 it shells 1304 and stays; with its company it would not leave the line."""
    places = {TRAIN: "1305", "sov-36-106": "1305", "sov-36-107": "1403", "chi-15-15-art": "1304"}
    state = play(fighting(game, places), f"attack {TRAIN}+sov-36-106+sov-36-107 1304", dice=[6])
    assert refused(state, f"advance {TRAIN}") == "SFV-9.7a"
    assert at(play(state, "advance sov-36-106"), TRAIN) == "1305"
    alone = play(fighting(game, {TRAIN: "1305", "chi-15-15-art": "1304"}), f"attack {TRAIN} 1304", dice=[6])
    assert alone.decision is not None
    assert alone.decision.kind == "attack"  # nobody to advance, nothing is asked


@pytest.mark.case("SFV-8.3g", "SFV-8.3h")
def test_after_an_advance_the_cut_stands_for_the_next_movement_phase(
    game: Game, play: Play, refused: Refused, at: At
) -> None:
    """R-9: it may only go back; at the end of the phase the marker goes, wherever the train is."""
    state = after_advance(game, play, "move-combat")
    state = play(state, "end", "order move-combat", "end", "end", "enter no", "order move-combat")
    assert (state.turn, state.phase, is_cut(state)) == (3, "movement", True)
    assert refused(state, f"move {TRAIN} 1207-1108") == "SFV-8.3d"
    assert ends_of_moves(state, TRAIN) == set(LINE[:7])
    stays, goes = play(state, "end"), play(state, f"move {TRAIN} 1207-1206-1205", "end")
    for after in (stays, goes):
        assert not is_cut(after)
        assert "SFV-8.3g" in told(after)
    assert at(goes, TRAIN) == "1205"


@pytest.mark.case("SFV-8.3g")
def test_combat_first_the_next_movement_phase_is_that_of_the_same_turn(game: Game, play: Play) -> None:
    state = play(after_advance(game, play, "combat-move"), "end")
    assert (state.turn, state.phase, is_cut(state)) == (2, "movement", True)
    assert not is_cut(play(state, "end"))


@pytest.mark.case("SFV-8.3h")
def test_the_cut_lies_where_it_was_set_up_until_it_is_mended(game: Game, play: Play) -> None:
    """Fighting over Manchouli, changes of control and Chinese units in the hex move it nowhere."""
    state = moving(game, {"chi-15-38": "1206", "sov-21-61": "1306"}, "chinese")
    state = play(state, "move chi-15-38 1206-1207", "end", "end", "enter no", "order move-combat")
    assert is_cut(state)
    assert state.vars["vp"] == 0
    mended = moving(game, {TRAIN: "1504"}, cut=False)
    for text in (f"move {TRAIN} 1504-1404-1305-1205-1206-1207-1108", *NEXT_SOVIET_TURN, "order move-combat"):
        mended = play(mended, text)
        assert not is_cut(mended)
