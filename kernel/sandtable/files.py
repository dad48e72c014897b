"""Files that appear whole or not at all, never replace one another, and are held by one process at a time."""

from __future__ import annotations

import os
import secrets
import sys
from io import FileIO
from pathlib import Path

from .errors import SaveError

if sys.platform == "win32":

    def lock(handle: FileIO) -> bool:
        """Windows itself refuses what the lock is for: replacing or removing an open file."""
        return True

    def unlock(handle: FileIO) -> None:
        """Nothing was locked."""

    def _sync_folder(folder: Path) -> None:
        """Windows keeps its folders itself."""

else:
    import fcntl

    def lock(handle: FileIO) -> bool:
        """Takes the file for this process; False when another holds it."""
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return True  # a file system that knows no locks must not keep anybody from playing
        return True

    def unlock(handle: FileIO) -> None:
        """Lets go at once, even if a forked process still has the file open."""
        fcntl.flock(handle, fcntl.LOCK_UN)

    def _sync_folder(folder: Path) -> None:
        """Makes a new name outlast a power cut, where the file system can."""
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        except OSError:
            pass
        finally:
            os.close(number)


def failed(doing: str, path: Path, error: OSError, hint: str = "") -> SaveError:
    """What to tell a person when the system refuses."""
    return SaveError(f"the file cannot be {doing}: {error.strerror or error}{hint}", str(path))


def taken(path: Path) -> SaveError:
    return SaveError(
        "the file exists already and was left alone; choose another name, or load it to go on with it",
        str(path),
    )


def write(handle: FileIO, data: bytes) -> None:
    """Writes all of it: the system may take less at a time."""
    left = memoryview(data)
    while left:
        left = left[handle.write(left) :]


def open_to_write(path: Path) -> FileIO:
    """An existing file, unbuffered, to be read and written."""
    return path.open("r+b", buffering=0)


def create(path: Path, data: bytes) -> FileIO:
    """A new file with this content, open and locked. A file that holds something is never replaced."""
    scratch = _scratch(path, data)
    try:
        os.link(scratch, path)  # unlike a rename, a link never replaces a file
    except OSError:  # the name is taken, or the file system has no links
        return _fill_empty(path, data)
    finally:
        scratch.unlink(missing_ok=True)
    _sync_folder(path.parent)
    handle = open_to_write(path)
    if not lock(handle):
        handle.close()
        raise SaveError("another process has opened the new file already", str(path))
    return handle


def replace(path: Path, data: bytes) -> None:
    """Puts this content in the place of whatever has that name, in one piece."""
    scratch = _scratch(path, data)
    try:
        scratch.replace(path)
    finally:
        scratch.unlink(missing_ok=True)
    _sync_folder(path.parent)


def _scratch(path: Path, data: bytes) -> Path:
    """The content in a file of its own beside its future place, safe on the disk."""
    scratch = path.with_name(f".{path.name}.{secrets.token_hex(4)}.tmp")
    try:
        with scratch.open("xb", buffering=0) as handle:
            write(handle, data)
            os.fsync(handle.fileno())
    except BaseException:
        scratch.unlink(missing_ok=True)
        raise
    return scratch


def _fill_empty(path: Path, data: bytes) -> FileIO:
    """Writes into a file that is empty or not there; the lock keeps two processes from both doing so."""
    if not path.exists():
        path.touch()
    handle = open_to_write(path)
    try:
        if not lock(handle) or handle.seek(0, os.SEEK_END):
            raise taken(path)
        try:
            write(handle, data)
            os.fsync(handle.fileno())
        except BaseException:
            handle.truncate(0)
            raise
    except BaseException:
        handle.close()
        raise
    return handle
