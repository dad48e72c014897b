"""BOT-9.0 to 9.2, 9.4 to 9.7: who attacks whom, the differential, commands, column shifts."""

from __future__ import annotations

from itertools import combinations

import pytest

from sandtable.game import Game
from sandtable.games.taierzhuang.words import TESTED
from sandtable.state import State
from tests.games.conftest import Play, Refused
from tests.games.taierzhuang.conftest import asked, base, column, duel, odds, shifts, steps, told

FIRST, SECOND, THIRD = "jap-10-1-10-33", "jap-10-2-10-33", "jap-10-3-10-33"
TANK, CAR, SEYA = "jap-10-tank", "jap-10-ac-10", "jap-10-hq"
FIFTH = "jap-5-1-21-21"
RING = (FIRST, SECOND, THIRD, "jap-10-1-63-33", "jap-10-2-63-33", "jap-10-3-63-33")
MIDDLE, AROUND = "0408", ("0407", "0508", "0509", "0409", "0309", "0308")
"""Clear ground west of the town, and the clear hexes around it from the north clockwise."""
COLUMNS = ("0 or less", "+5", "+10", "+15", "+20", "+25", "+30 or more")


def group(*units: str) -> str:
    return "+".join(units)


def moved(state: State, text: str) -> int:
    """The columns between the heading of the differential and the final one."""
    forecast = odds(state, text)
    return COLUMNS.index(column(forecast)) - COLUMNS.index(base(forecast))


# -- who and whom --------------------------------------------------------------------------------------


@pytest.mark.case("BOT-9.0a")
def test_combat_is_between_neighbours_in_the_combat_phase(game: Game, refused: Refused) -> None:
    places = {FIRST: "0406", SECOND: "0407", "chi-2-01": MIDDLE}
    state = duel(game, places)
    assert refused(state, f"attack {FIRST} {MIDDLE}") == "BOT-9.0a"
    assert refused(state, f"attack {FIRST}+{SECOND} {MIDDLE}") == "BOT-9.0a"
    assert refused(state, f"attack {SECOND} 0308") == "BOT-9.0a"  # nobody there
    assert refused(state, f"attack {THIRD} {MIDDLE}") == "BOT-9.0a"  # not on the map
    assert [str(a) for a in game.legal(state) if a.verb == "attack"] == [f"attack {SECOND} {MIDDLE}"]
    moving = duel(game, places, phase="movement")
    assert "attack" not in {a.verb for a in game.legal(moving)}
    refused(moving, f"attack {SECOND} {MIDDLE}")


@pytest.mark.case("BOT-9.0b")
def test_the_phasing_player_attacks(game: Game, refused: Refused) -> None:
    """In his own phase a side uses attack factors, in the other's its defence."""
    places = {TANK: "0407", "chi-2-01": MIDDLE}
    japanese, chinese = duel(game, places), duel(game, places, "chinese")
    assert refused(japanese, f"attack chi-2-01 {MIDDLE}") == "BOT-9.0b"
    assert refused(japanese, f"attack chi-2-01+{TANK} {MIDDLE}") == "BOT-9.0b"
    assert refused(chinese, f"attack {TANK} 0407") == "BOT-9.0b"
    assert refused(chinese, f"attack {TANK}+chi-2-01 0407") == "BOT-9.0b"
    ours, theirs = odds(japanese, f"attack {TANK} {MIDDLE}"), odds(chinese, "attack chi-2-01 0407")
    assert (ours.attack, ours.defence) == (5, 4)
    assert (theirs.attack, theirs.defence) == (3, 3)
    assert {a.touched_units for a in game.legal(chinese) if a.verb == "attack"} == {("chi-2-01",)}


@pytest.mark.case("BOT-9.0c")
@pytest.mark.parametrize("side", ["japanese", "chinese"])
def test_attacking_is_voluntary(game: Game, play: Play, side: str) -> None:
    """The phase may end at once, or after any of the attacks."""
    places = {FIRST: "0407", SECOND: "0409", "chi-2-01": MIDDLE, "chi-2-02": "0410"}
    state = duel(game, places, side, order="combat-move")
    assert any(a.verb == "attack" for a in game.legal(state))
    after = play(state, "end")
    assert (after.phase, steps(after, *places)) == ("movement", [4, 4, 1, 1])
    text = f"attack {FIRST} {MIDDLE}" if side == "japanese" else "attack chi-2-01 0407"
    once = play(state, text, dice=[4])
    assert any(a.verb == "attack" for a in game.legal(once))
    assert play(once, "end").phase == "movement"


