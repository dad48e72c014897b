"""SOT-TC.C1 to C7: Resolute Defenders, artillery, Dare to Die, Heroes, Li Tsung Jen, air, Night Attack."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandtable.dice import Scripted
from sandtable.state import State
from tests.games.conftest import asked
from tests.games.storm_over_taierzhuang.conftest import Arrange, Play, damage, hand

Refused = Callable[[State, str], str]
At = Callable[[State, str], str]
Ready = Callable[[State, str], bool]


def chinese(*chits: str) -> dict[str, list[str]]:
    return {"chinese": list(chits)}


# -- Resolute Defenders ----------------------------------------------------------------------------


@pytest.mark.case("SOT-TC.C1b")
def test_resolute_units_fire_as_their_action_and_stay_ready(
    arrange: Arrange, play: Play, ready: Ready
) -> None:
    state = arrange("C30=2@Q", "J39=2@Q", side="chinese", hands=chinese("RESOLUTE"))
    plain = play(state, "fire C30-1+C30-2 Q", dice=(1, 1))
    assert not ready(plain, "C30-1")
    state = play(state, "fire C30-1+C30-2 Q with RESOLUTE", dice=(1, 1))
    assert [ready(state, "C30-1"), ready(state, "C30-2")] == [True, True]
    assert hand(state, "chinese") == ()
    assert asked(state) == ("impulse", "japanese")


@pytest.mark.case("SOT-TC.C1a")
def test_one_resolute_chit_a_turn_over_both_uses(arrange: Arrange, play: Play, refused: Refused) -> None:
    words = ("C30=2@Q", "J39=2@Q", "J40=1@R")
    fired = arrange(*words, side="chinese", hands=chinese("RESOLUTE", "RESOLUTE"))
    assert refused(fired, "fire C30-1+C30-2 Q with RESOLUTE+RESOLUTE") == "SOT-TC.C1a"
    fired = play(fired, "fire C30-1+C30-2 Q with RESOLUTE", "move J40-1 R-Q", dice=(1, 1))
    assert asked(fired) == ("impulse", "chinese")
    assert refused(fired, "fire C30-1+C30-2 Q with RESOLUTE") == "SOT-TC.C1a"

    entered = arrange(*words, hands=chinese("RESOLUTE", "RESOLUTE"))
    entered = play(entered, "move J40-1 R-Q", "play RESOLUTE by C30-1", dice=(1, 1))
    assert asked(entered) == ("impulse", "chinese")
    assert refused(entered, "fire C30-1 Q with RESOLUTE") == "SOT-TC.C1a"


@pytest.mark.case("SOT-TC.C1a")
def test_spent_units_cannot_be_resolute(arrange: Arrange, play: Play, refused: Refused) -> None:
    words = ("C30=2@Q", "J39=2@Q", "J40=1@R", "C31=1@G")
    state = arrange(*words, side="chinese", spent=["C30-2"], hands=chinese("RESOLUTE"))
    assert refused(state, "fire C30-1+C30-2 Q with RESOLUTE") == "SOT-2.1c"
    state = play(arrange(*words, spent=["C30-2"], hands=chinese("RESOLUTE")), "move J40-1 R-Q")
    assert refused(state, "play RESOLUTE by C30-2") == "SOT-2.1c"
    all_spent = arrange(*words, spent=["C30-1", "C30-2"], hands=chinese("RESOLUTE"))
    assert asked(play(all_spent, "move J40-1 R-Q")) == ("impulse", "chinese")


@pytest.mark.case("SOT-TC.C1c", "SOT-TC.C1d")
def test_chinese_units_fire_at_once_on_japanese_that_enter(
    arrange: Arrange, play: Play, ready: Ready, refused: Refused
) -> None:
    """The movers are still Ready; the area is no Japanese one and gives them no level."""
    state = arrange("C30=2@K", "C31=1@G", "J39=2@M", hands=chinese("RESOLUTE"))
    state = play(state, "move J39-1+J39-2 M-K")
    assert asked(state) == ("resolute_defence", "chinese")
    assert ready(state, "J39-1")
    assert refused(state, "play RESOLUTE by C31-1") == "SOT-TC.C1c"
    state = play(state, "play RESOLUTE by C30-1+C30-2", dice=(3, 5))
    assert damage(state) == 2 + 8 - 6
    state = play(state, "absorb eliminate_ready J39-1", "absorb flip J39-2")
    assert asked(state) == ("impulse", "chinese")
    assert [ready(state, id) for id in ("C30-1", "C30-2", "J39-2")] == [True, True, False]


@pytest.mark.case("SOT-TC.C1c")
def test_the_reaction_may_be_declined_and_needs_chinese_units_in_the_area(
    arrange: Arrange, play: Play
) -> None:
    state = arrange("C30=2@K", "J39=2@M", hands=chinese("RESOLUTE"))
    declined = play(state, "move J39-1 M-K", "pass")
    assert asked(declined) == ("impulse", "chinese")
    assert hand(declined, "chinese") == ("RESOLUTE",)
    assert asked(play(state, "move J39-1 M-Q", "pass")) == ("impulse", "chinese")


@pytest.mark.case("SOT-TC.C1c")
def test_chinese_units_that_enter_a_contested_area_set_off_no_reaction(arrange: Arrange, play: Play) -> None:
    state = arrange("C30=1@Q", "C31=1@K", "J39=1@Q", side="chinese", hands=chinese("RESOLUTE"))
    assert asked(play(state, "move C31-1 K-Q")) == ("impulse", "japanese")


# -- Heavy Artillery, Dare to Die ------------------------------------------------------------------


@pytest.mark.case("SOT-TC.C2a")
def test_chinese_artillery_hits_with_five_near_chinese_units_once_a_turn(
    arrange: Arrange, play: Play, refused: Refused
) -> None:
    state = arrange("C30=1@M", "J39=1@Q", "J40=1@V", "J10=1@M", side="chinese", hands=chinese("HA_C", "HA_C"))
    assert refused(state, "play HA_C at V") == "SOT-TC.C2a"
    assert refused(state, "play HA_C at K") == "SOT-TC.C2a"
    assert damage(play(state, "play HA_C at M", dice=(4, 4))) == 5 + 8 - 6
    state = play(state, "play HA_C at Q", "absorb flip J39-1", dice=(2, 2))
    assert asked(state) == ("impulse", "japanese")
    assert refused(state, "play HA_C at Q") == "SOT-2.4j"
    assert refused(play(state, "pass"), "play HA_C at Q") == "SOT-TC.C2a"


@pytest.mark.case("SOT-TC.C2b")
@pytest.mark.parametrize(
    ("words", "target", "defence"),
    [
        (("C30=1@M", "J39=1@Q"), "Q", 6 + 2),
        (("C30=1@Q", "J39=1@Q"), "Q", 6),
        (("C30=1@G", "J39=1@G"), "G", 6 + 6),
    ],
)
def test_chinese_artillery_meets_the_terrain_that_applies(
    arrange: Arrange, play: Play, words: tuple[str, ...], target: str, defence: int
) -> None:
    """A level only where the Japanese have control; the town always."""
    state = arrange(*words, side="chinese", hands=chinese("HA_C"))
    assert damage(play(state, f"play HA_C at {target}", dice=(6, 6))) == 5 + 12 - defence


@pytest.mark.case("SOT-TC.C3a")
def test_dare_to_die_adds_three_each_and_takes_no_impulse(
    arrange: Arrange, play: Play, refused: Refused
) -> None:
    state = arrange("C30=2@Q", "J39=1@Q", side="chinese", hands=chinese("DARE", "DARE"))
    plain = damage(play(state, "fire C30-1+C30-2 Q", dice=(4, 4)))
    assert damage(play(state, "fire C30-1+C30-2 Q with DARE", dice=(4, 4))) == plain + 3
    assert damage(play(state, "fire C30-1+C30-2 Q with DARE+DARE", dice=(4, 4))) == plain + 6
    assert refused(state, "fire C30-1+C30-2 Q with DARE+DARE+DARE") == "SOT-5.1b"
    assert refused(state, "play DARE at Q") == "SOT-5.2b"


@pytest.mark.case("SOT-TC.C3b")
def test_dare_to_die_goes_with_night_attack_and_resolute_defenders(
    arrange: Arrange, play: Play, refused: Refused
) -> None:
    state = arrange("C30=2@Q", "J39=1@Q", side="chinese", hands=chinese("DARE", "NIGHT", "RESOLUTE", "HA_C"))
    night = play(state, "play NIGHT by C30-1+C30-2", "fire C30-1+C30-2 Q with DARE", dice=(4, 4))
    assert damage(night) == 2 + 8 + 3 - 6
    stand = play(state, "fire C30-1+C30-2 Q with DARE+RESOLUTE", dice=(4, 4))
    assert damage(stand) == 2 + 8 + 3 - 6
    assert refused(state, "play HA_C at Q with DARE") == "SOT-TC.C2a"
    entered = arrange("C30=2@Q", "J39=1@R", hands=chinese("DARE", "RESOLUTE"))
    entered = play(entered, "move J39-1 R-Q", "play RESOLUTE by C30-1+C30-2 with DARE", dice=(4, 4))
    assert damage(entered) == 2 + 8 + 3 - 6


# -- Heroes, Li Tsung Jen --------------------------------------------------------------------------


@pytest.mark.case("SOT-TC.C4a")
def test_heroes_have_the_dice_of_a_japanese_attack_rolled_again(arrange: Arrange, play: Play) -> None:
    """The second result stands, worse or not, unless another chit is played on it."""
    state = arrange("J39=2@Q", "C30=1@Q", hands=chinese("HEROES", "HEROES"))
    state = play(state, "fire J39-1+J39-2 Q", dice=(3, 3))
    assert asked(state) == ("heroes", "chinese")
    again = play(state, "play HEROES", dice=(6, 6))
    assert asked(again) == ("heroes", "chinese")
    assert damage(play(again, "pass")) == 4 + 12 - 4
    third = play(again, "play HEROES", dice=(1, 2))
    assert damage(third) == 4 + 3 - 4
    assert hand(third, "chinese") == ()
    assert damage(play(state, "pass")) == 4 + 6 - 4


@pytest.mark.case("SOT-TC.C4a")
@pytest.mark.parametrize("attack", ["fire C30-1+C30-2 Q", "play HA_C at Q", "play AIR_C at Q"])
def test_heroes_work_on_every_chinese_attack_too(arrange: Arrange, play: Play, attack: str) -> None:
    state = arrange("J39=1@Q", "C30=2@Q", side="chinese", hands=chinese("HEROES", "HA_C", "AIR_C"))
    state = play(state, attack, dice=(1, 1))
    assert asked(state) == ("heroes", "chinese")
    own = {"fire": 2, "play HA_C": 5, "play AIR_C": 4}[attack.split(" C30")[0].split(" at")[0]]
    assert damage(play(state, "play HEROES", dice=(6, 6))) == own + 12 - 6


@pytest.mark.case("SOT-TC.C4a")
def test_heroes_answer_a_bombardment_and_are_no_action(
    arrange: Arrange, play: Play, refused: Refused
) -> None:
    hands = {"japanese": ["BOMB"], "chinese": ["HEROES"]}
    state = play(
        arrange("J39=1@Y", "C30=1@Q", hands=hands), "play BOMB at Q", "play HEROES", dice=(6, 6, 1, 1)
    )
    assert damage(state) == 12 + 2 - 6
    idle = arrange("J39=1@Y", "C30=1@Q", side="chinese", hands=chinese("HEROES"))
    assert refused(idle, "play HEROES") == "SOT-5.2b"


@pytest.mark.case("SOT-TC.C5a")
def test_li_tsung_jen_makes_just_as_many_units_ready_as_the_die_says(
    arrange: Arrange, play: Play, refused: Refused, ready: Ready
) -> None:
    spent = ["C30-1", "C30-2", "C30-3", "C31-1"]
    state = arrange("C30=4@K", "C31=1@G", "J39=1@Y", side="chinese", spent=spent, hands=chinese("LI", "LI"))
    assert refused(state, "play LI at M") == "SOT-TC.C5a"
    state = play(state, "play LI at K", dice=(2,))
    assert asked(state) == ("rally", "chinese")
    assert refused(state, "rally C30-1") == "SOT-TC.C5a"
    assert refused(state, "rally C30-1+C30-2+C30-3") == "SOT-TC.C5a"
    assert refused(state, "rally C30-1+C31-1") == "SOT-TC.C5a"
    state = play(state, "rally C30-1+C30-3")
    assert [ready(state, id) for id in spent] == [True, False, True, False]
    assert asked(state) == ("impulse", "japanese")
    assert refused(play(state, "pass"), "play LI at G") == "SOT-TC.C5a"


# -- Air Force -------------------------------------------------------------------------------------


@pytest.mark.case("SOT-TC.C6a")
def test_the_chinese_air_force_hits_any_area_with_four(
    arrange: Arrange, play: Play, refused: Refused
) -> None:
    """Far from every Chinese unit; the Japanese zones are beyond its reach."""
    state = arrange("C30=1@A", "J39=1@V", "J40=1@JE1", side="chinese", hands=chinese("AIR_C"))
    state.game.check(state, state.game.parse("play AIR_C at V"))
    assert refused(state, "play AIR_C at U") == "SOT-TC.C6a"
    assert refused(state, "play AIR_C at JE1") == "SOT-2.3f"
    state = play(state, "play AIR_C at V", dice=(5, 5))
    assert damage(state) == 4 + 10 - (6 + 1)
    assert asked(play(state, "absorb eliminate_ready J39-1")) == ("impulse", "japanese")


@pytest.mark.case("SOT-TC.C6b")
@pytest.mark.parametrize(
    ("words", "target", "defence"),
    [(("J39=1@Q",), "Q", 6 + 2), (("J39=1@Q", "C31=1@Q"), "Q", 6), (("J39=1@G", "C31=1@G"), "G", 6 + 6)],
)
def test_the_chinese_air_force_meets_the_terrain_that_applies(
    arrange: Arrange, play: Play, words: tuple[str, ...], target: str, defence: int
) -> None:
    state = arrange("C30=1@A", *words, side="chinese", hands=chinese("AIR_C"))
    assert damage(play(state, f"play AIR_C at {target}", dice=(6, 6))) == 4 + 12 - defence


@pytest.mark.case("SOT-TC.C6c")
@pytest.mark.parametrize("chit", ["FIGHT", "BOMB"])
def test_the_chinese_air_force_cancels_fighters_and_bombers(arrange: Arrange, play: Play, chit: str) -> None:
    """No die is rolled; the Japanese impulse is used up; the Chinese have theirs."""
    hands = {"japanese": [chit], "chinese": ["AIR_C"]}
    state = play(arrange("J39=1@Y", "C30=1@Q", hands=hands), f"play {chit} at Q")
    assert asked(state) == ("answer_air", "chinese")
    assert damage(play(state, "pass", dice=(6, 6))) > 0
    state = play(state, "play AIR_C")
    assert asked(state) == ("impulse", "chinese")
    assert hand(state, "japanese") == hand(state, "chinese") == ()


@pytest.mark.case("SOT-TC.C6c", "SOT-TC.J3c")
def test_fighters_may_cancel_the_air_force_that_cancels(arrange: Arrange, play: Play) -> None:
    hands = {"japanese": ["BOMB", "FIGHT"], "chinese": ["AIR_C"]}
    state = play(arrange("J39=1@Y", "C30=1@Q", hands=hands), "play BOMB at Q", "play AIR_C")
    assert asked(state) == ("answer_air", "japanese")
    assert asked(play(state, "pass")) == ("impulse", "chinese")
    state = play(state, "play FIGHT", dice=(1, 1))
    assert damage(state) == 12 + 2 - 6
    assert hand(state, "japanese") == hand(state, "chinese") == ()


@pytest.mark.case("SOT-TC.C6c", "SOT-TC.J2a", "SOT-5.2e")
def test_a_cancelled_chit_has_been_played(arrange: Arrange, play: Play, refused: Refused) -> None:
    """R-28: the bombers' attack of this turn is used up, though another of their chits is in hand."""
    hands = {"japanese": ["BOMB", "BOMB"], "chinese": ["AIR_C"]}
    state = play(arrange("J39=1@Y", "C30=1@Q", hands=hands), "play BOMB at Q", "play AIR_C", "pass")
    assert (asked(state), hand(state, "japanese")) == (("impulse", "japanese"), ("BOMB",))
    assert refused(state, "play BOMB at Q") == "SOT-TC.J2a"


