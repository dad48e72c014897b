"""BOT-3.4, 4: who holds a hex, and how the game is won, lost or drawn."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest

from sandtable.game import Game
from sandtable.state import Result, State
from tests.games.conftest import At, Play
from tests.games.taierzhuang.conftest import CORDON, fighting, moving

BATTALION, REGIMENT = "jap-10-1-10-33", "chi-2-01"
LAST_ROW = (5, 4, 5, 4, 5, 4, 5, 4, 5, 5, 5, 5, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9)
NORTH = {f"{c:02d}{r:02d}" for c, last in enumerate(LAST_ROW, start=1) for r in range(1, last + 1)}
CENTRE = ("1108", "1109", "1208", "1209", "1309", "1408", "1409", "1509", "1510")
OUTER = (
    "1007", "1008", "1009", "1107", "1110", "1207", "1210", "1308", "1310", "1407", "1410", "1508",
    "1511", "1608", "1609", "1610", "1611",
)  # fmt: skip
LONGHAI = (
    "0419", "0519", "0618", "0719", "0818", "0919", "1018", "1119", "1218", "1319", "1418", "1519",
    "1619", "1719", "1819", "1919", "2019", "2120",
)  # fmt: skip
CUT_OFF = {"jap-10-hq": "1405", "jap-5-hq": "1506", **CORDON}
JOINED = {"jap-10-hq": "1405", "jap-5-hq": "1506"}


def japanese(spaces: Iterable[str]) -> dict[str, str]:
    return dict.fromkeys(spaces, "japanese")


def owner(state: State, *spaces: str) -> list[str]:
    control = state.game.view(state).control
    return [control[s] for s in spaces]


def last_phase(
    game: Game, units: dict[str, str], held: Iterable[str] = (), turn: int = 8, centre: bool = True
) -> State:
    """The last phase of a turn; these hexes are Japanese."""
    return fighting(game, units, turn=turn, control=japanese(held), centre=centre)


def ended(state: State) -> State:
    """After the end of the phase, with the game's own dice for what the next turn begins with."""
    return state.game.play(state, state.game.parse("end"))


def verdict(result: Result | None) -> tuple[str | None, str, str]:
    assert result is not None
    return result.winner, result.kind, result.case


# -- control -------------------------------------------------------------------------------------------


@pytest.mark.case("BOT-3.4a", "BOT-3.4b")
@pytest.mark.parametrize("scenario", ["campaign", "suggested"])
def test_the_front_line_divides_the_map_at_the_start(game: Game, scenario: str) -> None:
    control = game.view(game.new(scenario)).control
    assert len(control) == 429
    assert {s for s, side in control.items() if side == "japanese"} == NORTH
    assert {s for s, side in control.items() if side == "chinese"} == set(game.board.ids) - NORTH


@pytest.mark.case("BOT-3.4c")
def test_every_hex_that_a_unit_enters_changes_hands_at_once(game: Game, play: Play) -> None:
    """On the march, in an advance, and as a reinforcement; and it stays so when the unit has left."""
    state = moving(game, {BATTALION: "1305"})
    assert owner(state, "1306", "1307") == ["chinese", "chinese"]
    state = play(state, f"move {BATTALION} 1305-1306-1307-1306")
    assert owner(state, "1305", "1306", "1307") == ["japanese"] * 3
    state = moving(game, {REGIMENT: "1306"}, "chinese")
    state = play(state, f"move {REGIMENT} 1306-1305-1304")
    assert owner(state, "1305", "1304", "1303") == ["chinese", "chinese", "japanese"]
    state = fighting(game, {"chi-20-01": "1306", "jap-10-tank": "1305"}, "chinese", tested=["chi-20-01"])
    state = play(state, "attack chi-20-01 1305", dice=[5])  # 1/1, and nobody is left to advance
    assert owner(state, "1305") == ["japanese"]
    units = {"chi-20-01": "1306", "chi-20-02": "1205", "chi-20-03": "1304", "jap-10-tank": "1305"}
    state = fighting(game, units, "chinese")
    state = play(state, "attack chi-20-01+chi-20-02+chi-20-03 1305", dice=[6])
    while "advance" not in {a.verb for a in game.legal(state)}:
        state = play(state, "lose chi-20-03")
    assert owner(play(state, "advance chi-20-01"), "1305") == ["chinese"]
    assert owner(play(state, "advance none"), "1305") == ["japanese"]
    state = game.arrange(
        "campaign", {}, turn=7, phase="reinforcement", side="japanese", control={"0501": "chinese"}
    )
    assert owner(state, "0501") == ["chinese"]
    assert owner(play(state, "place jap-5-hq 0501"), "0501", "0601") == ["japanese", "japanese"]


