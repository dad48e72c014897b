"""Studies: whole campaigns played by the hundred, what-if changes, and history beside them.

>>> import sandtable as st
>>> game = st.load("shanghai-nanking")
>>> st.study.history(game).end.place
'Hangzhou'
"""

from __future__ import annotations

from .calendar import Turn, calendar
from .history import Event, History, history
from .objectives import Objective, objectives

__all__ = ["Event", "History", "Objective", "Turn", "calendar", "history", "objectives"]
