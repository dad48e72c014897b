"""Combats on paper: what a game must be told to work out the odds of a combat without any map."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from .errors import SandtableError, Unknown

Value = int | str
"""What a dial can stand at: a number, or one of its words."""

YES, NO = "yes", "no"


@dataclass(frozen=True, slots=True)
class Dial:
    """One input of a combat on paper: a whole number in a range, or one of several words."""

    name: str
    label: str
    default: Value
    values: range | tuple[str, ...]
    case: str
    """The rule that makes it matter."""

    @property
    def is_number(self) -> bool:
        return isinstance(self.values, range)

    @property
    def is_flag(self) -> bool:
        """Is it a question of yes or no?"""
        return self.values == (NO, YES)


def number(name: str, label: str, default: int, low: int, high: int, case: str) -> Dial:
    """A dial with the whole numbers from low to high."""
    return Dial(name, label, default, range(low, high + 1), case)


def choice(name: str, label: str, words: Iterable[str], case: str) -> Dial:
    """A dial with words, set to the first."""
    given = tuple(words)
    return Dial(name, label, given[0], given, case)


def flag(name: str, label: str, case: str) -> Dial:
    """A dial for something that is not so unless somebody says it is."""
    return choice(name, label, (NO, YES), case)


class Setting(Mapping[str, Value]):
    """Where all dials stand; asked for numbers, words and yes or no.

    >>> setting = Setting((number("attack", "attack", 4, 1, 60, ""), flag("air", "air", "")), {"air": "yes"})
    >>> setting.number("attack"), setting.yes("air")
    (4, True)
    """

    def __init__(self, dials: Iterable[Dial], given: Mapping[str, Value]) -> None:
        known = {dial.name: dial for dial in dials}
        for name, value in given.items():
            if name not in known:
                raise Unknown("input of a combat", name, known)
            # True counts as 1 in a range, and nobody means it so.
            if isinstance(value, bool) or value not in known[name].values:
                raise Unknown(f"value of {name}", value, known[name].values)
        self._values = {name: given.get(name, dial.default) for name, dial in known.items()}

    def __getitem__(self, name: str) -> Value:
        return self._values[name]

    def __iter__(self) -> Iterable[str]:  # type: ignore[override]
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def number(self, name: str) -> int:
        value = self._values[name]
        if isinstance(value, str):
            raise SandtableError(f"{name} is a word, not a number")
        return value

    def word(self, name: str) -> str:
        return str(self._values[name])

    def yes(self, name: str) -> bool:
        return self._values[name] == YES
