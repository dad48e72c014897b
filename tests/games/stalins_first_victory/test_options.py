"""Every ruling that can be switched: what it says is what it changes, and nothing else is touched."""

from __future__ import annotations

from collections import Counter

import pytest

from sandtable.errors import SandtableError
from sandtable.game import Game
from tests.games.stalins_first_victory.conftest import (
    MIDDLE,
    At,
    Play,
    Refused,
    column,
    ends_of_moves,
    fighting,
    moving,
    odds,
)

TRAIN = "sov-18-atg"


def test_the_options_are_those_of_the_rulings(game: Game) -> None:
    """Every switch that the list of rulings names exists with those values, and no other."""
    named = {
        row.text("switch"): tuple(row.text("switch_values").replace(" (default)", "").split("|"))
        for row in game.data.table("rulings")
        if row.text("switch")
    }
    assert {name: switch.values for name, switch in game.switches.items()} == named
    assert all(switch.default == switch.values[0] for switch in game.switches.values())
    assert all(switch.case in game.cases for switch in game.switches.values())
    assert len(game.data.table("rulings")) == 33


@pytest.mark.parametrize("words", ["crt_column_rule=sometimes", "no_such_rule=on"])
def test_an_unknown_choice_is_refused(game: Game, words: str) -> None:
    with pytest.raises(SandtableError):
        game.variant([words])


@pytest.mark.case("SFV-9.1e")
def test_crt_column_rule(game: Game) -> None:
    """R-3: with the headings as they are both readings agree; with wider ones the nearest is another."""
    nearest = game.variant({"crt_column_rule": "nearest"})
    for differential in range(-5, 25):
        assert nearest.odds_column(differential, 0) == game.odds_column(differential, 0)
    wide = {"crt_columns": [{"index": "3", "heading": "+5", "differential_min": "5"}]}
    floor, near = game.variant((), wide), game.variant({"crt_column_rule": "nearest"}, wide)
    assert [floor.odds_column(d, 0) for d in (2, 3, 4, 5)] == ["+2", "+2", "+2", "+5"]
    assert [near.odds_column(d, 0) for d in (2, 3, 4, 5)] == ["+2", "+2", "+5", "+5"]
    places = {"sov-21-61": "0604", "sov-18-tank": "0604", "chi-15-38": MIDDLE}
    for option, heading in (("floor", "+2"), ("nearest", "+5")):
        state = fighting(game, places, options={"crt_column_rule": option}, changes=wide)
        assert column(odds(state, f"attack sov-21-61+sov-18-tank {MIDDLE}")) == heading


@pytest.mark.case("SFV-4.0a")
def test_sixth_city_hex(game: Game) -> None:
    """R-5: Lubin in the place of the mines; nine hexes, six cities either way."""
    lubin = game.variant({"sixth_city_hex": "1108"})
    for variant, city, other in ((game, "0417", "1108"), (lubin, "1108", "0417")):
        assert len(variant.ground.vp) == 9
        assert variant.ground.terrain.count("city") == 6
        inside, outside = variant.board.index(city), variant.board.index(other)
        assert variant.ground.is_city(inside)
        assert inside in variant.ground.vp
        assert variant.ground.terrain[outside] == "clear"
        assert outside not in variant.ground.vp
        assert variant.arrange("campaign", {"sov-21-61": city}).vars["vp"] == 1
        assert variant.arrange("campaign", {"sov-21-61": other}).vars["vp"] == 0


@pytest.mark.case("SFV-2.3.4a")
def test_soviet_engineer(game: Game) -> None:
    """R-6: sixteen Soviet units either way."""
    other = game.variant({"soviet_engineer": "on"})
    assert set(game.units.ids) ^ set(other.units.ids) == {"sov-18-tc", "sov-18-eng"}
    engineers = other.units.by_id("sov-18-eng")
    assert (engineers.strength, engineers.defence, engineers.movement) == ((0, 2), (0, 2), 8)
    assert Counter(u.side for u in other.units) == Counter(u.side for u in game.units)
    assert other.new("suggested").where[engineers.index] == other.board.index("0722")


@pytest.mark.case("SFV-7.1c")
def test_ezoc_to_ezoc(game: Game, play: Play, refused: Refused, at: At) -> None:
    """R-7: for every unit, the train too; the stop in the next zone remains."""
    places = {"sov-21-61": "0604", "chi-15-38": MIDDLE}
    allowed = {"ezoc_to_ezoc": "allowed"}
    assert refused(moving(game, places), "move sov-21-61 0604-0605") == "SFV-7.1c"
    state = moving(game, places, options=allowed)
    assert at(play(state, "move sov-21-61 0604-0605"), "sov-21-61") == "0605"
    assert "0605" in ends_of_moves(state, "sov-21-61")
    assert refused(state, "move sov-21-61 0604-0605-0506") == "SFV-7.1a"
    train = {TRAIN: "1404", "chi-15-38": "1304"}
    assert "1305" not in ends_of_moves(moving(game, train), TRAIN)
    assert ends_of_moves(moving(game, train, options=allowed), TRAIN) == {"1305", "1504", "1603", "1703"}


