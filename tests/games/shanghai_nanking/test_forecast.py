"""Forecasts of this game's combats: exact, true to play, and no wiser than the player who asks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from math import ceil

import pytest
from scipy.stats import chisquare

from sandtable.actions import Action
from sandtable.dice import Scripted
from sandtable.errors import IllegalAction, NotACombat
from sandtable.forecast import Outcome
from sandtable.game import Game
from sandtable.state import State
from sandtable.tables import odds_step
from tests.games.conftest import base, check_whole, column, mixture
from tests.games.shanghai_nanking.conftest import Play

Refused = Callable[[State, str], str]
Sampled = Callable[[str], Counter[Outcome]]

THIRD = tuple(f"j_rgt_{number}_div_003" for number in ("006", "018", "034", "068"))
ELEVENTH = tuple(f"j_rgt_{number}_div_011" for number in ("012", "022", "043", "044"))
ALL = "+".join(THIRD)


@dataclass(frozen=True)
class Combat:
    """A position, what is done first, and the action whose odds are asked for."""

    units: dict[str, str]
    action: str
    first: tuple[str, ...] = ()
    detail: dict[str, object] = field(default_factory=dict)

    def state(self, game: Game) -> State:
        settings: dict[str, object] = {
            "turn": 6, "phase": "first operations", "side": "japanese", "order": "attack", **self.detail,
        }  # fmt: skip
        state = game.arrange("campaign", self.units, **settings)  # type: ignore[arg-type]
        for text in self.first:
            state = game.play(state, game.parse(text))
        return state


BEACH = {"turn": 5, "phase": "reinforcement", "due": dict.fromkeys(THIRD, 5)}
SIEGE = {
    **dict.fromkeys(("c_div_087", "c_div_088"), "3411"), "c_div_036": "3412",
    **dict.fromkeys(("j_snlf_1", "j_gar_shanghai"), "3512"),
}  # fmt: skip
FIELD = {**dict.fromkeys(THIRD, "3006"), "c_div_087": "3007", "c_div_098": "3007"}
COMBATS = {
    "attack": Combat(FIELD, f"attack {ALL} 3007 with none"),
    "weak attack": Combat({ELEVENTH[0]: "3006", "c_div_033": "3007"}, f"attack {ELEVENTH[0]} 3007 with none"),
    "attack with air answered": Combat(FIELD, f"attack {ALL} 3007 with artillery+air"),
    "attack with air unanswered": Combat(FIELD, f"attack {ALL} 3007 with air+naval", detail={"air": False}),
    "overrun": Combat(
        {**dict.fromkeys(ELEVENTH, "2806"), "c_div_013": "2707", "c_div_015": "2707"},
        f"overrun {'+'.join(ELEVENTH)} 2707 with artillery",
        detail={"order": "move"},
    ),
    "overrun with air answered": Combat(
        {**dict.fromkeys(ELEVENTH, "2806"), "c_div_014": "2707"},
        f"overrun {'+'.join(ELEVENTH[:2])} 2707 with air",
        detail={"order": "move"},
    ),
    "landing on a garrison": Combat(
        {"c_gar_wusong": "3510", "c_div_057": "3612"}, f"land {ALL} 3510 with naval", detail=BEACH
    ),
    "landing with air answered": Combat(
        {"c_gar_wusong": "3510", "c_div_098": "3510", "c_div_057": "3612"},
        f"land {ALL} 3510 with air+amphibious",
        detail=BEACH,
    ),
    "landing on a stack that ties": Combat(
        {"c_gar_baoshan": "3509", "c_div_033": "3509", "c_div_034": "3509", "c_div_057": "3612"},
        f"land {'+'.join(THIRD[:2])} 3509 with none",
        detail={**BEACH, "due": dict.fromkeys(THIRD[:2], 5)},
    ),
    "chinese attack under the guns": Combat(
        SIEGE, "attack c_div_087+c_div_088+c_div_036 3512 with artillery", detail={"side": "chinese"}
    ),
    "committing markers": Combat(FIELD, "support air+naval", (f"attack {ALL} 3007",)),
    "flying": Combat(FIELD, "fly yes", (f"attack {ALL} 3007 with air",)),
    "staying on the ground": Combat(FIELD, "fly no", (f"attack {ALL} 3007 with air",)),
    "calling on the ships": Combat(
        SIEGE, "support naval", ("attack c_div_087+c_div_088 3512 with none",), {"side": "chinese"}
    ),
    "doing without the ships": Combat(
        SIEGE, "support none", ("attack c_div_087+c_div_088 3512 with none",), {"side": "chinese"}
    ),
}
every_combat = pytest.mark.parametrize("name", COMBATS)


@every_combat
def test_the_odds_are_a_whole(game: Game, name: str) -> None:
    combat = COMBATS[name]
    state = combat.state(game)
    before = state.digest()
    check_whole(state, game.forecast(state, game.parse(combat.action)), before)


@every_combat
def test_every_shift_is_named_with_its_rule(game: Game, name: str) -> None:
    """The shifts lead from the first column to the last, on the table's scale."""
    combat = COMBATS[name]
    forecast = game.forecast(combat.state(game), game.parse(combat.action))
    assert all(m.case in game.cases and m.label and m.value for m in forecast.modifiers)
    final, first = column(forecast), base(forecast)
    step = odds_step(first) + sum(m.value for m in forecast.modifiers)
    assert odds_step(final) == min(max(step, odds_step("1:3")), odds_step("6:1"))
    attack, defence = forecast.attack, forecast.defence
    assert odds_step(first) == (attack // defence - 1 if attack >= defence else 1 - ceil(defence / attack))


# -- against real dice -------------------------------------------------------------------------------

ROLLS = 20_000
SAMPLED = (
    "attack",
    "attack with air answered",
    "overrun",
    "overrun with air answered",
    "landing with air answered",
    "chinese attack under the guns",
)


@pytest.fixture(scope="module")
def sampled(game: Game) -> Callable[[str], Counter[Outcome]]:
    """Outcomes of a combat by the state's own dice, from seeds 0, 1, 2 and so on; rolled once for each."""

    @cache
    def sampled(name: str) -> Counter[Outcome]:
        state, action = COMBATS[name].state(game), game.parse(COMBATS[name].action)
        return Counter(game.outcome(state.reseed(seed), action) for seed in range(ROLLS))

    return sampled


@pytest.mark.parametrize("name", SAMPLED)
def test_twenty_thousand_rolls_bear_the_forecast_out(game: Game, sampled: Sampled, name: str) -> None:
    combat = COMBATS[name]
    expected = game.forecast(combat.state(game), game.parse(combat.action)).outcomes
    met = sampled(name)
    assert set(met) == set(expected)
    found = chisquare([met[o] for o in expected], [float(p) * ROLLS for p in expected.values()])
    assert found.pvalue > 0.001


def test_the_rolls_would_refute_a_wrong_forecast(game: Game, sampled: Sampled) -> None:
    """The sample tells other odds apart: no Chinese aircraft, or two chances swapped."""
    combat = COMBATS["attack with air answered"]
    met = sampled("attack with air answered")
    calm = Combat(combat.units, combat.action, detail={"air": False})
    assert set(game.forecast(calm.state(game), game.parse(calm.action)).outcomes) != set(met)
    wrong = dict(game.forecast(combat.state(game), game.parse(combat.action)).outcomes)
    most, least = max(wrong, key=lambda o: wrong[o]), min(wrong, key=lambda o: wrong[o])
    wrong[most], wrong[least] = wrong[least], wrong[most]
    found = chisquare([met[o] for o in wrong], [float(p) * ROLLS for p in wrong.values()])
    assert found.pvalue < 1e-6


# -- against play ------------------------------------------------------------------------------------


def answer(game: Game, state: State) -> Action:
    """What the forecast expects of everybody: guns fire, aircraft fly, garrisons are given up first."""
    assert state.decision is not None
    kind = state.decision.kind
    if kind == "defend":
        return game.parse("support naval")
    if kind == "answer_air":
        return game.parse("fly yes")
    options = list(game.legal(state))
    if kind == "absorb_loss":
        return min(options, key=lambda a: not game.units.by_id(a.touched_units[0]).static)
    return options[0]


def participants(game: Game, state: State, combat: Combat) -> tuple[list[int], list[int]]:
    """Attackers and defenders, from what the order of battle names."""
    order = game.parse(combat.first[0] if combat.first else combat.action)
    attackers = [game.units.index_of(u) for u in order.touched_units]
    assert order.focus is not None
    there = state.units_at(game.board.index(order.focus))
    return attackers, [u for u in there if u not in attackers]


def fought(game: Game, combat: Combat, dice: tuple[int, ...]) -> Outcome:
    """The combat played to its end with these dice; elite units that fall roll ones."""
    state = combat.state(game)
    start, sides = state.steps, participants(game, state, combat)
    script = Scripted(*dice, *[1] * 6)
    action, result = game.parse(combat.action), ""
    while True:
        state = game.play(state, action, script)
        for event in state.events or ():
            if event.case == "SNC-10.5a":
                result = f"{event.data['a']}/{event.data['d']}"
        if state.vars["combat"] is None or state.decision is None or state.decision.kind == "advance":
            break
        action = answer(game, state)
    lost = [sum(start[u] - (state.steps[u] if state.where[u] >= 0 else 0) for u in side) for side in sides]
    whole = [sum(start[u] for u in side) for side in sides]
    return Outcome(lost[0], lost[1], result, lost[1] == whole[1], lost[0] == whole[0])


@every_combat
def test_play_deals_out_exactly_what_was_forecast(game: Game, name: str) -> None:
    """Every die, and every die of the aircraft where they fly."""
    combat = COMBATS[name]
    state = combat.state(game)
    forecast = game.forecast(state, game.parse(combat.action))
    flies = "flies" in forecast.note
    rolls = [(a, b) for a in range(1, 7) for b in range(1, 7)] if flies else [(b,) for b in range(1, 7)]
    met = Counter(fought(game, combat, dice) for dice in rolls)
    assert {o: Fraction(n, len(rolls)) for o, n in met.items()} == forecast.outcomes


@pytest.mark.case("SNC-8.4i", "SNC-8.4j", "SNC-10.5.2a")
def test_a_landing_forecast_counts_the_garrison_that_cannot_flee(game: Game) -> None:
    """Wusong Garrison alone: whatever the die, it is lost and the beach is taken; short of two steps the
    Japanese pay one more."""
    combat = COMBATS["landing on a garrison"]
    forecast = game.forecast(combat.state(game), game.parse(combat.action))
    assert {o.defender_loss for o in forecast.outcomes} == {2}
    assert forecast.chance(lambda o: o.cleared) == 1
    for outcome in forecast.outcomes:
        printed, inflicted = (int(part) for part in outcome.result.split("/"))
        assert outcome.attacker_loss == printed + (inflicted < 2)


# -- what is no combat -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("detail", "action"),
    [
        ({"order": "move"}, f"move {THIRD[0]} 3006-3005"),
        ({}, "end"),
        ({}, f"show {THIRD[1]}"),
        ({"phase": "declaration"}, "plan AA"),
        (
            {"phase": "reinforcement", "due": dict.fromkeys(ELEVENTH, 6)},
            f"land {'+'.join(ELEVENTH)} 3308 with none",
        ),
        ({"phase": "reinforcement", "due": {"j_snlf_9": 6}}, "place j_snlf_9 3512"),
        ({"phase": "reinforcement", "side": "chinese", "due": {"c_div_046": 6}}, "fly yes"),
    ],
    ids=["move", "end", "show", "plan", "landing on an empty beach", "place", "flying against interdiction"],
)
def test_other_actions_have_no_odds(game: Game, detail: dict[str, object], action: str) -> None:
    state = Combat(FIELD, action, detail=detail).state(game)
    game.check(state, game.parse(action))
    with pytest.raises(NotACombat):
        game.forecast(state, game.parse(action))
    with pytest.raises(NotACombat):
        game.outcome(state, game.parse(action))


