"""SOT-1 and SOT-2: sides and length, units and their two states, markers, areas and zones, the terms."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from math import cos, radians
from pathlib import Path
from random import Random

import pytest

import sandtable as st
from sandtable.dice import Scripted
from sandtable.errors import DataError, Unknown
from sandtable.forecast import Forecast
from sandtable.game import Game
from sandtable.state import State
from tests.games.conftest import asked
from tests.games.storm_over_taierzhuang.conftest import Arrange, Play

Refused = Callable[[State, str], str]
At = Callable[[State, str], str]
Ready = Callable[[State, str], bool]

LEVELS = dict.fromkeys("ADEIJNORSUVWXY", 1) | dict.fromkeys("BCFKLMPQT", 2)
"""Defence levels of the villages."""


def forecast(state: State, text: str) -> Forecast:
    return state.game.forecast(state, state.game.parse(text))


def totals(state: State, text: str) -> tuple[int, int]:
    """Attack Total without the dice, and Defence Total."""
    found = forecast(state, text)
    return int(found.attack), int(found.defence)


def left(state: State) -> int:
    """Movement points of the group whose move is going on."""
    return int(state.vars["mover"][1]) if state.vars["mover"] else 0


def refused_data(tmp_path: Path, table: str) -> str:
    """The complaint about a table of units laid over the game's own."""
    (tmp_path / "units.csv").write_text(table, encoding="utf-8")
    with pytest.raises(DataError) as caught:
        st.load("storm-over-taierzhuang", data=tmp_path)
    return str(caught.value)


# -- scope ------------------------------------------------------------------------------------------


@pytest.mark.case("SOT-1.0a")
def test_two_sides_and_each_commands_its_own_army(game: Game, arrange: Arrange, refused: Refused) -> None:
    assert set(game.sides) == {"japanese", "chinese"}
    for side, own, other, theirs in (
        ("japanese", "J39-1", "C31-1", "Y-U"),
        ("chinese", "C31-1", "J39-1", "M-K"),
    ):
        state = arrange("J39-1@Y", "C31-1@M", side=side)
        assert asked(state) == ("impulse", side)
        enemy = "M-K" if theirs == "Y-U" else "Y-U"
        assert refused(state, f"move {other} {enemy}") == "SOT-2.4a"
        game.check(state, game.parse(f"move {own} {theirs}"))
        assert not game.legal(state).for_unit(other)


@pytest.mark.case("SOT-1.0b", "SOT-2.2b")
def test_thirteen_days_and_the_game_is_over(game: Game, arrange: Arrange, play: Play) -> None:
    """The marker starts on 25 March and moves on a day a turn; after 6 April nothing is left to play."""
    days = []
    for turn in range(1, 14):
        state = arrange("J39-1@Y", "C31-1@M", turn=turn)
        days.append(game.view(state).facts["date"])
        after = play(state, "pass", "pass")
        if turn < 13:
            assert (after.result, after.turn, game.view(after).turn) == (None, turn + 1, turn + 1)
            assert asked(after)[0] == "draw_chits"
        else:
            assert after.result is not None
            assert after.turn == 13
    march, april = range(25, 32), range(1, 7)
    assert days == [f"{day} March 1938" for day in march] + [f"{day} April 1938" for day in april]
    with pytest.raises(Unknown):
        arrange("J39-1@Y", turn=14)


# -- units ------------------------------------------------------------------------------------------


@pytest.mark.case("SOT-2.1a")
def test_a_unit_is_ready_then_spent_and_there_is_no_third_state(
    game: Game, arrange: Arrange, play: Play, at: At, ready: Ready
) -> None:
    state = arrange("J39-1@U", "C31-1@U", "C31-2@U")
    assert ready(state, "C31-1")
    hit = play(state, "fire J39-1 U", "absorb flip C31-1", dice=(4, 2))
    assert not ready(hit, "C31-1")
    assert at(hit, "C31-1") == "U"
    second = arrange("J39-1@U", "C31-1@U", "C31-2@U", spent=["C31-1"])
    gone = play(second, "fire J39-1 U", "absorb eliminate_spent C31-1", dice=(3, 2))
    assert at(gone, "C31-1") == "eliminated"
    for steps in (0, 3):
        with pytest.raises(Unknown):
            arrange("J39-1@U", steps={"J39-1": steps})


