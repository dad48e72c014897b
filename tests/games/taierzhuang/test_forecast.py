"""Forecasts of this game's attacks: exact, true to play, and no wiser than the player who asks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import permutations, product
from typing import Any

import pytest

from sandtable.dice import Scripted
from sandtable.errors import IllegalAction, NotACombat
from sandtable.forecast import Forecast, Outcome
from sandtable.game import Game
from sandtable.state import State
from tests.games.conftest import check_whole, mixture
from tests.games.taierzhuang.conftest import fighting, moving, odds

MIDDLE = "1803"
BATTALION, OTHER, THIRD, FOURTH = (f"jap-10-{n}" for n in ("1-10-33", "2-10-33", "3-10-33", "1-63-33"))
HQ, TANK, CAR, BLANK, SECOND = "jap-10-hq", "jap-10-tank", "jap-10-ac-10", "chi-2-01", "chi-2-02"
COLUMNS = ("0 or less", "+5", "+10", "+15", "+20", "+25", "+30 or more")


@dataclass(frozen=True)
class Combat:
    """A position and the attack whose odds are asked for."""

    units: dict[str, str]
    action: str
    markers: int = 0
    detail: dict[str, Any] = field(default_factory=dict)

    def state(self, game: Game) -> State:
        return fighting(game, self.units, **self.detail)


CITY = {BATTALION: "1406", OTHER: "1507", THIRD: "1307", FOURTH: "1308", HQ: "1405", BLANK: "1407"}
COMBATS = {
    "in the open": Combat({BATTALION: "1703", BLANK: MIDDLE}, f"attack {BATTALION} {MIDDLE} with none"),
    "concentric": Combat(
        {BATTALION: "1802", OTHER: "1804", BLANK: MIDDLE, "chi-20-art4": MIDDLE},
        f"attack {BATTALION}+{OTHER} {MIDDLE} with none",
    ),
    "the last step": Combat(
        {BATTALION: "1703", BLANK: MIDDLE},
        f"attack {BATTALION} {MIDDLE} with none",
        detail={"steps": {BATTALION: 1}},
    ),
    "one marker": Combat(
        {BATTALION: "1703", HQ: "1702", BLANK: MIDDLE}, f"attack {BATTALION} {MIDDLE} with artillery", 1
    ),
    "support beyond the cap": Combat(
        {BATTALION: "1703", HQ: "1702", BLANK: MIDDLE},
        f"attack {BATTALION} {MIDDLE} with air+artillery",
        2,
        {"steps": {BATTALION: 2}},
    ),
    "the city": Combat(CITY, f"attack {BATTALION}+{OTHER}+{THIRD}+{FOURTH} 1407 with air", 1),
    "the wall": Combat(CITY, f"attack {BATTALION}+{OTHER}+{THIRD} 1407 with none"),
    "the centre": Combat(
        {BATTALION: "1308", OTHER: "1310", BLANK: "1309"}, f"attack {BATTALION}+{OTHER} 1309 with none"
    ),
    "breakout": Combat(
        {BATTALION: "1804", OTHER: "1904", BLANK: MIDDLE},
        f"attack {BATTALION}+{OTHER} {MIDDLE} with air",
        1,
        {"turn": 8, "breakout": True},
    ),
    "the Chinese over the canal": Combat(
        {"chi-20-01": "0712", "chi-20-02": "0811", "chi-20-art4": "0712", BATTALION: "0711", TANK: "0711"},
        "attack chi-20-01+chi-20-02+chi-20-art4 0711",
        detail={"side": "chinese"},
    ),
    "victors spared": Combat(
        {BATTALION: "1703", OTHER: "1802", BLANK: MIDDLE},
        f"attack {BATTALION}+{OTHER} {MIDDLE} with none",
        detail={"options": {"attacker_losses_after_wipeout": "off"}},
    ),
}
every_combat = pytest.mark.parametrize("name", COMBATS)


@every_combat
@pytest.mark.parametrize("side", [None, "japanese", "chinese"])
def test_the_odds_are_a_whole(game: Game, name: str, side: str | None) -> None:
    combat = COMBATS[name]
    state = combat.state(game)
    before = state.digest()
    check_whole(state, odds(state, combat.action, side), before)


@every_combat
def test_every_shift_is_named_with_its_rule(game: Game, name: str) -> None:
    """The shifts lead from each differential's column to a final one, within the table."""
    combat = COMBATS[name]
    forecast = odds(combat.state(game), combat.action)
    assert all(m.case in game.cases and m.label and m.value for m in forecast.modifiers)
    for named in re.split(" or (?!less|more)", forecast.column):
        final, _, base = named.removesuffix(")").partition(" (from ")
        shifted = COLUMNS.index(base or final) + sum(m.value for m in forecast.modifiers)
        assert final == COLUMNS[min(max(shifted, 0), len(COLUMNS) - 1)]


