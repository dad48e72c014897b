"""SNC-1: sides, scales, no supply, the neutral Settlement, and the printed errata."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from itertools import pairwise
from math import cos, hypot, radians
from statistics import median

import pytest

from sandtable.actions import Move
from sandtable.errors import DataError, Unknown
from sandtable.game import Game
from sandtable.state import NOBODY, State
from sandtable.study import calendar
from sandtable.wording import days
from tests.games.shanghai_nanking.conftest import Play

Refused = Callable[[State, str], str]
At = Callable[[State, str], str]

SETTLEMENT = "3513"
AROUND = ("3512", "3612", "3613", "3514", "3413", "3412")
THIRD = ("j_rgt_006_div_003", "j_rgt_018_div_003", "j_rgt_034_div_003", "j_rgt_068_div_003")


def km(a: tuple[float, float], b: tuple[float, float]) -> float:
    """Distance on the ground between two near places given as longitude and latitude."""
    east = (a[0] - b[0]) * 111.32 * cos(radians((a[1] + b[1]) / 2))
    return hypot(east, (a[1] - b[1]) * 110.9)


# -- sides and scales --------------------------------------------------------------------------------


@pytest.mark.case("SNC-1.0a")
def test_two_sides_take_part_and_nobody_else(game: Game, play: Play) -> None:
    assert sorted(game.sides) == ["chinese", "japanese"]
    state, asked = game.new(), []
    while state.turn == 1:
        assert state.decision is not None
        asked.append(state.decision.side)
        state = play(state, "plan MM" if state.decision.kind == "declare_plan" else "end")
    assert set(asked) == {"chinese", "japanese"}
    with pytest.raises(Unknown, match="soviet"):
        game.view(state, "soviet")


@pytest.mark.case("SNC-1.1a")
def test_japanese_manoeuvre_in_regiments_and_chinese_in_divisions(game: Game) -> None:
    mobile = {
        side: [u for u in game.units if game.sides[u.side] == side and not u.static] for side in game.sides
    }
    assert {u.size for u in mobile["japanese"]} == {"III", "II", "[III]"}
    assert {u.size for u in mobile["chinese"]} == {"XX", "X"}
    assert {u.name for u in mobile["japanese"] if u.size == "[III]"} == {"Shigeto", "Asama", "Amaya"}
    assert {u.formation for u in mobile["japanese"] if u.size == "II"} == {"SNLF"}


@pytest.mark.case("SNC-1.1b")
def test_a_hex_of_the_fitted_grid_is_about_eight_and_a_half_kilometres_deep(game: Game) -> None:
    """R-39: the printed 11 km is nominal; what counts are the hex numbers."""
    board = game.board
    south = [(s, board.around(s)[3]) for s in range(len(board)) if board.around(s)[3] >= 0]
    assert median(km(board.lonlat[a], board.lonlat[b]) for a, b in south) == pytest.approx(8.6, abs=0.1)
    nanking, suzhou = board.index("0202"), board.index("2410")
    assert km(board.lonlat[nanking], board.lonlat[suzhou]) == pytest.approx(192, abs=8)


@pytest.mark.case("SNC-1.1c")
def test_twelve_turns_of_about_two_weeks(game: Game) -> None:
    spans = [(turn.first, turn.last) for turn in calendar(game)]
    assert game.dates == {turn.number: days(turn.first, turn.last) for turn in calendar(game)}
    assert game.scenarios["campaign"].turns == game.last_turn == len(game.dates) == 12
    assert spans[0][0] == date(1937, 8, 13)
    for (_, last), (first, _) in pairwise(spans):
        assert (first - last).days == 1
    assert {(last - first).days + 1 for first, last in spans[1:]} == {14}
    with pytest.raises(Unknown, match="turn"):
        game.arrange("campaign", {}, turn=13)


@pytest.mark.case("SNC-1.2a")
@pytest.mark.parametrize("side", ["chinese", "japanese"])
def test_nobody_commands_a_unit_of_the_other_side(game: Game, refused: Refused, side: str) -> None:
    """Regular, elite and garrison units are Chinese alike; every Japanese unit is Japanese."""
    places = {
        "c_div_036": "3411",
        "c_div_098": "3411",
        "c_gar_h": "3411",
        THIRD[0]: "3308",
        "j_gar_a": "3308",
    }
    moving, attacking = (
        game.arrange("campaign", places, turn=6, phase="first operations", side=side, order=order)
        for order in ("move", "attack")
    )
    for unit in places:
        here, there = places[unit], "3310" if places[unit] == "3411" else "3309"
        if game.sides[game.units.by_id(unit).side] != side:
            assert refused(moving, f"move {unit} {here}-{there}") == "SNC-9.0e"
            assert refused(attacking, f"attack {unit} {here}") == "SNC-10.0c"
            assert game.legal(moving).for_unit(unit) == game.legal(attacking).for_unit(unit) == []
        elif not game.units.by_id(unit).static:
            assert any(isinstance(action, Move) for action in game.legal(moving).for_unit(unit))


# -- supply ------------------------------------------------------------------------------------------


@pytest.mark.case("SNC-1.3a")
def test_an_isolated_unit_moves_fights_and_lasts_like_any_other(game: Game, play: Play) -> None:
    """A regiment at Langxi: no landing site, no friend, no way home, and the enemy at its back."""
    places = {THIRD[0]: "0613", "c_div_013": "0614", "c_div_015": "3417"}

    def position(order: str, site: str) -> State:
        return game.arrange(
            "campaign", places, turn=6, phase="first operations", side="japanese", order=order,
            control={"3610": site},
        )  # fmt: skip

    cut_off, joined = position("move", "chinese"), position("move", "japanese")
    assert set(game.legal(cut_off).for_unit(THIRD[0])) == set(game.legal(joined).for_unit(THIRD[0])) != set()
    attack = game.parse(f"attack {THIRD[0]} 0614")
    cut_off, joined = position("attack", "chinese"), position("attack", "japanese")
    assert game.forecast(cut_off, attack).attack == game.forecast(joined, attack).attack == 4
    assert game.forecast(cut_off, attack) == game.forecast(joined, attack)
    state = cut_off
    while state.turn < 8:
        assert state.decision is not None
        state = play(state, "plan MM" if state.decision.kind == "declare_plan" else "end")
    assert bytes(state.steps) == bytes(cut_off.steps)
    assert list(state.where) == list(cut_off.where)


# -- the International Settlement ----------------------------------------------------------------------


@pytest.mark.case("SNC-1.3b")
@pytest.mark.parametrize("here", AROUND)
@pytest.mark.parametrize(("side", "unit"), [("chinese", "c_div_036"), ("japanese", THIRD[0])])
def test_no_unit_enters_the_settlement(game: Game, refused: Refused, side: str, unit: str, here: str) -> None:
    state = game.arrange("campaign", {unit: here}, turn=6, phase="first operations", side=side, order="move")
    assert refused(state, f"move {unit} {here}-{SETTLEMENT}") == "SNC-9.4f"
    paths = [a.path for a in game.legal(state).for_unit(unit) if isinstance(a, Move)]
    assert paths
    assert not [path for path in paths if SETTLEMENT in path]
    attacking = game.arrange("campaign", {unit: here}, turn=6, phase="first operations", side=side)
    assert refused(attacking, f"attack {unit} {SETTLEMENT}") == "SNC-10.0a"


@pytest.mark.case("SNC-1.3b")
def test_no_unit_is_put_into_the_settlement_by_any_other_means(
    game: Game, play: Play, refused: Refused
) -> None:
    """Placement, set-up, overrun, retreat: the hex is nobody's and stays empty."""
    with pytest.raises(DataError, match=f"no unit may stand in {SETTLEMENT}"):
        game.new(changes={"setup": [{"scenario": "campaign", "unit_id": "c_div_057", "space": SETTLEMENT}]})
    posed = game.arrange("campaign", {"c_div_057": SETTLEMENT}, turn=6)
    assert "SNC-9.4f" in {defect.case for defect in game.status(posed)}
    arriving = game.arrange(
        "campaign", {"j_snlf_1": "3512"}, turn=6, phase="reinforcement", side="japanese", due={"j_snlf_9": 6}
    )
    assert refused(arriving, f"place j_snlf_9 {SETTLEMENT}") == "SNC-13.0o"
    moving = game.arrange(
        "campaign", {THIRD[0]: "3512"}, turn=6, phase="first operations", side="japanese", order="move"
    )
    assert refused(moving, f"overrun {THIRD[0]} {SETTLEMENT}") == "SNC-9.6a"
    space = game.board.index(SETTLEMENT)
    assert all(space not in near for near in game.touch)
    assert moving.control[space] == NOBODY