@pytest.mark.case("BOT-9.0d")
def test_a_declared_attack_is_fought_out(game: Game, play: Play, refused: Refused) -> None:
    """Only armour may look and call it off; after anybody else's declaration the die is rolled."""
    places = {FIRST: "0407", TANK: "0407", "chi-2-01": MIDDLE}
    fought = play(duel(game, places), f"attack {FIRST} {MIDDLE}", dice=[1])
    assert steps(fought, FIRST) == [1]  # 3/0, and no question before it
    supported = play(duel(game, places, support={"air": 1}), f"attack {FIRST} {MIDDLE}")
    assert {a.verb for a in game.legal(supported)} == {"support"}
    refused(supported, "cancel yes")
    refused(supported, "end")
    scouted = play(duel(game, places), f"attack {FIRST}+{TANK} {MIDDLE}")
    assert {str(a) for a in game.legal(scouted)} == {"cancel yes", "cancel no"}
    chinese = play(duel(game, places, "chinese"), "attack chi-2-01 0407", dice=[2])
    assert steps(chinese, "chi-2-01") == [0]


@pytest.mark.case("BOT-9.0e", "BOT-9.0i", "BOT-9.0n", "BOT-9.2c")
def test_all_units_of_a_hex_defend_as_one(game: Game, play: Play, refused: Refused) -> None:
    """8 + 2 of two divisions, 4 + 1 of two armies; neither can be attacked in parts."""
    stack = {FIFTH: "0407", SEYA: "0407"}
    guns = {"chi-2-01": MIDDLE, "chi-20-art4": MIDDLE}
    chinese = duel(game, {**stack, "chi-2-01": MIDDLE, "chi-2-02": "0308"}, "chinese")
    assert odds(chinese, "attack chi-2-01 0407").defence == 10
    state = duel(game, {FIRST: "0407", SECOND: "0309", **guns})
    assert odds(state, f"attack {FIRST} {MIDDLE}").defence == 5
    after = play(state, f"attack {FIRST} {MIDDLE}", dice=[4])
    assert refused(after, f"attack {SECOND} {MIDDLE}") == "BOT-9.0j"
    again = play(chinese, "attack chi-2-01 0407", dice=[4])
    assert refused(again, "attack chi-2-02 0407") == "BOT-9.0j"
    lost = play(state, f"attack {FIRST}+{SECOND} {MIDDLE}", dice=[4])  # +10: 1/1
    assert {str(a) for a in game.legal(lost)} == {"lose chi-2-01", "lose chi-20-art4"}


@pytest.mark.case("BOT-9.0f")
def test_any_or_all_units_around_a_hex_may_attack_it(game: Game) -> None:
    """Six hexes, a unit in each: every choice of them is an attack with the sum of its factors."""
    units = (FIRST, SECOND, THIRD, "jap-10-4-39-8", TANK, CAR)
    factors = dict(zip(units, (8, 8, 8, 4, 5, 3), strict=True))
    state = duel(game, {**dict(zip(units, AROUND, strict=True)), "chi-2-01": MIDDLE})
    listed = {frozenset(a.touched_units) for a in game.legal(state) if a.verb == "attack"}
    assert len(listed) == 2**6 - 1
    for size in range(1, 7):
        for chosen in combinations(units, size):
            assert frozenset(chosen) in listed
            assert odds(state, f"attack {group(*chosen)} {MIDDLE}").attack == sum(factors[u] for u in chosen)


@pytest.mark.case("BOT-9.0f")
def test_both_units_of_a_hex_may_attack_with_those_of_another(game: Game) -> None:
    state = duel(game, {FIRST: "0407", TANK: "0407", SECOND: "0508", SEYA: "0508", "chi-2-01": MIDDLE})
    assert odds(state, f"attack {FIRST}+{TANK}+{SECOND}+{SEYA} {MIDDLE}").attack == 8 + 5 + 8 + 1


