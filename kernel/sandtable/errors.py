"""Errors that name the thing that is wrong, and where a rule is concerned, the rule."""

from __future__ import annotations

from collections.abc import Iterable


class SandtableError(ValueError):
    """Anything a person can put right: every error of the kit derives from it."""


class Unknown(SandtableError):
    """A name that the kit does not know: game, scenario, space, unit, option, phase, case."""

    def __init__(self, what: str, name: object, known: Iterable[object] = ()) -> None:
        self.what, self.name, self.known = what, name, tuple(known)
        super().__init__(f"unknown {what} {str(name)!r}{_hint(str(name), self.known)}")

    def __reduce__(self) -> tuple[type, tuple[str, object, tuple[object, ...]]]:
        return type(self), (self.what, self.name, self.known)


class IllegalAction(SandtableError):
    """An action that the rules do not allow now; `case` is the rule that forbids it."""

    def __init__(self, case: str, reason: str) -> None:
        self.case, self.reason = case, reason
        super().__init__(f"{case}: {reason}")

    def __reduce__(self) -> tuple[type, tuple[str, str]]:
        return type(self), (self.case, self.reason)


class NotACombat(SandtableError):
    """A forecast was asked for an action that rolls no combat dice."""


class NotationError(SandtableError):
    """A text that is not the notation of an action."""


class DataError(SandtableError):
    """A data file with something wrong in it; names file, row and column."""

    def __init__(self, file: str, row: int | None, column: str | None, reason: str) -> None:
        self.file, self.row, self.column, self.reason = file, row, column, reason
        place = file
        if row is not None:
            place += f", row {row}"
        if column is not None:
            place += f", column {column!r}"
        super().__init__(f"{place}: {reason}")

    def __reduce__(self) -> tuple[type, tuple[str, int | None, str | None, str]]:
        return type(self), (self.file, self.row, self.column, self.reason)


class SaveError(SandtableError):
    """A saved state or journal that cannot be trusted; names file and line where there are any."""

    def __init__(self, reason: str, file: str | None = None, line: int | None = None) -> None:
        self.file, self.line, self.reason = file, line, reason
        place = f"{file}: " if file else ""
        if line is not None:
            place += f"line {line}: "
        super().__init__(place + reason)

    def __reduce__(self) -> tuple[type, tuple[str, str | None, int | None]]:
        return type(self), (self.reason, self.file, self.line)


def _hint(name: str, known: tuple[object, ...]) -> str:
    """What a person may have meant, or the whole list when it is short; for numbers, from where to where."""
    import difflib

    numbers = [k for k in known if isinstance(k, int)]
    if numbers and len(numbers) == len(known):
        return f"; known: {min(numbers)} to {max(numbers)}"
    words = sorted(str(k) for k in known)
    close = difflib.get_close_matches(name, words, n=3)
    if close:
        return "; did you mean " + " or ".join(repr(c) for c in close) + "?"
    if 0 < len(words) <= 12:
        return "; known: " + ", ".join(words)
    return ""
