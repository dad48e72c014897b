"""SNC-3.0, 3.1, 13: the set-up, the turn track, and every list of units and markers."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandtable.actions import Place
from sandtable.errors import DataError
from sandtable.game import Game
from sandtable.games.shanghai_nanking.orders import Land, RailEntry
from sandtable.games.shanghai_nanking.stacking import fits
from sandtable.state import State
from tests.games.shanghai_nanking.conftest import Play

Refused = Callable[[State, str], str]

BEACHES = ("3308", "3408", "3509", "3510", "3610")
LANDING_SITES = (
    *("2604", "2804", "2822", "3004", "3019", "3207", "3308"),
    *("3408", "3417", "3509", "3510", "3610", "3616", "3812"),
)
EASTERN_SITES = tuple(site for site in LANDING_SITES if site[:2] >= "32")
TENTH_ARMY = ("6th Division", "18th Division", "114th Division", "5th (9 Bde) Division")


def at_start(game: Game) -> dict[str, set[str]]:
    """The units in every hex of a new campaign."""
    return {space: {u.id for u in stack.units} for space, stack in game.view(game.new()).stacks.items()}


def divisions(*numbers: int) -> set[str]:
    return {f"c_div_{number:03d}" for number in numbers}


def brigades(*numbers: int) -> set[str]:
    return {f"c_bde_{number:03d}" for number in numbers}


def on_track(game: Game, turn: int, side: str) -> set[str]:
    """The units of a side in a box of the turn track when the campaign begins."""
    box = game.view(game.new()).boxes[f"turn {turn}"]
    return {unit.id for unit in box if unit.side == side}


def chinese_entries(game: Game, play: Play, turn: int) -> dict[str, set[str]]:
    """Where each Chinese unit of a turn may be placed, with the map empty of Japanese units."""
    due = dict.fromkeys(on_track(game, turn, "chinese"), turn)
    state = game.arrange("campaign", {}, turn=turn, phase="reinforcement", side="chinese", due=due)
    if state.decision is not None and state.decision.kind == "fly_cover":
        state = play(state, "fly yes", dice=[6])  # no interdiction
    return {unit: {a.space for a in game.legal(state).for_unit(unit) if isinstance(a, Place)} for unit in due}


def landings(game: Game, turn: int) -> dict[str, set[str]]:
    """The landing sites of each Japanese unit of a turn."""
    due = dict.fromkeys(on_track(game, turn, "japanese"), turn)
    state = game.arrange("campaign", {}, turn=turn, phase="reinforcement", side="japanese", due=due)
    return {unit: {a.site for a in game.legal(state).for_unit(unit) if isinstance(a, Land)} for unit in due}


def markers(game: Game, turn: int, side: str) -> dict[str, int]:
    """Fire support that is ready when a side's First Operations Phase of a turn begins."""
    places = {"c_gar_h": "3511"} if turn < 8 else {}
    state = game.arrange("campaign", places, turn=turn, phase="first operations", side=side)
    ready: dict[str, int] = game.view(state).facts["markers ready"]
    return {kind: count for kind, count in ready.items() if count}


# -- set-up ----------------------------------------------------------------------------------------


@pytest.mark.case("SNC-3.0b")
def test_stacking_limits_hold_in_the_set_up(game: Game) -> None:
    """Every stack is legal, and a set-up that is not is refused."""
    for units in at_start(game).values():
        indexes = [game.units.index_of(id) for id in units]
        assert fits(game, game.side_of[indexes[0]], indexes)
    with pytest.raises(DataError, match=r"3411 holds too many units \(SNC-3\.0b\)"):
        game.new(changes={"setup": [{"scenario": "campaign", "unit_id": "c_bde_045", "space": "3411"}]})
    moved = game.new(changes={"setup": [{"scenario": "campaign", "unit_id": "c_bde_045", "space": "3612"}]})
    assert moved.where[game.units.index_of("c_bde_045")] == game.board.index("3612")


@pytest.mark.case("SNC-3.1a")
def test_the_turn_marker_starts_in_the_first_box(game: Game) -> None:
    state = game.new()
    assert (state.turn, state.phase) == (1, "declaration")
    assert state.decision is not None
    assert state.decision.side == "chinese"


