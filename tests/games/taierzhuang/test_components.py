"""BOT-1, 2: scale, edges, hexes, counters, factors and steps."""

from __future__ import annotations

from collections import Counter
from math import hypot
from random import Random

import pytest

import sandtable as st
from sandtable.errors import DataError, Unknown
from sandtable.game import Game
from sandtable.state import DEAD, State
from tests.games.conftest import At, Play, Refused, Watched
from tests.games.taierzhuang.conftest import fighting, moving, odds

KM_EAST, KM_NORTH = 91.676, 110.95
"""Kilometres in a degree of longitude and of latitude at Taierzhuang."""

BATTALION, REGIMENT = "jap-10-1-10-33", "chi-2-01"
HERE, THERE = "1304", "1303"
"""Neighbouring clear hexes."""


def steps(state: State, unit: str) -> int:
    return state.steps[state.game.units.index_of(unit)]


def ends_of_moves(state: State, unit: str) -> set[str]:
    return {a.spaces[-1] for a in state.game.legal(state).for_unit(unit)}


# -- scale and directions ------------------------------------------------------------------------------


@pytest.mark.case("BOT-1.0a")
def test_the_game_shares_its_table_with_the_sister_game_and_nothing_else(game: Game) -> None:
    """The same results under other headings; no unit and no case in common."""
    sister = st.load("stalins-first-victory")
    assert list(game.odds_table().values()) == list(sister.odds_table().values())
    assert list(game.odds_table()) == ["0 or less", "+5", "+10", "+15", "+20", "+25", "+30 or more"]
    assert not set(game.units.ids) & set(sister.units.ids)
    assert not set(game.cases) & set(sister.cases)


@pytest.mark.case("BOT-1.1a")
def test_neighbouring_hexes_are_four_hundred_metres_apart(game: Game) -> None:
    board = game.board
    for here, _, there in board.sides():
        (lon, lat), (other_lon, other_lat) = board.lonlat[here], board.lonlat[there]
        apart = hypot((lon - other_lon) * KM_EAST, (lat - other_lat) * KM_NORTH)
        assert apart == pytest.approx(0.4, abs=0.005)


@pytest.mark.case("BOT-1.1b")
def test_a_turn_is_two_days_and_the_first_begins_on_the_24th_of_march(game: Game) -> None:
    march = [f"{first}–{first + 1} March" for first in (24, 26, 28, 30)]
    days = march + [f"{first}–{first + 1} April" for first in (1, 3, 5, 7)]
    for turn, day in enumerate(days, start=1):
        state = game.arrange("campaign", {BATTALION: HERE}, turn=turn, phase="movement", side="japanese")
        assert game.view(state).facts["date"] == f"{day} 1938"


@pytest.mark.case("BOT-1.1c", "BOT-2.3.3a", "BOT-2.3.4a")
def test_sizes_and_types_of_both_sides(game: Game) -> None:
    """Japanese battalions and companies, Chinese regiments; no other size or type is read."""
    met = Counter((game.sides[u.side], u.kind, u.size) for u in game.units)
    assert met == {
        ("japanese", "infantry", "II"): 16, ("japanese", "HQ", "III"): 2, ("japanese", "tank", "I"): 1,
        ("japanese", "armoured car", "I"): 2, ("chinese", "infantry", "III"): 38,
        ("chinese", "artillery", "III"): 1,
    }  # fmt: skip
    for column, value in (("size", "X"), ("type", "cavalry")):
        with pytest.raises(DataError, match=f"unknown {column} '{value}'"):
            game.variant(changes={"units": [{"id": BATTALION, column: value}]})


@pytest.mark.case("BOT-1.2a")
def test_there_are_two_sides(game: Game, play: Play) -> None:
    assert game.sides == ("japanese", "chinese")
    assert Counter(game.sides[u.side] for u in game.units) == {"japanese": 21, "chinese": 39}
    assert play(moving(game, {BATTALION: HERE}), "resign").result.winner == "chinese"
    assert play(moving(game, {REGIMENT: HERE}, "chinese"), "resign").result.winner == "japanese"
    with pytest.raises(DataError, match="unknown side 'soviet'"):
        game.variant(changes={"units": [{"id": BATTALION, "side": "soviet"}]})


