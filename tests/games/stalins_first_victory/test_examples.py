"""The worked examples SFV-EX-1 to 6 and the derived vectors SFV-DX-1 to 9, played with scripted dice.

Each test bears the name of its example.
"""

from __future__ import annotations

import pytest

from sandtable.game import Game
from tests.games.stalins_first_victory.conftest import (
    MIDDLE,
    At,
    Play,
    Refused,
    base,
    column,
    ends_of_moves,
    fighting,
    moving,
    odds,
    shifts,
    steps,
    told,
)

NINE = ("1206", "1207", "1107", "0318", "0417", "0123", "0707", "1110", "1012")


@pytest.mark.case("SFV-2.1c")
def test_sfv_ex_1(game: Game) -> None:
    """Hex 0318 is Dalainor."""
    space = game.board.index("0318")
    assert game.board.names[space] == "Dalainor"
    assert game.ground.is_city(space)


@pytest.mark.case("SFV-8.6b")
def test_sfv_ex_2(game: Game, play: Play, refused: Refused) -> None:
    """A clear hex costs two points: eight points, four hexes."""
    state = moving(game, {"sov-21-61": "0101"})
    play(state, "move sov-21-61 0101-0102-0103-0104-0105")
    assert refused(state, "move sov-21-61 0101-0102-0103-0104-0105-0106") == "SFV-8.2a"


@pytest.mark.case("SFV-9.1d", "SFV-9.1e")
def test_sfv_ex_3(game: Game) -> None:
    """Five against three is the +2 column."""
    state = fighting(game, {"sov-36-108": "0604", "chi-15-38": MIDDLE})
    forecast = odds(state, f"attack sov-36-108 {MIDDLE}")
    assert (forecast.attack, forecast.defence, column(forecast)) == (5, 3, "+2")


@pytest.mark.case("SFV-9.6b")
def test_sfv_ex_4(game: Game, play: Play) -> None:
    """A result of 1/2: one step of the attacking force, two of the defending force, in all."""
    places = {"sov-21-61": "0604", "sov-35-103": "0605", "chi-15-38": MIDDLE, "chi-15-43": MIDDLE}
    state = play(fighting(game, places), f"attack sov-21-61+sov-35-103 {MIDDLE}", dice=[6])
    assert (state.events or [])[1].text.endswith("result 1/2")
    state = play(state, "lose sov-35-103")
    assert steps(state, *places) == [2, 1, 0, 0]


@pytest.mark.case("SFV-6.1a", "SFV-6.1b", "SFV-6.2a")
@pytest.mark.parametrize(
    ("units", "legal"),
    [
        (("sov-21-61", "sov-21-62", "sov-18-a"), True),
        (("sov-21-61", "sov-35-103", "sov-18-a"), False),  # two divisions
        (("sov-21-61", "sov-21-62", "sov-18-5cav"), False),  # three that defend
    ],
)
def test_sfv_ex_5(game: Game, play: Play, units: tuple[str, ...], legal: bool) -> None:
    state = play(moving(game, dict.fromkeys(units, MIDDLE)), "end")
    assert (state.phase == "combat") is legal
    if not legal:
        assert state.decision is not None
        assert state.decision.kind == "eliminate_overstack"


@pytest.mark.case("SFV-4.0b", "SFV-4.3a", "SFV-4.1a", "SFV-4.2a")
@pytest.mark.parametrize(("held", "winner"), [(9, "soviet"), (8, "chinese")])
def test_sfv_ex_6(game: Game, play: Play, held: int, winner: str) -> None:
    """All nine hexes are nine points and the historical victory; eight are not."""
    soviets = [u.id for u in game.units if u.side == 0]
    places = dict(zip(soviets, NINE[:held], strict=False))
    state = game.arrange("campaign", places, turn=5, phase="combat", side="chinese")
    assert state.vars["vp"] == held
    state = play(state, "end")
    assert state.result is not None
    assert state.result.winner == winner


# -- derived vectors -----------------------------------------------------------------------------------


