"""Villages, railway, roads, walls, gates and names of Storm Over Taierzhuang.

`python taierzhuang_battlefield.py rivers_1to4m`: the argument is a GeoJSON clip of the 1:4M hydrography.
Positions are kilometres east and north of the middle of the town. None of it was surveyed: the accounts of
the battle give the names and their order, the board gives each village its area.
"""

from __future__ import annotations

import sys

import numpy as np
import shapely
from common import Feature, read, write_layer
from taierzhuang_areas import CHINA_4M, METRES, THEATRE, Point, degrees

from sandtable_geodata.draw.board import spline

VILLAGE = "reconstructed: village of the accounts of the battle, placed in its area"
NAMED = "example SOT-EX-1: name; placed in its area"
ESTIMATE = "reconstructed: estimate from the accounts of the battle"
LOCAL = "reconstructed: distance and direction from local histories"
TRACK = "reconstructed: roads from village to village, their course invented"
BRANCH = "reconstructed: course of the line through the areas; bridge between B and F by rule SOT-11.0a"
BRIDGE = "rule SOT-11.0a"
WALL = "reconstructed: a wall of some 2 by 1.2 km after local histories, its outline invented"
GATE = "reconstructed: the six gates of local histories, placed on the wall"
STREET = "reconstructed: streets from gate to gate, invented"
PLACED = "reconstructed: placed by hand along the feature"

VILLAGES: dict[str, tuple[str, str, str, str, float, float, str]] = {
    "houqianzha": ("E", "Houqianzha", "Houqianzha", "侯迁闸", -3.42, 0.36, VILLAGE),
    "zhaocun": ("I", "Zhaocun", "Zhaocun", "赵村", 2.52, -0.62, VILLAGE),
    "huanglinzhuang": ("D", "Huanglinzhuang", "Huanglinzhuang", "黄林庄", 1.92, -1.62, VILLAGE),
    "dunzhuang": ("J", "Dunzhuang", "Dunzhuang", "顿庄", -2.72, 2.78, VILLAGE),
    "banqiao": ("K", "Banqiao", "Banqiao", "板桥", -1.84, 2.72, VILLAGE),
    "peizhuang": ("L", "Peizhuang", "Peizhuang", "裴庄", 1.72, 2.12, VILLAGE),
    "yuanshang": ("M", "Yuanshang", "Yuanshang", "园上", 0.76, 1.12, VILLAGE),
    "sanlizhuang": ("M", "Sanlizhuang", "Sanlizhuang", "三里庄", -0.42, 2.02, VILLAGE),
    "mengzhuang": ("N", "Mengzhuang", "Mengzhuang", "孟庄", 3.28, 2.2, VILLAGE),
    "sunzhuang": ("O", "Sunzhuang", "Sunzhuang", "孙庄", -3.1, 4.66, VILLAGE),
    "shaozhuang": ("P", "Shaozhuang", "Shaozhuang", "邵庄", -2.06, 4.62, VILLAGE),
    "liujiahu": ("Q", "Liujiahu", "Liujiahu", "刘家湖", 0.02, 2.98, ESTIMATE),
    "pengcun": ("R", "Pengcun", "Pengcun", "彭村", 1.84, 4.62, VILLAGE),
    "zhanglou": ("S", "Zhanglou", "Zhanglou", "张楼", 2.96, 4.56, VILLAGE),
    "nanluo": ("T", "Nanluo", "Nanluo", "南洛", -2.82, 5.72, ESTIMATE),
    "chentang": ("U", "Chentang", "Chentang", "陈塘", -0.3, 6.72, NAMED),
    "lizhuang": ("V", "Lizhuang", "Lizhuang", "李庄", 1.16, 6.48, VILLAGE),
    "wushengtang": ("W", "Wushengtang", "Wushengtang", "五圣堂", 3.3, 6.58, VILLAGE),
    "ganlusi": ("X", "Ganlusi", "Ganlusi", "甘露寺", 1.62, 8.74, VILLAGE),
    "wanzhuang": ("Y", "Wanzhuang", "Wanzhuang", "万庄", -1.8, 8.86, NAMED),
    "beiluo": ("Y", "Beiluo", "Beiluo", "北洛", -2.82, 7.76, ESTIMATE),
}
"""Area, name, pinyin, hanzi, place and source. One village in each is enough for the board."""

