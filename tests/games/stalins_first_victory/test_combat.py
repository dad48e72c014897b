"""SFV-9.0 to 9.5: who attacks whom, the differential, heavy artillery, column shifts."""

from __future__ import annotations

from itertools import combinations

import pytest

from sandtable.game import Game
from sandtable.state import State
from tests.games.stalins_first_victory.conftest import (
    AROUND,
    MIDDLE,
    Play,
    Refused,
    base,
    column,
    fighting,
    odds,
    shifts,
    steps,
    told,
)

RIFLE, INFANTRY = "sov-21-61", "chi-15-38"
COLUMNS = ("0 or less", "+1", "+2", "+4", "+6", "+8", "+10 or more")


def group(*units: str) -> str:
    return "+".join(units)


# -- who and whom --------------------------------------------------------------------------------------


@pytest.mark.case("SFV-9.0a")
def test_combat_is_between_neighbours(game: Game, refused: Refused) -> None:
    state = fighting(game, {RIFLE: "0603", "sov-21-62": "0604", INFANTRY: MIDDLE})
    assert refused(state, f"attack {RIFLE} {MIDDLE}") == "SFV-9.0a"
    assert refused(state, f"attack {RIFLE}+sov-21-62 {MIDDLE}") == "SFV-9.0a"
    assert refused(state, f"attack {RIFLE} 0602") == "SFV-9.0a"  # nobody there
    assert refused(state, f"attack sov-36-106 {MIDDLE}") == "SFV-9.0a"  # not on the map
    assert [str(a) for a in game.legal(state) if a.verb == "attack"] == [f"attack sov-21-62 {MIDDLE}"]


@pytest.mark.case("SFV-9.0b")
def test_the_phasing_player_attacks(game: Game, play: Play, refused: Refused) -> None:
    """Whoever is stronger: in his own phase a side attacks, in the other's it defends."""
    places = {RIFLE: "0604", "sov-21-62": "0604", "sov-35-103": "0306", INFANTRY: MIDDLE, "chi-17-10": "0305"}
    soviet, chinese = fighting(game, places), fighting(game, places, "chinese")
    assert refused(soviet, f"attack {INFANTRY} {MIDDLE}") == "SFV-9.0b"
    assert refused(chinese, f"attack {RIFLE} 0604") == "SFV-9.0b"
    forecast = odds(soviet, f"attack {RIFLE} {MIDDLE}")
    assert (forecast.attack, forecast.defence) == (4, 3)
    assert odds(chinese, f"attack {INFANTRY} 0604").attack == 2
    assert {a.touched_units[0][:3] for a in game.legal(chinese) if a.verb == "attack"} == {"chi"}


@pytest.mark.case("SFV-9.0d", "SFV-9.0f", "SFV-9.0k", "SFV-9.1b")
def test_all_units_of_an_attacked_hex_defend_as_one(game: Game, play: Play, refused: Refused) -> None:
    """3 + 3 + 0; there is no way to name one of them, and none may stay out of it."""
    crowd = dict.fromkeys((INFANTRY, "chi-15-43", "chi-15-15-art"), MIDDLE)
    state = fighting(game, {"sov-36-106": "0604", "sov-36-107": "0604", **crowd})
    forecast = odds(state, f"attack sov-36-106+sov-36-107 {MIDDLE}")
    assert (forecast.attack, forecast.defence) == (8, 6)
    after = play(state, f"attack sov-36-106 {MIDDLE}", dice=[1])
    assert refused(after, f"attack sov-36-107 {MIDDLE}") == "SFV-9.0l"  # not in two parts
    lost = play(state, f"attack sov-36-106+sov-36-107 {MIDDLE}", dice=[6])
    assert {a.touched_units[0] for a in game.legal(lost)} == set(crowd)  # any of the three may fall


@pytest.mark.case("SFV-9.1b")
def test_a_stack_without_defence_is_attacked_at_its_attackers_strength(game: Game, play: Play) -> None:
    """R-25: artillery alone defends with nothing but dies of one step."""
    state = fighting(game, {RIFLE: "0604", "chi-15-15-art": MIDDLE})
    forecast = odds(state, f"attack {RIFLE} {MIDDLE}")
    assert (forecast.defence, column(forecast)) == (0, "+4")
    after = play(state, f"attack {RIFLE} {MIDDLE}", dice=[1])  # 1/0
    assert steps(after, RIFLE, "chi-15-15-art") == [1, 1]


