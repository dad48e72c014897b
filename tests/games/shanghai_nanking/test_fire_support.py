"""SNC-11.0, 11.1, 11.4: fire support markers, who has them, where they reach, how often they serve."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandtable.forecast import Forecast
from sandtable.game import Game
from sandtable.state import State
from tests.games.conftest import asked
from tests.games.shanghai_nanking.conftest import Play

Refused = Callable[[State, str], str]
At = Callable[[State, str], str]

THIRD = tuple(f"j_rgt_{number}_div_003" for number in ("006", "018", "034", "068"))
SIXTEENTH = tuple(f"j_rgt_{number}_div_016" for number in ("009", "020", "033", "038"))


def fighting(game: Game, units: dict[str, str], side: str = "japanese", **more: object) -> State:
    """An Attack phase of turn 6, without Chinese aircraft."""
    settings: dict[str, object] = {
        "turn": 6, "phase": "first operations", "order": "attack", "air": False, **more,
    }  # fmt: skip
    return game.arrange("campaign", units, side=side, **settings)  # type: ignore[arg-type]


def landing(game: Game, units: dict[str, str], **more: object) -> State:
    """The 16th Division waits offshore, with every marker the Japanese have."""
    due = dict.fromkeys(SIXTEENTH, 8)
    settings: dict[str, object] = {"turn": 8, "phase": "reinforcement", "due": due, "air": False, **more}
    return game.arrange("campaign", units, side="japanese", **settings)  # type: ignore[arg-type]


def odds(game: Game, state: State, text: str) -> Forecast:
    return game.forecast(state, game.parse(text))


def ready(game: Game, state: State) -> dict[str, int]:
    facts: dict[str, int] = game.view(state).facts["markers ready"]
    return facts


# -- types -------------------------------------------------------------------------------------------


@pytest.mark.case("SNC-11.0a", "SNC-11.1c")
def test_the_chinese_have_artillery_and_nothing_else(game: Game, play: Play, refused: Refused) -> None:
    state = fighting(game, {"c_div_087": "3006", THIRD[0]: "3007"}, "chinese")
    for kind in ("air", "naval", "amphibious"):
        assert refused(state, f"attack c_div_087 3007 with {kind}") == "SNC-11.0a"
    state = play(state, "attack c_div_087 3007")
    assert {str(a) for a in game.legal(state)} == {"support none", "support artillery"}


@pytest.mark.case("SNC-11.0a", "SNC-11.0b", "SNC-11.1c")
def test_the_japanese_have_four_types_and_all_support_an_attack(game: Game, play: Play) -> None:
    """Together only in a landing on the river: 3510 is one of its beaches."""
    state = landing(game, {"c_gar_wusong": "3510"})
    bare = odds(game, state, f"land {'+'.join(SIXTEENTH)} 3510 with none")
    full = odds(game, state, f"land {'+'.join(SIXTEENTH)} 3510 with artillery+air+naval+amphibious")
    assert (bare.column, full.column) == ("2:1", "6:1 (from 2:1)")
    assert [m.value for m in full.modifiers] == [1, 1, 1, 1]
    state = play(state, f"land {'+'.join(SIXTEENTH)} 3510")
    assert len(list(game.legal(state))) == 2**4


@pytest.mark.case("SNC-11.0b", "SNC-11.1b")
@pytest.mark.parametrize("kind", ["artillery", "air", "naval"])
def test_each_marker_is_worth_a_column(game: Game, kind: str) -> None:
    state = fighting(game, {THIRD[0]: "3006", THIRD[1]: "3006", "c_div_013": "3007"})
    text = f"attack {THIRD[0]}+{THIRD[1]} 3007 with"
    assert odds(game, state, f"{text} none").column == "4:1"
    assert odds(game, state, f"{text} {kind}").column == "5:1 (from 4:1)"


@pytest.mark.case("SNC-11.0c")
def test_only_naval_gunfire_defends(game: Game, play: Play, refused: Refused) -> None:
    state = fighting(game, {"c_div_087": "3511", THIRD[0]: "3510", THIRD[1]: "3510"}, "chinese")
    state = play(state, "attack c_div_087 3510 with none")
    assert asked(state) == ("defend", "japanese")
    assert {str(a) for a in game.legal(state)} == {"support none", "support naval"}
    for kinds in ("artillery", "air", "amphibious", "naval+artillery", "naval+naval"):
        assert refused(state, f"support {kinds}") == "SNC-11.0c"


@pytest.mark.case("SNC-11.0c", "SNC-11.1a")
def test_chinese_artillery_does_not_defend(game: Game, play: Play) -> None:
    """A Japanese attack goes straight from the attacker's markers to the die."""
    state = fighting(game, {"c_div_087": "3007", THIRD[0]: "3006"})
    state = play(state, f"attack {THIRD[0]} 3007", "support none", dice=[6])
    assert ready(game, state)["chinese artillery"] == 3


