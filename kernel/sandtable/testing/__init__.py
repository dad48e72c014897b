"""Helpers for the tests of games: the conformance suite, comparisons, perft counts, golden transcripts."""

from .compare import assert_same_state, differences
from .conformance import check_game
from .golden import check_golden, write_golden
from .positions import check_position
from .walks import perft, random_states
from .world import check_world

__all__ = [
    "assert_same_state",
    "check_game",
    "check_golden",
    "check_position",
    "check_world",
    "differences",
    "perft",
    "random_states",
    "write_golden",
]