@pytest.mark.case("SFV-9.0g", "SFV-9.1c")
def test_any_or_all_units_around_a_hex_may_attack_it(game: Game) -> None:
    """Six hexes, a unit in each: every choice of them is an attack with the sum of its factors."""
    units = ("sov-21-61", "sov-21-62", "sov-36-108", "sov-18-5cav", "sov-18-tank", "sov-18-b")
    factors = dict(zip(units, (4, 4, 5, 5, 3, 1), strict=True))
    state = fighting(game, {**dict(zip(units, AROUND.values(), strict=True)), INFANTRY: MIDDLE})
    listed = {frozenset(a.touched_units) for a in game.legal(state) if a.verb == "attack"}
    assert len(listed) == 2**6 - 1
    for size in (1, 3, 6):
        for chosen in combinations(units, size):
            assert frozenset(chosen) in listed
            assert odds(state, f"attack {group(*chosen)} {MIDDLE}").attack == sum(factors[u] for u in chosen)


@pytest.mark.case("SFV-9.0g")
def test_an_attack_names_somebody(game: Game, refused: Refused) -> None:
    state = fighting(game, {RIFLE: "0604", INFANTRY: MIDDLE})
    assert refused(state, f"attack none {MIDDLE}") == "SFV-9.0g"
    assert refused(state, f"attack {RIFLE} {MIDDLE} with artillery") == "SFV-9.3a"


@pytest.mark.case("SFV-9.0h")
def test_an_attack_has_one_target(game: Game, play: Play, refused: Refused) -> None:
    """Two enemies touch the regiment; it fights one of them, and the other's factors stay out of it."""
    state = fighting(game, {RIFLE: "0604", INFANTRY: MIDDLE, "chi-17-10": "0603", "chi-17-33": "0603"})
    assert {a.focus for a in game.legal(state) if a.verb == "attack"} == {MIDDLE, "0603"}
    assert odds(state, f"attack {RIFLE} {MIDDLE}").defence == 3
    assert odds(state, f"attack {RIFLE} 0603").defence == 6


@pytest.mark.case("SFV-9.0i")
def test_a_factor_is_not_divided(game: Game, play: Play, refused: Refused) -> None:
    state = fighting(game, {RIFLE: "0604", INFANTRY: MIDDLE, "chi-15-43": MIDDLE, "chi-17-10": "0603"})
    assert refused(state, f"attack {RIFLE}+{RIFLE} {MIDDLE}") == "SFV-9.0i"
    after = play(state, f"attack {RIFLE} {MIDDLE}", dice=[4])
    assert refused(after, f"attack {RIFLE} 0603") == "SFV-9.0l"


@pytest.mark.case("SFV-9.0j")
def test_stack_mates_may_attack_apart(game: Game, play: Play) -> None:
    """One attacks here, the other there, the gun not at all."""
    places = {RIFLE: "0604", "sov-21-62": "0604", "sov-18-a": "0604"}
    foes = {INFANTRY: MIDDLE, "chi-15-43": MIDDLE, "chi-17-10": "0603", "chi-17-33": "0603"}
    state = fighting(game, {**places, **foes})
    state = play(state, f"attack {RIFLE} {MIDDLE}", "attack sov-21-62 0603", "end", dice=[4, 4])
    assert steps(state, *places) == [1, 1, 1]
    assert state.phase == "declaration"


@pytest.mark.case("SFV-9.0l")
def test_nobody_attacks_or_is_attacked_twice_in_a_phase(game: Game, play: Play, refused: Refused) -> None:
    foes = {INFANTRY: MIDDLE, "chi-15-43": MIDDLE, "chi-17-10": "0603", "chi-17-33": "0603"}
    state = fighting(game, {RIFLE: "0604", "sov-35-103": "0504", **foes}, order="combat-move")
    state = play(state, f"attack {RIFLE} {MIDDLE}", dice=[4])
    assert refused(state, f"attack {RIFLE} 0603") == "SFV-9.0l"
    assert refused(state, f"attack sov-35-103 {MIDDLE}") == "SFV-9.0l"
    assert refused(state, f"attack sov-35-103+{RIFLE} 0603") == "SFV-9.0l"
    assert not [a for a in game.legal(state) if a.verb == "attack" and a.focus == MIDDLE]
    state = play(state, "end", "end", "order combat-move")
    assert state.side == 1
    game.check(state, game.parse(f"attack {INFANTRY} 0604"))  # a new phase