@pytest.mark.case("SNC-11.0d", "SNC-11.1f")
def test_amphibious_support_is_for_landings_only(game: Game, play: Play, refused: Refused) -> None:
    """Even beside the water, and even with both markers ready; and after a landing it is used up."""
    state = fighting(game, {THIRD[0]: "3509", "c_gar_wusong": "3510"})
    assert ready(game, state)["japanese amphibious"] == 2
    assert refused(state, f"attack {THIRD[0]} 3510 with amphibious") == "SNC-11.0d"
    state = play(state, f"attack {THIRD[0]} 3510")
    assert not [a for a in game.legal(state) if "amphibious" in str(a)]
    ashore = play(
        landing(game, {"c_gar_c": "3004"}), f"land {'+'.join(SIXTEENTH[:3])} 3004 with amphibious", dice=[6]
    )
    assert (ashore.phase, ready(game, ashore)["japanese amphibious"]) == ("reinforcement", 1)


@pytest.mark.case("SNC-11.1f", "SNC-8.4f")
def test_two_amphibious_markers_support_two_landings_of_a_phase(
    game: Game, play: Play, refused: Refused
) -> None:
    """R-28: one for each landing combat, two in a phase, and again on every later turn."""
    due = dict.fromkeys(("j_det_shigeto", "j_det_asama", "j_det_amaya"), 5)
    garrisons = {"c_gar_f": "3408", "c_gar_baoshan": "3509", "c_gar_g": "3610", "c_div_057": "3612"}
    state = game.arrange(
        "campaign", garrisons, turn=5, phase="reinforcement", side="japanese", due=due, air=False
    )
    assert ready(game, state)["japanese amphibious"] == 2
    state = play(state, "land j_det_shigeto 3408 with amphibious", dice=[5])
    state = play(state, "land j_det_asama 3610 with amphibious", dice=[5])
    assert ready(game, state)["japanese amphibious"] == 0
    assert refused(state, "land j_det_amaya 3509 with amphibious") == "SNC-11.1d"


# -- commitment --------------------------------------------------------------------------------------


@pytest.mark.case("SNC-11.1a")
def test_the_attacker_commits_first_then_the_defender(game: Game, play: Play) -> None:
    state = fighting(game, {"c_div_087": "3511", THIRD[0]: "3510"}, "chinese")
    state = play(state, "attack c_div_087 3510")
    assert asked(state) == ("commit_support", "chinese")
    state = play(state, "support artillery")
    assert asked(state) == ("defend", "japanese")
    state = play(state, "support naval", dice=[6])
    assert state.events is not None
    shown = next(e.data for e in state.events if e.case == "SNC-10.5a")["modifiers"]
    assert shown == [["artillery support", 1, "SNC-11.1b"], ["naval gunfire in defence", -1, "SNC-11.4a"]]


@pytest.mark.case("SNC-11.1a")
def test_nobody_is_asked_for_markers_that_he_has_not_got(game: Game, play: Play) -> None:
    """On turn 1 the Japanese have ships only, and they do not reach Jiading: the die is rolled at once."""
    state = fighting(game, {"j_snlf_1": "3210", "c_div_033": "3209", "c_div_057": "3612"}, turn=1)
    state = play(state, "attack j_snlf_1 3209", dice=[1])
    assert asked(state) == ("attack", "japanese")


@pytest.mark.case("SNC-11.1c")
@pytest.mark.parametrize("side", ["chinese", "japanese"])
def test_one_marker_of_each_type_for_a_combat(game: Game, play: Play, refused: Refused, side: str) -> None:
    attacker, defender = ("c_div_087", THIRD[0]) if side == "chinese" else (THIRD[0], "c_div_087")
    state = fighting(game, {attacker: "3006", defender: "3007"}, side)
    assert ready(game, state)[f"{side} artillery"] >= 2
    assert refused(state, f"attack {attacker} 3007 with artillery+artillery") == "SNC-11.1c"
    state = play(state, f"attack {attacker} 3007")
    assert refused(state, "support artillery+artillery") == "SNC-11.1c"


@pytest.mark.case("SNC-11.1d")
def test_a_used_marker_is_set_aside_until_the_next_operations_phase(
    game: Game, play: Play, refused: Refused
) -> None:
    """Turn 2: one artillery marker."""
    units = {
        THIRD[0]: "3006",
        THIRD[1]: "3107",
        "c_div_087": "3007",
        "c_div_088": "3108",
        "c_div_057": "3612",
    }
    state = fighting(game, units, turn=2)
    state = play(state, f"attack {THIRD[0]} 3007 with artillery", dice=[5])
    assert ready(game, state)["japanese artillery"] == 0
    assert refused(state, f"attack {THIRD[1]} 3108 with artillery") == "SNC-11.1d"
    state = play(state, "end")
    assert state.phase == "second operations"
    assert ready(game, state)["japanese artillery"] == 1
    assert game.parse(f"attack {THIRD[1]} 3108 with artillery") in game.legal(state)