@pytest.mark.case("SOT-2.1b", "SOT-2.1c")
@pytest.mark.parametrize(
    ("side", "unit", "other", "deeds"),
    [
        ("japanese", "J39-1", "J39-2", ("move {} U-Y", "fire {} U", "fire {} V", "play BANZAI by {}")),
        ("chinese", "C31-1", "C31-2", ("move {} U-T", "fire {} U", "play NIGHT by {}")),
    ],
)
def test_ready_units_act_and_spent_units_do_not(
    game: Game, arrange: Arrange, refused: Refused, side: str, unit: str, other: str, deeds: tuple[str, ...]
) -> None:
    state = arrange(
        "J39-1@U", "J39-2@U", "C31-1@U", "C31-2@U", "C31-3@V",
        side=side, spent=[unit], hands={"japanese": ["BANZAI"], "chinese": ["NIGHT", "RESOLUTE"]},
    )  # fmt: skip
    for deed in deeds:
        assert refused(state, deed.format(unit)) == "SOT-2.1c"
        assert refused(state, deed.format(f"{other}+{unit}")) == "SOT-2.1c"
        game.check(state, game.parse(deed.format(other)))
    assert not game.legal(state).for_unit(unit)
    assert game.legal(state).for_unit(other)


@pytest.mark.case("SOT-2.1c")
def test_a_spent_unit_defends_retreats_is_restored_or_lost(
    arrange: Arrange, play: Play, refused: Refused, at: At, ready: Ready
) -> None:
    state = arrange("J39-1@U", "C31-1@U", spent=["C31-1"], hands={"chinese": ["RESOLUTE"]})
    assert totals(state, "fire J39-1 U") == (2, 4)
    fired = play(state, "fire J39-1 U", dice=(3, 1))
    assert at(play(fired, "absorb eliminate_spent C31-1"), "C31-1") == "eliminated"
    assert at(play(fired, "absorb retreat C31-1 to P"), "C31-1") == "P"
    assert refused(fired, "absorb flip C31-1") == "SOT-7.4b"
    rallied = arrange("J39-1@U", "C31-1@U", side="chinese", spent=["C31-1"], hands={"chinese": ["LI"]})
    assert ready(play(rallied, "play LI at U", dice=(1,)), "C31-1")
    entered = arrange("J39-1@Y", "C31-1@U", spent=["C31-1"], hands={"chinese": ["RESOLUTE"]})
    assert asked(play(entered, "move J39-1 Y-U"))[0] != "resolute_defence"


@pytest.mark.case("SOT-2.1d", "SOT-2.1e")
@pytest.mark.parametrize(
    ("unit", "combat", "defence", "movement"),
    [("J39-1", 2, 6, 3), ("J39-3", 1, 6, 3), ("JT-1", 3, 5, 4), ("C31-1", 1, 5, 2), ("C2-1", 2, 5, 2)],
)
def test_three_factors_ready_and_one_spent(
    game: Game, arrange: Arrange, refused: Refused, unit: str, combat: int, defence: int, movement: int
) -> None:
    """Each factor does its work: the attack, the defence, and how far a unit gets over empty ground."""
    japanese = unit.startswith("J")
    side, enemy = ("japanese", "chinese") if japanese else ("chinese", "japanese")
    friend, foe = ("J40-1", "C30-1") if japanese else ("C30-1", "J40-1")
    meeting = arrange(f"{unit}@U", f"{foe}@U", side=side)
    assert totals(meeting, f"fire {unit} U")[0] == combat
    assert totals(arrange(f"{unit}@U", f"{foe}@U", side=enemy), f"fire {foe} U")[1] == defence
    way = list("YTOJEF")
    alone = arrange(f"{unit}@Y", f"{foe}@D", side=side)
    game.check(alone, game.parse(f"move {unit} {'-'.join(way[: movement + 1])}"))
    assert refused(alone, f"move {unit} {'-'.join(way[: movement + 2])}") == "SOT-7.1c"

    spent = arrange(f"{unit}@U", f"{foe}@U", side=enemy, spent=[unit])
    assert totals(spent, f"fire {foe} U")[1] == defence - 1
    counter = next(
        u for s in game.view(spent).stacks.values() if s.space == "U" for u in s.units if u.id == unit
    )
    assert (counter.strength, counter.defence, counter.marks) == (0, defence - 1, ("spent",))
    still = arrange(f"{unit}@U", f"{friend}@P", f"{foe}@D", side=side, spent=[unit])
    assert refused(still, f"move {unit} U-Y") == "SOT-2.1c"