@pytest.mark.case("BOT-3.4d")
def test_a_zone_of_control_is_no_control(game: Game, play: Play) -> None:
    around = ("1407", "1307", "1507")
    state = play(moving(game, {BATTALION: "1405"}), f"move {BATTALION} 1405-1406")
    assert all(state.zone[0][game.board.index(s)] for s in around)
    assert owner(state, *around) == ["chinese"] * 3
    state = play(moving(game, {REGIMENT: "1406"}, "chinese"), f"move {REGIMENT} 1406-1506")
    assert state.zone[1][game.board.index("1505")]
    assert owner(state, "1505") == ["japanese"]


@pytest.mark.case("BOT-3.4e")
def test_control_matters_for_city_and_railway_only(game: Game) -> None:
    """All other hexes change nothing at the end, and no control ever hinders a march."""
    other = set(game.board.ids) - {*CENTRE, *OUTER, *LONGHAI}
    for held in ((), other):
        assert verdict(ended(last_phase(game, JOINED, held)).result)[1] == "draw"
        assert verdict(ended(last_phase(game, CUT_OFF, held)).result)[1] == "isolation"
    marches = [
        {str(a) for a in game.legal(moving(game, {BATTALION: "1306"}, control=dict.fromkeys(other, side)))}
        for side in game.sides
    ]
    assert marches[0] == marches[1]


# -- sudden victories ----------------------------------------------------------------------------------


@pytest.mark.case("BOT-4.1a")
@pytest.mark.parametrize("turn", [1, 4, 8])
def test_the_japanese_win_at_once_with_all_of_the_city(game: Game, play: Play, turn: int) -> None:
    """In the middle of a march too: the unit goes no farther."""
    city = set(CENTRE) | set(OUTER)
    assert {game.board.ids[s] for s in game.city} == city
    assert len(city) == 26
    for last, way in (("1107", "1106-1107-1207"), ("1308", "1307-1308"), ("1408", "1308-1408-1508")):
        start, *_ = way.split("-")
        held = japanese(city - {last})
        state = moving(game, {BATTALION: start}, turn=turn, control=held, centre=True)
        assert state.result is None
        after = play(state, f"move {BATTALION} {way}")
        assert verdict(after.result) == ("japanese", "city", "BOT-4.1a")
        assert after.where[0] == game.board.index(last)
        missing = japanese(city - {last, "1611"})
        state = moving(game, {BATTALION: start}, turn=turn, control=missing, centre=True)
        assert play(state, f"move {BATTALION} {way}").result is None


@pytest.mark.case("BOT-4.1a")
def test_an_advance_takes_the_last_city_hex_too(game: Game, play: Play) -> None:
    held = japanese({*CENTRE, *OUTER} - {"1308"})
    units = {BATTALION: "1307", "jap-10-2-10-33": "1407", "jap-10-3-10-33": "1207", "chi-20-art4": "1308"}
    state = fighting(game, units, control=held)
    group = f"{BATTALION}+jap-10-2-10-33+jap-10-3-10-33"
    state = play(state, f"attack {group} 1308 with none", dice=[6])  # 24 - 1, two columns left: 1/2
    while "lose" in {a.verb for a in game.legal(state)}:
        assert state.result is None
        state = play(state, "lose jap-10-2-10-33")
    assert state.result is None
    assert verdict(play(state, f"advance {BATTALION}").result) == ("japanese", "city", "BOT-4.1a")


@pytest.mark.case("BOT-4.2a")
@pytest.mark.parametrize("hq", ["jap-10-hq", "jap-5-hq"])
@pytest.mark.parametrize("turn", [2, 8])
def test_the_chinese_win_at_once_when_a_headquarters_falls(
    game: Game, play: Play, at: At, hq: str, turn: int
) -> None:
    units = {hq: "1304", BATTALION: "1404", "chi-20-art4": "1305"}
    state = play(fighting(game, units, "chinese", turn=turn), "attack chi-20-art4 1304", dice=[5])  # 1/1
    assert at(state, hq) == "eliminated"
    assert verdict(state.result) == ("chinese", "headquarters", "BOT-4.2a")
    state = play(fighting(game, units, "chinese", turn=turn), "attack chi-20-art4 1304", dice=[4])  # 1/0
    assert (at(state, hq), state.result) == ("1304", None)
    units = {hq: "1304", "jap-10-tank": "1404", "chi-20-art4": "1305", "chi-2-01": "1405"}
    state = fighting(game, {**units, "chi-20-01": "1505"}, "chinese", turn=turn)
    state = play(state, "attack chi-2-01 1404", dice=[5])
    assert (at(state, "jap-10-tank"), state.result) == ("eliminated", None)  # only a headquarters counts


