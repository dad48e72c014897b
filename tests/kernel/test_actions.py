"""Actions in text and in JSON: both ways for every action of every game, and errors that help."""

from __future__ import annotations

import inspect
import json
import pickle
from dataclasses import dataclass, fields
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as some

import sandtable as st
from sandtable import actions, notation
from sandtable.actions import Action, Attack, EndPhase, Move, Place, Resign, coded
from sandtable.errors import NotationError, Unknown


@dataclass(frozen=True, slots=True)
class Sample(Action):
    """An action with a field of every codec, and optional ones."""

    verb: ClassVar[str] = "sample"
    units: tuple[str, ...] = coded("units")
    path: tuple[str, ...] = coded("path")
    sure: bool = coded("yesno")
    words: tuple[str, ...] | None = coded("words", "with")
    by: str | None = coded("unit", "by")
    at: str | None = coded("space", "at")
    flag: bool | None = coded("yesno", "flag")
    kind: str | None = coded("word", "as")


KERNEL = [
    cls
    for _, cls in inspect.getmembers(actions, inspect.isclass)
    if issubclass(cls, Action) and cls is not Action
]
GAMES = [cls for slug in st.games() for cls in st.load(slug).vocabulary.values()]
EVERY = sorted({*KERNEL, *GAMES, Sample}, key=lambda cls: (cls.__module__, cls.__name__))

# Any name that a person could give a unit or a space; letters of all scripts, no blanks.
names = some.text(some.characters(exclude_categories=["Z", "C"]), min_size=1, max_size=8)
CODECS = {
    "unit": names,
    "space": names,
    "word": names,
    "units": some.lists(names.filter(lambda n: "+" not in n and n != "none"), max_size=4).map(tuple),
    "words": some.lists(names.filter(lambda n: "+" not in n and n != "none"), max_size=4).map(tuple),
    "path": some.lists(names.filter(lambda n: "-" not in n), min_size=1, max_size=4).map(tuple),
    "yesno": some.booleans(),
}


def of(cls: type[Action]) -> some.SearchStrategy[Action]:
    """Any action of a type."""
    values = {}
    for f in fields(cls):
        value = CODECS[f.metadata["codec"]]
        values[f.name] = some.none() | value if f.metadata["lead"] else value
    return some.builds(cls, **values)


@pytest.mark.parametrize("cls", EVERY, ids=lambda cls: cls.__name__)
@given(data=some.data())
def test_text_and_json_say_the_action_back(cls: type[Action], data: some.DataObject) -> None:
    action = data.draw(of(cls))
    vocabulary = notation.verbs([cls])
    assert notation.parse(vocabulary, str(action)) == action
    assert notation.parse(vocabulary, f"  {str(action).replace(' ', '   ')}\n") == action
    assert notation.from_json(vocabulary, json.loads(json.dumps(action.to_json()))) == action
    assert pickle.loads(pickle.dumps(action)) == action
    assert len(str(action).splitlines()) == 1


@given(some.recursive(some.none() | some.booleans() | some.integers() | some.text(max_size=4),
                      lambda inner: some.lists(inner, max_size=3), max_leaves=4), some.sampled_from(
                          ["units", "path", "sure", "words", "by", "at", "flag", "kind"]))  # fmt: skip
def test_json_that_is_believed_can_be_said(value: Any, name: str) -> None:
    plain = {**Sample(("a",), ("b", "c"), True).to_json(), name: value}
    vocabulary = notation.verbs([Sample])
    refusal = ""
    try:
        action = notation.from_json(vocabulary, plain)
    except NotationError as error:
        refusal = str(error)
    if refusal:
        assert f"the field {name!r}" in refusal
    else:
        assert notation.parse(vocabulary, str(action)) == action


@pytest.mark.parametrize("slug", st.games())
def test_the_actions_of_a_game_are_told_apart_by_their_verbs(slug: str) -> None:
    vocabulary = st.load(slug).vocabulary
    assert all(verb == cls.verb and len(verb.split()) == 1 for verb, cls in vocabulary.items())
    assert "resign" in vocabulary


def test_two_actions_may_not_share_a_verb() -> None:
    @dataclass(frozen=True, slots=True)
    class March(Action):
        verb: ClassVar[str] = "move"

    with pytest.raises(NotationError, match="'move'"):
        notation.verbs([Move, March])
    assert notation.verbs([Move, Move]) == {"move": Move}


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (Move(("3d", "6r"), ("3510", "3410")), "move 3d+6r 3510-3410"),
        (Attack(("a",), "3510"), "attack a 3510"),
        (Attack(("a", "b"), "3510", ()), "attack a+b 3510 with none"),
        (Attack(("a",), "3510", ("air", "artillery")), "attack a 3510 with air+artillery"),
        (EndPhase(), "end"),
        (Sample((), ("x",), False, flag=True), "sample none x no flag yes"),
        (
            Sample(("a",), ("x",), True, (), "b", "y", False, "z"),
            "sample a x yes with none by b at y flag no as z",
        ),
    ],
)
def test_how_actions_are_written(action: Action, text: str) -> None:
    assert str(action) == text
    assert notation.parse(notation.verbs([type(action)]), text) == action


def test_forms_show_what_is_optional() -> None:
    assert Move.form() == "move UNITS PATH"
    assert Attack.form() == "attack UNITS TARGET [with SUPPORT]"
    assert EndPhase.form() == "end"


