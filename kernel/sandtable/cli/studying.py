"""`python -m sandtable study`: whole campaigns as shares and tables."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import Any

from .. import load
from ..errors import SandtableError
from ..game import Game
from ..study import Study, WhatIf, sweep, what_ifs
from ..study.campaign import PLAYERS
from ..study.results import table_files
from .arguments import SEAT
from .console import Console

TABLES = (".parquet", ".csv")


def study(console: Console, args: Namespace) -> int:
    """Plays, and prints how often each side wins, and what the changes changed."""
    game = load(args.slug, args.data)
    known = {**what_ifs(game), **(what_ifs(game, args.what_ifs) if args.what_ifs else {})}
    if args.list:
        for what in known.values():
            console.say(f"{what.id}: {what.title}")
            console.prose(what.text, "    ")
        return 0
    out = None if args.out is None else Path(args.out)
    if out is not None:
        if out.suffix not in TABLES:
            raise SandtableError(f"--out {out}: the tables are written as {' or '.join(TABLES)}")
        table_files(out)  # a name that is taken should not be found out after an hour's games
    chosen = [_find(known, id) for id in args.change]
    variants: list[Any] = [chosen] if args.together and chosen else list(chosen)
    found = sweep(
        game, variants, args.games, _players(game, args), args.seed, args.option, args.scenario,
        workers=args.workers, executor=args.cluster, path=args.file,
    )  # fmt: skip
    _tell(console, found)
    if out is not None:
        files = found.to_csv(out) if out.suffix == ".csv" else found.to_parquet(out)
        console.say("written: " + ", ".join(str(file) for file in files))
    return 0


def _find(known: dict[str, WhatIf], id: str) -> WhatIf | str:
    """A what-if of the user's own file, or the name of one of the game's."""
    return known.get(id, id)


def _players(game: Game, args: Namespace) -> Any:
    usual = args.players or PLAYERS
    return {side: getattr(args, SEAT + side, None) or usual for side in game.sides}


def _tell(console: Console, found: Study) -> None:
    console.say(f"{found.game.title}: {len(found)} games, seed {found.plan.seed}")
    table = found.outcomes()
    for name in found.variants:
        console.say(f"  {name}")
        for row in table[table["variant"] == name].itertuples():
            console.say(f"    {row.winner:<10} {row.share:6.1%}   ({row.low:.1%} to {row.high:.1%})")
    for side in found.game.sides if len(found.variants) > 1 else ():
        console.say(f"  change of {side} wins, game by game over the same seeds")
        for row in found.differences("winner", side).itertuples():
            console.say(f"    {row.difference:+7.1%}   ({row.low:+.1%} to {row.high:+.1%})   {row.variant}")
