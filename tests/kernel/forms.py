"""Both forms of a hot loop side by side, whatever the environment asks for."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from typing import Any
from unittest.mock import patch

from sandtable.hot import Hot


@cache
def hot(function: Callable[..., Any], compiled: bool) -> Hot[..., Any]:
    """A hot loop that runs compiled, or one that runs as it is written."""
    made = Hot(function)
    with patch.dict(os.environ, SANDTABLE_NUMBA="1" if compiled else "0"):
        assert made.compiled is compiled
    return made