@pytest.mark.case("SNC-11.1d")
def test_a_second_marker_of_a_type_serves_another_combat(game: Game, play: Play, refused: Refused) -> None:
    """Turn 3: two artillery markers, two combats, and none for a third."""
    units = dict(zip(THIRD, ("3006", "3107", "2907", "3209"), strict=True))
    enemies = {"c_div_087": "3007", "c_div_088": "3108", "c_div_036": "2908", "c_div_057": "3612"}
    state = fighting(game, {**units, **enemies}, turn=3)
    state = play(state, f"attack {THIRD[0]} 3007 with artillery", dice=[5])
    state = play(state, f"attack {THIRD[1]} 3108 with artillery", dice=[5])
    assert refused(state, f"attack {THIRD[2]} 2908 with artillery") == "SNC-11.1d"


@pytest.mark.case("SNC-11.1d")
def test_a_marker_counts_as_used_even_when_the_aircraft_are_stopped(game: Game, play: Play) -> None:
    """R-53: no second air marker may take its place in that combat."""
    state = fighting(game, {THIRD[0]: "3006", "c_div_087": "3007"}, air=True)
    before = ready(game, state)["japanese air"]
    state = play(state, f"attack {THIRD[0]} 3007 with air", "fly yes", dice=[6, 4])
    assert ready(game, state)["japanese air"] == before - 1
    assert state.events is not None
    # Four against five, 1:2, as if no aircraft had come.
    assert next(e.data for e in state.events if e.case == "SNC-10.5a")["used"] == "1:2"


@pytest.mark.case("SNC-11.1e", "SNC-11.1d", "SNC-8.5b")
def test_the_ships_fire_four_times_in_a_turn(game: Game, play: Play) -> None:
    """Turn 1: two markers for the Chinese phases, three from the Japanese player turn on (R-09).

    Both Chinese phases, then the first Japanese phase or the landings, then the second phase.
    """
    state = play(game.new(), "plan AA")
    assert ready(game, state)["japanese naval"] == 2
    state = play(state, "attack c_div_087 3512 with none", "support naval", "lose j_snlf_1", dice=[6])
    assert (state.phase, ready(game, state)["japanese naval"]) == ("first operations", 1)
    state = play(state, "end")
    assert (state.phase, ready(game, state)["japanese naval"]) == ("second operations", 2)
    state = play(state, "attack c_div_036 3512 with none", "support naval", dice=[6])
    assert (state.phase, ready(game, state)["japanese naval"]) == ("second operations", 1)
    state = play(state, "end", "plan AA")
    assert ready(game, state)["japanese naval"] == 3
    state = play(state, "attack j_snlf_3 3610 with naval", dice=[6])
    state = play(state, "advance none")
    assert ready(game, state)["japanese naval"] == 2
    state = play(state, "end")
    assert (state.phase, ready(game, state)["japanese naval"]) == ("reinforcement", 2)
    state = play(state, "end")
    assert (state.phase, ready(game, state)["japanese naval"]) == ("second operations", 3)


@pytest.mark.case("SNC-11.1e", "SNC-8.5b")
def test_what_fired_in_the_first_phase_does_not_support_the_landings(
    game: Game, play: Play, refused: Refused
) -> None:
    """Turn 2: one artillery marker, used in the first phase, is missing at the beach."""
    units = {THIRD[0]: "3006", "c_div_087": "3007", "c_gar_e": "3308", "c_div_057": "3612"}
    eleventh = dict.fromkeys(("j_rgt_012_div_011", "j_rgt_022_div_011"), 2)
    state = fighting(game, units, turn=2, due=eleventh)
    landing = f"land {'+'.join(eleventh)} 3308 with"
    used = play(state, f"attack {THIRD[0]} 3007 with artillery", "end", dice=[5])
    assert refused(used, f"{landing} artillery") == "SNC-11.1d"
    assert game.parse(f"{landing} naval+amphibious+air") in game.legal(used)
    assert game.parse(f"{landing} artillery") in game.legal(play(state, "end"))


# -- naval gunfire -----------------------------------------------------------------------------------

#: Hexes by what the ships reach: next to the Yangtze, next to the navigable Huangpu, one hex inland of the
#: Yangtze, and out of reach (inland, on Hangzhou Bay, on the upper Huangpu, above the line).
NEXT_TO_YANGTZE = ("3107", "3308", "3510", "2705", "3913")
NEXT_TO_HUANGPU = ("3512", "3611", "3612", "3712")
ONE_INLAND = ("3007", "3208", "3410", "3511", "2706", "2605")
OUT_OF_REACH = ("2606", "2707", "3209", "3411", "3417", "3616", "3413", "3514", "0202", "1102", "3613")


