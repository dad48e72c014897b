"""SOT-TC.J1 to J6: artillery, bombers, fighters, Banzai, Engineers, the Will of the Emperor."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandtable.game import Game
from sandtable.state import State
from tests.games.conftest import asked
from tests.games.storm_over_taierzhuang.conftest import Arrange, Play, damage, hand

Refused = Callable[[State, str], str]
At = Callable[[State, str], str]
Ready = Callable[[State, str], bool]


def japanese(*chits: str) -> dict[str, list[str]]:
    return {"japanese": list(chits)}


# -- Heavy Artillery -------------------------------------------------------------------------------


@pytest.mark.case("SOT-TC.J1a")
@pytest.mark.parametrize("guns", ["Q", "R"])
def test_heavy_artillery_hits_with_ten_where_japanese_units_stand_or_beside_them(
    arrange: Arrange, play: Play, guns: str
) -> None:
    state = arrange(f"J39=1@{guns}", "C30=2@Q", hands=japanese("HA_J"))
    assert damage(play(state, "play HA_J at Q", dice=(3, 4))) == 10 + 7 - (4 + 2)


@pytest.mark.case("SOT-TC.J1a")
def test_heavy_artillery_does_not_reach_an_area_with_no_japanese_unit_beside_it(
    arrange: Arrange, refused: Refused
) -> None:
    state = arrange("J39=1@R", "C30=1@M", "C44=1@V", hands=japanese("HA_J"))
    assert refused(state, "play HA_J at M") == "SOT-TC.J1a"
    state.game.check(state, state.game.parse("play HA_J at V"))


@pytest.mark.case("SOT-TC.J1a")
def test_heavy_artillery_is_the_action_of_an_impulse_and_comes_once_a_turn(
    arrange: Arrange, play: Play, refused: Refused
) -> None:
    state = arrange("J39=2@M", "C31=2@G", hands=japanese("HA_J", "HA_J"))
    state = play(state, "play HA_J at G", "absorb flip C31-1", dice=(1, 1))
    assert asked(state) == ("impulse", "chinese")
    assert refused(state, "play HA_J at G") == "SOT-2.4j"
    state = play(state, "pass")
    assert hand(state, "japanese") == ("HA_J",)
    assert refused(state, "play HA_J at G") == "SOT-TC.J1a"


@pytest.mark.case("SOT-TC.J1b")
def test_terrain_helps_against_heavy_artillery_even_in_a_contested_village(
    arrange: Arrange, play: Play
) -> None:
    """SOT-EX-15; the same village gives nothing against fighters, which need no control either."""
    state = arrange("J39=1@Q", "C30=1@Q", hands=japanese("HA_J", "FIGHT"))
    assert damage(play(state, "play HA_J at Q", dice=(3, 4))) == 11
    assert damage(play(state, "play FIGHT at Q", dice=(3, 4))) == 8 + 7 - 4


# -- Bomber and Fighter Support --------------------------------------------------------------------


@pytest.mark.case("SOT-TC.J2a")
def test_bombers_hit_any_area_with_twelve(arrange: Arrange, play: Play) -> None:
    """SOT-EX-16: the town far from every Japanese unit."""
    state = arrange("J39=1@Y", "C31=2@H", hands=japanese("BOMB"))
    assert damage(play(state, "play BOMB at H", dice=(3, 4))) == 8


@pytest.mark.case("SOT-TC.J2a")
def test_bombers_keep_away_from_their_own_and_come_once_a_turn(
    arrange: Arrange, play: Play, refused: Refused
) -> None:
    state = arrange("J39=1@Q", "C30=1@Q", "C31=2@H", hands=japanese("BOMB", "BOMB"))
    assert refused(state, "play BOMB at Q") == "SOT-TC.J2a"
    assert refused(state, "play BOMB at M") == "SOT-TC.J2a"
    state = play(state, "play BOMB at H", "absorb eliminate_ready C31-1", dice=(1, 2))
    state = play(state, "absorb flip C31-2")
    assert asked(state) == ("impulse", "chinese")
    assert refused(play(state, "pass"), "play BOMB at H") == "SOT-TC.J2a"


@pytest.mark.case("SOT-TC.J3a")
def test_fighters_hit_chinese_units_anywhere_and_several_times_a_turn(
    arrange: Arrange, play: Play, refused: Refused
) -> None:
    state = arrange("J39=1@Q", "C30=1@Q", "C31=1@G", hands=japanese("FIGHT", "FIGHT"))
    assert refused(state, "play FIGHT at M") == "SOT-TC.J3a"
    assert damage(play(state, "play FIGHT at Q", dice=(1, 1))) == 8 + 2 - 4
    state = play(state, "play FIGHT at G", "absorb flip C31-1", dice=(2, 2))
    assert asked(state) == ("impulse", "chinese")
    state = play(state, "pass", "play FIGHT at G", dice=(2, 2))
    assert damage(state) == 8 + 4 - (4 + 6)


@pytest.mark.case("SOT-TC.J3b")
@pytest.mark.parametrize(
    ("words", "target", "defence"),
    [(("C30=1@Q",), "Q", 4 + 2), (("C30=1@R",), "R", 4 + 1), (("C30=1@G", "J40=1@G"), "G", 4 + 6)],
)
def test_fighters_meet_the_terrain_that_applies(
    arrange: Arrange, play: Play, words: tuple[str, ...], target: str, defence: int
) -> None:
    state = arrange("J39=1@Y", *words, hands=japanese("FIGHT"))
    assert damage(play(state, f"play FIGHT at {target}", dice=(6, 5))) == 8 + 11 - defence


@pytest.mark.case("SOT-TC.J3c")
def test_a_fighter_chit_cancels_the_chinese_air_force(arrange: Arrange, play: Play) -> None:
    """No die is rolled, both chits are gone, and the cancelling side has its own impulse next."""
    state = arrange("J39=1@R", "C30=1@Q", side="chinese", hands={"japanese": ["FIGHT"], "chinese": ["AIR_C"]})
    state = play(state, "play AIR_C at R")
    assert asked(state) == ("answer_air", "japanese")
    state = play(state, "play FIGHT")
    assert asked(state) == ("impulse", "japanese")
    assert hand(state, "japanese") == hand(state, "chinese") == ()


@pytest.mark.case("SOT-TC.J3d")
@pytest.mark.parametrize("chit", ["FIGHT", "BOMB"])
def test_air_chits_attack_chinese_zones_only_under_interdiction(
    arrange: Arrange, play: Play, refused: Refused, chit: str
) -> None:
    words = ("J39=1@Y", "C30=1@G", "C2=2@CW")
    assert refused(arrange(*words, hands=japanese(chit)), f"play {chit} at CW") == "SOT-TC.J3d"
    state = arrange(*words, hands=japanese(chit), options={"interdiction": "yes"})
    assert play(state, f"play {chit} at CW", dice=(3, 4)).agenda[-1][0] == "interdict"


# -- Banzai ----------------------------------------------------------------------------------------


@pytest.mark.case("SOT-TC.J4a", "SOT-TC.J4c")
def test_banzai_units_move_and_then_fire(arrange: Arrange, play: Play, ready: Ready, at: At) -> None:
    """SOT-EX-22: K is Chinese until the impulse is over, so its level counts."""
    state = arrange("J39=3@M", "C30=2@K", hands=japanese("BANZAI"))
    group = "J39-1+J39-2+J39-3"
    state = play(state, f"play BANZAI by {group}", f"move {group} M-K")
    assert at(state, "J39-1") == "K"
    assert ready(state, "J39-1")
    state = play(state, f"fire {group} K", dice=(5, 4))
    assert damage(state) == 5 + 9 - (4 + 2)


@pytest.mark.case("SOT-TC.J4a")
def test_banzai_units_fire_and_then_move(
    arrange: Arrange, play: Play, ready: Ready, at: At, refused: Refused
) -> None:
    state = arrange("J39=2@Q", "C31=1@G", "C30=1@Q", hands=japanese("BANZAI"))
    state = play(state, "play BANZAI by J39-1+J39-2", "fire J39-1+J39-2 Q", dice=(1, 1))
    state = play(state, "absorb flip C30-1", "absorb retreat C30-1 to K")
    assert asked(state) == ("rush", "japanese")
    assert refused(state, "fire J39-1+J39-2 K") == "SOT-TC.J4a"
    state = play(state, "move J39-1+J39-2 Q-R")
    assert at(state, "J39-1") == at(state, "J39-2") == "R"


@pytest.mark.case("SOT-TC.J4a")
def test_banzai_is_for_ready_units_of_one_area_once_a_turn(
    arrange: Arrange, play: Play, refused: Refused
) -> None:
    state = arrange("J39=2@Q", "J40=1@R", "C31=1@G", spent=["J39-2"], hands=japanese("BANZAI", "BANZAI"))
    assert refused(state, "play BANZAI by J39-1+J39-2") == "SOT-2.1c"
    assert refused(state, "play BANZAI by J39-1+J40-1") == "SOT-7.0c"
    state = play(state, "play BANZAI by J39-1")
    assert refused(state, "move J40-1 R-V") == "SOT-TC.J4a"
    state = play(state, "pass")
    assert asked(state) == ("impulse", "chinese")
    assert refused(play(state, "pass"), "play BANZAI by J40-1") == "SOT-TC.J4a"


@pytest.mark.case("SOT-TC.J4b")
def test_resolute_defenders_fire_before_the_banzai_fire(
    arrange: Arrange, play: Play, ready: Ready, at: At, refused: Refused
) -> None:
    """SOT-EX-20."""
    state = arrange("J39=3@M", "C30=2@K", "C31=1@G", hands={"japanese": ["BANZAI"], "chinese": ["RESOLUTE"]})
    group = "J39-1+J39-2+J39-3"
    state = play(state, f"play BANZAI by {group}", f"move {group} M-K")
    assert asked(state) == ("resolute_defence", "chinese")
    assert refused(state, f"fire {group} K") == "SOT-TC.C1c"
    state = play(state, "play RESOLUTE by C30-1+C30-2", dice=(4, 3))
    assert damage(state) == 2 + 7 - 6
    state = play(state, "absorb eliminate_ready J39-1")
    assert asked(state) == ("rush", "japanese")
    assert at(state, "J39-1") == "eliminated"
    assert ready(state, "C30-1")
    state = play(state, "fire J39-2+J39-3 K", dice=(4, 3))
    assert damage(state) == 3 + 7 - 6
    state = play(state, "absorb eliminate_ready C30-1", "absorb flip C30-2")
    assert asked(state) == ("impulse", "chinese")
    assert not ready(state, "J39-2")
    assert not ready(state, "J39-3")


@pytest.mark.case("SOT-TC.J4c")
def test_a_banzai_keeps_to_the_rules_of_movement_and_fire(
    arrange: Arrange, play: Play, refused: Refused
) -> None:
    """Nobody wades or shoots over the canal, goes on past an enemy, or beyond the allowance."""
    state = arrange("J39=1@F", "J40=2@G", "C30=1@C", "C31=1@H", "C44=9@K", hands=japanese("BANZAI"))
    town = play(state, "play BANZAI by J40-1+J40-2")
    assert refused(town, "move J40-1 G-C") == "SOT-11.0a"
    assert refused(town, "move J40-1 G-H-L") == "SOT-7.1.1c"
    assert refused(town, "fire J40-1 C") == "SOT-11.0c"
    assert refused(town, "fire J40-1 H with wave") == "SOT-7.2.2b-i"
    assert damage(play(town, "fire J40-1+J40-2 H", dice=(6, 4))) == 4 + 10 - (5 + 6)
    station = play(state, "play BANZAI by J39-1")
    assert refused(station, "move J39-1 F-M-Q-R-L") == "SOT-7.1c"


@pytest.mark.case("SOT-TC.J4d")
@pytest.mark.parametrize("deeds", [(), ("move J39-1+J39-2 Q-R", "pass"), ("move J39-1 Q-R", "pass")])
def test_all_banzai_units_are_spent_in_the_end_whatever_they_did(
    arrange: Arrange, play: Play, ready: Ready, deeds: tuple[str, ...]
) -> None:
    state = arrange("J39=3@Q", "C31=1@G", "C30=1@L", hands=japanese("BANZAI"))
    state = play(state, "play BANZAI by J39-1+J39-2", *deeds)
    if asked(state)[0] == "rush":
        state = play(state, "pass")
    assert asked(state) == ("impulse", "chinese")
    assert [ready(state, f"J39-{n}") for n in (1, 2, 3)] == [False, False, True]


# -- Engineers, the Will of the Emperor ------------------------------------------------------------


@pytest.mark.case("SOT-TC.J5a")
def test_engineers_add_three_each_to_an_attack_and_take_no_impulse(arrange: Arrange, play: Play) -> None:
    state = arrange("J39=2@Q", "C30=1@Q", hands=japanese("ENG", "ENG"))
    plain = damage(play(state, "fire J39-1+J39-2 Q", dice=(2, 2)))
    one = play(state, "fire J39-1+J39-2 Q with ENG", dice=(2, 2))
    assert damage(one) == plain + 3
    assert hand(one, "japanese") == ("ENG",)
    assert damage(play(state, "fire J39-1+J39-2 Q with ENG+ENG", dice=(2, 2))) == plain + 6


@pytest.mark.case("SOT-TC.J5b", "SOT-TC.J5a")
def test_engineers_work_only_within_one_area(arrange: Arrange, play: Play, refused: Refused) -> None:
    state = arrange("J39=2@Q", "C30=1@Q", "C31=1@M", hands=japanese("ENG", "BANZAI", "HA_J"))
    assert refused(state, "fire J39-1+J39-2 M with ENG") == "SOT-TC.J5b"
    assert refused(state, "play HA_J at Q with ENG") == "SOT-TC.J1a"
    assert refused(state, "play ENG at Q") == "SOT-5.2b"
    rush = play(state, "play BANZAI by J39-1+J39-2")
    assert refused(rush, "fire J39-1+J39-2 M with ENG") == "SOT-TC.J5b"
    assert damage(play(rush, "fire J39-1+J39-2 Q with ENG", dice=(2, 2))) == 4 + 3 + 4 - 4


@pytest.mark.case("SOT-TC.J6a")
def test_the_will_of_the_emperor_makes_up_to_a_die_of_units_ready(
    arrange: Arrange, play: Play, refused: Refused, ready: Ready
) -> None:
    spent = ["J39-1", "J39-2", "J39-3", "J40-1"]
    state = arrange("J39=4@Q", "J40=1@R", "C31=1@G", spent=spent, hands=japanese("WILL", "WILL"))
    assert refused(state, "play WILL at M") == "SOT-TC.J6a"
    state = play(state, "play WILL at Q", dice=(2,))
    assert asked(state) == ("rally", "japanese")
    assert refused(state, "rally J39-1+J39-2+J39-3") == "SOT-TC.J6a"
    assert refused(state, "rally J39-1+J40-1") == "SOT-TC.J6a"
    assert ready(play(state, "rally J39-3"), "J39-3")
    state = play(state, "rally J39-1+J39-3")
    assert [ready(state, id) for id in spent] == [True, False, True, False]
    assert asked(state) == ("impulse", "chinese")
    assert refused(play(state, "pass"), "play WILL at R") == "SOT-TC.J6a"


@pytest.mark.case("SOT-TC.J6a")
def test_a_high_die_makes_all_spent_units_of_the_area_ready(
    arrange: Arrange, play: Play, ready: Ready
) -> None:
    state = arrange(
        "J39=2@Q", "J40=1@R", "C31=1@G", spent=["J39-1", "J39-2", "J40-1"], hands=japanese("WILL")
    )
    state = play(state, "play WILL at Q", dice=(5,))
    assert [ready(state, id) for id in ("J39-1", "J39-2", "J40-1")] == [True, True, False]


@pytest.mark.case("SOT-TC.J6a")
def test_the_will_of_the_emperor_works_on_the_map_supplied_or_not(
    arrange: Arrange, play: Play, refused: Refused, ready: Ready, game: Game
) -> None:
    """R-52: not in a zone; a unit far from every zone, with nobody between, recovers all the same."""
    words = ("J39=1@JE1", "J40=1@D", "J63=1@Y", "C31=1@G")
    state = arrange(*words, spent=["J39-1", "J40-1"], hands=japanese("WILL"))
    assert refused(state, "play WILL at JE1") == "SOT-TC.J6a"
    assert {a.focus for a in game.legal(state) if a.verb == "play"} == {"D"}
    assert ready(play(state, "play WILL at D", dice=(1,)), "J40-1")


@pytest.mark.case("SOT-5.2c")
@pytest.mark.parametrize(
    ("text", "case"),
    [
        ("play HA_J", "SOT-TC.J1a"),
        ("play HA_J by J39-1", "SOT-TC.J1a"),
        ("play HA_J at Q by J39-1", "SOT-TC.J1a"),
        ("play HA_J at Q with ENG", "SOT-TC.J1a"),
        ("play BANZAI", "SOT-TC.J4a"),
        ("play BANZAI at Q", "SOT-TC.J4a"),
        ("play BANZAI at Q by J39-1", "SOT-TC.J4a"),
        ("play WILL", "SOT-TC.J6a"),
        ("play ENG at Q", "SOT-5.2b"),
    ],
)
def test_a_chit_names_its_area_or_its_units_and_nothing_else(
    arrange: Arrange, refused: Refused, text: str, case: str
) -> None:
    hands = japanese("HA_J", "BANZAI", "WILL", "ENG")
    state = arrange("J39=2@Q", "C30=1@Q", spent=["J39-2"], hands=hands)
    assert refused(state, text) == case


@pytest.mark.case("SOT-TC.J1a")
def test_units_in_a_zone_direct_the_guns_unless_they_recover(arrange: Arrange, refused: Refused) -> None:
    """R-51: into the areas that the zone borders."""
    words = ("J39=1@JE1", "J63=1@JE2", "C30=1@Y", "C31=1@U")
    state = arrange(*words, hands=japanese("HA_J"))
    state.game.check(state, state.game.parse("play HA_J at Y"))
    assert refused(state, "play HA_J at U") == "SOT-TC.J1a"
    weary = arrange(*words, recovering=["J39-1"], hands=japanese("HA_J"))
    assert refused(weary, "play HA_J at Y") == "SOT-TC.J1a"
