"""BOT-7: zones of control, in movement, in advance and in supply."""

from __future__ import annotations

import pytest

from sandtable.actions import Move
from sandtable.game import Game
from sandtable.state import State
from tests.games.conftest import At, Play, Refused
from tests.games.taierzhuang.conftest import CORDON, fighting, moving

MIDDLE, AROUND = "1803", {"1802", "1903", "1904", "1804", "1704", "1703"}
BATTALION, OTHER, HQ = "jap-10-1-10-33", "jap-10-2-10-33", "jap-10-hq"


def zone_of(state: State, side: int) -> set[str]:
    """The hexes in the zones of a side, as the other side meets them."""
    ids = state.game.board.ids
    return {id for space, id in enumerate(ids) if state.game.in_enemy_zone(state, 1 - side, space)}


def ends_of_moves(state: State, unit: str) -> set[str]:
    return {a.path[-1] for a in state.game.legal(state).for_unit(unit) if isinstance(a, Move)}


@pytest.mark.case("BOT-7.0a")
@pytest.mark.parametrize(
    "unit", [BATTALION, HQ, "jap-10-tank", "jap-10-ac-10", "jap-5-hq", "chi-2-01", "chi-20-01", "chi-20-art4"]
)
def test_every_unit_projects_into_the_six_hexes_around_it(game: Game, unit: str) -> None:
    side = game.units.by_id(unit).side
    assert zone_of(moving(game, {unit: MIDDLE}), side) == AROUND
    assert zone_of(moving(game, {unit: "0101"}), side) == {"0102", "0201"}
    assert zone_of(moving(game, {unit: MIDDLE}), 1 - side) == set()


@pytest.mark.case("BOT-7.0b")
def test_zones_are_alike_whoever_projects_them(game: Game, refused: Refused) -> None:
    """Blank or tested regiment, artillery, battalion, headquarters: each stops a passer-by just so."""
    met = []
    for foes in (["chi-2-01"], ["chi-20-art4"], ["chi-20-01", "chi-20-art4"]):
        state = moving(game, {"jap-10-tank": "1702", **dict.fromkeys(foes, MIDDLE)})
        assert refused(state, "move jap-10-tank 1702-1703-1704") == "BOT-7.1a"
        met.append(ends_of_moves(state, "jap-10-tank"))
    tested = moving(game, {"jap-10-tank": "1702", "chi-2-01": MIDDLE}, tested=["chi-2-01"])
    met.append(ends_of_moves(tested, "jap-10-tank"))
    assert all(ends == met[0] for ends in met)
    met = []
    for foes in ([BATTALION], [HQ], ["jap-10-ac-12"], [BATTALION, "jap-10-tank"], ["jap-5-1-21-21"]):
        state = moving(game, {"chi-2-01": "1702", **dict.fromkeys(foes, MIDDLE)}, "chinese")
        assert refused(state, "move chi-2-01 1702-1703-1704") == "BOT-7.1a"
        met.append(ends_of_moves(state, "chi-2-01"))
    assert all(ends == met[0] for ends in met)


@pytest.mark.case("BOT-7.0c")
def test_zones_of_both_sides_may_cover_a_hex(game: Game, refused: Refused) -> None:
    """1803 lies between the two: whoever comes from outside must stop there."""
    places = {BATTALION: "1802", "chi-2-01": "1804"}
    state = moving(game, places)
    assert zone_of(state, 0) & zone_of(state, 1) == {MIDDLE}
    ours = moving(game, {**places, "jap-10-tank": "1703"})
    theirs = moving(game, {**places, "chi-20-01": "1704"}, "chinese")
    assert refused(ours, "move jap-10-tank 1703-1803-1903") == "BOT-7.1a"
    assert refused(theirs, "move chi-20-01 1704-1803-1904") == "BOT-7.1a"


@pytest.mark.case("BOT-7.0d")
@pytest.mark.parametrize(
    ("unit", "here", "there"),
    [
        (BATTALION, "0611", "0612"),  # over the canal, where it could not go
        ("chi-2-01", "0612", "0611"),
        (BATTALION, "0711", "0712"),  # over a bridge
        ("chi-20-art4", "0811", "0711"),  # artillery that could not cross
        (BATTALION, "1406", "1407"),  # through a wall into the city
        ("chi-2-01", "1407", "1406"),  # and out
        ("jap-10-tank", "1407", "1408"),  # into the centre, where armour never goes
        ("chi-2-01", "1408", "1407"),
        (BATTALION, "0708", "0709"),  # into a village
        ("chi-2-01", "0709", "0708"),
        (HQ, "1310", "1311"),  # wall, canal and bridge at once
    ],
)
def test_no_ground_and_no_water_stops_a_zone(game: Game, unit: str, here: str, there: str) -> None:
    side = game.units.by_id(unit).side
    zone = zone_of(moving(game, {unit: here}), side)
    assert there in zone
    assert len(zone) == 6