@pytest.mark.parametrize(
    ("edge", "ids"),
    [
        pytest.param("north_edge", [f"{c:02d}01" for c in range(1, 23)], marks=pytest.mark.case("BOT-1.3a")),
        pytest.param(
            "south_edge",
            [f"{c:02d}{20 if c % 2 else 19}" for c in range(1, 23)],
            marks=pytest.mark.case("BOT-1.3b"),
        ),
        pytest.param("west_edge", [f"01{r:02d}" for r in range(2, 20)], marks=pytest.mark.case("BOT-1.3c")),
        pytest.param("east_edge", [f"22{r:02d}" for r in range(2, 19)], marks=pytest.mark.case("BOT-1.3d")),
    ],
)
def test_an_edge_of_the_map_is_the_hexes_that_the_rules_name(game: Game, edge: str, ids: list[str]) -> None:
    assert sorted(game.board.ids[s] for s in game.board.tagged(edge)) == ids


@pytest.mark.case("BOT-1.3e")
def test_the_edges_decide_what_is_north_and_where_units_arrive(game: Game) -> None:
    """North is the way to the north edge; the Chinese enter on parts of the other three edges."""
    board = game.board
    edge = {name: set(board.tagged(f"{name}_edge")) for name in ("north", "south", "west", "east")}
    for here, direction, there in board.sides():
        if board.grid.directions[direction] == "N":
            assert here not in edge["north"]
            assert there not in edge["south"]
    assert set(game.ground.north) == edge["north"]
    for name, area in game.entry_area.items():
        assert set(area) <= edge[name]
        assert area


# -- components ----------------------------------------------------------------------------------------


@pytest.mark.case("BOT-2.0a", "BOT-2.2a", "BOT-2.4a")
def test_the_128_counters_are_75_of_units_and_53_markers(game: Game) -> None:
    """Markers are no units: they record the turn, control, edges and support."""
    markers = game.data.table("markers")
    kinds = Counter((row.text("kind"), row.text("side")) for row in markers)
    assert kinds == {
        ("turn", ""): 1, ("control", ""): 39, ("map-edge reinforcement", "chinese"): 3,
        ("artillery support", "japanese 10"): 6, ("artillery support", "japanese 5"): 2,
        ("air support", "japanese"): 2,
    }  # fmt: skip
    rows = game.data.table("units")
    counters = Counter[str]()
    for row in rows:
        counters[row.text("side")] += row.integer("counters")
    assert counters == {"japanese": 36, "chinese": 39}
    assert counters.total() + len(markers) == 128
    assert not {row.text("id") for row in markers} & set(game.units.ids)
    with pytest.raises(DataError, match="128 counters instead of 127"):
        game.variant(changes={"limits": [{"id": "counters", "value": 127}]})
    facts = game.view(game.arrange("campaign", {"jap-5-hq": HERE}, turn=2, phase="movement")).facts
    assert facts["air support left"] == 2
    assert (facts["artillery left, 10th Division"], facts["artillery left, 5th Division"]) == (6, 2)


@pytest.mark.case("BOT-2.0b")
def test_six_sided_dice_and_blind_draws_decide_everything(game: Game, play: Play) -> None:
    """A whole game asks for nothing else, and a combat for one die with six sides."""
    for seed in range(2):
        dice, rng = Watched(seed), Random(seed)
        state = game.new("suggested", seed=seed)
        rolls, drawn = state.rolls, []
        while state.result is None:
            dice.sides.clear()
            state = game.play(state, game.legal(state).sample(rng), dice)
            if set(dice.sides) - {6}:
                drawn.append((state.turn, game.sides[state.side]))
        assert state.rolls == rolls  # nothing was decided beside these dice
        assert drawn == [(turn, "chinese") for turn in range(2, 2 + len(drawn))]  # edges and regiments
        assert drawn
    fight = fighting(game, {"chi-2-01": HERE, BATTALION: THERE}, "chinese", tested=["chi-2-01"])
    dice = Watched(1)
    game.play(fight, game.parse(f"attack chi-2-01 {THERE}"), dice)
    assert dice.sides == {6: 1}


