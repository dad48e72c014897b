"""BOT-5.3, 5.6: supply of the headquarters, and the breakout of the last turn."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import pytest

from sandtable.game import Game
from sandtable.state import State
from tests.games.conftest import Play, Refused
from tests.games.taierzhuang.conftest import CORDON, fighting, odds, shifts, surrounded

TENTH, FIFTH = "jap-10-hq", "jap-5-hq"
BATTALION, SECOND, OTHER = "jap-10-1-10-33", "jap-10-2-10-33", "jap-5-1-21-21"
NORTH, SOUTH, NORTHEAST, SOUTHEAST, SOUTHWEST, NORTHWEST = "1403", "1405", "1504", "1505", "1305", "1304"
RING = {
    f"chi-2-{n:02d}": hex
    for n, hex in enumerate((NORTH, NORTHEAST, SOUTHEAST, SOUTH, SOUTHWEST, NORTHWEST), start=1)
}
"""Chinese regiments all around 1404."""
WEAK = {"chi-2-01": "chi-2-87-44"}
"""A regiment with 2 defence factors."""


def check(game: Game, units: Mapping[str, str], turn: int = 3, **more: Any) -> State:
    """The Japanese player turn after its Logistics Check."""
    return game.arrange(
        "campaign", units, turn=turn, phase="logistics", side="japanese", **{"centre": True, **more}
    )


def unsupplied(game: Game, units: Mapping[str, str], turn: int = 3) -> list[str]:
    facts = game.view(check(game, {FIFTH: "2201", **units}, turn)).facts
    return list(facts["divisions out of supply"])


def height(hex: str) -> int:
    """How far south a hex lies, in halves of a hex; even columns are half a hex lower."""
    column, row = int(hex[:2]), int(hex[2:])
    return 2 * row + (column % 2 == 0)


# -- supply -------------------------------------------------------------------------------------------------


@pytest.mark.case("BOT-5.3a", "BOT-5.3b", "BOT-5.3g")
@pytest.mark.parametrize("turn", range(2, 9))
def test_each_headquarters_is_checked_in_turns_2_to_8(game: Game, turn: int) -> None:
    """South of the cordon there is no path, north of it there is; the marker is there for both to see."""
    south, north = "1405", "1401"
    assert unsupplied(game, {TENTH: south, FIFTH: north, **CORDON}, turn) == ["10"]
    assert unsupplied(game, {TENTH: north, FIFTH: south, **CORDON}, turn) == ["5"]
    assert unsupplied(game, {TENTH: south, FIFTH: "1506", **CORDON}, turn) == ["10", "5"]
    assert unsupplied(game, {TENTH: south, FIFTH: "1506"}, turn) == []
    state = check(game, {TENTH: south, FIFTH: north, **CORDON}, turn)
    for side in game.sides:
        assert game.view(state, side).facts["divisions out of supply"] == ["10"]


@pytest.mark.case("BOT-5.3b", "BOT-5.3c")
def test_a_path_has_any_length_and_leads_through_any_terrain(game: Game) -> None:
    """From the far south over the canal, out of the city centre, and all the way round by the west edge."""
    for hex in ("1219", "0120", "2219", "1309", "1112", "1611", "2201"):
        assert unsupplied(game, {TENTH: hex, FIFTH: "1401"}) == []
    gap = {unit: hex for unit, hex in CORDON.items() if hex != "0203"}
    assert unsupplied(game, {TENTH: "2216", **gap}) == []
    assert unsupplied(game, {TENTH: "2216", **CORDON}) == ["10"]


@pytest.mark.case("BOT-5.3d")
def test_zones_block_a_path_but_where_a_friend_stands(game: Game) -> None:
    """Between the regiments at 1403 and 1703 two battalions, at 1603 and 1602, hold a way open."""
    cut = {TENTH: "1605", **CORDON}
    assert unsupplied(game, cut) == ["10"]
    assert unsupplied(game, {**cut, BATTALION: "1603"}) == ["10"]
    assert unsupplied(game, {**cut, SECOND: "1602"}) == ["10"]
    assert unsupplied(game, {**cut, BATTALION: "1603", SECOND: "1602"}) == []
    assert unsupplied(game, {**cut, BATTALION: "1603", OTHER: "1602"}) == []  # of either division


@pytest.mark.case("BOT-5.3d")
def test_an_enemy_blocks_a_path_with_his_own_hex(game: Game) -> None:
    """Friends stand before and behind the regiment at 1403: nothing but its own hex is in the way."""
    units = {TENTH: "1405", BATTALION: "1404", SECOND: "1402", **CORDON}
    assert unsupplied(game, units) == ["10"]
    without = {unit: hex for unit, hex in units.items() if hex != "1403"}
    assert unsupplied(game, {**without, OTHER: "1403"}) == []


@pytest.mark.case("BOT-5.3b", "BOT-5.3d")
def test_a_path_may_begin_in_an_enemy_zone(game: Game) -> None:
    """R-48: the headquarters holds its own hex open, on the north edge too; but not the next one."""
    assert unsupplied(game, {TENTH: "1405", "chi-2-01": "1406"}) == []
    assert unsupplied(game, {TENTH: "1401", "chi-2-01": "1402", "chi-2-02": "1301"}) == []
    around = {f"chi-2-{n:02d}": hex for n, hex in enumerate(("1402", "1202", "1602"), start=1)}
    assert unsupplied(game, {TENTH: "1403", **around, "chi-2-04": "1404"}) == ["10"]


@pytest.mark.case("BOT-5.3e", "BOT-5.3f")
def test_without_supply_a_division_has_no_artillery_but_still_aircraft(
    game: Game, play: Play, refused: Refused
) -> None:
    """Only the 10th Division is cut off; the 5th, beside it in the fight, is not at fault."""
    units = {TENTH: "1405", BATTALION: "1405", FIFTH: "1401", OTHER: "1401", "chi-2-01": "1406", **CORDON}
    units["chi-2-02"] = "1501"
    state = play(check(game, units), "order combat-move")
    assert refused(state, f"attack {BATTALION} 1406 with artillery") == "BOT-5.3e"
    assert refused(state, f"attack {BATTALION} 1406 with air+artillery") == "BOT-5.3e"
    game.check(state, game.parse(f"attack {BATTALION} 1406 with air+air"))
    game.check(state, game.parse(f"attack {OTHER} 1501 with artillery"))
    asked = play(state, f"attack {BATTALION} 1406")
    assert [str(a) for a in game.legal(asked)] == ["support none", "support air", "support air+air"]
    free = {unit: hex for unit, hex in units.items() if unit not in CORDON}
    supplied = play(check(game, free), "order combat-move")
    game.check(supplied, game.parse(f"attack {BATTALION} 1406 with artillery"))


@pytest.mark.case("BOT-5.3g", "BOT-5.3a")
def test_the_marker_stays_until_the_next_check(game: Game, play: Play) -> None:
    """The way is open again, but nobody looks before the Logistics Check of the next turn."""

    def marked(state: State) -> object:
        return game.view(state, "chinese").facts["divisions out of supply"]

    units = {TENTH: "1405", FIFTH: "1401"}
    state = fighting(game, units, turn=2, unsupplied=["10"])
    assert marked(state) == ["10"]
    state = play(state, "end", dice=[1, 6, 1, 1])
    state = play(state, "place chi-20-01 0110", dice=[1])
    state = play(state, "end")
    assert (state.turn, marked(state)) == (3, ["10"])
    state = play(state, "end")
    assert (game.decision(state).side, marked(state)) == ("japanese", [])


# -- the breakout -------------------------------------------------------------------------------------------


@pytest.mark.case("BOT-5.6a")
def test_a_breakout_needs_turn_8_and_both_headquarters_cut_off(
    game: Game, play: Play, refused: Refused
) -> None:
    both = {TENTH: "1405", FIFTH: "1506", **CORDON}
    assert sorted(str(a) for a in game.legal(check(game, both, 8))) == ["breakout no", "breakout yes"]
    one = check(game, {**both, FIFTH: "1401"}, 8)
    other = check(game, {**both, TENTH: "1401"}, 8)
    free = check(game, {TENTH: "1405", FIFTH: "1506"}, 8)
    early = check(game, both, 7)
    for state in (one, other, free, early):
        assert state.phase == "declaration"
        assert refused(state, "breakout yes")


@pytest.mark.case("BOT-5.6a")
def test_the_breakout_is_declared_at_the_start_of_the_japanese_turn(
    game: Game, play: Play, refused: Refused
) -> None:
    """Right after the Chinese have ended theirs; once it is declined there is no second chance."""
    units = {TENTH: "1405", FIFTH: "1506", **CORDON}
    state = fighting(game, units, "chinese", turn=8, centre=True)
    assert refused(state, "breakout yes")
    state = play(state, "end")
    assert (game.decision(state).kind, game.decision(state).side) == ("break_out", "japanese")
    assert state.phase == "logistics"  # before anything else is done
    assert refused(play(state, "breakout no"), "breakout yes")


@pytest.mark.case("BOT-5.6b", "BOT-5.6c")
def test_a_declared_breakout_costs_the_artillery_and_a_declined_one_nothing(game: Game, play: Play) -> None:
    def markers(state: State) -> list[int]:
        facts = game.view(state).facts
        return [facts[k] for k in facts if k.endswith("left") or k.startswith("artillery left")]

    state = surrounded(game)
    full = markers(state)
    assert full == [2, 6, game.markers["5"]]
    held, out = play(state, "breakout no"), play(state, "breakout yes")
    assert (markers(held), markers(out)) == (full, [2, 0, 0])
    assert [game.view(s).facts["breakout"] for s in (held, out)] == [False, True]
    moves = [{str(a) for a in game.legal(play(s, "order move-combat"))} for s in (held, out)]
    assert "move jap-10-1-10-33 1406-1307" in moves[0] - moves[1]


@pytest.mark.case("BOT-5.6c")
def test_aircraft_support_a_breakout_and_guns_do_not(game: Game, refused: Refused) -> None:
    state = fighting(game, {BATTALION: "1404", TENTH: "1406", "chi-2-01": NORTH}, turn=8, breakout=True)
    game.check(state, game.parse(f"attack {BATTALION} {NORTH} with air+air"))
    assert refused(state, f"attack {BATTALION} {NORTH} with artillery") == "BOT-5.6c"
    usual = fighting(game, {BATTALION: "1404", TENTH: "1406", "chi-2-01": NORTH}, turn=8)
    game.check(usual, game.parse(f"attack {BATTALION} {NORTH} with artillery"))


@pytest.mark.case("BOT-5.6d")
def test_in_a_breakout_units_move_only_northward(game: Game, play: Play, refused: Refused) -> None:
    state = play(surrounded(game), "breakout yes", "order move-combat")
    ways = [str(a).split()[1:] for a in game.legal(state) if a.verb == "move"]
    assert {unit for unit, _ in ways} == {TENTH, FIFTH, BATTALION, "jap-10-tank", OTHER}
    for _, way in ways:
        assert all(height(there) < height(here) for here, there in pairwise(way.split("-")))
    ends = {way[-4:] for unit, way in ways if unit == BATTALION}
    assert {"1405", "1506", "1306", "1404", "1205", "1605"} <= ends
    for way in ("1406-1407", "1406-1307", "1406-1507", "1406-1306-1307"):
        assert refused(state, f"move {BATTALION} {way}") == "BOT-5.6d"
    held = play(surrounded(game), "breakout no", "order move-combat")
    game.check(held, game.parse(f"move {BATTALION} 1406-1307"))


@pytest.mark.case("BOT-5.6e")
def test_in_a_breakout_targets_lie_north_of_an_attacker(game: Game, refused: Refused) -> None:
    state = fighting(game, {BATTALION: "1404", **RING}, turn=8, breakout=True)
    targets = {a.focus for a in game.legal(state) if a.verb == "attack"}
    assert targets == {NORTH, NORTHEAST, NORTHWEST}
    for hex in (SOUTH, SOUTHEAST, SOUTHWEST):
        assert refused(state, f"attack {BATTALION} {hex}") == "BOT-5.6e"
    usual = fighting(game, {BATTALION: "1404", **RING}, turn=8)
    assert {a.focus for a in game.legal(usual) if a.verb == "attack"} == set(RING.values())


@pytest.mark.case("BOT-5.6e")
def test_one_attacker_south_of_the_target_is_enough(game: Game, refused: Refused) -> None:
    """1405 lies south of one battalion and north of the other; together they may attack it."""
    state = fighting(game, {BATTALION: "1404", SECOND: "1406", **RING}, turn=8, breakout=True)
    game.check(state, game.parse(f"attack {BATTALION}+{SECOND} {SOUTH}"))
    game.check(state, game.parse(f"attack {SECOND} {SOUTH}"))
    assert refused(state, f"attack {BATTALION} {SOUTH}") == "BOT-5.6e"


@pytest.mark.case("BOT-5.6f")
def test_breakout_attacks_are_shifted_two_columns(game: Game) -> None:
    """8 against 4 is in the first column, so that two to the right it is +10."""
    units, faces = {BATTALION: "1404", "chi-2-01": NORTH}, {"chi-2-01": "chi-2-175-88-30"}
    text = f"attack {BATTALION} {NORTH} with none"
    out = odds(fighting(game, units, turn=8, breakout=True, faces=faces), text)
    usual = odds(fighting(game, units, turn=8, faces=faces), text)
    assert (shifts(out), shifts(usual)) == ({"BOT-5.6f": 2}, {})
    assert "+10" in out.column
    assert "+10" not in usual.column
    assert sum(p for o, p in out.outcomes.items() if o[1]) > sum(p for o, p in usual.outcomes.items() if o[1])


@pytest.mark.case("BOT-5.6e", "BOT-9.9a")
def test_in_a_breakout_only_those_south_of_it_advance_into_a_hex(game: Game, play: Play) -> None:
    """R-25: 1405 is attacked from both sides and falls; the battalion north of it may not go back."""
    units = {BATTALION: "1404", SECOND: "1406", "chi-2-01": SOUTH}
    text = f"attack {BATTALION}+{SECOND} {SOUTH} with none"
    for breakout, able in ((True, {SECOND}), (False, {BATTALION, SECOND})):
        state = play(fighting(game, units, turn=8, breakout=breakout, faces=WEAK), text, dice=[6])
        if not breakout:  # two columns less: 1/2 instead of 0/2
            state = play(state, f"lose {SECOND}")
        assert game.decision(state).kind == "advance"
        assert {unit for action in game.legal(state) for unit in action.touched_units} == able


@pytest.mark.case("BOT-5.6e", "BOT-9.11a")
def test_in_a_breakout_flank_attacks_go_northward(game: Game, refused: Refused) -> None:
    """R-25: past the regiment northwest of it a battalion goes north, and else southwest as well."""
    units = {BATTALION: "1404", "chi-2-01": NORTHWEST}
    state = fighting(game, units, turn=8, breakout=True)
    assert {a.focus for a in game.legal(state) if a.verb == "flank"} == {NORTH}
    assert refused(state, f"flank {BATTALION} {SOUTHWEST}") == "BOT-5.6e"
    usual = fighting(game, units, turn=8)
    assert {a.focus for a in game.legal(usual) if a.verb == "flank"} == {NORTH, SOUTHWEST}


@pytest.mark.case("BOT-5.6e", "BOT-9.10a")
def test_in_a_breakout_momentum_goes_northward(game: Game, play: Play, refused: Refused) -> None:
    """R-25: from 1403, just taken, at the regiment north of it and not at the one southwest."""
    units = {BATTALION: "1404", "chi-2-01": NORTH, "chi-2-02": "1402", "chi-2-03": NORTHWEST}
    state = fighting(game, units, turn=8, breakout=True)
    state = play(state, f"attack {BATTALION} {NORTH} with none", f"advance {BATTALION}", dice=[6])
    assert game.decision(state).kind == "momentum"
    assert {a.focus for a in game.legal(state) if a.verb == "attack"} == {"1402"}
    assert refused(state, f"attack {BATTALION} {NORTHWEST}") == "BOT-5.6e"
    assert shifts(odds(state, f"attack {BATTALION} 1402 with none"))["BOT-5.6f"] == 2


@pytest.mark.case("BOT-4.2d", "BOT-5.6a")
def test_after_a_breakout_the_last_position_decides_on_isolation(game: Game, play: Play) -> None:
    """R-27: still cut off at the end the Chinese win; if the corner was opened by fighting, nobody does."""
    units = {TENTH: "2104", BATTALION: "2204", FIFTH: "1405", **CORDON}
    state = game.arrange("campaign", units, turn=8, phase="logistics", side="japanese", centre=True)
    state = play(state, "breakout yes", "order combat-move")
    caught = play(state, "end", "end")
    assert caught.result is not None
    assert (caught.result.winner, caught.result.case) == ("chinese", "BOT-4.2d")
    freed = play(state, f"attack {BATTALION} 2203 with none", f"advance {BATTALION}", dice=[6])
    freed = play(freed, "end", "end")
    assert freed.result is not None
    assert (freed.result.winner, freed.result.case) == (None, "BOT-4.3a")


@pytest.mark.case("BOT-5.3a", "BOT-5.3e")
def test_a_headquarters_that_arrives_after_the_check_is_supplied(game: Game, play: Play) -> None:
    """R-19: the 5th Division comes on turn 7 by itself; its guns fire at once, those of the 10th do not."""
    units = {TENTH: "1405", "chi-2-09": "1402", **CORDON}
    state = check(game, units, 7)
    assert game.view(state).facts["divisions out of supply"] == ["10"]
    places = (FIFTH, "1301"), (OTHER, "1401"), ("jap-5-2-21-21", "0101"), ("jap-5-3-21-21", "0301")
    state = play(state, *(f"place {unit} {hex}" for unit, hex in places))
    state = play(
        state, *(f"place jap-5-{n}-11-9 {hex}" for n, hex in ((1, "0501"), (2, "2101"), (3, "1901")))
    )
    state = play(state, "order combat-move")
    assert game.view(state).facts["divisions out of supply"] == ["10"]
    game.check(state, game.parse(f"attack {OTHER} 1402 with artillery+artillery"))
