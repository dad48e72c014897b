"""SFV-9.6, 9.7: the roll, the losses it costs, and the ground it gains."""

from __future__ import annotations

import pytest

from sandtable.game import Game
from sandtable.state import State
from tests.games.conftest import asked
from tests.games.stalins_first_victory.conftest import (
    MIDDLE,
    At,
    Play,
    Refused,
    fighting,
    odds,
    steps,
    told,
)

FIRST, SECOND = "sov-21-61", "sov-21-62"
PAIR = f"{FIRST}+{SECOND}"


def posed(game: Game, *foes: str, target: str = MIDDLE, beside: str = "0604", **more: object) -> State:
    """Two regiments, 8 in all, beside these defenders."""
    return fighting(game, {FIRST: beside, SECOND: beside, **dict.fromkeys(foes, target)}, **more)


def rolled(state: State) -> tuple[str, int, str]:
    """Column, die and result of the combat in the last play."""
    data = next(e.data for e in state.events or () if e.case == "SFV-9.6a")
    return data["column"], data["die"], f"{data['a']}/{data['d']}"


@pytest.mark.case("SFV-9.6a")
@pytest.mark.parametrize(
    ("die", "result"), [(1, "2/0"), (2, "1/0"), (3, "1/1"), (4, "1/1"), (5, "1/1"), (6, "1/2")]
)
def test_one_die_under_the_final_column_gives_the_result(
    game: Game, play: Play, die: int, result: str
) -> None:
    """8 against 6 is +2."""
    state = play(posed(game, "chi-15-38", "chi-15-43"), f"attack {PAIR} {MIDDLE}", dice=[die])
    assert rolled(state) == ("+2", die, result)


@pytest.mark.case("SFV-9.6a", "SFV-9.3c")
def test_the_roll_is_read_after_the_shifts(game: Game, play: Play) -> None:
    """8 against 3 on a hill: +4, one to the left; die 6 is 1/2 there and 0/2 in the open."""
    hill = posed(game, "chi-15-38", target="0707", beside="0807")
    assert rolled(play(hill, f"attack {PAIR} 0707", dice=[6])) == ("+2 (from +4)", 6, "1/2")
    plain = posed(game, "chi-15-38")
    assert rolled(play(plain, f"attack {PAIR} {MIDDLE}", dice=[6])) == ("+4", 6, "0/2")


@pytest.mark.case("SFV-9.6b")
def test_the_first_number_is_the_attackers_the_second_the_defenders(game: Game, play: Play) -> None:
    """+2, die 1 is 2/0: two Soviet steps, no Chinese; die 6 is 1/2."""
    state = posed(game, "chi-15-38", "chi-15-43")
    after = play(state, f"attack {PAIR} {MIDDLE}", f"lose {FIRST}", f"lose {FIRST}", dice=[1])
    assert steps(after, FIRST, SECOND, "chi-15-38", "chi-15-43") == [0, 2, 1, 1]
    after = play(state, f"attack {PAIR} {MIDDLE}", f"lose {SECOND}", dice=[6])
    assert steps(after, FIRST, SECOND, "chi-15-38", "chi-15-43") == [2, 1, 0, 0]


@pytest.mark.case("SFV-9.6b")
def test_only_those_involved_lose(game: Game, play: Play) -> None:
    """A stack mate that did not attack is untouched, and so is an enemy elsewhere."""
    state = posed(game, "chi-15-38", "chi-15-43")
    after = play(state, f"attack {FIRST} {MIDDLE}", dice=[1])  # 4 against 6: 3/0
    assert steps(after, FIRST, SECOND) == [0, 2]


@pytest.mark.case("SFV-9.6c")
def test_the_defender_takes_his_losses_first(game: Game, play: Play, refused: Refused) -> None:
    state = play(posed(game, "chi-15-38", "chi-15-43"), f"attack {PAIR} {MIDDLE}", dice=[4])  # 1/1
    assert asked(state) == ("absorb_loss", "chinese")
    assert refused(state, f"lose {FIRST}") == "SFV-9.6e"
    state = play(state, "lose chi-15-43")
    assert asked(state) == ("absorb_loss", "soviet")
    assert refused(state, "lose chi-15-38") == "SFV-9.6e"
    state = play(state, f"lose {FIRST}")
    assert asked(state) == ("attack", "soviet")