@pytest.mark.case("BOT-9.0g")
def test_an_attack_has_one_target(game: Game, play: Play) -> None:
    """Two enemies touch the battalion; it fights one of them, and only that one can be hurt."""
    state = duel(game, {FIRST: "0407", SECOND: "0508", "chi-2-03": MIDDLE, "chi-2-04": "0308"})
    assert {a.focus for a in game.legal(state) if a.verb == "attack"} == {MIDDLE, "0308"}
    assert odds(state, f"attack {FIRST} {MIDDLE}").defence == 5
    assert odds(state, f"attack {FIRST} 0308").defence == 2
    state = play(state, f"attack {FIRST}+{SECOND} {MIDDLE}", dice=[6])  # +10: 1/2
    after = play(state, f"lose {FIRST}", "advance none")
    assert steps(after, "chi-2-03", "chi-2-04") == [0, 1]


@pytest.mark.case("BOT-9.0h")
def test_a_factor_is_not_divided(game: Game, play: Play, refused: Refused) -> None:
    state = duel(game, {FIRST: "0407", "chi-2-01": MIDDLE, "chi-2-02": "0308"})
    assert refused(state, f"attack {FIRST}+{FIRST} {MIDDLE}") == "BOT-9.0h"
    after = play(state, f"attack {FIRST} {MIDDLE}", dice=[4])
    assert refused(after, f"attack {FIRST} 0308") == "BOT-9.0j"


@pytest.mark.case("BOT-9.0j")
def test_no_japanese_unit_attacks_and_nobody_is_attacked_twice(
    game: Game, play: Play, refused: Refused
) -> None:
    """0508 touches both enemies, 0407 one of them."""
    state = duel(game, {FIRST: "0407", SECOND: "0508", "chi-2-03": MIDDLE, "chi-2-01": "0509"})
    state = play(state, f"attack {SECOND} {MIDDLE}", dice=[4])  # 1/0
    assert refused(state, f"attack {SECOND} 0509") == "BOT-9.0j"
    assert refused(state, f"attack {FIRST} {MIDDLE}") == "BOT-9.0j"
    assert "attack" not in {a.verb for a in game.legal(state)}


@pytest.mark.case("BOT-9.0j")
def test_no_chinese_unit_attacks_and_nobody_is_attacked_twice(
    game: Game, play: Play, refused: Refused
) -> None:
    """The survivor of a repulse touches another enemy; a fresh regiment touches the one that held."""
    places = {FIRST: "0407", SECOND: "0508", "chi-2-03": MIDDLE, "chi-2-01": "0509", "chi-2-02": "0608"}
    state = duel(game, places, "chinese", order="combat-move", fifth=True)
    state = play(state, "attack chi-2-03+chi-2-01 0508", "lose chi-2-01", dice=[4])
    assert refused(state, "attack chi-2-03 0407") == "BOT-9.0j"
    assert refused(state, "attack chi-2-02 0508") == "BOT-9.0j"
    state = play(state, "end", "end", "order combat-move")
    game.check(state, game.parse(f"attack {SECOND} {MIDDLE}"))  # another phase, another count


@pytest.mark.case("BOT-9.0k", "BOT-9.0l")
def test_any_number_of_attacks_one_after_the_other(game: Game, play: Play) -> None:
    """Five, in whatever order; each is rolled and settled before the next is declared."""
    chinese = ("chi-2-01", "chi-2-02", "chi-2-03", "chi-20-01", "chi-20-02")
    places = {unit: f"02{3 * n + 2:02d}" for n, unit in enumerate(RING[:5])}
    places |= {unit: f"02{3 * n + 3:02d}" for n, unit in enumerate(chinese)}
    places[RING[3]], places[chinese[3]] = "2002", "2003"
    places[RING[4]], places[chinese[4]] = "2006", "2007"
    state = duel(game, places)
    for turn in (3, 0, 4, 1, 2):
        state = play(state, f"attack {RING[turn]} {places[chinese[turn]]}", dice=[4])
        assert told(state)[0] == "BOT-9.1b"
        assert "BOT-9.8a" in told(state)
        assert state.vars["combat"] is None
        assert asked(state) == "attack"
    assert steps(state, *RING[:5]) == [3] * 5
    assert "attack" not in {a.verb for a in game.legal(state)}


