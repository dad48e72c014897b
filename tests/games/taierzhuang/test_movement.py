"""BOT-8: movement points, prices, the railway, the canal and its bridges, the city centre."""

from __future__ import annotations

import pytest

from sandtable.actions import Move
from sandtable.game import Game
from sandtable.state import State
from tests.games.conftest import At, Play, Refused
from tests.games.taierzhuang.conftest import fighting, moving

BATTALION, OTHER, HQ, TANK, CAR = (
    "jap-10-1-10-33",
    "jap-10-2-10-33",
    "jap-10-hq",
    "jap-10-tank",
    "jap-10-ac-10",
)
BLANK, GUNS = "chi-2-01", "chi-20-art4"
COLUMN = tuple(f"17{row:02d}" for row in range(1, 13))
"""Clear hexes from the north edge southward."""


def ends_of_moves(state: State, unit: str) -> set[str]:
    return {a.path[-1] for a in state.game.legal(state).for_unit(unit) if isinstance(a, Move)}


def price(game: Game, here: str, there: str, unit: str) -> int:
    """Points that one step costs a unit: the least allowance with which it is allowed."""
    side = game.sides[game.units.by_id(unit).side]
    for points in range(1, 10):
        state = moving(game, {unit: here}, side, changes={"units": [{"id": unit, "move_s1": points}]})
        if there in ends_of_moves(state, unit):
            state.game.check(state, Move((unit,), (here, there)))
            return points
    raise AssertionError(f"{unit} cannot go from {here} to {there}")


# -- the allowance -------------------------------------------------------------------------------------


@pytest.mark.case("BOT-8.0a")
@pytest.mark.parametrize(("unit", "hexes"), [(BATTALION, 4), (HQ, 4), (TANK, 5), (CAR, 6), (GUNS, 6)])
def test_a_unit_spends_its_movement_factor_and_no_more(
    game: Game, play: Play, refused: Refused, at: At, unit: str, hexes: int
) -> None:
    """8, 8, 10 and 12 points at two a clear hex; the Chinese guns six at one."""
    state = moving(game, {unit: COLUMN[0]}, game.sides[game.units.by_id(unit).side])
    assert at(play(state, f"move {unit} {'-'.join(COLUMN[: hexes + 1])}"), unit) == COLUMN[hexes]
    assert refused(state, f"move {unit} {'-'.join(COLUMN[: hexes + 2])}") == "BOT-8.2a"
    assert max(int(id[2:]) for id in ends_of_moves(state, unit) if id[:2] == "17") == hexes + 1


@pytest.mark.case("BOT-8.0b")
def test_a_face_down_regiment_has_six_points(game: Game, play: Play, refused: Refused, at: At) -> None:
    """Whatever lies beneath: a regiment of nine points moves six until it is turned up."""
    fast = {"units": [{"id": "chi-2-175-88-30", "move_s1": 9}]}
    detail = {"faces": {BLANK: "chi-2-175-88-30"}, "changes": fast}
    hidden = moving(game, {BLANK: COLUMN[0]}, "chinese", **detail)
    assert at(play(hidden, f"move {BLANK} {'-'.join(COLUMN[:7])}"), BLANK) == COLUMN[6]
    assert refused(hidden, f"move {BLANK} {'-'.join(COLUMN[:8])}") == "BOT-8.2a"
    tested = moving(game, {BLANK: COLUMN[0]}, "chinese", tested=[BLANK], **detail)
    assert at(play(tested, f"move {BLANK} {'-'.join(COLUMN[:10])}"), BLANK) == COLUMN[9]


@pytest.mark.case("BOT-8.0c")
@pytest.mark.parametrize("path", ["1703-1705", "1702-1703", "1703-1704-1706", "1703", "1703-1604"])
def test_a_path_leads_from_hex_to_neighbouring_hex(game: Game, refused: Refused, path: str) -> None:
    assert refused(moving(game, {BATTALION: "1703"}), f"move {BATTALION} {path}") == "BOT-8.0c"


@pytest.mark.case("BOT-8.0c")
def test_every_hex_entered_is_paid_for(game: Game, play: Play, refused: Refused, at: At) -> None:
    """To and fro costs like going on."""
    state = moving(game, {BATTALION: "1703"})
    assert at(play(state, f"move {BATTALION} 1703-1704-1703-1704-1703"), BATTALION) == "1703"
    assert refused(state, f"move {BATTALION} 1703-1704-1703-1704-1703-1704") == "BOT-8.2a"


