"""SFV-6: who may share a hex, when that is tested, and who sees what lies beneath."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from sandtable.game import Game
from sandtable.state import State
from tests.games.stalins_first_victory.conftest import (
    MIDDLE,
    At,
    Play,
    Refused,
    fighting,
    moving,
    odds,
)


def fits(game: Game, *ids: str, reduced: bool = False) -> bool:
    settings = {"steps": dict.fromkeys(ids, 1)} if reduced else {}
    state = moving(game, dict.fromkeys(ids, MIDDLE), **settings)
    return game.fits(state, game.units.by_id(ids[0]).side, 0, [game.units.index_of(id) for id in ids])


def seen(state: State, side: str | None, space: str) -> list[str]:
    stack = state.game.view(state, side).stacks[space]
    assert len(stack.units) + stack.hidden == len(state.units_at(state.game.board.index(space)))
    return [unit.id for unit in stack.units]


# -- limits --------------------------------------------------------------------------------------------


@pytest.mark.case("SFV-6.0a")
def test_friends_may_share_a_hex_and_enemies_never_do(
    game: Game, play: Play, refused: Refused, at: At
) -> None:
    state = moving(game, {"sov-21-61": "0504", "sov-21-62": "0506", "chi-15-38": "0206"})
    state = play(state, "move sov-21-61 0504-0505", "move sov-21-62 0506-0505")
    assert at(state, "sov-21-61") == at(state, "sov-21-62") == MIDDLE
    foe = moving(game, {"sov-21-61": "0504", "chi-15-38": MIDDLE})
    assert refused(foe, "move sov-21-61 0504-0505") == "SFV-8.0g"
    assert [d.case for d in game.status(moving(game, {"sov-21-61": MIDDLE, "chi-15-38": MIDDLE}))][:1] == [
        "SFV-6.0a"
    ]


@pytest.mark.case("SFV-6.0b")
def test_stacking_is_not_tested_while_units_move(game: Game, play: Play, refused: Refused, at: At) -> None:
    """R-14: three regiments meet in a hex, one of another division passes, and all is well at the end."""
    places = {"sov-21-61": "0504", "sov-21-62": "0604", "sov-21-63": "0605", "sov-35-103": "0506"}
    state = play(
        moving(game, places),
        "move sov-21-61 0504-0505",
        "move sov-21-62 0604-0505",
        "move sov-35-103 0506-0505-0504",
        "move sov-21-63 0605-0505-0405",
        "end",
    )
    assert state.phase == "combat"
    assert [at(state, u) for u in places] == ["0505", "0505", "0405", "0504"]


@pytest.mark.case("SFV-6.0b", "SFV-6.0c")
def test_at_the_end_of_movement_the_owner_gives_up_what_is_too_much(
    game: Game, play: Play, refused: Refused, at: At
) -> None:
    crowd = dict.fromkeys(("sov-21-61", "sov-21-62", "sov-21-63"), MIDDLE)
    state = play(moving(game, {**crowd, "sov-36-106": "0807"}), "end")
    assert state.decision is not None
    assert (state.decision.kind, state.decision.side) == ("eliminate_overstack", "soviet")
    assert {str(a) for a in game.legal(state)} == {f"disband {unit}" for unit in crowd}
    assert refused(state, "disband sov-36-106") == "SFV-6.0c"
    assert refused(state, "end") == "SFV-6.0c"
    after = play(state, "disband sov-21-62")
    assert at(after, "sov-21-62") == "eliminated"
    assert after.phase == "combat"  # the limit is met, nobody else goes


@pytest.mark.case("SFV-6.0b", "SFV-6.0c")
def test_combat_and_reinforcement_phases_end_with_the_same_test(game: Game, play: Play, at: At) -> None:
    """Divisions that share a hex, two of them; and a Chinese hex in a Soviet Combat Phase."""
    mixed = {"sov-21-61": MIDDLE, "sov-35-103": MIDDLE, "chi-15-38": "0206", "chi-17-10": "0206"}
    state = play(fighting(game, mixed), "end")
    assert state.decision is not None
    assert state.decision.side == "soviet"
    state = play(state, "disband sov-35-103")
    assert state.decision is not None
    assert (state.decision.kind, state.decision.side) == ("eliminate_overstack", "chinese")
    state = play(state, "disband chi-15-38")
    assert [at(state, u) for u in mixed] == [MIDDLE, "eliminated", "eliminated", "0206"]
    entry = {"chi-15-38": "0206", "chi-17-10": "0206"}
    state = game.arrange("campaign", entry, turn=2, phase="reinforcement", side="chinese")
    army = [
        "chi-2-1 0201",
        "chi-2-2 0201",
        "chi-2-3 0301",
        "chi-2-4 0301",
        "chi-2-5 0401",
        "chi-2-2-cav 0401",
    ]
    state = play(state, "enter yes", *(f"place {p}" for p in army), "place chi-2-2-art 0501")
    assert state.decision is not None
    assert state.decision.kind == "eliminate_overstack"


@pytest.mark.case("SFV-6.0d")
def test_markers_take_no_room(game: Game, play: Play, at: At) -> None:
    """1207 with the rail-cut marker and a change of control holds a full stack."""
    full = dict.fromkeys(("sov-21-61", "sov-21-62", "sov-18-a"), "1207")
    state = moving(game, full, cut=True)
    assert (state.vars["cut"], state.vars["vp"]) == (1, 1)
    state = play(state, "end")
    assert state.phase == "combat"
    assert {at(state, u) for u in full} == {"1207"}


@pytest.mark.case("SFV-6.1a")
def test_two_units_of_any_size_share_a_hex(game: Game) -> None:
    assert fits(game, "sov-21-61", "sov-21-62")
    assert fits(game, "sov-18-5cav", "sov-18-tank")
    assert not fits(game, "sov-18-5cav", "sov-18-tank", "sov-18-b")
    assert not fits(game, "sov-21-61", "sov-21-62", "sov-21-63")
    assert fits(game, "chi-15-38", "chi-15-15-cav")
    assert not fits(game, "chi-15-38", "chi-15-43", "chi-15-15-cav")


@pytest.mark.case("SFV-6.1b")
def test_one_unit_without_defence_comes_on_top_of_the_two(game: Game) -> None:
    """R-20: it is the factor of the face in use that counts; a reduced regiment still has one."""
    soft = {u.id for u in game.units if u.defence[-1] == 0}
    assert soft == {"sov-18-a", "sov-18-h", "chi-15-15-art", "chi-17-17-art", "chi-2-2-art"}
    assert fits(game, "sov-21-61", "sov-21-62", "sov-18-a")
    assert fits(game, "chi-2-1", "chi-2-2", "chi-2-2-art")
    assert not fits(game, "chi-2-1", "chi-2-2", "chi-2-3", "chi-2-2-art")
    assert not fits(game, "sov-21-61", "sov-21-62", "sov-21-63", reduced=True)


@pytest.mark.case("SFV-6.1c")
def test_two_units_without_defence_never_share_a_hex(game: Game) -> None:
    assert not fits(game, "sov-18-a", "sov-18-h")
    assert not fits(game, "sov-21-61", "sov-18-a", "sov-18-h")
    assert fits(game, "sov-21-61", "sov-18-h")


@pytest.mark.case("SFV-6.2a")
def test_divisions_keep_apart(game: Game) -> None:
    first = {"21": "sov-21-61", "35": "sov-35-103", "36": "sov-36-106"}
    for a, b in combinations(first.values(), 2):
        assert not fits(game, a, b)
    for pair in (("sov-21-61", "sov-21-63"), ("sov-35-104", "sov-35-105"), ("sov-36-107", "sov-36-108")):
        assert fits(game, *pair)


@pytest.mark.case("SFV-6.2b")
def test_units_of_the_corps_stack_with_everybody(game: Game) -> None:
    corps = [u.id for u in game.units if u.formation == "18"]
    assert len(corps) == 7
    for unit in corps:
        for regiment in ("sov-21-61", "sov-35-103", "sov-36-108"):
            assert fits(game, unit, regiment)
    assert fits(game, "sov-18-atg", "sov-18-tc", "sov-18-h")
    assert not fits(game, "sov-21-61", "sov-35-103", "sov-18-a")  # it brings no divisions together


@pytest.mark.case("SFV-6.2c")
def test_divisions_may_attack_together(game: Game) -> None:
    places = {"sov-21-61": "0605", "sov-35-103": "0506", "sov-36-108": "0405", "chi-2-1": MIDDLE}
    state = fighting(game, places)
    together = odds(state, f"attack sov-21-61+sov-35-103+sov-36-108 {MIDDLE}")
    assert (together.attack, together.defence) == (13, 4)


@pytest.mark.case("SFV-6.2d")
def test_divisions_may_not_advance_together(game: Game, play: Play, refused: Refused, at: At) -> None:
    """R-23: one division goes, and units of the corps with it."""
    places = {"sov-21-61": "0605", "sov-35-103": "0506", "sov-18-tank": "0605", "chi-15-38": MIDDLE}
    state = play(fighting(game, places), f"attack sov-21-61+sov-35-103+sov-18-tank {MIDDLE}", dice=[6])
    assert refused(state, "advance sov-21-61+sov-35-103") == "SFV-6.2d"
    assert refused(state, "advance sov-21-61+sov-35-103+sov-18-tank") == "SFV-6.2d"
    for group in ("sov-21-61+sov-18-tank", "sov-35-103+sov-18-tank", "sov-35-103"):
        after = play(state, f"advance {group}")
        assert {at(after, unit) for unit in group.split("+")} == {MIDDLE}
    assert not any({"sov-21-61", "sov-35-103"} <= set(a.touched_units) for a in game.legal(state))


@pytest.mark.case("SFV-6.3a")
def test_chinese_commands_keep_apart(game: Game) -> None:
    first = ("chi-15-38", "chi-17-10", "chi-2-1")
    for a, b in combinations(first, 2):
        assert not fits(game, a, b)
    assert not fits(game, "chi-15-38", "chi-17-17-art")
    assert fits(game, "chi-2-1", "chi-2-5", "chi-2-2-art")


@pytest.mark.case("SFV-6.3b", "SFV-6.3c")
def test_chinese_commands_attack_together_but_do_not_advance_together(
    game: Game, play: Play, refused: Refused, at: At
) -> None:
    places = {"chi-15-38": "0605", "chi-17-10": "0506", "chi-2-1": "0504", "sov-18-b": MIDDLE}
    attack = f"attack chi-15-38+chi-17-10+chi-2-1 {MIDDLE}"
    state = fighting(game, places, "chinese")
    assert odds(state, attack).attack == 7
    state = play(state, attack, dice=[6])
    assert refused(state, "advance chi-15-38+chi-17-10") == "SFV-6.3c"
    assert refused(state, "advance chi-17-10+chi-2-1") == "SFV-6.3c"
    assert at(play(state, "advance chi-17-10"), "chi-17-10") == MIDDLE


# -- fog -----------------------------------------------------------------------------------------------

PILE = ("sov-21-61", "sov-21-62", "sov-18-a")
POSED = {
    **dict.fromkeys(PILE, "0605"), "sov-36-106": "1404", "sov-36-107": "1404",
    "chi-15-38": MIDDLE, "chi-15-43": MIDDLE, "chi-15-15-art": MIDDLE,
}  # fmt: skip


@pytest.mark.case("SFV-6.4a")
def test_soviet_reconnaissance_sees_all(game: Game) -> None:
    for state in (moving(game, POSED), moving(game, POSED, "chinese"), fighting(game, POSED)):
        assert len(seen(state, "soviet", MIDDLE)) == 3
        assert game.view(state, "soviet").stacks[MIDDLE].hidden == 0
        text = f"attack {'+'.join(PILE)} {MIDDLE}"
        if state.phase == "combat":
            action = game.parse(text)
            assert game.forecast(state, action, side="soviet").outcomes == odds(state, text).outcomes


@pytest.mark.case("SFV-6.4b")
def test_the_chinese_see_only_the_top_of_a_soviet_stack(game: Game, play: Play) -> None:
    """R-31: the last to enter, unless its owner lays another on top."""
    state = moving(game, POSED)
    assert len(seen(state, "chinese", "0605")) == 1
    assert game.view(state, "chinese").stacks["0605"].hidden == 2
    assert len(seen(state, "soviet", "0605")) == len(seen(state, None, "0605")) == 3
    assert len(seen(state, "chinese", MIDDLE)) == 3
    apart = moving(game, {"sov-21-62": "0605", "sov-21-61": "0606", "sov-18-a": "0705"})
    apart = play(apart, "move sov-21-61 0606-0605")
    assert seen(apart, "chinese", "0605") == ["sov-21-61"]
    apart = play(apart, "move sov-18-a 0705-0605")
    assert seen(apart, "chinese", "0605") == ["sov-18-a"]
    for top in PILE:
        assert seen(play(apart, f"show {top}"), "chinese", "0605") == [top]


@pytest.mark.case("SFV-6.4b")
def test_whoever_passes_leaves_a_stack_as_it_was(game: Game, play: Play) -> None:
    for top in ("sov-21-61", "sov-21-62"):
        state = moving(game, {**dict.fromkeys(PILE[:2], MIDDLE), "sov-18-b": "0504"})
        state = play(state, f"show {top}", "move sov-18-b 0504-0505-0506")
        assert seen(state, "chinese", MIDDLE) == [top]


@pytest.mark.case("SFV-6.4b")
def test_only_the_soviet_player_arranges_stacks_and_only_his_own(
    game: Game, play: Play, refused: Refused
) -> None:
    chinese = moving(game, POSED, "chinese")
    assert refused(chinese, "show chi-15-38") == "SFV-6.4b"
    assert refused(chinese, "show sov-21-62") == "SFV-6.4b"
    for state in (moving(game, POSED), fighting(game, POSED)):
        assert refused(state, "show chi-15-43") == "SFV-6.4b"
        assert refused(state, "show sov-18-h") == "SFV-6.4b"  # not on the map
        assert {str(a) for a in game.legal(state) if a.verb == "show"} == {
            "show sov-21-62", "show sov-18-a", "show sov-36-107",
        }  # fmt: skip


@pytest.mark.case("SFV-6.4b", "SFV-6.4c", "SFV-9.0e")
def test_an_attacked_stack_is_seen_and_the_attack_goes_on(game: Game, play: Play, refused: Refused) -> None:
    """R-13; 4 against 8, die 5: 1/1, and both sides choose their loss with the stack open."""
    state = fighting(game, POSED, "chinese")
    state = play(state, "attack chi-15-38+chi-15-43 0605", dice=[5])
    assert state.decision is not None
    assert (state.decision.kind, state.decision.side) == ("absorb_loss", "soviet")
    assert sorted(seen(state, "chinese", "0605")) == sorted(PILE)
    assert game.view(state, "chinese").stacks["1404"].hidden == 1  # not attacked
    for text in ("end", "attack chi-15-15-art 0605", "show chi-15-38"):
        assert refused(state, text) == "SFV-9.6e"
    state = play(state, "lose sov-21-61")
    assert refused(state, "end") == "SFV-9.6e"
    state = play(state, "lose chi-15-38")
    assert len(seen(state, "chinese", "0605")) == 1  # the fog comes back


@pytest.mark.case("SFV-6.4b")
def test_soviet_attackers_show_themselves_the_guns_behind_them_too(game: Game, play: Play) -> None:
    """R-13: the regiment beneath and the artillery two hexes away take part; the others stay hidden."""
    places = {
        "sov-21-61": "0605", "sov-21-62": "0605", "sov-18-a": "0706", "sov-18-b": "0706",
        "sov-18-tank": "0706", "chi-15-38": MIDDLE, "chi-15-43": MIDDLE,
    }  # fmt: skip
    state = play(fighting(game, places, order="combat-move"), "show sov-21-61", "show sov-18-b")
    state = play(state, f"attack sov-21-62+sov-18-a {MIDDLE}", dice=[4])  # 8 against 6: 1/1
    assert state.decision is not None
    assert state.decision.side == "chinese"
    assert set(seen(state, "chinese", "0605")) == {"sov-21-61", "sov-21-62"}
    assert set(seen(state, "chinese", "0706")) == {"sov-18-b", "sov-18-a"}


@pytest.mark.case("SFV-6.4b")
def test_what_is_hidden_is_dealt_anew_and_what_shows_stays(game: Game) -> None:
    state = moving(game, {**POSED, "sov-35-103": "1203", "sov-18-h": "1203"}, "chinese")
    beneath = set()
    for seed in range(30):
        guess = game.guess(state, "chinese", Random(seed))
        assert game.view(guess, "chinese") == game.view(state, "chinese")
        assert guess.where[game.units.index_of("chi-15-43")] == game.board.index(MIDDLE)
        beneath.add(frozenset(seen(guess, None, "1203")))
        assert game.guess(state, "soviet", Random(seed)).where == state.where
    assert len(beneath) > 1
