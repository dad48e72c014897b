"""SOT-4 and SOT-5: phases of a turn, initiative and impulses, the End Phase; chits drawn, played and kept."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest

from sandtable.dice import Scripted
from sandtable.game import Game
from sandtable.state import State
from tests.games.conftest import asked
from tests.games.storm_over_taierzhuang.conftest import Arrange, Play

Refused = Callable[[State, str], str]
At = Callable[[State, str], str]
Ready = Callable[[State, str], bool]

JAPANESE_MAXIMUM = (9, 9, 9, 8, 8, 8, 7, 7, 7, 6, 6, 6, 5)
CHINESE_MAXIMUM = (2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 5, 5)
BOTH = ("J39-1@Y", "C31-1@M")
"""A unit of each side, apart from one another."""


def told(state: State) -> list[str]:
    """The cases of what the last play told."""
    return [event.case for event in state.events or ()]


def hand(state: State, side: str) -> list[str]:
    """The chits a side holds."""
    game = state.game
    return list(game.cups[game.side_index(side)].hand(state))


def in_cup(state: State, side: str, chit: str) -> int:
    """How many chits of a kind lie in a side's cup."""
    cup = state.game.cups[state.game.side_index(side)]
    return int(dict(zip(cup.kinds, cup.left(state), strict=True))[chit])


# -- the phases -------------------------------------------------------------------------------------


@pytest.mark.case("SOT-4.0a")
def test_the_six_phases_follow_one_another(arrange: Arrange, play: Play) -> None:
    """A turn in which every phase asks something: a tank short of fuel, chits to pay with and to keep."""
    state = arrange("J39-1@Y", "JT-1@Y", "C31-1@M", phase="chits", turn=2, hands={"japanese": ["ENG"]})
    met = [(state.phase, *asked(state))]
    deeds: list[tuple[str, tuple[int, ...]]] = [
        ("draw 0", ()),
        ("draw 0", (6, 6)),
        ("pass", (2, 3)),
        ("pass", (1, 5)),
        ("pass", ()),
        ("pass", ()),
        ("pass", ()),
    ]
    for text, dice in deeds:
        state = play(state, text, dice=dice)
        met.append((state.phase, *asked(state)))
        if met[-1][0] == "impulse" and met[-2][0] == "random event":
            assert "SOT-4.0e" in told(state)
    assert met == [
        ("chits", "draw_chits", "chinese"),
        ("chits", "draw_chits", "japanese"),
        ("reinforcement", "pay_for_roll", "japanese"),
        ("random event", "fuel", "japanese"),
        ("impulse", "impulse", "japanese"),
        ("impulse", "impulse", "chinese"),
        ("end", "retain_chits", "japanese"),
        ("chits", "draw_chits", "chinese"),
    ]
    assert state.turn == 3


@pytest.mark.case("SOT-4.0b")
def test_both_sides_draw_up_to_their_maximum(
    game: Game, arrange: Arrange, play: Play, refused: Refused
) -> None:
    state = arrange(*BOTH, phase="chits", turn=9, hands={"chinese": ["DARE"]}, pool=[])
    assert asked(state) == ("draw_chits", "chinese")
    assert refused(state, "draw 4") == "SOT-5.1a"
    state = play(state, "draw 3", dice=(1, 1, 1))
    assert len(hand(state, "chinese")) == 4
    assert asked(state) == ("draw_chits", "japanese")
    assert refused(state, "draw 8") == "SOT-5.1a"
    state = play(state, "draw 7", dice=(1,) * 7 + (1, 2) + (1, 2))
    assert len(hand(state, "japanese")) == 7
    assert state.phase == "impulse"


@pytest.mark.case("SOT-4.0c")
def test_no_reinforcements_on_turn_1(arrange: Arrange, play: Play) -> None:
    """Both sides hold chits and have units to come; yet the next dice are those of the event."""
    hands = {"chinese": ["DARE"], "japanese": ["ENG"]}
    state = arrange(*BOTH, phase="reinforcement", turn=1, hands=hands, dice=Scripted(1, 2))
    assert asked(state) == ("impulse", "japanese")
    assert state.vars["event"] == "No Event"


