"""Who sits at the table: what is hidden when it is handed over, and machines that play on a thread."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from itertools import permutations
from random import Random

import pytest

import sandtable as st
from sandtable.actions import Action
from sandtable.players import Player, RandomPlayer
from sandtable.state import State
from sandtable.view import common
from sandtable_widgets.table import machine, sections
from sandtable_widgets.table.desk import Desk
from sandtable_widgets.table.seats import Seats, kinds, sees_more
from tests.widgets.clicking import Clicker, desk_of


def wait(until: Callable[[], bool], seconds: float = 20.0) -> None:
    end = time.monotonic() + seconds
    while not until():
        assert time.monotonic() < end, "nothing happened"
        time.sleep(0.002)


def names_shown(desk: Desk) -> str:
    """Every word that the table shows of the position."""
    view = desk.view()
    shown = (
        sections.question(desk), sections.units(desk, view), sections.picked(desk), sections.targets(desk),
        sections.choices(desk), sections.draft(desk), sections.place(desk, view), sections.log(desk),
        sections.facts(desk, view), sections.boxes(view), view.stacks,
    )  # fmt: skip
    return repr(shown)


def hand_over_at(slug: str, seed: int) -> Desk:
    """A desk at the moment when the table goes from one person to the other."""
    desk = desk_of(slug, seed)
    clicker = Clicker(desk, seed, nonsense=0.0)
    for _ in range(3000):
        if desk.covered:
            return desk
        clicker.click()
    raise AssertionError("the table was never handed over")


@pytest.mark.parametrize("slug", ["shanghai-nanking", "taierzhuang", "storm-over-taierzhuang"])
def test_a_covered_table_shows_only_what_both_sides_know(slug: str) -> None:
    for seed in (1, 2):
        desk = hand_over_at(slug, seed)
        state, game = desk.state, desk.game
        assert desk.decision is not None
        asked = desk.decision.side
        assert any(sees_more(game, state, asked, other) for other in game.sides if other != asked)
        shown = names_shown(desk)
        for side in game.sides:
            eye, view = game.side_index(side), game.view(state, side)
            for unit in game.units:
                if state.where[unit.index] >= 0 and game.hides(state, eye, unit.index):
                    assert unit.id not in shown
            for chit in view.facts.get("hand", {}).get(side, []):
                others = [s for s in game.sides if s != side]
                if not any(chit in game.view(state, o).facts["hand"].get(o, []) for o in others):
                    assert chit not in shown
        desk.click(game.board.ids[0])
        assert desk.notice is not None
        assert "covered" in desk.notice.text
        desk.hand_over()
        assert not desk.covered
        assert desk.decision is not None
        assert desk.eye == desk.decision.side
        assert desk.view() == game.view(state, desk.eye)


@pytest.mark.parametrize("slug", ["stalins-first-victory", "taierzhuang", "shanghai-nanking"])
def test_the_table_passes_uncovered_only_to_whom_has_nothing_to_hide(slug: str) -> None:
    """And then it shows nothing that either side could not see, nor the last one's secrets to the next."""
    desk = desk_of(slug, 1, "suggested" if "suggested" in st.load(slug).scenarios else None)
    game, clicker, passed, covered = desk.game, Clicker(desk, 1, nonsense=0.0), 0, 0
    for _ in range(900):
        if desk.state.result is not None:
            desk.new(seed=clicker.rng.randrange(1000))
        clicker.click()
        covered += desk.covered
        if desk.covered or not desk.seats.passed:
            continue
        passed += 1
        assert desk.decision is not None
        assert sections.question(desk)["passed"]
        assert desk.eye == desk.decision.side
        shown = names_shown(desk)
        for eye in range(len(game.sides)):
            hidden = [
                u.id
                for u in game.units
                if desk.state.where[u.index] >= 0 and game.hides(desk.state, eye, u.index)
            ]
            assert not [id for id in hidden if f"'{id}'" in shown]
    assert covered
    assert passed or slug == "shanghai-nanking"


@pytest.mark.parametrize("slug", st.games())
def test_who_sees_more_is_what_the_views_say(slug: str) -> None:
    """Whoever sees no more than the other can be shown in front of him: his view holds nothing else."""
    game = st.load(slug)
    rng, told = Random(3), set()
    for scenario in game.scenarios:
        state = game.new(scenario, seed=3)
        for _ in range(60):
            if state.decision is None:
                break
            for side, other in permutations(game.sides, 2):
                mine, theirs = game.view(state, side), game.view(state, other)
                told.add(sees_more(game, state, side, other))
                if not sees_more(game, state, side, other):
                    assert common([mine, theirs]).stacks.keys() == mine.stacks.keys()
                    assert all(
                        common([mine, theirs]).stacks[k].units == s.units for k, s in mine.stacks.items()
                    )
                    assert mine.boxes == common([mine, theirs]).boxes
                    assert mine.facts == common([mine, theirs]).facts
            state = game.play(state, game.legal(state).sample(rng))
    assert True in told


