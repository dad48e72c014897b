"""A canvas that keeps what the atlas plate draws as SVG: screen and printed plate share their drawing.

The plate's functions draw with matplotlib in kilometres. Here their artists are taken apart instead: outlines
become path data in units of the sheet, colours of the palette become CSS variables (so that a theme is one
class), widths in points become pixels that grow slowly with the zoom.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, fields
from html import escape
from io import BytesIO
from typing import Any

import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.colors import to_hex
from matplotlib.patches import Patch
from matplotlib.path import Path
from numpy.typing import NDArray
from PIL import Image

from sandtable_geodata.draw.canvas import Canvas, Extent
from sandtable_geodata.draw.page import MAP_WIDTH_IN, TALLEST_IN
from sandtable_geodata.draw.style import LIGHT, Palette
from sandtable_geodata.fit import LocalScale

from .projection import Projection, path
from .style import variable

Array = NDArray[np.float64]

PX_PER_PT = 1.12
"""A plate is read from a hand's breadth nearer than a screen."""

_RELIEF_PX = 900
"""Widest picture of the relief: it is soft anyway."""


def _marked() -> tuple[Palette, dict[str, str]]:
    """A palette in which every colour is a number of its own, and the CSS variable behind each number."""
    names: dict[str, str] = {}

    def mark(name: str) -> str:
        colour = f"#{len(names) + 0x010000:06x}"
        names[colour] = f"var(--st-{name})"
        return colour

    marked: dict[str, Any] = {}
    for field in fields(Palette):
        value = getattr(LIGHT, field.name)
        if isinstance(value, str):
            marked[field.name] = mark(field.name.replace("_", "-"))
        elif isinstance(value, Mapping):
            marked[field.name] = {word: mark(variable(field.name, word)) for word in value}
        elif isinstance(value, tuple):
            marked[field.name] = tuple(mark(variable(field.name, str(i))) for i in range(len(value)))
        else:
            marked[field.name] = value
    return Palette(**marked), names


PALETTE, _VARIABLES = _marked()


class Recorder:
    """Stands in for matplotlib's axes: takes artists and keeps SVG, the lowest first."""

    def __init__(self, sheet: Callable[[Array], Array]) -> None:
        """`sheet` takes the plate's coordinates to units of the sheet."""
        self._to_sheet = sheet
        self._kept: list[tuple[float, str]] = []
        self._anchor: Array | None = None

    def svg(self) -> str:
        """Everything drawn so far, in order."""
        return "".join(element for _, element in sorted(self._kept, key=lambda kept: kept[0]))

    def add_artist(self, patch: Patch) -> None:
        """A filled or stroked outline."""
        outline = patch.get_patch_transform().transform_path(patch.get_path())
        face, edge = patch.get_facecolor(), patch.get_edgecolor()
        width = float(patch.get_linewidth())
        style = {"fill": _colour(face) if face[3] else "none"}
        if face[3] not in (0.0, 1.0):
            style["fill-opacity"] = f"{face[3]:.3g}"
        if width and edge[3]:
            style |= _stroke(edge, width, patch.get_linestyle(), str(patch.get_capstyle()))
        data = self._data(outline, closed=face[3] > 0)
        if data:
            self._keep(patch.get_zorder(), f'<path d="{data}" {_attributes(style)}/>')

    def add_collection(self, lines: LineCollection) -> None:
        """Many lines of one look."""
        data = path([self._sheet(line) for line in lines.get_segments()], closed=False)
        width = float(np.atleast_1d(lines.get_linewidth())[0])
        style = {"fill": "none", **_stroke(lines.get_colors()[0], width, "solid", "round")}
        if data:
            self._keep(lines.get_zorder(), f'<path class="grid" d="{data}" {_attributes(style)}/>')

    def scatter(self, x: Array, y: Array, *, s: float, color: str, zorder: float, **_: Any) -> None:
        """Dots: lines without length and with round ends."""
        points = np.rint(self._sheet(np.column_stack([x, y]))).astype(int)
        data = "".join(f"M{px} {py}h0" for px, py in points)
        style = _stroke((*_rgb(color), 1.0), 2 * s**0.5, "solid", "round")
        self._keep(zorder, f'<path d="{data}" fill="none" {_attributes(style)}/>')

    def imshow(
        self, image: Array, *, extent: tuple[float, float, float, float], zorder: float, **_: Any
    ) -> None:
        """The relief: shadows black and lights white, each as strong as its alpha."""
        west, east, south, north = extent
        (left, top), (right, bottom) = self._sheet(np.array([(west, north), (east, south)]))
        picture = _mercator_rows(image, self._sheet, extent)
        shadow = np.abs(picture[..., :3] - _rgb(PALETTE.shade)).max(axis=-1) < 0.5 / 255
        grey = np.where(shadow, 0, 255)[..., None].repeat(3, axis=-1)
        pixels = np.concatenate([grey, picture[..., 3:] * 255], axis=-1).astype(np.uint8)
        drawn = Image.fromarray(pixels, "RGBA")
        drawn.thumbnail((_RELIEF_PX, _RELIEF_PX))
        kept = BytesIO()
        drawn.save(kept, "WEBP", quality=60, alpha_quality=70)
        link = f"data:image/webp;base64,{base64.b64encode(kept.getvalue()).decode()}"
        box = {"x": left, "y": top, "width": right - left, "height": bottom - top}
        place = " ".join(f'{name}="{value:.0f}"' for name, value in box.items())
        self._keep(zorder, f'<image class="relief" {place} preserveAspectRatio="none" href="{link}"/>')

    @contextmanager
    def anchored(self, km: Array) -> Iterator[None]:
        """What is drawn here grows more slowly than the country, away from this place."""
        self._anchor = np.rint(self._sheet(km))
        yield
        self._anchor = None

    def _keep(self, zorder: float, element: str) -> None:
        if self._anchor is not None:
            x, y = self._anchor
            element = f'<g class="slow" style="transform-origin:{x:.0f}px {y:.0f}px">{element}</g>'
        self._kept.append((zorder, element))

    def _sheet(self, km: Array) -> Array:
        return self._to_sheet(np.asarray(km, dtype=float))

    def _data(self, outline: Path, closed: bool) -> str:
        lines = outline.to_polygons(closed_only=False)
        if not lines:
            return ""
        ends = np.cumsum([len(line) for line in lines])[:-1]
        return path(np.split(self._sheet(np.vstack(lines)), ends), closed=closed)


