"""Charts of a study with history drawn beside it; each says in one line what it shows.

>>> import sandtable as st
>>> from sandtable_widgets import charts
>>> study = st.study.campaigns("stalins-first-victory", 3, "random", workers=1, progress=False)
>>> charts.ending(study).title
'When it ends'
"""

from __future__ import annotations

from .chart import Chart
from .curves import curves
from .ending import ending
from .falls import falls
from .front import front
from .losses import losses
from .outcomes import outcomes
from .page import write_page
from .tornado import tornado

__all__ = ["Chart", "curves", "ending", "falls", "front", "losses", "outcomes", "tornado", "write_page"]