TOWN_PLACES: dict[str, tuple[str, str, str, str, float, float, int, str, str]] = {
    "taierzhuang": ("G", "Taierzhuang", "Tai'erzhuang", "台儿庄", 0.1, -0.06, 1, "town", ESTIMATE),
    "station": ("F", "North Station", "Beizhan", "北站", -1.5, 0.86, 3, "station", LOCAL),
    "south-station": ("B", "South Station", "Nanzhan", "南站", -1.56, -2.26, 3, "station", LOCAL),
    "mosque": ("G", "Mosque", "Qingzhensi", "清真寺", -0.14, 0.4, 4, "landmark", ESTIMATE),
}
GATES = {
    "North Gate": ("Beimen", "北门", 0.0, 0.62),
    "Little North Gate": ("Xiaobeimen", "小北门", -0.765, 0.5),
    "West Gate": ("Ximen", "西门", -0.83, 0.0),
    "South Gate": ("Nanmen", "南门", 0.15, -0.62),
    "Little South Gate": ("Xiaonanmen", "小南门", 0.8, -0.65),
    "East Gate": ("Dongmen", "东门", 1.11, 0.05),
}
WALLS = [
    (-0.78, -0.5), (-0.83, 0.0), (-0.81, 0.38), (-0.765, 0.5), (-0.66, 0.59), (0.0, 0.62), (0.6, 0.61),
    (0.95, 0.56), (1.08, 0.4), (1.11, 0.05), (1.08, -0.45), (1.0, -0.62), (0.8, -0.65), (0.15, -0.62),
    (-0.4, -0.56), (-0.68, -0.55), (-0.78, -0.5),
]  # fmt: skip
STREETS = [
    [(-0.83, 0.0), (-0.3, 0.04), (0.3, 0.0), (0.75, 0.06), (1.11, 0.05)],
    [(0.0, 0.62), (0.05, 0.3), (0.02, 0.02), (0.1, -0.3), (0.15, -0.62)],
    [(-0.765, 0.5), (-0.52, 0.3), (-0.46, 0.03), (-0.42, -0.3)],
    [(0.8, -0.65), (0.78, -0.3), (0.72, 0.06), (0.66, 0.4)],
    [(-0.66, -0.4), (-0.42, -0.3), (0.1, -0.3), (0.78, -0.3), (1.0, -0.32)],
    [(-0.52, 0.3), (-0.2, 0.31), (0.05, 0.3), (0.66, 0.34), (0.98, 0.32)],
]
RAILWAY = [
    (-3.9, 12.6), (-2.6, 11.0), (-1.4, 9.9), (-1.15, 9.0), (-1.15, 8.2), (-1.28, 7.1), (-1.3, 6.1),
        (-1.22, 5.2),
    (-1.2, 4.2), (-1.26, 3.2), (-1.34, 2.2), (-1.44, 1.3), (-1.51, 0.6), (-1.55, -0.1), (-1.55, -1.0),
    (-1.56, -2.0), (-1.5, -3.0), (-1.2, -4.3), (-0.7, -5.8), (0.1, -7.6),
]  # fmt: skip
BRIDGES = {"railway bridge": ("Railway bridge", "Yunhe tieqiao", "运河铁桥", (-1.552, -0.535))}

