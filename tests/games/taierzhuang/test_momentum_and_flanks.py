"""BOT-9.10, 9.11: the second attack of those who advanced, and attacks into an empty flank."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.game import Game
from sandtable.state import State
from tests.games.conftest import At, Play, Refused
from tests.games.taierzhuang.conftest import asked, duel, steps, told

FIRST, SECOND, THIRD, FOURTH = "jap-10-1-10-33", "jap-10-2-10-33", "jap-10-3-10-33", "jap-10-1-63-33"
TANK, CAR, SEYA = "jap-10-tank", "jap-10-ac-10", "jap-10-hq"
FIFTH = "jap-5-1-21-21"
MIDDLE, BEHIND, FAR = "0408", "0409", "2003"
RING = {FIRST: "0407", SECOND: "0508", THIRD: "0308", TANK: "0407"}
FOES = {"chi-2-04": MIDDLE, "chi-2-01": BEHIND}
"""29 factors against 2 in the open; a second enemy south of it."""
STORM = f"attack {'+'.join(RING)} {MIDDLE}"


def pushed(game: Game, play: Play, *advance: str, **more: Any) -> State:
    """0408 has fallen without loss, and these units have entered it."""
    places = {**RING, **FOES, FOURTH: "2002", "chi-2-02": FAR}
    return play(
        duel(game, places, **more), STORM, "cancel no", f"advance {'+'.join(advance) or 'none'}", dice=[6]
    )


# -- momentum ------------------------------------------------------------------------------------------


@pytest.mark.case("BOT-9.10a", "BOT-9.10b")
def test_those_who_advanced_may_attack_again(game: Game, play: Play, refused: Refused) -> None:
    """At once, any neighbouring enemy; not those who stayed, attackers of the first combat or not."""
    state = pushed(game, play, FIRST, TANK)
    assert asked(state) == "momentum"
    listed = {str(a) for a in game.legal(state) if a.verb == "attack"}
    assert f"attack {FIRST}+{TANK} {BEHIND}" in listed
    assert all(a.focus == BEHIND for a in game.legal(state) if a.verb == "attack")
    for other in (SECOND, THIRD, FOURTH, f"{FIRST}+{SECOND}"):
        assert refused(state, f"attack {other} {BEHIND}") == "BOT-9.10b"
    assert refused(state, f"attack {FIRST} {FAR}") == "BOT-9.0a"
    fought = play(state, f"attack {FIRST} {BEHIND}", dice=[4])  # 8 - 4: 1/0
    assert steps(fought, FIRST) == [3]
    assert asked(fought) == "attack"


@pytest.mark.case("BOT-9.10a")
def test_no_momentum_without_an_advance(game: Game, play: Play, refused: Refused) -> None:
    state = pushed(game, play)
    assert asked(state) == "attack"
    assert refused(state, f"attack {THIRD} 0309") == "BOT-9.0a"
    near = duel(game, {**RING, "chi-2-04": MIDDLE, "chi-2-01": "0309"})
    near = play(near, STORM, "cancel no", "advance none", dice=[6])
    assert refused(near, f"attack {THIRD} 0309") == "BOT-9.0j"


@pytest.mark.case("BOT-9.10a")
def test_the_chinese_have_no_momentum(game: Game, play: Play) -> None:
    places = {"chi-20-01": "0407", "chi-20-02": "0508", "chi-20-art4": "0407", CAR: MIDDLE, FIRST: BEHIND}
    state = play(
        duel(game, places, "chinese"),
        f"attack chi-20-01+chi-20-02+chi-20-art4 {MIDDLE}",
        "lose chi-20-02",
        "advance chi-20-01",
        dice=[4],
    )
    assert asked(state) == "attack"
    assert not [a for a in game.legal(state) if "chi-20-01" in a.touched_units]


@pytest.mark.case("BOT-9.10a", "BOT-9.0j")
def test_a_momentum_attack_may_strike_a_hex_again(game: Game, play: Play) -> None:
    """R-28: 0409 was attacked before in this phase."""
    places = {**RING, **FOES, FOURTH: "0410"}
    state = play(duel(game, places), f"attack {FOURTH} {BEHIND}", STORM, "cancel no", dice=[4, 6])
    state = play(state, f"advance {FIRST}")
    game.check(state, game.parse(f"attack {FIRST} {BEHIND}"))


@pytest.mark.case("BOT-6.3e", "BOT-9.0j")
def test_a_momentum_attack_that_is_called_off_leaves_an_attacked_hex_attacked(
    game: Game, play: Play, refused: Refused
) -> None:
    """R-14: 0409 had been attacked before; a fresh target would be open to others again."""
    places = {**RING, **FOES, FOURTH: "0410", FIFTH: "0310"}
    state = play(duel(game, places), f"attack {FOURTH} {BEHIND}", STORM, "cancel no", dice=[4, 6])
    state = play(state, f"advance {TANK}", f"attack {TANK} {BEHIND}", "cancel yes")
    assert refused(state, f"attack {FIFTH} {BEHIND}") == "BOT-9.0j"
    fresh = play(duel(game, places), STORM, "cancel no", f"advance {TANK}", dice=[6])
    fresh = play(fresh, f"attack {TANK} {BEHIND}", "cancel yes")
    game.check(fresh, game.parse(f"attack {FIFTH} {BEHIND}"))


@pytest.mark.case("BOT-9.10a", "BOT-9.11b")
def test_a_flank_attack_may_be_followed_by_a_momentum_attack(game: Game, play: Play, at: At) -> None:
    """From 0407 into 0308, and from there at once against 0408."""
    state = play(duel(game, {FIRST: "0407", "chi-2-01": MIDDLE}), f"flank {FIRST} 0308")
    assert (asked(state), at(state, FIRST)) == ("momentum", "0308")
    state = play(state, f"attack {FIRST} {MIDDLE}", dice=[4])
    assert steps(state, FIRST) == [3]


@pytest.mark.case("BOT-9.10c")
def test_no_flank_attack_after_a_flank_attack(game: Game, play: Play, refused: Refused) -> None:
    """After an ordinary attack it is allowed (R-29)."""
    state = play(duel(game, {FIRST: "0407", "chi-2-01": MIDDLE}), f"flank {FIRST} 0308")
    assert refused(state, f"flank {FIRST} 0309") == "BOT-9.10c"
    assert {a.verb for a in game.legal(state)} == {"attack", "pass"}
    after = pushed(game, play, FIRST)
    game.check(after, game.parse(f"flank {FIRST} 0309"))
    assert f"flank {FIRST} 0309" in {str(a) for a in game.legal(after)}


@pytest.mark.case("BOT-9.10d", "BOT-9.10e")
def test_momentum_is_now_or_never_and_optional(game: Game, play: Play, refused: Refused) -> None:
    state = pushed(game, play, FIRST)
    assert refused(state, f"attack {FOURTH} {FAR}") == "BOT-9.10b"
    refused(state, "end")
    state = play(state, "pass")
    assert asked(state) == "attack"
    assert refused(state, f"attack {FIRST} {BEHIND}") == "BOT-9.0j"
    state = play(state, f"attack {FOURTH} {FAR}", dice=[4])
    assert refused(state, f"attack {FIRST} {BEHIND}") == "BOT-9.0j"
    assert steps(state, FIRST, "chi-2-01") == [4, 1]


@pytest.mark.case("BOT-9.10f")
def test_one_momentum_attack_for_each_unit(game: Game, play: Play, at: At) -> None:
    """R-28: it may advance after it, but not attack a third time."""
    places = {**RING, "chi-2-04": MIDDLE, "chi-2-01": BEHIND, "chi-2-02": "0410"}
    state = play(duel(game, places), STORM, "cancel no", f"advance {FIRST}", dice=[6])
    state = play(state, f"attack {FIRST} {BEHIND}", f"advance {FIRST}", dice=[6])  # 1/1
    assert at(state, FIRST) == BEHIND
    assert asked(state) == "attack"
    assert not [a for a in game.legal(state) if FIRST in a.touched_units]


@pytest.mark.case("BOT-9.10f")
def test_a_flank_attack_as_momentum_is_the_only_one(game: Game, play: Play, at: At) -> None:
    state = play(pushed(game, play, FIRST), f"flank {FIRST} 0309")
    assert (at(state, FIRST), asked(state)) == ("0309", "attack")
    assert not [a for a in game.legal(state) if FIRST in a.touched_units]


# -- flank attacks -------------------------------------------------------------------------------------


@pytest.mark.case("BOT-9.11a")
def test_where_a_flank_attack_may_go(game: Game, refused: Refused) -> None:
    """Next to the unit, empty, in a Chinese zone; and the unit is next to an enemy."""
    state = duel(game, {FIRST: "0407", SECOND: "0508", THIRD: "0406", FIFTH: "0606", "chi-2-01": MIDDLE})
    assert {a.focus for a in game.legal(state) if a.verb == "flank" and FIRST in a.touched_units} == {"0308"}
    assert refused(state, f"flank {FIRST} 0309") == "BOT-9.11a"  # not adjacent
    assert refused(state, f"flank {FIRST} {MIDDLE}") == "BOT-9.11a"  # the enemy is there
    assert refused(state, f"flank {FIRST} 0508") == "BOT-9.11a"  # a friend is there
    assert refused(state, f"flank {FIRST} 0307") == "BOT-9.11a"  # no zone
    assert refused(state, "flank none 0308") == "BOT-9.11a"
    assert not [a for a in game.legal(state) if a.verb == "flank" and THIRD in a.touched_units]


@pytest.mark.case("BOT-9.11a")
def test_a_unit_that_touches_no_enemy_makes_no_flank_attack(game: Game, refused: Refused) -> None:
    """0307 is next to 0308, which lies in the zone of 0408, but not next to 0408."""
    state = duel(game, {FIRST: "0307", "chi-2-01": MIDDLE})
    assert refused(state, f"flank {FIRST} 0308") == "BOT-9.11a"
    assert {a.verb for a in game.legal(state)} == {"end"}
    touching = duel(game, {FIRST: "0307", "chi-2-01": MIDDLE, "chi-2-02": "0207"})
    game.check(touching, game.parse(f"flank {FIRST} 0308"))  # any enemy will do


@pytest.mark.case("BOT-9.11a")
def test_only_japanese_units_flank_and_only_in_their_combat_phase(game: Game, refused: Refused) -> None:
    places = {FIRST: "0407", "chi-2-01": MIDDLE}
    chinese = duel(game, places, "chinese")
    assert refused(chinese, "flank chi-2-01 0308") == "BOT-9.11a"
    assert refused(chinese, f"flank {FIRST} 0308") == "BOT-9.11a"
    assert "flank" not in {a.verb for a in game.legal(chinese)}
    moving = duel(game, places, phase="movement")
    refused(moving, f"flank {FIRST} 0308")


@pytest.mark.case("BOT-9.11a")
def test_canal_and_centre_bind_flank_attacks(game: Game, refused: Refused) -> None:
    """R-30: no canal but at a bridge, no armour in the centre."""
    canal = duel(game, {FIRST: "0611", "chi-2-01": "0711"})
    assert refused(canal, f"flank {FIRST} 0712") == "BOT-8.3h"
    bridge = duel(game, {FIRST: "0711", "chi-2-01": "0811", "chi-2-02": "0710"})
    game.check(bridge, game.parse(f"flank {FIRST} 0712"))
    centre = duel(game, {FIRST: "1308", TANK: "1308", "chi-2-01": "1408"})
    assert refused(centre, f"flank {TANK} 1309") == "BOT-8.3f"
    game.check(centre, game.parse(f"flank {FIRST} 1309"))


@pytest.mark.case("BOT-9.11b", "BOT-9.11d")
def test_a_flank_attack_is_a_plain_advance(game: Game, play: Play, at: At) -> None:
    """No die, no loss on either side, nobody is turned up; the hex is Japanese. In the city too (R-30)."""
    for places, target in (
        ({FIRST: "0407", TANK: "0407", "chi-2-01": MIDDLE}, "0308"),
        ({FIRST: "1107", TANK: "1107", "chi-2-01": "1108"}, "1207"),
    ):
        state = play(duel(game, places), f"flank {FIRST}+{TANK} {target}", dice=[])
        assert told(state) == ["BOT-9.11b"]
        assert [at(state, unit) for unit in (FIRST, TANK)] == [target, target]
        assert steps(state, *places) == [4, 1, 1]
        assert "untested" in game.mark_names(state, game.units.index_of("chi-2-01"))
        assert state.control[game.board.index(target)] == 0


@pytest.mark.case("BOT-9.11c")
def test_a_flank_attack_from_several_hexes(game: Game, play: Play, refused: Refused, at: At) -> None:
    """0407 and 0309 both touch 0308; the hex holds one battalion and one other unit of one division."""
    places = {
        FIRST: "0407",
        CAR: "0407",
        SECOND: "0309",
        TANK: "0309",
        "jap-5-hq": "0207",
        "chi-2-01": MIDDLE,
    }
    state = duel(game, places)
    assert refused(state, f"flank {FIRST}+{SECOND} 0308") == "BOT-9.11c"
    assert refused(state, f"flank {CAR}+{TANK} 0308") == "BOT-9.11c"
    assert refused(state, f"flank {FIRST}+{TANK}+{CAR} 0308") == "BOT-9.11c"
    state = play(state, f"flank {FIRST}+{TANK} 0308")
    assert (at(state, FIRST), at(state, TANK)) == ("0308", "0308")
    state = play(state, f"attack {FIRST}+{TANK} {MIDDLE}", "cancel no", dice=[3])  # 13 - 4, +5: 1/0
    assert {str(a) for a in game.legal(state)} == {f"lose {FIRST}", f"lose {TANK}"}


@pytest.mark.case("BOT-9.11c")
def test_every_unit_of_a_joint_flank_attack_must_qualify(game: Game, refused: Refused) -> None:
    """R-46: of one division; and each next to an enemy of its own."""
    state = duel(game, {FIRST: "0407", SEYA: "0307", "jap-5-hq": "0309", "chi-2-01": MIDDLE})
    assert refused(state, f"flank {FIRST}+{SEYA} 0308") == "BOT-9.11a"
    assert refused(state, f"flank {FIRST}+jap-5-hq 0308") == "BOT-9.2a"
    game.check(state, game.parse("flank jap-5-hq 0308"))


@pytest.mark.case("BOT-9.11e")
def test_one_flank_attack_for_each_unit(game: Game, play: Play, refused: Refused) -> None:
    """R-32: it is the unit's attack of the phase; who has attacked makes none."""
    places = {FIRST: "0407", SECOND: "0508", "chi-2-03": MIDDLE}
    state = play(duel(game, places), f"flank {FIRST} 0308", "pass")
    assert refused(state, f"flank {FIRST} 0309") == "BOT-9.11e"
    assert refused(state, f"attack {FIRST} {MIDDLE}") == "BOT-9.0j"
    game.check(state, game.parse(f"flank {SECOND} 0509"))
    tired = play(duel(game, places), f"attack {SECOND} {MIDDLE}", dice=[4])
    assert refused(tired, f"flank {SECOND} 0509") == "BOT-9.11e"


@pytest.mark.case("BOT-9.10f", "BOT-9.11e")
def test_the_next_combat_phase_begins_anew(game: Game, play: Play) -> None:
    """A flank attack with its momentum attack in turn 7, and both again in turn 8."""
    places = {FIRST: "0407", SEYA: "1001", "jap-5-hq": "1101", "chi-2-03": MIDDLE}
    state = duel(game, places, turn=7, centre=True)
    state = play(state, f"flank {FIRST} 0308", f"attack {FIRST} {MIDDLE}", "end", dice=[4])
    state = play(state, "order move-combat", "end", "end", "order combat-move")
    assert (state.turn, state.phase, state.side) == (8, "combat", 0)
    state = play(state, f"flank {FIRST} 0309")
    assert asked(state) == "momentum"
    assert steps(play(state, f"attack {FIRST} {MIDDLE} with none", dice=[4]), FIRST) == [2]