@pytest.mark.case("SFV-7.1j")
def test_cavalry_exit_cost(game: Game, refused: Refused) -> None:
    """R-8: the zone it began in is charged too: 4 + 4 + 4 instead of 2 + 4 + 4."""
    places = {"sov-18-5cav": "0504", "chi-15-38": MIDDLE}
    ride = "move sov-18-5cav 0504-0604-0605-0606"  # 2 + 4 + 5, or 4 + 4 + 5
    game.check(moving(game, places), game.parse(ride))
    state = moving(game, places, options={"cavalry_exit_cost": "always"})
    assert refused(state, ride) == "SFV-8.2a"
    assert ends_of_moves(state, "sov-18-5cav") < ends_of_moves(moving(game, places), "sov-18-5cav")


@pytest.mark.case("SFV-8.3g")
@pytest.mark.parametrize(
    ("value", "cut", "goes_on"), [("end_of_next_movement", 1, False), ("start_of_next_movement", 0, True)]
)
def test_cut_after_advance(game: Game, play: Play, value: str, cut: int, goes_on: bool) -> None:
    """R-9: the train came to 1207 by advance; is the line mended before it moves, or after?"""
    places = {TRAIN: "1206", "sov-36-106": "1206", "chi-15-15-art": "1207"}
    state = fighting(game, places, order="combat-move", options={"cut_after_advance": value})
    state = play(state, f"attack {TRAIN}+sov-36-106 1207", "lose sov-36-106", dice=[6])  # +4: 0/2, city 1
    state = play(state, f"advance {TRAIN}", "end")
    assert (state.phase, state.vars["cut"]) == ("movement", cut)
    assert ("1108" in ends_of_moves(state, TRAIN)) is goes_on
    assert play(state, "end").vars["cut"] == 0


@pytest.mark.case("SFV-4.3c")
@pytest.mark.parametrize(("value", "points"), [("on", 1), ("off", 0)])
def test_overstack_scores_vp(game: Game, play: Play, value: str, points: int) -> None:
    """R-18; a loss in combat scores either way."""
    options = {"overstack_scores_vp": value}
    crowd = dict.fromkeys(("chi-2-1", "chi-2-2", "chi-2-3"), MIDDLE)
    state = play(moving(game, crowd, "chinese", options=options), "end", "disband chi-2-3")
    assert state.vars["vp"] == points
    places = {"sov-36-108": "0604", "sov-36-106": "0604", "chi-2-2-art": MIDDLE}
    fight = fighting(game, places, options=options)
    assert play(fight, f"attack sov-36-108+sov-36-106 {MIDDLE}", dice=[6]).vars["vp"] == 1


@pytest.mark.case("SFV-5.3.1a")
def test_solitaire_entry_roll(game: Game, play: Play) -> None:
    """R-24: off by default; with it nobody is asked whether, only where."""
    quiet = play(fighting(game, {}, "chinese", turn=1), "end")
    assert quiet.decision is not None
    assert quiet.decision.kind == "enter_army"
    options = {"solitaire_entry_roll": "on"}
    rolled = play(fighting(game, {}, "chinese", turn=1, options=options), "end", dice=[2])
    assert rolled.decision is not None
    assert rolled.decision.kind == "place_army"


@pytest.mark.case("SFV-9.6d")
def test_attacker_losses_after_wipeout(game: Game, play: Play) -> None:
    """R-29: 8 against 3, die 5 is 1/2 against one step; the city's extra step goes the same way."""
    places = {"sov-21-61": "0604", "sov-18-a": "0604", "chi-15-38": MIDDLE}
    attack = f"attack sov-21-61+sov-18-a {MIDDLE}"
    kinds = {}
    for value in ("on", "off"):
        state = fighting(game, places, options={"attacker_losses_after_wipeout": value})
        after = play(state, attack, dice=[5])
        assert after.decision is not None
        kinds[value] = after.decision.kind
        spared = {o.attacker_loss for o in odds(state, attack).outcomes if o.cleared}
        assert (spared == {0}) is (value == "off")
    assert kinds == {"on": "absorb_loss", "off": "advance"}


@pytest.mark.case("SFV-6.4b")
def test_soviet_stack_order(game: Game, play: Play, refused: Refused) -> None:
    """R-31: the last to enter lies on top, and its owner may not change that in any phase."""
    places = {"sov-21-61": MIDDLE, "sov-21-62": "0504", "chi-15-38": "0606"}
    options = {"soviet_stack_order": "last_in_on_top"}
    state = play(moving(game, places, options=options), "move sov-21-62 0504-0505")
    for _ in range(2):
        assert refused(state, "show sov-21-61") == "SFV-6.4b"
        assert not [a for a in state.game.legal(state) if a.verb == "show"]
        assert [u.id for u in game.view(state, "chinese").stacks[MIDDLE].units] == ["sov-21-62"]
        state = play(state, "end") if state.phase == "movement" else state
    assert state.phase == "combat"
    free = play(moving(game, places), "move sov-21-62 0504-0505", "end", "show sov-21-61")
    assert [u.id for u in game.view(free, "chinese").stacks[MIDDLE].units] == ["sov-21-61"]