@pytest.mark.case("BOT-2.1a")
def test_a_unit_is_in_one_place_at_a_time(game: Game, play: Play, refused: Refused) -> None:
    state = moving(game, {BATTALION: HERE})
    assert refused(state, f"move jap-10-2-10-33 {HERE}-{THERE}") == "BOT-2.1a"
    state = play(state, f"move {BATTALION} {HERE}-{THERE}-1302")
    stacks = game.view(state).stacks
    assert [space for space, stack in stacks.items() if BATTALION in {u.id for u in stack.units}] == ["1302"]


@pytest.mark.case("BOT-2.1b")
def test_every_hex_has_a_terrain_that_the_chart_knows(game: Game) -> None:
    met = Counter(game.board.terrain)
    assert (met["city"], met["city_centre"]) == (17, 9)
    assert met.total() == 429
    assert set(met) == {"clear", "village", "city", "city_centre"}
    with pytest.raises(DataError, match="unknown terrain 'swamp'"):
        game.variant(changes={"board/spaces": [{"id": HERE, "terrain": "swamp"}]})


@pytest.mark.case("BOT-2.1c")
def test_a_hex_number_is_its_column_from_the_west_and_its_place_from_the_north(game: Game) -> None:
    board = game.board
    assert len(set(board.ids)) == len(board) == 429
    columns = Counter(id[:2] for id in board.ids)
    assert columns == {f"{c:02d}": 20 if c % 2 else 19 for c in range(1, 23)}
    where = {id: board.lonlat[s] for s, id in enumerate(board.ids)}
    for id, (lon, lat) in where.items():
        south, east = f"{id[:2]}{int(id[2:]) + 1:02d}", f"{int(id[:2]) + 1:02d}{id[2:]}"
        assert south not in where or where[south][1] < lat
        assert east not in where or where[east][0] > lon
    around = {board.ids[s] for s in board.adjacent(board.index("1406"))}
    assert around == {"1405", "1407", "1306", "1307", "1506", "1507"}
    for unknown in ("0220", "2301", "0000"):
        with pytest.raises(Unknown, match=unknown):
            board.index(unknown)


# -- what a counter says -------------------------------------------------------------------------------


@pytest.mark.case("BOT-2.3a")
def test_every_unit_carries_all_that_a_counter_shows(game: Game) -> None:
    faces = {face.id: face for face in game.regiments.faces}
    seen = set()
    for row in game.data.table("units"):
        unit = faces.get(row.text("id")) or game.units.by_id(row.text("id"))
        assert (game.sides[unit.side], unit.formation) == (row.text("side"), row.text("command"))
        assert (unit.kind, unit.size, unit.steps) == (
            row.text("type"), row.text("size"), row.integer("steps"),
        )  # fmt: skip
        for left in range(1, unit.steps + 1):
            assert unit.strength[left] == row.integer(f"attack_s{left}")
            assert unit.defence[left] == row.integer(f"defence_s{left}")
            assert unit.movement == row.integer(f"move_s{left}")
        seen.add(row.needed("designation"))
    assert len(seen) >= 59  # both headquarters are called SD
    tank = game.view(fighting(game, {"jap-10-tank": HERE}), "chinese").stacks[HERE].units[0]
    assert (tank.side, tank.category, tank.kind, tank.size) == ("japanese", "10th Division", "tank", "I")
    assert (tank.strength, tank.defence, tank.steps) == (5, 3, 1)


