"""BOT-9.3, 9.7i: air and artillery support of Japanese attacks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from sandtable.game import Game
from sandtable.state import State
from tests.games.conftest import Play, Refused
from tests.games.taierzhuang.conftest import asked, duel, odds, steps, told

FIRST, SECOND, TANK, SEYA = "jap-10-1-10-33", "jap-10-2-10-33", "jap-10-tank", "jap-10-hq"
FIFTH, SAKAMOTO = "jap-5-1-21-21", "jap-5-hq"
ALL = {"air": 2, "10": 6, "5": 2}
MIDDLE = "0408"
HIT = f"attack {FIRST} {MIDDLE}"


def gunnery(game: Game, units: Mapping[str, str], side: str = "japanese", **more: Any) -> State:
    """A Combat Phase with every marker ready, those of the 5th Division too."""
    return duel(game, units, side, **{"support": ALL, "fifth": True, **more})


def stock(state: State) -> tuple[int, int, int]:
    """Markers left: air, 10th and 5th Division."""
    facts = state.game.public_facts(state, None)
    guns = (facts[f"artillery left, {division}th Division"] for division in ("10", "5"))
    return (facts["air support left"], *guns)


def most(state: State) -> tuple[int, int]:
    """The most air and artillery markers that may be committed to the declared attack."""
    offers = [a.support for a in state.game.legal(state)]
    return max(o.count("air") for o in offers), max(o.count("artillery") for o in offers)


def report(state: State) -> str:
    (event,) = [e for e in state.events or () if e.case == "BOT-9.8a"]
    return event.text


@pytest.mark.case("BOT-9.3a")
def test_two_air_and_eight_artillery_markers(game: Game, play: Play) -> None:
    """A turn begins with all of them; before the 5th Division is there its two are not ready."""
    places = {FIRST: "0407", SEYA: "0406", FIFTH: "0509", SAKAMOTO: "0510", "chi-2-01": MIDDLE}
    assert stock(duel(game, places, support={})) == (2, 6, 2)
    early = {unit: hex for unit, hex in places.items() if not unit.startswith("jap-5")}
    assert stock(duel(game, early, support={})) == (2, 6, 0)
    state = duel(game, places, support={})
    assert most(play(state, HIT)) == (2, 6)
    assert most(play(state, f"attack {FIFTH} {MIDDLE}")) == (2, 2)


@pytest.mark.case("BOT-9.3a", "BOT-9.3g")
def test_markers_support_attacks_only(game: Game, play: Play, refused: Refused) -> None:
    """When the Chinese attack, nobody has support, and no die is rolled for it."""
    state = gunnery(game, {FIRST: "0407", SEYA: "0406", "chi-2-01": MIDDLE}, "chinese")
    assert refused(state, "attack chi-2-01 0407 with air") == "BOT-9.3a"
    assert refused(state, "attack chi-2-01 0407 with artillery") == "BOT-9.3a"
    assert odds(state, "attack chi-2-01 0407").defence == 8
    state = play(state, "attack chi-2-01 0407", dice=[2])
    assert "BOT-9.1c" not in told(state)
    assert report(state).startswith("3 and 0 of support against 8")
    assert stock(state) == (2, 6, 2)


@pytest.mark.case("BOT-9.3a")
def test_there_is_no_other_kind(game: Game, refused: Refused) -> None:
    state = gunnery(game, {FIRST: "0407", SEYA: "0406", "chi-2-01": MIDDLE})
    assert refused(state, f"{HIT} with navy") == "BOT-9.3a"


@pytest.mark.case("BOT-9.3b")
def test_a_marker_is_used_once_a_turn(game: Game, play: Play, refused: Refused) -> None:
    places = {FIRST: "0407", SEYA: "0406", SECOND: "0309", "chi-2-03": MIDDLE, "chi-2-01": "0310"}
    state = gunnery(game, places)
    assert refused(state, f"{HIT} with air+air+air") == "BOT-9.3b"
    state = play(state, f"{HIT} with air+air+artillery+artillery", dice=[1, 1, 1, 1, 3])
    assert stock(state) == (0, 4, 2)
    second = f"attack {SECOND} 0310"
    assert refused(state, f"{second} with air") == "BOT-9.3b"
    assert refused(state, f"{second} with {'+'.join(['artillery'] * 5)}") == "BOT-9.3b"
    assert most(play(state, second)) == (0, 4)


@pytest.mark.case("BOT-9.3b")
def test_the_markers_are_ready_again_in_the_next_turn(game: Game, play: Play) -> None:
    """From the Japanese phase of turn 7 to that of turn 8, where nobody arrives and no die is rolled."""
    places = {FIRST: "0407", SEYA: "0406", FIFTH: "1802", SAKAMOTO: "1801", "chi-2-03": MIDDLE}
    state = gunnery(game, places, turn=7, centre=True)
    state = play(state, f"{HIT} with air+air+artillery", "end", dice=[1, 1, 1, 3])
    assert (state.turn, stock(state)) == (8, (2, 6, 2))


@pytest.mark.case("BOT-9.3c")
@pytest.mark.parametrize(("unit", "hq"), [(FIRST, SEYA), (FIFTH, SAKAMOTO)])
@pytest.mark.parametrize(("here", "target"), [("0407", MIDDLE), ("2116", "2117"), ("0217", "0218")])
def test_air_supports_anywhere_and_both_divisions(
    game: Game, play: Play, unit: str, hq: str, here: str, target: str
) -> None:
    """Far from the headquarters, out of supply, without one."""
    for places in ({unit: here, hq: "1001", "chi-2-01": target}, {unit: here, "chi-2-01": target}):
        state = gunnery(game, places, unsupplied=["10", "5"])
        declared = play(state, f"attack {unit} {target}")
        assert most(declared) == (2, 0)
        fought = play(declared, "support air+air", dice=[6, 6, 6])
        assert "8 and 6 of support against 4" in report(fought)


@pytest.mark.case("BOT-9.3d")
def test_artillery_reaches_four_hexes_from_the_headquarters(game: Game, play: Play, refused: Refused) -> None:
    """Every hex of the map for the headquarters; the target counts, the attackers' place does not."""
    grid = game.board.grid
    for id in game.board.ids:
        if id == MIDDLE:
            continue
        state = gunnery(game, {FIRST: "0407", SEYA: id, "chi-2-01": MIDDLE})
        if grid.distance(id, MIDDLE) <= 4:
            game.check(state, game.parse(f"{HIT} with artillery"))
        else:
            assert refused(state, f"{HIT} with artillery") == "BOT-9.3d"