@pytest.mark.case("SFV-9.0l")
def test_the_guns_behind_attack_once_too(game: Game, play: Play, refused: Refused) -> None:
    foes = {INFANTRY: MIDDLE, "chi-15-43": MIDDLE, "chi-17-10": "0504", "chi-17-33": "0504"}
    places = {RIFLE: "0604", "sov-21-62": "0604", "sov-18-a": "0704", **foes}
    state = fighting(game, places, order="combat-move")
    second = "attack sov-21-62+sov-18-a 0504"
    game.check(state, game.parse(second))
    state = play(state, f"attack {RIFLE}+sov-18-a {MIDDLE}", dice=[2])
    assert refused(state, second) == "SFV-9.0l"


@pytest.mark.case("SFV-9.0m", "SFV-9.0n")
def test_any_number_of_attacks_one_after_the_other(game: Game, play: Play) -> None:
    """Five, in whatever order; each is rolled and settled before the next is declared."""
    soviets = ("sov-21-61", "sov-21-62", "sov-35-103", "sov-36-106", "sov-18-5cav")
    chinese = ("chi-15-38", "chi-15-43", "chi-17-10", "chi-2-1", "chi-2-2")
    places = {unit: f"02{3 * n + 2:02d}" for n, unit in enumerate(soviets)}
    places |= {unit: f"02{3 * n + 3:02d}" for n, unit in enumerate(chinese)}
    state = fighting(game, places)
    for turn in (3, 0, 4, 1, 2):
        state = play(state, f"attack {soviets[turn]} {places[chinese[turn]]}", dice=[3])
        assert told(state)[:2] == ["SFV-9.0n", "SFV-9.6a"]
        assert state.vars["combat"] is None
        assert state.decision is not None
        assert state.decision.kind == "attack"
    assert {a.verb for a in game.legal(state)} == {"end"}


@pytest.mark.case("SFV-9.0n")
def test_a_second_attack_waits_until_the_first_is_settled(game: Game, play: Play, refused: Refused) -> None:
    places = {RIFLE: "0604", "sov-21-62": "0604", "sov-35-103": "0808", INFANTRY: MIDDLE, "chi-17-10": "0809"}
    state = play(fighting(game, places), f"attack {RIFLE}+sov-21-62 {MIDDLE}", dice=[4])
    assert refused(state, "attack sov-35-103 0809") == "SFV-9.6e"
    state = play(state, f"lose {RIFLE}")
    assert refused(state, "attack sov-35-103 0809") == "SFV-9.7a"
    state = play(state, "advance none")
    game.check(state, game.parse("attack sov-35-103 0809"))


# -- the differential ----------------------------------------------------------------------------------


@pytest.mark.case("SFV-9.1a")
def test_the_headings_are_those_of_this_game(game: Game) -> None:
    """R-1, R-2: seven columns from 0 or less to +10 or more, and the cells as the ledger has them."""
    table = {
        "0 or less": "3/0 2/0 2/0 1/0 1/1 1/1",
        "+1": "2/0 2/0 1/0 1/1 1/1 1/1",
        "+2": "2/0 1/0 1/1 1/1 1/1 1/2",
        "+4": "1/0 1/1 1/1 1/1 1/2 0/2",
        "+6": "1/1 1/1 1/1 1/2 0/2 0/2",
        "+8": "1/1 1/1 1/2 0/2 0/2 0/3",
        "+10 or more": "1/1 1/2 0/2 0/2 0/3 0/4",
    }
    for place, (name, cells) in enumerate(table.items()):
        assert game.crt.names[place] == name
        assert [f"{a}/{d}" for a, d in game.crt.cells[place]] == cells.split()


@pytest.mark.case("SFV-9.1d", "SFV-9.1e")
@pytest.mark.parametrize(
    ("differential", "heading"),
    [
        (-9, "0 or less"), (-1, "0 or less"), (0, "0 or less"), (1, "+1"), (2, "+2"), (3, "+2"), (4, "+4"),
        (5, "+4"), (6, "+6"), (7, "+6"), (8, "+8"), (9, "+8"), (10, "+10 or more"), (25, "+10 or more"),
    ],
)  # fmt: skip
def test_the_differential_takes_the_largest_heading_not_above_it(
    game: Game, differential: int, heading: str
) -> None:
    """R-3: attack less defence, whatever the two are; headings are nowhere rounded up."""
    for defence in (0, 3, 7):
        assert game.odds_column(defence + differential, defence) == heading


