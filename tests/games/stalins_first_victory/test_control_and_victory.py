"""SFV-3.4, 4: who holds a hex, what scores, who wins."""

from __future__ import annotations

from collections import Counter

import pytest

from sandtable.game import Game
from sandtable.state import State
from tests.games.stalins_first_victory.conftest import (
    AROUND,
    MIDDLE,
    At,
    Play,
    Refused,
    fighting,
    moving,
    told,
)

CITIES = {"1206", "1207", "1107", "0318", "0417", "0123"}
HILLS = {"0707", "1110", "1012"}
ARMY = ("chi-2-1", "chi-2-2", "chi-2-3", "chi-2-4", "chi-2-5", "chi-2-2-cav", "chi-2-2-art")


def holder(state: State, space: str) -> str:
    return state.game.sides[state.control[state.game.board.index(space)]]


def vp(state: State) -> int:
    points = state.game.view(state).facts["soviet victory points"]
    assert points == state.vars["vp"]
    return int(points)


def last_phase(game: Game, **more: object) -> State:
    """The Chinese Combat Phase of turn 5, after Movement: the last of the game."""
    return game.arrange("campaign", {}, turn=5, phase="combat", side="chinese", **more)  # type: ignore[arg-type]


# -- control -------------------------------------------------------------------------------------------


@pytest.mark.case("SFV-3.4a", "SFV-3.4b")
@pytest.mark.parametrize("scenario", ["campaign", "suggested"])
def test_every_hex_begins_with_its_country(game: Game, scenario: str) -> None:
    state = game.new(scenario)
    held = Counter(
        (country, holder(state, id))
        for space, id in enumerate(game.board.ids)
        for country in game.board.tags[space] & {"china", "soviet_union", "mongolia"}
    )
    assert held == {("china", "chinese"): 248, ("soviet_union", "soviet"): 161, ("mongolia", "soviet"): 8}


@pytest.mark.case("SFV-3.4c")
def test_a_hex_is_taken_by_whoever_enters_it_even_in_passing(game: Game, play: Play) -> None:
    state = play(moving(game, {"sov-21-61": MIDDLE}), f"move sov-21-61 {MIDDLE}-0506-0507")
    assert [holder(state, id) for id in (MIDDLE, "0506", "0507", "0508")] == ["soviet"] * 3 + ["chinese"]
    back = moving(game, {"chi-15-38": MIDDLE}, "chinese", control={"0506": "soviet", "0507": "soviet"})
    back = play(back, f"move chi-15-38 {MIDDLE}-0506-0606")
    assert [holder(back, id) for id in ("0506", "0606", "0507")] == ["chinese", "chinese", "soviet"]


@pytest.mark.case("SFV-3.4d")
def test_a_zone_of_control_takes_nothing(game: Game, play: Play) -> None:
    state = play(moving(game, {"sov-21-61": "0504"}), f"move sov-21-61 0504-{MIDDLE}")
    near = [id for id in AROUND.values() if id != "0504"]
    assert all(state.zone[0][game.board.index(id)] for id in near)
    assert {holder(state, id) for id in near} == {"chinese"}
    hill = play(moving(game, {"sov-21-61": "0808"}), "move sov-21-61 0808-0807")
    assert hill.zone[0][game.board.index("0707")]
    assert (holder(hill, "0707"), vp(hill)) == ("chinese", 0)


@pytest.mark.case("SFV-3.4e")
def test_only_the_nine_hexes_score_when_control_changes(game: Game) -> None:
    """Every Chinese hex taken in turn by one unit: only the nine bring a point."""
    scoring = set()
    for space, id in enumerate(game.board.ids):
        state = game.arrange("campaign", {"sov-21-61": id})
        assert vp(state) == (space in game.ground.vp)
        if vp(state):
            scoring.add(id)
    assert scoring == CITIES | HILLS


# -- scoring -------------------------------------------------------------------------------------------


@pytest.mark.case("SFV-4.0a")
def test_the_vp_hexes_are_six_cities_and_three_numbered_hills(game: Game) -> None:
    names = {game.board.ids[s]: game.ground.terrain[s] for s in game.ground.vp}
    assert {id for id, terrain in names.items() if terrain == "city"} == CITIES
    assert {id for id, terrain in names.items() if terrain == "numbered_hill"} == HILLS
    assert len(names) == 9
    assert all(game.ground.china[s] for s in game.ground.vp)


@pytest.mark.case("SFV-4.3a", "SFV-4.3e")
def test_a_vp_hex_scores_at_the_moment_it_is_entered(game: Game, play: Play) -> None:
    """In passing: the unit goes on, the point stays."""
    state = play(moving(game, {"sov-18-b": "1009"}), "move sov-18-b 1009-1110-1010")
    assert (vp(state), holder(state, "1110")) == (1, "soviet")
    assert told(state)[:2] == ["SFV-4.3a", "SFV-8.0b"]  # before the move is over
    fight = fighting(game, {"sov-21-61": "0807", "sov-18-h": "0807", "chi-15-15-eng": "0707"})
    fight = play(fight, "attack sov-21-61+sov-18-h 0707", dice=[6])  # +4 after the hill: 0/2
    assert vp(fight) == 0
    assert vp(play(fight, "advance none")) == 0
    assert vp(play(fight, "advance sov-21-61")) == 1


@pytest.mark.case("SFV-4.3b", "SFV-4.3d")
def test_a_vp_hex_is_lost_and_won_again_any_number_of_times(game: Game, play: Play) -> None:
    state = moving(game, {"sov-18-b": "1008", "chi-15-15-cav": "1011"})
    points = []
    for turn in (2, 3, 4):
        state = play(state, "move sov-18-b 1008-1009-1110-1009-1008", "end", "end", "order move-combat")
        points.append(vp(state))
        state = play(state, "move chi-15-15-cav 1011-1010-1110-1010-1011" if turn < 4 else "end", "end")
        if turn < 4:
            state = play(state, "end", "enter no", "order move-combat")
        points.append(vp(state))
    assert points == [1, 0, 1, 0, 1, 1]


