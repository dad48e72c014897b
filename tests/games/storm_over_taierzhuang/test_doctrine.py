"""The staffs of Storm Over Taierzhuang: what they may know, what they guard, and how they end a battle."""

from __future__ import annotations

from random import Random

import pytest

import sandtable as st
from sandtable.actions import Discard, Draw, Move, Take
from sandtable.game import Game
from sandtable.games.storm_over_taierzhuang.appraisal import Picture, chain, promise, starving
from sandtable.games.storm_over_taierzhuang.combat import Battle
from sandtable.games.storm_over_taierzhuang.doctrine import StormStaff
from sandtable.games.storm_over_taierzhuang.orders import Absorb, Fire, Refuel
from sandtable.players import DoctrinePlayer, make
from sandtable.state import State
from tests.games.storm_over_taierzhuang.conftest import Arrange, Play


def player(game: Game, side: str, doctrine: str = "historical") -> DoctrinePlayer:
    made = make("doctrine", game, side, doctrine=doctrine)
    assert isinstance(made, DoctrinePlayer)
    return made


def staff(game: Game, side: str) -> StormStaff:
    made = player(game, side).staff(game)
    assert isinstance(made, StormStaff)
    return made


@pytest.mark.parametrize("side", ["japanese", "chinese"])
def test_three_doctrines_a_side_say_what_they_want(game: Game, side: str) -> None:
    found = st.players.doctrines(game, side)
    assert {d.name for d in found} == {"cautious", "historical", "aggressive"}
    assert all(len(d.title) > 5 and len(d.text) > 100 and d.objectives for d in found)


@pytest.mark.case("SOT-2.4j")
@pytest.mark.parametrize("side", ["japanese", "chinese"])
def test_a_hand_that_cannot_be_seen_changes_no_choice(game: Game, arrange: Arrange, side: str) -> None:
    """R-38: the same position and the same number of enemy chits, but others."""
    words = ("J39=7@Q", "J40=3@V", "J10=2@X", "JT=3@Q", "C31=5@M", "C30=9@G", "C44=5@C", "C27=4@L")
    own, others = ("japanese", ["BOMB", "ENG"]), (["DARE", "DARE"], ["RESOLUTE", "HEROES"])
    if side == "chinese":
        own, others = ("chinese", ["DARE", "LI"]), (["BOMB", "HA_J"], ["ENG", "WILL"])
    foe = "chinese" if side == "japanese" else "japanese"
    states = [arrange(*words, side=side, hands={own[0]: own[1], foe: hand}) for hand in others]
    assert len({str(player(game, side).choose(state)) for state in states}) == 1


@pytest.mark.case("SOT-2.4j")
def test_no_event_names_a_chit_that_was_not_played(game: Game) -> None:
    """R-38: draws, discards and payments are told by their number."""
    names = {chit.name for chit in game.chits.values()} | set(game.chits)
    met = set()
    for seed in range(4):
        state, rng = game.new("deployed", seed=seed), Random(seed)
        for _ in range(250):
            if state.result is not None:
                break
            action = game.legal(state).sample(rng)
            state = game.play(state, action)
            if isinstance(action, Draw | Take | Discard | Refuel):
                met.add(type(action))
                words = [f"{event.text} {event.data}" for event in state.events or ()]
                assert not [name for name in names for text in words if name in text], action
    assert {Draw, Discard} <= met


@pytest.mark.case("SOT-6.3b", "SOT-6.3e")
def test_what_hangs_on_an_area_is_counted(game: Game, arrange: Arrange) -> None:
    state = arrange("J39=3@X", "J40=2@V", "J10=4@Q", "J63=5@M", "J63-6@W", "C31=1@A")
    picture, number = Picture(game, state), game.board.number
    assert {game.board.ids[s]: n for s, n in picture.links.items()} == {
        "X": 0,
        "V": 9,
        "Q": 5,
        "M": 0,
        "W": 0,
    }
    assert starving(game, state.count[1]) == 0
    without = chain(game, state.count[1], number["V"])
    assert (without[number["X"]], without[number["Q"]], without[number["M"]]) == (1, 0, 0)


@pytest.mark.case("SOT-6.3b")
def test_no_japanese_move_leaves_units_without_supply(game: Game, arrange: Arrange) -> None:
    """The town stands open and draws; but whoever goes there must leave a chain behind him."""
    state = arrange("J39=2@X", "J40-1@V", "J10=5@Q", "C31-1@A", "C30-1@B", turn=10)
    picture, plan = Picture(game, state), staff(game, "japanese")
    worth, wanted = plan.wants(state, picture)
    moves = [(gain, a) for gain, a in plan._ideas(state, picture, worth, wanted) if isinstance(a, Move)]
    assert moves
    for _, action in moves:
        standing, number = list(state.count[1]), game.board.number
        standing[number[action.path[0]]] -= len(action.units)
        standing[number[action.path[-1]]] += len(action.units)
        assert starving(game, standing) == 0, action