@pytest.mark.case("BOT-9.0l")
def test_a_second_attack_waits_until_the_first_is_settled(game: Game, play: Play, refused: Refused) -> None:
    places = {FIRST: "0407", SECOND: "0508", THIRD: "2002", "chi-2-01": MIDDLE, "chi-2-02": "2003"}
    state = play(duel(game, places), f"attack {FIRST}+{SECOND} {MIDDLE}", dice=[4])  # +10: 1/1
    for answer in (f"lose {FIRST}", "advance none"):
        assert asked(state) != "attack"
        refused(state, f"attack {THIRD} 2003")
        state = play(state, answer)
    game.check(state, game.parse(f"attack {THIRD} 2003"))


@pytest.mark.case("BOT-9.0m")
def test_stack_mates_may_attack_apart_or_not_at_all(game: Game, play: Play) -> None:
    places = {FIRST: "0407", CAR: "0407", "chi-2-03": MIDDLE, "chi-2-02": "0308"}
    state = duel(game, places, order="combat-move")
    apart = play(state, f"attack {FIRST} {MIDDLE}", f"attack {CAR} 0308", "cancel no", dice=[4, 4])
    assert steps(apart, *places) == [3, 0, 1, 1]
    alone = play(state, f"attack {FIRST} {MIDDLE}", "end", dice=[4])
    assert (alone.phase, steps(alone, *places)) == ("movement", [3, 1, 1, 1])


# -- the differential ----------------------------------------------------------------------------------


@pytest.mark.case("BOT-9.1a")
def test_the_headings_are_those_of_this_game(game: Game) -> None:
    """R-1, R-7: seven columns from 0 or less to +30 or more, and the cells as they were rebuilt."""
    table = {
        "0 or less": "3/0 2/0 2/0 1/0 1/1 1/1",
        "+5": "2/0 2/0 1/0 1/1 1/1 1/1",
        "+10": "2/0 1/0 1/1 1/1 1/1 1/2",
        "+15": "1/0 1/1 1/1 1/1 1/2 0/2",
        "+20": "1/1 1/1 1/1 1/2 0/2 0/2",
        "+25": "1/1 1/1 1/2 0/2 0/2 0/3",
        "+30 or more": "1/1 1/2 0/2 0/2 0/3 0/4",
    }
    assert game.crt.names == tuple(table)
    for place, cells in enumerate(table.values()):
        assert [f"{a}/{d}" for a, d in game.crt.cells[place]] == cells.split()


@pytest.mark.case("BOT-9.1b")
def test_a_declaration_names_hex_and_units(game: Game, play: Play, refused: Refused) -> None:
    state = duel(game, {FIRST: "0407", SECOND: "0508", "chi-2-01": MIDDLE}, support={"air": 2})
    assert refused(state, f"attack none {MIDDLE}") == "BOT-9.1b"
    state = play(state, f"attack {FIRST} {MIDDLE}")
    assert told(state) == ["BOT-9.1b"]
    units = tuple(game.units.index_of(u) for u in (FIRST,))
    assert state.vars["combat"][1:3] == (game.board.index(MIDDLE), units)


@pytest.mark.case("BOT-9.1c", "BOT-9.1d", "BOT-9.1e", "BOT-9.1f")
def test_the_steps_of_an_attack_in_their_order(game: Game, play: Play, refused: Refused) -> None:
    """Declared, supported, the defender turned up, the armour's choice, then support dice and roll."""
    places = {FIRST: "0407", TANK: "0407", "chi-2-01": MIDDLE}
    state = play(duel(game, places, support={"air": 2}), f"attack {FIRST}+{TANK} {MIDDLE}")
    assert (asked(state), told(state)) == ("commit_support", ["BOT-9.1b"])  # nothing is known yet
    assert not state.marks[game.units.index_of("chi-2-01")] & TESTED
    refused(state, "cancel yes")
    state = play(state, "support air+air")
    assert (asked(state), told(state)) == ("call_off", ["BOT-9.1c", "BOT-5.2o"])
    state = play(state, "cancel no", dice=[6, 4, 4])  # 13 and 3 + 2 of support against 4: +10
    (report,) = [e for e in state.events or () if e.case == "BOT-9.8a"]
    assert "13 and 5 of support against 4, column +10" in report.text


@pytest.mark.case("BOT-9.1c")
def test_only_the_japanese_player_is_asked_for_support(game: Game, play: Play) -> None:
    places = {FIRST: "0407", "chi-2-01": MIDDLE}
    ready = {"air": 2, "10": 6}
    assert asked(play(duel(game, places, support=ready), f"attack {FIRST} {MIDDLE}")) == "commit_support"
    fought = play(duel(game, places, "chinese", support=ready), "attack chi-2-01 0407", dice=[1])
    assert "BOT-9.8a" in told(fought)


