"""BOT-3.0 to 3.3: where each side's units begin, in which order, and what nobody knows of them."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.dice import Scripted
from sandtable.game import Game
from sandtable.state import OFF_MAP, State
from tests.games.conftest import At, Play, Refused
from tests.games.taierzhuang.conftest import fighting, moving, odds

LAST_ROW = (5, 4, 5, 4, 5, 4, 5, 4, 5, 5, 5, 5, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9)
"""The last row north of the front line, column by column."""

NORTH = {f"{c:02d}{r:02d}" for c, last in enumerate(LAST_ROW, start=1) for r in range(1, last + 1)}
TENTH = (
    *(f"jap-10-{n}-{r}" for r in ("10-33", "63-33", "39-8") for n in (1, 2, 3)),
    "jap-10-4-39-8", "jap-10-hq", "jap-10-tank", "jap-10-ac-10", "jap-10-ac-12",
)  # fmt: skip
SECOND = tuple(f"chi-2-{n:02d}" for n in range(1, 15))
REAR = dict(zip(TENTH, (f"{c:02d}01" for c in range(1, 15)), strict=True))
"""The 10th Division on the north edge, far from the front line."""

FAR_SOUTH = dict(zip(SECOND, (f"{c:02d}19" for c in range(1, 15)), strict=True))


def placed(state: State, units: dict[str, str]) -> State:
    """Units set up one by one, the Chinese ones drawn with the game's own dice."""
    for unit, space in units.items():
        state = state.game.play(state, state.game.parse(f"place {unit} {space}"))
    return state


def places_for(state: State, unit: str) -> set[str]:
    """The hexes that a unit is offered."""
    return {a.spaces[0] for a in state.game.legal(state).for_unit(unit)}


def face(state: State, unit: str) -> str:
    """The regiment that a Chinese counter is, as only the umpire knows it."""
    regiments = state.game.regiments
    drawn = state.vars["faces"][regiments.place[state.game.units.index_of(unit)]]
    return regiments.faces[drawn].id if drawn >= 0 else ""


@pytest.fixture
def start(game: Game) -> State:
    return game.new("campaign", seed=5)


@pytest.fixture
def chinese(start: State) -> State:
    """The Japanese have set up on the north edge."""
    return placed(start, REAR)


# -- markers -------------------------------------------------------------------------------------------


@pytest.mark.case("BOT-3.1a", "BOT-3.1b")
@pytest.mark.parametrize("scenario", ["campaign", "suggested"])
def test_turn_and_control_markers_lie_in_their_first_places(game: Game, scenario: str) -> None:
    """Turn 1 of March 24, and no hex is marked as taken from its first owner."""
    state = game.new(scenario)
    assert (state.turn, game.view(state).facts["date"]) == (1, "24–25 March 1938")
    assert {s for s, owner in game.view(state).control.items() if owner == "japanese"} == NORTH
    starts = {row.text("id"): row.text("start") for row in game.data.table("markers")}
    assert starts["mk-turn"] == "GT 1 box"
    assert {starts[f"mk-control-{n:02d}"] for n in range(1, 40)} == {"off map"}


@pytest.mark.case("BOT-3.2c", "BOT-3.2d")
@pytest.mark.parametrize("scenario", ["campaign", "suggested"])
def test_support_markers_are_ready_but_those_of_the_absent_division(
    game: Game, refused: Refused, scenario: str
) -> None:
    state = game.new(scenario)
    facts = game.view(state).facts
    assert facts["air support left"] == 2
    assert (facts["artillery left, 10th Division"], facts["artillery left, 5th Division"]) == (6, 0)
    fifth = [u for u in game.units if u.formation == "5"]
    assert len(fifth) == 7
    assert {state.where[u.index] for u in fifth} == {OFF_MAP}
    counters = {row.text("id"): row.integer("counters") for row in game.data.table("units")}
    assert sum(counters[u.id] for u in fifth) == 13
    if scenario == "campaign":
        assert refused(state, "place jap-5-hq 0101") == "BOT-3.2c"


@pytest.mark.case("BOT-3.3e")
@pytest.mark.parametrize(("draw", "edge"), [(1, "west"), (2, "south"), (3, "east")])
def test_three_edge_markers_are_in_the_cup(game: Game, draw: int, edge: str) -> None:
    assert set(game.new("campaign").vars["cup"]) == {"west", "south", "east"}
    dice = Scripted(draw, 6, 1, 1)  # the edge of three, no artillery, one regiment, which one
    state = game.arrange("campaign", {}, turn=2, phase="reinforcement", side="chinese", dice=dice)
    dice.assert_used_up()
    assert game.view(state).facts["edge of arrival"] == edge


# -- the Japanese --------------------------------------------------------------------------------------