@pytest.mark.case("BOT-7.0e")
def test_nobody_has_to_attack(game: Game, play: Play) -> None:
    units = {BATTALION: MIDDLE, "jap-10-tank": "1703", "chi-2-01": "1804"}
    state = fighting(game, units, order="combat-move")
    after = play(state, "end")
    assert (after.phase, after.side, after.where) == ("movement", 0, state.where)
    state = fighting(game, units, "chinese", order="combat-move")
    after = play(state, "end")
    assert (after.phase, after.side, after.where) == ("movement", 1, state.where)


# -- movement ------------------------------------------------------------------------------------------


@pytest.mark.case("BOT-7.1a")
@pytest.mark.parametrize(
    ("side", "unit", "foe"),
    [
        ("japanese", "jap-10-ac-10", "chi-2-01"),
        ("japanese", BATTALION, "chi-20-art4"),
        ("chinese", "chi-2-01", BATTALION),
        ("chinese", "chi-20-art4", HQ),
    ],
)
def test_a_unit_stops_when_it_enters_an_enemy_zone(
    game: Game, play: Play, refused: Refused, at: At, side: str, unit: str, foe: str
) -> None:
    state = moving(game, {unit: "1702", foe: MIDDLE}, side)
    after = play(state, f"move {unit} 1702-1703")
    assert at(after, unit) == "1703"
    assert ends_of_moves(after, unit) == set()
    assert refused(state, f"move {unit} 1702-1703-1704") == "BOT-7.1a"  # to another hex of the zone
    assert refused(state, f"move {unit} 1702-1703-1602") == "BOT-7.1a"  # out of it
    ways = [a.path[1:-1] for a in game.legal(state).for_unit(unit) if isinstance(a, Move)]
    assert len(ways) > 9
    assert not any(AROUND & set(way) for way in ways)


@pytest.mark.case("BOT-7.1a")
def test_a_row_of_zones_is_a_barrier(game: Game) -> None:
    """Nothing that is offered lies behind it, though the points would do; without the row it does."""
    behind = {"1606", "1506", "1706"}
    line = {"chi-2-01": "1404", "chi-2-02": "1704", "chi-2-03": "1104", "chi-2-04": "2004"}
    armour = "jap-10-ac-10"
    assert behind <= ends_of_moves(moving(game, {armour: "1602"}), armour)
    assert behind & ends_of_moves(moving(game, {armour: "1602", **line}), armour) == set()


@pytest.mark.case("BOT-7.1b", "BOT-7.1e")
def test_friends_do_not_lift_an_enemy_zone(game: Game, refused: Refused) -> None:
    """A friend in the hex, friends all around, even of the other division: the zone stands (R-8)."""
    friends = {OTHER: "1703", "jap-10-tank": "1704", "jap-10-3-10-33": "1802"}
    ring = {"jap-5-1-21-21": "1903", "jap-5-2-21-21": "1904", "jap-5-3-21-21": "1804"}
    for more in ({}, ring):
        state = moving(game, {BATTALION: "1702", "chi-2-01": MIDDLE, **friends, **more})
        assert refused(state, f"move {BATTALION} 1702-1703-1704") == "BOT-7.1a"
        assert refused(state, f"move {OTHER} 1703-1704") == "BOT-7.1c"
    crowd = {"chi-2-02": "1703", "chi-20-01": "1703", "chi-2-01": "1702", BATTALION: MIDDLE}
    chinese = moving(game, crowd, "chinese")
    assert refused(chinese, "move chi-2-01 1702-1703-1704") == "BOT-7.1a"