@pytest.mark.case("BOT-9.3d")
def test_artillery_supports_its_own_division(game: Game, play: Play, refused: Refused) -> None:
    """The other's headquarters is near, its own is not; and the markers come from the own stock."""
    places = {FIRST: "0407", FIFTH: "0409", "chi-2-01": MIDDLE}
    near_fifth = gunnery(game, {**places, SEYA: "1001", SAKAMOTO: "0509"})
    assert refused(near_fifth, f"{HIT} with artillery") == "BOT-9.3d"
    fifth = play(near_fifth, f"attack {FIFTH} {MIDDLE} with artillery", dice=[1, 3])
    assert stock(fifth) == (2, 6, 1)
    near_tenth = gunnery(game, {**places, SEYA: "0406", SAKAMOTO: "1001"})
    assert refused(near_tenth, f"attack {FIFTH} {MIDDLE} with artillery") == "BOT-9.3d"
    assert stock(play(near_tenth, f"{HIT} with artillery", dice=[1, 3])) == (2, 5, 2)
    homeless = gunnery(game, places)
    assert refused(homeless, f"{HIT} with artillery") == "BOT-9.3d"
    dry = gunnery(game, {**places, SEYA: "0406", SAKAMOTO: "0509"}, support={**ALL, "10": 0})
    assert refused(dry, f"{HIT} with artillery") == "BOT-9.3b"


@pytest.mark.case("BOT-9.3e", "BOT-9.7i")
def test_no_support_against_the_centre(game: Game, play: Play, refused: Refused) -> None:
    """All nine hexes; the outer city may be shelled and bombed."""
    board = game.board
    for target in game.city:
        here = next(n for n in board.adjacent(target) if n in game.city and n != target)
        start, hex = board.ids[here], board.ids[target]
        state = gunnery(game, {FIRST: start, SEYA: start, "chi-2-01": hex})
        attack = f"attack {FIRST} {hex}"
        if target in game.ground.centre:
            assert refused(state, f"{attack} with air") == "BOT-9.3e"
            assert refused(state, f"{attack} with artillery") == "BOT-9.3e"
            fought = play(state, attack, dice=[4])  # nobody is asked
            assert "8 and 0 of support" in report(fought)
        else:
            assert most(play(state, attack)) == (2, 6)