@pytest.mark.case("BOT-8.0d")
def test_points_are_neither_saved_nor_lent(game: Game, play: Play, refused: Refused) -> None:
    """One battalion moves one hex, the other none: neither ever has more than eight points."""
    places = {BATTALION: "1701", OTHER: "1801", BLANK: "0219"}
    state = moving(game, places, turn=7, fifth=True)
    far = "-".join(COLUMN[:6])
    state = play(state, f"move {OTHER} 1801-1802")
    assert refused(state, f"move {BATTALION} {far}") == "BOT-8.2a"
    state = play(state, "end", "end", "order move-combat", "end", "end", "order move-combat")
    assert (state.turn, state.phase, state.side) == (8, "movement", 0)
    assert refused(state, f"move {BATTALION} {far}") == "BOT-8.2a"
    assert refused(state, f"move {OTHER} 1802-1803-1804-1704-1705-1706") == "BOT-8.2a"


@pytest.mark.case("BOT-8.0e", "BOT-8.0g")
def test_any_number_of_units_move_one_after_the_other_each_once(
    game: Game, play: Play, refused: Refused
) -> None:
    places = {
        u.id: f"{place // 2 + 1:02d}{1 + 2 * (place % 2):02d}"
        for place, u in enumerate(u for u in game.units if u.side == 0)
    }
    assert len(places) == 21
    state = moving(game, places)
    assert play(state, "end").phase == "combat"  # none
    for unit, here in places.items():
        there = f"{here[:2]}{int(here[2:]) + 1:02d}"
        state = play(state, f"move {unit} {here}-{there}")
        assert refused(state, f"move {unit} {there}-{here}") == "BOT-8.0g"
        assert not ends_of_moves(state, unit)
    assert {a.verb for a in game.legal(state)} == {"end"}
    assert refused(state, "move none 0101-0102") == "BOT-8.0e"


@pytest.mark.case("BOT-8.0f")
def test_a_unit_need_not_spend_all_its_points(game: Game, play: Play, at: At) -> None:
    state = moving(game, {BATTALION: "1703"})
    assert {"1704", "1705", "1706", "1707"} <= ends_of_moves(state, BATTALION)
    assert at(play(state, f"move {BATTALION} 1703-1704", "end"), BATTALION) == "1704"


@pytest.mark.case("BOT-8.1a")
def test_units_never_move_as_a_stack(game: Game, refused: Refused) -> None:
    state = moving(game, {BATTALION: "1703", TANK: "1703"})
    assert refused(state, f"move {BATTALION}+{TANK} 1703-1704") == "BOT-8.1a"
    assert {len(a.units) for a in game.legal(state) if isinstance(a, Move)} == {1}
    chinese = moving(game, {BLANK: "1703", GUNS: "1703"}, "chinese")
    assert refused(chinese, f"move {BLANK}+{GUNS} 1703-1704") == "BOT-8.1a"


@pytest.mark.case("BOT-8.2a")
def test_there_is_no_minimum_move(game: Game, refused: Refused) -> None:
    """With one point no clear hex is entered, with two no village, with three no hex of the centre."""
    for points, here, there in ((1, "1703", "1704"), (2, "0708", "0709"), (3, "1407", "1408")):
        changes = {"units": [{"id": HQ, "move_s1": points}]}
        state = moving(game, {HQ: here}, changes=changes)
        assert refused(state, f"move {HQ} {here}-{there}") == "BOT-8.2a"
        assert there not in ends_of_moves(state, HQ)
    assert (
        ends_of_moves(moving(game, {HQ: "1703"}, changes={"units": [{"id": HQ, "move_s1": 1}]}), HQ) == set()
    )


# -- Japanese prices -----------------------------------------------------------------------------------


@pytest.mark.case("BOT-8.3a", "BOT-8.3c")
@pytest.mark.parametrize(
    ("here", "there", "points"),
    [
        ("1703", "1704", 2),  # clear
        ("0708", "0709", 3),  # village beside the railway
        ("1704", "1603", 3),  # village
        ("0709", "0708", 2),  # out of a village
        ("1406", "1407", 3),  # city, through the wall
        ("1407", "1406", 2),  # out of it
        ("1407", "1408", 4),  # centre
        ("1408", "1409", 4),
        ("1310", "1311", 2),  # over the bridge: nothing more
        ("1311", "1310", 3),
    ],
)
def test_japanese_prices_are_those_of_the_chart(game: Game, here: str, there: str, points: int) -> None:
    assert price(game, here, there, HQ) == points
    if game.board.terrain[game.board.index(there)] != "city_centre":
        for unit in (TANK, CAR):
            assert price(game, here, there, unit) == points


