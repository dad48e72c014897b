"""SFV-1, 2: scale, edges, hexes, counters, factors and steps."""

from __future__ import annotations

from collections import Counter
from math import hypot
from random import Random

import pytest

from sandtable.errors import DataError, Unknown
from sandtable.game import Game
from sandtable.state import DEAD
from tests.games.conftest import Watched
from tests.games.stalins_first_victory.conftest import (
    AROUND,
    MIDDLE,
    At,
    Play,
    Refused,
    column,
    ends_of_moves,
    fighting,
    moving,
    odds,
    steps,
)

KM_EAST, KM_NORTH = 72.252, 111.2
"""Kilometres in a degree of longitude and of latitude at Manchouli."""


# -- scale and directions ------------------------------------------------------------------------------


@pytest.mark.case("SFV-1.0a")
def test_the_game_stands_alone_but_shares_its_table_with_the_sister_game(game: Game) -> None:
    """Its own units, verbs and ledger; the table's seven columns carry this game's headings."""
    assert {case[:4] for case in game.cases} == {"SFV-"}
    assert set(game.vocabulary) == {
        "place", "order", "move", "attack", "lose", "advance", "disband", "enter", "show", "end", "resign",
    }  # fmt: skip
    assert list(game.odds_table()) == ["0 or less", "+1", "+2", "+4", "+6", "+8", "+10 or more"]


@pytest.mark.case("SFV-1.1a")
def test_neighbouring_hexes_are_two_kilometres_apart(game: Game) -> None:
    board = game.board
    for here, _, there in board.sides():
        (lon, lat), (other_lon, other_lat) = board.lonlat[here], board.lonlat[there]
        apart = hypot((lon - other_lon) * KM_EAST, (lat - other_lat) * KM_NORTH)
        assert apart == pytest.approx(2.0, abs=0.01)


@pytest.mark.case("SFV-1.1b")
def test_a_turn_is_a_day_and_the_first_is_the_16th_of_november(game: Game) -> None:
    assert game.dates == {turn: f"{15 + turn} November 1929" for turn in range(1, 6)}
    assert game.view(game.new("suggested")).facts["date"] == "16 November 1929"


@pytest.mark.case("SFV-1.1c", "SFV-2.3.3a")
def test_sizes_run_from_brigade_to_company_and_mean_nothing_in_a_stack(game: Game) -> None:
    """Two regiments share a hex, so do a brigade and a company; another size is no size of this game."""
    assert Counter(u.size for u in game.units) == {"III": 25, "II": 8, "X": 1, "I": 1}
    assert [u.id for u in game.units if u.size == "X"] == ["sov-18-5cav"]
    assert [u.id for u in game.units if u.size == "I"] == ["sov-18-tank"]
    state = moving(game, {})
    for pair in (("sov-21-61", "sov-21-62"), ("sov-18-5cav", "sov-18-tank"), ("chi-15-38", "chi-15-15-cav")):
        units = [game.units.index_of(id) for id in pair]
        assert game.fits(state, 0, 0, units)
        assert not game.fits(state, 0, 0, [*units, game.units.index_of("sov-18-b")])
    with pytest.raises(DataError, match="unknown size 'XX'"):
        game.variant(changes={"units": [{"id": "sov-21-61", "size": "XX"}]})


@pytest.mark.case("SFV-1.2a")
def test_there_are_two_sides(game: Game) -> None:
    assert game.sides == ("soviet", "chinese")
    assert Counter(game.sides[u.side] for u in game.units) == {"soviet": 16, "chinese": 19}
    with pytest.raises(DataError, match="unknown side 'japanese'"):
        game.variant(changes={"units": [{"id": "chi-2-1", "side": "japanese"}]})