@pytest.mark.case("SFV-9.1d", "SFV-9.1e")
def test_the_differential_of_a_real_attack(game: Game) -> None:
    strong = {"sov-36-106": "0604", "sov-36-107": "0604", "sov-18-tank": "0605"}
    state = fighting(game, {**strong, "chi-2-1": MIDDLE})
    for units, heading in (
        (("sov-18-tank",), "0 or less"),  # 3 - 4
        (("sov-36-106",), "0 or less"),  # 4 - 4
        (("sov-36-106", "sov-18-tank"), "+2"),  # 7 - 4
        (("sov-36-106", "sov-36-107"), "+4"),  # 8 - 4
        (tuple(strong), "+6"),  # 11 - 4
    ):
        assert base(odds(state, f"attack {group(*units)} {MIDDLE}")) == heading


# -- heavy artillery -----------------------------------------------------------------------------------

GUNS = {RIFLE: "0604", "sov-18-a": "0704", INFANTRY: MIDDLE, "chi-15-43": MIDDLE}
"""The corps artillery at 0704 is two hexes from the enemy and next to the regiment."""
BARRAGE = f"attack {RIFLE}+sov-18-a {MIDDLE}"


def bombarding(game: Game, units: dict[str, str] = GUNS, **more: object) -> State:
    settings: dict[str, object] = {"order": "combat-move", **more}
    return fighting(game, units, **settings)


@pytest.mark.case("SFV-9.2a", "SFV-9.2f")
def test_guns_have_range_only_in_a_combat_first_turn(game: Game, refused: Refused) -> None:
    assert odds(bombarding(game), BARRAGE).attack == 8
    state = bombarding(game, order="move-combat")
    assert refused(state, BARRAGE) == "SFV-9.2f"
    assert not [a for a in game.legal(state) if "sov-18-a" in a.touched_units and a.verb == "attack"]
    assert [u.id for u in game.units if u.special == "ranged_two"] == ["sov-18-a", "sov-18-h"]


@pytest.mark.case("SFV-9.2f")
@pytest.mark.parametrize("order", ["move-combat", "combat-move"])
def test_next_to_the_enemy_guns_are_ordinary_attackers(game: Game, play: Play, order: str) -> None:
    """R-12: they may attack alone, they count for the ring, they take losses."""
    state = bombarding(game, {"sov-18-h": "0504", "sov-18-a": "0506", INFANTRY: MIDDLE}, order=order)
    assert odds(state, f"attack sov-18-h {MIDDLE}").attack == 5
    assert shifts(odds(state, f"attack sov-18-h+sov-18-a {MIDDLE}")) == {"SFV-9.4d": 1}
    after = play(state, f"attack sov-18-h {MIDDLE}", dice=[1])  # +2: 2/0
    assert steps(after, "sov-18-h") == [0]


@pytest.mark.case("SFV-9.2b")
def test_the_range_is_exactly_two_hexes_beside_an_attacker(game: Game, refused: Refused) -> None:
    """Every hex of the map for the guns: allowed where it touches the regiment at distance one or two."""
    grid = game.board.grid
    for id in game.board.ids:
        if id == MIDDLE:
            continue
        state = bombarding(game, {**GUNS, "sov-18-a": id})
        near, beside = grid.distance(id, MIDDLE), grid.distance(id, "0604") == 1
        if near == 1 or (near == 2 and beside):
            assert odds(state, BARRAGE).attack == 8
        else:
            assert refused(state, BARRAGE) == ("SFV-9.2c" if near == 2 else "SFV-9.0a")


@pytest.mark.case("SFV-9.2c")
def test_the_guns_need_a_spotter_that_takes_part(game: Game, refused: Refused) -> None:
    """Alone they may not; nor with an attacker elsewhere; the other heavy artillery will do."""
    state = bombarding(game, {**GUNS, "sov-21-62": "0405"})
    assert refused(state, f"attack sov-18-a {MIDDLE}") == "SFV-9.2c"
    assert refused(state, f"attack sov-18-a+sov-21-62 {MIDDLE}") == "SFV-9.2c"
    assert odds(state, f"attack sov-18-a+sov-21-62+{RIFLE} {MIDDLE}").attack == 12
    pair = bombarding(game, {"sov-18-h": "0604", "sov-18-a": "0704", INFANTRY: MIDDLE})
    assert odds(pair, f"attack sov-18-h+sov-18-a {MIDDLE}").attack == 9
    both = bombarding(game, {**GUNS, "sov-18-h": "0705"})
    assert odds(both, f"attack {RIFLE}+sov-18-a+sov-18-h {MIDDLE}").attack == 13
    assert refused(both, f"attack sov-18-a+sov-18-h {MIDDLE}") == "SFV-9.2c"


