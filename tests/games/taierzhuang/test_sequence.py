"""BOT-5.0, 5.1, 5.5, 5.7: game turns, player turns, phases, and the order of Movement and Combat."""

from __future__ import annotations

import pytest

from sandtable.game import Game
from sandtable.state import State
from tests.games.conftest import At, Play, Refused
from tests.games.taierzhuang.conftest import CORDON, fighting, moving, odds
from tests.games.taierzhuang.regenerate import NO_CENTRE_TEST

BATTALION, SECOND = "jap-10-1-10-33", "jap-10-2-10-33"
ENEMY = "chi-2-01"
WEAK = {ENEMY: "chi-2-175-88-30"}
SHOCK = f"attack {BATTALION} 1403 with none"
MET = {BATTALION: "1404", SECOND: "1704", ENEMY: "1403", "jap-10-hq": "1002"}
"""A battalion next to a Chinese regiment, another behind the front."""


def told(state: State) -> list[str]:
    """The cases of the events of the last play."""
    return [event.case for event in state.events or ()]


def quiet_game(game: Game, seed: int) -> tuple[list[tuple[int, str, str]], list[tuple[int, str]], State]:
    """A game in which nobody does anything: its phases in order, what was told, and how it ends."""
    state = game.new("suggested", seed=seed, changes=NO_CENTRE_TEST)
    phases: list[tuple[int, str, str]] = []
    events: list[tuple[int, str]] = []
    while state.result is None:
        side = game.decision(state).side
        assert side == game.sides[state.side]
        if (state.turn, side, state.phase) not in phases[-1:]:
            phases.append((state.turn, side, state.phase))
        legal = list(state.game.legal(state))
        action = next((a for a in legal if a.verb == "end"), legal[0])
        state = state.game.play(state, action)
        events += [(state.turn, case) for case in told(state)]
    return phases, events, state


@pytest.mark.case("BOT-5.0a", "BOT-5.0b", "BOT-5.1a", "BOT-5.1b", "BOT-5.7a", "BOT-5.7b")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_eight_turns_of_two_player_turns(game: Game, seed: int) -> None:
    """The first turn is Japanese only; from then on first the Chinese, then the Japanese."""
    phases, events, end = quiet_game(game, seed)
    assert (end.turn, end.result is not None) == (8, True)
    assert end.result is not None
    assert end.result.case == "BOT-4.3a"
    players = [p[:2] for n, p in enumerate(phases) if p[:2] not in [q[:2] for q in phases[:n]]]
    both = [(turn, side) for turn in range(2, 9) for side in ("chinese", "japanese")]
    assert players == [(1, "japanese"), *both]
    for turn, side in players:
        met = [phase for t, s, phase in phases if (t, s) == (turn, side)]
        assert sorted(met[-2:]) == ["combat", "movement"]
        chooses = side == "japanese" or turn >= 7
        assert ("declaration" in met) == chooses
        if chooses:
            assert met[-3] == "declaration"
        before = met[: -3 if chooses else -2]
        assert before in ([], ["reinforcement"])
        if turn in (1, 8):
            assert before == []
        elif side == "chinese" and turn < 6:
            assert before == ["reinforcement"]
    dice = [(turn, case) for turn, case in events if case in ("BOT-5.2b", "BOT-5.5.1a")]
    rolls = [(turn, case) for turn in range(2, 6) for case in ("BOT-5.2b", "BOT-5.5.1a")]
    assert dice[: len(rolls)] == rolls


@pytest.mark.case("BOT-5.1b")
def test_the_logistics_check_comes_before_reinforcement(game: Game, play: Play) -> None:
    """The turn of the Japanese opens with the check; the 5th Division comes too late to mend the path."""
    units = {"jap-10-hq": "1405", **CORDON}
    state = play(fighting(game, units, "chinese", turn=5), "end", dice=[4])
    assert [c for c in told(state) if c in ("BOT-5.3e", "BOT-5.4a")] == ["BOT-5.3e", "BOT-5.4a"]
    assert state.phase == "reinforcement"
    assert state.vars["unsupplied"] == ("10",)


@pytest.mark.case("BOT-5.1b", "BOT-5.3a")
def test_the_first_turn_has_neither_check_nor_reinforcement(game: Game) -> None:
    """A Japanese turn that begins with the headquarters cut off: the check of turn 1 is left out."""
    units = {"jap-10-hq": "1405", **CORDON}
    first, second = (
        game.arrange("campaign", units, turn=turn, phase="logistics", side="japanese") for turn in (1, 2)
    )
    assert (first.phase, first.vars["unsupplied"], first.rolls) == ("declaration", (), second.rolls - 1)
    assert second.vars["unsupplied"] == ("10",)