ROADS: dict[str, tuple[str, list[str | Point]]] = {
    "Yixian road": ("road", [
        (-5.6, 12.6), (-4.4, 11.2), (-3.1, 9.9), "wanzhuang", (-0.9, 7.6), "chentang", (0.0, 5.2), "liujiahu",
        "sanlizhuang", "North Gate",
    ]),
    "Lanling road": ("road", [
        (8.6, 9.4), (6.6, 8.4), (5.0, 7.2), "wushengtang", (2.4, 6.6), "lizhuang", (1.5, 5.6), "pengcun",
            (1.7, 3.4),
        "peizhuang", (1.62, 0.9), "East Gate",
    ]),
    "Canal road, west": ("road", [
        (-9.0, 2.2), (-7.0, 1.2), (-5.2, 0.72), "houqianzha", (-2.3, 0.3), "station", "West Gate",
    ]),
    "Canal road, east": ("road", [
        "East Gate", (1.75, -0.3), "zhaocun", (3.6, -0.36), (4.8, -0.5), (6.6, -0.9), (8.6, -1.6),
    ]),
    "Nanluo track": ("track", ["wanzhuang", "beiluo", "nanluo", "shaozhuang", "banqiao", "station"]),
    "Dunzhuang track": ("track", ["banqiao", "dunzhuang", (-3.6, 2.9), (-4.4, 2.6), (-5.8, 2.5), (-9.0,
        2.2)]),
    "Sunzhuang track": ("track", ["shaozhuang", "sunzhuang", (-4.0, 4.8), (-4.6, 4.7), (-6.4, 4.9),
        (-9.0, 5.4)]),
    "Sanlizhuang track": ("track", ["banqiao", (-1.1, 2.3), "sanlizhuang"]),
    "Yuanshang track": ("track", ["North Gate", "yuanshang", "peizhuang", "mengzhuang", (4.4, 2.2), (6.2,
        1.9), (8.6, 1.6)]),
    "Pengcun track": ("track", ["liujiahu", (0.9, 4.0), "pengcun", "zhanglou", (3.9, 4.5), (5.4, 4.2),
        (8.6, 4.0)]),
    "Ganlusi track": ("track", ["lizhuang", (1.3, 7.6), "ganlusi", (2.0, 9.6), (2.6, 11.0), (3.0, 12.6)]),
    "Chentang track": ("track", ["chentang", "lizhuang"]),
    "South bank track": ("track", [
        (-9.0, -0.6), (-6.2, -0.4), (-4.4, -0.5), (-3.0, -0.75), (-1.56, -1.35), (0.2, -1.15),
        "huanglinzhuang",
        (3.2, -2.5), (4.4, -2.75), (5.2, -3.6), (5.6, -6.0),
    ]),
    "Jiawang track": ("track", ["south-station", (-2.4, -2.6), (-3.2, -3.4), (-4.6, -4.8), (-6.4, -6.2)]),
    "Chefushan track": ("track", [(0.2, -1.15), (0.5, -2.2), (0.4, -3.4), (1.2, -4.6), (2.2, -6.4)]),
}  # fmt: skip

Named = tuple[str, str, str, float, float, str, list[Point]]
NAMES: list[Named] = [
    ("Taierzhuang", "台儿庄", "town", 9.6, 0.06, "map", [(-0.8, -1.22), (0.15, -1.3), (1.1, -1.38)]),
    ("Grand Canal", "大运河", "river", 7.6, 0.25, "map", [(-4.05, 0.06), (-3.2, -0.18), (-2.4, -0.52)]),
    ("Grand Canal", "大运河", "river", 7.6, 0.25, "map", [(2.5, -1.26), (3.3, -1.6), (4.2, -1.95)]),
    ("Grand Canal", "大运河", "river", 6.4, 0.2, "inset", [(-0.55, -0.98), (0.1, -1.0), (0.8, -1.06)]),
    (
        "Taierzhuang branch",
        "台枣支线",
        "railway",
        5.6,
        0.06,
        "map",
        [(-1.02, 8.9), (-1.04, 8.2), (-1.14, 7.5), (-1.2, 7.0)],
    ),
    ("to Nigou and Yixian", "泥沟、峄县", "way", 6.6, 0.04, "map", [(-6.55, 10.75), (-4.5, 10.75)]),
    ("to Lanling", "兰陵", "way", 6.6, 0.04, "map", [(5.2, 9.55), (6.6, 9.55)]),
    ("to Wannian lock", "万年闸", "way", 6.6, 0.04, "map", [(-6.5, -0.12), (-4.7, -0.12)]),
    ("to Chahe", "岔河", "way", 6.6, 0.04, "map", [(5.3, -2.45), (6.5, -2.45)]),
    (
        "to Chefushan and the Long-Hai railway",
        "车辐山、陇海铁路",
        "way",
        6.6,
        0.04,
        "map",
        [(-0.4, -4.98), (3.6, -4.98)],
    ),
    ("to Jiawang", "贾汪", "way", 6.6, 0.04, "map", [(-6.0, -4.55), (-4.8, -4.55)]),
]
"""Words, hanzi, kind, size, spacing, sheet and course."""

