"""The plate: names never collide, counters show their unit, files are whole or untouched."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from matplotlib.figure import Figure

import sandtable
from sandtable_geodata import Theatre, layers, theatre
from sandtable_geodata.__main__ import main
from sandtable_geodata.draw import Extent, make_page, setup_units, style
from sandtable_geodata.draw.canvas import Canvas
from sandtable_geodata.draw.counters import Counter, draw_counters, livery
from sandtable_geodata.draw.frame import degrees
from sandtable_geodata.draw.frontier import territories
from sandtable_geodata.draw.labels import Sheet
from sandtable_geodata.draw.plate import Content, draw_map
from sandtable_geodata.draw.style import DARK, LIGHT

from .conftest import SLUG, STEPPE, TOWN

SMALL = ("121.0", "31.0", "121.6", "31.5")
PNG = b"\x89PNG"


def canvas(place: Theatre, extent: Extent, zoom: float) -> Canvas:
    width = (extent.east - extent.west) * place.georeference.scale.km_per_lon
    ax = Figure(figsize=(8, 8)).add_axes((0, 0, 1, 1))
    return Canvas(ax, LIGHT, place.georeference.scale, extent, width / (8 * 72), zoom)


@pytest.fixture(scope="module")
def whole(lower_yangtze: Theatre) -> Sheet:
    """The names of the whole theatre with the set-up on it."""
    extent = Extent(**lower_yangtze.georeference.settings["plate"]["map"])
    sheet = canvas(lower_yangtze, extent, 1.0)
    return draw_map(sheet, lower_yangtze, Content(setup_units(lower_yangtze), "map"))


@pytest.fixture(scope="module")
def steppe(manchouli: Theatre) -> Sheet:
    """The names of the steppe with the set-up on it."""
    plate = manchouli.settings["plate"]
    sheet = canvas(manchouli, Extent(**plate["map"]), plate["zoom"])
    return draw_map(sheet, manchouli, Content(setup_units(manchouli), "map"))


def liveries(place: Theatre) -> list[dict[str, object]]:
    listed: list[dict[str, object]] = place.settings["plate"]["liveries"]
    return listed


def test_no_two_names_collide(whole: Sheet) -> None:
    boxes = [candidate.box for _, candidate in whole.placed]
    assert len(boxes) > 60
    assert [pair for pair in combinations(boxes, 2) if pair[0].intersects(pair[1])] == []


def test_no_name_lies_on_a_counter_or_outside_the_frame(whole: Sheet, lower_yangtze: Theatre) -> None:
    stacks = draw_counters(whole.canvas, setup_units(lower_yangtze), liveries(lower_yangtze))
    assert len(stacks) > 20
    for name, candidate in whole.placed:
        assert whole.canvas.frame.contains(candidate.box), name
        assert not [stack for stack in stacks if stack.intersects(candidate.box)], name


def test_great_cities_are_always_named(whole: Sheet) -> None:
    placed = {name.runs[0].text for name, _ in whole.placed}
    assert {"Nanking", "Shanghai", "Hangzhou", "Suzhou"} <= placed
    assert not [name for name in whole.dropped if name.must]


def test_the_steppe_names_every_place_without_collision(steppe: Sheet, manchouli: Theatre) -> None:
    placed = {name.runs[0].text for name, _ in steppe.placed}
    assert placed == {"Manchouli", "Dalainor", "Dalainor mines", "Tsagan", "Siding 86 (Otpor)", "Abagaitu"}
    assert steppe.dropped == []
    boxes = [candidate.box for _, candidate in steppe.placed]
    assert [pair for pair in combinations(boxes, 2) if pair[0].intersects(pair[1])] == []
    stacks = draw_counters(steppe.canvas, setup_units(manchouli), liveries(manchouli))
    assert len(stacks) == len(set(setup_units(manchouli)["space"]))


def test_the_town_names_every_place_gate_and_bridge(walled_town: Theatre) -> None:
    plate = walled_town.settings["plate"]
    sheet = draw_map(canvas(walled_town, Extent(**plate["map"]), 2.6), walled_town, Content(None, "map"))
    named = {
        *walled_town.towns()["name"],
        *walled_town.layer("bridges")["name"],
        *walled_town.layer("gates")["name"],
    }
    assert {name.runs[0].text.lower() for name, _ in sheet.placed} == {n.lower() for n in named if n}
    assert sheet.dropped == []
    boxes = [candidate.box for _, candidate in sheet.placed]
    assert [pair for pair in combinations(boxes, 2) if pair[0].intersects(pair[1])] == []


@pytest.mark.case("SFV-8.7a")
def test_countries_fill_the_sheet_without_overlap(manchouli: Theatre) -> None:
    sheet = canvas(manchouli, Extent(**manchouli.settings["plate"]["map"]), 2.0)
    areas = territories(sheet, manchouli)
    assert set(areas) == {"china", "mongolia", "soviet_union"} == set(manchouli.settings["plate"]["ribbons"])
    inside = [area.intersection(sheet.frame) for area in areas.values()]
    assert sum(area.area for area in inside) == pytest.approx(sheet.frame.area, rel=1e-4)
    assert max(a.intersection(b).area for a, b in combinations(inside, 2)) < 1e-3


@pytest.mark.parametrize("slug", layers.theatres())
def test_the_fonts_hold_every_letter(slug: str) -> None:
    fonts, place = Path(style.__file__).parent / "fonts", theatre(slug)
    hanzi, latin = (
        set(TTFont(fonts / name).getBestCmap()) for name in ("hanzi-regular.otf", "latin-regular.ttf")
    )
    lettered = {"towns", "names", "lakes", "gates", "bridges"} & set(place.layers())
    used = "".join("".join(place.layer(name)["hanzi"]) for name in lettered)
    assert {c for c in used + place.hanzi if ord(c) not in hanzi} == set()
    names = "".join(place.towns()["name"]) + "".join(place.layer("names")["name"])
    notes = "".join(place.settings["plate"]["notes"])
    assert {c for c in names + place.title + notes if ord(c) not in latin} == set()
    assert (fonts / "OFL.txt").read_text("utf-8").count("SIL Open Font License") >= 1


@pytest.mark.parametrize("slug", layers.theatres())
def test_sides_differ_by_more_than_colour(slug: str) -> None:
    place = theatre(slug)
    shapes: dict[str, set[str]] = {}
    for row in setup_units(place).itertuples():
        counter = Counter(**{field: getattr(row, field) for field in Counter.__dataclass_fields__})
        worn = livery(counter, liveries(place))
        assert {worn.colour} <= set(LIGHT.counter) & set(DARK.counter)
        shapes.setdefault(counter.side, set()).add(worn.shape)
    assert len(shapes) == 2
    one, other = shapes.values()
    assert not one & other


def test_a_counter_without_livery_is_named(manchouli: Theatre) -> None:
    stray = Counter("martian", "infantry", "III", "", "", 1, 1, 1, False)
    with pytest.raises(layers.DataError, match="none fits a counter of 'martian'"):
        livery(stray, liveries(manchouli))


def test_drawing_knows_no_theatre() -> None:
    """What belongs to one theatre stands in its theatre.toml; colours may bear the name of who wears them."""
    words = (
        "shanghai",
        "yangtze",
        "huangpu",
        "whangpoo",
        "japan",
        "chin",
        "soviet",
        "mongol",
        "manch",
        "1937",
    )
    folder = Path(style.__file__).parent
    for path in folder.glob("*.py"):
        if path.name != "style.py":
            text = path.read_text("utf-8").lower().replace("machine", "")
            assert [word for word in words if word in text] == [], path.name


def test_hidden_units_show_as_blank_cards(lower_yangtze: Theatre) -> None:
    state = sandtable.load(SLUG).new("campaign")
    extent = Extent(121.2, 31.1, 121.7, 31.5)
    open_, fogged = canvas(lower_yangtze, extent, 2.5), canvas(lower_yangtze, extent, 2.5)
    worn = liveries(lower_yangtze)
    assert draw_counters(open_, lower_yangtze.units(state), worn) == draw_counters(
        fogged, lower_yangtze.units(state, "japanese"), worn
    )
    assert len(fogged.ax.patches) < len(open_.ax.patches)


def test_a_page_without_units_and_in_the_dark(lower_yangtze: Theatre) -> None:
    figure = make_page(lower_yangtze, Extent(*map(float, SMALL)), None, DARK, whole=False)
    assert figure.get_facecolor()[:3] == pytest.approx((0x14 / 255, 0x18 / 255, 0x1D / 255))


@pytest.mark.parametrize("slug", [SLUG, STEPPE, TOWN])
def test_draw_writes_a_picture(slug: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "plate.png"
    assert main(["draw", slug, str(out), "--dpi", "40"]) == 0
    assert out.read_bytes()[:4] == PNG
    assert capsys.readouterr().out == f"{out} drawn\n"
    assert list(tmp_path.iterdir()) == [out]


def test_the_set_up_comes_from_the_kernel(lower_yangtze: Theatre) -> None:
    game = sandtable.load(SLUG)
    expected = {
        unit.id for stack in game.view(game.new("campaign"), None).stacks.values() for unit in stack.units
    }
    assert set(setup_units(lower_yangtze)["id"]) == expected


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["draw", "verdun", "{out}"], "no theatre 'verdun'; there are: shanghai-nanking"),
        (["draw", SLUG, "{out}", "--extent", "121", "31", "120", "32"], "west must be less than east"),
        (
            ["draw", SLUG, "{out}", "--extent", "100", "31", "121", "32"],
            "outside the theatre, which is 118 29.8",
        ),
        (
            ["draw", SLUG, "{out}", "--extent", "121", "31", "121.01", "32"],
            "less than 0.1 degrees wide or high",
        ),
        (["draw", SLUG, "{out}", "--dpi", "9000"], "--dpi 9000: must be between 40 and 600"),
        (["draw", SLUG, "{folder}/plate.bmp"], "must end in .png, .pdf, .svg"),
        (["draw", SLUG, "{folder}/none/plate.png", "--extent", *SMALL], "cannot write"),
        (["draw", SLUG, "{folder}/taken.png", "--extent", *SMALL], "it is a folder"),
        (["build", "verdun"], "no theatre 'verdun'"),
        (["build", SLUG, "--to", "{folder}/none"], "no such folder"),
    ],
)
def test_a_bad_command_says_so_in_one_line_and_touches_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    out = tmp_path / "old.png"
    out.write_bytes(b"old")
    (tmp_path / "taken.png").mkdir()
    filled = [argument.format(out=out, folder=tmp_path) for argument in arguments]
    assert main(filled) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert message in error
    assert out.read_bytes() == b"old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["old.png", "taken.png"]


def test_a_failure_while_drawing_leaves_the_old_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "old.png"
    out.write_bytes(b"old")

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Figure, "savefig", full)
    assert main(["draw", SLUG, str(out), "--extent", *SMALL, "--units", "none"]) == 2
    assert "No space left on device" in capsys.readouterr().err
    assert out.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [out]


def test_build_command_writes_and_checks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["build", SLUG, "--to", str(tmp_path), "--check"]) == 1
    assert "missing" in capsys.readouterr().err
    assert main(["build", SLUG, "--to", str(tmp_path)]) == 0
    assert main(["build", SLUG, "--to", str(tmp_path), "--check"]) == 0


def test_a_small_theatre_can_be_drawn_in_small_parts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "part.png"
    part = ("117.71", "34.54", "117.75", "34.57")
    assert main(["draw", TOWN, str(out), "--dpi", "40", "--extent", *part]) == 0
    assert out.read_bytes()[:4] == PNG
    assert main(["draw", TOWN, str(out), "--extent", "117.71", "34.54", "117.72", "34.57"]) == 2
    assert "less than 0.02 degrees wide or high" in capsys.readouterr().err


def test_degrees_read_as_on_a_chart() -> None:
    assert degrees(30.5, "lat") == "30°30′N"
    assert degrees(121.0, "lon") == "121°E"


def test_an_unreadable_theatre_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layers, "DATA", tmp_path)
    with pytest.raises(layers.UnknownTheatre):
        layers.folder(SLUG)
