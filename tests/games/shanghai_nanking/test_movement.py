"""SNC-9.0 to 9.5.1: movement points, prices of terrain, roads, prohibited ground, garrisons of cities."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandtable.actions import EndPhase, Move
from sandtable.game import Game
from sandtable.state import State
from tests.games.shanghai_nanking.conftest import Play

Refused = Callable[[State, str], str]
At = Callable[[State, str], str]

CHINESE, OTHER = "c_div_013", "c_div_015"
JAPANESE = "j_rgt_006_div_003"


def moving(game: Game, side: str, units: dict[str, str], **more: object) -> State:
    """A Move phase of turn 6, when no sudden death threatens."""
    settings: dict[str, object] = {"turn": 6, "phase": "first operations", "order": "move", **more}
    return game.arrange("campaign", units, side=side, **settings)  # type: ignore[arg-type]


def left(state: State) -> float:
    """Movement points of the group whose move is going on."""
    return state.vars["mover"][1] / 2 if state.vars["mover"] else 0.0


def ends_of_moves(game: Game, state: State, unit: str) -> set[str]:
    """The hexes to which one unit alone may be moved."""
    return {
        a.path[-1] for a in game.legal(state).for_unit(unit) if isinstance(a, Move) and a.units == (unit,)
    }


def price(game: Game, play: Play, side: str, here: str, there: str) -> float:
    """What a fresh unit of a side pays for one step."""
    unit = CHINESE if side == "chinese" else JAPANESE
    return 8 - left(play(moving(game, side, {unit: here}), f"move {unit} {here}-{there}"))


# -- the allowance ---------------------------------------------------------------------------------


@pytest.mark.case("SNC-9.0a", "SNC-9.4a")
def test_a_chinese_unit_goes_eight_hexes_and_no_more(game: Game, play: Play, refused: Refused) -> None:
    """Marsh, paddy and woods on the way: one point each."""
    state = moving(game, "chinese", {CHINESE: "0514"})
    eight = "0514-0515-0516-0517-0518-0519-0520-0521-0522"
    assert left(play(state, f"move {CHINESE} {eight}")) == 0
    assert refused(state, f"move {CHINESE} {eight}-0523") == "SNC-9.0j"


@pytest.mark.case("SNC-9.0a", "SNC-9.4d")
def test_a_japanese_unit_gets_half_as_far_over_the_same_ground(
    game: Game, play: Play, refused: Refused
) -> None:
    state = moving(game, "japanese", {JAPANESE: "0514"})
    assert left(play(state, f"move {JAPANESE} 0514-0515-0516-0517-0518")) == 0
    assert refused(state, f"move {JAPANESE} 0514-0515-0516-0517-0518-0519") == "SNC-9.0j"


@pytest.mark.case("SNC-9.0a", "SNC-9.1a")
@pytest.mark.parametrize(("side", "unit"), [("chinese", "c_gar_k"), ("japanese", "j_gar_b")])
def test_a_garrison_has_no_movement(game: Game, refused: Refused, side: str, unit: str) -> None:
    state = moving(game, side, {unit: "0514"})
    assert game.units.by_id(unit).movement == 0
    assert refused(state, f"move {unit} 0514-0515") == "SNC-2.2.1g"
    assert ends_of_moves(game, state, unit) == set()


@pytest.mark.case("SNC-9.0b")
@pytest.mark.parametrize("path", ["0514-0516", "0515-0516", "0514-0515-0517", "0514"])
def test_a_path_leads_from_hex_to_neighbouring_hex(game: Game, refused: Refused, path: str) -> None:
    assert refused(moving(game, "chinese", {CHINESE: "0514"}), f"move {CHINESE} {path}") == "SNC-9.0b"


@pytest.mark.case("SNC-9.0d")
def test_nobody_moves_in_an_attack_phase(game: Game, refused: Refused) -> None:
    state = moving(game, "chinese", {CHINESE: "0514"}, order="attack")
    assert refused(state, f"move {CHINESE} 0514-0515") == "SNC-10.0a"
    assert not any(isinstance(a, Move) for a in game.legal(state))


@pytest.mark.case("SNC-9.0d")
def test_only_arriving_units_move_in_the_reinforcement_phase(
    game: Game, play: Play, refused: Refused, at: At
) -> None:
    state = game.arrange(
        "campaign",
        {CHINESE: "0514", "c_div_057": "3612"},
        turn=2,
        phase="reinforcement",
        side="chinese",
        due={"c_div_061": 2},
    )
    state = play(state, "place c_div_061 1824")
    assert refused(state, f"move {CHINESE} 0514-0515") == "SNC-9.0d"
    assert at(play(state, "move c_div_061 1824-1823"), "c_div_061") == "1823"


@pytest.mark.case("SNC-9.0e")
def test_the_units_of_the_other_side_stand_still(game: Game, refused: Refused) -> None:
    state = moving(game, "japanese", {CHINESE: "0514", JAPANESE: "0520"})
    assert refused(state, f"move {CHINESE} 0514-0515") == "SNC-9.0e"
    assert {a.units for a in game.legal(state) if isinstance(a, Move)} == {(JAPANESE,)}


@pytest.mark.case("SNC-9.0f")
def test_points_are_neither_saved_nor_lent(game: Game, play: Play, refused: Refused) -> None:
    state = moving(game, "chinese", {CHINESE: "0514", OTHER: "0514"})
    state = play(state, f"move {CHINESE} 0514-0515")
    nine = "0514-0515-0516-0517-0518-0519-0520-0521-0522-0523"
    assert refused(state, f"move {OTHER} {nine}") == "SNC-9.0j"
    state = play(state, "end")
    assert state.phase == "second operations"
    assert refused(state, f"move {OTHER} {nine}") == "SNC-9.0j"
    assert left(play(state, f"move {OTHER} {nine.removesuffix('-0523')}")) == 0


@pytest.mark.case("SNC-9.0g", "SNC-9.0h")
def test_all_some_or_no_units_move_and_as_far_as_they_like(game: Game, play: Play, at: At) -> None:
    units = {CHINESE: "0514", OTHER: "0514", "c_div_016": "0520"}
    state = moving(game, "chinese", units)
    assert EndPhase() in game.legal(state)
    still = play(state, "end")
    assert [at(still, u) for u in units] == list(units.values())
    moved = play(state, f"move {CHINESE} 0514-0515", f"move {OTHER} 0514-0613", "end")
    assert [at(moved, u) for u in units] == ["0515", "0613", "0520"]


@pytest.mark.case("SNC-9.0h", "SNC-9.0i")
def test_a_move_goes_on_until_another_begins(game: Game, play: Play, refused: Refused, at: At) -> None:
    state = moving(game, "chinese", {CHINESE: "0514", OTHER: "0514"})
    state = play(state, f"move {CHINESE} 0514-0515", f"move {CHINESE} 0515-0516")
    assert left(state) == 6
    state = play(state, f"move {OTHER} 0514-0613")
    assert refused(state, f"move {CHINESE} 0516-0517") == "SNC-9.0i"
    assert ends_of_moves(game, state, CHINESE) == set()


@pytest.mark.case("SNC-9.0i")
def test_a_stack_moves_as_one_and_whom_it_leaves_has_finished(
    game: Game, play: Play, refused: Refused, at: At
) -> None:
    state = moving(game, "chinese", {CHINESE: "0514", OTHER: "0514", "c_div_016": "0613"})
    assert refused(state, f"move {CHINESE}+c_div_016 0514-0515") == "SNC-9.0i"
    state = play(state, f"move {CHINESE}+{OTHER} 0514-0515", f"move {CHINESE} 0515-0516")
    assert (at(state, CHINESE), at(state, OTHER)) == ("0516", "0515")
    assert left(state) == 6
    assert refused(state, f"move {OTHER} 0515-0516") == "SNC-9.0i"
    assert refused(state, f"move {CHINESE}+c_div_016 0516-0517") == "SNC-9.0i"


@pytest.mark.case("SNC-9.0j")
def test_there_is_no_first_hex_for_nothing(game: Game, refused: Refused, play: Play) -> None:
    """1924 to 1925: a rice paddy behind a river, four points."""
    short = moving(game, "japanese", {JAPANESE: "1924"}, mover=(JAPANESE,), left=3.5)
    assert refused(short, f"move {JAPANESE} 1924-1925") == "SNC-9.0j"
    assert "1925" not in ends_of_moves(game, short, JAPANESE)
    enough = moving(game, "japanese", {JAPANESE: "1924"}, mover=(JAPANESE,), left=4)
    assert left(play(enough, f"move {JAPANESE} 1924-1925")) == 0


@pytest.mark.case("SNC-9.0k")
def test_no_unit_walks_into_the_enemy(game: Game, refused: Refused) -> None:
    state = moving(game, "japanese", {CHINESE: "3007", JAPANESE: "3006"})
    assert refused(state, f"move {JAPANESE} 3006-3007") == "SNC-9.0k"
    assert "3007" not in ends_of_moves(game, state, JAPANESE)


# -- zones on the way --------------------------------------------------------------------------------


@pytest.mark.case("SNC-7.2a", "SNC-9.0h")
def test_a_unit_that_entered_a_zone_does_not_walk_on(game: Game, play: Play, refused: Refused) -> None:
    """3005 touches 3006, next to which nobody stands; 3006 itself touches the division in 3007."""
    state = moving(game, "japanese", {CHINESE: "3007", JAPANESE: "3005"})
    assert refused(state, f"move {JAPANESE} 3005-3006-2906") == "SNC-7.2a"
    state = play(state, f"move {JAPANESE} 3005-3006")
    assert refused(state, f"move {JAPANESE} 3006-3005") == "SNC-7.2a"
    assert ends_of_moves(game, state, JAPANESE) == set()


@pytest.mark.case("SNC-7.1e", "SNC-7.2a")
def test_ships_cover_a_unit_in_its_hex_but_not_on_its_way_in(
    game: Game, play: Play, refused: Refused
) -> None:
    """3107 lies on the Yangtze, beside the division in 3108.

    Whoever walks in must stop, in one move or in two; who finds a friend there is covered.
    """
    alone = moving(game, "japanese", {CHINESE: "3108", JAPANESE: "3106"})
    assert refused(alone, f"move {JAPANESE} 3106-3107-3207") == "SNC-7.2a"
    assert refused(play(alone, f"move {JAPANESE} 3106-3107"), f"move {JAPANESE} 3107-3106") == "SNC-7.2a"
    friend = "j_rgt_012_div_011"
    covered = moving(game, "japanese", {CHINESE: "3108", JAPANESE: "3106", friend: "3107"})
    assert left(play(covered, f"move {JAPANESE} 3106-3107", f"move {JAPANESE} 3107-3106")) == 6


@pytest.mark.case("SNC-4.1b", "SNC-9.0b")
def test_a_march_past_shanghai_is_seen_hex_by_hex(game: Game, play: Play, at: At) -> None:
    """On turn 8 a Chinese unit that only passes 3612, beside 3512, ends the game there."""
    units = {CHINESE: "3613", "j_gar_shanghai": "3512", JAPANESE: "3509"}
    state = moving(game, "chinese", units, turn=8)
    state = play(state, f"move {CHINESE} 3613-3612-3712")
    assert state.result is not None
    assert (state.result.winner, state.result.case) == ("chinese", "SNC-4.1b")
    assert at(state, CHINESE) == "3612"


@pytest.mark.case("SNC-4.2a", "SNC-9.0b")
def test_the_last_defender_may_not_leave_shanghai_even_in_passing(game: Game, play: Play, at: At) -> None:
    units = {CHINESE: "3412", "j_gar_shanghai": "3512"}
    state = play(moving(game, "chinese", units, turn=5), f"move {CHINESE} 3412-3312-3411")
    assert state.result is not None
    assert (state.result.winner, state.result.case) == ("japanese", "SNC-4.2a")
    assert at(state, CHINESE) == "3312"


# -- prices ------------------------------------------------------------------------------------------


@pytest.mark.case("SNC-9.0c", "SNC-9.3b", "SNC-9.4a", "SNC-9.4b", "SNC-9.5a")
@pytest.mark.parametrize(
    ("here", "there", "cost"),
    [
        ("3007", "3107", 1),  # clear
        ("0105", "0106", 1),  # woods
        ("0110", "0111", 1),  # marsh
        ("0103", "0104", 1),  # rice paddy
        ("0516", "0616", 1),  # along a road: no gain
        ("2310", "2410", 1),  # a city, along the railway
        ("2311", "2410", 1),  # a city
        ("1207", "1206", 1),  # a town in the marsh
        ("1103", "1202", 2),  # clear behind a creek
        ("0202", "0203", 2),  # paddy behind a creek, along a road
        ("3315", "3415", 3),  # clear behind a river
        ("3414", "3415", 3),  # clear behind a river, along a road
        ("3611", "3712", 3),  # over the navigable Huangpu
        ("1924", "1925", 3),  # paddy behind a river
    ],
)
def test_what_a_chinese_unit_pays(game: Game, play: Play, here: str, there: str, cost: float) -> None:
    assert price(game, play, "chinese", here, there) == cost


@pytest.mark.case(
    "SNC-9.0c", "SNC-9.3b", "SNC-9.4c", "SNC-9.4d", "SNC-9.4e", "SNC-9.5a", "SNC-9.5b", "SNC-9.5.1a",
    "SNC-9.5.1b",
)  # fmt: skip
@pytest.mark.parametrize(
    ("here", "there", "cost"),
    [
        ("3007", "3107", 1),  # clear
        ("0105", "0106", 2),  # woods
        ("0110", "0111", 2),  # marsh
        ("0103", "0104", 2),  # rice paddy
        ("1103", "1202", 2),  # clear behind a creek
        ("0203", "0303", 3),  # paddy behind a creek
        ("3315", "3415", 3),  # clear behind a river
        ("1924", "1925", 4),  # paddy behind a river
        ("3610", "3710", 3),  # clear over the navigable Huangpu
        ("2311", "2410", 1),  # a city in the paddies
        ("1925", "1824", 3),  # a city behind a river
        ("1202", "1203", 1),  # a town in the clear
        ("1207", "1206", 2),  # a town in the marsh
        ("1218", "1319", 2),  # a town in the woods
        ("0910", "1009", 2),  # a town in the paddies
        ("0516", "0616", 0.5),  # along a road, clear
        ("0409", "0410", 0.5),  # along a road, marsh
        ("0502", "0602", 0.5),  # along road and railway, woods
        ("3511", "3510", 1.5),  # along the railway, over a creek
        ("1106", "1206", 0.5),  # along a road, a town in the marsh
        ("2310", "2410", 0.5),  # along the railway, a city
        ("2411", "2410", 1.5),  # along the railway, a city behind a creek
        ("0202", "0203", 1.5),  # along a road over a creek
        ("3414", "3415", 2.5),  # along a road over a river
        ("0103", "0203", 2),  # a road hex, entered across country
        ("2308", "2208", 3),  # a railway hex, entered across country and over a creek
    ],
)
def test_what_a_japanese_unit_pays(game: Game, play: Play, here: str, there: str, cost: float) -> None:
    assert price(game, play, "japanese", here, there) == cost


@pytest.mark.case("SNC-9.3b")
def test_the_price_of_a_march_is_the_sum_of_its_steps(game: Game, play: Play) -> None:
    """0.5 along the road, 2 into the marsh, 2 more: 4.5 of 8."""
    state = moving(game, "japanese", {JAPANESE: "0509"})
    assert left(play(state, f"move {JAPANESE} 0509-0409-0310-0210")) == 3.5


# -- ground ------------------------------------------------------------------------------------------


@pytest.mark.case("SNC-9.2a", "SNC-9.3a")
def test_every_hex_has_one_ground_and_any_number_of_works(game: Game) -> None:
    """Cities stand for the ground they cover; all other works are tags, lines and hexsides beside it."""
    board = game.board
    natural = {"clear", "woods", "marsh", "rice_paddy"}
    water_and_beyond = {"yangtze", "sea", "lake", "neutral", "out_of_play"}
    assert set(board.terrain) == natural | {"city"} | water_and_beyond
    assert set().union(*board.borders.values()) == {"creek", "river", "huangpu_navigable"}
    assert set(board.links) == {"road", "railway"}
    suzhou_road = board.index("2606")
    assert (board.terrain[suzhou_road], "town" in board.tags[suzhou_road]) == ("marsh", True)
    assert any(suzhou_road in pair for pair in board.links["road"])


@pytest.mark.case("SNC-9.3c", "SNC-9.4f")
@pytest.mark.parametrize(
    ("here", "there"),
    [
        ("3510", "3609"),  # the estuary
        ("3004", "3003"),  # the Yangtze
        ("3417", "3418"),  # Hangzhou Bay
        ("2608", "2609"),  # Yangcheng Lake
        ("3512", "3513"),  # the International Settlement
    ],
)
def test_no_unit_enters_water_or_the_settlement(game: Game, refused: Refused, here: str, there: str) -> None:
    """The Yangtze fills hexes; no hexside carries it."""
    assert not game.board.border(*game.board.indexes((here, there))) & {"yangtze", "sea", "lake"}
    for side, unit in (("chinese", CHINESE), ("japanese", JAPANESE)):
        state = moving(game, side, {unit: here})
        assert refused(state, f"move {unit} {here}-{there}") == "SNC-9.4f"
        assert there not in ends_of_moves(game, state, unit)


# -- garrisons -----------------------------------------------------------------------------------------


@pytest.mark.case("SNC-9.1b")
def test_the_garrisons_on_the_map_at_the_start(game: Game) -> None:
    state = game.new()
    static = [u for u in game.units if u.static]
    on_map = {u.id for u in static if state.where[u.index] >= 0}
    chinese = {u.id for u in static if game.sides[u.side] == "chinese"}
    assert len(chinese) == 20
    assert on_map == chinese | {"j_gar_shanghai", "j_gar_a"}


@pytest.mark.case("SNC-9.1c")
def test_a_garrison_occupies_a_city_at_once(game: Game, play: Play, at: At) -> None:
    """Even a city that is only marched through."""
    state = play(moving(game, "japanese", {JAPANESE: "2510"}), f"move {JAPANESE} 2510-2410-2310")
    assert (at(state, JAPANESE), at(state, "j_gar_b")) == ("2310", "2410")
    assert game.view(state).control["2410"] == "japanese"


@pytest.mark.case("SNC-9.1c")
def test_a_city_taken_again_gets_a_garrison_again(game: Game, play: Play, at: At) -> None:
    units = {CHINESE: "2411", JAPANESE: "2608", "j_gar_b": "1102"}
    state = moving(game, "chinese", units, control={"2410": "japanese"}, phase="second operations")
    state = play(state, f"move {CHINESE} 2411-2410", f"move {CHINESE} 2410-2411", "end", "plan MM")
    assert game.view(state).control["2410"] == "chinese"
    state = play(state, f"move {JAPANESE} 2608-2508-2509-2409")
    assert at(state, "j_gar_c") == "off map"
    state = play(state, "end", f"move {JAPANESE} 2409-2410")
    assert at(state, "j_gar_c") == "2410"


@pytest.mark.case("SNC-9.1c")
def test_no_garrison_where_none_is_due_or_none_is_left(game: Game, play: Play, at: At) -> None:
    """R-18: a city that is Japanese already, and a pool that is empty."""
    state = moving(game, "japanese", {JAPANESE: "2510"}, control={"2410": "japanese"})
    state = play(state, f"move {JAPANESE} 2510-2410")
    assert at(state, "j_gar_b") == "off map"
    pool = {"j_gar_b": "1102", "j_gar_c": "1824", "j_gar_d": "0202", "j_gar_e": "3611"}
    state = play(moving(game, "japanese", {JAPANESE: "2510", **pool}), f"move {JAPANESE} 2510-2410")
    assert [u.id for u in game.view(state).stacks["2410"].units] == [JAPANESE]
