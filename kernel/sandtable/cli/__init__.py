"""`python -m sandtable`: games, cases, odds, play, replay, check."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from ..errors import SandtableError
from .arguments import parse
from .console import Console

__all__ = ["main"]

WRONG, INTERRUPTED, PIPE_CLOSED = 2, 130, 141
"""Exit codes beside 0: a mistake in what was asked, Ctrl-C, a reader that went away."""


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code; every mistake is one line on stderr."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal that cannot say a dash shows a ?
    args = parse(sys.argv[1:] if argv is None else argv)
    try:
        code: int = args.run(Console(), args)
        sys.stdout.flush()
    except BrokenPipeError:
        # Python flushes stdout once more at exit; that must not fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    except (SandtableError, OSError) as error:
        print("sandtable:", " ".join(str(error).split()), file=sys.stderr)
        return WRONG
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    return code