@pytest.mark.case("SOT-4.0c")
def test_from_turn_2_both_sides_bring_units_into_their_zones(
    arrange: Arrange, play: Play, refused: Refused, at: At
) -> None:
    state = arrange(
        *BOTH, phase="reinforcement", turn=2, pool=["C2-1", "C2-2", "J5-21-1", "J5-21-2"],
        hands={"japanese": ["ENG"]}, dice=Scripted(1, 1, 1, 1, 1, 1),
    )  # fmt: skip
    assert asked(state) == ("arrive", "chinese")
    assert refused(state, "deploy C2-1 M") == refused(state, "deploy C2-1 JE1") == "SOT-6.1f"
    state = play(state, "deploy C2-1 CW", "deploy C2-2 CE")
    assert asked(state) == ("pay_for_roll", "japanese")
    state = play(state, "discard ENG", dice=(1, 1, 1, 1, 1, 1))
    assert asked(state) == ("arrive", "japanese")
    assert refused(state, "deploy J5-21-1 Y") == refused(state, "deploy J5-21-1 CE") == "SOT-6.2f"
    state = play(state, "deploy J5-21-1+J5-21-2 JE2", dice=(1, 2, 1, 2))
    units = ("C2-1", "C2-2", "J5-21-1", "J5-21-2")
    assert [at(state, unit) for unit in units] == ["CW", "CE", "JE2", "JE2"]


@pytest.mark.case("SOT-4.0d")
@pytest.mark.parametrize(
    ("dice", "title"),
    [
        ((1, 1), "The Trap is Sprung"),
        ((1, 2), "No Event"),
        ((3, 1), "We must defeat Japan now!"),
        ((1, 4), "Fuel Shortage"),
        ((3, 3), "Generalissimo"),
        ((6, 1), "Generalissimo"),
        ((2, 6), "Fuel Shortage"),
        ((4, 5), "No Event"),
        ((5, 5), "Japanese Air Supply Drop"),
        ((5, 6), "The Cause is in Doubt"),
        ((6, 6), "General Itagaki to the Rescue"),
    ],
)
def test_the_sum_of_two_dice_is_the_event(arrange: Arrange, dice: tuple[int, int], title: str) -> None:
    """With empty hands and pools no event asks for more than its die."""
    more = (1,) if title == "Generalissimo" else ()
    script = Scripted(*dice, *more)
    state = arrange(*BOTH, phase="random event", turn=1, pool=[], dice=script)
    script.assert_used_up()
    assert state.vars["event"] == title
    assert state.phase == "impulse"


# -- initiative and impulses ------------------------------------------------------------------------


@pytest.mark.case("SOT-4.0e", "SOT-4.0f")
@pytest.mark.parametrize(
    ("dice", "first"),
    [
        ((5, 3), "chinese"),
        ((3, 5), "japanese"),
        ((2, 1), "chinese"),
        ((1, 6), "japanese"),
        ((4, 4, 2, 2, 1, 6), "japanese"),
        ((6, 6, 3, 2), "chinese"),
    ],
)
def test_the_higher_die_goes_first_and_equal_dice_are_rolled_again(
    arrange: Arrange, play: Play, dice: tuple[int, ...], first: str
) -> None:
    """The Chinese die is rolled first."""
    script = Scripted(*dice)
    state = arrange(*BOTH, phase="initiative", turn=2, dice=script)
    script.assert_used_up()
    assert asked(state) == ("impulse", first)
    assert asked(play(state, "pass"))[1] != first


@pytest.mark.case("SOT-4.0g")
@pytest.mark.parametrize("turn", range(1, 14))
def test_on_turn_1_the_japanese_begin_without_a_roll(arrange: Arrange, turn: int) -> None:
    script = Scripted(6, 1)
    state = arrange(*BOTH, phase="initiative", turn=turn, dice=script)
    assert script.rolls == ([6, 1] if turn == 1 else [])
    assert asked(state) == ("impulse", "japanese" if turn == 1 else "chinese")