@pytest.mark.case("SOT-TC.C6c", "SOT-TC.J3c", "SOT-RE.10d")
def test_the_story_says_by_which_rule_an_air_chit_is_cancelled(arrange: Arrange, play: Play) -> None:
    hands = {"japanese": ["BOMB", "FIGHT"], "chinese": ["AIR_C"]}
    words = ("J39=1@Y", "C30=1@Q")

    def told(state: State) -> str:
        (event,) = [e for e in state.events or () if "cancelled" in e.text]
        return event.case

    attack = play(arrange(*words, hands=hands), "play BOMB at Q", "play AIR_C", "pass")
    assert told(attack) == "SOT-TC.C6c"
    chinese_attack = play(arrange(*words, side="chinese", hands=hands), "play AIR_C at Y", "play FIGHT")
    assert told(chinese_attack) == "SOT-TC.J3c"
    drop = arrange(*words, phase="random event", hands=hands, dice=Scripted(4, 6))
    assert told(play(drop, "play BOMB", "play AIR_C", "pass")) == "SOT-RE.10d"


@pytest.mark.case("SOT-TC.C6c")
def test_the_chinese_air_force_does_not_answer_artillery(arrange: Arrange, play: Play) -> None:
    hands = {"japanese": ["HA_J"], "chinese": ["AIR_C"]}
    state = play(arrange("J39=1@R", "C30=1@Q", hands=hands), "play HA_J at Q", dice=(1, 1))
    assert damage(state) == 10 + 2 - 6


