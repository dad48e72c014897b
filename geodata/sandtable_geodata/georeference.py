"""The georeferenced grid of a theatre: where every hex lies, and how well the fit holds."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
import pandas as pd
import shapely
from numpy.typing import NDArray

from sandtable.hexgrid import HexGrid

from . import layers
from .fit import Affine, RubberSheet, fit_affine, fit_rubber_sheet, fit_translation
from .frame import Frame
from .grid import centres, corners, sides

Array = NDArray[np.float64]

GRID_OPTIONS = ("columns", "rows", "shifted", "top", "trimmed", "rows_from")
_CONTROL_COLUMNS = ("space", "place", "pairing", "lon", "lat", "source")
_ANCHOR_COLUMNS = ("space", "place", "lon", "lat", "source")


class Georeference(Frame):
    """Grid, affine fit and rubber sheet of one theatre, read from its data folder."""

    def __init__(self, slug: str) -> None:
        super().__init__(slug)
        grid = self.settings["grid"]
        self.grid = HexGrid(**{option: grid[option] for option in GRID_OPTIONS if option in grid})

    @cached_property
    def control_points(self) -> pd.DataFrame:
        """The hexes whose real place is known, from which the affine fit is made."""
        return self._points("control_points.csv", _CONTROL_COLUMNS)

    @cached_property
    def anchors(self) -> pd.DataFrame:
        """Shores, lakes and river reaches that the rubber sheet pulls onto their hexes."""
        return self._points("anchors.csv", _ANCHOR_COLUMNS)

    @cached_property
    def affine(self) -> Affine:
        """Least-squares map from grid plane to kilometres: free, or a shift where the scale is known."""
        plane, km = self._plane(self.control_points), self._km(self.control_points)
        settings = self.settings.get("fit")
        if settings is None:
            return fit_affine(plane, km)
        fitted = fit_translation(plane, km, settings["hex_km"])
        first = fitted(np.array(self.grid.centre(next(self.grid.ids()))))
        stated = self.scale.to_km(self.scale.to_lonlat(first).round(settings["first_hex_decimals"]))
        return Affine(fitted.matrix, fitted.offset + stated - first)

    @cached_property
    def sheet(self) -> RubberSheet:
        """The affine map corrected locally: what the drawn hexes follow."""
        settings = self.settings.get("sheet")
        if settings is None:
            return RubberSheet.rigid(self.affine)
        groups = (
            (self.control_points, settings["control"]),
            (self._towns_off_the_control_points(), settings["town"]),
            (self.anchors, settings["anchor"]),
        )
        return fit_rubber_sheet(
            self.affine,
            np.vstack([self._plane(points) for points, _ in groups]),
            np.vstack([self._km(points) for points, _ in groups]),
            tolerance=np.concatenate([np.full(len(p), s["tolerance"]) for p, s in groups]),
            slack=np.concatenate([np.full(len(p), s["slack"]) for p, s in groups]),
            reach=settings["reach"],
            stiffness=settings["stiffness"],
        )

    @cached_property
    def polygons(self) -> dict[str, shapely.Polygon]:
        """Outline of every hex in degrees, as drawn; neighbours share their corners exactly."""
        rings = np.array([corners(self.grid, h) for h in self.grid.ids()])
        lonlat = self.lonlat(rings.reshape(-1, 2).round(6)).reshape(rings.shape)
        return dict(zip(self.grid.ids(), shapely.polygons(lonlat.round(6)), strict=True))

    @cached_property
    def centres(self) -> dict[str, tuple[float, float]]:
        """Longitude and latitude of every hex centre, as drawn."""
        lonlat = self.lonlat(centres(self.grid))
        return {h: (float(lon), float(lat)) for h, (lon, lat) in zip(self.grid.ids(), lonlat, strict=True)}

    def lonlat(self, plane: Array) -> Array:
        """Grid plane to degrees through the rubber sheet."""
        return self.scale.to_lonlat(self.sheet(plane))

    def side(self, a: str, b: str) -> shapely.LineString:
        """The hexside between two adjacent hexes."""
        i, j = next(corners for other, corners in sides(self.grid, a) if other == b)
        ring = self.polygons[a].exterior.coords
        return shapely.LineString([ring[i], ring[j]])

    def feature_line(self, a: str, b: str, feature: str) -> shapely.LineString:
        """A feature of a hexside takes all of it."""
        return self.side(a, b)

    def link_line(self, kind: str, name: str, path: Sequence[str]) -> shapely.LineString:
        """From centre to centre."""
        return shapely.LineString([self.centres[h] for h in path])

    def residuals(self) -> pd.DataFrame:
        """How far hex and place of every control point lie apart, before and after the rubber sheet."""
        points = self.control_points
        plane, real = self._plane(points), self._km(points)
        before, after = self.affine(plane) - real, self.sheet(plane) - real
        return points[["space", "place", "pairing", "lon", "lat"]].assign(
            affine_east_km=before[:, 0].round(2),
            affine_north_km=before[:, 1].round(2),
            affine_km=np.linalg.norm(before, axis=1).round(2),
            sheet_km=np.linalg.norm(after, axis=1).round(2),
        )

    def _towns_off_the_control_points(self) -> pd.DataFrame:
        towns = layers.read_layer(self.slug, "towns")
        known = {*self.control_points["space"], *self.anchors["space"]}
        rows = towns[(towns["space"] != "") & ~towns["space"].isin(known)]
        return pd.DataFrame({"space": rows["space"], "lon": rows.geometry.x, "lat": rows.geometry.y})

    def _points(self, name: str, columns: tuple[str, ...]) -> pd.DataFrame:
        rows = layers.read_table(self.folder / name, columns)
        ids = set(self.grid.ids())
        for number, row in enumerate(rows, 2):
            for h in row["space"].split() or [""]:
                if h not in ids:
                    raise layers.DataError(f"{name}, row {number}, column space: no hex {h!r}")
        return pd.DataFrame(rows, columns=list(columns)).astype({"lon": float, "lat": float})

    def _plane(self, points: pd.DataFrame) -> Array:
        """Hex centres; a place of several hexes lies in their middle."""
        return np.array(
            [np.mean([self.grid.centre(h) for h in spaces.split()], axis=0) for spaces in points["space"]]
        )

    def _km(self, points: pd.DataFrame) -> Array:
        return self.scale.to_km(points[["lon", "lat"]].to_numpy(float))