def test_a_forbidden_combat_has_no_odds_but_a_rule(game: Game) -> None:
    state = COMBATS["attack"].state(game)
    for side in (None, "japanese"):
        with pytest.raises(IllegalAction) as caught:
            game.forecast(state, game.parse(f"attack {THIRD[0]} 3108"), side=side)
        assert caught.value.case == "SNC-10.0a"


# -- what a player knows -----------------------------------------------------------------------------

#: The 87th and the 88th lie on top; beneath them are a division of three factors and one of one.
FOG = {**dict.fromkeys(THIRD, "3006"), "c_div_087": "3007", "c_div_088": "0514"}
TRUE, FALSE = {"c_div_098": "3007", "c_div_033": "0514"}, {"c_div_033": "3007", "c_div_098": "0514"}
ATTACK = f"attack {ALL} 3007 with none"


@pytest.mark.case("SNC-6.3a")
def test_a_player_in_the_fog_gets_the_mean_of_what_may_be_there(game: Game) -> None:
    """Beneath the 87th lies either of two hidden divisions: the odds are a mixture of both truths."""
    state = Combat({**FOG, **TRUE}, ATTACK).state(game)
    other = Combat({**FOG, **FALSE}, ATTACK).state(game)
    action = game.parse(ATTACK)
    strong, weak = game.forecast(state, action), game.forecast(other, action)
    assert (strong.defence, weak.defence) == (8, 6)
    believed = game.forecast(state, action, side="japanese")
    share = (believed.defence - 6) / 2
    assert 0 < share < 1
    assert believed.outcomes == mixture(((strong, share), (weak, 1 - share)))
    assert "Japanese" in believed.note