@pytest.mark.case("BOT-4.2a")
def test_a_headquarters_lost_in_its_own_attack_or_by_overstacking_counts(game: Game, play: Play) -> None:
    """R-21; an option leaves the overstacked one out."""
    state = fighting(game, {"jap-10-hq": "1304", "chi-20-art4": "1305"})
    state = play(state, "attack jap-10-hq 1305 with none", dice=[4])  # 1/0
    assert verdict(state.result) == ("chinese", "headquarters", "BOT-4.2a")
    units = {"jap-10-hq": "1304", "jap-10-tank": "1304", REGIMENT: "1519"}
    state = play(moving(game, units), "end", "disband jap-10-hq")
    assert verdict(state.result) == ("chinese", "headquarters", "BOT-4.2a")
    assert play(moving(game, units), "end", "disband jap-10-tank").result is None
    state = moving(game, units, options=["hq_any_loss_counts=off"])
    assert play(state, "end", "disband jap-10-hq").result is None


# -- the sixth turn ------------------------------------------------------------------------------------


@pytest.mark.case("BOT-4.2b")
@pytest.mark.parametrize("turn", [2, 5, 6, 7])
def test_the_chinese_win_when_the_centre_was_not_entered_by_the_end_of_turn_6(game: Game, turn: int) -> None:
    """Outer city hexes do not help."""
    state = ended(last_phase(game, {**JOINED, BATTALION: "1207"}, OUTER, turn, centre=False))
    if turn == 6:
        assert verdict(state.result) == ("chinese", "city centre", "BOT-4.2b")
    else:
        assert (state.result, state.turn) == (None, turn + 1)


@pytest.mark.case("BOT-4.2b", "BOT-4.2c")
@pytest.mark.parametrize("turn", [1, 6])
@pytest.mark.parametrize(("way", "enters"), [("1407-1408-1508", True), ("1407-1308", False)])
def test_having_been_in_the_centre_is_enough(
    game: Game, play: Play, turn: int, way: str, enters: bool
) -> None:
    """In and out again in one march of the last moment."""
    state = moving(game, {**JOINED, BATTALION: "1407"}, turn=turn, order="combat-move")
    state = play(state, f"move {BATTALION} {way}")
    assert game.view(state).facts["city centre entered"] is enters
    if turn == 6:
        state = ended(state)
        assert (state.result is None) is enters


@pytest.mark.case("BOT-4.2c")
@pytest.mark.parametrize("space", CENTRE)
def test_every_centre_hex_averts_it(game: Game, play: Play, space: str) -> None:
    around = [game.board.ids[s] for s in game.board.adjacent(game.board.index(space))]
    start = next(s for s in around if s in OUTER)
    state = moving(game, {**JOINED, BATTALION: start}, turn=6, order="combat-move")
    assert verdict(ended(state).result) == ("chinese", "city centre", "BOT-4.2b")
    assert ended(play(state, f"move {BATTALION} {start}-{space}")).result is None


@pytest.mark.case("BOT-4.2c")
def test_the_centre_need_not_be_kept(game: Game, play: Play) -> None:
    """Entered and left in turn 5, retaken by the Chinese in turn 6: turn 7 begins all the same."""
    units = {**JOINED, BATTALION: "1407", REGIMENT: "1310"}
    state = moving(game, units, turn=5, order="combat-move")
    state = play(state, f"move {BATTALION} 1407-1408-1508")
    rng = Random(1)
    while state.result is None and state.turn < 7:
        verbs = {a.verb for a in game.legal(state)}
        if state.phase == "movement" and state.side == 1 and owner(state, "1408") == ["japanese"]:
            state = play(state, f"move {REGIMENT} 1310-1309-1408")
        elif "end" in verbs:
            state = ended(state)
        else:
            state = game.play(state, game.legal(state).sample(rng))
        if state.turn == 6 and state.side == 0:
            assert owner(state, *CENTRE) == ["chinese"] * 9
    assert (state.result, state.turn) == (None, 7)


@pytest.mark.case("BOT-4.2c")
def test_chinese_units_in_the_centre_do_not_count_as_its_entry(game: Game, play: Play) -> None:
    state = moving(game, {**JOINED, REGIMENT: "1407"}, "chinese", turn=6)
    state = play(state, f"move {REGIMENT} 1407-1408")
    assert game.view(state).facts["city centre entered"] is False


# -- the end of the eighth turn ------------------------------------------------------------------------


@pytest.mark.case("BOT-4.1b")
@pytest.mark.parametrize(
    ("centre", "railway"), [*((c, "1218") for c in CENTRE), *(("1309", r) for r in LONGHAI)]
)
def test_a_hex_of_the_centre_and_one_of_the_railway_win_at_the_end(
    game: Game, centre: str, railway: str
) -> None:
    result = ended(last_phase(game, JOINED, (centre, railway))).result
    assert verdict(result) == ("japanese", "foothold", "BOT-4.1b")