@pytest.mark.case("BOT-2.3b", "BOT-2.3.7a")
def test_chinese_units_have_one_step_and_die_of_one_loss(game: Game, play: Play, at: At) -> None:
    assert {u.steps for u in (*game.units, *game.regiments.faces) if u.side == 1} == {1}
    for unit in (REGIMENT, "chi-20-01", "chi-20-art4"):
        state = fighting(
            game, {BATTALION: HERE, unit: THERE}, "chinese", tested=[u for u in (unit,) if u != "chi-20-art4"]
        )
        state = play(state, f"attack {unit} {HERE}", dice=[4])  # 4 or less: 1/0
        assert at(state, unit) == "eliminated"
        assert steps(state, BATTALION) == 4


@pytest.mark.case("BOT-2.3.1a", "BOT-2.3.1b")
def test_each_side_has_two_commands(game: Game) -> None:
    commands = Counter((game.sides[u.side], u.formation, u.category) for u in game.units)
    assert commands == {
        ("japanese", "5", "5th Division"): 7, ("japanese", "10", "10th Division"): 14,
        ("chinese", "2", "2nd Army"): 14, ("chinese", "20", "20th Army"): 25,
    }  # fmt: skip


@pytest.mark.case("BOT-2.3.1c")
def test_only_division_and_army_matter_of_a_designation(game: Game, refused: Refused) -> None:
    """Other brigades attack together, other divisions and armies never."""
    units = {BATTALION: "1304", "jap-10-1-39-8": "1403", "jap-5-1-21-21": "1203", "chi-20-01": THERE}
    state = fighting(game, units)
    assert odds(state, f"attack {BATTALION}+jap-10-1-39-8 {THERE}").attack == 16
    assert refused(state, f"attack {BATTALION}+jap-5-1-21-21 {THERE}") == "BOT-9.2a"
    units = {"chi-2-01": "1304", "chi-2-02": "1403", "chi-20-01": "1203", BATTALION: THERE}
    faces = {"chi-2-01": "chi-2-175-88-30", "chi-2-02": "chi-2-157-79-27"}  # 30th and 42nd Corps
    state = fighting(game, units, "chinese", faces=faces)
    assert odds(state, f"attack chi-2-01+chi-2-02 {THERE}").attack == 6
    assert refused(state, f"attack chi-2-01+chi-20-01 {THERE}") == "BOT-9.2b"


@pytest.mark.case("BOT-2.3.2a")
def test_each_japanese_division_has_one_headquarters(game: Game) -> None:
    hqs = {u.formation: u for u in game.units if u.kind == "HQ"}
    assert sum(1 for u in game.units if u.kind == "HQ") == 2
    assert {division: u.index for division, u in hqs.items()} == game.hqs
    assert "Seya" in hqs["10"].name
    assert "Sakamoto" in hqs["5"].name
    names = {row.text("id"): row.text("designation") for row in game.data.table("units")}
    assert {names[u.id] for u in hqs.values()} == {"SD"}


@pytest.mark.case("BOT-2.3.2b", "BOT-2.3.2d", "BOT-2.3.2e", "BOT-2.3.2f")
def test_designations_read_as_the_rules_say(game: Game, play: Play) -> None:
    """Numbers of battalion, regiment and brigade; Chinese ones only on the front, with the corps."""
    rows = {row.text("id"): row for row in game.data.table("units")}
    for u in game.units:
        if u.side == 0 and u.kind == "infantry":
            battalion, regiment, brigade = rows[u.id].text("designation").split("/")
            assert u.id == f"jap-{u.formation}-{battalion}-{regiment}-{brigade}"
            assert f"Regiment {regiment}, Brigade {brigade}" in u.name
            assert u.name.startswith(battalion)
    for face in game.regiments.faces:
        row = rows[face.id]
        numbers = row.text("designation").split("/")
        assert face.id == "-".join(("chi", face.formation, *numbers))
        assert row.needed("corps")
        assert len(numbers) == (2 if numbers[-1] == "44" else 3)
    brigade = [row for id, row in rows.items() if id.endswith("-44")]
    assert [row.text("corps") for row in brigade] == ["42", "42"]
    guns = rows["chi-20-art4"]
    assert (guns.text("corps"), guns.text("designation"), guns.text("type")) == ("52", "4", "artillery")
    state = fighting(game, {BATTALION: HERE, REGIMENT: THERE}, faces={REGIMENT: "chi-2-87-44"})
    for side in game.sides:
        back = game.view(state, side).stacks[THERE].units[0]
        assert (back.category, back.strength, back.name) == ("2nd Army", 0, "2nd Army regiment 1")
    state = play(state, f"attack {BATTALION} {THERE} with none", dice=[1])
    front = game.view(state, "japanese").stacks[THERE].units[0]
    assert front.name.startswith("Regiment 87, Brigade 44")
    assert (front.category, front.strength) == ("2nd Army", 2)


