"""BOT-6: who may share a hex, what the enemy sees of it, and the attack that armour may call off."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from sandtable.game import Game
from sandtable.state import State
from tests.games.conftest import At, Play, Refused, asked
from tests.games.taierzhuang.conftest import fighting, moving

BATTALION, SECOND, OTHER = "jap-10-1-10-33", "jap-10-2-10-33", "jap-5-1-21-21"
HQ, TANK, CARS, FIFTH_HQ = "jap-10-hq", "jap-10-tank", "jap-10-ac-10", "jap-5-hq"
REGIMENT, TWENTIETH, GUNS = "chi-2-01", "chi-20-01", "chi-20-art4"
WEAK = {REGIMENT: "chi-2-175-88-30"}


def together(game: Game, play: Play, units: Sequence[str], side: str = "japanese") -> bool:
    """Do these units pass the check at the end of a Movement Phase in one clear hex?"""
    state = moving(game, {**dict.fromkeys(units, "1503"), HQ: "1503" if HQ in units else "2001"}, side)
    state = play(state, "end")
    if asked(state) == ("eliminate_overstack", side):
        return False
    assert asked(state) == ("attack", side)
    return True


def seen(state: State, eye: str, hex: str) -> tuple[list[str], int]:
    """The units of a hex that a side sees, and how many lie beneath."""
    stack = state.game.view(state, eye).stacks[hex]
    return [unit.id for unit in stack.units], stack.hidden


# -- stacking ---------------------------------------------------------------------------------------------


@pytest.mark.case("BOT-6.0a")
def test_enemies_never_share_a_hex(game: Game, refused: Refused) -> None:
    units = {BATTALION: "1404", REGIMENT: "1403"}
    assert refused(moving(game, units), f"move {BATTALION} 1404-1403") == "BOT-6.0a"
    assert refused(moving(game, units, "chinese"), f"move {REGIMENT} 1403-1404") == "BOT-6.0a"
    mixed = moving(game, {BATTALION: "1404", REGIMENT: "1404"})
    assert "BOT-6.0a" in {defect.case for defect in game.status(mixed)}
    assert "BOT-6.0a" not in {defect.case for defect in game.status(moving(game, units))}


@pytest.mark.case("BOT-6.0b", "BOT-6.1a", "BOT-6.2a")
def test_the_set_up_obeys_stacking(game: Game, play: Play, refused: Refused) -> None:
    state = play(game.new("campaign", seed=1), f"place {BATTALION} 1202")
    assert refused(state, f"place {SECOND} 1202") == "BOT-3.0a"
    state = play(state, f"place {TANK} 1202")
    assert refused(state, f"place {HQ} 1202") == "BOT-3.0a"
    assert refused(state, f"place {CARS} 1202") == "BOT-3.0a"
    while asked(state) == ("set_up", "japanese"):
        state = game.play(state, next(iter(game.legal(state))))
    state = game.play(state, game.parse(f"place {REGIMENT} 1207"))
    assert refused(state, "place chi-2-02 1207") == "BOT-3.3g"


@pytest.mark.case("BOT-6.0b", "BOT-6.0c")
@pytest.mark.parametrize("side", ["japanese", "chinese"])
@pytest.mark.parametrize("phase", ["movement", "combat"])
def test_stacking_is_checked_at_the_end_of_both_phases(
    game: Game, play: Play, at: At, refused: Refused, phase: str, side: str
) -> None:
    """The owner gives up a unit of his choice; not before the phase has ended, and no more than he must."""
    units = (BATTALION, SECOND, TANK) if side == "japanese" else (REGIMENT, "chi-2-02", GUNS)
    order = "move-combat" if phase == "movement" else "combat-move"
    places = {**dict.fromkeys(units, "1503"), HQ: "2001"}
    state = game.arrange("campaign", places, turn=2, phase=phase, side=side, order=order)
    assert asked(state) == ("move" if phase == "movement" else "attack", side)
    state = play(state, "end")
    assert asked(state) == ("eliminate_overstack", side)
    assert {str(a) for a in game.legal(state)} == {f"disband {unit}" for unit in units}
    assert refused(state, f"disband {HQ}") == "BOT-6.0c"
    for lost in units[:2]:
        after = play(state, f"disband {lost}")
        left = [unit for unit in units if unit != lost]
        assert [at(after, unit) for unit in (lost, *left)] == ["eliminated", "1503", "1503"]
        assert asked(after)[0] in ("attack", "move")
    still = play(state, f"disband {units[2]}")
    assert asked(still) == ("eliminate_overstack", side)  # two infantry units are left


@pytest.mark.case("BOT-6.0b")
def test_stacking_is_checked_at_the_end_of_reinforcement(game: Game, play: Play) -> None:
    """Two battalions in one hex when the Japanese Reinforcement Phase ends; likewise two regiments."""
    units = {BATTALION: "1503", SECOND: "1503", HQ: "2001", FIFTH_HQ: "2101"}
    state = game.arrange("campaign", units, turn=3, phase="reinforcement", side="japanese")
    assert (asked(state), state.phase) == (("eliminate_overstack", "japanese"), "reinforcement")
    full = {REGIMENT: "1503", "chi-2-02": "1503", HQ: "2001"}
    later = game.arrange("campaign", full, turn=8, phase="reinforcement", side="chinese", centre=True)
    assert (asked(later), later.phase) == (("eliminate_overstack", "chinese"), "reinforcement")


@pytest.mark.case("BOT-6.0b")
def test_an_advance_obeys_stacking(game: Game, play: Play, at: At, refused: Refused) -> None:
    """Two battalions and the tank have emptied a hex: one battalion and the tank may enter it."""
    units = {BATTALION: "1404", TANK: "1404", SECOND: "1402", REGIMENT: "1403", HQ: "2001"}
    state = fighting(game, units, faces=WEAK)
    state = play(state, f"attack {BATTALION}+{SECOND}+{TANK} 1403 with none", "cancel no", dice=[6])
    assert asked(state) == ("advance", "japanese")
    assert refused(state, f"advance {BATTALION}+{SECOND}") == "BOT-9.9b"
    assert refused(state, f"advance {BATTALION}+{SECOND}+{TANK}") == "BOT-9.9b"
    state = play(state, f"advance {BATTALION}+{TANK}")
    assert [at(state, unit) for unit in (BATTALION, TANK, SECOND)] == ["1403", "1403", "1402"]


@pytest.mark.case("BOT-6.0d")
def test_markers_do_not_count(game: Game, play: Play, at: At) -> None:
    """A headquarters marked as unsupplied, in a hex marked as captured, is joined by a battalion."""
    state = moving(game, {HQ: "1206", BATTALION: "1205"}, unsupplied=["10"])
    assert game.view(state).control["1206"] == "japanese"  # south of the front line: it bears a marker
    state = play(state, f"move {BATTALION} 1205-1206", "end")
    assert asked(state) == ("attack", "japanese")
    assert at(state, BATTALION) == at(state, HQ) == "1206"


@pytest.mark.case("BOT-6.1a")
def test_a_japanese_hex_holds_one_infantry_unit_and_one_other(game: Game, play: Play) -> None:
    for other in (HQ, TANK, CARS):
        assert together(game, play, [BATTALION, other])
        assert not together(game, play, [BATTALION, SECOND, other])
    assert together(game, play, [BATTALION])
    assert not together(game, play, [BATTALION, SECOND])
    for pair in ((HQ, TANK), (HQ, CARS), (TANK, CARS), (CARS, "jap-10-ac-12"), (HQ, FIFTH_HQ)):
        assert not together(game, play, pair)
        assert not together(game, play, [BATTALION, *pair])


@pytest.mark.case("BOT-6.1b")
def test_the_divisions_may_mix(game: Game, play: Play) -> None:
    assert together(game, play, [BATTALION, FIFTH_HQ])
    assert together(game, play, [OTHER, TANK])
    assert together(game, play, [OTHER, HQ])
    assert not together(game, play, [OTHER, BATTALION])


@pytest.mark.case("BOT-6.2a", "BOT-6.2b")
def test_a_chinese_hex_holds_one_regiment_and_the_artillery(game: Game, play: Play) -> None:
    assert together(game, play, [REGIMENT], "chinese")
    assert not together(game, play, [REGIMENT, "chi-2-02"], "chinese")
    assert not together(game, play, [REGIMENT, TWENTIETH], "chinese")
    assert together(game, play, [REGIMENT, GUNS], "chinese")
    assert together(game, play, [TWENTIETH, GUNS], "chinese")  # of either army
    assert not together(game, play, [REGIMENT, TWENTIETH, GUNS], "chinese")


# -- what lies on top ---------------------------------------------------------------------------------------


@pytest.mark.case("BOT-6.1c", "BOT-6.3a")
@pytest.mark.parametrize("other", [HQ, TANK, CARS])
def test_the_chinese_see_only_what_lies_on_a_battalion(game: Game, play: Play, other: str) -> None:
    """Whoever came first: the headquarters, tank or armoured car lies on top."""
    for here, comes in ((BATTALION, other), (other, BATTALION)):
        state = moving(game, {here: "1503", comes: "1504"})
        state = play(state, f"move {comes} 1504-1503")
        assert seen(state, "chinese", "1503") == ([other], 1)
        assert seen(state, "japanese", "1503") == ([other, BATTALION], 0)
    assert seen(moving(game, {BATTALION: "1503"}), "chinese", "1503") == ([BATTALION], 0)


@pytest.mark.case("BOT-6.2c", "BOT-6.3a")
@pytest.mark.parametrize("regiment", [REGIMENT, TWENTIETH])
def test_the_japanese_see_only_the_artillery_on_a_regiment(game: Game, play: Play, regiment: str) -> None:
    for here, comes in ((regiment, GUNS), (GUNS, regiment)):
        state = moving(game, {here: "1216", comes: "1217"}, "chinese")
        state = play(state, f"move {comes} 1217-1216")
        assert seen(state, "japanese", "1216") == ([GUNS], 1)
        assert seen(state, "chinese", "1216") == ([GUNS, regiment], 0)


@pytest.mark.case("BOT-6.3a")
def test_a_declared_combat_opens_both_stacks(game: Game, play: Play) -> None:
    """The stack that attacks and the one that is attacked; a third stays closed."""
    units = {BATTALION: "1404", TANK: "1404", SECOND: "1902", CARS: "1902", REGIMENT: "1403", GUNS: "1403"}
    state = fighting(game, units, faces=WEAK)
    assert seen(state, "japanese", "1403") == ([GUNS], 1)
    assert seen(state, "chinese", "1404") == ([TANK], 1)
    state = play(state, f"attack {BATTALION}+{TANK} 1403 with none")
    assert seen(state, "japanese", "1403") == ([GUNS, REGIMENT], 0)
    assert seen(state, "chinese", "1404") == ([TANK, BATTALION], 0)
    assert seen(state, "chinese", "1902") == ([CARS], 1)


# -- reconnaissance -----------------------------------------------------------------------------------------


@pytest.mark.case("BOT-6.3b")
def test_an_attack_without_armour_is_not_called_off(game: Game, play: Play, refused: Refused) -> None:
    """Infantry, headquarters and Chinese: with the declaration the dice are thrown."""
    units = {BATTALION: "1404", HQ: "1404", TANK: "1902", REGIMENT: "1403"}
    state = fighting(game, units, faces=WEAK)
    text = f"attack {BATTALION}+{HQ} 1403"
    assert refused(state, "cancel yes")
    declared = play(state, text)
    assert asked(declared) == ("commit_support", "japanese")  # nothing has been revealed yet
    assert game.view(declared, "japanese").stacks["1403"].units[0].marks[-1] == "untested"
    assert refused(declared, "cancel yes")
    assert refused(declared, "end")
    fought = play(declared, "support none", dice=[4])  # 9 against 4: +5, die 4 is 1/1
    assert "BOT-9.8a" in [event.case for event in fought.events or ()]
    attack = play(fighting(game, units, "chinese", faces=WEAK), f"attack {REGIMENT} 1404", dice=[4])
    assert "BOT-9.8a" in [event.case for event in attack.events or ()]


@pytest.mark.case("BOT-6.3c")
@pytest.mark.parametrize("armour", [TANK, CARS])
def test_armour_looks_at_all_defenders_before_the_dice(game: Game, play: Play, armour: str) -> None:
    units = {BATTALION: "1404", armour: "1402", REGIMENT: "1403", GUNS: "1403"}
    state = fighting(game, units, faces=WEAK)
    state = play(state, f"attack {BATTALION}+{armour} 1403 with none")
    assert asked(state) == ("call_off", "japanese")
    assert {str(a) for a in game.legal(state)} == {"cancel no", "cancel yes"}
    guns, regiment = game.view(state, "japanese").stacks["1403"].units
    assert (guns.id, regiment.id, regiment.strength, regiment.defence) == (GUNS, REGIMENT, 3, 4)
    fought = play(state, "cancel no", dice=[6])
    assert "BOT-9.8a" in [event.case for event in fought.events or ()]
    off = play(state, "cancel yes")
    assert asked(off) == ("attack", "japanese")
    assert [off.steps[u] for u in range(len(game.units))] == [state.steps[u] for u in range(len(game.units))]


@pytest.mark.case("BOT-6.3c")
def test_armour_that_stays_out_of_the_attack_sees_nothing(game: Game, play: Play) -> None:
    units = {BATTALION: "1404", TANK: "1404", REGIMENT: "1403"}
    state = play(fighting(game, units, faces=WEAK), f"attack {BATTALION} 1403 with none", dice=[4])
    assert "BOT-9.8a" in [event.case for event in state.events or ()]
    attacked = play(fighting(game, units, "chinese", faces=WEAK), f"attack {REGIMENT} 1404", dice=[4])
    assert "BOT-9.8a" in [event.case for event in attacked.events or ()]  # only a Japanese attack


@pytest.mark.case("BOT-6.3d", "BOT-5.2o")
def test_defenders_of_a_cancelled_attack_lie_face_down_again(game: Game, play: Play) -> None:
    """R-13: those that had been tested before stay so; both players remember what they have seen."""
    units = {BATTALION: "1404", TANK: "1404", REGIMENT: "1403", GUNS: "1403"}
    text = f"attack {BATTALION}+{TANK} 1403 with none"
    state = play(fighting(game, units, faces=WEAK), text, "cancel yes")
    assert seen(state, "japanese", "1403") == ([GUNS], 1)
    assert game.view(state, "chinese").stacks["1403"].units[1].marks == ("seen",)
    again = play(state, "end", dice=[1, 1, 1])  # west, one regiment, its face
    assert "seen" in game.view(again, "chinese").stacks["1403"].units[1].marks
    tested = play(fighting(game, units, faces=WEAK, tested=[REGIMENT]), text, "cancel yes")
    assert game.view(tested, "chinese").stacks["1403"].units[1].marks == ()


@pytest.mark.case("BOT-6.3e")
def test_the_units_of_a_cancelled_attack_are_spent(game: Game, play: Play, refused: Refused) -> None:
    """Neither the same nor another target, nor a flank attack; another battalion is free."""
    units = {BATTALION: "1404", TANK: "1404", SECOND: "1402", REGIMENT: "1403", "chi-2-02": "1405"}
    state = fighting(game, units, faces=WEAK)
    game.check(state, game.parse(f"attack {BATTALION} 1405"))
    game.check(state, game.parse(f"flank {BATTALION} 1504"))
    off = play(state, f"attack {BATTALION}+{TANK} 1403 with none", "cancel yes")
    for unit in (BATTALION, TANK):
        assert refused(off, f"attack {unit} 1405") == "BOT-9.0j"
        assert refused(off, f"attack {unit} 1403") == "BOT-9.0j"
        assert refused(off, f"flank {unit} 1504") == "BOT-9.11e"
    game.check(off, game.parse(f"attack {SECOND} 1403"))
    assert {a.touched_units for a in game.legal(off) if a.verb == "attack"} == {(SECOND,)}


@pytest.mark.case("BOT-6.3e", "BOT-9.11e")
def test_a_cancelled_attack_bars_flank_attacks_even_where_they_are_free(
    game: Game, play: Play, refused: Refused
) -> None:
    """R-51, beside the other reading of R-32."""
    units = {TANK: "1404", REGIMENT: "1403"}
    state = fighting(game, units, faces=WEAK, options={"flank_spends_attack": "off"})
    game.check(state, game.parse(f"flank {TANK} 1304"))
    off = play(state, f"attack {TANK} 1403 with none", "cancel yes")
    assert refused(off, f"flank {TANK} 1304") == "BOT-9.11e"


@pytest.mark.case("BOT-6.3d", "BOT-3.3k")
def test_what_armour_has_seen_stays_known_to_both(game: Game, play: Play) -> None:
    """The counter lies face down, but its factors are no secret any more; another's are."""
    units = {TANK: "1404", REGIMENT: "1403", "chi-2-02": "1410"}
    state = play(fighting(game, units, faces=WEAK), f"attack {TANK} 1403 with none", "cancel yes")
    for side in game.sides:
        stacks = game.view(state, side).stacks
        known, hidden = stacks["1403"].units[0], stacks["1410"].units[0]
        assert (known.strength, known.defence, known.marks[-1]) == (3, 4, "seen")
        assert (hidden.strength, hidden.marks[-1]) == (0, "untested")