def test_an_open_table_is_never_covered() -> None:
    desk = desk_of("shanghai-nanking", 1, open_table=True)
    clicker = Clicker(desk, 1, nonsense=0.0)
    sides = set()
    for _ in range(400):
        if desk.state.result is not None:
            desk.new(seed=clicker.rng.randrange(1000))
        clicker.click()
        assert not desk.covered
        assert desk.eye is None
        sides.add(desk.decision.side if desk.decision else "")
    assert sides >= set(desk.game.sides)


def test_a_game_without_secrets_is_handed_over_without_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = desk_of("stalins-first-victory", 1, "suggested")
    monkeypatch.setattr(type(desk.game), "hides", lambda *_: False)
    clicker = Clicker(desk, 1, nonsense=0.0)
    seen = set()
    for _ in range(600):
        clicker.click()
        assert not desk.covered
        seen.add(desk.eye)
        if len(seen) > 1:
            return
    pytest.fail("only one side was ever asked")


def test_the_log_never_names_what_the_viewer_cannot_see() -> None:
    desk = desk_of("shanghai-nanking", 4)
    clicker = Clicker(desk, 4, nonsense=0.0)
    masked = 0
    for _ in range(400):
        if desk.state.result is not None:
            desk.new(seed=clicker.rng.randrange(1000))
        clicker.click()
        if desk.covered or desk.eye is None:
            continue
        eye = desk.game.side_index(desk.eye)
        rows = sections.log(desk)["items"]
        events = [(e, desk.match.state_at(ply)) for ply, e in desk.match.events][-sections.TOLD :]
        for row, (event, state) in zip(rows, events, strict=True):
            for id in event.data.get("unit_ids", ()):
                unit = desk.game.units.by_id(id)
                if desk.game.hides(state, eye, unit.index):
                    masked += 1
                    assert f"{unit.name} " not in f"{row['text']} "
    assert masked


# -- machines -----------------------------------------------------------------------------------------


class Slow(Player):
    """Thinks until it is let go, on whatever thread it is called."""

    name = "slow"

    def __init__(self, game: st.Game, side: str) -> None:
        super().__init__(game, side)
        self.go, self.threads, self.thinking = threading.Event(), set[int](), threading.Event()

    def choose(self, state: State) -> Action:
        self.threads.add(threading.get_ident())
        self.thinking.set()
        assert self.go.wait(20)
        return next(iter(state.game.legal(state)))


class Broken(Player):
    name = "broken"

    def choose(self, state: State) -> Action:
        raise RuntimeError("out of ideas")


def test_a_machine_plays_its_turn_and_hands_back_to_the_person() -> None:
    desk = desk_of("shanghai-nanking", 4, players={"chinese": "random"})
    desk.machines("on")
    wait(lambda: not desk.machine.running)
    assert desk.match.ply > 0
    assert desk.decision is not None
    assert desk.decision.side == "japanese"
    assert desk.persons_turn
    ply = desk.match.ply
    desk.play(next(iter(desk.game.legal(desk.state))))
    wait(lambda: not desk.machine.running)
    assert desk.match.ply > ply


def test_step_and_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = desk_of("shanghai-nanking", 4, players="random", auto=False)
    assert desk.eye is None
    desk.machines("step")
    wait(lambda: not desk.machine.running)
    assert desk.match.ply == 1
    desk.machines("turn")
    wait(lambda: not desk.machine.running)
    decisions = [s.decision for s in desk.match.states[1:]]
    assert {d.side for d in decisions[:-1] if d} == {"chinese"}
    assert decisions[-1] is None or decisions[-1].side != "chinese" or desk.state.turn > 1


def test_two_machines_play_to_the_end() -> None:
    desk = desk_of("taierzhuang", 4, "suggested", players="random", auto=False)
    desk.machines("on")
    wait(lambda: not desk.machine.running, 60)
    assert desk.state.result is not None


def test_a_machine_thinks_on_its_own_thread_and_can_be_stopped() -> None:
    game = st.load("shanghai-nanking")
    slow = Slow(game, "chinese")
    desk = Desk(st.Match(game, seed=1), {"chinese": slow}, autosave=False)
    desk.machines("on")
    assert slow.thinking.wait(10)
    assert threading.get_ident() not in slow.threads
    desk.click("3512")
    assert desk.notice is not None
    assert "stop it" in desk.notice.text
    desk.stop()
    assert not desk.machine.running
    slow.go.set()
    wait(lambda: not any(t.name == "chinese player" for t in threading.enumerate()))
    assert desk.match.ply == 0
    desk.seat("chinese", "person")
    assert desk.persons_turn
    desk.choose("plan MA")
    assert desk.match.ply == 1


def test_a_player_that_fails_says_so_and_leaves_the_match_alone() -> None:
    game = st.load("shanghai-nanking")
    desk = Desk(st.Match(game, seed=1), {"chinese": Broken(game, "chinese")}, autosave=False)
    desk.machines("on")
    wait(lambda: not desk.machine.running)
    assert desk.notice is not None
    assert "out of ideas" in desk.notice.text
    assert desk.match.ply == 0


