"""Streets and houses for the eye: ground cut into blocks until they are small, the same on every machine."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry


def blocks(
    ground: BaseGeometry, rng: Random, area: float, lane: float, empty: float
) -> list[shapely.Polygon]:
    """Blocks of about this area (km²) with lanes this wide (km) between them, some of them left empty."""
    made = []
    for part in polygons(ground):
        for piece in _cut(part, rng, area):
            for block in polygons(piece.buffer(-lane / 2, join_style="mitre")):
                if block.area > 0.12 * area and rng.random() >= empty:
                    made.append(block)
    return made


def village(middle: np.ndarray, rng: Random, width: float, depth: float) -> list[shapely.Polygon]:
    """Farmsteads along a lane, the whole turned a little; sizes in kilometres."""
    ground = shapely.box(-width / 2, -depth / 2, width / 2, depth / 2)
    street = shapely.LineString([(-width, 0.0), (width, 0.0)]).buffer(0.011)
    crossing = rng.uniform(-0.25, 0.25) * width
    lane = shapely.LineString([(crossing, -depth), (crossing, depth)]).buffer(0.009)
    rounded = ground.intersection(shapely.Point(0, 0).buffer(0.56 * max(width, depth)))
    yards = blocks(rounded.difference(street).difference(lane), rng, 0.0022, 0.013, 0.2)
    turn = rng.uniform(-25, 25)
    placed = shapely.affinity.rotate(shapely.MultiPolygon(yards), turn, origin=(0, 0))
    return polygons(shapely.affinity.translate(placed, *middle))


def polygons(shape: BaseGeometry) -> list[shapely.Polygon]:
    """The polygons of a shape."""
    return [part for part in shapely.get_parts(shape) if part.geom_type == "Polygon" and not part.is_empty]


def _cut(part: shapely.Polygon, rng: Random, area: float) -> Iterator[shapely.Polygon]:
    """Cut across the longer side of the rectangle around a piece, near its middle, again and again."""
    if part.area <= area * rng.uniform(0.75, 1.35):
        yield part
        return
    ring = np.asarray(shapely.minimum_rotated_rectangle(part).exterior.coords)[:4]
    one, other = ring[1] - ring[0], ring[2] - ring[1]
    if np.hypot(*one) < np.hypot(*other):
        ring, one, other = np.roll(ring, -1, axis=0), other, -one
    along = ring[0] + rng.uniform(0.4, 0.6) * one
    slant = rng.uniform(-0.05, 0.05) * one
    knife = shapely.LineString([along - slant - other, along + slant + 2 * other])
    pieces = polygons(shapely.ops.split(part, knife))
    if len(pieces) < 2:
        yield part
        return
    for piece in pieces:
        yield from _cut(piece, rng, area)