@pytest.mark.case("SOT-4.0h", "SOT-4.0i")
@pytest.mark.parametrize("first", ["chinese", "japanese"])
def test_the_sides_take_turns_with_one_action_each(
    game: Game, arrange: Arrange, play: Play, refused: Refused, first: str
) -> None:
    dice = (6, 1) if first == "chinese" else (1, 6)
    state = arrange("J39=4@Y", "C31=4@M", "C30-1@U", phase="initiative", turn=3, dice=Scripted(*dice))
    moves = {"japanese": "move J39-{} Y-T", "chinese": "move C31-{} M-F"}
    other = {"japanese": "chinese", "chinese": "japanese"}
    side = first
    for n in (1, 1, 2, 2, 3, 3):
        assert asked(state) == ("impulse", side)
        assert refused(state, moves[other[side]].format(4)) == "SOT-2.4a"
        state = play(state, moves[side].format(n))
        if asked(state)[0] == "march_on":
            assert refused(state, moves[side].format(4)) == "SOT-7.1.1f"
            assert refused(state, "fire J39-4 U") == "SOT-7.1d"
            state = play(state, "pass")
        side = other[side]
    assert asked(state) == ("impulse", first)


@pytest.mark.case("SOT-4.0i", "SOT-4.0j")
def test_whoever_passed_may_act_again_later(arrange: Arrange, play: Play, ready: Ready) -> None:
    state = arrange("J39=3@Y", "C31-1@U", "C31-2@U")
    state = play(state, "pass")
    assert asked(state) == ("impulse", "chinese")
    assert ready(state, "J39-1")
    state = play(state, "move C31-1 U-P", "pass")
    assert asked(state) == ("impulse", "japanese")
    state = play(state, "fire J39-1 U", dice=(1, 1))
    assert not ready(state, "J39-1")
    assert asked(state) == ("impulse", "chinese")


@pytest.mark.case("SOT-4.0k")
def test_two_passes_in_a_row_end_the_impulses_and_nothing_else_does(arrange: Arrange, play: Play) -> None:
    state = arrange("J39=3@Y", "C31=3@M", hands={"japanese": ["ENG"]})
    ended = play(state, "pass", "pass")
    assert (ended.phase, *asked(ended)) == ("end", "retain_chits", "japanese")
    assert ended.turn == 1
    broken = play(state, "pass", "move C31-1 M-F", "pass")
    assert asked(broken) == ("impulse", "japanese")
    broken = play(broken, "pass")
    assert (broken.phase, *asked(broken)) == ("impulse", "impulse", "chinese")
    assert play(broken, "pass").phase == "end"
    late = play(state, "move J39-1 Y-T", "pass", "pass")
    assert (late.phase, *asked(late)) == ("impulse", "impulse", "japanese")
    assert play(late, "pass").phase == "end"


# -- the End Phase ----------------------------------------------------------------------------------


