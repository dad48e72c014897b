"""SNC-8.4.1: the 10th Army lands as one, and goes on inland."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandtable.actions import Retreat
from sandtable.game import Game
from sandtable.games.shanghai_nanking.orders import Exploit, Land
from sandtable.state import State

Play = Callable[..., State]
Refused = Callable[[State, str], str]
At = Callable[[State, str], str]

SIXTH = tuple(f"j_rgt_{n}_div_006" for n in ("013", "023", "045", "047"))
EIGHTEENTH = tuple(f"j_rgt_{n}_div_018" for n in ("055", "056", "114", "124"))
HUNDRED_FOURTEENTH = tuple(f"j_rgt_{n}_div_114" for n in ("066", "102", "115", "150"))
NINTH_BRIGADE = ("j_rgt_011_div_005", "j_rgt_041_div_005")
ARMY = (*SIXTH, *EIGHTEENTH, *HUNDRED_FOURTEENTH, *NINTH_BRIGADE)
SIXTEENTH = tuple(f"j_rgt_{n}_div_016" for n in ("009", "020", "033", "038"))
SHANGHAI = {"j_snlf_1": "3512", "c_div_087": "3511"}
HEMMED_IN = {"c_div_003": "3416", "c_div_006": "3517", "c_div_007": "3318", "c_div_051": "3317"}
"""Chinese units in every hex beside 3417; 3517 and 3318 lie on the coast."""


def group(units: tuple[str, ...]) -> str:
    return "+".join(units)


def offshore(
    game: Game,
    units: dict[str, str] | None = None,
    due: tuple[str, ...] = ARMY,
    turn: int = 7,
    **more: object,
) -> State:
    base = SHANGHAI if turn < 8 else {"j_snlf_1": "3512"}
    return game.arrange(
        "campaign", {**base, **(units or {})}, turn=turn, phase="reinforcement", side="japanese",
        due=dict.fromkeys(due, turn), **more,
    )  # fmt: skip


def kind(state: State) -> str:
    assert state.decision is not None
    return state.decision.kind


def inland(game: Game, state: State) -> set[str]:
    """Hexes that the second advance may enter."""
    return {a.space for a in game.legal(state) if isinstance(a, Exploit)}


@pytest.mark.case("SNC-8.4.1a")
def test_fourteen_units_land_at_one_site_from_column_32_on(game: Game, refused: Refused) -> None:
    """R-26: column 32 itself is allowed."""
    assert {
        u.id for u in game.units if u.index in game.arrivals and game.arrivals[u.index].turn == 7
        and u.side == game.side_index("japanese")
    } == set(ARMY)  # fmt: skip
    state = offshore(game)
    sites = {a.site for a in game.legal(state) if isinstance(a, Land)}
    assert sites == {"3207", "3308", "3408", "3417", "3509", "3510", "3610", "3616", "3812"}
    for west in ("3004", "3019", "2822"):
        assert refused(state, f"land {group(ARMY)} {west}") == "SNC-8.4.1a"


@pytest.mark.case("SNC-8.4.1a", "SNC-8.0b")
def test_the_first_unit_ashore_binds_all_others_on_later_turns_too(
    game: Game, play: Play, refused: Refused, at: At
) -> None:
    """R-25."""
    state = play(offshore(game, order="move"), f"land {group(SIXTH)} 3417", "pass")
    assert refused(state, f"land {group(EIGHTEENTH)} 3616") == "SNC-8.4.1a"
    assert {a.site for a in game.legal(state) if isinstance(a, Land)} == {"3417"}
    cleared = offshore(game, turn=8, order="move")
    state = play(cleared, f"land {group(SIXTH)} 3417", "pass", "end", "end")
    state = play(state, "plan MM", "end", "end", "plan MM", "end")
    assert (state.turn, kind(state)) == (9, "land")
    assert refused(state, f"land {group(NINTH_BRIGADE)} 3510") == "SNC-8.4.1a"
    state = play(state, f"land {group(NINTH_BRIGADE)} 3417", f"exploit {group(NINTH_BRIGADE)} 3416")
    assert at(state, NINTH_BRIGADE[0]) == "3416", "latecomers advance twice as well"


@pytest.mark.case("SNC-8.4.1b")
@pytest.mark.parametrize("garrison", [{}, {"c_gar_n": "3417"}], ids=["unopposed", "opposed"])
def test_each_unit_may_go_on_into_a_free_hex_and_stacking_waits_for_it(
    game: Game, play: Play, refused: Refused, at: At, garrison: dict[str, str]
) -> None:
    """R-25: fourteen units fit exactly into three hexes; zones of control do not matter."""
    state = offshore(game, {**garrison, "c_div_003": "3316"})
    state = play(state, f"land {group(ARMY)} 3417 {'with none' if garrison else ''}",
                 dice=[2] if garrison else [])  # fmt: skip
    assert kind(state) == "exploit"
    assert state.zone[0][game.board.index("3317")]
    assert inland(game, state) == {"3416", "3517", "3318", "3317"}
    assert refused(state, f"exploit {SIXTH[0]} 3316").startswith("SNC-8.4.1")
    assert refused(state, f"exploit {SIXTH[0]} 3518") == "SNC-8.4.1b"
    assert refused(state, "exploit j_snlf_1 3416") == "SNC-8.4.1b"
    state = play(state, f"exploit {group((*SIXTH, NINTH_BRIGADE[0]))} 3317")
    assert refused(state, f"exploit {SIXTH[0]} 3416") == "SNC-8.4.1b", "two hexes and no more"
    state = play(state, f"exploit {group((*EIGHTEENTH, NINTH_BRIGADE[1]))} 3416", "pass")
    assert kind(state) == "attack", "no hex is overstacked"
    assert [at(state, u[0]) for u in (SIXTH, EIGHTEENTH, HUNDRED_FOURTEENTH)] == ["3317", "3416", "3417"]


@pytest.mark.case("SNC-8.4.1b", "SNC-6.0c")
def test_an_army_that_stays_on_the_beach_is_too_large_for_it(game: Game, play: Play) -> None:
    state = play(offshore(game), f"land {group(ARMY)} 3417", "pass")
    given_up = 0
    while kind(state) == "eliminate_overstack":
        state = play(state, f"disband {[u for u in ARMY if u not in SIXTH][given_up]}")
        given_up += 1
    assert given_up == 9, "four regiments of one division and one more unit are left"


@pytest.mark.case("SNC-8.4.1b", "SNC-8.4.1c")
def test_while_one_hex_is_free_held_hexes_are_shut(game: Game, play: Play, refused: Refused) -> None:
    held = {u: s for u, s in HEMMED_IN.items() if s != "3317"}
    state = play(offshore(game, held), f"land {group(ARMY)} 3417")
    assert inland(game, state) == {"3317"}
    assert refused(state, f"exploit {SIXTH[0]} 3517") == "SNC-8.4.1c"
    state = play(state, f"exploit {group(SIXTH)} 3317")
    assert inland(game, state) == {"3317"}, "taking the free hex does not hem the others in"


@pytest.mark.case("SNC-8.4.1c", "SNC-8.4.1d")
def test_hemmed_in_it_pushes_into_held_coastal_hexes_and_the_chinese_retreat(
    game: Game, play: Play, refused: Refused, at: At
) -> None:
    state = play(offshore(game, HEMMED_IN), f"land {group(ARMY)} 3417")
    assert inland(game, state) == {"3517", "3318"}
    assert refused(state, f"exploit {group(SIXTH)} 3416") == "SNC-8.4.1c"
    state = play(state, f"exploit {group(SIXTH)} 3517")
    assert state.decision is not None
    assert (state.decision.kind, state.decision.side) == ("choose_retreat", "chinese")
    assert at(state, SIXTH[0]) == "3417", "the hex is cleared before it is entered"
    assert refused(state, "retreat c_div_006 3417") == "SNC-8.4.1d"
    assert refused(state, "retreat c_div_003 3415") == "SNC-8.4.1d"
    state = play(state, "retreat c_div_006 3416")
    assert (at(state, "c_div_006"), at(state, SIXTH[0])) == ("3416", "3517")
    assert any(e.case == "SNC-8.4.1d" for e in state.events or ())


@pytest.mark.case("SNC-8.4.1c")
def test_being_hemmed_in_is_judged_as_the_army_comes_ashore(game: Game, play: Play, at: At) -> None:
    """The first push does not shut the other coastal hex: three hexes for fourteen units."""
    state = play(offshore(game, HEMMED_IN), f"land {group(ARMY)} 3417")
    state = play(state, f"exploit {group((*SIXTH, NINTH_BRIGADE[0]))} 3517", "retreat c_div_006 3516")
    assert inland(game, state) == {"3517", "3318"}
    state = play(state, f"exploit {group((*EIGHTEENTH, NINTH_BRIGADE[1]))} 3318", "retreat c_div_007 3217")
    state = play(state, "pass")
    assert kind(state) == "attack"
    assert [at(state, u[0]) for u in (SIXTH, EIGHTEENTH, HUNDRED_FOURTEENTH)] == ["3517", "3318", "3417"]


@pytest.mark.case("SNC-8.4.1d", "SNC-8.1b")
def test_a_garrison_in_the_way_and_units_without_a_retreat_are_eliminated(
    game: Game, play: Play, at: At
) -> None:
    """R-55, R-24: elite units that have nowhere to go roll for their return."""
    full = {"c_div_008": "3416", "c_div_044": "3416", "c_div_009": "3516", "c_div_018": "3516",
            "c_div_060": "3516", "c_div_001": "3616", "c_div_026": "3616", "c_div_032": "3616"}  # fmt: skip
    units = {**HEMMED_IN, **full, "c_div_006": "2410", "c_div_036": "3517", "c_gar_p": "3517"}
    state = play(offshore(game, units), f"land {group(ARMY)} 3417")
    state = play(state, f"exploit {group(SIXTH)} 3517", dice=[3])
    assert at(state, "c_gar_p") == "eliminated"
    assert (at(state, "c_div_036"), state.due[game.units.index_of("c_div_036")]) == ("off map", 10)
    assert at(state, SIXTH[0]) == "3517"


@pytest.mark.case("SNC-8.4.1c")
def test_no_push_into_a_city_or_away_from_the_coast(game: Game, play: Play, refused: Refused) -> None:
    """R-55, at the Huangpu wharves: NE Shanghai is a city, 3511 lies inland."""
    around = {"c_div_003": "3611", "c_div_006": "3510", "c_div_007": "3710", "c_div_051": "3711"}
    state = play(offshore(game, around), f"land {group(ARMY)} 3610")
    assert inland(game, state) == {"3510", "3710", "3711"}
    assert refused(state, f"exploit {SIXTH[0]} 3611") == "SNC-8.4.1c"
    assert refused(state, f"exploit {SIXTH[0]} 3511") == "SNC-8.4.1c"


@pytest.mark.case("SNC-8.4.1b", "SNC-8.4.2a")
def test_landing_with_another_division_only_the_army_goes_on(
    game: Game, play: Play, refused: Refused, at: At
) -> None:
    state = offshore(game, {"c_gar_n": "3417"}, due=(*SIXTH, *SIXTEENTH), turn=8)
    odds = game.forecast(state, game.parse(f"land {group((*SIXTH, *SIXTEENTH))} 3417 with none"))
    assert odds.attack == 16, "all who land at a hex attack together"
    state = play(state, f"land {group((*SIXTH, *SIXTEENTH))} 3417 with none", dice=[3])
    assert {u for a in game.legal(state) if isinstance(a, Exploit) for u in a.units} == set(SIXTH)
    assert refused(state, f"exploit {SIXTEENTH[0]} 3416") == "SNC-8.4.1b"
    state = play(state, f"exploit {group(SIXTH)} 3416")
    assert kind(state) == "attack", "nobody of the army is left on the beach, and nothing is overstacked"
    assert {at(state, u) for u in SIXTEENTH} == {"3417"}


@pytest.mark.case("SNC-8.4.1b", "SNC-8.4i")
def test_after_a_fight_that_drove_the_chinese_off_the_survivors_still_go_on(
    game: Game, play: Play, at: At
) -> None:
    state = offshore(game, {"c_gar_n": "3417", "c_div_036": "3417"}, due=SIXTH)
    state = play(state, f"land {group(SIXTH)} 3417 with none", dice=[4])
    retreats = {a.space for a in game.legal(state) if isinstance(a, Retreat)}
    assert retreats == {"3416", "3517", "3318", "3317"}
    state = play(state, "retreat c_div_036 3317", f"lose {SIXTH[0]}", f"lose {SIXTH[1]}")
    assert inland(game, state) == {"3416", "3517", "3318"}, "not where the Chinese went"
    assert at(play(state, f"exploit {SIXTH[0]} 3416"), SIXTH[0]) == "3416"
