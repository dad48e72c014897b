"""BOT-9.7c, 9.7h, 9.8, 9.9: the roll, what it costs, and who enters the emptied hex."""

from __future__ import annotations

import pytest

from sandtable.game import Game
from sandtable.state import State
from tests.games.conftest import At, Play, Refused
from tests.games.taierzhuang.conftest import asked, column, duel, odds, steps, told

FIRST, SECOND, THIRD = "jap-10-1-10-33", "jap-10-2-10-33", "jap-10-3-10-33"
TANK, CAR, SEYA = "jap-10-tank", "jap-10-ac-10", "jap-10-hq"
MIDDLE = "0408"
PAIR = f"attack {FIRST}+{SECOND}"
RING = {FIRST: "0407", SECOND: "0508", THIRD: "0509", "jap-10-1-63-33": "0409"}
"""32 factors from four sides: against 4 of defence column +25, concentric +30."""
STORM = f"attack {'+'.join(RING)} {MIDDLE}"


def won(game: Game, play: Play, **more: object) -> State:
    """0408 has fallen without loss to four battalions; who advances?"""
    return play(duel(game, {**RING, "chi-2-01": MIDDLE}, **more), STORM, dice=[4])


# -- the roll ------------------------------------------------------------------------------------------


@pytest.mark.case("BOT-9.8a", "BOT-9.8b")
@pytest.mark.parametrize("die", range(1, 7))
def test_one_die_under_the_final_column(game: Game, play: Play, die: int) -> None:
    """Ringed, so +10 becomes +15, where 1/0 1/1 1/1 1/1 1/2 0/2 stand; the guns have the second step."""
    places = {FIRST: "0407", SECOND: "0409", "chi-2-01": MIDDLE, "chi-20-art4": MIDDLE}
    state = duel(game, places)
    assert column(odds(state, f"{PAIR} {MIDDLE}")) == "+15"
    attacker, defender = ((1, 0), (1, 1), (1, 1), (1, 1), (1, 2), (0, 2))[die - 1]
    after = play(state, f"{PAIR} {MIDDLE}", dice=[die])
    while asked(after) == "absorb_loss":
        after = play(after, str(next(iter(game.legal(after)))))
    assert sum(steps(after, FIRST, SECOND)) == 8 - attacker
    assert sum(steps(after, "chi-2-01", "chi-20-art4")) == 2 - defender


@pytest.mark.case("BOT-9.8b")
def test_only_those_involved_lose(game: Game, play: Play) -> None:
    """A stack mate that stays out of it and a regiment next door are never touched."""
    places = {FIRST: "0407", TANK: "0407", SECOND: "0508", "chi-2-03": MIDDLE, "chi-2-01": "0308"}
    state = play(duel(game, places), f"attack {FIRST} {MIDDLE}", dice=[1])  # 3/0
    assert steps(state, *places) == [1, 1, 4, 1, 1]
    spent = play(duel(game, places, steps={FIRST: 1}), f"attack {FIRST} {MIDDLE}", dice=[1])
    assert steps(spent, *places) == [0, 1, 4, 1, 1]
    both = play(duel(game, places), f"{PAIR} {MIDDLE}", dice=[6])  # +10: 1/2, one step there
    assert steps(both, "chi-2-03", "chi-2-01") == [0, 1]


@pytest.mark.case("BOT-9.8c")
def test_the_defender_pays_first(game: Game, play: Play) -> None:
    """Each is asked in his turn, and the defenders' losses are done before the attacker chooses."""
    places = {FIRST: "0407", SECOND: "0508", "chi-2-01": MIDDLE, "chi-20-art4": MIDDLE}
    state = play(duel(game, places), f"{PAIR} {MIDDLE}", dice=[4])  # 16 - 5: 1/1
    assert state.decision is not None
    assert (asked(state), state.decision.side) == ("absorb_loss", "chinese")
    assert steps(state, FIRST, SECOND) == [4, 4]
    state = play(state, "lose chi-20-art4")
    assert state.decision is not None
    assert (asked(state), state.decision.side) == ("absorb_loss", "japanese")
    assert steps(state, "chi-2-01", "chi-20-art4") == [1, 0]
    assert steps(play(state, f"lose {SECOND}"), FIRST, SECOND) == [4, 3]


@pytest.mark.case("BOT-9.8c")
def test_a_wiped_out_defender_does_not_spare_the_attacker(game: Game, play: Play) -> None:
    """R-49."""
    state = play(duel(game, {FIRST: "0407", "chi-2-01": MIDDLE}), f"attack {FIRST} {MIDDLE}", dice=[6])
    assert (asked(state), steps(state, FIRST, "chi-2-01")) == ("advance", [3, 0])