@pytest.mark.parametrize(
    ("edge", "ids"),
    [
        pytest.param("north_edge", [f"17{c:02d}" for c in range(1, 26)], marks=pytest.mark.case("SFV-1.3a")),
        pytest.param("south_edge", [f"01{c:02d}" for c in range(1, 26)], marks=pytest.mark.case("SFV-1.3b")),
        pytest.param("west_edge", [f"{r:02d}01" for r in range(2, 17)], marks=pytest.mark.case("SFV-1.3c")),
        pytest.param(
            "east_edge",
            [f"{r:02d}{25 - (r % 2 == 0)}" for r in range(2, 17)],
            marks=pytest.mark.case("SFV-1.3d"),
        ),
    ],
)
def test_an_edge_of_the_map_is_the_hexes_that_the_rules_name(game: Game, edge: str, ids: list[str]) -> None:
    assert [game.board.ids[s] for s in game.board.tagged(edge)] == ids


@pytest.mark.case("SFV-1.3e")
def test_the_edges_and_no_compass_decide_what_is_north_and_west(game: Game) -> None:
    """Every northern hex lies north of every southern one; the army's way in is on the western edge."""
    board = game.board
    edge = {name: board.tagged(f"{name}_edge") for name in ("north", "south", "west", "east")}
    assert min(board.lonlat[s][1] for s in edge["north"]) > max(board.lonlat[s][1] for s in edge["south"])
    assert min(board.lonlat[s][0] for s in edge["east"]) > max(board.lonlat[s][0] for s in edge["west"])
    assert set(game.entry) < set(edge["west"])


# -- components ----------------------------------------------------------------------------------------


@pytest.mark.case("SFV-2.0a", "SFV-2.2a", "SFV-2.4a")
def test_the_48_counters_are_35_units_and_13_markers(game: Game) -> None:
    """Markers are no units: they record the turn, the points, the cut and who holds a VP hex."""
    markers = game.data.table("markers")
    kinds = Counter(row.text("kind") for row in markers)
    assert kinds == {"turn": 1, "victory points": 2, "rail cut": 1, "control": 9}
    assert len(game.units) + len(markers) == 48
    assert not {row.text("id") for row in markers} & set(game.units.ids)
    facts = game.view(game.new("suggested")).facts
    assert set(facts) == {
        "date", "order", "soviet victory points", "soviet VP hexes", "railway at Manchouli",
    }  # fmt: skip
    with pytest.raises(DataError, match="48 counters instead of 49"):
        game.variant(changes={"limits": [{"id": "counters", "value": 49}]})


@pytest.mark.case("SFV-2.0b")
def test_one_six_sided_die_decides_everything(game: Game) -> None:
    cases: set[str] = set()
    dice = Watched(3)
    for seed in range(3):
        state, rng = game.new("suggested", seed=seed, options=["solitaire_entry_roll=on"]), Random(seed)
        while state.result is None:
            state = state.game.play(state, state.game.legal(state).sample(rng), dice)
            cases |= {event.case for event in state.events or ()}
        assert state.rolls == 0
    assert set(dice.sides) == {6}
    assert {"SFV-9.6a", "SFV-5.3.1a"} <= cases


@pytest.mark.case("SFV-2.1a")
def test_a_unit_is_in_one_place_at_a_time(game: Game, play: Play, refused: Refused) -> None:
    state = moving(game, {"sov-21-61": MIDDLE})
    assert refused(state, f"move sov-21-62 {MIDDLE}-0506") == "SFV-2.1a"
    state = play(state, f"move sov-21-61 {MIDDLE}-0506-0507")
    stacks = game.view(state).stacks
    assert [space for space, stack in stacks.items() if "sov-21-61" in {u.id for u in stack.units}] == [
        "0507"
    ]


@pytest.mark.case("SFV-2.1b")
def test_every_hex_has_a_terrain_that_the_chart_knows(game: Game) -> None:
    assert Counter(game.ground.terrain) == {"clear": 359, "hill": 49, "city": 6, "numbered_hill": 3}
    assert set(game.ground.terrain) <= set(game.ground.effects)
    with pytest.raises(DataError, match="unknown terrain 'swamp'"):
        game.variant(changes={"board/spaces": [{"id": "0505", "terrain": "swamp"}]})