def fought(combat: Combat, state: State, dice: tuple[int, ...]) -> Outcome:
    """The combat played to its end with these dice; losses fall on the first that can take them."""
    game = state.game
    order = game.parse(combat.action)
    attackers = [game.units.index_of(u) for u in order.touched_units]
    assert order.focus is not None
    defenders = state.units_at(game.board.index(order.focus))
    start = bytes(state.steps)
    script = Scripted(*dice)
    state = game.play(state, order, script)
    script.assert_used_up()
    result = next(e.data["result"] for e in state.events or () if e.case == "BOT-9.8a").split()[-1]
    while state.decision is not None and state.decision.kind == "absorb_loss":
        state = game.play(state, next(iter(game.legal(state))))
    lost = [sum(start[u] - state.steps[u] for u in side) for side in (attackers, defenders)]
    whole = [sum(start[u] for u in side) for side in (attackers, defenders)]
    return Outcome(lost[0], lost[1], result, lost[1] == whole[1], lost[0] == whole[0])


@every_combat
def test_play_deals_out_exactly_what_was_forecast(game: Game, name: str) -> None:
    """Every die of the markers and of the combat, played to the end."""
    combat = COMBATS[name]
    state = combat.state(game)
    rolls = list(product(range(1, 7), repeat=combat.markers + 1))
    met = Counter(fought(combat, state, dice) for dice in rolls)
    assert {o: Fraction(n, len(rolls)) for o, n in met.items()} == odds(state, combat.action).outcomes


def test_the_odds_are_the_same_at_every_step_of_an_attack(game: Game) -> None:
    """Declared at once, or when markers are assigned, or when the armour has looked and goes on."""
    units = {BATTALION: "1703", TANK: "1703", HQ: "1702", BLANK: MIDDLE}
    state = fighting(game, units)
    whole = odds(state, f"attack {BATTALION}+{TANK} {MIDDLE} with air+artillery")
    state = game.play(state, game.parse(f"attack {BATTALION}+{TANK} {MIDDLE}"))
    assert odds(state, "support air+artillery").outcomes == whole.outcomes
    assert odds(state, "support none").outcomes != whole.outcomes
    state = game.play(state, game.parse("support air+artillery"))
    assert odds(state, "cancel no").outcomes == whole.outcomes
    assert odds(state, "cancel no", "japanese").outcomes == whole.outcomes  # now everybody knows
    with pytest.raises(NotACombat):
        odds(state, "cancel yes")


def test_other_actions_have_no_odds_and_forbidden_ones_a_rule(game: Game) -> None:
    state = fighting(game, {BATTALION: "1703", BLANK: MIDDLE})
    for action in ("end", f"flank {BATTALION} 1704"):
        game.check(state, game.parse(action))
        for side in (None, "japanese"):
            with pytest.raises(NotACombat):
                odds(state, action, side)
    with pytest.raises(NotACombat):
        odds(moving(game, {BATTALION: "1703"}), f"move {BATTALION} 1703-1704")
    for side in (None, "japanese"):
        with pytest.raises(IllegalAction) as caught:
            odds(state, f"attack {BATTALION} 1802", side)
        assert caught.value.case == "BOT-9.0a"


# -- what a player knows -------------------------------------------------------------------------------


def mean(forecasts: Iterable[Forecast]) -> tuple[dict[Outcome, Fraction], Fraction, Fraction]:
    """Outcomes, attack and defence of truths that are equally likely."""
    found = list(forecasts)
    return (
        mixture((forecast, Fraction(1, len(found))) for forecast in found),
        sum((Fraction(f.attack) for f in found), Fraction(0)) / len(found),
        sum((Fraction(f.defence) for f in found), Fraction(0)) / len(found),
    )


def faces_of(game: Game, army: str) -> list[str]:
    return [face.id for face in game.regiments.faces if face.formation == army]


def told(forecast: Forecast) -> tuple[dict[Outcome, Fraction], Fraction, Fraction]:
    return forecast.outcomes, Fraction(forecast.attack), Fraction(forecast.defence)