@pytest.mark.case("BOT-9.1e")
@pytest.mark.parametrize(("unit", "armour"), [(FIRST, False), (SEYA, False), (TANK, True), (CAR, True)])
def test_only_armour_opens_the_window(game: Game, play: Play, unit: str, armour: bool) -> None:
    state = duel(game, {unit: "0407", THIRD: "0508", "jap-10-ac-12": "0309", "chi-2-01": MIDDLE})
    text = f"attack {unit}+{THIRD} {MIDDLE}"
    if armour:
        assert asked(play(state, text)) == "call_off"
    else:
        assert "BOT-9.8a" in told(play(state, text, dice=[1]))


@pytest.mark.case("BOT-9.1g", "BOT-9.1h")
@pytest.mark.parametrize(
    ("differential", "heading"),
    [
        (-9, "0 or less"), (0, "0 or less"), (4, "0 or less"), (5, "+5"), (9, "+5"), (10, "+10"),
        (12, "+10"), (14, "+10"), (15, "+15"), (19, "+15"), (20, "+20"), (24, "+20"), (25, "+25"),
        (29, "+25"), (30, "+30 or more"), (48, "+30 or more"),
    ],
)  # fmt: skip
def test_the_differential_takes_the_largest_heading_not_above_it(
    game: Game, differential: int, heading: str
) -> None:
    """R-7: attack less defence, whatever the two are; headings are nowhere rounded up."""
    for defence in (0, 3, 7):
        assert game.odds_column(defence + differential, defence) == heading


@pytest.mark.case("BOT-9.1d", "BOT-9.1f", "BOT-9.1g", "BOT-9.1h")
def test_the_differential_of_a_real_attack(game: Game) -> None:
    """The factors of the steps that are left against those on the hidden side of the counter."""
    units = {FIRST: "0407", TANK: "0407", SECOND: "0508", THIRD: "0509", "jap-10-4-39-8": "0308"}
    state = duel(game, {**units, "chi-2-03": MIDDLE}, steps={THIRD: 3})
    for chosen, heading in (
        ((FIRST,), "0 or less"),  # 8 - 5
        ((FIRST, TANK), "+5"),  # 13 - 5
        ((SECOND, THIRD), "+5"),  # 8 + 6 - 5
        ((FIRST, TANK, "jap-10-4-39-8"), "+10"),  # 17 - 5
    ):
        assert base(odds(state, f"attack {group(*chosen)} {MIDDLE}")) == heading
    weaker = duel(game, {**units, "chi-2-04": MIDDLE}, steps={THIRD: 3})
    assert base(odds(weaker, f"attack {SECOND}+{THIRD} {MIDDLE}")) == "+10"  # 14 - 2


# -- commands ------------------------------------------------------------------------------------------


@pytest.mark.case("BOT-9.2a")
def test_the_divisions_never_attack_together(game: Game, play: Play, refused: Refused) -> None:
    """Not even from one hex; each may attack on its own."""
    state = duel(game, {FIRST: "0407", FIFTH: "0508", "jap-5-hq": "0407", "chi-2-01": MIDDLE})
    for mixed in (f"{FIRST}+{FIFTH}", f"{FIRST}+jap-5-hq"):
        assert refused(state, f"attack {mixed} {MIDDLE}") == "BOT-9.2a"
    listed = {frozenset(a.touched_units) for a in game.legal(state) if a.verb == "attack"}
    assert listed == {frozenset(s) for s in ((FIRST,), (FIFTH,), ("jap-5-hq",), (FIFTH, "jap-5-hq"))}
    assert odds(state, f"attack {FIFTH}+jap-5-hq {MIDDLE}").attack == 9


@pytest.mark.case("BOT-9.2b")
def test_the_armies_never_attack_together(game: Game, refused: Refused) -> None:
    """R-16, R-47: the guns go with the 20th Army; the army of a face-down counter is known."""
    places = {"chi-2-01": "0407", "chi-20-art4": "0407", "chi-20-01": "0508", "chi-2-02": "0309"}
    state = duel(game, {**places, FIRST: MIDDLE}, "chinese")
    for mixed in ("chi-2-01+chi-20-01", "chi-2-01+chi-20-art4"):
        assert refused(state, f"attack {mixed} {MIDDLE}") == "BOT-9.2b"
    assert odds(state, f"attack chi-2-01+chi-2-02 {MIDDLE}").attack == 7
    assert odds(state, f"attack chi-20-01+chi-20-art4 {MIDDLE}").attack == 11
    for action in game.legal(state):
        assert len({unit.split("-")[1] for unit in action.touched_units}) <= 1