@pytest.mark.case("SFV-2.1c")
def test_a_hex_number_is_its_row_from_the_south_and_its_place_from_the_west(game: Game) -> None:
    board = game.board
    assert len(set(board.ids)) == len(board) == 417
    rows = Counter(id[:2] for id in board.ids)
    assert rows == {f"{r:02d}": 25 if r % 2 else 24 for r in range(1, 18)}
    for here, direction, there in board.sides():
        rise = int(board.ids[there][:2]) - int(board.ids[here][:2])
        assert (
            rise == {"NE": 1, "NW": 1, "E": 0, "W": 0, "SE": -1, "SW": -1}[board.grid.directions[direction]]
        )
        assert (board.lonlat[there][1] > board.lonlat[here][1]) == (rise > 0)
    assert dict(zip(board.grid.directions, board.around(board.index(MIDDLE)), strict=True)) == {
        name: board.index(id) for name, id in AROUND.items()
    }
    for unknown in ("0225", "1801", "0000"):
        with pytest.raises(Unknown, match=unknown):
            board.index(unknown)


# -- what a counter says -------------------------------------------------------------------------------


@pytest.mark.case("SFV-2.3a")
def test_every_unit_carries_all_that_a_counter_shows(game: Game) -> None:
    for row in game.data.table("units"):
        if row.text("engineer_option") == "on":
            continue
        unit = game.units.by_id(row.text("id"))
        assert unit.formation == row.text("command")
        assert (unit.kind, unit.size, unit.steps) == (
            row.text("type"), row.text("size"), row.integer("steps"),
        )  # fmt: skip
        assert unit.strength[-1] == row.integer(f"attack_s{unit.steps}")
        assert unit.defence[-1] == row.integer(f"defence_s{unit.steps}")
        assert row.text("designation")
        assert row.text("move_s1") in (str(unit.movement), "R")
    shown = game.view(game.new("suggested")).stacks["0819"].units
    assert {(u.formation, u.kind, u.size, u.max_steps) for u in shown} == {
        ("36", "rifle", "III", 2), ("18", "tank", "I", 1), ("18", "heavy artillery", "III", 1),
    }  # fmt: skip


@pytest.mark.case("SFV-2.3b", "SFV-2.3.7a")
def test_chinese_units_have_one_step_and_die_of_one_loss(game: Game, play: Play, at: At) -> None:
    assert {u.steps for u in game.units if u.side == 1} == {1}
    state = fighting(game, {"sov-21-61": "0605", "sov-36-108": "0605", "chi-2-1": MIDDLE})
    state = play(state, f"attack sov-21-61+sov-36-108 {MIDDLE}", dice=[4])  # +4: 1/1
    assert at(state, "chi-2-1") == "eliminated"


@pytest.mark.case("SFV-2.3.1a")
def test_the_soviet_side_has_a_corps_and_three_divisions(game: Game) -> None:
    commands = Counter((u.formation, u.category) for u in game.units if u.side == 0)
    assert commands == {
        ("18", "18th Rifle Corps"): 7, ("21", "21st Rifle Division"): 3, ("35", "35th Rifle Division"): 3,
        ("36", "36th Rifle Division"): 3,
    }  # fmt: skip


@pytest.mark.case("SFV-2.3.1b")
def test_the_chinese_side_has_an_army_and_two_brigades(game: Game) -> None:
    commands = Counter((u.formation, u.category) for u in game.units if u.side == 1)
    assert commands == {
        ("2", "2nd Fengtien Army"): 7, ("15", "15th Brigade"): 6, ("17", "17th Brigade"): 6,
    }  # fmt: skip


@pytest.mark.case("SFV-2.3.1c")
def test_abbreviations_stand_for_units_of_the_corps(game: Game) -> None:
    names = {
        row.text("designation"): (row.text("name"), row.text("type"), row.text("command"))
        for row in game.data.table("units")
    }
    assert names["A"] == ("Corps artillery", "heavy artillery", "18")
    assert names["H"] == ("Howitzers", "heavy artillery", "18")
    assert names["ATG"] == ("Armoured train group", "armoured train", "18")
    assert names["B"] == ("Buryat Mongols", "cavalry", "18")
    assert names["TC"] == ("Tersk Cossacks", "cavalry", "18")


