"""The data switches of Taierzhuang: each other reading of a rule, beside the usual one."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from sandtable.game import Game
from sandtable.state import State
from tests.games.conftest import At, Play, Refused
from tests.games.taierzhuang.conftest import CORDON, asked, duel, fighting, moving, odds, steps, surrounded

FIRST, SECOND, THIRD, FOURTH = "jap-10-1-10-33", "jap-10-2-10-33", "jap-10-3-10-33", "jap-10-1-63-33"
TANK, SEYA, SAKAMOTO = "jap-10-tank", "jap-10-hq", "jap-5-hq"
MIDDLE, BEHIND = "0408", "0409"
RING = {FIRST: "0407", SECOND: "0508", THIRD: "0308", TANK: "0407"}
FOES = {"chi-2-04": MIDDLE, "chi-2-01": BEHIND}
STORM = f"attack {'+'.join(RING)} {MIDDLE}"
"""29 factors against 2 in the open."""
MARKERS = {"air": 2, "10": 6, "5": 2}


def air_left(state: State) -> int:
    return int(state.game.public_facts(state, None)["air support left"])


@pytest.mark.case("BOT-9.3h", "BOT-9.1e")
@pytest.mark.parametrize("reading", ["after_cancel", "before_cancel"])
def test_support_dice_after_or_before_the_attack_may_be_called_off(
    game: Game, play: Play, reading: str
) -> None:
    """R-12: a tank of 5 with two markers that roll 6 and 3, against 4; either way they are not lost."""
    places = {TANK: "0407", "chi-2-01": MIDDLE}
    state = duel(game, places, support=MARKERS, options={"support_roll": reading})
    text = f"attack {TANK} {MIDDLE} with air+air"
    early, late = ([6, 3], [4]) if reading == "before_cancel" else ([], [6, 3, 4])
    declared = play(state, text, dice=early)
    # Rolled, the ten factors stand; unrolled they are a mean, of which a 3 and a 3 would lose one to the cap.
    assert odds(declared, "cancel no").attack == (10 if early else Fraction(80, 9))
    fought = play(declared, "cancel no", dice=late)
    (event,) = [e for e in fought.events or () if e.case == "BOT-9.8a"]
    assert event.text.startswith("5 and 5 of support against 4, column +5")
    assert air_left(fought) == 0
    assert air_left(play(declared, "cancel yes")) == 2


@pytest.mark.case("BOT-6.3e", "BOT-9.0j")
@pytest.mark.parametrize("reading", ["allowed", "forbidden"])
def test_the_target_of_a_cancelled_attack(game: Game, play: Play, refused: Refused, reading: str) -> None:
    """R-14: others may attack it in the same phase, or nobody."""
    places = {TANK: "0407", SECOND: "0508", "chi-2-01": MIDDLE}
    state = duel(game, places, options={"cancelled_target_again": reading})
    state = play(state, f"attack {TANK} {MIDDLE}", "cancel yes")
    again = f"attack {SECOND} {MIDDLE}"
    if reading == "allowed":
        assert steps(play(state, again, dice=[4]), SECOND) == [3]
    else:
        assert refused(state, again) == "BOT-9.0j"
        assert not [a for a in game.legal(state) if a.verb == "attack"]


@pytest.mark.case("BOT-5.6d")
@pytest.mark.parametrize("reading", ["stepwise", "cone"])
def test_a_detour_within_the_cone_of_a_breakout(
    game: Game, play: Play, refused: Refused, at: At, reading: str
) -> None:
    """R-24: from 1406 by 1405 and 1305 to 1306, whose last step goes south; never out of the cone."""
    state = surrounded(game, options={"breakout_move": reading})
    state = play(state, "breakout yes", "order move-combat")
    detour = f"move {FIRST} 1406-1405-1305-1306"
    if reading == "stepwise":
        assert refused(state, detour) == "BOT-5.6d"
    else:
        assert at(play(state, detour), FIRST) == "1306"
    for way in ("1406-1407", "1406-1307", "1406-1306-1307", "1406-1306-1206"):
        assert refused(state, f"move {FIRST} {way}") == "BOT-5.6d"
    ends = {a.path[-1] for a in game.legal(state) if a.verb == "move" and FIRST in a.touched_units}
    assert {"1405", "1506", "1306", "1404", "1205", "1605"} <= ends
    assert not ends & {"1407", "1307", "1507", "1206", "1606"}


@pytest.mark.case("BOT-5.6d")
@pytest.mark.parametrize(("reading", "found"), [("stepwise", False), ("cone", True)])
def test_a_hex_that_only_a_detour_leads_to(game: Game, reading: str, found: bool) -> None:
    """R-24: 0611 lies northwest of 0712 across the canal; over the bridge one comes to it from 0711."""
    state = moving(game, {FIRST: "0712"}, turn=8, breakout=True, options={"breakout_move": reading})
    ways = {str(a) for a in game.legal(state)}
    assert (f"move {FIRST} 0712-0711-0611" in ways) == found
    assert f"move {FIRST} 0712-0711-0710" in ways


@pytest.mark.case("BOT-9.10a", "BOT-9.0j")
@pytest.mark.parametrize("reading", ["allowed", "forbidden"])
def test_momentum_against_a_hex_that_was_attacked(
    game: Game, play: Play, refused: Refused, reading: str
) -> None:
    """R-28: 0409 was attacked before in the phase, 0309 was not."""
    places = {**RING, **FOES, FOURTH: "0410", "chi-2-02": "0309"}
    state = duel(game, places, options={"momentum_target_again": reading})
    state = play(state, f"attack {FOURTH} {BEHIND}", STORM, "cancel no", f"advance {FIRST}", dice=[4, 6])
    assert asked(state) == "momentum"
    targets = {a.focus for a in game.legal(state) if a.verb == "attack"}
    if reading == "allowed":
        assert targets == {BEHIND, "0309"}
        game.check(state, game.parse(f"attack {FIRST} {BEHIND}"))
    else:
        assert targets == {"0309"}
        assert refused(state, f"attack {FIRST} {BEHIND}") == "BOT-9.0j"


@pytest.mark.case("BOT-9.11e", "BOT-9.0j")
@pytest.mark.parametrize("reading", ["on", "off"])
def test_a_flank_attack_beside_the_attack_of_the_phase(
    game: Game, play: Play, refused: Refused, at: At, reading: str
) -> None:
    """R-32: under the other reading a unit flanks and attacks, in either order; it still flanks only once."""
    state = duel(
        game, {FIRST: "0407", SECOND: "0508", "chi-2-03": MIDDLE}, options={"flank_spends_attack": reading}
    )
    flanked = play(state, f"flank {FIRST} 0308", "pass")
    fought = play(state, f"attack {SECOND} {MIDDLE}", dice=[4])
    assert refused(flanked, f"flank {FIRST} 0309") == "BOT-9.11e"
    if reading == "on":
        assert refused(flanked, f"attack {FIRST} {MIDDLE}") == "BOT-9.0j"
        assert refused(fought, f"flank {SECOND} 0509") == "BOT-9.11e"
        return
    both = play(flanked, f"attack {FIRST} {MIDDLE}", dice=[4])
    assert steps(both, FIRST) == [3]
    assert refused(both, f"attack {FIRST} {MIDDLE}") == "BOT-9.0j"
    assert refused(both, f"flank {FIRST} 0309") == "BOT-9.11e"
    other = play(fought, f"flank {SECOND} 0509")
    assert at(other, SECOND) == "0509"


@pytest.mark.case("BOT-9.3b", "BOT-9.10a")
@pytest.mark.parametrize("reading", ["allowed", "forbidden"])
def test_support_of_a_momentum_attack(game: Game, play: Play, refused: Refused, reading: str) -> None:
    """R-41: markers that are left support it, or none does; the first attack has them either way."""
    state = duel(game, {**RING, **FOES, SEYA: "0406"}, support=MARKERS, options={"momentum_support": reading})
    state = play(state, f"{STORM} with air", "cancel no", f"advance {FIRST}", dice=[1, 6])
    assert asked(state) == "momentum"
    push = f"attack {FIRST} {BEHIND}"
    if reading == "allowed":
        assert asked(play(state, push)) == "commit_support"
        assert air_left(play(state, f"{push} with air", dice=[1, 4])) == 0
        return
    for kind in ("air", "artillery"):
        assert refused(state, f"{push} with {kind}") == "BOT-9.3b"
    assert state.game.support_for(state, game.parse(push)) == ()
    assert steps(play(state, push, dice=[4]), FIRST) == [3]  # nobody is asked


@pytest.mark.case("BOT-5.6a", "BOT-4.2d")
@pytest.mark.parametrize("reading", ["both", "either"])
@pytest.mark.parametrize(("tenth", "fifth"), [("1405", "1401"), ("1401", "1405")])
def test_one_headquarters_cut_off_is_not_enough_or_enough(
    game: Game, play: Play, reading: str, tenth: str, fifth: str
) -> None:
    """R-43: for the breakout of turn 8, and for the isolation victory at its end."""
    units = {SEYA: tenth, SAKAMOTO: fifth, **CORDON}
    settings: dict[str, Any] = {"turn": 8, "centre": True, "options": {"isolation_hqs": reading}}
    state = game.arrange("campaign", units, phase="logistics", side="japanese", **settings)
    assert asked(state) == ("break_out" if reading == "either" else "declare")
    end = play(fighting(game, units, **settings), "end")
    assert end.result is not None
    assert (end.result.winner, end.result.case) == (
        ("chinese", "BOT-4.2d") if reading == "either" else (None, "BOT-4.3a")
    )
    free = play(fighting(game, {SEYA: "1401", SAKAMOTO: "1402"}, **settings), "end")
    assert free.result is not None
    assert free.result.case == "BOT-4.3a"


@pytest.mark.case("BOT-9.10c", "BOT-9.11a")
@pytest.mark.parametrize("reading", ["allowed", "forbidden"])
def test_a_flank_attack_as_the_momentum_attack(
    game: Game, play: Play, refused: Refused, at: At, reading: str
) -> None:
    """R-29: after an ordinary attack those who advanced slip on into an empty hex, or may not."""
    state = duel(game, {**RING, **FOES}, options={"momentum_flank": reading})
    state = play(state, STORM, "cancel no", f"advance {FIRST}", dice=[6])
    assert asked(state) == "momentum"
    slips = {a.focus for a in game.legal(state) if a.verb == "flank"}
    if reading == "allowed":
        assert "0309" in slips
        assert at(play(state, f"flank {FIRST} 0309"), FIRST) == "0309"
    else:
        assert slips == set()
        assert refused(state, f"flank {FIRST} 0309") == "BOT-9.11e"
        assert {a.focus for a in game.legal(state) if a.verb == "attack"} == {BEHIND}


@pytest.mark.case("BOT-9.4c", "BOT-9.6c", "BOT-9.7d")
@pytest.mark.parametrize(("reading", "found"), [("both", -4), ("larger", -3)])
def test_wall_and_canal_on_the_same_hexsides(game: Game, reading: str, found: int) -> None:
    """R-33: a Chinese attack over the canal on a Japanese wall: 2L for the city, and 1L or 2L more."""
    places = {FIRST: "1310", "chi-20-01": "1311", "chi-20-02": "1410"}
    state = duel(game, places, "chinese", options={"wall_and_canal": reading})
    # With an attacker inside the town neither the wall nor the canal protects.
    assert sum(m.value for m in odds(state, "attack chi-20-01+chi-20-02 1310").modifiers) == -2
    alone = odds(state, "attack chi-20-01 1310")
    assert sum(m.value for m in alone.modifiers) == found
    assert len(alone.modifiers) == (3 if reading == "both" else 2)


@pytest.mark.case("BOT-9.6b", "BOT-9.7d")
@pytest.mark.parametrize(("reading", "found"), [("both", -4), ("larger", -3)])
def test_wall_and_bridge_on_the_same_hexside(game: Game, reading: str, found: int) -> None:
    """R-33: the Japanese over the pontoon bridge into the south gate."""
    state = duel(game, {FIRST: "1311", "chi-2-01": "1310"}, options={"wall_and_canal": reading})
    forecast = odds(state, f"attack {FIRST} 1310")
    assert sum(m.value for m in forecast.modifiers) == found


@pytest.mark.case("BOT-9.8c", "BOT-9.8d")
@pytest.mark.parametrize(("reading", "left"), [("on", 3), ("off", 4)])
def test_losses_of_attackers_who_leave_no_defender(game: Game, play: Play, reading: str, left: int) -> None:
    """R-49: 16 factors against 2 roll a 5, 1/1: the defender is gone, and the victor pays or does not."""
    places = {FIRST: "0407", SECOND: "0508", "chi-2-04": MIDDLE}
    state = duel(game, places, options={"attacker_losses_after_wipeout": reading})
    state = play(state, f"attack {FIRST}+{SECOND} {MIDDLE}", dice=[5])
    if reading == "on":
        assert asked(state) == "absorb_loss"
        state = play(state, f"lose {FIRST}")
    assert asked(state) == "advance"
    assert steps(state, FIRST, SECOND) == [left, 4]
    # Where a defender is left both readings agree.
    strong = duel(
        game, {FIRST: "0407", "chi-2-03": MIDDLE}, options={"attacker_losses_after_wipeout": reading}
    )
    assert steps(play(strong, f"attack {FIRST} {MIDDLE}", dice=[4]), FIRST) == [3]