@pytest.mark.case("BOT-3.2a", "BOT-3.3a")
def test_the_japanese_set_up_before_the_chinese(start: State, chinese: State, refused: Refused) -> None:
    assert start.decision is not None
    assert start.decision.side == "japanese"
    assert refused(start, "place chi-2-01 1019") == "BOT-3.3f"
    assert refused(start, "end") == "BOT-3.0a"
    assert {a.touched_units[0] for a in start.game.legal(start)} == set(TENTH)
    assert chinese.decision is not None
    assert chinese.decision.side == "chinese"
    assert chinese.phase == "set-up"
    assert refused(chinese, "place jap-10-hq 0102") == "BOT-3.2a"
    done = placed(chinese, FAR_SOUTH)
    assert done.decision is not None
    assert (done.turn, done.phase, done.decision.side) == (1, "declaration", "japanese")


@pytest.mark.case("BOT-3.0a", "BOT-3.3g")
def test_stacking_holds_at_set_up_for_both_sides(start: State, chinese: State, refused: Refused) -> None:
    """One infantry unit and one other; two regiments never share a hex."""
    state = placed(start, {TENTH[0]: "1001", "jap-10-hq": "1001"})
    assert refused(state, f"place {TENTH[1]} 1001") == "BOT-3.0a"
    assert refused(state, "place jap-10-tank 1001") == "BOT-3.0a"
    assert "1001" not in places_for(state, TENTH[1]) | places_for(state, "jap-10-tank")
    state = placed(chinese, {"chi-2-01": "1019"})
    assert refused(state, "place chi-2-02 1019") == "BOT-3.3g"
    assert "1019" not in places_for(state, "chi-2-02")
    assert "1018" in places_for(state, "chi-2-02")


@pytest.mark.case("BOT-3.2b", "BOT-3.2g")
@pytest.mark.parametrize("scenario", ["campaign", "suggested"])
def test_japanese_units_start_at_full_strength(game: Game, scenario: str) -> None:
    """The nine second counters lie beside the map: every battalion shows its first one."""
    state = game.new(scenario)
    if scenario == "campaign":
        state = placed(state, REAR)
    shown = [u for stack in game.view(state).stacks.values() for u in stack.units if u.side == "japanese"]
    assert {u.id for u in shown} == set(TENTH)
    assert all(u.steps == u.max_steps for u in shown)
    full = [u for u in shown if u.steps == 4]
    assert len(full) == 9
    assert {u.strength for u in full} == {8}


@pytest.mark.case("BOT-3.2e")
def test_the_tenth_division_is_placed_north_of_the_front_line(start: State, refused: Refused) -> None:
    assert len(NORTH) == 126
    for unit in TENTH:
        assert places_for(start, unit) == NORTH
    assert refused(start, "place jap-10-hq 0106") == "BOT-3.2e"
    assert refused(start, "place jap-10-tank 1507") == "BOT-3.2e"
    assert len(TENTH) == 14


@pytest.mark.case("BOT-3.2f", "BOT-3.3i")
def test_nobody_has_to_hold_the_front_line(start: State, at: At) -> None:
    """Both sides far from the line: no unit, no zone in a hex that touches it, and the game begins."""
    state = placed(start, {**REAR, **FAR_SOUTH})
    game, board = state.game, state.game.board
    line = {
        s for here, _, there in board.sides() for s in (here, there)
        if (board.ids[here] in NORTH) != (board.ids[there] in NORTH)
    }  # fmt: skip
    assert line
    assert not any(state.count[side][s] or state.zone[side][s] for s in line for side in (0, 1))
    assert (state.turn, state.phase, game.status(state)) == (1, "declaration", [])
    assert at(state, "jap-10-hq") == REAR["jap-10-hq"]
    assert at(state, "chi-2-14") == FAR_SOUTH["chi-2-14"]


# -- the Chinese ---------------------------------------------------------------------------------------


@pytest.mark.case("BOT-3.3b")
def test_the_twentieth_army_waits_with_only_its_artillery_face_up(
    game: Game, chinese: State, refused: Refused
) -> None:
    assert refused(chinese, "place chi-20-01 1019") == "BOT-3.3b"
    assert refused(chinese, "place chi-20-art4 1019") == "BOT-3.3b"
    for side in game.sides:
        boxes = game.view(chinese, side).boxes
        aside = [u for units in boxes.values() for u in units if u.formation == "20"]
        assert len(aside) == 25
        assert [(u.id, u.strength, u.defence) for u in aside if u.strength] == [("chi-20-art4", 6, 1)]


