"""The worked examples SNC-EX-1 to SNC-EX-23, played with scripted dice.

Each test bears the name of its example. Where the ledger has found an example in error, the test holds the
game to the ruling and says so.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from sandtable.actions import Move
from sandtable.forecast import Forecast
from sandtable.game import Game
from sandtable.state import State
from tests.games.shanghai_nanking.conftest import Play

Refused = Callable[[State, str], str]
At = Callable[[State, str], str]

THIRD = tuple(f"j_rgt_{number}_div_003" for number in ("006", "018", "034", "068"))
ELEVENTH = tuple(f"j_rgt_{number}_div_011" for number in ("012", "022", "043", "044"))
HUNDRED_FIRST = tuple(f"j_rgt_{number}_div_101" for number in ("101", "103", "149", "157"))
SNLF = ("j_snlf_1", "j_snlf_2", "j_snlf_3", "j_snlf_9")
#: The garrison of northern Shanghai, as it stands through the first turns.
SHANGHAI = {
    "j_snlf_1": "3512", "j_snlf_2": "3512", "j_gar_shanghai": "3512", "j_snlf_3": "3611", "j_snlf_9": "3611",
    "j_gar_a": "3611",
}  # fmt: skip


def stack(units: tuple[str, ...], place: str) -> dict[str, str]:
    return dict.fromkeys(units, place)


def group(*units: str) -> str:
    return "+".join(units)


def steps(game: Game, state: State, *units: str) -> list[int]:
    return [state.steps[game.units.index_of(u)] for u in units]


def strength(game: Game, state: State, *units: str) -> int:
    found = (game.units.by_id(u) for u in units)
    return sum(u.strength[state.steps[u.index]] for u in found)


def odds(game: Game, state: State, text: str) -> Forecast:
    return game.forecast(state, game.parse(text))


def shifts(forecast: Forecast) -> list[int]:
    return [m.value for m in forecast.modifiers]


def rolled(state: State) -> tuple[str, int, str]:
    """Column, die and result of the combat in the last play."""
    assert state.events is not None
    data = next(e.data for e in state.events if e.case == "SNC-10.5a")
    return data["used"], data["die"], f"{data['a']}/{data['d']}"


def until(play: Play, state: State, phase: str) -> State:
    """Ends phases without doing anything until a phase of the same player turn begins."""
    while state.phase != phase:
        verbs = {a.verb for a in state.game.legal(state)}
        state = play(state, "end" if "end" in verbs else "pass")
    return state


@pytest.mark.case("SNC-2.1b")
def test_snc_ex_1(game: Game) -> None:
    """Hex 2410 is the city of Suzhou: the 24th column from the west, the 10th row from the north."""
    board = game.board
    suzhou = board.index("2410")
    assert board.names[suzhou] == "Suzhou"
    assert game.ground.city[suzhou]
    assert board.lonlat[suzhou][0] > board.lonlat[board.index("2310")][0]
    assert board.lonlat[suzhou][1] < board.lonlat[board.index("2409")][1]


@pytest.mark.case("SNC-6.2c", "SNC-6.2d")
def test_snc_ex_2(game: Game, play: Play) -> None:
    """Elite division 1.5, division 1.0, brigade 0.5: three divisions, legal; one brigade more is not."""
    full = stack(("c_div_087", "c_div_098", "c_bde_020"), "0514")
    more = {**full, "c_bde_045": "0515"}
    state = game.arrange("campaign", more, turn=6, phase="first operations", side="chinese", order="move")
    assert play(state, "end").phase == "second operations"
    state = play(state, "move c_bde_045 0515-0514", "end")
    assert state.decision is not None
    assert (state.decision.kind, state.decision.side) == ("eliminate_overstack", "chinese")
    assert {str(a) for a in game.legal(state)} == {f"disband {u}" for u in more}


@pytest.mark.case("SNC-7.0a", "SNC-7.1b", "SNC-7.1d", "SNC-7.1e")
def test_snc_ex_3(game: Game, play: Play, refused: Refused) -> None:
    """The zone of a Chinese unit in 3610 covers 3511 and 3510 and nothing else.

    It is felt by a unit that must stop; a unit that stands in 3510 covers it.
    """
    walker = THIRD[0]
    where = {"3511": "3411-3511-3410", "3510": "3409-3510-3511"}
    for entered, path in where.items():
        units = {"c_gar_g": "3610", walker: path[:4]}
        state = game.arrange(
            "campaign", units, turn=6, phase="first operations", side="japanese", order="move"
        )
        assert refused(state, f"move {walker} {path}") == "SNC-7.2a", entered
    free = {"3611": "3512-3611-3512", "3710": "3711-3710-3711", "3711": "3712-3711-3710"}
    for entered, path in free.items():
        units = {"c_gar_g": "3610", walker: path[:4]}
        state = game.arrange(
            "campaign", units, turn=6, phase="first operations", side="japanese", order="move"
        )
        assert play(state, f"move {walker} {path}").result is None, entered
    units = {"c_gar_g": "3610", walker: "3409", THIRD[1]: "3510"}
    state = game.arrange("campaign", units, turn=6, phase="first operations", side="japanese", order="move")
    covered = play(state, f"move {walker} 3409-3510-3509")
    assert covered.vars["mover"][1] > 0


@pytest.mark.case("SNC-8.1b", "SNC-8.1c")
@pytest.mark.parametrize(
    ("turn", "die", "back"), [(4, 4, 8), (6, 6, 12), (7, 6, None), (10, 3, None), (10, 2, 12)]
)
def test_snc_ex_4(game: Game, play: Play, at: At, turn: int, die: int, back: int | None) -> None:
    """The 14th Division falls on turn 4 and rolls a 4: it goes, reduced, to box 8. Beyond 12 it is gone."""
    guard = {"c_div_057": "3612"} if turn < 8 else {}
    units = {**stack(THIRD, "3006"), "c_div_014": "3007", **guard}
    state = game.arrange(
        "campaign", units, turn=turn, phase="first operations", side="japanese", order="attack",
        steps={"c_div_014": 1}, air=False,
    )  # fmt: skip
    state = play(state, f"attack {group(*THIRD)} 3007 with none", dice=[6, die])
    if back is None:
        assert at(state, "c_div_014") == "removed"
    else:
        boxes = game.view(state).boxes[f"turn {back}"]
        assert [(u.id, u.steps) for u in boxes] == [("c_div_014", 1)]


@pytest.mark.case("SNC-10.3a")
def test_snc_ex_5(game: Game) -> None:
    """26 against 7: 3.71, so 3:1. Two divisions less a step (14 + 12), an elite and a division of two."""
    units = {**stack(THIRD, "3006"), **stack(ELEVENTH, "3107"), "c_div_087": "3007", "c_div_013": "3007"}
    state = game.arrange(
        "campaign", units, turn=6, phase="first operations", side="japanese", order="attack",
        steps={THIRD[0]: 1},
    )  # fmt: skip
    forecast = odds(game, state, f"attack {group(*THIRD, *ELEVENTH)} 3007 with none")
    assert (forecast.attack, forecast.defence, forecast.column) == (26, 7, "3:1")


@pytest.mark.case("SNC-10.3b")
def test_snc_ex_6(game: Game) -> None:
    """5 against 9: 1.8, rounded up, so 1:2."""
    units = {ELEVENTH[0]: "3006", ELEVENTH[1]: "3006", "c_div_087": "3007", "c_bde_td1": "3007"}
    state = game.arrange(
        "campaign", units, turn=6, phase="first operations", side="japanese", order="attack",
        steps={ELEVENTH[0]: 1},
    )  # fmt: skip
    forecast = odds(game, state, f"attack {group(*ELEVENTH[:2])} 3007 with none")
    assert (forecast.attack, forecast.defence, forecast.column) == (5, 9, "1:2")


@pytest.mark.case("SNC-10.5a", "SNC-10.5.1a")
def test_snc_ex_7(game: Game, play: Play) -> None:
    """3:1 and a 3: 1/2; the attacker loses one step, the defender two."""
    there = ("c_div_013", "c_div_033", "c_div_034")
    units = {**stack(ELEVENTH, "3006"), **stack(there, "3007")}
    state = game.arrange(
        "campaign", units, turn=6, phase="first operations", side="japanese", order="attack", air=False
    )
    state = play(state, f"attack {group(*ELEVENTH)} 3007 with none", dice=[3])
    assert rolled(state) == ("3:1", 3, "1/2")
    state = play(state, "lose c_div_033", f"lose {ELEVENTH[2]}")
    assert steps(game, state, *there) == [0, 0, 1]
    assert steps(game, state, *ELEVENTH) == [2, 2, 1, 2]


@pytest.mark.case("SNC-10.4.1e", "SNC-1.3d")
def test_snc_ex_8(game: Game) -> None:
    """A Chinese defender of a town in marsh (2606) or woods (1319) has two columns.

    The second printed erratum says one; ruling R-01 keeps the two and makes the other reading an option.
    """
    for target, here in (("2606", "2707"), ("1319", "1218")):
        for reading, columns in (("yes", -2), ("no", -1)):
            state = game.arrange(
                "campaign", {THIRD[0]: here, "c_div_013": target}, turn=6, phase="first operations",
                side="japanese", order="attack", options={"town_stacks_with_terrain": reading},
            )  # fmt: skip
            forecast = state.game.forecast(state, game.parse(f"attack {THIRD[0]} {target} with none"))
            assert sum(shifts(forecast)) == columns


@pytest.mark.case("SNC-5.3d")
def test_snc_ex_9(game: Game, play: Play, at: At) -> None:
    """The Chinese attack first; the units that arrive afterwards may nevertheless move."""
    state = game.arrange(
        "campaign", {**SHANGHAI, "c_div_087": "3511"}, turn=2, phase="declaration", side="chinese",
        due={"c_div_011": 2},
    )  # fmt: skip
    state = play(state, "plan AM", "end", "place c_div_011 2503")
    assert state.phase == "reinforcement"
    assert at(play(state, "move c_div_011 2503-2504-2505"), "c_div_011") == "2505"


@pytest.mark.case(
    "SNC-9.6a", "SNC-9.6b", "SNC-9.6c", "SNC-9.6d", "SNC-9.6e", "SNC-9.6f", "SNC-9.6g", "SNC-10.4.1c",
    "SNC-11.1b",
)  # fmt: skip
def test_snc_ex_10(game: Game, play: Play, refused: Refused, at: At) -> None:
    """The 11th Division, two regiments reduced, overruns a division in the marsh of 2707 for three points.

    10:2 is 5:1; marsh, overrun and artillery make it 4:1. A 3 is 1/2 in the reconstructed table: the
    example tells only that the defender dies. A third regiment is reduced, and no point is left.
    """
    units = {**stack(ELEVENTH, "2806"), "c_div_013": "2707"}
    position = {
        "turn": 7, "phase": "first operations", "side": "japanese", "order": "move", "air": False,
        "steps": dict.fromkeys(ELEVENTH[:2], 1), "mover": ELEVENTH,
    }  # fmt: skip
    text = f"overrun {group(*ELEVENTH)} 2707 with artillery"
    assert refused(game.arrange("campaign", units, left=2.5, **position), text) == "SNC-9.6b"
    state = game.arrange("campaign", units, left=3, **position)
    assert strength(game, state, *ELEVENTH) == 10
    forecast = odds(game, state, text)
    assert (forecast.attack, forecast.defence, forecast.column) == (10, 2, "4:1 (from 5:1)")
    assert sorted(shifts(forecast)) == [-1, -1, 1]
    state = play(state, text, f"lose {ELEVENTH[2]}", dice=[3])
    assert at(state, "c_div_013") == "eliminated"
    assert strength(game, state, *ELEVENTH) == 9
    assert [at(state, u) for u in ELEVENTH] == ["2707"] * 4
    assert refused(state, f"move {group(*ELEVENTH)} 2707-2806") == "SNC-9.0j"


@pytest.mark.case("SNC-8.3b", "SNC-10.3a", "SNC-10.4.1e", "SNC-9.5.1a", "SNC-7.2a")
def test_snc_ex_11(game: Game, play: Play, refused: Refused, at: At) -> None:
    """The 3rd Division (14) comes up the road to 2706; with the 11th (9) it attacks Changshu (2606).

    23 against 6 is 3:1; a replaced step makes it 24, 4:1. The shifts are not in the text: with two columns
    for the town in the marsh and two markers the final column is again 4:1, half a chance for three steps.
    """
    there = ("c_div_013", "c_div_015", "c_div_016")
    state = game.arrange(
        "campaign",
        {**stack(ELEVENTH, "2707"), **stack(THIRD, "3008"), **stack(there, "2606")},
        turn=7, phase="declaration", side="japanese", air=False, control={"2804": "japanese"},
        steps={**dict.fromkeys(ELEVENTH[:3], 1), THIRD[0]: 1},
    )  # fmt: skip
    state = play(state, "plan MA")
    third = group(*THIRD)
    assert refused(state, f"move {third} 3008-2908-2907-2806-2706-2705") == "SNC-7.2a"
    state = play(state, f"move {third} 3008-2908-2907-2806-2706")
    assert state.vars["mover"][1] / 2 == 8 - 4 * 0.5
    both = group(*THIRD, *ELEVENTH)
    assert strength(game, state, *THIRD, *ELEVENTH) == 23
    state = play(state, "end")
    assert state.decision is not None
    assert state.decision.kind == "replace"
    weak = until(play, state, "second operations")
    assert odds(game, weak, f"attack {both} 2606 with none").column.endswith("(from 3:1)")
    strong = until(play, play(state, f"replace {ELEVENTH[0]}"), "second operations")
    forecast = odds(game, strong, f"attack {both} 2606 with artillery+air")
    assert (forecast.attack, forecast.defence, forecast.column) == (24, 6, "4:1")
    assert forecast.chance(lambda o: o.cleared) * 2 == 1
    assert at(play(strong, f"attack {both} 2606 with artillery+air", dice=[5]), "c_div_016") == "eliminated"


@pytest.mark.case("SNC-5.3c", "SNC-10.4.1f", "SNC-13.0o")
def test_snc_ex_12(game: Game, play: Play) -> None:
    """Turn 1: the Chinese attack 3512 twice with all they have and remove four steps at most.

    The ships answer both times. (If the Japanese held them back, the second attack, 24 against 5, would
    reach 3:1 and a 6 would cost three; the example takes the guns for granted.) SNLF 9 then adds two.
    """
    state = play(game.new(), "plan AA")
    able = [a for a in game.legal(state) if a.verb == "attack" and a.focus == "3512"]
    assert able
    worst = 0
    for attack in able:
        forecast = odds(game, state, f"{attack} with artillery")
        worst = max(worst, *(o.defender_loss for o in forecast.outcomes))
    assert worst == 2
    everybody = max(able, key=lambda a: len(a.touched_units))
    best = odds(game, state, f"{everybody} with artillery")
    assert (best.attack, best.defence, best.column) == (24, 7, "1:1 (from 3:1)")

    def japanese_steps(state: State) -> int:
        return sum(steps(game, state, "j_snlf_1", "j_snlf_2", "j_gar_shanghai"))

    begun = japanese_steps(state)
    for phase in ("first operations", "second operations"):
        assert state.phase == phase
        whole = max(
            (a for a in game.legal(state) if a.verb == "attack" and a.focus == "3512"),
            key=lambda a: len(a.touched_units),
        )
        state = play(state, f"{whole} with artillery", "support naval", dice=[6])
        while state.decision is not None and state.decision.kind == "absorb_loss":
            state = play(state, str(next(iter(game.legal(state)))))
        state = play(state, "end")
    assert begun - japanese_steps(state) == 4
    state = play(state, "plan AA", "end", "place j_snlf_9 3512")
    assert sum(steps(game, state, "j_snlf_9")) == 2
    assert game.view(state).stacks["3512"].side == "japanese"


@pytest.mark.case("SNC-10.4.1i", "SNC-10.4.1j")
def test_snc_ex_13(game: Game) -> None:
    """Three divisions of two in 3612, over the navigable Huangpu: 6/3 = 2 points against 3512."""
    east = ("c_div_055", "c_div_056", "c_div_057")
    units = {**SHANGHAI, **stack(east, "3612"), "c_div_088": "3411"}
    state = game.arrange("campaign", units, turn=1, phase="first operations", side="chinese", order="attack")
    assert odds(game, state, f"attack {group(*east)} 3512 with none").attack == 2
    assert odds(game, state, f"attack {group('c_div_088', *east)} 3512 with none").attack == 7


@pytest.mark.case(
    "SNC-8.4d", "SNC-8.4e", "SNC-8.4f", "SNC-8.4g", "SNC-8.4h", "SNC-10.3a", "SNC-11.1c"
)  # fmt: skip
def test_snc_ex_14(game: Game, play: Play, at: At) -> None:
    """Turn 2: the 3rd Division lands at Wusong. 16/2 = 8 against 3, 2:1; four markers, 6:1; a 1 is 1/2."""
    units = {**SHANGHAI, "c_gar_wusong": "3510", "c_div_087": "3511"}
    state, calm = (
        game.arrange(
            "campaign", units, turn=2, phase="reinforcement", side="japanese", due=dict.fromkeys(THIRD, 2),
            air=air,
        )
        for air in (True, False)
    )  # fmt: skip
    land = f"land {group(*THIRD)} 3510 with"
    forecast = odds(game, state, f"{land} artillery+air+naval+amphibious")
    assert (forecast.attack, forecast.defence) == (8, 3)
    assert shifts(forecast) == [1, 1, 1, 1]
    # Two steps are sure from 5:1 on; at 6:1 the attacker runs a third of the risk.
    kinds = ("artillery", "air", "naval", "amphibious")
    found = [odds(game, calm, f"{land} {group(*kinds[:number]) or 'none'}") for number in range(5)]
    assert [f.column[:3] for f in found] == ["2:1", "3:1", "4:1", "5:1", "6:1"]
    sure = [min(int(o.result.split("/")[1]) for o in f.outcomes) >= 2 for f in found]
    assert sure == [False, False, False, True, True]
    assert [f.chance(lambda o: o.attacker_loss > 0) for f in found[3:]] == [Fraction(1, 2), Fraction(1, 6)]
    state = play(state, f"{land} artillery+air+naval+amphibious", "fly no", dice=[1])
    assert rolled(state) == ("6:1", 1, "1/2")
    # The Chinese loss comes first: the garrison has gone when the Japanese choose theirs.
    assert at(state, "c_gar_wusong") == "eliminated"
    state = play(state, f"lose {THIRD[3]}")
    assert [at(state, u) for u in THIRD] == ["3510"] * 4
    assert strength(game, state, *THIRD) == 14


@pytest.mark.case("SNC-7.0a", "SNC-7.1b", "SNC-7.2c")
def test_snc_ex_15(game: Game, refused: Refused) -> None:
    """After the landing the Chinese in 3511 cannot leave: every way out is held or in a zone.

    3410 and 3610 lie in the zone of 3510, over the creek, even where Chinese units stand; 3411 in that of
    3512, out of the city.
    """
    units = {
        **SHANGHAI, **stack(THIRD, "3510"), "c_div_087": "3511", "c_div_098": "3511", "c_gar_g": "3610",
        "c_div_036": "3411",
    }  # fmt: skip
    state = game.arrange("campaign", units, turn=3, phase="first operations", side="chinese", order="move")
    for there in ("3410", "3610", "3411"):
        assert refused(state, f"move c_div_087 3511-{there}") == "SNC-7.2c"
    for there in ("3510", "3512", "3611"):
        assert refused(state, f"move c_div_087 3511-{there}") == "SNC-9.0k"
    for unit in ("c_div_087", "c_div_098"):
        assert not [a for a in game.legal(state).for_unit(unit) if isinstance(a, Move)]


@pytest.mark.case("SNC-8.4e")
@pytest.mark.parametrize("die", [2, 3, 4, 5, 6])
def test_snc_ex_16(game: Game, play: Play, at: At, die: int) -> None:
    """Turn 2: the 11th Division lands at Chuanshakou, 12/2 = 6 against 1, 6:1 without a marker, no loss.

    Halving each regiment would leave 4:1: the total is halved (R-10).
    """
    state = game.arrange(
        "campaign", {**SHANGHAI, "c_gar_e": "3308", "c_div_087": "3511"}, turn=2, phase="reinforcement",
        side="japanese", due=dict.fromkeys(ELEVENTH, 2),
    )  # fmt: skip
    text = f"land {group(*ELEVENTH)} 3308 with none"
    forecast = odds(game, state, text)
    assert (forecast.attack, forecast.defence, forecast.column) == (6, 1, "6:1")
    state = play(state, text, dice=[die])
    assert steps(game, state, *ELEVENTH) == [2, 2, 2, 2]
    assert [at(state, u) for u in ELEVENTH] == ["3308"] * 4


@pytest.mark.case("SNC-10.5.3e", "SNC-8.4l")
def test_snc_ex_17(game: Game, play: Play, at: At) -> None:
    """Turn 2, second phase: what has just landed attacks 3408 and Baoshan; no loss, and no advance."""
    state = game.arrange(
        "campaign",
        {
            **SHANGHAI, "c_gar_wusong": "3510", "c_gar_e": "3308", "c_gar_f": "3408", "c_gar_baoshan": "3509",
            "c_div_087": "3511",
        },
        turn=2, phase="declaration", side="japanese", due=dict.fromkeys((*THIRD, *ELEVENTH), 2), air=False,
    )  # fmt: skip
    state = play(
        state,
        "plan AA",
        "end",
        f"land {group(*ELEVENTH)} 3308 with none",
        f"land {group(*THIRD)} 3510 with artillery+air+naval+amphibious",
        f"lose {THIRD[0]}",
        dice=[4, 1],
    )
    assert state.phase == "second operations"
    state = play(state, f"attack {group(*ELEVENTH)} 3408 with none", "advance none", dice=[5])
    state = play(state, f"attack {group(*THIRD)} 3509 with artillery", "advance none", dice=[5])
    assert [at(state, u) for u in ("c_gar_f", "c_gar_baoshan")] == ["eliminated"] * 2
    assert steps(game, state, *ELEVENTH, *THIRD) == [2] * 4 + [1, 2, 2, 2]
    assert [at(state, u) for u in (*ELEVENTH, *THIRD)] == ["3308"] * 4 + ["3510"] * 4


@pytest.mark.case("SNC-13.0n")
@pytest.mark.parametrize(("die", "cleared"), [(6, True), (5, True), (3, False), (1, False)])
def test_snc_ex_18(game: Game, play: Play, at: At, die: int, cleared: bool) -> None:
    """To clear 3611 (SNLF 3 and Garrison A) the Chinese need a defender result of three.

    Four elite divisions, 20 against 3, 6:1; the city, the ships and artillery make it 4:1.
    """
    begun = game.new()
    there = ("j_snlf_3", "j_gar_a")
    assert [at(begun, u) for u in there] == ["3611"] * 2
    assert sum(steps(game, begun, *there)) == 3
    attackers = {"c_div_087": "3511", "c_div_088": "3511", "c_div_036": "3610", "c_div_011": "3610"}
    state = game.arrange(
        "campaign", {**attackers, **stack(there, "3611"), "j_gar_shanghai": "3512"}, turn=3,
        phase="first operations", side="chinese", order="attack",
    )  # fmt: skip
    text = f"attack {group(*attackers)} 3611 with artillery"
    forecast = odds(game, state, text)
    assert forecast.column == "4:1 (from 6:1)"
    assert all(o.cleared == (int(o.result.split("/")[1]) >= 3) for o in forecast.outcomes)
    state = play(state, text, "support naval", dice=[die])
    while state.decision is not None and state.decision.kind == "absorb_loss":
        state = play(state, str(next(iter(game.legal(state)))))
    assert all(at(state, u) == "eliminated" for u in there) is cleared


@pytest.mark.case(
    "SNC-10.4.1h", "SNC-10.4.1j", "SNC-10.4.2a", "SNC-11.1c", "SNC-10.5.2a", "SNC-10.5.2b"
)  # fmt: skip
@pytest.mark.parametrize(
    ("reduced", "attack"), [((), 16), ((THIRD[0],), 15)], ids=["as printed", "with the step of turn 2 lost"]
)
def test_snc_ex_19(game: Game, play: Play, at: At, reduced: tuple[str, ...], attack: int) -> None:
    """Turn 3: the 3rd over the creek from 3510 and four SNLF battalions attack 9 factors in 3511.

    The text calls 16:9 a 2:1; it is 1:1, and the concentric shift from the opposite hexes 3510 and 3512
    earns the missing column (R-02). The division had lost a step on turn 2, so it is 7 + 8 = 15 (R-03):
    the final column is 5:1 either way. A 4 is 0/3: the 87th is flipped, then it and the 98th die; only the
    garrison survives.
    """
    units = {
        **SHANGHAI, **stack(THIRD, "3510"), **stack(("c_div_087", "c_div_098", "c_gar_h"), "3511"),
    }  # fmt: skip
    state = game.arrange(
        "campaign", units, turn=3, phase="first operations", side="japanese", order="attack", air=False,
        steps=dict.fromkeys(reduced, 1),
    )  # fmt: skip
    text = f"attack {group(*THIRD, *SNLF)} 3511 with artillery+air+naval"
    forecast = odds(game, state, text)
    assert (forecast.attack, forecast.defence, forecast.column) == (attack, 9, "5:1 (from 1:1)")
    assert [(m.value, m.case) for m in forecast.modifiers if m.case == "SNC-10.4.2a"] == [(1, "SNC-10.4.2a")]
    state = play(state, text, dice=[4, 3])
    assert rolled(state) == ("5:1", 4, "0/3")
    assert at(state, "c_div_098") == "eliminated"
    assert [u.id for u in game.view(state).boxes["turn 6"]] == ["c_div_087"]
    assert [u.id for u in game.view(state).stacks["3511"].units] == ["c_gar_h"]


@pytest.mark.case("SNC-10.4.1d", "SNC-10.5.2b")
def test_snc_ex_20(game: Game, play: Play) -> None:
    """Turn 3: the 11th attacks Luodian (3208), 12 against 9, 1:1; town, three markers: 3:1; a 2 is 2/1."""
    there = ("c_div_011", "c_div_014")
    units = {**SHANGHAI, **stack(ELEVENTH, "3308"), **stack(there, "3208"), "c_div_087": "3511"}
    state = game.arrange(
        "campaign", units, turn=3, phase="first operations", side="japanese", order="attack", air=False
    )
    text = f"attack {group(*ELEVENTH)} 3208 with artillery+air+naval"
    forecast = odds(game, state, text)
    assert (forecast.attack, forecast.defence, forecast.column) == (12, 9, "3:1 (from 1:1)")
    assert shifts(forecast) == [-1, 1, 1, 1]
    state = play(state, text, dice=[2])
    assert rolled(state) == ("3:1", 2, "2/1")
    # The elite of five is flipped, the one of four is not.
    assert steps(game, state, *there) == [1, 2]
    state = play(state, f"lose {ELEVENTH[0]}", f"lose {ELEVENTH[1]}")
    assert steps(game, state, *ELEVENTH) == [1, 1, 2, 2]


@pytest.mark.case("SNC-8.3b", "SNC-6.2a", "SNC-13.0q")
def test_snc_ex_21(game: Game, play: Play, at: At) -> None:
    """Turn 3: replacements for the 3rd and the 11th, then the 101st lands at 3610 and joins 3611.

    One detachment joins each division: four regiments of a division and one more, a legal stack.
    """
    detachments = ("j_det_shigeto", "j_det_asama", "j_det_amaya")
    state = game.arrange(
        "campaign",
        {**SHANGHAI, **stack(THIRD, "3510"), **stack(ELEVENTH, "3308"), "c_gar_g": "3610", "c_gar_h": "3511"},
        turn=3, phase="reinforcement", side="japanese", due=dict.fromkeys((*HUNDRED_FIRST, *detachments), 3),
        steps={THIRD[0]: 1, ELEVENTH[0]: 1, ELEVENTH[1]: 1}, air=False,
    )  # fmt: skip
    state = play(state, f"replace {THIRD[0]}", f"replace {ELEVENTH[0]}")
    assert state.decision is not None
    assert state.decision.kind == "land"  # two steps and no more
    assert (strength(game, state, *THIRD), strength(game, state, *ELEVENTH)) == (16, 11)
    state = play(
        state,
        f"land {group(*HUNDRED_FIRST, 'j_det_asama')} 3610 with none",
        "land j_det_shigeto 3510",
        "land j_det_amaya 3308",
        dice=[4],
    )
    assert state.phase == "second operations"
    assert at(state, "c_gar_g") == "eliminated"
    for division, detachment, place in (
        (THIRD, "j_det_shigeto", "3510"),
        (HUNDRED_FIRST, "j_det_asama", "3610"),
        (ELEVENTH, "j_det_amaya", "3308"),
    ):
        assert {at(state, u) for u in (*division, detachment)} == {place}
    assert "3611" in {game.board.ids[n] for n in game.board.adjacent(game.board.index("3610"))}


@pytest.mark.case("SNC-10.5.3a")
def test_snc_ex_22(game: Game, play: Play, at: At) -> None:
    """Turn 3, second phase: the 101st and the SNLF destroy the garrison of 3511; the 101st advances."""
    units = {**SHANGHAI, **stack(HUNDRED_FIRST, "3610"), "c_gar_h": "3511", "c_div_088": "3411"}
    state = game.arrange(
        "campaign", units, turn=3, phase="second operations", side="japanese", order="attack", air=False
    )
    state = play(state, f"attack {group(*HUNDRED_FIRST, *SNLF)} 3511 with none", dice=[4])
    assert rolled(state)[0] == "6:1"
    assert at(state, "c_gar_h") == "eliminated"
    state = play(state, f"advance {group(*HUNDRED_FIRST)}")
    assert [at(state, u) for u in HUNDRED_FIRST] == ["3511"] * 4
    assert [at(state, u) for u in SNLF] == ["3512", "3512", "3611", "3611"]
    assert game.view(state).control["3511"] == "japanese"


@pytest.mark.case("SNC-10.3b", "SNC-10.4.1h", "SNC-10.5.2b")
def test_snc_ex_23(game: Game, play: Play) -> None:
    """Turn 3, second phase: 16 + 3 over the creek from 3510, 9.5, so 9 against 10 in Dachang: 1:2.

    Three markers and a town: 2:1. A 3 is 1/1: an elite brigade and a regiment of four are reduced.
    """
    there = ("c_bde_td1", "c_bde_td2", "c_div_013")
    attackers = (*THIRD, "j_det_shigeto")
    units = {**SHANGHAI, **stack(attackers, "3510"), **stack(there, "3410"), "c_div_088": "3411"}
    state = game.arrange(
        "campaign", units, turn=3, phase="second operations", side="japanese", order="attack", air=False
    )
    assert strength(game, state, *attackers) == 19
    text = f"attack {group(*attackers)} 3410 with artillery+air+naval"
    forecast = odds(game, state, text)
    assert (forecast.attack, forecast.defence, forecast.column) == (9, 10, "2:1 (from 1:2)")
    assert shifts(forecast) == [-1, 1, 1, 1]
    state = play(state, text, dice=[3])
    assert rolled(state) == ("2:1", 3, "1/1")
    assert {str(a) for a in game.legal(state)} == {"lose c_bde_td1", "lose c_bde_td2"}
    state = play(state, "lose c_bde_td2")
    assert {str(a) for a in game.legal(state)} == {f"lose {u}" for u in THIRD}
    state = play(state, f"lose {THIRD[1]}")
    assert steps(game, state, *there) == [2, 1, 1]
    assert steps(game, state, *attackers) == [2, 1, 2, 2, 2]
