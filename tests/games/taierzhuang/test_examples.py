"""The worked examples BOT-EX-1 to 7 and the derived vectors BOT-DX-1 to 12, played with scripted dice.

Each test bears the name of its example.
"""

from __future__ import annotations

from itertools import combinations

import pytest

from sandtable.actions import Move
from sandtable.game import Game
from sandtable.state import State
from tests.games.conftest import At, Play, Refused
from tests.games.taierzhuang.conftest import CORDON, fighting, moving, odds, shifts

BATTALION, OTHER, THIRD, FOURTH = (f"jap-10-{n}" for n in ("1-10-33", "2-10-33", "3-10-33", "1-63-33"))
HQ, TANK, BLANK, GUNS = "jap-10-hq", "jap-10-tank", "chi-2-01", "chi-20-art4"
WEAK, FOUR, STRONG = "chi-2-87-44", "chi-2-175-88-30", "chi-2-181-91-31"
"""Regiments with 2, 4 and 5 defence factors."""
MIDDLE, AROUND = "1803", ("1802", "1903", "1904", "1804", "1704", "1703")
"""A clear hex, and its neighbours from north by east."""


def steps(state: State, *units: str) -> list[int]:
    return [state.steps[state.game.units.index_of(u)] for u in units]


def fought(state: State) -> dict[str, object]:
    """The sums and the result of the last roll."""
    return next(e.data for e in state.events or () if e.case == "BOT-9.8a")


def ends_of_moves(state: State, unit: str) -> set[str]:
    return {a.path[-1] for a in state.game.legal(state).for_unit(unit) if isinstance(a, Move)}


# -- from the rules ------------------------------------------------------------------------------------


@pytest.mark.case("BOT-2.1c")
def test_bot_ex_1(game: Game) -> None:
    """Hex 0414 is Wanzhuang."""
    assert game.board.names[game.board.index("0414")] == "Wanzhuang"


@pytest.mark.case("BOT-2.3.2b")
def test_bot_ex_2(game: Game) -> None:
    """R-2: battalion, regiment, brigade."""
    rows = {row.needed("id"): row for row in game.data.table("units")}
    assert rows[BATTALION].needed("designation") == "1/10/33"
    assert game.units.by_id(BATTALION).name == "1st Battalion, Regiment 10, Brigade 33"
    assert rows["jap-10-4-39-8"].needed("designation") == "4/39/8"
    assert game.units.by_id("jap-10-4-39-8").name == "4th Battalion, Regiment 39, Brigade 8"


@pytest.mark.case("BOT-2.3.2c")
def test_bot_ex_3(game: Game, play: Play, at: At) -> None:
    """Battalion 4/39/8 has two steps on a single counter: the second loss removes it."""
    unit = "jap-10-4-39-8"
    row = next(row for row in game.data.table("units") if row.needed("id") == unit)
    assert row.integer("counters", 1, 2) == 1
    state = fighting(game, {unit: "1703", BLANK: MIDDLE})
    assert steps(state, unit) == [2]
    assert at(play(state, f"attack {unit} {MIDDLE} with none", dice=[2]), unit) == "eliminated"  # 2/0


@pytest.mark.case("BOT-8.3b", "BOT-8.3c")
def test_bot_ex_4(game: Game, play: Play, refused: Refused) -> None:
    """A village among fields costs three points: two of them and one clear hex are eight."""
    state = moving(game, {BATTALION: "0609"})
    state_after = play(state, f"move {BATTALION} 0609-0709-0808-0709")
    assert steps(state_after, BATTALION) == [4]
    assert refused(state, f"move {BATTALION} 0609-0709-0808-0709-0708") == "BOT-8.2a"
    assert refused(state, f"move {BATTALION} 0609-0709-0808-0709-0710") == "BOT-8.2a"


@pytest.mark.case("BOT-9.1g", "BOT-9.1h")
def test_bot_ex_5(game: Game) -> None:
    """15 against 3 is a differential of 12: column +10."""
    units = {BATTALION: "1703", TANK: "1703", OTHER: "1802", BLANK: MIDDLE}
    state = fighting(game, units, steps={OTHER: 1}, faces={BLANK: "chi-2-177-89-30"})
    forecast = odds(state, f"attack {BATTALION}+{TANK}+{OTHER} {MIDDLE} with none")
    assert (forecast.attack, forecast.defence, forecast.modifiers) == (15, 3, ())
    assert forecast.column == "+10"


