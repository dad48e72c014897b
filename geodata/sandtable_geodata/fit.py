"""Georeference of a grid: least-squares affine fit, then a local rubber sheet over its residuals.

The affine fit answers "which map scale and rotation did the designer use"; the rubber sheet answers "where
does this hex lie in the real country". The sheet is a smooth field of displacements, a Gaussian-process
regression in plain numpy: anchors pull the grid towards themselves, each as hard as its tolerance allows,
and the pull dies away over `reach` hexes.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


@dataclass(frozen=True)
class LocalScale:
    """Kilometres per degree at the middle of a theatre: a plane good to 1 % over a few hundred kilometres."""

    km_per_lon: float
    km_per_lat: float

    def to_km(self, lonlat: Array) -> Array:
        """Degrees to kilometres east and north."""
        return np.asarray(lonlat, dtype=float) * (self.km_per_lon, self.km_per_lat)

    def to_lonlat(self, km: Array) -> Array:
        """Kilometres east and north to degrees."""
        return np.asarray(km, dtype=float) / (self.km_per_lon, self.km_per_lat)


@dataclass(frozen=True)
class Affine:
    """km = plane @ matrix + offset."""

    matrix: Array
    offset: Array

    def __call__(self, plane: Array) -> Array:
        return np.asarray(plane, dtype=float) @ self.matrix + self.offset

    @property
    def pitch_km(self) -> tuple[float, float]:
        """Length of one unit of the plane along x and along y."""
        along_x, along_y = np.linalg.norm(self.matrix, axis=1)
        return float(along_x), float(along_y)


def fit_affine(plane: Array, km: Array) -> Affine:
    """Least-squares affine map from plane points to kilometres; needs three points that are not in line."""
    design = np.column_stack([plane, np.ones(len(plane))])
    solution, _, rank, _ = np.linalg.lstsq(design, km, rcond=None)
    if rank < 3:
        raise ValueError(f"an affine fit needs three control points that are not in line, got {len(plane)}")
    return Affine(solution[:2].astype(np.float64), solution[2].astype(np.float64))


def fit_translation(plane: Array, km: Array, hex_km: float) -> Affine:
    """Least-squares shift of a grid whose scale is known and which lies north up (its plane counts south)."""
    matrix = np.diag([hex_km, -hex_km])
    return Affine(matrix, np.mean(km - plane @ matrix, axis=0))


def rms(residuals: Array) -> float:
    """Root mean square length of residual vectors."""
    return float(np.sqrt((np.asarray(residuals) ** 2).sum(axis=1).mean()))


@dataclass(frozen=True)
class RubberSheet:
    """An affine map plus a smooth local displacement."""

    affine: Affine
    anchors: Array
    weights: Array
    reach: float

    @classmethod
    def rigid(cls, affine: Affine) -> RubberSheet:
        """A sheet that displaces nothing, for a grid that the affine map alone lays out."""
        return cls(affine, np.empty((0, 2)), np.empty((0, 2)), 1.0)

    def __call__(self, plane: Array) -> Array:
        points = np.atleast_2d(np.asarray(plane, dtype=float))
        moved = self.affine(points) + _kernel(points, self.anchors, self.reach) @ self.weights
        return moved.reshape(np.shape(plane))


def fit_rubber_sheet(
    affine: Affine, plane: Array, km: Array, tolerance: Array, slack: Array, reach: float, stiffness: float
) -> RubberSheet:
    """Displace the affine map so that anchors come near their real places.

    plane, km: anchors on the grid and in the country. tolerance: how far (km) an anchor may stay off before
    it pulls as hard as the sheet resists. slack: a place anywhere within this distance (km) of its hex centre
    pulls not at all, for a town need only lie in its hex, not in the middle. stiffness: the size (km) of
    displacement that the sheet allows without resistance.
    """
    want = km - affine(plane)
    length = np.linalg.norm(want, axis=1, keepdims=True)
    want = want * np.clip(1 - slack[:, None] / np.maximum(length, 1e-9), 0, None)
    covariance = stiffness**2 * _kernel(plane, plane, reach)
    weights = stiffness**2 * np.linalg.solve(covariance + np.diag(tolerance**2), want)
    return RubberSheet(affine, plane, weights, reach)


def _kernel(a: Array, b: Array, reach: float) -> Array:
    squared = ((a[:, None, :] - b[None, :, :]) ** 2).sum(axis=2)
    return np.exp(-squared / (2 * reach**2))
