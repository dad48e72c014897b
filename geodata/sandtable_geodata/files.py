"""Writing files so that a failure leaves the old ones as they were."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO


class OutputError(OSError):
    """A file cannot be written; the message names it."""


def write_whole(path: Path, fill: Callable[[BinaryIO], None]) -> None:
    """Fill a temporary file beside `path`, then rename it over `path`; nothing changes when filling fails."""
    if path.is_dir():
        raise OutputError(f"cannot write {path}: it is a folder")
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    except OSError as error:
        raise OutputError(f"cannot write {path}: {error.strerror}") from error
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            fill(file)
        temporary.chmod(0o644)
        temporary.replace(path)
    except OSError as error:
        raise OutputError(f"cannot write {path}: {error.strerror}") from error
    finally:
        temporary.unlink(missing_ok=True)