@pytest.mark.case("SFV-9.2d")
def test_terrain_does_not_hinder_the_guns(game: Game) -> None:
    """Over a hill, from a hill, at a hill, at a city, across a river."""
    for gun, spotter, target in (
        ("0907", "0806", "0707"),
        ("0606", "0706", "0806"),
        ("1306", "1206", "1107"),
        ("0420", "0419", "0418"),
    ):
        grid = game.board.grid
        assert (grid.distance(gun, target), grid.distance(gun, spotter)) == (2, 1)
        state = bombarding(game, {RIFLE: spotter, "sov-18-h": gun, INFANTRY: target})
        assert odds(state, f"attack {RIFLE}+sov-18-h {target}").attack == 9


@pytest.mark.case("SFV-9.2e")
def test_guns_that_use_their_range_are_out_of_it(game: Game, play: Play, refused: Refused) -> None:
    """R-11: no loss, no advance, no part in the ring; the whole loss falls on the regiment."""
    state = bombarding(game)
    lost = play(state, BARRAGE, dice=[1])  # +2: 2/0
    assert steps(lost, RIFLE, "sov-18-a") == [0, 1]
    weak = bombarding(game, {**GUNS, "chi-15-43": "1404"})
    won = play(weak, BARRAGE, dice=[5])  # +4: 1/2, and no choice for the attacker
    assert steps(won, RIFLE, "sov-18-a") == [1, 1]
    assert refused(won, "advance sov-18-a") == "SFV-9.7a"
    assert {u for a in game.legal(won) for u in a.touched_units} == {RIFLE}
    ring = {RIFLE: "0504", "sov-21-62": "0404", "sov-18-a": "0403", INFANTRY: MIDDLE, "sov-18-h": "0304"}
    barrage = odds(bombarding(game, ring), f"attack {RIFLE}+sov-21-62+sov-18-a+sov-18-h {MIDDLE}")
    assert (barrage.attack, barrage.modifiers) == (17, ())
    spent = odds(state, BARRAGE)
    assert {o.attacker_loss for o in spent.outcomes} <= {0, 1, 2}
    assert any(o.spent for o in spent.outcomes)  # with the regiment all who were at risk are gone


@pytest.mark.case("SFV-9.2b", "SFV-9.0l")
def test_guns_fire_from_afar_once_a_phase(game: Game, play: Play, refused: Refused) -> None:
    """At 0505 over the regiment at 0604; then not at 0702 over the one at 0703."""
    state = bombarding(game, {**GUNS, "sov-21-62": "0703", "chi-17-33": "0702"})

    def barrages(state: State) -> set[str | None]:
        return {a.focus for a in game.legal(state) if a.verb == "attack" and "sov-18-a" in a.touched_units}

    assert barrages(state) == {MIDDLE, "0702"}
    state = play(state, BARRAGE, dice=[3])  # 8 against 6, +2: 1/1
    state = play(state, f"lose {INFANTRY}")
    assert refused(state, "attack sov-21-62+sov-18-a 0702") == "SFV-9.0l"
    assert barrages(state) == set()


@pytest.mark.case("SFV-9.2g")
def test_chinese_guns_have_no_range(game: Game, refused: Refused) -> None:
    for gun in ("chi-15-15-art", "chi-17-17-art", "chi-2-2-art"):
        state = fighting(game, {INFANTRY: "0604", gun: "0704", RIFLE: MIDDLE}, "chinese", order="combat-move")
        assert refused(state, f"attack {INFANTRY}+{gun} {MIDDLE}") == "SFV-9.0a"


# -- column shifts -------------------------------------------------------------------------------------

DIVISION = ("sov-36-106", "sov-36-107", "sov-36-108")