@pytest.mark.case("BOT-9.3f")
def test_any_number_of_markers(game: Game, play: Play) -> None:
    """From none to all eight, in every mixture."""
    state = play(gunnery(game, {FIRST: "0407", SEYA: "0406", "chi-2-01": MIDDLE}), HIT)
    assert asked(state) == "commit_support"
    offers = {(a.support.count("air"), a.support.count("artillery")) for a in game.legal(state)}
    assert offers == {(planes, guns) for planes in range(3) for guns in range(7)}
    everything = play(state, "support air+air+" + "+".join(["artillery"] * 6), dice=[1] * 8 + [3])
    assert "8 and 8 of support against 4, column +10" in report(everything)
    assert stock(everything) == (0, 0, 2)
    nothing = play(state, "support none", dice=[3])
    assert "8 and 0 of support" in report(nothing)
    assert stock(nothing) == (2, 6, 2)


@pytest.mark.case("BOT-9.3h")
def test_markers_of_a_cancelled_attack_are_unused(game: Game, play: Play) -> None:
    """All of them support another attack of the same phase."""
    places = {TANK: "0407", SEYA: "0406", SECOND: "0309", "chi-2-03": MIDDLE}
    markers = "air+air+" + "+".join(["artillery"] * 6)
    state = play(gunnery(game, places), f"attack {TANK} {MIDDLE} with {markers}")
    assert stock(state) == (0, 0, 2)
    state = play(state, "cancel yes")
    assert stock(state) == (2, 6, 2)
    state = play(state, f"attack {SECOND} {MIDDLE} with {markers}", dice=[2] * 8 + [3])
    assert "8 and 8 of support" in report(state)
    assert stock(state) == (0, 0, 2)


@pytest.mark.case("BOT-9.3i")
@pytest.mark.parametrize(("die", "factors"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_a_support_die_is_halved_rounding_up(game: Game, play: Play, die: int, factors: int) -> None:
    state = gunnery(game, {FIRST: "0407", SEYA: "0406", "chi-2-01": MIDDLE})
    one = play(state, f"{HIT} with air", dice=[die, 3])
    assert f"8 and {factors} of support against 4" in report(one)
    two = play(state, f"{HIT} with air+artillery", dice=[die, 5, 3])
    assert f"8 and {factors + 3} of support against 4" in report(two)  # a die for each, kinds alike


@pytest.mark.case("BOT-9.3i")
def test_support_still_to_be_rolled_is_part_of_the_odds(game: Game) -> None:
    state = gunnery(game, {FIRST: "0407", SEYA: "0406", "chi-2-01": MIDDLE})
    forecast = odds(state, f"{HIT} with air")
    assert (forecast.attack, forecast.defence) == (10, 4)
    assert {o.result for o in forecast.outcomes} == {"2/0", "1/0", "1/1"}


@pytest.mark.case("BOT-9.3j")
def test_support_is_capped_at_the_attack_factors(game: Game, play: Play, refused: Refused) -> None:
    """R-53: two steps have 4 factors, so 12 of support count 4; nothing of the rest is left for others."""
    places = {FIRST: "0407", SEYA: "0406", SECOND: "0309", "chi-2-03": MIDDLE, "chi-2-01": "0310"}
    state = gunnery(game, places, steps={FIRST: 2})
    state = play(state, f"{HIT} with air+air+artillery+artillery", dice=[6, 6, 6, 6, 4])
    assert "4 and 4 of support against 5, column 0 or less" in report(state)
    assert stock(state) == (0, 4, 2)
    state = play(state, f"attack {SECOND} 0310 with none", dice=[4])
    assert "8 and 0 of support" in report(state)


@pytest.mark.case("BOT-9.3k")
def test_markers_cannot_take_losses(game: Game, play: Play) -> None:
    """3/0 falls on the tank alone and kills it, whatever flew with it."""
    state = gunnery(game, {TANK: "0407", SEYA: "0407", FIRST: "0309", "chi-2-03": MIDDLE})
    one = play(state, f"attack {TANK} {MIDDLE} with air+air", "cancel no", dice=[1, 1, 1])  # 5 + 2 - 5
    assert steps(one, TANK) == [0]
    pair = play(state, f"attack {TANK}+{FIRST} {MIDDLE} with air+air", "cancel no", dice=[1, 1, 2])  # +10
    assert {str(a) for a in game.legal(pair)} == {f"lose {TANK}", f"lose {FIRST}"}
    assert not [u for u in game.units if "air" in u.kind or "support" in u.kind]