@pytest.mark.case("SOT-2.1f")
def test_chinese_designations_are_division_and_corps_and_the_corps_tells_the_army_group(game: Game) -> None:
    groups = dict.fromkeys(("30C", "42C"), "2nd Army Group") | dict.fromkeys(
        ("52C", "85C"), "20th Army Group"
    )
    corps_of = dict.fromkeys(("31", "30"), "30C") | dict.fromkeys(("27", "44"), "42C")
    corps_of |= dict.fromkeys(("2", "25"), "52C") | dict.fromkeys(("4", "89"), "85C")
    waiting = {u.id for u in game.view(game.new()).boxes["reinforcement pool"]}
    met = set()
    for row in game.data.table("units"):
        if row.text("side") != "chinese":
            continue
        found = re.fullmatch(r"(\d+)/(\d+C)", row.needed("designation"))
        assert found is not None
        division, corps = found.groups()
        assert corps_of[division] == corps
        unit = game.units.by_id(row.needed("id"))
        assert unit.category == groups[corps]
        assert re.match(rf"{division}(st|nd|rd|th) Division", unit.formation)
        assert (unit.id in waiting) == (corps in ("52C", "85C"))
        met.add(division)
    assert met == set(corps_of)


@pytest.mark.case("SOT-2.1g")
def test_japanese_designations_are_regiment_brigade_and_division(game: Game) -> None:
    seen: dict[str, int] = {}
    for row in game.data.table("units"):
        if row.text("side") != "japanese":
            continue
        regiment, brigade, division = row.needed("designation").split("/")
        unit = game.units.by_id(row.needed("id"))
        if unit.kind == "tank":
            assert (regiment, brigade, division) == ("Tk", "-", "10")
        elif division == "10":
            assert re.fullmatch(rf"{brigade}\w\w Brigade, {regiment}\w\w Regiment", unit.formation)
        else:
            assert (brigade, division) == ("5MB", "5")
            assert re.fullmatch(rf"{regiment}\w\w Regiment", unit.formation)
        assert unit.category == {"10": "10th Division", "5": "5th Mixed Brigade"}[division]
        seen[division] = seen.get(division, 0) + 1
    assert seen == {"10": 38, "5": 10}


@pytest.mark.case("SOT-2.1h")
def test_infantry_and_tanks_and_tanks_are_japanese(game: Game, tmp_path: Path) -> None:
    assert {u.kind for u in game.units} == {"infantry", "tank"}
    assert {game.sides[u.side] for u in game.units if u.kind == "tank"} == {"japanese"}
    assert {game.sides[u.side] for u in game.units if u.kind == "infantry"} == {"japanese", "chinese"}
    assert "SOT-2.1h" in refused_data(tmp_path, "id,type,source\nC31-1,tank,my own\n")
    assert "cavalry" in refused_data(tmp_path, "id,type,source\nJ39-1,cavalry,my own\n")


# -- markers ----------------------------------------------------------------------------------------


