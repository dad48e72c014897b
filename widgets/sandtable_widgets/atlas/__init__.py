"""The theatre map on screen: `MapView`, and the counters upon it.

>>> import sandtable as st
>>> from sandtable_widgets.atlas import MapView
>>> game = st.load("shanghai-nanking")
>>> MapView(game).show(game.view(game.new(), None))
"""

from __future__ import annotations

from .counters import card_svg, counter_svg
from .view import Click, MapView, Target

__all__ = ["Click", "MapView", "Target", "card_svg", "counter_svg"]