@pytest.mark.case("BOT-5.0c", "BOT-5.0e")
def test_each_action_has_its_phase_and_a_phase_does_not_come_back(
    game: Game, play: Play, refused: Refused
) -> None:
    state = moving(game, MET, faces=WEAK)
    march = f"move {SECOND} 1704-1705"
    assert {a.verb for a in game.legal(state)} == {"move", "end"}
    for text in (SHOCK, "order combat-move", "breakout yes", f"place {SECOND} 1401", "cancel yes"):
        assert refused(state, text)
    state = play(state, "end")
    assert state.phase == "combat"
    assert refused(state, march)  # not moved in time
    assert "move" not in {a.verb for a in game.legal(state)}
    after = play(state, SHOCK, dice=[4])
    assert refused(after, march)
    following = play(after, "end", dice=[1, 6, 1, 1])  # turn 3: west, no artillery, one regiment
    assert refused(following, SHOCK)
    assert refused(following, march)


@pytest.mark.case("BOT-5.0d")
def test_the_phasing_player_acts(game: Game, refused: Refused) -> None:
    """In a player turn only his units move and attack."""
    for side, own, other in (("japanese", BATTALION, ENEMY), ("chinese", ENEMY, BATTALION)):
        march, fight = moving(game, MET, side, faces=WEAK), fighting(game, MET, side, faces=WEAK)
        assert game.decision(march).side == game.decision(fight).side == side
        away = {BATTALION: "1404-1405", ENEMY: "1403-1402"}
        assert refused(march, f"move {other} {away[other]}") == "BOT-5.0d"
        game.check(march, game.parse(f"move {own} {away[own]}"))
        target = {BATTALION: "1403", ENEMY: "1404"}
        assert refused(fight, f"attack {other} {target[own]}") == "BOT-9.0b"
        game.check(fight, game.parse(f"attack {own} {target[own]}"))


# -- the order of the phases -----------------------------------------------------------------------------


@pytest.mark.case("BOT-5.5a", "BOT-5.5.2a")
@pytest.mark.parametrize("turn", range(1, 9))
def test_the_japanese_choose_their_order_in_every_turn(game: Game, play: Play, turn: int) -> None:
    state = game.arrange(
        "campaign", MET, turn=turn, phase="declaration", side="japanese", centre=True, fifth=True
    )
    assert [str(a) for a in game.legal(state)] == ["order move-combat", "order combat-move"]
    for order, first, second in (
        ("move-combat", "movement", "combat"),
        ("combat-move", "combat", "movement"),
    ):
        chosen = play(state, f"order {order}")
        assert (chosen.phase, chosen.side) == (first, 0)
        then = play(chosen, "end")
        assert (then.phase, then.side, then.turn) == (second, 0, turn)


@pytest.mark.case("BOT-5.5a")
def test_there_is_no_third_order(game: Game, refused: Refused) -> None:
    state = game.arrange("campaign", MET, turn=2, phase="declaration", side="japanese")
    assert refused(state, "order combat-combat") == "BOT-5.5a"


@pytest.mark.case("BOT-5.5.1a", "BOT-5.5a")
@pytest.mark.parametrize("turn", range(2, 7))
@pytest.mark.parametrize("die", range(1, 7))
def test_a_die_chooses_for_the_chinese(game: Game, play: Play, turn: int, die: int) -> None:
    """One regiment arrives on the west edge; the die of the order is thrown when it stands there."""
    before = fighting(game, MET, turn=turn - 1, faces=WEAK, centre=True)
    state = play(before, "end", dice=[1, 6, 1, 1])
    state = play(state, "place chi-20-01 0110", dice=[die])
    order = ["movement", "combat"] if die <= 3 else ["combat", "movement"]
    words = "move first, then fight" if die <= 3 else "fight first, then move"
    assert f"the Chinese side will {words}: die {die}" in [event.text for event in state.events or ()]
    met = [state.phase]
    state = play(state, "end")
    met.append(state.phase)
    assert met == order
    assert (state.turn, game.decision(state).side) == (turn, "chinese")


