"""The page: the theatre, the panel with title, enlargement and key, and the file it is written to."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import geopandas as gpd
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

import sandtable

from ..files import write_whole
from ..layers import DataError
from ..theatre import Theatre
from . import cartouche, frame, furniture, key, locator
from .canvas import Canvas, Extent
from .plate import Content, draw_map
from .style import DARK, LIGHT, Palette

MAP_WIDTH_IN = 14.2
PANEL_WIDTH_IN = 4.75
MARGIN_IN = 0.42
GAP_IN = 0.36
TALLEST_IN, SHORTEST_IN = 13.5, 10.3
SCREEN_DPI = 80
"""Dots an inch in a notebook: the page is as wide as a screen."""
FORMATS = (".png", ".pdf", ".svg")


class BadExtent(DataError):
    """A window that is empty or lies outside the theatre."""


@dataclass(frozen=True)
class Layout:
    """Sizes of the page in inches."""

    map_width: float
    map_height: float
    page_width: float
    page_height: float

    def box(
        self, left: float, bottom: float, width: float, height: float
    ) -> tuple[float, float, float, float]:
        """Inches to parts of the page."""
        return (
            left / self.page_width,
            bottom / self.page_height,
            width / self.page_width,
            height / self.page_height,
        )


class Plate(Figure):
    """A figure that a notebook shows by itself, whatever matplotlib's back end."""

    def _repr_png_(self) -> bytes:
        shown = BytesIO()
        self.savefig(shown, format="png", dpi=SCREEN_DPI)
        return shown.getvalue()


def draw(
    slug: str,
    output: Path,
    *,
    units: str = "setup",
    dark: bool = False,
    dpi: int = 200,
    extent: Extent | None = None,
) -> None:
    """Draw a theatre to a .png, .pdf or .svg file; on failure an existing file stays as it was."""
    theatre = Theatre(slug)
    if output.suffix.lower() not in FORMATS:
        raise DataError(f"cannot write {output}: the name must end in {', '.join(FORMATS)}")
    figure = picture(theatre, setup_units(theatre) if units == "setup" else None, dark=dark, extent=extent)
    kind = output.suffix.lower()[1:]
    stamp = {"png": {"Software": None}, "pdf": {"CreationDate": None}, "svg": {"Date": None}}[kind]
    write_whole(output, lambda file: figure.savefig(file, format=kind, dpi=dpi, metadata=stamp))


def picture(
    theatre: Theatre,
    units: gpd.GeoDataFrame | None = None,
    *,
    dark: bool = False,
    extent: Extent | None = None,
) -> Figure:
    """The atlas plate as a figure that a notebook shows; `units` are counters from `theatre.units`."""
    window = _window(theatre, extent)
    return make_page(theatre, window, units, DARK if dark else LIGHT, whole=extent is None)


def setup_units(theatre: Theatre) -> gpd.GeoDataFrame:
    """The counters of the scenario that the plate shows, before anybody has moved.

    Where nobody may look at some of them, the plate shows what one side sees.
    """
    plate = theatre.settings["plate"]
    return theatre.units(sandtable.load(theatre.slug).new(plate["scenario"]), plate.get("seen_by"))


def make_page(
    theatre: Theatre, window: Extent, units: gpd.GeoDataFrame | None, palette: Palette, *, whole: bool
) -> Figure:
    """The finished page as a matplotlib figure."""
    scale = theatre.georeference.scale
    wide, high = (
        (window.east - window.west) * scale.km_per_lon,
        (window.north - window.south) * scale.km_per_lat,
    )
    height = min(MAP_WIDTH_IN * high / wide, TALLEST_IN)
    width = height * wide / high
    page_height = max(height, SHORTEST_IN) + 2 * MARGIN_IN
    layout = Layout(width, height, width + PANEL_WIDTH_IN + 2 * MARGIN_IN + GAP_IN, page_height)
    figure = Plate(figsize=(layout.page_width, layout.page_height), facecolor=palette.page)
    FigureCanvasAgg(figure)
    low = page_height - MARGIN_IN - height
    ax = figure.add_axes(layout.box(MARGIN_IN, low, width, height))
    full, plate = _full_window(theatre), theatre.settings["plate"]
    nearer = (full.east - full.west) / (window.east - window.west) * width / MAP_WIDTH_IN
    main = _canvas(ax, palette, theatre, window, wide / (width * 72), plate["zoom"] * nearer)
    inset = _inset_window(theatre, main) if whole and "inset" in plate else None
    free = tuple(furniture.draw_signs(main))
    draw_map(main, theatre, Content(units, "map", free, _inset_places(theatre, inset)))
    frame.draw_frame(main, plate["graticule"] if nearer < 1.8 else plate["graticule"] / 2)
    _panel(figure, layout, theatre, main, units, inset)
    return figure