@pytest.mark.case("SOT-2.2a")
def test_a_control_marker_lies_where_one_side_stands_alone(game: Game, arrange: Arrange, play: Play) -> None:
    state = arrange("J39-1@Y", "J39-2@U", "C31-1@U", "C31-2@M", "C31-3@CE", "J40-1@JE1")
    assert game.view(state).control == {"Y": "japanese", "M": "chinese"}
    moved = play(state, "move J39-1 Y-T", "pass")
    assert game.view(moved).control == {"T": "japanese", "M": "chinese"}


# -- map --------------------------------------------------------------------------------------------


@pytest.mark.case("SOT-2.3a")
def test_the_map_is_one_piece_of_25_areas_at_a_quarter_mile_to_the_inch(game: Game) -> None:
    """The sheet of 22 by 34 inches is 8.85 by 13.7 km of ground: the areas fill it and stay on it."""
    board = game.board
    zones = {"JE1", "JE2", "CW", "CS", "CE"}
    areas = [s for s, id in enumerate(board.ids) if id not in zones]
    assert {board.ids[s] for s in areas} == set("ABCDEFGHIJKLMNOPQRSTUVWXY")
    reached, edge = {areas[0]}, [areas[0]]
    while edge:
        near = {s for s in board.adjacent(edge.pop()) if s in areas} - reached
        reached |= near
        edge += near
    assert reached == set(areas)
    for here in range(len(board)):
        assert all(here in board.adjacent(there) for there in board.adjacent(here))
    lon, lat = zip(*(board.lonlat[s] for s in areas), strict=True)
    wide = (max(lon) - min(lon)) * 111.32 * cos(radians(min(lat)))
    high = (max(lat) - min(lat)) * 110.95
    assert 0.7 * 22 * 0.4023 < wide < 22 * 0.4023
    assert 0.7 * 34 * 0.4023 < high < 34 * 0.4023


@pytest.mark.case("SOT-2.3b")
@pytest.mark.parametrize("area", "ABCDEFGHIJKLMNOPQRSTUVWXY")
def test_every_area_has_a_name_a_letter_and_a_level_that_defends(
    game: Game, arrange: Arrange, area: str
) -> None:
    name = game.board.names[game.board.index(area)]
    assert len(name) > 3
    assert game.board.names.count(name) == 1
    state = arrange("J39-1@JE1", f"C31-1@{area}", hands={"japanese": ["BOMB"]})
    assert totals(state, f"play BOMB at {area}") == (12, 5 + LEVELS.get(area, 6))


HELD = ["JE1", *"YUPKF", *"ABCDGH"]
"""A chain from the zone over the bridge, and every victory area."""


@pytest.mark.case("SOT-2.3c")
@pytest.mark.parametrize("missing", ["", *"ABCDGH"])
def test_the_six_victory_areas(game: Game, arrange: Arrange, play: Play, missing: str) -> None:
    assert {game.board.ids[s] for s in game.board.tagged("victory")} == set("ABCDGH")
    held = [area for area in HELD if area != missing]
    units = [u.id for u in game.units if u.side == game.side_index("japanese")]
    words = [f"{unit}@{area}" for unit, area in zip(units, held, strict=False)]
    after = play(arrange(*words, "C31-1@N"), "pass")
    if missing:
        assert after.result is None
    else:
        assert after.result is not None
        assert (after.result.winner, after.result.case) == ("japanese", "SOT-10.1a")


@pytest.mark.case("SOT-2.3d")
@pytest.mark.parametrize("area", ["G", "H"])
def test_the_town_has_one_level_against_the_outside_and_one_inside(arrange: Arrange, area: str) -> None:
    state = arrange("J39-1@M", f"J39-2@{area}", f"C31-1@{area}", "C31-2@K", "J40-1@K")
    assert totals(state, f"fire J39-1 {area}") == (2, 5 + 6)
    assert totals(state, f"fire J39-2 {area}") == (2, 5 + 3)
    village = arrange("J39-1@M", "C31-2@K")
    assert totals(village, "fire J39-1 K") == (2, 5 + 2)
    assert totals(state, "fire J40-1 K") == (2, 5)


