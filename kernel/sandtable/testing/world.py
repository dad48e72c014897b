"""What must be true of a game before anything is played: names, rules cited, sources."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

from ..game import Game
from .compare import require

_UNSOURCED = {"cases.csv", "untested.csv"}
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
    problems = list(_sources(game.folder / "data", set(game.cases)))
    require(not problems, "\n".join(problems[:20]))


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
