"""SNC-8.4, 8.4.2, 8.5: Japanese landings from the choice of the site to the stacking check."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandtable.actions import Retreat
from sandtable.game import Game
from sandtable.games.shanghai_nanking.orders import Land
from sandtable.state import State

Play = Callable[..., State]
Refused = Callable[[State, str], str]
At = Callable[[State, str], str]

THIRD = tuple(f"j_rgt_{n}_div_003" for n in ("006", "018", "034", "068"))
ELEVENTH = tuple(f"j_rgt_{n}_div_011" for n in ("012", "022", "043", "044"))
HUNDRED_FIRST = tuple(f"j_rgt_{n}_div_101" for n in ("101", "103", "149", "157"))
SIXTEENTH = tuple(f"j_rgt_{n}_div_016" for n in ("009", "020", "033", "038"))
DETACHMENTS = ("j_det_shigeto", "j_det_asama", "j_det_amaya")
SHANGHAI = {"j_snlf_1": "3512", "c_div_087": "3511"}


def group(units: tuple[str, ...]) -> str:
    return "+".join(units)


def offshore(
    game: Game, due: tuple[str, ...], units: dict[str, str] | None = None, turn: int = 6, **more: object
) -> State:
    """The Japanese Reinforcement Phase with these units waiting to land."""
    base = SHANGHAI if turn < 8 else {"j_snlf_1": "3512"}
    return game.arrange(
        "campaign", {**base, **(units or {})}, turn=turn, phase="reinforcement", side="japanese",
        due=dict.fromkeys(due, turn), **more,
    )  # fmt: skip


def steps(game: Game, state: State, units: tuple[str, ...]) -> int:
    """Steps left to units together."""
    return sum(state.steps[game.units.index_of(u)] for u in units)


def kind(state: State) -> str:
    assert state.decision is not None
    return state.decision.kind


def side(state: State) -> str:
    assert state.decision is not None
    return state.decision.side


def facts(state: State, case: str = "SNC-10.5a") -> dict[str, object]:
    return next(e.data for e in reversed(state.events or ()) if e.case == case)


# -- the combat ---------------------------------------------------------------------------------------


@pytest.mark.case("SNC-8.4d", "SNC-8.4e", "SNC-8.4f", "SNC-8.4h")
def test_the_landing_at_wusong(game: Game, play: Play, at: At) -> None:
    """SNC-EX-14: 16 halved is 8 against 3, 2:1; four markers make 6:1; die 1 costs one step."""
    state = offshore(game, THIRD, {"c_gar_wusong": "3510"}, turn=2)
    order = f"land {group(THIRD)} 3510 with artillery+air+naval+amphibious"
    odds = game.forecast(state, game.parse(order))
    assert (odds.attack, odds.defence, odds.column) == (8, 3, "6:1 (from 2:1)")
    state = play(state, order, "fly no", f"lose {THIRD[0]}", dice=[1])
    assert at(state, "c_gar_wusong") == "eliminated"
    assert {at(state, u) for u in THIRD} == {"3510"}, "there is no choice: all survivors go ashore"
    assert steps(game, state, THIRD) == 7
    assert state.control[game.board.index("3510")] == game.side_index("japanese")


@pytest.mark.case("SNC-8.4e")
@pytest.mark.parametrize(
    ("units", "halving", "strength"),
    [
        (ELEVENTH, "total", 6),
        (ELEVENTH[:3], "total", 4),
        (ELEVENTH[:1], "total", 1),
        (ELEVENTH, "unit", 4),
        (ELEVENTH[:3], "unit", 3),
    ],
)
def test_landing_units_count_half(game: Game, units: tuple[str, ...], halving: str, strength: int) -> None:
    """SNC-EX-16 and R-10: the total is halved and rounded down, or each unit by itself."""
    state = offshore(game, units, {"c_gar_e": "3308"}, turn=2, options={"landing_halving": halving})
    odds = state.game.forecast(state, game.parse(f"land {group(units)} 3308 with none"))
    assert (odds.attack, odds.defence) == (strength, 1)


@pytest.mark.case("SNC-8.4d")
def test_everybody_in_the_landing_hex_defends_and_terrain_counts(game: Game, play: Play) -> None:
    state = offshore(game, THIRD, {"c_gar_wusong": "3510", "c_div_036": "3510", "c_bde_037": "3510"})
    odds = game.forecast(state, game.parse(f"land {group(THIRD)} 3510 with none"))
    assert (odds.attack, odds.defence, odds.column) == (8, 9, "1:2")
    assert not odds.modifiers, "no concentric shift, no water, no terrain in 3510 (R-23)"


@pytest.mark.case("SNC-8.4c")
def test_units_wait_offshore_while_the_landing_is_fought(game: Game, play: Play, at: At) -> None:
    state = play(offshore(game, THIRD, {"c_gar_wusong": "3510"}), f"land {group(THIRD)} 3510")
    assert (kind(state), side(state)) == ("commit_support", "japanese")
    assert {at(state, u) for u in THIRD} == {"afloat"}
    assert not state.count[1][game.board.index("3510")]


@pytest.mark.case("SNC-8.4a", "SNC-8.4c")
def test_landings_are_made_at_listed_landing_hexes_only(game: Game, refused: Refused) -> None:
    state = offshore(game, (*THIRD, *ELEVENTH), turn=2)
    sites = {
        unit: {a.site for a in game.legal(state) if isinstance(a, Land) and unit in a.units}
        for unit in (THIRD[0], ELEVENTH[0])
    }
    assert sites == {THIRD[0]: {"3509", "3510"}, ELEVENTH[0]: {"3308", "3408"}}
    assert refused(state, f"land {THIRD[0]} 3511") == "SNC-8.4c"
    assert refused(state, f"land {THIRD[0]} 3308") == "SNC-8.4a"
    assert refused(state, f"place {THIRD[0]} 3510") == "SNC-8.4a"
    assert refused(state, f"land {THIRD[0]}+{THIRD[0]} 3510") == "SNC-8.4c"
    assert refused(state, f"land {HUNDRED_FIRST[0]} 3510") == "SNC-5.4a"


@pytest.mark.case("SNC-8.4b", "SNC-8.0c")
def test_arriving_units_take_no_part_in_the_first_operations_phase(game: Game, refused: Refused) -> None:
    for order in ("move", "attack"):
        state = game.arrange(
            "campaign", {**SHANGHAI, "c_gar_wusong": "3510"}, turn=2, phase="first operations",
            side="japanese", order=order, due=dict.fromkeys(THIRD, 2),
        )  # fmt: skip
        assert not list(game.legal(state).for_unit(THIRD[0]))
        assert refused(state, f"land {THIRD[0]} 3510").startswith("SNC-")
    assert refused(state, f"attack {THIRD[0]} 3510") == "SNC-10.0a"
    early = offshore(game, THIRD, turn=2)
    early.due[game.units.index_of(HUNDRED_FIRST[0])] = 3
    assert refused(early, f"land {HUNDRED_FIRST[0]} 3510") == "SNC-8.0c"


@pytest.mark.case("SNC-8.4k", "SNC-8.4l")
@pytest.mark.parametrize("plan", ["MM", "AA", "MA", "AM"])
def test_the_landing_is_fought_whatever_the_plan_and_the_landed_units_act_at_once(
    game: Game, play: Play, plan: str
) -> None:
    state = game.arrange(
        "campaign", {**SHANGHAI, "c_gar_wusong": "3510", "c_div_098": "3509"}, turn=6,
        phase="declaration", side="japanese", due=dict.fromkeys(THIRD, 6),
    )  # fmt: skip
    landing = f"land {group(THIRD)} 3510 with artillery+naval+amphibious"
    state = play(state, f"plan {plan}", "end", landing, dice=[4])
    assert (state.phase, kind(state)) == ("second operations", {"M": "move", "A": "attack"}[plan[1]])
    if plan[1] == "A":
        odds = game.forecast(state, game.parse(f"attack {group(THIRD)} 3509 with none"))
        assert odds.attack == 16, "at full printed strength"
    else:
        assert "move" in {a.verb for a in game.legal(state).for_unit(THIRD[0])}


# -- losses and what follows ----------------------------------------------------------------------------


@pytest.mark.case("SNC-8.4g", "SNC-8.4i", "SNC-8.4j")
def test_chinese_losses_retreat_then_japanese_losses_and_one_more_then_entry(
    game: Game, play: Play, refused: Refused, at: At
) -> None:
    """8 against 8, 1:1, die 5: 1/1. The garrison cannot retreat, the Japanese pay two steps."""
    state = offshore(game, THIRD, {"c_gar_wusong": "3510", "c_div_006": "3510", "c_div_007": "3510"})
    state = play(state, f"land {group(THIRD)} 3510 with none", dice=[5])
    assert (kind(state), side(state)) == ("choose_retreat", "chinese"), "the flipped garrison was forced"
    assert at(state, "c_gar_wusong") == "eliminated"
    assert steps(game, state, THIRD) == 8, "the Japanese have lost nothing yet"
    assert {at(state, u) for u in THIRD} == {"afloat"}
    assert refused(state, "retreat c_div_006 3512") == "SNC-8.4i"
    assert refused(state, "retreat c_div_006 3408") == "SNC-8.4i"
    state = play(state, "retreat c_div_006 3410", "retreat c_div_007 3409")
    assert (kind(state), side(state)) == ("absorb_loss", "japanese")
    state = play(state, f"lose {THIRD[1]}", f"lose {THIRD[2]}")
    assert steps(game, state, THIRD) == 6, "one step by the table and one more"
    assert {at(state, u) for u in THIRD} == {"3510"}
    assert (at(state, "c_div_006"), at(state, "c_div_007")) == ("3410", "3409")


@pytest.mark.case("SNC-8.4h", "SNC-8.4j")
def test_no_extra_step_when_nobody_survives(game: Game, play: Play, at: At) -> None:
    state = offshore(game, ELEVENTH, {"c_gar_e": "3308"})
    state = play(state, f"land {group(ELEVENTH)} 3308 with none", dice=[2])
    assert facts(state)["column"] == "6:1"
    assert steps(game, state, ELEVENTH) == 8
    assert {at(state, u) for u in ELEVENTH} == {"3308"}


@pytest.mark.case("SNC-8.4i", "SNC-8.4j")
def test_a_garrison_that_survives_the_table_is_removed_and_costs_the_extra_step(
    game: Game, play: Play, at: At
) -> None:
    state = offshore(game, THIRD[:1], {"c_gar_wusong": "3510"})
    state = play(state, f"land {THIRD[0]} 3510 with none", dice=[6])
    assert facts(state)["column"] == "1:2"
    assert at(state, "c_gar_wusong") == "eliminated"
    assert at(state, THIRD[0]) == "eliminated", "1/1 and one more: both steps of the only regiment"
    hex_ = game.board.index("3510")
    assert not state.count[1][hex_]
    assert state.control[hex_] == game.side_index("chinese"), "nobody was left to enter"
    assert kind(state) == "attack"


@pytest.mark.case("SNC-8.4i")
def test_the_retreat_stands_even_if_no_attacker_survives(game: Game, play: Play, at: At) -> None:
    """R-24: it comes before the Japanese losses."""
    state = offshore(game, THIRD[:1], {"c_div_036": "3510"})
    state = play(state, f"land {THIRD[0]} 3510 with none", dice=[1])
    state = play(state, "retreat c_div_036 3409")
    assert (at(state, THIRD[0]), at(state, "c_div_036")) == ("eliminated", "3409")
    assert state.control[game.board.index("3510")] == game.side_index("chinese")


@pytest.mark.case("SNC-8.4i")
def test_a_retreat_needs_room_and_minds_no_zone_of_control(game: Game, play: Play, refused: Refused) -> None:
    """R-24: within 3.0 division equivalents, into zones of control, units apart; not onto the Japanese."""
    full = {"c_div_003": "3409", "c_div_008": "3409", "c_div_044": "3409"}
    state = offshore(game, THIRD, {"c_div_051": "3510", "c_div_058": "3510", "j_det_asama": "3509", **full})
    state = play(state, f"land {group(THIRD)} 3510 with none", dice=[1])
    assert {a.space for a in game.legal(state) if isinstance(a, Retreat)} == {"3410", "3511", "3610"}
    assert refused(state, "retreat c_div_051 3409") == "SNC-8.4i"
    assert state.zone[1][game.board.index("3511")], "the zone of the unit in 3512"
    state = play(state, "retreat c_div_051 3511")
    assert {a.unit for a in game.legal(state) if isinstance(a, Retreat)} == {"c_div_058"}
    choices = {a.space for a in game.legal(state) if isinstance(a, Retreat)}
    assert choices == {"3410", "3610"}, "1.5 and 1.0 leave no room for another division in 3511"


@pytest.mark.case("SNC-8.4i", "SNC-8.1b")
def test_units_without_a_retreat_are_eliminated_and_elites_roll_for_their_return(
    game: Game, play: Play, at: At
) -> None:
    ring = {"j_det_shigeto": "3509", "j_det_asama": "3410", "j_det_amaya": "3409", ELEVENTH[0]: "3511"}
    state = game.arrange(
        "campaign", {"j_snlf_1": "3512", **ring, ELEVENTH[1]: "3610", "c_div_036": "3510"}, turn=6,
        phase="reinforcement", side="japanese", due=dict.fromkeys(THIRD, 6),
    )  # fmt: skip
    lost = (f"lose {THIRD[0]}", f"lose {THIRD[1]}")
    state = play(state, f"land {group(THIRD)} 3510 with none", *lost, dice=[4, 3])
    assert facts(state, "SNC-8.1b")["turn"] == 9
    assert (at(state, "c_div_036"), state.due[game.units.index_of("c_div_036")]) == ("off map", 9)
    assert steps(game, state, THIRD) == 6, "it survived the table, so the extra step is due"


# -- support --------------------------------------------------------------------------------------------


@pytest.mark.case("SNC-8.4f", "SNC-8.5b")
def test_markers_used_in_the_first_phase_do_not_support_a_landing_but_are_back_for_the_second(
    game: Game, play: Play, refused: Refused
) -> None:
    """R-09; on turn 2 the Japanese have one artillery and one air marker."""
    attacker = "j_rgt_007_div_009"
    units = {**SHANGHAI, attacker: "2907", "c_div_003": "2908", "c_gar_wusong": "3510"}
    state = game.arrange(
        "campaign", units, turn=2, phase="first operations", side="japanese", order="attack",
        due=dict.fromkeys(THIRD, 2),
    )  # fmt: skip
    state = play(state, f"attack {attacker} 2908 with artillery", "advance none", "end", dice=[6])
    assert (state.phase, kind(state)) == ("reinforcement", "land")
    assert refused(state, f"land {group(THIRD)} 3510 with artillery") == "SNC-11.1d"
    state = play(state, f"land {group(THIRD)} 3510 with air+naval+amphibious", "fly no", dice=[4])
    assert (state.phase, kind(state)) == ("second operations", "attack")
    ready = game.view(state, "japanese").facts["markers ready"]
    assert (ready["japanese artillery"], ready["japanese air"], ready["japanese naval"]) == (1, 1, 4)


@pytest.mark.case("SNC-8.4f")
def test_one_amphibious_marker_a_landing_two_a_phase_and_on_later_turns_again(
    game: Game, play: Play, refused: Refused
) -> None:
    """R-28."""
    sites = {"c_gar_wusong": "3510", "c_gar_e": "3308", "c_gar_f": "3408"}
    due = (*THIRD[:2], *ELEVENTH[:2], *HUNDRED_FIRST[:2])
    state = offshore(game, due, sites, turn=7)
    assert refused(state, f"land {group(THIRD[:2])} 3510 with amphibious+amphibious") == "SNC-11.1c"
    state = play(state, f"land {group(ELEVENTH[:2])} 3308 with amphibious", dice=[6])
    state = play(state, f"land {group(HUNDRED_FIRST[:2])} 3408 with amphibious", dice=[6])
    assert refused(state, f"land {group(THIRD[:2])} 3510 with amphibious") == "SNC-11.1d"


@pytest.mark.case("SNC-8.4f")
def test_no_ships_guns_on_the_bay(game: Game, refused: Refused) -> None:
    """R-27."""
    state = offshore(game, SIXTEENTH, {"c_gar_n": "3417"}, turn=8)
    assert refused(state, f"land {group(SIXTEENTH)} 3417 with naval") == "SNC-11.4b"
    game.check(state, game.parse(f"land {group(SIXTEENTH)} 3417 with artillery+air+amphibious"))


@pytest.mark.case("SNC-8.5a")
def test_markers_come_with_the_player_turn_before_its_first_operations_phase(game: Game, play: Play) -> None:
    def ready(state: State) -> dict[str, int]:
        found: dict[str, int] = game.view(state, "japanese").facts["markers ready"]
        return {name.split()[1]: n for name, n in found.items() if name.startswith("japanese")}

    units = {**SHANGHAI, "j_rgt_007_div_009": "2907", "c_div_003": "2908"}
    state = game.arrange("campaign", units, turn=2, phase="first operations", side="chinese")
    assert ready(state) == {"artillery": 0, "air": 0, "naval": 3, "amphibious": 0}
    state = play(state, "end", "end", "plan AA")
    assert state.phase == "first operations"
    assert ready(state) == {"artillery": 1, "air": 1, "naval": 4, "amphibious": 2}
    game.check(state, game.parse("attack j_rgt_007_div_009 2908 with air+artillery"))


# -- unopposed, together, apart, too many -----------------------------------------------------------------


@pytest.mark.case("SNC-8.4d")
def test_an_empty_landing_hex_is_entered_without_a_die_or_a_loss(
    game: Game, play: Play, at: At, refused: Refused
) -> None:
    """R-22."""
    state = offshore(game, THIRD)
    assert refused(state, f"land {group(THIRD)} 3510 with air") == "SNC-8.4f"
    state = play(state, f"land {group(THIRD)} 3510")
    assert {at(state, u) for u in THIRD} == {"3510"}
    assert steps(game, state, THIRD) == 8
    assert state.control[game.board.index("3510")] == game.side_index("japanese")


@pytest.mark.case("SNC-8.4d")
def test_all_who_land_at_a_defended_hex_land_together(game: Game, play: Play, refused: Refused) -> None:
    """R-23: no second wave on a beach that was fought for in this phase."""
    state = offshore(game, THIRD, {"c_gar_wusong": "3510"})
    state = play(state, f"land {group(THIRD[:2])} 3510 with artillery+naval+amphibious", dice=[6])
    assert refused(state, f"land {group(THIRD[2:])} 3510") == "SNC-8.4d"
    assert {a.site for a in game.legal(state) if isinstance(a, Land)} == {"3509"}
    state = play(state, "end", "end", "plan AA", "end", "end", "plan AA", "end")
    assert (state.turn, kind(state)) == (7, "land")
    game.check(state, game.parse(f"land {group(THIRD[2:])} 3510"))


@pytest.mark.case("SNC-8.4d", "SNC-8.0b")
def test_units_follow_one_another_over_a_quiet_beach(game: Game, play: Play, at: At) -> None:
    """R-22, R-54: where nobody fights there is nothing to do together; the hex is chosen unit by unit."""
    state = offshore(game, (*HUNDRED_FIRST, *DETACHMENTS), turn=7)
    state = play(state, f"land {group(HUNDRED_FIRST)} 3510", "land j_det_asama 3510")
    assert {at(state, u) for u in (*HUNDRED_FIRST, "j_det_asama")} == {"3510"}
    state = play(state, "land j_det_amaya 3308", "delay j_det_shigeto")
    assert kind(state) == "attack"
    assert state.due[game.units.index_of("j_det_shigeto")] == 8


@pytest.mark.case("SNC-8.4a", "SNC-8.4d")
def test_a_division_may_be_split_between_its_hexes_and_each_hex_is_a_combat(
    game: Game, play: Play, at: At
) -> None:
    """R-54, R-23."""
    state = offshore(game, THIRD, {"c_gar_wusong": "3510", "c_gar_baoshan": "3509"})
    state = play(state, f"land {group(THIRD[:2])} 3510 with artillery+naval+amphibious", dice=[6])
    odds = game.forecast(state, game.parse(f"land {group(THIRD[2:])} 3509 with none"))
    assert (odds.attack, odds.defence) == (4, 3), "the units ashore in 3510 do not join"
    state = play(state, f"land {group(THIRD[2:])} 3509 with artillery+naval+amphibious", dice=[6])
    assert [at(state, u) for u in THIRD] == ["3510", "3510", "3509", "3509"]


@pytest.mark.case("SNC-8.4a")
def test_a_division_with_one_detachment_is_among_the_listed_landings(game: Game) -> None:
    """SNC-EX-21: a hex holds four regiments and one more unit, so this is what people want to do."""
    state = offshore(game, (*HUNDRED_FIRST, *DETACHMENTS), {"c_gar_g": "3610"}, turn=7)
    listed = {(frozenset(a.units), a.site) for a in game.legal(state) if isinstance(a, Land)}
    for detachment in DETACHMENTS:
        assert (frozenset((*HUNDRED_FIRST, detachment)), "3610") in listed


@pytest.mark.case("SNC-6.0c", "SNC-8.4h")
def test_stacking_is_checked_after_each_landing(game: Game, play: Play, refused: Refused, at: At) -> None:
    """R-25: the landing counts as a combat."""
    state = offshore(game, (*HUNDRED_FIRST, *DETACHMENTS), {"c_gar_g": "3610"}, turn=7)
    all_at_once = group((*HUNDRED_FIRST, *DETACHMENTS))
    state = play(state, f"land {all_at_once} 3610 with artillery", dice=[6])
    assert (kind(state), side(state)) == ("eliminate_overstack", "japanese")
    assert refused(state, "disband j_snlf_1") == "SNC-6.0d"
    state = play(state, "disband j_det_asama", f"disband {HUNDRED_FIRST[0]}")
    assert kind(state) == "eliminate_overstack", "three of a division and two detachments are too many"
    state = play(state, "disband j_det_amaya")
    assert kind(state) == "attack"
    assert at(state, "j_det_asama") == "eliminated"


# -- the 16th Division -----------------------------------------------------------------------------------


@pytest.mark.case("SNC-8.4.2a")
def test_the_16th_division_lands_at_any_one_site_on_the_map(
    game: Game, play: Play, refused: Refused, at: At
) -> None:
    state = offshore(game, SIXTEENTH, turn=8, order="move")
    sites = {a.site for a in game.legal(state) if isinstance(a, Land) and len(a.units) == 4}
    assert sites == {game.board.ids[s] for s in game.board.tagged("landing")}
    assert len(sites) == 14
    state = play(state, f"land {group(SIXTEENTH[:2])} 3004")
    assert refused(state, f"land {SIXTEENTH[2]} 2604") == "SNC-8.4.2a"
    state = play(state, f"land {SIXTEENTH[2]} 3004", "end", "end", "plan MM", "end", "end", "plan MM", "end")
    assert (state.turn, kind(state)) == (9, "land")
    assert refused(state, f"land {SIXTEENTH[3]} 3417") == "SNC-8.4.2a"
    assert {a.site for a in game.legal(state) if isinstance(a, Land)} == {"3004"}
    assert at(play(state, f"land {SIXTEENTH[3]} 3004"), SIXTEENTH[3]) == "3004"


@pytest.mark.case("SNC-8.0b")
def test_japanese_units_may_wait_from_turn_to_turn(game: Game, play: Play, at: At) -> None:
    state = offshore(game, THIRD, turn=6, order="move")
    state = play(state, f"delay {THIRD[0]}", f"land {group(THIRD[1:])} 3510", "end")
    state = play(state, "plan MM", "end", "end", "plan MM", "end")
    assert (state.turn, kind(state)) == (7, "land")
    assert at(play(state, f"land {THIRD[0]} 3509"), THIRD[0]) == "3509"


@pytest.mark.case("SNC-8.0b")
@pytest.mark.parametrize(
    ("waiting", "told"),
    [
        (THIRD[:1], "one unit still waits and is held back until the next turn"),
        (THIRD, "4 units still wait and are held back until the next turn"),
    ],
)
def test_the_end_of_a_phase_says_whom_it_holds_back(
    game: Game, waiting: tuple[str, ...], told: str
) -> None:
    state = offshore(game, waiting)
    assert game.caution(state, game.parse("end")) == told
    assert not game.caution(state, game.parse(f"delay {waiting[0]}"))