@pytest.mark.case("SFV-9.6d")
def test_losses_beyond_the_last_step_are_ignored(game: Game, play: Play, at: At) -> None:
    """+10, die 6 is 0/4 against one step; the first column, die 1, is 3/0 against one step."""
    strong = {"sov-36-106": "0604", "sov-36-107": "0604", "sov-36-108": "0506", "chi-15-38": MIDDLE}
    state = fighting(game, strong)
    text = f"attack sov-36-106+sov-36-107+sov-36-108 {MIDDLE}"
    after = play(state, text, dice=[6])
    assert at(after, "chi-15-38") == "eliminated"
    assert asked(after) == ("advance", "soviet")
    lone = fighting(game, {"sov-18-b": "0604", "chi-15-38": MIDDLE})
    after = play(lone, f"attack sov-18-b {MIDDLE}", dice=[1])
    assert (at(after, "sov-18-b"), asked(after)) == ("eliminated", ("attack", "soviet"))
    worst = next(o for o in odds(lone, f"attack sov-18-b {MIDDLE}").outcomes if o.result == "3/0")
    assert (worst.attacker_loss, worst.spent) == (1, True)


@pytest.mark.case("SFV-9.6d")
def test_a_wiped_out_defender_does_not_spare_the_attacker(game: Game, play: Play) -> None:
    """R-29: 8 against 3, die 5 is 1/2."""
    state = play(posed(game, "chi-15-38"), f"attack {PAIR} {MIDDLE}", dice=[5])
    assert asked(state) == ("absorb_loss", "soviet")
    assert asked(play(state, f"lose {SECOND}")) == ("advance", "soviet")


@pytest.mark.case("SFV-9.6e")
def test_each_owner_chooses_among_his_units(game: Game, play: Play, refused: Refused) -> None:
    """Two steps from one regiment or one from each; any Chinese unit of the three, the gun included."""
    state = posed(game, "chi-15-38", "chi-15-43", "chi-15-15-art")
    two = play(state, f"attack {PAIR} {MIDDLE}", dice=[1])
    assert steps(play(two, f"lose {FIRST}", f"lose {FIRST}"), FIRST, SECOND) == [0, 2]
    assert steps(play(two, f"lose {FIRST}", f"lose {SECOND}"), FIRST, SECOND) == [1, 1]
    one = play(state, f"attack {PAIR} {MIDDLE}", dice=[3])
    assert {str(a) for a in game.legal(one)} == {
        "lose chi-15-38", "lose chi-15-43", "lose chi-15-15-art",
    }  # fmt: skip
    assert steps(play(one, "lose chi-15-15-art"), "chi-15-15-art", "chi-15-38") == [0, 1]
    assert refused(one, "lose chi-15-50") == "SFV-9.6e"


@pytest.mark.case("SFV-9.6f")
@pytest.mark.parametrize("die", range(1, 7))
def test_an_attack_on_a_city_costs_one_step_more(game: Game, play: Play, die: int) -> None:
    """R-19: whatever the table says, even 0, and though the defender is gone."""
    places = {"sov-36-106": "0319", "sov-36-107": "0319", "sov-36-108": "0418", "chi-17-17-art": "0318"}
    state = fighting(game, places)
    text = "attack sov-36-106+sov-36-107+sov-36-108 0318"
    printed = game.crt.cells[5][die - 1]  # 13 - 0 is +10; city 2L, integrity 1R
    result = rolled(play(state, text, dice=[die]))
    assert result == ("+8 (from +10 or more)", die, f"{printed[0] + 1}/{printed[1]}")
    after = play(state, text, dice=[die])
    for _ in range(printed[0] + 1):
        after = play(after, "lose " + next(iter(game.legal(after))).touched_units[0])
    assert sum(steps(after, "sov-36-106", "sov-36-107", "sov-36-108")) == 6 - printed[0] - 1
    assert "city" in odds(state, text).note


@pytest.mark.case("SFV-9.6f")
def test_the_extra_loss_is_no_greater_than_what_is_there(game: Game, play: Play, at: At) -> None:
    state = fighting(game, {"sov-18-b": "0319", "chi-17-17-art": "0318"})
    after = play(state, "attack sov-18-b 0318", dice=[6])  # 1/1 and the city's one
    assert [at(after, u) for u in ("sov-18-b", "chi-17-17-art")] == ["eliminated"] * 2
    assert asked(after) == ("attack", "soviet")
    assert odds(posed(game, "chi-15-38"), f"attack {PAIR} {MIDDLE}").note == ""


# -- advance -------------------------------------------------------------------------------------------


def won(game: Game, play: Play, **more: object) -> State:
    """Three regiments have emptied the hex without loss; the advance is asked."""
    places = {"sov-36-106": "0604", "sov-36-107": "0604", "sov-36-108": "0506", "sov-18-a": "0506"}
    state = fighting(game, {**places, "chi-15-38": MIDDLE, "chi-17-10": "0807", "sov-18-b": "0808"}, **more)
    return play(state, f"attack {'+'.join(places)} {MIDDLE}", dice=[6])


