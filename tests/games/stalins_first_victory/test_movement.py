"""SFV-8.0 to 8.2, 8.4 to 8.7: points, prices, roads, rivers and the border."""

from __future__ import annotations

import pytest

from sandtable.actions import Move
from sandtable.game import Game
from tests.games.stalins_first_victory.conftest import (
    MIDDLE,
    At,
    Play,
    Refused,
    ends_of_moves,
    fighting,
    moving,
)

RIFLE, INFANTRY = "sov-21-61", "chi-15-38"
ROAD = ("1007", "0907", "0807", "0708", "0608", "0508", "0408", "0308", "0208", "0108")
"""Ten hexes of the South road."""


def price(game: Game, here: str, there: str, unit: str) -> int:
    """Points that one step costs a one-step unit: the least allowance with which it is allowed."""
    side = game.sides[game.units.by_id(unit).side]
    for points in range(1, 10):
        changes = {"units": [{"id": unit, "move_s1": points}]}
        state = moving(game, {unit: here}, side, changes=changes)
        if there in ends_of_moves(state, unit):
            state.game.check(state, Move((unit,), (here, there)))
            return points
    raise AssertionError(f"{unit} cannot go from {here} to {there}")


# -- the allowance -------------------------------------------------------------------------------------


@pytest.mark.case("SFV-8.0a")
@pytest.mark.parametrize(
    ("unit", "points"),
    [("sov-21-61", 8), ("sov-18-a", 6), ("sov-18-tc", 12), ("chi-15-38", 6), ("chi-15-15-cav", 10)],
)
def test_a_unit_spends_its_movement_factor_and_no_more(
    game: Game, play: Play, refused: Refused, at: At, unit: str, points: int
) -> None:
    """One point for a hex of road; half as many hexes of clear ground."""
    side = game.sides[game.units.by_id(unit).side]
    line = ("1206", "1106", "1006", "0906", "0905", "0804", "0803", "0703", "0602", "0502", "0401", "0301")
    if points < len(line):
        state = moving(game, {unit: "1206"}, side)
        assert at(play(state, f"move {unit} {'-'.join(line[: points + 1])}"), unit) == line[points]
        further = [*line, "0202"][: points + 2]
        assert refused(state, f"move {unit} {'-'.join(further)}") == "SFV-8.2a"
    clear = [f"01{place:02d}" for place in range(1, 8)]
    state = moving(game, {unit: "0101"}, side)
    assert at(play(state, f"move {unit} {'-'.join(clear[: points // 2 + 1])}"), unit) == clear[points // 2]
    assert max(int(id[2:]) for id in ends_of_moves(state, unit) if id[:2] == "01") == points // 2 + 1


@pytest.mark.case("SFV-8.0b")
@pytest.mark.parametrize("path", ["0505-0507", "0504-0505", "0505-0506-0508", "0505"])
def test_a_path_leads_from_hex_to_neighbouring_hex(game: Game, refused: Refused, path: str) -> None:
    assert refused(moving(game, {RIFLE: MIDDLE}), f"move {RIFLE} {path}") == "SFV-8.0b"


@pytest.mark.case("SFV-8.0b")
def test_every_hex_entered_is_paid_for(game: Game, play: Play, refused: Refused, at: At) -> None:
    """Going to and fro costs like going on: four clear hexes, wherever they lead."""
    state = moving(game, {RIFLE: MIDDLE})
    assert at(play(state, f"move {RIFLE} 0505-0506-0505-0506-0505"), RIFLE) == MIDDLE
    assert refused(state, f"move {RIFLE} 0505-0506-0505-0506-0505-0506") == "SFV-8.2a"


@pytest.mark.case("SFV-8.0c")
def test_points_are_neither_saved_nor_lent(game: Game, play: Play, refused: Refused) -> None:
    """One regiment stands still: neither it nor its neighbour has more than eight points, ever."""
    state = moving(game, {RIFLE: "0101", "sov-21-62": "0101"}, turn=2)
    far = "0101-0102-0103-0104-0105-0106"
    state = play(state, "move sov-21-62 0101-0102")
    assert refused(state, f"move {RIFLE} {far}") == "SFV-8.2a"
    state = play(state, "end", "end", "order move-combat", "end", "end", "enter no", "order move-combat")
    assert (state.turn, state.phase) == (3, "movement")
    assert refused(state, f"move {RIFLE} {far}") == "SFV-8.2a"


@pytest.mark.case("SFV-8.0d", "SFV-8.0f")
def test_any_number_of_units_move_one_after_the_other_each_once(
    game: Game, play: Play, refused: Refused
) -> None:
    places = {
        u.id: f"15{5 + n:02d}" for n, u in enumerate(game.units) if u.side == 0 and u.special != "rail_only"
    }
    assert len(places) == 15
    none = play(moving(game, places), "end")
    assert none.phase == "combat"
    state = moving(game, places)
    for unit, here in places.items():
        there = f"14{here[2:]}"
        state = play(state, f"move {unit} {here}-{there}")
        assert refused(state, f"move {unit} {there}-{here}") == "SFV-8.0f"
        assert not ends_of_moves(state, unit)
    assert {a.verb for a in game.legal(state)} == {"end"}
    assert refused(state, "move none 1505-1405") == "SFV-8.0d"


@pytest.mark.case("SFV-8.0e")
def test_a_unit_need_not_spend_all_its_points(game: Game) -> None:
    """Every nearer hex is offered as an end of the move."""
    ends = ends_of_moves(moving(game, {RIFLE: "0104"}), RIFLE)
    assert {"0105", "0106", "0107"} <= ends


@pytest.mark.case("SFV-8.0g")
def test_no_hex_of_the_enemy_is_entered(game: Game, play: Play, refused: Refused) -> None:
    for unit, foe, side in ((RIFLE, INFANTRY, "soviet"), (INFANTRY, "sov-18-a", "chinese")):
        state = moving(game, {unit: "0504", foe: MIDDLE}, side)
        assert refused(state, f"move {unit} 0504-0505") == "SFV-8.0g"
        assert MIDDLE not in ends_of_moves(state, unit)
    cavalry = moving(game, {"sov-18-5cav": "0504", INFANTRY: MIDDLE})
    assert refused(cavalry, "move sov-18-5cav 0504-0505-0506") == "SFV-8.0g"
    assert MIDDLE not in ends_of_moves(cavalry, "sov-18-5cav")
    train = moving(game, {"sov-18-atg": "1504", INFANTRY: "1305"})
    assert refused(train, "move sov-18-atg 1504-1404-1305") in ("SFV-8.0g", "SFV-7.1a")
    train = moving(game, {"sov-18-atg": "1404", INFANTRY: "1305"})
    assert refused(train, "move sov-18-atg 1404-1305") == "SFV-8.0g"


@pytest.mark.case("SFV-8.1a")
def test_units_never_move_as_a_stack(game: Game, refused: Refused) -> None:
    state = moving(game, {RIFLE: MIDDLE, "sov-21-62": MIDDLE})
    assert refused(state, f"move {RIFLE}+sov-21-62 0505-0506") == "SFV-8.1a"
    assert {len(a.units) for a in game.legal(state) if isinstance(a, Move)} == {1}


@pytest.mark.case("SFV-8.2a")
def test_there_is_no_minimum_move(game: Game, refused: Refused) -> None:
    """With one point no clear hex is entered; with two, no hill."""
    one = {"units": [{"id": INFANTRY, "move_s1": 1}]}
    state = moving(game, {INFANTRY: MIDDLE}, "chinese", changes=one)
    assert refused(state, f"move {INFANTRY} 0505-0506") == "SFV-8.2a"
    assert ends_of_moves(state, INFANTRY) == set()
    two = {"units": [{"id": INFANTRY, "move_s1": 2}]}
    state = moving(game, {INFANTRY: "0605"}, "chinese", changes=two)
    assert refused(state, f"move {INFANTRY} 0605-0606") == "SFV-8.2a"
    assert ends_of_moves(state, INFANTRY) == {"0505", "0506", "0604"}


# -- prices --------------------------------------------------------------------------------------------


@pytest.mark.case("SFV-8.4a")
@pytest.mark.parametrize(
    ("here", "there", "points"),
    [
        ("0907", "0807", 1),  # clear, along the South road
        ("1206", "1107", 1),  # a city by the link within the town
        ("0905", "0804", 1),  # West road
        ("0519", "0418", 1),  # Abagaitu road
        ("0807", "0808", 2),  # off the road
        ("0907", "0908", 2),  # from a road hex to one without
        ("1106", "1107", 2),  # two road hexes, no road between them
        ("0906", "0907", 2),
    ],
)
def test_a_step_along_a_road_costs_one_point(game: Game, here: str, there: str, points: int) -> None:
    assert price(game, here, there, "chi-15-15-cav") == points


@pytest.mark.case("SFV-8.4a")
def test_a_road_ignores_the_ground_under_it(game: Game) -> None:
    """Make a road hex a hill: along the road still one point, across country three."""
    changes = {"board/spaces": [{"id": "0807", "terrain": "hill"}]}
    state = moving(game, {"sov-18-a": "0907"}, changes=changes)
    cost = state.game.cost[0]
    board = game.board
    step = {
        here: cost[board.index(here) * 6 + board.direction(board.index(here), board.index("0807"))]
        for here in ("0907", "0708", "0808", "0908")
    }
    assert step == {"0907": 1, "0708": 1, "0808": 3, "0908": 3}


@pytest.mark.case("SFV-8.4b")
def test_the_railway_is_a_road_too(game: Game, play: Play, at: At) -> None:
    line = ["1703", "1603", "1504", "1404", "1305", "1205", "1206", "1207", "1108"]
    state = play(moving(game, {RIFLE: "1703"}), f"move {RIFLE} {'-'.join(line)}")
    assert at(state, RIFLE) == "1108"  # eight points
    assert price(game, "1108", "1008", INFANTRY) == 1
    assert price(game, "1108", "1109", INFANTRY) == 2


@pytest.mark.case("SFV-8.4c")
def test_the_cut_does_not_hinder_marching_units(game: Game, play: Play, at: At) -> None:
    for cut in (True, False):
        state = moving(game, {"sov-18-a": "1205"}, cut=cut)
        state = play(state, "move sov-18-a 1205-1206-1207-1108-1008-1009-0910")
        assert at(state, "sov-18-a") == "0910"


@pytest.mark.case("SFV-8.5a")
@pytest.mark.parametrize(
    ("here", "there", "points"),
    [("0418", "0419", 3), ("0419", "0418", 3), ("0217", "0218", 3), ("0419", "0420", 2), ("0419", "0519", 3)],
)
def test_crossing_a_river_costs_one_point_more(game: Game, here: str, there: str, points: int) -> None:
    assert price(game, here, there, "chi-17-17-cav") == points


@pytest.mark.case("SFV-8.5b")
def test_roads_and_the_railway_cross_rivers_for_nothing(game: Game, play: Play, at: At) -> None:
    """The iron bridge at Dalainor, for marching units and for the train."""
    board = game.board
    assert "river" in board.border(board.index("0318"), board.index("0319"))
    assert price(game, "0318", "0319", "chi-17-10") == 1
    state = moving(game, {"sov-18-atg": "0318"}, cut=False)
    assert at(play(state, "move sov-18-atg 0318-0319-0219"), "sov-18-atg") == "0219"


@pytest.mark.case("SFV-8.6a", "SFV-8.6b")
@pytest.mark.parametrize(
    ("here", "there", "points"),
    [
        ("0504", "0505", 2),  # clear
        ("0605", "0606", 3),  # hill
        ("0807", "0707", 3),  # numbered hill
        ("1208", "1207", 2),  # city
        ("0517", "0417", 2),  # city at the mines
        ("0606", "0605", 2),  # out of a hill
    ],
)
def test_other_prices_are_those_of_the_chart(game: Game, here: str, there: str, points: int) -> None:
    for unit in ("chi-15-38", "chi-15-15-cav", "sov-18-tank", "sov-18-a"):
        assert price(game, here, there, unit) == points


# -- countries -----------------------------------------------------------------------------------------


@pytest.mark.case("SFV-8.7a")
def test_units_may_go_anywhere_in_their_own_country(game: Game) -> None:
    """No price is missing between two hexes of China, nor between two beyond the border."""
    board = game.board
    for here, direction, there in board.sides():
        china = game.ground.china[here], game.ground.china[there]
        if china == (True, True):
            assert 1 <= game.cost[1][here * 6 + direction] <= 4
        if china == (False, False):
            assert 1 <= game.cost[0][here * 6 + direction] <= 4


@pytest.mark.case("SFV-8.7b")
def test_soviet_units_may_go_everywhere(game: Game, play: Play, at: At) -> None:
    assert all(game.cost[0][here * 6 + direction] for here, direction, _ in game.board.sides())
    state = moving(game, {RIFLE: "1302"})
    assert at(play(state, f"move {RIFLE} 1302-1303-1202"), RIFLE) == "1202"
    assert at(play(state, f"move {RIFLE} 1302-1301"), RIFLE) == "1301"


@pytest.mark.case("SFV-8.7c")
@pytest.mark.parametrize(
    ("here", "there"),
    [("1310", "1410"), ("1305", "1404"), ("1201", "1301"), ("0720", "0820"), ("0724", "0723")],
)
def test_chinese_units_never_cross_the_border(game: Game, refused: Refused, here: str, there: str) -> None:
    """R-26: not by road or railway either."""
    state = moving(game, {"chi-15-15-cav": here}, "chinese")
    assert refused(state, f"move chi-15-15-cav {here}-{there}") == "SFV-8.7c"
    ends = ends_of_moves(state, "chi-15-15-cav")
    assert ends
    assert all(game.ground.china[game.board.index(id)] for id in ends)


@pytest.mark.case("SFV-8.7d")
def test_chinese_units_never_attack_across_the_border(game: Game, play: Play, refused: Refused) -> None:
    places = {
        "chi-15-38": "1310",
        "chi-15-43": "1310",
        RIFLE: "1410",
        "sov-18-b": "1209",
        "sov-21-62": "1302",
    }
    state = fighting(game, {**places, "chi-15-50": "1202"}, "chinese")
    assert refused(state, "attack chi-15-38+chi-15-43 1410") == "SFV-8.7d"
    assert refused(state, "attack chi-15-50 1302") == "SFV-8.7d"  # Mongolia
    assert {a.focus for a in game.legal(state) if a.verb == "attack"} == {"1209"}
    soviet = fighting(game, places)
    game.check(soviet, game.parse(f"attack {RIFLE} 1310"))  # the other way it is allowed