VOCABULARY = notation.verbs([Move, Attack, Place, EndPhase, Resign, Sample])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "an empty line is not an action"),
        ("   ", "an empty line is not an action"),
        ("move", "move: units is missing; the form is: move UNITS PATH"),
        ("move a", "move: path is missing; the form is: move UNITS PATH"),
        ("move a 3510-3410 now please", "move: 'now please' is too much; the form is: move UNITS PATH"),
        (
            "move a 3510--3410",
            "move: a name is missing beside a '-' in '3510--3410'; the form is: move UNITS PATH",
        ),
        ("move +a 3510", "move: a name is missing beside a '+' in '+a'; the form is: move UNITS PATH"),
        ("attack a 3510 with", "attack: support is missing; the form is: attack UNITS TARGET [with SUPPORT]"),
        ("attack a 3510 air", "attack: 'air' is too much; the form is: attack UNITS TARGET [with SUPPORT]"),
        ("end now", "end: 'now' is too much; the form is: end"),
        ("sample a b maybe", "'maybe' is neither yes nor no"),
    ],
)
def test_bad_notation_is_answered_with_the_form(text: str, said: str) -> None:
    with pytest.raises(NotationError) as caught:
        notation.parse(VOCABULARY, text)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("text", "hint"), [("mvoe a 3510", "did you mean 'move'"), ("xyzzy", "known: attack, end, move")]
)
def test_an_unknown_verb_brings_the_known_ones(text: str, hint: str) -> None:
    with pytest.raises(Unknown, match=hint) as caught:
        notation.parse(VOCABULARY, text)
    assert caught.value.what == "action"


@pytest.mark.parametrize(
    ("plain", "said"),
    [
        (None, "not an action: None"),
        ([], "not an action"),
        ({}, "not an action"),
        ({"verb": 3}, "not an action"),
        ({"verb": "move", "units": ["a"]}, "move: the field 'path' is missing"),
        ({"verb": "move", "units": ["a"], "path": ["b"], "speed": 1}, "move: unknown field 'speed'"),
        ({"verb": "move", "units": "a", "path": ["b"]}, "move: the field 'units' cannot be 'a'"),
        ({"verb": "move", "units": [1], "path": ["b"]}, "move: the field 'units' cannot be [1]"),
        ({"verb": "move", "units": ["a+b"], "path": ["b"]}, "move: the field 'units' cannot be ['a+b']"),
        ({"verb": "move", "units": ["none"], "path": ["b"]}, "move: the field 'units' cannot be ['none']"),
        ({"verb": "move", "units": ["a"], "path": []}, "move: the field 'path' cannot be []"),
        ({"verb": "move", "units": ["a"], "path": ["b-c"]}, "move: the field 'path' cannot be ['b-c']"),
        ({"verb": "place", "unit": "", "space": "b"}, "place: the field 'unit' cannot be ''"),
        ({"verb": "place", "unit": "a b", "space": "b"}, "place: the field 'unit' cannot be 'a b'"),
        ({"verb": "place", "unit": " a", "space": "b"}, "place: the field 'unit' cannot be ' a'"),
        ({"verb": "place", "unit": True, "space": "b"}, "place: the field 'unit' cannot be True"),
        (
            {"verb": "sample", "units": [], "path": ["b"], "sure": "yes"},
            "sample: the field 'sure' cannot be 'yes'",
        ),
    ],
)
def test_bad_json_is_answered_with_the_field(plain: Any, said: str) -> None:
    with pytest.raises(NotationError) as caught:
        notation.from_json(VOCABULARY, plain)
    assert said in str(caught.value)


def test_an_unknown_verb_in_json_is_named() -> None:
    with pytest.raises(Unknown, match="unknown action 'dance'"):
        notation.from_json(VOCABULARY, {"verb": "dance"})


def test_an_action_knows_what_it_touches() -> None:
    move = Move(("a", "b"), ("x", "y", "z"))
    assert (move.touched_units, move.spaces, move.focus) == (("a", "b"), ("x", "y", "z"), "z")
    attack = Attack(("a",), "t", ("air",))
    assert (attack.touched_units, attack.spaces, attack.focus) == (("a",), ("t",), "t")
    assert (EndPhase().touched_units, EndPhase().spaces, EndPhase().focus) == ((), (), None)
    sample = Sample(("a",), ("x",), True, by="b", at="y")
    assert (sample.touched_units, sample.spaces) == (("a", "b"), ("x", "y"))


def test_actions_are_values() -> None:
    assert Move(("a",), ("x",)) == Move(("a",), ("x",))
    assert Move(("a",), ("x",)) != Move(("a",), ("y",))
    assert Place("a", "x") != Sample(("a",), ("x",), True)
    assert len({Move(("a",), ("x",)), Move(("a",), ("x",)), EndPhase(), EndPhase()}) == 2
    with pytest.raises(AttributeError):
        Place("a", "x").unit = "b"  # type: ignore[misc]


class Names:
    """The three questions that a description asks of a game."""

    def unit_name(self, id: str) -> str:
        return {"a": "First Division", "b": "Guards"}[id]

    def space_name(self, id: str) -> str:
        return f"{id} Town"

    def word_name(self, word: str) -> str:
        return word


@pytest.mark.parametrize(
    ("action", "bare", "named"),
    [
        (Move(("a",), ("x", "y", "z")), "Move a x-y-z", "Move First Division from x Town to z Town"),
        (
            Move(("a", "b"), ("x", "y")),
            "Move a+b x-y",
            "Move First Division and Guards from x Town to y Town",
        ),
        (Attack(("a",), "x"), "Attack a x", "Attack First Division → x Town"),
        (Attack(("a",), "x", ("air",)), "Attack a x with air", "Attack First Division → x Town with air"),
        (Sample((), ("x",), True), "sample none x yes", "sample none from x Town to x Town yes"),
        (EndPhase(), "End the phase", "End the phase"),
    ],
)  # fmt: skip
def test_descriptions_are_for_people(action: Action, bare: str, named: str) -> None:
    assert action.describe() == bare
    assert action.describe(Names()) == named  # type: ignore[arg-type]