@pytest.mark.case("BOT-4.2c")
def test_bot_ex_6(game: Game, play: Play) -> None:
    """One that was in the centre before and has left averts the loss of turn 6; one outside does not."""
    been = moving(game, {BATTALION: "1408", HQ: "1702", BLANK: "0218"}, turn=6, fifth=True)
    been = play(been, f"move {BATTALION} 1408-1407", "end")
    been = game.play(been, game.parse("end"))  # with its own dice: the 20th Army arrives
    assert (been.result, been.turn) == (None, 7)
    never = moving(game, {BATTALION: "1407", HQ: "1702", BLANK: "0218"}, turn=6, fifth=True)
    never = play(never, f"move {BATTALION} 1407-1406", "end", "end")
    assert never.result is not None
    assert (never.result.winner, never.result.case) == ("chinese", "BOT-4.2b")


@pytest.mark.case("BOT-9.8b")
def test_bot_ex_7(game: Game, play: Play) -> None:
    """A result of 1/2: one step of the four attackers in all, two of the defender."""
    faces = ("chi-20-7-4-2", "chi-20-11-6-2", "chi-20-145-73-25", "chi-20-149-75-25")  # 5 each
    blanks = [f"chi-20-0{n}" for n in range(1, 5)]
    units = {BATTALION: MIDDLE, **dict(zip(blanks, AROUND[:4], strict=True))}
    state = fighting(game, units, "chinese", faces=dict(zip(blanks, faces, strict=True)))
    state = play(state, f"attack {'+'.join(blanks)} {MIDDLE}", dice=[6])  # 20 - 8
    assert fought(state)["result"] == "die 6, result 1/2"
    state = play(state, "lose chi-20-03")
    assert steps(state, BATTALION, *blanks) == [2, 1, 1, 0, 1]


# -- derived -------------------------------------------------------------------------------------------


@pytest.mark.case("BOT-2.3.7d", "BOT-2.3.7e", "BOT-2.3.7f", "BOT-2.3.7g")
def test_bot_dx_1(game: Game, play: Play, at: At) -> None:
    """8-8, 6-6, 4-4, 2-2, gone; what is left over of a loss is ignored."""
    units = {BATTALION: "1703", BLANK: MIDDLE}
    attack, back = f"attack {BATTALION} {MIDDLE} with none", f"attack {BLANK} 1703"
    for left in (4, 3, 2, 1):
        detail = {"steps": {BATTALION: left}, "faces": {BLANK: STRONG}}
        state = fighting(game, units, **detail)
        assert odds(state, attack).attack == 2 * left
        assert odds(fighting(game, units, "chinese", **detail), back).defence == 2 * left
        after = play(state, attack, dice=[4])  # 1/0
        assert fought(after)["result"] == "die 4, result 1/0"
        assert steps(after, BATTALION) == [left - 1]
        walk = moving(game, {BATTALION: "1701"}, steps={BATTALION: left})
        assert {"1705"} <= ends_of_moves(walk, BATTALION)
        assert "1706" not in ends_of_moves(walk, BATTALION)
    assert at(after, BATTALION) == "eliminated"
    after = play(fighting(game, units, steps={BATTALION: 1}, faces={BLANK: STRONG}), attack, dice=[1])
    assert fought(after)["result"] == "die 1, result 3/0"
    assert (at(after, BATTALION), at(after, BLANK)) == ("eliminated", MIDDLE)


@pytest.mark.case("BOT-5.4a", "BOT-5.4b")
@pytest.mark.parametrize("turn", range(2, 8))
def test_bot_dx_2(game: Game, play: Play, turn: int) -> None:
    """One die in six on turn 2, five on turn 6, and on turn 7 none is rolled."""
    state = fighting(game, {HQ: "1702", BLANK: "0218"}, "chinese", turn=turn, centre=True)
    arrived = 0
    for die in range(1, 7):
        after = play(state, "end", dice=[die] if turn < 7 else [])
        assert after.decision is not None
        comes = after.decision.kind == "arrive"
        assert comes == (die < turn)
        arrived += comes
    assert arrived == turn - 1


@pytest.mark.case("BOT-9.3i", "BOT-9.3j")
def test_bot_dx_3(game: Game, play: Play) -> None:
    """Dice 6, 5 and 1 are seven factors; four count beside the four of the battalion."""
    state = fighting(game, {BATTALION: "1703", HQ: "1702", BLANK: MIDDLE}, steps={BATTALION: 2})
    state = play(state, f"attack {BATTALION} {MIDDLE} with air+air+artillery", dice=[6, 5, 1, 4])
    sums = fought(state)
    assert (sums["attack"], sums["support"]) == (4, 4)
    full = fighting(game, {BATTALION: "1703", HQ: "1702", BLANK: MIDDLE})
    full = play(full, f"attack {BATTALION} {MIDDLE} with air+air+artillery", dice=[6, 5, 1, 4])
    assert (fought(full)["attack"], fought(full)["support"]) == (8, 7)