@pytest.mark.case("SFV-2.3.2a")
def test_an_identifier_reads_like_the_counter_command_then_unit(game: Game) -> None:
    """The same number may stand in two commands; command and number together name one unit."""
    rows = game.data.table("units")
    pairs = [(row.text("command"), row.text("designation")) for row in rows]
    assert len(set(pairs)) == len(pairs)
    for row in rows:
        side, command, own = row.text("id").split("-", 2)
        assert side == row.text("side")[:3]
        assert command == row.text("command")
        assert own[0] == row.text("designation")[0].lower() or own == "tank"


@pytest.mark.case("SFV-2.3.2b")
def test_the_command_decides_on_stacking_and_integrity(game: Game) -> None:
    state = moving(game, {})
    fits = {
        other: game.fits(state, 0, 0, [game.units.index_of(u) for u in ("sov-21-61", other)])
        for other in ("sov-21-62", "sov-35-103", "sov-18-tank")
    }
    assert fits == {"sov-21-62": True, "sov-35-103": False, "sov-18-tank": True}
    units = {"sov-21-61": "0605", "sov-21-62": "0605", "sov-21-63": "0506", "sov-35-103": "0506"}
    state = fighting(game, {**units, "chi-15-38": MIDDLE})
    one = odds(state, f"attack sov-21-61+sov-21-62+sov-21-63 {MIDDLE}")
    mixed = odds(state, f"attack sov-21-61+sov-21-62+sov-35-103 {MIDDLE}")
    assert one.attack == mixed.attack
    assert [m.case for m in one.modifiers] == ["SFV-9.5a"]
    assert mixed.modifiers == ()


@pytest.mark.case("SFV-2.3.4a")
def test_there_are_seven_types_of_unit(game: Game) -> None:
    kinds = Counter((game.sides[u.side], u.kind) for u in game.units)
    assert kinds == {
        ("soviet", "rifle"): 9, ("soviet", "cavalry"): 3, ("soviet", "tank"): 1,
        ("soviet", "heavy artillery"): 2, ("soviet", "armoured train"): 1,
        ("chinese", "infantry"): 11, ("chinese", "cavalry"): 3, ("chinese", "combat engineer"): 2,
        ("chinese", "artillery"): 3,
    }  # fmt: skip


@pytest.mark.case("SFV-2.3.5a")
def test_a_unit_attacks_with_one_factor_and_defends_with_the_other(game: Game) -> None:
    """The tank company is 3-1, the 38th Regiment 2-3."""
    places = {"sov-18-tank": "0605", "chi-15-38": MIDDLE}
    ours = odds(fighting(game, places), f"attack sov-18-tank {MIDDLE}")
    theirs = odds(fighting(game, places, "chinese"), "attack chi-15-38 0605")
    assert (ours.attack, ours.defence) == (3, 3)
    assert (theirs.attack, theirs.defence) == (2, 1)


@pytest.mark.case("SFV-2.3.6a")
def test_points_are_spent_by_terrain_and_water(game: Game, refused: Refused) -> None:
    """Artillery has six points: three clear hexes, two hills, or a river crossing and one clear hex."""
    assert {u.movement for u in game.units} == {6, 8, 10, 12, 99}
    state = moving(game, {"sov-18-a": "0104", "sov-18-h": "0511"})
    assert max(game.board.grid.distance("0104", id) for id in ends_of_moves(state, "sov-18-a")) == 3
    assert refused(state, "move sov-18-a 0104-0204-0304-0404-0504") == "SFV-8.2a"
    assert {"0411", "0510"} <= ends_of_moves(state, "sov-18-h")
    assert refused(state, "move sov-18-h 0511-0510-0410-0409") == "SFV-8.2a"