STATIONS: dict[str, tuple[str, str, str, int, Point]] = {
    "xuzhou": ("Xuzhou", "Xuzhou", "徐州", 1, (117.19, 34.265)),
    "tengxian": ("Tengxian", "Tengxian", "滕县", 3, (117.155, 35.088)),
    "lincheng": ("Lincheng", "Lincheng", "临城", 3, (117.258, 34.805)),
    "hanzhuang": ("Hanzhuang", "Hanzhuang", "韩庄", 4, (117.37, 34.595)),
    "zaozhuang": ("Zaozhuang", "Zaozhuang", "枣庄", 3, (117.554, 34.865)),
    "yixian": ("Yixian", "Yixian", "峄县", 3, (117.587, 34.771)),
    "taierzhuang": ("Taierzhuang", "Tai'erzhuang", "台儿庄", 2, (117.7308, 34.5573)),
    "zhaodun": ("Zhaodun", "Zhaodun", "赵墩", 4, (117.857, 34.303)),
    "linyi": ("Linyi", "Linyi", "临沂", 2, (118.35, 35.06)),
    "lanling": ("Lanling", "Lanling", "兰陵", 4, (117.855, 34.741)),
    "jiawang": ("Jiawang", "Jiawang", "贾汪", 4, (117.442, 34.433)),
    "pixian": ("Pixian", "Pixian", "邳县", 3, (117.966, 34.468)),
}
"""Name, pinyin, hanzi, rank and place of the towns of the small map, in degrees."""

LINES: dict[str, tuple[str, str, list[str | Point]]] = {
    "Tianjin–Pukou railway": ("railway", "津浦铁路", [
        (117.02, 35.32), "tengxian", (117.2, 34.95), "lincheng", (117.3, 34.7), "hanzhuang", (117.31, 34.48),
        (117.24, 34.36), "xuzhou", (117.14, 34.12), (117.08, 34.0),
    ]),
    "Long-Hai railway": ("railway", "陇海铁路", [
        (116.8, 34.38), (117.0, 34.31), "xuzhou", (117.45, 34.29), (117.65, 34.3), "zhaodun", (118.0, 34.32),
        (118.34, 34.37), (118.7, 34.42),
    ]),
    "Taierzhuang branch": ("railway", "台枣支线", [
        "lincheng", (117.4, 34.85), "zaozhuang", "yixian", (117.66, 34.68), "taierzhuang", (117.78,
        34.44), "zhaodun",
    ]),
}  # fmt: skip
ADVANCES: list[tuple[str, list[Point]]] = [
    ("japanese", [(117.08, 35.26), (117.1, 35.15), (117.19, 34.92), (117.38, 34.9), (117.5, 34.9)]),
    ("japanese", [(117.62, 34.79), (117.7, 34.72), (117.75, 34.66)]),
    ("japanese", [(118.3, 35.0), (118.16, 34.84), (117.98, 34.72), (117.86, 34.66)]),
    ("chinese regular", [(117.62, 35.02), (117.74, 34.94), (117.8, 34.86), (117.83, 34.79)]),
    ("chinese regular", [(117.4, 34.36), (117.5, 34.46), (117.63, 34.52)]),
]
ARMIES: list[tuple[str, str, str, Point]] = [
    ("10th Division", "第十师团", "japanese", (117.31, 34.965)),
    ("5th Division", "第五师团", "japanese", (118.2, 34.82)),
    ("20th Army Group", "第二十军团", "chinese regular", (117.64, 35.03)),
    ("2nd Army Group", "第二集团军", "chinese regular", (117.46, 34.36)),
]
GENERAL = "reconstructed: general geography and history of the campaign"


def main(rivers: str) -> None:
    """Write the layers."""
    write_layer(THEATRE, "towns", [*villages(), *town_places()], METRES)
    write_layer(THEATRE, "gates", gates(), METRES)
    write_layer(THEATRE, "locator", [*canals(rivers), *locator()], 1e-4)
    write_layer(THEATRE, "walls", [(line(WALLS), named("Town wall", "Chengqiang", "城墙", WALL))], METRES)
    write_layer(THEATRE, "streets", [(line(street), {"source": STREET}) for street in STREETS], METRES)
    rail = named("Lincheng–Taierzhuang–Zhaodun branch", "Tai-Zao zhixian", "台枣支线", BRANCH)
    rail |= {"board": "Lincheng - Taierzhuang - Zhaodun branch"}
    write_layer(THEATRE, "railways", [(line(curved(RAILWAY)), rail)], METRES)
    write_layer(THEATRE, "bridges", [
        (spot(place), named(name, pinyin, hanzi, BRIDGE) | {"board": board})
        for board, (name, pinyin, hanzi, place) in BRIDGES.items()
    ], METRES)  # fmt: skip
    write_layer(THEATRE, "roads", [
        (line(curved([stop_at(stop) for stop in stops])), {"name": name, "kind": kind, "board": "",
        "source": TRACK})
        for name, (kind, stops) in ROADS.items()
    ], METRES)  # fmt: skip
    write_layer(THEATRE, "names", [
        (line(course), {"name": name, "hanzi": hanzi, "kind": kind, "size": size, "spacing": spacing,
        "on": sheet,
                        "source": PLACED})
        for name, hanzi, kind, size, spacing, sheet, course in NAMES
    ], METRES)  # fmt: skip


