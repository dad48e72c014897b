"""Comparing states so that a person sees what is different."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..state import State

_SHOWN = 20


def require(condition: object, complaint: str) -> None:
    """An assertion that python -O keeps."""
    if not condition:
        raise AssertionError(complaint)


def differences(left: Any, right: Any, path: str = "") -> Iterator[str]:
    """Where two plain values differ, one line each; lists and tuples are the same to JSON and to us.

    >>> list(differences({"turn": 1, "units": {"r1": [4, 2]}}, {"turn": 1, "units": {"r1": [4, 1]}}))
    ['units.r1[1]: 2 != 1']
    """
    if isinstance(left, dict) and isinstance(right, dict):
        for key in [*left, *(k for k in right if k not in left)]:
            inner = f"{path}.{key}" if path else str(key)
            if key not in left or key not in right:
                yield f"{inner}: only in the {'first' if key in left else 'second'}"
            else:
                yield from differences(left[key], right[key], inner)
    elif isinstance(left, list | tuple) and isinstance(right, list | tuple):
        if len(left) != len(right):
            yield f"{path}: {left!r} != {right!r}"
            return
        for place, (a, b) in enumerate(zip(left, right, strict=True)):
            yield from differences(a, b, f"{path}[{place}]")
    elif left != right or type(left) is not type(right):
        yield f"{path}: {left!r} != {right!r}"


def assert_same_state(left: State, right: State) -> None:
    """Both states are the same position with the same dice, derived counts included."""
    found = list(differences(left.to_plain(), right.to_plain()))
    for name in ("count", "zone"):
        tables = zip(left.game.sides, getattr(left, name), getattr(right, name), strict=True)
        for side, a, b in tables:
            found += [
                f"{name} of {side} in {left.game.board.ids[space]}: {a[space]} != {b[space]}"
                for space in range(len(a))
                if a[space] != b[space]
            ]
    if found:
        more = [f"… and {len(found) - _SHOWN} more"] if len(found) > _SHOWN else []
        raise AssertionError("\n".join(["the states differ:", *found[:_SHOWN], *more]))
    require(left.digest() == right.digest(), "the states are the same, but their digests differ")