@pytest.mark.case("SNC-3.1b")
def test_every_reinforcement_waits_in_its_box(game: Game) -> None:
    """111 units on the track, 36 on the map, and four Japanese garrisons for cities yet to be taken."""
    view = game.view(game.new())
    boxes = {name: len(units) for name, units in view.boxes.items()}
    turns = {1: 1, 2: 20, 3: 34, 4: 9, 5: 15, 6: 3, 7: 25, 8: 4}
    assert boxes == {**{f"turn {turn}": units for turn, units in turns.items()}, "not in play": 4}
    assert sum(len(stack.units) for stack in view.stacks.values()) == 151 - sum(boxes.values())
    assert {unit.id for unit in view.boxes["not in play"]} == {f"j_gar_{letter}" for letter in "bcde"}


@pytest.mark.case("SNC-3.1c", "SNC-13.0f", "SNC-13.0n")
def test_markers_of_the_start_are_ready_on_turn_one(game: Game, play: Play) -> None:
    """Chinese artillery and Japanese ships' guns take part in the first combat of the game."""
    state = game.new()
    assert game.view(state).facts["markers ready"]["chinese artillery"] == 3
    assert markers(game, 1, "chinese") == {"chinese artillery": 3, "japanese naval": 2}
    state = play(
        state, "plan AA", "attack c_div_036+c_div_088 3512 with artillery", "support naval", dice=[3]
    )
    ready = game.view(state).facts["markers ready"]
    assert (ready["chinese artillery"], ready["japanese naval"]) == (2, 1)


@pytest.mark.case("SNC-3.1e")
def test_the_set_up_leaves_nothing_to_choose(game: Game) -> None:
    """Nobody is asked where to place; lettered garrisons are alike, so their letters do not matter."""
    first, second = game.new(seed=1), game.new(seed=2)
    assert list(first.where) == list(second.where)
    assert first.decision is not None
    assert first.decision.kind == "declare_plan"
    letters = [u for u in game.units if u.side == 0 and u.id.startswith("c_gar_") and len(u.id) == 7]
    assert len(letters) == 16
    assert len({(u.strength, u.kind, u.category, u.stacking, u.movement) for u in letters}) == 1


@pytest.mark.case("SNC-13.0a")
def test_chinese_named_garrisons(game: Game) -> None:
    start = at_start(game)
    for space, unit in (("3510", "wusong"), ("3509", "baoshan"), ("2410", "suzhou"), ("0202", "nanking")):
        assert start[space] == {f"c_gar_{unit}"}


@pytest.mark.case("SNC-13.0b")
def test_a_lettered_garrison_on_every_other_landing_site_and_in_3511(game: Game) -> None:
    assert {game.board.ids[s] for s in game.landing_sites} == set(LANDING_SITES)
    sites = [site for site in LANDING_SITES if site not in ("3509", "3510")]
    start, found = at_start(game), set()
    for space in (*sites, "3511"):
        here = {unit for unit in start[space] if unit.startswith("c_gar_")}
        assert len(here) == 1
        found |= here
    assert found == {f"c_gar_{letter}" for letter in "abcdefghijnop"}


@pytest.mark.case("SNC-13.0c")
def test_three_lettered_garrisons_in_the_interior(game: Game) -> None:
    start = at_start(game)
    assert start["1824"] | start["1102"] | start["0116"] == {f"c_gar_{letter}" for letter in "klm"}
    assert all(len(start[space]) == 1 for space in ("1824", "1102", "0116"))


@pytest.mark.case("SNC-13.0d", "SNC-13.0e")
def test_chinese_divisions_around_shanghai(game: Game) -> None:
    start = at_start(game)
    assert start["3710"] == brigades(45)
    assert start["3712"] == divisions(55)
    assert start["3711"] == divisions(56)
    assert start["3612"] == divisions(57)
    assert {unit for unit in start["3511"] if "gar" not in unit} == divisions(87, 98)
    assert start["3411"] == divisions(36, 88)
    assert start["3412"] == {"c_div_tp", "c_div_ppc"} | brigades(20)
    mobile = [unit for units in start.values() for unit in units if unit.startswith(("c_div", "c_bde"))]
    assert len(mobile) == 11