def canals(rivers: str) -> list[Feature]:
    """The Grand Canal as far as the clip of the 1:4M hydrography goes."""
    entry = named("Grand Canal", "Da Yunhe", "大运河", CHINA_4M) | {"kind": "water", "look": "", "rank": 0}
    return [(shape.simplify(1e-3), entry) for shape, _ in read(rivers)]


def locator() -> list[Feature]:
    """The small map: railways, towns, and where the armies came from; the canal is the real one."""
    at = {word: entry[4] for word, entry in STATIONS.items()}
    empty = {"look": "", "rank": 0}
    features: list[Feature] = []
    for name, (kind, hanzi, stops) in LINES.items():
        points = spline(np.array([at[stop] if isinstance(stop, str) else stop for stop in stops]))
        features.append(
            (shapely.LineString(points), empty | named(name, "", hanzi, GENERAL) | {"kind": kind})
        )
    for look, points in ADVANCES:
        entry = empty | named("", "", "", GENERAL) | {"kind": "advance", "look": look}
        features.append((shapely.LineString(points), entry))
    for name, pinyin, hanzi, rank, spot in STATIONS.values():
        entry = empty | named(name, pinyin, hanzi, GENERAL) | {"kind": "town", "rank": rank}
        features.append((shapely.Point(spot), entry))
    for name, hanzi, look, spot in ARMIES:
        entry = empty | named(name, "", hanzi, GENERAL) | {"kind": "army", "rank": 4, "look": look}
        features.append((shapely.Point(spot), entry))
    return features


def named(name: str, pinyin: str, hanzi: str, source: str) -> dict[str, str]:
    """The properties of something with a name."""
    return {"name": name, "pinyin": pinyin, "hanzi": hanzi, "source": source}


def line(points: list[Point]) -> shapely.LineString:
    """Kilometres to a line in degrees."""
    return shapely.LineString(degrees(points))


def spot(place: Point) -> shapely.Point:
    """Kilometres to a point in degrees."""
    return shapely.Point(*degrees([place])[0])


def curved(points: list[Point]) -> list[Point]:
    """A smooth line through the points."""
    return [(float(x), float(y)) for x, y in spline(np.array(points))]


def stop_at(stop: str | Point) -> Point:
    """A village, a gate, or a point."""
    if not isinstance(stop, str):
        return stop
    if stop in GATES:
        return GATES[stop][2:]
    entry = VILLAGES.get(stop) or TOWN_PLACES[stop]
    return entry[4], entry[5]


def villages() -> list[Feature]:
    """One feature a village."""
    return [
        (spot((x, y)),
         {"id": word, **named(name, pinyin, hanzi, source), "rank": 4, "space": space, "role": "village"})
        for word, (space, name, pinyin, hanzi, x, y, source) in VILLAGES.items()
    ]  # fmt: skip


def town_places() -> list[Feature]:
    """The town, the stations and what stood in the town."""
    return [
        (spot((x, y)),
         {"id": word, **named(name, pinyin, hanzi, source), "rank": rank, "space": space, "role": role})
        for word, (space, name, pinyin, hanzi, x, y, rank, role, source) in TOWN_PLACES.items()
    ]  # fmt: skip


def gates() -> list[Feature]:
    """The gates of the town."""
    return [(spot((x, y)), named(name, pinyin, hanzi, GATE)) for name, (pinyin, hanzi, x, y) in GATES.items()]


if __name__ == "__main__":
    main(*sys.argv[1:2])