@pytest.mark.case("BOT-2.3.2c")
def test_the_fourth_battalion_of_the_39th_has_half_the_strength(game: Game, play: Play, at: At) -> None:
    fourth, first = game.units.by_id("jap-10-4-39-8"), game.units.by_id("jap-10-1-39-8")
    assert (fourth.steps, first.steps) == (2, 4)
    assert (fourth.strength[-1] * 2, fourth.defence[-1] * 2) == (first.strength[-1], first.defence[-1])
    counters = {row.text("id"): row.integer("counters") for row in game.data.table("units")}
    assert (counters["jap-10-4-39-8"], counters["jap-10-1-39-8"]) == (1, 2)
    assert sum(1 for u in game.units if u.side == 0 and u.steps == 2) == 1


# -- factors and steps ---------------------------------------------------------------------------------


@pytest.mark.case("BOT-2.3.5a")
def test_attackers_use_their_attack_factor_and_defenders_their_defence_factor(game: Game) -> None:
    """A tank is 5-3, the artillery 6-1: each in its own phase."""
    units = {"jap-10-tank": HERE, "chi-20-art4": THERE}
    forecast = odds(fighting(game, units), f"attack jap-10-tank {THERE}")
    assert (forecast.attack, forecast.defence) == (5, 1)
    forecast = odds(fighting(game, units, "chinese"), f"attack chi-20-art4 {HERE}")
    assert (forecast.attack, forecast.defence) == (6, 3)


@pytest.mark.case("BOT-2.3.6a")
def test_points_buy_hexes_by_terrain_water_nationality_and_type(game: Game, refused: Refused) -> None:
    """Eight points are four clear hexes; a regiment's six are six; water and streets stop some."""
    down = [f"14{row:02d}" for row in range(12, 20)]
    state = moving(game, {BATTALION: down[0]})
    assert {down[4], "1410", "1511"} & ends_of_moves(state, BATTALION) == {down[4]}  # no canal
    assert refused(state, f"move {BATTALION} {'-'.join(down[:6])}") == "BOT-8.2a"
    state = moving(game, {"jap-10-tank": down[0]})  # ten points
    assert refused(state, f"move jap-10-tank {'-'.join(down[:7])}") == "BOT-8.2a"
    assert down[5] in ends_of_moves(state, "jap-10-tank")
    state = moving(game, {REGIMENT: down[0]}, "chinese")
    assert {down[6], "1410", "1511"} <= ends_of_moves(state, REGIMENT)
    assert refused(state, f"move {REGIMENT} {'-'.join(down[:8])}") == "BOT-8.2a"
    inside = {"jap-10-tank": "1308", BATTALION: "1207"}
    state = moving(game, inside)
    assert refused(state, "move jap-10-tank 1308-1309") == "BOT-8.3f"
    assert "1208" in ends_of_moves(state, BATTALION)