def test_an_attack_promises_what_the_forecast_says(game: Game, arrange: Arrange) -> None:
    state = arrange("J39=5@Q", "JT=2@Q", "C31=3@M", "C44=2@M", "C27-1@A", spent=["C44-1"])
    ids = tuple(f"J39-{n}" for n in range(1, 6))
    fire = Fire(ids, "M")
    units = tuple(game.units.index_of(id) for id in ids)
    battle = Battle(1, game.board.index("M"), units, game.board.index("Q"), "", (), 0)
    odds = promise(game, state, battle)
    outcomes = game.forecast(state, fire).outcomes
    assert odds.flips + odds.pushes == pytest.approx(
        sum(float(p) * o.defender_loss for o, p in outcomes.items())
    )
    assert odds.clears == pytest.approx(sum(float(p) for o, p in outcomes.items() if o.cleared))


@pytest.mark.case("SOT-7.4a")
def test_damage_flips_first_then_units_go_back_or_die_where_the_area_is_worth_it(
    game: Game, arrange: Arrange, play: Play
) -> None:
    def uses(space: str, dice: tuple[int, int]) -> list[str]:
        state = arrange("JT=4@M", "J39=2@M", f"C31=3@{space}", "C44-1@A", spent=["J39-2"])
        firers = "+".join(f"JT-{n}" for n in range(1, 5))
        state, found = play(state, f"fire {firers} {space}", dice=dice), []
        while state.agenda[-1][0] == "absorb":
            action = player(game, "chinese").choose(state)
            assert isinstance(action, Absorb)
            found.append(action.use)
            state = game.play(state, action)
        return found

    # 12 + 2 - 11 = 3 and 12 + 4 - 11 = 5 points in the town; 12 + 2 - 7 = 7 in a village.
    assert uses("G", (1, 1)) == ["flip"] * 3
    assert uses("G", (2, 2)) == ["flip"] * 3 + ["retreat"] * 2
    assert uses("G", (3, 2)) == ["flip"] * 3 + ["eliminate_spent", "retreat"]
    assert uses("K", (1, 1))[:3] == ["flip"] * 3
    assert "eliminate_spent" not in uses("K", (1, 1))


@pytest.mark.case("SOT-10.0a")
def test_on_the_last_turn_one_chinese_unit_at_a_time_goes_back_into_the_town(
    game: Game, arrange: Arrange
) -> None:
    road = ("J39=2@X", "J39-3@V", "J39-4@Q", "J39-5@M")
    state = arrange(*road, "J40=5@G", "J10=5@H", "C44=6@C", "C27=2@A", side="chinese", turn=13)
    action = player(game, "chinese").choose(state)
    assert isinstance(action, Move)
    assert (len(action.units), action.path[0], action.path[-1] in ("G", "H")) == (1, "C", True)
    held = arrange(
        *road, "J40=5@G", "J10=5@H", "C31-1@G", "C44=6@C", side="chinese", turn=13, spent=["C31-1"]
    )
    after = player(game, "chinese").choose(held)
    assert not (isinstance(after, Move) and after.path[-1] in ("G", "H")), "one is enough"


@pytest.mark.case("SOT-10.0a")
def test_on_the_last_turn_the_japanese_spend_no_more_than_it_takes(game: Game, arrange: Arrange) -> None:
    road = ("J39=2@X", "J39-3@V", "J39-4@Q", "J39-5@M")
    words = (*road, "J40=5@G", "J10=5@H", "C31-1@G", "C44=6@C")
    state = arrange(*words, turn=13, spent=["C31-1"])
    action = player(game, "japanese").choose(state)
    assert isinstance(action, Fire)
    assert (action.target, len(action.units) <= 3) == ("G", True)


@pytest.mark.parametrize("doctrine", ["cautious", "historical", "aggressive"])
def test_the_staffs_play_on_through_every_kind_of_decision(game: Game, doctrine: str) -> None:
    """Three turns with everything switched on; the kernel checks each action."""
    options = dict.fromkeys(
        ("free_reinforcements", "interdiction", "infiltration", "concentration", "free_chit_choice"), "yes"
    )
    state: State = game.new("standard", seed=5, options=options)
    seats = {side: player(game, side, doctrine) for side in game.sides}
    kinds = set()
    while state.result is None and state.turn <= 3:
        assert state.decision is not None
        kinds.add(state.decision.kind)
        state = state.game.play(state, seats[state.decision.side].choose(state))
    assert {"set_up", "draw_chits", "impulse", "absorb", "retain_chits"} <= kinds