@pytest.mark.case("SFV-9.2a", "SFV-9.2b", "SFV-9.2e")
def test_sfv_dx_1(game: Game, play: Play, refused: Refused) -> None:
    """The corps artillery at 0907 fires at 0707 over the regiment at 0807, in a combat-first turn only."""
    places = {"sov-21-61": "0807", "sov-18-a": "0907", "chi-15-38": "0707"}
    attack = "attack sov-21-61+sov-18-a 0707"
    state = fighting(game, places, order="combat-move")
    forecast = odds(state, attack)
    assert (forecast.attack, base(forecast), column(forecast)) == (8, "+4", "+2")
    after = play(state, attack, dice=[6])  # 1/2
    assert steps(after, "sov-21-61", "sov-18-a", "chi-15-38") == [1, 1, 0]
    assert refused(after, "advance sov-18-a") == "SFV-9.7a"
    worst = play(state, attack, dice=[1])  # 2/0
    assert steps(worst, "sov-21-61", "sov-18-a") == [0, 1]
    assert refused(fighting(game, places, order="move-combat"), attack) == "SFV-9.2f"


@pytest.mark.case("SFV-9.4a", "SFV-9.4b", "SFV-9.4c")
@pytest.mark.parametrize(
    ("hexes", "concentric"),
    [
        (("0506", "0504"), True),  # E, W
        (("0506", "0605"), False),  # E, NE
        (("0605", "0504", "0405"), True),  # NE, W, SE
        (("0506", "0605", "0604"), False),  # E, NE, NW
        (("0506", "0605", "0604", "0504"), True),  # E, NE, NW, W
    ],
)
def test_sfv_dx_2(game: Game, hexes: tuple[str, ...], concentric: bool) -> None:
    units = ("sov-21-61", "sov-35-103", "sov-36-106", "sov-18-5cav")
    places = dict(zip(units, hexes, strict=False))
    state = fighting(game, {**places, "chi-15-38": MIDDLE})
    found = shifts(odds(state, f"attack {'+'.join(places)} {MIDDLE}"))
    assert found == ({"SFV-9.4d": 1} if concentric else {})


@pytest.mark.case("SFV-9.5a", "SFV-9.4e", "SFV-9.6f")
def test_sfv_dx_3(game: Game, play: Play) -> None:
    """The 36th Division against Dalainor: 13 to 6, +6, city 2L, integrity 1R, no ring; die 4 costs two."""
    division = {"sov-36-106": "0319", "sov-36-107": "0317", "sov-36-108": "0418"}
    garrison = dict.fromkeys(("chi-17-10", "chi-17-33", "chi-17-17-art"), "0318")
    state = fighting(game, {**division, **garrison})
    attack = f"attack {'+'.join(division)} 0318"
    forecast = odds(state, attack)
    assert (forecast.attack, forecast.defence) == (13, 6)
    assert (base(forecast), column(forecast)) == ("+6", "+4")
    assert shifts(forecast) == {"SFV-9.3a": -2, "SFV-9.5a": 1}
    state = play(state, attack, "lose chi-17-17-art", "lose sov-36-106", "lose sov-36-107", dice=[4])
    assert steps(state, *division) == [1, 1, 2]
    assert state.decision is not None
    assert state.decision.kind == "attack"


@pytest.mark.case("SFV-8.4a", "SFV-8.5a", "SFV-8.5b")
def test_sfv_dx_4(game: Game, play: Play, refused: Refused, at: At) -> None:
    """Six points from Dalainor to Tsagan by rail, over the iron bridge; 0418 to 0419 costs three."""
    line = "0318-0319-0219-0220-0221-0122-0123"
    state = moving(game, {"sov-21-61": "0318", "sov-21-62": "0318"})
    assert at(play(state, f"move sov-21-61 {line}-0124"), "sov-21-61") == "0124"  # two points were left
    assert refused(state, f"move sov-21-61 {line}-0124-0125") == "SFV-8.2a"
    across = moving(game, {"sov-18-a": "0418", "sov-18-h": "0418"})
    assert at(play(across, "move sov-18-a 0418-0419-0420"), "sov-18-a") == "0420"  # 3 + 2
    assert refused(across, "move sov-18-h 0418-0419-0420-0421") == "SFV-8.2a"


