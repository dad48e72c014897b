"""A combat on paper has the odds of the same combat on the map, in every game."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import sandtable as st
from sandtable.dials import Value
from sandtable.forecast import Forecast

ENOUGH = 25
"""Combats of each game that are compared."""

Found = tuple[dict[str, Value], Forecast]

PLAIN_LABELS = {
    "concentric attack": "concentric",
    "divisional integrity": "division",
    "city wall": "wall",
    "bridge": "canal",
    "canal": "canal",
    "breakout": "breakout",
    "artillery support": "artillery",
    "air support": "air",
    "naval support": "naval",
    "naval gunfire in defence": "guns",
}
"""Modifiers that are a dial of yes or no."""


def combats(game: st.Game, seed: int, most: int) -> Iterator[tuple[st.State, Any, Forecast]]:
    """Combats of a random game with all that is known of them."""
    state, rng = game.new(seed=seed), Random(seed)
    state.events = None
    while state.result is None and most:
        action = game.legal(state).sample(rng)
        try:
            forecast = game.forecast(state, action)
        except st.NotACombat:
            pass
        else:
            most -= 1
            yield state.copy(), game.combat_of(state, action), forecast
        game.carry_out(state, action)


def hex_dials(game: st.Game, combat: Any, forecast: Forecast, side: int) -> dict[str, Value]:
    """The dials of a hex game's combat, read off its modifiers."""
    dialled: dict[str, Value] = {
        "attack": int(combat.attack),
        "defence": int(combat.defence),
        "attacker": game.sides[side],
        "attacker_steps": combat.attacker_steps,
        "defender_steps": combat.defender_steps,
    }
    ground = []
    for m in forecast.modifiers:
        if m.label in PLAIN_LABELS:
            dialled[PLAIN_LABELS[m.label]] = "yes"
        elif m.label not in ("overrun", "amphibious support"):
            ground.append(m.label.replace("numbered_", "").replace("numbered ", ""))
    if ground:
        dialled["ground"] = " and ".join(ground)
    return dialled


def within(game: st.Game, dialled: dict[str, Value]) -> bool:
    """Can the dials say this? A stack of thirty steps is beyond them."""
    known = {dial.name: dial.values for dial in game.dials()}
    return all(value in known[name] for name, value in dialled.items())


def attacks_of(slug: str, seed: int) -> Iterator[Found]:
    game = st.load(slug)
    for state, combat, forecast in combats(game, seed, 25):
        battle = combat.battle
        if slug == "storm-over-taierzhuang":
            if combat.zone or battle.rolled or state.vars["wave"] != (2, 2):
                continue
            dialled = storm_dials(game, state, combat)
        else:
            dialled = hex_dials(game, combat, forecast, game.side_of[battle.attackers[0]])
            if slug == "shanghai-nanking":
                if battle.kind == "landing":
                    continue
                dialled |= {"kind": battle.kind, "flown": "yes" if battle.flown else "no"}
                dialled["ground"] = str(dialled.get("ground", "clear"))
            if slug == "taierzhuang":
                if combat.support or battle.rolled > 0:
                    dialled |= {"air": 0, "artillery": combat.support}
                dialled["ground"] = str(dialled.get("ground", "clear")).replace(" ", "_")
        if within(game, dialled):
            yield dialled, forecast


def storm_dials(game: Any, state: st.State, combat: Any) -> dict[str, Value]:
    battle = combat.battle
    dialled: dict[str, Value] = {
        "attacker": game.sides[battle.side],
        "ground": game.board.terrain[battle.target],
        "held": "yes" if state.control[battle.target] == 1 - battle.side else "no",
        "ready": combat.ready,
        "spent": combat.spent,
        "defence": combat.defence
        + sum(m.value for m in combat.modifiers if m.value < 0 and m.label != "only units with CF 0"),
    }
    if battle.chit:
        return dialled | {"by": game.chits[battle.chit].name}
    names = {game.chits[id].name for ids in game.modifiers for id in ids}
    return dialled | {
        "factors": sum(game.factor[u] for u in battle.units),
        "units": len(battle.units),
        "wave": "yes" if battle.wave else "no",
        "range": "the same area" if battle.same_area else "an adjacent area",
        "chits": sum(1 for m in combat.modifiers if m.label in names),
    }


