"""Forecasts of this game's attacks: exact, true to play, and no wiser than the player who asks."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import pytest
from scipy.stats import chisquare

from sandtable.dice import Scripted
from sandtable.errors import IllegalAction, NotACombat
from sandtable.forecast import Outcome
from sandtable.game import Game
from sandtable.state import State
from tests.games.conftest import check_whole, mixture
from tests.games.stalins_first_victory.conftest import MIDDLE, base, column, fighting, moving, odds

DIVISION = {"sov-36-106": "0319", "sov-36-107": "0317", "sov-36-108": "0418"}
COLUMNS = ("0 or less", "+1", "+2", "+4", "+6", "+8", "+10 or more")


@dataclass(frozen=True)
class Combat:
    """A position and the attack whose odds are asked for."""

    units: dict[str, str]
    action: str
    detail: dict[str, Any] = field(default_factory=dict)

    def state(self, game: Game) -> State:
        return fighting(game, self.units, **self.detail)


COMBATS = {
    "in the open": Combat(
        {"sov-21-61": "0604", "sov-21-62": "0604", "chi-15-38": MIDDLE, "chi-15-43": MIDDLE},
        f"attack sov-21-61+sov-21-62 {MIDDLE}",
    ),
    "a weak attack": Combat({"sov-18-b": "0604", "chi-2-1": MIDDLE}, f"attack sov-18-b {MIDDLE}"),
    "a ring": Combat(
        {"sov-21-61": "0504", "sov-35-103": "0506", "chi-15-38": MIDDLE},
        f"attack sov-21-61+sov-35-103 {MIDDLE}",
    ),
    "a hill": Combat({"sov-36-108": "0807", "chi-15-38": "0707"}, "attack sov-36-108 0707"),
    "a city": Combat(
        {**DIVISION, **dict.fromkeys(("chi-17-10", "chi-17-33", "chi-17-17-art"), "0318")},
        f"attack {'+'.join(DIVISION)} 0318",
    ),
    "a city held by guns alone": Combat(
        {**DIVISION, "chi-17-17-art": "0318"}, f"attack {'+'.join(DIVISION)} 0318"
    ),
    "guns behind": Combat(
        {"sov-21-61": "0807", "sov-18-a": "0907", "chi-15-38": "0707"},
        "attack sov-21-61+sov-18-a 0707",
        {"order": "combat-move"},
    ),
    "one step in a city": Combat({"sov-18-b": "0319", "chi-17-17-art": "0318"}, "attack sov-18-b 0318"),
    "chinese": Combat(
        {"chi-2-1": "0604", "chi-2-2": "0604", "sov-21-61": MIDDLE, "sov-18-a": MIDDLE},
        f"attack chi-2-1+chi-2-2 {MIDDLE}",
        {"side": "chinese"},
    ),
    "victors spared": Combat(
        {"sov-21-61": "0604", "sov-21-62": "0604", "chi-15-38": MIDDLE},
        f"attack sov-21-61+sov-21-62 {MIDDLE}",
        {"options": {"attacker_losses_after_wipeout": "off"}},
    ),
}
every_combat = pytest.mark.parametrize("name", COMBATS)


@every_combat
def test_the_odds_are_a_whole(game: Game, name: str) -> None:
    combat = COMBATS[name]
    state = combat.state(game)
    before = state.digest()
    check_whole(state, odds(state, combat.action), before)


@every_combat
def test_every_shift_is_named_with_its_rule(game: Game, name: str) -> None:
    """The shifts lead from the differential's column to the final one, within the table."""
    combat = COMBATS[name]
    forecast = odds(combat.state(game), combat.action)
    assert all(m.case in game.cases and m.label and m.value for m in forecast.modifiers)
    first = COLUMNS.index(base(forecast))
    last = min(max(first + sum(m.value for m in forecast.modifiers), 0), len(COLUMNS) - 1)
    assert column(forecast) == COLUMNS[last]
    assert game.odds_column(int(forecast.attack), int(forecast.defence)) == base(forecast)


def fought(game: Game, combat: Combat, die: int) -> Outcome:
    """The combat played to its end with this die; losses fall on the first that can take them."""
    state = combat.state(game)
    order = game.parse(combat.action)
    attackers = [game.units.index_of(u) for u in order.touched_units]
    assert order.focus is not None
    target = game.board.index(order.focus)
    attackers = [u for u in attackers if target in game.board.adjacent(state.where[u])]
    defenders = state.units_at(target)
    start = bytes(state.steps)
    script = Scripted(die)
    state = state.game.play(state, order, script)
    script.assert_used_up()
    result = next(f"{e.data['a']}/{e.data['d']}" for e in state.events or () if e.case == "SFV-9.6a")
    while state.decision is not None and state.decision.kind == "absorb_loss":
        state = state.game.play(state, next(iter(state.game.legal(state))))
    lost = [sum(start[u] - state.steps[u] for u in side) for side in (attackers, defenders)]
    whole = [sum(start[u] for u in side) for side in (attackers, defenders)]
    return Outcome(lost[0], lost[1], result, lost[1] == whole[1], lost[0] == whole[0])