@pytest.mark.case("BOT-8.3b")
def test_a_hex_counts_as_one_terrain(game: Game) -> None:
    """A village with fields around it, and a rail hex with a village: from every side the one price."""
    board = game.board
    for village, rails in (("1603", ()), ("0709", ("0608", "0710")), ("0713", ("0712", "0813"))):
        for near in board.adjacent(board.index(village)):
            if board.ids[near] not in rails and not game.ground.wet(near, board.index(village)):
                assert price(game, board.ids[near], village, HQ) == 3
    changes = {"board/spaces": [{"id": "1704", "terrain": "village"}]}
    state = moving(game, {HQ: "1703"}, changes={**changes, "units": [{"id": HQ, "move_s1": 2}]})
    assert "1704" not in ends_of_moves(state, HQ)  # what it counts as is what it costs


@pytest.mark.case("BOT-8.3d")
def test_along_the_railway_a_hex_costs_one_point(game: Game, play: Play, refused: Refused, at: At) -> None:
    """Through both stations and over the railway bridge: eight hexes with eight points."""
    line = ["0606", "0607", "0608", "0709", "0710", "0711", "0712", "0713", "0813", "0914"]
    state = moving(game, {BATTALION: line[0]})
    assert at(play(state, f"move {BATTALION} {'-'.join(line[:9])}"), BATTALION) == "0813"
    assert refused(state, f"move {BATTALION} {'-'.join(line)}") == "BOT-8.2a"
    for here, there in (("0608", "0709"), ("0709", "0608"), ("0711", "0712"), ("0419", "0519")):
        assert price(game, here, there, HQ) == 1
        assert price(game, here, there, CAR) == 1


@pytest.mark.case("BOT-8.3e")
@pytest.mark.parametrize(
    ("here", "there", "points"),
    [
        ("0609", "0709", 3),  # into a station from beside the line
        ("0708", "0608", 2),
        ("0610", "0710", 2),
        ("0609", "0608", 2),
        ("0612", "0713", 3),  # the South Station
        ("1118", "1218", 2),  # where two lines meet
    ],
)
def test_other_ways_into_a_rail_hex_cost_its_ground(game: Game, here: str, there: str, points: int) -> None:
    assert price(game, here, there, HQ) == points


@pytest.mark.case("BOT-8.3f")
@pytest.mark.parametrize("unit", [TANK, CAR, "jap-10-ac-12"])
def test_armour_never_enters_the_city_centre(
    game: Game, play: Play, refused: Refused, at: At, unit: str
) -> None:
    """Not by a march, an advance or a flank attack (R-30); its attack is welcome."""
    centre = {id for id in game.board.ids if game.board.terrain[game.board.index(id)] == "city_centre"}
    assert len(centre) == 9
    march = moving(game, {unit: "1407"})
    assert refused(march, f"move {unit} 1407-1408") == "BOT-8.3f"
    assert ends_of_moves(march, unit)
    assert not centre & ends_of_moves(march, unit)
    state = fighting(game, {unit: "1407", BATTALION: "1308", BLANK: "1408"}, faces={BLANK: "chi-2-87-44"})
    game.check(state, game.parse(f"flank {BATTALION} 1309"))
    beside = fighting(game, {unit: "1308", BLANK: "1408"})
    assert refused(beside, f"flank {unit} 1309") == "BOT-8.3f"
    state = play(state, f"attack {unit}+{BATTALION} 1408 with none", "cancel no", dice=[6])
    state = play(state, f"lose {BATTALION}", f"lose {BATTALION}")
    assert state.decision is not None
    assert refused(state, f"advance {unit}") == "BOT-9.9a"
    assert at(play(state, f"advance {BATTALION}"), BATTALION) == "1408"


