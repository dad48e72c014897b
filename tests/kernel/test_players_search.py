"""The search player: legal, repeatable, stoppable, and no wiser than its side."""

from __future__ import annotations

import pickle
from random import Random
from statistics import variance
from time import monotonic

import pytest

import sandtable as st
from sandtable.players import SearchPlayer, make, playout
from sandtable.players.search import LEAST, Course, usual_spread
from sandtable.state import State

GAME = st.load("stalins-first-victory")


def search(side: str = "soviet", **settings: object) -> SearchPlayer:
    player = make("search", GAME, side, **{"iterations": 10, **settings})
    assert isinstance(player, SearchPlayer)
    return player


@pytest.fixture(scope="module")
def declaration() -> State:
    """The first declaration of the suggested position: two actions to choose from."""
    return GAME.new("suggested", seed=3)


@pytest.fixture(scope="module")
def march(declaration: State) -> State:
    """The beginning of a movement phase: thousands of actions."""
    return GAME.play(declaration, GAME.parse("order move-combat"))


def test_it_looks_ahead_and_chooses_what_is_legal(declaration: State, march: State) -> None:
    player = search()
    for state in (declaration, march):
        GAME.check(state, player.choose(state))
        assert player.playouts >= LEAST


@pytest.mark.parametrize(
    "faulty", [{"iterations": "many"}, {"iterations": 0}, {"seconds": -1.0}, {"turns": None}]
)
def test_settings_that_mean_nothing_are_refused(faulty: dict[str, object]) -> None:
    (name,) = faulty
    with pytest.raises(st.SandtableError, match=f"{name} of the search player: a number above 0 is wanted"):
        search(**faulty)


def test_a_phase_is_carried_out_by_whoever_was_chosen_for_it(march: State) -> None:
    player, state = search(), march.copy()
    looks = 0
    while state.phase == march.phase:
        action = player.choose(state)
        looks += player.playouts > 0
        GAME.check(state, action)
        GAME.carry_out(state, action)
    assert looks == 1


def test_the_same_seed_chooses_the_same(declaration: State, march: State) -> None:
    assert search(seed=4).choose(march) == search(seed=4).choose(march)
    again = pickle.loads(pickle.dumps(search(seed=4)))
    assert again.choose(declaration) == search(seed=4).choose(declaration)


def test_the_position_and_its_dice_are_left_alone(march: State) -> None:
    before = march.digest()
    search().choose(march)
    assert march.digest() == before


def test_neither_hidden_units_nor_dice_change_its_mind() -> None:
    """Positions that look alike to the Chinese get the same answer."""
    doctrines = {side: make("doctrine", GAME, side) for side in GAME.sides}
    state = GAME.new("suggested", seed=8)
    while not (state.turn == 2 and state.decision is not None and state.decision.side == "chinese"):
        decision = state.decision
        assert decision is not None
        state = GAME.play(state, doctrines[decision.side].choose(state))
    choices = {str(search("chinese", iterations=8).choose(state))}
    for seed in range(2):
        guess = GAME.guess(state, "chinese", Random(seed))
        choices.add(str(search("chinese", iterations=8).choose(guess)))
    assert len(choices) == 1


def test_it_keeps_to_its_time(march: State) -> None:
    began = monotonic()
    player = search(iterations=None, seconds=0.2)
    player.choose(march)
    assert player.playouts > 0
    assert monotonic() - began < 20, "it may finish a playout, not begin many more"


def test_it_stops_when_told_and_says_how_far_it_is(march: State) -> None:
    player, told = search(iterations=500), list[float]()

    def progress(done: float) -> None:
        told.append(done)
        if len(told) == 3:
            player.stop()

    player.progress = progress
    GAME.check(march, player.choose(march))
    assert player.playouts == len(told) == 3
    assert told == sorted(told)
    assert all(0 < done <= 1 for done in told)


def test_a_course_leads_only_when_it_has_been_seen_often_enough() -> None:
    staff = make("doctrine", GAME, "soviet").staff(GAME)  # type: ignore[attr-defined]
    own, other = Course(None, staff, [0.0] * LEAST), Course(None, staff, [0.5] * LEAST)
    assert other.lead(own)[0] == pytest.approx(0.5)
    assert Course(None, staff, [0.9]).lead(own) == (0.0, 1.0)
    wild = Course(None, staff, [1.0, -1.0] * (LEAST // 2))
    assert wild.lead(own)[1] > abs(wild.lead(own)[0])


def test_few_playouts_that_agree_by_luck_are_no_surer_than_others() -> None:
    staff = make("doctrine", GAME, "soviet").staff(GAME)  # type: ignore[attr-defined]
    own = Course(None, staff, [0.0] * LEAST)
    lucky = Course(None, staff, [0.1] * LEAST)
    wild = Course(None, staff, [0.8, -0.8] * (LEAST // 2))
    same = Course(None, staff, [0.0] * LEAST)
    usual = usual_spread([own, lucky, wild, same])
    assert usual == pytest.approx(variance(wild.values) / 2), "a course that is no other does not count"
    mean, error = lucky.lead(own, usual)
    assert lucky.lead(own)[1] < mean < error
    assert usual_spread([own]) == usual_spread([own, same]) == 0


def test_what_is_left_to_choose_between_is_seen_often(march: State, monkeypatch: pytest.MonkeyPatch) -> None:
    """The playouts go to the courses that may be better than the doctrine's own."""
    player, tried = search(iterations=70), list[Course]()
    look = player._look_ahead

    def watched(state: State, courses: list[Course]) -> None:
        look(state, courses)
        tried.extend(courses)

    monkeypatch.setattr(player, "_look_ahead", watched)
    GAME.check(march, player.choose(march))
    seen = [len(course.values) for course in tried]
    assert seen[0] == max(seen) >= 2 * LEAST
    assert min(seen) == LEAST
    assert sum(n > LEAST for n in seen[1:]) <= len(seen) // 2


def test_a_small_budget_is_spent_on_few_courses(march: State, monkeypatch: pytest.MonkeyPatch) -> None:
    """Better few courses that can be told apart than many of which none can be taken."""
    player, tried = search(iterations=5 * LEAST), list[Course]()
    look = player._look_ahead

    def watched(state: State, courses: list[Course]) -> None:
        look(state, courses)
        tried.extend(courses)

    monkeypatch.setattr(player, "_look_ahead", watched)
    player.choose(march)
    assert [len(course.values) >= LEAST for course in tried] == [True] * 5 + [False] * (len(tried) - 5)
    assert len(tried) > 5


def test_nothing_is_carried_over_into_another_match_or_variant(march: State) -> None:
    player = search()
    player.choose(march)
    assert player.playouts
    player.choose(march)
    assert not player.playouts, "the phase has been looked ahead for"
    other = GAME.play(GAME.new("suggested", seed=4), GAME.parse("order move-combat"))
    player.choose(other)
    assert player.playouts
    variant = GAME.variant({"ezoc_to_ezoc": "allowed"})
    changed = variant.play(variant.new("suggested", seed=4), variant.parse("order move-combat"))
    player.choose(changed)
    assert player.playouts
    rolled = changed.copy()
    rolled.rolls += 1
    player.choose(rolled)
    player.choose(changed)
    assert player.playouts, "dice were taken back"


def test_it_plays_whole_turns_against_a_doctrine() -> None:
    players = {"soviet": search(iterations=5), "chinese": make("doctrine", GAME, "chinese")}
    end = playout(GAME, GAME.new("suggested", seed=1), players, limit=120)
    assert end.turn >= 2 or end.result is not None
