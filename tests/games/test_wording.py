"""What people read on buttons: every answer says what it comes to."""

from __future__ import annotations

import re
from dataclasses import fields
from random import Random

import pytest

import sandtable as st
from sandtable.actions import Pass

SLUGS = st.games()

AWKWARD = re.compile(
    r"\b1 ([A-Z]?[a-z]+ )?(points|steps|units|losses|markers|chits)\b|(?<!unit )\b1 (are|have)\b|"
    r"[{}\[\]|]|^(Chinese|Japanese|Soviet): |"
    r"\b(chinese|japanese|soviet)\b|\b(move-combat|combat-move|yes|no)$"
)
"""What no sentence for people says: wrong numbers, marks of a template, sides and words of the notation."""


@pytest.mark.parametrize("slug", SLUGS)
def test_every_pass_says_what_it_comes_to(slug: str) -> None:
    steps = st.load(slug).steps.values()
    assert [s.name for s in steps if Pass in s.accepts and not s.declines] == []


@pytest.mark.parametrize("slug", SLUGS)
def test_every_yes_and_no_is_an_answer_in_words(slug: str) -> None:
    for action in st.load(slug).vocabulary.values():
        if any(f.metadata["codec"] == "yesno" for f in fields(action)):
            yes, no = action(True), action(False)
            assert yes.describe() == yes.title != no.title == no.describe()
            assert (str(yes), str(no)) == (f"{action.verb} yes", f"{action.verb} no")


def test_a_pass_is_worded_by_the_question_that_it_answers() -> None:
    game = st.load("storm-over-taierzhuang")
    first = {side: next(u.id for u in game.units if u.side == side) for side in (0, 1)}
    state = game.arrange(units={first[0]: "T", first[1]: "G"}, turn=2, phase="impulse", side="chinese")
    assert state.decision is not None
    assert state.decision.kind == "impulse"
    assert game.wording(state, Pass()) == game.heading(state, Pass()) == "Pass this impulse"


def test_every_use_of_damage_says_its_price() -> None:
    game = st.load("storm-over-taierzhuang")
    first, second = (u.id for u in list(game.units)[:2])
    name, other, town = game.unit_name(first), game.unit_name(second), game.space_name("G")
    for line, text in (
        (f"absorb flip {first}", f"{name} becomes Spent (1 point)"),
        (f"absorb flip_and_retreat {first} to G", f"{name} becomes Spent and retreats (2 points), to {town}"),
        (
            f"absorb eliminate_spent_and_retreat {first} and {second} to G",
            f"{name} is lost, and another retreats (3 points): {other}, to {town}",
        ),
    ):
        assert game.parse(line).describe(game) == text


@pytest.mark.parametrize("slug", SLUGS)
def test_questions_answers_and_events_of_a_whole_game_read_well(slug: str) -> None:
    game, rng = st.load(slug), Random(4)
    state = game.new(list(game.scenarios)[-1], seed=2)
    said: set[str] = set()
    while state.decision is not None and state.turn < 4:
        action = game.legal(state).sample(rng)
        said |= {state.decision.prompt, game.wording(state, action), game.gist(state, action)}
        state = game.play(state, action)
        said |= {event.text for event in state.events or ()}
    assert len(said) > 100
    assert sorted(text for text in said if AWKWARD.search(text)) == []


def test_several_units_take_a_verb_of_their_own() -> None:
    event = st.Event(
        "X-1", "{units} [moves|move] to {space}", {"units": "A", "unit_ids": ("a",), "space": "B"}
    )
    assert event.text == "A moves to B"
    both = st.Event("X-1", event.template, {"units": "A and C", "unit_ids": ("a", "c"), "space": "B"})
    assert both.text == "A and C move to B"


@pytest.mark.parametrize(
    ("slug", "line", "text"),
    [
        ("stalins-first-victory", "order move-combat", "Move first, then fight"),
        ("taierzhuang", "order combat-move", "Fight first, then move"),
        ("storm-over-taierzhuang", "drop chit", "Drop a chit"),
        ("storm-over-taierzhuang", "draw 1", "Draw 1 chit"),
    ],
)
def test_words_of_the_notation_are_not_shown_to_people(slug: str, line: str, text: str) -> None:
    game = st.load(slug)
    assert game.parse(line).describe(game) == text