@pytest.mark.case("BOT-9.8d")
def test_losses_beyond_the_last_step_are_ignored(game: Game, play: Play) -> None:
    """0/4 against one step; 3/0 against one step, with a stack mate that did not attack."""
    state = duel(game, {**RING, "chi-2-01": MIDDLE, "chi-2-02": "0309"})
    state = play(state, STORM, "advance none", dice=[6])
    assert steps(state, *RING, "chi-2-01", "chi-2-02") == [4, 4, 4, 4, 0, 1]
    weak = duel(game, {CAR: "0407", FIRST: "0407", "chi-2-01": MIDDLE})
    weak = play(weak, f"attack {CAR} {MIDDLE}", "cancel no", dice=[1])
    assert (steps(weak, CAR, FIRST, "chi-2-01"), asked(weak)) == ([0, 4, 1], "attack")


@pytest.mark.case("BOT-9.8e")
def test_the_owner_shares_out_his_losses_as_he_likes(game: Game, play: Play, refused: Refused) -> None:
    """Three steps one by one, each upon any unit involved that has one left."""
    places = {FIRST: "0407", TANK: "0407", "chi-20-03": MIDDLE, "chi-20-art4": MIDDLE, SECOND: "0308"}
    state = duel(game, places, steps={FIRST: 2})
    state = play(state, f"attack {FIRST}+{TANK} {MIDDLE}", "cancel no", dice=[1])  # 9 - 6: all three steps
    assert steps(state, FIRST, TANK) == [0, 0]
    strong = play(
        duel(game, places), f"attack {SECOND}+{TANK} {MIDDLE}", "cancel no", dice=[2]
    )  # 13 - 6, +5: 2/0
    assert {str(a) for a in game.legal(strong)} == {f"lose {SECOND}", f"lose {TANK}"}
    assert refused(strong, f"lose {FIRST}") == "BOT-9.8e"
    split = play(strong, f"lose {SECOND}", f"lose {TANK}")
    assert steps(split, SECOND, TANK) == [3, 0]
    whole = play(strong, f"lose {SECOND}", f"lose {SECOND}")
    assert steps(whole, SECOND, TANK) == [2, 1]
    dead = play(strong, f"lose {TANK}")
    assert steps(dead, SECOND, TANK) == [3, 0]  # the tank is gone: the rest is no choice


@pytest.mark.case("BOT-9.7c", "BOT-9.7h", "BOT-9.8f")
@pytest.mark.parametrize(
    ("target", "places"),
    [("1207", ("1206", "1307", "1308", "1107")), ("1209", ("1208", "1309", "1310", "1210"))],
)
def test_one_more_step_is_lost_in_city_and_centre(
    game: Game, play: Play, target: str, places: tuple[str, ...]
) -> None:
    """R-45: exactly one more than the table says, where it says 1 and where it says 0."""
    units = dict(zip(RING, places, strict=True))
    state = duel(game, {**units, "chi-2-04": target})
    attack = f"attack {'+'.join(units)} {target}"
    assert column(odds(state, attack)) == "+20"  # 32 - 2, two columns left
    for die, loss in ((1, 1), (4, 1), (5, 0), (6, 0)):
        after = play(state, attack, dice=[die])
        paid = 0
        while asked(after) == "absorb_loss":
            after = play(after, f"lose {FIRST}")
            paid += 1
        assert paid == loss + 1
        assert sum(steps(after, *units)) == 16 - paid


@pytest.mark.case("BOT-9.7c", "BOT-9.7h", "BOT-9.8f")
@pytest.mark.parametrize(("target", "here"), [("1207", "1107"), ("1207", "1206"), ("1209", "1309")])
def test_chinese_attackers_of_the_city_pay_too(game: Game, play: Play, target: str, here: str) -> None:
    """1/0 costs two of the two attackers; in the open one of them."""
    other = next(
        game.board.ids[n]
        for n in game.board.adjacent(game.board.index(target))
        if game.board.ids[n] != here and n in game.city
    )
    state = duel(game, {"chi-2-01": here, "chi-2-02": other, FIRST: target}, "chinese")
    after = play(state, f"attack chi-2-01+chi-2-02 {target}", dice=[4])
    assert steps(after, "chi-2-01", "chi-2-02", FIRST) == [0, 0, 4]
    field = duel(game, {"chi-2-01": "0407", "chi-2-02": "0508", FIRST: MIDDLE}, "chinese")
    after = play(field, f"attack chi-2-01+chi-2-02 {MIDDLE}", "lose chi-2-01", dice=[4])
    assert steps(after, "chi-2-01", "chi-2-02", FIRST) == [0, 1, 4]