@pytest.mark.case("SNC-6.3a")
def test_the_fog_does_not_leak_which_unit_is_where(game: Game) -> None:
    """Asked from either truth, with many guesses, the answer is the same: half and half."""
    for hidden in (TRUE, FALSE):
        state = Combat({**FOG, **hidden}, ATTACK).state(game)
        believed = game.forecast(state, game.parse(ATTACK), side="japanese", guesses=600)
        assert abs(believed.defence - 7) < Fraction(1, 10)


@pytest.mark.case("SNC-6.3a", "SNC-6.3b")
def test_what_can_be_seen_is_forecast_exactly(game: Game, play: Play) -> None:
    """The owner knows his own stack, a lone unit hides nothing, and an attack once begun reveals all."""
    state = Combat({**FOG, **TRUE}, ATTACK).state(game)
    begun = play(state, f"attack {ALL} 3007")
    support = game.parse("support artillery")
    for side in ("japanese", "chinese"):
        assert game.forecast(begun, support, side=side).outcomes == game.forecast(begun, support).outcomes
    lone = Combat({**dict.fromkeys(THIRD, "3006"), "c_div_087": "3007"}, ATTACK).state(game)
    action = game.parse(ATTACK)
    assert game.forecast(lone, action, side="japanese").outcomes == game.forecast(lone, action).outcomes


