"""SNC-11.2: Japanese aircraft on the roads to the front; R-20, R-21."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import pytest

from sandtable.dice import Scripted
from sandtable.game import Game
from sandtable.games.shanghai_nanking.arrivals import interdiction_total
from sandtable.games.shanghai_nanking.orders import Interdict
from sandtable.state import State

Play = Callable[..., State]
Refused = Callable[[State, str], str]
At = Callable[[State, str], str]

SHANGHAI = {"j_snlf_1": "3512", "c_div_087": "3511"}
TURN_FOUR = {"c_div_008": 2, "c_div_009": 3, "c_div_018": 3, "c_div_044": 2, "c_div_060": 2}
"""The reinforcements of turn 4 and their combat factors."""


def phase(game: Game, due: tuple[str, ...], turn: int = 6, returned: tuple[str, ...] = ()) -> State:
    """The Chinese Reinforcement Phase is about to begin; the Chinese air force no longer flies."""
    return game.arrange(
        "campaign", SHANGHAI, turn=turn, phase="first operations", side="chinese",
        due=dict.fromkeys(due, turn), returned=returned, air=False,
    )  # fmt: skip


def offered(game: Game, state: State) -> set[str]:
    return {a.unit for a in game.legal(state) if isinstance(a, Interdict)}


def kind(state: State) -> str:
    assert state.decision is not None
    return state.decision.kind


@pytest.mark.case("SNC-11.2a")
def test_from_turn_three_every_chinese_reinforcement_phase_begins_with_a_japanese_die(
    game: Game, play: Play
) -> None:
    early = play(phase(game, ("c_div_003",), turn=2), "end")
    assert kind(early) == "arrive"
    for turn in (3, 4, 5, 6, 7):
        state = play(phase(game, ("c_div_003", "c_div_006"), turn=turn), "end", dice=[3])
        assert kind(state) == "choose_interdicted"
    nobody = play(phase(game, ()), "end")
    assert nobody.phase == "second operations", "an empty box is not rolled for"


@pytest.mark.case("SNC-11.2a")
def test_the_air_attempt_comes_first_then_the_interdiction_then_placing_and_delaying(
    game: Game, play: Play, refused: Refused
) -> None:
    state = game.arrange(
        "campaign", SHANGHAI, turn=4, phase="reinforcement", side="chinese",
        due=dict.fromkeys(TURN_FOUR, 4),
    )  # fmt: skip
    assert (kind(state), state.decision and state.decision.side) == ("fly_cover", "chinese")
    assert refused(state, "delay c_div_009").startswith("SNC-11.")
    state = play(state, "fly yes", dice=[3, 6])
    assert (kind(state), state.decision and state.decision.side) == ("choose_interdicted", "chinese")
    assert refused(state, "delay c_div_009").startswith("SNC-11.2")
    state = play(state, "interdict c_div_009", "interdict c_div_018")
    assert kind(state) == "arrive"


@pytest.mark.case("SNC-11.2b", "SNC-11.2c")
@pytest.mark.parametrize(
    ("roll", "first", "then"),
    [
        (1, {"c_div_008", "c_div_044", "c_div_060"}, set()),
        (2, {"c_div_008", "c_div_044", "c_div_060"}, set()),
        (3, {"c_div_009", "c_div_018"}, set()),
        (4, {"c_div_008", "c_div_044", "c_div_060"}, {"c_div_044", "c_div_060"}),
        (5, set(TURN_FOUR), {"c_div_009", "c_div_018"}),
        (6, set(TURN_FOUR), {"c_div_044", "c_div_060"}),
    ],
)
def test_the_chinese_choose_units_that_make_up_the_roll_exactly(
    game: Game, play: Play, refused: Refused, roll: int, first: set[str], then: set[str]
) -> None:
    """R-20. A roll of 1 finds no unit of one factor, so the smallest total above it, 2, is lost."""
    state = play(phase(game, tuple(TURN_FOUR), turn=4), "end", dice=[roll])
    assert offered(game, state) == first
    for unit in set(TURN_FOUR) - first:
        assert refused(state, f"interdict {unit}") == "SNC-11.2b"
    state = play(state, f"interdict {min(first)}")
    assert (offered(game, state) if then else set()) == then
    assert kind(state) == ("choose_interdicted" if then else "arrive")


@pytest.mark.case("SNC-11.2b", "SNC-11.2c")
@pytest.mark.parametrize(
    "due",
    [
        tuple(TURN_FOUR),
        ("c_div_036", "c_div_087"),
        ("c_div_036", "c_div_014", "c_div_009"),
        ("c_bde_011", "c_div_036"),
        ("c_div_008", "c_div_044", "c_div_014", "c_bde_td1"),
        ("c_div_046",),
    ],
)
def test_whatever_is_chosen_the_loss_is_the_least_sum_of_whole_units_that_covers_the_roll(
    game: Game, due: tuple[str, ...]
) -> None:
    """R-20, against brute force: every order of choices ends at the same sum, and none gets stuck."""
    strength = {u: game.units.by_id(u).strength[-1] for u in due}
    sums = {sum(strength[u] for u in c) for n in range(len(due) + 1) for c in combinations(due, n)}
    base = game.arrange(
        "campaign", {"j_snlf_1": "3512", "c_div_098": "3511"}, turn=6, phase="first operations",
        side="chinese", due=dict.fromkeys(due, 6), air=False,
    )  # fmt: skip
    for roll in range(1, 7):
        wanted = min((s for s in sums if s >= roll), default=sum(strength.values()))
        assert interdiction_total(list(strength.values()), roll) == wanted
        pending = [game.play(base, game.parse("end"), Scripted(roll))]
        while pending:
            state = pending.pop()
            if state.decision is not None and state.decision.kind == "choose_interdicted":
                choices = list(game.legal(state))
                assert choices
                pending += [game.play(state, choice) for choice in choices]
            else:
                lost = [u for u in due if state.where[game.units.index_of(u)] == -3]
                assert sum(strength[u] for u in lost) == wanted


@pytest.mark.case("SNC-11.2c", "SNC-11.2d")
def test_a_roll_that_is_no_less_than_the_whole_takes_everything_unasked(
    game: Game, play: Play, at: At
) -> None:
    for due, roll in ((("c_div_046",), 6), (("c_div_046", "c_div_170", "c_div_172"), 6)):
        state = play(phase(game, due), "end", dice=[roll])
        assert state.phase == "second operations"
        assert {at(state, u) for u in due} == {"removed"}


@pytest.mark.case("SNC-11.2d")
def test_what_is_lost_on_the_roads_never_comes(game: Game, play: Play, at: At, refused: Refused) -> None:
    """Elite units lost so do not roll for a return either: the script holds no die for it."""
    state = play(phase(game, ("c_div_036", "c_div_046")), "end", "interdict c_div_036", dice=[5])
    assert at(state, "c_div_036") == "removed"
    assert refused(state, "place c_div_036 0102") == "SNC-5.4a"
    state = play(state, "end", "end", "plan MM", "end", "end", "plan MM", "end", dice=[6])
    assert state.turn == 7
    assert at(state, "c_div_046") == "removed", "held back to turn 7 and found there"
    assert not any(state.due)


@pytest.mark.case("SNC-11.2b")
def test_returning_elites_and_delayed_units_are_reinforcements_of_the_turn_too(
    game: Game, play: Play
) -> None:
    """R-21: an elite unit that comes back counts with its reduced factor."""
    state = phase(game, ("c_div_036", "c_div_008", "c_div_046"), returned=("c_div_036",))
    three = play(state, "end", dice=[3])
    assert offered(game, three) == {"c_div_036"}
    five = play(state, "end", dice=[5])
    assert offered(game, five) == {"c_div_036", "c_div_008", "c_div_046"}


@pytest.mark.case("SNC-11.2b")
def test_units_of_later_turns_are_out_of_reach(game: Game, play: Play, refused: Refused) -> None:
    state = phase(game, ("c_div_046", "c_div_170"))
    state.due[game.units.index_of("c_div_041")] = 7
    state = play(state, "end", dice=[2])
    assert offered(game, state) == {"c_div_046", "c_div_170"}
    assert refused(state, "interdict c_div_041") == "SNC-11.2b"
    assert refused(state, "interdict c_div_087") == "SNC-11.2b"
