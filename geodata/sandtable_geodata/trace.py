"""Real lines onto the grid: watercourses become runs of hexsides, railways and roads become runs of hexes.

Both are the same question, a cheapest walk over a graph laid on the country, where a step costs more the
further it strays from the real line.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Generic, TypeVar

import numpy as np
import shapely
from numpy.typing import NDArray

from sandtable.hexgrid import HexGrid

from .grid import corners, sides

_SAMPLES = np.linspace(0.0, 1.0, 5)

Corner = tuple[int, int]
Side = tuple[str, str]
Node = TypeVar("Node", str, Corner)


@dataclass(frozen=True)
class Net(Generic[Node]):
    """A graph whose nodes have positions in kilometres."""

    position: Mapping[Node, NDArray[np.float64]]
    steps: Mapping[Node, Sequence[Node]]
    stray_km: float
    """A step this far from the real line costs twice its length."""

    def walk(
        self,
        line: shapely.LineString,
        start: Node,
        end: Node,
        barred: Callable[[Node, Node], bool] = lambda a, b: False,
    ) -> list[Node]:
        """The cheapest walk beside a line without barred steps; ties go to the smaller node."""
        cost = _stray_cost(self.position, line, self.stray_km)
        best: dict[Node, float] = {start: 0.0}
        came: dict[Node, Node] = {}
        queue: list[tuple[float, Node]] = [(0.0, start)]
        while queue:
            spent, node = heapq.heappop(queue)
            if node == end:
                break
            if spent > best[node]:
                continue
            for step in self.steps[node]:
                if barred(node, step):
                    continue
                total = spent + cost(node, step)
                if total < best.get(step, np.inf) - 1e-9:
                    best[step], came[step] = total, node
                    heapq.heappush(queue, (total, step))
        if end not in best:
            raise ValueError(f"no way from {start} to {end} on the grid")
        walk = [end]
        while walk[-1] != start:
            walk.append(came[walk[-1]])
        return walk[::-1]

    def nearest(self, point: shapely.Point) -> Node:
        """The node nearest to a point."""
        nodes = sorted(self.position)
        gaps = [float(np.hypot(*(self.position[n] - (point.x, point.y)))) for n in nodes]
        return nodes[int(np.argmin(gaps))]


def _stray_cost(
    position: Mapping[Node, NDArray[np.float64]], line: shapely.LineString, stray_km: float
) -> Callable[[Node, Node], float]:
    shapely.prepare(line)

    def cost(a: Node, b: Node) -> float:
        p, q = position[a], position[b]
        along = p + _SAMPLES[:, None] * (q - p)
        stray = shapely.distance(line, shapely.points(along))
        return float(np.hypot(*(q - p)) * (1 + (stray / stray_km) ** 2).mean())

    return cost


def corner_key(plane: NDArray[np.float64]) -> Corner:
    """Corners of neighbouring hexes are the same point: a whole-number name for it."""
    return round(float(plane[0]) * 1000), round(float(plane[1]) * 1000)


@dataclass(frozen=True)
class Hexsides:
    """The net of hex corners joined by hexsides, and which two hexes each hexside parts."""

    net: Net[Corner]
    sides: Mapping[frozenset[Corner], Side]
    centres: Mapping[str, NDArray[np.float64]]

    def trace(self, line: shapely.LineString, banks: Mapping[str, str]) -> list[Side]:
        """The hexsides that a watercourse runs along, in order.

        banks: hexes that must stay on the left or on the right of the course, looking along the line.
        """
        start, end = (self.net.nearest(shapely.Point(line.coords[i])) for i in (0, -1))
        walk = self.net.walk(line, start, end, lambda a, b: self._wrong_bank(a, b, banks))
        return [self.sides[frozenset(step)] for step in pairwise(walk)]

    def _wrong_bank(self, a: Corner, b: Corner, banks: Mapping[str, str]) -> bool:
        side = self.sides[frozenset((a, b))]
        if not banks.keys() & set(side):
            return False
        (px, py), (qx, qy) = self.net.position[a], self.net.position[b]
        for h in banks.keys() & set(side):
            cx, cy = self.centres[h]
            is_left = (qx - px) * (cy - py) - (qy - py) * (cx - px) > 0
            if is_left != (banks[h] == "left"):
                return True
        return False


def hexsides(
    grid: HexGrid, to_km: Callable[[NDArray[np.float64]], NDArray[np.float64]], stray_km: float
) -> Hexsides:
    """Every hexside between two hexes of the map."""
    position: dict[Corner, NDArray[np.float64]] = {}
    steps: dict[Corner, set[Corner]] = {}
    parted: dict[frozenset[Corner], Side] = {}
    for here in grid.ids():
        ring = corners(grid, here)
        for other, (i, j) in sides(grid, here):
            if here < other:
                a, b = corner_key(ring[i]), corner_key(ring[j])
                parted[frozenset((a, b))] = (here, other)
                for key, corner in ((a, ring[i]), (b, ring[j])):
                    position[key] = to_km(corner)
                steps.setdefault(a, set()).add(b)
                steps.setdefault(b, set()).add(a)
    net = Net(position, {k: sorted(v) for k, v in steps.items()}, stray_km)
    return Hexsides(net, parted, {h: to_km(np.array(grid.centre(h))) for h in grid.ids()})


def hex_net(
    grid: HexGrid, centres: Mapping[str, NDArray[np.float64]], shut: Iterable[str], stray_km: float
) -> Net[str]:
    """The net of hex centres; `shut` hexes cannot be walked through."""
    closed = set(shut)
    open_ids = [h for h in grid.ids() if h not in closed]
    steps = {h: [n for n in grid.neighbours(h) if n not in closed] for h in open_ids}
    return Net({h: centres[h] for h in open_ids}, steps, stray_km)


def trace_path(net: Net[str], line: shapely.LineString, through: Sequence[str]) -> list[str]:
    """The hexes of a railway or road that must pass `through` these hexes in this order."""
    path = [through[0]]
    for a, b in pairwise(through):
        path += net.walk(line, a, b)[1:]
    return path