@pytest.mark.case("BOT-7.1e")
@pytest.mark.parametrize("detail", [{"unsupplied": ["10"]}, {"tested": ["chi-2-01"]}, {"seen": ["chi-2-01"]}])
def test_nothing_else_lifts_a_zone(game: Game, refused: Refused, detail: dict[str, list[str]]) -> None:
    """Not supply, not what is known of a regiment, nor the canal, the wall or the railway on the way."""
    state = moving(game, {BATTALION: "1702", "chi-2-01": MIDDLE}, **detail)
    assert refused(state, f"move {BATTALION} 1702-1703-1704") == "BOT-7.1a"
    rail = moving(game, {BATTALION: "0709", "chi-2-01": "0811"}, **detail)
    assert refused(rail, f"move {BATTALION} 0709-0710-0711-0712") == "BOT-7.1a"
    wall = moving(game, {BATTALION: "1405", "chi-2-01": "1407"}, **detail)
    assert refused(wall, f"move {BATTALION} 1405-1406-1506") == "BOT-7.1a"


@pytest.mark.case("BOT-7.1c")
def test_a_unit_leaves_an_enemy_zone_only_into_the_open(
    game: Game, play: Play, refused: Refused, at: At
) -> None:
    state = moving(game, {BATTALION: "1703", "chi-2-01": MIDDLE})
    for there in ("1704", "1802"):
        assert refused(state, f"move {BATTALION} 1703-{there}") == "BOT-7.1c"
    assert at(play(state, f"move {BATTALION} 1703-1702"), BATTALION) == "1702"
    pinned = moving(game, {BATTALION: "1703", "chi-2-01": MIDDLE, "chi-2-02": "1602", "chi-2-03": "1801"})
    assert ends_of_moves(pinned, BATTALION) == set()
    chinese = moving(game, {"chi-2-01": "1703", BATTALION: MIDDLE}, "chinese")
    assert refused(chinese, "move chi-2-01 1703-1704") == "BOT-7.1c"
    assert at(play(chinese, "move chi-2-01 1703-1603"), "chi-2-01") == "1603"


@pytest.mark.case("BOT-7.1d")
def test_after_leaving_it_stops_in_the_next_enemy_zone(
    game: Game, play: Play, refused: Refused, at: At
) -> None:
    """R-9: around by the open to another side of the same enemy, and no further."""
    state = moving(game, {"jap-10-tank": "1703", "chi-2-01": MIDDLE})
    assert at(play(state, "move jap-10-tank 1703-1702-1801-1802"), "jap-10-tank") == "1802"
    assert refused(state, "move jap-10-tank 1703-1702-1801-1802-1902") == "BOT-7.1a"
    assert refused(state, "move jap-10-tank 1703-1702-1703-1704") == "BOT-7.1a"
    chinese = moving(game, {"chi-2-01": "1703", HQ: MIDDLE}, "chinese")
    assert at(play(chinese, "move chi-2-01 1703-1603-1604-1704"), "chi-2-01") == "1704"
    assert refused(chinese, "move chi-2-01 1703-1603-1604-1704-1705") == "BOT-7.1a"


# -- advance and supply --------------------------------------------------------------------------------


@pytest.mark.case("BOT-7.2a")
def test_an_advance_pays_no_heed_to_zones(game: Game, play: Play, at: At) -> None:
    """From one zone straight into another: what movement forbids, victory allows to either side."""
    units = {BATTALION: "1703", OTHER: "1802", "chi-2-01": MIDDLE, "chi-2-02": "1804", "chi-2-03": "1704"}
    assert {"1703", MIDDLE} <= zone_of(fighting(game, units), 1)
    state = fighting(game, units, faces={"chi-2-01": "chi-2-87-44"})  # 16 - 2: column +10
    state = play(state, f"attack {BATTALION}+{OTHER} {MIDDLE} with none", f"lose {BATTALION}", dice=[5])
    assert at(play(state, f"advance {BATTALION}"), BATTALION) == MIDDLE


@pytest.mark.case("BOT-7.3a")
def test_a_japanese_unit_opens_its_hex_to_supply_but_not_to_movement(game: Game, refused: Refused) -> None:
    """1504 and 1503 lie in Chinese zones, 1502 does not; every hex of the chain must be occupied."""
    chain = {BATTALION: "1504", OTHER: "1503"}

    def cut(units: dict[str, str]) -> bool:
        state = game.arrange(
            "campaign",
            {HQ: "1505", **CORDON, **units},
            turn=3,
            phase="logistics",
            side="japanese",
            fifth=True,
        )
        return "10" in state.vars["unsupplied"]

    assert not cut(chain)
    for missing in chain:
        assert cut({unit: place for unit, place in chain.items() if unit != missing})
    assert cut({BATTALION: "1404", OTHER: "1503"})  # next to the way is not on it
    march = moving(game, {HQ: "1505", **CORDON, **chain})
    assert refused(march, f"move {HQ} 1505-1504-1503") == "BOT-7.1a"
