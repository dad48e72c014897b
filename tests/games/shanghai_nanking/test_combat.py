"""SNC-10.0 to 10.5a: who may attack whom, odds, column shifts, the roll."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandtable.actions import Attack, EndPhase
from sandtable.dice import Scripted
from sandtable.forecast import Forecast
from sandtable.game import Game
from sandtable.state import State
from tests.games.shanghai_nanking.conftest import Play

Refused = Callable[[State, str], str]
At = Callable[[State, str], str]

SIXTH, EIGHTEENTH, THIRTYFOURTH, SIXTYEIGHTH = THIRD = tuple(
    f"j_rgt_{number}_div_003" for number in ("006", "018", "034", "068")
)
ELEVENTH = tuple(f"j_rgt_{number}_div_011" for number in ("012", "022", "043", "044"))


def fighting(game: Game, units: dict[str, str], side: str = "japanese", **more: object) -> State:
    """An Attack phase of turn 6, without Chinese aircraft."""
    settings: dict[str, object] = {
        "turn": 6, "phase": "first operations", "order": "attack", "air": False, **more,
    }  # fmt: skip
    return game.arrange("campaign", units, side=side, **settings)  # type: ignore[arg-type]


def odds(game: Game, state: State, text: str) -> Forecast:
    return game.forecast(state, game.parse(text))


def shifts(forecast: Forecast) -> dict[str, int]:
    return {m.case: m.value for m in forecast.modifiers}


def rolled(state: State) -> dict[str, object]:
    """What the last combat reported of its roll."""
    assert state.events is not None
    return next(e.data for e in state.events if e.case == "SNC-10.5a")


# -- who attacks whom --------------------------------------------------------------------------------


@pytest.mark.case("SNC-10.0a", "SNC-10.0c")
def test_the_active_side_attacks_adjacent_enemies_in_an_attack_phase(
    game: Game, play: Play, refused: Refused
) -> None:
    units = {SIXTH: "3006", "c_div_013": "3007"}
    state = fighting(game, units)
    assert refused(state, f"attack {SIXTH} 3108") == "SNC-10.0a"  # nobody is there
    assert (
        refused(fighting(game, {SIXTH: "3005", "c_div_013": "3007"}), f"attack {SIXTH} 3007") == "SNC-10.0a"
    )
    assert refused(state, "attack c_div_013 3006") == "SNC-10.0a"  # its own units are no target
    assert refused(fighting(game, units, order="move"), f"attack {SIXTH} 3007") == "SNC-9.0d"
    both = {**units, EIGHTEENTH: "3107", "c_div_015": "2907"}
    assert refused(fighting(game, both), "attack c_div_013 2907") == "SNC-10.0c"
    asked = play(state, f"attack {SIXTH} 3007")
    assert asked.decision is not None
    assert (asked.decision.kind, asked.decision.side) == ("commit_support", "japanese")


@pytest.mark.case("SNC-10.0c")
def test_the_chinese_attack_in_their_own_turn(game: Game, play: Play, at: At) -> None:
    """Two against four: 1:2; a 5 is 1/1, the attacker is gone, the defender reduced."""
    state = fighting(game, {SIXTH: "3006", "c_div_013": "3007"}, "chinese")
    state = play(state, "attack c_div_013 3006 with none", dice=[5])
    assert at(state, "c_div_013") == "eliminated"
    assert state.steps[game.units.index_of(SIXTH)] == 1


@pytest.mark.case("SNC-10.0b")
def test_nobody_has_to_attack(game: Game, play: Play) -> None:
    state = fighting(game, {SIXTH: "3006", "c_div_013": "3007"})
    assert EndPhase() in game.legal(state)
    assert play(state, "end").phase == "second operations"


@pytest.mark.case("SNC-10.0d", "SNC-10.0j", "SNC-10.2a")
def test_all_units_of_the_hex_defend_together(game: Game) -> None:
    """Elite, regular, brigade and garrison: 5 + 3 + 1 + 1."""
    there = dict.fromkeys(("c_div_087", "c_div_098", "c_bde_020", "c_gar_h"), "3007")
    state = fighting(game, {**dict.fromkeys(THIRD, "3006"), **there})
    forecast = odds(game, state, f"attack {'+'.join(THIRD)} 3007 with none")
    assert (forecast.attack, forecast.defence) == (16, 10)


@pytest.mark.case("SNC-10.0e")
def test_many_attack_one_hex_from_wherever_they_touch_it(game: Game, refused: Refused) -> None:
    units = {SIXTH: "3006", EIGHTEENTH: "3107", THIRTYFOURTH: "2907", SIXTYEIGHTH: "3005"}
    state = fighting(game, {**units, "c_div_013": "3007", "c_div_015": "2906"})
    forecast = odds(game, state, f"attack {SIXTH}+{EIGHTEENTH}+{THIRTYFOURTH} 3007 with none")
    assert forecast.attack == 12
    # 3005 touches 2906 but not 3007: no attack has two targets.
    assert refused(state, f"attack {SIXTH}+{SIXTYEIGHTH} 3007") == "SNC-10.0a"
    assert refused(state, "attack none 3007") == "SNC-10.0e"


@pytest.mark.case("SNC-10.0f")
def test_no_factor_counts_twice(game: Game, refused: Refused) -> None:
    state = fighting(game, {SIXTH: "3006", "c_div_013": "3007"})
    assert refused(state, f"attack {SIXTH}+{SIXTH} 3007") == "SNC-10.0f"


@pytest.mark.case("SNC-10.0f", "SNC-10.0g")
def test_a_unit_attacks_once_in_a_phase(game: Game, play: Play, refused: Refused) -> None:
    state = fighting(game, {SIXTH: "3006", EIGHTEENTH: "3006", "c_div_087": "3007", "c_div_015": "2906"})
    state = play(state, f"attack {SIXTH} 3007 with none", dice=[6])
    assert refused(state, f"attack {SIXTH} 2906") == "SNC-10.0g"
    assert refused(state, f"attack {EIGHTEENTH}+{SIXTH} 2906") == "SNC-10.0g"
    assert not [a for a in game.legal(state) if isinstance(a, Attack) and SIXTH in a.units]
    assert game.parse(f"attack {EIGHTEENTH} 2906") in game.legal(state)


@pytest.mark.case("SNC-10.0h")
def test_a_hex_is_attacked_once_in_a_phase_and_again_in_the_next(
    game: Game, play: Play, refused: Refused
) -> None:
    state = fighting(game, {SIXTH: "3006", EIGHTEENTH: "3107", "c_div_087": "3007", "c_div_098": "3007"})
    state = play(state, f"attack {SIXTH} 3007 with none", dice=[6])
    assert refused(state, f"attack {EIGHTEENTH} 3007") == "SNC-10.0h"
    assert not [a for a in game.legal(state) if isinstance(a, Attack)]
    while state.phase != "second operations":
        state = play(state, "end" if game.parse("end") in game.legal(state) else "pass")
    assert game.parse(f"attack {SIXTH}+{EIGHTEENTH} 3007") in game.legal(state)


@pytest.mark.case("SNC-10.0i", "SNC-10.1a")
def test_units_of_one_stack_attack_different_hexes_or_stay_out(game: Game, play: Play, at: At) -> None:
    """3006 touches 3007 and 2906; one regiment against each, one against nobody."""
    here = dict.fromkeys((SIXTH, EIGHTEENTH, THIRTYFOURTH), "3006")
    state = fighting(game, {**here, "c_div_033": "3007", "c_div_034": "2906"})
    state = play(
        state,
        f"attack {SIXTH} 3007 with none",
        f"advance {SIXTH}",
        f"attack {EIGHTEENTH} 2906 with none",
        "advance none",
        dice=[6, 6],
    )
    assert [at(state, u) for u in ("c_div_033", "c_div_034")] == ["eliminated"] * 2
    assert [at(state, u) for u in here] == ["3007", "3006", "3006"]


@pytest.mark.case("SNC-10.1a", "SNC-10.5.3e", "SNC-6.3b")
def test_one_attack_is_finished_before_the_next_begins(game: Game, play: Play, refused: Refused) -> None:
    state = fighting(game, {SIXTH: "3006", EIGHTEENTH: "3006", "c_div_033": "3007", "c_div_034": "2906"})
    begun = play(state, f"attack {SIXTH} 3007")
    assert refused(begun, f"attack {EIGHTEENTH} 2906") == "SNC-11.1a"
    assert refused(begun, "end") == "SNC-11.1a"
    won = play(begun, "support none", dice=[6])
    assert refused(won, f"attack {EIGHTEENTH} 2906") == "SNC-10.5.3a"
    assert refused(won, "end") == "SNC-10.5.3a"
    done = play(won, "advance none")
    assert game.parse(f"attack {EIGHTEENTH} 2906") in game.legal(done)


@pytest.mark.case("SNC-10.2a")
@pytest.mark.parametrize(
    ("side", "static", "enemy"), [("japanese", "j_gar_b", "c_div_013"), ("chinese", "c_gar_k", SIXTH)]
)
def test_static_units_never_attack_but_have_a_zone(
    game: Game, refused: Refused, side: str, static: str, enemy: str
) -> None:
    state = fighting(game, {static: "3006", enemy: "3007"}, side)
    assert refused(state, f"attack {static} 3007") == "SNC-10.2a"
    assert not [a for a in game.legal(state) if isinstance(a, Attack)]
    assert state.zone[game.sides.index(side)][game.board.index("3007")]


@pytest.mark.case("SNC-10.4.1k")
def test_no_combat_across_open_water(game: Game, refused: Refused) -> None:
    """A hexside is open water when a hex beside it is: no unit stands there, and if it did, in vain."""
    for here, _, there in game.board.sides():
        if game.board.terrain[there] in {"sea", "lake", "yangtze"}:
            assert there not in game.touch[here]
            assert not game.touch[there]
    drowned = fighting(game, {SIXTH: "2608", "c_div_013": "2609"})
    assert refused(drowned, f"attack {SIXTH} 2609") == "SNC-10.4.1k"


# -- odds ----------------------------------------------------------------------------------------------

#: Defenders by the factors they have.
OF_STRENGTH = {
    1: ("c_div_033",),
    2: ("c_div_013",),
    3: ("c_div_098",),
    5: ("c_div_087",),
    6: ("c_div_013", "c_div_015", "c_div_016"),
    9: ("c_div_087", "c_div_098", "c_gar_h"),
}


@pytest.mark.case("SNC-10.3a", "SNC-10.3b", "SNC-10.3.1a")
@pytest.mark.parametrize(
    ("attackers", "defence", "column"),
    [
        (THIRD[:1], 2, "2:1"),  # 4:2
        (THIRD[:1], 3, "1:1"),  # 4:3
        (THIRD[:3], 5, "2:1"),  # 12:5
        (THIRD, 3, "5:1"),  # 16:3
        (THIRD[:3], 2, "6:1"),  # 12:2
        (THIRD, 2, "6:1 (from 8:1)"),  # beyond the table
        (THIRD, 1, "6:1 (from 16:1)"),
        (THIRD[:1], 5, "1:2"),  # 4:5
        (THIRD[:1], 9, "1:3"),  # 4:9
        (THIRD[:2], 9, "1:2"),  # 8:9
        (ELEVENTH[:2], 6, "1:1"),  # 6:6
        (ELEVENTH[:1], 9, "1:3"),  # 3:9
    ],
)
def test_odds_are_rounded_in_favour_of_the_defender(
    game: Game, attackers: tuple[str, ...], defence: int, column: str
) -> None:
    state = fighting(
        game, {**dict.fromkeys(attackers, "3006"), **dict.fromkeys(OF_STRENGTH[defence], "3007")}
    )
    forecast = odds(game, state, f"attack {'+'.join(attackers)} 3007 with none")
    assert forecast.defence == defence
    assert forecast.column == column


@pytest.mark.case("SNC-10.3.1a")
def test_odds_below_one_to_three_use_the_lowest_column(game: Game) -> None:
    state = fighting(game, {"c_div_033": "3006", **dict.fromkeys(THIRD, "3007")}, "chinese")
    assert odds(game, state, "attack c_div_033 3007 with none").column == "1:3 (from 1:16)"
    # R-11: the shift is made on the open scale, 1:16 to 1:15, and then the table's end is used.
    assert odds(game, state, "attack c_div_033 3007 with artillery").column == "1:3 (from 1:16)"


@pytest.mark.case("SNC-10.4a", "SNC-10.4b", "SNC-10.3.1a")
@pytest.mark.parametrize(
    ("target", "here", "attackers", "support", "column"),
    [
        ("2707", "2806", THIRD[:2], "none", "3:1 (from 4:1)"),  # marsh
        ("2707", "2806", THIRD[:2], "artillery", "4:1"),  # marsh, artillery
        ("2707", "2806", THIRD[:2], "artillery+air", "5:1 (from 4:1)"),
        ("2606", "2707", THIRD[:2], "none", "2:1 (from 4:1)"),  # town in the marsh
        ("3007", "3006", THIRD[:2], "artillery+air+naval", "6:1 (from 4:1)"),
        ("2606", "2707", THIRD, "none", "6:1 (from 8:1)"),  # 8:1, two to the left: still 6:1
    ],
)
def test_shifts_are_summed_and_applied_once(
    game: Game, target: str, here: str, attackers: tuple[str, ...], support: str, column: str
) -> None:
    """Against two factors; left is the defender's side of the table, right the attacker's."""
    state = fighting(game, {**dict.fromkeys(attackers, here), "c_div_013": target})
    forecast = odds(game, state, f"attack {'+'.join(attackers)} {target} with {support}")
    assert forecast.column == column


@pytest.mark.case("SNC-10.4b")
def test_the_scale_of_odds_has_no_step_between_one_to_one_and_one_to_two(game: Game) -> None:
    """R-11: three against three in a town in the marsh, 1:1, 1:2, 1:3."""
    state = fighting(game, {ELEVENTH[0]: "2707", "c_div_098": "2606"})
    assert odds(game, state, f"attack {ELEVENTH[0]} 2606 with none").column == "1:3 (from 1:1)"
    assert odds(game, state, f"attack {ELEVENTH[0]} 2606 with air").column == "1:2 (from 1:1)"


# -- ground -----------------------------------------------------------------------------------------------

GROUND = {
    "clear": ("3007", "3006"),
    "rice paddy": ("0104", "0103"),
    "woods": ("0106", "0105"),
    "marsh": ("0111", "0110"),
    "town, clear": ("1203", "1202"),
    "town, paddy": ("1009", "0910"),
    "town, marsh": ("2606", "2707"),
    "town, woods": ("1319", "1218"),
    "city": ("2410", "2510"),
}


@pytest.mark.case(
    "SNC-10.4.1a", "SNC-10.4.1b", "SNC-10.4.1c", "SNC-10.4.1d", "SNC-10.4.1e", "SNC-10.4.1f", "SNC-10.4.1g",
    "SNC-1.3d",
)  # fmt: skip
@pytest.mark.parametrize(
    ("ground", "chinese", "japanese"),
    [
        ("clear", {}, {}),
        ("rice paddy", {}, {}),
        ("woods", {"SNC-10.4.1c": -1}, {"SNC-10.4.1c": -1}),
        ("marsh", {"SNC-10.4.1c": -1}, {"SNC-10.4.1c": -1}),
        ("town, clear", {"SNC-10.4.1d": -1}, {}),
        ("town, paddy", {"SNC-10.4.1d": -1}, {}),
        ("town, marsh", {"SNC-10.4.1c": -1, "SNC-10.4.1e": -1}, {"SNC-10.4.1c": -1}),
        ("town, woods", {"SNC-10.4.1c": -1, "SNC-10.4.1e": -1}, {"SNC-10.4.1c": -1}),
        ("city", {"SNC-10.4.1f": -2}, {"SNC-10.4.1f": -2}),
    ],
)
def test_what_the_ground_gives_a_defender(
    game: Game, ground: str, chinese: dict[str, int], japanese: dict[str, int]
) -> None:
    target, here = GROUND[ground]
    state = fighting(game, {SIXTH: here, "c_div_013": target})
    assert shifts(odds(game, state, f"attack {SIXTH} {target} with none")) == chinese
    state = fighting(game, {SIXTH: target, "c_div_013": here}, "chinese")
    assert shifts(odds(game, state, f"attack c_div_013 {target} with none")) == japanese


@pytest.mark.case("SNC-10.4.1e")
def test_the_other_erratum_is_a_switch(game: Game) -> None:
    """R-01: with the option, a town adds nothing to marsh or woods."""
    units = {SIXTH: "2707", "c_div_013": "2606"}
    state = fighting(game, units, options={"town_stacks_with_terrain": "no"})
    forecast = state.game.forecast(state, game.parse(f"attack {SIXTH} 2606 with none"))
    assert shifts(forecast) == {"SNC-10.4.1c": -1}


@pytest.mark.case("SNC-10.4.1a")
def test_ground_gives_two_columns_at_most(game: Game) -> None:
    """What if marsh gave two columns: the town in it would add nothing; three of them give two."""
    for columns, wanted in ((2, {"SNC-10.4.1c": -2}), (3, {"SNC-10.4.1c": -2})):
        marsh = {"id": "marsh", "left_shift_chinese_defender": columns}
        units = {SIXTH: "2707", "c_div_013": "2606"}
        state = fighting(game, units, changes={"terrain_effects": [marsh]})
        forecast = state.game.forecast(state, game.parse(f"attack {SIXTH} 2606 with none"))
        assert shifts(forecast) == wanted


@pytest.mark.case("SNC-10.4.1f")
def test_the_ground_under_a_city_adds_nothing(game: Game) -> None:
    """Either reading of the seventh city: two columns, whether it was woods, paddy or town before."""
    units = {SIXTH: "0115", "c_div_013": "0116"}
    for city, wanted in (("1102", {"SNC-10.4.1d": -1}), ("0116", {"SNC-10.4.1f": -2})):
        state = fighting(game, units, options={"seventh_city": city})
        forecast = state.game.forecast(state, game.parse(f"attack {SIXTH} 0116 with none"))
        assert shifts(forecast) == wanted


# -- water -----------------------------------------------------------------------------------------------


@pytest.mark.case("SNC-10.4.1h", "SNC-10.4.1i", "SNC-10.4.1j")
@pytest.mark.parametrize(
    ("units", "target", "strength"),
    [
        ({SIXTH: "3511"}, "3510", 2),  # 4 over a creek
        ({ELEVENTH[0]: "3511"}, "3510", 1),  # 3/2 = 1.5
        ({ELEVENTH[0]: "3511", ELEVENTH[1]: "3511"}, "3510", 3),  # 1.5 + 1.5
        ({ELEVENTH[0]: "3511", ELEVENTH[1]: "3509"}, "3510", 4),  # 1.5 + 3: only the first is over water
        ({SIXTH: "3415"}, "3414", 1),  # 4/3
        ({SIXTH: "3415", EIGHTEENTH: "3415"}, "3414", 2),  # 8/3
        ({SIXTH: "3415", EIGHTEENTH: "3415", THIRTYFOURTH: "3413"}, "3414", 6),  # 8/3 + 4
        ({SIXTH: "3611"}, "3612", 1),  # the navigable Huangpu is a river
        ({ELEVENTH[0]: "3611", ELEVENTH[1]: "3611"}, "3612", 2),  # 1 + 1
    ],
)
def test_water_reduces_only_those_who_attack_across_it(
    game: Game, units: dict[str, str], target: str, strength: int
) -> None:
    state = fighting(game, {**units, "c_div_013": target})
    assert odds(game, state, f"attack {'+'.join(units)} {target} with none").attack == strength


@pytest.mark.case("SNC-10.4.1j")
def test_creek_and_river_together_are_rounded_once(game: Game) -> None:
    """Jinshan (3116): three factors over a creek from 3016, eight over the river from 3115.

    1.5 and 2.67 are 4.17; rounding each unit, or each hexside, would leave three.
    """
    units = {ELEVENTH[0]: "3016", SIXTH: "3115", EIGHTEENTH: "3115"}
    state = fighting(game, {**units, "c_div_013": "3116"})
    assert odds(game, state, f"attack {'+'.join(units)} 3116 with none").attack == 4


@pytest.mark.case("SNC-10.4.1j")
def test_nothing_left_is_no_attack(game: Game, refused: Refused) -> None:
    """R-12: two factors over a river."""
    state = fighting(game, {SIXTH: "3415", "c_div_013": "3414"}, steps={SIXTH: 1})
    assert refused(state, f"attack {SIXTH} 3414") == "SNC-10.4.1j"
    assert not [a for a in game.legal(state) if isinstance(a, Attack)]


# -- all around ------------------------------------------------------------------------------------------

#: The hexes around 3007 from north, clockwise.
RING = ("3006", "3107", "3108", "3008", "2908", "2907")


@pytest.mark.case("SNC-10.4.2a", "SNC-10.4.2c")
@pytest.mark.parametrize(
    ("places", "concentric"),
    [
        ((0,), False),
        ((0, 1), False),
        ((0, 2), False),
        ((0, 3), True),
        ((1, 4), True),
        ((0, 1, 2), False),
        ((0, 1, 5), False),
        ((0, 2, 4), True),
        ((1, 3, 5), True),
        ((0, 1, 3), True),
        ((0, 1, 2, 3), True),
        ((5, 0, 1, 2), True),
        ((0, 1, 2, 3, 4, 5), True),
    ],
)
def test_a_concentric_attack(game: Game, places: tuple[int, ...], concentric: bool) -> None:
    """However many hexes and patterns, one column."""
    names = (*THIRD, *ELEVENTH)
    units = {names[i]: RING[place] for i, place in enumerate(places)}
    state = fighting(game, {**units, "c_div_087": "3007"})
    forecast = odds(game, state, f"attack {'+'.join(units)} 3007 with none")
    assert shifts(forecast) == ({"SNC-10.4.2a": 1} if concentric else {})


@pytest.mark.case("SNC-10.4.2a")
def test_only_participants_count_for_a_concentric_attack(game: Game) -> None:
    state = fighting(game, {SIXTH: "3006", EIGHTEENTH: "3008", "c_div_087": "3007"})
    assert shifts(odds(game, state, f"attack {SIXTH} 3007 with none")) == {}


@pytest.mark.case("SNC-10.4.2b")
def test_no_concentric_shift_into_a_city(game: Game) -> None:
    """2409 and 2411 lie on opposite sides of Suzhou."""
    state = fighting(game, {SIXTH: "2409", EIGHTEENTH: "2411", "c_div_013": "2410"})
    assert shifts(odds(game, state, f"attack {SIXTH}+{EIGHTEENTH} 2410 with none")) == {"SNC-10.4.1f": -2}


@pytest.mark.case("SNC-10.4.2c")
def test_the_chinese_get_no_concentric_shift(game: Game) -> None:
    units = {"c_div_013": "3006", "c_div_015": "3008", "c_div_016": "3107", "c_div_019": "3108"}
    state = fighting(game, {**units, SIXTH: "3007"}, "chinese")
    assert shifts(odds(game, state, f"attack {'+'.join(units)} 3007 with none")) == {}


# -- the roll --------------------------------------------------------------------------------------------


@pytest.mark.case("SNC-10.5a", "SNC-10.5.1a")
@pytest.mark.parametrize(
    ("attackers", "results"),
    [
        (THIRD[:1], ["3/0", "3/0", "2/0", "2/1", "1/1", "1/1"]),  # 4:8, 1:2
        (THIRD[:2], ["3/0", "2/0", "2/1", "1/1", "1/1", "1/2"]),  # 8:8, 1:1
        (THIRD, ["2/0", "2/1", "1/1", "1/1", "1/2", "0/2"]),  # 16:8, 2:1
    ],
    ids=["1:2", "1:1", "2:1"],
)
def test_the_die_is_read_in_the_final_column(
    game: Game, attackers: tuple[str, ...], results: list[str]
) -> None:
    """Columns of the table as the ledger prints them, one die each, steps lost on both sides."""
    defenders = ("c_div_098", "c_div_003", "c_div_013")
    for die, result in enumerate(results, start=1):
        units = {**dict.fromkeys(attackers, "3006"), **dict.fromkeys(defenders, "3007")}
        state = fighting(game, units)
        before = list(state.steps)
        script = Scripted(die)
        state = game.play(state, game.parse(f"attack {'+'.join(attackers)} 3007 with none"), script)
        data = rolled(state)
        assert (data["die"], f"{data['a']}/{data['d']}") == (die, result)
        while state.decision is not None and state.decision.kind == "absorb_loss":
            state = game.play(state, next(iter(game.legal(state))), script)
        wanted = [int(part) for part in result.split("/")]
        paid = [
            sum(before[game.units.index_of(u)] - state.steps[game.units.index_of(u)] for u in side)
            for side in (attackers, defenders)
        ]
        assert paid == [min(wanted[0], 2 * len(attackers)), wanted[1]]