@pytest.mark.case("SOT-4.0l", "SOT-4.0m", "SOT-4.0n", "SOT-4.0o", "SOT-4.0p")
def test_the_end_phase_goes_step_by_step(arrange: Arrange, play: Play, ready: Ready) -> None:
    """Chits first, while units are as they were; then supply, recovery and the next turn.

    Y and U are joined to the zone; K is cut off because nobody stands in P.
    """
    state = arrange(
        "J39-1@Y", "J39-2@Y", "J40-1@U", "J10-1@K", "J10-2@K", "J63-1@JE1", "C31-1@K", "C31-2@D", "C2-1@CE",
        turn=5, played=["HA_J"], passes=1,
        spent=["J39-1", "J40-1", "J10-2", "J63-1", "C31-1", "C31-2", "C2-1"],
        hands={"chinese": ["DARE", "DARE"], "japanese": ["ENG", "WILL"]},
    )  # fmt: skip
    units = ("J39-1", "J39-2", "J40-1", "J10-1", "J10-2", "J63-1", "C31-1", "C31-2", "C2-1")
    before = [ready(state, unit) for unit in units]
    state = play(state, "pass")
    assert (state.phase, *asked(state)) == ("end", "retain_chits", "chinese")
    assert [ready(state, unit) for unit in units] == before
    state = play(state, "discard DARE", "pass")
    assert (state.phase, *asked(state)) == ("end", "retain_chits", "japanese")
    assert [ready(state, unit) for unit in units] == before
    state = play(state, "pass")
    assert [ready(state, unit) for unit in units] == [
        True, True, True, False, False, True, True, True, True,
    ]  # fmt: skip
    assert (state.turn, state.phase, *asked(state)) == (6, "chits", "draw_chits", "chinese")
    assert hand(state, "chinese") == ["DARE"]
    cases = told(state)
    assert cases.index("SOT-6.3g") < cases.index("SOT-4.0n") < cases.index("SOT-4.0o")
    assert cases.index("SOT-4.0o") < cases.index("SOT-1.0b")
    assert state.vars["played"] == ()


@pytest.mark.case("SOT-4.0m")
@pytest.mark.parametrize(
    ("chain", "fed"),
    [(("J39-2@P", "J40-1@U"), True), (("J40-1@U",), False), (("J39-2@P",), False), ((), False)],
)
def test_a_broken_chain_leaves_units_spent(
    arrange: Arrange, play: Play, ready: Ready, chain: tuple[str, ...], fed: bool
) -> None:
    """K is fed from the zone through Y, U and P, and only while somebody stands in each of them."""
    for spent in ([], ["J39-1"]):
        state = arrange("J39-1@K", "J63-1@Y", "J63-2@JE1", "C31-1@D", *chain, spent=spent)
        assert ready(play(state, "pass", "pass"), "J39-1") == fed


# -- the maximum of chits ---------------------------------------------------------------------------


@pytest.mark.case("SOT-5.1a", "SOT-5.1d", "SOT-5.1e")
def test_the_track_gives_a_falling_and_a_rising_maximum(
    game: Game, arrange: Arrange, refused: Refused
) -> None:
    found: dict[str, list[int]] = {"chinese": [], "japanese": []}
    for turn in range(1, 14):
        state = arrange(*BOTH, phase="chits", turn=turn, pool=[])
        shown = game.view(state).facts["chit maximum"]
        for side in ("chinese", "japanese"):
            assert asked(state) == ("draw_chits", side)
            numbers = [int(a.number) for a in game.legal(state)]
            assert numbers == list(range(shown[side], -1, -1))
            assert refused(state, f"draw {shown[side] + 1}") == "SOT-5.1a"
            found[side].append(max(numbers))
            state = game.play(state, game.parse("draw 0"))
    japanese, chinese = found["japanese"], found["chinese"]
    assert (tuple(japanese), tuple(chinese)) == (JAPANESE_MAXIMUM, CHINESE_MAXIMUM)
    assert all(late <= early for early, late in pairwise(japanese))
    assert all(late >= early for early, late in pairwise(chinese))
    assert japanese[0] > japanese[-1]
    assert chinese[0] < chinese[-1]


@pytest.mark.case("SOT-5.1b")
def test_a_hand_is_filled_blindly_from_its_cup_and_only_if_it_is_not_full(
    game: Game, arrange: Arrange, play: Play, refused: Refused
) -> None:
    hands = {"chinese": ["DARE", "DARE"], "japanese": ["ENG"] * 3}
    state = arrange(*BOTH, phase="chits", turn=5, hands=hands, pool=[])
    assert [str(a) for a in game.legal(state)] == ["draw 1", "draw 0"]
    assert refused(state, "take NIGHT") == "SOT-5.1b"
    assert hand(play(state, "draw 0"), "chinese") == ["DARE", "DARE"]
    seen = [hand(play(state, "draw 1", dice=(face,)), "chinese") for face in range(1, 15)]
    new = ["RESOLUTE"] * 3 + ["HA_C"] * 2 + ["DARE"] + ["HEROES"] * 2 + ["LI"] * 2 + ["AIR_C"] + ["NIGHT"] * 3
    for drawn, chit in zip(seen, new, strict=True):
        assert sorted(drawn) == sorted(["DARE", "DARE", chit])
    hands = {"chinese": ["DARE", "DARE", "LI"], "japanese": ["ENG"] * 3}
    full = arrange(*BOTH, phase="chits", turn=5, hands=hands, pool=[])
    assert asked(full) == ("draw_chits", "japanese")