# -- Night Attack ----------------------------------------------------------------------------------


@pytest.mark.case("SOT-TC.C7a")
def test_night_attackers_move_and_fire_and_are_spent(
    arrange: Arrange, play: Play, ready: Ready, at: At, refused: Refused
) -> None:
    state = arrange("C30=3@K", "J39=2@M", side="chinese", hands=chinese("NIGHT"))
    state = play(state, "play NIGHT by C30-1+C30-2", "move C30-1+C30-2 K-M")
    assert at(state, "C30-1") == "M"
    assert ready(state, "C30-1")
    assert refused(state, "fire C30-3 M") == "SOT-TC.C7a"
    state = play(state, "fire C30-1+C30-2 M", dice=(1, 1))
    assert asked(state) == ("impulse", "japanese")
    assert [ready(state, f"C30-{n}") for n in (1, 2, 3)] == [False, False, True]


@pytest.mark.case("SOT-TC.C7a")
def test_night_attackers_fire_and_move_and_another_night_attack_may_follow(
    arrange: Arrange, play: Play, ready: Ready, at: At, refused: Refused
) -> None:
    state = arrange(
        "C30=2@Q", "C31=1@G", "J39=1@Q", side="chinese", spent=["C30-2"], hands=chinese("NIGHT", "NIGHT")
    )
    assert refused(state, "play NIGHT by C30-1+C30-2") == "SOT-2.1c"
    state = play(state, "play NIGHT by C30-1", "fire C30-1 Q", dice=(1, 1))
    assert asked(state) == ("rush", "chinese")
    state = play(state, "move C30-1 Q-K", "pass")
    assert at(state, "C30-1") == "K"
    assert not ready(state, "C30-1")
    assert asked(state) == ("impulse", "japanese")
    state = play(state, "pass")
    assert asked(play(state, "play NIGHT by C31-1")) == ("rush", "chinese")


@pytest.mark.case("SOT-TC.C7b")
def test_a_night_attack_meets_the_terrain_that_applies(arrange: Arrange, play: Play) -> None:
    """M is Japanese until the impulse is over, so its level counts; the town has +3 within."""
    village = arrange("C30=2@K", "J39=1@M", side="chinese", hands=chinese("NIGHT"))
    village = play(village, "play NIGHT by C30-1+C30-2", "move C30-1+C30-2 K-M")
    assert damage(play(village, "fire C30-1+C30-2 M", dice=(5, 5))) == 2 + 10 - (6 + 2)
    town = arrange("C30=2@C", "J39=1@G", side="chinese", hands=chinese("NIGHT"))
    town = play(town, "play NIGHT by C30-1+C30-2", "move C30-1+C30-2 C-G")
    assert damage(play(town, "fire C30-1+C30-2 G", dice=(5, 5))) == 2 + 10 - (6 + 3)