# -- column shifts -------------------------------------------------------------------------------------


@pytest.mark.case("BOT-9.4a", "BOT-9.4b")
@pytest.mark.parametrize(("target", "shift"), [(MIDDLE, 0), ("1703", 0), ("0709", -1), ("1005", -1)])
def test_the_ground_under_the_defender_shifts(game: Game, target: str, shift: int) -> None:
    """A village gives one column left to whoever defends it; the attacker's own hex never counts."""
    board = game.board
    for near in board.adjacent(board.index(target)):
        here = board.ids[near]
        ours = duel(game, {FIRST: here, TANK: here, "chi-2-01": target})
        assert sum(shifts(odds(ours, f"attack {FIRST}+{TANK} {target}")).values()) == shift
        assert moved(ours, f"attack {FIRST}+{TANK} {target}") == shift
        theirs = duel(game, {TANK: target, "chi-20-01": here, "chi-20-art4": here}, "chinese")
        assert moved(theirs, f"attack chi-20-01+chi-20-art4 {target}") == shift


@pytest.mark.case("BOT-9.4b", "BOT-9.4c")
def test_shifts_are_summed_left_for_the_defender_right_for_the_attacker(game: Game) -> None:
    """A village, 1L, and a ring, 1R, cancel out; the city and its wall add up; a ring alone is 1R."""
    village = duel(game, {FIRST: "0708", SECOND: "0710", "chi-2-01": "0709"})
    both = f"attack {FIRST}+{SECOND} 0709"
    assert shifts(odds(village, both)) == {"BOT-9.4a": -1, "BOT-9.5d": 1}
    assert moved(village, both) == 0
    city = duel(game, {FIRST: "1206", SECOND: "1307", TANK: "1307", CAR: "1206", "chi-2-04": "1207"})
    storm = f"attack {FIRST}+{SECOND}+{TANK}+{CAR} 1207"
    assert base(odds(city, storm)) == "+20"  # 24 - 2
    assert column(odds(city, storm)) == "+5"
    open_ground = duel(game, {FIRST: "0407", SECOND: "0409", "chi-2-01": MIDDLE})
    forecast = odds(open_ground, f"attack {FIRST}+{SECOND} {MIDDLE}")
    assert (base(forecast), column(forecast)) == ("+10", "+15")


@pytest.mark.case("BOT-9.4c")
def test_shifts_never_leave_the_table(game: Game) -> None:
    """R-7: the base column is capped first, then the shifted one."""
    city = duel(game, {FIRST: "1206", "chi-2-01": "1207"})
    assert column(odds(city, f"attack {FIRST} 1207")) == "0 or less"
    state = duel(game, {**dict(zip(RING, AROUND, strict=True)), "chi-2-01": MIDDLE})
    forecast = odds(state, f"attack {group(*RING)} {MIDDLE}")
    assert (base(forecast), column(forecast)) == ("+30 or more", "+30 or more")
    assert game.odds_column(70, 0, -1) == "+25"
    assert game.odds_column(0, 9, 1) == "+5"


def ringed(game: Game, directions: tuple[int, ...], side: str = "japanese", target: str = MIDDLE) -> bool:
    """Is an attack from these directions, counted clockwise from the north, concentric?"""
    around = game.board.around(game.board.index(target))
    chinese = ("chi-2-01", "chi-2-02", "chi-2-03", "chi-2-04", "chi-2-05", "chi-2-06")
    units, foe = (RING, "chi-2-01") if side == "japanese" else (chinese, FIRST)
    places = {unit: game.board.ids[around[d]] for unit, d in zip(units, directions, strict=False)}
    state = duel(game, {**places, foe: target}, side)
    found = shifts(odds(state, f"attack {group(*places)} {target}"))
    assert found.get("BOT-9.5d", 1) == 1
    return "BOT-9.5d" in found