@pytest.mark.case("SOT-5.1c")
@pytest.mark.parametrize(
    ("dice", "chinese", "japanese"),
    [
        ((2, 4, 2, 1), 4, 8),
        ((5, 2, 6, 1), 4, 8),
        ((2, 4, 1, 1), 2, 8),
        ((5, 2, 5, 1), 2, 8),
        ((1, 3, 1), 3, 7),
        ((1, 2), 3, 8),
    ],
)
def test_events_give_a_chit_beyond_the_maximum_or_take_one(
    arrange: Arrange, dice: tuple[int, ...], chinese: int, japanese: int
) -> None:
    """Hands of 3 and 8."""
    hands = {"chinese": ["DARE", "LI", "NIGHT"], "japanese": ["HA_J"] * 3 + ["ENG"] * 3 + ["WILL"] * 2}
    script = Scripted(*dice)
    state = arrange(*BOTH, phase="random event", hands=hands, dice=script)
    script.assert_used_up()
    assert (len(hand(state, "chinese")), len(hand(state, "japanese"))) == (chinese, japanese)


@pytest.mark.case("SOT-5.1c")
def test_the_air_drop_may_bring_a_chit_beyond_the_maximum(arrange: Arrange, play: Play) -> None:
    hands = {"japanese": ["BOMB", "ENG", "ENG", "ENG", "WILL", "WILL"]}
    state = arrange(*BOTH, phase="random event", turn=13, hands=hands, pool=[], dice=Scripted(5, 5))
    state = play(state, "play BOMB", "drop chit", dice=(1, 1, 2))
    assert sorted(hand(state, "japanese")) == ["ENG", "ENG", "ENG", "HA_J", "WILL", "WILL"]
    assert JAPANESE_MAXIMUM[12] == 5


# -- playing chits ----------------------------------------------------------------------------------


def absorbed(state: State) -> State:
    """The damage that is left is taken in the first way that offers itself."""
    while asked(state)[0] == "absorb":
        state = state.game.play(state, next(iter(state.game.legal(state))), Scripted())
    return state


FIELD = ("J39-1@U", "J39-2@U", "J40=3@Y", "C31-1@U", "C31-2@U", "C30=3@M")
"""A fight in U, with a Spent unit of either side; the rest stands apart."""
FIELD_SPENT = ["J39-2", "C31-2"]
JAPANESE_CHITS = ["HA_J", "BOMB", "FIGHT", "BANZAI", "ENG", "WILL"]
CHINESE_CHITS = ["RESOLUTE", "HA_C", "DARE", "HEROES", "LI", "AIR_C", "NIGHT"]