@pytest.mark.case("SFV-2.3.7b", "SFV-2.3.7c")
def test_a_two_step_unit_is_flipped_first_and_fights_with_its_other_face(
    game: Game, play: Play, at: At
) -> None:
    """4 against 6 is the first column, die 4: 1/0."""
    two_steps = {u.id for u in game.units if u.steps == 2}
    regiments = {u.id for u in game.units if u.side == 0 and u.formation != "18"}
    assert two_steps == regiments | {"sov-18-5cav"}
    state = fighting(game, {"sov-21-61": "0605", "chi-15-38": MIDDLE, "chi-15-43": MIDDLE})
    attack = f"attack sov-21-61 {MIDDLE}"
    assert odds(state, attack).attack == 4
    after = play(state, attack, dice=[4])
    assert (steps(after, "sov-21-61"), at(after, "sov-21-61")) == ([1], "0605")
    assert game.view(after).stacks["0605"].units[0].marks == ("reduced", "attacked")
    again = fighting(game, {"sov-21-61": "0605", "chi-15-38": MIDDLE}, steps={"sov-21-61": 1})
    assert odds(again, attack).attack == 2
    back = fighting(game, {"sov-21-61": "0605", "chi-15-38": MIDDLE}, "chinese", steps={"sov-21-61": 1})
    assert odds(back, "attack chi-15-38 0605").defence == 2


@pytest.mark.case("SFV-2.3.7d")
def test_the_last_step_is_the_end_of_a_unit(game: Game, play: Play, at: At) -> None:
    """A reduced regiment and a one-step company, first column, die 2: 2/0."""
    state = fighting(
        game,
        {"sov-21-61": "0605", "sov-18-b": "0605", "chi-15-38": MIDDLE, "chi-15-43": MIDDLE},
        steps={"sov-21-61": 1},
    )
    state = play(state, f"attack sov-21-61+sov-18-b {MIDDLE}", dice=[2])
    assert [at(state, u) for u in ("sov-21-61", "sov-18-b")] == ["eliminated"] * 2
    assert "0605" not in game.view(state).stacks


@pytest.mark.case("SFV-2.3.7e", "SFV-2.3.7f")
def test_the_dead_stay_dead_and_the_reduced_stay_reduced(game: Game) -> None:
    """Whole random games: steps never grow, and nobody leaves the box of the eliminated."""
    dead_seen = reduced_seen = 0
    for seed in range(12):
        state, rng = game.new("suggested", seed=seed), Random(seed)
        state.events = None
        while state.result is None:
            before, gone = bytes(state.steps), set(state.units_at(DEAD))
            game.carry_out(state, game.legal(state).sample(rng))
            assert all(new <= old for new, old in zip(state.steps, before, strict=True))
            assert gone <= set(state.units_at(DEAD))
        dead_seen += len(state.units_at(DEAD))
        reduced_seen += sum(0 < state.steps[u.index] < u.steps for u in game.units)
    assert dead_seen > 10
    assert reduced_seen > 5


@pytest.mark.case("SFV-2.3.7g")
@pytest.mark.parametrize("scenario", ["campaign", "suggested"])
def test_everybody_begins_at_full_strength(game: Game, scenario: str) -> None:
    state = game.new(scenario)
    assert [state.steps[u.index] for u in game.units] == [u.steps for u in game.units]
    assert sum(state.steps[u] for u in game.own[0]) == 26


def test_the_reconstructed_table_is_monotone(game: Game) -> None:
    """A better column or a higher die never costs the attacker more nor the defender less."""
    cells = game.crt.cells
    for c, column_cells in enumerate(cells):
        for die, (attacker, defender) in enumerate(column_cells):
            for better in (cells[c][die + 1 : die + 2], [col[die] for col in cells[c + 1 : c + 2]]):
                for a, d in better:
                    assert a <= attacker
                    assert d >= defender
    weak = fighting(game, {"sov-18-b": "0605", "chi-2-1": MIDDLE})
    assert column(odds(weak, f"attack sov-18-b {MIDDLE}")) == "0 or less"
