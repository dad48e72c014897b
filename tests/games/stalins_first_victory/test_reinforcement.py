"""SFV-5.3: the 2nd Fengtien Army enters once, whole, on the western edge, or not at all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from sandtable.dice import Scripted
from sandtable.game import Game
from sandtable.state import State
from tests.games.stalins_first_victory.conftest import (
    At,
    Play,
    Refused,
    ends_of_moves,
    fighting,
    told,
)

ARMY = ("chi-2-1", "chi-2-2", "chi-2-3", "chi-2-4", "chi-2-5", "chi-2-2-cav", "chi-2-2-art")
STRIP = [f"{row:02d}01" for row in range(2, 13)]
PLACED = dict(zip(ARMY, ("0201", "0201", "0301", "0301", "0401", "0401", "0201"), strict=True))
SOLITAIRE = {"solitaire_entry_roll": "on"}


def entering(game: Game, units: Mapping[str, str] | None = None, **more: Any) -> State:
    """The Chinese Reinforcement Phase."""
    settings = {"turn": 2, "side": "chinese", **more}
    return game.arrange("campaign", units or {}, phase="reinforcement", **settings)


def last_chinese_phase(game: Game, turn: int, **more: Any) -> State:
    """The Chinese Combat Phase, after which the Reinforcement Phase comes."""
    return fighting(game, more.pop("units", {}), "chinese", turn=turn, **more)


def asked(state: State) -> str:
    return state.decision.kind if state.decision is not None else "over"


def offered(state: State, unit: str) -> set[str]:
    return {a.spaces[0] for a in state.game.legal(state).for_unit(unit)}


def placing(places: Mapping[str, str]) -> list[str]:
    return [f"place {unit} {space}" for unit, space in places.items()]


@pytest.mark.case("SFV-5.3a")
@pytest.mark.parametrize("turn", [1, 2, 3, 4, 5])
def test_the_army_may_enter_in_turns_one_to_four(game: Game, play: Play, at: At, turn: int) -> None:
    state = play(last_chinese_phase(game, turn), "end")
    if turn == 5:
        assert state.result is not None
        return
    assert (asked(state), state.phase) == ("enter_army", "reinforcement")
    state = play(state, "enter yes", *placing(PLACED))
    assert {unit: at(state, unit) for unit in ARMY} == PLACED
    assert (state.turn, state.phase) == (turn + 1, "declaration")


@pytest.mark.case("SFV-5.3b")
def test_the_army_may_stay_away_for_the_whole_game(game: Game, play: Play, at: At) -> None:
    """Asked again each turn; once it is in, nobody asks any more."""
    state = entering(game, turn=1)
    idle = ("order move-combat", "end", "end")
    for turn in (1, 2, 3, 4):
        assert (state.turn, asked(state)) == (turn, "enter_army")
        assert [str(a) for a in game.legal(state)] == ["enter no", "enter yes"]
        state = play(state, "enter no", *idle, *idle)
    assert state.result is not None
    assert {at(state, unit) for unit in ARMY} == {"off map"}
    state = play(entering(game, turn=1), "enter yes", *placing(PLACED), *idle, *idle)
    assert (state.turn, asked(state)) == (3, "declare")


@pytest.mark.case("SFV-5.3c")
def test_the_army_enters_whole(game: Game, play: Play, refused: Refused) -> None:
    """There is no end of the phase before all seven stand, and no others come with them."""
    state = play(entering(game), "enter yes")
    for unit, space in PLACED.items():
        assert asked(state) == "place_army"
        assert refused(state, "end") == "SFV-5.3d"
        assert refused(state, "place chi-15-38 0501") == "SFV-5.3c"
        state = play(state, f"place {unit} {space}")
    assert asked(state) == "declare"


@pytest.mark.case("SFV-5.3c")
@pytest.mark.parametrize(("free", "enters"), [(2, False), (3, True)])
def test_an_army_that_would_not_fit_cannot_be_called(game: Game, play: Play, free: int, enters: bool) -> None:
    """R-28: three free hexes hold six units and the artillery; with two, it may try again later."""
    soviets = [u.id for u in game.units if u.side == 0]
    held = dict(zip(soviets, STRIP[free:], strict=False))
    state = play(last_chinese_phase(game, 3, units=held), "end")
    assert asked(state) == ("enter_army" if enters else "declare")
    if enters:
        state = play(state, "enter yes", *placing(PLACED))
    assert state.turn == 4
    other = dict(zip((u.id for u in game.units if u.formation in ("15", "17")), STRIP[2:], strict=False))
    assert asked(play(last_chinese_phase(game, 3, units=other), "end")) == "declare"  # other commands


@pytest.mark.case("SFV-5.3d")
def test_the_army_comes_by_the_western_edge_where_no_soviet_unit_stands(
    game: Game, play: Play, refused: Refused, at: At
) -> None:
    """R-16: a hex that was merely taken is open, and changes hands again."""
    state = play(entering(game, {"sov-21-61": "0501"}, control={"0601": "soviet"}), "enter yes")
    assert offered(state, "chi-2-1") == set(STRIP) - {"0501"}
    for space in ("0501", "0101", "1301", "0202", "0224"):
        assert refused(state, f"place chi-2-1 {space}") == "SFV-5.3d"
    state = play(state, "place chi-2-1 0601")
    assert at(state, "chi-2-1") == "0601"
    assert state.control[game.board.index("0601")] == 1


@pytest.mark.case("SFV-5.3e")
def test_stacking_holds_on_entry(game: Game, play: Play, refused: Refused) -> None:
    state = entering(game, {"chi-15-38": "0401"})
    state = play(state, "enter yes", "place chi-2-1 0201", "place chi-2-2 0201")
    assert refused(state, "place chi-2-3 0201") == "SFV-5.3e"
    assert "0201" not in offered(state, "chi-2-3")
    assert "0201" in offered(state, "chi-2-2-art")
    assert refused(state, "place chi-2-3 0401") == "SFV-5.3e"  # another command
    state = play(state, "place chi-2-2-art 0201")
    assert refused(state, "place chi-2-2-cav 0201") == "SFV-5.3e"


@pytest.mark.case("SFV-5.3f")
def test_the_army_may_enter_beside_the_enemy(game: Game, play: Play, at: At) -> None:
    state = play(entering(game, {"sov-21-61": "0502"}), "enter yes")
    assert game.in_enemy_zone(state, 1, game.board.index("0501"))
    assert at(play(state, "place chi-2-1 0501"), "chi-2-1") == "0501"


@pytest.mark.case("SFV-5.3g")
def test_the_army_stands_still_until_the_next_chinese_turn(game: Game, play: Play, refused: Refused) -> None:
    """Placed at 0301, the West road begins there; in the next turn six points take it along."""
    state = play(entering(game), "enter yes", *placing(PLACED))
    assert refused(state, "move chi-2-3 0301-0401") == "SFV-5.2a"
    state = play(state, "order move-combat", "end", "end", "order move-combat")
    assert "0502" in ends_of_moves(state, "chi-2-3")
    state = play(state, "move chi-2-3 0301-0401-0502-0602-0703-0803-0804")
    with_enemy = entering(game, {"sov-18-b": "0302"})
    with_enemy = play(with_enemy, "enter yes", *placing(PLACED))
    assert asked(with_enemy) == "declare"  # no attack either
    assert with_enemy.side == 0


# -- solitaire -----------------------------------------------------------------------------------------


@pytest.mark.case("SFV-5.3.1a")
@pytest.mark.parametrize("die", range(1, 7))
def test_alone_at_the_table_a_die_of_one_or_two_brings_the_army_in_turn_one(
    game: Game, play: Play, die: int
) -> None:
    state = play(last_chinese_phase(game, 1, options=SOLITAIRE), "end", dice=[die])
    assert asked(state) == ("place_army" if die <= 2 else "declare")
    assert "SFV-5.3.1a" in told(state)
    if die <= 2:
        state = play(state, *placing(PLACED))
    assert state.turn == 2


@pytest.mark.case("SFV-5.3.1b")
@pytest.mark.parametrize("turn", [2, 3, 4])
@pytest.mark.parametrize("die", range(1, 7))
def test_and_later_only_a_one(game: Game, play: Play, turn: int, die: int) -> None:
    state = play(last_chinese_phase(game, turn, options=SOLITAIRE), "end", dice=[die])
    assert asked(state) == ("place_army" if die == 1 else "declare")
    assert "SFV-5.3.1b" in told(state)


@pytest.mark.case("SFV-5.3.1b")
def test_no_die_is_rolled_for_an_army_that_is_in_or_cannot_come(game: Game, play: Play) -> None:
    for turn in (2, 5):
        state = last_chinese_phase(game, turn, units={"chi-2-1": "0505"}, options=SOLITAIRE)
        play(state, "end", dice=[])
    soviets = [u.id for u in game.units if u.side == 0]
    full = dict(zip(soviets, STRIP[2:], strict=False))
    play(last_chinese_phase(game, 3, units=full, options=SOLITAIRE), "end", dice=[])


@pytest.mark.case("SFV-5.3a")
def test_a_solitaire_die_that_never_brings_the_army_leaves_the_choice_to_a_player(game: Game) -> None:
    """The die of a turn and the phase of a turn are two things: without the die the army may be called."""
    changes = {"turns": [{"turn": "2", "solitaire_enter_max": "0"}]}
    assert asked(entering(game, turn=2, changes=changes)) == "enter_army"
    for die in range(1, 7):
        rolled = entering(game, turn=2, changes=changes, options=SOLITAIRE, dice=Scripted(die))
        assert (rolled.turn, asked(rolled)) == (3, "declare")


@pytest.mark.case("SFV-5.3a", "SFV-4.0b")
def test_an_army_that_no_turn_lets_in_stays_beside_the_map(game: Game, play: Play) -> None:
    changes = {"turns": [{"turn": str(turn), "second_army_entry": "0"} for turn in range(1, 5)]}
    state = play(last_chinese_phase(game, 2, changes=changes), "end")
    assert (state.turn, asked(state)) == (3, "declare")
    unit = game.units.index_of(ARMY[0])
    assert state.game.arrives(state, unit) == ""
    assert game.arrives(entering(game), unit) == "turns 1 to 4, if called in"