@pytest.mark.case("SFV-7.1c", "SFV-7.1h", "SFV-7.1i", "SFV-7.1j")
def test_sfv_dx_5(game: Game, refused: Refused) -> None:
    """Zone to zone: not for a regiment; for the brigade at 2 points from its start hex, else at 4."""
    places = {"sov-21-61": "0604", "chi-15-38": MIDDLE}
    assert refused(moving(game, places), "move sov-21-61 0604-0605") == "SFV-7.1c"
    for start, path, points in (("0604", "0604-0605", 2), ("0603", "0603-0604-0605", 6)):
        for allowance in (points, points - 1):
            changes = {"units": [{"id": "sov-18-5cav", "move_s1": allowance, "move_s2": allowance}]}
            state = moving(game, {"sov-18-5cav": start, "chi-15-38": MIDDLE}, changes=changes)
            move = f"move sov-18-5cav {path}"
            if allowance == points:
                state.game.check(state, game.parse(move))
                assert "0605" in ends_of_moves(state, "sov-18-5cav")
            else:
                assert refused(state, move) == "SFV-8.2a"


@pytest.mark.case("SFV-4.3a", "SFV-4.3b", "SFV-4.3d")
def test_sfv_dx_6(game: Game, play: Play) -> None:
    """1110 is taken, lost and taken again: one point in the end."""
    state = moving(game, {"sov-18-b": "1008", "chi-15-15-cav": "1011"})
    state = play(state, "move sov-18-b 1008-1009-1110-1009-1008")
    assert state.vars["vp"] == 1
    state = play(state, "end", "end", "order move-combat", "move chi-15-15-cav 1011-1010-1110-1010-1011")
    assert state.vars["vp"] == 0
    state = play(state, "end", "end", "enter no", "order move-combat", "move sov-18-b 1008-1009-1110")
    assert state.vars["vp"] == 1
    assert "SFV-4.3a" in told(state)


@pytest.mark.case("SFV-8.3b", "SFV-8.3d", "SFV-8.3e")
def test_sfv_dx_7(game: Game, play: Play, refused: Refused, at: At) -> None:
    """From 1504 to the cut at 1207; the next turn it is mended, and the train goes on."""
    state = moving(game, {"sov-18-atg": "1504"})
    line = "1504-1404-1305-1205-1206-1207"
    assert refused(state, f"move sov-18-atg {line}-1108") == "SFV-8.3d"
    state = play(
        state, f"move sov-18-atg {line}", "end", "end", "order move-combat", "end", "end", "enter no"
    )
    state = play(state, "order move-combat", "move sov-18-atg 1207-1108")
    assert (at(state, "sov-18-atg"), state.vars["cut"]) == ("1108", 0)


@pytest.mark.case("SFV-5.3d", "SFV-5.3e")
def test_sfv_dx_8(game: Game, play: Play) -> None:
    """0201 and 0301 are held: nine hexes are left, each for two units and the artillery."""
    places = {"sov-21-61": "0201", "sov-21-62": "0301"}
    state = game.arrange("campaign", places, turn=2, phase="reinforcement", side="chinese")
    state = play(state, "enter yes")
    free = {f"{row:02d}01" for row in range(4, 13)}
    assert {a.spaces[0] for a in game.legal(state)} == free
    state = play(state, "place chi-2-1 0401", "place chi-2-2 0401")
    assert {str(a) for a in game.legal(state) if a.focus == "0401"} == {"place chi-2-2-art 0401"}


@pytest.mark.case("SFV-9.6c", "SFV-9.6d", "SFV-9.7a")
def test_sfv_dx_9(game: Game, play: Play, at: At) -> None:
    """1/2 against one step in the open: the second is dropped, the attacker pays and advances."""
    state = fighting(game, {"sov-21-61": "0604", "sov-18-a": "0604", "chi-15-38": MIDDLE})
    state = play(state, f"attack sov-21-61+sov-18-a {MIDDLE}", dice=[5])  # 8 - 3: +4, 1/2
    assert at(state, "chi-15-38") == "eliminated"
    state = play(state, "lose sov-21-61", "advance sov-21-61")
    assert (steps(state, "sov-21-61"), at(state, "sov-21-61")) == ([1], MIDDLE)