@pytest.mark.case("SOT-2.3e")
def test_zones_lie_off_the_map_belong_to_one_side_and_are_left_by_moving(
    game: Game, arrange: Arrange, play: Play, refused: Refused, at: At
) -> None:
    owners = {"JE1": "japanese", "JE2": "japanese", "CW": "chinese", "CS": "chinese", "CE": "chinese"}
    entries = {"JE1": "X", "JE2": "W", "CW": "O", "CS": "B", "CE": "N"}
    for zone, side in owners.items():
        unit, foe = ("J39-1", "C31-1@G") if side == "japanese" else ("C2-1", "J39-1@Q")
        state = arrange(f"{unit}@{zone}", foe, side=side)
        assert zone not in game.view(state).control
        entered = play(state, f"move {unit} {zone}-{entries[zone]}", "pass")
        assert at(entered, unit) == entries[zone]
        back = arrange(f"{unit}@{entries[zone]}", foe, side=side)
        assert refused(back, f"move {unit} {entries[zone]}-{zone}") == "SOT-2.3e"
        assert not any(a.focus in owners for a in game.legal(back).for_unit(unit))
        foreign = arrange(f"{'C2-1' if side == 'japanese' else 'J39-1'}@{zone}", "J40-1@Q", "C31-1@G")
        assert [d.case for d in game.status(foreign)] == ["SOT-2.3g"]


@pytest.mark.case("SOT-2.3f")
def test_units_in_a_zone_cannot_be_attacked(game: Game, arrange: Arrange, refused: Refused) -> None:
    words = ("J39-1@N", "J40-1@JE1", "C2-1@CE", "C31-1@X")
    hands = {"japanese": ["HA_J", "BOMB", "FIGHT"], "chinese": ["HA_C", "AIR_C"]}
    japanese, chinese = (arrange(*words, side=side, hands=hands) for side in ("japanese", "chinese"))
    assert refused(japanese, "fire J39-1 CE") == "SOT-7.2c"
    assert refused(japanese, "play HA_J at CE") == "SOT-2.3f"
    assert refused(japanese, "play BOMB at CE") == refused(japanese, "play FIGHT at CE") == "SOT-TC.J3d"
    assert refused(chinese, "fire C31-1 JE1") == "SOT-7.2d"
    assert refused(chinese, "play HA_C at JE1") == refused(chinese, "play AIR_C at JE1") == "SOT-2.3f"
    for state in (japanese, chinese):
        aims = {a.focus for a in game.legal(state) if a.verb in ("fire", "play")}
        assert aims
        assert not aims & {"JE1", "CE"}
    interdicted = arrange(*words, hands=hands, options={"interdiction": "yes"})
    for chit in hands["japanese"]:
        game.check(interdicted, game.parse(f"play {chit} at CE"))


@pytest.mark.case("SOT-2.3g")
def test_nobody_enters_an_enemy_zone(
    game: Game, arrange: Arrange, play: Play, refused: Refused, at: At
) -> None:
    for area, zone in (("O", "CW"), ("A", "CS"), ("B", "CS"), ("N", "CE")):
        state = arrange(f"J39-1@{area}", "C31-1@H")
        assert refused(state, f"move J39-1 {area}-{zone}") == "SOT-2.3g"
        assert not any(zone in a.spaces for a in game.legal(state).for_unit("J39-1"))
    for area, zone in (("X", "JE1"), ("Y", "JE1"), ("X", "JE2"), ("W", "JE2")):
        state = arrange(f"C31-1@{area}", "J39-1@H", side="chinese")
        assert refused(state, f"move C31-1 {area}-{zone}") == "SOT-2.3g"
        assert not any(zone in a.spaces for a in game.legal(state).for_unit("C31-1"))
    ringed = arrange("C31-1@X", *(f"J39-{n}@{a}" for n, a in enumerate("XUVWY", 1)), spent=["C31-1"])
    fired = play(ringed, "fire J39-1 X", dice=(1, 2))
    assert refused(fired, "absorb retreat C31-1 to JE1") == "SOT-8.0e"
    assert at(play(fired, "absorb retreat C31-1"), "C31-1") == "eliminated"


