"""What can be done now (Options), and the optional rules a game is made with (switches)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest
from hypothesis import given

from sandtable.actions import AbsorbLoss, Action, Advance, Attack, EndPhase, Move, Show
from sandtable.errors import SandtableError, Unknown
from sandtable.state import State
from sandtable.steps import Step
from sandtable.switches import Switch, settle_options
from tests.kernel.toy.game import Toy
from tests.kernel.toy.play import TOY, positions, quick, seeds, wander


@quick
@given(positions, seeds)
def test_every_way_of_asking_agrees(state: State, seed: int) -> None:
    legal = TOY.legal(state)
    listed = list(legal)
    assert len(legal) == len(listed)
    assert bool(legal) is bool(listed) is (state.result is None)
    assert all(action in legal for action in listed)
    for unit in TOY.units.ids:
        assert legal.for_unit(unit) == [a for a in listed if unit in a.touched_units]
    for space in TOY.board.ids:
        assert legal.for_space(space) == [a for a in listed if a.focus == space]
    if listed:
        assert legal.sample(Random(seed)) in listed


def test_sampling_reaches_every_listed_action() -> None:
    legal = TOY.legal(wander(2, 8))
    rng = Random(0)
    met = {legal.sample(rng) for _ in range(60 * len(legal))}
    assert met == set(legal)


def test_in_judges_any_action_not_only_the_listed_ones() -> None:
    legal = TOY.legal(TOY.new())
    direct, detour = Move(("r4",), ("0103", "0104")), Move(("r4",), ("0103", "0203", "0104"))
    assert direct in list(legal)
    assert detour not in list(legal)
    assert detour in legal
    assert Move(("r1",), ("0102", "0302")) not in legal
    assert Move(("nobody",), ("0102", "0202")) not in legal
    assert Attack(("r1",), "0302") not in legal
    assert "end" not in legal


def test_nothing_is_computed_before_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    state = TOY.new()
    moving = TOY.steps["move"]
    asked: list[int] = []
    real = moving.for_unit

    def spy(game: Toy, state: State, args: tuple[object, ...], unit: int) -> object:
        asked.append(unit)
        return real(game, state, args, unit)

    monkeypatch.setattr(moving, "for_unit", spy)
    legal = TOY.legal(state)
    assert asked == []
    list(islice(legal, 2))
    assert asked == [0]


def test_unknown_units_and_spaces_are_named() -> None:
    legal = TOY.legal(TOY.new())
    with pytest.raises(Unknown, match="unknown unit 'r9'; known: b1, b2"):
        legal.for_unit("r9")
    with pytest.raises(Unknown, match="unknown space '9999'"):
        legal.for_space("9999")


def test_a_finished_game_offers_nothing() -> None:
    state = TOY.play(TOY.new(), TOY.parse("resign"))
    legal = TOY.legal(state)
    assert (list(legal), len(legal), bool(legal)) == ([], 0, False)
    assert legal.for_unit("r1") == []
    assert legal.for_space("0302") == []
    assert EndPhase() not in legal
    assert repr(legal) == "<Options: the game is over>"
    with pytest.raises(SandtableError, match="the game is over"):
        legal.sample(Random(0))


def test_repr_says_what_is_asked() -> None:
    assert repr(TOY.legal(TOY.new())) == "<Options for move: The red side moves.>"


def test_a_step_has_defaults_that_filter_and_sample_its_list() -> None:
    state = TOY.arrange(units={"r1": "0202", "r2": "0202", "b3": "0302"}, phase="fight")
    step, args = TOY.steps["fight"], state.agenda[-1]
    assert list(Step.for_unit(step, TOY, state, args, 1)) == [
        Attack(("r1", "r2"), "0302"),
        Attack(("r2",), "0302"),
    ]
    assert Step.sample(step, TOY, state, args, Random(1)) in list(step.legal(TOY, state, args))


class Picking(Step[Toy]):
    """One of r1, r2 and r3, which are alike, is lost, or two of them advance; b3 is nobody's like."""

    name, case, accepts = "pick", "TOY-4", (AbsorbLoss, Advance)

    def prompt(self, game: Toy, state: State, args: tuple[object, ...]) -> str:
        return "Which?"

    def lots(self, game: Toy, state: State, args: tuple[object, ...]) -> list[list[int]]:
        return [
            [0, 1, 2],
            [game.units.index_of("b3")],
            [game.units.index_of("b1"), game.units.index_of("b2")],
        ]

    def legal(self, game: Toy, state: State, args: tuple[object, ...]) -> Iterator[Action]:
        yield from (AbsorbLoss("r1"), AbsorbLoss("b3"), Advance(("r1", "r2")), Advance(()))

    def check(self, game: Toy, state: State, args: tuple[object, ...], action: Action) -> None:
        """Any of them."""


def test_what_is_listed_for_one_of_several_is_offered_to_each(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TOY.steps, "pick", Picking())
    state = TOY.new()
    state.agenda.append(("pick",))
    legal = TOY.legal(state)
    assert len(legal) == len(list(legal)) == 4
    assert legal.for_unit("r1") == [AbsorbLoss("r1"), Advance(("r1", "r2"))]
    assert legal.for_unit("r2") == [AbsorbLoss("r2"), Advance(("r1", "r2"))]
    assert legal.for_unit("r3") == [AbsorbLoss("r3"), Advance(("r3", "r2"))]
    assert legal.for_unit("b3") == [AbsorbLoss("b3")]
    assert legal.for_unit("b1") == []
    assert legal.units() == ["r1", "r2", "r3", "b3"]
    assert legal.general() == [Advance(())]
    assert all(action in legal for action in legal.for_unit("r3"))


def test_a_step_that_only_lists_refuses_everything_else_by_its_case() -> None:
    state = TOY.arrange(units={"r1": "0202", "r2": "0202", "b3": "0302"}, phase="fight")
    with pytest.raises(
        SandtableError, match="TOY-4: 'advance' is not asked for now, but one of: attack, end"
    ):
        TOY.check(state, Advance(("r1",)))
    with pytest.raises(SandtableError, match="'show' is not asked for now"):
        TOY.check(state, Show("r2"))


# -- switches -----------------------------------------------------------------------------------------

SWITCHES = {
    "rally": Switch("rally", ("yes", "no"), "no", "TOY-4.2", "…"),
    "town": Switch("town", ("red", "blue"), "blue", "TOY-8", "…"),
}


@pytest.mark.parametrize(
    "given",
    [{"rally": "yes"}, {"rally": True}, ["rally"], ["rally=yes"], "rally", ("rally=yes", "town=blue")],
)
def test_options_can_be_given_in_many_ways(given: object) -> None:
    assert settle_options(SWITCHES, given) == {"rally": "yes", "town": "blue"}  # type: ignore[arg-type]


def test_options_not_given_have_their_default() -> None:
    assert settle_options(SWITCHES, ()) == {"rally": "no", "town": "blue"}
    assert settle_options(SWITCHES, {"rally": False, "town": "red"}) == {"rally": "no", "town": "red"}


def test_an_unknown_option_is_named() -> None:
    with pytest.raises(Unknown, match="unknown option 'raly'; did you mean 'rally'"):
        settle_options(SWITCHES, ["raly"])


@pytest.mark.parametrize("given", [["town"], ["town=green"], {"town": 3}, ["rally="]])
def test_an_impossible_value_is_refused_with_the_rule(given: object) -> None:
    with pytest.raises(SandtableError, match=r"cannot be '.*'; it takes (red, blue|yes, no) \(TOY-"):
        settle_options(SWITCHES, given)  # type: ignore[arg-type]