@pytest.mark.case("SFV-9.7a")
def test_survivors_may_enter_the_emptied_hex(game: Game, play: Play, refused: Refused, at: At) -> None:
    state = won(game, play)
    assert asked(state) == ("advance", "soviet")
    after = play(state, "advance sov-36-108")
    assert at(after, "sov-36-108") == MIDDLE
    assert after.control[game.board.index(MIDDLE)] == 0
    assert refused(state, "advance sov-18-b") == "SFV-9.7a"  # did not take part
    assert refused(state, "advance chi-17-10") == "SFV-9.7a"


@pytest.mark.case("SFV-9.7a")
def test_there_is_no_advance_while_a_defender_is_left_or_nobody_survives(game: Game, play: Play) -> None:
    held = play(posed(game, "chi-15-38", "chi-15-43"), f"attack {PAIR} {MIDDLE}", dice=[3])
    held = play(held, "lose chi-15-38", f"lose {FIRST}")
    assert asked(held) == ("attack", "soviet")
    both = fighting(game, {"sov-18-tank": "0604", "chi-15-15-art": MIDDLE})
    both = play(both, f"attack sov-18-tank {MIDDLE}", dice=[3])  # +2: 1/1
    assert steps(both, "sov-18-tank", "chi-15-15-art") == [0, 0]
    assert asked(both) == ("attack", "soviet")


@pytest.mark.case("SFV-9.7b", "SFV-9.7g")
def test_as_many_advance_as_may_stack(game: Game, play: Play, refused: Refused, at: At) -> None:
    state = won(game, play)
    assert refused(state, "advance sov-36-106+sov-36-107+sov-36-108") == "SFV-9.7b"
    after = play(state, "advance sov-36-106+sov-36-108+sov-18-a")
    assert [at(after, u) for u in ("sov-36-106", "sov-36-108", "sov-18-a")] == [MIDDLE] * 3
    assert at(after, "sov-36-107") == "0604"
    for group in ("sov-36-107", "sov-18-a", "sov-36-107+sov-36-108"):
        game.check(state, game.parse(f"advance {group}"))
    assert refused(state, "advance sov-18-a+sov-18-a") == "SFV-2.1a"


@pytest.mark.case("SFV-9.7c")
def test_an_advance_is_no_movement(game: Game, play: Play, at: At) -> None:
    """Up a hill across a river for nothing, and in a combat-first turn the full move comes after it."""
    state = play(won(game, play, order="combat-move"), "advance sov-36-106", "end")
    assert state.phase == "movement"
    state = play(state, "move sov-36-106 0505-0504-0503-0403-0402")  # eight points
    assert at(state, "sov-36-106") == "0402"
    spent = fighting(
        game,
        {"sov-36-106": "0806", "sov-36-107": "0806", "chi-15-15-art": "0707"},
        changes={"units": [{"id": "sov-36-106", "move_s1": 1, "move_s2": 1}]},
    )
    spent = play(spent, "attack sov-36-106+sov-36-107 0707", dice=[6])
    assert at(play(spent, "advance sov-36-106"), "sov-36-106") == "0707"


@pytest.mark.case("SFV-9.7e")
def test_nobody_has_to_advance(game: Game, play: Play, at: At) -> None:
    state = play(won(game, play), "advance none")
    assert not state.units_at(game.board.index(MIDDLE))
    assert at(state, "sov-36-106") == "0604"
    assert state.control[game.board.index(MIDDLE)] == 1  # an empty hex keeps its owner


@pytest.mark.case("SFV-9.7f")
def test_the_advance_is_decided_before_the_next_combat(game: Game, play: Play, refused: Refused) -> None:
    state = won(game, play)
    assert refused(state, "attack sov-18-b 0807") == "SFV-9.7a"
    assert refused(state, "end") == "SFV-9.7a"
    state = play(state, "advance none")
    assert refused(state, "advance sov-36-106") == "SFV-9.0a"  # too late
    game.check(state, game.parse("attack sov-18-b 0807"))


@pytest.mark.case("SFV-9.7h")
def test_defenders_never_advance(game: Game, play: Play, at: At) -> None:
    """The attackers are wiped out; the defenders stay where they are and nothing is asked of them."""
    state = fighting(game, {"sov-18-b": "0604", "chi-15-38": MIDDLE, "chi-15-43": MIDDLE})
    after = play(state, f"attack sov-18-b {MIDDLE}", dice=[1])
    assert [at(after, u) for u in ("sov-18-b", "chi-15-38")] == ["eliminated", MIDDLE]
    assert asked(after) == ("attack", "soviet")
    assert told(after) == ["SFV-9.0n", "SFV-9.6a", "SFV-2.3.7d"]