@pytest.mark.case("SNC-6.3a", "SNC-10.0h")
def test_the_fog_forgets_no_hex_that_was_attacked(game: Game, play: Play, refused: Refused) -> None:
    """Hidden defenders of a first attack are not dealt into the second target to forbid it."""
    units = {THIRD[0]: "3006", THIRD[1]: "3107", "c_div_087": "3007", "c_div_098": "3007"}
    state = Combat({**units, "c_div_088": "3108", "c_div_003": "3108"}, "end").state(game)
    state = play(state, f"attack {THIRD[0]} 3007 with none", dice=[5])
    second = game.parse(f"attack {THIRD[1]} 3108 with none")
    assert sum(game.forecast(state, second, side="japanese").outcomes.values()) == 1
    assert refused(state, f"attack {THIRD[1]} 3007") == "SNC-10.0h"


@pytest.mark.case("SNC-8.4j")
def test_a_garrison_that_pays_otherwise_has_odds_of_its_own(game: Game) -> None:
    """A landing on paper meets no garrison; what is remembered of it must not answer for one that does."""
    combat = COMBATS["landing with air answered"]
    state = combat.state(game)
    engagement = game.combat_of(state, game.parse(combat.action))
    steps = engagement.defender_steps
    alike = replace(engagement, toll=tuple(range(steps + 1)))
    assert alike.toll != engagement.toll
    assert game.odds(state, alike) != game.odds(state, engagement)
