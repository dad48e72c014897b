"""Names that never collide: candidates around each place, tested against everything already on the sheet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from .canvas import Canvas
from .text import Run, lettering, put

_DIRECTIONS = (
    ((1, 0), 0.0), ((-1, 0), 0.6), ((0, 1), 0.5), ((0, -1), 0.7),
    ((1, 1), 0.2), ((1, -1), 0.4), ((-1, 1), 0.9), ((-1, -1), 1.0),
)  # fmt: skip
"""Where a name may stand, and how much worse that is than to the right of its place."""

_DISTANCES = ((1.0, 0.0), (1.7, 1.6), (2.6, 3.4))
"""Multiples of the first gap, and their price."""

_LEADER_PT = (11.0, 16.0, 22.0, 29.0, 37.0, 46.0, 56.0)
_LEADER_PRICE = 6.0
"""A name that must stand may move further out, tied to its place by a line."""

_MISLEADING = 3.0
"""The price of standing nearer to the mark of another place than to one's own."""

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Name:
    """A name for a place in kilometres; the smaller the rank, the earlier it is placed."""

    runs: tuple[Run, ...]
    at: tuple[float, float]
    colour: str
    rank: float
    clear_pt: float
    """Half the size of the mark that the name stands beside."""
    gap: float = 1.6
    halo: float = 1.3
    must: bool = False


@dataclass(frozen=True)
class Candidate:
    """One place where a name could stand."""

    box: shapely.Polygon
    corner: tuple[float, float]
    price: float
    leader: shapely.LineString | None = None


@dataclass
class Sheet:
    """What is taken already: hard ground that no name may touch, soft lines that it should not cross."""

    canvas: Canvas
    hard: list[BaseGeometry] = field(default_factory=list)
    soft: list[tuple[BaseGeometry, float]] = field(default_factory=list)
    placed: list[tuple[Name, Candidate]] = field(default_factory=list)
    dropped: list[Name] = field(default_factory=list)

    def block(self, shapes: Iterable[BaseGeometry]) -> None:
        """Reserve ground."""
        self.hard += [shape for shape in shapes if not shape.is_empty]

    def avoid(self, lines: Iterable[BaseGeometry], price: float) -> None:
        """Make crossing these lines cost `price` a point."""
        self.soft += [(line, price) for line in lines if not line.is_empty]

    def place(self, names: Sequence[Name], marks: Sequence[Array]) -> None:
        """Place and draw names, the important first; a name without room is dropped unless it must stand.

        marks: where all places are, so that no name stands beside the wrong one.
        """
        costs = _Costs(self, marks)
        for name in sorted(names, key=lambda n: (n.rank, n.at)):
            best = costs.best(name, near(self.canvas, name))
            if best is None and name.must:
                best = costs.best(name, tied(self.canvas, name))
            if best is None:
                self.dropped.append(name)
                continue
            self.placed.append((name, best))
            self.hard.append(best.box)
            costs = _Costs(self, marks)
            _draw(self.canvas, name, best)


class _Costs:
    """The price of candidates on a sheet as it stands."""

    def __init__(self, sheet: Sheet, marks: Sequence[Array]) -> None:
        self.canvas = sheet.canvas
        self.ground = shapely.STRtree(sheet.hard)
        self.hard = sheet.hard
        self.lines = [line for line, _ in sheet.soft]
        self.prices = [price for _, price in sheet.soft]
        self.crossings = shapely.STRtree(self.lines)
        self.marks = np.array(list(marks))

    def best(self, name: Name, candidates: Iterable[Candidate]) -> Candidate | None:
        """The cheapest candidate on free ground, the first of equals."""
        free = [c for c in candidates if self._is_free(c.box)]
        return min(free, key=lambda c: self._price(name, c), default=None)

    def _is_free(self, box: shapely.Polygon) -> bool:
        return self.canvas.frame.contains(box) and not len(self.ground.query(box, predicate="intersects"))

    def _price(self, name: Name, candidate: Candidate) -> float:
        price = candidate.price
        for i in self.crossings.query(candidate.box, predicate="intersects"):
            price += self.prices[i] * self.lines[i].intersection(candidate.box).length / self.canvas.km_per_pt
        others = self.marks[np.abs(self.marks - name.at).sum(axis=1) > 1e-6]
        own = candidate.box.distance(shapely.Point(name.at))
        if candidate.leader is None:
            rivals = (
                shapely.distance(candidate.box, shapely.points(others)) if len(others) else np.array([np.inf])
            )
            price += _MISLEADING * float((rivals < own * 1.2 + self.canvas.pt(1.0)).sum())
        else:
            for i in self.ground.query(candidate.leader, predicate="intersects"):
                price += 0.12 * self.hard[i].intersection(candidate.leader).length / self.canvas.km_per_pt
        return price


def near(canvas: Canvas, name: Name) -> Iterator[Candidate]:
    """Eight directions at three distances."""
    for far, price_far in _DISTANCES:
        reach = name.clear_pt + name.gap * far
        for (dx, dy), price in _DIRECTIONS:
            diagonal = 0.75 if dx and dy else 1.0
            yield _at(
                canvas, name, (dx * reach * diagonal, dy * reach * diagonal), (dx, dy), price + price_far
            )


def tied(canvas: Canvas, name: Name) -> Iterator[Candidate]:
    """Sixteen directions further out, with a line back to the place."""
    for reach in _LEADER_PT:
        for angle in np.arange(16) * np.pi / 8:
            step = (reach * canvas.size * np.cos(angle), reach * canvas.size * np.sin(angle))
            side = (int(np.sign(round(np.cos(angle), 2))), 0)
            made = _at(canvas, name, step, side, _LEADER_PRICE + 0.25 * reach)
            line = shapely.shortest_line(shapely.Point(name.at), made.box)
            yield Candidate(made.box, made.corner, made.price, line)


def _at(
    canvas: Canvas, name: Name, step: tuple[float, float], side: tuple[int, int], price: float
) -> Candidate:
    """The candidate whose nearest point lies `step` points from the place, on this side of it."""
    letters = lettering(name.runs, 1.2)
    width, height = letters.width, letters.ascent
    left = step[0] + {1: 0.0, 0: -width / 2, -1: -width}[side[0]]
    low = step[1] + {1: 0.0, 0: -height / 2, -1: -height}[side[1]]
    x, y = name.at[0] + canvas.pt(left), name.at[1] + canvas.pt(low)
    pad, drop = canvas.pt(0.6), canvas.pt(0.14 * height)
    box = shapely.box(x - pad, y - pad - drop, x + canvas.pt(width) + pad, y + canvas.pt(height) + pad)
    return Candidate(box, (x, y), price)


def _draw(canvas: Canvas, name: Name, candidate: Candidate) -> None:
    if candidate.leader is not None:
        canvas.stroke(candidate.leader, edgecolor=canvas.palette.halo, linewidth=1.6, alpha=0.8, zorder=5.9)
        canvas.stroke(candidate.leader, edgecolor=name.colour, linewidth=0.55, zorder=5.95)
    put(canvas, lettering(name.runs, 1.2), candidate.corner, name.colour, halo=name.halo, zorder=6.0)