@pytest.mark.case("BOT-8.3g")
def test_the_two_bridges_stand_for_ever(game: Game, play: Play) -> None:
    """Fights over a bridge and its change of hands leave it passable; nothing offered blows it up."""
    board = game.board
    bridges = {
        frozenset((board.ids[here], board.ids[there]))
        for here, _, there in board.sides()
        if "bridge" in board.border(here, there)
    }
    assert bridges == {frozenset(("0711", "0712")), frozenset(("1310", "1311"))}
    units = {BATTALION: "0711", BLANK: "0712", "chi-2-02": "0720"}
    state = fighting(game, units, turn=7, order="combat-move", fifth=True, faces={BLANK: "chi-2-87-44"})
    state = play(state, f"attack {BATTALION} 0712 with none", f"advance {BATTALION}", "end", dice=[6])
    assert state.phase == "movement"
    assert {"0711", "0710", "0713"} <= ends_of_moves(state, BATTALION)
    state = play(state, f"move {BATTALION} 0712-0711-0710", "end", "order move-combat")
    assert (state.turn, state.side) == (8, 1)
    state = play(state, "move chi-2-02 0720-0719-0718-0717-0716", "end", "end", "order move-combat")
    assert {"0712", "0713"} <= ends_of_moves(state, BATTALION)


@pytest.mark.case("BOT-8.3h")
@pytest.mark.parametrize("unit", [BATTALION, HQ, TANK, CAR])
def test_the_japanese_cross_the_canal_only_at_a_bridge(
    game: Game, play: Play, refused: Refused, at: At, unit: str
) -> None:
    board = game.board
    wet = [
        (board.ids[here], board.ids[there])
        for here, _, there in board.sides()
        if "canal" in board.border(here, there)
    ]
    assert len(wet) == 2 * 43
    for here, there in wet:
        state = moving(game, {unit: here})
        if {here, there} in ({"0711", "0712"}, {"1310", "1311"}):
            assert at(play(state, f"move {unit} {here}-{there}"), unit) == there
        else:
            assert refused(state, f"move {unit} {here}-{there}") == "BOT-8.3h"
            assert all(
                (a, b) != (here, there)
                for move in game.legal(state).for_unit(unit)
                if isinstance(move, Move)
                for a, b in zip(move.path, move.path[1:], strict=False)
            )


# -- Chinese prices ------------------------------------------------------------------------------------


@pytest.mark.case("BOT-8.4a", "BOT-8.4c")
def test_a_chinese_unit_pays_one_point_everywhere(game: Game) -> None:
    """Six points reach every hex within six, over canal, walls, villages, rails and the centre."""
    for start in ("1408", "0711", "1511", "0414", "1810"):
        for unit in (BLANK, "chi-20-01"):
            state = moving(game, {unit: start}, "chinese")
            grid = game.board.grid
            assert grid is not None
            near = {id for id in game.board.ids if 1 <= grid.distance(start, id) <= 6}
            assert ends_of_moves(state, unit) == near


@pytest.mark.case("BOT-8.4c")
def test_chinese_infantry_walks_through_the_canal(game: Game, play: Play, at: At) -> None:
    state = moving(game, {BLANK: "0612"}, "chinese")
    assert at(play(state, f"move {BLANK} 0612-0611-0712-0711-0811-0810-0911"), BLANK) == "0911"


@pytest.mark.case("BOT-8.4a", "BOT-8.4b")
def test_the_artillery_crosses_the_canal_only_at_a_bridge(
    game: Game, play: Play, refused: Refused, at: At
) -> None:
    """It pays one point a hex like all Chinese, but goes around by a bridge, and attacks likewise."""
    state = moving(game, {GUNS: "0612"}, "chinese")
    assert refused(state, f"move {GUNS} 0612-0611") == "BOT-8.4b"
    assert refused(state, f"move {GUNS} 0612-0712-0611") == "BOT-8.4b"
    assert at(play(state, f"move {GUNS} 0612-0712-0711-0611"), GUNS) == "0611"
    assert at(play(state, f"move {GUNS} 0612-0712-0711-0710-0709-0708-0707"), GUNS) == "0707"
    fight = fighting(game, {GUNS: "0811", "chi-20-01": "0811", BATTALION: "0711"}, "chinese")
    assert refused(fight, f"attack {GUNS} 0711") == "BOT-8.4b"
    game.check(fight, game.parse("attack chi-20-01 0711"))
    for here, there in (("0712", "0711"), ("1311", "1310"), ("1310", "1311")):
        game.check(fighting(game, {GUNS: here, HQ: there}, "chinese"), game.parse(f"attack {GUNS} {there}"))
