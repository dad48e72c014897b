"""Studies: whole campaigns played by the hundred, what-if changes, and history beside them.

>>> import sandtable as st
>>> game = st.load("stalins-first-victory")
>>> study = st.study.campaigns(game, 4, players="random", workers=1, progress=False)
>>> study
<Study of stalins-first-victory: 4 games, 1 variant>
>>> st.study.history(game).end.place
'Manchouli'
"""

from __future__ import annotations

from ..objectives import Objective, objectives
from .calendar import Turn, calendar
from .campaign import campaigns, sweep
from .history import Event, History, history
from .intervals import Estimate
from .plan import UNCHANGED, Variant
from .results import DRAW, Study, load
from .whatifs import WhatIf, what_ifs
from .words import clear, compare

__all__ = [
    "DRAW",
    "UNCHANGED",
    "Estimate",
    "Event",
    "History",
    "Objective",
    "Study",
    "Turn",
    "Variant",
    "WhatIf",
    "calendar",
    "campaigns",
    "clear",
    "compare",
    "history",
    "load",
    "objectives",
    "sweep",
    "what_ifs",
]
