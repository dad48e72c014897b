"""Drawing a theatre as an atlas plate, without any system font."""

from __future__ import annotations

from .canvas import Extent
from .page import BadExtent, draw, make_page, picture, setup_units

__all__ = ["BadExtent", "Extent", "draw", "make_page", "picture", "setup_units"]