@pytest.mark.case("SNC-1.3c")
def test_no_japanese_line_of_communication_through_the_settlement(
    game: Game, play: Play, refused: Refused
) -> None:
    """From 3514 every way to the landing hex 3610 but the one through 3513 is barred."""
    places = {THIRD[0]: "3514", THIRD[1]: "3610", "c_div_013": "3413", "c_div_015": "3614"}
    steps = {THIRD[0]: 1, THIRD[1]: 1}

    def phase(units: dict[str, str]) -> State:
        return game.arrange("campaign", units, turn=6, phase="reinforcement", side="japanese", steps=steps)

    assert refused(phase(places), f"replace {THIRD[0]}") == "SNC-8.3d"
    open_in_the_west = {unit: place for unit, place in places.items() if unit != "c_div_013"}
    state = play(phase(open_in_the_west), f"replace {THIRD[0]}")
    assert state.steps[game.units.index_of(THIRD[0])] == 2


@pytest.mark.case("SNC-1.3c")
def test_no_chinese_railway_line_through_the_settlement(game: Game, play: Play, refused: Refused) -> None:
    """The line from Hangzhou goes round it; a map that runs it through the Settlement joins nothing."""
    path = next(line for kind, name, line in game.board.link_lines if name == "Shanghai-Hangzhou")
    through = " ".join("3513" if (id := game.board.ids[s]) == "3412" else id for s in path)
    places = {THIRD[0]: "2910"}
    settings = {"turn": 6, "phase": "reinforcement", "side": "chinese", "due": {"c_div_013": 6}}
    state = play(game.arrange("campaign", places, **settings), "fly yes", dice=[6])
    game.check(state, game.parse("rail c_div_013 3311"))
    changes = {"board/links": [{"kind": "railway", "name": "Shanghai-Hangzhou", "path": through}]}
    state = play(game.arrange("campaign", places, changes=changes, **settings), "fly yes", dice=[6])
    game.check(state, game.parse("rail c_div_013 3413"))
    assert refused(state, "rail c_div_013 3311") == "SNC-8.2e"


