"""SNC-7: where zones of control reach, and what they do to units that move and advance."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandtable.actions import Move
from sandtable.game import Game
from sandtable.state import State
from tests.games.shanghai_nanking.conftest import Play

Refused = Callable[[State, str], str]
At = Callable[[State, str], str]

REGIMENT, OTHER, THIRD_ONE = "j_rgt_006_div_003", "j_rgt_012_div_011", "j_rgt_018_div_003"
DIVISION, SECOND = "c_div_013", "c_div_015"
CHINESE, JAPANESE = 0, 1


def posed(game: Game, side: str, units: dict[str, str], order: str = "move", **more: object) -> State:
    settings: dict[str, object] = {"turn": 6, "phase": "first operations", "order": order, **more}
    return game.arrange("campaign", units, side=side, **settings)  # type: ignore[arg-type]


def zone_of(game: Game, units: dict[str, str], side: int) -> set[str]:
    """The hexes in which units of the other side would stand in a zone of control of this one."""
    state = posed(game, game.sides[1 - side], units)
    board = game.board
    return {board.ids[s] for s in range(len(board)) if game.in_enemy_zone(state, 1 - side, s)}


def around(game: Game, space: str) -> set[str]:
    return {game.board.ids[n] for n in game.board.adjacent(game.board.index(space))}


def ends_of_moves(state: State, unit: str) -> set[str]:
    moves = state.game.legal(state).for_unit(unit)
    return {a.path[-1] for a in moves if isinstance(a, Move) and a.units == (unit,)}


# -- where zones reach -------------------------------------------------------------------------------------


@pytest.mark.case("SNC-7.0a")
@pytest.mark.parametrize(
    "unit", ["c_div_036", DIVISION, "c_bde_011", "c_gar_h", REGIMENT, "j_det_asama", "j_snlf_1", "j_gar_b"]
)
def test_every_unit_has_a_zone_in_all_six_neighbours(game: Game, unit: str) -> None:
    """Elite or weak, mobile or static; 0712 lies in open country."""
    side = game.units.by_id(unit).side
    assert zone_of(game, {unit: "0712"}, side) == around(game, "0712")
    assert len(around(game, "0712")) == 6
    assert zone_of(game, {unit: "0712"}, 1 - side) == set()


@pytest.mark.case("SNC-7.0a")
def test_a_zone_moves_with_its_units_and_goes_with_the_last_of_them(game: Game, play: Play) -> None:
    state = posed(game, "chinese", {DIVISION: "0712", SECOND: "0712"})

    def zone(state: State) -> set[str]:
        return {id for s, id in enumerate(game.board.ids) if state.zone[CHINESE][s]}

    state = play(state, f"move {DIVISION} 0712-0713-0714")
    assert zone(state) == around(game, "0712") | around(game, "0714")
    state = play(state, f"move {SECOND} 0712-0713-0714")
    assert zone(state) == around(game, "0714")


@pytest.mark.case("SNC-7.0b")
def test_zones_of_both_sides_are_alike_and_overlap(game: Game, refused: Refused) -> None:
    """0713 lies between 0712 and 0714: either side must stop there."""
    places = {DIVISION: "0712", REGIMENT: "0714"}
    assert zone_of(game, places, CHINESE) & zone_of(game, places, JAPANESE) >= {"0713"}
    for side, mover, start in (("chinese", SECOND, "0612"), ("japanese", OTHER, "0613")):
        state = posed(game, side, {**places, mover: start})
        assert refused(state, f"move {mover} {start}-0713-0813") == "SNC-7.2a"
    assert zone_of(game, {DIVISION: "0712"}, CHINESE) == zone_of(game, {REGIMENT: "0712"}, JAPANESE)


@pytest.mark.case("SNC-7.1a")
@pytest.mark.parametrize(
    ("here", "there", "what"),
    [
        ("3410", "3510", "creek"),
        ("3414", "3514", "river"),
        ("2606", "2605", "town and marsh"),
        ("0420", "0421", "woods"),
        ("0614", "0714", "paddy"),
    ],
)
@pytest.mark.parametrize(("side", "unit"), [(CHINESE, DIVISION), (JAPANESE, REGIMENT)])
def test_ground_and_rivers_do_not_stop_a_zone(
    game: Game, side: int, unit: str, here: str, there: str, what: str
) -> None:
    water = game.board.border(game.board.index(here), game.board.index(there))
    assert water == ({what} if what in ("creek", "river") else set())
    assert there in zone_of(game, {unit: here}, side)
    assert here in zone_of(game, {unit: there}, side)


@pytest.mark.case("SNC-7.1b")
@pytest.mark.parametrize("city", ["0202", "1102", "1824", "2410", "3512", "3611"])
def test_zones_come_out_of_cities_but_not_into_them(game: Game, city: str) -> None:
    """R-36: for both sides."""
    for side, unit in ((CHINESE, DIVISION), (JAPANESE, REGIMENT)):
        land = {game.board.ids[n] for n in game.touch[game.board.index(city)]}
        for near in land:
            assert city not in zone_of(game, {unit: near}, side)
        assert zone_of(game, {unit: city}, side) & land


@pytest.mark.case("SNC-7.1b")
def test_the_seventh_city_keeps_zones_out_wherever_it_is(game: Game) -> None:
    """R-47: with the switch zones reach into Zhenjiang, then a town, and no longer into Xuancheng."""
    other = game.variant({"seventh_city": "0116"})
    for rules, city, town in ((game, "1102", "0116"), (other, "0116", "1102")):
        assert city not in zone_of(rules, {DIVISION: "1103" if city == "1102" else "0117"}, CHINESE)
        assert town in zone_of(rules, {DIVISION: "1103" if town == "1102" else "0117"}, CHINESE)


@pytest.mark.case("SNC-7.1c")
@pytest.mark.parametrize(
    ("shore", "water"),
    [
        ("1509", {"1408"}),
        ("2114", {"2013", "2014", "2113", "2115", "2214"}),
        ("3019", {"3020", "3120"}),
        ("3417", {"3418", "3518"}),
    ],
)
def test_zones_do_not_cross_lake_or_sea(game: Game, shore: str, water: set[str]) -> None:
    board = game.board
    wet = {id for id in around(game, shore) if board.terrain[board.index(id)] in ("lake", "sea", "yangtze")}
    for side, unit in ((CHINESE, DIVISION), (JAPANESE, REGIMENT)):
        assert zone_of(game, {unit: shore}, side) == around(game, shore) - wet
    assert wet == water


@pytest.mark.case("SNC-7.1d")
def test_the_zone_of_a_unit_at_the_huangpu_wharves(game: Game) -> None:
    """SNC-EX-3: from 3610 only 3511 and 3510; 3611 is a city, the rest lies over the navigable Huangpu."""
    assert zone_of(game, {DIVISION: "3610"}, CHINESE) == {"3511", "3510"}
    assert zone_of(game, {REGIMENT: "3610"}, JAPANESE) == {"3511", "3510"}
    for unit, side in ((DIVISION, CHINESE), (REGIMENT, JAPANESE)):
        assert "3610" not in zone_of(game, {unit: "3711"}, side)
        assert not {"3711", "3712", "3612"} & zone_of(game, {unit: "3611"}, side)
    assert zone_of(game, {DIVISION: "3514"}, CHINESE) >= {"3413", "3414"}  # above the boom it is a river


@pytest.mark.case("SNC-7.1e")
def test_ships_keep_chinese_zones_off_japanese_units_on_the_coast(game: Game) -> None:
    """SNC-EX-3, R-50: a Japanese unit in 3510 stands in no zone; an empty 3510 or an inland hex does."""
    assert "3510" in zone_of(game, {DIVISION: "3610"}, CHINESE)
    assert "3510" not in zone_of(game, {DIVISION: "3610", REGIMENT: "3510"}, CHINESE)
    assert "3410" in zone_of(game, {DIVISION: "3411", REGIMENT: "3410"}, CHINESE)  # inland
    assert "3417" in zone_of(game, {DIVISION: "3317", REGIMENT: "3417"}, CHINESE)  # Hangzhou Bay
    assert "1904" in zone_of(game, {DIVISION: "1804", REGIMENT: "1904"}, CHINESE)  # above the Jiangyin boom
    assert "2103" not in zone_of(game, {DIVISION: "2104", REGIMENT: "2103"}, CHINESE)  # below it
    assert "3510" in zone_of(game, {DIVISION: "3510", REGIMENT: "3511"}, JAPANESE)  # not the other way round


@pytest.mark.case("SNC-7.1e", "SNC-7.2c")
def test_a_covered_unit_goes_from_one_contact_to_the_next(game: Game, play: Play, refused: Refused) -> None:
    """From Wusong, under the guns, a regiment may step next to the enemy; from 3410 it may not."""
    covered = posed(game, "japanese", {REGIMENT: "3510", DIVISION: "3511"})
    game.check(covered, game.parse(f"move {REGIMENT} 3510-3410"))
    inland = posed(game, "japanese", {REGIMENT: "3410", DIVISION: "3511"})
    assert refused(inland, f"move {REGIMENT} 3410-3411") == "SNC-7.2c"


@pytest.mark.case("SNC-7.1e", "SNC-7.2a")
def test_an_empty_coast_hex_still_stops_who_enters_it_first(game: Game, play: Play, refused: Refused) -> None:
    """The cover is for a hex that a unit already holds: who joins it walks on, who opens it stops there."""
    places = {REGIMENT: "3409", DIVISION: "3511"}
    state = posed(game, "japanese", places)
    assert refused(state, f"move {REGIMENT} 3409-3510-3509") == "SNC-7.2a"
    assert refused(play(state, f"move {REGIMENT} 3409-3510"), f"move {REGIMENT} 3510-3509") == "SNC-7.2a"
    game.check(
        posed(game, "japanese", {**places, OTHER: "3510"}), game.parse(f"move {REGIMENT} 3409-3510-3509")
    )


# -- what zones do -----------------------------------------------------------------------------------------


@pytest.mark.case("SNC-7.2a")
@pytest.mark.parametrize(
    ("side", "mover", "enemy"), [("chinese", DIVISION, REGIMENT), ("japanese", REGIMENT, DIVISION)]
)
def test_a_unit_stops_in_the_first_zone_it_enters(
    game: Game, play: Play, refused: Refused, side: str, mover: str, enemy: str
) -> None:
    """The enemy in 0712; the mover comes down from 0710 and may not pass 0711, now or later in the phase."""
    state = posed(game, side, {enemy: "0712", mover: "0710"})
    for path in ("0710-0711-0811", "0710-0711-0710"):
        assert refused(state, f"move {mover} {path}") == "SNC-7.2a"
    stopped = play(state, f"move {mover} 0710-0711")
    for path in ("0711-0710", "0711-0811"):
        assert refused(stopped, f"move {mover} {path}") == "SNC-7.2a"
    assert ends_of_moves(stopped, mover) == set()
    contact = around(game, "0712") & ends_of_moves(state, mover)
    assert contact
    for space in around(game, "0712") - around(game, "0711") - {"0711"}:
        moves = [a for a in game.legal(state).for_unit(mover) if isinstance(a, Move) and a.path[-1] == space]
        assert all(not around(game, "0712") & set(move.path[1:-1]) for move in moves)


@pytest.mark.case("SNC-7.2b")
@pytest.mark.parametrize(
    ("side", "mover", "friend", "enemy"),
    [("chinese", DIVISION, SECOND, REGIMENT), ("japanese", REGIMENT, OTHER, DIVISION)],
)
def test_a_friend_in_the_hex_does_not_lift_the_zone(
    game: Game, refused: Refused, side: str, mover: str, friend: str, enemy: str
) -> None:
    state = posed(game, side, {enemy: "0712", mover: "0710", friend: "0711"})
    assert refused(state, f"move {mover} 0710-0711-0811") == "SNC-7.2a"


@pytest.mark.case("SNC-7.2b")
def test_a_friend_in_the_hex_does_not_open_a_line_of_communication(
    game: Game, play: Play, refused: Refused
) -> None:
    """3409 and 3410 join 3310 to Wusong; Chinese divisions in 3311 and 3309 lay zones on both."""
    places = {REGIMENT: "3310", OTHER: "3410", THIRD_ONE: "3510", DIVISION: "3311", SECOND: "3309"}
    state = posed(game, "japanese", places, phase="reinforcement", steps={REGIMENT: 1, THIRD_ONE: 1})
    assert game.in_enemy_zone(state, JAPANESE, game.board.index("3410"))
    assert refused(state, f"replace {REGIMENT}") == "SNC-8.3d"
    free = posed(
        game,
        "japanese",
        {**places, DIVISION: "3211"},
        phase="reinforcement",
        steps={REGIMENT: 1, THIRD_ONE: 1},
    )
    assert not game.in_enemy_zone(free, JAPANESE, game.board.index("3410"))
    game.check(free, game.parse(f"replace {REGIMENT}"))


@pytest.mark.case("SNC-7.2c")
@pytest.mark.parametrize(
    ("side", "mover", "enemy"), [("chinese", DIVISION, REGIMENT), ("japanese", REGIMENT, DIVISION)]
)
def test_a_unit_leaves_a_zone_only_into_the_open(
    game: Game, play: Play, refused: Refused, at: At, side: str, mover: str, enemy: str
) -> None:
    """From 0711, next to the enemy in 0712: not to 0811, but to 0710 and on to the next contact."""
    state = posed(game, side, {enemy: "0712", mover: "0711"})
    assert refused(state, f"move {mover} 0711-0811") == "SNC-7.2c"
    assert not (around(game, "0711") & around(game, "0712")) & {
        a.path[1] for a in game.legal(state).for_unit(mover) if isinstance(a, Move)
    }
    assert refused(state, f"move {mover} 0711-0710-0810-0811-0911") in ("SNC-7.2a", "SNC-9.0j")
    state = play(state, f"move {mover} 0711-0710-0810-0811")
    assert at(state, mover) == "0811"
    assert refused(state, f"move {mover} 0811-0810") == "SNC-7.2a"


@pytest.mark.case("SNC-7.0a", "SNC-7.2c")
def test_the_chinese_in_3511_are_pinned_after_the_landing_at_wusong(game: Game, refused: Refused) -> None:
    """SNC-EX-15: every hex around is Japanese or lies in a Japanese zone."""
    places = {"c_div_087": "3511", REGIMENT: "3510", "j_snlf_1": "3512", "j_snlf_3": "3611"}
    state = posed(game, "chinese", places)
    assert zone_of(game, places, JAPANESE) >= {"3410", "3610", "3411", "3511"}
    assert ends_of_moves(state, "c_div_087") == set()
    for space in ("3410", "3610", "3411"):
        assert refused(state, f"move c_div_087 3511-{space}") == "SNC-7.2c"
    for space in ("3510", "3512", "3611"):
        assert refused(state, f"move c_div_087 3511-{space}") == "SNC-9.0k"
    freed = posed(game, "chinese", {**places, REGIMENT: "3509"})
    assert "3410" in ends_of_moves(freed, "c_div_087")


@pytest.mark.case("SNC-7.2d")
def test_zones_do_not_hinder_an_advance(game: Game, play: Play, at: At) -> None:
    """The attacker stands in a zone and advances into another, next to a second enemy."""
    places = {**dict.fromkeys((REGIMENT, THIRD_ONE), "0711"), DIVISION: "0712", SECOND: "0713"}
    state = posed(game, "japanese", places, "attack")
    assert game.in_enemy_zone(state, JAPANESE, game.board.index("0711"))
    assert game.in_enemy_zone(state, JAPANESE, game.board.index("0712"))
    state = play(state, f"attack {REGIMENT}+{THIRD_ONE} 0712 with none", dice=[6])
    state = play(state, f"advance {REGIMENT}+{THIRD_ONE}")
    assert at(state, REGIMENT) == at(state, THIRD_ONE) == "0712"
