"""SFV-3.0 to 3.3: where each side's units may begin, in which order, with which markers."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.errors import DataError
from sandtable.game import Game
from sandtable.state import State
from tests.games.stalins_first_victory.conftest import At, Play, Refused

MANCHOULI = ("1206", "1207", "1107")
FIFTEENTH = {
    "chi-15-38": "1207", "chi-15-43": "1206", "chi-15-50": "1110", "chi-15-15-cav": "1012",
    "chi-15-15-eng": "1107", "chi-15-15-art": "1207",
}  # fmt: skip
SEVENTEENTH = {
    "chi-17-10": "0318", "chi-17-33": "0417", "chi-17-34": "0418", "chi-17-17-cav": "0123",
    "chi-17-17-eng": "0318", "chi-17-17-art": "0318",
}  # fmt: skip


def placed(play: Play, state: State, units: dict[str, str]) -> State:
    return play(state, *(f"place {unit} {space}" for unit, space in units.items()))


def places_for(state: State, unit: str) -> set[str]:
    """The hexes that a unit is offered."""
    return {a.spaces[0] for a in state.game.legal(state).for_unit(unit)}


@pytest.fixture
def start(game: Game) -> State:
    return game.new("campaign")


@pytest.fixture
def soviet(start: State, play: Play) -> State:
    """The Chinese have set up as suggested."""
    return placed(play, start, {**FIFTEENTH, **SEVENTEENTH})


# -- markers -------------------------------------------------------------------------------------------


@pytest.mark.case("SFV-3.1a", "SFV-3.1b", "SFV-3.1c", "SFV-3.1d")
@pytest.mark.parametrize("scenario", ["campaign", "suggested"])
def test_the_markers_lie_in_their_first_places(game: Game, scenario: str) -> None:
    """Turn 1, no points, the railway cut at 1207, and no hex marked as taken."""
    state = game.new(scenario)
    facts = game.view(state).facts
    assert (state.turn, facts["soviet victory points"]) == (1, 0)
    assert (facts["railway at Manchouli"], facts["soviet VP hexes"]) == ("cut", [])
    assert game.board.ids[game.cut_hex] == "1207"
    starts = {row.text("id"): row.text("start") for row in game.data.table("markers")}
    assert starts["mk-turn"] == "GT 1 box"
    assert starts["mk-vp-1"] == starts["mk-vp-2"] == "VP box 0"
    assert starts["mk-railcut"] == "1207"
    assert {starts[f"mk-control-{n}"] for n in range(1, 10)} == {"off map"}


# -- order and stacking --------------------------------------------------------------------------------


@pytest.mark.case("SFV-3.2a", "SFV-3.3a")
def test_the_chinese_set_up_before_the_soviets(start: State, soviet: State, refused: Refused) -> None:
    assert start.decision is not None
    assert start.decision.side == "chinese"
    assert refused(start, "place sov-21-61 1404") == "SFV-3.2a"
    assert soviet.decision is not None
    assert (soviet.decision.side, soviet.game.sides[soviet.side]) == ("soviet", "soviet")
    assert refused(soviet, "place chi-15-38 1206") == "SFV-3.2a"  # stands already
    assert refused(soviet, "end") == "SFV-3.0a"  # all sixteen are placed
    assert refused(soviet, "order move-combat") == "SFV-3.0a"


@pytest.mark.case("SFV-3.0a")
def test_stacking_holds_at_set_up_for_both_sides(
    start: State, soviet: State, play: Play, refused: Refused
) -> None:
    state = play(start, "place chi-15-38 1206", "place chi-15-43 1206")
    assert refused(state, "place chi-15-50 1206") == "SFV-3.0a"
    assert "1206" not in places_for(state, "chi-15-50")
    assert "1206" in places_for(state, "chi-15-15-art")  # no defence factor
    state = play(soviet, "place sov-21-61 1405")
    assert refused(state, "place sov-35-103 1405") == "SFV-3.0a"
    assert "1405" not in places_for(state, "sov-36-108")
    assert {"1405"} <= places_for(state, "sov-21-62") & places_for(state, "sov-18-tank")


@pytest.mark.case("SFV-3.2b")
def test_the_second_army_waits_beside_the_map(game: Game, start: State, refused: Refused, at: At) -> None:
    army = [u.id for u in game.units if u.formation == "2"]
    assert len(army) == 7
    for unit in army:
        assert refused(start, f"place {unit} 1206") == "SFV-3.2b"
        assert at(game.new("suggested"), unit) == "off map"


@pytest.mark.case("SFV-3.2c")
@pytest.mark.parametrize("unit", FIFTEENTH)
def test_the_fifteenth_brigade_may_stand_in_manchouli(start: State, play: Play, at: At, unit: str) -> None:
    for space in MANCHOULI:
        assert at(play(start, f"place {unit} {space}"), unit) == space


@pytest.mark.case("SFV-3.2d")
def test_or_in_china_within_seven_hexes_of_it(game: Game, start: State, refused: Refused) -> None:
    """R-22: nowhere else; the hexes are counted here, not read from the data."""
    grid = game.board.grid
    near = {
        id
        for space, id in enumerate(game.board.ids)
        if not game.board.tags[space] & {"soviet_union", "mongolia"}
        and min(grid.distance(id, city) for city in MANCHOULI) <= 7
    }
    for unit in FIFTEENTH:
        assert places_for(start, unit) == near
    assert "1114" not in near  # two steps away, but across the border
    assert refused(start, "place chi-15-38 1404") == "SFV-3.2d"
    assert refused(start, "place chi-15-38 1302") == "SFV-3.2d"
    assert refused(start, "place chi-15-38 0318") == "SFV-3.2d"


@pytest.mark.case("SFV-3.2e")
def test_the_seventeenth_brigade_stands_at_dalainor_and_tsagan(
    game: Game, start: State, refused: Refused
) -> None:
    grid = game.board.grid
    near = {id for id in game.board.ids if min(grid.distance(id, c) for c in ("0318", "0123")) <= 1}
    assert len(near) == 12
    for unit in SEVENTEENTH:
        assert places_for(start, unit) == near
    assert refused(start, "place chi-17-10 1207") == "SFV-3.2e"
    assert refused(start, "place chi-17-10 0420") == "SFV-3.2e"


@pytest.mark.case("SFV-3.3b")
def test_soviet_units_begin_in_the_soviet_union_or_mongolia(
    game: Game, soviet: State, refused: Refused
) -> None:
    """R-10: the armoured train on the railway there."""
    home = {
        id for space, id in enumerate(game.board.ids) if game.board.tags[space] & {"soviet_union", "mongolia"}
    }
    assert len(home) == 169
    units = [u.id for u in game.units if u.side == 0]
    assert len(units) == 16
    for unit in units:
        wanted = {"1703", "1603", "1504", "1404"} if unit == "sov-18-atg" else home
        assert places_for(soviet, unit) == wanted
    assert refused(soviet, "place sov-21-61 1303") == "SFV-3.3b"
    assert refused(soviet, "place sov-18-atg 1405") == "SFV-3.3b"


@pytest.mark.case("SFV-3.3c")
def test_soviet_units_may_begin_beside_the_enemy(game: Game, play: Play, at: At) -> None:
    """The 50th Regiment at 1310 sees across the border (R-21)."""
    state = placed(play, game.new("campaign"), {**FIFTEENTH, "chi-15-50": "1310", **SEVENTEENTH})
    assert game.in_enemy_zone(state, 0, game.board.index("1410"))
    assert at(play(state, "place sov-21-61 1410"), "sov-21-61") == "1410"


# -- the whole set-up ----------------------------------------------------------------------------------


def test_a_random_set_up_leads_to_the_first_declaration(game: Game) -> None:
    for seed in range(5):
        state, rng = game.new("campaign", seed=seed), Random(seed)
        for _ in range(12 + 16):
            state = game.play(state, game.legal(state).sample(rng))
        assert state.decision is not None
        assert (state.decision.kind, state.decision.side) == ("declare", "soviet")
        assert (state.turn, state.phase, game.sides[state.side]) == (1, "declaration", "soviet")
        assert all(not list(game.overstacked(state, side)) for side in (0, 1))


@pytest.mark.parametrize("engineer", ["off", "on"])
def test_the_suggested_position_is_one_that_players_could_set_up(
    game: Game, play: Play, engineer: str
) -> None:
    options = {"soviet_engineer": engineer}
    suggested = game.new("suggested", options=options)
    free = game.new("campaign", options=options)
    chosen = sorted(suggested.game.suggested, key=lambda pair: -suggested.game.side_of[pair[0]])
    assert len(chosen) == 12 + 16
    free = placed(
        play, free, {suggested.game.units.ids[u]: suggested.game.board.ids[space] for u, space in chosen}
    )
    assert free.where == suggested.where
    assert free.decision == suggested.decision


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        (
            {"setup": [{"scenario": "campaign", "unit": "sov-21-61", "zone": "moon"}]},
            r"changes: setup, row 1, column 'zone': unknown set-up area 'moon'",
        ),
        (
            {"setup_suggested": [{"scenario": "suggested", "unit": "chi-15-38", "space": "9999"}]},
            r"changes: setup_suggested, row 1, column 'space': unknown space '9999'",
        ),
        (
            {"limits": [{"id": "rail_cut_hex", "value": "9999"}]},
            r"changes: limits, row 1, column 'value': unknown space '9999'",
        ),
        (
            {"limits": [{"id": "turns", "value": "five"}]},
            r"changes: limits, row 1, column 'value': 'five' is not a whole number",
        ),
        ({"limits": [{"id": "vp_hexes", "value": "8"}]}, r"9 VP hexes instead of 8 \(SFV-4.0a\)"),
        (
            {"units": [{"id": "chi-2-1", "special": "flies"}]},
            r"changes: units, row 1, column 'special': unknown special ability 'flies'",
        ),
        (
            {"units": [{"id": "sov-21-61", "steps": "3"}]},
            r"changes: units, row 1, column 'steps': 3 is more than 2",
        ),
        (
            {"units": [{"id": "sov-21-61", "move_s2": "6"}]},
            r"changes: units, row 1, column 'move_s2': a unit moves alike on both of its faces",
        ),
        (
            {"units": [{"id": "chi-2-1", "defence_s1": "0"}]},
            r"changes: units, row 1, column 'zero_defence': the defence factor is 0",
        ),
        ({"crt_columns": [{"index": "3", "differential_min": "9"}]}, "the columns are not in order"),
        (
            {"crt": [{"die": "1", "column": "0", "attacker_loss": "many"}]},
            r"changes: crt, row 1, column 'attacker_loss': 'many' is not a whole number",
        ),
        (
            {"terrain": [{"terrain": "hill", "mp": "99"}]},
            r"changes: terrain, row 1, column 'mp': 99 is more than 20",
        ),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else None,
)
def test_wrong_numbers_are_refused_with_their_place(
    game: Game, changes: dict[str, list[dict[str, str]]], complaint: str
) -> None:
    with pytest.raises(DataError, match=complaint):
        game.variant(changes=changes)