def beside(game: Game, target: str) -> str:
    """A neighbouring hex from which units can attack, if possible not over water."""
    space = game.board.index(target)
    near = sorted(game.touch[space], key=lambda n: (bool(game.board.border(space, n)), n))
    return game.board.ids[near[0]]


@pytest.mark.case("SNC-11.4a", "SNC-11.4b")
@pytest.mark.parametrize("target", [*NEXT_TO_YANGTZE, *NEXT_TO_HUANGPU, *ONE_INLAND])
def test_where_the_ships_support_an_attack(game: Game, target: str) -> None:
    state = fighting(game, {**dict.fromkeys(THIRD, beside(game, target)), "c_div_013": target})
    forecast = odds(game, state, f"attack {'+'.join(THIRD)} {target} with naval")
    assert [m.value for m in forecast.modifiers if m.case == "SNC-11.4a"] == [1]


@pytest.mark.case("SNC-11.4b")
@pytest.mark.parametrize("target", OUT_OF_REACH)
def test_where_the_ships_do_not_reach_an_attack(
    game: Game, play: Play, refused: Refused, target: str
) -> None:
    state = fighting(game, {**dict.fromkeys(THIRD, beside(game, target)), "c_div_013": target})
    assert refused(state, f"attack {'+'.join(THIRD)} {target} with naval") == "SNC-11.4b"
    state = play(state, f"attack {'+'.join(THIRD)} {target}")
    assert not [a for a in game.legal(state) if "naval" in str(a)]


@pytest.mark.case("SNC-11.4b")
def test_the_reach_of_the_guns_is_that_of_the_map(game: Game) -> None:
    """Every hex in reach is next to the Yangtze or the navigable Huangpu, or next to such a Yangtze hex."""
    board = game.board

    def touches_river(space: int) -> bool:
        return any(board.terrain[n] == "yangtze" for n in board.adjacent(space))

    for space in board.tagged("naval_attack"):
        near = board.adjacent(space)
        huangpu = any("huangpu_navigable" in board.border(space, n) for n in near)
        assert huangpu or touches_river(space) or any(touches_river(n) for n in near), board.ids[space]
    for space in board.tagged("naval_defence"):
        huangpu = any("huangpu_navigable" in board.border(space, n) for n in board.adjacent(space))
        assert huangpu or touches_river(space), board.ids[space]


@pytest.mark.case("SNC-11.4a", "SNC-11.4c")
@pytest.mark.parametrize("target", [*NEXT_TO_YANGTZE, *NEXT_TO_HUANGPU])
def test_where_the_ships_support_a_defence(game: Game, play: Play, target: str) -> None:
    units = {"c_div_087": beside(game, target), "c_div_088": beside(game, target), "j_snlf_1": target}
    state = fighting(game, units, "chinese")
    state = play(state, f"attack c_div_087+c_div_088 {target} with none")
    assert asked(state) == ("defend", "japanese")
    guns, none = (odds(game, state, f"support {kind}") for kind in ("naval", "none"))
    assert [m for m in guns.modifiers if m not in none.modifiers] == [guns.modifiers[-1]]
    assert (guns.modifiers[-1].value, guns.modifiers[-1].case) == (-1, "SNC-11.4a")
    assert guns.expected()[1] <= none.expected()[1]


@pytest.mark.case("SNC-11.4c")
@pytest.mark.parametrize("target", [*ONE_INLAND, "2606", "3411", "3417", "3613"])
def test_where_the_ships_do_not_support_a_defence(game: Game, play: Play, target: str) -> None:
    """One hex inland is attack range only."""
    units = {"c_div_087": beside(game, target), "c_div_088": beside(game, target), "j_snlf_1": target}
    state = fighting(game, units, "chinese", steps={"j_snlf_1": 1})
    before = ready(game, state)["japanese naval"]
    state = play(state, f"attack c_div_087+c_div_088 {target} with none", dice=[6])
    assert asked(state)[0] != "defend"
    assert ready(game, state)["japanese naval"] == before


@pytest.mark.case("SNC-11.4b", "SNC-11.4a")
def test_no_guns_on_hangzhou_bay(game: Game, refused: Refused) -> None:
    """R-27: a landing there has amphibious, air and artillery support only."""
    state = landing(game, {"c_gar_n": "3417"})
    text = f"land {'+'.join(SIXTEENTH)} 3417 with"
    assert refused(state, f"{text} naval") == "SNC-11.4b"
    assert game.parse(f"{text} amphibious+air+artillery") in game.legal(state)
