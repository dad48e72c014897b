"""`campaigns` and `sweep`: the two ways to begin a study."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

from ..game import Game
from ..games import find as find_game
from ..world import shared
from .plan import (
    UNCHANGED,
    Plan,
    PlayerSpec,
    Seats,
    Variant,
    follow,
    known_scenario,
    read_seats,
    read_seed,
    seat_text,
    variant,
)
from .results import Study
from .run import Progress, play
from .whatifs import Change, WhatIf, settle

Changes = Change | Iterable[Change] | None
PLAYERS = "doctrine"
"""Who plays when nobody is named."""


def campaigns(
    game: Game | str,
    n: int,
    players: PlayerSpec = PLAYERS,
    seed: int = 0,
    changes: Changes = None,
    options: Mapping[str, object] | Sequence[str] = (),
    scenario: str | None = None,
    *,
    workers: int | None = None,
    executor: Executor | str | None = None,
    path: str | Path | None = None,
    progress: Progress = True,
    stop: threading.Event | None = None,
) -> Study:
    """Plays n whole games.

    `players` is one for all sides or a mapping by side ("random", "doctrine:cautious", or a kind with
    its settings); `changes` are what-ifs by id, or edits of your own; `scenario` is, when not named, the
    game's last: forces in place. With a `path` finished games are kept there, and the same call goes on
    where it ended. `executor` is any of `concurrent.futures`, or the address of a dask scheduler; without
    one as many processes play as there are cores, or `workers`. The result is the same in any case.
    Setting `stop` from another thread ends the study with what is finished.
    """
    game = _game(game)
    made = _variant(game, read_seats(game, players), changes, options)
    plan = Plan(game, known_scenario(game, scenario), read_seed(seed), (made,))
    return play(plan, n, workers=workers, executor=executor, path=path, progress=progress, stop=stop)


def sweep(
    game: Game | str,
    variants: Mapping[str, Changes] | Iterable[Changes],
    n: int,
    players: PlayerSpec | list[PlayerSpec] = PLAYERS,
    seed: int = 0,
    options: Mapping[str, object] | Sequence[str] = (),
    scenario: str | None = None,
    *,
    workers: int | None = None,
    executor: Executor | str | None = None,
    path: str | Path | None = None,
    progress: Progress = True,
    stop: threading.Event | None = None,
) -> Study:
    """Plays n games of each variant with the same seeds, and n of the unchanged game.

    `variants` are changes, or a mapping of names to changes. A list of `players` is crossed with them.
    The rest is as in `campaigns`.
    """
    game = _game(game)
    wanted = _named(variants)
    crews = players if isinstance(players, list) else [players]
    made = []
    for crew in crews:
        seats = read_seats(game, crew)
        crowd = f" ({_crew_text(seats)})" if len(crews) > 1 else ""
        made.append(_variant(game, seats, None, options, UNCHANGED + crowd))
        made += [
            _variant(game, seats, changes, options, name and name + crowd, crowd) for name, changes in wanted
        ]
    plan = Plan(game, known_scenario(game, scenario), read_seed(seed), tuple(made))
    return play(plan, n, workers=workers, executor=executor, path=path, progress=progress, stop=stop)


def _game(game: Game | str) -> Game:
    return shared(find_game(game)) if isinstance(game, str) else game


def _named(variants: Any) -> list[tuple[str | None, Any]]:
    """Names and changes; what has no name of its own gets one from its title."""
    if isinstance(variants, Mapping) and "edit" not in variants:
        return list(variants.items())
    if isinstance(variants, str | WhatIf | Mapping):
        variants = [variants]
    return [(None, changes) for changes in variants]


def _variant(
    game: Game,
    seats: Seats,
    changes: Changes,
    options: Mapping[str, object] | Sequence[str],
    name: str | None = None,
    crowd: str = "",
) -> Variant:
    settled = settle(game, changes)
    chosen = game.variant(options).options if options else {}
    both = {**chosen, **settled.options}
    title = name or (settled.title or UNCHANGED) + crowd
    crew = follow(game, seats, settled.doctrines)
    return variant(game, title, crew, settled.changes, both, settled.what_ifs)


def _crew_text(seats: Seats) -> str:
    return ", ".join(f"{side} {seat_text(seat)}" for side, seat in seats.items())