@pytest.mark.case("SFV-4.3b")
def test_retaking_tells_its_rule(game: Game, play: Play) -> None:
    state = moving(game, {"chi-15-38": "1111"}, "chinese", vp=4, control={"1110": "soviet"})
    state = play(state, "move chi-15-38 1111-1110")
    assert vp(state) == 3
    assert "SFV-4.3b" in told(state)


@pytest.mark.case("SFV-4.3c")
def test_every_lost_unit_of_the_second_army_scores_and_no_other(game: Game, play: Play, at: At) -> None:
    strong = {"sov-36-106": "0605", "sov-36-107": "0605", "sov-36-108": "0506"}
    attack = f"attack {'+'.join(strong)} {MIDDLE}"
    for pair, points in (
        (("chi-2-1", "chi-2-2-art"), 2),
        (("chi-15-38", "chi-15-15-art"), 0),
        (("chi-17-10", "chi-17-17-art"), 0),
    ):
        state = fighting(game, {**strong, **dict.fromkeys(pair, MIDDLE)})
        state = play(state, attack, dice=[6])
        assert [at(state, unit) for unit in pair] == ["eliminated"] * 2
        assert vp(state) == points


@pytest.mark.case("SFV-4.3c", "SFV-6.0c")
def test_a_unit_given_up_because_of_overstacking_scores_too(game: Game, play: Play) -> None:
    """R-18."""
    crowd = dict.fromkeys(("chi-2-1", "chi-2-2", "chi-2-3"), MIDDLE)
    state = play(moving(game, crowd, "chinese"), "end", "disband chi-2-3")
    assert vp(state) == 1


@pytest.mark.case("SFV-4.3f")
def test_both_sides_read_the_running_total(game: Game) -> None:
    state = moving(game, {"sov-21-61": "0707", "sov-35-103": "0318"}, vp=12)
    for side in (None, "soviet", "chinese"):
        facts = game.view(state, side).facts
        assert facts["soviet victory points"] == 12
        assert facts["soviet VP hexes"] == ["0318", "0707"]


# -- winning -------------------------------------------------------------------------------------------


@pytest.mark.case("SFV-4.1a", "SFV-4.2a", "SFV-5.4c")
@pytest.mark.parametrize(
    ("points", "winner", "case"),
    [
        (0, "chinese", "SFV-4.2a"),
        (8, "chinese", "SFV-4.2a"),
        (9, "soviet", "SFV-4.1a"),
        (16, "soviet", "SFV-4.1a"),
    ],
)
def test_nine_points_at_the_end_of_turn_five_decide(
    game: Game, play: Play, refused: Refused, points: int, winner: str, case: str
) -> None:
    state = last_phase(game, vp=points)
    assert state.result is None
    state = play(state, "end")
    assert state.result is not None
    assert (state.result.winner, state.result.case) == (winner, case)
    assert refused(state, "end") == case


@pytest.mark.case("SFV-4.2b")
def test_there_is_no_early_end_and_no_draw(game: Game, play: Play) -> None:
    """Nine points, even sixteen, in turn 1 end nothing; the Chinese can take them back."""
    state = moving(game, {"chi-15-38": "1111"}, "chinese", turn=1, vp=16, control={"1110": "soviet"})
    state = play(state, "move chi-15-38 1111-1110", "end", "end", "enter no")
    assert (state.result, state.turn, vp(state)) == (None, 2, 15)
    winners = set()
    for points in range(17):
        end = play(last_phase(game, vp=points), "end")
        assert end.result is not None
        winners.add(end.result.winner)
    assert winners == {"soviet", "chinese"}


@pytest.mark.case("SFV-4.0b")
def test_without_the_second_army_one_hex_held_wins_for_the_chinese(game: Game, play: Play) -> None:
    """Units of the brigades that are lost bring nothing; eight hexes are one point short."""
    soviets = [u.id for u in game.units if u.side == 0]
    everything = dict(zip(soviets, sorted(CITIES | HILLS), strict=False))
    for kept, winner in (([], "soviet"), (["0123"], "chinese"), (["1110"], "chinese")):
        held = {unit: space for unit, space in everything.items() if space not in kept}
        end = play(game.arrange("campaign", held, turn=5, phase="combat", side="chinese"), "end")
        assert end.result is not None
        assert vp(end) == 9 - len(kept)
        assert end.result.winner == winner


@pytest.mark.case("SFV-4.0c")
def test_with_the_second_army_the_same_test_counts_its_losses(game: Game, play: Play) -> None:
    """R-17: eight hexes and one unit of the army make nine; the army's presence alone decides nothing."""
    attackers = {"sov-36-106": "0605", "sov-36-107": "0605", "sov-36-108": "0506"}
    state = fighting(game, {**attackers, "chi-2-1": MIDDLE, "chi-2-2": "0301"}, turn=5, vp=8)
    state = play(state, f"attack {'+'.join(attackers)} {MIDDLE}", dice=[6])
    state = play(state, "advance none", "end", "order move-combat", "end", "end")
    assert state.result is not None
    assert (state.result.winner, vp(state)) == ("soviet", 9)
    idle = fighting(game, {"chi-2-1": MIDDLE}, "chinese", turn=5, vp=8)
    idle = play(idle, "end")
    assert idle.result is not None
    assert idle.result.winner == "chinese"
