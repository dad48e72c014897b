"""What can be typed behind `python -m sandtable`."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter, _SubParsersAction
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from .. import __version__, load
from ..errors import SandtableError
from ..games import find
from ..games import slugs as all_slugs
from .console import Console

Commands: TypeAlias = "_SubParsersAction[ArgumentParser]"

SEAT = "seat of "
"""Before a side's name in the arguments: who plays it."""

_EPILOG = """\
A mistake is answered by one line that names it, and exit code 2; nothing is ever overwritten.
`python -m sandtable COMMAND --help` explains a command."""

_ODDS = """\
Exact odds, from the same code that plays.

  odds shanghai-nanking
        the whole combat table as odds
  odds shanghai-nanking --attack 16 --defence 9 --shift +2
        two strengths and the sum of the column shifts
  odds storm-over-taierzhuang --given factors=6,units=4,wave=yes
        a combat on paper, by any of the inputs that are listed with it
  odds shanghai-nanking --save game.jsonl
        every combat that can be fought now in a saved game
  odds shanghai-nanking --save game.jsonl --action "attack 3512 with artillery"
        one combat, with every modifier and the rule it comes from
  odds shanghai-nanking --units c_36=3411,c_88=3411,j_snlf_1=3512 --turn 2 \\
        --side chinese --phase first --set order=attack --action "attack 3512"
        a combat in a position of your own"""

_PLAY = """\
A game at one terminal: two people in turn, a person against the machine, or the machine alone.

  play shanghai-nanking                      two people; each sees what that side may see
  play shanghai-nanking --japanese random    the machine plays a side: --SIDE human or random
  play shanghai-nanking --open               nothing is hidden, nobody waits for a hand-over
  play --resume shanghai-nanking-1.jsonl     go on where a game was left

Every action is on disk before it counts, so the game can be left at any moment (Ctrl-D). Lines can
also come from a file: the first mistake then ends the game with exit code 2, and a line that begins
with # is a comment."""


_STUDY = """\
Whole campaigns played by the machine, with what-if changes, as tables and shares.

  study shanghai-nanking --list                        the what-ifs there are, and why one would ask
  study shanghai-nanking --games 200                   unchanged, both sides by their historical doctrine
  study shanghai-nanking --games 200 --japanese doctrine:aggressive --change tenth-army-in-september
        the same seeds unchanged and with the change, compared game by game
  study shanghai-nanking --games 200 --file long.jsonl --out long.parquet
        finished games are kept in long.jsonl: the same command goes on after a break
        (.parquet or .csv; the turns go beside it)"""


def parse(argv: Sequence[str]) -> Namespace:
    """What was typed; the sides of the game that is played (or of all, if none is named) are arguments."""
    known = all_slugs() if {"play", "study"} & set(argv[:1]) else ()
    slugs = [slug for slug in known if slug in argv] or known
    sides = dict.fromkeys(side for slug in slugs for side in find(slug).sides)
    return build_parser(sides).parse_args(argv)


def build_parser(sides: Iterable[str] = ()) -> ArgumentParser:
    """The whole command line; each command leaves the function that runs it in `run`."""
    parser = ArgumentParser(
        prog="python -m sandtable",
        description="Historical board wargames with enforced rules and exact odds.",
        epilog=_EPILOG,
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"sandtable {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    _add_lists(commands)
    _add_odds(commands)
    _add_play(commands, sides)
    _add_saves(commands)
    _add_study(commands, sides)
    return parser


def _command(commands: Commands, name: str, help: str, text: str = "") -> ArgumentParser:
    return commands.add_parser(
        name,
        help=help,
        description=text or help[0].upper() + help[1:] + ".",
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )


def _data(parser: ArgumentParser) -> None:
    parser.add_argument("--data", metavar="FOLDER", help="your own numbers, laid over the game's tables")


def _add_lists(commands: Commands) -> None:
    games = _command(commands, "games", "the games there are")
    games.set_defaults(run=_games)
    cases = _command(commands, "cases", "the rule cases of a game, and which of them are tested")
    cases.add_argument("slug", nargs="?", metavar="SLUG", help="the game; without it, all of them in short")
    cases.add_argument("--missing", action="store_true", help="list the cases without a test")
    cases.add_argument("--topic", metavar="WORD", help="a section (SNC-10), a kind, or a word of the title")
    cases.add_argument("--show", metavar="ID", help="print the text of a case, or of all below it")
    _data(cases)
    cases.set_defaults(run=_cases)


def _add_odds(commands: Commands) -> None:
    odds = _command(commands, "odds", "exact odds of a combat, or of the combat table", _ODDS)
    odds.add_argument("slug", metavar="SLUG", help="the game, such as shanghai-nanking")
    _data(odds)
    odds.add_argument("--json", action="store_true", help="print JSON; fractions are exact texts")
    table = odds.add_argument_group("the table")
    table.add_argument("--attack", type=int, metavar="N", help="the attacker's strength")
    table.add_argument("--defence", type=int, metavar="N", help="the defender's strength")
    table.add_argument("--shift", type=int, metavar="N", help="columns to the right (left is negative)")
    paper = odds.add_argument_group("a combat on paper")
    paper.add_argument("--given", action="append", default=[], metavar="INPUT=VALUE,…", help="what shapes it")
    where = odds.add_argument_group("a combat in a position")
    where.add_argument("--action", metavar="TEXT", help="the combat; without it, all that can be fought")
    where.add_argument("--save", metavar="FILE", help="the position that a journal or a state file ends in")
    where.add_argument("--seen-by", metavar="SIDE", help="odds as far as this side can know them")
    own = odds.add_argument_group("a position of your own")
    own.add_argument("--units", action="append", default=[], metavar="UNIT=SPACE,…", help="who stands where")
    own.add_argument("--scenario", metavar="NAME")
    own.add_argument("--turn", type=int, metavar="N")
    own.add_argument("--phase", metavar="NAME", help="a phase, or how its name begins")
    own.add_argument("--side", metavar="SIDE", help="whose turn it is")
    own.add_argument("--steps", action="append", default=[], metavar="UNIT=N,…", help="steps that are left")
    own.add_argument("--control", action="append", default=[], metavar="SPACE=SIDE,…", help="who holds what")
    own.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="further details")
    own.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an optional rule")
    odds.set_defaults(run=_odds)