@pytest.mark.case("BOT-9.3d", "BOT-9.3e")
def test_bot_dx_4(game: Game, refused: Refused) -> None:
    """From 1306: the centre at three hexes never, the city at four, beyond the bridge at five not."""
    centre = fighting(game, {HQ: "1306", BATTALION: "1308", BLANK: "1309"})
    assert refused(centre, f"attack {BATTALION} 1309 with artillery") == "BOT-9.3e"
    city = fighting(game, {HQ: "1306", BATTALION: "1309", BLANK: "1310"})
    game.check(city, game.parse(f"attack {BATTALION} 1310 with artillery"))
    far = fighting(game, {HQ: "1306", BATTALION: "1310", BLANK: "1311"})
    assert refused(far, f"attack {BATTALION} 1311 with artillery") == "BOT-9.3d"
    game.check(far, game.parse(f"attack {BATTALION} 1311 with air"))


@pytest.mark.case("BOT-9.4c", "BOT-9.7a", "BOT-9.7c", "BOT-9.7d")
def test_bot_dx_5(game: Game, play: Play) -> None:
    """16 and 4 against 4 through the wall: from +15 down to 0; a roll of 5 costs the attackers two steps."""
    units = {BATTALION: "1406", OTHER: "1507", HQ: "1405", BLANK: "1407"}
    state = fighting(game, units, faces={BLANK: FOUR})
    attack = f"attack {BATTALION}+{OTHER} 1407 with air+artillery"
    assert shifts(odds(state, attack)) == {"BOT-9.7a": -2, "BOT-9.7d": -1}
    state = play(state, attack, dice=[3, 4, 5])
    sums = fought(state)
    assert (sums["attack"], sums["support"], sums["defence"]) == (16, 4, 4)
    assert (sums["column"], sums["result"]) == ("0 or less (from +15)", "die 5, result 2/1")
    state = play(state, f"lose {BATTALION}", f"lose {OTHER}")
    assert steps(state, BATTALION, OTHER, BLANK) == [3, 3, 0]


@pytest.mark.case("BOT-8.4b", "BOT-9.6c")
def test_bot_dx_6(game: Game, refused: Refused) -> None:
    """All across the canal, bridged or not: one column left; one from the north bank: none."""
    units = {BATTALION: "0711", "chi-20-01": "0712", "chi-20-02": "0811", "chi-20-03": "0710"}
    state = fighting(game, {**units, GUNS: "0712"}, "chinese")
    for chosen in ("chi-20-01+chi-20-02", "chi-20-02", "chi-20-01", f"chi-20-02+{GUNS}"):
        assert shifts(odds(state, f"attack {chosen} 0711")) == {"BOT-9.6c": -1}
    assert shifts(odds(state, "attack chi-20-01+chi-20-02+chi-20-03 0711")) == {}
    beyond = fighting(game, {**units, GUNS: "0811"}, "chinese")
    assert refused(beyond, f"attack chi-20-02+{GUNS} 0711") == "BOT-8.4b"


@pytest.mark.case("BOT-8.3d", "BOT-8.3h")
def test_bot_dx_7(game: Game, refused: Refused) -> None:
    """By the railway bridge for one point; elsewhere not at all."""
    state = moving(game, {HQ: "0711"}, changes={"units": [{"id": HQ, "move_s1": 1}]})
    assert ends_of_moves(state, HQ) == {"0710", "0712"}
    assert refused(moving(game, {HQ: "0611"}), f"move {HQ} 0611-0612") == "BOT-8.3h"


@pytest.mark.case("BOT-8.3f", "BOT-9.7j")
def test_bot_dx_8(game: Game, play: Play, refused: Refused, at: At) -> None:
    """A tank company adds one factor against the centre instead of five, and stays outside."""
    state = fighting(game, {BATTALION: "1308", TANK: "1308", BLANK: "1309"}, faces={BLANK: WEAK})
    attack = f"attack {BATTALION}+{TANK} 1309 with none"
    assert odds(state, attack).attack == 8 + 1
    assert odds(state, f"attack {TANK} 1309 with none").attack == 1
    state = play(state, attack, "cancel no", f"lose {BATTALION}", f"lose {BATTALION}", dice=[6])  # 2/1
    assert refused(state, f"advance {BATTALION}+{TANK}") == "BOT-9.9a"
    state = play(state, f"advance {BATTALION}")
    assert (at(state, BATTALION), at(state, TANK)) == ("1309", "1308")


