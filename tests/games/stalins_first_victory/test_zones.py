"""SFV-7: zones of control, and the 5th Cavalry Brigade that rides through them."""

from __future__ import annotations

import pytest

from sandtable.game import Game
from tests.games.stalins_first_victory.conftest import (
    AROUND,
    MIDDLE,
    At,
    Play,
    Refused,
    ends_of_moves,
    fighting,
    moving,
)

CAVALRY = "sov-18-5cav"


@pytest.mark.case("SFV-7.0a")
@pytest.mark.parametrize("unit", ["chi-15-15-art", "chi-15-38", "sov-18-atg", "sov-18-tank", "sov-18-a"])
def test_every_unit_projects_into_the_six_hexes_around_it(game: Game, unit: str) -> None:
    state = moving(game, {unit: MIDDLE})
    side = game.units.by_id(unit).side
    zone = {id for space, id in enumerate(game.board.ids) if game.in_enemy_zone(state, 1 - side, space)}
    assert zone == set(AROUND.values())
    corner = moving(game, {unit: "0101"})
    assert sum(map(bool, corner.zone[side])) == 2


@pytest.mark.case("SFV-7.0b")
def test_zones_are_alike_whoever_projects_them(game: Game, refused: Refused) -> None:
    """Artillery, an infantry stack or a Soviet regiment: all stop a passer-by just so."""
    path = "0603-0604-0605"
    for foes in (["chi-15-15-art"], ["chi-2-1"], ["chi-2-1", "chi-2-2", "chi-2-2-art"]):
        state = moving(game, {"sov-18-tc": "0603", **dict.fromkeys(foes, MIDDLE)})
        assert refused(state, f"move sov-18-tc {path}") == "SFV-7.1a"
        assert ends_of_moves(state, "sov-18-tc") == ends_of_moves(
            moving(game, {"sov-18-tc": "0603", "chi-17-17-eng": MIDDLE}), "sov-18-tc"
        )
    for foes in (["sov-18-a"], ["sov-21-61", "sov-21-62"]):
        state = moving(game, {"chi-15-15-cav": "0603", **dict.fromkeys(foes, MIDDLE)}, "chinese")
        assert refused(state, f"move chi-15-15-cav {path}") == "SFV-7.1a"


@pytest.mark.case("SFV-7.0c")
def test_zones_of_both_sides_may_cover_a_hex(game: Game, refused: Refused) -> None:
    places = {"sov-21-61": "0504", "chi-15-38": "0506", "sov-18-b": "0605", "chi-15-15-cav": "0405"}
    state = moving(game, places)
    middle = game.board.index(MIDDLE)
    assert game.in_enemy_zone(state, 0, middle)
    assert game.in_enemy_zone(state, 1, middle)


@pytest.mark.case("SFV-7.0d")
def test_zones_reach_over_rivers_hills_cities_and_the_border(game: Game, refused: Refused) -> None:
    """R-21: Chinese zones reach into the Soviet Union too."""
    river = moving(game, {"chi-17-10": "0419"})
    assert "river" in game.board.border(game.board.index("0418"), game.board.index("0419"))
    assert game.in_enemy_zone(river, 0, game.board.index("0418"))
    city = moving(game, {"chi-15-38": "1207", "sov-18-tc": "1309"})
    for id in ("1206", "1107", "1307", "1308", "1208", "1108"):
        assert game.in_enemy_zone(city, 0, game.board.index(id))
    assert refused(city, "move sov-18-tc 1309-1308-1307") == "SFV-7.1a"
    border = moving(game, {"chi-15-38": "1310"})
    assert game.in_enemy_zone(border, 0, game.board.index("1410"))
    assert game.in_enemy_zone(moving(game, {"sov-21-61": "1410"}), 1, game.board.index("1310"))


# -- movement ------------------------------------------------------------------------------------------


