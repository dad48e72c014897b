"""Golden transcripts: whole games as journals, which later versions of the code must play just so."""

from __future__ import annotations

from pathlib import Path
from random import Random

from ..errors import SaveError
from ..game import Game
from ..match import Match
from ..world import Given


def write_golden(
    game: Game, path: str | Path, scenario: str | None = None, seed: int = 0, options: Given = ()
) -> Path:
    """Plays a whole game at random and writes its journal, in the place of an older one."""
    match = Match(game, scenario, seed, options)
    rng = Random(seed)
    while not match.over:
        match.play(game.legal(match.state).sample(rng))
    return match.save(path, overwrite=True)


def check_golden(path: str | Path, game: Game | None = None) -> Match:
    """Plays a transcript again; every action must be legal and lead to the recorded digest."""
    try:
        match = Match.load(path, append=False, game=game)
    except SaveError as error:
        raise AssertionError(f"the golden transcript no longer holds: {error}") from None
    if match.notice is not None:
        raise AssertionError(f"the golden transcript is not whole: {match.notice}")
    return match