@pytest.mark.case("BOT-5.3d", "BOT-7.3a")
def test_bot_dx_9(game: Game, play: Play) -> None:
    """A chain of Japanese units through Chinese zones carries supply until one of them is missing."""
    chain = {BATTALION: "1504", OTHER: "1503"}
    for units, lost in (
        (chain, ()),
        ({BATTALION: "1504"}, ("10",)),
        ({OTHER: "1503"}, ("10",)),
        ({}, ("10",)),
    ):
        state = fighting(game, {HQ: "1505", **CORDON, **units}, "chinese", turn=3, fifth=True)
        assert play(state, "end").vars["unsupplied"] == lost


@pytest.mark.case("BOT-9.10a", "BOT-9.10c", "BOT-9.11a", "BOT-9.11b")
def test_bot_dx_10(game: Game, play: Play, refused: Refused, at: At) -> None:
    """Around the flank without a roll, then an ordinary attack, but no second flank attack."""
    state = fighting(game, {BATTALION: "1505", BLANK: "1506", "chi-2-02": "1706"})
    state = play(state, f"flank {BATTALION} 1605")
    assert (at(state, BATTALION), steps(state, BATTALION)) == ("1605", [4])
    assert refused(state, f"flank {BATTALION} 1606") == "BOT-9.10c"
    assert {a.focus for a in game.legal(state) if a.verb == "attack"} == {"1506", "1706"}
    assert not [a for a in game.legal(state) if a.verb == "flank"]
    state = play(state, f"attack {BATTALION} 1506 with none", dice=[4])
    assert str(fought(state)["result"]).startswith("die 4")


def is_concentric(places: tuple[int, ...]) -> bool:
    """Opposite hexes, three alternate ones, or more than three."""
    opposite = any((place + 3) % 6 in places for place in places)
    return opposite or len(places) > 3 or set(places) in ({0, 2, 4}, {1, 3, 5})


@pytest.mark.case("BOT-9.5a", "BOT-9.5b", "BOT-9.5c", "BOT-9.5d", "BOT-9.5e", "BOT-9.7b", "BOT-9.7g")
def test_bot_dx_11(game: Game) -> None:
    """Every choice of the six hexes; never for the Chinese, never against city or centre."""
    division = [u.id for u in game.units if u.formation == "10" and u.kind == "infantry"][:6]
    japanese = fighting(game, {**dict(zip(division, AROUND, strict=True)), BLANK: MIDDLE})
    army = [f"chi-20-0{n}" for n in range(1, 7)]
    chinese = fighting(game, {**dict(zip(army, AROUND, strict=True)), BATTALION: MIDDLE}, "chinese")
    for size in range(1, 7):
        for places in combinations(range(6), size):
            chosen = "+".join(division[p] for p in places)
            expected = {"BOT-9.5d": 1} if is_concentric(places) else {}
            assert shifts(odds(japanese, f"attack {chosen} {MIDDLE} with none")) == expected
            chosen = "+".join(army[p] for p in places)
            assert shifts(odds(chinese, f"attack {chosen} {MIDDLE}")) == {}
    for target, case in (("1407", "BOT-9.7a"), ("1309", "BOT-9.7f")):
        around = [game.board.ids[s] for s in game.board.around(game.board.index(target))]
        state = fighting(game, {**dict(zip(division, around, strict=True)), BLANK: target})
        assert shifts(odds(state, f"attack {'+'.join(division)} {target} with none")) == {case: -2}


@pytest.mark.case("BOT-9.7c", "BOT-9.8d", "BOT-9.8f")
def test_bot_dx_12(game: Game, play: Play, at: At) -> None:
    """0/2 against one regiment in the city: one step of the attackers, exactly, and they advance."""
    units = {BATTALION: "1406", OTHER: "1507", THIRD: "1307", FOURTH: "1308", BLANK: "1407"}
    state = fighting(game, units, faces={BLANK: FOUR})  # 32 - 4: +25, two columns left
    attackers = (BATTALION, OTHER, THIRD, FOURTH)
    state = play(state, f"attack {'+'.join(attackers)} 1407 with none", dice=[6])
    assert game.crt.result(3, 6) == (0, 2)
    assert (fought(state)["column"], fought(state)["result"]) == ("+15 (from +25)", "die 6, result 1/2")
    state = play(state, f"lose {THIRD}")
    assert (steps(state, *attackers), at(state, BLANK)) == ([4, 4, 3, 4], "eliminated")
    assert at(play(state, f"advance {THIRD}"), THIRD) == "1407"