@pytest.mark.case("BOT-2.3.7b", "BOT-2.3.7c")
def test_japanese_units_have_one_two_or_four_steps_on_one_or_two_counters(game: Game) -> None:
    units = [u for u in game.units if u.side == 0]
    assert Counter(u.steps for u in units) == {4: 15, 2: 1, 1: 5}
    counters = {row.text("id"): row.integer("counters") for row in game.data.table("units")}
    assert {u.id for u in units if counters[u.id] == 2} == {u.id for u in units if u.steps == 4}
    for left, factor in ((4, 8), (3, 6), (2, 4), (1, 2)):
        state = moving(game, {BATTALION: HERE}, steps={BATTALION: left})
        shown = [u for stack in game.view(state).stacks.values() for u in stack.units]
        assert [(u.id, u.strength, u.steps) for u in shown] == [(BATTALION, factor, left)]


@pytest.mark.parametrize(
    ("unit", "before", "factor", "case"),
    [
        pytest.param(BATTALION, 4, 6, "BOT-2.3.7d", marks=pytest.mark.case("BOT-2.3.7d")),
        pytest.param(BATTALION, 3, 4, "BOT-2.3.7e", marks=pytest.mark.case("BOT-2.3.7e")),
        pytest.param(BATTALION, 2, 2, "BOT-2.3.7f", marks=pytest.mark.case("BOT-2.3.7f")),
        pytest.param("jap-10-4-39-8", 2, 2, "BOT-2.3.7f", marks=pytest.mark.case("BOT-2.3.7f")),
        pytest.param(BATTALION, 1, 0, "BOT-2.3.7g", marks=pytest.mark.case("BOT-2.3.7g")),
        pytest.param("jap-10-4-39-8", 1, 0, "BOT-2.3.7g", marks=pytest.mark.case("BOT-2.3.7g")),
        pytest.param("jap-10-tank", 1, 0, "BOT-2.3.7g", marks=pytest.mark.case("BOT-2.3.7g")),
    ],
)
def test_a_lost_step_shows_the_next_state_of_the_counter(
    game: Game, play: Play, at: At, unit: str, before: int, factor: int, case: str
) -> None:
    state = fighting(
        game,
        {unit: HERE, REGIMENT: THERE},
        faces={REGIMENT: "chi-2-181-91-31"},
        tested=[REGIMENT],
        steps={unit: before},
    )
    attack = [f"attack {unit} {THERE} with none"]
    if unit == "jap-10-tank":
        attack.append("cancel no")
    state = play(state, *attack, dice=[4])  # no more than 4: 1/0
    assert case in [event.case for event in state.events or ()]
    assert steps(state, unit) == before - 1
    assert at(state, unit) == (HERE if factor else "eliminated")
    if factor:
        shown = game.view(state).stacks[HERE].units[0]
        assert (shown.strength, shown.defence or shown.strength) == (factor, factor)


@pytest.mark.case("BOT-2.3.7h", "BOT-2.3.7i")
def test_nobody_returns_and_nobody_recovers(game: Game) -> None:
    """Whole games of random play: steps only fall, and the dead stay where they are."""
    for seed in range(3):
        state, rng = game.new("suggested", seed=seed), Random(seed)
        fallen, turns = 0, 1
        while state.result is None:
            before = state
            state = game.play(state, game.legal(state).sample(rng))
            assert all(now <= then for now, then in zip(state.steps, before.steps, strict=True))
            dead = [u for u, place in enumerate(before.where) if place == DEAD]
            assert all(state.where[u] == DEAD for u in dead)
            fallen, turns = max(fallen, len(dead)), state.turn
        assert fallen > 3
        assert turns > 2


@pytest.mark.case("BOT-2.3.6a", "BOT-3.3d")
@pytest.mark.parametrize(
    ("unit", "cell", "value"), [("jap-10-1-10-33", "move_s2", 6), ("chi-2-175-88-30", "move_face_down", 5)]
)
def test_movement_factors_that_no_rule_would_read_are_refused(
    game: Game, unit: str, cell: str, value: int
) -> None:
    """A reduced face moves like a full one, and every counter that lies face down like any other."""
    with pytest.raises(DataError, match=f"column '{cell}'"):
        game.variant(changes={"units": [{"id": unit, cell: value}]})
