"""Forecasts of this game's attacks: exact, true to play, and no wiser than the player who asks."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from sandtable.dice import Scripted
from sandtable.errors import IllegalAction, NotACombat
from sandtable.forecast import Forecast
from sandtable.game import Game
from sandtable.state import DEAD, State
from tests.games.storm_over_taierzhuang.conftest import Arrange, Play

BYSTANDERS = ("C44-1@A", "J63-1@Y")
SAFE = 6
"""A die that no unit of a wave dies by while fewer than six defenders stand."""
PRICES = {
    "flip": 1, "retreat": 1, "flip_and_retreat": 2, "eliminate_spent": 2, "eliminate_ready": 3,
    "eliminate_spent_and_retreat": 3,
}  # fmt: skip


@dataclass(frozen=True)
class Combat:
    """A position, and the action whose odds are asked for."""

    words: tuple[str, ...]
    action: str
    details: dict[str, Any] = field(default_factory=dict)

    def state(self, arrange: Arrange) -> State:
        return arrange(*self.words, *BYSTANDERS, **self.details)


BLUE: dict[str, Any] = {"side": "chinese"}
COMBATS = {
    "from outside": Combat(("J39=1@R", "C30=1@Q"), "fire J39-1 Q"),
    "contested": Combat(("J39=2@Q", "C30=1@Q", "C31=1@Q"), "fire J39-1+J39-2 Q", {"spent": ["C31-1"]}),
    "the town": Combat(("JT=2@M", "C31=3@G"), "fire JT-1+JT-2 G"),
    "hopeless": Combat(("C31-4@G", "J39=1@G"), "fire C31-4 G", BLUE),
    "engineers": Combat(
        ("J39=1@Q", "C30=2@Q"), "fire J39-1 Q with ENG+ENG", {"hands": {"japanese": ["ENG", "ENG"]}}
    ),
    "bombers": Combat(("C31=2@H",), "play BOMB at H", {"hands": {"japanese": ["BOMB"]}}),
    "guns": Combat(("J39=1@Q", "C30=2@Q"), "play HA_J at Q", {"hands": {"japanese": ["HA_J"]}}),
    "wave": Combat(("C31=2@Q", "J39=2@Q"), "fire C31-1+C31-2 Q with wave", BLUE),
    "wave of the weak": Combat(
        ("C31-4@Q", "C31-5@Q", "J39=3@Q"),
        "fire C31-4+C31-5 Q with wave",
        {**BLUE, "spent": ["J39-1", "J39-2"]},
    ),
    "japanese wave": Combat(("J39=2@Q", "C30=1@Q"), "fire J39-1+J39-2 Q with wave"),
    "resolute wave": Combat(
        ("C31=2@Q", "J39=1@Q"),
        "fire C31-1+C31-2 Q with wave+RESOLUTE",
        {**BLUE, "hands": {"chinese": ["RESOLUTE"]}},
    ),
}
every_combat = pytest.mark.parametrize("name", COMBATS)


def odds(state: State, text: str) -> Forecast:
    return state.game.forecast(state, state.game.parse(text))


@every_combat
def test_the_odds_are_a_whole_and_leave_the_game_alone(arrange: Arrange, name: str) -> None:
    combat = COMBATS[name]
    state = combat.state(arrange)
    before = state.digest()
    forecast = odds(state, combat.action)
    assert sum(forecast.outcomes.values()) == 1
    assert all(chance > 0 for chance in forecast.outcomes.values())
    assert forecast.expected()[0] == sum(o.attacker_loss * p for o, p in forecast.outcomes.items())
    assert state.digest() == before


@every_combat
def test_every_modifier_is_named_with_its_case(arrange: Arrange, game: Game, name: str) -> None:
    """Totals without modifiers: what units, chits and defenders bring themselves."""
    combat = COMBATS[name]
    forecast = odds(combat.state(arrange), combat.action)
    assert all(m.label and m.case in game.cases for m in forecast.modifiers)
    bare = forecast.attack - forecast.defence - sum(m.value for m in forecast.modifiers)
    brings = {
        "from outside": 2 - 4, "contested": 4 - 4, "the town": 6 - 5, "hopeless": 0 - 6, "engineers": 2 - 4,
        "bombers": 12 - 5, "guns": 10 - 4, "wave": 2 - 6, "wave of the weak": 0 - 6, "japanese wave": 4 - 4,
        "resolute wave": 2 - 6,
    }  # fmt: skip
    assert bare == brings[name]


# -- against play --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Course:
    """How an owner can take his damage: the most units he can keep there, and the most points he can use."""

    kept: int
    used: int
    first: Any


def best(state: State, side: int, target: int) -> Course:
    """Every way of absorbing, played out; the owner keeps as many units in the area as he can."""
    if state.agenda[-1][0] != "absorb":
        return Course(state.count[side][target], 0, None)
    found = []
    for action in state.game.legal(state):
        after = state.game.play(state, action, Scripted(*[SAFE] * 12))
        rest = best(after, side, target)
        price = PRICES[action.use]
        found.append((rest.kept, price + rest.used, action))
    kept = max(f[0] for f in found)
    return Course(kept, max(f[1] for f in found), next(f[2] for f in found if f[0] == kept))


def fought(game: Game, combat: Combat, arrange: Arrange) -> Counter[tuple[int, int, str, bool]]:
    """The attack played with all dice; each unit of a wave has one of its own."""
    state = combat.state(arrange)
    order = game.parse(combat.action)
    wave = "wave" in combat.action
    firers = [game.units.index_of(u) for u in order.touched_units] if wave else []
    assert order.focus is not None
    target, enemy = game.board.index(order.focus), 1 - state.side
    courses: dict[tuple[int, int], Course] = {}
    counted: Counter[tuple[int, int, str, bool]] = Counter()
    for rolled in product(range(1, 7), repeat=2):
        pending = game.play(state, order, Scripted(*rolled, *[SAFE] * len(firers)))
        points = pending.agenda[-1][1] if pending.agenda[-1][0] == "absorb" else 0
        course = best(pending, enemy, target)
        for toll in product(range(1, 7), repeat=len(firers)):
            script = Scripted(*rolled, *toll)
            after = game.play(state, order, script)
            while after.agenda[-1][0] == "absorb":
                key = (after.agenda[-1][1], points)
                if key not in courses:
                    courses[key] = best(after, enemy, target)
                after = game.play(after, courses[key].first, script)
            lost = sum(after.where[u] == DEAD for u in firers)
            counted[(lost, course.used, f"{points} DP", course.kept == 0)] += 1
    return counted


@pytest.mark.case("SOT-7.2.2a-i", "SOT-7.3a", "SOT-7.4a")
@pytest.mark.parametrize("name", ["from outside", "contested", "hopeless", "engineers", "guns", "bombers"])
def test_a_forecast_is_what_all_dice_give_in_play(game: Game, arrange: Arrange, name: str) -> None:
    check_against_play(game, arrange, name)


@pytest.mark.case("SOT-7.2.2b-iv")
@pytest.mark.parametrize("name", ["wave", "wave of the weak", "japanese wave", "resolute wave"])
def test_a_wave_is_forecast_with_its_losses(game: Game, arrange: Arrange, name: str) -> None:
    check_against_play(game, arrange, name)


def check_against_play(game: Game, arrange: Arrange, name: str) -> None:
    combat = COMBATS[name]
    counted = fought(game, combat, arrange)
    whole = sum(counted.values())
    forecast: dict[tuple[int, int, str, bool], Fraction] = {}
    for o, chance in odds(combat.state(arrange), combat.action).outcomes.items():
        key = (o.attacker_loss, o.defender_loss, o.result, o.cleared)
        forecast[key] = forecast.get(key, Fraction(0)) + chance
    assert forecast == {key: Fraction(number, whole) for key, number in counted.items()}


# -- what is asked -------------------------------------------------------------------------------------


def test_a_hand_that_is_not_seen_changes_no_odds(arrange: Arrange) -> None:
    combat = COMBATS["contested"]
    plain = odds(combat.state(arrange), combat.action)
    details = {**combat.details, "hands": {"chinese": ["HEROES", "HEROES"]}}
    assert odds(arrange(*combat.words, *BYSTANDERS, **details), combat.action).outcomes == plain.outcomes


@pytest.mark.case("SOT-TC.C4a")
def test_heroes_are_forecast_as_a_new_roll_and_a_pass_as_what_lies(arrange: Arrange, play: Play) -> None:
    combat = COMBATS["contested"]
    details = {**combat.details, "hands": {"chinese": ["HEROES"]}}
    state = arrange(*combat.words, *BYSTANDERS, **details)
    before = odds(state, combat.action)
    state = play(state, combat.action, dice=(2, 1))
    assert odds(state, "play HEROES").outcomes == before.outcomes
    (outcome,) = odds(state, "pass").outcomes
    assert outcome.result == f"{3 + 4 - 4} DP"


@pytest.mark.case("SOT-TC.C1c")
def test_resolute_defenders_are_forecast_in_the_japanese_impulse(arrange: Arrange, play: Play) -> None:
    state = arrange("J39=1@R", "C31=2@Q", *BYSTANDERS, hands={"chinese": ["RESOLUTE"]})
    state = play(state, "move J39-1 R-Q")
    forecast = odds(state, "play RESOLUTE by C31-1+C31-2")
    assert (forecast.attack, forecast.defence) == (2, 6)
    assert forecast.chance(lambda o: o.result == "0 DP") == Fraction(6, 36)


def test_only_attacks_are_forecast(arrange: Arrange) -> None:
    state = arrange("J39=2@Q", "C31=1@Q", *BYSTANDERS)
    for text in ("pass", "move J39-1 Q-R"):
        with pytest.raises(NotACombat):
            odds(state, text)
    with pytest.raises(IllegalAction) as caught:
        odds(state, "fire J39-1 A")
    assert caught.value.case == "SOT-7.2a"
