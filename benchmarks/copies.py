"""Copying a state: its own copy, the standard library's, and the saved form."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator

from sandtable.state import State

from . import positions
from .measure import Effort, Race, run


def races(effort: Effort) -> Iterator[Race]:
    state = positions.midgame()
    fields = {name: getattr(state, name) for name in State.__slots__ if name != "game"}
    yield run(
        "copies: one state of Shanghai-Nanking in the middle of a campaign",
        {
            "state.copy()": state.copy,
            "copy.deepcopy of its fields": lambda: copy.deepcopy(fields),
            "pickle and back of its fields": lambda: pickle.loads(pickle.dumps(fields, -1)),
            "saved form and back (JSON, checked)": lambda: state.game.state_from_json(state.to_json()),
            "state.digest()": state.digest,
        },
        effort,
        notes=("deepcopy and pickle get the state's own buffers without the board, units and tables.",),
    )