@pytest.mark.case("SFV-7.1a")
@pytest.mark.parametrize(
    ("side", "unit", "foe"),
    [("soviet", "sov-21-61", "chi-15-38"), ("chinese", "chi-15-15-cav", "sov-21-61")],
)
def test_a_unit_stops_when_it_enters_an_enemy_zone(
    game: Game, play: Play, refused: Refused, at: At, side: str, unit: str, foe: str
) -> None:
    state = moving(game, {unit: "0603", foe: MIDDLE}, side)
    assert at(play(state, f"move {unit} 0603-0604"), unit) == "0604"
    assert refused(state, f"move {unit} 0603-0604-0704") == "SFV-7.1a"
    assert refused(state, f"move {unit} 0603-0604-0605") == "SFV-7.1a"
    assert "0506" not in ends_of_moves(state, unit)  # near through the zone, too far around it
    assert "0506" in ends_of_moves(moving(game, {unit: "0603"}, side), unit)
    assert {"0604", "0504"} <= ends_of_moves(state, unit)


@pytest.mark.case("SFV-7.1b", "SFV-7.1e")
def test_friends_do_not_lift_an_enemy_zone(game: Game, refused: Refused) -> None:
    """A friend in the hex, a whole stack, a friend all around the enemy: the zone stands."""
    friends = {"sov-21-62": "0604", "sov-21-63": "0604", "sov-18-a": "0604", "sov-35-103": "0504"}
    state = moving(game, {"sov-21-61": "0603", "chi-15-38": MIDDLE, **friends})
    assert refused(state, "move sov-21-61 0603-0604-0605") == "SFV-7.1a"
    assert "0506" not in ends_of_moves(state, "sov-21-61")
    assert refused(state, "move sov-21-62 0604-0605") == "SFV-7.1c"
    ringed = {"sov-18-tc": "0605", "sov-18-b": "0506", "sov-18-tank": "0405", "sov-36-106": "0404"}
    state = moving(game, {"sov-21-61": "0603", "chi-15-38": MIDDLE, **friends, **ringed})
    assert refused(state, "move sov-21-61 0603-0604-0605") == "SFV-7.1a"


@pytest.mark.case("SFV-7.1c")
def test_a_unit_leaves_an_enemy_zone_only_into_the_open(
    game: Game, play: Play, refused: Refused, at: At
) -> None:
    state = moving(game, {"sov-21-61": "0604", "chi-15-38": MIDDLE})
    assert refused(state, "move sov-21-61 0604-0605") == "SFV-7.1c"
    assert refused(state, "move sov-21-61 0604-0504") == "SFV-7.1c"
    assert at(play(state, "move sov-21-61 0604-0603"), "sov-21-61") == "0603"
    penned = {"chi-15-38": MIDDLE, "chi-15-43": "0503", "chi-15-50": "0704"}
    pinned = moving(game, {"sov-21-61": "0604", **penned, "chi-17-10": "0706"})
    assert ends_of_moves(pinned, "sov-21-61") == set()


@pytest.mark.case("SFV-7.1d")
def test_after_leaving_it_stops_in_the_next_enemy_zone(
    game: Game, play: Play, refused: Refused, at: At
) -> None:
    """R-7: around by the open to another side of the same enemy, and no further."""
    state = moving(game, {"sov-18-tc": "0604", "chi-15-38": MIDDLE})
    state_after = play(state, "move sov-18-tc 0604-0603-0503-0504")
    assert at(state_after, "sov-18-tc") == "0504"
    assert refused(state, "move sov-18-tc 0604-0603-0503-0504-0404") == "SFV-7.1a"
    assert refused(state, "move sov-18-tc 0604-0603-0604-0605") == "SFV-7.1a"


@pytest.mark.case("SFV-7.1f", "SFV-9.0c")
def test_nobody_has_to_attack(game: Game, play: Play) -> None:
    state = fighting(game, {"sov-21-61": "0604", "sov-35-103": "0506", "chi-15-38": MIDDLE})
    after = play(state, "end")
    assert (after.phase, after.side) == ("declaration", 1)
    assert after.where == state.where


# -- the 5th Cavalry Brigade ---------------------------------------------------------------------------


@pytest.mark.case("SFV-7.1g")
def test_the_brigade_rides_on_through_an_enemy_zone(game: Game, play: Play, refused: Refused, at: At) -> None:
    places = {"chi-15-38": MIDDLE, "sov-18-tc": "0603", CAVALRY: "0603"}
    state = moving(game, places)
    assert refused(state, "move sov-18-tc 0603-0604-0704") == "SFV-7.1a"
    assert at(play(state, f"move {CAVALRY} 0603-0604-0704"), CAVALRY) == "0704"
    only = [u.id for u in game.units if u.special == "ezoc_exception"]
    assert only == [CAVALRY]


