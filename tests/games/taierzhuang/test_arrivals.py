"""BOT-5.2, 5.4: Chinese reinforcements on a drawn edge, and the 5th Division from the north."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from sandtable.game import Game
from sandtable.state import State
from tests.games.conftest import At, Play, Refused
from tests.games.taierzhuang.conftest import fighting, odds

GUNS = "chi-20-art4"
HQ = {"jap-10-hq": "1402"}
REGIMENTS = [f"chi-20-{number:02d}" for number in range(1, 25)]
FIFTH = [
    *(f"jap-5-{battalion}-{regiment}" for regiment in ("21-21", "11-9") for battalion in (1, 2, 3)),
    "jap-5-hq",
]
WEST = [f"01{row:02d}" for row in range(6, 20)]
SOUTH = [f"{column:02d}{20 if column % 2 else 19}" for column in range(1, 23)]
EAST = [f"22{row:02d}" for row in range(10, 19)]
NORTH = [f"{column:02d}01" for column in range(1, 23)]
EDGE_DIE = {"west": 1, "south": 2, "east": 3}


def arrival(
    game: Game, play: Play, dice: Sequence[int], turn: int = 2, units: Mapping[str, str] = HQ
) -> State:
    """The Chinese Reinforcement Phase of a turn: the Japanese have just ended the turn before."""
    return play(fighting(game, {**HQ, **units}, turn=turn - 1, centre=True), "end", dice=dice)


def relief(
    game: Game, play: Play, dice: Sequence[int], turn: int = 5, units: Mapping[str, str] = HQ
) -> State:
    """The Japanese Reinforcement Phase of a turn: the Chinese have just ended theirs."""
    return play(
        fighting(game, {**HQ, **units}, "chinese", turn=turn, centre=True, fifth=False), "end", dice=dice
    )


def offered(state: State, unit: str) -> set[str]:
    """The hexes where a unit may be placed."""
    legal = [str(action).split() for action in state.game.legal(state)]
    return {words[2] for words in legal if words[:2] == ["place", unit]}


def due(state: State) -> set[str]:
    """The units that arrive now."""
    return {state.game.units.ids[u] for u, turn in enumerate(state.due) if turn == state.turn}


def told(state: State) -> list[str]:
    return [event.case for event in state.events or ()]


# -- the Chinese: edge, artillery, infantry ---------------------------------------------------------------


@pytest.mark.case("BOT-5.2a", "BOT-5.2d")
@pytest.mark.parametrize("turn", range(2, 7))
@pytest.mark.parametrize("die", [1, 4, 6])
def test_infantry_arrives_by_a_die_in_turns_2_to_6(game: Game, play: Play, turn: int, die: int) -> None:
    """An edge, a die for the artillery, a die for the infantry, and a draw for each regiment."""
    state = arrival(game, play, [1, 6, die, *[1] * die], turn)
    assert (state.turn, state.phase, game.decision(state).side) == (turn, "reinforcement", "chinese")
    assert due(state) == set(REGIMENTS[:die])
    assert [case for case in told(state) if case.startswith("BOT-5.2")] == [
        "BOT-5.2b",
        "BOT-5.2c",
        "BOT-5.2d",
    ]


@pytest.mark.case("BOT-5.2d", "BOT-5.2e")
def test_regiments_are_drawn_at_random_and_unseen(game: Game, play: Play) -> None:
    """The draw decides which regiment a counter is; the views of both players are the same for each."""
    first, last = (arrival(game, play, [1, 6, 1, draw]) for draw in (1, 24))
    place = game.regiments.place[game.units.index_of("chi-20-01")]
    faces = [game.regiments.faces[state.vars["faces"][place]] for state in (first, last)]
    assert [face.id for face in faces] == ["chi-20-7-4-2", "chi-20-36-18-6"]
    placed = [play(state, "place chi-20-01 0110", dice=[1]) for state in (first, last)]
    for pair in ((first, last), placed):
        for side in game.sides:
            assert game.view(pair[0], side) == game.view(pair[1], side)
    assert game.view(placed[0]) != game.view(placed[1])


@pytest.mark.case("BOT-5.2e", "BOT-5.2f")
def test_any_of_the_face_down_regiments_may_be_placed_first(
    game: Game, play: Play, refused: Refused, at: At
) -> None:
    """One is listed for all of them, which are alike; each is offered the same hexes."""
    state = arrival(game, play, [1, 6, 3, 1, 1, 1])
    legal = game.legal(state)
    assert due(state) == {"chi-20-01", "chi-20-02", "chi-20-03"}
    assert {a.touched_units for a in legal} == {("chi-20-01",)}
    assert set(legal.units()) == due(state)
    for unit in due(state):
        assert [a.focus for a in legal.for_unit(unit)] == [a.focus for a in legal]
        assert all(a in legal and a.touched_units == (unit,) for a in legal.for_unit(unit))
    placed = play(state, "place chi-20-03 0110")
    assert at(placed, "chi-20-03") == "0110"
    assert due(placed) == {"chi-20-01", "chi-20-02"}
    assert refused(placed, "place chi-20-03 0110") == "BOT-5.2d"


@pytest.mark.case("BOT-5.2d")
def test_no_more_regiments_arrive_than_are_left(game: Game, play: Play) -> None:
    """R-6: a six, and two are beside the map."""
    there = dict(zip(REGIMENTS[:22], (f"{column:02d}16" for column in range(1, 23)), strict=True))
    state = arrival(game, play, [1, 6, 6, 1, 1], 6, there)
    assert due(state) == {"chi-20-23", "chi-20-24"}


@pytest.mark.case("BOT-5.2b", "BOT-5.2f", "BOT-5.2g")
@pytest.mark.parametrize(("edge", "hexes"), [("west", WEST), ("south", SOUTH), ("east", EAST)])
def test_all_arrive_on_the_drawn_edge_south_of_the_front_line(
    game: Game, play: Play, refused: Refused, edge: str, hexes: list[str]
) -> None:
    """The west edge has hexes north of the line, 0101 to 0105, the east edge 2201 to 2209."""
    state = arrival(game, play, [EDGE_DIE[edge], 1, 2, 1, 1])
    assert state.vars["edge"] == edge
    assert game.view(state, "japanese").facts["edge of arrival"] == edge  # it is revealed
    assert offered(state, "chi-20-01") == offered(state, GUNS) == set(hexes)
    for other in {"0105", "0101", "2209", "1401", "0110", "1219", "2215", "1212"} - set(hexes):
        assert refused(state, f"place chi-20-01 {other}") == "BOT-5.2f"
        assert refused(state, f"place {GUNS} {other}") == "BOT-5.2f"
    second = play(state, f"place chi-20-01 {hexes[0]}")
    assert offered(second, "chi-20-02") == set(hexes[1:])


@pytest.mark.case("BOT-5.2b")
def test_every_turn_has_its_own_draw(game: Game, play: Play) -> None:
    """R-4: the marker goes back, so that the same edge can come again; with the option it stays out."""
    assert arrival(game, play, [1, 6, 1, 1]).vars["cup"] == ("west", "south", "east")
    kept = fighting(game, HQ, turn=2, options={"edge_marker_return": "off"})
    kept = play(kept, "end", dice=[1, 6, 1, 1])
    assert kept.vars["cup"] == ("south", "east")


@pytest.mark.case("BOT-5.2c")
@pytest.mark.parametrize("turn", range(2, 7))
@pytest.mark.parametrize("die", range(1, 7))
def test_the_artillery_arrives_on_one_or_two(game: Game, play: Play, turn: int, die: int) -> None:
    assert (GUNS in due(arrival(game, play, [1, die, 1, 1], turn))) == (die <= 2)


@pytest.mark.case("BOT-5.2c")
def test_no_die_for_artillery_that_has_arrived(game: Game, play: Play) -> None:
    """Only the edge, the number of regiments and one draw: the dice are used up."""
    state = arrival(game, play, [1, 1, 5], 4, {GUNS: "1216"})
    assert due(state) == {"chi-20-01"}
    assert "BOT-5.2c" not in told(state)


# -- placing ----------------------------------------------------------------------------------------------


@pytest.mark.case("BOT-5.2h", "BOT-5.2n")
def test_infantry_arrives_face_down_and_artillery_face_up(game: Game, play: Play) -> None:
    state = arrival(game, play, [1, 1, 1, 3])
    state = play(state, "place chi-20-01 0110", f"place {GUNS} 0112", dice=[1])
    for side in game.sides:
        stacks = game.view(state, side).stacks
        (infantry,), (guns,) = stacks["0110"].units, stacks["0112"].units
        assert (infantry.marks, infantry.strength, infantry.defence) == (("untested",), 0, None)
        assert (guns.marks, guns.strength, guns.defence) == ((), 6, 1)
        assert infantry.name == "20th Army regiment 1"


@pytest.mark.case("BOT-5.2i")
def test_chinese_placing_obeys_stacking_and_enemies_but_not_zones(
    game: Game, play: Play, refused: Refused
) -> None:
    """A regiment is at 0108, a Japanese battalion at 0112; its zone reaches 0111 and 0113."""
    units = {"chi-2-01": "0108", "jap-10-1-10-33": "0112"}
    state = arrival(game, play, [1, 1, 2, 1, 1], units=units)
    assert refused(state, "place chi-20-01 0108") == "BOT-5.2i"  # one infantry unit
    assert refused(state, "place chi-20-01 0112") == "BOT-5.2i"  # the enemy
    assert refused(state, f"place {GUNS} 0112") == "BOT-5.2i"
    assert offered(state, "chi-20-01") == set(WEST) - {"0108", "0112"}
    state = play(state, "place chi-20-01 0111", f"place {GUNS} 0108", "place chi-20-02 0113", dice=[1])
    assert state.phase == "movement"


@pytest.mark.case("BOT-5.2j")
def test_chinese_reinforcements_act_at_once(game: Game, play: Play, at: At) -> None:
    """One marches six points and one attacks, in the player turn in which they came."""
    state = arrival(game, play, [1, 6, 2, 1, 1], units={"jap-10-1-10-33": "0112"})
    state = play(state, "place chi-20-01 0111", "place chi-20-02 0117", dice=[1])
    state = play(state, "move chi-20-02 0117-0217-0317-0417", "end")
    assert at(state, "chi-20-02") == "0417"
    state = play(state, "attack chi-20-01 0112", dice=[1])
    assert at(state, "chi-20-01") == "eliminated"


@pytest.mark.case("BOT-5.2k")
def test_who_finds_no_room_is_lost_for_good(game: Game, play: Play, at: At, refused: Refused) -> None:
    """Eight of the nine hexes of the east edge are taken: of three regiments one finds room."""
    full = {f"chi-2-{n:02d}": hex for n, hex in enumerate(EAST[:-1], start=1)}
    state = arrival(game, play, [3, 6, 3, 1, 1, 1], units=full)
    assert refused(state, "end")  # nobody may wait for a better day
    assert offered(state, "chi-20-01") == {"2218"}
    state = play(state, "place chi-20-01 2218", dice=[1])
    assert [at(state, unit) for unit in REGIMENTS[:4]] == ["2218", "eliminated", "eliminated", "off map"]
    assert not due(state)


@pytest.mark.case("BOT-5.2k", "BOT-5.2i")
def test_artillery_still_finds_room_where_infantry_does_not(game: Game, play: Play, at: At) -> None:
    full = {f"chi-2-{n:02d}": hex for n, hex in enumerate(EAST, start=1)}
    state = arrival(game, play, [3, 1, 1, 1], units=full)
    assert offered(state, GUNS) == set(EAST)
    state = play(state, f"place {GUNS} 2214", dice=[1])
    assert (at(state, GUNS), at(state, "chi-20-01")) == ("2214", "eliminated")


@pytest.mark.case("BOT-5.2l")
def test_in_turn_7_all_the_rest_arrives_on_any_edge(game: Game, play: Play, at: At) -> None:
    """No edge is drawn and no die thrown; only the faces of the 24 regiments are drawn."""
    state = arrival(game, play, [1] * 24, 7)
    assert due(state) == {*REGIMENTS, GUNS}
    assert offered(state, "chi-20-01") == offered(state, GUNS) == {*WEST, *SOUTH, *EAST}
    state = play(state, "place chi-20-01 0110", "place chi-20-02 2212", "place chi-20-03 1219")
    assert [at(state, unit) for unit in REGIMENTS[:3]] == ["0110", "2212", "1219"]
    assert due(state) == {*REGIMENTS[3:], GUNS}


@pytest.mark.case("BOT-5.2m")
def test_who_has_not_arrived_by_turn_8_is_lost(game: Game, play: Play, at: At) -> None:
    state = arrival(game, play, [], 8, {"chi-20-05": "1216"})
    assert (state.turn, state.phase) == (8, "declaration")
    assert at(state, "chi-20-05") == "1216"
    assert {at(state, unit) for unit in (*REGIMENTS, GUNS) if unit != "chi-20-05"} == {"eliminated"}


@pytest.mark.case("BOT-5.2o")
@pytest.mark.parametrize("side", ["japanese", "chinese"])
def test_a_regiment_is_turned_up_for_good_by_its_first_combat(game: Game, play: Play, side: str) -> None:
    """Attacking or defending; another that takes no part stays face down."""
    units = {**HQ, "jap-10-1-10-33": "1404", "chi-2-01": "1405", "chi-2-02": "1605"}
    faces = {"chi-2-01": "chi-2-186-93-31"}
    state = fighting(game, units, side, order="combat-move", faces=faces)
    text = "attack jap-10-1-10-33 1405 with none" if side == "japanese" else "attack chi-2-01 1404"
    for eye in game.sides:
        assert game.view(state, eye).stacks["1405"].units[0].marks == ("untested",)
    # the differential is below 5: die 4 costs the attacker a step, so that only a defender lives
    after = play(state, text, dice=[4])
    assert "BOT-5.2o" in told(after)
    shown = next(event.data for event in after.events or () if event.case == "BOT-5.2o")
    assert (shown["unit_ids"], shown["attack"], shown["defence"]) == (("chi-2-01",), 4, 5)
    if side == "japanese":
        after = play(after, "end")
        for eye in game.sides:
            (unit,) = game.view(after, eye).stacks["1405"].units
            assert (unit.strength, unit.defence) == (4, 5)
            assert "untested" not in unit.marks
    for eye in game.sides:
        assert game.view(after, eye).stacks["1605"].units[0].marks == ("untested",)


@pytest.mark.case("BOT-5.2n")
def test_neither_player_can_reckon_with_an_untested_regiment(game: Game) -> None:
    """The forecast of a side is a mean over all the regiments of the army; the true one knows the face."""
    units = {"jap-10-1-10-33": "1404", "chi-2-01": "1405"}
    text = "attack jap-10-1-10-33 1405 with none"
    weak, strong = (
        fighting(game, units, faces={"chi-2-01": face}) for face in ("chi-2-87-44", "chi-2-186-93-31")
    )
    assert (odds(weak, text).defence, odds(strong, text).defence) == (2, 5)
    assert odds(weak, text, "japanese") == odds(strong, text, "japanese")
    attack = "attack chi-2-01 1404"
    weak, strong = (
        fighting(game, units, "chinese", faces={"chi-2-01": face})
        for face in ("chi-2-87-44", "chi-2-186-93-31")
    )
    assert (odds(weak, attack).attack, odds(strong, attack).attack) == (2, 4)
    assert odds(weak, attack, "chinese") == odds(strong, attack, "chinese")


# -- the 5th Division -------------------------------------------------------------------------------------


@pytest.mark.case("BOT-5.4a")
@pytest.mark.parametrize("turn", range(2, 7))
@pytest.mark.parametrize("die", range(1, 7))
def test_the_5th_division_arrives_on_a_die_below_the_turn(
    game: Game, play: Play, turn: int, die: int
) -> None:
    state = relief(game, play, [die], turn)
    assert due(state) == (set(FIFTH) if die < turn else set())
    assert state.phase == ("reinforcement" if die < turn else "declaration")


@pytest.mark.case("BOT-5.4a")
def test_no_die_once_the_5th_division_has_come(game: Game, play: Play) -> None:
    state = fighting(game, {**HQ, "jap-5-hq": "1802"}, "chinese", turn=5)
    assert play(state, "end", dice=[]).phase == "declaration"


@pytest.mark.case("BOT-5.4b")
def test_in_turn_7_the_5th_division_arrives_without_a_die(game: Game, play: Play) -> None:
    state = relief(game, play, [], 7)
    assert due(state) == set(FIFTH)
    assert "BOT-5.4b" in told(state)


@pytest.mark.case("BOT-5.4c", "BOT-5.4d")
def test_japanese_reinforcements_are_placed_on_the_north_edge(
    game: Game, play: Play, refused: Refused
) -> None:
    """The enemy holds 0801, his zone 0701 and 0901; a battalion is at 1101, a headquarters at 1402."""
    units = {"chi-2-01": "0801", "jap-10-1-10-33": "1101"}
    state = relief(game, play, [1], units=units)
    infantry, hq = FIFTH[0], "jap-5-hq"
    assert offered(state, infantry) == set(NORTH) - {"0801", "1101"}
    assert offered(state, hq) == set(NORTH) - {"0801"}
    assert {"0701", "0901"} <= offered(state, infantry)  # in the zone
    assert refused(state, f"place {infantry} 0801") == "BOT-5.4d"
    assert refused(state, f"place {infantry} 1101") == "BOT-5.4d"
    assert refused(state, f"place {infantry} 1402") == "BOT-5.4c"
    assert refused(state, f"place {infantry} 0103") == "BOT-5.4c"
    game.check(play(state, f"place {infantry} 0701"), game.parse(f"place {hq} 0701"))


@pytest.mark.case("BOT-5.4e")
def test_the_5th_division_acts_at_once(game: Game, play: Play, at: At) -> None:
    """It marches, fights and has its artillery in the turn in which it comes."""
    state = relief(game, play, [1], units={"chi-2-01": "0802"})
    spots = ["0801", "1001", "1201", "1501", "1601", "1701", "0701"]
    state = play(state, *(f"place {unit} {hex}" for unit, hex in zip(FIFTH, spots, strict=True)))
    state = play(state, "order move-combat", f"move {FIFTH[1]} 1001-1002-1003-1004", "end")
    assert at(state, FIFTH[1]) == "1004"
    state = play(state, f"attack {FIFTH[0]} 0802 with artillery", dice=[6, 1])
    assert "BOT-9.8a" in told(state)


@pytest.mark.case("BOT-5.4f")
def test_japanese_units_without_room_are_lost(game: Game, play: Play, at: At, refused: Refused) -> None:
    """Of the north edge only 0101 and 0201 are free of Chinese: two battalions and the headquarters fit."""
    full = {f"chi-20-{n:02d}": hex for n, hex in enumerate(NORTH[2:], start=1)}
    state = relief(game, play, [1], units=full)
    assert refused(state, "order move-combat")
    state = play(state, f"place {FIFTH[0]} 0101", f"place {FIFTH[1]} 0201", "place jap-5-hq 0201")
    assert [at(state, unit) for unit in FIFTH] == ["0101", "0201", *["eliminated"] * 4, "0201"]
    assert state.phase == "declaration"