def _mercator_rows(image: Array, sheet: Any, extent: tuple[float, float, float, float]) -> Array:
    """Rows of equal kilometres, taken anew so that they are of equal height on the sheet."""
    west, _, south, north = extent
    rows = len(image)
    km = north - (np.arange(rows) + 0.5) / rows * (north - south)
    y = sheet(np.column_stack([np.full(rows, west), km]))[:, 1]
    even = np.linspace(y[0], y[-1], rows)
    picked: Array = image[np.rint(np.interp(even, y, np.arange(rows))).astype(int)]
    return picked


def _rgb(colour: str) -> Array:
    return np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255


def _colour(rgba: Any) -> str:
    plain = to_hex(rgba)
    return _VARIABLES.get(plain, plain)


def _stroke(rgba: Any, width: float, linestyle: Any, cap: str) -> dict[str, str]:
    style = {"stroke": _colour(rgba), "stroke-width": f"calc({width * PX_PER_PT:.3g}px*var(--k))"}
    if rgba[3] != 1:
        style["stroke-opacity"] = f"{rgba[3]:.3g}"
    if isinstance(linestyle, tuple) and linestyle[1]:
        dashes = (f"calc({part * width * PX_PER_PT:.3g}px*var(--k))" for part in linestyle[1])
        style["stroke-dasharray"] = " ".join(dashes)
    if cap != "round":
        style["stroke-linecap"] = cap
    return style


def _attributes(style: Mapping[str, str]) -> str:
    """Plain attributes, but those with variables as a style, where CSS computes them."""
    plain = " ".join(f'{name}="{escape(value)}"' for name, value in style.items() if "(" not in value)
    computed = ";".join(f"{name}:{value}" for name, value in style.items() if "(" in value)
    return f'{plain} style="{computed}"' if computed else plain


def plate_points(wide: float, high: float) -> float:
    """How many points wide the plate prints a country of these proportions."""
    return 72 * min(MAP_WIDTH_IN, TALLEST_IN * wide / high)


@dataclass(frozen=True)
class Tracing(Canvas):
    """The plate's canvas over a recorder."""

    @classmethod
    def of(cls, scale: LocalScale, projection: Projection, plate: Extent, zoom: float) -> Tracing:
        """A sheet as large as the projection, at the print scale of the plate."""
        extent = Extent(projection.west, projection.south, projection.east, projection.north)
        wide = (plate.east - plate.west) * scale.km_per_lon
        km_per_pt = wide / plate_points(wide, (plate.north - plate.south) * scale.km_per_lat)
        recorder: Any = Recorder(lambda km: projection.xy(scale.to_lonlat(km)))
        return cls(recorder, PALETTE, scale, extent, km_per_pt, zoom)

    @classmethod
    def sign(cls) -> Tracing:
        """A card for one sign of the key, in points around its middle; ten units are a point."""
        recorder: Any = Recorder(lambda points: points * np.array([10.0, -10.0]))
        return cls(recorder, PALETTE, LocalScale(1.0, 1.0), Extent(-16, -9, 16, 9), 1.0, 1.0)

    def anchored(self, km: Array) -> AbstractContextManager[None]:
        """See the recorder."""
        recorder: Any = self.ax
        found: AbstractContextManager[None] = recorder.anchored(km)
        return found

    def svg(self) -> str:
        """What has been drawn."""
        recorder: Any = self.ax
        return str(recorder.svg())