@pytest.mark.case("SNC-13.0n")
def test_the_japanese_in_shanghai(game: Game) -> None:
    start = at_start(game)
    assert start["3512"] == {"j_snlf_1", "j_snlf_2", "j_gar_shanghai"}
    assert start["3611"] == {"j_snlf_3", "j_gar_a"}
    assert {space for space, units in start.items() if any(u.startswith("j_") for u in units)} == {
        "3512",
        "3611",
    }


# -- Chinese reinforcements ------------------------------------------------------------------------


@pytest.mark.case("SNC-13.0g")
def test_chinese_turn_two(game: Game, play: Play) -> None:
    entries = chinese_entries(game, play, 2)
    for space, units in (
        ("2503", divisions(11, 14)),
        ("2410", divisions(3, 6, 7, 51, 58) | {"c_bde_td1", "c_bde_td2"}),
        ("1824", divisions(61, 62, 63)),
    ):
        assert {unit for unit, spaces in entries.items() if spaces == {space}} == units
    assert len(entries) == 12


GT3 = (13, 15, 16, 19, 33, 34, 40, 45, 52, 59, 76, 77, 90, 102, 103, 105, 109, 111, 112, 159, 160, 195)
GT5 = (1, 26, 32, 53, 131, 134, 135, 171, 173, 174, 176)
GT7 = (35, 41, 48, 107, 144, 145, 146, 148, 154, 156)


@pytest.mark.case("SNC-13.0h")
def test_five_brigades_on_turn_three_or_two(game: Game, play: Play) -> None:
    """R-04: the row can be read either way; a switch moves it."""
    five = brigades(11, 12, 13, 34, 37)
    entries = chinese_entries(game, play, 3)
    assert {unit for unit in entries if unit.startswith("c_bde")} == five
    assert all(entries[unit] == {"2410"} for unit in five)
    early = game.variant({"brigades_gt": "2"})
    assert five < on_track(early, 2, "chinese")
    assert not five & on_track(early, 3, "chinese")
    assert {unit for unit, spaces in chinese_entries(early, play, 2).items() if spaces == {"2410"}} > five


@pytest.mark.parametrize(
    ("turn", "units", "spaces"),
    [
        pytest.param(3, divisions(*GT3), {"2410"}, marks=pytest.mark.case("SNC-13.0i")),
        pytest.param(4, divisions(8, 9, 18, 44, 60), {"2410", "2318"}, marks=pytest.mark.case("SNC-13.0j")),
        pytest.param(5, divisions(*GT5), {"2410", "2318"}, marks=pytest.mark.case("SNC-13.0k")),
        pytest.param(6, divisions(46, 170, 172), {"0102"}, marks=pytest.mark.case("SNC-13.0l")),
        pytest.param(7, divisions(*GT7) | brigades(14), {"0102"}, marks=pytest.mark.case("SNC-13.0m")),
    ],
)
def test_chinese_turns_three_to_seven(
    game: Game, play: Play, turn: int, units: set[str], spaces: set[str]
) -> None:
    entries = chinese_entries(game, play, turn)
    arriving = entries.keys() - (brigades(11, 12, 13, 34, 37) if turn == 3 else set())
    assert arriving == units
    assert all(entries[unit] == spaces for unit in units)


@pytest.mark.case("SNC-13.0g", "SNC-13.0i")
def test_rail_entry_is_open_to_the_lists_of_turn_three_but_not_of_turn_two(game: Game, play: Play) -> None:
    for turn, unit in ((2, "c_div_003"), (3, "c_div_013")):
        state = game.arrange(
            "campaign", {}, turn=turn, phase="reinforcement", side="chinese", due={unit: turn}
        )
        if turn == 3:
            state = play(state, "fly yes", dice=[6])
        assert any(isinstance(a, RailEntry) for a in game.legal(state)) is (turn == 3)


# -- Japanese reinforcements -----------------------------------------------------------------------


@pytest.mark.case("SNC-13.0o")
def test_japanese_turn_one(game: Game, play: Play, refused: Refused) -> None:
    """R-46: SNLF 9 is simply set down in either hex of Shanghai, if it is Japanese."""
    assert on_track(game, 1, "japanese") == {"j_snlf_9"}
    places = {"j_snlf_1": "3512", "c_gar_h": "3511"}
    state = game.arrange(
        "campaign", places, turn=1, phase="reinforcement", side="japanese", due={"j_snlf_9": 1}
    )
    spaces = {a.space for a in game.legal(state).for_unit("j_snlf_9") if isinstance(a, Place)}
    assert spaces == {"3512", "3611"}
    assert not any(isinstance(a, Land) for a in game.legal(state))
    lost = game.arrange(
        "campaign", {**places, "c_div_087": "3611"}, turn=1, phase="reinforcement", side="japanese",
        due={"j_snlf_9": 1},
    )  # fmt: skip
    assert refused(lost, "place j_snlf_9 3611") == "SNC-13.0o"
    assert markers(game, 1, "japanese")["japanese naval"] == 3


