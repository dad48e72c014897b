"""The kernel's board files of a board of areas, read off its arcs and lines."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import shapely

from . import layers
from .areas import AreaFrame, Pair
from .tables import csv_text

FILES = ("board.toml", "spaces.csv", "adjacency.csv", "borders.csv", "links.csv")

Row = tuple[str, ...]

EDGE_SHARE = 0.02
"""A space lies on an edge of the map when it takes up this much of it."""


def build_areas(frame: AreaFrame) -> dict[str, str]:
    """The text of every board file."""
    spaces = [
        (s, row["name"], row["terrain"], " ".join(words), row["lon"], row["lat"], row["source"])
        for (s, row), words in zip(frame.rows.items(), tags(frame).values(), strict=True)
    ]
    return {
        "board.toml": f'kind = "area"\nsource = "{frame.settings["areas"]["source"]}"\n',
        "spaces.csv": csv_text(("id", "name", "terrain", "tags", "lon", "lat", "source"), spaces),
        "adjacency.csv": csv_text(("a", "b", "kind", "source"), list(adjacency(frame))),
        "borders.csv": csv_text(("a", "b", "feature", "name", "source"), list(borders(frame))),
        "links.csv": csv_text(("kind", "name", "path", "source"), list(links(frame))),
    }


def adjacency(frame: AreaFrame) -> Iterator[Row]:
    """Common borders, then the corners that the rules make passages, then the zones with their areas."""
    settings, sources = frame.settings["areas"], evidence(frame)
    zones = set(zone_ids(frame))
    for pair in sorted(pair for pair in frame.shared if not zones & set(pair)):
        yield (*pair, "border", sources.get(pair, settings["border_source"]))
    for a, b in sorted(corners(frame)):
        yield (a, b, "vertex", settings["corner_source"])
    for zone in zone_ids(frame):
        for area in sorted(a if b == zone else b for a, b in frame.shared if zone in (a, b)):
            kind = "zone_wide" if f"{zone}-{area}" in settings["wide"] else "zone"
            yield (zone, area, kind, settings["zone_source"])


def corners(frame: AreaFrame) -> Iterator[Pair]:
    """Passages over a corner: the rules name the areas whose corners count."""
    zones = set(zone_ids(frame))
    for a, b in frame.corners:
        if not zones & {a, b} and across(frame, a, b):
            for first, second in ((a, b), (b, a)):
                if first in frame.settings["areas"]["corners_of"]:
                    yield first, second


def borders(frame: AreaFrame) -> Iterator[Row]:
    """What runs along a border, and the bridges over it; a corner passage crosses what parts the banks."""
    settings, sources = frame.settings["areas"], evidence(frame)
    feature, name = settings["feature"], settings["feature_name"]
    bridges = layers.read_layer(frame.slug, "bridges")
    arcs = sorted((arc for arc in frame.arcs if arc.feature), key=lambda arc: arc.spaces)
    crossed = [min(arcs, key=lambda arc, spot=spot: arc.line.distance(spot)) for spot in bridges.geometry]
    for arc in arcs:
        pair = (arc.spaces[0], arc.spaces[1])
        over = [row for row, here in zip(bridges.itertuples(), crossed, strict=True) if here is arc]
        yield (*pair, arc.feature, arc.name, over[0].source if over else settings["feature_source"])
        for row in over:
            yield (*pair, "bridge", row.board, row.source)
    for a, b in sorted(corners(frame)):
        yield (a, b, feature, name, sources.get((a, b), settings["corner_source"]))


def links(frame: AreaFrame) -> Iterator[Row]:
    """Railways: the spaces that a line passes, in their order."""
    rows = layers.read_layer(frame.slug, "railways")
    for row in rows[rows["board"] != ""].itertuples():
        yield ("railway", row.board, " ".join(passed(frame, row.geometry)), row.source)


def passed(frame: AreaFrame, line: shapely.LineString) -> list[str]:
    """The spaces under a line from its first point to its last, each stretch once."""
    steps = np.linspace(0, 1, 2000)
    under = [frame.space_at(*line.interpolate(step, normalized=True).coords[0]) for step in steps]
    on_map = [space for space in under if space is not None]
    return [b for a, b in pairwise(["", *on_map]) if a != b]


def tags(frame: AreaFrame) -> dict[str, list[str]]:
    """What a space is for the rules: as listed, and its bank and the map edges it lies on."""
    order = frame.settings["tags"]["order"]
    found = {space: set(row["tags"].split()) for space, row in frame.rows.items()}
    for space, word in banks(frame).items():
        found[space].add(word)
    for word, spaces in edges(frame).items():
        for space in spaces:
            found[space].add(word)
    return {space: [word for word in order if word in words] for space, words in found.items()}


def across(frame: AreaFrame, a: str, b: str) -> bool:
    """Do two areas lie on different banks?"""
    bank = banks(frame)
    return bank[a] != bank[b]


def banks(frame: AreaFrame) -> dict[str, str]:
    """The areas that hang together without crossing what parts them; the two groups by their latitude."""
    zones = zone_ids(frame)
    closed = {frozenset(arc.spaces) for arc in frame.arcs if arc.feature}
    left = [space for space in frame.rows if space not in zones]
    groups: list[set[str]] = []
    while left:
        group = {left[0]}
        while grown := {
            s for pair in frame.shared for s in pair
            if group & set(pair) and frozenset(pair) not in closed and s in left and s not in group
        }:  # fmt: skip
            group |= grown
        groups.append(group)
        left = [space for space in left if space not in group]
    groups.sort(key=lambda group: np.mean([frame.centres[s][1] for s in group]))
    words = frame.settings["areas"]["banks"]
    if len(groups) != len(words):
        raise layers.DataError(f"arcs.geojson: the areas fall into {len(groups)} parts, not {len(words)}")
    return {space: word for group, word in zip(groups, words, strict=True) for space in group}


def edges(frame: AreaFrame) -> dict[str, list[str]]:
    """The areas on each edge of the map; zones lie outside."""
    inner = {s: p for s, p in frame.polygons.items() if s not in zone_ids(frame)}
    west, south, east, north = shapely.union_all(list(inner.values())).bounds
    corners = {
        "edge_w": [(west, south), (west, north)],
        "edge_s": [(west, south), (east, south)],
        "edge_n": [(west, north), (east, north)],
        "edge_e": [(east, south), (east, north)],
    }
    lines = {word: shapely.LineString(ends) for word, ends in corners.items()}
    return {
        word: [s for s, p in inner.items() if p.exterior.intersection(line).length > EDGE_SHARE * line.length]
        for word, line in lines.items()
    }


def zone_ids(frame: AreaFrame) -> list[str]:
    """The spaces outside the map."""
    return [space for space, row in frame.rows.items() if row["terrain"] == frame.settings["areas"]["zone"]]


def evidence(frame: AreaFrame) -> dict[Pair, str]:
    """Borders that the rules speak of."""
    rows = layers.read_table(frame.folder / "evidence.csv", ("a", "b", "fact", "source"))
    for number, row in enumerate(rows, 2):
        if (row["a"], row["b"]) not in {**frame.shared, **frame.corners}:
            raise layers.DataError(f"evidence.csv, row {number}: {row['a']} and {row['b']} do not touch")
    return {(row["a"], row["b"]): row["source"] for row in rows}
