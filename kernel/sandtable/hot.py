"""Hot loops: compiled with numba when it is installed, the same Python source when it is not.

Numba is imported at the first call of a hot loop, never by `import sandtable`.
Set SANDTABLE_NUMBA=0 to run the plain source (the fallback) on a machine that has numba.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, Generic, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


def numba_wanted() -> bool:
    """Is compiling allowed here? Whether numba exists is found out at the first call."""
    return os.environ.get("SANDTABLE_NUMBA", "1") != "0"


class Hot(Generic[P, R]):
    """A function over int buffers; `.call` is what to run: the compiled form if there is one."""

    __slots__ = ("call", "plain")

    def __init__(self, function: Callable[P, R]) -> None:
        self.plain = function
        self.call: Callable[P, R] = self._first

    @property
    def compiled(self) -> bool:
        """Does `.call` run compiled? Asking brings numba in, as the first call does."""
        if self.call == self._first:
            self._settle()
        return self.call is not self.plain

    def _first(self, *args: P.args, **kwargs: P.kwargs) -> R:
        self._settle()
        return self.call(*args, **kwargs)

    def _settle(self) -> None:
        self.call = _compiled(self.plain) if numba_wanted() else self.plain


def _compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    try:
        from numba import njit
    except ImportError:
        return function
    try:
        cached: Callable[..., Any] = njit(cache=True, nogil=True)(function)
    except RuntimeError:  # no folder where numba may keep what it compiled
        cached = njit(nogil=True)(function)
    return cached