@pytest.mark.parametrize(
    ("turn", "formations"),
    [
        pytest.param(
            2,
            {"3rd Division": ("3509", "3510"), "11th Division": ("3308", "3408")},
            marks=pytest.mark.case("SNC-13.0p"),
        ),
        pytest.param(
            3, {"101st Division": BEACHES, "detachment": BEACHES}, marks=pytest.mark.case("SNC-13.0q")
        ),
        pytest.param(4, {"9th Division": BEACHES}, marks=pytest.mark.case("SNC-13.0r")),
        pytest.param(5, {"13th Division": BEACHES}, marks=pytest.mark.case("SNC-13.0s")),
        pytest.param(7, dict.fromkeys(TENTH_ARMY, EASTERN_SITES), marks=pytest.mark.case("SNC-13.0t")),
        pytest.param(8, {"16th Division": LANDING_SITES}, marks=pytest.mark.case("SNC-13.0u")),
    ],
)
def test_japanese_landings(game: Game, turn: int, formations: dict[str, tuple[str, ...]]) -> None:
    found = landings(game, turn)
    sizes = {"detachment": 3, "5th (9 Bde) Division": 2}
    for formation, places in formations.items():
        units = [u for u in found if game.units.by_id(u).formation == formation]
        assert len(units) == sizes.get(formation, 4)
        assert all(found[unit] == set(places) for unit in units)
    assert len(found) == sum(sizes.get(formation, 4) for formation in formations)


@pytest.mark.case("SNC-13.0t")
def test_the_tenth_army_is_fourteen_units(game: Game) -> None:
    assert len(landings(game, 7)) == 14
    assert "3417" in landings(game, 7)["j_rgt_013_div_006"]
    with pytest.raises(DataError, match="14 units of the 10th Army instead of 13"):
        game.variant(changes={"limits": [{"id": "tenth_army_units", "value": 13}]})


@pytest.mark.parametrize(
    ("turn", "naval", "air", "artillery", "amphibious"),
    [
        pytest.param(1, 3, 0, 0, 0, marks=pytest.mark.case("SNC-13.0o")),
        pytest.param(2, 4, 1, 1, 2, marks=pytest.mark.case("SNC-13.0p")),
        pytest.param(3, 4, 2, 2, 2, marks=pytest.mark.case("SNC-13.0q")),
        pytest.param(4, 4, 3, 3, 2, marks=pytest.mark.case("SNC-13.0r")),
        pytest.param(5, 4, 3, 4, 2, marks=pytest.mark.case("SNC-13.0s")),
        (6, 4, 3, 4, 2),
        pytest.param(7, 4, 3, 5, 2, marks=pytest.mark.case("SNC-13.0t")),
        pytest.param(8, 4, 3, 6, 2, marks=pytest.mark.case("SNC-13.0u")),
    ],
)
def test_japanese_markers_as_they_arrive(
    game: Game, turn: int, naval: int, air: int, artillery: int, amphibious: int
) -> None:
    """They are there from the beginning of the Japanese player turn, not in the Chinese one before it."""
    expected = {"naval": naval, "air": air, "artillery": artillery, "amphibious": amphibious}
    ready = {f"japanese {kind}": count for kind, count in expected.items() if count}
    assert markers(game, turn, "japanese") == {**ready, "chinese artillery": 3}
    if turn > 1:
        assert markers(game, turn, "chinese") == markers(game, turn - 1, "japanese")


@pytest.mark.case("SNC-13.0v")
@pytest.mark.parametrize("turn", [8, 12])
def test_marker_totals_when_all_have_arrived(game: Game, turn: int) -> None:
    assert markers(game, turn, "japanese") == {
        "chinese artillery": 3, "japanese artillery": 6, "japanese air": 3, "japanese naval": 4,
        "japanese amphibious": 2,
    }  # fmt: skip