@pytest.mark.case("BOT-9.5a", "BOT-9.5b", "BOT-9.5c", "BOT-9.5d")
def test_every_ring_of_attackers(game: Game) -> None:
    """Two opposite, three alternate, any four or more; of the rest none."""
    for size in range(1, 7):
        for chosen in combinations(range(6), size):
            opposite = any((d + 3) % 6 in chosen for d in chosen)
            wanted = size >= 4 or opposite or chosen in ((0, 2, 4), (1, 3, 5))
            assert ringed(game, chosen) == wanted


@pytest.mark.case("BOT-9.5a")
def test_only_those_who_attack_make_a_ring(game: Game) -> None:
    state = duel(game, {FIRST: "0407", SECOND: "0409", TANK: "0407", "chi-2-01": MIDDLE})
    assert shifts(odds(state, f"attack {FIRST}+{TANK} {MIDDLE}")) == {}


@pytest.mark.case("BOT-9.5e")
def test_chinese_attacks_are_never_concentric(game: Game) -> None:
    for directions in ((0, 3), (0, 2, 4), (0, 1, 2, 5), tuple(range(6))):
        assert ringed(game, directions)
        assert not ringed(game, directions, "chinese")


# -- canal and bridges ---------------------------------------------------------------------------------


@pytest.mark.case("BOT-9.6a")
def test_japanese_attack_across_the_canal_at_the_two_bridges_only(game: Game, refused: Refused) -> None:
    """Every hexside with the canal, in both directions."""
    board, open_sides = game.board, set()
    for here, _, there in board.sides():
        if "canal" not in board.border(here, there):
            continue
        start, target = board.ids[here], board.ids[there]
        state = duel(game, {FIRST: start, "chi-2-01": target})
        listed = any(a.verb == "attack" for a in game.legal(state))
        if "bridge" in board.border(here, there):
            assert listed
            open_sides.add((start, target))
        else:
            assert not listed
            assert refused(state, f"attack {FIRST} {target}") == "BOT-9.6a"
    assert open_sides == {("0711", "0712"), ("0712", "0711"), ("1310", "1311"), ("1311", "1310")}


@pytest.mark.case("BOT-9.6b")
def test_a_japanese_attack_wholly_across_a_bridge_is_shifted(game: Game) -> None:
    """Support does not count (R-50); one attacker on the near bank is enough to spoil it."""
    state = duel(game, {FIRST: "0711", TANK: "0711", SECOND: "0812", "chi-2-01": "0712"}, support={"air": 1})
    bridge = {"BOT-9.6b": -1}
    assert shifts(odds(state, f"attack {FIRST} 0712")) == bridge
    assert shifts(odds(state, f"attack {FIRST}+{TANK} 0712 with air")) == bridge
    assert "BOT-9.6b" not in shifts(odds(state, f"attack {FIRST}+{SECOND} 0712"))
    assert "BOT-9.6b" not in shifts(odds(state, f"attack {SECOND} 0712"))
    assert moved(state, f"attack {FIRST}+{TANK} 0712") == -1


@pytest.mark.case("BOT-9.6c")
def test_a_chinese_attack_wholly_across_the_canal_is_shifted(game: Game) -> None:
    """From 0712 by the bridge and from 0611 or 0811 by the water, upon 0711 and 0712."""
    places = {"chi-2-01": "0712", "chi-2-02": "0811", "chi-2-03": "0710", FIRST: "0711"}
    state = duel(game, places, "chinese")
    board = game.board
    wet = {
        id for id in ("0712", "0811", "0710") if "canal" in board.border(board.index(id), board.index("0711"))
    }
    assert wet == {"0712", "0811"}
    for chosen, shift in (
        (("chi-2-01",), -1),
        (("chi-2-02",), -1),
        (("chi-2-01", "chi-2-02"), -1),
        (("chi-2-03",), 0),
        (("chi-2-01", "chi-2-02", "chi-2-03"), 0),
    ):
        assert shifts(odds(state, f"attack {group(*chosen)} 0711")).get("BOT-9.6c", 0) == shift


# -- city and centre -----------------------------------------------------------------------------------