# -- terms ------------------------------------------------------------------------------------------


@pytest.mark.case("SOT-2.4a")
@pytest.mark.parametrize("deed", ["move J39-1+J39-2 Y-T", "fire J39-1+J39-2 U", "play WILL at X"])
def test_an_action_is_a_move_or_a_fire_of_one_area_or_a_chit(
    game: Game, arrange: Arrange, play: Play, refused: Refused, ready: Ready, deed: str
) -> None:
    """Whichever it is, it is the whole impulse: others stay as they were and the other side is next."""
    state = arrange(
        "J39-1@Y", "J39-2@Y", "J39-3@Y", "J40-1@X", "J40-2@X", "C31-1@U",
        spent=["J40-2"], hands={"japanese": ["WILL"]},
    )  # fmt: skip
    for mixed in ("move J39-1+J40-1 Y-T", "fire J39-1+J40-1 U"):
        assert refused(state, mixed) == "SOT-7.0c"
    assert refused(state, "move none Y-T") == refused(state, "fire none U") == "SOT-2.4a"
    assert refused(state, "move J39-1+J39-1 Y-T") == "SOT-2.4a"
    dice = {"move": (), "fire": (1, 1), "play": (1,)}[deed.split()[0]]
    after = play(state, deed, *(["pass"] if deed.startswith("move") else []), dice=dice)
    assert asked(after) == ("impulse", "chinese")
    assert ready(after, "J39-3")
    assert ready(after, "J40-1")


@pytest.mark.case("SOT-2.4b")
def test_combat_factors_run_from_0_to_3(game: Game, arrange: Arrange, tmp_path: Path) -> None:
    assert {u.strength[-1] for u in game.units} == {0, 1, 2, 3}
    words = ("C31-10@U", "C31-1@U", "J39-1@U", "JT-1@U")
    fires = [("chinese", "C31-1", 1), ("japanese", "J39-1", 2), ("japanese", "JT-1", 3)]
    for side, unit, factor in fires:
        assert totals(arrange(*words, side=side), f"fire {unit} U")[0] == factor
    for wrong in ("4", "-1"):
        assert "cf" in refused_data(tmp_path, f"id,cf,source\nJ39-1,{wrong},my own\n")


@pytest.mark.case("SOT-2.4c")
def test_black_factors_reach_only_their_own_area(game: Game, arrange: Arrange, refused: Refused) -> None:
    words = ("C2-1@U", "C31-1@U", "J39-1@U", "J39-2@V", "C31-2@V")
    state = arrange(*words, side="chinese")
    for unit in ("C2-1", "C31-1"):
        assert refused(state, f"fire {unit} V") == "SOT-7.2.1b"
        game.check(state, game.parse(f"fire {unit} U"))
        assert {a.focus for a in game.legal(state).for_unit(unit) if a.verb == "fire"} == {"U"}
    game.check(arrange(*words), game.parse("fire J39-1 V"))


@pytest.mark.case("SOT-2.4d")
def test_an_attack_of_units_without_a_combat_factor_suffers_one(
    arrange: Arrange, play: Play, ready: Ready
) -> None:
    """Seven on the dice against a Defence Total of 6: a point of damage, were it not for the -1."""
    weak = arrange("C31-10@U", "C31-9@U", "C31-1@U", "J39-1@U", side="chinese")
    assert [(m.value, m.case) for m in forecast(weak, "fire C31-10 U").modifiers] == [(-1, "SOT-7.2.2a-iv")]
    assert asked(play(weak, "fire C31-10 U", dice=(3, 4))) == ("impulse", "japanese")
    assert asked(play(weak, "fire C31-9+C31-10 U", dice=(3, 4))) == ("impulse", "japanese")
    assert asked(play(weak, "fire C31-10 U", dice=(4, 4))) == ("absorb", "japanese")
    assert asked(play(weak, "fire C31-1+C31-10 U", dice=(3, 3))) == ("absorb", "japanese")