def test_undo_goes_back_to_the_last_decision_of_a_person() -> None:
    desk = desk_of("shanghai-nanking", 4, players={"japanese": "random"})
    desk.choose("plan MM")
    while desk.decision is not None and desk.decision.side == "chinese" and not desk.machine.running:
        ply = desk.match.ply
        desk.choose("end")
    wait(lambda: not desk.machine.running)
    assert desk.match.ply > ply + 1
    desk.undo()
    assert desk.match.ply == ply
    assert desk.persons_turn


def test_with_an_event_loop_everything_is_played_on_its_thread() -> None:
    where: set[int] = set()

    async def play() -> None:
        desk = desk_of("shanghai-nanking", 4, players="random", auto=False)
        desk.on_change(lambda: where.add(threading.get_ident()))
        desk.machines("turn")
        for _ in range(2000):
            if not desk.machine.running:
                break
            await asyncio.sleep(0.005)
        assert desk.match.ply > 1

    asyncio.run(play())
    assert where == {threading.get_ident()}


def test_seats_are_offered_by_name_and_nonsense_is_refused() -> None:
    game = st.load("shanghai-nanking")
    for side in game.sides:
        keys = [k.key for k in kinds(game, side)]
        assert keys[0] == "person"
        assert "random" in keys
        assert len(set(keys)) == len(keys)
        for key in keys:
            desk_of("shanghai-nanking", 1, players={side: key}, auto=False)
    with pytest.raises(st.Unknown, match="unknown player 'nobody'"):
        desk_of("shanghai-nanking", 1, players="nobody")
    with pytest.raises(st.Unknown, match="unknown side 'roman'"):
        desk_of("shanghai-nanking", 1, players={"roman": "random"})
    with pytest.raises(st.SandtableError, match=r"a mapping by side, not \['chinese'\]"):
        desk_of("shanghai-nanking", 1, players=["chinese"])
    with pytest.raises(st.SandtableError, match="cannot play the chinese side"):
        desk_of("shanghai-nanking", 1, players={"chinese": RandomPlayer(game, "japanese")})


def test_a_seat_is_named_as_the_form_offers_it() -> None:
    """Else the form would show a person where a machine sits."""
    game = st.load("shanghai-nanking")
    seats = Seats.of(game, {"japanese": "doctrine"})
    assert seats.given == {"chinese": "person", "japanese": "doctrine:historical"}
    seats.put("chinese", "doctrine")
    assert seats.given["chinese"] == "doctrine:historical"
    cautious = st.players.make("doctrine", game, "japanese", doctrine="cautious")
    assert Seats.of(game, {"japanese": cautious}).given["japanese"] == "doctrine:cautious"


def test_a_player_of_ones_own_is_offered_and_stays_with_its_game() -> None:
    class Mine(RandomPlayer):
        name = "mine"

    game = st.load("shanghai-nanking")
    desk = Desk(st.Match(game, seed=1), {"japanese": Mine(game, "japanese")}, autosave=False, auto=False)
    assert desk.seats.given["japanese"] == "mine"
    assert [kind.title for kind in desk.seats.kinds("japanese") if kind.key == "mine"] == ["Machine: mine"]
    desk.new("taierzhuang", None, 1)
    assert desk.game.slug == "taierzhuang"
    assert desk.seats.given["japanese"] == "person"


@pytest.mark.parametrize("slug", ["shanghai-nanking", "taierzhuang"])
def test_nobody_learns_by_asking_why_when_it_is_not_his_turn(slug: str) -> None:
    """Neither beside a machine that thinks nor at a covered table."""
    beside, covered = desk_of(slug, 1, auto=False), hand_over_at(slug, 1)
    beside.seats.put(beside.decision.side if beside.decision else "", "random")
    for desk in (beside, covered):
        assert not desk.persons_turn
        here, there = desk.game.board.ids[:2]
        units = [desk.game.units.ids[n] for n in (0, -1)]
        answers = {desk.why(unit, here) for unit in units}
        answers |= {desk.why_text(f"move {unit} {here}-{there}") for unit in units}
        assert len(answers) == 1, "the answer is the same whatever the position"
        assert "nobody at this table decides" in answers.pop().text


def test_a_player_that_takes_its_time_says_how_far_it_is_and_is_told_to_stop(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(machine, "NEWS", -1.0)
    halted = threading.Event()

    class Slow(RandomPlayer):
        def choose(self, state: State) -> Action:
            assert self.progress is not None
            self.progress(0.25)
            assert halted.wait(20)
            return super().choose(state)

        def stop(self) -> None:
            halted.set()

    game = st.load("shanghai-nanking")
    desk = Desk(st.Match(game, seed=1), {"chinese": Slow(game, "chinese")}, autosave=False)
    desk.machine.start()
    wait(lambda: sections.tools(desk)["done"] == 0.25)
    desk.stop()
    assert halted.is_set()
    assert sections.tools(desk)["done"] is None
    assert desk.match.ply == 0
