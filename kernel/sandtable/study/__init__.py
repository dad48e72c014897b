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

from .calendar import Turn, calendar
from .campaign import campaigns, sweep
from .history import Event, History, history
from .intervals import Estimate
from .objectives import Objective, objectives
from .plan import AS_IT_WAS, Variant
from .results import DRAW, Study, load
from .whatifs import WhatIf, what_ifs

__all__ = [
    "AS_IT_WAS",
    "DRAW",
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
    "history",
    "load",
    "objectives",
    "sweep",
    "what_ifs",
]