def _panel(
    figure: Figure,
    layout: Layout,
    theatre: Theatre,
    main: Canvas,
    units: gpd.GeoDataFrame | None,
    inset: Extent | None,
) -> None:
    palette, scale = main.palette, main.scale
    left = MARGIN_IN + layout.map_width + GAP_IN
    top = layout.page_height - MARGIN_IN + 0.06
    width = PANEL_WIDTH_IN - 0.05

    def box(low: float, tall: float) -> Canvas:
        ax = figure.add_axes(layout.box(left, low, width, tall))
        return cartouche.panel_canvas(ax, palette, width * 72, tall * 72)

    plate = theatre.settings["plate"]
    subtitle = plate["with_units"] if units is not None else plate["without_units"]
    cartouche.draw_title(box(top - 1.28, 1.28), theatre.title, theatre.hanzi, subtitle)
    top -= 1.28 + 0.28
    if inset is not None:
        zoom = plate["inset"]["zoom"]
        tall = (inset.north - inset.south) * scale.km_per_lat / (main.km_per_pt / zoom) / 72
        ax = figure.add_axes(layout.box(left + 0.02, top - tall, width - 0.04, tall))
        canvas = _canvas(ax, palette, theatre, inset, main.km_per_pt / zoom, plate["zoom"] * zoom)
        shown = units if plate["inset"].get("units", True) else None
        draw_map(canvas, theatre, Content(shown, "inset"))
        frame.draw_frame(canvas, plate["graticule"] / 2, "sn")
        main.stroke(
            main.km(inset.box()).boundary, edgecolor=palette.fort, linewidth=1.0, alpha=0.8, zorder=6.8
        )
        top -= tall + 0.28
    tall = plate["key"]["height_pt"] / 72
    key.draw_key(box(top - tall, tall), theatre)
    if "locator" in plate:
        top -= tall + 0.28
        tall = top - MARGIN_IN - 0.58
        _locator(
            figure,
            layout.box(left + 0.02, top - tall, width - 0.04, tall),
            theatre,
            main,
            (width - 0.04) * 72,
        )
    cartouche.draw_notes(box(MARGIN_IN - 0.06, 0.44), plate["notes"])


def _locator(
    figure: Figure, box: tuple[float, float, float, float], theatre: Theatre, main: Canvas, width_pt: float
) -> None:
    """The country around, as tall as the panel still holds."""
    settings, scale = theatre.settings["plate"]["locator"], main.scale
    km_per_pt = (settings["east"] - settings["west"]) * scale.km_per_lon / width_pt
    high = (
        box[3]
        / box[2]
        * figure.get_figheight()
        / figure.get_figwidth()
        * width_pt
        * km_per_pt
        / scale.km_per_lat
    )
    window = Extent(
        settings["west"], settings["lat"] - high / 2, settings["east"], settings["lat"] + high / 2
    )
    canvas = _canvas(figure.add_axes(box), main.palette, theatre, window, km_per_pt, 1.0)
    locator.draw_locator(canvas, theatre, main.extent)
    frame.draw_frame(canvas, settings["graticule"], "sn")


def _canvas(
    ax: Axes, palette: Palette, theatre: Theatre, window: Extent, km_per_pt: float, zoom: float
) -> Canvas:
    canvas = Canvas(ax, palette, theatre.georeference.scale, window, km_per_pt, zoom)
    west, south, east, north = canvas.frame.bounds
    canvas.ax.set_xlim(west, east)
    canvas.ax.set_ylim(south, north)
    canvas.ax.set_axis_off()
    return canvas


def _full_window(theatre: Theatre) -> Extent:
    return Extent(**theatre.georeference.settings["plate"]["map"])


def _window(theatre: Theatre, extent: Extent | None) -> Extent:
    if extent is None:
        return _full_window(theatre)
    window = Extent(**theatre.georeference.settings["window"])
    if not (extent.west < extent.east and extent.south < extent.north):
        raise BadExtent(f"extent {_text(extent)}: west must be less than east and south less than north")
    least = theatre.settings["plate"].get("smallest", 0.1)
    if extent.east - extent.west < least or extent.north - extent.south < least:
        raise BadExtent(f"extent {_text(extent)}: less than {least:g} degrees wide or high")
    if not window.box().covers(extent.box()):
        raise BadExtent(f"extent {_text(extent)}: outside the theatre, which is {_text(window)}")
    return extent


def _text(extent: Extent) -> str:
    return f"{extent.west:g} {extent.south:g} {extent.east:g} {extent.north:g}"


def _inset_window(theatre: Theatre, main: Canvas) -> Extent:
    """The enlargement: its middle and height are given, its width is what the panel holds."""
    settings = theatre.georeference.settings["plate"]["inset"]
    half = (PANEL_WIDTH_IN - 0.09) * 72 * main.km_per_pt / settings["zoom"] / main.scale.km_per_lon / 2
    return Extent(settings["lon"] - half, settings["south"], settings["lon"] + half, settings["north"])


def _inset_places(theatre: Theatre, inset: Extent | None) -> frozenset[str]:
    """Small places inside the enlargement are named there, not twice."""
    if inset is None:
        return frozenset()
    towns = theatre.towns()
    inside = towns[towns.within(inset.box().buffer(-0.01)) & (towns["rank"] > 2)]
    return frozenset(inside["id"])