@pytest.mark.case("SOT-5.2a", "SOT-5.2c", "SOT-5.2d", "SOT-5.2e")
@pytest.mark.parametrize(
    ("side", "texts", "dice"),
    [
        ("japanese", ["play WILL at U"], (1,)),
        ("japanese", ["play FIGHT at U"], (1, 1)),
        ("japanese", ["play BOMB at M"], (1, 1)),
        ("japanese", ["play HA_J at U"], (1, 1)),
        ("japanese", ["play BANZAI by J39-1", "fire J39-1 U", "pass"], (1, 1)),
        ("chinese", ["play LI at U"], (1,)),
        ("chinese", ["play NIGHT by C31-1", "fire C31-1 U", "pass"], (1, 1)),
        ("chinese", ["play HA_C at U"], (1, 1)),
        ("chinese", ["play AIR_C at U"], (1, 1)),
        ("chinese", ["fire C31-1 U with RESOLUTE"], (1, 1)),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else None,
)
def test_an_action_chit_is_the_action_of_the_impulse(
    arrange: Arrange, play: Play, refused: Refused, side: str, texts: list[str], dice: tuple[int, ...]
) -> None:
    """With units still Ready the side has had its impulse, and the chit is in the cup again."""
    chit = texts[0].split()[-1] if "with" in texts[0] else texts[0].split()[1]
    state = arrange(*FIELD, side=side, spent=FIELD_SPENT, hands={side: [chit]})
    other = "chinese" if side == "japanese" else "japanese"
    inside = in_cup(state, side, chit)
    after = absorbed(play(state, *texts, dice=dice))
    assert asked(after) == ("impulse", other)
    assert hand(after, side) == []
    assert in_cup(after, side, chit) == inside + 1
    empty = arrange(*FIELD, side=side, spent=FIELD_SPENT)
    assert refused(empty, texts[0]) == "SOT-5.1b"


@pytest.mark.case("SOT-5.2b", "SOT-5.2c", "SOT-5.2d")
@pytest.mark.parametrize(
    ("side", "chits", "actions", "others"),
    [
        ("japanese", JAPANESE_CHITS, {"WILL", "FIGHT", "BOMB", "HA_J", "BANZAI"}, {"ENG"}),
        ("chinese", CHINESE_CHITS, {"LI", "NIGHT", "HA_C", "AIR_C"}, {"DARE", "RESOLUTE"}),
    ],
)
def test_which_chits_are_actions(
    game: Game,
    arrange: Arrange,
    refused: Refused,
    side: str,
    chits: list[str],
    actions: set[str],
    others: set[str],
) -> None:
    """The other chits are no action by themselves; some go with a fire."""
    state = arrange(*FIELD, side=side, spent=FIELD_SPENT, hands={side: chits})
    offered = list(game.legal(state))
    assert {a.chit for a in offered if a.verb == "play"} == actions
    support = {word for a in offered if a.verb == "fire" for word in a.support or ()}
    assert support - {"wave"} == others
    for chit in set(chits) - actions:
        assert refused(state, f"play {chit} at U") == "SOT-5.2b"
        assert refused(state, f"play {chit}") == "SOT-5.2b"
    own = "J39-1" if side == "japanese" else "C31-1"
    for chit in actions:
        assert refused(state, f"fire {own} U with {chit}") == "SOT-7.2b"


@pytest.mark.case("SOT-5.2b")
def test_any_number_of_other_chits_go_into_one_impulse(game: Game, arrange: Arrange, play: Play) -> None:
    state = arrange(*FIELD, hands={"japanese": ["ENG"] * 3})
    for number in (1, 2, 3):
        text = "fire J39-1 U with " + "+".join(["ENG"] * number)
        assert game.forecast(state, game.parse(text)).attack == 2 + 3 * number
    after = absorbed(play(state, "fire J39-1 U with ENG+ENG+ENG", dice=(1, 1)))
    assert hand(after, "japanese") == []
    assert asked(after) == ("impulse", "chinese")

    chinese = arrange(*FIELD, side="chinese", hands={"chinese": ["DARE", "DARE", "HEROES", "HEROES"]})
    fired = play(
        chinese, "fire C31-1 U with DARE+DARE", "play HEROES", "play HEROES", dice=(6, 6, 5, 6, 1, 2)
    )
    assert hand(fired, "chinese") == []
    assert fired.decision is not None
    assert fired.decision.prompt.startswith("4 Damage Points")
    assert asked(absorbed(fired)) == ("impulse", "japanese")


@pytest.mark.case("SOT-5.2e")
def test_a_used_chit_can_be_drawn_again(arrange: Arrange, play: Play) -> None:
    """There is one Air Force chit only; the thirteenth of the sixteen in the cup is that one."""
    state = arrange("J39-1@U", "C31-1@M", side="chinese", hands={"chinese": ["AIR_C"]})
    assert in_cup(state, "chinese", "AIR_C") == 0
    state = play(state, "play AIR_C at U", "pass", "pass", dice=(1, 1))
    assert (state.turn, *asked(state)) == (2, "draw_chits", "chinese")
    assert hand(play(state, "draw 1", dice=(13,)), "chinese") == ["AIR_C"]


# -- keeping chits ----------------------------------------------------------------------------------


@pytest.mark.case("SOT-5.3a", "SOT-5.3b", "SOT-5.3d")
@pytest.mark.parametrize(
    ("discards", "kept"),
    [
        ((), ["HA_J", "ENG", "ENG"]),
        (("ENG",), ["HA_J", "ENG"]),
        (("HA_J", "ENG"), ["ENG"]),
        (("HA_J+ENG",), ["ENG"]),
        (("ENG+ENG+HA_J",), []),
        (("ENG", "HA_J", "ENG"), []),
    ],
)
def test_chits_are_given_back_or_kept_as_one_likes(
    game: Game, arrange: Arrange, play: Play, refused: Refused, discards: tuple[str, ...], kept: list[str]
) -> None:
    state = arrange(*BOTH, phase="end", turn=4, hands={"japanese": ["HA_J", "ENG", "ENG"]})
    assert asked(state) == ("retain_chits", "japanese")
    assert refused(state, "discard BOMB") == refused(state, "discard ENG+ENG+ENG") == "SOT-5.3a"
    assert refused(state, "discard DARE") == "SOT-5.3a"
    texts = [f"discard {words}" for words in discards] + (["pass"] if kept else [])
    after = play(state, *texts)
    assert (after.turn, after.phase) == (5, "chits")
    assert hand(after, "japanese") == kept
    assert in_cup(after, "japanese", "ENG") == 3 - kept.count("ENG")
    assert in_cup(after, "japanese", "HA_J") == 3 - kept.count("HA_J")
    assert game.view(after).facts["chits in cup"] == {"chinese": 16, "japanese": 16 - len(kept)}
    drawing = play(after, "draw 0")
    assert max(int(a.number) for a in game.legal(drawing)) == JAPANESE_MAXIMUM[4] - len(kept)


@pytest.mark.case("SOT-5.3c", "SOT-5.3d")
@pytest.mark.parametrize("turn", range(1, 13))
def test_no_more_is_kept_than_the_next_turn_allows(
    game: Game, arrange: Arrange, play: Play, refused: Refused, turn: int
) -> None:
    """Two too many in either hand: both must go, and no more need to."""
    sets = {
        "chinese": ["DARE"] * 3 + ["NIGHT"] * 3 + ["RESOLUTE"] * 3 + ["LI"] * 2,
        "japanese": ["ENG"] * 3 + ["BANZAI"] * 3 + ["FIGHT"] * 3 + ["HA_J"] * 2,
    }
    limits = {"chinese": CHINESE_MAXIMUM[turn], "japanese": JAPANESE_MAXIMUM[turn]}
    hands = {side: sets[side][: limits[side] + 2] for side in sets}
    state = arrange(*BOTH, phase="end", turn=turn, hands=hands)
    for side, first in (("chinese", "DARE"), ("japanese", "ENG")):
        assert asked(state) == ("retain_chits", side)
        for _ in range(2):
            assert refused(state, "pass") == "SOT-5.3c"
            assert "pass" not in {str(a) for a in game.legal(state)}
            state = play(state, f"discard {first}")
        assert len(hand(state, side)) == limits[side]
        assert in_cup(state, side, first) == 3 - hand(state, side).count(first)
        state = game.play(state, game.parse("pass"))
    assert (state.turn, state.phase) == (turn + 1, "reinforcement")
    assert {side: len(hand(state, side)) for side in sets} == limits