@pytest.mark.case("BOT-9.8f")
def test_the_forecast_knows_the_loss_in_the_city(game: Game) -> None:
    state = duel(game, {FIRST: "1107", "chi-2-01": "1207", "chi-2-02": "1006"})
    city, field = odds(state, f"attack {FIRST} 1207"), odds(state, f"attack {FIRST} 1006")
    assert {o.attacker_loss for o in city.outcomes} == {2, 3, 4}
    assert {o.attacker_loss for o in field.outcomes} == {1, 2, 3}  # out of the city nothing is added


# -- advance -------------------------------------------------------------------------------------------


@pytest.mark.case("BOT-9.9a")
def test_survivors_enter_the_emptied_hex(game: Game, play: Play, refused: Refused, at: At) -> None:
    """Asked once no defender is left and the losses are taken; never before, nobody else."""
    places = {FIRST: "0407", TANK: "0407", SECOND: "0508", THIRD: "0509", "chi-2-01": MIDDLE}
    state = play(duel(game, places), f"{PAIR} {MIDDLE}", dice=[4])  # 1/1
    assert asked(state) == "absorb_loss"
    refused(state, f"advance {FIRST}")
    state = play(state, f"lose {FIRST}")
    assert asked(state) == "advance"
    for bystander in (TANK, THIRD, "jap-10-1-63-33"):
        assert refused(state, f"advance {bystander}") == "BOT-9.9a"
    state = play(state, f"advance {FIRST}")
    assert (at(state, FIRST), at(state, SECOND)) == (MIDDLE, "0508")
    assert "BOT-9.9a" in told(state)


@pytest.mark.case("BOT-9.9a")
def test_no_advance_while_a_defender_lives(game: Game, play: Play) -> None:
    state = duel(game, {FIRST: "0407", SECOND: "0508", "chi-2-01": MIDDLE, "chi-20-art4": MIDDLE})
    state = play(state, f"{PAIR} {MIDDLE}", "lose chi-2-01", f"lose {FIRST}", dice=[4])
    assert asked(state) == "attack"
    missed = play(duel(game, {FIRST: "0407", "chi-2-01": MIDDLE}), f"attack {FIRST} {MIDDLE}", dice=[4])
    assert asked(missed) == "attack"


@pytest.mark.case("BOT-9.9a")
def test_the_dead_do_not_advance(game: Game, play: Play, refused: Refused) -> None:
    """1/1: the only attacker falls with his enemy; of two the one that lives may go."""
    alone = duel(game, {FIRST: "0407", "chi-2-01": MIDDLE}, steps={FIRST: 1})
    after = play(alone, f"attack {FIRST} {MIDDLE}", dice=[6])
    assert (asked(after), steps(after, FIRST, "chi-2-01")) == ("attack", [0, 0])
    pair = duel(game, {FIRST: "0407", SECOND: "0508", "chi-2-01": MIDDLE}, steps={FIRST: 1})
    after = play(pair, f"{PAIR} {MIDDLE}", f"lose {FIRST}", dice=[6])
    assert refused(after, f"advance {FIRST}") == "BOT-9.9a"
    game.check(after, game.parse(f"advance {SECOND}"))


@pytest.mark.case("BOT-9.9a")
def test_the_chinese_advance_too(game: Game, play: Play, at: At) -> None:
    """R-28: without a momentum attack after it."""
    places = {"chi-20-01": "0407", "chi-20-02": "0508", "chi-20-art4": "0407", CAR: MIDDLE, FIRST: "0409"}
    state = duel(game, places, "chinese")
    text = f"attack chi-20-01+chi-20-02+chi-20-art4 {MIDDLE}"  # 15 - 2
    state = play(state, text, "lose chi-20-02", "advance chi-20-01+chi-20-art4", dice=[4])
    assert (at(state, "chi-20-01"), at(state, "chi-20-art4")) == (MIDDLE, MIDDLE)
    assert asked(state) == "attack"