@pytest.mark.case("SOT-2.4e")
def test_spent_units_defend_with_one_less(game: Game, arrange: Arrange, tmp_path: Path) -> None:
    for unit in game.units:
        enemy, foe = ("chinese", "C30-1") if game.sides[unit.side] == "japanese" else ("japanese", "J40-1")
        fresh, tired = (
            arrange(f"{unit.id}@U", f"{foe}@U", side=enemy, spent=spent) for spent in ([], [unit.id])
        )
        assert totals(fresh, f"fire {foe} U")[1] - totals(tired, f"fire {foe} U")[1] == 1
    for spent in ("6", "4"):
        assert "SOT-2.4e" in refused_data(tmp_path, f"id,df_spent,source\nJ39-1,{spent},my own\n")


@pytest.mark.case("SOT-2.4f")
def test_attacks_roll_two_dice_and_a_modifier_is_added_to_the_sum(arrange: Arrange) -> None:
    """CF 2 against DF 5: the Damage Points are the sum of two dice less 3, and with Engineers the sum."""
    state = arrange("J39-1@U", "C31=10@U", hands={"japanese": ["ENG"]})
    ways = {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}
    for text, shift in (("fire J39-1 U", -3), ("fire J39-1 U with ENG", 0)):
        expected: dict[str, Fraction] = {}
        for rolled, number in ways.items():
            points = f"{max(0, rolled + shift)} DP"
            expected[points] = expected.get(points, Fraction()) + Fraction(number, 36)
        found: dict[str, Fraction] = {}
        for outcome, chance in forecast(state, text).outcomes.items():
            found[outcome.result] = found.get(outcome.result, Fraction()) + chance
        assert found == expected


@pytest.mark.case("SOT-2.4f")
def test_a_single_die_has_six_faces(game: Game) -> None:
    assert {game.new(seed=seed).vars["limits"]["W"] for seed in range(80)} == {1, 2, 3, 4, 5, 6}


@pytest.mark.case("SOT-2.4g")
def test_movement_points_are_spent_by_terrain_and_by_enemies(
    game: Game, arrange: Arrange, play: Play, refused: Refused
) -> None:
    infantry, tank = arrange("J39-1@F", "C31-1@X"), arrange("JT-1@F", "C31-1@X")
    assert left(play(infantry, "move J39-1 F-M")) == 3 - 1
    assert left(play(infantry, "move J39-1 F-G")) == 3 - 1
    assert left(play(tank, "move JT-1 F-M")) == 4 - 1
    assert left(play(tank, "move JT-1 F-G")) == 4 - 2
    held = arrange("J39-1@Y", "J39-2@U", "C31-1@Q")
    assert left(play(held, "move J39-1 Y-U")) == 3 - 1
    game.check(held, game.parse("move J39-1 Y-U-Q"))
    assert refused(held, "move J39-1 Y-U-P-Q") == "SOT-7.1c"


@pytest.mark.case("SOT-2.4h")
def test_units_become_spent_by_acting_by_damage_and_without_supply(
    arrange: Arrange, play: Play, ready: Ready
) -> None:
    state = arrange("J39-1@Y", "J39-2@Y", "J40-1@K", "C31-1@U", "C31-2@U", "C31-3@D")
    moved = play(state, "move J39-1 Y-T", "pass")
    assert [ready(moved, u) for u in ("J39-1", "J39-2")] == [False, True]
    fired = play(state, "fire J39-2 U", "absorb flip C31-1", dice=(3, 2))
    assert [ready(fired, u) for u in ("J39-2", "J39-1")] == [False, True]
    assert [ready(fired, u) for u in ("C31-1", "C31-2")] == [False, True]
    ended = play(state, "pass", "pass")
    assert ended.turn == 2
    assert [ready(ended, u) for u in ("J39-1", "J40-1", "C31-3")] == [True, False, True]


