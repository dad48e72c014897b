"""Saved states: they come back as they were, and whatever was tampered with is refused by name."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from sandtable.dice import Scripted
from sandtable.errors import SaveError
from sandtable.state import State
from sandtable.testing import assert_same_state
from tests.kernel.toy.game import Toy
from tests.kernel.toy.play import TOY, positions, quick, wander

MID_COMBAT = TOY.play(
    TOY.arrange(units={"r1": "0202", "r2": "0202", "b1": "0302", "b4": "0302"}, phase="fight"),
    TOY.parse("attack r1+r2 0302"),
    Scripted(2),
)


@quick
@given(positions)
def test_a_saved_state_comes_back_as_it_was(state: State) -> None:
    again = TOY.state_from_json(state.to_json())
    assert_same_state(state, again)
    assert again.game is state.game
    assert again.to_json() == state.to_json()


def test_a_state_can_be_saved_in_the_middle_of_a_combat() -> None:
    decision = MID_COMBAT.decision
    assert decision is not None
    assert decision.kind == "lose"
    again = TOY.state_from_json(MID_COMBAT.to_json())
    for action in TOY.legal(MID_COMBAT):
        assert_same_state(TOY.play(MID_COMBAT, action), TOY.play(again, action))


def test_a_finished_game_comes_back_finished() -> None:
    end = wander(3, 500)
    assert end.result is not None
    assert TOY.state_from_json(end.to_json()).result == end.result


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "3",
        "null",
        "\x00",
        '{"format": 1',
        "[" * 100_000,
        '{"turn": ' + "9" * 5_000 + "}",
        "hello",
    ],
    ids=range(10),
)
def test_what_is_not_a_saved_state_is_refused(text: str) -> None:
    with pytest.raises(SaveError):
        TOY.state_from_json(text)


def spoil(*path: str | int, value: Any) -> Callable[[dict[str, Any]], None]:
    def change(plain: Any) -> None:
        for key in path[:-1]:
            plain = plain[key]
        plain[path[-1]] = value

    return change


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (spoil("format", value=2), "'format' is 2, but here it is 1"),
        (spoil("game", value="chess"), "'game' is 'chess', but here it is 'toy'"),
        (spoil("version", value=9), "'version' is 9"),
        (spoil("overlay", value="abc"), "'overlay' is 'abc'"),
        (spoil("scenario", value="rade"), "unknown scenario 'rade'"),
        (spoil("options", value={"ralley": "yes"}), "unknown option 'ralley'"),
        (spoil("options", value=[]), "'options' is missing or not what it should be"),
        (spoil("changes", value={"nothing": []}), "nothing"),
        (spoil("turn", value=0), "'turn' is 0, outside 1 to 255"),
        (spoil("turn", value="two"), "'turn' is missing or not"),
        (spoil("phase", value="tea"), "unknown phase 'tea'"),
        (spoil("side", value="green"), "unknown side 'green'"),
        (spoil("units", "r1", value=["0399", 2, 0, 0]), "unknown space '0399'"),
        (spoil("units", "r1", value=["0202", 3, 0, 0]), "unit 'r1' cannot have 3 steps"),
        (spoil("units", "r1", value=["0202", 2, 256, 0]), "does not hold together"),
        (spoil("units", "r1", value=["0202", 2]), "does not hold together"),
        (spoil("units", "r1", value="0202"), "does not hold together"),
        (spoil("units", "r9", value=["0202", 2, 0, 0]), "unknown unit 'r9'"),
        (spoil("units", "r1", value=["0202", 0, 4, 0]), "TOY-1.1: Red One is on the map without a step"),
        (spoil("units", "r1", value=["0302", 2, 0, 0]), "TOY-1.2: both sides stand in 0302"),
        (spoil("control", value={"green": []}), "unknown side 'green'"),
        (spoil("control", "red", value=["0399"]), "unknown space '0399'"),
        (spoil("control", value={"red": ["0302"], "blue": ["0302"]}), "space '0302' is controlled twice"),
        (spoil("stock", value=[0]), "'stock' has 1 entries, not 2"),
        (spoil("stock", value=[0, 300]), "does not hold together"),
        (spoil("vars", value={"combats": 0}), "the variable 'last_fight' is missing or unknown"),
        (spoil("vars", "morale", value=3), "the variable 'morale' is missing or unknown"),
        (spoil("agenda", value=[]), "nothing is pending"),
        (spoil("agenda", value=[["nap"]]), "the agenda holds something unknown"),
        (spoil("agenda", value=["move"]), "the agenda holds something unknown"),
        (spoil("agenda", value=[["end_turn"]]), "'end_turn' leaves nothing to decide"),
        (spoil("agenda", value=[["lose"]]), "does not hold together"),
        (spoil("agenda", value=[["advance", 900, [0]]]), "does not hold together"),
        (spoil("dice", value=[1]), "does not hold together"),
        (spoil("dice", value=[1, -1]), "the dice are not two whole numbers"),
        (spoil("dice", value=["1", 0]), "the dice are not two whole numbers"),
        (spoil("result", value=["red"]), "does not hold together"),
        (spoil("result", value=["green", "town", "TOY-8", "…"]), "unknown side 'green'"),
        (spoil("result", value=["red", 1, "TOY-8", "…"]), "'result' is not what it should be"),
    ],
)
def test_a_spoilt_save_is_refused_by_name(change: Callable[[dict[str, Any]], None], complaint: str) -> None:
    plain = json.loads(MID_COMBAT.to_json())
    change(plain)
    with pytest.raises(SaveError, match=complaint):
        TOY.state_from_json(json.dumps(plain))


@pytest.mark.parametrize("key", sorted(MID_COMBAT.to_plain()))
def test_no_field_may_be_missing(key: str) -> None:
    plain = MID_COMBAT.to_plain()
    del plain[key]
    if key in ("overlay", "result"):
        plain[key] = 0
    with pytest.raises(SaveError):
        TOY.state_from_json(json.dumps(plain))


def leaves(plain: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """The way to every value in a saved state."""
    inner = plain.items() if isinstance(plain, dict) else enumerate(plain) if isinstance(plain, list) else ()
    return [path, *(found for key, value in inner for found in leaves(value, (*path, key)))]


PLAIN = json.loads(MID_COMBAT.to_json())
NOISE = some.one_of(
    some.none(),
    some.booleans(),
    some.integers(-3, 300),
    some.floats(),
    some.text(max_size=5),
    some.lists(some.integers(0, 30), max_size=3),
    some.sampled_from(["0302", "red", "r1", "eliminated", "off map", "move"]),
    some.dictionaries(some.text(max_size=3), some.integers(), max_size=2),
)


@settings(quick, max_examples=300)
@given(some.sampled_from(leaves(PLAIN)[1:]), NOISE)
def test_noise_is_refused_or_harmless_but_never_a_crash(path: tuple[str | int, ...], noise: Any) -> None:
    plain = copy.deepcopy(PLAIN)
    spoil(*path, value=noise)(plain)
    try:
        state = TOY.state_from_json(json.dumps(plain))
    except SaveError:
        return
    assert TOY.status(state) == []
    assert TOY.state_from_json(state.to_json()) == state


def test_a_save_from_other_numbers_is_refused(tmp_path: Path) -> None:
    (tmp_path / "units.csv").write_text("id,movement,source\nr1,4,example of a user\n", "utf-8")
    other = Toy(overlay=tmp_path)
    text = other.new().to_json()
    assert_same_state(other.state_from_json(text), other.new())
    with pytest.raises(SaveError, match=r"'overlay' is '[0-9a-f]{16}', but here it is None"):
        TOY.state_from_json(text)
