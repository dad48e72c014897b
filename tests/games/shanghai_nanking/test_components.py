"""SNC-2: counters, hexes, dice; what a counter's factors and steps mean."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from sandtable.actions import Move
from sandtable.errors import DataError, Unknown
from sandtable.game import Game
from sandtable.state import State
from tests.games.conftest import Watched
from tests.games.shanghai_nanking.conftest import Play

Refused = Callable[[State, str], str]
At = Callable[[State, str], str]

THIRD = ("j_rgt_006_div_003", "j_rgt_018_div_003", "j_rgt_034_div_003", "j_rgt_068_div_003")
REGULAR, ELITE = "c_div_013", "c_div_036"


def posed(game: Game, side: str, units: dict[str, str], order: str = "attack", **more: object) -> State:
    """The First Operations Phase of a side on turn 6, when no sudden death threatens."""
    settings: dict[str, object] = {"turn": 6, "phase": "first operations", "order": order, **more}
    return game.arrange("campaign", units, side=side, **settings)  # type: ignore[arg-type]


def steps(state: State, *units: str) -> list[int]:
    return [state.steps[state.game.units.index_of(id)] for id in units]


def ends_of_moves(state: State, unit: str) -> set[str]:
    moves = state.game.legal(state).for_unit(unit)
    return {a.path[-1] for a in moves if isinstance(a, Move) and a.units == (unit,)}


# -- counters, dice, hexes -----------------------------------------------------------------------------


@pytest.mark.case("SNC-2.0a")
def test_the_game_uses_170_of_the_176_counters(game: Game) -> None:
    """Of 100 Chinese and 51 Japanese units, 18 markers and the turn marker; another count is refused."""
    sides = Counter(game.sides[unit.side] for unit in game.units)
    assert sides == {"chinese": 100, "japanese": 51}
    assert len(game.units) + len(game.markers) + 1 == 176 - 6
    with pytest.raises(DataError, match="170 counters instead of 171"):
        game.variant(changes={"limits": [{"id": "counters_used", "value": 171}]})


@pytest.mark.case("SNC-2.0b")
def test_one_six_sided_die_decides_everything(game: Game) -> None:
    """A campaign in full swing: attacks, overruns, landings, aircraft, interdiction, returning elites."""
    told: set[str] = set()
    dice = Watched(5)
    for seed in range(4):
        state, rng = game.new(seed=seed), Random(seed)
        while state.result is None and state.turn < 5:
            state = game.play(state, game.legal(state).sample(rng), dice)
            told |= {event.case for event in state.events or ()}
    assert set(dice.sides) == {6}
    assert {"SNC-10.5a", "SNC-11.2a", "SNC-8.1b", "SNC-11.3a"} <= told


@pytest.mark.case("SNC-2.1a")
def test_a_unit_is_in_one_place_at_a_time(game: Game, play: Play, refused: Refused, at: At) -> None:
    state = posed(game, "chinese", {REGULAR: "2006", "c_div_015": "2006"}, "move")
    assert refused(state, f"move {REGULAR}+{REGULAR} 2006-2005") == "SNC-2.1a"
    assert refused(state, "move c_div_016 2006-2005") == "SNC-2.1a"
    state = play(state, f"move {REGULAR} 2006-2005-2004")
    stacks = game.view(state).stacks
    assert [space for space, stack in stacks.items() if REGULAR in {u.id for u in stack.units}] == ["2004"]
    assert at(state, "c_div_015") == "2006"


@pytest.mark.case("SNC-2.1b")
def test_a_hex_number_is_its_column_from_the_west_and_its_row_from_the_north(game: Game) -> None:
    board = game.board
    assert len(set(board.ids)) == len(board) == 1000
    assert {len(id) for id in board.ids} == {4}
    assert board.names[board.index("2410")] == "Suzhou"
    columns = [[board.lonlat[board.index(f"{c:02d}{r:02d}")] for r in range(1, 26)] for c in range(1, 41)]
    middles = [sum(lon for lon, _ in column) / 25 for column in columns]
    assert middles == sorted(set(middles))
    for column in columns:
        assert [lat for _, lat in column] == sorted({lat for _, lat in column}, reverse=True)
    with pytest.raises(Unknown, match="4101"):
        board.index("4101")


# -- categories, sizes, types ----------------------------------------------------------------------------


@pytest.mark.case("SNC-2.2.1a")
def test_every_counter_shows_its_category_to_both_sides(game: Game) -> None:
    assert Counter(u.category for u in game.units if u.side == 0) == {
        "regular": 72,
        "elite": 8,
        "garrison": 20,
    }
    places = {"c_div_036": "3411", "c_div_013": "3410", "c_gar_h": "3511", THIRD[0]: "3308"}
    view = game.view(posed(game, "chinese", places), "japanese")
    seen = {stack.units[0].id: (stack.side, stack.units[0].category) for stack in view.stacks.values()}
    assert seen["c_div_036"] == ("chinese", "elite")
    assert seen["c_div_013"] == ("chinese", "regular")
    assert seen["c_gar_h"] == ("chinese", "garrison")
    assert seen[THIRD[0]][0] == "japanese"
    with pytest.raises(DataError, match="unknown category of chinese units 'guards'"):
        game.variant(changes={"units": [{"id": "c_div_036", "category": "guards"}]})


@pytest.mark.case("SNC-2.2.1b")
def test_abbreviations_stand_for_units_of_the_right_side(game: Game) -> None:
    names = {u.name: game.sides[u.side] for u in game.units}
    assert names["Tax Police Division"] == names["Peace Preservation Corps Division"] == "chinese"
    assert {name for name in names if "/TD" in name} == {"1/TD Brigade", "2/TD Brigade"}
    assert {names[name] for name in names if "/TD" in name} == {"chinese"}
    assert {name for name in names if "SNLF" in name} == {"SNLF 1", "SNLF 2", "SNLF 3", "SNLF 9"}
    assert {u.kind for u in game.units if "SNLF" in u.name} == {"naval"}


@pytest.mark.case("SNC-2.2.1c")
def test_sizes_run_from_division_to_battalion(game: Game) -> None:
    """A bracketed size is a detachment of about that size; a size that is none of these is refused."""
    sizes = Counter(u.size for u in game.units if not u.static)
    assert sizes == {"XX": 70, "X": 10, "III": 38, "[III]": 3, "II": 4}
    assert {u.formation for u in game.units if u.size == "[III]"} == {"detachment"}
    with pytest.raises(DataError, match="unknown size 'XXX'"):
        game.variant(changes={"units": [{"id": "c_div_036", "size": "XXX"}]})


@pytest.mark.case("SNC-2.2.1d")
def test_naval_infantry_behaves_as_infantry(game: Game) -> None:
    assert {u.kind for u in game.units} == {"infantry", "static", "naval"}
    with pytest.raises(DataError, match="unknown unit type 'tank'"):
        game.variant(changes={"units": [{"id": "j_snlf_1", "type": "tank"}]})
    places = {"j_snlf_1": "3308", THIRD[0]: "3308", REGULAR: "3208"}
    state = posed(game, "japanese", places, "move")
    assert ends_of_moves(state, "j_snlf_1") == ends_of_moves(state, THIRD[0]) != set()
    state = posed(game, "japanese", places, steps={THIRD[0]: 1})
    odds = [game.forecast(state, game.parse(f"attack {id} 3208 with none")) for id in ("j_snlf_1", THIRD[0])]
    assert [(f.attack, f.column, f.modifiers) for f in odds] == [(2, odds[0].column, odds[0].modifiers)] * 2


# -- factors -----------------------------------------------------------------------------------------------


@pytest.mark.case("SNC-2.2.1e")
@pytest.mark.parametrize(
    ("garrison", "enemy", "side", "factor"),
    [("j_gar_shanghai", "c_div_036", "japanese", 3), ("c_gar_wusong", THIRD[0], "chinese", 3)],
)
def test_a_static_factor_is_for_defence_only(
    game: Game, refused: Refused, garrison: str, enemy: str, side: str, factor: int
) -> None:
    places = {garrison: "3309", enemy: "3310"}
    own = posed(game, side, places)
    assert refused(own, f"attack {garrison} 3310") == "SNC-10.2a"
    assert [str(action) for action in game.legal(own)] == ["end"]
    other = posed(game, "chinese" if side == "japanese" else "japanese", places)
    assert game.forecast(other, game.parse(f"attack {enemy} 3309 with none")).defence == factor


@pytest.mark.case("SNC-2.2.1f")
@pytest.mark.parametrize(("left", "factor"), [(2, 5), (1, 3)])
def test_a_mobile_unit_attacks_and_defends_with_one_factor(game: Game, left: int, factor: int) -> None:
    places = {ELITE: "3310", THIRD[0]: "3309"}
    for side, attack in (("chinese", f"attack {ELITE} 3309"), ("japanese", f"attack {THIRD[0]} 3310")):
        state = posed(game, side, places, steps={ELITE: left})
        forecast = game.forecast(state, game.parse(f"{attack} with none"))
        assert (forecast.attack if side == "chinese" else forecast.defence) == factor


# -- movement ----------------------------------------------------------------------------------------------


@pytest.mark.case("SNC-2.2.1g")
def test_static_units_never_move(game: Game, play: Play, refused: Refused, at: At) -> None:
    """Not in a Move phase, not with others, and not into a hex that their comrades have cleared."""
    places = {"j_gar_a": "3510", THIRD[0]: "3510", "c_gar_h": "3511", "c_gar_baoshan": "3509"}
    moving = posed(game, "japanese", places, "move")
    assert refused(moving, "move j_gar_a 3510-3410") == "SNC-2.2.1g"
    assert refused(moving, f"move {THIRD[0]}+j_gar_a 3510-3410") == "SNC-2.2.1g"
    assert not any("j_gar_a" in a.touched_units for a in game.legal(moving) if isinstance(a, Move))
    chinese = posed(game, "chinese", places, "move")
    assert refused(chinese, "move c_gar_h 3511-3411") == "SNC-2.2.1g"
    assert not any(isinstance(a, Move) for a in game.legal(chinese))
    state = play(posed(game, "japanese", places), f"attack {THIRD[0]} 3511 with none", dice=[6])
    assert at(state, "c_gar_h") == "eliminated"
    assert refused(state, "advance j_gar_a") == "SNC-10.5.3b"


@pytest.mark.case("SNC-2.2.1h")
def test_every_mobile_unit_has_eight_points_at_full_and_at_reduced_strength(game: Game, play: Play) -> None:
    assert {u.movement for u in game.units if not u.static} == {8}
    with pytest.raises(DataError, match="a mobile unit has 8 movement points"):
        game.variant(changes={"units": [{"id": ELITE, "mf": 6}]})
    for side, unit in (("chinese", ELITE), ("japanese", THIRD[0])):
        full, reduced = (posed(game, side, {unit: "3310"}, "move", steps={unit: n}) for n in (2, 1))
        assert ends_of_moves(full, unit) == ends_of_moves(reduced, unit)
        left = play(reduced, f"move {unit} 3310-3309").vars["mover"][1]
        assert left == (7 if side == "chinese" else 7.5) * 2


@pytest.mark.case("SNC-2.2.1i")
@pytest.mark.parametrize(
    ("path", "chinese", "japanese"),
    [
        ("2006-2005", 2, 1.5),  # the road to Jiangyin over the Xicheng canal
        ("0514-0614", 1, 2),  # paddy
        ("0420-0421", 1, 2),  # woods
        ("3310-3309", 1, 0.5),  # the road to Luodian
        ("3308-3309", 2, 2),  # clear ground over Lianqi creek
    ],
)
def test_the_two_armies_pay_differently_for_the_same_ground(
    game: Game, play: Play, path: str, chinese: float, japanese: float
) -> None:
    for side, unit, price in (("chinese", REGULAR, chinese), ("japanese", THIRD[0], japanese)):
        state = play(posed(game, side, {unit: path[:4]}, "move"), f"move {unit} {path}")
        assert 8 - state.vars["mover"][1] / 2 == price


# -- steps -------------------------------------------------------------------------------------------------


def attacked(game: Game, play: Play, defender: str, left: int, *losers: str, dice: list[int]) -> State:
    """The 3rd Division (16) attacks a Chinese unit in the open at 3409 from 3510."""
    state = posed(
        game, "japanese", {**dict.fromkeys(THIRD, "3510"), defender: "3409"}, steps={defender: left}
    )
    return play(
        state, f"attack {'+'.join(THIRD)} 3409 with none", *(f"lose {id}" for id in losers), dice=dice
    )


@pytest.mark.case("SNC-2.2.1j", "SNC-2.2.1m")
def test_a_one_step_unit_dies_of_its_first_loss(game: Game, play: Play, at: At) -> None:
    """The 98th Division, 16 to 3 with a 6: no loss for the attacker."""
    assert Counter(u.steps for u in game.units if u.category in ("regular", "elite")) == {1: 72, 2: 8}
    state = attacked(game, play, "c_div_098", 1, dice=[6])
    assert at(state, "c_div_098") == "eliminated"
    assert steps(state, "c_div_098") == [0]


@pytest.mark.case("SNC-2.2.1k", "SNC-2.2.1l", "SNC-2.2.1m")
def test_a_two_step_unit_is_flipped_before_it_dies(game: Game, play: Play, at: At) -> None:
    """3:1, die 2 is 2/1: an elite division and two regiments are flipped; a reduced one dies."""
    two_steps = {u.id for u in game.units if u.steps == 2}
    assert two_steps >= {u.id for u in game.units if u.side == 1 and not u.static}
    assert two_steps >= {u.id for u in game.units if u.category == "elite"}
    named = {"c_gar_wusong", "c_gar_baoshan", "c_gar_suzhou", "c_gar_nanking", "j_gar_shanghai"}
    assert {id for id in two_steps if game.units.by_id(id).static} == named
    state = attacked(game, play, ELITE, 2, THIRD[0], THIRD[1], dice=[2])
    assert steps(state, ELITE, *THIRD) == [1, 1, 1, 2, 2]
    assert at(state, ELITE) == "3409"
    assert game.view(state).stacks["3409"].units[0].strength == 3
    state = attacked(game, play, ELITE, 1, dice=[6, 6])
    assert steps(state, *THIRD) == [2, 2, 2, 2]
    assert at(state, ELITE) == "off map"  # fallen, and on the track after its roll (SNC-8.1b)


@pytest.mark.case("SNC-2.2.1m")
def test_a_reduced_japanese_unit_is_gone_with_its_last_step(game: Game, play: Play, at: At) -> None:
    """1:3, die 1 is 3/0: three steps of a single reduced regiment."""
    state = posed(
        game, "japanese", {THIRD[0]: "3510", ELITE: "3409", "c_div_088": "3409"}, steps={THIRD[0]: 1}
    )
    state = play(state, f"attack {THIRD[0]} 3409 with none", dice=[1])
    assert at(state, THIRD[0]) == "eliminated"
    assert steps(state, ELITE, "c_div_088") == [2, 2]


@pytest.mark.case("SNC-2.2.1n")
def test_no_step_is_lost_without_combat(game: Game) -> None:
    """Three turns of marching: only overstacking and interdiction remove units, and nothing is flipped."""
    peaceful = {"plan", "move", "place", "rail", "delay", "disband", "interdict", "fly", "show", "pass"}
    lifted = {"limits": [{"id": "chinese_presence_until_gt", "value": 0}]}
    state, rng, given_up = game.new(seed=3, changes=lifted), Random(3), set()
    while state.turn < 4:
        rules = state.game
        if state.decision is not None and state.decision.kind == "declare_plan":
            action = rules.parse("plan MM")
        else:
            action = rules.legal(state).sample(rng)
            if action.verb not in peaceful:
                action = rules.parse("end")
        if action.verb in ("disband", "interdict"):
            given_up |= set(action.touched_units)
        state = rules.play(state, action)
        lost = [e for e in state.events or () if e.case in ("SNC-2.2.1l", "SNC-2.2.1m")]
        assert not lost or action.verb == "disband"
    gone = {u.id for u in game.units if state.where[u.index] < 0 and not state.due[u.index]}
    assert given_up
    assert {id for id in gone if not id.startswith("j_gar")} == given_up
    assert all(state.steps[u.index] == u.steps for u in game.units if u.id not in given_up)


@pytest.mark.case("SNC-2.2.1o")
def test_only_japanese_units_regain_a_step(game: Game, play: Play, refused: Refused) -> None:
    places = {THIRD[0]: "3510", ELITE: "2410"}
    state = posed(game, "japanese", places, phase="reinforcement", steps={THIRD[0]: 1, ELITE: 1})
    assert refused(state, f"replace {ELITE}") == "SNC-8.3b"
    state = play(state, f"replace {THIRD[0]}")
    assert steps(state, THIRD[0], ELITE) == [2, 1]
    assert game.view(state).stacks["3510"].units[0].strength == 4


# -- markers -----------------------------------------------------------------------------------------------


@pytest.mark.case("SNC-2.2.2a")
def test_markers_are_fire_support_of_four_kinds_and_one_turn_marker(game: Game) -> None:
    kinds = Counter((game.sides[m.side], m.kind) for m in game.markers)
    assert kinds == {
        ("chinese", "artillery"): 3, ("japanese", "artillery"): 6, ("japanese", "air"): 3,
        ("japanese", "naval"): 4, ("japanese", "amphibious"): 2,
    }  # fmt: skip
    assert [row.text("id") for row in game.data.table("markers") if row.text("type") == "turn"] == [
        "turn_marker"
    ]
    with pytest.raises(DataError, match="unknown marker type 'gas'"):
        game.variant(changes={"markers": [{"id": "j_air_1", "type": "gas"}]})