@pytest.mark.case("BOT-5.5.1b")
@pytest.mark.parametrize("turn", [7, 8])
def test_the_chinese_choose_late_in_the_game(game: Game, play: Play, turn: int) -> None:
    """No die is thrown, and both orders are open."""
    state = game.arrange("campaign", MET, turn=turn, phase="declaration", side="chinese", centre=True)
    assert [str(a) for a in game.legal(state)] == ["order move-combat", "order combat-move"]
    assert game.decision(state).side == "chinese"
    assert play(state, "order move-combat").phase == "movement"
    assert play(state, "order combat-move").phase == "combat"


@pytest.mark.case("BOT-5.5b")
@pytest.mark.parametrize("order", ["move-combat", "combat-move"])
def test_every_unit_takes_part_in_both_phases(game: Game, play: Play, at: At, order: str) -> None:
    """The battalion fights before or after its march; the other that did not fight marches too."""
    places = MET if order == "combat-move" else {**MET, BATTALION: "1405"}
    state = game.arrange("campaign", places, turn=2, phase="declaration", side="japanese", faces=WEAK)
    state = play(state, f"order {order}")
    if order == "combat-move":
        state = play(state, SHOCK, "end", dice=[4])
        state = play(state, f"move {BATTALION} 1404-1405-1406-1306", f"move {SECOND} 1704-1705-1706-1707")
        assert (at(state, BATTALION), at(state, SECOND)) == ("1306", "1707")
    else:
        state = play(state, f"move {SECOND} 1704-1705-1706-1707", f"move {BATTALION} 1405-1404", "end")
        state = play(state, SHOCK, dice=[4])
    assert state.steps[game.units.index_of(BATTALION)] == 3


@pytest.mark.case("BOT-5.5c")
def test_the_order_binds_all_units(game: Game, play: Play, refused: Refused) -> None:
    """Nobody moves before a Combat Phase that comes first, or fights before a Movement Phase does."""
    start = game.arrange("campaign", MET, turn=2, phase="declaration", side="japanese", faces=WEAK)
    fight, march = play(start, "order combat-move"), play(start, "order move-combat")
    for unit, way in ((BATTALION, "1404-1405"), (SECOND, "1704-1705")):
        assert refused(fight, f"move {unit} {way}")
        game.check(march, game.parse(f"move {unit} {way}"))
    assert refused(march, SHOCK)
    game.check(fight, game.parse(SHOCK))
    assert refused(march, "order combat-move")  # it was declared for this turn


@pytest.mark.case("BOT-5.5d")
def test_neither_order_is_a_bonus(game: Game) -> None:
    first, last = (fighting(game, MET, faces=WEAK, order=o) for o in ("combat-move", "move-combat"))
    forecasts = [odds(state, SHOCK) for state in (first, last)]
    assert forecasts[0] == forecasts[1]
    assert forecasts[0].modifiers == ()
    marches = [
        {str(a) for a in game.legal(moving(game, MET, faces=WEAK, order=o)) if a.verb == "move"}
        for o in ("move-combat", "combat-move")
    ]
    assert marches[0] == marches[1] != set()


# -- the end ---------------------------------------------------------------------------------------------


@pytest.mark.case("BOT-5.7a")
@pytest.mark.parametrize("order", ["move-combat", "combat-move"])
def test_a_turn_ends_with_the_second_japanese_phase(game: Game, play: Play, order: str) -> None:
    state = game.arrange("campaign", MET, turn=3, phase="declaration", side="japanese")
    state = play(state, f"order {order}", "end")
    assert state.turn == 3
    state = play(state, "end", dice=[1, 6, 1, 1])
    assert (state.turn, game.decision(state).side, state.phase) == (4, "chinese", "reinforcement")


@pytest.mark.case("BOT-5.0a", "BOT-5.7b")
def test_the_game_ends_with_the_eighth_turn(game: Game, play: Play) -> None:
    """Nobody has won before; at the end of the turn, not earlier, victory is determined."""
    state = game.arrange(
        "campaign", {**MET, "jap-5-hq": "1802"}, turn=8, phase="declaration", side="japanese", centre=True
    )
    state = play(state, "order move-combat", "end")
    assert state.result is None
    state = play(state, "end")
    assert state.result is not None
    assert state.result.case == "BOT-4.3a"
    assert not list(game.legal(state))
    early = fighting(game, {**MET, "jap-5-hq": "1802"}, turn=7, centre=True)
    early = play(early, "end")
    assert (early.turn, early.result) == (8, None)
