"""Where the spaces of a theatre lie: what a grid of hexes and a board of areas have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

import shapely

from . import layers
from .fit import LocalScale


class Frame(ABC):
    """The settings of a theatre, and the outline and middle of every space in degrees."""

    polygons: dict[str, shapely.Polygon]
    centres: dict[str, tuple[float, float]]

    def __init__(self, slug: str) -> None:
        self.slug = slug
        self.folder = layers.folder(slug)
        self.settings: dict[str, Any] = layers.settings(slug)
        self.scale = LocalScale(**self.settings["scale"])

    @abstractmethod
    def side(self, a: str, b: str) -> shapely.LineString:
        """The border between two spaces that touch."""

    @abstractmethod
    def feature_line(self, a: str, b: str, feature: str) -> shapely.LineString:
        """Where a feature of the border between two spaces lies."""

    @abstractmethod
    def link_line(self, kind: str, name: str, path: Sequence[str]) -> shapely.LineString:
        """Where a railway or road of the board runs."""

    def space_at(self, lon: float, lat: float) -> str | None:
        """The space that a real position falls in, or None off the map."""
        point = shapely.Point(lon, lat)
        return next((s for s, polygon in self.polygons.items() if polygon.covers(point)), None)