@every_combat
def test_play_deals_out_exactly_what_was_forecast(game: Game, name: str) -> None:
    """Every die, played to the end."""
    combat = COMBATS[name]
    met = Counter(fought(game, combat, die) for die in range(1, 7))
    assert {o: Fraction(n, 6) for o, n in met.items()} == odds(combat.state(game), combat.action).outcomes


ROLLS = 20_000


@pytest.mark.parametrize("name", ["in the open", "a city", "guns behind"])
def test_twenty_thousand_rolls_bear_the_forecast_out(game: Game, name: str) -> None:
    combat = COMBATS[name]
    state, action = combat.state(game), game.parse(combat.action)
    met = Counter(game.outcome(state.reseed(seed), action) for seed in range(ROLLS))
    expected = odds(state, combat.action).outcomes
    assert set(met) == set(expected)
    counts = [met[o] for o in expected]
    found = chisquare(counts, [float(p) * ROLLS for p in expected.values()])
    assert found.pvalue > 0.001
    most, least = max(expected, key=expected.__getitem__), min(expected, key=expected.__getitem__)
    if expected[most] != expected[least]:  # and would refute a wrong one
        swapped = {**expected, most: expected[least], least: expected[most]}
        assert chisquare(counts, [float(p) * ROLLS for p in swapped.values()]).pvalue < 1e-6


@pytest.mark.parametrize("action", ["end", "show sov-21-62"])
def test_other_actions_have_no_odds(game: Game, action: str) -> None:
    state = COMBATS["in the open"].state(game)
    game.check(state, game.parse(action))
    for ask in (game.forecast, game.outcome):
        with pytest.raises(NotACombat):
            ask(state, game.parse(action))
    march = moving(game, {"sov-21-61": MIDDLE})
    with pytest.raises(NotACombat):
        game.forecast(march, game.parse("move sov-21-61 0505-0506"))


def test_a_forbidden_attack_has_no_odds_but_a_rule(game: Game) -> None:
    state = COMBATS["in the open"].state(game)
    for side in (None, "soviet"):
        with pytest.raises(IllegalAction) as caught:
            game.forecast(state, game.parse("attack sov-21-61 0506"), side=side)
        assert caught.value.case == "SFV-9.0a"


# -- what a player knows -------------------------------------------------------------------------------

#: The 61st lies on top at 0505, the 62nd at 1404; beneath them lie the 63rd and the tank company.
FOG = {"chi-2-1": "0604", "chi-2-2": "0604", "sov-21-61": MIDDLE, "sov-21-62": "1404"}
TRUE, FALSE = {"sov-21-63": MIDDLE, "sov-18-tank": "1404"}, {"sov-18-tank": MIDDLE, "sov-21-63": "1404"}
ATTACK = f"attack chi-2-1+chi-2-2 {MIDDLE}"


@pytest.mark.case("SFV-6.4b")
def test_the_chinese_get_the_mean_of_what_may_lie_beneath(game: Game) -> None:
    """Either 4 + 4 or 4 + 1: the odds are a mixture of both truths, and the same from either."""
    states = [fighting(game, {**FOG, **hidden}, "chinese") for hidden in (TRUE, FALSE)]
    strong, weak = (odds(state, ATTACK) for state in states)
    assert (strong.defence, weak.defence) == (8, 5)
    for state in states:
        believed = game.forecast(state, game.parse(ATTACK), side="chinese", guesses=600)
        share = (believed.defence - 5) / 3
        assert abs(share - Fraction(1, 2)) < Fraction(1, 12)
        assert believed.outcomes == mixture(((strong, share), (weak, 1 - share)))
        assert "Chinese" in believed.note


@pytest.mark.case("SFV-6.4a")
def test_the_soviets_get_the_truth(game: Game) -> None:
    for name in ("in the open", "a city"):
        combat = COMBATS[name]
        state, action = combat.state(game), game.parse(combat.action)
        assert game.forecast(state, action, side="soviet").outcomes == odds(state, combat.action).outcomes


def test_the_table_of_odds_is_the_table_of_results(game: Game) -> None:
    table = game.odds_table()
    assert table["+10 or more"] == {
        (1, 1): Fraction(1, 6), (1, 2): Fraction(1, 6), (0, 2): Fraction(1, 3), (0, 3): Fraction(1, 6),
        (0, 4): Fraction(1, 6),
    }  # fmt: skip
    for cells in table.values():
        assert sum(cells.values()) == 1
