"""Every ready-made what-if does what its text says: in the game it makes, and in play."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest

import sandtable as st
from sandtable.state import AFLOAT, DEAD, OFF_MAP, REMOVED, State
from sandtable.study.plan import follow, game_seed, make_player, read_seats
from sandtable.study.whatifs import settle

SNC, SFV = "shanghai-nanking", "stalins-first-victory"
SOT, BOT = "storm-over-taierzhuang", "taierzhuang"
ALL = [(slug, id) for slug in st.games() for id in st.study.what_ifs(st.load(slug))]

Check = Callable[[Any, Any], None]
CHECKS: dict[tuple[str, str], Check] = {}


def says(slug: str, id: str) -> Callable[[Check], Check]:
    """The function takes the game unchanged and changed, and holds the second against the text."""

    def note(check: Check) -> Check:
        assert (slug, id) not in CHECKS
        CHECKS[slug, id] = check
        return check

    return note


def test_every_text_is_held_against_play() -> None:
    assert set(CHECKS) == set(ALL)


@pytest.mark.parametrize(("slug", "id"), ALL)
def test_what_the_text_says_happens(slug: str, id: str) -> None:
    CHECKS[slug, id](st.load(slug), changed(slug, id))


def changed(slug: str, id: str) -> Any:
    game, settled = st.load(slug), settle(st.load(slug), id)
    return game.variant(settled.options, settled.changes)


def watch(
    slug: str,
    id: str | None,
    number: int,
    last: int = 99,
    players: str = "doctrine",
    scenario: str | None = None,
) -> Iterator[State]:
    """A game of a study, position by position, until a turn is over; pairs have the same dice."""
    base, settled = st.load(slug), settle(st.load(slug), id)
    game, seed = base.variant(settled.options, settled.changes), game_seed(1937, number)
    seats = follow(base, read_seats(base, players), settled.doctrines)
    crew = [make_player(game, side, seats[side], seed) for side in game.sides]
    state = game.new(scenario or list(game.scenarios)[-1], seed)
    state.events = None
    while state.result is None and state.turn <= last:
        args = state.agenda[-1]
        game.carry_out(state, crew[game.steps[args[0]].side(game, state, args)].choose(state))
        yield state


def after(slug: str, id: str | None, number: int, last: int) -> State:
    """The position when a turn is over, or the game."""
    *_, end = watch(slug, id, number, last)
    return end


def begins(states: Iterator[State]) -> Iterator[State]:
    """The first position of each turn."""
    turn = 0
    for state in states:
        if state.turn != turn:
            turn = state.turn
            yield state


def came(state: State, units: list[int]) -> int:
    """How many of the units have come into play, living or lost."""
    return sum(state.where[u] not in (OFF_MAP, AFLOAT) for u in units)


# -- Shanghai–Nanking ---------------------------------------------------------------------------------


def tenth(game: Any) -> list[int]:
    return [u for u, arrival in game.arrivals.items() if arrival.rule == "one_site_col_ge_32"]


@says(SNC, "tenth-army-in-september")
def _(game: Any, other: Any) -> None:
    bay = {game.board.number[id] for id in ("3417", "3616")}
    assert len(tenth(other)) == 14
    for number in range(3):
        before = after(SNC, "tenth-army-in-september", number, 3)
        assert not came(before, tenth(other))
        for state in watch(SNC, "tenth-army-in-september", number, 4):
            site = state.vars["sites"].get("one_site_col_ge_32")
            assert site is None or site in bay
            if came(state, tenth(other)):
                assert state.turn == 4
                assert site in bay
                break
        else:
            pytest.fail("the 10th Army did not land in the fourth turn")


@says(SNC, "tenth-army-late")
def _(game: Any, other: Any) -> None:
    assert {game.arrivals[u].turn for u in tenth(game)} == {7}
    assert {other.arrivals[u].turn for u in tenth(other)} == {9}
    assert not came(after(SNC, "tenth-army-late", 1, 7), tenth(other))


@says(SNC, "landings-in-the-first-week")
def _(game: Any, other: Any) -> None:
    divisions = [u.index for u in game.units if u.formation in ("3rd Division", "11th Division")]
    assert len(divisions) == 8
    assert not came(after(SNC, None, 0, 1), divisions)
    assert came(after(SNC, "landings-in-the-first-week", 0, 1), divisions) == 8


@says(SNC, "no-german-trained-divisions")
def _(game: Any, other: Any) -> None:
    trained = {game.units[u].id for u in game.elite}
    assert {"c_div_036", "c_div_087", "c_div_088"} <= trained
    assert not other.elite
    ordinary = {u.strength for u in game.units if u.category == "regular" and u.size == "XX" and u.side == 0}
    for id in trained:
        assert other.units.by_id(id).steps == 1
        assert max(other.units.by_id(id).strength) <= max(max(strength) for strength in ordinary)


@says(SNC, "elite-held-back")
def _(game: Any, other: Any) -> None:
    suzhou = game.board.number["2410"]
    pair = [game.units.number[id] for id in ("c_div_036", "c_div_088")]
    for number in range(3):
        for state in begins(watch(SNC, "elite-held-back", number, 6)):
            assert all(state.where[u] == suzhou for u in pair), f"turn {state.turn}"
    assert after(SNC, None, 0, 1).where[pair[0]] != suzhou


@says(SNC, "stand-at-suzhou")
def _(game: Any, other: Any) -> None:
    suzhou = game.board.number["2410"]
    garrisons: dict[str | None, float] = {None: 0, "stand-at-suzhou": 0}
    held: dict[str | None, int] = {None: 0, "stand-at-suzhou": 0}
    for id in garrisons:
        for number in range(8):
            for state in begins(watch(SNC, id, number, 12)):
                here = [u for u in state.units_at(suzhou) if game.side_of[u] == 0]
                if state.turn == 9:
                    garrisons[id] += sum(state.game.strengths[u][state.steps[u]] for u in here)
                held[id] += state.turn >= 9 and state.control[suzhou] == 0
    assert garrisons["stand-at-suzhou"] > 1.5 * garrisons[None] > 0
    assert held["stand-at-suzhou"] > held[None] + 4


@says(SNC, "no-japanese-air")
def _(game: Any, other: Any) -> None:
    assert any(m.kind == "air" and m.turn <= 12 for m in game.markers)
    assert not any(m.kind == "air" and m.turn <= 12 for m in other.markers)
    asked = {id: set[str]() for id in (None, "no-japanese-air")}
    for id, steps in asked.items():
        for state in watch(SNC, id, 2, 6):
            steps.update(args[0] for args in state.agenda)
    assert "interdiction" in asked[None]
    assert "interdiction" not in asked["no-japanese-air"]


@says(SNC, "no-naval-guns")
def _(game: Any, other: Any) -> None:
    assert any(m.kind == "naval" and m.turn <= 12 for m in game.markers)
    assert not any(m.kind == "naval" and m.turn <= 12 for m in other.markers)


# -- Manchouli ----------------------------------------------------------------------------------------


def test_as_in_history_no_relief_comes_to_manchouli() -> None:
    for number in range(6):
        end = after(SFV, None, number, 5)
        assert not came(end, end.game.army)  # type: ignore[attr-defined]


@says(SFV, "second-army-at-once")
def _(game: Any, other: Any) -> None:
    for number in range(4):
        assert came(after(SFV, "second-army-at-once", number, 1), game.army) == 7


@says(SFV, "second-army-on-the-third-day")
def _(game: Any, other: Any) -> None:
    for number in range(4):
        assert came(after(SFV, "second-army-on-the-third-day", number, 2), game.army) == 0
        assert came(after(SFV, "second-army-on-the-third-day", number, 3), game.army) == 7


def absent(id: str, unit: str) -> None:
    gone = st.load(SFV).units.number[unit]
    for scenario in st.load(SFV).scenarios:
        for players in ("doctrine", "random"):
            for state in watch(SFV, id, 1, players=players, scenario=scenario):
                assert state.where[gone] == OFF_MAP
            others = [u for u in range(len(state.where)) if u != gone]
            assert came(state, others) >= 27


@says(SFV, "no-armoured-trains")
def _(game: Any, other: Any) -> None:
    absent("no-armoured-trains", "sov-18-atg")


@says(SFV, "no-tanks")
def _(game: Any, other: Any) -> None:
    absent("no-tanks", "sov-18-tank")


@says(SFV, "rivers-not-frozen")
def _(game: Any, other: Any) -> None:
    board, roads = game.board, frozenset[tuple[int, int]]().union(*game.board.links.values())
    crossings = 0
    for here, way, there in board.sides():
        place = here * board.degree + way
        wet = "river" in board.border(here, there) and (here, there) not in roads
        crossings += wet
        assert other.cost[0][place] == game.cost[0][place] + 5 * wet
    assert crossings > 50


# -- Storm over Taierzhuang ---------------------------------------------------------------------------


@says(SOT, "no-japanese-air")
def _(game: Any, other: Any) -> None:
    for turn, most in game.maximum[1].items():
        rest = Fraction(most) * Fraction(11, 16)
        assert abs(other.maximum[1][turn] - rest) <= Fraction(1, 2)
    for state in watch(SOT, "no-japanese-air", 0, 4):
        assert not set(other.cups[1].held(state)) & {"BOMB", "FIGHT"}
        assert other.cups[1].size(state) <= other.maximum[1][min(state.turn, 13)] + 1


@says(SOT, "one-brigade-no-tanks")
def _(game: Any, other: Any) -> None:
    gone = [u.index for u in game.units if u.kind == "tank" or "8th Brigade" in u.formation]
    assert came(after(SOT, None, 0, 1), gone) == len(gone) > 10
    end = after(SOT, "one-brigade-no-tanks", 0, 1)
    assert {end.where[u] for u in gone} == {REMOVED}


def relief(game: Any, other: Any, id: str, code: str, side: int, pool: str) -> None:
    """The event comes on half of the throws, and the force is there earlier."""
    throws = [a + b for a in range(1, 7) for b in range(1, 7)]
    assert sum(game.events[n][0] == code for n in throws) == 1
    assert sum(other.events[n][0] == code for n in throws) == 18
    force = [u for u in game.own[side] if game.units[u].category == pool]
    early = {which: sum(came(after(SOT, which, n, 3), force) for n in range(4)) for which in (None, id)}
    assert early[id] > early[None] + 4 * 5


@says(SOT, "trap-sprung-early")
def _(game: Any, other: Any) -> None:
    relief(game, other, "trap-sprung-early", "trap_sprung", 0, "20th Army Group")


@says(SOT, "itagaki-hurries")
def _(game: Any, other: Any) -> None:
    relief(game, other, "itagaki-hurries", "itagaki", 1, "5th Mixed Brigade")


@says(SOT, "li-zongren-in-hand")
def _(game: Any, other: Any) -> None:
    assert set(game.maximum[0].values()) == {2, 3, 4, 5}
    assert set(other.maximum[0].values()) == {5}


@says(SOT, "walls-breached")
def _(game: Any, other: Any) -> None:
    town = list(other.ground.town)
    village = next(s for s in other.ground.areas if other.board.terrain[s] == "fortified_village")
    assert len(town) == 2
    for space in town:
        assert other.ground.level[space] == other.ground.level[village] != game.ground.level[space]


# -- Taierzhuang --------------------------------------------------------------------------------------


@says(BOT, "fifth-division-not-delayed")
def _(game: Any, other: Any) -> None:
    for number in range(2):
        assert came(after(BOT, "fifth-division-not-delayed", number, 2), game.commands["5"]) == 7
    assert sum(came(after(BOT, None, number, 2), game.commands["5"]) for number in range(2)) < 14


@says(BOT, "fifth-division-never")
def _(game: Any, other: Any) -> None:
    assert came(after(BOT, None, 1, 8), game.commands["5"]) == 7
    assert not came(after(BOT, "fifth-division-never", 1, 8), game.commands["5"])


@says(BOT, "no-tang-en-po-delay")
def _(game: Any, other: Any) -> None:
    army = game.commands["20"]
    assert came(after(BOT, None, 0, 3), army) < len(army)
    assert came(after(BOT, "no-tang-en-po-delay", 0, 3), army) == len(army)


@says(BOT, "tang-en-po-never")
def _(game: Any, other: Any) -> None:
    end = after(BOT, "tang-en-po-never", 0, 8)
    assert not came(end, game.commands["20"])
    assert not any(end.where[u] == DEAD for u in game.commands["20"])


@says(BOT, "no-japanese-air")
def _(game: Any, other: Any) -> None:
    assert game.markers["air"] == 2
    assert other.markers["air"] == 0
    assert {k: v for k, v in other.markers.items() if k != "air"} == {
        k: v for k, v in game.markers.items() if k != "air"
    }


@says(BOT, "no-division-artillery")
def _(game: Any, other: Any) -> None:
    assert sum(game.markers.values()) - sum(other.markers.values()) == 6
    assert other.markers["air"] == game.markers["air"]
