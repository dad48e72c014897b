"""The play command: who plays what, and where the game is kept."""

from __future__ import annotations

import secrets
from argparse import Namespace
from itertools import count
from pathlib import Path

from .. import load, players
from ..errors import SandtableError, SaveError, Unknown
from ..game import Game
from ..match import Match
from ..players import Player
from . import saved
from .arguments import SEAT
from .completion import install
from .console import Console
from .session import Session

HUMAN = "human"


def play(console: Console, args: Namespace) -> int:
    """Begins a game or goes on with one, and plays it."""
    match, begun = _resumed(args) if args.resume is not None else _new(console, args)
    session = Session(console, match, _seats(match.game, args), args.open)
    if console.interactive:
        install(session)
    try:
        with match:
            return session.run()
    finally:
        if begun and match.path is not None and not session.ever_played:
            match.path.unlink()  # our own file, and nothing was played in it


def _new(console: Console, args: Namespace) -> tuple[Match, bool]:
    """A new match, and whether its file was named by us."""
    if args.slug is None:
        raise SandtableError("which game? Give its slug, or --resume FILE ('games' lists the slugs)")
    game = load(args.slug, args.data)
    _seats(game, args)
    seed = secrets.randbelow(1_000_000) if args.seed is None else args.seed
    path = _new_file(args, game)
    match = Match(game, args.scenario, seed, args.option, path=path)
    console.say(f"The dice are those of seed {seed}.")
    return match, args.file is None


def _resumed(args: Namespace) -> tuple[Match, bool]:
    """The match of a journal; a saved state begins a new one."""
    for flag, value in (("scenario", args.scenario), ("seed", args.seed), ("option", args.option or None)):
        if value is not None:
            raise SandtableError(f"--{flag} belongs to a new game; --resume goes on with one as it is")
    path = Path(args.resume)
    if saved.is_journal(path):
        if args.file is not None:
            raise SandtableError(f"--file: the game goes on in {path}; copy the file to keep both")
        match, begun = saved.resume(path, args.data), False
    else:
        state = saved.read_state(path, args.data)
        _seats(state.game, args)
        match, begun = Match.from_state(state, _new_file(args, state.game)), args.file is None
    if args.slug is not None and args.slug != match.game.slug:
        match.close()
        raise SaveError(f"a game of {match.game.slug!r}, not of {args.slug!r}", str(path))
    return match, begun


def _new_file(args: Namespace, game: Game) -> Path:
    """The journal to be written: as asked, else SLUG-1.jsonl here, or the first number that is free."""
    if args.file is None:
        return next(path for n in count(1) if not (path := Path(f"{game.slug}-{n}.jsonl")).exists())
    if Path(args.file).exists():
        raise SaveError("the file exists already and was left alone; --resume goes on with a game", args.file)
    return Path(args.file)


def _seats(game: Game, args: Namespace) -> dict[str, Player | None]:
    """Who decides for each side, from arguments such as `--chinese random`; None is a person."""
    seats: dict[str, Player | None] = dict.fromkeys(game.sides)
    given = {name.removeprefix(SEAT): kind for name, kind in vars(args).items() if name.startswith(SEAT)}
    for side, kind in given.items():
        if kind is not None:
            game.side_index(side)
        if kind not in (None, HUMAN):
            if kind not in players.PLAYERS:
                raise Unknown("player", kind, (HUMAN, *players.PLAYERS))
            seats[side] = players.make(kind, game, side)
    return seats