def worth(forecast: Forecast) -> list[tuple[str, int]]:
    """Modifiers by rule and value; a numbered hill is a hill."""
    return sorted((m.case, m.value) for m in forecast.modifiers)


@pytest.mark.parametrize("slug", st.games())
def test_the_odds_are_those_of_the_map(slug: str) -> None:
    game = st.load(slug)
    found: list[Found] = []
    for seed in range(20):
        found += attacks_of(slug, seed) if len(found) < ENOUGH else ()
    assert len(found) >= ENOUGH
    for dialled, forecast in found:
        paper = game.paper_odds(**dialled)
        assert paper.outcomes == forecast.outcomes, dialled
        assert worth(paper) == worth(forecast), dialled
        assert paper.column == forecast.column, dialled


@pytest.mark.parametrize(
    ("slug", "dialled", "shifted", "column"),
    [
        ("shanghai-nanking", {"attack": 24, "defence": 8}, 0, "3:1"),
        ("shanghai-nanking", {"attack": 24, "defence": 8, "ground": "marsh", "artillery": "yes"}, 2, "3:1"),
        ("shanghai-nanking", {"attack": 24, "defence": 8, "ground": "marsh"}, 1, "2:1 (from 3:1)"),
        ("stalins-first-victory", {"attack": 8, "defence": 4}, 0, "+4"),
        (
            "stalins-first-victory",
            {"attack": 8, "defence": 4, "ground": "hill", "concentric": "yes"},
            2,
            "+4",
        ),
        ("stalins-first-victory", {"attack": 8, "defence": 4, "concentric": "yes"}, 1, "+6 (from +4)"),
        ("taierzhuang", {"attack": 14, "defence": 4}, 0, "+10"),
        ("taierzhuang", {"attack": 14, "defence": 4, "ground": "village", "concentric": "yes"}, 2, "+10"),
        ("taierzhuang", {"attack": 14, "defence": 4, "concentric": "yes"}, 1, "+15 (from +10)"),
    ],
)
def test_a_column_that_shifts_leave_where_it_was_is_named_once(
    slug: str, dialled: dict[str, Value], shifted: int, column: str
) -> None:
    """The shifts are told all the same."""
    paper = st.load(slug).paper_odds(**dialled)
    assert len(paper.modifiers) == shifted
    assert paper.column == column


@pytest.mark.parametrize(
    ("slug", "dialled", "case"),
    [
        ("shanghai-nanking", {"attacker": "chinese", "concentric": "yes"}, "SNC-10.4.2c"),
        ("shanghai-nanking", {"ground": "city", "concentric": "yes"}, "SNC-10.4.2b"),
        ("shanghai-nanking", {"attacker": "chinese", "air": "yes"}, "SNC-11.0a"),
        ("shanghai-nanking", {"amphibious": "yes"}, "SNC-11.0d"),
        ("shanghai-nanking", {"attack": 2, "water": "river"}, "SNC-10.4.1j"),
        ("stalins-first-victory", {"ground": "city", "concentric": "yes"}, "SFV-9.4e"),
        ("stalins-first-victory", {"attacker": "chinese", "division": "yes"}, "SFV-9.5a"),
        ("taierzhuang", {"attacker": "chinese", "artillery": 1}, "BOT-9.3a"),
        ("taierzhuang", {"ground": "city_centre", "air": 1}, "BOT-9.3e"),
        ("storm-over-taierzhuang", {"wave": "yes", "range": "an adjacent area"}, "SOT-7.2.2b-i"),
        ("storm-over-taierzhuang", {"ready": 0, "spent": 0}, "SOT-7.2a"),
    ],
)
def test_what_the_rules_do_not_know_is_refused_by_its_case(
    slug: str, dialled: dict[str, Value], case: str
) -> None:
    with pytest.raises(st.IllegalAction) as refused:
        st.load(slug).paper_odds(**dialled)
    assert refused.value.case == case