# -- errata ------------------------------------------------------------------------------------------


def terrain_columns(game: Game, target: str, origin: str, chinese: bool, **options: str) -> int:
    """The columns that the ground of a hex gives its defender, from a forecast of an attack on it."""
    units = {"c_div_013": target, THIRD[0]: origin} if chinese else {THIRD[0]: target, "c_div_013": origin}
    attacker = THIRD[0] if chinese else "c_div_013"
    state = game.arrange(
        "campaign", units, turn=6, phase="first operations", side="japanese" if chinese else "chinese",
        options=options,
    )  # fmt: skip
    forecast = game.forecast(state, game.parse(f"attack {attacker} {target} with none"))
    return sum(m.value for m in forecast.modifiers)


@pytest.mark.case("SNC-1.3d")
@pytest.mark.parametrize(
    ("town", "origin"),
    [("2606", "2706"), ("2414", "2415"), ("0420", "0421"), ("1319", "1219"), ("3208", "3308")],
)
def test_a_chinese_town_adds_its_column_to_marsh_and_woods(game: Game, town: str, origin: str) -> None:
    """R-01: two columns by default, one with the other printed erratum; clear ground has only the town's."""
    rough = game.board.terrain[game.board.index(town)] in ("marsh", "woods")
    assert terrain_columns(game, town, origin, chinese=True) == (-2 if rough else -1)
    assert terrain_columns(game, town, origin, chinese=True, town_stacks_with_terrain="no") == -1
    assert terrain_columns(game, town, origin, chinese=False) == (-1 if rough else 0)


@pytest.mark.parametrize(("city", "town"), [("1102", "0116"), ("0116", "1102")])
def test_of_the_two_candidates_one_is_the_seventh_city_and_the_other_a_town(
    game: Game, city: str, town: str
) -> None:
    """R-47: two columns for a Chinese defender of the city, one for the town, whichever is which."""
    near = {"1102": "1002", "0116": "0115"}
    assert terrain_columns(game, city, near[city], chinese=True, seventh_city=city) == -2
    assert terrain_columns(game, town, near[town], chinese=True, seventh_city=city) == -1
    assert terrain_columns(game, town, near[town], chinese=False, seventh_city=city) == 0


@pytest.mark.case("SNC-1.3e")
def test_five_to_one_and_a_six_costs_the_defender_four_steps(game: Game, play: Play, at: At) -> None:
    """Two divisions of 16 against six brigades of 1 in the open: 32 to 6."""
    brigades = [f"c_bde_{number}" for number in ("011", "012", "013", "014", "034", "037")]
    ninth = [u.id for u in game.units if u.formation == "9th Division"]
    places = {
        **dict.fromkeys(THIRD, "3510"),
        **dict.fromkeys(ninth, "3409"),
        **dict.fromkeys(brigades, "3509"),
    }
    state = game.arrange("campaign", places, turn=6, phase="first operations", side="japanese")
    text = f"attack {'+'.join((*THIRD, *ninth))} 3509 with none"
    assert game.forecast(state, game.parse(text)).column == "5:1"
    state = play(state, text, *(f"lose {id}" for id in brigades[:4]), dice=[6])
    assert [at(state, id) for id in brigades] == ["eliminated"] * 4 + ["3509"] * 2
    assert all(state.steps[game.units.index_of(id)] == 2 for id in (*THIRD, *ninth))


# -- the page about it all -----------------------------------------------------------------------------


def test_every_ruling_and_every_switch_is_explained(game: Game) -> None:
    """A ruling has one line of its own in ASSUMPTIONS.md, and a switchable one says so."""
    page = (game.folder / "ASSUMPTIONS.md").read_text("utf-8")
    switched = {row.text("switch") for row in game.data.table("rulings")} - {""}
    assert switched == set(game.switches)
    for row in game.data.table("rulings"):
        lines = [line for line in page.splitlines() if line.startswith(f"| {row.text('id')} ")]
        assert len(lines) == 1, row.text("id")
        assert ("(S" in lines[0].split("|")[1]) is bool(row.text("switch")), lines[0]
    for name, switch in game.switches.items():
        values = ", ".join(sorted(switch.values, key=lambda value: value != switch.default))
        assert f"| `{name}` | {values} |" in page
