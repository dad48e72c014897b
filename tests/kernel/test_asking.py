"""What a table asks of a game beyond `legal`: who can act, the cost of a march, the support of a combat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

import sandtable as st
from sandtable.actions import Action, Move
from sandtable.errors import SandtableError
from sandtable.state import State
from sandtable.telling import told
from sandtable.view import common

SLUGS = st.games()


def wandering(slug: str, seed: int, actions: int = 400, every: int = 9) -> Iterator[State]:
    """Positions of a game played at random; it is begun anew when it ends."""
    game, rng = st.load(slug), Random(seed)
    state = game.new(seed=seed)
    for number in range(actions):
        if state.result is not None:
            state = game.new(seed=seed + number)
        if number % every == 0:
            yield state
        state = game.play(state, game.legal(state).sample(rng))


@pytest.mark.parametrize("slug", SLUGS)
def test_able_units_and_general_actions_agree_with_the_whole_list(slug: str) -> None:
    game = st.load(slug)
    for state in wandering(slug, 1):
        legal = game.legal(state)
        listed = list(legal)
        able = legal.units()
        assert {id for a in listed for id in a.touched_units} <= set(able)
        assert all(legal.for_unit(id) for id in able)
        assert set(legal.general()) == {a for a in listed if not a.touched_units}
        assert {type(a) for a in listed} <= set(legal.accepts)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_march_costs_more_with_every_space_and_nothing_else_has_a_cost(slug: str) -> None:
    game, marches = st.load(slug), 0
    for state in wandering(slug, 2):
        for unit in game.legal(state).units()[:4]:
            for action in game.legal(state).for_unit(unit):
                cost = game.march_cost(state, action)
                if not isinstance(action, Move):
                    assert cost is None or action.verb == "overrun"
                    continue
                marches += 1
                assert cost is not None
                assert cost > 0
                if len(action.path) > 2:
                    shorter = game.march_cost(state, replace(action, path=action.path[:-1]))
                    assert shorter is not None
                    assert shorter < cost
    assert marches > 50


def combats(slug: str) -> Iterator[tuple[State, Action]]:
    game = st.load(slug)
    for state in wandering(slug, 3, every=2):
        for action in game.legal(state):
            if "support" in action.to_json() and action.verb != "support" and game.is_combat(state, action):
                yield state, action
                break


@pytest.mark.parametrize("slug", ["shanghai-nanking", "taierzhuang"])
def test_support_that_is_offered_may_be_named_and_no_more_of_it(slug: str) -> None:
    game, offered = st.load(slug), 0
    for state, action in combats(slug):
        words = game.support_for(state, action)
        game.check(state, replace(action, support=words))
        for word in words:
            offered += 1
            game.check(state, replace(action, support=(word,)))
            with pytest.raises(SandtableError):
                game.check(state, replace(action, support=(*words, word)))
    assert offered > 0


@pytest.mark.parametrize("slug", SLUGS)
def test_what_is_a_combat_has_a_forecast_and_nothing_else_does(slug: str) -> None:
    game, met = st.load(slug), set()
    for state in wandering(slug, 4):
        for action in list(game.legal(state))[:6]:
            fought = game.is_combat(state, action)
            met.add(fought)
            if fought:
                assert sum(game.forecast(state, action).outcomes.values()) == 1
            else:
                with pytest.raises(st.NotACombat):
                    game.forecast(state, action)
    assert met == {True, False}


@pytest.mark.parametrize("slug", SLUGS)
def test_the_common_view_holds_what_every_side_sees_and_counts_the_rest(slug: str) -> None:
    game, hidden = st.load(slug), 0
    for state in wandering(slug, 5):
        views = [game.view(state, side) for side in game.sides]
        both = common(views)
        for key, stack in both.stacks.items():
            for view in views:
                assert set(stack.units) <= set(view.stacks[key].units)
                seen = view.stacks[key]
                assert len(stack.units) + stack.hidden == len(seen.units) + seen.hidden
            hidden += stack.hidden
        for name, fact in both.facts.items():
            assert all(view.facts[name] == fact for view in views)
        assert "hand" not in both.facts
        assert both.side is None
    if slug in ("shanghai-nanking", "taierzhuang"):
        assert hidden


def test_events_lose_the_names_of_units_that_a_side_cannot_see() -> None:
    game = st.load("shanghai-nanking")
    match = st.Match(game, seed=7)
    match.play("plan MA")
    seen: dict[bool, str] = {}
    for mover in game.legal(match.state).units():
        for action in game.legal(match.state).for_unit(mover):
            if not isinstance(action, Move) or len(action.units) > 1:
                continue
            state = game.play(match.state, action)
            event = next(e for e in state.events or () if mover in e.data["unit_ids"])
            name, eye = game.unit_name(mover), game.side_index("japanese")
            assert name in told(game, event, state, None)
            assert name in told(game, event, state, "chinese")
            hidden = game.hides(state, eye, game.units.index_of(mover))
            text = told(game, event, state, "japanese")
            assert (name in text) is not hidden
            seen[hidden] = text
    assert seen[True].startswith("1 unseen unit moves to ")


def test_a_side_goes_by_its_name_whoever_is_told() -> None:
    game = st.load("shanghai-nanking")
    state = game.new(seed=7)
    eye = game.side_index("japanese")
    hidden = next(u for u in game.units if game.hides(state, eye, u.index))
    state = state.copy()
    game.tell(state, "SNC-10.0a", "the {side} side attacks with {units}", (hidden.index,), side="chinese")
    event = (state.events or [])[-1]
    assert told(game, event, state, "chinese") == f"the Chinese side attacks with {hidden.name}"
    assert told(game, event, state, "japanese") == "the Chinese side attacks with 1 unseen unit"


def test_a_match_without_a_journal_can_begin_one(tmp_path: Path) -> None:
    path = tmp_path / "late.jsonl"
    match = st.Match(st.load("shanghai-nanking"), seed=7)
    match.play("plan MA")
    assert match.keep(path) == path
    match.play("end")
    match.close()
    again = st.Match.load(path)
    assert (again.ply, again.state.digest()) == (2, match.state.digest())
    with pytest.raises(SandtableError, match=r"kept in .*late.jsonl already"):
        again.keep(tmp_path / "other.jsonl")
