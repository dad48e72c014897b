"""`python -m sandtable_geodata build|draw <theatre>`: rebuild board files, draw the map."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import BinaryIO

from .build import board_folder, build, check
from .files import OutputError, write_whole
from .layers import DataError, UnknownLayer, UnknownTheatre, theatres


class UsageError(ValueError):
    """The command line asks for something that does not make sense."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; problems are one line on stderr and exit code 2."""
    options = _parser().parse_args(arguments)
    try:
        return int(options.run(options))
    except (UnknownTheatre, UnknownLayer, DataError, OutputError, UsageError) as error:
        print(f"sandtable_geodata: {error}", file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m sandtable_geodata", description="Theatres: boards and maps."
    )
    commands = parser.add_subparsers(dest="command", required=True)
    make = commands.add_parser("build", help="write the kernel's board files from the layers")
    make.add_argument("theatre", help=f"one of: {', '.join(theatres())}")
    make.add_argument("--check", action="store_true", help="write nothing, say what differs (exit code 1)")
    make.add_argument("--to", type=Path, help="another folder than the kernel's own")
    make.set_defaults(run=_build)
    plate = commands.add_parser("draw", help="draw the theatre as an atlas plate")
    plate.add_argument("theatre", help=f"one of: {', '.join(theatres())}")
    plate.add_argument("output", type=Path, help="a .png, .pdf or .svg file")
    plate.add_argument(
        "--units", choices=("setup", "none"), default="setup", help="counters of the set-up, or none"
    )
    plate.add_argument("--dark", action="store_true", help="colours for a dark page")
    plate.add_argument("--dpi", type=int, default=200, help="dots per inch, 40 to 600")
    plate.add_argument(
        "--extent",
        nargs=4,
        type=float,
        metavar=("WEST", "SOUTH", "EAST", "NORTH"),
        help="part of the theatre, degrees",
    )
    plate.set_defaults(run=_draw)
    return parser


def _build(options: argparse.Namespace) -> int:
    folder = options.to or board_folder(options.theatre)
    if options.check:
        problems = check(options.theatre, folder)
        print("\n".join(problems) if problems else f"{folder}: as built from the layers", file=sys.stderr)
        return 1 if problems else 0
    texts = build(options.theatre)
    if not folder.is_dir():
        raise OutputError(f"cannot write {folder}: no such folder")
    for name, text in texts.items():
        write_whole(folder / name, partial(_put, text.encode("utf-8")))
    print(f"{folder}: {', '.join(texts)} written")
    return 0


def _put(content: bytes, file: BinaryIO) -> None:
    file.write(content)


def _draw(options: argparse.Namespace) -> int:
    from .draw import Extent, draw

    if not 40 <= options.dpi <= 600:
        raise UsageError(f"--dpi {options.dpi}: must be between 40 and 600")
    draw(
        options.theatre,
        options.output,
        units=options.units,
        dark=options.dark,
        dpi=options.dpi,
        extent=Extent(*options.extent) if options.extent else None,
    )
    print(f"{options.output} drawn")
    return 0


if __name__ == "__main__":
    sys.exit(main())