@pytest.mark.case("SFV-7.1h")
def test_it_pays_two_points_more_for_each_zone_it_entered_and_leaves(
    game: Game, play: Play, refused: Refused, at: At
) -> None:
    """Twelve points: 2 in, then 4 for each further hex of the zone, 2 + 4 + 4 = 10, and no more."""
    state = moving(game, {"chi-15-38": MIDDLE, CAVALRY: "0603"})
    assert at(play(state, f"move {CAVALRY} 0603-0604-0605-0506"), CAVALRY) == "0506"
    assert refused(state, f"move {CAVALRY} 0603-0604-0605-0506-0507") == "SFV-8.2a"
    without = moving(game, {CAVALRY: "0603"})
    assert at(play(without, f"move {CAVALRY} 0603-0604-0605-0506-0507-0406"), CAVALRY) == "0406"
    back = moving(game, {"chi-15-38": MIDDLE, CAVALRY: "0604"})  # 2, 2, then 4 and 4
    assert at(play(back, f"move {CAVALRY} 0604-0603-0604-0603-0503"), CAVALRY) == "0503"
    assert refused(back, f"move {CAVALRY} 0604-0603-0604-0603-0604-0603") == "SFV-8.2a"


@pytest.mark.case("SFV-7.1i")
def test_it_goes_from_zone_to_zone(game: Game, play: Play, refused: Refused, at: At) -> None:
    """R-33."""
    state = moving(game, {"chi-15-38": MIDDLE, CAVALRY: "0604", "sov-18-tc": "0604"})
    assert refused(state, "move sov-18-tc 0604-0605") == "SFV-7.1c"
    assert at(play(state, f"move {CAVALRY} 0604-0605"), CAVALRY) == "0605"
    assert {"0605", "0504"} <= ends_of_moves(state, CAVALRY)


@pytest.mark.case("SFV-7.1j")
def test_the_zone_it_began_in_costs_nothing_more(game: Game, play: Play, refused: Refused, at: At) -> None:
    """R-8: 2 for the first step, then 4 and 4: ten points; with the start charged it would be twelve."""
    ride = f"move {CAVALRY} 0504-0604-0605-0506"
    ten, nine = (
        moving(
            game,
            {"chi-15-38": MIDDLE, CAVALRY: "0504"},
            changes={"units": [{"id": CAVALRY, "move_s1": points, "move_s2": points}]},
        )
        for points in (10, 9)
    )
    assert at(play(ten, ride), CAVALRY) == "0506"
    assert refused(nine, ride) == "SFV-8.2a"


@pytest.mark.case("SFV-7.1h", "SFV-7.1i", "SFV-7.1j")
def test_what_is_offered_to_the_brigade_is_what_it_may_do(game: Game) -> None:
    """The search and the test of a path agree on every hex near three enemies."""
    foes = {"chi-15-38": MIDDLE, "chi-17-10": "0707", "chi-2-1": "0308"}
    for start in ("0506", "0406", "0607", "0303"):
        state = moving(game, {**foes, CAVALRY: start})
        for action in game.legal(state).for_unit(CAVALRY):
            game.check(state, action)
        assert len(ends_of_moves(state, CAVALRY)) > 20


# -- advance -------------------------------------------------------------------------------------------


@pytest.mark.case("SFV-7.2a", "SFV-9.7d")
def test_an_advance_pays_no_heed_to_zones(game: Game, play: Play, at: At) -> None:
    """From one zone straight into another: what movement forbids, victory allows."""
    places = {
        "sov-36-106": "0604",
        "sov-36-107": "0604",
        "chi-15-38": MIDDLE,
        "chi-2-1": "0506",
        "chi-2-2": "0504",
    }
    state = fighting(game, places)
    assert game.in_enemy_zone(state, 0, game.board.index("0604"))
    assert game.in_enemy_zone(state, 0, game.board.index(MIDDLE))
    state = play(state, f"attack sov-36-106+sov-36-107 {MIDDLE}", "lose sov-36-106", dice=[5])
    state = play(state, "advance sov-36-106+sov-36-107")
    assert at(state, "sov-36-107") == MIDDLE
