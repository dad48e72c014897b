"""Railways and roads of the board: real lines traced from hex to hex."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

import numpy as np
import shapely

from . import layers
from .classify import CLOSED, Verdict
from .georeference import Georeference
from .overrides import Overrides
from .trace import Net, hex_net, trace_path

KINDS = {"railways": "railway", "roads": "road"}

Row = tuple[str, ...]


def links(
    frame: Georeference, ground: Mapping[str, Verdict], settled: Mapping[str, str], overrides: Overrides
) -> list[Row]:
    """Rows (kind, name, path, source) in the order of the layers."""
    centres = {h: frame.scale.to_km(np.array(c)) for h, c in frame.centres.items()}
    shut = (h for h, v in ground.items() if v.terrain in CLOSED)
    net = hex_net(frame.grid, centres, shut, frame.settings["trace"]["link_stray_km"])
    rows: list[Row] = []
    for layer, kind in KINDS.items():
        lines = layers.read_layer(frame.slug, layer)
        for line in lines[lines["board"] != ""].itertuples():
            course = shapely.transform(line.geometry, frame.scale.to_km)
            through = list(_in_order(net, course, line.through.split(), overrides.via.get(line.board, ())))
            rows.append((kind, line.board, " ".join(trace_path(net, course, through)), line.source))
    return rows


def _in_order(
    net: Net[str], course: shapely.LineString, through: Sequence[str], via: Sequence[str]
) -> Iterator[str]:
    """Stations keep their order; a hex that must be passed goes between the two stations where it lies."""
    along = {h: float(course.project(shapely.Point(net.position[h]))) for h in {*through, *via}}
    waiting = sorted(via, key=lambda h: (along[h], h))
    yield through[0]
    for a, b in pairwise(through):
        low, high = sorted((along[a], along[b]))
        between = [h for h in waiting if low <= along[h] <= high or b == through[-1]]
        waiting = [h for h in waiting if h not in between]
        yield from between
        yield b