@pytest.mark.case("SOT-2.4i")
def test_chits_and_events_let_units_act_and_stay_ready(arrange: Arrange, play: Play, ready: Ready) -> None:
    stand = arrange("C31-1@U", "C31-2@U", "J39-1@U", side="chinese", hands={"chinese": ["RESOLUTE"]})
    assert not ready(play(stand, "fire C31-1 U", dice=(1, 1)), "C31-1")
    again = play(stand, "fire C31-1 U with RESOLUTE", dice=(1, 1))
    assert ready(again, "C31-1")
    assert not ready(play(again, "pass", "fire C31-1 U", dice=(1, 1)), "C31-1")
    rush = play(
        arrange("J39-1@Y", "C31-1@U", hands={"japanese": ["BANZAI"]}),
        "play BANZAI by J39-1",
        "move J39-1 Y-U",
    )
    assert ready(rush, "J39-1")
    assert not ready(play(rush, "fire J39-1 U", dice=(1, 1)), "J39-1")


@pytest.mark.case("SOT-2.4i")
def test_the_air_drop_makes_units_ready_to_act_once_more(arrange: Arrange, play: Play, ready: Ready) -> None:
    state = arrange(
        "J39-1@K", "J39-2@P", "C31-1@M",
        phase="random event", spent=["J39-1", "J39-2"], hands={"japanese": ["BOMB"]}, dice=Scripted(4, 6),
    )  # fmt: skip
    dropped = play(state, "play BOMB", "drop supply at K")
    assert [ready(dropped, u) for u in ("J39-1", "J39-2")] == [True, False]
    assert not ready(play(dropped, "fire J39-1 M", dice=(1, 1)), "J39-1")


@pytest.mark.case("SOT-2.4j")
def test_each_side_has_chits_and_a_cup_of_its_own(game: Game, arrange: Arrange, refused: Refused) -> None:
    drawn: dict[str, set[str]] = {"chinese": set(), "japanese": set()}
    for seed in range(30):
        state = arrange("J39-1@Y", "C31-1@M", phase="chits", seed=seed)
        one = game.play(state, game.parse("draw 2"))
        assert game.view(one).facts["chits in cup"] == {"chinese": 14, "japanese": 16}
        both = game.play(one, game.parse("draw 9"))
        for side, hand in game.view(both).facts["hand"].items():
            drawn[side] |= set(hand)
    assert not drawn["chinese"] & drawn["japanese"]
    assert len(drawn["chinese"]) == 7
    assert len(drawn["japanese"]) == 6
    hands = {"japanese": ["HA_J"], "chinese": ["HA_C"]}
    assert refused(arrange("J39-1@M", "C31-1@M", hands=hands), "play HA_C at M") == "SOT-2.4j"
    mirror = arrange("J39-1@M", "C31-1@M", hands=hands, side="chinese")
    assert refused(mirror, "play HA_J at M") == "SOT-2.4j"


@pytest.mark.case("SOT-2.4j")
def test_a_hand_is_its_owners_secret(game: Game, arrange: Arrange) -> None:
    """R-38: the other side sees how many chits there are; a guess deals them anew, and no others."""
    hands = {"chinese": ["DARE", "HEROES"], "japanese": ["ENG", "ENG", "BOMB"]}
    state = arrange("J39=1@Y", "C30=1@A", hands=hands)
    names = {side: [game.chits[c].name for c in chits] for side, chits in hands.items()}
    seen = {side: game.view(state, side).facts for side in game.sides}
    for side in game.sides:
        shown = {who: sorted(chits) for who, chits in seen[side]["hand"].items()}
        assert shown == {side: sorted(names[side])}
        assert seen[side]["chits in hand"] == {"chinese": 2, "japanese": 3}
    assert set(game.view(state).facts["hand"]) == set(game.sides)
    guesses = [game.guess(state, "chinese", Random(seed)) for seed in range(20)]
    assert {tuple(sorted(game.cups[0].hand(g))) for g in guesses} == {("DARE", "HEROES")}
    dealt = {tuple(sorted(game.cups[1].hand(g))) for g in guesses}
    assert len(dealt) > 1
    assert {len(hand) for hand in dealt} == {3}