def _add_play(commands: Commands, sides: Iterable[str]) -> None:
    play = _command(commands, "play", "play a game in the terminal", _PLAY)
    play.add_argument("slug", metavar="SLUG", nargs="?", help="the game; --resume knows it without")
    _data(play)
    play.add_argument("--scenario", metavar="NAME")
    play.add_argument("--seed", type=int, metavar="N", help="the dice; without it, new ones")
    play.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an optional rule")
    play.add_argument("--file", metavar="FILE", help="the new journal; without it, SLUG-1.jsonl and so on")
    play.add_argument("--resume", metavar="FILE", help="go on with a journal, or begin with a saved state")
    play.add_argument("--open", action="store_true", help="both sides see everything; no hand-over")
    for side in sides:
        play.add_argument(f"--{side}", dest=SEAT + side, metavar="PLAYER", help="who plays: human or random")
    play.set_defaults(run=_play)


def _add_saves(commands: Commands) -> None:
    replay = _command(commands, "replay", "tell a saved game, action by action")
    replay.add_argument("file", metavar="FILE")
    replay.add_argument("--from", dest="first", type=int, default=0, metavar="N", help="the first action")
    replay.add_argument("--to", dest="last", type=int, metavar="N", help="the last action")
    replay.add_argument("--step", action="store_true", help="wait for Enter after each action")
    _data(replay)
    replay.set_defaults(run=_replay)
    check = _command(commands, "check", "is this save (a journal or a state) good?")
    check.add_argument("file", metavar="FILE")
    _data(check)
    check.set_defaults(run=_check)


def _add_study(commands: Commands, sides: Iterable[str]) -> None:
    study = _command(commands, "study", "play whole campaigns, with what-if changes", _STUDY)
    study.add_argument("slug", metavar="SLUG", help="the game, such as shanghai-nanking")
    _data(study)
    study.add_argument("--list", action="store_true", help="print the game's what-ifs")
    study.add_argument("--games", type=int, default=20, metavar="N", help="games of each variant (20)")
    study.add_argument("--change", action="append", default=[], metavar="ID", help="a what-if (repeatable)")
    study.add_argument("--together", action="store_true", help="all changes at once, not each by itself")
    study.add_argument("--what-ifs", metavar="FILE", help="a TOML file with what-ifs of your own")
    study.add_argument("--players", metavar="PLAYER", help="who plays all sides: random, doctrine:NAME")
    for side in sides:
        study.add_argument(f"--{side}", dest=SEAT + side, metavar="PLAYER", help=f"who plays the {side} side")
    study.add_argument("--scenario", metavar="NAME")
    study.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an optional rule")
    study.add_argument("--seed", type=int, default=0, metavar="N", help="the seeds of all games (0)")
    study.add_argument("--workers", type=int, metavar="N", help="processes; without it, one a core")
    study.add_argument("--cluster", metavar="ADDRESS", help="a dask scheduler that plays instead")
    study.add_argument("--file", metavar="FILE", help="keeps finished games; go on with it after a break")
    study.add_argument("--out", metavar="FILE", help="tables of games and turns, .parquet or .csv")
    study.set_defaults(run=_study)


# Each command is imported when it runs: a list of games needs neither matches nor players.


def _games(console: Console, args: Namespace) -> int:
    from .listing import games

    return games(console)


def _cases(console: Console, args: Namespace) -> int:
    from .listing import all_cases, cases

    if args.slug is None:
        for name in ("data", "topic", "missing", "show"):
            if getattr(args, name):
                raise SandtableError(f"--{name} needs a game: {', '.join(all_slugs())}")
        return all_cases(console, map(load, all_slugs()))
    return cases(console, load(args.slug, args.data), args.topic, args.missing, args.show)


def _odds(console: Console, args: Namespace) -> int:
    from .odds import odds

    return odds(console, args)


def _play(console: Console, args: Namespace) -> int:
    from .play import play

    return play(console, args)


def _replay(console: Console, args: Namespace) -> int:
    from .keeping import replay

    return replay(console, args.file, args.data, args.first, args.last, args.step)


def _check(console: Console, args: Namespace) -> int:
    from .keeping import check

    return check(console, args.file, args.data)


def _study(console: Console, args: Namespace) -> int:
    from .studying import study

    return study(console, args)