@pytest.mark.case("BOT-9.9b", "BOT-9.9g")
def test_as_many_as_the_hex_may_hold_advance(game: Game, play: Play, refused: Refused, at: At) -> None:
    """One battalion, and one that is none; any one alone; not two of a kind."""
    places = {FIRST: "0407", TANK: "0407", SECOND: "0508", CAR: "0508", "chi-2-04": MIDDLE}
    attack = f"attack {FIRST}+{TANK}+{SECOND}+{CAR} {MIDDLE}"  # 24 - 2
    state = play(duel(game, places), attack, "cancel no", dice=[6])  # 0/2
    for crowd in (f"{FIRST}+{SECOND}", f"{TANK}+{CAR}", f"{FIRST}+{TANK}+{CAR}"):
        assert refused(state, f"advance {crowd}") == "BOT-9.9b"
    for some in (FIRST, TANK, SECOND, CAR, f"{FIRST}+{TANK}", f"{SECOND}+{TANK}", f"{FIRST}+{CAR}"):
        game.check(state, game.parse(f"advance {some}"))
    state = play(state, f"advance {SECOND}+{TANK}")
    assert [at(state, u) for u in (FIRST, TANK, SECOND, CAR)] == ["0407", MIDDLE, MIDDLE, "0508"]


@pytest.mark.case("BOT-9.9c")
def test_an_advance_costs_no_points(game: Game, play: Play, at: At) -> None:
    """After it, in a turn of combat before movement, the whole allowance is there."""
    state = play(won(game, play, order="combat-move"), f"advance {FIRST}")
    state = play(state, "end")
    assert state.phase == "movement"
    still = duel(game, {FIRST: MIDDLE, **{u: h for u, h in RING.items() if u != FIRST}}, phase="movement")
    moves = [
        {a.path[-1] for a in game.legal(s) if a.verb == "move" and FIRST in a.touched_units}
        for s in (state, still)
    ]
    assert moves[0] == moves[1]
    assert len(moves[0]) > 20


@pytest.mark.case("BOT-9.9c")
def test_who_has_no_points_left_may_advance(game: Game, play: Play, at: At) -> None:
    """Four clear hexes are all eight points."""
    places = {FIRST: "0304", SECOND: "0509", "chi-2-01": MIDDLE}
    state = play(duel(game, places, phase="movement"), f"move {FIRST} 0304-0305-0306-0307-0308", "end")
    state = play(state, f"{PAIR} {MIDDLE}", f"advance {FIRST}", dice=[6])  # ringed, +15: 0/2
    assert at(state, FIRST) == MIDDLE


@pytest.mark.case("BOT-9.9d")
def test_zones_do_not_hinder_an_advance(game: Game, play: Play, at: At) -> None:
    """From one enemy zone straight into another, which no march may do."""
    places = {**RING, "chi-2-01": MIDDLE, "chi-2-02": "0309"}
    state = play(duel(game, places), STORM, dice=[4])
    zone = state.zone[1]
    assert zone[game.board.index(MIDDLE)]
    assert at(play(state, f"advance {FIRST}"), FIRST) == MIDDLE
    assert at(play(state, "advance jap-10-1-63-33"), "jap-10-1-63-33") == MIDDLE
    assert zone[game.board.index("0409")]  # from where it came


@pytest.mark.case("BOT-9.9e")
def test_an_advance_is_optional(game: Game, play: Play, at: At) -> None:
    state = play(won(game, play), "advance none")
    assert [at(state, u) for u in RING] == list(RING.values())
    assert asked(state) == "attack"
    assert state.control[game.board.index(MIDDLE)] == 1  # still Chinese


@pytest.mark.case("BOT-9.9f")
def test_the_advance_is_decided_at_once(game: Game, play: Play, refused: Refused) -> None:
    far = {"jap-10-2-63-33": "2002", "chi-2-02": "2003"}
    state = play(duel(game, {**RING, "chi-2-01": MIDDLE, **far}), STORM, dice=[4])
    refused(state, "attack jap-10-2-63-33 2003")
    refused(state, "end")
    assert {a.verb for a in game.legal(state)} == {"advance"}
    late = play(state, "advance none")
    refused(late, f"advance {FIRST}")
    game.check(late, game.parse("attack jap-10-2-63-33 2003"))


@pytest.mark.case("BOT-9.9h")
def test_defenders_never_advance(game: Game, play: Play, at: At) -> None:
    """The attackers' hex is empty; the victor stays where he is, and nobody is asked."""
    state = play(
        duel(game, {CAR: "0407", "chi-2-01": MIDDLE}), f"attack {CAR} {MIDDLE}", "cancel no", dice=[1]
    )
    assert (asked(state), at(state, "chi-2-01")) == ("attack", MIDDLE)
    chinese = play(
        duel(game, {FIRST: "0407", "chi-2-01": MIDDLE}, "chinese"), "attack chi-2-01 0407", dice=[1]
    )
    assert at(chinese, FIRST) == "0407"
    assert asked(chinese) == "attack"