@pytest.mark.case("BOT-9.7a", "BOT-9.7f")
def test_city_and_centre_shift_two_columns_for_either_side(game: Game) -> None:
    """R-44: all 26 hexes, attacked from within the city; the centre's shift is not on top of the city's."""
    board = game.board
    for target in game.city:
        here = next(n for n in board.adjacent(target) if n in game.city)
        case = "BOT-9.7f" if target in game.ground.centre else "BOT-9.7a"
        start, hex = board.ids[here], board.ids[target]
        ours = duel(game, {FIRST: start, "chi-2-01": hex})
        theirs = duel(game, {FIRST: hex, "chi-2-01": start}, "chinese")
        assert shifts(odds(ours, f"attack {FIRST} {hex}")) == {case: -2}
        assert shifts(odds(theirs, f"attack chi-2-01 {hex}")) == {case: -2}
    assert (len(game.city), len(game.ground.centre)) == (26, 9)


@pytest.mark.case("BOT-9.7b", "BOT-9.7g")
def test_no_ring_around_city_hexes(game: Game) -> None:
    for target in ("1207", "1209"):
        assert not ringed(game, (0, 3), target=target)
        assert not ringed(game, tuple(range(6)) if target == "1209" else (0, 1, 2, 3), target=target)
    assert ringed(game, (0, 3), target="0709")  # a village does not spoil it


@pytest.mark.case("BOT-9.7d")
def test_the_wall_shifts_when_all_attack_through_it(game: Game) -> None:
    """Every wall hexside inward, for both sides; one attacker inside spoils it."""
    board, walls = game.board, 0
    for here, _, there in board.sides():
        features = board.border(here, there)
        if "wall" not in features or there not in game.city or "canal" in features:
            continue
        walls += 1
        start, target = board.ids[here], board.ids[there]
        ours = duel(game, {FIRST: start, "chi-2-01": target})
        theirs = duel(game, {FIRST: target, "chi-2-01": start}, "chinese")
        assert shifts(odds(ours, f"attack {FIRST} {target}")) == {"BOT-9.7a": -2, "BOT-9.7d": -1}
        assert shifts(odds(theirs, f"attack chi-2-01 {target}")) == {"BOT-9.7a": -2, "BOT-9.7d": -1}
    assert walls > 20
    state = duel(game, {FIRST: "1206", SECOND: "1107", THIRD: "1307", "chi-2-01": "1207"})
    assert "BOT-9.7d" in shifts(odds(state, f"attack {FIRST}+{THIRD} 1207"))
    assert "BOT-9.7d" not in shifts(odds(state, f"attack {FIRST}+{SECOND} 1207"))


@pytest.mark.case("BOT-9.7d", "BOT-9.4c")
def test_wall_and_bridge_on_one_hexside(game: Game) -> None:
    """R-33: at the south gate both shifts apply."""
    state = duel(game, {FIRST: "1311", "chi-2-01": "1310"})
    wanted = {"BOT-9.7a": -2, "BOT-9.7d": -1, "BOT-9.6b": -1}
    assert shifts(odds(state, f"attack {FIRST} 1310")) == wanted


@pytest.mark.case("BOT-9.7e")
def test_the_wall_does_not_help_outside(game: Game) -> None:
    board = game.board
    for here, _, there in board.sides():
        features = board.border(here, there)
        if "wall" in features and there not in game.city and "canal" not in features:
            start, target = board.ids[here], board.ids[there]
            state = duel(game, {FIRST: start, "chi-2-01": target})
            found = shifts(odds(state, f"attack {FIRST} {target}"))
            assert set(found) <= ({"BOT-9.4a"} if board.terrain[there] == "village" else set())


@pytest.mark.case("BOT-9.7j", "BOT-9.1f")
def test_armour_attacks_the_centre_with_one(game: Game) -> None:
    """Printed 5 and 3; infantry and headquarters keep theirs, and so does armour against the outer city."""
    centre = duel(
        game, {FIRST: "1308", TANK: "1308", CAR: "1310", "jap-10-ac-12": "1207", "chi-2-01": "1309"}
    )
    assert odds(centre, f"attack {TANK} 1309").attack == 1
    assert odds(centre, f"attack {CAR} 1309").attack == 1
    assert odds(centre, f"attack {FIRST}+{TANK}+{CAR} 1309").attack == 10
    outer = duel(game, {SEYA: "1308", TANK: "1107", CAR: "1206", "chi-2-01": "1207"})
    assert odds(outer, f"attack {TANK}+{CAR}+{SEYA} 1207").attack == 9
    seya = duel(game, {SEYA: "1308", "chi-2-01": "1309"})
    assert odds(seya, f"attack {SEYA} 1309").attack == 1