@pytest.mark.case("BOT-3.3k")
def test_a_side_gets_the_mean_of_all_regiments_that_may_defend(game: Game) -> None:
    """14 regiments of the 2nd Army, each as likely; the truth beneath makes no difference."""
    units = {BATTALION: "1703", OTHER: "1802", BLANK: MIDDLE}
    attack = f"attack {BATTALION}+{OTHER} {MIDDLE} with none"
    states = [fighting(game, units, faces={BLANK: face}, steps={OTHER: 3}) for face in faces_of(game, "2")]
    assert len(states) == 14
    truths = [odds(state, attack) for state in states]
    assert len({f.defence for f in truths}) == 4
    assert len({f.column for f in truths}) > 1
    for state in states:
        for side in ("japanese", "chinese"):
            assert told(odds(state, attack, side)) == mean(truths)


@pytest.mark.case("BOT-3.3k")
def test_two_hidden_regiments_are_never_the_same(game: Game) -> None:
    """All 182 ordered pairs, in an attack that may come to more than one column."""
    units = {BATTALION: MIDDLE, BLANK: "1703", SECOND: "1802"}
    attack, detail = f"attack {BLANK}+{SECOND} {MIDDLE}", {"steps": {BATTALION: 1}}
    truths = []
    for first, second in permutations(faces_of(game, "2"), 2):
        state = fighting(game, units, "chinese", faces={BLANK: first, SECOND: second}, **detail)
        truths.append(odds(state, attack))
    assert len(truths) == 182
    assert len({f.column for f in truths}) > 1
    assert told(odds(state, attack, "chinese")) == mean(truths)
    assert told(odds(state, attack, "japanese")) == mean(truths)


@pytest.mark.case("BOT-3.3k")
def test_the_chinese_do_not_know_their_own_attackers_either(game: Game) -> None:
    """Any regiment of the 20th Army may attack; the artillery and the defence are known."""
    units = {BATTALION: MIDDLE, "chi-20-01": "1703", "chi-20-art4": "1703"}
    attack = f"attack chi-20-01+chi-20-art4 {MIDDLE}"
    detail = {"steps": {BATTALION: 2}}
    truths = [
        odds(fighting(game, units, "chinese", faces={"chi-20-01": face}, **detail), attack)
        for face in faces_of(game, "20")
    ]
    believed = odds(fighting(game, units, "chinese", **detail), attack, "chinese")
    assert told(believed) == mean(truths)
    assert believed.outcomes != truths[0].outcomes


@pytest.mark.case("BOT-5.2o", "BOT-6.3d")
@pytest.mark.parametrize("mark", ["tested", "seen"])
def test_what_has_been_seen_is_known_and_no_longer_possible_elsewhere(game: Game, mark: str) -> None:
    units = {BATTALION: "1703", OTHER: "1802", BLANK: MIDDLE, SECOND: "0218"}
    attack = f"attack {BATTALION}+{OTHER} {MIDDLE} with none"
    faces = faces_of(game, "2")
    known = fighting(game, units, faces={BLANK: faces[4]}, **{mark: [BLANK]})
    assert told(odds(known, attack, "japanese")) == told(odds(known, attack))
    rest = [face for face in faces if face != faces[4]]
    states = [
        fighting(game, units, faces={BLANK: face, SECOND: faces[4]}, **{mark: [SECOND]}) for face in rest
    ]
    assert told(odds(states[0], attack, "japanese")) == mean(odds(state, attack) for state in states)


@pytest.mark.case("BOT-6.3a")
def test_the_chinese_get_the_mean_of_what_may_lie_beneath(game: Game) -> None:
    """A battalion of one step here and a full one there, or the other way round; the Japanese know."""
    attackers = {f"chi-20-0{n}": hex for n, hex in enumerate(("1703", "1802", "1903"), start=1)}
    faces = dict(zip(attackers, ("chi-20-7-4-2", "chi-20-11-6-2", "chi-20-12-6-2"), strict=True))
    attack = f"attack {'+'.join(attackers)} {MIDDLE}"
    states = [
        fighting(
            game,
            {**attackers, TANK: MIDDLE, here: MIDDLE, CAR: "1104", there: "1104"},
            "chinese",
            faces=faces,
            tested=list(attackers),
            steps={BATTALION: 1},
        )
        for here, there in ((BATTALION, OTHER), (OTHER, BATTALION))
    ]
    truths = [odds(state, attack) for state in states]
    assert [f.defence for f in truths] == [3 + 2, 3 + 8]
    assert truths[0].outcomes != truths[1].outcomes
    for state, truth in zip(states, truths, strict=True):
        assert told(odds(state, attack, "chinese")) == mean(truths)
        assert told(odds(state, attack, "japanese")) == told(truth)


def test_the_table_of_odds_is_the_table_of_results(game: Game) -> None:
    table = game.odds_table()
    assert tuple(table) == COLUMNS
    assert table["+10"][1, 2] == Fraction(1, 6)
    assert all(sum(cells.values()) == 1 for cells in table.values())
