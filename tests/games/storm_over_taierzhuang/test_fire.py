"""SOT-7.2, 7.3: who may fire at what, Attack Total, human waves, Defence Total, Damage Points."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandtable.actions import PlayChit
from sandtable.game import Game
from sandtable.games.storm_over_taierzhuang.orders import Fire
from sandtable.state import State
from tests.games.storm_over_taierzhuang.conftest import Arrange, Play, damage

Refused = Callable[[State, str], str]
At = Callable[[State, str], str]
IsReady = Callable[[State, str], bool]

# Far from every fight, Ready, so that no side passes by itself and no turn ends.
BYSTANDERS = ("C44-1@A", "J63-1@Y")

# K, M and Q are of level 2, R and U of level 1, G and H are the town.
# CF, DF Ready/Spent: J39-1 2 6/5, J39-3 1 6/5, JT 3 5/4, C31-1 1 5/4, C31-4 0 5/4, C30-1 1 4/3, C30-4 0 4/3.


def names(stem: str, first: int, last: int) -> str:
    return "+".join(f"{stem}-{number}" for number in range(first, last + 1))


def targets(state: State) -> set[str]:
    """Areas at which a fire is offered."""
    return {a.target for a in state.game.legal(state) if isinstance(a, Fire)}


def answer(state: State, play: Play, *texts: str, dice: tuple[int, ...] = ()) -> State:
    """Damage absorbed line by line."""
    return play(state, *(f"absorb {text}" for text in texts), dice=dice)


# -- who fires at what ---------------------------------------------------------------------------------


@pytest.mark.case("SOT-7.2a")
def test_fire_goes_at_the_own_area_or_one_beside_it(arrange: Arrange, play: Play, refused: Refused) -> None:
    words = ("J39=3@Q", "C31=1@Q", "C30=1@M", "C27=1@F", *BYSTANDERS)
    state = arrange(*words)
    assert targets(state) == {"Q", "M"}
    for target, points in (("Q", 12 + 5 - 5), ("M", 12 + 5 - 4 - 2)):
        fired = play(state, f"fire {names('J39', 1, 3)} {target}", dice=(6, 6))
        assert damage(fired) == points
        assert fired.game.decision(fired).side == "chinese"
    assert refused(state, "fire J39-1 F") == "SOT-7.2a"
    assert refused(state, "fire J39-1 K") == "SOT-7.2a"
    # One unit alone may fire as well, but no Spent one.
    assert damage(play(state, "fire J39-2 Q", dice=(6, 6))) == 12 + 2 - 5
    assert refused(arrange(*words, spent=["J39-2"]), "fire J39-1+J39-2 Q") == "SOT-2.1c"


@pytest.mark.case("SOT-7.0a", "SOT-7.0b", "SOT-7.0c")
def test_units_of_one_area_do_one_thing_together_and_are_spent(
    arrange: Arrange, play: Play, refused: Refused, ready: IsReady, at: At
) -> None:
    state = arrange("J39=3@Q", "J40=1@R", "C31=1@Q", *BYSTANDERS)
    assert refused(state, "fire J39-1+J40-1 Q") == "SOT-7.0c"
    assert refused(state, "move J39-1+J40-1 Q-U") == "SOT-7.0c"
    state = play(state, "fire J39-1+J39-3 Q", dice=(1, 1))
    # The impulse is over: the other unit can not move in it.
    assert state.game.decision(state).side == "chinese"
    assert [ready(state, u) for u in ("J39-1", "J39-3", "J39-2", "J40-1")] == [False, False, True, True]
    state = play(state, "pass", "move J39-2 Q-U", "pass", "pass")
    assert at(state, "J39-2") == "U"
    assert not ready(state, "J39-2")
    assert refused(state, "fire J39-1 Q") == "SOT-2.1c"


@pytest.mark.case("SOT-7.2b")
def test_chits_strengthen_or_order_a_fire(arrange: Arrange, play: Play, refused: Refused, game: Game) -> None:
    hands = {"japanese": ["ENG", "ENG", "BANZAI", "BOMB"]}
    state = arrange("J39=3@Q", "C31=2@Q", *BYSTANDERS, hands=hands)
    assert damage(play(state, "fire J39-1 Q", dice=(3, 4))) == 7 + 2 - 5
    strong = play(state, "fire J39-1 Q with ENG+ENG", dice=(3, 4))
    assert damage(strong) == 7 + 2 + 6 - 5
    assert sorted(game.cups[1].hand(strong)) == ["BANZAI", "BOMB"]
    ordered = play(state, "play BANZAI by J39-1+J39-2", "fire J39-1+J39-2 Q with ENG", dice=(3, 4))
    assert damage(ordered) == 7 + 4 + 3 - 5
    assert refused(state, "fire J39-1 Q with BOMB") == "SOT-7.2b"
    assert refused(state, "fire J39-1 Q with ENG+ENG+ENG") == "SOT-5.1b"


@pytest.mark.case("SOT-7.2c", "SOT-7.2d")
def test_units_in_a_zone_are_no_target(arrange: Arrange, refused: Refused) -> None:
    japanese = arrange("J39=3@E", "C31=2@CW", "C30=1@E", *BYSTANDERS)
    assert refused(japanese, "fire J39-1 CW") == "SOT-7.2c"
    assert targets(japanese) == {"E"}
    # A Chinese unit that could fire at other areas is kept from it all the same.
    red = {"units": [{"id": "C31-1", "cf_colour": "red"}]}
    chinese = arrange("C31=1@X", "J39=2@JE1", "J40=1@V", "C44-1@A", side="chinese", changes=red)
    assert refused(chinese, "fire C31-1 JE1") == "SOT-7.2d"
    assert targets(chinese) == {"V"}


@pytest.mark.case("SOT-7.2e")
def test_units_fire_out_of_their_own_zone(
    arrange: Arrange, play: Play, refused: Refused, ready: IsReady
) -> None:
    state = arrange("J39=2@JE1", "C31=2@X", "C30=1@V", *BYSTANDERS)
    assert targets(state) == {"X"}
    fired = play(state, "fire J39-1+J39-2 X", dice=(4, 4))
    assert damage(fired) == 8 + 4 - 5 - 1
    assert refused(state, "fire J39-1 V") == "SOT-7.2a"
    fired = play(state, "fire J39-1+J39-2 X", dice=(1, 1))
    assert not ready(fired, "J39-1")
    # The Chinese have no unit that can: theirs are black.
    chinese = arrange("C31=1@CW", "C31-4@CW", "J39=1@E", *BYSTANDERS, side="chinese")
    assert refused(chinese, "fire C31-1 E") == "SOT-7.2.1b"
    assert refused(chinese, "fire C31-4 E") == "SOT-7.2.2a-iii"


@pytest.mark.case("SOT-7.2.1a", "SOT-7.2.1b")
def test_only_a_red_factor_reaches_an_adjacent_area(arrange: Arrange, play: Play, refused: Refused) -> None:
    colours = {"C31-1": "red", "C31-4": "red", "J39-2": "black"}
    changes = {"units": [{"id": id, "cf_colour": colour} for id, colour in colours.items()]}
    words = ("C31-1@M", "C31-2@M", "C31-4@M", "J39-1@Q", "J39-2@Q", "C30-1@Q", "C44-1@A", "J63-1@Y")
    chinese = arrange(*words, side="chinese", changes=changes)
    assert damage(play(chinese, "fire C31-1 Q", dice=(5, 5))) == 10 + 1 - 6
    assert refused(chinese, "fire C31-1+C31-2 Q") == "SOT-7.2.1b"
    # A red nought is not at least 1.
    assert refused(chinese, "fire C31-4 Q") == "SOT-7.2.2a-iii"
    japanese = arrange(*words, changes=changes)
    assert damage(play(japanese, "fire J39-1 M", dice=(5, 5))) == 10 + 2 - 5 - 2
    assert refused(japanese, "fire J39-1+J39-2 M") == "SOT-7.2.1b"
    assert damage(play(japanese, "fire J39-1+J39-2 Q", dice=(5, 5))) == 10 + 4 - 4


# -- the Attack Total ----------------------------------------------------------------------------------


@pytest.mark.case("SOT-7.2.2")
def test_an_attack_is_resolved_in_order(arrange: Arrange, play: Play, ready: IsReady) -> None:
    """Firers and target, Attack Total, Defence Total, damage by its owner; then the firers are Spent."""
    state = arrange("J39=2@Q", "C31=2@M", *BYSTANDERS)
    state = play(state, "fire J39-1+J39-2 M", dice=(3, 2))
    assert state.events is not None
    told = {event.case: event for event in state.events}
    assert list(told)[:3] == ["SOT-7.2a", "SOT-7.2.2a-i", "SOT-7.3a"]
    assert told["SOT-7.2a"].data["unit_ids"] == ("J39-1", "J39-2")
    assert told["SOT-7.2a"].data["space_id"] == "M"
    sums = told["SOT-7.3a"].data
    assert (sums["attack"], sums["defence"], sums["damage"]) == (9, 7, 2)
    assert ready(state, "J39-1")
    assert damage(state) == 2
    state = answer(state, play, "flip C31-1", "flip C31-2")
    assert not ready(state, "J39-1")
    assert not ready(state, "J39-2")
    assert state.game.decision(state).side == "chinese"


@pytest.mark.case("SOT-7.2.2a-i")
@pytest.mark.parametrize(
    ("units", "dice", "attack"),
    [
        ("J39-1", (1, 1), 2 + 2),
        ("J39-1", (6, 5), 2 + 11),
        ("J39-1+J39-3", (2, 6), 3 + 8),
        ("JT-1+JT-2+J39-3", (1, 2), 7 + 3),
    ],
)
def test_the_attack_total_is_factors_and_two_dice(
    arrange: Arrange, play: Play, units: str, dice: tuple[int, int], attack: int
) -> None:
    state = arrange("J39=3@Q", "JT=2@Q", "C31=3@Q", *BYSTANDERS, hands={"japanese": ["ENG"]})
    assert damage(play(state, f"fire {units} Q", dice=dice)) == max(0, attack - 5)
    assert damage(play(state, f"fire {units} Q with ENG", dice=dice)) == max(0, attack + 3 - 5)


@pytest.mark.case("SOT-7.2.2a-ii", "SOT-7.2.2a-iv")
@pytest.mark.parametrize(
    ("units", "attack"),
    [
        ("C31-1", 1),
        ("C31-1+C31-4", 1),
        ("C31-1+C31-4+C31-5+C31-6", 1),
        ("C31-1+C31-2+C31-4", 2),
        ("C31-4", -1),
        ("C31-4+C31-5+C31-6", -1),
    ],
)
def test_units_with_no_factor_bring_the_dice_and_alone_one_less(
    arrange: Arrange, play: Play, units: str, attack: int
) -> None:
    state = arrange("C31=6@Q", "J39=2@Q", *BYSTANDERS, side="chinese")
    assert damage(play(state, f"fire {units} Q", dice=(6, 4))) == 10 + attack - 6


@pytest.mark.case("SOT-7.2.2a-iii")
def test_units_with_no_factor_attack_only_where_they_stand(
    arrange: Arrange, play: Play, refused: Refused
) -> None:
    state = arrange("C31=5@Q", "J39=2@Q", "J40=1@M", *BYSTANDERS, side="chinese")
    assert refused(state, "fire C31-4 M") == "SOT-7.2.2a-iii"
    assert targets(state) == {"Q"}
    assert damage(play(state, "fire C31-4+C31-5 Q", dice=(6, 6))) == 12 - 1 - 6


# -- human waves ---------------------------------------------------------------------------------------


@pytest.mark.case("SOT-7.2.2b-i")
def test_either_side_may_make_a_wave_of_an_attack_in_its_own_area(
    arrange: Arrange, play: Play, refused: Refused
) -> None:
    words = ("C31=3@Q", "J39=3@Q", "C30=1@M", *BYSTANDERS)
    japanese, chinese = arrange(*words), arrange(*words, side="chinese")
    assert damage(play(japanese, f"fire {names('J39', 1, 3)} Q", dice=(3, 3))) == 6 + 5 - 5
    assert damage(play(japanese, f"fire {names('J39', 1, 3)} Q with wave", dice=(3, 3))) == 6 + 5 + 1 - 5
    assert damage(play(chinese, f"fire {names('C31', 1, 3)} Q", dice=(3, 3))) == 6 + 3 - 6
    assert damage(play(chinese, f"fire {names('C31', 1, 3)} Q with wave", dice=(3, 3))) == 6 + 3 + 1 - 6
    assert refused(japanese, "fire J39-1+J39-2 M with wave") == "SOT-7.2.2b-i"
    assert refused(japanese, "fire J39-1+J39-2 Q with wave+wave") == "SOT-7.2.2b-i"


@pytest.mark.case("SOT-7.2.2b-ii")
@pytest.mark.parametrize(
    ("number", "divisor", "bonus"),
    [(1, 2, 0), (2, 2, 1), (3, 2, 1), (4, 2, 2), (5, 2, 2), (10, 2, 5), (5, 3, 1), (6, 3, 2), (7, 4, 1)],
)
def test_a_wave_adds_one_for_every_two_units(
    arrange: Arrange, play: Play, number: int, divisor: int, bonus: int
) -> None:
    """Of any factor; the divisor of event 11 is that of the attacking side alone."""
    state = arrange("C31=10@Q", "J39=2@Q", *BYSTANDERS, side="chinese", wave={"chinese": divisor})
    fired = play(state, f"fire {names('C31', 1, number)} Q with wave", dice=(5, 4))
    assert damage(fired) == 9 + min(number, 3) + bonus - 6


@pytest.mark.case("SOT-7.2.2b-iii")
def test_waves_go_with_banzai_night_attack_and_resolute_defenders(arrange: Arrange, play: Play) -> None:
    words = ("C31=4@Q", "J39=4@Q", "J40=4@R", *BYSTANDERS)
    hands = {"japanese": ["BANZAI"], "chinese": ["NIGHT", "RESOLUTE"]}
    japanese = arrange(*words, hands=hands)
    chinese = arrange(*words, hands=hands, side="chinese")
    four = names("J39", 1, 4)
    banzai = play(japanese, f"play BANZAI by {four}", f"fire {four} Q with wave", dice=(2, 2))
    assert damage(banzai) == 4 + 6 + 2 - 5
    four = names("C31", 1, 4)
    night = play(chinese, f"play NIGHT by {four}", f"fire {four} Q with wave", dice=(5, 2))
    assert damage(night) == 7 + 3 + 2 - 6
    stand = play(chinese, f"fire {four} Q with wave+RESOLUTE", dice=(5, 2))
    assert damage(stand) == 7 + 3 + 2 - 6
    reaction = play(
        japanese, "move J40-1 R-Q", f"play RESOLUTE by {four} with wave", dice=(5, 2)
    )  # fmt: skip
    assert damage(reaction) == 7 + 3 + 2 - 6


@pytest.mark.case("SOT-7.2.2b-iv")
def test_each_unit_of_a_wave_dies_by_the_defenders_that_stayed(
    arrange: Arrange, play: Play, at: At, ready: IsReady
) -> None:
    """Three defenders, of which one retreats: two are counted, Spent or not."""
    state = arrange("C31=5@Q", "J39=3@Q", "C30=1@Q", *BYSTANDERS, side="chinese")
    wave = f"fire {names('C31', 1, 5)} Q with wave"
    # 2 + 3 + 2 against 6 is one point: the three stay.
    held = answer(play(state, wave, dice=(1, 1)), play, "flip J39-1", dice=(3, 4, 1, 2, 5))
    assert [at(held, f"C31-{n}") for n in range(1, 6)] == ["eliminated", "Q", "eliminated", "eliminated", "Q"]
    assert at(held, "C30-1") == "Q"
    assert ready(held, "C30-1")
    assert not ready(held, "C31-2")
    # 4 + 3 + 2 against 6 is three points: one retreats, and a 3 is no longer deadly.
    uses = ("flip_and_retreat J39-1 to R", "flip J39-2")
    fewer = answer(play(state, wave, dice=(2, 2)), play, *uses, dice=(3, 4, 1, 2, 5))
    assert [at(fewer, f"C31-{n}") for n in range(1, 6)] == ["Q", "Q", "eliminated", "eliminated", "Q"]


@pytest.mark.case("SOT-7.2.2b-iv")
def test_a_wave_that_clears_the_area_or_no_wave_loses_nobody(arrange: Arrange, play: Play, at: At) -> None:
    state = arrange("C31=4@Q", "J39=1@Q", *BYSTANDERS, side="chinese")
    four = names("C31", 1, 4)
    # No die is rolled for the units: the script has none.
    cleared = answer(play(state, f"fire {four} Q with wave", dice=(3, 3)), play, "eliminate_ready J39-1")
    assert [at(cleared, f"C31-{n}") for n in range(1, 5)] == ["Q"] * 4
    calm = answer(play(state, f"fire {four} Q", dice=(2, 2)), play, "flip J39-1")
    assert [at(calm, f"C31-{n}") for n in range(1, 5)] == ["Q"] * 4
    # A wave without damage still pays.
    repelled = play(state, "fire C31-1+C31-4 Q with wave", dice=(1, 1, 1, 2))
    assert [at(repelled, f"C31-{n}") for n in (1, 4)] == ["eliminated", "Q"]


# -- the Defence Total ---------------------------------------------------------------------------------


@pytest.mark.case("SOT-7.2.2c-i")
@pytest.mark.parametrize(
    ("defenders", "spent", "best"),
    [
        (("C30=2@Q",), [], 4),
        (("C30=2@Q", "C31=1@Q"), [], 5),
        (("C30=2@Q", "C31=1@Q"), ["C31-1"], 4),
        (("C30=2@Q", "C31=1@Q"), ["C31-1", "C30-1", "C30-2"], 4),
        (("C30=2@Q",), ["C30-1", "C30-2"], 3),
    ],
)
def test_the_defence_total_is_the_best_factor_and_the_level(
    arrange: Arrange, play: Play, defenders: tuple[str, ...], spent: list[str], best: int
) -> None:
    state = arrange("J39=2@R", *defenders, *BYSTANDERS, spent=spent)
    assert damage(play(state, "fire J39-1+J39-2 Q", dice=(3, 4))) == 11 - best - 2


@pytest.mark.case("SOT-7.2.2c-i", "SOT-7.2.2c-ii")
@pytest.mark.parametrize(("area", "level"), [("Q", 2), ("V", 1)])
def test_only_who_controls_an_area_has_its_level(arrange: Arrange, play: Play, area: str, level: int) -> None:
    held = arrange("J39=2@R", f"C31=2@{area}", *BYSTANDERS)
    assert damage(play(held, f"fire J39-1 {area}", dice=(6, 5))) == 13 - 5 - level
    contested = arrange("J39=2@R", f"J40=1@{area}", f"C31=2@{area}", *BYSTANDERS)
    assert damage(play(contested, f"fire J39-1 {area}", dice=(6, 5))) == 13 - 5
    assert damage(play(contested, f"fire J40-1 {area}", dice=(6, 5))) == 13 - 5


@pytest.mark.case("SOT-7.2.2d-i", "SOT-7.2.2d-ii", "SOT-7.2.2d-iii")
@pytest.mark.parametrize("town", ["G", "H"])
def test_the_town_gives_six_from_outside_and_three_from_inside(
    arrange: Arrange, play: Play, town: str
) -> None:
    hands = {"japanese": ["BOMB", "FIGHT"]}
    held = arrange("JT=3@M", f"C31=2@{town}", *BYSTANDERS, hands=hands)
    contested = arrange("JT=3@M", f"J39=2@{town}", f"C31=2@{town}", *BYSTANDERS, hands=hands)
    for state in (held, contested):
        assert damage(play(state, f"fire {names('JT', 1, 3)} {town}", dice=(3, 3))) == 15 - 11
        assert damage(play(state, f"play FIGHT at {town}", dice=(3, 3))) == 14 - 11
    assert damage(play(held, f"play BOMB at {town}", dice=(3, 3))) == 18 - 11
    assert damage(play(contested, f"fire J39-1+J39-2 {town}", dice=(3, 3))) == 10 - 8


@pytest.mark.case("SOT-7.2.2d-iv", "SOT-7.2.2d-iii")
def test_the_town_protects_the_japanese_as_well(arrange: Arrange, play: Play) -> None:
    hands = {"chinese": ["AIR_C"]}
    contested = arrange("C31=3@H", "J39=2@H", *BYSTANDERS, side="chinese", hands=hands)
    assert damage(play(contested, f"fire {names('C31', 1, 3)} H", dice=(6, 4))) == 13 - 6 - 3
    taken = arrange("C31=3@A", "J39=2@H", *BYSTANDERS, side="chinese", hands=hands)
    for state in (contested, taken):
        assert damage(play(state, "play AIR_C at H", dice=(6, 5))) == 15 - 6 - 6


# -- Damage Points -------------------------------------------------------------------------------------


@pytest.mark.case("SOT-7.3a", "SOT-7.3b")
@pytest.mark.parametrize(
    ("dice", "points"), [((1, 1), 0), ((1, 2), 0), ((1, 3), 1), ((3, 3), 3), ((6, 6), 9)]
)
def test_the_excess_of_the_attack_is_the_damage(
    arrange: Arrange, play: Play, ready: IsReady, at: At, dice: tuple[int, int], points: int
) -> None:
    """An attack of 2 and the dice against 5."""
    state = play(arrange("J39=1@Q", "C31=4@Q", *BYSTANDERS), "fire J39-1 Q", dice=dice)
    assert damage(state) == points
    if not points:
        assert all(ready(state, f"C31-{n}") and at(state, f"C31-{n}") == "Q" for n in range(1, 5))
        assert not ready(state, "J39-1")
        assert state.game.decision(state).side == "chinese"
        assert not any(isinstance(a, PlayChit) for a in state.game.legal(state))
