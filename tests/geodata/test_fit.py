"""The georeference: the affine fit is reproduced, the rubber sheet improves it and tears nothing."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from sandtable_geodata import Theatre
from sandtable_geodata.fit import LocalScale, fit_affine, fit_rubber_sheet, rms
from sandtable_geodata.grid import corners

RESIDUALS_KM = {
    "0202": 6.3, "2410": 4.5, "1824": 3.7, "3512": 6.3, "3513": 11.6, "3611": 4.8, "3510": 2.5, "3509": 3.3,
    "3308": 4.7, "3408": 1.9, "3208": 12.4, "2606": 0.9, "3417": 10.4, "3004": 7.4, "0116": 1.2, "3610": 4.2,
    "3511": 2.5,
}  # fmt: skip


def test_the_affine_fit_is_the_published_one(lower_yangtze: Theatre) -> None:
    affine = lower_yangtze.georeference.affine
    assert affine.matrix == pytest.approx(np.array([[8.82927, -0.22916], [0.08855, -8.59428]]), abs=1e-4)
    assert affine.offset == pytest.approx(np.array([11286.5936, 3570.7124]), abs=0.01)


def test_residuals_of_every_control_point(lower_yangtze: Theatre) -> None:
    table = lower_yangtze.residuals().set_index("space")
    assert table["affine_km"].to_dict() == pytest.approx(RESIDUALS_KM, abs=0.06)
    assert np.sqrt((table["affine_km"] ** 2).mean()) == pytest.approx(6.23, abs=0.01)


def test_the_other_offset_of_the_columns_fits_worse(lower_yangtze: Theatre) -> None:
    points = lower_yangtze.georeference.control_points
    km = lower_yangtze.georeference.scale.to_km(points[["lon", "lat"]].to_numpy())
    columns = points["space"].str[:2].astype(int)
    rows = points["space"].str[2:].astype(int)
    odd_down = np.column_stack([columns * np.sqrt(3) / 2, rows + 0.5 * (columns % 2)])
    assert rms(fit_affine(odd_down, km)(odd_down) - km) == pytest.approx(8.42, abs=0.01)


def test_the_rubber_sheet_halves_the_error(lower_yangtze: Theatre) -> None:
    table = lower_yangtze.residuals()
    assert np.sqrt((table["sheet_km"] ** 2).mean()) < 3.0
    assert table["sheet_km"].max() < 7.5


def test_the_rubber_sheet_brings_towns_into_their_hexes(lower_yangtze: Theatre) -> None:
    towns = lower_yangtze.towns()
    towns = towns[towns["space"] != ""]
    drawn = lower_yangtze.georeference
    flat = {
        h: shapely.Polygon(drawn.scale.to_lonlat(drawn.affine(corners(drawn.grid, h))))
        for h in drawn.grid.ids()
    }
    pairs = list(zip(towns["space"], towns.geometry, strict=True))
    before = sum(flat[h].covers(point) for h, point in pairs)
    after = sum(drawn.polygons[h].covers(point) for h, point in pairs)
    assert after >= 80 > before


def test_no_hex_is_torn_folded_or_overlapping(lower_yangtze: Theatre) -> None:
    frame = lower_yangtze.georeference
    hexes = np.array([shapely.transform(p, frame.scale.to_km) for p in frame.polygons.values()])
    nominal = 8.594 * 8.829 * np.sqrt(3) / 2
    share = shapely.area(hexes) / nominal
    assert share.min() > 0.5
    assert share.max() < 1.6
    assert shapely.area(shapely.convex_hull(hexes)) == pytest.approx(shapely.area(hexes), rel=1e-3)
    assert shapely.area(shapely.union_all(hexes)) == pytest.approx(shapely.area(hexes).sum(), rel=1e-6)


@pytest.mark.case("SNC-1.1b")
def test_a_hex_is_about_eight_and_a_half_kilometres_wide(lower_yangtze: Theatre) -> None:
    along_x, along_y = lower_yangtze.georeference.affine.pitch_km
    assert along_x == pytest.approx(8.83, abs=0.01)
    assert along_y == pytest.approx(8.59, abs=0.01)


def test_points_in_line_cannot_be_fitted() -> None:
    line = np.array([(0.0, 0.0), (1.0, 1.0), (2.0, 2.0)])
    with pytest.raises(ValueError, match="not in line"):
        fit_affine(line, line)


def test_slack_leaves_a_near_place_alone() -> None:
    plane = np.array([(0.0, 0.0), (4.0, 0.0), (0.0, 4.0)])
    affine = fit_affine(plane, plane)
    near = plane + np.array([0.3, 0.0])
    ones = np.ones(3)
    still = fit_rubber_sheet(affine, plane, near, ones, 0.5 * ones, reach=2, stiffness=3)
    moved = fit_rubber_sheet(affine, plane, near, ones, 0 * ones, reach=2, stiffness=3)
    assert still(plane) == pytest.approx(plane)
    assert np.all(moved(plane)[:, 0] > plane[:, 0])


def test_the_local_scale_goes_both_ways() -> None:
    scale = LocalScale(95.0, 111.0)
    there = np.array([(121.5, 31.2)])
    assert scale.to_lonlat(scale.to_km(there)) == pytest.approx(there)
