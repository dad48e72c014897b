"""Marks that units of every hex game carry in `state.marks`; a game's own begin at `NEXT`."""

from __future__ import annotations

from ..state import State

MOVED, ATTACKED, DEFENDED, ON_TOP, NEXT = 1, 2, 4, 8, 16
PHASE_MARKS = MOVED | ATTACKED | DEFENDED
"""Those that last for one phase."""

_FORGET = bytes(mark & ~PHASE_MARKS & 0xFF for mark in range(256))


def forget_phase(state: State) -> None:
    """Takes off the marks that last for one phase."""
    state.marks = state.marks.translate(_FORGET)
