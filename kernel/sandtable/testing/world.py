"""What must be true of a game before anything is played: names, rules cited, sources."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

from ..dials import Dial
from ..errors import IllegalAction
from ..game import Game
from .compare import require

_UNSOURCED = {"cases.csv", "chapters.csv", "untested.csv"}
"""Tables about the rulebook itself: each row is its own source."""


def check_world(game: Game) -> None:
    """Every name is there, every rule that is cited exists, every row says where it comes from."""
    require(len(game.sides) == len(set(game.sides)) >= 2, f"sides: {game.sides}")
    require(game.scenarios, "the game has no scenario")
    for name, scenario in game.scenarios.items():
        require(name == scenario.name and scenario.title, f"scenario {name!r} lacks its name or title")
        require(scenario.turns >= 1, f"scenario {name!r} lasts {scenario.turns} turns")
    unknown = [text for text in _citations(game) if text.rpartition(" cites ")[2] not in game.cases]
    require(not unknown, "unknown rule cases: " + "; ".join(unknown[:10]))
    for action in game.action_types:
        require(action.verb and action.label, f"{action.__name__} has no verb or no label")
    for step in game.steps.values():
        strange = [a.__name__ for a in step.accepts if a not in game.action_types]
        require(not strange, f"step {step.name!r} accepts {strange}, which the game does not list")
    for switch in game.switches.values():
        require(len(set(switch.values)) >= 2, f"option {switch.name!r} leaves nothing to choose")
    for unit in game.units:
        require(unit.name and unit.steps >= 1, f"unit {unit.id!r} has no name or no step")
    lost = [case for case in game.cases if game.chapter_of(case) not in game.chapters]
    require(not lost, f"cases of no chapter in chapters.csv: {lost[:10]}")
    for dial in game.dials():
        _check_dial(game, dial)
    problems = list(_sources(game.folder / "data", set(game.cases)))
    require(not problems, "\n".join(problems[:20]))


def _check_dial(game: Game, dial: Dial) -> None:
    """Every stand of a dial gives odds that add up to certainty, or says which rule it is against."""
    require(dial.case in game.cases, f"input {dial.name!r} of a combat cites {dial.case}")
    require(dial.default in dial.values, f"input {dial.name!r} of a combat cannot be {dial.default!r}")
    for value in dial.values:
        try:
            odds = game.paper_odds(**{dial.name: value})
        except IllegalAction as error:
            require(error.case in game.cases, f"{dial.name}={value} is against unknown {error.case}")
            require(value != dial.default, f"a combat with all inputs as they stand is refused: {error}")
            continue
        require(sum(odds.outcomes.values()) == 1, f"the odds with {dial.name}={value} do not add up to 1")
        strange = [m.case for m in odds.modifiers if m.case not in game.cases]
        require(not strange, f"{dial.name}={value} is modified by unknown cases {strange}")


def _citations(game: Game) -> Iterator[str]:
    for name in ("resign_case", "steps_case", "mixing_case"):
        if getattr(game, name) is not None:
            yield f"{name} cites {getattr(game, name)}"
    for step in game.steps.values():
        yield f"step {step.name} cites {step.case}"
    for switch in game.switches.values():
        yield f"option {switch.name} cites {switch.case}"


def _sources(folder: Path, cases: set[str]) -> Iterator[str]:
    """Rows without a source, or with one that is none of the three forms."""
    for path in sorted(folder.rglob("*.csv")):
        if path.name in _UNSOURCED:
            continue
        with path.open(newline="", encoding="utf-8") as handle:
            for line, row in enumerate(csv.DictReader(handle), start=2):
                kind, _, rest = (row.get("source") or "").partition(" ")
                sound = kind in ("rule", "example", "reconstructed:") and rest.strip()
                if not sound or (kind == "rule" and rest.split()[0].rstrip(",;:") not in cases):
                    yield f"{path.relative_to(folder)}, row {line}: source {row.get('source')!r}"
