"""SNC-6.3, 6.4: what a side sees of the enemy's stacks, and what the order of a stack means."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from sandtable.game import Game
from sandtable.state import State
from sandtable.view import Stack
from tests.games.shanghai_nanking.conftest import Play

Refused = Callable[[State, str], str]

THIRD = ("j_rgt_006_div_003", "j_rgt_018_div_003", "j_rgt_034_div_003", "j_rgt_068_div_003")
STACK = ("c_div_036", "c_div_013", "c_bde_011")


def posed(game: Game, side: str, order: str = "attack", **more: str) -> State:
    """Three Chinese units at 3310 with more at 3210, and a Japanese division at 3309."""
    places = {
        **dict.fromkeys(STACK, "3310"),
        **dict.fromkeys(THIRD, "3309"),
        "c_div_088": "3210",
        "c_bde_012": "3210",
    }
    return game.arrange(
        "campaign", {**places, **more}, turn=6, phase="first operations", side=side, order=order
    )


def seen(stack: Stack) -> list[str]:
    return [unit.id for unit in stack.units]


@pytest.mark.case("SNC-6.3a")
def test_of_an_enemy_stack_only_the_top_unit_shows(game: Game) -> None:
    """R-56: and how many lie beneath; one's own stacks and the umpire's view are open."""
    state = posed(game, "japanese")
    japanese, chinese, umpire = (game.view(state, side) for side in ("japanese", "chinese", None))
    assert (len(japanese.stacks["3310"].units), japanese.stacks["3310"].hidden) == (1, 2)
    assert (len(chinese.stacks["3309"].units), chinese.stacks["3309"].hidden) == (1, 3)
    for view, space, units in ((chinese, "3310", STACK), (japanese, "3309", THIRD), (umpire, "3310", STACK)):
        assert set(seen(view.stacks[space])) == set(units)
        assert view.stacks[space].hidden == 0
    alone = posed(game, "japanese", c_div_015="3211")
    assert (seen(game.view(alone, "japanese").stacks["3211"]), alone.vars["combat"]) == (["c_div_015"], None)


@pytest.mark.case("SNC-6.3a", "SNC-6.3b")
def test_a_stack_is_revealed_when_the_attack_begins_and_the_attack_is_then_fought(
    game: Game, play: Play, refused: Refused
) -> None:
    """Between the declaration and the roll there is no way back; afterwards the stack is closed again."""
    state = play(posed(game, "japanese"), f"attack {'+'.join(THIRD)} 3310")
    assert state.decision is not None
    assert state.decision.kind == "commit_support"
    view = game.view(state, "japanese")
    assert set(seen(view.stacks["3310"])) == set(STACK)
    assert view.stacks["3210"].hidden == 1  # not attacked
    for text in ("end", "pass", f"attack {THIRD[0]} 3310", "show " + THIRD[1]):
        assert refused(state, text) == "SNC-11.1a"
    assert {action.verb for action in game.legal(state)} == {"support"}
    fought = play(state, "support none", dice=[1])
    while fought.decision is not None and fought.decision.kind == "absorb_loss":
        fought = game.play(fought, next(iter(game.legal(fought))))
    assert game.view(fought, "japanese").stacks["3310"].hidden == 2


@pytest.mark.case("SNC-6.3a")
def test_what_is_hidden_is_dealt_anew_and_what_shows_stays(game: Game) -> None:
    """A guess looks exactly like the position to its side, and differs beneath."""
    state = posed(game, "japanese", c_div_015="3211", c_div_016="3211", c_div_019="3211")
    beneath = set()
    for seed in range(20):
        guess = game.guess(state, "japanese", Random(seed))
        assert game.view(guess, "japanese") == game.view(state, "japanese")
        assert set(seen(game.view(guess).stacks["3309"])) == set(THIRD)
        beneath.add(frozenset(seen(game.view(guess).stacks["3310"])))
    assert len(beneath) > 1


@pytest.mark.case("SNC-6.3a")
def test_a_guess_during_a_chinese_attack_leaves_all_that_shows_in_its_place(game: Game, play: Play) -> None:
    """One unit of a stack attacks and is known; the one on top stays behind and is known too."""
    state = play(posed(game, "chinese"), "show c_bde_011", "attack c_div_036 3309")
    view = game.view(state, "japanese")
    assert set(seen(view.stacks["3310"])) == {"c_bde_011", "c_div_036"}
    for seed in range(20):
        guess = game.guess(state, "japanese", Random(seed))
        assert game.view(guess, "japanese") == view


@pytest.mark.case("SNC-6.4a")
def test_the_owner_chooses_what_shows_and_nothing_else_follows(
    game: Game, play: Play, refused: Refused
) -> None:
    state = posed(game, "chinese")
    attack = game.parse("attack c_div_036+c_div_013+c_bde_011 3309 with none")
    before = game.forecast(state, attack)
    for top in STACK:
        shown = play(state, f"show {top}")
        assert seen(game.view(shown, "japanese").stacks["3310"]) == [top]
        assert seen(game.view(shown, "chinese").stacks["3310"])[0] == top
        assert game.forecast(shown, attack) == before
        assert {a for a in game.legal(shown) if a.verb != "show"} == {
            a for a in game.legal(state) if a.verb != "show"
        }
        assert game.status(shown) == []
    turned = play(state, *(f"show {unit}" for unit in STACK))
    assert seen(game.view(turned, "japanese").stacks["3310"]) == [STACK[-1]]
    assert refused(state, f"show {THIRD[0]}") == "SNC-6.4a"
    assert refused(state, "show c_div_001") == "SNC-6.4a"


@pytest.mark.case("SNC-6.4a")
def test_losses_fall_the_same_way_whatever_lies_on_top(game: Game, play: Play) -> None:
    """2:1, die 4 is 1/1: the full elite division takes the step, seen or unseen."""
    results = set()
    for top in STACK:
        state = play(posed(game, "chinese"), f"show {top}", "end", "end", "plan AA")
        state = play(state, f"attack {'+'.join(THIRD)} 3310 with none", dice=[4])
        results.add(bytes(state.steps))
    assert len(results) == 1