@pytest.mark.case("SFV-9.3a", "SFV-9.3b", "SFV-9.3c")
def test_shifts_are_summed_left_for_the_defender_right_for_the_attacker(game: Game) -> None:
    """0707 is a hill, 1L; ringed, 1R; a whole division, 1R."""
    hill = {"chi-2-1": "0707"}
    for places, wanted, step in (
        (("0807", "0807", "0708"), {"SFV-9.3a": -1, "SFV-9.5a": 1}, 0),
        (("0807", "0606", "0708"), {"SFV-9.3a": -1, "SFV-9.4d": 1, "SFV-9.5a": 1}, 1),
    ):
        state = fighting(game, {**dict(zip(DIVISION, places, strict=True)), **hill})
        forecast = odds(state, f"attack {group(*DIVISION)} 0707")
        assert shifts(forecast) == wanted
        assert COLUMNS.index(column(forecast)) - COLUMNS.index(base(forecast)) == step
    two = fighting(game, {"sov-36-106": "0807", "sov-36-107": "0807", **hill})
    forecast = odds(two, "attack sov-36-106+sov-36-107 0707")
    assert (base(forecast), column(forecast)) == ("+4", "+2")


@pytest.mark.case("SFV-9.3c")
def test_shifts_never_leave_the_table(game: Game) -> None:
    """R-4: the base column is capped first, then the shifted one."""
    city = fighting(game, {"sov-18-b": "1208", "chi-2-1": "1207"})
    assert column(odds(city, "attack sov-18-b 1207")) == "0 or less"
    strong = {"sov-36-106": "0604", "sov-36-107": "0604", "sov-36-108": "0506", "sov-18-5cav": "0506"}
    state = fighting(game, {**strong, "chi-15-15-art": MIDDLE})
    forecast = odds(state, f"attack {group(*strong)} {MIDDLE}")
    assert (base(forecast), column(forecast)) == ("+10 or more", "+10 or more")
    assert game.odds_column(30, 0, -1) == "+8"
    assert game.odds_column(0, 9, 1) == "+1"


@pytest.mark.case("SFV-9.3a")
@pytest.mark.parametrize(
    ("target", "shift"), [(MIDDLE, 0), ("0606", -1), ("0707", -1), ("1207", -2), ("0318", -2)]
)
def test_the_ground_under_the_defender_shifts(game: Game, target: str, shift: int) -> None:
    """The attacker's own hex never counts."""
    for near in game.board.adjacent(game.board.index(target)):
        state = fighting(game, {RIFLE: game.board.ids[near], "chi-15-15-art": target})
        assert sum(shifts(odds(state, f"attack {RIFLE} {target}")).values()) == shift


@pytest.mark.case("SFV-9.3d")
def test_frozen_rivers_do_not_matter_in_combat(game: Game) -> None:
    """0419: across the Mutnaya from 0418, dry from 0420."""
    board = game.board
    assert "river" in board.border(board.index("0418"), board.index("0419"))
    assert "river" not in board.border(board.index("0420"), board.index("0419"))
    wet, dry = (
        odds(fighting(game, {RIFLE: here, "chi-17-10": "0419"}), f"attack {RIFLE} 0419")
        for here in ("0418", "0420")
    )
    assert wet == dry


def ringed(game: Game, *directions: str, target: str = MIDDLE) -> bool:
    """Is an attack from these directions concentric?"""
    grid = game.board.grid
    around = dict(zip(grid.directions, grid.around(target), strict=True))
    units = ("sov-21-61", "sov-35-103", "sov-36-106", "sov-18-5cav", "sov-18-tank", "sov-18-b")
    places = dict(zip(units, (around[d] for d in directions), strict=False))
    state = fighting(game, {**places, "chi-2-1": target})
    forecast = odds(state, f"attack {group(*places)} {target}")
    return shifts(forecast).get("SFV-9.4d", 0) == 1


@pytest.mark.case("SFV-9.4a", "SFV-9.4b", "SFV-9.4c", "SFV-9.4d")
def test_every_choice_of_hexes_around_a_defender(game: Game) -> None:
    """All 63: two opposite, three alternate, or four and more, and never more than one column."""
    clock = tuple(AROUND)
    for size in range(1, 7):
        for chosen in combinations(range(6), size):
            opposite = any((d + 3) % 6 in chosen for d in chosen)
            alternate = chosen in ((0, 2, 4), (1, 3, 5))
            assert ringed(game, *(clock[d] for d in chosen)) == (opposite or alternate or size > 3)


