"""Lines laid onto the grid."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from sandtable.hexgrid import HexGrid
from sandtable_geodata.trace import hex_net, hexsides, trace_path

GRID = HexGrid(6, 6, "even")
KM = 9.0


def to_km(plane: np.ndarray) -> np.ndarray:
    return plane * (KM, -KM)


def centres() -> dict[str, np.ndarray]:
    return {h: to_km(np.array(GRID.centre(h))) for h in GRID.ids()}


def test_a_river_down_a_column_parts_its_hexes_from_the_next() -> None:
    x = (GRID.centre("0301")[0] + GRID.centre("0401")[0]) / 2 * KM
    river = shapely.LineString([(x, -1.0 * KM), (x, -5.0 * KM)])
    sides = hexsides(GRID, to_km, 2.0).trace(river, {})
    assert sides
    assert all(a[:2] == "03" and b[:2] == "04" for a, b in sides)


def test_a_bank_moves_the_river_to_the_other_side_of_a_town() -> None:
    town = np.array(GRID.centre("0303")) * (KM, -KM)
    river = shapely.LineString([(town[0], -1.2 * KM), (town[0], -5.0 * KM)])
    net = hexsides(GRID, to_km, 2.0)
    east, west = net.trace(river, {"0303": "right"}), net.trace(river, {"0303": "left"})
    beside = lambda run: {h for side in run if "0303" in side for h in side} - {"0303"}  # noqa: E731
    assert {h[:2] for h in beside(east)} & {"04"}
    assert {h[:2] for h in beside(west)} & {"02"}
    assert not {h[:2] for h in beside(east)} & {"02"}


def test_a_road_goes_round_a_closed_hex() -> None:
    line = shapely.LineString([centres()["0103"], centres()["0503"]])
    straight = trace_path(hex_net(GRID, centres(), (), 4.0), line, ["0103", "0503"])
    blocked = trace_path(hex_net(GRID, centres(), ["0303"], 4.0), line, ["0103", "0503"])
    assert "0303" in straight
    assert "0303" not in blocked
    assert len(straight) == 5


def test_a_road_passes_the_hexes_it_must() -> None:
    line = shapely.LineString([centres()["0103"], centres()["0503"]])
    assert "0305" in trace_path(hex_net(GRID, centres(), (), 4.0), line, ["0103", "0305", "0503"])


def test_no_way_is_said() -> None:
    walls = [h for h in GRID.ids() if h[:2] == "03"]
    line = shapely.LineString([centres()["0103"], centres()["0503"]])
    with pytest.raises(ValueError, match="no way from 0103 to 0503"):
        trace_path(hex_net(GRID, centres(), walls, 4.0), line, ["0103", "0503"])