@pytest.mark.case("BOT-4.1b", "BOT-4.3a")
@pytest.mark.parametrize(
    "held",
    [
        pytest.param((), id="nothing"),
        pytest.param(CENTRE, id="centre only"),
        pytest.param(LONGHAI, id="railway only"),
        pytest.param((*OUTER, *LONGHAI), id="outer city and railway"),
        pytest.param((*CENTRE, "0713", "1115", "1217", "0320", "2219"), id="centre and branch line"),
    ],
)
def test_less_than_both_is_a_draw(game: Game, held: tuple[str, ...]) -> None:
    assert verdict(ended(last_phase(game, JOINED, held)).result) == (None, "draw", "BOT-4.3a")


@pytest.mark.case("BOT-4.1b")
def test_the_foothold_counts_only_at_the_end_of_turn_8(game: Game, play: Play) -> None:
    """Not in turn 7, not before the last phase, and not when the hex has been lost again."""
    held = ("1309", "1218")
    assert ended(last_phase(game, JOINED, held, 7)).result is None
    state = moving(game, JOINED, turn=8, control=japanese(held), centre=True)
    assert state.result is None
    state = play(state, "end")
    assert (state.result, state.phase) == (None, "combat")
    assert verdict(ended(state).result)[1] == "foothold"
    state = moving(game, {**JOINED, REGIMENT: "1217"}, "chinese", turn=8, control=japanese(held), centre=True)
    state = play(state, f"move {REGIMENT} 1217-1218")
    while state.result is None:
        choice = "order move-combat" if state.phase == "declaration" else "end"
        state = play(state, choice)
    assert verdict(state.result) == (None, "draw", "BOT-4.3a")


@pytest.mark.case("BOT-4.2d", "BOT-4.3a")
def test_both_headquarters_cut_off_at_the_end_lose_the_game(game: Game) -> None:
    result = ended(last_phase(game, CUT_OFF)).result
    assert verdict(result) == ("chinese", "isolation", "BOT-4.2d")
    one_free = {**CUT_OFF, "jap-5-hq": "1501"}
    assert verdict(ended(last_phase(game, one_free)).result) == (None, "draw", "BOT-4.3a")
    one_absent = {unit: space for unit, space in CUT_OFF.items() if unit != "jap-5-hq"}
    assert verdict(ended(last_phase(game, one_absent)).result) == (None, "draw", "BOT-4.3a")
    gap = {unit: space for unit, space in CUT_OFF.items() if unit != "chi-20-04"}
    assert verdict(ended(last_phase(game, gap)).result) == (None, "draw", "BOT-4.3a")
    assert ended(last_phase(game, CUT_OFF, turn=7)).result is None


@pytest.mark.case("BOT-4.3b", "BOT-4.1b", "BOT-4.2d")
def test_a_foothold_of_isolated_headquarters_is_a_draw(game: Game) -> None:
    held = ("1309", "1218")
    assert verdict(ended(last_phase(game, CUT_OFF, held)).result) == (None, "draw", "BOT-4.3b")
    assert verdict(ended(last_phase(game, JOINED, held)).result)[0] == "japanese"
    assert verdict(ended(last_phase(game, CUT_OFF)).result)[0] == "chinese"


@pytest.mark.case("BOT-4.0a")
def test_these_are_all_the_ways_to_win(game: Game, play: Play) -> None:
    """Each of the five in its simplest form; random games end in no other way."""
    city = japanese({*CENTRE, *OUTER} - {"1107"})
    hq = {"jap-10-hq": "1304", "chi-20-art4": "1305"}
    found = {
        verdict(state.result)[:2]
        for state in (
            play(moving(game, {BATTALION: "1106"}, control=city), f"move {BATTALION} 1106-1107"),
            ended(last_phase(game, JOINED, ("1309", "1218"))),
            play(fighting(game, hq, "chinese"), "attack chi-20-art4 1304", dice=[5]),
            ended(last_phase(game, JOINED, (), 6, centre=False)),
            ended(last_phase(game, CUT_OFF)),
        )
    }
    assert found == {
        ("japanese", "city"), ("japanese", "foothold"), ("chinese", "headquarters"),
        ("chinese", "city centre"), ("chinese", "isolation"),
    }  # fmt: skip
    for seed in range(6):
        state, rng = game.new("suggested", seed=seed), Random(seed)
        while state.result is None:
            state = game.play(state, game.legal(state).sample(rng))
        assert verdict(state.result)[:2] in {*found, (None, "draw")}