@pytest.mark.case("SFV-9.4a")
@pytest.mark.parametrize("pair", [("E", "W"), ("NE", "SW"), ("NW", "SE")])
def test_two_opposite_hexes_make_a_ring(game: Game, pair: tuple[str, str]) -> None:
    assert ringed(game, *pair)
    assert not ringed(game, pair[0])
    assert ringed(game, *pair, target="0406")  # in an even row too


@pytest.mark.case("SFV-9.4a")
def test_only_units_that_take_part_make_the_ring(game: Game) -> None:
    state = fighting(game, {RIFLE: "0504", "sov-35-103": "0506", INFANTRY: MIDDLE})
    assert odds(state, f"attack {RIFLE} {MIDDLE}").modifiers == ()
    assert shifts(odds(state, f"attack {RIFLE}+sov-35-103 {MIDDLE}")) == {"SFV-9.4d": 1}


@pytest.mark.case("SFV-9.4d")
def test_the_chinese_profit_from_a_ring_too(game: Game) -> None:
    state = fighting(game, {INFANTRY: "0504", "chi-2-1": "0506", "sov-18-b": MIDDLE}, "chinese")
    forecast = odds(state, f"attack {INFANTRY}+chi-2-1 {MIDDLE}")
    assert (base(forecast), column(forecast)) == ("+4", "+6")


@pytest.mark.case("SFV-9.4e")
@pytest.mark.parametrize("target", ["1206", "1207", "1107", "0318", "0417"])
def test_a_city_cannot_be_ringed(game: Game, target: str) -> None:
    for directions in (("E", "W"), ("NE", "W", "SE"), tuple(AROUND)):
        assert not ringed(game, *directions, target=target)
    assert ringed(game, "E", "W", target="0707")  # a hill can


@pytest.mark.case("SFV-9.5a")
@pytest.mark.parametrize("command", ["21", "35", "36"])
def test_all_three_regiments_of_a_division_shift_one_column(game: Game, command: str) -> None:
    """R-30: reduced ones count; two do not, nor two with a third of another division."""
    regiments = [u.id for u in game.units if u.formation == command]
    other = next(u.id for u in game.units if u.side == 0 and u.formation not in (command, "18"))
    places = dict(zip([*regiments, other], ("0604", "0604", "0605", "0605"), strict=True))
    state = fighting(game, {**places, INFANTRY: MIDDLE}, steps={regiments[0]: 1})
    assert shifts(odds(state, f"attack {group(*regiments)} {MIDDLE}")) == {"SFV-9.5a": 1}
    assert shifts(odds(state, f"attack {group(*regiments, other)} {MIDDLE}")) == {"SFV-9.5a": 1}
    assert odds(state, f"attack {group(*regiments[:2])} {MIDDLE}").modifiers == ()
    assert odds(state, f"attack {group(*regiments[:2], other)} {MIDDLE}").modifiers == ()


@pytest.mark.case("SFV-9.5a")
def test_the_corps_has_no_integrity(game: Game) -> None:
    places = {"sov-18-5cav": "0604", "sov-18-tc": "0604", "sov-18-tank": "0605", INFANTRY: MIDDLE}
    state = fighting(game, places)
    assert odds(state, f"attack sov-18-5cav+sov-18-tc+sov-18-tank {MIDDLE}").modifiers == ()


@pytest.mark.case("SFV-9.5a")
def test_chinese_regiments_earn_nothing_by_being_three(game: Game) -> None:
    places = {"chi-15-38": "0604", "chi-15-43": "0604", "chi-15-50": "0605", RIFLE: MIDDLE}
    state = fighting(game, places, "chinese")
    assert odds(state, f"attack chi-15-38+chi-15-43+chi-15-50 {MIDDLE}").modifiers == ()


@pytest.mark.case("SFV-9.5b")
def test_two_whole_divisions_bring_one_column(game: Game) -> None:
    first = {"sov-21-61": "0604", "sov-21-62": "0604", "sov-21-63": "0605"}
    second = {"sov-36-106": "0506", "sov-36-107": "0506", "sov-36-108": "0605"}
    state = fighting(game, {**first, **second, INFANTRY: MIDDLE})
    both = odds(state, f"attack {group(*first, *second)} {MIDDLE}")
    assert [m.value for m in both.modifiers if m.case == "SFV-9.5a"] == [1]