@pytest.mark.case("BOT-3.3c", "BOT-3.3f")
def test_the_second_army_is_drawn_at_random_one_by_one(game: Game, chinese: State, refused: Refused) -> None:
    """Only the next counter is offered; the die says which of the regiments left in the pool it is."""
    assert {a.touched_units[0] for a in game.legal(chinese)} == {"chi-2-01"}
    assert refused(chinese, "place chi-2-02 1019") == "BOT-3.3f"
    assert face(chinese, "chi-2-01") == ""
    pool = [f.id for f in game.regiments.faces if f.formation == "2"]
    assert len(pool) == 14
    first = [
        face(game.play(chinese, game.parse("place chi-2-01 1019"), Scripted(die)), "chi-2-01")
        for die in range(1, 15)
    ]
    assert first == pool
    state = game.play(chinese, game.parse("place chi-2-01 1019"), Scripted(1))
    state = game.play(state, game.parse("place chi-2-02 1018"), Scripted(1))
    assert [face(state, "chi-2-01"), face(state, "chi-2-02")] == pool[:2]
    done = placed(chinese, FAR_SOUTH)
    assert sorted(face(done, unit) for unit in SECOND) == sorted(pool)
    assert [face(done, unit) for unit in SECOND] != pool


@pytest.mark.case("BOT-3.3f", "BOT-3.3h")
def test_the_second_army_is_placed_south_of_the_line_even_next_to_the_enemy(
    start: State, refused: Refused
) -> None:
    front = dict(zip(TENTH, (f"{c:02d}{LAST_ROW[c - 1]:02d}" for c in range(1, 15)), strict=True))
    state = placed(start, front)
    board = state.game.board
    south = set(board.ids) - NORTH
    assert places_for(state, "chi-2-01") == south
    assert refused(state, "place chi-2-01 2205") == "BOT-3.3f"
    assert refused(state, f"place chi-2-01 {front[TENTH[0]]}") == "BOT-3.3f"
    assert state.zone[0][board.index("0106")]
    assert placed(state, {"chi-2-01": "0106"}).count[1][board.index("0106")] == 1


@pytest.mark.case("BOT-3.3d")
@pytest.mark.parametrize(("tested", "points"), [(False, 6), (True, 4)])
def test_a_face_down_regiment_has_six_points_whatever_its_front_says(
    game: Game, refused: Refused, tested: bool, points: int
) -> None:
    """With a front of four points, which no counter of the game has."""
    slow = game.variant(changes={"units": [{"id": "chi-2-175-88-30", "move_s1": 4}]})
    down = [f"14{row:02d}" for row in range(12, 20)]
    state = moving(
        slow,
        {"chi-2-01": down[0]},
        "chinese",
        faces={"chi-2-01": "chi-2-175-88-30"},
        tested=["chi-2-01"] if tested else [],
    )
    ends = {a.path[-1] for a in slow.legal(state).for_unit("chi-2-01")}
    assert max(ends & set(down)) == down[points]
    assert refused(state, f"move chi-2-01 {'-'.join(down[: points + 2])}") == "BOT-8.2a"


@pytest.mark.case("BOT-3.3j")
def test_regiments_lie_face_down_until_they_fight(game: Game, play: Play) -> None:
    start = game.new("suggested", seed=2)
    shown = [u for s in game.view(start, "chinese").stacks.values() for u in s.units if u.side == "chinese"]
    assert len(shown) == 14
    assert {(u.strength, u.defence, u.marks) for u in shown} == {(0, None, ("untested",))}
    units = {"chi-2-01": "1305", "chi-2-02": "1204", "chi-20-art4": "1404", "jap-10-1-10-33": "1303"}
    faces = {"chi-2-01": "chi-2-176-88-30", "chi-2-02": "chi-2-175-88-30"}
    state = moving(game, units, "chinese", faces=faces)
    guns = game.view(state, "japanese").stacks["1404"].units[0]
    assert (guns.strength, guns.defence) == (6, 1)  # the artillery is never hidden
    state = play(state, "move chi-2-01 1305-1304", "end")  # next to the enemy, but nobody has fought
    for side in game.sides:
        assert game.view(state, side).stacks["1304"].units[0].strength == 0
    state = play(state, "attack chi-2-01 1303", dice=[5])  # 1/1
    view = game.view(state, "japanese")
    dead = [u for units in view.boxes.values() for u in units if u.id == "chi-2-01"]
    assert "Regiment 176" in dead[0].name
    assert view.stacks["1204"].units[0].strength == 0  # it had no part in this


@pytest.mark.case("BOT-3.3k")
def test_neither_player_knows_a_face_down_regiment(game: Game) -> None:
    """Only the umpire sees it; views and odds of both sides are the same whatever the face is."""
    met = {}
    for name in ("chi-2-186-93-31", "chi-2-87-44"):
        units = {"chi-2-01": "1304", "jap-10-1-10-33": "1303"}
        state = fighting(game, units, "chinese", faces={"chi-2-01": name})
        views = [game.view(state, side) for side in game.sides]
        met[name] = ([v.stacks for v in views], odds(state, "attack chi-2-01 1303", "chinese"))
        assert all(v.stacks["1304"].units[0].name == "2nd Army regiment 1" for v in views)
        assert game.view(state).stacks["1304"].units[0].strength == (4 if "186" in name else 2)
        guesses = {face(game.guess(state, "chinese", Random(n)), "chi-2-01") for n in range(30)}
        assert len(guesses) > 5
    first, second = met.values()
    assert first == second
